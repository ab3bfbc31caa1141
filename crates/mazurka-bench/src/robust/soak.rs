//! `mazurka-bench soak`: checks that are stopped at random moments and gone on with, again
//! and again, until they are done or the time is up.
//!
//! What must hold: a check that is done has the totals and the exit code of one that was not
//! stopped; executions never become fewer from one run to the next; after a kill, they are not
//! fewer than when the file was last written; and only exit codes that mean something occur. What was
//! explored is kept five times a second: the table says how much work kills have lost.

use super::command;
use super::programs::{Program, Programs, root};
use super::run::{Ran, Running};
use crate::table::{Table, grouped};
use clap::Args;
use mazurka_random::Random;
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// How many hours (one, unless set).
    #[arg(long, value_name = "H")]
    hours: Option<f64>,
    /// Or how many minutes.
    #[arg(long, value_name = "M", conflicts_with = "hours")]
    minutes: Option<f64>,
    /// Where random numbers begin.
    #[arg(long, value_name = "X", default_value_t = 1)]
    seed: u64,
    /// The `mazurka` command, if it is not beside this one.
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
    /// Explore on a cluster instead, in which processes, agents, servers and networks fail. It
    /// takes PostgreSQL.
    #[arg(long)]
    cluster: bool,
    /// With --cluster: go on until there were this many faults, too.
    #[arg(long, value_name = "N", default_value_t = 500, requires = "cluster")]
    faults: u64,
    /// Go on until there were this many kills, too.
    #[arg(
        long,
        value_name = "N",
        default_value_t = 0,
        conflicts_with = "cluster"
    )]
    kills: u64,
    /// Check random programs whose outputs fail instead, with limits and signals.
    #[arg(long, conflicts_with = "cluster")]
    outputs: bool,
    /// With --outputs: how many runs.
    #[arg(long, value_name = "N", default_value_t = 2000, requires = "outputs")]
    runs: u64,
}

/// A check, and what has come of it.
struct Subject {
    shown: String,
    program: Program,
    /// How many schedulers there are, and where.
    workers: [String; 2],
    /// It is not done in an hour.
    is_endless: bool,
    /// Of a check that was not stopped: its exit code, complete and blocked executions.
    truth: Option<(i32, u64, u64)>,
    /// The file with what is left, if it was begun.
    saved: PathBuf,
    /// The executions that there were when that was written, as far as they were told.
    executions: u64,
    /// A check that was killed has written it since, and told nothing.
    is_newer: bool,
    figures: Figures,
}

#[derive(Default)]
struct Figures {
    runs: u64,
    /// How often it was done.
    finished: u64,
    /// How often by which means.
    stops: BTreeMap<&'static str, u64>,
    peak_kib: u64,
    largest: u64,
    latencies: Vec<Duration>,
    /// How often Ctrl-C ended it before it had begun.
    early: u64,
    kills: u64,
    /// The most work that a kill has lost.
    lost: Duration,
    violations: Vec<String>,
}

/// The time between two checkpoints.
const CHECKPOINT: Duration = Duration::from_millis(200);

/// How a run is stopped.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Means {
    Interrupt,
    EarlyInterrupt,
    Kill,
    InterruptAndKill,
    KillWorker,
    MaxTime,
}

impl Means {
    fn name(self) -> &'static str {
        match self {
            Means::Interrupt => "Ctrl-C",
            Means::EarlyInterrupt => "Ctrl-C after 20 ms",
            Means::Kill => "SIGKILL",
            Means::InterruptAndKill => "Ctrl-C, SIGKILL",
            Means::KillWorker => "worker killed, Ctrl-C",
            Means::MaxTime => "--max-time",
        }
    }
}

