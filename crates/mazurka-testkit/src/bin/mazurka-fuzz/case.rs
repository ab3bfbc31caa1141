//! A case, what it comes to, and what a target is.

use crate::corpus::Corpus;
use mazurka_testkit::random::Random;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// One input, and what is done with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub(crate) input: Vec<u8>,
    /// Decides options: the memory model, the explorer...
    pub(crate) variant: u64,
    /// What must come of it, or what it belongs to; each target has words of its own.
    pub(crate) expect: String,
}

/// What a case came to, if nothing is wrong.
pub(crate) struct Outcome {
    /// In a word, for the summary.
    pub(crate) kind: &'static str,
    /// The same for outcomes that differ only in names and numbers.
    pub(crate) skeleton: u64,
    /// Something to be counted beside its kind.
    pub(crate) aside: Option<&'static str>,
}

impl Outcome {
    pub(crate) fn new(kind: &'static str, message: &str) -> Outcome {
        Outcome {
            kind,
            skeleton: skeleton(kind, message),
            aside: None,
        }
    }
}

/// What must not be.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    /// The same for cases that fail in the same way.
    pub(crate) key: String,
    pub(crate) message: String,
}

impl Wrong {
    pub(crate) fn new(key: impl Into<String>, message: impl Into<String>) -> Wrong {
        Wrong {
            key: key.into(),
            message: message.into(),
        }
    }
}

/// What comes of a seed after a change that has no meaning.
pub(crate) fn same_as_seed(expected: &str, found: &str) -> Result<Outcome, Wrong> {
    if found == expected {
        return Ok(Outcome::new("same as the seed", ""));
    }
    let message =
        format!("a change without meaning changes the report from `{expected}` to `{found}`");
    Err(Wrong::new("another meaning", message))
}

/// Where things are.
#[derive(Clone, Debug)]
pub(crate) struct Places {
    /// The repository.
    pub(crate) root: PathBuf,
    /// Seeds that were compiled, and failures.
    pub(crate) folder: PathBuf,
    /// One program in this many is compiled for a seed.
    pub(crate) one_of: usize,
    /// The `mazurka` command, if it was built.
    pub(crate) command: Option<PathBuf>,
}

/// Something that takes inputs.
pub(crate) trait Target {
    /// What the names of files with its inputs end with.
    fn extension(&self) -> &'static str;

    /// What the corpus begins with.
    fn seeds(&self) -> Vec<Vec<u8>>;

    /// A new case.
    fn next(&mut self, random: &mut Random, corpus: &Corpus) -> Case;

    /// May its input be made smaller, and is as wrong then? Not where something is known of
    /// just this input.
    fn may_shrink(&self, case: &Case) -> bool {
        case.expect.is_empty()
    }

    /// Runs it.
    ///
    /// # Errors
    /// What is wrong.
    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong>;
}

/// A message without its names and numbers, as a number.
pub(crate) fn skeleton(kind: &str, message: &str) -> u64 {
    let mut hash = Hash::default();
    hash.add(kind.as_bytes());
    let mut is_quoted = false;
    for byte in message.bytes().take(400) {
        match byte {
            b'`' | b'"' | b'\'' => is_quoted = !is_quoted,
            b'a'..=b'z' | b'A'..=b'Z' | b' ' if !is_quoted => hash.add(&[byte]),
            _ => {}
        }
    }
    hash.0
}

/// FNV-1a.
pub(crate) struct Hash(pub(crate) u64);

impl Default for Hash {
    fn default() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }
}

impl Hash {
    pub(crate) fn add(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }
}

/// How often each kind of outcome was seen.
pub(crate) type Counts = BTreeMap<String, u64>;
