//! Compiling Elixir with `elixirc`: the files that are named, and those beside them that have
//! modules which they use.

use crate::beam::{Module, Value};
use crate::erlc;
use crate::library::text_of;
use crate::print::PREFIX;
use mazurka_check::Until;
use mazurka_check::command::Unloaded;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Is it a source of Elixir, by its name?
pub(crate) fn is_source(path: &Path) -> bool {
    path.extension()
        .is_some_and(|end| end == "ex" || end == "exs")
}

/// Compiles files and what they use, at once: a macro or a struct of one may be used in another.
pub(crate) fn compile(
    elixirc: Option<&Path>,
    sources: &[PathBuf],
    folders: &[PathBuf],
    flags: &[String],
    until: &Until,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Unloaded> {
    for source in sources {
        let text = text_of(source);
        if text
            .lines()
            .any(|line| line.trim_start().starts_with("use ExUnit.Case"))
        {
            return Err(Unloaded::Wrong(format!(
                "{}: tests of ExUnit.Case are not supported, as ExUnit runs them itself: write the \
                 test as a function without arguments of a module with `import \
                 ExUnit.Assertions`, and name it by --entry",
                source.display()
            )));
        }
    }
    let elixirc = erlc::find(elixirc, "elixirc", "Elixir", "elixir")?;
    let mut command = Command::new(elixirc);
    for path in folders {
        command.arg("-pa").arg(path);
    }
    command.args(flags);
    // (Reports show the patterns of receives, so there is debug information.)
    command.args(["--no-docs", "--ignore-module-conflict"]);
    // What the compiler says has no colours.
    command.env("NO_COLOR", "1");
    erlc::run(command, "elixirc", &with_siblings(sources), until)
}

/// The files, and those in the same folders with modules that one of them names.
fn with_siblings(sources: &[PathBuf]) -> Vec<PathBuf> {
    let mut all = sources.to_vec();
    let folders: BTreeSet<PathBuf> = sources.iter().map(|path| folder_of(path)).collect();
    let mut beside: Vec<(PathBuf, Vec<String>)> = Vec::new();
    for folder in folders {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        for path in entries.map(|entry| entry.path()) {
            let is_known = |path: &Path| {
                let name = path.file_name();
                let mut known = sources.iter();
                known.any(|known| known.file_name() == name && folder_of(known) == folder)
            };
            if path.extension().is_some_and(|end| end == "ex") && !is_known(&path) {
                let text = text_of(&path);
                beside.push((path, defined(&text)));
            }
        }
    }
    beside.sort();
    let mut at = 0;
    while at < all.len() && !beside.is_empty() {
        let text = text_of(&all[at]);
        let (used, rest) = beside
            .into_iter()
            .partition(|(_, names)| names.iter().any(|name| mentions(&text, name)));
        let used: Vec<(PathBuf, Vec<String>)> = used;
        all.extend(used.into_iter().map(|(path, _)| path));
        beside = rest;
        at += 1;
    }
    all
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The modules that a file defines, as it names them.
pub(crate) fn defined(text: &str) -> Vec<String> {
    let lines = text.lines().map(str::trim_start);
    let names = lines.filter_map(|line| {
        let name = line.strip_prefix("defmodule")?;
        let name = name.strip_prefix([' ', '\t', '('])?.trim_start();
        let end = name.find(|c: char| !is_part(c)).unwrap_or(name.len());
        Some(name[..end].to_owned())
    });
    names.filter(|name| !name.is_empty()).collect()
}

/// May a file have that function, of that module if one is named?
pub(crate) fn may_define(text: &str, module: Option<&str>, function: &str) -> bool {
    let name = module.map(|module| module.strip_prefix(PREFIX).unwrap_or(module));
    // A module within another has a part of its name only.
    let is_it = |defined: &String| {
        name.is_none_or(|name| name == defined || name.ends_with(&format!(".{defined}")))
    };
    let is_function = text.match_indices("def ").any(|(at, word)| {
        let rest = text[at + word.len()..].trim_start();
        let rest = rest.strip_prefix(function);
        rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'))
    });
    is_function && defined(text).iter().any(is_it)
}

/// Does a text name a module? Perhaps by an alias: then its last part is the name.
fn mentions(text: &str, name: &str) -> bool {
    let mut places = text.match_indices(name);
    places.any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let after = text[at + name.len()..].chars().next();
        // `Name.function` is a use, `Other.Name` and `Names` are not.
        !before.is_some_and(is_part) && !after.is_some_and(|c| c != '.' && is_part(c))
    }) || aliases(text, name)
}

/// Does a text have an alias of several modules, `alias Some.{One, Other}`, with that one?
fn aliases(text: &str, name: &str) -> bool {
    let Some((above, last)) = name.rsplit_once('.') else {
        return false;
    };
    let begin = format!("{above}.{{");
    let mut groups = text.match_indices(&begin);
    groups.any(|(at, _)| {
        let group = text[at..].split('}').next().unwrap_or_default();
        group.split(|c: char| !is_part(c)).any(|part| part == last)
    })
}

fn is_part(c: char) -> bool {
    c.is_alphanumeric() || c == '_' || c == '.'
}

/// Was a module compiled from that file?
pub(crate) fn is_from(module: &Module, path: &Path) -> bool {
    let Some(Value::List(items, _)) = &module.compile_info else {
        return false;
    };
    let Ok(path) = path.canonicalize() else {
        return false;
    };
    items.iter().any(|item| match item {
        Value::Tuple(pair) => match &pair[..] {
            [Value::Atom(key), source] if &**key == "source" => chars_of(source)
                .is_some_and(|source| Path::new(&source).canonicalize().is_ok_and(|of| of == path)),
            _ => false,
        },
        _ => false,
    })
}

/// A list of characters.
fn chars_of(value: &Value) -> Option<String> {
    let Value::List(chars, tail) = value else {
        return None;
    };
    let of = |value: &Value| match value {
        Value::Integer(code) => char::from_u32(u32::try_from(*code).ok()?),
        _ => None,
    };
    (**tail == Value::Nil).then(|| chars.iter().map(of).collect())?
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn modules_that_are_defined_and_named() {
        let text = "defmodule One do\n  defmodule(Two.Three, do: nil)\n# defmodule Four\nend";
        assert_eq!(defined(text), ["One", "Two.Three"]);
        for (text, name, is_named) in [
            ("Pool.start()", "Pool", true),
            ("%Pool{}", "Pool", true),
            ("Pools.start()", "Pool", false),
            ("My.Pool.start()", "Pool", false),
            ("My.Pool.start()", "My.Pool", true),
            ("alias My.{Worker, Pool}", "My.Pool", true),
            ("alias My.{Worker, Pools}", "My.Pool", false),
            ("use Pool, size: 1", "Pool", true),
        ] {
            assert_eq!(mentions(text, name), is_named, "{text} {name}");
        }
    }
}
