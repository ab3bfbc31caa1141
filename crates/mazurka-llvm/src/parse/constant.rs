//! Constants and constant expressions.

use super::lexer::{Name, Result, Token, unescape};
use super::{Parser, number};
use crate::ir::{
    BinaryOp, BlockId, Cast, Constant, ConstantId, ConstantKind, IntPredicate, SymbolId, Type,
    TypeId,
};

/// The longest vector: what `splat` and masks of shuffles may be spelled out to.
pub(super) const MAX_VECTOR: u64 = 4096;

/// Constants that are kept only once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Simple {
    Int(TypeId, u128),
    Zero(TypeId),
    Undefined(TypeId),
    Symbol(SymbolId),
}

/// The address of a block, whose function may not have been read yet.
#[derive(Clone, Copy, Debug)]
pub(super) struct BlockReference<'a> {
    /// The constant.
    constant: ConstantId,
    function: SymbolId,
    block: Name<'a>,
    /// Where it is asked for.
    start: usize,
}

/// Words that values begin with: all others before a value are attributes.
pub(super) fn is_value_word(word: &[u8]) -> bool {
    matches!(
        word,
        b"true"
            | b"false"
            | b"null"
            | b"none"
            | b"undef"
            | b"poison"
            | b"zeroinitializer"
            | b"blockaddress"
            | b"dso_local_equivalent"
            | b"no_cfi"
            | b"splat"
            | b"ptrauth"
            | b"asm"
            | b"getelementptr"
            | b"select"
            | b"icmp"
            | b"fcmp"
            | b"fneg"
            | b"extractelement"
            | b"insertelement"
            | b"shufflevector"
            | b"extractvalue"
            | b"insertvalue"
    ) || cast_of(word).is_some()
        || binary_of(word).is_some()
}

/// The conversion with that name.
pub(super) fn cast_of(word: &[u8]) -> Option<Cast> {
    let cast = match word {
        b"trunc" => Cast::Trunc,
        b"zext" => Cast::ZExt,
        b"sext" => Cast::SExt,
        b"fptrunc" => Cast::FpTrunc,
        b"fpext" => Cast::FpExt,
        b"fptoui" => Cast::FpToUi,
        b"fptosi" => Cast::FpToSi,
        b"uitofp" => Cast::UiToFp,
        b"sitofp" => Cast::SiToFp,
        b"ptrtoint" | b"ptrtoaddr" => Cast::PtrToInt,
        b"inttoptr" => Cast::IntToPtr,
        b"bitcast" | b"addrspacecast" => Cast::Bitcast,
        _ => return None,
    };
    Some(cast)
}

/// The arithmetic with that name.
pub(super) fn binary_of(word: &[u8]) -> Option<BinaryOp> {
    let op = match word {
        b"add" => BinaryOp::Add,
        b"sub" => BinaryOp::Sub,
        b"mul" => BinaryOp::Mul,
        b"udiv" => BinaryOp::UDiv,
        b"sdiv" => BinaryOp::SDiv,
        b"urem" => BinaryOp::URem,
        b"srem" => BinaryOp::SRem,
        b"shl" => BinaryOp::Shl,
        b"lshr" => BinaryOp::LShr,
        b"ashr" => BinaryOp::AShr,
        b"and" => BinaryOp::And,
        b"or" => BinaryOp::Or,
        b"xor" => BinaryOp::Xor,
        b"fadd" => BinaryOp::FAdd,
        b"fsub" => BinaryOp::FSub,
        b"fmul" => BinaryOp::FMul,
        b"fdiv" => BinaryOp::FDiv,
        b"frem" => BinaryOp::FRem,
        _ => return None,
    };
    Some(op)
}

/// Is it arithmetic of numbers, not of integers?
pub(super) fn is_float_op(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem
    )
}

/// The comparison of integers with that name.
pub(super) fn int_predicate(word: &[u8]) -> Option<IntPredicate> {
    let predicate = match word {
        b"eq" => IntPredicate::Eq,
        b"ne" => IntPredicate::Ne,
        b"ugt" => IntPredicate::Ugt,
        b"uge" => IntPredicate::Uge,
        b"ult" => IntPredicate::Ult,
        b"ule" => IntPredicate::Ule,
        b"sgt" => IntPredicate::Sgt,
        b"sge" => IntPredicate::Sge,
        b"slt" => IntPredicate::Slt,
        b"sle" => IntPredicate::Sle,
        _ => return None,
    };
    Some(predicate)
}

