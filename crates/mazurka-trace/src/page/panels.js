// What stands beside the lanes: programs, the present step, source, state, the exploration.

const VERDICTS = {
  bug: ["\u2717", "bug"],
  verified: ["\u2713", "verified"],
  unknown: ["?", "no verdict"],
  explored: ["\u25e6", "explored"],
  error: ["!", "error"],
};

/** The mark of a verdict, with its word for those who do not see it. */
function verdictMark(verdict) {
  const [sign, word] = VERDICTS[verdict] ?? ["\u25e6", verdict];
  return el("span", { class: `verdict ${VERDICTS[verdict] ? verdict : "explored"}`, role: "img", "aria-label": word, title: word }, sign);
}

function verdictWord(verdict) {
  return (VERDICTS[verdict] ?? ["", verdict])[1];
}

/** How many programs came to each verdict. */
function summary(programs) {
  return Object.keys(VERDICTS).flatMap((verdict) => {
    const count = programs.filter((program) => program.verdict === verdict).length;
    if (!count) return [];
    const words = verdict === "bug" ? counted(count, "bug") : `${count.toLocaleString("en")} ${verdictWord(verdict)}`;
    return [el("span", { class: "count" }, verdictMark(verdict), words)];
  });
}

/** The list of programs, with their findings. */
function programList(report, open) {
  return el("ul", {}, report.programs.map((program, p) =>
    el("li", {},
      el("button", { type: "button", class: "program", id: `nav-${p}`, onclick: () => open(p, -1) },
        verdictMark(program.verdict), el("span", { class: "name" }, program.name)),
      (program.findings ?? []).length
        ? el("ul", {}, program.findings.map((trace, f) =>
          el("li", {}, el("button", { type: "button", class: "bug-link", id: `nav-${p}-${f}`, onclick: () => open(p, f) },
            el("span", { class: "kind" }, kindOf(trace)), el("span", { class: "message" }, messageOf(trace))))))
        : null)));
}

function kindOf(trace) {
  return (trace.finding?.kind ?? "execution").replaceAll("-", " ");
}

/** What happened, in one line. Of a circle: who is in it; the rest is told beside the lanes. */
function messageOf(trace) {
  const ring = (trace.finding?.waits ?? []).filter((wait) => wait.in_cycle).map((wait) => trace.threads[wait.thread].name);
  if (ring.length === 2) return `${ring.join(" and ")} wait for one another`;
  if (ring.length > 2) return `${ring.length} threads wait for one another`;
  return trace.finding?.message ?? trace.program?.name ?? "";
}

/** What is said of one program. */
function overview(report, program, p, open) {
  const findings = program.findings ?? [];
  return [
    el("p", { class: "eyebrow" }, verdictMark(program.verdict), verdictWord(program.verdict)),
    el("h1", { id: "overview-title" }, program.name),
    program.reason ? el("p", { class: "reason" }, program.reason) : null,
    (program.files ?? []).length ? el("p", { class: "files" }, program.files.join(", ")) : null,
    findings.length ? el("h2", {}, "Findings") : null,
    program.left_out ? el("p", { class: "note" }, `${counted(program.left_out, "more finding")}: too many for this page. With --full nothing is left out.`) : null,
    findings.length ? el("ul", { class: "cards" }, findings.map((trace, f) =>
      el("li", {}, el("button", { type: "button", class: "finding-link", onclick: () => open(p, f) },
        el("span", { class: "kind" }, kindOf(trace)), el("span", { class: "message" }, messageOf(trace)))))) : null,
    statistics(program),
    exploration(program),
    el("h2", {}, "Command"),
    el("pre", { class: "command" }, report.command || "mazurka"),
    el("p", { class: "made" }, `Mazurka ${report.mazurka}`),
  ].filter(Boolean);
}

function statistics(program) {
  const figures = program.statistics ?? [];
  if (!figures.length) return null;
  return el("div", {}, el("h2", {}, "Figures"), el("dl", { class: "figures" },
    figures.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))));
}

