//! The part of the execution tree that a scheduler shares with others.
//!
//! After *Parallelizing DPOR*, Algorithms 3-6, 10 and 11. A scheduler **owns** the
//! leaf that it took, at depth `base`, and with it all that begins with it: there
//! it explores as if it were alone. The nodes above the leaf belong to all. What a
//! race asks for there, at a depth under `base`, is **disputed**: the scheduler may
//! explore it only if no leaf of the tree covers it, and no other is faster.
//!
//! The shared tree consists of segments, each of which begins at a leaf of another.
//! Since whatever begins with a leaf is explored by its owner, or by those who the
//! owner shares it with, sequences that are inserted above a leaf never go on below
//! it: a segment is a tree of its own.
//!
//! A segment is a log of packets of nodes, and only grows at its end. Every
//! scheduler has a copy, and inserts a sequence into the copy; if that takes a new
//! branch, it asks for the branch to be appended to the log that it knows, and gets
//! what others have appended meanwhile instead, if there is any. So only those who
//! explore the program have to understand the nodes of a segment.

mod segment;
mod work;

pub(crate) use work::Alone;
pub use work::{Claim, Claimed, Leaf, Published, Stretch, Taken, Wish, Work};

use crate::next::Next;
use crate::outcome::Statistics;
use crate::packet::{Known, Malformed, PREVIOUS, Writer};
use crate::run::{Halt, Run};
use crate::search::Order;
use crate::sequence::{Buffers, Obstacles, Sequence};
use crate::trace::Trace;
use crate::wakeup::{self, Nodes, Place, Tree, Unplaced};
use mazurka_program::{ProcessId, Program, Turn};
use rustc_hash::FxHashMap;
use segment::Segment;

/// The root of a segment: the leaf, in another segment, that it begins at.
pub const ROOT: u32 = 0;

/// The way through a segment, to the leaf that is owned.
#[derive(Debug)]
struct Region {
    segment: Segment,
    /// How many events come before the segment's root.
    start: usize,
    /// The nodes on the way, the root first.
    path: Vec<u32>,
}

impl Region {
    /// How many events come before the leaf.
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
    /// What was noted of the item that is explored, if it stands apart: nodes, and steps of which
    /// one has to be explored there.
    noted: FxHashMap<u32, Vec<Vec<Next>>>,
}

/// With more requests than this at a node, the first step of each is asked for.
const MOST_CHOICES: usize = 32;

/// How many copies are kept.
const KEPT: usize = 64;

/// Where a scheduler that has taken a leaf has to go.
pub(crate) struct Way {
    /// How many of the first events are the same as on the way before.
    pub(crate) common: usize,
    /// How many of the last events are new.
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
            noted: FxHashMap::default(),
        }
    }

    /// The number of events before the leaf: all that begins with them is owned.
    #[inline]
    pub(crate) fn base(&self) -> usize {
        self.regions.last().map_or(0, Region::end)
    }

    /// What the others wish.
    pub(crate) fn wish(&mut self, statistics: &Statistics) -> Wish {
        self.work.wish(statistics)
    }

    /// What they wish, after the program was stopped in the middle of an execution.
    pub(crate) fn stopped(&mut self, statistics: &Statistics) -> Wish {
        self.work.stopped(statistics)
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

    /// How many other steps there are where the one at `depth` on the way to the leaf is.
    pub(crate) fn siblings(&self, depth: usize) -> u32 {
        let (region, node, _) = self.nodes_at(depth);
        let children = self.regions[region].segment.children(node).count();
        index(children.saturating_sub(1))
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
        buffers.answers.clear();
        self.spare.copy(v);
        while !self.try_to_insert(run, v, depth, sleep, buffers)? {
            v.copy(&self.spare);
        }
        Ok(())
    }

    /// The same; false if it has to be done again, since others were faster, or more is known.
    fn try_to_insert<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        v: &mut Sequence,
        depth: usize,
        sleep: &[Next],
        buffers: &mut Buffers,
    ) -> Result<bool, Halt> {
        let trace = &run.trace;
        let mut obstacles = Obstacles::new(trace.next(depth), sleep, false, buffers);
        let (number, node, on_way) = self.nodes_at(depth);
        let segment = &self.regions[number].segment;
        // What is explored now comes before all that it asks for.
        let younger = Tree::new(segment.next_sibling(on_way));
        let parent = match wakeup::insert(segment, younger, trace, v, &mut obstacles) {
            Ok(Place::Covered(_)) => return Ok(true),
            Ok(Place::Branch { parent, .. }) => parent,
            Err(Unplaced::Mismatch(mismatch)) => {
                return Err(Run::<P>::not_as_foretold(trace, depth, &mismatch));
            }
            Err(Unplaced::Unsure { steps, next }) => {
                let answer = run.is_possible_after(depth, &steps, next)?;
                buffers.answers.push(answer);
                return Ok(false);
            }
        };
        self.branch.clear();
        self.branch
            .extend(v.left().map(|item| Known::from(item.next)));
        self.claim(run, number, parent.unwrap_or(node))
    }

    /// The same where leaves stand alone: makes sure that a step after the first `depth` events
    /// is explored of which `v` can begin.
    pub(crate) fn request<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        v: &Sequence,
        depth: usize,
    ) -> Result<(), Halt> {
        let (number, node, on_way) = self.nodes_at(depth);
        loop {
            let segment = &self.regions[number].segment;
            let covers =
                |child| child != on_way && v.is_weak_initial(&run.trace, &segment.next(child));
            if segment.children(node).any(covers) {
                return Ok(());
            }
            if self.work.is_apart() {
                self.note(run, v, node);
                return Ok(());
            }
            self.branch.clear();
            self.branch.push(v.items()[0].next.into());
            if self.claim(run, number, node)? {
                return Ok(());
            }
        }
    }

    /// Notes that one of the initials of `v` has to be explored after a node, unless that follows
    /// from what was noted before.
    fn note<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>, v: &Sequence, node: u32) {
        let trace = &run.trace;
        let noted = self.noted.entry(node).or_default();
        let follows = |steps: &Vec<Next>| match &steps[..] {
            // This one will be explored there.
            [step] => v.is_weak_initial(trace, step),
            steps => steps.iter().all(|step| v.begins_with(trace, step)),
        };
        if noted.iter().any(follows) {
            return;
        }
        let mut initials = v.initial_steps(trace);
        if noted.len() >= MOST_CHOICES {
            initials.truncate(1);
        }
        let (names, lists) = run.names_and_lists();
        let mut writer = Writer::new(names, lists);
        for step in &initials {
            writer.node(ROOT, (*step).into());
        }
        self.work.note(node, writer.finish());
        self.noted.entry(node).or_default().push(initials);
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
            let node = index(node);
            if segment.is_leaf(node) {
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
