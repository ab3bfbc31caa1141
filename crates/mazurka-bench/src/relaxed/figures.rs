//! Figures 1, 2 and 6: small programs, counted.

use super::explore::{explore, parse};
use super::subject::{Explored, Subject};
use crate::printer::Printer;
use crate::table::{Table, or_dash};
use mazurka::{Algorithm, Model};
use mazurka_cycles::program::{Condition, Observable, Program, Proposition, Quantifier, Statement};
use std::io;

/// What the rows of a figure must count, and what was published, by model or by
/// buffer bound.
struct Counts<const N: usize> {
    algorithm: Algorithm,
    expected: [u64; N],
    published: [Option<u64>; N],
}

/// By model. The paper counts interleavings, and those that its reduction visits;
/// of Figure 2, the order of the first load and the first store is not worth an
/// execution of its own.
const FIGURE_1: [Counts<3>; 2] = [
    Counts {
        algorithm: Algorithm::Exhaustive,
        expected: [6, 24, 24],
        published: [Some(6), Some(24), None],
    },
    Counts {
        algorithm: Algorithm::Optimal,
        expected: [3, 4, 4],
        published: [Some(3), Some(4), None],
    },
];

const FIGURE_2: [Counts<3>; 2] = [
    Counts {
        algorithm: Algorithm::Exhaustive,
        expected: [3, 3, 7],
        published: [Some(3), Some(3), Some(7)],
    },
    Counts {
        algorithm: Algorithm::Optimal,
        expected: [2, 2, 3],
        published: [None, None, Some(3)],
    },
];

const BOUNDS: [Option<u32>; 6] = [Some(0), Some(1), Some(2), Some(3), Some(4), None];

/// By bound. The load can come before as many of the four stores as the buffer
/// holds, and at each of these places there are six for the other thread. Only
/// the order of that thread and the load can be seen: two traces.
const FIGURE_6: [Counts<6>; 2] = [
    Counts {
        algorithm: Algorithm::Exhaustive,
        expected: [6, 12, 18, 24, 30, 30],
        published: [None; 6],
    },
    Counts {
        algorithm: Algorithm::Optimal,
        expected: [2; 6],
        published: [None; 6],
    },
];

const X: usize = 0;
const Y: usize = 1;

/// Both threads store, and then load what the other stores.
fn figure_1_program() -> Program {
    let threads = vec![
        vec![Statement::store(X, 1), Statement::load(0, Y)],
        vec![Statement::store(Y, 1), Statement::load(0, X)],
    ];
    let error = Proposition::And(vec![register(0, 0, 0), register(1, 0, 0)]);
    with_error(Program::new("figure1", 2, threads), error)
}

/// `x = 1; y = 1` against `if (y == 1) if (x == 0) ERROR`.
fn figure_2_program() -> Program {
    let load_x = Statement::If {
        register: 0,
        equals: 1,
        then: vec![Statement::load(1, X)],
        otherwise: Vec::new(),
    };
    let threads = vec![
        vec![Statement::store(X, 1), Statement::store(Y, 1)],
        vec![Statement::load(0, Y), load_x],
    ];
    let error = Proposition::And(vec![register(1, 0, 1), register(1, 1, 0)]);
    with_error(Program::new("figure2", 2, threads), error)
}

/// A store against four stores elsewhere and a load.
fn figure_6_program() -> Program {
    let mut second: Vec<_> = (1..=4)
        .map(|location| Statement::store(location, 1))
        .collect();
    second.push(Statement::load(0, X));
    let threads = vec![vec![Statement::store(X, 1)], second];
    // Nothing can go wrong.
    with_error(
        Program::new("figure6", 5, threads),
        Proposition::Or(Vec::new()),
    )
}

fn register(thread: usize, register: usize, value: u64) -> Proposition {
    Proposition::Equals(Observable::Register { thread, register }, value)
}

fn with_error(mut program: Program, error: Proposition) -> Program {
    program.condition = Condition {
        quantifier: Quantifier::Exists,
        proposition: error,
    };
    program
}

pub(super) fn figures_1_and_2(printer: &mut Printer) -> io::Result<()> {
    let by_model = Model::BUFFERED.map(|model| (model, None));
    let figures = [
        (
            "Figure 1. Store buffering: executions by model",
            figure_1_program(),
            FIGURE_1,
            [false, true, true],
        ),
        (
            "Figure 2. Message passing: executions by model",
            figure_2_program(),
            FIGURE_2,
            [false, false, true],
        ),
    ];
    for (caption, program, counts, errors) in figures {
        let head = ["algorithm", "sc", "tso", "pso"];
        let mut table = Table::new(caption, &head);
        for counts in counts {
            count(printer, &mut table, &program, &counts, &by_model, errors)?;
        }
        printer.table(&table)?;
    }
    Ok(())
}

pub(super) fn figure_6(printer: &mut Printer) -> io::Result<()> {
    let mut table = Table::new(
        "Figure 6. A store against four stores and a load under TSO: executions by buffer bound",
        &["algorithm", "0", "1", "2", "3", "4", "none"],
    );
    let by_bound = BOUNDS.map(|bound| (Model::Tso, bound));
    for counts in FIGURE_6 {
        count(
            printer,
            &mut table,
            &figure_6_program(),
            &counts,
            &by_bound,
            [false; 6],
        )?;
    }
    printer.table(&table)
}

/// A row of a figure, and one with what was published below it, if anything was.
fn count<const N: usize>(
    printer: &mut Printer,
    table: &mut Table,
    program: &Program,
    counts: &Counts<N>,
    columns: &[(Model, Option<u32>); N],
    errors: [bool; N],
) -> io::Result<()> {
    let Some(test) = parse(printer, program) else {
        return Ok(());
    };
    let mut cells = Vec::new();
    for (nth, (model, bound)) in columns.iter().copied().enumerate() {
        let subject = Subject {
            part: &program.name,
            program: &program.name,
            size: None,
            model,
            bound,
            algorithm: counts.algorithm,
            published: counts.published[nth],
        };
        let explored = explore(printer, &subject, &test)?;
        if let Some(explored) = explored {
            compare(
                printer,
                &subject,
                &explored,
                counts.expected[nth],
                errors[nth],
            );
        }
        cells.push(or_dash(
            explored.map(|explored| explored.runs().to_string()),
        ));
    }
    table.labelled(counts.algorithm.to_string(), cells);
    if counts.published.iter().any(Option::is_some) {
        let published = counts
            .published
            .map(|count| or_dash(count.map(|n| n.to_string())));
        table.labelled("  published", published);
    }
    Ok(())
}

fn compare(
    printer: &mut Printer,
    subject: &Subject<'_>,
    explored: &Explored,
    expected: u64,
    error: bool,
) {
    let title = subject.title();
    let runs = explored.runs();
    if runs != expected {
        printer.differs(&format!("{title}: {runs} executions, expected {expected}"));
    }
    if explored.bug != error {
        let does = if explored.bug {
            "shows"
        } else {
            "does not show"
        };
        printer.differs(&format!("{title}: {does} the error"));
    }
}
