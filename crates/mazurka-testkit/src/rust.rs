//! Random programs over the Rust library, each kind with a judge of its own that knows nothing of
//! the checker:
//!
//! - `arc`: clones and drops of `Arc`, which are no events unless a thread can tell;
//! - `local`: scopes, `is_finished`, and destructors of thread locals;
//! - `sync`: all that blocks;
//! - `memory`: pointers to memory that is freed;
//! - `rounds`: loops whose rounds change something and undo it;
//! - `clocks`: clocks, sleeps, waits with limits and loops with deadlines;
//! - `claims`: operations that are half done, and destructors that are not made for that;
//! - `buffers`: atomics, locks and loops under TSO and PSO;
//! - `channels`, `actors`, `messages` (actors that only wait): judged by the explorer that tries
//!   every schedule.
//!
//! What threads see, how far they come and what the shared variable holds in the end must be the
//! same set of outcomes, whatever the algorithm. Those that reduce to traces must complete the same
//! number of executions, `optimal` with nothing blocked.
//!
//! [`closures`] runs programs of [`crate::ir`] with the library; `tests/rust_front_end.rs`
//! compares them with the [oracle](crate::oracle).

mod actors;
mod arc;
mod buffers;
mod channels;
mod claims;
mod clocks;
pub mod closures;
mod local;
mod memory;
mod rounds;
mod sync;

use crate::campaign::{Failure, Summary};
use crate::compare::Disagreement;
use crate::random::Random;
use crate::seeds::{self, Seeds, caught};
use mazurka::{Algorithm, Checker, Limit, Verdict};
use mazurka_explore::Statistics;
use std::collections::{BTreeSet, HashSet};
use std::fmt::Debug;
use std::hash::Hash;
use std::str::FromStr;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::sync::{Arc, Mutex};

/// Programs have at most this many threads.
const THREADS: usize = 4;

/// A thread sees at most this many values.
const MOST_SEEN: usize = 32;

/// How far a thread came.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Progress {
    /// It was not begun.
    New,
    /// It was begun, and did not end.
    Begun,
    /// It came to its end.
    Ended,
}

/// What an execution shows.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Outcome {
    /// What each thread saw, and how far it came.
    threads: Vec<(Vec<usize>, Progress)>,
    /// The shared variable at the end.
    variable: usize,
}

impl Outcome {
    /// Does a thread wait for ever?
    fn hangs(&self) -> bool {
        let begun = |(_, progress): &(_, Progress)| *progress == Progress::Begun;
        self.threads.iter().any(begun)
    }
}

/// What must come out of a program.
#[derive(Clone, Debug)]
struct Expected {
    /// The outcomes.
    outcomes: BTreeSet<Outcome>,
    /// Is there a bug?
    is_bug: bool,
}

impl Expected {
    /// These outcomes; it is a bug if a thread waits for ever.
    fn new(outcomes: BTreeSet<Outcome>) -> Expected {
        Expected {
            is_bug: outcomes.iter().any(Outcome::hangs),
            outcomes,
        }
    }
}

/// A random program over the library.
trait RustProgram: Clone + Debug + Send + Sync + 'static {
    /// What its threads are made of.
    type Statement;

    /// A random one.
    fn generate(random: &mut Random) -> Self;

    /// Its lists of statements. A program without one of them is a program too, if it
    /// [is valid](Self::is_valid).
    fn lists(&mut self) -> Vec<&mut Vec<Self::Statement>>;

    /// Do its statements fit together?
    fn is_valid(&self) -> bool {
        true
    }

    /// How many threads note what they see.
    fn threads(&self) -> usize;

    /// What must come out of it; none if it has more than `most` executions.
    ///
    /// # Errors
    /// When the judge cannot run it.
    fn expected(self: &Arc<Self>, most: u64) -> Result<Option<Expected>, String>;

    /// How it is checked.
    fn checker(&self) -> Checker {
        Checker::new().model(mazurka::Model::Sc)
    }

    /// Tells whether the judge knows the outcomes by that algorithm.
    fn suits(&self, _: Algorithm) -> bool {
        true
    }

    /// Runs it once, under the checker.
    fn run(self: &Arc<Self>, log: &Arc<Log>);
}

