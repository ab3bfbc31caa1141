//! A frontier as plain data, to be explored later or elsewhere.
//!
//! What comes back may come from a file. [`Saved::check`] looks at the data alone: each
//! number means something, the tree is one, and each of its childless nodes is accounted for
//! exactly once. [`Saved::verify`] asks the program as well. Branches of execution graphs
//! are no tree, so each is run: [`Saved::verify_graphs`].

use crate::frontier::{Frontier, Options, Piece, Token};
use crate::segment::{self, Segment};
use mazurka_explore::shared::Leaf;
use mazurka_explore::{Algorithm, Limits, Malformed, PREVIOUS, Packet, Part, Verdict, verify};
use mazurka_graph::{Branches, Runs, Task, TaskStep, Work, explore_with};
use mazurka_program::Program;
use std::collections::HashMap;
use std::sync::Arc;

/// What is left of an exploration that was stopped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Saved {
    /// The parts of the execution tree that are not explored; each comes after the one
    /// that it begins in. The first is the root of the whole tree.
    pub segments: Vec<SavedSegment>,
    /// What is to be explored.
    pub leaves: Vec<SavedLeaf>,
    /// If execution graphs are explored: the branches that are left, and nothing else.
    pub tasks: Vec<Task>,
    /// How many these are. (This is said twice, so that it is noticed if one is missing.)
    pub branches: usize,
}

/// A part of the execution tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct SavedSegment {
    /// The segment and the leaf of it that this one begins at.
    pub parent: Option<(usize, u32)>,
    /// The nodes.
    pub nodes: Packet,
    /// The childless nodes that need not be explored any more, in order. (The others are
    /// to be explored, or another segment begins there: this is said twice, so that it is
    /// noticed if something is missing.)
    pub done: Vec<u32>,
}

/// A leaf that is to be explored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(from = "(usize, u32, u32, bool)", into = "(usize, u32, u32, bool)")
)]
pub struct SavedLeaf {
    /// Its segment.
    pub segment: usize,
    /// Which leaf.
    pub leaf: Leaf,
}

impl From<(usize, u32, u32, bool)> for SavedLeaf {
    fn from((segment, node, new, is_counted): (usize, u32, u32, bool)) -> SavedLeaf {
        let leaf = Leaf {
            node,
            new,
            is_counted,
        };
        SavedLeaf { segment, leaf }
    }
}

impl From<SavedLeaf> for (usize, u32, u32, bool) {
    fn from(saved: SavedLeaf) -> (usize, u32, u32, bool) {
        let Leaf {
            node,
            new,
            is_counted,
        } = saved.leaf;
        (saved.segment, node, new, is_counted)
    }
}

/// What becomes of a node of a segment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Fate {
    /// It has children.
    Inner,
    /// Nothing says so yet.
    Unknown,
    /// It is to be explored,
    Pending,
    /// or a segment begins there,
    Begins,
    /// or nothing is to be done.
    Done,
}

/// The parents and the fates of a segment's nodes, the root first.
struct Nodes {
    parents: Vec<u32>,
    fates: Vec<Fate>,
}

impl Nodes {
    fn new(packet: &Packet) -> Result<Nodes, Malformed> {
        let mut nodes = Nodes {
            parents: vec![0],
            fates: vec![Fate::Unknown],
        };
        for parent in packet.parents() {
            let parent = match parent {
                PREVIOUS => u32::try_from(nodes.fates.len() - 1).map_err(|_| Malformed)?,
                parent => parent,
            };
            *nodes.fates.get_mut(parent as usize).ok_or(Malformed)? = Fate::Inner;
            nodes.parents.push(parent);
            nodes.fates.push(Fate::Unknown);
        }
        u32::try_from(nodes.fates.len()).map_err(|_| Malformed)?;
        Ok(nodes)
    }

    /// Notes what becomes of a childless node of which nothing is known yet.
    fn decide(&mut self, node: u32, fate: Fate) -> Result<(), Malformed> {
        match self.fates.get_mut(node as usize) {
            Some(known @ Fate::Unknown) => {
                *known = fate;
                Ok(())
            }
            _ => Err(Malformed),
        }
    }

    /// How many nodes are on the way to this one, itself included and the root not.
    fn depth(&self, node: u32) -> u32 {
        let mut depth = 0;
        let mut at = node;
        while at != 0 {
            at = self.parents[at as usize];
            depth += 1;
        }
        depth
    }

    fn unknown(&self) -> impl Iterator<Item = u32> + '_ {
        let fates = (0..).zip(&self.fates);
        fates.filter_map(|(node, fate)| (*fate == Fate::Unknown).then_some(node))
    }
}

