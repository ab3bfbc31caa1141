//! Real jobs, by the built command: one that is recorded, and some beside the simulation.

use super::Measures;
use super::model::{Cluster, simulate};
use super::work::Recorded;
use crate::process::clear_settings;
use crate::robust::programs::root;
use crate::table::{Table, grouped};
use mazurka_cluster::{Heartbeat, JobId, JobState, Options, PostgresStore, Status, Store};
use serde::Serialize;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// How many threads an agent says to have that has none, so that all items are split early.
const CROWD: i32 = 5_000;
/// How long a job may take.
const PATIENCE: Duration = Duration::from_secs(600);

/// A program, and the store that it is explored with.
pub(super) struct Real<'a> {
    pub(super) url: &'a str,
    pub(super) program: &'a Path,
    pub(super) flags: &'a [String],
    pub(super) command: PathBuf,
}

/// The command that `./x bench` has built.
pub(super) fn built() -> PathBuf {
    let target =
        std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from);
    target.join("release/mazurka")
}

/// Agents, which end with this.
struct Agents(Vec<Child>);

impl Drop for Agents {
    fn drop(&mut self) {
        for agent in &mut self.0 {
            // SIGTERM, for good order; a process that is gone does not mind.
            let process = agent.id().to_string();
            let _ = Command::new("kill")
                .arg(process)
                .stderr(Stdio::null())
                .status();
        }
        for agent in &mut self.0 {
            let _ = agent.wait();
        }
    }
}

impl Real<'_> {
    fn store(&self) -> Result<PostgresStore, String> {
        PostgresStore::connect(self.url, Options::default()).map_err(|error| error.to_string())
    }

    fn command(&self, name: &str) -> Command {
        let mut command = Command::new(&self.command);
        clear_settings(&mut command);
        command
            .arg(name)
            .args(["--cluster", self.url])
            .stdin(Stdio::null());
        command
    }

    /// Submits the program.
    fn submit(&self, store: &mut PostgresStore) -> Result<Status, String> {
        let before = newest(store)?;
        let mut command = self.command("check");
        command.args(["--first", "0", "--detach", "--quiet"]);
        command.arg(self.program).args(self.flags);
        let output = command.output().map_err(|error| error.to_string())?;
        let said = String::from_utf8_lossy(&output.stderr);
        match newest(store)? {
            Some(job) if before.as_ref().is_none_or(|before| before.job != job.job) => Ok(job),
            _ => Err(format!("nothing was submitted: {said}")),
        }
    }

    /// Starts agents.
    fn agents(&self, agents: usize, threads: usize, lease: &str) -> Result<Agents, String> {
        let mut started = Agents(Vec::new());
        for _ in 0..agents {
            let mut command = self.command("worker");
            command.args(["--threads", &threads.to_string(), "--lease", lease]);
            command.stdout(Stdio::null()).stderr(Stdio::null());
            let agent = command.spawn().map_err(|error| error.to_string())?;
            started.0.push(agent);
        }
        Ok(started)
    }

    /// Waits for the end of a job, and looks now and then.
    fn wait(
        store: &mut PostgresStore,
        job: JobId,
        mut look: impl FnMut(&mut PostgresStore) -> Result<(), String>,
    ) -> Result<Status, String> {
        let begun = Instant::now();
        let words = |error: mazurka_cluster::StoreError| error.to_string();
        while begun.elapsed() < PATIENCE {
            let status = store.status(job).map_err(words)?;
            if status.state == JobState::Ended {
                return Ok(status);
            }
            look(store)?;
            std::thread::sleep(Duration::from_millis(500));
        }
        store.cancel(job, "it took too long").map_err(words)?;
        Err(format!("job {job} took too long"))
    }

    /// Explores the program with one process, in small items: each is split after half a second, as
    /// another agent seems to wait for them. The certificate.
    pub(super) fn record(&self) -> Result<Vec<u8>, String> {
        let words = |error: mazurka_cluster::StoreError| error.to_string();
        eprintln!("mazurka-bench: recording {}", self.program.display());
        let mut store = self.store()?;
        let job = self.submit(&mut store)?;
        let agent = store.enrol("a crowd", &job.build, CROWD).map_err(words)?;
        let crowd = Heartbeat {
            agent,
            items: Vec::new(),
            jobs: Vec::new(),
            idle: 0,
            rate: 0.0,
        };
        let agents = self.agents(1, 1, "1")?;
        let ended = Real::wait(&mut store, job.job, |store| {
            let beat = store.heartbeat(&crowd, Duration::from_secs(15));
            beat.map(drop).map_err(words)
        });
        drop(agents);
        ended?;
        let mut certificate = Vec::new();
        store.export(job.job, &mut certificate).map_err(words)?;
        Ok(certificate)
    }

    /// Explores the program. How much longer its processes took as others used the processors.
    fn explore(&self, agents: usize, threads: usize) -> Result<(Status, f64), String> {
        eprintln!("mazurka-bench: exploring with {agents} agent(s) of {threads}");
        let mut store = self.store()?;
        // What was recorded before had a crowd, which is counted until it was not heard of for a
        // while.
        std::thread::sleep(mazurka_cluster::LATELY + Duration::from_secs(1));
        let started = self.agents(agents, threads, "15")?;
        std::thread::sleep(Duration::from_secs(1));
        let job = self.submit(&mut store)?;
        let (mut ran, mut waited) = (0, 0);
        let ended = Real::wait(&mut store, job.job, |_| {
            let agents = started.0.iter().map(Child::id);
            let all = agents.flat_map(children).flat_map(times);
            let sum = all.fold((0, 0), |sum, times| (sum.0 + times.0, sum.1 + times.1));
            // At the end they are gone.
            (ran, waited) = (sum.0.max(ran), sum.1.max(waited));
            Ok(())
        });
        drop(started);
        let slower = (ran + waited) as f64 / ran.max(1) as f64;
        Ok((ended?, slower))
    }
}

