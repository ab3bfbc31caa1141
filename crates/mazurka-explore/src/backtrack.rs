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
use crate::packet::Known;
use crate::reversal::{self, Disabling, Pending};
use crate::run::{Halt, Run};
use crate::search::{self, Order};
use crate::sequence::{Sequence, Sketch};
use crate::shared::{self, Frame, Shared, Way};
use crate::sleep::SleepSets;
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

/// What is to be explored, and what need not be.
struct Ahead<'w, R> {
    /// `backtrack(E')` for every prefix `E'` of `E` that has been branched.
    backtrack: Vec<Vec<Turn>>,
    sleep: SleepSets,
    shared: Shared<'w>,
    rule: PhantomData<R>,
}

impl<R: Rule> Ahead<'_, R> {
    /// Lines 8 and 9, after the first `depth` events.
    fn extend<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        v: &Sequence,
        depth: usize,
    ) -> Result<(), Halt> {
        let backtrack = &mut self.backtrack[depth];
        let covers = |trace: &Trace, turn: Turn| R::covers(trace, v, turn.process);
        if backtrack.iter().any(|turn| covers(&run.trace, *turn)) {
            return Ok(());
        }
        let turn = R::choose(&run.trace, v).into();
        let sleep = self.sleep.at(depth);
        let is_asleep = sleep.iter().any(|next| next.turn == turn);
        // Those who share the tree know what sleeps there as well.
        if depth < self.shared.base() && !is_asleep {
            return self.shared.add(run, depth, turn, covers);
        }
        backtrack.push(turn);
        Ok(())
    }
}

struct Search<'r, 'a, 'w, R, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    ahead: Ahead<'w, R>,
    /// Has an execution been started that has the events of the trace?
    is_started: bool,
    v: Sequence,
    /// The number of events that this execution was begun after.
    begun: usize,
    /// A buffer.
    suspects: Vec<usize>,
}

pub(crate) fn explore<R: Rule, P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    shared: Shared<'_>,
) -> Result<(), Halt> {
    let mut sleep = SleepSets::default();
    sleep.push_empty();
    search::explore(&mut Search {
        run,
        ahead: Ahead::<R> {
            backtrack: Vec::new(),
            sleep,
            shared,
            rule: PhantomData,
        },
        is_started: false,
        v: Sequence::default(),
        begun: 0,
        suspects: Vec::new(),
    })
}

impl<'a, 'w, R: Rule, P: Program + ?Sized + 'a> search::Search<'a, 'w, P>
    for Search<'_, 'a, 'w, R, P>
{
    fn run(&mut self) -> &mut Run<'a, P> {
        self.run
    }

    fn wish(&mut self) -> shared::Wish {
        self.ahead.shared.wish(&self.run.statistics)
    }

    fn take(&mut self) -> Result<Option<Way>, Halt> {
        self.ahead.shared.take(self.run)
    }

    fn done(&mut self) {
        self.ahead.shared.done(&self.run.statistics);
    }

    fn enter(&mut self, way: &Way) -> Result<(), Halt> {
        self.is_started = true;
        let ahead = &mut self.ahead;
        ahead.backtrack.truncate(way.common);
        search::enter(
            self.run,
            &mut ahead.shared,
            Some(&mut ahead.sleep),
            Order::ByProcess,
            way,
        )?;
        ahead.backtrack.resize(self.run.trace.len(), Vec::new());
        if way.new > 0 {
            self.claim_alternatives()?;
        }
        Ok(())
    }

    fn execute(&mut self) -> Result<(), Halt> {
        self.begun = self.run.trace.len();
        let is_entered = std::mem::take(&mut self.is_started);
        if !is_entered {
            self.run.start()?;
        }
        let fresh = self.run.fresh();
        let branch = if is_entered { None } else { self.branch() };
        let ended = self.extend_to_the_end(branch)?;
        let announced = Pending::announced(self.run);
        self.run.end(ended)?;
        self.detect_races(fresh)?;
        self.detect_disabling(announced)
    }

    /// Takes events back until some prefix has a step in its backtrack set
    /// that does not sleep.
    fn next_branch(&mut self) -> bool {
        while self.run.trace.len() > self.ahead.shared.base() {
            let event = self.run.trace.next(self.run.trace.len() - 1);
            self.run.trace.pop();
            self.ahead.sleep.pop();
            self.ahead.sleep.add(event);
            if self.branch().is_some() {
                return true;
            }
            self.ahead.backtrack.pop();
        }
        false
    }

    fn retreat(&mut self, _: bool) {
        while self.run.trace.len() > self.begun {
            self.run.trace.pop();
            self.ahead.sleep.pop();
        }
        self.ahead.backtrack.truncate(self.begun + 1);
    }

    fn is_pending(&self, depth: usize) -> bool {
        self.pending(depth).next().is_some()
    }

    fn is_one(&self, depth: usize) -> bool {
        self.pending(depth).count() == 1
    }

    fn frame(&mut self, depth: usize) -> Frame {
        let ahead = &self.ahead;
        let trace = &self.run.trace;
        let explored = ahead.sleep.own(depth);
        let on_way = (depth < trace.len()).then(|| trace.next(depth));
        let sleep = ahead.sleep.at(depth);
        let is_among = |nexts: &[Next], turn: &Turn| nexts.iter().any(|next| next.turn == *turn);
        let rest = ahead.backtrack[depth].iter().filter(|turn| {
            !is_among(explored, turn) && on_way.is_none_or(|next| next.turn != **turn)
        });
        Frame {
            elders: explored.iter().map(|next| (*next).into()).collect(),
            on_way: on_way.map(Known::from),
            pending: rest
                .map(|turn| shared::Pending {
                    parent: None,
                    known: (*turn).into(),
                    is_asleep: is_among(sleep, turn),
                })
                .collect(),
        }
    }

    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Shared<'w>) {
        (self.run, &mut self.ahead.shared)
    }
}

