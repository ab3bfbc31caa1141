//! The benchmark programs on other checkers, for `mazurka-bench`: each executable of
//! this package, `mazurka-bench-TOOL PROGRAM SIZE SECONDS`, measures one row by one
//! tool.
//!
//! They are not part of `mazurka-bench` because Mazurka brings a global allocator,
//! which would change what the others cost; and not one executable because loom and
//! TraceForge need versions of one crate that cannot be linked together.
//!
//! The tools' own time limits are too coarse (loom looks at its clock every 20,000
//! executions), and a panic inside of loom may abort the process. So the row is
//! reported, and the process ended, from where it is known how the row ends: after
//! the check, in the panic hook, or by a thread that waits for the time to be up.

#[path = "../../mazurka-bench/src/protocol.rs"]
mod protocol;

use protocol::{Ended, Measured, Stopwatch, measure, to_line};
use std::io::Write;
use std::panic::{self, PanicHookInfo};
use std::process::ExitCode;
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

/// Held by whoever reports, until the process has ended.
static REPORTING: Mutex<()> = Mutex::new(());

/// One execution of a program of some size.
pub type Body = fn(usize);

/// Checks a closure by one of the tools. Comes back if there is no bug.
pub type Check = fn(Box<dyn Fn() + Send + Sync>);

/// The whole of an executable: the programs as compiled for its tool, with `messages`
/// among them, and how the tool checks them.
pub fn main(programs: &[(&str, Body)], messages: Body, check: Check) -> ExitCode {
    let find = |name: &str| {
        let mut all = programs.iter().copied().chain([("messages", messages)]);
        all.find(|(known, _)| *known == name).map(|(_, body)| body)
    };
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let message = match parse(&arguments, find) {
        Ok((body, size, limit)) => measure_row(body, size, check, limit),
        Err(message) => message,
    };
    eprintln!("mazurka-bench-peers: {message}");
    ExitCode::from(2)
}

fn parse(
    arguments: &[&str],
    find: impl Fn(&str) -> Option<Body>,
) -> Result<(Body, usize, Duration), String> {
    let &[program, size, seconds] = arguments else {
        return Err("expected PROGRAM SIZE SECONDS".to_owned());
    };
    let body = find(program).ok_or_else(|| format!("no such program: {program}"))?;
    let size = size.parse().map_err(|_| format!("no size: {size}"))?;
    let limit = seconds
        .parse()
        .ok()
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| format!("no number of seconds: {seconds}"))?;
    Ok((body, size, limit))
}

/// Checks the program and prints a [`Measured`]; then the process ends.
fn measure_row(body: Body, size: usize, check: Check, limit: Duration) -> ! {
    let stopwatch = Arc::new(Stopwatch::new());
    let panicked = stopwatch.clone();
    panic::set_hook(Box::new(move |info| {
        report(&panicked.so_far(judge(&text(info))))
    }));
    let late = stopwatch.clone();
    thread::spawn(move || {
        thread::sleep(limit);
        report(&late.so_far(Ended::NotDone))
    });
    let measured = measure(&stopwatch.clone(), || {
        let counted = stopwatch.clone();
        check(Box::new(move || {
            counted.execution_begins();
            body(size);
        }));
        (Ended::Verified, stopwatch.executions())
    });
    report(&measured)
}

/// Prints the row and ends the process, without anything that runs at exit: we may
/// be in the middle of a panic, on a stack that is not the thread's.
fn report(measured: &Measured) -> ! {
    let _held = REPORTING.lock();
    let mut out = std::io::stdout().lock();
    // If nobody listens, nobody is to be told.
    let _ = writeln!(out, "{}", to_line(measured));
    let _ = out.flush();
    // SAFETY: takes no memory of ours, and does not return.
    unsafe { libc::_exit(0) }
}

fn text(info: &PanicHookInfo<'_>) -> String {
    let payload = info.payload();
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a message").to_owned()
}

/// Is a panic a finding, or does the tool give up?
fn judge(message: &str) -> Ended {
    // The first sentence is enough.
    let first = message.lines().next().unwrap_or_default();
    let first = first.split(". ").next().unwrap_or_default();
    // loom's and shuttle's words for a deadlock begin with this one.
    if first.contains("BUG") || first.starts_with("deadlock") {
        return Ended::Bug(first.to_owned());
    }
    // loom's assertions about the number of its threads say nothing else.
    if first.contains("threads.len() <") {
        return Ended::Refused("more than 5 threads".to_owned());
    }
    Ended::Refused(first.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn findings_are_told_from_refusals() {
        let bug = |message: &str| matches!(judge(message), Ended::Bug(_));
        assert!(bug(
            "assertion `left == right` failed: BUG: not freed\n  left: 0"
        ));
        assert!(bug("deadlock; threads = [(Id(0), Blocked)]"));
        assert!(bug("deadlock! blocked tasks: [main-thread]"));
        let threads = judge("assertion failed: self.threads.len() < self.max()");
        assert_eq!(threads, Ended::Refused("more than 5 threads".to_owned()));
        assert!(!bug("Model exceeded maximum number of branches."));
    }
}
