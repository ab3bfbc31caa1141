//! Checks: the exploration on a thread of its own, watched by the caller.

use crate::command;
use crate::endless::{self, Endless};
use crate::measure::{self, Task};
use crate::progress::Progress;
use crate::render;
use crate::replay::{self, Replayed, Trouble};
use crate::report::{Limit, Report, Verdict};
use crate::rt::{self, FoundRefinements, Host, Running, Runtime, Watch};
use crate::settings::{Hook, Settings};
use corosensei::stack::{DefaultStack, Stack, StackPointer};
use corosensei::{Coroutine, CoroutineResult};
use mazurka_explore::{
    Algorithm, Counterexample, EndedKind, Error, Limits, Observer, Planned, Statistics,
};
use mazurka_memory::Model;
use mazurka_parallel::{Account, Frontier, Mode};
use mazurka_program::{
    Finding, FindingKind, Guard, Interrupt, Operation, ProcessId, Program, Turn,
};
use std::ops::ControlFlow;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// Explores every behaviour of `f`, and panics if one of them shows a bug.
///
/// The same as `Checker::new().run(f)`.
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
/// `MAZURKA_MODEL`, `MAZURKA_BUFFER_BOUND`, `MAZURKA_MAX_EVENTS`, `MAZURKA_UNROLL`,
/// `MAZURKA_MAX_EXECUTIONS`, `MAZURKA_MAX_TIME` (in seconds), `MAZURKA_WORKERS` and
/// `MAZURKA_REPLAY`. With `MAZURKA_LOG=1` every check prints what it did in one line.
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

    /// Which explorer is used: [`Algorithm::Optimal`] unless set.
    pub fn algorithm(mut self, algorithm: Algorithm) -> Checker {
        self.settings.algorithm = algorithm;
        self
    }

    /// The memory model: [`Model::Sc`] unless set.
    ///
    /// Under [`Model::Tso`] and [`Model::Pso`] an atomic store that is not
    /// `SeqCst` goes into a store buffer of its thread, and reaches memory at some
    /// later time, which is an event; see [*Memory models*](crate#memory-models).
    pub fn model(mut self, model: Model) -> Checker {
        self.settings.model = model;
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
    /// 512 KiB unless set.
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

    /// Lets a central controller hand out the work, for comparison.
    #[doc(hidden)]
    pub fn central_controller(mut self) -> Checker {
        self.settings.mode = Mode::CONTROLLER;
        self
    }

    /// Explores without a frontier that others could share, for comparison. There is
    /// no limit on executions or time then.
    #[doc(hidden)]
    pub fn alone(mut self) -> Checker {
        self.settings.is_alone = true;
        self.settings.workers = 1;
        self
    }

    /// Puts what sharing the work took into `account`.
    #[doc(hidden)]
    pub fn account(mut self, account: &Arc<Mutex<Account>>) -> Checker {
        self.settings.account = Some(Arc::clone(account));
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

    /// Has a writer that waits for an [`RwLock`](crate::sync::RwLock) keep new
    /// readers out; unless set, they get in. `std` leaves that open, and systems
    /// differ: a thread that reads twice at once can then wait for a writer that
    /// waits for it.
    pub fn writers_first(mut self, yes: bool) -> Checker {
        self.settings.writers_first = yes;
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

    pub(crate) fn measure(mut self, task: Task) -> Checker {
        self.settings.measure = Some(task);
        self
    }

    /// Explores every behaviour of `f`, and panics if one of them shows a bug.
    ///
    /// # Panics
    /// When there is a bug, with the interleaving that shows it; when no
    /// execution satisfies the assumptions; when the program cannot be
    /// checked; when an execution does not end ([`Limit::Events`],
    /// [`Limit::LocalTime`]); and when Mazurka is at fault ([`Limit::Blocked`]).
    #[track_caller]
    pub fn run<F: Fn() + Send + Sync + 'static>(self, f: F) {
        let report = self.check(f);
        match report.verdict() {
            Verdict::Verified => {}
            Verdict::NotExhausted(Limit::Blocked(_) | Limit::Events | Limit::LocalTime) => {
                panic!("{report}")
            }
            Verdict::NotExhausted(_) => eprintln!("{report}"),
            Verdict::Bug { .. } | Verdict::Vacuous | Verdict::Error(_) => panic!("{report}"),
        }
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
        let algorithm = self.settings.algorithm;
        if rt::is_active() {
            rt::error(NESTED.to_owned());
            return Report::error(algorithm, NESTED.to_owned());
        }
        let settings = match self.settings.with_environment() {
            Ok(settings) => settings,
            Err(message) => return Report::error(algorithm, message),
        };
        let log = settings.log;
        let (model, buffer_bound) = (settings.model, settings.buffer_bound);
        let unroll = settings.unroll;
        let begun = Instant::now();
        let mut report = watched(settings, Arc::new(f), begun);
        report.elapsed = begun.elapsed();
        report.model = model;
        report.buffer_bound = buffer_bound;
        report.unroll = unroll;
        if log {
            eprintln!("mazurka {}", report.summary());
        }
        report
    }
}

/// Runs a check on threads of its own, and waits for it.
fn watched(mut settings: Settings, body: Arc<dyn Fn() + Send + Sync>, begun: Instant) -> Report {
    let name = settings
        .name
        .get_or_insert_with(|| thread::current().name().unwrap_or("check").to_owned())
        .clone();
    if settings.replay.is_some() || settings.measure.is_some() {
        settings.workers = 1;
    }
    let shown = match settings.model {
        Model::Sc => name,
        model => format!("{name} ({model})"),
    };
    let settings = Arc::new(settings);
    let mut crew = Crew {
        settings: Arc::clone(&settings),
        body,
        begun,
        shown,
        refinements: Vec::new(),
        progress: Progress::new(),
    };
    let mut report = crew.explore_all();
    let is_bounded = settings.unroll.is_some() || settings.replay.is_some();
    let Verdict::NotExhausted(Limit::Events) = report.verdict else {
        return report;
    };
    if is_bounded || settings.measure.is_some() {
        return report;
    }
    for rounds in endless::ROUNDS {
        crew.settings = Arc::new(endless::bounded(&settings, rounds));
        let mut seen = crew.explore_all();
        match seen.verdict {
            Verdict::Bug { .. } | Verdict::NotExhausted(Limit::Blocked(_)) => {
                seen.endless = report.endless;
                return seen;
            }
            Verdict::Error(_) => break,
            _ => {}
        }
        if let Some(endless) = &mut report.endless {
            endless::others(endless, &seen, rounds);
        }
        let goes_on = endless::may_go_on(&seen);
        report.statistics = seen.statistics;
        if !goes_on {
            break;
        }
    }
    report
}

/// The schedulers that explore a program, as the caller sees them.
struct Crew {
    settings: Arc<Settings>,
    body: Arc<dyn Fn() + Send + Sync>,
    begun: Instant,
    /// What the progress line calls the check.
    shown: String,
    /// What must count as an operation, as far as somebody has found out.
    refinements: Vec<FoundRefinements>,
    progress: Progress,
}

/// How an exploration ended.
enum Ended {
    Report(Box<Report>),
    /// It is to begin anew, since more must count as an operation.
    Refined,
    /// The program differed, which may happen once.
    Diverged,
}

impl Crew {
    /// Explores until it need not be begun anew.
    fn explore_all(&mut self) -> Report {
        let mut attempts = 1;
        loop {
            match self.explore(attempts < ATTEMPTS) {
                Ended::Report(report) => return *report,
                Ended::Refined => {}
                Ended::Diverged => attempts += 1,
            }
        }
    }

    /// Explores once.
    fn explore(&mut self, may_diverge: bool) -> Ended {
        let settings = &*Arc::clone(&self.settings);
        let frontier = Arc::new(Frontier::new(settings.sharing()));
        let (sender, receiver) = mpsc::channel();
        let mut watches = Vec::new();
        for number in 0..settings.workers {
            let watch = Arc::new(Watch::default());
            let task = Worker {
                settings: settings.clone(),
                refinements: self.refinements.clone(),
                frontier: Arc::clone(&frontier),
                number,
                watch: Arc::clone(&watch),
            };
            if let Err(message) = launch(task, Arc::clone(&self.body), sender.clone()) {
                frontier.leave();
                return Ended::Report(Box::new(Report::error(settings.algorithm, message)));
            }
            watches.push(watch);
        }
        drop(sender);
        let parts = match self.wait(&frontier, &watches, &receiver) {
            Ok(parts) => parts,
            Err(report) => return Ended::Report(report),
        };
        if let Some(account) = &settings.account {
            *account.lock().unwrap_or_else(PoisonError::into_inner) = frontier.account();
        }
        let is_refined = parts.iter().any(|part| part.is_refined());
        let has_diverged = parts.iter().any(|part| part.has_diverged());
        let before = self.refinements.len();
        for part in &parts {
            if !self.refinements.contains(&part.refinements) {
                self.refinements.push(part.refinements.clone());
            }
        }
        if is_refined && self.refinements.len() == before {
            let message = AGAIN.to_owned();
            return Ended::Report(Box::new(Report::error(settings.algorithm, message)));
        }
        if is_refined {
            return Ended::Refined;
        }
        if has_diverged && may_diverge {
            return Ended::Diverged;
        }
        Ended::Report(Box::new(merge(settings, parts)))
    }

    /// Waits for all schedulers.
    fn wait(
        &mut self,
        frontier: &Frontier,
        watches: &[Arc<Watch>],
        receiver: &mpsc::Receiver<Part>,
    ) -> Result<Vec<Part>, Box<Report>> {
        let settings = &*Arc::clone(&self.settings);
        let mut stuck: Vec<Stuck> = watches.iter().map(|_| Stuck::default()).collect();
        let mut parts = Vec::new();
        let mut late = None;
        while parts.len() < watches.len() {
            let left = settings
                .max_time
                .map(|max| max.saturating_sub(self.begun.elapsed()));
            let tick = left.map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK));
            match receiver.recv_timeout(tick) {
                Ok(part) => {
                    parts.push(part);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    frontier.leave();
                    let message = "internal error: the exploration's thread ended".to_owned();
                    return Err(Box::new(Report::error(settings.algorithm, message)));
                }
            }
            if left == Some(Duration::ZERO) {
                frontier.leave();
                let since = *late.get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    parts.push(Part::late(watches, &parts));
                    return Ok(parts);
                }
            }
            for (stuck, watch) in stuck.iter_mut().zip(watches) {
                if let Some(seen) = stuck.look(watch, settings.max_local_time) {
                    frontier.leave();
                    return Err(Box::new(stuck_report(settings, watches, watch, seen)));
                }
            }
            self.progress.show(&self.shown, executions(watches));
        }
        Ok(parts)
    }
}

