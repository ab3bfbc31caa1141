//! `mazurka-bench soak --outputs`: checks of random programs with random limits, which get signals
//! at random moments and whose outputs fail in random ways.
//!
//! What must hold of each: there is a verdict that is right, or an error from before the
//! exploration, or a signal has ended it. A bug that was told is the exit code; files are whole, or
//! not there; nothing is left beside them; and no error is internal.

use super::programs::root;
use super::run::{Ran, Running};
use mazurka_random::Random;
use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// The size of the file system that is filled.
const SMALL: &str = "size=384k";

/// A program, and what a check of it comes to that nothing disturbs.
struct Subject {
    path: PathBuf,
    options: Vec<String>,
    exit_code: i32,
}

/// Where outputs go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Fine,
    Missing,
    ReadOnly,
    /// A file system that is filled while the check runs.
    Filling,
    Full,
}

const PLACES: [Place; 5] = [
    Place::Fine,
    Place::Missing,
    Place::ReadOnly,
    Place::Filling,
    Place::Full,
];

/// Where results are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Out {
    File,
    Full,
    ClosedPipe,
}

/// One run.
struct Plan {
    format: &'static str,
    options: Vec<String>,
    out: Out,
    outputs: Vec<PathBuf>,
    /// Can an output not be written from the beginning?
    is_hopeless: bool,
    has_limit: bool,
    fills: Option<Duration>,
    /// The signals, and when they are sent.
    signals: Vec<(i32, Duration)>,
}

impl Plan {
    fn is_killed(&self) -> bool {
        self.signals
            .iter()
            .any(|(signal, _)| *signal == libc::SIGKILL)
    }
}

/// Folders for outputs, and the file systems in them.
struct Folders {
    base: PathBuf,
    has_file_systems: bool,
}

impl Folders {
    fn new(base: PathBuf) -> Result<Folders, String> {
        let mut folders = Folders {
            has_file_systems: true,
            base,
        };
        folders.unmount();
        for place in ["fine", "small", "read-only"] {
            let folder = folders.base.join(place);
            fs::create_dir_all(&folder).map_err(|error| format!("{place}: {error}"))?;
        }
        folders.has_file_systems =
            folders.mount("small", SMALL) && folders.mount("read-only", "ro,size=16k");
        if !folders.has_file_systems {
            eprintln!("mazurka-bench: no file systems can be mounted here: none fills up");
        }
        Ok(folders)
    }

    fn mount(&self, name: &str, options: &str) -> bool {
        let mut mount = Command::new("mount");
        mount.args(["-t", "tmpfs", "-o", options, "tmpfs"]);
        let done = mount
            .arg(self.base.join(name))
            .stderr(Stdio::null())
            .status();
        done.is_ok_and(|status| status.success())
    }

    fn unmount(&self) {
        for name in ["small", "read-only"] {
            let mut unmount = Command::new("umount");
            let _ = unmount
                .arg(self.base.join(name))
                .stderr(Stdio::null())
                .status();
        }
    }

    fn clear(&self) {
        for name in ["fine", "small"] {
            let entries = fs::read_dir(self.base.join(name)).into_iter().flatten();
            for entry in entries.flatten() {
                let path = entry.path();
                let _ = fs::remove_dir_all(&path).or_else(|_| fs::remove_file(&path));
            }
        }
    }

    fn path(&self, place: Place, name: &str) -> PathBuf {
        match place {
            Place::Fine => self.base.join("fine").join(name),
            Place::Missing => self.base.join("missing").join(name),
            Place::ReadOnly => self.base.join("read-only").join(name),
            Place::Filling => self.base.join("small").join(name),
            Place::Full => PathBuf::from("/dev/full"),
        }
    }

    /// Takes all room of the small file system.
    fn fill(&self) {
        if let Ok(mut file) = File::create(self.base.join("small/filler")) {
            while file.write_all(&[0; 4096]).is_ok() {}
        }
    }
}

impl Drop for Folders {
    fn drop(&mut self) {
        self.unmount();
    }
}

