//! How `--cfg mazurka` is added to the flags of the compiler that are there already.
//!
//! Cargo takes flags from one of several places: `CARGO_ENCODED_RUSTFLAGS`, `RUSTFLAGS`, the
//! tables `target` of its settings that fit, or `build.rustflags`. What comes first hides what
//! comes after it. So ours are added in each place that may be the one.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

/// What says `--cfg mazurka` to cargo: variables, and values of `--config`.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Flags {
    pub(crate) variables: Vec<(String, String)>,
    pub(crate) settings: Vec<String>,
}

/// Between flags in `CARGO_ENCODED_RUSTFLAGS`.
const SEPARATOR: char = '\x1f';

impl Flags {
    /// For a package in that folder.
    pub(crate) fn new(folder: &Path) -> Flags {
        let variables: Vec<(String, String)> = env::vars_os().filter_map(in_text).collect();
        Flags::of(&variables, &settings(folder))
    }

    fn of(environment: &[(String, String)], settings: &[String]) -> Flags {
        let with = |name: &str, separator: char| {
            let found = environment.iter().find(|(known, _)| known == name)?;
            let flags = ["--cfg", "mazurka"].map(str::to_owned);
            let before = (!found.1.is_empty()).then(|| found.1.clone());
            let all: Vec<String> = before.into_iter().chain(flags).collect();
            Some((name.to_owned(), all.join(&separator.to_string())))
        };
        let first = with("CARGO_ENCODED_RUSTFLAGS", SEPARATOR);
        if let Some(only) = first.or_else(|| with("RUSTFLAGS", ' ')) {
            return Flags {
                variables: vec![only],
                settings: Vec::new(),
            };
        }
        let is_of_target =
            |name: &&str| name.starts_with("CARGO_TARGET_") && name.ends_with("_RUSTFLAGS");
        let names = environment.iter().map(|(name, _)| name.as_str());
        let of_targets = names.filter(is_of_target);
        // The nearest file counts.
        let mut found: Vec<(String, Option<String>)> = Vec::new();
        for (key, text) in settings.iter().flat_map(|text| tables(text)) {
            if !found.iter().any(|(known, _)| *known == key) {
                found.push((key, text));
            }
        }
        if !found.iter().any(|(key, _)| key == "build") {
            found.insert(0, ("build".to_owned(), None));
        }
        // Lists are joined. A text would be replaced.
        let setting = |(key, text): &(String, Option<String>)| match text {
            None => format!("{key}.rustflags=[\"--cfg\",\"mazurka\"]"),
            Some(text) => {
                let quote = &text[..1];
                let inside = text[1..text.len() - 1].trim_end();
                format!("{key}.rustflags={quote}{inside} --cfg mazurka{quote}")
            }
        };
        Flags {
            variables: of_targets.filter_map(|name| with(name, ' ')).collect(),
            settings: found.iter().map(setting).collect(),
        }
    }
}

fn in_text((name, value): (OsString, OsString)) -> Option<(String, String)> {
    Some((name.into_string().ok()?, value.into_string().ok()?))
}

/// The texts of cargo's settings for a folder: there and above, and in cargo's home.
fn settings(folder: &Path) -> Vec<String> {
    let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
    let mut folders: Vec<PathBuf> = folder.ancestors().map(|up| up.join(".cargo")).collect();
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let own = || Some(PathBuf::from(env::var_os("HOME")?).join(".cargo"));
    folders.extend(home.or_else(own));
    folders
        .iter()
        .flat_map(|folder| [folder.join("config.toml"), folder.join("config")])
        .filter_map(|file| fs::read_to_string(file).ok())
        .collect()
}

/// The tables that have flags, such as `build` or `target.'cfg(unix)'`, each with the flags if
/// they are one text, in its quotes.
fn tables(text: &str) -> Vec<(String, Option<String>)> {
    let mut table = String::new();
    let mut found = Vec::new();
    for line in text.lines() {
        let line = line.trim();
        if let Some(header) = line.strip_prefix('[')
            && let Some((name, _)) = header.rsplit_once(']')
        {
            table = name.trim().to_owned();
        } else if let Some((key, _)) = line.split_once('=')
            && let Some(key) = whole_key(&table, line, key)
            && let Some(name) = key.strip_suffix(".rustflags")
            && (name.starts_with("target.") || name == "build")
        {
            let value = line.rsplit_once("rustflags").map_or("", |(_, value)| value);
            let value = value.trim_start().trim_start_matches('=').trim_start();
            found.push((name.to_owned(), quoted(value).map(str::to_owned)));
        }
    }
    found
}

