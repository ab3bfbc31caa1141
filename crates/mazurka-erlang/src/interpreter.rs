//! The interpreter of one process, up to what others may see or what it needs from them.

mod binary;
mod call;
mod run;
mod special;
mod terms;
mod unwind;

#[cfg(test)]
mod tests;

pub(crate) use special::BIFS;

use crate::bits::Builder;
use crate::code::instr::{Dst, REGISTERS};
use crate::code::{Code, address};
use crate::exception::Exception;
use crate::heap::Heap;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use run::Run;
use std::sync::atomic::AtomicBool;

/// Why the interpreter stopped.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Stop {
    /// A native function that is none of the interpreter's is called, with
    /// [`Core::arguments`]. Goes on with [`Core::finish`] or [`Core::fail`].
    Native { function: Native, arity: u8 },
    /// At the beginning of a receive, or of another round of it. Goes on with [`Core::next`]
    /// or [`Core::none`].
    LoopRec {
        /// What it will wait for if there is none: `infinity`, or what the program wrote.
        timeout: Term,
    },
    /// The message that was looked at is taken.
    RemoveMessage,
    /// The message that was looked at stays.
    LoopRecEnd,
    /// Waits for a message. Goes on with [`Core::again`].
    Wait {
        /// It belongs to no receive with clauses: no message helps.
        is_alone: bool,
    },
    /// Waits for a message or some time. Goes on with [`Core::again`] or [`Core::expire`].
    WaitTimeout {
        time: Term,
        /// It belongs to no receive with clauses: no message helps.
        is_alone: bool,
    },
    /// A receive has timed out: the next one looks at all messages again.
    Timeout,
    /// The first function has returned that.
    Finished(Term),
    /// Nothing has caught an exception.
    Raised(Exception),
    /// The fuel is used up.
    Fuel,
    /// The limit on memory is reached.
    Memory,
    /// Something is not supported, or cannot be read.
    Error(String),
    /// It was told to stop.
    Stopped,
}

/// What is done with the value of a native function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Then {
    /// It was a call.
    Call,
    /// It was an instruction, with these arguments.
    Bif {
        dst: Dst,
        fail: u32,
        args: [Term; 3],
    },
}

/// Why a native function failed.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Failure {
    raise: Raise,
    /// What `error_info` says about it.
    cause: Option<Term>,
}

/// What a process is between two instructions.
#[derive(Clone, Debug)]
pub(crate) struct Core {
    /// The address of the next instruction.
    ip: u32,
    /// Where it goes on otherwise.
    other: u32,
    /// Frames: a return address each, and registers. The last word is register 0 of the stack.
    stack: Vec<Term>,
    /// The argument registers that count.
    x: Vec<Term>,
    then: Then,
    /// The native function that was called.
    native: u32,
    arity: u8,
    /// From where; 0 if that function is over.
    at: u32,
    failure: Option<Failure>,
}

impl Default for Core {
    fn default() -> Core {
        Core::begin(address::FINISHED, &[])
    }
}

impl Core {
    fn begin(ip: u32, x: &[Term]) -> Core {
        Core {
            ip,
            other: 0,
            stack: vec![Term::return_to(address::FINISHED.into())],
            x: x.to_vec(),
            then: Then::Call,
            native: 0,
            arity: 0,
            at: 0,
            failure: None,
        }
    }

    /// A process that begins with `Module:Function` and a list of arguments.
    pub(crate) fn new(module: Term, function: Term, args: Term) -> Core {
        Core::begin(address::APPLY, &[module, function, args])
    }

    /// A process that begins with a function and a list of arguments.
    pub(crate) fn with_fun(fun: Term, args: Term) -> Core {
        Core::begin(address::APPLY_FUN, &[fun, args])
    }

    /// Becomes the same as another one.
    pub(crate) fn copy_from(&mut self, other: &Core) {
        self.ip = other.ip;
        self.other = other.other;
        self.stack.clone_from(&other.stack);
        self.x.clone_from(&other.x);
        self.then = other.then;
        self.native = other.native;
        self.arity = other.arity;
        self.at = other.at;
        self.failure.clone_from(&other.failure);
    }

    /// Forgets the stack, and goes on with `Module:Function` and a list of arguments, as
    /// `erlang:hibernate/3` does.
    pub(crate) fn restart(&mut self, module: Term, function: Term, args: Term) {
        self.stack.clear();
        self.stack.push(Term::return_to(address::FINISHED.into()));
        self.x.clear();
        self.x.extend([module, function, args]);
        self.then = Then::Call;
        self.ip = address::APPLY;
        self.at = 0;
    }

