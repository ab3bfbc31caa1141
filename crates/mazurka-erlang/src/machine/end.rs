//! The end of a process: it is no longer alive, its tables go, and others are told.

use super::process::{Fate, Monitor, Next, Signal, Stage};
use super::{Machine, Object};
use crate::atoms;
use crate::exception::{Class, Exception};
use crate::print::{self, Style};
use crate::term::Term;
use mazurka_program::{Finding, FindingKind, Interrupt, ProcessId, Step};
use std::rc::Rc;

impl Machine {
    /// The first function of a process has returned.
    pub(super) fn end_normally(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        self.end(place, atoms::NORMAL, step)
    }

    /// Nothing has caught an exception.
    pub(super) fn end_by(
        &mut self,
        place: usize,
        exception: &Exception,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        if let Some(missing) = self.missing_module(exception) {
            return Err(Interrupt::Error(missing));
        }
        let reason = self.exit_reason(exception);
        let is_expected =
            self.is_normal(reason) || self.is_master(place) || self.is_answer(place, exception);
        let report = (!is_expected).then(|| {
            let Exception {
                class,
                reason,
                trace,
            } = *exception;
            let words = self.exception_in_words(place, class, reason, trace);
            let frames = self.frames(trace).concat();
            self.report(place, "exits abnormally", &words, &frames)
        });
        self.begin_end(place, reason, report, step)
    }

    /// Is an exit the answer of a helper? OTP starts processes with a monitor that end by
    /// `exit(Answer)`, which the monitor brings to who waits for it: those of `erpc` and
    /// `compile`. So it is one if the call of `exit/1` is in the very module of OTP or Elixir in
    /// which the process began, and its parent has monitored it from the start. Errors never are,
    /// nor exits of what such a module calls. (`proc_lib` only passes on the exits of others.)
    fn is_answer(&self, place: usize, exception: &Exception) -> bool {
        let rest = &self.process(place).rest;
        let first = rest.monitored_by.first();
        let is_awaited = first.is_some_and(|monitor| Some(monitor.watcher) == rest.parent);
        if exception.class != Class::Exit || !is_awaited {
            return false;
        }
        let (module, _, arguments) = rest.initial;
        let of_fun = || {
            let (fun, _) = self.heap.as_cons(arguments)?;
            self.heap.as_fun(fun).map(|(fun, ..)| fun.module)
        };
        let module = match module {
            atoms::ERLANG => of_fun(),
            module => Some(module),
        };
        let frames = self.heap.as_cons(exception.trace);
        let caller = frames.and_then(|(first, _)| Some(*self.heap.elements(first)?.first()?));
        let name = module.and_then(|module| self.heap.atom_text(module));
        name.is_some_and(|name| name != "proc_lib" && self.code.loader.is_installed(name))
            && module == caller
    }

    /// Has a process failed because a module is not there? That says nothing about the program.
    fn missing_module(&mut self, exception: &Exception) -> Option<String> {
        // A server of OTP catches the error, and exits because of it.
        let trace = match self.heap.elements(exception.reason).as_deref() {
            _ if exception.reason == atoms::UNDEF => exception.trace,
            Some([atoms::UNDEF, trace]) => *trace,
            _ => return None,
        };
        let (first, _) = self.heap.as_cons(trace)?;
        let [module, function, arguments, _] = self.heap.elements(first)?[..] else {
            return None;
        };
        if self.code.module(&mut self.heap, module).ok()?.is_some() {
            return None;
        }
        let arity = self.heap.as_list(arguments).map_or(0, |list| list.len());
        let text = self.heap.atom_text(module).unwrap_or_default();
        let library = match Style::of(text) {
            Style::Erlang => "Erlang (Debian's erlang-base) if it is one of OTP",
            Style::Elixir => "Elixir (Debian's elixir) if it is one of its own",
        };
        Some(format!(
            "module {} is not found, of which {} is called: name its folder by --pa, or install \
             {library}{}",
            print::name(&self.heap, text),
            print::function(&self.heap, module, function, arity),
            self.frames(trace).concat()
        ))
    }

