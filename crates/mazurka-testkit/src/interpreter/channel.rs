//! Channels in terms of locations, such that a send conflicts with other sends
//! to that channel and with the receive of its own message only.
//!
//! A channel is a number of objects: `order` counts the messages that were
//! sent, `senders` those who may still send, `receiver` holds one until it is
//! dropped, and for each message there is a slot, which is empty, full or taken.
//! There is only one receiver, so which slots are taken is its own business.
//!
//! Nobody sends once there are no senders. So a receive without a timeout that
//! finds a message need not look at `senders`: without the message, it would
//! have been blocked.

use super::{Interpreter, Phase, object_id};
use crate::ir::{self, DISCONNECTED, MESSAGE, NO_MESSAGE, Statement};
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Step};

const EMPTY: u64 = 0;
const FULL: u64 = 1;
const TAKEN: u64 = 2;

/// The objects of a channel, in order; slot `k` comes `k` after the first.
const ORDER: usize = 0;
const SENDERS: usize = 1;
const RECEIVER: usize = 2;
const SLOTS: usize = 3;

/// What is known of a channel from the program's text.
pub(super) struct Known {
    /// Its first object.
    first: usize,
    /// Can its receiver be dropped?
    droppable: bool,
}

impl Known {
    pub(super) fn new(program: &ir::Program, channel: usize, first: usize) -> Known {
        Known {
            first,
            droppable: program.count(|s| *s == Statement::DropReceiver(channel)) > 0,
        }
    }
}

/// The labels and values at the start of the objects of a channel.
pub(super) fn objects(program: &ir::Program, channel: usize) -> Vec<(String, u64)> {
    let sends = program.count(|statement| statement.sends_to() == Some(channel));
    let label = |part: &str| format!("h{channel} {part}");
    let mut objects = vec![
        (label("order"), 0),
        (label("senders"), program.channels[channel].senders),
        (label("receiver"), 1),
    ];
    // One more than can be filled: a receive may wait for it.
    objects.extend((0..=sends).map(|slot| (label(&format!("slot {slot}")), EMPTY)));
    objects
}

/// What a receive finds.
enum Found {
    /// This message.
    Message(usize),
    /// None, and there are no senders.
    Disconnected,
    /// None.
    Nothing,
}

