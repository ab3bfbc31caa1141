//! Mailboxes as they are inside: messages in the order in which they came.

use super::filter::{self, Filter};
use super::{Down, message};
use crate::rt::{self, Refinement, Tag};
use crate::sync::mpsc::slots::{describe_drop, read, write};
use mazurka_program::{Kind, ObjectId, ProcessId};
use rustc_hash::FxHashMap;
use std::cell::UnsafeCell;
use std::panic::{AssertUnwindSafe, Location, catch_unwind, resume_unwind};

/// One, when the mailbox was closed; kept only where
/// [`Refinement::LostMessage`] is.
const CLOSED: u64 = 1;
/// How many watch the actor; [`ENDED`] when it has ended. Kept only where
/// [`Refinement::ActorExit`] is.
const WATCHERS: u64 = 2;
/// From here on, slots of messages; the orders of filters come after them.
const SLOTS: u64 = 1 << 62;

/// A slot with a message.
const FULL: u64 = 1;
/// A slot whose message was taken.
const TAKEN: u64 = 2;

/// In place of the number of watchers: the actor has ended.
pub(super) const ENDED: u64 = 1 << 63;

/// The object by which others learn that the actor behind a mailbox has ended.
pub(super) fn watchers_of(mailbox: ObjectId) -> ObjectId {
    let watchers = rt::part(mailbox, WATCHERS);
    rt::noun(watchers, "actor");
    watchers
}

/// What comes by mail.
pub(super) enum Letter<M> {
    Message(M),
    /// A linked actor has ended, and not as it should.
    Exit(Down),
}

/// A letter in the mailbox.
struct Item<M> {
    /// How many had come before it.
    nth: u64,
    /// Named by its sender and how many that had sent before it.
    slot: ObjectId,
    letter: Letter<M>,
}

/// A mailbox.
pub(super) struct Post<M> {
    tag: Tag,
    state: UnsafeCell<State<M>>,
}

struct State<M> {
    /// The letters that were not taken.
    items: Vec<Item<M>>,
    /// How many have come.
    come: u64,
    /// How many each process has sent.
    sent: FxHashMap<ProcessId, u32>,
    /// The actor does not receive any more.
    closed: bool,
}

// SAFETY: letters move from thread to thread, and are not shared; processes of
// a check run one at a time, on one OS thread.
unsafe impl<M: Send> Send for Post<M> {}
// SAFETY: as above.
unsafe impl<M: Send> Sync for Post<M> {}

/// What a receive makes of a message that it takes.
pub(super) type Pick<'a, M, R> = &'a dyn Fn(&M) -> Option<R>;

/// A letter that was taken.
pub(super) enum Taken<M, R> {
    Message(M, R),
    Exit(Down),
}

