//! `mazurka-bench relaxed`: the tables and figures of *Dynamic Partial Order
//! Reduction for Relaxed Memory Models* (Zhang, Kusano and Wang, PLDI 2015; here:
//! *Relaxed*), ours beside theirs.
//!
//! Their litmus tests are the 121 of the x86-TSO suite; ours come from critical
//! cycles, each with the assertion that its cycle is not there. What must hold
//! exactly (verdicts, counts of small programs, that no buffer is SC) is compared,
//! and a difference is a bug.

mod cycles;
mod explore;
mod figures;
mod library;
mod subject;

use crate::printer::Printer;
use clap::{Args, ValueEnum};
use std::io;
use std::process::ExitCode;

#[derive(Args)]
pub(crate) struct Arguments {
    /// Only this part; may be given more than once.
    #[arg(long, value_name = "PART", value_enum)]
    only: Vec<Part>,
    /// Also the explorations that take more than some seconds.
    #[arg(long)]
    all: bool,
    /// One JSON object a line instead of tables.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Part {
    /// Litmus tests: passed and failed by model.
    Table1,
    /// Bugs found by buffer bound.
    Table2,
    /// Store buffering and message passing: executions by model.
    Figures,
    /// One store against four and a load: executions by buffer bound.
    Figure6,
    /// Dijkstra's mutual exclusion: executions by size and buffer bound.
    Figure9,
    /// `fib_bench`: executions by model.
    FibBench,
}

/// Explores, prints, and compares with what must hold.
pub(crate) fn run(arguments: &Arguments) -> ExitCode {
    let mut printer = Printer::new(arguments.json);
    let printed = print_parts(arguments, &mut printer);
    printer.ends(printed)
}

fn print_parts(arguments: &Arguments, printer: &mut Printer) -> io::Result<()> {
    for part in Part::value_variants() {
        if !arguments.only.is_empty() && !arguments.only.contains(part) {
            continue;
        }
        match part {
            Part::Table1 => cycles::table_1(printer)?,
            Part::Table2 => cycles::table_2(printer)?,
            Part::Figures => figures::figures_1_and_2(printer)?,
            Part::Figure6 => figures::figure_6(printer)?,
            Part::Figure9 => library::figure_9(printer, arguments.all)?,
            Part::FibBench => library::fib_bench(printer, arguments.all)?,
        }
    }
    Ok(())
}
