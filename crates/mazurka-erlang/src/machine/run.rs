//! Local code of processes, up to what others may see.

use super::process::Next;
use super::{Arguments, Done, Machine, Object, Trouble};
use crate::atoms;
use crate::interpreter::Stop;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Edge, FindingKind, Interrupt, Kind, Step, memory};

impl Machine {
    /// Runs the local code of all processes that are ready.
    pub(super) fn run_ready(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        while let Some(place) = self.ready.pop_front() {
            if self.process(place).next == Next::Run && self.process(place).is_alive() {
                self.advance(place, step)?;
            }
            if self.heap.is_full() {
                // The execution is left after this step.
                self.ready.clear();
            }
        }
        Ok(())
    }

    /// Runs a process until it announces something, waits, or ends.
    pub(super) fn advance(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        self.change(place);
        let mut fuel = self.settings.max_calls;
        loop {
            self.look_for_stop()?;
            if self.heap.is_full() {
                return self.run_out_of_memory(place, step);
            }
            let process = &mut self.state.processes[place];
            debug_assert_eq!(process.next, Next::Run);
            let stop = self.interpreter.run(
                &mut self.heap,
                &mut self.code,
                &mut process.core,
                Term::pid(process.id.0),
                &mut fuel,
                &self.stop,
            );
            match stop {
                Stop::Native { function, .. } => {
                    let arguments = Arguments::from(process.core.arguments());
                    self.is_about_user(place, function, &arguments)?;
                    self.let_handle(place, function, &arguments, step)?;
                    if let Some(operation) = self.announce(place, function, &arguments)? {
                        let id = self.id(place);
                        let operation = self.as_announced(id, operation);
                        self.state.processes[place].next = Next::Native(function, operation);
                        return Ok(());
                    }
                    let was_silent = std::mem::replace(&mut self.is_silent, true);
                    let done = self.perform(place, function, &arguments, step);
                    self.is_silent = was_silent;
                    if self.records && function.is_about_system() {
                        self.note_answer(place, &done);
                    }
                    self.conclude(place, done, step)?;
                    if self.process(place).next != Next::Run {
                        return Ok(());
                    }
                }
                Stop::LoopRec { timeout } => {
                    self.handle_all(place);
                    let gives_up =
                        self.may_time_out(place, timeout) && !self.is_awaited(place, timeout);
                    if self.is_choice(place) {
                        if self.process(place).chosen.is_none() {
                            self.announce_take(place, gives_up);
                            return Ok(());
                        }
                        self.carry_out_choice(place);
                        continue;
                    }
                    if gives_up && !self.process(place).looks {
                        if !self.state.is_lone() {
                            let own = self.id(place);
                            let operation = self.operation(Kind::Load, Object::Queue(own), 0);
                            let operation = self.as_announced(own, operation);
                            self.state.processes[place].next = Next::Look(operation);
                            return Ok(());
                        }
                        self.state.processes[place].looks = true;
                    }
                    if let Some(mark) = self.picks(place) {
                        let own = self.id(place);
                        step.edges.push(Edge::After { process: own, mark });
                        let operation = self.opaque(Object::Doom(own));
                        let operation = self.as_announced(own, operation);
                        self.state.processes[place].next = Next::Pick(operation);
                        return Ok(());
                    }
                    let process = &mut self.state.processes[place];
                    match process.mailbox.get(process.at) {
                        Some(message) => process.core.next(message.term),
                        None => process.core.none(),
                    }
                }
                Stop::LoopRecEnd => process.at += 1,
                Stop::RemoveMessage => {
                    let message = process.mailbox.remove(process.at);
                    (process.at, process.looks) = (0, false);
                    // What chose happens after the message, whose object it has touched.
                    if process.chosen.take().is_none() {
                        step.edges.push(Edge::After {
                            process: process.id,
                            mark: message.mark,
                        });
                    }
                    self.note_late(place, message.term);
                    self.note_mail(place, message.term, false);
                    if self.records {
                        self.note_taken(place, message);
                    }
                }
                Stop::Wait { is_alone } => {
                    process.core.again();
                    process.next = match is_alone {
                        false => Next::Receive,
                        true => Next::Sleep,
                    };
                    return Ok(());
                }
                Stop::WaitTimeout { time, is_alone } => {
                    // (Without clauses it only sleeps.)
                    let process = &self.state.processes[place];
                    let gives_up = process.looks || process.chosen.is_some();
                    if gives_up && self.may_time_out(place, time)
                        || is_alone && time != atoms::INFINITY
                    {
                        self.state.processes[place].core.expire();
                    } else {
                        let process = &mut self.state.processes[place];
                        process.core.again();
                        process.next = match is_alone {
                            false => Next::Receive,
                            true => Next::Sleep,
                        };
                        return Ok(());
                    }
                }
                Stop::Timeout => {
                    (process.at, process.looks) = (0, false);
                    process.chosen = None;
                    if self.records {
                        self.note_timeout(place);
                    }
                }
                Stop::Finished(_) => return self.end_normally(place, step),
                Stop::Raised(exception) => return self.end_by(place, &exception, step),
                Stop::Fuel => {
                    let message = format!(
                        "{} has made {} calls without doing anything that others may see, and \
                         still goes on{}",
                        self.show_process(place),
                        self.settings.max_calls,
                        self.where_it_is(place)
                    );
                    return self.give_up(place, message, step);
                }
                Stop::Memory => return self.run_out_of_memory(place, step),
                Stop::Error(message) => {
                    return Err(Interrupt::Error(format!(
                        "{message}{}",
                        self.chain_of_calls(place)
                    )));
                }
                Stop::Stopped => return Err(Interrupt::Stopped),
            }
        }
    }

