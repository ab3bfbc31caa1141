//! Checks of closures, from the settings to the report.

use crate::closure::{Bounds, Closure};
use crate::endless::Endless;
use crate::fibers::Fibers;
#[cfg(feature = "bench")]
use crate::measure;
use crate::orders;
use crate::report::{Limit, Report, Verdict};
use crate::reports;
use crate::rt::{self, Leaks};
use crate::settings::{Hook, SAMPLES, Settings, UNNAMED};
use crate::shown;
use mazurka_check::{Counts, Found};
use mazurka_explore::{Algorithm, Error, Statistics};
use mazurka_memory::Model;
use mazurka_program::{Finding, memory};
use std::env;
use std::fs::File;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::{Arc, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Explores every behaviour of `f`, and panics if one of them shows a bug.
///
/// The same as `Checker::new().run(f)`. It is checked under sequential consistency first, where
/// a bug is easiest to understand. If there is none, it is checked under the memory model of
/// the language ([`Model::Rc11`]), where a load may find an older value unless its ordering
/// forbids that: a test that passes should mean what its author thinks, and what `Relaxed`
/// allows is a part of that. (So it is with loom, which knows that model alone.) The report
/// says which models were covered. See [*Memory models*](crate#memory-models).
///
/// # Panics
/// When there is a bug, with the interleaving that shows it; and when the
/// program cannot be checked.
#[track_caller]
pub fn check<F: Fn() + Send + Sync + 'static>(f: F) {
    Checker::new().run(f);
}

/// A check with settings.
///
/// ```
/// use mazurka::{Algorithm, Checker};
///
/// let report = Checker::new()
///     .algorithm(Algorithm::Source)
///     .max_events(1_000)
///     .check(|| assert_eq!(1 + 1, 2));
/// assert!(report.is_verified());
/// ```
///
/// The environment overrides what the program says: `MAZURKA_ALGORITHM`,
/// `MAZURKA_MODEL`, `MAZURKA_BUFFER_BOUND`, `MAZURKA_MAX_EVENTS`, `MAZURKA_MAX_MEMORY`, `MAZURKA_UNROLL`,
/// `MAZURKA_MAX_EXECUTIONS`, `MAZURKA_MAX_TIME` (in seconds), `MAZURKA_ESTIMATE` (with `1`: stop
/// after a second, and tell how many executions there are), `MAZURKA_WORKERS`,
/// `MAZURKA_LEAKS`, `MAZURKA_ALLOW_PANICS` and `MAZURKA_REPLAY`; `MAZURKA_PREEMPTIONS` and
/// `MAZURKA_DELAYS` (a number, or `all`), `MAZURKA_RANDOM` (how many executions), `MAZURKA_PCT`
/// (the depth), `MAZURKA_SEED`, and `MAZURKA_REQUIRE_EXHAUSTED=1`. With `MAZURKA_LOG=1` every
/// check prints what it did in one line, and with `MAZURKA_REPORTS=FILE` it appends a line of JSON
/// to that file (see `cargo mazurka`).
#[derive(Clone, Debug, Default)]
#[must_use = "a checker does nothing until `check` or `run` is called"]
pub struct Checker {
    settings: Settings,
}

impl Checker {
    /// A checker with the usual settings.
    pub fn new() -> Checker {
        Checker::default()
    }

