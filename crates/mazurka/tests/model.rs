//! Store buffers: what programs do under TSO and PSO, and how many traces they
//! have.

mod explored;

use expect_test::expect;
use explored::{Seen, buggy_by, join, outcomes_by, verified_by};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicPtr, AtomicU8, AtomicU64, AtomicUsize, Ordering, fence};
use mazurka::sync::{Arc, LazyLock, Mutex, Once, OnceLock, mpsc};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Verdict, await_until, thread};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

const WEAK: [Model; 2] = [Model::Tso, Model::Pso];

fn under(model: Model) -> Checker {
    Checker::new().model(model)
}

/// Locations that threads share.
#[derive(Default)]
struct Shared {
    x: AtomicUsize,
    y: AtomicUsize,
    z: AtomicUsize,
}

/// A number that is not atomic.
struct Plain(UnsafeCell<usize>);

// SAFETY: a race is a finding.
unsafe impl Sync for Plain {}

impl Plain {
    fn new() -> Plain {
        Plain(UnsafeCell::new(0))
    }

    fn get(&self) -> usize {
        // SAFETY: the pointer is good; a race is a finding.
        self.0.with(|value| unsafe { *value })
    }

    fn add(&self, more: usize) {
        // SAFETY: as above.
        self.0.with_mut(|value| unsafe { *value += more });
    }
}

/// Runs two threads over the same locations, and gives what they return.
fn pair<A, B, F, G>(first: F, second: G) -> (A, B)
where
    A: Send + 'static,
    B: Send + 'static,
    F: FnOnce(&Shared) -> A + Send + 'static,
    G: FnOnce(&Shared) -> B + Send + 'static,
{
    let shared = Arc::new(Shared::default());
    let (a, b) = (shared.clone(), shared);
    let first = thread::spawn(move || first(&a));
    let second = thread::spawn(move || second(&b));
    (first.join().unwrap(), second.join().unwrap())
}

/// The outcomes of two threads under each model.
#[track_caller]
fn each_model<A, B, F, G>(first: F, second: G) -> [Vec<(A, B)>; 3]
where
    A: Ord + Clone + Send + std::fmt::Debug + 'static,
    B: Ord + Clone + Send + std::fmt::Debug + 'static,
    F: Fn(&Shared) -> A + Copy + Send + Sync + 'static,
    G: Fn(&Shared) -> B + Copy + Send + Sync + 'static,
{
    Model::BUFFERED.map(|model| {
        outcomes_by(&under(model), move |seen: &Seen<(A, B)>| {
            seen.add(pair(first, second));
        })
    })
}

/// The traces of two threads under each model, by all algorithms.
#[track_caller]
fn traces<A, B, F, G>(first: F, second: G) -> [u64; 3]
where
    A: Send + 'static,
    B: Send + 'static,
    F: Fn(&Shared) -> A + Copy + Send + Sync + 'static,
    G: Fn(&Shared) -> B + Copy + Send + Sync + 'static,
{
    Model::BUFFERED.map(|model| {
        verified_by(under(model), move || {
            pair(first, second);
        })
    })
}

/// Half of store buffering: stores, does something, loads the other location.
fn stores_x(between: fn(&Shared)) -> impl Fn(&Shared) -> usize + Copy {
    move |shared| {
        shared.x.store(1, Relaxed);
        between(shared);
        shared.y.load(Relaxed)
    }
}

fn stores_y(between: fn(&Shared)) -> impl Fn(&Shared) -> usize + Copy {
    move |shared| {
        shared.y.store(1, Relaxed);
        between(shared);
        shared.x.load(Relaxed)
    }
}

fn nothing(_: &Shared) {}

/// Do both threads of store buffering find nothing, with that between store and
/// load?
fn is_buffered_across(model: Model, between: fn(&Shared)) -> bool {
    let outcomes = outcomes_by(&under(model), move |seen: &Seen<(usize, usize)>| {
        seen.add(pair(stores_x(between), stores_y(between)));
    });
    let expected: &[(usize, usize)] = &[(0, 1), (1, 0), (1, 1)];
    assert_eq!(outcomes[outcomes.len() - 3..], *expected);
    outcomes.len() == 4
}

#[test]
fn store_buffering() {
    assert_eq!(traces(stores_x(nothing), stores_y(nothing)), [3, 4, 4]);
    assert!(!is_buffered_across(Model::Sc, nothing));
    for model in WEAK {
        assert!(is_buffered_across(model, nothing));
    }
}

#[test]
fn what_waits_for_the_buffer() {
    let waits: [fn(&Shared); 10] = [
        |_| fence(SeqCst),
        |shared| shared.z.store(1, SeqCst),
        |shared| _ = shared.z.swap(1, Relaxed),
        |shared| _ = shared.z.swap(0, Relaxed),
        |shared| _ = shared.z.fetch_add(1, Relaxed),
        |shared| _ = shared.z.compare_exchange(5, 6, Relaxed, Relaxed),
        |_| drop(Mutex::new(0).lock()),
        |_| _ = thread::spawn(|| {}),
        |_| drop(Arc::new(0).clone()),
        |_| thread::current().unpark(),
    ];
    for model in WEAK {
        for (nth, wait) in waits.into_iter().enumerate() {
            assert!(!is_buffered_across(model, wait), "{nth} under {model}");
        }
    }
}

