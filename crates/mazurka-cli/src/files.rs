//! From the paths of the command line to what is to be checked.

use mazurka_check::Until;
use mazurka_check::command::{FrontEnd, Input, of_file, say};
use mazurka_check::shortage::told;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// The languages that there are.
type Table = [Box<dyn FrontEnd>];

fn file(path: &Path) -> Input {
    Input {
        paths: vec![path.to_owned()],
        test: None,
        wrong: None,
    }
}

fn wrong(path: &Path, why: impl ToString) -> Input {
    Input {
        wrong: Some(why.to_string()),
        ..file(path)
    }
}

/// The message about what is no file, and may never come to an end.
const NO_FILE: &str = "this is no regular file: write what is to be checked to one first";

/// One that cannot be read.
fn unreadable(path: &Path, error: &io::Error) -> Input {
    let way_out = match error.kind() {
        io::ErrorKind::NotFound => ": check its name, and that it is in this folder",
        io::ErrorKind::PermissionDenied => ": make it readable (`chmod u+r`)",
        _ => return wrong(path, told(error)),
    };
    wrong(path, format!("{error}{way_out}"))
}

/// What the paths stand for, in order. Programs that are named one by one are linked,
/// unless `each` is a program of its own.
pub(crate) fn expand(paths: &[PathBuf], each: bool, table: &Table) -> Result<Vec<Input>, String> {
    let links = |path: &Path| of_file(table, path).map(FrontEnd::links);
    let is_part = |path: &Path| !each && is_single(path) && links(path) == Some(true);
    let is_litmus = |path: &Path| is_single(path) && links(path) == Some(false);
    let parts: Vec<&PathBuf> = paths.iter().filter(|path| is_part(path)).collect();
    if !parts.is_empty()
        && let Some(litmus) = paths.iter().find(|path| is_litmus(path))
    {
        return Err(format!(
            "{} is a litmus test and {} a part of a program: check them with two commands, or \
             one by one with --each",
            litmus.display(),
            parts[0].display()
        ));
    }
    let language = |path: &Path| of_file(table, path).map(FrontEnd::name);
    if let Some(other) = parts
        .iter()
        .find(|part| language(part) != language(parts[0]))
    {
        return Err(format!(
            "{} and {} are in different languages: check them with two commands, or one by one \
             with --each",
            parts[0].display(),
            other.display()
        ));
    }
    let mut inputs = Vec::new();
    let mut lists = Lists::default();
    let mut is_linked = false;
    for path in paths {
        if !is_part(path) {
            expand_path(path, table, &mut lists, &mut inputs);
        } else if !std::mem::replace(&mut is_linked, true) {
            inputs.push(linked(&parts));
        }
    }
    Ok(inputs)
}

/// Each test of files that have some, in their place. Of all, only those that are wanted: the one
/// with that name, or else those with that in their names.
pub(crate) fn tests(
    inputs: Vec<Input>,
    wanted: Option<&str>,
    table: &Table,
    until: &Until,
) -> Result<Vec<Input>, String> {
    let mut all = Vec::new();
    for input in inputs {
        let Some(language) = of_file(table, &input.paths[0]).filter(|_| input.wrong.is_none())
        else {
            all.push(input);
            continue;
        };
        match language.tests(&input.paths, until) {
            Ok(None) => {
                let why = "--eunit and --ct are for Erlang programs: leave them out";
                all.push(wrong(&input.paths[0], why));
            }
            Ok(Some(listed)) => {
                for note in &listed.notes {
                    say(&format!("note: {note}"));
                }
                all.extend(listed.names.into_iter().map(|name| Input {
                    paths: input.paths.clone(),
                    test: Some(name),
                    wrong: None,
                }));
            }
            // The message names the file.
            Err(why) => {
                let path = input.paths[0].display().to_string();
                let why = why.strip_prefix(&format!("{path}: ")).unwrap_or(&why);
                all.push(wrong(&input.paths[0], why));
            }
        }
    }
    let Some(wanted) = wanted else {
        return match all.is_empty() {
            true => Err("all tests are skipped".to_owned()),
            false => Ok(all),
        };
    };
    let is = |input: &Input, is: fn(&str, &str) -> bool| {
        input.test.as_ref().is_some_and(|name| is(name, wanted))
    };
    let is_named = |name: &str, wanted: &str| name.split(' ').next() == Some(wanted);
    let has_name = all.iter().any(|input| is(input, is_named));
    let has_part = all
        .iter()
        .any(|input| is(input, |name, wanted| name.contains(wanted)));
    if !has_part && all.iter().all(|input| input.wrong.is_none()) {
        let names: Vec<&str> = all
            .iter()
            .filter_map(|input| input.test.as_deref())
            .collect();
        let most = 20;
        let more = match names.len() > most {
            true => ", ...",
            false => "",
        };
        let names = names[..names.len().min(most)].join(", ");
        return Err(format!(
            "--test {wanted}: there is no such test, only {names}{more}"
        ));
    }
    all.retain(|input| match has_name {
        true => is(input, is_named),
        // What is wrong is said.
        false => input.test.is_none() || is(input, |name, wanted| name.contains(wanted)),
    });
    Ok(all)
}

