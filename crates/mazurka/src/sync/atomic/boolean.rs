//! The atomic boolean.

use super::Ordering;
use super::announced::Announced;
use super::common::{common, fetch};
use super::location::Location;
use std::fmt;
use std::panic::RefUnwindSafe;

/// An atomic `bool`; see `std::sync::atomic::AtomicBool`.
pub struct AtomicBool {
    location: Location<bool>,
}

common!([] AtomicBool, bool);

impl AtomicBool {
    fetch!(
        /// Logical "and"; returns the value before.
        fetch_and(value: bool) -> bool, and, |before| before & value
    );
    fetch!(
        /// Logical "nand"; returns the value before.
        fetch_nand(value: bool) -> bool, nand, |before| !(before & value)
    );
    fetch!(
        /// Logical "or"; returns the value before.
        fetch_or(value: bool) -> bool, or, |before| before | value
    );
    fetch!(
        /// Logical "xor"; returns the value before.
        fetch_xor(value: bool) -> bool, sum, |before| before ^ value
    );

    /// Logical "not"; returns the value before.
    #[track_caller]
    pub fn fetch_not(&self, order: Ordering) -> bool {
        self.location.modify(
            Announced::WRITES,
            order,
            || format!("fetch_not({order:?})"),
            |before| !before,
        )
    }
}

impl Default for AtomicBool {
    fn default() -> Self {
        Self::new(false)
    }
}
