//! Terms: a tagged word each. What does not fit into a word lies in the [`Heap`](crate::heap::Heap),
//! and the word has its index there.

use std::fmt;

/// A term. Two words that are the same are the same term; two that are not may be equal.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub(crate) struct Term(pub(crate) u64);

const TAG_BITS: u32 = 3;
const TAG_MASK: u64 = (1 << TAG_BITS) - 1;
const INT: u64 = 0;
const ATOM: u64 = 1;
const PID: u64 = 2;
const CONS: u64 = 3;
const BOXED: u64 = 4;
const SPECIAL: u64 = 5;
const RETURN: u64 = 6;
const CATCH: u64 = 7;

/// The greatest integer that fits into a word.
pub(crate) const MAX_SMALL: i64 = (1 << 60) - 1;
/// The least.
pub(crate) const MIN_SMALL: i64 = -(1 << 60);

/// A term, by what its word says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tag {
    /// A small integer.
    Int(i64),
    /// An atom, by its number in the table of atoms.
    Atom(u32),
    /// A process, by its number among the names of an exploration.
    Pid(u32),
    /// The index of a head; the tail is behind it.
    Cons(usize),
    /// The index of a header.
    Boxed(usize),
    /// The empty list.
    Nil,
    /// No term: a register that holds nothing, a return address, the place of a handler.
    Other,
}

impl Term {
    /// The empty list.
    pub(crate) const NIL: Term = Term(SPECIAL);
    /// No term.
    pub(crate) const NONE: Term = Term(1 << TAG_BITS | SPECIAL);

    /// The process `user`, the first group leader. It is named, but never there.
    pub(crate) const USER: Term = Term::pid(u32::MAX);

    /// A small integer.
    ///
    /// The number is between [`MIN_SMALL`] and [`MAX_SMALL`]; others are made by
    /// [`Heap::integer`](crate::heap::Heap::integer).
    #[inline]
    pub(crate) const fn small(number: i64) -> Term {
        debug_assert!(number >= MIN_SMALL && number <= MAX_SMALL);
        Term((number as u64) << TAG_BITS | INT)
    }

    #[inline]
    pub(crate) const fn atom(number: u32) -> Term {
        Term((number as u64) << TAG_BITS | ATOM)
    }

    #[inline]
    pub(crate) const fn pid(number: u32) -> Term {
        Term((number as u64) << TAG_BITS | PID)
    }

    #[inline]
    pub(crate) const fn cons(index: usize) -> Term {
        Term((index as u64) << TAG_BITS | CONS)
    }

    #[inline]
    pub(crate) const fn boxed(index: usize) -> Term {
        Term((index as u64) << TAG_BITS | BOXED)
    }

    /// A return address on a stack.
    #[inline]
    pub(crate) const fn return_to(code: u64) -> Term {
        Term(code << TAG_BITS | RETURN)
    }

    /// The place of a handler of exceptions on a stack.
    #[inline]
    pub(crate) const fn catch(code: u64) -> Term {
        Term(code << TAG_BITS | CATCH)
    }

    #[inline]
    pub(crate) fn as_return(self) -> Option<u64> {
        (self.0 & TAG_MASK == RETURN).then_some(self.0 >> TAG_BITS)
    }

    #[inline]
    pub(crate) fn as_catch(self) -> Option<u64> {
        (self.0 & TAG_MASK == CATCH).then_some(self.0 >> TAG_BITS)
    }

    /// What the word says.
    #[inline]
    pub(crate) fn tag(self) -> Tag {
        let number = self.0 >> TAG_BITS;
        match self.0 & TAG_MASK {
            INT => Tag::Int(self.0.cast_signed() >> TAG_BITS),
            ATOM => Tag::Atom(number as u32),
            PID => Tag::Pid(number as u32),
            CONS => Tag::Cons(number as usize),
            BOXED => Tag::Boxed(number as usize),
            SPECIAL if self == Term::NIL => Tag::Nil,
            _ => Tag::Other,
        }
    }

    #[inline]
    pub(crate) fn as_small(self) -> Option<i64> {
        match self.0 & TAG_MASK {
            INT => Some(self.0.cast_signed() >> TAG_BITS),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn as_atom(self) -> Option<u32> {
        (self.0 & TAG_MASK == ATOM).then_some((self.0 >> TAG_BITS) as u32)
    }

    #[inline]
    pub(crate) fn as_pid(self) -> Option<u32> {
        (self.0 & TAG_MASK == PID).then_some((self.0 >> TAG_BITS) as u32)
    }

    #[inline]
    pub(crate) fn is_cons(self) -> bool {
        self.0 & TAG_MASK == CONS
    }

    #[inline]
    pub(crate) fn is_nil(self) -> bool {
        self == Term::NIL
    }

    /// Is it a list, proper or not?
    #[inline]
    pub(crate) fn is_list(self) -> bool {
        self.is_cons() || self.is_nil()
    }

    #[inline]
    pub(crate) fn is_boxed(self) -> bool {
        self.0 & TAG_MASK == BOXED
    }

    /// Is all of it in the word?
    #[inline]
    pub(crate) fn is_immediate(self) -> bool {
        !self.is_cons() && !self.is_boxed()
    }
}

impl fmt::Debug for Term {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.tag())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_say_what_they_are() {
        for number in [0, 1, -1, MAX_SMALL, MIN_SMALL] {
            assert_eq!(Term::small(number).as_small(), Some(number));
            assert_eq!(Term::small(number).tag(), Tag::Int(number));
        }
        assert_eq!(Term::atom(7).tag(), Tag::Atom(7));
        assert_eq!(Term::pid(7).tag(), Tag::Pid(7));
        assert_eq!(Term::cons(7).tag(), Tag::Cons(7));
        assert_eq!(Term::boxed(7).tag(), Tag::Boxed(7));
        assert_eq!(Term::NIL.tag(), Tag::Nil);
        assert_eq!(Term::NONE.tag(), Tag::Other);
        assert_eq!(Term::return_to(9).as_return(), Some(9));
        assert_eq!(Term::catch(9).as_catch(), Some(9));
    }
}
