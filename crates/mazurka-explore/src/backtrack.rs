//! The search with backtrack sets and sleep sets that `classic` and `source`
//! share: Algorithm 1 of *Source Sets*, with the blocking of Algorithms 3 and 5.
//!
//! The two differ only in the test and the addition at lines 8 and 9, which is
//! the [`Rule`] each of them gives.
//!
//! Deviations: the recursion is a stack of frames; races are looked for when
//! the execution has ended, for each of its new events as if that were the
//! last; an operation that may be disabled (Algorithm 5, lines 2-10) is looked
//! at where it runs, or at the end if it never does; and a process whose
//! operation has alternatives is explored with each of them.
//!
//! What an opaque operation accesses may depend on what it reads. So it may conflict with
//! `p` where it stands alone, and not after an event that is independent of `p`: Property (7)
//! of Definition 3.2 does not hold for it, and the `v` of its races, made of the events before
//! it only, can lack `p`. Where there is such a `p` behind it in the execution, also in a later
//! one with the same prefix, `v` is made of all events of the execution, as for `optimal`.

use crate::next::Next;
use crate::outcome::EndedKind;
use crate::reversal::{self, Disabling, Pending};
use crate::run::{Halt, Run};
use crate::search::{self, Explorer as _, Order, Stack};
use crate::sequence::{Sequence, Sketch};
use crate::shared::{self, Way, Work};
use crate::trace::{Race, Trace, can_be_disabled};
use mazurka_program::{Kind, ProcessId, Program, Turn};
use std::marker::PhantomData;

/// How `backtrack(E')` is extended so that something equivalent to `E'.v` will
/// be explored, where the last event of `v` reverses a race.
pub(crate) trait Rule {
    /// Line 8: will it do to explore this process?
    fn covers(trace: &Trace, v: &Sequence, process: ProcessId) -> bool;

    /// Line 9: the process that is added otherwise.
    fn choose(trace: &Trace, v: &Sequence) -> ProcessId;
}

/// `backtrack(E')` for a prefix `E'` of `E`.
type Backtrack = Vec<Turn>;

/// Lines 8 and 9, after the first `depth` events.
fn extend<R: Rule, P: Program + ?Sized>(
    stack: &mut Stack<'_, Backtrack>,
    run: &mut Run<'_, P>,
    v: &Sequence,
    depth: usize,
) -> Result<(), Halt> {
    let covers = |trace: &Trace, turn: Turn| R::covers(trace, v, turn.process);
    let mut backtrack = stack.frame(depth).iter();
    if backtrack.any(|turn| covers(&run.trace, *turn)) {
        return Ok(());
    }
    let turn = R::choose(&run.trace, v).into();
    stack.add(run, depth, turn, covers)
}

struct Explorer<'r, 'a, 'w, R, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    stack: Stack<'w, Backtrack>,
    v: Sequence,
    /// A buffer.
    suspects: Vec<usize>,
    rule: PhantomData<R>,
}

pub(crate) fn explore<R: Rule, P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
) -> Result<(), Halt> {
    let mut explorer = Explorer {
        run,
        stack: Stack::new(work, Order::ByProcess, false),
        v: Sequence::default(),
        suspects: Vec::new(),
        rule: PhantomData::<R>,
    };
    explorer.explore()
}

