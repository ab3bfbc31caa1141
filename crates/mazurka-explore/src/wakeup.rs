//! Wakeup trees (*Source Sets*, section 6).
//!
//! A wakeup tree is an ordered tree of events: the beginnings of executions
//! that must still be explored after some `E`, each of which is sure not to end
//! blocked by the sleep set. All the trees of a search live in one arena, and a
//! node takes 16 bytes: wakeup_stress(9) has almost ten million of them.

use crate::next::{Accesses, Next};
use crate::sequence::{Obstacles, Sequence};
use crate::trace::Trace;
use mazurka_program::{ProcessId, Turn};

/// No node.
pub(crate) const NONE: u32 = u32::MAX;
const PROCESS_BITS: u32 = 17;

/// With store buffers, branches are cut short when there are more nodes than this. To go
/// along a longer branch takes fewer events then, by a seventh of those of fib_bench.
const MANY: u64 = 1 << 12;

/// The children of the root of a wakeup tree.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Tree {
    first_child: u32,
    alike: Option<Alike>,
}

/// All children of a root access the same: where many threads wait for one mutex, there
/// is one for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Alike {
    last_child: u32,
    accesses: Accesses,
    /// None of them is of a process with a larger number.
    most: u32,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::EMPTY
    }
}

impl Tree {
    /// The tree of only the root: `⟨{⟨⟩}, ∅⟩`.
    pub const EMPTY: Tree = Tree::new(NONE);

    pub(crate) const fn new(first_child: u32) -> Tree {
        Tree {
            first_child,
            alike: None,
        }
    }

    /// Notes a new last child, which may be the only one.
    fn add_alike(&mut self, child: u32, next: &Next, is_only: bool) {
        let process = next.process().0;
        let most = match self.alike {
            // Receives that choose are not alike.
            _ if next.is_choice() => {
                self.alike = None;
                return;
            }
            Some(alike) if alike.accesses == next.accesses => alike.most.max(process),
            None if is_only => process,
            _ => {
                self.alike = None;
                return;
            }
        };
        self.alike = Some(Alike {
            last_child: child,
            accesses: next.accesses,
            most,
        });
    }

    /// Has the tree no node but its root?
    #[must_use]
    #[inline]
    pub fn is_empty(self) -> bool {
        self.first_child == NONE
    }
}

/// A node and an event of a sequence that should be the same event, after the
/// same past: the program is not deterministic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mismatch {
    /// What the tree says.
    pub expected: Next,
    /// What the sequence says.
    pub found: Next,
}

/// Why a sequence could not be inserted.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Unplaced {
    /// The program is not deterministic.
    Mismatch(Mismatch),
    /// Is `next` possible after these steps? The program has to be run to see.
    Unsure {
        /// The steps that come first.
        steps: Vec<Turn>,
        /// A receive.
        next: Turn,
    },
}

/// The nodes that a wakeup tree is made of, by number. Trees that one scheduler owns are in
/// a [`Forest`]; those that several schedulers share are in [`crate::shared`].
pub(crate) trait Nodes {
    /// How many nodes there are.
    fn count(&self) -> u64;

    /// The event of a node.
    fn next(&self, node: u32) -> Next;

    /// The first child of a node, or [`NONE`].
    fn first_child(&self, node: u32) -> u32;

    /// The child of the same parent after a node, or [`NONE`].
    fn next_sibling(&self, node: u32) -> u32;
}

/// Where a sequence belongs in a wakeup tree.
pub(crate) enum Place {
    /// It has come to this node, and a leaf at or below the node covers it.
    Covered(u32),
    /// No leaf covers it: what is left of it has to become a new branch.
    Branch {
        /// The node that the branch begins at; none for the root.
        parent: Option<u32>,
        /// The last child there, or [`NONE`].
        last: u32,
        /// The number of events of the tree before the branch.
        depth: usize,
    },
}

/// What the insertion finds among the children of a node.
enum Found {
    /// The first child that is consistent with the sequence, and its event.
    In(u32, Next),
    /// None is, and this is the last, or [`NONE`].
    After(u32),
}

