//! Calls and returns that the step loop leaves to us, and the ends of threads.

use super::access::error;
use super::fault::Fault;
use super::local::{self, StackObject};
use super::memory::{Life, NO_OWNER, Origin};
use super::state::State;
use super::sync::plain;
use super::thread::{After, Frame, Next, Phase};
use super::{Chosen, Flow, Machine, Trouble};
use crate::address;
use crate::code::{Op, Operands, Reg, Src, Word};
use mazurka_program::{Access, Edge, Interrupt, Kind, Operation, Step};

/// A thread with more frames than this has overflowed its stack.
const MOST_FRAMES: usize = 50_000;
const MOST_REGISTERS: usize = 1 << 20;

/// How often a key of a thread is destroyed whose destructor gives it a new value.
const DESTRUCTOR_ITERATIONS: usize = 4;

impl State {
    /// The next value of a key of the thread that is to be destroyed: the destructor
    /// and the value.
    fn next_destructor(&mut self, t: usize) -> Option<(u64, u64)> {
        let keys = &self.keys;
        let thread = &mut self.threads[t];
        let destroyed = &thread.rare().destroyed;
        let place = thread.specific.iter().position(|(key, value)| {
            let destructor = keys.iter().find(|(known, _)| known == key);
            let rounds = destroyed.iter().filter(|known| *known == key).count();
            *value != 0
                && rounds < DESTRUCTOR_ITERATIONS
                && destructor.is_some_and(|(_, destructor)| *destructor != 0)
        })?;
        let (key, value) = thread.specific.remove(place);
        thread.rare_mut().destroyed.push(key);
        let (_, destructor) = keys.iter().find(|(known, _)| *known == key)?;
        Some((*destructor, value))
    }

    /// The next destructor of a thread-local variable, with its argument.
    pub(super) fn local_destructor(&mut self, t: usize) -> Option<(u64, u64)> {
        self.threads[t].rare.as_mut()?.destructors.pop()
    }
}

