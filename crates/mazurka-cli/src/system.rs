//! What the system has to give before the command can do anything: a stack, and errors where it
//! would send a signal that ends a program without a word.

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread::Builder;

/// What arguments and reports need.
const STACK: usize = 8 << 20;

/// Runs the command.
pub(crate) fn with_stack(run: impl FnOnce() -> ExitCode + Copy + Send) -> ExitCode {
    // SAFETY: no code of ours runs when the signal comes. A file that may not become larger is an
    // error then.
    unsafe { libc::signal(libc::SIGXFSZ, libc::SIG_IGN) };
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: the place is there for the time of the call.
    unsafe { libc::getrlimit(libc::RLIMIT_STACK, &mut limit) };
    if limit.rlim_cur >= STACK as libc::rlim_t {
        return run();
    }
    std::thread::scope(|scope| {
        let spawned = Builder::new().stack_size(STACK).spawn_scoped(scope, run);
        match spawned.map(|thread| thread.join()) {
            Ok(Ok(exit_code)) => exit_code,
            Ok(Err(panic)) => resume_unwind(panic),
            // The stack that there is may do.
            Err(_) => run(),
        }
    })
}
