//! Programs under several memory models: what is possible under one must be
//! possible under a weaker one; and the traces must be those of Shasha and Snir,
//! as the machine of [`mazurka_testkit::litmus`] says, which shares no code with
//! the store buffers that the interpreter uses.

use mazurka_cycles::program as litmus;
use mazurka_memory::Model;
use mazurka_testkit::generator::{Family, generate_with};
use mazurka_testkit::ir::Program;
use mazurka_testkit::litmus::machine::{self, Machine};
use mazurka_testkit::litmus::random;
use mazurka_testkit::litmus::translate::{process_name, translated};
use mazurka_testkit::oracle::{FinalState, Judgement, judge};
use std::collections::BTreeMap;

fn under(program: &Program, model: Model, bound: Option<u32>) -> Option<Judgement> {
    let program = Program {
        model,
        bound,
        ..program.clone()
    };
    judge(&program, 1000).ok()
}

/// Without room in the buffers, all is as under SC; and a larger buffer, or a
/// weaker model, takes nothing away.
#[test]
fn weaker_models_have_more_final_states() {
    let (mut programs, mut grown) = (0, [0; 4]);
    for seed in 0..300 {
        let program = generate_with(seed, &[Family::Buffer], Some(Model::Tso));
        let judged = [
            (Model::Sc, None),
            (Model::Tso, Some(1)),
            (Model::Tso, Some(2)),
            (Model::Tso, None),
            (Model::Pso, None),
        ];
        let judged = judged.map(|(model, bound)| under(&program, model, bound));
        let [Some(sc), Some(one), Some(two), Some(tso), Some(pso)] = judged else {
            continue;
        };
        programs += 1;
        for model in [Model::Tso, Model::Pso] {
            let none = under(&program, model, Some(0)).expect("as many as under SC");
            assert_eq!(none.executions, sc.executions, "{program}");
            assert!(none.classes.keys().all(|t| sc.classes.contains_key(t)));
        }
        let judged = [sc, one, two, tso, pso];
        let states: Vec<_> = judged.iter().map(Judgement::final_states).collect();
        for (i, pair) in states.windows(2).enumerate() {
            assert!(pair[0].is_subset(&pair[1]), "{i}: {program}");
            grown[i] += usize::from(pair[0] != pair[1]);
        }
    }
    assert!(programs > 150, "{programs}");
    // From SC to TSO, and from TSO to PSO; that a bound matters is rare.
    assert!(grown[0] > 0 && grown[3] > 0, "{grown:?}");
}

/// What the final state is to the machine.
fn registers(program: &litmus::Program, state: &FinalState) -> Vec<Vec<u64>> {
    let of =
        |(thread, count): (usize, usize)| state.registers[&process_name(thread)][..count].to_vec();
    let threads = 0..program.threads.len();
    let counts = threads.map(|thread| (thread, program.registers(thread)));
    counts.map(of).collect()
}

/// The number of traces for each final state is that of the machine.
#[test]
fn traces_are_those_of_shasha_and_snir() {
    let mut compared = 0;
    for seed in 0..500 {
        let mut litmus = random::generate(seed);
        // Our variables start at zero.
        litmus.initial.fill(0);
        let Some(program) = translated(&litmus) else {
            continue;
        };
        let models = machine::Model::BUFFERED.into_iter().zip(Model::BUFFERED);
        let bounds = [None, [Some(1), Some(2), Some(0)][seed as usize % 3]];
        for ((theirs, model), bound) in models.flat_map(|m| bounds.map(|b| (m, b))) {
            let Some(judgement) = under(&program, model, bound) else {
                continue;
            };
            let machine = Machine {
                model: theirs,
                bound: bound.map(|bound| bound as usize),
            };
            let traces = machine::traces(&litmus, machine, 1_000_000).expect("it is small");
            if traces.idle_writes {
                continue;
            }
            let mut counted = BTreeMap::new();
            for class in judgement.classes.values() {
                let registers = registers(&litmus, &class.final_state);
                *counted.entry(registers).or_insert(0_u64) += 1;
            }
            let mut expected = BTreeMap::new();
            for (state, count) in traces.states() {
                *expected.entry(state.registers).or_insert(0_u64) += count;
            }
            assert_eq!(counted, expected, "{machine}:\n{program}");
            compared += 1;
        }
    }
    assert!(compared > 1000, "{compared}");
}