impl<'a, 'w, R: Rule, P: Program + ?Sized + 'a> search::Explorer<'a, 'w, P>
    for Explorer<'_, 'a, 'w, R, P>
{
    type Frame = Backtrack;

    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Stack<'w, Backtrack>) {
        (self.run, &mut self.stack)
    }

    fn entered(&mut self, way: &Way) -> Result<(), Halt> {
        if way.new > 0 {
            self.claim_alternatives()?;
        }
        Ok(())
    }

    fn execute(&mut self) -> Result<(), Halt> {
        let fresh = self.run.fresh();
        let ended = self.extend_to_the_end()?;
        let announced = Pending::announced(self.run);
        self.run.end(ended)?;
        self.detect_races(fresh)?;
        self.detect_disabling(announced)
    }

    fn retreat(&mut self, _: bool) {
        self.stack.pop_to_begun(&mut self.run.trace);
    }

    fn is_pending(&self, depth: usize) -> bool {
        self.pending(depth).next().is_some()
    }

    fn open(&self, depth: usize) -> usize {
        self.pending(depth).count()
    }

    fn is_one(&self, depth: usize) -> bool {
        self.open(depth) == 1
    }

    fn give_up(&mut self, depth: usize) -> Vec<shared::Pending> {
        let events = self.run.trace.events();
        let on_way = events.get(depth).map(|event| event.turn());
        let is_among = |nexts: &[Next], turn: Turn| nexts.iter().any(|next| next.turn == turn);
        let explored = self.stack.sleep.own(depth);
        let sleep = self.stack.sleep.at(depth);
        let backtrack = self.stack.frame(depth).iter().copied();
        let rest = backtrack.filter(|turn| !is_among(explored, *turn) && on_way != Some(*turn));
        rest.map(|turn| shared::Pending {
            is_asleep: is_among(sleep, turn),
            ..shared::Pending::turn(turn)
        })
        .collect()
    }
}

