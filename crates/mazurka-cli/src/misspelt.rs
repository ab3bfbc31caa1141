//! What was meant by options and subcommands that there are not: those that are nearly so called,
//! those of other subcommands, and those of other checkers.

use clap::Command;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use std::ffi::OsString;
use std::path::Path;

/// Options of other checkers, and what to do instead: an option of ours, or a sentence.
/// (Concuerror's are known elsewhere.)
const FOREIGN: &[(&str, &str)] = &[
    // Memory models: Nidhugg and GenMC.
    ("sc", "--model sc, which is so without it"),
    ("tso", "--model tso"),
    ("pso", "--model pso"),
    ("ra", "--model ra"),
    ("rc11", "--model rc11"),
    ("imm", "there is no such model; the nearest is --model rc11"),
    (
        "arm",
        "there is no such model; --model rc11 is that of the language",
    ),
    (
        "power",
        "there is no such model; --model rc11 is that of the language",
    ),
    // Nidhugg.
    ("source", "--algorithm source"),
    (
        "rf",
        "there is no such option; --algorithm graphs goes through execution graphs",
    ),
    ("n-threads", "--workers N"),
    ("max-search-depth", "--max-events N, of the whole execution"),
    (
        "print-progress",
        "there is a line of progress on every terminal",
    ),
    ("no-check-mutex-init", "it is not needed"),
    (
        "spin-assume",
        "it is not needed: loops that wait are recognised",
    ),
    (
        "assume-await",
        "it is not needed: loops that wait are recognised",
    ),
    ("commute-rmws", "it is always so"),
    (
        "extfun-no-race",
        "it is not needed: functions of the machine are never called",
    ),
    (
        "check-robustness",
        "check under --model sc and under --model tso",
    ),
    ("c", "the ending of the file says what it is: .c"),
    ("cxx", "the ending of the file says what it is: .cpp"),
    ("ll", "the ending of the file says what it is: .ll"),
    // GenMC.
    ("nthreads", "--workers N"),
    (
        "check-liveness",
        "it is always so; --ignore livelock turns it off",
    ),
    ("disable-race-detection", "--ignore data-race"),
    (
        "disable-bam",
        "there is no such option: threads that arrive at a barrier commute",
    ),
    (
        "disable-spin-assume",
        "there is no such option: loops that wait are recognised",
    ),
    ("dump-error-graph", "--dot FILE"),
    ("print-error-trace", "it is always so"),
    ("program-entry-function", "a C program begins with main"),
    // Of many commands.
    ("threads", "--workers N"),
    ("jobs", "--workers N"),
    ("j", "--workers N"),
    ("time-limit", "--max-time SECONDS"),
    ("preemption-bound", "--preemptions N"),
    ("delay-bound", "--delays N"),
    ("random", "--algorithm random:SEED"),
    ("seed", "--algorithm random:SEED"),
    ("fences", "--suggest-fences"),
    ("dfs", "--algorithm exhaustive"),
    ("verbose", "all is printed, unless --quiet says otherwise"),
    ("version", "`mazurka --version`"),
];

/// Words for `check` of other checkers.
const CHECKS: &[&str] = &["verify", "run", "test", "explore", "prove", "model-check"];

/// Flags of compilers, by how they begin.
const OF_COMPILERS: &[&str] = &[
    "-D", "-I", "-O", "-U", "-W", "-g", "-l", "-L", "-std", "-pthread", "-fno", "-x", "-include",
    "+",
];

/// The options of a subcommand that its help has.
fn options(command: &Command) -> impl Iterator<Item = &str> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    shown.flat_map(|arg| {
        let others = arg.get_all_aliases().unwrap_or_default();
        arg.get_long().into_iter().chain(others)
    })
}

/// The number of letters that have to be put in, left out, changed, or change places with the next.
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<usize>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let changed = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut least = changed.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                least = least.min(rows[i - 2][j - 2] + 1);
            }
            row.push(least);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// The names that are most like another: those that begin with it, or else the nearest, if that is
