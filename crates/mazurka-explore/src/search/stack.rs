//! The stack of frames of a search: one for each prefix `E'` of the execution `E`, and one
//! for `E` itself.
//!
//! A frame has what is still to be explored after `E'` (a wakeup tree, a backtrack set), and
//! `sleep(E')`. The first frames belong to all schedulers, and what is added there goes into
//! the [tree that they share](crate::shared); the others are this scheduler's own. Explorers
//! need not know which is which.

use crate::estimate::Estimator;
use crate::next::Next;
use crate::run::{Halt, Run};
use crate::sequence::{Buffers, Obstacles, Sequence};
use crate::shared::{Frame, Pending, Shared, Way, Work};
use crate::sleep::SleepSets;
use crate::trace::Trace;
use crate::wakeup::{Forest, Tree, Unplaced};
use mazurka_program::{Program, Turn};

/// In which order the steps after a prefix are explored, and so which of them sleep.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Order {
    /// In any: nothing sleeps.
    Any,
    /// In that of the tree: alternatives of an operation have nothing to do with one
    /// another.
    ByTurn,
    /// All alternatives of an operation where the first of them is, so that all of
    /// them sleep or none.
    ByProcess,
}

/// The frames of a search, where `F` is what is still to be explored after a prefix.
pub(crate) struct Stack<'w, F> {
    frames: Vec<F>,
    pub(crate) sleep: SleepSets,
    pub(super) shared: Shared<'w>,
    /// If the size of the tree is to be estimated.
    pub(super) estimator: Option<Box<Estimator>>,
    order: Order,
    /// Does each leaf stand alone? See [`crate::optimal`].
    stands_alone: bool,
    /// Has an execution been started that has the events of the trace?
    is_started: bool,
    /// The number of events that the current execution was begun after.
    begun: usize,
}

impl<'w, F: Default> Stack<'w, F> {
    pub(crate) fn new(work: &'w mut dyn Work, order: Order, stands_alone: bool) -> Stack<'w, F> {
        let mut sleep = SleepSets::default();
        sleep.push_empty();
        Stack {
            frames: vec![F::default()],
            sleep,
            shared: Shared::new(work),
            estimator: None,
            order,
            stands_alone,
            is_started: false,
            begun: 0,
        }
    }

    /// What is still to be explored after the first `depth` events.
    #[inline]
    pub(crate) fn frame(&self, depth: usize) -> &F {
        &self.frames[depth]
    }

    #[inline]
    pub(crate) fn frame_mut(&mut self, depth: usize) -> &mut F {
        &mut self.frames[depth]
    }

    /// The number of events that the current execution was begun after.
    pub(crate) fn begun(&self) -> usize {
        self.begun
    }

    /// Does the frame after the first `depth` events belong to this scheduler?
    #[inline]
    pub(crate) fn is_owned(&self, depth: usize) -> bool {
        depth >= self.shared.base()
    }

    /// To be asked wherever something may take long.
    #[inline]
    pub(crate) fn check(&self) -> Result<(), Halt> {
        self.shared.check()
    }

    /// Begins an execution after the trace.
    pub(super) fn begin<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>) -> Result<(), Halt> {
        self.begun = run.trace.len();
        if !std::mem::take(&mut self.is_started) {
            run.start()?;
        }
        Ok(())
    }

    /// Pushes the frame after the last event of the trace.
    #[inline]
    pub(crate) fn push<P: Program + ?Sized>(&mut self, run: &mut Run<'_, P>, frame: F) {
        let woken = run.woken(self.sleep.top());
        self.sleep.push_after(&run.trace, &woken);
        self.frames.push(frame);
    }

    /// The same with a sleep set that is wrong: see [`crate::fault`].
    pub(crate) fn push_unwoken(&mut self, trace: &Trace, frame: F) {
        let event = trace.next(trace.len() - 1);
        self.sleep.push_unwoken(event.process());
        self.frames.push(frame);
    }

    /// Takes the last event back, with the frame after it.
    #[inline]
    pub(crate) fn pop(&mut self, trace: &mut Trace) -> (Next, F) {
        let event = trace.next(trace.len() - 1);
        trace.pop();
        self.sleep.pop();
        let frame = self.frames.pop().expect("a frame for each event");
        (event, frame)
    }

    /// Takes back what the current execution has added.
    pub(crate) fn pop_to_begun(&mut self, trace: &mut Trace) {
        while trace.len() > self.begun {
            self.pop(trace);
        }
    }

    /// Takes the last event back, after which everything has been explored; false if it is
    /// not owned.
    #[inline]
    pub(super) fn leave(&mut self, trace: &mut Trace) -> bool {
        if trace.len() <= self.shared.base() {
            return false;
        }
        let (event, _) = self.pop(trace);
        if self.order != Order::Any {
            self.sleep.add(event);
        }
        true
    }

