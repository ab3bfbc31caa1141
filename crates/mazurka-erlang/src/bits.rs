//! Reading and building binaries bit by bit: what the bit syntax needs.

use crate::heap::{Bits, Heap};
use crate::raise::{Raise, Result};
use crate::term::{MAX_SMALL, Term};
use num_bigint::{BigInt, Sign};

/// How a segment holds a number.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags {
    pub(crate) is_little: bool,
    pub(crate) is_signed: bool,
}

/// Up to 64 bits of a binary, from that offset on, as a number with the first bit highest.
#[inline]
pub(crate) fn read_word(heap: &Heap, base: usize, offset: usize, size: usize) -> u64 {
    debug_assert!(size <= 64);
    if size == 0 {
        return 0;
    }
    let (index, shift) = (base + 1 + offset / 64, offset % 64);
    let mut word = heap.word(index).swap_bytes() << shift;
    if shift + size > 64 {
        word |= heap.word(index + 1).swap_bytes() >> (64 - shift);
    }
    word >> (64 - size)
}

/// Turns the bytes of a number with that many bits around: the last bits, fewer than eight of
/// them, are highest in a segment that is little.
#[inline]
fn little_to_number(word: u64, size: usize) -> u64 {
    if size == 0 {
        return 0;
    }
    let turned = (word << (64 - size)).swap_bytes();
    match size % 8 {
        0 => turned,
        rest => {
            let whole = size / 8 * 8;
            let last = turned >> whole >> (8 - rest);
            turned & ((1 << whole) - 1) | last << whole
        }
    }
}

/// The inverse of [`little_to_number`].
#[inline]
fn number_to_little(number: u64, size: usize) -> u64 {
    if size == 0 {
        return 0;
    }
    let turned = match size % 8 {
        0 => number,
        rest => {
            let whole = size / 8 * 8;
            let last = number >> whole << (8 - rest);
            number & ((1 << whole) - 1) | last << whole
        }
    };
    turned.swap_bytes() >> (64 - size)
}

/// The integer that all of these bits are.
pub(crate) fn read_integer(heap: &mut Heap, bits: Bits, flags: Flags) -> Term {
    let size = bits.size;
    if size > 64 {
        let number = read_large(heap, bits, flags);
        return heap.big(&number);
    }
    let mut word = read_word(heap, bits.base, bits.offset, size);
    if flags.is_little {
        word = little_to_number(word, size);
    }
    if flags.is_signed && size > 0 {
        let shift = 64 - size;
        return heap.integer((word << shift).cast_signed() >> shift);
    }
    match word <= MAX_SMALL.cast_unsigned() {
        true => Term::small(word.cast_signed()),
        false => heap.big(&word.into()),
    }
}

fn read_large(heap: &Heap, bits: Bits, flags: Flags) -> BigInt {
    let mut bytes = heap.bits_to_bytes(bits);
    let unused = bytes.len() * 8 - bits.size;
    let number = match flags.is_little {
        true => {
            if let Some(last) = bytes.last_mut() {
                *last >>= unused;
            }
            BigInt::from_bytes_le(Sign::Plus, &bytes)
        }
        false => BigInt::from_bytes_be(Sign::Plus, &bytes) >> unused,
    };
    match flags.is_signed && number.bit(bits.size as u64 - 1) {
        true => number - (BigInt::from(1) << bits.size),
        false => number,
    }
}

/// The float that all of these bits are: 16, 32 or 64 of them (or none, which are 0.0). None
/// if it is no number.
pub(crate) fn read_float(heap: &mut Heap, bits: Bits, flags: Flags) -> Option<Term> {
    let size = bits.size;
    match size {
        // Erlang takes no bits at all for zero.
        0 => return Some(heap.float(0.0)),
        16 | 32 | 64 => {}
        _ => return None,
    }
    let mut word = read_word(heap, bits.base, bits.offset, size);
    if flags.is_little {
        word = little_to_number(word, size);
    }
    let number = match size {
        16 => half_to_double(word as u16),
        32 => f32::from_bits(word as u32).into(),
        _ => f64::from_bits(word),
    };
    number.is_finite().then(|| heap.float(number))
}

