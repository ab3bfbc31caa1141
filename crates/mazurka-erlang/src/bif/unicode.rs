//! Native functions of module `unicode`: characters from lists and binaries in some encoding.
//!
//! What is wrong is returned with all that was not converted, in the shape that Erlang gives it:
//! from UTF-8 and Latin-1 that is native there; from UTF-16 and UTF-32 it is code of the module
//! `unicode`, which a native function cannot call, so its ways are followed here.

use crate::atoms;
use crate::bif::Entry;
use crate::bits::{self as segments, Builder, Flags};
use crate::heap::{Bits, Heap};
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("unicode", "characters_to_binary", 2, characters_to_binary),
    ("unicode", "characters_to_list", 2, characters_to_list),
    ("unicode", "bin_is_7bit", 1, bin_is_7bit),
];

fn bin_is_7bit(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bytes = heap.as_bytes(arguments[0]);
    Ok(match bytes.is_some_and(|bytes| bytes.is_ascii()) {
        true => atoms::TRUE,
        false => atoms::FALSE,
    })
}

/// How binaries hold characters.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Encoding {
    Latin1,
    Utf8,
    Utf16(Flags),
    Utf32(Flags),
}

impl Encoding {
    fn of(heap: &Heap, term: Term) -> Result<Encoding> {
        let (name, endianness) = match heap.as_tuple(term) {
            Some((at, 2)) => (heap.term_at(at), Some(heap.term_at(at + 1))),
            _ => (term, None),
        };
        let flags = Flags {
            is_little: match endianness {
                None | Some(atoms::BIG) => false,
                Some(atoms::LITTLE) => true,
                _ => return Err(Raise::BADARG),
            },
            is_signed: false,
        };
        match (name, endianness) {
            (atoms::LATIN1, None) => Ok(Encoding::Latin1),
            (atoms::UTF8 | atoms::UNICODE, None) => Ok(Encoding::Utf8),
            (atoms::UTF16, _) => Ok(Encoding::Utf16(flags)),
            (atoms::UTF32, _) => Ok(Encoding::Utf32(flags)),
            _ => Err(Raise::BADARG),
        }
    }
}

/// What a conversion came to, with what it converted, in UTF-8.
struct Converted {
    text: String,
    end: End,
}

enum End {
    Done,
    /// The data is the text.
    Same(Term),
    /// A character is cut off: its bytes.
    Incomplete(Term),
    /// What begins with something wrong.
    Error(Term),
}

fn convert(heap: &mut Heap, data: Term, encoding: Encoding) -> Result<Converted> {
    match encoding {
        Encoding::Latin1 | Encoding::Utf8 => {
            check_shape(heap, data)?;
            Simple::convert(heap, data, encoding == Encoding::Latin1)
        }
        _ => wide(heap, data, encoding),
    }
}

fn characters_to_binary(heap: &mut Heap, arguments: &[Term]) -> Result {
    let encoding = Encoding::of(heap, arguments[1])?;
    let mut data = arguments[0];
    if matches!(encoding, Encoding::Latin1 | Encoding::Utf8)
        && let Some((only, Term::NIL)) = heap.as_cons(data)
        && heap.as_bits(only).is_some()
    {
        data = only;
    }
    let Converted { text, end } = convert(heap, data, encoding)?;
    if let End::Same(term) = end {
        return Ok(term);
    }
    heap.check(text.len() / 8)?;
    let text = heap.binary(text.as_bytes());
    Ok(with_end(heap, text, end))
}

fn characters_to_list(heap: &mut Heap, arguments: &[Term]) -> Result {
    let encoding = Encoding::of(heap, arguments[1])?;
    let Converted { text, end } = convert(heap, arguments[0], encoding)?;
    heap.check(2 * text.len())?;
    let text = match end {
        End::Same(term) => heap.as_bytes(term).unwrap_or_default(),
        _ => text.into_bytes(),
    };
    let text = String::from_utf8_lossy(&text);
    let list = (text.chars().rev()).fold(Term::NIL, |tail, c| {
        heap.cons(Term::small(u32::from(c).into()), tail)
    });
    Ok(with_end(heap, list, end))
}

