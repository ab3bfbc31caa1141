//! Where terms lie: one arena of words for each worker.
//!
//! Terms do not change, so processes share what they send one another, and nothing is copied.
//! Going back is last in, first out: it cuts the arena off where it ended before. Nothing is
//! freed otherwise; a limit ends a check that needs too much.
//!
//! The first [`LITERALS`] words are for what stays over executions: the literals of modules.
//!
//! What lies at the index of a boxed term begins with a header: the [`Kind`] in its lowest 8
//! bits, and a size above.
//!
//! | kind | size | words behind the header |
//! |---|---|---|
//! | `Tuple` | elements | the elements |
//! | `Float` | 1 | its bits |
//! | `Positive`, `Negative` | words | the magnitude of an integer that is not small, lowest word first, without zeros at the end |
//! | `Ref` | 2 | the number of the process that made it, and how many that had made before |
//! | `Fun` | 2 + free variables | the module (an atom), `index << 32 | arity`, the free variables |
//! | `Export` | 3 | module, function (atoms), arity (a small integer) |
//! | `Binary` | *bytes* | the bytes, eight to a word, lowest first |
//! | `Bits` | 3 | a `Binary` (a term), the offset and the number of bits |
//! | `FlatMap` | pairs | keys in order, then the values in the same order |
//! | `TreeMap` | pairs | the root, see `map` |
//! | `Node` | 5 | a node of a tree: see `map`; never seen by programs |
//! | `Buffer` | words | bytes as in a `Binary` with room for more, and how many bits are in use; never seen by programs, only parts of it, as `Bits` |
//! | `Match` | 4 | the position in a binary that is being matched: the `Binary`, offset, end; a spare |

use crate::atoms::Atoms;
use crate::print::Style;
use crate::raise::Raise;
use crate::term::{MAX_SMALL, MIN_SMALL, Tag, Term};
use mazurka_program::memory;
use num_bigint::{BigInt, Sign};

/// The place of `user` beside the spawn tree.
const USER_PATH: [u32; 1] = [u32::MAX - 1];

/// How many words literals have at the most.
pub(crate) const LITERALS: usize = 1 << 23;

/// How many words there is room for at first, and when limits are looked at.
const ROOM: usize = 1 << 14;

/// What a boxed term is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub(crate) enum Kind {
    Tuple,
    Float,
    Positive,
    Negative,
    Ref,
    Fun,
    Export,
    Binary,
    Bits,
    FlatMap,
    TreeMap,
    Node,
    Match,
    Buffer,
}

const KINDS: [Kind; 14] = [
    Kind::Tuple,
    Kind::Float,
    Kind::Positive,
    Kind::Negative,
    Kind::Ref,
    Kind::Fun,
    Kind::Export,
    Kind::Binary,
    Kind::Bits,
    Kind::FlatMap,
    Kind::TreeMap,
    Kind::Node,
    Kind::Match,
    Kind::Buffer,
];

/// A function of a module with free variables.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fun {
    /// An atom.
    pub(crate) module: Term,
    /// Which of the module's.
    pub(crate) index: u32,
    /// How many arguments a caller gives.
    pub(crate) arity: u32,
}

/// The bits that a binary or bitstring has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Bits {
    /// The index of the header of a `Binary`.
    pub(crate) base: usize,
    /// Where they begin, in bits.
    pub(crate) offset: usize,
    /// How many there are.
    pub(crate) size: usize,
}

/// A place to go back to.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Mark {
    top: usize,
    log: usize,
    before: usize,
}

/// The arena, and what terms need beside it.
pub(crate) struct Heap {
    words: Vec<u64>,
    literals: usize,
    /// What is below is changed with a note in the log.
    kept: usize,
    log: Vec<(usize, u64)>,
    /// The most words that there may be.
    limit: usize,
    pub(crate) atoms: Atoms,
    /// How terms are written for people.
    pub(crate) style: Style,
    /// By number: the place of each process in the spawn tree.
    paths: Vec<Option<Box<[u32]>>>,
}

