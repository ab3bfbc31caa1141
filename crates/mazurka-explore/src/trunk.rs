//! Items that stand alone, as plain data: the way to one, and what is left of it.
//!
//! An item of [`Algorithm::Hybrid`](crate::Algorithm::Hybrid) needs of the tree that it is a
//! part of only the steps before it, and of each node on the way the steps that were there
//! before. That is a [`Trunk`]. It never changes, whatever others append: so the same item,
//! explored again anywhere, comes to the same.

use crate::next::Lists;
use crate::packet::{Known, Malformed, PREVIOUS, Packet, Writer};
use crate::shared::{Published, ROOT, Stretch, Taken};
use mazurka_program::Names;
use std::sync::Arc;

/// A way from the root of the tree, with what comes before each step of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Trunk {
    /// After each node on the way: the steps that come before that on the way, and that.
    nodes: Packet,
    /// The numbers of the steps on the way.
    ways: Vec<u32>,
}

/// A step after a node that was split.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The name of the step.
    pub key: String,
    /// The step.
    pub step: Packet,
    /// What becomes of what begins with it.
    pub fate: Fate,
}

/// What becomes of what begins with a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fate {
    /// It has been explored.
    Inside,
    /// The next node begins with it.
    OnWay,
    /// It is to be explored.
    Open,
}

/// Nodes that were read, and can be written again.
#[derive(Default)]
struct Draft {
    names: Names,
    lists: Lists,
    nodes: Vec<(u32, Known)>,
}

fn number(length: usize) -> Result<u32, Malformed> {
    u32::try_from(length).map_err(|_| Malformed)
}

impl Draft {
    /// Adds the first `most` nodes of a packet below the last node so far, or the root.
    fn read(&mut self, packet: &Packet, below: u32, most: usize) -> Result<(), Malformed> {
        packet.check(1)?;
        let mut added = 0;
        let nodes = &mut self.nodes;
        packet.read(&mut self.names, &mut self.lists, |parent, known| {
            added += 1;
            if added <= most {
                let parent = match parent {
                    PREVIOUS => u32::try_from(nodes.len()).unwrap_or(PREVIOUS),
                    parent => parent.saturating_add(below),
                };
                nodes.push((parent, known));
            }
        })
    }

    /// These nodes, by their numbers, each of which comes after its parent.
    fn write(&self, chosen: &[u32]) -> Result<Packet, Malformed> {
        let mut places = vec![ROOT; self.nodes.len() + 1];
        let mut writer = Writer::new(&self.names, &self.lists);
        for (place, node) in (1..).zip(chosen) {
            let (parent, known) = self.nodes.get(*node as usize - 1).ok_or(Malformed)?;
            let above = *places.get(*parent as usize).ok_or(Malformed)?;
            if above == ROOT && *parent != ROOT {
                return Err(Malformed);
            }
            places[*node as usize] = place;
            writer.node(above, *known);
        }
        Ok(writer.finish())
    }

    /// One node, without those above it.
    fn single(&self, node: u32) -> Packet {
        let mut writer = Writer::new(&self.names, &self.lists);
        writer.node(ROOT, self.nodes[node as usize - 1].1);
        writer.finish()
    }

    fn key(&self, node: u32) -> String {
        let turn = self.nodes[node as usize - 1].1.turn;
        let process = self.names.process_name(turn.process);
        match turn.sender() {
            Some(sender) => format!("{process}<{}", self.names.process_name(sender)),
            None => format!("{process}/{}", turn.alternative),
        }
    }

    /// The children of each node, the root first.
    fn children(&self) -> Result<Vec<Vec<u32>>, Malformed> {
        let mut children = vec![Vec::new(); self.nodes.len() + 1];
        for (node, (parent, _)) in (1..).zip(&self.nodes) {
            let of = children.get_mut(*parent as usize).ok_or(Malformed)?;
            of.push(node);
        }
        Ok(children)
    }
}

/// The steps of a packet, each with its name.
///
/// # Errors
/// When the packet makes no sense.
pub fn steps(packet: &Packet) -> Result<Vec<(String, Packet)>, Malformed> {
    let mut draft = Draft::default();
    draft.read(packet, ROOT, usize::MAX)?;
    let nodes = 1..=number(draft.nodes.len())?;
    Ok(nodes
        .map(|node| (draft.key(node), draft.single(node)))
        .collect())
}

