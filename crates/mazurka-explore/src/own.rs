//! Store buffers, as far as explorers know them: flushes, and reads of own stores.
//!
//! A front end that has store buffers announces a flush as the step of one more process, and
//! says with each access which buffered store it carries out or reads. The rest of this crate
//! asks the functions of this module wherever that makes a difference.
//!
//! # The relation
//!
//! Two executions are equivalent if they have the same program order, reads-from, coherence
//! and from-read relations (Shasha and Snir). Let `R` be a load that takes its value from a
//! store `W` of its own process ([`Access::Own`]), and `F` the flush of `W`.
//!
//! - `R` and `F` are unordered. `R` may run before `F`, from the buffer, or after it, from
//!   memory: it reads the same, and it is the same event.
//! - So `R` happens after nothing because of what it accesses: earlier writes of its object are
//!   ordered with `F`, and not with `R`.
//! - `R` happens before what is written to its object after `F`: from-read. It is unordered
//!   with what is written before `F`.
//!
//! A store to several objects has one flush, that writes all of them at once. It is announced
//! as a [`Kind::Change`]: what it accesses elsewhere is found by probing. Each part of such a
//! store has a name of its own, as a store to its object, so that the flush carries out
//! several stores. A flush of one object is announced as a [`Kind::Flush`].
//!
//! # What follows
//!
//! Whether `R` and a write `X` of another process depend on one another follows from where `F`
//! is: they do if and only if `F` comes before the later of them. This is not a question about
//! a pair. It is asked with the stores that were carried out so far ([`Flushed`]).
//!
//! - *Races.* An `R` that runs before `F`, an early reader, stands among the accesses of its
//!   object where `F` stands, and not at all until then ([`Stores`]). A write that comes after
//!   `F` is in a race with it. `R` itself is the second event of no race.
//! - *Independence of a sequence.* `E' ⊢ R ◇ v` is decided along `v`, and the flushes in `v`
//!   count for what comes after them. For a step `X` that reads no own store, pairs are
//!   enough, with what was carried out before `v`: where an `R` of `v` has its `F` in `v` as
//!   well, an `X` that would depend on `R` depends on `F`.
//! - *Sleep sets.* A sleeping `R` stays asleep across `F`, and is woken by what is written
//!   next. What is needed to wake it is such a write with what happens before that; there is
//!   `F`, as writes of one object are in order.
//! - *Reversal.* In `v = notdep(F, E).e'` the early readers of `W` no longer come before `e'`,
//!   as `F` is not there. So the predecessors of `e'` are found anew, even if `e'` does the
//!   same without `F`. Where a load is moved to another place, it reads its own store there if
//!   that is in the buffer, or if nothing was written after its flush.

use crate::next::{Accesses, Lists, Next, One};
use crate::trace::Trace;
use mazurka_program::{Access, Kind, Operation, StoreId, Touch};

const NONE: u32 = u32::MAX;

/// Does nothing that was written before happen before an access because of it?
#[inline]
pub(crate) fn follows_nothing(access: Access) -> bool {
    access == Access::Own
}

/// Do two accesses depend on one another, where `flushed` says of a store whether it was
/// carried out before the later of them?
pub(crate) fn depend(a: &One, b: &One, flushed: &impl Fn(StoreId) -> bool) -> bool {
    let is_in_memory = |one: &One| match one.store {
        Some(store) if follows_nothing(one.access) => flushed(store),
        _ => true,
    };
    a.object == b.object && a.access.depends_on(b.access) && is_in_memory(a) && is_in_memory(b)
}

impl Lists {
    /// Does an event with the accesses `a` happen before a later one with the accesses `b`,
    /// because of these?
    #[inline]
    pub(crate) fn precedes(
        &self,
        a: Accesses,
        b: Accesses,
        flushed: impl Fn(StoreId) -> bool,
    ) -> bool {
        if !self.reads_own(b) {
            return self.dependent(a, b, flushed);
        }
        let (mut one, mut other) = (None, None);
        let a = self.ones(a, &mut one);
        let b = self.ones(b, &mut other).iter();
        let mut b = b.filter(|later| !follows_nothing(later.access));
        b.any(|later| a.iter().any(|earlier| depend(earlier, later, &flushed)))
    }

    /// Does one of these accesses read what its own process stored?
    #[inline]
    pub(crate) fn reads_own(&self, accesses: Accesses) -> bool {
        let reads_own = |one: &One| follows_nothing(one.access);
        !accesses.is_plain() && self.ones(accesses, &mut None).iter().any(reads_own)
    }

