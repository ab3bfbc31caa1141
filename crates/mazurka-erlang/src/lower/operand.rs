//! Operands of a `.beam` file as those of instructions.

use super::{Lowering, Result};
use crate::beam::Arg;
use crate::code::instr::{Dst, Operands, Src};
use crate::term::{MAX_SMALL, MIN_SMALL, Term};

impl<'a> Lowering<'a> {
    /// A number that is no term.
    pub(super) fn number(&self, arg: &Arg) -> Result<u32> {
        let number = match arg {
            Arg::U(number) => u32::try_from(*number).ok(),
            Arg::I(number) => u32::try_from(*number).ok(),
            _ => None,
        };
        number.ok_or_else(|| format!("{arg:?} is no number that an instruction takes"))
    }

    /// A small number that is no term.
    pub(super) fn short(&self, arg: &Arg) -> Result<u16> {
        let number = self.number(arg)?;
        u16::try_from(number).map_err(|_| format!("the number {number} is too large"))
    }

    /// A number of arguments.
    pub(super) fn arity(&self, arg: &Arg) -> Result<u16> {
        match self.short(arg)? {
            arity @ ..=255 => Ok(arity),
            arity => Err(format!("a function has {arity} arguments")),
        }
    }

    /// The address of a label; 0 if there is none.
    pub(super) fn label(&self, arg: &Arg) -> Result<u32> {
        match arg {
            Arg::Label(0) => Ok(0),
            Arg::Label(label) => Ok(self.labels[*label as usize]),
            _ => Err(format!("{arg:?} is no label")),
        }
    }

    /// A register or a constant.
    pub(super) fn src(&self, arg: &Arg) -> Result<Src> {
        match arg {
            Arg::X(number) => Ok(Src::x(*number as u16)),
            Arg::Y(number) => Ok(Src::y(*number as u16)),
            _ => self.constant(arg),
        }
    }

    pub(super) fn constant(&self, arg: &Arg) -> Result<Src> {
        Ok(Src::constant(match arg {
            Arg::Nil => Term::NIL,
            Arg::I(number) if (MIN_SMALL..=MAX_SMALL).contains(number) => Term::small(*number),
            Arg::Atom(number) => self.atoms[*number as usize],
            Arg::Literal(number) => self.literals[*number as usize],
            Arg::Character(character) => Term::small((*character).into()),
            // Those that are no small integers were made terms before.
            Arg::I(number) => self.integers[&(*number).into()],
            Arg::Big(number) => self.integers[&**number],
            _ => return Err(format!("{arg:?} is no term")),
        }))
    }

    pub(super) fn dst(&self, arg: &Arg) -> Result<Dst> {
        match arg {
            Arg::X(number) => Ok(Dst::x(*number as u16)),
            Arg::Y(number) => Ok(Dst::y(*number as u16)),
            _ => Err(format!("{arg:?} is no register")),
        }
    }

    /// A register of the stack.
    pub(super) fn slot(&self, arg: &Arg) -> Result<u16> {
        match arg {
            Arg::Y(number) => Ok(*number as u16),
            _ => Err(format!("{arg:?} is no register of the stack")),
        }
    }

    /// A register for floats.
    pub(super) fn float(&self, arg: &Arg) -> Result<u16> {
        match arg {
            Arg::Float(number) => Ok(*number as u16),
            _ => Err(format!("{arg:?} is no register for floats")),
        }
    }

    pub(super) fn list<'b>(&self, arg: &'b Arg) -> Result<&'b [Arg]> {
        match arg {
            Arg::List(args) => Ok(args),
            _ => Err(format!("{arg:?} is no list of operands")),
        }
    }

    /// Registers and constants, as many as there are.
    pub(super) fn sources(&mut self, args: &[Arg]) -> Result<Operands> {
        let sources = args.iter().map(|arg| self.src(arg));
        let sources = sources.collect::<Result<Vec<Src>>>()?;
        self.operands(sources)
    }

    pub(super) fn operands(&mut self, sources: Vec<Src>) -> Result<Operands> {
        let at = self.code.operands.len() as u32;
        let len =
            u16::try_from(sources.len()).map_err(|_| "an instruction has too many operands")?;
        self.code.operands.extend(sources);
        Ok(Operands { at, len })
    }
}
