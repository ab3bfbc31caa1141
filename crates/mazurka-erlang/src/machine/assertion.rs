//! Reasons to exit, for people: those of the assertion macros of EUnit and stdlib say what was
//! expected, and what was there.

use super::Machine;
use crate::term::Term;
use std::fmt::Write as _;

impl Machine {
    /// A reason to exit, in the message of a finding.
    pub(super) fn show_reason(&self, reason: Term, most: usize) -> String {
        let shown = self.assertion(reason, most);
        shown.unwrap_or_else(|| self.show_within(reason, most))
    }

    /// A reason to exit, where processes have their names.
    pub(super) fn show_named_reason(&self, reason: Term, most: usize) -> String {
        let shown = self.assertion(reason, most);
        shown.unwrap_or_else(|| self.show_named(reason, most))
    }

    /// Is it `{{assert..., _}, _}`, as for Concuerror?
    pub(super) fn is_assertion(&self, reason: Term) -> bool {
        let inner = match self.heap.elements(reason).as_deref() {
            Some([inner, _]) => *inner,
            _ => return false,
        };
        match self.heap.elements(inner).as_deref() {
            Some([name, _]) => {
                (self.heap.atom_text(*name)).is_some_and(|name| name.starts_with("assert"))
            }
            _ => false,
        }
    }

    /// What `{assertEqual, [{module, _}, {line, _}, {expression, _}, ...]}` says.
    fn assertion(&self, reason: Term, most: usize) -> Option<String> {
        let pair = self.heap.elements(reason)?;
        let [name, facts] = pair[..] else {
            return None;
        };
        let name = self.heap.atom_text(name)?;
        let is_known = ["assert", "command", "cmd"]
            .iter()
            .any(|beginning| name.starts_with(beginning));
        if !is_known {
            return None;
        }
        let mut expression = None;
        let mut rest = String::new();
        for fact in self.heap.as_list(facts)? {
            let pair = self.heap.elements(fact)?;
            let [key, value] = pair[..] else {
                return None;
            };
            let key = self.heap.atom_text(key)?;
            match key {
                // The place is told by the stack.
                "module" | "line" => continue,
                "expression" => {
                    expression = self.text_of(value).map(|text| tidy(&text));
                    continue;
                }
                _ => {}
            }
            let shown = match key {
                // Patterns and comments are texts.
                "pattern" | "comment" => self.text_of(value).map(|text| tidy(&text)),
                _ => None,
            };
            let shown = shown.unwrap_or_else(|| self.show_within(value, most));
            let comma = if rest.is_empty() { "" } else { ", " };
            let _ = write!(rest, "{comma}{} {shown}", key.replace('_', " "));
        }
        let expression = expression?;
        let colon = if rest.is_empty() { "" } else { ": " };
        Some(format!("{name} fails for {expression}{colon}{rest}"))
    }
}

/// The text of an expression as a macro has it, with a space between all tokens: without those that
/// nobody writes.
fn tidy(text: &str) -> String {
    let mut out = String::new();
    let mut quote = None;
    for c in text.chars() {
        let last = out.chars().next_back();
        match quote {
            Some(end) => {
                if c == end && last != Some('\\') {
                    quote = None;
                }
                out.push(c);
            }
            None if c.is_whitespace() => {
                if last.is_some_and(|last| !last.is_whitespace() && !"([{:#".contains(last)) {
                    out.push(' ');
                }
            }
            None => {
                if "()[]},:;.".contains(c) && last == Some(' ') && !is_word_before(&out, c) {
                    out.pop();
                }
                if c == '"' || c == '\'' {
                    quote = Some(c);
                }
                out.push(c);
            }
        }
    }
    out.trim_end().to_owned()
}

/// A bracket stays apart from an operator: `A = [`, `X + (`.
fn is_word_before(text: &str, bracket: char) -> bool {
    let before = text.trim_end().chars().next_back();
    "([".contains(bracket) && before.is_some_and(|c| !c.is_alphanumeric() && c != '_' && c != ')')
        || bracket == '['
}

#[cfg(test)]
mod tests {
    use super::tidy;

    #[test]
    fn expressions_are_tidied() {
        let cases = [
            (
                "counter : value ( two ( incr ) )",
                "counter:value(two(incr))",
            ),
            (
                "A = [ 1 , 2 ] ++ { x , \"a ( b\" }",
                "A = [1, 2] ++ {x, \"a ( b\"}",
            ),
            ("X + ( Y * 2 )", "X + (Y * 2)"),
            ("# { a => 1 }", "#{a => 1}"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(tidy(text), expected);
        }
    }
}
