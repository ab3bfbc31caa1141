//! Instructions.

use super::Parser;
use super::call::Metadata;
use super::constant::{MAX_VECTOR, binary_of, cast_of, int_predicate, is_float_op};
use super::lexer::{Name, Result, Token};
use crate::ir::{
    BinaryOp, BlockId, Cast, ConstantKind, FloatPredicate, Instruction, InstructionKind,
    LocationId, Type, TypeId, Typed, Value,
};

/// An instruction and the type of what it leaves, if it leaves anything.
pub(super) type Parsed = (InstructionKind, Option<TypeId>);

fn float_predicate(word: &[u8]) -> Option<FloatPredicate> {
    let predicate = match word {
        b"false" => FloatPredicate::False,
        b"oeq" => FloatPredicate::Oeq,
        b"ogt" => FloatPredicate::Ogt,
        b"oge" => FloatPredicate::Oge,
        b"olt" => FloatPredicate::Olt,
        b"ole" => FloatPredicate::Ole,
        b"one" => FloatPredicate::One,
        b"ord" => FloatPredicate::Ord,
        b"ueq" => FloatPredicate::Ueq,
        b"ugt" => FloatPredicate::Ugt,
        b"uge" => FloatPredicate::Uge,
        b"ult" => FloatPredicate::Ult,
        b"ule" => FloatPredicate::Ule,
        b"une" => FloatPredicate::Une,
        b"uno" => FloatPredicate::Uno,
        b"true" => FloatPredicate::True,
        _ => return None,
    };
    Some(predicate)
}

impl<'a> Parser<'a> {
    /// An instruction; none if it only describes others.
    pub(super) fn instruction(&mut self) -> Result<Option<Instruction>> {
        let start = self.start;
        let name = match self.token {
            Token::Local(name) => {
                self.bump()?;
                self.expect(b'=')?;
                Some(name)
            }
            _ => None,
        };
        let parsed = match self.operation() {
            Err(failure) if failure.is_unsupported => {
                return self
                    .unsupported_instruction(name, start, &failure.message)
                    .map(Some);
            }
            parsed => parsed?,
        };
        let location = self.attachments()?;
        let Some((kind, ty)) = parsed else {
            return Ok(None);
        };
        let result = match ty {
            Some(ty) => Some(self.define_local(name, Some(ty), start)?),
            None if name.is_some() => {
                return self.fail_at(start, "this instruction leaves no value to name");
            }
            None => None,
        };
        Ok(Some(Instruction {
            kind,
            result,
            location,
        }))
    }

    /// Leaves out the line of an instruction that is not supported.
    fn unsupported_instruction(
        &mut self,
        name: Option<Name<'a>>,
        start: usize,
        why: &str,
    ) -> Result<Instruction> {
        self.depth = 0;
        self.start = start;
        let line = self.lexer.text()[start..]
            .split(|&byte| byte == b'\n')
            .next()
            .unwrap_or_default();
        let line = String::from_utf8_lossy(&line[..line.len().min(200)]).into_owned();
        let line = line.split(", !dbg").next().unwrap_or_default().trim();
        let kind = InstructionKind::Unsupported(format!("{why}: {line}"));
        self.skip_line()?;
        let result = match name {
            Some(_) => Some(self.define_local(name, None, start)?),
            None => None,
        };
        Ok(Instruction {
            kind,
            result,
            location: None,
        })
    }

    /// `, !dbg !12, !tbaa !13`: the number of the place in the source, to be looked up
    /// in the end.
    fn attachments(&mut self) -> Result<Option<LocationId>> {
        let mut location = None;
        while self.eat(b',')? {
            let Token::MetadataName(kind) = self.token else {
                return self.expected("metadata");
            };
            self.bump()?;
            if let (b"dbg", Token::MetadataNumber(number)) = (kind, self.token) {
                location = Some(LocationId(number));
            }
            self.skip_node()?;
        }
        Ok(location)
    }