impl Heap {
    /// An empty arena that may hold that many words.
    pub(crate) fn new(limit: usize) -> Heap {
        // New pages of zeros cost only what is touched of them.
        let mut words = vec![0; LITERALS + ROOM];
        words.truncate(LITERALS);
        Heap {
            words,
            literals: 0,
            kept: LITERALS,
            log: Vec::new(),
            limit: limit.saturating_add(LITERALS),
            atoms: Atoms::new(),
            style: Style::default(),
            paths: Vec::new(),
        }
    }

    /// Forgets all but literals, atoms and the names of processes.
    pub(crate) fn clear(&mut self) {
        self.words.truncate(LITERALS);
        self.log.clear();
        self.kept = LITERALS;
    }

    /// Notes the present state. Marks are gone back to in reverse order.
    pub(crate) fn mark(&mut self) -> Mark {
        let mark = Mark {
            top: self.words.len(),
            log: self.log.len(),
            before: self.kept,
        };
        self.kept = mark.top;
        mark
    }

    /// Goes back to the state before a mark. Marks that came after it count no more.
    pub(crate) fn go_back(&mut self, mark: &Mark) {
        while self.log.len() > mark.log {
            let (index, word) = self.log.pop().expect("there is one");
            if index < mark.top {
                self.words[index] = word;
            }
        }
        self.words.truncate(mark.top);
        self.kept = mark.before;
    }

    /// How many words are in use, beside literals.
    #[cfg(test)]
    pub(crate) fn used(&self) -> usize {
        self.words.len() - LITERALS
    }

    /// May that many words be added? To be asked before anything large is made.
    pub(crate) fn check(&self, words: usize) -> Result<(), Raise> {
        let is_over = self.words.len().saturating_add(words) > self.limit;
        match is_over || !memory::has_room((words as u64).saturating_mul(8)) {
            true => Err(Raise::Memory),
            false => Ok(()),
        }
    }

    /// Has the limit been passed? (By what is small, and was not asked about; or by what is no
    /// term.)
    pub(crate) fn is_full(&self) -> bool {
        self.words.len() > self.limit || memory::is_exceeded()
    }

    /// How many words there may be.
    pub(crate) fn limit(&self) -> usize {
        self.limit
    }

    /// Makes room for what is small, so that it does not double the arena.
    pub(crate) fn make_room(&mut self) {
        memory::grow(&mut self.words, ROOM);
    }

    // Words.

    #[inline]
    pub(crate) fn word(&self, index: usize) -> u64 {
        self.words[index]
    }

    #[inline]
    pub(crate) fn term_at(&self, index: usize) -> Term {
        Term(self.words[index])
    }

    /// Changes a word that is there.
    #[inline]
    pub(crate) fn set_word(&mut self, index: usize, word: u64) {
        if index < self.kept {
            self.log.push((index, self.words[index]));
        }
        self.words[index] = word;
    }

    #[inline]
    pub(crate) fn slice(&self, index: usize, len: usize) -> &[u64] {
        &self.words[index..index + len]
    }

    /// Adds a boxed term whose words are all there.
    #[inline]
    pub(crate) fn add(&mut self, kind: Kind, size: usize, words: &[u64]) -> Term {
        let index = self.words.len();
        self.words.push((size as u64) << 8 | kind as u64);
        self.words.extend_from_slice(words);
        Term::boxed(index)
    }

    /// Adds one with zeros, which are to be written by [`Heap::fresh`].
    pub(crate) fn add_zeros(&mut self, kind: Kind, size: usize, words: usize) -> Term {
        let index = self.words.len();
        memory::grow(&mut self.words, 1 + words);
        self.words.push((size as u64) << 8 | kind as u64);
        self.words.resize(index + 1 + words, 0);
        Term::boxed(index)
    }

    /// The words of a term that was added just now, and that nothing else knows of.
    pub(crate) fn fresh(&mut self, index: usize, len: usize) -> &mut [u64] {
        debug_assert!(index >= self.kept);
        &mut self.words[index..index + len]
    }

