//! Instructions that make and access memory.

use super::Parser;
use super::instruction::Parsed;
use super::lexer::{Result, Token};
use crate::ir::{InstructionKind, MemoryAccess, Order, RmwOp, Type, TypeId};

fn rmw_op(word: &[u8]) -> Option<RmwOp> {
    let op = match word {
        b"xchg" => RmwOp::Exchange,
        b"add" => RmwOp::Add,
        b"sub" => RmwOp::Sub,
        b"and" => RmwOp::And,
        b"nand" => RmwOp::Nand,
        b"or" => RmwOp::Or,
        b"xor" => RmwOp::Xor,
        b"max" => RmwOp::Max,
        b"min" => RmwOp::Min,
        b"umax" => RmwOp::UMax,
        b"umin" => RmwOp::UMin,
        b"fadd" => RmwOp::FAdd,
        b"fsub" => RmwOp::FSub,
        b"fmax" => RmwOp::FMax,
        b"fmin" => RmwOp::FMin,
        b"uinc_wrap" => RmwOp::UIncWrap,
        b"udec_wrap" => RmwOp::UDecWrap,
        _ => return None,
    };
    Some(op)
}

fn order(word: &[u8]) -> Option<Order> {
    let order = match word {
        b"unordered" | b"monotonic" => Order::Relaxed,
        b"acquire" => Order::Acquire,
        b"release" => Order::Release,
        b"acq_rel" => Order::AcquireRelease,
        b"seq_cst" => Order::SequentiallyConsistent,
        _ => return None,
    };
    Some(order)
}

impl Parser<'_> {
    pub(super) fn alloca(&mut self) -> Result<Parsed> {
        self.skip_to_type()?;
        let ty = self.value_type()?;
        let mut count = None;
        let mut align = 0;
        while self.eat_comma()? {
            if self.eat_word("align")? {
                align = self.alignment()?;
            } else if self.eat_word("addrspace")? {
                self.skip_parentheses()?;
            } else {
                let operand = self.typed()?;
                let is_right = matches!(self.module.ty(operand.ty), Type::Int(_));
                self.check(is_right, "a number of elements is an integer")?;
                count = Some(operand);
            }
        }
        Ok((
            InstructionKind::Alloca { ty, count, align },
            Some(self.common.pointer),
        ))
    }

    /// `atomic` and `volatile`, in front of an access.
    fn access_words(&mut self) -> Result<(bool, bool)> {
        let (mut is_atomic, mut is_volatile) = (false, false);
        loop {
            if self.eat_word("atomic")? {
                is_atomic = true;
            } else if self.eat_word("volatile")? {
                is_volatile = true;
            } else {
                return Ok((is_atomic, is_volatile));
            }
        }
    }

    /// `syncscope("x") seq_cst, align 4` after an access.
    fn access(&mut self, is_atomic: bool, is_volatile: bool) -> Result<MemoryAccess> {
        let order = if is_atomic {
            self.eat_scope()?;
            Some(self.order()?)
        } else {
            None
        };
        let align = self.align_suffix()?;
        Ok(MemoryAccess {
            order,
            is_volatile,
            align,
        })
    }

    fn align_suffix(&mut self) -> Result<u64> {
        if !self.eat_comma()? {
            return Ok(0);
        }
        self.expect_word("align")?;
        self.alignment()
    }

    /// `syncscope("singlethread")`: is it there, and for one thread only?
    fn eat_scope(&mut self) -> Result<bool> {
        if !self.eat_word("syncscope")? {
            return Ok(false);
        }
        self.expect(b'(')?;
        let scope = self.text()?;
        self.expect(b')')?;
        Ok(scope == "singlethread")
    }

    fn order(&mut self) -> Result<Order> {
        let found = match self.token {
            Token::Word(word) => order(word),
            _ => None,
        };
        match found {
            Some(order) => {
                self.bump()?;
                Ok(order)
            }
            None => self
                .expected("an order (`monotonic`, `acquire`, `release`, `acq_rel` or `seq_cst`)"),
        }
    }

    pub(super) fn load(&mut self) -> Result<Parsed> {
        let (is_atomic, is_volatile) = self.access_words()?;
        let ty = self.value_type()?;
        self.expect(b',')?;
        let pointer = self.pointer_operand()?;
        let access = self.access(is_atomic, is_volatile)?;
        Ok((
            InstructionKind::Load {
                ty,
                pointer,
                access,
            },
            Some(ty),
        ))
    }

    pub(super) fn store(&mut self) -> Result<Parsed> {
        let (is_atomic, is_volatile) = self.access_words()?;
        let value = self.typed()?;
        self.expect(b',')?;
        let pointer = self.pointer_operand()?;
        let access = self.access(is_atomic, is_volatile)?;
        Ok((
            InstructionKind::Store {
                value,
                pointer,
                access,
            },
            None,
        ))
    }

    pub(super) fn read_modify_write(&mut self) -> Result<Parsed> {
        let is_volatile = self.eat_word("volatile")?;
        let Token::Word(word) = self.token else {
            return self.expected("an operation");
        };
        let Some(op) = rmw_op(word) else {
            let word = String::from_utf8_lossy(word).into_owned();
            return self.unsupported(format!("`atomicrmw {word}` is not supported"));
        };
        self.bump()?;
        let pointer = self.pointer_operand()?;
        let value = self.next_typed()?;
        let is_right = match op {
            RmwOp::Exchange => self.is_scalar(value.ty),
            RmwOp::FAdd | RmwOp::FSub | RmwOp::FMax | RmwOp::FMin => self.is_float(value.ty),
            _ => matches!(self.module.ty(value.ty), Type::Int(_)),
        };
        self.check(is_right, "there is no such operation for this type")?;
        self.eat_scope()?;
        let order = self.order()?;
        self.align_suffix()?;
        let kind = InstructionKind::ReadModifyWrite {
            op,
            pointer,
            value,
            order,
            is_volatile,
        };
        Ok((kind, Some(value.ty)))
    }

    /// Is it one integer, number or pointer?
    fn is_scalar(&self, ty: TypeId) -> bool {
        let is_vector = matches!(self.module.ty(ty), Type::Vector(..));
        !is_vector && (self.is_int(ty) || self.is_float(ty) || self.is_pointer(ty))
    }

    pub(super) fn compare_exchange(&mut self) -> Result<Parsed> {
        let is_weak = self.eat_word("weak")?;
        self.eat_word("volatile")?;
        let pointer = self.pointer_operand()?;
        let expected = self.next_typed()?;
        let new = self.next_typed()?;
        let is_right = expected.ty == new.ty && self.is_scalar(new.ty) && !self.is_float(new.ty);
        self.check(
            is_right,
            "both operands have to be integers or pointers of one type",
        )?;
        self.eat_scope()?;
        let success = self.order()?;
        let failure = self.order()?;
        self.align_suffix()?;
        let ty = self.intern(Type::Struct {
            is_packed: false,
            fields: vec![new.ty, self.common.bit],
        });
        let kind = InstructionKind::CompareExchange {
            pointer,
            expected,
            new: new.value,
            success,
            failure,
            is_weak,
        };
        Ok((kind, Some(ty)))
    }

    pub(super) fn fence(&mut self) -> Result<Parsed> {
        let is_single_thread = self.eat_scope()?;
        let order = self.order()?;
        Ok((
            InstructionKind::Fence {
                order,
                is_single_thread,
            },
            None,
        ))
    }
}
