//! `mazurka check`: files, each explored under a memory model.
//!
//! One litmus test gives herd's kind of summary, one program its verdict and how its
//! bugs come about; several (or a directory, or a list) a table, `--json` an object a
//! line for each.

use crate::arguments::{Arguments, Choices, Settings};
use crate::interrupt::Interrupt;
use crate::keeper::Keeper;
use crate::last_words::{self, whole};
use crate::live::Live;
use crate::results::Results;
use crate::traces::{Files, Recalled, Replay};
use crate::understood::{self, Given};
use crate::{TableOf, concuerror, files, memory, workers};
#[cfg(feature = "testing")]
use mazurka_check::command::object;
use mazurka_check::command::{
    Attend, Came, Checked, Colour, Command, Document, Entry, FrontEnd, Kind, Position, Replayed,
    Session, Sources, Team, When, Work, guarded, of_file, replayed, say,
};
use mazurka_check::shortage::told;
use mazurka_check::{Shown, Told, Until, Verdict, words};
use mazurka_memory::Model;
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

/// The exit code for a result.
pub(crate) fn code_of(result: Came<'_>) -> u8 {
    result.map_or(EXIT_ERROR, |checked| exit_code(checked.verdict))
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
        let (document, files) = (&mut document, &mut files);
        match check_all(arguments, table, &interrupt, document, files, nth > 0) {
            Ok(code) => exit_code = worse(exit_code, code),
            Err(message) => {
                exit_code = EXIT_ERROR;
                error = Some(message);
                break;
            }
        }
    }
    if let Some(document) = document {
        let text = document.text(exit_code);
        let written = whole(|| write_out(&text).inspect(|()| last_words::told(exit_code)));
        written.unwrap_or_else(|why| exit_code = unprinted(&why, exit_code));
    }
    guarded("files were written", || files.finish());
    error.map_or(Ok(exit_code), Err)
}

/// Says that results could not be printed. A bug is a bug all the same; but nothing is verified
/// if no one was told.
fn unprinted(why: &str, exit_code: u8) -> u8 {
    say(&format!("error: {why}"));
    match exit_code {
        1 => {
            say("a bug was found: check again with another standard output");
            1
        }
        _ => EXIT_ERROR,
    }
}

/// Writes results. A reader that has seen enough of them is no error.
fn write_out(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write the results: {}", told(&error)))
        }
        _ => Ok(()),
    }
}

