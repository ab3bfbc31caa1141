//! Clocks: loops with a deadline end, timed waits and sleeps move time on.

use mazurka::sync::atomic::{AtomicUsize, Ordering::*};
use mazurka::sync::{Arc, Condvar, Mutex, mpsc};
use mazurka::time::{Duration, Instant};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Verdict, thread};
use std::collections::BTreeSet;

const ALGORITHMS: [Algorithm; 5] = [
    Algorithm::Optimal,
    Algorithm::Source,
    Algorithm::Classic,
    Algorithm::Exhaustive,
    Algorithm::Graphs,
];

const MS: Duration = Duration::from_millis(1);

/// What executions of a program end in, which is told by `say`; the same by all algorithms.
fn outcomes<T: Ord + Clone + Send + std::fmt::Debug + 'static>(
    program: impl Fn(&dyn Fn(T)) + Send + Sync + Clone + 'static,
) -> BTreeSet<T> {
    let mut all: Option<BTreeSet<T>> = None;
    for algorithm in ALGORITHMS {
        let seen = std::sync::Arc::new(std::sync::Mutex::new(BTreeSet::new()));
        let (told, program) = (seen.clone(), program.clone());
        let checker = Checker::new().model(Model::Sc).algorithm(algorithm);
        let report = checker.max_events(2_000).check(move || {
            program(&|outcome| {
                told.lock().unwrap().insert(outcome);
            });
        });
        assert!(report.is_verified(), "{algorithm}: {report}");
        let seen = seen.lock().unwrap().clone();
        assert_eq!(*all.get_or_insert(seen.clone()), seen, "{algorithm}");
    }
    all.unwrap_or_default()
}

macro_rules! deadlines {
    ($name:ident, $instant:ty) => {
        /// Loops with a deadline, of which nobody ends one early.
        #[test]
        fn $name() {
            for kind in 0..6 {
                for algorithm in ALGORITHMS {
                    let checker = Checker::new().model(Model::Sc).algorithm(algorithm);
                    let report = checker.check(move || {
                        let a = Arc::new((AtomicUsize::new(0), Mutex::new(0), Condvar::new()));
                        let b = a.clone();
                        let end = <$instant>::now() + 20 * MS;
                        let left = || end.saturating_duration_since(<$instant>::now());
                        let goes_on = || a.0.load(SeqCst) == 0 && <$instant>::now() < end;
                        let other = thread::spawn(move || {
                            b.0.load(SeqCst);
                        });
                        match kind {
                            0 => while goes_on() {},
                            1 => {
                                while goes_on() {
                                    thread::park_timeout(left());
                                }
                            }
                            2 => {
                                let mut guard = a.1.lock().unwrap();
                                while *guard == 0 && !left().is_zero() {
                                    guard = a.2.wait_timeout(guard, left()).unwrap().0;
                                }
                            }
                            3 => {
                                for _ in 0..3 {
                                    if a.0.load(SeqCst) == 0 {
                                        thread::park_timeout(MS);
                                    }
                                }
                            }
                            4 => {
                                while goes_on() {
                                    thread::yield_now();
                                }
                            }
                            _ => {
                                while goes_on() {
                                    thread::sleep(MS);
                                }
                            }
                        }
                        assert!(kind == 3 || <$instant>::now() >= end);
                        other.join().unwrap();
                    });
                    assert!(report.is_verified(), "{kind}, {algorithm}: {report}");
                }
            }
        }
    };
}

deadlines!(loops_with_a_deadline_end, Instant);
#[cfg(target_os = "linux")]
deadlines!(so_do_those_that_go_by_the_clock_of_std, std::time::Instant);

#[test]
fn a_deadline_comes_before_or_after_what_others_do() {
    let found = outcomes(|say: &dyn Fn((usize, bool))| {
        let flag = Arc::new(AtomicUsize::new(0));
        let theirs = flag.clone();
        let other = thread::spawn(move || {
            theirs.store(1, SeqCst);
            theirs.store(2, SeqCst);
        });
        let end = Instant::now() + 20 * MS;
        let mut seen = flag.load(SeqCst);
        while seen != 2 && Instant::now() < end {
            seen = flag.load(SeqCst);
        }
        say((seen, Instant::now() >= end));
        other.join().unwrap();
    });
    let all = [(0, true), (1, true), (2, false), (2, true)];
    assert_eq!(found, BTreeSet::from(all));
}

#[test]
fn a_wait_that_timed_out_is_after_its_limit() {
    let found = outcomes(|say: &dyn Fn((bool, bool))| {
        let shared = Arc::new((Mutex::new(()), Condvar::new()));
        let theirs = shared.clone();
        let other = thread::spawn(move || {
            let _guard = theirs.0.lock().unwrap();
            theirs.1.notify_one();
        });
        let begun = Instant::now();
        let guard = shared.0.lock().unwrap();
        let (_guard, result) = shared.1.wait_timeout(guard, 5 * MS).unwrap();
        say((result.timed_out(), begun.elapsed() >= 5 * MS));
        drop(_guard);
        other.join().unwrap();
    });
    assert_eq!(found, BTreeSet::from([(true, true), (false, false)]));
    let found = outcomes(|say: &dyn Fn((bool, Duration))| {
        let (sender, receiver) = mpsc::channel();
        let other = thread::spawn(move || sender.send(()).unwrap());
        let begun = Instant::now();
        let received = receiver.recv_timeout(3 * MS).is_ok();
        say((received, begun.elapsed()));
        other.join().unwrap();
    });
    assert_eq!(
        found,
        BTreeSet::from([(true, Duration::ZERO), (false, 3 * MS)])
    );
}

