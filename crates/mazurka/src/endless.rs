//! Executions that do not end within a limit. They are no bugs: what is said of them is who
//! keeps running, where, and what can be done.

use crate::render;
use crate::replay::Replayed;
use crate::report::Limit;
use mazurka_check::Cut;
use mazurka_explore::Statistics;
use mazurka_memory::Model;
use std::fmt;
use std::time::Duration;

/// An execution that was left because it did not end within a limit.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Endless {
    /// What was reached.
    pub headline: String,
    /// The thread that ran most of the last events, and how often it came to which places.
    pub who: String,
    /// The last events, one line each.
    pub trace: Vec<String>,
    /// The command that replays the execution; empty if there is none.
    pub command: String,
    /// What became of the other executions.
    pub others: String,
    limit: Limit,
    /// The memory model under which it is, if others are verified.
    under: Option<Model>,
}

/// The number of last events that are shown.
const LINES: usize = 12;

/// Longer commands are not shown.
const LONGEST_COMMAND: usize = 500;

impl Endless {
    /// An execution with too many events; it could not be replayed if nothing is known of it.
    pub(crate) fn events(events: usize, replayed: Option<&Replayed>, command: String) -> Endless {
        let steps = replayed.map(|replayed| &replayed.recording.steps[..]);
        let mut trace = replayed.map(render::lines).unwrap_or_default();
        trace.drain(..trace.len().saturating_sub(LINES));
        let is_short = command.len() <= LONGEST_COMMAND;
        Endless {
            headline: format!("an execution has {events} events and still goes on (max_events)"),
            who: steps.and_then(render::who_spins).unwrap_or_default(),
            trace,
            command: if is_short { command } else { String::new() },
            others: String::new(),
            limit: Limit::Events,
            under: None,
        }
    }

    /// An execution that takes too much memory, in these words.
    pub(crate) fn memory(headline: String) -> Endless {
        Endless {
            headline,
            limit: Limit::Memory,
            ..Endless::events(0, None, String::new())
        }
    }

    /// Local code that runs for longer than `time`; `who` says whose, and where.
    pub(crate) fn local(who: &str, time: Duration) -> Endless {
        let seconds = time.as_secs_f64();
        Endless {
            headline: format!("{who} has run for {seconds:.1} s without an operation"),
            who: String::new(),
            trace: Vec::new(),
            command: String::new(),
            others: String::new(),
            limit: Limit::LocalTime,
            under: None,
        }
    }

    /// Local code that waits where no thread of the check can wake it; `who` says whose, and
    /// where.
    pub(crate) fn blocked(who: &str) -> Endless {
        let headline = format!(
            "{who} is blocked in a lock, a channel, a join or the like of `std`, and the check \
             does not see what it waits for"
        );
        Endless {
            headline,
            ..Endless::local(who, Duration::ZERO)
        }
    }

    /// The same, of a check that has explored everything under another memory model.
    pub(crate) fn under(mut self, model: Model) -> Endless {
        self.under = Some(model);
        self
    }

    /// What to say of the other executions, after the last exploration of them.
    pub(crate) fn others(&mut self, statistics: &Statistics, cut: Cut) {
        let all = if cut.is_all { "all" } else { "the first" };
        self.others = format!(
            "Other executions were explored, with each thread cut where it came to a place more \
             than {} times: {all} {} ({} of them cut). None showed a bug.",
            cut.rounds,
            statistics.executions(),
            statistics.cut
        );
    }
}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("\n\nThis is not a bug that was found. But the check did not come to an end")?;
        match self.under {
            None => f.write_str(", so nothing is verified.")?,
            Some(model) => write!(f, " under {model}, so nothing is verified under that.")?,
        }
        if !self.who.is_empty() {
            write!(f, "\n\n{}", self.who)?;
        }
        if !self.trace.is_empty() {
            write!(f, "\n\nThe last events:\n")?;
            for line in &self.trace {
                write!(f, "\n  {line}")?;
            }
        }
        if !self.others.is_empty() {
            write!(f, "\n\n{}", self.others)?;
        }
        f.write_str(match self.limit {
            Limit::LocalTime => LOCAL_ADVICE,
            Limit::Memory => MEMORY_ADVICE,
            _ => ADVICE,
        })?;
        if !self.command.is_empty() {
            write!(f, "\n\nReplay it with:\n\n  {}", self.command)?;
        }
        Ok(())
    }
}

const ADVICE: &str = "

What to do:

  - If the test is only long, raise `max_events` (MAZURKA_MAX_EVENTS).
  - A loop that waits for another thread is recognised if a round of it changes nothing, or
    undoes what it changed (a lock that is given back): no store, no count, no allocation. Write
    it so, or wait with `mazurka::await_until`, a Condvar or a channel.
  - Bound the loop in the test, or with `unroll` (MAZURKA_UNROLL): what is left out then is
    not verified either.";

const MEMORY_ADVICE: &str = "

What to do:

  - If the test needs that much, raise `max_memory` (MAZURKA_MAX_MEMORY). Memory that a thread
    frees is not used again within an execution.
  - Bound the loop that allocates, sends or spawns in the test, or with `unroll`
    (MAZURKA_UNROLL): what is left out then is not verified either.";

const LOCAL_ADVICE: &str = "

What to do:

  - If that code is only slow, raise `max_local_time`.
  - A lock, a channel, a join or a sleep of `std` is not seen by the check: while one thread
    waits in it, no other thread runs. Use those of `mazurka`.
  - A loop that never calls an operation never ends.";