/// Checks what the arguments say; again, under another memory model, only what has one. An error is
/// one of the whole command.
fn check_all(
    arguments: &Arguments,
    table: TableOf,
    interrupt: &Interrupt,
    document: &mut Option<Document>,
    files: &mut Files<'_>,
    is_again: bool,
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
    let mut given = arguments.given.clone();
    let mut session = match &arguments.resume {
        Some(path) => Session::read(path, &now, table)?,
        None => {
            let more = now.outside.take_files(&arguments.file);
            if !now.outside.files.is_empty() {
                given.push(Given::file());
            }
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
    let languages = made.unwrap_or_else(|| table(&settings.choices));
    let of = session.entries.iter();
    let of: Vec<_> = of
        .filter_map(|entry| of_file(&languages, entry.path()))
        .collect();
    if arguments.resume.is_none() {
        understood::refuse(&given, &languages, &of)?;
    }
    if is_again {
        let has_model = |entry: &Entry| {
            of_file(&languages, entry.path()).is_none_or(|language| language.has_models())
        };
        session.entries.retain(has_model);
        if session.entries.is_empty() {
            return Ok(0);
        }
    }
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
        table: languages,
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
    let team = &command.team;
    let is_whole = !team.algorithm.is_alone() && !team.estimates && team.cluster.is_none();
    let can_go_on = is_whole && !arguments.conventions.watched;
    let mut keeper = Keeper::new(arguments, can_go_on)?;
    if document.is_none() {
        *document = Document::new(session.format);
    }
    let exit_code = command.check_session(&mut session, files, document.as_mut(), &mut keeper);
    if !arguments.conventions.watched {
        // What a cluster explores is not in a file: how to go on was said.
        let is_interrupted = interrupt.is_set() && command.team.cluster.is_none();
        keeper.finish(&mut session, is_interrupted);
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
        more: choices.more(),
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

/// What checks files.
pub(crate) struct Checking<'a> {
    pub(crate) team: Team,
    table: Vec<Box<dyn FrontEnd>>,
    choices: Choices,
    interrupt: &'a Interrupt,
    pub(crate) colour: Colour,
}

impl Checking<'_> {
    /// Checks the files and prints each as soon as it is there. Returns the exit code.
    fn check_session(
        &self,
        session: &mut Session<Choices>,
        files: &mut Files<'_>,
        document: Option<&mut Document>,
        keeper: &mut Keeper,
    ) -> u8 {
        let mut results = Results::new(session, document, self);
        let mut reached = 0;
        while reached < session.entries.len() && !self.interrupt.is_set() {
            self.team.position.set(reached + 1, session.entries.len());
            let result = self.check(session, reached, &mut results, keeper);
            if result.is_err() && self.interrupt.is_set() {
                // Ctrl-C is for compilers, too.
                break;
            }
            if result.is_err() {
                session.entries[reached].fail();
            }
            let entry = &session.entries[reached];
            let more = match (session.format.is_text(), &result) {
                (true, Ok(checked)) => files.coverage_in_words(checked),
                _ => String::new(),
            };
            results.add(entry, &result, &more);
            guarded("files were written", || {
                let language = self.language(entry);
                let name = language.map_or("", |language| language.name());
                let choices = (&self.choices, self.command(entry));
                files.add(
                    entry,
                    name,
                    &result,
                    choices,
                    (&self.team, self.model(entry)),
                );
            });
            results.keep(entry, result);
            reached += 1;
        }
        results.add_left(&session.entries[reached..]);
        let exit_code = results.exit_code();
        let is_stopped = session.unfinished() > 0 && self.interrupt.is_set();
        match results.finish() {
            Err(why) => unprinted(&why, exit_code),
            // What was left may hide an error, but no bug that was told.
            Ok(()) if is_stopped && exit_code != 1 => EXIT_STOPPED,
            Ok(()) => exit_code,
        }
    }

    /// The language of a file, or of the test that it is.
    fn language(&self, entry: &Entry) -> Result<Box<dyn FrontEnd>, String> {
        let path = entry.path().display();
        let language = of_file(&self.table, entry.path());
        let language = language.ok_or_else(|| format!("{path}: its language is not known"))?;
        Ok(language.of_test(entry.test.as_deref()))
    }

    /// The command that checks a program again.
    pub(crate) fn command(&self, entry: &Entry) -> Command {
        let language = of_file(&self.table, entry.path());
        let is_for = |name: &str| {
            language.is_none_or(|language| understood::is_for(name, language, &self.table))
        };
        let test = entry.test.as_deref();
        self.choices.command(&entry.paths, test, &is_for)
    }

    /// The memory model of a program, unless its language has none.
    pub(crate) fn model(&self, entry: &Entry) -> Option<Model> {
        let language = of_file(&self.table, entry.path());
        let has_models = language.is_none_or(FrontEnd::has_models);
        has_models.then_some(self.team.model)
    }

    /// Is it of a language whose tests are programs?
    pub(crate) fn is_program(&self, entry: &Entry) -> bool {
        of_file(&self.table, entry.path()).is_some_and(FrontEnd::has_programs)
    }

    /// The files whose lines reports of a program may show.
    fn sources(&self, paths: &[PathBuf]) -> Sources {
        Sources::new(paths, &self.choices.header_folders())
    }

    /// Checks one file or program; an error is for people, and names the file.
    fn check(
        &self,
        session: &mut Session<Choices>,
        nth: usize,
        results: &mut Results<'_>,
        keeper: &mut Keeper,
    ) -> Result<Checked, String> {
        let entry = &session.entries[nth];
        let path = entry.shown_path();
        if let Some(why) = entry.problem() {
            return Err(format!("{path}: {why}"));
        }
        let language = self.language(entry)?;
        let paths = entry.paths.clone();
        memory::reserve();
        // What was explored before is kept until there is more.
        let before = entry.before().cloned();
        let mut attending = Attending {
            language: &*language,
            sources: self.sources(&paths),
            live: Some(Live::new(&self.team, &entry.name())),
            begun: Instant::now(),
            time: entry.time(),
            session,
            nth,
            results,
            keeper,
        };
        let check = || language.check(&paths, &self.team, before, &mut attending);
        let checked = or_internal_error(&path, check);
        drop(attending);
        let (checked, work) = checked?;
        if let Some(work) = work {
            session.entries[nth].advance(&*language, work, checked.time);
        }
        Ok(checked)
    }

    /// Checks one program, and prints nothing.
    #[cfg(feature = "testing")]
    fn check_alone(&self, entry: &Entry) -> Result<Checked, String> {
        let path = entry.shown_path();
        if let Some(why) = entry.problem() {
            return Err(format!("{path}: {why}"));
        }
        let language = self.language(entry)?;
        let before = entry.before().cloned();
        let check = || language.check(&entry.paths, &self.team, before, &mut ());
        or_internal_error(&path, check).map(|(checked, _)| checked)
    }

    /// Runs exactly one execution of a program, and prints what it does.
    fn replay(&self, session: &Session<Choices>, string: &str) -> Result<u8, String> {
        let [entry] = &session.entries[..] else {
            return Err("--replay is for one program".to_owned());
        };
        let path = entry.shown_path();
        if let Some(why) = entry.problem() {
            return Err(format!("{path}: {why}"));
        }
        let language = self.language(entry)?;
        match language.replay(&entry.paths, &self.team, string)? {
            Replayed::Shown(shown, _) => {
                let (exit_code, text) = self.replayed(&shown, &entry.paths, session.quiet);
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
        let (exit_code, text) = self.replayed(&shown, &paths, false);
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
    fn replayed(&self, shown: &Shown, paths: &[PathBuf], is_quiet: bool) -> (u8, String) {
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
            &self.sources(paths),
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
    for entry in &session.entries {
        let result = command.check_alone(entry);
        exit_code = worse(exit_code, code_of(result.as_ref()));
        if let Ok(checked) = &result {
            let again = command.command(entry);
            let details = &checked.details;
            text.push_str(&details.text(checked, &command.team, &again, false, Colour::NONE));
        }
        let model = (&command.team, command.model(entry));
        let test = entry.test.as_deref();
        text.push_str(&object(&entry.paths, test, model, result.as_ref()));
        text.push_str(result.err().as_deref().unwrap_or_default());
    }
    Ok((exit_code, text))
}

/// Checks a program. A mistake of ours with one file is no reason to leave out the others.
fn or_internal_error<T>(
    path: &str,
    check: impl FnOnce() -> Result<T, String>,
) -> Result<T, String> {
    let checked = panic::catch_unwind(AssertUnwindSafe(check));
    checked.unwrap_or_else(|_| Err(format!("{path}: internal error, please report it")))
}

/// The state of the command while a program is checked.
struct Attending<'a, 'r> {
    language: &'a dyn FrontEnd,
    sources: Sources,
    live: Option<Live>,
    begun: Instant,
    /// How long it was checked before.
    time: Duration,
    session: &'a mut Session<Choices>,
    nth: usize,
    results: &'a mut Results<'r>,
    keeper: &'a mut Keeper,
}

impl Attending<'_, '_> {
    fn time(&self) -> Duration {
        self.time + self.begun.elapsed()
    }
}

impl Attend for Attending<'_, '_> {
    fn keeps_every(&self) -> Option<Duration> {
        self.keeper.every()
    }

    fn keep(&mut self, work: Work) {
        let time = self.time();
        self.session.entries[self.nth].advance(self.language, work, time);
        self.keeper.keep(self.session);
    }

    fn found(&mut self, checked: &mut Checked) {
        (*checked.sources).clone_from(&self.sources);
        checked.time = self.time();
        self.results.found(&self.session.entries[self.nth], checked);
    }

    fn settled(&mut self, checked: &mut Checked) {
        self.live = None;
        (*checked.sources).clone_from(&self.sources);
        checked.time = self.time();
        self.results
            .settle(&self.session.entries[self.nth], checked);
    }
}

/// What it is called in a list of files or tests.
pub(crate) fn called(entry: &Entry) -> String {
    let path = entry.shown_path();
    match &entry.test {
        Some(_) => format!("{path}: {}", entry.name()),
        None => path,
    }
}

/// An error hides less than a bug does, and a check that was stopped the least.
pub(crate) fn worse(before: u8, now: u8) -> u8 {
    const FROM_BEST: [u8; 4] = [0, EXIT_STOPPED, 1, EXIT_ERROR];
    let rank = |code| FROM_BEST.iter().position(|other| *other == code);
    if rank(now) > rank(before) {
        now
    } else {
        before
    }
}
