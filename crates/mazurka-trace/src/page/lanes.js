// The lanes: a row for each event, of which only the visible ones are in the document.

const ROW = 28;
const TRACK = 16;
const GUTTER = 52;
const HEADS = 40;
/** The widest label that lanes make room for. */
const LABEL = 460;
const MAX_LANE = 300;

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
    this.rows = new Map();
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
    const view = this.scroller.clientWidth - 4;
    const tracks = model.lanes.map((lane) => lane.buffers.length * TRACK);
    const base = this.laneWidth(view - GUTTER, tracks);
    let x = GUTTER;
    this.x = tracks.map((width) => {
      const left = x;
      x += base + width;
      return left;
    });
    this.widths = tracks.map((width) => base + width);
    this.width = Math.max(view, x);
    this.box.style.width = `${this.width}px`;
    this.drawHeads();
    this.refresh();
  }

  /** So wide that all labels have room to the right of their marks, if that is possible. */
  laneWidth(room, tracks) {
    const { model } = this;
    const needs = tracks.map(() => 0);
    for (const row of model.rows) {
      const lane = model.laneOf[row.thread];
      needs[lane] = Math.max(needs[lane], Math.min(LABEL, this.need(row)));
    }
    let width = MAX_LANE;
    let before = 0;
    tracks.forEach((track, i) => {
      before += track;
      if (i) width = Math.min(width, (room - before - 22 - needs[i]) / i);
    });
    const even = (room - before) / Math.max(1, tracks.length);
    const least = this.leastWidth();
    // Few lanes leave their room to the labels, many share it.
    if (width < least && tracks.length > 5) width = even;
    return Math.floor(Math.max(least, Math.min(width, even, MAX_LANE)));
  }

  /** Room for the longest word of a name, within reason. */
  leastWidth() {
    const { model } = this;
    const words = model.lanes.flatMap((lane) => model.threadName(lane.thread).split(/\s+/));
    const longest = words.reduce((most, word) => Math.max(most, word.length), 0);
    return Math.min(112, Math.max(76, longest * 7.4 + 26));
  }

  /** About how wide a label is. */
  need(row) {
    const { model } = this;
    if (row.kind === "left-out") return 14 + gapText(row).length * 7.7;
    const event = row.kind === "wait" ? { what: model.waitText(row.wait) } : model.events[row.event];
    const letters = (model.what(event).length + (event.kind === "buffered" ? 9 : 0)) * 7.7 + (event.file ? place(event).length * 6.8 + 9 : 0);
    return 14 + letters;
  }

  /** How much room there is for a label, to the left of the marks and to the right. */
  rooms(thread) {
    return [this.x[this.model.laneOf[thread]] - GUTTER, this.width - this.labelX(thread) - 6];
  }

  /** Is there room for the whole label? Without it, it has no place, which the step card has as well. */
  hasRoom(row) {
    return this.need(row) <= Math.max(...this.rooms(row.thread));
  }

  /** Does the label stand to the left, because there is no room to the right? */
  flips(row) {
    const [left, right] = this.rooms(row.thread);
    return this.need(row) > right && left > right;
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
      head.style.width = `${this.widths[i] - 6}px`;
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
    this.forget();
    this.drawVisible();
  }

  /** Nothing of what is drawn is right any more. */
  forget() {
    this.drawn = null;
    this.rows = new Map();
    this.box.replaceChildren();
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
    const picture = this.drawPicture(first, last);
    if (this.picture?.parentElement === this.box) this.picture.replaceWith(picture);
    else this.box.replaceChildren(picture);
    this.picture = picture;
    this.placeRows(first, last);
    this.announce();
  }

  /** Rows that are there already stay. */
  placeRows(first, last) {
    const rows = new Map();
    let next = this.picture.nextSibling;
    for (let r = first; r < last; r++) {
      const row = this.rows.get(r) ?? this.drawRow(r);
      rows.set(r, row);
      if (row === next) next = next.nextSibling;
      else this.box.insertBefore(row, next);
    }
    while (next) {
      const after = next.nextSibling;
      next.remove();
      next = after;
    }
    this.rows = rows;
  }

  drawRow(r) {
    const { model } = this;
    const row = model.rows[r];
    const event = model.events[row.event];
    const names = ["row", row.kind, model.colour(row.thread)];
    let text;
    if (row.kind === "fold") {
      const run = model.runs[row.run];
      text = [this.unfold(true), el("span", { class: "what" }, `${run.to - run.from} more of ${model.threadName(row.thread)}`)];
    } else if (row.kind === "left-out") {
      text = [el("span", { class: "what" }, gapText(row))];
    } else if (row.kind === "wait") {
      names.push("waits", row.wait.in_cycle ? "cycle" : "idle");
      text = [el("span", { class: "what" }, model.waitText(row.wait))];
    } else {
      names.push(`is-${event.kind}`);
      if (row.event === model.failing) names.push("failing");
      else if (model.marked.has(row.event)) names.push("marked");
      const starts = row.run >= 0 && model.runs[row.run].from === row.event;
      text = [
        starts ? this.unfold(false) : null,
        el("span", { class: "what" }, model.what(event)),
        event.file && this.hasRoom(row) ? el("span", { class: "place" }, place(event)) : null,
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
    el("span", { class: "label" }, text));
    box.style.top = `${r * ROW}px`;
    const [left, right] = this.rooms(row.thread);
    const label = box.lastChild.style;
    if (row.kind === "left-out") {
      label.left = `${GUTTER}px`;
      return box;
    }
    if (this.flips(row)) label.right = `${this.width - this.x[model.laneOf[row.thread]] + 2}px`;
    else label.left = `${this.labelX(row.thread)}px`;
    label.maxWidth = `${this.flips(row) ? left : right}px`;
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
    if (row.kind === "wait") return `At the end ${name} ${this.model.waitText(row.wait)}`;
    if (row.kind === "left-out") return gapText(row);
    if (row.kind === "fold") {
      const run = this.model.runs[row.run];
      return `${run.to - run.from} more events of ${name}, folded`;
    }
    const bug = row.event === this.model.failing ? "The bug. " : this.model.marked.has(row.event) ? "Of the bug. " : "";
    const buffered = event.kind === "buffered" ? ", into the store buffer" : "";
    return `${bug}${event.step ? `Step ${event.step}, ` : ""}${name}: ${this.model.what(event)}${buffered}`;
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
    const marked = [...model.marked].filter((i) => model.events[i] && model.events[i].kind !== "finding").sort((a, b) => a - b);
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
    // Nothing is drawn there, also no lanes.
    if (row.kind === "left-out") return draw("rect", { class: "mark left-out", x: 0, y: y - ROW / 2 + 3, width: this.width, height: ROW - 6 });
    if (row.kind === "fold") return draw("path", { class: `${name} folded`, d: `M${x} ${y - 8}V${y + 8}` });
    if (row.kind === "wait") return draw("path", { class: `${name} waiting${row.wait.in_cycle ? " bug" : ""}`, d: `M${x - 5} ${y - 5}h10v10h-10Z` });
    if (event.kind === "flush") return draw("path", { class: `${name} hollow`, d: `M${x} ${y - 6}l6 6-6 6-6-6Z` });
    if (event.kind === "buffered") return draw("circle", { class: `${name} hollow`, cx: x, cy: y, r: 4.5 });
    if (event.kind === "printed" || event.kind === "thread") return draw("circle", { class: `${name} small`, cx: x, cy: y, r: 2.5 });
    return draw("circle", { class: name, cx: x, cy: y, r: bug ? 6.5 : 5 });
  }

  /** Makes a row the present one. */
  select(row, how = "near") {
    const changed = [this.selected, row];
    this.selected = row;
    this.scrollTo(row, how);
    this.drawn = null;
    if (this.dims) this.forget();
    for (const r of changed) {
      this.rows.get(r)?.remove();
      this.rows.delete(r);
    }
    this.drawVisible();
  }

  scrollTo(row, how) {
    const { scroller } = this;
    if (!this.x) return;
    const y = row * ROW;
    const view = scroller.clientHeight - HEADS;
    const { scrollTop, scrollLeft } = scroller;
    if (how === "centre") scroller.scrollTop = y - view / 2;
    else if (y < scrollTop + ROW) scroller.scrollTop = y - ROW;
    else if (y + 2 * ROW > scrollTop + view) scroller.scrollTop = y + 2 * ROW - view;
    const of = this.model.rows[row];
    const start = this.x[this.model.laneOf[of.thread]];
    const need = this.need(of);
    const left = Math.max(0, (this.flips(of) ? start - need : start) - GUTTER);
    const right = this.flips(of) ? start + 24 : Math.min(this.width, this.labelX(of.thread) + need);
    if (left < scrollLeft) scroller.scrollLeft = left;
    else if (right > scrollLeft + scroller.clientWidth) scroller.scrollLeft = Math.min(left, right - scroller.clientWidth);
  }

  announce() {
    const isThere = this.drawn && this.selected >= this.drawn.first && this.selected < this.drawn.last;
    if (isThere) this.box.setAttribute("aria-activedescendant", `row-${this.selected}`);
    else this.box.removeAttribute("aria-activedescendant");
  }
}

/** What is said where events are left out. */
function gapText(row) {
  return `${counted(row.count, "event")} left out`;
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
