//! What goes into an exploration and what comes out of it.

use crate::estimate::{Estimator, View};
use crate::trace::{Event, Trace};
use mazurka_program::{Finding, Names, Operation, ProcessId, Turn};
use std::fmt;
use std::ops::{ControlFlow, Range};
use std::str::FromStr;

/// The rule by which an exploration reduces the number of executions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Algorithm {
    /// Every enabled process at every step: no reduction.
    Exhaustive,
    /// Persistent sets and sleep sets: the algorithm of Flanagan and Godefroid.
    Classic,
    /// Source sets and sleep sets: Algorithms 1, 3 and 5.
    Source,
    /// Source sets and wakeup trees: Algorithms 2, 4 and 6. Visits every trace
    /// once, and nothing else.
    #[default]
    Optimal,
    /// Wakeup trees within what a scheduler takes, source sets where schedulers meet: what one
    /// takes stands alone. Visits every trace once; other executions may be blocked, if
    /// the work was shared.
    Hybrid,
    /// Execution graphs: every consistent one once. Another explorer does that
    /// (`mazurka-graph`).
    Graphs,
    /// First the executions without preemptions, then those with one, and so on up to this
    /// many; all of them, if that is [`u32::MAX`]. A preemption is a switch from a process
    /// that could have gone on. Every trace that has such an execution is completed once.
    Preemptions(u32),
    /// The same with delays: a round-robin scheduler runs each process as long as it can go
    /// on, and a delay makes it pass over one.
    Delays(u32),
    /// Walks that choose at random among the enabled processes at every step, as often as the
    /// limit on executions says. The number is the seed.
    Random(u64),
    /// Probabilistic concurrency testing: processes have random priorities, and the one with the
    /// highest runs, but for some steps that lower it.
    Pct {
        /// The depth of the bugs that are looked for: one more than there are such steps.
        depth: u32,
        /// The seed.
        seed: u64,
    },
}

/// The depth of bugs that [`Algorithm::Pct`] looks for, unless it is said.
const PCT_DEPTH: u32 = 3;

/// How [`Algorithm`]s are written.
const NAMES: &str = "exhaustive, classic, source, optimal, hybrid, graphs, preemptions[:N], delays[:N], \
                     random[:SEED] or pct[:DEPTH[:SEED]]";

impl Algorithm {
    /// Those that explore everything.
    pub const ALL: [Algorithm; 6] = [
        Algorithm::Exhaustive,
        Algorithm::Classic,
        Algorithm::Source,
        Algorithm::Optimal,
        Algorithm::Hybrid,
        Algorithm::Graphs,
    ];

    /// Those of them that go through executions: explorers of this crate.
    pub const TRACES: [Algorithm; 5] = [
        Algorithm::Exhaustive,
        Algorithm::Classic,
        Algorithm::Source,
        Algorithm::Optimal,
        Algorithm::Hybrid,
    ];
}

impl Algorithm {
    /// Does one scheduler explore alone, whatever is asked for, from the beginning to the end?
    #[must_use]
    pub fn is_alone(self) -> bool {
        self.is_bounded() || self.is_random()
    }

    /// Does it bound switches?
    #[must_use]
    pub fn is_bounded(self) -> bool {
        matches!(self, Algorithm::Preemptions(_) | Algorithm::Delays(_))
    }

    /// Does it only take samples?
    #[must_use]
    pub fn is_random(self) -> bool {
        matches!(self, Algorithm::Random(_) | Algorithm::Pct { .. })
    }
}

impl fmt::Display for Algorithm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Algorithm::Exhaustive => f.pad("exhaustive"),
            Algorithm::Classic => f.pad("classic"),
            Algorithm::Source => f.pad("source"),
            Algorithm::Optimal => f.pad("optimal"),
            Algorithm::Hybrid => f.pad("hybrid"),
            Algorithm::Graphs => f.pad("graphs"),
            Algorithm::Preemptions(u32::MAX) => f.pad("preemptions"),
            Algorithm::Preemptions(most) => f.pad(&format!("preemptions:{most}")),
            Algorithm::Delays(u32::MAX) => f.pad("delays"),
            Algorithm::Delays(most) => f.pad(&format!("delays:{most}")),
            Algorithm::Random(seed) => f.pad(&format!("random:{seed}")),
            Algorithm::Pct { depth, seed } => f.pad(&format!("pct:{depth}:{seed}")),
        }
    }
}

impl FromStr for Algorithm {
    type Err = String;