    #[inline]
    pub(crate) fn header(&self, index: usize) -> (Kind, usize) {
        let word = self.words[index];
        (KINDS[(word & 0xff) as usize], (word >> 8) as usize)
    }

    /// What a boxed term is, its size, and where its words begin.
    #[inline]
    pub(crate) fn boxed(&self, term: Term) -> Option<(Kind, usize, usize)> {
        match term.tag() {
            Tag::Boxed(index) => {
                let (kind, size) = self.header(index);
                Some((kind, size, index + 1))
            }
            _ => None,
        }
    }

    /// The same, if it is of that kind: the size, and where its words begin.
    #[inline]
    pub(crate) fn of_kind(&self, term: Term, kind: Kind) -> Option<(usize, usize)> {
        match self.boxed(term) {
            Some((is, size, at)) if is == kind => Some((size, at)),
            _ => None,
        }
    }

    // Atoms and processes.

    pub(crate) fn atom(&mut self, text: &str) -> Term {
        self.atoms.intern(text)
    }

    pub(crate) fn atom_text(&self, term: Term) -> Option<&str> {
        term.as_atom().map(|number| self.atoms.text(number))
    }

    /// Says where a process is in the spawn tree.
    pub(crate) fn name_pid(&mut self, number: u32, path: &[u32]) {
        let number = number as usize;
        if self.paths.len() <= number {
            self.paths.resize(number + 1, None);
        }
        self.paths[number].get_or_insert_with(|| path.into());
    }

    /// The place of a process in the spawn tree; empty for the first.
    pub(crate) fn pid_path(&self, number: u32) -> &[u32] {
        let path = self.paths.get(number as usize);
        match path.and_then(Option::as_deref) {
            Some(path) => path,
            None if Term::pid(number) == Term::USER => &USER_PATH,
            None => &[],
        }
    }

    /// The process at a place of the spawn tree, if one was ever named there.
    pub(crate) fn pid_at(&self, path: &[u32]) -> Option<Term> {
        if path == USER_PATH {
            return Some(Term::USER);
        }
        let mut paths = self.paths.iter();
        let number = paths.position(|known| known.as_deref() == Some(path))?;
        Some(Term::pid(number as u32))
    }

    // Numbers.

    #[inline]
    pub(crate) fn integer(&mut self, number: i64) -> Term {
        match (MIN_SMALL..=MAX_SMALL).contains(&number) {
            true => Term::small(number),
            false => {
                let kind = if number < 0 {
                    Kind::Negative
                } else {
                    Kind::Positive
                };
                self.add(kind, 1, &[number.unsigned_abs()])
            }
        }
    }

    pub(crate) fn big(&mut self, number: &BigInt) -> Term {
        match i64::try_from(number) {
            Ok(small) => self.integer(small),
            Err(_) => {
                let kind = match number.sign() {
                    Sign::Minus => Kind::Negative,
                    _ => Kind::Positive,
                };
                let words = number.magnitude().to_u64_digits();
                self.add(kind, words.len(), &words)
            }
        }
    }

    /// The value of an integer that is not small.
    pub(crate) fn as_big(&self, term: Term) -> Option<BigInt> {
        let (kind, size, at) = self.boxed(term)?;
        let sign = match kind {
            Kind::Positive => Sign::Plus,
            Kind::Negative => Sign::Minus,
            _ => return None,
        };
        let words = self.slice(at, size);
        let halves = words
            .iter()
            .flat_map(|word| [*word as u32, (*word >> 32) as u32]);
        Some(BigInt::new(sign, halves.collect()))
    }

    /// The value of any integer.
    pub(crate) fn as_integer(&self, term: Term) -> Option<BigInt> {
        match term.as_small() {
            Some(small) => Some(small.into()),
            None => self.as_big(term),
        }
    }

    pub(crate) fn is_integer(&self, term: Term) -> bool {
        term.as_small().is_some()
            || matches!(
                self.boxed(term),
                Some((Kind::Positive | Kind::Negative, ..))
            )
    }

