//! Mailboxes in terms of locations, such that two messages to the same mailbox
//! are ordered only if some receive of the program could take either.
//!
//! For each filter by which some receive of the program takes messages from a
//! mailbox, there is an object that counts those that fit: all that fit are
//! ordered by it, a receive that runs out of time reads it, and one that is
//! blocked waits for it to change. A message lies in a slot, named by who sent
//! it and how many it had sent there before. There is only one receiver, so
//! which slots are taken is its own business.

use super::{Interpreter, object_id};
use crate::ir::{self, MESSAGE, NO_MESSAGE, Statement, Wanted, visit};
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Step};

const EMPTY: u64 = 0;
const FULL: u64 = 1;
const TAKEN: u64 = 2;

/// A message in a mailbox, taken or not.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Message {
    /// The number of its slot.
    slot: usize,
    value: u64,
    /// How many came before it, of those that fit each filter in use that it
    /// fits itself.
    places: [u64; Wanted::ALL.len()],
}

/// What is known of a mailbox from the program's text.
pub(super) struct Known {
    /// Its first object; the counters of the filters come first, then the slots.
    first: usize,
    /// Which filters are in use.
    used: [bool; Wanted::ALL.len()],
    /// How many slots each body has.
    slots: usize,
}

impl Known {
    pub(super) fn new(program: &ir::Program, mailbox: usize, first: usize) -> Known {
        let mut used = [false; Wanted::ALL.len()];
        let mut slots = 0;
        for body in &program.bodies {
            let mut posts = 0;
            visit(body, &mut |statement| match statement {
                Statement::Post { mailbox: b, .. } if *b == mailbox => posts += 1,
                Statement::Receive {
                    mailbox: b, wanted, ..
                }
                | Statement::ReceiveTimeout {
                    mailbox: b, wanted, ..
                } if *b == mailbox => {
                    used[*wanted as usize] = true;
                }
                _ => {}
            });
            slots = slots.max(posts);
        }
        Known { first, used, slots }
    }

    /// The labels of the objects of the mailbox; all hold zero at the start.
    pub(super) fn labels(&self, program: &ir::Program, mailbox: usize) -> Vec<String> {
        let counter = |wanted: Wanted| format!("b{mailbox} {wanted}");
        let mut labels: Vec<_> = Wanted::ALL.map(counter).into();
        for body in 0..program.bodies.len() {
            let slots = 0..self.slots;
            labels.extend(slots.map(|slot| format!("b{mailbox} message {slot} of body {body}")));
        }
        labels
    }
}

impl Interpreter<'_> {
    /// The object that counts the messages that fit a filter.
    fn counter(&self, mailbox: usize, wanted: Wanted) -> ObjectId {
        object_id(self.objects.mailboxes[mailbox].first + wanted as usize)
    }

    fn slot_of(&self, mailbox: usize, slot: usize) -> ObjectId {
        object_id(self.objects.mailboxes[mailbox].first + Wanted::ALL.len() + slot)
    }

    /// The first message that is wanted and has not been taken: its place among
    /// the mailbox's messages.
    fn first_wanted(&self, mailbox: usize, wanted: Wanted) -> Option<usize> {
        let messages = self.state.mail[mailbox].iter().enumerate();
        let fitting = messages.filter(|(_, message)| {
            let slot = self.slot_of(mailbox, message.slot);
            self.state.value(slot) == FULL && wanted.wants(message.value)
        });
        let first = fitting.min_by_key(|(_, message)| message.places[wanted as usize]);
        first.map(|(place, _)| place)
    }

    /// What an operation on a mailbox announces.
    pub(super) fn announce_mail(&self, statement: &Statement) -> Option<Operation> {
        let (kind, object) = match statement {
            Statement::Post { mailbox, .. } => (Kind::Change, self.counter(*mailbox, Wanted::Any)),
            Statement::Receive {
                mailbox, wanted, ..
            } => (Kind::Receive, self.counter(*mailbox, *wanted)),
            Statement::ReceiveTimeout {
                mailbox, wanted, ..
            } => (Kind::Change, self.counter(*mailbox, *wanted)),
            _ => return None,
        };
        Some(Operation::new(kind, object, 0))
    }

    /// Can an operation on a mailbox run now?
    pub(super) fn mail_is_ready(&self, statement: &Statement) -> bool {
        match statement {
            Statement::Receive {
                mailbox, wanted, ..
            } => self.first_wanted(*mailbox, *wanted).is_some(),
            _ => true,
        }
    }

    /// Sends a message.
    pub(super) fn post(&mut self, from: ProcessId, mailbox: usize, value: u64, step: &mut Step) {
        let Known { used, slots, .. } = self.objects.mailboxes[mailbox];
        let mut places = [0; Wanted::ALL.len()];
        for wanted in Wanted::ALL {
            if used[wanted as usize] && wanted.wants(value) {
                let counter = self.counter(mailbox, wanted);
                let before = self.state.value(counter);
                places[wanted as usize] = before;
                self.touch(counter, Access::Write, before + 1, step);
            }
        }
        let own = self.state.process(from).body * slots;
        let messages = &mut self.state.mail[mailbox];
        let sent = messages
            .iter()
            .filter(|m| (own..own + slots).contains(&m.slot));
        let slot = own + sent.count();
        messages.push(Message {
            slot,
            value,
            places,
        });
        // In an order that does not depend on that of unordered messages.
        messages.sort();
        let slot = self.slot_of(mailbox, slot);
        debug_assert_eq!(self.state.value(slot), EMPTY);
        self.touch(slot, Access::Write, FULL, step);
    }

    /// Takes the first message that is wanted, if there is one.
    pub(super) fn take_wanted(&mut self, mailbox: usize, wanted: Wanted, step: &mut Step) -> u64 {
        let Some(place) = self.first_wanted(mailbox, wanted) else {
            self.read(self.counter(mailbox, wanted), step);
            return NO_MESSAGE;
        };
        let Message { slot, value, .. } = self.state.mail[mailbox][place];
        self.touch(self.slot_of(mailbox, slot), Access::Write, TAKEN, step);
        value.wrapping_add(MESSAGE)
    }

    /// The object that a blocked operation on a mailbox waits for.
    pub(super) fn awaited_mail(&self, statement: &Statement) -> Option<ObjectId> {
        match statement {
            Statement::Receive {
                mailbox, wanted, ..
            } => Some(self.counter(*mailbox, *wanted)),
            _ => None,
        }
    }
}
