//! `mazurka-bench growth`: how the cost of an event grows with the number of
//! traces, and with the length of an execution.
//!
//! Events are those that are run: the new ones, and those run again to get back to
//! where a branch begins.

use crate::limit::run::{Explored, Subject, shortest};
use crate::plot::{Plot, Series};
use crate::robust;
use crate::table::{Table, grouped};
use clap::Args;
use std::fs;
use std::path::PathBuf;

/// The programs whose number of traces grows with their size.
const TRACES: [(&str, usize, usize); 2] = [("lastzero", 5, 16), ("readers", 5, 18)];

/// The programs with few processes and long executions; their size is the number
/// of events.
const LONG: [&str; 3] = ["long", "hammer", "loads"];

/// As many executions of a long program are run.
const EXECUTIONS: u64 = 100;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The largest size of lastzero and readers (16 and 18 unless set).
    #[arg(long, value_name = "N")]
    max_size: Option<usize>,
    /// How many events the long programs have.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "1000,3000,10000,30000",
        value_parser = clap::value_parser!(u32).range(2..=500_000)
    )]
    length: Vec<u32>,
    /// Only the rows that the built command gives: the cost of an event with many threads, and
    /// memory over time.
    #[arg(long)]
    command_only: bool,
    /// How many executions of a long program with many threads are run; 0 leaves these out.
    #[arg(long, value_name = "N", default_value_t = 1)]
    executions: u64,
    /// A run of these that takes longer is given up.
    #[arg(long, value_name = "S", default_value_t = 300.0)]
    longest: f64,
    /// How long fib_bench(7) is explored for its memory; 0 leaves that out.
    #[arg(long, value_name = "S", default_value_t = 60.0)]
    seconds: f64,
    /// The `mazurka` command, if it is not beside this one.
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
    /// Write the curves to SVG files in this folder, which is made if need be.
    #[arg(long, value_name = "DIR")]
    plots: Option<PathBuf>,
}

/// Measures, prints tables, and draws.
///
/// # Errors
/// When something cannot be run or written.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    if !arguments.command_only {
        in_this_process(arguments)?;
    }
    if arguments.executions == 0 && arguments.seconds == 0.0 {
        return Ok(());
    }
    let command = robust::command(arguments.command.as_deref())?;
    if arguments.executions > 0 {
        println!(
            "{}",
            robust::growth::by_events(&command, arguments.executions, arguments.longest)?
        );
    }
    if arguments.seconds > 0.0 {
        println!("{}", robust::growth::by_time(&command, arguments.seconds)?);
    }
    Ok(())
}

fn in_this_process(arguments: &Arguments) -> Result<(), String> {
    let (table, traces) = by_traces(arguments.max_size)?;
    println!("{table}");
    let (table, length) = by_length(&arguments.length)?;
    println!("{table}");
    let Some(folder) = &arguments.plots else {
        return Ok(());
    };
    let written = fs::create_dir_all(folder)
        .and_then(|()| fs::write(folder.join("growth-traces.svg"), traces.to_svg()))
        .and_then(|()| fs::write(folder.join("growth-length.svg"), length.to_svg()));
    written.map_err(|error| format!("cannot write to {}: {error}", folder.display()))
}

/// One point of a curve.
struct Point {
    explored: Explored,
    seconds: f64,
}

impl Point {
    fn take(subject: &Subject, executions: Option<u64>) -> Result<Point, String> {
        eprintln!("mazurka-bench: {subject}");
        let explored = subject.explore(executions)?;
        let time = shortest(|| subject.time_explore(executions, &explored))?;
        Ok(Point {
            explored,
            seconds: time.as_secs_f64(),
        })
    }

    fn ns_per_event(&self) -> f64 {
        self.seconds * 1e9 / self.explored.events as f64
    }

    fn cells(&self) -> [String; 4] {
        [
            grouped(self.explored.executions),
            grouped(self.explored.events),
            format!("{:.5}", self.seconds),
            format!("{:.0}", self.ns_per_event()),
        ]
    }
}

fn by_traces(max_size: Option<usize>) -> Result<(Table, Plot), String> {
    let mut table = Table::new(
        "The cost of an event by the number of traces",
        &["program", "executions", "events", "seconds", "ns/event"],
    );
    let mut plot = Plot {
        title: "The cost of an event by the number of traces".to_owned(),
        x_label: "size (the number of traces doubles with each step)".to_owned(),
        y_label: "ns per event".to_owned(),
        ..Plot::default()
    };
    for (name, first, last) in TRACES {
        let mut points = Vec::new();
        for size in first..=last.min(max_size.unwrap_or(last)) {
            let subject = Subject::new(name, size)?;
            let point = Point::take(&subject, None)?;
            points.push((size as f64, point.ns_per_event()));
            table.row([subject.to_string()].into_iter().chain(point.cells()));
        }
        plot.series.push(series(name, points));
    }
    table.note(
        "Each time is the shortest of several runs, from the first step to the end of the last \
         execution: the processor time of the thread that runs them.",
    );
    Ok((table, plot))
}

fn by_length(lengths: &[u32]) -> Result<(Table, Plot), String> {
    let mut table = Table::new(
        "The cost of an event by the length of an execution",
        &[
            "program",
            "executions",
            "events",
            "seconds",
            "ns/event",
            "first trace ms",
        ],
    );
    let mut plot = Plot {
        title: "The cost of an event by the length of an execution".to_owned(),
        x_label: "events of an execution".to_owned(),
        y_label: "ns per event".to_owned(),
        x_log: true,
        ..Plot::default()
    };
    for name in LONG {
        let mut points = Vec::new();
        for length in lengths {
            let subject = Subject::new(name, *length as usize)?;
            let point = Point::take(&subject, Some(EXECUTIONS))?;
            points.push((f64::from(*length), point.ns_per_event()));
            let first = shortest(|| Ok(subject.explore(Some(1))?.elapsed))?;
            let first = format!("{:.2}", first.as_secs_f64() * 1e3);
            table.row(
                [subject.to_string()]
                    .into_iter()
                    .chain(point.cells())
                    .chain([first]),
            );
        }
        plot.series.push(series(name, points));
    }
    table.note(
        "The size of these programs is the number of events of an execution. The first trace is a \
         whole check that stops after one execution: with the start of its threads, the search for \
         races, and the second run that shows whether the program is deterministic.",
    );
    Ok((table, plot))
}

fn series(name: &str, mut points: Vec<(f64, f64)>) -> Series {
    points.sort_by(|a, b| a.0.total_cmp(&b.0));
    Series {
        name: name.to_owned(),
        points,
        open_end: false,
    }
}
