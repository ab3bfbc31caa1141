//! LLVM IR as the reader leaves it: what a `.ll` file says, and no more.
//!
//! Attributes that do not change what a program does are gone, and so is what
//! typed pointers point to (every instruction that needs to know says so itself):
//! modules of clang 14 and of clang 19 look the same here. Types and constants
//! are kept in tables of the module, names of values are numbers.

use rustc_hash::FxHashMap;

use crate::shape::{ShapeId, Shapes};

/// A type of a module: its place in [`Module::types`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct TypeId(pub u32);

/// A type. Equal types have equal [`TypeId`]s, but for named structs.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Type {
    /// No value.
    Void,
    /// An integer of that many bits.
    Int(u32),
    /// `half` or `bfloat`.
    Half,
    /// `float`.
    Float,
    /// `double`.
    Double,
    /// `x86_fp80`.
    X86Fp80,
    /// `fp128` or `ppc_fp128`.
    Fp128,
    /// Any pointer, typed or opaque.
    Pointer,
    /// An array.
    Array(u64, TypeId),
    /// A vector of fixed length.
    Vector(u64, TypeId),
    /// A struct.
    Struct {
        /// Without padding.
        is_packed: bool,
        /// The types of its fields.
        fields: Vec<TypeId>,
    },
    /// A struct with a name: its place in [`Module::named`].
    Named(u32),
    /// A function.
    Function {
        /// What it returns.
        result: TypeId,
        /// What it takes.
        parameters: Vec<TypeId>,
        /// It takes more.
        is_variadic: bool,
    },
    /// A label, metadata, a token: nothing a program computes with.
    Other,
}

/// A struct with a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NamedStruct {
    /// Without the percent sign.
    pub name: String,
    /// None as long as it is `opaque`.
    pub body: Option<TypeId>,
}

/// A module: a file, or several that were linked.
#[derive(Clone, Default, Debug)]
pub struct Module {
    /// The file it comes from; the files, if several were linked.
    pub name: String,
    /// The data layout, as it is written.
    pub data_layout: String,
    /// The target, as it is written.
    pub triple: String,
    /// All types.
    pub types: Vec<Type>,
    /// All structs with names.
    pub named: Vec<NamedStruct>,
    /// All constants that instructions and initialisers use.
    pub constants: Vec<Constant>,
    /// All that has an address: variables, functions and aliases.
    pub symbols: Vec<Symbol>,
    /// The functions that run before `main`, by priority, then order.
    pub constructors: Vec<SymbolId>,
    /// Those that run after it, in the order in which they run.
    pub destructors: Vec<SymbolId>,
    /// The priorities of the constructors, one for each.
    pub constructor_priorities: Vec<u32>,
    /// The priorities of the destructors, one for each.
    pub destructor_priorities: Vec<u32>,
    /// Places in the source.
    pub locations: Vec<Location>,
    /// The paths of source files, as the compiler was given them.
    pub files: Vec<String>,
    /// For each file, the directory that its path is relative to.
    pub directories: Vec<String>,
    /// What variables consist of, as the source says.
    pub shapes: Shapes,
}

/// A place in [`Module::symbols`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SymbolId(pub u32);

/// A place in [`Module::constants`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct ConstantId(pub u32);

/// A place in [`Module::locations`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocationId(pub u32);

/// Something with an address.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// Its name, without the sign.
    pub name: String,
    /// How it is linked.
    pub linkage: Linkage,
    /// What it is.
    pub kind: SymbolKind,
}

/// How a symbol meets those of the same name in other modules.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Linkage {
    /// Only its own module sees it (`internal`, `private`).
    Internal,
    /// One definition is enough, any (`weak`, `linkonce`, `common`, and so on).
    Weak,
    /// There is one.
    External,
}

/// What a symbol is.
#[derive(Clone, Debug)]
pub enum SymbolKind {
    /// A variable.
    Variable(Variable),
    /// A function.
    Function(Box<Function>),
    /// Another name for what this constant says.
    Alias(ConstantId),
}