/// How many executions all schedulers have run: complete, and sleep-set blocked.
fn executions(watches: &[Arc<Watch>]) -> (u64, u64) {
    let each = watches.iter().map(|watch| watch.executions());
    each.fold((0, 0), |all, one| (all.0 + one.0, all.1 + one.1))
}

/// What one scheduler has found out.
struct Part {
    verdict: Found,
    /// Each with the name of its process.
    findings: Vec<(Finding, Option<String>)>,
    statistics: Statistics,
    refinements: FoundRefinements,
    /// Has a bound on store buffers kept anything from being explored?
    is_bounded: bool,
    /// Has the bound on how often threads come to a place?
    is_cut: bool,
    /// The execution that did not end, if one did not.
    endless: Option<Box<Endless>>,
}

enum Found {
    Verdict(Verdict),
    Refined,
    Diverged(String),
}

impl Part {
    fn error(message: String) -> Part {
        Part {
            verdict: Found::Verdict(Verdict::Error(message)),
            findings: Vec::new(),
            statistics: Statistics::default(),
            refinements: FoundRefinements::default(),
            is_bounded: false,
            is_cut: false,
            endless: None,
        }
    }

    /// For all schedulers that have not told `parts` in time: they are in code between two
    /// operations, which cannot be interrupted. Their threads end when that does.
    fn late(watches: &[Arc<Watch>], parts: &[Part]) -> Part {
        let (mut complete, mut blocked) = executions(watches);
        for part in parts {
            complete = complete.saturating_sub(part.statistics.complete);
            blocked = blocked.saturating_sub(part.statistics.blocked);
        }
        Part {
            verdict: Found::Verdict(Verdict::NotExhausted(Limit::Time)),
            statistics: Statistics {
                complete,
                blocked,
                ..Statistics::default()
            },
            ..Part::error(String::new())
        }
    }

