//! Tests of the comparison.

use super::*;
use mazurka_program::Edge;

const STORE_BUFFERING: &str = "root 0\n x0 = 1\n r0 = x1\nroot 1\n x1 = 1\n r0 = x0";

/// What the comparison says of visits that differ from one of each trace.
fn judged(algorithm: Algorithm, change: impl FnOnce(&mut Visits, Trace)) -> Result<(), String> {
    let program = STORE_BUFFERING.parse().expect("a program");
    let judgement = judge(&program, 100).expect("a judgement");
    let mut visits = Visits::default();
    for trace in judgement.classes.keys() {
        visits.complete.insert(trace.clone(), 1);
    }
    let some = judgement.classes.keys().next().expect("a trace").clone();
    change(&mut visits, some);
    visits.judge(&program, &judgement, algorithm)
}

#[test]
fn a_trace_that_is_missed_or_visited_twice_is_a_disagreement() {
    for algorithm in [Algorithm::Classic, Algorithm::Source, Algorithm::Optimal] {
        assert_eq!(judged(algorithm, |_, _| ()), Ok(()));
        let missed = judged(algorithm, |visits, some| {
            visits.complete.remove(&some);
        });
        let missed = missed.expect_err("a trace is missing");
        assert!(missed.contains("visited 0 times instead of 1, of 3 traces"));
        assert!(
            missed.contains("0.0: Store x1 1 (x1: Write, 0 -> 1)"),
            "{missed}"
        );
        let twice = judged(algorithm, |visits, some| {
            visits.complete.insert(some, 2);
        });
        assert!(twice.is_err());
    }
}

#[test]
fn exhaustive_must_visit_every_execution() {
    assert!(judged(Algorithm::Exhaustive, |_, _| ()).is_err());
}

#[test]
fn only_those_without_trees_above_may_be_blocked() {
    for algorithm in Algorithm::TRACES {
        let result = judged(algorithm, |visits, _| visits.blocked = 1);
        let may = matches!(
            algorithm,
            Algorithm::Classic | Algorithm::Source | Algorithm::Hybrid
        );
        assert_eq!(result.is_ok(), may, "{algorithm}");
    }
}

#[test]
fn statistics_must_be_those_of_the_executions_seen() {
    let visits = Visits {
        blocked: 2,
        ..Visits::default()
    };
    let mut statistics = Statistics {
        blocked: 2,
        ..Statistics::default()
    };
    assert_eq!(visits.judge_statistics(&statistics), Ok(()));
    statistics.complete = 1;
    assert!(visits.judge_statistics(&statistics).is_err());
}

/// What the comparison says of an explorer's trace of one execution of
/// `x0 = 1` beside `r0 = x1`, with these edges after the first event, and
/// this value loaded by the second.
fn judged_events(edges: &[Edge], loaded: u64) -> Result<(), String> {
    let program = "root 0\n x0 = 1\nroot 1\n r0 = x1"
        .parse()
        .expect("a program");
    let mut interpreter = Interpreter::new(&program);
    let mut execution = Execution::start(&mut interpreter);
    let mut step = Step::default();
    let mut trace = mazurka_explore::Trace::new();
    let processes = [ProcessId(0), ProcessId(1)];
    let spawn = |child| Edge::Spawn {
        parent: None,
        child,
    };
    trace.begin(&processes.map(spawn));
    for (process, edges) in [(processes[0], edges), (processes[1], &[])] {
        execution.step(&mut interpreter, process.into(), &mut step);
        let event = execution.events().last().expect("an event");
        let mut touches = event.touches.clone();
        if process == processes[1] {
            touches[0].before = loaded;
        }
        trace.push(event.turn, event.operation, 1, &touches, edges);
    }
    let ended = Ended {
        is_discarded: false,
        is_left: false,
        kind: EndedKind::Complete,
        schedule: None,
        trace: &trace,
        fresh: 0,
        findings: &[],
        names: interpreter.names(),
    };
    same_events(&ended, &execution, &mut Stores::default())
}

#[test]
fn a_trace_with_other_touches_or_another_order_is_a_disagreement() {
    assert_eq!(judged_events(&[], 0), Ok(()));
    let touch = judged_events(&[], 1).expect_err("another touch");
    assert!(touch.starts_with("event 1 is"), "{touch}");
    let join = Edge::Join {
        process: ProcessId(1),
        target: ProcessId(0),
    };
    let order = judged_events(&[join], 0).expect_err("another order");
    assert_eq!(order, "happens-before of 0 and 1 is not false in");
}