    fn operation(&mut self) -> Result<Option<Parsed>> {
        let Token::Word(word) = self.token else {
            return self.expected("an instruction");
        };
        if let b"call" | b"tail" | b"musttail" | b"notail" = word {
            if word != b"call" {
                self.bump()?;
            }
            self.expect_word("call")?;
            return self.call();
        }
        let start = self.start;
        self.bump()?;
        if let Some(op) = binary_of(word) {
            return self.binary(op).map(Some);
        }
        if let Some(cast) = cast_of(word) {
            return self.cast(cast, start).map(Some);
        }
        let parsed = match word {
            b"load" => self.load()?,
            b"store" => self.store()?,
            b"alloca" => self.alloca()?,
            b"getelementptr" => self.element_pointer()?,
            b"icmp" => self.compare_int()?,
            b"fcmp" => self.compare_float()?,
            b"br" => self.branch()?,
            b"ret" => self.ret()?,
            b"phi" => self.phi()?,
            b"select" => self.select()?,
            b"switch" => self.switch()?,
            b"unreachable" => (InstructionKind::Unreachable, None),
            b"invoke" => return self.invoke().map(Some),
            b"callbr" => return self.call_branch().map(Some),
            b"landingpad" => self.landing_pad()?,
            b"resume" => {
                self.typed()?;
                (InstructionKind::Unreachable, None)
            }
            b"extractvalue" => self.extract_value()?,
            b"insertvalue" => self.insert_value()?,
            b"fneg" => {
                let operand = self.float_operand()?;
                (InstructionKind::Negate(operand), Some(operand.ty))
            }
            b"freeze" => {
                let operand = self.typed()?;
                (InstructionKind::Freeze(operand), Some(operand.ty))
            }
            b"atomicrmw" => self.read_modify_write()?,
            b"cmpxchg" => self.compare_exchange()?,
            b"fence" => self.fence()?,
            b"extractelement" => self.extract_element()?,
            b"insertelement" => self.insert_element()?,
            b"shufflevector" => self.shuffle()?,
            b"indirectbr" => self.indirect_branch()?,
            b"va_arg" => {
                let list = self.typed()?;
                self.check(
                    self.is_pointer(list.ty),
                    "a list of arguments is given by its address",
                )?;
                self.expect(b',')?;
                let ty = self.value_type()?;
                (InstructionKind::VaArg(list, ty), Some(ty))
            }
            _ => {
                let word = String::from_utf8_lossy(word).into_owned();
                return self.unsupported(format!("the instruction `{word}` is not supported"));
            }
        };
        Ok(Some(parsed))
    }

    pub(super) fn check(&self, is_right: bool, message: &str) -> Result<()> {
        if is_right { Ok(()) } else { self.fail(message) }
    }

    /// An operand of some type.
    pub(super) fn value(&mut self, ty: TypeId) -> Result<Value> {
        if let Token::Local(name) = self.token {
            let local = self.local(name, ty)?;
            self.bump()?;
            return Ok(Value::Local(local));
        }
        self.constant(ty).map(Value::Constant)
    }

    /// A type and an operand of it.
    pub(super) fn typed(&mut self) -> Result<Typed> {
        self.skip_to_type()?;
        let ty = self.value_type()?;
        let value = self.value(ty)?;
        Ok(Typed { ty, value })
    }

    /// `T a, b`.
    fn typed_pair(&mut self) -> Result<(Typed, Value)> {
        let a = self.typed()?;
        self.expect(b',')?;
        let b = self.value(a.ty)?;
        Ok((a, b))
    }

    /// A comma and an operand with its type.
    pub(super) fn next_typed(&mut self) -> Result<Typed> {
        self.expect(b',')?;
        self.typed()
    }

    pub(super) fn pointer_operand(&mut self) -> Result<Value> {
        let pointer = self.typed()?;
        self.check(
            pointer.ty == self.common.pointer,
            "this has to be a pointer",
        )?;
        Ok(pointer.value)
    }

    fn float_operand(&mut self) -> Result<Typed> {
        let operand = self.typed()?;
        self.check(self.is_float(operand.ty), "this has to be a number")?;
        Ok(operand)
    }

