//! Several workers find what one finds.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering};
use mazurka::sync::{Condvar, Mutex};
use mazurka::{Algorithm, Checker, Model, Report, Verdict, thread};
use std::collections::BTreeSet;
use std::time::Duration;

const COUNTS: [usize; 5] = [1, 2, 3, 4, 8];

/// What checking with each number of workers gives.
fn with_each(checker: &Checker, body: fn()) -> Vec<Report> {
    let check = |workers| checker.clone().workers(workers).check(body);
    COUNTS.into_iter().map(check).collect()
}

fn lastzero() {
    const SIZE: usize = 6;
    let array: Arc<Vec<_>> = Arc::new((0..=SIZE).map(|_| AtomicUsize::new(0)).collect());
    let writer = |j: usize| {
        let array = Arc::clone(&array);
        thread::spawn(move || {
            let value = array[j - 1].load(Ordering::SeqCst);
            array[j].store(value + 1, Ordering::SeqCst);
        })
    };
    let threads: Vec<_> = (1..=SIZE).map(writer).collect();
    let mut i = SIZE;
    while array[i].load(Ordering::SeqCst) != 0 {
        i -= 1;
    }
    for thread in threads {
        thread.join().unwrap();
    }
}

#[test]
fn the_traces_are_those_of_one_worker() {
    for report in with_each(&Checker::new(), lastzero) {
        assert!(report.is_verified(), "{report}");
        assert_eq!(report.statistics().complete, 144);
        assert_eq!(report.statistics().blocked, 0);
    }
    let source = Checker::new().algorithm(Algorithm::Source);
    for report in with_each(&source, lastzero) {
        assert!(report.is_verified(), "{report}");
        assert_eq!(report.statistics().complete, 144);
    }
}

fn store_buffering() {
    let cells = Arc::new([const { AtomicUsize::new(0) }; 3]);
    let threads = [0, 1, 2].map(|i: usize| {
        let cells = Arc::clone(&cells);
        thread::spawn(move || {
            cells[i].store(1, Ordering::Relaxed);
            cells[(i + 1) % 3].load(Ordering::Relaxed)
        })
    });
    let seen = threads.map(|thread| thread.join().unwrap());
    assert_ne!(seen, [0, 0, 0], "all stores were late");
}

#[test]
fn memory_models_work_with_workers() {
    let sc = Checker::new().model(Model::Sc);
    for report in with_each(&sc, store_buffering) {
        assert!(report.is_verified(), "{report}");
    }
    for model in [Model::Tso, Model::Pso] {
        let checker = Checker::new().model(model).keep_going(true);
        let reports = with_each(&checker, store_buffering);
        for report in &reports {
            assert!(report.finding().is_some(), "{report}");
            let (first, these) = (reports[0].statistics(), report.statistics());
            assert_eq!(these.complete, first.complete, "{model}");
        }
    }
}

/// Deadlocks, panics in two threads and a data-dependent assertion.
fn several_bugs() {
    let pair = Arc::new((Mutex::new(0), Condvar::new()));
    let other = Arc::clone(&pair);
    let waiter = thread::spawn(move || {
        let (mutex, condvar) = &*other;
        // Lost if the notification comes first.
        let count = condvar.wait(mutex.lock().unwrap()).unwrap();
        assert!(*count != 2, "both came before");
    });
    let adders = [1, 2].map(|_| {
        let pair = Arc::clone(&pair);
        thread::spawn(move || {
            let (mutex, condvar) = &*pair;
            let mut count = mutex.lock().unwrap();
            *count += 1;
            assert!(*count != 2, "the second");
            condvar.notify_one();
        })
    });
    for thread in adders {
        let _ = thread.join();
    }
    let _ = waiter.join();
}

#[test]
fn the_findings_do_not_depend_on_the_number_of_workers() {
    let checker = Checker::new().keep_going(true);
    let set = |report: &Report| -> BTreeSet<String> {
        let findings = report.findings().iter();
        findings
            .map(|finding| format!("{}: {}", finding.kind, finding.message))
            .collect()
    };
    let reports = with_each(&checker, several_bugs);
    assert!(
        reports[0].findings().len() > 1,
        "{:?}",
        reports[0].findings()
    );
    for report in &reports {
        assert_eq!(report.findings().len(), reports[0].findings().len());
        assert_eq!(set(report), set(&reports[0]));
        assert_eq!(
            report.statistics().complete,
            reports[0].statistics().complete
        );
    }
}

#[test]
fn the_first_finding_stops_all_and_can_be_replayed() {
    for report in with_each(&Checker::new(), several_bugs) {
        let replay = report.replay().expect("a replay string").to_owned();
        let again = Checker::new().replay(&replay).check(several_bugs);
        let kind = |report: &Report| report.finding().map(|finding| finding.kind);
        assert_eq!(kind(&again), kind(&report), "{report}\n{again}");
    }
}

#[test]
fn limits_hold_for_all_workers_together() {
    let limited = Checker::new().max_executions(50);
    for report in with_each(&limited, lastzero) {
        assert!(
            matches!(report.verdict(), Verdict::NotExhausted(_)),
            "{report}"
        );
        assert_eq!(report.statistics().executions(), 50);
    }
    for workers in COUNTS {
        let short = Checker::new()
            .max_time(Duration::from_millis(30))
            .workers(workers);
        let report = short.check(|| {
            for _ in 0..12 {
                thread::spawn(|| {
                    static SHARED: AtomicUsize = AtomicUsize::new(0);
                    SHARED.swap(1, Ordering::SeqCst);
                    SHARED.fetch_add(2, Ordering::SeqCst);
                });
            }
        });
        assert!(
            matches!(report.verdict(), Verdict::NotExhausted(_)),
            "{report}"
        );
    }
}

#[test]
fn a_program_that_differs_is_an_error_with_any_number_of_workers() {
    use std::sync::atomic::AtomicUsize as Outside;
    static CALLS: Outside = Outside::new(0);
    for workers in COUNTS {
        let report = Checker::new().workers(workers).check(|| {
            let value = CALLS.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
            let cell = Arc::new(AtomicUsize::new(0));
            let other = Arc::clone(&cell);
            let thread = thread::spawn(move || other.store(value, Ordering::SeqCst));
            cell.load(Ordering::SeqCst);
            thread.join().unwrap();
        });
        assert!(matches!(report.verdict(), Verdict::Error(_)), "{report}");
    }
}

#[test]
#[should_panic(expected = "at least one worker")]
fn no_workers_are_refused() {
    let _ = Checker::new().workers(0);
}
