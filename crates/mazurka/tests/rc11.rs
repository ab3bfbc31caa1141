//! Programs under the memory model of the language: what release and acquire order, what
//! nothing does, and that everything else is as under sequential consistency.

use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
use mazurka::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, fence};
use mazurka::sync::mpsc;
use mazurka::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock};
use mazurka::{Checker, FindingKind, Model, Report, thread};
use std::collections::BTreeSet;
use std::sync::Mutex as StdMutex;

fn check(model: Model, f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().model(model).check(f)
}

/// Verified, with that many executions.
#[track_caller]
fn verified(f: impl Fn() + Send + Sync + 'static) -> u64 {
    let report = check(Model::Rc11, f);
    assert!(report.is_verified(), "{report}");
    report.statistics().complete
}

/// A bug of that kind.
#[track_caller]
fn bug(f: impl Fn() + Send + Sync + 'static) -> FindingKind {
    let report = check(Model::Rc11, f);
    let finding = report.finding();
    finding.unwrap_or_else(|| panic!("{report}")).kind
}

/// What all executions of a program come to, under that model.
#[track_caller]
fn outcomes<T: Ord + Send + 'static>(
    model: Model,
    f: impl Fn() -> T + Send + Sync + 'static,
) -> BTreeSet<T> {
    let seen = std::sync::Arc::new(StdMutex::new(BTreeSet::new()));
    let all = seen.clone();
    let report = check(model, move || {
        let result = f();
        all.lock().unwrap().insert(result);
    });
    assert!(report.is_verified(), "{report}");
    std::mem::take(&mut *seen.lock().unwrap())
}

/// Data that threads share without synchronising.
struct Data<T>(UnsafeCell<T>);

// SAFETY: if there is a race, it is found.
unsafe impl<T: Send> Sync for Data<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Data<T> {}

impl<T: Copy> Data<T> {
    fn new(value: T) -> Data<T> {
        Data(UnsafeCell::new(value))
    }

    #[track_caller]
    fn get(&self) -> T {
        // SAFETY: the pointer is good.
        self.0.with(|value| unsafe { *value })
    }

    #[track_caller]
    fn set(&self, value: T) {
        // SAFETY: the pointer is good.
        self.0.with_mut(|at| unsafe { *at = value });
    }
}

fn message_passing(store: Ordering, load: Ordering) -> impl Fn() + Send + Sync {
    move || {
        let shared = Arc::new((Data::new(0), AtomicBool::new(false)));
        let other = shared.clone();
        let sender = thread::spawn(move || {
            other.0.set(42);
            other.1.store(true, store);
        });
        if shared.1.load(load) {
            assert_eq!(shared.0.get(), 42);
        }
        sender.join().unwrap();
    }
}

#[test]
fn messages_need_release_and_acquire() {
    assert_eq!(verified(message_passing(Release, Acquire)), 2);
    assert_eq!(verified(message_passing(SeqCst, SeqCst)), 2);
    for (store, load) in [(Relaxed, Relaxed), (Release, Relaxed), (Relaxed, Acquire)] {
        assert_eq!(bug(message_passing(store, load)), FindingKind::DataRace);
    }
}

#[test]
fn a_bug_of_rc11_is_shown_and_replayed() {
    let program = || {
        let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let sender = thread::spawn(move || {
            other.0.store(42, Relaxed);
            other.1.store(1, Relaxed);
        });
        if shared.1.load(Acquire) == 1 {
            assert_eq!(shared.0.load(Relaxed), 42);
        }
        sender.join().unwrap();
    };
    let report = check(Model::Rc11, program);
    let text = report.to_string();
    assert!(text.contains("reads an older value"), "{text}");
    assert!(
        text.contains("MAZURKA_MODEL=rc11 MAZURKA_REPLAY="),
        "{text}"
    );
    let replay = report.replay().unwrap().to_owned();
    let again = Checker::new()
        .model(Model::Rc11)
        .replay(&replay)
        .check(program);
    assert_eq!(again.finding(), report.finding(), "{again}");
    assert!(check(Model::Sc, program).is_verified());
    assert!(check(Model::Tso, program).is_verified());
}

fn store_buffering(store: Ordering, load: Ordering) -> impl Fn() -> (u32, u32) + Send + Sync {
    move || {
        let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            other.0.store(1, store);
            other.1.load(load)
        });
        shared.1.store(1, store);
        let first = shared.0.load(load);
        (first, thread.join().unwrap())
    }
}

