//! Which stack variables can be registers.
//!
//! An `alloca` of one scalar, whose address is only used to load and store just
//! that scalar, needs no memory: no other thread can see it. (Modules with typed
//! pointers cast such addresses before they use them.)

use crate::ir::{
    Callee, Cast, ConstantKind, Function, InstructionKind, LocalId, Order, TypeId, Value,
};

use super::Unit;
use super::layout::Scalar;

/// A local that is the address of a stack variable that can be a register.
#[derive(Clone, Copy, Debug)]
pub(super) enum Promoted {
    /// The `alloca` itself, and the type of the variable.
    Variable(TypeId),
    /// A cast of that.
    Cast(LocalId),
}

/// The locals that are addresses of variables that can be registers.
pub(super) fn promoted(unit: &mut Unit<'_>, function: &Function) -> Vec<Option<Promoted>> {
    let mut scan = Scan {
        variables: vec![None; function.locals.len()],
        casts: vec![None; function.locals.len()],
        unit,
    };
    let instructions = || function.blocks.iter().flat_map(|block| &block.instructions);
    for instruction in instructions() {
        scan.declare(&instruction.kind, instruction.result);
    }
    for instruction in instructions() {
        scan.mark(&instruction.kind, instruction.result);
    }
    for instruction in instructions() {
        scan.use_of(&instruction.kind);
    }
    let is_left = |local: &LocalId| scan.variables[local.0 as usize].is_some();
    let locals = scan.variables.iter().zip(&scan.casts);
    let promoted = locals.map(|(variable, cast)| match (variable, cast) {
        (Some((ty, _)), _) => Some(Promoted::Variable(*ty)),
        (None, cast) => cast.filter(is_left).map(Promoted::Cast),
    });
    promoted.collect()
}

struct Scan<'u, 'm> {
    unit: &'u mut Unit<'m>,
    /// The variables that may still be promoted.
    variables: Vec<Option<(TypeId, Scalar)>>,
    /// Casts of their addresses.
    casts: Vec<Option<LocalId>>,
}

impl Scan<'_, '_> {
    fn declare(&mut self, kind: &InstructionKind, result: Option<LocalId>) {
        let InstructionKind::Alloca { ty, count, .. } = kind else {
            return;
        };
        let is_one = match count.map(|count| count.value) {
            None => true,
            Some(Value::Constant(count)) => matches!(self.unit.number(count), Ok(Some(1))),
            Some(Value::Local(_)) => false,
        };
        let scalar = self.unit.layout.info(*ty).ok().and_then(|info| info.scalar);
        if let (true, Some(scalar), Some(result)) = (is_one, scalar, result)
            && let Some(variable) = self.variables.get_mut(result.0 as usize)
        {
            *variable = Some((*ty, scalar));
        }
    }

    fn mark(&mut self, kind: &InstructionKind, result: Option<LocalId>) {
        if let (InstructionKind::Cast(Cast::Bitcast, of, _), Some(result)) = (kind, result)
            && let Some(variable) = self.variable(of.value)
            && let Some(cast) = self.casts.get_mut(result.0 as usize)
        {
            *cast = Some(variable);
        }
    }

    fn use_of(&mut self, kind: &InstructionKind) {
        match kind {
            InstructionKind::Load { ty, pointer, .. } => self.access(*pointer, *ty),
            InstructionKind::Store {
                value,
                pointer,
                access,
            } => {
                self.access(*pointer, value.ty);
                self.escape(value.value);
                // Others see what such a store keeps in order.
                if access.order.is_some_and(|order| order != Order::Relaxed) {
                    self.escape(*pointer);
                }
            }
            // A cast counts when it is used.
            InstructionKind::Cast(Cast::Bitcast, of, _)
                if self.variable(of.value) == local(of.value) => {}
            InstructionKind::Call(call) if self.marks_lifetime(&call.callee) => {}
            other => each_value(other, &mut |value| self.escape(value)),
        }
    }

