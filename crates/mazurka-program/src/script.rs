//! What an execution did, for doing it again.
//!
//! Executions share prefixes, and a front end that cannot go back to a state
//! runs the prefix once more. That is most of what a stateless model checker
//! does, so it is one call ([`crate::Program::replay`]): a front end sees
//! the whole of what it is to repeat, and can do that without asking for every
//! step.

use crate::memory;
use crate::name::ProcessId;
use crate::operation::{Operation, Touch};
use crate::program::Turn;

/// The steps of an execution, with what each announced and did.
#[derive(Clone, Debug, Default)]
pub struct Script {
    cues: Vec<Cue>,
    touches: Vec<Touch>,
    /// How much memory the execution had taken before its first step.
    memory: i64,
}

/// One step of a [`Script`].
#[derive(Clone, Copy, Debug)]
pub struct Cue {
    /// Whose step it is.
    pub turn: Turn,
    /// Where the touches of the step begin and end.
    start: u32,
    end: u32,
    /// What the process had announced.
    pub operation: Operation,
    /// How much memory the execution had taken after it.
    memory: i64,
}

impl Script {
    /// How many steps there are.
    #[must_use]
    #[inline]
    pub fn len(&self) -> usize {
        self.cues.len()
    }

    /// Are there none?
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.cues.is_empty()
    }

    /// The steps.
    #[must_use]
    #[inline]
    pub fn cues(&self) -> &[Cue] {
        &self.cues
    }

    /// What step number `i` did.
    #[must_use]
    #[inline]
    pub fn touches(&self, i: usize) -> &[Touch] {
        self.touches_of(&self.cues[i])
    }

    /// What the step did that is a cue of this script.
    #[must_use]
    #[inline]
    pub fn touches_of(&self, cue: &Cue) -> &[Touch] {
        &self.touches[cue.start as usize..cue.end as usize]
    }

    /// Adds a step.
    #[inline]
    pub fn push(&mut self, turn: Turn, operation: Operation, touches: &[Touch]) {
        let start = index(self.touches.len());
        if let [touch] = touches {
            self.touches.push(*touch);
        } else {
            self.touches.extend_from_slice(touches);
        }
        self.cues.push(Cue {
            turn,
            start,
            end: index(self.touches.len()),
            operation,
            memory: memory::so_far(),
        });
    }

    /// The execution has been started: what it takes from here on, its steps take.
    pub fn begin(&mut self) {
        self.memory = memory::so_far();
    }

    /// The execution is, or is about to be, where it was after `len` steps: so is the account of
    /// its memory.
    pub fn go_back(&self, len: usize) {
        let last = len.checked_sub(1).map(|last| self.cues[last].memory);
        memory::go_back(last.unwrap_or(self.memory));
    }

    /// Keeps only the first `len` steps.
    pub fn truncate(&mut self, len: usize) {
        self.cues.truncate(len);
        let end = self.cues.last().map_or(0, |cue| cue.end);
        self.touches.truncate(end as usize);
    }
}

/// A length as a number in 32 bits.
fn index(length: usize) -> u32 {
    u32::try_from(length).expect("under 2^32")
}

/// The program did something else than a [`Script`] says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Divergence {
    /// At which step.
    pub step: usize,
    /// Whose step.
    pub process: ProcessId,
    /// What it had announced before.
    pub expected: Operation,
    /// What it announced now; the same, if only what it did is different.
    pub found: Option<Operation>,
}
