//! Memory as an outside observer sees it.
//!
//! To notice that a process is in the same state as before, its memory is compared bit by bit:
//! stacks with whatever lies between the variables of the program, and heaps with whatever lies
//! in padding or was never written. For Rust such bytes have no value: to read one as a number
//! is undefined behaviour. Nor are these addresses of anything that the reader may access.
//!
//! So no Rust code reads them. They are copied by machine code that the compiler does not
//! look into, and of which it is told that it fills a buffer with numbers. For Rust those
//! numbers come from outside, as from a debugger: nothing follows from them about any variable,
//! and the buffer is initialised whatever they are. For the machine every byte of mapped memory
//! is a number, so the copy is what memory holds at that point. The compiler has to assume that
//! the code reads all memory whose address it ever gave away, so what the program has written
//! there is in memory by then. What it keeps in registers of the caller is not: `framed` puts
//! those on the stack.

/// Fills `into` with the words of memory from an address on.
///
/// # Safety
/// That memory is mapped, and no other thread writes to it meanwhile.
#[inline]
pub(super) unsafe fn words(from: usize, into: &mut [u64]) {
    // SAFETY: the length is that of `into`, which may be written. Any bytes make words. What
    // lies at `from` is as the caller says.
    unsafe { copy(from, into.as_mut_ptr().cast(), size_of_val(into)) }
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
        let mut seen = [0; 3];
        // SAFETY: the memory is that of a variable.
        unsafe { words(from, &mut seen) };
        assert_eq!(seen, memory);
        // SAFETY: the memory is that of a variable.
        let number = |size| unsafe { number(from, size) };
        let numbers = [1, 2, 4, 8].map(number);
        assert_eq!(numbers, [1, 0x0201, 0x0403_0201, memory[0]]);
    }
}
