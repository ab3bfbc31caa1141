//! How many executions there are: told at a tenth of an exploration, and from samples, against
//! what there are. All of it is deterministic.

mod machine;

use machine::{Machine, Task};
use mazurka_explore::estimate::{Estimate, Estimator, View};
use mazurka_explore::sample::{Sampler, sample};
use mazurka_explore::{Algorithm, Ended, Limits, Observer, Statistics, explore};
use std::ops::ControlFlow;

/// Keeps the estimate after some executions.
#[derive(Default)]
struct Asking {
    at: u64,
    executions: u64,
    view: View,
    told: Option<Estimate>,
}

impl Observer for Asking {
    fn ended(&mut self, _: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        self.executions = statistics.executions();
        if self.executions == self.at {
            self.told = Estimate::new([&self.view], self.executions);
        }
        ControlFlow::Continue(())
    }

    fn estimator(&mut self) -> Option<Box<Estimator>> {
        Some(Box::default())
    }

    fn estimated(&mut self, view: &View) {
        self.view.clone_from(view);
    }
}

/// Makes a program.
type Build = fn() -> Machine;

/// Mutual exclusion, an array that is searched, readers and writers: `mixed` is less regular than
/// the others.
fn programs() -> [(&'static str, Build); 5] {
    [
        ("readers", || Machine::readers(12)),
        ("lastzero", || Machine::lastzero(10)),
        ("writers", || Machine::writers(3, 4)),
        ("guarded", || Machine::guarded(7)),
        ("mixed", mixed),
    ]
}

fn mixed() -> Machine {
    let write = |object| Task::Write { object, times: 2 };
    let lock = Task::Lock { lock: 3, times: 2 };
    let tasks = vec![
        write(0),
        Task::ReadBoth(0, 1),
        write(1),
        Task::ReadBoth(1, 0),
        Task::Copy { from: 0 },
        lock,
        lock,
    ];
    Machine::new(tasks, 4)
}

fn told(algorithm: Algorithm, program: fn() -> Machine, at: u64) -> Asking {
    let mut asking = Asking {
        at,
        ..Asking::default()
    };
    let limits = Limits::default();
    explore(algorithm, &mut program(), &limits, &mut asking).unwrap();
    asking
}

#[test]
fn a_tenth_tells_how_many_there_are() {
    for algorithm in [Algorithm::Optimal, Algorithm::Source] {
        let (mut near, mut within) = (0, 0);
        for (name, program) in programs() {
            let all = told(algorithm, program, 0).executions;
            let estimate = told(algorithm, program, all / 10).told;
            println!("{name} {algorithm}: {all} executions, {estimate:?}");
            let estimate = estimate.expect("there were enough");
            assert!(estimate.low <= estimate.executions && estimate.executions <= estimate.high);
            near += u32::from((all / 2..=all * 2).contains(&estimate.executions));
            within += u32::from((estimate.low..=estimate.high).contains(&all));
        }
        assert!(near >= 4, "{near} of 5 are within a factor of two");
        assert!(within >= 4, "{within} of 5 intervals hold");
    }
}

#[test]
fn the_estimate_changes_nothing() {
    for (name, program) in programs() {
        let counted = told(Algorithm::Optimal, program, 0).executions;
        let plain = explore(
            Algorithm::Optimal,
            &mut program(),
            &Limits::default(),
            &mut (),
        );
        assert_eq!(plain.unwrap().statistics.executions(), counted, "{name}");
    }
}

#[test]
fn a_few_executions_tell_nothing() {
    let few = told(Algorithm::Optimal, || Machine::readers(2), 3);
    assert_eq!(few.executions, 4);
    assert_eq!(few.told, None);
}

fn sampled(program: fn() -> Machine) -> Option<Estimate> {
    let mut sampler = Sampler::new(1);
    let mut left = 1_500;
    let mut goes_on = || {
        left -= 1;
        left >= 0
    };
    let limits = Limits::default();
    sample(&mut program(), &limits, &mut (), &mut sampler, &mut goes_on).unwrap();
    sampler.estimate()
}

#[test]
fn samples_tell_how_many_there_are() {
    let programs = programs().into_iter();
    // Walks through lastzero are blocked almost always.
    for (name, program) in programs.filter(|(name, _)| *name != "lastzero") {
        let all = told(Algorithm::Optimal, program, 0).executions;
        let estimate = sampled(program);
        println!("{name}: {all} traces, {estimate:?}");
        let estimate = estimate.expect("there were enough walks");
        let near = all * 2 / 3..=all * 3 / 2;
        assert!(near.contains(&estimate.executions), "{name}");
    }
}

#[test]
fn samples_see_what_could_never_be_explored() {
    // 24! / (6!)^4 traces: 2.3 * 10^12.
    let all = 2_308_743_493_056_u64;
    let estimate = sampled(|| Machine::writers(4, 6));
    println!("{estimate:?}");
    let estimate = estimate.expect("there were enough walks");
    assert!((all / 2..=all * 2).contains(&estimate.executions));
}
