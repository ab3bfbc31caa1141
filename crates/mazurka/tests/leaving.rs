//! Destructors that use what blocks, while an execution is left or a thread
//! unwinds from a panic: whatever they do, the exploration goes on.

use mazurka::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock, Semaphore};
use mazurka::sync::{PoisonError, TryLockError};
use mazurka::{Algorithm, Checker, FindingKind, Report, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

struct Objects {
    mutex: Mutex<u32>,
    condvar: Condvar,
    lock: RwLock<u32>,
    semaphore: Semaphore,
    once: Once,
    cell: OnceLock<u32>,
    lazy: LazyLock<u32>,
    barrier: Barrier,
    main: thread::Thread,
}

impl Objects {
    fn new() -> Objects {
        Objects {
            mutex: Mutex::new(0),
            condvar: Condvar::new(),
            lock: RwLock::new(0),
            semaphore: Semaphore::new(1),
            once: Once::new(),
            cell: OnceLock::new(),
            lazy: LazyLock::new(|| 1),
            barrier: Barrier::new(2),
            main: thread::current(),
        }
    }
}

/// Something that can be done to the objects.
type Deed = fn(&Objects);

// A destructor that panics while its thread unwinds ends the OS process, as in
// every Rust program: these do not mind poison.
const DEEDS: [Deed; 16] = [
    |objects| drop(objects.mutex.lock()),
    |objects| objects.condvar.notify_all(),
    |objects| objects.condvar.notify_one(),
    |objects| {
        if let Ok(guard) = objects.mutex.lock() {
            drop(objects.condvar.wait(guard));
        }
    },
    |objects| {
        if let Ok(guard) = objects.mutex.lock() {
            drop(objects.condvar.wait_timeout(guard, Duration::ZERO));
        }
    },
    |objects| drop(objects.lock.read()),
    |objects| drop(objects.lock.write()),
    |objects| drop(objects.lock.try_write()),
    |objects| drop(objects.semaphore.acquire()),
    |objects| objects.once.call_once(|| {}),
    |objects| objects.once.wait(),
    |objects| assert!(objects.cell.set(1).is_ok() || objects.cell.get() == Some(&1)),
    |objects| assert_eq!(*objects.lazy, 1),
    |objects| {
        objects.barrier.wait();
    },
    |objects| objects.main.unpark(),
    |_| thread::park(),
];

/// Does something when it is dropped.
struct Last(Deed, Arc<Objects>);

impl Drop for Last {
    fn drop(&mut self) {
        (self.0)(&self.1);
    }
}

/// A thread that holds everything, and main, both of which wait for ever; each
/// then does a deed in a destructor.
fn left(deed: Deed) -> Report {
    Checker::new().keep_going(true).check(move || {
        let objects = Arc::new(Objects::new());
        let theirs = objects.clone();
        let _last = Last(deed, objects.clone());
        thread::spawn(move || {
            let _last = Last(deed, theirs.clone());
            let _guards = (
                theirs.mutex.lock().unwrap(),
                theirs.lock.write().unwrap(),
                theirs.semaphore.acquire(),
            );
            theirs.once.call_once(|| thread::park());
        });
        thread::park();
    })
}

#[test]
fn destructors_while_an_execution_is_left() {
    for (nth, deed) in DEEDS.into_iter().enumerate() {
        let report = left(deed);
        assert_eq!(report.findings().len(), 1, "deed {nth}: {report}");
        let kind = report.findings()[0].kind;
        assert_eq!(kind, FindingKind::Deadlock, "deed {nth}: {report}");
        assert_eq!(report.statistics().complete, 1, "deed {nth}: {report}");
    }
}

/// A thread that panics while it holds everything.
fn panicking(deed: Deed) -> Report {
    Checker::new().keep_going(true).check(move || {
        let objects = Arc::new(Objects::new());
        let theirs = objects.clone();
        let other = thread::spawn(move || {
            let _last = Last(deed, theirs.clone());
            let _guards = (
                theirs.mutex.lock().unwrap(),
                theirs.lock.write().unwrap(),
                theirs.semaphore.acquire(),
            );
            panic!("on purpose");
        });
        drop(objects.semaphore.acquire());
        drop(objects.mutex.lock());
        drop(objects.lock.read());
        let _ = other.join();
    })
}

#[test]
fn destructors_while_a_thread_unwinds() {
    for (nth, deed) in DEEDS.into_iter().enumerate() {
        let report = panicking(deed);
        let found = report.findings();
        assert!(!found.is_empty(), "deed {nth}: {report}");
        let panics = |kind| kind == FindingKind::Panic;
        assert!(panics(found[0].kind), "deed {nth}: {report}");
        // What it held was given back, so main went on.
        assert!(
            found.iter().all(|finding| panics(finding.kind)),
            "deed {nth}: {report}"
        );
    }
}

/// What a thread gave back while it was unwinding is given back before it joins
/// or spawns, if it catches the panic.
#[test]
fn a_caught_panic_gives_back_before_a_join_and_a_spawn() {
    let joins = || {
        let mutex = Arc::new(Mutex::new(0));
        let other = mutex.clone();
        let waits = thread::spawn(move || other.lock().is_err());
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let _guard = mutex.lock().unwrap_or_else(PoisonError::into_inner);
            panic!("on purpose");
        }));
        assert!(caught.is_err());
        waits.join().unwrap();
    };
    let spawns = || {
        let mutex = Arc::new(Mutex::new(0));
        let caught = catch_unwind(AssertUnwindSafe(|| {
            let _guard = mutex.lock();
            panic!("on purpose");
        }));
        assert!(caught.is_err());
        let other = mutex.clone();
        let tries = thread::spawn(move || {
            assert!(!matches!(other.try_lock(), Err(TryLockError::WouldBlock)));
        });
        tries.join().unwrap();
    };
    for algorithm in Algorithm::TRACES {
        let report = Checker::new().algorithm(algorithm).check(joins);
        assert!(report.is_verified(), "{report}");
        let report = Checker::new().algorithm(algorithm).check(spawns);
        assert!(report.is_verified(), "{report}");
    }
}

