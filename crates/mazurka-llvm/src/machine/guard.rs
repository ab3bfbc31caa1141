//! Steps that would come to nothing are not taken.
//!
//! An atomic block is one step, so it can begin only where it can be carried through: a
//! block that locks a mutex waits, as a whole, until the mutex is free. And a thread whose
//! assumption fails on what it has just read has taken that step in vain: no execution in
//! which it took it counts. And a thread that comes back to where it was, having only looked
//! meanwhile ([`super::spin`]), has made a round of a loop that came to nothing: what it does
//! next, it could have done without. All are a wait for others to change what was read.
//!
//! That a step may come to nothing is learnt, by the instruction that begins it. From then
//! on it has a *guard*: whether it can be taken is found by trying it out, and taking it back,
//! whenever something has changed that it looked at. If it looks at one variable that is there
//! from the start, that follows from the past of its thread and from the value it finds: it is
//! announced as what it is,
//! with a [`mazurka_program::Guard`], and what came of each value is kept in mind. Else it is
//! announced as a [`Kind::Await`].
//!
//! A round that ends with what cannot have a guard (a look that may find a store of the
//! thread's own, any look if data races are findings) is made, and then its thread is stalled:
//! an execution without the round is explored. If nothing has changed at the end that a thread
//! looked at in its round, it waits for ever; if something has, the round was in vain, and the
//! execution counts for nothing.
//!
//! A choice with a guard has only the alternatives that come to something: which these are
//! depends on nothing that others do.

use super::left_out::LeftOut;
use super::memory::Origin;
use super::state::State;
use super::text::Text;
use super::thread::{Next, Spot, Thread};
use super::{Flow, Machine, Trouble, access};
use crate::builtin::Builtin;
use crate::code::{Op, Word};
use mazurka_program::{Access, Interrupt, Kind, ObjectId, Operation, Step, Touch};

/// An operation that can be carried out only where that comes to something.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The operation, without the guard.
    pub(crate) operation: Operation,
    /// The same for all threads in this state, with this operation.
    pub(crate) number: u64,
    /// What came of trying it out last; nothing yet.
    pub(crate) tried: Option<Tried>,
    /// What it looked at then.
    pub(crate) looked_at: Vec<ObjectId>,
    /// Of a choice: the alternatives that come to something; of others nothing.
    pub(crate) alternatives: Vec<u32>,
    /// It is a load that may be one step with what comes after it.
    pub(crate) is_paired: bool,
}

/// A choice of more alternatives has no guard: to try all of them out takes too long.
const MOST_ALTERNATIVES: u64 = 1 << 10;

/// What came of trying a step out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tried {
    /// It can be taken.
    Through,
    /// It would have to wait within an atomic block.
    Waits(Stuck),
    /// It would make an assumption that does not hold.
    Assumes,
    /// It would bring the thread back to where it was at this look.
    Returns(u32),
}

/// Where a thread would have to wait within an atomic block.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Stuck {
    /// For what.
    pub(crate) spot: Spot,
    /// At which place of the source.
    pub(crate) place: u32,
}

/// Who takes a step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Acting {
    thread: usize,
    /// The function and the instruction that the step began with.
    function: u32,
    pc: u32,
    /// What was announced.
    operation: Operation,
}

impl Acting {
    /// What kind of operation.
    pub(super) fn kind(&self) -> Kind {
        self.operation.kind
    }

    /// The instruction.
    pub(super) fn op(&self, text: &Text) -> Op {
        text.function(self.function).ops[self.pc as usize]
    }
}

impl State {
    /// Does a thread wait in a loop although it would go on, had it not looked before?
    pub(super) fn is_in_vain_for(&self, thread: &Thread, tried: Option<Tried>) -> bool {
        let first = match (thread.next, tried) {
            (Next::Stalled(first), _) | (_, Some(Tried::Returns(first))) => first,
            _ => return false,
        };
        let mut seen = thread.looks.seen_from(first as usize);
        seen.any(|(spot, value)| self.value_at(spot) != value)
    }