/// near enough.
pub(crate) fn nearest<'n>(name: &str, names: impl Iterator<Item = &'n str>) -> Vec<&'n str> {
    let names: Vec<&str> = names.collect();
    let plain = name.to_lowercase().replace('_', "-");
    let begin = |other: &&str| plain.len() >= 3 && other.starts_with(&plain);
    let longer: Vec<&str> = names.iter().copied().filter(begin).collect();
    if !longer.is_empty() {
        return longer;
    }
    let letters = |text: &str| {
        let mut letters: Vec<char> = text.chars().collect();
        letters.sort_unstable();
        letters
    };
    let key = |other: &str| {
        let without = |text: &str| text.replace('-', "");
        let far = distance(&without(&plain), &without(other));
        // Letters that have changed places are the most common mistake.
        (far, letters(&plain) != letters(other))
    };
    let keys = names.iter().map(|other| (key(other), *other));
    let best = keys.min_by_key(|(key, _)| *key);
    let most = (plain.len() / 4).max(1);
    let near = best.filter(|((far, _), _)| *far <= most);
    // A value may have been written without a space.
    let begins = |other: &&&str| other.len() >= 4 && plain.starts_with(**other);
    let shorter = || {
        names
            .iter()
            .filter(begins)
            .max_by_key(|name| name.len())
            .copied()
    };
    let meant = near.map(|(_, other)| other).or_else(shorter);
    meant.into_iter().collect()
}

fn context(error: &clap::Error, kind: ContextKind) -> Option<&str> {
    match error.get(kind)? {
        ContextValue::String(text) => Some(text),
        _ => None,
    }
}