/// What a command that checks tests is given: files with tests, and folders with modules that
/// these call. Of a module that is there twice, as a source and compiled, the newer file counts.
pub(crate) fn without_folders(mut inputs: Vec<Input>) -> Vec<Input> {
    let is_fine = |input: &Input| input.wrong.is_none();
    if inputs.iter().any(is_fine) {
        inputs.retain(|input| is_fine(input) || !input.paths[0].is_dir());
    }
    let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
    let is_older = |input: &Input| {
        let [path] = &input.paths[..] else {
            return false;
        };
        let source = path.with_extension("erl");
        let compiled = path.with_extension("beam");
        let other = if *path == source { &compiled } else { &source };
        let is_newer = match *path == source {
            true => time(&source) > time(&compiled),
            false => time(&compiled) >= time(&source),
        };
        let mut all = inputs.iter();
        !is_newer && all.any(|input| input.paths[..] == [other.clone()])
    };
    let older: Vec<bool> = inputs.iter().map(is_older).collect();
    let mut older = older.into_iter();
    inputs.retain(|_| !older.next().unwrap_or(false));
    inputs
}

/// The folders with compiled modules among those that are named, and below: these may call one
/// another.
pub(crate) fn folders_below(paths: &[PathBuf]) -> Vec<PathBuf> {
    let mut folders = Vec::new();
    let mut left: Vec<PathBuf> = paths.iter().filter(|path| path.is_dir()).cloned().collect();
    left.reverse();
    while let Some(folder) = left.pop() {
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut entries: Vec<fs::DirEntry> = entries.collect();
        entries.sort_by_key(fs::DirEntry::path);
        let is_beam = |entry: &fs::DirEntry| entry.path().extension() == Some(OsStr::new("beam"));
        if entries.iter().any(is_beam) && !folders.contains(&folder) {
            folders.push(folder);
        }
        let is_folder = |entry: &&fs::DirEntry| entry.file_type().is_ok_and(|kind| kind.is_dir());
        left.extend(
            entries
                .iter()
                .rev()
                .filter(is_folder)
                .map(fs::DirEntry::path),
        );
    }
    folders
}

/// The file of a module, in those folders or in this one.
pub(crate) fn of_module<'f>(
    module: &str,
    folders: impl Iterator<Item = &'f PathBuf>,
) -> Result<PathBuf, String> {
    let here = PathBuf::new();
    for folder in folders.cloned().chain([here]) {
        for end in ["beam", "erl"] {
            let path = folder.join(format!("{module}.{end}"));
            if path.is_file() {
                return Ok(path);
            }
        }
    }
    Err(format!(
        "--module {module}: there is no {module}.beam or {module}.erl in the folders of --pa and \
         --pz, nor here: name the file"
    ))
}

/// The files of one program.
fn linked(parts: &[&PathBuf]) -> Input {
    for path in parts {
        match fs::metadata(path) {
            Ok(data) if data.is_file() => {}
            Ok(_) => return wrong(path, NO_FILE),
            Err(error) => return unreadable(path, &error),
        }
    }
    Input {
        paths: parts.iter().map(|path| (*path).clone()).collect(),
        test: None,
        wrong: None,
    }
}

/// Does the path stand for itself, and not for any number of files?
pub(crate) fn is_single(path: &Path) -> bool {
    !is_list(path) && !path.is_dir()
}

