//! Models: closures whose executions are all explored.

use mazurka::Checker;
use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

/// The settings of a model. Those that mean nothing here are accepted.
#[derive(Debug)]
#[non_exhaustive]
pub struct Builder {
    /// How many threads there may be. Not used: here there may be any number.
    pub max_threads: usize,
    /// How many switches of threads an execution may have (`LOOM_MAX_BRANCHES`). Not used: an
    /// execution may have as many events as [`Checker::max_events`] says, unless it is set by
    /// `MAZURKA_MAX_EVENTS`.
    pub max_branches: usize,
    /// How many executions are explored at most (`LOOM_MAX_PERMUTATIONS`).
    pub max_permutations: Option<usize>,
    /// For how long executions are explored (`LOOM_MAX_DURATION`, in seconds).
    pub max_duration: Option<Duration>,
    /// How often a thread may be interrupted that could go on (`LOOM_MAX_PREEMPTIONS`). What is
    /// within the bound is explored first, under sequential consistency; then everything under
    /// RC11, for as long as the former took, or a quarter of a second if that is longer.
    pub preemption_bound: Option<usize>,
    /// Where the string is kept that replays a failure (`LOOM_CHECKPOINT_FILE`). If it is there,
    /// the failure is replayed first.
    pub checkpoint_file: Option<PathBuf>,
    /// How often loom writes that file (`LOOM_CHECKPOINT_INTERVAL`). Not used: here it is written
    /// when there is a failure.
    pub checkpoint_interval: usize,
    /// Does loom explore only after [`explore`](crate::explore)? Not used: everything is explored.
    pub expect_explicit_explore: bool,
    /// Does loom note source locations (`LOOM_LOCATION`)? Not used: they are always shown.
    pub location: bool,
    /// Is the result printed, if there is no failure (`LOOM_LOG`)?
    pub log: bool,
}

impl Builder {
    /// The settings of the environment.
    ///
    /// # Panics
    /// When a variable has a value that means nothing.
    pub fn new() -> Builder {
        Builder {
            max_threads: crate::MAX_THREADS,
            max_branches: variable("LOOM_MAX_BRANCHES").unwrap_or(1_000),
            max_permutations: variable("LOOM_MAX_PERMUTATIONS"),
            max_duration: variable("LOOM_MAX_DURATION").map(Duration::from_secs),
            preemption_bound: variable("LOOM_MAX_PREEMPTIONS"),
            checkpoint_file: variable("LOOM_CHECKPOINT_FILE"),
            checkpoint_interval: variable("LOOM_CHECKPOINT_INTERVAL").unwrap_or(20_000),
            expect_explicit_explore: false,
            location: env::var_os("LOOM_LOCATION").is_some(),
            log: env::var_os("LOOM_LOG").is_some(),
        }
    }

    /// Sets the checkpoint file.
    pub fn checkpoint_file(&mut self, file: &str) -> &mut Builder {
        self.checkpoint_file = Some(file.into());
        self
    }

    /// Explores the executions of `f`.
    ///
    /// # Panics
    /// When one of them fails, with the interleaving that shows it; and when an execution does
    /// not end.
    #[track_caller]
    pub fn check<F>(&self, f: F)
    where
        F: Fn() + Sync + Send + 'static,
    {
        let body = Arc::new(move || {
            f();
            crate::lazy_static::drop_all();
        });
        if let Some(file) = &self.checkpoint_file
            && let Some(replay) = kept(file)
        {
            let body = Arc::clone(&body);
            let report = checker_from(self).replay(&replay).check(move || body());
            if report.finding().is_some() {
                report.conclude();
            }
            eprintln!(
                "what {} replays does not fail: everything is explored",
                file.display()
            );
        }
        let report = match self.preemption_bound {
            None => checker_from(self),
            Some(bound) => {
                let bound = u32::try_from(bound).unwrap_or(u32::MAX);
                checker_from(self).preemptions(bound).beyond(BEYOND)
            }
        }
        .check(move || body());
        if let (Some(file), Some(replay)) = (&self.checkpoint_file, report.replay()) {
            keep(file, replay);
        }
        // Mazurka prints it itself if it is asked to.
        if self.log && report.is_verified() && env::var_os("MAZURKA_LOG").is_none() {
            eprintln!("mazurka {}", report.summary());
        }
        report.conclude();
    }
}

impl Default for Builder {
    fn default() -> Builder {
        Builder::new()
    }
}

/// Explores all executions of `f`, with the settings of the environment.
///
/// # Panics
/// When one of them fails.
#[track_caller]
pub fn model<F>(f: F)
where
    F: Fn() + Sync + Send + 'static,
{
    Builder::new().check(f);
}

/// Stacks are larger than those of Mazurka: tests of loom may ask for much.
const STACK_SIZE: usize = 2 << 20;

/// For how long everything is explored at least, after what is within a bound on preemptions.
const BEYOND: Duration = Duration::from_millis(250);

/// The checker that does what the settings ask for, but for the bound on preemptions.
fn checker_from(builder: &Builder) -> Checker {
    let mut checker = Checker::new()
        .stack_size(STACK_SIZE)
        // As in loom, a box that is leaked is none of its business.
        .tracked_leaks(true)
        // As in loom, once in each `block_on`.
        .spurious_polls(1)
        // A limit is no failure, and it is told.
        .allow_endless(true);
    if let Some(count) = builder.max_permutations {
        checker = checker.max_executions(count as u64);
    }
    if let Some(time) = builder.max_duration {
        checker = checker.max_time(time);
    }
    checker
}

/// A variable of the environment.
fn variable<T: FromStr>(name: &str) -> Option<T> {
    let value = env::var(name).ok().filter(|value| !value.is_empty())?;
    let parsed = value.parse();
    Some(parsed.unwrap_or_else(|_| panic!("the environment variable {name} is {value:?}")))
}

/// How a checkpoint file of this package begins.
const HEAD: &str = "mazurka ";

/// The string that a checkpoint file keeps.
fn kept(file: &Path) -> Option<String> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.strip_prefix(HEAD)?.trim().to_owned())
}

fn keep(file: &Path, replay: &str) {
    if let Err(error) = fs::write(file, format!("{HEAD}{replay}\n")) {
        eprintln!("cannot write {}: {error}", file.display());
    }
}
