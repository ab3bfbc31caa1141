//! Memory that is the explorer's: what the runtime does when execution graphs are explored.
//!
//! Nothing is buffered then. Each access of an atomic is announced with its order, also stores,
//! and fences are operations. Which write a load takes is told just before its step
//! ([`recall`]), by its number: how many changes of that atomic had been made, in the order in
//! which they were run, when it had been. The explorer's value is no help, as an address is a
//! name there. So the words that the changes left are kept, with the one that was there at
//! first as number zero.
//!
//! *Where memory is.* In that table, by the name of the object, and not where the atomic is:
//! that may be moved meanwhile. What is in place is what the atomic was made with.
//!
//! *What is exclusive.* `get_mut`, `into_inner` and the like are no events elsewhere. Here the
//! last write that was *run* need not be the last in the order of the writes (`co`), so they are
//! announced as loads that are not atomic. Every other access happens before one that is
//! exclusive. So every write does, and coherence leaves only the last: that is the value in any
//! execution without a data race, and there is no other branch. What is then done through
//! `&mut` is not seen, but all accesses after it happen after it. So the atomic ends with
//! `get_mut`, for the explorer, and is another one when it is next used, which holds at first
//! what is in place then. (Accesses of the two are not ordered by `co`, but by happens-before.)
//!
//! *What is not scheduled.* A process that unwinds, or whose execution is left, finds the last
//! write in `co`, as far as the turns of the steps have told, and what it writes itself only
//! others of that kind find.

use super::access::Handle;
use super::buffer::Word;
use super::context::{self, off_heap};
use super::operation::{OwnPlace, announce_operation, own_object};
use super::state::{Mode, State};
use super::{active, spin};
use mazurka_memory::Model;
use mazurka_program::{Kind, ObjectId, Operation, Order};
use std::panic::Location;
use std::sync::atomic::Ordering;

/// What an atomic has held in this execution.
#[derive(Default)]
struct Held {
    /// What was there at first, and what each change left, in the order in which they were run.
    words: Vec<Word>,
    /// The numbers of the changes in the order of the writes, as far as it is known.
    order: Vec<u32>,
    /// The number of the change that is to be found.
    now: u32,
    /// What was written without being scheduled.
    silent: Option<Word>,
}

impl Held {
    fn clear(&mut self) {
        self.words.clear();
        self.order.clear();
        self.now = 0;
        self.silent = None;
    }

    /// The last write.
    fn last(&self) -> u32 {
        self.order.last().copied().unwrap_or(0)
    }

    fn found(&self, is_scheduled: bool) -> Option<Word> {
        let number = match is_scheduled {
            true => self.now,
            false if self.silent.is_some() => return self.silent,
            false => self.last(),
        };
        self.words.get(number as usize).copied()
    }

    /// Adds a change: an update comes next to what it found, a store with that many later ones
    /// behind it.
    fn change(&mut self, word: Word, later: Option<u32>) {
        let number = self.words.len() as u32;
        self.words.push(word);
        let place = match later {
            Some(later) => self.order.len().saturating_sub(later as usize),
            None => {
                let mut order = self.order.iter();
                order
                    .position(|other| *other == self.now)
                    .map_or(0, |found| found + 1)
            }
        };
        self.order.insert(place, number);
        self.now = number;
    }
}

/// The memory of an execution, where it is the explorer's.
pub(super) struct GraphMemory {
    model: Model,
    /// By object.
    held: Vec<Held>,
}

impl GraphMemory {
    pub(super) fn new(model: Model) -> GraphMemory {
        GraphMemory {
            model,
            held: Vec::new(),
        }
    }

    /// Begins a new execution.
    pub(super) fn start(&mut self) {
        self.held.iter_mut().for_each(Held::clear);
    }

    /// May a load find an older write than the last?
    pub(super) fn is_weak(&self) -> bool {
        !self.model.is_buffered()
    }

    /// Does every access acquire and release?
    pub(super) fn is_release_acquire(&self) -> bool {
        self.model == Model::Ra
    }

    /// Are there stores that others see late?
    pub(super) fn has_buffers(&self) -> bool {
        matches!(self.model, Model::Tso | Model::Pso)
    }

    /// Is that an atomic that has been used in this execution?
    pub(super) fn is_met(&self, object: ObjectId) -> bool {
        let held = self.held.get(object.index());
        held.is_some_and(|held| !held.words.is_empty())
    }

    /// What is to be found at an object.
    pub(super) fn found(&self, object: ObjectId, is_scheduled: bool) -> Option<Word> {
        self.held.get(object.index())?.found(is_scheduled)
    }

    fn first(&self, object: ObjectId) -> Option<Word> {
        self.held.get(object.index())?.words.first().copied()
    }

    /// The object holds that at first; does nothing if it has been said.
    fn meet(&mut self, object: ObjectId, word: Word) -> bool {
        if self.held.len() <= object.index() {
            self.held.resize_with(object.index() + 1, Held::default);
        }
        let held = &mut self.held[object.index()];
        let is_new = held.words.is_empty();
        if is_new {
            held.words.push(word);
        }
        is_new
    }

