//! The frontier of an exploration, and the schedulers that work on it.

#[cfg(feature = "bench")]
pub(crate) mod bench;
#[cfg(not(feature = "bench"))]
#[path = "frontier/no_bench.rs"]
pub(crate) mod bench;

use crate::graphs;
use crate::pool::Pool;
use crate::segment::{self, Segment};
use mazurka_explore::shared::{Claim, Claimed, Leaf, Published, ROOT, Stretch, Taken, Wish, Work};
use mazurka_explore::{
    Algorithm, Error, Limit, Limits, Observer, Outcome, Statistics, Verdict, explore_with,
};
use mazurka_graph::Task;
use mazurka_program::Program;
use std::fmt;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How to explore with several schedulers.
#[derive(Clone)]
pub struct Options {
    /// How many schedulers there are.
    pub schedulers: usize,
    /// The exploration stops after this many executions.
    pub max_executions: Option<u64>,
    /// Do they explore execution graphs, and not an execution tree?
    pub graphs: bool,
    /// How they hand work over.
    #[cfg(feature = "bench")]
    pub mode: bench::Mode,
    /// Called wherever work is handed over: for tests, that make schedulers wait there.
    #[cfg(feature = "bench")]
    pub pause: Option<Arc<dyn Fn() + Send + Sync>>,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            schedulers: 1,
            max_executions: None,
            graphs: false,
            #[cfg(feature = "bench")]
            mode: bench::Mode::default(),
            #[cfg(feature = "bench")]
            pause: None,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("schedulers", &self.schedulers)
            .field("max_executions", &self.max_executions)
            .field("graphs", &self.graphs)
            .finish_non_exhaustive()
    }
}

/// A leaf that has to be explored.
#[derive(Clone)]
pub(crate) struct Token {
    pub(crate) segment: Arc<Segment>,
    pub(crate) leaf: Leaf,
}

/// Something that has to be explored. All that a frontier has are of one kind.
#[derive(Clone)]
pub(crate) enum Piece {
    /// A leaf of the execution tree.
    Leaf(Token),
    /// A branch of the search over execution graphs.
    Task(Task),
}

/// Why everybody is to stop, if so; the largest reason counts.
const NOT: u8 = 0;
const FOR_A_WHILE: u8 = 1;
const AT_LIMIT: u8 = 2;
const AND_KEEP: u8 = 3;
const FOR_NOTHING: u8 = 4;

/// What is left to be explored, and who explores it.
pub struct Frontier {
    options: Options,
    pool: Pool<Piece>,
    segments: AtomicU64,
    /// If there is a limit on executions.
    tickets: Option<Mutex<Tickets>>,
    stop: AtomicU8,
    bench: bench::Shared,
}

impl Frontier {
    /// The frontier of an exploration that has not begun.
    #[must_use]
    pub fn new(options: Options) -> Frontier {
        let frontier = Frontier::empty(options);
        frontier.push_root();
        frontier
    }

    /// Back to the beginning.
    fn begin_anew(&self) {
        self.pool.clear();
        if let (Some(tickets), Some(left)) = (&self.tickets, self.options.max_executions) {
            *lock(tickets) = Tickets { left, reserved: 0 };
        }
        self.push_root();
    }

    fn push_root(&self) {
        let piece = if self.options.graphs {
            Piece::Task(Task::default())
        } else {
            let segment = segment::root();
            let leaf = Leaf::new(ROOT, 0);
            Piece::Leaf(Token { segment, leaf })
        };
        self.pool.push(0, [piece].into_iter());
    }

    pub(crate) fn empty(options: Options) -> Frontier {
        assert!(options.schedulers > 0, "at least one scheduler");
        Frontier {
            pool: Pool::new(options.schedulers),
            segments: AtomicU64::new(1),
            tickets: options
                .max_executions
                .map(|left| Mutex::new(Tickets { left, reserved: 0 })),
            stop: AtomicU8::new(NOT),
            bench: bench::Shared::default(),
            options,
        }
    }

    pub(crate) fn options(&self) -> &Options {
        &self.options
    }

    pub(crate) fn pool(&self) -> &Pool<Piece> {
        &self.pool
    }

    pub(crate) fn next_segment(&self) -> u64 {
        self.segments.fetch_add(1, Ordering::Relaxed)
    }

