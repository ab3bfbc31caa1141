//! Headers of other verifiers, which their programs include and no system has.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The headers: their names, and what is in them.
const HEADERS: &[(&str, &str)] = &[
    ("dat3m.h", include_str!("../../include/dat3m.h")),
    ("genmc.h", include_str!("../../include/genmc.h")),
    ("lkmm.h", include_str!("../../include/lkmm.h")),
    ("rcu.h", include_str!("../../include/rcu.h")),
];

/// Does a compiler say that it finds no header of that kind?
pub(super) fn lacks_headers(diagnostics: &[u8]) -> bool {
    let diagnostics = String::from_utf8_lossy(diagnostics);
    HEADERS
        .iter()
        .any(|(name, _)| diagnostics.contains(&format!("'{name}' file not found")))
}

/// A directory with the headers, as long as this lives.
pub(super) struct Headers(PathBuf);

impl Headers {
    /// Writes the headers to a new directory.
    pub(super) fn new() -> io::Result<Headers> {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let number = NUMBER.fetch_add(1, Ordering::Relaxed);
        let name = format!("mazurka-headers-{}-{number}", process::id());
        let directory = std::env::temp_dir().join(name);
        fs::create_dir(&directory)?;
        let headers = Headers(directory);
        for (name, text) in HEADERS {
            fs::write(headers.0.join(name), text)?;
        }
        Ok(headers)
    }

    /// The directory.
    pub(super) fn directory(&self) -> &Path {
        &self.0
    }
}

impl Drop for Headers {
    fn drop(&mut self) {
        // What is left over in the directory for temporary files does no harm.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headers_are_there_as_long_as_they_are_needed() {
        let headers = Headers::new().unwrap();
        let directory = headers.directory().to_path_buf();
        let text = fs::read_to_string(directory.join("genmc.h")).unwrap();
        assert!(text.contains("__VERIFIER_assume"));
        drop(headers);
        assert!(!directory.exists());
    }

    #[test]
    fn only_headers_that_we_have_are_missing() {
        assert!(lacks_headers(
            b"x.c:1:10: fatal error: 'genmc.h' file not found"
        ));
        assert!(!lacks_headers(
            b"x.c:1:10: fatal error: 'mine.h' file not found"
        ));
    }
}