/// A global variable.
#[derive(Clone, Debug)]
pub struct Variable {
    /// The type of what it holds.
    pub ty: TypeId,
    /// What it holds at the start; none if it is defined elsewhere.
    pub initial: Option<ConstantId>,
    /// Nobody may write it.
    pub is_constant: bool,
    /// Each thread has its own.
    pub is_thread_local: bool,
    /// Zero if it is not said.
    pub align: u64,
    /// What it is called in the source, and where, if that is known.
    pub source: Option<(String, LocationId)>,
    /// What it consists of, if that is known.
    pub shape: Option<ShapeId>,
}

/// A function.
#[derive(Clone, Default, Debug)]
pub struct Function {
    /// What it returns.
    pub result: Option<TypeId>,
    /// What it takes: the first locals of its body.
    pub parameters: Vec<Parameter>,
    /// It takes more.
    pub is_variadic: bool,
    /// Its blocks, the entry first; none if it is only declared.
    pub blocks: Vec<Block>,
    /// The types of its locals: parameters and results of instructions.
    pub locals: Vec<TypeId>,
    /// For each local that is the address of a variable on the stack, what the
    /// variable is called in the source, if that is known.
    pub local_names: Vec<Option<String>>,
    /// What those variables consist of; empty, or one for each local.
    pub local_shapes: Vec<Option<ShapeId>>,
    /// What it is called in the source, if that is known and another name.
    pub source_name: Option<String>,
    /// Where it begins.
    pub location: Option<LocationId>,
}

/// A parameter of a function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Parameter {
    /// Its type.
    pub ty: TypeId,
    /// `byval`: the callee gets a copy of what the pointer points to, of this type.
    pub by_value: Option<TypeId>,
}

/// A basic block.
#[derive(Clone, Default, Debug)]
pub struct Block {
    /// Its instructions; the last is the only one that ends the block.
    pub instructions: Vec<Instruction>,
}

/// A place among the blocks of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct BlockId(pub u32);

/// A place among the locals of a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct LocalId(pub u32);

/// What an instruction computes with.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Value {
    /// A parameter, or what an instruction left.
    Local(LocalId),
    /// A constant.
    Constant(ConstantId),
}

/// A value and its type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Typed {
    /// The type.
    pub ty: TypeId,
    /// The value.
    pub value: Value,
}

/// A constant and its type.
#[derive(Clone, PartialEq, Debug)]
pub struct Constant {
    /// The type.
    pub ty: TypeId,
    /// The constant.
    pub kind: ConstantKind,
}

/// What a constant is.
#[derive(Clone, PartialEq, Debug)]
pub enum ConstantKind {
    /// An integer, its lowest bits first (up to 128).
    Int(u128),
    /// A number, as a `double` (the bits of an `x86_fp80` are rounded to one).
    Float(f64),
    /// Zero of any type: `null`, `zeroinitializer`, `false`.
    Zero,
    /// Nothing in particular: `undef`, `poison`.
    Undefined,
    /// The elements of an array, struct or vector.
    Aggregate(Vec<ConstantId>),
    /// The bytes of an array of them.
    Bytes(Vec<u8>),
    /// The address of a symbol.
    Symbol(SymbolId),
    /// The address of a block of a function.
    BlockAddress(SymbolId, BlockId),
    /// `getelementptr`: the type it steps through, the base, the indices.
    GetElementPtr(TypeId, ConstantId, Vec<ConstantId>),
    /// A conversion.
    Cast(Cast, ConstantId),
    /// Arithmetic.
    Binary(BinaryOp, ConstantId, ConstantId),
    /// A comparison of integers or pointers.
    Compare(IntPredicate, ConstantId, ConstantId),
    /// One or the other.
    Select(ConstantId, ConstantId, ConstantId),
}

