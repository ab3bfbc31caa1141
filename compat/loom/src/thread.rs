//! Threads, with the names and signatures of loom's.
//!
//! What a thread runs and returns need not be `Send`: loom does not ask for it, and tests share
//! an `Rc` between threads. All threads of a check are fibers of one OS thread, which switch only
//! at operations, so that nothing here is used by two OS threads at a time.

pub use mazurka::thread::{AccessError, LocalKey, ThreadId, park, yield_now};

use std::fmt;
use std::io;

/// Is the calling thread unwinding from a panic?
pub fn panicking() -> bool {
    std::thread::panicking()
}

/// Asserts that the caller is a thread of a model.
#[track_caller]
pub(crate) fn is_in_model() {
    yield_now();
}

/// What is not `Send` moves to another thread of the same model.
struct Moved<T>(T);

// SAFETY: the threads of a model are fibers of one OS thread, from the first step of an execution
// to the last. What is moved is made, used and dropped on that OS thread.
unsafe impl<T> Send for Moved<T> {}

impl<T> Moved<T> {
    /// A method, so that closures capture the whole.
    fn into_inner(self) -> T {
        self.0
    }
}

/// Spawns a thread; see [`std::thread::spawn`]. The closure need not be `Send`.
///
/// # Panics
/// Outside of a model.
#[track_caller]
pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + 'static,
    T: 'static,
{
    let f = Moved(f);
    let inner = mazurka::thread::spawn(move || Moved(f.into_inner()()));
    JoinHandle::new(inner)
}

/// The handle of a spawned thread; see [`std::thread::JoinHandle`].
pub struct JoinHandle<T> {
    inner: mazurka::thread::JoinHandle<Moved<T>>,
    thread: Thread,
}

impl<T> JoinHandle<T> {
    fn new(inner: mazurka::thread::JoinHandle<Moved<T>>) -> JoinHandle<T> {
        let thread = Thread(inner.thread().clone());
        JoinHandle { inner, thread }
    }

    /// Waits for the thread to finish, and gives its result.
    ///
    /// # Errors
    /// With the payload of the thread's panic.
    #[track_caller]
    pub fn join(self) -> std::thread::Result<T> {
        self.inner.join().map(Moved::into_inner)
    }

    /// The thread that this is a handle of.
    pub fn thread(&self) -> &Thread {
        &self.thread
    }

    /// Has the thread's closure returned?
    #[track_caller]
    pub fn is_finished(&self) -> bool {
        self.inner.is_finished()
    }
}

impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

/// The names and stack sizes of threads; see [`std::thread::Builder`].
#[derive(Debug)]
#[must_use = "must eventually spawn the thread"]
pub struct Builder {
    inner: mazurka::thread::Builder,
}

impl Builder {
    /// A builder for a thread without a name.
    // That of `std` has no default, either.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Builder {
        Builder {
            inner: mazurka::thread::Builder::new(),
        }
    }

    /// Names the thread; the name is shown in failures.
    pub fn name(self, name: String) -> Builder {
        Builder {
            inner: self.inner.name(name),
        }
    }

    /// The size of the stack, in words: so it is in loom, though its documentation says bytes.
    pub fn stack_size(self, size: usize) -> Builder {
        let bytes = size.saturating_mul(size_of::<usize>());
        Builder {
            inner: self.inner.stack_size(bytes),
        }
    }

    /// Spawns the thread.
    ///
    /// # Errors
    /// Never.
    #[track_caller]
    pub fn spawn<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + 'static,
        T: 'static,
    {
        let f = Moved(f);
        let inner = self.inner.spawn(move || Moved(f.into_inner()()))?;
        Ok(JoinHandle::new(inner))
    }
}

/// A handle of a thread; see [`std::thread::Thread`].
#[derive(Clone)]
pub struct Thread(mazurka::thread::Thread);

impl Thread {
    /// The thread's identifier: the same in every execution.
    pub fn id(&self) -> ThreadId {
        self.0.id()
    }

    /// The name that the thread was given; the first one was given none.
    pub fn name(&self) -> Option<&str> {
        match self.0.is_first() {
            true => None,
            false => self.0.name(),
        }
    }

    /// Gives the thread its token: if it is parked, it goes on, and if it is not, its next
    /// [`park`] does not wait.
    #[track_caller]
    pub fn unpark(&self) {
        self.0.unpark();
    }
}

impl fmt::Debug for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Thread")
            .field("id", &self.id())
            .field("name", &self.name())
            .finish_non_exhaustive()
    }
}

/// The handle of the thread that calls.
///
/// # Panics
/// Outside of a model.
#[track_caller]
pub fn current() -> Thread {
    Thread(mazurka::thread::current())
}
