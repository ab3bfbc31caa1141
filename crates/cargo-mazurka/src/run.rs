//! Runs `cargo test`, and follows what it prints and what the checks report.

use crate::Outcome;
use crate::arguments::{Command, Common};
use crate::flags::Flags;
use crate::output::{Line, Reader};
use crate::reports::{self, Lines, Report};
use crate::table::{self, Group};
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::{self, BufRead, BufReader, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{self, Stdio};

/// The packages of Mazurka, which are optimised: all that they do is to run the tests.
const ENGINE: [&str; 8] = [
    "mazurka",
    "mazurka-check",
    "mazurka-explore",
    "mazurka-graph",
    "mazurka-memory",
    "mazurka-parallel",
    "mazurka-program",
    "mazurka-trace",
];

/// Runs tests, and shows what came of them.
///
/// # Errors
/// When they cannot be run; a message for people.
pub(crate) fn run(command: &Command) -> Result<Outcome, String> {
    let (filter, is_exact, replay, common, harness) = match command {
        Command::Show { file, wanted } => {
            print!("{}", mazurka_trace::show(file, wanted)?);
            return Ok(Outcome::Verified);
        }
        Command::Test {
            filter,
            exact,
            common,
            harness,
        } => (filter.as_deref(), *exact, None, common, harness),
        Command::Replay {
            name,
            replay,
            common,
            harness,
        } => (Some(&**name), true, Some(&**replay), common, harness),
    };
    let target = target_directory(common)?;
    let folder = target.join("reports");
    fs::create_dir_all(&folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let file = Temporary(folder.join(format!("{}.jsonl", process::id())));
    let _ = fs::remove_file(&file.0);
    let lines = Lines::new(&file.0)?;

    let mut cargo = process::Command::new(cargo());
    cargo.arg("test").arg("--no-fail-fast");
    cargo.args(common.build.all());
    if common.build.target_dir.is_none() {
        cargo.arg("--target-dir").arg(&target);
    }
    let manifest = common.build.manifest_path.as_ref().map(Path::new);
    let package = manifest
        .and_then(Path::parent)
        .filter(|path| *path != Path::new(""));
    let flags = Flags::new(package.unwrap_or(Path::new(".")));
    cargo.envs(flags.variables);
    for setting in flags.settings.iter().chain(&profile(common)) {
        cargo.arg("--config").arg(setting);
    }
    cargo.args(filter);
    cargo
        .arg("--")
        .args(is_exact.then_some("--exact"))
        .args(harness);
    cargo.envs(common.checks.variables());
    cargo.envs(replay.map(|replay| ("MAZURKA_REPLAY", replay)));
    cargo.env("MAZURKA_REPORTS", &file.0);
    let options: Vec<String> = common
        .build
        .options()
        .iter()
        .map(|word| quoted(word))
        .collect();
    cargo.env("MAZURKA_CARGO", options.join(" "));
    cargo.stdout(Stdio::piped());
    let cannot = |error: io::Error| format!("cannot run cargo: {error}");
    let mut child = cargo.spawn().map_err(cannot)?;
    let stdout = child.stdout.take().ok_or("cargo has no output")?;
    let groups = Follower::new(lines, common).follow(BufReader::new(stdout))?;
    let status = child.wait().map_err(cannot)?;
    conclude(&groups, status.success(), common)
}

/// Shows what there is to show, and says what the whole came to.
fn conclude(groups: &[Group], is_success: bool, common: &Common) -> Result<Outcome, String> {
    let has_colour =
        io::stdout().is_terminal() && env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
    let (outcome, text) = table::table(groups, has_colour);
    let Some(outcome) = outcome else {
        if !is_success {
            return Err("the tests could not be built or run".to_owned());
        }
        let tests: usize = groups.iter().map(|group| group.tests.len()).sum();
        return Err(match tests {
            0 => "no test was run: does the filter fit?".to_owned(),
            1 => "1 test was run, and it has no check".to_owned(),
            tests => format!("{tests} tests were run, and none of them has a check"),
        });
    };
    if !common.json {
        print!("\n{text}");
        println!("\n{}", table::summary(groups));
    }
    if outcome == Outcome::Verified && !is_success {
        return Err("`cargo test` failed, and no test says why".to_owned());
    }
    Ok(outcome)
}

/// Follows the output of the tests.
struct Follower<'a> {
    lines: Lines,
    common: &'a Common,
    groups: Vec<Group>,
    group: Group,
    /// How many tests the executable has.
    count: usize,
    is_on_terminal: bool,
}

impl Follower<'_> {
    fn new(lines: Lines, common: &Common) -> Follower<'_> {
        Follower {
            lines,
            common,
            groups: Vec::new(),
            group: Group::default(),
            count: 0,
            is_on_terminal: io::stderr().is_terminal(),
        }
    }

    fn follow(mut self, output: impl BufRead) -> Result<Vec<Group>, String> {
        let mut reader = Reader::default();
        for line in output.split(b'\n') {
            let line =
                line.map_err(|error| format!("cannot read what the tests print: {error}"))?;
            let line = String::from_utf8_lossy(&line);
            let kind = reader.read(&line);
            if kind == Line::Shown || (self.common.show_output && kind != Line::Hidden) {
                self.erase();
                match self.common.json {
                    true => eprintln!("{line}"),
                    false => println!("{line}"),
                }
            }
            match kind {
                Line::Begin(count) => self.count = count,
                Line::Test(name, status) => {
                    self.group.tests.push((name, status));
                    self.show_progress();
                }
                Line::End => self.end_group()?,
                Line::Shown | Line::Hidden => {}
            }
        }
        // What has no harness says nothing at its end.
        self.end_group()?;
        Ok(self.groups)
    }

    /// All tests of an executable have ended.
    fn end_group(&mut self) -> Result<(), String> {
        self.erase();
        let lines = self.lines.new_ones()?;
        if self.common.json {
            for line in &lines {
                println!("{line}");
            }
        }
        let reports = lines.iter().map(|line| reports::parse(line));
        self.group.reports = reports.collect::<Result<Vec<Report>, String>>()?;
        let group = std::mem::take(&mut self.group);
        if !group.tests.is_empty() || !group.reports.is_empty() {
            self.groups.push(group);
        }
        Ok(())
    }

    /// How many tests have ended, on a terminal.
    fn show_progress(&self) {
        if self.is_on_terminal {
            let (done, count) = (self.group.tests.len(), self.count);
            // A terminal that is gone is no reason to stop.
            let _ = write!(io::stderr(), "\r\x1b[K{done} of {count} tests");
        }
    }

    fn erase(&self) {
        if self.is_on_terminal {
            let _ = write!(io::stderr(), "\r\x1b[K");
        }
    }
}