fn with_end(heap: &mut Heap, text: Term, end: End) -> Term {
    match end {
        End::Done | End::Same(_) => text,
        End::Incomplete(rest) => heap.tuple(&[atoms::INCOMPLETE, text, rest]),
        End::Error(rest) => heap.tuple(&[atoms::ERROR, text, rest]),
    }
}

/// An error if the data is no list of integers, binaries and such lists, and no binary.
fn check_shape(heap: &Heap, data: Term) -> Result<()> {
    let is_binary = |term: Term| heap.as_bits(term).is_some_and(|bits| bits.size % 8 == 0);
    if is_binary(data) {
        return Ok(());
    }
    let mut behind = Vec::new();
    let mut rest = data;
    loop {
        while let Some((head, tail)) = heap.as_cons(rest) {
            rest = tail;
            if head.is_list() {
                if !tail.is_nil() {
                    behind.push(tail);
                }
                rest = head;
            } else if head.as_small().is_none() && !is_binary(head) {
                // Erlang looks no further behind an integer that is not small.
                return match heap.is_integer(head) {
                    true => Ok(()),
                    false => Err(Raise::BADARG),
                };
            }
        }
        // A list within a list may end with a binary; the whole may not be an atom or integer.
        if !rest.is_nil() && !is_binary(rest) {
            return Err(Raise::BADARG);
        }
        match behind.pop() {
            Some(next) => rest = next,
            None => return Ok(()),
        }
    }
}

/// How many bytes a character in UTF-8 has that begins with this one.
fn utf8_len(first: u8) -> Option<usize> {
    match first {
        0..0x80 => Some(1),
        0xc0..0xe0 => Some(2),
        0xe0..0xf0 => Some(3),
        0xf0..0xf8 => Some(4),
        _ => None,
    }
}

/// Are these the beginning of a character, as far as their highest bits tell?
fn is_cut_off(bytes: &[u8]) -> bool {
    let Some((first, more)) = bytes.split_first() else {
        return false;
    };
    let len = utf8_len(*first).unwrap_or(0);
    // Erlang does not look at the second byte of two.
    len == 2 || len > bytes.len() && more.iter().all(|byte| byte & 0xc0 == 0x80)
}

/// A conversion from Latin-1 or UTF-8.
struct Simple {
    is_latin1: bool,
    text: String,
    /// The beginning of a character at the end of a binary.
    left: Vec<u8>,
    /// When to ask whether there is memory.
    ask: usize,
}

impl Simple {
    fn convert(heap: &mut Heap, data: Term, is_latin1: bool) -> Result<Converted> {
        let mut simple = Simple {
            is_latin1,
            text: String::new(),
            left: Vec::new(),
            ask: 1 << 16,
        };
        let rest = match heap.as_bits(data) {
            Some(bits) => {
                let wrong = simple.binary(heap, bits)?;
                if wrong.is_none() && simple.left.is_empty() && !is_latin1 {
                    let end = End::Same(data);
                    let text = String::new();
                    return Ok(Converted { text, end });
                }
                wrong
            }
            None => simple.list(heap, data)?,
        };
        let left = (!simple.left.is_empty()).then(|| heap.binary(&simple.left));
        let end = match (rest, left) {
            (Some(rest), None) => End::Error(rest),
            (Some(rest), Some(left)) => End::Error(heap.list(&[left, rest])),
            (None, Some(left)) if is_cut_off(&simple.left) => End::Incomplete(left),
            (None, Some(left)) => End::Error(left),
            (None, None) => End::Done,
        };
        let text = simple.text;
        Ok(Converted { text, end })
    }

