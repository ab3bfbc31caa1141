//! Executions that show bugs, as files: trace files, which `mazurka show` prints and
//! `mazurka replay` runs again, and pages and pictures of them.

use crate::TableOf;
use crate::arguments::{Choices, parse_seconds};
use crate::last_words::whole;
use clap::Args;
use mazurka_check::Coverage;
use mazurka_check::command::{Checked, Choices as _, Command, Entry, Team, quoted, say, tame};
use mazurka_memory::Model;
use mazurka_trace::{Place, Program, Report, Trace, Wanted, read};
use std::collections::HashMap;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// What is written beside the results.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Outputs {
    /// Write a trace file for each finding into DIR, which is made if need be: see `mazurka show`
    /// and `mazurka replay`.
    #[arg(
        long,
        value_name = "DIR",
        help_heading = "Reports",
        conflicts_with = "replay"
    )]
    pub(crate) trace_dir: Option<PathBuf>,
    /// Write a page of all results to FILE, which any browser shows: lanes of threads, what happens
    /// before what, the source, values, locks, mailboxes and store buffers at each step. One file,
    /// and no network.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Reports",
        conflicts_with = "replay"
    )]
    pub(crate) html: Option<PathBuf>,
    /// Write what happens before what in the first finding to FILE, as a graph for Graphviz.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Reports",
        conflicts_with = "replay"
    )]
    pub(crate) dot: Option<PathBuf>,
    /// Write a picture of the first finding to FILE.
    #[arg(
        long,
        value_name = "FILE",
        help_heading = "Reports",
        conflicts_with = "replay"
    )]
    pub(crate) svg: Option<PathBuf>,
    /// Tell all of an execution in text, trace files, pages and pictures, however long it is; else
    /// the middle of a long one is left out, so that no file has more than 10 MB.
    #[arg(long, help_heading = "Reports")]
    pub(crate) full: bool,
    /// Say which lines of C and C++ programs no execution has reached.
    #[arg(long, help_heading = "Reports", conflicts_with_all = ["replay", "processes", "resume"])]
    pub(crate) coverage: bool,
    /// Write which lines were reached and which were not to FILE, as lcov reads it.
    #[arg(long, value_name = "FILE", help_heading = "Reports",
          conflicts_with_all = ["replay", "processes", "resume"])]
    pub(crate) lcov: Option<PathBuf>,
    /// Look for SECONDS (2 without it) for the simplest execution that shows a bug: the one with
    /// the fewest switches between threads, then the fewest steps of other threads.
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds, help_heading = "Reports")]
    pub(crate) shorten: Option<Duration>,
}

/// How long simpler executions are looked for, unless that is said.
const SHORTEN: Duration = Duration::from_secs(2);

impl Outputs {
    /// For how long a simpler execution is looked for; `is_shown`: a person will see it.
    pub(crate) fn shorten(&self, is_shown: bool) -> Duration {
        let is_shown = is_shown || self.is_any();
        let usual = if is_shown { SHORTEN } else { Duration::ZERO };
        self.shorten.unwrap_or(usual)
    }

    /// Is it wanted which lines are reached?
    pub(crate) fn covers(&self) -> bool {
        self.coverage || self.lcov.is_some()
    }

    /// Is anything written?
    fn is_any(&self) -> bool {
        let files = [&self.trace_dir, &self.html, &self.dot, &self.svg];
        files.into_iter().any(Option::is_some)
    }
}

/// What is to be written of all files. What cannot be written is a warning: verdicts are told
/// all the same.
pub(crate) struct Files<'a> {
    outputs: &'a Outputs,
    report: Report,
    coverage: Coverage,
    /// How many findings of that name there were.
    names: HashMap<String, usize>,
}