impl<R: Rule, P: Program + ?Sized> Explorer<'_, '_, '_, R, P> {
    /// What is left to be explored after the first `depth` events, besides the
    /// current execution.
    fn pending(&self, depth: usize) -> impl Iterator<Item = Turn> + '_ {
        let current = self.run.trace.events().get(depth).map(|event| event.turn());
        let sleep = self.stack.sleep.at(depth);
        let backtrack = self.stack.frame(depth).iter();
        backtrack.copied().filter(move |turn| {
            Some(*turn) != current && !sleep.iter().any(|next| next.turn == *turn)
        })
    }

    /// The last step on the way to the leaf may have other alternatives, which
    /// have to be explored in its place.
    fn claim_alternatives(&mut self) -> Result<(), Halt> {
        let depth = self.run.trace.len() - 1;
        let event = self.run.trace.events()[depth];
        for alternative in others(event.turn(), event.alternatives) {
            let same = |_: &Trace, turn: Turn| turn == alternative;
            self.stack.add(self.run, depth, alternative, same)?;
        }
        Ok(())
    }

    /// Runs the execution on, first with what is in the backtrack set, until it is maximal
    /// or blocked by its sleep set.
    fn extend_to_the_end(&mut self) -> Result<EndedKind, Halt> {
        loop {
            self.stack.check()?;
            let depth = self.run.trace.len();
            let branch = self.pending(depth).next();
            let turn = match branch {
                Some(turn) => turn,
                None => {
                    let sleep = &self.stack.sleep;
                    let may = |process| !sleep.contains_process(process);
                    match self.run.choose(may) {
                        Some(process) => {
                            self.stack.frame_mut(depth).push(process.into());
                            process.into()
                        }
                        None if self.run.anything_enabled() => return Ok(EndedKind::Blocked),
                        None => return Ok(EndedKind::Complete),
                    }
                }
            };
            self.add_alternatives(turn);
            if branch.is_some() {
                self.run.step(turn)?;
            } else if !self.run.step_or_wait(turn)? {
                self.stack.frame_mut(depth).clear();
                continue;
            }
            self.stack.push(self.run, Vec::new());
        }
    }

    /// Puts the other alternatives of a process that is about to run next to it
    /// in the backtrack set.
    fn add_alternatives(&mut self, turn: Turn) {
        let alternatives = self.run.alternatives(turn.process);
        let backtrack = self.stack.frame_mut(self.run.trace.len());
        if turn.alternative != 0 || alternatives == 1 {
            return;
        }
        let at = backtrack.iter().position(|other| *other == turn);
        let at = at.expect("what runs is in the backtrack set") + 1;
        backtrack.splice(at..at, others(turn, alternatives));
    }

    /// Algorithm 1, lines 5-9, for every new event.
    fn detect_races(&mut self, fresh: usize) -> Result<(), Halt> {
        for e_prime in 0..self.run.trace.len() {
            let operation = self.run.trace.events()[e_prime].operation;
            let is_new = e_prime >= fresh;
            if !is_new && !operation.kind.is_opaque() {
                continue;
            }
            for race in 0..self.run.trace.races(e_prime).len() {
                self.stack.check()?;
                let Race { first, is_same, .. } = self.run.trace.races(e_prime)[race];
                let e = first as usize;
                let rows = self.run.trace.clocks().rows();
                let mut end = e_prime;
                let mut v = if is_same {
                    Some(Sketch::same(&self.run.trace, e, e_prime))
                } else {
                    reversal::race(self.run, &mut self.v, e, e_prime, end)?
                };
                if let Some(next) = v.as_ref().map(|v| v.next)
                    && operation.kind.is_opaque()
                {
                    if self.conflicts_later(e, e_prime, fresh, &next) {
                        end = self.run.trace.len();
                        v = reversal::race(self.run, &mut self.v, e, e_prime, end)?;
                    } else if !is_new {
                        // It was looked at when it was new.
                        v = None;
                    }
                }
                if let Some(v) = v {
                    v.write(&mut self.run.trace, &mut self.v, end);
                    self.run.statistics.races += 1;
                    extend::<R, P>(&mut self.stack, self.run, &self.v, e)?;
                }
                self.v.release(&mut self.run.trace, rows);
            }
            if !can_be_disabled(&operation) {
                continue;
            }
            let end = match operation.kind {
                Kind::Await => self.run.trace.len(),
                _ if is_new => e_prime,
                _ => continue,
            };
            if let Some(mut pending) = Pending::ran(&self.run.trace, e_prime) {
                self.reverse_disabling(&mut pending, end)?;
            }
        }
        Ok(())
    }

    /// Does a new event after `e_prime`, which is in no order with that and does not happen
    /// after `e`, conflict with `next`, what the operation of `e_prime` does without `e`?
    fn conflicts_later(&self, e: usize, e_prime: usize, fresh: usize, next: &Next) -> bool {
        let trace = &self.run.trace;
        let mut later = (e_prime + 1).max(fresh)..trace.len();
        later.any(|x| {
            let other = trace.next(x);
            other.process() != next.process()
                && !trace.happens_before(e, x)
                && !trace.happens_before(e_prime, x)
                && next.depends_on(&other, trace.lists(), |_| true)
        })
    }

    /// Algorithm 5, lines 2-10, for what is announced at the end.
    fn detect_disabling(&mut self, announced: Vec<Pending>) -> Result<(), Halt> {
        let end = self.run.trace.len();
        for mut pending in announced {
            self.reverse_disabling(&mut pending, end)?;
        }
        Ok(())
    }

    fn reverse_disabling(&mut self, pending: &mut Pending, end: usize) -> Result<(), Halt> {
        loop {
            let known = pending.known();
            pending.suspects(self.run, &mut self.suspects);
            for i in 0..self.suspects.len() {
                self.stack.check()?;
                let e = self.suspects[i];
                match reversal::has_disabled(self.run, pending, e, end) {
                    Disabling::No => continue,
                    Disabling::Yes(v) => {
                        let trace = &mut self.run.trace;
                        let rows = trace.clocks().rows();
                        v.write(trace, &mut self.v, end);
                        extend::<R, P>(&mut self.stack, self.run, &self.v, e)?;
                        self.v.release(&mut self.run.trace, rows);
                        self.run.statistics.races += 1;
                        continue;
                    }
                    Disabling::Unknown => {}
                }
                let stack = &mut self.stack;
                let mut found = |run: &mut Run<'_, P>, v: &mut Sequence| {
                    run.statistics.races += 1;
                    extend::<R, P>(stack, run, v, e)
                };
                reversal::disabling(self.run, &mut self.v, pending, e, end, &mut found)?;
            }
            if pending.known() == known {
                return Ok(());
            }
        }
    }
}

/// The other alternatives of an operation that takes its first.
fn others(turn: Turn, alternatives: u32) -> impl Iterator<Item = Turn> {
    let first = if turn.alternative == 0 {
        1
    } else {
        alternatives
    };
    (first..alternatives).map(move |alternative| Turn {
        process: turn.process,
        alternative,
    })
}
