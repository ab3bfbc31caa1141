//! `mazurka-bench cluster`: exploration on more machines than there are here, simulated.
//!
//! A real job is recorded: the items that its tree was cut into, what each took, and which others
//! it left or requested. A discrete-event simulation of agents and of their store ([`model`])
//! explores it again, with costs that were measured. Jobs that are too large to be recorded are
//! made up ([`work::Scaled`]).

mod costs;
mod measure;
mod model;
#[cfg(test)]
mod tests;
mod validate;
mod work;

use crate::table::{Table, grouped};
use clap::Args;
use costs::Costs;
use measure::Measurement;
use model::{Cluster, Simulated, simulate};
use serde::Serialize;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use validate::{Real, Validation};
use work::{Recorded, Scaled};

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// The certificate of a job, as `mazurka certify JOB --output FILE` writes it.
    #[arg(long, value_name = "FILE", required_unless_present = "program")]
    recorded: Option<PathBuf>,
    /// Explore this program with the built command, and take that job.
    #[arg(
        long,
        value_name = "FILE",
        requires = "cluster",
        conflicts_with = "recorded"
    )]
    program: Option<PathBuf>,
    /// An option for the check of that program.
    #[arg(long, value_name = "OPTION", allow_hyphen_values = true)]
    flag: Vec<String>,
    /// Keep the certificate of that job there.
    #[arg(long, value_name = "FILE", requires = "program")]
    keep: Option<PathBuf>,
    /// Also explore that program with one and two processes, and print how far off the simulation
    /// is.
    #[arg(long, requires = "program")]
    validate: bool,
    /// A store to measure, in a database of its own: its jobs stay there.
    #[arg(long, value_name = "URL")]
    cluster: Option<String>,
    /// The process of its server, if it runs here: its processor time is measured.
    #[arg(long, value_name = "PID", requires = "cluster")]
    server: Option<u32>,
    /// Read costs from this JSON file, in microseconds; what it does not name is as usual.
    #[arg(long, value_name = "FILE", conflicts_with = "server")]
    costs: Option<PathBuf>,
    /// Numbers of workers.
    #[arg(long, value_name = "N", value_delimiter = ',',
          default_value = "1,2,10,100,1000,3200,10000",
          value_parser = clap::value_parser!(u32).range(1..=100_000))]
    workers: Vec<u32>,
    /// Threads of an agent.
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=1_024))]
    threads: u32,
    /// Processors of the server in simulations of large clusters.
    #[arg(long, value_name = "N", default_value_t = 8, value_parser = clap::value_parser!(u32).range(1..=1_024))]
    cores: u32,
    /// The round trip to the server in simulations of large clusters, in microseconds.
    #[arg(long, value_name = "MICROSECONDS", default_value_t = 1_000.0)]
    round_trip: f64,
    /// What a flush takes there, in microseconds. Without it: as measured.
    #[arg(long, value_name = "MICROSECONDS")]
    flush: Option<f64>,
    /// The work of jobs that are made up, in core-hours.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "1,100,8766"
    )]
    hours: Vec<f64>,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A store whose processors or disk are busy for this share of the time is the limit.
const BUSY: f64 = 0.7;

/// What simulations of real jobs need.
#[derive(Clone, Copy, Debug)]
struct Measures {
    costs: Costs,
    /// Processors that the server shares with those that explore.
    cores: usize,
}

/// What is predicted for a number of workers.
#[derive(Clone, Copy, Debug, Serialize)]
struct Row {
    workers: usize,
    /// The share of all workers' time that is spent on executions that one worker would run.
    efficiency: f64,
    /// The share that is spent on nothing.
    idle: f64,
    /// The share of its processors that the store uses.
    engine: f64,
    /// The share of the time that the disk is written to.
    disk: f64,
    /// Operations of the store, a second.
    operations: f64,
    simulated: Simulated,
}

