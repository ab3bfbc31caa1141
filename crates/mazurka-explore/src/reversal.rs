//! Which sequences show that two events could have come the other way round.
//!
//! For a race between `e` and `e'` that is `v = notdep(e, E).e'`, provided that
//! `e'` is enabled there; it may do something else than it did after `e`.
//!
//! An event `e` may also have kept a process `p` from an operation that never
//! came next to it, because `p` was blocked, or came only after something had
//! enabled it again. Then `v` is `u.p` for a subsequence `u` of `notdep(e, E)`
//! after which `p` is enabled, and is not after `e` (*Source Sets*, Algorithms
//! 5 and 6; Algorithms 3 and 4 are the case in which only `u = notdep(e, E)`
//! is possible). Deviations:
//!
//! - Only events that change what `p` waits for are left out of `u` or not; all
//!   the others are in, unless they happen after one that is left out.
//! - Of these `u`, only the largest are taken. A smaller one, `u'`, is found in
//!   an execution that begins with `u.p`: some event of `u` that is not in `u'`
//!   either is in a race with `p` there, or disables it after a part of `u`
//!   that contains `u'`.
//! - Of events that disable an operation, only the last is taken, if it wrote the object:
//!   then the others happen before it. With `E2` an execution that begins with
//!   `pre(E, e).notdep(e, E).p`, and `x` one of the others, all of `notdep(x, E)` is in
//!   that beginning. So `notdep(x, E).p` is the beginning of what `x` and `p` ask for in
//!   `E2`. Races of ordinary operations are looked for in the same way.
//! - Instead of whether `e` disables an operation on several objects, it is
//!   asked whether it conflicts with it. Any `u.p` that can run, and that `e` is
//!   no weak initial of, is the beginning of a trace of its own.
//!
//! What a simple operation would do, and whether it can, follows from the value
//! of its object, which is known at every place of the execution. Operations on
//! several objects are opaque: there the program is run that far, to see.

use crate::clock::Row;
use crate::next::{Accesses, Next};
use crate::outcome::Error;
use crate::own;
use crate::run::{Halt, Probe, Run};
use crate::sequence::{Sequence, Sketch};
use crate::trace::{Event, Trace, can_be_disabled};
use mazurka_program::{
    Access, Kind, ObjectId, Operation, ProcessId, Program, StoreId, Touch, Turn,
};
use std::collections::HashSet;

/// An operation that an earlier event may have disabled: one that ran, or one
/// that is announced at the end.
pub(crate) struct Pending {
    process: ProcessId,
    operation: Operation,
    /// The event, if it ran.
    event: Option<usize>,
    /// The number it has, or would have, among the events of its process.
    index: u32,
    /// The clock of its past by program order and enabling edges.
    base: Row,
    /// The number of first events of the execution that contain that past.
    base_past: u32,
    /// The objects that decide whether it is enabled, as far as they are known:
    /// the first of them, and the others of an opaque operation.
    first: ObjectId,
    others: Vec<ObjectId>,
}

impl Pending {
    /// Event number `e_prime`, which could have been disabled.
    pub(crate) fn ran(trace: &Trace, e_prime: usize) -> Option<Pending> {
        let event = &trace.events()[e_prime];
        let mut awaited = trace.touches(e_prime).map(|touch| touch.object);
        Some(Pending {
            process: event.process,
            operation: event.operation,
            event: Some(e_prime),
            index: event.index,
            base: event.base,
            base_past: event.base_past,
            first: awaited.next()?,
            others: awaited.collect(),
        })
    }

    /// The operations announced after the whole execution that could be, or
    /// are, disabled.
    pub(crate) fn announced<P: Program + ?Sized>(run: &Run<'_, P>) -> Vec<Pending> {
        let trace = &run.trace;
        let mut all = Vec::new();
        for process in run.unfinished() {
            let Some(operation) = run.status(*process).operation() else {
                continue;
            };
            if !can_be_disabled(&operation) {
                continue;
            }
            let mut others = Vec::new();
            run.awaited(*process, &operation, &mut others);
            let Some(first) = others.pop() else {
                continue;
            };
            all.push(Pending {
                process: *process,
                operation,
                event: None,
                index: trace.next_index(*process),
                base: trace.tail(*process),
                base_past: trace.tail_past(*process),
                first,
                others,
            });
        }
        all
    }

