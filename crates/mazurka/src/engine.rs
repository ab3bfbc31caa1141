//! Where explorers of closures run: on a stack of their own, so that they can move from one OS
//! thread to another.

use crate::rt::{self, Host};
use corosensei::stack::{DefaultStack, Stack, StackPointer};
use corosensei::{Coroutine, CoroutineResult};
use std::panic::{self, AssertUnwindSafe};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// The size of the stack that explorers run on.
const STACK: usize = 8 << 20;

const INTERNAL: &str = "internal error: the explorer panicked; this is a bug of mazurka, please \
     report it";

/// Calls `act` with the number of a new exploration, on a thread of its own, and `done` with
/// what it returns. An error is for people.
///
/// # Errors
/// When there is no stack or no thread; then `done` is not called.
pub(crate) fn launch<T, A, D>(act: A, done: D) -> Result<(), String>
where
    T: Send + 'static,
    A: FnOnce(u32, &Host) -> T + Send + 'static,
    D: FnOnce(Result<T, String>) + Send + 'static,
{
    let exploration = rt::next_exploration();
    let engine = Engine(Coroutine::with_stack(
        EngineStack::new()?,
        move |host: &Host, ()| act(exploration, host),
    ));
    host(engine, exploration, Arc::new(Mutex::new(Some(done))))
}

/// Calls `act` in the same way, and waits for what it returns.
///
/// # Errors
/// When that cannot be done; a message for people.
pub(crate) fn run<T, A>(act: A) -> Result<T, String>
where
    T: Send + 'static,
    A: FnOnce(u32, &Host) -> T + Send + 'static,
{
    let (sender, receiver) = std::sync::mpsc::channel();
    launch(act, move |result| {
        // The receiver waits for it.
        let _ = sender.send(result);
    })?;
    receiver.recv().unwrap_or_else(|_| Err(INTERNAL.to_owned()))
}

/// Code on a stack of its own.
struct Engine<T>(Coroutine<(), (), T, EngineStack>);

// SAFETY: an engine owns all that it works on, and moves between OS threads
// only when it suspends, at which point no fiber of it is alive.
unsafe impl<T: Send> Send for Engine<T> {}

/// Runs the engine on a new OS thread, until it ends or asks for another.
fn host<T, D>(
    mut engine: Engine<T>,
    exploration: u32,
    done: Arc<Mutex<Option<D>>>,
) -> Result<(), String>
where
    T: Send + 'static,
    D: FnOnce(Result<T, String>) + Send + 'static,
{
    let run = move || {
        let resumed = panic::catch_unwind(AssertUnwindSafe(|| {
            let engine = &mut engine;
            rt::bound(exploration, || engine.0.resume(()))
        }));
        let result = match resumed {
            Ok(CoroutineResult::Return(result)) => Ok(result),
            Ok(CoroutineResult::Yield(())) => match host(engine, exploration, Arc::clone(&done)) {
                Ok(()) => return,
                Err(message) => Err(message),
            },
            Err(_) => Err(INTERNAL.to_owned()),
        };
        let done = done.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(done) = done {
            done(result);
        }
    };
    thread::Builder::new()
        .name("mazurka".to_owned())
        .spawn(run)
        .map(drop)
        .map_err(|error| format!("no OS thread for the exploration: {error}"))
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
