//! The shared memory of a test: locations with names, addresses and initial
//! values.
//!
//! An address is a number like others, so that registers can hold and compute it;
//! the addresses are far from the numbers that tests count with.

use crate::value::{Type, Value, sign_extend, truncate};
use mazurka_program::Width;
use rustc_hash::FxHashMap;

/// The address of the first location.
const BASE: u64 = 0x1000_0000;
/// From the address of a location to that of the next.
const STRIDE: u64 = 0x1000;
/// The most elements that an array can have.
pub(crate) const LONGEST_ARRAY: usize = 256;

/// A location with a name: a variable, or an array of them.
#[derive(Clone, Debug)]
pub(crate) struct Location {
    pub(crate) name: String,
    /// What was declared.
    pub(crate) declared: Option<Type>,
    /// The number of elements, if it is an array.
    pub(crate) length: Option<usize>,
    /// The number of its first cell.
    pub(crate) first: usize,
    /// The initial values.
    pub(crate) initial: Vec<u64>,
    /// With how many bits instructions that name it access it: the least and the
    /// most.
    bits: Option<(u8, u8)>,
}

impl Location {
    fn cells(&self) -> usize {
        self.length.unwrap_or(1)
    }
}

/// A variable, or an element of an array.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Cell {
    pub(crate) of: Type,
    pub(crate) initial: u64,
    /// With how many bits it is accessed, as far as is known: the least and the
    /// most.
    bits: (u8, u8),
}

impl Cell {
    /// What the cell holds after `value` has been stored with `bits` bits.
    pub(crate) fn hold(&self, value: u64, bits: Option<u8>) -> u64 {
        let is_mixed = self.least_if_mixed(bits).is_some();
        let bits = bits.map_or(self.of.bits, |bits| bits.min(self.of.bits));
        if self.of.signed && !is_mixed {
            sign_extend(value, bits)
        } else {
            truncate(value, bits)
        }
    }

    /// Are accesses with different numbers of bits made of the cell, and is this one?
    pub(crate) fn is_mixed(&self, bits: Option<u8>) -> bool {
        self.least_if_mixed(bits).is_some()
    }

    /// How the cell holds numbers that are written with that number of bits, if all that are
    /// written there have as many.
    pub(crate) fn width(&self, bits: Option<u8>) -> Option<Width> {
        (!self.is_mixed(bits)).then(|| Width {
            bits: bits.map_or(self.of.bits, |bits| bits.min(self.of.bits)),
            is_signed: self.of.signed,
        })
    }

    /// If accesses with different numbers of bits are made of the cell, and this
    /// is one: the least of the numbers.
    fn least_if_mixed(&self, bits: Option<u8>) -> Option<u8> {
        let bits = bits.unwrap_or(self.bits.1);
        let (least, most) = (self.bits.0.min(bits), self.bits.1.max(bits));
        (least != most).then_some(least)
    }

    /// Memory consists of cells here, not of bytes. That makes a difference only
    /// if a cell is accessed with different numbers of bits and holds a number
    /// that does not fit the least of them: then this says so.
    pub(crate) fn is_torn(&self, value: u64, bits: Option<u8>) -> bool {
        let value = bits.map_or(value, |bits| truncate(value, bits));
        let least = self.least_if_mixed(bits);
        least.is_some_and(|least| truncate(value, least) != value)
    }
}

/// All locations of a test.
#[derive(Clone, Debug, Default)]
pub(crate) struct Locations {
    list: Vec<Location>,
    numbers: FxHashMap<String, usize>,
    pub(crate) cells: Vec<Cell>,
}

