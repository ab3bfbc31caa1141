//! Atomics: what they do, how many traces they make, and how static ones start
//! anew.

mod explored;

use explored::{Seen, finding_of, ignore, join, traces};
use mazurka::FindingKind;
use mazurka::sync::Arc;
use mazurka::sync::atomic::*;
use mazurka::thread;
use std::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

/// Runs the same calls on our type and on `std`'s, and compares results and
/// values.
macro_rules! as_std {
    ($ours:ident, $value:ty, $start:expr, [$($call:ident($($argument:expr),*)),* $(,)?]) => {
        assert_eq!(traces(|| {
            let ours = $ours::new($start);
            let std = std::sync::atomic::$ours::new($start);
            $(
                assert_eq!(ours.$call($($argument),*), std.$call($($argument),*), stringify!($call));
                assert_eq!(ours.load(SeqCst), std.load(SeqCst), stringify!($call));
            )*
            assert_eq!(format!("{ours:?}"), format!("{std:?}"));
            assert_eq!(ours.into_inner(), std.into_inner());
        }), 1);
    };
}

macro_rules! integer_as_std {
    ($($test:ident $ours:ident $int:ident)*) => {$(
        #[test]
        fn $test() {
            as_std!($ours, $int, $int::MAX, [
                fetch_add(2, Relaxed),
                fetch_sub(5, AcqRel),
                fetch_and(0b1011, Acquire),
                fetch_nand(0b0110, Release),
                fetch_or(0b1000, SeqCst),
                fetch_xor($int::MAX, SeqCst),
                fetch_max(7, SeqCst),
                fetch_min(3, SeqCst),
                swap(100, SeqCst),
                store(11, Release),
                compare_exchange(12, 13, AcqRel, Acquire),
                compare_exchange(11, 14, SeqCst, Relaxed),
                compare_exchange_weak(14, $int::MIN, SeqCst, SeqCst),
                fetch_update(SeqCst, SeqCst, |value| value.checked_sub(1)),
                fetch_update(SeqCst, SeqCst, |value| Some(value ^ 1)),
            ]);
            assert_eq!(traces(|| {
                let mut ours = $ours::default();
                *ours.get_mut() += 3;
                ours.with_mut(|value| *value += 1);
                assert_eq!(ours.update(SeqCst, SeqCst, |value| value * 2), 4);
                assert_eq!(ours.try_update(SeqCst, SeqCst, |_| None), Err(8));
                // SAFETY: nobody else has it.
                assert_eq!(unsafe { ours.unsync_load() }, 8);
                assert_eq!($ours::from(5).into_inner(), 5);
            }), 1);
        }
    )*};
}

integer_as_std! {
    i8_as_std AtomicI8 i8
    i16_as_std AtomicI16 i16
    i32_as_std AtomicI32 i32
    i64_as_std AtomicI64 i64
    isize_as_std AtomicIsize isize
    u8_as_std AtomicU8 u8
    u16_as_std AtomicU16 u16
    u32_as_std AtomicU32 u32
    u64_as_std AtomicU64 u64
    usize_as_std AtomicUsize usize
}

#[test]
fn bool_as_std() {
    as_std!(
        AtomicBool,
        bool,
        true,
        [
            fetch_and(true, Relaxed),
            fetch_nand(true, AcqRel),
            fetch_or(true, SeqCst),
            fetch_xor(true, SeqCst),
            fetch_not(SeqCst),
            swap(false, SeqCst),
            store(true, SeqCst),
            compare_exchange(false, true, SeqCst, SeqCst),
            compare_exchange_weak(true, false, SeqCst, SeqCst),
            fetch_update(SeqCst, SeqCst, |value| (!value).then_some(true)),
        ]
    );
}

