//! The functions that the interpreter knows: who carries out which.

use super::access::error;
use super::alloc::Wanted;
use super::fault::Fault;
use super::robust::ROBUST;
use super::sync::{Act, CONDITION, Destroyed, How, MUTEX, RW_LOCK, SEMAPHORE};
use super::thread::{After, Cleanup, Spot};
use super::word;
use super::{Chosen, Flow, Machine, Trouble};
use crate::builtin::{Builtin, name};
use crate::code::{FloatOp, Reg, Word};
use mazurka_program::{Kind, Operation, Step};

impl Machine {
    /// Carries out a builtin, or announces it.
    pub(super) fn builtin(
        &mut self,
        t: usize,
        builtin: Builtin,
        arguments: &[Word],
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let arg = |i: usize| arguments.get(i).copied().unwrap_or_default();
        let a = arg(0);
        match builtin {
            Builtin::ThreadCreate => self.create(t, arguments, to, chosen, step),
            Builtin::ThreadJoin => self.join(t, a, arg(1), to, chosen, step),
            Builtin::ThreadHasEnded => self.has_ended(t, (a, arg(1).bits), to, chosen, step),
            Builtin::ThreadDetach => Ok(self.detach(t, a, to)),
            Builtin::ThreadExit => Ok(self.exit_thread(t, Some(a))),
            Builtin::UnwindNext => Ok(self.exit_thread(t, None)),
            Builtin::ThreadAtExit => {
                let destructor = (a.bits, arg(1).bits);
                self.thread_mut(t).rare_mut().destructors.push(destructor);
                Ok(self.give(t, to, 0))
            }
            Builtin::CleanupBuffer => Ok(self.push_cleanup(t, Cleanup::Jump(a.bits), to)),
            Builtin::CleanupPush => {
                let cleanup = Cleanup::Call(arg(1).bits, arg(2).bits);
                Ok(self.push_cleanup(t, cleanup, to))
            }
            Builtin::CleanupPop => self.pop_cleanup(t, arg(1).bits & 0xffff_ffff != 0, to),
            Builtin::ThreadCancel => self.cancel(t, a, to, chosen, step),
            Builtin::CancelState => self.set_cancel(t, true, a, to),
            Builtin::CancelType => self.set_cancel(t, false, a, to),
            Builtin::SetJump => self.set_jump(t, a, to, chosen, step),
            Builtin::LongJump => self.long_jump(t, (a, arg(1)), chosen, step),
            Builtin::FutexWait => self.wait_futex(t, (a, arg(1)), None, to, chosen, step),
            Builtin::FutexTimedWait => {
                self.wait_futex(t, (a, arg(1)), Some(arg(2).bits), to, chosen, step)
            }
            Builtin::Clock => self.look_at_clock(t, (a, arg(1)), to),
            Builtin::Nanoseconds => {
                let time = self.nanoseconds(a, arg(1), arg(2).bits)?;
                Ok(self.give(t, to, time))
            }
            Builtin::Sleep => {
                self.sleep(t, a.bits, arg(1).bits);
                Ok(self.give(t, to, 0))
            }
            Builtin::FutexWake => self.wake_futex(t, (a, arg(1)), to, chosen, step),
            Builtin::Input => self.input(t, arguments, to, chosen),
            Builtin::ThreadSelf => {
                let arena = self.thread(t).arena;
                Ok(self.give(t, to, u64::from(arena)))
            }
            Builtin::ThreadEqual => Ok(self.give(t, to, u64::from(a.bits == arg(1).bits))),
            Builtin::Yield | Builtin::Nothing | Builtin::TestCancel => Ok(self.give(t, to, 0)),
            Builtin::MutexInit => self.init_mutex(t, a, arg(1), to, chosen, step),
            Builtin::MutexDestroy => self.destroy(t, (a, Destroyed::Mutex), to, chosen, step),
            Builtin::MutexLock => self.lock_mutex(t, a, How::Wait, to, chosen, step),
            Builtin::MutexTryLock => self.lock_mutex(t, a, How::Try, to, chosen, step),
            Builtin::MutexTimedLock => {
                self.lock_mutex(t, a, How::Until(arg(1).bits), to, chosen, step)
            }
            Builtin::MutexConsistent => self.make_consistent(t, a, to),
            Builtin::MutexUnlock => self.unlock_mutex(t, a, to, chosen, step),
            Builtin::SpinInit => self.initialise(t, (a, 4), 0, to, chosen, step),
            Builtin::SpinDestroy => self.destroy(t, (a, Destroyed::SpinLock), to, chosen, step),
            Builtin::SpinLock => self.lock_word(t, a, (4, 0), How::Wait, to, chosen, step),
            Builtin::SpinTryLock => self.lock_word(t, a, (4, 0), How::Try, to, chosen, step),
            Builtin::SpinUnlock => self.unlock_word(t, a, (4, 0), to, chosen, step),
            Builtin::RwInit => self.initialise(t, (a, RW_LOCK), 0, to, chosen, step),
            Builtin::RwDestroy => self.destroy(t, (a, Destroyed::RwLock), to, chosen, step),
            Builtin::RwReadLock => self.read_lock(t, a, How::Wait, to, chosen, step),
            Builtin::RwTryReadLock => self.read_lock(t, a, How::Try, to, chosen, step),
            Builtin::RwTimedReadLock => {
                self.read_lock(t, a, How::Until(arg(1).bits), to, chosen, step)
            }
            Builtin::RwWriteLock => self.lock_word(t, a, (8, 8), How::Wait, to, chosen, step),
            Builtin::RwTryWriteLock => self.lock_word(t, a, (8, 8), How::Try, to, chosen, step),
            Builtin::RwTimedWriteLock => {
                self.lock_word(t, a, (8, 8), How::Until(arg(1).bits), to, chosen, step)
            }
            Builtin::RwUnlock => self.unlock_rw(t, a, to, chosen, step),
            Builtin::CondInit => self.initialise(t, (a, CONDITION), 0, to, chosen, step),
            Builtin::CondDestroy => self.destroy(t, (a, Destroyed::Condition), to, chosen, step),
            Builtin::CondWait => self.wait_condition(t, a, arg(1), None, to, chosen, step),
            Builtin::CondTimedWait => {
                self.wait_condition(t, a, arg(1), Some(arg(2).bits), to, chosen, step)
            }
            Builtin::CondSignal => self.notify(t, a, false, to, chosen, step),
            Builtin::CondBroadcast => self.notify(t, a, true, to, chosen, step),
            Builtin::BarrierInit => self.init_barrier(t, (a, arg(2)), to, chosen, step),
            Builtin::BarrierDestroy => self.destroy_barrier(t, a, to, chosen, step),
            Builtin::BarrierWait => self.wait_barrier(t, a, to, chosen, step),
            Builtin::SemInit => {
                let count = arg(2).bits & 0xffff_ffff;
                self.initialise(t, (a, SEMAPHORE), count, to, chosen, step)
            }
            Builtin::SemDestroy => self.destroy(t, (a, Destroyed::Semaphore), to, chosen, step),
            Builtin::SemWait if self.waits_or_leaves(t, builtin) => {
                self.wait_semaphore(t, a, to, chosen, step)
            }
            Builtin::SemWait => self.take_semaphore(t, a, How::Wait, to, chosen, step),
            Builtin::SemTryWait => self.take_semaphore(t, a, How::Try, to, chosen, step),
            Builtin::SemTimedWait => {
                self.take_semaphore(t, a, How::Until(arg(1).bits), to, chosen, step)
            }
            Builtin::SemPost => self.post_semaphore(t, a, to, chosen, step),
            Builtin::SemGetValue => self.semaphore_value(t, (a, arg(1)), to, chosen, step),
            Builtin::Once => self.once(t, a, arg(1), 4, to, chosen, step),
            Builtin::GuardAcquire => self.guard_acquire(t, a, to, chosen, step),
            Builtin::GuardRelease => self.guard_release(t, a, to, chosen, step),
            Builtin::KeyCreate => self.create_key(t, (a, arg(1)), to, chosen, step),
            Builtin::KeyDelete => Ok(self.delete_key(t, a, to)),
            Builtin::GetSpecific => Ok(self.get_specific(t, a, to)),
            Builtin::SetSpecific => Ok(self.set_specific(t, a, arg(1), to)),
            Builtin::Malloc | Builtin::Valloc => self.allocate(t, Wanted::new(a), to, chosen, step),
            Builtin::New => self.allocate(t, Wanted::new(a).or_throw(), to, chosen, step),
            Builtin::NewNothrow => self.allocate(t, Wanted::new(a), to, chosen, step),
            Builtin::Calloc => {
                let size = a.bits.saturating_mul(arg(1).bits);
                let size = word::carry(size, a, arg(1), 64);
                self.allocate(t, Wanted::new(size).zeroed(), to, chosen, step)
            }
            Builtin::Alloc => self.allocate(t, Wanted::by_library(a, arg(2)), to, chosen, step),
            Builtin::Free => self.free(t, a, to, chosen, step),
            Builtin::Size => self.heap_size(t, a, to, chosen, step),
            Builtin::Memcpy | Builtin::Memmove => {
                match self.copy(t, a, arg(1), arg(2), chosen, step)? {
                    Flow::Halt => Ok(Flow::Halt),
                    Flow::Go => Ok(self.give(t, to, a.bits)),
                }
            }
            Builtin::Memset => match self.fill(t, a, arg(1), arg(2), chosen, step)? {
                Flow::Halt => Ok(Flow::Halt),
                Flow::Go => Ok(self.give(t, to, a.bits)),
            },
            // (`if (!condition) abort();` is how SV-COMP's programs assume something.)
            Builtin::Abort if self.text.code.names_errors => self.assumption_fails(t, step),
            Builtin::Abort => Err(Fault::Abort.into()),
            Builtin::Trap if a.bits != 0 => Err(Fault::NoReturn.into()),
            Builtin::Trap if self.text.code.names_errors => self.exit(t, Word::new(0), step),
            Builtin::Trap => Err(Fault::Trap.into()),
            Builtin::Exit => {
                if !self.fence(t, step) {
                    return Ok(Flow::Halt);
                }
                if let Some((function, argument)) = self.state.local_destructor(t) {
                    let function = self.function_at(function)?;
                    self.push_frame(t, function, &[Word::new(argument)], 0, After::Builtin)?;
                    return Ok(Flow::Go);
                }
                if let Some(function) = self.exit_function() {
                    self.push_frame(t, function, &[], 0, After::Builtin)?;
                    return Ok(Flow::Go);
                }
                self.exit(t, a, step)
            }
            Builtin::ExitNow => {
                if !self.fence(t, step) {
                    return Ok(Flow::Halt);
                }
                self.exit(t, a, step)
            }
            Builtin::AssertFail => {
                let text = self.text(a);
                Err(Fault::Assertion(format!("assertion failed: {text}")).into())
            }
            Builtin::AssertBsd => {
                let text = self.text(a);
                Err(Fault::Assertion(format!("assertion failed: {text}")).into())
            }
            Builtin::AssertRtn => {
                let text = self.text(arg(3));
                Err(Fault::Assertion(format!("assertion failed: {text}")).into())
            }
            Builtin::Print => {
                let text = self.bytes(arg(1), arg(2).bits);
                self.printed(t, &text);
                Ok(self.give(t, to, 0))
            }
            Builtin::Error => {
                let text = self.text(a);
                Err(error(format!("{text}{}", self.here(t))))
            }
            Builtin::Fail => {
                let (kind, text) = (self.text(a), self.text(arg(1)));
                Err(Fault::Assertion(format!("{kind}: {text}")).into())
            }
            Builtin::Choose => self.choose(t, a.bits & 0xffff_ffff, 0, to, chosen),
            Builtin::Math1 => {
                let result = math(a.bits as u32, arg(1), Word::new(0));
                Ok(self.give(t, to, result))
            }
            Builtin::Math2 => {
                let result = math(a.bits as u32, arg(1), arg(2));
                Ok(self.give(t, to, result))
            }
            Builtin::Assume => self.assume(t, a, to, step),
            Builtin::VerifierAssert => {
                self.check_condition(a)?;
                match a.bits & 0xffff_ffff {
                    0 => Err(Fault::Assertion("assertion failed".to_owned()).into()),
                    _ => Ok(self.give(t, to, 0)),
                }
            }
            Builtin::ReachError => {
                Err(Fault::Assertion("an error location is reached".to_owned()).into())
            }
            Builtin::AtomicBegin => {
                if self.thread(t).atomic > 0 {
                    self.thread_mut(t).atomic += 1;
                    return Ok(self.give(t, to, 0));
                }
                self.check_atomic_block(t)?;
                match self.begin_atomic(t, &[], chosen, step) {
                    Flow::Halt => Ok(Flow::Halt),
                    Flow::Go => Ok(self.give(t, to, 0)),
                }
            }
            Builtin::AtomicEnd => {
                match self.thread(t).atomic {
                    0 | 1 => self.end_atomic(t, step),
                    _ => self.thread_mut(t).atomic -= 1,
                }
                Ok(self.give(t, to, 0))
            }
            Builtin::ThreadId => {
                let arena = self.thread(t).arena;
                Ok(self.give(t, to, u64::from(arena) - 1))
            }
            Builtin::NondetBool => self.choose(t, 2, 0, to, chosen),
            Builtin::NondetChar => {
                self.nondet(t, builtin, (i8::MIN.into(), i8::MAX.into()), 8, to, chosen)
            }
            Builtin::NondetUchar => self.nondet(t, builtin, (0, u8::MAX.into()), 8, to, chosen),
            Builtin::NondetShort => self.nondet(
                t,
                builtin,
                (i16::MIN.into(), i16::MAX.into()),
                16,
                to,
                chosen,
            ),
            Builtin::NondetUshort => self.nondet(t, builtin, (0, u16::MAX.into()), 16, to, chosen),
            Builtin::NondetInt => self.nondet(
                t,
                builtin,
                (i32::MIN.into(), i32::MAX.into()),
                32,
                to,
                chosen,
            ),
            Builtin::NondetUint => self.nondet(t, builtin, (0, u32::MAX.into()), 32, to, chosen),
            Builtin::NondetLong => self.nondet(t, builtin, (i64::MIN, i64::MAX), 64, to, chosen),
            Builtin::NondetUlong | Builtin::NondetPointer => {
                self.nondet(t, builtin, (0, i64::MAX), 64, to, chosen)
            }
            Builtin::NondetFloat => Err(error(format!(
                "{} is called{}: choices of numbers that are not integers are not supported",
                name(builtin),
                self.here(t)
            ))),
        }
    }

