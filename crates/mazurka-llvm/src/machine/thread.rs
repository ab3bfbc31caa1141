//! Threads of the program: their frames, and what they do next.

use super::guard::{Guard, Stuck, Tried};
use super::memory::{Memory, ObjectIndex};
use super::spin::{Looks, Whereabouts};
use super::symmetry::Likeness;
use crate::code::{Code, Reg, Word};
use mazurka_program::{ObjectId, Operation, ProcessId};

/// A function that has been called and has not returned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Frame {
    pub(crate) function: u32,
    /// The instruction that is next; in frames that called others, the call.
    pub(crate) pc: u32,
    /// Where its registers begin.
    pub(crate) base: u32,
    /// Where its results go, in the frame that called it.
    pub(crate) to: Reg,
    /// How many stack objects there were when it was called.
    pub(crate) stack: u32,
    /// The object of its arguments without names, and one more, or zero.
    pub(crate) varargs: ObjectIndex,
    /// What happens when it returns.
    pub(crate) after: After,
    /// How far its current instruction has come, if it takes several steps.
    pub(crate) phase: Phase,
    /// It has looked whether its thread is to be cancelled.
    pub(crate) is_checked: bool,
    /// What that instruction remembers from one step to the next.
    pub(crate) kept: u64,
}

/// How far an instruction has come that takes several steps.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Phase {
    /// Any instruction: it has done nothing yet.
    Start,
    /// Any instruction: the thread leaves here. It runs its cleanup handlers first, then ends.
    Leaves,
    /// Any instruction: it waits for something, or to be cancelled.
    Blocked,
    /// What may end spuriously: it does not.
    Asked,
    /// What may end spuriously: it does. An allocation: it fails.
    Spurious,
    /// Waiting for a condition variable: the thread is among the waiters.
    Waits,
    /// Waiting for a condition variable, or sleeping at a futex: the thread was notified.
    Woken,
    /// Waiting for a condition variable: the time was over.
    TimedOut,
    /// Waiting for a condition variable: the thread was cancelled, and takes the mutex again.
    Cancelled,
    /// Sleeping at a futex.
    Sleeps,
    /// Waiting at a barrier: the thread is counted.
    Arrived,
    /// Waiting at a barrier: all have arrived.
    Passed,
    /// Copying and filling: the next piece is to be read.
    Reads,
    /// Copying and filling: the next piece is to be written.
    Writes,
    /// `pthread_create`: the name is written, the thread is to be started.
    Named,
    /// `pthread_join`: the thread is joined, its result is to be written.
    Joined,
    /// What initialises: all but the first word is zero.
    Cleared,
    /// What calls a function of the program: that runs, or has returned.
    Runs,
    /// What loads first: the value is in [`Frame::kept`].
    Known,
    /// `__cxa_guard_release`: the variable is marked as made.
    Marked,
}

/// Where `setjmp` was called.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Jump {
    /// What stands in the buffer, and where that is.
    pub(crate) number: u64,
    pub(crate) buffer: u64,
    /// How many frames there were.
    pub(crate) depth: u32,
    pub(crate) function: u32,
    pub(crate) pc: u32,
    pub(crate) base: u32,
    /// Where its result goes.
    pub(crate) to: Reg,
}

/// What a thread runs when it is cancelled or calls `pthread_exit`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Cleanup {
    /// It jumps to where the buffer at this address was filled.
    Jump(u64),
    /// It calls a function with an argument.
    Call(u64, u64),
}

/// What happens when a function returns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum After {
    /// Its caller goes on behind the call, with what it returned.
    Caller,
    /// The builtin that called it goes on, at the same instruction.
    Builtin,
    /// It was entered as an atomic block, which ends.
    AtomicBlock,
}

