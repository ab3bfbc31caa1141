//! Terms as text, for people: in the syntax of Erlang or of Elixir.

mod elixir;

use crate::heap::{Heap, Kind};
use crate::map;
use crate::term::{Tag, Term};
use mazurka_trace::plain as in_one_line;
use std::fmt::Write as _;

/// What Elixir puts before the names of its modules.
pub(crate) const PREFIX: &str = "Elixir.";

/// The language in which terms and names are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Style {
    #[default]
    Erlang,
    Elixir,
}

impl Style {
    /// The style of a program that begins with a function of that module.
    pub(crate) fn of(module: &str) -> Style {
        match module.starts_with(PREFIX) {
            true => Style::Elixir,
            false => Style::Erlang,
        }
    }
}

/// A term as the language of the program writes it, on one line; of deep and long terms only so
/// much that about `most` characters are written, and `...` for the rest.
pub(crate) fn pretty(heap: &Heap, term: Term, most: usize) -> String {
    shown(heap, term, &How::plain(most))
}

/// An atom as the language of the program writes it.
pub(crate) fn name(heap: &Heap, text: &str) -> String {
    match heap.style {
        Style::Erlang => atom(text),
        Style::Elixir => elixir::atom(text),
    }
}

/// An atom as Elixir writes it.
pub(crate) fn elixir_atom(text: &str) -> String {
    elixir::atom(text)
}

/// A function as the language of the program writes it: `module:name/1` or `Module.name/1`.
pub(crate) fn function(heap: &Heap, module: Term, name: Term, arity: impl ToString) -> String {
    let text = |term| heap.atom_text(term).unwrap_or_default();
    let (module, name, arity) = (text(module), text(name), arity.to_string());
    let text = match heap.style {
        Style::Erlang => format!("{}:{}/{arity}", atom(module), atom(name)),
        Style::Elixir => elixir::function(module, name, &arity),
    };
    in_one_line(&text).into_owned()
}

/// What is said of a native function that is called and not supported: with its name, if that
/// is not in the message.
pub(crate) fn refusal(function: &str, message: &str) -> String {
    let name = function.rsplit_once('/').map_or(function, |(name, _)| name);
    match message.contains(name) {
        true => message.to_owned(),
        false => format!("{function}: {message}"),
    }
}

/// A call as the language of the program writes it.
pub(crate) fn call(heap: &Heap, module: &str, name: &str, arguments: &[String]) -> String {
    let list = arguments.join(", ");
    let text = match (heap.style, module) {
        (_, "erlang") => format!("{name}({list})"),
        (Style::Erlang, _) => format!("{module}:{name}({list})"),
        (Style::Elixir, _) => format!("{}.{name}({list})", elixir::atom(module)),
    };
    in_one_line(&text).into_owned()
}

/// A term as `io:format("~p")` writes it, on one line; of deep and long terms only so much
/// that about `most` characters are written, and `...` for the rest.
pub(crate) fn erlang(heap: &Heap, term: Term, most: usize) -> String {
    in_erlang(heap, term, &How::plain(most))
}

/// How terms are written in reports.
pub(crate) struct How<'a> {
    /// About how many characters are written.
    pub(crate) most: usize,
    /// How deep terms are written.
    pub(crate) depth: usize,
    /// The names of processes.
    pub(crate) name: Option<&'a dyn Fn(u32) -> String>,
    /// Are stack traces in reasons left out?
    pub(crate) hides_traces: bool,
}

impl How<'_> {
    /// All of it, but for its length.
    fn plain(most: usize) -> How<'static> {
        How {
            most,
            depth: usize::MAX,
            name: None,
            hides_traces: false,
        }
    }
}

/// A term in the language of the program on one line, with limits; `...` stands for what is
/// beyond.
pub(crate) fn shown(heap: &Heap, term: Term, how: &How<'_>) -> String {
    match heap.style {
        Style::Erlang => in_erlang(heap, term, how),
        Style::Elixir => elixir::pretty(heap, term, how),
    }
}

