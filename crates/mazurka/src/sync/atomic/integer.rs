//! The atomic integers.

use super::Ordering;
use super::common::{common, fetch};
use super::location::Location;
use std::fmt;
use std::panic::RefUnwindSafe;

macro_rules! integer {
    ($($name:ident of $int:ident)*) => {$(
        #[doc = concat!("An atomic `", stringify!($int), "`; see `std::sync::atomic::",
                        stringify!($name), "`.")]
        pub struct $name {
            location: Location<$int>,
        }

        common!([] $name, $int);

        impl $name {
            fetch!(
                /// Adds, wrapping around on overflow; returns the value before.
                fetch_add(value: $int) -> $int, sum, |before| before.wrapping_add(value)
            );
            fetch!(
                /// Subtracts, wrapping around on overflow; returns the value
                /// before.
                fetch_sub(value: $int) -> $int, sum, |before| before.wrapping_sub(value)
            );
            fetch!(
                /// Bitwise "and"; returns the value before.
                fetch_and(value: $int) -> $int, and, |before| before & value
            );
            fetch!(
                /// Bitwise "nand"; returns the value before.
                fetch_nand(value: $int) -> $int, nand, |before| !(before & value)
            );
            fetch!(
                /// Bitwise "or"; returns the value before.
                fetch_or(value: $int) -> $int, or, |before| before | value
            );
            fetch!(
                /// Bitwise "xor"; returns the value before.
                fetch_xor(value: $int) -> $int, sum, |before| before ^ value
            );
            fetch!(
                /// The larger of the two; returns the value before.
                fetch_max(value: $int) -> $int, max, |before| before.max(value)
            );
            fetch!(
                /// The smaller of the two; returns the value before.
                fetch_min(value: $int) -> $int, min, |before| before.min(value)
            );
        }

        impl Default for $name {
            fn default() -> Self {
                Self::new(0)
            }
        }
    )*};
}

integer! {
    AtomicI8 of i8
    AtomicI16 of i16
    AtomicI32 of i32
    AtomicI64 of i64
    AtomicIsize of isize
    AtomicU8 of u8
    AtomicU16 of u16
    AtomicU32 of u32
    AtomicU64 of u64
    AtomicUsize of usize
}
