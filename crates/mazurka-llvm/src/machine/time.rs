//! Time: what clocks show, and how it passes.
//!
//! Each thread has a time of its own. It passes for a thread that sleeps, and for one whose wait
//! ends because its time is over; computing takes none. Whatever comes after something else, as
//! explorers order events, is not earlier: a thread that touches an object is from then on at least
//! as late as those were that touched it before in a way that does not commute. So the time of an
//! event is the least that all sleeps and waits before it allow, equivalent executions agree on
//! it, and to look at a clock is no event. Which order sleeps end in is left to the schedule.
//!
//! The first look at a place in the program takes a microsecond, so that what is measured
//! between two places is not zero.
//!
//! A loop that looks at a clock ends when it is late enough. A round of it that came to nothing
//! (the thread is where it was, having only looked) could as well have been left out, but then time
//! has passed: as much as is needed for the thread to go another way, had it seen the same once
//! more. How much that is, is found by trying the round out, with what it saw. If no such time is
//! found, and nothing that the thread does or keeps depends on clocks, the loop is one like others
//! ([`super::spin`]); else a second passes.
//!
//! Where memory is the explorer's, a read comes after the write that it reads, and a write after
//! nothing that others did to its cell: the order of writes there is no order in time.

use super::access::Target;
use super::fault::Fault;
use super::left_out::LeftOut;
use super::spin::Round;
use super::sync::Act;
use super::thread::{Next, Spot, Thread};
use super::{Flow, Machine, Trouble};
use crate::code::{Reg, Word};
use mazurka_memory::Model;
use mazurka_program::{Access, Kind, ObjectId, Step, Touch};
use rustc_hash::FxHasher;
use std::hash::Hasher;

/// It is never later than this, in nanoseconds.
const LATEST: u64 = 1 << 61;
/// What the first look at a place takes, and the least that loops wait for.
const TICK: u64 = 1000;
/// What passes in a round of which it is not known what time changes.
const SECOND: u64 = 1_000_000_000;
/// At more places the first look takes no time.
const MOST_PLACES: usize = 256;

/// When an object was touched last, in the ways that do not commute with one another.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
struct Moments {
    written: u64,
    added: u64,
    read: u64,
}

/// When objects were touched.
#[derive(Debug, Default)]
pub(super) struct Times {
    /// By object.
    moments: Vec<Moments>,
    log: Vec<(ObjectId, Moments)>,
}

impl Times {
    pub(super) fn logged(&self) -> usize {
        self.log.len()
    }

    pub(super) fn go_back(&mut self, logged: usize) {
        for (object, moments) in self.log.drain(logged..).rev() {
            self.moments[object.index()] = moments;
        }
    }

    fn of(&self, object: ObjectId) -> Moments {
        let moments = self.moments.get(object.index());
        moments.copied().unwrap_or_default()
    }

    fn set(&mut self, object: ObjectId, moments: Moments) {
        let before = self.of(object);
        if before == moments {
            return;
        }
        let place = object.index();
        if self.moments.len() <= place {
            self.moments.resize(place + 1, Moments::default());
        }
        self.moments[place] = moments;
        self.log.push((object, before));
    }

    /// When an object was written last.
    pub(super) fn written(&self, object: ObjectId) -> u64 {
        self.of(object).written
    }

    /// The write that is in memory now was made then.
    pub(super) fn recall(&mut self, object: ObjectId, written: u64) {
        let moments = self.of(object);
        self.set(object, Moments { written, ..moments });
    }

    /// What was touched in a step is touched as late as all of it.
    fn raise(&mut self, touch: &Touch, time: u64) {
        let mut moments = self.of(touch.object);
        let moment = match touch.access {
            Access::None | Access::Own => return,
            Access::Read => &mut moments.read,
            Access::Add | Access::Set => &mut moments.added,
            Access::Write => &mut moments.written,
        };
        *moment = time.max(*moment);
        self.set(touch.object, moments);
    }

