//! `mazurka-bench stop`: how long a check goes on after it was told to stop, by a limit on
//! time or by Ctrl-C, at a random moment.

use super::command;
use super::programs::{Program, Programs, root};
use super::run::Running;
use super::rust;
use crate::table::Table;
use clap::Args;
use mazurka_random::Random;
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many checks are stopped.
    #[arg(long, value_name = "N", default_value_t = 200)]
    cases: usize,
    /// Where random numbers begin.
    #[arg(long, value_name = "X", default_value_t = 1)]
    seed: u64,
    /// Only programs with this in their name.
    #[arg(long, value_name = "TEXT", default_value = "")]
    program: String,
    /// The `mazurka` command, if it is not beside this one.
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

/// The name of the Rust program.
const RUST: &str = "Rust, fib(8)";

/// A check that was stopped.
struct Stopped {
    program: String,
    how: &'static str,
    shown: String,
    latency: Duration,
    /// Was there nothing to go on with, though there should have been?
    is_lost: bool,
}

/// Stops checks, and prints how long that took.
///
/// # Errors
/// When something cannot be run.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let command = command(arguments.command.as_deref())?;
    let programs = Programs::new(&root().join("target/bench-stop"))?;
    let mut subjects: Vec<Option<Program>> = programs.to_stop().into_iter().map(Some).collect();
    subjects.push(None);
    let name = |subject: &Option<Program>| subject.as_ref().map_or(RUST, |program| program.name);
    subjects.retain(|subject| name(subject).contains(&arguments.program));
    if subjects.is_empty() {
        return Err(format!(
            "no program has {:?} in its name",
            arguments.program
        ));
    }
    let mut random = Random::new(arguments.seed);
    let mut stopped: Vec<Stopped> = Vec::new();
    let mut wrong = 0;
    let mut done = 0;
    for nth in 0..arguments.cases {
        let subject = &subjects[nth % subjects.len()];
        let case = Case::new(subject.as_ref(), &programs, &mut random);
        match case.run(&command, &programs)? {
            Outcome::Stopped(case) => {
                if case.latency > Duration::from_secs(1) {
                    eprintln!(
                        "mazurka-bench: {:.2} s: {} ({})",
                        case.latency.as_secs_f64(),
                        case.shown,
                        case.how
                    );
                }
                stopped.push(case);
            }
            Outcome::Done => done += 1,
            Outcome::Wrong(message) => {
                wrong += 1;
                eprintln!("mazurka-bench: WRONG: {message}");
            }
        }
    }
    tell(&mut stopped, done, wrong)?;
    match wrong {
        0 => Ok(()),
        _ => Err(format!("{wrong} checks ended as they must not")),
    }
}

enum Outcome {
    Stopped(Stopped),
    /// It was done before.
    Done,
    Wrong(String),
}

struct Case {
    program: String,
    /// Whether by Ctrl-C, or else by a limit.
    is_interrupt: bool,
    moment: f64,
    /// None: the Rust program.
    arguments: Option<Vec<String>>,
}

impl Case {
    fn new(subject: Option<&Program>, programs: &Programs, random: &mut Random) -> Case {
        let is_interrupt = random.below(2) == 0 && subject.is_some();
        // Sometimes before anything has begun.
        let moment = match random.below(5) {
            0 => random.real(0.02, 0.2),
            1..4 => random.real(0.2, 1.5),
            _ => random.real(1.5, 4.0),
        };
        let arguments = subject.map(|program| {
            let mut more = vec!["--json".to_owned(), "--model".to_owned()];
            more.push((*random.pick(program.models)).to_owned());
            more.push("--algorithm".to_owned());
            more.push((*random.pick(&["optimal", "optimal", "source", "classic"])).to_owned());
            let workers = [
                ["--workers", "1"],
                ["--workers", "2"],
                ["--workers", "4"],
                ["--processes", "2"],
            ];
            more.extend(random.pick(&workers).map(str::to_owned));
            let saved = programs.folder().join("saved.json");
            more.extend(["--resume-file".to_owned(), saved.display().to_string()]);
            if !is_interrupt {
                more.extend(["--max-time".to_owned(), format!("{moment:.3}")]);
            }
            program.arguments(&more)
        });
        Case {
            program: subject.map_or(RUST, |program| program.name).to_owned(),
            is_interrupt,
            moment,
            arguments,
        }
    }