#[test]
fn what_does_not() {
    static LAZY: LazyLock<usize> = LazyLock::new(|| 7);
    let passes: [fn(&Shared); 7] = [
        |_| fence(Release),
        |_| fence(AcqRel),
        |_| fence(Acquire),
        |shared| shared.z.store(1, Release),
        |shared| _ = shared.z.load(SeqCst),
        |_| _ = mazurka::choose(2),
        |_| await_until(|| true),
    ];
    for model in WEAK {
        for (nth, pass) in passes.into_iter().enumerate() {
            assert!(is_buffered_across(model, pass), "{nth} under {model}");
        }
    }
    // A lazy value that is there is only looked at.
    for model in WEAK {
        let outcomes = outcomes_by(&under(model), |seen: &Seen<(usize, usize)>| {
            assert_eq!(*LAZY, 7);
            let between = |_: &Shared| assert_eq!(*LAZY, 7);
            seen.add(pair(stores_x(between), stores_y(between)));
        });
        assert_eq!(outcomes.len(), 4, "{model}");
    }
}

/// Whoever runs a closure once has waited before it runs.
#[test]
fn what_runs_once_waits_for_the_buffer() {
    let runs_once = |shared: &Shared| {
        shared.x.store(1, Relaxed);
        let mut y = 0;
        Once::new().call_once(|| y = shared.y.load(Relaxed));
        y
    };
    let by_model = each_model(runs_once, stores_y(|_| fence(SeqCst)));
    for outcomes in by_model {
        assert_eq!(outcomes, [(0, 1), (1, 0), (1, 1)]);
    }
}

#[test]
fn one_fence_is_not_enough() {
    for model in WEAK {
        let outcomes = outcomes_by(&under(model), |seen: &Seen<(usize, usize)>| {
            seen.add(pair(stores_x(|_| fence(SeqCst)), stores_y(nothing)));
        });
        assert_eq!(outcomes.len(), 4);
    }
}

fn sends(order: Ordering) -> impl Fn(&Shared) + Copy {
    move |shared| {
        shared.x.store(1, Relaxed);
        shared.y.store(1, order);
    }
}

fn receives(shared: &Shared) -> (usize, usize) {
    (shared.y.load(Relaxed), shared.x.load(Relaxed))
}

#[test]
fn message_passing() {
    assert_eq!(traces(sends(Relaxed), receives), [3, 3, 4]);
    assert_eq!(traces(sends(Release), receives), [3, 3, 3]);
    let is_lost = |outcomes: Vec<((), (usize, usize))>| outcomes.contains(&((), (1, 0)));
    let relaxed = each_model(sends(Relaxed), receives);
    assert_eq!(relaxed.map(is_lost), [false, false, true]);
    let release = each_model(sends(Release), receives);
    assert_eq!(release.map(is_lost), [false; 3]);
    for order in [Release, AcqRel, SeqCst] {
        let fenced = each_model(
            move |shared| {
                shared.x.store(1, Relaxed);
                fence(order);
                shared.y.store(1, Relaxed);
            },
            receives,
        );
        assert_eq!(fenced.map(is_lost), [false; 3], "{order:?}");
    }
}

/// Figure 2 of *Relaxed*: the second load only if the first finds the flag.
#[test]
fn message_passing_with_a_condition() {
    let receives = |shared: &Shared| {
        if shared.y.load(Relaxed) == 1 {
            assert_eq!(shared.x.load(Relaxed), 1);
        }
    };
    for model in [Model::Sc, Model::Tso] {
        let program = move || _ = pair(sends(Relaxed), receives);
        assert_eq!(verified_by(under(model), program), 2);
    }
    let program = move || _ = pair(sends(Relaxed), receives);
    buggy_by(under(Model::Pso), FindingKind::Panic, program);
    let program = move || _ = pair(sends(Release), receives);
    assert_eq!(verified_by(under(Model::Pso), program), 2);
}

/// The stores of one thread to one location stay in order under every model.
#[test]
fn stores_to_one_location_stay_in_order() {
    let outcomes = each_model(
        |shared| {
            shared.x.store(1, Relaxed);
            shared.x.store(2, Relaxed);
        },
        |shared| (shared.x.load(Relaxed), shared.x.load(Relaxed)),
    );
    for outcomes in outcomes {
        let pairs: Vec<_> = outcomes.into_iter().map(|(_, pair)| pair).collect();
        assert_eq!(pairs, [(0, 0), (0, 1), (0, 2), (1, 1), (1, 2), (2, 2)]);
    }
}

