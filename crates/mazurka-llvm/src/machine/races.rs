//! Data races: accesses of which one is not atomic, unordered by what synchronises.
//!
//! The happens-before of explorers orders all conflicting events; this is the other
//! one, of the C standard ([`mazurka_memory::races`]). `volatile` is not atomic.

use super::access::{CellSpot, Target};
use super::memory::{ObjectIndex, Origin};
use super::{Machine, Trouble};
use crate::code::{Access as Mode, Word};
use crate::ir::Order;
use mazurka_memory::races::Conflict;
use mazurka_program::{Finding, FindingKind, ObjectId, ProcessId, Step};
use std::sync::atomic::Ordering;

/// What an access does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Does {
    Read,
    Write,
    /// A write that goes into a buffer.
    WriteLater,
    Update,
    /// An exchange for what is there already. For explorers it only reads, so it is not
    /// ordered with other reads: none of them can acquire from it.
    UpdateIdly,
}

fn ordering(order: Option<Order>) -> Ordering {
    match order {
        None | Some(Order::Relaxed) => Ordering::Relaxed,
        Some(Order::Acquire) => Ordering::Acquire,
        Some(Order::Release) => Ordering::Release,
        Some(Order::AcquireRelease) => Ordering::AcqRel,
        Some(Order::SequentiallyConsistent) => Ordering::SeqCst,
    }
}

impl Machine {
    fn cells_at(&mut self, t: usize, address: Word, size: u8) -> Result<Vec<CellSpot>, Trouble> {
        Ok(match self.target(t, address, size, false)? {
            Target::Own { .. } => Vec::new(),
            Target::Cell(cell) => vec![cell],
            Target::Cells(cells) => cells,
        })
    }

    /// A thread has accessed memory. For a write that goes into a buffer, the number
    /// of the clock that it releases.
    pub(super) fn race_access(
        &mut self,
        t: usize,
        address: &Word,
        mode: Mode,
        does: Does,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        if self.state.races.is_none() || self.state.is_alone_in(self.is_graph()) {
            return Ok(());
        }
        let p = self.thread(t).process;
        let place = self.place_of(t);
        // All accesses of an atomic block are atomic, as the rules of SV-COMP have it.
        let order = match self.thread(t).atomic {
            0 if self.text.settings.races => mode.order,
            _ => Some(Order::SequentiallyConsistent),
        };
        let is_atomic = order.is_some();
        let writes = does != Does::Read;
        for cell in self.cells_at(t, *address, mode.size)? {
            let Some(races) = &mut self.state.races else {
                break;
            };
            let reads = !matches!(does, Does::Write | Does::WriteLater);
            if is_atomic && reads {
                // It comes itself after what it acquires; to acquire twice changes nothing.
                races.load(p, cell.id, ordering(order));
            }
            let conflict = races.mixed_access(p, cell.id, (writes, is_atomic), place);
            if is_atomic && does != Does::WriteLater {
                let releases = writes && does != Does::UpdateIdly;
                races.synchronise(p, cell.id, (reads, releases), ordering(order));
            } else if writes && does != Does::WriteLater && self.state.kept.has(cell.id) {
                races.plain_write(p, cell.id);
            }
            let unmade = self.unmade(t, cell);
            if (conflict.is_some() || unmade.is_some()) && self.learns_race(cell) {
                return Err(self.tables.refined());
            }
            self.report_race(t, cell, conflict, writes, step);
            if let Some(maker) = unmade {
                self.report_unmade(t, cell, maker, writes, step);
            }
        }
        Ok(())
    }

    /// A data race that is ignored: what comes after it is defined under the models of C11 if all
    /// accesses of the cell are events, as those of relaxed atomics are. So they are, from now on;
    /// was that not known yet?
    fn learns_race(&mut self, cell: CellSpot) -> bool {
        self.is_weak() && self.ignores(FindingKind::DataRace) && self.mixes(cell)
    }

