//! What the two ends of a channel share.

use super::slots::{Slots, describe_drop, read, write};
use crate::rt::{self, Refinement, Tag};
use mazurka_program::Kind;
use std::cell::UnsafeCell;
use std::collections::VecDeque;
use std::panic::Location;
use std::sync::mpsc::{RecvError, RecvTimeoutError, SendError, TryRecvError, TrySendError};
use std::time::Duration;

/// How many senders were dropped.
const DROPPED: u64 = 1;
/// One, when the receiver was dropped.
const GONE: u64 = 2;
/// The number of the message that the receiver of a rendezvous channel waits
/// for, plus one; kept only where [`Refinement::Rendezvous`] is.
const WAITING: u64 = 3;

/// Where in the program an operation is called.
type Place = &'static Location<'static>;

/// A channel.
///
/// To clone a sender is no event: who clones has one, so that the channel stays
/// connected whether the clone is made or not.
pub(super) struct Queue<T> {
    tag: Tag,
    /// How many messages may wait; none for as many as come.
    capacity: Option<u64>,
    state: UnsafeCell<State<T>>,
}

struct State<T> {
    /// The messages that were not taken, with their numbers.
    messages: VecDeque<(u64, T)>,
    /// How many were taken.
    received: u64,
    /// How many senders were made.
    senders: u64,
}

// SAFETY: messages move from thread to thread, and are not shared; processes of
// a check run one at a time, on one OS thread.
unsafe impl<T: Send> Send for Queue<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Sync for Queue<T> {}

impl<T> Queue<T> {
    /// A channel with one sender.
    #[track_caller]
    pub(super) fn new(capacity: Option<usize>) -> Queue<T> {
        Queue {
            tag: Tag::new(),
            capacity: capacity.map(|capacity| capacity as u64),
            state: UnsafeCell::new(State {
                messages: VecDeque::new(),
                received: 0,
                senders: 1,
            }),
        }
    }

    /// What only engine code touches.
    #[expect(clippy::mut_from_ref, reason = "processes run one at a time")]
    fn state(&self) -> &mut State<T> {
        // SAFETY: processes run one at a time, and nobody holds the reference
        // across a switch or while user code runs.
        unsafe { &mut *self.state.get() }
    }

    #[track_caller]
    fn slots(&self) -> Slots {
        let object = rt::resolve(&self.tag);
        if object.foreign {
            rt::error(OUTSIDE.to_owned());
        }
        rt::noun(object.id, "channel");
        Slots::of(object.id)
    }

    /// Gives it a name, by which reports call it.
    #[track_caller]
    pub(super) fn name(&self, name: &'static str) {
        rt::name(self.slots().object(), name);
    }

    /// Have all senders been dropped?
    fn is_disconnected(&self, dropped: u64) -> bool {
        dropped == self.state().senders
    }

    /// Sends a message, when there is room for it; in a rendezvous, waits until
    /// it is taken.
    #[track_caller]
    pub(super) fn send(&self, message: T) -> Result<(), SendError<T>> {
        let slots = self.slots();
        match self.capacity {
            None | Some(0) => rt::announce_opaque(Kind::Change, slots.object(), &mut || true),
            Some(capacity) => {
                rt::waits_for("for room in a full channel");
                rt::announce_opaque(Kind::Await, slots.object(), &mut || {
                    rt::look(slots.part(GONE)) != 0 || has_room(slots, capacity)
                });
            }
        }
        if self.is_gone(slots) {
            rt::describe(|| "send() = disconnected".to_owned());
            return Err(SendError(message));
        }
        if let Some(before) = self.must_be_taken(rt::value(slots.object())) {
            slots.read_taken(before);
        }
        let nth = self.put(slots, message);
        rt::describe(|| format!("send() of message {nth}"));
        if self.capacity == Some(0) {
            self.meet(slots, nth)
        } else {
            Ok(())
        }
    }

