// The whole report on paper: every program and finding, every event, nothing to scroll.

/** All of the report as a plain document. */
function printed(report) {
  const none = () => {};
  return report.programs.flatMap((program) => [
    el("section", { class: "paper-program" },
      el("h1", {}, verdictMark(program.verdict), ` ${program.name}: ${verdictWord(program.verdict)}`),
      program.reason ? el("p", {}, program.reason) : null,
      statistics(program)),
    ...(program.findings ?? []).map((trace) => printedFinding(trace, none)),
  ]);
}

function printedFinding(trace, none) {
  const model = new Model(trace);
  const head = findingHead(trace, none).filter((part) => !part.classList.contains("more"));
  const again = [stackOf(trace.finding?.stack ?? []), ...(trace.sections ?? []).map(sectionOf)].filter(Boolean);
  for (const part of head) for (const inside of [part, ...part.querySelectorAll("[id]")]) inside.removeAttribute("id");
  const waits = cycleCard(model);
  return el("section", { class: "paper-finding" }, head, waits ? el("div", { class: "paper-waits" }, waits) : null,
    printedEvents(model), again, (trace.sources ?? []).map((source) => printedSource(model, source)));
}

function printedEvents(model) {
  const pitch = Math.min(12, 180 / Math.max(1, model.lanes.length));
  const rows = model.events.flatMap((event, i) => {
    const bug = i === model.failing ? "failing" : model.marked.has(i) ? "marked" : "";
    const dot = el("span", { class: `dot ${model.colour(event.thread)}` });
    dot.style.marginLeft = `${pitch * (model.laneOf[event.thread] ?? 0)}px`;
    const after = (event.follows ?? []).map((from) => model.events[from].step).filter(Boolean);
    const notes = [after.length ? `after ${after.join(", ")}` : "", event.reads_from ? `reads ${event.reads_from}` : "", event.why ?? ""];
    const where = el("td", { class: "where-dot" }, dot);
    where.style.minWidth = `${pitch * model.lanes.length + 4}px`;
    const gap = event.left_out ? [el("tr", {}, el("td", { class: "notes", colspan: "6" }, `${counted(event.left_out, "event")} left out`))] : [];
    return [...gap, el("tr", { class: bug }, el("td", { class: "number" }, String(event.step ?? "")), where,
      el("td", { class: "thread-name" }, model.threadName(event.thread)), el("td", { class: "what" }, model.what(event)),
      el("td", { class: "place" }, event.file ? place(event) : ""), el("td", { class: "notes" }, notes.filter(Boolean).join("; ")))];
  });
  return el("table", { class: "paper-events" },
    el("thead", {}, el("tr", {}, ["step", "", "thread", "what", "place", ""].map((name) => el("th", {}, name)))), el("tbody", {}, rows));
}

function printedSource(model, source) {
  const bugs = new Set([...model.marked, model.failing].map((i) => model.events[i]).filter((event) => event?.file === source.file).map((event) => event.line));
  return el("div", { class: "paper-source" }, el("h3", {}, source.file), (source.lines ?? []).map((text, i) =>
    el("div", { class: bugs.has(source.first + i) ? "code-line of-bug" : "code-line" },
      el("span", { class: "no" }, String(source.first + i)), el("code", {}, text || " "))));
}