impl Interpreter<'_> {
    fn part(&self, channel: usize, part: usize) -> ObjectId {
        object_id(self.objects.channels[channel].first + part)
    }

    fn slot(&self, channel: usize, number: usize) -> ObjectId {
        self.part(channel, SLOTS + number)
    }

    fn slot_value(&self, channel: usize, number: usize) -> u64 {
        self.state.value(self.slot(channel, number))
    }

    fn receiver_is_dropped(&self, channel: usize) -> bool {
        self.state.value(self.part(channel, RECEIVER)) == 0
    }

    /// The slot that must have been taken before the next message is sent: none
    /// if there is room in any case.
    fn room(&self, channel: usize) -> Option<usize> {
        let capacity = self.program.channels[channel].capacity?;
        if capacity == 0 {
            return None;
        }
        self.state.messages[channel].len().checked_sub(capacity)
    }

    fn is_full(&self, channel: usize) -> bool {
        let full = |slot| self.slot_value(channel, slot) != TAKEN;
        self.room(channel).is_some_and(full)
    }

    /// The first slot that is not taken.
    fn head(&self, channel: usize) -> usize {
        let mut slots = 0..=self.state.messages[channel].len();
        let open = |slot: &usize| self.slot_value(channel, *slot) != TAKEN;
        slots.find(open).expect("the last one is empty")
    }

    /// What `recv` would find.
    fn first(&self, channel: usize) -> Found {
        let head = self.head(channel);
        if self.slot_value(channel, head) == FULL {
            return Found::Message(head);
        }
        match self.state.value(self.part(channel, SENDERS)) {
            0 => Found::Disconnected,
            _ => Found::Nothing,
        }
    }

    /// What an operation on a channel announces.
    pub(super) fn announce_message(&self, statement: &Statement, phase: Phase) -> Operation {
        let (kind, channel, part, operand) = match statement {
            Statement::Send { channel, .. } => {
                let bounded = self.program.channels[*channel]
                    .capacity
                    .is_some_and(|c| c > 0);
                let kind = match phase {
                    Phase::Handing(_) => Kind::Receive,
                    _ if bounded => Kind::Await,
                    _ => Kind::Change,
                };
                (kind, channel, ORDER, 0)
            }
            Statement::Recv { channel, .. } => (Kind::Receive, channel, ORDER, 0),
            Statement::TrySend { channel, .. } | Statement::TryRecv { channel, .. } => {
                (Kind::Change, channel, ORDER, 0)
            }
            Statement::Close(channel) => (Kind::Add, channel, SENDERS, u64::MAX),
            Statement::DropReceiver(channel) => (Kind::Store, channel, RECEIVER, 0),
            other => unreachable!("{other} is not an operation on a channel"),
        };
        Operation::new(kind, self.part(*channel, part), operand)
    }

    /// Can an operation on a channel that may be blocked run now?
    pub(super) fn message_is_ready(&self, statement: &Statement, phase: Phase) -> bool {
        match (statement, phase) {
            (Statement::Send { channel, .. }, Phase::Handing(slot)) => {
                self.slot_value(*channel, slot) == TAKEN || self.receiver_is_dropped(*channel)
            }
            (Statement::Send { channel, .. }, _) => {
                self.receiver_is_dropped(*channel) || !self.is_full(*channel)
            }
            (Statement::Recv { channel, .. }, _) => !matches!(self.first(*channel), Found::Nothing),
            _ => true,
        }
    }

    /// The objects that a blocked operation on a channel waits for.
    pub(super) fn awaited_by_message(
        &self,
        statement: &Statement,
        phase: Phase,
        objects: &mut Vec<ObjectId>,
    ) {
        match statement {
            Statement::Send { channel, .. } => {
                objects.push(self.part(*channel, RECEIVER));
                if let Phase::Handing(slot) = phase {
                    return objects.push(self.slot(*channel, slot));
                }
                objects.push(self.part(*channel, ORDER));
                objects.extend(self.room(*channel).map(|slot| self.slot(*channel, slot)));
            }
            Statement::Recv { channel, .. } => {
                objects.push(self.slot(*channel, self.head(*channel)));
                objects.push(self.part(*channel, SENDERS));
            }
            _ => {}
        }
    }

    /// Runs an operation on a channel; is its statement done then?
    pub(super) fn operate_message(
        &mut self,
        id: ProcessId,
        statement: &Statement,
        step: &mut Step,
    ) -> bool {
        match statement {
            Statement::Send { channel, value } => {
                if let Phase::Handing(slot) = self.state.process(id).phase {
                    self.handed(*channel, slot, step);
                    return true;
                }
                let message = value.of(self.state.registers(id));
                if let Some(slot) = self.send(*channel, message, step)
                    && self.program.channels[*channel].capacity == Some(0)
                {
                    self.process_mut(id).phase = Phase::Handing(slot);
                    return false;
                }
            }
            Statement::TrySend {
                channel,
                value,
                register,
            } => {
                let message = value.of(self.state.registers(id));
                let sent = self.send(*channel, message, step);
                self.receive(id, *register, sent.is_some().into());
            }
            Statement::Recv { channel, register } | Statement::TryRecv { channel, register } => {
                let found = self.first(*channel);
                if !matches!(found, Found::Message(_)) {
                    self.read(self.slot(*channel, self.head(*channel)), step);
                    self.read(self.part(*channel, SENDERS), step);
                } else if let Statement::TryRecv { .. } = statement {
                    // Without the message, it would: and what does not depend
                    // on the drop of a sender must not change whether this does
                    // (Definition 3.2 (7)).
                    self.read(self.part(*channel, SENDERS), step);
                }
                self.take(id, *channel, &found, *register, step);
            }
            Statement::Close(channel) => self.add(self.part(*channel, SENDERS), u64::MAX, step),
            Statement::DropReceiver(channel) => {
                self.touch(self.part(*channel, RECEIVER), Access::Write, 0, step);
            }
            other => unreachable!("{other} is not an operation on a channel"),
        }
        true
    }

    /// Sends a message; gives its number, if there is a receiver and room.
    fn send(&mut self, channel: usize, message: u64, step: &mut Step) -> Option<usize> {
        if self.objects.channels[channel].droppable {
            self.read(self.part(channel, RECEIVER), step);
        }
        if self.receiver_is_dropped(channel) {
            return None;
        }
        if let Some(slot) = self.room(channel) {
            self.read(self.slot(channel, slot), step);
        }
        if self.is_full(channel) {
            self.read(self.part(channel, ORDER), step);
            return None;
        }
        let slot = self.state.messages[channel].len();
        self.state.messages[channel].push(message);
        self.touch(
            self.part(channel, ORDER),
            Access::Write,
            slot as u64 + 1,
            step,
        );
        self.touch(self.slot(channel, slot), Access::Write, FULL, step);
        Some(slot)
    }

    /// The message in this slot was taken, or never will be.
    fn handed(&mut self, channel: usize, slot: usize, step: &mut Step) {
        let slot = self.slot(channel, slot);
        self.read(slot, step);
        if self.state.value(slot) != TAKEN {
            self.read(self.part(channel, RECEIVER), step);
        }
    }

    /// Takes what was found, and tells the process.
    fn take(
        &mut self,
        id: ProcessId,
        channel: usize,
        found: &Found,
        register: usize,
        step: &mut Step,
    ) {
        let result = match found {
            Found::Message(slot) => {
                self.touch(self.slot(channel, *slot), Access::Write, TAKEN, step);
                self.state.messages[channel][*slot].wrapping_add(MESSAGE)
            }
            Found::Disconnected => DISCONNECTED,
            Found::Nothing => NO_MESSAGE,
        };
        self.receive(id, register, result);
    }
}
