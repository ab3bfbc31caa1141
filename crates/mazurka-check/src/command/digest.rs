//! Digests: of what a resume file says, of programs, and of this command itself.

use sha2::{Digest as _, Sha256};
use std::fmt::Write;
use std::fs::File;
use std::io::{self, Read};
use std::sync::OnceLock;

/// SHA-256 of some parts, each with its length, in hexadecimal digits.
#[must_use]
pub fn of<'p>(parts: impl IntoIterator<Item = &'p [u8]>) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    digits(hash)
}

/// The digest of the file that this process was started from. Two builds may explore in
/// another order, and what one has left means something else to the other.
///
/// It takes some hundredths of a second, once.
///
/// # Errors
/// When the file cannot be read.
pub fn of_this_build() -> io::Result<String> {
    static KNOWN: OnceLock<String> = OnceLock::new();
    if let Some(known) = KNOWN.get() {
        return Ok(known.clone());
    }
    let digest = of_executable()?;
    Ok(KNOWN.get_or_init(|| digest).clone())
}

fn of_executable() -> io::Result<String> {
    // The file may have been replaced since; this is still the one that runs.
    let file = match File::open("/proc/self/exe") {
        Ok(file) => file,
        Err(_) => File::open(std::env::current_exe()?)?,
    };
    of_stream(file)
}

fn of_stream(mut file: impl Read) -> io::Result<String> {
    let mut hash = Sha256::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(digits(hash)),
            Ok(length) => hash.update(&buffer[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(error),
        }
    }
}

fn digits(hash: Sha256) -> String {
    let mut text = String::new();
    for byte in hash.finalize() {
        write!(text, "{byte:02x}").expect("strings take all text");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_kept_apart() {
        let whole = of([&b"ab"[..]]);
        assert_eq!(whole.len(), 64);
        assert_ne!(whole, of([&b"a"[..], b"b"]));
        assert_ne!(of([&b"a"[..], b"b"]), of([&b""[..], b"ab"]));
    }

    #[test]
    fn it_is_sha_256() {
        let known = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(of_stream(&b"abc"[..]).ok().as_deref(), Some(known));
        assert_eq!(of_this_build().ok(), of_this_build().ok());
    }
}
