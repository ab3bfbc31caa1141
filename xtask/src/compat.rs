//! `./x compat`: the loom tests of crates from the registry, by Mazurka through `compat/loom`, and
//! by loom itself. Library code and tests are as they were published.
//!
//! Each test is a process of its own, with a time limit.

use crate::compat_crates::{CRATES, Expected, Subject};
use crate::compat_run::{Cell, End, run_here, run_loom};
use crate::{cargo, root};
use std::fmt::Write as _;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

const USAGE: &str = "\
usage: ./x compat [NAME [FILTER]] [--seconds N] [--loom-seconds N] [--only here|loom]

  NAME            one of the crates (all of them unless given)
  FILTER          tests whose names contain it
  --seconds N     how long a test may take here: 60 unless set
  --loom-seconds N  how long it may take with loom: 9 unless set
  --only SIDE     do not run the other
";

/// Who checks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Here,
    Loom,
}

impl Side {
    fn folder(self) -> &'static str {
        match self {
            Side::Here => "here",
            Side::Loom => "loom",
        }
    }
}

struct Arguments {
    name: Option<String>,
    filter: String,
    seconds: Duration,
    loom_seconds: Duration,
    only: Option<Side>,
}

/// `./x compat`.
pub(crate) fn compat(arguments: &[String]) -> ExitCode {
    let Some(arguments) = parse(arguments) else {
        eprint!("{USAGE}\nthe crates: {}\n", names().join(", "));
        return ExitCode::from(2);
    };
    match tables(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::from(2)
        }
    }
}

fn names() -> Vec<&'static str> {
    CRATES.iter().map(|subject| subject.name).collect()
}

fn parse(words: &[String]) -> Option<Arguments> {
    let mut arguments = Arguments {
        name: None,
        filter: String::new(),
        seconds: Duration::from_secs(60),
        loom_seconds: Duration::from_secs(9),
        only: None,
    };
    let mut words = words.iter();
    let seconds = |word: Option<&String>| Some(Duration::from_secs(word?.parse().ok()?));
    while let Some(word) = words.next() {
        match word.as_str() {
            "--seconds" => arguments.seconds = seconds(words.next())?,
            "--loom-seconds" => arguments.loom_seconds = seconds(words.next())?,
            "--only" => {
                arguments.only = Some(match words.next()?.as_str() {
                    "here" => Side::Here,
                    "loom" => Side::Loom,
                    _ => return None,
                });
            }
            option if option.starts_with('-') => return None,
            name if arguments.name.is_none() => arguments.name = Some(name.to_owned()),
            filter if arguments.filter.is_empty() => filter.clone_into(&mut arguments.filter),
            _ => return None,
        }
    }
    let is_known = |name: &String| names().contains(&name.as_str());
    arguments
        .name
        .as_ref()
        .is_none_or(is_known)
        .then_some(arguments)
}

/// Prints the tables. Says whether all went as it should, here.
fn tables(arguments: &Arguments) -> Result<bool, String> {
    let mut is_fine = true;
    let asked = |subject: &&Subject| arguments.name.as_ref().is_none_or(|n| n == subject.name);
    for subject in CRATES.iter().filter(asked) {
        println!("\n## {} {}\n", subject.name, subject.version);
        match table(subject, arguments) {
            Ok(fine) => is_fine &= fine,
            Err(message) => {
                println!("not run: {message}");
                is_fine = false;
            }
        }
    }
    Ok(is_fine)
}

/// A test executable, and what its tests are called.
struct Executable {
    prefix: String,
    path: PathBuf,
}

