//! Memory that is the explorer's: execution graphs.
//!
//! There a load need not find what was written last. So what a cell holds means nothing between
//! steps: before each step that reads one, the explorer says which write it reads
//! ([`Program::recall`](mazurka_program::Program::recall)), and what that one has left is put
//! into memory. Each write of a cell is kept for that, with what of it is undefined.
//!
//! Not all memory is like that. A cell is
//!
//! - *strong*, if it belongs to what synchronises (the word of a mutex): its operations have no
//!   order, they are run in the order in which they take place;
//! - *direct*, under the models of C11, if it is never accessed atomically. Accesses of it are no
//!   events: it is read and written at once, and a data race, which is undefined, is a finding.
//!   So whatever order the threads are run in, as long as that respects happens-before, a read
//!   finds what it must;
//! - *ordered* otherwise: all accesses of it are events with an order.
//!
//! How a cell is used is learnt. One that is first seen to be used in one way and then in another
//! is noted in [`super::Knowledge`], and the exploration begins anew. (Of two accesses in different
//! executions it would not matter. But what is noted holds for all cells that come from the
//! same place in the program, so this ends soon.)
//!
//! To free an object, or to end the life of a variable, is no event either. An access that is in
//! no order with that (by the clocks of [`mazurka_memory::races`]; where data races are no
//! findings, all accesses count as synchronising there) could as well have come after it: what
//! comes before the two is all that they need. So that is found in whichever order they are run.

use super::access::{CellSpot, Target, error};
use super::guard::Tried;
use super::knowledge::Knowledge;
use super::state::State;
use super::thread::{Next, Spot};
use super::{Flow, Machine, Trouble};
use crate::code::{Access as Mode, Op, Word};
use crate::ir;
use mazurka_memory::Model;
use mazurka_program::{Interrupt, Kind, ObjectId, Operation, Order, Step};

/// Uses of a cell that were seen.
const DIRECT: u8 = 1;
const ATOMIC: u8 = 2;
const STRONG: u8 = 4;
/// What is known of it.
const KNOWN_MIXED: u8 = 8;
const KNOWN_STRONG: u8 = 16;

/// Brings the uses of a site's cells up to what is known.
pub(super) fn settle(uses: &mut Vec<u8>, knowledge: &Knowledge, site: u32) {
    let mixed = knowledge.mixed(site).map(|offset| (offset, KNOWN_MIXED));
    let strong = knowledge.strong(site).map(|offset| (offset, KNOWN_STRONG));
    for (offset, known) in mixed.chain(strong) {
        *use_of(uses, offset) |= known;
    }
}

fn use_of(uses: &mut Vec<u8>, offset: u64) -> &mut u8 {
    let place = offset as usize;
    if uses.len() <= place {
        uses.resize(place + 1, 0);
    }
    &mut uses[place]
}

/// What an access is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Class {
    /// Local code.
    Direct,
    /// An event, with this order if memory is the explorer's.
    Event(Option<Order>),
}

/// The order of an access that is atomic.
pub(super) fn order_of(order: ir::Order) -> Order {
    match order {
        ir::Order::Relaxed => Order::Relaxed,
        ir::Order::Acquire => Order::Acquire,
        ir::Order::Release => Order::Release,
        ir::Order::AcquireRelease => Order::AcquireRelease,
        ir::Order::SequentiallyConsistent => Order::SequentiallyConsistent,
    }
}

/// What the writes of a cell have left there, from what it held at first on.
#[derive(Clone, Debug, Default)]
struct Cell {
    at: usize,
    size: u8,
    words: Vec<Word>,
    /// When these were made.
    times: Vec<u64>,
}

/// The same of all cells.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    /// By object; those without words are not known.
    cells: Vec<Cell>,
    /// The objects of the words, in the order in which these were added.
    log: Vec<ObjectId>,
}

impl Kept {
    pub(super) fn logged(&self) -> usize {
        self.log.len()
    }

