//! Memory does not grow: not with executions, and not with checks. These tests
//! have a binary of their own, and run one after the other, since they look at
//! the memory of the whole OS process.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, thread};

static ONE_AT_A_TIME: std::sync::Mutex<()> = std::sync::Mutex::new(());

fn resident_kib() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split_whitespace().nth(1);
    pages
        .and_then(|pages| pages.parse::<u64>().ok())
        .unwrap_or(0)
        * 4
}

/// Asserts that after a warm-up, `work` leaves less than a MiB behind.
#[track_caller]
fn assert_flat(mut work: impl FnMut(u64), warm_up: u64, times: u64) {
    let _alone = ONE_AT_A_TIME.lock().unwrap_or_else(|e| e.into_inner());
    work(warm_up);
    let before = resident_kib();
    work(times);
    let grown = resident_kib().saturating_sub(before);
    assert!(grown < 1024, "{grown} KiB more after {times}");
}

fn two_threads() {
    let x = Arc::new(AtomicUsize::new(0));
    let list = Arc::new(Mutex::new(Vec::new()));
    let (x2, list2) = (x.clone(), list.clone());
    let handle = thread::spawn(move || {
        for i in 0..9 {
            x2.fetch_add(1, SeqCst);
            list2.lock().unwrap().push(Box::new(i));
        }
    });
    for _ in 0..9 {
        x.fetch_add(1, SeqCst);
    }
    list.lock().unwrap().push(Box::new(0));
    handle.join().unwrap();
}

#[test]
fn a_hundred_thousand_executions() {
    let work = |executions| {
        let report = Checker::new().max_executions(executions).check(two_threads);
        assert_eq!(report.statistics().executions(), executions, "{report}");
    };
    assert_flat(work, 2_000, 100_000);
}

#[test]
fn executions_that_are_left_in_the_middle() {
    let work = |executions| {
        let report = Checker::new()
            .algorithm(Algorithm::Source)
            .max_executions(executions)
            .check(|| lastzero(12));
        assert_eq!(report.statistics().executions(), executions, "{report}");
        assert!(
            executions < 10_000 || report.statistics().blocked > 1_000,
            "{report}"
        );
    };
    assert_flat(work, 5_000, 20_000);
}

/// Two threads that wait for ever are unwound in every execution; a destructor
/// of the younger locks the mutex that the older holds.
#[test]
fn executions_that_are_left_with_a_destructor_that_locks() {
    struct Locks(Arc<Mutex<u64>>);
    impl Drop for Locks {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
        }
    }
    fn wait_for_ever() {
        let mutex = Mutex::new(());
        let _first = mutex.lock();
        let _second = mutex.lock();
    }
    let work = |executions| {
        let report = Checker::new()
            .keep_going(true)
            .max_executions(executions)
            .check(|| {
                let mutex = Arc::new(Mutex::new(0));
                let held = mutex.clone();
                thread::spawn(move || {
                    let _guard = held.lock().unwrap();
                    wait_for_ever();
                });
                thread::spawn(move || {
                    let _locks = Locks(mutex);
                    let _kept = Box::new([0_u8; 1000]);
                    wait_for_ever();
                });
                let x = Arc::new(AtomicUsize::new(0));
                for i in 0..8 {
                    let x = x.clone();
                    thread::spawn(move || x.store(i, SeqCst));
                }
            });
        assert_eq!(report.statistics().executions(), executions, "{report}");
        assert_eq!(report.findings().len(), 1, "a deadlock: {report}");
    };
    assert_flat(work, 2_000, 20_000);
}

/// A program for which source sets give sleep-set blocked executions: one
/// process looks for the last zero of an array, the others fill it.
fn lastzero(n: usize) {
    let x: Arc<Vec<AtomicUsize>> = Arc::new((0..=n).map(|_| AtomicUsize::new(0)).collect());
    let scanned = x.clone();
    thread::spawn(move || {
        let _kept = Box::new([0_u8; 100]);
        let mut i = n;
        while i > 0 && scanned[i].load(SeqCst) != 0 {
            i -= 1;
        }
    });
    for j in 1..=n {
        let x = x.clone();
        thread::spawn(move || {
            let kept = Box::new(1);
            let before = x[j - 1].load(SeqCst);
            x[j].store(before + *kept, SeqCst);
        });
    }
}

#[test]
fn executions_that_panic() {
    let work = |executions| {
        let report = Checker::new()
            .keep_going(true)
            .max_executions(executions)
            .check(|| {
                two_threads();
                panic!("in every execution");
            });
        assert_eq!(report.statistics().executions(), executions, "{report}");
        assert_eq!(report.findings().len(), 1, "{report}");
    };
    assert_flat(work, 1_000, 10_000);
}

#[test]
fn executions_that_fill_statics() {
    static LIST: Mutex<Vec<String>> = Mutex::new(Vec::new());
    let work = |executions| {
        let report = Checker::new().max_executions(executions).check(|| {
            let handles: Vec<_> = (0..8)
                .map(|i| thread::spawn(move || LIST.lock().unwrap().push(i.to_string())))
                .collect();
            for handle in handles {
                handle.join().unwrap();
            }
        });
        assert_eq!(report.statistics().executions(), executions, "{report}");
    };
    assert_flat(work, 2_000, 20_000);
}

#[test]
fn a_thousand_checks() {
    let work = |times| {
        for _ in 0..times {
            let report = Checker::new().max_executions(3).check(two_threads);
            assert_eq!(report.statistics().executions(), 3, "{report}");
        }
    };
    assert_flat(work, 100, 1_000);
}
