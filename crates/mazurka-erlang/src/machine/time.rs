//! Timers and the clock. Time is not measured: a timer ends at any moment, and the clock ticks
//! when it is read.
//!
//! Limits of [`super::Settings::after_timeout`] or more are held back. A receive waits for ever
//! then. A timer waits until nothing else can go on while some process waits in vain. Then those
//! that are due first are let go, and all that was done happens before them: no race is with them.

use super::process::{Next, Process, Rest, Timer};
use super::signal::Target;
use super::{Arguments, Machine, Object, Trouble};
use crate::atoms;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Edge, Interrupt, Kind, ProcessId, Program, Status, Step};

/// The system time at the beginning, in nanoseconds: the first second of 2024.
pub(super) const EPOCH: i64 = 1_704_067_200_000_000_000;

/// The process of a timer, and its reference.
type Running = (ProcessId, (u32, u64));

/// How far the clock goes on whenever it is read, in nanoseconds.
const TICK: i64 = 1_000_000;

impl Machine {
    /// `start_timer(Time, To, Message)`, `send_after(Time, To, Message)`
    pub(super) fn start_timer(
        &mut self,
        place: usize,
        arguments: &Arguments,
        is_wrapped: bool,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let (time, to, message) = (arguments[0], arguments[1], arguments[2]);
        let is_limit = self.is_limit(place, time);
        let held_until = is_limit.then(|| {
            let time = time.as_small().unwrap_or(0).unsigned_abs();
            self.state.globals.waited.saturating_add(time)
        });
        let is_target = matches!(self.target(to), Some(Target::Process(_) | Target::Name(_)));
        if time.as_small().is_none_or(|time| time < 0) || !is_target {
            return Err(Raise::BADARG.into());
        }
        let (reference, key) = self.reference(place);
        if is_wrapped && self.is_idle(place, time, to, message) {
            return Ok(reference);
        }
        let message = match is_wrapped {
            true => {
                let timeout = self.heap.atom("timeout");
                self.heap.tuple(&[timeout, reference, message])
            }
            false => message,
        };
        let id = self.shadow(place, step);
        let object = self.object(Machine::of_reference(key, Object::Timer));
        let rest = Rest {
            timer: Some(Timer {
                key,
                object,
                to,
                message,
                time,
                is_limit,
                held_until,
            }),
            channel: None,
            ..(*self.process(place).rest).clone()
        };
        let timer = self.add_shadow(id, rest);
        self.state.globals_mut().timers.push((key, id));
        let operation = if self.known(id).is_timer || is_limit {
            self.operation(Kind::Await, Machine::of_reference(key, Object::Timer), 0)
        } else {
            match self.target(to) {
                Some(Target::Process(process)) => self.message_operation(id, process),
                Some(Target::Name(name)) => {
                    let name = Object::Name(self.hash(name));
                    self.opaque(name)
                }
                _ => unreachable!("it was looked at"),
            }
        };
        let operation = self.as_announced(id, operation);
        self.state.processes[timer].next = Next::Fire(operation);
        Ok(reference)
    }

    /// Is it a timer of a supervisor that does not count? Those of OTP 28 or later hibernate after a
    /// while, which nobody notices; and they wait for the end of a child with a timer, where older
    /// ones have an `after`.
    fn is_idle(&self, place: usize, time: Term, to: Term, message: Term) -> bool {
        let hibernates = self.heap.as_reference(message).is_some();
        let gives_up =
            self.heap.atom_text(message) == Some("kill") && !self.may_time_out(place, time);
        to == self.pid(place)
            && (hibernates || gives_up)
            && self.is_started_by(place, &["supervisor"])
    }

    /// Is it over with a timer?
    pub(super) fn is_fired_or_cancelled(&self, process: &Process) -> bool {
        let timer = process.rest.timer.as_ref().expect("it is a timer");
        self.state.values.get(timer.object) != 0
    }

    /// A timer ends.
    pub(super) fn fire(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        let timer = self.process(place).rest.timer.expect("it is a timer");
        let id = self.id(place);
        if self.known(id).is_timer || timer.is_limit {
            self.write(step, Machine::of_reference(timer.key, Object::Timer), 1);
        }
        self.change(place).next = Next::Finished;
        match self.send_by_timer(place, &timer, step) {
            Ok(()) => Ok(()),
            // No process has that name.
            Err(Trouble::Raise(_)) => Ok(()),
            Err(Trouble::Interrupt(interrupt)) => Err(interrupt),
        }
    }

