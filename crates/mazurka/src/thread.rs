//! Threads of a program under test, with the names and signatures of
//! [`std::thread`].
//!
//! Every thread is a fiber: spawning one costs no OS thread. Spawning and
//! joining are no events of their own, so they add no traces. When the checked
//! closure returns, threads that were not joined go on.
//!
//! A thread's closure returns, then the destructors of its thread locals run, and then
//! the thread is finished. As in `std`, `join` waits for the last of these, and the end
//! of a [`scope`] and `is_finished` go by the first.

pub use crate::local::{AccessError, LocalKey};
pub use crate::park::{park, park_timeout, park_timeout_ms};
pub use std::thread::{Result, available_parallelism};

use crate::rt;
use mazurka_program::ProcessId;
use std::cell::UnsafeCell;
use std::fmt;
use std::io;
use std::marker::PhantomData;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

/// Spawns a thread; see [`std::thread::spawn`].
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn spawn<F, T>(f: F) -> JoinHandle<T>
where
    F: FnOnce() -> T + Send + 'static,
    T: Send + 'static,
{
    // SAFETY: `F` and `T` are `'static`.
    JoinHandle(unsafe { spawn_unchecked(f, Builder::new(), None) })
}

/// Spawns a thread whose closure and result need not be `'static`.
///
/// # Safety
/// The closure must have returned, and been dropped with its result, before the
/// lifetimes in `F` and `T` end. What the thread does after that is to run destructors
/// of thread locals, which are `'static`.
#[track_caller]
unsafe fn spawn_unchecked<'a, F, T>(
    f: F,
    builder: Builder,
    scope: Option<Arc<ScopeData>>,
) -> Inner<T>
where
    F: FnOnce() -> T + 'a,
    T: 'a,
{
    let packet = Arc::new(Packet {
        result: UnsafeCell::new(None),
        scope,
    });
    let theirs = Arc::clone(&packet);
    let code: Box<dyn FnOnce() + 'a> = Box::new(move || {
        let result = panic::catch_unwind(AssertUnwindSafe(f));
        if let Err(payload) = &result {
            rt::note_panic(&**payload);
        }
        // SAFETY: the result is read only when this thread has finished.
        unsafe { *theirs.result.get() = Some(result) };
    });
    // SAFETY: the caller sees to it that the code ends in time.
    let code: Box<dyn FnOnce() + 'static> = unsafe { std::mem::transmute(code) };
    let identity = identity(builder.name);
    let process = rt::spawn(identity.clone(), builder.stack_size, code);
    Inner {
        process,
        thread: Thread::new(process, identity),
        packet,
    }
}

/// What the program knows of a thread with that name, made in the heap of the caller.
pub(crate) fn identity(name: Option<String>) -> rt::Identity {
    let name = name.map(Arc::from);
    rt::Identity { name }
}

/// Where a thread leaves its result.
struct Packet<T> {
    result: UnsafeCell<Option<Result<T>>>,
    scope: Option<Arc<ScopeData>>,
}

// SAFETY: the thread writes the result before it finishes, and the handle takes
// it after that.
unsafe impl<T: Send> Sync for Packet<T> {}

impl<T> Drop for Packet<T> {
    fn drop(&mut self) {
        let unhandled = matches!(self.result.get_mut(), Some(Err(_)));
        if let Some(scope) = &self.scope
            && unhandled
        {
            scope.panicked.store(true, Ordering::Relaxed);
        }
    }
}

struct Inner<T> {
    process: ProcessId,
    thread: Thread,
    packet: Arc<Packet<T>>,
}

impl<T> Inner<T> {
    #[track_caller]
    fn join(self) -> Result<T> {
        rt::join(self.process, rt::Wait::Thread);
        rt::handle_panic(self.process);
        // SAFETY: the thread has finished, and this is the only handle.
        let result = unsafe { (*self.packet.result.get()).take() };
        result.unwrap_or_else(|| {
            Err(Box::new(
                "the thread was abandoned in the middle of a panic",
            ))
        })
    }
}

/// The handle of a spawned thread; see [`std::thread::JoinHandle`].
pub struct JoinHandle<T>(Inner<T>);

