//! Choices whose outcomes nobody sees.
//!
//! A variable that is stored to and never loaded tells nothing. If what a choice
//! (`__VERIFIER_nondet_bool` and its relatives) returns only goes there, its outcomes
//! cannot be told apart, and each of them would multiply the executions: programs that
//! model store buffers have several of them in every thread. So such a choice has one
//! outcome. The stores stay, since they may race.

use rustc_hash::FxHashSet;

use crate::builtin;
use crate::ir::{
    Call, Callee, Constant, ConstantId, ConstantKind, Function, InstructionKind, LocalId, Module,
    SymbolId, SymbolKind, Typed, Value,
};
use crate::remap::Remap;

/// How often constants are mentioned.
struct Constants(Vec<u32>);

impl Remap for Constants {
    fn constant(&mut self, constant: &mut ConstantId) {
        self.0[constant.0 as usize] += 1;
    }
}

/// How often the locals of a function are mentioned.
struct Locals(Vec<u32>);

impl Remap for Locals {
    fn value(&mut self, value: &mut Value) {
        if let Value::Local(local) = value {
            self.0[local.0 as usize] += 1;
        }
    }
}

/// Gives the choices of a whole program that nobody sees one outcome.
pub(crate) fn settle(module: &mut Module) {
    let is_needed = module.symbols.iter().any(|symbol| is_choice(&symbol.name));
    if !is_needed {
        return;
    }
    let unread = unread(module);
    if unread.is_empty() {
        return;
    }
    for place in 0..module.symbols.len() {
        let SymbolKind::Function(function) = &mut module.symbols[place].kind else {
            continue;
        };
        let mut uses = Locals(vec![0; function.locals.len()]);
        uses.function(function);
        for (block, number) in unseen(module, place, &uses, &unread) {
            replace(module, place, block, number);
        }
    }
}

fn is_choice(name: &str) -> bool {
    let is_named_so = name.starts_with("__VERIFIER_nondet_") || name.starts_with("nondet_");
    is_named_so && builtin::find(name).is_some()
}

/// The variables that are only ever stored to.
fn unread(module: &mut Module) -> FxHashSet<SymbolId> {
    let mut uses = Constants(vec![0; module.constants.len()]);
    for symbol in &mut module.symbols {
        uses.symbol_kind(&mut symbol.kind);
    }
    for constant in &mut module.constants {
        uses.constant_kind(&mut constant.kind);
    }
    let mut left = uses.0;
    for symbol in &module.symbols {
        if let SymbolKind::Function(function) = &symbol.kind {
            for target in targets(function) {
                left[target.0 as usize] -= 1;
            }
        }
    }
    let module = &*module;
    let is_variable = |symbol: &SymbolId| {
        let kind = &module.symbols[symbol.0 as usize].kind;
        matches!(kind, SymbolKind::Variable(variable) if variable.initial.is_some())
    };
    let symbols = |wanted: fn(u32) -> bool| {
        let constants = module.constants.iter().zip(&left);
        let symbols = constants.filter_map(move |(constant, left)| match constant.kind {
            ConstantKind::Symbol(symbol) if wanted(*left) => Some(symbol),
            _ => None,
        });
        symbols.collect::<FxHashSet<SymbolId>>()
    };
    let read = symbols(|left| left != 0);
    let mut unread = symbols(|left| left == 0);
    unread.retain(|symbol| is_variable(symbol) && !read.contains(symbol));
    unread
}

/// The constants that a function stores to.
fn targets(function: &Function) -> impl Iterator<Item = ConstantId> {
    let instructions = function.blocks.iter().flat_map(|block| &block.instructions);
    instructions.filter_map(|instruction| match &instruction.kind {
        InstructionKind::Store {
            pointer: Value::Constant(constant),
            ..
        } => Some(*constant),
        _ => None,
    })
}

/// Where a function calls for choices that only go to such variables.
fn unseen(
    module: &Module,
    place: usize,
    uses: &Locals,
    unread: &FxHashSet<SymbolId>,
) -> Vec<(usize, usize)> {
    let SymbolKind::Function(function) = &module.symbols[place].kind else {
        return Vec::new();
    };
    let mut makers = vec![None; function.locals.len()];
    for (block, instructions) in function.blocks.iter().enumerate() {
        for (number, instruction) in instructions.instructions.iter().enumerate() {
            if let Some(LocalId(local)) = instruction.result {
                makers[local as usize] = Some((block, number));
            }
        }
    }
    let maker = |local: LocalId| {
        let is_used_once = uses.0[local.0 as usize] == 1;
        makers[local.0 as usize].filter(|_| is_used_once)
    };
    let kind = |(block, number): (usize, usize)| &function.blocks[block].instructions[number].kind;
    let mut found = Vec::new();
    for instruction in function.blocks.iter().flat_map(|block| &block.instructions) {
        let InstructionKind::Store { value, pointer, .. } = &instruction.kind else {
            continue;
        };
        let target = symbol_of(module, *pointer);
        if target.is_none_or(|symbol| !unread.contains(&symbol)) {
            continue;
        }
        let mut value = value.value;
        while let Value::Local(local) = value
            && let Some(place) = maker(local)
        {
            match kind(place) {
                InstructionKind::Cast(_, from, _) => value = from.value,
                InstructionKind::Call(call) if calls_choice(module, call) => {
                    found.push(place);
                    break;
                }
                _ => break,
            }
        }
    }
    found
}

fn symbol_of(module: &Module, value: Value) -> Option<SymbolId> {
    let Value::Constant(constant) = value else {
        return None;
    };
    match module.constants[constant.0 as usize].kind {
        ConstantKind::Symbol(symbol) => Some(symbol),
        _ => None,
    }
}

fn calls_choice(module: &Module, call: &Call) -> bool {
    let Callee::Value(callee) = call.callee else {
        return false;
    };
    let symbol = symbol_of(module, callee).map(|symbol| &module.symbols[symbol.0 as usize]);
    symbol.is_some_and(|symbol| {
        let is_declared =
            matches!(&symbol.kind, SymbolKind::Function(function) if function.blocks.is_empty());
        is_declared && is_choice(&symbol.name) && call.next.is_none()
    })
}

/// Replaces a call by zero.
fn replace(module: &mut Module, place: usize, block: usize, number: usize) {
    let zero = ConstantId(module.constants.len() as u32);
    let SymbolKind::Function(function) = &mut module.symbols[place].kind else {
        return;
    };
    let instruction = &mut function.blocks[block].instructions[number];
    let InstructionKind::Call(call) = &instruction.kind else {
        return;
    };
    let ty = call.result;
    let value = Value::Constant(zero);
    instruction.kind = InstructionKind::Freeze(Typed { ty, value });
    let kind = ConstantKind::Zero;
    module.constants.push(Constant { ty, kind });
}
