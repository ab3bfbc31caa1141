//! The files that `CONTRIBUTING.md` names are there.

use std::fs;
use std::path::Path;

const PAGE: &str = "CONTRIBUTING.md";

/// Looks for the files that the page names, below `root`.
///
/// # Errors
/// Those that are not there.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let text = fs::read_to_string(root.join(PAGE)).map_err(|error| format!("{PAGE}: {error}"))?;
    let missing: Vec<&str> = named(&text)
        .filter(|path| !root.join(path).exists())
        .collect();
    match missing.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "{PAGE} names what is not there: {}",
            missing.join(", ")
        )),
    }
}

/// Words in backticks that are paths: they have a slash, and do not begin with a dot.
fn named(text: &str) -> impl Iterator<Item = &str> {
    let prose = text.split("```").step_by(2);
    let quoted = prose.flat_map(|part| part.split('`').skip(1).step_by(2));
    quoted.filter(|word| word.contains('/') && !word.contains(' ') && !word.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_files_are_there() {
        check(&crate::root()).unwrap();
    }

    #[test]
    fn paths_are_found() {
        let text = "Run `./x test`, see `a/b.rs` and\n```sh\ncargo `x/y`\n```\nand `c`, `d/`.";
        assert_eq!(named(text).collect::<Vec<_>>(), ["a/b.rs", "d/"]);
    }
}
