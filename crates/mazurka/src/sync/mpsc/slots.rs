//! Messages in a row, as explorers see them: for channels and mailboxes.
//!
//! The number of messages sent is one object, and every message goes into a slot
//! of its own, which is another. So sends to one queue are ordered, a receive
//! conflicts with the send of the message that it takes, and with no other.

use crate::rt;
use mazurka_program::{Access, ObjectId};

/// A slot that no message has come to yet.
const EMPTY: u64 = 0;
/// A slot with a message.
const FULL: u64 = 1;
/// A slot whose message was taken.
const TAKEN: u64 = 2;

/// Parts below this are for what else a queue needs.
const FIRST_SLOT: u64 = 16;

/// The objects of one queue.
#[derive(Clone, Copy)]
pub(crate) struct Slots {
    /// Holds the number of messages sent.
    order: ObjectId,
}

impl Slots {
    /// The slots of the queue that is that object.
    pub(crate) fn of(order: ObjectId) -> Slots {
        Slots { order }
    }

    /// The object that people would name.
    pub(crate) fn object(self) -> ObjectId {
        self.order
    }

    /// Another part of the queue, with a number from 1 to 15.
    pub(crate) fn part(self, part: u64) -> ObjectId {
        debug_assert!((1..FIRST_SLOT).contains(&part));
        rt::part(self.order, part)
    }

    /// The slot of a message, counted from zero.
    pub(crate) fn slot(self, nth: u64) -> ObjectId {
        rt::part(self.order, FIRST_SLOT + nth)
    }

    /// How many messages were sent; for who waits.
    pub(crate) fn look_sent(self) -> u64 {
        rt::look(self.order)
    }

    /// Is the message there, and not taken? For who waits.
    pub(crate) fn look_full(self, nth: u64) -> bool {
        rt::look(self.slot(nth)) == FULL
    }

    /// Was the message taken? For who waits.
    pub(crate) fn look_taken(self, nth: u64) -> bool {
        rt::look(self.slot(nth)) == TAKEN
    }

    /// Is the message there, and not taken? Touches nothing.
    pub(crate) fn is_full(self, nth: u64) -> bool {
        rt::value(self.slot(nth)) == FULL
    }

    /// Reads how many messages were sent.
    pub(crate) fn read_sent(self) -> u64 {
        read(self.order)
    }

    /// Reads a slot whose message is not there, so that its send conflicts.
    pub(crate) fn read_slot(self, nth: u64) {
        read(self.slot(nth));
    }

    /// Reads whether a message was taken; if so, what its receiver did before
    /// has happened.
    pub(crate) fn read_taken(self, nth: u64) -> bool {
        let slot = self.slot(nth);
        let taken = read(slot) == TAKEN;
        if taken {
            rt::acquire(slot);
        }
        taken
    }

    /// A message is sent: gives its number.
    pub(crate) fn fill(self) -> u64 {
        let nth = rt::value(self.order);
        write(self.order, nth + 1);
        let slot = self.slot(nth);
        debug_assert_eq!(rt::value(slot), EMPTY);
        write(slot, FULL);
        rt::release(slot);
        nth
    }

    /// A message is received.
    pub(crate) fn take(self, nth: u64) {
        let slot = self.slot(nth);
        debug_assert!(self.is_full(nth));
        write(slot, TAKEN);
        rt::acquire(slot);
        // Who waited for room goes on after this.
        rt::release(slot);
    }

    /// A message is thrown away, by who has seen to it that nobody can tell
    /// when: not an access.
    pub(crate) fn discard(self, nth: u64) {
        rt::acquire(self.slot(nth));
    }
}

/// Reads the value kept for an object, in the operation that runs.
pub(crate) fn read(object: ObjectId) -> u64 {
    let value = rt::value(object);
    rt::touch(object, Access::Read, value, value);
    value
}

/// Writes the value kept for an object, in the operation that runs.
pub(crate) fn write(object: ObjectId, after: u64) {
    let before = rt::value(object);
    rt::set_value(object, after);
    rt::touch(object, Access::Write, before, after);
}

/// Says that an end was dropped; nothing while a thread unwinds, since the
/// operation is announced later then.
pub(crate) fn describe_drop() {
    if !rt::is_silent() {
        rt::describe(|| "drop()".to_owned());
    }
}
