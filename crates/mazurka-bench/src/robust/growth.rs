//! Rows of `mazurka-bench growth` that the built command gives: the cost of an event in long
//! executions, and memory over time.

use super::programs::{Program, Programs, root};
use super::run::Running;
use super::rust;
use crate::table::{Table, grouped};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// Threads, and events of an execution.
const SIZES: [(usize, &[usize]); 3] = [
    (2, &[1_000, 8_000, 64_000, 100_000]),
    (64, &[1_300, 5_000, 20_000, 100_000]),
    (256, &[1_300, 5_000, 20_000, 100_000]),
];

/// The languages.
const LANGUAGES: [&str; 3] = ["C", "Rust", "litmus"];

/// The cost of an event, by threads and events. A run that takes longer than that many seconds
/// is given up, and so are larger ones.
///
/// # Errors
/// When something cannot be run.
pub(crate) fn by_events(command: &Path, executions: u64, longest: f64) -> Result<Table, String> {
    let programs = Programs::new(&root().join("target/bench-growth"))?;
    let longest = Duration::from_secs_f64(longest);
    let mut table = Table::new(
        "The cost of an event, with threads that take turns",
        &[
            "program",
            "executions",
            "events",
            "user s",
            "us/event",
            "largest/smallest",
        ],
    );
    for language in LANGUAGES {
        for (threads, sizes) in SIZES {
            let run = |events: usize, executions: u64| {
                let rounds = (events / threads).max(1) * threads;
                let mut best: Option<(u64, u64, Duration)> = None;
                // Short ones several times: then the shortest counts.
                for _ in 0..5 {
                    let process =
                        process(command, &programs, language, threads, events, executions)?;
                    let Some(ran) = measure(process, &programs, longest, rounds as u64)? else {
                        return Ok(None);
                    };
                    if best.is_none_or(|best| ran.2 < best.2) {
                        best = Some(ran);
                    }
                    if ran.2 > Duration::from_secs(1) {
                        break;
                    }
                }
                Ok::<_, String>(best)
            };
            // What is not the cost of events: the start, clang, reading.
            let Some(base) = run(0, 1)? else { continue };
            let mut first = None;
            for size in sizes {
                let name = format!("{language}, {threads} threads, {}", grouped(*size as u64));
                eprintln!("mazurka-bench: {name}");
                let Some((count, events, user)) = run(*size, executions)? else {
                    let given_up = format!("over {} s", longest.as_secs());
                    let dash = || "-".to_owned();
                    table.row([name, dash(), dash(), given_up, dash(), dash()]);
                    break;
                };
                let seconds = user.saturating_sub(base.2).as_secs_f64();
                let micros = seconds * 1e6 / events as f64;
                // Less than a millisecond cannot be told from nothing.
                let shown = |value: f64| match seconds < 0.001 {
                    true => "-".to_owned(),
                    false => format!("{value:.2}"),
                };
                let first = match seconds < 0.001 {
                    true => first.unwrap_or(f64::NAN),
                    false => *first.get_or_insert(micros),
                };
                table.row([
                    name,
                    count.to_string(),
                    grouped(events),
                    format!("{seconds:.3}"),
                    shown(micros),
                    shown(micros / first),
                ]);
            }
        }
    }
    table.note(
        "One process with one worker. User time (of the shortest of five runs, if it is under a second), \
         less that of the same program with one round in each thread. The last column is by the first row of the group.",
    );
    Ok(table)
}

/// The process that explores a program of that size.
fn process(
    command: &Path,
    programs: &Programs,
    language: &str,
    threads: usize,
    events: usize,
    executions: u64,
) -> Result<Command, String> {
    if language == "Rust" {
        let own = std::env::current_exe().map_err(|error| error.to_string())?;
        let mut process = Command::new(own);
        process.args([
            rust::COMMAND,
            "mutex",
            &threads.to_string(),
            &events.to_string(),
        ]);
        process.args(["--max-executions", &executions.to_string()]);
        return Ok(process);
    }
    let program: Program = match language {
        "C" => programs.mutex(threads, events),
        _ => programs.litmus(threads, events)?,
    };
    let more = ["--json", "--workers", "1", "--max-executions"].map(str::to_owned);
    let more: Vec<String> = more.into_iter().chain([executions.to_string()]).collect();
    let mut process = Command::new(command);
    process.args(program.arguments(&more));
    Ok(process)
}

/// Executions, events (of litmus tests, which do not tell them, that many in each) and user
/// time; none if that takes too long.
fn measure(
    mut process: Command,
    programs: &Programs,
    longest: Duration,
    events: u64,
) -> Result<Option<(u64, u64, Duration)>, String> {
    let running = Running::start(&mut process, &programs.folder().join("out"))?;
    let Some(ran) = running.wait(longest)? else {
        running.signal(libc::SIGKILL);
        running.wait(Duration::MAX)?;
        return Ok(None);
    };
    let complete = ran.number("complete");
    let told = ran
        .number("events")
        .or(complete.map(|count| count * events));
    match complete.zip(told) {
        Some((complete, events)) => Ok(Some((complete, events, ran.user))),
        None => Err(format!("{process:?}: {}", ran.said)),
    }
}

/// Memory and the size of the resume file, by time and workers.
///
/// # Errors
/// When something cannot be run.
pub(crate) fn by_time(command: &Path, seconds: f64) -> Result<Table, String> {
    let programs = Programs::new(&root().join("target/bench-growth"))?;
    let mut table = Table::new(
        "Memory of fib_bench(7) under TSO, stopped after some time",
        &[
            "workers",
            "seconds",
            "executions",
            "peak MiB",
            "resume file KiB",
            "stop ms",
        ],
    );
    let saved = programs.folder().join("saved.json");
    for workers in ["1", "2", "4"] {
        for share in [0.25, 0.5, 1.0] {
            let time = seconds * share;
            eprintln!("mazurka-bench: fib_bench(7), {workers} workers, {time} s");
            let _ = std::fs::remove_file(&saved);
            let shown = format!("{time:.1}");
            let more = [
                "--json",
                "--workers",
                workers,
                "--max-time",
                &shown,
                "--resume-file",
            ];
            let mut more: Vec<String> = more.map(str::to_owned).to_vec();
            more.push(saved.display().to_string());
            let mut process = Command::new(command);
            process.args(Programs::fib_bench(7).arguments(&more));
            let ran = Running::start(&mut process, &programs.folder().join("out"))?.end()?;
            let size = std::fs::metadata(&saved).map(|data| data.len()).ok();
            let verdict = ran.text("verdict").unwrap_or_default();
            let Some(complete) = ran.number("complete").filter(|_| verdict == "unknown") else {
                return Err(format!("fib_bench(7): {}", ran.said));
            };
            let late = ran.wall.saturating_sub(Duration::from_secs_f64(time));
            table.row([
                workers.to_owned(),
                shown,
                grouped(complete),
                format!("{:.1}", ran.peak_mib()),
                size.map_or("none".to_owned(), |size| {
                    format!("{:.1}", size as f64 / 1024.0)
                }),
                format!("{:.0}", late.as_secs_f64() * 1e3),
            ]);
        }
    }
    Ok(table)
}