    /// What was not converted, if something is wrong.
    fn list(&mut self, heap: &mut Heap, data: Term) -> Result<Option<Term>> {
        let mut behind = Vec::new();
        let mut rest = data;
        let wrong = 'all: loop {
            while let Some((head, tail)) = heap.as_cons(rest) {
                if head.is_cons() {
                    behind.push(tail);
                    rest = head;
                    continue;
                }
                if let Some(bits) = heap.as_bits(head) {
                    if let Some(wrong) = self.binary(heap, bits)? {
                        break 'all heap.cons(wrong, tail);
                    }
                } else if !head.is_nil() && !self.character(head) {
                    break 'all rest;
                }
                if self.text.len() > self.ask {
                    self.ask = self.text.len() + (1 << 16);
                    heap.check(self.text.len() / 8)?;
                }
                rest = tail;
            }
            if let Some(bits) = heap.as_bits(rest)
                && let Some(wrong) = self.binary(heap, bits)?
            {
                break wrong;
            }
            match behind.pop() {
                Some(next) => rest = next,
                None => return Ok(None),
            }
        };
        let behind = behind.into_iter().rev();
        Ok(Some(
            behind.fold(wrong, |wrong, tail| heap.cons(wrong, tail)),
        ))
    }

    /// False if it is none, or cannot be here.
    fn character(&mut self, term: Term) -> bool {
        let number = term.as_small().and_then(|small| u32::try_from(small).ok());
        match number.and_then(char::from_u32) {
            Some(c) if self.left.is_empty() && (!self.is_latin1 || c <= '\u{ff}') => {
                self.text.push(c);
                true
            }
            _ => false,
        }
    }

    /// What was not converted, if something is wrong.
    fn binary(&mut self, heap: &mut Heap, bits: Bits) -> Result<Option<Term>> {
        heap.check((self.text.len() + bits.size / 8) / 8)?;
        let bytes = heap.bits_to_bytes(bits);
        if self.is_latin1 {
            self.text.extend(bytes.iter().map(|byte| char::from(*byte)));
            return Ok(None);
        }
        let mut from = 0;
        if let Some(first) = self.left.first() {
            let missing = utf8_len(*first).unwrap_or(1) - self.left.len();
            if bytes.len() < missing {
                self.left.extend(bytes);
                return Ok(None);
            }
            let mut whole = self.left.clone();
            whole.extend(&bytes[..missing]);
            match std::str::from_utf8(&whole) {
                Ok(text) => self.text.push_str(text),
                Err(_) => return Ok(Some(heap.sub_bits(bits))),
            }
            self.left.clear();
            from = missing;
        }
        let rest = &bytes[from..];
        let valid = match std::str::from_utf8(rest) {
            Ok(_) => rest.len(),
            Err(error) => error.valid_up_to(),
        };
        let (valid, rest) = rest.split_at(valid);
        self.text.push_str(&String::from_utf8_lossy(valid));
        match rest.first().map(|first| utf8_len(*first)) {
            None => Ok(None),
            // What is too short is not looked at any further before the next binary.
            Some(Some(len)) if len > rest.len() => {
                self.left.extend(rest);
                Ok(None)
            }
            Some(_) => Ok(Some(heap.sub_bits(Bits {
                offset: bits.offset + bits.size - 8 * rest.len(),
                size: 8 * rest.len(),
                ..bits
            }))),
        }
    }
}

// UTF-16 and UTF-32.

/// Binaries are converted in pieces of N bytes.
const PIECE: usize = 8192;

/// How many bytes are missing of a character that is cut off.
fn missing(encoding: Encoding, bytes: &[u8]) -> Option<usize> {
    let is_high = |byte: &u8| (0xd8..0xdc).contains(byte);
    let is_low = |byte: &u8| (0xdc..0xe0).contains(byte);
    let is_plane = |high: u8, low: u8| high <= 16 && (high > 0 || !(0xd8..0xe0).contains(&low));
    match (encoding, bytes) {
        (
            Encoding::Utf16(Flags {
                is_little: false, ..
            }),
            bytes,
        ) => match bytes {
            [first] if is_high(first) => Some(3),
            [first] if is_low(first) => None,
            [_] => Some(1),
            [first, _] if is_high(first) => Some(2),
            [first, _, third] if is_high(first) && is_low(third) => Some(1),
            _ => None,
        },
        (Encoding::Utf16(_), bytes) => match bytes {
            [_] => Some(1),
            [_, second] if is_high(second) => Some(2),
            [_, second, _] if is_high(second) => Some(1),
            _ => None,
        },
        (
            Encoding::Utf32(Flags {
                is_little: false, ..
            }),
            bytes,
        ) => match bytes {
            [0] => Some(3),
            [0, second] if *second <= 16 => Some(2),
            [0, second, third] if is_plane(*second, *third) => Some(1),
            _ => None,
        },
        (Encoding::Utf32(_), bytes) => match bytes {
            [_] => Some(3),
            [_, _] => Some(2),
            [254 | 255, 255, 0] => None,
            [_, second, third] if is_plane(*third, *second) => Some(1),
            _ => None,
        },
        _ => None,
    }
}

