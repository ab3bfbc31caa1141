//! Where the state of a process begins when it looks: its stack and registers at the call.

use super::super::access::Handle;
use super::super::context;

use std::mem::MaybeUninit;

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
    let none = LookWord::zeroed();
    let mut word = none;
    // SAFETY: there is room for the pointer, and `run_framed` is given what it expects.
    unsafe {
        (&raw mut word)
            .cast::<*mut Framed<'_>>()
            .write(&raw mut operation);
        enter(word, none, none, none, none, run_framed).1
    }
}

/// A word that a look is given: a value with the provenance that a pointer has.
pub(crate) type LookWord = MaybeUninit<u64>;

/// The code of a look that gets by with five words, and gives two: those lie nowhere on the
/// stack of the caller, where they would stay behind. It is told where the state of the caller
/// begins, or zero.
type LookFn =
    unsafe extern "C-unwind" fn(LookWord, LookWord, LookWord, LookWord, LookWord, usize) -> Looked;

/// What a look gives.
#[repr(C)]
pub(crate) struct Looked(pub(crate) LookWord, pub(crate) u64);

/// [`framed`], for a look whose code is a function.
///
/// # Safety
/// The function may be called with these words.
#[inline(always)]
pub(crate) unsafe fn look_framed(look: LookFn, words: [LookWord; 5]) -> Looked {
    let [a, b, c, d, e] = words;
    // SAFETY: the function may be called with these words, says the caller. `enter` passes them
    // on as they are, and adds the frame.
    unsafe {
        if is_first_look() {
            look(a, b, c, d, e, 0)
        } else {
            enter(a, b, c, d, e, look)
        }
    }
}

/// Is the running process about to look for the first few times since it did
/// something else, in a program in which no thread was found to spin? Most looks
/// are, and their state need not be kept.
#[inline]
fn is_first_look() -> bool {
    const FEW: u32 = 16;
    let Some(rt) = context::handle() else {
        return false;
    };
    let mut state = rt.state();
    if state.refinements.any_spin() {
        return false;
    }
    let spin = &mut state.current().spin;
    spin.looks += 1;
    spin.first = spin.looks <= FEW;
    spin.first
}

/// [`framed`], for an operation with another result.
#[inline(always)]
pub(crate) fn looking<R>(operation: impl FnOnce() -> R) -> R {
    let mut operation = Some(operation);
    // What the time before left here is no state.
    let mut result = MaybeUninit::zeroed();
    let is_done = framed(|| {
        let operation = operation.take();
        let done = operation
            .map(|operation| result.write(operation()))
            .is_some();
        u64::from(done)
    });
    assert_eq!(is_done, 1, "it was run");
    // SAFETY: it was run, and has written.
    unsafe { result.assume_init() }
}

/// [`looking`], for an operation that changes something and may be undone, or undoes something.
#[inline]
pub(crate) fn changing<R>(operation: impl FnOnce() -> R) -> R {
    let handle = context::handle();
    let tolerant = handle.filter(|rt| rt.state().current().spin.is_tolerant);
    let Some(rt) = tolerant else {
        return operation();
    };
    looking(|| {
        rt.state().current().spin.changes = true;
        operation()
    })
}

/// Runs an operation that is nothing to a loop, in front of a look by the same call.
pub(crate) fn aside<R>(operation: impl FnOnce() -> R) -> R {
    let Some(rt) = context::handle() else {
        return operation();
    };
    let first = std::mem::replace(&mut rt.state().current().spin.changes, true);
    debug_assert!(!first, "it is announced");
    let first = rt.state().current().spin.first;
    let result = operation();
    rt.state().current().spin.first = first;
    result
}

type Framed<'a> = &'a mut dyn FnMut() -> u64;

/// # Safety
/// The first word is a good pointer to an operation.
unsafe extern "C-unwind" fn run_framed(
    operation: LookWord,
    _: LookWord,
    _: LookWord,
    _: LookWord,
    _: LookWord,
    frame: usize,
) -> Looked {
    // SAFETY: `framed` wrote a pointer to an operation into that word.
    let operation = unsafe { (&raw const operation).cast::<*mut Framed<'_>>().read() };
    in_frame(frame, || {
        // SAFETY: the operation is a variable of `framed`, which waits for this call and does
        // not use it meanwhile.
        let result = unsafe { (*operation)() };
        Looked(LookWord::zeroed(), result)
    })
}

/// Runs an operation that was called from code whose state begins there.
#[inline(always)]
pub(crate) fn in_frame<R>(frame: usize, operation: impl FnOnce() -> R) -> R {
    if frame == 0 {
        return operation();
    }
    /// Forgets the frame, which is left.
    struct Leave(Handle);
    impl Drop for Leave {
        fn drop(&mut self) {
            self.0.state().current().frame = 0;
        }
    }
    let outermost = context::handle().filter(|rt| rt.state().current().frame == 0);
    let _leave = outermost.map(|rt| {
        rt.state().current().frame = frame;
        Leave(rt)
    });
    operation()
}

/// So many bytes below a look are cleared after it. Engine code needs more than that.
#[cfg(target_arch = "x86_64")]
const LEFT: usize = 2_048;

/// Puts the registers that a callee must preserve on the stack, and calls `run`
/// with the address from which the stack has all of the caller's state.
#[cfg(target_arch = "x86_64")]
#[unsafe(naked)]
unsafe extern "C-unwind" fn enter(
    a: LookWord,
    b: LookWord,
    c: LookWord,
    d: LookWord,
    e: LookWord,
    run: LookFn,
) -> Looked {
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
        "mov rax, r9",
        "lea r9, [rsp + 8]",
        "call rax",
        // What it has left below depends on how it came here: nothing later is to find it there.
        "mov r8, rax",
        "lea rdi, [rsp - {left}]",
        "mov ecx, {left} / 8",
        "xor eax, eax",
        "rep stosq",
        "mov rax, r8",
        "add rsp, 56",
        ".cfi_adjust_cfa_offset -56",
        "ret",
        ".cfi_endproc",
        left = const LEFT,
    )
}

/// On other machines, spin loops are not noticed.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn enter(
    a: LookWord,
    b: LookWord,
    c: LookWord,
    d: LookWord,
    e: LookWord,
    run: LookFn,
) -> Looked {
    // SAFETY: the function may be called with these words, says the caller, and with no frame.
    unsafe { run(a, b, c, d, e, 0) }
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