    /// How many schedulers there are.
    #[must_use]
    pub fn schedulers(&self) -> usize {
        self.options.schedulers
    }

    /// Makes all schedulers give up what is left, with the executions that they are in:
    /// see [`Frontier::save`](crate::Saved).
    pub fn stop(&self) {
        self.stop_because(AND_KEEP);
    }

    /// Makes all schedulers stop: what is left does not matter.
    pub fn leave(&self) {
        self.stop_because(FOR_NOTHING);
    }

    /// Makes all schedulers end their executions and give up what is left, until
    /// [`Frontier::go_on`].
    pub fn pause(&self) {
        self.stop_because(FOR_A_WHILE);
    }

    /// Was it told to pause, and nothing more since?
    #[must_use]
    #[inline]
    pub fn is_paused(&self) -> bool {
        self.stop.load(Ordering::Relaxed) == FOR_A_WHILE
    }

    /// Lets schedulers explore again after a [pause](Frontier::pause), when all of them have ended.
    pub fn go_on(&self) {
        let all = Ordering::SeqCst;
        let ended = self.stop.compare_exchange(FOR_A_WHILE, NOT, all, all);
        if ended.is_ok() {
            self.pool.go_on();
        }
    }

    fn stop_because(&self, reason: u8) {
        self.stop.fetch_max(reason, Ordering::SeqCst);
        self.pool.stop();
    }

    /// Was it told to stop?
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.pool.is_stopped()
    }

    /// Are executions to be given up, wherever they are? Not at the limit on executions:
    /// those that have begun are within it.
    #[must_use]
    #[inline]
    pub fn is_interrupted(&self) -> bool {
        self.stop.load(Ordering::Relaxed) > AT_LIMIT
    }

    /// The limit that it was stopped at, if it was told to stop.
    #[must_use]
    pub fn stopped(&self) -> Option<Limit> {
        match self.stop.load(Ordering::SeqCst) {
            NOT => None,
            AT_LIMIT => Some(Limit::Executions),
            FOR_A_WHILE.. => Some(Limit::Observer),
        }
    }

    /// Explores as scheduler number `scheduler`, until nothing is left or all are told
    /// to stop. A finding that ends the exploration, or an error, ends that of all.
    ///
    /// # Errors
    /// When the program cannot be explored.
    pub fn explore<P: Program + ?Sized>(
        &self,
        scheduler: usize,
        algorithm: Algorithm,
        program: &mut P,
        limits: &Limits,
        observer: &mut dyn Observer,
    ) -> Result<Outcome, Error> {
        let limits = Limits {
            max_executions: None,
            ..limits.clone()
        };
        if self.options.graphs {
            return self.finish(Err(graphs::mixed()), limits.keep_going);
        }
        let mut scheduler = self.scheduler(scheduler);
        let result = explore_with(algorithm, program, &limits, observer, &mut scheduler);
        self.finish(result, limits.keep_going)
    }

    /// A scheduler, for a program that is somewhere else.
    #[must_use]
    pub fn scheduler(&self, number: usize) -> Scheduler<'_> {
        Scheduler {
            frontier: self,
            number,
            taken: None,
            way: Vec::new(),
            has_ticket: false,
            bench: self.bench.own(),
        }
    }

    /// What a scheduler's result means for all.
    ///
    /// # Errors
    /// When the program cannot be explored.
    pub fn finish(
        &self,
        result: Result<Outcome, Error>,
        keep_going: bool,
    ) -> Result<Outcome, Error> {
        let mut outcome = match result {
            Ok(outcome) => outcome,
            Err(error) => {
                self.leave();
                return Err(error);
            }
        };
        match &outcome.verdict {
            // Has it left off in the middle of something? After an execution that does
            // not end, the others stop as well.
            Verdict::Bug(_) if keep_going && self.pool.is_over() => {}
            // One scheduler alone may explore again.
            Verdict::Refined if self.options.schedulers == 1 => self.begin_anew(),
            // What is left, if it was stopped, can be explored all the same.
            Verdict::NotExhausted(
                Limit::Blocked(_)
                | Limit::Preemptions(_)
                | Limit::Delays(_)
                | Limit::Orders(_)
                | Limit::Executions,
            ) => {}
            Verdict::Bug(_)
            | Verdict::Endless { .. }
            | Verdict::Refined
            | Verdict::NotExhausted(_) => self.leave(),
            Verdict::Verified => {
                if let Some(limit) = self.stopped() {
                    outcome.verdict = Verdict::NotExhausted(limit);
                }
            }
        }
        Ok(outcome)
    }

    /// Do more schedulers have nothing to do than this one has pieces for them to steal?
    #[inline]
    pub(crate) fn is_hungry(&self, scheduler: usize) -> bool {
        let hungry = self.pool.hungry();
        hungry != 0 && hungry > self.pool.queued(scheduler)
    }

    /// May one more execution be run? If it `may_return`, it is told later whether
    /// it was.
    pub(crate) fn ticket(&self, may_return: bool) -> bool {
        self.tickets.is_none() || self.take_tickets(may_return, |_| 1).is_some()
    }

    /// How many executions may be run elsewhere.
    pub(crate) fn reserve(&self) -> Option<Reserved> {
        if self.tickets.is_none() {
            return Some(Reserved(None));
        }
        let schedulers = self.options.schedulers as u64;
        let tickets = self.take_tickets(true, |left| left / (2 * schedulers))?;
        Some(Reserved(Some(tickets)))
    }

    /// As many of what is left as `some` says, but at least one. None if nothing is
    /// left, and nothing will be returned.
    fn take_tickets(&self, may_return: bool, some: impl Fn(u64) -> u64) -> Option<u64> {
        loop {
            let mut tickets = lock(self.tickets.as_ref()?);
            if tickets.left > 0 {
                let taken = some(tickets.left).max(1);
                tickets.left -= taken;
                tickets.reserved += if may_return { taken } else { 0 };
                return Some(taken);
            }
            if tickets.reserved == 0 {
                self.stop_because(AT_LIMIT);
            }
            drop(tickets);
            if self.is_stopped() {
                return None;
            }
            std::thread::sleep(Duration::from_micros(100));
        }
    }

    /// `executions` of those that were reserved have been run.
    pub(crate) fn account_for(&self, reserved: Reserved, executions: u64) {
        if let (Some(all), Some(tickets)) = (reserved.0, &self.tickets) {
            let mut tickets = lock(tickets);
            tickets.reserved -= all;
            tickets.left += all.saturating_sub(executions);
        }
    }
}

