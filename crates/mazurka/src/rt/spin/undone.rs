//! Rounds of a loop that change something and undo it: a mutex that is taken and given back, a
//! wait that times out, a token that a thread sets and takes itself.
//!
//! A process that has come back to where it was, and has undone all that it changed, has made a
//! round that could be left out, if no other process was there in between: what others do before
//! and after is then the same without it. So the process stops after such a round. It is
//! *stalled*, for the rest of the execution. Another execution has all that is left without the
//! round, and there the process goes on when it likes. If what it looked at has changed since, the
//! execution was in vain, and is discarded. If not, the process would do the same for ever, which
//! is a livelock.
//!
//! Whether a round was undone must follow from the past of the process, or equivalent executions
//! would differ. What another process did to an object counts if it does not commute with what
//! the process does to it next: then it is a part of that past.

use super::super::access::Handle;
use super::super::guard::Reads;
use super::super::refinement::Refinement;
use super::super::state::{Phase, State};
use super::super::{buffer, fiber, off_heap, stop_if_interrupted, waiting};
use super::{Call, Round, before_fence, end_clocked, judge, place};
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Touch};
use std::panic::Location;

/// After this many steps of a process, it is worth while to look for rounds of it that undo what they
/// change: now and then, for a while. In graphs sooner, where long executions take long.
const LONG: u32 = 256;
const LONG_IN_GRAPHS: u32 = 64;

/// When they were looked for this often and none was found, executions are just long, and only a
/// process with this many steps is looked at.
const SEARCHES: u32 = 64;
const VERY_LONG: u32 = 16 * LONG;

/// What a process did to the objects that it changed since some state.
#[derive(Default)]
pub(super) struct Changes(Vec<Change>);

/// What a process did to one object.
struct Change {
    object: ObjectId,
    /// How it accessed the object first, and what was there.
    first: Access,
    before: u64,
    /// How it accessed it last, and what it left there.
    last: Access,
    after: u64,
    /// The sum of what it added.
    sum: u64,
    /// Something is there that cannot be undone.
    is_lost: bool,
    /// It is a token that the process had set before, and that was still set. So to set it
    /// again changes nothing, whatever others do.
    is_set: bool,
    /// It waits for a condition variable, or has timed out there.
    waits: Option<bool>,
    /// What others did since its first access.
    others: Vec<Access>,
    /// They did what it would notice, or what would notice it.
    is_met: bool,
    /// All of that were looks.
    is_only_seen: bool,
    /// Who else has changed the object since its last access, and when first.
    moved_by: Vec<(ProcessId, u64)>,
    /// What it left there, at any time.
    values: Vec<u64>,
}

/// What a round comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Net {
    /// It could be left out.
    Nothing,
    /// It could be, had others not looked at what it changed for a while.
    Seen,
    /// It has changed something.
    Something,
}

/// The round after which a process was stalled.
pub(super) struct Stall {
    /// When it began.
    pub(super) begun: u64,
    pub(super) reads: Reads,
    pub(super) changes: Changes,
}

/// May an operation of this kind be undone, or undo another?
pub(super) fn may_undo(kind: Kind) -> bool {
    is_anchor(kind)
        || matches!(
            kind,
            Kind::Unlock
                | Kind::UnlockShared
                | Kind::TryLock
                | Kind::TryLockShared
                | Kind::TryAcquire
                | Kind::Add
                | Kind::Set
                | Kind::Wait
        )
}

/// Is the state of a process kept where it announces an operation of this kind?
pub(super) fn is_anchor(kind: Kind) -> bool {
    matches!(kind, Kind::Lock | Kind::LockShared | Kind::Acquire)
}

/// Do two accesses of one object not commute?
fn conflict(one: Access, other: Access) -> bool {
    let touches = |access| !matches!(access, Access::None | Access::Own);
    let commute = one == other && matches!(one, Access::Read | Access::Add | Access::Set);
    touches(one) && touches(other) && !commute
}

impl Changes {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn clear(&mut self) {
        self.0.clear();
    }

    /// The process has accessed an object by an operation of that kind.
    /// `is_set` if that is a token that it has set itself, and that no thread has taken since.
    pub(super) fn note(&mut self, touch: &Touch, kind: Kind, is_set: bool) {
        let known = self.0.iter().position(|it| it.object == touch.object);
        let nth = known.unwrap_or_else(|| {
            self.0.push(Change::new(touch, is_set));
            self.0.len() - 1
        });
        let change = &mut self.0[nth];
        if kind == Kind::Wait && touch.access == Access::Add {
            // A condition variable: whatever else was done there is not undone.
            change.is_lost |= known.is_some() && change.waits.is_none();
            change.waits = Some(true);
        } else if change.waits.is_some() {
            // Who times out was picked by no notification, and is not missed there.
            let has_timed_out = touch.after.wrapping_add(1) == touch.before;
            change.is_lost |= change.waits == Some(false) || !has_timed_out;
            change.waits = Some(false);
        } else {
            change.note(touch);
        }
    }

