//! Signals that end the command. The first ends it in good order: the exploration stops, and what
//! is left of it is kept. The second waits for a file that is being written, the third does not.

use crate::last_words;
use signal_hook::consts::{SIGABRT, SIGHUP, SIGINT, SIGQUIT, SIGTERM};
use signal_hook::low_level::register;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::Instant;

/// As shells tell it of a command that was killed by Ctrl-C.
const EXIT_AT_ONCE: u8 = 130;
/// Signals that come so soon after the first are one: when a session ends, its processes may get
/// several kinds, and wrappers pass on what the terminal has sent already.
const TOGETHER_MS: u64 = 100;

pub(crate) struct Interrupt {
    is_set: Arc<AtomicBool>,
}

/// How many signals there were.
static COUNT: AtomicU8 = AtomicU8::new(0);
/// When the first came: milliseconds since signals are noticed, and one.
static FIRST: AtomicU64 = AtomicU64::new(0);

impl Interrupt {
    /// From now on, notices when the command is to end.
    pub(crate) fn new() -> io::Result<Interrupt> {
        let is_set = Arc::new(AtomicBool::new(false));
        let begun = Instant::now();
        for signal in [SIGINT, SIGTERM, SIGHUP, SIGQUIT] {
            let is_kept = matches!(signal, SIGHUP | SIGQUIT) && is_ignored(signal);
            // `nohup` and shells have signals ignored that are not meant for this command.
            if !is_kept {
                let flag = Arc::clone(&is_set);
                // SAFETY: it only uses atomics, the clock, `write` and `_exit`.
                unsafe { register(signal, move || on_signal(&flag, begun)) }?;
            }
        }
        // SAFETY: it only uses atomics, `write` and `_exit`.
        unsafe { register(SIGABRT, last_words::abort) }?;
        Ok(Interrupt { is_set })
    }

    /// What is set then.
    pub(crate) fn flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.is_set)
    }

    pub(crate) fn is_set(&self) -> bool {
        self.is_set.load(Ordering::Relaxed)
    }
}

fn on_signal(is_set: &AtomicBool, begun: Instant) {
    is_set.store(true, Ordering::SeqCst);
    let now = 1 + u64::try_from(begun.elapsed().as_millis()).unwrap_or(u64::MAX - 1);
    let first = FIRST.compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst);
    if first.is_err_and(|first| now < first + TOGETHER_MS) {
        return;
    }
    match COUNT.fetch_add(1, Ordering::SeqCst) {
        0 => {}
        1 => last_words::end_when_whole(EXIT_AT_ONCE),
        _ => last_words::end(EXIT_AT_ONCE),
    }
}

/// Was the command started with this signal ignored?
fn is_ignored(signal: i32) -> bool {
    let mut now = std::mem::MaybeUninit::<libc::sigaction>::uninit();
    // SAFETY: it only asks, and writes the answer where there is room for it.
    let asked = unsafe { libc::sigaction(signal, std::ptr::null(), now.as_mut_ptr()) };
    // SAFETY: it was written, as the call did not fail.
    asked == 0 && unsafe { now.assume_init() }.sa_sigaction == libc::SIG_IGN
}
