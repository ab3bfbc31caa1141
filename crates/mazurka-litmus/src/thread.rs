//! A decoded thread.

use crate::code::{Compute, Instruction, Rest, Slot, Source, Update};
use crate::error::ParseError;
use crate::initial::Constant;
use crate::value::Type;
use rustc_hash::FxHashMap;
use std::fmt;

/// More threads than this are refused: clocks have an entry for each, and so have events.
pub(crate) const MOST_THREADS: usize = 1024;

/// A thread of a test, ready to run.
#[derive(Clone, Debug)]
pub(crate) struct Thread {
    /// Its number in the file.
    pub(crate) number: u32,
    /// Ends with a `Halt`.
    pub(crate) code: Vec<Instruction>,
    /// How many registers it has.
    pub(crate) registers: u16,
    /// The registers that have names of its own: local variables, `%name`.
    pub(crate) names: FxHashMap<String, u16>,
    /// The declared types of registers.
    pub(crate) types: FxHashMap<u16, Type>,
    /// What registers hold at the start, if not zero.
    pub(crate) initial: Vec<(Slot, Constant)>,
    /// Where instructions that may have no meaning stand in the file, in order.
    pub(crate) places: Vec<(usize, Place)>,
    /// The first thing for which the memory model of C has no meaning, and why.
    pub(crate) foreign: Option<(Place, String)>,
}

impl Thread {
    /// Where an instruction stands in the file, as far as that is known.
    pub(crate) fn place(&self, instruction: usize) -> Option<Place> {
        let found = self
            .places
            .binary_search_by_key(&instruction, |(at, _)| *at);
        found.ok().map(|nth| self.places[nth].1)
    }
}

/// A line and a column, from one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Place {
    pub(crate) line: usize,
    pub(crate) column: usize,
}