    fn binary(&mut self, op: BinaryOp) -> Result<Parsed> {
        let (a, b) = self.typed_pair()?;
        let is_right = if is_float_op(op) {
            self.is_float(a.ty)
        } else {
            self.is_int(a.ty)
        };
        self.check(is_right, "there is no such arithmetic for this type")?;
        Ok((InstructionKind::Binary(op, a, b), Some(a.ty)))
    }

    fn cast(&mut self, cast: Cast, start: usize) -> Result<Parsed> {
        let from = self.typed()?;
        self.expect_word("to")?;
        let to = self.value_type()?;
        self.check_cast(start, cast, from.ty, to)?;
        Ok((InstructionKind::Cast(cast, from, to), Some(to)))
    }

    fn compare_int(&mut self) -> Result<Parsed> {
        let predicate = self.predicate(int_predicate)?;
        let (a, b) = self.typed_pair()?;
        let is_right = self.is_int(a.ty) || self.is_pointer(a.ty);
        self.check(is_right, "there is no such comparison for this type")?;
        let ty = self.shaped(a.ty, self.common.bit);
        Ok((InstructionKind::CompareInt(predicate, a, b), Some(ty)))
    }

    fn compare_float(&mut self) -> Result<Parsed> {
        let predicate = self.predicate(float_predicate)?;
        let (a, b) = self.typed_pair()?;
        self.check(
            self.is_float(a.ty),
            "there is no such comparison for this type",
        )?;
        let ty = self.shaped(a.ty, self.common.bit);
        Ok((InstructionKind::CompareFloat(predicate, a, b), Some(ty)))
    }

    /// Passes flags up to the name of a comparison.
    fn predicate<P>(&mut self, of: impl Fn(&[u8]) -> Option<P>) -> Result<P> {
        while let Token::Word(word) = self.token {
            self.bump()?;
            if let Some(predicate) = of(word) {
                return Ok(predicate);
            }
        }
        self.expected("a comparison")
    }

    fn select(&mut self) -> Result<Parsed> {
        let condition = self.typed()?;
        let is_right = *self.module.ty(self.scalar(condition.ty)) == Type::Int(1);
        self.check(is_right, "a condition has the type `i1`")?;
        let a = self.next_typed()?;
        let b = self.next_typed()?;
        self.check(a.ty == b.ty, "the two operands have different types")?;
        if condition.ty != self.common.bit {
            let bits = self.shaped(a.ty, self.common.bit);
            self.check(
                bits == condition.ty,
                "the condition has not as many elements as the operands",
            )?;
        }
        Ok((InstructionKind::Select(condition, a, b.value), Some(a.ty)))
    }

    fn element_pointer(&mut self) -> Result<Parsed> {
        self.skip_to_type()?;
        let start = self.start;
        let source = self.value_type()?;
        let base = self.next_typed()?;
        self.check(self.is_pointer(base.ty), "this has to be a pointer")?;
        let mut indices = Vec::new();
        let mut ty = base.ty;
        while self.eat_comma()? {
            let index = self.typed()?;
            self.check(self.is_int(index.ty), "an index is an integer")?;
            if matches!(self.module.ty(index.ty), Type::Vector(..)) {
                ty = self.shaped(index.ty, self.common.pointer);
            }
            indices.push(index);
        }
        let values: Vec<Option<u128>> = indices
            .iter()
            .map(|index| self.known_index(index.value))
            .collect();
        self.check_steps(start, source, &values)?;
        Ok((
            InstructionKind::GetElementPtr(source, base, indices),
            Some(ty),
        ))
    }

    /// The value of an index, if it is a plain number, or a vector that repeats one.
    fn known_index(&self, value: Value) -> Option<u128> {
        let Value::Constant(constant) = value else {
            return None;
        };
        if let ConstantKind::Aggregate(elements) = &self.module.constant(constant).kind {
            let first = *elements.first()?;
            let is_same = elements.iter().all(|&element| element == first);
            return is_same.then(|| self.int_value(first))?;
        }
        self.int_value(constant)
    }