    fn from_str(name: &str) -> Result<Algorithm, String> {
        parsed(name).ok_or_else(|| format!("there is no algorithm {name:?}: choose {NAMES}"))
    }
}

fn parsed(text: &str) -> Option<Algorithm> {
    let mut parts = text.split(':');
    let name = parts.next()?;
    let numbers: Vec<u64> = parts.map(|part| part.parse().ok()).collect::<Option<_>>()?;
    let most = |number: u64| u32::try_from(number).ok();
    let algorithm = match (name, &numbers[..]) {
        ("preemptions", []) => Algorithm::Preemptions(u32::MAX),
        ("preemptions", [number]) => Algorithm::Preemptions(most(*number)?),
        ("delays", []) => Algorithm::Delays(u32::MAX),
        ("delays", [number]) => Algorithm::Delays(most(*number)?),
        ("random", []) => Algorithm::Random(0),
        ("random", [seed]) => Algorithm::Random(*seed),
        ("pct", []) => Algorithm::Pct {
            depth: PCT_DEPTH,
            seed: 0,
        },
        ("pct", [depth]) => Algorithm::Pct {
            depth: most(*depth)?,
            seed: 0,
        },
        ("pct", [depth, seed]) => Algorithm::Pct {
            depth: most(*depth)?,
            seed: *seed,
        },
        (_, []) => Algorithm::ALL
            .into_iter()
            .find(|algorithm| algorithm.to_string() == name)?,
        _ => return None,
    };
    Some(algorithm)
}

/// Where an exploration stops early.
#[derive(Clone, Debug)]
pub struct Limits {
    /// An execution with this many events and more to do is not followed further: it
    /// ends the exploration with [`Verdict::Endless`].
    pub max_events: usize,
    /// The exploration stops after this many executions.
    pub max_executions: Option<u64>,
    /// Go on after a finding?
    pub keep_going: bool,
}

impl Default for Limits {
    fn default() -> Self {
        Limits {
            max_events: 100_000,
            max_executions: None,
            keep_going: false,
        }
    }
}

/// What an exploration did so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Statistics {
    /// Maximal executions: the traces visited.
    pub complete: u64,
    /// Executions that ended with every enabled process asleep.
    pub blocked: u64,
    /// Those of the maximal executions in which an assumption did not hold.
    pub discarded: u64,
    /// Those of the other maximal executions in which a bound ended a process.
    #[cfg_attr(feature = "serde", serde(default))]
    pub cut: u64,
    /// Events that were explored: one for each step that was not a replay.
    pub events: u64,
    /// Events that were run again to get back to where a branch begins.
    pub replayed: u64,
    /// Races whose reversal was considered.
    pub races: u64,
    /// How often the program was run only to see what an operation on several
    /// objects would do elsewhere.
    pub probes: u64,
    /// The largest number of nodes that the wakeup trees had at one time.
    pub largest_wakeup_tree: u64,
    /// How many steps a bound on switches has left out.
    #[cfg_attr(feature = "serde", serde(default))]
    pub left_out: u64,
    /// The most operations beside one another that change what a thread waits for, if they had too
    /// many orders to look through all of them.
    #[cfg_attr(feature = "serde", serde(default))]
    pub orders: u64,
    /// With a bound on switches: everything with fewer of them than this has been explored.
    #[cfg_attr(feature = "serde", serde(default))]
    pub within: u32,
}

impl Statistics {
    /// Adds what another scheduler did.
    pub fn add(&mut self, other: &Statistics) {
        self.complete += other.complete;
        self.blocked += other.blocked;
        self.discarded += other.discarded;
        self.cut += other.cut;
        self.events += other.events;
        self.replayed += other.replayed;
        self.races += other.races;
        self.probes += other.probes;
        self.largest_wakeup_tree = self.largest_wakeup_tree.max(other.largest_wakeup_tree);
        self.left_out += other.left_out;
        self.orders = self.orders.max(other.orders);
        self.within = self.within.max(other.within);
    }

    /// So many operations have too many orders.
    pub(crate) fn note_orders(&mut self, operations: usize) {
        self.orders = self.orders.max(operations as u64);
    }

    /// What was done since the statistics were those.
    #[must_use]
    pub fn since(&self, before: &Statistics) -> Statistics {
        Statistics {
            complete: self.complete - before.complete,
            blocked: self.blocked - before.blocked,
            discarded: self.discarded - before.discarded,
            cut: self.cut - before.cut,
            events: self.events - before.events,
            replayed: self.replayed - before.replayed,
            races: self.races - before.races,
            probes: self.probes - before.probes,
            largest_wakeup_tree: self.largest_wakeup_tree,
            left_out: self.left_out - before.left_out,
            orders: self.orders,
            within: self.within,
        }
    }

