//! One test of `./x compat`, in a process of its own.

use crate::compat_crates::Subject;
use std::io::Read;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// What came of a test.
pub(crate) struct Cell {
    /// How many executions there were, for people.
    pub(crate) executions: String,
    pub(crate) time: Duration,
    pub(crate) verdict: String,
    /// Did it explore all that it should?
    pub(crate) is_ended: bool,
    /// Did it explore all that is within a bound?
    pub(crate) is_bounded: bool,
    /// Did the test fail?
    pub(crate) is_failed: bool,
}

/// What a process printed, how it ended, and how long it took.
struct Ended {
    text: String,
    /// None if it was killed when its time was over.
    is_success: Option<bool>,
    time: Duration,
}

/// How much longer than a check a process may take: it may make two of them, of which the first
/// has two seconds, and then it has to end.
const GRACE: Duration = Duration::from_secs(15);

/// How the summary begins when all was explored within a bound.
const WITHIN: &str = "not exhausted: no bug with at most ";

/// The bound within which all was explored.
fn bound(lines: &[&str]) -> String {
    let mut bounds = lines.iter().filter_map(|line| line.strip_prefix(WITHIN));
    let bound = bounds.next().unwrap_or_default();
    format!("all with {}", bound.split(" (").next().unwrap_or_default())
}

/// Runs a test with Mazurka.
pub(crate) fn run_here(path: &Path, test: &str, subject: &Subject, limit: Duration) -> Cell {
    let mut command = command(path, test, subject);
    command
        .env("MAZURKA_LOG", "1")
        .env("LOOM_MAX_DURATION", limit.as_secs().to_string());
    let ended = run(command, limit + GRACE);
    let lines: Vec<&str> = ended
        .text
        .lines()
        .filter_map(|line| line.trim_start().strip_prefix("mazurka "))
        .collect();
    let counts = lines.iter().map(|line| executions(line));
    let (first, second) = counts.fold((0, 0), |sum, count| (sum.0 + count.0, sum.1 + count.1));
    let has = |words: &str| lines.iter().any(|line| line.starts_with(words));
    let is_ended = ended.is_success == Some(true)
        && !has("not exhausted")
        && !lines.iter().any(|line| line.contains(", not under "));
    let verdict = match ended.is_success {
        None => "killed".to_owned(),
        Some(false) => failure(&ended.text, &lines),
        Some(true) if has(WITHIN) => bound(&lines),
        Some(true) if has("not exhausted") => "not exhausted".to_owned(),
        Some(true) if lines.iter().any(|line| line.contains(", not under ")) => {
            "verified under sc, rc11 not exhausted".to_owned()
        }
        Some(true) if lines.is_empty() => "ok, no model".to_owned(),
        Some(true) if has("found a bug") => "ok, a bug is expected".to_owned(),
        Some(true) => "verified".to_owned(),
    };
    Cell {
        executions: match second {
            0 => first.to_string(),
            second => format!("{first} + {second}"),
        },
        time: ended.time,
        verdict,
        is_ended,
        is_bounded: ended.is_success == Some(true) && has(WITHIN),
        is_failed: ended.is_success == Some(false),
    }
}

/// Runs a test with loom.
pub(crate) fn run_loom(path: &Path, test: &str, subject: &Subject, limit: Duration) -> Cell {
    let mut command = command(path, test, subject);
    // It tells how far it has come as often as that.
    command
        .env("LOOM_LOG", "info")
        .env("LOOM_CHECKPOINT_INTERVAL", "500");
    let ended = run(command, limit);
    let after = |words: &str| {
        let parts = ended.text.split(words).skip(1);
        let number = |part: &str| part.split_whitespace().next()?.parse::<u64>().ok();
        parts.filter_map(number).collect::<Vec<_>>()
    };
    let mut complete: Vec<u64> = after("Completed in ");
    // thingbuf's tests tell it themselves, and begin to count with one.
    let told = ended.text.split('(').filter_map(|part| {
        let count = part.split_once(" iterations)")?.0;
        count.parse::<u64>().ok()?.checked_sub(1)
    });
    complete.extend(told);
    let begun: Vec<u64> = after("Iteration ");
    let total: u64 = complete.iter().sum();
    let executions = match ended.is_success {
        // A test that calls `Builder::check`, and not `model`, has nobody who prints.
        _ if complete.is_empty() && begun.is_empty() => "?".to_owned(),
        Some(true) => total.to_string(),
        _ => format!("> {}", total + begun.last().copied().unwrap_or(0)),
    };
    Cell {
        executions,
        time: ended.time,
        verdict: String::new(),
        is_ended: ended.is_success == Some(true),
        is_bounded: false,
        is_failed: ended.is_success == Some(false),
    }
}