    pub(crate) fn float(&mut self, number: f64) -> Term {
        self.add(Kind::Float, 1, &[number.to_bits()])
    }

    pub(crate) fn as_float(&self, term: Term) -> Option<f64> {
        let (_, at) = self.of_kind(term, Kind::Float)?;
        Some(f64::from_bits(self.words[at]))
    }

    // Lists and tuples.

    #[inline]
    pub(crate) fn cons(&mut self, head: Term, tail: Term) -> Term {
        let index = self.words.len();
        self.words.push(head.0);
        self.words.push(tail.0);
        Term::cons(index)
    }

    /// The head and the tail.
    #[inline]
    pub(crate) fn as_cons(&self, term: Term) -> Option<(Term, Term)> {
        match term.tag() {
            Tag::Cons(index) => Some((Term(self.words[index]), Term(self.words[index + 1]))),
            _ => None,
        }
    }

    pub(crate) fn list(&mut self, items: &[Term]) -> Term {
        self.list_before(items, Term::NIL)
    }

    /// A list that ends with `tail`.
    pub(crate) fn list_before(&mut self, items: &[Term], tail: Term) -> Term {
        (items.iter().rev()).fold(tail, |tail, head| self.cons(*head, tail))
    }

    /// The characters of a text, as a list of integers.
    pub(crate) fn text(&mut self, text: &str) -> Term {
        let items: Vec<Term> = text.chars().map(|c| Term::small(c as i64)).collect();
        self.list(&items)
    }

    /// The elements of a proper list; none if it is none.
    pub(crate) fn as_list(&self, list: Term) -> Option<Vec<Term>> {
        let mut items = Vec::new();
        let mut rest = list;
        while let Some((head, tail)) = self.as_cons(rest) {
            items.push(head);
            rest = tail;
        }
        rest.is_nil().then_some(items)
    }

    #[inline]
    pub(crate) fn tuple(&mut self, items: &[Term]) -> Term {
        let index = self.words.len();
        self.words
            .push((items.len() as u64) << 8 | Kind::Tuple as u64);
        self.words.extend(items.iter().map(|item| item.0));
        Term::boxed(index)
    }

    /// Where the elements of a tuple begin, and how many there are.
    #[inline]
    pub(crate) fn as_tuple(&self, term: Term) -> Option<(usize, usize)> {
        let (size, at) = self.of_kind(term, Kind::Tuple)?;
        Some((at, size))
    }

    /// The elements of a tuple.
    pub(crate) fn elements(&self, term: Term) -> Option<Vec<Term>> {
        let (at, size) = self.as_tuple(term)?;
        Some((at..at + size).map(|index| self.term_at(index)).collect())
    }

    // References and functions.

    pub(crate) fn reference(&mut self, creator: u32, number: u64) -> Term {
        self.add(Kind::Ref, 2, &[creator.into(), number])
    }

    /// The process that made a reference, and how many it had made before.
    pub(crate) fn as_reference(&self, term: Term) -> Option<(u32, u64)> {
        let (_, at) = self.of_kind(term, Kind::Ref)?;
        Some((self.words[at] as u32, self.words[at + 1]))
    }

    pub(crate) fn fun(&mut self, fun: Fun, free: &[Term]) -> Term {
        let index = self.words.len();
        self.words
            .push((free.len() as u64 + 2) << 8 | Kind::Fun as u64);
        self.words.push(fun.module.0);
        self.words
            .push(u64::from(fun.index) << 32 | u64::from(fun.arity));
        self.words.extend(free.iter().map(|term| term.0));
        Term::boxed(index)
    }

    /// A function, where its free variables begin, and how many there are.
    #[inline]
    pub(crate) fn as_fun(&self, term: Term) -> Option<(Fun, usize, usize)> {
        let (size, at) = self.of_kind(term, Kind::Fun)?;
        let word = self.words[at + 1];
        let fun = Fun {
            module: Term(self.words[at]),
            index: (word >> 32) as u32,
            arity: word as u32,
        };
        Some((fun, at + 2, size - 2))
    }

