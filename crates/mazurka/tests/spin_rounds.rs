//! Rounds of loops that come to nothing are left out, and nothing else is: the outcomes of
//! programs that wait are those of the same programs with loops that look a few times.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{
    AtomicBool, AtomicUsize,
    Ordering::{Acquire, Relaxed, Release, SeqCst},
};
use mazurka::{Algorithm, Checker, FindingKind, Model, hint, thread};
use std::collections::BTreeSet;
use std::sync::{Arc as StdArc, Mutex as StdMutex};

const MODELS: [Model; 3] = [Model::Sc, Model::Tso, Model::Pso];

/// What an execution comes to: the last thing that it says, if its threads come to an end.
#[derive(Clone, Default)]
struct Outcome(StdArc<StdMutex<Option<u64>>>);

impl Outcome {
    fn is(&self, outcome: u64) {
        *self.0.lock().unwrap() = Some(outcome);
    }
}

/// The outcomes of the executions that a check counts, and how many there are.
fn outcomes(
    checker: Checker,
    program: impl Fn(&Outcome) + Send + Sync + 'static,
) -> (BTreeSet<u64>, u64) {
    let outcome = Outcome::default();
    let last = outcome.clone();
    let all = StdArc::new(StdMutex::new(BTreeSet::new()));
    let seen = all.clone();
    let report = checker
        .max_events(400)
        .on_complete(move || all.lock().unwrap().extend(last.0.lock().unwrap().take()))
        .check(move || program(&outcome));
    assert!(report.is_verified(), "{report}");
    let seen = seen.lock().unwrap().clone();
    (seen, report.statistics().complete)
}

/// A loop: looks until it finds what it waits for, as often as it may, and tells whether it
/// has. The first is noticed to wait, the second counts.
trait Loop: Copy + Send + Sync + 'static {
    fn until(self, look: impl FnMut() -> bool);
}

#[derive(Clone, Copy)]
struct Waits;

impl Loop for Waits {
    #[inline(always)]
    fn until(self, mut look: impl FnMut() -> bool) {
        while !look() {
            hint::spin_loop();
        }
    }
}

/// Looks at most so often; executions in which it needs more are left out.
#[derive(Clone, Copy)]
struct Tries(usize);

impl Loop for Tries {
    fn until(self, mut look: impl FnMut() -> bool) {
        for _ in 0..self.0 {
            if look() {
                return;
            }
        }
        mazurka::assume(false);
    }
}

/// Checks that a program has the same outcomes with both loops, under each model and
/// algorithm, with one worker and with two.
fn same<W, T>(name: &str, waits: W, tries: T) -> BTreeSet<u64>
where
    W: Fn(&Outcome) + Send + Sync + Clone + 'static,
    T: Fn(&Outcome) + Send + Sync + Clone + 'static,
{
    let mut all = BTreeSet::new();
    for model in MODELS {
        let checker = Checker::new().model(model);
        let (expected, tried) = outcomes(checker.clone(), tries.clone());
        let (found, waited) = outcomes(checker.clone(), waits.clone());
        assert_eq!(found, expected, "{name}, {model}");
        assert!(waited <= tried, "{name}, {model}: {waited} and {tried}");
        for algorithm in Algorithm::TRACES {
            let checker = checker.clone().algorithm(algorithm);
            let (found, _) = outcomes(checker, waits.clone());
            assert_eq!(found, expected, "{name}, {model}, {algorithm}");
        }
        let report = {
            let program = waits.clone();
            let outcome = Outcome::default();
            let checker = checker.workers(2).max_events(400);
            checker.check(move || program(&outcome))
        };
        assert!(report.is_verified(), "{name}, {model}: {report}");
        assert_eq!(report.statistics().complete, waited, "{name}, {model}");
        all.extend(found);
    }
    all
}

/// [`same`], for a program over a loop.
macro_rules! same {
    ($name:literal, $tries:literal, |$outcome:ident, $until:ident| $body:block) => {
        same(
            $name,
            |$outcome: &Outcome| {
                let $until = Waits;
                $body
            },
            |$outcome: &Outcome| {
                let $until = Tries($tries);
                $body
            },
        )
    };
}

type Cells = Arc<[AtomicUsize; 4]>;

fn cells() -> (Cells, Cells) {
    let cells: Cells = Arc::new([const { AtomicUsize::new(0) }; 4]);
    (cells.clone(), cells)
}

#[test]
fn what_is_waited_for_is_seen() {
    let seen = same!("publish", 3, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[1].store(5, Relaxed);
            a[0].store(1, Release);
            a[1].store(6, Relaxed);
        });
        until.until(|| b[0].load(Acquire) == 1);
        outcome.is(b[1].load(Relaxed) as u64);
        thread.join().unwrap();
    });
    assert_eq!(seen, BTreeSet::from([5, 6]));
}

