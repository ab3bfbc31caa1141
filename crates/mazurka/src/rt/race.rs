//! Data races of Rust programs: see [`mazurka_memory::races`].

use std::panic::Location;

pub(crate) use mazurka_memory::races::Clock;

/// Where in the source an access was made.
pub(crate) type Place = &'static Location<'static>;

/// An earlier access that is unordered with the one at hand.
pub(crate) type Conflict = mazurka_memory::races::Conflict<Place>;

/// Synchronisation clocks.
pub(crate) type Races = mazurka_memory::races::Races<Place>;
