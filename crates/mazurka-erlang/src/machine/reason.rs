//! Why processes end, in words. Of an Elixir program, Elixir's own library finds them.

use super::Machine;
use crate::atoms;
use crate::exception::Class;
use crate::print::{self, Style};
use crate::term::Term;
use mazurka_trace::plain;

/// The most characters of a reason.
const MOST_CHARACTERS: usize = 400;

impl Machine {
    /// Why a process ends that an exception has left without a catch.
    pub(super) fn exception_in_words(
        &mut self,
        place: usize,
        class: Class,
        reason: Term,
        trace: Term,
    ) -> String {
        if self.heap.style == Style::Elixir {
            let text = match (class, self.error_with_trace(reason)) {
                // A process of OTP's libraries exits with an error and where that was.
                (Class::Exit, Some((inner, trace))) => self.banner(place, inner, trace),
                (Class::Exit, None) => self.exit_in_words(place, reason),
                (Class::Error, _) => self.banner(place, reason, trace),
                (Class::Throw, _) => {
                    let arguments = [atoms::THROW, reason, trace];
                    self.ask_elixir(place, "format_banner", &arguments)
                }
            };
            if let Some(text) = text {
                return text;
            }
        }
        let shown = match class {
            Class::Throw => self.heap.tuple(&[atoms::NOCATCH, reason]),
            _ => self.reason(reason),
        };
        self.show_reason(shown, MOST_CHARACTERS)
    }

    /// Why a process ends otherwise: a signal, or what it returned.
    pub(super) fn reason_in_words(&mut self, place: usize, reason: Term) -> String {
        if self.heap.style == Style::Elixir {
            let text = match self.error_with_trace(reason) {
                Some((inner, trace)) => self.banner(place, inner, trace),
                None => self.ask_elixir(place, "format_exit", &[reason]),
            };
            if let Some(text) = text {
                return text;
            }
        }
        self.show_reason(self.reason(reason), MOST_CHARACTERS)
    }

    /// What Elixir says of an error.
    fn banner(&mut self, place: usize, reason: Term, trace: Term) -> Option<String> {
        // What was thrown, and caught by nothing.
        let (class, reason) = match self.heap.elements(reason).as_deref() {
            Some([atoms::NOCATCH, thrown]) => (atoms::THROW, *thrown),
            _ => (atoms::ERROR, reason),
        };
        self.ask_elixir(place, "format_banner", &[class, reason, trace])
    }

    /// What Elixir says of an exit, without the stack of the process that caused it: that is in
    /// the report of its own end.
    fn exit_in_words(&mut self, place: usize, reason: Term) -> Option<String> {
        let parts = self.heap.elements(reason);
        if let Some([cause, call]) = parts.as_deref()
            && let Some((inner, trace)) = self.error_with_trace(*cause)
        {
            let killed = self.heap.atom("killed");
            let other = self.heap.tuple(&[killed, *call]);
            let arguments = [atoms::EXIT, other, Term::NIL];
            let text = self.ask_elixir(place, "format_banner", &arguments)?;
            let banner = self.banner(place, inner, trace)?;
            let before = text.strip_suffix("killed")?;
            return Some(format!("{before}an exception was raised: {banner}"));
        }
        let arguments = [atoms::EXIT, reason, Term::NIL];
        self.ask_elixir(place, "format_banner", &arguments)
    }

    /// What Elixir says of an exception or a reason, on one line. None if its library is not
    /// there, or fails.
    fn ask_elixir(&mut self, place: usize, function: &str, arguments: &[Term]) -> Option<String> {
        let text = self.call(place, "Elixir.Exception", function, arguments);
        let bytes = self.heap.as_bytes(text.ok()?)?;
        Some(plain(&on_one_line(&String::from_utf8_lossy(&bytes))).into_owned())
    }

    /// The parts of a reason that is an error and a stack trace.
    pub(super) fn error_with_trace(&self, reason: Term) -> Option<(Term, Term)> {
        let [inner, trace] = self.heap.elements(reason)?[..] else {
            return None;
        };
        print::is_trace(&self.heap, trace).then_some((inner, trace))
    }

    /// Is a reason one of those that a user has named? In either language's spelling.
    pub(super) fn is_named(&self, names: &[String], reason: Term) -> bool {
        let texts = [
            print::pretty(&self.heap, reason, MOST_CHARACTERS),
            print::erlang(&self.heap, reason, MOST_CHARACTERS),
        ];
        names.iter().any(|name| texts.contains(name))
    }
}

/// Lines as one, and no more of it than a report has room for.
fn on_one_line(text: &str) -> String {
    let mut line = String::new();
    for part in text.lines().map(str::trim).filter(|part| !part.is_empty()) {
        // A paragraph that ends a sentence, or announces what follows.
        match line.chars().next_back() {
            None => {}
            Some(':' | ')') => line.push(' '),
            Some(_) => line.push_str("; "),
        }
        line.push_str(part);
    }
    match line.char_indices().nth(MOST_CHARACTERS) {
        Some((end, _)) => format!("{}...", &line[..end]),
        None => line,
    }
}

#[cfg(test)]
mod tests {
    use super::on_one_line;

    #[test]
    fn lines_become_one() {
        for (text, line) in [
            ("** (RuntimeError) a", "** (RuntimeError) a"),
            (
                "** (ArgumentError) errors were found:\n\n  * 1st: bad\n",
                "** (ArgumentError) errors were found: * 1st: bad",
            ),
            (
                "** (ExUnit.AssertionError) \n\nAssertion failed\nleft:  1\nright: 2\n",
                "** (ExUnit.AssertionError) Assertion failed; left:  1; right: 2",
            ),
        ] {
            assert_eq!(on_one_line(text), line);
        }
        assert_eq!(
            on_one_line(&"é".repeat(500)),
            format!("{}...", "é".repeat(400))
        );
    }
}
