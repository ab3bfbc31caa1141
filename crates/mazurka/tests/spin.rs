//! Loops that wait: a round that only looks, and comes back to where it was, is no event.

use mazurka::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release, SeqCst},
};
use mazurka::sync::{Arc, LazyLock, Mutex};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Report, Verdict, hint, thread};

const ALGORITHMS: [Algorithm; 5] = Algorithm::TRACES;

fn optimal(f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().max_events(300).check(f)
}

/// Checks under every algorithm that a program is right.
fn verified(f: impl Fn() + Send + Sync + Clone + 'static) -> u64 {
    for algorithm in ALGORITHMS {
        let report = Checker::new()
            .algorithm(algorithm)
            .max_events(300)
            .check(f.clone());
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
    let report = optimal(f);
    assert_eq!(report.statistics().blocked, 0, "{report}");
    report.statistics().complete
}

/// Checks under every algorithm that a program shows a bug of that kind.
fn buggy(kind: FindingKind, f: impl Fn() + Send + Sync + Clone + 'static) -> Report {
    for algorithm in ALGORITHMS {
        let report = Checker::new()
            .algorithm(algorithm)
            .max_events(300)
            .check(f.clone());
        let found = report.finding().map(|finding| finding.kind);
        assert_eq!(found, Some(kind), "{algorithm}: {report}");
    }
    optimal(f)
}

/// Checks under every algorithm that nothing is said of a program, since it does not end.
fn unknown(f: impl Fn() + Send + Sync + Clone + 'static) {
    for algorithm in ALGORITHMS {
        let report = Checker::new()
            .algorithm(algorithm)
            .max_events(300)
            .check(f.clone());
        let verdict = report.verdict();
        assert_eq!(verdict, &Verdict::NotExhausted(Limit::Events), "{report}");
    }
}

fn flag() -> (Arc<AtomicBool>, Arc<AtomicBool>) {
    let flag = Arc::new(AtomicBool::new(false));
    (flag.clone(), flag)
}

#[test]
fn a_loop_that_waits_for_a_flag_is_explored_finitely() {
    // There is one look that counts: the one that finds the flag set.
    for wait in [
        || (),
        hint::spin_loop,
        thread::yield_now,
        || {
            std::hint::black_box([1, 2, 3]);
        },
    ] {
        let traces = verified(move || {
            let (flag, other) = flag();
            thread::spawn(move || other.store(true, Release));
            while !flag.load(Acquire) {
                wait();
            }
        });
        assert_eq!(traces, 1);
    }
}

#[test]
fn whoever_spins() {
    // The spinning thread is a child, and the flag lies on its parent's stack.
    let traces = verified(|| {
        let flag = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| while !flag.load(SeqCst) {});
            flag.store(true, SeqCst);
        });
    });
    assert_eq!(traces, 1);
}

#[test]
fn waiting_for_the_second_of_two_changes() {
    // Looks that find 0 or 1 are none.
    let traces = verified(|| {
        let stage = Arc::new(AtomicUsize::new(0));
        let other = stage.clone();
        thread::spawn(move || {
            other.store(1, SeqCst);
            other.store(2, SeqCst);
        });
        while stage.load(SeqCst) != 2 {
            hint::spin_loop();
        }
    });
    assert_eq!(traces, 1);
}

#[test]
fn nobody_sets_the_flag() {
    let program = || {
        let (flag, _) = flag();
        while !flag.load(SeqCst) {
            hint::spin_loop();
        }
    };
    let report = buggy(FindingKind::Livelock, program);
    let text = report.to_string();
    assert!(text.contains("tests/spin.rs:"), "{text}");
    assert!(
        text.contains("in a loop for the AtomicBool `flag` to change"),
        "{text}"
    );
    let replay = report.replay().expect("it can be replayed");
    let again = Checker::new().replay(replay).check(program);
    let found = again.finding().map(|finding| finding.kind);
    assert_eq!(found, Some(FindingKind::Livelock), "{again}");
}

#[test]
fn evaluating_conditions_is_not_shown_as_a_step() {
    let report = optimal(|| {
        let (flag, other) = flag();
        thread::spawn(move || {
            other.store(true, SeqCst);
            other.store(false, SeqCst);
        });
        mazurka::await_until(|| flag.load(SeqCst));
    });
    let text = report.to_string();
    assert!(text.contains("store(false, SeqCst)"), "{text}");
    assert!(!text.contains("load("), "{text}");
}

