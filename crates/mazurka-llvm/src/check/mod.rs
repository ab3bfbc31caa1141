//! Exploring a program, and what comes of it.
//!
//! [`build()`] makes a program of texts, [`explore`] explores it (in rounds, since a
//! program may have to be explored anew when something is learnt of it), [`show`] runs
//! one execution again and tells what it does.

mod build;
mod cutting;
mod exploration;
mod finding;
mod show;
mod tally;

pub use build::build;
pub use cutting::Before;
pub use exploration::{Exploration, Explored, Runner, Subject, explore};
pub use finding::{Frame, KINDS, Told, kind_of, words};
pub use show::{Row, RowKind, Shown, show};
pub use tally::{Found, Part, Tally};

use crate::machine::Settings;
use mazurka_explore::{Algorithm, Statistics};

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
    /// If there are executions without end: the exploration of the others stops when so
    /// many were cut. None: when the limit on executions, or the watcher, says so.
    pub most_endless: Option<u64>,
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
            most_endless: Some(1_000),
            workers: 1,
            keep_going: false,
        }
    }
}

/// What is to be said of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every execution was explored, and none showed a bug.
    Verified,
    /// Some execution showed a bug.
    Bug,
    /// No bug was found, and not everything was explored.
    Unknown,
}

/// What exploring a program has shown.
#[derive(Clone, Debug)]
pub struct Report {
    /// What is to be said of it.
    pub verdict: Verdict,
    /// Why not everything was explored, if so; for people.
    pub unexplored: Option<String>,
    /// The bugs, each once. Without [`Options::keep_going`], those that were found
    /// before everybody had stopped.
    pub findings: Vec<Found>,
    /// Executions with bugs that are not in the list, since that has become too long.
    pub unlisted: u64,
    /// The execution that did not end, if there was one.
    pub endless: Option<Found>,
    /// Of each kind that is ignored, in [`words`]: how many executions showed a finding.
    pub ignored: Vec<(String, u64)>,
    /// Everything that was counted: if there is an execution that does not end, in the
    /// last exploration of the others.
    pub statistics: Statistics,
}
