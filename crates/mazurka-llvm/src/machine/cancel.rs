//! Leaving a thread before its function returns: `pthread_exit`, cancellation, and what
//! is run then.
//!
//! A request to cancel a thread is a value beside it, which every cancellation point
//! reads: an access like others, so that both orders are explored. A thread that waits
//! for a condition variable is taken out of its waiters by the request; one that waits
//! for a semaphore or for the end of a thread waits for that or for the request. In a
//! program that never cancels a thread all of this is nothing.

use super::access::{Target, error};
use super::errno::{EBUSY, EINVAL, ESRCH};
use super::fault::Fault;
use super::memory::Origin;
use super::sync::Act;
use super::thread::{After, Cleanup, Next, Phase, Spot};
use super::{Chosen, Flow, Machine, Trouble};
use crate::builtin::Builtin;
use crate::code::{Op, Reg, Word};
use mazurka_program::{Access, Edge, Kind, ObjectId, ObjectName, Operation, Step, Touch};

/// `PTHREAD_CANCELED`.
const CANCELED: u64 = u64::MAX;

/// The objects of a thread that are not in memory.
const REQUEST: u64 = 1;
const END: u64 = 2;

impl Machine {
    /// Something of a thread that is not in memory. (Part zero is what no thread touches.)
    pub(super) fn thread_object(&mut self, t: usize, part: u64) -> ObjectId {
        self.tables.names.object(ObjectName {
            creator: Some(self.thread(t).process),
            place: u64::MAX,
            generation: 0,
            part,
        })
    }

    /// Would a request to cancel the thread be heeded?
    pub(super) fn can_be_cancelled(&self, t: usize) -> bool {
        self.text.cancels && self.thread(t).cancel_state == 0
    }

    /// Is the thread to look for a request before its current instruction?
    pub(super) fn is_cancellation_point(&self, t: usize) -> bool {
        if !self.can_be_cancelled(t) || self.thread(t).frame().is_checked {
            return false;
        }
        if self.thread(t).atomic > 0 {
            return false;
        }
        if self.is_asynchronous(t) {
            return !matches!(self.current_op(t), Op::Return { .. });
        }
        let Op::CallBuiltin { builtin, .. } = self.current_op(t) else {
            return false;
        };
        matches!(
            builtin,
            Builtin::TestCancel | Builtin::CondTimedWait | Builtin::SemTimedWait
        )
    }

    /// May the thread be cancelled anywhere? Then that is looked for before everything
    /// that others see.
    pub(super) fn is_asynchronous(&self, t: usize) -> bool {
        self.can_be_cancelled(t) && self.thread(t).cancel_type == 1 && !self.state.is_alone()
    }

    /// A thread that joins one which could be cancelled anywhere sees what it had written
    /// by then: so all of that is an event.
    pub(super) fn share_written(&mut self, t: usize) -> Result<(), Trouble> {
        if !self.is_asynchronous(t) {
            return Ok(());
        }
        let objects = self.state.memory.objects.iter();
        let written = objects.filter(|object| {
            object.owner == t as u32
                && object.origin != Origin::Stack
                && !object.is_shared
                && !object.is_constant
        });
        let sites: Vec<u32> = written.map(|object| object.site).collect();
        for site in &sites {
            self.tables.knowledge.share(*site);
        }
        match sites.is_empty() {
            true => Ok(()),
            false => Err(self.tables.refined()),
        }
    }

    /// A thread in a loop without end waits to be cancelled.
    pub(super) fn wait_for_cancel(&mut self, t: usize) -> Flow {
        let request = self.thread_object(t, REQUEST);
        let own = self.private(t);
        let frame = self.thread_mut(t).frame_mut();
        frame.phase = Phase::Blocked;
        frame.is_checked = false;
        self.thread_mut(t).looks.clear();
        self.thread_mut(t).awaited = vec![(request, Spot::Beside(request), 0)];
        self.thread_mut(t).spot = Spot::Beside(request);
        self.thread_mut(t).next = Next::Operation(Operation::new(Kind::Await, own, 0));
        Flow::Halt
    }

