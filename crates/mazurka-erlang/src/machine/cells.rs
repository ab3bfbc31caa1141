//! Arrays of cells (`atomics`, `counters`), and persistent terms.

use super::{Arguments, Machine, Object, Trouble};
use crate::atoms;
use crate::compare;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Step};
use num_bigint::BigInt;
use num_traits::ToPrimitive;

/// The most cells that an array has.
const MOST_CELLS: i64 = 1 << 24;

/// A cell of an array.
struct Cell {
    object: Object,
    is_signed: bool,
}

impl Machine {
    /// `atomics:new(Size, Options)`, `counters:new(Size, Options)`
    pub(super) fn new_cells(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> Result<Term, Trouble> {
        let count = arguments[0].as_small().filter(|count| *count > 0);
        let count = count.ok_or(Raise::BADARG)?;
        if count > MOST_CELLS {
            return Err(Raise::SYSTEM_LIMIT.into());
        }
        let mut is_signed = true;
        for option in self.heap.as_list(arguments[1]).ok_or(Raise::BADARG)? {
            let pair = self.heap.elements(option);
            match (function, pair.as_deref(), self.heap.atom_text(option)) {
                (Native::AtomicsNew, Some([name, value]), _)
                    if self.heap.atom_text(*name) == Some("signed") =>
                {
                    is_signed = *value == atoms::TRUE;
                }
                (Native::CountersNew, _, Some("atomics" | "write_concurrency")) => {}
                _ => return Err(Raise::BADARG.into()),
            }
        }
        let (reference, key) = self.reference(place);
        let arrays = &mut self.state.globals_mut().arrays;
        arrays.push((key, count.cast_unsigned(), is_signed));
        if function == Native::CountersNew {
            // As OTP shows them.
            let kind = self.heap.atom("atomics");
            return Ok(self.heap.tuple(&[kind, reference]));
        }
        Ok(reference)
    }

    /// The reference of an array, which counters have in a tuple.
    fn array_of(&self, function: Native, term: Term) -> Option<Term> {
        let is_counter = matches!(
            function,
            Native::CountersPut
                | Native::CountersGet
                | Native::CountersAdd
                | Native::CountersSubtract
                | Native::CountersInfo
        );
        match is_counter {
            false => Some(term),
            true => match self.heap.elements(term)?[..] {
                [_, reference] => Some(reference),
                _ => None,
            },
        }
    }

    fn array(&self, function: Native, term: Term) -> Option<((u32, u64), u64, bool)> {
        let key = self.heap.as_reference(self.array_of(function, term)?)?;
        let mut arrays = self.state.globals.arrays.iter();
        arrays.find(|(known, ..)| *known == key).copied()
    }

    fn cell(&self, function: Native, arguments: &Arguments) -> Option<Cell> {
        let (key, count, is_signed) = self.array(function, arguments[0])?;
        let index = arguments[1].as_small()?.cast_unsigned();
        (1..=count).contains(&index).then_some(Cell {
            object: Object::Cell(ProcessId(key.0), key.1, index),
            is_signed,
        })
    }

    /// The 64 bits of a number, if they hold it.
    fn bits_of(&self, number: Term, is_signed: bool) -> Option<u64> {
        let number = self.heap.as_integer(number)?;
        match is_signed {
            true => number.to_i64().map(i64::cast_unsigned),
            false => number.to_u64(),
        }
    }

    /// A summand may be of either kind.
    fn summand_of(&self, number: Term) -> Option<u64> {
        self.bits_of(number, true)
            .or_else(|| self.bits_of(number, false))
    }

    fn number_of(&mut self, bits: u64, is_signed: bool) -> Term {
        match is_signed {
            true => self.heap.integer(bits.cast_signed()),
            false => self.heap.big(&BigInt::from(bits)),
        }
    }

    /// The operation on a cell; none if it fails whatever the cell holds.
    pub(super) fn cell_operation(
        &mut self,
        function: Native,
        arguments: &Arguments,
    ) -> Option<Operation> {
        let Cell { object, is_signed } = self.cell(function, arguments)?;
        let third = arguments.get(2).copied();
        let bits = third.and_then(|third| self.bits_of(third, is_signed));
        let (kind, operand) = match function {
            Native::AtomicsGet | Native::CountersGet => (Kind::Load, 0),
            Native::AtomicsPut | Native::CountersPut => (Kind::Store, bits?),
            Native::AtomicsExchange => (Kind::Swap, bits?),
            Native::AtomicsCompareExchange => {
                self.bits_of(arguments[3], is_signed)?;
                (Kind::CompareExchange, bits?)
            }
            Native::AtomicsAdd | Native::CountersAdd => (Kind::Add, self.summand_of(third?)?),
            Native::AtomicsSubtract | Native::CountersSubtract => {
                (Kind::Add, self.summand_of(third?)?.wrapping_neg())
            }
            _ => {
                self.summand_of(third?)?;
                (Kind::ReadModifyWrite, 0)
            }
        };
        Some(self.operation(kind, object, operand))
    }

    /// Reads or changes a cell.
    pub(super) fn use_cell(
        &mut self,
        function: Native,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let cell = self.cell(function, arguments).ok_or(Raise::BADARG)?;
        let Cell { object, is_signed } = cell;
        let object: ObjectId = self.object(object);
        let value = self.state.values.get(object);
        let bits = |machine: &Machine, i: usize| {
            let bits = machine.bits_of(arguments[i], is_signed);
            bits.ok_or(Raise::BADARG)
        };
        let summand = |machine: &Machine| {
            let bits = machine.summand_of(arguments[2]);
            bits.ok_or(Raise::BADARG)
        };
        let (access, after, result) = match function {
            Native::AtomicsGet | Native::CountersGet => {
                let result = self.number_of(value, is_signed);
                (Access::Read, value, result)
            }
            Native::AtomicsPut | Native::CountersPut => (Access::Write, bits(self, 2)?, atoms::OK),
            Native::AtomicsAdd | Native::CountersAdd => {
                (Access::Add, value.wrapping_add(summand(self)?), atoms::OK)
            }
            Native::AtomicsSubtract | Native::CountersSubtract => {
                (Access::Add, value.wrapping_sub(summand(self)?), atoms::OK)
            }
            Native::AtomicsAddGet | Native::AtomicsSubtractGet => {
                let summand = match function {
                    Native::AtomicsAddGet => summand(self)?,
                    _ => summand(self)?.wrapping_neg(),
                };
                let after = value.wrapping_add(summand);
                let result = self.number_of(after, is_signed);
                (Access::Write, after, result)
            }
            Native::AtomicsExchange => {
                let after = bits(self, 2)?;
                let access = if after == value {
                    Access::Read
                } else {
                    Access::Write
                };
                let result = self.number_of(value, is_signed);
                (access, after, result)
            }
            _ => {
                let (expected, desired) = (bits(self, 2)?, bits(self, 3)?);
                match expected == value {
                    true => (Access::Write, desired, atoms::OK),
                    false => {
                        let result = self.number_of(value, is_signed);
                        (Access::Read, value, result)
                    }
                }
            }
        };
        self.touch(step, object, access, after);
        Ok(result)
    }

    /// `atomics:info(Array)`, `counters:info(Array)`
    pub(super) fn cells_info(&mut self, function: Native, array: Term) -> Result<Term, Trouble> {
        let (_, count, is_signed) = self.array(function, array).ok_or(Raise::BADARG)?;
        let size = self.heap.integer(count.cast_signed());
        let bytes = self.heap.integer(count.cast_signed() * 8 + 40);
        let (of_size, of_memory) = (self.heap.atom("size"), self.heap.atom("memory"));
        let mut pairs = vec![(of_size, size), (of_memory, bytes)];
        if function == Native::AtomicsInfo {
            let (least, most) = match is_signed {
                true => (BigInt::from(i64::MIN), BigInt::from(i64::MAX)),
                false => (BigInt::from(0), BigInt::from(u64::MAX)),
            };
            let (least, most) = (self.heap.big(&least), self.heap.big(&most));
            pairs.push((self.heap.atom("min"), least));
            pairs.push((self.heap.atom("max"), most));
        }
        Ok(crate::map::from_pairs(&mut self.heap, pairs))
    }

    // Persistent terms.

    fn term_at(&self, key: Term) -> Option<usize> {
        let mut terms = self.state.globals.terms.iter();
        terms.position(|(known, _)| compare::identical(&self.heap, *known, key))
    }

    fn count_terms(&mut self, step: &mut Step) {
        if self.knowledge.is_listed("terms") {
            self.add(step, Object::List(super::names::TERMS), 1);
        }
    }

    /// `persistent_term:put(Key, Value)`, `put_new(Key, Value)`
    pub(super) fn put_term(
        &mut self,
        key: Term,
        value: Term,
        is_new: bool,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let object = Object::Term(self.hash(key));
        let known = self.term_at(key);
        if let Some(known) = known {
            let before = self.state.globals.terms[known].1;
            let is_same = compare::identical(&self.heap, before, value);
            if is_same || is_new {
                self.read(step, object);
                return match is_same {
                    true => Ok(atoms::OK),
                    false => Err(Raise::BADARG.into()),
                };
            }
        }
        let hash = self.hash(value) | 1;
        self.write(step, object, hash);
        self.count_terms(step);
        let terms = &mut self.state.globals_mut().terms;
        match known {
            Some(known) => terms[known].1 = value,
            None => terms.push((key, value)),
        }
        Ok(atoms::OK)
    }

    /// `persistent_term:get()`, `get(Key)`, `get(Key, Default)`
    pub(super) fn get_term(
        &mut self,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let Some(key) = arguments.first().copied() else {
            if !self.is_silent && !self.knowledge.is_listed("terms") {
                return Err(self.learn(|known, _| known.note_list("terms")).into());
            }
            self.read(step, Object::List(super::names::TERMS));
            let mut terms = self.state.globals.terms.clone();
            terms.sort_by(|a, b| compare::compare_keys(&self.heap, a.0, b.0));
            let pairs: Vec<Term> = terms
                .into_iter()
                .map(|(key, value)| self.heap.tuple(&[key, value]))
                .collect();
            return Ok(self.heap.list(&pairs));
        };
        let object = Object::Term(self.hash(key));
        self.read(step, object);
        match (self.term_at(key), arguments.get(1)) {
            (Some(known), _) => Ok(self.state.globals.terms[known].1),
            (None, Some(default)) => Ok(*default),
            (None, None) => Err(Raise::BADARG.into()),
        }
    }

    /// `persistent_term:erase(Key)`
    pub(super) fn erase_term(&mut self, key: Term, step: &mut Step) -> Result<Term, Trouble> {
        let object = Object::Term(self.hash(key));
        let known = self.term_at(key);
        self.set(step, object, 0);
        if let Some(known) = known {
            self.count_terms(step);
            self.state.globals_mut().terms.remove(known);
        }
        Ok(Machine::boolean(known.is_some()))
    }
}
