//! Signals that were sent, and that a process has not handled yet.
//!
//! A real Erlang has these, also where signals come at once:
//!
//! - The message of a monitor of a process that has ended comes by a step of its own, at any time
//!   after the monitor was made, and after those of earlier monitors. A receive that waits for some
//!   time gets it before.
//! - What a process sends to its own alias, and what comes of a link to a process that has ended,
//!   is in the mailbox at once. Receives find it there. Before `unalias`, or before a process asks
//!   for the length of its queue, it may have been handled (a step of its own) or not.
//! - A process that ends by itself has a moment after which it handles nothing, and is still there.
//!   A link that comes then is made, and breaks with `noproc`.
//! - If others ask for the length of a queue, taking a message from it is a step.

use super::code::{Code, taken};
use super::exits::down;
use super::machine::{Actor, Letter, Machine, Phase, State};
use super::program::{Operation, Process};
use super::touches::{Object, Touches};
use super::value::{Value, atom};
use std::collections::BTreeSet;

/// A message that its owner may not have handled yet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Unhandled {
    /// It was sent to this alias.
    Alias(usize),
    /// It tells of a link to a process that has ended.
    Exit,
}

/// An alias that was made.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Alias {
    pub(super) owner: Process,
    /// Does it end with the first message?
    pub(super) replies: bool,
    pub(super) active: bool,
}

/// Whom others ask things that need more steps; all that was found so far.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Asked {
    /// Processes that others link to.
    pub linked: BTreeSet<Process>,
    /// Processes whose messages others count.
    pub counted: BTreeSet<Process>,
}

impl Asked {
    /// Adds what is new. Was there anything?
    pub fn merge(&mut self, other: &Asked) -> bool {
        let before = self.linked.len() + self.counted.len();
        self.linked.extend(&other.linked);
        self.counted.extend(&other.counted);
        before < self.linked.len() + self.counted.len()
    }
}

impl State {
    /// Steps that no process makes itself.
    pub(super) fn late_actors(&self, machine: &Machine, all: &mut Vec<Actor>) {
        // One after the other, for each watcher.
        let is_first = |(number, (watcher, _)): &(&usize, &(Process, Process))| {
            let earlier = self.late.range(..*number);
            earlier.filter(|(_, (of, _))| of == watcher).count() == 0
        };
        let firsts = self.late.iter().filter(is_first);
        all.extend(firsts.map(|(number, _)| Actor::Late(*number)));
        for process in 0..self.processes.len() {
            if self.may_handle(machine, process) {
                all.push(Actor::Handler(process));
            }
        }
    }

    /// Is a process before an operation that finds its own signals handled, or not?
    fn may_handle(&self, machine: &Machine, process: Process) -> bool {
        let local = &self.processes[process];
        if local.phase != Phase::Ready || local.doom.is_some() {
            return false;
        }
        let code = machine.code[process].get(local.at);
        let wanted = match code {
            Some(Code::Do(Operation::Unalias(alias), _)) => Unhandled::Alias(*alias),
            Some(Code::Do(Operation::QueueLength, _)) => Unhandled::Exit,
            _ => return false,
        };
        let mut letters = local.mailbox.iter();
        letters.any(|letter| letter.unhandled == Some(wanted))
    }

    /// The process handles what it has.
    pub(super) fn handle(&mut self, process: Process) {
        for letter in &mut self.processes[process].mailbox {
            letter.unhandled = None;
        }
    }

    /// The message of a monitor of a process that has ended comes.
    pub(super) fn late_down(&mut self, machine: &Machine, number: usize, touches: &mut Touches) {
        let (watcher, target) = self.late.remove(&number).expect("it is enabled");
        touches.write(Object::Lates(watcher));
        let monitor = self.monitors.get_mut(&number).expect("it was made");
        let was = std::mem::replace(&mut monitor.active, false);
        touches.change(Object::Monitor(number), was);
        if was {
            let message = down(watcher, number, target, atom("noproc"));
            self.deliver(machine, watcher, message, touches);
        }
    }

    /// Is a message of a monitor to come, or there, that a receive takes?
    pub(super) fn expects(&self, machine: &Machine, process: Process) -> bool {
        let local = &self.processes[process];
        let Some(Code::Receive(clauses, _, true)) = machine.code[process].get(local.at) else {
            return false;
        };
        local.expected.iter().any(|number| {
            let target = self.monitors[number].target;
            let message = down(process, *number, target, atom("noproc"));
            let mut clauses = clauses.iter();
            clauses.any(|(pattern, _)| taken(*pattern, &message).is_some())
        })
    }

    /// A process has taken a message.
    pub(super) fn has_taken(&mut self, process: Process, letter: &Letter) {
        if let Value::Tuple(parts) = &letter.message
            && let [tag, Value::Ref(_, number), ..] = parts.as_slice()
            && *tag == atom("DOWN")
        {
            self.processes[process].expected.retain(|of| of != number);
        }
    }

    /// A message to an alias comes.
    pub(super) fn deliver_to_alias(
        &mut self,
        machine: &Machine,
        (from, number): (Process, usize),
        message: Value,
        touches: &mut Touches,
    ) {
        touches.read(Object::Alias(number));
        let alias = self.aliases.get_mut(&number).expect("it was made");
        if !alias.active {
            return;
        }
        if alias.replies {
            touches.write(Object::Alias(number));
            alias.active = false;
        }
        let owner = alias.owner;
        let unhandled = (from == owner).then_some(Unhandled::Alias(number));
        self.deliver_as(machine, owner, (message, unhandled), touches);
    }

    /// `unalias`: what was not handled is dropped, and the alias was there.
    pub(super) fn unalias(&mut self, number: usize, touches: &mut Touches) -> bool {
        let alias = self.aliases.get_mut(&number).expect("it was made");
        let was = std::mem::replace(&mut alias.active, false);
        touches.change(Object::Alias(number), was);
        let mailbox = &mut self.processes[alias.owner].mailbox;
        let before = mailbox.len();
        mailbox.retain(|letter| letter.unhandled != Some(Unhandled::Alias(number)));
        was || mailbox.len() < before
    }

    /// How many messages a process has, as it sees that itself.
    pub(super) fn own_length(&self, process: Process) -> usize {
        let letters = self.processes[process].mailbox.iter();
        letters
            .filter(|letter| letter.unhandled != Some(Unhandled::Exit))
            .count()
    }
}
