//! The command line as Erlang people know it from Concuerror: its spellings and short forms are
//! written as ours, and what means nothing here is said so. `docs/guide/src/from-concuerror.md` has the table.

use crate::arguments::{Arguments, Choices};
use crate::outside;
use mazurka_check::command::say;
use mazurka_erlang::options::{FOREIGN, Fate, Foreign, Takes, dpor, foreign};
use mazurka_program::FindingKind;
use std::ffi::OsString;
use std::path::Path;

/// Options that are true without a value, and may have one behind a space.
const BOOLEANS: [&str; 6] = [
    "--assertions-only",
    "--first-process-errors-only",
    "--instant-delivery",
    "--keep-going",
    "--observers",
    "--use-receive-patterns",
];

/// A command line in our words, and what is to be said of it.
#[derive(PartialEq, Eq, Debug, Default)]
pub(crate) struct Line {
    pub(crate) words: Vec<OsString>,
    pub(crate) notes: Vec<String>,
}

/// Commands that Concuerror has nothing like: their options are their own.
const OF_CLUSTERS: [&str; 5] = ["worker", "jobs", "status", "cancel", "certify"];

/// Writes a command line in our words.
///
/// # Errors
/// When it has an option of Concuerror that there is not; a message for people.
pub(crate) fn in_our_words(arguments: impl Iterator<Item = OsString>) -> Result<Line, String> {
    let mut line = Line::default();
    let words: Vec<OsString> = arguments.collect();
    let command = words.get(1);
    if command.is_some_and(|command| OF_CLUSTERS.iter().any(|own| command == own)) {
        line.words = words;
        return Ok(line);
    }
    let mut rest = words.into_iter().peekable();
    while let Some(argument) = rest.next() {
        if argument == "--" {
            line.words.push(argument);
            line.words.extend(rest);
            break;
        }
        let Some(text) = argument.to_str() else {
            line.words.push(argument);
            continue;
        };
        let (name, mut value) = match text.split_once('=') {
            Some((name, value)) if text.starts_with("--") => (name, Some(value.to_owned())),
            _ => (text, None),
        };
        let name = match name {
            "-pa" | "-pz" => format!("-{name}"),
            "-k" => "--keep-going".to_owned(),
            _ if name.starts_with("--") => name.replace('_', "-"),
            _ => name.to_owned(),
        };
        if value.is_none()
            && let Some(word) = outside::with_value(&name, &mut rest)
        {
            line.words.push(word);
            continue;
        }
        let mut next = |is: &dyn Fn(&str) -> bool| {
            let next = rest.next_if(|next| next.to_str().is_some_and(is));
            next.and_then(|next| next.into_string().ok())
        };
        let is_boolean = |text: &str| text == "true" || text == "false";
        let is_value = |text: &str| !text.starts_with('-') || text == "-1";
        let other = of_name(&name);
        if BOOLEANS.contains(&&*name)
            || other.is_some_and(|option| option.takes == Takes::Boolean)
            || name == "--optimal"
        {
            value = value.or_else(|| next(&is_boolean));
        } else if name == "--dpor" || other.is_some() {
            value = value.or_else(|| next(&is_value));
        }
        match (&*name, other) {
            ("--dpor" | "--optimal", _) => {
                let word = match (&*name, value.as_deref()) {
                    ("--optimal", Some("false")) => "source",
                    ("--optimal", _) => "optimal",
                    (_, Some(word)) => word,
                    (_, None) => return Err("--dpor needs a value: optimal or source".to_owned()),
                };
                let algorithm = dpor(word)?;
                line.words.push(format!("--algorithm={algorithm}").into());
            }
            (_, Some(option)) => {
                if let Some(note) = told(option, value.as_deref())? {
                    line.notes.push(note);
                }
            }
            _ => line.words.push(match value {
                Some(value) => format!("{name}={value}").into(),
                None => name.into(),
            }),
        }
    }
    Ok(line)
}

/// The option of that name that means nothing here.
fn of_name(name: &str) -> Option<&'static Foreign> {
    if let Some(long) = name.strip_prefix("--") {
        return foreign(&long.replace('-', "_"));
    }
    let mut letters = name.strip_prefix('-')?.chars();
    let letter = letters.next()?;
    let is_it = |option: &&Foreign| option.short == Some(letter);
    // Only `-vv` has more than one.
    let is_whole = letters.all(|other| other == letter);
    FOREIGN.iter().find(is_it).filter(|_| is_whole)
}

/// What is to be said of such an option.
fn told(option: &Foreign, value: Option<&str>) -> Result<Option<String>, String> {
    let name = option.name.replace('_', "-");
    match option.fate {
        Fate::Note(why) => Ok(Some(format!("--{name} changes nothing: {why}"))),
        Fate::Refused(unless, _) if value == Some(unless) => Ok(None),
        Fate::Refused(_, why) => Err(format!("--{name} is not supported: {why}")),
    }
}

