//! Checks certificates of explorations on many machines.
//!
//! A *certificate* is a file of JSON lines that has all that a store has recorded of the last round
//! of a job: how the execution tree was cut into items, and what workers have reported of each.
//! [`check`] reads it and says whether the pieces make up one tree in which nothing is missing and
//! nothing counted twice. It shares no code with what makes certificates, and trusts no number in
//! them.
//!
//! # The tree
//!
//! A *node* is a prefix of executions, and its *kids* are the steps that are explored after it. What
//! begins with a kid was explored *inside* the item that made the node, or is the next node on the
//! *way*, or is an *item* of its own. An item that was explored in part was *split*: the frames of
//! its search are new nodes. A *trunk* is the way from the root through such nodes. An item may
//! *request* a step at a node above it: if none of the steps that would do is there, the first is
//! appended, as a new item. Execution graphs have *branches* instead: each is a new item.
//!
//! # The rules
//!
//! Format:
//! 1. The first line is of version 1, and each other line is a record of a known kind with known
//!    fields. The last line says how many records came before it, and nothing comes after it.
//! 2. No record is there twice, and every number that a record has is that of another one.
//!
//! The first line:
//!
//! 3. `program_sha256` is the SHA-256 of the program.
//! 4. The totals are the sums over all items, and no sum is too large for a number.
//! 5. There are a verdict and an outcome. The verdict is a known word. It is neither `verified` nor
//!    `explored` (all was, and there was nothing to verify) if a report ends the round, or if no execution is complete.
//!
//! Items:
//!
//! 6. Every item is done, and has a report. Its digest is the SHA-256 of the report's text.
//! 7. There is one root. It has no parent, trunk, node and start, and requests nothing.
//! 8. Every other item is reached from the root, by parents. It has one origin: an open kid of its
//!    parent's split (and starts with its text), a request of its parent that was granted, or a
//!    branch of its parent. Those are as many as the parent has reported, with equal texts.
//! 9. If there are branches, then there are no trunks, nodes, kids, splits and requests.
//! 10. The numbers of commits (`order`), if there are any, are all there and distinct, and that of
//!     a parent is less than those of its items.
//!
//! Nodes and kids:
//!
//! 11. Each split has one trunk, with the split's path, and one node for each frame, at the depths
//!     after the item's own (the root's: from 0). There are no other trunks and nodes.
//! 12. Entry `d` of a trunk is the node after `d` steps: those of the item's way up to its depth, then
//!     the new ones. The trunk of an item leads to the node that it begins at.
//! 13. Positions of a node's kids are 0 to n without gaps, and their keys are distinct.
//! 14. The first kids of a node are those of its frame, in order, with equal key, data and fate.
//! 15. One kid of each frame but the last is on the way, and leads to the next node; none in the last.
//! 16. A kid that is an item has one item, which says that it is this kid. Others have none.
//! 17. Further kids are items. Each was requested by its parent, at this node, as the first of
//!     steps none of which was there before; the item starts with the data of that step.
//!
//! Requests:
//!
//! 18. A request is at a node on the item's way, has steps, and one of them is a kid of the node.
//!
//! # What a certificate proves
//!
//! If a certificate is accepted and *each report is what an exploration of its item comes to*, then
//! every part of the tree that a split has left open, a request has asked for, or a branch leads to,
//! was explored to its end, in one round, of one program with one build and one set of options, and
//! the totals count each item once.
//!
//! It does not prove:
//! - That reports are honest. Their digests show only that they were not changed after they were
//!   hashed, or were hashed again. To know more, explore a random
//!   [sample](Checked::sample) of items again, and compare digests. If `k` of `N` reports are
//!   forged, a sample of `n` has none of them with the probability
//!   `(N-k)/N * (N-k-1)/(N-1) * ... * (N-k-n+1)/(N-n+1)`, at most `(1 - k/N)^n`: [`missed`]. One
//!   forged report of very many is not found like that: a sample of `n` finds it with the
//!   probability `n/N`.
//! - How long an item took (`micros`): the same work takes another time elsewhere.
//! - That the algorithm is right, or that the build is the one that it says, or that the first
//!   line's state, with which the round began, is.
//! - That the verdict and the outcome follow from the results of the reports: those texts are not
//!   read here, but for rule 5.
//! - Where an item's trunk has texts (paths, data), that they mean the nodes that they belong to:
//!   they are compared with what reports say, and only workers read them.

mod format;
mod rules;
mod sample;
mod table;

#[cfg(test)]
mod forge;
#[cfg(test)]
mod tests;

pub use format::{Head, Totals};
pub use sample::{Extracted, Step, extract, missed};

use sample::Place;
use std::fmt;
use std::io::BufRead;
use table::Table;

/// The number of an item.
pub type ItemId = i64;

/// A certificate that was accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checked {
    /// Its first line, with the totals.
    pub head: Head,
    /// The SHA-256 of the file, in hexadecimal digits.
    pub sha256: String,
    /// How many items there are.
    pub items: u64,
    /// How many nodes.
    pub nodes: u64,
    /// How many requests, granted or not.
    pub requests: u64,
    /// By number.
    places: Vec<Place>,
}

/// Why a certificate is not accepted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The record that is not right: its kind and number, or the number of its line.
    pub record: String,
    /// What is wrong with it.
    pub reason: String,
}

impl Refused {
    fn new(record: impl Into<String>, reason: impl Into<String>) -> Refused {
        Refused {
            record: record.into(),
            reason: reason.into(),
        }
    }
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.record, self.reason)
    }
}

impl std::error::Error for Refused {}

/// Checks a certificate by the [rules](crate#the-rules).
///
/// It is read once, line by line. Texts are not kept, but for those of the first line.
///
/// # Errors
/// If a rule does not hold, or the input cannot be read.
pub fn check(input: impl BufRead) -> Result<Checked, Refused> {
    let (head, mut table, sha256) = Table::read(input)?;
    rules::head(&head, &table)?;
    rules::tree(&mut table)?;
    let mut places: Vec<Place> = (table.items.iter())
        .map(|item| Place {
            id: item.id,
            trunk: item.trunk,
            kid: item.node.map(|node| (node, item.position)),
        })
        .collect();
    places.sort_unstable_by_key(|place| place.id);
    Ok(Checked {
        head,
        sha256,
        items: table.items.len() as u64,
        nodes: table.nodes.len() as u64,
        requests: table.requests.len() as u64,
        places,
    })
}
