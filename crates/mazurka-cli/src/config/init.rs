//! `mazurka init`: a file with settings, to be edited.

use super::NAME;
use std::fs::File;
use std::io::{self, Write};
use std::path::Path;

/// What the file says at first.
const TEMPLATE: &str = r#"# Settings of Mazurka. `mazurka check` without files reads this file, in this
# folder and in those below. Options of the command line win.
#
# A key is a long option of `mazurka check` without its dashes: see
# `mazurka check --help`. Paths are relative to this file.

# What is checked: files, folders with all files below that can be checked, and
# @lists. Files that are named one by one are linked into one program, unless
# `each` is set.
files = ["."]
# each = true

# Memory models: sc, tso, pso, ra, rc11. Everything is checked under each.
models = ["sc"]

# The explorer. Without it: graphs under ra and rc11, else optimal.
# algorithm = "optimal"

# Limits for each file. What reaches one is unknown, and not verified.
# max-time = 60
# max-executions = 100000
# max-events = 50000

# How many threads explore. Without it: one for each processor.
# workers = 4

# What is printed: text, json, junit, sarif or github.
# format = "text"

# More bugs than the first, and which.
# keep-going = true
# races = true
# leaks = true
# ignore = ["unlock"]

# C and C++: the compiler, which needs --trust-config once, and its flags.
# clang = "clang-19"
# flags = ["-DN=3"]

# Erlang and Elixir: where a program begins, and folders with .beam files.
# entry = "race:test/0"
# pa = ["ebin"]
"#;

/// Writes the file into a folder, if there is none yet.
///
/// # Errors
/// When it cannot be written; a message for people.
pub(crate) fn init(folder: &Path) -> Result<(), String> {
    let place = folder.join(NAME);
    let shown = place.display();
    let mut file = File::create_new(&place).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => {
            format!("{shown} is there already, and is left as it is: edit it, or remove it first")
        }
        _ => format!("cannot write {shown}: {error}"),
    })?;
    file.write_all(TEMPLATE.as_bytes())
        .map_err(|error| format!("cannot write {shown}: {error}"))?;
    println!("{shown} is written: edit it, then run `mazurka check`");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every key of it, also those that are commented out.
    pub(super) fn uncommented() -> String {
        let lines = TEMPLATE.lines().map(|line| {
            let inner = line.strip_prefix("# ").unwrap_or(line);
            match inner.split_once(" = ") {
                Some((key, _)) if !key.contains(' ') => inner,
                _ => line,
            }
        });
        lines.collect::<Vec<_>>().join("\n")
    }

    #[test]
    fn what_it_offers_is_toml() {
        let table: toml::Table = uncommented().parse().expect("TOML");
        assert_eq!(table.len(), 17, "{table:?}");
    }
}