/// The outcomes of all paths from `first` through a graph of states. `next` appends the states
/// that are one step away, and says whether the program may end where it is.
fn search<S: Clone + Eq + Hash>(
    first: S,
    next: impl Fn(&S, &mut Vec<S>) -> bool,
    outcome: impl Fn(S) -> Outcome,
) -> BTreeSet<Outcome> {
    let mut known = HashSet::from([first.clone()]);
    let mut open = vec![first];
    let mut outcomes = BTreeSet::new();
    let mut steps = Vec::new();
    while let Some(state) = open.pop() {
        if next(&state, &mut steps) {
            outcomes.insert(outcome(state));
        }
        let new = steps.drain(..).filter(|state| known.insert(state.clone()));
        open.extend(new);
    }
    outcomes
}

/// What the current execution shows, in memory that has nothing to do with it.
#[derive(Default)]
struct Log {
    threads: [Notes; THREADS],
    variable: AtomicUsize,
}

#[derive(Default)]
struct Notes {
    seen: [AtomicUsize; MOST_SEEN],
    count: AtomicUsize,
    /// How many parts of its code the thread has begun, and ended.
    begun: AtomicUsize,
    ended: AtomicUsize,
}

impl Log {
    fn reset(&self) {
        for notes in &self.threads {
            for value in [&notes.count, &notes.begun, &notes.ended] {
                value.store(0, Relaxed);
            }
        }
        self.wrote(0);
    }

    /// A thread begins, or a destructor of it that is yet to run is known.
    fn begin(&self, thread: usize) {
        self.threads[thread].begun.fetch_add(1, Relaxed);
    }

    /// A thread has come to the end of its code, or of a destructor.
    fn end(&self, thread: usize) {
        self.threads[thread].ended.fetch_add(1, Relaxed);
    }

    fn saw(&self, thread: usize, value: usize) {
        let notes = &self.threads[thread];
        let nth = notes.count.fetch_add(1, Relaxed);
        notes.seen[nth].store(value, Relaxed);
    }

    /// A thread keeps a value in a place.
    fn keep(&self, thread: usize, nth: usize, value: usize) {
        let notes = &self.threads[thread];
        notes.seen[nth].store(value, Relaxed);
        notes.count.fetch_max(nth + 1, Relaxed);
    }

    /// That is what the shared variable holds now.
    fn wrote(&self, value: usize) {
        self.variable.store(value, Relaxed);
    }

    fn outcome(&self, threads: usize) -> Outcome {
        let threads = self.threads[..threads].iter().map(|notes| {
            let seen = &notes.seen[..notes.count.load(Relaxed)];
            let seen = seen.iter().map(|value| value.load(Relaxed)).collect();
            let progress = match (notes.begun.load(Relaxed), notes.ended.load(Relaxed)) {
                (0, _) => Progress::New,
                (begun, ended) if begun == ended => Progress::Ended,
                _ => Progress::Begun,
            };
            (seen, progress)
        });
        Outcome {
            threads: threads.collect(),
            variable: self.variable.load(Relaxed),
        }
    }
}

/// What came of an exploration.
struct Explored {
    outcomes: BTreeSet<Outcome>,
    statistics: Statistics,
    is_bug: bool,
}

/// Explores a program; none if it has more than `most` executions.
fn explore<P: RustProgram>(
    program: &Arc<P>,
    algorithm: Algorithm,
    most: u64,
) -> Result<Option<Explored>, String> {
    let log = Arc::new(Log::default());
    let outcomes = Arc::new(Mutex::new(Vec::new()));
    let (ended, all, threads) = (log.clone(), outcomes.clone(), program.threads());
    let discarded = outcomes.clone();
    let code = program.clone();
    let report = program
        .checker()
        .algorithm(algorithm)
        .keep_going(true)
        .max_executions(most)
        .on_complete(move || {
            let outcome = ended.outcome(threads);
            all.lock().expect("nothing panics here").push(Some(outcome));
        })
        .on_discarded(move || {
            let mut all = discarded.lock().expect("nothing panics here");
            *all.last_mut().expect("it is complete") = None;
        })
        .check(move || {
            log.reset();
            code.run(&log);
        });
    let statistics = report.statistics().clone();
    if statistics.executions() >= most {
        return Ok(None);
    }
    let is_bug = match report.verdict() {
        // Of graphs, not all rounds that come to nothing are recognised: with loops cut, the bug is one
        // of those that there are.
        Verdict::Bug { .. } if algorithm == Algorithm::Graphs && statistics.cut > 0 => {
            return Ok(None);
        }
        Verdict::Bug { .. } => true,
        Verdict::Verified | Verdict::Vacuous | Verdict::NotExhausted(Limit::BufferBound) => false,
        Verdict::NotExhausted(Limit::Events) if algorithm == Algorithm::Graphs => return Ok(None),
        _ => return Err(report.to_string()),
    };
    let outcomes = std::mem::take(&mut *outcomes.lock().expect("nothing panicked there"));
    // Those before belong to explorations that were begun anew.
    let before = outcomes.len() - statistics.complete as usize;
    Ok(Some(Explored {
        outcomes: outcomes.into_iter().skip(before).flatten().collect(),
        statistics,
        is_bug,
    }))
}