    /// Has the step of a thread that can go no further done nothing that others can see?
    /// What an atomic block has done that is not at its end is not seen.
    pub(super) fn is_in_vain(&self, t: usize, step: &Step) -> bool {
        let only_reads = || {
            let mut touches = step.touches.iter();
            touches.all(|touch| {
                let is_idle = self.kept.has(touch.object) && touch.before == touch.after;
                touch.access == Access::Read || is_idle
            })
        };
        let is_quiet = || step.edges.is_empty() && step.findings.is_empty();
        self.threads[t].atomic > 0 || only_reads() && is_quiet()
    }

    /// Does the value at a spot alone decide what comes of a look there? Not if the object may
    /// have ended, or may not have been written to yet: then a look is a finding.
    fn is_told_by_value(&self, spot: Spot) -> bool {
        match spot {
            Spot::Nowhere => false,
            Spot::Memory { object, .. } => self.memory.object(object).origin == Origin::Global,
            Spot::Beside(_) => true,
        }
    }

    /// A thread learns all that another has, which has ended.
    pub(super) fn learn_join(&mut self, t: usize, target: usize) {
        let past = self.threads[target].past;
        self.threads[t].learn(past);
    }
}

impl Machine {
    /// The number of the instruction that a thread is at.
    pub(super) fn instruction_of(&self, t: usize) -> u32 {
        let frame = self.thread(t).frame();
        self.text.instruction(frame.function, frame.pc)
    }

    /// Has the operation that a thread is about to announce a guard?
    pub(super) fn is_guarded(&mut self, t: usize, operation: &Operation) -> bool {
        self.tables.knowledge.has_guards()
            && self.tables.knowledge.is_guarded(self.instruction_of(t))
            && self.may_be_guarded(t, &self.current_op(t), operation)
            && (operation.order.is_none() || self.is_defined(t, operation.object))
    }

    /// May an operation, if it changes nothing, only look? (Under the models of C11 an update that
    /// writes what is there is a write, but as the round of a loop it comes to nothing.)
    pub(super) fn may_look(&self, t: usize, operation: &Operation) -> bool {
        let is_update = || matches!(self.current_op(t), Op::Rmw { .. });
        access::is_look(operation.kind)
            || self.is_weak() && operation.kind == Kind::ReadModifyWrite && is_update()
    }

    /// May an operation have a guard because of what comes after it in its step? It must be
    /// one that can only read, and every read of it must be one of memory: what reads its own
    /// store is in no order with the flush of it, which an operation with a guard cannot say.
    /// (An atomic block begins when the buffer is empty.) Data races of accesses are findings
    /// even if an assumption fails after them.
    fn may_be_guarded(&self, t: usize, op: &Op, operation: &Operation) -> bool {
        let thread = &self.state.threads[t];
        let is_load = match *op {
            Op::Load { .. } | Op::LoadBits { .. } => true,
            Op::Call { .. } | Op::CallIndirect { .. } => return operation.kind == Kind::Change,
            _ if op.calls(Builtin::AtomicBegin) => return operation.kind == Kind::Change,
            _ if operation.kind == Kind::Choose => return operation.operand <= MOST_ALTERNATIVES,
            _ => false,
        };
        let has_stored = || match operation.kind {
            Kind::Change => self.state.buffers.is_relaxed(),
            Kind::Load => {
                let latest = self.state.buffers.latest(thread.process, operation.object);
                self.state.buffers.is_relaxed() && latest.is_some()
            }
            _ => false,
        };
        let is_update = operation.kind == Kind::ReadModifyWrite && matches!(op, Op::Rmw { .. });
        let is_look = access::is_look(operation.kind)
            || operation.kind == Kind::Change && is_load && !self.is_graph()
            || is_update && self.is_weak();
        // (Of memory that is the explorer's, only what is judged by a value can be.)
        let is_judged = !self.is_graph() || operation.order.is_some();
        // (There the races of looks that come to nothing are found without them.)
        let may_race = self.is_weak() && operation.order.is_some();
        (!self.text.settings.races || may_race) && is_judged && is_look && !has_stored()
    }

