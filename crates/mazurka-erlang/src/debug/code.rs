//! Receives in the code of a module: how many a function has, and what each tests messages for.

use crate::beam::{Arg, Instruction, Module, Op, Value};
use std::collections::BTreeSet;

/// A receive in code.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Tested {
    /// Atoms and integers that messages, or what is in them, are compared with.
    pub(super) atoms: BTreeSet<String>,
    pub(super) integers: BTreeSet<i64>,
}

/// A function in code.
pub(super) struct Function {
    /// In the order of the code.
    pub(super) receives: Vec<Tested>,
    /// The line where it begins, if that is known.
    pub(super) line: Option<u32>,
}

/// The function of that name.
pub(super) fn function(module: &Module, name: &str, arity: u32) -> Option<Function> {
    let is_start = |of: &Instruction| of.op == Op::FuncInfo;
    let is_it = |of: &Instruction| match &of.args[..] {
        [_, Arg::Atom(atom), Arg::U(count)] => {
            is_start(of)
                && module
                    .atoms
                    .get(*atom as usize)
                    .is_some_and(|text| text == name)
                && *count == u64::from(arity)
        }
        _ => false,
    };
    let start = module.code.iter().position(is_it)?;
    let behind = &module.code[start + 1..];
    let length = behind.iter().position(is_start).unwrap_or(behind.len());
    let line = module.code[..start].iter().rev().take(2).find_map(|of| {
        let (Op::Line, [Arg::U(location), ..]) = (of.op, &of.args[..]) else {
            return None;
        };
        let (_, line) = module.lines.locations.get(*location as usize)?;
        Some(*line)
    });
    let code = &behind[..length];
    let receives = (0..code.len()).filter(|at| code[*at].op == Op::LoopRec);
    Some(Function {
        receives: receives.map(|at| tested(module, code, at)).collect(),
        line,
    })
}

/// What is tested between the beginning of a receive and its ends.
fn tested(module: &Module, code: &[Instruction], at: usize) -> Tested {
    let mut tested = Tested::default();
    let mut seen = vec![false; code.len()];
    let mut open = vec![at + 1];
    let places: Vec<(u64, usize)> = (code.iter().enumerate())
        .filter_map(|(place, of)| match (of.op, &of.args[..]) {
            (Op::Label, [Arg::U(label)]) => Some((*label, place)),
            _ => None,
        })
        .collect();
    let place = |label: u64| {
        let found = places.iter().find(|(known, _)| *known == label);
        found.map(|(_, place)| *place)
    };
    while let Some(at) = open.pop() {
        if at >= code.len() || std::mem::replace(&mut seen[at], true) {
            continue;
        }
        let of = &code[at];
        match of.op {
            Op::RemoveMessage | Op::LoopRecEnd | Op::LoopRec | Op::Wait | Op::WaitTimeout => {
                continue;
            }
            Op::Return => continue,
            _ => {}
        }
        // (Sizes of binaries are computed by the compiler.)
        let counts = matches!(
            of.op,
            Op::IsEqExact
                | Op::IsNeExact
                | Op::IsEq
                | Op::IsNe
                | Op::IsLt
                | Op::IsGe
                | Op::SelectVal
                | Op::IsTaggedTuple
                | Op::GetMapElements
                | Op::HasMapFields
        );
        for arg in &of.args {
            note(module, arg, counts, &mut tested, &mut |label| {
                open.extend(place(label));
            });
        }
        if !matches!(of.op, Op::Jump | Op::SelectVal | Op::SelectTupleArity) {
            open.push(at + 1);
        }
    }
    tested
}

fn note(
    module: &Module,
    arg: &Arg,
    counts: bool,
    tested: &mut Tested,
    jumps: &mut impl FnMut(u64),
) {
    match arg {
        Arg::Label(label) => jumps(u64::from(*label)),
        Arg::List(args) => {
            for arg in args {
                note(module, arg, counts, tested, jumps);
            }
        }
        _ if !counts => {}
        Arg::Atom(atom) => {
            tested
                .atoms
                .extend(module.atoms.get(*atom as usize).cloned());
        }
        Arg::I(number) => {
            tested.integers.insert(*number);
        }
        Arg::Literal(index) => {
            if let Some(literal) = module.literals.get(*index as usize) {
                note_value(literal, tested);
            }
        }
        _ => {}
    }
}

/// What is in a constant.
fn note_value(value: &Value, tested: &mut Tested) {
    match value {
        Value::Atom(text) => {
            tested.atoms.insert(text.clone());
        }
        Value::Integer(number) => {
            tested.integers.insert(*number);
        }
        Value::Tuple(items) => items.iter().for_each(|item| note_value(item, tested)),
        Value::List(items, tail) => {
            items.iter().for_each(|item| note_value(item, tested));
            note_value(tail, tested);
        }
        Value::Map(pairs) => {
            for (key, value) in pairs {
                note_value(key, tested);
                note_value(value, tested);
            }
        }
        _ => {}
    }
}
