//! A litmus test as a program that can be explored.
//!
//! Threads are processes that exist from the start, cells of memory are objects
//! that do before. Registers, jumps and arithmetic are local code, and so is a
//! store that goes into a buffer; each access of memory is an operation.
//!
//! Loops that wait are the business of [`wait`].

mod grace;
mod graphs;
mod races;
mod turns;
mod update;
mod wait;

use crate::code::{Instruction, Orders, Source, StoreOrder, Update};
use crate::test::{Spot, Test};
use grace::{Sections, Used};
use graphs::Graphs;
use mazurka_memory::{Buffers, Model};
use mazurka_program::{
    Access, Edge, Interrupt, Kind, Names, ObjectId, ObjectName, Operation, Order, ProcessId,
    Program, Status, Step, Touch, Turn, memory,
};
pub(crate) use races::Race;
use std::cell::RefCell;
use std::rc::Rc;
use wait::{Guards, Look, Point};

/// A thread that runs more instructions than this without an access of memory is in an
/// endless loop.
const MOST_LOCAL_STEPS: usize = 1_000_000;

/// What an execution has come to, for those who watch.
#[derive(Clone, Debug, Default)]
pub(crate) struct Progress {
    /// For each thread, is it finished?
    pub(crate) finished: Vec<bool>,
    /// How many are not.
    pub(crate) unfinished: usize,
    /// When all are: the values of [`Test::keys`].
    pub(crate) state: Option<Vec<u64>>,
    /// A thread runs for ever without an operation.
    pub(crate) is_endless: bool,
    /// In this execution or an earlier one, the bound on buffers has kept a store
    /// out: with more room there may be more behaviours.
    pub(crate) is_bounded: bool,
    /// Data races.
    pub(crate) races: Vec<Race>,
}

impl Progress {
    /// Another execution begins; the number is that of its threads.
    fn begin(&mut self, threads: usize) {
        self.finished.clear();
        self.finished.resize(threads, false);
        self.unfinished = threads;
        self.state = None;
        self.is_endless = false;
        self.races.clear();
    }
}

/// What a thread does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Next {
    Operation(Operation),
    /// It waits for its buffer, and then begins its instruction again.
    Buffer,
    /// A round of a loop came to nothing: the looks from this one on.
    Stalled(usize),
    Finished,
}

#[derive(Clone, Debug)]
struct State {
    point: Point,
    next: Next,
    /// The latest accesses of memory, as long as they only looked, in loops.
    looks: Vec<Look>,
    /// How many stores it has made since its buffer was last known to be empty.
    unfenced: u32,
}

/// A litmus test, running.
pub struct Machine<'t> {
    test: &'t Test,
    names: Names,
    buffers: Buffers<()>,
    /// How many stores a buffer holds.
    bound: Option<u32>,
    memory: Vec<u64>,
    threads: Vec<State>,
    /// By thread; they are numbered one after the other.
    processes: Vec<ProcessId>,
    used: Used,
    /// By thread.
    sections: Vec<Sections>,
    progress: Rc<RefCell<Progress>>,
    guards: Guards,
    /// Where memory is the explorer's.
    graphs: Option<Graphs>,
    /// Why the test cannot be explored in this way.
    refusal: Option<String>,
    /// How many bytes of memory an execution may take.
    max_memory: u64,
}

