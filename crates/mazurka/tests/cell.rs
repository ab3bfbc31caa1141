//! Cells: planted data races are found, and programs without races are
//! verified.

mod explored;

use explored::{finding_of, ignore, join, traces, traces_and_events};
use mazurka::FindingKind::{self, DataRace};
use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use mazurka::{Checker, Model, thread};
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

/// A cell that is shared on trust; the check is there to break it.
#[derive(Default)]
struct Shared(UnsafeCell<u32>);

// SAFETY: these tests look for accesses that are unordered, and run on one OS
// thread.
unsafe impl Sync for Shared {}

impl Shared {
    #[track_caller]
    fn read(&self) -> u32 {
        // SAFETY: see `Sync`.
        self.0.with(|value| unsafe { *value })
    }

    #[track_caller]
    fn write(&self, to: u32) {
        // SAFETY: see `Sync`.
        self.0.with_mut(|value| unsafe { *value = to });
    }
}

#[derive(Default)]
struct Message {
    data: Shared,
    flag: AtomicBool,
    count: AtomicUsize,
}

/// Runs `writer` in a thread and `reader` in the main one, on one message.
fn message(writer: fn(&Message), reader: fn(&Message)) -> impl Fn() + Send + Sync + 'static {
    move || {
        let message = Arc::new(Message::default());
        let theirs = message.clone();
        let other = thread::spawn(move || writer(&theirs));
        reader(&message);
        other.join().unwrap();
    }
}

fn message_passing(store: Ordering, load: Ordering) -> impl Fn() + Send + Sync + 'static {
    move || {
        let message = Arc::new(Message::default());
        let theirs = message.clone();
        let other = thread::spawn(move || {
            theirs.data.write(42);
            theirs.flag.store(true, store);
        });
        if message.flag.load(load) {
            assert_eq!(message.data.read(), 42);
        }
        other.join().unwrap();
        assert_eq!(message.data.read(), 42);
    }
}

#[test]
fn message_passing_by_release_and_acquire_is_verified() {
    assert_eq!(traces(message_passing(Release, Acquire)), 2);
    assert_eq!(traces(message_passing(SeqCst, SeqCst)), 2);
}

#[test]
fn message_passing_with_a_relaxed_half_is_a_race() {
    for (store, load) in [(Relaxed, Acquire), (Release, Relaxed), (Relaxed, Relaxed)] {
        let text = finding_of(DataRace, message_passing(store, load));
        assert_eq!(text.matches("cell.rs:").count(), 2, "{text}");
    }
}

#[test]
fn message_passing_by_fences() {
    let writer: fn(&Message) = |m| {
        m.data.write(1);
        fence(Release);
        m.flag.store(true, Relaxed);
    };
    let reader: fn(&Message) = |m| {
        if m.flag.load(Relaxed) {
            fence(Acquire);
            m.data.read();
        }
    };
    let without: fn(&Message) = |m| {
        if m.flag.load(Relaxed) {
            m.data.read();
        }
    };
    let too_early: fn(&Message) = |m| {
        fence(Acquire);
        if m.flag.load(Relaxed) {
            m.data.read();
        }
    };
    assert_eq!(traces(message(writer, reader)), 2);
    finding_of(DataRace, message(writer, without));
    finding_of(DataRace, message(writer, too_early));
}

/// Both releases are in the count when it is two.
#[test]
fn read_modify_writes_continue_a_release_sequence() {
    let check = |order: Ordering| {
        move || {
            let message = Arc::new((Message::default(), Shared::default()));
            let first = message.clone();
            let second = message.clone();
            let threads = [
                thread::spawn(move || {
                    first.0.data.write(1);
                    first.0.count.fetch_add(1, order);
                }),
                thread::spawn(move || {
                    second.1.write(1);
                    second.0.count.fetch_add(1, order);
                }),
            ];
            if message.0.count.load(Acquire) == 2 {
                assert_eq!(message.0.data.read() + message.1.read(), 2);
            }
            join(threads);
        }
    };
    // Two orders of the additions, and the load in one of three places: it is
    // told apart from both, so 2 * 3 traces.
    assert_eq!(traces(check(Release)), 6);
    assert_eq!(traces(check(AcqRel)), 6);
    finding_of(DataRace, check(Relaxed));
}

