//! The table of crates in `docs/ARCHITECTURE.md` is what the manifests say.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

const TABLE: &str = "docs/ARCHITECTURE.md";

/// Crates of this repository, each with those that it depends on.
type Crates = BTreeMap<String, BTreeSet<String>>;

/// Compares the table with the manifests below `root`.
///
/// # Errors
/// What differs, a line each.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let manifests = manifests(root)?;
    let real = manifests.iter().filter_map(|text| manifest(text)).collect();
    let differences = differences(&table(&read(&root.join(TABLE))?), &real);
    match differences.is_empty() {
        true => Ok(()),
        false => Err(format!(
            "the table of crates in {TABLE} is wrong:\n  {}",
            differences.join("\n  ")
        )),
    }
}

/// The crates that are not for publication.
///
/// # Errors
/// When a manifest cannot be read.
pub(crate) fn unpublished(root: &Path) -> Result<Vec<String>, String> {
    let mut manifests = manifests(root)?;
    manifests.push(read(&root.join("examples/ring/Cargo.toml"))?);
    let private = manifests
        .iter()
        .filter(|text| text.lines().any(|line| line == "publish = false"));
    let mut names: Vec<String> = private.filter_map(|text| Some(manifest(text)?.0)).collect();
    names.sort();
    Ok(names)
}

/// The text of every manifest below `root`.
fn manifests(root: &Path) -> Result<Vec<String>, String> {
    let mut manifests = vec![read(&root.join("xtask/Cargo.toml"))?];
    for group in ["crates", "compat"] {
        let failed = |error| format!("{group}: {error}");
        for folder in fs::read_dir(root.join(group)).map_err(failed)? {
            let folder = folder.map_err(failed)?;
            manifests.push(read(&folder.path().join("Cargo.toml"))?);
        }
    }
    Ok(manifests)
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

/// The name of a package, and the crates of this repository among its dependencies.
fn manifest(text: &str) -> Option<(String, BTreeSet<String>)> {
    let mut section = "";
    let mut name = None;
    let mut dependencies = BTreeSet::new();
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.trim();
        }
        let Some((key, value)) = line.split_once('=') else {
            continue;
        };
        let key = key.trim().trim_end_matches(".workspace");
        match section {
            "[package]" if key == "name" => name = Some(value.trim().trim_matches('"').to_owned()),
            "[dependencies]" if key.starts_with("mazurka") => {
                dependencies.insert(key.to_owned());
            }
            _ => {}
        }
    }
    Some((name?, dependencies))
}

/// The rows of the table, in their order. Dependencies stand there without `mazurka-`.
fn table(text: &str) -> Vec<(String, BTreeSet<String>)> {
    let begin = text.lines().skip_while(|line| *line != "## The crates");
    let section = begin.skip(1).take_while(|line| !line.starts_with("## "));
    let row = |line: &str| {
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        let [_, name, .., dependencies, _] = cells[..] else {
            return None;
        };
        let name = name.strip_prefix('`')?.strip_suffix('`')?;
        let whole = |short: &str| match short {
            "mazurka" => short.to_owned(),
            _ => format!("mazurka-{short}"),
        };
        let dependencies = dependencies.split(", ").filter(|short| *short != "-");
        Some((name.to_owned(), dependencies.map(whole).collect()))
    };
    section.filter_map(row).collect()
}

/// What the table says and the manifests do not, or the other way round; and dependencies that
/// do not point downwards in the table.
fn differences(table: &[(String, BTreeSet<String>)], real: &Crates) -> Vec<String> {
    let mut differences = Vec::new();
    let place = |name: &str| table.iter().position(|(row, _)| row == name);
    for name in real.keys().filter(|name| place(name).is_none()) {
        differences.push(format!("{name} is missing"));
    }
    for (at, (name, said)) in table.iter().enumerate() {
        let Some(dependencies) = real.get(name) else {
            differences.push(format!("there is no {name}"));
            continue;
        };
        for other in dependencies.difference(said) {
            differences.push(format!("{name} depends on {other}"));
        }
        for other in said.difference(dependencies) {
            differences.push(format!("{name} does not depend on {other}"));
        }
        let above = |other: &&String| place(other).is_some_and(|place| place < at);
        for other in said.iter().filter(above) {
            differences.push(format!("{name} stands below {other}, on which it depends"));
        }
    }
    differences
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_the_real_one() {
        check(&crate::root()).unwrap();
    }

    #[test]
    fn what_differs_is_told() {
        let a = "[package]\nname = \"a\"\n\n[dependencies]\nmazurka.workspace = true\n\
                 mazurka-x = { workspace = true }\nlibc.workspace = true\n\n\
                 [dev-dependencies]\nmazurka-y.workspace = true\n";
        let x = "[package]\nname = \"mazurka-x\"\n";
        let real = [a, x].iter().filter_map(|text| manifest(text)).collect();
        let rows = "# A page\n\n## The crates\n\n| crate | holds | depends on |\n|---|---|---|\n\
                    | `mazurka-x` | a `|` | - |\n| `a` | that | x, z |\n| `b` | it | - |\n\n\
                    ## Elsewhere\n\n| `c` | it | - |\n";
        assert_eq!(
            differences(&table(rows), &real),
            [
                "a depends on mazurka",
                "a does not depend on mazurka-z",
                "a stands below mazurka-x, on which it depends",
                "there is no b",
            ]
        );
        assert_eq!(
            differences(&[], &real),
            ["a is missing", "mazurka-x is missing"]
        );
    }
}
