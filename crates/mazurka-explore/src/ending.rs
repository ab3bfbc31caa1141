//! How an execution ended in which no process is enabled any more.

use mazurka_program::{Finding, FindingKind, ProcessId, Program, Status};

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
