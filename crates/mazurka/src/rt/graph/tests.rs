//! The runtime without an explorer: steps by hand, with the writes that loads are to find.

use crate::cell::UnsafeCell;
use crate::closure::Closure;
use crate::settings::Settings;
use crate::sync::Arc;
use crate::sync::atomic::Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};
use crate::sync::atomic::{AtomicPtr, AtomicU32, AtomicUsize, fence};
use crate::{Algorithm, Model, thread};
use mazurka_check::Known;
use mazurka_program::{Access, Kind, Operation, Order, ProcessId, Program, Status, Step, Turn};

/// A step of that process, which finds what that change has left.
type By = (u32, Option<u32>);

/// What a step announced, and what it found and left.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Did {
    operation: Operation,
    found: Option<(Access, u64, u64)>,
}

/// Runs a program by hand, under that model: what its steps did, and its findings.
fn run(
    model: Model,
    steps: &'static [By],
    body: impl Fn() + Send + Sync + 'static,
) -> (Vec<Did>, Vec<String>) {
    let settings = std::sync::Arc::new(Settings {
        model,
        algorithm: Algorithm::Graphs,
        ..Settings::default()
    });
    let closure = Closure::new(&settings, std::sync::Arc::new(body));
    let worker = closure.worker(&std::sync::Arc::default()).unwrap();
    let ran = worker.begin(move |runtime| {
        closure.prepare(runtime, &Known::default());
        let mut step = Step::default();
        'anew: loop {
            step.clear();
            if runtime.start(&mut step).is_err() {
                continue;
            }
            let mut did = Vec::new();
            let mut findings = Vec::new();
            for (process, write) in steps {
                let id = ProcessId(*process);
                let Status::Enabled(operation) = runtime.status(id) else {
                    return Err(format!("{process} cannot run: {:?}", runtime.status(id)));
                };
                if let Some(write) = write {
                    // The value is that of the explorer, which nothing depends on here.
                    runtime.recall(operation.object, *write, 0);
                }
                step.clear();
                if runtime.step(Turn::from(id), &mut step).is_err() {
                    continue 'anew;
                }
                let touch = step.touches.first();
                did.push(Did {
                    operation,
                    found: touch.map(|touch| (touch.access, touch.before, touch.after)),
                });
                findings.extend(step.findings.iter().map(|finding| finding.message.clone()));
            }
            return Ok((did, findings));
        }
    });
    ran.recv().unwrap().unwrap()
}

#[test]
fn loads_find_what_is_recalled() {
    let body = || {
        let x = Arc::new(AtomicU32::new(7));
        let other = x.clone();
        thread::spawn(move || {
            other.store(8, Release);
            other.store(9, Relaxed);
        });
        x.load(Acquire);
        x.load(SeqCst);
        x.load(Relaxed);
    };
    let steps: &[By] = &[
        (1, None),
        (0, Some(0)),
        (1, None),
        (0, Some(1)),
        (0, Some(2)),
    ];
    let (did, _) = run(Model::Rc11, steps, body);
    let orders: Vec<_> = did.iter().map(|did| did.operation.order.unwrap()).collect();
    let expected = [
        Order::Release,
        Order::Acquire,
        Order::Relaxed,
        Order::SequentiallyConsistent,
        Order::Relaxed,
    ];
    assert_eq!(orders, expected);
    let found: Vec<_> = did.iter().map(|did| did.found.unwrap()).collect();
    assert_eq!(
        found,
        [
            (Access::Write, 7, 8),
            (Access::Read, 7, 7),
            (Access::Write, 7, 9),
            (Access::Read, 8, 8),
            (Access::Read, 9, 9),
        ]
    );
}