/// Runs that many checks.
///
/// # Errors
/// When something cannot be run, or something does not hold.
pub(crate) fn run(command: &Path, runs: u64, seed: u64) -> Result<(), String> {
    let base = root().join("target/soak-outputs");
    fs::create_dir_all(&base).map_err(|error| format!("{}: {error}", base.display()))?;
    let folders = Folders::new(base)?;
    let mut random = Random::new(seed);
    let subjects = subjects(command, &folders, &mut random)?;
    let mut told = BTreeMap::<String, u64>::new();
    let mut violations = Vec::new();
    for nth in 0..runs {
        folders.clear();
        let subject = &subjects[random.below(subjects.len())];
        let is_of_c = subject.path.extension().is_some_and(|end| end == "c");
        let plan = plan(is_of_c, &folders, &mut random);
        let (ran, printed) = run_once(command, subject, &plan, &folders)?;
        let (what, wrong) = judge(subject, &plan, &ran, &printed, &folders);
        *told.entry(what).or_default() += 1;
        for wrong in wrong {
            let (path, options) = (subject.path.display(), plan.options.join(" "));
            let message = format!(
                "run {nth}: {wrong}: {path} {} {options}, {:?}, signals {:?}; code {:?}, signal \
                 {:?}: {}",
                subject.options.join(" "),
                plan.out,
                plan.signals,
                ran.code,
                ran.signal,
                ran.said.lines().last().unwrap_or_default()
            );
            eprintln!("mazurka-bench: VIOLATION: {message}");
            violations.push(message);
        }
        if nth % 200 == 199 {
            eprintln!("mazurka-bench: {} of {runs} runs", nth + 1);
        }
    }
    for (what, count) in told {
        println!("{count:>6}  {what}");
    }
    match violations.len() {
        0 => Ok(()),
        count => Err(format!("{count} violations")),
    }
}

/// Programs with bugs and without, and what comes of them.
fn subjects(
    command: &Path,
    folders: &Folders,
    random: &mut Random,
) -> Result<Vec<Subject>, String> {
    let mut paths = Vec::new();
    let bugs = root().join("crates/mazurka-llvm/corpus/bugs");
    let entries = fs::read_dir(&bugs).map_err(|error| format!("{}: {error}", bugs.display()))?;
    paths.extend(entries.flatten().map(|entry| entry.path()));
    paths.sort();
    let erlang = ["cache", "pool", "registration", "slots"];
    paths.extend(erlang.map(|name| root().join(format!("examples/erlang/{name}.erl"))));
    for nth in 0..24 {
        let path = folders.base.join(format!("random-{nth}.c"));
        fs::write(&path, program(random))
            .map_err(|error| format!("{}: {error}", path.display()))?;
        paths.push(path);
    }
    let mut subjects = Vec::new();
    for path in paths {
        let models: &[&str] = match path.extension().is_some_and(|extension| extension == "c") {
            true => &["sc", "tso", "rc11"],
            false => &["sc"],
        };
        for model in models {
            let mut options = vec!["--model".to_owned(), (*model).to_owned()];
            if models.len() == 1 {
                options.clear();
            }
            let mut check = Command::new(command);
            check.arg("check").arg(&path).args(&options);
            check.args(["--quiet", "--max-time", "5"]);
            let ran = Running::start(&mut check, &folders.base.join("out"))?.end()?;
            if let Some(exit_code @ (0 | 1)) = ran.code {
                subjects.push(Subject {
                    path: path.clone(),
                    options,
                    exit_code,
                });
            }
        }
    }
    let bugs = subjects.iter().filter(|subject| subject.exit_code == 1);
    eprintln!(
        "mazurka-bench: {} checks, {} of bugs",
        subjects.len(),
        bugs.count()
    );
    Ok(subjects)
}

