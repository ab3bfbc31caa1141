// The page: what is open, the keys, the buttons.

const report = readReport(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const app = { p: -1, f: -1, model: null, row: 0, hits: [], place: null };
const lanes = new Lanes((row) => choose(row), (row) => toggleFold(row));
const models = new Map();

/** Opens a program, or one of its findings. */
function open(p, f, event) {
  const program = report.programs[p];
  if (!program) return;
  Object.assign(app, { p, f, model: null, hits: [] });
  for (const button of by("programs").querySelectorAll("[aria-current]")) button.removeAttribute("aria-current");
  const link = by(f < 0 ? `nav-${p}` : `nav-${p}-${f}`);
  link?.setAttribute("aria-current", "page");
  link?.scrollIntoView({ block: "nearest" });
  by("overview").hidden = f >= 0;
  by("finding").hidden = f < 0;
  if (f < 0) {
    by("overview").replaceChildren(...overview(report, program, p, open));
    by("overview").scrollTop = 0;
    document.title = `${program.name} \u2013 Mazurka`;
    remember();
    return;
  }
  openFinding(program.findings[f], `${p}.${f}`, event);
}

function openFinding(trace, key, event) {
  if (!models.has(key)) models.set(key, new Model(trace));
  const model = models.get(key);
  app.model = model;
  document.title = `${messageOf(trace)} \u2013 Mazurka`;
  by("finding-head").replaceChildren(...findingHead(trace, copy));
  by("search").value = "";
  by("hits").textContent = "";
  by("legend-buffer").hidden = !model.lanes.some((lane) => lane.buffers.length);
  by("legend-mark").hidden = model.marked.size < 2;
  by("fold-all").hidden = !model.runs.length;
  by("fold-all").setAttribute("aria-pressed", String(model.folds));
  by("dim").hidden = !model.events.some((one) => one.clock);
  const waits = cycleCard(model);
  by("cycle-card").hidden = !waits;
  by("cycle-card").replaceChildren(...(waits ?? []));
  lanes.show(model);
  const at = event ?? (model.failing >= 0 ? model.failing : 0);
  if (model.events.length) model.reveal(Math.min(at, model.events.length - 1));
  lanes.refresh();
  choose(model.events.length ? model.rowOf[Math.min(at, model.events.length - 1)] : 0, "centre");
  by("lanes").focus({ preventScroll: true });
}

/** Makes a row the present one, and shows what belongs to it. */
function choose(row, how) {
  const { model } = app;
  if (!model) return;
  if (!model.rows.length) return fillSide(model, { kind: "event", event: -1, thread: 0 });
  app.row = Math.max(0, Math.min(model.rows.length - 1, row));
  lanes.select(app.row, how);
  const here = model.rows[app.row];
  by("where").textContent = `${(app.row + 1).toLocaleString("en")} of ${counted(model.rows.length, "row")}`;
  app.place = here.event >= 0 ? model.events[here.event] : null;
  if (here.kind === "wait") app.place = lastPlace(model, here.thread);
  fillSide(model, here);
  remember();
}

function lastPlace(model, thread) {
  return model.events.findLast((event) => event.thread === thread && event.file) ?? null;
}

function fillSide(model, here) {
  const state = model.stateAt(here.event);
  by("step-card").replaceChildren(...stepCard(model, here, goTo, (at) => showSource(model, at, state)));
  // An event without a place of its own is where its thread was last.
  const at = app.place?.file ? app.place : state.places.get(model.laneOf[here.thread]);
  showSource(model, at, state);
  const values = stateCard(model, here, state);
  by("state-card").hidden = !values;
  by("state-card").replaceChildren(...(values ?? []));
}

function showSource(model, at, state) {
  const source = sourceCard(model, at, state.places);
  by("source-card").hidden = !source;
  by("source-card").replaceChildren(...(source ?? []));
  const code = by("source-card").querySelector(".code");
  const line = code?.querySelector(".here");
  if (line) code.scrollTop = line.offsetTop - code.clientHeight / 2 + 10;
}

/** Goes to an event, wherever it is folded. */
function goTo(event, how) {
  app.model.reveal(event);
  lanes.refresh();
  choose(app.model.rowOf[event], how);
}

function toggleFold(row) {
  const { model } = app;
  const of = model.rows[row];
  if (!of || of.run < 0) return;
  const first = model.runs[of.run].from;
  model.toggle(of.run);
  lanes.refresh();
  choose(model.rowOf[first]);
}

function toggleAllFolds() {
  const { model } = app;
  const event = model.rows[app.row]?.event ?? 0;
  const isWait = model.rows[app.row]?.kind === "wait";
  const wait = model.rows[app.row]?.thread;
  model.foldAll(!model.folds);
  by("fold-all").setAttribute("aria-pressed", String(model.folds));
  lanes.refresh();
  choose(isWait ? model.waitRow.get(wait) : model.rowOf[event], "centre");
}

function toggleArrows() {
  lanes.allArrows = !lanes.allArrows;
  by("all-arrows").setAttribute("aria-pressed", String(lanes.allArrows));
  lanes.refresh();
}

function toggleOrder() {
  lanes.dims = !lanes.dims;
  by("dim").setAttribute("aria-pressed", String(lanes.dims));
  lanes.refresh();
}

/** The next event of the bug, in a circle. */
function nextMarked() {
  const { model } = app;
  const marked = [...new Set([...model.marked, model.failing])].filter((i) => i >= 0).sort((a, b) => a - b);
  if (!marked.length) return;
  const here = model.rows[app.row].kind === "wait" ? -1 : model.rows[app.row].event;
  goTo(marked.find((i) => i > here) ?? marked[0]);
}

/** The next finding of the report, or the one before. */
function nextFinding(way) {
  const all = report.programs.flatMap((program, p) => (program.findings ?? []).map((_, f) => [p, f]));
  if (!all.length) return;
  const here = all.findIndex(([p, f]) => p === app.p && f === app.f);
  const next = here < 0 ? 0 : (here + way + all.length) % all.length;
  open(...all[next]);
}

function search() {
  const { model } = app;
  app.hits = model.search(by("search").value);
  lanes.hits = new Set(app.hits);
  lanes.refresh();
  if (app.hits.length) nextHit(0);
  else by("hits").textContent = by("search").value.trim() ? "nothing found" : "";
}

/** The next hit from here, or the one before; with zero the first one that is not before here. */
function nextHit(way) {
  const { hits, model } = app;
  if (!hits.length) return;
  const here = model.rows[app.row].event;
  let at;
  if (way < 0) at = hits.findLastIndex((i) => i < here);
  else at = hits.findIndex((i) => (way ? i > here : i >= here));
  if (at < 0) at = way < 0 ? hits.length - 1 : 0;
  goTo(hits[at]);
  by("hits").textContent = `${(at + 1).toLocaleString("en")} of ${hits.length.toLocaleString("en")}`;
}

function endSearch() {
  by("search").value = "";
  search();
  by("lanes").focus({ preventScroll: true });
}

async function copy(text, button) {
  let isDone = false;
  try {
    await navigator.clipboard.writeText(text);
    isDone = true;
  } catch {
    const code = button.parentElement.querySelector("code");
    getSelection().selectAllChildren(code);
    isDone = document.execCommand("copy");
  }
  button.textContent = isDone ? "Copied" : "Press Ctrl C";
  setTimeout(() => (button.textContent = "Copy"), 1600);
}

/** Light, dark, or what the system says. */
function setTheme(theme) {
  const root = document.documentElement;
  if (theme) root.dataset.theme = theme;
  else delete root.dataset.theme;
  by("theme").textContent = { light: "Light", dark: "Dark" }[theme] ?? "Auto";
  try {
    localStorage.setItem("mazurka-theme", theme);
  } catch {
    // A page from a file may have no storage.
  }
}

function nextTheme() {
  const now = document.documentElement.dataset.theme ?? "";
  const isDark = matchMedia("(prefers-color-scheme: dark)").matches;
  const order = isDark ? ["", "light", "dark"] : ["", "dark", "light"];
  setTheme(order[(order.indexOf(now) + 1) % order.length]);
}

/** The place in the report, in the address. */
function remember() {
  const event = app.model?.rows[app.row]?.event;
  const parts = [app.p + 1, app.f + 1, ...(event >= 0 ? [event] : [])];
  try {
    history.replaceState(null, "", `#${parts.join(".")}`);
  } catch {
    // Some browsers do not let pages from files do that.
  }
}

function recall() {
  const [p, f, event] = location.hash.slice(1).split(".").map((part) => (part === "" ? NaN : Number(part)));
  const program = report.programs[p - 1];
  if (program && f >= 0 && f <= (program.findings ?? []).length) {
    open(p - 1, f - 1, Number.isInteger(event) && event >= 0 ? event : undefined);
    return;
  }
  const first = report.programs.findIndex((one) => (one.findings ?? []).length);
  if (first >= 0) open(first, 0);
  else open(0, -1);
}

const KEYS = {
  j: () => choose(app.row + 1),
  k: () => choose(app.row - 1),
  n: () => choose(app.model.nextOfLane(app.row, 1)),
  p: () => choose(app.model.nextOfLane(app.row, -1)),
  m: nextMarked,
  f: () => toggleFold(app.row),
  F: () => app.model.runs.length && toggleAllFolds(),
  a: toggleArrows,
  h: toggleOrder,
  Home: () => choose(0),
  End: () => choose(app.model.rows.length - 1),
  "/": () => by("search").select(),
};

/** Keys that other parts of the page have a use for, unless the lanes or nothing has the focus. */
const LANE_KEYS = {
  ArrowDown: KEYS.j,
  ArrowUp: KEYS.k,
  PageDown: () => choose(app.row + 10),
  PageUp: () => choose(app.row - 10),
  Home: KEYS.Home,
  End: KEYS.End,
  Enter: KEYS.f,
  ArrowLeft: () => by("scroller").scrollBy({ left: -160 }),
  ArrowRight: () => by("scroller").scrollBy({ left: 160 }),
};

const PAGE_KEYS = {
  "?": () => by("help").showModal(),
  t: nextTheme,
  "[": () => nextFinding(-1),
  "]": () => nextFinding(1),
};

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || by("help").open) return;
  if (event.target.matches?.("input, textarea")) return;
  const isLanes = event.target === document.body || event.target === by("lanes") || event.target === by("scroller");
  const act = PAGE_KEYS[event.key] ?? (app.model ? (isLanes ? LANE_KEYS[event.key] : undefined) ?? KEYS[event.key] : undefined);
  if (!act) return;
  event.preventDefault();
  act();
});