#[test]
fn pointer_as_std() {
    assert_eq!(
        traces(|| {
            let mut values = [1_u32, 2, 3];
            let first = values.as_mut_ptr();
            let ours = AtomicPtr::new(first);
            let std = std::sync::atomic::AtomicPtr::new(first);
            assert_eq!(
                ours.swap(first.wrapping_add(1), SeqCst),
                std.swap(first.wrapping_add(1), SeqCst)
            );
            assert_eq!(ours.load(SeqCst), std.load(SeqCst));
            assert_eq!(format!("{ours:?} {ours:p}"), format!("{std:?} {std:p}"));
            assert_eq!(ours.fetch_ptr_add(1, SeqCst), first.wrapping_add(1));
            assert_eq!(ours.fetch_ptr_sub(2, SeqCst), first.wrapping_add(2));
            assert_eq!(ours.fetch_byte_add(1, SeqCst), first);
            assert_eq!(ours.fetch_byte_sub(1, SeqCst), first.wrapping_byte_add(1));
            assert_eq!(ours.fetch_or(1, SeqCst), first);
            assert_eq!(ours.fetch_and(!1, SeqCst), first.wrapping_byte_add(1));
            assert_eq!(ours.fetch_xor(0, SeqCst), first);
            let null = std::ptr::null_mut();
            assert_eq!(
                ours.compare_exchange(null, first, SeqCst, SeqCst),
                Err(first)
            );
            assert_eq!(
                ours.compare_exchange(first, null, SeqCst, SeqCst),
                Ok(first)
            );
            assert!(AtomicPtr::<u8>::default().into_inner().is_null());
        }),
        1
    );
}

/// Each stores its own flag and loads the other's: of the four orders of the
/// two pairs, the one in which both loads come first is a cycle.
#[test]
fn store_buffering_has_three_traces() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let x = Arc::new(AtomicUsize::new(0));
        let y = Arc::new(AtomicUsize::new(0));
        let (x2, y2) = (x.clone(), y.clone());
        let other = thread::spawn(move || {
            x2.store(1, SeqCst);
            y2.load(SeqCst)
        });
        y.store(1, SeqCst);
        let mine = x.load(SeqCst);
        results.add((mine, other.join().unwrap()));
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all(), [(0, 1), (1, 0), (1, 1)]);
}

/// Spawns `n` threads that run `f` on one location and joins them.
fn with_threads(n: usize, f: fn(&AtomicUsize, usize)) -> u64 {
    traces(move || {
        let x = Arc::new(AtomicUsize::new(0));
        let threads: Vec<_> = (0..n)
            .map(|i| {
                let x = x.clone();
                thread::spawn(move || f(&x, i))
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
    })
}

#[test]
fn loads_commute_and_writes_do_not() {
    assert_eq!(with_threads(3, |x, _| ignore(x.load(Relaxed))), 1);
    assert_eq!(with_threads(3, |x, i| x.store(i, Relaxed)), 6);
    assert_eq!(with_threads(3, |x, _| ignore(x.fetch_add(1, Relaxed))), 6);
    assert_eq!(with_threads(2, |x, i| ignore(x.swap(i, Relaxed))), 2);
}

/// Whoever is first succeeds, and the failures of the others commute.
#[test]
fn failed_compare_exchanges_are_loads() {
    let exchange = |x: &AtomicUsize, _| ignore(x.compare_exchange(0, 1, SeqCst, SeqCst));
    assert_eq!(with_threads(3, exchange), 3);
}

/// One after the other (2 traces), or both load first and one has to try again
/// (2 traces).
#[test]
fn fetch_update_is_a_load_and_compare_exchanges() {
    let update = |x: &AtomicUsize, _| ignore(x.fetch_update(SeqCst, SeqCst, |n| Some(n + 1)));
    assert_eq!(with_threads(2, update), 4);
}

/// The same shape as `fetch_update`, on pointers to memory that each thread
/// allocates: addresses must not look different from execution to execution.
#[test]
fn a_stack_of_two_pushes_has_four_traces() {
    struct Node {
        value: usize,
        next: *mut Node,
    }
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let head = Arc::new(AtomicPtr::<Node>::default());
        let push = |value: usize| {
            let head = head.clone();
            thread::spawn(move || {
                let node = Box::into_raw(Box::new(Node {
                    value,
                    next: head.load(Acquire),
                }));
                loop {
                    // SAFETY: the node is not shared before it is pushed.
                    let next = unsafe { (*node).next };
                    match head.compare_exchange(next, node, AcqRel, Acquire) {
                        Ok(_) => break,
                        // SAFETY: as above.
                        Err(next) => unsafe { (*node).next = next },
                    }
                }
            })
        };
        let threads = [push(1), push(2)];
        join(threads);
        let mut at = head.load(Acquire);
        let mut values = Vec::new();
        while !at.is_null() {
            // SAFETY: all threads are done, and each node was pushed once.
            let node = unsafe { Box::from_raw(at) };
            values.push(node.value);
            at = node.next;
        }
        results.add(values);
    });
    assert_eq!(count, 4);
    assert_eq!(seen.all(), [[1, 2], [2, 1]]);
}