impl Saved {
    /// Is nothing left?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.leaves.is_empty() && self.tasks.is_empty()
    }

    /// Is it as [`Frontier::save`] writes it?
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self) -> Result<(), Malformed> {
        let sound = |is_sound: bool| is_sound.then_some(()).ok_or(Malformed);
        let mut segments = self.undecided()?;
        sound(self.tasks.is_empty() || self.segments.is_empty() && self.leaves.is_empty())?;
        sound(self.tasks.len() == self.branches)?;
        // None is there twice: it would be explored twice.
        sound(self.tasks.is_sorted_by(|a, b| key(a) < key(b)))?;
        sound(self.tasks.iter().all(has_sound_stamps))?;
        for (segment, nodes) in self.segments.iter().zip(&mut segments) {
            sound(segment.done.is_sorted_by(|a, b| a < b))?;
            for node in &segment.done {
                nodes.decide(*node, Fate::Done)?;
            }
            // Nothing may be forgotten, and a segment with nothing left is not saved.
            sound(nodes.unknown().next().is_none())?;
            let is_left = |fate: &Fate| matches!(fate, Fate::Pending | Fate::Begins);
            sound(nodes.fates.iter().any(is_left))?;
        }
        Ok(())
    }

    /// The nodes of all segments, with what the leaves and segments say of them.
    fn undecided(&self) -> Result<Vec<Nodes>, Malformed> {
        let sound = |is_sound: bool| is_sound.then_some(()).ok_or(Malformed);
        let mut segments: Vec<Nodes> = Vec::with_capacity(self.segments.len());
        for (number, segment) in self.segments.iter().enumerate() {
            segment.nodes.check(1)?;
            match segment.parent {
                Some((place, leaf)) => {
                    let parent = segments.get_mut(place).ok_or(Malformed)?;
                    parent.decide(leaf, Fate::Begins)?;
                    sound(!segment.nodes.is_empty())?;
                }
                // The root of the whole tree is a leaf, or one segment begins there.
                None => sound(number == 0 && segment.nodes.is_empty())?,
            }
            segments.push(Nodes::new(&segment.nodes)?);
        }
        for SavedLeaf { segment, leaf } in &self.leaves {
            let nodes = segments.get_mut(*segment).ok_or(Malformed)?;
            nodes.decide(leaf.node, Fate::Pending)?;
            sound(leaf.new <= nodes.depth(leaf.node))?;
            // A leaf is new itself, but for the root of the whole tree.
            sound(leaf.new > 0 || leaf.node == 0)?;
        }
        Ok(segments)
    }

    /// Is it [sound](Saved::check), and each node a step that the program can take there?
    ///
    /// # Errors
    /// When it is not.
    pub fn verify<P: Program + ?Sized>(
        &self,
        program: &mut P,
        algorithm: Algorithm,
        max_events: usize,
    ) -> Result<(), Malformed> {
        self.check()?;
        if !self.tasks.is_empty() {
            return Err(Malformed);
        }
        let mut packets = self.segments.iter().map(|segment| &segment.nodes);
        // Wakeup trees tell what is accessed.
        let has_trees = matches!(algorithm, Algorithm::Optimal | Algorithm::Hybrid);
        if has_trees && !packets.all(Packet::is_known) {
            return Err(Malformed);
        }
        let parts = self.segments.iter().map(|segment| Part {
            parent: segment.parent,
            nodes: &segment.nodes,
        });
        verify(program, max_events, &parts.collect::<Vec<_>>())
    }

    /// Is it [sound](Saved::check), and each branch a graph of the program, as far as that can
    /// be told by running it?
    ///
    /// # Errors
    /// When it is not.
    pub fn verify_graphs<P: Program + ?Sized>(
        &self,
        program: &mut P,
        options: &mazurka_graph::Options,
        max_events: usize,
    ) -> Result<(), Malformed> {
        self.check()?;
        if !self.segments.is_empty() || !self.leaves.is_empty() {
            return Err(Malformed);
        }
        let limits = Limits {
            max_events,
            ..Limits::default()
        };
        for task in &self.tasks {
            if task.steps.len() > max_events {
                return Err(Malformed);
            }
            let mut looking = Looking(Some(task.clone()));
            let mut options = options.clone();
            let outcome = explore_with(&mut options, program, &limits, &mut (), &mut looking);
            match outcome.map_err(|_| Malformed)?.verdict {
                Verdict::NotExhausted(_) | Verdict::Verified | Verdict::Bug(_) => {}
                Verdict::Refined | Verdict::Endless { .. } => return Err(Malformed),
            }
        }
        Ok(())
    }
}

/// Goes to a branch, and no further.
struct Looking(Option<Task>);

impl Work for Looking {
    fn take(&mut self) -> Option<Task> {
        self.0.take()
    }

    fn is_hungry(&mut self) -> bool {
        false
    }

    fn give(&mut self, _: Vec<Task>) {}

    fn is_interrupted(&mut self) -> bool {
        true
    }

    fn may_count(&mut self) -> bool {
        false
    }
}

/// More events than that are in no graph.
const MOST_STAMPS: u32 = 1 << 30;

