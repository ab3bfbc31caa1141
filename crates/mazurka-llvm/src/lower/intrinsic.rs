//! The functions of LLVM itself: `llvm.*`.

use crate::builtin;
use crate::code::{BitsOp, Division, FloatCast, FloatOp, Op, Reg, Shift, Src, WideOp, Word};
use crate::ir::{Call, InstructionKind, IntPredicate, LocalId, Order, Typed};

use super::Error;
use super::arithmetic::is_double;
use super::constant::mask;
use super::function::Lowering;
use super::layout::Scalar;

/// What does not change what a program does.
const NOTHING: &[&str] = &[
    "lifetime.",
    "dbg.",
    "assume",
    "donothing",
    "sideeffect",
    "experimental.noalias.scope.decl",
    "prefetch",
    "var.annotation",
    "invariant.end",
    "va_end",
    "pseudoprobe",
    "instrprof",
    "codeview.annotation",
    "x86.sse2.pause",
];

/// What only hands on its first argument.
const SAME: &[&str] = &[
    "expect.",
    "ptr.annotation.",
    "annotation.",
    "launder.invariant.group",
    "strip.invariant.group",
    "ssa.copy",
    "arithmetic.fence",
    "preserve.",
];

/// The fences of x86, as `_mm_mfence()` and its relatives write them.
fn fence(name: &str) -> Option<Order> {
    match name {
        "x86.sse2.mfence" => Some(Order::SequentiallyConsistent),
        "x86.sse.sfence" => Some(Order::Release),
        "x86.sse2.lfence" => Some(Order::Acquire),
        _ => None,
    }
}

