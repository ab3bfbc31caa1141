//! The bodies of functions: locals, blocks, and what becomes of them in the end.

use rustc_hash::FxHashMap;

use super::Parser;
use super::lexer::{Name, Result, Token};
use crate::ir::{
    Block, BlockId, Cast, ConstantKind, Function, Instruction, InstructionKind, LocalId, SymbolId,
    TypeId, Typed, Value,
};
use crate::remap::Remap;

/// A local, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct Local<'a> {
    name: Name<'a>,
    is_defined: bool,
    /// Is its type known? Not if what defines it is not supported.
    is_typed: bool,
    /// Where it was first mentioned.
    start: usize,
}

/// A block, as far as it is known.
#[derive(Clone, Copy, Debug)]
struct BlockState<'a> {
    name: Name<'a>,
    /// Its place, if it was defined already.
    place: Option<u32>,
    /// Where it was first mentioned.
    start: usize,
}

/// What is known of a function while its body is read.
#[derive(Default, Debug)]
pub(super) struct Body<'a> {
    local_ids: FxHashMap<Name<'a>, LocalId>,
    locals: Vec<Local<'a>>,
    types: Vec<TypeId>,
    block_ids: FxHashMap<Name<'a>, BlockId>,
    blocks: Vec<BlockState<'a>>,
    /// The number of the next local or block without a name.
    next: u32,
    /// What the function returns.
    pub(super) result: Option<TypeId>,
    /// Which locals metadata describes.
    pub(super) described: Vec<(LocalId, u32)>,
}

impl Body<'_> {
    /// Forgets all, for the next function.
    pub(super) fn clear(&mut self) {
        self.local_ids.clear();
        self.locals.clear();
        self.types.clear();
        self.block_ids.clear();
        self.blocks.clear();
        self.next = 0;
        self.described.clear();
    }
}