    /// An object is touched at a time: when it is after that. (A write that comes after nothing
    /// is `blind`.)
    fn touch(&mut self, object: ObjectId, access: Access, is_blind: bool, time: u64) -> u64 {
        let known = self.of(object);
        let all = known.written.max(known.added).max(known.read);
        let (before, after) = match access {
            Access::None | Access::Own => return time,
            Access::Read => (known.written.max(known.added), known),
            Access::Add | Access::Set => (known.written.max(known.read), known),
            Access::Write if is_blind => (0, known),
            Access::Write => (all, Moments::default()),
        };
        let time = time.max(before);
        let after = match access {
            Access::Read => Moments {
                read: known.read.max(time),
                ..after
            },
            Access::Add | Access::Set => Moments {
                added: known.added.max(time),
                ..after
            },
            _ => Moments {
                written: time,
                ..after
            },
        };
        self.set(object, after);
        time
    }
}

/// A round of a loop that is tried out, at another time.
#[derive(Debug)]
pub(super) struct Rehearsal {
    /// How much time passes at the first look at a clock.
    passes: u64,
    /// Is nothing known of what clocks show?
    is_unknown: bool,
    /// How many looks the round has.
    looks: usize,
}

/// How much time passes in such a round.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Passes {
    Time(u64),
    /// Clocks show numbers of which no bit is defined: a thread that decides anything by them is
    /// noticed.
    Unknown,
}

/// What comes of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Outcome {
    /// The thread goes another way.
    Other,
    /// It comes back, and something of it is different.
    Changed,
    /// It comes back to where it was.
    Same,
}

impl Thread {
    /// What stands for the place where it looks at a clock: all calls that lead there.
    fn clock(&self) -> u64 {
        let mut hasher = FxHasher::default();
        for frame in &self.frames {
            hasher.write_u32(frame.function);
            hasher.write_u32(frame.pc);
        }
        hasher.finish() | 1
    }
}

impl Machine {
    /// It is at least that late for a thread.
    fn is_then(&mut self, t: usize, time: u64) {
        if !self.text.tells_time {
            return;
        }
        let has_guards = self.tables.knowledge.has_guards();
        let thread = &mut self.state.threads[t];
        let time = time.min(LATEST);
        if time > thread.time {
            thread.time = time;
            if has_guards {
                thread.learn(time);
            }
        }
    }

    /// A thread sleeps: so long, and at least until then.
    pub(super) fn sleep(&mut self, t: usize, duration: u64, until: u64) {
        let later = self.thread(t).time.saturating_add(duration.min(LATEST));
        self.is_then(t, later.max(until));
    }

    /// A wait that is over at a time ends without what it waited for.
    pub(super) fn time_out(&mut self, t: usize, act: Act, access: Access) {
        if let Some(until) = act.until
            && (!access.changes() || act.kind == Kind::ReadModifyWrite)
        {
            self.sleep(t, 0, until);
        }
    }

    /// The thread that runs touches an object, the last of those that the step has touched.
    pub(super) fn touch_in_time(&mut self, touch: &Touch, touched: &[Touch]) {
        if !self.text.tells_time {
            return;
        }
        let t = self.taking.runs;
        let is_kept = self.state.kept.has(touch.object);
        let is_store = |kind| matches!(kind, Kind::Store);
        let acting = self.taking.acting.as_ref();
        let is_blind = is_kept && acting.is_some_and(|acting| is_store(acting.kind()));
        let access = match touch.access {
            Access::Add if is_kept => Access::Write,
            access => access,
        };
        let before = self.thread(t).time;
        let times = &mut self.state.times;
        let time = times.touch(touch.object, access, is_blind, before);
        self.is_then(t, time);
        if time > before {
            for earlier in touched {
                self.state.times.raise(earlier, time);
            }
        }
    }

    /// A store that was made at a time reaches memory, as one of these touches.
    pub(super) fn flush_in_time(&mut self, owner: usize, stored: u64, from: usize, step: &Step) {
        if !self.text.tells_time {
            return;
        }
        self.state.save_thread(owner);
        let flushed = self.thread(owner).flushed;
        let mut time = match self.text.settings.model {
            // (Under PSO, stores to different locations reach memory in no order.)
            Model::Tso => stored.max(flushed),
            _ => stored,
        };
        let times = &mut self.state.times;
        for touch in &step.touches[from..] {
            time = times.touch(touch.object, Access::Write, false, time);
        }
        for touch in &step.touches[from..] {
            times.raise(touch, time);
        }
        self.thread_mut(owner).flushed = time.max(flushed);
    }

    /// All that a thread has stored is in memory.
    pub(super) fn drained_in_time(&mut self, t: usize) {
        let flushed = self.thread(t).flushed;
        self.is_then(t, flushed);
    }

