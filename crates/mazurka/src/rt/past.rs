//! The past of a process as a number.
//!
//! The state of a process follows from its past: from all events that happen before what it
//! does next, and what they did. So processes with the same past are in the same state, in
//! whatever execution. Here the past is a hash, made of the same touches and edges that
//! explorers make happens-before of, and in the same way: equivalent executions have the same.
//! What was touched is taken over when a number is asked for or a step ends, so an operation
//! itself costs nothing; and in programs in which no thread waits in a loop nothing is done.
//!
//! An object has the hash of its last write, and sums of what came after that and commutes:
//! additions, settings and reads.
//!
//! The time of a process is kept beside the hash (see [`super::clock`]): it is no earlier than that of
//! anything in its past.

use super::state::State;
use mazurka_program::{Access, Edge, ObjectId, ProcessId, Touch, Turn};

/// A past: its hash, and the time that had passed by then, in nanoseconds.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Moment {
    hash: u64,
    pub(super) time: u64,
}

impl Moment {
    /// The past in which that comes next.
    fn then(self, number: u64) -> Moment {
        let hash = mix(self.hash, number);
        Moment { hash, ..self }
    }

    /// The past in which that other one comes next.
    fn after(self, other: Moment) -> Moment {
        let time = self.time.max(other.time);
        Moment {
            time,
            ..self.then(other.hash)
        }
    }

    /// Both, in no order.
    fn beside(self, other: Moment) -> Moment {
        Moment {
            hash: self.hash.wrapping_add(other.hash),
            time: self.time.max(other.time),
        }
    }
}

/// The pasts of the processes of an execution.
pub(super) struct Past {
    /// Are they asked for?
    is_on: bool,
    /// Is memory the explorer's? Then who reads what is overwritten later may do so before or after that,
    /// and so a read comes before nothing but what its own process does next.
    is_graph: bool,
    /// By process.
    processes: Vec<Moment>,
    /// By object.
    objects: Vec<Accessed>,
    /// By object, the writes of memory that is the explorer's.
    written: Vec<Option<Written>>,
    /// By mark.
    marks: Vec<Moment>,
    /// The step under way, unless what it touched has been taken over.
    event: Option<Turn>,
    /// It does not read what it writes.
    is_store: bool,
    /// How many of its edges have been taken over.
    edges: usize,
}

/// The writes of an object of the explorer's memory. A process that reads has the past of the
/// write that it reads; the order of writes and reads is otherwise no past.
#[derive(Default)]
struct Written {
    /// The pasts of its changes, in the order in which they were run.
    changes: Vec<Moment>,
    /// The past of the change that the next step reads.
    source: Option<Moment>,
}

/// What was done to an object.
#[derive(Clone, Copy, Default)]
struct Accessed {
    written: Moment,
    added: Moment,
    set: Moment,
    read: Moment,
}

impl Accessed {
    /// What happens before an access.
    fn before(&self, access: Access) -> Moment {
        let Accessed {
            written,
            added,
            set,
            read,
        } = *self;
        match access {
            Access::None | Access::Own => Moment::default(),
            Access::Read => written.beside(added).beside(set),
            Access::Add => written.beside(read).beside(set),
            Access::Set => written.beside(read).beside(added),
            Access::Write => written.beside(read).beside(added).beside(set),
        }
    }

    /// The event that has accessed it last was no earlier than that.
    fn reach_time(&mut self, access: Access, time: u64) {
        let moment = match access {
            Access::None | Access::Own => return,
            Access::Read => &mut self.read,
            Access::Add => &mut self.added,
            Access::Set => &mut self.set,
            Access::Write => &mut self.written,
        };
        moment.time = moment.time.max(time);
    }

    /// An event with that past has accessed it.
    fn add(&mut self, access: Access, past: Moment) {
        match access {
            Access::None | Access::Own => {}
            Access::Read => self.read = self.read.beside(past),
            Access::Add => self.added = self.added.beside(past),
            Access::Set => self.set = self.set.beside(past),
            Access::Write => {
                *self = Accessed {
                    written: past,
                    ..Accessed::default()
                }
            }
        }
    }
}

impl Past {
    pub(super) const fn new() -> Past {
        Past {
            is_on: false,
            is_graph: false,
            processes: Vec::new(),
            objects: Vec::new(),
            written: Vec::new(),
            marks: Vec::new(),
            event: None,
            is_store: false,
            edges: 0,
        }
    }

    /// Begins an execution, in which pasts are asked for or not, and memory is the explorer's or not.
    pub(super) fn begin(&mut self, is_on: bool, is_graph: bool) {
        self.is_on = is_on;
        self.is_graph = is_graph;
        self.processes.fill(Moment::default());
        self.objects.fill(Accessed::default());
        self.written.clear();
        self.marks.clear();
        self.event = None;
        self.edges = 0;
    }

