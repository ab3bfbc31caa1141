//! Which addresses are statics: those in the images that make up the program.

use std::sync::OnceLock;

/// Does the address lie in the program or one of its libraries?
pub(super) fn contains(address: usize) -> bool {
    static RANGES: OnceLock<Vec<(usize, usize)>> = OnceLock::new();
    let ranges = RANGES.get_or_init(ranges);
    // Where images cannot be listed, everything counts as static.
    ranges.is_empty()
        || ranges
            .iter()
            .any(|(start, end)| (*start..*end).contains(&address))
}

/// Does the address lie in the C library, if that is a library of its own?
pub(super) fn is_in_c_library(address: usize) -> bool {
    let of = |address: usize| {
        let mut info = std::mem::MaybeUninit::<libc::Dl_info>::zeroed();
        // SAFETY: it only asks, and writes what is given to it.
        let found = unsafe { libc::dladdr(address as *const _, info.as_mut_ptr()) };
        // SAFETY: zeroes are valid, and so is what was written.
        (found != 0).then(|| unsafe { info.assume_init() }.dli_fbase as usize)
    };
    let library = of(libc::malloc as *const () as usize);
    let own = of(is_in_c_library as *const () as usize);
    library.is_some() && library != own && of(address) == library
}

#[cfg(target_os = "linux")]
fn ranges() -> Vec<(usize, usize)> {
    use std::ffi::{c_int, c_void};

    unsafe extern "C" fn note(
        info: *mut libc::dl_phdr_info,
        _size: usize,
        ranges: *mut c_void,
    ) -> c_int {
        // SAFETY: `dl_iterate_phdr` passes a valid entry, and the pointer it
        // was given, which is to a vector that is borrowed for the call.
        unsafe {
            let ranges = &mut *ranges.cast::<Vec<(usize, usize)>>();
            for i in 0..usize::from((*info).dlpi_phnum) {
                let header = &*(*info).dlpi_phdr.add(i);
                if header.p_type == libc::PT_LOAD {
                    let start = (*info).dlpi_addr as usize + header.p_vaddr as usize;
                    ranges.push((start, start + header.p_memsz as usize));
                }
            }
        }
        0
    }

    let mut ranges: Vec<(usize, usize)> = Vec::new();
    // SAFETY: the callback matches, and `ranges` outlives the call.
    unsafe { libc::dl_iterate_phdr(Some(note), (&raw mut ranges).cast()) };
    ranges
}

#[cfg(not(target_os = "linux"))]
fn ranges() -> Vec<(usize, usize)> {
    Vec::new()
}
