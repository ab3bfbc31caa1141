//! Calls of all kinds.

use super::run::Run;
use super::unwind::Flow;
use super::{Core, Failure, Stop, Then};
use crate::atoms;
use crate::code::instr::{Bif, Special, Tail};
use crate::code::{Callee, How, address};
use crate::heap::Fun;
use crate::raise::Raise;
use crate::term::Term;

impl Run<'_> {
    /// Calls a function. The arguments are in registers; `next` is behind the call.
    #[expect(clippy::too_many_arguments, reason = "all that a call is")]
    pub(super) fn call(
        &mut self,
        core: &mut Core,
        callee: Callee,
        module: Term,
        function: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        match (callee, tail) {
            (Callee::Native(native), Tail::No) => {
                return self.native(core, native, next as u32 - 1, next);
            }
            (Callee::Native(native), Tail::After(_)) if self.only_raises(native) => {
                return self.native(core, native, next as u32 - 1, next);
            }
            (Callee::Native(native), Tail::After(words)) => {
                self.drop_words(words);
                return self.native(core, native, 0, address::RETURN as usize);
            }
            _ => self.leave(tail, next),
        }
        match callee {
            Callee::Code(to) => Ok(to as usize),
            _ => self.undefined(module, function, arity),
        }
    }

    /// Does a native function never return? Then its caller is in the trace.
    pub(super) fn only_raises(&self, native: u32) -> bool {
        let how = self.code.natives[native as usize].how;
        let How::Special(special) = how else {
            return false;
        };
        use Special::{Error1, Error2, Error3, Exit1, Throw1};
        matches!(special, Error1 | Error2 | Error3 | Exit1 | Throw1)
    }

    /// Calls a function that the code does not name. If it is native and fails, the place in the
    /// stack trace is the one behind the call, as in OTP.
    #[expect(clippy::too_many_arguments, reason = "all that a call is")]
    fn call_value(
        &mut self,
        core: &mut Core,
        callee: Callee,
        module: Term,
        function: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        if let (Callee::Native(native), Tail::No) = (callee, tail)
            && matches!(self.code.natives[native as usize].how, How::Pure(_))
        {
            return self.native(core, native, next as u32, next);
        }
        self.call(core, callee, module, function, arity, tail, next)
    }

    /// Notes where a call returns to, or gives up the frame.
    #[inline(always)]
    pub(super) fn leave(&mut self, tail: Tail, next: usize) {
        match tail {
            Tail::No => self.stack.push(Term::return_to(next as u64)),
            Tail::After(words) => self.drop_words(words),
        }
    }

    /// Calls a native function from there (0: from nowhere).
    #[inline]
    pub(super) fn native(&mut self, core: &mut Core, native: u32, at: u32, next: usize) -> Flow {
        let function = self.code.natives[native as usize];
        let arity = usize::from(function.arity);
        match function.how {
            How::Pure(pure) => match pure(self.heap, &self.x[..arity]) {
                Ok(value) => {
                    self.x[0] = value;
                    Ok(next)
                }
                Err(raise) => {
                    let args = self.x[..arity].to_vec();
                    if matches!(raise, Raise::Unsupported(_)) {
                        self.save(core, arity, next);
                        core.at = at;
                    }
                    let failure = Failure { raise, cause: None };
                    self.native_raised(native, at, &args, failure)
                }
            },
            How::Impure(impure) => {
                self.save(core, arity, next);
                core.then = Then::Call;
                core.native = native;
                core.arity = function.arity;
                core.at = at;
                Err(Stop::Native {
                    function: impure,
                    arity: function.arity,
                })
            }
            How::Special(special) => self.special(special, native, at, next),
            How::Missing => {
                self.save(core, arity, next);
                core.at = at;
                Err(self.missing(native))
            }
        }
    }

    /// A native function is not here.
    #[cold]
    pub(super) fn missing(&self, native: u32) -> Stop {
        let function = self.code.natives[native as usize];
        let text = |term| self.heap.atom_text(term).unwrap_or_default();
        Stop::Error(format!(
            "the native function {}:{}/{} is not supported",
            text(function.module),
            text(function.function),
            function.arity
        ))
    }

    /// A native function as an instruction.
    pub(super) fn bif(&mut self, core: &mut Core, bif: u32, at: usize) -> Flow {
        let Bif {
            native,
            args,
            arity,
            fail,
            dst,
            live,
            is_size,
        } = self.code.bifs[bif as usize];
        let mut terms = args.map(|src| self.get(src));
        if is_size {
            terms[0] = self.rest_of_bits(terms[0]);
        }
        match self.code.natives[native as usize].how {
            How::Pure(pure) => {
                let given = &terms[..usize::from(arity)];
                match pure(self.heap, given) {
                    Ok(value) => {
                        self.set(dst, value);
                        Ok(at + 1)
                    }
                    Err(Raise::Error(_)) if fail != 0 => Ok(fail as usize),
                    Err(raise) => {
                        let failure = Failure { raise, cause: None };
                        self.native_raised(native, at as u32, given, failure)
                    }
                }
            }
            How::Impure(function) => {
                self.save(core, live.into(), at + 1);
                core.then = Then::Bif {
                    dst,
                    fail,
                    args: terms,
                };
                core.native = native;
                core.arity = arity;
                core.at = at as u32;
                Err(Stop::Native { function, arity })
            }
            How::Special(_) | How::Missing => Err(self.missing(native)),
        }
    }

    /// Calls a function that is a term.
    #[inline]
    pub(super) fn call_fun(
        &mut self,
        core: &mut Core,
        fun: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        if let Some((
            Fun {
                module,
                index,
                arity: takes,
            },
            free,
            count,
        )) = self.heap.as_fun(fun)
        {
            if takes as usize != arity {
                return self.bad_arity(fun, arity, tail, next);
            }
            let lambda = match self.code.lambda(self.heap, module, index) {
                Ok(lambda) => lambda,
                Err(message) => return Err(Stop::Error(message)),
            };
            if let Some(lambda) = lambda
                && lambda.free as usize == count
                && lambda.arity as usize == arity + count
            {
                for index in 0..count {
                    self.x[arity + index] = self.heap.term_at(free + index);
                }
                self.leave(tail, next);
                return Ok(lambda.entry as usize);
            }
        }
        if let Some((module, function, takes)) = self.heap.as_export(fun) {
            if takes as usize != arity {
                return self.bad_arity(fun, arity, tail, next);
            }
            return match self.code.resolve(self.heap, module, function, takes) {
                Ok(callee) => self.call_value(core, callee, module, function, arity, tail, next),
                Err(message) => Err(Stop::Error(message)),
            };
        }
        self.leave(tail, next);
        self.error_with(next - 1, atoms::BADFUN, fun)
    }

    #[cold]
    pub(super) fn bad_arity(&mut self, fun: Term, arity: usize, tail: Tail, next: usize) -> Flow {
        let args = self.heap.list(&self.x[..arity]);
        let pair = self.heap.tuple(&[fun, args]);
        self.leave(tail, next);
        self.error_with(next - 1, atoms::BADARITY, pair)
    }

    /// Calls `module:function`, whatever these terms are. The arguments are in registers.
    pub(super) fn apply(
        &mut self,
        core: &mut Core,
        module: Term,
        function: Term,
        arity: usize,
        tail: Tail,
        next: usize,
    ) -> Flow {
        if module.as_atom().is_none() || function.as_atom().is_none() {
            let args = self.heap.list(&self.x[..arity]);
            return self.bad_apply(&[module, function, args], next);
        }
        match self.code.resolve(self.heap, module, function, arity as u32) {
            Ok(callee) => self.call_value(core, callee, module, function, arity, tail, next),
            Err(message) => Err(Stop::Error(message)),
        }
    }

    /// The arguments of `apply` are none.
    #[cold]
    pub(super) fn bad_apply(&mut self, args: &[Term], next: usize) -> Flow {
        // The two that are there from the beginning have the name that is wanted.
        let native = u32::from(args.len() == 2);
        let at = next as u32 - 1;
        let failure = Failure {
            raise: Raise::BADARG,
            cause: None,
        };
        self.native_raised(native, at, args, failure)
    }
}
