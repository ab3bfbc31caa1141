//! The judge of TSO and PSO, judged: counts found by hand, and the traces that
//! the axioms allow.

use mazurka_cycles::cycles::corpus;
use mazurka_cycles::program::{Order, Program, Statement, Value};
use mazurka_testkit::litmus::machine::{Ends, Machine, Model, Trace, Write, ends, traces};
use mazurka_testkit::litmus::random::{generate, generate_grace};
use mazurka_testkit::litmus::{axiomatic, random};
use std::collections::BTreeSet;

const MAX_STATES: usize = 1_000_000;

/// Locations and registers of the programs below.
const X: usize = 0;
const Y: usize = 1;
const R: usize = 0;
const S: usize = 1;

fn store(location: usize, value: u64) -> Statement {
    Statement::store(location, value)
}

fn load(register: usize, location: usize) -> Statement {
    Statement::load(register, location)
}

/// Checks the number of traces under SC, TSO and PSO, and that the axioms allow
/// the same traces.
fn check(threads: Vec<Vec<Statement>>, counts: [usize; 3]) {
    let program = Program::new("by hand", 2, threads);
    for (model, count) in Model::BUFFERED.into_iter().zip(counts) {
        let found = traces(&program, model.into(), MAX_STATES).expect("it is small");
        assert_eq!(found.traces.len(), count, "{model}: {program:?}");
        let allowed = axiomatic::traces(&program, model, 1_000_000).expect("it is small");
        assert_eq!(found.traces, allowed, "{model}: {program:?}");
    }
}

#[test]
fn store_buffering() {
    let threads = |fence: &[Statement]| {
        vec![
            [&[store(X, 1)], fence, &[load(R, Y)]].concat(),
            [&[store(Y, 1)], fence, &[load(R, X)]].concat(),
        ]
    };
    check(threads(&[]), [3, 4, 4]);
    check(threads(&[Statement::Fence]), [3, 3, 3]);
    check(threads(&[Statement::StoreBarrier]), [3, 4, 4]);
}

#[test]
fn store_buffering_with_forwarding() {
    let thread = |own, other| vec![store(own, 1), load(R, own), load(S, other)];
    // The loads of the own location always read the own store.
    check(vec![thread(X, Y), thread(Y, X)], [3, 4, 4]);
}

#[test]
fn message_passing() {
    let reader = vec![load(R, Y), load(S, X)];
    let writer = |between: &[Statement]| [&[store(X, 1)], between, &[store(Y, 1)]].concat();
    check(vec![writer(&[]), reader.clone()], [3, 3, 4]);
    check(
        vec![writer(&[Statement::StoreBarrier]), reader.clone()],
        [3, 3, 3],
    );
    check(vec![writer(&[Statement::Fence]), reader.clone()], [3, 3, 3]);
    let release = Statement::Store {
        order: Order::Release,
        location: Y,
        value: Value::Constant(1),
    };
    check(vec![vec![store(X, 1), release], reader], [3, 3, 3]);
}

#[test]
fn message_passing_with_a_branch() {
    // Relaxed Figure 2: the reader looks at the data only behind the flag. The
    // flag is seen or not; if it is, the data are there, or under PSO not.
    let look = Statement::If {
        register: R,
        equals: 1,
        then: vec![load(S, X)],
        otherwise: vec![],
    };
    let reader = vec![load(R, Y), look];
    let writer = vec![store(X, 1), store(Y, 1)];
    check(vec![writer, reader], [2, 2, 3]);
}

#[test]
fn coherence() {
    // The reads of one location by one thread see its writes in order: 0, 1 or
    // 2 for the first, and not less for the second.
    check(
        vec![vec![store(X, 1), store(X, 2)], vec![load(R, X), load(S, X)]],
        [6, 6, 6],
    );
    // Two writes to one location and no reads: the order of the two.
    check(vec![vec![store(X, 1)], vec![store(X, 2)]], [2, 2, 2]);
    // A store and the load after it: the other store before, between, after.
    // From the buffer, "between" can also not be seen by the load.
    check(
        vec![vec![store(X, 1), load(R, X)], vec![store(X, 2)]],
        [3, 3, 3],
    );
}

#[test]
fn atomic_operations() {
    let exchange = |value| Statement::Exchange {
        register: R,
        location: X,
        value: Value::Constant(value),
    };
    check(vec![vec![exchange(1)], vec![exchange(2)]], [2, 2, 2]);
    let add = Statement::FetchAdd {
        register: R,
        location: X,
        addend: 1,
    };
    check(vec![vec![add.clone(); 2], vec![add; 1]], [3, 3, 3]);
    // Both expect zero: the first of them succeeds.
    let compare = |new| Statement::CompareExchange {
        register: R,
        location: X,
        expected: 0,
        new,
    };
    check(vec![vec![compare(1)], vec![compare(2)]], [2, 2, 2]);
    // Store buffering with exchanges for stores, and with one that fails.
    let swapping = |own, other| {
        let swap = Statement::Exchange {
            register: S,
            location: own,
            value: Value::Constant(1),
        };
        vec![swap, load(R, other)]
    };
    check(vec![swapping(X, Y), swapping(Y, X)], [3, 3, 3]);
    let failing = |own, other| {
        let fails = Statement::CompareExchange {
            register: S,
            location: own,
            expected: 7,
            new: 8,
        };
        vec![store(own, 1), fails, load(R, other)]
    };
    check(vec![failing(X, Y), failing(Y, X)], [3, 3, 3]);
}