    /// The limit on memory is reached.
    fn run_out_of_memory(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        let message = format!(
            "the execution takes more than {} of memory, as {} runs (--max-memory MIB allows \
             more){}",
            memory::in_words(self.settings.max_memory),
            self.show_process(place),
            self.where_it_is(place)
        );
        self.give_up(place, message, step)
    }

    /// What was said about a limit: nothing is known of what comes after.
    fn give_up(&mut self, place: usize, message: String, step: &mut Step) -> Result<(), Interrupt> {
        self.found(FindingKind::EventLimit, place, message, step);
        self.change(place).next = Next::Finished;
        Ok(())
    }

    /// Goes on after a native function.
    pub(super) fn conclude(
        &mut self,
        place: usize,
        done: Result<Done, Trouble>,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        match done {
            Ok(Done::Value(value)) => self.state.processes[place].core.finish(value),
            Ok(Done::Ends(reason)) => self.end(place, reason, step)?,
            Ok(Done::Diverted | Done::Halted) => {}
            Ok(Done::Hibernates) => {
                let id = self.id(place);
                if self.chooses(id) && !self.state.is_lone() {
                    return Err(self.order_messages(id));
                }
                let process = &mut self.state.processes[place];
                match process.mailbox.first() {
                    None => process.next = Next::Hibernate,
                    Some(message) => step.edges.push(Edge::After {
                        process: process.id,
                        mark: message.mark,
                    }),
                }
            }
            Err(Trouble::Raise(raise)) => self.raise(place, raise, step)?,
            Err(Trouble::Interrupt(interrupt)) => return Err(interrupt),
        }
        Ok(())
    }

    /// A native function of a process has failed.
    fn raise(&mut self, place: usize, raise: Raise, step: &mut Step) -> Result<(), Interrupt> {
        match raise {
            Raise::Unsupported(message) => {
                let core = &self.process(place).core;
                let (module, name) = core.native_name(&self.code);
                let arity = core.arguments().len();
                let function = crate::print::function(&self.heap, module, name, arity);
                Err(Interrupt::Error(format!(
                    "{}{}",
                    crate::print::refusal(&function, &message),
                    self.chain_of_calls(place)
                )))
            }
            Raise::Memory => self.run_out_of_memory(place, step),
            raise => {
                self.state.processes[place].core.fail(raise, None);
                Ok(())
            }
        }
    }

    /// The mark of the message that a process at a receive has for it, if others may count it
    /// before it is taken.
    fn picks(&mut self, place: usize) -> Option<u32> {
        let process = self.process(place);
        let (id, at, count) = (process.id, process.at, process.mailbox.len());
        if process.looks || !self.known(id).is_counted || self.state.is_lone() {
            return None;
        }
        let mut messages = (at..count)
            .map(|at| self.process(place).mailbox[at])
            .collect::<Vec<_>>();
        messages.retain(|message| self.matches(place, message.term));
        messages.first().map(|message| message.mark)
    }

    /// Does a process that has come to a receive choose among its messages?
    fn is_choice(&self, place: usize) -> bool {
        let process = self.process(place);
        process.chosen.is_some() || self.chooses(process.id) && !self.state.is_lone()
    }
}
