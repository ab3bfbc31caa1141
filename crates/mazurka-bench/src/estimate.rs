//! `mazurka-bench estimate`: how good the estimate of the number of executions is at a tenth of
//! them, by the built command.
//!
//! A run of a C program is an order of its threads (`-DORDER`), a run of the Erlang program a number
//! of workers and jobs. Each is explored once as a whole, and once more up to a tenth, by one worker: so
//! the figures are the same each time.

use crate::process::clear_settings;
use crate::robust;
use crate::robust::programs::root;
use crate::table::{Table, grouped};
use clap::Args;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Where the programs are.
const FOLDER: &str = "crates/mazurka-bench/programs/estimate";

/// A program, with what it is checked with.
struct Program {
    name: &'static str,
    file: &'static str,
    options: &'static [&'static str],
    /// Flags for clang; without any, it is Erlang.
    flags: &'static [&'static str],
}

const fn program(
    name: &'static str,
    file: &'static str,
    options: &'static [&'static str],
    flags: &'static [&'static str],
) -> Program {
    Program {
        name,
        file,
        options,
        flags,
    }
}

const TSO: &[&str] = &["--model", "tso"];

const PROGRAMS: [Program; 13] = [
    program("readers(13)", "readers.c", &[], &["-DN=13"]),
    program("lastzero(12)", "lastzero.c", &[], &["-DN=12"]),
    program("wakeup_stress(6)", "wakeup_stress.c", &[], &["-DN=6"]),
    program(
        "philosophers(4), 3 meals",
        "philosophers.c",
        &[],
        &["-DN=4", "-DMEALS=3"],
    ),
    program("fib_bench(4)", "fib_bench.c", &[], &["-DN=4"]),
    program("fib_bench(4), TSO", "fib_bench.c", TSO, &["-DN=4"]),
    program("queue(5)", "queue.c", &[], &["-DN=5"]),
    program("stack(6)", "stack.c", &[], &["-DN=6"]),
    program("bank(5)", "bank.c", &[], &["-DN=5"]),
    program("seqlock(2)", "seqlock.c", &[], &["-DN=2"]),
    program("writers(6)", "writers.c", &[], &["-DN=6"]),
    program(
        "bank(5), source",
        "bank.c",
        &["--algorithm", "source"],
        &["-DN=5"],
    ),
    program("pool (Erlang)", "pool.erl", &[], &[]),
];

/// The runs of the Erlang program.
const ENTRIES: [&str; 5] = [
    "pool:w3j3/0",
    "pool:w3j4/0",
    "pool:w3j5/0",
    "pool:w4j1/0",
    "pool:w4j2/0",
];

/// This many of ten must be as they should.
const ENOUGH: f64 = 0.8;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Only programs whose name contains this.
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Orders of the threads of each program.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=1000))]
    orders: u32,
    /// Up to which part of the executions it is explored, in per cent.
    #[arg(long, value_name = "PERCENT", default_value_t = 10, value_parser = clap::value_parser!(u64).range(1..=99))]
    part: u64,
    /// How many workers explore.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=64))]
    workers: u32,
    /// The `mazurka` command, if it is not beside this one.
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

/// Measures and prints. Are enough estimates within a factor of two, and enough intervals right?
///
/// # Errors
/// When something cannot be run.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let command = robust::command(arguments.command.as_deref())?;
    let part = arguments.part;
    let mut table = Table::new(
        format!("The estimate at {part} % of the executions"),
        &[
            "program",
            "executions",
            "runs",
            "none",
            "within x2",
            "interval holds",
            "estimate x: least",
            "median",
            "most",
        ],
    );
    let mut sum = Found::default();
    for program in PROGRAMS.iter().filter(|p| p.name.contains(&arguments.only)) {
        eprintln!("mazurka-bench: {}", program.name);
        let found = measure(&command, program, arguments)?;
        table.row(found.cells(program.name));
        sum.add(found);
    }
    if sum.runs == 0 {
        return Err(format!("no program has {:?} in its name", arguments.only));
    }
    table.row(sum.cells("all"));
    println!("{table}");
    Ok(sum.is_enough())
}