fn half_to_double(half: u16) -> f64 {
    let exponent = i32::from(half >> 10 & 0x1f);
    let fraction = f64::from(half & 0x3ff);
    let size = match exponent {
        0 => fraction * 2f64.powi(-24),
        0x1f => f64::INFINITY,
        _ => (fraction + 1024.0) * 2f64.powi(exponent - 25),
    };
    if half >> 15 == 1 { -size } else { size }
}

/// The nearest half of a float, the even one of two; infinite if there is none.
fn single_to_half(single: f32) -> u16 {
    let bits = single.to_bits();
    let sign = (bits >> 16 & 0x8000) as u16;
    let exponent = (bits >> 23 & 0xff).cast_signed() - 127 + 15;
    let fraction = bits & 0x7f_ffff;
    if exponent >= 0x1f {
        return sign | 0x7c00;
    }
    let (whole, drop) = match exponent {
        1.. => (exponent.cast_unsigned() << 23 | fraction, 13),
        -10..=0 => (fraction | 0x80_0000, (14 - exponent).cast_unsigned()),
        _ => return sign,
    };
    let (kept, rest, middle) = (whole >> drop, whole & ((1 << drop) - 1), 1 << (drop - 1));
    let up = rest > middle || rest == middle && kept & 1 == 1;
    sign | (kept + u32::from(up)) as u16
}

fn is_character(number: u32) -> bool {
    char::from_u32(number).is_some()
}

/// The character that the bits begin with in UTF-8, and how many bits it has.
pub(crate) fn read_utf8(heap: &Heap, bits: Bits) -> Option<(u32, usize)> {
    if bits.size < 8 {
        return None;
    }
    let first = read_word(heap, bits.base, bits.offset, 8) as u32;
    let (more, start, least) = match first {
        0..0x80 => return Some((first, 8)),
        0xc0..0xe0 => (1, first & 0x1f, 0x80),
        0xe0..0xf0 => (2, first & 0x0f, 0x800),
        0xf0..0xf8 => (3, first & 0x07, 0x1_0000),
        _ => return None,
    };
    let size = 8 + 8 * more;
    if bits.size < size {
        return None;
    }
    let mut number = start;
    for i in 1..=more {
        let byte = read_word(heap, bits.base, bits.offset + 8 * i, 8) as u32;
        if byte & 0xc0 != 0x80 {
            return None;
        }
        number = number << 6 | byte & 0x3f;
    }
    (number >= least && is_character(number)).then_some((number, size))
}

/// The same in UTF-16.
pub(crate) fn read_utf16(heap: &Heap, bits: Bits, flags: Flags) -> Option<(u32, usize)> {
    let unit = |at: usize| {
        if bits.size < at + 16 {
            return None;
        }
        let word = read_word(heap, bits.base, bits.offset + at, 16) as u16;
        Some(u32::from(match flags.is_little {
            true => word.swap_bytes(),
            false => word,
        }))
    };
    match unit(0)? {
        high @ 0xd800..0xdc00 => match unit(16)? {
            low @ 0xdc00..0xe000 => Some((0x1_0000 + ((high & 0x3ff) << 10 | low & 0x3ff), 32)),
            _ => None,
        },
        0xdc00..0xe000 => None,
        number => Some((number, 16)),
    }
}

/// The same in UTF-32.
pub(crate) fn read_utf32(heap: &Heap, bits: Bits, flags: Flags) -> Option<(u32, usize)> {
    if bits.size < 32 {
        return None;
    }
    let word = read_word(heap, bits.base, bits.offset, 32) as u32;
    let number = if flags.is_little {
        word.swap_bytes()
    } else {
        word
    };
    is_character(number).then_some((number, 32))
}

/// A binary that is being built.
#[derive(Clone, Debug, Default)]
pub(crate) struct Builder {
    bytes: Vec<u8>,
    /// How many bits there are; the last byte is filled up with zeros.
    bits: usize,
}

impl Builder {
    /// How many bits there are.
    pub(crate) fn bits(&self) -> usize {
        self.bits
    }