    /// Looks for a request. If there is one, the thread leaves.
    pub(super) fn test_cancel(
        &mut self,
        t: usize,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let request = self.thread_object(t, REQUEST);
        let spot = Spot::Beside(request);
        let value = self.state.value_beside(request);
        if !self.state.is_alone() {
            if chosen.is_none() {
                let operation = Operation::new(Kind::Load, request, 0);
                return Ok(self.announce(t, operation, spot));
            }
            self.looked(t, true, (request, spot), value, false);
            self.touch(Touch::new(request, Access::Read, value, value), step);
        }
        self.thread_mut(t).frame_mut().is_checked = true;
        if value != 0 {
            self.share_written(t)?;
            self.tell("and is cancelled".to_owned());
            self.begin_leaving(t, Word::new(CANCELED));
        }
        Ok(Flow::Go)
    }

    /// The thread will end with this, after all that it has to run.
    pub(super) fn begin_leaving(&mut self, t: usize, result: Word) {
        let thread = &mut self.state.threads[t];
        thread.leaving = result;
        thread.cancel_state = 1;
        let frame = thread.frame_mut();
        frame.phase = Phase::Leaves;
        frame.kept = 0;
    }

    /// `pthread_exit`, and `__pthread_unwind_next`, which goes on with it.
    pub(super) fn exit_thread(&mut self, t: usize, result: Option<Word>) -> Flow {
        let result = result.unwrap_or(self.thread(t).leaving);
        self.begin_leaving(t, result);
        Flow::Go
    }

    /// Goes on with the end of a thread that leaves at its current instruction.
    pub(super) fn leave(
        &mut self,
        t: usize,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if let Some((depth, control)) = self.unfinished_once(t) {
            let act = Act::new(control, 4, Kind::Store, 0).releasing();
            if self.act(t, act, |_| 0, chosen, step)?.is_none() {
                return Ok(Flow::Halt);
            }
            self.thread_mut(t).frames[depth].phase = Phase::Start;
            return Ok(Flow::Go);
        }
        match self.thread(t).rare().cleanups.last().copied() {
            Some(Cleanup::Jump(buffer)) => {
                let jumps = &self.thread(t).rare().jumps;
                let jump = jumps.iter().rfind(|jump| jump.buffer == buffer);
                let number = jump.map_or(0, |jump| jump.number);
                let flow = self.jump(t, number, 1, chosen, step)?;
                if let Flow::Go = flow {
                    self.thread_mut(t).rare_mut().cleanups.pop();
                }
                Ok(flow)
            }
            Some(Cleanup::Call(function, argument)) => {
                let function = self.function_at(function)?;
                self.thread_mut(t).rare_mut().cleanups.pop();
                self.push_frame(t, function, &[Word::new(argument)], 0, After::Builtin)?;
                Ok(Flow::Go)
            }
            None => {
                let result = self.thread(t).leaving;
                self.end_thread(t, Some(result), false, chosen, step)
            }
        }
    }

    /// A call of `pthread_once` that the thread leaves before its function has returned,
    /// as if that had never been called: the frame, and the control.
    fn unfinished_once(&self, t: usize) -> Option<(usize, Word)> {
        let thread = &self.state.threads[t];
        let depth = thread.frames.iter().rposition(|frame| {
            self.text.op(frame).calls(Builtin::Once) && frame.phase == Phase::Runs
        })?;
        let frame = &thread.frames[depth];
        let function = self.text.function(frame.function);
        let Op::CallBuiltin { arguments, .. } = function.ops[frame.pc as usize] else {
            return None;
        };
        let control = function.operands[arguments.start as usize];
        let control = match control.is_constant() {
            true => function.constants[control.index()],
            false => thread.registers[frame.base as usize + control.index()],
        };
        Some((depth, control))
    }