impl Machine {
    /// Carries out the current instruction, or announces it.
    pub(super) fn visit(
        &mut self,
        t: usize,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let mut chosen = chosen;
        if self.state.phase(t) == Phase::Leaves {
            return self.leave(t, chosen, step);
        }
        if self.text.cancels && self.is_cancellation_point(t) {
            if let Flow::Halt = self.test_cancel(t, chosen.take(), step)? {
                return Ok(Flow::Halt);
            }
            if self.state.phase(t) == Phase::Leaves {
                return Ok(Flow::Go);
            }
        }
        match self.current_op(t) {
            Op::Load {
                to,
                address,
                access,
                ..
            } => self.load(t, (to, 64), address, access, chosen, step),
            Op::LoadBits {
                to,
                address,
                access,
                bits,
                ..
            } => self.load(t, (to, bits), address, access, chosen, step),
            Op::Store { a, address, access } => self.store(t, a, address, access, chosen, step),
            Op::Rmw {
                op,
                is_unused,
                to,
                address,
                a,
                access,
                ..
            } => self.rmw(t, (op, is_unused), to, address, a, access, chosen, step),
            Op::CompareExchange {
                to,
                address,
                expected,
                new,
                exchange,
                ..
            } => self.compare_exchange(t, to, address, expected, new, exchange, chosen, step),
            Op::CompareExchangeWide {
                to,
                address,
                operands,
                exchange,
                ..
            } => {
                let four = self.operands(t, operands);
                let four = [four[0], four[1], four[2], four[3]];
                self.compare_exchange_wide(t, to, address, four, exchange, chosen, step)
            }
            Op::Fence { order } => Ok(self.fence_op(t, order, chosen, step)),
            Op::Copy {
                target,
                source,
                length,
                ..
            } => {
                let [target, source, length] =
                    [target, source, length].map(|src| self.read_src(t, src));
                let flow = self.copy(t, target, source, length, chosen, step)?;
                self.advance_if_done(t, &flow);
                Ok(flow)
            }
            Op::Fill { target, a, length } => {
                let [target, a, length] = [target, a, length].map(|src| self.read_src(t, src));
                let flow = self.fill(t, target, a, length, chosen, step)?;
                self.advance_if_done(t, &flow);
                Ok(flow)
            }
            Op::Call {
                function,
                arguments,
                to,
                ..
            } => self.call(
                t,
                function.0,
                self.arguments(t, arguments),
                to,
                chosen,
                step,
            ),
            Op::CallIndirect { arguments, to, .. } => {
                let mut arguments = self.arguments(t, arguments);
                let callee = arguments.remove(0);
                if callee.undefined != 0 {
                    let what = "the address of a function";
                    return Err(Fault::Undefined { what }.into());
                }
                let function = self.function_at(callee.bits)?;
                self.call(t, function, arguments, to, chosen, step)
            }
            Op::CallBuiltin {
                builtin,
                arguments,
                to,
                ..
            } => {
                // None takes more.
                let mut words = [Word::new(0); 6];
                let operands = self.operands(t, arguments).iter();
                let count = operands.len().min(words.len());
                for (word, src) in words.iter_mut().zip(operands) {
                    *word = self.read_src(t, *src);
                }
                self.builtin(t, builtin, &words[..count], to, chosen, step)
            }
            Op::CallUnknown { name } => {
                let name = &self.text.code.unknown[name as usize];
                let place = self.here(t);
                Err(error(format!(
                    "the function `{name}` is called{place}, but it is neither defined nor known: \
                     add the file that defines it, or a stub"
                )))
            }
            Op::VaStart { address } => {
                let address = self.read_src(t, address);
                self.va_start(t, address, step)?;
                self.thread_mut(t).advance();
                Ok(Flow::Go)
            }
            Op::ThreadLocal { to, global } => {
                let address = self.thread_local_address(t, global)?;
                self.thread_mut(t).set(to, Word::new(address));
                self.thread_mut(t).advance();
                Ok(Flow::Go)
            }
            Op::StackSave { to } => {
                let depth = self.thread(t).stack.len() as u64;
                self.thread_mut(t).set(to, Word::new(depth));
                self.thread_mut(t).advance();
                Ok(Flow::Go)
            }
            Op::StackRestore { a } => {
                let keep = self.read_src(t, a).bits as usize;
                local::end_objects(&mut self.state.threads[t], &mut self.state.memory, keep);
                self.thread_mut(t).advance();
                Ok(Flow::Go)
            }
            Op::Unsupported { message } => {
                let message = &self.text.code.messages[message as usize];
                let place = self.here(t);
                Err(error(format!("{message}{place}")))
            }
            Op::Return { .. } => self.returned(t, chosen, step),
            other => unreachable!("{other:?} is local code"),
        }
    }

    fn advance_if_done(&mut self, t: usize, flow: &Flow) {
        if let Flow::Go = flow {
            self.thread_mut(t).advance();
        }
    }

    fn operands(&self, t: usize, operands: Operands) -> &[Src] {
        let function = self.thread(t).frame().function;
        &self.text.function(function).operands[operands.range()]
    }

    fn arguments(&self, t: usize, operands: Operands) -> Vec<Word> {
        let operands = self.operands(t, operands).iter();
        operands.map(|src| self.read_src(t, *src)).collect()
    }

    /// The function at an address.
    pub(super) fn function_at(&self, address: u64) -> Result<u32, Trouble> {
        let number = address::function_at(address);
        let number = number.filter(|number| (*number as usize) < self.text.code.functions.len());
        number.ok_or(Trouble::Fault(match address < 0x1000 {
            true => Fault::Null { address },
            false => Fault::NoFunction { address },
        }))
    }

