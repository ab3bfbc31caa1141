//! From a program to a verdict: one driver and one report for all front ends.
//!
//! A front end implements [`Subject`] (how a [`Program`](mazurka_program::Program) is made, what
//! is learnt of it) and [`Describe`] (how its steps are told). [`explore`] does the rest:
//! explorations one after the other, schedulers on threads or in processes, limits, tallies,
//! going on later, and a [`Report`]. [`show`] runs one execution again, as short as it can be
//! made, and tells what it does.
//!
//! With the feature `command` there is what a command needs beside that: a table of
//! languages, resume files, worker processes, JSON and text.

#[cfg(feature = "command")]
pub mod command;
pub mod compiler;
mod coverage;
mod cutting;
mod driver;
mod events;
mod exploration;
mod finding;
mod outline;
mod report;
mod rest;
mod sampling;
mod section;
pub mod shortage;
mod show;
pub mod size;
mod subject;
mod suggest;
mod tally;
mod until;

pub use coverage::Coverage;
pub use cutting::Before;
pub use driver::{Crew, Explored, ExploredOf, Resumed, Threads, explore, explore_keeping};
pub use events::{Called, Execution, Line, Mail, holders, traced};
pub use exploration::{Counts, Exploration, Part, Pause, TallyOf, Watch, explore_elsewhere};
pub use finding::{Frame, KINDS, Told, kind_of, words};
pub use mazurka_trace::{EventKind, plain};
pub use outline::outline;
pub use report::{Cut, Report, Verdict};
pub use sampling::{Sampled, Spot, samples};
pub use section::{Fact, Item, Section};
pub use show::{Describe, Event, Note, Shown, Sought, show};
pub use subject::{Afterwards, Cutting, Knowledge, Known, Options, Outcomes, Plain, Subject};
pub use suggest::{
    Advice, Attempt, Change, Site, SiteKind, Suggestion, Trial, order_in_words, suggest,
};
pub use tally::{Found, Tally};
pub use until::{Left, Until, Why};