/// `insert[E'](v, tree)`, but for the branch that is appended: follows `v` into the first
/// child that is consistent with it, again and again. Consumes `v`; what is left of it is
/// the new branch, if there has to be one.
///
/// The branch is as short as the `obstacles` let it be. At first, these are what is
/// explored before all of the tree.
pub(crate) fn insert(
    nodes: &impl Nodes,
    tree: Tree,
    trace: &Trace,
    v: &mut Sequence,
    obstacles: &mut Obstacles<'_>,
) -> Result<Place, Unplaced> {
    let (mut at, mut parent, mut depth) = (tree, None, 0);
    loop {
        let (child, next) = match find_child(nodes, at, trace, v, obstacles)? {
            Found::In(child, next) => (child, next),
            Found::After(last) => {
                debug_assert!(!v.is_empty());
                debug_assert!(parent.is_none() || last != NONE, "a leaf stays a leaf");
                if trace.stores().is_empty() || nodes.count() > MANY {
                    v.trim(trace, obstacles);
                }
                return Ok(Place::Branch {
                    parent,
                    last,
                    depth,
                });
            }
        };
        v.pass(trace, &next);
        obstacles.pass(next);
        at = Tree::new(nodes.first_child(child));
        parent = Some(child);
        depth += 1;
        if at.is_empty() || v.is_empty() {
            return Ok(Place::Covered(child));
        }
    }
}

/// The first child of a root that is consistent with `v`, with its event taken out of `v`
/// where it occurs there (Lemma 4.6).
#[inline]
fn find_child(
    nodes: &impl Nodes,
    tree: Tree,
    trace: &Trace,
    v: &mut Sequence,
    obstacles: &mut Obstacles<'_>,
) -> Result<Found, Unplaced> {
    let (mut child, mut last) = (tree.first_child, NONE);
    // Mostly, sequences begin alike.
    if child != NONE {
        let next = nodes.next(child);
        if v.take_front(&next) {
            return Ok(Found::In(child, next));
        }
    }
    if let Some(found) = find_alike(nodes, tree, trace, v) {
        return Ok(found);
    }
    while child != NONE {
        let next = nodes.next(child);
        if is_consistent(trace, &next, v, obstacles)? {
            return Ok(Found::In(child, next));
        }
        obstacles.add(next);
        last = child;
        child = nodes.next_sibling(child);
    }
    Ok(Found::After(last))
}

/// The same for children that are alike, if no process of one occurs in `v`: either all of
/// them are consistent with it, or none.
fn find_alike(nodes: &impl Nodes, tree: Tree, trace: &Trace, v: &mut Sequence) -> Option<Found> {
    let alike = tree.alike?;
    if v.least_process(trace) <= alike.most {
        return None;
    }
    let next = nodes.next(tree.first_child);
    if v.is_independent(trace, &next) {
        v.pass_foreign(&next);
        return Some(Found::In(tree.first_child, next));
    }
    // What cannot be cut short has no use for obstacles.
    v.is_single().then_some(Found::After(alike.last_child))
}

/// Can `next` come first in something equivalent to a sequence that begins with `v`? Takes
/// it out of `v`, if it occurs there.
fn is_consistent(
    trace: &Trace,
    next: &Next,
    v: &mut Sequence,
    obstacles: &mut Obstacles<'_>,
) -> Result<bool, Unplaced> {
    let Some(k) = v.find_first_of(trace, next.process()) else {
        if !v.is_independent(trace, next) {
            return Ok(false);
        }
        let Some(is_possible) = v.is_possible(trace, next).or_else(|| obstacles.answer()) else {
            return Err(Unplaced::Unsure {
                steps: obstacles.way().chain(v.turns()).collect(),
                next: next.turn,
            });
        };
        if is_possible {
            v.pass_foreign(next);
        }
        return Ok(is_possible);
    };
    // Another alternative of the operation is another event.
    if v.item(k).next.turn != next.turn || !v.has_no_predecessor(trace, k) {
        return Ok(false);
    }
    let found = v.remove(k).next;
    if found == *next {
        return Ok(true);
    }
    let expected = *next;
    Err(Unplaced::Mismatch(Mismatch { expected, found }))
}