/// Can the events of a branch have been added when it says so? No two at a time, and those of
/// a process one after the other.
fn has_sound_stamps(task: &Task) -> bool {
    let mut last: HashMap<&str, u32> = HashMap::new();
    let mut all = Vec::new();
    for step in &task.steps {
        let end = step.write_stamp.unwrap_or(step.stamp);
        let before = last.insert(&step.process, end);
        if before.is_some_and(|before| before >= step.stamp) || end < step.stamp {
            return false;
        }
        all.push(step.stamp);
        all.extend(step.write_stamp.filter(|stamp| *stamp != step.stamp));
    }
    all.sort_unstable();
    all.is_sorted_by(|a, b| a < b) && all.last().is_none_or(|last| *last < MOST_STAMPS)
}

/// A step of a branch, and which branches it is about, as something that can be compared.
type Key<'t> = (Vec<(&'t str, u32, u32, Option<u32>, u8)>, (u8, u32, u32));

/// Puts branches into an order.
fn key(task: &Task) -> Key<'_> {
    let steps = task.steps.iter();
    let steps = steps.map(|step| {
        let runs = match step.runs {
            Runs::Yes => 0,
            Runs::Later => 1,
            Runs::Stuck => 2,
        };
        let TaskStep {
            process,
            alternative,
            stamp,
            write_stamp,
            ..
        } = step;
        (&**process, *alternative, *stamp, *write_stamp, runs)
    });
    let branches = match task.branches {
        Branches::All => (0, 0, 0),
        Branches::Below(number) => (1, number, 0),
        Branches::Within(number, below) => (2, number, below),
    };
    (steps.collect(), branches)
}

impl Frontier {
    /// What is left when all schedulers have ended after [`Frontier::stop`] or
    /// [`Frontier::pause`].
    ///
    /// # Panics
    /// When schedulers have shared what they cannot read themselves.
    #[must_use]
    pub fn save(&self) -> Saved {
        let mut saved = Saved::default();
        let mut places = HashMap::new();
        let mut tokens = Vec::new();
        for piece in self.pool().left() {
            match piece {
                Piece::Leaf(token) => tokens.push(token),
                Piece::Task(task) => saved.tasks.push(task),
            }
        }
        // In whichever queue they were: what is the same is saved as the same.
        saved.tasks.sort_by(|a, b| key(a).cmp(&key(b)));
        saved.branches = saved.tasks.len();
        tokens.sort_by_key(|token| (token.segment.number, token.leaf.node));
        for token in tokens {
            let mut way = Vec::new();
            // Those on the way to it that are not there yet.
            let mut at = Some(&token.segment);
            while let Some(segment) = at.filter(|at| !places.contains_key(&at.number)) {
                way.push(segment);
                at = segment.parent.as_ref().map(|(parent, _)| parent);
            }
            while let Some(segment) = way.pop() {
                let parent = segment.parent.as_ref();
                let packets = segment.after(0);
                let nodes = Packet::join(packets.iter().map(|packet| &**packet));
                saved.segments.push(SavedSegment {
                    parent: parent.map(|(parent, leaf)| (places[&parent.number], *leaf)),
                    nodes: nodes.expect("schedulers can read it"),
                    done: Vec::new(),
                });
                places.insert(segment.number, saved.segments.len() - 1);
            }
            saved.leaves.push(SavedLeaf {
                segment: places[&token.segment.number],
                leaf: token.leaf,
            });
        }
        let nodes = saved.undecided();
        debug_assert!(
            nodes.is_ok(),
            "each leaf has no children, and is there once"
        );
        for (segment, nodes) in saved.segments.iter_mut().zip(nodes.unwrap_or_default()) {
            segment.done = nodes.unknown().collect();
        }
        saved
    }

    /// The frontier that was saved.
    ///
    /// # Errors
    /// When it makes no sense.
    pub fn restore(saved: Saved, options: Options) -> Result<Frontier, Malformed> {
        saved.check()?;
        let is_of_graphs = !saved.tasks.is_empty();
        if is_of_graphs != options.graphs && !saved.is_empty() {
            return Err(Malformed);
        }
        let frontier = Frontier::empty(options);
        let mut segments: Vec<Arc<Segment>> = Vec::new();
        for SavedSegment { parent, nodes, .. } in saved.segments {
            let segment = match parent {
                None => segment::root(),
                Some((place, leaf)) => {
                    let parent = Arc::clone(segments.get(place).ok_or(Malformed)?);
                    let packets = vec![Arc::new(nodes)];
                    let number = frontier.next_segment();
                    Arc::new(Segment::new(number, Some((parent, leaf)), packets))
                }
            };
            segments.push(segment);
        }
        let mut tokens = Vec::new();
        for SavedLeaf { segment, leaf } in saved.leaves {
            let segment = Arc::clone(segments.get(segment).ok_or(Malformed)?);
            tokens.push(Piece::Leaf(Token { segment, leaf }));
        }
        let tasks = saved.tasks.into_iter().map(Piece::Task);
        tokens.extend(tasks);
        frontier.pool().push(0, tokens.into_iter());
        Ok(frontier)
    }
}
