//! Instructions that take more than a line: calls, receives, tests, native functions.

use super::{Lowering, Result};
use crate::atoms;
use crate::beam::{Arg, Op};
use crate::code::instr::{
    Bif, Dst, Float, Instr, Operand, Operands, Special, Src, Table, Tail, Type,
};
use crate::code::{How, Import};
use crate::term::Term;

impl Lowering<'_> {
    /// The native function of that name, which may not be here.
    pub(super) fn native(&mut self, module: Term, function: Term, arity: u32) -> u32 {
        match self.code.native(self.heap, module, function, arity) {
            Some(native) => native,
            None => self.code.missing_native(module, function, arity),
        }
    }

    pub(super) fn call_import(&mut self, import: &Arg, tail: Tail) -> Result {
        let import = self.first_import + self.number(import)?;
        let Import {
            module,
            function,
            arity,
            ..
        } = self.code.imports[import as usize];
        let Some(native) = self.code.native(self.heap, module, function, arity) else {
            self.emit(Instr::CallImport { import, tail });
            return Ok(());
        };
        if let How::Special(special @ (Special::Apply2 | Special::Apply3)) =
            self.code.natives[native as usize].how
        {
            self.emit(Instr::CallSpecial {
                special,
                native,
                tail,
            });
            return Ok(());
        }
        self.emit(Instr::CallNative { native });
        match tail {
            Tail::No => {}
            Tail::After(0) => self.emit(Instr::Return),
            Tail::After(words) => self.emit(Instr::DeallocateReturn { words }),
        }
        Ok(())
    }

    /// Is what follows a call only a return? Then it is a tail call.
    pub(super) fn tail_behind(&self, index: usize) -> Result<(Tail, usize)> {
        Ok(match (self.op_at(index + 1), self.op_at(index + 2)) {
            (Some((Op::Return, _)), _) => (Tail::After(0), 2),
            (Some((Op::Deallocate, args)), Some((Op::Return, _))) => {
                (Tail::After(self.short(&args[0])?), 3)
            }
            _ => (Tail::No, 1),
        })
    }

    /// The first instruction at a label that does something.
    pub(super) fn leads_to(&self, label: &Arg) -> Option<(Op, &[Arg])> {
        let mut label = match label {
            Arg::Label(label) => *label as usize,
            _ => return None,
        };
        for _ in 0..100 {
            let mut index = self.places[label];
            while let Some((op, args)) = self.op_at(index) {
                match op {
                    Op::Label | Op::Line | Op::ExecutableLine | Op::DebugLine => {}
                    Op::RecvSet | Op::RecvMark | Op::RecvMarkerUse | Op::RecvMarkerClear => {}
                    Op::Jump => break,
                    _ => return Some((op, args)),
                }
                index += 1;
            }
            match self.op_at(index) {
                Some((Op::Jump, [Arg::Label(to)])) => label = *to as usize,
                _ => return None,
            }
        }
        None
    }

    /// What a receive waits for that goes to this label if there is no message.
    pub(super) fn timeout(&self, label: &Arg) -> Result<Src> {
        match self.leads_to(label) {
            Some((Op::Timeout, _)) => Ok(Src::constant(Term::small(0))),
            Some((Op::WaitTimeout, args)) => self.src(&args[1]),
            _ => Ok(Src::atom_infinity()),
        }
    }

    /// Does an instruction that waits belong to no receive with clauses?
    pub(super) fn is_alone(&self, label: &Arg) -> Result<bool> {
        Ok(!matches!(self.leads_to(label), Some((Op::LoopRec, _))))
    }

    pub(super) fn test(&mut self, of: Type, args: &[Arg]) -> Result {
        let (fail, src) = (self.label(&args[0])?, self.src(&args[1])?);
        self.emit(match of {
            Type::Nil => Instr::IsNil { src, fail },
            Type::Cons => Instr::IsCons { src, fail },
            Type::Tuple => Instr::IsTuple { src, fail },
            Type::Integer => Instr::IsInteger { src, fail },
            Type::Atom => Instr::IsAtom { src, fail },
            of => Instr::Is { of, src, fail },
        });
        Ok(())
    }

    pub(super) fn comparison(&mut self, op: Op, args: &[Arg]) -> Result {
        let fail = self.label(&args[0])?;
        let (a, b) = (self.src(&args[1])?, self.src(&args[2])?);
        let word = |src: Src| match src.operand() {
            Operand::Constant(term) if term.is_immediate() => Some(term),
            _ => None,
        };
        self.emit(match op {
            Op::IsLt => Instr::Less { a, b, fail },
            Op::IsGe => Instr::NotLess { a, b, fail },
            Op::IsEq => Instr::Equal { a, b, fail },
            Op::IsNe => Instr::NotEqual { a, b, fail },
            Op::IsNeExact => Instr::NotIdentical { a, b, fail },
            _ => match (word(a), word(b)) {
                (_, Some(word)) => Instr::SameWord { src: a, word, fail },
                (Some(word), _) => Instr::SameWord { src: b, word, fail },
                _ => Instr::Identical { a, b, fail },
            },
        });
        Ok(())
    }

    pub(super) fn select(&mut self, op: Op, args: &[Arg]) -> Result {
        let (src, fail) = (self.src(&args[0])?, self.label(&args[1])?);
        let mut table = Table::default();
        for pair in self.list(&args[2])?.chunks_exact(2) {
            let key = match op {
                Op::SelectVal => Term(self.constant(&pair[0])?.0),
                _ => Term::small(self.number(&pair[0])?.into()),
            };
            let to = self.label(&pair[1])?;
            match key.is_immediate() {
                true => table.words.push((key.0, to)),
                false => table.terms.push((key, to)),
            }
        }
        // The first of those with the same key counts.
        table.words.sort_by_key(|(key, _)| *key);
        table.words.dedup_by_key(|(key, _)| *key);
        self.code.tables.push(table);
        let table = self.code.tables.len() as u32 - 1;
        self.emit(match op {
            Op::SelectVal => Instr::Select { src, table, fail },
            _ => Instr::SelectArity { src, table, fail },
        });
        Ok(())
    }

    /// A tuple of which each element has an instruction.
    pub(super) fn old_tuple(&mut self, index: usize, args: &[Arg]) -> Result<usize> {
        let (count, dst) = (self.number(&args[0])? as usize, self.dst(&args[1])?);
        let mut items = Vec::new();
        for behind in 1..=count {
            match self.op_at(index + behind) {
                Some((Op::Put, args)) => items.push(self.src(&args[0])?),
                _ => return Err("a tuple has fewer elements than it should have".into()),
            }
        }
        let items = self.operands(items)?;
        self.emit(Instr::PutTuple { items, dst });
        Ok(1 + count)
    }

    pub(super) fn bif(&mut self, fail: &Arg, import: &Arg, args: &[Arg], dst: &Arg) -> Result {
        let import = self.first_import + self.number(import)?;
        let Import {
            module,
            function,
            arity,
            ..
        } = self.code.imports[import as usize];
        let (fail, dst) = (self.label(fail)?, self.dst(dst)?);
        let mut sources = [Src::NIL; 3];
        for (source, arg) in sources.iter_mut().zip(args) {
            *source = self.src(arg)?;
        }
        if arity as usize != args.len() {
            return Err("a native function is called with another number of arguments".into());
        }
        let [a, b, _] = sources;
        let name = self.heap.atom_text(function).unwrap_or_default();
        let instr = match (name, arity) {
            _ if module != atoms::ERLANG => None,
            ("+", 2) => Some(Instr::Add { a, b, fail, dst }),
            // OTP's loader does the same; so `+ -0.0` is 0.0.
            ("+", 1) => {
                let b = Src::constant(Term::small(0));
                Some(Instr::Add { a, b, fail, dst })
            }
            ("-", 2) => Some(Instr::Subtract { a, b, fail, dst }),
            ("self", 0) => Some(Instr::SelfPid { dst }),
            ("node", 0) => Some(Instr::Move {
                src: Src::constant(atoms::NONODE),
                dst,
            }),
            _ => None,
        };
        let instr = match instr {
            Some(instr) => instr,
            None => {
                let is_size = module == atoms::ERLANG && matches!(name, "bit_size" | "byte_size");
                let bif = Bif {
                    is_size,
                    native: self.native(module, function, arity),
                    args: sources,
                    arity: arity as u8,
                    fail,
                    dst,
                    live: self.live,
                };
                self.code.bifs.push(bif);
                let bif = self.code.bifs.len() as u32 - 1;
                Instr::Bif { bif }
            }
        };
        self.emit(instr);
        Ok(())
    }

    pub(super) fn float_operation(&mut self, how: Float, args: &[Arg]) -> Result {
        let fail = self.label(&args[0])?;
        let [a, b, to] = [&args[1], &args[2], &args[3]].map(|arg| self.float(arg));
        let (a, b, to) = (a?, b?, to?);
        self.emit(Instr::Float {
            how,
            a,
            b,
            to,
            fail,
        });
        Ok(())
    }

    pub(super) fn make_fun(&mut self, lambda: u32, free: Operands, dst: Dst) {
        let lambda = self.first_lambda + lambda;
        self.emit(Instr::MakeFun { lambda, free, dst });
    }

    pub(super) fn error_with(&mut self, reason: Term, args: &[Arg]) -> Result {
        let value = self.src(&args[0])?;
        self.emit(Instr::ErrorWith { reason, value });
        Ok(())
    }
}