fn table(subject: &Subject, arguments: &Arguments) -> Result<bool, String> {
    let mut executables: Vec<[Option<Executable>; 2]> = Vec::new();
    for (at, side) in [Side::Here, Side::Loom].into_iter().enumerate() {
        if arguments.only.is_some_and(|only| only != side) {
            continue;
        }
        for built in build(subject, side)? {
            let row = executables.iter_mut().find(|row| {
                let mut there = row.iter().flatten();
                there.any(|other| other.prefix == built.prefix)
            });
            match row {
                Some(row) => row[at] = Some(built),
                None => {
                    let mut row = [None, None];
                    row[at] = Some(built);
                    executables.push(row);
                }
            }
        }
    }
    println!("Built with `{}`.\n", subject.how());
    println!("| test | here | s | loom | s | verdict here |");
    println!("|---|---|---|---|---|---|");
    let mut totals = Totals::default();
    let is_one = executables.len() == 1;
    for row in &executables {
        let Some(first) = row.iter().flatten().next() else {
            continue;
        };
        for test in tests(first, subject)? {
            let shown = match is_one {
                true => test.clone(),
                false => format!("{}::{test}", first.prefix),
            };
            if !shown.contains(&arguments.filter) {
                continue;
            }
            let here = row[0].as_ref();
            let here = here.map(|built| run_here(&built.path, &test, subject, arguments.seconds));
            let loom = row[1].as_ref();
            let loom =
                loom.map(|built| run_loom(&built.path, &test, subject, arguments.loom_seconds));
            let expected = subject.expected(&shown);
            print_row(&shown, here.as_ref(), loom.as_ref(), expected);
            totals.add(here.as_ref(), loom.as_ref(), expected);
        }
    }
    println!("\n{totals}");
    Ok(totals.is_fine())
}

fn print_row(test: &str, here: Option<&Cell>, loom: Option<&Cell>, expected: Option<&Expected>) {
    let figures = |cell: Option<&Cell>| match cell {
        None => "- | -".to_owned(),
        Some(cell) => format!("{} | {:.2}", cell.executions, cell.time.as_secs_f64()),
    };
    let mut verdict = here.map_or("-".to_owned(), |cell| cell.verdict.clone());
    if let Some(cell) = loom
        && cell.end == End::Failed
    {
        verdict.push_str("; loom: failed");
    }
    if let Some(expected) = expected {
        let _ = write!(verdict, " ({})", expected.why);
    }
    println!(
        "| {test} | {} | {} | {verdict} |",
        figures(here),
        figures(loom)
    );
    let _ = io::stdout().flush();
}

/// Times that differ by less do not matter to a person.
const LITTLE: Duration = Duration::from_millis(100);

/// What came of the tests of a crate.
#[derive(Default)]
struct Totals {
    tests: usize,
    whole: usize,
    bounded: usize,
    asked: usize,
    open: usize,
    failed: usize,
    expected: usize,
    loom_ended: usize,
    /// loom ended, and Mazurka did not.
    loom_only: usize,
    /// Both ended, and loom was sooner: by a tenth of a second and more, or by less.
    loom_sooner: usize,
    loom_little_sooner: usize,
}

impl Totals {
    fn add(&mut self, here: Option<&Cell>, loom: Option<&Cell>, expected: Option<&Expected>) {
        self.tests += 1;
        if let Some(here) = here {
            match here.end {
                End::Whole => self.whole += 1,
                End::Bounded => self.bounded += 1,
                End::Asked => self.asked += 1,
                End::Open => self.open += 1,
                End::Failed if expected.is_some() => self.expected += 1,
                End::Failed => self.failed += 1,
            }
        }
        if let Some(loom) = loom
            && loom.end == End::Whole
        {
            self.loom_ended += 1;
            match here {
                Some(here) if !here.end.is_answer() => self.loom_only += 1,
                Some(here) if here.time >= loom.time + LITTLE => self.loom_sooner += 1,
                Some(here) if here.time > loom.time => self.loom_little_sooner += 1,
                _ => {}
            }
        }
    }

    fn is_fine(&self) -> bool {
        self.failed == 0
    }
}

impl std::fmt::Display for Totals {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} tests. Here: {} explored as a whole, {} within the bound, {} as the test asks for, \
             {} not ended, {} failed, {} failed for a known reason. loom: {} ended, of which {} do \
             not end here, {} ended sooner, and {} sooner by less than a tenth of a second.",
            self.tests,
            self.whole,
            self.bounded,
            self.asked,
            self.open,
            self.failed,
            self.expected,
            self.loom_ended,
            self.loom_only,
            self.loom_sooner,
            self.loom_little_sooner
        )
    }
}

