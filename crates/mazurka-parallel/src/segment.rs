//! Segments of the execution tree, as all schedulers share them.

use super::sync::{Mutex, MutexGuard};
use mazurka_explore::shared::{Claim, ROOT};
use mazurka_explore::{PREVIOUS, Packet};
use std::sync::{Arc, PoisonError};

/// A part of the execution tree that begins at a leaf of another.
///
/// It lives as long as one of its leaves, or of those of the segments below, is in a
/// queue or being explored: what has been explored is deleted, and the tree stays
/// proportional to the frontier.
pub(crate) struct Segment {
    pub(crate) number: u64,
    /// The leaf that it begins at; none for the root of the whole tree.
    pub(crate) parent: Option<(Arc<Segment>, u32)>,
    log: Mutex<Log>,
}

struct Log {
    packets: Vec<Arc<Packet>>,
    /// For each node, the root first, how many children it has.
    children: Vec<u32>,
}

impl Log {
    fn push(&mut self, packet: Arc<Packet>) {
        for parent in packet.parents() {
            let parent = match parent {
                PREVIOUS => self.children.len() - 1,
                parent => parent as usize,
            };
            // A scheduler that reads a damaged packet will say so.
            if let Some(children) = self.children.get_mut(parent) {
                *children += 1;
            }
            self.children.push(0);
        }
        self.packets.push(packet);
    }
}

impl Segment {
    pub(crate) fn new(
        number: u64,
        parent: Option<(Arc<Segment>, u32)>,
        packets: Vec<Arc<Packet>>,
    ) -> Segment {
        let mut log = Log {
            packets: Vec::new(),
            children: vec![0],
        };
        for packet in packets {
            log.push(packet);
        }
        Segment {
            number,
            parent,
            log: Mutex::new(log),
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was appended after the first `known` packets.
    pub(crate) fn after(&self, known: usize) -> Vec<Arc<Packet>> {
        self.log().packets[known..].to_vec()
    }

    /// Appends the branch of a claim, if the node that it begins at still has as many
    /// children. Returns its leaf, if so, and what comes after the packets that were
    /// known.
    pub(crate) fn claim(&self, claim: Claim) -> (Option<u32>, Vec<Arc<Packet>>) {
        let mut log = self.log();
        let is_granted = log.children.get(claim.place as usize) == Some(&claim.children);
        if is_granted {
            log.push(Arc::new(claim.branch));
        }
        let leaf = u32::try_from(log.children.len() - 1).expect("under 2^32 nodes");
        let news = log.packets.get(claim.version..).unwrap_or_default();
        (is_granted.then_some(leaf), news.to_vec())
    }

    /// Where the way from the root of the whole tree to `leaf` leaves each segment.
    pub(crate) fn way(self: &Arc<Segment>, leaf: u32) -> Vec<(Arc<Segment>, u32)> {
        let mut way = vec![(Arc::clone(self), leaf)];
        let mut at = self;
        while let Some((parent, leaf)) = &at.parent {
            way.push((Arc::clone(parent), *leaf));
            at = parent;
        }
        way.reverse();
        way
    }
}

impl Drop for Segment {
    /// Without recursion, however long the chain of parents is.
    fn drop(&mut self) {
        let mut parent = self.parent.take();
        while let Some((segment, _)) = parent {
            match Arc::try_unwrap(segment) {
                Ok(mut last) => parent = last.parent.take(),
                Err(_) => break,
            }
        }
    }
}

/// The root of the whole tree.
pub(crate) fn root() -> Arc<Segment> {
    const _: () = assert!(ROOT == 0);
    Arc::new(Segment::new(0, None, Vec::new()))
}
