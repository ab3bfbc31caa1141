//! The instructions of a function, block by block.

use rustc_hash::FxHashMap;

use crate::address;
use crate::code::{FunctionCode, FunctionId, Op, Reg, Src, Switch, Word};
use crate::ir::{
    BlockId, ConstantId, ConstantKind, Function, Instruction, InstructionKind, IntPredicate,
    LocalId, TypeId, Typed, Value,
};

use super::draft::Draft;
use super::layout::Scalar;
use super::promote::{self, Promoted};
use super::{Error, Home, Unit, finish, loops, optimise};

/// Lowers a function.
pub(super) fn lower(
    unit: &mut Unit<'_>,
    id: FunctionId,
    function: &Function,
) -> Result<FunctionCode, Error> {
    let mut lowering = Lowering::new(unit, id, function)?;
    lowering.lower_blocks();
    let mut draft = lowering.draft;
    optimise::optimise(&mut draft);
    loops::mark(&mut draft);
    let shape = unit.shapes[id.0 as usize];
    Ok(finish::finish(draft, shape))
}

/// A function on its way to a draft.
pub(super) struct Lowering<'u, 'm, 'f> {
    pub unit: &'u mut Unit<'m>,
    pub id: FunctionId,
    pub function: &'f Function,
    pub draft: Draft,
    /// The first register of each local.
    pub registers: Vec<Reg>,
    /// The addresses of stack variables that are registers.
    pub promoted: Vec<bool>,
    /// The block that is written now, and where its instructions come from.
    pub block: u32,
    pub place: u32,
    /// A register for results that are not wanted.
    sink: Option<Reg>,
    /// For blocks with many ways to them: the place of each in their phis.
    ways: FxHashMap<BlockId, FxHashMap<BlockId, usize>>,
}

impl<'u, 'm, 'f> Lowering<'u, 'm, 'f> {
    fn new(unit: &'u mut Unit<'m>, id: FunctionId, function: &'f Function) -> Result<Self, Error> {
        let promoted = promote::promoted(unit, function);
        let mut draft = Draft::default();
        let mut registers = Vec::with_capacity(function.locals.len());
        for (&ty, promoted) in function.locals.iter().zip(&promoted) {
            let ty = match promoted {
                Some(Promoted::Variable(ty)) => *ty,
                _ => ty,
            };
            let count = unit.layout.registers(ty)?;
            registers.push(draft.registers(count));
        }
        for (place, promoted) in promoted.iter().enumerate() {
            if let Some(Promoted::Cast(of)) = promoted {
                registers[place] = registers[of.0 as usize];
            }
        }
        draft.parameters = unit.shapes[id.0 as usize].parameters;
        Ok(Lowering {
            unit,
            id,
            function,
            draft,
            registers,
            promoted: promoted.iter().map(Option::is_some).collect(),
            block: 0,
            place: 0,
            sink: None,
            ways: FxHashMap::default(),
        })
    }

    fn lower_blocks(&mut self) {
        // A block of our own comes first, so that nothing jumps to the entry.
        self.draft
            .blocks
            .resize(self.function.blocks.len() + 1, Vec::new());
        self.draft.blocks[0].push((Op::Jump { to: 1 }, 0));
        let function = self.function;
        for (block, number) in function.blocks.iter().zip(0u32..) {
            self.block = number + 1;
            for instruction in &block.instructions {
                self.instruction(BlockId(number), instruction);
            }
            if !self.is_ended() {
                self.emit(Op::Unreachable);
            }
        }
    }

    fn is_ended(&self) -> bool {
        let last = self.draft.blocks[self.block as usize].last();
        last.is_some_and(|(op, _)| op.ends_block())
    }

    /// Adds an operation to the block.
    pub(super) fn emit(&mut self, op: Op) {
        self.draft.blocks[self.block as usize].push((op, self.place));
    }

    /// A new register.
    pub(super) fn fresh(&mut self) -> Reg {
        self.draft.registers(1)
    }

    /// A register for a result that is not wanted.
    pub(super) fn sink(&mut self) -> Reg {
        let draft = &mut self.draft;
        *self.sink.get_or_insert_with(|| draft.registers(1))
    }

    /// Emits an operation that writes a new register: the operand that it leaves.
    pub(super) fn compute(&mut self, op: impl FnOnce(Reg) -> Op) -> Src {
        let to = self.fresh();
        self.emit(op(to));
        Src::register(to)
    }

