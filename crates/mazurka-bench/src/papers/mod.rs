//! `mazurka-bench papers`: the tables of *Source Sets*, ours beside theirs.

mod select;
mod table;

use crate::EXIT_ERROR;
use crate::corpus::{self, Ended, Limits, Measured, Subject, parse_algorithm, parse_program};
use crate::printer::Printer;
use clap::Args;
use mazurka::{Algorithm, Model};
use mazurka_corpus::Program;
use select::{Row, Selection, select};
use std::io;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only this program; may be given more than once.
    #[arg(long, value_name = "P", value_parser = parse_program)]
    program: Vec<&'static Program>,
    /// Only this size (with --program, any size); may be given more than once.
    #[arg(long, value_name = "N")]
    size: Vec<usize>,
    /// Only this explorer: exhaustive, classic, source or optimal; may be given more than once.
    #[arg(long, value_name = "A", value_parser = parse_algorithm)]
    algorithm: Vec<Algorithm>,
    /// Also the rows of more than 300,000 executions (a row asked for by --size always runs).
    #[arg(long)]
    all: bool,
    /// One JSON object a line instead of tables.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    limits: Limits,
}

/// Runs the rows, prints them, and compares them with what must hold.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let selected = select(&Selection {
        programs: &arguments.program,
        sizes: &arguments.size,
        algorithms: &arguments.algorithm,
        all: arguments.all,
    });
    let (rows, left_out) = match selected {
        Ok(selected) => selected,
        Err(message) => {
            eprintln!("mazurka-bench: {message}");
            return ExitCode::from(EXIT_ERROR);
        }
    };
    let mut printer = Printer::new(arguments.json);
    let printed = print_rows(&rows, &arguments.limits, &mut printer);
    if printed.is_ok() && !left_out.is_empty() {
        let rows: Vec<_> = left_out.iter().map(Row::title).collect();
        let rows = rows.join(", ");
        eprintln!("mazurka-bench: left out, run with --all: {rows}");
    }
    printer.ends(printed)
}

/// Prints each row as soon as it is there.
fn print_rows(rows: &[Row], limits: &Limits, printer: &mut Printer) -> io::Result<()> {
    let mut table_before = None;
    for row in rows {
        if table_before != Some(row.table) {
            printer.table(table::head(row.table))?;
        }
        table_before = Some(row.table);
        let exploration = corpus::Arguments {
            subject: Subject::program(row.program, row.size),
            model: Model::Sc,
            buffer_bound: None,
            algorithm: row.algorithm,
            keep_going: false,
            limits: limits.clone(),
        };
        match corpus::spawn(&exploration) {
            Ok(measured) => {
                printer.object(&table::Record::new(row, &measured))?;
                printer.line(&table::line(row, &measured))?;
                judge(row, &measured, printer);
            }
            Err(message) => printer.fails(&format!("{}: {message}", row.title())),
        }
    }
    Ok(())
}

/// Compares with what must hold; counts of a run that was stopped say nothing.
fn judge(row: &Row, measured: &Measured, printer: &mut Printer) {
    let title = row.title();
    match &measured.ended {
        Ended::Exhausted | Ended::Bounded => {
            let expected = (row.program.expected)(row.algorithm, row.size);
            if let Err(difference) = expected.compare(measured.complete, measured.blocked) {
                printer.differs(&format!("{title}: {difference}"));
            }
        }
        Ended::Finding(text) => printer.differs(&format!("{title}: {text}")),
        Ended::Limit(text) => printer.stops(&format!("{title}: {text}")),
        Ended::Error(message) => printer.fails(&format!("{title}: {message}")),
    }
}
