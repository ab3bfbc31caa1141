//! Time, as a store in memory tells it.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// What a [`MemoryStore`](crate::MemoryStore) tells the time by.
#[derive(Clone, Debug)]
pub struct Clock {
    began: Option<Instant>,
    micros: Arc<AtomicU64>,
}

impl Clock {
    /// A clock that runs.
    #[must_use]
    pub fn running() -> Clock {
        Clock {
            began: Some(Instant::now()),
            micros: Arc::default(),
        }
    }

    /// A clock that stands, but for [`Clock::advance`].
    #[must_use]
    pub fn still() -> Clock {
        Clock {
            began: None,
            micros: Arc::default(),
        }
    }

    /// Moves it, and all its clones.
    pub fn advance(&self, by: Duration) {
        self.micros
            .fetch_add(by.as_micros() as u64, Ordering::Relaxed);
    }

    /// Moves it back, to its beginning at most.
    pub fn go_back(&self, by: Duration) {
        let now = self.micros.load(Ordering::Relaxed);
        let then = now.saturating_sub(by.as_micros() as u64);
        self.micros.store(then, Ordering::Relaxed);
    }

    /// Since it began.
    #[must_use]
    pub fn now(&self) -> Duration {
        self.began.map_or(Duration::ZERO, |began| began.elapsed())
            + Duration::from_micros(self.micros.load(Ordering::Relaxed))
    }
}
