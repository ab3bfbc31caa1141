//! `mazurka check`: files, each explored under a memory model.
//!
//! One litmus test gives herd's kind of summary, one program its verdict and how its
//! bugs come about; several (or a directory, or a list) a table, `--json` an object a
//! line for each.

use crate::arguments::{Arguments, Choices, Settings};
use crate::interrupt::Interrupt;
use crate::live::Live;
use crate::traces::{Files, Recalled, Replay};
use crate::{TableOf, concuerror, files, workers};
use mazurka_check::command::{
    Checked, Colour, Command, Document, Entry, Format, FrontEnd, Kind, Position, Replayed, Session,
    Table, Team, Total, When, annotations, free_place, harmless, look_at_place, object, of_file,
    replayed, say,
};
use mazurka_check::{Shown, Told, Until, Verdict, words};
use mazurka_program::FindingKind;
use serde_json::value::to_raw_value;
use std::io::{self, IsTerminal, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Bad file or bad flag.
pub(crate) const EXIT_ERROR: u8 = 2;
/// Stopped without a verdict.
pub(crate) const EXIT_STOPPED: u8 = 3;

fn exit_code(verdict: Verdict) -> u8 {
    match verdict {
        Verdict::Verified | Verdict::Explored => 0,
        Verdict::Bug => 1,
        Verdict::Unknown => EXIT_STOPPED,
    }
}

fn code_of(result: &Result<Checked, String>) -> u8 {
    let checked = result.as_ref();
    checked.map_or(EXIT_ERROR, |checked| exit_code(checked.verdict))
}

/// Does what the arguments say, of which there are several if there are several memory models.
pub(crate) fn run(models: &[Arguments], table: TableOf) -> ExitCode {
    exit(check_models(models, table))
}

/// Runs the execution of a trace file again.
pub(crate) fn replay(arguments: &Replay, table: TableOf) -> ExitCode {
    exit(replay_file(arguments, table))
}

fn exit(result: Result<u8, String>) -> ExitCode {
    match result {
        Ok(exit_code) => ExitCode::from(exit_code),
        Err(message) => {
            say(&format!("error: {message}"));
            ExitCode::from(EXIT_ERROR)
        }
    }
}

fn replay_file(arguments: &Replay, table: TableOf) -> Result<u8, String> {
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    let recalled = Recalled::new(arguments, table)?;
    let (exit_code, text) = replay_recalled(&recalled, &interrupt, table)?;
    write_out(&text)?;
    Ok(exit_code)
}

/// The exit code of a trace that is replayed, and what is printed.
pub(crate) fn replay_recalled(
    recalled: &Recalled,
    interrupt: &Interrupt,
    table: TableOf,
) -> Result<(u8, String), String> {
    let settings = Settings {
        choices: recalled.choices.clone(),
        workers: None,
        processes: None,
        max_executions: None,
        max_time: None,
    };
    let command = Checking {
        team: team(&settings, interrupt, true)?,
        table: table(&settings.choices),
        choices: settings.choices,
        interrupt,
        colour: Colour::new(When::default(), io::stdout().is_terminal()),
    };
    command.replay_trace(recalled)
}

/// Checks under one memory model after the other. A document is of all of them, and is written
/// whatever happens.
fn check_models(models: &[Arguments], table: TableOf) -> Result<u8, String> {
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    let mut document = None;
    let mut exit_code = 0;
    let mut error = None;
    let outputs = models.first().map(|first| first.outputs.clone());
    let outputs = outputs.unwrap_or_default();
    let mut files = Files::new(&outputs)?;
    for (nth, arguments) in models.iter().enumerate() {
        if nth > 0 && interrupt.is_set() {
            let left = models[nth..].iter();
            let left: Vec<String> = left
                .map(|left| left.settings.choices.model.to_string())
                .collect();
            say(&format!("not begun: --model {}", left.join(", --model ")));
            exit_code = worse(exit_code, EXIT_STOPPED);
            break;
        }
        match check_all(arguments, table, &interrupt, &mut document, &mut files) {
            Ok(code) => exit_code = worse(exit_code, code),
            Err(message) => {
                exit_code = EXIT_ERROR;
                error = Some(message);
                break;
            }
        }
    }
    if let Some(document) = document {
        write_out(&document.text(exit_code))?;
    }
    files.finish()?;
    error.map_or(Ok(exit_code), Err)
}

/// Writes results. A reader that has seen enough of them is no error.
fn write_out(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write the results: {error}"))
        }
        _ => Ok(()),
    }
}