    /// A defined constant.
    pub(super) fn bits(&mut self, bits: u64) -> Src {
        self.draft.word(Word::new(bits))
    }

    /// An operand that is undefined.
    pub(super) fn undefined(&mut self) -> Src {
        self.draft.word(Word {
            bits: 0,
            undefined: u64::MAX,
        })
    }

    /// Says that what comes here is not supported.
    pub(super) fn refuse(&mut self, error: &Error) {
        let message = self.unit.message(&error.to_string());
        self.emit(Op::Unsupported { message });
    }

    pub(super) fn move_all(&mut self, to: Reg, sources: &[Src]) {
        for (&a, to) in sources.iter().zip(to..) {
            self.emit(Op::Move { to, a });
        }
    }

    fn instruction(&mut self, block: BlockId, instruction: &Instruction) {
        if self.is_ended() {
            return;
        }
        self.place = self.unit.place(instruction.location);
        let result = instruction.result;
        let lowered = match &instruction.kind {
            InstructionKind::Phi(..) => Ok(()),
            InstructionKind::Call(call) => self.call(block, call, result),
            kind if ends(kind) => self.end(block, kind),
            kind => self.step(kind, result),
        };
        if let Err(error) = lowered {
            self.refuse(&error);
        }
    }

    /// The first register of a result.
    pub(super) fn result(&self, result: Option<LocalId>) -> Result<Reg, Error> {
        let local = result.ok_or("an instruction has no result")?;
        let register = self.registers.get(local.0 as usize);
        register
            .copied()
            .ok_or_else(|| "a local does not exist".into())
    }

    fn step(&mut self, kind: &InstructionKind, result: Option<LocalId>) -> Result<(), Error> {
        match kind {
            InstructionKind::Binary(op, a, b) => self.binary(*op, *a, *b, self.result(result)?),
            InstructionKind::Negate(a) => self.negate(*a, self.result(result)?),
            InstructionKind::CompareInt(predicate, a, b) => {
                self.compare_int(*predicate, *a, *b, self.result(result)?)
            }
            InstructionKind::CompareFloat(predicate, a, b) => {
                self.compare_float(*predicate, *a, *b, self.result(result)?)
            }
            InstructionKind::Cast(cast, a, ty) => self.cast(*cast, *a, *ty, self.result(result)?),
            InstructionKind::Select(condition, a, b) => {
                self.select(*condition, *a, *b, self.result(result)?)
            }
            InstructionKind::Freeze(a) => self.freeze(*a, self.result(result)?),
            InstructionKind::GetElementPtr(ty, base, indices) => {
                self.element_pointer(*ty, *base, indices, self.result(result)?)
            }
            InstructionKind::Alloca { ty, count, align } => {
                self.alloca(*ty, *count, *align, result)
            }
            InstructionKind::Load {
                ty,
                pointer,
                access,
            } => self.load(*ty, *pointer, *access, self.result(result)?),
            InstructionKind::Store {
                value,
                pointer,
                access,
            } => self.store(*value, *pointer, *access),
            InstructionKind::ReadModifyWrite {
                op,
                pointer,
                value,
                order,
                is_volatile,
            } => self.rmw(
                *op,
                *pointer,
                *value,
                *order,
                *is_volatile,
                self.result(result)?,
            ),
            InstructionKind::CompareExchange {
                pointer,
                expected,
                new,
                success,
                failure,
                is_weak,
            } => {
                let how = (*success, *failure, *is_weak);
                self.compare_exchange(*pointer, *expected, *new, how, self.result(result)?)
            }
            InstructionKind::Fence {
                order,
                is_single_thread,
            } => {
                if !is_single_thread {
                    self.emit(Op::Fence { order: *order });
                }
                Ok(())
            }
            InstructionKind::ExtractValue(aggregate, path) => {
                self.extract_value(*aggregate, path, self.result(result)?)
            }
            InstructionKind::InsertValue(aggregate, part, path) => {
                self.insert_value(*aggregate, *part, path, self.result(result)?)
            }
            InstructionKind::ExtractElement(vector, index) => {
                self.extract_element(*vector, *index, self.result(result)?)
            }
            InstructionKind::InsertElement(vector, element, index) => {
                self.insert_element(*vector, *element, *index, self.result(result)?)
            }
            InstructionKind::ShuffleVector(a, b, places) => {
                self.shuffle(*a, *b, places, self.result(result)?)
            }
            InstructionKind::VaArg(list, ty) => self.va_arg(*list, *ty, self.result(result)?),
            InstructionKind::LandingPad => {
                self.emit(Op::Unreachable);
                Ok(())
            }
            InstructionKind::Unsupported(text) if text.contains("not supported") => {
                Err(text.clone().into())
            }
            InstructionKind::Unsupported(text) => Err(format!("`{text}` is not supported").into()),
            _ => Err("an instruction at the wrong place".into()),
        }
    }

