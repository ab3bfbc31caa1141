//! What exploring a program has shown.

use crate::tally::Found;
use mazurka_explore::estimate::Estimate;
use mazurka_explore::{Limit, Statistics};
use std::fmt;

/// What is to be said of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// Every execution was explored, and none shows a bug.
    Verified,
    /// Everything was explored, and there was nothing to verify.
    Explored,
    /// Some execution shows a bug.
    Bug,
    /// No bug was found, and not everything was explored.
    Unknown,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Verified => "verified",
            Verdict::Explored => "explored",
            Verdict::Bug => "bug",
            Verdict::Unknown => "unknown",
        })
    }
}

/// What exploring a program has shown.
#[derive(Clone, Debug)]
pub struct Report<O> {
    /// What is to be said of it.
    pub verdict: Verdict,
    /// Why not everything was explored, if so; for people.
    pub unexplored: Option<String>,
    /// The same, if a limit was reached.
    pub stopped: Option<Limit>,
    /// The bugs, each once. Without [`Options::keep_going`](crate::Options::keep_going), those
    /// that were found before all schedulers had stopped.
    pub findings: Vec<Found>,
    /// Executions with bugs that are not in the list, since that has become too long.
    pub unlisted: u64,
    /// The execution that did not end, if there was one.
    pub endless: Option<Found>,
    /// How the other executions were explored then.
    pub cut: Option<Cut>,
    /// Of each kind that is ignored, in [`words`](crate::words): how many executions showed a
    /// finding.
    pub ignored: Vec<(String, u64)>,
    /// Has a bound left something out?
    pub is_cut: bool,
    /// What else executions have come to.
    pub outcomes: O,
    /// Everything that was counted: if there is an execution that does not end, in the
    /// last exploration of the others.
    pub statistics: Statistics,
    /// How many executions there are, if not all were explored and that can be told.
    pub estimate: Option<Estimate>,
}

/// How executions were explored when one does not end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Cut {
    /// Loops were cut after this many rounds.
    pub rounds: u32,
    /// Were all such executions explored?
    pub is_all: bool,
}