#[test]
fn store_buffering_needs_sequential_consistency() {
    let both = |store, load| outcomes(Model::Rc11, store_buffering(store, load));
    let sc = outcomes(Model::Sc, store_buffering(SeqCst, SeqCst));
    assert_eq!(both(SeqCst, SeqCst), sc);
    let weak: BTreeSet<_> = [(0, 0), (0, 1), (1, 0), (1, 1)].into();
    assert_eq!(both(Release, Acquire), weak);
    assert_eq!(both(Relaxed, Relaxed), weak);
    assert_eq!(both(SeqCst, Acquire), weak);
    let ra = outcomes(Model::Ra, store_buffering(Relaxed, Relaxed));
    assert_eq!(ra, weak);
}

#[test]
fn fences_order_what_is_relaxed() {
    let fenced = |order: Ordering| {
        outcomes(Model::Rc11, move || {
            let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
            let other = shared.clone();
            let thread = thread::spawn(move || {
                other.0.store(1, Relaxed);
                fence(order);
                other.1.load(Relaxed)
            });
            shared.1.store(1, Relaxed);
            fence(order);
            let first = shared.0.load(Relaxed);
            (first, thread.join().unwrap())
        })
    };
    assert!(!fenced(SeqCst).contains(&(0, 0)));
    assert!(fenced(AcqRel).contains(&(0, 0)));
    let passing = |release: bool, acquire: bool| {
        move || {
            let shared = Arc::new((Data::new(0), AtomicBool::new(false)));
            let other = shared.clone();
            thread::spawn(move || {
                other.0.set(1);
                if release {
                    fence(Release);
                }
                other.1.store(true, Relaxed);
            });
            if shared.1.load(Relaxed) {
                if acquire {
                    fence(Acquire);
                }
                assert_eq!(shared.0.get(), 1);
            }
        }
    };
    verified(passing(true, true));
    assert_eq!(bug(passing(true, false)), FindingKind::DataRace);
    assert_eq!(bug(passing(false, true)), FindingKind::DataRace);
}

#[test]
fn independent_reads_of_independent_writes() {
    let iriw = |store: Ordering, load: Ordering| {
        outcomes(Model::Rc11, move || {
            let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
            let (x, y) = (shared.clone(), shared.clone());
            thread::spawn(move || x.0.store(1, store));
            thread::spawn(move || y.1.store(1, store));
            let other = shared.clone();
            let reader = thread::spawn(move || (other.0.load(load), other.1.load(load)));
            let (b, a) = (shared.1.load(load), shared.0.load(load));
            (reader.join().unwrap(), (b, a))
        })
    };
    let disagree = ((1, 0), (1, 0));
    assert!(!iriw(SeqCst, SeqCst).contains(&disagree));
    assert!(iriw(Release, Acquire).contains(&disagree));
    assert_eq!(iriw(Release, Acquire).len(), 16);
}

#[test]
fn release_sequences_go_on_through_updates() {
    let program = |middle: fn(&AtomicU32)| {
        move || {
            let shared = Arc::new((Data::new(0), AtomicU32::new(0)));
            let (sender, between) = (shared.clone(), shared.clone());
            thread::spawn(move || {
                sender.0.set(1);
                sender.1.store(1, Release);
            });
            thread::spawn(move || {
                if between.1.load(Relaxed) == 1 {
                    middle(&between.1);
                }
            });
            if shared.1.load(Acquire) == 2 {
                assert_eq!(shared.0.get(), 1);
            }
        }
    };
    verified(program(|x| {
        x.fetch_add(1, Relaxed);
    }));
    let stores = program(|x| x.store(2, Relaxed));
    assert_eq!(bug(stores), FindingKind::DataRace);
}

#[test]
fn updates_find_the_last_write() {
    // Two updates that change nothing are ordered, so one of the threads sees the other's store.
    let program = || {
        let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            other.0.store(1, Relaxed);
            other.2.fetch_add(0, AcqRel);
            other.1.load(Relaxed)
        });
        shared.1.store(1, Relaxed);
        shared.2.fetch_or(0, AcqRel);
        let first = shared.0.load(Relaxed);
        (first, thread.join().unwrap())
    };
    assert!(!outcomes(Model::Rc11, program).contains(&(0, 0)));
    // Counting needs no order at all.
    verified(|| {
        let count = Arc::new(AtomicUsize::new(0));
        let threads = [0, 1].map(|_| {
            let count = count.clone();
            thread::spawn(move || count.fetch_add(1, Relaxed))
        });
        count.fetch_add(1, Relaxed);
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(count.load(Relaxed), 3);
    });
}

