//! Instructions as the interpreter runs them: operands are resolved, labels are addresses.

use crate::atoms;
use crate::beam::Op;
use crate::term::Term;

const X: u64 = 6;
const Y: u64 = 7;

/// How many argument registers there are.
pub(crate) const REGISTERS: usize = 1024;

/// What an instruction reads: a register or a constant.
///
/// Return addresses and handlers are no constants of programs, so their words mean registers here.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Src(pub(crate) u64);

/// A [`Src`], taken apart.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Operand {
    X(usize),
    Y(usize),
    Constant(Term),
}

impl Src {
    /// The empty list.
    pub(crate) const NIL: Src = Src(Term::NIL.0);

    pub(crate) const fn x(number: u16) -> Src {
        Src(Term::return_to(number as u64).0)
    }

    pub(crate) const fn y(number: u16) -> Src {
        Src(Term::catch(number as u64).0)
    }

    pub(crate) const fn constant(term: Term) -> Src {
        Src(term.0)
    }

    pub(crate) const fn atom_infinity() -> Src {
        Src(atoms::INFINITY.0)
    }

    #[inline]
    pub(crate) fn operand(self) -> Operand {
        let number = (self.0 >> 3) as usize;
        match self.0 & 7 {
            X => Operand::X(number),
            Y => Operand::Y(number),
            _ => Operand::Constant(Term(self.0)),
        }
    }
}

/// The register that an instruction writes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Dst(u16);

impl Dst {
    const OF_STACK: u16 = 1 << 15;

    pub(crate) const X0: Dst = Dst(0);

    pub(crate) const fn x(number: u16) -> Dst {
        Dst(number)
    }

    pub(crate) const fn y(number: u16) -> Dst {
        Dst(number | Dst::OF_STACK)
    }

    /// The number of an argument register, or else of one of the stack.
    #[inline]
    pub(crate) fn register(self) -> Result<usize, usize> {
        match self.0 & Dst::OF_STACK {
            0 => Ok(self.0.into()),
            _ => Err((self.0 & !Dst::OF_STACK).into()),
        }
    }

    /// The same register, to be read.
    pub(crate) fn src(self) -> Src {
        match self.register() {
            Ok(number) => Src::x(number as u16),
            Err(number) => Src::y(number as u16),
        }
    }
}

/// A part of the list of operands.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Operands {
    pub(crate) at: u32,
    pub(crate) len: u16,
}

/// What a test asks of one term.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Type {
    Integer,
    Float,
    Number,
    Atom,
    Pid,
    Reference,
    Port,
    Nil,
    Binary,
    Bitstring,
    List,
    Cons,
    Tuple,
    Function,
    Boolean,
    Map,
}

/// How a bit of arithmetic on float registers goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Float {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// Functions of `erlang` that the interpreter itself knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Special {
    Apply2,
    Apply3,
    Error1,
    Error2,
    Error3,
    Exit1,
    Throw1,
    Raise3,
    NifError,
    FunInfo1,
    FunInfo2,
    FunInfoMfa,
    FunctionExported,
    ModuleLoaded,
    GetModuleInfo1,
    GetModuleInfo2,
    IsBuiltin,
    FunToList,
    /// `erl_features:keywords()`, which would ask process `init`.
    FeatureKeywords,
    SelfPid,
}

/// Is it a tail call, and how many words of the stack are given up before it?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Tail {
    No,
    After(u16),
}

