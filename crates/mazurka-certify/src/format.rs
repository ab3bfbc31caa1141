//! The lines of a certificate: what serde reads, and how lines are fetched.

use crate::Refused;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::io::BufRead;

/// The version of the format that this crate reads.
pub(crate) const VERSION: u32 = 1;

/// The first line of a certificate: what was explored, and what came of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Head {
    /// The version of the format: 1.
    pub certificate: u32,
    /// The number of the job.
    pub job: i64,
    /// What people call it.
    pub name: String,
    /// The name of the language.
    pub language: String,
    /// The SHA-256 of `program`, in hexadecimal digits.
    pub program_sha256: String,
    /// The program, as the language's source in JSON.
    pub program: String,
    /// The options of the check.
    pub options: String,
    /// The digest of the command that explored.
    pub build: String,
    /// The last round, which the records are of.
    pub round: i64,
    /// The state that the round began with.
    pub round_state: String,
    /// In one word: `verified`, `bug`, `unknown`, `error`. Never none if the certificate is accepted.
    pub verdict: Option<String>,
    /// What was explored, and is known, in the end. Never none if the certificate is accepted.
    pub outcome: Option<String>,
    /// What all items come to.
    pub totals: Totals,
}

/// Numbers of all items.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Totals {
    /// Complete executions.
    pub complete: u64,
    /// Executions that sleep sets ended.
    pub blocked: u64,
    /// Events that were run.
    pub events: u64,
    /// Items.
    pub items: u64,
}

/// A line after the first.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum Record<'a> {
    #[serde(borrow)]
    Trunk(Trunk<'a>),
    Node(Node),
    #[serde(borrow)]
    Kid(Kid<'a>),
    #[serde(borrow)]
    Item(Item<'a>),
    End(End),
}

/// A way from the root, and the nodes on it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Trunk<'a> {
    pub(crate) id: i64,
    /// The item whose split made it.
    pub(crate) item: i64,
    pub(crate) nodes: Vec<i64>,
    #[serde(borrow)]
    pub(crate) path: Cow<'a, str>,
}

/// A prefix of executions.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Node {
    pub(crate) id: i64,
    pub(crate) trunk: i64,
    pub(crate) depth: u32,
    /// The item whose split made it.
    pub(crate) item: i64,
}

/// A step after a node.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Kid<'a> {
    pub(crate) node: i64,
    pub(crate) position: u32,
    #[serde(borrow)]
    pub(crate) key: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) data: Cow<'a, str>,
    pub(crate) fate: Fate,
    pub(crate) item: Option<i64>,
    pub(crate) next: Option<i64>,
}

/// What became of a kid.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Fate {
    Inside,
    Way,
    Item,
}

/// A piece of the tree that one worker has explored.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Item<'a> {
    pub(crate) id: i64,
    pub(crate) trunk: Option<i64>,
    pub(crate) depth: u32,
    pub(crate) node: Option<i64>,
    pub(crate) position: Option<u32>,
    pub(crate) parent: Option<i64>,
    pub(crate) start: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) state: Cow<'a, str>,
    pub(crate) attempts: i64,
    /// The agent whose commit counts.
    pub(crate) agent: Option<i64>,
    /// Commits that count have rising numbers.
    pub(crate) order: Option<i64>,
    /// How long it took. That is not checked: the same work takes another time elsewhere.
    pub(crate) micros: Option<i64>,
    pub(crate) digest: Option<Cow<'a, str>>,
    pub(crate) report: Option<Cow<'a, str>>,
}

/// The last line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct End {
    /// How many lines there are between the first and this.
    pub(crate) records: u64,
}

/// All that an item came to.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Report<'a> {
    pub(crate) counts: Counts,
    #[serde(borrow)]
    pub(crate) results: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) split: Option<Split<'a>>,
    pub(crate) branches: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) requests: Vec<Request<'a>>,
    pub(crate) ends: bool,
}

