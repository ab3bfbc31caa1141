//! Memory that is not freed when an execution has come to its end.

use mazurka::alloc::{Layout, Track, alloc, alloc_zeroed, dealloc};
use mazurka::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, LazyLock, Mutex, OnceLock};
use mazurka::{Algorithm, Checker, FindingKind, Model, Report, Verdict, thread};
use std::hint::black_box;

fn sc() -> Checker {
    Checker::new().model(Model::Sc).leaks(true)
}

#[track_caller]
fn leak_of(report: &Report) -> String {
    let Verdict::Bug { finding, .. } = report.verdict() else {
        panic!("{report}");
    };
    assert_eq!(finding.kind, FindingKind::Leak, "{report}");
    finding.message.clone()
}

/// It leaks, under all algorithms, and a replay says the same.
#[track_caller]
fn leaks(f: fn()) -> String {
    let mut messages = Vec::new();
    for algorithm in Algorithm::TRACES {
        let report = sc().algorithm(algorithm).check(f);
        messages.push(leak_of(&report));
        let Verdict::Bug { replay, .. } = report.verdict() else {
            unreachable!()
        };
        let again = sc().algorithm(algorithm).replay(replay).check(f);
        messages.push(leak_of(&again));
    }
    messages.push(leak_of(&sc().workers(2).check(f)));
    let by_graphs = Checker::new().model(Model::Rc11).leaks(true).check(f);
    messages.push(leak_of(&by_graphs));
    assert!(
        messages.iter().all(|message| *message == messages[0]),
        "{messages:?}"
    );
    assert!(Checker::new().model(Model::Sc).check(f).is_verified());
    messages.swap_remove(0)
}

#[track_caller]
fn is_right(f: fn()) {
    for algorithm in Algorithm::TRACES {
        let report = sc().algorithm(algorithm).check(f);
        assert!(report.is_verified(), "{report}");
    }
    let report = Checker::new().workers(2).leaks(true).check(f);
    assert!(report.is_verified(), "{report}");
    let report = Checker::new().model(Model::Rc11).leaks(true).check(f);
    assert!(report.is_verified(), "{report}");
}

#[test]
fn forgotten() {
    let message = leaks(|| std::mem::forget(black_box(Box::new([1_u8; 100]))));
    assert!(
        message.contains("memory that thread main allocated"),
        "{message}"
    );
    // With debug information it is known where.
    assert!(message.contains("leaks.rs:"), "{message}");
    let message = leaks(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        thread::spawn(move || std::mem::forget(y));
        x.store(1, SeqCst);
    });
    assert!(
        message.starts_with("an Arc that thread main made at "),
        "{message}"
    );
    assert!(message.contains("leaks.rs:"), "{message}");
    leaks(|| {
        Box::leak(black_box(Box::new(AtomicUsize::new(0)))).store(1, SeqCst);
    });
}

struct Node {
    next: Mutex<Option<Arc<Node>>>,
}

#[test]
fn arcs_in_a_circle() {
    leaks(|| {
        let node = || {
            Arc::new(Node {
                next: Mutex::new(None),
            })
        };
        let (a, b) = (node(), node());
        *a.next.lock().unwrap() = Some(b.clone());
        let other = thread::spawn({
            let a = a.clone();
            move || *b.next.lock().unwrap() = Some(a)
        });
        other.join().unwrap();
    });
    is_right(|| {
        let node = || {
            Arc::new(Node {
                next: Mutex::new(None),
            })
        };
        let (a, b) = (node(), node());
        *a.next.lock().unwrap() = Some(b.clone());
        *b.next.lock().unwrap() = Some(a.clone());
        *a.next.lock().unwrap() = None;
    });
}

/// Only in one of the orders.
#[test]
fn in_one_execution() {
    fn replaces(is_freed: bool) {
        let slot = Arc::new(AtomicPtr::new(std::ptr::null_mut::<u64>()));
        let other = slot.clone();
        let put = move |slot: &AtomicPtr<u64>, value| {
            let new = Box::into_raw(black_box(Box::new(value)));
            let old = slot.swap(new, SeqCst);
            if !old.is_null() && is_freed {
                // SAFETY: it was made of a box, and taken out.
                drop(unsafe { Box::from_raw(old) });
            }
        };
        let handle = thread::spawn(move || put(&other, 1));
        if slot.load(SeqCst).is_null() {
            put(&slot, 2);
        }
        handle.join().unwrap();
        let last = slot.load(SeqCst);
        // SAFETY: as above.
        drop(unsafe { Box::from_raw(last) });
    }
    leaks(|| replaces(false));
    is_right(|| replaces(true));
}