/// Each reads its own store before the other can (n4b of the x86 papers with
/// forwarding: SB with a load of what was stored in between).
#[test]
fn a_thread_sees_its_own_stores_at_once() {
    let first = |shared: &Shared| {
        shared.x.store(1, Relaxed);
        (shared.x.load(Relaxed), shared.y.load(Relaxed))
    };
    let second = |shared: &Shared| {
        shared.y.store(1, Relaxed);
        (shared.y.load(Relaxed), shared.x.load(Relaxed))
    };
    assert_eq!(traces(first, second), [3, 4, 4]);
    let [sc, tso, pso] = each_model(first, second);
    let early = ((1, 0), (1, 0));
    assert!(!sc.contains(&early) && tso.contains(&early));
    assert_eq!(tso, pso);
}

/// n6 of *x86-TSO*: 1, 0 and finally x = 1, allowed by buffers only.
#[test]
fn n6() {
    for (model, allowed) in Model::BUFFERED.into_iter().zip([false, true, true]) {
        let outcomes = outcomes_by(&under(model), |seen: &Seen<(usize, usize, usize)>| {
            let shared = Arc::new(Shared::default());
            let (a, b) = (shared.clone(), shared.clone());
            let first = thread::spawn(move || {
                a.x.store(1, Relaxed);
                (a.x.load(Relaxed), a.y.load(Relaxed))
            });
            let second = thread::spawn(move || {
                b.y.store(2, Relaxed);
                b.x.store(2, Relaxed);
            });
            let (x, y) = first.join().unwrap();
            second.join().unwrap();
            seen.add((x, y, shared.x.load(Relaxed)));
        });
        assert_eq!(outcomes.contains(&(1, 0, 1)), allowed, "{model}");
    }
}

/// n5 of *x86-TSO*: each reads the other's store last, which no order of the two
/// stores explains.
#[test]
fn n5() {
    let [sc, tso, pso] = each_model(
        |shared| {
            shared.x.store(1, Relaxed);
            shared.x.load(Relaxed)
        },
        |shared| {
            shared.x.store(2, Relaxed);
            shared.x.load(Relaxed)
        },
    );
    assert_eq!(sc, [(1, 1), (1, 2), (2, 2)]);
    assert_eq!((tso, pso), (sc.clone(), sc));
}

#[test]
fn fib_bench() {
    fn adders(n: usize) {
        let pair = Arc::new((AtomicU64::new(1), AtomicU64::new(1)));
        let (first, second) = (pair.clone(), pair.clone());
        thread::spawn(move || {
            for _ in 0..n {
                let sum = first.0.load(Relaxed) + first.1.load(Relaxed);
                first.0.store(sum, Relaxed);
            }
        });
        thread::spawn(move || {
            for _ in 0..n {
                let sum = second.0.load(Relaxed) + second.1.load(Relaxed);
                second.1.store(sum, Relaxed);
            }
        });
        pair.0.load(Relaxed);
        pair.1.load(Relaxed);
    }
    let count = |checker: Checker, n| {
        let report = checker.check(move || adders(n));
        assert_eq!(report.statistics().blocked, 0, "{report}");
        report.statistics().complete
    };
    for (n, sc, weak) in [
        (1, 11, 11),
        (2, 140, 153),
        (3, 1_698, 2_258),
        (4, 19_605, 34_205),
    ] {
        assert_eq!(count(Checker::new(), n), sc);
        for model in WEAK {
            assert_eq!(count(under(model), n), weak);
            assert_eq!(count(under(model).buffer_bound(0), n), sc);
            // It stores once before it loads again what it stored.
            assert!(count(under(model).buffer_bound(1), n) <= weak);
        }
    }
}

/// Peterson's lock, with that ordering of stores and a fence or none.
fn peterson(order: Ordering, fenced: bool) -> impl Fn() + Copy + Send + Sync + 'static {
    move || {
        let shared = Arc::new((
            [AtomicUsize::new(0), AtomicUsize::new(0)],
            AtomicUsize::new(0),
            Plain::new(),
        ));
        let threads = [0, 1].map(|me| {
            let shared = shared.clone();
            thread::spawn(move || {
                let (wants, turn, cell) = &*shared;
                wants[me].store(1, order);
                turn.store(1 - me, order);
                if fenced {
                    fence(SeqCst);
                }
                while wants[1 - me].load(Acquire) == 1 && turn.load(Acquire) == 1 - me {}
                cell.add(1);
                wants[me].store(0, Release);
            })
        });
        join(threads);
        assert_eq!(shared.2.get(), 2);
    }
}

#[test]
fn petersons_lock_needs_a_fence() {
    let sc = verified_by(under(Model::Sc), peterson(Release, false));
    for model in WEAK {
        buggy_by(
            under(model),
            FindingKind::DataRace,
            peterson(Release, false),
        );
        assert_eq!(verified_by(under(model), peterson(SeqCst, false)), sc);
        verified_by(under(model), peterson(Release, true));
    }
    verified_by(under(Model::Tso), peterson(Relaxed, true));
}

/// One of the locations.
type Of = fn(&Shared) -> &AtomicUsize;

const X: Of = |shared| &shared.x;
const Y: Of = |shared| &shared.y;