    pub(super) fn go_back(&mut self, logged: usize) {
        for object in self.log.drain(logged..) {
            self.cells[object.index()].words.pop();
            self.cells[object.index()].times.pop();
        }
    }

    /// What was written to a cell, from what it held at first on; nothing if it is not known.
    pub(super) fn words(&self, object: ObjectId) -> &[Word] {
        let cell = self.cells.get(object.index());
        cell.map_or(&[], |cell| cell.words.as_slice())
    }

    /// Is the cell one whose writes are kept?
    pub(super) fn has(&self, object: ObjectId) -> bool {
        !self.words(object).is_empty()
    }

    fn push(&mut self, object: ObjectId, word: Word, time: u64) {
        self.cells[object.index()].words.push(word);
        self.cells[object.index()].times.push(time);
        self.log.push(object);
    }
}

impl State {
    /// Notes what a cell holds at first, when it is first used.
    fn keep(&mut self, cell: CellSpot) {
        let place = cell.id.index();
        if self.kept.cells.len() <= place {
            self.kept.cells.resize(place + 1, Cell::default());
        }
        let kept = &mut self.kept.cells[place];
        if !kept.words.is_empty() {
            return;
        }
        (kept.at, kept.size) = (cell.at, cell.size);
        let word = self.memory.read(cell.at, cell.size);
        // (It was made before there were other threads.)
        self.kept.push(cell.id, word, 0);
    }

    /// A cell was written: keeps what is there now.
    pub(super) fn keep_write(&mut self, object: ObjectId) {
        if let Some(cell) = self.kept.cells.get(object.index())
            && !cell.words.is_empty()
        {
            let word = self.memory.read(cell.at, cell.size);
            self.kept.push(object, word, self.times.written(object));
        }
    }

    /// Puts what a write has left into memory.
    pub(super) fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        let cell = self.kept.cells.get(object.index());
        let Some((cell, word)) =
            cell.and_then(|cell| Some((cell, cell.words.get(write as usize)?)))
        else {
            debug_assert!(false, "{object:?} has no write {write}");
            return;
        };
        debug_assert_eq!(word.bits, value, "write {write} of {object:?}");
        let time = cell.times.get(write as usize).copied();
        self.times.recall(object, time.unwrap_or_default());
        let (at, size, word) = (cell.at, cell.size, *word);
        if self.memory.read(at, size) != word {
            self.memory.write(at, size, word);
        }
        if let Some(races) = &mut self.races {
            races.recall(object, write);
        }
    }

    /// May other threads have to do with memory? As long as there was never another one, they
    /// have not. (Then again, if all others were joined; but where memory is the explorer's, what
    /// they have left there is not known.)
    #[inline]
    pub(super) fn is_alone_in(&self, is_graph: bool) -> bool {
        self.is_alone() && !(is_graph && self.threads.len() > 1)
    }
}

impl Machine {
    /// Is memory the explorer's?
    #[inline]
    pub(super) fn is_graph(&self) -> bool {
        self.text.settings.graphs
    }

    /// Is the model one of C11's, where a data race is undefined?
    #[inline]
    pub(super) fn is_weak(&self) -> bool {
        !self.text.settings.model.is_buffered()
    }

    /// What an access of memory is.
    pub(super) fn class(
        &mut self,
        t: usize,
        target: &Target,
        mode: Mode,
    ) -> Result<Class, Trouble> {
        if !self.is_graph() {
            return Ok(Class::Event(None));
        }
        match target {
            Target::Own { .. } => Ok(Class::Event(None)),
            Target::Cell(cell) => self.class_of(cell, mode.order),
            Target::Cells(cells) => {
                let mut class = Class::Direct;
                for cell in cells {
                    match self.class_of(cell, mode.order)? {
                        Class::Direct => {}
                        Class::Event(None) => class = Class::Event(None),
                        Class::Event(Some(_)) => return Err(self.refuse_parts(t, mode.size)),
                    }
                }
                Ok(class)
            }
        }
    }

