//! Optimal-DPOR: source sets and wakeup trees (*Source Sets*, Algorithms 2,
//! 4 and 6). Visits every trace once, and never runs into a sleep set.
//!
//! Deviations:
//! - The recursion is a stack of frames, one for each event of `E` and one more.
//! - A race of the replayed prefix is looked at again only if some new event
//!   does not happen after its first event `e`. Otherwise the sequence
//!   `v = notdep(e, E).e'` is the beginning of one that was looked at in an
//!   earlier execution with that prefix; since then `sleep(E')` is the same,
//!   and `wut(E')` has only grown, so by Lemma 4.7, (2) and (4), what covered
//!   the longer sequence covers `v`. To look at no race of the prefix again,
//!   however, would miss traces: a sleeping process can be a weak initial of
//!   the earlier `v` and not of the present one.
//! - Line 6 asks whether `sleep(E')` covers `v`, which is so more often than not.
//!   A few events of `E` mostly tell that, and `v` is not written down then: see
//!   [`Sketch`].
//! - A sequence that becomes a branch of a wakeup tree is first cut down to what it
//!   takes to wake whatever sleeps there: see [`Sequence::trim`]. A leaf then stands
//!   for more traces, and every one of them is still explored once: the sleep set at
//!   the leaf is empty. The trees are smaller for that, and what a scheduler owns is
//!   larger.
//! - Lines 8-15 of Algorithm 6 look at fewer subsequences: see [`reversal`].
//! - What begins with a leaf that a scheduler took is explored as in the paper.
//!   Sequences to be explored after a shorter prefix go into the tree that all
//!   schedulers [share](crate::shared), where the sleep sets are those of the order
//!   of that tree: it does not matter whether what sleeps has been explored, as long
//!   as one of the schedulers explores it.
//! - An operation may have alternatives, of which the process takes any (a data
//!   choice). They are like events that are in conflict with one another: for
//!   one that was taken, at event `e`, each other one comes after
//!   `notdep(e, E)`.
//! - A receive may be a choice of a message ([`crate::mail`]). That is like alternatives which
//!   come and go: they come with messages, and go where other receives make them impossible.

use crate::fault;
use crate::mail::{Choice, Part, Source, Took};
use crate::next::{Accesses, Next};
use crate::outcome::{EndedKind, Error, Planned};
use crate::reversal::{self, Disabling, Pending};
use crate::run::{Halt, Run};
use crate::search::{self, Explorer as _, Order, Stack};
use crate::sequence::{Buffers, Sequence, Sketch};
use crate::shared::{self, Way, Work};
use crate::trace::{Race, index};
use crate::wakeup::{Forest, Tree};
use mazurka_program::{Access, Kind, ProcessId, Program, Turn};
use smallvec::SmallVec;

/// How many sets of receives are looked at that may stand in the way of one choice.
const MOST_WAYS: usize = 1 << 12;

/// In the place of one event: whichever there are.
const ALL: u32 = u32::MAX;

struct Explorer<'r, 'a, 'w, P: ?Sized> {
    run: &'r mut Run<'a, P>,
    ahead: Ahead<'w>,
    v: Sequence,
    /// Events of the prefix with those that may have disabled their operations:
    /// each of these, or [`ALL`] if they have to be looked for again.
    disablers: Vec<Race>,
    /// Buffers.
    suspects: Vec<usize>,
    beside: Vec<u32>,
    /// How many events of each process happen before *every* event that is new
    /// in this execution.
    before_new: Vec<u32>,
    /// A number of first events that happen before all of those: what is among them is
    /// known.
    covered: usize,
    /// The number of events of this execution that were taken from wakeup trees.
    guided: usize,
    /// Has it come to the end of what wakeup trees said?
    is_free: bool,
    /// Is what a scheduler takes an item that stands alone?
    stands_alone: bool,
}

