//! Memory as an outside observer sees it.
//!
//! To notice that a process is in the same state as before, its memory is compared bit by bit:
//! stacks with whatever lies between the variables of the program, and heaps with whatever lies
//! in padding or was never written. For Rust such bytes have no value: to read one as a number
//! is undefined behaviour. Nor are these addresses of anything that the reader may access.
//!
//! So no Rust code reads them. They are read by machine code that the compiler does not
//! look into, and of which it is told that it gives numbers. For Rust those
//! numbers come from outside, as from a debugger: nothing follows from them about any variable,
//! whatever they are. For the machine every byte of mapped memory
//! is a number, so that is what memory holds at that point. The compiler has to assume that
//! the code reads all memory whose address it ever gave away, so what the program has written
//! there is in memory by then. What it keeps in registers of the caller is not: `framed` puts
//! those on the stack.

/// The word at an address.
///
/// # Safety
/// That memory is mapped, and no other thread writes to it meanwhile.
#[cfg(target_arch = "x86_64")]
#[inline]
pub(super) unsafe fn word(from: usize) -> u64 {
    let word: u64;
    // SAFETY: the code reads eight bytes, as the caller allows, and has no other effect.
    unsafe {
        std::arch::asm!(
            "mov {word}, qword ptr [{from}]",
            from = in(reg) from,
            word = lateout(reg) word,
            options(nostack, preserves_flags, readonly),
        );
    }
    word
}

/// The word at an address.
///
/// # Safety
/// That memory is mapped, and no other thread writes to it meanwhile.
#[cfg(not(target_arch = "x86_64"))]
pub(super) unsafe fn word(from: usize) -> u64 {
    // SAFETY: as the caller says.
    unsafe { number(from, 8) }
}

/// The number of one, two, four or eight bytes at an address.
///
/// # Safety
/// That memory is mapped, and no other thread writes to it meanwhile.
pub(super) unsafe fn number(from: usize, size: usize) -> u64 {
    let mut bytes = [0; 8];
    let into = &mut bytes[..size];
    // SAFETY: the length is that of `into`, which may be written. What lies at `from` is as the
    // caller says.
    unsafe { copy(from, into.as_mut_ptr(), into.len()) };
    let [a, b, c, d, ..] = bytes;
    match size {
        1 => u64::from(a),
        2 => u64::from(u16::from_ne_bytes([a, b])),
        4 => u64::from(u32::from_ne_bytes([a, b, c, d])),
        _ => u64::from_ne_bytes(bytes),
    }
}

/// Copies memory behind the back of the compiler.
///
/// # Safety
/// The source is mapped, and no other thread writes to it meanwhile. The target may be written.
#[cfg(target_arch = "x86_64")]
#[inline]
unsafe fn copy(from: usize, to: *mut u8, length: usize) {
    // SAFETY: the code writes that many bytes of the target and nothing else, and reads as many
    // of the source, as the caller allows. The direction flag is clear, as it always is where
    // inline assembly begins. The stack is not used.
    unsafe {
        std::arch::asm!(
            "rep movsb",
            inout("rcx") length => _,
            inout("rsi") from => _,
            inout("rdi") to => _,
            options(nostack, preserves_flags),
        );
    }
}

/// Copies memory behind the back of the compiler: by a function of the C library that it cannot
/// tell from any other.
///
/// # Safety
/// The source is mapped, and no other thread writes to it meanwhile. The target may be written.
#[cfg(not(target_arch = "x86_64"))]
unsafe fn copy(from: usize, to: *mut u8, length: usize) {
    type Copy = unsafe extern "C" fn(
        *mut libc::c_void,
        *const libc::c_void,
        libc::size_t,
    ) -> *mut libc::c_void;
    let copy = std::hint::black_box(libc::memcpy as Copy);
    // SAFETY: it writes that many bytes of the target and reads as many of the source, as the
    // caller allows.
    unsafe { copy(to.cast(), std::ptr::with_exposed_provenance(from), length) };
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "inline assembly")]
    fn what_is_seen_is_what_is_there() {
        let memory = [0x0807_0605_0403_0201_u64, u64::MAX, 7];
        let from = &raw const memory as usize;
        // SAFETY: the memory is that of a variable.
        let seen = [0, 8, 16].map(|offset| unsafe { word(from + offset) });
        assert_eq!(seen, memory);
        // SAFETY: the memory is that of a variable.
        let number = |size| unsafe { number(from, size) };
        let numbers = [1, 2, 4, 8].map(number);
        assert_eq!(numbers, [1, 0x0201, 0x0403_0201, memory[0]]);
    }
}
