//! `mazurka-bench simulate`: how much faster parallel exploration would be with more
//! schedulers than this machine has cores.
//!
//! An exploration is recorded: its executions, what each of them took, and which
//! others it planned. That is run again by discrete-event simulations, with any
//! number of schedulers: of the algorithm here ([`stealing`]), and of the thesis's
//! with its central controller ([`controller`]).
//!
//! A simulated execution plans what the recorded one did, also what was planned
//! already when it was recorded: in a parallel exploration it may be the first.

pub(crate) mod agenda;
mod controller;
pub(crate) mod costs;
mod exploration;
mod stealing;
#[cfg(test)]
mod tests;
mod validate;

use crate::corpus::parse_program;
use crate::table::{Table, grouped};
use clap::Args;
use controller::Controlled;
use costs::Costs;
use exploration::Exploration;
use mazurka::measure::{Tree, record_tree};
use mazurka::{Algorithm, Checker};
use serde::Serialize;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;
use stealing::Stealing;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Programs of the corpus, with their sizes.
    #[arg(
        long,
        value_name = "NAME:SIZE",
        value_delimiter = ',',
        default_value = "lastzero:15,indexer:17,readers:18,wakeup_stress:8",
        value_parser = Subject::parse
    )]
    programs: Vec<Subject>,
    /// Numbers of schedulers.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "1,2,4,8,16,32,64,128,256,512,1024",
        value_parser = clap::value_parser!(u32).range(1..=65_536)
    )]
    schedulers: Vec<u32>,
    /// Read costs from this JSON file, in nanoseconds; what it does not name is as usual.
    #[arg(long, value_name = "FILE")]
    costs: Option<PathBuf>,
    /// Each scheduler beyond the first slows executions down by this share.
    #[arg(long, value_name = "SHARE")]
    contention: Option<f64>,
    /// The budget that the controller gives, in milliseconds.
    #[arg(long, value_name = "MS", default_value_t = 10.0)]
    budget: f64,
    /// Record so often; each execution counts with the least time that it took.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    recordings: u32,
    /// Also explore with 1 and 2 workers, and print how far off the simulation is.
    #[arg(long)]
    validate: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// A program of the corpus, of one size.
#[derive(Clone, Debug)]
pub(crate) struct Subject {
    program: &'static mazurka_corpus::Program,
    size: usize,
}

impl Subject {
    pub(crate) fn parse(text: &str) -> Result<Subject, String> {
        let (name, size) = text.split_once(':').ok_or("not NAME:SIZE")?;
        let program = parse_program(name)?;
        let size = size.parse().map_err(|_| "not a size")?;
        if !program.allowed.contains(&size) {
            return Err(format!("{name} has sizes {:?}", program.allowed));
        }
        Ok(Subject { program, size })
    }

    pub(crate) fn checker(&self) -> Checker {
        Checker::new()
            .model(mazurka::Model::Sc)
            .name(self.to_string())
    }

    pub(crate) fn body(&self) -> mazurka_corpus::Body {
        (self.program.build)(self.size)
    }

    /// Records the exploration so often, with the least time of each execution.
    fn record(&self, times: u32) -> Result<Exploration, String> {
        let mut tree = self.record_once()?;
        for _ in 1..times {
            let other = self.record_once()?;
            let is_same = same_shape(&tree, &other);
            if !is_same {
                return Err(format!("{self}: two explorations differ"));
            }
            for (a, b) in tree.executions.iter_mut().zip(&other.executions) {
                a.nanoseconds = a.nanoseconds.min(b.nanoseconds);
            }
        }
        Exploration::new(&tree).map_err(|message| format!("{self}: {message}"))
    }

    fn record_once(&self) -> Result<Tree, String> {
        eprintln!("mazurka-bench: recording {self}");
        let (report, tree) = record_tree(self.checker(), self.body());
        let expected = (self.program.expected)(Algorithm::Optimal, self.size);
        match expected.compare_with(report.statistics()) {
            Ok(()) if report.is_verified() => Ok(tree),
            _ => Err(report.to_string()),
        }
    }
}

impl fmt::Display for Subject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}({})", self.program.name, self.size)
    }
}

/// Are they alike but for the times?
fn same_shape(a: &Tree, b: &Tree) -> bool {
    let shape = |tree: &Tree| -> Vec<_> {
        let executions = tree.executions.iter();
        executions
            .map(|e| (e.leaf, e.fresh, e.length, e.planned_end))
            .collect()
    };
    a.leaves == b.leaves && a.planned == b.planned && shape(a) == shape(b)
}

