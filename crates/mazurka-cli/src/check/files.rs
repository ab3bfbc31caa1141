//! From the paths of the command line to the files to check, and who reads them.

use super::litmus;
use super::{Checked, Crew};
use mazurka_litmus::Explored;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

/// A language that can be checked.
#[derive(Debug)]
pub(super) struct FrontEnd {
    /// How names of files in it end, after the last dot.
    extension: &'static str,
    /// Checks the text of a file, from the beginning or from where it was left; an
    /// error is for people.
    pub(super) check: Check,
}

type Check = fn(&str, &Crew<'_>, Option<Explored>) -> Result<(Checked, Explored), String>;

static FRONT_ENDS: [FrontEnd; 1] = [FrontEnd {
    extension: "litmus",
    check: litmus::check,
}];

/// A file to check.
pub(super) struct Input {
    pub(super) path: PathBuf,
    /// What is wrong with it, if anything is.
    pub(super) wrong: Option<String>,
}

/// How deep lists may name lists; a list that names itself goes deeper.
const DEEPEST_LIST: usize = 16;

/// The files that the paths stand for, in order.
pub(super) fn expand(paths: &[PathBuf]) -> Vec<Input> {
    let mut inputs = Vec::new();
    for path in paths {
        expand_path(path, 0, &mut inputs);
    }
    inputs
}

/// Does the path stand for itself, and not for any number of files?
pub(super) fn is_single(path: &Path) -> bool {
    !is_list(path) && !path.is_dir()
}

/// As herd has it: a file whose name begins with `@` lists files.
fn is_list(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"@"))
}

fn expand_path(path: &Path, depth: usize, inputs: &mut Vec<Input>) {
    if path.is_dir() {
        expand_directory(path, inputs);
    } else if is_list(path) {
        expand_list(path, depth, inputs);
    } else {
        let why = || match fs::metadata(path) {
            Ok(_) => unknown_extension(path),
            Err(error) => error.to_string(),
        };
        inputs.push(Input {
            path: path.to_owned(),
            wrong: front_end(path).is_none().then(why),
        });
    }
}

/// The file at each line; paths are relative to the list. Lines that begin with
/// `#` are comments.
fn expand_list(path: &Path, depth: usize, inputs: &mut Vec<Input>) {
    if depth == DEEPEST_LIST {
        inputs.push(wrong(path, "lists name one another too deeply"));
        return;
    }
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => return inputs.push(wrong(path, error)),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    let before = inputs.len();
    for line in text.lines().map(str::trim) {
        if !line.is_empty() && !line.starts_with('#') {
            expand_path(&folder.join(line), depth + 1, inputs);
        }
    }
    if inputs.len() == before {
        inputs.push(wrong(path, "the list names no file"));
    }
}

/// All files below that some front end reads.
fn expand_directory(path: &Path, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    walk(path, inputs);
    if inputs.len() == before {
        let message = format!("the directory has no file that ends in {}", extensions());
        inputs.push(wrong(path, message));
    }
}

fn walk(folder: &Path, inputs: &mut Vec<Input>) {
    let entries: Result<Vec<_>, _> = match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(error) => return inputs.push(wrong(folder, error)),
    };
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(wrong(folder, error)),
    };
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        // Links to directories are not followed: they may lead back up.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, inputs);
        } else if front_end(&path).is_some() && !path.is_dir() {
            inputs.push(Input { path, wrong: None });
        }
    }
}

/// Who reads a file of that name?
pub(super) fn front_end(path: &Path) -> Option<&'static FrontEnd> {
    let extension = path.extension()?;
    FRONT_ENDS
        .iter()
        .find(|front_end| extension == front_end.extension)
}

fn wrong(path: &Path, why: impl ToString) -> Input {
    Input {
        path: path.to_owned(),
        wrong: Some(why.to_string()),
    }
}

fn unknown_extension(path: &Path) -> String {
    let supported = extensions();
    match path.extension().map(OsStr::to_string_lossy) {
        Some(extension) => {
            format!("files that end in .{extension} cannot be checked, only {supported}")
        }
        None => format!("files without extension cannot be checked, only {supported}"),
    }
}

fn extensions() -> String {
    let all: Vec<_> = FRONT_ENDS
        .iter()
        .map(|front_end| format!(".{}", front_end.extension))
        .collect();
    all.join(", ")
}
