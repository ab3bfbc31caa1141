//! Terms as text, for tests: `~w` of the real machine, read and written.

use crate::heap::Heap;
use crate::map;
use crate::print;
use crate::term::{Tag, Term};

/// Reads a term.
pub(crate) fn parse(heap: &mut Heap, text: &str) -> Term {
    let mut reader = Reader {
        heap,
        text: text.as_bytes(),
        at: 0,
    };
    let term = reader.term();
    reader.space();
    assert_eq!(reader.at, reader.text.len(), "the end of {text}");
    term
}

struct Reader<'a> {
    heap: &'a mut Heap,
    text: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn space(&mut self) {
        while self.peek().is_ascii_whitespace() {
            self.at += 1;
        }
    }

    fn peek(&self) -> u8 {
        self.text.get(self.at).copied().unwrap_or(0)
    }

    fn takes(&mut self, token: &str) -> bool {
        self.space();
        let found = self.text[self.at..].starts_with(token.as_bytes());
        if found {
            self.at += token.len();
        }
        found
    }

    fn rest(&self) -> String {
        String::from_utf8_lossy(&self.text[self.at..]).into_owned()
    }

    fn expect(&mut self, token: &str) {
        assert!(self.takes(token), "{token} at {}", self.rest());
    }

    fn many(&mut self, end: &str) -> Vec<Term> {
        let mut items = Vec::new();
        if self.takes(end) {
            return items;
        }
        loop {
            items.push(self.term());
            if !self.takes(",") {
                self.expect(end);
                return items;
            }
        }
    }

    fn term(&mut self) -> Term {
        self.space();
        if self.takes("#{") {
            let mut pairs = Vec::new();
            if !self.takes("}") {
                loop {
                    let key = self.term();
                    self.expect("=>");
                    let value = self.term();
                    pairs.push((key, value));
                    if !self.takes(",") {
                        self.expect("}");
                        break;
                    }
                }
            }
            map::from_pairs(self.heap, pairs)
        } else if self.takes("<<") {
            let bytes = self.many(">>");
            let bytes = bytes
                .iter()
                .map(|byte| byte.as_small().expect("a byte") as u8);
            let bytes: Vec<u8> = bytes.collect();
            self.heap.binary(&bytes)
        } else if self.takes("{") {
            let items = self.many("}");
            self.heap.tuple(&items)
        } else if self.takes("[") {
            if self.takes("]") {
                return Term::NIL;
            }
            let mut items = vec![self.term()];
            while self.takes(",") {
                items.push(self.term());
            }
            let tail = match self.takes("|") {
                true => self.term(),
                false => Term::NIL,
            };
            self.expect("]");
            self.heap.list_before(&items, tail)
        } else if self.takes("'") {
            let mut text = String::new();
            while self.peek() != b'\'' {
                text.push(self.peek() as char);
                self.at += 1;
            }
            self.at += 1;
            self.heap.atom(&text)
        } else if self.peek().is_ascii_lowercase() {
            let start = self.at;
            while self.peek().is_ascii_alphanumeric() || b"_@".contains(&self.peek()) {
                self.at += 1;
            }
            let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
            self.heap.atom(&text)
        } else {
            self.number()
        }
    }

    fn number(&mut self) -> Term {
        let start = self.at;
        while self.peek().is_ascii_digit() || b".e-+".contains(&self.peek()) {
            self.at += 1;
        }
        let text = String::from_utf8_lossy(&self.text[start..self.at]).into_owned();
        match text.contains('.') {
            true => self.heap.float(text.parse().expect("a float")),
            false => {
                let number = text.parse();
                let number = number.unwrap_or_else(|_| panic!("a number: {}", self.rest()));
                self.heap.big(&number)
            }
        }
    }
}

/// A term as text.
pub(crate) fn show(heap: &Heap, term: Term) -> String {
    let many = |items: &[Term]| {
        let items: Vec<String> = items.iter().map(|item| show(heap, *item)).collect();
        items.join(",")
    };
    match term.tag() {
        Tag::Int(number) => number.to_string(),
        Tag::Atom(number) => print::atom(heap.atoms.text(number)),
        Tag::Pid(number) => format!("<{number}>"),
        Tag::Nil => "[]".to_owned(),
        Tag::Other => "?".to_owned(),
        Tag::Cons(_) => {
            let (mut items, mut rest) = (Vec::new(), term);
            while let Some((head, tail)) = heap.as_cons(rest) {
                items.push(head);
                rest = tail;
            }
            match rest.is_nil() {
                true => format!("[{}]", many(&items)),
                false => format!("[{}|{}]", many(&items), show(heap, rest)),
            }
        }
        Tag::Boxed(_) => {
            if let Some(elements) = heap.elements(term) {
                format!("{{{}}}", many(&elements))
            } else if let Some(number) = heap.as_integer(term) {
                number.to_string()
            } else if let Some(number) = heap.as_float(term) {
                print::float(number)
            } else if let Some(bytes) = heap.as_bytes(term) {
                let bytes: Vec<String> = bytes.iter().map(u8::to_string).collect();
                format!("<<{}>>", bytes.join(","))
            } else if let Some((creator, number)) = heap.as_reference(term) {
                format!("#Ref<{creator}.{number}>")
            } else {
                let pairs = map::pairs(heap, term).into_iter();
                let pairs = pairs
                    .map(|(key, value)| format!("{} => {}", show(heap, key), show(heap, value)));
                let pairs: Vec<String> = pairs.collect();
                format!("#{{{}}}", pairs.join(","))
            }
        }
    }
}