    /// Calls a function. An atomic one is an operation, and runs to its end in it.
    fn call(
        &mut self,
        t: usize,
        function: u32,
        arguments: Vec<Word>,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let is_atomic = self.text.function(function).is_atomic;
        if !is_atomic || self.thread(t).atomic > 0 {
            self.push_frame(t, function, &arguments, to, After::Caller)?;
            return Ok(Flow::Go);
        }
        self.check_atomic_block(t)?;
        if let Flow::Halt = self.begin_atomic(t, &arguments, chosen, step) {
            return Ok(Flow::Halt);
        }
        self.push_frame(t, function, &arguments, to, After::AtomicBlock)?;
        Ok(Flow::Go)
    }

    /// An atomic block may touch several cells at once, which have no order then.
    pub(super) fn check_atomic_block(&self, t: usize) -> Result<(), Trouble> {
        match self.is_graph() && !self.state.is_alone_in(true) {
            false => Ok(()),
            true => Err(error(format!(
                "an atomic section (__VERIFIER_atomic_, or an atomic access of something large) \
                 begins{}, which is not supported with execution graphs: use a mutex, or check \
                 the program under sc, tso or pso with another algorithm",
                self.here(t)
            ))),
        }
    }

    /// Begins an atomic block: an operation, of whatever it will touch. The choices
    /// that are made within it are operations of their own, before it: what an
    /// operation touches may not depend on an alternative of its own.
    pub(super) fn begin_atomic(
        &mut self,
        t: usize,
        arguments: &[Word],
        chosen: Chosen,
        step: &mut Step,
    ) -> Flow {
        let mut chosen = chosen;
        let block = self.instruction_of(t);
        if !self.state.is_alone() {
            let counts = self.tables.knowledge.choices(block);
            let tape = &mut self.state.threads[t].tape;
            if tape.len() < counts.len() {
                tape.extend(chosen.take());
            }
            if let Some(count) = counts.get(tape.len()) {
                let count = *count;
                let object = self.private(t);
                let operation = Operation::new(Kind::Choose, object, count);
                return self.announce(t, operation, super::Spot::Nowhere);
            }
            if chosen.is_none() {
                if !self.fence(t, step) {
                    return Flow::Halt;
                }
                return self.announce_block(t, arguments);
            }
        }
        if self.state.is_alone() || !self.thread(t).tape.is_empty() {
            // With other choices it may do something else the next time.
            self.progress(t);
        } else {
            self.state.threads[t].begin_block(&self.text.code, arguments);
        }
        let thread = &mut self.state.threads[t];
        thread.atomic = 1;
        thread.block = block;
        thread.taken = 0;
        Flow::Go
    }

    /// Announces an atomic block, unless the thread has come back to where it was before it
    /// began that.
    fn announce_block(&mut self, t: usize, arguments: &[Word]) -> Flow {
        if self.thread(t).tape.is_empty() && self.has_come_back(t, arguments) {
            return Flow::Halt;
        }
        let object = self.private(t);
        let operation = Operation::new(Kind::Change, object, 0);
        if self.tables.knowledge.is_guarded(self.instruction_of(t)) {
            return self.announce_guarded(t, operation, super::Spot::Nowhere);
        }
        self.announce(t, operation, super::Spot::Nowhere)
    }

    /// Ends an atomic block. What it has written, but left as it was, it has only read
    /// (but for data races, where such a write synchronises).
    pub(super) fn end_atomic(&mut self, t: usize, step: &mut Step) {
        let nothing = self.private(t);
        let thread = &mut self.state.threads[t];
        thread.atomic = 0;
        thread.tape.clear();
        let looked_at = thread.looks.end_block(&self.state.memory, nothing);
        for touch in &mut step.touches {
            if !self.text.settings.races && looked_at.contains(&touch.object) {
                touch.access = Access::Read;
            }
        }
    }

