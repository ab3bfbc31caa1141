//! Schedulers that are elsewhere: in another process, or on another machine.
//!
//! The frontier stays where it is. There, a [`Remote`] stands for one scheduler that
//! is elsewhere, and takes leaves for it; a [`Distant`] is what that scheduler sees of
//! the others, so that explorers are the same everywhere. What goes to and fro
//! ([`Order`], [`Reply`]) is plain data, and how it gets there is not known here
//! ([`Link`]).
//!
//! A scheduler elsewhere may be gone at any moment. So whatever it does counts only
//! when its [`Report`] is there. Until then, the leaves that it was given are kept, and
//! go back to the frontier if it never comes. Branches that it has claimed are the
//! exception: they are in the tree at once, as leaves that will be explored. That
//! is right even if the report does not come: the scheduler that explores the same again finds
//! them there.
//!
//! A scheduler elsewhere explores a batch of leaves, and what it claims meanwhile,
//! until its budget is used up; then it gives up all that is left. It gives up nothing
//! before: from then on it would have to ask about that as well.
//!
//! Branches of execution graphs go the same way, without claims ([`Apart`]).

mod apart;

pub use apart::Apart;

use crate::frontier::{Frontier, Piece, Reserved, Token};
use crate::segment::Segment;
use mazurka_explore::shared::{Claim, Claimed, Leaf, Published, Stretch, Taken, Wish, Work};
use mazurka_explore::{Limit, Malformed, Packet, Statistics};
use mazurka_graph::Task;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// The most leaves of a batch.
const MOST_LEAVES: usize = 64;
/// How long a batch may take when nobody waits for work; divided among those who do.
const BUDGET: Duration = Duration::from_millis(200);
/// However many wait, a batch may take this long.
const LEAST_BUDGET: Duration = Duration::from_millis(4);

/// What a scheduler elsewhere is told.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Order {
    /// Explore this, and report.
    Explore(Batch),
    /// The branch that was claimed is a new leaf of the batch. These packets, the last
    /// of which is that branch, come after those that were known.
    Claimed(Item, Vec<Packet>),
    /// The branch that was claimed is not appended: these packets were before.
    Disputed(Vec<Packet>),
}

/// Leaves to explore.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Batch {
    /// The segments on the ways to the leaves. All others can be forgotten.
    pub segments: Vec<News>,
    /// The leaves; the last is to be explored first.
    pub items: Vec<Item>,
    /// If execution graphs are explored: branches in the place of leaves, likewise. Their
    /// numbers are their places.
    pub tasks: Vec<Task>,
    /// For how many milliseconds.
    pub budget: u64,
    /// The most executions, if there is a limit.
    pub executions: Option<u64>,
}

/// What is new of a segment.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct News {
    /// Which segment.
    pub segment: u64,
    /// The segment and the leaf of it where it begins.
    pub parent: Option<(u64, u32)>,
    /// Packets, after those that are known.
    pub packets: Vec<Packet>,
}

/// A leaf of a batch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Item {
    /// Its number in the batch.
    pub number: u32,
    /// The segment.
    pub segment: u64,
    /// The leaf.
    pub leaf: Leaf,
}

/// What a scheduler elsewhere says, with results `R` that the front end knows.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Reply<R> {
    /// It asks for a branch to be appended.
    Claim(Claim),
    /// It has done what it was told.
    Report(Report<R>),
    /// It cannot go on; nobody should.
    Halted(R),
}

/// What has become of a batch.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Report<R> {
    /// How many executions were run.
    pub executions: u64,
    /// The leaves that were not explored at all.
    pub untouched: Vec<u32>,
    /// What is left of the one that was explored last.
    pub given_up: Option<GivenUp>,
    /// The same of a branch of execution graphs.
    pub tasks: Vec<Task>,
    /// What was found.
    pub results: R,
}

/// What is left of a leaf.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct GivenUp {
    /// Which leaf of the batch.
    pub item: u32,
    /// Each part is below what was kept of the one before.
    pub parts: Vec<Published>,
}

/// A scheduler that is elsewhere, as the frontier sees it.
pub struct Remote<'f> {
    frontier: &'f Frontier,
    number: usize,
    /// The leaves of the batch.
    held: Vec<Piece>,
    /// How many of them the pool counts; the others were claimed.
    counted: usize,
    /// The segments that the scheduler has a copy of, with how many packets.
    copies: HashMap<u64, Copy>,
    reserved: Reserved,
}

