//! The instructions, each described once: what it has, what kind of thing it does, and how
//! it is printed. What passes ask of an instruction, and the printer, are made from that table.
//!
//! The type of a field says what the field is for:
//!
//! | type | the field is |
//! |---|---|
//! | [`Reg`] | the register that is written, the first of them if there are several |
//! | [`Src`] | an operand |
//! | [`Operands`] | more operands, in the list of the function |
//! | [`Counter`] | the register that counts the rounds of a loop |
//! | [`Label`] | where it may go on |
//! | [`LiveId`] | the registers that matter there |
//!
//! After the fields comes its [`Role`], when it does not have it (`unless`), and how many
//! registers it `writes`, if not one.

use super::{
    Access, BitsOp, Division, Exchange, FloatCast, FloatOp, FunctionId, NOT_LIVE, Operands, Shift,
    SiteId, Src, WideOp,
};
use crate::builtin::Builtin;
use crate::ir::{FloatPredicate, IntPredicate, Order, RmwOp};

/// A register of the frame.
pub type Reg = u32;
/// The register that counts the rounds of a loop.
pub type Counter = u32;
/// A place in the code of a function.
pub type Label = u32;
/// A place in [`super::FunctionCode::live`], or [`NOT_LIVE`].
pub type LiveId = u32;
/// Is a number a `double`? If not, it is a `float`.
pub type IsDouble = bool;
/// A place in [`super::FunctionCode::switches`].
pub type SwitchId = u32;
/// A place in [`super::Code::signatures`].
pub type SignatureId = u32;
/// A place in [`super::Code::unknown`].
pub type UnknownId = u32;
/// A place in [`super::Code::globals`].
pub type GlobalId = u32;
/// A place in [`super::Code::messages`].
pub type MessageId = u32;

