//! Hints, with the names and signatures of `std::hint`.

pub use std::hint::{assert_unchecked, black_box, unreachable_unchecked};

/// Says that the thread spins.
///
/// It is no event and changes nothing. A loop that only looks again at what has
/// not changed is noticed with or without it (on x86-64): the thread then waits
/// until something that it looks at changes, and if nothing does, that is a
/// livelock.
pub fn spin_loop() {}