/// Both say that they have come, and wait for the other.
#[test]
fn a_loop_waits_for_what_others_have_stored() {
    let meets = |mine: Of, other: Of, order| {
        move |shared: &Shared| {
            mine(shared).store(1, order);
            while other(shared).load(Acquire) == 0 {}
        }
    };
    // Looks in vain are none.
    for order in [Relaxed, Release, SeqCst] {
        let by_model = traces(meets(X, Y, order), meets(Y, X, order));
        assert_eq!(by_model, [1, 1, 1], "{order:?}");
    }
}

#[test]
fn a_loop_that_sees_its_own_store_waits_for_one_of_another() {
    for model in Model::BUFFERED {
        let program = || {
            pair(
                |shared| {
                    shared.x.store(1, Relaxed);
                    while shared.x.load(Relaxed) == 1 {}
                    assert_eq!(shared.x.load(Relaxed), 2);
                },
                |shared| {
                    while shared.x.load(Relaxed) != 1 {}
                    shared.x.store(2, Relaxed);
                },
            );
        };
        verified_by(under(model), program);
        // If the other stores first, nobody ends the loop.
        let program = || {
            pair(
                |shared| {
                    shared.x.store(1, Relaxed);
                    while shared.x.load(Relaxed) == 1 {}
                },
                |shared| shared.x.store(2, Relaxed),
            );
        };
        let message = buggy_by(under(model), FindingKind::Livelock, program);
        assert!(
            message.contains("in a loop for an atomic to change"),
            "{message}"
        );
    }
}

/// It stores again and again, which others can see: it does more than wait.
#[test]
fn a_loop_that_stores_is_no_loop_that_waits() {
    for model in Model::BUFFERED {
        let report = under(model).max_events(100).check(|| {
            pair(
                |shared| {
                    while shared.y.load(Relaxed) == 0 {
                        shared.x.store(1, Relaxed);
                    }
                },
                |shared| shared.y.store(1, Relaxed),
            );
        });
        let verdict = report.verdict();
        assert_eq!(verdict, &Verdict::NotExhausted(Limit::Events), "{report}");
    }
}

/// The loop looks at two locations, one of which the thread has stored to.
#[test]
fn a_loop_over_several_locations() {
    for model in Model::BUFFERED {
        let program = || {
            let (seen, ()) = pair(
                |shared| {
                    shared.x.store(1, Relaxed);
                    while shared.x.load(Relaxed) == 1 && shared.y.load(Relaxed) == 0 {}
                    (shared.x.load(Relaxed), shared.y.load(Relaxed))
                },
                |shared| {
                    while shared.x.load(Relaxed) == 0 {}
                    shared.x.store(2, Relaxed);
                    shared.y.store(1, Relaxed);
                },
            );
            assert_ne!(seen, (1, 0));
        };
        verified_by(under(model), program);
    }
}

#[test]
fn conditions_see_what_their_thread_has_stored() {
    let first = |shared: &Shared| {
        shared.x.store(1, Relaxed);
        await_until(|| shared.x.load(Relaxed) == 1);
        shared.y.load(Relaxed)
    };
    let second = |shared: &Shared| {
        shared.y.store(1, Relaxed);
        await_until(|| shared.y.load(Relaxed) == 1 || shared.z.load(Relaxed) == 1);
        shared.x.load(Relaxed)
    };
    let [sc, tso, pso] = each_model(first, second);
    assert_eq!(sc, [(0, 1), (1, 0), (1, 1)]);
    assert_eq!(tso, [(0, 0), (0, 1), (1, 0), (1, 1)]);
    assert_eq!(pso, tso);
    let meets = |mine: Of, other: Of| {
        move |shared: &Shared| {
            mine(shared).store(1, Relaxed);
            await_until(|| other(shared).load(Relaxed) != 0);
            mine(shared).store(2, Relaxed);
        }
    };
    let by_model = traces(meets(X, Y), meets(Y, X));
    // Not both can find that the other has gone on.
    assert_eq!(by_model, [3, 3, 3]);
}

