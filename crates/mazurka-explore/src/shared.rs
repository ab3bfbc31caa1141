//! The part of the execution tree that a scheduler shares with others.
//!
//! After *Parallelizing DPOR*, Algorithms 3-6, 10 and 11. A scheduler **owns** the
//! leaf that it took, at depth `base`, and with it all that begins with it: there
//! it explores as if it were alone. The nodes above the leaf belong to all. What a
//! race asks for there, at a depth under `base`, is **disputed**: the scheduler may
//! explore it only if no leaf of the tree covers it, and nobody else is faster.
//!
//! The shared tree consists of segments, each of which begins at a leaf of another.
//! Since whatever begins with a leaf is explored by its owner, or by those who the
//! owner shares it with, sequences that are inserted above a leaf never go on below
//! it: a segment is a tree of its own.
//!
//! A segment is a log of packets of nodes, and only grows at its end. Every
//! scheduler has a copy, and inserts a sequence into the copy; if that takes a new
//! branch, it asks for the branch to be appended to the log that it knows, and gets
//! what others have appended meanwhile instead, if there is any. So nobody has to
//! understand the nodes of a segment but those who explore the program.

use crate::next::Next;
use crate::outcome::{Limit, Statistics};
use crate::packet::{Known, Malformed, PREVIOUS, Packet, Writer};
use crate::run::{Halt, Run};
use crate::sequence::{Buffers, Obstacles, Sequence};
use crate::stack::Order;
use crate::trace::Trace;
use crate::wakeup::{self, NONE, Nodes, Place, Tree};
use mazurka_program::{ProcessId, Program, Turn};
use std::sync::Arc;

/// The root of a segment: the leaf, in another segment, that it begins at.
pub const ROOT: u32 = 0;

/// What others have done, or wish.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Wish {
    /// Go on.
    GoOn,
    /// Somebody has nothing to do: share something.
    Share,
    /// Share everything, and end.
    Stop,
    /// End at once: what is left does not matter.
    Leave(Limit),
}

/// A leaf to be explored.
#[derive(Clone, Debug)]
pub struct Taken {
    /// So many segments on the way, from that of the root of the whole tree, are those
    /// of the way before, and left at the same node.
    pub same: usize,
    /// The others.
    pub way: Vec<Stretch>,
    /// So many of the last nodes on the way are new: nobody has run them.
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
    /// So many nodes, up to the leaf, that nobody has run, are on the way to this
    /// one first.
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
    /// The segment that it belongs to,
    pub segment: u64,
    /// of whose log so many packets are known.
    pub version: usize,
    /// The node that it begins at,
    pub place: u32,
    /// of which so many children are known. Since children come after one another and
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

    /// What the others wish, after one more execution.
    fn wish(&mut self, statistics: &Statistics) -> Wish;

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

    fn put_back(&mut self, _: bool) {}