/// A place in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Location {
    /// Its place in [`Module::files`].
    pub file: u32,
    /// From one; zero if it is not known.
    pub line: u32,
    /// From one; zero if it is not known.
    pub column: u32,
}

/// An instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    /// What it does.
    pub kind: InstructionKind,
    /// Where its result goes, if it has one.
    pub result: Option<LocalId>,
    /// Where it comes from.
    pub location: Option<LocationId>,
}

/// What an instruction does.
#[derive(Clone, Debug)]
pub enum InstructionKind {
    /// Arithmetic on integers or numbers, or on vectors of them.
    Binary(BinaryOp, Typed, Value),
    /// `fneg`.
    Negate(Typed),
    /// `icmp`.
    CompareInt(IntPredicate, Typed, Value),
    /// `fcmp`.
    CompareFloat(FloatPredicate, Typed, Value),
    /// A conversion.
    Cast(Cast, Typed, TypeId),
    /// `select`: the condition, and the two.
    Select(Typed, Typed, Value),
    /// `freeze`.
    Freeze(Typed),
    /// `getelementptr`: the type that it steps through, the base, the indices.
    GetElementPtr(TypeId, Typed, Vec<Typed>),
    /// `alloca`.
    Alloca {
        /// The type.
        ty: TypeId,
        /// How many of it; one, if it is not said.
        count: Option<Typed>,
        /// Zero if it is not said.
        align: u64,
    },
    /// `load`.
    Load {
        /// What is loaded.
        ty: TypeId,
        /// From where.
        pointer: Value,
        /// Which access it is.
        access: MemoryAccess,
    },
    /// `store`.
    Store {
        /// What is stored.
        value: Typed,
        /// Where to.
        pointer: Value,
        /// Which access it is.
        access: MemoryAccess,
    },
    /// `atomicrmw`.
    ReadModifyWrite {
        /// What it does with the two.
        op: RmwOp,
        /// Where.
        pointer: Value,
        /// The operand.
        value: Typed,
        /// Its order.
        order: Order,
        /// Is it `volatile`?
        is_volatile: bool,
    },
    /// `cmpxchg`: leaves the value and whether it was exchanged.
    CompareExchange {
        /// Where.
        pointer: Value,
        /// What is expected.
        expected: Typed,
        /// What is written then.
        new: Value,
        /// The order if it succeeds.
        success: Order,
        /// The order if it fails.
        failure: Order,
        /// It may fail for no reason.
        is_weak: bool,
    },
    /// `fence`.
    Fence {
        /// Its order.
        order: Order,
        /// Only with signal handlers of the same thread (`syncscope("singlethread")`).
        is_single_thread: bool,
    },
    /// `extractvalue`.
    ExtractValue(Typed, Vec<u32>),
    /// `insertvalue`: the aggregate, the part, and where it goes.
    InsertValue(Typed, Typed, Vec<u32>),
    /// `extractelement`: the vector and the index.
    ExtractElement(Typed, Typed),
    /// `insertelement`: the vector, the element and the index.
    InsertElement(Typed, Typed, Typed),
    /// `shufflevector`: the two vectors, and for each element of the result its
    /// place in both together; none for any.
    ShuffleVector(Typed, Value, Vec<Option<u32>>),
    /// `phi`: what it is by the block that one came from.
    Phi(TypeId, Vec<(Value, BlockId)>),
    /// `call`, or `invoke` (which goes on at a block).
    Call(Box<Call>),
    /// `va_arg`.
    VaArg(Typed, TypeId),
    /// `landingpad`: never reached, as nothing is thrown.
    LandingPad,
    /// `ret`.
    Return(Option<Typed>),
    /// `br` to a block.
    Jump(BlockId),
    /// `br` by a condition.
    Branch(Value, BlockId, BlockId),
    /// `switch`: the value, where to go otherwise, and the cases.
    Switch(Typed, BlockId, Vec<(ConstantId, BlockId)>),
    /// `indirectbr`.
    IndirectBranch(Value, Vec<BlockId>),
    /// `unreachable`, `resume`.
    Unreachable,
    /// Something that is not supported: refused if it is reached. The text of it.
    Unsupported(String),
}

