// The page: what is open, the keys, the buttons.

const report = readReport(document.getElementById("data").textContent);
const by = (id) => document.getElementById(id);
const app = { p: -1, f: -1, model: null, row: 0, how: undefined, frame: null, hits: [], place: null, source: null };
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
  by("legend-mark").hidden = [...model.marked].filter((i) => model.events[i]?.kind !== "finding").length < 2;
  by("fold-all").hidden = !model.runs.length;
  by("fold-all").setAttribute("aria-pressed", String(model.folds));
  by("dim").hidden = !model.events.some((one) => one.clock);
  const waits = cycleCard(model);
  by("cycle-card").hidden = !waits;
  by("cycle-card").replaceChildren(...(waits ?? []));
  lanes.show(model);
  if (event < model.events.length) model.reveal(event);
  lanes.refresh();
  choose(event < model.events.length ? model.rowOf[event] : model.firstRow(), "centre");
}

/** Makes a row the present one. It is drawn with the next frame, however many keys come before. */
function choose(row, how) {
  const { model } = app;
  if (!model) return;
  app.row = Math.max(0, Math.min(model.rows.length - 1, row));
  app.how = how ?? app.how;
  app.frame ??= requestAnimationFrame(() => {
    app.frame = null;
    if (app.model) showRow();
  });
}

function showRow() {
  const { model } = app;
  const here = model.rows[app.row] ?? { kind: "event", event: -1, thread: 0 };
  if (model.rows.length) lanes.select(app.row, app.how);
  app.how = undefined;
  by("where").textContent = `${(app.row + 1).toLocaleString("en")} of ${counted(model.rows.length, "row")}`;
  app.place = here.kind === "wait" ? model.waitPlace(here.wait) : model.events[here.event];
  fillSide(model, here);
  remember();
}

function fillSide(model, here) {
  const state = model.stateAt(here);
  by("step-card").replaceChildren(...stepCard(model, here, goTo, (at) => showSource(model, at, state)));
  // An event without a place of its own is where its thread was last.
  const at = app.place?.file ? app.place : state.places.get(model.laneOf[here.thread]);
  showSource(model, at, state);
  const values = stateCard(model, here, state);
  by("state-card").hidden = !values;
  by("state-card").replaceChildren(...(values ?? []));
}

function showSource(model, at, state) {
  if (!at?.file) {
    by("source-card").hidden = true;
    return;
  }
  by("source-card").hidden = false;
  const of = `${app.p}.${app.f} ${at.file}`;
  if (app.source?.of !== of) app.source = { of, ...sourceOf(model, at.file) };
  const { title, code } = app.source;
  if (title.parentElement !== by("source-card")) by("source-card").replaceChildren(title, code);
  const number = showLine(model, app.source, at, state.places);
  if (number >= 0) code.scrollTop = number * 20 - 130;
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
  by("lanes").focus({ preventScroll: true });
}

function search() {
  const { model } = app;
  app.hits = model.search(by("search").value);
  lanes.hits = new Set(app.hits);
  lanes.refresh();
  if (app.hits.length) nextHit(0, app.from);
  else by("hits").textContent = by("search").value.trim() ? "nothing found" : "";
}

/** The next hit from here, or the one before; with zero the first one that is not before here. */
function nextHit(way, here = app.model.rows[app.row].event) {
  const { hits } = app;
  if (!hits.length) return;
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

/** Keeps the place in the report in the address, once the keys are at rest. */
function remember() {
  clearTimeout(app.remembers);
  app.remembers = setTimeout(rememberNow, 150);
}

function rememberNow() {
  const row = app.model?.rows[app.row];
  const parts = [app.p + 1, app.f + 1, ...(row && row.kind !== "wait" ? [row.event] : [])];
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

by("search").addEventListener("focus", () => (app.from = app.model.rows[app.row]?.event));
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