    /// Another process has accessed an object; `is_permit` if it got a permit there, or a token.
    pub(super) fn note_other(&mut self, touch: &Touch, is_permit: bool, by: ProcessId, when: u64) {
        let object = touch.object;
        for change in self.0.iter_mut().filter(|change| change.object == object) {
            let access = match is_permit && change.last != Access::Set {
                // Who gets permits does not learn how many there were.
                true => Access::None,
                // But a token that is taken is not set any more.
                false => touch.access,
            };
            if !change.others.contains(&access) {
                change.others.push(access);
            }
            let is_known = change.moved_by.iter().any(|(process, _)| *process == by);
            if !is_known && access.changes() && conflict(access, change.last) {
                change.moved_by.push((by, when));
            }
        }
    }

    /// What it comes to.
    pub(super) fn net(&self) -> Net {
        let mut net = Net::Nothing;
        for change in &self.0 {
            match change.net() {
                Net::Nothing => {}
                Net::Seen => net = Net::Seen,
                Net::Something => return Net::Something,
            }
        }
        net
    }
}

impl Change {
    fn new(touch: &Touch, is_set: bool) -> Change {
        Change {
            object: touch.object,
            first: touch.access,
            before: touch.before,
            last: touch.access,
            after: touch.before,
            sum: 0,
            // Others may set it just before or after: that does not matter to either, so it
            // must not matter here.
            is_lost: touch.access == Access::Set && touch.before == touch.after && !is_set,
            is_set,
            waits: None,
            others: Vec::new(),
            is_met: false,
            is_only_seen: true,
            moved_by: Vec::new(),
            values: Vec::new(),
        }
    }

    fn note(&mut self, touch: &Touch) {
        let Touch { access, after, .. } = *touch;
        for other in &self.others {
            if conflict(*other, access) {
                self.is_met = true;
                self.is_only_seen &= *other == Access::Read;
            }
        }
        // What others add just before the first addition, or just after it, is the same.
        self.is_lost |= self.first == Access::Add && access != Access::Add;
        self.last = access;
        self.after = after;
        self.sum = self.sum.wrapping_add(after.wrapping_sub(touch.before));
        self.moved_by.clear();
        if !self.values.contains(&after) {
            self.values.push(after);
        }
    }

    fn net(&self) -> Net {
        let is_undone = match self.waits {
            Some(waits) => !waits,
            // What is set again and again does not add up.
            None if self.first == Access::Set && !self.is_set => {
                self.last == Access::Write && self.after == self.before
            }
            None if self.last == Access::Set => self.after == self.before,
            None => self.sum == 0,
        };
        if self.is_lost || !is_undone {
            Net::Something
        } else if !self.is_met {
            Net::Nothing
        } else if self.is_only_seen {
            Net::Seen
        } else {
            Net::Something
        }
    }
}

impl State {
    /// A process begins one more step: now, or in a script that is repeated. What is done after
    /// some number of steps is done in both.
    #[inline]
    pub(in super::super) fn count_step(&mut self, id: ProcessId) {
        let steps = &mut self.processes[id].steps;
        *steps += 1;
        if steps.is_multiple_of(LONG_IN_GRAPHS) {
            self.look_for_undone_rounds(id);
        }
    }

    /// A process has made some more steps. If it goes on for long, rounds are looked for that
    /// it undoes; when one is found, they are looked for from the beginning.
    fn look_for_undone_rounds(&mut self, id: ProcessId) {
        let is_known = self.refinements.contains(&Refinement::UndoneRounds)
            || self.refinements.contains(&Refinement::SeenRounds);
        // What is shown is what was explored, where they may not have been looked for.
        if is_known || self.recorder.is_some() {
            return;
        }
        let long = match self.searches {
            _ if self.memory.graph.is_some() => LONG_IN_GRAPHS,
            0..SEARCHES => LONG,
            _ => VERY_LONG,
        };
        let process = &mut self.processes[id];
        let is_tolerant = match (process.steps / long % 64, process.steps % long) {
            (1, 0) => true,
            (5, 0) => false,
            _ => return,
        };
        process.spin.begin(is_tolerant);
        self.tells_of_accesses |= is_tolerant;
        self.searches += u32::from(is_tolerant);
    }