    /// A write that failed: it counts all the same.
    pub(super) fn race_failed(&mut self, object: ObjectId, step: &Step) {
        let process = step.findings.last().and_then(|finding| finding.process);
        if let (Some(races), Some(process)) = (&mut self.state.races, process) {
            races.plain_write(process, object);
        }
    }

    /// A thread looks at a cell, maybe in a loop that waits: one look of it is made here, whatever
    /// comes of that. (The looks that come to nothing are not made.)
    pub(super) fn race_look(&mut self, t: usize, cell: CellSpot, is_atomic: bool) {
        let p = self.thread(t).process;
        let place = self.place_of(t);
        let is_looked_for = self.text.settings.races && !self.taking.is_trying;
        let Some(races) = self.state.races.as_mut().filter(|_| is_looked_for) else {
            return;
        };
        let conflict = races.mixed_access(p, cell.id, (false, is_atomic), place);
        let mut step = Step::default();
        self.report_race(t, cell, conflict, false, &mut step);
        self.taking.findings.append(&mut step.findings);
    }

    /// The clock that a store into a buffer releases, by number.
    pub(super) fn race_later(&mut self, t: usize, mode: Mode) -> u32 {
        let p = self.thread(t).process;
        match &mut self.state.races {
            Some(races) if mode.order.is_some() => {
                let clock = races.release_later(p, ordering(mode.order));
                self.state.late.push(clock);
                self.state.late.len() as u32 - 1
            }
            _ => u32::MAX,
        }
    }

    /// Such a store has reached memory.
    pub(super) fn race_flushed(&mut self, object: ObjectId, clock: u32) {
        let clock = self.state.late.get(clock as usize);
        if let (Some(races), Some(clock)) = (&mut self.state.races, clock) {
            races.flushed(object, clock);
        }
    }

    fn report_race(
        &mut self,
        t: usize,
        cell: CellSpot,
        conflict: Option<Conflict<u32>>,
        writes: bool,
        step: &mut Step,
    ) {
        let Some(conflict) = conflict else {
            return;
        };
        let name = self.bytes_name(cell.object, cell.at);
        let verb = |writes| if writes { "writes" } else { "reads" };
        let me = self.thread_name(self.thread(t).process);
        let other = self.thread_name(conflict.process);
        let other_place = self.place_words(conflict.place);
        let message = format!(
            "{me} {} {name}{}, and nothing orders that with {other}, which {} \
             it{}{other_place}{}",
            verb(writes),
            self.by_assembly(self.place_of(t)),
            verb(conflict.write),
            self.by_assembly(conflict.place),
            self.stack(t)
        );
        step.findings.push(Finding {
            kind: FindingKind::DataRace,
            process: Some(self.thread(t).process),
            message,
        });
    }

    /// Who has allocated the memory of a cell, if nothing orders what a thread does there after
    /// that.
    fn unmade(&mut self, t: usize, cell: CellSpot) -> Option<ProcessId> {
        let object = self.state.memory.object(cell.object);
        let (window, origin) = (object.window, object.origin);
        let is_own = window.arena == self.thread(t).arena;
        if origin != Origin::Heap || window.is_large || is_own || self.thread(t).atomic > 0 {
            return None;
        }
        let mut threads = self.state.threads.iter();
        let maker = threads.find(|thread| thread.arena == window.arena)?.process;
        let p = self.thread(t).process;
        // The numbers of objects on the heap are even, and begin with two.
        let nth = u64::from(window.number / 2 - 1);
        let races = self.state.races.as_mut()?;
        races.is_unmade(p, cell.id, maker, nth).then_some(maker)
    }

