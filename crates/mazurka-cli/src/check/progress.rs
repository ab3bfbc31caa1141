//! The live line of a check that lasts: only on a terminal, and erased at the
//! end. Also the limit on time, since somebody has to look at the clock.

use mazurka_explore::{Ended, Observer, Statistics};
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long a check runs before the line appears.
const AFTER: Duration = Duration::from_secs(1);
/// How long the line stays as it is.
const EVERY: Duration = Duration::from_millis(100);

pub(super) struct Progress<'a> {
    name: &'a str,
    begun: Instant,
    max_time: Option<Duration>,
    terminal: bool,
    /// When the line was last written.
    shown: Option<Duration>,
}

impl<'a> Progress<'a> {
    pub(super) fn new(name: &'a str, max_time: Option<Duration>) -> Progress<'a> {
        Progress {
            name,
            begun: Instant::now(),
            max_time,
            terminal: std::io::stderr().is_terminal(),
            shown: None,
        }
    }

    /// Has the time run out?
    pub(super) fn is_late(&self) -> bool {
        let elapsed = self.begun.elapsed();
        self.max_time.is_some_and(|max_time| elapsed >= max_time)
    }

    fn show(&mut self, elapsed: Duration, statistics: &Statistics) {
        let recently = self.shown.is_some_and(|shown| elapsed - shown < EVERY);
        if !self.terminal || elapsed < AFTER || recently {
            return;
        }
        self.shown = Some(elapsed);
        let line = line(self.name, statistics, elapsed);
        // A terminal that is gone is no reason to stop.
        let _ = write!(std::io::stderr(), "\r\x1b[K{line}");
    }
}

impl Observer for Progress<'_> {
    fn ended(&mut self, _: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        self.show(self.begun.elapsed(), statistics);
        if self.is_late() {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}

fn line(name: &str, statistics: &Statistics, elapsed: Duration) -> String {
    let executions = statistics.executions();
    let rate = executions as f64 / elapsed.as_secs_f64();
    format!(
        "{name}: {executions} executions, {} blocked, {rate:.0}/s, {} s",
        statistics.blocked,
        elapsed.as_secs()
    )
}

impl Drop for Progress<'_> {
    fn drop(&mut self) {
        if self.shown.is_some() {
            let _ = write!(std::io::stderr(), "\r\x1b[K");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_has_what_people_want_to_know() {
        let statistics = Statistics {
            complete: 900,
            blocked: 100,
            ..Statistics::default()
        };
        assert_eq!(
            line("IRIW", &statistics, Duration::from_millis(2500)),
            "IRIW: 1000 executions, 100 blocked, 400/s, 2 s"
        );
    }
}