#[test]
fn what_publishes() {
    for model in Model::BUFFERED {
        verified_by(under(model), || {
            // Spawning and the end of a thread.
            let shared = Arc::new(Shared::default());
            let other = shared.clone();
            shared.x.store(1, Relaxed);
            let thread = thread::spawn(move || {
                assert_eq!(other.x.load(Relaxed), 1);
                other.y.store(1, Relaxed);
            });
            thread.join().unwrap();
            assert_eq!(shared.y.load(Relaxed), 1);
        });
        verified_by(under(model), || {
            // The end alone: nothing is dropped.
            let shared = Shared::default();
            thread::scope(|scope| {
                scope.spawn(|| shared.x.store(1, Relaxed));
            });
            assert_eq!(shared.x.load(Relaxed), 1);
        });
        verified_by(under(model), || {
            // An unlock.
            let shared = Arc::new((Mutex::new(0), AtomicUsize::new(0)));
            let add = |shared: Arc<(Mutex<usize>, AtomicUsize)>| {
                let _guard = shared.0.lock().unwrap();
                let before = shared.1.load(Relaxed);
                shared.1.store(before + 1, Relaxed);
            };
            let other = shared.clone();
            let thread = thread::spawn(move || add(other));
            add(shared.clone());
            thread.join().unwrap();
            assert_eq!(shared.1.load(Relaxed), 2);
        });
        verified_by(under(model), || {
            // A message.
            let shared = Arc::new(Shared::default());
            let other = shared.clone();
            let (sender, receiver) = mpsc::channel();
            thread::spawn(move || {
                other.x.store(1, Relaxed);
                sender.send(()).unwrap();
            });
            receiver.recv().unwrap();
            assert_eq!(shared.x.load(Relaxed), 1);
        });
        verified_by(under(model), || {
            // A value that is set once.
            let shared = Arc::new((OnceLock::new(), AtomicUsize::new(0)));
            let other = shared.clone();
            thread::spawn(move || {
                other.1.store(1, Relaxed);
                other.0.set(()).unwrap();
            });
            if shared.0.get().is_some() {
                assert_eq!(shared.1.load(Relaxed), 1);
            }
        });
        verified_by(under(model), || {
            // Parking.
            let shared = Arc::new(Shared::default());
            let other = shared.clone();
            let waiter = thread::spawn(move || {
                thread::park();
                assert_eq!(other.x.load(Relaxed), 1);
            });
            shared.x.store(1, Relaxed);
            waiter.thread().unpark();
            waiter.join().unwrap();
        });
    }
}

/// The last owner finds what the others have stored, whoever it is.
#[test]
fn dropping_an_arc_publishes() {
    struct Last(AtomicUsize);
    impl Drop for Last {
        fn drop(&mut self) {
            assert_eq!(*self.0.get_mut(), 1);
        }
    }
    for model in Model::BUFFERED {
        verified_by(under(model), || {
            let last = Arc::new(Last(AtomicUsize::new(0)));
            let other = last.clone();
            thread::spawn(move || other.0.store(1, Relaxed));
            drop(last);
        });
    }
}

/// A thread that panics has stored what it has stored, and gives its lock back
/// after that.
#[test]
fn a_panic_publishes() {
    for model in Model::BUFFERED {
        let report = under(model).keep_going(true).check(|| {
            let shared = Arc::new((Mutex::new(()), AtomicUsize::new(0)));
            let other = shared.clone();
            let thread = thread::spawn(move || {
                let _guard = other.0.lock().unwrap();
                other.1.store(1, Relaxed);
                panic!("expected");
            });
            if let Err(poisoned) = shared.0.lock() {
                assert_eq!(shared.1.load(Relaxed), 1);
                drop(poisoned);
            }
            assert!(thread.join().is_err());
            assert_eq!(shared.1.load(Relaxed), 1);
        });
        let messages: Vec<_> = report.findings().iter().map(|f| &f.message).collect();
        assert_eq!(messages.len(), 1, "{messages:?}");
        assert!(messages[0].contains("expected"), "{messages:?}");
    }
}

/// What a destructor stores while its thread unwinds comes after what the thread
/// has stored before.
#[test]
fn a_destructor_does_not_overtake_its_thread() {
    struct OnDrop<F: Fn()>(F);
    impl<F: Fn()> Drop for OnDrop<F> {
        fn drop(&mut self) {
            (self.0)();
        }
    }
    type Deed = fn(&Shared);
    let deeds: [(Deed, usize); 4] = [
        (|shared| shared.x.store(2, Relaxed), 2),
        (|shared| shared.x.store(2, SeqCst), 2),
        (|shared| _ = shared.x.fetch_add(2, Relaxed), 3),
        (|shared| assert_eq!(shared.x.swap(4, Relaxed), 1), 4),
    ];
    for model in Model::BUFFERED {
        for (deed, expected) in deeds {
            let report = under(model).keep_going(true).check(move || {
                let shared = Arc::new(Shared::default());
                let other = shared.clone();
                let thread = thread::spawn(move || {
                    other.x.store(1, Relaxed);
                    let _last = OnDrop(|| {
                        deed(&other);
                        assert_eq!(other.x.load(Relaxed), expected);
                    });
                    panic!("expected");
                });
                assert!(thread.join().is_err());
                assert_eq!(shared.x.load(Relaxed), expected);
            });
            let messages: Vec<_> = report.findings().iter().map(|f| &f.message).collect();
            assert_eq!(messages.len(), 1, "{model}, {expected}: {messages:?}");
        }
    }
}

/// A lock that was given back by a panic is free when what was stored under it
/// has been carried out, though the thread only loads after that.
#[test]
fn a_caught_panic_publishes() {
    for model in Model::BUFFERED {
        verified_by(under(model), || {
            let shared = Arc::new((Mutex::new(()), AtomicUsize::new(0)));
            let other = shared.clone();
            let thread = thread::spawn(move || {
                let caught = catch_unwind(AssertUnwindSafe(|| {
                    let _guard = other.0.lock().unwrap();
                    other.1.store(1, Relaxed);
                    panic!("expected");
                }));
                assert!(caught.is_err());
                assert_eq!(other.1.load(Relaxed), 1);
            });
            if shared.0.lock().is_err() {
                assert_eq!(shared.1.load(Relaxed), 1);
            }
            thread.join().unwrap();
        });
    }
}

