//! The classic litmus tests have their known verdicts.

use mazurka_litmus::{Algorithm, Model, Occurrence, Options, check, parse};
use std::path::Path;

/// Whether the proposition of a test holds in some execution under SC, TSO and
/// PSO; for `~exists` and `forall` see the end of the list.
const VERDICTS: &[(&str, [bool; 3])] = &[
    ("SB", [false, true, true]),
    ("SB+mfences", [false, false, false]),
    ("SB+mfence+po", [false, true, true]),
    ("SB+xchgs", [false, false, false]),
    ("SB+locks", [false, false, false]),
    ("SB+sfences", [false, true, true]),
    ("SB+rfi-pos", [false, true, true]),
    ("MP", [false, false, true]),
    ("MP+mfence+po", [false, false, false]),
    ("MP+po+mfence", [false, false, true]),
    ("MP+sfence+po", [false, false, false]),
    ("MP+spin", [false, false, true]),
    ("spin-own+SB", [false, true, true]),
    ("LB", [false, false, false]),
    ("S", [false, false, true]),
    ("S+mfence+po", [false, false, false]),
    ("R", [false, true, true]),
    ("R+mfences", [false, false, false]),
    ("R+mfence+po", [false, true, true]),
    ("R+po+mfence", [false, false, true]),
    ("2+2W", [false, false, true]),
    ("2+2W+mfences", [false, false, false]),
    ("2+2W+mfence+po", [false, false, true]),
    ("IRIW", [false, false, false]),
    ("WRC", [false, false, false]),
    ("WWC", [false, false, false]),
    ("RWC", [false, true, true]),
    ("RWC+po+mfence", [false, false, false]),
    ("ISA2", [false, false, true]),
    ("ISA2+mfence+po+po", [false, false, false]),
    ("3.SB", [false, true, true]),
    ("CoRR", [false, false, false]),
    ("CoWW", [false, false, false]),
    ("CoRW1", [false, false, false]),
    ("CoRW2", [false, false, false]),
    ("CoWR", [false, false, false]),
    ("n4", [false, false, false]),
    ("n5", [false, false, false]),
    ("n6", [false, true, true]),
    ("n7", [false, true, true]),
    ("amd3", [false, true, true]),
    ("amd10", [false, false, false]),
    ("iwp2.8.a", [false, false, false]),
    ("inc", [true, true, true]),
    ("lock-cmpxchg", [false, false, false]),
    ("cmpxchg", [true, true, true]),
    ("MP+addr", [false, false, true]),
    ("SB64", [false, true, true]),
    ("SB64-intel", [false, true, true]),
    ("SB64+mfences", [false, false, false]),
    ("SB64+xchgs", [false, false, false]),
    ("MP64", [false, false, true]),
    ("R64", [false, true, true]),
    ("2+2W64", [false, false, true]),
    ("C-SB+rlxs", [false, true, true]),
    ("C-SB+rels", [false, true, true]),
    ("C-SB+scs", [false, false, false]),
    ("C-SB+scfences", [false, false, false]),
    ("C-SB+arfences", [false, true, true]),
    ("C-SB+xchg-rlx", [false, false, false]),
    ("C-SB+failed-cas", [false, false, false]),
    ("C-MP+rlxs", [false, false, true]),
    ("C-MP+rel+acq", [false, false, false]),
    ("C-MP+relfence", [false, false, false]),
    ("C-MP+acqfence", [false, false, true]),
    ("C-LB+rlxs", [false, false, false]),
    ("C-2+2W+rlxs", [false, false, true]),
    ("C-2+2W+rels", [false, false, false]),
    ("C-IRIW+rlxs", [false, false, false]),
    ("C-spin", [false, false, true]),
    ("C-peterson", [false, true, true]),
    ("C-peterson+fence", [false, false, true]),
    ("C-peterson+sc", [false, false, false]),
    ("C-L-SB+mbs", [false, false, false]),
    ("C-L-SB+onces", [false, true, true]),
    ("C-L-SB+store-mb", [false, false, false]),
    ("C-L-MP+onces", [false, false, true]),
    ("C-L-MP+wmb+rmb", [false, false, false]),
    ("C-L-MP+release+acquire", [false, false, false]),
    ("C-L-MP+locks", [false, false, false]),
    ("C-L-MP+pointer", [false, false, false]),
    ("C-L-MP+plain-pointer", [false, false, true]),
    ("C-RCU+sync+read", [false, false, false]),
    ("C-RCU+read-other-way", [false, false, false]),
    ("C-RCU+sync+free", [false, false, false]),
    ("C-RCU+free-no-sync", [true, true, true]),
    ("C-RCU+MP+sync+unlocked", [false, false, false]),
    ("C-RCU+SB+sync+mb", [false, false, false]),
    ("C-RCU+SB+syncs", [false, false, false]),
    ("C-RCU+SB+sync+section", [false, false, false]),
    ("C-RCU+SB+sync+two-sections", [false, false, false]),
    ("C-RCU+SB+sections", [false, true, true]),
    ("C-RCU+SB+sync+unlocked-store", [false, false, false]),
    ("C-RCU+SB+sync+unlocked-load", [false, false, false]),
    ("C-RCU+SB+sync+section-before", [false, true, true]),
    ("C-RCU+SB+sync+section-after", [false, true, true]),
    ("C-RCU+LB+sync", [false, false, false]),
    ("C-RCU+1G+2R", [false, true, true]),
    ("C-RCU+2G+2R", [false, false, false]),
    ("C-RCU+2G-in-a-row+2R", [false, false, false]),
    ("C-RCU+1G+2R+reads", [false, false, false]),
    ("C-RCU+WRC+sync", [false, false, false]),
    ("C-RCU+nested", [false, false, false]),
    ("C-RCU+not-nested", [true, true, true]),
    ("C-RCU+nested+SB", [false, false, false]),
    ("C-RCU+nested+SB-po", [false, false, false]),
    ("C-RCU+R+sync", [false, false, false]),
    ("C-RCU+S+sync", [false, false, false]),
    ("C-RCU+2+2W+sync", [false, false, false]),
    ("C-RCU+2+2W+sections", [false, false, true]),
    ("C-RCU+expedited", [false, false, false]),
    ("C-SRCU+same", [false, false, false]),
    ("C-SRCU+other", [true, true, true]),
    ("C-SRCU+rcu", [true, true, true]),
    ("C-SRCU+overlapping", [true, true, true]),
    ("C-SRCU+nested", [false, false, false]),
    ("C-SRCU+two-domains+1G", [false, true, true]),
    ("C-SRCU+handed-over", [false, false, false]),
];