/// What a thread does next.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Next {
    /// It has local code to run.
    Run,
    /// It has announced this.
    Operation(Operation),
    /// It waits for its buffer, and then begins its instruction again.
    Buffer,
    /// It has come back to where it was at this look, having changed nothing since.
    Stalled(u32),
    /// It waits for a thread to finish, and then begins its instruction again.
    Join(ProcessId),
    /// It waits to be notified by the condition variable at this address.
    Notified(u64),
    /// It would have to wait within an atomic block, where no other thread can act.
    Stuck(Stuck),
    /// It assumed what does not hold.
    Discarded,
    /// A bound has ended it.
    Cut,
    /// It has shown a finding, and does not go on.
    Failed,
    Finished,
}

/// Where the value is that decides whether an operation can run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Spot {
    /// None does.
    Nowhere,
    /// Bytes of an object.
    Memory {
        object: ObjectIndex,
        at: usize,
        size: u8,
    },
    /// The value of something that is not in memory.
    Beside(ObjectId),
}

#[derive(Clone, Debug)]
pub(crate) struct Thread {
    pub(crate) process: ProcessId,
    pub(crate) arena: u32,
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Word>,
    /// Objects on its stack that are alive.
    pub(crate) stack: Vec<ObjectIndex>,
    pub(crate) next: Next,
    pub(crate) spot: Spot,
    /// How many threads it has started.
    pub(crate) children: u32,
    /// How many heap objects it has made.
    pub(crate) allocations: u32,
    /// The same for large ones.
    pub(crate) large: u32,
    /// How many keys it has made.
    pub(crate) keys: u32,
    pub(crate) specific: Vec<(u32, u64)>,
    /// Thread-local variables: their objects, by global.
    pub(crate) locals: Vec<(u32, ObjectIndex)>,
    /// Read-write locks that it holds for reading, by address.
    pub(crate) reading: Vec<u64>,
    /// How many atomic blocks it is in.
    pub(crate) atomic: u32,
    /// The instruction that began the outermost.
    pub(crate) block: u32,
    /// What was chosen for the choices within it, and how many have been made.
    pub(crate) tape: Vec<u32>,
    pub(crate) taken: usize,
    pub(crate) looks: Looks,
    /// How late it is for it, in nanoseconds, and was when its last store reached memory.
    pub(crate) time: u64,
    pub(crate) flushed: u64,
    /// A hash of all that it has learnt of others: with its code, that decides its state.
    pub(crate) past: u64,
    /// What it waits to see changed.
    pub(crate) awaited: Vec<(ObjectId, Spot, u64)>,
    /// Of the operation that it has announced, if that may come to nothing.
    pub(crate) guard: Option<Box<Guard>>,
    /// Stores since its buffer was last known to be empty.
    pub(crate) unfenced: u32,
    pub(crate) result: Word,
    pub(crate) is_detached: bool,
    pub(crate) is_joined: bool,
    /// The function that it was started with.
    pub(crate) entry: u32,
    /// How many things it has done that others may see.
    pub(crate) events: u32,
    pub(crate) rare: Option<Box<Rare>>,
    /// What it ends with, once it leaves.
    pub(crate) leaving: Word,
    /// `pthread_setcancelstate` and `_type`: 1 is disabled, and asynchronous.
    pub(crate) cancel_state: u8,
    pub(crate) cancel_type: u8,
    pub(crate) likeness: Likeness,
}

/// What few threads have, so that the others are copied quickly.
#[derive(Clone, Debug, Default)]
pub(crate) struct Rare {
    /// Where it may jump back to.
    pub(crate) jumps: Vec<Jump>,
    /// How often it has called `setjmp`.
    pub(crate) jumped: u64,
    pub(crate) cleanups: Vec<Cleanup>,
    /// What its thread-local variables have to be destroyed with: functions and their
    /// arguments.
    pub(crate) destructors: Vec<(u64, u64)>,
    /// Keys whose values have been destroyed.
    pub(crate) destroyed: Vec<u32>,
    /// The instructions that have failed or returned spuriously.
    pub(crate) spurious: Vec<(u32, u32)>,
    /// How many of its allocations have failed, without being larger than any can be.
    pub(crate) failures: u32,
    /// Where it has looked at clocks.
    pub(crate) clocks: Vec<u64>,
    /// Robust mutexes that it holds, by address.
    pub(crate) robust: Vec<u64>,
    /// Condition variables that it has waited for, by address, if threads may be cancelled.
    pub(crate) waited: Vec<u64>,
}

