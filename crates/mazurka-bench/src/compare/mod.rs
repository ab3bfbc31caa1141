//! Mazurka beside other checkers: the same programs, in one run, with ratios.
//!
//! Every tool runs every row in a process of its own ([`tool`]).

mod judge;
mod machine;
mod plots;
mod rows;
mod select;
mod table;
mod tool;

use crate::{EXIT_ERROR, EXIT_OK, EXIT_WRONG};
use clap::Args;
use rows::{Cell, Row};
use select::Selected;
use std::collections::HashSet;
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;
use tool::Tool;

/// What to compare.
#[derive(Args, Clone, Debug)]
pub(crate) struct Options {
    /// Measure only this program, of these sizes: `readers`, `readers:4`,
    /// `readers:2..6,8`. May be given several times.
    #[arg(long, value_name = "NAME[:SIZES]", value_parser = select::parse)]
    program: Vec<Selected>,
    /// Measure only with this tool. May be given several times; there are mazurka,
    /// loom, shuttle and traceforge.
    #[arg(long, value_name = "TOOL", value_parser = tool::parse)]
    tool: Vec<Tool>,
    /// Stop a tool after so many seconds on a row. It does not get larger sizes of
    /// that program then.
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = parse_limit)]
    time_limit: Duration,
    /// Write what was measured to this file, one object of JSON a line.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Write a plot of time against size for each program to this directory.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
    /// Print tables in Markdown.
    #[arg(long)]
    markdown: bool,
}

fn parse_limit(text: &str) -> Result<Duration, String> {
    match crate::parse_seconds(text)? {
        Duration::ZERO => Err("no time at all".to_owned()),
        time => Ok(time),
    }
}

/// Measures, prints, and judges.
pub(crate) fn run(options: &Options) -> ExitCode {
    let exit = compare(options).unwrap_or_else(|message| {
        eprintln!("mazurka-bench: {message}");
        EXIT_ERROR
    });
    ExitCode::from(exit)
}

fn compare(options: &Options) -> Result<u8, String> {
    let tools = tool::available(&options.tool)?;
    let selected = select::or_all(&options.program);
    let style = table::Style::new(options.markdown);
    let mut out = io::stdout().lock();
    let mut print = |text: String| write!(out, "{text}").map_err(|error| error.to_string());
    print(machine::describe(&tools, options.time_limit))?;
    let mut rows = Vec::new();
    for selected in &selected {
        let measured = measure(selected, &tools, options.time_limit);
        print(table::program(selected.program, &measured, style))?;
        rows.extend(measured);
    }
    print(table::summary(&rows, &tools, style))?;
    if let Some(file) = &options.json {
        fs::write(file, rows::to_json(&rows))
            .map_err(|error| format!("cannot write {}: {error}", file.display()))?;
    }
    if let Some(directory) = &options.plots {
        plots::write(&rows, &tools, directory)?;
    }
    let judged = judge::judge(&rows);
    print(judge::describe(&judged, style))?;
    Ok(if judged.iter().any(|remark| remark.is_error) {
        EXIT_WRONG
    } else {
        EXIT_OK
    })
}

/// All sizes of a program by all tools, smaller sizes first.
fn measure(selected: &Selected, tools: &[Tool], limit: Duration) -> Vec<Row> {
    let mut not_done = HashSet::new();
    let mut rows = Vec::new();
    for &size in &selected.sizes {
        for &tool in tools {
            let name = selected.program.name;
            let cell = if not_done.contains(&tool) {
                Cell::Skipped
            } else {
                show_progress(&format!("{name}({size}) by {tool}"));
                tool::measure(tool, name, size, limit).map_or_else(Cell::Failed, Cell::Measured)
            };
            if cell.is_not_done() {
                not_done.insert(tool);
            }
            rows.push(Row {
                program: selected.program,
                size,
                tool,
                cell,
            });
        }
    }
    show_progress("");
    rows
}

/// What is being measured, for whoever waits at a terminal.
fn show_progress(text: &str) {
    let mut terminal = io::stderr();
    if terminal.is_terminal() {
        // A terminal that is gone is no reason to stop.
        let _ = write!(terminal, "\r\x1b[K{text}");
        let _ = terminal.flush();
    }
}
