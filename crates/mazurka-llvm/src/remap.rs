//! Walks over all that an instruction mentions, to renumber it.

use crate::ir::{
    BlockId, Callee, ConstantId, ConstantKind, Function, InstructionKind, LocationId, SymbolId,
    SymbolKind, Type, TypeId, Typed, Value,
};
use crate::shape::ShapeId;

/// What is done with each thing that is mentioned; nothing, unless said otherwise.
pub(crate) trait Remap {
    /// A type.
    fn ty(&mut self, _ty: &mut TypeId) {}
    /// A constant.
    fn constant(&mut self, _constant: &mut ConstantId) {}
    /// A block.
    fn block(&mut self, _block: &mut BlockId) {}
    /// A symbol.
    fn symbol(&mut self, _symbol: &mut SymbolId) {}
    /// A shape.
    fn shape(&mut self, _shape: &mut ShapeId) {}
    /// A place in the source.
    fn location(&mut self, _location: &mut LocationId) {}
    /// An operand; by default, its constant.
    fn value(&mut self, value: &mut Value) {
        if let Value::Constant(constant) = value {
            self.constant(constant);
        }
    }

    /// An operand with its type.
    fn typed(&mut self, typed: &mut Typed) {
        self.ty(&mut typed.ty);
        self.value(&mut typed.value);
    }

    /// All that a symbol mentions.
    fn symbol_kind(&mut self, kind: &mut SymbolKind) {
        match kind {
            SymbolKind::Variable(variable) => {
                self.ty(&mut variable.ty);
                variable
                    .initial
                    .iter_mut()
                    .for_each(|initial| self.constant(initial));
                let location = variable.source.iter_mut().map(|(_, location)| location);
                location.for_each(|location| self.location(location));
                variable
                    .shape
                    .iter_mut()
                    .for_each(|shape| self.shape(shape));
            }
            SymbolKind::Function(function) => self.function(function),
            SymbolKind::Alias(constant) => self.constant(constant),
        }
    }

    /// All that a function mentions.
    fn function(&mut self, function: &mut Function) {
        function.result.iter_mut().for_each(|ty| self.ty(ty));
        for parameter in &mut function.parameters {
            self.ty(&mut parameter.ty);
            parameter.by_value.iter_mut().for_each(|ty| self.ty(ty));
        }
        let shapes = function.local_shapes.iter_mut().flatten();
        shapes.for_each(|shape| self.shape(shape));
        function.locals.iter_mut().for_each(|ty| self.ty(ty));
        function
            .location
            .iter_mut()
            .for_each(|location| self.location(location));
        for instruction in function
            .blocks
            .iter_mut()
            .flat_map(|block| &mut block.instructions)
        {
            instruction
                .location
                .iter_mut()
                .for_each(|location| self.location(location));
            self.instruction(&mut instruction.kind);
        }
    }

    /// All that a constant mentions, but for its type.
    fn constant_kind(&mut self, kind: &mut ConstantKind) {
        use ConstantKind as C;
        match kind {
            C::Aggregate(elements) => elements
                .iter_mut()
                .for_each(|element| self.constant(element)),
            C::Symbol(symbol) | C::BlockAddress(symbol, _) => self.symbol(symbol),
            C::GetElementPtr(ty, base, indices) => {
                self.ty(ty);
                self.constant(base);
                indices.iter_mut().for_each(|index| self.constant(index));
            }
            C::Cast(_, inner) => self.constant(inner),
            C::Binary(_, a, b) | C::Compare(_, a, b) => {
                self.constant(a);
                self.constant(b);
            }
            C::Select(condition, a, b) => {
                self.constant(condition);
                self.constant(a);
                self.constant(b);
            }
            C::Int(_) | C::Float(_) | C::Zero | C::Undefined | C::Bytes(_) => {}
        }
    }

    /// All that an instruction mentions.
    fn instruction(&mut self, kind: &mut InstructionKind) {
        use InstructionKind as I;
        match kind {
            I::Binary(_, a, b)
            | I::CompareInt(_, a, b)
            | I::CompareFloat(_, a, b)
            | I::ShuffleVector(a, b, _) => {
                self.typed(a);
                self.value(b);
            }
            I::Negate(a) | I::Freeze(a) | I::ExtractValue(a, _) => self.typed(a),
            I::Cast(_, a, ty) | I::VaArg(a, ty) => {
                self.typed(a);
                self.ty(ty);
            }
            I::Select(condition, a, b) => {
                self.typed(condition);
                self.typed(a);
                self.value(b);
            }
            I::GetElementPtr(ty, base, indices) => {
                self.ty(ty);
                self.typed(base);
                indices.iter_mut().for_each(|index| self.typed(index));
            }
            I::Alloca { ty, count, .. } => {
                self.ty(ty);
                count.iter_mut().for_each(|count| self.typed(count));
            }
            I::Load { ty, pointer, .. } => {
                self.ty(ty);
                self.value(pointer);
            }
            I::Store { value, pointer, .. } | I::ReadModifyWrite { value, pointer, .. } => {
                self.typed(value);
                self.value(pointer);
            }
            I::CompareExchange {
                pointer,
                expected,
                new,
                ..
            } => {
                self.value(pointer);
                self.typed(expected);
                self.value(new);
            }
            I::InsertValue(a, b, _) | I::ExtractElement(a, b) => {
                self.typed(a);
                self.typed(b);
            }
            I::InsertElement(a, b, c) => {
                self.typed(a);
                self.typed(b);
                self.typed(c);
            }
            I::Phi(ty, incoming) => {
                self.ty(ty);
                for (value, block) in incoming {
                    self.value(value);
                    self.block(block);
                }
            }
            I::Call(call) => {
                if let Callee::Value(callee) = &mut call.callee {
                    self.value(callee);
                }
                self.ty(&mut call.result);
                for argument in &mut call.arguments {
                    self.typed(&mut argument.value);
                    argument.by_value.iter_mut().for_each(|ty| self.ty(ty));
                    argument.element_type.iter_mut().for_each(|ty| self.ty(ty));
                }
                call.next.iter_mut().for_each(|next| self.block(next));
            }
            I::Return(value) => value.iter_mut().for_each(|value| self.typed(value)),
            I::Jump(block) => self.block(block),
            I::Branch(condition, yes, no) => {
                self.value(condition);
                self.block(yes);
                self.block(no);
            }
            I::Switch(value, otherwise, cases) => {
                self.typed(value);
                self.block(otherwise);
                for (case, block) in cases {
                    self.constant(case);
                    self.block(block);
                }
            }
            I::IndirectBranch(address, blocks) => {
                self.value(address);
                blocks.iter_mut().for_each(|block| self.block(block));
            }
            I::Fence { .. } | I::LandingPad | I::Unreachable | I::Unsupported(_) => {}
        }
    }
}

/// The types that a type mentions.
pub(crate) fn types_of(ty: &mut Type, mut each: impl FnMut(&mut TypeId)) {
    match ty {
        Type::Array(_, element) | Type::Vector(_, element) => each(element),
        Type::Struct { fields, .. } => fields.iter_mut().for_each(each),
        Type::Function {
            result, parameters, ..
        } => {
            each(result);
            parameters.iter_mut().for_each(each);
        }
        _ => {}
    }
}
