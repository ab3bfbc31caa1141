//! Terms as text, for people.

use crate::heap::{Heap, Kind};
use crate::map;
use crate::term::{Tag, Term};
use std::fmt::Write as _;

/// A term as `io:format("~p")` writes it, on one line; of deep and long terms only so much
/// that about `most` characters are written, and `...` for the rest.
pub(crate) fn pretty(heap: &Heap, term: Term, most: usize) -> String {
    pretty_to(heap, term, most, usize::MAX)
}

/// The same; what is `depth` deep is `...`, too. The elements of lists and tuples get deeper from
/// one to the next, as for `io:format("~P")`.
pub(crate) fn pretty_to(heap: &Heap, term: Term, most: usize, depth: usize) -> String {
    let mut printer = Printer {
        heap,
        text: String::new(),
        most,
        work: vec![Work::Term(term, depth)],
    };
    while let Some(work) = printer.work.pop() {
        printer.step(work);
    }
    printer.text
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
    /// With the depth that is left, as all of them.
    Term(Term, usize),
    Text(&'static str),
    /// The rest of a list, one element of which was written.
    Rest(Term, usize),
    /// Elements of a tuple from a place on, N; the first of all if so.
    Elements(usize, usize, bool, usize),
    /// Pairs of a map, from a place on.
    Pairs(Term, usize, usize),
}

struct Printer<'a> {
    heap: &'a Heap,
    text: String,
    most: usize,
    work: Vec<Work>,
}

impl Printer<'_> {
    fn is_full(&self) -> bool {
        self.text.len() >= self.most
    }

    fn step(&mut self, work: Work) {
        match work {
            Work::Text(text) => self.text.push_str(text),
            Work::Term(_, 0) => self.text.push_str("..."),
            Work::Term(..) if self.is_full() => self.text.push_str("..."),
            Work::Term(term, depth) => self.term(term, depth - 1),
            Work::Rest(Term::NIL, _) => self.text.push(']'),
            Work::Rest(_, 0) => self.text.push_str("|...]"),
            Work::Rest(..) if self.is_full() => self.text.push_str("|...]"),
            Work::Rest(rest, depth) => match self.heap.as_cons(rest) {
                Some((head, tail)) => {
                    self.text.push(',');
                    self.work
                        .extend([Work::Rest(tail, depth - 1), Work::Term(head, depth)]);
                }
                None => {
                    self.text.push('|');
                    self.work.extend([Work::Text("]"), Work::Term(rest, depth)]);
                }
            },
            Work::Elements(_, 0, ..) => self.text.push('}'),
            Work::Elements(at, count, is_first, depth) => {
                if !is_first {
                    self.text.push(',');
                }
                if depth == 0 || self.is_full() {
                    self.text.push_str("...}");
                    return;
                }
                self.work.extend([
                    Work::Elements(at + 1, count - 1, false, depth - 1),
                    Work::Term(self.heap.term_at(at), depth),
                ]);
            }
            Work::Pairs(map, place, depth) => {
                let Some((key, value)) = map::nth(self.heap, map, place) else {
                    self.text.push('}');
                    return;
                };
                if place > 0 {
                    self.text.push(',');
                }
                if depth == 0 || self.is_full() {
                    self.text.push_str("...}");
                    return;
                }
                self.work.extend([
                    Work::Pairs(map, place + 1, depth - 1),
                    Work::Term(value, depth.saturating_add(1)),
                    Work::Text(" => "),
                    Work::Term(key, depth),
                ]);
            }
        }
    }

    /// A term, the parts of which are at most that deep.
    fn term(&mut self, term: Term, depth: usize) {
        match term.tag() {
            Tag::Int(number) => {
                let _ = write!(self.text, "{number}");
            }
            Tag::Atom(number) => self.text.push_str(&atom(self.heap.atoms.text(number))),
            Tag::Pid(number) => self.text.push_str(&pid(self.heap, number)),
            Tag::Nil => self.text.push_str("[]"),
            Tag::Other => self.text.push_str("#None"),
            Tag::Cons(index) => match self.string(term) {
                Some(text) => self.text.push_str(&text),
                None if depth == 0 => self.text.push_str("[...]"),
                None => {
                    self.text.push('[');
                    let (head, tail) = (self.heap.term_at(index), self.heap.term_at(index + 1));
                    self.work
                        .extend([Work::Rest(tail, depth - 1), Work::Term(head, depth)]);
                }
            },
            Tag::Boxed(index) => self.boxed(term, index, depth),
        }
    }

    fn boxed(&mut self, term: Term, index: usize, depth: usize) {
        let heap = self.heap;
        let (kind, size) = heap.header(index);
        match kind {
            Kind::Tuple => {
                self.text.push('{');
                self.work.push(Work::Elements(index + 1, size, true, depth));
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
            Kind::FlatMap | Kind::TreeMap => {
                self.text.push_str("#{");
                self.work.push(Work::Pairs(term, 0, depth));
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

    /// As `io:format("~P")` writes them.
    #[test]
    fn depth_is_as_in_erlang() {
        let mut heap = Heap::new(1 << 16);
        let number = |number: i64| Term::small(number);
        let inner = heap.tuple(&[number(3), number(4)]);
        let middle = heap.tuple(&[number(2), inner]);
        let tuple = heap.tuple(&[number(1), middle]);
        let short = heap.list_before(&[number(3), number(4)], Term::NIL);
        let list = heap.list_before(&[number(1), number(2), short, number(5)], Term::NIL);
        let map = map::from_pairs(&mut heap, vec![(number(1), number(2)), (number(3), inner)]);
        let cases = [
            (
                tuple,
                [
                    "{...}",
                    "{1,...}",
                    "{1,{...}}",
                    "{1,{2,...}}",
                    "{1,{2,{...}}}",
                ],
            ),
            (
                list,
                [
                    "[...]",
                    "[1|...]",
                    "[1,2|...]",
                    "[1,2,[...]|...]",
                    "[1,2,[3|...],5]",
                ],
            ),
            (
                map,
                [
                    "#{...}",
                    "#{1 => 2,...}",
                    "#{1 => 2,3 => {3,...}}",
                    "#{1 => 2,3 => {3,4}}",
                    "#{1 => 2,3 => {3,4}}",
                ],
            ),
        ];
        for (term, texts) in cases {
            for (depth, text) in (1..).zip(texts) {
                assert_eq!(pretty_to(&heap, term, 1000, depth), text, "{depth}");
            }
        }
    }

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