/// How the conversion of one binary ended.
enum PieceEnd {
    Done,
    /// The bytes of a character that is cut off, and how many are missing.
    CutOff(Bits, usize),
    Wrong(Bits),
}

fn wide_binary(heap: &Heap, encoding: Encoding, mut bits: Bits, text: &mut String) -> PieceEnd {
    while bits.size > 0 {
        let read = match encoding {
            Encoding::Utf16(flags) => segments::read_utf16(heap, bits, flags),
            Encoding::Utf32(flags) => segments::read_utf32(heap, bits, flags),
            _ => None,
        };
        let Some((number, size)) = read else {
            let bytes = match bits.size / 8 {
                0..4 => heap.bits_to_bytes(bits),
                _ => Vec::new(),
            };
            return match missing(encoding, &bytes) {
                Some(missing) => PieceEnd::CutOff(bits, missing),
                None => PieceEnd::Wrong(bits),
            };
        };
        text.extend(char::from_u32(number));
        bits.offset += size;
        bits.size -= size;
    }
    PieceEnd::Done
}

/// Converts from UTF-16 or UTF-32, as `unicode:characters_to_binary_int/2` does.
fn wide(heap: &mut Heap, data: Term, encoding: Encoding) -> Result<Converted> {
    let mut text = String::new();
    // A binary that is a character cut off, and how many bytes are missing.
    let mut cut_off: Option<(Bits, usize)> = None;
    let mut behind = Vec::new();
    let mut rest = data;
    let wrong = 'all: loop {
        heap.check(text.len() / 8)?;
        if let Some((head, tail)) = heap.as_cons(rest) {
            if heap.is_integer(head) {
                if let Some((bits, _)) = cut_off {
                    let bits = heap.sub_bits(bits);
                    break heap.cons(bits, rest);
                }
                let number = head.as_small().and_then(|small| u32::try_from(small).ok());
                match number.and_then(char::from_u32) {
                    Some(c) => text.push(c),
                    None => {
                        let alone = heap.list(&[head]);
                        break heap.cons(alone, tail);
                    }
                }
                rest = tail;
            } else if head.is_list() {
                behind.push(tail);
                rest = head;
            } else {
                let bits = super::binaries::whole(heap, head)?;
                if let Some((begun, missing)) = cut_off.take() {
                    (rest, cut_off) = fill(heap, begun, missing, bits, tail)?;
                } else if bits.size / 8 > PIECE {
                    rest = split(heap, bits, tail);
                } else {
                    match wide_binary(heap, encoding, bits, &mut text) {
                        PieceEnd::Done => {}
                        PieceEnd::CutOff(bits, missing) => cut_off = Some((bits, missing)),
                        PieceEnd::Wrong(bits) => {
                            let bits = heap.sub_bits(bits);
                            break 'all heap.cons(bits, tail);
                        }
                    }
                    rest = tail;
                }
            }
            continue;
        }
        if !rest.is_nil() {
            let bits = super::binaries::whole(heap, rest)?;
            if let Some((begun, missing)) = cut_off {
                if bits.size / 8 >= missing {
                    let begun = heap.sub_bits(begun);
                    rest = heap.list(&[begun, rest]);
                    cut_off = None;
                    continue;
                }
                let joined = join(heap, begun, bits)?;
                cut_off = Some((joined, missing - bits.size / 8));
            } else if bits.size / 8 > PIECE {
                rest = split(heap, bits, Term::NIL);
                continue;
            } else {
                match wide_binary(heap, encoding, bits, &mut text) {
                    PieceEnd::Done => {}
                    PieceEnd::CutOff(bits, missing) => cut_off = Some((bits, missing)),
                    PieceEnd::Wrong(bits) => break heap.sub_bits(bits),
                }
            }
        }
        match behind.pop() {
            Some(next) => rest = next,
            None => {
                let end = match cut_off {
                    Some((bits, _)) => End::Incomplete(heap.sub_bits(bits)),
                    None => End::Done,
                };
                return Ok(Converted { text, end });
            }
        }
    };
    let behind = behind.into_iter().rev();
    let wrong = behind.fold(wrong, |wrong, tail| heap.cons(wrong, tail));
    let end = End::Error(wrong);
    Ok(Converted { text, end })
}

