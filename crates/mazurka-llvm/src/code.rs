//! Register code: what the interpreter runs.
//!
//! A module is decoded once into this. Every scalar (integer up to 64 bits,
//! pointer, `float`, `double`) is a register of the frame; a value of more parts
//! (a struct, an array, a vector, an integer of up to 128 bits) is as many
//! registers, one after the other, in the order of its scalars; of a wide integer
//! the low half comes first. A variable on the stack whose address goes nowhere,
//! and that is only loaded and stored as a whole, is a register too: it costs no
//! access of memory.
//!
//! An integer of `n` bits is kept with the bits above `n` zero, a `float` as its
//! 32 bits, a `double` as its 64, an `x86_fp80` as a `double`.

mod ops;

use crate::ir::Order;
use crate::shape::{ShapeId, Shapes};
pub(crate) use ops::instructions;
pub use ops::{
    Counter, GlobalId, IsDouble, Label, LiveId, MessageId, Op, Reg, SignatureId, SwitchId,
    UnknownId,
};

/// Where an operand comes from: a register of the frame, or, with [`Src::CONSTANT`]
/// set, a place in [`FunctionCode::constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Src(pub u32);

impl Src {
    /// Set in the operands that are constants.
    pub const CONSTANT: u32 = 1 << 31;

    /// A register.
    #[must_use]
    pub fn register(register: Reg) -> Src {
        Src(register)
    }

    /// A place among the constants.
    #[must_use]
    pub fn constant(place: u32) -> Src {
        Src(place | Src::CONSTANT)
    }

    /// Is it a constant?
    #[must_use]
    #[inline]
    pub fn is_constant(self) -> bool {
        self.0 & Src::CONSTANT != 0
    }

    /// The place of a constant, or the register.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        (self.0 & !Src::CONSTANT) as usize
    }
}

/// What a register holds: bits, and which of them were never written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Word {
    /// The bits. Those that are undefined are zero.
    pub bits: u64,
    /// Which of them are undefined.
    pub undefined: u64,
}

impl Word {
    /// Defined bits.
    #[must_use]
    #[inline]
    pub const fn new(bits: u64) -> Word {
        Word { bits, undefined: 0 }
    }
}

/// Operands that lie one after the other in [`FunctionCode::operands`].
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Operands {
    /// The first.
    pub start: u32,
    /// How many.
    pub len: u32,
}

/// No set of registers: the instruction is in no loop.
pub const NOT_LIVE: LiveId = u32::MAX;

/// How memory is accessed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Access {
    /// 1, 2, 4, 8 (or 16, for a wide compare-exchange).
    pub size: u8,
    /// None if it is not atomic.
    pub order: Option<Order>,
    /// Is it `volatile`? (Not atomic, but no data race either.)
    pub is_volatile: bool,
}

/// When a compare-exchange exchanges.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchanging {
    /// If it finds what is expected.
    Strong,
    /// The same, but it may fail without a reason.
    Weak,
    /// Whatever it finds: it is a store.
    Always,
}

/// How a compare-exchange accesses memory. Three bytes, so that it is not what makes
/// instructions large.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Exchange {
    /// 1, 2, 4, 8 or 16.
    pub size: u8,
    /// When it exchanges.
    pub kind: Exchanging,
    /// Two places in [`Exchange::ORDERS`].
    orders: u8,
}

impl Operands {
    /// Their places.
    #[must_use]
    pub fn range(self) -> std::ops::Range<usize> {
        self.start as usize..(self.start + self.len) as usize
    }
}

impl Exchange {
    const ORDERS: [Order; 5] = [
        Order::Relaxed,
        Order::Acquire,
        Order::Release,
        Order::AcquireRelease,
        Order::SequentiallyConsistent,
    ];

    /// One with these orders: if it exchanges, and if it does not and only reads.
    #[must_use]
    pub fn new(size: u8, kind: Exchanging, success: Order, failure: Order) -> Exchange {
        let place = |order| Exchange::ORDERS.iter().position(|of| *of == order);
        let [success, failure] = [success, failure].map(|order| place(order).unwrap_or(0) as u8);
        Exchange {
            size,
            kind,
            orders: success << 4 | failure,
        }
    }

    /// The access that it is, if it exchanges or if not.
    #[must_use]
    pub fn access(self, is_exchanged: bool) -> Access {
        let place = if is_exchanged {
            self.orders >> 4
        } else {
            self.orders & 0xf
        };
        Access {
            size: self.size,
            order: Some(Exchange::ORDERS[usize::from(place)]),
            is_volatile: false,
        }
    }
}

/// Division of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum Division {
    UDiv,
    SDiv,
    URem,
    SRem,
}

/// Shifts of integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum Shift {
    Shl,
    LShr,
    AShr,
}

/// Arithmetic of wide integers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum WideOp {
    Add,
    Sub,
    Mul,
    UDiv,
    SDiv,
    URem,
    SRem,
    Shl,
    LShr,
    AShr,
    And,
    Or,
    Xor,
}

impl WideOp {
    /// Does it divide? Then it may fail.
    pub(crate) fn divides(self) -> bool {
        matches!(
            self,
            WideOp::UDiv | WideOp::SDiv | WideOp::URem | WideOp::SRem
        )
    }
}

/// Arithmetic of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum FloatOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    CopySign,
    /// `minnum`: the other, if one is not a number.
    Min,
    /// `maxnum`.
    Max,
    Pow,
    /// From here on of `a` only; `b` is the same.
    Neg,
    Abs,
    Sqrt,
    Floor,
    Ceil,
    Trunc,
    /// To the nearest integer, halves away from zero.
    Round,
    /// To the nearest integer, halves to the even one.
    RoundEven,
    Exp,
    Exp2,
    Log,
    Log2,
    Log10,
    Sin,
    Cos,
}