/// As herd has it: a file whose name begins with `@` lists files.
fn is_list(path: &Path) -> bool {
    path.file_name()
        .is_some_and(|name| name.as_encoded_bytes().starts_with(b"@"))
}

/// Lists that name lists.
#[derive(Default)]
struct Lists {
    /// Those that led to what is being looked at.
    within: Vec<PathBuf>,
    /// Those that were said to name themselves: once is enough.
    told: Vec<PathBuf>,
}

fn expand_path(path: &Path, table: &Table, lists: &mut Lists, inputs: &mut Vec<Input>) {
    if path.is_dir() {
        expand_directory(path, table, inputs);
    } else if is_list(path) {
        expand_list(path, table, lists, inputs);
    } else {
        inputs.push(match fs::metadata(path) {
            Ok(data) if of_file(table, path).is_some() => match data.is_file() {
                true => file(path),
                false => wrong(path, NO_FILE),
            },
            Ok(_) => wrong(path, unknown_extension(path, table)),
            Err(error) => unreadable(path, &error),
        });
    }
}

/// The file at each line; paths are relative to the list. Lines that begin with
/// `#` are comments.
fn expand_list(path: &Path, table: &Table, lists: &mut Lists, inputs: &mut Vec<Input>) {
    let place = match fs::canonicalize(path) {
        Ok(place) => place,
        Err(error) => return inputs.push(unreadable(path, &error)),
    };
    if lists.within.contains(&place) {
        if !lists.told.contains(&place) {
            let message = "the list names itself, or a list that it names does: remove that line";
            inputs.push(wrong(path, message));
            lists.told.push(place);
        }
        return;
    }
    let text = match fs::read(path) {
        Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
        Err(error) => return inputs.push(unreadable(path, &error)),
    };
    let folder = path.parent().unwrap_or(Path::new(""));
    lists.within.push(place);
    let mut is_empty = true;
    for line in text.lines().map(str::trim) {
        if !line.is_empty() && !line.starts_with('#') {
            is_empty = false;
            expand_path(&folder.join(line), table, lists, inputs);
        }
    }
    lists.within.pop();
    if is_empty {
        inputs.push(wrong(
            path,
            "the list names no file: write one at each line",
        ));
    }
}

/// All files below that can be checked.
fn expand_directory(path: &Path, table: &Table, inputs: &mut Vec<Input>) {
    let before = inputs.len();
    walk(path, table, inputs);
    if inputs.len() == before {
        let message = format!(
            "the directory has no file that ends in {} (of Erlang's, none that has test/0 or what \
             --entry names, with --eunit and --ct none that has tests)",
            extensions(table)
        );
        inputs.push(wrong(path, message));
    }
}

fn walk(folder: &Path, table: &Table, inputs: &mut Vec<Input>) {
    let entries: Result<Vec<_>, _> = match fs::read_dir(folder) {
        Ok(entries) => entries.collect(),
        Err(error) => return inputs.push(unreadable(folder, &error)),
    };
    let mut entries = match entries {
        Ok(entries) => entries,
        Err(error) => return inputs.push(unreadable(folder, &error)),
    };
    entries.sort_by_key(fs::DirEntry::path);
    for entry in entries {
        let path = entry.path();
        // Links to directories are not followed: they may lead back up.
        if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
            walk(&path, table, inputs);
        } else if let Some(language) = of_file(table, &path).filter(|_| !path.is_dir()) {
            let is_device = fs::metadata(&path).is_ok_and(|data| !data.is_file());
            if is_device {
                inputs.push(wrong(&path, NO_FILE));
            } else if language.may_begin(&path) {
                inputs.push(file(&path));
            }
        }
    }
}

fn unknown_extension(path: &Path, table: &Table) -> String {
    let supported = extensions(table);
    match path.extension().map(OsStr::to_string_lossy).as_deref() {
        Some("bc") => String::from(
            "LLVM bitcode cannot be read, only its text: compile with `clang -S -emit-llvm -g`, \
             which writes a .ll file",
        ),
        Some(extension) => {
            format!("files that end in .{extension} cannot be checked, only {supported}")
        }
        None => format!("files without extension cannot be checked, only {supported}"),
    }
}

fn extensions(table: &Table) -> String {
    let all = table.iter().flat_map(|language| language.extensions());
    let all: Vec<_> = all.map(|name| format!(".{name}")).collect();
    all.join(", ")
}