    /// Do these show that the explorer is at fault? `optimal` is proven never to run
    /// into a sleep set. If it did, it may as well have missed traces, and nothing
    /// may be claimed. A bug that an execution showed is one all the same.
    #[must_use]
    pub fn fault(&self, algorithm: Algorithm) -> Option<Limit> {
        let is_faulty = algorithm == Algorithm::Optimal && self.blocked != 0;
        is_faulty.then_some(Limit::Blocked(self.blocked))
    }

    /// Why an exploration that came to its end has not visited everything, if so: it is at
    /// fault, its algorithm leaves something out, or there were too many orders.
    #[must_use]
    pub fn shortfall(&self, algorithm: Algorithm) -> Option<Limit> {
        match algorithm {
            _ if self.orders != 0 => self.fault(algorithm).or(Some(Limit::Orders(self.orders))),
            Algorithm::Preemptions(most) if self.left_out != 0 => Some(Limit::Preemptions(most)),
            Algorithm::Delays(most) if self.left_out != 0 => Some(Limit::Delays(most)),
            Algorithm::Random(_) | Algorithm::Pct { .. } => Some(Limit::Executions),
            _ => self.fault(algorithm),
        }
    }

    /// Do the numbers agree? Those of a file may not. (None is so large that adding to it
    /// could overflow.)
    #[must_use]
    pub fn is_sound(&self) -> bool {
        let all = [
            self.complete,
            self.blocked,
            self.discarded,
            self.cut,
            self.events,
            self.replayed,
            self.races,
            self.probes,
            self.largest_wakeup_tree,
            self.left_out,
            self.orders,
        ];
        all.iter().all(|count| *count < 1 << 60) && self.discarded + self.cut <= self.complete
    }

    /// The maximal executions that came to their own end: neither discarded nor cut.
    #[must_use]
    pub fn ended(&self) -> u64 {
        self.complete - self.discarded - self.cut
    }

    /// All executions, complete or blocked.
    #[must_use]
    pub fn executions(&self) -> u64 {
        self.complete + self.blocked
    }
}

/// How an execution ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum EndedKind {
    /// No process was enabled any more.
    Complete,
    /// Every enabled process was in the sleep set. With a bound on switches: the execution has
    /// come to where another has been, at no lower price.
    Blocked,
}

/// An execution that has just ended.
#[derive(Debug)]
pub struct Ended<'a> {
    /// How it ended.
    pub kind: EndedKind,
    /// It counts for nothing: an assumption did not hold, or a process has made a round of a
    /// loop in vain.
    pub is_discarded: bool,
    /// The explorer left it at a finding: what comes after that was not explored.
    pub is_left: bool,
    /// Its events. Empty for an execution graph.
    pub trace: &'a Trace,
    /// Of an execution graph that shows a finding: its steps.
    pub schedule: Option<&'a [Turn]>,
    /// The number of its first events that repeat the execution before.
    pub fresh: usize,
    /// The bugs that it showed.
    pub findings: &'a [Finding],
    /// The names of its processes and objects.
    pub names: &'a Names,
}

impl Ended<'_> {
    /// Its steps.
    #[must_use]
    pub fn turns(&self) -> Vec<Turn> {
        match self.schedule {
            Some(schedule) => schedule.to_vec(),
            None => self.trace.events().iter().map(Event::turn).collect(),
        }
    }
}

/// A sequence that an execution inserted into a wakeup tree: something equivalent
/// will have to be explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Planned {
    /// The number of events of the execution that has just ended, after which it was
    /// inserted.
    pub frame: usize,
    /// The number of the leaf that covers it. Numbers of leaves that were taken are
    /// used again.
    pub leaf: u32,
    /// If the leaf is new: the events that distinguish it from all others.
    pub new: Option<Range<usize>>,
}

/// Watches an exploration, and may stop it.
pub trait Observer {
    /// Called at the end of every execution. Breaking ends the exploration
    /// with [`Limit::Observer`].
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()>;

    /// What learns how large the tree is, if that is wanted: a new one, or one that was
    /// [given back](Observer::give_back). Explorers that go through a tree ask for it.
    fn estimator(&mut self) -> Option<Box<Estimator>> {
        None
    }

    /// Called now and then with what this scheduler makes of the size of the whole tree.
    fn estimated(&mut self, view: &View) {
        let _ = view;
    }

