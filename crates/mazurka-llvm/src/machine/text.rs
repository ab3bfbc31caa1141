//! What never changes while a program is explored.

use super::memory::Image;
use super::settings::Settings;
use super::thread::Frame;
use crate::builtin::Builtin;
use crate::code::{Code, FunctionCode, Op};
use std::sync::Arc;

/// What tells that a lock is held.
const TRIES: [Builtin; 7] = [
    Builtin::MutexTryLock,
    Builtin::MutexTimedLock,
    Builtin::SpinTryLock,
    Builtin::RwTryReadLock,
    Builtin::RwTimedReadLock,
    Builtin::RwTryWriteLock,
    Builtin::RwTimedWriteLock,
];

/// The text of a program, how it is to be run, and what follows from these.
pub(super) struct Text {
    pub(super) code: Arc<Code>,
    pub(super) settings: Settings,
    /// Memory as it is at the start.
    pub(super) image: Image,
    /// The site of the first stack object.
    pub(super) stack_sites: u32,
    /// The site of the first heap object.
    pub(super) heap_sites: u32,
    /// How many sites there are.
    pub(super) sites: usize,
    /// By function: how many instructions those before it have.
    pub(super) instructions: Vec<u32>,
    /// No thread only tries to take a lock: that one was taken and given back tells nothing.
    pub(super) polls: bool,
    /// Threads look at clocks.
    pub(super) tells_time: bool,
    /// Threads may be cancelled.
    pub(super) cancels: bool,
    /// The function that runs what `atexit` was given.
    pub(super) hook: Option<u32>,
}

impl Text {
    pub(super) fn new(code: &Arc<Code>, settings: &Settings) -> Text {
        let stack_sites = u32::try_from(code.globals.len()).expect("under 2^32 variables");
        let heap_sites = stack_sites + u32::try_from(code.sites.len()).expect("under 2^32 sites");
        let mut instructions = Vec::with_capacity(code.functions.len());
        let mut count = 0;
        for function in &code.functions {
            instructions.push(count);
            count += u32::try_from(function.ops.len()).expect("under 2^32 instructions");
        }
        let mut functions = (0..).zip(&code.functions);
        let hook = functions.find(|(_, function)| function.name == "__mazurka_at_exit");
        Text {
            code: Arc::clone(code),
            settings: settings.clone(),
            image: Image::new(code),
            stack_sites,
            heap_sites,
            sites: (heap_sites + count) as usize,
            instructions,
            polls: !calls(code, &TRIES),
            tells_time: calls(code, &[Builtin::Clock]),
            cancels: calls(code, &[Builtin::ThreadCancel]),
            hook: hook.map(|(number, _)| number),
        }
    }

    /// Does the program call one of these?
    pub(super) fn calls(&self, builtins: &[Builtin]) -> bool {
        calls(&self.code, builtins)
    }

    #[inline]
    pub(super) fn function(&self, number: u32) -> &FunctionCode {
        &self.code.functions[number as usize]
    }

    /// The instruction that a frame is at.
    #[inline]
    pub(super) fn op(&self, frame: &Frame) -> Op {
        self.function(frame.function).ops[frame.pc as usize]
    }

    /// Where a frame is in the source: as places are written, and one more, or zero.
    pub(super) fn place_of(&self, frame: &Frame) -> u32 {
        let places = &self.function(frame.function).places;
        places.get(frame.pc as usize).copied().unwrap_or(0)
    }

    /// The number of an instruction among all of the program.
    pub(super) fn instruction(&self, function: u32, pc: u32) -> u32 {
        self.instructions[function as usize] + pc
    }
}

fn calls(code: &Code, builtins: &[Builtin]) -> bool {
    let mut ops = code.functions.iter().flat_map(|function| &function.ops);
    ops.any(|op| builtins.iter().any(|builtin| op.calls(*builtin)))
}