    /// The instructions that end a block.
    fn end(&mut self, block: BlockId, kind: &InstructionKind) -> Result<(), Error> {
        match kind {
            InstructionKind::Return(value) => {
                let values = match value {
                    Some(value) => self.values(*value)?,
                    None => Vec::new(),
                };
                let values = self.draft.operands(&values);
                self.emit(Op::Return { values });
            }
            InstructionKind::Jump(to) => self.jump(block, *to),
            InstructionKind::Branch(condition, yes, no) => {
                let condition = self.bit(*condition)?;
                let mut edges = Vec::new();
                let yes = self.edge(block, *yes, &mut edges);
                let no = self.edge(block, *no, &mut edges);
                self.emit(Op::Branch { condition, yes, no });
            }
            InstructionKind::Switch(value, otherwise, cases) => {
                self.switch(block, *value, *otherwise, cases)?;
            }
            InstructionKind::IndirectBranch(target, blocks) => {
                self.indirect_branch(block, *target, blocks)?;
            }
            _ => self.emit(Op::Unreachable),
        }
        Ok(())
    }

    /// Goes on with a block.
    pub(super) fn jump(&mut self, from: BlockId, to: BlockId) {
        self.enter(from, to);
        self.emit(Op::Jump { to: to.0 + 1 });
    }

    fn switch(
        &mut self,
        block: BlockId,
        value: Typed,
        otherwise: BlockId,
        cases: &[(ConstantId, BlockId)],
    ) -> Result<(), Error> {
        if let Some(Scalar::Wide(bits)) = self.unit.layout.info(value.ty)?.scalar {
            return self.switch_wide(block, value, bits, otherwise, cases);
        }
        let a = self.scalar(value)?;
        let mut edges = Vec::new();
        let mut labels = Vec::with_capacity(cases.len());
        for &(case, to) in cases {
            let case = self.unit.number(case)?.unwrap_or(0) as u64;
            labels.push((case, self.edge(block, to, &mut edges)));
        }
        let otherwise = self.edge(block, otherwise, &mut edges);
        self.emit_switch(a, labels, otherwise);
        Ok(())
    }

    /// A switch by an integer of more than 64 bits: one comparison after the other.
    fn switch_wide(
        &mut self,
        block: BlockId,
        value: Typed,
        bits: u8,
        otherwise: BlockId,
        cases: &[(ConstantId, BlockId)],
    ) -> Result<(), Error> {
        let a = self.values(value)?;
        let mut edges = Vec::new();
        for &(case, to) in cases {
            let case = self.values(Typed {
                ty: value.ty,
                value: Value::Constant(case),
            })?;
            let high = self.draft.operands(&[a[1], case[1]]);
            let predicate = IntPredicate::Eq;
            let (low, b) = (a[0], case[0]);
            let condition = self.compute(|to| Op::CompareWide {
                predicate,
                to,
                a: low,
                b,
                bits,
                high,
            });
            let yes = self.edge(block, to, &mut edges);
            let no = self.draft.block();
            self.emit(Op::Branch { condition, yes, no });
            self.block = no;
        }
        self.jump(block, otherwise);
        Ok(())
    }

    fn emit_switch(&mut self, a: Src, mut cases: Vec<(u64, u32)>, otherwise: u32) {
        cases.sort_by_key(|&(case, _)| case);
        cases.dedup_by_key(|&mut (case, _)| case);
        let table = self.draft.switches.len() as u32;
        self.draft.switches.push(Switch { cases, otherwise });
        self.emit(Op::Switch { a, table });
    }