/// What must come out, by the explorer that tries every schedule.
fn by_every_schedule<P: RustProgram>(
    program: &Arc<P>,
    most: u64,
) -> Result<Option<Expected>, String> {
    let explored = explore(program, Algorithm::Exhaustive, most)?;
    Ok(explored.map(|explored| Expected {
        outcomes: explored.outcomes,
        is_bug: explored.is_bug,
    }))
}

/// Compares what an explorer saw with what it must see.
fn compare(algorithm: Algorithm, explored: &Explored, expected: &Expected) -> Result<(), String> {
    // The log follows the order in which a graph is run. Which write is the last of a location is
    // another matter, so only what threads saw counts there.
    let told = |outcomes: &BTreeSet<Outcome>| -> BTreeSet<Outcome> {
        let outcomes = outcomes.iter().cloned();
        match algorithm {
            Algorithm::Graphs => outcomes
                .map(|outcome| Outcome {
                    variable: 0,
                    ..outcome
                })
                .collect(),
            _ => outcomes.collect(),
        }
    };
    let (expected_ones, explored_ones) = (told(&expected.outcomes), told(&explored.outcomes));
    let missing: Vec<_> = expected_ones.difference(&explored_ones).collect();
    let extra: Vec<_> = explored_ones.difference(&expected_ones).collect();
    if !missing.is_empty() || !extra.is_empty() {
        return Err(format!("missing {missing:?}, extra {extra:?}"));
    }
    if explored.is_bug != expected.is_bug {
        return Err(format!("a bug: {}", explored.is_bug));
    }
    let blocked = explored.statistics.blocked;
    if algorithm == Algorithm::Optimal && blocked != 0 {
        return Err(format!("{blocked} blocked executions"));
    }
    Ok(())
}

/// Which programs to judge, and how.
#[derive(Clone, Debug)]
pub struct Campaign {
    /// The seeds of the programs.
    pub seeds: Seeds,
    /// The explorers.
    pub algorithms: Vec<Algorithm>,
    /// A program with more executions is skipped.
    pub max_executions: u64,
}

/// A kind of programs.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    name: &'static str,
    judge: fn(&Campaign, u64) -> Summary,
    print: fn(u64) -> String,
}

/// All kinds.
const KINDS: [Kind; 11] = [
    kind::<arc::Program>("arc"),
    kind::<local::Program>("local"),
    kind::<sync::Program>("sync"),
    kind::<memory::Program>("memory"),
    kind::<rounds::Program>("rounds"),
    kind::<claims::Program>("claims"),
    kind::<clocks::Program>("clocks"),
    kind::<buffers::Program>("buffers"),
    kind::<channels::Program>("channels"),
    kind::<actors::Program>("actors"),
    kind::<actors::Waiting>("messages"),
];

const fn kind<P: RustProgram>(name: &'static str) -> Kind {
    Kind {
        name,
        judge: judge_seed::<P>,
        print: |seed| format!("{:#?}", P::generate(&mut Random::new(seed))),
    }
}

impl Kind {
    /// Judges the programs of a campaign.
    pub fn run(self, campaign: &Campaign, progress: impl Fn(&Summary) + Sync) -> Summary {
        let judge = |seed| (self.judge)(campaign, seed);
        seeds::run(&campaign.seeds, judge, progress)
    }