/// Which access of memory a load or store is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MemoryAccess {
    /// None if it is not atomic.
    pub order: Option<Order>,
    /// Is it `volatile`?
    pub is_volatile: bool,
    /// Zero if it is not said.
    pub align: u64,
}

/// The order of an atomic access.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Order {
    /// `unordered`, `monotonic`.
    Relaxed,
    /// `acquire`.
    Acquire,
    /// `release`.
    Release,
    /// `acq_rel`.
    AcquireRelease,
    /// `seq_cst`.
    SequentiallyConsistent,
}

/// What `atomicrmw` does with what is there and its operand.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum RmwOp {
    Exchange,
    Add,
    Sub,
    And,
    Nand,
    Or,
    Xor,
    Max,
    Min,
    UMax,
    UMin,
    FAdd,
    FSub,
    FMax,
    FMin,
    UIncWrap,
    UDecWrap,
}

/// What is called, and with what.
#[derive(Clone, Debug)]
pub struct Call {
    /// What is called.
    pub callee: Callee,
    /// What it returns.
    pub result: TypeId,
    /// What it is given. Metadata is left out.
    pub arguments: Vec<Argument>,
    /// How many of these are named parameters, if the callee is variadic.
    pub fixed: Option<u32>,
    /// Where an `invoke` goes on.
    pub next: Option<BlockId>,
}

/// An argument of a call.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Argument {
    /// The value.
    pub value: Typed,
    /// `byval`: the callee gets a copy of what it points to, of this type.
    pub by_value: Option<TypeId>,
    /// `elementtype`: what it points to, for operands of assembly in memory.
    pub element_type: Option<TypeId>,
}

/// What is called.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Callee {
    /// A value: mostly the constant address of a function.
    Value(Value),
    /// Assembly: the template and the constraints.
    Assembly {
        /// What it says.
        template: String,
        /// Its operands.
        constraints: String,
    },
}

/// Arithmetic.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum BinaryOp {
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
    FAdd,
    FSub,
    FMul,
    FDiv,
    FRem,
}

/// Conversions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum Cast {
    Trunc,
    ZExt,
    SExt,
    FpTrunc,
    FpExt,
    FpToUi,
    FpToSi,
    UiToFp,
    SiToFp,
    PtrToInt,
    IntToPtr,
    /// `bitcast` and `addrspacecast`.
    Bitcast,
}

/// Comparisons of integers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum IntPredicate {
    Eq,
    Ne,
    Ugt,
    Uge,
    Ult,
    Ule,
    Sgt,
    Sge,
    Slt,
    Sle,
}

/// Comparisons of numbers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names of LLVM")]
pub enum FloatPredicate {
    False,
    Oeq,
    Ogt,
    Oge,
    Olt,
    Ole,
    One,
    Ord,
    Ueq,
    Ugt,
    Uge,
    Ult,
    Ule,
    Une,
    Uno,
    True,
}

impl Module {
    /// The type behind an identifier.
    #[must_use]
    pub fn ty(&self, ty: TypeId) -> &Type {
        &self.types[ty.0 as usize]
    }

    /// The constant behind an identifier.
    #[must_use]
    pub fn constant(&self, constant: ConstantId) -> &Constant {
        &self.constants[constant.0 as usize]
    }

    /// The symbol behind an identifier.
    #[must_use]
    pub fn symbol(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }

    /// The symbols by name, without those that only one file sees.
    #[must_use]
    pub fn by_name(&self) -> FxHashMap<&str, SymbolId> {
        let symbols = self.symbols.iter().zip(0..);
        let visible = symbols.filter(|(symbol, _)| symbol.linkage != Linkage::Internal);
        visible
            .map(|(symbol, number)| (symbol.name.as_str(), SymbolId(number)))
            .collect()
    }
}