    /// What others are told of an exception that nothing caught.
    fn exit_reason(&mut self, exception: &Exception) -> Term {
        let Exception {
            class,
            reason,
            trace,
        } = *exception;
        match class {
            Class::Exit => reason,
            Class::Error => self.heap.tuple(&[reason, trace]),
            Class::Throw => {
                let thrown = self.heap.tuple(&[atoms::NOCATCH, reason]);
                self.heap.tuple(&[thrown, trace])
            }
        }
    }

    /// What is said of an exit that is not normal.
    fn report(&self, place: usize, how: &str, reason: &str, frames: &str) -> String {
        format!("{} {how}: {reason}{frames}", self.show_process(place))
    }

    /// A process ends for that reason, by itself.
    pub(super) fn end(
        &mut self,
        place: usize,
        reason: Term,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        // (That an application cannot start is told to who starts it.)
        let report = (!self.is_normal(reason) && !self.is_master(place)).then(|| {
            let words = self.reason_in_words(place, reason);
            self.report(place, "exits abnormally", &words, &self.where_it_is(place))
        });
        self.begin_end(place, reason, report, step)
    }

    pub(super) fn found(
        &mut self,
        kind: FindingKind,
        place: usize,
        message: String,
        step: &mut Step,
    ) {
        let id = self.id(place);
        if self.settings.first_process_only && id != ProcessId::ROOT {
            return;
        }
        let process = Some(id);
        step.findings.push(Finding::new(kind, process, message));
    }

    /// Is an exit for that reason no bug?
    fn is_normal(&self, reason: Term) -> bool {
        let elements = self.heap.elements(reason);
        let (head, is_pair) = match elements.as_deref() {
            Some([head, rest @ ..]) => (*head, rest.len() == 1),
            _ => (reason, true),
        };
        if reason == atoms::NORMAL || head == atoms::SHUTDOWN && is_pair {
            return true;
        }
        if self.settings.assertions_only && !self.is_assertion(reason) {
            return true;
        }
        let treated = &self.settings.treat_as_normal;
        !treated.is_empty() && (self.is_named(treated, reason) || self.is_named(treated, head))
    }

    /// A process has nothing more to do. It lives until its first stage.
    fn begin_end(
        &mut self,
        place: usize,
        reason: Term,
        report: Option<String>,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        if self.ends_unseen(place) {
            if self.records {
                self.note_end(place, reason, report.as_deref());
            }
            if let Some(report) = report {
                self.found(FindingKind::AbnormalExit, place, report, step);
            }
            let id = self.id(place);
            self.state.tables.unfix_all(id.0);
            self.change(place).fate = Fate::Ended(reason);
            self.finish(place);
            return Ok(());
        }
        let rest = self.change(place).rest_mut();
        rest.stages = vec![Stage::Deaf, Stage::Life];
        rest.end = Some((reason, report.map(Rc::from)));
        self.go_on_ending(place, step)
    }

    /// Has no other process to do with the end of this one? That is so for most.
    fn ends_unseen(&mut self, place: usize) -> bool {
        let process = self.process(place);
        let rest = &process.rest;
        let id = process.id;
        let is_alone = !process.is_asked
            && !process.was_named
            && rest.registered.is_none()
            && rest.tables.is_empty()
            && rest.links.is_empty()
            && rest.monitored_by.is_empty();
        is_alone
            && !self.is_exposed(id)
            && !self.known(id).is_mortal
            && !self.knowledge.is_listed("processes")
    }

