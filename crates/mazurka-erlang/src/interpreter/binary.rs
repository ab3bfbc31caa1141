//! Matching and building binaries.

use super::run::Run;
use super::unwind::Flow;
use crate::atoms;
use crate::bits::{self, Builder};
use crate::code::instr::{CreateBinary, GetBits, Matching, Put, Put0, Segment, Type};
use crate::exception::{Class, Origin};
use crate::heap::{Bits, Kind};
use crate::map;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// The version of the compiler of OTP 27.
const OTP_27: (u32, u32) = (8, 5);

/// From how many bits on a binary gets room behind it when something is appended.
const LONG: usize = 512;

/// Bits that no binary has.
const LARGEST: usize = 1 << 40;

/// Why a segment cannot be built: what OTP calls it, and the term that is wrong.
struct Wrong {
    raise: Raise,
    what: &'static str,
    value: Term,
}

impl Wrong {
    fn badarg(what: &'static str, value: Term) -> Wrong {
        Wrong {
            raise: Raise::BADARG,
            what,
            value,
        }
    }
}

impl Run<'_> {
    // Matching.

    /// Where the words of a context are, and the bits that are left.
    #[inline]
    fn context(&self, term: Term) -> Option<(usize, Bits)> {
        let (_, at) = self.heap.of_kind(term, Kind::Match)?;
        let crate::term::Tag::Boxed(base) = self.heap.term_at(at).tag() else {
            return None;
        };
        let (offset, end) = (self.heap.word(at + 1), self.heap.word(at + 2));
        let bits = Bits {
            base,
            offset: offset as usize,
            size: (end - offset) as usize,
        };
        Some((at, bits))
    }

    /// The context of a binary, or of a context itself.
    pub(super) fn start_match(&mut self, term: Term) -> Option<Term> {
        if self.heap.of_kind(term, Kind::Match).is_some() {
            return Some(term);
        }
        let bits = self.heap.as_bits(term)?;
        let words = [
            Term::boxed(bits.base).0,
            bits.offset as u64,
            (bits.offset + bits.size) as u64,
            0,
        ];
        Some(self.heap.add(Kind::Match, 4, &words))
    }

    /// Goes N bits on in a context.
    #[inline]
    fn advance(&mut self, at: usize, offset: usize) {
        self.heap.set_word(at + 1, offset as u64);
    }

    pub(super) fn bits_left(&self, context: Term) -> usize {
        self.context(context).map_or(0, |(_, bits)| bits.size)
    }

    pub(super) fn position(&self, context: Term) -> Term {
        let offset = self.context(context).map_or(0, |(_, bits)| bits.offset);
        Term::small(offset as i64)
    }

    pub(super) fn set_position(&mut self, context: Term, position: Term) {
        if let Some((at, bits)) = self.context(context)
            && let Some(offset) = Self::small(position)
            && offset <= bits.offset + bits.size
        {
            self.advance(at, offset);
        }
    }

    pub(super) fn rest_of_bits(&mut self, context: Term) -> Term {
        match self.context(context) {
            Some((_, bits)) => self.heap.sub_bits(bits),
            None => context,
        }
    }

    pub(super) fn match_string(&mut self, context: Term, string: u32) -> bool {
        let Some((at, bits)) = self.context(context) else {
            return false;
        };
        let (bytes, size) = &self.code.strings[string as usize];
        let size = *size;
        if bits.size < size {
            return false;
        }
        let head = Bits { size, ..bits };
        if self.heap.bits_to_bytes(head) != bytes[..] {
            return false;
        }
        self.advance(at, bits.offset + size);
        true
    }

    /// Reads or skips a segment. No if the binary has no such segment there.
    pub(super) fn get_bits(&mut self, bits: u32) -> bool {
        let GetBits {
            segment,
            context,
            size,
            unit,
            flags,
            dst,
            ..
        } = self.code.gets[bits as usize];
        let Some((at, all)) = self.context(self.get(context)) else {
            return false;
        };
        let character = match segment {
            Segment::Utf8 => Some(bits::read_utf8(self.heap, all)),
            Segment::Utf16 => Some(bits::read_utf16(self.heap, all, flags)),
            Segment::Utf32 => Some(bits::read_utf32(self.heap, all, flags)),
            _ => None,
        };
        if let Some(character) = character {
            let Some((character, size)) = character else {
                return false;
            };
            if let Some(dst) = dst {
                self.set(dst, Term::small(character.into()));
            }
            self.advance(at, all.offset + size);
            return true;
        }
        let size = self.get(size);
        let size = match size == atoms::ALL {
            true if all.size.is_multiple_of(unit.max(1) as usize) => all.size,
            true => return false,
            false => match Self::small(size).and_then(|size| size.checked_mul(unit as usize)) {
                Some(size) if size <= all.size => size,
                _ => return false,
            },
        };
        let head = Bits { size, ..all };
        if let Some(dst) = dst {
            let term = match segment {
                Segment::Integer => bits::read_integer(self.heap, head, flags),
                Segment::Float => match bits::read_float(self.heap, head, flags) {
                    Some(float) => float,
                    None => return false,
                },
                _ => self.heap.sub_bits(head),
            };
            self.set(dst, term);
        }
        self.advance(at, all.offset + size);
        true
    }

    /// A program of matching. Its first commands see to it that there are enough bits.
    pub(super) fn matching(&mut self, context: Term, matching: u32) -> bool {
        let Some((at, mut bits)) = self.context(context) else {
            return false;
        };
        let count = self.code.matchings[matching as usize].len();
        for index in 0..count {
            let command = self.code.matchings[matching as usize][index];
            let size = match command {
                Matching::AtLeast { size, unit } => {
                    if bits.size < size || !(bits.size - size).is_multiple_of(unit.max(1)) {
                        return false;
                    }
                    continue;
                }
                Matching::Exactly { size } => {
                    if bits.size != size {
                        return false;
                    }
                    continue;
                }
                Matching::Tail { .. } => bits.size,
                Matching::Integer { size, .. }
                | Matching::Binary { size, .. }
                | Matching::Skip { size }
                | Matching::Is { size, .. } => size,
            };
            if bits.size < size {
                return false;
            }
            let head = Bits { size, ..bits };
            match command {
                Matching::Integer { flags, dst, .. } => {
                    let term = bits::read_integer(self.heap, head, flags);
                    self.set(dst, term);
                }
                Matching::Binary { dst, .. } | Matching::Tail { dst } => {
                    let term = self.heap.sub_bits(head);
                    self.set(dst, term);
                }
                Matching::Is { value, .. } => {
                    let term = bits::read_integer(self.heap, head, bits::Flags::default());
                    let is_same = match term.as_small() {
                        Some(small) => small.cast_unsigned() == value,
                        None => self.heap.as_big(term) == Some(value.into()),
                    };
                    if !is_same {
                        return false;
                    }
                }
                _ => {}
            }
            bits = Bits {
                offset: bits.offset + size,
                size: bits.size - size,
                ..bits
            };
        }
        self.advance(at, bits.offset);
        true
    }

    // Building.

    /// Builds a binary by one instruction.
    pub(super) fn create_binary(&mut self, binary: u32, at: usize) -> Flow {
        let mut builder = Builder::default();
        let CreateBinary { puts, appends, .. } = &self.code.binaries[binary as usize];
        let (count, sized) = (puts.len(), usize::from(*appends));
        // What is wrong with a size is found before what is wrong with a value.
        let mut before = None;
        for step in sized..2 * count {
            let put = self.code.binaries[binary as usize].puts[step % count];
            if step == count && sized == 1 {
                before = self.long_binary(put);
            }
            let done = match step < count {
                true => self.check_size(put, at),
                false if step == count && before.is_some() => Ok(()),
                false => self.put(&mut builder, put),
            };
            if let Err(wrong) = done {
                let fail = self.code.binaries[binary as usize].fail;
                return match wrong.raise {
                    Raise::Error(_) if fail != 0 => Ok(fail as usize),
                    Raise::Error(reason) => self.bad_segment(at, put, reason, &wrong),
                    raise => self.raised(at, raise),
                };
            }
        }
        let built = match before {
            Some(before) => builder.finish_behind(self.heap, before),
            None => builder.finish(self.heap),
        };
        match built {
            Ok(term) => {
                let dst = self.code.binaries[binary as usize].dst;
                self.set(dst, term);
                Ok(at + 1)
            }
            Err(raise) => self.raised(at, raise),
        }
    }

    /// An error, with what OTP tells about it.
    #[cold]
    fn bad_segment(&mut self, at: usize, put: Put, reason: Term, wrong: &Wrong) -> Flow {
        let segment = match put.segment {
            Put0::Of(Segment::Integer) => "integer",
            Put0::Of(Segment::Float) => "float",
            Put0::Of(Segment::Binary) => "binary",
            Put0::Of(Segment::Utf8) => "utf8",
            Put0::Of(Segment::Utf16) => "utf16",
            Put0::Of(Segment::Utf32) => "utf32",
            Put0::Bytes(_) => "string",
        };
        let [segment, what, function, format] =
            [segment, wrong.what, "function", "format_bs_fail"].map(|text| self.heap.atom(text));
        let number = Term::small(put.number.into());
        let cause = self.heap.tuple(&[number, segment, what, wrong.value]);
        let pairs = vec![
            (atoms::CAUSE, cause),
            (function, format),
            (atoms::MODULE, atoms::ERL_ERTS_ERRORS),
        ];
        let info = map::from_pairs(self.heap, pairs);
        let info = self.heap.tuple(&[atoms::ERROR_INFO, info]);
        let origin = Origin {
            info,
            ..Origin::at(at)
        };
        self.raise(Class::Error, reason, origin)
    }

    /// The bits of a segment that is all of a long binary, to which others are appended.
    fn long_binary(&self, put: Put) -> Option<Bits> {
        let bits = self.heap.as_bits(self.get(put.value))?;
        let is_whole = self.get(put.size) == atoms::ALL && bits.offset.is_multiple_of(8);
        let fits =
            bits.size.is_multiple_of(8) && bits.size.is_multiple_of(put.unit.max(1) as usize);
        (is_whole && fits && bits.size >= LONG).then_some(bits)
    }

    /// What is looked at before any segment is written: sizes, and some characters.
    fn check_size(&self, put: Put, at: usize) -> std::result::Result<(), Wrong> {
        let value = self.get(put.value);
        let is_early = match put.segment {
            Put0::Of(Segment::Utf8) if !is_character(value) => {
                self.code.compiler_at(self.heap, at as u32) >= OTP_27
            }
            Put0::Of(Segment::Utf32) => !is_character(value),
            _ => return self.segment_size(put).map(|_| ()),
        };
        match is_early {
            true => Err(Wrong::badarg("type", value)),
            false => Ok(()),
        }
    }

    /// The bits of a binary, or of what is left of one that is being matched.
    fn source(&self, value: Term) -> Option<Bits> {
        let left = || self.context(value).map(|(_, bits)| bits);
        self.heap.as_bits(value).or_else(left)
    }

    /// How many bits a segment will have, if that does not depend on its character or bytes.
    fn segment_size(&self, put: Put) -> std::result::Result<Option<usize>, Wrong> {
        let segment = match put.segment {
            Put0::Of(Segment::Utf8 | Segment::Utf16 | Segment::Utf32) | Put0::Bytes(_) => {
                return Ok(None);
            }
            Put0::Of(segment) => segment,
        };
        let size = self.get(put.size);
        if segment == Segment::Binary && size == atoms::ALL {
            let value = self.get(put.value);
            let bits = self.source(value);
            let bits = bits.ok_or_else(|| Wrong::badarg("type", value))?;
            return Ok(Some(bits.size));
        }
        let of_size = |raise| Wrong {
            raise,
            what: "size",
            value: size,
        };
        let bits = match Self::small(size) {
            Some(size) => size.checked_mul(put.unit as usize),
            None if self.heap.as_big(size).is_some_and(|big| big > 0.into()) => None,
            None => return Err(of_size(Raise::BADARG)),
        };
        let bits = bits.filter(|bits| *bits < LARGEST);
        bits.map(Some).ok_or_else(|| of_size(Raise::SYSTEM_LIMIT))
    }

    fn put(&mut self, builder: &mut Builder, put: Put) -> std::result::Result<(), Wrong> {
        let segment = match put.segment {
            Put0::Of(segment) => segment,
            Put0::Bytes(string) => {
                let (bytes, _) = &self.code.strings[string as usize];
                builder.push_bytes(bytes);
                return Ok(());
            }
        };
        let value = self.get(put.value);
        let size = self.get(put.size);
        let of_value = |what: &'static str| move |raise| Wrong { raise, what, value };
        match segment {
            Segment::Utf8 => return builder.push_utf8(value).map_err(of_value("type")),
            Segment::Utf16 => {
                let pushed = builder.push_utf16(value, put.flags);
                return pushed.map_err(of_value("type"));
            }
            Segment::Utf32 => {
                let pushed = builder.push_utf32(value, put.flags);
                return pushed.map_err(of_value("type"));
            }
            _ => {}
        }
        let bits = self.segment_size(put)?.unwrap_or(0);
        let source = self.source(value);
        if segment == Segment::Binary && size == atoms::ALL {
            if !bits.is_multiple_of(put.unit.max(1) as usize) {
                return Err(Wrong::badarg("unit", value));
            }
            self.room(builder, bits).map_err(of_value("size"))?;
        } else {
            let of_size = |raise| Wrong {
                raise,
                what: "size",
                value: size,
            };
            self.room(builder, bits).map_err(of_size)?;
        }
        match (segment, source) {
            (Segment::Binary, Some(source)) => {
                if source.size < bits {
                    return Err(Wrong::badarg("short", value));
                }
                let head = Bits {
                    size: bits,
                    ..source
                };
                builder.push_bits(self.heap, head);
                Ok(())
            }
            (Segment::Binary, None) => Err(Wrong::badarg("type", value)),
            (Segment::Float, _) => {
                if ![16, 32, 64].contains(&bits) {
                    return Err(Wrong::badarg("invalid", size));
                }
                if !self.is(Type::Number, value) {
                    return Err(Wrong::badarg("type", value));
                }
                let pushed = builder.push_float(self.heap, value, bits, put.flags);
                pushed.map_err(of_value("no_float"))
            }
            _ => {
                let pushed = builder.push_integer(self.heap, value, bits, put.flags);
                pushed.map_err(of_value("type"))
            }
        }
    }

    /// Is there room for N bits more?
    fn room(&self, builder: &Builder, bits: usize) -> Result<()> {
        let words = (builder.bits() + bits) / 64 + 2;
        self.heap.check(words)
    }

    /// Begins a binary the old way, with all of another one unless that is `[]`.
    pub(super) fn binary_init(&mut self, from: Term, unit: u16) -> Result<()> {
        *self.builder = Builder::default();
        if from.is_nil() {
            return Ok(());
        }
        let bits = self.heap.as_bits(from).ok_or(Raise::BADARG)?;
        if !bits.size.is_multiple_of(unit.max(1).into()) {
            return Err(Raise::BADARG);
        }
        self.heap.check(bits.size / 64 + 2)?;
        self.builder.push_bits(self.heap, bits);
        Ok(())
    }

    pub(super) fn binary_put(&mut self, segment: u32) -> Result<()> {
        let put = self.code.puts[segment as usize];
        let mut builder = std::mem::take(self.builder);
        let done = self.put(&mut builder, put);
        *self.builder = builder;
        done.map_err(|wrong| wrong.raise)
    }

    /// The old way to know how large a binary will be.
    pub(super) fn add_sizes(&mut self, sizes: u32, at: usize) -> Flow {
        let sizes = self.code.sizes[sizes as usize];
        let (a, b) = (
            Self::small(self.get(sizes.a)),
            Self::small(self.get(sizes.b)),
        );
        let sum = match (a, b) {
            (Some(a), Some(b)) => {
                let more = b.checked_mul(sizes.unit as usize);
                more.and_then(|more| a.checked_add(more))
                    .ok_or(Raise::SYSTEM_LIMIT)
            }
            _ => Err(Raise::BADARG),
        };
        match sum.map(i64::try_from) {
            Ok(Ok(sum)) if sum <= crate::term::MAX_SMALL => {
                self.set(sizes.dst, Term::small(sum));
                Ok(at + 1)
            }
            _ if sizes.fail != 0 => Ok(sizes.fail as usize),
            Err(raise) => self.raised(at, raise),
            Ok(_) => self.raised(at, Raise::SYSTEM_LIMIT),
        }
    }
}

/// Is it the number of a character?
fn is_character(term: Term) -> bool {
    let code = term.as_small().and_then(|code| u32::try_from(code).ok());
    code.is_some_and(|code| char::from_u32(code).is_some())
}

/// How many bytes a character has in UTF-8. (Of what is none, any number does: it fails later.)
pub(super) fn utf8_size(term: Term) -> Term {
    Term::small(match term.as_small() {
        Some(..0x80) => 1,
        Some(..0x800) => 2,
        Some(..0x1_0000) => 3,
        _ => 4,
    })
}

/// The same in UTF-16.
pub(super) fn utf16_size(term: Term) -> Term {
    Term::small(match term.as_small() {
        Some(..0x1_0000) => 2,
        _ => 4,
    })
}