    fn publish(&mut self, _: Published) -> u64 {
        unreachable!("nobody asked for it")
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

/// A copy of a segment.
#[derive(Debug)]
struct Segment {
    number: u64,
    /// The packets that it was made from.
    version: usize,
    /// The root, which is no step, and then the nodes of the packets.
    nodes: Vec<Node>,
}

#[derive(Debug)]
struct Node {
    /// None for the root.
    known: Option<Known>,
    parent: u32,
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
    fn new(number: u64) -> Segment {
        Segment {
            number,
            version: 0,
            nodes: vec![Node::new(ROOT, None)],
        }
    }

    fn add(&mut self, parent: u32, known: Known) -> u32 {
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
    fn extend<P: Program + ?Sized>(
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
    fn path(&self, leaf: u32) -> Vec<u32> {
        let mut path = vec![leaf];
        let mut at = leaf;
        while at != ROOT {
            at = self.nodes[at as usize].parent;
            path.push(at);
        }
        path.reverse();
        path
    }

    fn known(&self, node: u32) -> Known {
        self.nodes[node as usize].known.expect("not the root")
    }

    fn children(&self, node: u32) -> impl Iterator<Item = u32> + Clone + '_ {
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

/// The way through a segment, to the leaf that is owned.
#[derive(Debug)]
struct Region {
    segment: Segment,
    /// So many events come before the segment's root.
    start: usize,
    /// The nodes on the way, the root first.
    path: Vec<u32>,
}

impl Region {
    /// So many events come before the leaf.
    fn end(&self) -> usize {
        self.start + self.path.len() - 1
    }
}

/// What a scheduler knows of the part of the tree that it does not own alone.
pub(crate) struct Shared<'w> {
    work: &'w mut dyn Work,
    regions: Vec<Region>,
    /// Copies of segments that are not on the way now, the latest last.
    kept: Vec<Segment>,
    /// A buffer for a branch.
    branch: Vec<Known>,
    /// A buffer for a sequence that may have to be inserted again.
    spare: Sequence,
}

/// How many copies are kept.
const KEPT: usize = 64;

/// Where a scheduler that has taken a leaf has to go.
pub(crate) struct Way {
    /// So many events are the same as on the way before.
    pub(crate) common: usize,
    /// So many events, the last ones, are new.
    pub(crate) new: usize,
    /// As in [`Leaf`].
    pub(crate) is_counted: bool,
}

impl<'w> Shared<'w> {
    pub(crate) fn new(work: &'w mut dyn Work) -> Shared<'w> {
        Shared {
            work,
            regions: Vec::new(),
            kept: Vec::new(),
            branch: Vec::new(),
            spare: Sequence::default(),
        }
    }

    /// Everything that begins with the first so many events is owned.
    #[inline]
    pub(crate) fn base(&self) -> usize {
        self.regions.last().map_or(0, Region::end)
    }

    /// What the others wish.
    pub(crate) fn wish(&mut self, statistics: &Statistics) -> Wish {
        self.work.wish(statistics)
    }

    /// To be asked wherever something may take long.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Halt> {
        if self.work.is_interrupted() {
            return Err(Halt::Stopped);
        }
        Ok(())
    }

    pub(crate) fn put_back(&mut self, is_counted: bool) {
        self.work.put_back(is_counted);
    }

    pub(crate) fn done(&mut self, statistics: &Statistics) {
        self.work.done(statistics);
    }

    /// Takes the next leaf.
    pub(crate) fn take<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
    ) -> Result<Option<Way>, Halt> {
        let (regions, kept) = (&self.regions, &self.kept);
        let known = |number| {
            let on_way = regions.iter().map(|region| &region.segment);
            let mut copies = on_way.chain(kept);
            let copy = copies.find(|segment| segment.number == number);
            copy.map_or(0, |segment| segment.version)
        };
        let Some(taken) = self.work.take(&known) else {
            return Ok(None);
        };
        let new = taken.new as usize;
        let is_counted = taken.is_counted;
        match self.enter(run, taken) {
            Ok(common) if new <= self.base() => Ok(Some(Way {
                common,
                new,
                is_counted,
            })),
            _ => Err(Halt::malformed()),
        }
    }

    /// Makes the regions those of the way; returns how many events are the same as
    /// before.
    fn enter<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        taken: Taken,
    ) -> Result<usize, Malformed> {
        if taken.same > self.regions.len() {
            return Err(Malformed);
        }
        let old = self.regions.split_off(taken.same);
        let mut old = old.into_iter().peekable();
        let mut common = self.base();
        for stretch in taken.way {
            let start = self.base();
            let is_same = |region: &Region| region.segment.number == stretch.segment;
            // Segments are where they are: as long as they are the same ones, so is
            // the way to them.
            let (mut segment, before) = match old.next_if(is_same) {
                Some(region) => (region.segment, region.path),
                None => {
                    self.kept.extend(old.by_ref().map(|region| region.segment));
                    (self.copy(stretch.segment), Vec::new())
                }
            };
            segment.extend(run, &stretch.log)?;
            if stretch.leaf as usize >= segment.nodes.len() {
                return Err(Malformed);
            }
            let path = segment.path(stretch.leaf);
            let equal = path.iter().zip(&before).take_while(|(a, b)| a == b);
            common += equal.count().saturating_sub(1);
            self.regions.push(Region {
                segment,
                start,
                path,
            });
        }
        self.kept.extend(old.map(|region| region.segment));
        // Not before: what was said to be known must still be there.
        let surplus = self.kept.len().saturating_sub(KEPT);
        self.kept.drain(..surplus);
        Ok(common)
    }

    /// The copy of a segment, as far as it was kept.
    fn copy(&mut self, number: u64) -> Segment {
        let mut kept = self.kept.iter();
        match kept.position(|segment| segment.number == number) {
            Some(place) => self.kept.remove(place),
            None => Segment::new(number),
        }
    }

    fn region_of(&self, depth: usize) -> usize {
        let regions = self.regions.iter();
        let before = regions.take_while(|region| region.start <= depth).count();
        // The leaf at which a segment begins is its root.
        before - 1
    }

    /// The node before the event at `depth`, and the one after it.
    fn nodes_at(&self, depth: usize) -> (usize, u32, u32) {
        let number = self.region_of(depth);
        let Region { start, path, .. } = &self.regions[number];
        let at = depth - start;
        (number, path[at], path[at + 1])
    }

    /// The step at `depth` on the way to the leaf.
    pub(crate) fn step(&self, depth: usize) -> Known {
        let (region, _, node) = self.nodes_at(depth);
        self.regions[region].segment.known(node)
    }

    /// The steps that are explored before the one at `depth` on the way to the leaf,
    /// and sleep there. `alternatives` tells how many a process has.
    pub(crate) fn elders(
        &self,
        depth: usize,
        order: Order,
        alternatives: impl Fn(ProcessId) -> u32,
    ) -> Vec<Known> {
        let (region, node, on_way) = self.nodes_at(depth);
        let segment = &self.regions[region].segment;
        let children = || segment.children(node);
        match order {
            Order::Any => return Vec::new(),
            Order::ByTurn => {
                let before = children().take_while(|child| *child != on_way);
                return before.map(|child| segment.known(child)).collect();
            }
            Order::ByProcess => {}
        }
        let Turn {
            process,
            alternative,
        } = segment.known(on_way).turn;
        let mut elders: Vec<Known> = Vec::new();
        let mut add = |process, count| {
            for alternative in 0..count {
                let turn = Turn {
                    process,
                    alternative,
                };
                let is_known = |known: &Known| known.turn == turn;
                if !elders.iter().any(is_known) {
                    let mut known = children().map(|child| segment.known(child));
                    elders.push(known.find(is_known).unwrap_or(turn.into()));
                }
            }
        };
        for known in children().map(|child| segment.known(child)) {
            if known.turn.process == process {
                break;
            }
            add(known.turn.process, alternatives(known.turn.process));
        }
        add(process, alternative);
        elders
    }

    /// It has been found out what a step after the first `depth` events accesses.
    pub(crate) fn learn(&mut self, depth: usize, next: Next) {
        let (region, node, _) = self.nodes_at(depth);
        let segment = &mut self.regions[region].segment;
        for child in segment.children(node).collect::<Vec<_>>() {
            let known = &mut segment.nodes[child as usize].known;
            if let Some(known) = known.as_mut().filter(|known| known.turn == next.turn) {
                known.accesses = Some(next.accesses);
            }
        }
    }

    /// `insert[E'](v, wut(E'))` in the shared tree, where `E'` is the first `depth` events
    /// and `sleep(E')` covers no part of `v`. Consumes `v`.
    pub(crate) fn insert<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        v: &mut Sequence,
        depth: usize,
        sleep: &[Next],
        buffers: &mut Buffers,
    ) -> Result<(), Halt> {
        self.spare.copy(v);
        while !self.try_to_insert(run, v, depth, sleep, buffers)? {
            v.copy(&self.spare);
        }
        Ok(())
    }

    /// The same; false if it has to be done again, since others were faster.
    fn try_to_insert<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        v: &mut Sequence,
        depth: usize,
        sleep: &[Next],
        buffers: &mut Buffers,
    ) -> Result<bool, Halt> {
        let trace = &run.trace;
        let mut obstacles = Obstacles::new(trace.next(depth), sleep, buffers);
        let (number, node, on_way) = self.nodes_at(depth);
        let segment = &self.regions[number].segment;
        // What is explored now comes before all that it asks for.
        let younger = Tree::new(segment.next_sibling(on_way));
        let place = wakeup::insert(segment, younger, trace, v, &mut obstacles);
        let place = place.map_err(|mismatch| Run::<P>::not_as_foretold(trace, depth, &mismatch))?;
        let Place::Branch { parent, .. } = place else {
            return Ok(true);
        };
        self.branch.clear();
        self.branch
            .extend(v.left().map(|item| Known::from(item.next)));
        self.claim(run, number, parent.unwrap_or(node))
    }