struct Node {
    /// The process in the lower bits, the alternative in the upper ones.
    turn: u32,
    accesses: Accesses,
    first_child: u32,
    next_sibling: u32,
}

const _: () = assert!(size_of::<Node>() == 16);

impl Node {
    fn new(next: Next) -> Node {
        let Turn {
            process,
            alternative,
        } = next.turn;
        assert!(process.0 < 1 << PROCESS_BITS, "under 2^17 processes");
        assert!(
            alternative < 1 << (u32::BITS - PROCESS_BITS),
            "under 2^15 alternatives"
        );
        Node {
            turn: process.0 | alternative << PROCESS_BITS,
            accesses: next.accesses,
            first_child: NONE,
            next_sibling: NONE,
        }
    }

    #[inline]
    fn next(&self) -> Next {
        Next {
            turn: Turn {
                process: ProcessId(self.turn & ((1 << PROCESS_BITS) - 1)),
                alternative: self.turn >> PROCESS_BITS,
            },
            accesses: self.accesses,
        }
    }
}

/// The wakeup trees of a search.
#[derive(Default)]
pub struct Forest {
    nodes: Vec<Node>,
    /// Nodes that are not in use, chained by their siblings.
    free: Option<u32>,
    live: u64,
    largest: u64,
    /// The node that was taken last.
    taken: u32,
    /// The node at which the last insertion ended.
    reached: u32,
}

impl Nodes for Forest {
    #[inline]
    fn count(&self) -> u64 {
        self.live
    }

    #[inline]
    fn next(&self, node: u32) -> Next {
        self.nodes[node as usize].next()
    }

    #[inline]
    fn first_child(&self, node: u32) -> u32 {
        self.nodes[node as usize].first_child
    }

    #[inline]
    fn next_sibling(&self, node: u32) -> u32 {
        self.nodes[node as usize].next_sibling
    }
}

impl Forest {
    pub(crate) const NODE_BYTES: usize = size_of::<Node>();

    /// The largest number of nodes that all trees together ever had.
    #[must_use]
    #[inline]
    pub fn largest(&self) -> u64 {
        self.largest
    }