    /// `pthread_cleanup_push` and `_pop`, in the words that glibc has for them.
    pub(super) fn push_cleanup(&mut self, t: usize, cleanup: Cleanup, to: Reg) -> Flow {
        self.thread_mut(t).rare_mut().cleanups.push(cleanup);
        self.give(t, to, 0)
    }

    /// Takes the last back, and runs it if that is asked for.
    pub(super) fn pop_cleanup(&mut self, t: usize, runs: bool, to: Reg) -> Result<Flow, Trouble> {
        if self.state.phase(t) == Phase::Runs {
            return Ok(self.give(t, to, 0));
        }
        let Some(cleanup) = self.thread_mut(t).rare_mut().cleanups.pop() else {
            let words = "a cleanup handler is taken back that was never installed";
            return Err(Fault::Misuse(words.to_owned()).into());
        };
        if let (true, Cleanup::Call(function, argument)) = (runs, cleanup) {
            let function = self.function_at(function)?;
            self.state.set_phase(t, Phase::Runs);
            self.push_frame(t, function, &[Word::new(argument)], 0, After::Builtin)?;
            return Ok(Flow::Go);
        }
        Ok(self.give(t, to, 0))
    }

    /// `pthread_setcancelstate` (or `_type`): what it was.
    pub(super) fn set_cancel(
        &mut self,
        t: usize,
        is_state: bool,
        value: Word,
        to: Reg,
    ) -> Result<Flow, Trouble> {
        self.share_written(t)?;
        let value = value.bits & 0xffff_ffff;
        let thread = &mut self.state.threads[t];
        let setting = match is_state {
            true => &mut thread.cancel_state,
            false => &mut thread.cancel_type,
        };
        let before = u64::from(*setting);
        *setting = u8::from(value != 0);
        Ok(self.give(t, to, before))
    }

    /// `pthread_cancel`.
    pub(super) fn cancel(
        &mut self,
        t: usize,
        name: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if name.undefined != 0 {
            let what = "the thread to cancel";
            return Err(Fault::Undefined { what }.into());
        }
        let Some(target) = self.state.thread_by_name(name) else {
            return Ok(self.give(t, to, ESRCH));
        };
        let in_block = self.thread(t).atomic > 0;
        if chosen.is_none() && !in_block && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        if chosen.is_none() && !in_block && !self.state.is_alone() {
            return Ok(self.announce_change(t));
        }
        self.progress(t);
        let request = self.thread_object(target, REQUEST);
        let before = self.state.value_beside(request);
        let access = match before {
            0 => Access::Write,
            _ => Access::Read,
        };
        self.state.set_beside(request, 1);
        self.touch(Touch::new(request, access, before, 1), step);
        self.wake_cancelled(t, target, step)?;
        self.look_at_waits(target, step);
        Ok(self.give(t, to, 0))
    }

    /// Whether a thread still waits for a condition variable is decided by who notified that:
    /// a request looks at all those that the thread has waited for.
    fn look_at_waits(&mut self, target: usize, step: &mut Step) {
        for condition in self.thread(target).rare().waited.clone() {
            if let Ok(cell) = self.own_cell(Word::new(condition), 8) {
                let value = self.state.memory.read(cell.at, cell.size).bits;
                self.touch(Touch::new(cell.id, Access::Read, value, value), step);
            }
        }
    }