    /// The same for backtrack sets: adds `turn` to the steps that are explored after the
    /// first `depth` events, unless `covers` says of one of them that it will do.
    pub(crate) fn add<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        depth: usize,
        turn: Turn,
        covers: impl Fn(&Trace, Turn) -> bool,
    ) -> Result<(), Halt> {
        let (number, node, _) = self.nodes_at(depth);
        loop {
            let segment = &self.regions[number].segment;
            let covers = |child| covers(&run.trace, segment.known(child).turn);
            if segment.children(node).any(covers) {
                return Ok(());
            }
            self.branch.clear();
            self.branch.push(turn.into());
            if self.claim(run, number, node)? {
                return Ok(());
            }
        }
    }

    /// Asks for the branch to be appended below the node `place`; false if others
    /// have been there meanwhile.
    fn claim<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        number: usize,
        place: u32,
    ) -> Result<bool, Halt> {
        let segment = &mut self.regions[number].segment;
        let (names, lists) = run.names_and_lists();
        let mut writer = Writer::new(names, lists);
        let mut parent = place;
        for known in &self.branch {
            writer.node(parent, *known);
            parent = PREVIOUS;
        }
        let claimed = self.work.claim(Claim {
            segment: segment.number,
            version: segment.version,
            place,
            children: index(segment.children(place).count()),
            branch: writer.finish(),
        });
        if claimed.is_granted && claimed.log.len() == 1 {
            let mut parent = place;
            for known in &self.branch {
                parent = segment.add(parent, *known);
            }
            segment.version += 1;
            return Ok(true);
        }
        let extended = segment.extend(run, &claimed.log);
        extended.map_err(|Malformed| Halt::malformed())?;
        Ok(claimed.is_granted)
    }

    /// Gives up the frames from the base to `depth`, of which `frames` tells the
    /// nodes. If `is_kept`, what begins with the event at `depth` remains owned. If
    /// `is_counted`, the first leaf of the last frame is.
    pub(crate) fn publish<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        frames: Vec<Frame>,
        is_kept: bool,
        is_counted: bool,
    ) {
        let start = self.base();
        let mut segment = Segment::new(0);
        // By frame.
        let mut leaves = Vec::new();
        let mut path = vec![ROOT];
        for (i, frame) in frames.into_iter().enumerate() {
            let at = *path.last().expect("the root");
            for known in &frame.elders {
                segment.add(at, *known);
            }
            if let Some(on_way) = frame.on_way {
                debug_assert_eq!(on_way.turn, run.trace.next(start + i).turn);
                path.push(segment.add(at, on_way));
            }
            leaves.push(frame.add_to(&mut segment, at));
        }
        // As long as no other scheduler takes any, what began last is ended first.
        let mut leaves: Vec<Leaf> = leaves.into_iter().rev().flatten().collect();
        if let Some(first) = leaves.first_mut() {
            first.is_counted = is_counted;
        }
        let (names, lists) = run.names_and_lists();
        let mut writer = Writer::new(names, lists);
        for node in &segment.nodes[1..] {
            writer.node(node.parent, node.known.expect("not the root"));
        }
        let published = Published {
            nodes: writer.finish(),
            leaves,
            kept: is_kept.then(|| *path.last().expect("the root")),
        };
        segment.version = 1;
        segment.number = self.work.publish(published);
        self.regions.push(Region {
            segment,
            start,
            path,
        });
    }
}

