//! Our own libc: C code that is interpreted like the program that calls it.
//!
//! Its source is in `libc/`, and `libc/build.sh` makes `libc/libc.ll` of it, which is
//! all that is needed here. A program takes from it only what it refers to and does
//! not define: [`extract`] leaves the rest out before anything is parsed.

use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::LazyLock;

/// The library, as LLVM IR.
#[must_use]
pub fn text() -> &'static str {
    include_str!("../libc/libc.ll")
}

/// The names that the library defines, in the order of its text.
pub fn names() -> impl Iterator<Item = &'static str> {
    INDEX
        .items
        .iter()
        .filter(|item| item.is_visible)
        .map(|item| item.name)
}

/// Does the library define this name?
#[must_use]
pub fn defines(name: &str) -> bool {
    INDEX
        .find(name)
        .is_some_and(|item| INDEX.items[item].is_visible)
}

/// The library with only what these names need, whether directly or by way of others.
/// Names that it does not define are left out; empty if it defines none of them.
#[must_use]
pub fn extract<'a>(wanted: impl IntoIterator<Item = &'a str>) -> String {
    let mut todo: Vec<usize> = wanted
        .into_iter()
        .filter(|name| defines(name))
        .filter_map(|name| INDEX.find(name))
        .collect();
    if todo.is_empty() {
        return String::new();
    }
    let mut needed = FxHashSet::default();
    while let Some(item) = todo.pop() {
        if needed.insert(item) {
            todo.extend(references(INDEX.items[item].text).filter_map(|name| INDEX.find(name)));
        }
    }
    let mut needed: Vec<usize> = needed.into_iter().collect();
    needed.sort_unstable();
    let mut extracted = String::from(INDEX.header);
    for item in needed {
        extracted.push_str(INDEX.items[item].text);
    }
    extracted
}

/// What the text consists of.
struct Index {
    /// The lines before the first symbol: the target and the types.
    header: &'static str,
    /// Definitions and declarations.
    items: Vec<Item>,
    by_name: FxHashMap<&'static str, usize>,
}

/// A variable, a function or the declaration of one.
struct Item {
    /// Without the sign.
    name: &'static str,
    /// All of its lines.
    text: &'static str,
    /// It is defined here, and others may refer to it.
    is_visible: bool,
}

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(text()));

impl Index {
    fn new(text: &'static str) -> Index {
        let start = text.find("\n@").map_or(text.len(), |at| at + 1);
        let (header, mut rest) = text.split_at(start);
        let mut items = Vec::new();
        while !rest.is_empty() {
            // A function ends with a brace, everything else with its line.
            let end = if rest.starts_with("define ") {
                "\n}\n"
            } else {
                "\n"
            };
            let length = rest.find(end).map_or(rest.len(), |at| at + end.len());
            let (item, after) = rest.split_at(length);
            items.extend(Item::new(item));
            rest = after;
        }
        let by_name = items
            .iter()
            .enumerate()
            .map(|(at, item)| (item.name, at))
            .collect();
        Index {
            header,
            items,
            by_name,
        }
    }

    fn find(&self, name: &str) -> Option<usize> {
        self.by_name.get(name).copied()
    }
}

impl Item {
    fn new(text: &'static str) -> Option<Item> {
        let line = text.lines().next()?;
        let name = references(line).next()?;
        let is_hidden = line.starts_with("declare ")
            || [" internal ", " private "]
                .iter()
                .any(|linkage| line.contains(linkage));
        Some(Item {
            name,
            text,
            is_visible: !is_hidden,
        })
    }
}

/// The names after at signs.
fn references(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.split('@').skip(1).map(|after| {
        let is_part = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '.' | '$');
        let end = after.find(|c| !is_part(c)).unwrap_or(after.len());
        &after[..end]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_defines_what_programs_call_and_hides_the_rest() {
        for name in ["strlen", "printf", "stdout", "thrd_create", "qsort"] {
            assert!(defines(name), "{name}");
        }
        for name in ["put_format", "malloc", ".str", "no_such_function"] {
            assert!(!defines(name), "{name}");
        }
        assert!(names().count() > 400);
    }

    #[test]
    fn what_is_extracted_is_complete_and_small() {
        let printf = extract(["printf", "no_such_function"]);
        for needed in ["@printf(", "@put_format(", "@__mazurka_print("] {
            assert!(printf.contains(needed), "{needed}");
        }
        assert!(!printf.contains("@strtok"));
        for reference in references(printf.leak()) {
            assert!(INDEX.find(reference).is_some(), "{reference}");
        }
        assert!(extract(["strlen"]).len() < 3_000);
        assert_eq!(extract(["no_such_function", "put_format"]), "");
    }

    /// Of two meanings of one name, nobody could say which a program gets.
    #[test]
    fn it_defines_nothing_that_the_interpreter_knows() {
        for name in names() {
            assert!(crate::builtin::find(name).is_none(), "{name}");
        }
    }

    /// What it leaves undefined, the interpreter knows.
    #[test]
    fn everything_that_it_calls_is_known() {
        for item in &INDEX.items {
            let is_declared = item.text.starts_with("declare ");
            if is_declared && !item.name.starts_with("llvm.") {
                assert!(
                    crate::builtin::find(item.name).is_some(),
                    "the interpreter does not know {}",
                    item.name
                );
            }
        }
    }

    #[test]
    fn nothing_of_the_machine_that_made_it_is_in_it() {
        for word in ["source_filename", "clang version", "Debian", "c\"/"] {
            assert!(!text().contains(word), "{word}");
        }
    }
}