    /// A step begins.
    #[inline]
    pub(super) fn begin_step(&mut self, turn: Turn) {
        if self.is_on {
            self.is_store = false;
            self.event = Some(turn);
            self.edges = 0;
        }
    }

    fn process(&mut self, process: ProcessId) -> &mut Moment {
        if self.processes.len() <= process.index() {
            self.processes
                .resize(process.index() + 1, Moment::default());
        }
        &mut self.processes[process.index()]
    }

    /// The step that begins stores.
    pub(super) fn begin_store(&mut self) {
        self.is_store = true;
    }

    /// That object is memory of the explorer's.
    pub(super) fn meet(&mut self, object: ObjectId) {
        if !self.is_on {
            return;
        }
        if self.written.len() <= object.index() {
            self.written.resize_with(object.index() + 1, || None);
        }
        self.written[object.index()].get_or_insert_default();
    }

    /// The next step reads what that change of the object has left.
    pub(super) fn recall(&mut self, object: ObjectId, write: u32) {
        if let Some(Some(written)) = self.written.get_mut(object.index()) {
            let change = (write as usize).checked_sub(1);
            let past = change.and_then(|change| written.changes.get(change));
            written.source = Some(past.copied().unwrap_or_default());
        }
    }

    /// An event of a process has accessed memory of the explorer's. True if it is.
    fn add_access(&mut self, process: ProcessId, touch: &Touch) -> bool {
        let before = *self.process(process);
        let Some(Some(written)) = self.written.get_mut(touch.object.index()) else {
            return false;
        };
        let mut past = before.then(u64::from(touch.object.0) << 8 | touch.access as u64);
        let source = written.source.take();
        if !self.is_store {
            // What nothing was said of is what was there at first.
            past = past.then(touch.before).after(source.unwrap_or_default());
        }
        if touch.access.changes() {
            past = past.then(touch.after);
            written.changes.push(past);
        }
        *self.process(process) = past;
        true
    }

    /// An event of a process touched these.
    fn add_event(&mut self, turn: Turn, touches: &[Touch]) {
        if let [touch] = touches
            && self.add_access(turn.process, touch)
        {
            return;
        }
        let before = *self.process(turn.process);
        let mut past = before.then(1 + u64::from(turn.alternative));
        for touch in touches {
            let index = touch.object.index();
            if self.objects.len() <= index {
                self.objects.resize(index + 1, Accessed::default());
            }
            let Touch { access, store, .. } = *touch;
            // Who adds or sets does not learn what was there.
            let seen = match access {
                Access::Read | Access::Write => touch.before,
                Access::Own => store.map_or(0, |store| store.index() as u64 + 1),
                Access::None | Access::Add | Access::Set => 0,
            };
            past = past.then(u64::from(touch.object.0) << 8 | access as u64);
            past = past.then(seen);
            past = past.after(self.objects[index].before(access));
            if access.changes() {
                let change = match access {
                    Access::Add => touch.after.wrapping_sub(touch.before),
                    _ => touch.after,
                };
                past = past.then(change);
            }
        }
        for touch in touches {
            if !(self.is_graph && touch.access == Access::Read) {
                self.objects[touch.object.index()].add(touch.access, past);
            }
        }
        *self.process(turn.process) = past;
    }

    fn add_edge(&mut self, edge: Edge) {
        match edge {
            Edge::Spawn { parent, child } => {
                let before = parent.map(|parent| *self.process(parent));
                let before = before.unwrap_or_default();
                *self.process(child) = before.then(u64::from(child.0));
            }
            Edge::Join { process, target } => {
                let joined = *self.process(target);
                self.add(process, joined);
            }
            Edge::Wake { process, by } => {
                let joined = *self.process(by);
                self.add(process, joined);
            }
            Edge::Mark { process } => {
                let marked = *self.process(process);
                self.marks.push(marked);
            }
            Edge::After { process, mark } => {
                let joined = self.marks[mark as usize];
                self.add(process, joined);
            }
        }
    }

    /// It is at least that late for a process, and was so for the step under way, which touched these.
    fn reach_time(&mut self, process: ProcessId, time: u64, touches: &[Touch]) {
        let past = self.process(process);
        past.time = past.time.max(time);
        if self.event.is_none() {
            // The step has been taken over.
            for touch in touches {
                self.objects[touch.object.index()].reach_time(touch.access, time);
            }
        }
    }

    fn add(&mut self, process: ProcessId, joined: Moment) {
        let past = self.process(process);
        *past = past.after(joined);
    }
}

impl State {
    /// Takes over what the step under way has done so far: its operation touches nothing any
    /// more when this is called.
    #[inline]
    pub(super) fn take_over_past(&mut self) {
        if self.past.is_on {
            self.take_over();
        }
    }