    /// Which explorer is used. Unless set, that is [`Algorithm::Optimal`] under SC, TSO and
    /// PSO, and [`Algorithm::Graphs`] under release/acquire and RC11, for which there is no
    /// other. With one of the others set, and no model, the check is of SC alone.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Checker {
        self.settings.asked.algorithm = Some(algorithm);
        self
    }

    /// Explores only executions with at most this many preemptions, under SC unless a model is
    /// set: switches from a thread that could have gone on. Switches from one that waits or has
    /// ended are free, as are flushes of store buffers. For tests that are too large to be
    /// explored as a whole: most bugs need one or two.
    ///
    /// Executions without preemptions come first, then those with one, and so on, so that a
    /// check with a limit on time has looked everywhere a little. `u32::MAX` goes on until all
    /// is explored. Every trace that has such an execution is completed once. If that was
    /// all there is, the check is verified; else it is "not exhausted"
    /// ([`Limit::Preemptions`]). One worker explores.
    ///
    /// ```
    /// use mazurka::{Checker, Limit, Verdict};
    /// use mazurka::sync::Arc;
    /// use mazurka::sync::atomic::{AtomicU32, Ordering::SeqCst};
    ///
    /// fn lost_update() {
    ///     let count = Arc::new(AtomicU32::new(0));
    ///     let add = |count: &AtomicU32| count.store(count.load(SeqCst) + 1, SeqCst);
    ///     let other = count.clone();
    ///     let handle = mazurka::thread::spawn(move || add(&other));
    ///     add(&count);
    ///     handle.join().unwrap();
    ///     assert_eq!(count.load(SeqCst), 2);
    /// }
    ///
    /// let report = Checker::new().preemptions(0).check(lost_update);
    /// assert_eq!(report.verdict(), &Verdict::NotExhausted(Limit::Preemptions));
    /// assert!(Checker::new().preemptions(1).check(lost_update).finding().is_some());
    /// ```
    pub fn preemptions(self, most: u32) -> Checker {
        self.algorithm(Algorithm::Preemptions(most))
    }

    /// After what is within a bound on preemptions or delays, explores everything, under
    /// [`Model::Rc11`]: for as long as the first part took, or for `least` if that is longer. If
    /// that comes to an end, the check is verified. It is not done if a model is set. Without it,
    /// a check with a bound looks at sequential consistency alone.
    pub fn beyond(mut self, least: Duration) -> Checker {
        self.settings.beyond = Some(least);
        self
    }

    /// The same with delays: threads take turns in the order of their creation, each runs as long
    /// as it can, and a delay passes over one.
    pub fn delays(self, most: u32) -> Checker {
        self.algorithm(Algorithm::Delays(most))
    }

    /// Runs this many executions in which each step is chosen at random, and explores nothing
    /// else. The same seed gives the same executions. What they do not show is not verified.
    pub fn random(mut self, executions: u64, seed: u64) -> Checker {
        self.settings.max_executions = Some(executions);
        self.algorithm(Algorithm::Random(seed))
    }

    /// The same with random priorities (probabilistic concurrency testing): finds bugs that need
    /// `depth` steps in a certain order with a chance that does not fall with the number of
    /// interleavings.
    pub fn pct(mut self, executions: u64, depth: u32, seed: u64) -> Checker {
        self.settings.max_executions = Some(executions);
        self.algorithm(Algorithm::Pct { depth, seed })
    }

    /// Has [`Checker::run`] pass although an execution did not end ([`Limit::Events`]), if no
    /// other showed a bug. What did not end is told on the standard error, as with other limits.
    pub fn allow_endless(mut self, yes: bool) -> Checker {
        self.settings.allow_endless = yes;
        self
    }

    /// Makes [`Checker::run`] panic if not everything was explored: by a limit, a bound or
    /// samples, or because a memory model was not covered. Without it, that is one line on the
    /// standard error, which `cargo test` shows.
    pub fn require_exhausted(mut self, requires: bool) -> Checker {
        self.settings.require_exhausted = requires;
        self
    }

    /// The memory model that is checked, and no other.
    ///
    /// Unless set, these are two: [`Model::Sc`], and if that is verified, [`Model::Rc11`], the
    /// model of the language. If every access of an atomic is `SeqCst`, then SC is all there is:
    /// without a data race, nothing else can happen under RC11. Limits on executions and time are for both together; and without
    /// a limit the second part ends when it has taken much longer than the first. If it has not
    /// come to an end, or the program does what execution graphs cannot do, then the verdict is
    /// that of SC; [`Report::covered`] does not name RC11, and [`Report::uncovered`] says why.
    ///
    /// Under [`Model::Tso`] and [`Model::Pso`] an atomic store that is not
    /// `SeqCst` goes into a store buffer of its thread, and reaches memory at some
    /// later time, which is an event. Under [`Model::Ra`] and [`Model::Rc11`] a load may find
    /// an older value; see [*Memory models*](crate#memory-models).
    pub fn model(mut self, model: Model) -> Checker {
        self.settings.asked.model = Some(model);
        self
    }

    /// Lets a store buffer hold at most this many stores (any number unless set):
    /// under TSO one of a thread, under PSO one of a thread and a location. A
    /// store into a full buffer waits. There are fewer traces then; if that has
    /// left any out and none of the others shows a bug, the result is "not
    /// exhausted" ([`Limit::BufferBound`]). With zero, memory is sequentially
    /// consistent.
    pub fn buffer_bound(mut self, count: u32) -> Checker {
        self.settings.buffer_bound = Some(count);
        self
    }

    /// An execution with more events than this (100,000 unless set) is not followed
    /// further: it may have no end. That is no bug, but nothing is verified then
    /// ([`Limit::Events`]), and [`Checker::run`] panics.
    ///
    /// Other executions are explored all the same, with each thread cut where it comes to a
    /// place more than 2, 4, .. 64 times: at most 10,000 executions for each of these bounds,
    /// and not more when 1,000 were cut. A bug that one of them shows is the result.
    pub fn max_events(mut self, count: usize) -> Checker {
        self.settings.max_events = count;
        self
    }

    /// An execution that takes more memory than this, in MiB (1024 unless set), is not followed
    /// further: it may have no end. That is no bug, but nothing is verified then
    /// ([`Limit::Memory`]), and [`Checker::run`] panics. What counts is what the threads of the
    /// program allocate, whether or not they free it again, and what Mazurka notes of the
    /// execution. Other executions are explored all the same, as for [`Checker::max_events`].
    ///
    /// # Panics
    /// If it is zero.
    pub fn max_memory(mut self, mebibytes: u32) -> Checker {
        assert!(mebibytes > 0, "an execution takes some memory");
        self.settings.max_memory = u64::from(mebibytes) << 20;
        self
    }

    /// Cuts a thread where it comes to the same place (a call of an operation, by its line
    /// and column) more than this many times; any number unless set. If that has left
    /// anything out and nothing else shows a bug, the result is "not exhausted"
    /// ([`Limit::Unroll`]).
    ///
    /// # Panics
    /// If it is zero.
    pub fn unroll(mut self, count: u32) -> Checker {
        assert!(count > 0, "a thread has to come to a place at least once");
        self.settings.unroll = Some(count);
        self
    }

    /// Stops after this many executions; the result is then "not exhausted".
    pub fn max_executions(mut self, count: u64) -> Checker {
        self.settings.max_executions = Some(count);
        self
    }

    /// Stops after this time; the result is then "not exhausted".
    pub fn max_time(mut self, time: Duration) -> Checker {
        self.settings.max_time = Some(time);
        self
    }

    /// A thread that runs for longer than this (30 seconds unless set) without
    /// performing an operation is given up. That is no bug, but nothing is verified then
    /// ([`Limit::LocalTime`]), and [`Checker::run`] panics.
    pub fn max_local_time(mut self, time: Duration) -> Checker {
        self.settings.max_local_time = time;
        self
    }

    /// The size of each thread's stack in bytes, its guard page included:
    /// 512 KiB unless set. A thread may ask for a larger one
    /// ([`thread::Builder::stack_size`](crate::thread::Builder::stack_size)).
    pub fn stack_size(mut self, bytes: usize) -> Checker {
        self.settings.stack_size = bytes;
        self
    }

    /// Goes on after a bug was found, to find all of them; see
    /// [`Report::findings`].
    pub fn keep_going(mut self, yes: bool) -> Checker {
        self.settings.keep_going = yes;
        self
    }

    /// Explores with this many schedulers at once (one unless set), each on an OS
    /// thread of its own. The result is the same for any number; with several bugs
    /// and without [`Checker::keep_going`], it may be another of them.
    ///
    /// The closure then runs on several OS threads at a time. That matters only if it
    /// keeps something outside of the check, like a counter in a `std` static.
    ///
    /// # Panics
    /// If there are none.
    pub fn workers(mut self, count: usize) -> Checker {
        assert!(count > 0, "a check needs at least one worker");
        self.settings.workers = count;
        self
    }

    /// Lets each thread wake up for no reason from up to this many waits of an
    /// execution (none unless set): those of
    /// [`Condvar::wait`](crate::sync::Condvar::wait) and
    /// [`thread::park`](crate::thread::park). One is enough to find waits that
    /// are not in a loop.
    pub fn spurious_wakeups(mut self, count: u32) -> Checker {
        self.settings.spurious_wakeups = count;
        self
    }

    /// Lets each [`block_on`](crate::future::block_on) poll its future up to this many times though
    /// nothing woke it (never unless set; `MAZURKA_SPURIOUS_POLLS`). Futures have to allow that.
    pub fn spurious_polls(mut self, count: u32) -> Checker {
        self.settings.spurious_polls = count;
        self
    }

    /// Lets up to this many calls of `compare_exchange_weak` by each thread fail in an execution
    /// though the value is the expected one (none unless set; `MAZURKA_WEAK_FAILURES`), as they
    /// may on some processors. One is enough to find calls that are not in a loop.
    pub fn weak_failures(mut self, count: u32) -> Checker {
        self.settings.weak_failures = count;
        self
    }

    /// Has a writer that waits for an [`RwLock`](crate::sync::RwLock) keep new
    /// readers out; unless set, they get in. `std` leaves that open, and systems
    /// differ: a thread that reads twice at once can then wait for a writer that
    /// waits for it.
    pub fn writers_first(mut self, yes: bool) -> Checker {
        self.settings.writers_first = yes;
        self
    }

    /// Allows threads to panic that are joined: who joins gets the error, and may handle it.
    /// Unless set, every panic is a bug. The panic of the closure itself, and of a thread that is
    /// never joined, is one anyway. `MAZURKA_ALLOW_PANICS=1` sets it as well.
    pub fn allow_panics(mut self, yes: bool) -> Checker {
        self.settings.allow_panics = yes;
        self
    }

    /// Has memory that an execution has allocated, and not freed when all of its threads have
    /// ended, count as a bug ([`FindingKind::Leak`](crate::FindingKind::Leak)): `Arc`s in a
    /// circle, `mem::forget`, `Box::leak`. Not so unless set. `MAZURKA_LEAKS=1` asks for it as
    /// well.
    ///
    /// What thread locals and statics of Mazurka's types hold is dropped before. What `std`
    /// allocates once for an OS process or thread is no leak. What the closure puts into a
    /// collection outside of the check, anew in each execution, does count.
    pub fn leaks(mut self, yes: bool) -> Checker {
        self.settings.leaks = if yes { Leaks::All } else { Leaks::Off };
        self
    }

    /// As [`Checker::leaks`], but only [`Arc`](crate::sync::Arc)s of this crate count, and what
    /// [`mazurka::alloc`](crate::alloc) allocates or tracks.
    pub fn tracked_leaks(mut self, yes: bool) -> Checker {
        self.settings.leaks = if yes { Leaks::Tracked } else { Leaks::Off };
        self
    }

    /// If there is a bug under a weaker memory model than [`Model::Sc`]: looks for the orderings
    /// that are too weak, and tells in the report (and what [`Checker::run`] panics with) which
    /// would have to be how much stronger for the check to pass. It is found by trying: every
    /// attempt is a check of its own, with the same limits. See [`Report::suggestion`].
    /// `MAZURKA_SUGGEST_FENCES=1` asks for it as well.
    pub fn suggest_fences(mut self, yes: bool) -> Checker {
        self.settings.suggests = yes;
        self
    }

    /// For how long a simpler execution is looked for when one shows a bug: with the fewest
    /// switches between threads, then the fewest steps of other threads. Without it: 2 seconds.
    /// `MAZURKA_SHORTEN` says so as well, in seconds.
    pub fn shorten(mut self, time: Duration) -> Checker {
        self.settings.shorten = time;
        self
    }

    /// Writes the execution that shows a bug to a trace file in that folder, which is made if need
    /// be. `mazurka show FILE` and `cargo mazurka show FILE` print it. `MAZURKA_TRACE_DIR` names
    /// a folder as well.
    pub fn trace_dir(mut self, folder: impl Into<PathBuf>) -> Checker {
        self.settings.trace_dir = Some(folder.into());
        self
    }

    /// Runs only the execution that a failure printed this string for.
    pub fn replay(mut self, replay: &str) -> Checker {
        self.settings.replay = Some(replay.to_owned());
        self
    }

    /// The test's name, as the command that replays a failure shows it: unless
    /// set, the name of the calling OS thread, which test harnesses set.
    pub fn name(mut self, name: impl Into<String>) -> Checker {
        self.settings.name = Some(name.into());
        self
    }

    /// Calls `hook` at the end of every complete execution: for tests of
    /// Mazurka that collect what executions end in. It is called for the
    /// executions of explorations that are begun anew as well.
    #[doc(hidden)]
    pub fn on_complete(mut self, hook: impl Fn() + Send + Sync + 'static) -> Checker {
        self.settings.on_complete = Some(Hook(Arc::new(hook)));
        self
    }

    /// Calls `hook` after the hook of a complete execution, if the execution is discarded.
    #[doc(hidden)]
    pub fn on_discarded(mut self, hook: impl Fn() + Send + Sync + 'static) -> Checker {
        self.settings.on_discarded = Some(Hook(Arc::new(hook)));
        self
    }

    #[cfg(feature = "bench")]
    pub(crate) fn settings(&mut self) -> &mut Settings {
        &mut self.settings
    }

    /// Explores every behaviour of `f`, and panics if one of them shows a bug.
    ///
    /// # Panics
    /// When there is a bug, with the interleaving that shows it; when no
    /// execution satisfies the assumptions; when the program cannot be
    /// checked; when an execution does not end ([`Limit::Events`],
    /// [`Limit::LocalTime`]); when Mazurka is at fault ([`Limit::Blocked`]); and with
    /// [`Checker::require_exhausted`] when not everything was explored.
    #[track_caller]
    pub fn run<F: Fn() + Send + Sync + 'static>(self, f: F) {
        self.checked(f, true).conclude();
    }

    /// Explores the behaviours of `f`, and tells what came of it.
    ///
    /// The closure runs at least once for every trace, and some more times: the
    /// first execution is replayed to see whether the program is deterministic,
    /// what an operation would do elsewhere is sometimes found out by running it
    /// there (and such an execution then goes on to its end), the exploration may
    /// begin anew when it learns what must count as an operation, and the execution
    /// that shows a bug is replayed to show it.
    pub fn check<F: Fn() + Send + Sync + 'static>(self, f: F) -> Report {
        self.checked(f, false)
    }

    /// Explores the behaviours of `f`, and appends what came of it to the file of reports, if
    /// there is one; with whether it decides what becomes of the test.
    fn checked<F: Fn() + Send + Sync + 'static>(self, f: F, decides: bool) -> Report {
        let algorithm = self.settings.asked.algorithm.unwrap_or_default();
        if rt::is_active() {
            rt::error(NESTED.to_owned());
            return Report::error(algorithm, NESTED.to_owned());
        }
        let mut named = self.settings;
        let name = named.name.get_or_insert_with(current_name).clone();
        let report = match named.with_environment() {
            Ok(settings) => explored_in_parts(&settings, f),
            Err(message) => Err(message),
        };
        let report = report.unwrap_or_else(|message| Report::error(algorithm, message));
        reports::append(&name, &report, decides);
        report
    }
}

