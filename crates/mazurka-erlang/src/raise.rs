//! Why code of an Erlang program does not go on as usual.

use crate::term::Term;

/// What a native function does when it returns nothing.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Raise {
    /// An exception of class `error`, with this reason.
    Error(Term),
    /// An exception of class `exit`.
    Exit(Term),
    /// An exception of class `throw`.
    Throw(Term),
    /// The limit on memory is reached: the check ends, with a message about that.
    Memory,
    /// The check ends with this message: something is not supported.
    Unsupported(String),
}

impl Raise {
    /// An argument of a native function is none that it takes.
    pub(crate) const BADARG: Raise = Raise::Error(crate::atoms::BADARG);
    /// An operand is no number, or there is no result.
    pub(crate) const BADARITH: Raise = Raise::Error(crate::atoms::BADARITH);
    /// A result would be too large.
    pub(crate) const SYSTEM_LIMIT: Raise = Raise::Error(crate::atoms::SYSTEM_LIMIT);
}

/// What a native function returns.
pub(crate) type Result<T = Term> = std::result::Result<T, Raise>;
