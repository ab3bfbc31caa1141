//! Instructions per event, by valgrind's callgrind: unlike times, they are the
//! same in every run.
//!
//! This program is run under callgrind twice, for fewer and for more events, so
//! that what it does before and after cancels out.

use super::child::{self, Arguments, Way};
use super::run::{Explored, Subject};
use crate::process;
use std::process::Command;

/// Enough executions for a steady state, few enough for a run some fifty times
/// slower than usual.
const EXECUTIONS: u64 = 2_000;

/// What to do about a machine without valgrind.
pub(super) const MISSING: &str = "valgrind is not installed, so instructions are not counted \
     (Debian, Ubuntu: apt install valgrind; Fedora: dnf install valgrind)";

/// Is valgrind installed?
pub(super) fn is_installed() -> bool {
    let version = Command::new("valgrind").arg("--version").output();
    version.is_ok_and(|output| output.status.success())
}

/// How many instructions an event of a program takes when run that way.
///
/// # Errors
/// When callgrind cannot run it.
pub(super) fn per_event(subject: &Subject, way: Way, explored: &Explored) -> Result<f64, String> {
    let executions = explored.executions.min(EXECUTIONS);
    let arguments = |executions, repeat| Arguments {
        program: subject.name.clone(),
        size: subject.size,
        way,
        executions: Some(executions),
        repeat,
    };
    let [fewer, more] = match way {
        Way::Optimal => [
            arguments(executions.div_ceil(2), 1),
            arguments(executions, 1),
        ],
        Way::Replay | Way::Bare | Way::Ahead => {
            [arguments(executions, 1), arguments(executions, 3)]
        }
    };
    let (fewer, more) = (count(&fewer)?, count(&more)?);
    let events = more.events.saturating_sub(fewer.events);
    if events == 0 {
        return Err(format!("{subject} is too small to count instructions"));
    }
    Ok((more.instructions - fewer.instructions) as f64 / events as f64)
}

struct Counted {
    instructions: i64,
    events: u64,
}

fn count(arguments: &Arguments) -> Result<Counted, String> {
    let mut command = Command::new("valgrind");
    command
        .args(["--tool=callgrind", "--callgrind-out-file=/dev/null", "--"])
        .arg(process::executable()?);
    let (ran, said) = child::spawn(command, arguments)?;
    let instructions = parse(&said).ok_or_else(|| format!("callgrind only said: {said}"))?;
    Ok(Counted {
        instructions,
        events: ran.events,
    })
}

/// The number that callgrind gives at the end.
fn parse(said: &str) -> Option<i64> {
    let line = said
        .lines()
        .find_map(|line| line.split("Collected :").nth(1))?;
    line.trim().parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_count_is_read_from_what_callgrind_says() {
        let said = "==7== Callgrind, a call-graph generating cache profiler\n\
                    ==7== Events    : Ir\n==7== Collected : 123456\n==7==\n";
        assert_eq!(parse(said), Some(123_456));
        assert_eq!(parse("==7== Events    : Ir\n"), None);
    }
}