    fn is_refined(&self) -> bool {
        matches!(self.verdict, Found::Refined)
    }

    fn has_diverged(&self) -> bool {
        matches!(self.verdict, Found::Diverged(_))
    }
}

/// What all schedulers together have found out: a bug wherever there is one, or
/// else what kept one of them from exploring, if anything did.
fn merge(settings: &Settings, parts: Vec<Part>) -> Report {
    let mut statistics = Statistics::default();
    let mut findings = Vec::new();
    let mut verdicts = Vec::new();
    let mut is_bounded = false;
    let mut is_cut = false;
    let mut endless = None;
    for part in parts {
        statistics.add(&part.statistics);
        findings.extend(part.findings);
        is_bounded |= part.is_bounded;
        is_cut |= part.is_cut;
        endless = endless.or(part.endless);
        verdicts.push(match part.verdict {
            Found::Verdict(verdict) => verdict,
            Found::Diverged(message) => Verdict::Error(message),
            Found::Refined => unreachable!("it was to begin anew"),
        });
    }
    let key = |(finding, process): &(Finding, Option<String>)| {
        (finding.kind, process.clone(), finding.message.clone())
    };
    findings.sort_by_cached_key(key);
    findings.dedup_by_key(|finding| key(finding));
    let rank = |verdict: &Verdict| match verdict {
        Verdict::Bug { finding, trace, .. } => {
            let shortest = usize::MAX - trace.len();
            (
                3,
                shortest,
                Some(std::cmp::Reverse((finding.kind, finding.message.clone()))),
            )
        }
        Verdict::Error(_) => (2, 0, None),
        // The others stop because of it.
        Verdict::NotExhausted(Limit::Events) => (1, 1, None),
        Verdict::NotExhausted(_) => (1, 0, None),
        Verdict::Verified | Verdict::Vacuous => (0, 0, None),
    };
    let verdict = verdicts.into_iter().max_by_key(rank);
    let is_vacuous = statistics.discarded != 0 && statistics.discarded == statistics.complete;
    let verdict = verdict.expect("there is a scheduler");
    let verdict = match (verdict, statistics.fault(settings.algorithm)) {
        (verdict @ (Verdict::Bug { .. } | Verdict::Error(_)), _) => verdict,
        (_, Some(fault)) => Verdict::NotExhausted(reached(fault)),
        (Verdict::Verified, None) if is_cut => Verdict::NotExhausted(Limit::Unroll),
        (Verdict::Verified, None) if is_vacuous => Verdict::Vacuous,
        (Verdict::Verified, None) if is_bounded => Verdict::NotExhausted(Limit::BufferBound),
        (verdict, None) => verdict,
    };
    let is_endless = matches!(
        verdict,
        Verdict::NotExhausted(Limit::Events) | Verdict::Bug { .. }
    );
    Report {
        verdict,
        findings: findings.into_iter().map(|(finding, _)| finding).collect(),
        statistics,
        endless: endless.filter(|_| is_endless),
        ..Report::error(settings.algorithm, String::new())
    }
}