    /// Announces an operation with a guard.
    pub(super) fn announce_guarded(&mut self, t: usize, operation: Operation, spot: Spot) -> Flow {
        let own = self.private(t);
        let instruction = self.instruction_of(t);
        let is_paired = self.is_paired(t, &operation);
        let is_told_by_value =
            operation.order.is_some() || !is_paired && self.state.is_told_by_value(spot);
        let thread = &mut self.state.threads[t];
        // The past alone decides at which instruction the thread is, but it may be at the same
        // one in several steps.
        let number = thread.past ^ u64::from(instruction).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        thread.guard = Some(Box::new(Guard {
            operation,
            number,
            tried: None,
            looked_at: Vec::new(),
            alternatives: Vec::new(),
            is_paired,
        }));
        thread.spot = spot;
        thread.next = Next::Operation(match operation.kind {
            Kind::Choose => operation,
            _ if is_told_by_value => Operation {
                guard: Some(mazurka_program::Guard::Learnt(number)),
                ..operation
            },
            _ => Operation::new(Kind::Await, own, 0),
        });
        Flow::Halt
    }

    /// The thread that takes a step learns what it touches there. (A store tells nothing, and
    /// what a thread reads of its own it knows.)
    #[inline]
    pub(super) fn learn_from(&mut self, touch: &Touch) {
        // (Without guards, the past of a thread is nothing to go by.)
        if let Some(acting) = self
            .taking
            .acting
            .filter(|_| self.tables.knowledge.has_guards())
        {
            self.learn_as(&acting, touch);
        }
    }

    fn learn_as(&mut self, acting: &Acting, touch: &Touch) {
        let is_blind = matches!(acting.operation.kind, Kind::Store | Kind::Unlock);
        if matches!(touch.access, Access::Read | Access::Write) && !is_blind {
            let thread = &mut self.state.threads[acting.thread];
            thread.learn(u64::from(touch.object.0));
            thread.learn(touch.before);
        }
    }

    /// Is a thread that is about to announce a look where it was at an earlier one? Then it
    /// goes no further.
    pub(super) fn has_come_back(&mut self, t: usize, arguments: &[Word]) -> bool {
        let first = self.come_back_of(t, arguments);
        // (Not when it had to wait for its buffer since it looked: there may be other values now.)
        let is_its_step = self.taking.acting.is_some_and(|acting| acting.thread == t);
        let again = || is_its_step.then(|| self.has_tried_again(t)).flatten();
        let Some(first) = first.or_else(again) else {
            return false;
        };
        if self.taking.rehearsal.is_some() || self.goes_on_later(t, first) {
            return false;
        }
        self.thread_mut(t).next = Next::Stalled(first as u32);
        let Some(acting) = self.taking.acting.filter(|acting| acting.thread == t) else {
            return true;
        };
        let instruction = self.text.instruction(acting.function, acting.pc);
        let op = self.text.function(acting.function).ops[acting.pc as usize];
        let is_new = self.text.settings.foresees
            && !self.taking.is_trying
            && !self.taking.has_seen_clock
            && !self.tables.knowledge.is_guarded(instruction)
            && self.has_only_ordered_looks(t, first as u32)
            && self.may_be_guarded(t, &op, &acting.operation);
        if is_new {
            self.tables.knowledge.guard(instruction);
            if let Op::CompareExchange { .. } = op
                && !self.is_graph()
            {
                self.learn_pair(t, first);
            }
            self.tables.has_learnt = true;
        }
        true
    }

