//! Native functions that are honestly not there.

use crate::bif::Entry;
use crate::raise::{Raise, Result};

pub(crate) const BIFS: &[Entry] = &[("erlang", "decode_packet", 3, |_, _| {
    unsupported("erlang:decode_packet/3")
})];

fn unsupported(what: &str) -> Result {
    Err(Raise::Unsupported(format!("{what} is not supported")))
}