/// The limit that ended an exploration, in our words.
fn reached(limit: mazurka_explore::Limit) -> Limit {
    match limit {
        mazurka_explore::Limit::Executions => Limit::Executions,
        mazurka_explore::Limit::Observer => Limit::Time,
        mazurka_explore::Limit::Blocked(count) => Limit::Blocked(count),
    }
}

/// How often the caller looks at the exploration.
const TICK: Duration = Duration::from_millis(100);

/// How long schedulers may take to end when the time is over.
const GRACE: Duration = Duration::from_millis(400);

/// Notices local code that never reaches an operation.
#[derive(Default)]
struct Stuck {
    seen: Option<(Running, Instant)>,
}

impl Stuck {
    /// The process that has been running for longer than `max`.
    fn look(&mut self, watch: &Watch, max: Duration) -> Option<Running> {
        let now = watch.sample();
        match (self.seen, now) {
            (Some((before, since)), Some(now)) if before == now => {
                (since.elapsed() > max).then_some(now)
            }
            _ => {
                self.seen = now.map(|now| (now, Instant::now()));
                None
            }
        }
    }
}

/// The report on local code that does not end. Its thread is left behind.
fn stuck_report(
    settings: &Settings,
    watches: &[Arc<Watch>],
    watch: &Watch,
    seen: Running,
) -> Report {
    let (complete, blocked) = executions(watches);
    let endless = Endless::local(&watch.whereabouts(seen), settings.max_local_time);
    Report {
        verdict: Verdict::NotExhausted(Limit::LocalTime),
        endless: Some(Box::new(endless)),
        statistics: Statistics {
            complete,
            blocked,
            ..Statistics::default()
        },
        ..Report::error(settings.algorithm, String::new())
    }
}