impl<'a> Files<'a> {
    /// For those outputs. All are tried at once: a check may take long.
    ///
    /// # Errors
    /// When one cannot be written; a message for people, with the file.
    pub(crate) fn new(outputs: &'a Outputs) -> Result<Files<'a>, String> {
        if let Some(folder) = &outputs.trace_dir {
            Place::try_folder(folder)?;
        }
        let files = [&outputs.html, &outputs.lcov, &outputs.dot, &outputs.svg];
        for path in files.into_iter().flatten() {
            Place::open(path)?;
        }
        Ok(Files {
            outputs,
            report: Report {
                mazurka: env!("CARGO_PKG_VERSION").to_owned(),
                command: command_line(),
                ..Report::default()
            },
            coverage: Coverage::default(),
            names: HashMap::new(),
        })
    }

    /// Writes the trace files of a program, and keeps the rest for the end.
    pub(crate) fn add(
        &mut self,
        entry: &Entry,
        language: &str,
        result: &Result<Checked, String>,
        (choices, command): (&Choices, Command),
        (team, model): (&Team, Option<Model>),
    ) {
        let checked = match result {
            Ok(checked) => checked,
            Err(message) => return self.add_error(entry, message),
        };
        if let Some(coverage) = &checked.coverage {
            self.coverage.add(coverage);
        }
        if !self.outputs.is_any() {
            return;
        }
        let with_all = |trace: &Trace| {
            let choices = (choices, &command);
            with_all(trace, entry, language, checked, choices, (team, model))
        };
        let traces: Vec<Trace> = checked.details.traces().into_iter().map(with_all).collect();
        if let Some(folder) = &self.outputs.trace_dir {
            for trace in &traces {
                let path = folder.join(file_name(trace, &mut self.names));
                write(&path, &trace.written(self.outputs.full, Trace::to_json));
            }
        }
        self.report.programs.push(mazurka_trace::Checked {
            name: entry.name(),
            files: files_of(entry),
            verdict: checked.verdict.to_string(),
            reason: checked.reason.clone(),
            statistics: statistics(checked, team, model.is_some()),
            findings: traces,
            exploration: checked.exploration.clone(),
            left_out: 0,
        });
    }

    /// What is to be said of what a program has reached.
    pub(crate) fn coverage_in_words(&self, checked: &Checked) -> String {
        if !self.outputs.coverage {
            return String::new();
        }
        let Some(coverage) = &checked.coverage else {
            return "Coverage: it is told of C and C++ programs only.\n".to_owned();
        };
        let (reached, all) = coverage.counts();
        let mut text = format!("Coverage: {reached} of {all} lines with code were reached.");
        let unreached = coverage.unreached();
        if !unreached.is_empty() {
            text.push_str(" Not reached:");
        }
        for part in unreached {
            text.push_str(&format!("\n  {part}"));
        }
        text + "\n"
    }

    /// A program that could not be checked.
    fn add_error(&mut self, entry: &Entry, message: &str) {
        self.report.programs.push(mazurka_trace::Checked {
            name: entry.name(),
            files: files_of(entry),
            verdict: "error".to_owned(),
            reason: message.to_owned(),
            ..mazurka_trace::Checked::default()
        });
    }

    /// Writes what is about all programs.
    pub(crate) fn finish(&self) {
        if let Some(path) = &self.outputs.html {
            write(path, &self.report.written(self.outputs.full));
        }
        if let Some(path) = &self.outputs.lcov {
            write(path, &self.coverage.to_lcov());
        }
        let mut findings = self.report.programs.iter().flat_map(|of| &of.findings);
        let first = findings.next();
        let pictures = [
            (&self.outputs.dot, Trace::to_dot as fn(&Trace) -> String),
            (&self.outputs.svg, Trace::to_svg),
        ];
        for (path, picture) in pictures {
            match (path, first) {
                (Some(path), Some(first)) => {
                    write(path, &first.written(self.outputs.full, picture));
                }
                // What is wrong is said where nothing was checked.
                (Some(path), None) if !self.report.programs.is_empty() => say(&format!(
                    "note: there is no finding to draw, so {} is not written",
                    path.display()
                )),
                _ => {}
            }
        }
    }
}

/// Writes a file, or warns that it cannot be written.
fn write(path: &Path, text: &str) {
    let written = whole(|| Place::at(path).write(text.as_bytes()));
    if let Err(why) = written {
        say(&format!("warning: {why}"));
    }
}

/// What a language is called in trace files.
fn called(language: &str) -> &str {
    match language {
        "program" => "c",
        other => other,
    }
}

/// This command, for a shell.
fn command_line() -> String {
    let words = std::env::args_os().skip(1);
    let words = words.map(|word| quoted(&word.to_string_lossy()));
    let words: Vec<String> = words.collect();
    format!("mazurka {}", words.join(" "))
}

fn files_of(entry: &Entry) -> Vec<String> {
    let paths = entry.paths.iter();
    paths
        .map(|path| path.to_string_lossy().into_owned())
        .collect()
}

/// Figures for people.
fn statistics(checked: &Checked, team: &Team, has_model: bool) -> Vec<(String, String)> {
    let figures = [
        ("explored as", team.described(has_model)),
        ("executions", checked.counts(team.algorithm)),
        ("time", format!("{:.2} s", checked.time.as_secs_f64())),
    ];
    let figures = figures.into_iter();
    figures
        .map(|(name, value)| (name.to_owned(), value))
        .collect()
}

/// A trace with all that is known of its program.
fn with_all(
    trace: &Trace,
    entry: &Entry,
    language: &str,
    checked: &Checked,
    (choices, command): (&Choices, &Command),
    (team, model): (&Team, Option<Model>),
) -> Trace {
    let mut trace = Trace {
        mazurka: env!("CARGO_PKG_VERSION").to_owned(),
        program: Program {
            language: called(language).to_owned(),
            name: checked.name.clone(),
            files: files_of(entry),
            test: entry.test.clone(),
            model: model.map_or_else(String::new, |model| model.to_string()),
            algorithm: team.algorithm.to_string(),
            options: serde_json::to_string(choices).ok(),
            digest: checked.digest.clone(),
        },
        command: command.replay(&trace.replay),
        ..trace.clone()
    };
    trace.add_sources(&|file| checked.sources.read(file));
    trace
}

/// The name of a trace file: the program, the kind of finding, and a number from the second on.
fn file_name(trace: &Trace, names: &mut HashMap<String, usize>) -> String {
    let test = trace.program.test.as_deref().unwrap_or(&trace.program.name);
    let kind = trace
        .finding
        .as_ref()
        .map_or("execution", |finding| &finding.kind);
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let plain: String = test
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let name = format!("{plain}-{kind}");
    let count = names.entry(name.clone()).or_default();
    *count += 1;
    match count {
        1 => format!("{name}.json"),
        count => format!("{name}-{count}.json"),
    }
}

/// The arguments of `mazurka show`.
#[derive(Args)]
pub(crate) struct Show {
    /// A trace file, as `mazurka check --trace-dir` and `MAZURKA_TRACE_DIR` write them.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    wanted: Wanted,
}

/// Prints a trace file.
///
/// # Errors
/// When it cannot be read or printed; a message for people.
pub(crate) fn show(arguments: &Show) -> Result<(), String> {
    let text = mazurka_trace::show(&arguments.file, &arguments.wanted)?;
    match io::stdout().write_all(tame(&text).as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write the results: {error}"))
        }
        _ => Ok(()),
    }
}

