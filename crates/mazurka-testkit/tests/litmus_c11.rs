//! Litmus tests of C under its own memory models: known verdicts, and the front end with its
//! explorer against all candidates that the axioms allow.

use mazurka_cycles::c11::{CORPUS, Program, SHAPES, Verdict};
use mazurka_litmus::{Model, Occurrence, Options, check, parse};
use mazurka_testkit::graphs::generate::{Kind, generate as generate_graph};
use mazurka_testkit::litmus::c11_compare::{generate, judge, variants};
use mazurka_testkit::litmus::from_graphs::judge as judge_graph;

#[test]
fn the_corpus_has_its_verdicts() {
    let mut wrong = Vec::new();
    for case in CORPUS {
        let program = Program::parse(case.name, case.threads);
        let text = program.print(&format!("exists ({})", case.ends));
        let test = parse(&text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
        let options = Options {
            model: Model::Rc11,
            ..Options::default()
        };
        let report = check(&test, &options, &mut ());
        let report = report.unwrap_or_else(|error| panic!("{}: {error:?}", case.name));
        let is_there = report.condition != Some(Occurrence::Never);
        if is_there != (case.rc11 == Verdict::Allowed) {
            wrong.push(format!("{}: {:?}", case.name, report.condition));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

fn judge_all(programs: impl Iterator<Item = Program>) -> u64 {
    let judged = programs.map(|program| judge(&program).unwrap_or_else(|wrong| panic!("{wrong}")));
    judged.sum()
}

#[test]
fn random_programs_have_the_executions_that_the_axioms_allow() {
    let executions = judge_all((0..600).map(generate));
    assert!(executions > 20_000, "{executions}");
}

#[test]
fn variants_of_shapes_have_the_executions_that_the_axioms_allow() {
    for shape in 0..SHAPES.len() {
        // Of some shapes there are many thousands.
        let step = (variants(shape).count() / 40).max(1) | 1;
        judge_all(variants(shape).step_by(step));
    }
}

/// What is said of a test with a data race.
#[test]
fn a_data_race_is_told_with_its_places() {
    let races = |threads: &[&str], model| {
        let program = Program::parse("t", threads);
        let test = parse(&program.print("exists (x=1)")).expect("a test");
        let options = Options {
            model,
            ..Options::default()
        };
        let report = check(&test, &options, &mut ()).expect("it is explored");
        assert_eq!(report.holds.is_none(), !report.races.is_empty());
        assert_eq!(report.races, report.findings);
        report.races
    };
    let found = races(&["W x na 1; W y rlx 1", "R y acq; R x na"], Model::Rc11);
    assert_eq!(
        found,
        [
            "data race on x: thread 0 writes it at 6:3 and thread 1 reads it at 13:12, and nothing \
          orders the two"
        ]
    );
    for model in [Model::Ra, Model::Rc11] {
        assert_eq!(races(&["W x na 1", "W x rlx 2"], model).len(), 1);
        assert!(races(&["R x na", "R x na; R x rlx"], model).is_empty());
        assert!(races(&["W x na 1; R x na"], model).is_empty());
    }
    // Hardware knows of no races.
    assert!(races(&["W x na 1", "R x na"], Model::Pso).is_empty());
}

#[test]
fn a_flag_that_is_waited_for_orders_and_a_lock_does() {
    let races = |first: &str, second: &str| {
        let text = format!(
            "C t\n{{}}\nP0(int* x, atomic_int* y, mtx_t* l) {{ {first} }}\n\
             P1(int* x, atomic_int* y, mtx_t* l) {{ {second} }}\nexists (1:r0=1)"
        );
        let test = parse(&text).expect("a test");
        let options = Options {
            model: Model::Rc11,
            ..Options::default()
        };
        let report = check(&test, &options, &mut ()).expect("it is explored");
        assert_eq!(report.stopped, None);
        (report.races.len(), report.condition)
    };
    let set = |order: &str| format!("*x = 1; atomic_store_explicit(y, 1, memory_order_{order});");
    let wait = |order: &str| {
        format!("while (atomic_load_explicit(y, memory_order_{order}) == 0); int r0 = *x;")
    };
    assert_eq!(
        races(&set("release"), &wait("acquire")),
        (0, Some(Occurrence::Always))
    );
    assert_eq!(races(&set("relaxed"), &wait("acquire")).0, 1);
    assert_eq!(races(&set("release"), &wait("relaxed")).0, 1);
    let fenced = "while (atomic_load_explicit(y, memory_order_relaxed) == 0);
                  atomic_thread_fence(memory_order_acquire); int r0 = *x;";
    assert_eq!(
        races(&set("release"), fenced),
        (0, Some(Occurrence::Always))
    );
    let locked = "mtx_lock(l); *x = 1; mtx_unlock(l);";
    let reads = "mtx_lock(l); int r0 = *x; mtx_unlock(l);";
    assert_eq!(races(locked, reads), (0, Some(Occurrence::Sometimes)));
    assert_eq!(races(locked, "int r0 = *x;").0, 1);
    // A lock that spins by exchanges.
    let taken = "while (atomic_exchange_explicit(y, 1, memory_order_acquire)); *x = 1;
                 atomic_store_explicit(y, 0, memory_order_release);";
    let takes = "while (atomic_exchange_explicit(y, 1, memory_order_acquire)); int r0 = *x;
                 atomic_store_explicit(y, 0, memory_order_release);";
    assert_eq!(races(taken, takes), (0, Some(Occurrence::Sometimes)));
    let weak = takes.replace("memory_order_acquire", "memory_order_relaxed");
    assert_eq!(races(taken, &weak).0, 1);
}

/// Branches, loops that wait, and locks: programs of the judge of execution graphs.
#[test]
fn programs_of_the_judge_of_graphs_have_its_executions() {
    let mut judged = 0;
    for kind in [Kind::Rmw, Kind::Fence, Kind::Lock, Kind::Await, Kind::Shape] {
        for seed in 0..25 {
            let program = generate_graph(kind, seed);
            for model in [Model::Sc, Model::Ra, Model::Rc11] {
                let found = judge_graph(&program, model, 5_000);
                let found = found.unwrap_or_else(|wrong| panic!("{kind} {seed}: {wrong}"));
                judged += u64::from(found.is_some());
            }
        }
    }
    assert!(judged > 250, "{judged}");
}