/// Aborts the process, in spirit, if it is dropped by a thread that unwinds.
struct Bomb(std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl Drop for Bomb {
    fn drop(&mut self) {
        if std::thread::panicking() {
            self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
        }
    }
}

/// What a deadlock, and a check that begins anew when it learns of the cell, do to a bomb.
fn blasts(abandons: bool) -> (Report, Report, usize) {
    let blasts = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = std::sync::Arc::clone(&blasts);
    let checker = Checker::new().abandons(abandons);
    let deadlock = checker.clone().check(move || {
        let bomb = Bomb(std::sync::Arc::clone(&counter));
        let handle = thread::spawn(move || {
            let _bomb = bomb;
            thread::park();
        });
        handle.join().unwrap();
    });
    let counter = std::sync::Arc::clone(&blasts);
    let anew = checker.check(move || {
        let bomb = Bomb(std::sync::Arc::clone(&counter));
        let main = thread::current();
        let handle = thread::spawn(move || {
            let _bomb = bomb;
            main.unpark();
            thread::park();
        });
        thread::park();
        let cell = mazurka::cell::UnsafeCell::new(0);
        cell.with_mut(|_| ());
        handle.thread().unpark();
        handle.join().unwrap();
    });
    let blasts = blasts.load(std::sync::atomic::Ordering::SeqCst);
    (deadlock, anew, blasts)
}

#[test]
fn threads_of_an_execution_that_is_left_may_be_abandoned() {
    for abandons in [false, true] {
        let (deadlock, anew, blasts) = blasts(abandons);
        let finding = deadlock.finding().expect("a deadlock");
        assert_eq!(finding.kind, FindingKind::Deadlock);
        assert!(anew.is_verified(), "{anew}");
        assert_eq!(blasts == 0, abandons, "{blasts}");
    }
}
