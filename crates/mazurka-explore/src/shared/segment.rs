//! A scheduler's copy of a segment.

use super::{ROOT, index};
use crate::next::Next;
use crate::packet::{Known, Malformed, PREVIOUS, Packet};
use crate::run::Run;
use crate::wakeup::{NONE, Nodes};
use mazurka_program::Program;
use std::sync::Arc;

/// A copy of a segment.
#[derive(Debug)]
pub(super) struct Segment {
    pub(super) number: u64,
    /// The packets that it was made from.
    pub(super) version: usize,
    /// The root, which is no step, and then the nodes of the packets.
    pub(super) nodes: Vec<Node>,
}

#[derive(Debug)]
pub(super) struct Node {
    /// None for the root.
    pub(super) known: Option<Known>,
    pub(super) parent: u32,
    first_child: u32,
    last_child: u32,
    next_sibling: u32,
}

impl Node {
    fn new(parent: u32, known: Option<Known>) -> Node {
        Node {
            known,
            parent,
            first_child: NONE,
            last_child: NONE,
            next_sibling: NONE,
        }
    }
}

impl Segment {
    pub(super) fn new(number: u64) -> Segment {
        Segment {
            number,
            version: 0,
            nodes: vec![Node::new(ROOT, None)],
        }
    }

    pub(super) fn add(&mut self, parent: u32, known: Known) -> u32 {
        let number = index(self.nodes.len());
        self.nodes.push(Node::new(parent, Some(known)));
        let parent = &mut self.nodes[parent as usize];
        let last = std::mem::replace(&mut parent.last_child, number);
        match last {
            NONE => parent.first_child = number,
            last => self.nodes[last as usize].next_sibling = number,
        }
        number
    }

    /// Adds what others have appended.
    pub(super) fn extend<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        log: &[Arc<Packet>],
    ) -> Result<(), Malformed> {
        for packet in log {
            let (names, lists) = run.names_and_lists();
            let mut is_sound = true;
            packet.read(names, lists, |parent, known| {
                let parent = match parent {
                    PREVIOUS => index(self.nodes.len() - 1),
                    parent => parent,
                };
                is_sound &= (parent as usize) < self.nodes.len();
                if is_sound {
                    self.add(parent, known);
                }
            })?;
            if !is_sound {
                return Err(Malformed);
            }
            self.version += 1;
        }
        Ok(())
    }

    /// The nodes from the root to `leaf`.
    pub(super) fn path(&self, leaf: u32) -> Vec<u32> {
        let mut path = vec![leaf];
        let mut at = leaf;
        while at != ROOT {
            at = self.nodes[at as usize].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    pub(super) fn known(&self, node: u32) -> Known {
        self.nodes[node as usize].known.expect("not the root")
    }

    pub(super) fn is_leaf(&self, node: u32) -> bool {
        self.first_child(node) == NONE
    }

    pub(super) fn children(&self, node: u32) -> impl Iterator<Item = u32> + Clone + '_ {
        let node_or_none = |number: u32| (number != NONE).then_some(number);
        let first = node_or_none(self.first_child(node));
        std::iter::successors(first, move |at| node_or_none(self.next_sibling(*at)))
    }
}

/// As wakeup trees, segments tell of each node what it accesses.
impl Nodes for Segment {
    fn count(&self) -> u64 {
        self.nodes.len() as u64
    }

    fn next(&self, node: u32) -> Next {
        let next = self.known(node).next();
        next.expect("wakeup trees tell what is accessed")
    }

    fn first_child(&self, node: u32) -> u32 {
        self.nodes[node as usize].first_child
    }

    fn next_sibling(&self, node: u32) -> u32 {
        self.nodes[node as usize].next_sibling
    }
}