/// What a file of each thread of a process says.
fn of_threads(process: u32, file: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task"));
    let threads = threads.into_iter().flatten().flatten();
    threads
        .filter_map(|thread| fs::read_to_string(thread.path().join(file)).ok())
        .collect()
}

/// The children of a process.
fn children(process: u32) -> Vec<u32> {
    let texts = of_threads(process, "children");
    let numbers = texts.iter().flat_map(|text| text.split_whitespace());
    numbers.filter_map(|number| number.parse().ok()).collect()
}

/// How long each thread of a process ran, and how long it waited for a processor, in nanoseconds.
fn times(process: u32) -> Vec<(u64, u64)> {
    let pair = |text: &String| {
        let mut numbers = text.split(' ').map(|number| number.parse().ok());
        Some((numbers.next()??, numbers.next()??))
    };
    of_threads(process, "schedstat")
        .iter()
        .filter_map(pair)
        .collect()
}

fn newest(store: &mut PostgresStore) -> Result<Option<Status>, String> {
    let jobs = store.jobs().map_err(|error| error.to_string())?;
    Ok(jobs.into_iter().next())
}

/// A real job, and the same simulated.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Validation {
    agents: usize,
    threads: usize,
    /// Of the real job: seconds, processor time of its items, items, blocked executions.
    seconds: f64,
    work: f64,
    items: u64,
    blocked: u64,
    /// How many times as long as they ran its processes ran or waited for a processor.
    slower: f64,
    /// The same, simulated; the time also with a machine that is so much slower, as the items are.
    simulated: f64,
    simulated_work: f64,
    dilated: f64,
    simulated_items: u64,
}

/// Explores a program for real and simulated.
///
/// # Errors
/// When it cannot be explored.
pub(super) fn validate(
    real: &Real<'_>,
    recorded: &Recorded,
    measures: &Measures,
) -> Result<Vec<Validation>, String> {
    let mut rows = Vec::new();
    for (agents, threads) in [(1, 1), (1, 2), (2, 1)] {
        let (status, slower) = real.explore(agents, threads)?;
        let cluster = Cluster {
            agents,
            threads,
            cores: measures.cores,
            lease: 15.0,
            costs: measures.costs,
        };
        let simulated = simulate(&mut &*recorded, &cluster);
        let dilated = simulate(&mut &recorded.slower(slower), &cluster);
        rows.push(Validation {
            agents,
            threads,
            seconds: status.age.as_secs_f64(),
            work: status.micros as f64 / 1e6,
            items: status.done as u64,
            blocked: status.counts.blocked as u64,
            slower,
            simulated: simulated.seconds,
            simulated_work: simulated.exploring + simulated.beginning,
            dilated: dilated.seconds,
            simulated_items: dilated.items,
        });
    }
    Ok(rows)
}

/// Real jobs beside simulated ones.
pub(super) fn table(rows: &[Validation]) -> Table {
    let columns = [
        "agents x threads",
        "real s",
        "alone, simulated",
        "slower",
        "simulated so",
        "difference",
        "real work s",
        "simulated",
        "difference",
        "real items",
        "simulated",
        "blocked",
    ];
    let mut table = Table::new("Real jobs, and the same simulated", &columns);
    let differs = |is: f64, was: f64| format!("{:+.1} %", 100.0 * (is / was - 1.0));
    for row in rows {
        table.row([
            format!("{} x {}", row.agents, row.threads),
            format!("{:.1}", row.seconds),
            format!("{:.1}", row.simulated),
            format!("{:.2}", row.slower),
            format!("{:.1}", row.dilated),
            differs(row.dilated, row.seconds),
            format!("{:.1}", row.work),
            format!("{:.1}", row.simulated_work),
            differs(row.simulated_work, row.work),
            grouped(row.items),
            grouped(row.simulated_items),
            grouped(row.blocked),
        ]);
    }
    table.note(
        "Work is processor time of all items. \"slower\" is by how much other programs made them wait \
         for processors, as the system tells, and the simulation is of items that take so much longer.",
    );
    table
}