/// The name of the calling OS thread, which test harnesses set.
fn current_name() -> String {
    thread::current().name().unwrap_or(UNNAMED).to_owned()
}

/// Explores a closure under one memory model after the other.
///
/// # Errors
/// When what is asked for does not go together.
fn explored_in_parts<F>(settings: &Settings, f: F) -> Result<Report, String>
where
    F: Fn() + Send + Sync + 'static,
{
    let parts = settings.parts()?;
    let begun = Instant::now();
    let body: Arc<dyn Fn() + Send + Sync> = Arc::new(f);
    let mut report: Option<Report> = None;
    for (model, algorithm) in parts {
        let mut own = Settings {
            model,
            algorithm,
            ..settings.clone()
        };
        if algorithm.is_random() && own.max_time.is_none() {
            own.max_executions.get_or_insert(SAMPLES);
        }
        if let Some(before) = report.take_if(|before| before.is_verified() && !before.has_weak) {
            report = Some(before.and_also(model));
            break;
        }
        if let Some(before) = &report {
            own.is_second = true;
            own.max_executions = Some(left(settings, before));
            own.max_events = own.max_events.min(most_events(before));
            if let (Some(least), Some(_)) = (own.beyond, before.bound()) {
                let most = begun.elapsed() + begun.elapsed().max(least);
                own.max_time = Some(own.max_time.map_or(most, |time| time.min(most)));
            }
        }
        let asks = own.suggests && own.replay.is_none() && model != Model::Sc;
        let again = asks.then(|| own.clone());
        let mut part = watched(own, Arc::clone(&body), begun);
        if let (Some(own), Verdict::Bug { .. }) = (again, &part.verdict) {
            let again = |own| watched(own, Arc::clone(&body), Instant::now());
            part.suggestion = Some(orders::suggested(&own, &again));
        }
        part.elapsed = begun.elapsed();
        part.model = model;
        part.buffer_bound = settings.buffer_bound;
        part.unroll = settings.unroll;
        let part = match report.take() {
            None => part,
            Some(before) => before.and(part),
        };
        let is_next = match part.verdict {
            Verdict::Verified => true,
            Verdict::NotExhausted(limit) => matches!(limit, Limit::Preemptions | Limit::Delays),
            _ => false,
        };
        let goes_on = is_next && !has_measured(settings);
        report = Some(part);
        if !goes_on {
            break;
        }
    }
    let mut report = report.expect("there is at least one part");
    report.must_exhaust = settings.require_exhausted;
    report.may_be_endless = settings.allow_endless;
    if settings.log {
        eprintln!("mazurka {}", report.summary());
    }
    Ok(report)
}

