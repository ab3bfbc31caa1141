//! Hints, with the names and signatures of `std::hint`.

pub use std::hint::{assert_unchecked, black_box, unreachable_unchecked};

/// Says that the thread spins.
///
/// It is no event and changes nothing: a loop that waits for another thread is
/// explored as what it is, and one that never ends is found by the limit on
/// events.
pub fn spin_loop() {}