    pub(crate) fn export(&mut self, module: Term, function: Term, arity: u32) -> Term {
        let arity = Term::small(arity.into());
        self.add(Kind::Export, 3, &[module.0, function.0, arity.0])
    }

    /// Module, function and arity of `fun m:f/a`.
    pub(crate) fn as_export(&self, term: Term) -> Option<(Term, Term, u32)> {
        let (_, at) = self.of_kind(term, Kind::Export)?;
        let arity = self.term_at(at + 2).as_small()?;
        Some((self.term_at(at), self.term_at(at + 1), arity as u32))
    }

    // Binaries.

    pub(crate) fn binary(&mut self, bytes: &[u8]) -> Term {
        let term = self.add_zeros(Kind::Binary, bytes.len(), bytes.len().div_ceil(8));
        let Tag::Boxed(index) = term.tag() else {
            unreachable!("it was just made");
        };
        let words = &mut self.words[index + 1..];
        for (word, chunk) in words.iter_mut().zip(bytes.chunks(8)) {
            let mut eight = [0; 8];
            eight[..chunk.len()].copy_from_slice(chunk);
            *word = u64::from_le_bytes(eight);
        }
        term
    }

    /// A part of a binary, as a term.
    pub(crate) fn sub_bits(&mut self, bits: Bits) -> Term {
        let (kind, bytes) = self.header(bits.base);
        match kind == Kind::Binary && bits.offset == 0 && bits.size == bytes * 8 {
            true => Term::boxed(bits.base),
            false => {
                let words = [
                    Term::boxed(bits.base).0,
                    bits.offset as u64,
                    bits.size as u64,
                ];
                self.add(Kind::Bits, 3, &words)
            }
        }
    }

    /// The bits of a binary or a bitstring.
    #[inline]
    pub(crate) fn as_bits(&self, term: Term) -> Option<Bits> {
        let Tag::Boxed(index) = term.tag() else {
            return None;
        };
        let (kind, size) = self.header(index);
        match kind {
            Kind::Binary => Some(Bits {
                base: index,
                offset: 0,
                size: size * 8,
            }),
            Kind::Bits => {
                let Tag::Boxed(base) = self.term_at(index + 1).tag() else {
                    unreachable!("bits are of a binary");
                };
                Some(Bits {
                    base,
                    offset: self.words[index + 2] as usize,
                    size: self.words[index + 3] as usize,
                })
            }
            _ => None,
        }
    }

    /// Whole bytes of a binary, and N bits behind them. What is appended to a long binary
    /// again and again is not copied each time: there is room behind it, and if nothing was put
    /// there before, that is where the bits go. Those who know the shorter binary do not see them.
    pub(crate) fn append(
        &mut self,
        before: Bits,
        bytes: &[u8],
        bits: usize,
    ) -> Result<Term, Raise> {
        debug_assert!(before.offset.is_multiple_of(8) && before.size.is_multiple_of(8));
        let end = before.offset + before.size;
        let (kind, words) = self.header(before.base);
        let used = before.base + words;
        let has_room = kind == Kind::Buffer
            && self.words[used] == end as u64
            && end / 8 + bytes.len() <= (words - 1) * 8;
        self.check(8)?;
        if !has_room {
            let mut all = self.bits_to_bytes(before);
            all.extend_from_slice(bytes);
            let words = all.len() / 4 + 2;
            self.check(words)?;
            let Tag::Boxed(base) = self.add_zeros(Kind::Buffer, words, words).tag() else {
                unreachable!("it was just made");
            };
            for (index, chunk) in all.chunks(8).enumerate() {
                let mut eight = [0; 8];
                eight[..chunk.len()].copy_from_slice(chunk);
                self.words[base + 1 + index] = u64::from_le_bytes(eight);
            }
            self.words[base + words] = (before.size + bits) as u64;
            return Ok(self.sub_bits(Bits {
                base,
                offset: 0,
                size: before.size + bits,
            }));
        }
        let mut at = end / 8;
        let mut rest = bytes;
        while !rest.is_empty() {
            let (index, first) = (before.base + 1 + at / 8, at % 8);
            let (now, later) = rest.split_at(rest.len().min(8 - first));
            let mut eight = self.words[index].to_le_bytes();
            eight[first..first + now.len()].copy_from_slice(now);
            self.set_word(index, u64::from_le_bytes(eight));
            (at, rest) = (at + now.len(), later);
        }
        self.set_word(used, (end + bits) as u64);
        Ok(self.sub_bits(Bits {
            size: before.size + bits,
            ..before
        }))
    }