/// Says what came of a check whose test passes although not everything was explored, or there was nothing
/// to explore. A test that passes has its output withheld, so this goes past that.
fn tell(report: &Report) {
    if reports::are_written() {
        // What reads them tells it.
        return;
    }
    let name = current_name();
    let mut text = format!("mazurka: {name}: {}", report.summary());
    if let Some(endless) = &report.endless {
        // Which loop goes on is told as well.
        text += &endless.to_string();
    }
    if let Some(warning) = report.warning() {
        text += &format!("\n{warning}");
    }
    text += "\n";
    // There may be no standard error.
    let _ = std::io::stderr().write_all(text.as_bytes());
    // nextest withholds that, too, for tests that pass. The terminal is left, if there is one.
    if env::var_os("NEXTEST").is_some()
        && let Ok(mut terminal) = File::options().write(true).open("/dev/tty")
    {
        let _ = terminal.write_all(format!("\r{text}").as_bytes());
    }
}

impl Report {
    /// What [`Checker::run`] does with a report: panics, or prints it if not everything was
    /// explored.
    ///
    /// # Panics
    /// As [`Checker::run`].
    #[track_caller]
    pub fn conclude(&self) {
        let is_partial = match self.verdict() {
            Verdict::Verified => self.uncovered().is_some(),
            Verdict::NotExhausted(Limit::Events | Limit::Memory) if self.may_be_endless => true,
            Verdict::NotExhausted(
                Limit::Blocked(_)
                | Limit::Orders(_)
                | Limit::Events
                | Limit::Memory
                | Limit::LocalTime,
            ) => panic!("{self}"),
            Verdict::NotExhausted(_) => true,
            Verdict::Bug { .. } if self.backtrace().is_some() => rt::panic_with_backtrace(self),
            Verdict::Bug { .. } | Verdict::Vacuous | Verdict::Error(_) => panic!("{self}"),
        };
        if is_partial && self.must_exhaust {
            panic!("{self}\n\nThe check must explore everything (require_exhausted).");
        }
        if is_partial || self.warning().is_some() {
            tell(self);
        }
    }
}

