//! The clocks of [`Races`], judged by the definition of happens-before.
//!
//! Random sequences of operations are fed to the clocks, and to a graph: one
//! node per operation, edges by the text of the C11 model, closed transitively.
//! The two have to agree on every access of a cell, and on every operation on a
//! reference count; also after going back to an earlier point of the sequence, where reads take
//! older writes, and where every access counts as release and acquire.

use super::{Ordering, Point, ProcessId};
use mazurka_program::ObjectId;
use mazurka_random::Random;
use std::panic::Location;

type Place = &'static Location<'static>;
type Races = super::Races<Place>;

const PROCESSES: u32 = 4;
const MAIN: u32 = 0;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Spawn(u32),
    Join(u32),
    Load(u32, Ordering),
    Store(u32, Ordering),
    Rmw(u32, Ordering),
    Fence(Ordering),
    Lock,
    Unlock,
    CellRead(u32),
    CellWrite(u32),
    UnsyncRead(u32),
    CountChange,
    CountObserved,
}

use Step::*;

/// One operation of one process; the sequence of them is the execution.
type Node = (u32, Step);

/// Happens-before by definition: `graph[b]` has a bit for every node before b.
struct Graph {
    nodes: Vec<Node>,
    before: Vec<u64>,
    /// The write that a read takes, by node: not always the last one before it.
    taken: Vec<Option<usize>>,
}

impl Graph {
    fn truncate(&mut self, len: usize) {
        self.nodes.truncate(len);
        self.before.truncate(len);
        self.taken.truncate(len);
    }

    fn happens_before(&self, a: usize, b: usize) -> bool {
        self.before[b] & (1 << a) != 0
    }

    /// Adds a node, with the edges from the nodes before it; a read takes that one of the
    /// writes so far, from one on, or none of them, or the last.
    fn push(&mut self, node: Node, write: Option<usize>) -> usize {
        let b = self.nodes.len();
        assert!(b < 64, "a bit for each node");
        let writes = match node.1 {
            Load(x, _) | Rmw(x, _) => self.writes_of(x),
            _ => Vec::new(),
        };
        let write = write.unwrap_or(writes.len());
        let taken = write.checked_sub(1).map(|place| writes[place]);
        self.taken.push(taken);
        self.nodes.push(node);
        let mut before = 0;
        for a in 0..b {
            if self.is_edge(a, b) {
                before |= self.before[a] | 1 << a;
            }
        }
        self.before.push(before);
        b
    }

    fn is_edge(&self, a: usize, b: usize) -> bool {
        let ((p, first), (q, second)) = (self.nodes[a], self.nodes[b]);
        p == q
            || first == Spawn(q)
            || second == Join(p)
            || (first == Unlock && second == Lock)
            || self.synchronizes(a, b)
    }

    /// Is `a` a release, `b` an acquire, and does the read of `b` take a value
    /// of the release sequence that the write of `a` heads?
    fn synchronizes(&self, a: usize, b: usize) -> bool {
        let reads = (0..=b).filter(|r| self.is_acquired_by(*r, b));
        let mut pairs = reads.filter_map(|r| Some((self.read_from(r)?, r)));
        pairs.any(|(from, _)| {
            let mut writes = (0..=from).filter(|w| self.is_released_by(*w, a));
            writes.any(|w| self.in_release_sequence(w, from))
        })
    }

    /// Does the read `r` acquire at `b`: is it `b`, or is `b` a fence after it?
    fn is_acquired_by(&self, r: usize, b: usize) -> bool {
        let ordering = match self.nodes[r].1 {
            Load(_, ordering) | Rmw(_, ordering) => ordering,
            _ => return false,
        };
        if r == b {
            return acquires(ordering);
        }
        matches!(self.nodes[b], (p, Fence(fence)) if p == self.nodes[r].0 && acquires(fence))
            && r < b
    }

    /// Does the write `w` release at `a`: is it `a`, or is `a` a fence before it?
    fn is_released_by(&self, w: usize, a: usize) -> bool {
        let ordering = match self.nodes[w].1 {
            Store(_, ordering) | Rmw(_, ordering) => ordering,
            _ => return false,
        };
        if w == a {
            return releases(ordering);
        }
        matches!(self.nodes[a], (p, Fence(fence)) if p == self.nodes[w].0 && releases(fence))
            && a < w
    }

    fn written(&self, node: usize) -> Option<u32> {
        match self.nodes[node].1 {
            Store(x, _) | Rmw(x, _) => Some(x),
            _ => None,
        }
    }

    fn writes_of(&self, x: u32) -> Vec<usize> {
        let nodes = 0..self.nodes.len();
        nodes.filter(|w| self.written(*w) == Some(x)).collect()
    }

    /// The write that a read takes its value from.
    fn read_from(&self, r: usize) -> Option<usize> {
        self.taken[r]
    }

    /// Do read-modify-writes lead from `w` to `to`, each of what the one before left?
    fn in_release_sequence(&self, w: usize, to: usize) -> bool {
        w == to
            || matches!(self.nodes[to].1, Rmw(..))
                && self.taken[to].is_some_and(|from| self.in_release_sequence(w, from))
    }