impl<'a> Parser<'a> {
    fn push(&mut self, ty: TypeId, kind: ConstantKind) -> ConstantId {
        let id = ConstantId(self.module.constants.len() as u32);
        self.module.constants.push(Constant { ty, kind });
        id
    }

    fn push_once(&mut self, simple: Simple) -> ConstantId {
        if let Some(&id) = self.constant_ids.get(&simple) {
            return id;
        }
        let (ty, kind) = match simple {
            Simple::Int(ty, value) => (ty, ConstantKind::Int(value)),
            Simple::Zero(ty) => (ty, ConstantKind::Zero),
            Simple::Undefined(ty) => (ty, ConstantKind::Undefined),
            Simple::Symbol(symbol) => (self.common.pointer, ConstantKind::Symbol(symbol)),
        };
        let id = self.push(ty, kind);
        self.constant_ids.insert(simple, id);
        id
    }

    /// A type and a constant of it.
    pub(super) fn typed_constant(&mut self) -> Result<ConstantId> {
        let ty = self.value_type()?;
        self.constant(ty)
    }

    /// A constant of some type.
    pub(super) fn constant(&mut self, ty: TypeId) -> Result<ConstantId> {
        self.enter()?;
        let constant = self.constant_inside(ty)?;
        self.depth -= 1;
        Ok(constant)
    }

    fn constant_inside(&mut self, ty: TypeId) -> Result<ConstantId> {
        match self.token {
            Token::Number(digits) => self.int_constant(ty, digits),
            Token::Float(digits) => self.float_constant(ty, digits),
            Token::Bytes(text) => self.bytes_constant(ty, text),
            Token::Global(name) => {
                self.check_pointer(ty)?;
                let symbol = self.symbol(name);
                self.bump()?;
                Ok(self.push_once(Simple::Symbol(symbol)))
            }
            Token::Mark(b'[' | b'{' | b'<') => self.aggregate(ty),
            Token::Word(word) => self.word_constant(ty, word),
            _ => self.expected("a value"),
        }
    }

    fn check_pointer(&self, ty: TypeId) -> Result<()> {
        if ty == self.common.pointer {
            return Ok(());
        }
        self.fail("this is an address, but its type is no pointer")
    }

    fn int_constant(&mut self, ty: TypeId, digits: &[u8]) -> Result<ConstantId> {
        let &Type::Int(bits) = self.module.ty(ty) else {
            return self.fail("this is an integer, but its type is not");
        };
        let Some(value) = number::integer(digits, bits) else {
            return self.fail("this integer is too large");
        };
        self.bump()?;
        Ok(self.push_once(Simple::Int(ty, value)))
    }

    fn float_constant(&mut self, ty: TypeId, digits: &[u8]) -> Result<ConstantId> {
        if !matches!(self.module.ty(ty), Type::Vector(..)) && self.is_float(ty) {
            let Some(value) = number::float(digits) else {
                return self.fail("this is no number");
            };
            self.bump()?;
            return Ok(self.push(ty, ConstantKind::Float(value)));
        }
        self.int_constant(ty, digits)
    }

    fn bytes_constant(&mut self, ty: TypeId, text: &[u8]) -> Result<ConstantId> {
        let bytes = unescape(text);
        let is_right = match *self.module.ty(ty) {
            Type::Array(count, element) => {
                count == bytes.len() as u64 && *self.module.ty(element) == Type::Int(8)
            }
            _ => false,
        };
        if !is_right {
            return self.fail(format!(
                "these are {} bytes, but the type says otherwise",
                bytes.len()
            ));
        }
        self.bump()?;
        Ok(self.push(ty, ConstantKind::Bytes(bytes)))
    }