#[test]
fn pointers_are_found_as_they_were() {
    let body = || {
        let (first, second) = (Box::new(1), Box::new(2));
        let (first, second) = (Box::into_raw(first), Box::into_raw(second));
        let at = AtomicPtr::new(first);
        at.swap(second, AcqRel);
        // SAFETY: the boxes are not dropped.
        assert_eq!(unsafe { *at.load(Acquire) }, 1);
        // SAFETY: as above.
        assert_eq!(unsafe { *at.load(Acquire) }, 2);
        assert_eq!(at.into_inner(), second);
    };
    let steps: &[By] = &[(0, Some(0)), (0, Some(0)), (0, Some(1)), (0, Some(1))];
    let (did, findings) = run(Model::Rc11, steps, body);
    assert_eq!(findings, [""; 0]);
    let kinds: Vec<_> = did.iter().map(|did| did.operation.kind).collect();
    use Kind::{Load, ReadModifyWrite};
    assert_eq!(kinds, [ReadModifyWrite, Load, Load, Load]);
    assert_eq!(did[3].operation.order, Some(Order::Plain));
}

#[test]
fn what_is_used_exclusively_is_another_atomic_then() {
    let body = || {
        let mut x = AtomicUsize::new(1);
        *x.get_mut() = 2;
        assert_eq!(x.load(Relaxed), 2);
        x.store(3, Relaxed);
        assert_eq!(*x.get_mut(), 3);
        *x.get_mut() += 1;
        assert_eq!(x.load(Relaxed), 4);
        let y = x;
        assert_eq!(y.into_inner(), 4);
    };
    // The first is not used yet, the third is not used again.
    let steps: &[By] = &[
        (0, Some(0)),
        (0, None),
        (0, Some(1)),
        (0, Some(0)),
        (0, Some(0)),
    ];
    let (did, findings) = run(Model::Rc11, steps, body);
    assert_eq!(findings, [""; 0]);
    let objects: Vec<_> = did.iter().map(|did| did.operation.object).collect();
    assert_eq!(objects[0], objects[2]);
    assert_ne!(objects[2], objects[3]);
    assert_eq!(objects[3], objects[4]);
}

#[test]
fn updates_that_change_nothing_are_writes_if_memory_is_weak() {
    let body = || {
        let x = AtomicU32::new(5);
        x.fetch_add(0, AcqRel);
        x.fetch_max(3, Relaxed);
        x.swap(5, Acquire);
        let _ = x.compare_exchange(4, 6, AcqRel, Relaxed);
        fence(SeqCst);
        x.load(Relaxed);
    };
    let steps: &[By] = &[
        (0, Some(0)),
        (0, Some(1)),
        (0, Some(2)),
        (0, Some(3)),
        (0, None),
        (0, Some(3)),
    ];
    let accesses = |model| {
        let (did, _) = run(model, steps, body);
        let found = did.iter().map(|did| did.found.map(|(access, ..)| access));
        found.collect::<Vec<_>>()
    };
    use Access::{Read, Write};
    let weak = [
        Some(Write),
        Some(Write),
        Some(Write),
        Some(Read),
        None,
        Some(Read),
    ];
    assert_eq!(accesses(Model::Rc11), weak);
    let strong = [
        Some(Read),
        Some(Read),
        Some(Read),
        Some(Read),
        None,
        Some(Read),
    ];
    assert_eq!(accesses(Model::Sc), strong);
    let (did, _) = run(Model::Rc11, steps, body);
    assert_eq!(did[3].operation.order, Some(Order::AcquireRelease));
    assert_eq!(did[3].operation.failure, Order::Relaxed);
    assert_eq!(did[4].operation.kind, Kind::Fence);
}

/// A cell that threads share.
struct Shared(AtomicU32, UnsafeCell<u32>);

// SAFETY: if there is a race, it is found.
unsafe impl Sync for Shared {}

#[test]
fn clocks_follow_what_is_recalled() {
    let body = || {
        let shared = Arc::new(Shared(AtomicU32::new(0), UnsafeCell::new(0)));
        let other = shared.clone();
        thread::spawn(move || {
            // SAFETY: if there is a race, it is found.
            other.1.with_mut(|data| unsafe { *data = 1 });
            other.0.store(1, Release);
            other.0.store(2, Relaxed);
        });
        shared.0.load(Acquire);
        shared.1.with(|_| ());
    };
    let of = |steps| run(Model::Rc11, steps, body).1.len();
    assert_eq!(of(&[(1, None), (1, None), (0, Some(1))]), 0);
    assert_eq!(of(&[(1, None), (1, None), (0, Some(2))]), 1);
    assert_eq!(of(&[(1, None), (1, None), (0, Some(0))]), 1);
}
