//! The bare runtime does what Mazurka does: under the same schedules, every
//! operation of every program sees the same.

mod watched_bare;
mod watched_mazurka;

use super::Bodies;
use super::run::Subject;
use crate::bare::driver::Misfit;
use crate::bare::{Driver, Switches};
use mazurka::measure;
use mazurka::{Checker, Report, Verdict};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::sync::{Mutex, MutexGuard, PoisonError};

/// What the operations of each execution saw, as a hash. In statics, since the
/// memory of an execution's threads is gone with it.
static SEEN: [AtomicU64; EXECUTIONS] = [const { AtomicU64::new(0) }; EXECUTIONS];
static EXECUTION: AtomicUsize = AtomicUsize::new(0);
const EXECUTIONS: usize = 1 << 12;

/// Tells that an execution begins.
fn begin() {
    EXECUTION.fetch_add(1, Relaxed);
}

/// Tells what an operation of the current execution saw.
fn saw(value: usize) {
    let seen = &SEEN[EXECUTION.load(Relaxed)];
    let mixed = seen.load(Relaxed).rotate_left(5) ^ value as u64;
    seen.store(mixed.wrapping_mul(0x9e37_79b9_7f4a_7c15), Relaxed);
}

/// What the executions that `run` begins see, each of them.
fn seen_by(run: impl FnOnce()) -> Vec<u64> {
    EXECUTION.store(0, Relaxed);
    SEEN.iter().for_each(|seen| seen.store(1, Relaxed));
    run();
    let count = EXECUTION.load(Relaxed);
    SEEN[1..=count]
        .iter()
        .map(|seen| seen.load(Relaxed))
        .collect()
}

/// One test at a time may use the statics.
fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The facade of the programs, whose atomics tell what they saw.
macro_rules! watched {
    ($($model:ident)::+) => {
        pub(crate) use $($model)::+::{hint, thread};

        /// As `std::sync`.
        pub(crate) mod sync {
            pub(crate) use $($model)::+::sync::{Arc, Mutex};

            /// As `std::sync::atomic`.
            pub(crate) mod atomic {
                use crate::limit::tests::saw;
                pub(crate) use std::sync::atomic::Ordering;

                #[derive(Default)]
                pub(crate) struct AtomicUsize($($model)::+::sync::atomic::AtomicUsize);

                impl AtomicUsize {
                    pub(crate) fn new(value: usize) -> AtomicUsize {
                        AtomicUsize($($model)::+::sync::atomic::AtomicUsize::new(value))
                    }

                    pub(crate) fn load(&self, ordering: Ordering) -> usize {
                        let value = self.0.load(ordering);
                        saw(value);
                        value
                    }

                    pub(crate) fn store(&self, value: usize, ordering: Ordering) {
                        self.0.store(value, ordering);
                        saw(value);
                    }

                    pub(crate) fn fetch_add(&self, value: usize, ordering: Ordering) -> usize {
                        let before = self.0.fetch_add(value, ordering);
                        saw(before);
                        before
                    }

                    pub(crate) fn fetch_sub(&self, value: usize, ordering: Ordering) -> usize {
                        let before = self.0.fetch_sub(value, ordering);
                        saw(before);
                        before
                    }

                    pub(crate) fn compare_exchange(
                        &self,
                        current: usize,
                        new: usize,
                        success: Ordering,
                        failure: Ordering,
                    ) -> Result<usize, usize> {
                        let result = self.0.compare_exchange(current, new, success, failure);
                        saw(match result {
                            Ok(before) => before,
                            Err(before) => !before,
                        });
                        result
                    }
                }
            }
        }
    };
}
use watched;

fn find(all: &[Bodies], name: &str) -> fn(usize) {
    let mut bodies = all.iter().copied().flatten();
    let found = bodies.find(|(known, _)| *known == name);
    found.unwrap_or_else(|| panic!("there is no {name}")).1
}

fn checker() -> Checker {
    // Programs of which even small sizes have too many executions stop there.
    Checker::new()
        .model(mazurka::Model::Sc)
        .max_executions(EXECUTIONS as u64 / 2)
}

#[track_caller]
fn passed(report: &Report) {
    let verdict = report.verdict();
    let fine = matches!(verdict, Verdict::Verified | Verdict::NotExhausted(_));
    assert!(fine, "{report}");
}

