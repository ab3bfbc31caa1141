//! Checks: the exploration on a thread of its own, watched by the caller.

use crate::measure::{self, Task};
use crate::progress::Progress;
use crate::render;
use crate::replay::{self, Replayed, Trouble};
use crate::report::{Limit, Report, Verdict};
use crate::rt::{self, Host, Running, Runtime, Watch};
use crate::settings::{Hook, Settings};
use corosensei::stack::{DefaultStack, Stack, StackPointer};
use corosensei::{Coroutine, CoroutineResult};
use mazurka_explore::{
    Algorithm, Counterexample, Ended, EndedKind, Error, Limits, Observer, Statistics, explore,
};
use mazurka_memory::Model;
use mazurka_program::{Finding, FindingKind, Interrupt, Operation, ProcessId, Program, Turn};
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
/// `MAZURKA_MODEL`, `MAZURKA_BUFFER_BOUND`, `MAZURKA_MAX_EVENTS`,
/// `MAZURKA_MAX_EXECUTIONS`, `MAZURKA_MAX_TIME` (in seconds) and `MAZURKA_REPLAY`. With `MAZURKA_LOG=1` every check prints what
/// it did in one line.
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

    /// An execution with more events than this (10,000 unless set) is taken
    /// for endless, which is a bug.
    pub fn max_events(mut self, count: usize) -> Checker {
        self.settings.max_events = count;
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
    /// performing an operation is taken for endless, which is a bug.
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
    /// execution satisfies the assumptions; and when the program cannot be
    /// checked.
    #[track_caller]
    pub fn run<F: Fn() + Send + Sync + 'static>(self, f: F) {
        let report = self.check(f);
        match report.verdict() {
            Verdict::Verified => {}
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
        let begun = Instant::now();
        let mut report = watched(settings, Arc::new(f), begun);
        report.elapsed = begun.elapsed();
        report.model = model;
        report.buffer_bound = buffer_bound;
        if log {
            eprintln!("mazurka {}", report.summary());
        }
        report
    }
}

/// Runs a check on a thread of its own, and waits for it.
fn watched(mut settings: Settings, body: Arc<dyn Fn() + Send + Sync>, begun: Instant) -> Report {
    let name = settings
        .name
        .get_or_insert_with(|| thread::current().name().unwrap_or("check").to_owned())
        .clone();
    let watch = Arc::new(Watch::default());
    let (sender, receiver) = mpsc::channel();
    if let Err(message) = launch(settings.clone(), body, Arc::clone(&watch), sender) {
        return Report::error(settings.algorithm, message);
    }
    let shown = match settings.model {
        Model::Sc => name,
        model => format!("{name} ({model})"),
    };
    let mut progress = Progress::new();
    let mut stuck = Stuck::default();
    loop {
        let left = settings
            .max_time
            .map(|max| max.saturating_sub(begun.elapsed()));
        let tick = left.map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK));
        match receiver.recv_timeout(tick) {
            Ok(report) => return report,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                let message = "internal error: the exploration's thread ended".to_owned();
                return Report::error(settings.algorithm, message);
            }
        }
        if left == Some(Duration::ZERO) {
            watch.stop();
        }
        if let Some(seen) = stuck.look(&watch, settings.max_local_time) {
            return endless(&settings, &watch, seen);
        }
        progress.show(&shown, &watch);
    }
}

/// How often the caller looks at the exploration.
const TICK: Duration = Duration::from_millis(100);

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
fn endless(settings: &Settings, watch: &Watch, seen: Running) -> Report {
    let (complete, blocked) = watch.executions();
    let finding = Finding {
        kind: FindingKind::EventLimit,
        process: Some(seen.process()),
        message: format!(
            "{} has run for {:.1} s without performing an operation on an atomic or a mutex: \
             likely an endless loop (max_local_time)",
            watch.whereabouts(seen),
            settings.max_local_time.as_secs_f64()
        ),
    };
    Report {
        verdict: Verdict::Bug {
            finding: finding.clone(),
            trace: Vec::new(),
            replay: String::new(),
            command: String::new(),
        },
        findings: vec![finding],
        statistics: Statistics {
            complete,
            blocked,
            ..Statistics::default()
        },
        ..Report::error(settings.algorithm, String::new())
    }
}

