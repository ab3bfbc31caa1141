//! How the source code of a program calls its objects. Types of the program have no names for
//! their fields at run time, but the places of calls lead to the text: `self.head.load(..)` is
//! a load of `head`, and `tail: AtomicUsize::new(0)` makes `tail`.
//!
//! These names are for people only. Where the text is not found, or is not that simple, there
//! is none.

use rustc_hash::FxHashMap;
use std::env;
use std::fs;
use std::panic::Location;
use std::path::Path;

/// The texts of source files.
#[derive(Default)]
pub(crate) struct Sources {
    files: FxHashMap<&'static str, Option<Vec<String>>>,
}

/// As many lines before a call are looked at.
const LINES: usize = 3;

/// Larger files are not read.
const LARGEST: u64 = 16 << 20;

/// Longer names are not used.
const LONGEST: usize = 24;

impl Sources {
    /// How the object is called that a method is called on: at that place, by that name, or
    /// by any if it is empty.
    pub(crate) fn receiver(
        &mut self,
        at: &'static Location<'static>,
        method: &str,
    ) -> Option<Name> {
        let (before, after) = self.around(at)?;
        let rest = after.strip_prefix(method)?;
        let is_longer = rest.starts_with(|c: char| c.is_alphanumeric() || c == '_');
        if is_longer && !method.is_empty() {
            return None;
        }
        receiver(&before)
    }

    /// How the object is called that is made at that place.
    pub(crate) fn made(&mut self, at: &'static Location<'static>) -> Option<String> {
        let (before, _) = self.around(at)?;
        made(&before)
    }

    /// The text before a place, from some lines above on, and the rest of its line.
    fn around(&mut self, at: &'static Location<'static>) -> Option<(String, String)> {
        let lines = self.lines(at.file())?;
        let last = (at.line() as usize).checked_sub(1)?;
        let line = lines.get(last)?;
        let (at, _) = line.char_indices().nth(at.column() as usize - 1)?;
        let mut before = lines[last.saturating_sub(LINES)..last].join("\n");
        before.push('\n');
        before.push_str(&line[..at]);
        Some((before, line[at..].to_owned()))
    }

    fn lines(&mut self, file: &'static str) -> Option<&[String]> {
        let lines = self.files.entry(file).or_insert_with(|| {
            let text = read(file)?;
            Some(text.lines().map(str::to_owned).collect())
        });
        lines.as_deref()
    }
}

/// Reads a file that the compiler was told of: from the directory of the workspace, which is
/// above that of tests.
pub(crate) fn read(file: &str) -> Option<String> {
    if Path::new(file).is_absolute() {
        return read_file(Path::new(file));
    }
    let here = env::current_dir().ok()?;
    let mut above = here.ancestors();
    above.find_map(|folder| read_file(&folder.join(file)))
}

/// Reads a file. What is none, or too large for a source, is not waited for.
fn read_file(path: &Path) -> Option<String> {
    let data = fs::metadata(path).ok()?;
    let is_source = data.is_file() && data.len() <= LARGEST;
    is_source.then(|| fs::read_to_string(path).ok()).flatten()
}

/// How an object is called where it is used.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Name {
    pub(crate) text: String,
    /// Is it a field, and so the same wherever it is used?
    pub(crate) is_field: bool,
}

/// The expression before the dot of a method call: a variable, a field, an element of these.
fn receiver(before: &str) -> Option<Name> {
    let mut rest = before.trim_end().strip_suffix('.')?.trim_end();
    let mut end = String::new();
    loop {
        if let Some(inside) = rest.strip_suffix(']') {
            let open = opening(inside, '[', ']')?;
            end = format!("[{}]{end}", inside[open + 1..].trim());
            rest = inside[..open].trim_end();
            continue;
        }
        let word = last_word(rest);
        if word.is_empty() {
            return None;
        }
        rest = rest[..rest.len() - word.len()].trim_end();
        let parent = rest.strip_suffix('.').map(str::trim_end);
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            end = format!(".{word}{end}");
            rest = parent?;
            continue;
        }
        if word == "self" && end.is_empty() {
            return None;
        }
        let text = format!("{word}{end}");
        let is_short = text.chars().count() <= LONGEST && !text.contains('\n');
        return is_short.then_some(Name {
            text,
            is_field: parent.is_some(),
        });
    }
}

