//! The process that starts workers, watches them, and adds up what they say.
//!
//! A worker that dies (a stack overflow, an abort), takes too long for a case, or takes too
//! much memory has found something: the case that it was at is kept, and another worker goes
//! on.

use crate::case::{Case, Counts, Wrong};
use crate::current::Current;
use crate::{failure, text};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::{Duration, Instant};

/// A case may take that long.
const LONGEST: Duration = Duration::from_secs(10);
/// A worker may have that much memory.
const MOST_MEMORY: u64 = 2 << 30;
/// After this many workers that died, there is no use to go on.
const MOST_DEATHS: usize = 25;

/// The cases of the first of them are made smaller, which takes time.
const MOST_SHRUNK: usize = 3;

/// What is to be done with a target.
pub(crate) struct Campaign {
    pub(crate) target: String,
    pub(crate) extension: &'static str,
    pub(crate) cases: u64,
    pub(crate) seconds: u64,
    pub(crate) seed: u64,
    pub(crate) jobs: u64,
    pub(crate) folder: PathBuf,
    /// Arguments that every worker gets.
    pub(crate) arguments: Vec<String>,
}

/// What came of it.
#[derive(Default)]
pub(crate) struct Summary {
    pub(crate) counts: Counts,
    pub(crate) edges: u64,
    pub(crate) inputs: u64,
    /// Each once: its file, and what is wrong.
    pub(crate) failures: Vec<(String, String)>,
    pub(crate) time: Duration,
}

impl Summary {
    pub(crate) fn cases(&self) -> u64 {
        let counts = self.counts.iter();
        let cases = counts.filter(|(kind, _)| !kind.starts_with('('));
        cases.map(|(_, count)| count).sum()
    }

    fn fail(&mut self, path: &str, message: &str) {
        if self.failures.iter().all(|(known, _)| known != path) {
            eprintln!("mazurka-fuzz: {message}\n  ./x fuzz --file {path}");
            self.failures.push((path.to_owned(), message.to_owned()));
        }
    }

    fn hear(&mut self, line: &str) {
        match line.split('\t').collect::<Vec<_>>()[..] {
            ["count", kind, count] => {
                *self.counts.entry(kind.to_owned()).or_default() += count.parse().unwrap_or(0);
            }
            ["edges", edges] => self.edges = self.edges.max(edges.parse().unwrap_or(0)),
            ["inputs", inputs] => self.inputs = self.inputs.max(inputs.parse().unwrap_or(0)),
            ["failure", path, message] => self.fail(path, message),
            _ => {}
        }
    }
}

struct Worker {
    child: Child,
    lines: Receiver<String>,
    current: Current,
    /// How many cases are left for it and those that come after it.
    cases: u64,
    is_done: bool,
}

/// Runs all workers of a target until they are done.
///
/// # Errors
/// When a worker cannot be started, or ends with an error.
pub(crate) fn run(campaign: &Campaign) -> Result<Summary, String> {
    let folder = &campaign.folder;
    fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let begun = Instant::now();
    let mut summary = Summary::default();
    let mut seeds = 0;
    let mut workers = Vec::new();
    for nth in 0..campaign.jobs {
        let cases =
            campaign.cases / campaign.jobs + u64::from(nth < campaign.cases % campaign.jobs);
        workers.push(start(campaign, nth, cases, &mut seeds, begun)?);
    }
    let (mut deaths, mut told) = (0, Instant::now());
    while !workers.is_empty() {
        thread::sleep(Duration::from_millis(20));
        let mut still = Vec::new();
        for (nth, mut worker) in workers.drain(..).enumerate() {
            let status = worker.child.try_wait().map_err(|error| error.to_string())?;
            let wrong = match status {
                None => exceeds(&worker).inspect(|_| stop(&mut worker.child)),
                Some(status) => {
                    hear(&mut worker, &mut summary, true);
                    if worker.is_done && status.success() {
                        continue;
                    }
                    if status.code() == Some(2) {
                        return Err("a worker ended with an error".to_owned());
                    }
                    Some(died(status))
                }
            };
            hear(&mut worker, &mut summary, wrong.is_some());
            let Some(wrong) = wrong else {
                still.push(worker);
                continue;
            };
            deaths += 1;
            *summary.counts.entry("FAILED".to_owned()).or_default() += 1;
            let case = worker.current.case();
            let path = keep(campaign, &case, &wrong, deaths <= MOST_SHRUNK)?;
            summary.fail(&path, &wrong.message);
            let left = worker.cases.saturating_sub(worker.current.nth());
            if left > 0 && deaths < MOST_DEATHS && begun.elapsed().as_secs() < campaign.seconds {
                still.push(start(campaign, nth as u64, left, &mut seeds, begun)?);
            }
        }
        workers = still;
        if told.elapsed() > Duration::from_secs(10) {
            told = Instant::now();
            eprintln!(
                "mazurka-fuzz: {}: {} cases, {} inputs, {} edges, {} failures",
                campaign.target,
                summary.cases(),
                summary.inputs,
                summary.edges,
                summary.failures.len()
            );
        }
    }
    summary.time = begun.elapsed();
    Ok(summary)
}

