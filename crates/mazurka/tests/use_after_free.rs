//! Memory that is used after it was freed, freed twice, or never allocated; and programs with
//! pointers that do neither.

use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicBool, AtomicPtr, AtomicUsize, Ordering::*};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, FindingKind, Model, Report, Verdict, thread};
use std::ptr;

/// A raw pointer that may go to other threads.
struct Raw<T>(*mut T);

impl<T> Clone for Raw<T> {
    fn clone(&self) -> Self {
        *self
    }
}
impl<T> Copy for Raw<T> {}
// SAFETY: what the threads do with it is what is tested.
unsafe impl<T> Send for Raw<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Raw<T> {}

impl<T> Raw<T> {
    fn new(value: T) -> Raw<T> {
        // The compiler is not to see that memory is freed that it could do without.
        Raw(std::hint::black_box(Box::into_raw(Box::new(value))))
    }

    fn get(&self) -> &T {
        // SAFETY: freed memory stays mapped, and the checker tells of it.
        unsafe { &*self.0 }
    }

    fn free(self) {
        // SAFETY: as above.
        drop(unsafe { Box::from_raw(self.0) });
    }
}

fn sc() -> Checker {
    Checker::new().model(Model::Sc)
}

#[track_caller]
fn is_found(report: &Report, kind: FindingKind) -> String {
    let Verdict::Bug {
        finding, replay, ..
    } = report.verdict()
    else {
        panic!("{report}");
    };
    assert_eq!(finding.kind, kind, "{report}");
    assert!(finding.message.contains("use_after_free.rs:"), "{report}");
    assert!(!replay.is_empty());
    finding.message.clone()
}

#[track_caller]
fn uses_after_free(f: fn()) {
    for algorithm in Algorithm::TRACES {
        let report = sc().algorithm(algorithm).check(f);
        is_found(&report, FindingKind::InvalidAccess);
        let Verdict::Bug { replay, .. } = report.verdict() else {
            unreachable!()
        };
        let again = sc().algorithm(algorithm).replay(replay).check(f);
        is_found(&again, FindingKind::InvalidAccess);
    }
    let report = Checker::new().workers(2).check(f);
    is_found(&report, FindingKind::InvalidAccess);
}

#[track_caller]
fn is_right(f: fn()) {
    for algorithm in Algorithm::TRACES {
        let report = sc().algorithm(algorithm).check(f);
        assert!(report.is_verified(), "{report}");
    }
    let report = Checker::new().check(f);
    assert!(report.is_verified(), "{report}");
}

#[test]
fn by_the_thread_that_freed() {
    uses_after_free(|| {
        let x = Raw::new(AtomicUsize::new(0));
        x.free();
        x.get().store(1, SeqCst);
    });
    let report = sc().check(|| {
        let x = Raw::new(AtomicUsize::new(0));
        x.get().load(SeqCst);
        x.free();
        x.get().store(1, SeqCst);
    });
    let message = is_found(&report, FindingKind::InvalidAccess);
    assert!(
        message.starts_with("thread main uses memory at"),
        "{message}"
    );
    assert!(
        message.contains("that it has freed (after its operation at"),
        "{message}"
    );
}

/// No event orders the access and the free, whichever comes first in the execution.
#[test]
fn unordered() {
    uses_after_free(|| {
        let x = Raw::new(AtomicUsize::new(0));
        thread::spawn(move || x.get().store(1, SeqCst));
        x.free();
    });
    uses_after_free(|| {
        let x = Raw::new(AtomicUsize::new(0));
        let other = thread::spawn(move || x.free());
        x.get().store(1, SeqCst);
        other.join().unwrap();
    });
    uses_after_free(|| {
        let x = Raw::new(AtomicUsize::new(0));
        let y = Arc::new(AtomicUsize::new(0));
        let z = y.clone();
        thread::spawn(move || {
            x.get().load(SeqCst);
            z.store(1, SeqCst);
        });
        y.store(2, SeqCst);
        x.free();
    });
}

/// The other thread waits until the object is not used any more; or so it thinks.
#[test]
fn a_flag_that_is_set_too_early() {
    fn program(early: bool) {
        let x = Raw::new(AtomicUsize::new(0));
        let done = Arc::new(AtomicBool::new(false));
        let flag = done.clone();
        thread::spawn(move || {
            x.get().store(1, SeqCst);
            if early {
                flag.store(true, SeqCst);
                x.get().store(2, SeqCst);
            } else {
                x.get().store(2, SeqCst);
                flag.store(true, SeqCst);
            }
        });
        while !done.load(SeqCst) {
            mazurka::hint::spin_loop();
        }
        x.free();
    }
    uses_after_free(|| program(true));
    is_right(|| program(false));
}

