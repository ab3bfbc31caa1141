//! `mazurka bench papers`: the tables of *Source Sets*, ours beside theirs.

use super::measure::{self, Ended, Limits, Measured, Subject, parse_algorithm, parse_program};
use super::select::{Row, Selection, select};
use super::{EXIT_DIFFERS, EXIT_ERROR, EXIT_LIMIT, EXIT_OK, table};
use clap::Args;
use mazurka::{Algorithm, Model};
use mazurka_corpus::Program;
use std::io::{self, Write};
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

/// What came of all the rows so far; becomes the exit code.
#[derive(Default)]
struct Outcome {
    errors: usize,
    differences: usize,
    limits: usize,
}

impl Outcome {
    /// An error hides less than a difference does, and a limit the least.
    fn exit_code(&self) -> u8 {
        match self {
            Outcome { errors: 1.., .. } => EXIT_ERROR,
            Outcome {
                differences: 1.., ..
            } => EXIT_DIFFERS,
            Outcome { limits: 1.., .. } => EXIT_LIMIT,
            _ => EXIT_OK,
        }
    }
}

pub(super) fn run(arguments: &Arguments) -> ExitCode {
    let selected = select(&Selection {
        programs: &arguments.program,
        sizes: &arguments.size,
        algorithms: &arguments.algorithm,
        all: arguments.all,
    });
    let (rows, left_out) = match selected {
        Ok(selected) => selected,
        Err(message) => {
            eprintln!("mazurka: {message}");
            return ExitCode::from(EXIT_ERROR);
        }
    };
    let mut outcome = Outcome::default();
    let printed = print_rows(&rows, arguments, &mut outcome, &mut io::stdout().lock());
    match printed {
        Ok(()) => {}
        // Whoever read our output has seen enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
            return ExitCode::from(outcome.exit_code());
        }
        Err(error) => {
            eprintln!("mazurka: cannot write the results: {error}");
            return ExitCode::from(EXIT_ERROR);
        }
    }
    if !left_out.is_empty() {
        let rows: Vec<_> = left_out
            .iter()
            .map(|row| format!("{} {}", row.title(), row.algorithm))
            .collect();
        eprintln!("mazurka: left out, run with --all: {}", rows.join(", "));
    }
    ExitCode::from(outcome.exit_code())
}

/// Runs the rows and prints each as soon as it is there.
fn print_rows(
    rows: &[Row],
    arguments: &Arguments,
    outcome: &mut Outcome,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut table_before = None;
    for row in rows {
        if !arguments.json && table_before != Some(row.table) {
            let gap = if table_before.is_some() { "\n" } else { "" };
            writeln!(out, "{gap}{}", table::head(row.table))?;
            out.flush()?;
        }
        table_before = Some(row.table);
        let exploration = measure::Arguments {
            subject: Subject::program(row.program, row.size),
            model: Model::Sc,
            buffer_bound: None,
            algorithm: row.algorithm,
            keep_going: false,
            limits: arguments.limits.clone(),
        };
        match measure::spawn(&exploration) {
            Ok(measured) => {
                let text = if arguments.json {
                    table::json(row, &measured)
                } else {
                    table::line(row, &measured)
                };
                writeln!(out, "{text}")?;
                out.flush()?;
                judge(row, &measured, outcome);
            }
            Err(message) => {
                outcome.errors += 1;
                complain(row, &message);
            }
        }
    }
    Ok(())
}

/// Compares with what must hold; counts of a run that was stopped say nothing.
fn judge(row: &Row, measured: &Measured, outcome: &mut Outcome) {
    match &measured.ended {
        Ended::Exhausted | Ended::Bounded => {
            let expected = (row.program.expected)(row.algorithm, row.size);
            if let Err(difference) = expected.compare(measured.complete, measured.blocked) {
                outcome.differences += 1;
                complain(row, &difference.to_string());
            }
        }
        Ended::Finding(text) => {
            outcome.differences += 1;
            complain(row, text);
        }
        Ended::Limit(text) => {
            outcome.limits += 1;
            complain(row, text);
        }
        Ended::Error(message) => {
            outcome.errors += 1;
            complain(row, message);
        }
    }
}

fn complain(row: &Row, message: &str) {
    eprintln!("mazurka: {} {}: {message}", row.title(), row.algorithm);
}
