//! The trait between explorers and front ends.
//!
//! An execution is a sequence of steps. A step of a process is its announced
//! operation and then the local code that follows, up to just before its next
//! operation. Spawning and joining are not operations: they depend on nothing,
//! and whom they make wait or go on is told by [`Edge`]s. So the local code of
//! a child that was spawned, and of a parent whose join came true, runs inside
//! the step that caused it.

use crate::finding::Finding;
use crate::name::{Names, ObjectId, ProcessId};
use crate::operation::{Kind, Operation, Touch};
use crate::script::{Divergence, Script};

/// What a process would do next, and whether it can.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Status {
    /// It can run this operation now.
    Enabled(Operation),
    /// It would run this operation, but cannot now.
    Blocked(Operation),
    /// It waits for that process to finish, and announces no operation.
    Joining(ProcessId),
    /// It waits for another process to wake it by an [`Edge::Wake`], and
    /// announces no operation.
    Waiting,
    /// It assumed something that does not hold, so nothing that it would do
    /// counts.
    Discarded,
    /// A bound has ended it: what it would have done is not known.
    Cut,
    /// It has made a round of a loop that brought it back to where it was, having changed
    /// nothing, and goes no further: what it would do now is done in an execution without
    /// that round.
    Stalled,
    /// It has nothing more to do. (A shadow process may be given more: its
    /// owner's next store.)
    Finished,
}

impl Status {
    /// The announced operation, enabled or blocked.
    #[must_use]
    pub fn operation(&self) -> Option<Operation> {
        match self {
            Status::Enabled(operation) | Status::Blocked(operation) => Some(*operation),
            Status::Joining(_)
            | Status::Waiting
            | Status::Discarded
            | Status::Cut
            | Status::Stalled
            | Status::Finished => None,
        }
    }

    /// Can the process run its next operation now?
    #[must_use]
    pub fn is_enabled(&self) -> bool {
        matches!(self, Status::Enabled(_))
    }

    /// Does the process wait in a loop?
    #[must_use]
    pub fn is_spinning(&self) -> bool {
        match self {
            Status::Blocked(operation) => operation.guard.is_some(),
            Status::Stalled => true,
            _ => false,
        }
    }
}

/// An enabling edge of happens-before, in the order in which the local code
/// made them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Edge {
    /// `child` begins to exist; all that its parent has done happens before
    /// all that it does. A process without a parent exists from the start.
    Spawn {
        /// The process that spawned it.
        parent: Option<ProcessId>,
        /// The new process.
        child: ProcessId,
    },
    /// All that `target`, now finished, has done happens before all that
    /// `process` does from here on.
    Join {
        /// The process that waited.
        process: ProcessId,
        /// The process that it waited for.
        target: ProcessId,
    },
    /// `process` waits no longer: all that `by` has done so far happens before
    /// all that `process` does from here on.
    Wake {
        /// The process that waited.
        process: ProcessId,
        /// The process that woke it.
        by: ProcessId,
    },
    /// Remembers all that `process` has done so far. Marks are numbered from
    /// zero in the order in which an execution makes them.
    Mark {
        /// The process.
        process: ProcessId,
    },
    /// All that a mark remembers happens before all that `process` does from
    /// here on.
    After {
        /// The process.
        process: ProcessId,
        /// The number of the mark.
        mark: u32,
    },
}

/// Whose turn it is: a process, and which alternative of its operation it
/// takes; zero for an operation that has only one.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Turn {
    /// The process that takes the step.
    pub process: ProcessId,
    /// The alternative that its operation takes.
    pub alternative: u32,
}

impl Turn {
    /// Alternatives from this number on name a process.
    const FROM: u32 = 1 << 14;

    /// The turn of a process that takes the first message from `sender` that it can: see
    /// [`Program::matching`]. None if the sender has too large a number.
    #[must_use]
    #[inline]
    pub fn from_sender(process: ProcessId, sender: ProcessId) -> Option<Turn> {
        (sender.0 < Turn::FROM).then_some(Turn {
            process,
            alternative: Turn::FROM + sender.0,
        })
    }

    /// The process whose message is taken, if one is.
    #[must_use]
    #[inline]
    pub fn sender(self) -> Option<ProcessId> {
        self.alternative.checked_sub(Turn::FROM).map(ProcessId)
    }
}

