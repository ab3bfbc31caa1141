//! `mazurka.toml`: settings for the checks of a folder.
//!
//! A key is a long option of `mazurka check`, so that the file can say what the command line can,
//! in the same words and with the same checks. Two more are `files`, and `models` for checks
//! under several memory models. What the file says becomes words of the command line, except
//! where that says something itself.
//!
//! The file may have come with a program that a person only wants to look at. So it counts only
//! where nobody else can have put it ([`place`]), and what runs code needs a word ([`trust`]).

mod file;
mod init;
mod place;
mod trust;

pub(crate) use init::init;

use crate::arguments::Arguments as CheckArguments;
use crate::{Arguments, Command, misspelt};
use clap::parser::ValueSource;
use clap::{Arg, ArgMatches, CommandFactory, Parser};
use file::{Entry, Settings};
use std::ffi::{OsStr, OsString};
use std::path::Path;

/// The name of the file.
pub(crate) const NAME: &str = "mazurka.toml";

/// The name of the subcommand that it is for.
const CHECK: &str = "check";

/// Options that belong to one command, and not to a folder.
const NOT_HERE: [&str; 9] = [
    "config",
    "trust-config",
    "resume",
    "replay",
    "watch",
    "watched",
    "help",
    "version",
    "json",
];

/// The arguments of each check that is to be made: one for each memory model.
///
/// # Errors
/// When the file is not as it should be, or nothing is to be checked; a message for people.
pub(crate) fn checks(
    given: CheckArguments,
    matches: &ArgMatches,
    words: &[OsString],
) -> Result<Vec<CheckArguments>, String> {
    let is_named = given.names_something();
    let place = match &given.conventions.config {
        Some(path) => path.clone(),
        None if is_named => return Ok(vec![given]),
        None => place::nearest()?,
    };
    let settings = Settings::read(&place)?;
    let command = Arguments::command();
    let check = command
        .find_subcommand(CHECK)
        .expect("there is such a command");
    let given_of_check = matches.subcommand_matches(CHECK);
    let is_given = |arg: &Arg| {
        let source = given_of_check.and_then(|given| given.value_source(arg.get_id().as_str()));
        source == Some(ValueSource::CommandLine)
    };
    let given_args: Vec<&Arg> = check.get_arguments().filter(|arg| is_given(arg)).collect();
    // What the command line says counts, also if it contradicts the file.
    let is_overruled = |arg: &Arg| {
        given_args.iter().any(|given| {
            let conflicts = |a: &Arg, b: &Arg| {
                let others = check.get_arg_conflicts_with(a);
                others.iter().any(|other| other.get_id() == b.get_id())
            };
            given.get_id() == arg.get_id() || conflicts(given, arg) || conflicts(arg, given)
        })
    };
    let has = |name: &str| given_args.iter().any(|arg| arg.get_id() == name);
    let mut doubts = Vec::new();
    let mut options = Vec::new();
    let mut files = Vec::new();
    let mut flags = Vec::new();
    let mut models = Vec::new();
    for entry in &settings.entries {
        match &*entry.key {
            "files" => files = settings.paths(entry)?,
            "flags" => {
                flags = settings.strings(entry)?;
                if !has("flags") {
                    let doubt = trust::of_flags(&flags, settings.folder());
                    doubts.extend(doubt.map(|doubt| settings.wrong(entry, &doubt)));
                }
            }
            "models" => models = models_of(&settings, entry)?,
            key => {
                let arg = check
                    .get_arguments()
                    .find(|arg| arg.get_long() == Some(key));
                let arg = arg.filter(|_| !NOT_HERE.contains(&key));
                let arg = arg.ok_or_else(|| unknown(&settings, entry, check))?;
                let words = settings.words(entry, arg)?;
                try_words(&settings, entry, &words)?;
                if !is_overruled(arg) {
                    let doubt = trust::of_option(key, &words, settings.folder());
                    doubts.extend(doubt.map(|doubt| settings.wrong(entry, &doubt)));
                    options.extend(words);
                }
            }
        }
    }
    match given.conventions.trust_config {
        true => trust::remember(&settings)?,
        false if !doubts.is_empty() && !trust::is_known(&settings) => {
            return Err(format!(
                "{}: look at it, and say --trust-config once if you trust this file",
                doubts[0]
            ));
        }
        false => {}
    }
    if !is_named && files.is_empty() {
        return Err(format!(
            "{}: it names no files: write `files = [\"FILE or FOLDER\"]`, or name some on the \
             command line",
            place.display()
        ));
    }
    if is_named {
        files.clear();
    }
    if has("flags") {
        flags.clear();
    }
    if has("model") {
        models.clear();
    }
    let line = |model: Option<&String>| {
        let at = words.iter().position(|word| word == CHECK).unwrap_or(1);
        let mut line = words[..=at].to_vec();
        line.extend(options.iter().cloned());
        line.extend(model.map(|model| OsString::from(format!("--model={model}"))));
        line.extend(files.iter().cloned());
        line.extend_from_slice(&words[at + 1..]);
        if !flags.is_empty() {
            line.push("--".into());
            line.extend(flags.iter().map(OsString::from));
        }
        line
    };
    let lines: Vec<Vec<OsString>> = match models.is_empty() {
        true => vec![line(None)],
        false => models.iter().map(|model| line(Some(model))).collect(),
    };
    lines.into_iter().map(|line| parsed(&place, line)).collect()
}