/// The names of an executable's tests.
fn tests(executable: &Executable, subject: &Subject) -> Result<Vec<String>, String> {
    let listed = Command::new(&executable.path)
        .args(["--list", "--format", "terse"])
        .output()
        .map_err(|error| format!("{}: {error}", executable.path.display()))?;
    let text = String::from_utf8_lossy(&listed.stdout);
    let names = text.lines().filter_map(|line| line.strip_suffix(": test"));
    let is_one = |name: &&str| {
        subject.filter.is_empty() || subject.filter.iter().any(|part| name.contains(part))
    };
    Ok(names.filter(is_one).map(str::to_owned).collect())
}

/// Where everything is built: in the directory that cargo builds in.
fn folder() -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR");
    let target = target.map_or_else(|| root().join("target"), PathBuf::from);
    target.join("compat")
}

/// Builds the tests of a crate.
fn build(subject: &Subject, side: Side) -> Result<Vec<Executable>, String> {
    let folder = folder();
    let source = fetch(subject, &folder)?;
    let package = folder.join(side.folder()).join(subject.name);
    prepare(subject, &source, &package)?;
    let mut command = cargo(&["test", "--no-run", "--quiet", "--message-format=json"]).command;
    command
        .current_dir(&package)
        .args(["--release"])
        .args(subject.arguments)
        .env(
            "CARGO_TARGET_DIR",
            folder.join(format!("build-{}", side.folder())),
        )
        .env("CARGO_PROFILE_RELEASE_DEBUG", "line-tables-only")
        .env("RUSTFLAGS", subject.flags());
    if subject.asserts {
        let others = "profile.release.package.\"*\".debug-assertions=false";
        command.args(["--config", "profile.release.debug-assertions=true"]);
        command.args(["--config", others]);
    }
    if side == Side::Here {
        let loom = loom(subject, &folder)?;
        let patch = format!("patch.crates-io.loom.path={:?}", loom.display().to_string());
        command.args(["--config", &patch]);
    }
    eprintln!("x: building {} ({})", subject.name, side.folder());
    let output = command
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        // What the compiler said, or what cargo did.
        let text = rendered(&String::from_utf8_lossy(&output.stdout));
        let text = match text.is_empty() {
            true => String::from_utf8_lossy(&output.stderr).into_owned(),
            false => text,
        };
        return Err(format!("it does not build:\n{text}"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let mut executables: Vec<Executable> = text.lines().filter_map(executable).collect();
    executables.sort_by(|a, b| a.prefix.cmp(&b.prefix));
    match executables.is_empty() {
        true => Err("cargo has built no tests".to_owned()),
        false => Ok(executables),
    }
}

/// The executable that a message of cargo's is about.
fn executable(line: &str) -> Option<Executable> {
    let path = PathBuf::from(quoted(line, "\"executable\":\"")?);
    let name = path.file_name()?.to_str()?;
    let prefix = name.rsplit_once('-').map_or(name, |(prefix, _)| prefix);
    Some(Executable {
        prefix: prefix.to_owned(),
        path: path.clone(),
    })
}

/// The string after `begin`, up to the next quote.
fn quoted<'t>(text: &'t str, begin: &str) -> Option<&'t str> {
    let rest = &text[text.find(begin)? + begin.len()..];
    rest.split('"').next()
}

/// What the compiler said, of messages in JSON.
fn rendered(text: &str) -> String {
    let errors = text
        .lines()
        .filter(|line| line.contains("\"level\":\"error\""));
    let messages = errors.filter_map(|line| {
        let at = line.find("\"rendered\":\"")? + "\"rendered\":\"".len();
        let end = line[at..].find("\",\"").unwrap_or(line.len() - at);
        Some(
            line[at..at + end]
                .replace("\\n", "\n")
                .replace("\\\"", "\""),
        )
    });
    messages.collect::<Vec<_>>().join("\n")
}

