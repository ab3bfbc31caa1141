//! Executions that are left in the middle: no destructor runs, and memory is given back. And
//! destructors that use what blocks, while a thread unwinds from a panic: whatever they do, the
//! exploration goes on.

use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::AtomicUsize;
use mazurka::sync::atomic::Ordering::{AcqRel, Acquire, Release, SeqCst};
use mazurka::sync::{Arc, Barrier, Condvar, LazyLock, Mutex, Once, OnceLock, RwLock, Semaphore};
use mazurka::sync::{PoisonError, TryLockError};
use mazurka::{Algorithm, Checker, FindingKind, Report, thread};
use std::mem::MaybeUninit;
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
/// would do a deed in a destructor.
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
fn an_execution_that_is_left_waits_for_no_destructor() {
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

/// One slot: claimed, written, published. Who drops it takes for granted that what was begun is
/// finished, as no execution can end before that.
struct Slot {
    state: AtomicUsize,
    go: AtomicUsize,
    value: UnsafeCell<MaybeUninit<Box<u64>>>,
}

// SAFETY: the state says whose turn it is to use the value.
unsafe impl Sync for Slot {}
// SAFETY: as above.
unsafe impl Send for Slot {}

impl Slot {
    fn new() -> Slot {
        let mut value = MaybeUninit::<Box<u64>>::uninit();
        // No address: to drop that is a crash.
        // SAFETY: any bytes will do for what is not initialised.
        unsafe { std::ptr::write_bytes(&raw mut value, 0x11, 1) };
        Slot {
            state: AtomicUsize::new(0),
            go: AtomicUsize::new(0),
            value: UnsafeCell::new(value),
        }
    }

    fn push(&self, value: Box<u64>, waits: bool) -> bool {
        if self.state.compare_exchange(0, 1, AcqRel, Acquire).is_err() {
            return false;
        }
        while waits && self.go.load(Acquire) == 0 {}
        // SAFETY: the slot is claimed by this thread.
        self.value.with_mut(|at| unsafe { (*at).write(value) });
        self.state.store(2, Release);
        true
    }

    fn wait(&self) -> u64 {
        loop {
            match self.state.load(Acquire) {
                0 => return 0,
                // SAFETY: the value was published.
                2 => return self.value.with(|at| unsafe { **(*at).assume_init_ref() }),
                _ => std::hint::spin_loop(),
            }
        }
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        if *self.state.get_mut() != 0 {
            // SAFETY: what was claimed has been written when nobody has the slot any more.
            unsafe { self.value.get_mut().assume_init_drop() };
        }
    }
}

#[test]
fn a_claim_that_is_half_done_is_not_dropped() {
    for algorithm in Algorithm::TRACES {
        let report = Checker::new().algorithm(algorithm).check(|| {
            let slot = Arc::new(Slot::new());
            let threads = [7, 8].map(|value| {
                let slot = slot.clone();
                thread::spawn(move || slot.push(Box::new(value), false))
            });
            slot.wait();
            let pushed = threads.map(|thread| thread.join().unwrap());
            assert!(pushed[0] != pushed[1]);
        });
        assert!(report.is_verified(), "{report}");
    }
}

#[test]
fn a_claim_beside_an_assumption_that_fails_is_not_dropped() {
    let assumed = |last: usize| {
        Checker::new().check(move || {
            let slot = Arc::new(Slot::new());
            let other = slot.clone();
            let pushes = thread::spawn(move || other.push(Box::new(7), true));
            mazurka::assume(slot.state.load(Acquire) == 0);
            slot.go.store(1, Release);
            pushes.join().unwrap();
            assert_eq!(slot.state.load(Acquire), last, "behind all that");
        })
    };
    let report = assumed(2);
    assert!(report.is_verified(), "{report}");
    assert!(report.statistics().discarded > 0, "{report}");
    // What is wrong behind it is told.
    let report = assumed(3);
    let finding = report.finding().expect("the assertion fails");
    assert_eq!(finding.kind, FindingKind::Panic, "{report}");
    assert!(finding.message.contains("behind all that"), "{report}");
}

/// Counts how often it is dropped.
struct Bomb(std::sync::Arc<std::sync::atomic::AtomicUsize>);

impl Drop for Bomb {
    fn drop(&mut self) {
        self.0.fetch_add(1, std::sync::atomic::Ordering::SeqCst);
    }
}

mazurka::thread_local! {
    static LOCAL_BOMB: std::cell::RefCell<Option<Bomb>> = std::cell::RefCell::new(None);
}

mazurka::lazy_static! {
    static ref STATIC_BOMB: Mutex<Option<Bomb>> = Mutex::new(None);
}

/// On stacks, in closures of threads that have not begun, in messages, in statics and thread
/// locals.
#[test]
fn no_destructor_runs_in_an_execution_that_is_left() {
    let drops = std::sync::Arc::new(std::sync::atomic::AtomicUsize::new(0));
    let counter = std::sync::Arc::clone(&drops);
    let report = Checker::new().keep_going(true).check(move || {
        let bomb = || Bomb(std::sync::Arc::clone(&counter));
        let on_stack = bomb();
        LOCAL_BOMB.with(|local| *local.borrow_mut() = Some(bomb()));
        *STATIC_BOMB.lock().unwrap() = Some(bomb());
        let (sender, receiver) = mazurka::sync::mpsc::channel();
        sender.send(bomb()).unwrap();
        let theirs = bomb();
        let waits = thread::spawn(move || {
            let _theirs = theirs;
            thread::park();
        });
        let theirs = (bomb(), sender);
        let boxed = Box::new((on_stack, receiver));
        if mazurka::choose(2) == 0 {
            thread::spawn(move || {
                thread::park();
                drop(theirs);
            });
            // The first execution that comes here is left, before the thread has begun.
            UnsafeCell::new(0).with_mut(|_| ());
            mazurka::assume(false);
        }
        waits.join().unwrap();
        drop(boxed);
    });
    assert_eq!(report.statistics().discarded, 1, "{report}");
    let kinds: Vec<_> = report
        .findings()
        .iter()
        .map(|finding| finding.kind)
        .collect();
    assert_eq!(kinds, [FindingKind::Deadlock], "{report}");
    assert_eq!(drops.load(std::sync::atomic::Ordering::SeqCst), 0);
}

/// The addresses of what a program allocates, and those of variables, in each execution: those of
/// executions that are left are given to the next.
#[test]
fn addresses_are_the_same_after_an_execution_that_was_left() {
    static SEEN: std::sync::Mutex<Vec<[usize; 3]>> = std::sync::Mutex::new(Vec::new());
    SEEN.lock().unwrap().reserve(1 << 10);
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let large = vec![1_u8; 100_000];
        let y = x.clone();
        let other = thread::spawn(move || {
            let own = Box::new(1);
            let on_stack = AtomicUsize::new(3);
            on_stack.fetch_add(y.fetch_add(1, SeqCst), SeqCst);
            (
                std::ptr::from_ref(&*own) as usize,
                &raw const on_stack as usize,
            )
        });
        let before = x.load(SeqCst);
        let chosen = mazurka::choose(4);
        mazurka::assume(chosen % 2 == before % 2);
        let (own, on_stack) = other.join().unwrap();
        // As they are, they would keep what they point to.
        let seen = [own, on_stack, large.as_ptr() as usize].map(|address| !address);
        SEEN.lock().unwrap().push(seen);
    });
    assert!(report.is_verified(), "{report}");
    assert!(report.statistics().discarded >= 4, "{report}");
    let seen = SEEN.lock().unwrap();
    assert!(
        seen.len() >= 4 && seen.iter().all(|other| *other == seen[0]),
        "{seen:?}"
    );
}

