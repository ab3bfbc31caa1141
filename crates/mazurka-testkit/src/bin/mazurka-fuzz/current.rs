//! The case that a worker runs now, where its parent finds it when the worker is gone: a
//! file that both have mapped.

use crate::case::Case;
use std::fs::OpenOptions;
use std::os::fd::AsRawFd;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

/// How large the file is.
const SIZE: usize = 4 << 20;
/// Case number, start, variant, lengths of `expect` and input: eight bytes each.
const HEADER: usize = 40;

/// The file, mapped.
pub(crate) struct Current {
    bytes: &'static mut [u8],
}

/// Milliseconds since 1970.
fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |since| since.as_millis() as u64)
}

impl Current {
    /// Maps the file, which is made if it is not there.
    ///
    /// # Errors
    /// When that cannot be done.
    pub(crate) fn open(path: &Path) -> Result<Current, String> {
        let fail = |error: std::io::Error| format!("{}: {error}", path.display());
        let file = OpenOptions::new()
            .read(true)
            .write(true)
            .create(true)
            .truncate(false)
            .open(path)
            .map_err(fail)?;
        file.set_len(SIZE as u64).map_err(fail)?;
        // SAFETY: the file has that size, and the mapping is never undone. What the other
        // process writes at the same time may be seen half done; the parent looks only when
        // the worker is gone or hangs, or at single words for a guess.
        let bytes = unsafe {
            let at = libc::mmap(
                std::ptr::null_mut(),
                SIZE,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_SHARED,
                file.as_raw_fd(),
                0,
            );
            if at == libc::MAP_FAILED {
                return Err(fail(std::io::Error::last_os_error()));
            }
            std::slice::from_raw_parts_mut(at.cast::<u8>(), SIZE)
        };
        Ok(Current { bytes })
    }

    fn word(&self, nth: usize) -> u64 {
        let bytes = &self.bytes[nth * 8..nth * 8 + 8];
        u64::from_le_bytes(bytes.try_into().expect("eight bytes"))
    }

    fn set_word(&mut self, nth: usize, word: u64) {
        self.bytes[nth * 8..nth * 8 + 8].copy_from_slice(&word.to_le_bytes());
    }

    /// A case begins: the `nth`, from one.
    pub(crate) fn begin(&mut self, nth: u64, case: &Case) {
        let expect = case.expect.as_bytes();
        let room = SIZE - HEADER - expect.len();
        let input = &case.input[..case.input.len().min(room)];
        self.set_word(2, case.variant);
        self.set_word(3, expect.len() as u64);
        self.set_word(4, input.len() as u64);
        self.bytes[HEADER..HEADER + expect.len()].copy_from_slice(expect);
        let start = HEADER + expect.len();
        self.bytes[start..start + input.len()].copy_from_slice(input);
        self.set_word(0, nth);
        self.set_word(1, now());
    }

    /// Nothing runs.
    pub(crate) fn end(&mut self) {
        self.set_word(1, 0);
    }

    /// Which case is or was running.
    pub(crate) fn nth(&self) -> u64 {
        self.word(0)
    }

    /// How many milliseconds a case has been running.
    pub(crate) fn running(&self) -> Option<u64> {
        let start = self.word(1);
        (start != 0).then(|| now().saturating_sub(start))
    }

    /// The case.
    pub(crate) fn case(&self) -> Case {
        let room = SIZE - HEADER;
        let expect = (self.word(3) as usize).min(room);
        let input = (self.word(4) as usize).min(room - expect);
        let start = HEADER + expect;
        Case {
            input: self.bytes[start..start + input].to_vec(),
            variant: self.word(2),
            expect: String::from_utf8_lossy(&self.bytes[HEADER..start]).into_owned(),
        }
    }
}
