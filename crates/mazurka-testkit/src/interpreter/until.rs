//! When loops that wait leave, as the number of a guard.

/// When a loop leaves.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Until {
    /// The variable holds this.
    Holds(u64),
    /// One of these bits of it is clear.
    Clear(u64),
}

impl Until {
    pub(super) fn number(self) -> u64 {
        match self {
            Until::Holds(value) => value << 1,
            Until::Clear(bits) => bits << 1 | 1,
        }
    }

    pub(super) fn from_number(number: u64) -> Until {
        match number & 1 {
            0 => Until::Holds(number >> 1),
            _ => Until::Clear(number >> 1),
        }
    }

    pub(super) fn leaves(self, value: u64) -> bool {
        match self {
            Until::Holds(awaited) => value == awaited,
            Until::Clear(bits) => value & bits != bits,
        }
    }
}
