//! A frontier as plain data, to be explored later or elsewhere.

use crate::frontier::{Frontier, Options, Token};
use crate::segment::{self, Segment};
use mazurka_explore::shared::Leaf;
use mazurka_explore::{Malformed, Packet};
use std::collections::HashMap;
use std::sync::Arc;

/// What is left of an exploration that was stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Saved {
    /// The parts of the execution tree that are not explored; each comes after the one
    /// that it begins in. The first is the root of the whole tree.
    pub segments: Vec<SavedSegment>,
    /// What is to be explored.
    pub leaves: Vec<SavedLeaf>,
}

/// A part of the execution tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedSegment {
    /// The segment and the leaf of it that this one begins at.
    pub parent: Option<(usize, u32)>,
    /// The nodes.
    pub packets: Vec<Packet>,
}

/// A leaf that is to be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SavedLeaf {
    /// Its segment.
    pub segment: usize,
    /// Which leaf.
    pub leaf: Leaf,
}

impl Frontier {
    /// What is left when all schedulers have ended after [`Frontier::stop`].
    #[must_use]
    pub fn save(&self) -> Saved {
        let mut saved = Saved::default();
        let mut places = HashMap::new();
        for token in self.pool().drain() {
            let mut way = Vec::new();
            // Those on the way to it that are not there yet.
            let mut at = Some(&token.segment);
            while let Some(segment) = at.filter(|at| !places.contains_key(&at.number)) {
                way.push(segment);
                at = segment.parent.as_ref().map(|(parent, _)| parent);
            }
            while let Some(segment) = way.pop() {
                let parent = segment.parent.as_ref();
                let packets = segment.after(0).into_iter();
                saved.segments.push(SavedSegment {
                    parent: parent.map(|(parent, leaf)| (places[&parent.number], *leaf)),
                    packets: packets.map(Arc::unwrap_or_clone).collect(),
                });
                places.insert(segment.number, saved.segments.len() - 1);
            }
            saved.leaves.push(SavedLeaf {
                segment: places[&token.segment.number],
                leaf: token.leaf,
            });
        }
        saved
    }

    /// The frontier that was saved.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn restore(saved: Saved, options: Options) -> Result<Frontier, Malformed> {
        let frontier = Frontier::empty(options);
        let mut segments: Vec<Arc<Segment>> = Vec::new();
        for SavedSegment { parent, packets } in saved.segments {
            let segment = match parent {
                None => segment::root(),
                Some((place, leaf)) => {
                    let parent = Arc::clone(segments.get(place).ok_or(Malformed)?);
                    let packets = packets.into_iter().map(Arc::new).collect();
                    let number = frontier.next_segment();
                    Arc::new(Segment::new(number, Some((parent, leaf)), packets))
                }
            };
            segments.push(segment);
        }
        let mut tokens = Vec::new();
        for SavedLeaf { segment, leaf } in saved.leaves {
            let segment = Arc::clone(segments.get(segment).ok_or(Malformed)?);
            tokens.push(Token { segment, leaf });
        }
        frontier.pool().push(0, tokens.into_iter());
        Ok(frontier)
    }
}
