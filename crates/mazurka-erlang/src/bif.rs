//! The table of native functions that depend on nothing but their arguments.

mod binaries;
mod binary_module;
mod convert;
mod digest;
pub(crate) mod external;
mod floats;
mod guards;
mod iolist;
mod lists;
mod maps;
mod math;
mod numbers;
mod pattern;
mod phash;
mod re;
mod sundry;
#[cfg(test)]
mod tests;
mod tuples;
mod unicode;

use crate::heap::Heap;
use crate::raise::Result;
use crate::term::Term;
use rustc_hash::FxHashMap;
use std::sync::OnceLock;

/// A native function that depends on nothing but its arguments.
pub(crate) type Pure = fn(&mut Heap, &[Term]) -> Result;

/// Its module, its name, and how many arguments it takes.
pub(crate) type Entry = (&'static str, &'static str, u8, Pure);

/// Each file of native functions has a table.
const TABLES: &[&[Entry]] = &[
    crate::interpreter::BIFS,
    crate::match_spec::BIFS,
    convert::BIFS,
    floats::BIFS,
    guards::BIFS,
    lists::BIFS,
    maps::BIFS,
    math::BIFS,
    numbers::BIFS,
    phash::BIFS,
    re::BIFS,
    sundry::BIFS,
    tuples::BIFS,
    binaries::BIFS,
    binary_module::BIFS,
    digest::BIFS,
    external::BIFS,
    iolist::BIFS,
    pattern::BIFS,
    unicode::BIFS,
];

/// The native function of that name, if there is one.
pub(crate) fn pure(module: &str, function: &str, arity: u8) -> Option<Pure> {
    static FUNCTIONS: OnceLock<FxHashMap<(&str, &str, u8), Pure>> = OnceLock::new();
    let functions = FUNCTIONS.get_or_init(|| {
        let entries = TABLES.iter().flat_map(|table| table.iter());
        let keyed =
            entries.map(|(module, function, arity, pure)| ((*module, *function, *arity), *pure));
        keyed.collect()
    });
    functions.get(&(module, function, arity)).copied()
}
