//! Terms as bytes.

use super::{MAGIC, tag};
use crate::heap::{Heap, Kind};
use crate::map;
use crate::raise::{Raise, Result};
use crate::term::{Tag, Term};
use num_bigint::{BigInt, Sign};

/// Which form some terms have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Version {
    /// Floats are text.
    TextFloats,
    /// Atoms are in Latin-1 if they can be.
    Latin1Atoms,
    Utf8Atoms,
}

/// What is still to be written.
enum Work {
    Term(Term),
    /// The rest of a list, without a tag.
    Rest(Term),
    /// Words of the heap that are terms: from where to where.
    Words(usize, usize),
    /// The size of a function, behind its tag, which is here.
    Size(usize),
}

struct Encoder<'a> {
    heap: &'a Heap,
    version: Version,
    bytes: Vec<u8>,
    work: Vec<Work>,
}

/// The bytes of a term.
pub(crate) fn encode(heap: &Heap, term: Term, version: Version) -> Result<Vec<u8>> {
    let mut encoder = Encoder {
        heap,
        version,
        bytes: vec![MAGIC],
        work: vec![Work::Term(term)],
    };
    // When to ask whether there is memory: sharing lets a small term have many bytes.
    let mut ask = 1 << 16;
    while let Some(work) = encoder.work.pop() {
        match work {
            Work::Term(term) => encoder.term(term)?,
            Work::Rest(list) => match heap.as_cons(list) {
                Some((head, tail)) => {
                    encoder.work.push(Work::Rest(tail));
                    encoder.term(head)?;
                }
                None => encoder.term(list)?,
            },
            Work::Words(from, to) => {
                if from < to {
                    encoder.work.push(Work::Words(from + 1, to));
                    encoder.term(heap.term_at(from))?;
                }
            }
            Work::Size(at) => {
                let size = encoder.bytes.len() - at;
                let size = u32::try_from(size).map_err(|_| Raise::SYSTEM_LIMIT)?;
                encoder.bytes[at..at + 4].copy_from_slice(&size.to_be_bytes());
            }
        }
        if encoder.bytes.len() > ask {
            heap.check(encoder.bytes.len() / 8)?;
            ask = encoder.bytes.len() + (1 << 16);
        }
    }
    Ok(encoder.bytes)
}

