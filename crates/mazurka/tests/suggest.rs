//! Which orderings are too weak: `Checker::suggest_fences`.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering, fence};
use mazurka::{Checker, Model, thread};

/// The changes that are suggested, without the file.
fn changes(checker: Checker, f: impl Fn() + Send + Sync + 'static) -> Vec<String> {
    let report = checker.suggest_fences(true).check(f);
    assert!(report.finding().is_some(), "{report}");
    let text = report.suggestion().expect("it was asked for");
    assert!(report.to_string().contains(text.trim_end()), "{report}");
    let changes = text.lines().filter(|line| line.contains(" -> "));
    let change = |line: &str| line.split(": ").last().unwrap_or_default().to_owned();
    changes.map(change).collect()
}

fn message(store: Ordering, load: Ordering) -> impl Fn() + Send + Sync + 'static {
    move || {
        let shared = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let other = Arc::clone(&shared);
        let thread = thread::spawn(move || {
            other.0.store(42, Ordering::Relaxed);
            other.1.store(1, store);
        });
        if shared.1.load(load) == 1 {
            assert_eq!(shared.0.load(Ordering::Relaxed), 42);
        }
        thread.join().unwrap();
    }
}

#[test]
fn a_message() {
    use Ordering::{Acquire, Relaxed, Release};
    let rc11 = || Checker::new().model(Model::Rc11);
    let both = ["store relaxed -> release", "load relaxed -> acquire"];
    assert_eq!(changes(rc11(), message(Relaxed, Relaxed)), both);
    assert_eq!(changes(rc11(), message(Release, Relaxed)), both[1..]);
    assert_eq!(changes(rc11(), message(Relaxed, Acquire)), both[..1]);
    // Without a model, the second part finds it.
    assert_eq!(changes(Checker::new(), message(Relaxed, Relaxed)), both);
    assert_eq!(changes(rc11().workers(2), message(Relaxed, Relaxed)), both);
    let report = rc11().suggest_fences(true).check(message(Release, Acquire));
    assert!(report.is_verified() && report.suggestion().is_none());
}

#[test]
fn fences_and_updates() {
    let rc11 = || Checker::new().model(Model::Rc11);
    let buffers = |order| {
        move || {
            let shared = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
            let other = Arc::clone(&shared);
            let thread = thread::spawn(move || {
                other.0.store(1, Ordering::Relaxed);
                fence(order);
                other.1.load(Ordering::Relaxed)
            });
            shared.1.store(1, Ordering::Relaxed);
            fence(Ordering::SeqCst);
            let here = shared.0.load(Ordering::Relaxed);
            assert!(here + thread.join().unwrap() > 0);
        }
    };
    let expected = ["fence acq_rel -> seq_cst"];
    assert_eq!(changes(rc11(), buffers(Ordering::AcqRel)), expected);
    let lock = || {
        let held = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
        let take = |of: &AtomicUsize| {
            let orders = (Ordering::Acquire, Ordering::Relaxed);
            while of.compare_exchange(0, 1, orders.0, orders.1).is_err() {
                thread::yield_now();
            }
        };
        let section = move |shared: &(AtomicUsize, AtomicUsize)| {
            take(&shared.0);
            let old = shared.1.load(Ordering::Relaxed);
            shared.1.store(old + 1, Ordering::Relaxed);
            shared.0.store(0, Ordering::Relaxed);
        };
        let other = Arc::clone(&held);
        let thread = thread::spawn(move || section(&other));
        section(&held);
        thread.join().unwrap();
        assert_eq!(held.1.load(Ordering::Relaxed), 2);
    };
    assert_eq!(changes(rc11(), lock), ["store relaxed -> release"]);
}

#[test]
fn nothing_helps() {
    let count = || {
        let counter = Arc::new(AtomicUsize::new(0));
        let other = Arc::clone(&counter);
        let increment = |counter: &AtomicUsize| {
            let old = counter.load(Ordering::Relaxed);
            counter.store(old + 1, Ordering::Relaxed);
        };
        let thread = thread::spawn(move || increment(&other));
        increment(&counter);
        thread.join().unwrap();
        assert_eq!(counter.load(Ordering::Relaxed), 2);
    };
    let checker = Checker::new().model(Model::Rc11).suggest_fences(true);
    let report = checker.check(count);
    let told = "Suggestion: no memory order helps: the bug is there under sequential consistency \
                as well\n";
    assert_eq!(report.suggestion(), Some(told));
    // Of a check of sequential consistency, there is nothing to say.
    let report = Checker::new().suggest_fences(true).check(count);
    assert!(report.finding().is_some() && report.suggestion().is_none());
}
