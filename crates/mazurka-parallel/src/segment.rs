//! Segments of the execution tree, as all schedulers share them.

use mazurka_explore::Packet;
use mazurka_explore::shared::ROOT;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

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
    /// How many nodes there are, with the root.
    nodes: u32,
}

impl Segment {
    pub(crate) fn new(
        number: u64,
        parent: Option<(Arc<Segment>, u32)>,
        packets: Vec<Arc<Packet>>,
    ) -> Segment {
        let nodes = packets.iter().map(|packet| packet.len()).sum::<usize>() + 1;
        Segment {
            number,
            parent,
            log: Mutex::new(Log {
                packets,
                nodes: u32::try_from(nodes).expect("under 2^32 nodes"),
            }),
        }
    }

    fn log(&self) -> MutexGuard<'_, Log> {
        self.log.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What was appended after the first `known` packets.
    pub(crate) fn after(&self, known: usize) -> Vec<Arc<Packet>> {
        self.log().packets[known..].to_vec()
    }

    /// Appends a branch, if nothing has been appended after the first `version`
    /// packets; returns its leaf.
    pub(crate) fn claim(&self, version: usize, branch: Packet) -> Result<u32, Vec<Arc<Packet>>> {
        let mut log = self.log();
        if log.packets.len() != version {
            return Err(log.packets[version..].to_vec());
        }
        log.nodes += u32::try_from(branch.len()).expect("under 2^32 nodes");
        log.packets.push(Arc::new(branch));
        Ok(log.nodes - 1)
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
