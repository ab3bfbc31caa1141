//! What a store has to do, whatever it is made of, and the plain data that goes in and out.
//!
//! # The tree
//!
//! A *node* is a prefix of executions. Its *kids* are the steps that are explored after it, in
//! the order in which they were appended: a kid that is there stays there, at its place. What
//! begins with a kid was explored *inside* the item that made the node, or is the next node *on
//! the way*, or is an *item* of its own. A *trunk* is a way from the root, with the numbers of
//! the nodes on it: entry `d` is the node after `d` steps.
//!
//! An item begins at node `depth` of its trunk, with one of the kids of that node. When it is
//! explored in part, its worker *splits* it: the frames of its search become nodes, below the
//! item's first step, and what is left of them are new items. An item may also *request* a step
//! at a node above it. Such a request names the steps that would do: if none of them is a kid,
//! the first is appended, and is a new item.
//!
//! Branches of execution graphs are items too. They have no trunk, and request nothing.
//!
//! # What must hold
//!
//! - A commit is one transaction: the item is done, its nodes, items, requests and numbers are
//!   there, or nothing is.
//! - A commit counts once. It is void if the item is done, or its round is not the job's
//!   present one, or the job is no longer explored, or there is no item with its number and tag. It counts if the lease has expired, or another
//!   worker holds the item: what was explored is the same.
//! - Kids are only appended, and no node has two kids with one key.
//! - An item is taken by one worker at a time, unless its lease has expired.
//! - The job is drained when a commit ends the round, or [`Store::take`] finds that no item of the
//!   round is open: ready to be taken, or leased. From then on nothing of that round counts, so
//!   that the agent that concludes it has seen all there is.
//! - An item whose lease has expired stays leased until an agent takes it.
//! - Every job ends, whatever its items and its results do to their workers.

use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use std::fmt;
use std::io::Write;
use std::time::Duration;

/// Text that only workers read: JSON.
pub type Text = String;

macro_rules! number {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub i64);

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(f)
            }
        }
    };
}

number!(
    /// The number of a job.
    JobId
);
number!(
    /// The number of an item, among all items of all jobs.
    ItemId
);
number!(
    /// The number of an agent, that is one `mazurka worker` while it runs.
    AgentId
);

/// After this many attempts that came to nothing, an item is poisoned, and a job that is to be
/// concluded has ended with an error.
pub const MOST_ATTEMPTS: i32 = 5;

/// An agent that was not heard of for so long is not counted in [`Pulse`] and [`Status`].
pub const LATELY: Duration = Duration::from_secs(30);

/// A program to be explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct NewJob {
    /// What people call it.
    pub name: String,
    /// The name of the language.
    pub language: String,
    /// The program, as the language's source in JSON. It is stored once, by its SHA-256.
    pub program: Text,
    /// The options of the check.
    pub options: Text,
    /// The digest of the command that submits. Workers must have the same.
    pub build: String,
    /// What is known of the program, and was explored, when the first round begins.
    pub state: Text,
}

/// A job, as workers need it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Job {
    /// Which one.
    pub id: JobId,
    /// As [`Item::tag`].
    pub tag: String,
    /// As in [`NewJob`].
    pub language: String,
    /// The program.
    pub program: Text,
    /// The options.
    pub options: Text,
    /// The build.
    pub build: String,
}

/// A step after a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Step {
    /// Its name, which is the same for all workers.
    pub key: String,
    /// What it is.
    pub data: Text,
}

/// Something for a worker to do.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Duty {
    /// Explore an item, and commit what it came to.
    Explore(Item),
    /// The job is drained: say how it goes on ([`Store::conclude`]).
    Conclude(Drained),
}

/// An item to be explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Item {
    /// Which one.
    pub id: ItemId,
    /// Of which job.
    pub job: JobId,
    /// That job's tag.
    pub job_tag: String,
    /// In which round.
    pub round: i32,
    /// How often it was taken, with this time.
    pub attempt: i32,
    /// What tells it from other items of the same number. A standby that takes over may have lost
    /// the latest commits, and a database may be restored: then numbers are given again.
    pub tag: String,
    /// The way to the node that it begins at; none for the whole tree, and for branches of
    /// execution graphs.
    pub trunk: Option<Text>,
    /// How many steps of that way come before the node.
    pub depth: u32,
    /// The kids of the node that come before it.
    pub elders: Vec<Step>,
    /// What it begins with; none for the whole.
    pub start: Option<Text>,
    /// The state that the round began with.
    pub state: Text,
}

/// A job of which nothing is left to explore in this round.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Drained {
    /// Which job.
    pub job: JobId,
    /// That job's tag.
    pub job_tag: String,
    /// Which round.
    pub round: i32,
    /// The state that the round began with.
    pub state: Text,
    /// How many items are open or poisoned. Not zero if a commit has ended the round.
    pub left: u64,
    /// How many of these are poisoned.
    pub poisoned: u64,
    /// Another one each time that a job is drained, as [`Item::tag`].
    pub tag: String,
}