/// Runs checks for the time that was given, and tells what came of them.
///
/// # Errors
/// When something cannot be run, or something does not hold.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let command = command(arguments.command.as_deref())?;
    let minutes = arguments.minutes.map(|minutes| minutes * 60.0);
    let seconds = minutes.unwrap_or(arguments.hours.unwrap_or(1.0) * 3600.0);
    if arguments.cluster {
        let time = Duration::from_secs_f64(seconds);
        return super::cluster::run(&command, time, arguments.faults, arguments.seed);
    }
    if arguments.outputs {
        return super::outputs::run(&command, arguments.runs, arguments.seed);
    }
    let programs = Programs::new(&root().join("target/soak"))?;
    let mut subjects = subjects(&programs);
    let out = programs.folder().join("out");
    let mut known = BTreeMap::new();
    for subject in &mut subjects {
        let _ = fs::remove_file(&subject.saved);
        if !subject.is_endless {
            let key = subject.program.arguments(&[]);
            if !known.contains_key(&key) {
                known.insert(key.clone(), truth(&command, subject, &out)?);
            }
            subject.truth = known.get(&key).copied();
        }
    }
    let until = Instant::now() + Duration::from_secs_f64(seconds);
    let mut random = Random::new(arguments.seed);
    let mut told = Instant::now();
    let kills = |subjects: &[Subject]| -> u64 {
        let kills = subjects.iter().map(|subject| subject.figures.kills);
        kills.sum()
    };
    while Instant::now() < until || kills(&subjects) < arguments.kills {
        let nth = random.below(subjects.len());
        let subject = &mut subjects[nth];
        subject.step(&command, &out, &mut random)?;
        if told.elapsed() > Duration::from_secs(60) {
            told = Instant::now();
            let runs: u64 = subjects.iter().map(|subject| subject.figures.runs).sum();
            let left = until.saturating_duration_since(Instant::now()).as_secs();
            eprintln!("mazurka-bench: {runs} runs, {left} s to go");
        }
    }
    tell(&subjects)
}

fn subjects(programs: &Programs) -> Vec<Subject> {
    let mut many = programs.to_stop();
    many.retain(|program| program.name.starts_with("litmus"));
    let mut checks = vec![
        // Never done in an hour: memory and progress.
        (Programs::fib_bench(7), "1"),
        (Programs::fib_bench(7), "2"),
        (Programs::fib_bench(7), "4"),
        (Programs::fib_bench(7), "processes 2"),
        // Done after some runs: totals.
        (Programs::fib_bench(5), "1"),
        (Programs::fib_bench(5), "2"),
        (Programs::fib_bench(5), "4"),
        (Programs::fib_bench(5), "processes 2"),
        (programs.mutex(4, 48), "1"),
        (programs.mutex(4, 48), "4"),
        (programs.mutex(4, 48), "processes 2"),
    ];
    for program in many {
        checks.push((program.clone(), "1"));
        checks.push((program, "processes 2"));
    }
    let subject = |(nth, (program, workers)): (usize, (Program, &str))| {
        let workers = match workers.strip_prefix("processes ") {
            Some(count) => ["--processes".to_owned(), count.to_owned()],
            None => ["--workers".to_owned(), workers.to_owned()],
        };
        let file = program
            .path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        Subject {
            shown: format!("{file} {} {}", program.flags.join(" "), workers.join(" ")),
            program,
            workers,
            is_endless: nth < 4 || file.ends_with(".litmus"),
            truth: None,
            saved: programs.folder().join(format!("saved-{nth}.json")),
            executions: 0,
            is_newer: false,
            figures: Figures::default(),
        }
    };
    checks.into_iter().enumerate().map(subject).collect()
}

/// What comes of a check that is not stopped.
fn truth(command: &Path, subject: &Subject, out: &Path) -> Result<(i32, u64, u64), String> {
    eprintln!("mazurka-bench: {} without a stop", subject.shown);
    let more = ["--json", "--workers", "1"].map(str::to_owned);
    let mut process = Command::new(command);
    process.args(subject.program.arguments(&more));
    let ran = Running::start(&mut process, out)?.end()?;
    let counts = ran.number("complete").zip(ran.number("blocked"));
    match (ran.code, counts) {
        (Some(code @ (0 | 1)), Some((complete, blocked))) => Ok((code, complete, blocked)),
        (code, _) => Err(format!(
            "{}: exit code {code:?}, {}",
            subject.shown, ran.said
        )),
    }
}

