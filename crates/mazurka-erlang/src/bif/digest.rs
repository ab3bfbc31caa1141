//! Native functions that compute digests: MD5, CRC-32, Adler-32.

use super::iolist;
use crate::bif::Entry;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "md5", 1, md5),
    ("erlang", "md5_init", 0, md5_init),
    ("erlang", "md5_update", 2, md5_update),
    ("erlang", "md5_final", 1, md5_final),
    ("erlang", "crc32", 1, crc32),
    ("erlang", "crc32", 2, crc32),
    ("erlang", "crc32_combine", 3, crc32_combine),
    ("erlang", "adler32", 1, adler32),
    ("erlang", "adler32", 2, adler32),
    ("erlang", "adler32_combine", 3, adler32_combine),
];

/// How many bytes MD5 takes at a time.
const BLOCK: usize = 64;
/// How many bytes a context has: the state, the number of bits, a block that is not full.
const CONTEXT: usize = 16 + 8 + BLOCK;

/// The whole parts of 2^32 * |sin(i + 1)|.
const SINES: [u32; 64] = [
    0xd76a_a478,
    0xe8c7_b756,
    0x2420_70db,
    0xc1bd_ceee,
    0xf57c_0faf,
    0x4787_c62a,
    0xa830_4613,
    0xfd46_9501,
    0x6980_98d8,
    0x8b44_f7af,
    0xffff_5bb1,
    0x895c_d7be,
    0x6b90_1122,
    0xfd98_7193,
    0xa679_438e,
    0x49b4_0821,
    0xf61e_2562,
    0xc040_b340,
    0x265e_5a51,
    0xe9b6_c7aa,
    0xd62f_105d,
    0x0244_1453,
    0xd8a1_e681,
    0xe7d3_fbc8,
    0x21e1_cde6,
    0xc337_07d6,
    0xf4d5_0d87,
    0x455a_14ed,
    0xa9e3_e905,
    0xfcef_a3f8,
    0x676f_02d9,
    0x8d2a_4c8a,
    0xfffa_3942,
    0x8771_f681,
    0x6d9d_6122,
    0xfde5_380c,
    0xa4be_ea44,
    0x4bde_cfa9,
    0xf6bb_4b60,
    0xbebf_bc70,
    0x289b_7ec6,
    0xeaa1_27fa,
    0xd4ef_3085,
    0x0488_1d05,
    0xd9d4_d039,
    0xe6db_99e5,
    0x1fa2_7cf8,
    0xc4ac_5665,
    0xf429_2244,
    0x432a_ff97,
    0xab94_23a7,
    0xfc93_a039,
    0x655b_59c3,
    0x8f0c_cc92,
    0xffef_f47d,
    0x8584_5dd1,
    0x6fa8_7e4f,
    0xfe2c_e6e0,
    0xa301_4314,
    0x4e08_11a1,
    0xf753_7e82,
    0xbd3a_f235,
    0x2ad7_d2bb,
    0xeb86_d391,
];

/// MD5, at work.
struct Md5 {
    state: [u32; 4],
    /// How many bytes there were.
    count: u64,
    block: [u8; BLOCK],
}

impl Md5 {
    fn new() -> Md5 {
        Md5 {
            state: [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476],
            count: 0,
            block: [0; BLOCK],
        }
    }

    fn from_context(context: &[u8]) -> Option<Md5> {
        if context.len() != CONTEXT {
            return None;
        }
        let word = |i: usize| {
            let bytes = [context[i], context[i + 1], context[i + 2], context[i + 3]];
            u32::from_le_bytes(bytes)
        };
        let mut block = [0; BLOCK];
        block.copy_from_slice(&context[24..]);
        Some(Md5 {
            state: std::array::from_fn(|i| word(4 * i)),
            count: (u64::from(word(16)) | u64::from(word(20)) << 32) / 8,
            block,
        })
    }

    fn to_context(&self) -> Vec<u8> {
        let mut context = self.digest();
        context.extend(self.count.wrapping_mul(8).to_le_bytes());
        context.extend(self.block);
        context
    }

    fn digest(&self) -> Vec<u8> {
        self.state
            .iter()
            .flat_map(|word| word.to_le_bytes())
            .collect()
    }