    fn word_constant(&mut self, ty: TypeId, word: &[u8]) -> Result<ConstantId> {
        match word {
            b"true" | b"false" => {
                if ty != self.common.bit {
                    return self.fail("this is an `i1`, but its type is not");
                }
                let value = u128::from(word == b"true");
                self.bump()?;
                Ok(self.push_once(Simple::Int(ty, value)))
            }
            b"null" => {
                self.check_pointer(ty)?;
                self.bump()?;
                Ok(self.push_once(Simple::Zero(ty)))
            }
            b"zeroinitializer" => {
                self.bump()?;
                if let Type::Int(_) = self.module.ty(ty) {
                    return Ok(self.push_once(Simple::Int(ty, 0)));
                }
                Ok(self.push_once(Simple::Zero(ty)))
            }
            b"undef" | b"poison" => {
                self.bump()?;
                Ok(self.push_once(Simple::Undefined(ty)))
            }
            b"blockaddress" => self.block_address(ty),
            b"dso_local_equivalent" | b"no_cfi" => {
                self.bump()?;
                self.constant_inside(ty)
            }
            b"splat" => self.splat(ty),
            _ if word.starts_with(b"u0x") || word.starts_with(b"s0x") => {
                self.int_constant(ty, word)
            }
            _ => self.expression(ty, word),
        }
    }