    /// Begins a function with these arguments.
    pub(super) fn push_frame(
        &mut self,
        t: usize,
        function: u32,
        arguments: &[Word],
        to: Reg,
        after: After,
    ) -> Result<(), Trouble> {
        let code = std::sync::Arc::clone(&self.text.code);
        let callee = &code.functions[function as usize];
        let parameters = callee.parameters as usize;
        let base = self.thread(t).registers.len();
        if self.thread(t).frames.len() >= MOST_FRAMES
            || base + callee.registers as usize > MOST_REGISTERS
        {
            return Err(Fault::StackOverflow.into());
        }
        let stack = self.thread(t).stack.len() as u32;
        let mut varargs = 0;
        if callee.is_variadic {
            let extra = arguments.get(parameters..).unwrap_or_default();
            varargs = 1 + self.make_varargs(t, extra)?;
        }
        let thread = &mut self.state.threads[t];
        thread
            .registers
            .resize(base + callee.registers as usize, Word::new(0));
        for (i, place) in thread.registers[base..][..parameters]
            .iter_mut()
            .enumerate()
        {
            let missing = super::word::undefined(64);
            *place = arguments.get(i).copied().unwrap_or(missing);
        }
        thread.frames.push(Frame {
            function,
            pc: 0,
            base: base as u32,
            to,
            stack,
            varargs,
            after,
            phase: Phase::Start,
            is_checked: false,
            kept: 0,
        });
        Ok(())
    }

    /// Lays arguments without names out in memory, eight bytes for each.
    fn make_varargs(&mut self, t: usize, arguments: &[Word]) -> Result<u32, Trouble> {
        let object = StackObject {
            size: arguments.len() as u64 * 8,
            site: self.text.heap_sites,
            place: 0,
            owner: if self.state.is_alone() {
                NO_OWNER
            } else {
                t as u32
            },
            is_shared: self.tables.shared[self.text.heap_sites as usize],
            is_freed: self.tables.freed[self.text.heap_sites as usize],
            origin: Origin::Stack,
        };
        let index =
            local::stack_object(&mut self.state.threads[t], &mut self.state.memory, object)?;
        let start = self.state.memory.object(index).start;
        for (i, word) in arguments.iter().enumerate() {
            self.write_own(t, start + i * 8, 8, *word);
        }
        Ok(index)
    }

    /// A `va_list` from which the arguments without names come, all from memory.
    fn va_start(&mut self, t: usize, address: Word, step: &mut Step) -> Result<(), Trouble> {
        let frame = *self.thread(t).frame();
        let object = frame.varargs.checked_sub(1);
        let Some(object) = object else {
            return Err(error("va_start in a function without ...".to_owned()));
        };
        let arguments = self.state.memory.address(object, 0);
        // As on x86-64: all registers are used up, so all comes from the overflow area.
        let parts = [
            (0, 4, 48),
            (4, 4, 176),
            (8, 8, arguments),
            (16, 8, arguments),
        ];
        for (offset, size, value) in parts {
            let target = Word::new(address.bits.wrapping_add(offset));
            let mode = plain(size);
            // No other thread looks at a va_list.
            let flow = self.store_word(t, target, Word::new(value), mode, Some(0), step)?;
            debug_assert!(matches!(flow, Flow::Go), "it is done now");
        }
        Ok(())
    }

    /// The address of a thread's own copy of a variable.
    pub(super) fn thread_local_address(&mut self, t: usize, global: u32) -> Result<u64, Trouble> {
        let known = self.thread(t).locals.iter().find(|(g, _)| *g == global);
        if let Some((_, object)) = known {
            return Ok(self.state.memory.address(*object, 0));
        }
        let code = std::sync::Arc::clone(&self.text.code);
        let variable = &code.globals[global as usize];
        let index = self.heap_object(t, variable.size, global, Origin::ThreadLocal, true)?;
        let start = self.state.memory.object(index).start;
        self.state.memory.data[start..start + variable.bytes.len()]
            .copy_from_slice(&variable.bytes);
        self.thread_mut(t).locals.push((global, index));
        Ok(self.state.memory.address(index, 0))
    }