impl Place {
    /// Where an error is.
    pub(crate) fn of(error: &ParseError) -> Place {
        Place {
            line: error.line,
            column: error.column,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

/// A set of registers; of a thread with more than 128, all are taken to be in
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Registers(u128);

impl Registers {
    const ALL: Registers = Registers(u128::MAX);

    fn add(&mut self, register: u16) {
        self.0 |= 1_u128.checked_shl(u32::from(register)).unwrap_or(0);
    }

    fn remove(&mut self, register: u16) {
        self.0 &= !1_u128.checked_shl(u32::from(register)).unwrap_or(0);
    }

    fn contains(self, register: usize) -> bool {
        register >= 128 || self.0 >> register & 1 == 1
    }

    /// Do the registers of the set hold the same?
    pub(crate) fn agree(self, a: &[u64], b: &[u64]) -> bool {
        let mut pairs = a.iter().zip(b).enumerate();
        pairs.all(|(register, (a, b))| a == b || !self.contains(register))
    }
}

impl Instruction {
    fn sources(&self) -> [Option<Source>; 3] {
        match *self {
            Instruction::Compute { a, b, .. } => [Some(a), Some(b), None],
            Instruction::Load { address, .. } | Instruction::Lock { address } => {
                [Some(address), None, None]
            }
            Instruction::Store { address, value, .. } => [Some(address), Some(value), None],
            Instruction::Update { address, a, b, .. } => [Some(address), Some(a), Some(b)],
            Instruction::JumpIf { condition, .. } | Instruction::JumpIfZero { condition, .. } => {
                [Some(condition), None, None]
            }
            Instruction::SectionBegin { domain, .. } | Instruction::GraceBegin { domain } => {
                [domain.address(), None, None]
            }
            Instruction::SectionEnd { domain, index, .. } => [domain.address(), Some(index), None],
            Instruction::GraceEnd
            | Instruction::Fence
            | Instruction::StoreBarrier(_)
            | Instruction::LoadBarrier
            | Instruction::Jump(_)
            | Instruction::Halt => [None; 3],
        }
    }

    /// The register that it writes.
    pub(crate) fn destination(&self) -> Option<Slot> {
        match *self {
            Instruction::Compute { to, .. } | Instruction::Load { to, .. } => Some(to),
            Instruction::Update { old, .. } => Some(old),
            Instruction::SectionBegin { to, .. } => Some(to),
            _ => None,
        }
    }

    pub(crate) fn target(&self) -> Option<usize> {
        match *self {
            Instruction::Jump(target)
            | Instruction::JumpIf { target, .. }
            | Instruction::JumpIfZero { target, .. } => Some(target as usize),
            _ => None,
        }
    }

    /// Is what it does to memory at most a look, for some contents of memory?
    fn may_only_look(&self) -> bool {
        matches!(
            self,
            Instruction::Load { .. }
                | Instruction::Update {
                    update: Update::Exchange
                        | Update::CompareExchange
                        | Update::AddUnless
                        | Update::Compute(
                            Compute::Add
                                | Compute::Subtract
                                | Compute::And
                                | Compute::AndNot
                                | Compute::Or
                                | Compute::Xor
                        ),
                    ..
                }
        )
    }
}

/// For each instruction that may be a look in a loop: the registers whose
/// contents matter when it is about to run. `observed` matter at the end.
pub(crate) fn looks(thread: &Thread, observed: &[u16]) -> Vec<Option<Registers>> {
    let code = &thread.code;
    let mut in_loop = vec![false; code.len()];
    for (at, instruction) in code.iter().enumerate() {
        if let Some(target) = instruction.target().filter(|target| *target <= at) {
            in_loop[target..=at].fill(true);
        }
    }
    let live = live_registers(thread, observed);
    let look = |(at, instruction): (usize, &Instruction)| {
        (in_loop[at] && instruction.may_only_look()).then(|| live[at])
    };
    code.iter().enumerate().map(look).collect()
}

/// For each instruction: is it an update of which nothing looks at what was there?
pub(crate) fn unused(thread: &Thread, observed: &[u16]) -> Vec<bool> {
    if thread.registers > 128 {
        return vec![false; thread.code.len()];
    }
    let needed = solve(thread, observed, |instruction, after| {
        // What is computed for nothing needs nothing.
        match *instruction {
            Instruction::Compute { to, compute, .. }
                if !after.contains(to.register.into()) && !compute.may_be_undefined() =>
            {
                after
            }
            _ => live_before(instruction, after),
        }
    });
    let is_unused = |(at, instruction): (usize, &Instruction)| match *instruction {
        Instruction::Update { old, .. } => {
            !after(thread, observed, &needed, at).contains(old.register.into())
        }
        _ => false,
    };
    thread.code.iter().enumerate().map(is_unused).collect()
}

/// For each instruction, the registers that are read from there on before they
/// are written.
fn live_registers(thread: &Thread, observed: &[u16]) -> Vec<Registers> {
    if thread.registers > 128 {
        return vec![Registers::ALL; thread.code.len()];
    }
    solve(thread, observed, live_before)
}

/// What holds before each instruction, if `before` says how that follows from what holds
/// after one.
fn solve(
    thread: &Thread,
    observed: &[u16],
    before: impl Fn(&Instruction, Registers) -> Registers,
) -> Vec<Registers> {
    let code = &thread.code;
    let mut live = vec![Registers(0); code.len()];
    loop {
        let mut changed = false;
        for at in (0..code.len()).rev() {
            let before = before(&code[at], after(thread, observed, &live, at));
            changed |= live[at] != before;
            live[at] = before;
        }
        if !changed {
            return live;
        }
    }
}

/// What holds after an instruction.
fn after(thread: &Thread, observed: &[u16], live: &[Registers], at: usize) -> Registers {
    let instruction = &thread.code[at];
    let mut after = Registers(0);
    match instruction {
        Instruction::Halt => observed.iter().for_each(|register| after.add(*register)),
        Instruction::Jump(_) => {}
        _ => after = live[at + 1],
    }
    if let Some(target) = instruction.target() {
        after.0 |= live[target].0;
    }
    after
}

fn live_before(instruction: &Instruction, mut live: Registers) -> Registers {
    // What is computed and does not matter reads nothing: a counter that only counts is dead.
    // (A division may still have no meaning.)
    if let Instruction::Compute { to, compute, .. } = instruction
        && !compute.may_be_undefined()
        && !live.contains(usize::from(to.register))
    {
        return live;
    }
    if let Some(to) = instruction.destination() {
        if to.rest == Rest::Kept {
            live.add(to.register);
        } else {
            live.remove(to.register);
        }
    }
    for source in instruction.sources().into_iter().flatten() {
        if let Source::Slot(slot) = source {
            live.add(slot.register);
        }
    }
    live
}
