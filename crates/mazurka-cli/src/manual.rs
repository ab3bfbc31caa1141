//! What shells and `man` know of the command, made from its own description.

use crate::Arguments;
use clap::CommandFactory;
use clap_complete::Shell;
use std::io::{self, Write};
use std::path::Path;

/// Prints what a shell needs to complete words of the command.
///
/// # Errors
/// When it cannot be printed; a message for people.
pub(crate) fn completions(shell: Shell) -> Result<(), String> {
    let mut text = Vec::new();
    clap_complete::generate(shell, &mut Arguments::command(), "mazurka", &mut text);
    print(&text)
}

/// Writes the manual into a folder, a page for each command; without one, prints the page of the
/// whole and that of each command.
///
/// # Errors
/// When it cannot be written; a message for people.
pub(crate) fn man(folder: Option<&Path>) -> Result<(), String> {
    let command = Arguments::command();
    match folder {
        Some(folder) => {
            let written = std::fs::create_dir_all(folder)
                .and_then(|()| clap_mangen::generate_to(command, folder));
            written.map_err(|error| {
                format!(
                    "{}: the manual cannot be written there: {error}: name another folder",
                    folder.display()
                )
            })
        }
        None => {
            let mut text = Vec::new();
            let page = clap_mangen::Man::new(command);
            page.render(&mut text).map_err(|error| error.to_string())?;
            print(&text)
        }
    }
}

/// A reader that has seen enough is no error.
fn print(text: &[u8]) -> Result<(), String> {
    match io::stdout().write_all(text) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(format!("cannot be printed: {error}"))
        }
        _ => Ok(()),
    }
}