/// What a scheduler does that has to do with others.
#[derive(Clone, Copy)]
enum Part {
    Taking,
    Claiming,
    Publishing,
}

/// How many executions there may be.
struct Tickets {
    /// How many more may be run.
    left: u64,
    /// How many were allowed and may turn out not to be run.
    reserved: u64,
}

/// How many executions may be run elsewhere, if there is a limit.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reserved(pub(crate) Option<u64>);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One of those who work on a [`Frontier`].
pub struct Scheduler<'f> {
    frontier: &'f Frontier,
    number: usize,
    /// What it explores.
    taken: Option<Token>,
    /// The segments on the way there.
    way: Vec<Arc<Segment>>,
    /// Is one more execution allowed, which it will not run if it gives everything up?
    has_ticket: bool,
    bench: bench::Own,
}

impl Scheduler<'_> {
    /// It is known whether the execution that is allowed will be run.
    fn use_ticket(&mut self, is_used: bool) {
        if std::mem::take(&mut self.has_ticket) {
            let reserved = Reserved(Some(1));
            self.frontier.account_for(reserved, u64::from(is_used));
        }
    }

    /// Makes its way that to `token`: how many of the segments are the same as before,
    /// and the others.
    fn go(&mut self, token: &Token, known: &dyn Fn(u64) -> usize) -> (usize, Vec<Stretch>) {
        let is_same = |way: &Arc<Segment>| Arc::ptr_eq(way, &token.segment);
        let stretch = |segment: &Arc<Segment>, leaf| Stretch {
            segment: segment.number,
            log: segment.after(known(segment.number)),
            leaf,
        };
        if self.way.last().is_some_and(is_same) {
            let same = self.way.len() - 1;
            return (same, vec![stretch(&token.segment, token.leaf.node)]);
        }
        let way = token.segment.way(token.leaf.node);
        let stretches = way.iter().map(|(segment, leaf)| stretch(segment, *leaf));
        let stretches = stretches.collect();
        self.way.clear();
        self.way.extend(way.into_iter().map(|(segment, _)| segment));
        (0, stretches)
    }

    /// Do more schedulers have nothing to do than there are leaves for them to steal?
    fn is_hungry(&self) -> bool {
        self.frontier.is_hungry(self.number)
    }

    fn push(&self, token: Token) {
        let piece = Piece::Leaf(token);
        self.frontier.pool.push(self.queue(), [piece].into_iter());
    }
}