fn in_erlang(heap: &Heap, term: Term, how: &How<'_>) -> String {
    let mut printer = Printer {
        heap,
        text: String::new(),
        most: how.most,
        depth: how.depth,
        level: 0,
        name: how.name,
        hides_traces: how.hides_traces,
        work: vec![Work::Term(term)],
    };
    while let Some(work) = printer.work.pop() {
        printer.step(work);
    }
    printer.text
}

/// Is it a stack trace?
pub(crate) fn is_trace(heap: &Heap, term: Term) -> bool {
    let is_entry = |entry: &Term| {
        let parts = heap.elements(*entry).unwrap_or_default();
        match parts[..] {
            [module, function, arity, location] => {
                let is_count = arity.as_small().is_some() || arity.is_list();
                module.as_atom().is_some()
                    && function.as_atom().is_some()
                    && is_count
                    && location.is_list()
            }
            _ => false,
        }
    };
    let entries = heap.as_list(term).unwrap_or_default();
    !entries.is_empty() && entries.iter().all(is_entry)
}

/// A process, as `<P.1.2>`: its place in the spawn tree. The first is `<P>`, and those of the system
/// begin with `S`.
pub(crate) fn pid(heap: &Heap, number: u32) -> String {
    format!("<{}>", path(heap, number))
}

fn path(heap: &Heap, number: u32) -> String {
    let (mut text, places) = match heap.pid_path(number) {
        _ if Term::pid(number) == Term::USER => (String::from("user"), &[][..]),
        [u32::MAX, places @ ..] => (String::from("S"), places),
        places => (String::from("P"), places),
    };
    for place in places {
        let _ = write!(text, ".{place}");
    }
    text
}

/// A reference, as `#Ref<P.1.3>`: the place of the process that made it in the spawn tree, and
/// how many that had made before.
pub(crate) fn reference(heap: &Heap, creator: u32, number: u64) -> String {
    format!("#Ref<{}.{number}>", path(heap, creator))
}

/// Words that are no atoms without quotes.
const RESERVED: &[&str] = &[
    "after", "and", "andalso", "band", "begin", "bnot", "bor", "bsl", "bsr", "bxor", "case",
    "catch", "cond", "div", "end", "fun", "if", "let", "not", "of", "or", "orelse", "receive",
    "rem", "try", "when", "xor",
];

/// An atom, with quotes if it needs some.
pub(crate) fn atom(text: &str) -> String {
    match is_plain(text) && !RESERVED.contains(&text) {
        true => text.into(),
        false => quoted(text.chars(), '\''),
    }
}

/// A function of a module, as the machine itself writes it: with no eye for reserved words.
pub(crate) fn export(module: &str, function: &str, arity: u32) -> String {
    let name = |text: &str| match is_plain(text) {
        true => text.to_owned(),
        false => quoted(text.chars(), '\''),
    };
    format!("fun {}:{}/{arity}", name(module), name(function))
}

/// Does it look like an atom without quotes?
fn is_plain(text: &str) -> bool {
    let is_lower = |c: char| matches!(c, 'a'..='z' | 'ß'..='ö' | 'ø'..='ÿ');
    let is_upper = |c: char| matches!(c, 'A'..='Z' | 'À'..='Ö' | 'Ø'..='Þ');
    let is_part =
        |c: char| is_lower(c) || is_upper(c) || c.is_ascii_digit() || c == '_' || c == '@';
    let mut chars = text.chars();
    chars.next().is_some_and(is_lower) && chars.all(is_part)
}