/** The exploration as a tree that folds. Branches are made when they are opened. */
function exploration(program) {
  const executions = (program.exploration ?? []).map(([shared, steps, turn, ending]) => ({ shared, steps, turn, ending }));
  if (!executions.length) return null;
  const longest = executions.reduce((most, one) => Math.max(most, one.steps), 1);
  return el("div", {}, el("h2", {}, "Exploration"),
    el("p", { class: "note" }, executions.length === 1
      ? "One execution."
      : `The first ${executions.length.toLocaleString("en")} executions, each below the one that it leaves. `
        + "A bar begins where an execution goes its own way."),
    el("div", { class: "tree" }, explorationTree(executions).map((node) => branch(node, longest, 0))));
}

function branch(node, longest, depth) {
  const line = el("span", { class: "entry" }, [
    el("span", { class: "number" }, `#${node.number}`),
    el("span", { class: "turn" }, node.number === 1 ? node.turn : `${node.turn} at step ${node.shared + 1}`),
    el("span", { class: `ending ${node.ending === "bug" ? "is-bug" : ""}` }, node.ending),
    el("span", { class: "below" }, node.size > 1 ? `${(node.size - 1).toLocaleString("en")} below` : ""),
    bar(node, longest),
  ]);
  if (!node.children.length) return el("div", { class: "leaf" }, line);
  const box = el("details", { class: "branch" }, el("summary", {}, line));
  let isMade = false;
  const make = () => {
    if (isMade || !box.open) return;
    isMade = true;
    box.append(...node.children.map((child) => branch(child, longest, depth + 1)));
  };
  box.addEventListener("toggle", make);
  box.open = depth < 1;
  make();
  return box;
}

function bar(node, longest) {
  const line = el("span", { class: node.ending === "bug" ? "fill is-bug" : "fill" });
  line.style.marginLeft = `${(100 * node.shared) / longest}%`;
  line.style.width = `${Math.max(1, (100 * (node.steps - node.shared)) / longest)}%`;
  return el("span", { class: "line", title: `steps ${node.shared + 1} to ${node.steps}` }, line);
}

/** The head of a finding: what happened, how to see it again. */
function findingHead(trace, copies) {
  const finding = trace.finding ?? {};
  const program = trace.program ?? {};
  const facts = [
    [program.name, program.test].filter(Boolean).join(" \u203a "),
    program.model ? `model ${program.model.toUpperCase()}` : "",
    program.algorithm ? `explorer ${program.algorithm}` : "",
    finding.executions > 1 ? `seen in ${counted(finding.executions, "execution")}` : "",
  ].filter(Boolean);
  const again = trace.command || trace.replay;
  const more = [stackOf(finding.stack ?? []), ...(trace.sections ?? []).map(sectionOf)].filter(Boolean);
  return [
    el("p", { class: "eyebrow" }, el("span", { class: "kind" }, kindOf(trace)), el("span", { class: "facts" }, facts.join(" \u00b7 "))),
    el("h1", { id: "finding-title", class: messageOf(trace).length > 110 ? "long" : null }, messageOf(trace)),
    (finding.details ?? []).length ? el("ul", { class: "details" }, finding.details.map((line) => el("li", {}, line))) : null,
    again ? el("div", { class: "replay" },
      el("span", { class: "replay-name" }, "Replay"), el("code", { tabindex: "0" }, again),
      el("button", { type: "button", class: "quiet", id: "copy", onclick: (event) => copies(again, event.currentTarget) }, "Copy")) : null,
    more.length ? el("details", { class: "more" }, el("summary", {}, "Stack and what else is told"), el("div", { class: "more-body", tabindex: "0" }, more)) : null,
  ].filter(Boolean);
}

function stackOf(stack) {
  if (!stack.length) return null;
  return el("div", {}, el("h3", {}, "Stack"), el("ol", { class: "stack" }, stack.map((frame) =>
    el("li", {}, callsLeftOut(frame), el("code", {}, frame.function || "?"), " ", el("span", { class: "place" }, place(frame))))));
}