    /// One thread comes after all that another has done.
    pub(super) fn follow_in_time(&mut self, t: usize, other: usize) {
        let time = self.thread(other).time;
        self.is_then(t, time);
    }

    /// A thread looks at a clock, to write the time to some bytes.
    pub(super) fn look_at_clock(
        &mut self,
        t: usize,
        to_write: (Word, Word),
        to: Reg,
    ) -> Result<Flow, Trouble> {
        // What stands there is not read any more. So it does not tell one round from the next.
        self.clear_own(t, to_write)?;
        let clock = self.thread(t).clock();
        self.taking.has_seen_clock = true;
        let made = self.thread(t).looks.len();
        if let Some(rehearsal) = &mut self.taking.rehearsal {
            if made >= rehearsal.looks {
                self.thread_mut(t).next = Next::Stalled(0);
                return Ok(Flow::Halt);
            }
            let passes = std::mem::take(&mut rehearsal.passes);
            self.sleep(t, passes, 0);
        } else if let Some(passes) = self.thread_mut(t).looks.take_due(clock) {
            self.progress(t);
            self.sleep(t, passes, 0);
        } else if !self.taking.is_trying
            && let Some(first) = self.come_back_of(t, &[])
        {
            match self.time_for_another_way(t, first) {
                Some(passes) => {
                    self.progress(t);
                    self.sleep(t, passes, 0);
                }
                None => {
                    self.thread_mut(t).next = Next::Stalled(first as u32);
                    return Ok(Flow::Halt);
                }
            }
        }
        let own = self.private(t);
        let thread = &mut self.state.threads[t];
        thread.look_at_clock(&self.text.code, own, clock);
        let places = &mut thread.rare_mut().clocks;
        if places.len() < MOST_PLACES && !places.contains(&clock) {
            places.push(clock);
            self.sleep(t, TICK, 0);
        }
        let time = Word {
            bits: self.thread(t).time,
            undefined: match &self.taking.rehearsal {
                Some(rehearsal) if rehearsal.is_unknown => u64::MAX,
                _ => 0,
            },
        };
        self.thread_mut(t).set(to, time);
        self.thread_mut(t).advance();
        Ok(Flow::Go)
    }

    /// A time as nanoseconds since another one, as our libc asks for them. (The limit of a wait
    /// decides nothing, so it may be any if nothing is known of clocks.)
    pub(super) fn nanoseconds(
        &self,
        seconds: Word,
        nanoseconds: Word,
        since: u64,
    ) -> Result<u64, Trouble> {
        if seconds.undefined | nanoseconds.undefined != 0 {
            return match &self.taking.rehearsal {
                Some(rehearsal) if rehearsal.is_unknown => Ok(0),
                _ => Err(Fault::Undefined { what: "a time" }.into()),
            };
        }
        let is_none = nanoseconds.bits >= SECOND || since == 0 && (seconds.bits as i64) < 0;
        let whole = (seconds.bits as i64).saturating_sub(since as i64);
        Ok(match u64::try_from(whole) {
            _ if is_none => u64::MAX,
            Err(_) => 0,
            Ok(whole) => {
                let time = whole.saturating_mul(SECOND);
                time.saturating_add(nanoseconds.bits).min(LATEST)
            }
        })
    }

    /// Makes the words of a time zero, if no other thread has to do with them.
    fn clear_own(&mut self, t: usize, (address, size): (Word, Word)) -> Result<(), Trouble> {
        if address.bits == 0 || address.undefined != 0 {
            return Ok(());
        }
        for offset in (0..size.bits).step_by(8) {
            match self.target(t, Word::new(address.bits + offset), 8, true) {
                Ok(Target::Own { at, .. }) => self.write_own(t, at, 8, Word::new(0)),
                // The caller finds out what is wrong.
                Ok(_) | Err(Trouble::Fault(_)) => {}
                Err(interrupt) => return Err(interrupt),
            }
        }
        Ok(())
    }

    /// The first look of the round that has brought a thread back to where it is.
    pub(super) fn come_back_of(&mut self, t: usize, arguments: &[Word]) -> Option<usize> {
        let thread = &mut self.state.threads[t];
        thread.come_back_to(&self.text.code, &self.state.memory, arguments)
    }