    /// One byte of a binary that is whole: `index` counts bytes from its beginning.
    #[inline]
    pub(crate) fn byte(&self, base: usize, index: usize) -> u8 {
        (self.words[base + 1 + index / 8] >> (index % 8 * 8)) as u8
    }

    /// The bytes of a binary; none if it is none, or has bits beside them.
    pub(crate) fn as_bytes(&self, term: Term) -> Option<Vec<u8>> {
        let bits = self.as_bits(term)?;
        (bits.size % 8 == 0).then(|| self.bits_to_bytes(bits))
    }

    /// Bits as bytes, the last of which is filled up with zeros.
    pub(crate) fn bits_to_bytes(&self, bits: Bits) -> Vec<u8> {
        let (first, shift) = (bits.offset / 8, bits.offset % 8);
        let count = bits.size.div_ceil(8);
        let mut bytes = Vec::with_capacity(count);
        let last = (bits.offset + bits.size).div_ceil(8);
        for i in first..first + count {
            let high = self.byte(bits.base, i);
            let byte = match shift {
                0 => high,
                _ => {
                    let low = match i + 1 < last {
                        true => self.byte(bits.base, i + 1),
                        false => 0,
                    };
                    high << shift | low >> (8 - shift)
                }
            };
            bytes.push(byte);
        }
        if !bits.size.is_multiple_of(8)
            && let Some(last) = bytes.last_mut()
        {
            *last &= 0xff << (8 - bits.size % 8);
        }
        bytes
    }

    // Literals.

    /// A copy of a term that stays over executions.
    pub(crate) fn persist(&mut self, term: Term) -> Result<Term, Raise> {
        // What is to be copied, and where to: a stack, since terms may be deep.
        let mut result = [term.0];
        let mut work = vec![(None, 0)];
        while let Some((target, slot)) = work.pop() {
            let from = match target {
                None => Term(result[slot]),
                Some(index) => Term(self.words[index]),
            };
            let to = self.persist_one(from, &mut work)?;
            match target {
                None => result[slot] = to.0,
                Some(index) => self.words[index] = to.0,
            }
        }
        Ok(Term(result[0]))
    }

    fn persist_one(
        &mut self,
        term: Term,
        work: &mut Vec<(Option<usize>, usize)>,
    ) -> Result<Term, Raise> {
        let (index, len) = match term.tag() {
            Tag::Cons(index) => (index, 2),
            Tag::Boxed(index) => (index, 1 + self.words_behind(index)),
            _ => return Ok(term),
        };
        if index < LITERALS {
            return Ok(term);
        }
        let at = self.literals;
        if at + len > LITERALS {
            return Err(Raise::Memory);
        }
        self.words.copy_within(index..index + len, at);
        self.literals += len;
        if term.is_cons() {
            work.extend([(Some(at), 0), (Some(at + 1), 0)]);
            return Ok(Term::cons(at));
        }
        let (kind, size) = self.header(at);
        let terms = match kind {
            Kind::Tuple | Kind::Export => size,
            Kind::Bits | Kind::Match | Kind::TreeMap => 1,
            Kind::FlatMap => 2 * size,
            Kind::Node => 4,
            Kind::Fun => {
                work.extend((2..size).map(|i| (Some(at + 1 + i), 0)));
                0
            }
            Kind::Float | Kind::Positive | Kind::Negative | Kind::Ref => 0,
            Kind::Binary | Kind::Buffer => 0,
        };
        work.extend((0..terms).map(|i| (Some(at + 1 + i), 0)));
        Ok(Term::boxed(at))
    }