fn unknown(settings: &Settings, entry: &Entry, check: &clap::Command) -> String {
    let plain = entry.key.to_lowercase().replace('_', "-");
    let shown = check.get_arguments().filter(|arg| !arg.is_hide_set());
    let keys = shown.filter_map(Arg::get_long);
    let keys = keys.chain(["files", "models", "flags"]);
    let keys = keys.filter(|key| !NOT_HERE.contains(key));
    let meant = misspelt::nearest(&entry.key, keys);
    let way_out = match &meant[..] {
        [meant] if *meant == plain => format!("write `{meant}`"),
        [meant] => format!("did you mean `{meant}`?"),
        _ => "keys are files, models, flags and the long options of `mazurka check` (see its \
                 --help): remove it"
            .to_owned(),
    };
    settings.wrong(entry, &format!("there is no such key: {way_out}"))
}

/// The memory models, of which each is there once.
fn models_of(settings: &Settings, entry: &Entry) -> Result<Vec<String>, String> {
    let models = settings.strings(entry)?;
    if models.is_empty() {
        return Err(settings.wrong(entry, "name one at least, or leave the key out"));
    }
    for (nth, model) in models.iter().enumerate() {
        try_words(settings, entry, &[format!("--model={model}").into()])?;
        if models[..nth].contains(model) {
            return Err(settings.wrong(entry, &format!("{model} is there twice: remove one")));
        }
    }
    Ok(models)
}

/// Would the command line take these words?
fn try_words(settings: &Settings, entry: &Entry, words: &[OsString]) -> Result<(), String> {
    let line = ["mazurka", CHECK, "some.c"].map(OsString::from);
    let line = line.into_iter().chain(words.iter().cloned());
    match Arguments::try_parse_from(line) {
        Ok(_) => Ok(()),
        Err(error) => Err(settings.wrong(entry, &in_one_line(&error))),
    }
}

/// The first line of what is wrong, and which values there are.
fn in_one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let mut lines = text.lines().map(str::trim);
    let first = lines.next().unwrap_or_default();
    let first = first.strip_prefix("error: ").unwrap_or(first);
    let possible = lines.find(|line| line.starts_with("[possible values"));
    match possible {
        Some(possible) => format!("{first} {possible}"),
        None => first.to_owned(),
    }
}

/// The arguments of a check.
fn parsed(place: &Path, line: Vec<OsString>) -> Result<CheckArguments, String> {
    match Arguments::try_parse_from(line) {
        Ok(Arguments {
            command: Command::Check(arguments),
        }) => {
            let mut arguments = *arguments;
            arguments.conventions.config = Some(place.to_owned());
            Ok(arguments)
        }
        Ok(_) => unreachable!("the words are those of a check"),
        Err(error) => Err(format!(
            "{}: {}: remove what does not go together",
            place.display(),
            in_one_line(&error)
        )),
    }
}

/// A path that is taken for no option.
fn as_path(path: &Path) -> OsString {
    let is_like_option = |name: &OsStr| name.as_encoded_bytes().starts_with(b"-");
    match is_like_option(path.as_os_str()) {
        true => Path::new(".").join(path).into_os_string(),
        false => path.as_os_str().to_owned(),
    }
}