fn command(path: &Path, test: &str, subject: &Subject) -> Command {
    let mut command = Command::new(path);
    command
        .args([test, "--exact", "--nocapture", "--include-ignored"])
        .envs(subject.environment.iter().copied())
        .env("RUST_BACKTRACE", "0");
    command
}

/// The executions under SC, and under RC11, of a summary of Mazurka's.
fn executions(line: &str) -> (u64, u64) {
    let words: Vec<&str> = line.split([' ', '(', ')', ',', ';']).collect();
    let mut counts = words.windows(2).filter_map(|pair| {
        let is_count = matches!(pair[1], "execution" | "executions" | "trace" | "traces");
        pair[0].parse::<u64>().ok().filter(|_| is_count)
    });
    // "stopped after N executions" comes before the figures, and says the same.
    if line.starts_with("not exhausted: stopped after") && line.contains("max_executions") {
        counts.next();
    }
    (counts.next().unwrap_or(0), counts.next().unwrap_or(0))
}

/// Why a test failed, in few words.
fn failure(text: &str, lines: &[&str]) -> String {
    let bug = lines.iter().find(|line| line.starts_with("found a bug"));
    if let Some(bug) = bug {
        let kind = bug.split(['(', ')']).nth(1).unwrap_or("?");
        let prefix = format!("{kind}: ");
        let mut told = text.lines().filter(|line| line.starts_with(&prefix));
        let said = told.next_back().unwrap_or(kind);
        return format!("FAILED: {}", short(said));
    }
    // The last: what is within a bound is explored after everything was tried.
    let mut others = lines.iter().filter(|line| !line.starts_with("verified"));
    match others.next_back() {
        Some(line) => format!("FAILED: {}", short(line)),
        None => format!("FAILED: {}", short(text.lines().last().unwrap_or("?"))),
    }
}

/// As much as fits into a table.
fn short(text: &str) -> String {
    let text = text.replace('|', "/");
    match text.char_indices().nth(160) {
        Some((at, _)) => format!("{}...", &text[..at]),
        None => text,
    }
}

/// Runs a command for no longer than that.
fn run(mut command: Command, limit: Duration) -> Ended {
    let begun = Instant::now();
    let spawned = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let mut child = match spawned {
        Ok(child) => child,
        Err(error) => {
            return Ended {
                text: error.to_string(),
                is_success: Some(false),
                time: Duration::ZERO,
            };
        }
    };
    let (sender, receiver) = mpsc::channel();
    let pipes: [Option<Box<dyn Read + Send>>; 2] = [
        child.stdout.take().map(|pipe| Box::new(pipe) as _),
        child.stderr.take().map(|pipe| Box::new(pipe) as _),
    ];
    for mut pipe in pipes.into_iter().flatten() {
        let sender = sender.clone();
        thread::spawn(move || {
            let mut text = Vec::new();
            let _ = pipe.read_to_end(&mut text);
            let _ = sender.send(String::from_utf8_lossy(&text).into_owned());
        });
    }
    drop(sender);
    let is_success = wait(&mut child, begun, limit);
    let time = begun.elapsed();
    let text: Vec<String> = receiver.iter().collect();
    Ended {
        text: text.join("\n"),
        is_success,
        time,
    }
}

fn wait(child: &mut Child, begun: Instant, limit: Duration) -> Option<bool> {
    loop {
        match child.try_wait() {
            Ok(Some(status)) => return Some(status.success()),
            Ok(None) if begun.elapsed() < limit => thread::sleep(Duration::from_millis(2)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return None;
            }
        }
    }
}
