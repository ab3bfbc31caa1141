//! Decodes the instructions of a thread.

use super::mnemonic::{Action, Binary, Unary};
use super::parse::{Instruction, Line, Memory, Operand, OperandKind, Register};
use super::register;
use crate::code::{self, Compute, Flag, Orders, Slot, Source, StoreOrder, Update, flags};
use crate::error::ParseError;
use crate::header::Architecture;
use crate::locations::Locations;
use crate::thread::Thread;
use mazurka_program::Order;
use rustc_hash::FxHashMap;

/// Decodes one column; `text` is the file, for errors.
pub(crate) fn compile(
    text: &str,
    architecture: Architecture,
    locations: &mut Locations,
    number: u32,
    lines: &[Line],
) -> Result<Thread, ParseError> {
    let mut compiler = Compiler {
        text,
        architecture,
        locations,
        code: Vec::new(),
        symbolic: FxHashMap::default(),
        registers: register::NAMED,
        temporaries: Vec::new(),
        used: 0,
        jumps: Vec::new(),
    };
    let mut labels: FxHashMap<&str, usize> = FxHashMap::default();
    for line in lines {
        match line {
            Line::Label(name, at) => {
                let target = compiler.code.len();
                if labels.insert(name, target).is_some() {
                    let message = format!("the label `{name}` is there twice");
                    return Err(ParseError::at(text, *at, message));
                }
            }
            Line::Instruction(instruction) => compiler.instruction(instruction)?,
        }
    }
    compiler.code.push(code::Instruction::Halt);
    compiler.resolve(&labels)?;
    Ok(Thread {
        number,
        code: compiler.code,
        registers: compiler.registers,
        names: compiler.symbolic,
        types: FxHashMap::default(),
        initial: Vec::new(),
        places: Vec::new(),
        foreign: None,
    })
}

struct Compiler<'a> {
    text: &'a str,
    architecture: Architecture,
    locations: &'a mut Locations,
    code: Vec<code::Instruction>,
    symbolic: FxHashMap<String, u16>,
    registers: u16,
    /// Registers for what is computed on the way; an instruction uses them
    /// anew.
    temporaries: Vec<u16>,
    used: usize,
    /// The jumps of the code, to which label, and where that is named.
    jumps: Vec<(usize, String, usize)>,
}

fn constant(value: i64) -> Source {
    Source::Constant(value as u64)
}