impl<M: Send + 'static> Post<M> {
    /// An empty mailbox.
    pub(super) fn new() -> Post<M> {
        Post {
            tag: Tag::new(),
            state: UnsafeCell::new(State {
                items: Vec::new(),
                come: 0,
                sent: FxHashMap::default(),
                closed: false,
            }),
        }
    }

    /// What only engine code touches.
    #[expect(clippy::mut_from_ref, reason = "processes run one at a time")]
    fn state(&self) -> &mut State<M> {
        // SAFETY: processes run one at a time, and nobody holds the reference
        // across a switch. The predicates of receives, the program's own code,
        // see single messages and do not switch.
        unsafe { &mut *self.state.get() }
    }

    /// The object that people would name; what is touched are parts of it.
    #[track_caller]
    pub(super) fn object(&self) -> ObjectId {
        let object = rt::resolve(&self.tag).id;
        rt::noun(object, "mailbox");
        object
    }

    /// Sends a letter. One to an actor that has ended is lost.
    #[track_caller]
    pub(super) fn send(&self, letter: Letter<M>, what: &'static str) {
        let object = self.object();
        let message = match &letter {
            Letter::Message(message) => Some(message),
            Letter::Exit(_) => None,
        };
        let number = message::number(object, message);
        match number {
            Some(number) => rt::announce_message(Kind::Send, object, number, &mut || true),
            None => rt::announce_opaque(Kind::Change, object, &mut || true),
        }
        let slot = self.next_slot(object);
        write(slot, FULL);
        rt::release(slot);
        match number {
            // Only for who waits: it is no order.
            Some(_) => rt::set_value(object, self.state().come + 1),
            None => rt::off_heap(|| {
                for order in filter::orders(object, message) {
                    write(order, rt::value(order) + 1);
                }
            }),
        }
        if rt::refined(&Refinement::LostMessage) {
            read(rt::part(object, CLOSED));
        }
        let nth = self.state().come;
        self.state().come += 1;
        rt::describe(|| format!("{what} of message {nth}"));
        if self.state().closed {
            lose(letter);
        } else {
            // Whose letter makes the list grow depends on the schedule: it must
            // not lie in a process's heap.
            rt::owned(|| self.state().items.push(Item { nth, slot, letter }));
        }
    }

    /// The slot of the letter that the running process sends now.
    fn next_slot(&self, object: ObjectId) -> ObjectId {
        let sender = rt::current_process();
        let nth = rt::owned(|| {
            let sent = self.state().sent.entry(sender).or_default();
            *sent += 1;
            *sent
        });
        rt::part(object, SLOTS | u64::from(sender.0) << 30 | u64::from(nth))
    }

    /// Takes the first letter that fits, as soon as there is one.
    #[track_caller]
    pub(super) fn receive<R>(&self, filter: Filter, pick: Pick<'_, M, R>) -> Taken<M, R> {
        let object = self.object();
        let order = filter.use_for(object);
        let mut looked_at = 0;
        rt::waits_for("for a message that nobody sends");
        match message::pattern(object, filter) {
            Some(pattern) => rt::announce_message(Kind::Take, object, pattern, &mut || {
                rt::look(object);
                self.has_come(&mut looked_at, pick)
            }),
            None => rt::announce_opaque(Kind::Receive, object, &mut || {
                // Only a letter that passes the filter can change the answer.
                rt::look(order);
                self.has_come(&mut looked_at, pick)
            }),
        }
        match self.take("receive", pick) {
            Some(taken) => taken,
            None => unreachable!("a receive that was chosen finds its message"),
        }
    }

    /// Takes the first letter that fits, if there is one: otherwise, the time
    /// is over.
    pub(super) fn receive_timeout<R>(
        &self,
        filter: Filter,
        pick: Pick<'_, M, R>,
        place: &'static Location<'static>,
    ) -> Option<Taken<M, R>> {
        let object = self.object();
        let order = filter.use_for(object);
        rt::announce_change(object, place);
        let taken = self.take("receive_timeout", pick);
        if taken.is_none() {
            // What it could have taken comes after this, if it comes.
            read(order);
            rt::describe(|| "receive_timeout() = no message".to_owned());
        }
        taken
    }

    /// Is there a letter that fits, among those not looked at before? Runs
    /// while the actor waits. If the predicate panics, the operation counts as
    /// ready, and [`Post::take`] meets the panic.
    fn has_come<R>(&self, looked_at: &mut u64, pick: Pick<'_, M, R>) -> bool {
        let State { items, come, .. } = self.state();
        for item in items.iter().filter(|item| item.nth >= *looked_at) {
            match &item.letter {
                Letter::Exit(_) => return true,
                Letter::Message(message) if rt::predicate(|| pick(message)).is_some() => {
                    return true;
                }
                Letter::Message(_) => {}
            }
        }
        *looked_at = *come;
        false
    }

    /// Takes the first letter that fits, as part of the operation that runs.
    fn take<R>(&self, method: &str, pick: Pick<'_, M, R>) -> Option<Taken<M, R>> {
        let first = self.state().items.iter().position(|item| {
            // How many are looked at in vain depends on the schedule, so that
            // must leave no trace in the process's heap.
            match &item.letter {
                Letter::Exit(_) => true,
                Letter::Message(message) => rt::judge(|| pick(message).is_some()).unwrap_or(true),
            }
        })?;
        let Item { nth, slot, letter } = self.state().items.remove(first);
        write(slot, TAKEN);
        rt::acquire(slot);
        rt::describe(|| format!("{method}() = message {nth}"));
        match letter {
            Letter::Exit(down) => Some(Taken::Exit(down)),
            Letter::Message(message) => {
                let picked = catch_unwind(AssertUnwindSafe(|| rt::predicate(|| pick(&message))));
                match picked {
                    Ok(Some(picked)) => Some(Taken::Message(message, picked)),
                    Ok(None) => {
                        rt::error(FICKLE.to_owned());
                        None
                    }
                    Err(payload) => resume_unwind(payload),
                }
            }
        }
    }

    /// The actor does not receive any more: what is there is thrown away.
    #[track_caller]
    pub(super) fn close(&self) {
        if rt::refined(&Refinement::LostMessage) {
            let closed = rt::part(self.object(), CLOSED);
            rt::noun(closed, "mailbox");
            rt::give_back(Kind::Store, closed, 1);
            describe_drop();
        }
        self.state().closed = true;
        for item in std::mem::take(&mut self.state().items) {
            rt::acquire(item.slot);
            lose(item.letter);
        }
    }
}

/// Drops a letter that nobody receives. Whether the actor or the sender does
/// that depends on which came first, the end of the actor or the letter; that
/// order is no event unless the destructor does something that others can see.
fn lose<M>(letter: Letter<M>) {
    let seen = rt::refined(&Refinement::LostMessage);
    let _guard = (!seen).then(|| rt::enter_last_drop(Refinement::LostMessage));
    drop(letter);
}

const FICKLE: &str = "the predicate of a receive did not give the same answer twice. It must \
     depend on nothing but the message";