struct Copy {
    segment: Arc<Segment>,
    packets: usize,
}

impl Frontier {
    /// Scheduler number `number`, which is elsewhere.
    #[must_use]
    pub fn remote(&self, number: usize) -> Remote<'_> {
        Remote {
            frontier: self,
            number,
            held: Vec::new(),
            counted: 0,
            copies: HashMap::new(),
            reserved: Reserved(None),
        }
    }
}

impl Remote<'_> {
    /// The next leaves for the scheduler; waits for some. None if nothing is left, or
    /// the frontier has been stopped.
    pub fn take(&mut self) -> Option<Batch> {
        debug_assert!(self.held.is_empty(), "one batch after the other");
        let pool = self.frontier.pool();
        let first = pool.take(self.number)?;
        self.held = pool.take_more(self.number, MOST_LEAVES - 1);
        self.held.push(first);
        self.counted = self.held.len();
        let Some(reserved) = self.frontier.reserve() else {
            self.lost();
            return None;
        };
        self.reserved = reserved;
        let hungry = u32::try_from(pool.hungry()).unwrap_or(u32::MAX);
        let budget = BUDGET / hungry.saturating_add(1);
        Some(Batch {
            segments: self.news(),
            items: (0..self.held.len()).filter_map(|i| self.item(i)).collect(),
            tasks: self.held.iter().filter_map(task).collect(),
            budget: budget.max(LEAST_BUDGET).as_millis() as u64,
            executions: reserved.0,
        })
    }

    fn item(&self, i: usize) -> Option<Item> {
        let Piece::Leaf(Token { segment, leaf }) = &self.held[i] else {
            return None;
        };
        Some(Item {
            number: u32::try_from(i).expect("under 2^32 leaves"),
            segment: segment.number,
            leaf: *leaf,
        })
    }

    /// The segments of the batch, and of the copies only those.
    fn news(&mut self) -> Vec<News> {
        let mut before = std::mem::take(&mut self.copies);
        let mut news = Vec::new();
        for piece in &self.held {
            let mut at = match piece {
                Piece::Leaf(token) => Some(&token.segment),
                Piece::Task(_) => None,
            };
            while let Some(segment) = at {
                if self.copies.contains_key(&segment.number) {
                    break;
                }
                let known = before
                    .remove(&segment.number)
                    .map_or(0, |copy| copy.packets);
                let packets = segment.after(known);
                let copy = Copy {
                    segment: Arc::clone(segment),
                    packets: known + packets.len(),
                };
                self.copies.insert(segment.number, copy);
                let parent = segment.parent.as_ref();
                news.push(News {
                    segment: segment.number,
                    parent: parent.map(|(parent, leaf)| (parent.number, *leaf)),
                    packets: packets.iter().map(|packet| (**packet).clone()).collect(),
                });
                at = parent.map(|(parent, _)| parent);
            }
        }
        news
    }

    /// The answer to a claim.
    ///
    /// # Errors
    /// When the segment is not one of the batch.
    pub fn claim(&mut self, claim: Claim) -> Result<Order, Malformed> {
        let copy = self.copies.get_mut(&claim.segment).ok_or(Malformed)?;
        if claim.version != copy.packets {
            return Err(Malformed);
        }
        let new = u32::try_from(claim.branch.len()).expect("under 2^32 nodes");
        let (node, log) = copy.segment.claim(claim);
        copy.packets += log.len();
        let log = log.iter().map(|packet| (**packet).clone()).collect();
        Ok(match node {
            Some(node) => {
                let segment = Arc::clone(&copy.segment);
                let leaf = Leaf::new(node, new);
                self.held.push(Piece::Leaf(Token { segment, leaf }));
                let item = self.item(self.held.len() - 1).ok_or(Malformed)?;
                Order::Claimed(item, log)
            }
            None => Order::Disputed(log),
        })
    }

    /// The batch has been explored, but for what the report says is left. Returns what
    /// was found.
    ///
    /// # Errors
    /// When the report is of another batch: it does not count.
    pub fn report<R>(&mut self, report: Report<R>) -> Result<R, Malformed> {
        let numbers = report.untouched.iter();
        let mut numbers = numbers.chain(report.given_up.iter().map(|given_up| &given_up.item));
        if numbers.any(|number| *number as usize >= self.held.len()) {
            return Err(Malformed);
        }
        let is_of_graphs = self.frontier.options().graphs;
        if is_of_graphs && report.given_up.is_some() || !is_of_graphs && !report.tasks.is_empty() {
            return Err(Malformed);
        }
        let held = std::mem::take(&mut self.held);
        let untouched = report.untouched.iter();
        self.push(untouched.map(|number| held[*number as usize].clone()));
        self.push(report.tasks.into_iter().map(Piece::Task));
        if let Some(GivenUp { item, parts }) = report.given_up
            && let Piece::Leaf(token) = held[item as usize].clone()
        {
            self.publish(token, parts);
        }
        self.end(report.executions);
        Ok(report.results)
    }

    fn push(&self, pieces: impl ExactSizeIterator<Item = Piece>) {
        self.frontier.pool().push(self.number, pieces);
    }

    fn publish(&self, mut taken: Token, parts: Vec<Published>) {
        for part in parts {
            let parent = Some((taken.segment, taken.leaf.node));
            let number = self.frontier.next_segment();
            let segment = Segment::new(number, parent, vec![Arc::new(part.nodes)]);
            let segment = Arc::new(segment);
            // The last of a queue is taken first.
            self.push(part.leaves.iter().rev().map(|leaf| {
                Piece::Leaf(Token {
                    segment: Arc::clone(&segment),
                    leaf: *leaf,
                })
            }));
            let node = part.kept.unwrap_or_default();
            taken = Token {
                segment,
                leaf: Leaf::new(node, 0),
            };
        }
    }

    /// The scheduler is gone: what it was to explore is left. From now on this stands
    /// for another one, that knows nothing yet.
    pub fn lost(&mut self) {
        self.copies.clear();
        let held = std::mem::take(&mut self.held);
        self.push(held.into_iter());
        self.end(0);
    }

    /// The batch is no longer held. What is left of it has been pushed before, or it
    /// would seem for a moment that nothing is.
    fn end(&mut self, executions: u64) {
        for _ in 0..std::mem::take(&mut self.counted) {
            self.frontier.pool().done();
        }
        let reserved = std::mem::replace(&mut self.reserved, Reserved(None));
        self.frontier.account_for(reserved, executions);
    }
}

