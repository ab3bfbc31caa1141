//! What is wrong with a `.beam` file.

use std::fmt;

/// What is wrong, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Error {
    /// The name of a chunk; empty for the file itself.
    pub(crate) chunk: &'static str,
    /// Bytes from the beginning of the chunk, without its header. (Of literals: of what is
    /// in the chunk when it is no more compressed.)
    pub(crate) offset: usize,
    pub(crate) problem: Problem,
}

/// What is wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Problem {
    /// It is something else.
    NotBeam,
    /// It ends within something.
    Ends { within: &'static str },
    /// There is more behind its end.
    GoesOn,
    /// A chunk is not there.
    Missing,
    /// Something is larger than it can be, or than is supported.
    TooLarge {
        what: &'static str,
        size: u64,
        most: u64,
    },
    /// The number of something that there is not.
    NoSuch {
        what: &'static str,
        number: u64,
        count: u64,
    },
    /// It cannot be decompressed.
    Compression(&'static str),
    /// Another version than is known.
    Version { number: u32 },
    /// The compiler was newer than what is known.
    NewerOpcode { number: u32 },
    /// A byte that begins no instruction.
    UnknownOpcode { number: u8 },
    /// A byte that begins no operand.
    UnknownOperand { byte: u8 },
    /// An operand is none that the instruction takes.
    Operand {
        instruction: &'static str,
        operand: usize,
        expected: &'static str,
    },
    /// A label is at two places.
    LabelTwice { label: u32 },
    /// A label is used, and is nowhere.
    LabelNowhere { label: u32 },
    /// A text is none.
    Text,
    /// A term that no program can have, or that is not supported.
    Term(&'static str),
    /// A byte that begins no term.
    UnknownTerm { byte: u8 },
    /// Another order of instructions than in any function.
    Structure(&'static str),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.chunk {
            "" => write!(f, "byte {}: ", self.offset)?,
            chunk => write!(f, "chunk `{chunk}`, byte {}: ", self.offset)?,
        }
        self.problem.fmt(f)
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Problem::NotBeam => write!(f, "this is no BEAM file"),
            Problem::Ends { within } => write!(f, "it ends within {within}"),
            Problem::GoesOn => write!(f, "there is more behind its end"),
            Problem::Missing => write!(f, "there is no such chunk"),
            Problem::TooLarge { what, size, most } => {
                write!(f, "{what}: {size}, which is more than {most}")
            }
            Problem::NoSuch {
                what,
                number,
                count,
            } => write!(f, "{what} {number} is not below {count}"),
            Problem::Compression(what) => write!(f, "it cannot be decompressed: {what}"),
            Problem::Version { number } => write!(f, "version {number} is not known"),
            Problem::NewerOpcode { number } => write!(
                f,
                "it may have instruction {number}, from a compiler that is newer than is supported"
            ),
            Problem::UnknownOpcode { number } => write!(f, "there is no instruction {number}"),
            Problem::UnknownOperand { byte } => write!(f, "no operand begins with {byte}"),
            Problem::Operand {
                instruction,
                operand,
                expected,
            } => write!(f, "operand {operand} of `{instruction}` is not {expected}"),
            Problem::LabelTwice { label } => write!(f, "label {label} is at two places"),
            Problem::LabelNowhere { label } => write!(f, "label {label} is nowhere"),
            Problem::Text => write!(f, "a text is not UTF-8"),
            Problem::Term(what) => write!(f, "{what}"),
            Problem::UnknownTerm { byte } => write!(f, "no term begins with {byte}"),
            Problem::Structure(what) => write!(f, "{what}"),
        }
    }
}

impl std::error::Error for Error {}
