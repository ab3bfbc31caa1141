//! The papers' programs, as Rust closures over the `mazurka` library, with the
//! counts that must hold and the figures that were published.
//!
//! - [`PROGRAMS`]: every program, each in a file of [`programs`], with what an
//!   exploration of it must count ([`Expected`]: exact, a difference is a bug);
//! - [`published`]: what the papers print in their tables (for comparison:
//!   where an explorer may block, its count depends on the order in which
//!   processes are scheduled);
//! - [`programs::mutual_exclusion`] and [`programs::relaxed`]: programs that differ
//!   by memory model, with their verdicts and counts under each.
//!
//! The first process of a program only spawns the others, and joins them where
//! the program says so. Spawning and joining are no events, so the traces are
//! those of the paper's processes.

pub mod expected;
pub mod programs;
pub mod published;

pub use expected::Expected;

use mazurka::{Algorithm, Checker};
use std::fmt;
use std::ops::RangeInclusive;

/// What the first process of a program runs.
pub type Body = Box<dyn Fn() + Send + Sync>;

/// A program of the corpus, a family over one size.
pub struct Program {
    /// Its name on the command line and in results.
    pub name: &'static str,
    /// What it does, and what its size counts.
    pub summary: &'static str,
    /// The sizes that the papers report, or that we report beside them.
    pub sizes: &'static [usize],
    /// The sizes for which the program means something and ends.
    pub allowed: RangeInclusive<usize>,
    /// Makes the program of a size.
    pub build: fn(usize) -> Body,
    /// What an exploration of the program of a size must count.
    pub expected: fn(Algorithm, usize) -> Expected,
}

impl fmt::Debug for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name)
    }
}

impl Program {
    /// Explores the program of one size with an otherwise configured `checker`.
    ///
    /// # Panics
    /// When the size is not one of [`Program::allowed`].
    #[must_use]
    pub fn check(&self, checker: Checker, algorithm: Algorithm, size: usize) -> mazurka::Report {
        assert!(
            self.allowed.contains(&size),
            "{} has sizes {:?}, not {size}",
            self.name,
            self.allowed
        );
        checker
            .name(format!("{}({size}) {algorithm}", self.name))
            .algorithm(algorithm)
            .check((self.build)(size))
    }
}

/// Every program, in the order of the papers' tables.
pub static PROGRAMS: [Program; 13] = [
    programs::figures::FIGURE_2,
    programs::figures::FIGURE_10,
    programs::wakeup_stress::WAKEUP_STRESS,
    programs::filesystem::FILESYSTEM,
    programs::filesystem_actors::FILESYSTEM_ACTORS,
    programs::indexer::INDEXER,
    programs::indexer_ets::INDEXER_ETS,
    programs::readers::READERS,
    programs::readers_ets::READERS_ETS,
    programs::lastzero::LASTZERO,
    programs::fib_bench::FIB_BENCH,
    programs::fib_bench::FIB_BENCH_JOIN,
    programs::writers::WRITERS,
];

/// The program of that name.
#[must_use]
pub fn find(name: &str) -> Option<&'static Program> {
    PROGRAMS.iter().find(|program| program.name == name)
}

/// The examples of the README and of the guide compile, and do what is said of them.
#[cfg(doctest)]
mod pages {
    #[doc = include_str!("../../../README.md")]
    struct Readme;
    #[doc = include_str!("../../../docs/guide/src/rust.md")]
    struct Rust;
    #[doc = include_str!("../../../docs/guide/src/models.md")]
    struct Models;
}
