//! Sleep sets.
//!
//! A sleep set holds steps that need not be explored after the current
//! execution: processes, each with what it would do (and where its operation
//! has alternatives, with each of them that has been explored). While a process sleeps,
//! nothing runs that its operation depends on, so that operation stays what it
//! was when it was explored. (Its own store may be carried out meanwhile; from
//! then on, a read of that depends on what others write.)
//!
//! There is one sleep set per frame of the depth-first search, and only the
//! topmost grows: so all of them lie in one vector, one after the other.

use crate::next::Next;
use crate::sequence::{Sequence, Sketch};
use crate::trace::Trace;
use mazurka_program::{ProcessId, Turn};

/// The sleep sets of all frames of a search.
#[derive(Debug, Default)]
pub struct SleepSets {
    sleepers: Vec<Next>,
    starts: Vec<usize>,
    /// For each frame, where what was explored after it begins.
    own: Vec<usize>,
    /// For each frame, how many of the first cover a sequence only if they are among its
    /// initials: see [`SleepSets::inherit`].
    inherited: Vec<usize>,
}

impl SleepSets {
    /// Pushes the empty sleep set of the initial frame.
    pub fn push_empty(&mut self) {
        self.starts.push(self.sleepers.len());
        self.own.push(self.sleepers.len());
        self.inherited.push(0);
    }

    /// Pushes the sleep set of the frame after the last event of `trace`:
    /// `{q ∈ sleep(E) | E ⊢ p ◇ q}`, where `sleep(E)` is the topmost now. Of those, the event has
    /// made the `woken` ones impossible.
    pub(crate) fn push_after(&mut self, trace: &Trace, woken: &[Turn]) {
        let last = trace.len() - 1;
        let event = trace.next(last);
        let flushed = |store| trace.stores().is_flushed(store, last);
        let start = *self.starts.last().expect("there is an initial frame");
        let end = self.sleepers.len();
        let before = *self.inherited.last().expect("there is an initial frame");
        let mut inherited = 0;
        self.starts.push(end);
        for i in start..end {
            let sleeper = self.sleepers[i];
            debug_assert!(sleeper.turn != event.turn, "a sleeping process ran");
            // Another alternative of the same operation is gone.
            if sleeper.process() != event.process()
                && !sleeper.depends_on(&event, trace.lists(), flushed)
                && !woken.contains(&sleeper.turn)
            {
                self.sleepers.push(sleeper);
                inherited += usize::from(i - start < before);
            }
        }
        self.own.push(self.sleepers.len());
        self.inherited.push(inherited);
    }

    /// The first `base` events lead to an item that stands alone (see
    /// [`crate::optimal`]): what sleeps after them, and was not explored by the item itself,
    /// covers a sequence only if it is one of its initials. What was explored after the same
    /// prefix as the sequence covers it as a weak initial, whichever item explores it.
    pub(crate) fn inherit(&mut self, base: usize) {
        for depth in 0..self.starts.len() {
            let all = self.own[depth] - self.starts[depth];
            self.inherited[depth] = if depth <= base {
                all
            } else {
                let before = &self.at(depth - 1)[..self.inherited[depth - 1]];
                let is_before = |next: &&Next| before.iter().any(|other| other.turn == next.turn);
                self.at(depth)[..all].iter().filter(is_before).count()
            };
        }
    }

    /// Pushes the sleep set of the next frame as if nothing that `process` just did
    /// could wake others, which is wrong: see [`crate::fault`].
    pub(crate) fn push_unwoken(&mut self, process: ProcessId) {
        let start = *self.starts.last().expect("there is an initial frame");
        let end = self.sleepers.len();
        self.starts.push(end);
        for i in start..end {
            if self.sleepers[i].process() != process {
                self.sleepers.push(self.sleepers[i]);
            }
        }
        self.own.push(self.sleepers.len());
        self.inherited.push(0);
    }

    /// Makes the topmost sleep set, that of the frame after all of `trace`, what it
    /// was before anything was explored after it.
    pub(crate) fn reset(&mut self) {
        let own = *self.own.last().expect("there is a frame");
        self.sleepers.truncate(own);
    }

    /// What was explored after the first `depth` events, in order.
    pub(crate) fn own(&self, depth: usize) -> &[Next] {
        let at = self.at(depth);
        &at[self.own[depth] - self.starts[depth]..]
    }

    /// Drops the topmost sleep set.
    #[inline]
    pub fn pop(&mut self) {
        let start = self.starts.pop().expect("there is a frame to pop");
        self.own.pop();
        self.inherited.pop();
        self.sleepers.truncate(start);
    }

    /// Puts a process that has been explored into the topmost sleep set.
    #[inline]
    pub fn add(&mut self, explored: Next) {
        debug_assert!(!self.contains(explored.turn));
        self.sleepers.push(explored);
    }

    /// The sleep set of the frame with `depth` events before it.
    #[must_use]
    #[inline]
    pub fn at(&self, depth: usize) -> &[Next] {
        let end = match self.starts.get(depth + 1) {
            Some(end) => *end,
            None => self.sleepers.len(),
        };
        &self.sleepers[self.starts[depth]..end]
    }

    /// The topmost sleep set.
    #[must_use]
    #[inline]
    pub fn top(&self) -> &[Next] {
        self.at(self.starts.len() - 1)
    }

    /// Is this step in the topmost sleep set?
    #[must_use]
    #[inline]
    pub fn contains(&self, turn: Turn) -> bool {
        self.top().iter().any(|next| next.turn == turn)
    }

    /// Is `process` in the topmost sleep set, which no alternative of its
    /// operation has been added to? Then all of its alternatives are.
    #[must_use]
    #[inline]
    pub fn contains_process(&self, process: ProcessId) -> bool {
        self.top().iter().any(|next| next.process() == process)
    }

    /// The same as [`SleepSets::covers`], for a sequence that is not written
    /// down; none if it has to be.
    pub(crate) fn covers_sketch(&self, trace: &Trace, v: &Sketch) -> Option<bool> {
        let mut is_certain = true;
        for (i, next) in self.at(v.e).iter().enumerate() {
            let covers = match i < self.inherited[v.e] {
                true => v.is_initial(trace, next),
                false => v.is_weak_initial(trace, next),
            };
            match covers {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_certain = false,
            }
        }
        is_certain.then_some(false)
    }

    /// `sleep(E') ∩ WI[E'](v) = ∅`, for the frame at `depth`, negated: has an
    /// execution that begins with something equivalent to `E'.v` been explored?
    #[must_use]
    pub fn covers(&self, trace: &Trace, depth: usize, v: &Sequence) -> bool {
        let (inherited, own) = self.at(depth).split_at(self.inherited[depth]);
        inherited.iter().any(|next| v.begins_with(trace, next))
            || own.iter().any(|next| v.is_weak_initial(trace, next))
    }
}