#[test]
fn two_threads_that_wait_for_one_another() {
    let report = buggy(FindingKind::Livelock, || {
        let (a, b) = (flag(), flag());
        thread::spawn(move || {
            while !b.0.load(SeqCst) {}
            a.0.store(true, SeqCst);
        });
        while !a.1.load(SeqCst) {}
        b.1.store(true, SeqCst);
    });
    let text = report.to_string();
    assert!(
        text.contains("thread main waits") && text.contains("thread 0.0 waits"),
        "{text}"
    );
}

#[test]
fn a_loop_over_two_locations() {
    verified(|| {
        let (a, b) = (flag(), flag());
        thread::spawn(move || a.0.store(true, SeqCst));
        thread::spawn(move || b.0.store(true, SeqCst));
        while !(a.1.load(SeqCst) && b.1.load(SeqCst)) {
            hint::spin_loop();
        }
    });
    buggy(FindingKind::Livelock, || {
        let (a, b) = (flag(), flag());
        thread::spawn(move || a.0.store(true, SeqCst));
        while !b.1.load(SeqCst) | !a.1.load(SeqCst) {
            hint::spin_loop();
        }
    });
}

#[test]
fn spin_locks() {
    let by_swap = verified(|| {
        let shared = Arc::new((AtomicBool::new(false), AtomicUsize::new(0)));
        let work = |shared: &(AtomicBool, AtomicUsize)| {
            while shared.0.swap(true, Acquire) {
                hint::spin_loop();
            }
            let seen = shared.1.load(Relaxed);
            shared.1.store(seen + 1, Relaxed);
            shared.0.store(false, Release);
        };
        let other = shared.clone();
        let thread = thread::spawn(move || work(&other));
        work(&shared);
        thread.join().unwrap();
        assert_eq!(shared.1.load(SeqCst), 2);
    });
    let by_exchange = verified(|| {
        let shared = Arc::new((AtomicBool::new(false), AtomicUsize::new(0)));
        let work = |shared: &(AtomicBool, AtomicUsize)| {
            while shared
                .0
                .compare_exchange(false, true, Acquire, Relaxed)
                .is_err()
            {
                hint::spin_loop();
            }
            let seen = shared.1.load(Relaxed);
            shared.1.store(seen + 1, Relaxed);
            shared.0.store(false, Release);
        };
        let other = shared.clone();
        let thread = thread::spawn(move || work(&other));
        work(&shared);
        thread.join().unwrap();
        assert_eq!(shared.1.load(SeqCst), 2);
    });
    // One of them first.
    assert_eq!((by_swap, by_exchange), (2, 2));
}

#[test]
fn a_loop_around_try_lock() {
    let traces = verified(|| {
        let mutex = Arc::new(Mutex::new(0));
        let other = mutex.clone();
        let thread = thread::spawn(move || *other.lock().unwrap() += 1);
        loop {
            if let Ok(mut guard) = mutex.try_lock() {
                *guard += 1;
                break;
            }
            thread::yield_now();
        }
        thread.join().unwrap();
        assert_eq!(*mutex.lock().unwrap(), 2);
    });
    // The thread's lock comes before or after. Without optimisation failing tries may be
    // seen: what moving their results about leaves on the stack looks like a change.
    assert!((2..=5).contains(&traces), "{traces}");
    buggy(FindingKind::Livelock, || {
        let mutex = Mutex::new(0);
        let _guard = mutex.lock();
        while mutex.try_lock().is_err() {}
    });
}

#[test]
fn loops_that_count_are_no_spins() {
    // Three looks in a row, and the store before, between or after them.
    for bound in [3, 5, 20] {
        let traces = verified(move || {
            let (flag, other) = flag();
            thread::spawn(move || other.store(true, SeqCst));
            for _ in 0..bound {
                flag.load(SeqCst);
            }
        });
        assert_eq!(traces, bound + 1);
    }
}

#[test]
fn a_count_that_stops_is_seen_at_every_value() {
    // How often it has looked matters up to the second time.
    let count = |flag: &AtomicBool| {
        let mut looks = 0;
        while !flag.load(SeqCst) {
            looks = usize::min(looks + 1, 2);
        }
        looks
    };
    for excluded in 0..3 {
        buggy(FindingKind::Panic, move || {
            let (flag, other) = flag();
            thread::spawn(move || other.store(true, SeqCst));
            assert_ne!(count(&flag), excluded);
        });
    }
}

