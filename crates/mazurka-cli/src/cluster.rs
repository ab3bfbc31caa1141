//! Many machines: where a check is submitted to, the agents that explore, and what people see of
//! jobs.

mod certify;
mod metrics;
mod view;

pub(crate) use certify::{Certify, certify};

use crate::check::{EXIT_ERROR, EXIT_STOPPED};
use crate::interrupt::Interrupt;
use crate::workers;
use clap::Args;
use mazurka_check::command::{
    Agent, AgentSettings, Cluster, Connect, OnInterrupt, build_digest, say,
};
use mazurka_cluster::{
    JobId, JobState, Options, PostgresStore, Prepared, Status, Store, StoreError,
};
use std::io::{self, Write};
use std::net::SocketAddr;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

/// For how long a program is explored here before it is submitted.
const FIRST: Duration = Duration::from_secs(2);
/// How long a lease holds without a sign of life.
const LEASE: Duration = Duration::from_secs(15);

/// Where a store is.
#[derive(Args, Debug, Clone)]
pub(crate) struct Address {
    /// The store: a PostgreSQL database, as postgres://USER@HOST/DATABASE?sslmode=verify-full.
    /// The password is best in PGPASSWORD or in ~/.pgpass.
    #[arg(
        long,
        value_name = "URL",
        env = "MAZURKA_CLUSTER",
        hide_env_values = true
    )]
    pub(crate) cluster: String,
    /// Go on with a server that may lose what it has acknowledged (fsync=off).
    #[arg(long)]
    pub(crate) allow_unsafe_store: bool,
}

impl Address {
    fn options(&self) -> Options {
        Options {
            allow_unsafe: self.allow_unsafe_store,
            ..Options::default()
        }
    }

    fn connect(&self) -> Result<PostgresStore, String> {
        PostgresStore::connect(&self.cluster, self.options()).map_err(words)
    }

    fn connector(&self) -> Arc<Connect> {
        let address = self.clone();
        Arc::new(move || {
            let store = PostgresStore::connect(&address.cluster, address.options())?;
            Ok(Box::new(store) as Box<dyn Store + Send>)
        })
    }
}

#[allow(clippy::needless_pass_by_value, reason = "for map_err")]
fn words(error: StoreError) -> String {
    error.to_string()
}

/// How a check is submitted.
#[derive(Args, Debug, Clone, Default)]
pub(crate) struct Submission {
    /// Explore on a cluster: the programs are submitted to a store (a PostgreSQL database,
    /// postgres://USER@HOST/DATABASE), and every `mazurka worker` of the same build that is
    /// connected to it explores. Programs that are done in a few seconds are explored here.
    #[arg(long, value_name = "URL", help_heading = "Many machines",
          conflicts_with_all = ["processes", "resume", "resume_file", "replay", "estimate",
                                "max_executions", "suggest_fences", "coverage", "lcov"])]
    pub(crate) cluster: Option<String>,
    /// Explore for SECONDS here before a program is submitted; 0: submit it at once. Without it: 2.
    #[arg(long, value_name = "SECONDS", value_parser = crate::arguments::parse_seconds,
          help_heading = "Many machines", requires = "cluster")]
    pub(crate) first: Option<Duration>,
    /// Submit, and do not wait.
    #[arg(long, help_heading = "Many machines", requires = "cluster")]
    pub(crate) detach: bool,
    /// Wait for a job that was submitted before, with the same files and options.
    #[arg(
        long,
        value_name = "JOB",
        help_heading = "Many machines",
        requires = "cluster",
        conflicts_with = "detach"
    )]
    pub(crate) attach: Option<i64>,
    /// Ctrl-C cancels the job. Without it, the job goes on.
    #[arg(long, help_heading = "Many machines", requires = "cluster")]
    pub(crate) cancel_on_interrupt: bool,
    /// Go on with a server that may lose what it has acknowledged (fsync=off).
    #[arg(long, help_heading = "Many machines", requires = "cluster")]
    pub(crate) allow_unsafe_store: bool,
}