fn start(
    campaign: &Campaign,
    nth: u64,
    cases: u64,
    seeds: &mut u64,
    begun: Instant,
) -> Result<Worker, String> {
    let path = campaign.folder.join(format!("current-{nth}-{seeds}"));
    let _ = fs::remove_file(&path);
    let current = Current::open(&path)?;
    // Every worker has other cases, those that take the place of others too.
    let seed = campaign.seed.wrapping_add(*seeds << 32);
    *seeds += 1;
    let seconds = campaign.seconds.saturating_sub(begun.elapsed().as_secs());
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program)
        .args(["worker", &campaign.target])
        .args(["--cases", &cases.to_string()])
        .args(["--seconds", &seconds.max(1).to_string()])
        .args(["--seed", &seed.to_string()])
        .args(["--current", &path.display().to_string()])
        .args(&campaign.arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("cannot start a worker: {error}"))?;
    let out = child.stdout.take().expect("it is piped");
    let (sender, lines) = channel();
    thread::spawn(move || {
        for line in BufReader::new(out).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                return;
            }
        }
    });
    // The worker has it mapped when it needs it; nothing stays behind.
    Ok(Worker {
        child,
        lines,
        current,
        cases,
        is_done: false,
    })
}

/// Takes what a worker has said; `all` of it, if it says no more.
fn hear(worker: &mut Worker, summary: &mut Summary, all: bool) {
    loop {
        let line = if all {
            worker.lines.recv_timeout(Duration::from_secs(1)).ok()
        } else {
            worker.lines.try_recv().ok()
        };
        match line {
            Some(line) if line == "done" => worker.is_done = true,
            Some(line) => summary.hear(&line),
            None => return,
        }
    }
}

fn exceeds(worker: &Worker) -> Option<Wrong> {
    let running = worker.current.running()?;
    if u128::from(running) > LONGEST.as_millis() {
        let seconds = LONGEST.as_secs();
        return Some(Wrong::new(
            "hangs",
            format!("a case takes more than {seconds} s"),
        ));
    }
    let path = format!("/proc/{}/statm", worker.child.id());
    let text = fs::read_to_string(path).ok()?;
    let pages: u64 = text.split(' ').nth(1)?.parse().ok()?;
    (pages * 4096 > MOST_MEMORY).then(|| {
        let gib = MOST_MEMORY >> 30;
        Wrong::new(
            "memory",
            format!("a case takes more than {gib} GiB of memory"),
        )
    })
}

fn stop(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}

fn died(status: ExitStatus) -> Wrong {
    Wrong::new(
        format!("died {status}"),
        format!("the process died: {status}"),
    )
}

/// Writes the case, smaller if that is asked for and possible.
fn keep(campaign: &Campaign, case: &Case, wrong: &Wrong, shrinks: bool) -> Result<String, String> {
    // Several may die in the same way, of different causes: all are kept.
    let number = (0..)
        .find(|number| !numbered(campaign, wrong, *number).exists())
        .unwrap_or(0);
    let path = numbered(campaign, wrong, number);
    failure::write(&path, case, wrong)?;
    if !shrinks {
        return Ok(path.display().to_string());
    }
    let until = Instant::now() + Duration::from_secs(20);
    let tried = campaign.folder.join(format!("try.{}", campaign.extension));
    let mut smaller = case.clone();
    let input = text::shrink(case.input.clone(), 300, &mut |input| {
        smaller.input = input.to_vec();
        Instant::now() < until
            && failure::write(&tried, &smaller, wrong).is_ok()
            && dies(campaign, &tried)
    });
    smaller.input = input;
    failure::write(&path, &smaller, wrong)?;
    let _ = fs::remove_file(&tried);
    let _ = fs::remove_file(tried.with_extension("case"));
    Ok(path.display().to_string())
}

fn numbered(campaign: &Campaign, wrong: &Wrong, number: u32) -> PathBuf {
    let wrong = Wrong::new(format!("{} {number}", wrong.key), "");
    failure::path(&campaign.folder, campaign.extension, &wrong)
}

/// Does a worker die of this case?
fn dies(campaign: &Campaign, file: &Path) -> bool {
    let Ok(program) = std::env::current_exe() else {
        return false;
    };
    let child = Command::new(program)
        .args(["one", &campaign.target, "--file"])
        .arg(file)
        .args(&campaign.arguments)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else {
        return false;
    };
    let until = Instant::now() + LONGEST;
    while Instant::now() < until {
        if let Ok(Some(status)) = child.try_wait() {
            return status.code().is_none();
        }
        thread::sleep(Duration::from_millis(2));
    }
    stop(&mut child);
    true
}