/// The exploration: a coroutine, so that it can move to another OS thread.
struct Engine(Coroutine<(), (), Report, EngineStack>);

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

/// Starts the exploration on a thread of its own.
fn launch(
    settings: Settings,
    body: Arc<dyn Fn() + Send + Sync>,
    watch: Arc<Watch>,
    sender: mpsc::Sender<Report>,
) -> Result<(), String> {
    let stack = EngineStack::new()?;
    let exploration = rt::next_exploration();
    let algorithm = settings.algorithm;
    let engine = Engine(Coroutine::with_stack(stack, move |host: &Host, ()| {
        let runtime = Runtime::new(
            exploration,
            body,
            settings.stack_size,
            Arc::clone(&watch),
            host,
        );
        match runtime {
            Ok(mut runtime) => {
                let (model, bound) = (settings.model, settings.buffer_bound);
                runtime.set_policies(settings.spurious_wakeups, settings.writers_first);
                runtime.set_memory(model, bound, settings.max_events);
                Session::new(&settings, runtime, &watch).report()
            }
            Err(message) => Report::error(settings.algorithm, message),
        }
    }));
    host(engine, exploration, algorithm, sender)
}

/// Runs the engine on a new OS thread, until it ends or asks for another.
fn host(
    mut engine: Engine,
    exploration: u32,
    algorithm: Algorithm,
    sender: mpsc::Sender<Report>,
) -> Result<(), String> {
    let run = move || {
        let resumed = panic::catch_unwind(AssertUnwindSafe(|| {
            let engine = &mut engine;
            rt::bound(exploration, || engine.0.resume(()))
        }));
        let report = match resumed {
            Ok(CoroutineResult::Return(report)) => report,
            Ok(CoroutineResult::Yield(())) => {
                match host(engine, exploration, algorithm, sender.clone()) {
                    Ok(()) => return,
                    Err(message) => Report::error(algorithm, message),
                }
            }
            Err(_) => Report::error(algorithm, INTERNAL.to_owned()),
        };
        // The caller may have given up waiting.
        let _ = sender.send(report);
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

/// One check on its way to a report.
struct Session<'a> {
    settings: &'a Settings,
    runtime: Runtime,
    watch: &'a Watch,
    findings: Vec<Finding>,
    statistics: Statistics,
}

/// Counts executions for the caller, and stops when it says so.
struct Counter<'a> {
    watch: &'a Watch,
    findings: &'a mut Vec<Finding>,
    hook: Option<&'a Hook>,
    measure: Option<&'a Task>,
}

impl Observer for Counter<'_> {
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
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
        if self.watch.is_stopped() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