/// The exploration: a coroutine, so that it can move to another OS thread.
struct Engine(Coroutine<(), (), Part, EngineStack>);

/// The stack of an exploration. One is kept for the next.
struct EngineStack(Option<DefaultStack>);

static SPARE_STACK: Mutex<Option<DefaultStack>> = Mutex::new(None);

impl EngineStack {
    fn new() -> Result<EngineStack, String> {
        let mut spare = SPARE_STACK.lock().unwrap_or_else(PoisonError::into_inner);
        let stack = match spare.take() {
            Some(stack) => stack,
            None => DefaultStack::new(ENGINE_STACK)
                .map_err(|error| format!("no memory for the exploration's stack: {error}"))?,
        };
        Ok(EngineStack(Some(stack)))
    }

    fn stack(&self) -> &DefaultStack {
        self.0.as_ref().expect("it is there until the drop")
    }
}

impl Drop for EngineStack {
    fn drop(&mut self) {
        let mut spare = SPARE_STACK.lock().unwrap_or_else(PoisonError::into_inner);
        if spare.is_none() {
            *spare = self.0.take();
        }
    }
}

// SAFETY: it is the stack inside, which is not used for anything else before the
// drop.
unsafe impl Stack for EngineStack {
    fn base(&self) -> StackPointer {
        self.stack().base()
    }

    fn limit(&self) -> StackPointer {
        self.stack().limit()
    }
}

// SAFETY: an engine owns all that it works on, and moves between OS threads
// only when it suspends, at which point no fiber of it is alive.
unsafe impl Send for Engine {}

/// The size of the stack that explorers run on.
const ENGINE_STACK: usize = 8 << 20;

/// What one scheduler is told.
struct Worker {
    settings: Settings,
    refinements: Vec<FoundRefinements>,
    frontier: Arc<Frontier>,
    number: usize,
    watch: Arc<Watch>,
}

/// Starts a scheduler on a thread of its own.
fn launch(
    worker: Worker,
    body: Arc<dyn Fn() + Send + Sync>,
    sender: mpsc::Sender<Part>,
) -> Result<(), String> {
    let stack = EngineStack::new()?;
    let exploration = rt::next_exploration();
    let frontier = Arc::clone(&worker.frontier);
    let engine = Engine(Coroutine::with_stack(stack, move |host: &Host, ()| {
        let settings = &worker.settings;
        let runtime = Runtime::new(
            exploration,
            body,
            settings.stack_size,
            Arc::clone(&worker.watch),
            host,
        );
        match runtime {
            Ok(mut runtime) => {
                let (model, bound) = (settings.model, settings.buffer_bound);
                runtime.set_policies(settings.spurious_wakeups, settings.writers_first);
                runtime.set_memory(model, bound, settings.max_events);
                runtime.rounds().most = settings.unroll;
                if settings.workers > 1 {
                    runtime.share();
                }
                for refinements in &worker.refinements {
                    runtime.take_over(refinements);
                }
                Session::new(&worker, runtime).part()
            }
            Err(message) => Part::error(message),
        }
    }));
    host(engine, exploration, frontier, sender)
}