/// Without a limit, how many executions the second part of a check may have for each of the
/// first, and how many it may have anyway.
const MOST: (u64, u64) = (4, 10_000);

/// How many events an execution of the second part of a check may have anyway.
const MOST_EVENTS: usize = 2_000;

/// Where the first part ran more events than this, long executions of the second take too long.
const MANY_EVENTS: u64 = 1_000_000;

/// How many events an execution of the second part of a check may have: some more than the
/// executions of the first had.
fn most_events(before: &Report) -> usize {
    let statistics = before.statistics();
    let usual = statistics.events / statistics.executions().max(1);
    match statistics.events <= MANY_EVENTS {
        true => MOST_EVENTS + 2 * usize::try_from(usual).unwrap_or(usize::MAX / 4),
        false => MOST_EVENTS,
    }
}

/// How many executions the next part of a check may have.
fn left(settings: &Settings, before: &Report) -> u64 {
    let executions = before.statistics().executions();
    match settings.max_executions {
        Some(max) => max.saturating_sub(executions),
        None => executions.saturating_mul(MOST.0).saturating_add(MOST.1),
    }
}

/// Is the check a measurement, of one exploration?
#[cfg(feature = "bench")]
fn has_measured(settings: &Settings) -> bool {
    settings.measure.is_some()
}

