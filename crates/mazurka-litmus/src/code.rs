//! What a thread of a litmus test is decoded to: a few instructions over numbered
//! registers, the same for assembly and C. Nothing here is a string.

use crate::value::{Type, sign_extend, truncate};
use mazurka_program::Order;

/// How much of a register is meant, and what a write does to the rest.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Slot {
    pub(crate) register: u16,
    /// The lowest bit.
    pub(crate) shift: u8,
    /// How many bits.
    pub(crate) bits: u8,
    pub(crate) rest: Rest,
}

/// What a write of a part of a register does to the rest of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Rest {
    /// It stays (parts of 8 and 16 bits on x86).
    Kept,
    /// It becomes zero (32 bits on x86, unsigned types of C).
    Zero,
    /// It becomes the sign (signed types of C).
    Sign,
}

impl Slot {
    /// All of a register.
    pub(crate) fn whole(register: u16) -> Slot {
        Slot {
            register,
            shift: 0,
            bits: 64,
            rest: Rest::Zero,
        }
    }

    /// A register that holds values of a type of C.
    pub(crate) fn typed(register: u16, of: Type) -> Slot {
        Slot {
            bits: of.bits,
            rest: if of.signed { Rest::Sign } else { Rest::Zero },
            ..Slot::whole(register)
        }
    }

    pub(crate) fn read(self, registers: &[u64]) -> u64 {
        let value = registers[usize::from(self.register)] >> self.shift;
        match self.rest {
            Rest::Sign => sign_extend(value, self.bits),
            Rest::Kept | Rest::Zero => truncate(value, self.bits),
        }
    }

    pub(crate) fn write(self, registers: &mut [u64], value: u64) {
        let register = &mut registers[usize::from(self.register)];
        *register = match self.rest {
            Rest::Zero => truncate(value, self.bits),
            Rest::Sign => sign_extend(value, self.bits),
            Rest::Kept => {
                let mask = truncate(u64::MAX, self.bits) << self.shift;
                *register & !mask | (value << self.shift) & mask
            }
        };
    }
}

/// Where an operand comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Source {
    Slot(Slot),
    Constant(u64),
}

impl Source {
    pub(crate) fn read(self, registers: &[u64]) -> u64 {
        match self {
            Source::Slot(slot) => slot.read(registers),
            Source::Constant(value) => value,
        }
    }
}

/// When a jump of x86 is taken, a byte is set, a move is made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Flag {
    Zero,
    Sign,
    Carry,
    Overflow,
    /// Unsigned: at most.
    CarryOrZero,
    /// Signed: less.
    Less,
    /// Signed: at most.
    LessOrZero,
}

/// The flags of x86 as bits of a register.
pub(crate) mod flags {
    pub(crate) const ZERO: u64 = 1;
    pub(crate) const SIGN: u64 = 2;
    pub(crate) const CARRY: u64 = 4;
    pub(crate) const OVERFLOW: u64 = 8;
}

impl Flag {
    fn holds(self, bits: u64) -> bool {
        let zero = bits & flags::ZERO != 0;
        let sign = bits & flags::SIGN != 0;
        let carry = bits & flags::CARRY != 0;
        let overflow = bits & flags::OVERFLOW != 0;
        match self {
            Flag::Zero => zero,
            Flag::Sign => sign,
            Flag::Carry => carry,
            Flag::Overflow => overflow,
            Flag::CarryOrZero => carry || zero,
            Flag::Less => sign != overflow,
            Flag::LessOrZero => zero || sign != overflow,
        }
    }
}

/// What local code computes from two operands; those with one use the second.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Compute {
    /// The second operand.
    Move,
    Add,
    Subtract,
    /// The second operand less the first.
    SubtractFrom,
    Multiply,
    /// Signed, of numbers of N bits. See [`Compute::undefined`].
    Divide(u8),
    /// Signed, of numbers of N bits. See [`Compute::undefined`].
    Remainder(u8),
    And,
    Or,
    Xor,
    AndNot,
    ShiftLeft,
    ShiftRight,
    /// Of a number of that many bits.
    ShiftRightSigned(u8),
    Not,
    Negate,
    /// One if the second operand is zero, else zero.
    IsZero,
    Equal,
    NotEqual,
    /// Signed.
    Less,
    /// Signed.
    AtMost,
    SignExtend(u8),
    /// Two to the power of the second operand, among that many bits.
    Bit(u8),
    /// Flags of the sum of numbers of N bits.
    FlagsAdd(u8),
    /// Flags of the difference.
    FlagsSubtract(u8),
    /// Flags of a result, the second operand, of that many bits, without carry.
    FlagsOf(u8),
    /// The first operand's flags but carry, and the second's carry.
    KeepCarry,
    /// The second operand, flags, says whether this holds.
    Holds(Flag),
    /// ... does not hold.
    HoldsNot(Flag),
}