/// What is wrong with a command line, if it can be told better than the parser does; for people.
pub(crate) fn explain(error: &clap::Error, all: &Command, words: &[OsString]) -> Option<String> {
    match error.kind() {
        ErrorKind::UnknownArgument => {
            let option = context(error, ContextKind::InvalidArg)?;
            let named = words.get(1).and_then(|word| word.to_str());
            match named.and_then(|name| all.find_subcommand(name)) {
                Some(command) => {
                    let is_it = |word: &&str| word.starts_with(option);
                    let mut words = words.iter().filter_map(|word| word.to_str());
                    let whole = words.find(is_it).unwrap_or(option);
                    Some(no_option(option, whole, command, all))
                }
                None => Some(format!(
                    "options stand behind a subcommand: `mazurka check {}`",
                    shown(words)
                )),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let word = context(error, ContextKind::InvalidSubcommand)?;
            Some(no_subcommand(word, all, words))
        }
        ErrorKind::ValueValidation => {
            let text = error.to_string();
            let (what, why) = text.lines().next()?.rsplit_once(": ")?;
            let way_out = match why {
                "invalid digit found in string" => "write a number",
                "number too large to fit in target type" => "write a smaller number",
                _ => return None,
            };
            let what = what.strip_prefix("error: ").unwrap_or(what);
            Some(format!("{what}: {way_out}"))
        }
        _ => None,
    }
}

/// The words of the command line, but the first.
fn shown(words: &[OsString]) -> String {
    let words = words.iter().skip(1);
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    words.join(" ")
}

fn no_subcommand(word: &str, all: &Command, words: &[OsString]) -> String {
    let commands = all.get_subcommands().filter(|of| !of.is_hide_set());
    let names: Vec<&str> = commands.map(Command::get_name).collect();
    let path = Path::new(word);
    if path.extension().is_some() || word.contains('/') || path.exists() {
        return format!(
            "{word} is no subcommand: to check it, say `mazurka check {}`",
            shown(words)
        );
    }
    let meant = match CHECKS.contains(&word) {
        true => vec!["check"],
        false => nearest(word, names.iter().copied()),
    };
    match meant.first() {
        Some(meant) => format!("there is no subcommand {word}: did you mean `mazurka {meant}`?"),
        None => format!(
            "there is no subcommand {word}: there are {}",
            names.join(", ")
        ),
    }
}

/// The words for an option that is in that word.
fn no_option(option: &str, whole: &str, command: &Command, all: &Command) -> String {
    let here = command.get_name();
    let there_is_none = format!("`mazurka {here}` has no option {option}");
    let name = option.trim_start_matches('-');
    let own = nearest(name, options(command));
    let is_check = here == "check";
    let foreign = FOREIGN.iter().find(|(other, _)| is_check && *other == name);
    if let Some((_, instead)) = foreign {
        return match instead.starts_with("--") {
            true => format!("{there_is_none}: say {instead}"),
            false => format!("{there_is_none}: {instead}"),
        };
    }
    if is_check && OF_COMPILERS.iter().any(|flag| option.starts_with(flag)) {
        return format!(
            "{there_is_none}: flags for the compiler come last, after `--`: mazurka check FILE -- \
             {whole}"
        );
    }
    if !own.is_empty() {
        let own: Vec<String> = own.iter().map(|name| format!("--{name}")).collect();
        return format!("{there_is_none}: did you mean {}?", own.join(" or "));
    }
    let others = all.get_subcommands().filter(|of| !of.is_hide_set());
    let mut others = others.filter(|other| options(other).any(|of| of == name));
    match others.next() {
        Some(other) => format!("{there_is_none}: `mazurka {}` has", other.get_name()),
        None => format!("{there_is_none}: `mazurka {here} --help` lists those that there are"),
    }
}

/// Looks for long options with one dash, as GenMC has them: a short option would take the rest for its
/// value.
///
/// # Errors
/// When there is one; a message for people.
pub(crate) fn one_dash(words: &[OsString], all: &Command) -> Result<(), String> {
    let Some(check) = all.find_subcommand("check") else {
        return Ok(());
    };
    if words.get(1).is_none_or(|word| word != "check") {
        return Ok(());
    }
    let words = words.iter().skip(2).take_while(|word| *word != "--");
    for word in words.filter_map(|word| word.to_str()) {
        let Some(body) = word.strip_prefix('-') else {
            continue;
        };
        let name = body.split('=').next().unwrap_or(body);
        if name.len() < 2 || !name.starts_with(|first: char| first.is_ascii_lowercase()) {
            continue;
        }
        let is_foreign = FOREIGN.iter().any(|(other, _)| *other == name);
        let is_like = |own: &str| {
            let far = distance(name, own);
            // `-ttest` is the function `test`.
            name.len() >= 4 && own[..1] == name[..1] && far <= 1 && name[1..] != *own
        };
        let own = options(check).filter(|own| is_like(own));
        let best = nearest(name, own).first().copied();
        match (is_foreign, best) {
            (true, _) => return Err(no_option(&format!("-{name}"), word, check, all)),
            (false, Some(own)) => {
                return Err(format!(
                    "`mazurka check` has no option -{name}: did you mean --{own}, with two dashes?"
                ));
            }
            (false, None) => {}
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, far) in [
            ("", "", 0),
            ("model", "modle", 1),
            ("model", "module", 2),
            ("modle", "module", 1),
            ("races", "race", 1),
            ("abc", "xyz", 3),
        ] {
            assert_eq!((distance(a, b), distance(b, a)), (far, far), "{a} {b}");
        }
    }

    #[test]
    fn what_is_most_like_a_name() {
        let names = ["model", "module", "max-time", "max-events", "json", "races"];
        for (name, meant) in [
            ("modle", &["model"][..]),
            ("modul", &["module"]),
            ("max-tiem", &["max-time"]),
            ("max", &["max-time", "max-events"]),
            ("Max_Time", &["max-time"]),
            ("maxtime", &["max-time"]),
            ("jsno", &["json"]),
            ("other", &[]),
            ("modeltso", &["model"]),
            ("ra", &[]),
        ] {
            assert_eq!(nearest(name, names.into_iter()), meant, "{name}");
        }
    }
}