/** What is said before a call, if some between it and the one before are left out. */
function callsLeftOut(frame) {
  return frame.left_out ? el("span", { class: "note" }, `${counted(frame.left_out, "call")} left out, then `) : null;
}

function sectionOf(section) {
  return el("div", {}, el("h3", {}, section.title), el("pre", {}, (section.lines ?? []).join("\n")));
}

/** A thread by its colour and its name. */
function threadChip(model, thread) {
  return el("span", { class: `chip ${model.colour(thread)}` }, el("span", { class: "swatch", "aria-hidden": "true" }), model.threadName(thread));
}

/** The card of the present step. */
function stepCard(model, row, goTo, showPlace) {
  const event = model.events[row.event];
  if (row.kind === "wait") {
    return [
      el("h2", {}, "At the end ", threadChip(model, row.thread)),
      el("p", { class: row.wait.in_cycle ? "what is-bug" : "what" }, model.waitText(row.wait)),
      row.wait.on === undefined ? null : el("p", {}, "It needs ", threadChip(model, row.wait.on), " to go on first."),
    ].filter(Boolean);
  }
  if (!event) return [el("p", { class: "note" }, "This execution has no events.")];
  if (row.kind === "left-out") {
    return [
      el("h2", {}, gapText(row)),
      el("p", { class: "note" }, "The execution is too long for this page. With --full nothing is left out."),
    ];
  }
  if (row.kind === "fold") {
    const run = model.runs[row.run];
    return [
      el("h2", {}, `${run.to - run.from} more of `, threadChip(model, row.thread)),
      el("p", { class: "note" }, "Enter unfolds them. What stands below is the state after the last of them."),
    ];
  }
  const kinds = { buffered: "into the store buffer", flush: "leaves the store buffer", printed: "prints", thread: "threads", finding: "the bug" };
  const jump = (to) => el("button", { type: "button", class: "link", onclick: () => goTo(to) },
    model.events[to].step ? `step ${model.events[to].step}` : "event", " ", threadChip(model, model.events[to].thread));
  const read = event.reads_from;
  const facts = [
    event.object === undefined ? null : ["object", el("span", {}, model.objectName(event.object), change(event))],
    event.file ? ["place", el("button", { type: "button", class: "link", onclick: () => showPlace(event) }, place(event))] : null,
    read === undefined ? null : ["reads", model.eventOfStep.has(read) ? jump(model.eventOfStep.get(read)) : read ? `step ${read}, which is left out` : "what was there at first"],
    event.why ? ["why", event.why] : null,
    (event.follows ?? []).length ? ["after", el("span", { class: "jumps" }, event.follows.map(jump))] : null,
  ].filter(Boolean);
  return [
    el("h2", {}, event.step ? `Step ${event.step} ` : "", threadChip(model, event.thread),
      kinds[event.kind] ? el("span", { class: "kind-note" }, kinds[event.kind]) : null),
    el("p", { class: row.event === model.failing ? "what is-bug" : "what" }, model.what(event)),
    facts.length ? el("dl", { class: "facts" }, facts.map(([name, value]) => el("div", {}, el("dt", {}, name), el("dd", {}, value)))) : null,
    (event.stack ?? []).length ? el("ol", { class: "stack" }, event.stack.map((frame) =>
      el("li", {}, callsLeftOut(frame), el("code", {}, frame.function || "?"), " ",
        el("button", { type: "button", class: "link", onclick: () => showPlace(frame) }, place(frame))))) : null,
  ].filter(Boolean);
}

/** What an event did to the value of its object. */
function change(event) {
  const { before, after } = event;
  if (before === undefined && after === undefined) return "";
  if (before === undefined || after === undefined || before === after) return ` = ${shown(after ?? before)}`;
  return `: ${shown(before)} \u2192 ${shown(after)}`;
}