impl Submission {
    /// Where to submit, if anywhere.
    pub(crate) fn cluster(&self) -> Result<Option<Cluster>, String> {
        let Some(url) = &self.cluster else {
            return Ok(None);
        };
        let address = Address {
            cluster: url.clone(),
            allow_unsafe_store: self.allow_unsafe_store,
        };
        // What is wrong with it is said before anything is explored.
        let store = address.connect()?;
        Ok(Some(Cluster {
            address: store.address(),
            connect: address.connector(),
            first: self.first.unwrap_or(FIRST),
            on_interrupt: match self.cancel_on_interrupt {
                true => OnInterrupt::Cancel,
                false => OnInterrupt::Leave,
            },
            detach: self.detach,
            job: self.attach.map(JobId),
        }))
    }
}

/// `mazurka worker`.
#[derive(Args)]
pub(crate) struct Worker {
    #[command(flatten)]
    address: Address,
    /// Explore with N processes. Without it: one for each processor.
    #[arg(long, value_name = "N", value_parser = workers::parse_workers)]
    threads: Option<usize>,
    /// How long what this agent explores is left alone when nothing is heard of it.
    #[arg(long, value_name = "SECONDS", value_parser = crate::arguments::parse_seconds)]
    lease: Option<Duration>,
    /// What the agent is called in lists. Without it: the name of the machine.
    #[arg(long, value_name = "NAME")]
    name: Option<String>,
    /// End when there is nothing to do.
    #[arg(long)]
    until_idle: bool,
    /// Say what becomes of each item.
    #[arg(long)]
    verbose: bool,
}

pub(crate) fn work(arguments: &Worker) -> Result<ExitCode, String> {
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    let processors = || std::thread::available_parallelism().map_or(1, |count| count.get());
    let threads = arguments.threads.unwrap_or_else(processors);
    let build = build_digest().map_err(|error| format!("cannot read this command: {error}"))?;
    let agent = Agent::new(AgentSettings {
        connect: arguments.address.connector(),
        name: arguments.name.clone().unwrap_or_else(host),
        build: build.clone(),
        threads,
        lease: arguments.lease.unwrap_or(LEASE),
        interrupt: interrupt.flag(),
        until_idle: arguments.until_idle,
        is_verbose: arguments.verbose,
    })?;
    let processes = match threads {
        1 => "1 process".to_owned(),
        count => format!("{count} processes"),
    };
    say(&format!(
        "{processes} for jobs of build {}; Ctrl-C or SIGTERM ends it in good order",
        short(&build)
    ));
    let worked = agent.run()?;
    say(&format!(
        "{} items, {} executions, {} void, {} processes lost",
        worked.items, worked.executions, worked.void, worked.lost
    ));
    Ok(ExitCode::SUCCESS)
}

fn host() -> String {
    let name = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    match name.trim() {
        "" => "agent".to_owned(),
        name => name.to_owned(),
    }
}

/// The first digits of a digest.
fn short(digest: &str) -> &str {
    digest.get(..12).unwrap_or(digest)
}

/// `mazurka jobs`.
#[derive(Args)]
pub(crate) struct Jobs {
    #[command(flatten)]
    address: Address,
    /// Make the tables and roles of Mazurka in the database, or bring them up to date.
    #[arg(long)]
    init: bool,
    /// Delete all there is of a job that is over.
    #[arg(long, value_name = "JOB", conflicts_with = "init")]
    forget: Option<i64>,
    /// One JSON object a line.
    #[arg(long)]
    json: bool,
}