    /// Are all looks from that one on at memory that is the explorer's? Under the models of C11
    /// others are local code, whose data races are findings.
    pub(super) fn has_only_ordered_looks(&self, t: usize, first: u32) -> bool {
        let mut objects = self.thread(t).looks.objects_from(first as usize);
        !self.is_weak() || objects.all(|object| self.state.kept.has(object))
    }

    /// Tries out what has a guard and is new, or looked at something that the step has
    /// changed.
    pub(super) fn settle(&mut self, step: &Step) -> Result<(), Interrupt> {
        if !self.tables.knowledge.has_guards() {
            return Ok(());
        }
        for t in 0..self.state.threads.len() {
            let Some(guard) = &self.thread(t).guard else {
                continue;
            };
            let concerns =
                |touch: &Touch| touch.access.changes() && guard.looked_at.contains(&touch.object);
            if guard.tried.is_none() || step.touches.iter().any(concerns) {
                match guard.operation.kind {
                    _ if guard.operation.order.is_some() => self.try_values(t)?,
                    Kind::Choose => self.try_choice(t, guard.operation)?,
                    _ => self.try_out(t)?,
                }
            }
        }
        Ok(())
    }

    /// Finds out whether a thread can take the step that has a guard.
    fn try_out(&mut self, t: usize) -> Result<(), Interrupt> {
        let tried = self.attempt(t, 0, None)?;
        let looked_at = self
            .tables
            .attempted
            .touches
            .iter()
            .map(|touch| touch.object);
        let looked_at = looked_at.collect();
        if let Next::Operation(Operation {
            guard: Some(mazurka_program::Guard::Learnt(number)),
            ..
        }) = self.thread(t).next
        {
            let value = self.state.value_at(self.thread(t).spot);
            self.tables
                .opened
                .insert((number, value), tried == Tried::Through);
        }
        self.state.save_thread(t);
        if let Some(guard) = &mut self.thread_mut(t).guard {
            guard.tried = Some(tried);
            guard.looked_at = looked_at;
        }
        Ok(())
    }

    /// Finds out which alternatives of a choice come to something. If none does, one is left,
    /// with which the thread goes no further.
    fn try_choice(&mut self, t: usize, choice: Operation) -> Result<(), Interrupt> {
        let mut alternatives = Vec::new();
        for alternative in 0..choice.operand as u32 {
            if self.attempt(t, alternative, None)? != Tried::Assumes {
                alternatives.push(alternative);
            }
        }
        if alternatives.is_empty() {
            alternatives.push(0);
        }
        self.state.save_thread(t);
        let thread = &mut self.state.threads[t];
        thread.next = Next::Operation(Operation {
            operand: alternatives.len() as u64,
            ..choice
        });
        if let Some(guard) = &mut thread.guard {
            guard.tried = Some(Tried::Through);
            guard.alternatives = alternatives;
        }
        Ok(())
    }

    /// Takes the step of a thread, sees what comes of it, and takes it back.
    /// (With this in the cell that it accesses, if that is given.)
    pub(super) fn attempt(
        &mut self,
        t: usize,
        alternative: u32,
        word: Option<Word>,
    ) -> Result<Tried, Interrupt> {
        let mut step = std::mem::take(&mut self.tables.attempted);
        step.clear();
        let left_out = LeftOut::clone(&self.tables.left_out);
        let tried = self.tentatively(|machine| {
            machine.taking.is_trying = true;
            machine.taking.has_seen_clock = false;
            if let (Some(word), Spot::Memory { at, size, .. }) = (word, machine.thread(t).spot) {
                machine.state.memory.write(at, size, word);
            }
            let before = machine.state.memory.now();
            let ran = machine.act_out(t, alternative, &mut step);
            machine.taking.is_trying = false;
            ran.map(|()| machine.came_to(t, &step, before))
        });
        self.tables.attempted = step;
        self.tables.left_out.restore(left_out);
        self.look_for_stop()?;
        tried
    }

