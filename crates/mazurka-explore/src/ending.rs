//! How an execution ended in which no process is enabled any more.

use mazurka_program::{Finding, FindingKind, ProcessId, Program, Status, memory};

/// How an execution ended.
pub enum Ending {
    /// An assumption of a process did not hold, or a process has made a round of a loop in
    /// vain. Of all, this counts first: nothing that a bound left out could make the
    /// assumption hold.
    Discarded,
    /// A bound has ended a process.
    Cut,
    /// Processes wait for good, and not all of them are daemons.
    Stuck(Finding),
    /// As it should.
    Finished,
}

impl Ending {
    /// The ending of an execution with these processes. Those that are finished may be
    /// left out.
    #[must_use]
    pub fn of<P: Program + ?Sized>(program: &P, processes: &[ProcessId]) -> Ending {
        let (mut is_cut, mut waits) = (false, false);
        for process in processes {
            if program.is_discarded(*process) {
                return Ending::Discarded;
            }
            let status = program.status(*process);
            is_cut |= status == Status::Cut;
            waits |= status != Status::Finished;
        }
        if is_cut {
            return Ending::Cut;
        }
        let stuck = waits.then(|| stuck(program, processes)).flatten();
        stuck.map_or(Ending::Finished, Ending::Stuck)
    }
}

/// The bug that processes wait for good: a livelock if one of them spins.
fn stuck<P: Program + ?Sized>(program: &P, processes: &[ProcessId]) -> Option<Finding> {
    let mut kind = FindingKind::Deadlock;
    let mut waiting = Vec::new();
    for process in processes {
        let status = program.status(*process);
        if status == Status::Finished || program.is_daemon(*process) {
            continue;
        }
        if status.is_spinning() {
            kind = FindingKind::Livelock;
        }
        waiting.push(program.describe_wait(*process));
    }
    (!waiting.is_empty()).then(|| Finding {
        kind,
        process: None,
        message: waiting.join("; "),
    })
}

/// What is said of an execution that is not followed further.
pub struct Left {
    /// Which limit was reached.
    pub finding: Finding,
    /// Has the front end said so?
    pub is_told: bool,
}

impl Left {
    /// It has that many events and `process` goes on.
    #[must_use]
    pub fn by_events(process: ProcessId, events: usize) -> Left {
        let message = format!("an execution has {events} events and still goes on");
        Left {
            finding: Finding::new(FindingKind::EventLimit, Some(process), message),
            is_told: false,
        }
    }

    /// It has taken more memory than it may, if it has. The last step was that of `process`.
    #[inline]
    #[must_use]
    pub fn by_memory(process: ProcessId) -> Option<Left> {
        memory::is_exceeded().then(|| {
            let most = memory::in_words(memory::most());
            let message = format!("an execution{}{most} of memory", memory::TAKES_MORE);
            Left {
                finding: Finding::new(FindingKind::EventLimit, Some(process), message),
                is_told: false,
            }
        })
    }

    /// One of these findings is that a limit was reached, if one is: nothing is known of what
    /// comes after.
    #[must_use]
    pub fn told(findings: &[Finding]) -> Option<Left> {
        let is_limit = |finding: &&Finding| finding.kind == FindingKind::EventLimit;
        let finding = findings.iter().find(is_limit)?.clone();
        let is_told = true;
        Some(Left { finding, is_told })
    }
}
