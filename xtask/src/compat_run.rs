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
    pub(crate) end: End,
}

/// How a test ended.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    /// It explored everything; loom: what it does explore.
    Whole,
    /// It explored all that is within the bound on preemptions.
    Bounded,
    /// It explored as many executions as the test itself asks for.
    Asked,
    /// It ran out of time, or came to another limit.
    Open,
    Failed,
}

impl End {
    /// Was all explored that was asked for?
    pub(crate) fn is_answer(self) -> bool {
        matches!(self, End::Whole | End::Bounded | End::Asked)
    }
}

/// What a process printed, how it ended, and how long it took.
struct Ended {
    text: String,
    /// None if it was killed when its time was over.
    is_success: Option<bool>,
    time: Duration,
}

/// How much longer than a check a process may take: a test may have several models, and in the end it
/// has to be told what was found.
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
    let says = |words: &str| lines.iter().any(|line| line.contains(words));
    let (end, verdict) = match ended.is_success {
        None => (End::Open, "killed".to_owned()),
        Some(false) => (End::Failed, failure(&ended.text, &lines)),
        Some(true) if says("(max_events)") => (End::Open, "an execution does not end".to_owned()),
        Some(true) if says("(max_time)") => (End::Open, "not exhausted".to_owned()),
        Some(true) if has(WITHIN) => (End::Bounded, bound(&lines)),
        // `./x compat` sets no limit on them.
        Some(true) if says("(max_executions)") => (End::Asked, "as the test asks for".to_owned()),
        Some(true) if has("not exhausted") => (End::Open, "not exhausted".to_owned()),
        Some(true) if says(", not under ") => {
            let verdict = "verified under sc, rc11 not exhausted";
            (End::Open, verdict.to_owned())
        }
        Some(true) if lines.is_empty() => (End::Whole, "ok, no model".to_owned()),
        Some(true) if has("found a bug") => (End::Whole, "ok, a bug is expected".to_owned()),
        Some(true) => (End::Whole, "verified".to_owned()),
    };
    Cell {
        executions: match second {
            0 => first.to_string(),
            second => format!("{first} + {second}"),
        },
        time: ended.time,
        verdict,
        end,
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
        // A test that calls `Builder::check`, and not `model`, prints nothing.
        _ if complete.is_empty() && begun.is_empty() => "?".to_owned(),
        Some(true) => total.to_string(),
        _ => format!("> {}", total + begun.last().copied().unwrap_or(0)),
    };
    Cell {
        executions,
        time: ended.time,
        verdict: String::new(),
        end: match ended.is_success {
            Some(true) => End::Whole,
            Some(false) => End::Failed,
            None => End::Open,
        },
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
