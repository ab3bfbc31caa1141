//! Crashes: stack overflows, accesses of memory that is not there, and what else ends the OS
//! process in the middle of a check.
//!
//! *Signals* are handled on another stack. If code of the program was running, its fiber goes on
//! in [`go_on`], at the beginning of its stack: what is on it is never used again. There the crash
//! becomes a finding (an overflow: an error), and the fiber gives itself up. So the crash is told
//! like every other bug, and other checks of the OS process go on.
//!
//! That is not done while engine code runs, which may be in the middle of something that others
//! rely on, nor in the C library, which may hold the lock of its allocator; and not on systems for
//! which it is not known how a handler says where to go on. Then the OS process ends by the signal,
//! as it would have, but not without a word: what happened, where, and how to replay it
//! ([`report`]). The words are made of what is kept anyway. Nothing is allocated for them.
//!
//! *A destructor that panics while its thread unwinds* has Rust abort the OS process, after the
//! panic hook. The signal of that abort is one of those handled here.
//!
//! *`std::process::exit`* in a check ends the OS process with a failure, whatever the code was.
//!
//! What the program held at that moment of the OS process's own, like the lock of the standard
//! output, is lost.

mod report;

use super::context::{self, off_heap};
use super::state::State;
use super::{fiber, freed, image};
use mazurka_program::{FindingKind, Interrupt};
use std::cell::Cell;
use std::ffi::{c_int, c_void};
use std::fmt;
use std::ptr;
use std::sync::{Once, OnceLock};

/// The signals by which systems tell that code cannot go on, or that it has given itself up.
const SIGNALS: [(c_int, &str); 5] = [
    (libc::SIGSEGV, "SIGSEGV"),
    (libc::SIGBUS, "SIGBUS"),
    (libc::SIGILL, "SIGILL"),
    (libc::SIGFPE, "SIGFPE"),
    (libc::SIGABRT, "SIGABRT"),
];

static BEFORE: [OnceLock<libc::sigaction>; 5] = [const { OnceLock::new() }; 5];

/// How far below the first frame of a process's code it goes on after a crash: the frame
/// itself is not used again.
const BELOW: usize = 1 << 10;

/// Why a fiber cannot go on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Crash {
    Overflow,
    /// It has accessed memory that is not there, told by that signal.
    Access(&'static str),
    Instruction,
    Arithmetic,
    /// A destructor has panicked while its thread unwound, or the like.
    Panics,
    Abort,
    Exit,
}

thread_local! {
    /// What the running fiber goes on for.
    static CRASH: Cell<Crash> = const { Cell::new(Crash::Overflow) };
    /// The runtime that this OS thread works on; null if it is on none.
    static STATE: Cell<*const State> = const { Cell::new(ptr::null()) };
    /// `std` is about to abort the OS process for a panic of the program.
    static IS_FATAL: Cell<bool> = const { Cell::new(false) };
    /// The stage of the handler.
    static STAGE: Cell<Stage> = const { Cell::new(Stage::Idle) };
}

/// A stage of the signal handler. It reads what the program may have overwritten, so it may
/// crash as well.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Stage {
    Idle,
    Looks,
    HasTold,
}

/// Installs the handlers, once per OS process.
pub(super) fn install() {
    for ((signal, _), before) in SIGNALS.into_iter().zip(&BEFORE) {
        before.get_or_init(|| {
            // SAFETY: all-zero is a valid `sigaction`, and the handler below
            // is one that may be called with these flags.
            unsafe {
                let mut old: libc::sigaction = std::mem::zeroed();
                libc::sigaction(signal, ptr::null(), &raw mut old);
                let mut new: libc::sigaction = std::mem::zeroed();
                new.sa_sigaction = on_signal as *const () as usize;
                // On the signal stack that `std` gives every thread: the
                // fiber's own may be full.
                new.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
                libc::sigaction(signal, &raw const new, ptr::null_mut());
                old
            }
        });
    }
    static EXIT: Once = Once::new();
    // SAFETY: the function may be called when the OS process ends.
    EXIT.call_once(|| unsafe {
        libc::atexit(on_exit);
    });
}

