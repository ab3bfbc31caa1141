//! The simulation beside real explorations with one and two workers.

use super::costs::Costs;
use super::exploration::Exploration;
use super::stealing::{self, Stealing};
use super::{Subject, share};
use crate::table::{Table, grouped};
use mazurka::measure::Compared as _;
use serde::Serialize;
use std::sync::{Arc, PoisonError};
use std::time::Duration;

/// Each real exploration is run so often, and the shortest counts.
const RUNS: u32 = 3;

/// A program explored with one and with two workers, and simulated.
#[derive(Debug, Serialize)]
pub(super) struct Validation {
    program: String,
    measured: [Measured; 2],
    /// In seconds, with one worker and with two.
    predicted: [f64; 2],
    measured_speed_up: f64,
    predicted_speed_up: f64,
    /// By how much the predicted speed-up is too large, as a share of the measured.
    error: f64,
    /// What is simulated with two.
    stealing: Stealing,
}

impl Validation {
    pub(super) fn new(
        subject: &Subject,
        exploration: &Exploration,
        costs: &Costs,
    ) -> Result<Validation, String> {
        let [alone, stealing] = [1, 2].map(|n| stealing::simulate(exploration, costs, n));
        let measured = [Measured::take(subject, 1)?, Measured::take(subject, 2)?];
        let measured_speed_up = measured[0].seconds / measured[1].seconds;
        let predicted_speed_up = share(alone.nanoseconds, stealing.nanoseconds);
        Ok(Validation {
            program: subject.to_string(),
            predicted: [&alone, &stealing].map(|run| run.nanoseconds as f64 / 1e9),
            measured,
            measured_speed_up,
            predicted_speed_up,
            error: predicted_speed_up / measured_speed_up - 1.0,
            stealing,
        })
    }

    fn times(&self) -> [String; 8] {
        let seconds = |time: f64| format!("{time:.3}");
        [
            self.program.clone(),
            seconds(self.measured[0].seconds),
            seconds(self.predicted[0]),
            seconds(self.measured[1].seconds),
            seconds(self.predicted[1]),
            format!("{:.2}", self.measured_speed_up),
            format!("{:.2}", self.predicted_speed_up),
            format!("{:+.1} %", 100.0 * self.error),
        ]
    }

    fn counts(&self) -> [String; 10] {
        let Measured {
            takes,
            claims,
            publishes,
            nanoseconds_each,
            ..
        } = self.measured[1];
        let [take, claim, publish] = nanoseconds_each.map(grouped);
        [
            self.program.clone(),
            grouped(takes),
            grouped(self.stealing.takes),
            take,
            grouped(claims),
            grouped(self.stealing.claims),
            claim,
            grouped(publishes),
            grouped(self.stealing.publishes),
            publish,
        ]
    }
}

/// What real explorations took, and what was predicted.
pub(super) fn tables(validations: &[Validation]) -> [Table; 2] {
    let columns = [
        "program",
        "1 worker s",
        "predicted",
        "2 workers s",
        "predicted",
        "speed-up",
        "predicted",
        "error",
    ];
    let mut times = Table::new("The simulation beside real explorations", &columns);
    let columns = [
        "program",
        "takes",
        "predicted",
        "ns each",
        "claims",
        "predicted",
        "ns each",
        "publishes",
        "predicted",
        "ns each",
    ];
    let mut counts = Table::new("How two workers share the work", &columns);
    for validation in validations {
        times.row(validation.times());
        counts.row(validation.counts());
    }
    times.note("Each real time is the shortest of three.");
    counts.note("The times are those of the real ones, where schedulers meet.");
    [times, counts]
}

/// What a real exploration took.
#[derive(Clone, Copy, Debug, Serialize)]
struct Measured {
    seconds: f64,
    takes: u64,
    claims: u64,
    publishes: u64,
    /// What a take, a claim and a publication took where schedulers meet. (What they
    /// do about it in their own copies is not in it.)
    nanoseconds_each: [u64; 3],
}

impl Measured {
    /// Explores with so many workers.
    fn take(subject: &Subject, workers: usize) -> Result<Measured, String> {
        let mut shortest = Measured::take_once(subject, workers)?;
        for _ in 1..RUNS {
            let other = Measured::take_once(subject, workers)?;
            if other.seconds < shortest.seconds {
                shortest = other;
            }
        }
        Ok(shortest)
    }

    fn take_once(subject: &Subject, workers: usize) -> Result<Measured, String> {
        eprintln!("mazurka-bench: exploring {subject} with {workers} worker(s)");
        let account = Arc::default();
        let checker = subject.checker().workers(workers).account(&account);
        let report = checker.check(subject.body());
        if !report.is_verified() {
            return Err(report.to_string());
        }
        let account = account.lock().unwrap_or_else(PoisonError::into_inner);
        let each = |time: Duration, count: u64| time.as_nanos() as u64 / count.max(1);
        Ok(Measured {
            seconds: report.elapsed().as_secs_f64(),
            takes: account.taken,
            claims: account.claimed,
            publishes: account.published,
            nanoseconds_each: [
                each(account.taking, account.taken),
                each(account.claiming, account.claimed + account.disputed),
                each(account.publishing, account.published),
            ],
        })
    }
}