#[test]
fn what_is_dropped_at_the_end() {
    static TEXT: Mutex<String> = Mutex::new(String::new());
    static ONCE: OnceLock<Vec<u8>> = OnceLock::new();
    static LAZY: LazyLock<Box<u8>> = LazyLock::new(|| Box::new(1));
    mazurka::lazy_static! {
        static ref NAMES: Vec<String> = vec!["a".to_owned()];
    }
    mazurka::thread_local! {
        static LOCAL: Vec<u8> = vec![1, 2, 3];
    }
    is_right(|| {
        let others: Vec<_> = (0..2)
            .map(|n| {
                let builder = thread::Builder::new().name(format!("thread {n}"));
                let work = move || {
                    TEXT.lock().unwrap().push_str("some text");
                    assert_eq!(NAMES.len(), 1);
                    assert_eq!(LOCAL.with(Vec::len), 3);
                };
                builder.spawn(work).unwrap()
            })
            .collect();
        ONCE.get_or_init(|| vec![1]);
        assert_eq!(**LAZY, 1);
        assert!(thread::current().name().is_some());
        others.into_iter().for_each(|other| other.join().unwrap());
        let mut list = Vec::new();
        (0..100).for_each(|n| list.push(Box::new(n)));
    });
}

/// What is allocated once in an OS process or thread, whenever it is first needed.
#[test]
fn what_is_kept_once() {
    static ONCE: std::sync::OnceLock<Vec<u8>> = std::sync::OnceLock::new();
    std::thread_local! {
        static LOCAL: Box<u8> = Box::new(1);
    }
    is_right(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let y = x.clone();
        thread::spawn(move || y.store(1, SeqCst));
        if x.load(SeqCst) == 1 {
            ONCE.get_or_init(|| vec![1, 2, 3]);
            LOCAL.with(|local| assert_eq!(**local, 1));
            println!("something that std has a buffer for");
        }
    });
}

#[test]
fn messages_that_are_not_received() {
    is_right(|| {
        let (sender, receiver) = mazurka::sync::mpsc::channel();
        thread::spawn(move || {
            let _ = sender.send(Box::new(1));
            let _ = sender.send(Box::new(2));
        });
        assert_eq!(*receiver.recv().unwrap(), 1);
    });
    is_right(|| {
        let report = thread::scope(|scope| scope.spawn(|| vec![1; 10]).join().unwrap());
        assert_eq!(report.len(), 10);
    });
}

#[test]
fn only_what_is_tracked() {
    let tracked = || Checker::new().model(Model::Sc).tracked_leaks(true);
    let report = tracked().check(|| std::mem::forget(black_box(Box::new(1))));
    assert!(report.is_verified(), "{report}");
    let report = tracked().check(|| std::mem::forget(Arc::new(1)));
    assert!(leak_of(&report).starts_with("an Arc"), "{report}");
    let report = tracked().check(|| std::mem::forget(Track::new(1)));
    assert!(leak_of(&report).starts_with("a tracked value"), "{report}");
    let layout = Layout::new::<[u64; 4]>();
    let report = tracked().check(move || {
        // SAFETY: the layout has a size.
        black_box(unsafe { alloc(layout) });
    });
    let message = leak_of(&report);
    assert!(
        message.starts_with("memory that thread main made at"),
        "{message}"
    );
    let report = tracked().check(move || {
        // SAFETY: the layout has a size, and is that of what is freed.
        unsafe {
            let block = black_box(alloc_zeroed(layout));
            assert_eq!(block.read(), 0);
            dealloc(block, layout);
        }
        let mut value = Track::new(vec![1]);
        value.get_mut().push(2);
        assert_eq!(value.get_ref().len(), 2);
        assert_eq!(value.into_inner(), [1, 2]);
        drop(Track::new(vec![1]));
    });
    assert!(report.is_verified(), "{report}");
}