    /// Nothing is left to do. What the process has is of no use any more; going back restores it.
    fn finish(&mut self, place: usize) {
        if self.records {
            self.note_mailbox(place);
            for i in 0..self.process(place).mailbox.len() {
                let message = self.process(place).mailbox[i].term;
                self.note_mail(place, message, false);
            }
        }
        let process = self.change(place);
        process.next = Next::Finished;
        process.core.restart(Term::NIL, Term::NIL, Term::NIL);
        process.mailbox.clear();
    }

    /// Goes through the stages of the end, up to one that others may notice.
    fn go_on_ending(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        loop {
            let process = self.process(place);
            let id = process.id;
            let Some(stage) = process.rest.stages.first().copied() else {
                self.finish(place);
                return Ok(());
            };
            let operation = match stage {
                _ if self.state.is_lone() => None,
                Stage::Deaf => {
                    let is_linked = self.known(id).is_linked;
                    let mut links = self.process(place).rest.links.iter();
                    if links.any(|link| link.is_by_peer) && !is_linked {
                        return Err(self.learn(|known, names| {
                            known.note_linked(names.process_name(id));
                        }));
                    }
                    is_linked.then(|| self.opaque(Object::Deaf(id)))
                }
                Stage::Life => {
                    let is_asked = process.is_asked;
                    let was_named = process.was_named;
                    let is_mortal = self.known(id).is_mortal;
                    if is_asked && !is_mortal {
                        return Err(self.learn(|known, names| {
                            known.note_mortal(names.process_name(id));
                        }));
                    }
                    let is_listed = self.knowledge.is_listed("processes");
                    let is_seen = is_mortal || was_named || is_listed || self.is_exposed(id);
                    is_seen.then(|| self.opaque(Object::Life(id)))
                }
                Stage::Table(table) => self.announce_table_end(place, table)?,
                // Where signals travel, only their arrival counts.
                Stage::Link(_) | Stage::Monitor(_) if !self.settings.instant_delivery => None,
                Stage::Link(peer) => {
                    let object = self.link_object(id, peer);
                    Some(self.opaque(object))
                }
                Stage::Monitor(which) => {
                    let monitor = self.process(place).rest.monitored_by[which as usize];
                    Some(self.opaque(Machine::of_reference(monitor.key, Object::Monitor)))
                }
            };
            match operation {
                Some(operation) => {
                    let operation = self.as_announced(id, operation);
                    self.change(place).next = Next::End(operation);
                    return Ok(());
                }
                None => {
                    let was_silent = std::mem::replace(&mut self.is_silent, true);
                    let result = self.take_stage(place, step);
                    self.is_silent = was_silent;
                    result?;
                }
            }
        }
    }

    /// Carries out the stage that was announced, and goes on.
    pub(super) fn end_further(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        let id = self.id(place);
        if self.is_exposed(id) {
            self.read(step, Object::Doom(id));
        }
        self.take_stage(place, step)?;
        self.go_on_ending(place, step)
    }

    /// Carries out the first of the stages.
    fn take_stage(&mut self, place: usize, step: &mut Step) -> Result<(), Interrupt> {
        let (reason, report) = {
            let end = self.process(place).rest.end.as_ref();
            end.cloned().expect("only a process that ends has stages")
        };
        let stage = self.change(place).rest_mut().stages.remove(0);
        match stage {
            Stage::Deaf => {
                self.write(step, Object::Deaf(self.id(place)), 1);
                Ok(())
            }
            Stage::Life => {
                if self.records {
                    self.note_end(place, reason, report.as_deref());
                }
                if let Some(report) = report {
                    self.found(FindingKind::AbnormalExit, place, report.to_string(), step);
                }
                self.change(place).fate = Fate::Ended(reason);
                self.end_life(place, step);
                let stages = self.stages(place);
                self.change(place).rest_mut().stages = stages;
                Ok(())
            }
            Stage::Table(table) => self.end_table(place, table, step),
            Stage::Link(peer) => {
                let links = &self.process(place).rest.links;
                let link = links.iter().find(|link| link.peer == peer);
                let reason = match link.is_some_and(|link| link.is_on && link.is_late) {
                    true => atoms::NOPROC,
                    false => reason,
                };
                let signal = Signal::Exit {
                    from: self.id(place),
                    reason,
                    by_link: true,
                };
                self.tell(place, peer, signal, step)
            }
            Stage::Monitor(which) => {
                let monitor = self.process(place).rest.monitored_by[which as usize];
                self.end_monitor(place, &monitor, reason, step)
            }
        }
    }

