//! The instructions of inline assembly.
//!
//! What those of x86 order is said in the words of C11, so that it holds under all models: a load
//! is an acquire, a store a release, `lfence` an acquire fence, `sfence` a release fence, `mfence` a
//! fence that is sequentially consistent, and a locked instruction is sequentially consistent and
//! has such a fence before and after it. Compilers make of these the same instructions, or fewer:
//! so the models of C11 allow all that the processor does (and some more, as they have no order
//! of all stores).

use crate::code::{Access, Exchange, Exchanging, NOT_LIVE, Op, Shift, Src};
use crate::ir::{IntPredicate, Order, RmwOp};

use super::super::function::Lowering;
use super::Machine;
use super::operand::Place;

/// The mnemonics of two operands that read and write the second.
fn arithmetic(name: &str) -> Option<RmwOp> {
    Some(match name {
        "add" => RmwOp::Add,
        "sub" => RmwOp::Sub,
        "and" => RmwOp::And,
        "or" => RmwOp::Or,
        "xor" => RmwOp::Xor,
        _ => return None,
    })
}

/// An instruction and the bits of its operands, if it says so.
fn mnemonic(name: &str) -> (&str, Option<u8>) {
    const WITH_SIZE: &[&str] = &[
        "mov", "xchg", "xadd", "cmpxchg", "inc", "dec", "add", "sub", "and", "or", "xor", "bts",
        "btr", "btc", "bt", "sbb", "test", "neg", "not", "cmp",
    ];
    if WITH_SIZE.contains(&name) {
        return (name, None);
    }
    for (suffix, bits) in [('b', 8), ('w', 16), ('l', 32), ('q', 64)] {
        if let Some(stem) = name.strip_suffix(suffix)
            && WITH_SIZE.contains(&stem)
        {
            return (stem, Some(bits));
        }
    }
    (name, None)
}