#[test]
fn two_writes_race_and_both_lines_are_named() {
    let writer: fn(&Message) = |m| m.data.write(1);
    let reader: fn(&Message) = |m| m.data.write(2);
    let after = line!();
    let text = finding_of(DataRace, message(writer, reader));
    for line in [after - 1, after - 2] {
        assert!(text.contains(&format!("cell.rs:{line}:")), "{text}");
    }
    assert!(text.contains("main") && text.contains("0.0"), "{text}");
    assert_eq!(text.matches("write").count(), 2, "{text}");
}

#[test]
fn a_read_and_a_write_race_whichever_comes_first() {
    let text = finding_of(
        DataRace,
        message(|m| m.data.write(1), |m| ignore(m.data.read())),
    );
    assert!(text.contains("read") && text.contains("write"), "{text}");
    finding_of(
        DataRace,
        message(|m| ignore(m.data.read()), |m| m.data.write(1)),
    );
}

#[test]
fn reads_do_not_race_and_accesses_are_no_events() {
    let reads = message(|m| ignore(m.data.read()), |m| ignore(m.data.read()));
    assert_eq!(traces_and_events(reads), (1, 0));
}

/// The race is only there in the trace in which the load sees the store.
#[test]
fn a_race_behind_a_branch_is_found() {
    finding_of(
        DataRace,
        message(
            |m| {
                m.flag.store(true, SeqCst);
                m.data.write(1);
            },
            |m| {
                if m.flag.load(SeqCst) {
                    m.data.write(2);
                }
            },
        ),
    );
}

/// What `get` gives can be used for anything; it counts as a read.
#[test]
fn get_counts_as_a_read() {
    finding_of(
        DataRace,
        message(|m| ignore(m.data.0.get()), |m| m.data.write(1)),
    );
    assert_eq!(
        traces(message(
            |m| ignore(m.data.0.get()),
            |m| ignore(m.data.read())
        )),
        1
    );
}

/// The access lasts as long as the closure does.
#[test]
fn an_access_that_spans_operations_races_at_its_end_too() {
    finding_of(
        DataRace,
        message(
            |m| {
                m.data.0.with_mut(|value| {
                    m.flag.store(true, Release);
                    // SAFETY: the race is what is looked for.
                    unsafe { *value = 1 };
                });
            },
            |m| {
                if m.flag.load(Acquire) {
                    m.data.read();
                }
            },
        ),
    );
}

static STATIC: Shared = Shared(UnsafeCell::new(7));

#[test]
fn a_static_cell_starts_anew_and_its_races_are_found() {
    let count = traces(|| {
        assert_eq!(STATIC.read(), 7);
        thread::spawn(|| STATIC.write(8)).join().unwrap();
        assert_eq!(STATIC.read(), 8);
    });
    assert_eq!(count, 1);
    finding_of(DataRace, || {
        let other = thread::spawn(|| STATIC.write(8));
        STATIC.write(9);
        other.join().unwrap();
    });
}

#[test]
fn what_is_exclusive_needs_no_synchronisation() {
    let mut outside = UnsafeCell::new(1);
    *outside.get_mut() += 1;
    assert_eq!(outside.into_inner(), 2);
    let count = traces(|| {
        let mut cell = UnsafeCell::from(String::from("a"));
        cell.get_mut().push('b');
        // SAFETY: nobody else has the cell.
        assert_eq!(cell.with(|value| unsafe { (*value).clone() }), "ab");
        let cell = thread::spawn(move || cell).join().unwrap();
        assert_eq!(cell.into_inner(), "ab");
        assert_eq!(UnsafeCell::<u8>::default().into_inner(), 0);
    });
    assert_eq!(count, 1);
}