/// The table. Calls a macro with all of it.
macro_rules! instructions {
    ($make:ident) => {
        $make! {
            /// One register.
            Move { to: Reg, a: Src } => Computes, "r{to} = {a}";
            /// Makes registers undefined: variables that may be read before they are written,
            /// when they come into being.
            Undefine { to: Reg, count: u32 } => Computes writes(*count),
                "r{to}..{end} = undefined", end = to + count;
            Add { to: Reg, a: Src, b: Src, bits: u8 } => Computes, "r{to} = {a} + {b} :{bits}";
            Sub { to: Reg, a: Src, b: Src, bits: u8 } => Computes, "r{to} = {a} - {b} :{bits}";
            Mul { to: Reg, a: Src, b: Src, bits: u8 } => Computes, "r{to} = {a} * {b} :{bits}";
            /// Division by zero, and overflow of a signed one, are findings.
            Divide { op: Division, to: Reg, a: Src, b: Src, bits: u8 } => Acts,
                "r{to} = {op:?} {a}, {b} :{bits}";
            Shift { op: Shift, to: Reg, a: Src, b: Src, bits: u8 } => Computes,
                "r{to} = {op:?} {a}, {b} :{bits}";
            And { to: Reg, a: Src, b: Src } => Computes, "r{to} = {a} & {b}";
            Or { to: Reg, a: Src, b: Src } => Computes, "r{to} = {a} | {b}";
            Xor { to: Reg, a: Src, b: Src } => Computes, "r{to} = {a} ^ {b}";
            Compare { predicate: IntPredicate, to: Reg, a: Src, b: Src, bits: u8 } => Computes,
                "r{to} = {predicate:?} {a}, {b} :{bits}";
            /// Integers of 65 to 128 bits: each operand is two, low half first. `high` has the
            /// high halves.
            Wide { op: WideOp, to: Reg, a: Src, b: Src, bits: u8, high: Operands }
                => Computes unless(op.divides()) writes(2),
                "r{to}.. = wide {op:?} {a}, {b}, high {high} :{bits}";
            /// A comparison of those.
            CompareWide {
                predicate: IntPredicate, to: Reg, a: Src, b: Src, bits: u8, high: Operands
            } => Computes, "r{to} = wide {predicate:?} {a}, {b}, high {high} :{bits}";
            Truncate { to: Reg, a: Src, bits: u8 } => Computes, "r{to} = truncate {a} :{bits}";
            /// Extends the sign of a number of `from` bits to `bits`. (Extension by zeros is a
            /// move.)
            SignExtend { to: Reg, a: Src, from: u8, bits: u8 } => Computes,
                "r{to} = extend {a} :{from} :{bits}";
            Float { op: FloatOp, to: Reg, a: Src, b: Src, is_double: IsDouble } => Computes,
                "r{to} = float {op:?} {a}, {b}{is_double}";
            CompareFloat { predicate: FloatPredicate, to: Reg, a: Src, b: Src, is_double: IsDouble }
                => Computes, "r{to} = float {predicate:?} {a}, {b}{is_double}";
            /// Conversions from and to numbers; `bits` is that of the integer.
            ConvertFloat { op: FloatCast, to: Reg, a: Src, bits: u8, is_double: IsDouble }
                => Computes, "r{to} = {op:?} {a} :{bits}{is_double}";
            Select { to: Reg, condition: Src, a: Src, b: Src } => Computes,
                "r{to} = {condition} ? {a} : {b}";
            /// `freeze`: what is undefined becomes zero.
            Freeze { to: Reg, a: Src } => Computes, "r{to} = freeze {a}";
            /// An address: `a + offset`.
            Offset { to: Reg, a: Src, offset: i64 } => Computes, "r{to} = {a} + {offset} bytes";
            /// An address: `a + index * scale + offset`. The index is a signed number of `from`
            /// bits.
            Index { to: Reg, a: Src, index: Src, scale: i32, offset: i32, from: u8 } => Computes,
                "r{to} = {a} + {index}:{from} * {scale}{more} bytes",
                more = if offset == 0 { String::new() } else { format!(" + {offset}") };
            /// Operations on the bits of an integer.
            Bits { op: BitsOp, to: Reg, a: Src, bits: u8 } => Computes,
                "r{to} = {op:?} {a} :{bits}";
            /// `fma`: `a * b + c`, rounded once; the operands are three.
            FusedMultiplyAdd { to: Reg, operands: Operands, is_double: IsDouble } => Computes,
                "r{to} = fma {operands}{is_double}";
            /// A new object on the stack, of `count * size` bytes (`count` has 64 bits).
            /// `site` names it.
            Alloca { to: Reg, count: Src, size: u32, align: u32, site: SiteId } => Acts,
                "r{to} = alloca {count} * {size}, align {align} `{site}`";
            /// Loads a scalar of 1, 2, 4 or 8 bytes.
            Load { to: Reg, address: Src, access: Access, live: LiveId } => Acts,
                "r{to} = load.{access} {address}{live}";
            /// Loads a scalar that has fewer bits than its bytes have.
            LoadBits { to: Reg, address: Src, access: Access, bits: u8, live: LiveId } => Acts,
                "r{to} = load.{access} {address} :{bits}{live}";
            Store { a: Src, address: Src, access: Access } => Acts,
                "store.{access} {a} -> {address}";
            /// `atomicrmw`. If `is_unused`, nothing reads what it leaves in `to`.
            Rmw {
                op: RmwOp, is_unused: bool, to: Reg, address: Src, a: Src, access: Access,
                live: LiveId
            } => Acts, "{result} = rmw.{access} {op:?} {address}, {a}{live}",
                result = if is_unused { "_".to_owned() } else { format!("r{to}") };
            /// `cmpxchg`: leaves the value in `to` and whether it was exchanged in the register
            /// after it.
            CompareExchange {
                to: Reg, address: Src, expected: Src, new: Src, exchange: Exchange, live: LiveId
            } => Acts writes(2), "r{to}.. = cmpxchg.{exchange} {address}, {expected}, {new}{live}";
            /// The same with 16 bytes: the operands are two each, low half first; the result is
            /// three registers.
            CompareExchangeWide {
                to: Reg, address: Src, operands: Operands, exchange: Exchange, live: LiveId
            } => Acts writes(3), "r{to}.. = cmpxchg.{exchange} {address}, {operands}{live}";
            Fence { order: Order } => Acts, "fence {order:?}";
            Jump { to: Label } => Ends, "jump {to}";
            Branch { condition: Src, yes: Label, no: Label } => Ends,
                "if {condition} {yes} else {no}";
            /// A comparison and a branch by it.
            BranchIf { predicate: IntPredicate, a: Src, b: Src, bits: u8, yes: Label, no: Label }
                => Ends, "if {predicate:?} {a}, {b} :{bits} {yes} else {no}";
            /// One of the cases of [`super::FunctionCode::switches`]. (So is `indirectbr`: the
            /// cases are the addresses of its labels.)
            Switch { a: Src, table: SwitchId } => Ends, "switch {a} {table}";
            /// Goes on after a loop's last instruction with its first: counts the rounds in a
            /// register that is set to zero where the loop is entered.
            Again { rounds: Counter, to: Label, live: LiveId } => Ends,
                "again {to} (r{rounds}){live}";
            /// Calls a function of the program. Arguments go, one after the other, into the
            /// first registers of the new frame; results come into `to` and after it.
            Call { function: FunctionId, arguments: Operands, to: Reg, live: LiveId } => Acts,
                "r{to} = call {function}({arguments}){live}";
            /// The same, with the address of the function in the first of the operands.
            CallIndirect { arguments: Operands, to: Reg, live: LiveId, signature: SignatureId }
                => Acts, "r{to} = call *({arguments}) {signature}{live}";
            /// Calls what the interpreter knows itself.
            CallBuiltin { builtin: Builtin, arguments: Operands, to: Reg, live: LiveId } => Acts,
                "r{to} = builtin {builtin}({arguments}){live}";
            /// Calls a function that is neither defined nor known: an error.
            CallUnknown { name: UnknownId } => Ends, "unknown function {name}";
            Return { values: Operands } => Ends, "return {values}";
            /// Copies `length` bytes; the ranges may overlap if `may_overlap`.
            Copy { target: Src, source: Src, length: Src, may_overlap: bool } => Acts,
                "{kind} {length} bytes {source} -> {target}",
                kind = if may_overlap { "move" } else { "copy" };
            /// Fills `length` bytes with the lowest byte of `a`.
            Fill { target: Src, a: Src, length: Src } => Acts,
                "fill {length} bytes of {target} with {a}";
            /// Makes the `va_list` at this address begin with the first argument that has no
            /// name.
            VaStart { address: Src } => Acts, "va_start {address}";
            /// What a thread-local variable is in this thread.
            ThreadLocal { to: Reg, global: GlobalId } => Computes, "r{to} = thread-local &{global}";
            /// How many objects the stack has.
            StackSave { to: Reg } => Acts, "r{to} = stack";
            /// Ends the lives of objects that `alloca` made since the matching save.
            StackRestore { a: Src } => Acts, "stack = {a}";
            /// The program said that this is not reached.
            Unreachable => Ends, "unreachable";
            /// Something that is not supported: an error.
            Unsupported { message: MessageId } => Ends, "error: {message}";
        }
    };
}
pub(crate) use instructions;

