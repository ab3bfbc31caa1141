//! `mazurka-bench parallel`: several schedulers beside one.
//!
//! Each program is explored without a frontier ("alone"), and by one and more
//! schedulers that share one, by stealing and with the thesis's controller. The rows of
//! a program are run in turn, several times, and the shortest of each counts.

use crate::simulate::Subject;
use crate::table::{Table, grouped};
use clap::Args;
use mazurka::Checker;
use mazurka::measure::Compared as _;
use std::sync::{Arc, Mutex, PoisonError};

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Programs of the corpus, with their sizes.
    #[arg(
        long,
        value_name = "NAME:SIZE",
        value_delimiter = ',',
        default_value = "lastzero:15,lastzero:16,indexer:17,readers:18,wakeup_stress:8,wakeup_stress:9",
        value_parser = Subject::parse
    )]
    programs: Vec<Subject>,
    /// Numbers of schedulers, besides one.
    #[arg(
        long,
        value_name = "N",
        value_delimiter = ',',
        default_value = "2",
        value_parser = clap::value_parser!(u32).range(2..=1_024)
    )]
    schedulers: Vec<u32>,
    /// How often each is run.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
}

/// How a program is explored.
#[derive(Clone, Copy)]
enum How {
    Alone,
    Stealing(u32),
    Controller(u32),
}

impl How {
    fn checker(self, subject: &Subject) -> Checker {
        let checker = subject.checker();
        match self {
            How::Alone => checker.alone(),
            How::Stealing(schedulers) => checker.workers(schedulers as usize),
            How::Controller(schedulers) => {
                checker.workers(schedulers as usize).central_controller()
            }
        }
    }

    fn schedulers(self) -> u32 {
        match self {
            How::Alone => 1,
            How::Stealing(schedulers) | How::Controller(schedulers) => schedulers,
        }
    }

    fn name(self) -> &'static str {
        match self {
            How::Alone => "alone",
            How::Stealing(_) => "stealing",
            How::Controller(_) => "controller",
        }
    }
}

/// What the shortest run took.
struct Measured {
    seconds: f64,
    traces: u64,
    account: mazurka::measure::Account,
}

fn explore(subject: &Subject, how: How) -> Result<Measured, String> {
    let account = Arc::new(Mutex::default());
    let checker = how.checker(subject).account(&account);
    let report = checker.check(subject.body());
    if !report.is_verified() {
        return Err(report.to_string());
    }
    let account = account
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .clone();
    Ok(Measured {
        seconds: report.elapsed().as_secs_f64(),
        traces: report.statistics().complete,
        account,
    })
}

/// Measures, and prints a table.
///
/// # Errors
/// When a program cannot be explored, or counts differ.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let columns = [
        "program",
        "how",
        "schedulers",
        "traces",
        "seconds",
        "speed-up",
        "taken",
        "claimed",
        "disputed",
        "published",
        "nodes",
        "sharing %",
        "waiting %",
        "controller %",
    ];
    let mut table = Table::new("Several schedulers beside one", &columns);
    for subject in &arguments.programs {
        let mut rows = vec![How::Alone, How::Stealing(1)];
        rows.extend(arguments.schedulers.iter().map(|n| How::Stealing(*n)));
        rows.extend(arguments.schedulers.iter().map(|n| How::Controller(*n)));
        let mut shortest: Vec<Option<Measured>> = rows.iter().map(|_| None).collect();
        for run in 1..=arguments.runs {
            eprintln!("mazurka-bench: {subject}, run {run} of {}", arguments.runs);
            for (how, shortest) in rows.iter().zip(&mut shortest) {
                let measured = explore(subject, *how)?;
                let is_shorter = |other: &Measured| measured.seconds < other.seconds;
                if shortest.as_ref().is_none_or(is_shorter) {
                    *shortest = Some(measured);
                }
            }
        }
        let measured: Vec<Measured> = shortest.into_iter().flatten().collect();
        let alone = &measured[0];
        for (how, measured) in rows.iter().zip(&measured) {
            if measured.traces != alone.traces {
                let (name, traces) = (how.name(), measured.traces);
                let expected = alone.traces;
                return Err(format!(
                    "{subject}, {name}: {traces} traces, not {expected}"
                ));
            }
            table.row(cells(subject, *how, measured, alone.seconds));
        }
    }
    table.note(
        "\"alone\" has no frontier. Speed-ups are over that, and times the shortest of all runs. \
         \"sharing\", \"waiting\" and \"controller\" are shares of the time of all schedulers: \
         where they take leaves, claim and publish; where they have nothing to do; and where \
         the controller is busy.",
    );
    println!("{table}");
    Ok(())
}

fn cells(subject: &Subject, how: How, measured: &Measured, alone: f64) -> [String; 14] {
    let Measured {
        seconds,
        traces,
        account,
    } = measured;
    let all = seconds * f64::from(how.schedulers());
    let share = |time: std::time::Duration| format!("{:.2}", 100.0 * time.as_secs_f64() / all);
    [
        subject.to_string(),
        how.name().to_owned(),
        how.schedulers().to_string(),
        grouped(*traces),
        format!("{seconds:.3}"),
        format!("{:.2}", alone / seconds),
        grouped(account.taken),
        grouped(account.claimed),
        grouped(account.disputed),
        grouped(account.published),
        grouped(account.nodes),
        share(account.taking + account.claiming + account.publishing),
        share(account.waiting),
        share(account.controller),
    ]
}