/// Checks what the arguments say. An error is one of the whole command.
fn check_all(
    arguments: &Arguments,
    table: TableOf,
    interrupt: &Interrupt,
    document: &mut Option<Document>,
    files: &mut Files<'_>,
) -> Result<u8, String> {
    let mut now = arguments.settings.choices.clone();
    now.covers = arguments.outputs.covers();
    if let Some(entry) = concuerror::entry(arguments)? {
        now.entry = Some(entry);
    }
    concuerror::drop_depth_bound(&mut now);
    #[cfg(feature = "cluster")]
    let cluster = arguments.submission.cluster()?;
    #[cfg(not(feature = "cluster"))]
    let cluster = None;
    if cluster.is_some() {
        now.algorithm = Some(now.algorithm_of_items()?);
    }
    if let Some(contradiction) = now.contradiction() {
        return Err(contradiction);
    }
    // The same for listing tests and for checking them: it has read their files.
    let mut made = None;
    let mut session = match &arguments.resume {
        Some(path) => Session::read(path, &now, table)?,
        None => {
            let more = now.outside.take_files(&arguments.file);
            now.outside.check()?;
            let mut paths = [&arguments.paths[..], &more].concat();
            if let (Some(module), true) = (&arguments.module, paths.is_empty()) {
                let folders = now.pa.iter().chain(&now.pz);
                paths.push(files::of_module(module, folders)?);
            }
            if paths.is_empty() {
                return Err("there is no program: name its files".to_owned());
            }
            let mut inputs = files::expand(&paths, arguments.each, &table(&now))?;
            if now.has_tests() {
                inputs = files::without_folders(inputs);
                let beside = files::folders_below(&paths);
                let is_new = |folder: &PathBuf| !now.pa.contains(folder);
                let beside: Vec<PathBuf> = beside.into_iter().filter(is_new).collect();
                now.pa.extend(beside);
                let until = Until {
                    deadline: None,
                    interrupt: Some(interrupt.flag()),
                };
                let wanted = arguments.test.as_deref();
                let table = made.insert(table(&now));
                inputs = files::tests(inputs, wanted, table, &until)?;
            }
            let is_single = inputs.len() == 1
                && (inputs[0].test.is_some() && arguments.test.is_some()
                    || !now.has_tests() && paths.iter().all(|path| files::is_single(path)));
            let mut session = Session::new(&now, inputs, is_single);
            session.format = arguments.format();
            session.states = arguments.states;
            session.quiet = arguments.quiet;
            session
        }
    };
    let settings = Settings {
        choices: session.choices(&now),
        ..arguments.settings.clone()
    };
    if arguments.suggest_fences
        && let Some(why) = settings.choices.has_nothing_to_suggest()
    {
        return Err(why);
    }
    let is_shown = session.is_single && !session.quiet || session.format.has_traces();
    let command = Checking {
        team: Team {
            suggests: arguments.suggest_fences,
            estimates: arguments.estimate,
            outlines: arguments.outputs.html.is_some(),
            full: arguments.outputs.full,
            shorten: arguments.outputs.shorten(is_shown),
            cluster,
            ..team(&settings, interrupt, arguments.replay.is_some())?
        },
        table: made.unwrap_or_else(|| table(&settings.choices)),
        choices: settings.choices,
        interrupt,
        colour: Colour::new(
            arguments.conventions.color.unwrap_or_default(),
            io::stdout().is_terminal(),
        ),
    };
    if let Some(text) = &arguments.replay {
        return command.replay(&session, text);
    }
    if let Some(path) = &arguments.resume_file {
        look_at_place(path)?;
    }
    if document.is_none() {
        *document = Document::new(session.format);
    }
    let mut exit_code = 0;
    let mut out = io::stdout().lock();
    let mut written = Written {
        document: document.as_mut(),
        files,
    };
    match command.print_all(&mut session, &mut exit_code, &mut written, &mut out) {
        Ok(()) => {}
        // The reader of our output has seen enough of it.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(exit_code),
        Err(error) => return Err(format!("cannot write the results: {error}")),
    }
    if session.unfinished() > 0 && interrupt.is_set() {
        exit_code = EXIT_STOPPED;
    }
    drop(out);
    if !arguments.conventions.watched {
        keep(&mut session, arguments, interrupt.is_set())?;
    }
    Ok(exit_code)
}

/// How many samples are taken, unless that or a time is said.
const SAMPLES: u64 = 10_000;