impl Row {
    fn new(simulated: Simulated, cluster: &Cluster) -> Row {
        let workers = cluster.agents * cluster.threads;
        let all = simulated.seconds * workers as f64;
        let busy = simulated.exploring + simulated.beginning + simulated.committing;
        let operations = simulated.takes + simulated.commits + simulated.heartbeats;
        Row {
            workers,
            efficiency: simulated.exploring / all,
            idle: (1.0 - busy / all).max(0.0),
            engine: simulated.serving / (simulated.seconds * cluster.cores as f64),
            disk: simulated.flushing / simulated.seconds,
            operations: operations as f64 / simulated.seconds,
            simulated,
        }
    }

    fn cells(&self) -> [String; 9] {
        let percent = |share: f64| format!("{:.1} %", 100.0 * share);
        [
            grouped(self.workers as u64),
            time(self.simulated.seconds),
            percent(self.efficiency),
            percent(self.idle),
            percent(self.engine),
            percent(self.disk),
            format!("{:.0}", self.operations),
            grouped(self.simulated.items),
            grouped(self.simulated.empty_takes),
        ]
    }
}

fn time(seconds: f64) -> String {
    match seconds {
        ..1_000.0 => format!("{seconds:.1} s"),
        ..360_000.0 => format!("{:.2} h", seconds / 3_600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

/// What is predicted for a job.
#[derive(Debug, Serialize)]
struct Prediction {
    job: String,
    /// Is it made up?
    is_scaled: bool,
    /// The work, in seconds.
    work: f64,
    rows: Vec<Row>,
}

impl Prediction {
    fn table(&self) -> Table {
        let columns = [
            "workers",
            "time",
            "efficiency",
            "idle",
            "engine",
            "disk",
            "operations/s",
            "items",
            "empty takes",
        ];
        let kind = if self.is_scaled {
            "made up"
        } else {
            "recorded"
        };
        let title = format!("{} ({kind}): {} of work", self.job, time(self.work));
        let mut table = Table::new(title, &columns);
        for row in &self.rows {
            table.row(row.cells());
        }
        let limit = self
            .rows
            .iter()
            .find(|row| row.engine.max(row.disk) >= BUSY);
        table.note(&match limit {
            Some(row) => format!(
                "The store is the limit from {} workers on.",
                grouped(row.workers as u64)
            ),
            None => "The store is never the limit here.".to_owned(),
        });
        table
    }
}

/// Up to how many workers a store serves, by the length of items.
fn limits(cluster: &Cluster) -> Table {
    let columns = ["items of", "workers at most"];
    let costs = &cluster.costs;
    let mut table = Table::new(
        format!("What a store with {} processors serves", cluster.cores),
        &columns,
    );
    for length in [0.5, 1.0, 5.0, 60.0] {
        // An agent takes for several threads at once, but not when items are few: a take each.
        let item = (costs.take + costs.commit) / 1e6;
        let beat = costs.heartbeat / 1e6 / (cluster.lease / 8.0) / cluster.threads as f64;
        let most = cluster.cores as f64 / (item / length + beat);
        table.row([format!("{length} s"), grouped(most as u64)]);
    }
    table.note("With one take and one commit for each item, and heartbeats; not simulated.");
    table
}

/// All that is printed.
#[derive(Serialize)]
struct Results<'a> {
    measurement: Option<&'a Measurement>,
    costs: Costs,
    validations: &'a [Validation],
    predictions: &'a [Prediction],
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let real = arguments.program.as_ref().zip(arguments.cluster.as_ref());
    let real = real.map(|(program, url)| Real {
        url,
        program,
        flags: &arguments.flag,
        command: validate::built(),
    });
    let recorded = match (&real, &arguments.recorded) {
        (Some(real), _) => {
            let certificate = real.record()?;
            if let Some(file) = &arguments.keep {
                fs::write(file, &certificate)
                    .map_err(|error| format!("{}: {error}", file.display()))?;
            }
            Recorded::read(&certificate[..])?
        }
        (None, Some(file)) => {
            let opened = File::open(file).map_err(|error| error.to_string());
            let read = opened.and_then(|file| Recorded::read(BufReader::new(file)));
            read.map_err(|error| format!("{}: {error}", file.display()))?
        }
        (None, None) => return Err("no job was recorded".to_owned()),
    };
    let measurement = match (&arguments.cluster, &arguments.costs) {
        (Some(url), None) => Some(measure::measure(url, arguments.server, &recorded)?),
        _ => None,
    };
    let costs = match (&measurement, &arguments.costs) {
        (_, Some(file)) => crate::simulate::costs::read(file)?,
        (Some(measurement), None) => measurement.costs,
        (None, None) => Costs::default(),
    };
    if !arguments.json {
        print!("{}", described(&recorded));
        if let Some(measurement) = &measurement {
            print!("\n{}", measurement.table());
        }
        let text = serde_json::to_string(&costs).expect("numbers are JSON");
        println!("\nCosts: {text}");
    }
    let validations = match &real {
        Some(real) if arguments.validate => {
            let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get());
            validate::validate(real, &recorded, &Measures { costs, cores })?
        }
        _ => Vec::new(),
    };
    if !validations.is_empty() && !arguments.json {
        print!("\n{}", validate::table(&validations));
    }
    let predictions = predictions(arguments, &recorded, costs);
    if arguments.json {
        let results = Results {
            measurement: measurement.as_ref(),
            costs,
            validations: &validations,
            predictions: &predictions,
        };
        println!(
            "{}",
            serde_json::to_string(&results).expect("numbers are JSON")
        );
        return Ok(());
    }
    for prediction in &predictions {
        print!("\n{}", prediction.table());
    }
    print!(
        "\n{}",
        limits(&cluster(arguments, costs, arguments.threads))
    );
    Ok(())
}

fn described(recorded: &Recorded) -> String {
    format!(
        "{}: {} executions, {} blocked, in {} items; {:.1} s of work, {:.1} ms for each item \
         beyond its executions\n{:.2} blocked executions for each item; {} items have requested \
         something; a report has {} bytes, and a split leaves {} items\n",
        recorded.name,
        grouped(recorded.complete),
        grouped(recorded.blocked),
        grouped(recorded.items() as u64),
        recorded.micros / 1e6,
        recorded.begin / 1e3,
        recorded.blocked_each(),
        grouped(recorded.requesting as u64),
        grouped(recorded.report as u64),
        recorded.fan,
    )
}

fn cluster(arguments: &Arguments, costs: Costs, workers: u32) -> Cluster {
    let threads = workers.min(arguments.threads) as usize;
    Cluster {
        agents: workers as usize / threads,
        threads,
        cores: arguments.cores as usize,
        lease: 15.0,
        costs: Costs {
            round_trip: arguments.round_trip,
            flush: arguments.flush.unwrap_or(costs.flush),
            ..costs
        },
    }
}

fn predictions(arguments: &Arguments, recorded: &Recorded, costs: Costs) -> Vec<Prediction> {
    let predict = |job: String, is_scaled: bool, work: f64, run: &dyn Fn(&Cluster) -> Simulated| {
        let rows = arguments.workers.iter().map(|workers| {
            let cluster = cluster(arguments, costs, *workers);
            Row::new(run(&cluster), &cluster)
        });
        Prediction {
            job,
            is_scaled,
            work,
            rows: rows.collect(),
        }
    };
    let mut all = vec![predict(
        recorded.name.clone(),
        false,
        recorded.work() / 1e6,
        &|cluster| simulate(&mut &*recorded, cluster),
    )];
    for hours in &arguments.hours {
        let name = format!("as {}", recorded.name);
        all.push(predict(name, true, hours * 3_600.0, &|cluster| {
            simulate(&mut Scaled::new(recorded, hours * 3.6e9, 1), cluster)
        }));
    }
    all
}
