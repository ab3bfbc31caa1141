//! The live line of a check that lasts: only on a terminal, and erased at the
//! end.

use mazurka_check::{Counts, size};
use mazurka_explore::estimate::Estimate;
use std::io::{IsTerminal, Write};
use std::time::{Duration, Instant};

/// How long a check runs before the line appears.
const AFTER: Duration = Duration::from_secs(1);

pub(crate) struct Progress {
    begun: Instant,
    terminal: bool,
    shown: bool,
}

impl Progress {
    pub(crate) fn new() -> Progress {
        Progress {
            begun: Instant::now(),
            terminal: std::io::stderr().is_terminal(),
            shown: false,
        }
    }

    /// Shows how far the check has come.
    pub(crate) fn show(
        &mut self,
        name: &str,
        Counts { complete, blocked }: Counts,
        estimate: &dyn Fn() -> Option<Estimate>,
    ) {
        let elapsed = self.begun.elapsed();
        if !self.terminal || elapsed < AFTER {
            return;
        }
        self.shown = true;
        let line = line(name, complete, blocked, elapsed, estimate().as_ref());
        // A terminal that is gone is no reason to stop. The handle is written
        // to directly, so that test harnesses do not capture the line.
        // Cut off at the edge of the terminal, so that it stays one line.
        let _ = write!(std::io::stderr(), "\r\x1b[K\x1b[?7l{line}\x1b[?7h");
    }
}

fn line(
    name: &str,
    complete: u64,
    blocked: u64,
    elapsed: Duration,
    estimate: Option<&Estimate>,
) -> String {
    let executions = complete + blocked;
    let rate = executions as f64 / elapsed.as_secs_f64();
    let seconds = elapsed.as_secs();
    let size = estimate.map_or_else(String::new, |estimate| {
        format!("; {}", size::progress(estimate, executions, rate))
    });
    format!("{name}: {executions} executions, {blocked} blocked, {rate:.0}/s, {seconds} s{size}")
}

impl Drop for Progress {
    fn drop(&mut self) {
        if self.shown {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_what_people_want_to_know() {
        assert_eq!(
            line("tests::queue", 900, 100, Duration::from_millis(2500), None),
            "tests::queue: 1000 executions, 100 blocked, 400/s, 2 s"
        );
        let estimate = Estimate {
            executions: 3_000,
            low: 2_000,
            high: 5_000,
        };
        let elapsed = Duration::from_millis(2500);
        assert_eq!(
            line("tests::queue", 900, 100, elapsed, Some(&estimate)),
            "tests::queue: 1000 executions, 100 blocked, 400/s, 2 s; about 3,000 executions (2,000 \
             to 5,000), 33 % done, 5 s left"
        );
    }
}