    /// The variable that a value is the address of.
    fn variable(&self, value: Value) -> Option<LocalId> {
        let local = local(value)?;
        let place = local.0 as usize;
        match (self.variables.get(place)?, self.casts.get(place)?) {
            (Some(_), _) => Some(local),
            (None, cast) => cast.filter(|of| self.variables[of.0 as usize].is_some()),
        }
    }

    /// A load or store of a type: of the whole variable?
    fn access(&mut self, pointer: Value, ty: TypeId) {
        let Some(variable) = self.variable(pointer) else {
            return;
        };
        let accessed = self.unit.layout.info(ty).ok().and_then(|info| info.scalar);
        let is_whole = match (self.variables[variable.0 as usize], accessed) {
            (Some((_, scalar)), Some(accessed)) => scalar.is_like(accessed),
            _ => false,
        };
        if !is_whole {
            self.escape(pointer);
        }
    }

    /// The value goes somewhere.
    fn escape(&mut self, value: Value) {
        if let Some(variable) = self.variable(value) {
            self.variables[variable.0 as usize] = None;
        }
    }

    fn marks_lifetime(&self, callee: &Callee) -> bool {
        let Callee::Value(Value::Constant(constant)) = callee else {
            return false;
        };
        let module = self.unit.module;
        let ConstantKind::Symbol(symbol) = &module.constant(*constant).kind else {
            return false;
        };
        module.symbol(*symbol).name.starts_with("llvm.lifetime.")
    }
}

fn local(value: Value) -> Option<LocalId> {
    match value {
        Value::Local(local) => Some(local),
        Value::Constant(_) => None,
    }
}

/// Calls `f` with all values that an instruction uses.
fn each_value(kind: &InstructionKind, f: &mut impl FnMut(Value)) {
    match kind {
        InstructionKind::Binary(_, a, b)
        | InstructionKind::CompareInt(_, a, b)
        | InstructionKind::CompareFloat(_, a, b) => {
            f(a.value);
            f(*b);
        }
        InstructionKind::Negate(a)
        | InstructionKind::Freeze(a)
        | InstructionKind::Cast(_, a, _)
        | InstructionKind::ExtractValue(a, _)
        | InstructionKind::Return(Some(a))
        | InstructionKind::VaArg(a, _) => f(a.value),
        InstructionKind::Select(condition, a, b) => {
            f(condition.value);
            f(a.value);
            f(*b);
        }
        InstructionKind::GetElementPtr(_, base, indices) => {
            f(base.value);
            indices.iter().for_each(|index| f(index.value));
        }
        InstructionKind::Alloca {
            count: Some(count), ..
        } => f(count.value),
        InstructionKind::Load { pointer, .. } => f(*pointer),
        InstructionKind::Store { value, pointer, .. } => {
            f(value.value);
            f(*pointer);
        }
        InstructionKind::ReadModifyWrite { pointer, value, .. } => {
            f(*pointer);
            f(value.value);
        }
        InstructionKind::CompareExchange {
            pointer,
            expected,
            new,
            ..
        } => {
            f(*pointer);
            f(expected.value);
            f(*new);
        }
        InstructionKind::InsertValue(a, b, _) | InstructionKind::ExtractElement(a, b) => {
            f(a.value);
            f(b.value);
        }
        InstructionKind::InsertElement(a, b, c) => {
            f(a.value);
            f(b.value);
            f(c.value);
        }
        InstructionKind::ShuffleVector(a, b, _) => {
            f(a.value);
            f(*b);
        }
        InstructionKind::Phi(_, ways) => ways.iter().for_each(|way| f(way.0)),
        InstructionKind::Call(call) => {
            if let Callee::Value(value) = call.callee {
                f(value);
            }
            call.arguments
                .iter()
                .for_each(|argument| f(argument.value.value));
        }
        InstructionKind::Branch(value, ..) | InstructionKind::IndirectBranch(value, _) => f(*value),
        InstructionKind::Switch(value, ..) => f(value.value),
        InstructionKind::Return(None)
        | InstructionKind::Alloca { count: None, .. }
        | InstructionKind::Fence { .. }
        | InstructionKind::LandingPad
        | InstructionKind::Jump(_)
        | InstructionKind::Unreachable
        | InstructionKind::Unsupported(_) => {}
    }
}