/// Compares what operations see, over all executions of a program, and says in how
/// many of them that differs.
#[track_caller]
fn agree(name: &str, size: usize) -> usize {
    let _alone = alone();
    let on_mazurka = find(&watched_mazurka::ALL, name);
    let on_bare = find(&watched_bare::ALL, name);
    let body = move || {
        begin();
        on_mazurka(size);
    };
    // Explorations may run more executions than there are schedules.
    let (report, schedules) = measure::record(checker(), move || on_mazurka(size));
    passed(&report);
    assert!(schedules.len() > 1, "{name} has one execution only");
    let expected = seen_by(|| {
        measure::rerun(checker(), body, &schedules).expect(name);
    });
    assert_eq!(expected.len(), schedules.len());
    for switches in [Switches::All, Switches::Needed] {
        let mut driver = Driver::new(switches);
        let seen = seen_by(|| {
            for schedule in schedules.iter() {
                let body = move || {
                    begin();
                    on_bare(size);
                };
                assert_eq!(driver.run(body, schedule), Ok(()), "{name}");
            }
        });
        assert!(
            expected == seen,
            "{name}({size}), {switches:?}: an operation saw something else"
        );
    }
    let mut different = expected;
    different.sort_unstable();
    different.dedup();
    different.len()
}

#[test]
fn the_bare_runtime_sees_what_mazurka_sees() {
    for (name, size) in [
        ("lastzero", 5),
        ("writers", 4),
        ("increments", 3),
        ("stack", 3),
        ("queue", 3),
        ("reference", 3),
        ("stores", 3),
        ("prefix", 2),
        ("hammer", 8),
        ("loads", 12),
        ("wakeup_stress", 4),
    ] {
        agree(name, size);
    }
    // The writer comes before, between or after the loads of x.
    assert!(agree("readers", 4) > 4);
}

/// Programs of which a hash of what atomics see says nothing: those with mutexes,
/// and those that spin, where Mazurka may look more than once in a step.
#[test]
fn the_bare_runtime_runs_the_schedules_of_mutexes_and_spin_loops() {
    for (name, size) in [
        ("philosophers", 3),
        ("long", 200),
        ("spinlock", 2),
        ("spinlock", 3),
        ("seqlock", 2),
        ("rcu", 2),
    ] {
        let subject = Subject::new(name, size).unwrap();
        let schedules = subject.record(Some(1_000)).unwrap();
        assert!(schedules.len() > 1, "{subject}");
        subject.time_bare(&schedules, Switches::All).unwrap();
        subject.time_bare(&schedules, Switches::Needed).unwrap();
    }
}

#[test]
fn schedules_that_do_not_fit_are_refused() {
    let subject = Subject::new("readers", 2).unwrap();
    let schedules = subject.record(None).unwrap();
    let body = find(&watched_bare::ALL, "readers");
    let _alone = alone();
    let fits = schedules.iter().next().unwrap().to_vec();
    for switches in [Switches::All, Switches::Needed] {
        let run = |schedule: &[u32]| Driver::new(switches).run(move || body(2), schedule);
        assert_eq!(run(&fits), Ok(()));
        let short = &fits[..fits.len() - 1];
        assert!(matches!(run(short), Err(Misfit::End(_))));
        let long = [&fits[..], &[1]].concat();
        assert_eq!(run(&long), Err(Misfit::Step(fits.len())));
        assert_eq!(run(&[9]), Err(Misfit::Step(0)));
    }
}

/// A driver is as good as new after a schedule that did not fit.
#[test]
fn a_driver_recovers() {
    let subject = Subject::new("writers", 3).unwrap();
    let schedules = subject.record(None).unwrap();
    let body = find(&watched_bare::ALL, "writers");
    let _alone = alone();
    let mut driver = Driver::new(Switches::All);
    for schedule in schedules.iter() {
        assert!(driver.run(move || body(3), &schedule[..1]).is_err());
        assert_eq!(driver.run(move || body(3), schedule), Ok(()));
    }
}

#[test]
fn the_events_of_an_exploration_are_those_of_its_schedules() {
    let subject = Subject::new("readers", 3).unwrap();
    let explored = subject.explore(None).unwrap();
    let schedules = subject.record(None).unwrap();
    assert_eq!(explored.executions, 8);
    assert_eq!(schedules.len(), 8);
    // The first execution is replayed once as a whole.
    assert_eq!(explored.events, schedules.events() as u64 + 7);
    let long = Subject::new("long", 300).unwrap();
    let schedules = long.record(Some(2)).unwrap();
    assert_eq!(schedules.iter().next().unwrap().len(), 300);
}

#[test]
fn the_traces_of_the_programs_are_as_many_as_they_must_be() {
    for (name, size, traces) in [
        ("stores", 4, 70),
        ("prefix", 2, 6),
        ("wakeup_stress", 4, 48),
    ] {
        let subject = Subject::new(name, size).unwrap();
        assert_eq!(
            subject.explore(None).unwrap().executions,
            traces,
            "{subject}"
        );
    }
}