/// Operations on the bits of an integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "as the names say")]
pub enum BitsOp {
    CountOnes,
    /// Of zero: `bits`.
    LeadingZeros,
    /// Of zero: `bits`.
    TrailingZeros,
    SwapBytes,
    Reverse,
}

/// Conversions of numbers. `is_double` says which the number is (for
/// [`FloatCast::Widen`] the result, for [`FloatCast::Narrow`] the operand, always a
/// double).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "as the names say")]
pub enum FloatCast {
    ToUnsigned,
    ToSigned,
    FromUnsigned,
    FromSigned,
    Widen,
    Narrow,
}

/// A place in [`Code::functions`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct FunctionId(pub u32);

/// A place in [`Code::sites`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SiteId(pub u32);

/// The cases of a `switch`, sorted by value.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Switch {
    /// Values and where they lead.
    pub cases: Vec<(u64, Label)>,
    /// Where all others lead.
    pub otherwise: Label,
}

impl Switch {
    /// Changes where the cases lead.
    pub(crate) fn map_labels(&mut self, mut f: impl FnMut(Label) -> Label) {
        for (_, to) in &mut self.cases {
            *to = f(*to);
        }
        self.otherwise = f(self.otherwise);
    }
}

/// A function, decoded.
#[derive(Clone, Debug, Default)]
pub struct FunctionCode {
    /// Its name, as people know it.
    pub name: String,
    /// What it does.
    pub ops: Vec<Op>,
    /// For each instruction, where it comes from: a place in [`Code::places`] and one
    /// more, or zero.
    pub places: Vec<u32>,
    /// How many registers a frame has.
    pub registers: u32,
    /// How many of them are arguments.
    pub parameters: u32,
    /// It takes more.
    pub is_variadic: bool,
    /// How many registers it returns.
    pub results: u32,
    /// Constants.
    pub constants: Vec<Word>,
    /// Operands of instructions with many.
    pub operands: Vec<Src>,
    /// The tables of its switches.
    pub switches: Vec<Switch>,
    /// For instructions in loops: the registers that matter from there on (before a
    /// load or other access; after a call, without its results). For [`Op::Again`]:
    /// at the start of the next round.
    pub live: Vec<Vec<Reg>>,
    /// What it is for verifiers: `__VERIFIER_atomic_...` runs without interruption.
    pub is_atomic: bool,
    /// It looks at what `pthread_barrier_wait` returns.
    pub asks_for_serial: bool,
    /// Its address, for calls by a pointer.
    pub address: u64,
}

/// A global variable, decoded.
#[derive(Clone, Debug, Default)]
pub struct GlobalCode {
    /// Its name, as people know it.
    pub name: String,
    /// How many bytes it has.
    pub size: u64,
    /// Where it lies.
    pub align: u64,
    /// What it holds at the start. Shorter than `size` if the rest is zero.
    pub bytes: Vec<u8>,
    /// It may not be written.
    pub is_constant: bool,
    /// Each thread has its own.
    pub is_thread_local: bool,
    /// Where it is declared: a place in [`Code::places`] and one more, or zero.
    pub place: u32,
    /// Its address: [`crate::address::global`] of its number.
    pub address: u64,
    /// What it consists of, if that is known.
    pub shape: Option<ShapeId>,
}

/// Where objects come into being: an `alloca`.
#[derive(Clone, Debug, Default)]
pub struct Site {
    /// What the variable is called, if that is known.
    pub name: String,
    /// What it consists of, if that is known.
    pub shape: Option<ShapeId>,
    /// Where: a place in [`Code::places`] and one more, or zero.
    pub place: u32,
}

impl FunctionCode {
    /// Is it one that people do not know, as nothing of it has a place in the source?
    pub(crate) fn is_of_library(&self) -> bool {
        self.places.iter().all(|place| *place == 0)
    }
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// Its place in [`Code::files`].
    pub file: u32,
    /// From one.
    pub line: u32,
    /// From one; zero if it is not known.
    pub column: u32,
    /// Is it one in inline assembly?
    pub is_assembly: bool,
}

/// A program, decoded.
#[derive(Clone, Debug, Default)]
pub struct Code {
    /// Its functions.
    pub functions: Vec<FunctionCode>,
    /// Its global variables.
    pub globals: Vec<GlobalCode>,
    /// Its stack objects.
    pub sites: Vec<Site>,
    /// Places in the source.
    pub places: Vec<Place>,
    /// Source files.
    pub files: Vec<String>,
    /// What variables consist of.
    pub shapes: Shapes,
    /// Names of functions that are called, but neither defined nor known.
    pub unknown: Vec<String>,
    /// What is not supported.
    pub messages: Vec<String>,
    /// Signatures of calls by a pointer: how many registers the arguments have that
    /// the callee names (if it is variadic), and how many results.
    pub signatures: Vec<Signature>,
    /// The function `main`, if there is one.
    pub main: Option<FunctionId>,
    /// The variables with the arguments of `main` and the environment, if it takes them.
    pub outside: Option<[u32; 2]>,
    /// What runs before `main`.
    pub constructors: Vec<FunctionId>,
    /// What runs after `main`.
    pub destructors: Vec<FunctionId>,
    /// It says itself what its errors are (`reach_error`, `__VERIFIER_error`,
    /// `__VERIFIER_assert`): `abort` is no finding.
    pub names_errors: bool,
    /// It declares a `pthread_t` of its own, an int.
    pub has_int_threads: bool,
    /// It looks at what `pthread_barrier_wait` returns, somewhere.
    pub asks_for_serial: bool,
}

/// What a call by a pointer expects.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Signature {
    /// How many registers are arguments.
    pub arguments: u32,
    /// How many come back.
    pub results: u32,
}
