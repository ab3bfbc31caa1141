//! Receives that choose: which messages a receive matches, and taking one of them.
//!
//! Sends to a mailbox commute then, and the explorer says which message a receive takes, or that
//! it gives up (see [`mazurka_program::Program::matching`]). A process has such a mailbox unless
//! it is known that the order of its messages counts: another looks into it, a signal kills it,
//! it hibernates, or it asks how many there are.

use super::objects::Object;
use super::process::{Chosen, Fate, Made, Message, Next};
use super::{Machine, Receive};
use crate::interpreter::{Core, Stop};
use crate::term::Term;
use mazurka_program::{Access, Interrupt, Kind, Mail, ObjectId, Operation, ProcessId, Step, Turn};
use std::rc::Rc;

impl Machine {
    /// Does a process choose among its messages?
    pub(super) fn chooses(&self, process: ProcessId) -> bool {
        if self.settings.receive != Receive::Take || self.state.is_booting {
            return false;
        }
        let known = self.known.get(process.index());
        known.is_some_and(|known| known.is_looked_up && !known.is_exposed && !known.is_ordered)
    }

    /// The order of the messages of a process counts.
    pub(super) fn order_messages(&mut self, process: ProcessId) -> Interrupt {
        self.learn(|known, names| known.note_ordered(names.process_name(process)))
    }

    /// The next message from one process to another, and how many there were.
    fn next_message(&mut self, from: ProcessId, to: ProcessId) -> (ObjectId, ObjectId, u64) {
        let hash = self.hash(Term::pid(to.0));
        let count = self.object(Object::Sends(from, hash));
        let number = self.state.values.get(count);
        let message = self.object(Object::Message(from, number, hash));
        (message, count, number)
    }

    /// Sending a message to a process that chooses.
    pub(super) fn send_operation(&mut self, from: ProcessId, to: ProcessId) -> Operation {
        let (message, ..) = self.next_message(from, to);
        Operation::new(Kind::Store, message, 1)
    }

    /// A message comes to a process that chooses.
    pub(super) fn add_mail(&mut self, place: usize, message: Message, step: &mut Step) {
        let (from, to) = (self.actor, self.id(place));
        let mut message = message;
        message.from = from;
        if !self.is_silent {
            let (object, count, number) = self.next_message(from, to);
            self.state.values.set(count, number + 1);
            self.touch(step, object, Access::Write, 1);
            message.object = Some(object);
            // What a process took before it ended, it could have taken from here.
            step.sent = Some(Mail {
                to,
                from,
                message: object,
            });
            self.sent = Some(message.term);
        }
        let process = self.process(place);
        if process.fate != Fate::Alive {
            if self.records {
                self.tell_loss(place);
            }
            return;
        }
        let next = process.next;
        if matches!(next, Next::Take(_)) {
            message.matches = self.matches(place, message.term);
        }
        self.note_mail(place, message.term, true);
        let process = self.change(place);
        process.mailbox.push(message);
        if matches!(next, Next::Receive | Next::Hibernate) {
            // It has waited since before the first event: now it comes to its receive.
            process.next = Next::Run;
            self.ready.push_back(place);
        }
    }

    /// Does the receive that a process is at match a message?
    pub(super) fn matches(&mut self, place: usize, message: Term) -> bool {
        let mut core = std::mem::take(&mut self.scratch);
        core.copy_from(&self.process(place).core);
        let matches = self.tries(&mut core, place, message);
        self.scratch = core;
        matches
    }

    /// Runs the code of a receive on a message, to see whether it is taken.
    fn tries(&mut self, core: &mut Core, place: usize, message: Term) -> bool {
        core.next(message);
        let mut fuel = self.settings.max_calls;
        let pid = self.pid(place);
        let stop = self.interpreter.run(
            &mut self.heap,
            &mut self.code,
            core,
            pid,
            &mut fuel,
            &self.stop,
        );
        !matches!(stop, Stop::LoopRecEnd)
    }