static NOTHING: Rare = Rare {
    jumps: Vec::new(),
    jumped: 0,
    cleanups: Vec::new(),
    destructors: Vec::new(),
    destroyed: Vec::new(),
    spurious: Vec::new(),
    failures: 0,
    clocks: Vec::new(),
    robust: Vec::new(),
    waited: Vec::new(),
};

/// Where a thread is. (No method: what it has looked at may be changed meanwhile.)
macro_rules! state {
    ($thread:expr, $code:expr, $arguments:expr) => {
        Whereabouts {
            code: $code,
            frames: &$thread.frames,
            registers: &$thread.registers,
            arguments: $arguments,
            stack: $thread.stack.len() as u32,
        }
    };
}

impl Thread {
    pub(crate) fn new(process: ProcessId, arena: u32, entry: u32) -> Thread {
        Thread {
            process,
            arena,
            frames: Vec::new(),
            registers: Vec::new(),
            stack: Vec::new(),
            next: Next::Run,
            spot: Spot::Nowhere,
            children: 0,
            allocations: 0,
            large: 0,
            keys: 0,
            specific: Vec::new(),
            locals: Vec::new(),
            reading: Vec::new(),
            atomic: 0,
            block: 0,
            tape: Vec::new(),
            taken: 0,
            looks: Looks::default(),
            time: 0,
            flushed: 0,
            past: 0,
            awaited: Vec::new(),
            guard: None,
            unfenced: 0,
            result: Word::new(0),
            is_detached: false,
            is_joined: false,
            entry,
            events: 0,
            rare: None,
            leaving: Word::new(0),
            cancel_state: 0,
            cancel_type: 0,
            likeness: Likeness::default(),
        }
    }

    /// Becomes like the other, in its own memory.
    pub(crate) fn copy_from(&mut self, other: &Thread) {
        let Thread {
            process,
            arena,
            frames,
            registers,
            stack,
            next,
            spot,
            children,
            allocations,
            large,
            keys,
            specific,
            locals,
            reading,
            atomic,
            block,
            tape,
            taken,
            looks,
            time,
            flushed,
            past,
            awaited,
            guard,
            unfenced,
            result,
            is_detached,
            is_joined,
            entry,
            events,
            rare,
            leaving,
            cancel_state,
            cancel_type,
            likeness,
        } = other;
        self.process = *process;
        self.arena = *arena;
        self.frames.clone_from(frames);
        self.registers.clone_from(registers);
        self.stack.clone_from(stack);
        self.next = *next;
        self.spot = *spot;
        self.children = *children;
        self.allocations = *allocations;
        self.large = *large;
        self.keys = *keys;
        self.specific.clone_from(specific);
        self.locals.clone_from(locals);
        self.reading.clone_from(reading);
        self.atomic = *atomic;
        self.block = *block;
        self.tape.clone_from(tape);
        self.taken = *taken;
        self.looks.clone_from(looks);
        self.time = *time;
        self.flushed = *flushed;
        self.past = *past;
        self.awaited.clone_from(awaited);
        self.guard.clone_from(guard);
        self.unfenced = *unfenced;
        self.result = *result;
        self.is_detached = *is_detached;
        self.is_joined = *is_joined;
        self.entry = *entry;
        self.events = *events;
        self.rare.clone_from(rare);
        self.leaving = *leaving;
        self.cancel_state = *cancel_state;
        self.cancel_type = *cancel_type;
        self.likeness = *likeness;
    }

    /// What few threads have.
    pub(crate) fn rare(&self) -> &Rare {
        self.rare.as_deref().unwrap_or(&NOTHING)
    }