impl Trunk {
    /// How many steps it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ways.len()
    }

    /// Is it the root of the tree?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ways.is_empty()
    }

    /// The way to the item that begins after the first `depth` steps of this one with `start`,
    /// where the steps `elders` come before it.
    ///
    /// # Errors
    /// When that makes no sense.
    pub fn item(
        &self,
        depth: usize,
        elders: &[Packet],
        start: &Packet,
    ) -> Result<Trunk, Malformed> {
        let ways = self.ways.get(..depth).ok_or(Malformed)?;
        let node = ways.last().copied().unwrap_or(ROOT);
        let mut draft = Draft::default();
        draft.read(&self.nodes, ROOT, node as usize)?;
        for step in elders.iter().chain([start]) {
            if step.len() != 1 {
                return Err(Malformed);
            }
            draft.read(step, node, 1)?;
        }
        let last = number(draft.nodes.len())?;
        let chosen: Vec<u32> = (1..=last).collect();
        Ok(Trunk {
            nodes: draft.write(&chosen)?,
            ways: ways.iter().copied().chain([last]).collect(),
        })
    }

    /// What an explorer is given that explores what begins with this.
    #[must_use]
    pub fn taken(&self) -> Taken {
        let leaf = self.ways.last().copied().unwrap_or(ROOT);
        Taken {
            same: 0,
            way: vec![Stretch {
                // The root of the whole tree is segment 0, and has no nodes.
                segment: u64::from(!self.is_empty()),
                log: match self.is_empty() {
                    true => Vec::new(),
                    false => vec![Arc::new(self.nodes.clone())],
                },
                leaf,
            }],
            new: u32::from(!self.is_empty()),
            is_counted: false,
        }
    }

    /// After how many steps a node of the way comes, by the number that explorers know it by.
    #[must_use]
    pub fn depth_of(&self, node: u32) -> Option<usize> {
        match node {
            ROOT => Some(0),
            node => self.ways.iter().position(|way| *way == node).map(|i| i + 1),
        }
    }

    /// An explorer has explored a part of what begins with this, and gave up the rest: the way
    /// through the frames of its search, and the steps after each of them.
    ///
    /// # Errors
    /// When that makes no sense.
    pub fn split(&self, published: &Published) -> Result<(Trunk, Vec<Vec<Piece>>), Malformed> {
        let base = self.ways.last().copied().unwrap_or(ROOT);
        let mut draft = Draft::default();
        draft.read(&self.nodes, ROOT, usize::MAX)?;
        if base as usize != draft.nodes.len() || published.kept.is_some() {
            return Err(Malformed);
        }
        draft.read(&published.nodes, base, usize::MAX)?;
        let children = draft.children()?;
        let mut is_open = vec![false; draft.nodes.len() + 1];
        for leaf in &published.leaves {
            let node = leaf.node.checked_add(base).ok_or(Malformed)?;
            *is_open.get_mut(node as usize).ok_or(Malformed)? = true;
        }
        let mut chosen: Vec<u32> = (1..=base).collect();
        let mut ways = self.ways.clone();
        let mut frames = Vec::new();
        let mut at = Some(base);
        while let Some(node) = at.take() {
            let mut frame = Vec::new();
            for child in children[node as usize].iter().copied() {
                let is_on_way = !children[child as usize].is_empty();
                let fate = match (is_open[child as usize], is_on_way, at) {
                    (true, false, _) => Fate::Open,
                    (false, true, None) => Fate::OnWay,
                    (false, false, _) => Fate::Inside,
                    _ => return Err(Malformed),
                };
                if fate == Fate::OnWay {
                    at = Some(child);
                }
                frame.push(Piece {
                    key: draft.key(child),
                    step: draft.single(child),
                    fate,
                });
                // What comes after the step on the way is not before anything below it.
                if fate == Fate::OnWay || at.is_none() {
                    chosen.push(child);
                }
            }
            match at {
                Some(_) => ways.push(number(chosen.len())?),
                None => chosen.truncate(chosen.len() - frame.len()),
            }
            frames.push(frame);
        }
        let nodes = draft.write(&chosen)?;
        Ok((Trunk { nodes, ways }, frames))
    }
}