    fn run(&self, command: &std::path::Path, programs: &Programs) -> Result<Outcome, String> {
        let saved = programs.folder().join("saved.json");
        let _ = std::fs::remove_file(&saved);
        let mut process = match &self.arguments {
            Some(arguments) => {
                let mut process = Command::new(command);
                process.args(arguments);
                process
            }
            None => {
                let own = std::env::current_exe().map_err(|error| error.to_string())?;
                let mut process = Command::new(own);
                process.args([rust::COMMAND, "fib", "2", "8"]);
                process.env("MAZURKA_MAX_TIME", format!("{:.3}", self.moment));
                process
            }
        };
        let out = programs.folder().join("out");
        let running = Running::start(process.current_dir(programs.folder()), &out)?;
        let moment = Duration::from_secs_f64(self.moment);
        let shown = match &self.arguments {
            Some(arguments) => format!("mazurka {}", arguments.join(" ")),
            None => format!("MAZURKA_MAX_TIME={:.3} {RUST}", self.moment),
        };
        let (mut ran, mut since) = (running.wait(moment)?, moment);
        if ran.is_none() {
            if self.is_interrupt {
                since = running.elapsed();
                running.signal(libc::SIGINT);
            }
            ran = running.wait(since + Duration::from_secs(60))?;
        } else {
            return Ok(match ran.and_then(|ran| ran.code) {
                // It was done, or there was a limit on time that it kept exactly.
                Some(0 | 1 | 3) => Outcome::Done,
                code => Outcome::Wrong(format!("exit code {code:?} at once: {shown}")),
            });
        }
        let Some(ran) = ran else {
            running.signal(libc::SIGKILL);
            running.wait(Duration::MAX)?;
            return Ok(Outcome::Wrong(format!("still there after 60 s: {shown}")));
        };
        let latency = ran.wall.saturating_sub(since);
        let expected: &[i32] = match &self.arguments {
            Some(_) => &[0, 1, 3, 130],
            None => &[0],
        };
        if !ran.code.is_some_and(|code| expected.contains(&code)) {
            let said = ran.said.lines().last().unwrap_or_default();
            return Ok(Outcome::Wrong(format!(
                "exit code {:?}, {said:?}: {shown}",
                ran.code
            )));
        }
        let is_lost = ran.code == Some(3) && self.arguments.is_some() && !saved.exists();
        Ok(Outcome::Stopped(Stopped {
            program: self.program.clone(),
            how: if self.is_interrupt { "Ctrl-C" } else { "limit" },
            shown: match self.is_interrupt {
                true => format!("{shown}  # Ctrl-C after {:.3} s", self.moment),
                false => shown,
            },
            latency,
            is_lost,
        }))
    }
}

fn tell(stopped: &mut [Stopped], done: usize, wrong: usize) -> Result<(), String> {
    stopped.sort_by_key(|case| case.latency);
    let Some(worst) = stopped.last() else {
        return Err("nothing was stopped".to_owned());
    };
    let ms = |time: Duration| format!("{:.0}", time.as_secs_f64() * 1e3);
    let of = |cases: &[&Stopped]| -> Vec<String> {
        let at = |share: f64| {
            let place = (share * (cases.len() - 1) as f64).round() as usize;
            ms(cases[place].latency)
        };
        let lost = cases.iter().filter(|case| case.is_lost).count();
        vec![
            cases.len().to_string(),
            at(0.5),
            at(0.9),
            at(0.99),
            at(1.0),
            lost.to_string(),
        ]
    };
    let mut table = Table::new(
        "From the moment of the stop to the end of the process, in ms",
        &[
            "program",
            "stops",
            "median",
            "90 %",
            "99 %",
            "worst",
            "nothing saved",
        ],
    );
    let mut by_program = BTreeMap::<&str, Vec<&Stopped>>::new();
    for case in stopped.iter() {
        by_program.entry(&case.program).or_default().push(case);
    }
    for (program, cases) in &by_program {
        table.row([(*program).to_owned()].into_iter().chain(of(cases)));
    }
    let all: Vec<&Stopped> = stopped.iter().collect();
    for how in ["limit", "Ctrl-C"] {
        let cases: Vec<&Stopped> = all.iter().filter(|case| case.how == how).copied().collect();
        if !cases.is_empty() {
            table.row([format!("all, by {how}")].into_iter().chain(of(&cases)));
        }
    }
    table.row(["all".to_owned()].into_iter().chain(of(&all)));
    table.note(
        "A limit on time is counted from the start of the process, so what clang takes beyond it \
         counts as well.",
    );
    println!("{table}");
    println!("{done} were done before their moment, {wrong} ended as they must not");
    println!("worst: {}", worst.shown);
    println!("\n| stops | median ms | 90 % | 99 % | worst | nothing saved |");
    println!("|---|---|---|---|---|---|");
    println!("| {} |", of(&all).join(" | "));
    Ok(())
}