/// What is predicted for a number of schedulers.
#[derive(Debug, Serialize)]
struct Row {
    schedulers: u32,
    speed_up: f64,
    /// The share of all schedulers' time that is spent on executions.
    utilisation: f64,
    /// The share that is spent on reading what others appended.
    reading: f64,
    stealing: Stealing,
    controlled_speed_up: f64,
    controlled_utilisation: f64,
    /// The share of the time in which the controller is busy.
    controller_share: f64,
    controlled: Controlled,
}

impl Row {
    fn new(exploration: &Exploration, costs: &Costs, schedulers: u32, budget: u64) -> Row {
        let stealing = stealing::simulate(exploration, costs, schedulers);
        let controlled = controller::simulate(exploration, costs, schedulers, budget);
        let sequential = exploration.cost();
        let all = |nanoseconds: u64| nanoseconds * u64::from(schedulers);
        Row {
            schedulers,
            speed_up: share(sequential, stealing.nanoseconds),
            utilisation: share(stealing.exploring, all(stealing.nanoseconds)),
            reading: share(stealing.reading, all(stealing.nanoseconds)),
            controlled_speed_up: share(sequential, controlled.nanoseconds),
            controlled_utilisation: share(controlled.exploring, all(controlled.nanoseconds)),
            controller_share: share(controlled.controlling, controlled.nanoseconds),
            stealing,
            controlled,
        }
    }

    fn cells(&self) -> [String; 12] {
        [
            self.schedulers.to_string(),
            format!("{:.2}", self.speed_up),
            percent(self.utilisation),
            percent(self.reading),
            grouped(self.stealing.claims),
            grouped(self.stealing.disputes),
            grouped(self.stealing.steals),
            format!("{:.2}", self.controlled_speed_up),
            percent(self.controlled_utilisation),
            grouped(self.controlled.disputes),
            grouped(self.controlled.reports),
            percent(self.controller_share),
        ]
    }
}

fn share(part: u64, whole: u64) -> f64 {
    part as f64 / whole as f64
}

fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

/// What is predicted for a program.
#[derive(Debug, Serialize)]
struct Prediction {
    program: String,
    executions: u64,
    /// The recorded exploration's time.
    seconds: f64,
    rows: Vec<Row>,
}

impl Prediction {
    fn table(&self) -> Table {
        let title = format!(
            "{}: {} executions, {:.3} s by one",
            self.program,
            grouped(self.executions),
            self.seconds
        );
        let columns = [
            "schedulers",
            "speed-up",
            "exploring",
            "reading",
            "claims",
            "failed",
            "steals",
            "controlled",
            "exploring",
            "disputes",
            "reports",
            "controller",
        ];
        let mut table = Table::new(title, &columns);
        for row in &self.rows {
            table.row(row.cells());
        }
        table
    }
}

/// Records, simulates, and prints tables.
///
/// # Errors
/// When something cannot be run or read.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let mut costs = match &arguments.costs {
        Some(file) => costs::read(file)?,
        None => Costs::default(),
    };
    costs.contention = arguments.contention.unwrap_or(costs.contention);
    let budget = Duration::try_from_secs_f64(arguments.budget / 1e3)
        .map_err(|error| format!("--budget {}: {error}", arguments.budget))?;
    let budget = budget.as_nanos() as u64;
    let mut predictions = Vec::new();
    let mut validations = Vec::new();
    for subject in &arguments.programs {
        let exploration = subject.record(arguments.recordings)?;
        let rows = arguments.schedulers.iter();
        let prediction = Prediction {
            program: subject.to_string(),
            executions: exploration.len() as u64,
            seconds: exploration.cost() as f64 / 1e9,
            rows: rows
                .map(|schedulers| Row::new(&exploration, &costs, *schedulers, budget))
                .collect(),
        };
        if !arguments.json {
            println!("{}", prediction.table());
        }
        predictions.push(prediction);
        if arguments.validate {
            validations.push(validate::Validation::new(subject, &exploration, &costs)?);
        }
    }
    if arguments.json {
        let all = serde_json::json!({
            "costs": costs,
            "budget_ns": budget,
            "predictions": predictions,
            "validations": validations,
        });
        println!("{all:#}");
    } else if arguments.validate {
        let [times, counts] = validate::tables(&validations);
        println!("{times}\n{counts}");
    }
    Ok(())
}