/// This OS thread works on the runtime with that state.
pub(super) fn works_on(state: *const State) {
    STATE.set(state);
}

/// `std` aborts the OS process when the panic hook has returned.
pub(super) fn note_fatal_panic() {
    IS_FATAL.set(true);
}

unsafe extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, data: *mut c_void) {
    let nth = SIGNALS.iter().position(|(known, _)| *known == signal);
    let nth = nth.unwrap_or_default();
    // SAFETY: the system passes a valid `info` and a valid context. The state of the running
    // fiber is alive, and it is only read. The fiber may have borrowed the state; then its
    // borrow is never used again, since the OS process ends here, or the fiber goes on elsewhere.
    // A signal that has nothing to do with a check is passed on to the handler that was
    // there before. A handler is called by what it was installed as.
    unsafe {
        let state = STATE.get();
        let stage = STAGE.get();
        if stage != Stage::Idle {
            if stage == Stage::Looks {
                report::write_least();
            }
            libc::signal(signal, libc::SIG_DFL);
            return;
        }
        if !state.is_null() {
            STAGE.set(Stage::Looks);
            let fault = (*info).si_addr() as usize;
            let crash = crash_of(signal, SIGNALS[nth].1, fault, &*state);
            if may_go_on(crash, data, &*state) {
                CRASH.set(crash);
                let base = (*state).processes.current_base();
                if go_on_at(data, base - BELOW) {
                    STAGE.set(Stage::Idle);
                    return;
                }
            }
            report::write(&*state, crash);
            STAGE.set(Stage::HasTold);
        }
        match BEFORE[nth].get() {
            Some(before) if before.sa_flags & libc::SA_SIGINFO != 0 => {
                type Handler = unsafe extern "C" fn(c_int, *mut libc::siginfo_t, *mut c_void);
                let handler: Handler = std::mem::transmute(before.sa_sigaction);
                handler(signal, info, data);
            }
            // What could not go on is tried again, and then meets the default action.
            _ => {
                libc::signal(signal, libc::SIG_DFL);
            }
        }
    }
}

fn crash_of(signal: c_int, name: &'static str, fault: usize, state: &State) -> Crash {
    match signal {
        libc::SIGILL => Crash::Instruction,
        libc::SIGFPE => Crash::Arithmetic,
        libc::SIGABRT if IS_FATAL.get() => Crash::Panics,
        libc::SIGABRT => Crash::Abort,
        _ if state.stacks.is_guard(fault) => Crash::Overflow,
        _ => Crash::Access(name),
    }
}

/// Can the running fiber go on elsewhere, and the exploration without it?
///
/// # Safety
/// `data` is the context of a signal handler.
unsafe fn may_go_on(crash: Crash, data: *mut c_void, state: &State) -> bool {
    let is_own_code = !context::heap().is_null() && !context::is_borrowed() && !state.leaving;
    is_own_code
        && state.processes.current_base() != 0
        && match crash {
            Crash::Overflow | Crash::Panics => true,
            Crash::Abort | Crash::Exit => false,
            // SAFETY: the caller's contract.
            _ => !image::is_in_c_library(unsafe { place_of(data) }),
        }
}

extern "C" fn on_exit() {
    if context::handle().is_some() && !STATE.get().is_null() {
        // SAFETY: code of a check runs on this OS thread, so the state is alive. It is only read,
        // and the OS process ends here. `_exit` may be called at any time.
        unsafe {
            report::write(&*STATE.get(), Crash::Exit);
            libc::_exit(101);
        }
    }
}

/// Has the interrupted code go on in [`go_on`], with its stack pointer there.
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
    registers[libc::REG_RIP as usize] = go_on as *const () as i64;
    true
}

/// The address of the interrupted code.
///
/// # Safety
/// `data` is the context of a signal handler.
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
unsafe fn place_of(data: *mut c_void) -> usize {
    // SAFETY: the caller's contract.
    unsafe { (*data.cast::<libc::ucontext_t>()).uc_mcontext.gregs[libc::REG_RIP as usize] as usize }
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
    registers.pc = go_on as *const () as u64;
    true
}