    fn awaited(&self) -> impl Iterator<Item = ObjectId> + '_ {
        std::iter::once(self.first).chain(self.others.iter().copied())
    }

    fn learn(&mut self, object: ObjectId) {
        if self.awaited().all(|known| known != object) {
            self.others.push(object);
        }
    }

    /// The events that may have disabled the operation, as far as is known.
    pub(crate) fn suspects<P: Program + ?Sized>(
        &self,
        run: &Run<'_, P>,
        suspects: &mut Vec<usize>,
    ) {
        let trace = &run.trace;
        suspects.clear();
        let before = self.event.unwrap_or(trace.len());
        for object in self.awaited() {
            let latest = self.event.map(|own| trace.changes_before(own, object));
            let latest = latest.into_iter().flatten();
            let all = self.event.is_none().then(|| trace.changes_of(object));
            let changes = latest.chain(all.into_iter().flatten());
            for (e, touch) in changes {
                let is_past = trace.is_in_past(e, self.base);
                if is_past && touch.access == Access::Write {
                    // All earlier changes are in the past of this one.
                    break;
                }
                if !is_past && e < before {
                    suspects.push(e);
                    if self.is_surely_disabled(run, e, touch) {
                        break;
                    }
                }
            }
        }
        if !self.others.is_empty() {
            suspects.sort_unstable();
            suspects.dedup();
        }
    }

    /// Has `e`, which touched its object like that, disabled it whatever else there is in
    /// `notdep(e, E)`? All earlier changes of the object happen before `e` then.
    fn is_surely_disabled<P: Program + ?Sized>(
        &self,
        run: &Run<'_, P>,
        e: usize,
        touch: &Touch,
    ) -> bool {
        touch.access == Access::Write
            && !self.is_opaque()
            && own::readable(&self.operation).is_none()
            && disables(run, &self.operation, touch, touch.before) == Some(true)
            && self
                .event
                .is_none_or(|own| run.trace.happens_before(e, own))
    }

    /// May more objects decide whether it is enabled than are known?
    pub(crate) fn is_opaque(&self) -> bool {
        self.operation.kind.is_opaque()
    }

    /// How many objects are known to decide whether it is enabled.
    pub(crate) fn known(&self) -> usize {
        1 + self.others.len()
    }
}

/// The sequence that reverses the race between the events `e` and `e_prime`, if
/// there is one, where `E` is the first `end` events. `v` is a buffer.
pub(crate) fn race<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    v: &mut Sequence,
    e: usize,
    e_prime: usize,
    end: usize,
) -> Result<Option<Sketch>, Halt> {
    debug_assert!(run.trace.happens_before(e, e_prime));
    let Event {
        operation,
        index,
        base,
        base_past,
        ..
    } = run.trace.events()[e_prime];
    let event = run.trace.next(e_prime);
    let accesses = match operation.kind {
        // An event that changed what a receive touches made it possible. (One that
        // only read that, a `try_send` that found no room, did not.) If e changed
        // what an await waits for, the await is looked at as one that may have been
        // disabled.
        Kind::Receive | Kind::Await if changes_what_is_awaited(&run.trace, e, e_prime) => {
            return Ok(None);
        }
        Kind::Change | Kind::Receive | Kind::Await => {
            v.notdep(&run.trace, e, end);
            match run.probe(e, v, event.process())? {
                Probe::Ready(accesses) => accesses,
                Probe::Blocked(_) if operation.kind != Kind::Change => return Ok(None),
                Probe::Blocked(_) => {
                    return Err(Halt::Error(Error::Program(format!(
                        "the front end blocked an operation that is never blocked: {operation:?}"
                    ))));
                }
            }
        }
        kind if kind.is_fixed() => event.accesses,
        _ if run.trace.does_the_same(e_prime) => event.accesses,
        _ => {
            let without = Without { e, end };
            let value = without.value(&run.trace, operation.object);
            match run.opens(&operation, value) {
                Some(false) => return Ok(None),
                Some(true) => {
                    let contains = |i| without.contains(&run.trace, i);
                    let own = own::read_at(&run.trace, &operation, contains);
                    debug_assert!(
                        own.is_none() || operation.guard.is_none(),
                        "what it stored itself is what it waits to change"
                    );
                    accesses_at(&mut run.trace, &operation, value, own)
                }
                None => {
                    v.notdep(&run.trace, e, end);
                    match run.probe(e, v, event.process())? {
                        Probe::Ready(accesses) => accesses,
                        Probe::Blocked(_) => return Ok(None),
                    }
                }
            }
        }
    };
    let alternative = match operation.kind {
        // Without e, there may be fewer.
        Kind::NotifyOne => 0,
        _ => event.turn.alternative,
    };
    let turn = Turn {
        process: event.process(),
        alternative,
    };
    let next = Next { turn, accesses };
    Ok(Some(Sketch {
        e,
        e_prime,
        next,
        // Without a flush, early readers are no longer before e': see `own`.
        is_same: next == event && !run.trace.is_flush(e),
        index,
        base,
        base_past,
    }))
}

