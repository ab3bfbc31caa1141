//! What C programs find outside of themselves: arguments, environment, files.

use clap::Args;
use mazurka_check::command::quoted;
use mazurka_llvm::outside::{Given, named, unended};
use serde::{Deserialize, Serialize};
use std::ffi::OsString;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Options whose value may look like an option.
const VERBATIM: [&str; 3] = ["--arg", "--env", "--stdin"];

/// What C programs find outside of themselves.
#[derive(Args, Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Outside {
    /// An argument for `main` of a C program, as often as there are some: --arg -n --arg 3. The
    /// name of the program, `argv[0]`, is that of its first file.
    #[arg(long, value_name = "TEXT", value_parser = parse_argument, allow_hyphen_values = true,
          help_heading = "Programs")]
    pub arg: Vec<String>,
    /// A variable of the environment of a C program. Without any, it is empty.
    #[arg(long, value_name = "NAME=VALUE", value_parser = parse_variable,
          allow_hyphen_values = true, help_heading = "Programs")]
    pub env: Vec<String>,
    /// What a C program reads from standard input: a file. Without it: see --nondet.
    #[arg(long, value_name = "PATH", help_heading = "Programs")]
    pub stdin: Option<PathBuf>,
    /// Files that it may read, as NAME=PATH. (Of --file.)
    #[arg(skip)]
    pub files: Vec<String>,
}

fn parse_argument(text: &str) -> Result<String, String> {
    unended("--arg", text).map(|()| text.to_owned())
}

fn parse_variable(text: &str) -> Result<String, String> {
    named("--env", text).map(|_| text.to_owned())
}

impl Outside {
    /// For the front end.
    #[must_use]
    pub fn given(&self) -> Given {
        Given {
            arguments: self.arg.clone(),
            environment: self.env.clone(),
            files: self.files.clone(),
            stdin: self.stdin.clone(),
        }
    }

    /// Takes those of `--file` that are for C programs, and leaves the others: NAME=PATH, unless
    /// there is a file that is called just so.
    pub(crate) fn take_files(&mut self, files: &[PathBuf]) -> Vec<PathBuf> {
        let (given, left): (Vec<&PathBuf>, Vec<&PathBuf>) = files.iter().partition(|path| {
            let text = path.to_str().unwrap_or_default();
            text.contains('=') && !path.exists()
        });
        let given = given.iter().filter_map(|path| path.to_str());
        self.files = given.map(str::to_owned).collect();
        left.into_iter().cloned().collect()
    }

    /// The files that are read.
    pub(crate) fn paths(&self) -> impl Iterator<Item = PathBuf> {
        let files = self.files.iter().filter_map(|text| text.split_once('='));
        let files = files.map(|(_, path)| PathBuf::from(path));
        files.chain(self.stdin.clone())
    }

    /// What is wrong, if anything is; for people.
    pub(crate) fn check(&self) -> Result<(), String> {
        self.given().read(Path::new("program")).map(|_| ())
    }

    /// Could a command line have said so?
    pub(crate) fn is_sound(&self) -> bool {
        self.arg.iter().all(|text| parse_argument(text).is_ok())
            && self.env.iter().all(|text| parse_variable(text).is_ok())
            && self.files.iter().all(|text| named("--file", text).is_ok())
    }

    /// As options, for a shell.
    pub(crate) fn in_words(&self) -> String {
        let mut text = String::new();
        for (name, values) in [
            ("arg", &self.arg),
            ("env", &self.env),
            ("file", &self.files),
        ] {
            for value in values {
                write!(text, " --{name} {}", quoted(value)).expect("strings take all text");
            }
        }
        if let Some(path) = &self.stdin {
            let path = quoted(&path.to_string_lossy());
            write!(text, " --stdin {path}").expect("strings take all text");
        }
        text
    }
}

/// An option with the next word as its value, whatever that looks like, if it takes one so.
pub(crate) fn with_value(
    name: &str,
    rest: &mut impl Iterator<Item = OsString>,
) -> Option<OsString> {
    let value = VERBATIM.contains(&name).then(|| rest.next()).flatten()?;
    let mut word = OsString::from(format!("{name}="));
    word.push(value);
    Some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_word_is_the_value_whatever_it_is() {
        for value in ["-v", "--", "", "--keep-going", "a=b"] {
            let mut rest = [value, "x.c"].map(OsString::from).into_iter();
            let word = with_value("--arg", &mut rest).expect("it takes a value");
            assert_eq!(word, OsString::from(format!("--arg={value}")));
            assert_eq!(rest.next(), Some("x.c".into()));
        }
        let mut rest = [OsString::from("-v")].into_iter();
        assert_eq!(with_value("--races", &mut rest), None);
        assert_eq!(rest.len(), 1);
        assert_eq!(with_value("--arg", &mut std::iter::empty()), None);
    }

    #[test]
    fn what_a_file_may_say() {
        let says = |text: &str| serde_json::from_str::<Outside>(text);
        assert_eq!(says("{}").expect("nothing is said"), Outside::default());
        assert!(says("{\"arg\":[\"a\"]}").expect("it is right").is_sound());
        for bad in [
            "{\"arg\":[\"a\\u0000\"]}",
            "{\"env\":[\"a\"]}",
            "{\"files\":[\"=a\"]}",
        ] {
            assert!(!says(bad).expect("it can be read").is_sound(), "{bad}");
        }
        assert!(says("{\"other\":1}").is_err());
    }
}
