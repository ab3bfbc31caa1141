//! Values: numbers of some width, and addresses of locations.

use std::fmt;

/// The width and sign of what a location or register holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Type {
    pub(crate) bits: u8,
    pub(crate) signed: bool,
}

impl Type {
    pub(crate) const INT: Type = Type {
        bits: 32,
        signed: true,
    };
    pub(crate) const LONG: Type = Type {
        bits: 64,
        signed: true,
    };
    pub(crate) const POINTER: Type = Type {
        bits: 64,
        signed: false,
    };

    /// The type that these words of C name; numbers of 128 bits count as of 64.
    pub(crate) fn of_words<'w>(words: impl IntoIterator<Item = &'w str>) -> Type {
        let mut bits = None;
        let mut signed = true;
        for word in words {
            let base = word.strip_prefix("atomic_").unwrap_or(word);
            match base {
                "unsigned" | "uint" => signed = false,
                "char" | "schar" => bits = Some(8),
                "uchar" => (bits, signed) = (Some(8), false),
                "bool" | "_Bool" => (bits, signed) = (Some(8), false),
                "short" => bits = Some(16),
                "ushort" => (bits, signed) = (Some(16), false),
                "long" | "llong" | "__int128" | "ptrdiff_t" | "intptr_t" => bits = Some(64),
                "ulong" | "ullong" | "__uint128" | "size_t" | "uintptr_t" => {
                    (bits, signed) = (Some(64), false);
                }
                _ => {
                    let base = base.trim_start_matches("__");
                    let unsigned = base.starts_with('u');
                    let digits = base.trim_start_matches('u').strip_prefix("int");
                    let width = digits.and_then(|digits| digits.strip_suffix("_t"));
                    if let Some(width) = width.and_then(|width| width.parse::<u8>().ok()) {
                        bits = Some(match width {
                            0..=8 => 8,
                            9..=16 => 16,
                            17..=32 => 32,
                            _ => 64,
                        });
                        signed = !unsigned;
                    }
                }
            }
        }
        Type {
            bits: bits.unwrap_or(32),
            signed,
        }
    }

    /// The number of this type that has the lowest bits of `value`.
    pub(crate) fn wrap(self, value: u64) -> u64 {
        if self.signed {
            sign_extend(value, self.bits)
        } else {
            truncate(value, self.bits)
        }
    }
}

/// The lowest bits, and zeros above.
pub(crate) fn truncate(value: u64, bits: u8) -> u64 {
    if bits >= 64 {
        value
    } else {
        value & ((1 << bits) - 1)
    }
}

/// The lowest bits, and the highest of them above.
pub(crate) fn sign_extend(value: u64, bits: u8) -> u64 {
    if bits >= 64 {
        return value;
    }
    let shift = 64 - u32::from(bits);
    (((value << shift) as i64) >> shift) as u64
}

/// What a location or register holds at the end.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// A number: any of 64 bits, signed or unsigned.
    Number(i128),
    /// The address of a location, by its name.
    Address(String),
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Number(number) => number.fmt(f),
            Value::Address(name) => f.write_str(name),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_by_their_words() {
        let of = |words: &[&str]| {
            let found = Type::of_words(words.iter().copied());
            (found.bits, found.signed)
        };
        assert_eq!(of(&["int"]), (32, true));
        assert_eq!(of(&["volatile", "unsigned", "long"]), (64, false));
        assert_eq!(of(&["atomic_int"]), (32, true));
        assert_eq!(of(&["atomic_uint"]), (32, false));
        assert_eq!(of(&["uint64_t"]), (64, false));
        assert_eq!(of(&["int8_t"]), (8, true));
        assert_eq!(of(&["__int128_t"]), (64, true));
        assert_eq!(of(&["spinlock_t"]), (32, true));
        assert_eq!(of(&["_Bool"]), (8, false));
    }

    #[test]
    fn numbers_are_wrapped() {
        assert_eq!(Type::INT.wrap(0xffff_ffff) as i64, -1);
        assert_eq!(Type::of_words(["uint8_t"]).wrap(0x1ff), 0xff);
        assert_eq!(Type::LONG.wrap(u64::MAX), u64::MAX);
    }
}
