//! Jobs, for people.

use super::words;
use crate::interrupt::Interrupt;
use mazurka_check::command::unwrapped;
use mazurka_check::plain;
use mazurka_check::size::grouped;
use mazurka_cluster::{JobId, JobState, PostgresStore, Status, Store, StoreError};
use std::fmt::Write as _;
use std::io::{self, IsTerminal, Write as _};
use std::time::Duration;

/// How long the view stays as it is.
const EVERY: Duration = Duration::from_secs(1);

fn number(count: i64) -> String {
    grouped(count.unsigned_abs())
}

fn time(time: Duration) -> String {
    let seconds = time.as_secs();
    match seconds {
        0..100 => format!("{seconds} s"),
        100..6_000 => format!("{} min", seconds / 60),
        6_000..360_000 => format!("{} h", seconds / 3_600),
        _ => format!("{} days", seconds / 86_400),
    }
}

fn state(status: &Status) -> String {
    match (status.state, &status.verdict) {
        (JobState::Open, _) => "explored".to_owned(),
        (JobState::Drained, _) => "concluded".to_owned(),
        (JobState::Cancelled, _) => "cancelled".to_owned(),
        (JobState::Ended, Some(verdict)) => verdict.clone(),
        (JobState::Ended, None) => "ended".to_owned(),
    }
}

/// A line for each job.
pub(super) fn table(jobs: &[Status]) -> String {
    let head = [
        "job", "name", "state", "complete", "blocked", "open", "done", "age",
    ];
    let mut rows = vec![head.map(str::to_owned)];
    for job in jobs {
        rows.push([
            job.job.to_string(),
            plain(&job.name).into_owned(),
            state(job),
            number(job.counts.complete),
            number(job.counts.blocked),
            number(job.ready + job.leased),
            number(job.done),
            time(job.age),
        ]);
    }
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max();
    let widths: Vec<usize> = (0..head.len()).map(|i| width(i).unwrap_or(0)).collect();
    let mut text = String::new();
    for row in &rows {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.map(|(i, (cell, width))| match i {
            1 | 2 => format!("{cell:<width$}"),
            _ => format!("{cell:>width$}"),
        });
        let line = cells.collect::<Vec<_>>().join("  ");
        writeln!(text, "{}", line.trim_end()).expect("strings take all text");
    }
    if jobs.is_empty() {
        text.push_str("there are no jobs yet: mazurka check FILES --cluster URL submits one\n");
    }
    text
}

/// All there is to say of a job.
pub(super) fn whole(status: &Status) -> String {
    let counts = status.counts;
    let executions = counts.complete + counts.blocked;
    let share = match executions {
        0 => 0.0,
        all => 100.0 * counts.blocked as f64 / all as f64,
    };
    let mut text = String::new();
    let mut line = |name: &str, value: String| {
        writeln!(text, "{name:<10} {value}").expect("strings take all text");
    };
    let round = match status.round {
        1 => String::new(),
        round => format!(", round {round}"),
    };
    line("job", format!("{}: {}", status.job, plain(&status.name)));
    line("state", format!("{}{round}", state(status)));
    if let Some(reason) = &status.reason {
        line("reason", plain(reason).into_owned());
    }
    line(
        "executions",
        format!(
            "{} complete, {} blocked ({share:.1} %)",
            number(counts.complete),
            number(counts.blocked)
        ),
    );
    line(
        "items",
        format!(
            "{} open, {} leased, {} done, {} poisoned",
            number(status.ready),
            number(status.leased),
            number(status.done),
            number(status.poisoned)
        ),
    );
    if let Some(left) = left(status) {
        line("left", left);
    }
    let oldest = status.oldest.map_or_else(
        || "none".to_owned(),
        |oldest| format!("oldest {}", time(oldest)),
    );
    line("leases", format!("{oldest}, {} lost", number(status.lost)));
    line(
        "agents",
        format!(
            "{} with {} threads, {} of them idle, {} executions/s",
            status.agents,
            status.threads,
            status.idle,
            number(status.rate as i64)
        ),
    );
    let worked = Duration::from_micros(u64::try_from(status.micros).unwrap_or(0));
    line(
        "time",
        format!(
            "{} since it was submitted, {} of work",
            time(status.age),
            time(worked)
        ),
    );
    if status.agents == 0 && status.state == JobState::Open {
        line(
            "",
            format!(
                "no agent of its build ({}) is there: start `mazurka worker --cluster URL` with \
                 the same command",
                super::short(&status.build)
            ),
        );
    }
    for finding in &status.findings {
        line(
            "finding",
            format!(
                "{} ({} executions)",
                plain(&finding.words),
                finding.executions
            ),
        );
        if !finding.replay.is_empty() {
            line("replay", plain(&finding.replay).into_owned());
        }
    }
    text
}

/// How much is left, in words.
fn left(status: &Status) -> Option<String> {
    let left = status.left()?;
    let until = match status.rate >= 1.0 {
        true => format!(", {}", time(Duration::from_secs_f64(left / status.rate))),
        false => String::new(),
    };
    Some(format!(
        "about {} executions{until}, if open items are as large as those before",
        number(left as i64)
    ))
}

/// Shows a job until it has ended, or Ctrl-C.
pub(super) fn follow(
    store: &mut PostgresStore,
    job: JobId,
    interrupt: &Interrupt,
) -> Result<Status, String> {
    let terminal = io::stderr().is_terminal();
    let mut lines = 0;
    let mut last: Option<Status> = None;
    loop {
        let status = match (store.status(job), &last) {
            (Ok(status), _) => status,
            (Err(StoreError::Away(_)), Some(last)) if !interrupt.is_set() => last.clone(),
            (Err(error), _) => return Err(words(error)),
        };
        if terminal && lines > 0 {
            let _ = write!(io::stderr(), "\x1b[{lines}A\x1b[J");
        }
        let is_over = matches!(status.state, JobState::Ended | JobState::Cancelled);
        if is_over || interrupt.is_set() {
            return Ok(status);
        }
        if terminal {
            let text = whole(&status);
            lines = text.lines().count();
            let _ = io::stderr().write_all(unwrapped(&text).as_bytes());
        }
        last = Some(status);
        std::thread::sleep(EVERY);
    }
}