/// Numbers that are added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Counts {
    /// Complete executions.
    pub complete: i64,
    /// Executions that sleep sets ended.
    pub blocked: i64,
    /// Events that were run.
    pub events: i64,
}

/// What a worker has made of an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Done {
    /// Of which item.
    pub item: ItemId,
    /// Of which job.
    pub job: JobId,
    /// In which round.
    pub round: i32,
    /// As the item has it.
    pub tag: String,
    /// How long it took, in microseconds of processor time.
    pub micros: i64,
    /// All that it came to.
    pub report: Report,
    /// The SHA-256 of the report's JSON, in hexadecimal digits, as the worker has computed it.
    pub digest: String,
    /// What it has found, for people who watch: keys are the same for the same finding.
    pub findings: Vec<Finding>,
}

/// All that an item came to. It is kept as it was sent: its JSON is what [`Done::digest`] is of.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Report {
    /// What is added up.
    pub counts: Counts,
    /// What was seen.
    pub results: Text,
    /// What is left of it, if it was explored in part.
    pub split: Option<Split>,
    /// The same of execution graphs: each is a new item.
    pub branches: Vec<Text>,
    /// What it asks for at nodes above it.
    pub requests: Vec<Request>,
    /// The round ends with this, whatever is left.
    pub ends: bool,
}

impl Report {
    /// The report's JSON, which is what is kept.
    ///
    /// # Panics
    /// Never: a report is made of text and numbers, which are JSON.
    #[must_use]
    pub fn text(&self) -> Text {
        serde_json::to_string(self).expect("text and numbers are JSON")
    }

    /// What [`Done::digest`] has to be.
    #[must_use]
    pub fn digest(&self) -> String {
        hexadecimal(&self.text())
    }
}

/// The SHA-256 of a text, in hexadecimal digits.
pub(crate) fn hexadecimal(text: &str) -> String {
    Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

/// A finding, as the store lists it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Finding {
    /// The same for the same finding.
    pub key: String,
    /// In words.
    pub words: String,
    /// How to replay it.
    pub replay: String,
    /// How many executions show it.
    pub executions: i64,
}

/// The frames of a search that was split.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Split {
    /// The trunk that leads through them: the way to the item, its first step, and theirs.
    pub path: Text,
    /// The kids of each frame, that after the item's first step first. Each but the last has one
    /// that is on the way.
    pub frames: Vec<Vec<Kid>>,
}

/// A kid of a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Kid {
    /// The step.
    pub step: Step,
    /// What becomes of it.
    pub fate: Fate,
}

/// What becomes of what begins with a kid.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Fate {
    /// It was explored by the item that made the node.
    Inside,
    /// The next node of the split begins with it.
    OnWay,
    /// It is a new item, which begins with this.
    Open(Text),
}

/// A request at a node above an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The node, by its place in the item's trunk: at most the item's depth.
    pub depth: u32,
    /// The steps that would do. The first is appended, if none is there.
    pub steps: Vec<Step>,
}

/// What has become of a commit.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Committed {
    /// It counts.
    Counted,
    /// It does not: see the module's rules. Nothing was changed.
    Void,
}

/// How a drained job goes on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Conclusion {
    /// With a new round, which begins with this state. All that was explored before is void.
    Round(Text),
    /// Not at all.
    Ended {
        /// What was explored, and is known.
        state: Text,
        /// In one word, for lists: `verified`, `explored`, `bug`, `unknown`, `error`.
        verdict: String,
        /// More words, for people.
        reason: Option<String>,
    },
}

/// An agent that says that it is alive.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Heartbeat {
    /// Which one.
    pub agent: AgentId,
    /// The items that it works on, and the jobs (by number) that it concludes.
    pub items: Vec<ItemId>,
    /// The same for jobs that it concludes.
    pub jobs: Vec<JobId>,
    /// How many threads have nothing to do.
    pub idle: i32,
    /// How many executions a second it runs, in all.
    pub rate: f64,
}

/// What an agent is told in return.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Pulse {
    /// Of its items, those that it need not go on with: done by another, or of a job or round that
    /// is over.
    pub stop: Vec<ItemId>,
    /// How many items are ready to be taken, of jobs of its build; at most as many as `threads`.
    pub ready: i64,
    /// How many threads all agents of its build have that were heard of lately.
    pub threads: i64,
}

/// The state of a job.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum JobState {
    /// It is explored.
    Open,
    /// Nothing is left of its round.
    Drained,
    /// It is over.
    Ended,
    /// A person has ended it.
    Cancelled,
}

