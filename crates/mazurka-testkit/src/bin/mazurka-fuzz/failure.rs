//! Cases that failed, as files: the input, and beside it what was done with it.

use crate::case::{Case, Hash, Wrong};
use std::fs;
use std::path::{Path, PathBuf};

/// Where the case of a failure goes to. Failures with the same key share a file.
pub(crate) fn path(folder: &Path, extension: &str, wrong: &Wrong) -> PathBuf {
    let mut hash = Hash::default();
    hash.add(wrong.key.as_bytes());
    folder.join(format!("failure-{:08x}.{extension}", hash.0 as u32))
}

/// Writes the two files.
///
/// # Errors
/// When they cannot be written.
pub(crate) fn write(path: &Path, case: &Case, wrong: &Wrong) -> Result<(), String> {
    let beside = format!(
        "variant {}\nexpect {}\nwrong {}\n",
        case.variant, case.expect, wrong.message
    );
    fs::write(path, &case.input)
        .and_then(|()| fs::write(path.with_extension("case"), beside))
        .map_err(|error| format!("cannot write {}: {error}", path.display()))
}

/// Reads them; without the second one, nothing is expected.
///
/// # Errors
/// When the first cannot be read.
pub(crate) fn read(path: &Path) -> Result<Case, String> {
    let input = fs::read(path).map_err(|error| format!("{}: {error}", path.display()))?;
    let mut case = Case {
        input,
        ..Case::default()
    };
    let beside = fs::read_to_string(path.with_extension("case")).unwrap_or_default();
    for line in beside.lines() {
        match line.split_once(' ') {
            Some(("variant", number)) => case.variant = number.parse().unwrap_or(0),
            Some(("expect", words)) => case.expect = words.to_owned(),
            _ => {}
        }
    }
    Ok(case)
}
