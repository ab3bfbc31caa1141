//! The command: run, and the same in this process.

use crate::case::Places;
use crate::programs::compiled;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// The command's table of languages, as it is.
#[path = "../../../../mazurka-cli/src/table.rs"]
mod table;

pub(crate) use table::table;

/// A C program or a litmus test, with flags for the compiler.
pub(crate) type Checked = (&'static str, &'static [&'static str]);

/// The file to be checked: litmus tests, and programs of C that are compiled.
///
/// # Errors
/// When it cannot be made.
pub(crate) fn input(places: &Places, (file, flags): Checked) -> Result<PathBuf, String> {
    if !file.ends_with(".c") {
        let folder = places.root.join("crates/mazurka-litmus/tests/litmus");
        return Ok(folder.join(file));
    }
    let path = places.folder.join("seeds");
    let path = path.join(format!("check-{}.ll", file.replace('/', "-")));
    let text = compiled(places, file, flags)?;
    if fs::read(&path).ok().as_ref() != Some(&text) {
        fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    }
    Ok(path)
}

/// The command that was built.
///
/// # Errors
/// When there is none.
pub(crate) fn built(places: &Places) -> Result<&Path, String> {
    let command = places.command.as_deref();
    command.ok_or_else(|| "which command? --command PATH says so".to_owned())
}

/// Runs a command that must not take long.
///
/// # Errors
/// When it does, or cannot be run.
pub(crate) fn run(command: &mut Command) -> Result<Output, String> {
    let command = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("cannot run the command: {error}"))?;
    let begun = Instant::now();
    while child
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none()
    {
        if begun.elapsed() > Duration::from_secs(8) {
            let _ = child.kill();
            let _ = child.wait();
            return Err("the command takes more than 8 s".to_owned());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.wait_with_output().map_err(|error| error.to_string())
}
