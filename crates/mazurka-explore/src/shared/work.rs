//! The others, as a scheduler sees them: what is taken, claimed and published.

use super::ROOT;
use crate::outcome::{Limit, Statistics};
use crate::packet::Packet;
use std::sync::Arc;

/// What others have done, or wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Another scheduler has nothing to do: share something.
    Share,
    /// Share everything, and end.
    Stop,
    /// End at once: what is left does not matter.
    Leave(Limit),
}

/// A leaf to be explored.
#[derive(Clone, Debug)]
pub struct Taken {
    /// The number of segments on the way, from that of the root of the whole tree, that
    /// are those of the way before, and left at the same node.
    pub same: usize,
    /// The others.
    pub way: Vec<Stretch>,
    /// The number of last nodes on the way that are new: they have not been run.
    pub new: u32,
    /// As in [`Leaf`].
    pub is_counted: bool,
}

/// The way through one segment.
#[derive(Clone, Debug)]
pub struct Stretch {
    /// Which segment it is.
    pub segment: u64,
    /// All that the segment consists of so far, or what comes after what this
    /// scheduler has been given of it.
    pub log: Vec<Arc<Packet>>,
    /// The node where the way leaves it.
    pub leaf: u32,
}

/// New nodes that can be explored, as numbers of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Leaf {
    /// The leaf.
    pub node: u32,
    /// The number of nodes, up to the leaf, that have not been run and are on the way to
    /// this leaf first.
    pub new: u32,
    /// Has the execution that begins with it been accounted for, before it was given
    /// up? Only its races are to be looked at then.
    #[cfg_attr(feature = "serde", serde(default, skip_serializing_if = "is_false"))]
    pub is_counted: bool,
}

impl Leaf {
    /// A leaf with which no execution was begun.
    #[must_use]
    pub fn new(node: u32, new: u32) -> Leaf {
        Leaf {
            node,
            new,
            is_counted: false,
        }
    }
}

#[cfg(feature = "serde")]
#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde wants it so")]
fn is_false(is: &bool) -> bool {
    !is
}

/// A part of the tree that a scheduler gives up.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Published {
    /// The nodes of a new segment, below the leaf that is being explored.
    pub nodes: Packet,
    /// Those that any scheduler may explore, in the order in which one scheduler explores them.
    pub leaves: Vec<Leaf>,
    /// What the scheduler goes on with is below that node, and not shared.
    pub kept: Option<u32>,
}

/// A new branch, for which no leaf was found that covers it.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Claim {
    /// The segment that it belongs to.
    pub segment: u64,
    /// How many packets of the segment's log are known.
    pub version: usize,
    /// The node that it begins at.
    pub place: u32,
    /// How many children of that node are known. Since children come after one another and
    /// a sequence goes into the first that is consistent with it, it does not matter
    /// what others have appended elsewhere.
    pub children: u32,
    /// The nodes, one below the other.
    pub branch: Packet,
}

/// What became of a [`Claim`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Claimed {
    /// Has it been appended?
    pub is_granted: bool,
    /// What comes after the part of the log that was known.
    pub log: Vec<Arc<Packet>>,
}

/// The others, as a scheduler sees them.
pub trait Work {
    /// The next leaf to explore; waits for one if need be. None if there is nothing
    /// left, or no reason to go on.
    ///
    /// `known` tells how much of a segment's log the scheduler has a copy of.
    fn take(&mut self, known: &dyn Fn(u64) -> usize) -> Option<Taken>;

    /// Appends a branch to the log of a segment, unless others have appended
    /// something to the same node that the scheduler does not know of.
    fn claim(&mut self, claim: Claim) -> Claimed;

    /// Is the leaf an item whose scheduler asks no other? Then what it would claim is
    /// [noted](Work::note), to be settled when the item is done.
    fn is_apart(&self) -> bool {
        false
    }

    /// One of these steps is to be explored after the node `place`; the first, if none is.
    fn note(&mut self, place: u32, steps: Packet) {
        let _ = (place, steps);
    }

    /// What the others wish, after one more execution.
    fn wish(&mut self, statistics: &Statistics) -> Wish;

    /// What the others wish, after the program was stopped in the middle of an execution.
    fn stopped(&mut self, statistics: &Statistics) -> Wish {
        self.wish(statistics)
    }

    /// Is the execution to be given up, wherever it is?
    fn is_interrupted(&self) -> bool {
        false
    }

    /// Gives the leaf that was taken back, to be explored by others as if it had not
    /// been taken; unless it `is_counted`: see [`Leaf`].
    fn put_back(&mut self, is_counted: bool);

    /// Gives up a part of what begins with the leaf that was taken. What the
    /// scheduler keeps, if anything, is from now on what it has taken. The number of
    /// the new segment.
    fn publish(&mut self, published: Published) -> u64;

    /// All that begins with what was taken has been explored, or was given up.
    fn done(&mut self, statistics: &Statistics);
}

/// There are no others: one scheduler explores everything.
#[derive(Default)]
pub(crate) struct Alone {
    is_taken: bool,
}

impl Work for Alone {
    fn take(&mut self, _: &dyn Fn(u64) -> usize) -> Option<Taken> {
        let is_first = !std::mem::replace(&mut self.is_taken, true);
        is_first.then(Taken::everything)
    }

    fn claim(&mut self, _: Claim) -> Claimed {
        unreachable!("everything is owned")
    }

    #[inline]
    fn wish(&mut self, _: &Statistics) -> Wish {
        Wish::GoOn
    }

    /// Nobody explores the rest.
    fn stopped(&mut self, _: &Statistics) -> Wish {
        Wish::Leave(Limit::Observer)
    }

    fn put_back(&mut self, _: bool) {}

    fn publish(&mut self, _: Published) -> u64 {
        unreachable!("no other asked for it")
    }

    fn done(&mut self, _: &Statistics) {}
}

impl Taken {
    /// The root of the whole tree.
    #[must_use]
    pub fn everything() -> Taken {
        Taken {
            same: 0,
            way: vec![Stretch {
                segment: 0,
                log: Vec::new(),
                leaf: ROOT,
            }],
            new: 0,
            is_counted: false,
        }
    }
}