impl Encoder<'_> {
    fn term(&mut self, term: Term) -> Result<()> {
        match term.tag() {
            Tag::Int(number) => self.integer(number),
            Tag::Atom(number) => self.atom(number),
            Tag::Pid(number) => {
                self.bytes.push(tag::PATH_PID);
                self.path(number);
            }
            Tag::Cons(_) => return self.list(term),
            Tag::Nil => self.bytes.push(tag::NIL),
            Tag::Boxed(index) => return self.boxed(term, index),
            Tag::Other => return Err(Raise::BADARG),
        }
        Ok(())
    }

    fn size(&mut self, size: usize) -> Result<()> {
        let size = u32::try_from(size).map_err(|_| Raise::SYSTEM_LIMIT)?;
        self.bytes.extend(size.to_be_bytes());
        Ok(())
    }

    fn integer(&mut self, number: i64) {
        if let Ok(byte) = u8::try_from(number) {
            self.bytes.extend([tag::SMALL_INTEGER, byte]);
        } else if let Ok(word) = i32::try_from(number) {
            self.bytes.push(tag::INTEGER);
            self.bytes.extend(word.to_be_bytes());
        } else {
            // That few bytes always have room.
            let _ = self.big(&number.into());
        }
    }

    fn big(&mut self, number: &BigInt) -> Result<()> {
        let magnitude = number.magnitude().to_bytes_le();
        match u8::try_from(magnitude.len()) {
            Ok(len) => self.bytes.extend([tag::SMALL_BIG, len]),
            Err(_) => {
                self.bytes.push(tag::LARGE_BIG);
                self.size(magnitude.len())?;
            }
        }
        self.bytes.push((number.sign() == Sign::Minus).into());
        self.bytes.extend(magnitude);
        Ok(())
    }

    fn atom(&mut self, number: u32) {
        let text = self.heap.atoms.text(number);
        if self.version != Version::Utf8Atoms && text.chars().all(|c| c <= '\u{ff}') {
            self.bytes.push(tag::ATOM);
            self.bytes
                .extend((text.chars().count() as u16).to_be_bytes());
            self.bytes.extend(text.chars().map(|c| c as u8));
        } else {
            match u8::try_from(text.len()) {
                Ok(len) => self.bytes.extend([tag::SMALL_ATOM_UTF8, len]),
                Err(_) => {
                    self.bytes.push(tag::ATOM_UTF8);
                    self.bytes.extend((text.len() as u16).to_be_bytes());
                }
            }
            self.bytes.extend(text.as_bytes());
        }
    }

    /// The place of a process in the spawn tree.
    fn path(&mut self, number: u32) {
        let path = self.heap.pid_path(number);
        self.bytes.extend((path.len() as u32).to_be_bytes());
        self.bytes
            .extend(path.iter().flat_map(|step| step.to_be_bytes()));
    }

    /// A list of up to 65,535 bytes has a form of its own.
    fn list(&mut self, list: Term) -> Result<()> {
        let (mut text, mut len) = (Some(Vec::new()), 0);
        let mut rest = list;
        while let Some((head, tail)) = self.heap.as_cons(rest) {
            let byte = head.as_small().and_then(|small| u8::try_from(small).ok());
            match byte.zip(text.as_mut()) {
                Some((byte, text)) if len < 0xffff => text.push(byte),
                _ => text = None,
            }
            len += 1;
            rest = tail;
        }
        if let (Some(text), true) = (text, rest.is_nil()) {
            self.bytes.push(tag::STRING);
            self.bytes.extend((len as u16).to_be_bytes());
            self.bytes.extend(text);
            return Ok(());
        }
        self.bytes.push(tag::LIST);
        self.size(len)?;
        self.work.push(Work::Rest(list));
        Ok(())
    }

    fn boxed(&mut self, term: Term, index: usize) -> Result<()> {
        let (kind, size) = self.heap.header(index);
        let at = index + 1;
        match kind {
            Kind::Tuple => {
                match u8::try_from(size) {
                    Ok(size) => self.bytes.extend([tag::SMALL_TUPLE, size]),
                    Err(_) => {
                        self.bytes.push(tag::LARGE_TUPLE);
                        self.size(size)?;
                    }
                }
                self.work.push(Work::Words(at, at + size));
            }
            Kind::Float => self.float(f64::from_bits(self.heap.word(at))),
            Kind::Positive | Kind::Negative => {
                if let Some(number) = self.heap.as_big(term) {
                    self.big(&number)?;
                }
            }
            Kind::Ref => {
                if let Some((creator, number)) = self.heap.as_reference(term) {
                    self.bytes.push(tag::PATH_REFERENCE);
                    self.path(creator);
                    self.bytes.extend(number.to_be_bytes());
                }
            }
            Kind::Fun => self.fun(term)?,
            Kind::Export => {
                self.bytes.push(tag::EXPORT);
                self.work.push(Work::Words(at, at + size));
            }
            Kind::Binary | Kind::Bits => self.bits(term)?,
            Kind::FlatMap | Kind::TreeMap => {
                let pairs = map::pairs(self.heap, term);
                self.bytes.push(tag::MAP);
                self.size(pairs.len())?;
                for (key, value) in pairs.into_iter().rev() {
                    self.work.extend([Work::Term(value), Work::Term(key)]);
                }
            }
            Kind::Node | Kind::Match | Kind::Buffer => return Err(Raise::BADARG),
        }
        Ok(())
    }

    fn float(&mut self, number: f64) {
        if self.version != Version::TextFloats {
            self.bytes.push(tag::NEW_FLOAT);
            self.bytes.extend(number.to_bits().to_be_bytes());
            return;
        }
        self.bytes.push(tag::FLOAT);
        let end = self.bytes.len() + 31;
        let text = format!("{number:.20e}");
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = match exponent.strip_prefix('-') {
            Some(exponent) => ('-', exponent),
            None => ('+', exponent),
        };
        self.bytes
            .extend(format!("{digits}e{sign}{exponent:0>2}").bytes());
        self.bytes.resize(end, 0);
    }

    fn bits(&mut self, term: Term) -> Result<()> {
        let Some(bits) = self.heap.as_bits(term) else {
            return Err(Raise::BADARG);
        };
        self.heap.check((self.bytes.len() + bits.size / 8) / 8)?;
        let bytes = bits.size.div_ceil(8);
        match bits.size % 8 {
            0 => {
                self.bytes.push(tag::BINARY);
                self.size(bytes)?;
            }
            rest => {
                self.bytes.push(tag::BIT_BINARY);
                self.size(bytes)?;
                self.bytes.push(rest as u8);
            }
        }
        self.bytes.extend(self.heap.bits_to_bytes(bits));
        Ok(())
    }

    /// A function, in Erlang's form. It has no digest of its module, and no process made it.
    fn fun(&mut self, term: Term) -> Result<()> {
        let Some((fun, free, count)) = self.heap.as_fun(term) else {
            return Err(Raise::BADARG);
        };
        self.bytes.push(tag::NEW_FUN);
        self.work.push(Work::Size(self.bytes.len()));
        self.bytes.extend([0; 4]);
        self.bytes.push(fun.arity as u8);
        self.bytes.extend([0; 16]);
        self.bytes.extend(fun.index.to_be_bytes());
        self.size(count)?;
        self.term(fun.module)?;
        self.integer(fun.index.into());
        self.integer(0);
        self.bytes.push(tag::NIL);
        self.work.push(Work::Words(free, free + count));
        Ok(())
    }
}
