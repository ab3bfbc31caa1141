//! What a search keeps in memory, in bytes: for those who measure it.

use crate::clock::Clocks;
use crate::next::Next;
use crate::trace::Trace;
use crate::wakeup::{Forest, Tree};

/// The sizes, in bytes, of what an exploration has many of.
#[derive(Clone, Copy, Debug)]
pub struct Sizes {
    /// A node of a wakeup tree.
    pub wakeup_node: usize,
    /// An event of the execution with one access, without its clock.
    pub event: usize,
    /// What else a frame has: its sleep set, when empty, and the root of its
    /// wakeup tree.
    pub frame: usize,
    /// A step in a sleep set.
    pub sleeper: usize,
    /// A clock, for as many processes as fit into the smallest.
    pub clock: usize,
}

impl Sizes {
    pub(crate) fn new() -> Sizes {
        Sizes {
            wakeup_node: Forest::NODE_BYTES,
            event: Trace::EVENT_BYTES,
            frame: size_of::<Tree>() + size_of::<usize>(),
            sleeper: size_of::<Next>(),
            clock: Clocks::new().row_bytes(),
        }
    }

    /// All of them, with their names.
    #[must_use]
    pub fn all(&self) -> [(&'static str, usize); 5] {
        [
            ("wakeup-tree node", self.wakeup_node),
            ("event with one access, without its clock", self.event),
            ("rest of its frame", self.frame),
            ("step in a sleep set", self.sleeper),
            ("clock of up to eight processes", self.clock),
        ]
    }
}