#[test]
fn loops_that_give_up_are_no_spins() {
    let count_down = |mut tries: usize, flag: &AtomicBool| {
        while !flag.load(SeqCst) {
            tries -= 1;
            if tries == 0 {
                return false;
            }
            hint::spin_loop();
        }
        true
    };
    let traces = verified(move || {
        let (flag, other) = flag();
        thread::spawn(move || other.store(true, SeqCst));
        count_down(4, &flag);
    });
    assert_eq!(traces, 5);
    // Giving up is found, though it takes four looks that change nothing.
    buggy(FindingKind::Panic, move || {
        let (flag, other) = flag();
        thread::spawn(move || other.store(true, SeqCst));
        assert!(count_down(4, &flag));
    });
}

#[test]
fn a_count_may_lie_anywhere() {
    // On the heap, on another thread's stack, in another thread's heap, in a
    // thread local, in a cell of a static.
    buggy(FindingKind::Panic, || {
        let (flag, _) = flag();
        let mut count = Box::new(0);
        while !flag.load(SeqCst) {
            *count += 1;
            assert!(*count < 5);
        }
    });
    buggy(FindingKind::Panic, || {
        let (flag, _) = flag();
        let mut count = 0;
        thread::scope(|scope| {
            scope.spawn(|| {
                while !flag.load(SeqCst) {
                    count += 1;
                    assert!(count < 5);
                }
            });
        });
    });
    buggy(FindingKind::Panic, || {
        let (flag, _) = flag();
        let mut count = Box::new(0);
        thread::spawn(move || {
            while !flag.load(SeqCst) {
                *count += 1;
                assert!(*count < 5);
            }
        });
    });
    buggy(FindingKind::Panic, || {
        mazurka::thread_local! {
            static COUNT: std::cell::Cell<usize> = const { std::cell::Cell::new(0) };
        }
        let (flag, _) = flag();
        while !flag.load(SeqCst) {
            COUNT.set(COUNT.get() + 1);
            assert!(COUNT.get() < 5);
        }
    });
    buggy(FindingKind::Panic, || {
        struct Count(mazurka::cell::UnsafeCell<usize>);
        // SAFETY: only one thread uses it.
        unsafe impl Sync for Count {}
        static COUNT: Count = Count(mazurka::cell::UnsafeCell::new(0));
        let (flag, _) = flag();
        while !flag.load(SeqCst) {
            // SAFETY: as above.
            let count = COUNT.0.with_mut(|count| unsafe {
                *count += 1;
                *count
            });
            assert!(count < 5);
        }
    });
}

#[test]
fn a_count_in_a_static_that_is_locked() {
    static COUNT: Mutex<usize> = Mutex::new(0);
    buggy(FindingKind::Panic, || {
        let (flag, _) = flag();
        let mut count = COUNT.lock().unwrap();
        while !flag.load(SeqCst) {
            *count += 1;
            assert!(*count < 5);
        }
    });
}

#[test]
fn statics_may_be_touched_first_in_a_loop() {
    static FLAGS: [AtomicBool; 2] = [const { AtomicBool::new(false) }; 2];
    buggy(FindingKind::Livelock, || {
        thread::spawn(|| FLAGS[0].store(true, SeqCst));
        while !(FLAGS[0].load(SeqCst) && FLAGS[1].load(SeqCst)) {}
    });
    verified(|| {
        thread::spawn(|| FLAGS[1].store(true, SeqCst));
        thread::spawn(|| FLAGS[0].store(true, SeqCst));
        while !(FLAGS[0].load(SeqCst) && FLAGS[1].load(SeqCst)) {}
    });
}

#[test]
fn a_loop_that_makes_progress_is_no_spin() {
    // It looks at the flag, and adds to a counter that others can see.
    unknown(|| {
        let (flag, _) = flag();
        let count = AtomicUsize::new(0);
        while !flag.load(SeqCst) {
            count.fetch_add(1, SeqCst);
        }
    });
    // It allocates: what it allocates later would have another name.
    unknown(|| {
        let (flag, _) = flag();
        while !flag.load(SeqCst) {
            std::hint::black_box(vec![1, 2, 3]);
        }
    });
}