    /// Parts of a cell cannot be read from different writes.
    pub(super) fn refuse_parts(&self, t: usize, size: u8) -> Trouble {
        error(format!(
            "{size} bytes are accessed{} of which parts are also accessed alone, or as parts of \
             something else: with execution graphs, what several threads access is always \
             accessed as a whole. Give the parts variables of their own, or check the program \
             under sc, tso or pso with another algorithm",
            self.here(t)
        ))
    }

    fn class_of(&mut self, cell: &CellSpot, order: Option<ir::Order>) -> Result<Class, Trouble> {
        let used = match order {
            None if self.is_weak() => DIRECT,
            _ => ATOMIC,
        };
        let known = self.used(cell, used)?;
        Ok(match order.map(order_of) {
            _ if known & KNOWN_STRONG != 0 => Class::Event(None),
            Some(order) => Class::Event(Some(order)),
            None if !self.is_weak() => Class::Event(Some(Order::Relaxed)),
            None if known & KNOWN_MIXED != 0 => Class::Event(Some(Order::Plain)),
            None => Class::Direct,
        })
    }

    /// A cell is used in one of the ways.
    fn used(&mut self, cell: &CellSpot, used: u8) -> Result<u8, Trouble> {
        let object = self.state.memory.object(cell.object);
        let (site, offset) = (object.site, (cell.at - object.start) as u64);
        let known = use_of(&mut self.tables.uses[site as usize], offset);
        *known |= used;
        let known = *known;
        if known & KNOWN_STRONG != 0 {
            return Ok(known);
        }
        if known & STRONG != 0 && known & (DIRECT | ATOMIC) != 0 {
            self.tables.knowledge.strengthen(site, offset);
            return Err(self.tables.refined());
        }
        if known & DIRECT != 0 && known & ATOMIC != 0 && known & KNOWN_MIXED == 0 {
            self.tables.knowledge.mix(site, offset);
            return Err(self.tables.refined());
        }
        Ok(known)
    }

    /// Accesses of a cell are events from now on. Were they none?
    pub(super) fn mixes(&mut self, cell: CellSpot) -> bool {
        let object = self.state.memory.object(cell.object);
        let (site, offset) = (object.site, (cell.at - object.start) as u64);
        let known = *use_of(&mut self.tables.uses[site as usize], offset);
        let is_new = known & (KNOWN_MIXED | KNOWN_STRONG) == 0;
        if is_new {
            self.tables.knowledge.mix(site, offset);
        }
        is_new
    }

    /// What synchronises uses cells.
    pub(super) fn use_strongly(&mut self, target: &Target) -> Result<(), Trouble> {
        if self.is_graph() {
            for cell in target.cells() {
                self.used(cell, STRONG)?;
            }
        }
        Ok(())
    }

    /// Announces an access of memory that is the explorer's.
    pub(super) fn announce_ordered(
        &mut self,
        t: usize,
        operation: Operation,
        cell: CellSpot,
    ) -> Flow {
        self.state.keep(cell);
        let flow = self.announce(t, operation, cell.spot());
        if self.is_weak() && self.thread(t).guard.is_some() {
            self.race_look(t, cell, operation.order != Some(Order::Plain));
        }
        flow
    }

    /// An instruction that accesses nothing but what is the thread's own is a fence all the same,
    /// where a store buffer would have to be emptied before it. If it is, that is announced, and
    /// the thread begins the instruction again after it.
    pub(super) fn has_to_fence(&mut self, t: usize) -> bool {
        let is_buffered =
            self.is_graph() && self.text.settings.model != Model::Sc && !self.is_weak();
        let thread = &self.state.threads[t];
        if !is_buffered || self.taking.is_trying || thread.atomic > 0 || thread.unfenced == 0 {
            return false;
        }
        self.announce_fence(t, Order::SequentiallyConsistent);
        true
    }

    /// Announces a fence.
    pub(super) fn announce_fence(&mut self, t: usize, order: Order) {
        let object = self.private(t);
        let operation = Operation::new(Kind::Fence, object, 0).ordered(order);
        self.thread_mut(t).spot = Spot::Nowhere;
        self.thread_mut(t).next = Next::Operation(operation);
    }