#[test]
fn whether_it_has_waited() {
    let seen = same!("waited", 3, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[1].store(1, Relaxed);
            a[0].store(1, SeqCst);
        });
        let mut waited = false;
        until.until(|| {
            let is_set = b[0].load(SeqCst) == 1;
            waited |= !is_set;
            is_set
        });
        outcome.is(u64::from(waited));
        thread.join().unwrap();
    });
    assert_eq!(seen, BTreeSet::from([0, 1]));
}

#[test]
fn the_last_value_that_was_not_waited_for() {
    let seen = same!("last", 4, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[0].store(1, SeqCst);
            a[0].store(2, SeqCst);
            a[0].store(3, SeqCst);
        });
        let mut last = 7;
        until.until(|| {
            let value = b[0].load(SeqCst);
            if value != 3 {
                last = value;
            }
            value == 3
        });
        outcome.is(last as u64);
        thread.join().unwrap();
    });
    assert_eq!(seen, BTreeSet::from([0, 1, 2, 7]));
}

#[test]
fn a_count_up_to_two() {
    let seen = same!("count", 5, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || a[0].store(1, SeqCst));
        let mut count = 0_usize;
        until.until(|| {
            let is_set = b[0].load(SeqCst) == 1;
            if !is_set {
                count = usize::min(count + 1, 2);
            }
            is_set
        });
        // Published afterwards.
        b[1].store(count, Relaxed);
        thread.join().unwrap();
        outcome.is(b[1].load(Relaxed) as u64);
    });
    assert_eq!(seen, BTreeSet::from([0, 1, 2]));
}

#[test]
fn two_values_that_lead_on() {
    let seen = same!("two ways", 3, |outcome, until| {
        let (a, b) = cells();
        let other = a.clone();
        let one = thread::spawn(move || a[0].store(1, Release));
        let two = thread::spawn(move || other[0].store(2, Release));
        let mut found = 0;
        until.until(|| {
            found = b[0].load(Acquire);
            found != 0
        });
        outcome.is((10 * found + b[0].load(Relaxed)) as u64);
        one.join().unwrap();
        two.join().unwrap();
    });
    assert_eq!(seen, BTreeSet::from([11, 12, 21, 22]));
}

#[test]
fn retries_of_an_exchange() {
    // The value goes there and back: an exchange of it succeeds all the same.
    let seen = same!("aba", 6, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[0].store(1, SeqCst);
            a[0].store(0, SeqCst);
        });
        let mut first = 0;
        until.until(|| {
            first = b[0].load(SeqCst);
            let tried = b[0].compare_exchange(first, first + 10, SeqCst, Relaxed);
            tried.is_ok()
        });
        thread.join().unwrap();
        outcome.is((100 * first + b[0].load(SeqCst)) as u64);
    });
    assert_eq!(seen, BTreeSet::from([0, 10, 100]));
}

#[test]
fn a_lock_and_what_it_guards() {
    let seen = same!("lock", 3, |outcome, until| {
        let (a, b) = cells();
        let work = move |cells: &Cells, id: usize| {
            until.until(|| cells[0].swap(1, Acquire) == 0);
            let before = cells[1].load(Relaxed);
            cells[1].store(10 * before + id, Relaxed);
            cells[0].store(0, Release);
        };
        let thread = thread::spawn(move || work(&a, 1));
        work(&b, 2);
        thread.join().unwrap();
        outcome.is(b[1].load(Relaxed) as u64);
    });
    assert_eq!(seen, BTreeSet::from([12, 21]));
}

#[test]
fn a_lock_that_is_taken_twice() {
    let seen = same!("twice", 4, |outcome, until| {
        let (a, b) = cells();
        let work = move |cells: &Cells, id: usize| {
            until.until(|| cells[0].compare_exchange(0, 1, Acquire, Relaxed).is_ok());
            let before = cells[1].load(Relaxed);
            cells[1].store(10 * before + id, Relaxed);
            cells[0].store(0, Release);
        };
        let thread = thread::spawn(move || work(&a, 1));
        for _ in 0..2 {
            work(&b, 2);
        }
        thread.join().unwrap();
        outcome.is(b[1].load(Relaxed) as u64);
    });
    assert_eq!(seen, BTreeSet::from([122, 212, 221]));
}