impl Lowering<'_, '_, '_> {
    pub(super) fn intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<(), Error> {
        let is_one_of = |names: &[&str]| names.iter().any(|known| name.starts_with(known));
        if is_one_of(NOTHING) {
            return Ok(());
        }
        if is_one_of(SAME) {
            let values = self.values(argument(call, 0)?)?;
            let to = self.result(result)?;
            self.move_all(to, &values);
            return Ok(());
        }
        if is_one_of(&["trap", "debugtrap", "ubsantrap"]) {
            let builtin = builtin::find("__mazurka_trap").ok_or("traps are not known")?;
            let is_end = self
                .draft
                .word(Word::new(self.is_missing_return(call).into()));
            let (arguments, to) = (self.draft.operands(&[is_end]), self.sink());
            self.emit(Op::CallBuiltin {
                builtin,
                arguments,
                to,
                live: crate::code::NOT_LIVE,
            });
            self.emit(Op::Unreachable);
            return Ok(());
        }
        if let Some(order) = fence(name) {
            self.emit(Op::Fence { order });
            return Ok(());
        }
        if self.memory_intrinsic(name, call)? || self.stack_intrinsic(name, call, result)? {
            return Ok(());
        }
        let is_known = self.constant_intrinsic(name, call, result)?
            || self.class_intrinsic(name, call, result)?
            || self.float_intrinsic(name, call, result)?
            || self.integer_intrinsic(name, call, result)?
            || self.overflow_intrinsic(name, call, result)?
            || self.reduce_intrinsic(name, call, result)?;
        if is_known {
            Ok(())
        } else {
            Err(format!("the intrinsic `llvm.{name}` is not supported").into())
        }
    }

    fn memory_intrinsic(&mut self, name: &str, call: &Call) -> Result<bool, Error> {
        let is_copy = name.starts_with("memcpy.");
        if is_copy || name.starts_with("memmove.") {
            let target = self.scalar(argument(call, 0)?)?;
            let source = self.scalar(argument(call, 1)?)?;
            let length = self.scalar(argument(call, 2)?)?;
            self.emit(Op::Copy {
                target,
                source,
                length,
                may_overlap: !is_copy,
            });
        } else if name.starts_with("memset.") {
            let target = self.scalar(argument(call, 0)?)?;
            let a = self.scalar(argument(call, 1)?)?;
            let length = self.scalar(argument(call, 2)?)?;
            self.emit(Op::Fill { target, a, length });
        } else {
            return Ok(false);
        }
        Ok(true)
    }

    fn stack_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        match name.split('.').next().unwrap_or_default() {
            "stacksave" => {
                let to = self.result(result)?;
                self.emit(Op::StackSave { to });
            }
            "stackrestore" => {
                let a = self.scalar(argument(call, 0)?)?;
                self.emit(Op::StackRestore { a });
            }
            "va_start" => {
                let address = self.scalar(argument(call, 0)?)?;
                self.emit(Op::VaStart { address });
            }
            "va_copy" => {
                let target = self.scalar(argument(call, 0)?)?;
                let source = self.scalar(argument(call, 1)?)?;
                let is_arm = self.unit.module.triple.starts_with("aarch64");
                let length = self.bits(if is_arm { 32 } else { 24 });
                self.emit(Op::Copy {
                    target,
                    source,
                    length,
                    may_overlap: true,
                });
            }
            "ptrmask" => {
                let a = self.scalar(argument(call, 0)?)?;
                let b = self.scalar(argument(call, 1)?)?;
                let to = self.result(result)?;
                self.emit(Op::And { to, a, b });
            }
            "threadlocal" => {
                let value = argument(call, 0)?;
                let a = self.scalar(value)?;
                let to = self.result(result)?;
                self.emit(Op::Move { to, a });
            }
            _ => return Ok(false),
        }
        Ok(true)
    }

    /// Those whose results are known.
    /// Is this trap what clang puts at the end of a C++ function that has to return a
    /// value, and does not? Without optimisation no other is followed by `unreachable`.
    fn is_missing_return(&self, trap: &Call) -> bool {
        let block = &self.function.blocks[self.block as usize - 1];
        match &block.instructions[..] {
            [.., call, end] => {
                matches!(&call.kind, InstructionKind::Call(call) if std::ptr::eq(&**call, trap))
                    && matches!(end.kind, InstructionKind::Unreachable)
            }
            _ => false,
        }
    }

    fn constant_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        let bits = match name.split('.').next().unwrap_or_default() {
            "objectsize" => {
                let smallest = self.scalar(argument(call, 1)?)?;
                match self.draft.constant(smallest) {
                    Some(Word { bits: 1, .. }) => 0,
                    _ => u64::MAX,
                }
            }
            "is" if name.starts_with("is.constant") => 0,
            "returnaddress" | "frameaddress" | "addressofreturnaddress" | "sponentry" => 0,
            "flt" if name == "flt.rounds" || name == "get.rounding" => 1,
            "invariant" => 0,
            _ => return Ok(false),
        };
        let to = self.result(result)?;
        let width = self.lanes(call.result)?.0.bits();
        let a = self.bits(bits & mask(width));
        self.emit(Op::Move { to, a });
        Ok(true)
    }

    fn float_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        let base = name.split('.').next().unwrap_or_default();
        let op = match base {
            "fabs" => FloatOp::Abs,
            "sqrt" => FloatOp::Sqrt,
            "floor" => FloatOp::Floor,
            "ceil" => FloatOp::Ceil,
            "trunc" => FloatOp::Trunc,
            "round" | "lround" | "llround" => FloatOp::Round,
            "rint" | "nearbyint" | "roundeven" | "lrint" | "llrint" => FloatOp::RoundEven,
            "exp" => FloatOp::Exp,
            "exp2" => FloatOp::Exp2,
            "log" => FloatOp::Log,
            "log2" => FloatOp::Log2,
            "log10" => FloatOp::Log10,
            "sin" => FloatOp::Sin,
            "cos" => FloatOp::Cos,
            "copysign" => FloatOp::CopySign,
            "minnum" | "minimum" => FloatOp::Min,
            "maxnum" | "maximum" => FloatOp::Max,
            "pow" => FloatOp::Pow,
            "fma" => return self.fused(call, result),
            "fmuladd" => return self.multiply_add(call, result),
            _ => return Ok(false),
        };
        let first = argument(call, 0)?;
        let is_double = is_double(self.lanes(first.ty)?.0)?;
        let values = self.values(first)?;
        let others = match op {
            FloatOp::CopySign | FloatOp::Min | FloatOp::Max | FloatOp::Pow => {
                self.values(argument(call, 1)?)?
            }
            _ => values.clone(),
        };
        let to = self.result(result)?;
        for ((a, b), to) in values.into_iter().zip(others).zip(to..) {
            if base.starts_with('l') && base != "log" && base != "log2" && base != "log10" {
                let rounded = self.compute(|to| Op::Float {
                    op,
                    to,
                    a,
                    b,
                    is_double,
                });
                let bits = self.lanes(call.result)?.0.bits();
                self.emit(Op::ConvertFloat {
                    op: FloatCast::ToSigned,
                    to,
                    a: rounded,
                    bits,
                    is_double,
                });
            } else {
                self.emit(Op::Float {
                    op,
                    to,
                    a,
                    b,
                    is_double,
                });
            }
        }
        Ok(true)
    }

    /// `llvm.is.fpclass`: is a number one of these kinds? Each kind is a range of the
    /// bits of numbers.
    fn class_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        if !name.starts_with("is.fpclass") {
            return Ok(false);
        }
        let value = argument(call, 0)?;
        let is_double = is_double(self.lanes(value.ty)?.0)?;
        let bits: u8 = if is_double { 64 } else { 32 };
        let kinds = self.scalar(argument(call, 1)?)?;
        let kinds = self
            .draft
            .constant(kinds)
            .ok_or("kinds of numbers that are not known")?
            .bits;
        let ranges = class_ranges(kinds, is_double);
        for (a, to) in self.values(value)?.into_iter().zip(self.result(result)?..) {
            let mut is_any = self.bits(0);
            for &(low, high) in &ranges {
                let (low, width) = (self.bits(low), self.bits(high - low));
                let offset = self.compute(|to| Op::Sub {
                    to,
                    a,
                    b: low,
                    bits,
                });
                let predicate = IntPredicate::Ule;
                let is_one = self.compute(|to| Op::Compare {
                    predicate,
                    to,
                    a: offset,
                    b: width,
                    bits,
                });
                let a = is_any;
                is_any = self.compute(|to| Op::Or { to, a, b: is_one });
            }
            self.emit(Op::Move { to, a: is_any });
        }
        Ok(true)
    }

    fn fused(&mut self, call: &Call, result: Option<LocalId>) -> Result<bool, Error> {
        let is_double = is_double(self.lanes(call.result)?.0)?;
        let [a, b, c] = self.three(call)?;
        for (((a, b), c), to) in a.into_iter().zip(b).zip(c).zip(self.result(result)?..) {
            let operands = self.draft.operands(&[a, b, c]);
            self.emit(Op::FusedMultiplyAdd {
                to,
                operands,
                is_double,
            });
        }
        Ok(true)
    }

    /// `fmuladd`: fused or not, as one likes.
    fn multiply_add(&mut self, call: &Call, result: Option<LocalId>) -> Result<bool, Error> {
        let is_double = is_double(self.lanes(call.result)?.0)?;
        let [a, b, c] = self.three(call)?;
        for (((a, b), c), to) in a.into_iter().zip(b).zip(c).zip(self.result(result)?..) {
            let product = self.compute(|to| Op::Float {
                op: FloatOp::Mul,
                to,
                a,
                b,
                is_double,
            });
            self.emit(Op::Float {
                op: FloatOp::Add,
                to,
                a: product,
                b: c,
                is_double,
            });
        }
        Ok(true)
    }

    fn three(&mut self, call: &Call) -> Result<[Vec<Src>; 3], Error> {
        Ok([
            self.values(argument(call, 0)?)?,
            self.values(argument(call, 1)?)?,
            self.values(argument(call, 2)?)?,
        ])
    }

    /// Those of integers of up to 64 bits, or of vectors of them.
    fn integer_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        let mut parts = name.split('.');
        let base = parts.next().unwrap_or_default();
        let is_saturating =
            parts.next() == Some("sat") && matches!(base, "uadd" | "usub" | "sadd" | "ssub");
        let known = [
            "ctpop",
            "ctlz",
            "cttz",
            "bswap",
            "bitreverse",
            "abs",
            "smin",
            "smax",
            "umin",
            "umax",
            "fshl",
            "fshr",
        ];
        if !is_saturating && !known.contains(&base) {
            return Ok(false);
        }
        let first = argument(call, 0)?;
        let bits = self.narrow(first)?;
        let a = self.values(first)?;
        let second = match base {
            "ctpop" | "ctlz" | "cttz" | "bswap" | "bitreverse" | "abs" => a.clone(),
            _ => self.values(argument(call, 1)?)?,
        };
        let third = match base {
            "fshl" | "fshr" => self.values(argument(call, 2)?)?,
            _ => a.clone(),
        };
        let to = self.result(result)?;
        for (((a, b), c), to) in a.into_iter().zip(second).zip(third).zip(to..) {
            match base {
                "ctpop" => self.emit(Op::Bits {
                    op: BitsOp::CountOnes,
                    to,
                    a,
                    bits,
                }),
                "ctlz" => self.emit(Op::Bits {
                    op: BitsOp::LeadingZeros,
                    to,
                    a,
                    bits,
                }),
                "cttz" => self.emit(Op::Bits {
                    op: BitsOp::TrailingZeros,
                    to,
                    a,
                    bits,
                }),
                "bswap" => self.emit(Op::Bits {
                    op: BitsOp::SwapBytes,
                    to,
                    a,
                    bits,
                }),
                "bitreverse" => self.emit(Op::Bits {
                    op: BitsOp::Reverse,
                    to,
                    a,
                    bits,
                }),
                "abs" => self.absolute(a, bits, to),
                "smin" => self.choose(IntPredicate::Slt, a, b, bits, to),
                "smax" => self.choose(IntPredicate::Sgt, a, b, bits, to),
                "umin" => self.choose(IntPredicate::Ult, a, b, bits, to),
                "umax" => self.choose(IntPredicate::Ugt, a, b, bits, to),
                "fshl" | "fshr" => self.funnel(base == "fshl", [a, b, c], bits, to),
                _ => self.saturate(base, a, b, bits, to),
            }
        }
        Ok(true)
    }

    /// The bits of an argument (or of its elements), if they are at most 64.
    fn narrow(&mut self, argument: Typed) -> Result<u8, Error> {
        match self.lanes(argument.ty)?.0 {
            Scalar::Int(bits) => Ok(bits),
            _ => Err("this intrinsic is only supported for integers of at most 64 bits".into()),
        }
    }

    fn choose(&mut self, predicate: IntPredicate, a: Src, b: Src, bits: u8, to: Reg) {
        let condition = self.compute(|to| Op::Compare {
            predicate,
            to,
            a,
            b,
            bits,
        });
        self.emit(Op::Select {
            to,
            condition,
            a,
            b,
        });
    }

    fn absolute(&mut self, a: Src, bits: u8, to: Reg) {
        let zero = self.bits(0);
        let negated = self.compute(|to| Op::Sub {
            to,
            a: zero,
            b: a,
            bits,
        });
        let condition = self.is_negative(a, bits);
        self.emit(Op::Select {
            to,
            condition,
            a: negated,
            b: a,
        });
    }

    fn is_negative(&mut self, a: Src, bits: u8) -> Src {
        let b = self.bits(0);
        self.compute(|to| Op::Compare {
            predicate: IntPredicate::Slt,
            to,
            a,
            b,
            bits,
        })
    }

    /// Shifts two integers, one after the other, and keeps one.
    fn funnel(&mut self, is_left: bool, [a, b, amount]: [Src; 3], bits: u8, to: Reg) {
        let width = self.bits(bits.into());
        let amount = match self.draft.constant(amount) {
            Some(word) if word.undefined == 0 => self.bits(word.bits % u64::from(bits)),
            _ => self.compute(|to| Op::Divide {
                op: Division::URem,
                to,
                a: amount,
                b: width,
                bits,
            }),
        };
        let most = self.bits(u64::from(bits) - 1);
        let rest = self.compute(|to| Op::Sub {
            to,
            a: most,
            b: amount,
            bits,
        });
        let one = self.bits(1);
        let shift =
            |lowering: &mut Self, op, a, b| lowering.compute(|to| Op::Shift { op, to, a, b, bits });
        let (left, right) = if is_left {
            (amount, rest)
        } else {
            (rest, amount)
        };
        let (high, low) = if is_left {
            let half = shift(self, Shift::LShr, b, one);
            (
                shift(self, Shift::Shl, a, left),
                shift(self, Shift::LShr, half, right),
            )
        } else {
            let half = shift(self, Shift::Shl, a, one);
            (
                shift(self, Shift::Shl, half, left),
                shift(self, Shift::LShr, b, right),
            )
        };
        self.emit(Op::Or {
            to,
            a: high,
            b: low,
        });
    }

    fn saturate(&mut self, base: &str, a: Src, b: Src, bits: u8, to: Reg) {
        let (sum, overflows) = self.overflowing(base, a, b, bits);
        let bound = match base {
            "uadd" => self.bits(mask(bits)),
            "usub" => self.bits(0),
            _ => {
                // Of the sign of the first operand: the other cannot be the cause.
                let (least, most) = (self.bits(1 << (bits - 1)), self.bits(mask(bits) >> 1));
                let condition = self.is_negative(a, bits);
                self.compute(|to| Op::Select {
                    to,
                    condition,
                    a: least,
                    b: most,
                })
            }
        };
        self.emit(Op::Select {
            to,
            condition: overflows,
            a: bound,
            b: sum,
        });
    }

    /// The result of arithmetic, and whether it overflows.
    fn overflowing(&mut self, base: &str, a: Src, b: Src, bits: u8) -> (Src, Src) {
        let is_add = base.ends_with("add");
        let sum = self.compute(|to| {
            if is_add {
                Op::Add { to, a, b, bits }
            } else {
                Op::Sub { to, a, b, bits }
            }
        });
        if base.starts_with('u') {
            let (low, high) = if is_add { (sum, a) } else { (a, b) };
            let predicate = IntPredicate::Ult;
            return (
                sum,
                self.compute(|to| Op::Compare {
                    predicate,
                    to,
                    a: low,
                    b: high,
                    bits,
                }),
            );
        }
        // The sign of the result is not the one that both operands ask for.
        let other = if is_add { sum } else { a };
        let first = self.compute(|to| Op::Xor { to, a, b: sum });
        let second = self.compute(|to| Op::Xor { to, a: b, b: other });
        let both = self.compute(|to| Op::And {
            to,
            a: first,
            b: second,
        });
        let overflows = self.is_negative(both, bits);
        (sum, overflows)
    }

    fn overflow_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        let Some((base, rest)) = name.split_once('.') else {
            return Ok(false);
        };
        if !rest.starts_with("with.overflow") || self.unit.is_vector(argument(call, 0)?.ty) {
            return Ok(false);
        }
        let bits = self.narrow(argument(call, 0)?)?;
        let a = self.scalar(argument(call, 0)?)?;
        let b = self.scalar(argument(call, 1)?)?;
        let (value, overflows) = match base {
            "umul" | "smul" => self.multiply(base == "smul", a, b, bits),
            "uadd" | "usub" | "sadd" | "ssub" => self.overflowing(base, a, b, bits),
            _ => return Ok(false),
        };
        let to = self.result(result)?;
        self.move_all(to, &[value, overflows]);
        Ok(true)
    }

    /// The product, and whether it overflows: by way of 128 bits.
    fn multiply(&mut self, is_signed: bool, a: Src, b: Src, bits: u8) -> (Src, Src) {
        let (a, b) = (
            self.widen(is_signed, a, bits),
            self.widen(is_signed, b, bits),
        );
        let product = self.draft.registers(2);
        let high = self.draft.operands(&[a[1], b[1]]);
        self.emit(Op::Wide {
            op: WideOp::Mul,
            to: product,
            a: a[0],
            b: b[0],
            bits: 128,
            high,
        });
        let [low, high] = [product, product + 1].map(Src::register);
        let value = if bits < 64 {
            self.compute(|to| Op::Truncate { to, a: low, bits })
        } else {
            low
        };
        let back = self.widen(is_signed, value, bits);
        let high = self.draft.operands(&[high, back[1]]);
        let overflows = self.compute(|to| Op::CompareWide {
            predicate: IntPredicate::Ne,
            to,
            a: low,
            b: back[0],
            bits: 128,
            high,
        });
        (value, overflows)
    }

    /// An integer with 128 bits.
    fn widen(&mut self, is_signed: bool, a: Src, from: u8) -> [Src; 2] {
        if !is_signed {
            return [a, self.bits(0)];
        }
        let low = if from < 64 {
            self.compute(|to| Op::SignExtend {
                to,
                a,
                from,
                bits: 64,
            })
        } else {
            a
        };
        let b = self.bits(63);
        [
            low,
            self.compute(|to| Op::Shift {
                op: Shift::AShr,
                to,
                a: low,
                b,
                bits: 64,
            }),
        ]
    }

    /// `llvm.vector.reduce.*` of integers.
    fn reduce_intrinsic(
        &mut self,
        name: &str,
        call: &Call,
        result: Option<LocalId>,
    ) -> Result<bool, Error> {
        let Some(rest) = name.strip_prefix("vector.reduce.") else {
            return Ok(false);
        };
        let base = rest.split('.').next().unwrap_or_default();
        let bits = self.narrow(argument(call, 0)?)?;
        let mut values = self.values(argument(call, 0)?)?.into_iter();
        let mut sum = values.next().ok_or("a vector of nothing")?;
        for b in values {
            let (a, to) = (sum, self.fresh());
            match base {
                "add" => self.emit(Op::Add { to, a, b, bits }),
                "mul" => self.emit(Op::Mul { to, a, b, bits }),
                "and" => self.emit(Op::And { to, a, b }),
                "or" => self.emit(Op::Or { to, a, b }),
                "xor" => self.emit(Op::Xor { to, a, b }),
                "smin" => self.choose(IntPredicate::Slt, a, b, bits, to),
                "smax" => self.choose(IntPredicate::Sgt, a, b, bits, to),
                "umin" => self.choose(IntPredicate::Ult, a, b, bits, to),
                "umax" => self.choose(IntPredicate::Ugt, a, b, bits, to),
                _ => return Ok(false),
            }
            sum = Src::register(to);
        }
        let to = self.result(result)?;
        self.emit(Op::Move { to, a: sum });
        Ok(true)
    }
}

