//! Which edges of Mazurka's code a case has run.
//!
//! `./x fuzz` builds this program with LLVM's counters of edges (`-Cpasses=sancov-module`,
//! which stable Rust has). LLVM then makes every module call the first function below with
//! the place of all counters, before `main`. Without these flags nothing calls it, there are
//! no counters, and inputs are judged by their outcomes alone.

use std::sync::atomic::{AtomicUsize, Ordering};

static START: AtomicUsize = AtomicUsize::new(0);
static END: AtomicUsize = AtomicUsize::new(0);

/// Called by each instrumented module with the range of all counters.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_8bit_counters_init(start: *mut u8, end: *mut u8) {
    START.store(start as usize, Ordering::Relaxed);
    END.store(end as usize, Ordering::Relaxed);
}

/// Called by each instrumented module with a table of places, which nothing here needs.
#[unsafe(no_mangle)]
extern "C" fn __sanitizer_cov_pcs_init(_: *const usize, _: *const usize) {}

/// The edges that were run so far, each with how often, by powers of two.
pub(crate) struct Coverage {
    counters: &'static mut [u64],
    seen: Vec<u64>,
    edges: usize,
}

impl Coverage {
    /// All counters; there must be only one of these. Empty if nothing counts.
    pub(crate) fn new() -> Coverage {
        let start = START.load(Ordering::Relaxed).next_multiple_of(8);
        let end = END.load(Ordering::Relaxed) / 8 * 8;
        let counters: &mut [u64] = if start == 0 || end <= start {
            &mut []
        } else {
            // SAFETY: LLVM's counters are bytes of a static array that lives as long as the
            // program. Instrumented code writes to them without a reference. A write that is
            // lost or seen late only makes an input look less or more interesting.
            unsafe { std::slice::from_raw_parts_mut(start as *mut u64, (end - start) / 8) }
        };
        let seen = vec![0; counters.len()];
        Coverage {
            counters,
            seen,
            edges: 0,
        }
    }

    /// Are there counters?
    pub(crate) fn is_on(&self) -> bool {
        !self.counters.is_empty()
    }

    /// How many edges were seen.
    pub(crate) fn edges(&self) -> usize {
        self.edges
    }

    /// Before a case.
    pub(crate) fn reset(&mut self) {
        self.counters.fill(0);
    }

    /// After a case: did it run an edge more often than any before it?
    pub(crate) fn is_new(&mut self) -> bool {
        let mut is_new = false;
        for (word, seen) in self.counters.iter().zip(&mut self.seen) {
            if *word == 0 {
                continue;
            }
            let mut bytes = word.to_le_bytes();
            for byte in &mut bytes {
                *byte = bucket(*byte);
            }
            let buckets = u64::from_le_bytes(bytes);
            if buckets & !*seen != 0 {
                let known = seen.to_le_bytes();
                let fresh = bytes.iter().zip(known);
                self.edges += fresh
                    .filter(|(now, known)| **now != 0 && *known == 0)
                    .count();
                *seen |= buckets;
                is_new = true;
            }
        }
        is_new
    }
}

/// One bit for how often.
fn bucket(count: u8) -> u8 {
    match count {
        0 => 0,
        1 => 1,
        2 => 2,
        3 => 4,
        4..=7 => 8,
        8..=15 => 16,
        16..=31 => 32,
        32..=127 => 64,
        128.. => 128,
    }
}