    fn report_unmade(
        &mut self,
        t: usize,
        cell: CellSpot,
        maker: ProcessId,
        writes: bool,
        step: &mut Step,
    ) {
        let place = self.state.memory.object(cell.object).place;
        let message = format!(
            "{} {} {}{}, and nothing orders that after {}, which allocates it{}{}",
            self.thread_name(self.thread(t).process),
            if writes { "writes" } else { "reads" },
            self.bytes_name(cell.object, cell.at),
            self.by_assembly(self.place_of(t)),
            self.thread_name(maker),
            self.place_words(place),
            self.stack(t)
        );
        step.findings.push(Finding {
            kind: FindingKind::DataRace,
            process: Some(self.thread(t).process),
            message,
        });
    }

    /// To free an object is to write all of it; in an atomic block, atomically.
    pub(super) fn race_free(&mut self, t: usize, object: ObjectIndex, step: &mut Step) {
        let record = *self.state.memory.object(object);
        if self.state.races.is_none() || self.state.is_alone() || !record.is_shared {
            return;
        }
        let p = self.thread(t).process;
        let place = self.place_of(t);
        let is_atomic = self.thread(t).atomic > 0;
        let is_end = match self.is_weak() {
            true => self.ignores(FindingKind::DataRace),
            false => self.is_graph() && !self.text.settings.races,
        };
        let cells: Vec<_> = self.tables.layouts[record.site as usize].cells().collect();
        for (offset, size) in cells {
            if offset + u64::from(size) > record.size {
                continue;
            }
            let cell = CellSpot {
                id: self.cell_id(object, offset),
                object,
                at: record.start + offset as usize,
                size,
            };
            let Some(races) = &mut self.state.races else {
                break;
            };
            if is_atomic {
                races.load(p, cell.id, Ordering::SeqCst);
            }
            if is_end {
                // One that was ignored is none of this.
                races.tell_again(cell.id);
            }
            let conflict = races.mixed_access(p, cell.id, (true, is_atomic), place);
            if is_atomic {
                races.synchronise(p, cell.id, (true, true), Ordering::SeqCst);
            }
            if is_end {
                self.report_end(t, cell, conflict, step);
                continue;
            }
            self.report_race(t, cell, conflict, true, step);
        }
    }

    /// An object ends, in no order with an access.
    fn report_end(
        &mut self,
        t: usize,
        cell: CellSpot,
        conflict: Option<Conflict<u32>>,
        step: &mut Step,
    ) {
        let Some(conflict) = conflict else {
            return;
        };
        let message = format!(
            "{} may be accessed after its end: {} ends its life, and nothing orders that with {}, \
             which {} it{}{}",
            self.bytes_name(cell.object, cell.at),
            self.thread_name(self.thread(t).process),
            self.thread_name(conflict.process),
            if conflict.write { "writes" } else { "reads" },
            self.place_words(conflict.place),
            self.stack(t)
        );
        step.findings.push(Finding {
            kind: FindingKind::InvalidAccess,
            process: Some(self.thread(t).process),
            message,
        });
        self.state.course.has_failed = true;
    }

    pub(super) fn race_fence(&mut self, t: usize, order: Order) {
        let p = self.thread(t).process;
        if let Some(races) = &mut self.state.races {
            races.fence(p, ordering(Some(order)));
        }
    }

    pub(super) fn race_release(&mut self, t: usize, object: ObjectId) {
        let p = self.thread(t).process;
        if let Some(races) = &mut self.state.races {
            races.release(p, object);
        }
    }

    pub(super) fn race_acquire(&mut self, t: usize, object: ObjectId) {
        let p = self.thread(t).process;
        if let Some(races) = &mut self.state.races {
            races.acquire(p, object);
        }
    }

    pub(super) fn race_spawn(&mut self, t: usize, child: usize) {
        let (parent, child) = (self.thread(t).process, self.thread(child).process);
        if let Some(races) = &mut self.state.races {
            races.spawn(parent, child);
        }
    }

    pub(super) fn race_join(&mut self, t: usize, target: usize) {
        let (process, target) = (self.thread(t).process, self.thread(target).process);
        if let Some(races) = &mut self.state.races {
            races.join(process, target);
        }
    }
}