    fn check_condition(&self, condition: Word) -> Result<(), Trouble> {
        match condition.undefined & 0xffff_ffff {
            0 => Ok(()),
            _ => Err(Fault::Undefined {
                what: "a condition",
            }
            .into()),
        }
    }

    /// `__VERIFIER_assume`.
    fn assume(&mut self, t: usize, condition: Word, to: Reg, step: &Step) -> Result<Flow, Trouble> {
        self.check_condition(condition)?;
        match condition.bits & 0xffff_ffff {
            0 => self.assumption_fails(t, step),
            _ => Ok(self.give(t, to, 0)),
        }
    }

    /// A choice of one of `count` values, from `least` on.
    fn choose(
        &mut self,
        t: usize,
        count: u64,
        least: i64,
        to: Reg,
        chosen: Chosen,
    ) -> Result<Flow, Trouble> {
        if count == 0 {
            return Err(error(format!("a choice of nothing{}", self.here(t))));
        }
        if self.thread(t).atomic > 0 && !self.state.is_alone() && count > 1 {
            return self.choose_in_block(t, count, least, to);
        }
        let Some(alternative) = chosen else {
            if count == 1 {
                return Ok(self.give(t, to, least as u64));
            }
            let object = self.private(t);
            let operation = Operation::new(Kind::Choose, object, count);
            return Ok(self.announce(t, operation, Spot::Nowhere));
        };
        self.progress(t);
        let value = least.wrapping_add(i64::from(alternative));
        self.tell(format!("= {value}"));
        Ok(self.give(t, to, value as u64))
    }