/// A text in quotes.
fn quoted(chars: impl Iterator<Item = char>, quote: char) -> String {
    let mut text = String::from(quote);
    for c in chars {
        match c {
            '\\' => text.push_str("\\\\"),
            '\n' => text.push_str("\\n"),
            '\r' => text.push_str("\\r"),
            '\t' => text.push_str("\\t"),
            '\x0b' => text.push_str("\\v"),
            '\x08' => text.push_str("\\b"),
            '\x0c' => text.push_str("\\f"),
            '\x1b' => text.push_str("\\e"),
            '\x7f' => text.push_str("\\d"),
            c if c == quote => text.extend(['\\', c]),
            c if (c as u32) < 32 || (128..160).contains(&(c as u32)) => {
                let _ = write!(text, "\\{:03o}", c as u32);
            }
            c => text.push(c),
        }
    }
    text.push(quote);
    text
}

/// The shortest text that is read back as the same float.
pub(crate) fn float(number: f64) -> String {
    if number == 0.0 {
        return match number.is_sign_negative() {
            true => "-0.0".into(),
            false => "0.0".into(),
        };
    }
    // Digits and an exponent of ten: `d.ddde-5`.
    let text = shortest(number.abs());
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let digits: String = digits.chars().filter(char::is_ascii_digit).collect();
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if number < 0.0 { "-" } else { "" };
    let scientific = {
        let rest = match &digits[1..] {
            "" => "0",
            rest => rest,
        };
        format!("{}.{rest}e{exponent}", &digits[..1])
    };
    if number.abs() >= 9_007_199_254_740_992.0 {
        return format!("{sign}{scientific}");
    }
    let plain = plain(&digits, exponent);
    match plain.len() <= scientific.len() {
        true => format!("{sign}{plain}"),
        false => format!("{sign}{scientific}"),
    }
}

/// The shortest digits; of two that are as near, those that end evenly.
fn shortest(number: f64) -> String {
    let text = format!("{number:e}");
    let digits = text.bytes().take_while(|byte| *byte != b'e');
    let count = digits.filter(u8::is_ascii_digit).count();
    let even = format!("{number:.*e}", count - 1);
    match even.parse() == Ok(number) {
        true => even,
        false => text,
    }
}

/// Digits without an exponent; the first digit counts `10^exponent`.
fn plain(digits: &str, exponent: i32) -> String {
    if exponent < 0 {
        let zeros = "0".repeat(exponent.unsigned_abs() as usize - 1);
        return format!("0.{zeros}{digits}");
    }
    let before = exponent as usize + 1;
    match digits.len() <= before {
        true => format!("{digits}{}.0", "0".repeat(before - digits.len())),
        false => format!("{}.{}", &digits[..before], &digits[before..]),
    }
}

/// What is still to be written.
enum Work {
    Term(Term),
    Text(&'static str),
    /// The rest of a list, one element of which was written.
    Rest(Term),
    /// Elements of a tuple from a place on, N; the first of all if so.
    Elements(usize, usize, bool),
    /// Pairs of a map, from a place on.
    Pairs(Term, usize),
    /// A list, tuple or map ends.
    Leave,
}

struct Printer<'a> {
    heap: &'a Heap,
    text: String,
    most: usize,
    depth: usize,
    /// How deep what is written now is.
    level: usize,
    name: Option<&'a dyn Fn(u32) -> String>,
    hides_traces: bool,
    work: Vec<Work>,
}

