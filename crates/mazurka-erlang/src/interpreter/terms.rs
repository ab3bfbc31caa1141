//! Tests of terms, and instructions that make some.

use super::Failure;
use super::run::Run;
use super::unwind::Flow;
use crate::atoms;
use crate::code::instr::{Operand, Operands, REGISTERS, Src, Type};
use crate::compare;
use crate::heap::{Fun, Kind};
use crate::map;
use crate::raise::Raise;
use crate::term::{Tag, Term};
use std::cmp::Ordering;

/// The version of the compiler of OTP 26.
const OTP_26: (u32, u32) = (8, 3);

impl Run<'_> {
    pub(super) fn is(&self, of: Type, term: Term) -> bool {
        let kind = || self.heap.boxed(term).map(|(kind, ..)| kind);
        match of {
            Type::Integer => self.heap.is_integer(term),
            Type::Float => kind() == Some(Kind::Float),
            Type::Number => self.heap.is_integer(term) || kind() == Some(Kind::Float),
            Type::Atom => term.as_atom().is_some(),
            Type::Pid => term.as_pid().is_some(),
            Type::Reference => kind() == Some(Kind::Ref),
            Type::Port => false,
            Type::Nil => term.is_nil(),
            Type::Binary => (self.heap.as_bits(term)).is_some_and(|bits| bits.size % 8 == 0),
            Type::Bitstring => self.heap.as_bits(term).is_some(),
            Type::List => term.is_list(),
            Type::Cons => term.is_cons(),
            Type::Tuple => kind() == Some(Kind::Tuple),
            Type::Function => matches!(kind(), Some(Kind::Fun | Kind::Export)),
            Type::Boolean => term == atoms::TRUE || term == atoms::FALSE,
            Type::Map => matches!(kind(), Some(Kind::FlatMap | Kind::TreeMap)),
        }
    }

    #[inline(always)]
    pub(super) fn less(&self, a: Term, b: Term) -> bool {
        match (a.0 | b.0) & 7 {
            0 => a.0.cast_signed() < b.0.cast_signed(),
            _ => compare::compare(self.heap, a, b) == Ordering::Less,
        }
    }

    #[inline(always)]
    pub(super) fn equal(&self, a: Term, b: Term) -> bool {
        a == b || !(a.is_immediate() && b.is_immediate()) && compare::equal(self.heap, a, b)
    }

    #[inline(always)]
    pub(super) fn identical(&self, a: Term, b: Term) -> bool {
        a == b || !(a.is_immediate() || b.is_immediate()) && compare::identical(self.heap, a, b)
    }

    pub(super) fn tuple(&mut self, items: Operands) -> Term {
        let count = usize::from(items.len);
        let first = items.at as usize;
        let mut few = [Term::NIL; 8];
        match few.get_mut(..count) {
            Some(few) => {
                for (index, item) in few.iter_mut().enumerate() {
                    *item = self.get(self.code.operands[first + index]);
                }
                self.heap.tuple(few)
            }
            None => {
                let sources = &self.code.operands[first..first + count];
                let items: Vec<Term> = sources.iter().map(|src| self.get(*src)).collect();
                self.heap.tuple(&items)
            }
        }
    }

    pub(super) fn update_record(&mut self, tuple: Term, items: Operands) -> Option<Term> {
        let mut elements = self.heap.elements(tuple)?;
        for pair in self.code.operands(items).chunks_exact(2) {
            let position = Term(pair[0].0).as_small()? as usize;
            *elements.get_mut(position.checked_sub(1)?)? = self.get(pair[1]);
        }
        Some(self.heap.tuple(&elements))
    }

    pub(super) fn get_map_elements(&mut self, term: Term, items: Operands) -> bool {
        if !self.is(Type::Map, term) {
            return false;
        }
        // A register that is written may be the key of a later pair only if that is wanted; the
        // map itself was read before.
        for index in (0..usize::from(items.len)).step_by(2) {
            let key = self.get(self.code.operands[items.at as usize + index]);
            let Some(value) = map::get(self.heap, term, key) else {
                return false;
            };
            match self.code.operands[items.at as usize + index + 1].operand() {
                Operand::X(number) => self.x[number & (REGISTERS - 1)] = value,
                Operand::Y(number) => self.set_slot(number, value),
                Operand::Constant(_) => return false,
            }
        }
        true
    }

    pub(super) fn put_map(
        &mut self,
        term: Term,
        items: Operands,
        is_exact: bool,
    ) -> Result<Term, Raise> {
        if !self.is(Type::Map, term) {
            return Err(Raise::Error(self.heap.tuple(&[atoms::BADMAP, term])));
        }
        let count = usize::from(items.len) / 2;
        let sources = self.code.operands(items);
        let pairs: Vec<(Term, Term)> = (sources.chunks_exact(2))
            .map(|pair| (self.get(pair[0]), self.get(pair[1])))
            .collect();
        if is_exact {
            for (key, _) in &pairs {
                if map::get(self.heap, term, *key).is_none() {
                    return Err(Raise::Error(self.heap.tuple(&[atoms::BADKEY, *key])));
                }
            }
        }
        self.heap.check(80 * count)?;
        if map::size(self.heap, term) == Some(0) {
            return Ok(map::from_pairs(self.heap, pairs));
        }
        let mut map = term;
        for (key, value) in pairs {
            map = map::put(self.heap, map, key, value);
        }
        Ok(map)
    }

    pub(super) fn make_fun(&mut self, lambda: u32, free: Operands) -> Term {
        let lambda = self.code.lambdas[lambda as usize];
        let fun = Fun {
            module: lambda.module,
            index: lambda.index,
            arity: lambda.arity - lambda.free,
        };
        let sources = self.code.operands(free);
        let free: Vec<Term> = sources.iter().map(|src| self.get(*src)).collect();
        self.heap.fun(fun, &free)
    }

    /// `+` or `-` has failed. In OTP 25 and before, that has no entry of its own if one operand
    /// is a small constant and the other a register.
    #[cold]
    pub(super) fn arithmetic(
        &mut self,
        at: usize,
        name: Term,
        args: [Src; 2],
        raise: Raise,
    ) -> Flow {
        const SMALL: i64 = 1 << 59;
        let least = if name == atoms::PLUS { -SMALL } else { 0 };
        let is_small = |src: Src| match src.operand() {
            Operand::Constant(term) => {
                let small = term.as_small();
                small.is_some_and(|small| (least..SMALL).contains(&small))
            }
            _ => false,
        };
        let is_register = |src: Src| !matches!(src.operand(), Operand::Constant(_));
        let [a, b] = args;
        let is_short =
            is_register(a) && is_small(b) || name == atoms::PLUS && is_small(a) && is_register(b);
        if is_short && self.code.compiler_at(self.heap, at as u32) < OTP_26 {
            return self.raised(at, raise);
        }
        let native = self.code.native(self.heap, atoms::ERLANG, name, 2);
        let native = match native {
            Some(native) => native,
            None => self.code.missing_native(atoms::ERLANG, name, 2),
        };
        let args = args.map(|src| self.get(src));
        let failure = Failure { raise, cause: None };
        self.native_raised(native, at as u32, &args, failure)
    }

    /// A tag of a term, for tests of others.
    pub(super) fn small(term: Term) -> Option<usize> {
        match term.tag() {
            Tag::Int(number) => usize::try_from(number).ok(),
            _ => None,
        }
    }
}