    pub(crate) fn rare_mut(&mut self) -> &mut Rare {
        self.rare.get_or_insert_default()
    }

    #[inline]
    pub(crate) fn frame(&self) -> &Frame {
        self.frames.last().expect("a thread that runs has a frame")
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self) -> &mut Frame {
        self.frames
            .last_mut()
            .expect("a thread that runs has a frame")
    }

    /// The look at which it was where it is now, about to call something with these arguments.
    pub(crate) fn come_back_to(
        &mut self,
        code: &Code,
        memory: &Memory,
        arguments: &[Word],
    ) -> Option<usize> {
        let state = state!(self, code, arguments);
        self.looks.come_back_to(state, memory)
    }

    /// Where it is, as far as it matters.
    pub(crate) fn now(&mut self, code: &Code) -> Option<(Vec<Frame>, Vec<Word>)> {
        let state = state!(self, code, &[]);
        self.looks.now(state)
    }

    /// It only looks, and sees `value`.
    pub(crate) fn look(
        &mut self,
        code: &Code,
        at: (ObjectId, Spot),
        value: u64,
        is_continued: bool,
    ) {
        let state = state!(self, code, &[]);
        self.looks.add(state, at, value, is_continued);
    }

    /// It looks at a clock.
    pub(crate) fn look_at_clock(&mut self, code: &Code, own: ObjectId, clock: u64) {
        let state = state!(self, code, &[]);
        self.looks.look_at_clock(state, own, clock);
    }

    /// It takes a lock.
    pub(crate) fn take(&mut self, code: &Code, lock: ObjectId) {
        let state = state!(self, code, &[]);
        self.looks.take(state, lock);
    }

    /// It begins an atomic block, with the call of a function with these arguments.
    pub(crate) fn begin_block(&mut self, code: &Code, arguments: &[Word]) {
        let state = state!(self, code, arguments);
        self.looks.begin_block(state);
    }

    /// Writes a register of the current frame.
    #[inline]
    pub(crate) fn set(&mut self, to: Reg, word: Word) {
        let at = self.frame().base + to;
        self.registers[at as usize] = word;
    }

    /// What came of trying out what it has announced, if that has a guard.
    pub(crate) fn tried(&self) -> Option<Tried> {
        self.guard.as_ref()?.tried
    }

    /// Can it carry out what it has announced, which has a guard?
    pub(crate) fn is_let_through(&self) -> bool {
        self.tried() == Some(Tried::Through)
    }

    /// The operation that it is kept from; if it is the round of a loop, explorers must see
    /// that it is.
    pub(crate) fn spinning(&self, operation: Operation) -> Operation {
        let guard = match self.guard.as_ref() {
            Some(guard) if matches!(guard.tried, Some(Tried::Returns(_))) => {
                Some(mazurka_program::Guard::Learnt(guard.number))
            }
            _ => operation.guard,
        };
        Operation { guard, ..operation }
    }

    /// The objects that decide that.
    pub(crate) fn looked_at(&self) -> &[ObjectId] {
        self.guard.as_ref().map_or(&[], |guard| &guard.looked_at)
    }

    /// Which alternative of what it has announced it is, if those that come to nothing count,
    /// too.
    pub(crate) fn alternative(&self, number: u32) -> u32 {
        let guard = self.guard.as_ref();
        let alternatives = guard.map_or(&[][..], |guard| &guard.alternatives);
        alternatives.get(number as usize).copied().unwrap_or(number)
    }

    /// It learns something of others.
    pub(crate) fn learn(&mut self, value: u64) {
        self.past = mixed(self.past ^ mixed(value));
    }

    /// Goes on behind the current instruction.
    pub(crate) fn advance(&mut self) {
        let frame = self.frame_mut();
        frame.pc += 1;
        frame.phase = Phase::Start;
        frame.is_checked = false;
        frame.kept = 0;
    }
}

/// A number that looks random, another one for each (as in SplitMix64).
fn mixed(number: u64) -> u64 {
    let number = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