/// What is added up.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Counts {
    pub(crate) complete: u64,
    pub(crate) blocked: u64,
    pub(crate) events: u64,
}

/// The frames of a search that was split.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Split<'a> {
    #[serde(borrow)]
    pub(crate) path: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) frames: Vec<Vec<FrameKid<'a>>>,
}

/// A kid of a frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FrameKid<'a> {
    #[serde(borrow)]
    pub(crate) step: Step<'a>,
    #[serde(borrow)]
    pub(crate) fate: FrameFate<'a>,
}

/// A step, as reports have it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Step<'a> {
    #[serde(borrow)]
    pub(crate) key: Cow<'a, str>,
    #[serde(borrow)]
    pub(crate) data: Cow<'a, str>,
}

/// What becomes of a kid of a frame.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum FrameFate<'a> {
    Inside,
    OnWay,
    #[serde(borrow)]
    Open(Cow<'a, str>),
}

/// A request at a node above an item.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Request<'a> {
    pub(crate) depth: u32,
    #[serde(borrow)]
    pub(crate) steps: Vec<Step<'a>>,
}

/// Reads a certificate line by line, and computes its SHA-256.
pub(crate) struct Lines<R> {
    input: R,
    line: Vec<u8>,
    number: u64,
    hash: Sha256,
}

impl<R: BufRead> Lines<R> {
    pub(crate) fn new(input: R) -> Lines<R> {
        Lines {
            input,
            line: Vec::new(),
            number: 0,
            hash: Sha256::new(),
        }
    }

    /// The first line.
    pub(crate) fn head(&mut self) -> Result<Head, Refused> {
        if !self.advance()? {
            return Err(self.refused("the certificate is empty"));
        }
        let head: Head = self.parse()?;
        if head.certificate != VERSION {
            return Err(self.refused(format!(
                "the certificate is of version {}; this checker reads version {VERSION}",
                head.certificate
            )));
        }
        Ok(head)
    }

    /// The next record. The last is [`Record::End`]; nothing may come after it.
    pub(crate) fn record(&mut self) -> Result<Record<'_>, Refused> {
        if !self.advance()? {
            return Err(self.refused("the certificate has no last line: it was cut"));
        }
        self.parse()
    }

    /// Makes sure that nothing comes after the last line, and that this many records came
    /// before it. The SHA-256 of all lines.
    pub(crate) fn finish(mut self, end: &End) -> Result<String, Refused> {
        let records = self.number - 2;
        if end.records != records {
            return Err(self.refused(format!(
                "the last line says that there are {} records, but {records} were read",
                end.records
            )));
        }
        if self.advance()? {
            return Err(self.refused("something comes after the last line"));
        }
        Ok(hex(&self.hash.finalize()))
    }

    fn advance(&mut self) -> Result<bool, Refused> {
        self.number += 1;
        self.line.clear();
        match self.input.read_until(b'\n', &mut self.line) {
            Ok(0) => Ok(false),
            Ok(_) => {
                self.hash.update(&self.line);
                Ok(true)
            }
            Err(error) => Err(self.refused(format!("it cannot be read: {error}"))),
        }
    }

    fn parse<'a, T: Deserialize<'a>>(&'a self) -> Result<T, Refused> {
        serde_json::from_slice(&self.line)
            .map_err(|error| self.refused(format!("it is not what the format says: {error}")))
    }

    fn refused(&self, reason: impl Into<String>) -> Refused {
        Refused::new(format!("line {}", self.number), reason)
    }
}

/// Hexadecimal digits.
pub(crate) fn hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    bytes
        .iter()
        .flat_map(|byte| [byte >> 4, byte & 15])
        .map(|digit| DIGITS[usize::from(digit)] as char)
        .collect()
}

/// The SHA-256 of a text, in hexadecimal digits.
pub(crate) fn digest(text: &str) -> String {
    hex(&Sha256::digest(text.as_bytes()))
}