impl Compute {
    /// What is wrong with these operands, where C gives the result no meaning. If
    /// nothing is, there is a result.
    #[inline]
    pub(crate) fn undefined(self, a: u64, b: u64) -> Option<&'static str> {
        let (Compute::Divide(bits) | Compute::Remainder(bits)) = self else {
            return None;
        };
        let least = i64::MIN >> (64 - bits);
        match b as i64 {
            0 => Some("a division by zero"),
            -1 if a as i64 == least => Some("a division that overflows"),
            _ => None,
        }
    }

    /// Are there operands for which the result has no meaning?
    pub(crate) fn may_be_undefined(self) -> bool {
        matches!(self, Compute::Divide(_) | Compute::Remainder(_))
    }

    pub(crate) fn apply(self, a: u64, b: u64) -> u64 {
        let signed = |holds: fn(&i64, &i64) -> bool| u64::from(holds(&(a as i64), &(b as i64)));
        match self {
            Compute::Move => b,
            Compute::Add => a.wrapping_add(b),
            Compute::Subtract => a.wrapping_sub(b),
            Compute::SubtractFrom => b.wrapping_sub(a),
            Compute::Multiply => a.wrapping_mul(b),
            Compute::Divide(_) => (a as i64).wrapping_div(b as i64) as u64,
            Compute::Remainder(_) => (a as i64).wrapping_rem(b as i64) as u64,
            Compute::And => a & b,
            Compute::Or => a | b,
            Compute::Xor => a ^ b,
            Compute::AndNot => a & !b,
            Compute::ShiftLeft => a.wrapping_shl(b as u32),
            Compute::ShiftRight => a.wrapping_shr(b as u32),
            Compute::ShiftRightSigned(bits) => {
                (sign_extend(a, bits) as i64).wrapping_shr(b as u32) as u64
            }
            Compute::Not => !b,
            Compute::Negate => b.wrapping_neg(),
            Compute::IsZero => u64::from(b == 0),
            Compute::Equal => u64::from(a == b),
            Compute::NotEqual => u64::from(a != b),
            Compute::Less => signed(i64::lt),
            Compute::AtMost => signed(i64::le),
            Compute::SignExtend(bits) => sign_extend(b, bits),
            Compute::Bit(bits) => 1 << (b % u64::from(bits)),
            Compute::FlagsAdd(bits) => {
                let (a, b) = (truncate(a, bits), truncate(b, bits));
                let sum = truncate(a.wrapping_add(b), bits);
                let overflow = (a ^ sum) & (b ^ sum);
                result_flags(sum, bits) | carry_flags(sum < a, overflow, bits)
            }
            Compute::FlagsSubtract(bits) => {
                let (a, b) = (truncate(a, bits), truncate(b, bits));
                let difference = truncate(a.wrapping_sub(b), bits);
                let overflow = (a ^ b) & (a ^ difference);
                result_flags(difference, bits) | carry_flags(a < b, overflow, bits)
            }
            Compute::FlagsOf(bits) => result_flags(truncate(b, bits), bits),
            Compute::KeepCarry => a & !flags::CARRY | b & flags::CARRY,
            Compute::Holds(flag) => u64::from(flag.holds(b)),
            Compute::HoldsNot(flag) => u64::from(!flag.holds(b)),
        }
    }
}

fn result_flags(result: u64, bits: u8) -> u64 {
    let zero = if result == 0 { flags::ZERO } else { 0 };
    let sign = if result >> (bits - 1) & 1 == 1 {
        flags::SIGN
    } else {
        0
    };
    zero | sign
}

/// The top bit of `overflow`, a number of `bits` bits, is the overflow flag.
fn carry_flags(carry: bool, overflow: u64, bits: u8) -> u64 {
    let carry = if carry { flags::CARRY } else { 0 };
    let overflow = if overflow >> (bits - 1) & 1 == 1 {
        flags::OVERFLOW
    } else {
        0
    };
    carry | overflow
}

/// What an atomic read-modify-write writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Update {
    /// The first operand.
    Exchange,
    /// The second operand, if the first is there.
    CompareExchange,
    /// The sum with the first operand, unless the second is there.
    AddUnless,
    /// What is computed from what is there and the first operand.
    Compute(Compute),
}

/// What a store waits for, or has others wait for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StoreOrder {
    /// Of x86, or of a variable of C that is not atomic.
    Plain,
    /// Atomic, and no more: for store buffers that is the same.
    Relaxed,
    /// An assignment to an atomic variable of C. For C it is sequentially consistent; for store
    /// buffers it is a plain store, as herd has it.
    Assigned,
    /// Under PSO, earlier stores of the thread are carried out before it.
    Release,
    /// Done when it is in memory, after all earlier ones.
    SequentiallyConsistent,
    /// Gives back a lock: for store buffers a release.
    Unlock,
    /// Earlier stores of the thread are carried out before it, but later ones need not
    /// wait for them: the end of a read-side section.
    Last,
}

impl StoreOrder {
    /// The order of the language.
    pub(crate) fn of_language(self) -> Order {
        match self {
            StoreOrder::Plain => Order::Plain,
            StoreOrder::Relaxed => Order::Relaxed,
            StoreOrder::Release | StoreOrder::Unlock | StoreOrder::Last => Order::Release,
            StoreOrder::Assigned | StoreOrder::SequentiallyConsistent => {
                Order::SequentiallyConsistent
            }
        }
    }
}

