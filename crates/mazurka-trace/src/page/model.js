// What the page shows, worked out from the data. Nothing here touches the document.

/** The data of the page. Numbers of 64 bits do not fit JavaScript's, and become texts. */
function readReport(text) {
  return JSON.parse(text.replace(/"(before|after)":(\d{16,})/g, '"$1":"$2"'));
}

/** A value for people: addresses and the like are easier to compare in hexadecimal. */
function shown(value) {
  if (typeof value === "number" && value < 2 ** 31) return String(value);
  return "0x" + BigInt(value).toString(16);
}

/** A number and the word for what it counts. */
function counted(number, word) {
  return `${number.toLocaleString("en")} ${word}${number === 1 ? "" : "s"}`;
}

/** Runs of one thread longer than this are folded. */
const LONG_RUN = 7;

/** A text in quotes, without characters that a browser obeys in the place of showing them. */
function quoted(text) {
  const obeyed = /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;
  return JSON.stringify(text).replace(obeyed, (c) => `\\u{${c.charCodeAt(0).toString(16)}}`);
}

/** One execution: its lanes, its rows, its arrows. */
class Model {
  constructor(trace) {
    this.trace = trace;
    this.threads = trace.threads ?? [];
    this.objects = trace.objects ?? [];
    this.events = trace.events ?? [];
    this.finding = trace.finding ?? null;
    this.waits = this.finding?.waits ?? [];
    this.marked = new Set(this.finding?.events ?? []);
    this.eventOfStep = new Map();
    this.events.forEach((event, i) => {
      if (event.step) this.eventOfStep.set(event.step, i);
    });
    this.failing = this.findFailing();
    this.makeLanes();
    this.edges = this.makeEdges();
    this.initial = this.makeInitial();
    this.runs = this.makeRuns();
    this.unfolded = new Set();
    this.folds = true;
    this.texts = [];
    this.makeRows();
  }

  /** The event that is the bug; -1 if there is none. */
  findFailing() {
    if (!this.finding) return -1;
    for (let i = this.events.length - 1; i >= 0; i--) {
      if (this.events[i].kind === "finding") return i;
    }
    return this.marked.size ? Math.max(...this.marked) : -1;
  }

  /** The row that the eye should fall upon. */
  firstRow() {
    if (this.failing >= 0) return this.rowOf[this.failing];
    const wait = this.waits.find((one) => one.in_cycle) ?? this.waits[0];
    if (wait) return this.waitRow.get(wait.thread);
    return this.finding ? this.rows.length - 1 : 0;
  }

  /** Where a thread waits at the end: as the text says, or else where it was last. */
  waitPlace(wait) {
    const said = /\bat (.+?):(\d+)\b/.exec(wait.what);
    const source = said && (this.trace.sources ?? []).find((one) => one.file === said[1]);
    if (source) return { file: source.file, line: Number(said[2]) };
    return this.events.findLast((event) => event.thread === wait.thread && event.file) ?? null;
  }

  /** What a thread waits for at the end, without its name. */
  waitText(wait) {
    const name = `${this.threadName(wait.thread)} `;
    const what = wait.what.startsWith(name) ? wait.what.slice(name.length) : wait.what;
    return what.startsWith("waits ") ? what : `waits: ${what}`;
  }

  /** A lane for each thread; store buffers are tracks in the lane of their owner. */
  makeLanes() {
    this.lanes = [];
    this.laneOf = [];
    this.trackOf = [];
    const ownerOf = (thread) => {
      for (let k = 0; k < this.threads.length; k++) {
        const owner = this.threads[thread].owner;
        if (owner === undefined) return thread;
        thread = owner;
      }
      return thread;
    };
    this.threads.forEach((thread, i) => {
      if (thread.owner !== undefined) return;
      this.laneOf[i] = this.lanes.length;
      this.trackOf[i] = 0;
      this.lanes.push({ thread: i, buffers: [] });
    });
    this.threads.forEach((thread, i) => {
      if (thread.owner === undefined) return;
      const lane = this.lanes[this.laneOf[ownerOf(i)]] ?? this.lanes[0];
      lane.buffers.push(i);
      this.laneOf[i] = this.laneOf[lane.thread];
      this.trackOf[i] = lane.buffers.length;
    });
  }