/// How a job stands.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Status {
    /// Which job.
    pub job: JobId,
    /// Its name.
    pub name: String,
    /// Its state.
    pub state: JobState,
    /// Its build.
    pub build: String,
    /// Its round, from one.
    pub round: i32,
    /// The verdict, if it is over.
    pub verdict: Option<String>,
    /// More words about that.
    pub reason: Option<String>,
    /// Items that are ready to be taken.
    pub ready: i64,
    /// Items that are being worked on.
    pub leased: i64,
    /// Items that are done.
    pub done: i64,
    /// Items that have killed their workers too often.
    pub poisoned: i64,
    /// How often a lease has expired, or a worker was lost.
    pub lost: i64,
    /// What was added up.
    pub counts: Counts,
    /// Processor time, in microseconds.
    pub micros: i64,
    /// For how long the oldest lease has been held.
    pub oldest: Option<Duration>,
    /// Since it was submitted, to now or to its end.
    pub age: Duration,
    /// Agents that were heard of lately, and can work on it.
    pub agents: i64,
    /// Their threads.
    pub threads: i64,
    /// Those of them that have nothing to do.
    pub idle: i64,
    /// How many executions a second they run, in all.
    pub rate: f64,
    /// What was found.
    pub findings: Vec<Finding>,
}

impl Status {
    /// How many executions are left, if each open item has as many as those that are done. Splits
    /// to come are not foreseen. None if nothing is known.
    #[must_use]
    pub fn left(&self) -> Option<f64> {
        let open = self.ready + self.leased;
        if self.state != JobState::Open || self.done == 0 || open == 0 {
            return None;
        }
        let executions = self.counts.complete + self.counts.blocked;
        Some(executions as f64 / self.done as f64 * open as f64)
    }
}

/// Why a store does not do what it is asked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum StoreError {
    /// It cannot be reached, or did not answer: the same may work later. Whether what was asked
    /// for was done is not known.
    Away(String),
    /// It will not do that; a message for people, with the way out.
    Refused(String),
}

impl fmt::Display for StoreError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoreError::Away(message) | StoreError::Refused(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for StoreError {}

/// Where jobs and items are kept.
///
/// Every method can be called again if its answer was lost, but for `submit` and `take`: a job
/// that was submitted twice is two jobs, and items whose lease was never heard of expire.
pub trait Store {
    /// A new job, whose first item is the whole tree.
    ///
    /// # Errors
    /// See [`StoreError`], as for all methods.
    fn submit(&mut self, job: &NewJob) -> Result<JobId, StoreError>;

    /// A new agent, that has this build and this many threads. One that was not heard of for a week
    /// may have to enrol again.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn enrol(&mut self, name: &str, build: &str, threads: i32) -> Result<AgentId, StoreError>;

    /// Up to `most` things to do for an agent, of jobs of its build, leased for `lease`. Items of
    /// older jobs come first, then those with fewer steps before them. An item that has been taken
    /// [`MOST_ATTEMPTS`] times is poisoned instead. A job is concluded by one agent at a time, and
    /// ends with an error instead of a sixth attempt.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn take(&mut self, agent: AgentId, most: u32, lease: Duration)
    -> Result<Vec<Duty>, StoreError>;

    /// Notes that an agent is alive: its leases hold for `lease` from now on.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn heartbeat(&mut self, heartbeat: &Heartbeat, lease: Duration) -> Result<Pulse, StoreError>;

    /// Gives items back that were not explored. If the worker was `lost`, the attempt counts.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn release(&mut self, agent: AgentId, items: &[ItemId], lost: bool) -> Result<(), StoreError>;

    /// Commits what an item came to.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn commit(&mut self, agent: AgentId, done: &Done) -> Result<Committed, StoreError>;

    /// A job, as workers need it.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn job(&mut self, job: JobId) -> Result<Job, StoreError>;

    /// The results of the items of a round that are done, in the order of their numbers: those
    /// after the item `after`, up to `most`.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn results(
        &mut self,
        job: JobId,
        round: i32,
        after: Option<ItemId>,
        most: u32,
    ) -> Result<Vec<(ItemId, Text)>, StoreError>;

    /// Says how a drained job goes on. Void if it is not drained any more, or was again since.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn conclude(
        &mut self,
        drained: &Drained,
        conclusion: &Conclusion,
    ) -> Result<Committed, StoreError>;

    /// How a job stands.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn status(&mut self, job: JobId) -> Result<Status, StoreError>;

    /// The state of a job that has ended, as [`Conclusion::Ended`] has it.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn outcome(&mut self, job: JobId) -> Result<Option<Text>, StoreError>;

    /// All jobs, the newest first.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn jobs(&mut self) -> Result<Vec<Status>, StoreError>;

    /// Ends a job; its items are not explored any more. A job that has ended is refused, but one
    /// that was cancelled before is not.
    ///
    /// # Errors
    /// See [`StoreError`].
    fn cancel(&mut self, job: JobId, reason: &str) -> Result<(), StoreError>;

    /// Writes what a checker needs that shares no code with us: lines of JSON, see
    /// [`crate::export`].
    ///
    /// # Errors
    /// See [`StoreError`]. What cannot be written is refused.
    fn export(&mut self, job: JobId, out: &mut dyn Write) -> Result<(), StoreError>;
}