/// Who explores, and how. One execution needs no workers.
fn team(settings: &Settings, interrupt: &Interrupt, is_one: bool) -> Result<Team, String> {
    let choices = &settings.choices;
    let algorithm = choices.algorithm();
    Ok(Team {
        kind: match is_one || algorithm.is_alone() {
            true => Kind::Threads(1),
            false => workers::kind(settings)?,
        },
        model: choices.model,
        algorithm,
        buffer_bound: choices.buffer_bound,
        described: choices.described(),
        max_executions: match settings.max_time {
            None if algorithm.is_random() => Some(settings.max_executions.unwrap_or(SAMPLES)),
            _ => settings.max_executions,
        },
        max_time: settings.max_time,
        interrupt: interrupt.flag(),
        suggests: false,
        estimates: false,
        shorten: Duration::ZERO,
        outlines: false,
        full: false,
        position: Position::default(),
        preface: to_raw_value(choices).map_err(|error| error.to_string())?,
        cluster: None,
    })
}

/// Writes what is left, if there is a place for it, and says how to go on.
///
/// A file that was read is left alone if all is explored, or if nothing has come further.
fn keep(
    session: &mut Session<Choices>,
    arguments: &Arguments,
    is_interrupted: bool,
) -> Result<(), String> {
    if !session.is_worth_keeping() {
        return Ok(());
    }
    let read = arguments.resume.as_ref();
    let named = arguments.resume_file.as_ref().or(read);
    // What a cluster explores is not in a file: how to go on was said.
    #[cfg(feature = "cluster")]
    let is_interrupted = is_interrupted && arguments.submission.cluster.is_none();
    let default = || is_interrupted.then(free_place);
    let Some(path) = named.cloned().or_else(default) else {
        return Ok(());
    };
    if read != Some(&path) || session.is_newer() {
        let written = session.write(&path);
        written.map_err(|error| format!("cannot write {}: {error}", path.display()))?;
    }
    let files = match session.unfinished() {
        // What is wrong with the others has been said.
        0 => return Ok(()),
        1 => String::from("1 file is"),
        count => format!("{count} files are"),
    };
    let command = session.command(&path);
    say(&format!(
        "{files} not explored to the end: go on with `{command}`"
    ));
    Ok(())
}

/// What is written beside what is printed.
struct Written<'a, 'o> {
    /// All results in another format.
    document: Option<&'a mut Document>,
    files: &'a mut Files<'o>,
}

/// What checks files.
struct Checking<'a> {
    team: Team,
    table: Vec<Box<dyn FrontEnd>>,
    choices: Choices,
    interrupt: &'a Interrupt,
    colour: Colour,
}

