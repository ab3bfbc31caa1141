//! What a program logs: it is shown where it was logged, and disturbs nothing.
//!
//! There are no handlers, and nothing of them can be seen. The level is the usual one: `notice`.
//! What OTP's own modules log about crashes is left out, since reports tell that.

use super::{Arguments, Machine};
use crate::atoms;
use crate::print;
use crate::term::Term;

/// The most characters of a report.
const MOST_CHARACTERS: usize = 1_000;

/// Levels that are logged.
const LEVELS: &[&str] = &[
    "emergency",
    "alert",
    "critical",
    "error",
    "warning",
    "notice",
];

/// Modules of OTP that log on their own.
const OTP: &[&str] = &[
    "application_controller",
    "application_master",
    "error_logger",
    "gen_event",
    "gen_fsm",
    "gen_server",
    "gen_statem",
    "global",
    "pg",
    "proc_lib",
    "supervisor",
    "supervisor_bridge",
    "sys",
    "timer",
];

impl Machine {
    /// `logger:allow(Level, Module)`
    pub(super) fn is_logged(&self, level: Term, module: Term) -> Term {
        let is_in = |atom, list: &[&str]| {
            let text = self.heap.atom_text(atom);
            text.is_some_and(|text| list.contains(&text))
        };
        Machine::boolean(is_in(level, LEVELS) && !is_in(module, OTP))
    }

    /// `logger:error(..)`, `logger:log(Level, ..)`, `error_logger:error_msg(..)` and the like.
    pub(super) fn log(&mut self, place: usize, arguments: &Arguments) -> Term {
        if !self.records {
            return atoms::OK;
        }
        let (module, function) = self.process(place).core.native_name(&self.code);
        let text = |atom| self.heap.atom_text(atom).unwrap_or_default().to_owned();
        let (module, function) = (text(module), text(function));
        let (level, rest) = match (&*function, &arguments[..]) {
            ("log", [level, rest @ ..]) | ("macro_log", [_, level, rest @ ..]) => {
                (text(*level), rest)
            }
            (_, all) if module == "error_logger" => {
                let level = function.split('_').next().unwrap_or_default();
                let level = level.replace("format", "error");
                let is_typed = function.ends_with("_report") && all.len() == 2;
                (level, &all[usize::from(is_typed)..])
            }
            (_, all) => (function.clone(), all),
        };
        // (Information by error_logger is logged as a notice.)
        let is_shown = LEVELS.contains(&&*level) || module == "error_logger";
        if is_shown && !rest.is_empty() {
            let text = self.logged(place, rest);
            self.note(place, &format!("{level}: {text}"));
        }
        atoms::OK
    }

    /// A format with arguments, a text, or a report.
    fn logged(&mut self, place: usize, rest: &[Term]) -> String {
        let is_format = |term: Term| {
            let is_char = |item: &Term| item.as_small().is_some();
            let list = self.heap.as_list(term);
            list.is_some_and(|list| list.iter().all(is_char)) || self.heap.as_bytes(term).is_some()
        };
        let list = match rest {
            [format, list, ..] if is_format(*format) && self.heap.as_list(*list).is_some() => {
                Some([*format, *list])
            }
            [text, ..] if is_format(*text) => return self.chars(*text),
            _ => None,
        };
        if let Some(list) = list
            && let Ok(chars) = self.call(place, "io_lib", "format", &list)
        {
            return self.chars(chars);
        }
        print::pretty(&self.heap, rest[0], MOST_CHARACTERS)
    }
}