impl Lowering<'_, '_, '_> {
    /// Carries out an instruction; none if it is not known.
    pub(super) fn execute(&mut self, machine: &mut Machine, line: &str) -> Option<()> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        if name == "lock" || name == "rep" || name == "repz" {
            machine.is_locked |= name == "lock";
            return if rest.is_empty() {
                Some(())
            } else {
                self.execute(machine, rest)
            };
        }
        let is_locked = std::mem::take(&mut machine.is_locked);
        match (name, rest) {
            ("nop" | "pause" | "yield" | "isb", _) => {}
            ("mfence", _) | ("dmb" | "dsb", "ish" | "sy" | "osh") => self.full_fence(),
            ("sfence", _) | ("dmb" | "dsb", "ishst" | "st") => self.emit(Op::Fence {
                order: Order::Release,
            }),
            ("lfence", _) | ("dmb" | "dsb", "ishld" | "ld") => self.emit(Op::Fence {
                order: Order::Acquire,
            }),
            _ => return self.operate(machine, name, rest, is_locked),
        }
        Some(())
    }

    fn operate(
        &mut self,
        machine: &mut Machine,
        name: &str,
        rest: &str,
        is_locked: bool,
    ) -> Option<()> {
        let mut places = Vec::new();
        for text in split(rest) {
            places.push(self.assembly_place(machine, text)?);
        }
        if let Some(flag) = name.strip_prefix("set") {
            let value = self.flag(machine, flag)?;
            return self.put(machine, places.first()?, value, 8);
        }
        let (name, said) = mnemonic(name);
        let bits = said.or_else(|| places.iter().find_map(|place| bits_of(machine, place)))?;
        match (name, places.as_slice()) {
            ("mov", [from, to]) => {
                let value = self.get(machine, from, bits)?;
                self.put(machine, to, value, bits)
            }
            ("xchg", [a, b]) => self.exchange(machine, a, b, bits),
            ("xadd", [from, to]) => self.exchange_add(machine, from, to, bits, is_locked),
            ("cmpxchg", [new, Place::Memory(address)]) => {
                self.exchange_if(machine, new, *address, bits, is_locked)
            }
            ("inc", [to]) => self.update(
                machine,
                RmwOp::Add,
                &Place::Immediate(1),
                to,
                bits,
                is_locked,
            ),
            ("dec", [to]) => self.update(
                machine,
                RmwOp::Sub,
                &Place::Immediate(1),
                to,
                bits,
                is_locked,
            ),
            ("bts" | "btr" | "btc", [index, Place::Memory(address)]) => {
                self.bit_update(machine, name, index, *address, bits, is_locked)
            }
            ("sbb", [a, b]) if a == b => {
                let carry = machine.carry?;
                let zero = self.bits(0);
                let value = self.compute(|to| Op::Sub {
                    to,
                    a: zero,
                    b: carry,
                    bits,
                });
                self.put(machine, b, value, bits)
            }
            ("test", [a, b]) => {
                let (a, b) = (self.get(machine, a, bits)?, self.get(machine, b, bits)?);
                let both = self.compute(|to| Op::And { to, a, b });
                self.set_zero(machine, both, bits);
                Some(())
            }
            (name, [from, to]) => {
                self.update(machine, arithmetic(name)?, from, to, bits, is_locked)
            }
            _ => None,
        }
    }

    /// Reads a place.
    fn get(&mut self, machine: &Machine, place: &Place, bits: u8) -> Option<Src> {
        let Place::Memory(address) = *place else {
            return self.assembly_value(machine, place, bits);
        };
        let access = access(bits, Order::Acquire);
        Some(self.compute(|to| Op::Load {
            to,
            address,
            access,
            live: NOT_LIVE,
        }))
    }

    /// Writes a place.
    fn put(&mut self, machine: &mut Machine, place: &Place, value: Src, bits: u8) -> Option<()> {
        let Place::Memory(address) = *place else {
            return self.assembly_write(machine, place, value, bits);
        };
        self.emit(Op::Store {
            a: value,
            address,
            access: access(bits, Order::Release),
        });
        Some(())
    }

    /// `xchg`, which is always locked.
    fn exchange(&mut self, machine: &mut Machine, a: &Place, b: &Place, bits: u8) -> Option<()> {
        let (register, memory) = if matches!(a, Place::Memory(_)) {
            (b, a)
        } else {
            (a, b)
        };
        let value = self.get(machine, register, bits)?;
        let old = match *memory {
            Place::Memory(address) => self.locked(RmwOp::Exchange, address, value, bits),
            _ => {
                let old = self.get(machine, memory, bits)?;
                self.put(machine, memory, value, bits)?;
                old
            }
        };
        self.put(machine, register, old, bits)
    }

    /// A full fence.
    fn full_fence(&mut self) {
        self.emit(Op::Fence {
            order: Order::SequentiallyConsistent,
        });
    }

    /// A locked instruction: a full fence before it, and one after it.
    fn locked(&mut self, op: RmwOp, address: Src, a: Src, bits: u8) -> Src {
        let access = access(bits, Order::SequentiallyConsistent);
        self.full_fence();
        let old = self.compute(|to| Op::Rmw {
            op,
            is_unused: false,
            to,
            address,
            a,
            access,
            live: NOT_LIVE,
        });
        self.full_fence();
        old
    }

    fn exchange_add(
        &mut self,
        machine: &mut Machine,
        from: &Place,
        to: &Place,
        bits: u8,
        is_locked: bool,
    ) -> Option<()> {
        let value = self.get(machine, from, bits)?;
        let old = match *to {
            Place::Memory(address) if is_locked => self.locked(RmwOp::Add, address, value, bits),
            _ => {
                let old = self.get(machine, to, bits)?;
                let sum = self.compute(|to| Op::Add {
                    to,
                    a: old,
                    b: value,
                    bits,
                });
                self.put(machine, to, sum, bits)?;
                old
            }
        };
        self.put(machine, from, old, bits)
    }

    fn exchange_if(
        &mut self,
        machine: &mut Machine,
        new: &Place,
        address: Src,
        bits: u8,
        is_locked: bool,
    ) -> Option<()> {
        let accumulator = self.assembly_place(machine, "%ax")?;
        let expected = self.get(machine, &accumulator, bits)?;
        let new = self.get(machine, new, bits)?;
        if !is_locked {
            return None;
        }
        let to = self.draft.registers(2);
        self.full_fence();
        self.emit(Op::CompareExchange {
            to,
            address,
            expected,
            new,
            exchange: Exchange::new(
                bits / 8,
                Exchanging::Strong,
                Order::SequentiallyConsistent,
                Order::SequentiallyConsistent,
            ),
            live: NOT_LIVE,
        });
        self.full_fence();
        machine.zero = Some(Src::register(to + 1));
        self.put(machine, &accumulator, Src::register(to), bits)
    }

    /// Arithmetic on a register or a place in memory.
    fn update(
        &mut self,
        machine: &mut Machine,
        op: RmwOp,
        from: &Place,
        to: &Place,
        bits: u8,
        is_locked: bool,
    ) -> Option<()> {
        if *to == Place::Stack {
            // A locked instruction that changes nothing is there for its fence.
            let is_nothing = is_locked && *from == Place::Immediate(0);
            self.full_fence();
            return is_nothing.then_some(());
        }
        let b = self.get(machine, from, bits)?;
        let result = match *to {
            Place::Memory(address) if is_locked => {
                let old = self.locked(op, address, b, bits);
                self.combine(op, old, b, bits)
            }
            _ => {
                let old = self.get(machine, to, bits)?;
                let result = self.combine(op, old, b, bits);
                self.put(machine, to, result, bits)?;
                result
            }
        };
        self.set_zero(machine, result, bits);
        Some(())
    }

    fn combine(&mut self, op: RmwOp, a: Src, b: Src, bits: u8) -> Src {
        self.compute(|to| match op {
            RmwOp::Add => Op::Add { to, a, b, bits },
            RmwOp::Sub => Op::Sub { to, a, b, bits },
            RmwOp::And => Op::And { to, a, b },
            RmwOp::Or => Op::Or { to, a, b },
            _ => Op::Xor { to, a, b },
        })
    }

    fn set_zero(&mut self, machine: &mut Machine, result: Src, bits: u8) {
        let b = self.bits(0);
        let predicate = IntPredicate::Eq;
        machine.zero = Some(self.compute(|to| Op::Compare {
            predicate,
            to,
            a: result,
            b,
            bits,
        }));
    }

    /// Sets, clears or flips a bit in memory; the carry is what it was.
    fn bit_update(
        &mut self,
        machine: &mut Machine,
        name: &str,
        index: &Place,
        address: Src,
        bits: u8,
        is_locked: bool,
    ) -> Option<()> {
        if !is_locked || bits < 32 {
            return None;
        }
        let index = self.get(machine, index, bits)?;
        let shift =
            |lowering: &mut Self, op, a, b| lowering.compute(|to| Op::Shift { op, to, a, b, bits });
        // The index may lead beyond the first word.
        let by = self.bits(u64::from(bits.ilog2()));
        let word = shift(self, Shift::AShr, index, by);
        let word = if bits < 64 {
            self.compute(|to| Op::SignExtend {
                to,
                a: word,
                from: bits,
                bits: 64,
            })
        } else {
            word
        };
        let address = self.index_address(address, word, i64::from(bits / 8));
        let most = self.bits(u64::from(bits) - 1);
        let place = self.compute(|to| Op::And {
            to,
            a: index,
            b: most,
        });
        let one = self.bits(1);
        let bit = shift(self, Shift::Shl, one, place);
        let old = match name {
            "bts" => self.locked(RmwOp::Or, address, bit, bits),
            "btc" => self.locked(RmwOp::Xor, address, bit, bits),
            _ => {
                let ones = self.bits(super::super::constant::mask(bits));
                let others = self.compute(|to| Op::Xor {
                    to,
                    a: bit,
                    b: ones,
                });
                self.locked(RmwOp::And, address, others, bits)
            }
        };
        let moved = shift(self, Shift::LShr, old, place);
        machine.carry = Some(self.compute(|to| Op::And {
            to,
            a: moved,
            b: one,
        }));
        Some(())
    }

    /// A condition on the flags, as zero or one.
    pub(super) fn flag(&mut self, machine: &Machine, name: &str) -> Option<Src> {
        let (flag, is_negated) = match name {
            "e" | "z" => (machine.zero?, false),
            "ne" | "nz" => (machine.zero?, true),
            "c" | "b" => (machine.carry?, false),
            "nc" | "ae" => (machine.carry?, true),
            _ => return None,
        };
        let b = self.bits(1);
        Some(if is_negated {
            self.compute(|to| Op::Xor { to, a: flag, b })
        } else {
            flag
        })
    }
}

/// The operands of an instruction: commas within brackets are theirs.
fn split(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(|letter| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        letter == ',' && depth == 0
    });
    parts
        .map(str::trim)
        .filter(|part| !part.is_empty())
        .collect()
}

/// The bits of a register, as the template names it.
fn bits_of(machine: &Machine, place: &Place) -> Option<u8> {
    match place {
        Place::Slot(slot, bits) => (*bits).or(Some(machine.slots[*slot].bits)),
        Place::Register(_, bits) => *bits,
        _ => None,
    }
}

/// An access of memory by an instruction: atomic, with that order.
fn access(bits: u8, order: Order) -> Access {
    Access {
        size: bits / 8,
        order: Some(order),
        is_volatile: true,
    }
}