impl From<ProcessId> for Turn {
    fn from(process: ProcessId) -> Turn {
        Turn {
            process,
            alternative: 0,
        }
    }
}

/// What a step did; a buffer that explorers reuse.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Step {
    /// What the operation did: each object at most once.
    pub touches: Vec<Touch>,
    /// The enabling edges that its local code made, in order.
    pub edges: Vec<Edge>,
    /// The bugs that it showed.
    pub findings: Vec<Finding>,
    /// The message that it sent, if that can be taken by a choice: see [`Program::matching`].
    pub sent: Option<Mail>,
}

/// A message in a mailbox.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mail {
    /// Whose mailbox it is.
    pub to: ProcessId,
    /// The process that sent it.
    pub from: ProcessId,
    /// The message itself: an object that sending it and taking it write.
    pub message: ObjectId,
}

impl Step {
    /// Empties the buffer, keeping its memory.
    pub fn clear(&mut self) {
        self.touches.clear();
        self.edges.clear();
        self.findings.clear();
        self.sent = None;
    }
}

/// Why a program could not go on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Interrupt {
    /// The front end has learnt that something it treated as local code can be
    /// observed by other processes, and will announce it as an operation from
    /// now on. What was explored so far does not count: explore again.
    Refined,
    /// The program under test, or its use of the front end, cannot be explored:
    /// one clear message for people.
    Error(String),
    /// The program was told to stop in the middle of a step.
    Stopped,
    /// The step would bring the process back to where it was, so it is none. From now on
    /// [`Program::opens`] says so, and the process is blocked there. The execution has to be
    /// started again.
    CameBack,
}

/// A concurrent program that can be run again and again, one step at a time.
///
/// The contract: the program is deterministic but for the choice of process.
/// After the same sequence of steps, every process announces the same
/// operation, with the same names.
///
/// A finding does not end an execution: the process that showed it is finished
/// (or goes on), and the others go on, since an exploration that cut executions
/// short would miss races in what it cut off.
pub trait Program {
    /// Leaves the current execution, if there is one, and starts a new one.
    /// `step` receives the edges and findings of the local code that runs
    /// before the first operations; every process that exists from the start
    /// is a [`Edge::Spawn`] there.
    ///
    /// # Errors
    /// When the program cannot be explored.
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt>;

    /// What `process`, which exists in the current execution, would do next.
    fn status(&self, process: ProcessId) -> Status;

    /// How many alternatives the operation of `process`, which is enabled, has
    /// now; asked only where [`crate::Kind::has_alternatives`].
    fn alternatives(&self, process: ProcessId) -> u32 {
        match self.status(process) {
            Status::Enabled(operation) if operation.kind == Kind::Choose => {
                u32::try_from(operation.operand).unwrap_or(u32::MAX)
            }
            _ => 1,
        }
    }

