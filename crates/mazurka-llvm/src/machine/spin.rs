//! Threads that only look.
//!
//! A thread that comes back to an instruction with all registers that matter as they
//! were, and has changed nothing meanwhile, will do the same again until something
//! that it looked at changes. So it waits for that.

use super::memory::Memory;
use super::thread::{Frame, Spot};
use crate::code::Word;
use mazurka_program::ObjectId;

/// A loop with more looks than this is not noticed.
const MOST_LOOKS: usize = 32;

/// A loop that changes more bytes than this is not noticed.
const MOST_BYTES: usize = 512;

/// An access that only looked, in a loop.
#[derive(Clone, Debug)]
struct Look {
    frames: Vec<Frame>,
    /// The registers that matter, of all frames.
    registers: Vec<Word>,
    object: ObjectId,
    spot: Spot,
    value: u64,
    /// How many bytes had been changed before.
    changes: usize,
    /// It belongs to the same access as the one before: of the next of several cells.
    is_continued: bool,
}

/// A byte of memory that belongs to the thread alone, before it was changed.
#[derive(Clone, Copy, Debug)]
struct Change {
    at: usize,
    before: u8,
    undefined: u8,
}

/// The latest accesses of a thread, as long as they only looked.
#[derive(Clone, Debug, Default)]
pub(crate) struct Looks {
    looks: Vec<Look>,
    changes: Vec<Change>,
}

/// What a thread has seen since it was at the same place in the same state.
pub(crate) enum Seen {
    /// It was not, or something has changed meanwhile.
    Nothing,
    /// One object, with this value.
    One(ObjectId, Spot, u64),
    /// Several.
    Several(Vec<(ObjectId, Spot, u64)>),
}

/// Where a thread is: its frames and the registers that matter.
pub(crate) struct State {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Word>,
}

impl Looks {
    /// Are there any?
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        !self.looks.is_empty()
    }

    /// The thread does something that others see, or that cannot be followed.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.looks.clear();
        self.changes.clear();
    }

    /// Bytes that belong to the thread alone are about to change.
    pub(crate) fn change(&mut self, memory: &Memory, at: usize, size: usize) {
        if self.changes.len() + size > MOST_BYTES {
            return self.clear();
        }
        self.changes.extend((at..at + size).map(|at| Change {
            at,
            before: memory.data[at],
            undefined: memory.undefined[at],
        }));
    }

    /// Adds a look, which saw `value`.
    pub(crate) fn add(
        &mut self,
        state: State,
        (object, spot): (ObjectId, Spot),
        value: u64,
        is_continued: bool,
    ) {
        if self.looks.len() >= MOST_LOOKS {
            return self.clear();
        }
        self.looks.push(Look {
            frames: state.frames,
            registers: state.registers,
            object,
            spot,
            value,
            changes: self.changes.len(),
            is_continued: is_continued && !self.looks.is_empty(),
        });
    }

    /// What was seen since the thread was in this state.
    pub(crate) fn seen(&self, state: &State, memory: &Memory) -> Seen {
        let is_same = |look: &Look| {
            look.frames == state.frames
                && look.registers == state.registers
                && self.is_unchanged(look.changes, memory)
        };
        let Some(last) = self.looks.iter().rposition(is_same) else {
            return Seen::Nothing;
        };
        // An access of several cells has looked at all of them.
        let earlier = self.looks[..=last].iter().rev();
        let first = last - earlier.take_while(|look| look.is_continued).count();
        let mut seen: Vec<(ObjectId, Spot, u64)> = Vec::new();
        for look in &self.looks[first..] {
            match seen.iter().find(|(object, ..)| *object == look.object) {
                None => seen.push((look.object, look.spot, look.value)),
                Some((.., value)) if *value == look.value => {}
                Some(_) => return Seen::Nothing,
            }
        }
        match seen.as_slice() {
            [(object, spot, value)] => Seen::One(*object, *spot, *value),
            _ => Seen::Several(seen),
        }
    }

    /// Is all that was changed since as it was before?
    fn is_unchanged(&self, since: usize, memory: &Memory) -> bool {
        let changes = &self.changes[since..];
        changes.iter().enumerate().all(|(i, change)| {
            let is_first = !changes[..i].iter().any(|earlier| earlier.at == change.at);
            !is_first
                || memory.data.get(change.at) == Some(&change.before)
                    && memory.undefined[change.at] == change.undefined
        })
    }
}
