//! `mazurka-bench limit`: what exploring costs beyond running the executions.
//!
//! The same executions are run in four ways: by `optimal`; by the library under
//! recorded schedules, with no explorer (*replay*); and by a runtime that does
//! nothing but switch fibers ([`crate::bare`]), before every operation (*bare*) or
//! only if another process comes next (*ahead*). The *exploration factor* is the
//! time of the first over that of one of the others.

mod allocations;
mod callgrind;
mod child;
mod clock;
mod on_bare;
mod on_mazurka;
pub(crate) mod run;
#[cfg(test)]
mod tests;

pub(crate) use child::{Arguments as RunArguments, COMMAND, run as run_child};

use crate::bare::Switches;
use crate::process;
use crate::table::{Table, grouped};
use child::Way;
use clap::Args;
use run::{Explored, Subject, shortest};
use std::process::Command;

/// Programs by name: the code of one execution, given the size.
type Bodies = &'static [(&'static str, fn(usize))];

/// What is run unless something else is asked for: programs and sizes.
const USUAL: [(&str, usize); 5] = [
    ("readers", 13),
    ("lastzero", 15),
    ("queue", 4),
    ("prefix", 6),
    ("stores", 4),
];

/// Whose peak of memory is taken.
const MEMORY: &str = "wakeup_stress";
const MEMORY_SIZES: [usize; 2] = [8, 9];

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Only this program, with this size; may be given more than once.
    #[arg(long, value_name = "NAME:SIZE", value_parser = parse_subject)]
    program: Vec<Subject>,
    /// Leave out the instructions per event, which callgrind takes a minute or two to count.
    #[arg(long)]
    no_instructions: bool,
    /// Sizes of wakeup_stress whose peak of memory is taken.
    #[arg(long, value_name = "SIZE", value_delimiter = ',', default_values_t = MEMORY_SIZES)]
    memory: Vec<usize>,
}

fn parse_subject(text: &str) -> Result<Subject, String> {
    let (name, size) = text.split_once(':').ok_or("not NAME:SIZE")?;
    let size = size
        .parse()
        .map_err(|_| format!("{size:?} is not a size"))?;
    Subject::new(name, size)
}

/// Measures, and prints tables.
///
/// # Errors
/// When something cannot be run.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let subjects = match arguments.program.as_slice() {
        [] => usual()?,
        given => given.to_vec(),
    };
    let times: Result<Vec<_>, _> = subjects.iter().map(Times::take).collect();
    let times = times?;
    println!("{}", factors_table(&times));
    println!("{}", events_table(&times, !arguments.no_instructions)?);
    println!("{}", allocations_table(&times)?);
    println!("{}", sizes_table());
    println!("{}", memory_table(&arguments.memory)?);
    Ok(())
}

fn usual() -> Result<Vec<Subject>, String> {
    let usual = USUAL.iter();
    usual
        .map(|(name, size)| Subject::new(name, *size))
        .collect()
}

/// How long a program takes in each of [`Way::ALL`], in seconds.
struct Times {
    subject: Subject,
    explored: Explored,
    seconds: [f64; 4],
}

impl Times {
    fn take(subject: &Subject) -> Result<Times, String> {
        eprintln!("mazurka-bench: {subject}");
        let explored = subject.explore(None)?;
        let schedules = subject.record(None)?;
        let mut seconds = [0.0; 4];
        for (way, seconds) in Way::ALL.into_iter().zip(&mut seconds) {
            let time = shortest(|| match way {
                Way::Optimal => subject.time_explore(None, &explored),
                Way::Replay => subject.time_replay(&schedules),
                Way::Bare => subject.time_bare(&schedules, Switches::All),
                Way::Ahead => subject.time_bare(&schedules, Switches::Needed),
            })?;
            *seconds = time.as_secs_f64();
        }
        Ok(Times {
            subject: subject.clone(),
            explored,
            seconds,
        })
    }
}