impl Subject {
    /// One run: begins or goes on, and is stopped.
    fn step(&mut self, command: &Path, out: &Path, random: &mut Random) -> Result<(), String> {
        let is_parted = self.workers[0] == "--processes";
        let means = match random.below(10) {
            0..4 => Means::Interrupt,
            4 => Means::EarlyInterrupt,
            5 | 6 => Means::Kill,
            7 => Means::InterruptAndKill,
            8 if is_parted => Means::KillWorker,
            _ => Means::MaxTime,
        };
        let moment = match means {
            Means::EarlyInterrupt => 0.02,
            // Most are short, so that what can be done takes several runs.
            _ if random.below(4) == 0 => random.real(1.0, 5.0),
            _ => random.real(0.05, 1.0),
        };
        let is_new = !self.saved.exists();
        let saved = self.saved.display().to_string();
        let mut more = vec!["--json".to_owned()];
        more.extend(self.workers.clone());
        if means == Means::MaxTime {
            more.extend(["--max-time".to_owned(), format!("{moment:.3}")]);
        }
        more.extend(["--resume-file".to_owned(), saved.clone()]);
        more.extend([
            "--checkpoint".to_owned(),
            CHECKPOINT.as_secs_f64().to_string(),
        ]);
        let mut process = Command::new(command);
        if is_new {
            self.executions = 0;
            self.is_newer = false;
            process.args(self.program.arguments(&more));
        } else {
            process.args(["check", "--resume", &saved]);
            process.args(more.iter().filter(|word| *word != "--json"));
            if !self.program.flags.is_empty() {
                process.arg("--").args(&self.program.flags);
            }
        }
        let before = fs::read(&self.saved).ok();
        let running = Running::start(&mut process, out)?;
        let moment = Duration::from_secs_f64(moment);
        let mut ran = running.wait(moment)?;
        let mut since = moment;
        let mut was_stopped = means == Means::MaxTime;
        if ran.is_none() {
            was_stopped = true;
            if means == Means::KillWorker && running.kill_a_worker() {
                // It must go on without that one.
                ran = running.wait(moment + Duration::from_millis(300))?;
            }
            if ran.is_none() {
                since = running.elapsed();
                match means {
                    Means::MaxTime => since = moment,
                    Means::Kill => running.signal(libc::SIGKILL),
                    Means::InterruptAndKill => {
                        running.signal(libc::SIGINT);
                        std::thread::sleep(Duration::from_secs_f64(random.real(0.0, 0.05)));
                        running.signal(libc::SIGKILL);
                    }
                    _ => running.signal(libc::SIGINT),
                }
            }
        }
        let ran = match ran {
            Some(ran) => ran,
            None => match running.wait(since + Duration::from_secs(60))? {
                Some(ran) => ran,
                None => {
                    running.signal(libc::SIGKILL);
                    self.wrong(means, "still there 60 s after the stop");
                    running.end()?
                }
            },
        };
        let is_killed = ran.signal == Some(libc::SIGKILL);
        if is_killed {
            self.look_at_age(since);
        }
        if was_stopped && !is_killed {
            self.figures.latencies.push(ran.wall.saturating_sub(since));
        }
        self.judge(means, &ran, before.as_deref());
        Ok(())
    }

    fn wrong(&mut self, means: Means, what: &str) {
        let message = format!("{}: {what} ({})", self.shown, means.name());
        eprintln!("mazurka-bench: VIOLATION: {message}");
        self.figures.violations.push(message);
    }

    /// The command ran for `time`, and was killed: how much of that is lost?
    fn look_at_age(&mut self, time: Duration) {
        let changed = fs::metadata(&self.saved).and_then(|data| data.modified());
        let age = changed.ok().and_then(|changed| changed.elapsed().ok());
        let lost = age.unwrap_or(time).min(time);
        self.figures.lost = self.figures.lost.max(lost);
        self.figures.kills += 1;
    }