  makeEdges() {
    const edges = [];
    this.events.forEach((event, to) => {
      const read = event.reads_from ? this.eventOfStep.get(event.reads_from) : undefined;
      if (read !== undefined && this.events[read].thread !== event.thread) {
        edges.push({ from: read, to, kind: "reads" });
      }
      for (const from of event.follows ?? []) {
        if (from !== read) edges.push({ from, to, kind: "follows" });
      }
    });
    return edges;
  }

  /** What objects held at first, as far as events tell. Locks are shown with those who hold them. */
  makeInitial() {
    const initial = new Map();
    const locks = this.events.filter((event) => (event.changes ?? []).some((change) => change.of === "locks"));
    this.locks = new Set(locks.map((event) => event.object));
    for (const event of this.events) {
      if (event.left_out) break;
      if (!holds(event) || initial.has(event.object) || this.locks.has(event.object)) continue;
      initial.set(event.object, event.before);
    }
    return initial;
  }

  /** The middle of each long run of one lane: pieces of events that nothing marks. */
  makeRuns() {
    const runs = [];
    const { events } = this;
    let start = 0;
    for (let i = 1; i <= events.length; i++) {
      const lane = this.laneOf[events[start].thread];
      if (i < events.length && !events[i].left_out && this.laneOf[events[i].thread] === lane) continue;
      if (i - start > LONG_RUN) this.foldable(start + 2, i - 2, runs);
      start = i;
    }
    return runs;
  }

  foldable(from, to, runs) {
    let start = from;
    for (let i = from; i <= to; i++) {
      if (i < to && !this.marked.has(i) && i !== this.failing) continue;
      if (i - start >= 3) runs.push({ from: start, to: i });
      start = i + 1;
    }
  }

  /** Rows are events, folded runs, places where events are left out, and at the end the threads that wait. */
  makeRows() {
    this.rows = [];
    this.rowOf = new Array(this.events.length);
    let run = 0;
    for (let i = 0; i < this.events.length; i++) {
      if (this.events[i].left_out) {
        this.rows.push({ kind: "left-out", run: -1, event: i, thread: this.events[i].thread, count: this.events[i].left_out });
      }
      while (run < this.runs.length && this.runs[run].to <= i) run++;
      const here = this.runs[run];
      if (here && here.from === i && this.isFolded(run)) {
        for (let k = here.from; k < here.to; k++) this.rowOf[k] = this.rows.length;
        this.rows.push({ kind: "fold", run, event: here.to - 1, thread: this.events[i].thread });
        i = here.to - 1;
        continue;
      }
      this.rowOf[i] = this.rows.length;
      const inside = here && here.from <= i ? run : -1;
      this.rows.push({ kind: "event", run: inside, event: i, thread: this.events[i].thread });
    }
    this.waitRow = new Map();
    for (const wait of this.waits) {
      this.waitRow.set(wait.thread, this.rows.length);
      this.rows.push({ kind: "wait", run: -1, event: this.events.length - 1, thread: wait.thread, wait });
    }
    this.makeSpans();
  }

  isFolded(run) {
    return this.folds !== this.unfolded.has(run);
  }

  /** Folds or unfolds one run. */
  toggle(run) {
    if (!this.unfolded.delete(run)) this.unfolded.add(run);
    this.makeRows();
  }

  /** Folds or unfolds all runs. */
  foldAll(folds) {
    this.folds = folds;
    this.unfolded.clear();
    this.makeRows();
  }

  /** Makes an event a row of its own. */
  reveal(event) {
    const row = this.rows[this.rowOf[event]];
    if (row.kind === "fold") this.toggle(row.run);
  }

  /** From which row to which each thread is drawn. */
  makeSpans() {
    this.spans = this.threads.map(() => null);
    const touch = (thread, row) => {
      const span = (this.spans[thread] ??= { first: row, last: row });
      span.first = Math.min(span.first, row);
      span.last = Math.max(span.last, row);
    };
    this.rows.forEach((row, r) => touch(row.thread, r));
    // The track of a store buffer begins where a store enters it that it carries out later.
    const entered = new Map();
    this.events.forEach((event, i) => {
      touch(event.thread, this.rowOf[i]);
      for (const change of event.changes ?? []) {
        if (change.of !== "buffer") continue;
        const key = `${this.laneOf[change.thread]} ${change.adds ?? change.removes}`;
        if (change.adds !== undefined) entered.set(key, [...(entered.get(key) ?? []), this.rowOf[i]]);
        else if (this.trackOf[event.thread] && entered.get(key)?.length) touch(event.thread, entered.get(key).shift());
      }
    });
  }