    /// Memory is the explorer's where operations say how they are ordered
    /// ([`Operation::order`]). Before each step that reads such an object, this tells what it
    /// holds: what change number `write` of this execution has left there, in the order in
    /// which they were run (zero: what it held at first), which is `value`. At the end of an
    /// execution it is called for what memory holds then.
    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        let _ = (object, write, value);
    }

    /// Runs one step of a process that is enabled. `step` has been cleared.
    ///
    /// # Errors
    /// When the program cannot be explored further.
    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt>;

    /// Can `process` run its next operation now?
    #[inline]
    fn is_enabled(&self, process: ProcessId) -> bool {
        self.status(process).is_enabled()
    }

    /// Runs the first `len` steps of `script`, one after the other, in an
    /// execution that has just been started, and adds their findings to `step`.
    /// Tells where the program did something else, if it did; the execution is of
    /// no use then.
    ///
    /// # Errors
    /// When the program cannot be explored further.
    fn replay(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Divergence>, Interrupt> {
        for i in 0..len {
            if let Some(divergence) = replay_one(self, script, i, step)? {
                return Ok(Some(divergence));
            }
        }
        Ok(None)
    }

    /// Goes to the state after the first `len` steps of `script`, all of which have been
    /// run before, if there is a cheaper way than a new execution; adds the findings of
    /// all that comes before that state to `step`. None if not: then a new execution is
    /// started, and the steps are replayed.
    ///
    /// # Errors
    /// When the program cannot be explored further.
    fn rewind(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Rewound>, Interrupt> {
        let _ = (script, len, step);
        Ok(None)
    }

    /// Adds the objects whose values keep `process`, blocked at an opaque
    /// operation, from going on: as long as none of them changes, it stays
    /// blocked.
    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        if let Some(operation) = self.status(process).operation() {
            objects.push(operation.object);
        }
    }

    /// Is an operation with the guard [`crate::Guard::Learnt`] of that number enabled when
    /// its object holds `value`? None if that is not known: then the program is run to a place
    /// where it shows.
    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        let _ = (number, value);
        None
    }

    /// Does a [`Kind::Take`] or [`Kind::TryTake`] with the operand `pattern` take messages that
    /// were sent with the operand `message`? The same in all executions.
    fn takes(&self, pattern: u64, message: u64) -> bool {
        let _ = (pattern, message);
        true
    }

    /// Where sends to a mailbox commute ([`Kind::Take`] and [`Kind::TryTake`] in explorations by
    /// sequences): the messages in the mailbox of `process` that its present receive matches, in
    /// the order in which they were sent. The turn of a receive says whose message it takes
    /// ([`Turn::from_sender`]): the first of these from that process. Or it gives up:
    /// alternative zero of a [`Kind::TryTake`].
    fn matching(&self, process: ProcessId, mail: &mut Vec<Mail>) {
        let _ = (process, mail);
    }

    /// Does receive number `nth` (from zero) of `process` in this execution, which has been
    /// made, match `message`, which has been sent to it since?
    fn matched(&mut self, process: ProcessId, nth: usize, message: ObjectId) -> bool {
        let _ = (process, nth, message);
        false
    }

    /// Has `process` assumed something that does not hold, or is it blocked as long as that
    /// does not? Or does it wait in a loop, having looked at what has changed since, so that
    /// without those looks it would go on? If so at the end of an execution, nothing that it
    /// shows by how it ends counts.
    fn is_discarded(&self, process: ProcessId) -> bool {
        self.status(process) == Status::Discarded
    }

    /// May `process` wait for ever without that being a bug (a server)?
    fn is_daemon(&self, process: ProcessId) -> bool {
        let _ = process;
        false
    }

    /// The names of processes and objects.
    fn names(&self) -> &Names;

    /// The same, to make identifiers for names that come from elsewhere.
    fn names_mut(&mut self) -> &mut Names;

    /// What `process`, which will never go on, waits for: words for people.
    fn describe_wait(&self, process: ProcessId) -> String {
        let name = self.names().process_name(process);
        match self.status(process) {
            Status::Joining(target) => {
                let target = self.names().process_name(target);
                format!("process {name} waits for process {target} to finish")
            }
            Status::Blocked(operation) | Status::Enabled(operation) => {
                format!(
                    "process {name} waits to {:?} {:?}",
                    operation.kind, operation.object
                )
            }
            Status::Waiting => format!("process {name} waits to be woken"),
            Status::Discarded => format!("process {name} assumed what does not hold"),
            Status::Cut => format!("process {name} was ended by a bound"),
            Status::Stalled => format!("process {name} waits in a loop"),
            Status::Finished => format!("process {name} is finished"),
        }
    }
}

/// What came of [`Program::rewind`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rewound {
    /// The program is in the state that was asked for.
    There,
    /// It did something else than before.
    Diverged(Divergence),
}

/// Runs step number `i` of `script` by [`Program::status`] and [`Program::step`]:
/// what [`Program::replay`] does for each, unless a front end knows better.
///
/// # Errors
/// When the program cannot be explored further.
pub fn replay_one<P: Program + ?Sized>(
    program: &mut P,
    script: &Script,
    i: usize,
    step: &mut Step,
) -> Result<Option<Divergence>, Interrupt> {
    let cue = &script.cues()[i];
    let diverged = |found| Divergence {
        step: i,
        process: cue.turn.process,
        expected: cue.operation,
        found,
    };
    match program.status(cue.turn.process) {
        Status::Enabled(operation) if operation == cue.operation => {}
        status => {
            let found = status.operation().filter(|found| *found != cue.operation);
            return Ok(Some(diverged(found)));
        }
    }
    step.touches.clear();
    step.edges.clear();
    program.step(cue.turn, step)?;
    if step.touches != script.touches(i) {
        return Ok(Some(diverged(Some(cue.operation))));
    }
    Ok(None)
}
