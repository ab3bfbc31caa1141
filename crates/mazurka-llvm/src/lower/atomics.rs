//! Atomic accesses.

use crate::code::{Access, Exchange, Exchanging, NOT_LIVE, Op, Reg, Src, WideOp};
use crate::ir::{MemoryAccess, Order, RmwOp, TypeId, Typed, Value};

use super::Error;
use super::function::Lowering;
use super::layout::Scalar;

impl Lowering<'_, '_, '_> {
    /// How many bytes an atomic access of a type has.
    fn atomic_size(&mut self, ty: TypeId) -> Result<u8, Error> {
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
    ) -> Result<(), Error> {
        let size = self.atomic_size(ty)?;
        let access = Access {
            size,
            order: access.order,
            is_volatile: access.is_volatile,
        };
        if size == 16 {
            // What is written, if anything, is what was there.
            let zero = self.bits(0);
            let order = access.order.unwrap_or(Order::Relaxed);
            let exchange = Exchange::new(16, Exchanging::Strong, order, order);
            let by = self.wide_exchange(address, [zero; 4], exchange);
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
    ) -> Result<(), Error> {
        let size = self.atomic_size(ty)?;
        let access = Access {
            size,
            order: access.order,
            is_volatile: access.is_volatile,
        };
        if size == 16 {
            let order = access.order.unwrap_or(Order::Relaxed);
            let zero = self.bits(0);
            let operands = [zero, zero, values[0], values[1]];
            let exchange = Exchange::new(16, Exchanging::Always, order, order);
            self.wide_exchange(address, operands, exchange);
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
    fn wide_exchange(&mut self, address: Src, operands: [Src; 4], exchange: Exchange) -> [Src; 3] {
        let to = self.draft.registers(3);
        let operands = self.draft.operands(&operands);
        self.emit(Op::CompareExchangeWide {
            to,
            address,
            operands,
            exchange,
            live: NOT_LIVE,
        });
        [to, to + 1, to + 2].map(Src::register)
    }

    /// Changes 16 bytes whatever they hold: tries with what was there, until that is
    /// still there. What was there before.
    fn change_wide(
        &mut self,
        op: RmwOp,
        values: &[Src],
        address: Src,
        order: Order,
    ) -> Result<[Src; 2], Error> {
        let zero = self.bits(0);
        let seen = self.draft.registers(2);
        let old = [seen, seen + 1].map(Src::register);
        self.move_all(seen, &[zero, zero]);
        let (again, done) = (self.draft.block(), self.draft.block());
        self.emit(Op::Jump { to: again });
        self.block = again;
        let new = self.combine_wide(op, old, [values[0], values[1]])?;
        let operands = [old[0], old[1], new[0], new[1]];
        let exchange = Exchange::new(16, Exchanging::Strong, order, Order::Relaxed);
        let left = self.wide_exchange(address, operands, exchange);
        self.move_all(seen, &left[..2]);
        self.emit(Op::Branch {
            condition: left[2],
            yes: done,
            no: again,
        });
        self.block = done;
        Ok(old)
    }

    fn combine_wide(
        &mut self,
        op: RmwOp,
        old: [Src; 2],
        operand: [Src; 2],
    ) -> Result<[Src; 2], Error> {
        let op = match op {
            RmwOp::Exchange => return Ok(operand),
            RmwOp::Add => WideOp::Add,
            RmwOp::Sub => WideOp::Sub,
            RmwOp::And => WideOp::And,
            RmwOp::Or => WideOp::Or,
            RmwOp::Xor => WideOp::Xor,
            _ => return Err(format!("`atomicrmw` ({op:?}) of 16 bytes is not supported").into()),
        };
        let to = self.draft.registers(2);
        let high = self.draft.operands(&[old[1], operand[1]]);
        self.emit(Op::Wide {
            op,
            to,
            a: old[0],
            b: operand[0],
            bits: 128,
            high,
        });
        Ok([to, to + 1].map(Src::register))
    }

    pub(super) fn rmw(
        &mut self,
        op: RmwOp,
        pointer: Value,
        value: Typed,
        order: Order,
        is_volatile: bool,
        to: Reg,
    ) -> Result<(), Error> {
        let size = self.atomic_size(value.ty)?;
        let address = self.pointer(pointer)?;
        let values = self.values(value)?;
        let access = Access {
            size,
            order: Some(order),
            is_volatile,
        };
        match size {
            16 => {
                let old = self.change_wide(op, &values, address, order)?;
                self.move_all(to, &old);
            }
            _ => self.emit(Op::Rmw {
                op,
                is_unused: false,
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
        (success, failure, is_weak): (Order, Order, bool),
        to: Reg,
    ) -> Result<(), Error> {
        let size = self.atomic_size(expected.ty)?;
        let address = self.pointer(pointer)?;
        let new = self.values(Typed {
            ty: expected.ty,
            value: new,
        })?;
        let expected = self.values(expected)?;
        let kind = match is_weak {
            true => Exchanging::Weak,
            false => Exchanging::Strong,
        };
        let exchange = Exchange::new(size, kind, success, failure);
        if size == 16 {
            let operands = [expected[0], expected[1], new[0], new[1]];
            let left = self.wide_exchange(address, operands, exchange);
            self.move_all(to, &left);
        } else {
            let (expected, new) = (expected[0], new[0]);
            self.emit(Op::CompareExchange {
                to,
                address,
                expected,
                new,
                exchange,
                live: NOT_LIVE,
            });
        }
        Ok(())
    }
}