/** The source of a file; its lines are made once. */
function sourceOf(model, file) {
  const parts = (model.trace.sources ?? []).filter((source) => source.file === file);
  const title = el("h2", {}, "Source ", el("span", { class: "place" }));
  const lines = new Map();
  if (!parts.length) return { title, lines, code: el("p", { class: "note" }, "The text of this file is not in the report.") };
  const bugs = new Set([...model.marked, model.failing].map((i) => model.events[i]).filter((event) => event?.file === file).map((event) => event.line));
  let height = 0;
  const rows = parts.flatMap((part, k) => {
    if (k) height++;
    const rows = (part.lines ?? []).map((text, i) => {
      const number = part.first + i;
      const dots = el("span", { class: "dots" });
      const line = el("div", { class: bugs.has(number) ? "code-line of-bug" : "code-line" },
        dots, el("span", { class: "no" }, String(number)), el("code", {}, text || " "));
      lines.set(number, { line, dots, row: height++ });
      return line;
    });
    return k ? [el("div", { class: "gap" }, "\u22ef"), ...rows] : rows;
  });
  const box = el("div", { class: "code-lines" }, rows);
  const longest = parts.flatMap((part) => part.lines ?? []).reduce((most, text) => Math.max(most, columns(text)), 0);
  box.style.width = `calc(${longest}ch + 90px)`;
  return { title, lines, code: el("div", { class: "code", tabindex: "0", role: "group", "aria-label": "Source" }, box) };
}

/** How wide a line is, in letters of one width: the lines need not be measured then. */
function columns(text) {
  let width = 0;
  for (const letter of text) width += letter === "\t" ? 4 : letter > "\u02ff" ? 2 : 1;
  return width;
}

/** Marks the present line, and those that the threads are at. Returns its row, or -1. */
function showLine(model, source, at, places) {
  source.title.lastChild.textContent = at.line ? `${at.file}:${at.line}` : at.file;
  for (const { line, dots } of source.shown ?? []) {
    line.classList.remove("here");
    line.removeAttribute("aria-current");
    dots.replaceChildren();
  }
  source.shown = [];
  for (const [lane, event] of places) {
    const line = event.file === at.file ? source.lines.get(event.line) : undefined;
    if (!line) continue;
    const thread = model.lanes[lane].thread;
    line.dots.append(el("span", { class: `dot ${model.colour(thread)}`, title: `${model.threadName(thread)} is here` }));
    source.shown.push(line);
  }
  const here = source.lines.get(at.line);
  if (!here) return -1;
  here.line.classList.add("here");
  here.line.setAttribute("aria-current", "step");
  source.shown.push(here);
  return here.row;
}

/** Values and what threads have, after the present step. */
function stateCard(model, row, state) {
  const event = row.kind === "event" ? model.events[row.event] : {};
  const values = [...state.values].sort((a, b) => a[0] - b[0]);
  const groups = [
    ["Locks held", state.sets.locks, "locks"],
    ["Mailboxes", state.sets.mailbox, "mailbox"],
    ["Store buffers", state.sets.buffer, "buffer"],
  ];
  const boxes = groups.flatMap(([title, set, of]) => {
    if (!model.events.some((some) => (some.changes ?? []).some((one) => one.of === of))) return [];
    const rows = [...set].sort((a, b) => a[0] - b[0]);
    const touched = new Set((event.changes ?? []).filter((one) => one.of === of).map((one) => one.thread));
    return [el("div", {}, el("h3", {}, title),
      rows.some(([thread, items]) => items.length || touched.has(thread))
        ? el("dl", { class: `has ${of}` }, rows.filter(([thread, items]) => items.length || touched.has(thread)).map(([thread, items]) =>
          el("div", { class: touched.has(thread) ? "changed" : "" }, el("dt", {}, threadChip(model, thread)),
            el("dd", {}, items.length ? items.map((item) => el("span", { class: "item" }, item)) : el("span", { class: "note" }, "none")))))
        : el("p", { class: "note" }, "none"))];
  });
  if (!values.length && !boxes.length) return null;
  return [
    el("h2", {}, "State ", el("span", { class: "place" }, "after this step")),
    state.isWhole ? null : el("p", { class: "note" }, "What was before the events that are left out is not known here."),
    values.length ? el("table", { class: "values" }, el("caption", { class: "unseen" }, "Values of objects"), el("tbody", {}, values.map(([object, value]) => {
      const isChanged = event.object === object && changes(event);
      return el("tr", { class: isChanged ? "changed" : event.object === object ? "touched" : "" },
        el("th", { scope: "row" }, model.objectName(object)),
        el("td", {}, isChanged && event.before !== undefined ? el("span", { class: "was" }, `${shown(event.before)} \u2192 `) : null,
          value === undefined ? "?" : shown(value)));
    }))) : null,
    ...boxes,
  ].filter(Boolean);
}