#[test]
fn an_atomic_that_is_owned_holds_what_its_thread_has_stored() {
    for model in Model::BUFFERED {
        assert_eq!(
            verified_by(under(model), || {
                let mut atomic = AtomicUsize::new(0);
                atomic.store(1, Relaxed);
                assert_eq!(format!("{atomic:?}"), "1");
                // SAFETY: nobody else has it.
                assert_eq!(unsafe { atomic.unsync_load() }, 1);
                assert_eq!(*atomic.get_mut(), 1);
                *atomic.get_mut() = 5;
                assert_eq!(atomic.load(Relaxed), 5);
                atomic.store(6, Relaxed);
                atomic.with_mut(|value| *value += 1);
                assert_eq!(atomic.fetch_add(1, Relaxed), 7);
                atomic.store(9, Release);
                assert_eq!(atomic.into_inner(), 9);
            }),
            1
        );
        verified_by(under(model), || {
            let shared = Arc::new(Shared::default());
            let other = shared.clone();
            let thread = thread::spawn(move || other.x.store(3, Relaxed));
            shared.y.store(4, Relaxed);
            thread.join().unwrap();
            let mut shared = Arc::try_unwrap(shared).ok().unwrap();
            assert_eq!((*shared.x.get_mut(), *shared.y.get_mut()), (3, 4));
            *shared.x.get_mut() += 1;
            assert_eq!(shared.x.load(Relaxed), 4);
        });
    }
}

/// A flush that comes when the atomic is gone must not write over what is in its
/// place, and one that comes when the atomic has moved must reach it.
#[test]
fn an_atomic_may_move_or_go_before_its_stores_are_carried_out() {
    #[inline(never)]
    fn store_on_the_stack() -> usize {
        let atomic = AtomicUsize::new(0);
        atomic.store(usize::MAX, Relaxed);
        std::hint::black_box(&atomic);
        atomic.load(Relaxed)
    }
    #[inline(never)]
    fn use_the_stack(shared: &Shared) {
        let zeros = std::hint::black_box([0_usize; 64]);
        // Others run here, and the stores before are carried out.
        shared.y.load(Relaxed);
        assert_eq!(std::hint::black_box(zeros), [0; 64]);
    }
    for model in Model::BUFFERED {
        verified_by(under(model), || {
            let uses = |shared: &Shared| {
                assert_eq!(store_on_the_stack(), usize::MAX);
                use_the_stack(shared);
                let boxed = Box::new(AtomicU8::new(0));
                boxed.store(7, Relaxed);
                drop(boxed);
                use_the_stack(shared);
            };
            pair(uses, |shared| shared.y.store(1, Relaxed));
        });
        verified_by(under(model), || {
            let shared = Arc::new(Shared::default());
            let other = shared.clone();
            thread::spawn(move || other.y.store(1, Relaxed));
            let atomic = AtomicUsize::new(0);
            atomic.store(1, Relaxed);
            let moved = Box::new(atomic);
            shared.y.load(Relaxed);
            assert_eq!(moved.load(Relaxed), 1);
            moved.store(2, Relaxed);
            assert_eq!(moved.fetch_add(1, Relaxed), 2);
            let back = *moved;
            assert_eq!(back.load(Relaxed), 3);
        });
    }
}

#[test]
fn statics_and_pointers() {
    static FLAG: AtomicUsize = AtomicUsize::new(3);
    for model in Model::BUFFERED {
        let program = || {
            let link = Arc::new(AtomicPtr::new(std::ptr::null_mut::<usize>()));
            let other = link.clone();
            assert_eq!(FLAG.load(Relaxed), 3);
            let thread = thread::spawn(move || {
                let node = Box::into_raw(Box::new(5));
                other.store(node, Release);
                assert_eq!(other.load(Relaxed), node);
                FLAG.store(4, Release);
            });
            if FLAG.load(Acquire) == 4 {
                let node = link.load(Acquire);
                // SAFETY: it was stored before the flag, and is never freed
                // while this thread runs.
                assert_eq!(unsafe { *node }, 5);
            }
            thread.join().unwrap();
            let node = link.load(Acquire);
            // SAFETY: it came from a box, and nobody else has it.
            drop(unsafe { Box::from_raw(node) });
        };
        verified_by(under(model), program);
    }
    assert_eq!(FLAG.load_outside(), 3);
}

/// A static keeps its value outside of checks.
trait Outside {
    fn load_outside(&'static self) -> usize;
}

impl Outside for AtomicUsize {
    fn load_outside(&'static self) -> usize {
        format!("{self:?}").parse().unwrap()
    }
}

/// Passes a value in a cell, by a flag.
fn passes(store: Ordering, load: Ordering) -> impl Fn() + Copy + Send + Sync + 'static {
    move || {
        let shared = Arc::new((Plain::new(), AtomicUsize::new(0)));
        let other = shared.clone();
        let thread = thread::spawn(move || {
            other.0.add(1);
            other.1.store(1, store);
        });
        if shared.1.load(load) == 1 {
            assert_eq!(shared.0.get(), 1);
        }
        thread.join().unwrap();
    }
}