/// Two binaries as one.
fn join(heap: &mut Heap, first: Bits, second: Bits) -> Result<Bits> {
    let mut builder = Builder::default();
    builder.push_bits(heap, first);
    builder.push_bits(heap, second);
    let term = builder.finish(heap)?;
    super::binaries::whole(heap, term)
}

/// Takes what is missing of a character from the next binary: what is to be converted then,
/// and what is cut off still.
fn fill(
    heap: &mut Heap,
    begun: Bits,
    missing: usize,
    next: Bits,
    tail: Term,
) -> Result<(Term, Option<(Bits, usize)>)> {
    let len = next.size / 8;
    if len < missing {
        let joined = join(heap, begun, next)?;
        return Ok((tail, Some((joined, missing - len))));
    }
    let size = 8 * missing;
    let joined = join(heap, begun, Bits { size, ..next })?;
    let joined = heap.sub_bits(joined);
    let trailing = heap.sub_bits(Bits {
        offset: next.offset + size,
        size: next.size - size,
        ..next
    });
    let rest = heap.cons(trailing, tail);
    Ok((heap.cons(joined, rest), None))
}

/// A large binary as two elements of a list.
fn split(heap: &mut Heap, bits: Bits, tail: Term) -> Term {
    let size = 8 * PIECE;
    let first = heap.sub_bits(Bits { size, ..bits });
    let second = heap.sub_bits(Bits {
        offset: bits.offset + size,
        size: bits.size - size,
        ..bits
    });
    let rest = heap.cons(second, tail);
    heap.cons(first, rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_keeps_its_shape() {
        let mut heap = Heap::new(10_000);
        let bad = heap.binary(&[255]);
        let inner = heap.list(&[Term::small(1), bad, Term::small(2)]);
        let data = heap.list(&[inner, Term::small(3)]);
        let result = characters_to_list(&mut heap, &[data, atoms::UTF8]).expect("a result");
        // {error, [1], [[<<255>>, 2], 3]}
        let shown = crate::print::pretty(&heap, result, 100);
        assert_eq!(shown, "{error,[1],[[<<255>>,2],3]}");
    }

    #[test]
    fn characters_are_put_together_over_binaries() {
        let mut heap = Heap::new(10_000);
        let (first, second) = (heap.binary(&[97, 240, 159]), heap.binary(&[152]));
        let third = heap.binary(&[128]);
        let nested = heap.list(&[second]);
        let data = heap.list(&[first, nested, third]);
        let result = characters_to_list(&mut heap, &[data, atoms::UNICODE]).expect("a result");
        let expected = Some(vec![Term::small(97), Term::small(0x1f600)]);
        assert_eq!(heap.as_list(result), expected);
        let cut = heap.list(&[first, nested]);
        let result = characters_to_binary(&mut heap, &[cut, atoms::UTF8]).expect("a result");
        let elements = heap.elements(result).expect("a tuple");
        assert_eq!(elements[0], atoms::INCOMPLETE);
        assert_eq!(heap.as_bytes(elements[1]), Some(vec![97]));
        assert_eq!(heap.as_bytes(elements[2]), Some(vec![240, 159, 152]));
    }

    #[test]
    fn deep_lists() {
        let mut heap = Heap::new(20_000_000);
        let mut deep = heap.text("b");
        for _ in 0..1_000_000 {
            deep = heap.cons(deep, Term::NIL);
        }
        let utf16 = atoms::UTF16;
        for encoding in [atoms::UTF8, atoms::LATIN1, utf16] {
            let result = characters_to_binary(&mut heap, &[deep, encoding]).expect("a result");
            assert_eq!(heap.as_bytes(result), Some(vec![b'b']));
        }
    }
}