/// Threads that store and load, and an assertion that may hold.
fn program(random: &mut Random) -> String {
    let threads = 2 + random.below(3);
    let mut text = "#include <assert.h>\n#include <pthread.h>\n#include <stdatomic.h>\n\
                    atomic_int x, y;\n"
        .to_owned();
    for thread in 0..threads {
        text.push_str(&format!("void *run{thread}(void *a) {{\n"));
        for _ in 0..2 + random.below(5) {
            let object = ["x", "y"][random.below(2)];
            text.push_str(&match random.below(4) {
                0 => format!("  {object}++;\n"),
                1 => format!("  {object} = {};\n", random.below(3)),
                2 => format!("  int r{} = {object}; (void)r{0};\n", random.below(1 << 30)),
                _ => format!("  {object} = {object} + 1;\n"),
            });
        }
        text.push_str("  return a;\n}\n");
    }
    text.push_str("int main(void) {\n  pthread_t t[8];\n");
    for thread in 0..threads {
        text.push_str(&format!(
            "  pthread_create(&t[{thread}], 0, run{thread}, 0);\n"
        ));
    }
    text.push_str(&format!(
        "  for (int i = 0; i < {threads}; i++) pthread_join(t[i], 0);\n"
    ));
    text.push_str(&format!("  assert(x + y != {});\n}}\n", random.below(12)));
    text
}

fn plan(is_of_c: bool, folders: &Folders, random: &mut Random) -> Plan {
    let mut plan = Plan {
        format: ["text", "text", "quiet", "json", "junit", "sarif", "github"][random.below(7)],
        options: Vec::new(),
        out: match random.below(8) {
            0 => Out::Full,
            1 => Out::ClosedPipe,
            _ => Out::File,
        },
        outputs: Vec::new(),
        is_hopeless: false,
        has_limit: false,
        fills: None,
        signals: Vec::new(),
    };
    let mut add = |words: &[String]| plan.options.extend(words.iter().cloned());
    let word = |text: &str| text.to_owned();
    match plan.format {
        "quiet" => add(&[word("--quiet")]),
        format => add(&[word("--format"), word(format)]),
    }
    match random.below(3) {
        0 => add(&[word("--workers"), word("1")]),
        1 => add(&[word("--workers"), word("2")]),
        _ => add(&[word("--processes"), word("2")]),
    }
    // To find all bugs may take for ever.
    let keeps_going = random.below(3) == 0;
    if keeps_going {
        add(&[word("--keep-going")]);
    }
    if keeps_going || random.below(3) == 0 {
        plan.has_limit = true;
        let limit = match keeps_going || random.below(2) == 0 {
            true => [word("--max-time"), format!("{:.3}", random.real(0.05, 1.0))],
            false => [word("--max-executions"), (1 + random.below(50)).to_string()],
        };
        add(&limit);
    }
    if random.below(3) == 0 {
        add(&[word("--checkpoint"), word("0.05")]);
    }
    let names = [
        ("--html", "page.html"),
        ("--svg", "picture.svg"),
        ("--dot", "graph.dot"),
        ("--lcov", "lines.lcov"),
        ("--trace-dir", "traces"),
        ("--resume-file", "resume.json"),
    ];
    let is_parted = plan.options.contains(&word("--processes"));
    for (option, name) in names {
        let is_refused = option == "--lcov" && (is_parted || !is_of_c);
        if random.below(3) > 0 || is_refused {
            continue;
        }
        let place = match random.below(4) {
            0 => PLACES[random.below(PLACES.len())],
            _ => Place::Fine,
        };
        let needs_file_system = matches!(place, Place::ReadOnly | Place::Filling);
        if needs_file_system && !folders.has_file_systems {
            continue;
        }
        let path = folders.path(place, name);
        plan.options
            .extend([word(option), path.display().to_string()]);
        plan.is_hopeless |= match place {
            Place::Fine | Place::Filling => false,
            Place::ReadOnly => true,
            // A folder of traces is made, and a resume file is none that can be written there.
            Place::Missing => option != "--trace-dir",
            Place::Full => matches!(option, "--trace-dir" | "--resume-file"),
        };
        if place == Place::Filling {
            plan.fills = Some(Duration::from_secs_f64(random.real(0.0, 0.6)));
        }
        plan.outputs.push(path);
    }
    if random.below(2) == 0 {
        let kinds = [
            libc::SIGINT,
            libc::SIGTERM,
            libc::SIGHUP,
            libc::SIGQUIT,
            libc::SIGKILL,
        ];
        let mut moment = random.real(0.0, 0.8);
        for _ in 0..=random.below(3) {
            let signal = kinds[random.below(kinds.len())];
            plan.signals.push((signal, Duration::from_secs_f64(moment)));
            moment += random.real(0.0, 0.3);
        }
    }
    plan
}