by("search").addEventListener("input", search);
by("search").addEventListener("keydown", (event) => {
  if (event.key === "Enter") nextHit(event.shiftKey ? -1 : 1);
  else if (event.key === "Escape") endSearch();
  else return;
  event.preventDefault();
});
by("previous").addEventListener("click", KEYS.k);
by("next").addEventListener("click", KEYS.j);
by("fold-all").addEventListener("click", toggleAllFolds);
by("all-arrows").addEventListener("click", toggleArrows);
by("dim").addEventListener("click", toggleOrder);
by("theme").addEventListener("click", nextTheme);
by("help-button").addEventListener("click", PAGE_KEYS["?"]);
document.querySelector(".skip").addEventListener("click", (event) => {
  event.preventDefault();
  by("lanes").focus();
});
addEventListener("beforeprint", () => by("print").replaceChildren(...printed(report)));
addEventListener("afterprint", () => by("print").replaceChildren());

by("app").hidden = false;
by("summary").replaceChildren(...summary(report.programs));
by("programs").replaceChildren(programList(report, open));
let theme = "";
try {
  theme = localStorage.getItem("mazurka-theme") ?? "";
} catch {
  // As above.
}
setTheme(theme === "light" || theme === "dark" ? theme : "");
if (report.programs.length) recall();
else by("summary").textContent = "Nothing was checked.";