    #[inline(never)]
    fn take_over(&mut self) {
        let State {
            past,
            touches,
            edges,
            ..
        } = self;
        if let Some(turn) = past.event.take() {
            past.add_event(turn, touches);
        }
        for edge in &edges[past.edges..] {
            past.add_edge(*edge);
        }
        past.edges = edges.len();
    }

    /// The number of the past of a process.
    pub(super) fn past_of(&mut self, process: ProcessId) -> u64 {
        self.take_over_past();
        debug_assert!(self.past.is_on);
        self.past.process(process).hash
    }

    /// The time of a process, which is kept up to date if the refinement says that one looks at it.
    pub(super) fn time_of(&mut self, process: ProcessId) -> &mut u64 {
        self.take_over_past();
        &mut self.past.process(process).time
    }

    /// See [`Past::reach_time`].
    pub(super) fn reach_time(&mut self, process: ProcessId, time: u64) {
        let State { past, touches, .. } = self;
        past.reach_time(process, time, touches);
    }

    /// The step is over, and its edges are handed over.
    #[inline]
    pub(super) fn end_past(&mut self) {
        self.take_over_past();
        self.past.edges = 0;
    }

    /// The step is over: what it did is forgotten.
    #[inline]
    pub(super) fn forget_step(&mut self) {
        self.end_past();
        self.touches.clear();
        self.edges.clear();
    }
}

/// A hash of two numbers; their order matters.
#[inline]
fn mix(a: u64, b: u64) -> u64 {
    let mut hash = a
        .rotate_left(29)
        .wrapping_add(b.wrapping_mul(0x9e37_79b9_7f4a_7c15))
        .wrapping_add(0x2545_f491_4f6c_dd1d);
    hash = (hash ^ hash >> 32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    hash = (hash ^ hash >> 29).wrapping_mul(0x94d0_49bb_1331_11eb);
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(object: u32, access: Access, before: u64, after: u64) -> Touch {
        Touch::new(ObjectId(object), access, before, after)
    }

    /// The pasts of three processes after these events.
    fn after(events: &[(u32, Touch)]) -> [Moment; 3] {
        let mut past = Past::new();
        past.begin(true, false);
        for id in 0..3 {
            let parent = (id > 0).then_some(ProcessId(0));
            let child = ProcessId(id);
            past.add_edge(Edge::Spawn { parent, child });
        }
        for (process, touch) in events {
            past.add_event(ProcessId(*process).into(), &[*touch]);
        }
        [0, 1, 2].map(|id| *past.process(ProcessId(id)))
    }

    #[test]
    fn equivalent_executions_have_the_same_pasts() {
        let add = |by: u32, before| (by, touch(0, Access::Add, before, before + u64::from(by)));
        let read = |by, value| (by, touch(0, Access::Read, value, value));
        let sum = [add(1, 0), add(2, 1), read(0, 3)];
        assert_eq!(after(&sum), after(&[add(2, 0), add(1, 2), read(0, 3)]));
        let write = (0, touch(0, Access::Write, 0, 7));
        let other = (2, touch(1, Access::Write, 0, 7));
        assert_eq!(
            after(&[write, other, read(1, 7)]),
            after(&[other, write, read(1, 7)])
        );
    }

    #[test]
    fn time_is_that_of_what_came_before() {
        let mut past = Past::new();
        past.begin(true, false);
        past.process(ProcessId(0)).time = 5;
        past.process(ProcessId(1)).time = 7;
        past.add_event(ProcessId(0).into(), &[touch(0, Access::Write, 0, 1)]);
        past.add_event(ProcessId(1).into(), &[touch(1, Access::Add, 0, 1)]);
        past.add_event(ProcessId(2).into(), &[touch(1, Access::Add, 1, 2)]);
        // Additions do not come after one another.
        assert_eq!(past.process(ProcessId(2)).time, 0);
        past.add_event(ProcessId(2).into(), &[touch(0, Access::Read, 1, 1)]);
        assert_eq!(past.process(ProcessId(2)).time, 5);
        past.add_event(ProcessId(2).into(), &[touch(1, Access::Read, 2, 2)]);
        assert_eq!(past.process(ProcessId(2)).time, 7);
        let (process, target) = (ProcessId(0), ProcessId(1));
        past.add_edge(Edge::Join { process, target });
        assert_eq!(past.process(process).time, 7);
    }

    #[test]
    fn other_executions_have_others() {
        let write = |by, before| (by, touch(0, Access::Write, before, 7));
        let read = |value| (2, touch(0, Access::Read, value, value));
        let [_, _, first] = after(&[write(0, 0), write(1, 7), read(7)]);
        let [_, _, second] = after(&[write(1, 0), write(0, 7), read(7)]);
        let [_, _, early] = after(&[read(0), write(1, 0), write(0, 7)]);
        assert!(first != second && second != early && early != first);
    }
}
