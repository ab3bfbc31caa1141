//! The machine as a program: starting it, the next operations of its processes, and their steps.

use super::process::{Fate, Next};
use super::{Arguments, Machine, Object};
use mazurka_program::{
    Interrupt, Kind, Mail, Names, ObjectId, Operation, ProcessId, Program, Rewound, Script, Status,
    Step, Turn, memory, replay_one,
};
use std::sync::atomic::Ordering;

impl Machine {
    fn take_step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        self.actor = turn.process;
        let place = self.state.place(turn.process).expect("it is there");
        let process = self.process(place);
        let (id, next, fate) = (process.id, process.next, process.fate);
        if let Fate::Doomed(reason) = fate {
            return self.end_doomed(place, reason, step);
        }
        if self.is_exposed(id) && !matches!(next, Next::End(_)) {
            self.read(step, Object::Doom(id));
        }
        match next {
            Next::Native(function, _) => {
                let process = self.change(place);
                process.next = Next::Run;
                if process.handler.take().is_some() {
                    // The shadow could have come before, and cannot any more.
                    self.bump(step, Object::Handled(id));
                }
                let process = self.process(place);
                let arguments = Arguments::from(process.core.arguments());
                if let Some(channel) = self.channel_before(id, function, &arguments) {
                    let channel = self.id(channel);
                    self.read(step, Object::Channel(channel));
                }
                let done = self.perform(place, function, &arguments, step);
                if self.records {
                    self.tell_result(function, &done);
                }
                self.conclude(place, done, step)?;
                if self.process(place).next == Next::Run {
                    self.ready.push_front(place);
                }
            }
            Next::Look(_) => {
                self.read(step, Object::Queue(id));
                self.chronicle.looking = self.records.then_some(id);
                let process = self.change(place);
                (process.next, process.looks) = (Next::Run, true);
                self.ready.push_front(place);
            }
            Next::Pick(_) => {
                self.chronicle.looking = self.records.then_some(id);
                let process = self.change(place);
                (process.next, process.looks) = (Next::Run, true);
                self.ready.push_front(place);
            }
            Next::Take(_) => self.take_message(place, turn, step)?,
            Next::End(_) => self.end_further(place, step)?,
            Next::Fire(_) => self.fire(place, step)?,
            Next::Deliver(_) => self.deliver_first(place, step)?,
            Next::Run | Next::Receive | Next::Hibernate | Next::Sleep | Next::Finished => {
                unreachable!("only an enabled process takes a step")
            }
        }
        self.run_ready(step)?;
        self.let_time_pass(step);
        Ok(())
    }

    fn tell_view(&mut self) {
        if let Some(view) = self.view.clone() {
            *view.borrow_mut() = self.final_state();
        }
    }

    pub(super) fn look_for_stop(&self) -> Result<(), Interrupt> {
        match self.stop.load(Ordering::Relaxed) {
            true => Err(Interrupt::Stopped),
            false => Ok(()),
        }
    }
}

impl Program for Machine {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.ready.clear();
        self.notes.clear();
        self.told.clear();
        self.chronicle.clear();
        self.is_silent = false;
        self.actor = ProcessId::ROOT;
        self.sent = None;
        self.state.clear(&mut self.heap);
        memory::begin(self.settings.max_memory);
        self.prepare_scans()?;
        self.look_for_stop()?;
        self.start_first(step)?;
        self.run_ready(step)?;
        self.let_time_pass(step);
        // What the first process did alone is no event.
        step.touches.clear();
        self.state.begin(step);
        self.tell_view();
        Ok(())
    }

    fn rewind(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Rewound>, Interrupt> {
        if self.state.is_spoilt {
            return Ok(None);
        }
        self.ready.clear();
        self.is_silent = false;
        let common = self.state.go_back(script, len, step, &mut self.heap);
        for i in common..len {
            if let Some(divergence) = replay_one(self, script, i, step)? {
                return Ok(Some(Rewound::Diverged(divergence)));
            }
        }
        Ok(Some(Rewound::There))
    }

    fn status(&self, process: ProcessId) -> Status {
        let Some(place) = self.state.place(process) else {
            return Status::Finished;
        };
        let of = self.process(place);
        if self.state.globals.has_halted && of.next != Next::Finished {
            // Before that, it would go on.
            return Status::Blocked(Operation::new(Kind::Await, of.doom, 0));
        }
        let operation = match of.next {
            Next::Finished => return Status::Finished,
            Next::Native(_, operation) => {
                return match self.waits_for_channel(of) && of.fate == Fate::Alive {
                    true => Status::Blocked(operation),
                    false => Status::Enabled(operation),
                };
            }
            Next::Take(operation) => {
                return match self.can_take(place, &operation) {
                    true => Status::Enabled(operation),
                    false => Status::Blocked(operation),
                };
            }
            Next::Look(operation) | Next::Pick(operation) | Next::End(operation) => operation,
            Next::Deliver(operation) => {
                return match self.can_deliver(of) {
                    true => Status::Enabled(operation),
                    false => Status::Blocked(operation),
                };
            }
            Next::Fire(operation) => {
                let timer = of.rest.timer.as_ref().expect("it is a timer");
                return match self.is_fired_or_cancelled(of) {
                    // Nothing that was done brought it here: if it comes, time has passed.
                    _ if timer.held_until.is_some() => Status::Waiting,
                    true => Status::Blocked(operation),
                    false => Status::Enabled(operation),
                };
            }
            Next::Run | Next::Receive | Next::Hibernate | Next::Sleep => {
                if !self.is_exposed(process) {
                    return Status::Waiting;
                }
                // Whatever it does next, it may have to end in its place.
                let operation = Operation::new(Kind::Await, of.doom, 0);
                return match of.fate {
                    Fate::Doomed(_) => Status::Enabled(operation),
                    _ => Status::Blocked(operation),
                };
            }
        };
        Status::Enabled(operation)
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        self.told.clear();
        self.chronicle.steps += 1;
        self.state.mark(turn, &mut self.heap);
        let findings = step.findings.len();
        self.state.is_spoilt = true;
        self.take_step(turn, step)?;
        self.state.is_spoilt = false;
        self.state.note_findings(&step.findings[findings..]);
        self.tell_view();
        self.look_for_stop()
    }

    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        if let Some(operation) = self.status(process).operation() {
            objects.push(operation.object);
        }
        if let Some(place) = self.state.place(process) {
            let of = self.process(place);
            objects.push(of.queue);
            if let Some(owner) = self.handled_by(of) {
                objects.push(owner.doom);
            }
            if let Next::Native(function, _) = of.next
                && let Some(channel) = self.channel_before(process, function, of.core.arguments())
            {
                objects.push(self.process(channel).delivered);
            }
        }
    }

    fn matching(&self, process: ProcessId, mail: &mut Vec<Mail>) {
        self.mail_of(process, mail);
    }

    fn matched(&mut self, process: ProcessId, nth: usize, _: ObjectId) -> bool {
        self.has_matched(process, nth)
    }

    fn is_daemon(&self, process: ProcessId) -> bool {
        if self.settings.may_leave_others && self.status(ProcessId::ROOT) == Status::Finished {
            return true;
        }
        let place = self.state.place(process);
        place.is_none_or(|place| {
            let process = self.process(place);
            let has_halted = self.state.globals.has_halted;
            has_halted
                || matches!(process.next, Next::Sleep)
                || !process.is_real()
                || self.is_idle_server(place)
        })
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }

    fn describe_wait(&self, process: ProcessId) -> String {
        self.words_for_wait(process)
    }
}
