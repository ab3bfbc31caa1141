//! Where the state of a process begins when it looks: its stack and registers at the call.

use super::super::context;
use super::super::state::State;

/// Runs an operation that may be a look in a spin loop.
///
/// The state of the process is what it has on its stack and in its registers
/// at this call, which therefore must not be further from the program's own
/// code than needed: what engine code leaves on the stack is no state. Of calls
/// within one another the outermost counts.
#[inline(always)]
pub(crate) fn framed(mut operation: impl FnMut() -> u64) -> u64 {
    let mut operation: &mut dyn FnMut() -> u64 = &mut operation;
    if is_first_look() {
        return operation();
    }
    // SAFETY: `run_framed` is given what it expects.
    unsafe { enter(&raw mut operation, run_framed) }
}

/// Is the running process about to look for the first few times since it did
/// something else, in a program in which nobody was found to spin? Most looks
/// are, and their state need not be kept.
#[inline]
fn is_first_look() -> bool {
    const FEW: u32 = 16;
    let state = context::state();
    // SAFETY: a non-null state is the running fiber's; no reference is held.
    unsafe {
        if state.is_null() || (*state).refinements.any_spin() {
            return false;
        }
        let spin = &mut (*state).current().spin;
        spin.looks += 1;
        spin.first = spin.looks <= FEW;
        spin.first
    }
}

/// [`framed`], for an operation with another result.
#[inline(always)]
pub(crate) fn looking<R>(operation: impl FnOnce() -> R) -> R {
    let mut operation = Some(operation);
    let mut result = None;
    framed(|| {
        result = operation.take().map(|operation| operation());
        0
    });
    result.expect("it was run")
}

type Framed<'a> = &'a mut dyn FnMut() -> u64;

/// # Safety
/// The pointer is good.
unsafe extern "C-unwind" fn run_framed(operation: *mut Framed<'_>, frame: usize) -> u64 {
    /// Forgets the frame, which is left.
    struct Leave(*mut State);
    impl Drop for Leave {
        fn drop(&mut self) {
            // SAFETY: as below.
            unsafe { (*self.0).current().frame = 0 };
        }
    }
    let state = context::state();
    // SAFETY: a non-null state is the running fiber's; no reference is held.
    let outermost = !state.is_null() && unsafe { (*state).current().frame } == 0;
    let _leave = outermost.then(|| {
        // SAFETY: as above.
        unsafe { (*state).current().frame = frame };
        Leave(state)
    });
    // SAFETY: the caller's contract.
    unsafe { (*operation)() }
}

/// Puts the registers that a callee must preserve on the stack, and calls `run`
/// with the address from which the stack has all of the caller's state.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C-unwind" fn enter(
    operation: *mut Framed<'_>,
    run: unsafe extern "C-unwind" fn(*mut Framed<'_>, usize) -> u64,
) -> u64 {
    std::arch::naked_asm!(
        // Panics unwind through here.
        ".cfi_startproc",
        "sub rsp, 56",
        ".cfi_adjust_cfa_offset 56",
        "mov [rsp + 8], rbx",
        "mov [rsp + 16], rbp",
        "mov [rsp + 24], r12",
        "mov [rsp + 32], r13",
        "mov [rsp + 40], r14",
        "mov [rsp + 48], r15",
        "mov rax, rsi",
        "lea rsi, [rsp + 8]",
        "call rax",
        "add rsp, 56",
        ".cfi_adjust_cfa_offset -56",
        "ret",
        ".cfi_endproc",
    )
}

/// On other machines, spin loops are not noticed.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn enter(
    operation: *mut Framed<'_>,
    run: unsafe extern "C-unwind" fn(*mut Framed<'_>, usize) -> u64,
) -> u64 {
    // SAFETY: the caller's contract.
    unsafe { run(operation, 0) }
}

/// Clears the stack below the caller's frame, so that what earlier executions
/// left there cannot be taken for a part of the state.
#[cfg(target_arch = "x86_64")]
#[inline(never)]
pub(in super::super) fn clear_stack(limit: usize, deepest: usize) {
    /// What lies deeper than the process ever was when it announced is not
    /// compared, but a little of it may be copied up.
    const MORE: usize = 1 << 10;
    let here = &raw const limit as usize;
    let from = deepest.min(here).saturating_sub(MORE).max(limit);
    // SAFETY: nothing lives below the red zone under the stack pointer, and the
    // stack is mapped from `limit` up.
    unsafe {
        std::arch::asm!(
            "lea rcx, [rsp - 128]",
            "sub rcx, rdi",
            "jbe 2f",
            "rep stosb",
            "2:",
            inout("rdi") from => _,
            in("al") 0_u8,
            out("rcx") _,
            options(nostack),
        );
    }
}

/// See above.
#[cfg(not(target_arch = "x86_64"))]
pub(in super::super) fn clear_stack(_limit: usize, _deepest: usize) {}