    /// The frame after the first `depth` events, to be given up, of which that is
    /// `pending`.
    pub(super) fn given_up(&self, trace: &Trace, depth: usize, pending: Vec<Pending>) -> Frame {
        let elders = self.sleep.own(depth).iter();
        Frame {
            elders: elders.map(|next| (*next).into()).collect(),
            on_way: (depth < trace.len()).then(|| trace.next(depth).into()),
            pending,
        }
    }

    /// The frames above the leaf belong to all schedulers.
    pub(super) fn share(&mut self) {
        let base = self.shared.base();
        if self.stands_alone {
            self.sleep.inherit(base);
        }
        if let Some(estimator) = &mut self.estimator {
            estimator.share(base);
        }
    }

    /// Runs the program to the leaf that was taken, with the sleep sets that the order
    /// of the tree asks for.
    pub(super) fn enter<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        way: &Way,
    ) -> Result<(), Halt> {
        while run.trace.len() > way.common {
            run.trace.pop();
            self.sleep.pop();
        }
        if let Some(estimator) = &mut self.estimator {
            let turns = (0..self.shared.base()).map(|depth| self.shared.step(depth).turn);
            estimator.enter(way.common, turns);
        }
        self.share();
        self.sleep.reset();
        self.frames.truncate(way.common);
        run.start()?;
        let base = self.shared.base();
        for depth in way.common..base {
            self.put_to_sleep(run, depth)?;
            self.check()?;
            let step = self.shared.step(depth);
            // No way leads through what sleeps; but a file may say anything.
            if self.sleep.contains(step.turn) {
                return Err(Halt::malformed());
            }
            run.advance(step.turn, depth < base - way.new)?;
            if let Some(foretold) = step.next() {
                Run::<P>::check_foretold(&run.trace, &foretold)?;
            }
            let woken = run.woken(self.sleep.top());
            self.sleep.push_after(&run.trace, &woken);
        }
        if self.stands_alone {
            self.sleep.inherit(base);
        }
        self.frames.resize_with(base + 1, F::default);
        run.set_fresh(way.common);
        self.is_started = true;
        Ok(())
    }

    /// Puts what is explored before the next step to the leaf into the sleep set.
    fn put_to_sleep<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        depth: usize,
    ) -> Result<(), Halt> {
        let mut is_elsewhere = false;
        let alternatives = |process| run.alternatives(process);
        for known in self.shared.elders(depth, self.order, alternatives) {
            if self.sleep.contains(known.turn) {
                continue;
            }
            let next = match known.next() {
                Some(next) => next,
                None => {
                    is_elsewhere = true;
                    let turn = known.turn;
                    let accesses = run.peek(turn)?;
                    let next = Next { turn, accesses };
                    self.shared.learn(depth, next);
                    next
                }
            };
            self.sleep.add(next);
        }
        if is_elsewhere {
            run.start()?;
        }
        Ok(())
    }
}

impl Stack<'_, Tree> {
    /// `insert[E'](v, wut(E'))`, where `E'` is the first `depth` events. If the tree is
    /// owned and this takes a new branch, returns after how many events of the tree it
    /// begins. Consumes `v`: what is left of it is that branch.
    pub(crate) fn insert<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        forest: &mut Forest,
        v: &mut Sequence,
        depth: usize,
        buffers: &mut Buffers,
    ) -> Result<Option<usize>, Halt> {
        let sleep = self.sleep.at(depth);
        if !self.is_owned(depth) {
            match self.stands_alone {
                true => self.shared.request(run, v, depth)?,
                false => self.shared.insert(run, v, depth, sleep, buffers)?,
            }
            return Ok(None);
        }
        let tree = &mut self.frames[depth];
        buffers.answers.clear();
        let spare = (!run.trace.mail().is_empty()).then(|| v.clone());
        loop {
            let trace = &run.trace;
            let mut obstacles =
                Obstacles::new(trace.next(depth), sleep, self.stands_alone, buffers);
            match forest.insert(trace, v, tree, &mut obstacles) {
                Ok(inserted) => return Ok(inserted),
                Err(Unplaced::Mismatch(mismatch)) => {
                    return Err(Run::<P>::not_as_foretold(trace, depth, &mismatch));
                }
                Err(Unplaced::Unsure { steps, next }) => {
                    let answer = run.is_possible_after(depth, &steps, next)?;
                    buffers.answers.push(answer);
                    v.clone_from(spare.as_ref().expect("there are receives"));
                }
            }
        }
    }
}

impl Stack<'_, Vec<Turn>> {
    /// Adds a step to `backtrack(E')`, where `E'` is the first `depth` events. Where that is
    /// shared, others may have added one meanwhile of which `covers` says that it will do.
    pub(crate) fn add<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        depth: usize,
        turn: Turn,
        covers: impl Fn(&Trace, Turn) -> bool,
    ) -> Result<(), Halt> {
        let mut sleep = self.sleep.at(depth).iter();
        // Those who share the tree know what sleeps there as well.
        if self.is_owned(depth) || sleep.any(|next| next.turn == turn) {
            self.frames[depth].push(turn);
            return Ok(());
        }
        self.shared.add(run, depth, turn, covers)
    }
}