impl<'a> Parser<'a> {
    fn next_name(&self, name: Option<Name<'a>>) -> Name<'a> {
        name.unwrap_or(Name::Number(self.body.next))
    }

    fn count_name(&mut self, name: Name<'a>) {
        if let Name::Number(number) = name {
            self.body.next = number + 1;
        }
    }

    /// The local with that name, which may not have been defined yet, and whether it
    /// was mentioned before.
    fn local_id(&mut self, name: Name<'a>, ty: TypeId) -> (LocalId, bool) {
        if let Some(&local) = self.body.local_ids.get(&name) {
            return (local, true);
        }
        let local = LocalId(self.body.locals.len() as u32);
        self.body.locals.push(Local {
            name,
            is_defined: false,
            is_typed: true,
            start: self.start,
        });
        self.body.types.push(ty);
        self.body.local_ids.insert(name, local);
        (local, false)
    }

    /// A local that is used here with some type.
    pub(super) fn local(&mut self, name: Name<'a>, ty: TypeId) -> Result<LocalId> {
        let (local, _) = self.local_id(name, ty);
        let place = local.0 as usize;
        let state = &mut self.body.locals[place];
        if !state.is_typed {
            state.is_typed = true;
            self.body.types[place] = ty;
        }
        if self.body.types[place] != ty {
            return self.fail(format!("`%{}` has another type elsewhere", name.display()));
        }
        Ok(local)
    }

    /// A local that is defined here; without a type, if what defines it is not
    /// supported.
    pub(super) fn define_local(
        &mut self,
        name: Option<Name<'a>>,
        ty: Option<TypeId>,
        start: usize,
    ) -> Result<LocalId> {
        let name = self.next_name(name);
        let (local, is_known) = self.local_id(name, ty.unwrap_or(self.common.other));
        let place = local.0 as usize;
        let state = &mut self.body.locals[place];
        if state.is_defined {
            return self.fail_at(start, format!("`%{}` is defined twice", name.display()));
        }
        state.is_defined = true;
        if !is_known && ty.is_none() {
            state.is_typed = false;
        }
        if ty.is_some_and(|ty| self.body.types[place] != ty) {
            return self.fail_at(
                start,
                format!("`%{}` has another type elsewhere", name.display()),
            );
        }
        self.count_name(name);
        Ok(local)
    }

    /// A parameter.
    pub(super) fn define_parameter(
        &mut self,
        name: Option<Name<'a>>,
        ty: TypeId,
        start: usize,
    ) -> Result<()> {
        self.define_local(name, Some(ty), start).map(drop)
    }

    /// The block with that name, which may not have been defined yet.
    fn block_id(&mut self, name: Name<'a>) -> BlockId {
        if let Some(&block) = self.body.block_ids.get(&name) {
            return block;
        }
        let block = BlockId(self.body.blocks.len() as u32);
        self.body.blocks.push(BlockState {
            name,
            place: None,
            start: self.start,
        });
        self.body.block_ids.insert(name, block);
        block
    }

    /// `label %name`.
    pub(super) fn block_operand(&mut self) -> Result<BlockId> {
        self.expect_word("label")?;
        self.block_name()
    }

    /// `%name` of a block.
    pub(super) fn block_name(&mut self) -> Result<BlockId> {
        let Token::Local(name) = self.token else {
            return self.expected("a block");
        };
        let block = self.block_id(name);
        self.bump()?;
        Ok(block)
    }

    /// Begins a block, with a label or without.
    fn begin_block(&mut self, place: u32) -> Result<()> {
        let start = self.start;
        let name = match self.token {
            Token::Label(name) => name,
            _ => Name::Number(self.body.next),
        };
        let block = self.block_id(name);
        let state = &mut self.body.blocks[block.0 as usize];
        if state.place.is_some() {
            return self.fail_at(
                start,
                format!("the block `{}` is defined twice", name.display()),
            );
        }
        state.place = Some(place);
        self.count_name(name);
        if let Token::Label(_) = self.token {
            self.bump()?;
        }
        Ok(())
    }

    /// Reads the body of a function whose parameters have been read.
    pub(super) fn function_body(
        &mut self,
        symbol: SymbolId,
        mut function: Function,
    ) -> Result<Function> {
        self.expect(b'{')?;
        let mut blocks: Vec<Block> = Vec::new();
        while !self.is_mark(b'}') {
            if self.is_word("uselistorder") && !blocks.is_empty() {
                self.skip_line()?;
                continue;
            }
            self.begin_block(blocks.len() as u32)?;
            blocks.push(self.block()?);
        }
        if blocks.is_empty() {
            return self.fail("a function that is defined has at least one block");
        }
        self.bump()?;
        self.check_body()?;
        function.blocks = blocks;
        function.locals = self.body.types.clone();
        function.local_names = self.stack_names(&function.blocks);
        self.place_blocks(symbol, &mut function);
        self.simplify(&mut function);
        let described = std::mem::take(&mut self.body.described);
        let described = described
            .into_iter()
            .map(|(local, node)| (symbol, local, node));
        self.local_descriptions.extend(described);
        Ok(function)
    }

    /// The instructions of a block, up to the one that ends it.
    fn block(&mut self) -> Result<Block> {
        let mut instructions: Vec<Instruction> = Vec::new();
        loop {
            if let Token::DebugRecord(kind) = self.token {
                self.debug_record(kind)?;
                continue;
            }
            let Some(last) = instructions.last() else {
                if self.is_block_end() {
                    return self.fail("a block has at least one instruction");
                }
                instructions.extend(self.instruction()?);
                // Calls that only describe variables leave nothing.
                continue;
            };
            if ends_block(&last.kind) {
                break;
            }
            if self.is_block_end() {
                // What is not supported may have been what ends the block.
                if !matches!(last.kind, InstructionKind::Unsupported(_)) {
                    return self
                        .fail("the block before this has no end: no `br`, `ret` or the like");
                }
                let location = last.location;
                instructions.push(Instruction {
                    kind: InstructionKind::Unreachable,
                    result: None,
                    location,
                });
                break;
            }
            instructions.extend(self.instruction()?);
        }
        Ok(Block { instructions })
    }

    fn is_block_end(&self) -> bool {
        matches!(self.token, Token::Label(_) | Token::Mark(b'}') | Token::End)
    }

    /// Checks that all that was mentioned is there.
    fn check_body(&self) -> Result<()> {
        let local = self.body.locals.iter().find(|local| !local.is_defined);
        if let Some(local) = local {
            let name = local.name.display();
            return self.fail_at(
                local.start,
                format!("`%{name}` is not defined in this function"),
            );
        }
        let block = self.body.blocks.iter().find(|block| block.place.is_none());
        if let Some(block) = block {
            let name = block.name.display();
            return self.fail_at(
                block.start,
                format!("there is no block `{name}` in this function"),
            );
        }
        Ok(())
    }

    /// What variables on the stack are called by LLVM: the compiler names them after
    /// those of the source, so this is the next best to a description.
    fn stack_names(&self, blocks: &[Block]) -> Vec<Option<String>> {
        let mut names = vec![None; self.body.locals.len()];
        for instruction in blocks.iter().flat_map(|block| &block.instructions) {
            let (InstructionKind::Alloca { .. }, Some(local)) =
                (&instruction.kind, instruction.result)
            else {
                continue;
            };
            let name = self.body.locals[local.0 as usize].name;
            if let Name::Text(_) = name {
                let name = name.display();
                let short = name.strip_suffix(".addr").unwrap_or(&name);
                names[local.0 as usize] = Some(short.to_string());
            }
        }
        names
    }

    /// Blocks got their numbers when they were first mentioned; now they get those
    /// of their places.
    fn place_blocks(&mut self, symbol: SymbolId, function: &mut Function) {
        let places: Vec<BlockId> = self
            .body
            .blocks
            .iter()
            .map(|block| BlockId(block.place.unwrap_or(0)))
            .collect();
        let mut remap = Places(&places);
        for block in &mut function.blocks {
            for instruction in &mut block.instructions {
                remap.instruction(&mut instruction.kind);
            }
        }
        if self.has_block_addresses {
            let blocks = self.body.blocks.iter().zip(&places);
            let names = blocks.map(|(block, &place)| ((symbol, block.name), place));
            self.block_names.extend(names);
        }
    }

    /// Leaves out instructions that only pass a pointer on.
    fn simplify(&self, function: &mut Function) {
        let mut same: Vec<Option<Value>> = Vec::new();
        for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
            if let (Some(value), Some(result)) =
                (self.same_pointer(&instruction.kind), instruction.result)
            {
                same.resize(function.locals.len(), None);
                same[result.0 as usize] = Some(value);
            }
        }
        if same.is_empty() {
            return;
        }
        let mut remap = Same(follow(same));
        for block in &mut function.blocks {
            block.instructions.retain(|instruction| {
                let result = instruction.result.map(|result| remap.0[result.0 as usize]);
                result.flatten().is_none()
            });
            for instruction in &mut block.instructions {
                remap.instruction(&mut instruction.kind);
            }
        }
    }

