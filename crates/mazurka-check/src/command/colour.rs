//! Colours, on a terminal whose user has not asked for none.

use super::terminal::{tame, tame_coloured};
use crate::report::Verdict;
use std::borrow::Cow;

/// Colours, or none.
#[derive(Clone, Copy, Debug)]
pub struct Colour {
    on: bool,
}

impl Colour {
    /// See <https://no-color.org>.
    #[must_use]
    pub fn new(is_terminal: bool) -> Colour {
        let refused = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
        Colour {
            on: is_terminal && !refused,
        }
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
        assert_eq!(Colour { on: false }.paint(None, "error"), "error");
        assert!(!Colour::new(false).on);
    }
}
