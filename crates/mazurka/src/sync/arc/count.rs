//! When the reference counts of an `Arc` matter.
//!
//! Clones and drops are local code: they add no traces. That is right as long
//! as no thread can tell in which order they came. One can when an
//! *observation* of the count (`strong_count`, `try_unwrap`, `upgrade`, the
//! last drop that finds itself the last and runs a destructor...) is unordered
//! with a *change* of it (a clone, a drop). So, as for data races, the
//! synchronisation clocks judge every pair: a pair that spawns, joins, locks
//! and acquire loads put in order needs no event, and the first that is
//! unordered makes the counts of that type events, and the exploration begins
//! again ([`Refinement::ArcCount`]).
//!
//! The types behind an unsized `Arc` are not known, so an unsized one counts
//! as of every type that was refined, and refines every type.

use crate::cell::with_clocks;
use crate::rt::{self, Refinement};
use mazurka_program::{Access, Kind, ObjectId};
use std::any::type_name;
use std::panic::Location;

/// The name that stands for all types.
const ALL: &str = "*";

/// How much a weak reference adds to the counts as the explorers see them; a
/// strong one adds one.
pub(super) const WEAK: u64 = 1 << 32;

/// The counts of one allocation.
#[derive(Clone, Copy)]
pub(super) struct Count {
    address: usize,
    type_name: &'static str,
    sized: bool,
}

/// The counts as they are: strong references, then weak ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Counts {
    pub(super) strong: usize,
    pub(super) weak: usize,
}

impl Counts {
    /// The only reference of any kind?
    pub(super) fn is_unique(self) -> bool {
        self.strong == 1 && self.weak == 0
    }

    /// With that many more (or fewer) strong references.
    pub(super) fn strong(self, change: isize) -> Counts {
        let strong = self.strong.wrapping_add_signed(change);
        Counts { strong, ..self }
    }

    /// With that many more (or fewer) weak references.
    pub(super) fn weak(self, change: isize) -> Counts {
        let weak = self.weak.wrapping_add_signed(change);
        Counts { weak, ..self }
    }

    fn bits(self) -> u64 {
        (self.strong as u64).wrapping_add((self.weak as u64).wrapping_mul(WEAK))
    }
}

/// An operation on counts that is under way: an event, or local code.
pub(super) struct Operation {
    object: Option<ObjectId>,
    kind: Kind,
}

impl Operation {
    /// The operation has been performed.
    pub(super) fn done(self, method: &str, before: Counts, after: Counts) {
        let Some(object) = self.object else {
            return;
        };
        let access = match self.kind {
            Kind::Add => Access::Add,
            Kind::Load => Access::Read,
            _ => Access::Write,
        };
        debug_assert!(access != Access::Read || before == after);
        rt::touch(object, access, before.bits(), after.bits());
        rt::describe(|| format!("{method} of strong {}, weak {}", before.strong, before.weak));
    }

    /// As `done`; the process has dropped a reference, and what it did happens
    /// before what the last drop does.
    pub(super) fn released(self, method: &str, before: Counts, after: Counts) {
        let object = self.object;
        self.done(method, before, after);
        if let Some(object) = object {
            rt::with_races(|races, p| races.count_release(p, object));
        }
    }

    /// As `done`; the process has found that it has the only reference, and
    /// goes on after all other drops.
    pub(super) fn acquired(self, method: &str, before: Counts, after: Counts) {
        let object = self.object;
        self.done(method, before, after);
        if let Some(object) = object {
            rt::with_races(|races, p| races.count_acquire(p, object));
        }
    }
}

/// Runs what only reads counts: a loop may wait for them.
#[inline(always)]
pub(super) fn looking<R>(read: impl FnOnce() -> R) -> R {
    if rt::is_active() {
        rt::looking(read)
    } else {
        read()
    }
}

impl Count {
    /// The counts of the allocation that holds the value at `data`. They stand
    /// in the sixteen bytes or more before it.
    pub(super) fn of<T: ?Sized>(data: *const T) -> Count {
        Count {
            address: data.addr().wrapping_sub(16),
            type_name: type_name::<T>(),
            sized: size_of::<*const T>() == size_of::<usize>(),
        }
    }

    fn object(self) -> ObjectId {
        rt::resolve_address(self.address)
    }

    /// Are the operations on these counts events?
    fn is_event(self) -> bool {
        rt::arc_counts_refined()
            && (!self.sized
                || rt::refined(&Refinement::ArcCount(self.type_name))
                || rt::refined(&Refinement::ArcCount(ALL)))
    }

    fn refinement(self) -> Refinement {
        Refinement::ArcCount(if self.sized { self.type_name } else { ALL })
    }