impl Work for Scheduler<'_> {
    fn take(&mut self, known: &dyn Fn(u64) -> usize) -> Option<Taken> {
        self.use_ticket(true);
        let piece = self.waiting(|this| this.frontier.pool.take(this.queue()))?;
        if !self.frontier.ticket(false) {
            self.frontier.pool.push(self.queue(), [piece].into_iter());
            return None;
        }
        let Piece::Leaf(token) = piece else {
            self.frontier.leave();
            return None;
        };
        self.bench.takes();
        let Leaf {
            new, is_counted, ..
        } = token.leaf;
        let (same, way) = self.apart(Part::Taking, |this| this.go(&token, known));
        self.taken = Some(token);
        Some(Taken {
            same,
            way,
            new,
            is_counted,
        })
    }

    fn claim(&mut self, claim: Claim) -> Claimed {
        let new = u32::try_from(claim.branch.len()).expect("under 2^32 nodes");
        let mut way = self.way.iter();
        let segment = way.find(|known| known.number == claim.segment);
        let segment = Arc::clone(segment.expect("it is on the way"));
        let (node, log) = self.apart(Part::Claiming, |_| segment.claim(claim));
        let is_granted = node.is_some();
        self.bench.claims(is_granted);
        if let Some(node) = node {
            let leaf = Leaf::new(node, new);
            self.push(Token { segment, leaf });
        }
        Claimed { is_granted, log }
    }

    #[inline]
    fn wish(&mut self, _: &Statistics) -> Wish {
        self.use_ticket(true);
        match self.frontier.stop.load(Ordering::Relaxed) {
            NOT => {}
            FOR_NOTHING => return Wish::Leave(Limit::Observer),
            _ => return Wish::Stop,
        }
        let is_asked = self.is_asked();
        if !self.frontier.ticket(is_asked) {
            return Wish::Stop;
        }
        if is_asked {
            self.has_ticket = true;
            Wish::Share
        } else {
            Wish::GoOn
        }
    }

    #[inline]
    fn is_interrupted(&self) -> bool {
        self.frontier.is_interrupted()
    }

    fn put_back(&mut self, is_counted: bool) {
        let mut token = self.taken.clone().expect("something is being explored");
        token.leaf.is_counted = is_counted;
        self.push(token);
    }

    fn publish(&mut self, published: Published) -> u64 {
        let Published {
            nodes,
            leaves,
            kept,
        } = published;
        self.bench.publishes(nodes.len());
        self.use_ticket(kept.is_some());
        self.apart(Part::Publishing, |this| {
            let taken = this.taken.as_ref().expect("something is being explored");
            let parent = (Arc::clone(&taken.segment), taken.leaf.node);
            let number = this.frontier.next_segment();
            let segment = Segment::new(number, Some(parent), vec![Arc::new(nodes)]);
            let segment = Arc::new(segment);
            // The last of a queue is taken first.
            let pieces = leaves.iter().rev().map(|leaf| {
                Piece::Leaf(Token {
                    segment: Arc::clone(&segment),
                    leaf: *leaf,
                })
            });
            this.frontier.pool.push(this.queue(), pieces);
            this.way.push(Arc::clone(&segment));
            if let Some(node) = kept {
                let leaf = Leaf::new(node, 0);
                this.taken = Some(Token { segment, leaf });
            }
            number
        })
    }

    fn done(&mut self, _: &Statistics) {
        self.pause();
        self.frontier.pool.done();
    }
}

impl Drop for Scheduler<'_> {
    fn drop(&mut self) {
        if std::thread::panicking() {
            // What it was exploring will never be done.
            self.frontier.leave();
        }
        self.settle();
    }
}