/// What the runs of a program have shown.
#[derive(Default)]
struct Found {
    executions: Option<(u64, u64)>,
    runs: u32,
    near: u32,
    held: u32,
    ratios: Vec<f64>,
}

impl Found {
    fn add(&mut self, other: Found) {
        self.runs += other.runs;
        self.near += other.near;
        self.held += other.held;
        self.ratios.extend(other.ratios);
    }

    /// One more run, with that number of executions.
    fn note(&mut self, all: u64, estimate: Option<[u64; 3]>) {
        let (least, most) = self.executions.unwrap_or((all, all));
        self.executions = Some((least.min(all), most.max(all)));
        self.runs += 1;
        let Some([low, about, high]) = estimate else {
            return;
        };
        let ratio = about as f64 / all as f64;
        self.near += u32::from((0.5..=2.0).contains(&ratio));
        self.held += u32::from((low..=high).contains(&all));
        self.ratios.push(ratio);
    }

    /// Where nothing was said, nothing was wrong: but not often.
    fn is_enough(&self) -> bool {
        let told = self.ratios.len() as f64;
        let enough = |number: u32| f64::from(number) >= ENOUGH * told;
        enough(self.near) && enough(self.held) && told >= ENOUGH * f64::from(self.runs)
    }

    fn cells(&self, name: &str) -> Vec<String> {
        let mut ratios = self.ratios.clone();
        ratios.sort_by(f64::total_cmp);
        let ratio = |at: Option<&f64>| at.map_or_else(|| "-".to_owned(), |x| format!("{x:.2}"));
        let executions = match self.executions {
            None => "-".to_owned(),
            Some((least, most)) if least == most => grouped(most),
            Some((least, most)) => format!("{} to {}", grouped(least), grouped(most)),
        };
        vec![
            name.to_owned(),
            executions,
            self.runs.to_string(),
            (self.runs as usize - ratios.len()).to_string(),
            self.near.to_string(),
            self.held.to_string(),
            ratio(ratios.first()),
            ratio(ratios.get(ratios.len() / 2)),
            ratio(ratios.last()),
        ]
    }
}

fn measure(command: &Path, program: &Program, arguments: &Arguments) -> Result<Found, String> {
    let mut found = Found::default();
    let is_erlang = program.flags.is_empty();
    let runs = match is_erlang {
        true => ENTRIES.len(),
        false => arguments.orders as usize,
    };
    for number in 0..runs {
        let check = |limit: Option<u64>| {
            let mut check = Command::new(command);
            clear_settings(&mut check);
            check.args(["check", "--json", "--workers"]);
            check.arg(arguments.workers.to_string());
            check.args(program.options);
            if let Some(limit) = limit {
                check.args(["--max-executions", &limit.to_string()]);
            }
            if is_erlang {
                check.args(ENTRIES.get(number).map(|entry| format!("--entry={entry}")));
            }
            check.arg(root().join(FOLDER).join(program.file));
            if !is_erlang {
                check.arg("--").args(program.flags);
                check.arg(format!("-DORDER={number}"));
            }
            object(&mut check)
        };
        let all = executions(&check(None)?);
        let partly = check(Some(all * arguments.part / 100))?;
        let estimate = &partly["estimate"];
        let number = |field: &str| estimate[field].as_u64();
        let fields = [number("low"), number("executions"), number("high")];
        let [Some(low), Some(about), Some(high)] = fields else {
            found.note(all, None);
            continue;
        };
        found.note(all, Some([low, about, high]));
    }
    Ok(found)
}

/// What the command says.
fn object(command: &mut Command) -> Result<Value, String> {
    let output = command
        .output()
        .map_err(|error| format!("{command:?}: {error}"))?;
    serde_json::from_slice(&output.stdout).map_err(|error| {
        let message = String::from_utf8_lossy(&output.stderr);
        format!("{command:?}: {error}: {message}")
    })
}

/// How many executions there were.
fn executions(object: &Value) -> u64 {
    let fields = ["complete", "discarded", "cut", "blocked"];
    let counts = fields.iter().filter_map(|field| object[field].as_u64());
    counts.sum()
}
