//! Tables 1 and 2: the litmus tests of critical cycles, and locks without their
//! barriers.

use super::explore::{explore, parse};
use super::library;
use super::subject::{Explored, Subject};
use crate::printer::Printer;
use crate::table::Table;
use mazurka::{Algorithm, Model};
use mazurka_cycles::cycles::{CycleTest, corpus};
use mazurka_cycles::program::{Order, Program, Statement};
use mazurka_litmus::Test;
use serde::Serialize;
use std::io;

/// Passed, failed, average number of runs relative to SC, by model, as printed.
/// (Of TSO's 121, one is in neither column.)
const PUBLISHED_1: [(usize, usize, f64); 3] = [(121, 0, 1.0), (47, 73, 5.0), (24, 97, 11.0)];

/// The shares of bugs found with the bounds of [`BOUNDS`] under TSO.
const PUBLISHED_2: [f64; 5] = [0.0, 0.3, 0.92, 0.97, 1.0];

/// The buffer bounds of Table 2; none is any number of stores.
const BOUNDS: [Option<u32>; 5] = [Some(0), Some(1), Some(2), Some(3), None];

/// The variants of Table 2: how many more stores there are after each store.
const PADDINGS: [(usize, &str); 3] = [
    (0, "critical cycles"),
    (1, "with one more store"),
    (2, "with two more stores"),
];

/// The explorers whose runs Table 1 counts; the first is the one to go by.
const ALGORITHMS: [Algorithm; 3] = [
    Algorithm::Optimal,
    Algorithm::Classic,
    Algorithm::Exhaustive,
];

/// A row of Table 1 for machines.
#[derive(Serialize)]
struct ByModel {
    part: &'static str,
    model: String,
    programs: usize,
    passed: usize,
    failed: usize,
    average_runs_optimal: f64,
    average_runs_classic: f64,
    average_runs_exhaustive: f64,
    published_passed: usize,
    published_failed: usize,
    published_average_runs: f64,
}

pub(super) fn table_1(printer: &mut Printer) -> io::Result<()> {
    let corpus = corpus();
    let tests = tests(printer, &corpus, 0);
    let caption = format!(
        "Table 1. {} litmus tests from critical cycles (published: 121 of the x86-TSO suite),\n\
         with runs relative to SC, on average",
        corpus.len()
    );
    let mut table = Table::new(
        caption,
        &[
            "model",
            "passed",
            "published",
            "failed",
            "published",
            "optimal",
            "classic",
            "exhaustive",
            "published",
        ],
    );
    let mut under_sc = Vec::new();
    for (nth, model) in Model::BUFFERED.into_iter().enumerate() {
        let explored = explore_cycles(printer, &corpus, &tests, model)?;
        if model == Model::Sc {
            under_sc.clone_from(&explored);
        }
        let failed = explored[0].iter().flatten().filter(|run| run.bug).count();
        let passed = explored[0].iter().flatten().count() - failed;
        let averages = [0, 1, 2].map(|nth| average_runs(&explored[nth], &under_sc[nth]));
        let published = PUBLISHED_1[nth];
        printer.object(&ByModel {
            part: "table1",
            model: model.to_string(),
            programs: corpus.len(),
            passed,
            failed,
            average_runs_optimal: averages[0],
            average_runs_classic: averages[1],
            average_runs_exhaustive: averages[2],
            published_passed: published.0,
            published_failed: published.1,
            published_average_runs: published.2,
        })?;
        let counts = [passed, published.0, failed, published.1].map(|count| count.to_string());
        let averages = averages.into_iter().chain([published.2]);
        let averages = averages.map(|average| format!("{average:.2}"));
        table.labelled(model.to_string(), counts.into_iter().chain(averages));
    }
    printer.table(&table)
}

/// What each of [`ALGORITHMS`] makes of each test.
fn explore_cycles(
    printer: &mut Printer,
    corpus: &[CycleTest],
    tests: &[Option<Test>],
    model: Model,
) -> io::Result<Vec<Vec<Option<Explored>>>> {
    let mut all = Vec::new();
    for algorithm in ALGORITHMS {
        let mut explored = Vec::new();
        for (of, test) in corpus.iter().zip(tests) {
            let subject = Subject {
                algorithm,
                ..subject("table1", &of.name, model, None)
            };
            let allowed = of.verdict[index(model)];
            explored.push(explore_cycle(printer, &subject, test.as_ref(), allowed)?);
        }
        all.push(explored);
    }
    Ok(all)
}

/// The runs of each program relative to its runs under SC, on average.
fn average_runs(explored: &[Option<Explored>], under_sc: &[Option<Explored>]) -> f64 {
    let both = explored.iter().zip(under_sc);
    let ratios: Vec<f64> = both
        .filter_map(|(run, sc)| Some(run.as_ref()?.runs() as f64 / sc.as_ref()?.runs() as f64))
        .collect();
    ratios.iter().sum::<f64>() / ratios.len().max(1) as f64
}

/// A row of Table 2 for machines.
#[derive(Serialize)]
struct ByBound<'a> {
    part: &'static str,
    model: String,
    programs: &'a str,
    buffer_bounds: [Option<u32>; 5],
    found: &'a [usize],
    published_share: Option<[f64; 5]>,
}