    /// The program of a seed, for people.
    #[must_use]
    pub fn printed(self, seed: u64) -> String {
        (self.print)(seed)
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(name: &str) -> Result<Kind, String> {
        let found = KINDS.into_iter().find(|kind| kind.name == name);
        found.ok_or_else(|| format!("{name:?} is none of {}", KINDS.map(|k| k.name).join(", ")))
    }
}

/// Judges one program under all algorithms; none if it has too many executions.
fn judge<P: RustProgram>(
    campaign: &Campaign,
    program: &P,
) -> Result<Option<Summary>, Disagreement> {
    let of = |algorithm| move |what| Disagreement { algorithm, what };
    let program = Arc::new(program.clone());
    let most = campaign.max_executions;
    let expected = caught(|| program.expected(most)).map_err(of(None))?;
    let Some(expected) = expected else {
        return Ok(None);
    };
    let mut summary = Summary {
        programs: 1,
        ..Summary::default()
    };
    let suitable = |algorithm: &&Algorithm| program.suits(**algorithm);
    for algorithm in campaign.algorithms.iter().filter(suitable) {
        let explored =
            caught(|| explore(&program, *algorithm, most)).map_err(of(Some(*algorithm)))?;
        let reduces = *algorithm != Algorithm::Exhaustive;
        let explored = match explored {
            Some(explored) => explored,
            None if reduces => return Ok(None),
            None => continue,
        };
        compare(*algorithm, &explored, &expected).map_err(of(Some(*algorithm)))?;
        let Statistics {
            complete, blocked, ..
        } = explored.statistics;
        // Execution graphs are no traces.
        let counts_traces = reduces && *algorithm != Algorithm::Graphs;
        if counts_traces && summary.classes != 0 && summary.classes != complete {
            let what = format!("{complete} executions, not {}", summary.classes);
            return Err(of(Some(*algorithm))(what));
        }
        if counts_traces {
            summary.classes = complete;
        }
        let counts = (complete, blocked);
        summary.explored.insert(algorithm.to_string(), counts);
    }
    Ok(Some(summary))
}

fn judge_seed<P: RustProgram>(campaign: &Campaign, seed: u64) -> Summary {
    let program = P::generate(&mut Random::new(seed));
    match judge(campaign, &program) {
        Ok(Some(summary)) => summary,
        Ok(None) => Summary {
            skipped: 1,
            ..Summary::default()
        },
        Err(first) => {
            let (program, disagreement) = shrunk(campaign, program, first);
            Summary {
                programs: 1,
                failures: vec![Failure {
                    seed,
                    program: format!("{program:#?}"),
                    disagreement,
                }],
                ..Summary::default()
            }
        }
    }
}

/// Leaves out statements, one by one, as long as the program fails.
fn shrunk<P: RustProgram>(
    campaign: &Campaign,
    mut program: P,
    mut last: Disagreement,
) -> (P, Disagreement) {
    let mut nth = 0;
    while let Some(smaller) = without(&program, nth) {
        nth += 1;
        if smaller.is_valid()
            && let Err(disagreement) = judge(campaign, &smaller)
        {
            (program, last, nth) = (smaller, disagreement, 0);
        }
    }
    (program, last)
}

/// The program without its `nth` statement, if it has as many.
fn without<P: RustProgram>(program: &P, mut nth: usize) -> Option<P> {
    let mut smaller = program.clone();
    for list in smaller.lists() {
        if nth < list.len() {
            list.remove(nth);
            return Some(smaller);
        }
        nth -= list.len();
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A program that fails wherever a thread has a `2`.
    #[derive(Clone, Debug)]
    struct Numbers(Vec<Vec<u8>>);

    impl RustProgram for Numbers {
        type Statement = u8;

        fn generate(random: &mut Random) -> Numbers {
            Numbers(vec![vec![1, random.below(3) as u8], vec![2, 1], vec![]])
        }

        fn lists(&mut self) -> Vec<&mut Vec<u8>> {
            self.0.iter_mut().collect()
        }

        fn threads(&self) -> usize {
            self.0.len()
        }

        fn expected(self: &Arc<Self>, _: u64) -> Result<Option<Expected>, String> {
            match self.0.iter().flatten().any(|number| *number == 2) {
                true => Err("a two".to_owned()),
                false => Ok(None),
            }
        }

        fn run(self: &Arc<Self>, _: &Arc<Log>) {}
    }

    #[test]
    fn what_fails_is_shrunk() {
        let campaign = Campaign {
            seeds: Seeds::new(0..1),
            algorithms: Vec::new(),
            max_executions: 1,
        };
        let summary = judge_seed::<Numbers>(&campaign, 0);
        let program = &summary.failures[0].program;
        assert_eq!(program.matches(char::is_numeric).collect::<String>(), "2");
    }
}
