//! Sequences of events after a prefix, and the notions of *Source Sets* about
//! them: `notdep`, initials, weak initials, independence.
//!
//! When a race between `e` and `e'` is to be reversed, the explorers need the
//! sequence `v = notdep(e, E).e'` after `E' = pre(E, e)`. Its events are those
//! of the execution `E`, except the last: without `e` before it, `e'` may
//! access its object differently, so its access and its clock are found anew.

use crate::clock::Row;
use crate::trace::Trace;
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId};

/// The next operation of a process, reduced to what dependence needs: the
/// access it makes, and of what.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// The process.
    pub process: ProcessId,
    /// The object that it accesses.
    pub object: ObjectId,
    /// How it accesses it.
    pub access: Access,
}

impl Next {
    /// Do the two depend on one another? They are of different processes.
    #[must_use]
    #[inline]
    pub fn depends_on(&self, other: &Next) -> bool {
        debug_assert!(self.process != other.process);
        self.object == other.object && self.access.depends_on(other.access)
    }

    /// An operation that makes this access: what is left of the one that was
    /// announced, for people.
    pub(crate) fn operation(&self) -> Operation {
        Operation {
            kind: match self.access {
                Access::None | Access::Unlock => Kind::Unlock,
                Access::Read => Kind::Load,
                Access::Write => Kind::Store,
                Access::Add => Kind::Add,
                Access::Lock => Kind::Lock,
            },
            object: self.object,
            operand: 0,
        }
    }

    /// What the event number `i` of `trace` was.
    #[must_use]
    pub fn of(trace: &Trace, i: usize) -> Next {
        let event = &trace.events()[i];
        Next {
            process: event.process,
            object: event.operation.object,
            access: event.effect.access,
        }
    }
}

/// An event of a [`Sequence`].
#[derive(Clone, Copy, Debug)]
pub struct Item {
    /// What it does.
    pub next: Next,
    /// Its number among the events of its process.
    pub index: u32,
    row: Row,
}

/// A sequence of events after a prefix of an execution.
///
/// A buffer that is meant to be reused: the functions that fill it begin by
/// emptying it.
#[derive(Debug, Default)]
pub struct Sequence {
    items: Vec<Item>,
    /// What is left of the sequence begins here: events are mostly taken out
    /// near its front.
    start: usize,
}

impl Sequence {
    /// The events of the sequence.
    #[must_use]
    #[inline]
    pub fn items(&self) -> &[Item] {
        &self.items[self.start..]
    }

