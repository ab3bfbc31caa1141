//! Plain statements as instructions for the judge, with what is live at each.
//!
//! A register is live if it can still decide what others see. One that only counts, and
//! that nothing else reads, is not: so a loop that counts for nothing has finitely
//! many states.

use super::block::{Block, Expression, Location, Mutex, Operator, Order, Plain, Register, Update};

/// Where a value comes from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Constant(u32),
    Register(Register),
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Instruction {
    Load(Register, Location),
    Store(Location, Source, Order),
    Update(Register, Update, Location, Source),
    /// Whether it succeeded; what is expected; where; what is new.
    CompareExchange(Register, Register, Location, Source),
    Fence,
    Lock(Mutex),
    TryLock(Register, Mutex),
    Unlock(Mutex),
    Compute(Register, Operator, Source, Source),
    Jump(usize),
    /// Jumps if the value is zero.
    Unless(Source, usize),
    Assert(Source, u32),
    End,
}

/// The code of a thread.
#[derive(Clone, Debug)]
pub(super) struct Code {
    pub(super) instructions: Vec<Instruction>,
    /// The registers that are live before each.
    pub(super) live: Vec<Vec<bool>>,
    pub(super) registers: usize,
}

impl Code {
    /// The code of a thread with this number of registers of its own.
    pub(super) fn new(block: &Block, registers: usize) -> Code {
        let mut compiler = Compiler {
            instructions: Vec::new(),
            first: registers,
            next: registers,
            most: registers,
            breaks: Vec::new(),
        };
        compiler.block(block);
        compiler.emit(Instruction::End);
        let live = live(&compiler.instructions, compiler.most);
        Code {
            instructions: compiler.instructions,
            live,
            registers: compiler.most,
        }
    }
}

struct Compiler {
    instructions: Vec<Instruction>,
    /// The first register for values in between, the next, and how many there are.
    first: usize,
    next: usize,
    most: usize,
    /// The jumps out of each loop that is open.
    breaks: Vec<Vec<usize>>,
}

impl Compiler {
    fn emit(&mut self, instruction: Instruction) -> usize {
        self.instructions.push(instruction);
        self.instructions.len() - 1
    }

    fn here(&self) -> usize {
        self.instructions.len()
    }

    /// Lets a jump go to what comes next.
    fn land(&mut self, jump: usize) {
        let here = self.here();
        match &mut self.instructions[jump] {
            Instruction::Jump(target) | Instruction::Unless(_, target) => *target = here,
            other => unreachable!("{other:?} does not jump"),
        }
    }

    fn temporary(&mut self) -> Register {
        self.next += 1;
        self.most = self.most.max(self.next);
        self.next - 1
    }

    fn set(&mut self, to: Register, value: Source) {
        let zero = Source::Constant(0);
        self.emit(Instruction::Compute(to, Operator::Plus, value, zero));
    }

    fn block(&mut self, block: &Block) {
        block.iter().for_each(|plain| self.plain(plain));
    }

    fn plain(&mut self, plain: &Plain) {
        self.next = self.first;
        match plain {
            Plain::Set(register, value) => {
                let value = self.value(value);
                self.set(*register, value);
            }
            Plain::Do(value) => {
                self.value(value);
            }
            Plain::Store(location, value, order) => {
                let value = self.value(value);
                self.emit(Instruction::Store(*location, value, *order));
            }
            Plain::Fence => {
                self.emit(Instruction::Fence);
            }
            Plain::Yield | Plain::Keep(_) => {}
            Plain::Lock(mutex) => {
                self.emit(Instruction::Lock(*mutex));
            }
            Plain::Unlock(mutex) => {
                self.emit(Instruction::Unlock(*mutex));
            }
            Plain::If(condition, then, or_else) => {
                let value = self.value(condition);
                let to_else = self.emit(Instruction::Unless(value, 0));
                self.block(then);
                let to_end = self.emit(Instruction::Jump(0));
                self.land(to_else);
                self.block(or_else);
                self.land(to_end);
            }
            Plain::While(condition, body) => {
                let start = self.here();
                let value = self.value(condition);
                let exit = self.emit(Instruction::Unless(value, 0));
                self.breaks.push(vec![exit]);
                self.block(body);
                self.emit(Instruction::Jump(start));
                self.end_loop();
            }
            Plain::DoWhile(body, condition) => {
                let start = self.here();
                self.breaks.push(Vec::new());
                self.block(body);
                self.next = self.first;
                let value = self.value(condition);
                let exit = self.emit(Instruction::Unless(value, 0));
                self.emit(Instruction::Jump(start));
                self.land(exit);
                self.end_loop();
            }
            Plain::Break => {
                let jump = self.emit(Instruction::Jump(0));
                self.breaks.last_mut().expect("within a loop").push(jump);
            }
            Plain::Assert(condition, number) => {
                let value = self.value(condition);
                self.emit(Instruction::Assert(value, *number));
            }
        }
    }