impl<R: Rule, P: Program + ?Sized> Search<'_, '_, '_, R, P> {
    /// The step that is explored next after the trace, which has been branched.
    fn branch(&self) -> Option<Turn> {
        self.pending(self.run.trace.len()).next()
    }

    /// What is left to be explored after the first `depth` events, besides the
    /// current execution.
    fn pending(&self, depth: usize) -> impl Iterator<Item = Turn> + '_ {
        let current = self.run.trace.events().get(depth).map(|event| event.turn());
        let backtrack = self.ahead.backtrack.get(depth).into_iter().flatten();
        let sleep = self.ahead.sleep.at(depth);
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
            self.ahead.shared.add(self.run, depth, alternative, same)?;
        }
        Ok(())
    }

    /// Runs the execution on, first with `branch` if there is one, until it is
    /// maximal or blocked by its sleep set.
    fn extend_to_the_end(&mut self, branch: Option<Turn>) -> Result<EndedKind, Halt> {
        let mut branch = branch;
        loop {
            self.ahead.shared.check()?;
            let is_chosen = branch.is_none();
            let turn = match branch.take() {
                Some(turn) => turn,
                None => {
                    let sleep = &self.ahead.sleep;
                    let may = |process| !sleep.contains_process(process);
                    match self.run.choose(may) {
                        Some(process) => {
                            self.ahead.backtrack.push(vec![process.into()]);
                            process.into()
                        }
                        None if self.run.anything_enabled() => return Ok(EndedKind::Blocked),
                        None => return Ok(EndedKind::Complete),
                    }
                }
            };
            self.add_alternatives(turn);
            if !is_chosen {
                self.run.step(turn)?;
            } else if !self.run.step_or_wait(turn)? {
                self.ahead.backtrack.pop();
                continue;
            }
            self.ahead.sleep.push_after(&self.run.trace);
        }
    }

    /// Puts the other alternatives of a process that is about to run next to it
    /// in the backtrack set.
    fn add_alternatives(&mut self, turn: Turn) {
        let alternatives = self.run.alternatives(turn.process);
        let backtrack = &mut self.ahead.backtrack[self.run.trace.len()];
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
                self.ahead.shared.check()?;
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
                    self.ahead.extend(self.run, &self.v, e)?;
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
                self.ahead.shared.check()?;
                let e = self.suspects[i];
                match reversal::has_disabled(self.run, pending, e, end) {
                    Disabling::No => continue,
                    Disabling::Yes(v) => {
                        let trace = &mut self.run.trace;
                        let rows = trace.clocks().rows();
                        v.write(trace, &mut self.v, end);
                        self.ahead.extend(self.run, &self.v, e)?;
                        self.v.release(&mut self.run.trace, rows);
                        self.run.statistics.races += 1;
                        continue;
                    }
                    Disabling::Unknown => {}
                }
                let ahead = &mut self.ahead;
                let mut found = |run: &mut Run<'_, P>, v: &mut Sequence| {
                    run.statistics.races += 1;
                    ahead.extend(run, v, e)
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