impl<'a> Session<'a> {
    fn new(settings: &'a Settings, runtime: Runtime, watch: &'a Watch) -> Session<'a> {
        Session {
            settings,
            runtime,
            watch,
            findings: Vec::new(),
            statistics: Statistics::default(),
        }
    }

    fn report(mut self) -> Report {
        let verdict = match &self.settings.replay {
            Some(text) => self.replay_only(text),
            None => match &self.settings.measure {
                Some(Task::Rerun(schedules, elapsed)) => {
                    measure::run(&mut self.runtime, schedules, elapsed)
                        .map(|()| Verdict::NotExhausted(Limit::Replay))
                }
                _ => self.explore(),
            },
        };
        let verdict = verdict.unwrap_or_else(Verdict::Error);
        // It does not matter any more.
        let _ = self.runtime.leave();
        if let Some(task) = &self.settings.measure {
            task.end(self.runtime.refinements());
        }
        // An exploration that ends at once does not tell the observer.
        if let Verdict::Bug { finding, .. } = &verdict
            && (self.findings.is_empty() || finding.kind == FindingKind::EventLimit)
        {
            self.findings.push(finding.clone());
        }
        Report {
            verdict,
            findings: self.findings,
            statistics: self.statistics,
            ..Report::error(self.settings.algorithm, String::new())
        }
    }

    /// Did an assumption fail in every execution?
    fn is_vacuous(&self) -> bool {
        self.statistics.discarded != 0 && self.statistics.discarded == self.statistics.complete
    }

    /// Explores, again and again while the program is being refined.
    fn explore(&mut self) -> Result<Verdict, String> {
        let limits = Limits {
            max_events: self.settings.max_events,
            max_executions: self.settings.max_executions,
            keep_going: self.settings.keep_going,
        };
        let mut attempts = 0;
        loop {
            self.findings.clear();
            if let Some(task) = &self.settings.measure {
                task.begin();
            }
            let mut counter = Counter {
                watch: self.watch,
                findings: &mut self.findings,
                hook: self.settings.on_complete.as_ref(),
                measure: self.settings.measure.as_ref(),
            };
            let algorithm = self.settings.algorithm;
            let outcome = explore(algorithm, &mut self.runtime, &limits, &mut counter);
            let outcome = match outcome {
                Ok(outcome) => outcome,
                Err(Error::Program(message)) => return Err(message),
                Err(Error::Diverged { .. }) if attempts + 1 < ATTEMPTS => {
                    attempts += 1;
                    continue;
                }
                Err(Error::Diverged {
                    step,
                    process,
                    expected,
                    found,
                }) => return Err(self.diverged(step, process, expected, found)),
            };
            self.statistics = outcome.statistics;
            use mazurka_explore::{Limit as Reached, Verdict as Explored};
            return Ok(match outcome.verdict {
                Explored::Verified if self.is_vacuous() => Verdict::Vacuous,
                Explored::Verified if self.runtime.is_bound_reached() => {
                    Verdict::NotExhausted(Limit::BufferBound)
                }
                Explored::Verified => Verdict::Verified,
                Explored::NotExhausted(Reached::Executions) => {
                    Verdict::NotExhausted(Limit::Executions)
                }
                Explored::NotExhausted(Reached::Observer) => Verdict::NotExhausted(Limit::Time),
                Explored::Refined => continue,
                Explored::Bug(bug) => self.bug(bug),
            });
        }
    }

    /// The bug with the interleaving that shows it.
    fn bug(&mut self, bug: Counterexample) -> Verdict {
        let Counterexample { finding, schedule } = bug;
        let max = self.settings.max_events;
        let first = match replay::replay(&mut self.runtime, &schedule, max) {
            Ok(replayed) => replayed,
            // The bug is real all the same, and is told without a trace.
            Err(_) => return self.unshown(finding, &schedule),
        };
        let shorter = replay::shorter(&first.recording, &finding);
        for candidate in shorter {
            if candidate == schedule {
                break;
            }
            if let Ok(replayed) = replay::replay(&mut self.runtime, &candidate, max)
                && replayed.findings.contains(&finding)
            {
                return self.shown(finding, &candidate, &replayed);
            }
        }
        self.shown(finding, &schedule, &first)
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
        if finding.kind == FindingKind::EventLimit
            && let Some(who) = render::who_spins(&replayed.recording.steps)
        {
            finding.message = format!("{}: {who}", finding.message);
        }
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
        format!("{model}MAZURKA_REPLAY={replay} cargo test {name}")
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
                    self.findings.clone_from(&replayed.findings);
                    return Ok(match replayed.findings.first() {
                        Some(finding) => self.shown(finding.clone(), &schedule, &replayed),
                        None => Verdict::NotExhausted(Limit::Replay),
                    });
                }
                Err(Trouble::Interrupt(Interrupt::Refined)) => {}
                Err(Trouble::Interrupt(Interrupt::Error(message))) => return Err(message),
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
        unless,
        ..
    } = operation;
    let unless = unless.map_or_else(String::new, |value| format!(", unless it holds {value}"));
    format!(
        "{kind:?} of object {} (operand {operand}{unless})",
        object.0
    )
}

const NESTED: &str = "`mazurka::check` was called inside the closure of another check. A check \
     explores all interleavings of its closure already; call the inner code directly";

const INTERNAL: &str = "internal error: the explorer panicked; this is a bug of mazurka, please \
     report it";