#[test]
fn a_back_off_that_stops_growing() {
    let traces = verified(|| {
        let (flag, other) = flag();
        thread::spawn(move || other.store(true, SeqCst));
        let mut step = 0;
        while !flag.load(SeqCst) {
            for _ in 0..1 << std::hint::black_box(step) {
                hint::spin_loop();
            }
            if step < 5 {
                step += 1;
            }
        }
    });
    // The flag is set after some number of looks; from the sixth on they are
    // all the same.
    assert!((6..=8).contains(&traces), "{traces}");
}

#[test]
fn others_at_work_do_not_hide_a_spin() {
    // The worker writes to what lies next to the flag, in the memory of the
    // thread that spins.
    let traces = verified(|| {
        let flag = AtomicBool::new(false);
        let work = [const { AtomicUsize::new(0) }; 3];
        thread::scope(|scope| {
            scope.spawn(|| {
                for cell in &work {
                    cell.store(1, SeqCst);
                }
                flag.store(true, SeqCst);
            });
            while !flag.load(SeqCst) {
                hint::spin_loop();
            }
            assert_eq!(work[2].load(SeqCst), 1);
        });
    });
    assert_eq!(traces, 1);
}

#[test]
fn a_state_that_comes_back_after_another_value() {
    // The flag goes up and down again; a thread that waits for it may miss it.
    buggy(FindingKind::Livelock, || {
        let (flag, other) = flag();
        thread::spawn(move || {
            other.store(true, SeqCst);
            other.store(false, SeqCst);
        });
        while !flag.load(SeqCst) {}
    });
}

/// Whether a thread has finished, and how many references there are, can be
/// waited for like the value of an atomic.
#[test]
fn waiting_for_a_thread_or_for_a_count() {
    let ends = || {
        let (flag, other) = flag();
        let thread = thread::spawn(move || other.store(true, Release));
        while !thread.is_finished() {
            thread::yield_now();
        }
        assert!(flag.load(Acquire));
        thread.join().unwrap();
    };
    assert_eq!(verified(ends), 1);
    let drops = || {
        let (flag, other) = flag();
        let thread = thread::spawn(move || {
            other.store(true, Release);
            drop(other);
        });
        while Arc::strong_count(&flag) > 1 {
            hint::spin_loop();
        }
        assert!(flag.load(Acquire));
        thread.join().unwrap();
    };
    assert_eq!(verified(drops), 1);
    let unique = || {
        let (mut flag, other) = flag();
        let thread = thread::spawn(move || drop(other));
        while Arc::get_mut(&mut flag).is_none() {}
        thread.join().unwrap();
    };
    assert_eq!(verified(unique), 1);
    buggy(FindingKind::Livelock, || {
        let (flag, other) = flag();
        while Arc::strong_count(&flag) > 1 {}
        drop(other);
    });
}

/// To look behind a `LazyLock` is to look at whether it is filled, too.
#[test]
fn a_loop_over_an_atomic_behind_a_lazy_lock() {
    static FLAG: LazyLock<AtomicBool> = LazyLock::new(|| AtomicBool::new(false));
    verified(|| {
        thread::spawn(|| FLAG.store(true, Release));
        while !FLAG.load(Acquire) {}
    });
    buggy(FindingKind::Livelock, || while !FLAG.load(Acquire) {});
}

/// What earlier executions left on the heap must not decide whether a thread has
/// changed anything between two loops.
#[test]
fn a_loop_after_a_write_to_the_heap() {
    for algorithm in ALGORITHMS {
        let report = Checker::new()
            .algorithm(algorithm)
            .keep_going(true)
            .check(|| {
                let shared = Arc::new([AtomicUsize::new(0), AtomicUsize::new(0)]);
                let (a, b) = (shared.clone(), shared.clone());
                thread::spawn(move || {
                    a[1].store(1, Relaxed);
                    a[0].store(2, Relaxed);
                });
                thread::spawn(move || {
                    let mut seen = Vec::new();
                    seen.push(b[0].load(Relaxed));
                    for value in [0, 1] {
                        while b[1].load(Relaxed) == value {}
                        seen.push(60);
                    }
                });
                while shared[1].load(Relaxed) == 1 && shared[0].load(Relaxed) <= 1 {}
            });
        let found = report.finding().map(|finding| finding.kind);
        assert_eq!(found, Some(FindingKind::Livelock), "{algorithm}: {report}");
    }
}