fn changes_what_is_awaited(trace: &Trace, e: usize, e_prime: usize) -> bool {
    trace
        .touches(e)
        .any(|touch| touch.access.changes() && trace.touch_of(e_prime, touch.object).is_some())
}

/// What a simple operation accesses at that value; if it is a load that reads
/// its `own` store, that.
fn accesses_at(
    trace: &mut Trace,
    operation: &Operation,
    value: u64,
    own: Option<StoreId>,
) -> Accesses {
    let access = operation.access_at(value).expect("a simple operation");
    let one = own::access_of(operation, access, own);
    trace.lists_mut().one(one)
}

/// The place after `pre(E, e).notdep(e, E)`, where `E` is the first `end` events.
#[derive(Clone, Copy)]
pub(crate) struct Without {
    pub(crate) e: usize,
    pub(crate) end: usize,
}

impl Without {
    /// Is event number `i` before that place?
    fn contains(self, trace: &Trace, i: usize) -> bool {
        i < self.e || (i > self.e && i < self.end && !trace.happens_before(self.e, i))
    }

    /// The value of `object`, which `e` touched.
    pub(crate) fn value(self, trace: &Trace, object: ObjectId) -> u64 {
        let touch = trace.touch_of(self.e, object).expect("they are in a race");
        if trace.leaves_alone(self.e, object, self.end) {
            return touch.before;
        }
        let mut changes = trace
            .changes_of(object)
            .take_while(|(i, _)| *i > self.e)
            .filter(|(i, _)| self.contains(trace, *i))
            .map(|(_, touch)| touch);
        if own::follows_nothing(touch.access) {
            // The last flush counts: there is that of the store that e read.
            return changes.next().map_or(touch.before, |touch| touch.after);
        }
        // What does not depend on e commutes with it and so with one another.
        changes.fold(touch.before, |value, touch| touch.apply(value))
    }
}

/// What there is to say of an event that may have disabled a pending operation.
pub(crate) enum Disabling {
    /// It did not.
    No,
    /// It did, and after all of `notdep(e, E)`.
    Yes(Sketch),
    /// That takes a search: see [`disabling`].
    Unknown,
}

/// Did `e` disable a pending operation, where that can be told at once: nothing
/// of `notdep(e, E)` changes what the operation waits for? `E` is the first `end`
/// events.
pub(crate) fn has_disabled<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    pending: &Pending,
    e: usize,
    end: usize,
) -> Disabling {
    let operation = pending.operation;
    let trace = &run.trace;
    if operation.kind.is_opaque() || own::readable(&operation).is_some() {
        return Disabling::Unknown;
    }
    let touch = touch_on(trace, e, operation.object);
    let value = touch.before;
    let can_disable = match touch.access {
        Access::Write | Access::Set => run.opens(&operation, touch.after) != Some(true),
        _ => true,
    };
    if !can_disable {
        return Disabling::No;
    }
    let is_after = |own: usize| trace.happens_before(e, own);
    let is_beside = || {
        !trace.leaves_alone(e, operation.object, end)
            && changes_of_beside(trace, operation.object, e, end)
                .next()
                .is_some()
    };
    if !pending.event.is_none_or(is_after) || is_beside() {
        return Disabling::Unknown;
    }
    match disables(run, &operation, touch, value) {
        Some(true) => {}
        Some(false) => return Disabling::No,
        None => return Disabling::Unknown,
    }
    let next = Next {
        turn: pending.process.into(),
        accesses: accesses_at(&mut run.trace, &operation, value, None),
    };
    Disabling::Yes(Sketch {
        e,
        e_prime: pending.event.unwrap_or(Sketch::NEVER),
        next,
        is_same: false,
        index: pending.index,
        base: pending.base,
        base_past: pending.base_past,
    })
}