/// Tests whose condition, `~exists` or `forall`, holds under every model.
const HOLDING: &[&str] = &[
    "lock-inc",
    "lock-xadd",
    "xadd64",
    "C-fetch-add",
    "C-L-locks",
    "C-L-cmpxchg",
    "C-L-add-unless",
];

fn read(name: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/litmus");
    std::fs::read_to_string(folder.join(format!("{name}.litmus"))).unwrap()
}

const REDUCING: [Algorithm; 3] = [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic];

#[test]
fn verdicts() {
    let mut wrong = Vec::new();
    for (name, expected) in VERDICTS {
        let test = parse(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        for (model, expected) in Model::BUFFERED.into_iter().zip(expected) {
            for algorithm in REDUCING {
                let options = Options {
                    model,
                    algorithm,
                    ..Options::default()
                };
                let report = check(&test, &options, &mut ())
                    .unwrap_or_else(|error| panic!("{name} {model} {algorithm}: {error}"));
                assert_eq!(report.stopped, None, "{name} {model} {algorithm}");
                if !name.starts_with("spin-own") {
                    assert!(report.findings.is_empty(), "{name} {model} {algorithm}");
                }
                let satisfying = report.states.iter();
                let satisfying = satisfying.filter(|(state, _)| test.satisfies(state));
                let count: u64 = satisfying.map(|(_, count)| count).sum();
                assert_eq!(count, report.positive, "{name} {model} {algorithm}");
                let found = report.condition != Some(Occurrence::Never);
                if found != *expected || report.holds != Some(found) {
                    wrong.push(format!("{name} {model} {algorithm}: {found}"));
                }
                if algorithm == Algorithm::Optimal && report.blocked > 0 {
                    wrong.push(format!("{name} {model}: {} blocked", report.blocked));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn conditions_on_all_states_hold() {
    for name in HOLDING {
        let test = parse(&read(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        for model in Model::BUFFERED {
            let options = Options {
                model,
                ..Options::default()
            };
            let report = check(&test, &options, &mut ()).unwrap();
            assert_eq!(report.holds, Some(true), "{name} {model}: {report:#?}");
            assert!(report.findings.is_empty(), "{name} {model}");
        }
    }
}

/// All algorithms find the same final states, and those that visit every trace
/// once visit the same number of traces.
#[test]
fn algorithms_agree() {
    let names = VERDICTS.iter().map(|(name, _)| *name);
    let mut compared = 0;
    for name in names.chain(HOLDING.iter().copied()).chain(["spin-own"]) {
        let test = parse(&read(name)).unwrap();
        for model in Model::BUFFERED {
            let run = |algorithm| {
                let options = Options {
                    model,
                    algorithm,
                    max_executions: Some(20_000),
                    ..Options::default()
                };
                check(&test, &options, &mut ()).unwrap()
            };
            let optimal = run(Algorithm::Optimal);
            for algorithm in [Algorithm::Source, Algorithm::Classic] {
                let other = run(algorithm);
                assert_eq!(other.states, optimal.states, "{name} {model} {algorithm}");
                assert_eq!(
                    other.complete, optimal.complete,
                    "{name} {model} {algorithm}"
                );
            }
            let exhaustive = run(Algorithm::Exhaustive);
            if exhaustive.stopped.is_none() {
                compared += 1;
                let found = exhaustive.states.keys();
                assert!(found.eq(optimal.states.keys()), "{name} {model}");
                let stuck = !exhaustive.findings.is_empty();
                assert_eq!(stuck, !optimal.findings.is_empty(), "{name} {model}");
            }
        }
    }
    assert!(compared > 150, "only {compared} were compared");
}

/// Tests with operations that commute for traces, and that graphs order: additions of which
/// nothing looks at the result, and beginnings of read-side sections.
const ORDERED_BY_GRAPHS: &[&str] = &[
    "lock-inc",
    "C-RCU+1G+2R",
    "C-RCU+1G+2R+reads",
    "C-RCU+2G+2R",
    "C-RCU+2G-in-a-row+2R",
];

/// Execution graphs have the same final states, and as many executions for each.
#[test]
fn graphs_agree() {
    let names = VERDICTS.iter().map(|(name, _)| *name);
    let mut wrong = Vec::new();
    for name in names.chain(HOLDING.iter().copied()).chain(["spin-own"]) {
        let test = parse(&read(name)).unwrap();
        for model in Model::BUFFERED {
            let run = |algorithm| {
                let options = Options {
                    model,
                    algorithm,
                    ..Options::default()
                };
                check(&test, &options, &mut ())
            };
            let graphs = match run(Algorithm::Graphs) {
                Ok(graphs) => graphs,
                // Under SC there is nothing that graphs cannot do.
                Err(error) if model != Model::Sc => {
                    assert!(name.contains("RCU"), "{name} {model}: {error}");
                    assert!(error.to_string().contains("grace periods"), "{error}");
                    continue;
                }
                Err(error) => panic!("{name}: {error}"),
            };
            let traces = run(Algorithm::Optimal).unwrap();
            let is_same = if ORDERED_BY_GRAPHS.contains(&name) {
                graphs.states.keys().eq(traces.states.keys())
            } else {
                graphs.states == traces.states
            };
            let is_stuck = |report: &mazurka_litmus::Report| !report.findings.is_empty();
            if !is_same || is_stuck(&graphs) != is_stuck(&traces) || graphs.stopped.is_some() {
                let (graphs, traces) = (graphs.states, traces.states);
                wrong.push(format!("{name} {model}: {graphs:?}\n{traces:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_thread_that_waits_for_ever_is_found() {
    let test = parse(&read("spin-own")).unwrap();
    for model in Model::BUFFERED {
        let options = Options {
            model,
            ..Options::default()
        };
        let report = check(&test, &options, &mut ()).unwrap();
        // The other store may come first, and then nothing changes any more.
        assert_eq!(report.holds, Some(true), "{model}");
        assert_eq!(report.findings.len(), 1, "{model}");
    }
}

/// No store is buffered with no room for any; and more room, more states.
#[test]
fn bounds_on_buffers() {
    for (name, _) in VERDICTS {
        let test = parse(&read(name)).unwrap();
        let run = |model, buffer_bound| {
            let options = Options {
                model,
                buffer_bound,
                ..Options::default()
            };
            check(&test, &options, &mut ()).unwrap()
        };
        let sc = run(Model::Sc, None);
        for model in [Model::Tso, Model::Pso] {
            let mut states = sc.states.clone();
            assert_eq!(run(model, Some(0)).states, sc.states, "{name} {model}");
            let all = run(model, None);
            assert!(!all.bounded && !sc.bounded, "{name} {model}");
            for bound in [Some(1), Some(2), Some(3), None] {
                let report = run(model, bound);
                let more = report.states;
                let is_subset = states.keys().all(|state| more.contains_key(state));
                assert!(is_subset, "{name} {model} {bound:?}");
                // A bound that has kept nothing out changes nothing.
                if !report.bounded {
                    assert_eq!(more, all.states, "{name} {model} {bound:?}");
                }
                states = more;
            }
        }
    }
}

#[test]
fn a_bound_that_keeps_nothing_out_is_told_from_one_that_does() {
    let bounded = |name, model, bound| {
        let test = parse(&read(name)).unwrap();
        let options = Options {
            model,
            buffer_bound: Some(bound),
            ..Options::default()
        };
        check(&test, &options, &mut ()).unwrap().bounded
    };
    assert!(bounded("SB", Model::Tso, 0) && !bounded("SB", Model::Sc, 0));
    assert!(!bounded("SB", Model::Tso, 1));
    assert!(bounded("MP", Model::Tso, 1) && !bounded("MP", Model::Tso, 2));
    // A queue for each location, and a fence between the stores.
    assert!(!bounded("MP", Model::Pso, 1) && !bounded("MP+mfence+po", Model::Tso, 1));
    assert!(bounded("amd3", Model::Pso, 1) && !bounded("amd3", Model::Pso, 2));
    assert!(!bounded("SB64+xchgs", Model::Tso, 0));
}