impl Checking<'_> {
    /// Checks the files and prints each as soon as it is there.
    fn print_all(
        &self,
        session: &mut Session<Choices>,
        exit_code: &mut u8,
        written: &mut Written<'_, '_>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let Checking { team, colour, .. } = self;
        let is_github = session.format == Format::Github;
        let is_table = session.format.is_text() && !session.is_single;
        let mut entries = session.entries.iter();
        let with_programs = entries.any(|entry| self.is_program(entry));
        let names = session.entries.iter().map(Entry::name);
        let table = Table::new(names, with_programs, session.states, *colour);
        let is_of_tests = session.entries.iter().any(|entry| entry.test.is_some());
        let table = if is_of_tests { table.of_tests() } else { table };
        let mut total = Total::default();
        total.is_of_tests = is_of_tests;
        if is_table {
            writeln!(out, "{}", table.head(team))?;
        }
        let mut reached = 0;
        let files = session.entries.len();
        for entry in &mut session.entries {
            if self.interrupt.is_set() {
                break;
            }
            team.position.set(reached + 1, files);
            let live = Live::new(team, &entry.name());
            let result = self.check(entry);
            drop(live);
            if result.is_err() && self.interrupt.is_set() {
                // Ctrl-C is for compilers, too.
                break;
            }
            if result.is_err() {
                entry.fail();
            }
            reached += 1;
            let result = result.and_then(|checked| {
                let language = self.language(entry)?;
                let files = &mut written.files;
                files.add(entry, language.name(), &checked, &self.choices, team)?;
                Ok(checked)
            });
            *exit_code = worse(*exit_code, code_of(&result));
            if let Err(message) = &result {
                written.files.add_error(entry, message);
                let message = format!("error: {message}");
                say(&if is_github {
                    harmless(&message)
                } else {
                    message.as_str().into()
                });
            }
            if let Some(document) = &mut written.document {
                let text = self.text(entry, &result, false, Colour::NONE);
                let command = self.choices.command(&entry.paths, entry.test.as_deref());
                document.add(entry, team, Some(result), text, command);
                continue;
            }
            if session.format == Format::Json {
                writeln!(
                    out,
                    "{}",
                    object(&entry.paths, entry.test.as_deref(), team, &result)
                )?;
            } else if is_table {
                let row = table.row(&entry.name(), team, &result) + &suggested(&result, "    ");
                let told = (!session.quiet).then(|| self.told_of_test(entry, &result));
                let row = row + &told.unwrap_or_default();
                self.print(&row, is_github, out)?;
                total.add(|| called(entry), &result);
            } else {
                let text = self.text(entry, &result, session.quiet, *colour);
                self.print(&text, is_github, out)?;
            }
            if let (true, Ok(checked)) = (session.format.is_text(), &result) {
                let text = written.files.coverage_in_words(checked);
                self.print(&text, is_github, out)?;
            }
            if is_github {
                write!(out, "{}", annotations(entry, &result))?;
            }
            out.flush()?;
        }
        if let Some(document) = &mut written.document {
            for entry in &session.entries[reached..] {
                document.add(entry, team, None, String::new(), Command::default());
            }
        }
        if is_table {
            self.print(&total.summary(*colour), is_github, out)?;
            writeln!(out, "{}", total.line(team))?;
        }
        Ok(())
    }

    /// All that is said of a program, if it is the only one. What is wrong with one that could not
    /// be checked is said elsewhere.
    fn text(
        &self,
        entry: &Entry,
        result: &Result<Checked, String>,
        is_quiet: bool,
        colour: Colour,
    ) -> String {
        let Ok(checked) = result else {
            return String::new();
        };
        let command = self.choices.command(&entry.paths, entry.test.as_deref());
        let text = checked
            .details
            .text(checked, &self.team, &command, is_quiet, colour);
        text + &suggested(result, "")
    }

    /// Prints what a terminal does not obey, and with annotations no workflow either.
    fn print(&self, text: &str, is_github: bool, out: &mut dyn Write) -> io::Result<()> {
        let text = self.colour.tame(text);
        match is_github {
            true => write!(out, "{}", harmless(&text)),
            false => write!(out, "{text}"),
        }
    }

    /// Of a test: its first bug, and the command that shows how it comes about.
    fn told_of_test(&self, entry: &Entry, result: &Result<Checked, String>) -> String {
        let (Some(test), Ok(checked)) = (&entry.test, result) else {
            return String::new();
        };
        let first = checked.details.cells().first;
        first.map_or_else(String::new, |first| {
            let command = self.choices.command(&entry.paths, Some(test));
            format!("    {first}\n    {}{}\n", command.first, command.last)
        })
    }

    /// The language of a file, or of the test that it is.
    fn language(&self, entry: &Entry) -> Result<Box<dyn FrontEnd>, String> {
        let path = entry.path().display();
        let language = of_file(&self.table, entry.path());
        let language = language.ok_or_else(|| format!("{path}: its language is not known"))?;
        Ok(language.of_test(entry.test.as_deref()))
    }

    /// Is it of a language whose tests are programs?
    fn is_program(&self, entry: &Entry) -> bool {
        of_file(&self.table, entry.path()).is_some_and(FrontEnd::has_programs)
    }

    /// Checks one file or program; an error is for people, and names the file.
    fn check(&self, entry: &mut Entry) -> Result<Checked, String> {
        let path = entry.path().display().to_string();
        if let Some(why) = &entry.wrong {
            return Err(format!("{path}: {why}"));
        }
        let language = self.language(entry)?;
        let begun = Instant::now();
        let time = entry.time();
        // What was explored before is kept until there is more.
        let before = entry.before().cloned();
        // A mistake of ours with one file is no reason to leave out the others.
        let check = AssertUnwindSafe(|| language.check(&entry.paths, &self.team, before));
        let checked = panic::catch_unwind(check)
            .unwrap_or_else(|_| Err(format!("{path}: internal error, please report it")));
        let (mut checked, work) = checked?;
        let elapsed = begun.elapsed();
        let suggesting = checked.suggested.as_ref().map(|suggested| suggested.time);
        checked.time = time + elapsed.saturating_sub(suggesting.unwrap_or_default());
        if let Some(work) = work {
            entry.advance(&*language, work, checked.time);
        }
        Ok(checked)
    }

    /// Runs exactly one execution of a program, and prints what it does.
    fn replay(&self, session: &Session<Choices>, string: &str) -> Result<u8, String> {
        let [entry] = &session.entries[..] else {
            return Err("--replay is for one program".to_owned());
        };
        let path = entry.path().display();
        if let Some(why) = &entry.wrong {
            return Err(format!("{path}: {why}"));
        }
        let language = self.language(entry)?;
        match language.replay(&entry.paths, &self.team, string)? {
            Replayed::Shown(shown, _) => {
                let (exit_code, text) = self.replayed(&shown, session.quiet);
                write_out(&text)?;
                Ok(exit_code)
            }
            Replayed::Stopped(why) => {
                eprintln!("{path}: {why}");
                Ok(EXIT_STOPPED)
            }
        }
    }

    /// Runs the execution of a trace file again, and says whether it still shows the bug.
    fn replay_trace(&self, recalled: &Recalled) -> Result<(u8, String), String> {
        let trace = &recalled.trace;
        let paths = recalled.paths();
        let language = of_file(&self.table, &paths[0]);
        let language =
            language.ok_or_else(|| format!("{}: its language is not known", paths[0].display()))?;
        let language = language.of_test(trace.program.test.as_deref());
        let (shown, digest) = match language.replay(&paths, &self.team, &trace.replay)? {
            Replayed::Shown(shown, digest) => (shown, digest),
            Replayed::Stopped(why) => {
                eprintln!("{}: {why}", paths[0].display());
                return Ok((EXIT_STOPPED, String::new()));
            }
        };
        let (exit_code, text) = self.replayed(&shown, false);
        let is_it = |(kind, message): &(FindingKind, String)| {
            let told = Told::new(message);
            let finding = trace.finding.as_ref();
            finding.is_some_and(|of| of.kind == words(*kind) && of.message == told.what)
        };
        let changed = match trace.program.digest.as_ref() == Some(&digest) {
            true => "",
            false => " (the program has changed since)",
        };
        let still = match (shown.findings.iter().any(is_it), shown.findings.is_empty()) {
            (true, _) => "It still shows the bug of the trace file",
            (false, true) => "It does not show the bug of the trace file any more",
            (false, false) => "It shows another bug than the trace file says",
        };
        Ok((exit_code, format!("{text}{still}{changed}.\n")))
    }

    /// The exit code of an execution that was replayed, and what is printed of it.
    fn replayed(&self, shown: &Shown, is_quiet: bool) -> (u8, String) {
        let is_ignored = |kind| self.choices.ignore.contains(kind);
        let findings = shown.findings.iter().filter(|(kind, _)| !is_ignored(kind));
        // An execution that does not end is no bug.
        let (endless, findings): (Vec<_>, Vec<_>) =
            findings.partition(|(kind, _)| *kind == FindingKind::EventLimit);
        let endless = endless.first().map(|(_, message)| Told::new(message));
        let findings: Vec<(String, Told)> = findings
            .into_iter()
            .map(|(kind, message)| (words(*kind), Told::new(message)))
            .collect();
        let text = replayed(
            shown,
            &findings,
            endless.as_ref(),
            is_quiet,
            self.team.full,
            self.colour,
        );
        let exit_code = if findings.is_empty() { EXIT_STOPPED } else { 1 };
        (exit_code, self.colour.tame(&text).into_owned())
    }
}