impl<T> JoinHandle<T> {
    /// Waits for the thread to finish, and gives its result. The destructors of its
    /// thread locals have run then.
    ///
    /// # Errors
    /// With the payload of the thread's panic.
    #[track_caller]
    pub fn join(self) -> Result<T> {
        self.0.join()
    }

    /// The thread that this is a handle of.
    #[must_use]
    pub fn thread(&self) -> &Thread {
        &self.0.thread
    }

    /// Has the thread's closure returned? Destructors of its thread locals may still
    /// be running. Programs that ask this have more traces: the exits of their
    /// threads are events.
    #[must_use]
    #[track_caller]
    #[inline(always)]
    pub fn is_finished(&self) -> bool {
        rt::is_finished(self.0.process)
    }
}

impl<T> fmt::Debug for JoinHandle<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("JoinHandle").finish_non_exhaustive()
    }
}

/// The names and stack sizes of threads; see [`std::thread::Builder`].
#[derive(Debug, Default)]
#[must_use = "must eventually spawn the thread"]
pub struct Builder {
    name: Option<String>,
    stack_size: Option<usize>,
}

impl Builder {
    /// A builder for a thread without a name.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Names the thread; the name is shown in failures.
    pub fn name(mut self, name: String) -> Builder {
        self.name = Some(name);
        self
    }

    /// The size of the thread's stack in bytes. It is no smaller than
    /// [`Checker::stack_size`](crate::Checker::stack_size) says.
    pub fn stack_size(mut self, size: usize) -> Builder {
        self.stack_size = Some(size);
        self
    }

    /// Spawns the thread.
    ///
    /// # Errors
    /// Never, in a check.
    #[track_caller]
    pub fn spawn<F, T>(self, f: F) -> io::Result<JoinHandle<T>>
    where
        F: FnOnce() -> T + Send + 'static,
        T: Send + 'static,
    {
        // SAFETY: `F` and `T` are `'static`.
        Ok(JoinHandle(unsafe { spawn_unchecked(f, self, None) }))
    }

    /// Spawns the thread in a scope.
    ///
    /// # Errors
    /// Never, in a check.
    #[track_caller]
    pub fn spawn_scoped<'scope, 'env, F, T>(
        self,
        scope: &'scope Scope<'scope, 'env>,
        f: F,
    ) -> io::Result<ScopedJoinHandle<'scope, T>>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        // SAFETY: `scope` does not return before the thread's code has.
        let inner = unsafe { spawn_unchecked(f, self, Some(Arc::clone(&scope.data))) };
        scope.data.add(inner.process);
        Ok(ScopedJoinHandle {
            inner,
            marker: PhantomData,
        })
    }
}

/// A scope for threads that borrow; see [`std::thread::Scope`].
pub struct Scope<'scope, 'env: 'scope> {
    data: Arc<ScopeData>,
    scope: PhantomData<&'scope mut &'scope ()>,
    env: PhantomData<&'env mut &'env ()>,
}

#[derive(Default)]
struct ScopeData {
    /// The threads that have not been waited for at the end of the scope.
    children: Mutex<Vec<ProcessId>>,
    /// A thread panicked, and nobody joined it.
    panicked: AtomicBool,
}

impl ScopeData {
    /// Several threads may spawn in one scope, so whose turn it is to grow the
    /// list depends on the schedule: it must not lie in their heaps.
    fn add(&self, process: ProcessId) {
        rt::owned(|| self.children().push(process));
    }

    fn children(&self) -> std::sync::MutexGuard<'_, Vec<ProcessId>> {
        self.children.lock().unwrap_or_else(PoisonError::into_inner)
    }

    #[track_caller]
    fn join_all(&self) {
        loop {
            let child = self.children().pop();
            match child {
                Some(child) => {
                    rt::join(child, rt::Wait::Code);
                    // It goes on in who opened the scope, unless it was joined.
                    rt::handle_panic(child);
                }
                None => return,
            }
        }
    }
}

impl<'scope> Scope<'scope, '_> {
    /// Spawns a thread whose closure has returned when the scope ends.
    #[track_caller]
    pub fn spawn<F, T>(&'scope self, f: F) -> ScopedJoinHandle<'scope, T>
    where
        F: FnOnce() -> T + Send + 'scope,
        T: Send + 'scope,
    {
        Builder::new()
            .spawn_scoped(self, f)
            .expect("spawning in a check does not fail")
    }
}