    /// A process has come to a receive, which may give up.
    pub(super) fn announce_take(&mut self, place: usize, gives_up: bool) {
        let kind = match gives_up {
            true => Kind::TryTake,
            false => Kind::Take,
        };
        for i in 0..self.process(place).mailbox.len() {
            let term = self.process(place).mailbox[i].term;
            let matches = self.matches(place, term);
            self.state.processes[place].mailbox[i].matches = matches;
        }
        let process = &mut self.state.processes[place];
        process.next = Next::Take(Operation::new(kind, process.queue, 0));
    }

    /// Can a receive go on?
    pub(super) fn can_take(&self, place: usize, operation: &Operation) -> bool {
        let mut mailbox = self.process(place).mailbox.iter();
        operation.kind == Kind::TryTake || mailbox.any(|message| message.matches)
    }

    /// The turn of a process that takes the first message that it can, if it is at a receive that
    /// has one.
    pub(super) fn first_turn(&self, place: usize) -> Turn {
        let process = self.process(place);
        let mut mailbox = process.mailbox.iter();
        let first = match process.next {
            Next::Take(_) => mailbox.find(|message| message.matches),
            _ => None,
        };
        let turn = first.and_then(|first| Turn::from_sender(process.id, first.from));
        turn.unwrap_or_else(|| process.id.into())
    }

    /// A receive takes the message that the turn says, or gives up.
    pub(super) fn take_message(
        &mut self,
        place: usize,
        turn: Turn,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let process = self.process(place);
        let chosen = match turn.sender() {
            None => Chosen::Nothing,
            Some(sender) => {
                let is_it = |message: &Message| message.matches && message.from == sender;
                let found = process.mailbox.iter().position(is_it);
                Chosen::Message(found.ok_or_else(|| {
                    Interrupt::Error("there is no message to be taken from that process".to_owned())
                })?)
            }
        };
        let made = Made {
            core: process.core.clone(),
            before: process.made.clone(),
            number: process.made.as_ref().map_or(0, |made| made.number + 1),
        };
        if let Chosen::Message(at) = chosen
            && let Some(object) = process.mailbox[at].object
        {
            self.touch(step, object, Access::Write, 2);
        }
        self.chronicle.looking = self.records.then_some(turn.process);
        let process = self.change(place);
        process.made = Some(Rc::new(made));
        process.chosen = Some(chosen);
        process.next = Next::Run;
        self.ready.push_front(place);
        Ok(())
    }

    /// A receive that was told what to do is at its beginning.
    pub(super) fn carry_out_choice(&mut self, place: usize) {
        let process = &mut self.state.processes[place];
        match process.chosen {
            Some(Chosen::Message(at)) => {
                process.at = at;
                process.core.next(process.mailbox[at].term);
            }
            Some(Chosen::Nothing) | None => process.core.none(),
        }
    }

    /// The messages that the receive of a process matches, in the order in which they came.
    pub(super) fn mail_of(&self, process: ProcessId, mail: &mut Vec<Mail>) {
        let Some(place) = self.state.place(process) else {
            return;
        };
        for message in &self.process(place).mailbox {
            if !message.matches {
                continue;
            }
            mail.push(Mail {
                to: process,
                from: message.from,
                message: message.object.unwrap_or(ObjectId(u32::MAX)),
            });
            if message.object.is_none() {
                // It was there before all others.
                return;
            }
        }
    }

    /// Would an earlier receive of a process have matched what was just sent to it?
    pub(super) fn has_matched(&mut self, process: ProcessId, nth: usize) -> bool {
        let (Some(place), Some(message)) = (self.state.place(process), self.sent) else {
            return false;
        };
        let mut made = self.process(place).made.clone();
        while let Some(receive) = made {
            if receive.number == nth {
                let mut core = std::mem::take(&mut self.scratch);
                core.copy_from(&receive.core);
                let matches = self.tries(&mut core, place, message);
                self.scratch = core;
                return matches;
            }
            made = receive.before.clone();
        }
        false
    }
}
