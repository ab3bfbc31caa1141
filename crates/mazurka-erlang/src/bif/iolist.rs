//! Native functions on iolists: lists of bytes and binaries, of any depth.

use crate::bif::Entry;
use crate::bits::Builder;
use crate::heap::{Bits, Heap};
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "list_to_binary", 1, list_to_binary),
    ("erlang", "iolist_to_binary", 1, iolist_to_binary),
    ("erlang", "iolist_to_iovec", 1, iolist_to_iovec),
    ("erlang", "iolist_size", 1, iolist_size),
    ("erlang", "list_to_bitstring", 1, list_to_bitstring),
    ("binary", "list_to_bin", 1, list_to_binary),
];

/// What an iolist is made of.
pub(crate) enum Part {
    Byte(u8),
    /// A binary: the term, and its bits.
    Bits(Term, Bits),
}

/// Calls `each` with the parts of an iolist or binary, in order.
///
/// Sharing lets a small iolist have many parts, so `each` asks whether there is memory.
pub(crate) fn walk(
    heap: &Heap,
    data: Term,
    mut each: impl FnMut(Part) -> Result<()>,
) -> Result<()> {
    if let Some(bits) = heap.as_bits(data) {
        return each(Part::Bits(data, bits));
    }
    // What is behind the lists that the walk is in.
    let mut behind = Vec::new();
    let mut rest = data;
    loop {
        while let Some((head, tail)) = heap.as_cons(rest) {
            rest = tail;
            if let Some(small) = head.as_small() {
                let byte = u8::try_from(small).map_err(|_| Raise::BADARG)?;
                each(Part::Byte(byte))?;
            } else if head.is_list() {
                if !tail.is_nil() {
                    behind.push(tail);
                }
                rest = head;
            } else {
                let bits = heap.as_bits(head).ok_or(Raise::BADARG)?;
                each(Part::Bits(head, bits))?;
            }
        }
        if !rest.is_nil() {
            let bits = heap.as_bits(rest).ok_or(Raise::BADARG)?;
            each(Part::Bits(rest, bits))?;
        }
        match behind.pop() {
            Some(next) => rest = next,
            None => return Ok(()),
        }
    }
}

/// All bits of an iolist or binary. An error if there are some beside whole bytes, unless they
/// may be.
fn collect(heap: &Heap, data: Term, may_have_bits: bool) -> Result<Builder> {
    let mut builder = Builder::default();
    // When to ask whether there is memory.
    let mut ask = 1 << 16;
    walk(heap, data, |part| {
        match part {
            Part::Byte(byte) => builder.push_bytes(&[byte]),
            Part::Bits(_, bits) => {
                if !may_have_bits && bits.size % 8 != 0 {
                    return Err(Raise::BADARG);
                }
                builder.check(heap, bits.size)?;
                builder.push_bits(heap, bits);
            }
        }
        if builder.bits() > ask {
            builder.check(heap, 0)?;
            ask = builder.bits() + (1 << 16);
        }
        Ok(())
    })?;
    Ok(builder)
}

/// The bytes of an iolist or binary.
pub(crate) fn bytes(heap: &Heap, data: Term) -> Result<Vec<u8>> {
    match heap.as_bits(data) {
        Some(_) => heap.as_bytes(data).ok_or(Raise::BADARG),
        None => Ok(collect(heap, data, false)?.into_bytes()),
    }
}

fn list_to_binary(heap: &mut Heap, arguments: &[Term]) -> Result {
    match arguments[0].is_list() {
        true => collect(heap, arguments[0], false)?.finish(heap),
        false => Err(Raise::BADARG),
    }
}

fn list_to_bitstring(heap: &mut Heap, arguments: &[Term]) -> Result {
    match arguments[0].is_list() {
        true => collect(heap, arguments[0], true)?.finish(heap),
        false => Err(Raise::BADARG),
    }
}

fn iolist_to_binary(heap: &mut Heap, arguments: &[Term]) -> Result {
    match heap.as_bits(arguments[0]) {
        Some(bits) if bits.size % 8 == 0 => Ok(arguments[0]),
        Some(_) => Err(Raise::BADARG),
        None => list_to_binary(heap, arguments),
    }
}

fn iolist_size(heap: &mut Heap, arguments: &[Term]) -> Result {
    let mut size = 0i64;
    walk(heap, arguments[0], |part| {
        size += match part {
            Part::Byte(_) => 1,
            Part::Bits(_, bits) if bits.size % 8 == 0 => (bits.size / 8) as i64,
            Part::Bits(..) => return Err(Raise::BADARG),
        };
        Ok(())
    })?;
    Ok(heap.integer(size))
}

/// Binaries from this many bytes on stay as they are.
const SMALL: usize = 256;
/// How many bytes are gathered at the most before a new binary is begun.
const MOST_GATHERED: usize = SMALL * 32;

/// An element of an I/O vector.
enum Piece {
    Gathered(Vec<u8>),
    /// A binary of the iolist, from that byte on.
    Kept(Term, Bits, usize),
}

/// Gathers bytes and small binaries, as Erlang does.
#[derive(Default)]
struct Gatherer {
    pieces: Vec<Piece>,
    gathered: Vec<u8>,
    /// How many bytes there is room for.
    room: usize,
    /// How many bytes were gathered in all.
    total: usize,
}

impl Gatherer {
    fn flush(&mut self) {
        if !self.gathered.is_empty() {
            let gathered = std::mem::take(&mut self.gathered);
            self.pieces.push(Piece::Gathered(gathered));
        }
        self.room = 0;
    }