    /// Sends a message if that can be done at once.
    pub(super) fn try_send(&self, message: T, place: Place) -> Result<(), TrySendError<T>> {
        if self.capacity == Some(0) {
            rt::refine(Refinement::Rendezvous);
        }
        let slots = self.slots();
        rt::announce_change(slots.object(), place);
        if self.is_gone(slots) {
            rt::describe(|| "try_send() = disconnected".to_owned());
            return Err(TrySendError::Disconnected(message));
        }
        let nth = rt::value(slots.object());
        let room = if self.capacity == Some(0) {
            read(slots.part(WAITING)) == nth + 1
        } else {
            let before = self.must_be_taken(nth);
            before.is_none_or(|before| slots.read_taken(before))
        };
        if !room {
            slots.read_sent();
            rt::describe(|| "try_send() = full".to_owned());
            return Err(TrySendError::Full(message));
        }
        self.put(slots, message);
        rt::describe(|| format!("try_send() of message {nth}"));
        Ok(())
    }

    /// The message that must have been taken before there is room for this one.
    fn must_be_taken(&self, nth: u64) -> Option<u64> {
        match self.capacity {
            None | Some(0) => None,
            Some(capacity) => nth.checked_sub(capacity),
        }
    }

    /// Reads whether the receiver was dropped.
    fn is_gone(&self, slots: Slots) -> bool {
        let object = slots.part(GONE);
        let gone = read(object) != 0;
        if gone {
            rt::acquire(object);
        }
        gone
    }

    fn put(&self, slots: Slots, message: T) -> u64 {
        let nth = slots.fill();
        // Whose message makes the queue grow depends on the schedule: it must
        // not lie in a process's heap.
        rt::owned(|| self.state().messages.push_back((nth, message)));
        nth
    }

    /// Waits until the message that was offered is taken.
    #[track_caller]
    fn meet(&self, slots: Slots, nth: u64) -> Result<(), SendError<T>> {
        rt::waits_for("for its message to be received");
        rt::announce_opaque(Kind::Receive, slots.object(), &mut || {
            slots.look_taken(nth) || rt::look(slots.part(GONE)) != 0
        });
        if slots.read_taken(nth) {
            rt::describe(|| format!("send() of message {nth}: it was taken"));
            return Ok(());
        }
        self.is_gone(slots);
        rt::describe(|| format!("send() of message {nth} = disconnected"));
        let messages = &mut self.state().messages;
        let offered = messages.iter().position(|(other, _)| *other == nth);
        match offered.and_then(|at| messages.remove(at)) {
            Some((_, message)) => Err(SendError(message)),
            None => unreachable!("a message that was not taken is there"),
        }
    }

    /// Takes the next message, or says that none will come; nothing if one may
    /// come later.
    fn poll(&self, slots: Slots, method: &str) -> Option<Result<T, RecvError>> {
        let nth = self.state().received;
        if slots.is_full(nth) {
            slots.take(nth);
            self.state().received += 1;
            let Some((number, message)) = self.state().messages.pop_front() else {
                unreachable!("a full slot has a message");
            };
            debug_assert_eq!(number, nth);
            rt::describe(|| format!("{method}() = message {nth}"));
            return Some(Ok(message));
        }
        slots.read_slot(nth);
        let dropped = slots.part(DROPPED);
        if self.is_disconnected(read(dropped)) {
            rt::acquire(dropped);
            rt::describe(|| format!("{method}() = disconnected"));
            return Some(Err(RecvError));
        }
        rt::describe(|| format!("{method}() = no message"));
        None
    }

    /// The same as an operation that does not wait.
    ///
    /// It reads whether senders were dropped even if there is a message: whether
    /// it depends on the drop of one sender must not change with a message from
    /// another (property 7 of Definition 3.2 in *Source Sets*).
    fn poll_now(&self, slots: Slots, method: &str, place: Place) -> Option<Result<T, RecvError>> {
        rt::announce_change(slots.object(), place);
        let result = self.poll(slots, method);
        if let Some(Ok(_)) = result {
            read(slots.part(DROPPED));
        }
        result
    }