    /// Do these accesses carry out a store?
    #[inline]
    pub(crate) fn is_flush(&self, accesses: Accesses) -> bool {
        self.carry_out(accesses, |_| true)
    }

    /// Do these accesses carry out a store that `fits`?
    #[inline]
    fn carry_out(&self, accesses: Accesses, mut fits: impl FnMut(StoreId) -> bool) -> bool {
        if accesses.is_plain() {
            return false;
        }
        let mut place = None;
        let mut written = self.ones(accesses, &mut place).iter();
        written.any(|one| !follows_nothing(one.access) && one.store.is_some_and(&mut fits))
    }
}

/// A place in an execution or in a sequence, as far as it is known there which stores have
/// been carried out.
#[derive(Clone, Debug, Default)]
pub(crate) struct Flushed {
    /// The first events of the execution are before it.
    prefix: usize,
    /// And these stores were carried out after them.
    later: Vec<StoreId>,
}

impl Flushed {
    /// The place after the first `prefix` events of the execution.
    #[inline]
    pub(crate) fn begin(&mut self, prefix: usize) {
        self.prefix = prefix;
        self.later.clear();
    }

    /// How many events at the beginning of the execution are before it.
    #[inline]
    pub(crate) fn prefix(&self) -> usize {
        self.prefix
    }

    /// The place after one more step.
    #[inline]
    pub(crate) fn pass(&mut self, trace: &Trace, next: &Next) {
        trace.lists().carry_out(next.accesses, |store| {
            self.later.push(store);
            false
        });
    }

    /// Was this store carried out before?
    #[inline]
    pub(crate) fn contains(&self, trace: &Trace, store: StoreId) -> bool {
        trace.stores().is_flushed(store, self.prefix) || self.later.contains(&store)
    }

    /// Was this store carried out before, or by one of these steps?
    pub(crate) fn contains_after<'n>(
        &self,
        trace: &Trace,
        mut steps: impl Iterator<Item = &'n Next>,
        store: StoreId,
    ) -> bool {
        let lists = trace.lists();
        self.contains(trace, store)
            || steps.any(|next| lists.carry_out(next.accesses, |other| other == store))
    }

    /// Does `event`, which comes next, wake the process of `step`, which sleeps?
    pub(crate) fn wakes(&self, trace: &Trace, step: &Next, event: &Next) -> bool {
        let flushed = |store| self.contains(trace, store);
        step.process() == event.process() || step.depends_on(event, trace.lists(), flushed)
    }
}

/// What an execution does with buffered stores.
#[derive(Debug, Default)]
pub(crate) struct Stores(Vec<Stored>);

#[derive(Clone, Debug)]
struct Stored {
    /// The event that carried it out, or [`NONE`].
    flush: u32,
    /// The events that read it before that.
    early: Vec<u32>,
}

impl Stored {
    const NEW: Stored = Stored {
        flush: NONE,
        early: Vec::new(),
    };
}

impl Stores {
    /// Has no store been buffered so far, in this execution or another?
    #[inline]
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The number of the event that carried out a store, if that happened.
    #[inline]
    pub(crate) fn flush_of(&self, store: StoreId) -> Option<usize> {
        let flush = self.0.get(store.index())?.flush;
        (flush != NONE).then_some(flush as usize)
    }

    /// Was a store carried out by one of the first `end` events?
    #[inline]
    pub(crate) fn is_flushed(&self, store: StoreId, end: usize) -> bool {
        self.flush_of(store).is_some_and(|flush| flush < end)
    }

    /// The events that read the store that a flush carried out, before that; latest first.
    /// They may happen before the flush (under PSO, by way of other objects), and never
    /// after it.
    pub(crate) fn early_readers(&self, flush: &Touch) -> impl Iterator<Item = u32> + '_ {
        let store = flush.store.filter(|_| !follows_nothing(flush.access));
        let stored = store.and_then(|store| self.0.get(store.index()));
        let early = stored.into_iter().flat_map(|stored| stored.early.iter());
        early.rev().copied()
    }

    /// Notes what an event does with a store. Does it read it early?
    pub(crate) fn note(&mut self, store: StoreId, touch: &Touch, event: u32) -> bool {
        if self.0.len() <= store.index() {
            self.0.resize(store.index() + 1, Stored::NEW);
        }
        let stored = &mut self.0[store.index()];
        if !follows_nothing(touch.access) {
            debug_assert_eq!(stored.flush, NONE, "a store is carried out once");
            stored.flush = event;
            return false;
        }
        let is_early = stored.flush == NONE;
        if is_early {
            stored.early.push(event);
        }
        is_early
    }

    /// Undoes what [`Stores::note`] noted of the last event, and what it returned.
    pub(crate) fn forget(&mut self, store: StoreId, touch: &Touch, is_early: bool) {
        let stored = &mut self.0[store.index()];
        if is_early {
            stored.early.pop();
        } else if !follows_nothing(touch.access) {
            stored.flush = NONE;
        }
    }
}