/// The branch of a piece, if it is one.
fn task(piece: &Piece) -> Option<Task> {
    match piece {
        Piece::Task(task) => Some(task.clone()),
        Piece::Leaf(_) => None,
    }
}

impl Drop for Remote<'_> {
    fn drop(&mut self) {
        self.lost();
    }
}

/// The way to where the frontier is.
pub trait Link<R> {
    /// The next order; none if there will be no more.
    fn receive(&mut self) -> Option<Order>;

    /// Says something; false if nobody will hear it.
    fn send(&mut self, reply: Reply<R>) -> bool;
}

/// The others, as a scheduler sees them that is elsewhere.
pub struct Distant<'l, R> {
    link: &'l mut dyn Link<R>,
    /// What was found since this was last asked.
    results: &'l mut dyn FnMut(&Statistics) -> R,
    segments: HashMap<u64, Known>,
    /// What is to be explored, the last one first.
    items: Vec<Item>,
    current: Option<Item>,
    parts: Vec<Published>,
    /// When the batch came; none if it has been reported.
    began: Option<Instant>,
    budget: Duration,
    executions: Option<u64>,
    statistics: Statistics,
    /// How many executions there were before the batch.
    before: u64,
    is_cut_off: bool,
    /// How many segments were given up: they need numbers, which nobody asks for.
    given_up: u64,
}

#[derive(Default)]
struct Known {
    parent: Option<(u64, u32)>,
    packets: Vec<Arc<Packet>>,
}

