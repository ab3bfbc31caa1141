//! Looks at a check while it runs: for the live line (only on a terminal, and erased at the
//! end), the limit on time, and Ctrl-C.

use super::team::{Kind, Team};
use super::terminal::{say, unwrapped};
use crate::exploration::{Counts, Watch};
use crate::shortage;
use crate::size;
use crate::tally::Found;
use crate::until::{Until, Why};
use mazurka_explore::Algorithm;
use mazurka_explore::estimate::Estimate;
use mazurka_trace::plain;
use std::io::{IsTerminal, Write};
use std::ops::ControlFlow;
use std::time::{Duration, Instant};

/// How long a check runs before the line appears.
const AFTER: Duration = Duration::from_secs(1);
/// How long the line stays as it is.
const EVERY: Duration = Duration::from_millis(100);

pub(super) struct Progress<'a> {
    name: &'a str,
    team: &'a Team,
    /// What was explored before.
    before: Counts,
    begun: Instant,
    until: Until,
    terminal: bool,
    /// How many executions there are.
    estimate: Option<Estimate>,
    /// When the line was last written.
    shown: Option<Duration>,
    stopped: Option<Why>,
    /// How many executions a second there are on other machines, if it is explored there.
    elsewhere: Option<f64>,
    /// Told of the first bug.
    on_found: Option<Box<OnFound<'a>>>,
    keeping: Option<Keeping>,
    /// True when it was said that fewer explore than were asked for.
    has_fewer: bool,
}

/// Takes note of a bug, and of how much was explored by then.
type OnFound<'a> = dyn FnMut(&Found, Counts) + 'a;

/// When what was explored is kept.
struct Keeping {
    every: Duration,
    next: Instant,
    /// Schedulers were told to pause then.
    pausing: Option<Instant>,
}

/// To keep what was explored takes at most this part of the time.
const SHARE: u32 = 20;

impl<'a> Progress<'a> {
    /// Of a file that was begun then.
    pub(super) fn new(
        name: &'a str,
        team: &'a Team,
        before: Counts,
        begun: Instant,
    ) -> Progress<'a> {
        shortage::begin();
        Progress {
            name,
            team,
            before,
            begun,
            until: team.until(begun),
            terminal: std::io::stderr().is_terminal(),
            estimate: None,
            shown: None,
            stopped: None,
            elsewhere: None,
            on_found: None,
            keeping: None,
            has_fewer: false,
        }
    }

    /// Has the first bug told, once.
    pub(super) fn on_found(&mut self, on_found: Box<OnFound<'a>>) {
        self.on_found = Some(on_found);
    }

    /// Has what was explored kept again and again.
    pub(super) fn keep_every(&mut self, every: Option<Duration>) {
        let now = Instant::now();
        self.keeping = every.map(|every| Keeping {
            every,
            next: now + every,
            pausing: None,
        });
    }

    /// Stops the check at that moment, if not before.
    pub(super) fn end_at(&mut self, end: Instant) {
        let deadline = self.until.deadline.map_or(end, |known| known.min(end));
        self.until.deadline = Some(deadline);
    }

    fn show(&mut self, elapsed: Duration, so_far: Counts) {
        let recently = self.shown.is_some_and(|shown| elapsed - shown < EVERY);
        if !self.terminal || elapsed < AFTER || recently {
            return;
        }
        self.shown = Some(elapsed);
        let name = match self.team.position.words() {
            Some(position) => format!("{position}: {}", self.name),
            None => self.name.to_owned(),
        };
        // When a program is explored anew, counting begins anew.
        let before = self.before.complete + self.before.blocked;
        let new = (so_far.complete + so_far.blocked).saturating_sub(before);
        let line = line(
            &plain(&name),
            so_far,
            self.elsewhere.unwrap_or(new as f64 / elapsed.as_secs_f64()),
            elapsed,
            (self.who(), self.team.algorithm),
            self.estimate.as_ref(),
        );
        // A terminal that is gone is no reason to stop.
        let _ = write!(std::io::stderr(), "\r\x1b[K{}", unwrapped(&line));
    }
}