    /// `, 1, 0`.
    fn part_indices(&mut self) -> Result<Vec<u32>> {
        let mut indices = Vec::new();
        while self.eat_comma()? {
            let Ok(index) = u32::try_from(self.count()?) else {
                return self.fail("this number is too large");
            };
            indices.push(index);
        }
        Ok(indices)
    }

    /// The type of a part of an aggregate.
    fn part_type(&self, ty: TypeId, indices: &[u32]) -> Result<TypeId> {
        let part = indices
            .iter()
            .try_fold(ty, |ty, &index| match self.module.ty(ty) {
                Type::Vector(..) => None,
                _ => self.part(ty, u64::from(index)),
            });
        match part {
            Some(part) if !indices.is_empty() => Ok(part),
            _ => self.fail("these indices lead to no part of the type"),
        }
    }

    fn extract_value(&mut self) -> Result<Parsed> {
        let aggregate = self.typed()?;
        let indices = self.part_indices()?;
        let ty = self.part_type(aggregate.ty, &indices)?;
        Ok((InstructionKind::ExtractValue(aggregate, indices), Some(ty)))
    }

    fn insert_value(&mut self) -> Result<Parsed> {
        let aggregate = self.typed()?;
        let part = self.next_typed()?;
        let indices = self.part_indices()?;
        let ty = self.part_type(aggregate.ty, &indices)?;
        self.check(part.ty == ty, "this part has another type in the aggregate")?;
        Ok((
            InstructionKind::InsertValue(aggregate, part, indices),
            Some(aggregate.ty),
        ))
    }

    fn vector_operand(&mut self) -> Result<(Typed, u64, TypeId)> {
        let vector = self.typed()?;
        match *self.module.ty(vector.ty) {
            Type::Vector(count, element) => Ok((vector, count, element)),
            _ => self.fail("this has to be a vector"),
        }
    }

    fn extract_element(&mut self) -> Result<Parsed> {
        let (vector, _, element) = self.vector_operand()?;
        let index = self.next_typed()?;
        let is_right = matches!(self.module.ty(index.ty), Type::Int(_));
        self.check(is_right, "an index is an integer")?;
        Ok((
            InstructionKind::ExtractElement(vector, index),
            Some(element),
        ))
    }

    fn insert_element(&mut self) -> Result<Parsed> {
        let (vector, _, element) = self.vector_operand()?;
        let part = self.next_typed()?;
        self.check(
            part.ty == element,
            "this element has another type than the vector says",
        )?;
        let index = self.next_typed()?;
        let is_right = matches!(self.module.ty(index.ty), Type::Int(_));
        self.check(is_right, "an index is an integer")?;
        Ok((
            InstructionKind::InsertElement(vector, part, index),
            Some(vector.ty),
        ))
    }

    fn shuffle(&mut self) -> Result<Parsed> {
        let (a, count, element) = self.vector_operand()?;
        let b = self.next_typed()?;
        self.check(a.ty == b.ty, "the two operands have different types")?;
        let (mask, length, _) = {
            self.expect(b',')?;
            self.vector_operand()?
        };
        let Value::Constant(mask) = mask.value else {
            return self.fail("the mask of a shuffle is a constant");
        };
        let places: Vec<Option<u32>> = match &self.module.constant(mask).kind {
            ConstantKind::Zero => vec![Some(0); length.min(MAX_VECTOR) as usize],
            ConstantKind::Aggregate(elements) => {
                let place = |&element| self.int_value(element).map(|place| place as u32);
                elements.iter().map(place).collect()
            }
            _ => vec![None; length.min(MAX_VECTOR) as usize],
        };
        let is_inside =
            |place: &Option<u32>| place.is_none_or(|place| u64::from(place) < 2 * count);
        self.check(places.iter().all(is_inside), "the mask leads to no element")?;
        let ty = self.intern(Type::Vector(length, element));
        Ok((InstructionKind::ShuffleVector(a, b.value, places), Some(ty)))
    }