    fn end_life(&mut self, place: usize, step: &mut Step) {
        let id = self.id(place);
        if self.known(id).is_mortal {
            self.write(step, Object::Life(id), 1);
        }
        if self.knowledge.is_listed("processes") {
            self.add(step, Object::List(super::names::PROCESSES), 1);
        }
        self.state.tables.unfix_all(id.0);
        // Another process may have given it a name, or taken it.
        self.read(step, Object::Registered(id));
        if let Some(name) = self.process(place).rest.registered {
            self.free_name(place, name, step);
        }
    }

    /// What comes after the first stage.
    fn stages(&self, place: usize) -> Vec<Stage> {
        let process = self.process(place);
        let mut tables = process.rest.tables.clone();
        tables.sort_by_key(|table| (self.heap.pid_path(table.0).to_vec(), table.1));
        let mut stages: Vec<Stage> = tables.into_iter().map(Stage::Table).collect();
        let links = process.rest.links.iter();
        let links = links.filter(|_| !self.is_done_starting(place));
        stages.extend(links.map(|link| Stage::Link(link.peer)));
        let mut monitors: Vec<(u32, &Monitor)> =
            (0..).zip(process.rest.monitored_by.iter()).collect();
        monitors.sort_by_key(|(_, monitor)| {
            (self.heap.pid_path(monitor.key.0).to_vec(), monitor.key.1)
        });
        stages.extend(monitors.iter().map(|(which, _)| Stage::Monitor(*which)));
        stages
    }

    /// A process that a signal has killed takes its step: it ends.
    pub(super) fn end_doomed(
        &mut self,
        place: usize,
        reason: Term,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let id = self.id(place);
        self.read(step, Object::Doom(id));
        if self.process(place).is_asked && !self.known(id).is_mortal {
            return Err(self.learn(|known, names| known.note_mortal(names.process_name(id))));
        }
        // (One that ends by itself may have been found deaf.)
        let end = self.process(place).rest.end.clone();
        let end = end.unwrap_or_else(|| {
            let report = (!self.is_normal(reason)).then(|| {
                let words = self.reason_in_words(place, reason);
                self.report(place, "is killed", &words, &self.where_it_is(place))
            });
            (reason, report.map(Rc::from))
        });
        let process = self.change(place);
        process.next = Next::Run;
        let rest = process.rest_mut();
        rest.stages = vec![Stage::Life];
        rest.end = Some(end);
        // Its first stage is this very step.
        self.take_stage(place, step)?;
        self.go_on_ending(place, step)
    }

    /// The process that a finding is about, for people.
    pub(super) fn show_process(&self, place: usize) -> String {
        format!("process {}", self.show_pid(self.id(place)))
    }

    /// A process, with its name.
    pub(super) fn show_pid(&self, process: ProcessId) -> String {
        let place = self.state.place(process);
        let name = place.and_then(|place| self.process(place).rest.registered);
        match name {
            Some(name) => self.with_name(process, name),
            None => print::pid(&self.heap, process.0),
        }
    }

    /// A process, with a name.
    pub(super) fn with_name(&self, process: ProcessId, name: Term) -> String {
        let path = print::pid(&self.heap, process.0);
        let inner = path.trim_start_matches('<').trim_end_matches('>');
        let name = self.heap.atom_text(name).unwrap_or_default();
        format!("<{inner}/{}>", print::name(&self.heap, name))
    }
}
