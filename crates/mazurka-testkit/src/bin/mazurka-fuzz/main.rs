//! Throws damaged inputs at Mazurka: `mazurka-fuzz [beam|ir|litmus|replay|resume|resume-file|trace]...`.
//!
//! Exit code 0 if nothing is wrong, 1 if something is, 2 if the command line makes no sense
//! or nothing could be run.

mod beam;
mod case;
mod command;
mod corpus;
mod coverage;
mod current;
mod failure;
mod ir;
mod litmus;
mod parent;
mod programs;
mod replay;
mod resume;
mod resume_file;
mod rust_programs;
mod text;
mod trace;
mod tree;
mod worker;

use case::{Places, Target};
use mazurka_testkit::seeds::number;
use parent::Campaign;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

const USAGE: &str = "\
usage: mazurka-fuzz [TARGET]... [--cases N] [--seconds S] [--seed X] [--jobs J]
                    [--command PATH] [--folder DIR] [--one-of K]
       mazurka-fuzz [TARGET] --file PATH

Targets, all unless some are named:
  beam         files of Erlang's compiler: read
  ir           LLVM IR: read, linked, lowered, and explored with tight bounds
  litmus       litmus tests: read, and explored with tight bounds
  replay       replay strings of Rust and C programs
  resume       what is left of explorations that were stopped, gone on with to the end
  resume-file  resume files, one in a thousand given to the command
  trace        trace files, shown in all formats and replayed

Each runs N cases (10000), or S seconds (300) if that is less, with J processes (1). Inputs
are seeds from this repository, changed; those that run something new are changed further.
A failure is a panic, a death, a case of more than 10 s or 2 GiB, or a wrong verdict. Its
input is made smaller, and kept in DIR (target/fuzz) with the options that it needs; --file
runs it again. --command is the `mazurka` command that was built. Of the C programs of this
repository, all or one of K are compiled for a start.";

const TARGETS: [&str; 7] = [
    "beam",
    "ir",
    "litmus",
    "replay",
    "resume",
    "resume-file",
    "trace",
];
/// Those that begin with files that the command writes.
const OF_COMMAND: [&str; 2] = ["resume-file", "trace"];

struct Arguments {
    targets: Vec<String>,
    cases: u64,
    seconds: u64,
    seed: u64,
    jobs: u64,
    file: Option<PathBuf>,
    current: Option<PathBuf>,
    places: Places,
}

fn arguments(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let root = root.canonicalize().unwrap_or(root);
    let mut arguments = Arguments {
        targets: Vec::new(),
        cases: 10_000,
        seconds: 300,
        seed: 1,
        jobs: 1,
        file: None,
        current: None,
        places: Places {
            folder: root.join("target/fuzz"),
            root,
            one_of: 1,
            command: None,
        },
    };
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} wants a value"));
        match word.as_str() {
            "--cases" => arguments.cases = number(&word, &value()?)?,
            "--seconds" => arguments.seconds = number(&word, &value()?)?,
            "--seed" => arguments.seed = number(&word, &value()?)?,
            "--jobs" => arguments.jobs = number::<u64>(&word, &value()?)?.max(1),
            "--file" => arguments.file = Some(value()?.into()),
            "--current" => arguments.current = Some(value()?.into()),
            "--command" => arguments.places.command = Some(value()?.into()),
            "--one-of" => arguments.places.one_of = number::<usize>(&word, &value()?)?.max(1),
            "--folder" => arguments.places.folder = value()?.into(),
            target if TARGETS.contains(&target) => arguments.targets.push(word),
            _ => return Err(format!("{word}: no such target or option\n{USAGE}")),
        }
    }
    Ok(arguments)
}

fn target(name: &str, places: &Places) -> Result<Box<dyn Target>, String> {
    Ok(match name {
        "beam" => Box::new(beam::Beam::new(places)?),
        "ir" => Box::new(ir::Ir::new(places)?),
        "litmus" => Box::new(litmus::Litmus::new(places)?),
        "replay" => Box::new(replay::Replay::new(places)?),
        "resume" => Box::new(resume::Resume::new(places)?),
        "trace" => Box::new(trace::TraceFile::new(places)?),
        _ => Box::new(resume_file::ResumeFile::new(places)?),
    })
}