impl Progress<'_> {
    /// Who explores.
    fn who(&self) -> String {
        match self.team.kind {
            _ if self.elsewhere.is_some() => String::from("on the cluster"),
            Kind::Threads(1) => String::from("1 worker"),
            Kind::Threads(count) => format!("{count} workers"),
            Kind::Processes(1) => String::from("1 process"),
            Kind::Processes(count) => format!("{count} processes"),
        }
    }
}

impl Watch for Progress<'_> {
    fn look(&mut self, so_far: Counts) -> ControlFlow<()> {
        let elapsed = self.begun.elapsed();
        self.show(elapsed, so_far);
        self.stopped = self.stopped.or_else(|| self.until.is_over());
        match self.stopped {
            Some(_) => ControlFlow::Break(()),
            None => ControlFlow::Continue(()),
        }
    }

    fn estimated(&mut self, estimate: Option<Estimate>) {
        self.estimate = estimate;
    }

    fn elsewhere(&mut self, rate: f64) {
        self.elsewhere = Some(rate);
    }

    fn fewer(&mut self, count: usize, why: &str) {
        // Each round has the same to say.
        if !std::mem::replace(&mut self.has_fewer, true) {
            let who = match self.team.kind {
                Kind::Threads(_) => "threads",
                Kind::Processes(_) => "processes",
            };
            let asked = self.team.kind.count();
            say(&format!(
                "note: explored with {count} of {asked} {who}: {why}"
            ));
        }
    }

    fn stopped(&self) -> Option<Why> {
        self.stopped
    }

    fn found(&mut self, found: &Found, so_far: Counts) {
        if let Some(mut on_found) = self.on_found.take() {
            on_found(found, so_far);
        }
    }

    fn is_due(&mut self) -> bool {
        let Some(keeping) = &mut self.keeping else {
            return false;
        };
        let now = Instant::now();
        let is_due = keeping.pausing.is_none() && now >= keeping.next;
        if is_due {
            keeping.pausing = Some(now);
        }
        is_due
    }

    fn kept(&mut self) {
        if let Some(keeping) = &mut self.keeping {
            let now = Instant::now();
            let took = keeping
                .pausing
                .take()
                .map_or(Duration::ZERO, |begun| now - begun);
            keeping.next = now + keeping.every.max(took * SHARE);
        }
    }
}

fn line(
    name: &str,
    so_far: Counts,
    rate: f64,
    elapsed: Duration,
    (who, algorithm): (String, Algorithm),
    estimate: Option<&Estimate>,
) -> String {
    let executions = so_far.complete + so_far.blocked;
    let blocked = match algorithm {
        Algorithm::Graphs => "in vain",
        _ => "blocked",
    };
    let size = estimate.map_or_else(String::new, |estimate| {
        format!("; {}", size::progress(estimate, executions, rate))
    });
    format!(
        "{name}: {executions} executions, {} {blocked}, {rate:.0}/s, {who}, {} s{size}",
        so_far.blocked,
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
        let counts = |complete, blocked| Counts { complete, blocked };
        let elapsed = Duration::from_millis(2500);
        assert_eq!(
            line(
                "IRIW",
                counts(900, 100),
                400.0,
                elapsed,
                ("2 workers".to_owned(), Algorithm::Optimal),
                None
            ),
            "IRIW: 1000 executions, 100 blocked, 400/s, 2 workers, 2 s"
        );
        assert_eq!(
            line(
                "IRIW",
                counts(900, 100),
                200.0,
                elapsed,
                ("1 process".to_owned(), Algorithm::Optimal),
                Some(&Estimate {
                    executions: 3_000,
                    low: 2_000,
                    high: 5_000
                })
            ),
            "IRIW: 1000 executions, 100 blocked, 200/s, 1 process, 2 s; about 3,000 executions \
             (2,000 to 5,000), 33 % done, 10 s left"
        );
    }
}