/// A frame of the search that is given up.
#[derive(Default)]
pub(crate) struct Frame {
    /// The steps that were explored after it, in order.
    pub(crate) elders: Vec<Known>,
    /// The step of the current execution.
    pub(crate) on_way: Option<Known>,
    /// What is still to be explored, in order.
    pub(crate) pending: Vec<Pending>,
}

/// A node of a wakeup tree, or of a backtrack set; parents come before children.
pub(crate) struct Pending {
    /// Below which of them; none for what comes first after the frame.
    pub(crate) parent: Option<u32>,
    pub(crate) known: Known,
    /// Is it in the sleep set, so that it need not be explored?
    pub(crate) is_asleep: bool,
}

impl Pending {
    /// A step of a backtrack set.
    pub(crate) fn turn(turn: Turn) -> Pending {
        Pending {
            parent: None,
            known: turn.into(),
            is_asleep: false,
        }
    }
}

impl Frame {
    /// Adds what is pending below the node `at`. Returns its leaves.
    fn add_to(&self, segment: &mut Segment, at: u32) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        let first = segment.nodes.len();
        for pending in &self.pending {
            let parent = pending.parent.map_or(at, |i| index(first) + i);
            segment.add(parent, pending.known);
        }
        let mut new = 0;
        for (node, pending) in (first..).zip(&self.pending) {
            if pending.is_asleep {
                continue;
            }
            new += 1;
            if segment.nodes[node].first_child == NONE {
                let node = index(node);
                leaves.push(Leaf::new(node, new));
                new = 0;
            }
        }
        leaves
    }
}

fn index(length: usize) -> u32 {
    u32::try_from(length).expect("under 2^32 nodes")
}
