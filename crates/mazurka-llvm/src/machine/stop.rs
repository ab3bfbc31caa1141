//! Stopping a machine, wherever it is.
//!
//! A machine is told to stop by a word that another thread sets. It looks there in every
//! step, at every instruction that leaves the step loop, and some times a second within
//! everything that may take long. What finds the word set may leave its work half done: the
//! step ends with [`Interrupt::Stopped`] then, and the state is good for nothing but a new
//! start.

use mazurka_program::Interrupt;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// How many bytes are copied or filled before the word is looked at again.
pub(crate) const CHUNK: usize = 8 << 20;

/// The word, and whether it was found set since the last start.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stop {
    word: Arc<AtomicBool>,
    was_seen: Cell<bool>,
}

impl Stop {
    /// Looks at that word from now on.
    pub(crate) fn set_word(&mut self, word: &Arc<AtomicBool>) {
        self.word = Arc::clone(word);
    }

    /// Is the machine to stop? If so, the answer is the same until [`Stop::begin`].
    #[inline]
    pub(crate) fn is_set(&self) -> bool {
        if self.word.load(Ordering::Relaxed) {
            self.was_seen.set(true);
        }
        self.was_seen.get()
    }

    /// Was it to stop? Then the state is half of one.
    pub(crate) fn was_seen(&self) -> bool {
        self.was_seen.get()
    }

    /// The same, as the end of a step.
    #[inline]
    pub(crate) fn look(&self) -> Result<(), Interrupt> {
        match self.is_set() {
            true => Err(Interrupt::Stopped),
            false => Ok(()),
        }
    }

    /// A new execution begins, with a state of its own.
    pub(crate) fn begin(&self) {
        self.was_seen.set(false);
    }

    /// Calls for each piece of a range, as long as the machine is not to stop.
    pub(crate) fn in_pieces(&self, size: usize, mut act: impl FnMut(usize, usize)) {
        let mut done = 0;
        while done < size && (size <= CHUNK || !self.is_set()) {
            let length = CHUNK.min(size - done);
            act(done, length);
            done += length;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_cover_all_until_the_word_is_set() {
        let word = Arc::new(AtomicBool::new(false));
        let mut stop = Stop::default();
        stop.set_word(&word);
        let mut pieces = Vec::new();
        stop.in_pieces(2 * CHUNK + 5, |from, length| pieces.push((from, length)));
        assert_eq!(pieces, [(0, CHUNK), (CHUNK, CHUNK), (2 * CHUNK, 5)]);
        let mut count = 0;
        stop.in_pieces(4 * CHUNK, |_, _| {
            count += 1;
            word.store(true, Ordering::Relaxed);
        });
        assert_eq!(count, 1);
        word.store(false, Ordering::Relaxed);
        assert!(stop.look().is_err(), "what was seen stays seen");
        stop.begin();
        assert!(stop.look().is_ok());
    }
}