impl Locations {
    /// The number of the location with that name, which begins to exist.
    pub(crate) fn number(&mut self, name: &str) -> usize {
        if let Some(number) = self.numbers.get(name) {
            return *number;
        }
        self.list.push(Location {
            name: name.to_owned(),
            declared: None,
            length: None,
            first: 0,
            initial: vec![0],
            bits: None,
        });
        self.numbers.insert(name.to_owned(), self.list.len() - 1);
        self.list.len() - 1
    }

    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.numbers.get(name).copied()
    }

    pub(crate) fn get(&self, number: usize) -> &Location {
        &self.list[number]
    }

    pub(crate) fn get_mut(&mut self, number: usize) -> &mut Location {
        &mut self.list[number]
    }

    /// The address of a location.
    pub(crate) fn address(&mut self, name: &str) -> u64 {
        BASE + STRIDE * self.number(name) as u64
    }

    /// The address of an element of a location. (Cells have been made.)
    pub(crate) fn element_address(&self, number: usize, index: u64) -> u64 {
        let bytes = u64::from(self.cells[self.list[number].first].of.bits / 8);
        BASE + STRIDE * number as u64 + index * bytes
    }

    /// An instruction names a location and accesses it with `bits` bits.
    pub(crate) fn access(&mut self, name: &str, bits: u8) {
        let number = self.number(name);
        let known = &mut self.list[number].bits;
        let (least, most) = known.unwrap_or((bits, bits));
        *known = Some((least.min(bits), most.max(bits)));
    }

    /// Makes the cells; locations whose type was not declared are of this one.
    pub(crate) fn settle(&mut self, default: Type) {
        self.cells.clear();
        for location in &mut self.list {
            location.first = self.cells.len();
            let of = location.declared.unwrap_or(match location.bits {
                Some((_, bits)) => Type { bits, ..default },
                None => default,
            });
            let (least, most) = location.bits.unwrap_or((of.bits, of.bits));
            let bits = (least.min(of.bits), most.max(of.bits));
            for nth in 0..location.cells() {
                let initial = location.initial.get(nth).copied().unwrap_or(0);
                self.cells.push(Cell {
                    of,
                    initial: of.wrap(initial),
                    bits,
                });
            }
        }
    }

    /// The cell at an address.
    pub(crate) fn cell_at(&self, address: u64) -> Option<usize> {
        let offset = address.checked_sub(BASE)?;
        let location = self.list.get(usize::try_from(offset / STRIDE).ok()?)?;
        let bytes = u64::from(self.cells[location.first].of.bits / 8);
        let offset = offset % STRIDE;
        let nth = usize::try_from(offset / bytes).ok()?;
        (offset.is_multiple_of(bytes) && nth < location.cells()).then_some(location.first + nth)
    }

    /// The name of a cell, `x` or `x[1]`.
    pub(crate) fn cell_name(&self, cell: usize) -> String {
        let after = self.list.partition_point(|location| location.first <= cell);
        let location = &self.list[after - 1];
        match location.length {
            Some(_) => format!("{}[{}]", location.name, cell - location.first),
            None => location.name.clone(),
        }
    }

    /// The address that a cell's name, `x` or `x[1]`, stands for.
    pub(crate) fn address_of_cell(&self, name: &str) -> Option<u64> {
        let element = name
            .strip_suffix(']')
            .and_then(|name| name.rsplit_once('['));
        let (name, index) = match element {
            Some((name, index)) => (name, index.parse().ok()?),
            None => (name, 0),
        };
        Some(self.element_address(self.find(name)?, index))
    }

    /// A number for people: that of its type, or the location that it is the
    /// address of.
    pub(crate) fn value(&self, of: Type, bits: u64) -> Value {
        if let Some(cell) = self.cell_at(bits) {
            return Value::Address(self.cell_name(cell).replace("[0]", ""));
        }
        Value::Number(if of.signed {
            i128::from(bits as i64)
        } else {
            i128::from(bits)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_names() {
        let mut locations = Locations::default();
        let x = locations.address("x");
        let t = locations.address("t");
        assert_eq!(locations.address("x"), x);
        let number = locations.number("t");
        locations.get_mut(number).length = Some(3);
        locations.get_mut(number).initial = vec![7, 8, 9];
        locations.settle(Type::INT);
        assert_eq!(locations.cell_at(x), Some(0));
        assert_eq!(locations.cell_at(t + 8), Some(3));
        assert_eq!(locations.cells[3].initial, 9);
        assert_eq!(locations.cell_name(3), "t[2]");
        for nowhere in [0, 1, x + 4, t + 2, t + 12, t + STRIDE] {
            assert_eq!(locations.cell_at(nowhere), None, "{nowhere:#x}");
        }
        assert_eq!(locations.value(Type::INT, x), Value::Address("x".into()));
        assert_eq!(locations.value(Type::INT, t), Value::Address("t".into()));
        assert_eq!(locations.value(Type::INT, u64::MAX), Value::Number(-1));
    }
}