    fn update(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let used = (self.count % BLOCK as u64) as usize;
            let taken = bytes.len().min(BLOCK - used);
            self.block[used..used + taken].copy_from_slice(&bytes[..taken]);
            self.count = self.count.wrapping_add(taken as u64);
            bytes = &bytes[taken..];
            if used + taken == BLOCK {
                self.transform();
            }
        }
    }

    fn finish(mut self) -> Vec<u8> {
        let bits = self.count.wrapping_mul(8).to_le_bytes();
        self.update(&[0x80]);
        while self.count % BLOCK as u64 != 56 {
            self.update(&[0]);
        }
        self.update(&bits);
        self.digest()
    }

    fn transform(&mut self) {
        const SHIFTS: [[u32; 4]; 4] = [
            [7, 12, 17, 22],
            [5, 9, 14, 20],
            [4, 11, 16, 23],
            [6, 10, 15, 21],
        ];
        let words: [u32; 16] = std::array::from_fn(|i| {
            let at = 4 * i;
            let bytes = [
                self.block[at],
                self.block[at + 1],
                self.block[at + 2],
                self.block[at + 3],
            ];
            u32::from_le_bytes(bytes)
        });
        let [mut a, mut b, mut c, mut d] = self.state;
        for i in 0..64 {
            let (mixed, index) = match i / 16 {
                0 => (b & c | !b & d, i),
                1 => (d & b | !d & c, 5 * i + 1),
                2 => (b ^ c ^ d, 3 * i + 5),
                _ => (c ^ (b | !d), 7 * i),
            };
            let sum = (a.wrapping_add(mixed))
                .wrapping_add(SINES[i])
                .wrapping_add(words[index % 16]);
            a = d;
            d = c;
            c = b;
            b = b.wrapping_add(sum.rotate_left(SHIFTS[i / 16][i % 4]));
        }
        for (word, more) in self.state.iter_mut().zip([a, b, c, d]) {
            *word = word.wrapping_add(more);
        }
    }
}

fn md5(heap: &mut Heap, arguments: &[Term]) -> Result {
    let bytes = iolist::bytes(heap, arguments[0])?;
    let mut md5 = Md5::new();
    md5.update(&bytes);
    Ok(heap.binary(&md5.finish()))
}

fn md5_init(heap: &mut Heap, _: &[Term]) -> Result {
    Ok(heap.binary(&Md5::new().to_context()))
}

fn context(heap: &Heap, term: Term) -> Result<Md5> {
    let bytes = heap.as_bytes(term).ok_or(Raise::BADARG)?;
    Md5::from_context(&bytes).ok_or(Raise::BADARG)
}

fn md5_update(heap: &mut Heap, arguments: &[Term]) -> Result {
    let mut md5 = context(heap, arguments[0])?;
    md5.update(&iolist::bytes(heap, arguments[1])?);
    Ok(heap.binary(&md5.to_context()))
}

fn md5_final(heap: &mut Heap, arguments: &[Term]) -> Result {
    let md5 = context(heap, arguments[0])?;
    Ok(heap.binary(&md5.finish()))
}

/// An argument that must fit into 32 bits.
fn sum(term: Term) -> Result<u32> {
    let small = term.as_small().ok_or(Raise::BADARG)?;
    u32::try_from(small).map_err(|_| Raise::BADARG)
}

/// The sum so far, and the bytes to be added.
fn sum_and_bytes(heap: &Heap, arguments: &[Term], start: u32) -> Result<(u32, Vec<u8>)> {
    match arguments {
        [data] => Ok((start, iolist::bytes(heap, *data)?)),
        [old, data] => Ok((sum(*old)?, iolist::bytes(heap, *data)?)),
        _ => Err(Raise::BADARG),
    }
}

/// A byte's way through the register of CRC-32, bits in reverse.
const fn crc_step(mut register: u32) -> u32 {
    let mut bit = 0;
    while bit < 8 {
        let is_odd = register & 1 == 1;
        register >>= 1;
        if is_odd {
            register ^= 0xedb8_8320;
        }
        bit += 1;
    }
    register
}

const CRC_TABLE: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        table[byte] = crc_step(byte as u32);
        byte += 1;
    }
    table
};

fn crc32(heap: &mut Heap, arguments: &[Term]) -> Result {
    let (start, bytes) = sum_and_bytes(heap, arguments, 0)?;
    let result = bytes.iter().fold(!start, |register, byte| {
        register >> 8 ^ CRC_TABLE[(register as u8 ^ byte) as usize]
    });
    Ok(Term::small((!result).into()))
}