/// The arguments of `mazurka replay`.
#[derive(Args, Default)]
pub(crate) struct Replay {
    /// A trace file, as `mazurka check --trace-dir` writes them.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The C compiler, if the check was told one: a file does not say what is to be run.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) clang: Option<PathBuf>,
    /// The same for Erlang.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) erlc: Option<PathBuf>,
    /// The same for Elixir.
    #[arg(long, value_name = "PROGRAM")]
    pub(crate) elixirc: Option<PathBuf>,
    /// Flags for the compiler, if the check had some.
    #[arg(last = true, value_name = "FLAGS")]
    pub(crate) flags: Vec<String>,
}

/// What is to be replayed.
pub(crate) struct Recalled {
    pub(crate) trace: Trace,
    pub(crate) choices: Choices,
}

impl Recalled {
    /// Reads a trace file.
    ///
    /// # Errors
    /// When it is none that this command can run again; a message for people.
    pub(crate) fn new(arguments: &Replay, table: TableOf) -> Result<Recalled, String> {
        Recalled::of(arguments, read(&arguments.file)?, table)
    }

    /// What a trace that was read is of.
    ///
    /// # Errors
    /// As for [`Recalled::new`].
    pub(crate) fn of(arguments: &Replay, trace: Trace, table: TableOf) -> Result<Recalled, String> {
        let shown = arguments.file.display();
        let wrong = |why: String| format!("{shown}: {why}");
        if trace.program.language == "rust" {
            return Err(wrong(format!(
                "it is of a Rust test, which cargo runs: {}",
                trace.command
            )));
        }
        if trace.left_out.replay > 0 {
            return Err(wrong(
                "its replay string was too long and is left out: make it again with --full"
                    .to_owned(),
            ));
        }
        let Some(options) = &trace.program.options else {
            return Err(wrong(
                "it is a damaged trace file: it has no options".to_owned(),
            ));
        };
        let choices: Choices = serde_json::from_str(options)
            .map_err(|error| wrong(format!("its options cannot be read: {error}")))?;
        if !choices.is_sound() || trace.program.files.is_empty() {
            return Err(wrong(
                "it is a damaged trace file: its options make no sense".to_owned(),
            ));
        }
        let choices = Choices {
            clang: arguments.clang.clone(),
            erlc: arguments.erlc.clone(),
            elixirc: arguments.elixirc.clone(),
            flags: arguments.flags.clone(),
            ..choices
        };
        let known = table(&choices);
        if !known
            .iter()
            .any(|language| called(language.name()) == trace.program.language)
        {
            return Err(wrong(format!(
                "its language {:?} is not known",
                trace.program.language
            )));
        }
        Ok(Recalled { trace, choices })
    }

    /// Its files.
    pub(crate) fn paths(&self) -> Vec<PathBuf> {
        self.trace.program.files.iter().map(PathBuf::from).collect()
    }
}