    /// The last bits of a number: up to 64 of them.
    #[inline]
    fn push_word(&mut self, word: u64, size: usize) {
        if size == 0 {
            return;
        }
        // All of them at the high end.
        let high = word << (64 - size);
        let used = self.bits % 8;
        self.bits += size;
        let mut done = 0;
        if used != 0
            && let Some(last) = self.bytes.last_mut()
        {
            *last |= (high >> 56 >> used) as u8;
            done = 8 - used;
        }
        if done < size {
            let count = (size - done).div_ceil(8);
            self.bytes
                .extend_from_slice(&(high << done).to_be_bytes()[..count]);
        }
    }

    /// An integer with that many bits. An error if the term is none.
    pub(crate) fn push_integer(
        &mut self,
        heap: &Heap,
        term: Term,
        size: usize,
        flags: Flags,
    ) -> Result<()> {
        if let Some(small) = term.as_small()
            && size <= 64
        {
            self.push_number(small.cast_unsigned(), size, flags);
            return Ok(());
        }
        let number = heap.as_integer(term).ok_or(Raise::BADARG)?;
        self.check(heap, size)?;
        let bytes = number.to_signed_bytes_le();
        let fill = match number.sign() {
            Sign::Minus => 0xff,
            _ => 0,
        };
        let byte = |i: usize| *bytes.get(i).unwrap_or(&fill);
        if size <= 64 {
            let low = std::array::from_fn(byte);
            self.push_number(u64::from_le_bytes(low), size, flags);
            return Ok(());
        }
        let (whole, rest) = (size / 8, size % 8);
        match flags.is_little {
            true => {
                (0..whole).for_each(|i| self.push_word(byte(i).into(), 8));
                self.push_word(byte(whole).into(), rest);
            }
            false => {
                self.push_word(byte(whole).into(), rest);
                (0..whole)
                    .rev()
                    .for_each(|i| self.push_word(byte(i).into(), 8));
            }
        }
        Ok(())
    }

    #[inline]
    fn push_number(&mut self, number: u64, size: usize, flags: Flags) {
        let word = match flags.is_little && size > 8 {
            true => {
                let kept = if size == 64 {
                    number
                } else {
                    number & ((1 << size) - 1)
                };
                number_to_little(kept, size)
            }
            false => number,
        };
        self.push_word(word, size);
    }

    /// A float (or an integer, which becomes one) with 16, 32 or 64 bits.
    pub(crate) fn push_float(
        &mut self,
        heap: &Heap,
        term: Term,
        size: usize,
        flags: Flags,
    ) -> Result<()> {
        let number = match heap.as_float(term) {
            Some(float) => float,
            None => integer_to_double(heap, term).ok_or(Raise::BADARG)?,
        };
        let word = match size {
            64 => number.to_bits(),
            // What is too large becomes infinite, which is never read back.
            32 => (number as f32).to_bits().into(),
            16 => single_to_half(number as f32).into(),
            _ => return Err(Raise::BADARG),
        };
        self.push_number(word, size, flags);
        Ok(())
    }

    /// Bits of a binary.
    pub(crate) fn push_bits(&mut self, heap: &Heap, bits: Bits) {
        self.bytes.reserve(bits.size.div_ceil(8));
        let mut at = 0;
        while at < bits.size {
            let size = (bits.size - at).min(64);
            self.push_word(read_word(heap, bits.base, bits.offset + at, size), size);
            at += size;
        }
    }

    /// Whole bytes.
    pub(crate) fn push_bytes(&mut self, bytes: &[u8]) {
        match self.bits % 8 {
            0 => {
                self.bytes.extend_from_slice(bytes);
                self.bits += bytes.len() * 8;
            }
            _ => bytes
                .iter()
                .for_each(|byte| self.push_word((*byte).into(), 8)),
        }
    }

    /// A character in UTF-8. An error if the term is none.
    pub(crate) fn push_utf8(&mut self, term: Term) -> Result<()> {
        let mut buffer = [0; 4];
        let text = character(term)?.encode_utf8(&mut buffer);
        self.push_bytes(text.as_bytes());
        Ok(())
    }

    /// The same in UTF-16.
    pub(crate) fn push_utf16(&mut self, term: Term, flags: Flags) -> Result<()> {
        let mut buffer = [0; 2];
        for unit in character(term)?.encode_utf16(&mut buffer) {
            self.push_number((*unit).into(), 16, flags);
        }
        Ok(())
    }