static COUNTER: AtomicUsize = AtomicUsize::new(5);

#[test]
fn a_static_starts_anew_in_every_execution() {
    let count = traces(|| {
        assert_eq!(COUNTER.load(Relaxed), 5);
        let other = thread::spawn(|| ignore(COUNTER.fetch_add(1, Relaxed)));
        COUNTER.fetch_add(1, Relaxed);
        other.join().unwrap();
        assert_eq!(COUNTER.load(Relaxed), 7);
    });
    assert_eq!(count, 2);
    assert_eq!(format!("{COUNTER:?}"), "5");
}

#[test]
fn an_atomic_made_outside_starts_anew_too() {
    let outside = std::sync::Arc::new(AtomicUsize::new(1));
    let inside = outside.clone();
    let count = traces(move || {
        assert_eq!(inside.load(Relaxed), 1);
        inside.store(2, Relaxed);
        assert_eq!(inside.load(Relaxed), 2);
    });
    assert_eq!(count, 1);
    assert_eq!(format!("{outside:?}"), "1");
}

#[test]
fn debug_is_no_event() {
    let count = traces(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        let other = thread::spawn(move || y.store(1, SeqCst));
        assert!(["0", "1"].contains(&format!("{x:?}").as_str()));
        other.join().unwrap();
        assert_eq!(format!("{x:?}"), "1");
    });
    assert_eq!(count, 1);
}

#[test]
fn invalid_orderings_panic_as_in_std() {
    type Call = fn(&AtomicU8);
    let calls: [(Call, &str); 8] = [
        (|x| ignore(x.load(Release)), "a release load"),
        (|x| ignore(x.load(AcqRel)), "an acquire-release load"),
        (|x| x.store(1, Acquire), "an acquire store"),
        (|x| x.store(1, AcqRel), "an acquire-release store"),
        (
            |x| ignore(x.compare_exchange(0, 1, SeqCst, Release)),
            "a release failure ordering",
        ),
        (
            |x| ignore(x.compare_exchange(0, 1, SeqCst, AcqRel)),
            "an acquire-release failure ordering",
        ),
        (|_| fence(Relaxed), "a relaxed fence"),
        (|_| compiler_fence(Relaxed), "a relaxed fence"),
    ];
    for (call, what) in calls {
        let message = finding_of(FindingKind::Panic, move || call(&AtomicU8::new(0)));
        let expected = format!("there is no such thing as {what}");
        assert!(message.contains(&expected), "{message}");
        assert!(message.contains("atomic.rs"), "names the caller: {message}");
    }
}

#[test]
#[should_panic(expected = "outside of `mazurka::check`")]
fn an_operation_outside_of_check_panics() {
    AtomicU8::new(0).load(SeqCst);
}

#[test]
fn what_needs_no_scheduling_works_outside_of_check() {
    let mut x = AtomicU8::new(1);
    *x.get_mut() = 2;
    assert_eq!(format!("{x:?}"), "2");
    assert_eq!(x.into_inner(), 2);
    fence(SeqCst);
    compiler_fence(SeqCst);
}

#[test]
fn an_unsynchronised_load_is_a_race_unless_it_is_ordered() {
    let unsync = |joined: bool| {
        move || {
            let x = Arc::new(AtomicUsize::new(0));
            let y = x.clone();
            let mut other = Some(thread::spawn(move || y.store(1, SeqCst)));
            if joined {
                other.take().unwrap().join().unwrap();
            }
            // SAFETY: a race is what is looked for.
            let value = unsafe { x.unsync_load() };
            assert!(!joined || value == 1);
        }
    };
    assert_eq!(traces(unsync(true)), 1);
    let message = finding_of(FindingKind::DataRace, unsync(false));
    assert_eq!(message.matches("atomic.rs:").count(), 2, "{message}");
}

#[test]
fn atomics_of_all_kinds_are_unwind_safe_and_shared() {
    fn check<T: Send + Sync + std::panic::RefUnwindSafe + std::panic::UnwindSafe>() {}
    check::<AtomicBool>();
    check::<AtomicPtr<*mut ()>>();
    check::<AtomicI64>();
    check::<AtomicUsize>();
}