    /// What came of the step that a thread has taken, since memory was as `before`. (What it
    /// changed of its own may turn out to be shared, once another thread accesses it.)
    fn came_to(&self, t: usize, step: &Step, before: (usize, u64)) -> Tried {
        let is_seen = || self.thread(t).atomic == 0 && self.state.memory.has_changed_own(before);
        match self.thread(t).next {
            Next::Stuck(stuck) => Tried::Waits(stuck),
            // What time it is, the value does not tell.
            Next::Stalled(_) | Next::Discarded if self.taking.has_seen_clock => Tried::Through,
            Next::Discarded if !self.text.settings.waits || self.is_weak() => Tried::Through,
            Next::Stalled(first) if !self.has_only_ordered_looks(t, first) => Tried::Through,
            Next::Discarded if self.state.is_in_vain(t, step) && !is_seen() => Tried::Assumes,
            Next::Stalled(first) if self.state.is_in_vain(t, step) => Tried::Returns(first),
            _ => Tried::Through,
        }
    }

    /// Carries out what a thread has announced, and the local code after it.
    pub(super) fn act_out(
        &mut self,
        t: usize,
        alternative: u32,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let frame = self.thread(t).frame();
        if let Next::Operation(operation) = self.thread(t).next {
            self.taking.acting = Some(Acting {
                thread: t,
                function: frame.function,
                pc: frame.pc,
                operation,
            });
            if operation.kind.has_alternatives() {
                self.state.save_thread(t);
                self.thread_mut(t).learn(u64::from(alternative));
            }
        }
        self.taking.has_seen_clock = false;
        let load = self.paired_load(t);
        let mut ran = self.run_thread(t, Some(alternative), step);
        if ran.is_ok() && load.is_some_and(|load| self.goes_on_at_once(t, &load)) {
            let loaded = std::mem::take(&mut self.tables.told);
            ran = self.run_thread(t, Some(0), step);
            if self.tables.records {
                self.tell(format!("{loaded}, and exchanges it at once"));
            }
        }
        self.taking.acting = None;
        ran
    }

    /// An assumption of a thread does not hold.
    pub(super) fn assumption_fails(&mut self, t: usize, step: &Step) -> Result<Flow, Trouble> {
        if self.learns_guard(t, step) {
            return Err(self.tables.refined());
        }
        self.thread_mut(t).next = Next::Discarded;
        Ok(Flow::Halt)
    }

    /// A thread would have to wait within an atomic block for the value at a spot to change.
    /// (While it is alone, it waits for ever: so it does.)
    pub(super) fn stuck_in_block(
        &mut self,
        t: usize,
        (object, spot): (ObjectId, Spot),
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let value = self.state.value_at(spot);
        self.touch(Touch::new(object, Access::Read, value, value), step);
        if self.learns_guard(t, step) {
            return Err(self.tables.refined());
        }
        let place = self.place_of(t);
        self.thread_mut(t).next = match self.text.settings.waits {
            true => Next::Stuck(Stuck { spot, place }),
            false => Next::Discarded,
        };
        Ok(Flow::Halt)
    }

    /// Is it new that the step which a thread takes may come to nothing?
    fn learns_guard(&mut self, t: usize, step: &Step) -> bool {
        let Some(acting) = self.taking.acting.filter(|acting| acting.thread == t) else {
            return false;
        };
        let instruction = self.text.instruction(acting.function, acting.pc);
        let is_new = self.text.settings.waits
            && !self.taking.is_trying
            && !self.state.is_alone()
            && !self.tables.knowledge.is_guarded(instruction)
            && self.state.is_in_vain(t, step);
        if !is_new {
            return false;
        }
        let thread = &self.state.threads[t];
        let op = self.text.function(acting.function).ops[acting.pc as usize];
        let may_be_guarded = match thread.atomic {
            0 => self.may_be_guarded(t, &op, &acting.operation),
            _ => instruction == thread.block,
        };
        if may_be_guarded {
            self.tables.knowledge.guard(instruction);
        }
        may_be_guarded
    }
}
