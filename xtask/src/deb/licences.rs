//! The licences of the command and of the crates that are linked into it.

use super::{files, read, said};
use std::path::{Path, PathBuf};

/// The crates of other people that the command contains.
pub(super) struct Linked {
    crates: Vec<Crate>,
}

struct Crate {
    name: String,
    version: String,
    licence: String,
    /// Its source, if cargo has it where it has crates of registries.
    folder: Option<PathBuf>,
}

impl Linked {
    /// Asks cargo.
    pub(super) fn of(root: &Path) -> Result<Linked, String> {
        let tree = ["tree", "--locked", "--package", "mazurka-cli"];
        let tree = [&tree[..], &["--edges", "normal,no-proc-macro"]].concat();
        let tree = [&tree[..], &["--prefix", "none", "--format", "{p}|{l}"]].concat();
        let cargo = std::env::var("CARGO").unwrap_or_else(|_| "cargo".to_owned());
        let tree = said(&cargo, &tree, root)?;
        let metadata = said(
            &cargo,
            &["metadata", "--locked", "--format-version", "1"],
            root,
        )?;
        let mut crates: Vec<Crate> = tree
            .lines()
            .filter_map(|line| line_of(line, &metadata))
            .collect();
        crates.sort_by(|a, b| (&a.name, &a.version).cmp(&(&b.name, &b.version)));
        crates.dedup_by(|a, b| (&a.name, &a.version) == (&b.name, &b.version));
        Ok(Linked { crates })
    }

    /// The texts of all licences, a crate after the other.
    pub(super) fn texts(&self) -> Result<String, String> {
        let mut texts = String::from("The licences of the crates that are linked into mazurka.\n");
        for linked in &self.crates {
            let Crate {
                name,
                version,
                licence,
                folder,
            } = linked;
            texts.push_str(&format!("\n==== {name} {version}: {licence}\n"));
            let found = folder.as_deref().map_or(Ok(Vec::new()), files)?;
            for file in found
                .iter()
                .filter(|file| is_licence(file, folder.as_deref()))
            {
                texts.push_str(&format!("\n{}\n", read(file)?.trim_end()));
            }
        }
        Ok(texts)
    }
}

/// A line of `cargo tree`, unless the crate is one of this repository.
fn line_of(line: &str, metadata: &str) -> Option<Crate> {
    let (package, licence) = line.split_once('|')?;
    let mut words = package.split(' ');
    let (name, version) = (words.next()?, words.next()?.strip_prefix('v')?);
    if words.next().is_some_and(|place| place.starts_with("(/")) {
        return None;
    }
    let end = format!("/{name}-{version}/Cargo.toml\"");
    let before = metadata.split_once(&end).map(|(before, _)| before);
    let folder = before.and_then(|before| before.rsplit_once('"'));
    Some(Crate {
        name: name.to_owned(),
        version: version.to_owned(),
        licence: licence.trim_end_matches(" (*)").to_owned(),
        folder: folder.map(|(_, folder)| Path::new(folder).join(format!("{name}-{version}"))),
    })
}

/// Is it a licence, at the top of the crate's source?
fn is_licence(file: &Path, folder: Option<&Path>) -> bool {
    let name = file
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("");
    let words = [
        "LICENSE",
        "LICENCE",
        "COPYRIGHT",
        "COPYING",
        "UNLICENSE",
        "NOTICE",
    ];
    file.parent() == folder
        && words
            .iter()
            .any(|word| name.to_uppercase().starts_with(word))
}

/// The file `copyright`, from the text of the MIT licence.
pub(super) fn copyright(mit: &str, linked: &Linked) -> String {
    let holder = mit
        .lines()
        .find_map(|line| line.strip_prefix("Copyright (c) "));
    let holder = holder.unwrap_or("the authors of Mazurka");
    let text = mit
        .lines()
        .skip_while(|line| !line.starts_with("Permission"));
    let text: Vec<String> = text
        .map(|line| match line.trim_end() {
            "" => " .".to_owned(),
            line => format!(" {line}"),
        })
        .collect();
    let crates = linked.crates.iter();
    let crates: Vec<String> = crates
        .map(|linked| format!(" {} {}: {}", linked.name, linked.version, linked.licence))
        .collect();
    format!(
        "\
Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: mazurka
Comment:
 These crates are linked into the command, each under its own licence. The texts
 are in third-party.txt.gz:
{}

Files: *
Copyright: {holder}
License: Expat or Apache-2.0

License: Expat
{}

License: Apache-2.0
 On Debian systems, the text of the Apache License, version 2.0, is in
 /usr/share/common-licenses/Apache-2.0.
",
        crates.join("\n"),
        text.join("\n")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn crates_are_read_from_what_cargo_says() {
        let metadata = "{\"manifest_path\":\"/r/src/memchr-2.8.3/Cargo.toml\",\"x\":1}";
        let linked = line_of("memchr v2.8.3|Unlicense OR MIT (*)", metadata).unwrap();
        assert_eq!(linked.name, "memchr");
        assert_eq!(linked.licence, "Unlicense OR MIT");
        assert_eq!(linked.folder, Some(PathBuf::from("/r/src/memchr-2.8.3")));
        assert!(
            line_of(
                "mazurka-check v0.1.0 (/w/crates/mazurka-check)|MIT",
                metadata
            )
            .is_none()
        );
        assert!(
            line_of("unknown v1.0.0|MIT", metadata)
                .unwrap()
                .folder
                .is_none()
        );
    }

    #[test]
    fn own_licences_are_named() {
        let text = copyright(
            "MIT\n\nCopyright (c) A B\n\nPermission is\n\nhereby\n",
            &Linked { crates: Vec::new() },
        );
        assert!(text.contains("Copyright: A B\n"), "{text}");
        assert!(
            text.contains("License: Expat\n Permission is\n .\n hereby\n"),
            "{text}"
        );
    }
}