/// The store of its own process that an operation may read: the latest to its object.
#[inline]
pub(crate) fn readable(operation: &Operation) -> Option<StoreId> {
    operation.store.filter(|_| operation.kind == Kind::Load)
}

/// Is the store that an operation may read in the buffer at a place that `contains` some
/// events? (Where it is not and the operation waits for a change, it sees the value that it
/// waits to change.)
pub(crate) fn reads_buffer(
    trace: &Trace,
    operation: &Operation,
    contains: impl Fn(usize) -> bool,
) -> bool {
    let flush = |store| trace.stores().flush_of(store);
    readable(operation).is_some_and(|store| !flush(store).is_some_and(contains))
}

/// The store of its own process that an operation reads at a place that `contains` some
/// events, in the buffer or in memory.
pub(crate) fn read_at(
    trace: &Trace,
    operation: &Operation,
    contains: impl Fn(usize) -> bool,
) -> Option<StoreId> {
    let store = readable(operation)?;
    if reads_buffer(trace, operation, &contains) {
        return Some(store);
    }
    let changes = trace.changes_of(operation.object);
    let last = changes.map(|(i, _)| i).find(|i| contains(*i));
    (last == trace.stores().flush_of(store)).then_some(store)
}

/// The access of an operation that would make this `access` in memory, where it reads its
/// `own` store, or none.
pub(crate) fn access_of(operation: &Operation, access: Access, own: Option<StoreId>) -> One {
    let flushed = operation.store.filter(|_| operation.kind == Kind::Flush);
    One {
        object: operation.object,
        access: own.map_or(access, |_| Access::Own),
        store: own.or(flushed),
    }
}

/// Can it be told pair by pair on which events of a sequence a step with this one access
/// depends? A read depends on writes, flushes or not, and on no read of an own store.
#[inline]
pub(crate) fn goes_by_pairs(trace: &Trace, accesses: Accesses) -> bool {
    accesses.is_plain() && (trace.stores().is_empty() || accesses.is_read())
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_program::ObjectId;

    fn touch(object: u32, access: Access) -> Touch {
        Touch::new(ObjectId(object), access, 0, 0)
    }

    #[test]
    fn what_a_process_stored_itself_depends_on_writes_after_its_flush() {
        let mut lists = Lists::default();
        let stored = |access, store| Touch {
            store: Some(StoreId::from_index(store)),
            ..touch(3, access)
        };
        let own = lists.accesses(&[stored(Access::Own, 5)]);
        let flush = lists.accesses(&[stored(Access::Write, 6)]);
        let read = lists.accesses(&[touch(3, Access::Read)]);
        let elsewhere = lists.accesses(&[touch(5, Access::Write)]);
        for flushed in [false, true] {
            assert_eq!(lists.dependent(own, flush, |_| flushed), flushed);
            assert_eq!(lists.dependent(flush, own, |_| flushed), flushed);
            assert!(lists.dependent(read, flush, |_| flushed));
            assert!(!lists.dependent(own, read, |_| flushed));
            assert!(!lists.dependent(own, elsewhere, |_| flushed));
        }
        assert!(lists.reads_own(own) && !lists.reads_own(flush) && !lists.reads_own(elsewhere));
        let parts = lists.accesses(&[
            stored(Access::Write, 6),
            Touch {
                store: Some(StoreId::from_index(7)),
                ..touch(5, Access::Write)
            },
        ]);
        let carries_out = |accesses, store| lists.carry_out(accesses, |it| it.index() == store);
        assert!(carries_out(flush, 6) && !carries_out(flush, 5));
        assert!(carries_out(parts, 6) && carries_out(parts, 7) && lists.is_flush(parts));
        assert!(!lists.is_flush(own) && !lists.is_flush(elsewhere));
    }
}