    /// `[i32 1, i32 2]`, `{ i32 1, ptr null }`, `<{ i8 1 }>`, `<i32 1, i32 2>`.
    fn aggregate(&mut self, ty: TypeId) -> Result<ConstantId> {
        let start = self.start;
        let opening = self.token;
        self.bump()?;
        let is_packed = opening == Token::Mark(b'<') && self.eat(b'{')?;
        let closing = match opening {
            Token::Mark(b'[') => b']',
            Token::Mark(b'<') if !is_packed => b'>',
            _ => b'}',
        };
        let mut elements = Vec::new();
        while !self.is_mark(closing) {
            let Some(expected) = self.part(ty, elements.len() as u64) else {
                return self.fail("the type has fewer elements");
            };
            let element = self.typed_constant()?;
            if self.module.constant(element).ty != expected {
                return self.fail("this element has another type than the aggregate says");
            }
            elements.push(element);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(closing)?;
        if is_packed {
            self.expect(b'>')?;
        }
        let count = elements.len() as u64;
        let is_right = match self.body_of(ty) {
            Type::Array(length, _) => closing == b']' && *length == count,
            Type::Vector(length, _) => closing == b'>' && *length == count,
            Type::Struct { fields, .. } => closing == b'}' && fields.len() as u64 == count,
            _ => false,
        };
        if !is_right {
            return self.fail_at(start, "this has not the parts that its type says");
        }
        Ok(self.push(ty, self.compact(ty, elements)))
    }

    /// Arrays of bytes that are written as numbers are kept as bytes.
    fn compact(&self, ty: TypeId, elements: Vec<ConstantId>) -> ConstantKind {
        let is_bytes = match *self.module.ty(ty) {
            Type::Array(_, element) => *self.module.ty(element) == Type::Int(8),
            _ => false,
        };
        let byte = |element: &ConstantId| match self.module.constant(*element).kind {
            ConstantKind::Int(value) => Some(value as u8),
            _ => None,
        };
        if is_bytes && let Some(bytes) = elements.iter().map(byte).collect() {
            return ConstantKind::Bytes(bytes);
        }
        ConstantKind::Aggregate(elements)
    }

    /// `splat (i32 1)`.
    fn splat(&mut self, ty: TypeId) -> Result<ConstantId> {
        self.bump()?;
        let &Type::Vector(count, scalar) = self.module.ty(ty) else {
            return self.fail("`splat` is for vectors only");
        };
        self.expect(b'(')?;
        let element = self.typed_constant()?;
        self.expect(b')')?;
        if self.module.constant(element).ty != scalar {
            return self.fail("this element has another type than the vector says");
        }
        Ok(self.push(ty, ConstantKind::Aggregate(vec![element; count as usize])))
    }

    /// `blockaddress(@f, %block)`.
    fn block_address(&mut self, ty: TypeId) -> Result<ConstantId> {
        let start = self.start;
        self.check_pointer(ty)?;
        self.bump()?;
        self.expect(b'(')?;
        let Token::Global(function) = self.token else {
            return self.expected("a function");
        };
        let function = self.symbol(function);
        self.bump()?;
        self.expect(b',')?;
        let Token::Local(block) = self.token else {
            return self.expected("a block");
        };
        self.bump()?;
        self.expect(b')')?;
        let constant = self.push(ty, ConstantKind::BlockAddress(function, BlockId(0)));
        self.block_addresses.push(BlockReference {
            constant,
            function,
            block,
            start,
        });
        Ok(constant)
    }

    /// Looks up the blocks whose addresses are asked for.
    pub(super) fn resolve_block_addresses(&mut self) -> Result<()> {
        for reference in std::mem::take(&mut self.block_addresses) {
            let BlockReference {
                constant,
                function,
                block,
                start,
            } = reference;
            let Some(&place) = self.block_names.get(&(function, block)) else {
                return self.fail_at(start, "there is no such block");
            };
            self.module.constants[constant.0 as usize].kind =
                ConstantKind::BlockAddress(function, place);
        }
        Ok(())
    }

    /// A constant expression.
    fn expression(&mut self, ty: TypeId, word: &[u8]) -> Result<ConstantId> {
        let start = self.start;
        let constant = if let Some(cast) = cast_of(word) {
            self.cast_expression(cast)?
        } else if let Some(op) = binary_of(word) {
            self.binary_expression(op)?
        } else {
            match word {
                b"getelementptr" => self.pointer_expression()?,
                b"icmp" => self.compare_expression()?,
                b"select" => self.select_expression()?,
                _ if is_value_word(word) => {
                    let word = String::from_utf8_lossy(word).into_owned();
                    return self
                        .unsupported(format!("the constant expression `{word}` is not supported"));
                }
                _ => return self.expected("a value"),
            }
        };
        if self.module.constant(constant).ty != ty {
            return self.fail_at(start, "this expression has another type than is said");
        }
        Ok(constant)
    }

    /// Passes flags (`inbounds`, `nsw`, `inrange(0, 8)`) up to a parenthesis.
    fn open_expression(&mut self) -> Result<()> {
        self.bump()?;
        while let Token::Word(word) = self.token {
            self.bump()?;
            if word == b"inrange" {
                self.skip_parentheses()?;
            }
        }
        self.expect(b'(')
    }

    fn cast_expression(&mut self, cast: Cast) -> Result<ConstantId> {
        let start = self.start;
        self.open_expression()?;
        let inner = self.typed_constant()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        self.expect(b')')?;
        let from = self.module.constant(inner).ty;
        self.check_cast(start, cast, from, to)?;
        // Typed pointers are converted often, which means nothing.
        if cast == Cast::Bitcast && from == to {
            return Ok(inner);
        }
        Ok(self.push(to, ConstantKind::Cast(cast, inner)))
    }

    /// Checks that there is such a conversion.
    pub(super) fn check_cast(
        &self,
        start: usize,
        cast: Cast,
        from: TypeId,
        to: TypeId,
    ) -> Result<()> {
        let shape = |ty: TypeId| match self.module.ty(ty) {
            Type::Vector(count, _) => *count,
            _ => 0,
        };
        let is_right = match cast {
            Cast::Trunc | Cast::ZExt | Cast::SExt => self.is_int(from) && self.is_int(to),
            Cast::FpTrunc | Cast::FpExt => self.is_float(from) && self.is_float(to),
            Cast::FpToUi | Cast::FpToSi => self.is_float(from) && self.is_int(to),
            Cast::UiToFp | Cast::SiToFp => self.is_int(from) && self.is_float(to),
            Cast::PtrToInt => self.is_pointer(from) && self.is_int(to),
            Cast::IntToPtr => self.is_int(from) && self.is_pointer(to),
            Cast::Bitcast => {
                self.is_pointer(from) == self.is_pointer(to)
                    && self.is_scalars(from)
                    && self.is_scalars(to)
            }
        };
        if is_right && (cast == Cast::Bitcast || shape(from) == shape(to)) {
            return Ok(());
        }
        self.fail_at(start, "there is no conversion between these types")
    }

    fn is_scalars(&self, ty: TypeId) -> bool {
        self.is_int(ty) || self.is_float(ty) || self.is_pointer(ty)
    }

    fn binary_expression(&mut self, op: BinaryOp) -> Result<ConstantId> {
        let start = self.start;
        self.open_expression()?;
        let (a, b) = self.pair()?;
        self.expect(b')')?;
        let ty = self.module.constant(a).ty;
        let is_right = if is_float_op(op) {
            self.is_float(ty)
        } else {
            self.is_int(ty)
        };
        if !is_right {
            return self.fail_at(start, "there is no such arithmetic for this type");
        }
        Ok(self.push(ty, ConstantKind::Binary(op, a, b)))
    }

    /// Two constants of one type.
    fn pair(&mut self) -> Result<(ConstantId, ConstantId)> {
        let a = self.typed_constant()?;
        self.expect(b',')?;
        let b = self.typed_constant()?;
        if self.module.constant(a).ty != self.module.constant(b).ty {
            return self.fail("the two operands have different types");
        }
        Ok((a, b))
    }

    fn compare_expression(&mut self) -> Result<ConstantId> {
        self.bump()?;
        let predicate = match self.token {
            Token::Word(word) => int_predicate(word),
            _ => None,
        };
        let Some(predicate) = predicate else {
            return self.expected("a comparison");
        };
        self.bump()?;
        self.expect(b'(')?;
        let (a, b) = self.pair()?;
        self.expect(b')')?;
        let ty = self.module.constant(a).ty;
        if !self.is_int(ty) && !self.is_pointer(ty) {
            return self.fail("there is no such comparison for this type");
        }
        let to = self.shaped(ty, self.common.bit);
        Ok(self.push(to, ConstantKind::Compare(predicate, a, b)))
    }

    fn select_expression(&mut self) -> Result<ConstantId> {
        self.open_expression()?;
        let condition = self.typed_constant()?;
        self.expect(b',')?;
        let (a, b) = self.pair()?;
        self.expect(b')')?;
        if self.module.constant(condition).ty != self.common.bit {
            return self
                .unsupported("a constant `select` by anything but an `i1` is not supported");
        }
        let ty = self.module.constant(a).ty;
        Ok(self.push(ty, ConstantKind::Select(condition, a, b)))
    }

    /// `getelementptr inbounds (T, ptr @x, i64 0, i64 1)`.
    fn pointer_expression(&mut self) -> Result<ConstantId> {
        self.open_expression()?;
        let start = self.start;
        let source = self.value_type()?;
        self.expect(b',')?;
        let base = self.typed_constant()?;
        if self.module.constant(base).ty != self.common.pointer {
            return self.unsupported("constant addresses in vectors are not supported");
        }
        let mut indices = Vec::new();
        while self.eat(b',')? {
            if self.eat_word("inrange")? {
                self.skip_parentheses()?;
            }
            let index = self.typed_constant()?;
            if !matches!(self.module.ty(self.module.constant(index).ty), Type::Int(_)) {
                return self.fail("an index is an integer");
            }
            indices.push(index);
        }
        self.expect(b')')?;
        let values: Vec<Option<u128>> =
            indices.iter().map(|&index| self.int_value(index)).collect();
        self.check_steps(start, source, &values)?;
        if values.iter().all(|&value| value == Some(0)) {
            return Ok(base);
        }
        let pointer = self.common.pointer;
        Ok(self.push(pointer, ConstantKind::GetElementPtr(source, base, indices)))
    }

    /// The value of a constant, if it is a plain integer.
    pub(super) fn int_value(&self, constant: ConstantId) -> Option<u128> {
        match self.module.constant(constant).kind {
            ConstantKind::Int(value) => Some(value),
            ConstantKind::Zero => Some(0),
            _ => None,
        }
    }

    /// Checks that a type has the parts that indices lead to. The first index steps
    /// over whole values of the type; those into structs have to be plain integers.
    pub(super) fn check_steps(
        &self,
        start: usize,
        source: TypeId,
        indices: &[Option<u128>],
    ) -> Result<()> {
        let mut ty = source;
        for index in indices.iter().skip(1) {
            let next = match self.body_of(ty) {
                Type::Array(_, element) | Type::Vector(_, element) => Some(*element),
                Type::Struct { .. } => {
                    index.and_then(|index| self.part(ty, u64::try_from(index).ok()?))
                }
                _ => None,
            };
            let Some(next) = next else {
                return self.fail_at(start, "these indices lead to no part of the type");
            };
            ty = next;
        }
        Ok(())
    }
}