/// See above.
#[cfg(not(feature = "bench"))]
fn has_measured(_: &Settings) -> bool {
    false
}

/// Runs a check on threads of its own, and waits for it.
fn watched(mut settings: Settings, body: Arc<dyn Fn() + Send + Sync>, begun: Instant) -> Report {
    let algorithm = settings.algorithm;
    let name = settings.name.get_or_insert_with(current_name).clone();
    let replay = settings.replay.take();
    if replay.is_some() {
        settings.workers = 1;
    }
    let shown = match settings.model {
        Model::Sc => name,
        model => format!("{name} ({model})"),
    };
    let settings = Arc::new(settings);
    #[cfg(feature = "bench")]
    if let Some(task) = &settings.measure {
        return measure::check(&settings, body, task);
    }
    let closure = Arc::new(Closure::new(&settings, body));
    let fibers = Fibers::new(begun, shown);
    let report = match replay {
        Some(text) => replayed(&closure, fibers, text),
        None => explored(&closure, fibers),
    };
    report.unwrap_or_else(|message| Report::error(algorithm, message))
}

/// Explores a closure.
fn explored(closure: &Arc<Closure>, mut fibers: Fibers) -> Result<Report, String> {
    let algorithm = closure.settings.algorithm;
    let explored = mazurka_check::explore(closure, None, &mut fibers);
    let has_bugs = matches!(&explored, Ok((report, _)) if !report.findings.is_empty());
    if let Some(stuck) = fibers.stuck.take().filter(|_| !has_bugs) {
        return Ok(left_behind(stuck, algorithm));
    }
    let (report, known) = match explored {
        Ok((report, explored)) => (report, explored.known),
        Err(error) => {
            let diverged = closure.diverged.lock();
            let diverged = diverged.unwrap_or_else(PoisonError::into_inner).take();
            return Err(match error {
                Error::Diverged { .. } => diverged.unwrap_or_default(),
                Error::Program(message) => message,
            });
        }
    };
    let fibers = &mut fibers;
    let is_long = |found: &Found| !memory::is_told_in(&found.message);
    let limit = match &report.endless {
        Some(found) if !is_long(found) => Limit::Memory,
        _ => Limit::Events,
    };
    let mut endless = report.endless.as_ref().and_then(|found| {
        if !is_long(found) {
            return Some(Box::new(Endless::memory(found.message.clone())));
        }
        let shown = shown::endless(fibers, closure, known.clone(), found.clone());
        let untold = || Box::new(Endless::events(found.steps, None, String::new()));
        shown.map_or_else(|_| Some(untold()), |shown| shown.endless)
    });
    if let (Some(endless), Some(cut)) = (&mut endless, report.cut) {
        endless.others(&report.statistics, cut);
    }
    // Of several bugs, the one that is shown soonest.
    let first = |found: &&Found| (found.steps, found.kind, found.message.clone());
    let mut details = None;
    let verdict = match report.findings.iter().min_by_key(first) {
        Some(found) => match shown::bug(fibers, closure, known, found.clone()) {
            Ok(shown) => {
                details = shown.details;
                shown.verdict
            }
            Err(why) => shown::unshown(closure, found, &format!("(it was not replayed: {why})")),
        },
        None => without_bug(&report, limit, algorithm),
    };
    let mut findings = report.findings;
    findings
        .sort_by(|a, b| (a.kind, &a.process, &a.message).cmp(&(b.kind, &b.process, &b.message)));
    let finding = |found: Found| Finding {
        kind: found.kind,
        process: None,
        message: found.message,
    };
    Ok(Report {
        verdict,
        findings: findings.into_iter().map(finding).collect(),
        statistics: report.statistics,
        endless,
        details,
        estimate: report.estimate,
        has_weak: report.outcomes.has_weak,
        strangers: report.outcomes.has_threads && !report.outcomes.have_met,
        ..Report::error(algorithm, String::new())
    })
}