pub(crate) fn jobs(arguments: &Jobs) -> Result<ExitCode, String> {
    if arguments.init {
        let options = arguments.address.options();
        let prepared = PostgresStore::prepare(&arguments.address.cluster, &options);
        say(&told(&prepared.map_err(words)?));
        return Ok(ExitCode::SUCCESS);
    }
    let mut store = arguments.address.connect()?;
    if let Some(job) = arguments.forget.map(JobId) {
        store.forget(job).map_err(words)?;
        say(&format!("job {job} is deleted"));
        return Ok(ExitCode::SUCCESS);
    }
    let jobs = store.jobs().map_err(words)?;
    let text = match arguments.json {
        true => lines(&jobs)?,
        false => view::table(&jobs),
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

fn told(prepared: &Prepared) -> String {
    let Prepared {
        before,
        version,
        missing_roles,
    } = prepared;
    let done = match before {
        Some(before) if before == version => format!("the tables are there: version {version}"),
        Some(before) => format!("the tables were brought from version {before} to {version}"),
        None => format!("the tables were made: version {version}"),
    };
    match missing_roles.is_empty() {
        true => done,
        false => format!(
            "{done}; this user may not make the roles {}: all is there for its own use, and rights \
             for others have to be granted by hand",
            missing_roles.join(", ")
        ),
    }
}

fn lines(jobs: &[Status]) -> Result<String, String> {
    let mut text = String::new();
    for job in jobs {
        text += &serde_json::to_string(job).map_err(|error| error.to_string())?;
        text.push('\n');
    }
    Ok(text)
}

fn print(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot write: {error}"))
        }
        _ => Ok(()),
    }
}

/// `mazurka status`.
#[derive(Args)]
pub(crate) struct OfJob {
    #[command(flatten)]
    address: Address,
    /// The job. Without it: the newest.
    #[arg(value_name = "JOB")]
    job: Option<i64>,
    /// Show it again and again until it has ended; then the exit code is that of its verdict.
    #[arg(long)]
    follow: bool,
    /// One JSON object.
    #[arg(long)]
    json: bool,
    /// Serve all jobs as text for Prometheus at this address (like 127.0.0.1:9187), under
    /// /metrics, until Ctrl-C.
    #[arg(long, value_name = "ADDRESS", conflicts_with_all = ["follow", "json", "job"])]
    metrics: Option<SocketAddr>,
}

pub(crate) fn status(arguments: &OfJob) -> Result<ExitCode, String> {
    let mut store = arguments.address.connect()?;
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    if let Some(address) = arguments.metrics {
        metrics::serve(&mut store, address, &interrupt)?;
        return Ok(ExitCode::SUCCESS);
    }
    let job = match arguments.job {
        Some(job) => JobId(job),
        None => newest(&mut store)?,
    };
    let status = match arguments.follow {
        true => view::follow(&mut store, job, &interrupt)?,
        false => store.status(job).map_err(words)?,
    };
    let text = match arguments.json {
        true => lines(std::slice::from_ref(&status))?,
        false => view::whole(&status),
    };
    print(&text)?;
    Ok(match arguments.follow {
        true => ExitCode::from(code(&status)),
        false => ExitCode::SUCCESS,
    })
}

/// The newest job.
fn newest(store: &mut PostgresStore) -> Result<JobId, String> {
    let jobs = store.jobs().map_err(words)?;
    let first = jobs
        .first()
        .ok_or("there are no jobs yet: submit one with `mazurka check FILE --cluster URL`")?;
    Ok(first.job)
}

/// The exit code of a job, as documented for checks.
fn code(status: &Status) -> u8 {
    match (status.state, status.verdict.as_deref()) {
        (JobState::Ended, Some("verified" | "explored")) => 0,
        (JobState::Ended, Some("bug")) => 1,
        (JobState::Ended, Some("error")) => EXIT_ERROR,
        _ => EXIT_STOPPED,
    }
}

/// `mazurka cancel`.
#[derive(Args)]
pub(crate) struct Cancel {
    #[command(flatten)]
    address: Address,
    /// The job.
    #[arg(value_name = "JOB")]
    job: i64,
}

pub(crate) fn cancel(arguments: &Cancel) -> Result<ExitCode, String> {
    let mut store = arguments.address.connect()?;
    let job = JobId(arguments.job);
    store
        .cancel(job, "a person has cancelled it")
        .map_err(words)?;
    say(&format!("job {job} is cancelled"));
    Ok(ExitCode::SUCCESS)
}