#[test]
fn cells_and_mutexes() {
    uses_after_free(|| {
        let x = Raw::new(Mutex::new(0));
        let other = thread::spawn(move || *x.get().lock().unwrap() += 1);
        x.free();
        other.join().unwrap();
    });
    let report = sc().check(|| {
        let x = Raw::new(UnsafeCell::new(0));
        x.free();
        // SAFETY: freed memory stays mapped.
        x.get().with(|x| unsafe { x.read() });
    });
    is_found(&report, FindingKind::InvalidAccess);
}

/// A stack whose nodes are freed as soon as they are popped.
struct Stack {
    head: AtomicPtr<Node>,
}

struct Node {
    value: usize,
    next: AtomicPtr<Node>,
}

impl Stack {
    fn new(values: usize) -> Stack {
        let mut head = ptr::null_mut();
        for value in 0..values {
            let next = AtomicPtr::new(head);
            head = Box::into_raw(Box::new(Node { value, next }));
        }
        Stack {
            head: AtomicPtr::new(head),
        }
    }

    /// Pops a node. Before its successor is read, `protect` is told which.
    fn pop(&self, mut protect: impl FnMut(*mut Node)) -> Option<*mut Node> {
        loop {
            let head = self.head.load(SeqCst);
            if head.is_null() {
                return None;
            }
            protect(head);
            if self.head.load(SeqCst) != head {
                continue;
            }
            // SAFETY: freed memory stays mapped.
            let next = unsafe { (*head).next.load(SeqCst) };
            if self
                .head
                .compare_exchange(head, next, SeqCst, SeqCst)
                .is_ok()
            {
                return Some(head);
            }
        }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        while let Some(node) = self.pop(|_| ()) {
            Raw(node).free();
        }
    }
}

#[test]
fn a_stack_that_frees_too_early() {
    uses_after_free(|| {
        let stack = Arc::new(Stack::new(2));
        let other = stack.clone();
        let pops = move |stack: &Stack| {
            if let Some(node) = stack.pop(|_| ()) {
                Raw(node).free();
            }
        };
        thread::spawn(move || pops(&other));
        pops(&stack);
    });
}

/// Hazard pointers: a node is freed by who popped it, when the other thread does not use it.
fn hazards(is_protected: bool) {
    let stack = Arc::new(Stack::new(2));
    let hazards = Arc::new([
        AtomicPtr::new(ptr::null_mut::<Node>()),
        AtomicPtr::new(ptr::null_mut()),
    ]);
    let pops = move |stack: &Stack, hazards: &[AtomicPtr<Node>; 2], me: usize| {
        let popped = stack.pop(|node| {
            if is_protected {
                hazards[me].store(node, SeqCst);
            }
        });
        hazards[me].store(ptr::null_mut(), SeqCst);
        let node = popped?;
        // SAFETY: who popped it owns it.
        assert!(unsafe { (*node).value } < 2);
        if hazards[1 - me].load(SeqCst) != node {
            Raw(node).free();
            return None;
        }
        Some(Raw(node))
    };
    let (stack2, hazards2) = (stack.clone(), hazards.clone());
    let other = thread::spawn(move || pops(&stack2, &hazards2, 1));
    let mine = pops(&stack, &hazards, 0);
    let theirs = other.join().unwrap();
    for node in mine.into_iter().chain(theirs) {
        node.free();
    }
}

#[test]
fn hazard_pointers() {
    uses_after_free(|| hazards(false));
    is_right(|| hazards(true));
}

#[test]
fn freed_twice() {
    let report = sc().check(|| {
        let x = Raw::new(7);
        let other = thread::spawn(move || x.free());
        x.free();
        other.join().unwrap();
    });
    let message = is_found_free(&report);
    assert!(message.contains("memory that thread"), "{message}");
    let report = sc().check(|| {
        let x = Raw::new([0_u64; 8]);
        // SAFETY: it is not, and the checker refuses it.
        let middle = Raw(unsafe { x.0.cast::<u64>().add(2) });
        middle.free();
        x.free();
    });
    let message = is_found_free(&report);
    assert!(message.contains("what was not allocated"), "{message}");
}

#[track_caller]
fn is_found_free(report: &Report) -> String {
    let Verdict::Bug { finding, .. } = report.verdict() else {
        panic!("{report}");
    };
    assert_eq!(finding.kind, FindingKind::InvalidFree, "{report}");
    finding.message.clone()
}