#[test]
fn data_races_are_found_by_the_rules_of_the_language() {
    for model in Model::BUFFERED {
        assert_eq!(verified_by(under(model), passes(Release, Acquire)), 2);
        verified_by(under(model), passes(SeqCst, SeqCst));
        buggy_by(
            under(model),
            FindingKind::DataRace,
            passes(Relaxed, Acquire),
        );
        buggy_by(
            under(model),
            FindingKind::DataRace,
            passes(Release, Relaxed),
        );
    }
}

/// A store releases what came before it, not what came before its flush.
#[test]
fn what_is_written_after_a_release_store_is_not_released() {
    for model in Model::BUFFERED {
        let program = || {
            let shared = Arc::new((Plain::new(), AtomicUsize::new(0)));
            let other = shared.clone();
            thread::spawn(move || {
                other.1.store(1, Release);
                other.0.add(1);
            });
            if shared.1.load(Acquire) == 1 {
                shared.0.get();
            }
        };
        buggy_by(under(model), FindingKind::DataRace, program);
    }
}

#[test]
fn a_read_that_is_not_atomic_races_with_a_buffered_store() {
    for model in Model::BUFFERED {
        let program = || {
            pair(
                |shared| shared.x.store(1, Release),
                // SAFETY: a race is a finding.
                |shared| unsafe { shared.x.unsync_load() },
            );
        };
        buggy_by(under(model), FindingKind::DataRace, program);
    }
}

/// Two stores that must both wait, for the bug.
fn needs_two(shared: &Shared) -> (usize, usize) {
    shared.x.store(1, Relaxed);
    shared.z.store(1, Relaxed);
    (shared.y.load(Relaxed), 0)
}

fn looks_back(shared: &Shared) -> (usize, usize) {
    shared.y.store(1, Relaxed);
    fence(SeqCst);
    (shared.x.load(Relaxed), shared.z.load(Relaxed))
}

#[test]
fn outcomes_grow_with_the_bound() {
    let outcomes = |model: Model, bound: Option<u32>| {
        let checker = match bound {
            Some(bound) => under(model).buffer_bound(bound),
            None => under(model),
        };
        outcomes_by(&checker, |seen: &Seen<_>| {
            seen.add(pair(needs_two, looks_back));
        })
    };
    let sc = outcomes(Model::Sc, None);
    for model in WEAK {
        let by_bound = [0, 1, 2, 3].map(|bound| outcomes(model, Some(bound)));
        let all = outcomes(model, None);
        assert_eq!(by_bound[0], sc);
        let mut before = &sc;
        for outcomes in by_bound.iter().chain([&all]) {
            assert!(before.iter().all(|outcome| outcomes.contains(outcome)));
            before = outcomes;
        }
        assert_eq!(by_bound[2], all);
        // Neither store has been carried out when the first thread loads.
        assert!(all.contains(&((0, 0), (0, 0))));
        if model == Model::Tso {
            assert!(by_bound[1].len() > sc.len() && all.len() > by_bound[1].len());
        } else {
            // Each location has a buffer of its own.
            assert_eq!(by_bound[1], all);
        }
    }
}

#[test]
fn a_bound_is_told() {
    let program = || _ = pair(needs_two, looks_back);
    let report = |bound| under(Model::Tso).buffer_bound(bound).check(program);
    for (bound, words) in [
        (
            0,
            "not exhausted: no bug with at most 0 stores in a store buffer (buffer_bound); ",
        ),
        (
            1,
            "not exhausted: no bug with at most 1 store in a store buffer (buffer_bound); ",
        ),
    ] {
        let report = report(bound);
        let limit = Verdict::NotExhausted(Limit::BufferBound);
        assert_eq!(*report.verdict(), limit, "{report}");
        assert!(report.summary().starts_with(words), "{report}");
        assert!(!report.is_verified());
    }
    // Nobody has more than two stores in its buffer, so the bound is none.
    let report = report(2);
    assert!(report.is_verified(), "{report}");
    assert!(
        report
            .summary()
            .ends_with("(optimal, tso with at most 2 stores buffered)"),
        "{report}"
    );
    // Fences keep the buffers short.
    let report = under(Model::Tso).buffer_bound(1).check(|| {
        pair(
            |shared| {
                for value in 1..4 {
                    shared.x.store(value, Relaxed);
                    fence(SeqCst);
                }
            },
            |shared| shared.x.load(Relaxed),
        );
    });
    assert!(report.is_verified(), "{report}");
    // Under SC there is no buffer.
    let report = Checker::new().buffer_bound(0).check(program);
    assert!(report.is_verified(), "{report}");
}