    fn judge(&mut self, means: Means, ran: &Ran, before: Option<&[u8]>) {
        let figures = &mut self.figures;
        figures.runs += 1;
        *figures.stops.entry(means.name()).or_default() += 1;
        figures.peak_kib = figures.peak_kib.max(ran.peak_kib);
        let size = fs::metadata(&self.saved).map_or(0, |data| data.len());
        figures.largest = figures.largest.max(size);
        let counts = ran.number("complete").zip(ran.number("blocked"));
        let is_untouched = fs::read(&self.saved).ok().as_deref() == before;
        match (ran.code, counts) {
            (Some(code @ (0 | 1)), Some((complete, blocked))) => {
                figures.finished += 1;
                if let Some((expected, all, _)) = self.truth
                    && (expected, all) != (code, complete)
                {
                    let what = format!(
                        "done with exit code {code} and {complete} executions ({blocked} blocked), \
                         in truth {expected} and {all}"
                    );
                    self.wrong(means, &what);
                }
                let _ = fs::remove_file(&self.saved);
            }
            (Some(3), Some((complete, blocked))) => {
                let executions = complete + blocked;
                if executions < self.executions {
                    let what = format!("{executions} executions after {}", self.executions);
                    self.wrong(means, &what);
                }
                if !self.saved.exists() || is_untouched {
                    // A run may end before it has explored anything; a longer one may not.
                    if executions > self.executions && !self.is_newer {
                        self.wrong(means, "stopped, and nothing was saved");
                    }
                    let _ = fs::remove_file(&self.saved);
                    self.executions = 0;
                } else {
                    self.executions = executions;
                }
                self.is_newer = false;
            }
            // Before it has begun, Ctrl-C ends it, and a kill does so always: then what is in the
            // file stays.
            (None, _) if ran.signal == Some(libc::SIGKILL) => self.is_newer |= !is_untouched,
            (Some(3 | 130), None) => {}
            (None, _) if ran.signal == Some(libc::SIGINT) && is_untouched => {
                self.figures.early += 1;
            }
            (code, _) => {
                let said = ran.said.lines().last().unwrap_or_default().to_owned();
                self.wrong(means, &format!("exit code {code:?}, {said:?}"));
                let _ = fs::remove_file(&self.saved);
                self.executions = 0;
            }
        }
    }
}

fn tell(subjects: &[Subject]) -> Result<(), String> {
    let mut table = Table::new(
        "Checks that were stopped at random moments and gone on with",
        &[
            "check",
            "runs",
            "done",
            "executions",
            "peak MiB",
            "file KiB",
            "stop ms",
            "worst",
            "not begun",
            "kills",
            "lost ms",
            "violations",
        ],
    );
    let mut stops = BTreeMap::<&str, u64>::new();
    for subject in subjects {
        let figures = &subject.figures;
        let mut latencies = figures.latencies.clone();
        latencies.sort();
        let ms = |time: Option<&Duration>| {
            time.map_or("-".to_owned(), |time| {
                format!("{:.0}", time.as_secs_f64() * 1e3)
            })
        };
        table.row([
            subject.shown.clone(),
            figures.runs.to_string(),
            figures.finished.to_string(),
            grouped(subject.executions),
            format!("{:.0}", figures.peak_kib as f64 / 1024.0),
            grouped(figures.largest >> 10),
            ms(latencies.get(latencies.len() / 2)),
            ms(latencies.last()),
            figures.early.to_string(),
            figures.kills.to_string(),
            ms(Some(&figures.lost)),
            figures.violations.len().to_string(),
        ]);
        for (name, count) in &figures.stops {
            *stops.entry(name).or_default() += count;
        }
    }
    println!("{table}");
    for (name, count) in stops {
        println!("{count:>6}  {name}");
    }
    let violations: Vec<&String> = subjects
        .iter()
        .flat_map(|subject| &subject.figures.violations)
        .collect();
    for violation in &violations {
        println!("VIOLATION: {violation}");
    }
    match violations.len() {
        0 => Ok(()),
        count => Err(format!("{count} violations")),
    }
}
