//! The machine where memory is the explorer's: execution graphs.
//!
//! Nothing is buffered. Accesses of memory are announced with their orders, fences are events,
//! and what a location holds is told by [`Program::recall`](mazurka_program::Program::recall)
//! before it is read. Under SC, TSO and PSO orders are those that store buffers know; under
//! release/acquire and RC11 those of C.
//!
//! A lock is strong (it has no order, and its content is the machine's) if it is a location of its
//! own and the model is no hardware's. Under TSO and PSO giving back a lock is a store that waits
//! in the buffer, as without graphs, so there a lock is memory like other, and taking it an update
//! that waits.

use super::races::Races;
use super::{Machine, Next};
use crate::code::{Instruction, Orders, Source, StoreOrder};
use crate::test::Test;
use crate::thread::Thread;
use mazurka_memory::Model;
use mazurka_program::{Interrupt, Kind, ObjectId, Operation, Order, Step};

/// What the machine needs for execution graphs.
#[derive(Debug)]
pub(super) struct Graphs {
    pub(super) model: Model,
    /// For each cell, is it a lock that is nothing else?
    strong: Vec<bool>,
    /// None where nothing can race.
    pub(super) races: Option<Races>,
}

impl Graphs {
    pub(super) fn new(test: &Test, model: Model) -> Graphs {
        let is_weak = !model.is_buffered();
        let strong = match model {
            Model::Tso | Model::Pso => Vec::new(),
            Model::Sc | Model::Ra | Model::Rc11 => locks(test).unwrap_or_default(),
        };
        let races = (is_weak && test.has_plain_accesses())
            .then(|| Races::new(test.threads.len(), test.locations.cells.len(), model));
        Graphs {
            model,
            strong,
            races,
        }
    }

    /// Are orders those of C?
    pub(super) fn is_weak(&self) -> bool {
        !self.model.is_buffered()
    }

    /// Is the content of an object the machine's?
    fn is_strong(&self, test: &Test, object: ObjectId) -> bool {
        let cell = object.index();
        cell >= test.locations.cells.len() || self.strong.get(cell) == Some(&true)
    }

    /// Does a fence order anything?
    fn has_fence(&self, order: Order) -> bool {
        match self.model {
            Model::Sc => false,
            Model::Tso => order == Order::SequentiallyConsistent,
            Model::Pso => order.releases(),
            Model::Ra | Model::Rc11 => true,
        }
    }
}

/// For each cell, is it a lock, and accessed only as such? None if that cannot be told, as
/// addresses are computed.
fn locks(test: &Test) -> Option<Vec<bool>> {
    let cells = test.locations.cells.len();
    let (mut locked, mut accessed) = (vec![false; cells], vec![false; cells]);
    for (thread, registers) in test.threads.iter().zip(&test.registers) {
        for instruction in &thread.code {
            let (address, is_lock) = match *instruction {
                Instruction::Lock { address } => (address, true),
                Instruction::Store { address, order, .. } => (address, order == StoreOrder::Unlock),
                Instruction::Load { address, .. } | Instruction::Update { address, .. } => {
                    (address, false)
                }
                _ => continue,
            };
            if let Source::Slot(slot) = address
                && writes(thread, slot.register)
            {
                return None;
            }
            if let Some(cell) = test.locations.cell_at(address.read(registers)) {
                locked[cell] |= is_lock;
                accessed[cell] |= !is_lock;
            }
        }
    }
    let is_lock = |(locked, accessed): (bool, bool)| locked && !accessed;
    Some(locked.into_iter().zip(accessed).map(is_lock).collect())
}

fn writes(thread: &Thread, register: u16) -> bool {
    let mut destinations = thread.code.iter().filter_map(Instruction::destination);
    destinations.any(|slot| slot.register == register)
}

impl Machine<'_> {
    /// Are orders those of C?
    pub(super) fn is_weak(&self) -> bool {
        self.graphs.as_ref().is_some_and(Graphs::is_weak)
    }

    /// A load, as it is announced.
    pub(super) fn ordered_load(&self, operation: Operation, order: Order) -> Operation {
        self.ordered(operation, order, Order::Relaxed)
    }

    /// A store, as it is announced.
    #[inline]
    pub(super) fn ordered_store(&self, operation: Operation, order: StoreOrder) -> Operation {
        let of_hardware = match order {
            StoreOrder::Plain | StoreOrder::Relaxed | StoreOrder::Assigned => Order::Relaxed,
            StoreOrder::Release | StoreOrder::Unlock | StoreOrder::Last => Order::Release,
            StoreOrder::SequentiallyConsistent => Order::SequentiallyConsistent,
        };
        self.ordered(operation, order.of_language(), of_hardware)
    }

    /// An update, as it is announced.
    pub(super) fn ordered_update(&self, operation: Operation, orders: Orders) -> Operation {
        const HARDWARE: Order = Order::SequentiallyConsistent;
        let failure = if self.is_weak() {
            orders.failure
        } else {
            HARDWARE
        };
        let ordered = self.ordered(operation, orders.success, HARDWARE);
        match ordered.order {
            Some(_) => Operation { failure, ..ordered },
            None => ordered,
        }
    }

    #[inline]
    fn ordered(&self, operation: Operation, of_language: Order, of_hardware: Order) -> Operation {
        match &self.graphs {
            Some(graphs) if !graphs.is_strong(self.test, operation.object) => {
                operation.ordered(if graphs.is_weak() {
                    of_language
                } else {
                    of_hardware
                })
            }
            _ => operation,
        }
    }

    /// The event that a fence is, if it is one.
    pub(super) fn announce_fence(&self, order: Order) -> Option<Next> {
        let graphs = self.graphs.as_ref()?;
        let fence = Operation::new(Kind::Fence, ObjectId(0), 0).ordered(order);
        graphs.has_fence(order).then_some(Next::Operation(fence))
    }

    /// Runs a fence that is an event.
    #[cold]
    pub(super) fn perform_fence(
        &mut self,
        thread: usize,
        operation: Operation,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        if let (Some(races), Some(order)) = (self.races(), operation.order) {
            races.fence(thread, order);
        }
        let state = &mut self.threads[thread];
        let is_grace = matches!(
            self.test.threads[thread].code[state.point.at],
            Instruction::GraceBegin { .. }
        );
        if is_grace {
            state.looks.clear();
        }
        state.point.at += 1;
        self.run_local(thread, step)
    }

    pub(super) fn races(&mut self) -> Option<&mut Races> {
        self.graphs.as_mut()?.races.as_mut()
    }

    /// Looks for data races of an access of memory, which has just read what was recalled, and
    /// written if it `writes`.
    #[inline]
    pub(super) fn check_races(
        &mut self,
        thread: usize,
        operation: Operation,
        reads: bool,
        writes: bool,
    ) {
        let at = self.threads[thread].point.at;
        let cell = operation.object.index();
        let Some(races) = self.races() else {
            return;
        };
        let Some(order) = operation.order else {
            races.strong(thread, cell);
            return;
        };
        let order = if operation.kind == Kind::CompareExchange && !writes {
            operation.failure
        } else {
            order
        };
        races.access(thread, at, cell, order, reads, writes);
        if let Some(race) = races.found.pop() {
            races.found.clear();
            self.progress.borrow_mut().races.push(race);
        }
    }
}