    /// The earlier nodes that conflict with `b` and do not happen before it.
    fn unordered(&self, b: usize, conflicts: impl Fn(Step, Step) -> bool) -> Vec<usize> {
        (0..b)
            .filter(|a| conflicts(self.nodes[*a].1, self.nodes[b].1))
            .filter(|a| self.nodes[*a].0 != self.nodes[b].0 && !self.happens_before(*a, b))
            .collect()
    }
}

/// A step as it counts if every access of a location acquires and releases.
fn strengthened(step: Step) -> Step {
    match step {
        Load(x, _) => Load(x, Ordering::AcqRel),
        Store(x, _) => Store(x, Ordering::AcqRel),
        Rmw(x, _) => Rmw(x, Ordering::AcqRel),
        other => other,
    }
}

fn acquires(ordering: Ordering) -> bool {
    use Ordering::{AcqRel, Acquire, SeqCst};
    matches!(ordering, Acquire | AcqRel | SeqCst)
}

fn releases(ordering: Ordering) -> bool {
    use Ordering::{AcqRel, Release, SeqCst};
    matches!(ordering, Release | AcqRel | SeqCst)
}

fn race(a: Step, b: Step) -> bool {
    match (a, b) {
        (CellWrite(x), CellRead(y) | CellWrite(y)) | (CellRead(x), CellWrite(y)) => x == y,
        (UnsyncRead(x), Store(y, _) | Rmw(y, _)) | (Store(x, _) | Rmw(x, _), UnsyncRead(y)) => {
            x == y
        }
        _ => false,
    }
}

fn counts_conflict(a: Step, b: Step) -> bool {
    matches!(
        (a, b),
        (CountChange, CountObserved) | (CountObserved, CountChange)
    )
}

const LOCATIONS: u32 = 2;
const MUTEX: ObjectId = ObjectId(10);
const COUNT: ObjectId = ObjectId(11);

fn location(x: u32) -> ObjectId {
    ObjectId(x)
}

fn cell(x: u32) -> ObjectId {
    ObjectId(20 + x)
}

/// An execution under way: both judges, and what its processes may do next.
struct Execution {
    races: Races,
    graph: Graph,
    state: State,
}

#[derive(Clone)]
struct State {
    /// Spawned and not yet joined.
    running: Vec<u32>,
    spawned: u32,
    holder: Option<u32>,
    /// Where a race was found: one of a kind is told.
    reported: Vec<ObjectId>,
    /// Do reads take any write?
    recalls: bool,
    /// Does every access acquire and release?
    is_ra: bool,
}

impl Execution {
    fn run(&mut self, p: u32, step: Step, random: &mut Steps) {
        let id = ProcessId(p);
        let place: Place = Location::caller();
        let mut write = None;
        if let (Load(x, _) | Rmw(x, _), true) = (step, self.state.recalls) {
            let writes = self.graph.writes_of(x).len() as u32;
            let taken = random.below(writes + 1);
            self.races.recall(location(x), taken);
            write = Some(taken as usize);
        }
        let counted = if self.state.is_ra {
            strengthened(step)
        } else {
            step
        };
        let b = self.graph.push((p, counted), write);
        let races = &mut self.races;
        match step {
            Spawn(child) => races.spawn(id, ProcessId(child)),
            Join(child) => races.join(id, ProcessId(child)),
            Load(x, ordering) => races.load(id, location(x), ordering),
            Store(x, ordering) => {
                let conflict = races.store(id, location(x), ordering, place);
                self.judge(b, location(x), conflict.map(|conflict| conflict.process));
            }
            Rmw(x, ordering) => {
                let conflict = races.rmw(id, location(x), ordering, place);
                self.judge(b, location(x), conflict.map(|conflict| conflict.process));
            }
            Fence(ordering) => races.fence(id, ordering),
            Lock => races.acquire(id, MUTEX),
            Unlock => races.release(id, MUTEX),
            CellRead(x) => {
                let conflict = races.cell_read(id, cell(x), place);
                self.judge(b, cell(x), conflict.map(|conflict| conflict.process));
            }
            CellWrite(x) => {
                let conflict = races.cell_write(id, cell(x), place);
                self.judge(b, cell(x), conflict.map(|conflict| conflict.process));
            }
            UnsyncRead(x) => {
                let conflict = races.cell_read(id, location(x), place);
                self.judge(b, location(x), conflict.map(|conflict| conflict.process));
            }
            CountChange => {
                let ordered = races.count_change(id, COUNT);
                let unordered = self.graph.unordered(b, counts_conflict);
                assert_eq!(ordered, unordered.is_empty(), "{:?}", self.graph.nodes);
            }
            CountObserved => {
                let ordered = races.count_observed(id, COUNT);
                let unordered = self.graph.unordered(b, counts_conflict);
                assert_eq!(ordered, unordered.is_empty(), "{:?}", self.graph.nodes);
            }
        }
    }