#[test]
fn an_access_lasts_until_it_is_dropped() {
    // What is read or written through the pointer may come after the flag.
    let races = [
        message(
            |message| {
                let (_, lasting) = message.data.0.begin_write();
                message.flag.store(true, Release);
                drop(lasting);
            },
            |message| {
                if message.flag.load(Acquire) {
                    message.data.read();
                }
            },
        ),
        message(
            |message| {
                let (_, lasting) = message.data.0.begin_read();
                message.flag.store(true, Release);
                drop(lasting);
            },
            |message| {
                if message.flag.load(Acquire) {
                    message.data.write(1);
                }
            },
        ),
    ];
    for body in races {
        finding_of(DataRace, body);
    }
    let ordered = message(
        |message| {
            let (pointer, lasting) = message.data.0.begin_write();
            // SAFETY: see `Sync`.
            unsafe { *pointer = 1 };
            drop(lasting);
            message.flag.store(true, Release);
        },
        |message| {
            if message.flag.load(Acquire) {
                let (pointer, _lasting) = message.data.0.begin_read();
                // SAFETY: see `Sync`.
                assert_eq!(unsafe { *pointer }, 1);
            }
        },
    );
    assert_eq!(traces(ordered), 2);
}

#[test]
fn an_access_whose_uses_are_told_ends_with_the_operation_before() {
    let reads = |message: &Message| {
        if message.flag.load(Acquire) {
            message.data.read();
        }
    };
    let ordered = message(
        |message| {
            let (pointer, lasting) = message.data.0.begin_write();
            let lasting = lasting.with_uses();
            // SAFETY: see `Sync`.
            unsafe { *pointer = 1 };
            message.flag.store(true, Release);
            drop(lasting);
        },
        reads,
    );
    assert_eq!(traces(ordered), 2);
    let used = message(
        |message| {
            let (_, lasting) = message.data.0.begin_write();
            let lasting = lasting.with_uses();
            message.flag.store(true, Release);
            lasting.uses();
        },
        reads,
    );
    finding_of(DataRace, used);
}

#[test]
fn accesses_that_last_must_not_overlap_in_one_thread() {
    let overlap = || {
        let cell = UnsafeCell::new(0);
        let (_, _lasting) = cell.begin_read();
        let (_, _writing) = cell.begin_write();
    };
    let message = finding_of(DataRace, overlap);
    assert!(message.contains("that began at"), "{message}");
}

/// Under release and acquire every access of an atomic is that, so a message that is passed by relaxed
/// accesses is no race. Under RC11 it is.
#[test]
fn relaxed_messages_under_release_and_acquire() {
    for kind in 0..10 {
        for model in [Model::Ra, Model::Rc11] {
            let report = Checker::new().model(model).check(move || {
                let shared = Arc::new((AtomicUsize::new(0), Shared(UnsafeCell::new(0))));
                let theirs = shared.clone();
                let other = thread::spawn(move || {
                    theirs.1.read();
                    theirs.0.store(2, Relaxed);
                });
                let x = &shared.0;
                let is_there = match kind {
                    0 => x.compare_exchange_weak(2, 1, Relaxed, Acquire).is_ok(),
                    1 => x.compare_exchange_weak(2, 1, Relaxed, Relaxed).is_ok(),
                    2 => x.compare_exchange(2, 1, Relaxed, Acquire).is_ok(),
                    3 => x.compare_exchange(2, 1, Relaxed, Relaxed).is_ok(),
                    4 => x.swap(1, Relaxed) == 2,
                    5 => x.load(Relaxed) == 2,
                    6 => x.compare_exchange(3, 1, Relaxed, Relaxed) == Err(2),
                    7 => x.fetch_add(1, Relaxed) == 2,
                    8 => x.fetch_or(4, Relaxed) == 2,
                    _ => x.fetch_max(1, Relaxed) == 2,
                };
                if is_there {
                    shared.1.write(1);
                }
                other.join().unwrap();
            });
            let kinds = report.findings().iter().map(|finding| finding.kind);
            let kinds: Vec<FindingKind> = kinds.collect();
            let expected = match model {
                Model::Ra => vec![],
                _ => vec![FindingKind::DataRace],
            };
            assert_eq!(kinds, expected, "{kind}, {model}: {report}");
        }
    }
}
