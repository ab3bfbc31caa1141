//! Stack overflows: a fiber that runs into its guard page ends the OS process,
//! as any stack overflow does in Rust, but not without a word.

use super::context;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

const MESSAGE: &str = "\nmazurka: a thread under test has overflowed its stack; \
    `Checker::stack_size` makes stacks larger (512 KiB unless set)\n";

static BEFORE: [OnceLock<libc::sigaction>; 2] = [OnceLock::new(), OnceLock::new()];

/// The signals by which systems tell of an access to a guard page.
const SIGNALS: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// Installs the handlers, once per OS process.
pub(super) fn install() {
    for (signal, before) in SIGNALS.into_iter().zip(&BEFORE) {
        before.get_or_init(|| {
            // SAFETY: all-zero is a valid `sigaction`, and the handler below
            // is one that may be called with these flags.
            unsafe {
                let mut old: libc::sigaction = std::mem::zeroed();
                libc::sigaction(signal, std::ptr::null(), &raw mut old);
                let mut new: libc::sigaction = std::mem::zeroed();
                new.sa_sigaction = on_fault as *const () as usize;
                // On the signal stack that `std` gives every thread: the
                // fiber's own is full.
                new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK;
                libc::sigaction(signal, &raw const new, std::ptr::null_mut());
                old
            }
        });
    }
}

unsafe extern "C" fn on_fault(signal: c_int, info: *mut libc::siginfo_t, data: *mut c_void) {
    // SAFETY: the system passes a valid `info`. The state of the running fiber is alive, and
    // its stacks are only read. The fiber may have borrowed the state when it met the guard
    // page; then its borrow is never used again, since the OS process ends here. An access that
    // faults elsewhere is an error of the program, which the handler that was there before
    // ends, or a system that has other uses for the signal: what the program does then is its
    // own code, which borrows nothing. A handler is called by what it was installed as.
    unsafe {
        let rt = context::handle();
        let fault = (*info).si_addr() as usize;
        if rt.is_some_and(|rt| (*rt.as_ptr()).stacks.is_guard(fault)) {
            libc::write(2, MESSAGE.as_ptr().cast(), MESSAGE.len());
            libc::abort();
        }
        let nth = usize::from(signal != SIGNALS[0]);
        match BEFORE[nth].get() {
            Some(before) if before.sa_flags & libc::SA_SIGINFO != 0 => {
                type Handler = unsafe extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
                let handler: Handler = std::mem::transmute(before.sa_sigaction);
                handler(signal, info, data);
            }
            // The access is tried again, and then meets the default action.
            _ => {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
    }
}
