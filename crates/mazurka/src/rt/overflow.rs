//! Stack overflows: a fiber that runs into its guard page gives itself up, and its check ends
//! with an error. Other checks of the OS process go on.
//!
//! The system tells of the access by a signal, which is handled on another stack. The handler
//! has the fiber go on in [`overflowed`], at the beginning of its stack: what is on it is never
//! used again. That is done only while code of the program runs. Engine code may be in the
//! middle of something that others rely on; then the OS process ends, but not without a word.
//! Likewise on systems for which it is not known how a handler says where to go on.
//!
//! What the program held at that moment of the OS process's own, like the lock of the standard
//! output, is lost.

use super::context::{self, off_heap};
use super::fiber;
use mazurka_program::Interrupt;
use std::ffi::{c_int, c_void};
use std::sync::OnceLock;

const MESSAGE: &str = "\nmazurka: a thread under test has overflowed its stack; \
    `Checker::stack_size` makes stacks larger (512 KiB unless set)\n";

static BEFORE: [OnceLock<libc::sigaction>; 2] = [OnceLock::new(), OnceLock::new()];

/// The signals by which systems tell of an access to a guard page.
const SIGNALS: [c_int; 2] = [libc::SIGSEGV, libc::SIGBUS];

/// How far below the first frame of a process's code it goes on after an overflow: the frame
/// itself is not used again.
const BELOW: usize = 1 << 10;

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
    // SAFETY: the system passes a valid `info` and a valid context. The state of the running
    // fiber is alive, and it is only read. The fiber may have borrowed the state when it met the
    // guard page; then its borrow is never used again, since the OS process ends here, or the
    // fiber goes on elsewhere. An access that
    // faults elsewhere is an error of the program, which the handler that was there before
    // ends, or a system that has other uses for the signal: what the program does then is its
    // own code, which borrows nothing. A handler is called by what it was installed as.
    unsafe {
        let rt = context::handle();
        let fault = (*info).si_addr() as usize;
        if let Some(rt) = rt.filter(|rt| (*rt.as_ptr()).stacks.is_guard(fault)) {
            let is_own_code = !context::heap().is_null() && !context::is_borrowed();
            let base = (*rt.as_ptr()).processes.current_base();
            if is_own_code && base > fault && go_on_at(data, base - BELOW) {
                return;
            }
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

/// Has the interrupted code go on in [`overflowed`], with its stack pointer there.
///
/// # Safety
/// `data` is the context of a signal handler, and the stack below that address is mapped and not
/// used any more.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
unsafe fn go_on_at(data: *mut c_void, stack: usize) -> bool {
    // SAFETY: the caller's contract.
    let registers = unsafe { &mut (*data.cast::<libc::ucontext_t>()).uc_mcontext.gregs };
    // As after a call: a return address lies at a multiple of sixteen, less eight.
    registers[libc::REG_RSP as usize] = ((stack & !15) - 8) as i64;
    registers[libc::REG_RIP as usize] = overflowed as *const () as i64;
    true
}

/// See above.
///
/// # Safety
/// As above.
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
unsafe fn go_on_at(data: *mut c_void, stack: usize) -> bool {
    // SAFETY: the caller's contract.
    let registers = unsafe { &mut (*data.cast::<libc::ucontext_t>()).uc_mcontext };
    registers.sp = (stack & !15) as u64;
    registers.pc = overflowed as *const () as u64;
    true
}

/// It is not known how.
///
/// # Safety
/// None is needed.
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
unsafe fn go_on_at(_: *mut c_void, _: usize) -> bool {
    let _ = overflowed;
    false
}

/// Where a fiber goes on that has overflowed its stack. It ends its check, and gives itself up.
extern "C" fn overflowed() -> ! {
    let Some(rt) = context::handle() else {
        // The handler has seen it.
        std::process::abort();
    };
    off_heap(|| {
        let mut state = rt.state();
        let process = state.current();
        let (id, place, asked) = (process.id, process.location, process.stack_size);
        let is_large = state.stacks.is_large(asked);
        let size = state.stacks.size(id.index(), is_large) >> 10;
        let after = super::freed::after(place);
        let name = state.thread_name(id);
        let message = format!(
            "thread {name} has overflowed its stack of {size} KiB{after}. `Checker::stack_size` \
             makes the stacks of all threads larger, `thread::Builder::stack_size` that of one. \
             A recursion without an end overflows any stack"
        );
        state.interrupt(Interrupt::Error(message));
    });
    fiber::abandon(rt)
}
