//! Limits, errors and the order of things: what an exploration says when it
//! does not simply run to its end.

use mazurka_explore::{
    Algorithm, Ended, Error, Limit, Limits, Observer, Statistics, Verdict, explore,
};
use mazurka_program::{
    Access, Edge, Finding, FindingKind, Interrupt, Kind, Names, ObjectId, ObjectName, Operation,
    ProcessId, Program, Status, Step, Touch, Turn,
};
use std::ops::ControlFlow;

/// Two processes that store into one variable a number of times, and may
/// misbehave in one way or another.
struct Writers {
    names: Names,
    processes: [ProcessId; 2],
    variable: ObjectId,
    stores: u32,
    left: [u32; 2],
    value: u64,
    executions: u32,
    /// From this execution on, the second process loads instead of storing.
    changes_at: Option<u32>,
    /// The value after which the program asks to be explored again, once.
    refines_at: Option<u64>,
    /// The value whose store is a bug.
    bug_at: Option<u64>,
    /// How many steps it takes before it is stopped, for good.
    steps_left: Option<u64>,
    /// Whether a step has shown the bug.
    has_shown: bool,
}

impl Writers {
    fn new(stores: u32) -> Writers {
        let mut names = Names::new();
        let processes = [0, 1].map(|nth| names.child(ProcessId::ROOT, nth));
        let variable = names.object(ObjectName {
            creator: None,
            place: 0,
            generation: 0,
            part: 0,
        });
        Writers {
            names,
            processes,
            variable,
            stores,
            left: [0; 2],
            value: 0,
            executions: 0,
            changes_at: None,
            refines_at: None,
            bug_at: None,
            steps_left: None,
            has_shown: false,
        }
    }

    fn number(&self, process: ProcessId) -> usize {
        usize::from(process == self.processes[1])
    }
}

impl Program for Writers {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.left = [self.stores; 2];
        self.value = 0;
        self.executions += 1;
        let spawn = |child| Edge::Spawn {
            parent: None,
            child,
        };
        step.edges.extend(self.processes.map(spawn));
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        let number = self.number(process);
        if self.left[number] == 0 {
            return Status::Finished;
        }
        let changed = number == 1 && self.changes_at.is_some_and(|at| self.executions >= at);
        let kind = if changed { Kind::Load } else { Kind::Store };
        Status::Enabled(Operation::new(kind, self.variable, 0))
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        match &mut self.steps_left {
            Some(0) => return Err(Interrupt::Stopped),
            Some(left) => *left -= 1,
            None => {}
        }
        let process = turn.process;
        let number = self.number(process);
        self.left[number] -= 1;
        let before = self.value;
        self.value = before * 2 + number as u64;
        if self.refines_at.take_if(|at| *at == self.value).is_some() {
            return Err(Interrupt::Refined);
        }
        if self.bug_at == Some(self.value) {
            self.has_shown = true;
            step.findings.push(Finding {
                kind: FindingKind::Panic,
                process: Some(process),
                message: format!("stored {}", self.value),
            });
        }
        step.touches
            .push(Touch::new(self.variable, Access::Write, before, self.value));
        Ok(())
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}

fn verdict(program: &mut Writers, limits: &Limits) -> (Verdict, Statistics) {
    let outcome = explore(Algorithm::Optimal, program, limits, &mut ()).unwrap();
    (outcome.verdict, outcome.statistics)
}

#[test]
fn all_interleavings_of_dependent_writes_are_traces() {
    for algorithm in Algorithm::TRACES {
        let outcome = explore(algorithm, &mut Writers::new(3), &Limits::default(), &mut ());
        let outcome = outcome.unwrap();
        assert_eq!(outcome.verdict, Verdict::Verified, "{algorithm}");
        assert_eq!(outcome.statistics.complete, 20, "{algorithm}");
    }
}

#[test]
fn a_program_that_is_stopped_anywhere_ends_the_exploration() {
    let bounded = [
        Algorithm::Preemptions(u32::MAX),
        Algorithm::Delays(2),
        Algorithm::Random(7),
        Algorithm::Pct { depth: 3, seed: 7 },
    ];
    let limits = Limits {
        max_executions: Some(1_000),
        keep_going: true,
        ..Limits::default()
    };
    for algorithm in Algorithm::TRACES.into_iter().chain(bounded) {
        for steps in 0..60 {
            let mut program = Writers {
                steps_left: Some(steps),
                bug_at: Some(7),
                ..Writers::new(3)
            };
            let mut bugs = Bugs(0);
            let outcome = explore(algorithm, &mut program, &limits, &mut bugs).unwrap();
            let is_right = match outcome.verdict {
                // Also one of the execution that was stopped.
                Verdict::Bug(_) => program.has_shown,
                Verdict::NotExhausted(limit) => bugs.0 == 0 && limit == Limit::Observer,
                _ => false,
            };
            assert!(is_right, "{algorithm}, {steps}: {:?}", outcome.verdict);
        }
    }
}

/// Counts the bugs of executions.
struct Bugs(usize);