    /// The pointer that an instruction only passes on: a conversion between pointers,
    /// or a step to the first part.
    fn same_pointer(&self, kind: &InstructionKind) -> Option<Value> {
        let pointer = self.common.pointer;
        let is_zero = |index: &Typed| match index.value {
            Value::Constant(constant) => {
                let constant = self.module.constant(constant);
                matches!(constant.kind, ConstantKind::Int(0))
            }
            Value::Local(_) => false,
        };
        match kind {
            InstructionKind::Cast(Cast::Bitcast, from, to) => {
                (from.ty == pointer && *to == pointer).then_some(from.value)
            }
            InstructionKind::GetElementPtr(_, base, indices) => {
                (base.ty == pointer && indices.iter().all(is_zero)).then_some(base.value)
            }
            _ => None,
        }
    }
}

/// Does it end a block?
fn ends_block(kind: &InstructionKind) -> bool {
    match kind {
        InstructionKind::Return(_)
        | InstructionKind::Jump(_)
        | InstructionKind::Branch(..)
        | InstructionKind::Switch(..)
        | InstructionKind::IndirectBranch(..)
        | InstructionKind::Unreachable => true,
        InstructionKind::Call(call) => call.next.is_some(),
        _ => false,
    }
}

struct Places<'p>(&'p [BlockId]);

impl Remap for Places<'_> {
    fn block(&mut self, block: &mut BlockId) {
        *block = self.0[block.0 as usize];
    }
}

/// Follows chains to their ends. Those that lead back to themselves (in code that is
/// never reached) are left alone.
fn follow(mut same: Vec<Option<Value>>) -> Vec<Option<Value>> {
    for start in 0..same.len() {
        let mut path = Vec::new();
        let mut place = start;
        let end = loop {
            match same[place] {
                Some(Value::Local(next)) if same[next.0 as usize].is_some() => {
                    path.push(place);
                    if path.len() > same.len() || next.0 as usize == start {
                        break None;
                    }
                    place = next.0 as usize;
                }
                value => break value,
            }
        };
        for place in path {
            same[place] = end;
        }
    }
    same
}

struct Same(Vec<Option<Value>>);

impl Remap for Same {
    fn value(&mut self, value: &mut Value) {
        if let Value::Local(local) = *value
            && let Some(same) = self.0[local.0 as usize]
        {
            *value = same;
        }
    }
}
