//! A message for each write, where a read need not take the last one.
//!
//! In an execution graph a load may take an older write, and a store may come
//! before another that was run earlier. So what a location releases is not one
//! clock: each write has its own, its *message*. Writes of an object are numbered
//! from one, in the order in which they are run in this execution; zero is what the
//! object held at first, which releases nothing. Before a read, [`Races::recall`]
//! says which of them it takes.
//!
//! A read-modify-write continues the release sequence of the write that it takes:
//! its message has all that is in the message of that one. A store begins anew.
//!
//! What was only ever acquired and released (locks, messages between processes) is
//! in no order but that in which it is run, and has no such writes.

use super::table::Reuse;
use super::{Clock, Races, acquires, releases};
use mazurka_program::{ObjectId, ProcessId};
use std::sync::atomic::Ordering;

/// What a write releases, and when it was made.
#[derive(Debug, Default)]
pub(super) struct Message {
    released: Clock,
    process: Option<ProcessId>,
    time: u32,
}

/// The writes of an object.
#[derive(Debug, Default)]
pub(super) struct Written {
    /// Where their messages are.
    messages: Vec<u32>,
    /// Which of them the next read takes; the latest, if that was not said.
    recalled: Option<u32>,
}

impl Reuse for Written {
    fn forget(&mut self) {
        self.messages.clear();
        self.recalled = None;
    }

    fn copy_from(&mut self, other: &Written) {
        self.messages.clone_from(&other.messages);
        self.recalled = other.recalled;
    }
}

impl Written {
    /// The message that the next read takes; none if it takes what was there first.
    fn message(&self) -> Option<usize> {
        let write = self.recalled.map_or(self.messages.len(), |w| w as usize);
        let place = self.messages.get(write.checked_sub(1)?)?;
        Some(*place as usize)
    }
}

impl<P: Copy> Races<P> {
    /// From now on every write of a location keeps what it releases, and reads take
    /// the write that [`Races::recall`] names. It is to be called before anything is
    /// written; it holds for later executions, too.
    pub fn keep_writes(&mut self) {
        self.keeps_writes = true;
    }

    /// The next load or read-modify-write of the object takes this write: by number,
    /// from one on, in the order in which they were run in this execution; zero is
    /// what the object held at first. It holds until the object is written again;
    /// without it a read takes the latest. (Writes must be kept.)
    pub fn recall(&mut self, object: ObjectId, write: u32) {
        debug_assert!(self.keeps_writes, "writes are kept");
        let written = self.written.entry(object.index(), self.now);
        debug_assert!(write as usize <= written.messages.len(), "it was made");
        written.recalled = Some(write);
    }

    /// A location was written by an access that is not atomic: where writes are kept,
    /// that is one more, which releases nothing.
    pub fn plain_write(&mut self, p: ProcessId, object: ObjectId) {
        if self.keeps_writes {
            self.keep_write(p, object, None, false);
        }
    }

    /// Does a write of the object happen before what `p` does now? (Writes must be
    /// kept.)
    pub fn is_written_before(&mut self, p: ProcessId, object: ObjectId) -> bool {
        self.process(p);
        let clock = &self.processes.entry(p.index(), self.now).clock;
        let written = self.written.entry(object.index(), self.now);
        let mut messages = written
            .messages
            .iter()
            .map(|at| &self.messages[*at as usize]);
        messages.any(|message| {
            message
                .process
                .is_some_and(|q| message.time <= clock.get(q))
        })
    }

    /// `p` reads the write that was recalled.
    pub(super) fn load_kept(&mut self, p: ProcessId, object: ObjectId, ordering: Ordering) {
        let written = self.written.entry(object.index(), self.now);
        let Some(at) = written.message() else {
            return;
        };
        self.process(p);
        let process = self.processes.entry(p.index(), self.now);
        let released = &self.messages[at].released;
        if acquires(ordering) {
            process.clock.join(released);
        } else {
            process.unacquired.join(released);
        }
    }

    /// `p` writes an object; `continues` if that is a read-modify-write of what was
    /// recalled. Without an ordering it is not atomic.
    pub(super) fn keep_write(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        ordering: Option<Ordering>,
        continues: bool,
    ) {
        self.process(p);
        let at = self.kept;
        if at == self.messages.len() {
            self.messages.push(Message::default());
        }
        self.kept += 1;
        let process = self.processes.entry(p.index(), self.now);
        let written = self.written.entry(object.index(), self.now);
        let (earlier, rest) = self.messages.split_at_mut(at);
        let message = &mut rest[0];
        message.process = Some(p);
        message.time = process.clock.get(p);
        match ordering {
            None => message.released.0.clear(),
            Some(ordering) if releases(ordering) => message.released.assign(&process.clock),
            Some(_) => message.released.assign(&process.fenced),
        }
        if continues && let Some(from) = written.message() {
            message.released.join(&earlier[from].released);
        }
        written.messages.push(at as u32);
        written.recalled = None;
        if ordering.is_some_and(releases) {
            self.tick(p);
        }
    }
}