/// Where a program begins, if `--module`, `--test` or Concuerror's `{M,F,[]}` say so.
pub(crate) fn entry(arguments: &Arguments) -> Result<Option<String>, String> {
    let choices = &arguments.settings.choices;
    if let Some(entry) = &choices.entry {
        if arguments.test.is_some() {
            return Err("--entry and --test both say where the program begins".to_owned());
        }
        let inner = entry
            .strip_prefix('{')
            .and_then(|rest| rest.strip_suffix('}'));
        let Some(inner) = inner else {
            return Ok(None);
        };
        let parts: Vec<&str> = inner.splitn(3, ',').map(str::trim).collect();
        return match parts[..] {
            [module, function, "[]"] => Ok(Some(format!("{module}:{function}/0"))),
            _ => Err(format!(
                "--entry {entry}: a program begins with a function without arguments, \
                 {{module,function,[]}} or module:function/0"
            )),
        };
    }
    if choices.has_tests() {
        // It chooses among the tests.
        return Ok(None);
    }
    let function = arguments.test.as_deref();
    let mut files = arguments.paths.iter().chain(&arguments.file);
    let stem = |path: &Path| {
        path.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    Ok(match &arguments.module {
        None => function.map(str::to_owned),
        Some(module) => match (function, files.next()) {
            (Some(function), _) => Some(format!("{module}:{function}")),
            // Attributes may say more.
            (None, None) => None,
            (None, Some(first)) if stem(first).as_ref() == Some(module) => None,
            (None, Some(_)) => Some(format!("{module}:test")),
        },
    })
}

/// Concuerror may ignore that its bound on depth was reached: here that is never a bug.
pub(crate) fn drop_depth_bound(choices: &mut Choices) {
    let before = choices.ignore.len();
    choices
        .ignore
        .retain(|kind| *kind != FindingKind::EventLimit);
    if choices.ignore.len() < before {
        say(
            "note: --ignore-error depth_bound changes nothing: an execution that reaches the bound \
             is no bug, and what was not explored is said (exit code 3)",
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(words: &[&str]) -> Result<Line, String> {
        in_our_words(words.iter().map(OsString::from))
    }

    fn is(words: &[&str], expected: &[&str]) {
        let line = line(words).expect("all are known");
        assert_eq!(line.words, expected, "{words:?}");
    }

    #[test]
    fn options_of_erlang_people_are_known() {
        is(
            &[
                "mazurka",
                "check",
                "a_b.erl",
                "-pa",
                "x_y",
                "-pz",
                "z",
                "--after_timeout=1_0",
                "--keep_going",
                "--",
                "-pa",
                "--a_b",
            ],
            &[
                "mazurka",
                "check",
                "a_b.erl",
                "--pa",
                "x_y",
                "--pz",
                "z",
                "--after-timeout=1_0",
                "--keep-going",
                "--",
                "-pa",
                "--a_b",
            ],
        );
    }

    #[test]
    fn values_of_booleans_may_stand_behind_a_space() {
        is(
            &["--keep_going", "true", "a.erl"],
            &["--keep-going=true", "a.erl"],
        );
        is(&["-k", "false"], &["--keep-going=false"]);
        is(&["-k", "a.erl"], &["--keep-going", "a.erl"]);
        is(
            &["--instant_delivery", "false"],
            &["--instant-delivery=false"],
        );
        is(&["--assertions-only=true"], &["--assertions-only=true"]);
    }

    #[test]
    fn commands_of_clusters_have_options_of_their_own() {
        let words = ["mazurka", "certify", "7", "--output", "file", "-o", "file"];
        let line = in_our_words(words.map(OsString::from).into_iter()).unwrap();
        assert_eq!(line.words, words);
        assert!(
            in_our_words(
                ["mazurka", "check", "--output", "file"]
                    .map(OsString::from)
                    .into_iter()
            )
            .is_err()
        );
    }

    #[test]
    fn algorithms_have_other_names() {
        is(&["--dpor", "persistent"], &["--algorithm=classic"]);
        is(&["--dpor=none"], &["--algorithm=exhaustive"]);
        is(&["--optimal", "false"], &["--algorithm=source"]);
        is(&["--optimal", "a.erl"], &["--algorithm=optimal", "a.erl"]);
        assert!(line(&["--dpor", "best"]).is_err());
        assert!(line(&["--dpor"]).is_err());
    }

    #[test]
    fn what_means_nothing_is_said() {
        let noted = [
            &["--assume_racing", "false"][..],
            &["-x", "m"],
            &["--no-output"],
            &["--non_racing_system", "user"],
            &["--scheduling", "newest"],
            &["--show_races", "true"],
            &["--strict_scheduling"],
            &["-s", "true"],
            &["--timeout", "-1"],
            &["-vv"],
            &["--verbosity=3"],
        ];
        for words in noted {
            let line = line(words).expect("it changes nothing");
            assert_eq!((line.words.len(), line.notes.len()), (0, 1), "{words:?}");
        }
        let refused = [
            &["--disable_sleep_sets"][..],
            &["-g", "x.dot"],
            &["--log_all"],
            &["-o", "report.txt"],
            &["-b", "3"],
            &["-c", "delay"],
        ];
        for words in refused {
            let error = line(words).expect_err("it is refused");
            assert!(error.contains("is not supported: "), "{error}");
        }
        for fine in [&["-c", "none"], &["--log-all", "false"]] {
            assert_eq!(line(fine), Ok(Line::default()));
        }
    }
}
