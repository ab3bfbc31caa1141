//! What makes two executions the same: which write each read took, and in which order the
//! changes of each object come.

use std::fmt;

/// An event: its thread and its number there, in a byte.
pub type Id = u8;

/// What an object held at first.
pub const INITIAL: Id = 255;

/// An event that reads nothing.
pub const NOTHING: Id = 254;

/// The most events of a thread.
pub const EVENTS_MAX: usize = 32;

/// The most threads.
pub const THREADS_MAX: usize = 6;

/// The event with that number in that thread.
///
/// # Panics
/// When there are too many.
#[must_use]
pub fn id(thread: usize, index: usize) -> Id {
    assert!(
        thread < THREADS_MAX && index < EVENTS_MAX,
        "a small program"
    );
    (thread * EVENTS_MAX + index) as u8
}

/// What a choice is in the list of a thread; also the thread that was woken, where there was a
/// choice.
#[must_use]
pub fn choice(number: u64) -> Id {
    200 + number as u8
}

/// An execution.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Default)]
pub struct Identity {
    /// Of each event of each thread: what it read.
    pub threads: Vec<Vec<Id>>,
    /// Of each location: its writes, in order.
    pub co: Vec<Vec<Id>>,
    /// Of each strong object: its changes, in order.
    pub strong: Vec<Vec<Id>>,
    /// Of each thread: does it wait for ever?
    pub stuck: Vec<bool>,
}

fn show(id: Id) -> String {
    match id {
        INITIAL => "initial".into(),
        NOTHING => "-".into(),
        200.. => format!("choice {}", id - 200),
        _ => format!(
            "{}.{}",
            usize::from(id) / EVENTS_MAX,
            usize::from(id) % EVENTS_MAX
        ),
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let list = |ids: &[Id]| ids.iter().map(|id| show(*id)).collect::<Vec<_>>().join(" ");
        for (number, thread) in self.threads.iter().enumerate() {
            let stuck = if self.stuck[number] { " (stuck)" } else { "" };
            write!(f, "reads of {number}: [{}]{stuck}; ", list(thread))?;
        }
        for (number, writes) in self.co.iter().enumerate() {
            write!(f, "writes of location {number}: [{}]; ", list(writes))?;
        }
        for (number, changes) in self.strong.iter().enumerate() {
            write!(
                f,
                "changes of strong object {number}: [{}]; ",
                list(changes)
            )?;
        }
        Ok(())
    }
}