#[test]
fn compare_exchange_loops() {
    verified(|| {
        let count = Arc::new(AtomicUsize::new(0));
        let add = |count: &AtomicUsize| {
            let mut seen = count.load(Relaxed);
            while let Err(now) = count.compare_exchange_weak(seen, seen + 1, Relaxed, Relaxed) {
                seen = now;
            }
        };
        let other = count.clone();
        let thread = thread::spawn(move || add(&other));
        add(&count);
        thread.join().unwrap();
        assert_eq!(count.load(Relaxed), 2);
    });
    verified(|| {
        let count = Arc::new(AtomicUsize::new(1));
        let other = count.clone();
        let double = |count: &AtomicUsize| {
            count
                .fetch_update(AcqRel, Acquire, |n| (n < 4).then_some(2 * n))
                .is_ok()
        };
        let thread = thread::spawn(move || double(&other));
        let done = double(&count) as u32 + thread.join().unwrap() as u32;
        assert_eq!((done, count.load(Relaxed)), (2, 4));
    });
}

/// A lock of which the unlock has that order.
fn spin_lock(by_swap: bool, acquire: Ordering, release: Ordering) -> impl Fn() + Send + Sync {
    move || {
        let shared = Arc::new((AtomicBool::new(false), Data::new(0)));
        let section = move |(lock, data): &(AtomicBool, Data<u32>)| {
            if by_swap {
                while lock.swap(true, acquire) {}
            } else {
                while lock
                    .compare_exchange(false, true, acquire, Relaxed)
                    .is_err()
                {}
            }
            data.set(data.get() + 1);
            lock.store(false, release);
        };
        let other = shared.clone();
        let thread = thread::spawn(move || section(&other));
        section(&shared);
        thread.join().unwrap();
        assert_eq!(shared.1.get(), 2);
    }
}

#[test]
fn spin_locks() {
    for by_swap in [false, true] {
        verified(spin_lock(by_swap, Acquire, Release));
        let kinds = [
            bug(spin_lock(by_swap, Relaxed, Release)),
            bug(spin_lock(by_swap, Acquire, Relaxed)),
        ];
        assert_eq!(kinds, [FindingKind::DataRace; 2]);
    }
}

#[test]
fn waiting_for_a_flag() {
    let waiting = |load: Ordering| {
        move || {
            let shared = Arc::new((Data::new(0), AtomicBool::new(false)));
            let other = shared.clone();
            thread::spawn(move || {
                other.0.set(7);
                other.1.store(true, Release);
            });
            while !shared.1.load(load) {
                mazurka::hint::spin_loop();
            }
            assert_eq!(shared.0.get(), 7);
        }
    };
    verified(waiting(Acquire));
    assert_eq!(bug(waiting(Relaxed)), FindingKind::DataRace);
    verified(|| {
        let flag = Arc::new((AtomicU32::new(0), AtomicU32::new(0)));
        let other = flag.clone();
        thread::spawn(move || {
            other.0.store(1, Release);
            other.1.store(1, Release);
        });
        mazurka::await_until(|| flag.0.load(Acquire) + flag.1.load(Acquire) == 2);
    });
}

#[test]
fn what_never_comes_is_a_livelock() {
    let kind = bug(|| {
        let flag = Arc::new(AtomicU32::new(0));
        let other = flag.clone();
        thread::spawn(move || other.store(1, Release));
        while flag.load(Acquire) != 2 {}
    });
    assert_eq!(kind, FindingKind::Livelock);
}

/// An `Arc` made by hand, with that order for the decrement and that before the drop.
fn counted(decrement: Ordering) -> impl Fn() + Send + Sync {
    move || {
        let shared = Arc::new((AtomicUsize::new(2), Data::new(0)));
        let give_up = move |(count, data): &(AtomicUsize, Data<u32>)| {
            let _ = data.get();
            if count.fetch_sub(1, decrement) == 1 {
                // Dropped.
                data.set(1);
            }
        };
        let other = shared.clone();
        let thread = thread::spawn(move || give_up(&other));
        give_up(&shared);
        thread.join().unwrap();
    }
}

