//! Why something cannot be lowered.

use std::borrow::Cow;
use std::fmt;

/// What is not supported, or makes no sense.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    within: Option<Within>,
    what: Cow<'static, str>,
}

/// The definition that an error is in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Within {
    /// A variable of this name.
    Variable(String),
    /// A function of this name.
    Function(String),
}

impl Error {
    /// The definition that it is in, if that is known.
    #[must_use]
    pub fn within(&self) -> Option<&Within> {
        self.within.as_ref()
    }

    /// The error, in the definition where it is.
    pub(super) fn in_definition(self, within: Within) -> Error {
        Error {
            within: Some(within),
            ..self
        }
    }
}

impl From<&'static str> for Error {
    fn from(what: &'static str) -> Error {
        Error {
            within: None,
            what: what.into(),
        }
    }
}

impl From<String> for Error {
    fn from(what: String) -> Error {
        Error {
            within: None,
            what: what.into(),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.within {
            Some(Within::Variable(name)) => write!(f, "variable `{name}`: ")?,
            Some(Within::Function(name)) => write!(f, "function `{name}`: ")?,
            None => {}
        }
        f.write_str(&self.what)
    }
}

impl std::error::Error for Error {}