impl Observer for Bugs {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        self.0 += ended.findings.len();
        ControlFlow::Continue(())
    }
}

#[test]
fn a_limit_on_executions_is_not_a_verification_unless_nothing_was_left() {
    for algorithm in Algorithm::TRACES {
        for (max, expected) in [
            (5, Verdict::NotExhausted(Limit::Executions)),
            (6, Verdict::Verified),
        ] {
            let limits = Limits {
                max_executions: Some(max),
                ..Limits::default()
            };
            let outcome = explore(algorithm, &mut Writers::new(2), &limits, &mut ()).unwrap();
            assert_eq!(outcome.verdict, expected, "{algorithm}");
            assert_eq!(outcome.statistics.executions(), max, "{algorithm}");
        }
    }
}

#[test]
fn an_observer_can_stop_the_exploration() {
    struct Second;
    impl Observer for Second {
        fn ended(&mut self, _: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
            if statistics.executions() == 2 {
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        }
    }
    let mut program = Writers::new(2);
    let outcome = explore(
        Algorithm::Optimal,
        &mut program,
        &Limits::default(),
        &mut Second,
    )
    .unwrap();
    assert_eq!(outcome.verdict, Verdict::NotExhausted(Limit::Observer));
}

#[test]
fn too_many_events_are_no_bug_and_have_a_schedule() {
    let limits = Limits {
        max_events: 7,
        keep_going: true,
        ..Limits::default()
    };
    let (verdict, _) = verdict(&mut Writers::new(1_000_000), &limits);
    let Verdict::Endless {
        left, bug: None, ..
    } = verdict
    else {
        panic!("{verdict:?}");
    };
    assert_eq!(left.finding.kind, FindingKind::EventLimit);
    assert_eq!(left.schedule.len(), 7);
}

#[test]
fn a_bug_before_too_many_events_is_not_lost() {
    let mut program = Writers::new(1_000_000);
    program.bug_at = Some(0);
    let limits = Limits {
        max_events: 7,
        keep_going: true,
        ..Limits::default()
    };
    let (verdict, _) = verdict(&mut program, &limits);
    let Verdict::Endless {
        bug: Some(bug),
        shown,
        is_told: false,
        ..
    } = verdict
    else {
        panic!("{verdict:?}");
    };
    assert_eq!(bug.finding.message, "stored 0");
    // The program reports it at each step.
    assert!(!shown.is_empty());
    assert!(shown.iter().all(|finding| *finding == bug.finding));
}

#[test]
fn a_finding_ends_the_exploration_unless_it_is_to_go_on() {
    let mut program = Writers::new(2);
    program.bug_at = Some(3);
    let (first, statistics) = verdict(&mut program, &Limits::default());
    assert!(statistics.complete < 6);
    let limits = Limits {
        keep_going: true,
        ..Limits::default()
    };
    let (all, statistics) = verdict(&mut program, &limits);
    assert_eq!(statistics.complete, 6);
    assert_eq!(first, all, "the first finding is the one reported");
    let Verdict::Bug(bug) = all else {
        panic!("{all:?}");
    };
    let second = program.processes[1];
    assert_eq!(bug.schedule.last(), Some(&second.into()));
    assert_eq!(bug.finding.message, "stored 3");
}

#[test]
fn a_program_that_differs_on_replay_is_an_error_that_names_the_step() {
    let mut program = Writers::new(2);
    program.changes_at = Some(4);
    let second = program.processes[1];
    let error = explore(
        Algorithm::Optimal,
        &mut program,
        &Limits::default(),
        &mut (),
    );
    let Err(Error::Diverged {
        process,
        expected,
        found,
        ..
    }) = error
    else {
        panic!("{error:?}");
    };
    assert_eq!(process, second);
    assert_eq!(expected.kind, Kind::Store);
    assert_eq!(found.map(|operation| operation.kind), Some(Kind::Load));
}

#[test]
fn the_first_execution_is_replayed_to_see_whether_the_program_is_deterministic() {
    for algorithm in Algorithm::TRACES {
        // With one store each, no two executions share a step.
        let mut program = Writers::new(1);
        program.changes_at = Some(2);
        let error = explore(algorithm, &mut program, &Limits::default(), &mut ());
        assert!(matches!(error, Err(Error::Diverged { .. })), "{error:?}");
    }
}

#[test]
fn a_refined_program_is_to_be_explored_again() {
    let mut program = Writers::new(2);
    program.refines_at = Some(3);
    assert_eq!(
        verdict(&mut program, &Limits::default()).0,
        Verdict::Refined
    );
    assert_eq!(
        verdict(&mut program, &Limits::default()).0,
        Verdict::Verified
    );
}

#[test]
fn algorithms_are_named() {
    for algorithm in Algorithm::TRACES {
        assert_eq!(algorithm.to_string().parse(), Ok(algorithm));
    }
    let error = "best".parse::<Algorithm>().unwrap_err();
    assert!(error.contains("optimal"), "{error}");
}