    /// Takes a thread that is cancelled out of the waiters of a condition variable.
    fn wake_cancelled(&mut self, t: usize, target: usize, step: &mut Step) -> Result<(), Trouble> {
        let Next::Notified(condition) = self.thread(target).next else {
            return Ok(());
        };
        let waiting = (condition, target as u32);
        // (Who sleeps at a futex is not at a cancellation point.)
        let is_condition = self.current_op(target).calls(Builtin::CondWait);
        if !is_condition || !self.can_be_cancelled(target) || !self.state.waiters.contains(&waiting)
        {
            return Ok(());
        }
        let cell = self.own_cell(Word::new(condition), 8)?;
        let count = self.state.memory.read(cell.at, 8).bits;
        self.write_cell(
            cell,
            Word::new(count.saturating_sub(1)),
            Access::Write,
            step,
        );
        self.state.take_waiter(waiting);
        self.state.save_thread(target);
        self.follow_in_time(target, t);
        let thread = &mut self.state.threads[target];
        thread.next = Next::Run;
        thread.frame_mut().phase = Phase::Cancelled;
        let process = thread.process;
        step.edges.push(Edge::Wake {
            process,
            by: self.thread(t).process,
        });
        self.taking.ready.push(target as u32);
        Ok(())
    }

    /// Is there a request for a thread that is about to wait for a condition variable?
    /// It looks in the same step.
    pub(super) fn is_cancelled_now(&mut self, t: usize, step: &mut Step) -> bool {
        if !self.can_be_cancelled(t) {
            return false;
        }
        let request = self.thread_object(t, REQUEST);
        let value = self.state.value_beside(request);
        if !self.state.is_alone() {
            self.touch(Touch::new(request, Access::Read, value, value), step);
        }
        value != 0
    }

    /// What a thread announces that begins to wait for a condition variable: if it may
    /// be cancelled, also a look whether it is.
    pub(super) fn wait_operation(&mut self, t: usize, condition: ObjectId) -> Operation {
        match self.can_be_cancelled(t) {
            true => {
                let object = self.private(t);
                Operation::new(Kind::Change, object, 0)
            }
            false => Operation::new(Kind::Wait, condition, 0),
        }
    }

    /// Waits until a value is no longer the one that blocks, or the thread is cancelled,
    /// and looks at both: done if it may go on.
    fn wait_or_leave(
        &mut self,
        t: usize,
        (object, spot): (ObjectId, Spot),
        blocks: u64,
        chosen: Chosen,
        step: &mut Step,
    ) -> Flow {
        let request = self.thread_object(t, REQUEST);
        let beside = Spot::Beside(request);
        if chosen.is_none() {
            self.state.set_phase(t, Phase::Blocked);
            let own = self.private(t);
            let operation = Operation::new(Kind::Await, own, 0);
            self.announce(t, operation, spot);
            self.thread_mut(t).awaited = vec![(request, beside, 0), (object, spot, blocks)];
            return Flow::Halt;
        }
        self.thread_mut(t).awaited.clear();
        self.state.set_phase(t, Phase::Start);
        self.progress(t);
        for (object, spot) in [(request, beside), (object, spot)] {
            let value = self.state.value_at(spot);
            self.touch(Touch::new(object, Access::Read, value, value), step);
        }
        if self.state.value_beside(request) != 0 {
            self.tell("and is cancelled".to_owned());
            self.begin_leaving(t, Word::new(CANCELED));
        }
        Flow::Go
    }

    /// `sem_wait` of a thread that may be cancelled.
    pub(super) fn wait_semaphore(
        &mut self,
        t: usize,
        semaphore: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let cell = match self.target(t, semaphore, 8, true)? {
            Target::Cell(cell) => cell,
            _ => self.own_cell(semaphore, 8)?,
        };
        if let Flow::Halt = self.wait_or_leave(t, (cell.id, cell.spot()), 0, chosen, step) {
            return Ok(Flow::Halt);
        }
        if self.state.phase(t) == Phase::Leaves {
            return Ok(Flow::Go);
        }
        let act = Act::new(semaphore, 8, Kind::Acquire, 1).acquiring();
        match self.act(t, act, |value| value - 1, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(self.give(t, to, 0)),
        }
    }