    fn indirect_branch(
        &mut self,
        block: BlockId,
        target: Value,
        blocks: &[BlockId],
    ) -> Result<(), Error> {
        let a = self.pointer(target)?;
        let mut edges = Vec::new();
        let mut labels = Vec::with_capacity(blocks.len());
        for &to in blocks {
            let label = self.edge(block, to, &mut edges);
            labels.push((address::label(self.id.0, to.0), label));
        }
        let otherwise = self.draft.block();
        self.draft.blocks[otherwise as usize].push((Op::Unreachable, self.place));
        self.emit_switch(a, labels, otherwise);
        Ok(())
    }

    /// The label for a way from a block with several to another: a block between
    /// them, if the other has phis.
    fn edge(&mut self, from: BlockId, to: BlockId, known: &mut Vec<(BlockId, u32)>) -> u32 {
        if !self.has_phis(to) {
            return to.0 + 1;
        }
        // Few blocks have phis, and few of those are reached in several ways.
        if let Some(&(_, label)) = known.iter().rev().take(64).find(|&&(block, _)| block == to) {
            return label;
        }
        let (block, between) = (self.block, self.draft.block());
        self.block = between;
        self.jump(from, to);
        self.block = block;
        known.push((to, between));
        between
    }

    fn has_phis(&self, block: BlockId) -> bool {
        let first = self
            .function
            .blocks
            .get(block.0 as usize)
            .and_then(|block| block.instructions.first());
        first.is_some_and(|first| matches!(first.kind, InstructionKind::Phi(..)))
    }

    /// The phis of a block, for one who comes from another: all at once.
    fn enter(&mut self, from: BlockId, to: BlockId) {
        let function = self.function;
        let Some(block) = function.blocks.get(to.0 as usize) else {
            return;
        };
        let mut moves = Vec::new();
        for instruction in &block.instructions {
            let InstructionKind::Phi(ty, ways) = &instruction.kind else {
                break;
            };
            let way = self.way(to, from, ways);
            let sources = match way {
                Some(&(value, _)) => self.values(Typed { ty: *ty, value }),
                None => Err("a phi does not say what it is here".into()),
            };
            match (sources, self.result(instruction.result)) {
                (Ok(sources), Ok(to)) => moves.extend((to..).zip(sources)),
                (Err(error), _) | (_, Err(error)) => return self.refuse(&error),
            }
        }
        self.move_at_once(moves);
    }