/// Runs the engine on a new OS thread, until it ends or asks for another.
fn host(
    mut engine: Engine,
    exploration: u32,
    frontier: Arc<Frontier>,
    sender: mpsc::Sender<Part>,
) -> Result<(), String> {
    let run = move || {
        let resumed = panic::catch_unwind(AssertUnwindSafe(|| {
            let engine = &mut engine;
            rt::bound(exploration, || engine.0.resume(()))
        }));
        let part = match resumed {
            Ok(CoroutineResult::Return(part)) => part,
            Ok(CoroutineResult::Yield(())) => {
                let next = Arc::clone(&frontier);
                match host(engine, exploration, next, sender.clone()) {
                    Ok(()) => return,
                    Err(message) => Part::error(message),
                }
            }
            Err(_) => Part::error(INTERNAL.to_owned()),
        };
        if let Found::Verdict(Verdict::Error(_)) = part.verdict {
            frontier.leave();
        }
        // The caller may have given up waiting.
        let _ = sender.send(part);
    };
    thread::Builder::new()
        .name("mazurka".to_owned())
        .spawn(run)
        .map(drop)
        .map_err(|error| format!("no OS thread for the exploration: {error}"))
}

/// How often an exploration begins anew when the program diverges: things that
/// happen once per OS process, like the initialisation of a `std` static, may
/// make the first executions differ from the later ones.
const ATTEMPTS: usize = 3;

/// One scheduler on its way to what it finds out.
struct Session<'a> {
    settings: &'a Settings,
    frontier: &'a Frontier,
    number: usize,
    runtime: Runtime,
    watch: &'a Watch,
    findings: Vec<Finding>,
    statistics: Statistics,
    endless: Option<Box<Endless>>,
}

/// Counts executions for the caller.
struct Counter<'a> {
    watch: &'a Watch,
    max_cut: Option<u64>,
    findings: &'a mut Vec<Finding>,
    hook: Option<&'a Hook>,
    measure: Option<&'a Task>,
}