    /// Is nothing in the sequence?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items().is_empty()
    }

    fn clear(&mut self) {
        self.items.clear();
        self.start = 0;
    }

    fn item(trace: &Trace, i: usize) -> Item {
        let event = &trace.events()[i];
        Item {
            next: Next::of(trace, i),
            index: event.index,
            row: event.row,
        }
    }

    /// All the events of `trace` from number `prefix` on.
    pub fn suffix(&mut self, trace: &Trace, prefix: usize) {
        self.clear();
        self.items
            .extend((prefix..trace.len()).map(|i| Sequence::item(trace, i)));
    }

    /// `notdep(e, E)`: the events after `e` that do not happen after it, where
    /// `E` is the first `end` events of `trace`.
    pub fn notdep(&mut self, trace: &Trace, e: usize, end: usize) {
        self.clear();
        for i in e + 1..end {
            if !trace.happens_before(e, i) {
                self.items.push(Sequence::item(trace, i));
            }
        }
    }

    /// `notdep(e, E).e'` for a race between the events `e` and `e_prime`, where
    /// `E` is the first `end` events of `trace`.
    ///
    /// This may put a clock on top of those of the trace: give the sequence
    /// back with [`Sequence::release`] before the trace changes.
    pub fn reverse_race(&mut self, trace: &mut Trace, e: usize, e_prime: usize, end: usize) {
        self.notdep(trace, e, end);
        let event = trace.events()[e_prime];
        debug_assert!(trace.happens_before(e, e_prime));
        let made = event.effect.access;
        let value = self.value_after(trace, e, event.operation.object);
        let access = event.operation.access_given(value, made);
        let next = Next {
            process: event.process,
            object: event.operation.object,
            access,
        };
        // With the same access, what precedes e' among the events that are left
        // is what preceded it in E: a path from one of them to e' cannot lead
        // through an event that happens after e, or e and e' were not in a race.
        let row = if access == made {
            event.row
        } else {
            self.clock_after(trace, event.base, next)
        };
        self.items.push(Item {
            next,
            index: event.index,
            row,
        });
    }

    /// `notdep(e, E).p` for a process `p` that would run `next` after
    /// `notdep(e, E)` if `e` did not disable it; `base` is the clock of its
    /// past by program order and enabling edges, `index` the number the event
    /// would have.
    pub fn reverse_disabling(
        &mut self,
        trace: &Trace,
        e: usize,
        end: usize,
        next: Next,
        index: u32,
        base: Row,
    ) {
        self.notdep(trace, e, end);
        debug_assert!(!trace.is_in_past(e, base));
        debug_assert!(
            self.items
                .iter()
                .all(|item| item.next.process == next.process || !item.next.depends_on(&next)),
            "what depends on the disabled operation depends on what disabled it"
        );
        self.items.push(Item {
            next,
            index,
            row: base,
        });
    }

    /// Gives back the clock that [`Sequence::reverse_race`] may have pushed.
    pub fn release(&mut self, trace: &mut Trace, rows: u32) {
        self.clear();
        trace.clocks_mut().truncate(rows);
    }

    /// The value of the location `object` after the prefix and this sequence,
    /// given that the event `e`, which follows the prefix, is on that object.
    fn value_after(&self, trace: &Trace, e: usize, object: ObjectId) -> u64 {
        debug_assert_eq!(trace.events()[e].operation.object, object);
        let mut value = trace.events()[e].effect.before;
        let mut items = self.items.iter();
        for event in &trace.events()[e + 1..] {
            let Some(item) = items.as_slice().first() else {
                break;
            };
            if event.process != item.next.process || event.index != item.index {
                continue;
            }
            items.next();
            if item.next.object != object {
                continue;
            }
            // A write would depend on e, whatever e does.
            debug_assert_ne!(event.effect.access, Access::Write);
            if event.effect.access == Access::Add {
                let summand = event.effect.after.wrapping_sub(event.effect.before);
                value = value.wrapping_add(summand);
            }
        }
        value
    }

    /// The clock of an event `next` that follows this sequence.
    fn clock_after(&self, trace: &mut Trace, base: Row, next: Next) -> Row {
        let row = trace.clocks_mut().push_copy(base);
        for item in &self.items {
            if item.next.process != next.process && item.next.depends_on(&next) {
                trace.clocks_mut().join_into_top(item.row);
            }
        }
        row
    }

    /// The place of the first event of `process`.
    #[must_use]
    pub fn first_of(&self, process: ProcessId) -> Option<usize> {
        self.items()
            .iter()
            .position(|item| item.next.process == process)
    }

    /// Does no event of the sequence happen before the one at place `k`?
    #[must_use]
    pub fn has_no_predecessor(&self, trace: &Trace, k: usize) -> bool {
        let row = self.items()[k].row;
        !self.items()[..k]
            .iter()
            .any(|item| trace.clocks().get(row, item.next.process) >= item.index)
    }

    /// Does the event at place `j` happen before the one at place `k`, or is it
    /// the same?
    #[must_use]
    pub fn reaches(&self, trace: &Trace, j: usize, k: usize) -> bool {
        let (a, b) = (&self.items()[j], &self.items()[k]);
        j == k || trace.clocks().get(b.row, a.next.process) >= a.index
    }

    /// Is `process` in `I[E'](v)`, the initials of this sequence `v` (Lemma
    /// 4.2(1)): it occurs, and nothing in `v` happens before its first event?
    #[must_use]
    pub fn is_initial(&self, trace: &Trace, process: ProcessId) -> bool {
        self.first_of(process)
            .is_some_and(|k| self.has_no_predecessor(trace, k))
    }

    /// `I[E'](v)`, in the order of `v`.
    #[must_use]
    pub fn initials(&self, trace: &Trace) -> Vec<ProcessId> {
        let mut initials = Vec::new();
        for (k, item) in self.items().iter().enumerate() {
            let process = item.next.process;
            if self.first_of(process) == Some(k) && self.has_no_predecessor(trace, k) {
                initials.push(process);
            }
        }
        initials
    }

    /// `E' ⊢ p ◇ v`: is what the process of `next` would do, which does not
    /// occur in `v`, independent of all of `v`?
    #[must_use]
    pub fn is_independent(&self, next: &Next) -> bool {
        !self.items().iter().any(|item| item.next.depends_on(next))
    }

    /// Is the process of `next`, enabled after `E'`, in `WI[E'](v)`, the weak
    /// initials of this sequence `v` (Lemma 4.2(2))?
    #[must_use]
    pub fn is_weak_initial(&self, trace: &Trace, next: &Next) -> bool {
        match self.first_of(next.process) {
            Some(k) => self.has_no_predecessor(trace, k),
            None => self.is_independent(next),
        }
    }

    /// `v \ p`: takes the event at place `k` out.
    pub(crate) fn remove(&mut self, k: usize) -> Item {
        let item = self.items()[k];
        let start = self.start;
        self.items.copy_within(start..start + k, start + 1);
        self.start += 1;
        item
    }
}
