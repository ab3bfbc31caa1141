//! Tests of the interpreter.

use super::*;
use crate::execution::enabled;
use crate::generator::generate;
use crate::random::Random;
use mazurka_program::Kind;

/// Starts `text` and runs the processes named, one step each; then gives
/// the edges and findings of the last step.
fn run<R>(text: &str, schedule: &[&str], then: impl FnOnce(&mut Interpreter<'_>, Step) -> R) -> R {
    let program: ir::Program = text.parse().expect("a program");
    let mut interpreter = Interpreter::new(&program);
    let mut step = Step::default();
    interpreter.start(&mut step).expect("it starts");
    for name in schedule {
        let process = interpreter.names.parse_process(name).expect("a name");
        step.clear();
        interpreter
            .step(process.into(), &mut step)
            .expect("it steps");
    }
    then(&mut interpreter, step)
}

fn accesses(step: &Step) -> Vec<Access> {
    step.touches.iter().map(|touch| touch.access).collect()
}

#[test]
fn a_joiner_goes_on_inside_the_step_that_finishes_its_target() {
    let text = "root 0\n spawn 1\n join 1\n spawn 2\n join 2\n x1 = 1\nbody 1\n x0 = 1\nbody 2\n";
    run(text, &["0.0"], |interpreter, step| {
        let p = |name| interpreter.names.parse_process(name).expect("a name");
        let (main, first, second) = {
            let mut p = p;
            (p("0"), p("0.0"), p("0.1"))
        };
        let edges = [
            Edge::Join {
                process: main,
                target: first,
            },
            Edge::Spawn {
                parent: Some(main),
                child: second,
            },
            Edge::Join {
                process: main,
                target: second,
            },
        ];
        assert_eq!(step.edges, edges);
        assert!(interpreter.status(main).is_enabled());
        assert_eq!(interpreter.status(second), Status::Finished);
    });
}

#[test]
fn locks_block_and_stay_held_when_their_holder_panics() {
    let text = "root 0\n lock m0\n r0 = x0\n assert r0 == 1\n unlock m0\nroot 1\n lock m0\n";
    run(text, &["0", "0"], |interpreter, step| {
        assert_eq!(step.findings.len(), 1);
        assert_eq!(step.findings[0].kind, FindingKind::Panic);
        assert_eq!(step.findings[0].message, "assert r0 == 1: it was 0");
        assert_eq!(interpreter.status(ProcessId::ROOT), Status::Finished);
        let other = interpreter.names.parse_process("0.0").expect("a name");
        assert!(matches!(interpreter.status(other), Status::Blocked(_)));
    });
}

#[test]
fn an_unlock_by_another_process_is_a_finding_and_changes_nothing() {
    let text = "root 0\n lock m0\nroot 1\n unlock m0\n x0 = 7\n";
    run(text, &["0", "0.0"], |interpreter, step| {
        assert_eq!(step.findings[0].kind, FindingKind::UnlockNotHeld);
        assert_eq!(accesses(&step), [Access::None]);
        let mutex = interpreter.object(Class::Mutex, 0);
        assert_eq!(interpreter.state.process(ProcessId::ROOT).holds, [mutex]);
        assert_eq!(interpreter.state.value(mutex), 1);
        let other = interpreter.names.parse_process("0.0").expect("a name");
        assert!(interpreter.status(other).is_enabled());
    });
}

#[test]
fn what_the_operations_do() {
    let text = "root 0\n x0 = 3\n r0 = x0 += 2\n r1 = cas x0 r0 + 2 9\n r2 = cas x0 5 1\n \
                x0 += 1\n r3 = x0\n";
    run(text, &["0"; 6], |interpreter, step| {
        assert_eq!(accesses(&step), [Access::Read]);
        assert_eq!(interpreter.state.registers(ProcessId::ROOT), &[3, 5, 9, 10]);
        assert_eq!(interpreter.state.variables(), [10]);
    });
    let accesses: Vec<Access> = (1..=6)
        .flat_map(|n| run(text, &vec!["0"; n], |_, step| accesses(&step)))
        .collect();
    use Access::{Add, Read, Write};
    assert_eq!(accesses, [Write, Write, Write, Read, Add, Read]);
}

#[test]
fn a_store_is_seen_by_its_process_first_and_by_others_after_its_flush() {
    let text = "model tso\nroot 0\n x0 = 1\n r0 = x0\nroot 1\n r0 = x0\n r1 = x0\n";
    for (schedule, seen) in [
        (["0", "0.0", "0~0", "0.0"], [1, 0, 1]),
        (["0.0", "0~0", "0", "0.0"], [1, 0, 1]),
        (["0~0", "0.0", "0.0", "0"], [1, 1, 1]),
    ] {
        run(text, &schedule, |interpreter, _| {
            let other = interpreter.names.parse_process("0.0").expect("a name");
            let [own, _, _, _] = interpreter.state.registers(ProcessId::ROOT);
            let [first, second, _, _] = interpreter.state.registers(other);
            assert_eq!([*own, *first, *second], seen, "{schedule:?}");
        });
    }
    for schedule in [&["0"][..], &["0~0", "0"]] {
        let accesses = run(text, schedule, |_, step| accesses(&step));
        assert_eq!(accesses, [Access::Own], "the same, from the buffer or not");
    }
}

/// The statuses of some processes after a schedule.
fn statuses(text: &str, schedule: &[&str], of: &[&str]) -> Vec<String> {
    run(text, schedule, |interpreter, _| {
        let mut status = |name: &&str| {
            let process = interpreter.names.parse_process(name).expect("a name");
            match interpreter.status(process) {
                Status::Enabled(operation) => interpreter.describe(&operation),
                Status::Blocked(operation) => {
                    format!("blocked: {}", interpreter.describe(&operation))
                }
                other => format!("{other:?}"),
            }
        };
        of.iter().map(&mut status).collect()
    })
}

#[test]
fn whoever_needs_an_empty_buffer_waits_for_the_last_flush() {
    for statement in [
        "fence\n r0 = x1",
        "store-seq-cst x1 1",
        "x1 += 1",
        "r0 = cas x1 1 2",
        "lock m0",
        "unlock m0",
        "await x1 == 0 then x1 = 1",
        "spawn 1\n r0 = x1",
        "join 1\n r0 = x1",
        "",
    ] {
        let text = format!("model pso\nroot 0\n x0 = 1\n x1 = 0\n {statement}\nbody 1\n");
        let of = |schedule: &[&str]| statuses(&text, schedule, &["0"]).remove(0);
        assert_eq!(of(&[]), "Waiting", "{statement}");
        assert_eq!(of(&["0~0"]), "Waiting", "{statement}");
        for schedule in [["0~0", "0~1"], ["0~1", "0~0"]] {
            assert_ne!(of(&schedule), "Waiting", "{statement}");
        }
    }
    for statement in ["r0 = x0", "spin x0 == 1", "await x0 == 1", "r0 = choose 2"] {
        let text = format!("model pso\nroot 0\n x0 = 1\n {statement}\n");
        let status = statuses(&text, &[], &["0"]).remove(0);
        assert!(!status.contains("Waiting"), "{statement}: {status}");
        assert!(!status.contains("blocked"), "{statement}: {status}");
    }
}

#[test]
fn flushes_come_in_the_order_of_their_queue() {
    let stores = "root 0\n x0 = 1\n x1 = 2\n";
    let of = ["0~0", "0~1"];
    let tso = statuses(&format!("model tso\n{stores}"), &[], &of[..1]);
    assert_eq!(tso, ["Flush x0 1"]);
    let pso = statuses(&format!("model pso\n{stores}"), &[], &of);
    assert_eq!(pso, ["Flush x0 1", "Flush x1 2"]);
    for ordered in [
        "root 0\n x0 = 1\n store-release x1 2\n",
        "root 0\n x0 = 1\n store-barrier\n x1 = 2\n",
    ] {
        let text = format!("model pso\n{ordered}");
        assert_eq!(statuses(&text, &[], &of), ["Flush x0 1", "Waiting"]);
        assert_eq!(
            statuses(&text, &["0~0"], &of),
            ["Finished", "Flush x1 2"],
            "{ordered}"
        );
    }
}

#[test]
fn a_full_buffer_makes_its_process_wait() {
    let text = "model tso bound 1\nroot 0\n x0 = 1\n x1 = 2\n r0 = x1\n";
    let of = ["0", "0~0"];
    assert_eq!(statuses(text, &[], &of), ["Waiting", "Flush x0 1"]);
    assert_eq!(statuses(text, &["0~0"], &of), ["Load x1", "Flush x1 2"]);
    let text = text.replace("tso bound 1", "tso bound 0");
    assert_eq!(statuses(&text, &[], &of[..1]), ["Store x0 1"]);
}

/// What spins at its own store has no guard: it looks, and goes no further.
#[test]
fn a_spin_loop_that_saw_its_own_store_is_stalled() {
    let text = "model tso\nroot 0\n x0 = 1\n spin x0 == 2\nroot 1\n r0 = x0 += 2\n \
                r0 = x0 += 2\n";
    let at = |schedule: &[&str]| statuses(text, schedule, &["0"]).remove(0);
    assert_eq!(at(&[]), "Load x0");
    assert_eq!(at(&["0"]), "Stalled");
    assert_eq!(at(&["0", "0.0", "0~0", "0.0"]), "Stalled");
    let text = text.replace("x0 = 1", "r0 = x1");
    let at = |schedule: &[&str]| statuses(&text, schedule, &["0"]).remove(0);
    assert_eq!(at(&["0"]), "blocked: Load x0 until Holds(2)");
    assert_eq!(at(&["0", "0.0"]), "Load x0 until Holds(2)");
    assert_eq!(at(&["0", "0.0", "0.0"]), "blocked: Load x0 until Holds(2)");
}

/// For the processes that are blocked at an opaque operation, the objects
/// that keep them there and their values.
fn kept_blocked(interpreter: &Interpreter<'_>) -> Vec<(ProcessId, Vec<(ObjectId, u64)>)> {
    let mut blocked = Vec::new();
    for process in interpreter.state.processes() {
        if let Status::Blocked(operation) = interpreter.status(process)
            && operation.kind.is_opaque()
        {
            let mut objects = Vec::new();
            interpreter.awaited(process, &mut objects);
            assert!(!objects.is_empty(), "{operation:?} waits for nothing");
            let value = |object| (object, interpreter.state.value(object));
            blocked.push((process, objects.into_iter().map(value).collect()));
        }
    }
    blocked
}

/// What explorers rely on and cannot see: touches tell the truth,
/// and nothing else changes; simple operations do what their kind says; and
/// what is blocked stays so until one of the objects it awaits changes.
#[test]
fn the_contract_of_the_seam_is_kept() {
    let mut opaque_steps = 0;
    for seed in 0..4000 {
        let program = generate(seed);
        let mut interpreter = Interpreter::new(&program);
        let mut random = Random::new(seed);
        let mut step = Step::default();
        interpreter.start(&mut step).expect("it starts");
        while let Some(turn) = pick(&enabled(&interpreter), &mut random) {
            let operation = interpreter.status(turn.process).operation();
            let operation = operation.expect("it is enabled");
            let mut values = interpreter.state.values.clone();
            let blocked = kept_blocked(&interpreter);
            step.clear();
            interpreter.step(turn, &mut step).expect("it steps");
            for touch in &step.touches {
                let value = &mut values[touch.object.index()];
                assert_eq!((touch.before, touch.apply(*value)), (*value, touch.after));
                *value = touch.after;
            }
            assert_eq!(values, interpreter.state.values, "{operation:?}");
            let kind = operation.kind;
            opaque_steps += usize::from(kind.is_opaque());
            if !kind.is_opaque() && !kind.is_fixed() {
                let [touch] = step.touches[..] else {
                    panic!("{kind:?} touches one object")
                };
                assert_eq!(touch.object, operation.object);
                let not_held = kind == Kind::UnlockShared && touch.access == Access::None;
                let own = kind == Kind::Load && touch.access == Access::Own;
                let foretold = operation.access_at(touch.before) == Some(touch.access);
                assert!(not_held || own || foretold);
                let stored = own || kind == Kind::Flush;
                assert_eq!(touch.store, operation.store.filter(|_| stored));
            }
            for (process, awaited) in blocked {
                let same =
                    |(object, value): &(ObjectId, u64)| interpreter.state.value(*object) == *value;
                if awaited.iter().all(same) {
                    assert!(!interpreter.status(process).is_enabled(), "{program}");
                }
            }
        }
    }
    assert!(opaque_steps > 1000, "{opaque_steps}");
}

fn pick(turns: &[Turn], random: &mut Random) -> Option<Turn> {
    (!turns.is_empty()).then(|| turns[random.below(turns.len())])
}