    /// How many words are behind a header.
    pub(crate) fn words_behind(&self, index: usize) -> usize {
        let (kind, size) = self.header(index);
        match kind {
            Kind::Binary => size.div_ceil(8),
            Kind::FlatMap => 2 * size,
            Kind::TreeMap => 1,
            Kind::Match => 4,
            _ => size,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn going_back_restores_words_and_length() {
        let mut heap = Heap::new(1000);
        let a = heap.tuple(&[Term::small(1)]);
        let (at, _) = heap.as_tuple(a).expect("a tuple");
        let first = heap.mark();
        heap.set_word(at, Term::small(2).0);
        let second = heap.mark();
        heap.set_word(at, Term::small(3).0);
        let b = heap.tuple(&[Term::small(7)]);
        let (of_b, _) = heap.as_tuple(b).expect("a tuple");
        heap.set_word(of_b, Term::small(8).0);
        heap.go_back(&second);
        assert_eq!(heap.term_at(at), Term::small(2));
        heap.go_back(&first);
        assert_eq!(heap.term_at(at), Term::small(1));
        assert_eq!(heap.used(), 2);
    }

    #[test]
    fn bits_that_do_not_begin_at_a_byte() {
        let mut heap = Heap::new(1000);
        let whole = heap.binary(&[0b1010_1100, 0b1111_0000, 0b0101_0101]);
        let bits = heap.as_bits(whole).expect("bits");
        let part = Bits {
            offset: 3,
            size: 10,
            ..bits
        };
        assert_eq!(heap.bits_to_bytes(part), [0b0110_0111, 0b1000_0000]);
        let term = heap.sub_bits(part);
        assert_eq!(heap.as_bits(term), Some(part));
        assert_eq!(heap.as_bytes(term), None);
        assert_eq!(heap.as_bytes(whole).map(|bytes| bytes.len()), Some(3));
    }

    #[test]
    fn what_is_appended_is_undone() {
        let mut heap = Heap::new(1 << 16);
        let whole = heap.binary(&[1; 100]);
        let bits = heap.as_bits(whole).expect("bits");
        let one = heap.append(bits, &[2], 8).expect("room");
        let of_one = heap.as_bits(one).expect("bits");
        let mark = heap.mark();
        let two = heap
            .append(of_one, &[3, 4, 5, 6, 7, 8, 9, 10, 11, 0x80], 73)
            .expect("room");
        let two = heap.as_bits(two).expect("bits");
        assert_eq!((two.base, two.size), (of_one.base, 809 + 72));
        // The room is taken: this one is copied.
        let other = heap.append(of_one, &[99], 8).expect("room");
        assert_ne!(heap.as_bits(other).expect("bits").base, of_one.base);
        let other = heap.as_bytes(other).expect("bytes");
        assert_eq!(other[99..], [1, 2, 99]);
        let expected = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 0x80];
        assert_eq!(heap.bits_to_bytes(two)[99..], expected);
        assert_eq!(heap.as_bytes(one).expect("bytes")[99..], [1, 2]);
        heap.go_back(&mark);
        assert_eq!(heap.as_bytes(one).expect("bytes")[99..], [1, 2]);
        let again = heap.append(of_one, &[12], 8).expect("room");
        assert_eq!(heap.as_bits(again).expect("bits").base, of_one.base);
        assert_eq!(heap.as_bytes(again).expect("bytes")[99..], [1, 2, 12]);
    }

    #[test]
    fn literals_stay() {
        let mut heap = Heap::new(1000);
        let list = heap.text("ab");
        let big = heap.integer(i64::MAX);
        let tuple = heap.tuple(&[list, big]);
        let kept = heap.persist(tuple).expect("there is room");
        heap.clear();
        let elements = heap.elements(kept).expect("a tuple");
        assert_eq!(heap.as_list(elements[0]).map(|list| list.len()), Some(2));
        assert_eq!(heap.as_integer(elements[1]), Some(i64::MAX.into()));
        assert_eq!(heap.used(), 0);
    }
}