/// What is done with a sequence that was found.
type Found<'f, 'a, P> = dyn FnMut(&mut Run<'a, P>, &mut Sequence) -> Result<(), Halt> + 'f;

/// Calls `found` with every sequence `u.p`, as large as possible, that shows
/// that `e` has disabled a pending operation of `p`. `E` is the first `end`
/// events.
pub(crate) fn disabling<'a, P: Program + ?Sized>(
    run: &mut Run<'a, P>,
    v: &mut Sequence,
    pending: &mut Pending,
    e: usize,
    end: usize,
    found: &mut Found<'_, 'a, P>,
) -> Result<(), Halt> {
    let events = changes_beside(&run.trace, pending, e, end);
    if !may_disable(run, pending, e, &events) {
        return Ok(());
    }
    if events.len() > u128::BITS as usize {
        run.statistics.note_orders(events.len());
        return Ok(());
    }
    // Of each, those that happen after it, and itself.
    let after: Vec<u128> = events
        .iter()
        .map(|x| bits(&events, |y| is_or_after(&run.trace, *x, *y)))
        .collect();
    let needed = bits(&events, |x| run.trace.is_in_past(*x, pending.base));
    let (mut seen, mut taken) = (HashSet::new(), Vec::new());
    let mut left = Vec::new();
    let mut out = 0;
    loop {
        let rows = run.trace.clocks().rows();
        let next = attempt(run, v, pending, e, end, &events, out)?;
        if let Some(next) = next {
            v.push_new(&mut run.trace, next, pending.index, pending.base);
            found(run, v)?;
            taken.push(out);
        } else {
            for after in &after {
                let more = out | after;
                if more & needed == 0 && more != out && seen.insert(more) {
                    left.push(more);
                }
            }
        }
        v.release(&mut run.trace, rows);
        let most = match run.statistics.orders {
            0 => MOST_SUBSEQUENCES,
            // That not everything is explored is known.
            _ => MOST_SUBSEQUENCES >> 8,
        };
        if seen.len() > most {
            run.statistics.note_orders(events.len());
            return Ok(());
        }
        // What leaves out more than one that was taken is not among the largest.
        left.retain(|more| !taken.iter().any(|out| out & more == *out));
        match left.pop() {
            Some(more) => out = more,
            None => return Ok(()),
        }
    }
}

/// If there are more orders than this, the others are left out.
const MOST_SUBSEQUENCES: usize = 1 << 16;

/// The set of the events that fit.
fn bits(events: &[usize], fits: impl Fn(&usize) -> bool) -> u128 {
    let mut set = 0;
    for (i, event) in events.iter().enumerate() {
        if fits(event) {
            set |= 1 << i;
        }
    }
    set
}

/// The events of `notdep(e, E)` that change what a pending operation waits for.
fn changes_beside(trace: &Trace, pending: &Pending, e: usize, end: usize) -> Vec<usize> {
    let mut events = Vec::new();
    for object in pending.awaited() {
        let is_own = |i: &usize| pending.event.is_some_and(|own| is_or_after(trace, own, *i));
        let changes = changes_of_beside(trace, object, e, end);
        events.extend(changes.filter(|i| !is_own(i)));
    }
    events.sort_unstable();
    events.dedup();
    events
}

/// The events of `notdep(e, E)` that change `object`, latest first.
fn changes_of_beside(
    trace: &Trace,
    object: ObjectId,
    e: usize,
    end: usize,
) -> impl Iterator<Item = usize> + '_ {
    trace
        .changes_of(object)
        .map(|(i, _)| i)
        .take_while(move |i| *i > e)
        .filter(move |i| *i < end && !trace.happens_before(e, *i))
}

fn is_or_after(trace: &Trace, own: usize, i: usize) -> bool {
    own == i || trace.happens_before(own, i)
}