    /// Is no node in use?
    #[must_use]
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.live == 0
    }

    /// The first event of the first branch: `min≺`.
    #[must_use]
    pub fn first(&self, tree: Tree) -> Option<Next> {
        self.nodes.get(tree.first_child as usize).map(Node::next)
    }

    /// Takes the first branch out of `tree` and returns it with its subtree
    /// (Algorithm 2, lines 16 and 18; line 20 has nothing left to remove).
    ///
    /// The branch still counts as a branch of `tree` while it is explored; but
    /// no sequence that is inserted meanwhile could enter it, since each of
    /// them contains an event that the branch's first event is in a race with,
    /// and not that first event itself.
    #[inline]
    pub fn take_first(&mut self, tree: &mut Tree) -> Option<(Next, Tree)> {
        let number = tree.first_child;
        let node = self.nodes.get_mut(number as usize)?;
        self.taken = number;
        let next = node.next();
        let subtree = Tree::new(node.first_child);
        tree.first_child = node.next_sibling;
        if tree.is_empty() {
            tree.alike = None;
        }
        node.next_sibling = self.free.unwrap_or(NONE);
        self.free = Some(number);
        self.live -= 1;
        Some((next, subtree))
    }

    /// Puts a branch that was taken out back, with its subtree.
    pub(crate) fn put_back(&mut self, tree: &mut Tree, next: Next, subtree: Tree) {
        let number = self.allocate(next);
        let node = &mut self.nodes[number as usize];
        node.first_child = subtree.first_child;
        node.next_sibling = tree.first_child;
        *tree = Tree::new(number);
    }

    /// How many branches begin at the root?
    pub(crate) fn branches(&self, tree: Tree) -> usize {
        let first = self.nodes.get(tree.first_child as usize);
        let next = |node: &&Node| self.nodes.get(node.next_sibling as usize);
        std::iter::successors(first, next).count()
    }

    /// Is there one leaf, or none?
    pub(crate) fn is_chain(&self, tree: Tree) -> bool {
        let mut at = tree.first_child;
        while let Some(node) = self.nodes.get(at as usize) {
            if node.next_sibling != NONE {
                return false;
            }
            at = node.first_child;
        }
        true
    }

    /// Takes all nodes out of `tree`, in the order of exploration: each with the
    /// place of its parent among them.
    pub(crate) fn drain(&mut self, tree: &mut Tree) -> Vec<(Option<u32>, Next)> {
        let mut nodes = Vec::new();
        let mut open = vec![(None, std::mem::replace(tree, Tree::EMPTY))];
        while let Some((parent, mut siblings)) = open.pop() {
            let Some((next, below)) = self.take_first(&mut siblings) else {
                continue;
            };
            let place = u32::try_from(nodes.len()).expect("under 2^32 nodes");
            nodes.push((parent, next));
            open.push((parent, siblings));
            open.push((Some(place), below));
        }
        nodes
    }

    fn allocate(&mut self, next: Next) -> u32 {
        self.live += 1;
        self.largest = self.largest.max(self.live);
        let node = Node::new(next);
        if let Some(number) = self.free {
            let slot = &mut self.nodes[number as usize];
            self.free = (slot.next_sibling != NONE).then_some(slot.next_sibling);
            *slot = node;
            return number;
        }
        self.nodes.push(node);
        let number = u32::try_from(self.nodes.len() - 1).expect("under 2^32 nodes");
        assert!(number != NONE, "under 2^32 nodes");
        number
    }

    /// `insert[E'](v, tree)`: makes sure that the tree has a leaf `u` with
    /// `u ~[E'] v`, and that all its leaves stay leaves. If that takes a new
    /// branch, returns after how many events of the tree it begins. Consumes `v`:
    /// what is left of it is that branch.
    ///
    /// # Errors
    /// When the program is not deterministic.
    pub fn insert(
        &mut self,
        trace: &Trace,
        v: &mut Sequence,
        tree: &mut Tree,
        obstacles: &mut Obstacles<'_>,
    ) -> Result<Option<usize>, Unplaced> {
        match insert(self, *tree, trace, v, obstacles)? {
            Place::Covered(node) => {
                self.reached = node;
                Ok(None)
            }
            Place::Branch {
                parent,
                last,
                depth,
            } => {
                self.append(v, parent, last, tree);
                Ok(Some(depth))
            }
        }
    }

    /// Appends `v` as a new branch after the child `last` of `parent`.
    fn append(&mut self, v: &Sequence, parent: Option<u32>, last: u32, tree: &mut Tree) {
        let mut above = parent;
        for (i, item) in v.left().enumerate() {
            let node = self.allocate(item.next);
            match above {
                _ if i == 0 && last != NONE => self.nodes[last as usize].next_sibling = node,
                None => tree.first_child = node,
                Some(above) => self.nodes[above as usize].first_child = node,
            }
            if above.is_none() {
                tree.add_alike(node, &item.next, last == NONE);
            }
            above = Some(node);
            self.reached = node;
        }
    }

    /// The number of the node that was taken last.
    pub(crate) fn taken(&self) -> u32 {
        self.taken
    }

    /// The number of a leaf that covers the sequence that was inserted last.
    pub(crate) fn covering_leaf(&self) -> u32 {
        let mut number = self.reached;
        loop {
            match self.nodes[number as usize].first_child {
                NONE => return number,
                child => number = child,
            }
        }
    }

    /// The sequences of processes of all nodes, in the order of exploration
    /// (the post-order of Figure 7).
    #[cfg(test)]
    pub(crate) fn sequences(&self, tree: Tree) -> Vec<Vec<ProcessId>> {
        let mut sequences = Vec::new();
        let mut path = Vec::new();
        self.collect(tree.first_child, &mut path, &mut sequences);
        sequences
    }

    #[cfg(test)]
    fn collect(&self, first: u32, path: &mut Vec<ProcessId>, out: &mut Vec<Vec<ProcessId>>) {
        let mut child = first;
        while child != NONE {
            let node = &self.nodes[child as usize];
            path.push(node.next().process());
            self.collect(node.first_child, path, out);
            out.push(path.clone());
            path.pop();
            child = node.next_sibling;
        }
    }
}