    fn gather(&mut self, bytes: &[u8]) {
        let needed = self.gathered.len() + bytes.len();
        if self.room == 0 {
            self.room = needed.max(SMALL);
        } else if needed > self.room {
            if self.room >= MOST_GATHERED {
                self.flush();
                self.room = bytes.len().max(SMALL);
            } else {
                self.room = needed.max(self.room * 2);
            }
        }
        self.gathered.extend_from_slice(bytes);
        self.total += bytes.len();
    }

    /// How many words the result needs.
    fn words(&self) -> usize {
        self.total / 8 + 8 * self.pieces.len()
    }
}

fn iolist_to_iovec(heap: &mut Heap, arguments: &[Term]) -> Result {
    let data = arguments[0];
    if let Some(bits) = heap.as_bits(data) {
        return match bits.size {
            0 => Ok(Term::NIL),
            size if size % 8 == 0 => Ok(heap.list(&[data])),
            _ => Err(Raise::BADARG),
        };
    }
    let mut gatherer = Gatherer::default();
    // Bytes that follow one another are gathered at once.
    let mut sequence = Vec::new();
    walk(heap, data, |part| {
        let (term, bits) = match part {
            Part::Byte(byte) => {
                sequence.push(byte);
                return heap.check(sequence.len() / 8);
            }
            Part::Bits(term, bits) => (term, bits),
        };
        if bits.size % 8 != 0 {
            return Err(Raise::BADARG);
        }
        if !sequence.is_empty() {
            gatherer.gather(&std::mem::take(&mut sequence));
        }
        let (size, before) = (bits.size / 8, gatherer.gathered.len());
        if size == 0 {
            return Ok(());
        }
        if size >= SMALL && (before == 0 || before >= SMALL) {
            gatherer.flush();
            gatherer.pieces.push(Piece::Kept(term, bits, 0));
        } else if size < SMALL || size + before < 2 * SMALL {
            gatherer.gather(&heap.bits_to_bytes(bits));
        } else {
            let taken = SMALL - before;
            let size = taken * 8;
            gatherer.gather(&heap.bits_to_bytes(Bits { size, ..bits }));
            gatherer.flush();
            gatherer.pieces.push(Piece::Kept(term, bits, taken));
        }
        heap.check(gatherer.words())
    })?;
    if !sequence.is_empty() {
        gatherer.gather(&sequence);
    }
    gatherer.flush();
    let mut items = Vec::with_capacity(gatherer.pieces.len());
    for piece in gatherer.pieces {
        items.push(match piece {
            Piece::Gathered(bytes) => {
                heap.check(bytes.len() / 8)?;
                heap.binary(&bytes)
            }
            Piece::Kept(term, _, 0) => term,
            Piece::Kept(_, bits, from) => heap.sub_bits(Bits {
                offset: bits.offset + 8 * from,
                size: bits.size - 8 * from,
                ..bits
            }),
        });
    }
    Ok(heap.list(&items))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn deep_and_long_lists() {
        let mut heap = Heap::new(20_000_000);
        let mut deep = heap.text("b");
        for _ in 0..1_000_000 {
            deep = heap.cons(deep, Term::NIL);
        }
        let long: Vec<Term> = (0..1_000_000).map(|_| Term::small(7)).collect();
        let tail = heap.binary(b"x");
        let long = heap.list_before(&long, tail);
        let both = heap.list(&[deep, long]);
        assert_eq!(iolist_size(&mut heap, &[both]), Ok(Term::small(1_000_002)));
        let result = list_to_binary(&mut heap, &[both]).expect("an iolist");
        let bytes = heap.as_bytes(result).expect("a binary");
        assert_eq!((bytes[0], bytes[1], bytes[1_000_001]), (b'b', 7, b'x'));
    }

    #[test]
    fn what_is_no_iolist() {
        let mut heap = Heap::new(10_000);
        let whole = heap.binary(&[0xff]);
        let bits = heap.as_bits(whole).expect("bits");
        let odd = heap.sub_bits(Bits { size: 3, ..bits });
        let improper = heap.cons(Term::small(1), Term::small(2));
        let large = heap.list(&[Term::small(256)]);
        let with_odd = heap.list(&[odd, Term::small(1), odd]);
        for bad in [
            improper,
            large,
            with_odd,
            odd,
            Term::small(1),
            crate::atoms::OK,
        ] {
            assert_eq!(iolist_to_binary(&mut heap, &[bad]), Err(Raise::BADARG));
            assert_eq!(iolist_size(&mut heap, &[bad]), Err(Raise::BADARG));
            assert_eq!(iolist_to_iovec(&mut heap, &[bad]), Err(Raise::BADARG));
        }
        assert_eq!(list_to_binary(&mut heap, &[whole]), Err(Raise::BADARG));
        // list_to_bitstring([<<7:3>>, 1, <<7:3>>]) =:= <<224, 15:4, 3:2>>
        let joined = list_to_bitstring(&mut heap, &[with_odd]).expect("bits");
        let bits = heap.as_bits(joined).expect("bits");
        assert_eq!(bits.size, 14);
        assert_eq!(heap.bits_to_bytes(bits), [0b1110_0000, 0b0011_1100]);
    }

    #[test]
    fn sharing_does_not_eat_all_memory() {
        let mut heap = Heap::new(100_000);
        let mut data = heap.binary(&[0; 1000]);
        for _ in 0..40 {
            data = heap.list(&[data, data]);
        }
        assert_eq!(list_to_binary(&mut heap, &[data]), Err(Raise::Memory));
        assert_eq!(iolist_to_iovec(&mut heap, &[data]), Err(Raise::Memory));
        let mut data = heap.binary(&[0; 10]);
        for _ in 0..40 {
            data = heap.list(&[data, data]);
        }
        assert_eq!(iolist_to_iovec(&mut heap, &[data]), Err(Raise::Memory));
    }
}
