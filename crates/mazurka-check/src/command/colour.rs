//! Colours, where they are seen and wanted.

use super::terminal::{tame, tame_coloured};
use crate::report::Verdict;
use std::borrow::Cow;
use std::ffi::OsString;
use std::fmt;
use std::str::FromStr;

/// Colours, or none.
#[derive(Clone, Copy, Debug)]
pub struct Colour {
    on: bool,
}

/// When there are colours.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum When {
    /// On a terminal, unless the environment says otherwise: `NO_COLOR`, `CLICOLOR_FORCE`.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl When {
    /// All of them.
    pub const ALL: [When; 3] = [When::Auto, When::Always, When::Never];

    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            When::Auto => "auto",
            When::Always => "always",
            When::Never => "never",
        }
    }
}

impl fmt::Display for When {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for When {
    type Err = String;

    fn from_str(text: &str) -> Result<When, String> {
        let known = When::ALL.into_iter().find(|when| when.word() == text);
        known.ok_or_else(|| format!("`{text}` is not auto, always or never"))
    }
}

impl Colour {
    /// None.
    pub const NONE: Colour = Colour { on: false };

    /// As it was asked for, by an option or else by the environment: see <https://no-color.org>
    /// and <https://bixense.com/clicolors>.
    #[must_use]
    pub fn new(when: When, is_terminal: bool) -> Colour {
        Colour::of(when, is_terminal, |name| std::env::var_os(name))
    }

    fn of(when: When, is_terminal: bool, variable: impl Fn(&str) -> Option<OsString>) -> Colour {
        let is_set = |name: &str| variable(name).is_some_and(|value| !value.is_empty());
        let is = |name: &str, text: &str| variable(name).is_some_and(|value| value == text);
        let on = match when {
            When::Always => true,
            When::Never => false,
            When::Auto if is_set("NO_COLOR") => false,
            When::Auto if is_set("CLICOLOR_FORCE") && !is("CLICOLOR_FORCE", "0") => true,
            When::Auto => is_terminal && !is("TERM", "dumb") && !is("CLICOLOR", "0"),
        };
        Colour { on }
    }

    /// The text without control characters but those of colours, if there are any.
    #[must_use]
    pub fn tame(self, text: &str) -> Cow<'_, str> {
        match self.on {
            true => tame_coloured(text),
            false => tame(text),
        }
    }

    /// The text in the colour of a verdict; an error has none.
    #[must_use]
    pub fn paint(self, verdict: Option<Verdict>, text: &str) -> String {
        if !self.on {
            return text.to_owned();
        }
        let code = match verdict {
            Some(Verdict::Verified | Verdict::Explored) => 32,
            Some(Verdict::Unknown) => 33,
            Some(Verdict::Bug) | None => 31,
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_only_where_they_are_seen() {
        let painted = Colour { on: true }.paint(Some(Verdict::Bug), "bug");
        assert_eq!(painted, "\x1b[31mbug\x1b[0m");
        assert_eq!(Colour::NONE.paint(None, "error"), "error");
    }

    #[test]
    fn an_option_is_stronger_than_the_environment() {
        let on = |when, is_terminal, variables: &[(&str, &str)]| {
            let variable = |name: &str| {
                let found = variables.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| OsString::from(value))
            };
            Colour::of(when, is_terminal, variable).on
        };
        assert!(on(When::Auto, true, &[]));
        assert!(!on(When::Auto, false, &[]));
        assert!(!on(When::Auto, true, &[("NO_COLOR", "1")]));
        assert!(on(When::Auto, true, &[("NO_COLOR", "")]));
        assert!(on(When::Auto, false, &[("CLICOLOR_FORCE", "1")]));
        assert!(!on(When::Auto, false, &[("CLICOLOR_FORCE", "0")]));
        assert!(!on(
            When::Auto,
            true,
            &[("NO_COLOR", "1"), ("CLICOLOR_FORCE", "1")]
        ));
        assert!(!on(When::Auto, true, &[("TERM", "dumb")]));
        assert!(!on(When::Auto, true, &[("CLICOLOR", "0")]));
        assert!(on(When::Always, false, &[("NO_COLOR", "1")]));
        assert!(!on(When::Never, true, &[("CLICOLOR_FORCE", "1")]));
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for when in When::ALL {
            assert_eq!(when.to_string().parse(), Ok(when));
        }
        assert!("sometimes".parse::<When>().is_err());
    }
}
