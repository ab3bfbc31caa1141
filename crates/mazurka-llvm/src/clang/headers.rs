//! Headers of other verifiers, which their programs include and no system has.

use mazurka_check::compiler::Folder;
use std::fs;
use std::io;

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

/// Writes the headers to a folder.
pub(super) fn write(folder: &Folder) -> io::Result<()> {
    for (name, text) in HEADERS {
        fs::write(folder.path().join(name), text)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

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