impl Printer<'_> {
    fn is_full(&self) -> bool {
        self.text.len() >= self.most
    }

    fn step(&mut self, work: Work) {
        match work {
            Work::Text(text) => self.text.push_str(text),
            Work::Leave => self.level -= 1,
            Work::Term(_) if self.is_full() => self.text.push_str("..."),
            Work::Term(term) => self.term(term),
            Work::Rest(Term::NIL) => self.text.push(']'),
            Work::Rest(_) if self.is_full() => self.text.push_str("|...]"),
            Work::Rest(rest) => match self.heap.as_cons(rest) {
                Some((head, tail)) => {
                    self.text.push(',');
                    self.work.extend([Work::Rest(tail), Work::Term(head)]);
                }
                None => {
                    self.text.push('|');
                    self.work.extend([Work::Text("]"), Work::Term(rest)]);
                }
            },
            Work::Elements(_, 0, _) => self.text.push('}'),
            Work::Elements(at, count, is_first) => {
                if !is_first {
                    self.text.push(',');
                }
                if self.is_full() {
                    self.text.push_str("...}");
                    return;
                }
                self.work.extend([
                    Work::Elements(at + 1, count - 1, false),
                    Work::Term(self.heap.term_at(at)),
                ]);
            }
            Work::Pairs(map, place) => {
                let Some((key, value)) = map::nth(self.heap, map, place) else {
                    self.text.push('}');
                    return;
                };
                if place > 0 {
                    self.text.push(',');
                }
                if self.is_full() {
                    self.text.push_str("...}");
                    return;
                }
                self.work.extend([
                    Work::Pairs(map, place + 1),
                    Work::Term(value),
                    Work::Text(" => "),
                    Work::Term(key),
                ]);
            }
        }
    }

    /// What is written next is within a list, tuple or map.
    fn enter(&mut self) {
        self.level += 1;
        self.work.push(Work::Leave);
    }

    fn term(&mut self, term: Term) {
        match term.tag() {
            Tag::Int(number) => {
                let _ = write!(self.text, "{number}");
            }
            Tag::Atom(number) => self.text.push_str(&atom(self.heap.atoms.text(number))),
            Tag::Pid(number) => {
                let text = match self.name {
                    Some(name) => name(number),
                    None => pid(self.heap, number),
                };
                self.text.push_str(&text);
            }
            Tag::Nil => self.text.push_str("[]"),
            Tag::Other => self.text.push_str("#None"),
            Tag::Cons(index) => match self.string(term) {
                Some(text) => self.text.push_str(&text),
                None if self.level >= self.depth => self.text.push_str("[...]"),
                None => {
                    self.enter();
                    self.text.push('[');
                    let (head, tail) = (self.heap.term_at(index), self.heap.term_at(index + 1));
                    self.work.extend([Work::Rest(tail), Work::Term(head)]);
                }
            },
            Tag::Boxed(index) => self.boxed(term, index),
        }
    }

    fn boxed(&mut self, term: Term, index: usize) {
        let heap = self.heap;
        let (kind, size) = heap.header(index);
        match kind {
            Kind::Tuple if self.level >= self.depth => self.text.push_str("{...}"),
            Kind::Tuple
                if self.hides_traces && size == 2 && is_trace(heap, heap.term_at(index + 2)) =>
            {
                self.enter();
                self.text.push('{');
                self.work
                    .extend([Work::Text(",[...]}"), Work::Term(heap.term_at(index + 1))]);
            }
            Kind::Tuple => {
                self.enter();
                self.text.push('{');
                self.work.push(Work::Elements(index + 1, size, true));
            }
            Kind::Float => {
                let number = heap.as_float(term).unwrap_or(0.0);
                self.text.push_str(&float(number));
            }
            Kind::Positive | Kind::Negative => match heap.as_big(term) {
                // Texts of very long numbers take long to make.
                Some(number) if number.bits() < 100_000 => {
                    let number = number.to_string();
                    match number.get(..self.most.max(20)) {
                        Some(first) => {
                            let _ = write!(self.text, "{first}...");
                        }
                        None => self.text.push_str(&number),
                    }
                }
                _ => {
                    let sign = if kind == Kind::Negative { "-" } else { "" };
                    let _ = write!(self.text, "{sign}#Integer<{} bits>", size * 64);
                }
            },
            Kind::Ref => {
                let (creator, number) = heap.as_reference(term).unwrap_or_default();
                self.text.push_str(&reference(heap, creator, number));
            }
            Kind::Fun => {
                if let Some((fun, _, _)) = heap.as_fun(term) {
                    let module = atom(heap.atom_text(fun.module).unwrap_or_default());
                    let _ = write!(self.text, "#Fun<{module}.{}>", fun.index);
                }
            }
            Kind::Export => {
                if let Some((module, function, arity)) = heap.as_export(term) {
                    let module = atom(heap.atom_text(module).unwrap_or_default());
                    let function = atom(heap.atom_text(function).unwrap_or_default());
                    let _ = write!(self.text, "fun {module}:{function}/{arity}");
                }
            }
            Kind::Binary | Kind::Bits => self.bits(term),
            Kind::FlatMap | Kind::TreeMap if self.level >= self.depth => {
                self.text.push_str("#{...}");
            }
            Kind::FlatMap | Kind::TreeMap => {
                self.enter();
                self.text.push_str("#{");
                self.work.push(Work::Pairs(term, 0));
            }
            Kind::Node | Kind::Match | Kind::Buffer => self.text.push_str("#Match"),
        }
    }

    /// A list that is a text, as one. What is too long for the limit is cut.
    fn string(&self, list: Term) -> Option<String> {
        let mut chars = Vec::new();
        let mut rest = list;
        let room = self.most.saturating_sub(self.text.len()).max(1);
        while let Some((head, tail)) = self.heap.as_cons(rest) {
            let c = u8::try_from(head.as_small()?).ok().map(char::from)?;
            if !is_printable(c) {
                return None;
            }
            if chars.len() < room {
                chars.push(c);
            } else if chars.len() == room {
                // Long lists need not be read to their ends to be cut.
                return Some(format!("{}...", quoted(chars.into_iter(), '"')));
            }
            rest = tail;
        }
        rest.is_nil().then(|| quoted(chars.into_iter(), '"'))
    }

    fn bits(&mut self, term: Term) {
        let Some(all) = self.heap.as_bits(term) else {
            return;
        };
        // No more than may be shown: at least one character for each byte.
        let room = self.most.saturating_sub(self.text.len()).max(1);
        let shown = all.size.min(room.saturating_mul(8).saturating_add(32));
        let is_cut = shown < all.size;
        let bytes = self
            .heap
            .bits_to_bytes(crate::heap::Bits { size: shown, ..all });
        let dots = if is_cut { "..." } else { "" };
        let is_text = |c: char| is_printable(c) || c as u32 > 255;
        if all.size % 8 == 0 && !bytes.is_empty() {
            let text = match std::str::from_utf8(&bytes) {
                Ok(text) => Some(text),
                // A character may have been cut.
                Err(error) if is_cut && error.valid_up_to() + 4 > bytes.len() => {
                    std::str::from_utf8(&bytes[..error.valid_up_to()]).ok()
                }
                Err(_) => None,
            };
            if let Some(text) = text
                && text.chars().all(is_text)
            {
                let kind = if text.is_ascii() { "" } else { "/utf8" };
                let _ = write!(self.text, "<<{}{kind}{dots}>>", quoted(text.chars(), '"'));
                return;
            }
        }
        self.text.push_str("<<");
        for (i, byte) in bytes.iter().enumerate() {
            if i > 0 {
                self.text.push(',');
            }
            if i > 0 && self.is_full() {
                self.text.push_str("...");
                break;
            }
            let last = shown - i * 8;
            let _ = match last < 8 {
                true => write!(self.text, "{}:{last}", byte >> (8 - last)),
                false => write!(self.text, "{byte}"),
            };
        }
        self.text.push_str(">>");
    }
}