    /// At [`Stop::Native`]: the arguments.
    pub(crate) fn arguments(&self) -> &[Term] {
        let all = match &self.then {
            Then::Call => self.x.as_slice(),
            Then::Bif { args, .. } => args,
        };
        &all[..usize::from(self.arity).min(all.len())]
    }

    /// At [`Stop::Native`]: module and name of the function.
    pub(crate) fn native_name(&self, code: &Code) -> (Term, Term) {
        let native = &code.natives[self.native as usize];
        (native.module, native.function)
    }

    /// After [`Stop::Native`]: the native function has this value.
    pub(crate) fn finish(&mut self, value: Term) {
        match self.then {
            Then::Call => {
                self.x.clear();
                self.x.push(value);
            }
            Then::Bif { dst, .. } => match dst.register() {
                Ok(number) => {
                    if self.x.len() <= number {
                        self.x.resize(number + 1, Term::NIL);
                    }
                    self.x[number] = value;
                }
                Err(number) => {
                    let len = self.stack.len();
                    if let Some(index) = len.checked_sub(1 + number) {
                        self.stack[index] = value;
                    }
                }
            },
        }
        self.then = Then::Call;
        self.at = 0;
    }

    /// After [`Stop::Native`] of a call: a function of Erlang does it in its place.
    pub(crate) fn divert(&mut self, module: Term, function: Term, args: Term) {
        debug_assert!(matches!(self.then, Then::Call));
        self.stack.push(Term::return_to(self.ip.into()));
        self.x.clear();
        self.x.extend([module, function, args]);
        self.ip = address::APPLY;
        self.at = 0;
    }

    /// After [`Stop::Native`]: the native function has failed, perhaps for a cause that
    /// `error_info` tells.
    pub(crate) fn fail(&mut self, raise: Raise, cause: Option<Term>) {
        self.failure = Some(Failure { raise, cause });
    }

    /// After [`Stop::LoopRec`]: looks at this message.
    pub(crate) fn next(&mut self, message: Term) {
        self.x.clear();
        self.x.push(message);
        self.ip += 1;
    }

    /// After [`Stop::LoopRec`]: there is no message.
    pub(crate) fn none(&mut self) {
        self.ip = self.other;
    }

    /// After [`Stop::Wait`] or [`Stop::WaitTimeout`]: looks again.
    pub(crate) fn again(&mut self) {
        self.ip = self.other;
    }

    /// After [`Stop::WaitTimeout`]: the time is over.
    pub(crate) fn expire(&mut self) {
        self.ip += 1;
    }

    /// Where it is: for a call of a native function, the address of that call.
    pub(crate) fn address(&self) -> u32 {
        match self.at {
            0 => self.ip,
            at => at,
        }
    }

    /// The addresses of the calls that it is in, the last first.
    pub(crate) fn callers(&self) -> impl Iterator<Item = u32> {
        let returns = self.stack.iter().rev().filter_map(|word| word.as_return());
        returns.filter(|to| *to != 0).map(|to| to as u32 - 1)
    }

    /// Module, function and arity of where it is.
    pub(crate) fn function(&self, code: &Code) -> Option<(Term, Term, u32)> {
        let own = code.function_at(self.address());
        let function = own.or_else(|| code.function_at(self.callers().next()?))?;
        Some((function.module, function.name, function.arity))
    }
}

/// The registers of the process that runs.
pub(crate) struct Interpreter {
    x: Box<[Term; REGISTERS]>,
    floats: Box<[f64; REGISTERS]>,
    /// A binary that is being built the old way.
    builder: Builder,
}

impl Interpreter {
    pub(crate) fn new() -> Interpreter {
        Interpreter {
            x: Box::new([Term::NIL; REGISTERS]),
            floats: Box::new([0.0; REGISTERS]),
            builder: Builder::default(),
        }
    }

    /// Runs a process on. Each call takes one from the fuel.
    pub(crate) fn run(
        &mut self,
        heap: &mut Heap,
        code: &mut Code,
        core: &mut Core,
        pid: Term,
        fuel: &mut u64,
        stop: &AtomicBool,
    ) -> Stop {
        let count = core.x.len().min(REGISTERS);
        self.x[..count].copy_from_slice(&core.x[..count]);
        let stack = std::mem::take(&mut core.stack);
        let mut run = Run {
            x: &mut self.x,
            floats: &mut self.floats,
            builder: &mut self.builder,
            stack,
            heap,
            code,
            pid,
        };
        let stopped = run.go(core, fuel, stop);
        core.stack = run.stack;
        stopped
    }
}