/// A file that is removed at the end.
struct Temporary(PathBuf);

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

/// The cargo that runs us.
fn cargo() -> OsString {
    env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// A directory of our own in that which cargo builds in: other flags would have all built anew,
/// again and again.
fn target_directory(common: &Common) -> Result<PathBuf, String> {
    if let Some(directory) = &common.build.target_dir {
        return std::path::absolute(directory).map_err(|error| format!("{directory}: {error}"));
    }
    let mut cargo = process::Command::new(cargo());
    cargo.args(["metadata", "--format-version", "1", "--no-deps"]);
    if let Some(path) = &common.build.manifest_path {
        cargo.args(["--manifest-path", path]);
    }
    let output = cargo.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| format!("cannot run cargo: {error}"))?;
    if !output.status.success() {
        return Err("cargo does not know the package".to_owned());
    }
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("`cargo metadata` is not understood: {error}"))?;
    let directory = metadata["target_directory"].as_str();
    let directory = directory.ok_or("`cargo metadata` names no target directory")?;
    Ok(Path::new(directory).join("mazurka"))
}

/// Settings of the profile: optimised, as checks run tests thousands of times, with lines, and
/// with the assertions that the package has in tests. One that is asked for stays as it is.
fn profile(common: &Common) -> Vec<String> {
    if common.build.has_profile() {
        return Vec::new();
    }
    let mut settings = vec![
        "profile.test.opt-level=2".to_owned(),
        "profile.test.debug=\"line-tables-only\"".to_owned(),
    ];
    for package in ENGINE {
        settings.push(format!("profile.test.package.{package}.opt-level=3"));
        settings.push(format!(
            "profile.test.package.{package}.debug-assertions=false"
        ));
    }
    settings
}

/// As a shell takes it for one word.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "_-+=./,:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}