    /// Begins `main`, after the constructors.
    pub(super) fn enter_main(&mut self, t: usize) -> Result<(), Interrupt> {
        let code = std::sync::Arc::clone(&self.text.code);
        let main = code.main.expect("it was looked for");
        let parameters = code.functions[main.0 as usize].parameters;
        let arguments = self.main_arguments(parameters);
        let entered = self.push_frame(t, main.0, &arguments, 0, After::Caller);
        // The constructors run on top, the first one first.
        let entered = entered.and_then(|()| {
            code.constructors
                .iter()
                .rev()
                .try_for_each(|function| self.push_frame(t, function.0, &[], 0, After::Builtin))
        });
        match entered {
            Ok(()) => Ok(()),
            Err(_) => Err(Interrupt::Error("`main` cannot be called".to_owned())),
        }
    }

    /// `argc`, `argv` and `envp`, as many as it takes.
    fn main_arguments(&self, parameters: u32) -> Vec<Word> {
        let code = &self.text.code;
        let all = match code.outside {
            Some(both) => {
                let [arguments, environment] = both.map(|number| &code.globals[number as usize]);
                // The last pointer is null.
                let count = arguments.size / 8 - 1;
                [count, arguments.address, environment.address]
            }
            None => [0; 3],
        };
        let mut words = all.map(Word::new).to_vec();
        words.truncate(parameters as usize);
        words
    }

    /// A function returned that the step loop does not return from: the first of the
    /// thread, or one that was called by a builtin or as an atomic block.
    pub(super) fn returned(
        &mut self,
        t: usize,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let frame = *self.thread(t).frame();
        let Op::Return { values } = self.current_op(t) else {
            unreachable!("it returns");
        };
        if self.thread(t).frames.len() == 1 {
            let first = self.operands(t, values).first();
            let first = first.map(|value| self.read_src(t, *value));
            return self.end_thread(t, first, t == 0, chosen, step);
        }
        let values = self.arguments(t, values);
        let ending = self.thread(t).stack[frame.stack as usize..].to_vec();
        if let Flow::Halt = self.end_shared(t, ending, chosen, step)? {
            return Ok(Flow::Halt);
        }
        local::end_objects(
            &mut self.state.threads[t],
            &mut self.state.memory,
            frame.stack as usize,
        );
        let thread = &mut self.state.threads[t];
        thread.registers.truncate(frame.base as usize);
        thread.frames.pop();
        match frame.after {
            After::Builtin => {
                // What called it is visited again; a constructor before `main`
                // returns to its first instruction.
                thread.result = values.first().copied().unwrap_or_default();
            }
            After::AtomicBlock | After::Caller => {
                for (i, value) in (0..).zip(values) {
                    thread.set(frame.to + i, value);
                }
                thread.advance();
                if frame.after == After::AtomicBlock {
                    self.end_atomic(t, step);
                }
            }
        }
        Ok(Flow::Go)
    }

    /// A thread is at its end: its keys are destroyed, its buffer is emptied. If it is
    /// `main` that `returns`, the program ends. Visited again as long as something is
    /// left to do.
    pub(super) fn end_thread(
        &mut self,
        t: usize,
        result: Option<Word>,
        returns: bool,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        // Those that are called return to the same instruction.
        let destructor = self.state.local_destructor(t);
        let destructor = match returns {
            true => destructor,
            false => destructor.or_else(|| self.state.next_destructor(t)),
        };
        if let Some((destructor, value)) = destructor {
            let function = self.function_at(destructor)?;
            self.push_frame(t, function, &[Word::new(value)], 0, After::Builtin)?;
            return Ok(Flow::Go);
        }
        if returns && let Some(function) = self.exit_function() {
            self.push_frame(t, function, &[], 0, After::Builtin)?;
            return Ok(Flow::Go);
        }
        if !self.fence(t, step) {
            return Ok(Flow::Halt);
        }
        if returns {
            let code = result.unwrap_or_default();
            return self.exit(t, code, step);
        }
        self.share_written(t)?;
        if let Some(mutex) = self.thread(t).rare().robust.last().copied() {
            return self.orphan_robust(t, mutex, chosen, step);
        }
        if let Flow::Halt = self.note_end(t, chosen, step) {
            return Ok(Flow::Halt);
        }
        if t != 0 {
            let locals = self.thread(t).locals.iter().map(|(_, object)| *object);
            let ending = self.thread(t).stack.iter().copied().chain(locals).collect();
            if let Flow::Halt = self.end_shared(t, ending, chosen, step)? {
                return Ok(Flow::Halt);
            }
        }
        if t == 0 && self.runs_at_exit() {
            return self.end_last(step);
        }
        self.leave_thread(t, result.unwrap_or_default());
        Ok(Flow::Halt)
    }