    fn send_by_timer(
        &mut self,
        place: usize,
        timer: &Timer,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let to = match self.target(timer.to) {
            Some(Target::Process(process)) => Some(process),
            Some(Target::Name(name)) => {
                let hash = self.hash(name);
                self.read(step, Object::Name(hash));
                self.state.named(name)
            }
            _ => None,
        };
        if let Some(to) = to {
            let id = self.id(place);
            let mark = self.mark(id, step);
            let signal = super::process::Signal::Message(timer.message);
            self.deliver(to, signal, mark, step)?;
        }
        Ok(())
    }

    /// The process of a timer that is read or cancelled.
    fn timer(&mut self, reference: Term) -> Result<Option<Running>, Trouble> {
        let key = self.heap.as_reference(reference).ok_or(Raise::BADARG)?;
        let mut timers = self.state.globals.timers.iter();
        let Some((_, id)) = timers.find(|(known, _)| *known == key).copied() else {
            return Ok(None);
        };
        let place = self.state.place(id).expect("it is there");
        let timer = self.process(place).rest.timer.as_ref();
        if !timer.is_some_and(|of| of.is_limit) && !self.known(id).is_timer {
            return Err(self
                .learn(|known, names| known.note_timer(names.process_name(id)))
                .into());
        }
        Ok(Some((id, key)))
    }

    /// How much time a timer has left; false if it is over.
    fn time_left(&self, id: ProcessId) -> Term {
        let place = self.state.place(id).expect("it is there");
        let process = self.process(place);
        match process.next == Next::Finished || self.is_fired_or_cancelled(process) {
            true => atoms::FALSE,
            false => process.rest.timer.as_ref().expect("it is a timer").time,
        }
    }

    /// What the options of the functions below say: is there an answer, and does it come later?
    fn timer_options(&mut self, arguments: &Arguments) -> Result<(bool, bool), Raise> {
        let (mut answers, mut is_async) = (true, false);
        let options = arguments.get(1).copied().unwrap_or(Term::NIL);
        for option in self.heap.as_list(options).ok_or(Raise::BADARG)? {
            let pair = self.heap.elements(option).ok_or(Raise::BADARG)?;
            let [name, value] = pair[..] else {
                return Err(Raise::BADARG);
            };
            match self.heap.atom_text(name) {
                Some("info") => answers = value == atoms::TRUE,
                Some("async") => is_async = value == atoms::TRUE,
                _ => return Err(Raise::BADARG),
            }
        }
        Ok((answers, is_async))
    }

    /// `cancel_timer(Reference, Options)`
    pub(super) fn cancel_timer(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let (answers, is_async) = self.timer_options(arguments)?;
        let left = match self.timer(arguments[0])? {
            None => atoms::FALSE,
            Some((id, key)) => {
                let left = self.time_left(id);
                self.set(step, Machine::of_reference(key, Object::Timer), 1);
                left
            }
        };
        let tag = self.heap.atom("cancel_timer");
        self.answer(place, (answers, is_async), tag, arguments[0], left, step)
    }

    /// `read_timer(Reference, Options)`
    pub(super) fn read_timer(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let (_, is_async) = self.timer_options(arguments)?;
        let left = match self.timer(arguments[0])? {
            None => atoms::FALSE,
            Some((id, key)) => {
                self.read(step, Machine::of_reference(key, Object::Timer));
                self.time_left(id)
            }
        };
        let tag = self.heap.atom("read_timer");
        self.answer(place, (true, is_async), tag, arguments[0], left, step)
    }

    fn answer(
        &mut self,
        place: usize,
        (answers, is_async): (bool, bool),
        tag: Term,
        reference: Term,
        left: Term,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        if is_async && answers {
            let message = self.heap.tuple(&[tag, reference, left]);
            self.tell_self(place, message, step)?;
        }
        Ok(match answers && !is_async {
            true => left,
            false => atoms::OK,
        })
    }

    // Limits.

    /// May a receive with this `after` time out?
    pub(super) fn may_time_out(&self, place: usize, timeout: Term) -> bool {
        // A system starts in time.
        let is_time = timeout.as_small().is_some_and(|time| time >= 0);
        is_time && !self.state.is_booting && !self.is_limit(place, timeout)
    }

    /// Is a limit one that `after_timeout` holds back? What a program computes as the rest of a
    /// limit falls short of it by the ticks of the clock, which tell nothing of time. So it may do
    /// that, by half of the limit at the most.
    fn is_limit(&self, place: usize, time: Term) -> bool {
        let (Some(least), Some(time)) = (self.settings.after_timeout, time.as_small()) else {
            return false;
        };
        let ticks = self.process(place).ticks.min(least / 2);
        u64::try_from(time).is_ok_and(|time| time.saturating_add(ticks) >= least)
    }

    /// When a timer is due that is held back, and not cancelled.
    fn due(&self, place: usize) -> Option<u64> {
        let process = self.process(place);
        let due = process.rest.timer.as_ref()?.held_until?;
        (!self.is_fired_or_cancelled(process)).then_some(due)
    }