    /// A conflict is told iff there is one by definition, and names a process
    /// that it is with.
    fn judge(&mut self, b: usize, object: ObjectId, conflict: Option<ProcessId>) {
        if self.state.reported.contains(&object) {
            assert_eq!(conflict, None, "told twice");
            return;
        }
        let nodes = &self.graph.nodes;
        let with: Vec<u32> = self
            .graph
            .unordered(b, race)
            .into_iter()
            .map(|a| nodes[a].0)
            .collect();
        match conflict {
            Some(process) => assert!(with.contains(&process.0), "{nodes:?} at {b}"),
            None => assert!(with.is_empty(), "{nodes:?} at {b}: missed {with:?}"),
        }
        if conflict.is_some() {
            self.state.reported.push(object);
        }
    }
}

/// Random steps.
struct Steps(Random);

impl Steps {
    fn below(&mut self, n: u32) -> u32 {
        self.0.below(n as usize) as u32
    }

    fn ordering(&mut self, of: &[Ordering]) -> Ordering {
        of[self.below(of.len() as u32) as usize]
    }

    /// A step that the process may do, if the first one thought of is.
    fn step(&mut self, execution: &Execution, p: u32) -> Option<Step> {
        use Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
        let x = self.below(LOCATIONS);
        Some(match self.below(16) {
            0 | 1 => Load(x, self.ordering(&[Relaxed, Acquire, SeqCst])),
            2 | 3 => Store(x, self.ordering(&[Relaxed, Release, SeqCst])),
            4 | 5 => Rmw(
                x,
                self.ordering(&[Relaxed, Acquire, Release, AcqRel, SeqCst]),
            ),
            6 => Fence(self.ordering(&[Acquire, Release, AcqRel, SeqCst])),
            7 if execution.state.holder.is_none() => Lock,
            8 | 9 if execution.state.holder == Some(p) => Unlock,
            10 => CellRead(x),
            11 => CellWrite(x),
            12 => UnsyncRead(x),
            13 => CountChange,
            14 => CountObserved,
            15 if p == MAIN && execution.state.spawned < PROCESSES => {
                Spawn(execution.state.spawned)
            }
            7 if p == MAIN
                && execution.state.running.len() > 1
                && execution.state.holder.is_none() =>
            {
                let i = 1 + self.below(execution.state.running.len() as u32 - 1);
                Join(execution.state.running[i as usize])
            }
            _ => return None,
        })
    }
}

fn judge(races: Races, seed: u64, recalls: bool, is_ra: bool) -> Races {
    let mut random = Steps(Random::new(seed));
    let mut execution = Execution {
        races,
        graph: Graph {
            nodes: Vec::new(),
            before: Vec::new(),
            taken: Vec::new(),
        },
        state: State {
            running: vec![MAIN],
            spawned: 1,
            holder: None,
            reported: Vec::new(),
            recalls,
            is_ra,
        },
    };
    // Most executions have all processes from the start.
    let early = random.below(PROCESSES + 2).min(PROCESSES - 1);
    for child in 1..=early {
        execution.run(MAIN, Spawn(child), &mut random);
        execution.state.running.push(child);
        execution.state.spawned += 1;
    }
    let goes_back = random.below(2) == 0;
    if goes_back {
        execution.races.begin_log();
    }
    let mut points: Vec<(Point, usize, State)> = Vec::new();
    for _ in 0..40 {
        if goes_back && !points.is_empty() && random.below(8) == 0 {
            points.truncate(1 + random.below(points.len() as u32) as usize);
            let (point, nodes, state) = points.pop().expect("one is left");
            execution.races.go_back(point);
            execution.graph.truncate(nodes);
            execution.state = state;
        }
        let p =
            execution.state.running[random.below(execution.state.running.len() as u32) as usize];
        let Some(step) = random.step(&execution, p) else {
            continue;
        };
        if goes_back {
            let point = execution.races.point();
            let nodes = execution.graph.nodes.len();
            points.push((point, nodes, execution.state.clone()));
        }
        match step {
            Spawn(child) => {
                execution.state.running.push(child);
                execution.state.spawned += 1;
            }
            Join(child) => execution.state.running.retain(|q| *q != child),
            Lock => execution.state.holder = Some(p),
            Unlock => execution.state.holder = None,
            _ => {}
        }
        execution.run(p, step, &mut random);
    }
    execution.races
}

#[test]
fn the_clocks_agree_with_the_definition() {
    // One after the other with the same memory, as explorations do.
    let mut races = Races::new();
    for seed in 0..20_000 {
        races = judge(races, seed, false, false);
        races.reset();
    }
}

#[test]
fn the_clocks_agree_with_the_definition_whichever_write_is_read() {
    let mut races = Races::new();
    races.keep_writes();
    for seed in 0..20_000 {
        races = judge(races, seed, seed % 4 != 0, false);
        races.reset();
    }
}

#[test]
fn the_clocks_agree_with_the_definition_if_all_accesses_release_and_acquire() {
    let mut races = Races::new();
    races.keep_writes();
    races.strengthen();
    for seed in 0..20_000 {
        races = judge(races, seed, seed % 4 != 0, true);
        races.reset();
    }
}