    /// The same in UTF-32.
    pub(crate) fn push_utf32(&mut self, term: Term, flags: Flags) -> Result<()> {
        self.push_number(u32::from(character(term)?).into(), 32, flags);
        Ok(())
    }

    /// May that many bits be added?
    pub(crate) fn check(&self, heap: &Heap, size: usize) -> Result<()> {
        heap.check(self.bits.saturating_add(size) / 64)
    }

    /// The bytes; the last is filled up with zeros.
    pub(crate) fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }

    /// The binary, or bitstring.
    pub(crate) fn finish(self, heap: &mut Heap) -> Result {
        heap.check(self.bytes.len() / 8)?;
        let whole = heap.binary(&self.bytes);
        match heap.as_bits(whole) {
            Some(bits) if bits.size != self.bits => Ok(heap.sub_bits(Bits {
                size: self.bits,
                ..bits
            })),
            _ => Ok(whole),
        }
    }

    /// The same, behind the bytes of another binary.
    pub(crate) fn finish_behind(self, heap: &mut Heap, before: Bits) -> Result {
        heap.append(before, &self.bytes, self.bits)
    }
}

fn character(term: Term) -> Result<char> {
    let number = term.as_small().and_then(|small| u32::try_from(small).ok());
    number.and_then(char::from_u32).ok_or(Raise::BADARG)
}

