//! The built `mazurka` command under the clock: how soon it stops (`stop`), whether it
//! survives being stopped again and again and outputs that fail (`soak`), what an event costs in long executions
//! and how much memory long explorations take (`growth`).

mod cluster;
pub(crate) mod growth;
mod outputs;
pub(crate) mod programs;
pub(crate) mod run;
pub(crate) mod rust;
pub(crate) mod soak;
pub(crate) mod stop;

use std::path::{Path, PathBuf};

/// The command: as said, or beside this program.
///
/// # Errors
/// When it is not there.
pub(crate) fn command(said: Option<&Path>) -> Result<PathBuf, String> {
    let path = match said {
        Some(path) => path.to_owned(),
        None => {
            let own = std::env::current_exe().map_err(|error| error.to_string())?;
            own.with_file_name("mazurka")
        }
    };
    if path.is_file() {
        return Ok(path);
    }
    Err(format!(
        "{} is not there: build it (`cargo build --release -p mazurka-cli`), or say where it is \
         with --command",
        path.display()
    ))
}