/// Is it a character of texts, among those of Latin 1?
fn is_printable(c: char) -> bool {
    matches!(c, ' '..='~' | '\u{a0}'..='\u{ff}' | '\n' | '\r' | '\t' | '\x0b' | '\x08' | '\x0c' | '\x1b')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn floats_are_short() {
        for (number, text) in [
            (0.1, "0.1"),
            (1.0, "1.0"),
            (-0.0, "-0.0"),
            (100.0, "100.0"),
            (1e5, "1.0e5"),
            (123_456.0, "123456.0"),
            (0.001, "0.001"),
            (0.0001, "0.0001"),
            (0.00012, "1.2e-4"),
            (10_000.0, "1.0e4"),
            (1e22, "1.0e22"),
            (9_007_199_254_740_991.0, "9007199254740991.0"),
            (9_007_199_254_740_992.0, "9.007199254740992e15"),
            (-2.5e-10, "-2.5e-10"),
            (5e-324, "5.0e-324"),
        ] {
            assert_eq!(float(number), text);
        }
    }

    /// In reports terms are cut at a depth, processes have names, and stack traces are left out.
    #[test]
    fn reports_have_limits() {
        let mut heap = Heap::new(100_000);
        heap.name_pid(1, &[1]);
        let (a, pid) = (heap.atom("a"), Term::pid(1));
        let list = heap.list(&[a, pid]);
        let inner = heap.tuple(&[a, list]);
        let map = map::from_pairs(&mut heap, vec![(a, inner)]);
        let entry = heap.tuple(&[a, a, Term::small(1), Term::NIL]);
        let trace = heap.list(&[entry]);
        let reason = heap.tuple(&[map, trace]);
        let name = |number: u32| format!("<{number}/server>");
        let at = |depth, name| {
            let how = How {
                most: 1000,
                depth,
                name,
                hides_traces: true,
            };
            shown(&heap, reason, &how)
        };
        assert_eq!(at(9, Some(&name)), "{#{a => {a,[a,<1/server>]}},[...]}");
        assert_eq!(at(9, None), "{#{a => {a,[a,<P.1>]}},[...]}");
        assert_eq!(at(3, None), "{#{a => {a,[...]}},[...]}");
        assert_eq!(at(2, None), "{#{a => {...}},[...]}");
        assert_eq!(at(1, None), "{#{...},[...]}");
        assert_eq!(at(0, None), "{...}");
        assert_eq!(
            pretty(&heap, reason, 1000),
            "{#{a => {a,[a,<P.1>]}},[{a,a,1,[]}]}"
        );
    }

    #[test]
    fn atoms_have_quotes_if_needed() {
        for (text, written) in [
            ("abc", "abc"),
            ("aB_@1", "aB_@1"),
            ("", "''"),
            ("A", "'A'"),
            ("end", "'end'"),
            ("it's\n", "'it\\'s\\n'"),
            ("é", "é"),
            ("λ", "'λ'"),
        ] {
            assert_eq!(atom(text), written);
        }
    }

    #[test]
    fn terms() {
        let mut heap = Heap::new(10_000);
        heap.name_pid(4, &[1, 2]);
        let text = heap.text("a\"b");
        let binary = heap.binary("é".as_bytes());
        let bytes = heap.binary(&[1, 255]);
        let reference = heap.reference(4, 7);
        let key = heap.atom("a");
        let map = map::from_pairs(&mut heap, vec![(key, Term::small(1))]);
        let export = heap.export(key, key, 2);
        let pair = heap.cons(Term::small(1), Term::small(2));
        let all = [
            text,
            binary,
            bytes,
            reference,
            map,
            export,
            pair,
            Term::pid(4),
        ];
        let tuple = heap.tuple(&all);
        let expected = "{\"a\\\"b\",<<\"é\"/utf8>>,<<1,255>>,#Ref<P.1.2.7>,#{a => 1},fun a:a/2,\
                        [1|2],<P.1.2>}";
        assert_eq!(pretty(&heap, tuple, 1000), expected);
        assert_eq!(pretty(&heap, tuple, 10), "{\"a\\\"b\",<<\"é\"/utf8>>,...}");
        let long: Vec<Term> = (0..1000).map(Term::small).collect();
        let long = heap.list(&long);
        assert_eq!(pretty(&heap, long, 8), "[0,1,2,3|...]");
    }
}