  threadName(thread) {
    const of = this.threads[thread];
    return of ? of.name || of.id : "";
  }

  objectName(object) {
    return this.objects[object]?.name ?? `object ${object}`;
  }

  /** What an event does, for people. */
  what(event) {
    return event.kind === "printed" ? `prints ${quoted(event.what)}` : event.what;
  }

  /** The colour of a thread: one of eight, the same for its store buffers. */
  colour(thread) {
    return `t${(this.laneOf[thread] ?? 0) % 8}`;
  }

  /** The next row of the lane of this row, or the one before. */
  nextOfLane(row, way) {
    const lane = this.laneOf[this.rows[row].thread];
    for (let r = row + way; r >= 0 && r < this.rows.length; r += way) {
      if (this.laneOf[this.rows[r].thread] === lane) return r;
    }
    return row;
  }

  /** The text of an event that a search looks at. */
  textOf(i) {
    const event = this.events[i];
    return (this.texts[i] ??= [
      event.step ? `step ${event.step}` : "",
      this.threadName(event.thread),
      event.what,
      event.operation ?? "",
      event.object === undefined ? "" : this.objectName(event.object),
      event.file ? `${event.file}:${event.line ?? ""}` : "",
      ...(event.stack ?? []).map((frame) => frame.function ?? ""),
    ].join("\n").toLowerCase());
  }

  /** The events that have a text; if there are none, those that have all of its words. */
  search(text) {
    const words = text.toLowerCase().split(/\s+/).filter(Boolean);
    if (!words.length) return [];
    const having = (parts) => [...this.events.keys()].filter((i) => parts.every((part) => this.textOf(i).includes(part)));
    const hits = having([words.join(" ")]);
    return hits.length ? hits : having(words);
  }

  /** Values, locks, mailboxes, store buffers and places, after a row. Of what was before events that are left out, nothing is known. */
  stateAt(row) {
    const last = row.event;
    const values = new Map(this.initial);
    const sets = { locks: new Map(), mailbox: new Map(), buffer: new Map() };
    const places = new Map();
    let isWhole = true;
    for (let i = 0; i <= last; i++) {
      const event = this.events[i];
      if (event.left_out) {
        isWhole = false;
        for (const known of [values, places, ...Object.values(sets)]) known.clear();
        if (row.kind === "left-out" && i === last) break;
      }
      // What reads an older value leaves the newest one as it is.
      if (holds(event) && changes(event) && !this.locks.has(event.object)) values.set(event.object, event.after);
      if (event.file && event.line) places.set(this.laneOf[event.thread], event);
      for (const change of event.changes ?? []) apply(sets[change.of], change);
    }
    if (row.kind === "wait") {
      for (const wait of this.waits) {
        const place = this.waitPlace(wait);
        if (place) places.set(this.laneOf[wait.thread], place);
      }
    }
    return { values, sets, places, isWhole };
  }

  /** Does one event happen before another one? */
  isBefore(a, b) {
    const [first, second] = [this.events[a], this.events[b]];
    const of = first.clock?.[first.thread];
    return a !== b && of !== undefined && (second.clock?.[first.thread] ?? 0) >= of;
  }
}

/** Does the event tell what an object holds? A store that is buffered does not change it yet. */
function holds(event) {
  return event.object !== undefined && event.kind !== "buffered" &&
    (event.before !== undefined || event.after !== undefined);
}

/** Does the event change what its object holds? */
function changes(event) {
  return event.after !== undefined && event.after !== event.before;
}

/** Carries out a change of what threads have. */
function apply(set, change) {
  if (!set) return;
  if (!set.has(change.thread)) set.set(change.thread, []);
  const items = set.get(change.thread);
  if (change.removes !== undefined) {
    const at = items.indexOf(change.removes);
    if (at >= 0) items.splice(at, 1);
  }
  if (change.adds !== undefined) items.push(change.adds);
}

/** The tree of an exploration: each execution belongs to the one whose way it leaves. */
function explorationTree(executions) {
  const roots = [];
  const path = [];
  executions.forEach((execution, i) => {
    const node = { ...execution, number: i + 1, children: [], size: 1 };
    while (path.length && path.at(-1).shared >= node.shared) path.pop();
    if (path.length) {
      path.at(-1).children.push(node);
      for (const above of path) above.size++;
    } else {
      roots.push(node);
    }
    path.push(node);
  });
  return roots;
}
