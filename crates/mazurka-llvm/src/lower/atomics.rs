//! Atomic accesses.

use crate::code::{Access, NOT_LIVE, Op, Reg, Src};
use crate::ir::{Call, LocalId, MemoryAccess, Order, RmwOp, TypeId, Typed, Value};

use super::function::Lowering;
use super::intrinsic::argument;
use super::layout::Scalar;

impl Lowering<'_, '_, '_> {
    /// How many bytes an atomic access of a type has.
    fn atomic_size(&mut self, ty: TypeId) -> Result<u8, String> {
        match self.unit.layout.info(ty)?.scalar {
            Some(Scalar::X86) | None => {}
            Some(Scalar::Wide(128)) => return Ok(16),
            Some(scalar) if matches!(scalar.bits(), 8 | 16 | 32 | 64) => {
                return Ok(scalar.bits() / 8);
            }
            Some(_) => {}
        }
        Err("atomic accesses of a size other than 1, 2, 4, 8 or 16 bytes are not supported".into())
    }

    pub(super) fn load_atomic(
        &mut self,
        ty: TypeId,
        address: Src,
        access: MemoryAccess,
        to: Reg,
    ) -> Result<(), String> {
        let size = self.atomic_size(ty)?;
        let access = Access {
            size,
            order: access.order,
            is_volatile: access.is_volatile,
        };
        if size == 16 {
            // What is written, if anything, is what was there.
            let zero = self.bits(0);
            let by = self.wide_exchange(address, [zero; 4], access);
            self.move_all(to, &by[..2]);
            return Ok(());
        }
        self.emit(Op::Load {
            to,
            address,
            access,
            live: NOT_LIVE,
        });
        Ok(())
    }

    pub(super) fn store_atomic(
        &mut self,
        ty: TypeId,
        values: &[Src],
        address: Src,
        access: MemoryAccess,
    ) -> Result<(), String> {
        let size = self.atomic_size(ty)?;
        let access = Access {
            size,
            order: access.order,
            is_volatile: access.is_volatile,
        };
        if size == 16 {
            self.exchange_until(values, address, access);
        } else {
            self.emit(Op::Store {
                a: values[0],
                address,
                access,
            });
        }
        Ok(())
    }

    /// A wide compare-exchange: the three registers that it leaves.
    fn wide_exchange(&mut self, address: Src, operands: [Src; 4], access: Access) -> [Src; 3] {
        let to = self.draft.registers(3);
        let operands = self.draft.operands(&operands);
        self.emit(Op::CompareExchangeWide {
            to,
            address,
            operands,
            access,
            live: NOT_LIVE,
        });
        [to, to + 1, to + 2].map(Src::register)
    }

    /// Exchanges 16 bytes whatever they hold: tries with what was there, until that is
    /// still there.
    fn exchange_until(&mut self, values: &[Src], address: Src, access: Access) -> [Src; 2] {
        let zero = self.bits(0);
        let seen = self.draft.registers(2);
        let old = [seen, seen + 1].map(Src::register);
        self.move_all(seen, &[zero, zero]);
        let (again, done) = (self.draft.block(), self.draft.block());
        self.emit(Op::Jump { to: again });
        self.block = again;
        let left = self.wide_exchange(address, [old[0], old[1], values[0], values[1]], access);
        self.move_all(seen, &left[..2]);
        self.emit(Op::Branch {
            condition: left[2],
            yes: done,
            no: again,
        });
        self.block = done;
        old
    }

    pub(super) fn rmw(
        &mut self,
        op: RmwOp,
        pointer: Value,
        value: Typed,
        order: Order,
        is_volatile: bool,
        to: Reg,
    ) -> Result<(), String> {
        let size = self.atomic_size(value.ty)?;
        let address = self.pointer(pointer)?;
        let values = self.values(value)?;
        let access = Access {
            size,
            order: Some(order),
            is_volatile,
        };
        match (size, op) {
            (16, RmwOp::Exchange) => {
                let old = self.exchange_until(&values, address, access);
                self.move_all(to, &old);
            }
            (16, _) => return Err(format!("`atomicrmw` ({op:?}) of 16 bytes is not supported")),
            _ => self.emit(Op::Rmw {
                op,
                to,
                address,
                a: values[0],
                access,
                live: NOT_LIVE,
            }),
        }
        Ok(())
    }

    pub(super) fn compare_exchange(
        &mut self,
        pointer: Value,
        expected: Typed,
        new: Value,
        order: Order,
        to: Reg,
    ) -> Result<(), String> {
        let size = self.atomic_size(expected.ty)?;
        let address = self.pointer(pointer)?;
        let new = self.values(Typed {
            ty: expected.ty,
            value: new,
        })?;
        let expected = self.values(expected)?;
        let access = Access {
            size,
            order: Some(order),
            is_volatile: false,
        };
        if size == 16 {
            let left =
                self.wide_exchange(address, [expected[0], expected[1], new[0], new[1]], access);
            self.move_all(to, &left);
        } else {
            let (expected, new) = (expected[0], new[0]);
            self.emit(Op::CompareExchange {
                to,
                address,
                expected,
                new,
                access,
                live: NOT_LIVE,
            });
        }
        Ok(())
    }

    /// The functions that compilers call for atomic accesses of a size that they do
    /// not translate themselves: `__atomic_load_16` and so on. False if it is none.
    pub(super) fn atomic_call(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, String> {
        let Some((base, size)) = name
            .strip_prefix("__atomic_")
            .and_then(|name| name.rsplit_once('_'))
        else {
            return Ok(false);
        };
        let Some(size) = size
            .parse()
            .ok()
            .filter(|size| matches!(size, 1 | 2 | 4 | 8 | 16))
        else {
            return Ok(false);
        };
        let address = self.scalar(argument(call, 0)?)?;
        // The strongest order there is: right, if not always needed.
        let access = Access {
            size,
            order: Some(Order::SequentiallyConsistent),
            is_volatile: false,
        };
        match base {
            "load" => {
                let to = self.result(result)?;
                let zero = self.bits(0);
                if size == 16 {
                    let left = self.wide_exchange(address, [zero; 4], access);
                    self.move_all(to, &left[..2]);
                } else {
                    self.emit(Op::Load {
                        to,
                        address,
                        access,
                        live: NOT_LIVE,
                    });
                }
            }
            "store" | "exchange" => {
                let values = self.library_operand(call, 1, 2, size)?;
                let to = if base == "store" {
                    None
                } else {
                    Some(self.result(result)?)
                };
                self.library_exchange(&values, address, access, to);
            }
            "compare_exchange" => {
                let expected = self.scalar(argument(call, 1)?)?;
                let new = self.library_operand(call, 2, 2, size)?;
                let to = self.result(result)?;
                self.library_compare(address, expected, &new, access, to);
            }
            _ => {
                let op = match base {
                    "fetch_add" => RmwOp::Add,
                    "fetch_sub" => RmwOp::Sub,
                    "fetch_and" => RmwOp::And,
                    "fetch_or" => RmwOp::Or,
                    "fetch_xor" => RmwOp::Xor,
                    "fetch_nand" => RmwOp::Nand,
                    _ => return Ok(false),
                };
                if size == 16 {
                    return Err(format!("`{name}` is not supported"));
                }
                let a = self.scalar(argument(call, 1)?)?;
                let to = self.result(result)?;
                self.emit(Op::Rmw {
                    op,
                    to,
                    address,
                    a,
                    access,
                    live: NOT_LIVE,
                });
            }
        }
        Ok(true)
    }

    /// The operand of a library call: 16 bytes are one argument of 128 bits, or two.
    fn library_operand(
        &mut self,
        call: &Call,
        first: usize,
        most: usize,
        size: u8,
    ) -> Result<Vec<Src>, String> {
        let wanted = if size == 16 { 2 } else { 1 };
        let mut values = Vec::new();
        for place in first..first + most {
            if values.len() < wanted {
                values.extend(self.values(argument(call, place)?)?);
            }
        }
        if values.len() == wanted {
            Ok(values)
        } else {
            Err("an atomic access of another size".into())
        }
    }

    fn library_exchange(&mut self, values: &[Src], address: Src, access: Access, to: Option<Reg>) {
        match (access.size, to) {
            (16, to) => {
                let old = self.exchange_until(values, address, access);
                if let Some(to) = to {
                    self.move_all(to, &old);
                }
            }
            (_, Some(to)) => {
                let op = RmwOp::Exchange;
                self.emit(Op::Rmw {
                    op,
                    to,
                    address,
                    a: values[0],
                    access,
                    live: NOT_LIVE,
                });
            }
            (_, None) => self.emit(Op::Store {
                a: values[0],
                address,
                access,
            }),
        }
    }

    /// A compare-exchange that finds what it expects in memory, and leaves there what
    /// it saw.
    fn library_compare(
        &mut self,
        address: Src,
        expected: Src,
        new: &[Src],
        access: Access,
        to: Reg,
    ) {
        let plain = MemoryAccess {
            order: None,
            is_volatile: false,
            align: 0,
        };
        let words = new.len();
        let scalar = Scalar::Int(access.size.min(8) * 8);
        let known = self.draft.registers(words as u32);
        for word in 0..words as u32 {
            let at = self.offset(expected, i64::from(word) * 8);
            self.load_scalar(scalar, at, plain, known + word);
        }
        let left = if words == 2 {
            let [low, high] = [known, known + 1].map(Src::register);
            self.wide_exchange(address, [low, high, new[0], new[1]], access)
                .to_vec()
        } else {
            let to = self.draft.registers(2);
            let (expected, new) = (Src::register(known), new[0]);
            self.emit(Op::CompareExchange {
                to,
                address,
                expected,
                new,
                access,
                live: NOT_LIVE,
            });
            vec![Src::register(to), Src::register(to + 1)]
        };
        for (word, &a) in left[..words].iter().enumerate() {
            let at = self.offset(expected, word as i64 * 8);
            self.store_scalar(scalar, a, at, plain);
        }
        self.emit(Op::Move { to, a: left[words] });
    }
}