/// The orders of an atomic update: if it writes, and of a compare-exchange that fails.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Orders {
    pub(crate) success: Order,
    pub(crate) failure: Order,
}

impl Orders {
    pub(crate) const SEQUENTIALLY_CONSISTENT: Orders = Orders::of(Order::SequentiallyConsistent);

    /// The same order in either case, as far as a load can have it.
    pub(crate) const fn of(order: Order) -> Orders {
        let failure = match order {
            Order::Release => Order::Relaxed,
            Order::AcquireRelease => Order::Acquire,
            order => order,
        };
        Orders {
            success: order,
            failure,
        }
    }
}

/// To which read-side sections and grace periods one belongs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Domain {
    Rcu,
    /// Those with this `struct srcu_struct`, by its address.
    Srcu(Source),
}

impl Domain {
    pub(crate) fn address(self) -> Option<Source> {
        match self {
            Domain::Rcu => None,
            Domain::Srcu(address) => Some(address),
        }
    }
}

/// An instruction. Memory is accessed with N bits, if the file says how
/// many.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    Compute {
        to: Slot,
        compute: Compute,
        a: Source,
        b: Source,
    },
    Load {
        to: Slot,
        address: Source,
        bits: Option<u8>,
        order: Order,
    },
    Store {
        address: Source,
        value: Source,
        bits: Option<u8>,
        order: StoreOrder,
    },
    /// An atomic read-modify-write, or a store that is in memory at once.
    Update {
        address: Source,
        update: Update,
        a: Source,
        b: Source,
        old: Slot,
        bits: Option<u8>,
        orders: Orders,
    },
    /// Waits until the location holds zero, and makes it one, at once.
    Lock {
        address: Source,
    },
    /// Waits until all earlier stores of the thread are in memory.
    Fence,
    /// Under PSO, earlier stores are carried out before later ones. In C, a fence of this order:
    /// release, or acquire and release.
    StoreBarrier(Order),
    /// An acquire fence of C.
    LoadBarrier,
    /// Begins a read-side section.
    SectionBegin {
        domain: Domain,
        /// Gets its index.
        to: Slot,
        /// May any thread end it?
        is_handed_over: bool,
    },
    /// Ends the section of that index, or the innermost of RCU.
    SectionEnd {
        domain: Domain,
        index: Source,
        /// May it be another thread's?
        is_handed_over: bool,
    },
    /// A grace period begins: notes which sections there are.
    GraceBegin {
        domain: Domain,
    },
    /// It ends, when these have ended.
    GraceEnd,
    Jump(u32),
    JumpIf {
        condition: Source,
        target: u32,
    },
    JumpIfZero {
        condition: Source,
        target: u32,
    },
    /// The thread is finished.
    Halt,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_registers() {
        let mut registers = [0x1122_3344_5566_7788];
        let part = |shift, bits, rest| Slot {
            shift,
            bits,
            rest,
            ..Slot::whole(0)
        };
        assert_eq!(part(8, 8, Rest::Kept).read(&registers), 0x77);
        part(8, 8, Rest::Kept).write(&mut registers, 0x1ff);
        assert_eq!(registers[0], 0x1122_3344_5566_ff88);
        part(0, 16, Rest::Kept).write(&mut registers, 1);
        assert_eq!(registers[0], 0x1122_3344_5566_0001);
        part(0, 32, Rest::Zero).write(&mut registers, u64::MAX);
        assert_eq!(registers[0], 0xffff_ffff);
        let int = Slot::typed(0, Type::INT);
        int.write(&mut registers, 0xffff_fffe);
        assert_eq!(registers[0] as i64, -2);
        assert_eq!(int.read(&registers) as i64, -2);
    }

    #[test]
    fn comparisons_of_x86() {
        for (a, b) in [(0, 0), (1, 2), (2, 1), (-1, 1), (1, -1), (i32::MIN, 1)] {
            let flags = Compute::FlagsSubtract(32).apply(a as u64, b as u64);
            let holds = |flag| Compute::Holds(flag).apply(0, flags) == 1;
            assert_eq!(holds(Flag::Zero), a == b);
            assert_eq!(holds(Flag::Less), a < b);
            assert_eq!(holds(Flag::LessOrZero), a <= b);
            assert_eq!(holds(Flag::Carry), (a as u32) < b as u32);
            assert_eq!(holds(Flag::CarryOrZero), a as u32 <= b as u32);
            assert_eq!(holds(Flag::Sign), a.wrapping_sub(b) < 0);
            assert_eq!(holds(Flag::Overflow), a.checked_sub(b).is_none());
        }
        let flags = Compute::FlagsAdd(8).apply(0x7f, 1);
        assert_eq!(flags, flags::SIGN | flags::OVERFLOW);
        assert_eq!(
            Compute::FlagsAdd(8).apply(0xff, 1),
            flags::ZERO | flags::CARRY
        );
    }
}