/// Has cargo fetch a crate, and gives the folder of its source.
fn fetch(subject: &Subject, folder: &Path) -> Result<PathBuf, String> {
    let package = folder.join("fetch").join(subject.name);
    let manifest = format!(
        "[package]\nname = \"fetch\"\nversion = \"0.0.0\"\nedition = \"2021\"\n\n[workspace]\n\n\
         [dependencies]\n{} = \"={}\"\n",
        subject.name, subject.version
    );
    write(&package.join("Cargo.toml"), &manifest)?;
    write(&package.join("src/lib.rs"), "")?;
    let output = cargo(&["metadata", "--format-version", "1"])
        .current_dir(&package)
        .command
        .output()
        .map_err(|error| format!("cargo: {error}"))?;
    if !output.status.success() {
        let text = String::from_utf8_lossy(&output.stderr);
        return Err(format!("it cannot be fetched:\n{text}"));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    let end = format!("/{}-{}/Cargo.toml\"", subject.name, subject.version);
    let at = text.find(&end).ok_or("cargo does not say where it is")?;
    let begin = text[..at].rfind('"').map_or(0, |quote| quote + 1);
    let manifest = &text[begin..at + end.len() - 1];
    let source = Path::new(manifest).parent();
    Ok(source.ok_or("it has no folder")?.to_path_buf())
}

/// Makes a package that can be built: a copy of the published one, as a workspace of its own.
fn prepare(subject: &Subject, source: &Path, package: &Path) -> Result<(), String> {
    if package.join("Cargo.toml").exists() {
        return Ok(());
    }
    if let Some(manifest) = subject.manifest {
        // Only its tests are of use.
        copy(&source.join("tests"), &package.join("tests"))?;
        write(&package.join("src/lib.rs"), "")?;
        return write(&package.join("Cargo.toml"), manifest);
    }
    copy(source, package)?;
    let manifest = package.join("Cargo.toml");
    let text = fs::read_to_string(&manifest).map_err(|error| error.to_string())?;
    write(&manifest, &format!("{text}\n[workspace]\n"))
}

/// The package that takes loom's place, with the version that the crate asks for: cargo wants
/// these to fit.
fn loom(subject: &Subject, folder: &Path) -> Result<PathBuf, String> {
    let own = root().join("compat/loom");
    let Some(version) = subject.loom else {
        return Ok(own);
    };
    let package = folder.join(format!("loom-{version}"));
    let manifest = fs::read_to_string(own.join("Cargo.toml")).map_err(|error| error.to_string())?;
    let root_manifest = fs::read_to_string(root().join("Cargo.toml")).unwrap_or_default();
    let edition = root_manifest
        .lines()
        .find(|line| line.starts_with("edition"));
    let mut text = format!(
        "[workspace]\n\n[lib]\npath = {:?}\n",
        own.join("src/lib.rs").display().to_string()
    );
    let mazurka = root().join("crates/mazurka").display().to_string();
    for line in manifest.lines() {
        let line = match line.split('=').next().unwrap_or_default().trim() {
            "version" => format!("version = \"{version}\""),
            "edition.workspace" => edition.unwrap_or_default().to_owned(),
            "rust-version.workspace" | "license.workspace" | "workspace" | "[lints]" => continue,
            "mazurka" => line.replace("../../crates/mazurka", &mazurka),
            _ => line.to_owned(),
        };
        text.push_str(&line);
        text.push('\n');
    }
    write(&package.join("Cargo.toml"), &text)?;
    Ok(package)
}

/// Writes a file, if it is not so already.
fn write(path: &Path, text: &str) -> Result<(), String> {
    if fs::read_to_string(path).is_ok_and(|there| there == text) {
        return Ok(());
    }
    let failed = |error: io::Error| format!("{}: {error}", path.display());
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(failed)?;
    }
    fs::write(path, text).map_err(failed)
}

fn copy(from: &Path, to: &Path) -> Result<(), String> {
    let failed = |error: io::Error| format!("{}: {error}", from.display());
    fs::create_dir_all(to).map_err(failed)?;
    for entry in fs::read_dir(from).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        let target = to.join(entry.file_name());
        match entry.file_type().map_err(failed)?.is_dir() {
            true => copy(&entry.path(), &target)?,
            // A lock file may have versions that are gone.
            false if entry.file_name() == "Cargo.lock" => {}
            false => {
                fs::copy(entry.path(), target).map_err(failed)?;
            }
        }
    }
    Ok(())
}
