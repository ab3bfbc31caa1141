//! One program run in one of three ways, and how long that takes.

use super::clock::cpu_time;
use super::{Bodies, on_bare, on_mazurka};
use crate::bare::{Driver, Switches};
use mazurka::measure::{self, Schedules};
use mazurka::{Checker, Report, Verdict};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// A program of one size.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    pub(crate) name: String,
    pub(crate) size: usize,
    on_mazurka: fn(usize),
    on_bare: fn(usize),
}

impl Subject {
    /// # Errors
    /// When there is no such program.
    pub(crate) fn new(name: &str, size: usize) -> Result<Subject, String> {
        let find = |bodies: &[Bodies]| {
            let mut all = bodies.iter().copied().flatten();
            all.find(|(known, _)| *known == name).map(|(_, body)| *body)
        };
        let on_mazurka = find(&on_mazurka::ALL);
        let on_bare = find(&on_bare::ALL);
        let (Some(on_mazurka), Some(on_bare)) = (on_mazurka, on_bare) else {
            return Err(format!("there is no program {name:?}"));
        };
        Ok(Subject {
            name: name.to_owned(),
            size,
            on_mazurka,
            on_bare,
        })
    }

    fn checker(&self, executions: Option<u64>) -> Checker {
        let checker = Checker::new()
            .model(mazurka::Model::Sc)
            .name(self.to_string())
            // More than any program here has.
            .max_events(1_000_000);
        match executions {
            Some(executions) => checker.max_executions(executions),
            None => checker,
        }
    }

    fn body(&self) -> impl Fn() + Copy + Send + Sync + 'static {
        let (body, size) = (self.on_mazurka, self.size);
        move || body(size)
    }

    /// Explores by `optimal`, at most so many executions.
    ///
    /// # Errors
    /// When the program shows a bug, or cannot be explored.
    pub(crate) fn explore(&self, executions: Option<u64>) -> Result<Explored, String> {
        let completed = Arc::new(AtomicU64::new(0));
        let counter = Arc::clone(&completed);
        let report = self.explore_with(executions, move || {
            counter.fetch_add(1, Relaxed);
        })?;
        let statistics = report.statistics();
        Ok(Explored {
            executions: statistics.executions(),
            events: statistics.events + statistics.replayed,
            largest_wakeup_tree: statistics.largest_wakeup_tree,
            elapsed: report.elapsed(),
            completed: completed.load(Relaxed),
        })
    }

    /// As [`Subject::explore`], with a call of `hook` at the end of every complete
    /// execution.
    pub(super) fn explore_with(
        &self,
        executions: Option<u64>,
        hook: impl Fn() + Send + Sync + 'static,
    ) -> Result<Report, String> {
        let checker = self.checker(executions).on_complete(hook);
        checked(checker.check(self.body()))
    }

    /// How long [`Subject::explore`] takes from the first step to the end of the
    /// last execution; what it gave is known.
    ///
    /// # Errors
    /// As for [`Subject::explore`].
    pub(crate) fn time_explore(
        &self,
        executions: Option<u64>,
        explored: &Explored,
    ) -> Result<Duration, String> {
        let ended = Arc::new(OnceLock::new());
        let completed = AtomicU64::new(0);
        let last = explored.completed;
        let set_ended = Arc::clone(&ended);
        let checker = self.checker(executions).on_complete(move || {
            if completed.fetch_add(1, Relaxed) + 1 == last {
                let _ = set_ended.set(cpu_time());
            }
        });
        let (body, begun) = (self.body(), Arc::new(OnceLock::new()));
        let get_begun = Arc::clone(&begun);
        checked(checker.check(move || {
            get_begun.get_or_init(cpu_time);
            body();
        }))?;
        match (begun.get(), ended.get()) {
            (Some(begun), Some(ended)) => Ok(*ended - *begun),
            _ => Err(format!("{self} had fewer executions than before")),
        }
    }

    /// The schedules of the executions of [`Subject::explore`].
    ///
    /// # Errors
    /// As for [`Subject::explore`].
    pub(crate) fn record(&self, executions: Option<u64>) -> Result<Schedules, String> {
        let (report, schedules) = measure::record(self.checker(executions), self.body());
        checked(report)?;
        Ok(schedules)
    }

    /// How long the library takes to run executions under given schedules, with no
    /// explorer.
    ///
    /// # Errors
    /// When the program does something else than when they were recorded.
    pub(crate) fn time_replay(&self, schedules: &Schedules) -> Result<Duration, String> {
        // The time from the start of the first execution to that of the last, and
        // as much more as the last takes on average.
        let times = Arc::new([const { OnceLock::new() }; 2]);
        let (started, last) = (Arc::new(AtomicU64::new(0)), schedules.len() as u64);
        let (body, set, counter) = (self.body(), Arc::clone(&times), Arc::clone(&started));
        let counted = move || {
            let nth = counter.fetch_add(1, Relaxed) + 1;
            if nth == 1 {
                let _ = set[0].set(cpu_time());
            }
            if nth == last {
                let _ = set[1].set(cpu_time());
            }
            body();
        };
        let wall = measure::rerun(self.checker(None), counted, schedules)?;
        match (times[0].get(), times[1].get()) {
            (Some(begun), Some(ended)) if last > 1 && started.load(Relaxed) == last => {
                let share = last as f64 / (last - 1) as f64;
                Ok((*ended - *begun).mul_f64(share))
            }
            _ => Ok(wall),
        }
    }

    /// How long the bare runtime takes to run executions under given schedules.
    ///
    /// # Errors
    /// As for [`Subject::time_replay`].
    pub(crate) fn time_bare(
        &self,
        schedules: &Schedules,
        switches: Switches,
    ) -> Result<Duration, String> {
        let (body, size) = (self.on_bare, self.size);
        let mut driver = Driver::new(switches);
        let begun = cpu_time();
        for schedule in schedules.iter() {
            driver
                .run(move || body(size), schedule)
                .map_err(|misfit| format!("{self} on the bare runtime: {misfit:?}"))?;
        }
        Ok(cpu_time() - begun)
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}({})", self.name, self.size)
    }
}

/// What an exploration did.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Explored {
    pub(crate) executions: u64,
    /// Events that were run: new ones, and those run again to get back to where a
    /// branch begins.
    pub(crate) events: u64,
    pub(crate) largest_wakeup_tree: u64,
    /// How long the whole check took.
    pub(crate) elapsed: Duration,
    /// Complete executions, those of explorations that began anew included.
    pub(super) completed: u64,
}

fn checked(report: Report) -> Result<Report, String> {
    match report.verdict() {
        Verdict::Verified | Verdict::NotExhausted(_) => Ok(report),
        _ => Err(report.to_string()),
    }
}

/// The shortest of several runs: at least three, and more while all of them
/// together take less than half a second.
///
/// # Errors
/// Those of the runs.
pub(crate) fn shortest(
    mut run: impl FnMut() -> Result<Duration, String>,
) -> Result<Duration, String> {
    const RUNS: u32 = 3;
    const LONG_ENOUGH: Duration = Duration::from_millis(500);
    let begun = Instant::now();
    let mut shortest = run()?;
    let mut runs = 1;
    while runs < RUNS || begun.elapsed() < LONG_ENOUGH {
        shortest = shortest.min(run()?);
        runs += 1;
    }
    Ok(shortest)
}
