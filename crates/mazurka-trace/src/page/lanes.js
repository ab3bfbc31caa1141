// The lanes: a row for each event, of which only the visible ones are in the document.

const ROW = 28;
const TRACK = 16;
const GUTTER = 52;
const LABEL = 330;

/** An element; all text in it is text. */
function el(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

/** An element of a drawing. */
function draw(tag, attributes = {}, ...children) {
  return fill(document.createElementNS("http://www.w3.org/2000/svg", tag), attributes, children);
}

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

/** Shows the lanes of a model in the document. */
class Lanes {
  constructor(onSelect, onToggle) {
    this.scroller = document.getElementById("scroller");
    this.heads = document.getElementById("heads");
    this.box = document.getElementById("lanes");
    this.model = null;
    this.selected = 0;
    this.allArrows = true;
    this.dims = false;
    this.hits = new Set();
    this.drawn = null;
    this.scroller.addEventListener("scroll", () => this.later(), { passive: true });
    new ResizeObserver(() => this.measure()).observe(this.scroller);
    this.box.addEventListener("click", (event) => {
      const row = event.target.closest(".row");
      if (!row) return;
      const r = Number(row.dataset.row);
      this.box.focus({ preventScroll: true });
      if (event.target.closest(".unfold")) onToggle(r);
      else onSelect(r);
    });
    this.onSelect = onSelect;
  }

  show(model) {
    this.model = model;
    this.hits = new Set();
    this.scroller.scrollLeft = 0;
    this.measure();
  }

  /** Lanes share the width; when they are many, they scroll. */
  measure() {
    const { model } = this;
    if (!model || !this.scroller.clientWidth) return;
    const room = this.scroller.clientWidth - GUTTER;
    const tracks = model.lanes.map((lane) => lane.buffers.length * TRACK);
    const free = room - tracks.reduce((sum, width) => sum + width, 0) - 150;
    const base = Math.min(300, Math.max(92, Math.floor(free / Math.max(1, model.lanes.length))));
    let x = GUTTER;
    this.x = model.lanes.map((lane, i) => {
      const left = x;
      x += base + tracks[i];
      return left;
    });
    this.widths = tracks.map((width) => base + width);
    this.width = Math.max(room + GUTTER, x + Math.max(0, LABEL - base));
    this.box.style.width = `${this.width}px`;
    this.drawHeads();
    this.refresh();
  }

  drawHeads() {
    const { model } = this;
    const heads = model.lanes.map((lane, i) => {
      const name = model.threadName(lane.thread);
      const head = el("button", {
        type: "button", class: `head ${model.colour(lane.thread)}`, title: `${name}: to its next event`,
        tabindex: "-1", onclick: () => this.toLane(i),
      }, el("span", { class: "swatch", "aria-hidden": "true" }), el("span", { class: "name" }, name));
      head.style.left = `${this.x[i]}px`;
      head.style.width = `${this.widths[i] - 8}px`;
      return head;
    });
    this.heads.style.width = `${this.width}px`;
    this.heads.replaceChildren(el("span", { class: "corner" }, "step"), ...heads);
  }

  /** Selects the next event of a lane; after the last one, the first. */
  toLane(lane) {
    const of = (r) => this.model.laneOf[this.model.rows[r].thread] === lane;
    const count = this.model.rows.length;
    for (let k = 1; k <= count; k++) {
      const row = (this.selected + k) % count;
      if (of(row)) return this.onSelect(row);
    }
  }

  /** Where the mark of a thread is, from the left. */
  markX(thread) {
    const { model } = this;
    return this.x[model.laneOf[thread]] + 10 + model.trackOf[thread] * TRACK;
  }

  labelX(thread) {
    const lane = this.model.laneOf[thread];
    return this.x[lane] + 22 + this.model.lanes[lane].buffers.length * TRACK;
  }

  /** Draws again, soon, what has come into view. */
  later() {
    if (this.waiting) return;
    this.waiting = requestAnimationFrame(() => {
      this.waiting = 0;
      this.drawVisible();
    });
  }

  /** Draws all of it again. */
  refresh() {
    if (!this.model || !this.x) return;
    this.box.style.height = `${this.model.rows.length * ROW + 16}px`;
    this.drawn = null;
    this.drawVisible();
  }

  drawVisible() {
    const { scroller, model } = this;
    if (!model || !this.x) return;
    const count = model.rows.length;
    const top = Math.floor(scroller.scrollTop / ROW);
    const bottom = Math.ceil((scroller.scrollTop + scroller.clientHeight) / ROW);
    if (this.drawn && top >= this.drawn.first && Math.min(bottom, count) <= this.drawn.last) return;
    const first = Math.max(0, top - 12);
    const last = Math.min(count, bottom + 12);
    this.drawn = { first, last };
    const rows = [];
    for (let r = first; r < last; r++) rows.push(this.drawRow(r));
    this.box.replaceChildren(this.drawPicture(first, last), ...rows);
    this.announce();
  }

  drawRow(r) {
    const { model } = this;
    const row = model.rows[r];
    const event = model.events[row.event];
    const names = ["row", row.kind, model.colour(row.thread)];
    let label;
    if (row.kind === "fold") {
      const run = model.runs[row.run];
      label = [this.unfold(true), el("span", { class: "what" }, `${run.to - run.from} more of ${model.threadName(row.thread)}`)];
    } else if (row.kind === "wait") {
      names.push("waits", row.wait.in_cycle ? "failing" : "idle");
      label = [el("span", { class: "what" }, `waits: ${row.wait.what}`)];
    } else {
      names.push(`is-${event.kind}`);
      if (row.event === model.failing) names.push("failing");
      else if (model.marked.has(row.event)) names.push("marked");
      const starts = row.run >= 0 && model.runs[row.run].from === row.event;
      label = [
        starts ? this.unfold(false) : null,
        el("span", { class: "what" }, event.what),
        event.file ? el("span", { class: "place" }, place(event)) : null,
      ];
    }
    if (row.kind !== "wait" && this.hits.has(row.event)) names.push("hit");
    if (r === this.selected) names.push("selected");
    else if (this.isApart(row)) names.push("apart");
    const box = el("div", {
      class: names.join(" "), id: `row-${r}`, "data-row": r, role: "option",
      "aria-selected": String(r === this.selected), "aria-posinset": r + 1, "aria-setsize": model.rows.length,
      "aria-label": this.spoken(row, event),
    },
    el("span", { class: "step" }, row.kind === "event" && event.step ? String(event.step) : ""),
    el("span", { class: "label" }, label));
    box.style.top = `${r * ROW}px`;
    box.lastChild.style.left = `${this.labelX(row.thread)}px`;
    return box;
  }

  unfold(folded) {
    return el("span", { class: "unfold", title: folded ? "Unfold (Enter)" : "Fold (Enter)" }, folded ? "\u25b8" : "\u25be");
  }

  /** Is it neither before nor after the selected step? */
  isApart(row) {
    if (!this.dims) return false;
    const here = this.model.rows[this.selected].event;
    return row.kind === "event" && row.event !== here && !!this.model.events[row.event].step &&
      !this.model.isBefore(row.event, here) && !this.model.isBefore(here, row.event);
  }

  spoken(row, event) {
    const name = this.model.threadName(row.thread);
    if (row.kind === "wait") return `At the end ${name} waits: ${row.wait.what}`;
    if (row.kind === "fold") {
      const run = this.model.runs[row.run];
      return `${run.to - run.from} more events of ${name}, folded`;
    }
    const bug = row.event === this.model.failing ? "The bug. " : this.model.marked.has(row.event) ? "Of the bug. " : "";
    return `${bug}${event.step ? `Step ${event.step}, ` : ""}${name}: ${event.what}`;
  }

  /** Lanes, arrows and marks from one row to another. */
  drawPicture(first, last) {
    const top = first * ROW;
    const height = (last - first) * ROW + 16;
    const svg = draw("svg", {
      class: "picture", width: this.width, height, viewBox: `0 ${top} ${this.width} ${height}`, "aria-hidden": "true",
    });
    svg.style.top = `${top}px`;
    this.drawLanes(svg, first, last);
    this.drawEdges(svg, first, last);
    for (let r = first; r < last; r++) svg.append(this.drawMark(r));
    return svg;
  }

  drawLanes(svg, first, last) {
    const { model } = this;
    model.spans.forEach((span, thread) => {
      if (!span || span.last < first || span.first >= last) return;
      const x = this.markX(thread);
      const from = middle(Math.max(span.first, first - 1));
      const to = middle(Math.min(span.last, last + 1));
      const kind = model.trackOf[thread] ? "lane buffer" : "lane";
      svg.append(draw("path", { class: `${kind} ${model.colour(thread)}`, d: `M${x} ${from}V${to}` }));
    });
  }

  drawEdges(svg, first, last) {
    const { model } = this;
    const chosen = [];
    for (const edge of model.edges) {
      const [from, to] = [model.rowOf[edge.from], model.rowOf[edge.to]];
      if (to < first || from >= last || from === to) continue;
      const isChosen = from === this.selected || to === this.selected;
      if (isChosen) chosen.push([edge, from, to]);
      else if (this.allArrows) this.drawEdge(svg, edge, from, to, edge.kind);
    }
    for (const [edge, from, to] of chosen) this.drawEdge(svg, edge, from, to, `${edge.kind} chosen`);
    this.drawRace(svg, first, last);
    for (const wait of model.waits) {
      const [from, to] = [model.waitRow.get(wait.thread), model.waitRow.get(wait.on)];
      if (to === undefined || from === to || !wait.in_cycle) continue;
      if (Math.max(from, to) < first || Math.min(from, to) >= last) continue;
      svg.append(curve(this.markX(wait.thread), middle(from), this.markX(wait.on), middle(to), "cycle"));
      svg.append(tip(this.markX(wait.on), middle(to) + (from < to ? -6 : 6), from < to, "cycle"));
    }
  }

  drawEdge(svg, edge, from, to, kind) {
    const { model } = this;
    const x1 = this.markX(model.events[edge.from].thread);
    const x2 = this.markX(model.events[edge.to].thread);
    svg.append(curve(x1, middle(from), x2, middle(to) - 7, kind), tip(x2, middle(to) - 6, true, kind));
  }

  /** The events of the bug belong together. */
  drawRace(svg, first, last) {
    const { model } = this;
    const marked = [...model.marked].filter((i) => model.rowOf[i] !== undefined).sort((a, b) => a - b);
    for (let k = 1; k < marked.length; k++) {
      const [from, to] = [model.rowOf[marked[k - 1]], model.rowOf[marked[k]]];
      if (to < first || from >= last || from === to) continue;
      const x1 = this.markX(model.events[marked[k - 1]].thread);
      const x2 = this.markX(model.events[marked[k]].thread);
      svg.append(curve(x1, middle(from), x2, middle(to), "race"));
    }
  }

  drawMark(r) {
    const { model } = this;
    const row = model.rows[r];
    const [x, y] = [this.markX(row.thread), middle(r)];
    const event = model.events[row.event];
    const colour = model.colour(row.thread);
    const isEvent = row.kind === "event";
    const bug = isEvent && (row.event === model.failing || model.marked.has(row.event)) ? " bug" : "";
    const now = r === this.selected ? " now" : "";
    const apart = now === "" && this.isApart(row) ? " apart" : "";
    const name = `mark ${colour}${bug}${now}${apart}`;
    if (row.kind === "fold") return draw("path", { class: `${name} folded`, d: `M${x} ${y - 8}V${y + 8}` });
    if (row.kind === "wait") return draw("path", { class: `${name} waiting${row.wait.in_cycle ? " bug" : ""}`, d: `M${x - 5} ${y - 5}h10v10h-10Z` });
    if (event.kind === "flush") return draw("path", { class: `${name} hollow`, d: `M${x} ${y - 6}l6 6-6 6-6-6Z` });
    if (event.kind === "buffered") return draw("circle", { class: `${name} hollow`, cx: x, cy: y, r: 4.5 });
    if (event.kind === "printed" || event.kind === "thread") return draw("circle", { class: `${name} small`, cx: x, cy: y, r: 2.5 });
    return draw("circle", { class: name, cx: x, cy: y, r: bug ? 6.5 : 5 });
  }

  /** Makes a row the present one. */
  select(row, how = "near") {
    this.selected = row;
    this.scrollTo(row, how);
    this.drawn = null;
    this.drawVisible();
  }

  scrollTo(row, how) {
    const { scroller } = this;
    if (!this.x) return;
    const head = this.heads.offsetHeight;
    const y = row * ROW;
    const view = scroller.clientHeight - head;
    if (how === "centre") {
      scroller.scrollTop = y - view / 2;
    } else {
      if (y < scroller.scrollTop + ROW) scroller.scrollTop = y - ROW;
      else if (y + 2 * ROW > scroller.scrollTop + view) scroller.scrollTop = y + 2 * ROW - view;
    }
    const lane = this.model.laneOf[this.model.rows[row].thread];
    const left = this.x[lane];
    const right = Math.min(left + LABEL, this.width);
    if (left - GUTTER < scroller.scrollLeft) scroller.scrollLeft = left - GUTTER;
    else if (right > scroller.scrollLeft + scroller.clientWidth) {
      scroller.scrollLeft = Math.min(left - GUTTER, right - scroller.clientWidth);
    }
  }

  announce() {
    const isThere = this.drawn && this.selected >= this.drawn.first && this.selected < this.drawn.last;
    if (isThere) this.box.setAttribute("aria-activedescendant", `row-${this.selected}`);
    else this.box.removeAttribute("aria-activedescendant");
  }
}

/** The middle of a row, from the top. */
function middle(row) {
  return row * ROW + ROW / 2;
}

/** A line from one mark to another: along the first lane, and across only at the end. */
function curve(x1, y1, x2, y2, kind) {
  const far = 3 * ROW;
  const bend = Math.sign(x2 - x1 || 1);
  let d;
  if (x1 === x2) {
    d = `M${x1} ${y1}C${x1 - 22} ${y1 + 12} ${x1 - 22} ${y2 - 12} ${x2} ${y2}`;
  } else if (y2 - y1 > far + ROW) {
    const x = x1 + 4 * bend;
    d = `M${x1} ${y1}Q${x} ${y1 + 2} ${x} ${y1 + 14}V${y2 - far}C${x} ${y2 - far / 3} ${x2} ${y2 - far / 1.5} ${x2} ${y2}`;
  } else {
    const k = Math.abs(y2 - y1) / 2;
    const way = Math.sign(y2 - y1 || 1);
    d = `M${x1} ${y1}C${x1} ${y1 + k * way} ${x2} ${y2 - k * way} ${x2} ${y2}`;
  }
  return draw("path", { class: `edge ${kind}`, d });
}

/** The tip of an arrow. */
function tip(x, y, down, kind) {
  const way = down ? 1 : -1;
  return draw("path", { class: `tip ${kind}`, d: `M${x - 3.5} ${y - 6 * way}L${x} ${y}L${x + 3.5} ${y - 6 * way}Z` });
}

/** A place for people: the file without its folders, and the line. */
function place(of) {
  const file = of.file.split("/").at(-1);
  return of.line ? `${file}:${of.line}` : file;
}