/** Who waits for whom, as a ring and in words. */
function cycleCard(model) {
  if (!model.waits.length) return null;
  const ring = model.waits.filter((wait) => wait.in_cycle);
  const order = inOrder(ring);
  return [
    el("h2", {}, ring.length ? "They wait for one another" : "At the end they wait"),
    order.length > 1 && order.length <= 16 ? ringPicture(model, order) : null,
    el("ul", { class: "waits" }, [...order, ...model.waits.filter((wait) => !order.includes(wait))].map((wait) =>
      el("li", { class: wait.in_cycle ? "in-cycle" : "" }, threadChip(model, wait.thread), el("span", {}, ` ${model.waitText(wait)}`)))),
  ].filter(Boolean);
}

/** The waits of a circle, one after the other as they wait. */
function inOrder(ring) {
  const of = new Map(ring.map((wait) => [wait.thread, wait]));
  const order = [];
  for (let next = ring[0]; next && !order.includes(next); next = of.get(next.on)) order.push(next);
  return [...order, ...ring.filter((wait) => !order.includes(wait))];
}

function ringPicture(model, order) {
  const [radius, node] = [order.length > 6 ? 74 : 54, 14];
  const middleOf = radius + node + 8;
  const size = 2 * middleOf;
  const point = (k, r = radius) => {
    const angle = (2 * Math.PI * k) / order.length - Math.PI / 2;
    return [middleOf + r * Math.cos(angle), middleOf + r * Math.sin(angle)];
  };
  const svg = draw("svg", { class: "ring", width: size, height: size, viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": "A circle of threads that wait for one another" },
    draw("defs", {}, draw("marker", { id: "ring-tip", viewBox: "0 0 8 8", refX: 7, refY: 4, markerUnits: "userSpaceOnUse", markerWidth: 9, markerHeight: 9, orient: "auto" }, draw("path", { class: "tip cycle", d: "M0 0 8 4 0 8Z" }))));
  order.forEach((wait, k) => {
    const to = order.findIndex((other) => other.thread === wait.on);
    if (to < 0) return;
    const [x1, y1] = point(k);
    const [x2, y2] = point(to);
    const length = Math.hypot(x2 - x1, y2 - y1) || 1;
    const [ux, uy] = [(x2 - x1) / length, (y2 - y1) / length];
    const bow = 12;
    const [cx, cy] = [(x1 + x2) / 2 + uy * bow, (y1 + y2) / 2 - ux * bow];
    svg.append(draw("path", { class: "edge cycle", "marker-end": "url(#ring-tip)", d: `M${x1 + ux * node} ${y1 + uy * node}Q${cx} ${cy} ${x2 - ux * (node + 2)} ${y2 - uy * (node + 2)}` }));
  });
  order.forEach((wait, k) => {
    const [x, y] = point(k);
    svg.append(draw("circle", { class: `node ${model.colour(wait.thread)}`, cx: x, cy: y, r: node }),
      draw("text", { x, y: y + 4, class: "node-name" }, model.threads[wait.thread].id.slice(0, 5)),
      draw("title", {}, model.threadName(wait.thread)));
  });
  return svg;
}