impl fmt::Debug for Scope<'_, '_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scope").finish_non_exhaustive()
    }
}

/// The handle of a thread in a scope; see [`std::thread::ScopedJoinHandle`].
pub struct ScopedJoinHandle<'scope, T> {
    inner: Inner<T>,
    marker: PhantomData<&'scope ()>,
}

impl<T> ScopedJoinHandle<'_, T> {
    /// Waits for the thread to finish, and gives its result. The destructors of its
    /// thread locals have run then.
    ///
    /// # Errors
    /// With the payload of the thread's panic.
    #[track_caller]
    pub fn join(self) -> Result<T> {
        self.inner.join()
    }

    /// The thread that this is a handle of.
    #[must_use]
    pub fn thread(&self) -> &Thread {
        &self.inner.thread
    }

    /// Has the thread's closure returned? See [`JoinHandle::is_finished`].
    #[must_use]
    #[track_caller]
    #[inline(always)]
    pub fn is_finished(&self) -> bool {
        rt::is_finished(self.inner.process)
    }
}

impl<T> fmt::Debug for ScopedJoinHandle<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ScopedJoinHandle").finish_non_exhaustive()
    }
}

/// Runs `f` with a scope whose threads have all left their closures when this returns;
/// see [`std::thread::scope`]. Destructors of their thread locals may still be running,
/// but for threads that were joined.
///
/// # Panics
/// When a thread of the scope panicked and was not joined.
#[track_caller]
pub fn scope<'env, F, T>(f: F) -> T
where
    F: for<'scope> FnOnce(&'scope Scope<'scope, 'env>) -> T,
{
    let scope = Scope {
        data: Arc::new(ScopeData::default()),
        scope: PhantomData,
        env: PhantomData,
    };
    let result = panic::catch_unwind(AssertUnwindSafe(|| f(&scope)));
    scope.data.join_all();
    match result {
        Err(payload) => panic::resume_unwind(payload),
        Ok(_) if scope.data.panicked.load(Ordering::Relaxed) => panic!("a scoped thread panicked"),
        Ok(result) => result,
    }
}

/// A handle of a thread; see [`std::thread::Thread`].
#[derive(Clone)]
pub struct Thread {
    id: ThreadId,
    identity: rt::Identity,
}

impl Thread {
    fn new(process: ProcessId, identity: rt::Identity) -> Thread {
        let id = ThreadId(process.0);
        Thread { id, identity }
    }

    /// The thread's identifier: the same in every execution.
    #[must_use]
    pub fn id(&self) -> ThreadId {
        self.id
    }

    pub(crate) fn process(&self) -> ProcessId {
        ProcessId(self.id.0)
    }

    /// Is it the thread that the closure of the check runs on? Its name is "main", which it was
    /// not given.
    #[doc(hidden)]
    #[must_use]
    pub fn is_first(&self) -> bool {
        self.process() == ProcessId::ROOT
    }

    /// The thread's name, if it was given one.
    #[must_use]
    pub fn name(&self) -> Option<&str> {
        self.identity.name.as_deref()
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

/// The identifier of a thread; see [`std::thread::ThreadId`].
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ThreadId(u32);

impl fmt::Debug for ThreadId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ThreadId({})", u64::from(self.0) + 1)
    }
}

/// The handle of the thread that calls.
///
/// # Panics
/// Outside of a check.
#[must_use]
#[track_caller]
pub fn current() -> Thread {
    let identity = rt::identity().unwrap_or_else(|| {
        // Only the first thread begins without one.
        let identity = identity(Some("main".to_owned()));
        rt::set_identity(identity.clone());
        identity
    });
    Thread::new(rt::current_process(), identity)
}

/// Is the thread that calls unwinding from a panic?
#[must_use]
pub fn panicking() -> bool {
    rt::is_unwinding()
}

/// Lets others run. Every interleaving is explored anyway, so this does
/// nothing; it is no event.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn yield_now() {
    let _ = rt::current_process();
}

/// Sleeps: the thread's [clock](crate::time) is then so much later. What others do meanwhile is up to
/// the schedule, however long it is. It is no event.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn sleep(duration: Duration) {
    let _ = rt::current_process();
    rt::clock::sleep(duration);
}