    /// What a phi of a block is for one who comes from another. All phis of a block
    /// mostly list the others in the same order, which is kept if there are many.
    fn way<'w>(
        &mut self,
        to: BlockId,
        from: BlockId,
        ways: &'w [(Value, BlockId)],
    ) -> Option<&'w (Value, BlockId)> {
        if ways.len() > 16 {
            let places = self.ways.entry(to).or_insert_with(|| {
                let places = ways.iter().enumerate();
                places.map(|(place, &(_, block))| (block, place)).collect()
            });
            let way = places.get(&from).and_then(|&place| ways.get(place));
            if way.is_some_and(|&(_, block)| block == from) {
                return way;
            }
        }
        ways.iter().find(|&&(_, block)| block == from)
    }

    /// Moves that see what was there before all of them.
    fn move_at_once(&mut self, moves: Vec<(Reg, Src)>) {
        let reads = |moves: &[(Reg, Src)], register: Reg| {
            moves
                .iter()
                .any(|&(_, source)| source == Src::register(register))
        };
        // Those that overwrite what a later one reads, go by way of a new register.
        let mut late = Vec::new();
        for (place, &(to, a)) in moves.iter().enumerate() {
            if reads(&moves[place + 1..], to) {
                let by = self.fresh();
                self.emit(Op::Move { to: by, a });
                late.push((to, Src::register(by)));
            } else {
                self.emit(Op::Move { to, a });
            }
        }
        for (to, a) in late {
            self.emit(Op::Move { to, a });
        }
    }

    /// The operands of a value, one for each register.
    pub(super) fn values(&mut self, typed: Typed) -> Result<Vec<Src>, Error> {
        match typed.value {
            Value::Local(local) => {
                let place = local.0 as usize;
                let ty = self
                    .function
                    .locals
                    .get(place)
                    .ok_or("a local does not exist")?;
                if *ty != typed.ty {
                    return Err("a local is used as what it is not".into());
                }
                if self.promoted[place] {
                    return Err("the address of a variable that has none".into());
                }
                let count = self.unit.layout.registers(typed.ty)?;
                let first = self.registers[place];
                Ok((first..first + count).map(Src::register).collect())
            }
            Value::Constant(constant) => self.constant_values(constant, typed.ty),
        }
    }

    fn constant_values(&mut self, id: ConstantId, ty: TypeId) -> Result<Vec<Src>, Error> {
        let count = self.unit.layout.registers(ty)?;
        if self.is_thread_local(id, 0) {
            return Ok(vec![self.thread_local_address(id)?]);
        }
        let words = self.unit.words(id)?;
        if words.len() != count as usize {
            return Err("a constant is used as what it is not".into());
        }
        Ok(words
            .into_iter()
            .map(|word| self.draft.word(word))
            .collect())
    }

    /// The operand of a scalar value of one register.
    pub(super) fn scalar(&mut self, typed: Typed) -> Result<Src, Error> {
        let info = self.unit.layout.info(typed.ty)?;
        match info.scalar {
            Some(Scalar::Wide(_)) => {
                Err("integers of more than 64 bits are not supported here".into())
            }
            Some(_) => {
                let values = self.values(typed)?;
                values
                    .first()
                    .copied()
                    .ok_or_else(|| "a value without a value".into())
            }
            None => Err("a value with parts where a scalar is expected".into()),
        }
    }

    /// The operand of a value whose type is known to be this scalar.
    fn of_scalar(&mut self, value: Value, expected: Scalar) -> Result<Src, Error> {
        let ty = match value {
            Value::Local(local) => self.function.locals.get(local.0 as usize).copied(),
            Value::Constant(constant) => Some(self.unit.module.constant(constant).ty),
        };
        let ty = ty.ok_or("a local does not exist")?;
        if self.unit.layout.info(ty)?.scalar != Some(expected) {
            return Err("a value is used as what it is not".into());
        }
        self.scalar(Typed { ty, value })
    }

    /// The operand of a pointer.
    pub(super) fn pointer(&mut self, value: Value) -> Result<Src, Error> {
        self.of_scalar(value, Scalar::Pointer)
    }

    /// The operand of a truth value.
    fn bit(&mut self, value: Value) -> Result<Src, Error> {
        self.of_scalar(value, Scalar::Int(1))
    }

    /// Is a constant an address that each thread computes for itself?
    fn is_thread_local(&self, constant: ConstantId, depth: u32) -> bool {
        if depth > 64 {
            return false;
        }
        match &self.unit.module.constant(constant).kind {
            ConstantKind::Symbol(symbol) => match self.unit.homes[symbol.0 as usize] {
                Home::Global(number) => self.unit.code.globals[number as usize].is_thread_local,
                Home::Alias(of) => self.is_thread_local(of, depth + 1),
                _ => false,
            },
            ConstantKind::GetElementPtr(_, base, _) => self.is_thread_local(*base, depth + 1),
            ConstantKind::Cast(_, of) => self.is_thread_local(*of, depth + 1),
            _ => false,
        }
    }

    /// Computes the address of a thread-local variable, or of a part of it.
    pub(super) fn thread_local_address(&mut self, mut constant: ConstantId) -> Result<Src, Error> {
        let module = self.unit.module;
        let mut steps = Vec::new();
        let base = loop {
            match &module.constant(constant).kind {
                ConstantKind::Symbol(symbol) => match self.unit.homes[symbol.0 as usize] {
                    Home::Global(global) => {
                        break self.compute(|to| Op::ThreadLocal { to, global });
                    }
                    Home::Alias(of) => constant = of,
                    _ => return Err("a thread-local variable is expected".into()),
                },
                ConstantKind::GetElementPtr(ty, base, indices) => {
                    steps.push((*ty, indices));
                    constant = *base;
                }
                ConstantKind::Cast(_, of) => constant = *of,
                _ => return Err("a thread-local variable is expected".into()),
            }
        };
        let mut address = base;
        for (ty, indices) in steps.into_iter().rev() {
            let indices = indices.iter().map(|&index| Typed {
                ty: module.constant(index).ty,
                value: Value::Constant(index),
            });
            let indices: Vec<Typed> = indices.collect();
            address = self.element_address(ty, address, &indices)?;
        }
        Ok(address)
    }
}

/// Does an instruction end its block?
fn ends(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::Return(_)
            | InstructionKind::Jump(_)
            | InstructionKind::Branch(..)
            | InstructionKind::Switch(..)
            | InstructionKind::IndirectBranch(..)
            | InstructionKind::Unreachable
    )
}