    /// Waits for a mutex in a thread that may be cancelled anywhere. Done if it may go
    /// on, to take it in the same step or to leave.
    pub(super) fn wait_mutex(
        &mut self,
        t: usize,
        mutex: Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if chosen.is_none() && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let cell = match self.target(t, mutex, 4, true)? {
            Target::Cell(cell) => cell,
            _ => self.own_cell(mutex, 4)?,
        };
        Ok(self.wait_or_leave(t, (cell.id, cell.spot()), 1, chosen, step))
    }

    /// Is this a wait that a request to cancel ends as well?
    pub(super) fn waits_or_leaves(&self, t: usize, builtin: Builtin) -> bool {
        let is_wait = matches!(builtin, Builtin::SemWait | Builtin::ThreadJoin);
        is_wait && self.can_be_cancelled(t) && self.thread(t).atomic == 0 && !self.state.is_alone()
    }

    /// The part of `pthread_join` before the thread has ended, if the thread that joins
    /// may be cancelled. Done if it may go on.
    pub(super) fn wait_for_end(
        &mut self,
        t: usize,
        target: usize,
        chosen: Chosen,
        step: &mut Step,
    ) -> Flow {
        if chosen.is_none() && !self.fence(t, step) {
            return Flow::Halt;
        }
        let end = self.thread_object(target, END);
        self.wait_or_leave(t, (end, Spot::Beside(end)), 0, chosen, step)
    }

    /// A thread ends: an event, if others look whether it has.
    pub(super) fn note_end(&mut self, t: usize, chosen: Chosen, step: &mut Step) -> Flow {
        let end = self.thread_object(t, END);
        if !self.tables.notes_ends || self.state.value_beside(end) != 0 {
            return Flow::Go;
        }
        let is_event = !self.state.is_alone() && self.thread(t).atomic == 0;
        if is_event && chosen.is_none() {
            return self.announce_change(t);
        }
        self.state.set_beside(end, 1);
        if is_event {
            self.touch(Touch::new(end, Access::Write, 0, 1), step);
        }
        Flow::Go
    }

    /// An atomic block joins a thread: it can be carried through only if that has ended, so
    /// that is an event from now on. Done if it has.
    pub(super) fn join_in_block(
        &mut self,
        t: usize,
        target: usize,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if self.state.is_alone() {
            return Ok(Flow::Go);
        }
        if !self.tables.notes_ends {
            self.tables.knowledge.note_ends();
            return Err(self.tables.refined());
        }
        let end = self.thread_object(target, END);
        let value = self.state.value_beside(end);
        if value == 0 {
            return self.stuck_in_block(t, (end, Spot::Beside(end)), step);
        }
        self.touch(Touch::new(end, Access::Read, value, value), step);
        if self.thread(target).next != Next::Finished {
            // Between its last step and its end, what it had on its stack goes.
            return Err(error(format!(
                "a thread is joined within an atomic section{}, and others access what it has on \
                 its stack, which is not supported",
                self.here(t)
            )));
        }
        Ok(Flow::Go)
    }

    /// `pthread_tryjoin_np` and `_timedjoin_np`: zero if the thread has ended; if not, it is at
    /// least as late as that.
    pub(super) fn has_ended(
        &mut self,
        t: usize,
        (name, until): (Word, u64),
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let Some(target) = self.state.thread_by_name(name) else {
            return Ok(self.give(t, to, ESRCH));
        };
        if target == t {
            return Ok(self.give(t, to, EINVAL));
        }
        if chosen.is_none() && !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        let end = self.thread_object(target, END);
        let spot = Spot::Beside(end);
        let value = self.state.value_beside(end);
        if !self.state.is_alone() && self.thread(t).atomic == 0 && chosen.is_none() {
            return Ok(self.announce(t, Operation::new(Kind::Load, end, 0), spot));
        }
        self.looked(t, true, (end, spot), value, false);
        if value == 0 {
            self.sleep(t, 0, until);
        }
        self.touch(Touch::new(end, Access::Read, value, value), step);
        Ok(self.give(t, to, if value == 0 { EBUSY } else { 0 }))
    }
}