/// An instruction. Labels are addresses; a label 0 is none, and the failure is an exception.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Instr {
    /// The first function of a process has returned.
    Finished,
    /// Behind the code of a module, or a place that cannot be reached.
    Nowhere,
    /// No clause of the function matches.
    NoClause,
    /// An instruction that is not known here.
    Unsupported {
        op: Op,
    },

    Call {
        to: u32,
    },
    CallLast {
        to: u32,
        words: u16,
    },
    CallOnly {
        to: u32,
    },
    CallImport {
        import: u32,
        tail: Tail,
    },
    /// The native function of that number, with its arguments in registers.
    CallNative {
        native: u32,
    },
    /// A function of a module that is native here: its code is not run.
    Native {
        native: u32,
    },
    CallSpecial {
        special: Special,
        native: u32,
        tail: Tail,
    },
    /// The function is in the register behind the arguments.
    CallFun {
        arity: u16,
        tail: Tail,
    },
    CallFun2 {
        fun: Src,
        arity: u16,
        tail: Tail,
    },
    /// Module and function are in the registers behind the arguments.
    Apply {
        arity: u16,
        tail: Tail,
    },

    Allocate {
        words: u16,
    },
    Deallocate {
        words: u16,
    },
    Trim {
        words: u16,
    },
    Init {
        items: Operands,
    },
    Return,
    DeallocateReturn {
        words: u16,
    },
    Jump {
        to: u32,
    },

    Is {
        of: Type,
        src: Src,
        fail: u32,
    },
    IsNil {
        src: Src,
        fail: u32,
    },
    IsCons {
        src: Src,
        fail: u32,
    },
    IsTuple {
        src: Src,
        fail: u32,
    },
    IsInteger {
        src: Src,
        fail: u32,
    },
    IsAtom {
        src: Src,
        fail: u32,
    },
    IsFunction2 {
        src: Src,
        arity: Src,
        fail: u32,
    },
    Less {
        a: Src,
        b: Src,
        fail: u32,
    },
    NotLess {
        a: Src,
        b: Src,
        fail: u32,
    },
    Equal {
        a: Src,
        b: Src,
        fail: u32,
    },
    NotEqual {
        a: Src,
        b: Src,
        fail: u32,
    },
    Identical {
        a: Src,
        b: Src,
        fail: u32,
    },
    /// The same, where one of them is a word that is identical to no other.
    SameWord {
        src: Src,
        word: Term,
        fail: u32,
    },
    NotIdentical {
        a: Src,
        b: Src,
        fail: u32,
    },
    TestArity {
        src: Src,
        arity: u32,
        fail: u32,
    },
    TaggedTuple {
        src: Src,
        arity: u32,
        fail: u32,
        tag: u32,
    },
    Select {
        src: Src,
        table: u32,
        fail: u32,
    },
    SelectArity {
        src: Src,
        table: u32,
        fail: u32,
    },

    Move {
        src: Src,
        dst: Dst,
    },
    Swap {
        a: Dst,
        b: Dst,
    },
    GetHead {
        src: Src,
        dst: Dst,
    },
    GetTail {
        src: Src,
        dst: Dst,
    },
    GetList {
        src: Src,
        head: Dst,
        tail: Dst,
    },
    GetElement {
        src: Src,
        index: u32,
        dst: Dst,
    },
    SetElement {
        value: Src,
        tuple: Src,
        index: u32,
    },
    PutList {
        head: Src,
        tail: Src,
        dst: Dst,
    },
    PutTuple {
        items: Operands,
        dst: Dst,
    },
    /// Pairs of a position and a value.
    UpdateRecord {
        src: Src,
        items: Operands,
        dst: Dst,
    },

    HasMapFields {
        src: Src,
        items: Operands,
        fail: u32,
    },
    GetMapElements {
        src: Src,
        items: Operands,
        fail: u32,
    },
    PutMap {
        src: Src,
        items: Operands,
        fail: u32,
        dst: Dst,
        is_exact: bool,
    },

    Add {
        a: Src,
        b: Src,
        fail: u32,
        dst: Dst,
    },
    Subtract {
        a: Src,
        b: Src,
        fail: u32,
        dst: Dst,
    },
    /// A native function as an instruction, see [`Bif`].
    Bif {
        bif: u32,
    },
    SelfPid {
        dst: Dst,
    },
    LoadFloat {
        src: Src,
        to: u16,
    },
    ConvertFloat {
        src: Src,
        to: u16,
    },
    StoreFloat {
        from: u16,
        dst: Dst,
    },
    CopyFloat {
        from: u16,
        to: u16,
    },
    Float {
        how: Float,
        a: u16,
        b: u16,
        to: u16,
        fail: u32,
    },
    NegateFloat {
        from: u16,
        to: u16,
    },

    MakeFun {
        /// Of the table of functions made by `fun`.
        lambda: u32,
        free: Operands,
        dst: Dst,
    },

    /// Notes a handler in a register of the stack.
    Catch {
        slot: u16,
        to: u32,
    },
    CatchEnd {
        slot: u16,
    },
    TryEnd {
        slot: u16,
    },
    TryCase {
        slot: u16,
    },
    Raise {
        trace: Src,
        value: Src,
    },
    RawRaise,
    BuildTrace,
    /// An error `{Reason, Value}`.
    ErrorWith {
        reason: Term,
        value: Src,
    },
    Error {
        reason: Term,
    },

    LoopRec {
        fail: u32,
        timeout: Src,
    },
    LoopRecEnd {
        to: u32,
    },
    RemoveMessage {
        live: u16,
    },
    Wait {
        to: u32,
        is_alone: bool,
    },
    WaitTimeout {
        to: u32,
        time: Src,
        is_alone: bool,
    },
    Timeout,

    StartMatch {
        src: Src,
        fail: u32,
        dst: Dst,
    },
    /// A program of matching, see [`Matching`].
    Match {
        context: Src,
        matching: u32,
        fail: u32,
    },
    GetBits {
        bits: u32,
    },
    GetPosition {
        context: Src,
        dst: Dst,
    },
    SetPosition {
        context: Src,
        position: Src,
    },
    RestOfBits {
        context: Src,
        dst: Dst,
    },
    MatchString {
        context: Src,
        string: u32,
        fail: u32,
    },
    TestTail {
        context: Src,
        bits: u32,
        fail: u32,
    },
    TestUnit {
        context: Src,
        unit: u32,
        fail: u32,
    },
    CreateBinary {
        binary: u32,
    },
    /// The old way: begins a binary, with the bits of another one if there is one.
    BinaryInit {
        from: Src,
        fail: u32,
        unit: u16,
    },
    BinaryPut {
        segment: u32,
        fail: u32,
    },
    BinaryFinish {
        dst: Dst,
    },
    /// `a + b * unit`, of sizes.
    AddSizes {
        sizes: u32,
    },
    Utf8Size {
        src: Src,
        dst: Dst,
    },
    Utf16Size {
        src: Src,
        dst: Dst,
    },
    InitWritable,
}