    fn phi(&mut self) -> Result<Parsed> {
        self.skip_to_type()?;
        let ty = self.value_type()?;
        let mut incoming = Vec::new();
        loop {
            self.expect(b'[')?;
            let value = self.value(ty)?;
            self.expect(b',')?;
            let block = self.block_name()?;
            self.expect(b']')?;
            incoming.push((value, block));
            if !self.eat_comma()? {
                break;
            }
        }
        Ok((InstructionKind::Phi(ty, incoming), Some(ty)))
    }

    fn ret(&mut self) -> Result<Parsed> {
        let ty = self.ty()?;
        let result = (ty != self.common.void).then_some(ty);
        self.check(
            result == self.body.result,
            "the function returns another type",
        )?;
        let value = match result {
            Some(ty) => Some(Typed {
                ty,
                value: self.value(ty)?,
            }),
            None => None,
        };
        Ok((InstructionKind::Return(value), None))
    }

    fn branch(&mut self) -> Result<Parsed> {
        if self.is_word("label") {
            let block = self.block_operand()?;
            return Ok((InstructionKind::Jump(block), None));
        }
        let condition = self.typed()?;
        self.check(
            condition.ty == self.common.bit,
            "a condition has the type `i1`",
        )?;
        self.expect(b',')?;
        let yes = self.block_operand()?;
        self.expect(b',')?;
        let no = self.block_operand()?;
        Ok((InstructionKind::Branch(condition.value, yes, no), None))
    }

    fn switch(&mut self) -> Result<Parsed> {
        let value = self.typed()?;
        let is_right = matches!(self.module.ty(value.ty), Type::Int(_));
        self.check(is_right, "a `switch` is by an integer")?;
        self.expect(b',')?;
        let otherwise = self.block_operand()?;
        self.expect(b'[')?;
        let mut cases = Vec::new();
        while !self.is_mark(b']') {
            let case = self.typed_constant()?;
            let is_right =
                self.module.constant(case).ty == value.ty && self.int_value(case).is_some();
            self.check(is_right, "a case is a number of the type of the `switch`")?;
            self.expect(b',')?;
            cases.push((case, self.block_operand()?));
        }
        self.bump()?;
        Ok((InstructionKind::Switch(value, otherwise, cases), None))
    }

    fn indirect_branch(&mut self) -> Result<Parsed> {
        let address = self.pointer_operand()?;
        self.expect(b',')?;
        self.expect(b'[')?;
        let blocks = self.block_list()?;
        Ok((InstructionKind::IndirectBranch(address, blocks), None))
    }

    /// `label %a, label %b]`.
    pub(super) fn block_list(&mut self) -> Result<Vec<BlockId>> {
        let mut blocks = Vec::new();
        while !self.is_mark(b']') {
            blocks.push(self.block_operand()?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b']')?;
        Ok(blocks)
    }

    /// `landingpad T cleanup catch T V filter T V`.
    fn landing_pad(&mut self) -> Result<Parsed> {
        let ty = self.value_type()?;
        loop {
            match self.token {
                Token::Word(b"cleanup") => self.bump()?,
                Token::Word(b"catch" | b"filter") => {
                    self.bump()?;
                    self.typed_constant()?;
                }
                _ => return Ok((InstructionKind::LandingPad, Some(ty))),
            }
        }
    }

    /// `#dbg_declare(ptr %x, !12, !DIExpression(), !13)`.
    pub(super) fn debug_record(&mut self, kind: &[u8]) -> Result<()> {
        self.bump()?;
        if !self.is_mark(b'(') {
            return self.expected("`(`");
        }
        if kind != b"dbg_declare" {
            return self.skip_group();
        }
        self.bump()?;
        let variable = self.metadata_operand()?;
        self.expect(b',')?;
        if let (Metadata::Local(local), Token::MetadataNumber(node)) = (variable, self.token) {
            self.body.described.push((local, node));
        }
        loop {
            self.skip_node()?;
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')')
    }
}
