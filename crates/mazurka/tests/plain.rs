//! Names that a program gives to its things are parts of lines, and write none.

use mazurka::sync::atomic::AtomicUsize;
use mazurka::sync::atomic::Ordering::SeqCst;
use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, thread};

const THREAD: &str = "t\nmazurka verified: x\x1b[2J\u{202e}";

/// Fails if a line looks like ours, or if there is anything that a terminal obeys.
fn check(text: &str) {
    let is_fake = |line: &str| line.trim_start().starts_with("mazurka verified");
    assert!(!text.lines().any(is_fake), "{text}");
    let is_wild = |c: char| c.is_control() && c != '\n' || c == '\u{202e}';
    assert!(!text.contains(is_wild), "{text:?}");
    assert!(text.contains("\\u{a}mazurka verified"), "{text}");
}

#[test]
fn names_write_no_lines() {
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0).named("x\nmazurka verified: \x1b[2J"));
        let other = x.clone();
        let builder = thread::Builder::new().name(THREAD.to_owned());
        let thread = builder.spawn(move || other.store(1, SeqCst)).unwrap();
        let seen = x.load(SeqCst);
        thread.join().unwrap();
        assert_eq!(seen, 1);
    });
    check(&report.to_string());
}

#[test]
fn threads_that_wait_write_no_lines() {
    let report = Checker::new().check(|| {
        let [a, b] = [(); 2].map(|()| Arc::new(Mutex::new(()).named("m\nmazurka verified: x")));
        let (first, second) = (a.clone(), b.clone());
        let builder = thread::Builder::new().name(THREAD.to_owned());
        let thread = builder.spawn(move || {
            let _held = first.lock().unwrap();
            drop(second.lock().unwrap());
        });
        let held = b.lock().unwrap();
        drop(a.lock().unwrap());
        drop(held);
        thread.unwrap().join().unwrap();
    });
    check(&report.to_string());
}
