//! Threads of the program: their frames, and what they do next.

use super::memory::ObjectIndex;
use super::spin::Looks;
use crate::code::{Reg, Word};
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
    pub(crate) phase: u8,
    /// What that instruction remembers from one step to the next.
    pub(crate) kept: u64,
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
    /// It would look at what it has itself stored, and has seen before, until
    /// that is in memory.
    OwnStore(ObjectId),
    /// It waits for a thread to finish, and then begins its instruction again.
    Join(ProcessId),
    /// It waits to be notified by the condition variable at this address.
    Notified(u64),
    /// It assumed what does not hold.
    Discarded,
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
    /// What it waits to see changed.
    pub(crate) awaited: Vec<(ObjectId, Spot, u64)>,
    /// Stores since its buffer was last known to be empty.
    pub(crate) unfenced: u32,
    pub(crate) result: Word,
    pub(crate) is_detached: bool,
    pub(crate) is_joined: bool,
    /// The function that it was started with.
    pub(crate) entry: u32,
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
            awaited: Vec::new(),
            unfenced: 0,
            result: Word::new(0),
            is_detached: false,
            is_joined: false,
            entry,
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
            awaited,
            unfenced,
            result,
            is_detached,
            is_joined,
            entry,
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
        self.awaited.clone_from(awaited);
        self.unfenced = *unfenced;
        self.result = *result;
        self.is_detached = *is_detached;
        self.is_joined = *is_joined;
        self.entry = *entry;
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

    /// Writes a register of the current frame.
    #[inline]
    pub(crate) fn set(&mut self, to: Reg, word: Word) {
        let at = self.frame().base + to;
        self.registers[at as usize] = word;
    }

    /// Goes on behind the current instruction.
    pub(crate) fn advance(&mut self) {
        let frame = self.frame_mut();
        frame.pc += 1;
        frame.phase = 0;
        frame.kept = 0;
    }
}