impl Observer for Counter<'_> {
    fn ended(
        &mut self,
        ended: &mazurka_explore::Ended<'_>,
        statistics: &Statistics,
    ) -> ControlFlow<()> {
        self.watch.ended(statistics.complete, statistics.blocked);
        if let (EndedKind::Complete, Some(Hook(hook))) = (ended.kind, self.hook) {
            hook();
        }
        if let Some(task) = self.measure {
            task.ended(ended);
        }
        for finding in ended.findings {
            if !self.findings.contains(finding) {
                self.findings.push(finding.clone());
            }
        }
        match self.max_cut {
            Some(max) if statistics.cut >= max => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn watches_plans(&self) -> bool {
        self.measure.is_some_and(Task::watches_plans)
    }

    fn begun_with(&mut self, leaf: u32) {
        if let Some(task) = self.measure {
            task.begun_with(leaf);
        }
    }

    fn planned(&mut self, planned: Planned) {
        if let Some(task) = self.measure {
            task.planned(&planned);
        }
    }
}

impl<'a> Session<'a> {
    fn new(worker: &'a Worker, runtime: Runtime) -> Session<'a> {
        Session {
            settings: &worker.settings,
            frontier: &worker.frontier,
            number: worker.number,
            runtime,
            watch: &worker.watch,
            findings: Vec::new(),
            statistics: Statistics::default(),
            endless: None,
        }
    }

    fn part(mut self) -> Part {
        let found = match &self.settings.replay {
            Some(text) => self.replay_only(text).map(Found::Verdict),
            None => match &self.settings.measure {
                Some(Task::Rerun(schedules, elapsed)) => {
                    measure::run(&mut self.runtime, schedules, elapsed)
                        .map(|()| Found::Verdict(Verdict::NotExhausted(Limit::Replay)))
                }
                _ => self.explore(),
            },
        };
        let verdict = found.unwrap_or_else(|message| Found::Verdict(Verdict::Error(message)));
        // It does not matter any more.
        let _ = self.runtime.leave();
        let refinements = self.runtime.found();
        if let Some(task) = &self.settings.measure {
            task.end(self.runtime.refinements());
        }
        // An exploration that ends at once does not tell the observer.
        if let Found::Verdict(Verdict::Bug { finding, .. }) = &verdict
            && self.findings.is_empty()
        {
            self.findings.push(finding.clone());
        }
        let names = self.runtime.names();
        let findings = self.findings.into_iter().map(|finding| {
            let process = finding.process.map(|process| names.process_name(process));
            (finding, process)
        });
        Part {
            verdict,
            findings: findings.collect(),
            statistics: self.statistics,
            refinements,
            is_bounded: self.runtime.is_bound_reached(),
            is_cut: self.runtime.rounds().has_cut,
            endless: self.endless,
        }
    }

    /// Explores its share.
    fn explore(&mut self) -> Result<Found, String> {
        loop {
            let found = self.explore_once()?;
            // One scheduler goes on with what it has learnt; several have to tell one
            // another.
            if !matches!(found, Found::Refined) || self.settings.workers > 1 {
                return Ok(found);
            }
        }
    }

    fn explore_once(&mut self) -> Result<Found, String> {
        let limits = Limits {
            max_events: self.settings.max_events,
            max_executions: None,
            keep_going: self.settings.keep_going,
        };
        self.findings.clear();
        if let Some(task) = &self.settings.measure {
            task.begin();
        }
        let mut counter = Counter {
            watch: self.watch,
            max_cut: self.settings.max_cut,
            findings: &mut self.findings,
            hook: self.settings.on_complete.as_ref(),
            measure: self.settings.measure.as_ref(),
        };
        let (algorithm, runtime) = (self.settings.algorithm, &mut self.runtime);
        let outcome = if self.settings.is_alone {
            mazurka_explore::explore(algorithm, runtime, &limits, &mut counter)
        } else {
            let (number, observer) = (self.number, &mut counter);
            self.frontier
                .explore(number, algorithm, runtime, &limits, observer)
        };
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(Error::Program(message)) => return Err(message),
            Err(Error::Diverged {
                step,
                process,
                expected,
                found,
            }) => {
                let message = self.diverged(step, process, expected, found);
                return Ok(Found::Diverged(message));
            }
        };
        self.statistics = outcome.statistics;
        use mazurka_explore::Verdict as Explored;
        Ok(Found::Verdict(match outcome.verdict {
            Explored::Verified => Verdict::Verified,
            Explored::NotExhausted(limit) => Verdict::NotExhausted(reached(limit)),
            Explored::Refined => return Ok(Found::Refined),
            Explored::Bug(bug) => self.bug(bug),
            Explored::Endless {
                left,
                bug: Some(bug),
            } => {
                self.left(&left.schedule);
                self.bug(*bug)
            }
            Explored::Endless { left, bug: None } => self.left(&left.schedule),
        }))
    }

    /// An execution that goes on after that schedule, and is not followed further.
    fn left(&mut self, schedule: &[Turn]) -> Verdict {
        let replayed = replay::replay(&mut self.runtime, schedule, self.settings.max_events);
        let replay = self.replay_string(schedule);
        let command = self.command(&replay);
        self.left_at(schedule.len(), replayed.as_ref().ok(), command)
    }

    fn left_at(&mut self, events: usize, replayed: Option<&Replayed>, command: String) -> Verdict {
        let endless = Endless::events(events, replayed, command);
        self.endless = Some(Box::new(endless));
        Verdict::NotExhausted(Limit::Events)
    }

    /// The bug with the interleaving that shows it.
    fn bug(&mut self, bug: Counterexample) -> Verdict {
        let Counterexample { finding, schedule } = bug;
        let first = match self.replay(&schedule) {
            Ok(replayed) => replayed,
            // The bug is real all the same, and is told without a trace.
            Err(_) => return self.unshown(finding, &schedule),
        };
        let shorter = replay::shorter(&first.recording, &finding);
        for candidate in shorter {
            if candidate == schedule {
                break;
            }
            if let Ok(replayed) = self.replay(&candidate)
                && replayed.findings.contains(&finding)
            {
                return self.shown(finding, &candidate, &replayed);
            }
        }
        self.shown(finding, &schedule, &first)
    }

    /// Runs that schedule, again if the program has learnt on the way that a step is none.
    fn replay(&mut self, schedule: &[Turn]) -> Result<Replayed, Trouble> {
        loop {
            match replay::replay(&mut self.runtime, schedule, self.settings.max_events) {
                Err(Trouble::Interrupt(Interrupt::CameBack)) => {}
                result => return result,
            }
        }
    }

    fn unshown(&mut self, finding: Finding, schedule: &[Turn]) -> Verdict {
        let replay = self.replay_string(schedule);
        Verdict::Bug {
            finding,
            trace: vec!["(the program differed when the execution was replayed)".to_owned()],
            command: self.command(&replay),
            replay,
        }
    }

    fn shown(&mut self, mut finding: Finding, schedule: &[Turn], replayed: &Replayed) -> Verdict {
        if finding.kind == FindingKind::Panic
            && let Some(process) = finding.process
            && let Some((_, name)) = replayed.threads.iter().find(|(id, _)| *id == process)
        {
            finding.message = format!("thread {name} {}", finding.message);
        }
        let replay = self.replay_string(schedule);
        Verdict::Bug {
            finding,
            trace: render::lines(replayed),
            command: self.command(&replay),
            replay,
        }
    }

    fn replay_string(&mut self, schedule: &[Turn]) -> String {
        let refinements = self.runtime.refinements();
        replay::format(schedule, self.runtime.names(), &refinements)
    }

    fn command(&self, replay: &str) -> String {
        let name = self.settings.name.as_deref().unwrap_or_default();
        let model = match self.settings.model {
            Model::Sc => String::new(),
            model => format!("MAZURKA_MODEL={model} "),
        };
        format!("{model}MAZURKA_REPLAY={replay} {}", command::again(name))
    }

    /// Runs only the execution of a replay string.
    fn replay_only(&mut self, text: &str) -> Result<Verdict, String> {
        let max = self.settings.max_events;
        let schedule = replay::parse(text, max, &mut self.runtime)?;
        loop {
            match replay::replay(&mut self.runtime, &schedule, max) {
                Ok(replayed) => {
                    self.statistics.complete = 1;
                    self.statistics.events = schedule.len() as u64;
                    let is_bug = |finding: &&Finding| finding.kind != FindingKind::EventLimit;
                    let findings = replayed.findings.iter();
                    self.findings = findings.filter(is_bug).cloned().collect();
                    return Ok(match replayed.findings.first() {
                        Some(finding) if !is_bug(&finding) => {
                            self.left_at(schedule.len(), Some(&replayed), String::new())
                        }
                        Some(finding) => self.shown(finding.clone(), &schedule, &replayed),
                        None => Verdict::NotExhausted(Limit::Replay),
                    });
                }
                // It knows more then.
                Err(Trouble::Interrupt(Interrupt::Refined | Interrupt::CameBack)) => {}
                Err(Trouble::Interrupt(Interrupt::Error(message))) => return Err(message),
                Err(Trouble::Interrupt(Interrupt::Stopped)) => {
                    return Err("it was stopped".to_owned());
                }
                Err(Trouble::Misfit(step, process)) => {
                    let name = self.runtime.names().process_name(process);
                    return Err(format!(
                        "the replay string {text:?} does not fit this program: at step {}, \
                         thread {name} cannot run. Was it printed by another test or under \
                         another memory model (MAZURKA_MODEL), or has the program changed since?",
                        step + 1
                    ));
                }
            }
        }
    }

    fn diverged(
        &mut self,
        step: usize,
        process: ProcessId,
        expected: Operation,
        found: Option<Operation>,
    ) -> String {
        let thread = self.runtime.thread_name(process);
        let step = step + 1;
        let now = match found {
            Some(found) if found == expected => "the same, with another result".to_owned(),
            Some(found) => words(found),
            None => "nothing that it could run".to_owned(),
        };
        format!(
            "it does not do the same when the same schedule is replayed. At step {step}, thread \
             {thread} first ran {}, and then {now}. Perhaps the program reads a clock or a random \
             number, or iterates over a std HashMap, or keeps something in a std static from one \
             execution to the next",
            words(expected)
        )
    }
}

/// An operation in a few words.
fn words(operation: Operation) -> String {
    let Operation {
        kind,
        object,
        operand,
        guard,
        ..
    } = operation;
    let unless = match guard {
        Some(Guard::Unless(value)) => format!(", unless it holds {value}"),
        Some(Guard::Learnt(_)) => ", in a loop that waits".to_owned(),
        None => String::new(),
    };
    format!(
        "{kind:?} of object {} (operand {operand}{unless})",
        object.0
    )
}

const NESTED: &str = "`mazurka::check` was called inside the closure of another check. A check \
     explores all interleavings of its closure already; call the inner code directly";

const AGAIN: &str = "internal error: the workers cannot agree on what an operation is; this is a bug \
     of mazurka, please report it. One worker (`MAZURKA_WORKERS=1`) does not need to";

const INTERNAL: &str = "internal error: the explorer panicked; this is a bug of mazurka, please \
     report it";