    /// A choice within an atomic block, which was made before it.
    fn choose_in_block(
        &mut self,
        t: usize,
        count: u64,
        least: i64,
        to: Reg,
    ) -> Result<Flow, Trouble> {
        let value = least.wrapping_add(self.pick_in_block(t, count)? as i64);
        Ok(self.give(t, to, value as u64))
    }

    /// One of `count` alternatives, as it was chosen before the atomic block.
    pub(super) fn pick_in_block(&mut self, t: usize, count: u64) -> Result<u64, Trouble> {
        let thread = &mut self.state.threads[t];
        let (block, nth) = (thread.block, thread.taken);
        let counts = self.tables.knowledge.choices(block);
        if counts.get(nth).is_none_or(|known| *known < count) {
            self.tables.knowledge.choose(block, nth, count);
            return Err(self.tables.refined());
        }
        thread.taken += 1;
        // (There are more alternatives than values if the block has several ways.)
        Ok(u64::from(thread.tape[nth]) % count)
    }

    /// `__mazurka_input(function, least, largest)`: a number that is read from somewhere,
    /// which may be any of `--nondet`.
    fn input(
        &mut self,
        t: usize,
        arguments: &[Word],
        to: Reg,
        chosen: Chosen,
    ) -> Result<Flow, Trouble> {
        let [function, least, largest] = arguments else {
            return Err(error("__mazurka_input takes three arguments".to_owned()));
        };
        let Some((low, high)) = self.text.settings.nondet else {
            let function = self.text(*function);
            return Err(error(format!(
                "{function} is called{}, but a check has no input: say which values it may read \
                 with --nondet LOW..HIGH, or give it a file with --stdin PATH",
                self.here(t)
            )));
        };
        let (low, high) = (low.max(least.bits as i64), high.min(largest.bits as i64));
        if low > high {
            let function = self.text(*function);
            return Err(error(format!(
                "{function} is called{}, but it can read no value of the range of --nondet",
                self.here(t)
            )));
        }
        let count = high.abs_diff(low).saturating_add(1);
        if count > 1 << 16 {
            return Err(error("--nondet has more than 65,536 values".to_owned()));
        }
        self.choose(t, count, low, to, chosen)
    }

