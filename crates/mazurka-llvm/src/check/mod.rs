//! C programs as a [`Subject`] of the driver.
//!
//! [`build()`] makes a program of texts, [`explore`] explores it, [`show()`] runs one execution
//! again and tells what it does. `C` is the language, as a command lists it.

mod build;
#[cfg(feature = "command")]
mod language;
#[cfg(feature = "command")]
mod sites;
mod subject;

pub use build::{BuildError, build, build_with, build_within};
#[cfg(feature = "command")]
pub use language::{C, Source};
pub use subject::{Ends, Subject};

use crate::code::Code;
use crate::machine::{Knowledge, Settings};
use mazurka_check::{Cutting, Resumed, Shown, Sought, Threads, Watch};
use mazurka_explore::{Algorithm, Error};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What exploring a program has shown.
pub type Report = mazurka_check::Report<Ends>;
/// What has been explored of a program, and what is left.
pub type Explored = mazurka_check::Explored<Knowledge, Ends>;

/// How to explore a program.
#[derive(Clone, Debug)]
pub struct Options {
    /// How it is run.
    pub machine: Settings,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// An execution with this many events and more to do is taken for endless: the
    /// others are explored with loops cut.
    pub max_events: usize,
    /// The exploration stops after this many executions.
    pub max_executions: Option<u64>,
    /// How the others are explored then.
    pub cutting: Cutting,
    /// How many schedulers explore.
    pub workers: usize,
    /// Go on after a finding?
    pub keep_going: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            machine: Settings::default(),
            algorithm: Algorithm::default(),
            max_events: 50_000,
            max_executions: None,
            cutting: Cutting::default(),
            workers: 1,
            keep_going: false,
        }
    }
}

/// Explores a program, from the beginning or from where it was left, on threads of this
/// process.
///
/// # Errors
/// When the program cannot be explored; a message for people.
pub fn explore(
    code: &Arc<Code>,
    options: &Options,
    before: Option<Explored>,
    watch: &mut dyn Watch,
) -> Result<(Report, Explored), String> {
    let subject = Arc::new(Subject::new(code, options));
    let words = |error: Error| error.to_string();
    let before = before.map(|before| Resumed::new(&*subject, before));
    let before = before.transpose().map_err(words)?;
    mazurka_check::explore(&subject, before, &mut Threads(watch)).map_err(words)
}

/// Runs the execution of a replay string again, or a shorter one that shows the same
/// bug as it did, if that is given. When `stop` is set, it shows what it has by then.
///
/// # Errors
/// When the string is none, or does not fit the program, or `stop` was set before there was
/// something to show.
pub fn show(
    code: &Arc<Code>,
    options: &Options,
    text: &str,
    bug: Option<Sought<'_>>,
    stop: &Arc<AtomicBool>,
) -> Result<Shown, String> {
    mazurka_check::show(&Subject::new(code, options), text, bug, stop)
}