#[test]
fn reference_counts_by_hand() {
    verified(counted(AcqRel));
    for order in [Relaxed, Acquire, Release] {
        assert_eq!(bug(counted(order)), FindingKind::DataRace);
    }
    // Those of `Arc` itself.
    verified(|| {
        let data = Arc::new(Data::new(0));
        let other = data.clone();
        let thread = thread::spawn(move || {
            other.get();
        });
        thread.join().unwrap();
        if let Ok(data) = Arc::try_unwrap(data) {
            data.set(1);
        }
    });
}

/// A seqlock with one writer, whose data are relaxed atomics.
fn seqlock(load: Ordering, with_fence: bool) -> impl Fn() + Send + Sync {
    move || {
        let shared = Arc::new((AtomicU32::new(0), AtomicU32::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        thread::spawn(move || {
            let (sequence, a, b) = &*other;
            sequence.store(1, Relaxed);
            fence(Release);
            a.store(1, Relaxed);
            b.store(1, Relaxed);
            sequence.store(2, Release);
        });
        let (sequence, a, b) = &*shared;
        loop {
            let before = sequence.load(load);
            if before % 2 == 1 {
                continue;
            }
            let read = (a.load(Relaxed), b.load(Relaxed));
            if with_fence {
                fence(Acquire);
            }
            if sequence.load(Relaxed) == before {
                assert_eq!(read.0, read.1);
                break;
            }
        }
    }
}

#[test]
fn seqlocks() {
    verified(seqlock(Acquire, true));
    assert_eq!(bug(seqlock(Acquire, false)), FindingKind::Panic);
    assert_eq!(bug(seqlock(Relaxed, true)), FindingKind::Panic);
}

struct Node {
    value: Data<u32>,
    next: Data<*mut Node>,
}

fn push(head: &AtomicPtr<Node>, value: u32, order: Ordering) {
    let node = Box::into_raw(Box::new(Node {
        value: Data::new(0),
        next: Data::new(std::ptr::null_mut()),
    }));
    let mut seen = head.load(Relaxed);
    // SAFETY: nodes are not dropped.
    unsafe { (*node).value.set(value) };
    loop {
        // SAFETY: as above.
        unsafe { (*node).next.set(seen) };
        match head.compare_exchange(seen, node, order, Relaxed) {
            Ok(_) => return,
            Err(now) => seen = now,
        }
    }
}

fn pop(head: &AtomicPtr<Node>, order: Ordering) -> Option<u32> {
    let mut seen = head.load(order);
    loop {
        if seen.is_null() {
            return None;
        }
        // SAFETY: nodes are not dropped.
        let next = unsafe { (*seen).next.get() };
        match head.compare_exchange(seen, next, order, order) {
            // SAFETY: as above.
            Ok(_) => return Some(unsafe { (*seen).value.get() }),
            Err(now) => seen = now,
        }
    }
}

#[test]
fn treiber_stacks() {
    let program = |pushes: Ordering, pops: Ordering| {
        move || {
            let head = Arc::new(AtomicPtr::new(std::ptr::null_mut()));
            let other = head.clone();
            let thread = thread::spawn(move || {
                push(&other, 1, pushes);
                pop(&other, pops)
            });
            push(&head, 2, pushes);
            let mine = pop(&head, pops);
            let theirs = thread.join().unwrap();
            let mut both = [mine, theirs];
            both.sort();
            assert_eq!(both, [Some(1), Some(2)]);
        }
    };
    verified(program(Release, Acquire));
    assert_eq!(bug(program(Relaxed, Acquire)), FindingKind::DataRace);
    assert_eq!(bug(program(Release, Relaxed)), FindingKind::DataRace);
}

/// A ring buffer of two slots, from one thread to another.
fn ring(release: Ordering, acquire: Ordering) -> impl Fn() + Send + Sync {
    move || {
        struct Ring {
            slots: [Data<u32>; 2],
            head: AtomicUsize,
            tail: AtomicUsize,
        }
        let ring = Arc::new(Ring {
            slots: [Data::new(0), Data::new(0)],
            head: AtomicUsize::new(0),
            tail: AtomicUsize::new(0),
        });
        let other = ring.clone();
        thread::spawn(move || {
            for value in 1..=3 {
                let tail = other.tail.load(Relaxed);
                if tail - other.head.load(acquire) == 2 {
                    return;
                }
                other.slots[tail % 2].set(value);
                other.tail.store(tail + 1, release);
            }
        });
        let mut last = 0;
        for _ in 0..2 {
            let head = ring.head.load(Relaxed);
            if head == ring.tail.load(acquire) {
                return;
            }
            let value = ring.slots[head % 2].get();
            assert_eq!(value, last + 1);
            last = value;
            ring.head.store(head + 1, release);
        }
    }
}

#[test]
fn ring_buffers() {
    verified(ring(Release, Acquire));
    assert_eq!(bug(ring(Relaxed, Acquire)), FindingKind::DataRace);
    assert_eq!(bug(ring(Release, Relaxed)), FindingKind::DataRace);
}

/// The same outcomes under SC and RC11.
#[track_caller]
fn as_under_sc<T: Ord + std::fmt::Debug + Send + 'static>(
    f: impl Fn() -> T + Clone + Send + Sync + 'static,
) -> BTreeSet<T> {
    let sc = outcomes(Model::Sc, f.clone());
    assert_eq!(outcomes(Model::Rc11, f), sc);
    sc
}

#[test]
fn mutexes_order_everything() {
    let seen = as_under_sc(|| {
        let shared = Arc::new((Mutex::new(0), AtomicU32::new(0)));
        let threads = [1, 2].map(|id| {
            let shared = shared.clone();
            thread::spawn(move || {
                let mut guard = shared.0.lock().unwrap();
                *guard = 10 * *guard + id;
                let before = shared.1.load(Relaxed);
                shared.1.store(before + 1, Relaxed);
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(shared.1.load(Relaxed), 2);
        *shared.0.lock().unwrap()
    });
    assert_eq!(seen, [12, 21].into());
}

#[test]
fn condition_variables() {
    as_under_sc(|| {
        let shared = Arc::new((Mutex::new(false), Condvar::new(), AtomicU32::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            other.2.store(5, Relaxed);
            *other.0.lock().unwrap() = true;
            other.1.notify_one();
        });
        let mut ready = shared.0.lock().unwrap();
        while !*ready {
            ready = shared.1.wait(ready).unwrap();
        }
        drop(ready);
        let seen = shared.2.load(Relaxed);
        thread.join().unwrap();
        seen
    });
}

#[test]
fn channels() {
    let seen = as_under_sc(|| {
        let (sender, receiver) = mpsc::channel();
        let data = Arc::new(AtomicU32::new(0));
        let threads = [1, 2].map(|id| {
            let (sender, data) = (sender.clone(), data.clone());
            thread::spawn(move || {
                data.fetch_add(id, Relaxed);
                sender.send(id).unwrap();
            })
        });
        drop(sender);
        let first = receiver.recv().unwrap();
        assert!(data.load(Relaxed) >= first);
        let second = receiver.recv().unwrap();
        assert_eq!(data.load(Relaxed), 3);
        for thread in threads {
            thread.join().unwrap();
        }
        (first, second)
    });
    assert_eq!(seen, [(1, 2), (2, 1)].into());
}

#[test]
fn parking() {
    as_under_sc(|| {
        let flag = Arc::new(AtomicBool::new(false));
        let other = flag.clone();
        let thread = thread::spawn(move || {
            while !other.load(Relaxed) {
                thread::park();
            }
        });
        flag.store(true, Relaxed);
        thread.thread().unpark();
        thread.join().unwrap();
    });
}

#[test]
fn barriers() {
    as_under_sc(|| {
        let shared = Arc::new((Barrier::new(2), AtomicU32::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            other.1.store(1, Relaxed);
            other.0.wait();
            other.2.load(Relaxed)
        });
        shared.2.store(1, Relaxed);
        shared.0.wait();
        let first = shared.1.load(Relaxed);
        (first, thread.join().unwrap())
    });
}

#[test]
fn read_write_locks() {
    as_under_sc(|| {
        let shared = Arc::new((RwLock::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            *other.0.write().unwrap() += 1;
            other.1.store(1, Relaxed);
        });
        let read = *shared.0.read().unwrap();
        *shared.0.write().unwrap() += 1;
        thread.join().unwrap();
        assert_eq!(shared.1.load(Relaxed), 1);
        (read, *shared.0.read().unwrap())
    });
}

#[test]
fn what_is_run_once() {
    as_under_sc(|| {
        let shared = Arc::new((Once::new(), OnceLock::new(), AtomicU32::new(0)));
        let run = |(once, lock, count): &(Once, OnceLock<u32>, AtomicU32), id: u32| {
            once.call_once(|| count.store(count.load(Relaxed) + 1, Relaxed));
            assert_eq!(count.load(Relaxed), 1);
            *lock.get_or_init(|| id)
        };
        let other = shared.clone();
        let thread = thread::spawn(move || run(&other, 1));
        let mine = run(&shared, 2);
        assert_eq!(mine, thread.join().unwrap());
        mine
    });
}

#[test]
fn deadlocks_are_found() {
    let kind = bug(|| {
        let locks = Arc::new((Mutex::new(()), Mutex::new(())));
        let other = locks.clone();
        let thread = thread::spawn(move || {
            let _first = other.0.lock();
            let _second = other.1.lock();
        });
        let first = locks.1.lock();
        let second = locks.0.lock();
        drop((first, second));
        thread.join().unwrap();
    });
    assert_eq!(kind, FindingKind::Deadlock);
}

static FLAG: AtomicBool = AtomicBool::new(false);
static CELL: Data<u32> = Data(UnsafeCell::new(0));

#[test]
fn statics_begin_anew() {
    let program = |load: Ordering| {
        move || {
            assert!(!FLAG.load(Relaxed));
            let thread = thread::spawn(|| {
                CELL.set(1);
                FLAG.store(true, Release);
            });
            if FLAG.load(load) {
                assert_eq!(CELL.get(), 1);
            }
            thread.join().unwrap();
            assert!(FLAG.load(Relaxed));
        }
    };
    verified(program(Acquire));
    assert_eq!(bug(program(Relaxed)), FindingKind::DataRace);
}

mazurka::thread_local! {
    static MINE: AtomicU32 = AtomicU32::new(1);
}

#[test]
fn thread_locals_are_each_threads_own() {
    verified(|| {
        let thread = thread::spawn(|| MINE.with(|mine| mine.fetch_add(1, Relaxed)));
        let before = MINE.with(|mine| mine.fetch_add(2, Relaxed));
        assert_eq!((before, thread.join().unwrap()), (1, 1));
        assert_eq!(MINE.with(|mine| mine.load(Relaxed)), 3);
    });
}

#[test]
fn exclusive_accesses_find_the_last_write() {
    let seen = as_under_sc(|| {
        let x = Arc::new(AtomicU32::new(0));
        let threads = [1, 2].map(|id| {
            let x = x.clone();
            thread::spawn(move || x.store(id, Relaxed))
        });
        for thread in threads {
            thread.join().unwrap();
        }
        let loaded = x.load(Relaxed);
        let mut x = Arc::try_unwrap(x).unwrap();
        assert_eq!(*x.get_mut(), loaded);
        *x.get_mut() += 10;
        assert_eq!(x.load(Relaxed), loaded + 10);
        x.store(x.load(Relaxed) + 10, Relaxed);
        assert_eq!(format!("{x:?}"), (loaded + 20).to_string());
        assert_eq!(x.into_inner(), loaded + 20);
        loaded
    });
    assert_eq!(seen, [1, 2].into());
}

#[test]
fn coherence_holds_for_relaxed_accesses() {
    verified(|| {
        let x = Arc::new(AtomicU32::new(0));
        let other = x.clone();
        thread::spawn(move || {
            other.store(1, Relaxed);
            other.store(2, Relaxed);
        });
        let (first, second) = (x.load(Relaxed), x.load(Relaxed));
        assert!(first <= second);
    });
}

#[test]
fn the_usual_check_is_of_both_models() {
    let both = Checker::new().check(message_passing(Release, Acquire));
    assert_eq!(both.covered(), [Model::Sc, Model::Rc11]);
    assert_eq!(both.uncovered(), None);
    let text = both.to_string();
    let begins = "mazurka verified under sc and rc11: 2 executions";
    assert!(text.starts_with(begins), "{text}");
    let under = |model| both.statistics_under(model).unwrap().complete;
    assert_eq!((under(Model::Sc), under(Model::Rc11)), (2, 2));
    assert!(both.statistics_under(Model::Tso).is_none());
    // A bug that only the second part finds.
    let weak = Checker::new().check(|| {
        let (first, second) = store_buffering(Release, Acquire)();
        assert!(first + second > 0);
    });
    assert_eq!(weak.covered(), [Model::Sc]);
    let text = weak.to_string();
    assert!(
        text.contains("under rc11, which is none under sc"),
        "{text}"
    );
    assert!(text.contains("MAZURKA_MODEL=rc11"), "{text}");
    // One that the first finds is told there.
    let race = Checker::new().check(message_passing(Relaxed, Relaxed));
    assert!(race.covered().is_empty() && race.finding().is_some());
    assert!(!race.to_string().contains("under rc11"), "{race}");
    // Limits are for both.
    let few = Checker::new()
        .max_executions(3)
        .check(message_passing(Release, Acquire));
    assert!(few.is_verified());
    assert_eq!(few.covered(), [Model::Sc]);
    assert!(few.uncovered().unwrap().1.contains("1 execution"), "{few}");
}

#[test]
fn what_does_not_go_together_is_an_error() {
    let report = Checker::new()
        .model(Model::Rc11)
        .algorithm(mazurka::Algorithm::Optimal)
        .check(|| ());
    let text = report.to_string();
    assert!(text.contains("execution graphs only"), "{text}");
}

#[mazurka::test(model = "rc11", workers = 2)]
fn the_attribute_takes_the_model() {
    message_passing(Release, Acquire)();
}

#[mazurka::test(model = "ra", algorithm = "graphs")]
fn the_attribute_takes_the_algorithm() {
    message_passing(Release, Acquire)();
}

#[test]
fn what_is_found_before_the_first_operation_counts() {
    let kind = bug(|| {
        let data = Arc::new(Data::new(0));
        let other = data.clone();
        thread::spawn(move || other.set(1));
        data.set(2);
    });
    assert_eq!(kind, FindingKind::DataRace);
    assert_eq!(bug(|| panic!("at once")), FindingKind::Panic);
}

#[test]
fn conditions_do_nothing_but_load() {
    let report = check(Model::Rc11, || {
        let x = AtomicU32::new(0);
        mazurka::await_until(|| x.fetch_add(1, Relaxed) > 0);
    });
    let text = report.to_string();
    assert!(text.contains("a condition"), "{text}");
}

#[test]
fn what_is_sequentially_consistent_is_so_under_rc11() {
    let report = Checker::new().check(message_passing(SeqCst, SeqCst));
    assert_eq!(report.covered(), [Model::Sc, Model::Rc11]);
    assert!(report.statistics_under(Model::Rc11).is_none());
    let text = report.to_string();
    assert!(text.contains("no more under rc11"), "{text}");
    // Failures count, conditions do, and so do those that are recorded.
    let weak: [fn(&AtomicU32); 5] = [
        |x| _ = x.compare_exchange(5, 6, SeqCst, Relaxed),
        |x| mazurka::await_until(|| x.load(SeqCst) == 0),
        |x| _ = x.fetch_max(0, AcqRel),
        |x| _ = x.swap(0, Relaxed),
        |x| _ = x.try_update(SeqCst, Acquire, Some),
    ];
    for weak in weak {
        let report = Checker::new().check(move || weak(&AtomicU32::new(0)));
        assert!(report.statistics_under(Model::Rc11).is_some(), "{report}");
    }
}

#[test]
fn a_race_is_shown_with_both_accesses_though_nothing_orders_them() {
    let program = || {
        let shared = Arc::new((Data::new(0), AtomicU32::new(0), AtomicU32::new(0)));
        let other = shared.clone();
        let writer = thread::spawn(move || {
            other.1.load(Relaxed);
            other.0.set(1);
        });
        shared.2.load(Relaxed);
        shared.0.get();
        writer.join().unwrap();
    };
    let report = check(Model::Rc11, program);
    let text = report.to_string();
    assert!(text.contains("main  shared.2.load(Relaxed)"), "{text}");
    assert!(text.contains("0.0   other.1.load(Relaxed)"), "{text}");
    let checker = Checker::new().model(Model::Rc11);
    let again = checker.replay(report.replay().unwrap()).check(program);
    assert_eq!(again.finding(), report.finding(), "{again}");
}