#[test]
fn a_sequentially_consistent_store_waits_for_the_earlier_ones() {
    let strong = Statement::Store {
        order: Order::SeqCst,
        location: Y,
        value: Value::Constant(1),
    };
    check(
        vec![
            vec![store(X, 1), strong, load(R, X)],
            vec![load(R, Y), load(S, X)],
        ],
        [3, 3, 3],
    );
}

/// fib_bench with two rounds: `x += y` twice beside `y += x` twice, as loads and
/// stores; here for the order of loads and stores only.
#[test]
fn fib_bench_of_two() {
    let round = |own, other| vec![load(R, other), load(S, own), store(own, 1)];
    let thread = |own, other| [round(own, other), round(own, other)].concat();
    let program = Program::new("fib", 2, vec![thread(X, Y), thread(Y, X)]);
    for model in Model::BUFFERED {
        let found = traces(&program, model.into(), MAX_STATES).expect("it is small");
        let allowed = axiomatic::traces(&program, model, 1_000_000).expect("it is small");
        assert_eq!(found.traces, allowed, "{model}");
    }
}

/// A loop waits for what another thread may or may not store, or looks at its own
/// store.
#[test]
fn loops_that_wait() {
    let until = |location, equals| Statement::Until {
        ends: vec![(R, equals)],
        body: vec![load(R, location)],
    };
    let branch = Statement::If {
        register: R,
        equals: 0,
        then: vec![store(Y, 1)],
        otherwise: vec![],
    };
    let cases = [
        (vec![vec![until(X, 1)], vec![store(X, 1)]], 1, false),
        (vec![vec![until(X, 2)], vec![store(X, 1)]], 0, true),
        (vec![vec![store(X, 2), until(X, 2)], vec![]], 1, false),
        // The other store may come first, or last, or between: then it hides the
        // own one.
        (
            vec![vec![store(X, 2), until(X, 2)], vec![store(X, 1)]],
            2,
            true,
        ),
        (
            vec![vec![load(R, X), branch, until(Y, 1)], vec![store(X, 1)]],
            1,
            true,
        ),
    ];
    for (threads, states, stuck) in cases {
        let program = Program::new("by hand", 2, threads);
        for model in [Model::Tso, Model::Pso] {
            let ends = ends(&program, model.into(), MAX_STATES).expect("it is small");
            let found = (ends.states.len(), ends.stuck);
            assert_eq!(found, (states, stuck), "{model}: {program:?}");
        }
    }
}

/// The verdicts of the tests from critical cycles, by the machine.
#[test]
fn critical_cycles() {
    for test in corpus() {
        let allowed = |model: Model| {
            let ends = ends(&test.program, model.into(), MAX_STATES);
            let states = ends.expect("it is small").states;
            test.program.condition.holds(&states)
        };
        assert_eq!(Model::BUFFERED.map(allowed), test.verdict, "{}", test.text);
    }
}

/// How many programs the machine and the axioms are compared on, and how many
/// candidates the axioms may look at for each.
const SEEDS: u64 = 1000;
const GRACE_SEEDS: u64 = 1000;
const MAX_CANDIDATES: usize = 3_000;

/// The machine against the axioms on random programs.
#[test]
fn the_machine_and_the_axioms_agree() {
    let (mut compared, mut relaxed) = (0, 0);
    for seed in 0..SEEDS {
        let program = generate(seed);
        let mut counts = BTreeSet::new();
        for model in Model::BUFFERED {
            let Some(allowed) = axiomatic::traces(&program, model, MAX_CANDIDATES) else {
                continue;
            };
            let found = traces(&program, model.into(), MAX_STATES).expect("it is small");
            compared += 1;
            counts.insert(allowed.len());
            if found.traces != allowed {
                let differ = |smaller: &Program| {
                    let allowed = axiomatic::traces(smaller, model, MAX_CANDIDATES);
                    let found = traces(smaller, model.into(), MAX_STATES);
                    allowed != found.map(|found| found.traces)
                };
                let program = random::shrink(&program, differ);
                panic!("seed {seed}, {model}: they differ on {program:#?}");
            }
            let states = found.traces.into_values().collect();
            let stuck = false;
            let ends = ends(&program, model.into(), MAX_STATES);
            assert_eq!(ends, Some(Ends { states, stuck }), "seed {seed}, {model}");
        }
        relaxed += usize::from(counts.len() > 1);
    }
    println!("{compared} programs and models, {relaxed} programs that tell models apart");
    assert!(compared > 1500, "{compared}");
    assert!(relaxed > 200, "{relaxed}");
}

/// What a trace says of memory only.
fn of_memory(trace: &Trace) -> (&[Vec<Option<Write>>], &[Vec<Write>]) {
    (&trace.reads, &trace.coherence)
}

