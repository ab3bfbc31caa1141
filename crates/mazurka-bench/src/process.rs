//! This program's hidden commands, which run in an OS process of their own and print
//! one line of JSON: so the peak of memory is that of one run.

use serde::de::DeserializeOwned;
use std::path::PathBuf;
use std::process::{Command, Stdio};

/// This program.
pub(crate) fn executable() -> Result<PathBuf, String> {
    std::env::current_exe().map_err(|error| format!("cannot find this executable: {error}"))
}

/// Takes away the variables that checkers obey: they would change what a row says that
/// it measured.
pub(crate) fn clear_settings(command: &mut Command) {
    for (name, _) in std::env::vars_os() {
        let text = name.to_string_lossy();
        let prefixes = ["MAZURKA_", "LOOM_", "SHUTTLE_"];
        if prefixes.iter().any(|prefix| text.starts_with(prefix)) {
            command.env_remove(&name);
        }
    }
}

/// Runs a command to its end, and gives what it printed, with what it said on its standard
/// error (nothing if that is inherited).
pub(crate) fn run<T: DeserializeOwned>(command: &mut Command) -> Result<(T, String), String> {
    clear_settings(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("cannot start {}: {error}", command.get_program().display()))?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    if !output.status.success() {
        return Err(format!("the run ended with {}: {said}", output.status));
    }
    let told = serde_json::from_slice(&output.stdout)
        .map_err(|error| format!("the run printed no result: {error}: {said}"))?;
    Ok((told, said))
}