/// Runs a check, and returns what it said to standard error, and what it printed.
fn run_once(
    command: &Path,
    subject: &Subject,
    plan: &Plan,
    folders: &Folders,
) -> Result<(Ran, String), String> {
    let mut check = Command::new(command);
    // A resume file that no option names goes there.
    check.current_dir(folders.base.join("fine"));
    check.arg("check").arg(&subject.path).args(&subject.options);
    check.args(&plan.options);
    let printed = folders.base.join("printed");
    let reader;
    let out = match plan.out {
        Out::File => {
            reader = None;
            Stdio::from(File::create(&printed).map_err(|error| error.to_string())?)
        }
        Out::Full => {
            reader = None;
            let full = File::options().write(true).open("/dev/full");
            Stdio::from(full.map_err(|error| error.to_string())?)
        }
        Out::ClosedPipe => {
            let (end, out) = std::io::pipe().map_err(|error| error.to_string())?;
            reader = Some(end);
            Stdio::from(out)
        }
    };
    // Sometimes it has read a little, as `head` does.
    let reading = reader.map(|mut end| {
        std::thread::spawn(move || {
            let _ = end.read(&mut [0; 16]);
        })
    });
    let running = Running::start_to(&mut check, &folders.base.join("said"), out)?;
    drop(check);
    let mut events: Vec<(Duration, Option<i32>)> = plan
        .signals
        .iter()
        .map(|(signal, at)| (*at, Some(*signal)))
        .collect();
    events.extend(plan.fills.map(|at| (at, None)));
    events.sort();
    let mut ran = None;
    for (at, signal) in events {
        ran = running.wait(at)?;
        match signal {
            _ if ran.is_some() => break,
            Some(signal) => running.signal(signal),
            None => folders.fill(),
        }
    }
    let ran = match ran {
        Some(ran) => ran,
        None => match running.wait(Duration::from_secs(120))? {
            Some(ran) => ran,
            None => {
                running.signal(libc::SIGKILL);
                running.end()?;
                return Err(format!(
                    "{} {}: it does not end",
                    subject.path.display(),
                    plan.options.join(" ")
                ));
            }
        },
    };
    if let Some(reading) = reading {
        let _ = reading.join();
    }
    let printed = match plan.out {
        Out::File => fs::read_to_string(&printed).unwrap_or_default(),
        _ => String::new(),
    };
    Ok((ran, printed))
}