/// What is still to be explored, and what need not be.
struct Ahead<'w> {
    /// With `wut(E')` for every prefix `E'` of `E`, without the branch that is being
    /// explored.
    stack: Stack<'w, Tree>,
    forest: Forest,
    /// How many sequences were looked at.
    sequences: u64,
    /// Does the observer want to know what is planned?
    is_watched: bool,
    /// What this execution planned, if so.
    planned: Vec<Planned>,
    buffers: Buffers,
}

impl Ahead<'_> {
    /// Lines 6-7: makes sure that something equivalent to `E'.v` is explored,
    /// where `E'` is the first `depth` events. Does `sleep(E')` say that it is
    /// `covered`, if that is known? Consumes `v`.
    fn insert<P: Program + ?Sized>(
        &mut self,
        run: &mut Run<'_, P>,
        v: &mut Sequence,
        depth: usize,
        covered: Option<bool>,
    ) -> Result<(), Halt> {
        self.sequences += 1;
        if covered.unwrap_or_else(|| self.stack.sleep.covers(&run.trace, depth, v)) {
            return Ok(());
        }
        let (stack, forest) = (&mut self.stack, &mut self.forest);
        let below = stack.insert(run, forest, v, depth, &mut self.buffers)?;
        if self.is_watched && stack.is_owned(depth) {
            let branch = depth + below.unwrap_or(0);
            self.planned.push(Planned {
                frame: depth,
                leaf: forest.covering_leaf(),
                new: below.map(|_| branch..branch + v.left().count()),
            });
        }
        Ok(())
    }
}

pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
    stands_alone: bool,
) -> Result<(), Halt> {
    let is_watched = run.watches_plans();
    let mut explorer = Explorer {
        run,
        ahead: Ahead {
            stack: Stack::new(work, Order::ByTurn, stands_alone),
            forest: Forest::default(),
            sequences: 0,
            is_watched,
            planned: Vec::new(),
            buffers: Buffers::default(),
        },
        v: Sequence::default(),
        disablers: Vec::new(),
        suspects: Vec::new(),
        beside: Vec::new(),
        before_new: Vec::new(),
        covered: 0,
        guided: 0,
        is_free: false,
        stands_alone,
    };
    let explored = explorer.explore();
    debug_assert!(explored.is_err() || explorer.ahead.forest.is_empty());
    explored
}

impl<'a, 'w, P: Program + ?Sized + 'a> search::Explorer<'a, 'w, P> for Explorer<'_, 'a, 'w, P> {
    type Frame = Tree;

    fn parts(&mut self) -> (&mut Run<'a, P>, &mut Stack<'w, Tree>) {
        (self.run, &mut self.ahead.stack)
    }

    fn entered(&mut self, _: &Way) -> Result<(), Halt> {
        debug_assert!(self.ahead.forest.is_empty(), "every branch was explored");
        // Lemma 7.1(2). What comes from a file may say anything.
        let sleep = self.ahead.stack.sleep.top();
        if !sleep.is_empty() && !self.stands_alone && !fault::is_planted() {
            return Err(Halt::malformed());
        }
        Ok(())
    }

    fn execute(&mut self) -> Result<(), Halt> {
        self.guided = 0;
        self.is_free = false;
        self.extend_to_the_end(self.run.fresh())
    }

    /// What was taken out of wakeup trees goes back to where it was. What was inserted
    /// after all of that is found again.
    fn retreat(&mut self, is_first: bool) {
        let Ahead { stack, forest, .. } = &mut self.ahead;
        let guided = stack.begun() + self.guided;
        // An item begins with one step, and the same execution comes first again: that of the
        // last step that a tree said.
        let kept = match self.stands_alone {
            true => self.guided.saturating_sub(1),
            false => 0,
        };
        while self.run.trace.len() > stack.begun() + kept {
            let depth = self.run.trace.len();
            let (event, mut subtree) = stack.pop(&mut self.run.trace);
            if depth > guided || depth == guided && self.is_free {
                forest.drain(&mut subtree);
            }
            if depth <= guided {
                forest.put_back(stack.frame_mut(depth - 1), event, subtree);
            }
        }
        if is_first {
            forest.drain(stack.frame_mut(stack.begun()));
        }
    }

