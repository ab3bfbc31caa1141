//! Choices of data, assumptions, and waiting for a condition.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{
    Algorithm, Checker, FindingKind, Model, Report, Verdict, assume, await_until, choose, thread,
};
use std::collections::BTreeSet;

fn optimal(f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().check(f)
}

/// Checks under every algorithm that a program is right; the number of traces
/// that the optimal one visits.
fn verified(f: impl Fn() + Send + Sync + Clone + 'static) -> u64 {
    for algorithm in Algorithm::TRACES {
        let report = Checker::new().algorithm(algorithm).check(f.clone());
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
    let report = optimal(f);
    assert_eq!(report.statistics().blocked, 0, "{report}");
    report.statistics().complete
}

/// Checks under every algorithm that a program shows a bug of that kind.
fn buggy(kind: FindingKind, f: impl Fn() + Send + Sync + Clone + 'static) -> Report {
    for algorithm in Algorithm::TRACES {
        let report = Checker::new().algorithm(algorithm).check(f.clone());
        let found = report.finding().map(|finding| finding.kind);
        assert_eq!(found, Some(kind), "{algorithm}: {report}");
    }
    optimal(f)
}

fn zeros<const N: usize>() -> Arc<[AtomicUsize; N]> {
    Arc::new([const { AtomicUsize::new(0) }; N])
}

#[test]
fn every_number_is_chosen_once() {
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let (writer, chosen) = (seen.clone(), std::sync::Arc::new(std::sync::Mutex::new(0)));
    let last = chosen.clone();
    let report = Checker::new()
        .model(Model::Sc)
        .on_complete(move || writer.lock().unwrap().push(*last.lock().unwrap()))
        .check(move || *chosen.lock().unwrap() = choose(7));
    assert!(report.is_verified());
    let mut seen = seen.lock().unwrap().clone();
    seen.sort_unstable();
    assert_eq!(seen, [0, 1, 2, 3, 4, 5, 6]);
}

#[test]
fn large_choices_are_made_digit_by_digit() {
    for n in [64, 65, 5000] {
        let seen = std::sync::Arc::new(std::sync::Mutex::new(BTreeSet::new()));
        let writer = seen.clone();
        let report = optimal(move || {
            let chosen = choose(n);
            assert!(chosen < n);
            writer.lock().unwrap().insert(chosen);
        });
        assert_eq!(report.statistics().complete, n as u64, "{report}");
        assert_eq!(seen.lock().unwrap().len(), n);
    }
}

#[test]
fn one_is_no_choice_and_zero_is_a_mistake() {
    assert_eq!(verified(|| assert_eq!(choose(1), 0)), 1);
    let report = buggy(FindingKind::Panic, || _ = choose(0));
    assert!(report.to_string().contains("choose(0)"), "{report}");
}

#[test]
fn choices_of_several_threads_multiply() {
    // Each outcome once, whatever the order of the choices.
    let traces = verified(|| {
        let threads = [2, 3].map(|n| thread::spawn(move || choose(n)));
        let _ = choose(2);
        let _ = threads.map(|thread| thread.join().unwrap());
    });
    assert_eq!(traces, 12);
}

#[test]
fn a_choice_leads_to_different_operations() {
    // Two stores to one location in both orders, or a store and a load in both
    // orders, or only a store.
    let traces = verified(|| {
        let x = zeros::<1>();
        let other = x.clone();
        thread::spawn(move || other[0].store(1, SeqCst));
        match choose(3) {
            0 => x[0].store(2, SeqCst),
            1 => _ = x[0].load(SeqCst),
            _ => {}
        }
    });
    assert_eq!(traces, 5);
}

#[test]
fn a_failure_replays_its_choices() {
    let program = || {
        let (a, b) = (choose(5), choose(4));
        assert_ne!((a, b), (3, 2), "the bad pair");
    };
    let report = buggy(FindingKind::Panic, program);
    let replay = report.replay().expect("it can be replayed");
    assert_eq!(replay, "1/0:3x1,0:2x1");
    let text = report.to_string();
    assert!(text.contains("choose(5) = 3"), "{text}");
    let again = Checker::new().replay(replay).check(program);
    assert!(again.to_string().contains("the bad pair"), "{again}");
    let misfit = Checker::new().replay("1/0:9x1").check(program);
    assert!(misfit.to_string().contains("does not fit"), "{misfit}");
}

#[test]
fn what_is_assumed_holds() {
    let report = optimal(|| {
        let (a, b) = (choose(4), choose(4));
        assume(a < b);
        assert!(b > 0);
    });
    assert!(report.is_verified());
    assert_eq!(report.statistics().complete, 16);
    assert_eq!(report.statistics().discarded, 10);
    assert!(report.summary().contains("(10 discarded)"), "{report}");
}

#[test]
fn nobody_waits_in_vain_for_what_was_discarded() {
    // The child that is discarded holds a mutex, and its parent joins it.
    let report = optimal(|| {
        let mutex = Arc::new(Mutex::new(0));
        let other = mutex.clone();
        let thread = thread::spawn(move || {
            let _guard = other.lock().unwrap();
            assume(choose(2) == 1);
        });
        *mutex.lock().unwrap() += 1;
        thread.join().unwrap();
    });
    assert!(report.is_verified(), "{report}");
    assert!(report.statistics().discarded > 0);
}

#[test]
fn what_nothing_satisfies_is_not_verified() {
    let report = optimal(|| assume(false));
    assert_eq!(*report.verdict(), Verdict::Vacuous);
    assert!(!report.is_verified());
    let text = report.to_string();
    assert!(
        text.contains("no execution satisfies the assumptions"),
        "{text}"
    );
    let panicked = std::panic::catch_unwind(|| Checker::new().run(|| assume(false)));
    assert!(panicked.is_err());
}

#[test]
fn a_bug_before_an_assumption_counts() {
    buggy(FindingKind::Panic, || {
        let x = choose(2);
        assert_eq!(x, 0);
        assume(x == 1);
    });
}

#[test]
fn waiting_for_a_condition_is_one_event() {
    // One trace: the condition can only hold after both stores, which are
    // independent of one another.
    let traces = verified(|| {
        let x = zeros::<2>();
        for i in 0..2 {
            let x = x.clone();
            thread::spawn(move || x[i].store(1, SeqCst));
        }
        await_until(|| x[0].load(SeqCst) + x[1].load(SeqCst) == 2);
    });
    assert_eq!(traces, 1);
}

#[test]
fn a_condition_that_stops_at_the_first_that_holds() {
    // It holds when one of the two stores is made; which of them are made
    // before it goes on is all there is to see.
    let traces = verified(|| {
        let x = zeros::<2>();
        for i in 0..2 {
            let x = x.clone();
            thread::spawn(move || x[i].store(1, SeqCst));
        }
        await_until(|| x[0].load(SeqCst) == 1 || x[1].load(SeqCst) == 1);
    });
    assert_eq!(traces, 3);
    static FLAGS: [AtomicUsize; 2] = [const { AtomicUsize::new(0) }; 2];
    let traces = verified(|| {
        for flag in &FLAGS {
            thread::spawn(|| flag.store(1, SeqCst));
        }
        await_until(|| FLAGS[0].load(SeqCst) == 1 || FLAGS[1].load(SeqCst) == 1);
    });
    assert_eq!(traces, 3);
    let traces = verified(|| {
        let x = [const { AtomicUsize::new(5) }; 2];
        thread::scope(|scope| {
            for x in &x {
                scope.spawn(|| x.store(6, SeqCst));
            }
            await_until(|| x[0].load(SeqCst) == 6 || x[1].load(SeqCst) == 6);
        });
    });
    assert_eq!(traces, 3);
}

#[test]
fn a_condition_that_holds_and_ceases_to() {
    // It is seen to hold before the third store, or never.
    let report = buggy(FindingKind::Deadlock, || {
        let x = zeros::<1>();
        let other = x.clone();
        thread::spawn(move || {
            other[0].store(1, SeqCst);
            other[0].store(2, SeqCst);
        });
        await_until(|| x[0].load(SeqCst) == 1);
    });
    let text = report.to_string();
    assert!(text.contains("until its condition holds"), "{text}");
    assert!(text.contains("tests/choice.rs:"), "{text}");
}

#[test]
fn conditions_see_statics_and_what_lies_on_stacks() {
    static FLAG: AtomicUsize = AtomicUsize::new(0);
    let traces = verified(|| {
        let x = AtomicUsize::new(0);
        thread::scope(|scope| {
            scope.spawn(|| {
                await_until(|| FLAG.load(SeqCst) == 1);
                x.store(1, SeqCst);
            });
            FLAG.store(1, SeqCst);
            await_until(|| x.load(SeqCst) == 1);
        });
    });
    assert_eq!(traces, 1);
}

#[test]
fn a_condition_may_allocate_without_moving_names() {
    let traces = verified(|| {
        let x = zeros::<1>();
        let other = x.clone();
        thread::spawn(move || {
            let y = Arc::new(AtomicUsize::new(0));
            await_until(|| std::hint::black_box(vec![other[0].load(SeqCst); 3]) == [1; 3]);
            let z = Arc::new(AtomicUsize::new(0));
            y.store(1, SeqCst);
            z.store(1, SeqCst);
        });
        let z = Arc::new(AtomicUsize::new(0));
        z.store(1, SeqCst);
        x[0].store(1, SeqCst);
    });
    assert_eq!(traces, 1);
}

#[test]
fn a_condition_that_panics() {
    let report = buggy(FindingKind::Panic, || {
        let x = zeros::<1>();
        let other = x.clone();
        thread::spawn(move || other[0].store(1, SeqCst));
        await_until(|| {
            assert_eq!(x[0].load(SeqCst), 0, "it was changed");
            false
        });
    });
    assert!(report.to_string().contains("it was changed"), "{report}");
}

#[test]
fn a_condition_that_does_more_than_look() {
    type Condition = fn(&AtomicUsize, &Mutex<usize>) -> bool;
    let conditions: [Condition; 5] = [
        |x, _| x.swap(1, SeqCst) == 0,
        |x, _| x.fetch_add(1, SeqCst) == 0,
        |_, mutex| *mutex.lock().unwrap() == 0,
        |x, _| {
            await_until(|| x.load(SeqCst) == 0);
            true
        },
        |_, _| thread::spawn(|| ()).join().is_ok(),
    ];
    for condition in conditions {
        let report = optimal(move || {
            let (x, mutex) = (AtomicUsize::new(0), Mutex::new(0));
            await_until(|| condition(&x, &mutex));
        });
        assert!(matches!(report.verdict(), Verdict::Error(_)), "{report}");
        assert!(report.to_string().contains("await_until"), "{report}");
    }
}

#[test]
fn a_condition_that_changes_its_mind() {
    let report = optimal(|| {
        let asked = std::cell::Cell::new(0);
        await_until(|| {
            asked.set(asked.get() + 1);
            asked.get() % 2 == 1
        });
    });
    assert!(
        report.to_string().contains("the same answer twice"),
        "{report}"
    );
}

#[test]
fn try_lock_sees_whether_the_mutex_is_held() {
    // The try comes before, between or after the other thread's lock and unlock.
    let seen = std::sync::Arc::new(std::sync::Mutex::new(BTreeSet::new()));
    let writer = seen.clone();
    let report = optimal(move || {
        let mutex = Arc::new(Mutex::new(0));
        let other = mutex.clone();
        thread::spawn(move || *other.lock().unwrap() += 1);
        let found = mutex.try_lock().map(|guard| *guard).ok();
        writer.lock().unwrap().insert(found);
    });
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().complete, 3);
    let seen: Vec<_> = seen.lock().unwrap().iter().copied().collect();
    assert_eq!(seen, [None, Some(0), Some(1)]);
}