    /// Before the counts are added to by who learns nothing of them; `delta` is
    /// modulo 2^64.
    #[track_caller]
    pub(super) fn add(self, delta: u64) -> Operation {
        self.begin(Kind::Add, delta, Location::caller(), Count::changed)
    }

    /// Before the counts are read, by a call at that place of the program.
    pub(super) fn read(self, counts: Counts, place: &'static Location<'static>) -> Operation {
        if rt::is_active() && self.is_event() {
            rt::foresee(self.object(), || counts.bits());
        }
        self.begin(Kind::Load, 0, place, |count| {
            count.observed();
            count.if_in_vain();
        })
    }

    /// Before the counts are read and perhaps changed.
    #[track_caller]
    pub(super) fn modify(self) -> Operation {
        self.begin(Kind::ReadModifyWrite, 0, Location::caller(), |count| {
            count.changed();
            count.observed();
            count.if_in_vain();
        })
    }

    /// Before a strong reference is dropped. Whether it is the last matters
    /// only if the value has a destructor; and it is what that does that makes
    /// it an observation.
    #[track_caller]
    pub(super) fn drop_strong(
        self,
        has_destructor: bool,
        counts: impl FnOnce() -> Counts,
    ) -> Operation {
        let (kind, operand) = if has_destructor {
            (Kind::ReadModifyWrite, 0)
        } else {
            (Kind::Add, 1_u64.wrapping_neg())
        };
        self.begin(kind, operand, Location::caller(), |count| {
            if rt::refined(&Refinement::SyncClocks) {
                // Nobody can observe any more what nobody else refers to.
                if !counts().is_unique() {
                    rt::observe();
                }
                count.judge_change();
                let object = count.object();
                rt::with_races(|races, p| races.count_ended(p, object));
            }
        })
    }

    fn begin(
        self,
        kind: Kind,
        operand: u64,
        place: &'static Location<'static>,
        local: impl FnOnce(Count),
    ) -> Operation {
        let mut object = None;
        if rt::is_active() && rt::is_silent() {
            self.unwinding(kind);
        } else if rt::is_active() {
            if self.is_event() {
                let id = self.object();
                rt::announce_at(kind, id, operand, place);
                object = Some(id);
            } else {
                if kind != Kind::Load {
                    // The last owner must find what the others stored.
                    rt::drain_apart(place);
                }
                local(self);
            }
        }
        Operation { object, kind }
    }

    /// A loop that looks at the counts must let others change them.
    fn if_in_vain(self) {
        if rt::looks_in_vain() {
            rt::refine(self.refinement());
        }
    }

    /// An operation by a process that unwinds, and so cannot announce it. If
    /// a thread could tell when it came, the process must not go on.
    fn unwinding(self, kind: Kind) {
        if rt::is_teardown() {
            return;
        }
        if self.is_event() {
            return rt::unscheduled();
        }
        if rt::refined(&Refinement::SyncClocks) {
            let object = self.object();
            let ordered = rt::with_races_unwinding(|races, p| {
                let change = kind == Kind::Load || races.count_change(p, object);
                let observed = kind == Kind::Add || races.count_observed(p, object);
                change && observed
            });
            if ordered == Some(false) {
                rt::refine_unwinding(self.refinement());
            }
        }
    }

    /// A change that is no event. Nobody has observed a count yet if there are
    /// no clocks.
    fn changed(self) {
        if rt::refined(&Refinement::SyncClocks) {
            // Who makes the change is not settled in a destructor whose process
            // is not.
            rt::observe();
            self.judge_change();
        }
    }

    fn judge_change(self) {
        let object = self.object();
        rt::notice();
        self.judge(rt::with_races(|races, p| races.count_change(p, object)));
    }

    /// An observation that is no event.
    fn observed(self) {
        rt::observe();
        let object = self.object();
        self.judge(with_clocks(|races, p| races.count_observed(p, object)));
    }

    fn judge(self, ordered: Option<bool>) {
        if ordered == Some(false) {
            rt::refine(self.refinement());
        }
    }

    /// Runs the last drop of a value whose destructor has something to do. If
    /// the drop was no event, and another drop is unordered with it, then the
    /// other could have been the last: the destructor must not do anything that
    /// shows which process runs it.
    pub(super) fn last_drop(self, drop: impl FnOnce()) {
        if !rt::is_active() || rt::is_silent() || self.is_event() {
            return drop();
        }
        if !rt::refined(&Refinement::SyncClocks) {
            let _last = rt::enter_last_drop(Refinement::SyncClocks);
            return drop();
        }
        let object = self.object();
        rt::notice();
        let ordered = rt::with_races(|races, p| races.count_settled(p, object));
        if ordered == Some(false) {
            let _last = rt::enter_last_drop(self.refinement());
            return rt::with_counted(object, drop);
        }
        drop();
    }
}