    /// Called at the end with the estimator, if the exploration may be gone on with.
    fn give_back(&mut self, estimator: Box<Estimator>) {
        let _ = estimator;
    }

    /// Are the following two methods to be called? Only `optimal` does, for what one
    /// scheduler owns.
    fn watches_plans(&self) -> bool {
        false
    }

    /// Called before the end of an execution with the number of the leaf that it was
    /// begun with; the first was begun with none, and the number means nothing.
    fn begun_with(&mut self, leaf: u32) {
        let _ = leaf;
    }

    /// Called after the end of an execution for each sequence that it inserted into a
    /// wakeup tree.
    fn planned(&mut self, planned: Planned) {
        let _ = planned;
    }
}

impl Observer for () {
    fn ended(&mut self, _: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// A bug with the execution that shows it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counterexample {
    /// The bug.
    pub finding: Finding,
    /// Every step, up to the one that showed it.
    pub schedule: Vec<Turn>,
}

/// The limit that ended an exploration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// [`Limits::max_executions`].
    Executions,
    /// The observer's word.
    Observer,
    /// Executions were blocked that cannot be: see [`Statistics::fault`].
    Blocked(u64),
    /// There are executions with more preemptions than this.
    Preemptions(u32),
    /// There are executions with more delays than this.
    Delays(u32),
    /// So many operations change what a thread waits for, in too many orders.
    Orders(u64),
}

/// Why not everything was explored, for people.
impl fmt::Display for Limit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limit::Executions => f.write_str("the limit on executions was reached"),
            Limit::Observer => f.write_str("it was interrupted"),
            Limit::Preemptions(most) => write!(
                f,
                "there are executions with more than {}",
                counted(*most, "preemption")
            ),
            Limit::Delays(most) => write!(
                f,
                "there are executions with more than {}",
                counted(*most, "delay")
            ),
            Limit::Orders(operations) => write!(
                f,
                "a thread waits for a condition that {operations} operations beside one another \
                 change: not all of their orders were explored"
            ),
            Limit::Blocked(count) => {
                let executions = match count {
                    1 => "execution was",
                    _ => "executions were",
                };
                write!(
                    f,
                    "{count} {executions} blocked under optimal, which cannot happen: this is a \
                     fault of Mazurka (please report it); nothing is claimed; try the algorithm \
                     source"
                )
            }
        }
    }
}

/// A number of things, in words.
fn counted(count: u32, thing: &str) -> String {
    match count {
        1 => format!("1 {thing}"),
        _ => format!("{count} {thing}s"),
    }
}

/// What an exploration found out.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every trace was visited, and none showed a bug.
    Verified,
    /// There is a bug: the first that was found.
    Bug(Counterexample),
    /// A limit ended the exploration before every trace was visited, or it cannot
    /// be told whether every trace was; none so far showed a bug.
    NotExhausted(Limit),
    /// An execution has more events than [`Limits::max_events`], or takes more memory than it may,
    /// perhaps without end. That is no bug: nothing is known of what was not explored.
    Endless {
        /// How far it came, and whose turn it was.
        left: Counterexample,
        /// Has the front end said what happened? If not, it can say where.
        is_told: bool,
        /// The first bug that was found before, with [`Limits::keep_going`].
        bug: Option<Box<Counterexample>>,
        /// The bugs that this execution had shown by then, of which the observer is not told.
        shown: Vec<Finding>,
    },
    /// The program has been refined: explore it again.
    Refined,
}

/// What an exploration found out, and what it did for that.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What it found out.
    pub verdict: Verdict,
    /// What it did.
    pub statistics: Statistics,
}

/// Why a program cannot be explored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// The program did something else when the same prefix was replayed.
    Diverged {
        /// The number of the step that differed, from zero.
        step: usize,
        /// The process that was to take it.
        process: ProcessId,
        /// The operation that it ran the first time.
        expected: Operation,
        /// The operation that it announced now, if it existed at all and was
        /// enabled; the same as the expected one if it had another effect.
        found: Option<Operation>,
    },
    /// The program's own message.
    Program(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Diverged {
                step,
                process,
                expected,
                found,
            } => {
                write!(
                    f,
                    "the program is not deterministic: at step {step}, process {process:?} \
                     ran {expected:?} in one execution, "
                )?;
                match found {
                    Some(found) if found == expected => {
                        write!(f, "with another effect in the next")
                    }
                    Some(found) => write!(f, "and {found:?} in the next, after the same steps"),
                    None => write!(f, "and could not run in the next, after the same steps"),
                }
            }
            Error::Program(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for Error {}