    fn is_pending(&self, depth: usize) -> bool {
        !self.ahead.stack.frame(depth).is_empty()
    }

    fn open(&self, depth: usize) -> usize {
        let Ahead { stack, forest, .. } = &self.ahead;
        forest.branches(*stack.frame(depth))
    }

    fn is_one(&self, depth: usize) -> bool {
        match self.stands_alone {
            true => self.open(depth) == 1,
            false => self.ahead.forest.is_chain(*self.ahead.stack.frame(depth)),
        }
    }

    fn give_up(&mut self, depth: usize) -> Vec<shared::Pending> {
        let Ahead { stack, forest, .. } = &mut self.ahead;
        let nodes = forest.drain(stack.frame_mut(depth)).into_iter();
        let pending = |(parent, next): (_, Next)| shared::Pending {
            parent,
            known: next.into(),
            is_asleep: false,
        };
        // What begins with a step is one item, and finds by itself what comes then.
        let nodes = nodes.filter(|(parent, _)| parent.is_none() || !self.stands_alone);
        nodes.map(pending).collect()
    }
}

impl<P: Program + ?Sized> Explorer<'_, '_, '_, P> {
    /// Lines 15-21, as long as the execution can go on.
    fn extend_to_the_end(&mut self, fresh: usize) -> Result<(), Halt> {
        loop {
            self.ahead.stack.check()?;
            let depth = self.run.trace.len();
            let Ahead { stack, forest, .. } = &mut self.ahead;
            let subtree = match forest.take_first(stack.frame_mut(depth)) {
                Some((next, subtree)) => {
                    self.run.step(next.turn).inspect_err(|_| {
                        forest.put_back(stack.frame_mut(depth), next, subtree);
                    })?;
                    Run::<P>::check_foretold(&self.run.trace, &next)?;
                    self.guided += 1;
                    subtree
                }
                None => {
                    let Some(turn) = self.choose_freely()? else {
                        return self.maximal(fresh);
                    };
                    if !self.run.step_or_wait(turn)? {
                        continue;
                    }
                    Tree::EMPTY
                }
            };
            let stack = &mut self.ahead.stack;
            if fault::is_planted() && subtree.is_empty() {
                stack.push_unwoken(&self.run.trace, subtree);
            } else {
                stack.push(self.run, subtree);
            }
        }
    }

    /// Line 12: an arbitrary enabled process, where the wakeup tree is empty.
    fn choose_freely(&mut self) -> Result<Option<Turn>, Halt> {
        self.is_free = true;
        let sleep = &self.ahead.stack.sleep;
        if self.stands_alone && !sleep.top().is_empty() {
            return self.choose_awake();
        }
        debug_assert!(
            sleep.top().is_empty() || fault::is_planted(),
            "Lemma 7.1(2): with an empty wakeup tree, the sleep set is empty"
        );
        let chosen = self.run.choose(|process| !sleep.contains_process(process));
        chosen
            .map(|process| self.run.first_turn(process))
            .transpose()
    }

    /// The same where something sleeps. Of an operation with alternatives, some may.
    fn choose_awake(&mut self) -> Result<Option<Turn>, Halt> {
        let sleep = self.ahead.stack.sleep.top();
        let mut awake: SmallVec<[(ProcessId, Option<Turn>); 8]> = SmallVec::new();
        for next in sleep {
            let process = next.process();
            if !awake.iter().any(|(known, _)| *known == process) {
                let sleeps = |turn: Turn| sleep.iter().any(|next| next.turn == turn);
                awake.push((process, self.run.first_turn_but(process, sleeps)?));
            }
        }
        let of = |process: ProcessId| awake.iter().find(|(known, _)| *known == process);
        let may = |process| of(process).is_none_or(|(_, turn)| turn.is_some());
        let Some(process) = self.run.choose(may) else {
            return Ok(None);
        };
        match of(process) {
            Some((_, turn)) => Ok(*turn),
            None => self.run.first_turn(process).map(Some),
        }
    }

    /// Lines 2-7: the end of an execution.
    fn maximal(&mut self, fresh: usize) -> Result<(), Halt> {
        // What does not sleep is not enabled.
        let is_blocked = !self.ahead.stack.sleep.top().is_empty() && self.run.anything_enabled();
        if is_blocked && !self.stands_alone {
            debug_assert!(
                fault::is_planted(),
                "Theorem 7.13: never blocked by a sleep set"
            );
            return self.run.end(EndedKind::Blocked);
        }
        let announced = Pending::announced(self.run);
        if self.ahead.is_watched {
            self.run.begun_with(self.ahead.forest.taken());
        }
        self.run.end(match is_blocked {
            true => EndedKind::Blocked,
            false => EndedKind::Complete,
        })?;
        self.run.trace.meet(fresh, &mut self.before_new);
        self.covered = self.run.trace.covered_by_all(fresh);
        self.detect_races(fresh)?;
        self.detect_disabling(fresh, announced)?;
        self.detect_alternatives(fresh)?;
        self.detect_choices(fresh)?;
        for planned in self.ahead.planned.drain(..) {
            self.run.planned(planned);
        }
        self.run.statistics.races = self.ahead.sequences;
        self.run.statistics.largest_wakeup_tree = self.ahead.forest.largest();
        Ok(())
    }

    /// Does the sequence that event `e` gives for something that `is_new` or
    /// not only repeat the beginning of one that was looked at before?
    fn is_known(&self, e: usize, is_new: bool) -> bool {
        let item = &self.run.trace.items()[e];
        !is_new && self.before_new[item.next.process().index()] >= item.index
    }

    /// Lines 3-7: the reversible races.
    fn detect_races(&mut self, fresh: usize) -> Result<(), Halt> {
        let known = self.run.trace.races_before(fresh);
        for i in self.run.trace.races_before(self.covered)..known {
            let race = self.run.trace.race(i);
            if !self.is_known(race.first as usize, false) {
                self.reverse_race(race)?;
            }
        }
        for i in known..self.run.trace.race_count() {
            self.reverse_race(self.run.trace.race(i))?;
        }
        Ok(())
    }

    fn reverse_race(&mut self, race: Race) -> Result<(), Halt> {
        self.ahead.stack.check()?;
        let (e, e_prime) = (race.first as usize, race.second as usize);
        if self.run.trace.events()[e_prime].operation.kind.is_message() {
            // A message is sent before it is taken.
            return Ok(());
        }
        if race.is_same {
            return self.insert(&Sketch::same(&self.run.trace, e, e_prime));
        }
        if self.is_asleep(e, e_prime) {
            self.ahead.sequences += 1;
            return Ok(());
        }
        let end = self.run.trace.len();
        let Some(mut sketch) = reversal::race(self.run, &mut self.v, e, e_prime, end)? else {
            return Ok(());
        };
        self.insert(&sketch)?;
        let operation = self.run.trace.events()[e_prime].operation;
        if self.stands_alone && operation.kind == Kind::NotifyOne {
            // Some alternatives may sleep, and an item asks for the others itself.
            let waiting = reversal::Without { e, end }.value(&self.run.trace, operation.object);
            for alternative in 1..u32::try_from(waiting).unwrap_or(1) {
                sketch.next.turn.alternative = alternative;
                sketch.is_same = false;
                self.insert(&sketch)?;
            }
        }
        Ok(())
    }

    /// Does the process of `e_prime`, an event whose operation is opaque, sleep
    /// after `E'`, and is what it would do there independent of all of
    /// `notdep(e, E)`? Then it does the same after that, and is an initial of `v`:
    /// the program need not be run to see.
    fn is_asleep(&mut self, e: usize, e_prime: usize) -> bool {
        let trace = &self.run.trace;
        let event = &trace.events()[e_prime];
        if !event.operation.kind.is_opaque() {
            return false;
        }
        let mut sleep = self.ahead.stack.sleep.at(e).iter();
        let Some(sleeper) = sleep.find(|sleeper| sleeper.turn == event.turn()) else {
            return false;
        };
        let first = trace.first_from(event.process, e + 1);
        if first != Some(e_prime) || event.base_past as usize > e {
            return false;
        }
        self.v.notdep(trace, e, trace.len());
        self.v.is_independent(trace, sleeper)
    }

    /// [`crate::sleep::SleepSets::covers`] for a sketch, which it writes down.
    fn is_covered(&mut self, sketch: &Sketch) -> bool {
        let trace = &mut self.run.trace;
        let (rows, end) = (trace.clocks().rows(), trace.len());
        sketch.write(trace, &mut self.v, end);
        let is_covered = self.ahead.stack.sleep.covers(trace, sketch.e, &self.v);
        self.v.release(trace, rows);
        is_covered
    }

    /// Lines 6-7 for a sequence that is not written down.
    fn insert(&mut self, sketch: &Sketch) -> Result<(), Halt> {
        let covered = self
            .ahead
            .stack
            .sleep
            .covers_sketch(&self.run.trace, sketch);
        debug_assert!(covered.is_none_or(|covered| covered == self.is_covered(sketch)));
        if covered == Some(true) {
            self.ahead.sequences += 1;
            return Ok(());
        }
        let (rows, end) = (self.run.trace.clocks().rows(), self.run.trace.len());
        sketch.write(&mut self.run.trace, &mut self.v, end);
        self.ahead
            .insert(self.run, &mut self.v, sketch.e, covered)?;
        self.v.release(&mut self.run.trace, rows);
        Ok(())
    }

    /// Algorithm 6, lines 8-15: events that may have disabled the operation
    /// that a process would run next after a part of `notdep(e, E)`. Such an
    /// operation is either a later event, or announced at the end.
    fn detect_disabling(&mut self, fresh: usize, announced: Vec<Pending>) -> Result<(), Halt> {
        let known = |pair: &Race| (pair.second as usize) < fresh;
        self.disablers
            .truncate(self.disablers.partition_point(known));
        let covered = |pair: &Race| (pair.second as usize) < self.covered;
        for i in self.disablers.partition_point(covered)..self.disablers.len() {
            let Race { first, second, .. } = self.disablers[i];
            if first != ALL && self.is_known(first as usize, false) {
                continue;
            }
            let Some(mut pending) = Pending::ran(&self.run.trace, second as usize) else {
                continue;
            };
            match first {
                ALL => self.reverse_disabling(&mut pending, false)?,
                e => self.reverse_disabler(&mut pending, e as usize)?,
            }
        }
        let guarded = self.run.trace.guarded();
        let start = guarded.partition_point(|e_prime| (*e_prime as usize) < fresh);
        for i in start..guarded.len() {
            self.add_disablers(self.run.trace.guarded()[i])?;
        }
        for mut pending in announced {
            self.reverse_disabling(&mut pending, true)?;
        }
        Ok(())
    }

    /// The same for a new event, `e_prime`.
    fn add_disablers(&mut self, e_prime: u32) -> Result<(), Halt> {
        let Some(mut pending) = Pending::ran(&self.run.trace, e_prime as usize) else {
            return Ok(());
        };
        let pair = |first| Race {
            first,
            second: e_prime,
            is_same: false,
        };
        if pending.is_opaque() {
            self.disablers.push(pair(ALL));
        } else {
            pending.suspects(self.run, &mut self.suspects);
            let suspects = self.suspects.iter();
            self.disablers.extend(suspects.map(|e| pair(index(*e))));
        }
        self.reverse_disabling(&mut pending, true)
    }

    /// Considers every event that may have disabled an operation; if that
    /// `is_new`, also those whose `notdep` is the beginning of one that was
    /// considered before.
    fn reverse_disabling(&mut self, pending: &mut Pending, is_new: bool) -> Result<(), Halt> {
        loop {
            let known = pending.known();
            pending.suspects(self.run, &mut self.suspects);
            for i in 0..self.suspects.len() {
                let e = self.suspects[i];
                if !self.is_known(e, is_new) {
                    self.reverse_disabler(pending, e)?;
                }
            }
            if pending.known() == known {
                return Ok(());
            }
        }
    }

    fn reverse_disabler(&mut self, pending: &mut Pending, e: usize) -> Result<(), Halt> {
        self.ahead.stack.check()?;
        let end = self.run.trace.len();
        match reversal::has_disabled(self.run, pending, e, end) {
            Disabling::No => Ok(()),
            Disabling::Yes(sketch) => self.insert(&sketch),
            Disabling::Unknown => {
                let ahead = &mut self.ahead;
                let mut found =
                    |run: &mut Run<'_, P>, v: &mut Sequence| ahead.insert(run, v, e, None);
                reversal::disabling(self.run, &mut self.v, pending, e, end, &mut found)
            }
        }
    }

    /// The alternatives that were not taken.
    fn detect_alternatives(&mut self, fresh: usize) -> Result<(), Halt> {
        let end = self.run.trace.len();
        let choices = self.run.trace.choices();
        let start = choices.partition_point(|e| (*e as usize) < self.covered);
        for i in start..choices.len() {
            let e = self.run.trace.choices()[i] as usize;
            if self.is_known(e, e >= fresh) {
                continue;
            }
            let event = self.run.trace.events()[e];
            let accesses = self.run.trace.next(e).accesses;
            for alternative in (0..event.alternatives).filter(|a| *a != event.alternative) {
                let turn = Turn {
                    process: event.process,
                    alternative,
                };
                let next = Next { turn, accesses };
                let rows = self.run.trace.clocks().rows();
                self.v.notdep(&self.run.trace, e, end);
                self.v
                    .push_new(&mut self.run.trace, next, event.index, event.base);
                self.ahead.insert(self.run, &mut self.v, e, None)?;
                self.v.release(&mut self.run.trace, rows);
            }
        }
        Ok(())
    }

    /// The other choices of receives, as alternatives: each comes after `notdep(e, E)`, if it is
    /// possible there. If other receives stand in its way, it comes after what is left without
    /// them: see [`Explorer::remove_obstacles`].
    fn detect_choices(&mut self, fresh: usize) -> Result<(), Halt> {
        for number in 0..self.run.trace.mail().receives().len() {
            let receive = self.run.trace.mail().receives()[number];
            let e = receive.event as usize;
            if e < self.covered || self.is_known(e, e >= fresh) || receive.took == Took::Early {
                continue;
            }
            self.ahead.stack.check()?;
            let number = index(number);
            let trace = &self.run.trace;
            let records = trace.mail();
            let event = trace.events()[e];
            let end = trace.len();
            self.beside.clear();
            self.beside.extend(trace.beside(e, end).map(index));
            let part = Part {
                prefix: e,
                beside: &self.beside,
                extra: None,
            };
            // The first of each sender, of those that are there without this receive.
            let mut choices: SmallVec<[(Turn, Accesses, Option<u32>); 8]> = SmallVec::new();
            for sent in records.matched(number) {
                let mail = records.mail(sent);
                let turn = Turn::from_sender(receive.process, mail.from);
                let Some(turn) = turn else { continue };
                let is_there = part.contains(index(records.sender_event(sent)));
                if is_there && !choices.iter().any(|choice| choice.0 == turn) {
                    let accesses = Accesses::one(mail.message, Access::Write);
                    choices.push((turn, accesses, Some(sent)));
                }
            }
            if event.operation.kind == Kind::TryTake {
                choices.push((receive.process.into(), Accesses::NONE, None));
            }
            let sleep = self.ahead.stack.sleep.at(e);
            choices.retain(|(turn, ..)| {
                *turn != event.turn() && !sleep.iter().any(|next| next.turn == *turn)
            });
            let mut open = Vec::new();
            for (turn, accesses, sent) in choices {
                let choice = records.choice(trace, number, sent);
                let is_possible = records.is_possible(trace, &part, &choice);
                open.push((Next { turn, accesses }, choice, is_possible));
            }
            for (next, choice, is_possible) in open {
                if !is_possible {
                    self.remove_obstacles(e, next, &choice)?;
                    continue;
                }
                self.insert(&Sketch {
                    e,
                    e_prime: Sketch::NEVER,
                    next,
                    is_same: false,
                    index: event.index,
                    base: event.base,
                    base_past: event.base_past,
                })?;
            }
        }
        Ok(())
    }

    /// A choice of the receive `e` is not possible, because of other receives that happen neither
    /// before it nor after it. Leaves as few of these out as it can, in every way that there is,
    /// with what happens after them.
    fn remove_obstacles(&mut self, e: usize, next: Next, choice: &Choice) -> Result<(), Halt> {
        let end = self.run.trace.len();
        let mut ways: Vec<Vec<usize>> = Vec::new();
        let mut left: Vec<Vec<usize>> = vec![vec![e]];
        let mut seen = left.clone();
        while let Some(out) = left.pop() {
            if seen.len() > MOST_WAYS {
                return Err(Halt::Error(Error::Program(
                    "too many receives stand in the way of one another: make the test smaller, or \
                     order the messages"
                        .into(),
                )));
            }
            if ways.iter().any(|way| way.iter().all(|x| out.contains(x))) {
                continue;
            }
            let trace = &self.run.trace;
            let is_out = |i: usize| out.iter().any(|x| *x == i || trace.happens_before(*x, i));
            let first = out[0];
            self.beside.clear();
            let later = (first..end).filter(|i| !is_out(*i));
            self.beside.extend(later.map(index));
            let part = Part {
                prefix: first,
                beside: &self.beside,
                extra: None,
            };
            let Some(cycle) = trace.mail().cycle(trace, &part, choice) else {
                ways.push(out);
                continue;
            };
            let base = trace.events()[e].base;
            let sender = match choice.source {
                Source::Sent(sent) => Some(trace.mail().sender_event(sent)),
                _ => None,
            };
            for receive in cycle {
                let x = receive as usize;
                let is_needed = trace.is_in_past(x, base)
                    || sender.is_some_and(|sender| x == sender || trace.happens_before(x, sender));
                if is_needed {
                    continue;
                }
                let mut more = out.clone();
                more.push(x);
                more.sort_unstable();
                more.dedup();
                if !seen.contains(&more) {
                    seen.push(more.clone());
                    left.push(more);
                }
            }
        }
        let is_least = |way: &Vec<usize>| {
            let mut others = ways.iter().filter(|other| *other != way);
            !others.any(|other| other.iter().all(|x| way.contains(x)))
        };
        let least: Vec<Vec<usize>> = ways.iter().filter(|way| is_least(way)).cloned().collect();
        let event = self.run.trace.events()[e];
        for out in least {
            let rows = self.run.trace.clocks().rows();
            self.v
                .notdep_without(&self.run.trace, out[0], end, &out[1..]);
            self.v
                .push_new(&mut self.run.trace, next, event.index, event.base);
            self.ahead.insert(self.run, &mut self.v, out[0], None)?;
            self.v.release(&mut self.run.trace, rows);
        }
        Ok(())
    }
}