/// The machine, in which grace periods wait, against the axiom of the kernel's memory
/// model, which knows of circles only.
#[test]
fn grace_periods_that_wait_and_the_axiom_agree() {
    let (mut compared, mut forbidding) = (0, 0_u64);
    for seed in 0..GRACE_SEEDS {
        let program = generate_grace(seed);
        for model in Model::BUFFERED {
            let differ = |program: &Program| {
                let allowed = axiomatic::traces(program, model, MAX_CANDIDATES)?;
                let found = traces(program, model.into(), 20_000)?.traces;
                let allowed: BTreeSet<_> = allowed.keys().map(of_memory).collect();
                let found: BTreeSet<_> = found.keys().map(of_memory).collect();
                Some(allowed != found)
            };
            let Some(is_different) = differ(&program) else {
                continue;
            };
            if is_different {
                let program = random::shrink(&program, |p| differ(p) == Some(true));
                panic!("seed {seed}, {model}: they differ on {program:#?}");
            }
            compared += 1;
            let unsynchronised = without_grace(&program);
            let all = axiomatic::traces(&unsynchronised, model, MAX_CANDIDATES);
            let some = axiomatic::traces(&program, model, MAX_CANDIDATES);
            forbidding += u64::from(all.map(|t| t.len()) != some.map(|t| t.len()));
        }
    }
    println!("{compared} programs and models, {forbidding} where grace periods forbid something");
    assert!(compared > 2 * GRACE_SEEDS, "{compared}");
    assert!(forbidding > GRACE_SEEDS / 5, "{forbidding}");
}

/// The program with fences in place of grace periods.
fn without_grace(program: &Program) -> Program {
    fn replace(block: &mut [Statement]) {
        for statement in block {
            if let Statement::GracePeriod { .. } = statement {
                *statement = Statement::Fence;
            }
            for inner in statement.blocks_mut() {
                replace(inner);
            }
        }
    }
    let mut program = program.clone();
    for thread in &mut program.threads {
        replace(thread);
    }
    program
}

/// Counts found by hand. A section and a grace period: which begins first.
#[test]
fn sections_and_grace_periods() {
    let begin = Statement::SectionBegin {
        domain: 0,
        index: 0,
    };
    let end = Statement::SectionEnd {
        domain: 0,
        index: 0,
    };
    let grace = Statement::GracePeriod { domain: 0 };
    let counts = |threads: Vec<Vec<Statement>>| {
        let program = Program::new("by hand", 2, threads);
        Model::BUFFERED.map(|model| {
            let found = traces(&program, model.into(), MAX_STATES).expect("it is small");
            (found.traces.len(), found.stuck)
        })
    };
    let section = vec![begin.clone(), end.clone()];
    assert_eq!(
        counts(vec![section.clone(), vec![grace.clone()]]),
        [(2, false); 3]
    );
    let two = vec![section.clone(), section.clone(), vec![grace.clone()]];
    assert_eq!(counts(two), [(4, false); 3]);
    let nested = [&section[..1], &section[..], &section[1..]].concat();
    assert_eq!(counts(vec![nested, vec![grace.clone()]]), [(2, false); 3]);
    let within = vec![begin.clone(), grace.clone(), end.clone()];
    assert_eq!(counts(vec![within]), [(0, true); 3]);
    // Of the three results that the reads can have without the section, two have one order
    // of the beginnings, and one, where the second store is not seen, has both.
    let reader = vec![begin, load(R, X), load(S, Y), end];
    let writer = vec![store(X, 1), grace, store(Y, 1)];
    assert_eq!(counts(vec![reader, writer]), [(4, false); 3]);
}

/// Buffers of size zero are no buffers, larger ones allow more, and those as
/// large as the program needs allow all.
#[test]
fn bounds_lie_between_sc_and_the_model() {
    let mut between = 0;
    for seed in 4000..4250 {
        let program = generate(seed);
        let all = |machine| traces(&program, machine, 5_000).map(|found| found.traces);
        let Some(sc) = all(Model::Sc.into()) else {
            continue;
        };
        for model in [Model::Tso, Model::Pso] {
            let bounded = |bound| {
                let bound = Some(bound);
                all(Machine { model, bound })
            };
            let Some(full) = all(model.into()) else {
                continue;
            };
            assert_eq!(bounded(0).as_ref(), Some(&sc), "seed {seed}, {model}");
            let mut smaller = sc.clone();
            for bound in 1..=3 {
                let larger = bounded(bound).expect("fewer than without a bound");
                let grows = smaller.keys().all(|trace| larger.contains_key(trace));
                assert!(grows, "seed {seed}, {model}, bound {bound}");
                between += usize::from(sc.len() < larger.len() && larger.len() < full.len());
                smaller = larger;
            }
            let grows = smaller.keys().all(|trace| full.contains_key(trace));
            assert!(grows, "seed {seed}, {model}");
            assert_eq!(bounded(20), Some(full), "seed {seed}, {model}");
        }
    }
    assert!(between > 10, "bounds matter in only {between} cases");
}