    /// `main` has called `pthread_exit`: the program ends with its last thread, and what
    /// runs then is run by `main`, as if it waited for all others.
    fn end_last(&mut self, step: &mut Step) -> Result<Flow, Trouble> {
        let mut others = self.state.threads[1..].iter();
        if let Some(other) = others.find(|other| other.next != Next::Finished) {
            self.thread_mut(0).next = Next::Join(other.process);
            return Ok(Flow::Halt);
        }
        if self.state.course.hooked == 0 {
            for other in 1..self.state.threads.len() {
                step.edges.push(Edge::Join {
                    process: self.thread(0).process,
                    target: self.thread(other).process,
                });
                self.race_join(0, other);
                self.follow_in_time(0, other);
                self.state.learn_join(0, other);
            }
        }
        if let Some(function) = self.exit_function() {
            self.push_frame(0, function, &[], 0, After::Builtin)?;
            return Ok(Flow::Go);
        }
        self.exit(0, Word::new(0), step)
    }

    /// Is there anything to run at the end of the program?
    fn runs_at_exit(&self) -> bool {
        !self.text.code.destructors.is_empty() || self.text.hook.is_some()
    }

    /// Ends the lives of a thread's own variables, as far as others may access them: an
    /// operation on all their cells, as `free` is.
    pub(super) fn end_shared(
        &mut self,
        t: usize,
        mut ending: Vec<u32>,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        ending.retain(|index| self.state.memory.object(*index).is_shared);
        if ending.is_empty() || self.state.is_alone() {
            return Ok(Flow::Go);
        }
        if self.is_graph() {
            for index in ending {
                self.race_free(t, index, step);
            }
            return Ok(Flow::Go);
        }
        if chosen.is_none() && self.thread(t).atomic == 0 {
            return Ok(self.announce_change(t));
        }
        self.progress(t);
        for index in ending {
            self.touch_all(index, step)?;
        }
        Ok(Flow::Go)
    }

    /// A thread ends with this result.
    pub(super) fn leave_thread(&mut self, t: usize, result: Word) {
        let thread = &mut self.state.threads[t];
        thread.result = result;
        if t != 0 {
            local::end_objects(thread, &mut self.state.memory, 0);
            for (_, object) in thread.locals.drain(..) {
                self.state.memory.end(object, Life::Left);
            }
        }
        self.finish(t);
    }

    /// The program ends with a code. Others are let go on: what they do from here
    /// they could as well have done before. But they need not come to an end.
    pub(super) fn exit(&mut self, t: usize, code: Word, step: &mut Step) -> Result<Flow, Trouble> {
        self.state.course.exited_by = Some(t as u32);
        let status = code.bits as i32;
        if self.text.settings.check_exit && status != 0 {
            self.pardon(t, Fault::Exit(status), step)?;
        }
        self.thread_mut(t).result = code;
        self.finish(t);
        Ok(Flow::Halt)
    }

    /// The next function to run at the end of the program: the one of our libc that
    /// runs what `atexit` was given, then the destructors of the program.
    pub(super) fn exit_function(&mut self) -> Option<u32> {
        let done = self.state.course.hooked as usize;
        if done > self.text.code.destructors.len() {
            return None;
        }
        self.state.course.hooked += 1;
        if done > 0 {
            return Some(self.text.code.destructors[done - 1].0);
        }
        self.text.hook.or_else(|| self.exit_function())
    }
}