impl Compiler<'_> {
    fn error<T>(&self, at: usize, message: String) -> Result<T, ParseError> {
        Err(ParseError::at(self.text, at, message))
    }

    fn resolve(&mut self, labels: &FxHashMap<&str, usize>) -> Result<(), ParseError> {
        for (jump, label, at) in std::mem::take(&mut self.jumps) {
            let Some(target) = labels.get(label.as_str()) else {
                return self.error(at, format!("there is no label `{label}` in this thread"));
            };
            self.set_target(jump, *target);
        }
        Ok(())
    }

    fn set_target(&mut self, jump: usize, to: usize) {
        use code::Instruction::{Jump, JumpIf, JumpIfZero};
        if let Jump(target) | JumpIf { target, .. } | JumpIfZero { target, .. } =
            &mut self.code[jump]
        {
            *target = u32::try_from(to).expect("under 2^32 instructions");
        }
    }

    fn new_register(&mut self) -> u16 {
        self.registers += 1;
        self.registers - 1
    }

    fn temporary(&mut self) -> Slot {
        if self.used == self.temporaries.len() {
            let register = self.new_register();
            self.temporaries.push(register);
        }
        self.used += 1;
        Slot::whole(self.temporaries[self.used - 1])
    }

    fn slot(&mut self, register: &Register) -> Slot {
        match register {
            Register::Slot(slot) => *slot,
            Register::Symbolic(name) => {
                if let Some(register) = self.symbolic.get(name) {
                    return Slot::whole(*register);
                }
                let register = self.new_register();
                self.symbolic.insert(name.clone(), register);
                Slot::whole(register)
            }
        }
    }

    fn compute(&mut self, to: Slot, compute: Compute, a: Source, b: Source) {
        self.code
            .push(code::Instruction::Compute { to, compute, a, b });
    }

    fn computed(&mut self, compute: Compute, a: Source, b: Source) -> Source {
        let to = self.temporary();
        self.compute(to, compute, a, b);
        Source::Slot(to)
    }

    fn moved(&mut self, to: Slot, from: Source) {
        self.compute(to, Compute::Move, constant(0), from);
    }

    /// The address of a place in memory.
    fn address(&mut self, memory: &Memory, at: usize) -> Result<Source, ParseError> {
        let symbol = memory.symbol.as_ref();
        let symbol = symbol.map(|name| self.locations.address(name));
        let constant_part = symbol.unwrap_or(0).wrapping_add(memory.displacement as u64);
        let mut address = Source::Constant(constant_part);
        let registers = memory.base.iter().map(|base| (base, 1));
        let index = memory.index.iter().map(|(index, scale)| (index, *scale));
        let registers: Vec<_> = registers.chain(index).collect();
        if symbol.is_none() && registers.is_empty() {
            let message = format!("the number {} is no location", memory.displacement);
            return self.error(at, message);
        }
        for (register, scale) in registers {
            let mut part = Source::Slot(self.slot(register));
            if scale != 1 {
                part = self.computed(Compute::Multiply, part, constant(scale));
            }
            address = match address {
                Source::Constant(0) => part,
                _ => self.computed(Compute::Add, address, part),
            };
        }
        Ok(address)
    }

    /// The address of an operand in memory that is accessed with `bits` bits.
    fn accessed(
        &mut self,
        memory: &Memory,
        at: usize,
        bits: Option<u8>,
    ) -> Result<Source, ParseError> {
        let address = self.address(memory, at)?;
        if let (Source::Constant(_), Some(name), Some(bits)) = (address, &memory.symbol, bits) {
            self.locations.access(name, bits);
        }
        Ok(address)
    }

    fn load(&mut self, to: Slot, address: Source, bits: Option<u8>) {
        self.code.push(code::Instruction::Load {
            to,
            address,
            bits,
            order: Order::Plain,
        });
    }

    /// What an operand holds.
    fn read(&mut self, operand: &Operand, bits: Option<u8>) -> Result<Source, ParseError> {
        Ok(match &operand.kind {
            OperandKind::Register(register) => Source::Slot(self.slot(register)),
            OperandKind::Immediate(number) => constant(*number),
            OperandKind::Address(name) => Source::Constant(self.locations.address(name)),
            OperandKind::Memory(memory) => {
                let address = self.accessed(memory, operand.at, bits)?;
                let to = Slot {
                    bits: bits.unwrap_or(64),
                    ..self.temporary()
                };
                self.load(to, address, bits);
                Source::Slot(to)
            }
        })
    }

    fn write(
        &mut self,
        operand: &Operand,
        value: Source,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        match &operand.kind {
            OperandKind::Register(register) => {
                let to = self.slot(register);
                self.moved(to, value);
            }
            OperandKind::Memory(_) => self.store(operand, value, bits, StoreOrder::Plain)?,
            OperandKind::Immediate(_) | OperandKind::Address(_) => {
                let message = "expected a register or a place in memory, found a constant";
                return self.error(operand.at, message.into());
            }
        }
        Ok(())
    }

    fn store(
        &mut self,
        operand: &Operand,
        value: Source,
        bits: Option<u8>,
        order: StoreOrder,
    ) -> Result<(), ParseError> {
        let address = self.memory(operand, bits)?;
        self.code.push(code::Instruction::Store {
            address,
            value,
            bits,
            order,
        });
        Ok(())
    }

    /// The address of an operand that must be in memory.
    fn memory(&mut self, operand: &Operand, bits: Option<u8>) -> Result<Source, ParseError> {
        match &operand.kind {
            OperandKind::Memory(memory) => self.accessed(memory, operand.at, bits),
            _ => self.error(operand.at, "expected a place in memory".into()),
        }
    }

    /// An atomic update of an operand in memory; what was there.
    fn update(
        &mut self,
        operand: &Operand,
        update: Update,
        (a, b): (Source, Source),
        bits: Option<u8>,
    ) -> Result<Source, ParseError> {
        let address = self.memory(operand, bits)?;
        let old = Slot {
            bits: bits.unwrap_or(64),
            ..self.temporary()
        };
        self.code.push(code::Instruction::Update {
            address,
            update,
            a,
            b,
            old,
            bits,
            orders: Orders::SEQUENTIALLY_CONSISTENT,
        });
        Ok(Source::Slot(old))
    }

    fn jump(&mut self, jump: code::Instruction) -> usize {
        self.code.push(jump);
        self.code.len() - 1
    }

    /// The condition of a jump as a number.
    fn condition(&mut self, flag: Flag, holds: bool) -> Source {
        let compute = if holds {
            Compute::Holds(flag)
        } else {
            Compute::HoldsNot(flag)
        };
        let flags = Source::Slot(Slot::whole(register::FLAGS));
        self.computed(compute, constant(0), flags)
    }

    fn set_flags(&mut self, compute: Compute, a: Source, b: Source) {
        self.compute(Slot::whole(register::FLAGS), compute, a, b);
    }

    fn operands<'i, const N: usize>(
        &self,
        instruction: &'i Instruction,
    ) -> Result<&'i [Operand; N], ParseError> {
        let found = instruction.operands.len();
        match <&[Operand; N]>::try_from(instruction.operands.as_slice()) {
            Ok(operands) => Ok(operands),
            Err(_) => {
                let at = match instruction.operands.get(N) {
                    Some(operand) => operand.at,
                    None => instruction.end,
                };
                let has = match N {
                    0 => "no operands".into(),
                    1 => "one operand".into(),
                    _ => format!("{N} operands"),
                };
                let name = &instruction.name;
                self.error(at, format!("`{name}` has {has}, found {found}"))
            }
        }
    }

    /// With how many bits an instruction works: what its name says, or a
    /// register, or the size of a place in memory.
    fn bits(&self, instruction: &Instruction) -> Option<u8> {
        // herd reads the sizes of 32-bit x86 and does not heed them.
        let named = instruction
            .bits
            .filter(|_| self.architecture == Architecture::X86_64);
        let of_register = |operand: &Operand| match &operand.kind {
            OperandKind::Register(Register::Slot(slot)) => Some(slot.bits),
            _ => None,
        };
        let of_memory = |operand: &Operand| match &operand.kind {
            OperandKind::Memory(memory) => memory.bits,
            _ => None,
        };
        let operands = &instruction.operands;
        named
            .or_else(|| operands.iter().find_map(of_register))
            .or_else(|| operands.iter().find_map(of_memory))
    }

    /// With how many bits to compute where nothing says it.
    fn width(&self, bits: Option<u8>) -> u8 {
        bits.unwrap_or(match self.architecture {
            Architecture::X86 => 32,
            Architecture::X86_64 | Architecture::C => 64,
        })
    }

    fn instruction(&mut self, instruction: &Instruction) -> Result<(), ParseError> {
        self.used = 0;
        let bits = self.bits(instruction);
        self.check_lock(instruction)?;
        match instruction.action {
            Action::Move => self.mov(instruction, bits),
            Action::Binary(binary) => self.binary(instruction, binary, bits),
            Action::Compare | Action::Test => self.compare(instruction, bits),
            Action::Unary(unary) => self.unary(instruction, unary, bits),
            Action::Exchange | Action::ExchangeUnlocked => self.exchange(instruction, bits),
            Action::ExchangeAdd => self.exchange_add(instruction, bits),
            Action::CompareExchange => self.compare_exchange(instruction, bits),
            Action::Bit(change) => self.bit(instruction, change, bits),
            Action::LoadAddress => self.load_address(instruction),
            Action::Extend { signed, from } => self.extend(instruction, signed, from),
            Action::Read => {
                let [from] = self.operands(instruction)?;
                self.fence_if_locked(instruction);
                self.read(from, bits)?;
                Ok(())
            }
            Action::Jump | Action::JumpIf(..) => self.jump_to(instruction),
            Action::SetIf(flag, holds) => {
                let [to] = self.operands(instruction)?;
                let value = self.condition(flag, holds);
                self.write(to, value, None)
            }
            Action::MoveIf(flag, holds) => self.move_if(instruction, flag, holds, bits),
            Action::MemoryFence => self.alone(instruction, Some(code::Instruction::Fence)),
            Action::StoreFence => {
                let barrier = code::Instruction::StoreBarrier(Order::Release);
                self.alone(instruction, Some(barrier))
            }
            // `nopl` has operands, which mean nothing.
            Action::Nothing if instruction.operands.len() == 1 => Ok(()),
            Action::Nothing => self.alone(instruction, None),
            Action::Return => self.alone(instruction, Some(code::Instruction::Halt)),
        }
    }

    fn alone(
        &mut self,
        instruction: &Instruction,
        emitted: Option<code::Instruction>,
    ) -> Result<(), ParseError> {
        let [] = self.operands(instruction)?;
        self.code.extend(emitted);
        Ok(())
    }

    fn check_lock(&self, instruction: &Instruction) -> Result<(), ParseError> {
        if !instruction.is_locked || instruction.operands.iter().any(Operand::is_memory) {
            return Ok(());
        }
        let message = format!(
            "`LOCK` needs a place in memory, which `{}` does not have here",
            instruction.name
        );
        self.error(instruction.at, message)
    }

    /// A locked load: nothing is in the buffer then.
    fn fence_if_locked(&mut self, instruction: &Instruction) {
        if instruction.is_locked {
            self.code.push(code::Instruction::Fence);
        }
    }

    fn mov(&mut self, instruction: &Instruction, bits: Option<u8>) -> Result<(), ParseError> {
        let [to, from] = self.operands(instruction)?;
        if let (OperandKind::Register(to), OperandKind::Memory(memory)) = (&to.kind, &from.kind) {
            self.fence_if_locked(instruction);
            let address = self.accessed(memory, from.at, bits)?;
            let to = self.slot(to);
            self.load(to, address, bits);
            return Ok(());
        }
        let value = self.read(from, bits)?;
        if instruction.is_locked {
            return self.store(to, value, bits, StoreOrder::SequentiallyConsistent);
        }
        self.write(to, value, bits)
    }

    fn binary(
        &mut self,
        instruction: &Instruction,
        binary: Binary,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to, from] = self.operands(instruction)?;
        let width = self.width(bits);
        let compute = match binary {
            Binary::Add => Compute::Add,
            Binary::Subtract => Compute::Subtract,
            Binary::And => Compute::And,
            Binary::Or => Compute::Or,
            Binary::Xor => Compute::Xor,
            Binary::ShiftLeft => Compute::ShiftLeft,
            Binary::ShiftRight => Compute::ShiftRight,
            Binary::ShiftRightSigned => Compute::ShiftRightSigned(width),
        };
        let b = self.read(from, bits)?;
        let is_atomic = instruction.is_locked && to.is_memory();
        let a = if is_atomic {
            self.update(to, Update::Compute(compute), (b, constant(0)), bits)?
        } else {
            self.fence_if_locked(instruction);
            self.read(to, bits)?
        };
        let result = self.computed(compute, a, b);
        match binary {
            Binary::Add => self.set_flags(Compute::FlagsAdd(width), a, b),
            Binary::Subtract => self.set_flags(Compute::FlagsSubtract(width), a, b),
            _ => self.set_flags(Compute::FlagsOf(width), a, result),
        }
        if is_atomic {
            return Ok(());
        }
        self.write(to, result, bits)
    }

    fn compare(&mut self, instruction: &Instruction, bits: Option<u8>) -> Result<(), ParseError> {
        let [left, right] = self.operands(instruction)?;
        self.fence_if_locked(instruction);
        let width = self.width(bits);
        let a = self.read(left, bits)?;
        let b = self.read(right, bits)?;
        if instruction.action == Action::Compare {
            self.set_flags(Compute::FlagsSubtract(width), a, b);
        } else {
            let result = self.computed(Compute::And, a, b);
            self.set_flags(Compute::FlagsOf(width), a, result);
        }
        Ok(())
    }

    fn unary(
        &mut self,
        instruction: &Instruction,
        unary: Unary,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to] = self.operands(instruction)?;
        let width = self.width(bits);
        let (compute, operand) = match unary {
            Unary::Increment => (Compute::Add, constant(1)),
            Unary::Decrement => (Compute::Subtract, constant(1)),
            Unary::Negate => (Compute::SubtractFrom, constant(0)),
            Unary::Not => (Compute::Xor, constant(-1)),
        };
        let a = if instruction.is_locked {
            self.update(to, Update::Compute(compute), (operand, constant(0)), bits)?
        } else {
            self.read(to, bits)?
        };
        let result = self.computed(compute, a, operand);
        let old_flags = Source::Slot(Slot::whole(register::FLAGS));
        match unary {
            Unary::Increment => {
                let new = self.computed(Compute::FlagsAdd(width), a, operand);
                self.set_flags(Compute::KeepCarry, new, old_flags);
            }
            Unary::Decrement => {
                let new = self.computed(Compute::FlagsSubtract(width), a, operand);
                self.set_flags(Compute::KeepCarry, new, old_flags);
            }
            Unary::Negate => self.set_flags(Compute::FlagsSubtract(width), operand, a),
            Unary::Not => {}
        }
        if instruction.is_locked {
            return Ok(());
        }
        self.write(to, result, bits)
    }

    fn exchange(&mut self, instruction: &Instruction, bits: Option<u8>) -> Result<(), ParseError> {
        let [left, right] = self.operands(instruction)?;
        let (memory, other) = match (left.is_memory(), right.is_memory()) {
            (true, true) => {
                let message = "one of the operands must be a register, both are in memory";
                return self.error(right.at, message.into());
            }
            (false, true) => (right, left),
            _ => (left, right),
        };
        let new = self.read(other, bits)?;
        let is_atomic =
            memory.is_memory() && (instruction.is_locked || instruction.action == Action::Exchange);
        let old = if is_atomic {
            self.update(memory, Update::Exchange, (new, constant(0)), bits)?
        } else {
            let old = self.read(memory, bits)?;
            let old = self.computed(Compute::Move, constant(0), old);
            self.write(memory, new, bits)?;
            old
        };
        self.write(other, old, bits)
    }

    fn exchange_add(
        &mut self,
        instruction: &Instruction,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to, other] = self.operands(instruction)?;
        let width = self.width(bits);
        let b = self.read(other, bits)?;
        let a = if instruction.is_locked {
            self.update(to, Update::Compute(Compute::Add), (b, constant(0)), bits)?
        } else {
            let a = self.read(to, bits)?;
            self.computed(Compute::Move, constant(0), a)
        };
        let sum = self.computed(Compute::Add, a, b);
        self.set_flags(Compute::FlagsAdd(width), a, b);
        self.write(other, a, bits)?;
        if instruction.is_locked {
            return Ok(());
        }
        self.write(to, sum, bits)
    }

    fn compare_exchange(
        &mut self,
        instruction: &Instruction,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to, from] = self.operands(instruction)?;
        let width = self.width(bits);
        let part = match width {
            8 => "al",
            16 => "ax",
            32 => "eax",
            _ => "rax",
        };
        let accumulator = register::find(part).expect("it exists");
        let expected = Source::Slot(accumulator);
        let new = self.read(from, bits)?;
        let old = if instruction.is_locked {
            self.update(to, Update::CompareExchange, (expected, new), bits)?
        } else {
            self.read(to, bits)?
        };
        self.set_flags(Compute::FlagsSubtract(width), expected, old);
        let is_equal = self.condition(Flag::Zero, true);
        let differs = self.jump(code::Instruction::JumpIfZero {
            condition: is_equal,
            target: 0,
        });
        if !instruction.is_locked {
            self.write(to, new, bits)?;
        }
        let end = self.jump(code::Instruction::Jump(0));
        self.set_target(differs, self.code.len());
        self.moved(accumulator, old);
        self.set_target(end, self.code.len());
        Ok(())
    }

    fn bit(
        &mut self,
        instruction: &Instruction,
        change: Option<Compute>,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to, index] = self.operands(instruction)?;
        let width = self.width(bits);
        let index = self.read(index, bits)?;
        let bit = self.computed(Compute::Bit(width), constant(0), index);
        let is_atomic = instruction.is_locked && to.is_memory();
        let old = match change {
            Some(change) if is_atomic => {
                self.update(to, Update::Compute(change), (bit, constant(0)), bits)?
            }
            _ => {
                self.fence_if_locked(instruction);
                self.read(to, bits)?
            }
        };
        let there = self.computed(Compute::And, old, bit);
        let is_set = self.computed(Compute::NotEqual, there, constant(0));
        let carry = self.computed(Compute::Multiply, is_set, Source::Constant(flags::CARRY));
        let new = change.map(|change| self.computed(change, old, bit));
        let flags = Source::Slot(Slot::whole(register::FLAGS));
        self.set_flags(Compute::KeepCarry, flags, carry);
        match new {
            Some(new) if !is_atomic => self.write(to, new, bits),
            _ => Ok(()),
        }
    }

    fn load_address(&mut self, instruction: &Instruction) -> Result<(), ParseError> {
        let [to, from] = self.operands(instruction)?;
        let (OperandKind::Register(to), OperandKind::Memory(memory)) = (&to.kind, &from.kind)
        else {
            let message = format!("`{}` has a register and an address", instruction.name);
            return self.error(instruction.at, message);
        };
        let address = self.address(memory, from.at)?;
        let to = self.slot(to);
        self.moved(to, address);
        Ok(())
    }

    fn extend(
        &mut self,
        instruction: &Instruction,
        signed: bool,
        from_bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to, from] = self.operands(instruction)?;
        let from_bits = from_bits.or(match &from.kind {
            OperandKind::Register(Register::Slot(slot)) => Some(slot.bits),
            OperandKind::Memory(memory) => memory.bits,
            _ => None,
        });
        let mut value = self.read(from, from_bits)?;
        if signed {
            let bits = self.width(from_bits);
            value = self.computed(Compute::SignExtend(bits), constant(0), value);
        }
        self.write(to, value, None)
    }

    fn jump_to(&mut self, instruction: &Instruction) -> Result<(), ParseError> {
        let jump = match instruction.action {
            Action::JumpIf(flag, holds) => {
                let condition = self.condition(flag, holds);
                code::Instruction::JumpIf {
                    condition,
                    target: 0,
                }
            }
            _ => code::Instruction::Jump(0),
        };
        let jump = self.jump(jump);
        let (label, at) = instruction.target.clone().unwrap_or_default();
        self.jumps.push((jump, label, at));
        Ok(())
    }

    fn move_if(
        &mut self,
        instruction: &Instruction,
        flag: Flag,
        holds: bool,
        bits: Option<u8>,
    ) -> Result<(), ParseError> {
        let [to, from] = self.operands(instruction)?;
        self.fence_if_locked(instruction);
        let value = self.read(from, bits)?;
        let condition = self.condition(flag, holds);
        let skip = self.jump(code::Instruction::JumpIfZero {
            condition,
            target: 0,
        });
        self.write(to, value, bits)?;
        self.set_target(skip, self.code.len());
        Ok(())
    }
}