#[test]
fn bound_zero_is_sequential_consistency() {
    fn check(program: impl Fn() + Copy + Send + Sync + 'static) {
        let sc = Checker::new().check(program);
        for model in WEAK {
            let report = under(model).buffer_bound(0).check(program);
            assert_eq!(report.statistics(), sc.statistics(), "{report}");
        }
    }
    check(|| _ = pair(needs_two, looks_back));
    check(|| _ = pair(sends(Relaxed), receives));
    check(peterson(Release, false));
    check(passes(Release, Acquire));
}

/// The lines of a trace without the places, which change too often.
fn without_lines(text: &str) -> String {
    let lines = text.lines().map(|line| {
        let (what, _) = line.split_once(file!()).unwrap_or((line, ""));
        let what = what.strip_prefix("  ").unwrap_or(what);
        format!("{}\n", what.trim_end())
    });
    lines.collect()
}

#[test]
fn a_trace_shows_stores_and_their_flushes() {
    let report = under(Model::Tso).name("sb").check(|| {
        let shared = Arc::new(Shared::default());
        let other = shared.clone();
        let thread = thread::Builder::new().name("a".to_owned()).spawn(move || {
            other.y.store(1, Relaxed);
            (other.y.load(Relaxed), other.x.load(Relaxed))
        });
        shared.x.store(1, Relaxed);
        let y = shared.y.load(Relaxed);
        let (_, x) = thread.unwrap().join().unwrap();
        assert!(x == 1 || y == 1);
    });
    let text = report.to_string();
    let trace = text.split("\n\n").nth(2).unwrap_or_default();
    expect![[r#"
           main                 spawns a
           main                 x.store(1, Relaxed) into its store buffer
           a                    y.store(1, Relaxed) into its store buffer
        1  main                 y.load(Relaxed) = 0
        2  a                    y.load(Relaxed) = 1, from its store buffer
        3  a                    x.load(Relaxed) = 0
        4  a (store buffer)     flush y = 1
        5  main (store buffer)  flush x = 1
           main                 joins a
    "#]]
    .assert_eq(&without_lines(trace));
}

#[test]
fn a_failure_under_tso_is_replayed() {
    for model in WEAK {
        for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Exhaustive] {
            let program = || {
                let (x, y) = pair(stores_x(nothing), stores_y(nothing));
                assert!(x == 1 || y == 1);
            };
            let report = under(model).algorithm(algorithm).check(program);
            let replay = report.replay().expect("it has a bug").to_owned();
            assert!(replay.contains('~'), "{replay}");
            let Verdict::Bug {
                finding, command, ..
            } = report.verdict()
            else {
                panic!("{report}");
            };
            assert!(
                command.starts_with(&format!("MAZURKA_MODEL={model} MAZURKA_REPLAY='{replay}' ")),
                "{command}"
            );
            let again = under(model).replay(&replay).check(program);
            assert_eq!(again.finding(), Some(finding), "{again}");
            // Under SC there are no such processes.
            let other = Checker::new().replay(&replay).check(program);
            let Verdict::Error(message) = other.verdict() else {
                panic!("{other}");
            };
            assert!(message.contains("does not fit this program"), "{message}");
        }
    }
}

#[test]
fn an_endless_loop_of_stores_is_no_bug() {
    for model in Model::BUFFERED {
        let report = under(model).max_events(200).check(|| {
            let x = AtomicUsize::new(0);
            loop {
                x.store(1, Relaxed);
            }
        });
        let verdict = report.verdict();
        assert_eq!(verdict, &Verdict::NotExhausted(Limit::Events), "{report}");
        // The others were explored, with the loop cut: there is one.
        assert_eq!(report.statistics().cut, 1, "{report}");
    }
}

#[mazurka::test(model = "tso", buffer_bound = 1)]
fn the_attribute_takes_models() {
    let (x, y) = pair(stores_x(|_| fence(SeqCst)), stores_y(|_| fence(SeqCst)));
    assert!(x == 1 || y == 1);
}

#[mazurka::test(model = "pso")]
#[should_panic(expected = "interleaving that shows it")]
fn the_attribute_finds_what_the_model_allows() {
    let (x, y) = pair(stores_x(nothing), stores_y(nothing));
    assert!(x == 1 || y == 1);
}

/// Conditions at one place of the program are told apart by the steps before them, also in
/// executions that are left in the middle: an `await_until` reads what its own condition loads.
#[test]
fn conditions_at_one_place_do_not_mix() {
    fn wait_for(atomic: &AtomicUsize, value: usize) {
        await_until(|| atomic.load(Acquire) == value);
    }
    for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
        let checker = under(Model::Tso).buffer_bound(1).algorithm(algorithm);
        let report = checker.keep_going(true).check(|| {
            let shared = Arc::new(Shared::default());
            let (a, b, c) = (shared.clone(), shared.clone(), shared);
            thread::spawn(move || {
                wait_for(&a.y, 0);
                wait_for(&a.x, 1);
            });
            thread::spawn(move || {
                b.x.load(Relaxed);
                b.x.store(0, Release);
            });
            thread::spawn(move || {
                c.y.store(0, Relaxed);
                wait_for(&c.x, 0);
            });
        });
        assert_eq!(report.statistics().complete, 4, "{algorithm}");
    }
}