    /// Can nothing go on, and does some process wait in vain?
    fn is_stuck(&self) -> bool {
        let mut waits = false;
        for process in &self.state.processes {
            match self.status(process.id) {
                Status::Enabled(_) => return false,
                Status::Finished => {}
                _ => waits |= !self.is_daemon(process.id),
            }
        }
        waits
    }

    /// If nothing else can go on, the timers that are due first are no longer held back. All that
    /// was done happens before them.
    pub(super) fn let_time_pass(&mut self, step: &mut Step) {
        let timers = self.state.globals.timers.iter();
        let places = timers.filter_map(|(_, id)| self.state.place(*id));
        let held: Vec<(u64, usize)> = places
            .filter_map(|place| Some((self.due(place)?, place)))
            .collect();
        let Some((now, _)) = held.iter().min().copied() else {
            return;
        };
        if !self.is_stuck() {
            return;
        }
        self.state.globals_mut().waited = now;
        let all: Vec<ProcessId> = self.state.processes.iter().map(|of| of.id).collect();
        let marks: Vec<u32> = all.into_iter().map(|id| self.mark(id, step)).collect();
        for (_, place) in held.into_iter().filter(|(due, _)| *due == now) {
            let process = self.id(place);
            let edges = marks.iter().map(|mark| Edge::After {
                process,
                mark: *mark,
            });
            step.edges.extend(edges);
            let timer = &mut self.change(place).rest_mut().timer;
            timer.as_mut().expect("it is a timer").held_until = None;
        }
    }

    // The clock.

    /// A process reads the clock: nanoseconds since the beginning.
    fn tick(&mut self, place: usize, step: &mut Step) -> i64 {
        let object = self.object(Object::Clock);
        let count = self.state.values.get(object) + 1;
        self.touch(step, object, mazurka_program::Access::Write, count);
        self.change(place).ticks = count;
        i64::try_from(count)
            .unwrap_or(i64::MAX)
            .saturating_mul(TICK)
    }

    /// How many nanoseconds a unit of time has, or how many parts a second.
    fn in_unit(&mut self, nanoseconds: i64, unit: Option<Term>) -> Result<Term, Raise> {
        let parts = match unit {
            None => 1_000_000_000,
            Some(unit) => match (unit.as_small(), self.heap.atom_text(unit)) {
                (Some(parts), _) if parts > 0 => parts,
                (_, Some("second" | "seconds")) => 1,
                (_, Some("millisecond" | "milli_seconds")) => 1000,
                (_, Some("microsecond" | "micro_seconds")) => 1_000_000,
                (_, Some("nanosecond" | "nano_seconds" | "native" | "perf_counter")) => {
                    1_000_000_000
                }
                _ => return Err(Raise::BADARG),
            },
        };
        let scaled = i128::from(nanoseconds) * i128::from(parts);
        let scaled = scaled.div_euclid(1_000_000_000);
        Ok(self.heap.big(&scaled.into()))
    }

    /// `monotonic_time(Unit)`, `system_time(Unit)`
    pub(super) fn clock(
        &mut self,
        place: usize,
        arguments: &Arguments,
        offset: i64,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let unit = arguments.first().copied();
        self.in_unit(0, unit)?;
        let now = self.tick(place, step) + offset;
        Ok(self.in_unit(now, unit)?)
    }

    /// `time_offset(Unit)`
    pub(super) fn time_offset(&mut self, arguments: &Arguments) -> Result<Term, Trouble> {
        Ok(self.in_unit(EPOCH, arguments.first().copied())?)
    }

    /// `timestamp()`
    pub(super) fn timestamp(&mut self, place: usize, step: &mut Step) -> Result<Term, Trouble> {
        let micros = (self.tick(place, step) + EPOCH) / 1000;
        let (mega, rest) = (micros / 1_000_000_000_000, micros % 1_000_000_000_000);
        let parts = [mega, rest / 1_000_000, rest % 1_000_000].map(Term::small);
        Ok(self.heap.tuple(&parts))
    }

    /// `localtime()`, `universaltime()`
    pub(super) fn local_time(&mut self, place: usize, step: &mut Step) -> Result<Term, Trouble> {
        // The first day of 2024, as far as the clock gets.
        let seconds = self.tick(place, step) / 1_000_000_000;
        let date = [2024, 1, 1 + seconds / 86_400].map(Term::small);
        let time = [seconds / 3600 % 24, seconds / 60 % 60, seconds % 60].map(Term::small);
        let date = self.heap.tuple(&date);
        let time = self.heap.tuple(&time);
        Ok(self.heap.tuple(&[date, time]))
    }
}