/// What an instruction does, for passes.
enum Role {
    /// It does nothing but write its registers, and cannot fail.
    Computes,
    /// It does something else, and the next instruction comes after it.
    Acts,
    /// It is the last of its block.
    Ends,
}

/// A field of an instruction that passes may ask for.
enum Part<'a> {
    Target(&'a mut Reg),
    Source(&'a mut Src),
    List(&'a mut Operands),
    Counter(&'a mut Reg),
    Label(&'a mut Label),
    Live(&'a mut LiveId),
}

/// What a field is, by its type.
macro_rules! part {
    ($f:ident, $field:ident, Reg) => {
        $f(Part::Target($field))
    };
    ($f:ident, $field:ident, Src) => {
        $f(Part::Source($field))
    };
    ($f:ident, $field:ident, Operands) => {
        $f(Part::List($field))
    };
    ($f:ident, $field:ident, Counter) => {
        $f(Part::Counter($field))
    };
    ($f:ident, $field:ident, Label) => {
        $f(Part::Label($field))
    };
    ($f:ident, $field:ident, LiveId) => {
        $f(Part::Live($field))
    };
    ($f:ident, $field:ident, $other:ident) => {};
}

macro_rules! live {
    ($field:ident, LiveId) => {
        return *$field
    };
    ($field:ident, $other:ident) => {};
}

macro_rules! define {
    ($(
        $(#[$doc:meta])*
        $name:ident $({ $($field:ident: $type:ident),* })?
            => $role:ident $(unless($fails:expr))? $(writes($count:expr))?,
            $text:literal $(, $key:ident = $value:expr)*;
    )*) => {
        /// An instruction. Unless said otherwise, `bits` is how many bits the operands have,
        /// from 1 to 64.
        #[derive(Clone, Copy, PartialEq, Debug)]
        #[allow(missing_docs, reason = "`to` is where the result goes, `a` and `b` are operands")]
        pub enum Op {
            $($(#[$doc])* $name $({ $($field: $type),* })?,)*
        }

        #[allow(unused_variables, reason = "each of these asks for some fields only")]
        impl Op {
            fn parts<'a>(&'a mut self, mut f: impl FnMut(Part<'a>)) {
                match self {
                    $(Op::$name $({ $($field),* })? => { $($(part!(f, $field, $type);)*)? })*
                }
            }

            /// The registers that matter there, or [`NOT_LIVE`].
            #[inline]
            pub(crate) fn live(&self) -> LiveId {
                match self {
                    $(Op::$name $({ $($field),* })? => { $($(live!($field, $type);)*)? })*
                }
                NOT_LIVE
            }

            /// Does it do nothing but write its registers, and cannot fail?
            pub(crate) fn is_pure(&self) -> bool {
                match self {
                    $(Op::$name $({ $($field),* })? => {
                        matches!(Role::$role, Role::Computes) $(&& !$fails)?
                    })*
                }
            }

            /// Is it the last of its block?
            pub(crate) fn ends_block(&self) -> bool {
                match self {
                    $(Op::$name $({ $($field),* })? => matches!(Role::$role, Role::Ends),)*
                }
            }

            /// How many registers it writes, if it writes any and is no call.
            pub(crate) fn results(&self) -> u32 {
                match self {
                    // One, unless the table says otherwise.
                    $(Op::$name $({ $($field),* })? => [$($count,)? 1][0],)*
                }
            }
        }
    };
}

instructions!(define);

impl Op {
    /// The register that it writes, the first of them if there are several.
    pub(crate) fn target(&mut self) -> Option<&mut Reg> {
        let mut target = None;
        self.parts(|part| {
            if let Part::Target(register) = part {
                target = Some(register);
            }
        });
        target
    }

    /// Calls with all operands that are not in the list.
    pub(crate) fn each_source(&mut self, mut f: impl FnMut(&mut Src)) {
        self.parts(|part| {
            if let Part::Source(source) = part {
                f(source);
            }
        });
    }

    /// The operands in the list, if it has such.
    pub(crate) fn list(&mut self) -> Option<&mut Operands> {
        let mut list = None;
        self.parts(|part| {
            if let Part::List(operands) = part {
                list = Some(operands);
            }
        });
        list
    }

    /// Calls with all labels.
    pub(crate) fn each_label(&mut self, mut f: impl FnMut(&mut Label)) {
        self.parts(|part| {
            if let Part::Label(label) = part {
                f(label);
            }
        });
    }

    /// Calls with all registers that it names itself, for reading or writing.
    pub(crate) fn each_register(&mut self, mut f: impl FnMut(&mut Reg)) {
        self.parts(|part| match part {
            Part::Target(register) | Part::Counter(register) => f(register),
            Part::Source(source) if !source.is_constant() => f(&mut source.0),
            _ => {}
        });
    }

    /// Where it keeps which registers matter there.
    pub(crate) fn live_mut(&mut self) -> Option<&mut LiveId> {
        let mut live = None;
        self.parts(|part| {
            if let Part::Live(id) = part {
                live = Some(id);
            }
        });
        live
    }

    /// Is it a call of that builtin?
    pub(crate) fn calls(&self, wanted: Builtin) -> bool {
        matches!(self, Op::CallBuiltin { builtin, .. } if *builtin == wanted)
    }
}

// Instructions are read one after the other all the time.
const _: () = assert!(size_of::<Op>() == 24);