/// Applies a linear function of 32 bits, which is given by its values at single bits.
fn apply(matrix: &[u32; 32], bits: u32) -> u32 {
    (0..32)
        .filter(|i| bits >> i & 1 == 1)
        .fold(0, |sum, i| sum ^ matrix[i])
}

fn crc32_combine(_: &mut Heap, arguments: &[Term]) -> Result {
    let (mut first, second) = (sum(arguments[0])?, sum(arguments[1])?);
    let mut len = length(arguments[2])?;
    // What a byte of zeros does, then two, four..
    let mut zeros: [u32; 32] = std::array::from_fn(|i| crc_step(1 << i));
    while len != 0 {
        if len & 1 == 1 {
            first = apply(&zeros, first);
        }
        zeros = std::array::from_fn(|i| apply(&zeros, zeros[i]));
        len >>= 1;
    }
    Ok(Term::small((first ^ second).into()))
}

fn length(term: Term) -> Result<u64> {
    let small = term.as_small().ok_or(Raise::BADARG)?;
    u64::try_from(small).map_err(|_| Raise::BADARG)
}

/// The greatest prime that fits into 16 bits.
const ADLER: u32 = 65521;

fn adler32(heap: &mut Heap, arguments: &[Term]) -> Result {
    let (start, bytes) = sum_and_bytes(heap, arguments, 1)?;
    if bytes.is_empty() {
        return Ok(Term::small(start.into()));
    }
    let (mut low, mut high) = (start & 0xffff, start >> 16);
    for byte in bytes {
        low = (low + u32::from(byte)) % ADLER;
        high = (high + low) % ADLER;
    }
    Ok(Term::small((high << 16 | low).into()))
}

fn adler32_combine(_: &mut Heap, arguments: &[Term]) -> Result {
    let (first, second) = (sum(arguments[0])?, sum(arguments[1])?);
    let len = (length(arguments[2])? % u64::from(ADLER)) as u32;
    let reduce = |mut sum: u32, by: u32| {
        if sum >= by {
            sum -= by;
        }
        sum
    };
    let start = first & 0xffff;
    let product = u64::from(len) * u64::from(start) % u64::from(ADLER);
    let mut low = start + (second & 0xffff) + ADLER - 1;
    let mut high = product as u32 + (first >> 16) + (second >> 16) + ADLER - len;
    low = reduce(reduce(low, ADLER), ADLER);
    high = reduce(reduce(high, 2 * ADLER), ADLER);
    Ok(Term::small((i64::from(high) << 16) | i64::from(low)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn md5_in_one_go_and_in_pieces() {
        let mut heap = Heap::new(10_000);
        let data: Vec<u8> = (0..=255).collect();
        let whole = heap.binary(&data);
        let once = md5(&mut heap, &[whole]).expect("a digest");
        let mut context = md5_init(&mut heap, &[]).expect("a context");
        for piece in data.chunks(37) {
            let piece = heap.binary(piece);
            context = md5_update(&mut heap, &[context, piece]).expect("a context");
        }
        let pieces = md5_final(&mut heap, &[context]).expect("a digest");
        assert_eq!(heap.as_bytes(once), heap.as_bytes(pieces));
        // erlang:md5(["abc", <<"d">>])
        let text = heap.text("abcd");
        let digest = md5(&mut heap, &[text]).expect("a digest");
        let expected = [
            226, 252, 113, 76, 71, 39, 238, 147, 149, 243, 36, 205, 46, 127, 51, 31,
        ];
        assert_eq!(heap.as_bytes(digest).as_deref(), Some(&expected[..]));
    }

    #[test]
    fn sums_as_erlang_computes_them() {
        let mut heap = Heap::new(10_000);
        let abc = heap.text("abc");
        let small = Term::small;
        assert_eq!(crc32(&mut heap, &[abc]), Ok(small(891_568_578)));
        assert_eq!(crc32(&mut heap, &[small(5), abc]), Ok(small(871_334_697)));
        assert_eq!(adler32(&mut heap, &[abc]), Ok(small(38_600_999)));
        assert_eq!(adler32(&mut heap, &[small(7), abc]), Ok(small(39_780_653)));
        let numbers = [small(1), small(2), small(3)];
        assert_eq!(crc32_combine(&mut heap, &numbers), Ok(small(29_518_389)));
        assert_eq!(adler32_combine(&mut heap, &numbers), Ok(small(2)));
        assert_eq!(crc32(&mut heap, &[small(-1), abc]), Err(Raise::BADARG));
    }
}