fn factors_table(times: &[Times]) -> Table {
    let mut table = Table::new(
        "The exploration factor: time with optimal over that of only running the executions",
        &[
            "program",
            "executions",
            "executions/s",
            "optimal s",
            "replay s",
            "bare s",
            "ahead s",
            "over replay",
            "over bare",
            "over ahead",
        ],
    );
    for time in times {
        let [optimal, others @ ..] = time.seconds;
        let executions = time.explored.executions;
        let mut row = vec![
            time.subject.to_string(),
            grouped(executions),
            grouped((executions as f64 / optimal) as u64),
        ];
        row.extend(time.seconds.map(|seconds| format!("{seconds:.5}")));
        row.extend(others.map(|seconds| format!("{:.2}", optimal / seconds)));
        table.row(row);
    }
    table.note(
        "Each time is the shortest of several runs, from the first step to the end of the last \
         execution: the processor time of the thread that runs them.",
    );
    table
}

/// Time and instructions per event.
fn events_table(times: &[Times], instructions: bool) -> Result<Table, String> {
    let installed = callgrind::is_installed();
    let mut table = Table::new(
        "Per event: nanoseconds, and instructions",
        &[
            "program", "events", "optimal", "replay", "bare", "ahead", "optimal", "replay", "bare",
            "ahead",
        ],
    );
    for time in times {
        let (subject, explored) = (&time.subject, &time.explored);
        let mut row = vec![subject.to_string(), grouped(explored.events)];
        let nanoseconds = time.seconds.map(|s| s * 1e9 / explored.events as f64);
        row.extend(nanoseconds.map(|ns| format!("{ns:.0}")));
        for way in Way::ALL {
            row.push(if instructions && installed {
                eprintln!("mazurka-bench: {subject} {} under callgrind", way.name());
                format!("{:.0}", callgrind::per_event(subject, way, explored)?)
            } else {
                "-".to_owned()
            });
        }
        table.row(row);
    }
    if instructions && !installed {
        table.note(callgrind::MISSING);
    }
    Ok(table)
}

fn allocations_table(times: &[Times]) -> Result<Table, String> {
    let mut table = Table::new(
        "Calls of the system's allocator in the steady state",
        &["program", "calls", "in executions", "per execution"],
    );
    if !allocations::COUNTED {
        table.note("They are counted only if this program is built with --no-default-features.");
        return Ok(table);
    }
    for Times {
        subject, explored, ..
    } in times
    {
        let (calls, executions) = allocations::in_steady_state(subject, explored)?;
        let each = calls as f64 / executions.max(1) as f64;
        table.row([
            subject.to_string(),
            grouped(calls),
            grouped(executions),
            format!("{each:.4}"),
        ]);
    }
    Ok(table)
}

fn sizes_table() -> Table {
    let mut table = Table::new("What the engine keeps, in bytes each", &["of", "bytes"]);
    for (name, bytes) in mazurka_explore::sizes().all() {
        table.row([name.to_owned(), grouped(bytes as u64)]);
    }
    table
}

/// The peak of memory of programs with large wakeup trees.
fn memory_table(sizes: &[usize]) -> Result<Table, String> {
    let mut table = Table::new(
        "Memory",
        &[
            "program",
            "executions",
            "seconds",
            "largest wakeup tree",
            "peak MB",
        ],
    );
    for size in sizes {
        let arguments = child::Arguments {
            program: MEMORY.to_owned(),
            size: *size,
            way: Way::Optimal,
            executions: None,
            repeat: 1,
        };
        let subject = Subject::new(MEMORY, *size)?;
        eprintln!("mazurka-bench: {subject} in a process of its own");
        let (ran, _) = child::spawn(Command::new(process::executable()?), &arguments)?;
        let peak = ran.peak_bytes.map(|bytes| bytes as f64 / 1e6);
        table.row([
            subject.to_string(),
            grouped(ran.executions),
            format!("{:.2}", ran.seconds),
            grouped(ran.largest_wakeup_tree),
            peak.map_or_else(|| "-".to_owned(), |peak| format!("{peak:.1}")),
        ]);
    }
    Ok(table)
}