fn extension(target: &str) -> &'static str {
    match target {
        "beam" => "beam",
        "ir" => "ll",
        "litmus" => "litmus",
        "replay" => "txt",
        _ => "json",
    }
}

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1).peekable();
    let role = match words.peek().map(String::as_str) {
        Some("worker" | "one") => words.next().unwrap_or_default(),
        Some("--help" | "-h") => {
            println!("{USAGE}");
            return ExitCode::SUCCESS;
        }
        _ => String::new(),
    };
    let done = arguments(words).and_then(|arguments| match role.as_str() {
        "worker" => work(&arguments),
        "one" => one(&arguments),
        _ if arguments.file.is_some() => again(&arguments),
        _ => campaign(&arguments),
    });
    match done {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(message) => {
            eprintln!("mazurka-fuzz: {message}");
            ExitCode::from(2)
        }
    }
}

/// As a child of [`parent::run`].
fn work(arguments: &Arguments) -> Result<bool, String> {
    let name = arguments.targets.first().ok_or(USAGE)?;
    worker::install_hook();
    let mut target = target(name, &arguments.places)?;
    let task = worker::Task {
        cases: arguments.cases,
        seconds: arguments.seconds,
        seed: arguments.seed,
        current: arguments.current.clone().ok_or(USAGE)?,
        failures: arguments.places.folder.join(name),
        limits_memory: name != "replay",
    };
    worker::run(&mut *target, &task).map(|()| true)
}

/// One case of a file, quietly.
fn one(arguments: &Arguments) -> Result<bool, String> {
    let name = arguments.targets.first().ok_or(USAGE)?;
    let file = arguments.file.as_ref().ok_or(USAGE)?;
    worker::install_hook();
    let mut target = target(name, &arguments.places)?;
    let case = failure::read(file)?;
    Ok(worker::guarded(&mut *target, &case).is_ok())
}

/// One case of a file, told.
fn again(arguments: &Arguments) -> Result<bool, String> {
    let file = arguments.file.as_ref().ok_or(USAGE)?;
    // The folder of a failure is that of its target.
    let folder = file.parent().and_then(Path::file_name);
    let folder = folder.map(|name| name.to_string_lossy().into_owned());
    let named = arguments.targets.first().cloned();
    let name = named
        .or(folder.filter(|name| TARGETS.contains(&name.as_str())))
        .ok_or("which target is this file for? Name it before --file")?;
    let before = std::panic::take_hook();
    worker::install_hook();
    let mut target = target(&name, &arguments.places)?;
    let case = failure::read(file)?;
    println!(
        "{name}, variant {}, expected: {:?}",
        case.variant, case.expect
    );
    let result = worker::guarded(&mut *target, &case);
    std::panic::set_hook(before);
    match result {
        Ok(outcome) => {
            println!("{}", outcome.kind);
            Ok(true)
        }
        Err(wrong) => {
            println!("FAILED: {}", wrong.message);
            Ok(false)
        }
    }
}

/// Many cases of every target.
fn campaign(arguments: &Arguments) -> Result<bool, String> {
    let mut targets = arguments.targets.clone();
    if targets.is_empty() {
        targets = TARGETS.map(str::to_owned).to_vec();
        if arguments.places.command.is_none() {
            targets.retain(|target| !OF_COMMAND.contains(&&**target));
        }
    }
    let places = &arguments.places;
    let mut shared = vec!["--folder".to_owned(), places.folder.display().to_string()];
    shared.extend(["--one-of".to_owned(), places.one_of.to_string()]);
    if let Some(command) = &places.command {
        shared.extend(["--command".to_owned(), command.display().to_string()]);
    }
    let mut is_fine = true;
    for name in targets {
        // Seeds are made once, before several workers would.
        drop(target(&name, places)?);
        let summary = parent::run(&Campaign {
            extension: extension(&name),
            cases: arguments.cases,
            seconds: arguments.seconds,
            seed: arguments.seed,
            jobs: arguments.jobs,
            folder: places.folder.join(&name),
            arguments: shared.clone(),
            target: name.clone(),
        })?;
        let seconds = summary.time.as_secs_f64();
        let cases = summary.cases();
        println!(
            "{name}: {cases} cases in {seconds:.0} s ({:.0}/s), {} inputs kept, {} edges, {} failures",
            cases as f64 / seconds,
            summary.inputs,
            summary.edges,
            summary.failures.len()
        );
        for (kind, count) in &summary.counts {
            println!("  {count:>10}  {kind}");
        }
        for (path, message) in &summary.failures {
            println!("  FAILED: {message}\n    ./x fuzz --file {path}");
        }
        is_fine &= summary.failures.is_empty() && cases > 0;
    }
    Ok(is_fine)
}
