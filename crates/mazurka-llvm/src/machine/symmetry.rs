//! Threads that are taken to be interchangeable, if that is asked for (`Settings::symmetry`).
//!
//! Threads are *alike* if one thread creates them with the same function and the same argument,
//! and neither waits nor joins a thread in between, nor does anything that others see. (Then no
//! other thread has taken a step in between. That is decided by what the thread has done itself:
//! equivalent executions agree on what is alike.) The user says that nothing
//! else tells them apart. Then every execution becomes another one of the same program when
//! threads that are alike exchange their roles. Of each class of such executions it is enough to
//! explore those in which threads that are alike begin in the order of their creation: in any
//! execution, give the role of the one that begins first to the first, and so on; those that
//! never begin come last. So a thread is *held*, and announces nothing, until the one before it
//! has taken its first step, which wakes it. That is all: explorers see threads that wait.
//!
//! - To begin is to take a step of one's own. What local code has put into a store buffer may
//!   reach memory before: the buffer is not held. There are more executions than need be then,
//!   but none is left out.
//! - A thread that comes to its end without a step lets the next one go, at that moment.
//! - A thread that can never take its first step holds the next one for ever. That one would
//!   be blocked as well: up to their first steps both are the same code with the same argument,
//!   and announce the same operation. In a deadlock it is told like that.
//! - What is held is decided by the program and the steps so far, and the step that lets a
//!   thread go comes before all that it does: explorers are told by an [`Edge::Wake`].
//! - Every execution that is left is one of the program as it is. So a bug is real even if the
//!   threads are not interchangeable, and its replay string needs no symmetry.

use super::Machine;
use super::state::State;
use super::thread::Next;
use crate::code::Word;
use mazurka_program::{Edge, ProcessId, Step, Turn};

/// What decides with which others a thread may be exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Likeness {
    /// How often it has gone on after it waited, took a step or joined a thread.
    stretch: u32,
    /// The thread that created it, and one more; in which of its stretches.
    parent: u32,
    created: u32,
    argument: u64,
    /// The thread before it that is like it, and one more, or zero.
    before: u32,
    /// That one has not begun.
    pub(super) is_held: bool,
    /// It has taken a step, and is noted to have.
    has_begun: bool,
}

impl Likeness {
    /// What the thread creates from now on is not like what it created before.
    pub(super) fn go_on(&mut self) {
        self.stretch = self.stretch.wrapping_add(1);
    }
}

impl State {
    /// Has a thread taken a step, or come to its end without one?
    fn has_begun(&self, t: usize) -> bool {
        let thread = &self.threads[t];
        thread.likeness.has_begun
            || matches!(
                thread.next,
                Next::Finished | Next::Failed | Next::Discarded | Next::Cut
            )
    }
}

impl Machine {
    /// A thread has been created, with that argument.
    pub(super) fn liken(&mut self, parent: usize, child: usize, argument: Word) {
        if !self.text.settings.symmetry || argument.undefined != 0 {
            return;
        }
        let like = Likeness {
            parent: parent as u32 + 1,
            created: self.thread(parent).likeness.stretch,
            argument: argument.bits,
            ..Likeness::default()
        };
        let thread = &self.state.threads[child];
        let (entry, is_detached) = (thread.entry, thread.is_detached);
        let before = self.state.threads[..child].iter().rposition(|other| {
            let theirs = &other.likeness;
            theirs.created == like.created
                && theirs.parent == like.parent
                && theirs.argument == like.argument
                && other.entry == entry
                && other.is_detached == is_detached
        });
        self.thread_mut(child).likeness = Likeness {
            before: before.map_or(0, |before| before as u32 + 1),
            is_held: before.is_some_and(|before| !self.state.has_begun(before)),
            ..like
        };
    }

    /// A thread is about to take a step: its first?
    pub(super) fn note_beginning(&mut self, turn: Turn) {
        if !self.text.settings.symmetry {
            return;
        }
        // (Shadow processes are no threads.)
        let Some(t) = self.state.thread_at(turn.process) else {
            return;
        };
        if !self.thread(t).likeness.has_begun {
            self.state.save_thread(t);
            self.thread_mut(t).likeness.has_begun = true;
        }
    }

    /// Lets those go that need not be held any more: the step of `by` has seen to that, or what
    /// comes before all steps.
    pub(super) fn let_begin(&mut self, by: Option<ProcessId>, step: &mut Step) {
        if !self.text.settings.symmetry {
            return;
        }
        for t in 0..self.state.threads.len() {
            let likeness = self.thread(t).likeness;
            if !likeness.is_held || !self.state.has_begun(likeness.before as usize - 1) {
                continue;
            }
            self.state.save_thread(t);
            self.thread_mut(t).likeness.is_held = false;
            let process = self.thread(t).process;
            step.edges.extend(by.map(|by| Edge::Wake { process, by }));
        }
    }
}