impl<'t> Machine<'t> {
    /// A test under a memory model, with room for `bound` stores in each buffer. Under a model
    /// that store buffers cannot make, memory is the explorer's: see [`Machine::with_graphs`].
    #[must_use]
    pub fn new(test: &'t Test, model: Model, buffer_bound: Option<u32>) -> Machine<'t> {
        let mut machine = Machine::with_model(test, model, buffer_bound);
        if !model.is_buffered() {
            machine.refusal = test.refusal(model, true, buffer_bound);
            machine.graphs = Some(Graphs::new(test, model));
        }
        machine
    }

    /// A test under a memory model, for the explorer of execution graphs: nothing is buffered,
    /// and what memory holds is the explorer's business.
    #[must_use]
    pub fn with_graphs(test: &'t Test, model: Model) -> Machine<'t> {
        Machine {
            refusal: test.refusal(model, true, None),
            graphs: Some(Graphs::new(test, model)),
            ..Machine::with_model(test, Model::Sc, None)
        }
    }

    /// The same, with another limit on the memory that an execution takes.
    pub(crate) fn within(mut self, max_memory: u64) -> Machine<'t> {
        self.max_memory = max_memory;
        self
    }

    /// The same, if there is no reason why not.
    pub(crate) fn refused(mut self, refusal: Option<String>) -> Machine<'t> {
        self.refusal = refusal;
        self
    }

