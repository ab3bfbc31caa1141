//! Raising exceptions, and finding who catches them.

use super::run::Run;
use super::{Failure, Stop, Then};
use crate::atoms;
use crate::code::NativeFunction;
use crate::exception::{self, Class, Exception, Origin};
use crate::map;
use crate::print;
use crate::raise::Raise;
use crate::term::Term;

/// Where it goes on, or why not.
pub(super) type Flow = Result<usize, Stop>;

impl Run<'_> {
    /// Raises an exception that comes from there.
    #[cold]
    pub(super) fn raise(&mut self, class: Class, reason: Term, origin: Origin) -> Flow {
        let raw = exception::raw(self.heap, class, origin, &self.stack);
        self.unwind(class, reason, raw)
    }

    /// Raises an error at an instruction.
    #[cold]
    pub(super) fn error(&mut self, at: usize, reason: Term) -> Flow {
        self.raise(Class::Error, reason, Origin::at(at))
    }

    /// Raises an error `{reason, value}` at an instruction.
    #[cold]
    pub(super) fn error_with(&mut self, at: usize, reason: Term, value: Term) -> Flow {
        let reason = self.heap.tuple(&[reason, value]);
        self.error(at, reason)
    }

    /// Raises what an operation at an instruction raised.
    #[cold]
    pub(super) fn raised(&mut self, at: usize, raise: Raise) -> Flow {
        match raise {
            Raise::Error(reason) => self.raise(Class::Error, reason, Origin::at(at)),
            Raise::Exit(reason) => self.raise(Class::Exit, reason, Origin::at(at)),
            Raise::Throw(reason) => self.raise(Class::Throw, reason, Origin::at(at)),
            Raise::Memory => Err(Stop::Memory),
            Raise::Unsupported(message) => Err(Stop::Error(message)),
        }
    }

    /// Raises what a native function raised that was called from there (0: from nowhere).
    #[cold]
    pub(super) fn native_raised(
        &mut self,
        native: u32,
        at: u32,
        args: &[Term],
        failure: Failure,
    ) -> Flow {
        let Raise::Error(reason) = failure.raise else {
            let origin = Origin::entry(Term::NIL, (at != 0).then_some(at as usize));
            return match failure.raise {
                Raise::Unsupported(message) => {
                    let of = self.code.natives[native as usize];
                    let name = print::function(self.heap, of.module, of.function, of.arity);
                    Err(Stop::Error(print::refusal(&name, &message)))
                }
                Raise::Exit(reason) => self.raise(Class::Exit, reason, origin),
                Raise::Throw(reason) => self.raise(Class::Throw, reason, origin),
                other => self.raised(at as usize, other),
            };
        };
        let NativeFunction {
            module, function, ..
        } = self.code.natives[native as usize];
        let args = self.heap.list(args);
        let location = self.error_location(module, failure.cause);
        let entry = self.heap.tuple(&[module, function, args, location]);
        let origin = Origin::entry(entry, (at != 0).then_some(at as usize));
        self.raise(Class::Error, reason, origin)
    }

    /// What the entry of a native function says: who can tell more about its errors.
    fn error_location(&mut self, module: Term, cause: Option<Term>) -> Term {
        let teller = match self.heap.atom_text(module).unwrap_or_default() {
            "erlang"
            | "erts_internal"
            | "persistent_term"
            | "counters"
            | "atomics"
            | "erts_debug"
            | "erl_tracer"
            | "erts_literal_area_collector" => atoms::ERL_ERTS_ERRORS,
            "lists" | "maps" | "binary" | "ets" | "re" | "math" | "unicode" | "io" | "string" => {
                atoms::ERL_STDLIB_ERRORS
            }
            "os" | "code" | "erl_ddll" => atoms::ERL_KERNEL_ERRORS,
            _ => return Term::NIL,
        };
        let mut pairs = vec![(atoms::MODULE, teller)];
        pairs.extend(cause.map(|cause| (atoms::CAUSE, cause)));
        let info = map::from_pairs(self.heap, pairs);
        let item = self.heap.tuple(&[atoms::ERROR_INFO, info]);
        self.heap.list(&[item])
    }

    /// The native function that a process had called has failed.
    pub(super) fn failed(&mut self, core: &mut super::Core, failure: Failure) -> Flow {
        let args = core.arguments().to_vec();
        let (native, at) = (core.native, core.at);
        let then = std::mem::replace(&mut core.then, Then::Call);
        core.at = 0;
        if let Then::Bif { fail, .. } = then
            && fail != 0
            && matches!(failure.raise, Raise::Error(_))
        {
            return Ok(fail as usize);
        }
        self.native_raised(native, at, &args, failure)
    }

    /// Calls a function that there is not. Its arguments are in registers.
    #[cold]
    pub(super) fn undefined(&mut self, module: Term, function: Term, arity: usize) -> Flow {
        let args = self.heap.list(&self.x[..arity]);
        let entry = self.heap.tuple(&[module, function, args, Term::NIL]);
        self.raise(Class::Error, atoms::UNDEF, Origin::entry(entry, None))
    }

    /// No clause of a function matches.
    #[cold]
    pub(super) fn no_clause(&mut self, at: usize) -> Flow {
        let Some(function) = self.code.function_at(at as u32).copied() else {
            return self.error(at, atoms::FUNCTION_CLAUSE);
        };
        let args = self.heap.list(&self.x[..function.arity as usize]);
        let location = self.code.location_at(at as u32);
        let location = match self.code.location_term(self.heap, location) {
            Ok(location) => location,
            Err(raise) => return self.raised(at, raise),
        };
        let entry = [function.module, function.name, args, location];
        let entry = self.heap.tuple(&entry);
        let origin = Origin::entry(entry, None);
        self.raise(Class::Error, atoms::FUNCTION_CLAUSE, origin)
    }

    /// Goes to the handler that is nearest, if there is one.
    pub(super) fn unwind(&mut self, class: Class, reason: Term, raw: Term) -> Flow {
        let mut top = self.stack.len();
        for index in (0..self.stack.len()).rev() {
            let word = self.stack[index];
            if word.as_return().is_some() {
                top = index;
            } else if let Some(to) = word.as_catch() {
                self.stack.truncate(top);
                self.x[..4].copy_from_slice(&[Term::NONE, class.atom(), reason, raw]);
                return Ok(to as usize);
            }
        }
        let trace = match exception::cook(self.heap, self.code, raw) {
            Ok(trace) => trace,
            Err(Raise::Unsupported(message)) => return Err(Stop::Error(message)),
            Err(_) => return Err(Stop::Memory),
        };
        let (class, reason) = match class {
            Class::Throw => (Class::Error, self.heap.tuple(&[atoms::NOCATCH, reason])),
            class => (class, reason),
        };
        Err(Stop::Raised(Exception {
            class,
            reason,
            trace,
        }))
    }

    /// What `catch` gives for an exception.
    pub(super) fn caught(&mut self, class: Term, reason: Term, raw: Term) -> Result<Term, Raise> {
        Ok(match Class::from_atom(class) {
            Some(Class::Throw) => reason,
            Some(Class::Exit) => self.heap.tuple(&[atoms::EXIT_UPPER, reason]),
            _ => {
                let trace = exception::cook(self.heap, self.code, raw)?;
                let reason = self.heap.tuple(&[reason, trace]);
                self.heap.tuple(&[atoms::EXIT_UPPER, reason])
            }
        })
    }
}