/// See above.
///
/// # Safety
/// As above.
#[cfg(all(target_os = "linux", target_arch = "aarch64"))]
unsafe fn place_of(data: *mut c_void) -> usize {
    // SAFETY: the caller's contract.
    unsafe { (*data.cast::<libc::ucontext_t>()).uc_mcontext.pc as usize }
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
    let _ = go_on;
    false
}

/// It is not known.
///
/// # Safety
/// None is needed.
#[cfg(not(all(
    target_os = "linux",
    any(target_arch = "x86_64", target_arch = "aarch64")
)))]
unsafe fn place_of(_: *mut c_void) -> usize {
    0
}

/// Where a fiber goes on that has crashed. It says so, and gives itself up.
extern "C" fn go_on() -> ! {
    let Some(rt) = context::handle() else {
        // The handler has seen it.
        std::process::abort();
    };
    IS_FATAL.set(false);
    off_heap(|| {
        let mut state = rt.state();
        match CRASH.get() {
            Crash::Overflow => state.overflowed(),
            crash => state.crashed(crash),
        }
    });
    fiber::abandon(rt)
}

impl State {
    /// The running process has overflowed its stack.
    fn overflowed(&mut self) {
        let process = self.current();
        let (id, place, asked) = (process.id, process.location, process.stack_size);
        let is_large = self.stacks.is_large(asked);
        let size = self.stacks.size(id.index(), is_large) >> 10;
        let after = freed::after(place);
        let name = self.thread_name(id);
        let message = format!(
            "thread {name} has overflowed its stack of {size} KiB{after}. `Checker::stack_size` \
             makes the stacks of all threads larger, `thread::Builder::stack_size` that of one. \
             A recursion without an end overflows any stack"
        );
        self.interrupt(Interrupt::Error(message));
    }

    /// The running process has crashed: a bug. It goes no further.
    fn crashed(&mut self, crash: Crash) {
        let process = self.current();
        let (id, place) = (process.id, process.location);
        process.has_crashed = true;
        let panic = process.panic.take();
        let name = self.thread_name(id);
        let after = freed::after(place);
        let (kind, message) = match crash {
            Crash::Panics => {
                let panic = panic.unwrap_or_else(|| "panicked".to_owned());
                (
                    FindingKind::Abort,
                    format!("thread {name} {panic}: {crash}"),
                )
            }
            _ => (crash.kind(), format!("thread {name} {crash}{after}")),
        };
        self.finding(kind, message);
    }
}

impl Crash {
    fn kind(self) -> FindingKind {
        match self {
            Crash::Overflow => FindingKind::StackOverflow,
            Crash::Access(_) => FindingKind::InvalidAccess,
            Crash::Arithmetic => FindingKind::Arithmetic,
            Crash::Instruction | Crash::Panics | Crash::Abort | Crash::Exit => FindingKind::Abort,
        }
    }
}

/// What a thread has done, in words that follow its name.
impl fmt::Display for Crash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Crash::Overflow => write!(
                f,
                "has overflowed its stack; `Checker::stack_size` makes stacks larger (512 KiB \
                 unless set)"
            ),
            Crash::Access(signal) => write!(
                f,
                "uses memory that is not there ({signal}): it follows a pointer that is wild, or \
                 to what was freed or overwritten"
            ),
            Crash::Instruction => write!(f, "runs an instruction that is none (SIGILL)"),
            Crash::Arithmetic => write!(f, "divides by zero (SIGFPE)"),
            Crash::Panics => write!(
                f,
                "that panic came while the thread was unwinding from another, or in a function \
                 that must not unwind, and so Rust aborts the program"
            ),
            Crash::Abort => write!(f, "has aborted the program (SIGABRT)"),
            Crash::Exit => write!(
                f,
                "has ended the OS process, by `std::process::exit` or the like"
            ),
        }
    }
}