    fn nondet(
        &mut self,
        t: usize,
        builtin: Builtin,
        (least, largest): (i64, i64),
        bits: u8,
        to: Reg,
        chosen: Chosen,
    ) -> Result<Flow, Trouble> {
        let Some((low, high)) = self.text.settings.nondet else {
            return Err(error(format!(
                "{} is called{}: say which values it may have with --nondet LOW..HIGH",
                name(builtin),
                self.here(t)
            )));
        };
        let (low, high) = (low.max(least), high.min(largest));
        if low > high {
            return Err(error(format!(
                "{} is called{}, but it has no value in the range of --nondet",
                name(builtin),
                self.here(t)
            )));
        }
        let count = high.abs_diff(low).saturating_add(1);
        if count > 1 << 16 {
            return Err(error("--nondet has more than 65,536 values".to_owned()));
        }
        let flow = self.choose(t, count, low, to, chosen)?;
        if let Flow::Go = flow {
            let base = self.thread(t).frame().base;
            let register = &mut self.thread_mut(t).registers[(base + to) as usize];
            *register = word::truncate(*register, bits);
        }
        Ok(flow)
    }

    /// `__mazurka_mutex_init(mutex, kind)`.
    fn init_mutex(
        &mut self,
        t: usize,
        mutex: Word,
        kind: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let flow = self.initialise_mutex(t, mutex, chosen, step)?;
        if let Flow::Halt = flow {
            return Ok(Flow::Halt);
        }
        let (object, offset) = self.state.memory.resolve(mutex.bits + 16, 4)?;
        let at = self.state.memory.object(object).start + offset as usize;
        self.state
            .memory
            .write(at, 4, Word::new(kind.bits & (ROBUST | 3)));
        Ok(self.give(t, to, 0))
    }