/// What is to be said of code that runs for too long without an operation. Its thread is left
/// behind.
fn left_behind((endless, counts): (Endless, Counts), algorithm: Algorithm) -> Report {
    Report {
        verdict: Verdict::NotExhausted(Limit::LocalTime),
        endless: Some(Box::new(endless)),
        statistics: Statistics {
            complete: counts.complete,
            blocked: counts.blocked,
            ..Statistics::default()
        },
        ..Report::error(algorithm, String::new())
    }
}

/// What is to be said if no execution showed a bug. If one does not end, it has reached `limit`.
fn without_bug(
    report: &mazurka_check::Report<Bounds>,
    limit: Limit,
    algorithm: Algorithm,
) -> Verdict {
    let statistics = &report.statistics;
    let is_vacuous = statistics.discarded != 0 && statistics.discarded == statistics.complete;
    let limit = match (statistics.fault(algorithm), report.stopped) {
        (Some(mazurka_explore::Limit::Blocked(count)), _) => Limit::Blocked(count),
        _ if report.endless.is_some() => limit,
        (_, Some(mazurka_explore::Limit::Executions)) => Limit::Executions,
        (_, Some(mazurka_explore::Limit::Preemptions(_))) => Limit::Preemptions,
        (_, Some(mazurka_explore::Limit::Delays(_))) => Limit::Delays,
        (_, Some(mazurka_explore::Limit::Orders(count))) => Limit::Orders(count),
        (_, Some(_)) => Limit::Time,
        _ if report.outcomes.is_cut => Limit::Unroll,
        _ if is_vacuous => return Verdict::Vacuous,
        _ if report.outcomes.is_bounded => Limit::BufferBound,
        _ => return Verdict::Verified,
    };
    Verdict::NotExhausted(limit)
}

/// Runs only the execution of a replay string.
fn replayed(closure: &Arc<Closure>, mut fibers: Fibers, text: String) -> Result<Report, String> {
    let shown = shown::replayed(&mut fibers, closure, text);
    if let Some(stuck) = fibers.stuck.take() {
        return Ok(left_behind(stuck, closure.settings.algorithm));
    }
    let shown = shown?;
    Ok(Report {
        verdict: shown.verdict,
        findings: shown.findings,
        statistics: Statistics {
            complete: 1,
            events: shown.events as u64,
            ..Statistics::default()
        },
        endless: shown.endless,
        details: shown.details,
        ..Report::error(closure.settings.algorithm, String::new())
    })
}

const NESTED: &str = "`mazurka::check` was called inside the closure of another check. A check \
     explores all interleavings of its closure already; call the inner code directly";