/// The end of a run in words, and all that is wrong with it.
fn judge(
    subject: &Subject,
    plan: &Plan,
    ran: &Ran,
    printed: &str,
    folders: &Folders,
) -> (String, Vec<String>) {
    let mut wrong = Vec::new();
    let mut check = |holds: bool, what: &str| {
        if !holds {
            wrong.push(what.to_owned());
        }
    };
    let all = [printed, &ran.said].concat();
    for words in ["internal error", "panicked", "please report"] {
        check(!all.contains(words), words);
    }
    let tells_bug = tells_bug(plan.format, printed);
    let is_bug = subject.exit_code == 1;
    let is_disturbed = plan.has_limit || !plan.signals.is_empty();
    let what = match (ran.code, ran.signal) {
        (Some(0), _) => {
            check(!is_bug, "verified, and there is a bug");
            check(plan.out != Out::Full, "verified, and no one was told");
            "verified"
        }
        (Some(1), _) => {
            check(is_bug, "a bug where there is none");
            check(plan.out != Out::File || tells_bug, "a bug that is not told");
            let is_told = !ran.said.is_empty();
            check(plan.out != Out::Full || is_told, "a bug that is not told");
            "bug"
        }
        (Some(2), _) if ran.said.contains("cannot write the results") => {
            check(plan.out == Out::Full, "results can be written");
            check(
                !is_bug || is_disturbed,
                "a bug that is lost with the results",
            );
            "results cannot be written"
        }
        (Some(2), _) => {
            let may_fail = plan.is_hopeless || plan.fills.is_some();
            check(may_fail, "an error, and all can be written");
            check(
                ran.said.contains("error: cannot "),
                "an error without words",
            );
            check(printed.is_empty(), "an error after results");
            "error from before the exploration"
        }
        (Some(3), _) => {
            check(is_disturbed, "unknown, and nothing disturbed it");
            check(!tells_bug, "a bug that is not the exit code");
            "unknown"
        }
        (Some(130), _) => {
            check(
                plan.signals.len() > 1,
                "ended by a second signal that was not sent",
            );
            check(!tells_bug, "a bug that is not the exit code");
            "ended by a second signal"
        }
        (Some(_), _) => {
            check(false, "an exit code that means nothing");
            "?"
        }
        (None, signal) => {
            let is_sent = plan.signals.iter().any(|(sent, _)| signal == Some(*sent));
            check(is_sent, "a signal that was not sent");
            match signal == Some(libc::SIGKILL) {
                true => "killed",
                false => "ended by a signal before it began",
            }
        }
    };
    let is_done = matches!(ran.code, Some(0 | 1 | 3));
    // A signal may come before there is anything to print.
    let is_begun = ran.code != Some(3) || plan.signals.is_empty() || !printed.is_empty();
    if is_done && is_begun && plan.out == Out::File {
        check(
            is_whole_result(plan.format, printed),
            "results that are not whole",
        );
    }
    for path in &plan.outputs {
        check(
            path.starts_with("/dev") || is_whole(path),
            "a file that is not whole",
        );
    }
    for name in ["fine", "small"] {
        let entries = fs::read_dir(folders.base.join(name)).into_iter().flatten();
        for entry in entries.flatten() {
            let file = entry.file_name().to_string_lossy().into_owned();
            check(
                !file.starts_with('.') || plan.is_killed() || ran.code == Some(130),
                "a file that is left beside another",
            );
            let is_resume = file.starts_with("mazurka-resume");
            check(
                !is_resume || is_whole(&entry.path()),
                "a resume file that is not whole",
            );
        }
    }
    (what.to_owned(), wrong)
}

/// True if it says that there is a bug.
fn tells_bug(format: &str, printed: &str) -> bool {
    match format {
        "json" => printed.contains("\"verdict\":\"bug\""),
        "junit" => printed.contains("<failure"),
        "sarif" => printed.contains("\"level\": \"error\""),
        _ => printed.lines().any(|line| line.starts_with("Bug: ")),
    }
}

fn is_whole_result(format: &str, printed: &str) -> bool {
    let is_json = |text: &str| serde_json::from_str::<serde_json::Value>(text).is_ok();
    match format {
        "json" => !printed.is_empty() && printed.lines().all(is_json),
        "junit" => printed.ends_with("</testsuites>\n"),
        "sarif" => is_json(printed),
        "github" => !printed.is_empty(),
        _ => {
            let last = printed.lines().last().unwrap_or_default();
            let words = ["Verified: ", "Bug: ", "Unknown: "];
            words.iter().any(|word| last.starts_with(word))
        }
    }
}

/// True if the file is whole, or not there.
fn is_whole(path: &Path) -> bool {
    if path.is_dir() {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        return entries.map(|entry| entry.path()).all(|path| {
            let is_beside = path
                .file_name()
                .is_some_and(|name| name.as_encoded_bytes().starts_with(b"."));
            is_beside || is_whole(&path)
        });
    }
    let Ok(text) = fs::read_to_string(path) else {
        return !path.exists();
    };
    match path.extension().and_then(|extension| extension.to_str()) {
        Some("html") => text.trim_end().ends_with("</html>"),
        Some("svg") => text.trim_end().ends_with("</svg>"),
        Some("dot") => text.trim_end().ends_with('}'),
        Some("lcov") => text.is_empty() || text.ends_with("end_of_record\n"),
        // A resume file that was claimed and is not written yet is empty.
        _ => text.is_empty() || serde_json::from_str::<serde_json::Value>(&text).is_ok(),
    }
}