    /// A thread is about to make a look that it has made before, and what it did since came to
    /// nothing. If it has looked at a clock meanwhile, it goes on, and it is later when it looks
    /// there again.
    pub(super) fn goes_on_later(&mut self, t: usize, first: usize) -> bool {
        let Some(clock) = self.thread(t).looks.clock_from(first) else {
            return false;
        };
        if self.taking.is_trying || self.thread(t).looks.is_due() {
            return true;
        }
        match self.time_for_another_way(t, first) {
            Some(passes) => {
                self.thread_mut(t).looks.set_due(clock, passes);
                true
            }
            None => false,
        }
    }

    /// How much time has to pass for a thread to go another way than in the round that began with
    /// that look, if it sees the same again.
    fn time_for_another_way(&mut self, t: usize, first: usize) -> Option<u64> {
        let round = self.thread(t).looks.round(first);
        let is_other = |machine: &mut Machine, passes| {
            machine.rehearse(t, &round, Passes::Time(passes)) == Outcome::Other
        };
        let mut most = TICK;
        while !is_other(self, most) {
            if most >= LATEST / 16 {
                // Does anything depend on clocks?
                let is_same = self.rehearse(t, &round, Passes::Unknown) == Outcome::Same;
                return (!is_same).then_some(SECOND);
            }
            most *= 16;
        }
        let mut least = most / 16;
        while most - least > TICK {
            let middle = least + (most - least) / (2 * TICK) * TICK;
            match middle > least && !is_other(self, middle) {
                true => least = middle,
                false if middle > least => most = middle,
                false => break,
            }
        }
        Some(most)
    }

    /// Makes a round again, in which everything is found as it was, but some time has passed.
    fn rehearse(&mut self, t: usize, round: &Round, passes: Passes) -> Outcome {
        let left_out = LeftOut::clone(&self.tables.left_out);
        let acting = self.taking.acting.take();
        let outcome = self.tentatively(|machine| {
            machine.taking.is_trying = true;
            machine.taking.rehearsal = Some(Rehearsal {
                passes: match passes {
                    Passes::Time(time) => time,
                    Passes::Unknown => 0,
                },
                is_unknown: passes == Passes::Unknown,
                looks: round.len(),
            });
            let outcome = machine.go_round(t, round);
            machine.taking.rehearsal = None;
            machine.taking.is_trying = false;
            outcome
        });
        self.taking.acting = acting;
        self.taking.runs = t;
        self.tables.left_out.restore(left_out);
        outcome
    }

    fn go_round(&mut self, t: usize, round: &Round) -> Outcome {
        self.state.save_thread(t);
        self.thread_mut(t).looks.clear();
        let mut step = Step::default();
        if self.run_thread(t, None, &mut step).is_err() {
            return Outcome::Other;
        }
        loop {
            let made = self.thread(t).looks.len();
            let is_at_look = matches!(self.thread(t).next, Next::Operation(_) | Next::Stalled(_));
            let frames = &self.thread(t).frames;
            if !is_at_look
                || !step.findings.is_empty()
                || !round.agrees(&self.thread(t).looks, frames)
            {
                return Outcome::Other;
            }
            if made >= round.len() {
                return match self.come_back_of(t, &[]) {
                    Some(0) => Outcome::Same,
                    _ => Outcome::Changed,
                };
            }
            self.find_again(t, round, made);
            step.clear();
            if self.act_out(t, 0, &mut step).is_err() || self.thread(t).looks.len() <= made {
                return Outcome::Other;
            }
        }
    }

    /// Puts what the looks of a round saw back to where they saw it, from that one on.
    fn find_again(&mut self, t: usize, round: &Round, look: usize) {
        for (spot, value) in round.seen_at_once(look) {
            match spot {
                Spot::Memory { at, size, .. } => {
                    self.state.memory.write(at, size, Word::new(value));
                }
                Spot::Beside(object) => self.state.set_beside(object, value),
                Spot::Nowhere => {}
            }
        }
        // A lock that was taken was free.
        if let Next::Operation(operation) = self.thread(t).next
            && matches!(operation.kind, Kind::Lock | Kind::LockShared)
            && let Spot::Memory { at, size, .. } = self.thread(t).spot
        {
            self.state.memory.write(at, size, Word::new(0));
        }
    }
}