    fn end_loop(&mut self) {
        for jump in self.breaks.pop().expect("a loop is open") {
            self.land(jump);
        }
    }

    fn value(&mut self, expression: &Expression) -> Source {
        let to = match expression {
            Expression::Constant(number) => return Source::Constant(*number),
            Expression::Register(register) => return Source::Register(*register),
            Expression::Load(location) => {
                let to = self.temporary();
                self.emit(Instruction::Load(to, *location));
                to
            }
            Expression::Update(update, location, operand) => {
                let operand = self.value(operand);
                let to = self.temporary();
                self.emit(Instruction::Update(to, *update, *location, operand));
                to
            }
            Expression::CompareExchange {
                location,
                expected,
                new,
                weak: _,
            } => {
                let new = self.value(new);
                let to = self.temporary();
                let expected = *expected;
                self.emit(Instruction::CompareExchange(to, expected, *location, new));
                to
            }
            Expression::TryLock(mutex) => {
                let to = self.temporary();
                self.emit(Instruction::TryLock(to, *mutex));
                to
            }
            Expression::Binary(operator, left, right) => {
                let left = self.value(left);
                let right = self.value(right);
                let to = self.temporary();
                self.emit(Instruction::Compute(to, *operator, left, right));
                to
            }
            Expression::Not(inner) => {
                let inner = self.value(inner);
                let to = self.temporary();
                let zero = Source::Constant(0);
                self.emit(Instruction::Compute(to, Operator::Equal, inner, zero));
                to
            }
            Expression::Both(left, right) => {
                let to = self.temporary();
                let value = self.value(left);
                self.set(to, Source::Constant(0));
                let first = self.emit(Instruction::Unless(value, 0));
                let value = self.value(right);
                let second = self.emit(Instruction::Unless(value, 0));
                self.set(to, Source::Constant(1));
                self.land(first);
                self.land(second);
                to
            }
            Expression::Either(left, right) => {
                let to = self.temporary();
                let value = self.value(left);
                let first = self.emit(Instruction::Unless(value, 0));
                self.set(to, Source::Constant(1));
                let is_true = self.emit(Instruction::Jump(0));
                self.land(first);
                self.set(to, Source::Constant(0));
                let value = self.value(right);
                let second = self.emit(Instruction::Unless(value, 0));
                self.set(to, Source::Constant(1));
                self.land(second);
                self.land(is_true);
                to
            }
        };
        Source::Register(to)
    }
}

/// The registers that are live before each instruction.
fn live(instructions: &[Instruction], registers: usize) -> Vec<Vec<bool>> {
    let mut live = vec![vec![false; registers]; instructions.len()];
    loop {
        let mut changed = false;
        for (at, instruction) in instructions.iter().enumerate().rev() {
            let before = before(instruction, at, &live, registers);
            changed |= before != live[at];
            live[at] = before;
        }
        if !changed {
            return live;
        }
    }
}

fn before(instruction: &Instruction, at: usize, live: &[Vec<bool>], registers: usize) -> Vec<bool> {
    let mut now = match instruction {
        Instruction::End => vec![false; registers],
        Instruction::Jump(target) => live[*target].clone(),
        Instruction::Unless(_, target) => {
            let both = live[*target].iter().zip(&live[at + 1]);
            both.map(|(a, b)| *a || *b).collect()
        }
        _ => live[at + 1].clone(),
    };
    let read = |now: &mut Vec<bool>, source: &Source| {
        if let Source::Register(register) = source {
            now[*register] = true;
        }
    };
    match instruction {
        Instruction::Compute(to, _, left, right) => {
            // What is computed for nothing needs nothing.
            if std::mem::replace(&mut now[*to], false) {
                read(&mut now, left);
                read(&mut now, right);
            }
        }
        Instruction::Load(to, _) | Instruction::TryLock(to, _) => now[*to] = false,
        Instruction::Update(to, _, _, operand) => {
            now[*to] = false;
            read(&mut now, operand);
        }
        Instruction::CompareExchange(to, expected, _, new) => {
            now[*to] = false;
            now[*expected] = true;
            read(&mut now, new);
        }
        Instruction::Store(_, value, _)
        | Instruction::Unless(value, _)
        | Instruction::Assert(value, _) => read(&mut now, value),
        Instruction::Fence
        | Instruction::Lock(_)
        | Instruction::Unlock(_)
        | Instruction::Jump(_)
        | Instruction::End => {}
    }
    now
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_counter_that_counts_for_nothing_is_not_live() {
        let count = |register| {
            let one = Expression::Constant(1);
            let sum = Expression::binary(Operator::Plus, Expression::Register(register), one);
            Plain::Set(register, sum)
        };
        let both = vec![
            Plain::While(Expression::Load(0), vec![count(0), count(1)]),
            Plain::Store(1, Expression::Register(1), Order::Relaxed),
        ];
        let code = Code::new(&both, 2);
        assert!(code.live.iter().all(|live| !live[0]));
        assert!(code.live[0][1]);
    }
}