    /// Lets `try_send` see that the receiver of a rendezvous channel waits,
    /// unless a message is there already.
    fn begin_to_wait(
        &self,
        slots: Slots,
        method: &str,
        place: Place,
    ) -> Option<Result<T, RecvError>> {
        if self.capacity != Some(0) || !rt::refined(&Refinement::Rendezvous) {
            return None;
        }
        let result = self.poll_now(slots, method, place);
        if result.is_none() {
            write(slots.part(WAITING), self.state().received + 1);
            rt::describe(|| format!("{method}() begins to wait"));
        }
        result
    }

    /// Takes the next message, as soon as there is one.
    #[track_caller]
    pub(super) fn receive(&self) -> Result<T, RecvError> {
        let slots = self.slots();
        if let Some(result) = self.begin_to_wait(slots, "recv", Location::caller()) {
            return result;
        }
        let nth = self.state().received;
        rt::waits_for("for a message that nobody sends");
        rt::announce_opaque(Kind::Receive, slots.object(), &mut || {
            slots.look_full(nth) || self.is_disconnected(rt::look(slots.part(DROPPED)))
        });
        match self.poll(slots, "recv") {
            Some(result) => result,
            None => unreachable!("a receive that was chosen can go on"),
        }
    }

    /// Takes the next message if there is one.
    pub(super) fn try_receive(&self, place: Place) -> Result<T, TryRecvError> {
        let slots = self.slots();
        match self.poll_now(slots, "try_recv", place) {
            Some(Ok(message)) => Ok(message),
            Some(Err(RecvError)) => Err(TryRecvError::Disconnected),
            None => Err(TryRecvError::Empty),
        }
    }

    /// Takes the next message, or finds the time over: that is the schedule's
    /// choice, whenever there is none.
    pub(super) fn receive_timeout(
        &self,
        limit: Duration,
        place: Place,
    ) -> Result<T, RecvTimeoutError> {
        let slots = self.slots();
        let waited = self.begin_to_wait(slots, "recv_timeout", place);
        match waited.or_else(|| self.poll_now(slots, "recv_timeout", place)) {
            Some(Ok(message)) => Ok(message),
            Some(Err(RecvError)) => Err(RecvTimeoutError::Disconnected),
            None => {
                self.end_to_wait(slots);
                rt::clock::reach_limit(limit);
                Err(RecvTimeoutError::Timeout)
            }
        }
    }

    /// Part of the operation by which the receiver finds its time over.
    fn end_to_wait(&self, slots: Slots) {
        if self.capacity == Some(0) && rt::refined(&Refinement::Rendezvous) {
            write(slots.part(WAITING), 0);
        }
    }

    /// There is one sender more.
    pub(super) fn add_sender(&self) {
        self.state().senders += 1;
    }

    /// A sender is dropped.
    #[track_caller]
    pub(super) fn drop_sender(&self) {
        if rt::is_active() {
            let dropped = self.slots().part(DROPPED);
            rt::noun(dropped, "senders");
            rt::give_back(Kind::Add, dropped, 1);
            describe_drop();
        }
    }

    /// The receiver is dropped, and with it the messages that nobody can take
    /// any more; in a rendezvous they are given back to their senders.
    #[track_caller]
    pub(super) fn drop_receiver(&self) {
        if !rt::is_active() {
            return;
        }
        let slots = self.slots();
        let gone = slots.part(GONE);
        rt::noun(gone, "receiver");
        rt::give_back(Kind::Store, gone, 1);
        describe_drop();
        if self.capacity != Some(0) {
            let messages = std::mem::take(&mut self.state().messages);
            for (nth, _) in &messages {
                slots.discard(*nth);
            }
            // The program's own code: nothing of the queue is borrowed.
            drop(messages);
        }
    }
}

/// Is there room for one more message? For who waits.
fn has_room(slots: Slots, capacity: u64) -> bool {
    let before = slots.look_sent().checked_sub(capacity);
    before.is_none_or(|before| slots.look_taken(before))
}

const OUTSIDE: &str = "a channel that was created outside the checked closure is used inside: \
     every execution must have its own. Create it inside the closure";
