//! How read-modify-writes are announced: one that would write what is there only reads.
//!
//! Explorers decide that by the value that a location has for them, and there an
//! address is its name: of its bits only the lowest three are those of the address, and
//! it compares as it likes. So of numbers that may be addresses only those updates say
//! when they change nothing of which that is right all the same; the others always
//! count as writes.

use mazurka_program::{Access, Kind, Numbers, ObjectId, Operation};
use std::ops::Range;

/// The kind of an operation, and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Announced {
    pub(super) kind: Kind,
    pub(super) operand: u64,
    /// May it write what is there? Then it may be a look in a loop that waits.
    pub(super) may_idle: bool,
}

/// What numbers are like.
pub(super) trait Number: Copy {
    /// How many bits.
    const BITS: u8;
    /// May they be negative?
    const IS_SIGNED: bool;
    /// May they be addresses?
    const IS_WORD: bool;
    /// The bits, with zeros above.
    fn raw(self) -> u64;
}

macro_rules! number {
    ($is_word:literal $($int:ident as $unsigned:ident)*) => {$(
        impl Number for $int {
            const BITS: u8 = $int::BITS as u8;
            const IS_SIGNED: bool = $int::MIN != 0;
            const IS_WORD: bool = $is_word;

            #[inline]
            fn raw(self) -> u64 {
                self as $unsigned as u64
            }
        }
    )*};
}

number!(false i8 as u8 u8 as u8 i16 as u16 u16 as u16 i32 as u32 u32 as u32);
number!(true i64 as u64 u64 as u64 isize as usize usize as usize);

impl Number for bool {
    const BITS: u8 = 1;
    const IS_SIGNED: bool = false;
    const IS_WORD: bool = false;

    #[inline]
    fn raw(self) -> u64 {
        self.into()
    }
}

/// Bits of an address that its name has as well.
const KEPT: u64 = 7;
/// All addresses, and the names of those that are no negative numbers, are among these.
const ADDRESSES: Range<u64> = 1 << 16..1 << 56;

impl Announced {
    /// It always counts as a write.
    pub(super) const WRITES: Announced = Announced {
        may_idle: false,
        ..Announced::MAY_WRITE
    };
    /// It counts as a write for explorers, though it may write what is there.
    const MAY_WRITE: Announced = Announced::new(Kind::ReadModifyWrite, 0);
    /// It never changes anything.
    const READS: Announced = Announced::new(Kind::Or, 0);

    const fn new(kind: Kind, operand: u64) -> Announced {
        Announced {
            kind,
            operand,
            may_idle: true,
        }
    }

    /// Does it change nothing where explorers see that value?
    #[inline]
    pub(super) fn is_idle_at(self, value: u64) -> bool {
        let operation = Operation::new(self.kind, ObjectId(0), self.operand);
        self.kind != Kind::ReadModifyWrite && operation.access_at(value) == Some(Access::Read)
    }

    /// `before + value`, `before - value`, `before ^ value`.
    #[inline]
    pub(super) fn sum<T: Number>(value: T) -> Announced {
        match value.raw() {
            0 => Announced::READS,
            _ => Announced::WRITES,
        }
    }

    /// `before | value`.
    #[inline]
    pub(super) fn or<T: Number>(value: T) -> Announced {
        match value.raw() {
            bits if !T::IS_WORD || bits <= KEPT => Announced::new(Kind::Or, bits),
            _ => Announced::MAY_WRITE,
        }
    }

    /// `before & value`.
    #[inline]
    pub(super) fn and<T: Number>(value: T) -> Announced {
        match value.raw() {
            bits if !T::IS_WORD || !bits <= KEPT => Announced::new(Kind::And, bits),
            _ => Announced::MAY_WRITE,
        }
    }

    /// `!(before & value)`: changes something, unless the value is zero and all bits
    /// are set.
    #[inline]
    pub(super) fn nand<T: Number>(value: T) -> Announced {
        match value.raw() {
            0 => Announced::new(Kind::Swap, u64::MAX >> (64 - T::BITS)),
            _ => Announced::WRITES,
        }
    }

    /// The greater of the two. An address is more than all below it, which so stay as
    /// they are; of what is above, only numbers with a sign are above its name as well.
    #[inline]
    pub(super) fn max<T: Number>(value: T) -> Announced {
        let bits = value.raw();
        let is_above = T::IS_SIGNED && bits >= ADDRESSES.end;
        match !T::IS_WORD || bits < ADDRESSES.start || is_above {
            true => Announced::new(Kind::Max(numbers::<T>()), bits),
            false => Announced::MAY_WRITE,
        }
    }

    /// The lesser of the two. As numbers without a sign, a name is not below what its
    /// address is above, except among addresses.
    #[inline]
    pub(super) fn min<T: Number>(value: T) -> Announced {
        let bits = value.raw();
        match !T::IS_WORD || !T::IS_SIGNED && !ADDRESSES.contains(&bits) {
            true => Announced::new(Kind::Min(numbers::<T>()), bits),
            false => Announced::MAY_WRITE,
        }
    }
}

fn numbers<T: Number>() -> Numbers {
    match T::IS_SIGNED {
        true => Numbers::Signed(T::BITS),
        false => Numbers::Unsigned,
    }
}