#[test]
fn an_instant_of_another_thread_is_not_in_the_future() {
    for model in Model::ALL {
        let report = Checker::new().model(model).check(|| {
            let (sender, receiver) = mpsc::channel();
            let shared = Arc::new((AtomicUsize::new(0), AtomicUsize::new(0)));
            let theirs = shared.clone();
            let begun = Instant::now();
            let other = thread::spawn(move || {
                thread::sleep(7 * MS);
                let since = begun.elapsed().as_millis() as usize;
                theirs.0.store(since, Relaxed);
                theirs.1.fetch_add(1, Relaxed);
                sender.send(Instant::now()).unwrap();
                thread::sleep(7 * MS);
            });
            let seen = shared.0.load(Relaxed);
            assert!(begun.elapsed() >= seen as u32 * MS);
            let sent = receiver.recv().unwrap();
            assert!(sent <= Instant::now());
            other.join().unwrap();
            assert!(begun.elapsed() >= 14 * MS);
        });
        assert!(report.is_verified(), "{model}: {report}");
    }
}

/// A look at a clock is no event.
#[test]
fn clocks_cost_no_executions() {
    let report = Checker::new().model(Model::Sc).check(|| {
        let others = [1, 2, 3].map(|nth| {
            thread::spawn(move || {
                thread::sleep(nth * MS);
                Instant::now()
            })
        });
        let _ = Instant::now();
        let ends = others.map(|other| other.join().unwrap());
        assert!(ends.iter().all(|end| *end <= Instant::now()));
        assert!(ends[0] < ends[1] && ends[1] < ends[2]);
    });
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().complete, 1, "{report}");
}

#[test]
fn loops_that_look_at_nothing_but_a_clock_end() {
    let report = Checker::new().check(|| {
        for wait in [1, 10_000, 100_000_000] {
            let end = Instant::now() + wait * MS;
            while Instant::now() < end {
                thread::yield_now();
            }
        }
    });
    assert!(report.is_verified(), "{report}");
}

/// A loop that looks at a clock and does not go by it waits as others do.
#[test]
fn a_clock_that_changes_nothing() {
    let waits = |sets: bool| {
        move || {
            let flag = Arc::new(AtomicUsize::new(0));
            let theirs = flag.clone();
            thread::spawn(move || theirs.store(usize::from(sets), SeqCst));
            while flag.load(SeqCst) == 0 {
                let _ = Instant::now();
            }
        }
    };
    for algorithm in Algorithm::TRACES {
        let checker = || Checker::new().model(Model::Sc).algorithm(algorithm);
        let report = checker().check(waits(true));
        assert!(report.is_verified(), "{algorithm}: {report}");
        let report = checker().check(waits(false));
        let kind = report.finding().map(|finding| finding.kind);
        assert_eq!(kind, Some(FindingKind::Livelock), "{algorithm}: {report}");
    }
}

/// Something happens again and again as time passes: that does not end, and is no bug.
#[test]
fn a_loop_that_counts_time_is_not_exhausted() {
    let report = Checker::new().model(Model::Sc).max_events(500).check(|| {
        let (flag, beats) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let mut last = Instant::now();
        while flag.load(SeqCst) == 0 {
            if last.elapsed() > 10 * MS {
                last = Instant::now();
                beats.fetch_add(1, SeqCst);
            }
        }
    });
    let limit = Verdict::NotExhausted(Limit::Events);
    assert_eq!(*report.verdict(), limit, "{report}");
}

#[test]
fn instants_are_like_those_of_std() {
    mazurka::check(|| {
        let now = Instant::now();
        let mut then = now + 3 * MS;
        then += MS;
        assert_eq!(then - now, 4 * MS);
        assert_eq!(now - then, Duration::ZERO);
        assert_eq!(now.checked_duration_since(then), None);
        assert_eq!(then.saturating_duration_since(now), 4 * MS);
        then -= 4 * MS;
        assert_eq!(then, now);
        assert!(now - Duration::from_secs(3_600) < now);
        assert_eq!(now.checked_add(Duration::MAX), None);
        assert_eq!(now.checked_sub(Duration::MAX), None);
        assert_eq!(now.elapsed(), Duration::ZERO);
        thread::sleep(2 * MS);
        assert_eq!(now.elapsed(), 2 * MS);
    });
}

#[test]
fn conditions_look_at_no_clock() {
    let report = Checker::new().check(|| {
        let end = Instant::now() + MS;
        mazurka::await_until(move || Instant::now() > end);
    });
    let is_error = matches!(report.verdict(), Verdict::Error(why) if why.contains("clock"));
    assert!(is_error, "{report}");
}