    /// The next access of the object finds what that change has left.
    fn recall(&mut self, object: ObjectId, write: u32) {
        if let Some(held) = self.held.get_mut(object.index())
            && (write as usize) < held.words.len()
        {
            held.now = write;
        }
    }
}

impl State {
    /// Is what the running process does scheduled, so that it finds what it was told?
    fn is_told(&mut self) -> bool {
        !self.runs_out && !self.is_silent()
    }

    /// The next access of an atomic finds what that change has left, which is `value` for the
    /// explorer.
    pub(super) fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        let graph = self.memory.graph.as_mut();
        let Some(graph) = graph.filter(|graph| graph.is_met(object)) else {
            return;
        };
        graph.recall(object, write);
        self.objects.set_value(object, value);
        self.past.recall(object, write);
        if self.refinements.sync_clocks {
            self.races.recall(object, write);
        }
    }

    /// What the running process finds at an atomic, if memory is the explorer's.
    pub(super) fn find(&mut self, object: ObjectId) -> Option<Word> {
        let is_told = self.is_told();
        self.memory.graph.as_ref()?.found(object, is_told)
    }

    /// The running process writes an atomic, where memory is the explorer's.
    pub(super) fn change(&mut self, object: ObjectId, word: Word) {
        let process = self.current();
        if process.mode == Mode::Dry {
            // It would write what is there.
            return;
        }
        let is_store = process.operation.kind == Kind::Store;
        let (is_silent, runs_out) = (self.is_silent(), self.runs_out);
        let later = is_store.then_some(self.alternative).filter(|_| !runs_out);
        let Some(held) = self.memory.graph.as_mut() else {
            return;
        };
        let held = &mut held.held[object.index()];
        if is_silent {
            held.silent = Some(word);
            return;
        }
        let later = if runs_out { Some(0) } else { later };
        off_heap(|| held.change(word, later));
    }
}

/// Is memory the explorer's?
#[inline]
pub(crate) fn is_graph() -> bool {
    context::handle().is_some_and(|rt| rt.state().memory.graph.is_some())
}

/// May a load find an older write than the last? Then an update that writes what is there is a
/// write all the same: it finds the last write before it, and what it releases others acquire.
#[inline]
pub(crate) fn is_weak() -> bool {
    context::handle().is_some_and(|rt| {
        let state = rt.state();
        state
            .memory
            .graph
            .as_ref()
            .is_some_and(GraphMemory::is_weak)
    })
}

/// The running process is about to use an atomic that holds `value`, if it has not been used
/// before, and `bits` for explorers.
pub(crate) fn meet<T: Copy>(object: ObjectId, value: T, bits: impl FnOnce(T) -> u64) {
    let rt = active();
    let is_new = off_heap(|| {
        let mut state = rt.state();
        let graph = state.memory.graph.as_mut();
        graph.is_some_and(|graph| graph.meet(object, Word::new(value)))
    });
    if is_new {
        let bits = bits(value);
        let mut state = rt.state();
        state.objects.set_value(object, bits);
        off_heap(|| state.past.meet(object));
    }
}

/// Has an atomic been used in this execution, and is memory the explorer's?
pub(crate) fn is_met(object: ObjectId) -> bool {
    context::handle().is_some_and(|rt| {
        let state = rt.state();
        let graph = state.memory.graph.as_ref();
        graph.is_some_and(|graph| graph.is_met(object))
    })
}

/// What an atomic held at first, if memory is the explorer's.
///
/// # Safety
/// It holds values of that type.
pub(crate) unsafe fn first<T: Copy>(object: ObjectId) -> Option<T> {
    let rt = context::handle()?;
    let first = rt.state().memory.graph.as_ref()?.first(object);
    // SAFETY: the caller's contract.
    first.map(|word| unsafe { word.get() })
}

/// The order of an access, for explorers.
pub(crate) fn order(order: Ordering) -> Order {
    match order {
        Ordering::Acquire => Order::Acquire,
        Ordering::Release => Order::Release,
        Ordering::AcqRel => Order::AcquireRelease,
        Ordering::SeqCst => Order::SequentiallyConsistent,
        // There are no others.
        _ => Order::Relaxed,
    }
}

/// Announces a fence, where memory is the explorer's.
pub(super) fn announce_fence(rt: Handle, fence: Ordering, place: &'static Location<'static>) {
    let mut state = rt.state();
    let is_event = state.current().mode == Mode::Code && !state.is_silent();
    state.current().unfenced = 0;
    drop(state);
    if !is_event {
        return;
    }
    let object = own_object(OwnPlace::Private);
    spin::framed(|| {
        let operation = Operation::new(Kind::Fence, object, 0).ordered(order(fence));
        announce_operation(rt, operation, place);
        0
    });
    super::describe(|| format!("fence({fence:?})"));
}

/// The running process does something that empties its store buffer and is no operation. Where
/// memory is the explorer's, that is a fence.
pub(crate) fn drain_apart(place: &'static Location<'static>) {
    super::drain(place);
    let rt = active();
    let mut state = rt.state();
    let graph = state.memory.graph.as_ref();
    let is_due = graph.is_some_and(GraphMemory::has_buffers) && state.current().unfenced != 0;
    drop(state);
    if is_due {
        announce_fence(rt, Ordering::SeqCst, place);
    }
}

#[cfg(test)]
mod tests;