    fn with_model(test: &'t Test, model: Model, buffer_bound: Option<u32>) -> Machine<'t> {
        let model = if model.is_buffered() {
            model
        } else {
            Model::Sc
        };
        let mut names = Names::new();
        // Objects are numbered as cells are.
        for place in 0..test.locations.cells.len() {
            let object = names.object(ObjectName {
                creator: None,
                place: place as u64,
                generation: 0,
                part: 0,
            });
            assert_eq!(object.index(), place, "objects are numbered from zero");
        }
        let processes: Vec<ProcessId> = (0..test.threads.len())
            .map(|nth| names.child(ProcessId::ROOT, u32::try_from(nth).expect("few threads")))
            .collect();
        Machine {
            test,
            names,
            used: Used::by(test),
            sections: vec![Sections::default(); test.threads.len()],
            buffers: Buffers::new(model, buffer_bound),
            bound: buffer_bound,
            memory: Vec::new(),
            threads: Vec::new(),
            processes,
            progress: Rc::default(),
            guards: Guards::default(),
            graphs: None,
            refusal: None,
            max_memory: memory::USUAL,
        }
    }

    /// What the current execution has come to, to be looked at when it has
    /// ended.
    pub(crate) fn progress(&self) -> Rc<RefCell<Progress>> {
        Rc::clone(&self.progress)
    }

    fn thread_of(&self, process: ProcessId) -> usize {
        let thread = process.index() - self.processes[0].index();
        debug_assert_eq!(self.processes[thread], process, "a thread of this program");
        thread
    }

    /// What a thread is about to do has no meaning: an error that begins with the place.
    fn error(&self, thread: usize, message: &str) -> Interrupt {
        self.error_at(thread, self.threads[thread].point.at, message)
    }

    #[cold]
    fn meaningless(&self, thread: usize, what: &str) -> Interrupt {
        let message = format!("this is {what}, which has no meaning in C");
        self.error(thread, &message)
    }

    #[cold]
    fn error_at(&self, thread: usize, instruction: usize, message: &str) -> Interrupt {
        let code = &self.test.threads[thread];
        let number = code.number;
        Interrupt::Error(match code.place(instruction) {
            Some(place) => format!("{place}: {message} (in thread {number})"),
            None => format!("{message} (in thread {number})"),
        })
    }

    fn read(&self, thread: usize, source: Source) -> u64 {
        source.read(&self.threads[thread].point.registers)
    }

    /// The object at an address that `thread` accesses.
    fn object(&self, thread: usize, address: Source) -> Result<ObjectId, Interrupt> {
        let address = self.read(thread, address);
        match self.test.locations.cell_at(address) {
            Some(cell) => Ok(ObjectId(u32::try_from(cell).expect("few cells"))),
            None => Err(Interrupt::Error(format!(
                "thread {} accesses the address {address:#x}, where no location is",
                self.test.threads[thread].number
            ))),
        }
    }

    /// What an object will hold when `value` has been stored there.
    fn hold(&self, object: ObjectId, value: u64, bits: Option<u8>) -> Result<u64, Interrupt> {
        self.check_bits(object, value, bits)?;
        Ok(self.test.locations.cells[object.index()].hold(value, bits))
    }

    fn check_bits(&self, object: ObjectId, value: u64, bits: Option<u8>) -> Result<(), Interrupt> {
        if !self.test.locations.cells[object.index()].is_torn(value, bits) {
            return Ok(());
        }
        let name = self.test.locations.cell_name(object.index());
        Err(Interrupt::Error(format!(
            "`{name}` is accessed with different numbers of bits and holds {value:#x}: accesses \
             of parts of a location are not modelled"
        )))
    }

    /// Runs local code of a thread up to its next operation.
    fn run_local(&mut self, thread: usize, step: &mut Step) -> Result<(), Interrupt> {
        for _ in 0..MOST_LOCAL_STEPS {
            let instruction = self.test.threads[thread].code[self.threads[thread].point.at];
            if self.run_instruction(thread, instruction, step)? {
                return Ok(());
            }
        }
        self.progress.borrow_mut().is_endless = true;
        Err(Interrupt::Error(format!(
            "thread {} runs for ever without an operation that others could see",
            self.test.threads[thread].number
        )))
    }

    /// Notes what a thread does next, which is no local code.
    #[inline]
    fn announce(&mut self, thread: usize, next: Next) -> Result<bool, Interrupt> {
        self.threads[thread].next = next;
        Ok(true)
    }

    /// Runs an instruction if it is local code; else notes what the thread does
    /// next. Is that so?
    fn run_instruction(
        &mut self,
        thread: usize,
        instruction: Instruction,
        step: &mut Step,
    ) -> Result<bool, Interrupt> {
        let process = self.processes[thread];
        match instruction {
            Instruction::Compute { to, compute, a, b } => {
                let (a, b) = (self.read(thread, a), self.read(thread, b));
                if let Some(wrong) = compute.undefined(a, b) {
                    return Err(self.meaningless(thread, wrong));
                }
                let value = compute.apply(a, b);
                to.write(&mut self.threads[thread].point.registers, value);
            }
            Instruction::Jump(target) => {
                self.threads[thread].point.at = target as usize;
                return Ok(false);
            }
            Instruction::JumpIf { condition, target } => {
                if self.read(thread, condition) != 0 {
                    self.threads[thread].point.at = target as usize;
                    return Ok(false);
                }
            }
            Instruction::JumpIfZero { condition, target } => {
                if self.read(thread, condition) == 0 {
                    self.threads[thread].point.at = target as usize;
                    return Ok(false);
                }
            }
            Instruction::StoreBarrier(order) => {
                if let Some(fence) = self.announce_fence(order) {
                    return self.announce(thread, fence);
                }
                self.buffers.barrier(process);
            }
            Instruction::LoadBarrier => {
                if let Some(fence) = self.announce_fence(Order::Acquire) {
                    return self.announce(thread, fence);
                }
            }
            Instruction::Fence => {
                if let Some(fence) = self.announce_fence(Order::SequentiallyConsistent) {
                    return self.announce(thread, fence);
                }
                if !self.fence(thread, step) {
                    return self.announce(thread, Next::Buffer);
                }
            }
            Instruction::Halt => {
                self.check_sections_ended(thread)?;
                if !self.fence(thread, step) {
                    return self.announce(thread, Next::Buffer);
                }
                self.finish(thread);
                return self.announce(thread, Next::Finished);
            }
            Instruction::Store {
                address,
                value,
                bits,
                order,
            } => {
                let object = self.object(thread, address)?;
                let value = self.hold(object, self.read(thread, value), bits)?;
                return self.run_store(thread, object, value, order, step);
            }
            Instruction::Load { address, order, .. } => {
                let object = self.object(thread, address)?;
                let next = self.announce_load(thread, object, order);
                return self.announce(thread, next);
            }
            Instruction::Update { .. } | Instruction::Lock { .. } => {
                if !self.fence(thread, step) {
                    return self.announce(thread, Next::Buffer);
                }
                let next = self.announce_update(thread, instruction)?;
                return self.announce(thread, next);
            }
            Instruction::SectionBegin { .. }
            | Instruction::SectionEnd { .. }
            | Instruction::GraceBegin { .. }
            | Instruction::GraceEnd => return self.run_grace(thread, step),
        }
        self.threads[thread].point.at += 1;
        Ok(false)
    }

    #[inline]
    fn run_store(
        &mut self,
        thread: usize,
        object: ObjectId,
        value: u64,
        order: StoreOrder,
        step: &mut Step,
    ) -> Result<bool, Interrupt> {
        let process = self.processes[thread];
        let is_strong = order == StoreOrder::SequentiallyConsistent;
        if is_strong && !self.fence(thread, step) {
            return self.announce(thread, Next::Buffer);
        }
        if is_strong || !self.buffers.is_relaxed() {
            let is_kept_out = !is_strong && order != StoreOrder::Last;
            if is_kept_out && self.buffers.model() != Model::Sc {
                self.progress.borrow_mut().is_bounded = true;
            }
            let operation = Operation::new(Kind::Store, object, value);
            let operation = self.ordered_store(operation, order);
            return self.announce(thread, Next::Operation(operation));
        }
        if let StoreOrder::Release | StoreOrder::Unlock = order {
            self.buffers.barrier(process);
        }
        // The end of a section takes no room.
        let is_last = order == StoreOrder::Last;
        if !is_last && !self.buffers.make_room(process, object) {
            return self.announce(thread, Next::Buffer);
        }
        let edges = &mut step.edges;
        let from = edges.len();
        let (buffers, names) = (&mut self.buffers, &mut self.names);
        if is_last {
            buffers.store_last(names, process, object, value, (), edges);
        } else {
            buffers.store(names, process, object, value, (), edges);
        }
        let state = &mut self.threads[thread];
        // A store that must come after a flush is one that had no room, unless
        // a fence has emptied the buffer since.
        let is_after =
            |edge: &Edge| matches!(edge, Edge::After { process: p, .. } if *p == process);
        let is_after = edges[from..].iter().any(is_after);
        if is_after && self.bound.is_some_and(|bound| state.unfenced >= bound) {
            self.progress.borrow_mut().is_bounded = true;
        }
        state.unfenced += u32::from(!is_last);
        state.looks.clear();
        state.point.at += 1;
        Ok(false)
    }

    /// A fence: is the buffer of the thread empty? If not, it waits.
    fn fence(&mut self, thread: usize, step: &mut Step) -> bool {
        let process = self.processes[thread];
        let is_empty = self.buffers.fence(process, &mut step.edges);
        if is_empty {
            self.threads[thread].unfenced = 0;
        }
        is_empty
    }

    fn announce_load(&mut self, thread: usize, object: ObjectId, order: Order) -> Next {
        let operation = Operation::new(Kind::Load, object, 0);
        let mut operation = self.ordered_load(operation, order);
        if self.buffers.is_relaxed() {
            operation.store = self.buffers.latest(self.processes[thread], object);
        }
        self.look_or_wait(thread, operation)
    }

    /// What a thread does next that is about to announce what may be a look.
    fn look_or_wait(&mut self, thread: usize, operation: Operation) -> Next {
        if let Some(first) = self.has_come_back(thread) {
            return Next::Stalled(first);
        }
        let guard = self.guard(thread, &operation);
        Next::Operation(Operation { guard, ..operation })
    }

    fn announce_update(
        &mut self,
        thread: usize,
        instruction: Instruction,
    ) -> Result<Next, Interrupt> {
        let (address, kind, operand, bits, orders) = match instruction {
            Instruction::Update {
                address,
                update,
                a,
                bits,
                orders,
                ..
            } => match update {
                // In C, an exchange for what is there is a write like other.
                Update::Exchange if self.is_weak() => {
                    (address, Kind::ReadModifyWrite, a, bits, orders)
                }
                Update::Exchange => (address, Kind::Swap, a, bits, orders),
                Update::CompareExchange => (address, Kind::CompareExchange, a, bits, orders),
                Update::AddUnless | Update::Compute(_) => {
                    let operation = self.announce_computed(thread, instruction)?;
                    let operation = self.ordered_update(operation, orders);
                    return Ok(self.look_or_wait(thread, operation));
                }
            },
            Instruction::Lock { address } => {
                let orders = Orders::of(Order::Acquire);
                (address, Kind::Lock, Source::Constant(0), None, orders)
            }
            _ => unreachable!("only updates are announced here"),
        };
        let object = self.object(thread, address)?;
        let operand = self.hold(object, self.read(thread, operand), bits)?;
        let mut operation = self.ordered_update(Operation::new(kind, object, operand), orders);
        if kind == Kind::Lock && operation.order.is_some() {
            // A lock that is memory like other: an update that waits.
            operation.kind = Kind::ReadModifyWrite;
        }
        Ok(self.look_or_wait(thread, operation))
    }

    /// A thread has nothing more to do.
    fn finish(&mut self, thread: usize) {
        let mut progress = self.progress.borrow_mut();
        progress.finished[thread] = true;
        progress.unfinished -= 1;
        if progress.unfinished == 0 {
            let values = self.test.keys.iter().map(|key| {
                key.wrap(match key.spot {
                    Spot::Cell(cell) => self.memory[cell],
                    Spot::Register { thread, slot } => {
                        slot.read(&self.threads[thread].point.registers)
                    }
                })
            });
            progress.state = Some(values.collect());
        }
    }

    /// The final state, if there is one: a cell holds this.
    fn correct_state(&mut self, cell: usize, value: u64) {
        if let Some(state) = &mut self.progress.borrow_mut().state {
            for (key, held) in self.test.keys.iter().zip(state) {
                if key.spot == Spot::Cell(cell) {
                    *held = key.wrap(value);
                }
            }
        }
    }

    fn flush(&mut self, shadow: ProcessId, step: &mut Step) -> Result<(), Interrupt> {
        let flushed = self.buffers.flush(shadow, &mut step.edges);
        let cell = &mut self.memory[flushed.object.index()];
        step.touches.push(flushed.touch(*cell));
        *cell = flushed.bits;
        let owner = self.thread_of(flushed.owner);
        if flushed.wakes_owner {
            return self.run_local(owner, step);
        }
        Ok(())
    }

    /// Runs the operation of a thread.
    fn perform(
        &mut self,
        thread: usize,
        operation: Operation,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        if operation.kind == Kind::Fence {
            return self.perform_fence(thread, operation, step);
        }
        let process = self.processes[thread];
        let at = self.threads[thread].point.at;
        let object = operation.object;
        let before = self.memory[object.index()];
        let mut only_looked = None;
        match self.test.threads[thread].code[at] {
            Instruction::Load { to, bits, .. } => {
                let forwarded = self.buffers.forwarded(process, object);
                let value = forwarded.map_or(before, |(value, ())| value);
                self.check_bits(object, value, bits)?;
                step.touches
                    .push(self.buffers.load(process, object, before));
                only_looked = Some((object, value));
                self.looked(thread, only_looked);
                to.write(&mut self.threads[thread].point.registers, value);
                self.check_races(thread, operation, true, false);
            }
            Instruction::Store { .. } => {
                self.write(object, operation.operand, Access::Write, step);
                self.check_races(thread, operation, false, true);
            }
            Instruction::Lock { .. } => {
                self.write(object, 1, Access::Write, step);
                self.check_races(thread, operation, true, true);
            }
            instruction @ Instruction::Update { old, bits, .. } => {
                let registers = &self.threads[thread].point.registers;
                let new = self.updated(registers, instruction, operation, before)?;
                let access = operation.access_at(before).unwrap_or(Access::Write);
                self.check_bits(object, before, bits)?;
                // (In C, what writes what was there has made no difference, either.)
                if access == Access::Read || self.is_weak() && new == before {
                    only_looked = Some((object, before));
                }
                self.write(object, new, access, step);
                self.check_races(thread, operation, true, access.changes());
                self.looked(thread, only_looked);
                if access == Access::Add {
                    // (What was there is not in the trace.)
                    self.note_width(object, bits, step);
                } else {
                    old.write(&mut self.threads[thread].point.registers, before);
                }
            }
            _ => return self.perform_grace(thread, operation, step),
        }
        if only_looked.is_none() {
            self.threads[thread].looks.clear();
        }
        self.threads[thread].point.at += 1;
        self.run_local(thread, step)
    }

    /// Writes memory, and reports it.
    fn write(&mut self, object: ObjectId, value: u64, access: Access, step: &mut Step) {
        let cell = &mut self.memory[object.index()];
        step.touches.push(Touch::new(object, access, *cell, value));
        *cell = value;
        if access.changes() {
            self.buffers.wrote(object);
        }
    }
}

impl Program for Machine<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        if let Some(refusal) = &self.refusal {
            return Err(Interrupt::Error(refusal.clone()));
        }
        memory::begin(self.max_memory);
        if let Some(races) = self.races() {
            races.start();
        }
        self.progress.borrow_mut().begin(self.processes.len());
        self.forget_guards();
        self.buffers.start();
        self.memory.clear();
        let cells = self.test.locations.cells.iter();
        self.memory.extend(cells.map(|cell| cell.initial));
        if self.used.any() {
            self.sections.iter_mut().for_each(Sections::clear);
        }
        self.threads.clear();
        for registers in &self.test.registers {
            self.threads.push(State {
                point: Point {
                    at: 0,
                    registers: registers.clone(),
                },
                next: Next::Buffer,
                looks: Vec::new(),
                unfenced: 0,
            });
        }
        for process in &self.processes {
            step.edges.push(Edge::Spawn {
                parent: None,
                child: *process,
            });
        }
        for thread in 0..self.threads.len() {
            self.run_local(thread, step)?;
        }
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        if let Some(status) = self.buffers.status(process) {
            return status;
        }
        let thread = self.thread_of(process);
        let operation = match self.threads[thread].next {
            Next::Finished => return Status::Finished,
            Next::Buffer => return Status::Waiting,
            Next::Stalled(_) => return Status::Stalled,
            Next::Operation(operation) => operation,
        };
        if operation.kind == Kind::Fence {
            return Status::Enabled(operation);
        }
        let value = self.memory[operation.object.index()];
        let opens = |number| self.opens(number, value) != Some(false);
        let is_open = operation.enabled_at(value) && operation.learnt_guard().is_none_or(opens);
        if is_open {
            Status::Enabled(operation)
        } else {
            Status::Blocked(operation)
        }
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        if self.buffers.status(turn.process).is_some() {
            return self.flush(turn.process, step);
        }
        let thread = self.thread_of(turn.process);
        match self.threads[thread].next {
            Next::Operation(operation) => self.perform(thread, operation, step),
            _ => unreachable!("only an enabled process takes a step"),
        }
    }

    /// When all threads are finished, this is what locations hold in the final state.
    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        self.memory[object.index()] = value;
        if let Some(races) = self.races() {
            races.recall(object.index(), write);
        }
        if self.graphs.is_some() {
            self.correct_state(object.index(), value);
        }
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        let looker = self.guards.get(&number)?;
        Some(self.leads_back(looker, value).is_none())
    }

    fn is_discarded(&self, process: ProcessId) -> bool {
        self.buffers.status(process).is_none() && self.is_in_vain(self.thread_of(process))
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }

    /// A thread that waits for ever is no finding of an explorer: such an
    /// execution ends in no state, and [`crate::check`] reports it.
    fn is_daemon(&self, _: ProcessId) -> bool {
        true
    }
}
