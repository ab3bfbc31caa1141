//! Where explorers of closures run: on a stack of their own, so that they can move from one OS
//! thread to another.

use crate::rt::{self, Host, Runtime};
use corosensei::stack::{DefaultStack, Stack, StackPointer};
use corosensei::{Coroutine, CoroutineResult};
use std::convert::Infallible;
use std::panic::{self, AssertUnwindSafe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// The size of the stack that explorers run on.
const STACK: usize = 8 << 20;

pub(crate) const INTERNAL: &str = "internal error: the explorer panicked; this is a bug of \
     mazurka, please report it";

/// Something to be done with a runtime; or there is none, for a reason for people.
type Job = Box<dyn FnOnce(Result<&mut Runtime, &str>) + Send>;

/// A runtime on an engine of its own, which does one job after the other.
///
/// One that explores alone is kept for all explorations of a check: what a program does only
/// once in a thread, and what is left on its stacks, is the same then in all but the first.
///
/// When it is dropped, all that it has of the program is dropped before.
pub(crate) struct Worker {
    /// None at the end.
    jobs: Option<Sender<Job>>,
    /// Disconnected when the engine has ended.
    ended: Receiver<Infallible>,
    /// Is it left to itself?
    is_abandoned: bool,
}

impl Drop for Worker {
    fn drop(&mut self) {
        self.jobs = None;
        if !self.is_abandoned {
            // There is nothing to receive, only an end.
            let _ = self.ended.recv();
        }
    }
}

impl Worker {
    /// A worker with the runtime that `make` makes, from the number of an exploration.
    ///
    /// # Errors
    /// When there is no stack or no thread; a message for people.
    pub(crate) fn new<M>(make: M) -> Result<Worker, String>
    where
        M: FnOnce(u32, &Host) -> Result<Runtime, String> + Send + 'static,
    {
        let (sender, jobs) = channel();
        let (end, ended) = channel();
        let exploration = rt::next_exploration();
        let stack = EngineStack::new()?;
        let engine = Engine(Coroutine::with_stack(stack, move |host: &Host, ()| {
            work(make(exploration, host), jobs);
            drop(end);
        }));
        spawn(engine, exploration)?;
        Ok(Worker {
            jobs: Some(sender),
            ended,
            is_abandoned: false,
        })
    }

    /// Leaves it to itself: it is in code that cannot be interrupted, and ends when that does.
    pub(crate) fn abandon(&mut self) {
        self.is_abandoned = true;
    }

    /// Has something done. It is dropped undone if the worker is gone.
    pub(crate) fn launch(&self, job: impl FnOnce(Result<&mut Runtime, &str>) + Send + 'static) {
        // What is dropped with the error says so.
        let jobs = self.jobs.as_ref();
        let _ = jobs.map(|jobs| jobs.send(Box::new(job)));
    }

    /// Is it left to itself?
    pub(crate) fn is_abandoned(&self) -> bool {
        self.is_abandoned
    }

    /// Has something done. What comes of it can be received; nothing, if the worker panics.
    pub(crate) fn begin<T: Send + 'static>(
        &self,
        act: impl FnOnce(&mut Runtime) -> Result<T, String> + Send + 'static,
    ) -> Receiver<Result<T, String>> {
        let (sender, receiver) = channel();
        self.launch(move |runtime| {
            let result = runtime.map_err(str::to_owned).and_then(|runtime| {
                let result = act(runtime);
                // What is left to run does not matter any more.
                let _ = runtime.leave();
                result
            });
            // The receiver may have given up waiting.
            let _ = sender.send(result);
        });
        receiver
    }
}

/// Does jobs, until there will be no more.
fn work(mut runtime: Result<Runtime, String>, jobs: Receiver<Job>) {
    while let Ok(job) = jobs.recv() {
        job(runtime.as_mut().map_err(|message| &**message));
    }
}

/// Code on a stack of its own.
struct Engine(Coroutine<(), (), (), EngineStack>);

// SAFETY: an engine owns all that it works on, and moves between OS threads
// only when it suspends, at which point no fiber of it is alive.
unsafe impl Send for Engine {}

/// Runs the engine on a new OS thread.
fn spawn(engine: Engine, exploration: u32) -> Result<(), String> {
    thread::Builder::new()
        .name("mazurka".to_owned())
        .spawn(move || host(engine, exploration))
        .map(drop)
        .map_err(|error| format!("no OS thread for the exploration: {error}"))
}

/// Runs the engine on this OS thread, until it ends or asks for another.
///
/// When it panics, or there is no other, it is dropped with its jobs.
fn host(mut engine: Engine, exploration: u32) {
    let resumed = panic::catch_unwind(AssertUnwindSafe(|| {
        let engine = &mut engine;
        rt::bound(exploration, || engine.0.resume(()))
    }));
    if let Ok(CoroutineResult::Yield(())) = resumed {
        let _ = spawn(engine, exploration);
    }
}

/// The stack of an engine. One is kept for the next.
struct EngineStack(Option<DefaultStack>);

static SPARE_STACK: Mutex<Option<DefaultStack>> = Mutex::new(None);

impl EngineStack {
    fn new() -> Result<EngineStack, String> {
        let mut spare = SPARE_STACK.lock().unwrap_or_else(PoisonError::into_inner);
        let stack = match spare.take() {
            Some(stack) => stack,
            None => DefaultStack::new(STACK)
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