    fn initialise_mutex(
        &mut self,
        t: usize,
        mutex: Word,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        self.clear_words(t, mutex, MUTEX, 4)?;
        let act = Act::new(mutex, 4, Kind::Store, 0);
        match self.act(t, act, |_| 0, chosen, step)? {
            None => Ok(Flow::Halt),
            Some(_) => Ok(Flow::Go),
        }
    }
}

/// The functions of `<math.h>` by number, as our libc asks for them.
fn math(op: u32, a: Word, b: Word) -> u64 {
    let (x, y) = (f64::from_bits(a.bits), f64::from_bits(b.bits));
    let by_op = |op| f64::from_bits(word::float(op, a, b, true).bits);
    let result = match op {
        0 => x.sqrt(),
        1 => x.cbrt(),
        2 => x.exp(),
        3 => x.exp2(),
        4 => x.exp_m1(),
        5 => x.ln(),
        6 => x.log2(),
        7 => x.log10(),
        8 => x.ln_1p(),
        9 => x.sin(),
        10 => x.cos(),
        11 => x.tan(),
        12 => x.asin(),
        13 => x.acos(),
        14 => x.atan(),
        15 => x.sinh(),
        16 => x.cosh(),
        17 => x.tanh(),
        18 => x.asinh(),
        19 => x.acosh(),
        20 => x.atanh(),
        21 => x.powf(y),
        22 => x.atan2(y),
        23 => x % y,
        24 => x.hypot(y),
        26 => by_op(FloatOp::Floor),
        27 => by_op(FloatOp::Ceil),
        28 => by_op(FloatOp::Trunc),
        29 => by_op(FloatOp::Round),
        30 => by_op(FloatOp::RoundEven),
        31 => x - (x / y).round_ties_even() * y,
        _ => f64::NAN,
    };
    result.to_bits()
}