impl<'l, R> Distant<'l, R> {
    /// At the end of a `link`; `results` tells what the executions since the last time
    /// have shown.
    pub fn new(
        link: &'l mut dyn Link<R>,
        results: &'l mut dyn FnMut(&Statistics) -> R,
    ) -> Distant<'l, R> {
        Distant {
            link,
            results,
            segments: HashMap::new(),
            items: Vec::new(),
            current: None,
            parts: Vec::new(),
            began: None,
            budget: Duration::ZERO,
            executions: None,
            statistics: Statistics::default(),
            before: 0,
            is_cut_off: false,
            given_up: 0,
        }
    }

    fn used(&self) -> u64 {
        self.statistics.executions() - self.before
    }

    /// May one more execution be run?
    fn may_go_on(&self) -> bool {
        let is_late = self
            .began
            .is_none_or(|began| began.elapsed() >= self.budget);
        // A batch must come to something, however busy the machine is.
        (!is_late || self.used() == 0) && self.executions.is_none_or(|most| self.used() < most)
    }

    fn begin(&mut self, batch: Batch) {
        let mut before = std::mem::take(&mut self.segments);
        for news in batch.segments {
            let mut known = before.remove(&news.segment).unwrap_or_default();
            known.parent = news.parent;
            known.packets.extend(news.packets.into_iter().map(Arc::new));
            self.segments.insert(news.segment, known);
        }
        self.items = batch.items;
        self.budget = Duration::from_millis(batch.budget);
        self.executions = batch.executions;
        self.before = self.statistics.executions();
        self.began = Some(Instant::now());
    }

    /// Reports the batch, if there is one.
    fn report(&mut self) {
        if self.began.take().is_none() {
            return;
        }
        let parts = std::mem::take(&mut self.parts);
        let item = self.current.take().map(|item| item.number);
        let given_up = item.filter(|_| !parts.is_empty());
        let untouched = self.items.drain(..).map(|item| item.number).collect();
        let report = Report {
            executions: self.used(),
            untouched,
            given_up: given_up.map(|item| GivenUp { item, parts }),
            tasks: Vec::new(),
            results: (self.results)(&self.statistics),
        };
        self.send(Reply::Report(report));
    }

    fn send(&mut self, reply: Reply<R>) {
        self.is_cut_off |= !self.link.send(reply);
    }

    /// The way to a leaf, with what the explorer does not know of it.
    fn way(&self, item: &Item, known: &dyn Fn(u64) -> usize) -> Option<Vec<Stretch>> {
        let mut way = Vec::new();
        let mut at = Some((item.segment, item.leaf.node));
        while let Some((segment, leaf)) = at {
            let of = self.segments.get(&segment)?;
            way.push(Stretch {
                segment,
                log: of.packets.get(known(segment)..)?.to_vec(),
                leaf,
            });
            at = of.parent;
        }
        way.reverse();
        Some(way)
    }
}

impl<R> Work for Distant<'_, R> {
    fn take(&mut self, known: &dyn Fn(u64) -> usize) -> Option<Taken> {
        loop {
            if self.is_cut_off {
                return None;
            }
            if self.may_go_on()
                && let Some(item) = self.items.pop()
            {
                self.current = Some(item);
                let way = self.way(&item, known)?;
                return Some(Taken {
                    same: 0,
                    way,
                    new: item.leaf.new,
                    is_counted: item.leaf.is_counted,
                });
            }
            self.report();
            match self.link.receive() {
                Some(Order::Explore(batch)) => self.begin(batch),
                _ => return None,
            }
        }
    }

    fn claim(&mut self, claim: Claim) -> Claimed {
        let segment = claim.segment;
        let branch = claim.branch.clone();
        self.send(Reply::Claim(claim));
        let (is_granted, log) = match self.link.receive() {
            Some(Order::Claimed(item, log)) => {
                self.items.push(item);
                (true, log)
            }
            Some(Order::Disputed(log)) => (false, log),
            // Whatever comes of this does not count.
            Some(Order::Explore(_)) | None => {
                self.is_cut_off = true;
                (true, vec![branch])
            }
        };
        let log: Vec<_> = log.into_iter().map(Arc::new).collect();
        let known = self.segments.entry(segment).or_default();
        known.packets.extend(log.iter().cloned());
        Claimed { is_granted, log }
    }

    fn wish(&mut self, statistics: &Statistics) -> Wish {
        self.statistics.clone_from(statistics);
        if self.is_cut_off {
            Wish::Leave(Limit::Observer)
        } else if self.may_go_on() {
            Wish::GoOn
        } else {
            Wish::Stop
        }
    }

    /// An execution that is elsewhere is not interrupted: the process is ended, and then the
    /// whole batch does not count.
    fn put_back(&mut self, is_counted: bool) {
        debug_assert!(!is_counted);
        self.items.extend(self.current.take());
    }

    fn publish(&mut self, published: Published) -> u64 {
        self.parts.push(published);
        self.given_up += 1;
        u64::MAX - self.given_up
    }

    fn done(&mut self, statistics: &Statistics) {
        self.statistics.clone_from(statistics);
        if self.parts.is_empty() {
            self.current = None;
        }
    }
}