/// What a new object is put into: `head: AtomicUsize::new(0)`, `let flag = Arc::new(..)`.
fn made(before: &str) -> Option<String> {
    let mut rest = before.trim_end();
    loop {
        // What it is wrapped in.
        if let Some(call) = rest.strip_suffix('(') {
            let is_path = |c: char| c.is_alphanumeric() || "_:<>".contains(c);
            let path = call.trim_end_matches(is_path);
            if path.len() == call.len() {
                // A tuple: it has several.
                return None;
            }
            rest = path.trim_end();
        } else if let Some(block) = rest.strip_suffix("const {") {
            rest = block.trim_end();
        } else {
            break;
        }
    }
    if let Some(field) = rest.strip_suffix(':') {
        let name = last_word(field.trim_end());
        return (!field.ends_with(':') && !name.is_empty()).then(|| name.to_owned());
    }
    let assigned = rest.strip_suffix('=')?;
    if assigned.ends_with(['=', '!', '<', '>', '+', '|', '&']) {
        return None;
    }
    let statement = assigned.rsplit([';', '{', '}']).next()?.trim();
    for keyword in ["let ", "static ", "const "] {
        if let Some(at) = statement.rfind(keyword) {
            let name = statement[at + keyword.len()..].trim_start();
            let name = name.strip_prefix("mut ").unwrap_or(name).trim_start();
            let is_word = |c: char| c.is_alphanumeric() || c == '_';
            let end = name.find(|c: char| !is_word(c)).unwrap_or(name.len());
            return (end > 0).then(|| name[..end].to_owned());
        }
    }
    let name = last_word(statement);
    (!name.is_empty()).then(|| name.to_owned())
}

/// The word that a text ends with.
fn last_word(text: &str) -> &str {
    let start = text.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    &text[start.len()..]
}

/// Where the bracket was opened that the text is inside of.
fn opening(text: &str, open: char, close: char) -> Option<usize> {
    let mut depth = 0;
    for (at, c) in text.char_indices().rev() {
        match c {
            _ if c == close => depth += 1,
            _ if c == open && depth == 0 => return Some(at),
            _ if c == open => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn receivers_have_names() {
        let name = |text: &str| receiver(text).map(|name| (name.text, name.is_field));
        let some = |text: &str, is_field| Some((text.to_owned(), is_field));
        assert_eq!(name("let x = counter."), some("counter", false));
        assert_eq!(name("while !self.head."), some("head", true));
        assert_eq!(
            name("    self.queue\n        .tail\n        ."),
            some("tail", true)
        );
        assert_eq!(name("unsafe { (*node).next."), some("next", true));
        assert_eq!(name("flags[1 - me]."), some("flags[1 - me]", false));
        assert_eq!(name("self.slots[at[0]]."), some("slots[at[0]]", true));
        assert_eq!(name("shared.1."), some("shared.1", false));
        assert_eq!(name("self.0."), some("self.0", false));
        assert_eq!(name("self."), None);
        assert_eq!(name("queue.head()."), None);
        assert_eq!(name("drop("), None);
    }

    #[test]
    fn new_objects_have_names() {
        let name = |text: &str| made(text);
        let some = |text: &str| Some(text.to_owned());
        assert_eq!(name("    head: "), some("head"));
        assert_eq!(name("Stack { head: null(), len: "), some("len"));
        assert_eq!(name("let counter = Arc::new("), some("counter"));
        assert_eq!(name("let mut cell: AtomicBool = "), some("cell"));
        assert_eq!(name("static READY: AtomicBool = "), some("READY"));
        assert_eq!(name("self.flag = "), some("flag"));
        assert_eq!(
            name("lock: CachePadded::new(Mutex::<u8>::new("),
            some("lock")
        );
        assert_eq!(name("let (a, b) = ("), None);
        assert_eq!(name("let pair = Arc::new(("), None);
        assert_eq!(name("let all = [const {"), None);
        assert_eq!(name("x == "), None);
        assert_eq!(name("Queue::"), None);
        assert_eq!(name("spawn(move || "), None);
    }
}