/// A native function as an instruction: not a call, so other registers stay.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bif {
    pub(crate) native: u32,
    pub(crate) args: [Src; 3],
    pub(crate) arity: u8,
    pub(crate) fail: u32,
    pub(crate) dst: Dst,
    /// How many argument registers the function uses.
    pub(crate) live: u16,
    /// The size of bits is also that of a context of matching.
    pub(crate) is_size: bool,
}

/// Where to go for which term.
#[derive(Clone, Debug, Default)]
pub(crate) struct Table {
    /// Words that are identical to no other word, in order.
    pub(crate) words: Vec<(u64, u32)>,
    /// Other terms.
    pub(crate) terms: Vec<(Term, u32)>,
}

impl Table {
    /// Where to go for a word.
    #[inline]
    pub(crate) fn word(&self, word: u64) -> Option<u32> {
        if self.words.len() <= 6 {
            let found = self.words.iter().find(|(key, _)| *key == word);
            return found.map(|(_, to)| *to);
        }
        let found = self.words.binary_search_by_key(&word, |(key, _)| *key);
        found.ok().map(|index| self.words[index].1)
    }
}

/// What a segment of a binary holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Segment {
    Integer,
    Float,
    Binary,
    Utf8,
    Utf16,
    Utf32,
}

/// What is read from, or skipped in, a binary that is being matched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GetBits {
    pub(crate) segment: Segment,
    pub(crate) context: Src,
    /// The atom `all` for the rest.
    pub(crate) size: Src,
    pub(crate) unit: u32,
    pub(crate) flags: crate::bits::Flags,
    pub(crate) fail: u32,
    /// None if it is skipped.
    pub(crate) dst: Option<Dst>,
}

/// A command of a program of matching.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Matching {
    AtLeast {
        size: usize,
        unit: usize,
    },
    Exactly {
        size: usize,
    },
    Integer {
        size: usize,
        flags: crate::bits::Flags,
        dst: Dst,
    },
    Binary {
        size: usize,
        dst: Dst,
    },
    Skip {
        size: usize,
    },
    Tail {
        dst: Dst,
    },
    Is {
        size: usize,
        value: u64,
    },
}

/// A segment of a binary that is built.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Put {
    pub(crate) segment: Put0,
    /// Which one it is, from 1.
    pub(crate) number: u32,
    pub(crate) unit: u32,
    pub(crate) flags: crate::bits::Flags,
    pub(crate) value: Src,
    /// The atom `all` for all of a binary.
    pub(crate) size: Src,
}

/// What a segment that is built holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Put0 {
    /// As in matching; appending is the same as a binary here.
    Of(Segment),
    /// Bytes of the module's, by number.
    Bytes(u32),
}

/// A binary that is built by one instruction.
#[derive(Clone, Debug)]
pub(crate) struct CreateBinary {
    pub(crate) puts: Vec<Put>,
    /// Is the first of them a binary that the others are appended to?
    pub(crate) appends: bool,
    pub(crate) fail: u32,
    pub(crate) dst: Dst,
}

/// `a + b * unit`, of sizes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AddSizes {
    pub(crate) a: Src,
    pub(crate) b: Src,
    pub(crate) unit: u32,
    pub(crate) fail: u32,
    pub(crate) dst: Dst,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_instruction_is_three_words() {
        assert_eq!(size_of::<Instr>(), 24);
    }
}