/// An integer as a float. None if it is no integer, or if it is too large.
fn integer_to_double(heap: &Heap, term: Term) -> Option<f64> {
    if let Some(small) = term.as_small() {
        return Some(small as f64);
    }
    let big = heap.as_big(term)?;
    // Rounded word by word from the lowest, as Erlang does it.
    let (mut number, mut factor) = (0.0, 1.0);
    for word in big.magnitude().iter_u64_digits() {
        number += word as f64 * factor;
        factor *= 2f64.powi(64);
    }
    let signed = if big.sign() == Sign::Minus {
        -number
    } else {
        number
    };
    signed.is_finite().then_some(signed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn heap_with(bytes: &[u8]) -> (Heap, Bits) {
        let mut heap = Heap::new(100_000);
        let whole = heap.binary(bytes);
        let bits = heap.as_bits(whole).expect("bits");
        (heap, bits)
    }

    fn flags(text: &str) -> Flags {
        Flags {
            is_little: text.contains('l'),
            is_signed: text.contains('s'),
        }
    }

    fn built(build: impl FnOnce(&mut Heap, &mut Builder)) -> (usize, Vec<u8>) {
        let mut heap = Heap::new(100_000);
        let mut builder = Builder::default();
        build(&mut heap, &mut builder);
        let term = builder.finish(&mut heap).expect("it is small");
        let bits = heap.as_bits(term).expect("bits");
        (bits.size, heap.bits_to_bytes(bits))
    }

    #[test]
    fn integers_are_read_in_all_ways() {
        let (mut heap, bits) = heap_with(&[0xab, 0xcd, 0xef, 1, 2, 3, 4, 5, 6, 0xf7]);
        // <<_:Offset, X:Size/Flags, _/bits>> = <<16#abcdef010203040506f7:80>>
        let cases: &[(usize, usize, &str, i128)] = &[
            (0, 16, "", 0xabcd),
            (0, 16, "l", 0xcdab),
            (0, 16, "s", 0xabcd - 0x1_0000),
            (0, 0, "s", 0),
            (0, 12, "l", 0xcab),
            (0, 12, "ls", 0xcab - 0x1000),
            (3, 7, "", 47),
            (3, 13, "l", 0b1101_0101_1110),
            (0, 64, "l", 0x0504_0302_01ef_cdab),
            (16, 64, "", 0xef01_0203_0405_06f7),
            (16, 64, "s", 0xef01_0203_0405_06f7 - (1 << 64)),
            (1, 79, "l", 0x770d_0a08_0604_02de_9b57),
            (8, 72, "s", 0xcd_ef01_0203_0405_06f7 - (1 << 72)),
        ];
        for &(offset, size, how, expected) in cases {
            let part = Bits {
                offset,
                size,
                ..bits
            };
            let term = read_integer(&mut heap, part, flags(how));
            let value = heap.as_integer(term).expect("an integer");
            assert_eq!(value, expected.into(), "{offset} {size} {how}");
        }
    }

    #[test]
    fn integers_are_cut_off() {
        let minus_two = Term::small(-2);
        let bits = built(|heap, builder| {
            builder
                .push_integer(heap, Term::small(0x1ff), 4, Flags::default())
                .expect("one");
            builder
                .push_integer(heap, minus_two, 12, flags("l"))
                .expect("one");
            builder
                .push_integer(heap, minus_two, 70, Flags::default())
                .expect("one");
        });
        // <<16#1ff:4, -2:12/little, -2:70>>
        assert_eq!(bits.0, 86);
        let mut expected = vec![0xff, 0xef];
        expected.extend([0xff; 8]);
        expected.push(0b1111_1000);
        assert_eq!(bits.1, expected);
    }

    #[test]
    fn floats_have_three_sizes() {
        let bits = built(|heap, builder| {
            let third = heap.float(1.0 / 3.0);
            for size in [16, 32, 64] {
                builder
                    .push_float(heap, third, size, Flags::default())
                    .expect("one");
            }
            builder
                .push_float(heap, Term::small(2), 16, flags("l"))
                .expect("one");
            let large = heap.float(65520.0);
            let result = builder.push_float(heap, large, 24, flags(""));
            assert_eq!(result, Err(Raise::BADARG));
            builder.push_float(heap, large, 16, flags("")).expect("one");
        });
        let expected = [
            0x35, 0x55, 0x3e, 0xaa, 0xaa, 0xab, 0x3f, 0xd5, 0x55, 0x55, 0x55, 0x55, 0x55, 0x55,
            0x00, 0x40, 0x7c, 0x00,
        ];
        assert_eq!(bits.1, expected);
        let (mut heap, bits) = heap_with(&[0x7c, 0x00, 0x00, 0x01, 0x7f, 0x80, 0, 0]);
        let mut read = |offset, size| {
            let term = read_float(
                &mut heap,
                Bits {
                    offset,
                    size,
                    ..bits
                },
                flags(""),
            );
            term.and_then(|term| heap.as_float(term))
        };
        assert_eq!(read(0, 16), None);
        assert_eq!(read(16, 16), Some(2f64.powi(-24)));
        assert_eq!(read(32, 32), None);
        assert_eq!(read(0, 8), None);
    }

    #[test]
    fn characters_at_any_offset() {
        for (number, utf8, utf16) in [
            (0x41, 8, 16),
            (0xe5, 16, 16),
            (0x20ac, 24, 16),
            (0x1f600, 32, 32),
        ] {
            for shift in 0..9 {
                let mut heap = Heap::new(1000);
                let mut builder = Builder::default();
                let term = Term::small(number);
                builder.push_word(0, shift);
                builder.push_utf8(term).expect("a character");
                builder.push_utf16(term, flags("l")).expect("a character");
                builder.push_utf32(term, flags("")).expect("a character");
                let whole = builder.finish(&mut heap).expect("it is small");
                let mut bits = heap.as_bits(whole).expect("bits");
                let mut skip = |by: usize| {
                    bits.offset += by;
                    bits.size -= by;
                    bits
                };
                let number = number as u32;
                assert_eq!(read_utf8(&heap, skip(shift)), Some((number, utf8)));
                assert_eq!(
                    read_utf16(&heap, skip(utf8), flags("l")),
                    Some((number, utf16))
                );
                assert_eq!(
                    read_utf32(&heap, skip(utf16), flags("")),
                    Some((number, 32))
                );
                assert_eq!(read_utf8(&heap, skip(32)), None);
            }
        }
        for bad in [0xd800, 0xdfff, 0x11_0000, -1] {
            let mut builder = Builder::default();
            assert_eq!(builder.push_utf8(Term::small(bad)), Err(Raise::BADARG));
        }
        for bytes in [
            &[0xc0, 0x80][..],
            &[0xe0, 0x80, 0x80],
            &[0xed, 0xa0, 0x80],
            &[0xc3],
        ] {
            let (heap, bits) = heap_with(bytes);
            assert_eq!(read_utf8(&heap, bits), None);
        }
    }
}