#[test]
fn a_loop_over_two_cells() {
    let seen = same!("two cells", 4, |outcome, until| {
        let (a, b) = cells();
        let other = a.clone();
        let one = thread::spawn(move || {
            a[2].store(1, Relaxed);
            a[0].store(1, SeqCst);
        });
        let two = thread::spawn(move || {
            other[1].store(1, SeqCst);
            other[2].store(2, SeqCst);
        });
        until.until(|| b[0].load(SeqCst) == 1 && b[1].load(SeqCst) == 1);
        outcome.is(b[2].load(SeqCst) as u64);
        one.join().unwrap();
        two.join().unwrap();
    });
    assert!(seen.contains(&1) && seen.contains(&2), "{seen:?}");
}

#[test]
fn a_cell_that_goes_back() {
    // Who waits for it to be one may come too late, and then waits for the other.
    let seen = same!("back", 4, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[0].store(1, SeqCst);
            a[0].store(0, SeqCst);
            a[1].store(1, SeqCst);
        });
        let mut missed = 0;
        until.until(|| {
            if b[0].load(SeqCst) == 1 {
                return true;
            }
            missed = b[1].load(SeqCst);
            missed == 1
        });
        outcome.is(missed as u64);
        thread.join().unwrap();
    });
    assert_eq!(seen, BTreeSet::from([0, 1]));
}

#[test]
fn two_loops_of_one_thread() {
    let seen = same!("two loops", 3, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[0].store(1, Release);
            until.until(|| a[1].load(Acquire) != 0);
            a[2].store(1, Relaxed);
            a[0].store(2, Release);
        });
        until.until(|| b[0].load(Acquire) >= 1);
        b[1].store(1, Release);
        let early = b[2].load(Relaxed);
        until.until(|| b[0].load(Acquire) == 2);
        outcome.is((10 * early + b[2].load(Relaxed)) as u64);
        thread.join().unwrap();
    });
    assert_eq!(seen, BTreeSet::from([1, 11]));
}

#[test]
fn what_its_own_buffer_holds() {
    // Under TSO and PSO the first thread may look at what it has stored itself.
    same!("own", 4, |outcome, until| {
        let (a, b) = cells();
        let thread = thread::spawn(move || {
            a[0].store(2, Relaxed);
            a[1].store(1, Relaxed);
        });
        b[0].store(1, Relaxed);
        until.until(|| b[0].load(Relaxed) != 1 || b[1].load(Relaxed) == 1);
        outcome.is(b[0].load(Relaxed) as u64);
        thread.join().unwrap();
    });
}

#[test]
fn livelocks() {
    for model in MODELS {
        for algorithm in Algorithm::TRACES {
            for workers in [1, 2] {
                let checker = Checker::new().model(model).algorithm(algorithm);
                let report = checker.workers(workers).max_events(300).check(|| {
                    let (a, b) = cells();
                    thread::spawn(move || {
                        a[0].store(1, SeqCst);
                        a[0].store(2, SeqCst);
                    });
                    // It may come too late.
                    while b[0].load(SeqCst) != 1 {
                        hint::spin_loop();
                    }
                });
                let finding = report.finding().expect("it may come too late");
                assert_eq!(finding.kind, FindingKind::Livelock, "{report}");
                let text = &finding.message;
                assert!(text.contains("in a loop for an atomic to change"), "{text}");
            }
        }
    }
}

/// A cell is no event, so a round that reads one is made: the race shows.
#[test]
fn a_race_in_a_round() {
    struct Shared(AtomicBool, mazurka::cell::UnsafeCell<u64>);
    // SAFETY: that is what is to be found out.
    unsafe impl Sync for Shared {}
    let report = Checker::new().max_events(300).check(|| {
        let shared = Arc::new(Shared(
            AtomicBool::new(false),
            mazurka::cell::UnsafeCell::new(0),
        ));
        let other = shared.clone();
        thread::spawn(move || {
            // SAFETY: there is none.
            other.1.with_mut(|cell| unsafe { *cell = 1 });
            other.0.store(true, Release);
        });
        while !shared.0.load(Acquire) {
            // SAFETY: there is none.
            std::hint::black_box(shared.1.with(|cell| unsafe { *cell }));
        }
    });
    let found = report.finding().map(|finding| finding.kind);
    assert_eq!(found, Some(FindingKind::DataRace), "{report}");
}

/// A value that is written with no event is looked at as it is.
#[test]
fn a_flag_that_is_set_in_place() {
    let report = Checker::new().max_events(300).check(|| {
        for _ in 0..2 {
            let mut flag = Arc::new(AtomicBool::new(false));
            let other = flag.clone();
            let thread = thread::spawn(move || other.store(true, SeqCst));
            while !flag.load(SeqCst) {}
            thread.join().unwrap();
            if let Some(flag) = Arc::get_mut(&mut flag) {
                *flag.get_mut() = false;
                *flag.get_mut() = true;
            }
            while !flag.load(SeqCst) {}
        }
    });
    assert!(report.is_verified(), "{report}");
}