/// Could `e` disable a simple pending operation after some of these events?
/// Takes the events of each process in their order, and those of different
/// processes as if nothing ordered them: so it may say yes too often. It spares
/// the search in the common case, a writer that waited for many readers, of
/// whom each that gives the lock back cannot have been in its way.
fn may_disable<P: Program + ?Sized>(
    run: &Run<'_, P>,
    pending: &Pending,
    e: usize,
    events: &[usize],
) -> bool {
    let operation = pending.operation;
    let trace = &run.trace;
    if operation.kind.is_opaque() || events.is_empty() {
        return true;
    }
    let touch_of = |i: usize| *touch_on(trace, i, operation.object);
    let additions = events.iter().all(|i| touch_of(*i).access == Access::Add);
    if !additions {
        return true;
    }
    let mut by_process = events.to_vec();
    by_process.sort_by_key(|i| trace.events()[*i].process);
    let mut values = HashSet::from([touch_of(e).before]);
    for chain in
        by_process.chunk_by(|a, b| trace.events()[*a].process == trace.events()[*b].process)
    {
        let mut more = values.clone();
        for i in chain {
            values = values.iter().map(|v| touch_of(*i).apply(*v)).collect();
            more.extend(&values);
        }
        values = more;
    }
    values
        .into_iter()
        .any(|value| disables(run, &operation, &touch_of(e), value) != Some(false))
}

fn touch_on(trace: &Trace, i: usize, object: ObjectId) -> &Touch {
    trace.touch_of(i, object).expect("it changes the object")
}

/// Does an event that touches its object like that disable an operation where
/// the object holds `value`? None if the program has to be run to see.
fn disables<P: Program + ?Sized>(
    run: &Run<'_, P>,
    operation: &Operation,
    touch: &Touch,
    value: u64,
) -> Option<bool> {
    let before = run.opens(operation, value);
    let after = run.opens(operation, touch.apply(value));
    match (before, after) {
        (Some(false), _) | (_, Some(true)) => Some(false),
        (Some(true), Some(false)) => Some(true),
        _ => None,
    }
}

/// What a pending operation would do after `notdep(e, E)` without the events
/// that are `out`, which becomes `v`, if `e` would disable it there.
fn attempt<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    v: &mut Sequence,
    pending: &mut Pending,
    e: usize,
    end: usize,
    events: &[usize],
    out: u128,
) -> Result<Option<Next>, Halt> {
    let is_out = |i: &usize| out & 1 << i != 0;
    let all = 0..events.len();
    let mut excluded: Vec<usize> = all.clone().filter(is_out).map(|i| events[i]).collect();
    excluded.extend(pending.event);
    let operation = pending.operation;
    let is_in = |i: usize| {
        events
            .iter()
            .position(|x| *x == i)
            .is_some_and(|k| !is_out(&k))
    };
    let contains = |i| i < e || is_in(i);
    if !operation.kind.is_opaque() && own::reads_buffer(&run.trace, &operation, contains) {
        return Ok(None);
    }
    let value = (!operation.kind.is_opaque()).then(|| {
        let touch_of = |i: usize| *touch_on(&run.trace, i, operation.object);
        all.filter(|i| !is_out(i))
            .fold(touch_of(e).before, |value, i| {
                touch_of(events[i]).apply(value)
            })
    });
    let disabled = value.and_then(|value| {
        let touch = touch_on(&run.trace, e, operation.object);
        disables(run, &operation, touch, value)
    });
    if disabled == Some(false) {
        return Ok(None);
    }
    let accesses = if disabled.is_none() {
        v.notdep_without(&run.trace, e, end, &excluded);
        match run.probe(e, v, pending.process)? {
            Probe::Blocked(objects) => {
                for object in objects {
                    pending.learn(object);
                }
                return Ok(None);
            }
            Probe::Ready(accesses) => {
                let disabler = run.trace.next(e).accesses;
                let flushed = |store| v.is_flushed(&run.trace, store);
                if !run.trace.lists().dependent(accesses, disabler, flushed) {
                    return Ok(None);
                }
                accesses
            }
        }
    } else {
        v.notdep_without(&run.trace, e, end, &excluded);
        accesses_at(&mut run.trace, &operation, value.unwrap_or(0), None)
    };
    Ok(Some(Next {
        turn: pending.process.into(),
        accesses,
    }))
}
