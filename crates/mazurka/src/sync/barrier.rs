//! The barrier, with the names and signatures of `std::sync::Barrier`.
//!
//! To arrive is to add one to the count of a generation, and arrivals commute:
//! nobody can tell their order. To go on is a second operation, blocked until
//! all have arrived, and a third decides who leads: the first to run it. (In
//! `std` it is the last to arrive, which may be any of them.) So a barrier for
//! `n` threads multiplies the traces by `n`, one for each leader, and not by
//! `n!`. The third is left out until a thread asks whether it leads (a
//! refinement): where none does, a barrier adds no traces.
//!
//! Which generation an arrival belongs to is the number of times its thread has
//! been here before, as long as no more threads use the barrier than it is for.
//! Once an arrival finds its generation complete, that is known to be wrong,
//! and the program is explored again with arrivals in order (a refinement).

use crate::rt::{self, Refinement, Tag};
use mazurka_program::{Access, Kind, ObjectId};
use std::fmt;

/// `std::sync::Barrier` under the model checker.
pub struct Barrier {
    tag: Tag,
    size: usize,
}

/// Parts of a barrier from here on count the arrivals of one thread each.
const OWN: u64 = 1 << 62;

impl Barrier {
    /// A barrier for `n` threads. It is named when it is first used in an
    /// execution.
    #[track_caller]
    #[must_use]
    pub const fn new(n: usize) -> Barrier {
        Barrier {
            tag: Tag::new(),
            size: n,
        }
    }

    /// The same barrier with a name, which has to be a constant. Reports call it so. Otherwise they
    /// call it as the source code does where it was made or is used, if that can be told, or by
    /// its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Barrier {
        self.tag = Tag::named(name);
        self
    }

    /// Waits until as many threads as the barrier is for have arrived.
    #[track_caller]
    pub fn wait(&self) -> BarrierWaitResult {
        let barrier = rt::resolve(&self.tag).id;
        rt::noun(barrier, "Barrier");
        if self.size <= 1 {
            return BarrierWaitResult(Some(true));
        }
        let size = self.size as u64;
        let is_leader = if rt::refined(&Refinement::BarrierOrder) {
            Some(wait_in_order(barrier, size))
        } else {
            wait_in_any_order(barrier, size)
        };
        BarrierWaitResult(is_leader)
    }
}

/// Waits in the generation that the thread's own past tells. Says who leads if a
/// thread is known to ask.
#[track_caller]
fn wait_in_any_order(barrier: ObjectId, size: u64) -> Option<bool> {
    let own = rt::part(barrier, OWN | u64::from(rt::current_process().0));
    let generation = rt::value(own);
    rt::set_value(own, generation + 1);
    let count = rt::part(barrier, 1 + 2 * generation);
    let leader = rt::part(barrier, 2 + 2 * generation);
    for part in [count, leader] {
        rt::noun(part, "Barrier");
    }
    let before = rt::operate(Kind::Add, count, 1, |arrived| arrived + 1);
    rt::release(count);
    rt::describe(|| "wait() arrives".to_owned());
    if before >= size {
        rt::refine(Refinement::BarrierOrder);
    }
    pass(barrier, count, size);
    if !rt::refined(&Refinement::BarrierLeader) {
        return None;
    }
    let is_leader = rt::operate(Kind::CompareExchange, leader, 0, |_| 1) == 0;
    rt::describe(|| format!("wait() decides, is_leader = {is_leader}"));
    Some(is_leader)
}

/// Waits in the generation that the order of arrivals tells; the last of a
/// generation is its leader.
#[track_caller]
fn wait_in_order(barrier: ObjectId, size: u64) -> bool {
    rt::announce_opaque(Kind::Change, barrier, &mut || true);
    let arrived = rt::value(barrier);
    rt::touch(barrier, Access::Write, arrived, arrived + 1);
    rt::release(barrier);
    let complete = rt::part(barrier, 1 + arrived / size);
    rt::noun(complete, "Barrier");
    let is_leader = (arrived + 1).is_multiple_of(size);
    if is_leader {
        rt::touch(complete, Access::Write, 0, 1);
        rt::acquire(barrier);
        rt::release(complete);
    }
    rt::describe(|| format!("wait() arrives, is_leader = {is_leader}"));
    if !is_leader {
        pass(barrier, complete, 1);
    }
    is_leader
}

/// Waits until the object holds that value, after which it never changes.
#[track_caller]
fn pass(barrier: ObjectId, object: ObjectId, value: u64) {
    rt::waits_for("for others to arrive at a Barrier");
    rt::announce_opaque(Kind::Receive, barrier, &mut || rt::look(object) == value);
    rt::touch(object, Access::Read, value, value);
    rt::acquire(object);
    rt::describe(|| "wait() goes on".to_owned());
}

impl fmt::Debug for Barrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Barrier").finish_non_exhaustive()
    }
}

/// What a thread learns at a barrier; see [`std::sync::BarrierWaitResult`].
///
/// Asked after the check in which it was made, of a barrier whose leader no thread asked
/// for while it ran, it says no.
pub struct BarrierWaitResult(Option<bool>);

impl BarrierWaitResult {
    /// Is this the one thread of its generation that was chosen?
    #[must_use]
    pub fn is_leader(&self) -> bool {
        if self.0.is_none() && rt::is_active() {
            match std::thread::panicking() {
                true => rt::refine_unwinding(Refinement::BarrierLeader),
                false => rt::refine(Refinement::BarrierLeader),
            }
        }
        self.0.unwrap_or(false)
    }
}

impl fmt::Debug for BarrierWaitResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("BarrierWaitResult")
            .field("is_leader", &self.is_leader())
            .finish()
    }
}