    /// Has a thread announced a fence that only comes before its instruction?
    pub(super) fn is_before_instruction(&self, t: usize, operation: &Operation) -> bool {
        operation.kind == Kind::Fence
            && operation.order == Some(Order::SequentiallyConsistent)
            && !matches!(self.current_op(t), Op::Fence { .. })
    }

    /// Such a fence.
    pub(super) fn fence_before(&mut self, t: usize, step: &mut Step) -> Result<(), Interrupt> {
        self.state.save_thread(t);
        self.thread_mut(t).unfenced = 0;
        self.run_thread(t, None, step)
    }

    /// May the operation, which is ordered, have a guard? All that its cell may hold has to be
    /// defined: what is not is a finding, which its value does not tell.
    pub(super) fn is_defined(&mut self, t: usize, object: ObjectId) -> bool {
        let process = self.thread(t).process;
        let Some((first, later)) = self.state.kept.words(object).split_first() else {
            return false;
        };
        let mut is_first_hidden = || {
            let races = self.state.races.as_mut();
            races.is_some_and(|races| races.is_written_before(process, object))
        };
        later.iter().all(|word| word.undefined == 0) && (first.undefined == 0 || is_first_hidden())
    }

    /// What came of trying out what a thread has announced, with the value that is there; none
    /// if memory is not the explorer's or it has no guard.
    pub(super) fn tried_with_value(&self, t: usize) -> Option<Tried> {
        let thread = self.thread(t);
        let guard = thread.guard.as_ref()?;
        guard.operation.order?;
        let value = self.state.value_at(thread.spot);
        self.tables.tried.get(&(guard.number, value)).copied()
    }

    /// Tries out what a thread has announced, with all values that its cell may hold.
    pub(super) fn try_values(&mut self, t: usize) -> Result<(), Interrupt> {
        let Some(guard) = &self.thread(t).guard else {
            return Ok(());
        };
        let (number, object) = (guard.number, guard.operation.object);
        for write in 0..self.state.kept.words(object).len() {
            let word = self.state.kept.words(object)[write];
            let key = (number, word.bits);
            if word.undefined != 0 {
                self.tables.opened.insert(key, true);
            }
            if self.tables.opened.contains_key(&key) {
                continue;
            }
            let tried = self.attempt(t, 0, Some(word))?;
            self.note_tried(key, tried);
        }
        self.state.save_thread(t);
        if let Some(guard) = &mut self.thread_mut(t).guard {
            guard.tried = Some(Tried::Through);
            guard.looked_at.clear();
            guard.looked_at.push(object);
        }
        Ok(())
    }

    pub(super) fn note_tried(&mut self, key: (u64, u64), tried: Tried) {
        self.tables.opened.insert(key, tried == Tried::Through);
        self.tables.tried.insert(key, tried);
    }

    /// What a step with a guard comes to that is taken without having been tried out, with what
    /// is there: the number of the guard and the value.
    pub(super) fn asked(&self, t: usize) -> Option<(u64, u64)> {
        let thread = self.thread(t);
        let guard = thread.guard.as_ref()?;
        guard.operation.order?;
        Some((guard.number, self.state.value_at(thread.spot)))
    }

    /// What such a step has come to. If the thread is where it was, it has taken none.
    pub(super) fn answer(
        &mut self,
        t: usize,
        key: (u64, u64),
        step: &Step,
    ) -> Result<(), Interrupt> {
        if self.tables.opened.contains_key(&key) {
            return Ok(());
        }
        let tried = match self.thread(t).next {
            Next::Stalled(first)
                if self.state.is_in_vain(t, step) && self.has_only_ordered_looks(t, first) =>
            {
                Tried::Returns(first)
            }
            _ => Tried::Through,
        };
        self.note_tried(key, tried);
        match tried {
            Tried::Through => Ok(()),
            _ => Err(Interrupt::CameBack),
        }
    }
}
