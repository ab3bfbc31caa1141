//! What a file with settings says, with the lines where it does.

use super::{NAME, as_path};
use clap::{Arg, ArgAction};
use std::any::TypeId;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use toml::{Spanned, Value};

/// A file that was read.
pub(super) struct Settings {
    place: PathBuf,
    /// The text, which is trusted or not.
    text: String,
    /// In the order of the file.
    pub(super) entries: Vec<Entry>,
}

/// A key with its value.
pub(super) struct Entry {
    pub(super) key: String,
    value: Value,
    line: usize,
}

impl Settings {
    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, or is not TOML; a message for people.
    pub(super) fn read(place: &Path) -> Result<Settings, String> {
        let shown = place.display();
        let text = fs::read(place).map_err(|error| {
            format!("{shown}: {error}: name another file, or write {NAME} with `mazurka init`")
        })?;
        let text = String::from_utf8(text)
            .map_err(|_| format!("{shown}: it is not text (UTF-8): write it anew, as TOML"))?;
        let line = |at: usize| 1 + text.bytes().take(at).filter(|byte| *byte == b'\n').count();
        let read: Result<BTreeMap<Spanned<String>, Spanned<Value>>, _> = toml::from_str(&text);
        let read = read.map_err(|error| {
            let at = error.span().map_or(1, |span| line(span.start));
            let what = error
                .message()
                .lines()
                .next()
                .unwrap_or_default()
                .to_owned();
            format!(
                "{shown}:{at}: {what}: a line looks like `key = value`, as `mazurka init` writes \
                 {NAME}"
            )
        })?;
        let mut entries: Vec<(usize, Entry)> = read
            .into_iter()
            .map(|(key, value)| {
                let at = key.span().start;
                let entry = Entry {
                    line: line(at),
                    key: key.into_inner(),
                    value: value.into_inner(),
                };
                (at, entry)
            })
            .collect();
        entries.sort_by_key(|(at, _)| *at);
        Ok(Settings {
            place: place.to_owned(),
            text,
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
        })
    }

    /// The path of the file.
    pub(super) fn place(&self) -> &Path {
        &self.place
    }

    /// Its folder.
    pub(super) fn folder(&self) -> &Path {
        self.place.parent().unwrap_or(Path::new(""))
    }

    /// What it says.
    pub(super) fn bytes(&self) -> &[u8] {
        self.text.as_bytes()
    }

    /// What is wrong with an entry, for people.
    pub(super) fn wrong(&self, entry: &Entry, why: &str) -> String {
        let place = self.place.display();
        format!("{place}:{}: {}: {why}", entry.line, entry.key)
    }

    /// The words of the command line for an entry.
    pub(super) fn words(&self, entry: &Entry, arg: &Arg) -> Result<Vec<OsString>, String> {
        let key = &entry.key;
        let is_switch = matches!(arg.get_action(), ArgAction::SetTrue);
        let takes_none = arg
            .get_num_args()
            .is_some_and(|count| count.min_values() == 0);
        match &entry.value {
            Value::Boolean(on) if is_switch => {
                Ok(on.then(|| format!("--{key}").into()).into_iter().collect())
            }
            Value::Boolean(on) if takes_none => Ok(vec![format!("--{key}={on}").into()]),
            _ if is_switch => Err(self.wrong(entry, "it is a switch: write true or false")),
            Value::Array(values) if matches!(arg.get_action(), ArgAction::Append) => {
                let words = values.iter().map(|value| self.word(entry, value, arg));
                words.collect()
            }
            Value::Array(_) => {
                let models = match &**key {
                    "model" => ", or `models` with a list",
                    _ => "",
                };
                Err(self.wrong(entry, &format!("it takes one value: write that{models}")))
            }
            value => Ok(vec![self.word(entry, value, arg)?]),
        }
    }

    /// The word for one value.
    fn word(&self, entry: &Entry, value: &Value, arg: &Arg) -> Result<OsString, String> {
        let text = match value {
            Value::String(text) => text.clone(),
            Value::Integer(number) => number.to_string(),
            Value::Float(number) => number.to_string(),
            _ => return Err(self.wrong(entry, "it takes a text or a number: write one")),
        };
        let mut word = OsString::from(format!("--{}=", entry.key));
        let is_compiler = ["clang", "erlc", "elixirc"].contains(&&*entry.key);
        let is_path = arg.get_value_parser().type_id() == TypeId::of::<PathBuf>();
        let is_name = is_compiler && !text.contains('/');
        match text.split_once('=') {
            // A file that a C program may open under a name.
            Some((name, path)) if entry.key == "file" => {
                word.push(format!("{name}="));
                word.push(self.path(path));
            }
            _ if is_path && !is_name => word.push(self.path(&text)),
            _ => word.push(text),
        }
        Ok(word)
    }

    /// Paths are relative to the folder of the file.
    fn path(&self, text: &str) -> PathBuf {
        self.folder().join(text).components().collect()
    }

    /// A list of texts, or one text.
    pub(super) fn strings(&self, entry: &Entry) -> Result<Vec<String>, String> {
        let example = || {
            let why = "it takes a list of texts: write `[\"...\", \"...\"]`";
            self.wrong(entry, why)
        };
        match &entry.value {
            Value::String(text) => Ok(vec![text.clone()]),
            Value::Array(values) => {
                let texts = values.iter().map(|value| value.as_str().map(str::to_owned));
                texts.collect::<Option<_>>().ok_or_else(example)
            }
            _ => Err(example()),
        }
    }

    /// The same of paths.
    pub(super) fn paths(&self, entry: &Entry) -> Result<Vec<OsString>, String> {
        let texts = self.strings(entry)?;
        Ok(texts.iter().map(|text| as_path(&self.path(text))).collect())
    }
}