pub(super) fn table_2(printer: &mut Printer) -> io::Result<()> {
    let mut table = Table::new(
        "Table 2. Bugs found by buffer bound, as a share of those found without",
        &["", "0", "1", "2", "3", "none", "bugs"],
    );
    table.labelled(
        "tso, published",
        PUBLISHED_2.map(|share| format!("{share:.2}")),
    );
    let corpus = corpus();
    for model in [Model::Tso, Model::Pso] {
        for (padding, label) in PADDINGS {
            let tests = tests(printer, &corpus, padding);
            let found = found_by_bound(printer, &corpus, &tests, model, padding)?;
            print_found(printer, &mut table, model, label, &found)?;
        }
        let found = library::locks_found_by_bound(printer, model, &BOUNDS)?;
        print_found(printer, &mut table, model, "locks without barriers", &found)?;
    }
    printer.table(&table)
}

fn print_found(
    printer: &mut Printer,
    table: &mut Table,
    model: Model,
    label: &str,
    found: &[usize],
) -> io::Result<()> {
    printer.object(&ByBound {
        part: "table2",
        model: model.to_string(),
        programs: label,
        buffer_bounds: BOUNDS,
        found,
        published_share: (model == Model::Tso).then_some(PUBLISHED_2),
    })?;
    let all = found.last().copied().unwrap_or(0);
    let shares = found.iter().map(|found| share(*found, all));
    table.labelled(format!("{model}, {label}"), shares.chain([all.to_string()]));
    if !found.is_sorted() {
        printer.differs(&format!(
            "{model}, {label}: a larger buffer shows fewer bugs: {found:?}"
        ));
    }
    Ok(())
}

fn share(part: usize, all: usize) -> String {
    format!("{:.2}", part as f64 / all.max(1) as f64)
}

/// How many of the tests fail with each bound. No buffer must be SC, and any
/// buffer must be the model.
fn found_by_bound(
    printer: &mut Printer,
    corpus: &[CycleTest],
    tests: &[Option<Test>],
    model: Model,
    padding: usize,
) -> io::Result<Vec<usize>> {
    let mut found = vec![0; BOUNDS.len()];
    for (of, test) in corpus.iter().zip(tests) {
        let Some(test) = test else { continue };
        let name = padded_name(&of.name, padding);
        let sc = explore(printer, &subject("table2", &name, Model::Sc, None), test)?;
        let mut before = 0;
        for (nth, bound) in BOUNDS.into_iter().enumerate() {
            let subject = subject("table2", &name, model, bound);
            let Some(explored) = explore(printer, &subject, test)? else {
                continue;
            };
            found[nth] += usize::from(explored.bug);
            if explored.runs() < before {
                let title = subject.title();
                printer.differs(&format!("{title}: fewer runs than with a smaller buffer"));
            }
            before = explored.runs();
            if let Some(sc) = sc.filter(|sc| bound == Some(0) && sc.runs() != explored.runs()) {
                let (ours, sc) = (explored.runs(), sc.runs());
                printer.differs(&format!("{}: {ours} runs, SC {sc}", subject.title()));
            }
            let allowed = of.verdict[index(model)];
            if bound.is_none() && explored.bug != allowed {
                complain(printer, &subject, allowed);
            }
        }
    }
    Ok(found)
}

fn explore_cycle(
    printer: &mut Printer,
    subject: &Subject<'_>,
    test: Option<&Test>,
    allowed: bool,
) -> io::Result<Option<Explored>> {
    let Some(test) = test else {
        return Ok(None);
    };
    let explored = explore(printer, subject, test)?;
    if explored.is_some_and(|explored| explored.bug != allowed) {
        complain(printer, subject, allowed);
    }
    Ok(explored)
}

fn complain(printer: &mut Printer, subject: &Subject<'_>, allowed: bool) {
    let (expected, found) = if allowed {
        ("allowed", "never there")
    } else {
        ("forbidden", "there")
    };
    let title = subject.title();
    printer.differs(&format!("{title}: the cycle is {expected}, but {found}"));
}

fn index(model: Model) -> usize {
    match model {
        Model::Sc => 0,
        Model::Tso => 1,
        Model::Pso => 2,
        Model::Ra | Model::Rc11 => unreachable!("the tables are of models with buffers"),
    }
}

fn subject<'a>(
    part: &'static str,
    program: &'a str,
    model: Model,
    bound: Option<u32>,
) -> Subject<'a> {
    Subject {
        part,
        program,
        size: None,
        model,
        bound,
        algorithm: Algorithm::Optimal,
        published: None,
    }
}

/// The tests as the front end reads them.
fn tests(printer: &mut Printer, corpus: &[CycleTest], padding: usize) -> Vec<Option<Test>> {
    corpus
        .iter()
        .map(|test| parse(printer, &padded(&test.program, padding)))
        .collect()
}

fn padded_name(name: &str, padding: usize) -> String {
    match padding {
        0 => name.to_owned(),
        _ => format!("{name}+{padding}w"),
    }
}

/// The program with so many stores after each plain store, to a location that is
/// the thread's own: they change nothing but how full its buffer is.
fn padded(program: &Program, count: usize) -> Program {
    let mut padded = program.clone();
    padded.name = padded_name(&program.name, count);
    if count == 0 {
        return padded;
    }
    for thread in &mut padded.threads {
        let own = padded.initial.len();
        padded.initial.push(0);
        let mut value = 0;
        let mut statements = Vec::new();
        for statement in thread.drain(..) {
            let stores = matches!(
                &statement,
                Statement::Store {
                    order: Order::Plain,
                    ..
                }
            );
            statements.push(statement);
            for _ in 0..if stores { count } else { 0 } {
                value += 1;
                statements.push(Statement::store(own, value));
            }
        }
        *thread = statements;
    }
    padded
}