/// Goes on with what is in a session: the exit code, and what is printed.
#[cfg(feature = "testing")]
pub(crate) fn go_on(
    session: &mut Session<Choices>,
    settings: Settings,
    interrupt: &Interrupt,
    table: TableOf,
) -> Result<(u8, String), String> {
    let command = Checking {
        team: team(&settings, interrupt, false)?,
        table: table(&settings.choices),
        choices: settings.choices,
        interrupt,
        colour: Colour::NONE,
    };
    let (mut exit_code, mut text) = (0, String::new());
    for entry in &mut session.entries {
        let result = command.check(entry);
        exit_code = worse(exit_code, code_of(&result));
        text.push_str(&command.text(entry, &result, false, Colour::NONE));
        let test = entry.test.as_deref();
        text.push_str(&object(&entry.paths, test, &command.team, &result));
        text.push_str(result.err().as_deref().unwrap_or_default());
    }
    Ok((exit_code, text))
}

/// What it is called in a list of files or tests.
fn called(entry: &Entry) -> String {
    let path = entry.path().display();
    match &entry.test {
        Some(test) => format!("{path}: {test}"),
        None => path.to_string(),
    }
}

/// Which memory orders would have to be stronger, if that was asked for.
fn suggested(result: &Result<Checked, String>, indent: &str) -> String {
    let suggested = result
        .as_ref()
        .ok()
        .and_then(|checked| checked.suggested.as_ref());
    suggested.map_or_else(String::new, |suggested| suggested.text(indent))
}

/// An error hides less than a bug does, and a check that was stopped the least.
fn worse(before: u8, now: u8) -> u8 {
    const FROM_BEST: [u8; 4] = [0, EXIT_STOPPED, 1, EXIT_ERROR];
    let rank = |code| FROM_BEST.iter().position(|other| *other == code);
    if rank(now) > rank(before) {
        now
    } else {
        before
    }
}