/// The ranges of bits of the numbers of some kinds, as `llvm.is.fpclass` counts them.
fn class_ranges(kinds: u64, is_double: bool) -> Vec<(u64, u64)> {
    let (sign, infinity, quiet, normal): (u64, u64, u64, u64) = if is_double {
        (1 << 63, 0x7ff << 52, 0xfff << 51, 1 << 52)
    } else {
        (1 << 31, 0xff << 23, 0x1ff << 22, 1 << 23)
    };
    let (signalling, silent) = ((infinity + 1, quiet - 1), (quiet, sign - 1));
    let below = |(low, high): (u64, u64)| (sign + low, sign + high);
    let mut ranges: Vec<(u64, u64)> = Vec::new();
    if kinds & 1 != 0 {
        ranges.extend([signalling, below(signalling)]);
    }
    if kinds & 2 != 0 {
        ranges.extend([silent, below(silent)]);
    }
    // From minus infinity to minus zero, and from zero to infinity.
    let rest = [
        (infinity, infinity),
        (normal, infinity - 1),
        (1, normal - 1),
        (0, 0),
    ];
    for (place, range) in rest.into_iter().enumerate() {
        if kinds >> (2 + place) & 1 != 0 {
            ranges.push(below(range));
        }
        if kinds >> (9 - place) & 1 != 0 {
            ranges.push(range);
        }
    }
    ranges.sort_unstable();
    ranges.dedup_by(|next, last| {
        let is_next = last.1 + 1 == next.0;
        if is_next {
            last.1 = next.1;
        }
        is_next
    });
    ranges
}

/// An argument of a call.
pub(super) fn argument(call: &Call, place: usize) -> Result<Typed, Error> {
    let argument = call.arguments.get(place);
    argument
        .map(|argument| argument.value)
        .ok_or_else(|| "a call with too few arguments".into())
}
