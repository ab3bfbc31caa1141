//! Time, with the names and signatures of [`std::time`] and [`std::thread::sleep`].
//!
//! A check has a clock of its own. It does not go by itself: code takes no time. Time passes
//! - when a thread sleeps: as long as it says;
//! - when a wait ends because its limit is reached (`wait_timeout`, `recv_timeout`,
//!   `park_timeout`): it is then no earlier than the limit. A wait that ends otherwise takes no time;
//! - in a loop that looks at the clock and in which nothing else changes: in each round more, until
//!   the loop leaves.
//!
//! ```
//! use mazurka::sync::Arc;
//! use mazurka::sync::atomic::{AtomicBool, Ordering::*};
//! use mazurka::thread;
//! use mazurka::time::{Duration, Instant};
//!
//! mazurka::check(|| {
//!     let flag = Arc::new(AtomicBool::new(false));
//!     let theirs = flag.clone();
//!     thread::spawn(move || theirs.store(true, Release));
//!     let end = Instant::now() + Duration::from_millis(20);
//!     while !flag.load(Acquire) && Instant::now() < end {}
//!     // Both happen: the flag is set, or it is not and the time is over.
//!     assert!(flag.load(Acquire) || Instant::now() >= end);
//! });
//! ```
//!
//! Each thread has a clock, which is never behind what it has heard of: an instant that another
//! thread has stored or sent is not in the future. Clocks of threads that have not heard of one
//! another are not compared. So a look at the clock is no event, and costs no executions.
//!
//! The clock of [`std::time`] is the same one, in checks on Linux, if the feature `clock` is on (it is
//! by default).

pub use crate::thread::sleep;
pub use std::time::Duration;

use crate::rt::clock;
use std::fmt;
use std::ops::{Add, AddAssign, Sub, SubAssign};

/// Executions begin at this time, so that there is time before.
const START: Duration = Duration::from_secs(1 << 30);

/// A time of the clock of a check; see [`std::time::Instant`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Instant(Duration);

impl Instant {
    /// The time that it is for the thread that calls.
    ///
    /// # Panics
    /// Outside of a check.
    #[must_use]
    #[track_caller]
    pub fn now() -> Instant {
        // It panics there.
        let _ = crate::rt::current_process();
        Instant(START + clock::now().unwrap_or_default())
    }

    /// How much later it is than the other one; zero if it is earlier.
    #[must_use]
    pub fn duration_since(&self, earlier: Instant) -> Duration {
        self.saturating_duration_since(earlier)
    }

    /// How much later it is than the other one, if it is not earlier.
    #[must_use]
    pub fn checked_duration_since(&self, earlier: Instant) -> Option<Duration> {
        self.0.checked_sub(earlier.0)
    }

    /// How much later it is than the other one; zero if it is earlier.
    #[must_use]
    pub fn saturating_duration_since(&self, earlier: Instant) -> Duration {
        self.0.saturating_sub(earlier.0)
    }

    /// How long ago it was, for the thread that calls.
    ///
    /// # Panics
    /// Outside of a check.
    #[must_use]
    #[track_caller]
    pub fn elapsed(&self) -> Duration {
        Instant::now().duration_since(*self)
    }

    /// The time so much later, if there is such a time.
    #[must_use]
    pub fn checked_add(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_add(duration).map(Instant)
    }

    /// The time so much earlier, if there is such a time.
    #[must_use]
    pub fn checked_sub(&self, duration: Duration) -> Option<Instant> {
        self.0.checked_sub(duration).map(Instant)
    }
}

impl Add<Duration> for Instant {
    type Output = Instant;

    /// # Panics
    /// When there is no such time.
    fn add(self, duration: Duration) -> Instant {
        self.checked_add(duration)
            .expect("overflow when adding duration to instant")
    }
}

impl AddAssign<Duration> for Instant {
    fn add_assign(&mut self, duration: Duration) {
        *self = *self + duration;
    }
}

impl Sub<Duration> for Instant {
    type Output = Instant;

    /// # Panics
    /// When there is no such time.
    fn sub(self, duration: Duration) -> Instant {
        self.checked_sub(duration)
            .expect("overflow when subtracting duration from instant")
    }
}

impl SubAssign<Duration> for Instant {
    fn sub_assign(&mut self, duration: Duration) {
        *self = *self - duration;
    }
}

impl Sub<Instant> for Instant {
    type Output = Duration;

    fn sub(self, earlier: Instant) -> Duration {
        self.duration_since(earlier)
    }
}

impl fmt::Debug for Instant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Instant({:?})", self.0.saturating_sub(START))
    }
}