/// Where a block of an execution that was left has escaped to, it stays as it was.
#[test]
fn what_has_escaped_from_an_execution_that_was_left_stays() {
    use std::sync::{Mutex, OnceLock};
    static MADE_INSIDE: OnceLock<Vec<String>> = OnceLock::new();
    static TAGGED: std::sync::atomic::AtomicUsize = std::sync::atomic::AtomicUsize::new(0);
    thread_local! {
        static OF_THE_SYSTEM: std::cell::RefCell<Vec<std::rc::Rc<usize>>> =
            const { std::cell::RefCell::new(Vec::new()) };
    }
    const TEXT: &str = "as long as it takes to lie in a block of its own";
    for workers in [1, 3] {
        // It has no memory yet, so that its first is that of an execution.
        let log = std::sync::Arc::new(Mutex::new(Vec::<Vec<String>>::new()));
        let theirs = std::sync::Arc::clone(&log);
        let report = Checker::new().workers(workers).check(move || {
            let x = Arc::new(AtomicUsize::new(0));
            let y = x.clone();
            let other = thread::spawn(move || y.fetch_add(1, SeqCst));
            println!("the buffer of the standard output may be one of those");
            let chosen = mazurka::choose(30);
            let made = MADE_INSIDE.get_or_init(|| vec![format!("{TEXT} {}", 0); 3]);
            assert!(made.iter().all(|text| *text == format!("{TEXT} 0")));
            // Memory that is given back would be used again here.
            let junk: Vec<Vec<u8>> = (0..20).map(|_| vec![0xAA; 200]).collect();
            theirs
                .lock()
                .unwrap()
                .push(vec![format!("{TEXT} {chosen}")]);
            OF_THE_SYSTEM.with_borrow_mut(|list| {
                assert!(list.iter().enumerate().all(|(nth, item)| **item == nth));
                list.push(std::rc::Rc::new(list.len()));
            });
            // A pointer with marks above and below it.
            let marked = Box::into_raw(Box::new([TEXT; 2])) as usize | 0xBEEF << 48 | 1;
            let before = TAGGED.swap(marked, std::sync::atomic::Ordering::Relaxed);
            if before != 0 {
                let before = (before & ((1 << 48) - 2)) as *const [&str; 2];
                // SAFETY: a box of an earlier execution, which was leaked.
                assert_eq!(unsafe { *before }, [TEXT; 2]);
            }
            mazurka::assume(chosen.is_multiple_of(3) || x.load(SeqCst) == 2);
            drop(junk);
            other.join().unwrap();
        });
        assert!(report.is_verified(), "{report}");
        assert!(report.statistics().discarded >= 20, "{report}");
        let log = std::mem::take(&mut *log.lock().unwrap());
        assert!(log.len() >= 30);
        for text in log.iter().flatten() {
            assert!(text.starts_with(TEXT), "{text}");
        }
    }
    assert_eq!(MADE_INSIDE.get().unwrap().len(), 3);
}