#[test]
fn an_arc_from_raw_twice() {
    let report = sc().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        x.store(1, SeqCst);
        let raw = Arc::into_raw(x);
        // SAFETY: the first is right.
        let first = unsafe { Arc::from_raw(raw) };
        // SAFETY: the second is not, and the checker notices its drop.
        let second = unsafe { Arc::from_raw(raw) };
        drop(first);
        drop(second);
    });
    is_found(&report, FindingKind::InvalidAccess);
    let report = sc().check(|| {
        let raw = Raw(Arc::into_raw(Arc::new(AtomicUsize::new(0))).cast_mut());
        let both = move || {
            let raw = raw;
            // SAFETY: as above.
            let x = unsafe { Arc::from_raw(raw.0) };
            x.fetch_add(1, SeqCst);
        };
        thread::spawn(both);
        both();
    });
    is_found(&report, FindingKind::InvalidAccess);
}

/// Synchronisation that the checker does not see: no false alarm.
#[test]
fn counts_of_std() {
    is_right(|| {
        let x = std::sync::Arc::new(AtomicUsize::new(0));
        let others: Vec<_> = (0..2)
            .map(|_| {
                let x = x.clone();
                thread::spawn(move || x.fetch_add(1, SeqCst))
            })
            .collect();
        x.fetch_add(1, SeqCst);
        drop(x);
        drop(others);
    });
    is_right(|| {
        let x = std::sync::Arc::new(Box::new(Mutex::new(vec![AtomicUsize::new(0)])));
        let y = x.clone();
        thread::spawn(move || {
            y.lock().unwrap().push(AtomicUsize::new(1));
        });
        x.lock().unwrap()[0].load(SeqCst);
    });
}

#[test]
fn own_arcs() {
    is_right(|| {
        let x = Arc::new((AtomicUsize::new(0), Box::new(AtomicUsize::new(0))));
        for _ in 0..2 {
            let x = x.clone();
            thread::spawn(move || {
                x.0.fetch_add(1, SeqCst);
                x.1.store(1, Release);
            });
        }
        x.1.load(Acquire);
    });
}

/// The last drop of an `Arc` comes after the others. What its thread frees later does not: another
/// may be the last. Found by `mazurka-oracle --rust memory`.
#[test]
fn after_the_last_drop() {
    fn program(frees_first: bool) {
        let raw = Raw::new(AtomicUsize::new(0));
        let (x, own) = (Arc::new(AtomicUsize::new(0)), Arc::new(0));
        let other = own.clone();
        let frees = move || {
            x.load(SeqCst);
            drop(own);
            raw.free();
        };
        let uses = move || {
            raw.get().store(1, SeqCst);
            drop(other);
        };
        if frees_first {
            thread::spawn(frees);
            thread::spawn(uses);
        } else {
            thread::spawn(uses);
            thread::spawn(frees);
        }
    }
    uses_after_free(|| program(true));
    uses_after_free(|| program(false));
}

/// Objects that move leave copies of themselves behind.
#[test]
fn what_moves_away() {
    is_right(|| {
        let mut list: Vec<AtomicUsize> = Vec::new();
        for n in 0..20 {
            list.push(AtomicUsize::new(n));
            list[n].store(n, SeqCst);
        }
        let last = Arc::new(list.pop().unwrap());
        let other = last.clone();
        let handle = thread::spawn(move || other.fetch_add(1, SeqCst));
        // A copy of the atomic lies in the memory of the list.
        drop(list);
        last.fetch_add(1, SeqCst);
        handle.join().unwrap();
    });
}

#[test]
fn scopes_and_thread_locals() {
    mazurka::thread_local! {
        static LOCAL: Box<AtomicUsize> = Box::new(AtomicUsize::new(0));
    }
    is_right(|| {
        let x = AtomicUsize::new(0);
        let boxed = Box::new(AtomicUsize::new(0));
        thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    LOCAL.with(|local| local.fetch_add(1, SeqCst));
                    x.fetch_add(1, SeqCst);
                    boxed.fetch_add(1, SeqCst);
                });
            }
        });
        drop(boxed);
        assert_eq!(x.load(SeqCst), 2);
    });
}

#[test]
fn messages_and_futures() {
    is_right(|| {
        let (sender, receiver) = mazurka::sync::mpsc::channel();
        thread::spawn(move || {
            let x = Box::new(AtomicUsize::new(3));
            x.store(4, SeqCst);
            sender.send(x).unwrap();
        });
        let x = receiver.recv().unwrap();
        assert_eq!(x.load(SeqCst), 4);
    });
}