/// The text in quotes that a value begins with, if it is one.
fn quoted(value: &str) -> Option<&str> {
    let quote = value.chars().next().filter(|c| matches!(c, '"' | '\''))?;
    let mut is_escaped = false;
    for (at, c) in value.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' if quote == '"' => is_escaped = true,
            _ if c == quote => return Some(&value[..=at]),
            _ => {}
        }
    }
    None
}

/// A key with the table that it is in. In a quoted part, as of `'cfg(os = "x")'.rustflags`, an
/// equals sign does not end it.
fn whole_key(table: &str, line: &str, key: &str) -> Option<String> {
    let key = match line.find("rustflags") {
        Some(at) if line.starts_with(['\'', '"']) || line.starts_with("target.") => {
            &line[..at + "rustflags".len()]
        }
        _ => key.trim(),
    };
    match table {
        "" => Some(key.to_owned()),
        table if table.starts_with("target") || table == "build" => Some(format!("{table}.{key}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(environment: &[(&str, &str)], settings: &[&str]) -> Flags {
        let environment: Vec<_> = environment
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let settings: Vec<_> = settings.iter().map(|text| (*text).to_owned()).collect();
        Flags::of(&environment, &settings)
    }

    fn pair(name: &str, value: &str) -> (String, String) {
        (name.to_owned(), value.to_owned())
    }

    const BUILD: &str = "build.rustflags=[\"--cfg\",\"mazurka\"]";

    #[test]
    fn variables_are_added_to() {
        let flags = of(&[("RUSTFLAGS", "-C opt-level=3")], &[]);
        let all = pair("RUSTFLAGS", "-C opt-level=3 --cfg mazurka");
        assert_eq!((flags.variables, flags.settings), (vec![all], vec![]));
        let both = [
            ("RUSTFLAGS", "-g"),
            ("CARGO_ENCODED_RUSTFLAGS", "-C\x1fa=b c"),
        ];
        let all = pair("CARGO_ENCODED_RUSTFLAGS", "-C\x1fa=b c\x1f--cfg\x1fmazurka");
        assert_eq!(of(&both, &[]).variables, [all]);
        // Empty, it hides the settings all the same.
        let all = pair("RUSTFLAGS", "--cfg mazurka");
        assert_eq!(of(&[("RUSTFLAGS", "")], &[]).variables, [all]);
        let name = "CARGO_TARGET_X86_64_UNKNOWN_LINUX_GNU_RUSTFLAGS";
        let flags = of(&[(name, "-g")], &[]);
        assert_eq!(flags.variables, [pair(name, "-g --cfg mazurka")]);
        assert_eq!(flags.settings, [BUILD]);
    }

    #[test]
    fn settings_are_added_to() {
        assert_eq!(of(&[], &[]).settings, [BUILD]);
        let text = "[build]\nrustflags = [\"-g\"]\n[target.x86_64-unknown-linux-gnu]\n\
             linker = \"clang\"\nrustflags = [\n  \"-g\",\n]\n\
             [target.'cfg(target_os = \"linux\")']\nrustflags = \"-g\"\n\
             [target.wasm32-unknown-unknown]\nrunner = \"x\"\n";
        let triple = "target.x86_64-unknown-linux-gnu.rustflags=[\"--cfg\",\"mazurka\"]";
        let any = "target.'cfg(target_os = \"linux\")'.rustflags=[\"--cfg\",\"mazurka\"]";
        let flags = of(&[], &[text, text]);
        let any_text = any.replace("[\"--cfg\",\"mazurka\"]", "\"-g --cfg mazurka\"");
        assert_eq!(flags.settings, [BUILD, triple, &any_text]);
        let text = "[build]\nrustflags = '-C x=\"y\"' # that\n";
        let build = "build.rustflags='-C x=\"y\" --cfg mazurka'";
        assert_eq!(of(&[], &[text]).settings, [build]);
        let dotted = "target.'cfg(os = \"x\")'.rustflags = \"-g\"\n[target]\na.rustflags = \"-g\"";
        let names: Vec<String> = tables(dotted).into_iter().map(|(name, _)| name).collect();
        assert_eq!(names, ["target.'cfg(os = \"x\")'", "target.a"]);
    }
}
