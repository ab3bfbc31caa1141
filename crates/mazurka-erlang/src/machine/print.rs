//! What a program prints, which is shown where it was printed.

use super::{Arguments, Done, Machine, Trouble};
use crate::atoms;
use crate::exception::Class;
use crate::interpreter::{Core, Stop};
use crate::native::Native;
use crate::print;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_check::{EventKind, Note};
use mazurka_program::Step;

/// The most characters that are kept of what is printed at once.
const MOST_CHARACTERS: usize = 10_000;

impl Machine {
    /// `io:format` and the like. The formatting itself is done by the library of OTP.
    pub(super) fn print(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> Result<Term, Trouble> {
        let (module, name, list) = match (function, &arguments[..]) {
            (Native::PrintFormat, [format]) => ("io_lib", "format", vec![*format, Term::NIL]),
            (Native::PrintFormat, [format, list]) => {
                // A device and a format, or a format and a list?
                match self.is_device(*format) && !list.is_nil() && !self.is_arguments(*list) {
                    true => ("io_lib", "format", vec![*list, Term::NIL]),
                    false => ("io_lib", "format", vec![*format, *list]),
                }
            }
            (Native::PrintFormat, [_, format, list]) => ("io_lib", "format", vec![*format, *list]),
            (Native::PrintTerm, [term] | [_, term]) => ("io_lib", "write", vec![*term]),
            (Native::PrintChars, [chars]) => ("lists", "flatten", vec![*chars]),
            (Native::PrintChars, [_, .., chars]) => ("lists", "flatten", vec![*chars]),
            _ => {
                self.note(place, "\n");
                return Ok(atoms::OK);
            }
        };
        let chars = match module {
            // What is printed as it is needs no library.
            "lists" => list[0],
            _ => self.call(place, module, name, &list)?,
        };
        if self.records {
            let text = self.chars(chars);
            self.note(place, &text);
        }
        Ok(atoms::OK)
    }

    fn is_device(&self, term: Term) -> bool {
        term.as_pid().is_some()
            || matches!(
                self.heap.atom_text(term),
                Some("user" | "standard_io" | "standard_error")
            )
    }

    /// Is it a list of arguments, and no format?
    fn is_arguments(&self, term: Term) -> bool {
        let list = self.heap.as_list(term);
        list.is_some_and(|list| !list.iter().all(|item| item.as_small().is_some()))
    }

    /// `erlang:display(Term)`
    pub(super) fn display(&mut self, place: usize, arguments: &Arguments) -> Result<Term, Trouble> {
        if self.records
            && let Some(term) = arguments.last()
        {
            let text = print::erlang(&self.heap, *term, MOST_CHARACTERS);
            self.note(place, &text);
        }
        Ok(atoms::TRUE)
    }

    /// Characters, in lists and binaries, as a text.
    pub(super) fn chars(&self, chars: Term) -> String {
        let mut text = String::new();
        let mut bytes = Vec::new();
        let mut rest = vec![chars];
        while let Some(term) = rest.pop() {
            if text.len() > MOST_CHARACTERS {
                text.push_str("...");
                break;
            }
            if let Some((head, tail)) = self.heap.as_cons(term) {
                rest.push(tail);
                rest.push(head);
            } else if let Some(code) = term.as_small() {
                let char = u32::try_from(code).ok().and_then(char::from_u32);
                text.push(char.unwrap_or('\u{fffd}'));
            } else if let Some(of) = self.heap.as_bytes(term) {
                bytes.clone_from(&of);
                text.push_str(&String::from_utf8_lossy(&bytes));
            }
        }
        text
    }

    /// Keeps what was printed, a note for each line.
    pub(super) fn note(&mut self, place: usize, text: &str) {
        if !self.records {
            return;
        }
        let process = self.id(place);
        let location = self.location(place);
        for line in text.trim_end_matches('\n').split('\n') {
            self.notes.truncate(self.state.notes);
            self.notes.push(Note {
                process,
                text: line.to_owned(),
                place: location.clone(),
                kind: EventKind::Printed,
            });
            self.state.notes += 1;
        }
    }

    /// Calls a function of a library that does nothing others may see.
    pub(super) fn call(
        &mut self,
        place: usize,
        module: &str,
        function: &str,
        arguments: &[Term],
    ) -> Result<Term, Raise> {
        let (of, name) = (self.heap.atom(module), self.heap.atom(function));
        let list = self.heap.list(arguments);
        let mut core = Core::new(of, name, list);
        let mut fuel = self.settings.max_calls;
        let own = self.pid(place);
        loop {
            let stop = self.interpreter.run(
                &mut self.heap,
                &mut self.code,
                &mut core,
                own,
                &mut fuel,
                &self.stop,
            );
            return match stop {
                Stop::Finished(value) => Ok(value),
                Stop::Raised(exception) => {
                    let missing = self.code.last_undefined.as_ref();
                    match missing.filter(|missing| missing.module == module) {
                        Some(_) => Err(Raise::Unsupported(format!(
                            "module {module} of OTP is not found, which this needs: name its \
                             folder by -pa, or install Erlang (Debian's erlang-base)"
                        ))),
                        None => Err(match exception.class {
                            Class::Error => Raise::Error(exception.reason),
                            Class::Exit => Raise::Exit(exception.reason),
                            Class::Throw => Raise::Throw(exception.reason),
                        }),
                    }
                }
                Stop::Native { function, .. } => {
                    self.within_call(place, function, &mut core)?;
                    continue;
                }
                Stop::Memory => Err(Raise::Memory),
                Stop::Error(message) => Err(Raise::Unsupported(message)),
                Stop::Stopped | Stop::Fuel => Err(Raise::Memory),
                _ => Err(Raise::Unsupported(format!(
                    "{module}:{function} waits for a message"
                ))),
            };
        }
    }

    /// A native function that a library calls while it formats: it may look at what its process
    /// has, and at what does not change.
    fn within_call(
        &mut self,
        place: usize,
        function: Native,
        core: &mut Core,
    ) -> Result<(), Raise> {
        let is_harmless = matches!(
            function,
            Native::Own
                | Native::Get
                | Native::Put
                | Native::Erase
                | Native::Node
                | Native::GroupLeader
                | Native::MakeReference
                | Native::TermGet
                | Native::TermPut
                | Native::StartArguments
                | Native::StartArgument
                | Native::PlainArguments
                | Native::ScriptId
                | Native::RootFolder
                | Native::Variable
                | Native::Variables
                | Native::SystemInfo
                | Native::CodeEnsureLoaded
                | Native::CodeIsLoaded
                | Native::ApplicationGet
                | Native::Nothing
        );
        if !is_harmless {
            let (module, name) = function.name();
            return Err(Raise::Unsupported(format!(
                "{module}:{name} is called while something is printed, which is not supported"
            )));
        }
        let arguments = Arguments::from(core.arguments());
        match self.perform(place, function, &arguments, &mut Step::default()) {
            Ok(Done::Value(value)) => core.finish(value),
            Ok(_) => core.finish(atoms::UNDEFINED),
            Err(Trouble::Raise(raise)) => core.fail(raise, None),
            Err(Trouble::Interrupt(_)) => core.finish(atoms::UNDEFINED),
        }
        Ok(())
    }
}