    /// The running process has accessed an object: those that keep account of what they
    /// changed are told.
    pub(in super::super) fn tell_of_access(&mut self, touch: &Touch) {
        let by = self.current().id;
        self.accesses += 1;
        let kind = self.current().operation.kind;
        let is_permit =
            matches!(kind, Kind::Acquire | Kind::TryAcquire) && touch.access == Access::Write;
        let when = self.accesses;
        for nth in 0..self.spawned.len() {
            let id = self.spawned[nth];
            if id != by {
                let spin = &mut self.processes[id].spin;
                off_heap(|| spin.note_other(touch, is_permit, by, when));
            }
        }
    }

    /// Is a process stalled although it would go on, or another one would, had it made its
    /// round at another time?
    pub(in super::super) fn is_stalled_in_vain(&self, id: ProcessId) -> bool {
        let Some(Stall { reads, changes, .. }) = &self.processes[id].spin.stalled else {
            return false;
        };
        // What another one did in the round after which it was stalled, it has undone.
        let is_undone = |(by, when): &(ProcessId, u64)| {
            let stall = self.processes[*by].spin.stalled.as_ref();
            stall.is_some_and(|stall| *when > stall.begun)
        };
        let mut moved = changes.0.iter().flat_map(|change| &change.moved_by);
        let has_moved = moved.any(|moved| !is_undone(moved));
        let mut reads = reads.iter();
        has_moved
            || reads.any(|(object, seen)| buffer::seen_bits(self, id, *object) != *seen)
            || changes.0.iter().any(|change| self.is_waited_for(change))
    }

    /// Does a process wait for what a round left in an object for a while?
    fn is_waited_for(&self, change: &Change) -> bool {
        let mut waiting = self.spawned.iter().map(|id| &self.processes[*id]);
        waiting.any(|process| {
            process.phase == Phase::Announced
                && process.operation.object == change.object
                && !process.operation.kind.is_opaque()
                && change.values.iter().any(|value| {
                    // Others may have added something since.
                    let now = self.objects.value(change.object);
                    let then = now.wrapping_add(value.wrapping_sub(change.after));
                    waiting::is_open_at(self, &process.operation, then)
                })
        })
    }
}

/// Called when a process is about to announce what it may undo later, or what undoes what it did.
pub(in super::super) fn before_change(
    rt: Handle,
    operation: Operation,
    location: &'static Location<'static>,
    frame: usize,
) {
    if frame == 0 {
        // One of the first looks: nothing is kept yet.
        return rt.state().current().spin.unwatch();
    }
    if !is_anchor(operation.kind) {
        return before_fence(rt, frame);
    }
    let call = Call {
        operation,
        location,
    };
    let round = judge(rt, call, frame);
    if let Some(round) = round.and_then(|round| end_clocked(rt, location, round)) {
        end_undone(rt, location, round);
    }
}

/// A process has come back to where it was. If it has changed something and undone it, it is
/// stalled here. Gives the round back if nothing was changed.
pub(super) fn end_undone(
    rt: Handle,
    location: &'static Location<'static>,
    round: Round,
) -> Option<Round> {
    if round.changes.is_empty() && !round.is_dirty {
        return Some(round);
    }
    let mut state = rt.state();
    let is_seen = match round.changes.net() {
        _ if state.is_silent() => return None,
        Net::Something => return None,
        // What was seen of a round is a part of its past where traces are explored. Of a graph
        // it is not.
        Net::Seen if state.memory.graph.is_none() => return None,
        Net::Seen => true,
        Net::Nothing => false,
    };
    let spin = Refinement::Spin(place(location));
    let needed = match is_seen {
        true => [Refinement::SeenRounds; 2],
        false => [Refinement::UndoneRounds, spin],
    };
    off_heap(|| {
        for refinement in needed {
            state.refine(&refinement);
        }
    });
    drop(state);
    stop_if_interrupted(rt);
    if is_seen || rt.state().is_silent() {
        return None;
    }
    stall(rt, location, round)
}

/// The running process has made a round that came to nothing, and goes no further.
pub(super) fn stall(rt: Handle, location: &'static Location<'static>, round: Round) -> ! {
    let mut state = rt.state();
    let process = state.current();
    process.phase = Phase::Stalled;
    process.location = Some(location);
    off_heap(|| {
        process.spin.forget();
        process.spin.stalled = Some(Stall {
            begun: round.begun,
            reads: round.reads,
            changes: round.changes,
        });
    });
    drop(state);
    fiber::suspend(rt);
    // It is resumed only to be unwound, which does not come back here.
    fiber::abandon(rt);
}
