//! Monitors and aliases.

use super::process::{Alias, AliasEnd, Fate, Message, Monitor, Signal, Unhandled};
use super::signal::Target;
use super::{Arguments, Machine, Object, Trouble};
use crate::atoms;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{ProcessId, Step};

/// What the options of `monitor/3` say.
struct Options {
    alias: Option<AliasEnd>,
    tag: Term,
}

impl Machine {
    fn monitor_options(&mut self, options: Term) -> Result<Options, Raise> {
        let mut result = Options {
            alias: None,
            tag: atoms::DOWN_UPPER,
        };
        for option in self.heap.as_list(options).ok_or(Raise::BADARG)? {
            let pair = self.heap.elements(option).ok_or(Raise::BADARG)?;
            let [name, value] = pair[..] else {
                return Err(Raise::BADARG);
            };
            match self.heap.atom_text(name) {
                Some("alias") => result.alias = Some(self.alias_end(value)?),
                Some("tag") => result.tag = value,
                _ => return Err(Raise::BADARG),
            }
        }
        Ok(result)
    }

    fn alias_end(&self, term: Term) -> Result<AliasEnd, Raise> {
        match self.heap.atom_text(term) {
            Some("explicit_unalias") => Ok(AliasEnd::Explicit),
            Some("demonitor") => Ok(AliasEnd::Demonitor),
            Some("reply_demonitor") => Ok(AliasEnd::Reply),
            _ => Err(Raise::BADARG),
        }
    }

    /// `monitor(process, Whom)`, `monitor(process, Whom, Options)`
    pub(super) fn monitor(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let (kind, whom) = (arguments[0], arguments[1]);
        let options = arguments.get(2).copied().unwrap_or(Term::NIL);
        let options = self.monitor_options(options)?;
        match self.heap.atom_text(kind) {
            Some("process") => {}
            Some("time_offset" | "port") => {
                let text = "monitors of ports and of the time offset are not supported";
                return Err(Raise::Unsupported(text.to_owned()).into());
            }
            _ => return Err(Raise::BADARG.into()),
        }
        let (reference, key) = self.reference(place);
        if let Some(end) = options.alias {
            let aliases = &mut self.change(place).rest_mut().aliases;
            aliases.push(Alias {
                key,
                end,
                is_on: true,
            });
        }
        let (target, called) = match self.target(whom) {
            Some(Target::Process(process)) => (self.state.place(process), whom),
            Some(Target::Name(name)) => {
                let hash = self.hash(name);
                self.read(step, Object::Name(hash));
                let called = self.heap.tuple(&[name, atoms::NONODE]);
                let process = self.state.named(name);
                if process.is_none() {
                    self.is_nobody(name)?;
                }
                (
                    process.and_then(|process| self.state.place(process)),
                    called,
                )
            }
            _ => return Err(self.elsewhere(whom).into()),
        };
        let own = self.id(place);
        let fate = match target {
            // (It never learns of its own end.)
            Some(target) if target == place => return Ok(reference),
            Some(target) => self.asks(own, target, step)?,
            None => Fate::Ended(atoms::NOPROC),
        };
        let monitor = Monitor {
            reference,
            key,
            watcher: own,
            called,
            tag: options.tag,
            is_on: true,
            is_late: fate != Fate::Alive,
        };
        match target.filter(|_| !matches!(fate, Fate::Ended(_))) {
            Some(target) => self.add_monitor(place, target, monitor),
            None => {
                let message = self.down(&monitor, atoms::NOPROC);
                match target {
                    Some(_) if !self.state.is_booting => {
                        self.send_late(place, monitor, message, step);
                    }
                    _ => {
                        self.end_alias(own, key, AliasEnd::Demonitor, step);
                        let mark = self.mark(own, step);
                        let message = Message::new(message, mark);
                        self.push_unhandled(place, message, Unhandled::Down(key), step);
                    }
                }
            }
        }
        Ok(reference)
    }

    pub(super) fn add_monitor(&mut self, place: usize, target: usize, monitor: Monitor) {
        let (of, number) = (self.id(target), monitor.key.1);
        self.change(place).rest_mut().monitors.push((number, of));
        self.change(target).rest_mut().monitored_by.push(monitor);
        let object = self.object(Machine::of_reference(monitor.key, Object::Monitor));
        self.state.values.set(object, 1);
    }

    /// A monitor of a process that was just started.
    pub(super) fn monitor_child(
        &mut self,
        place: usize,
        child: usize,
        options: Term,
    ) -> Result<Term, Raise> {
        let options = self.monitor_options(options)?;
        let (reference, key) = self.reference(place);
        if let Some(end) = options.alias {
            let aliases = &mut self.change(place).rest_mut().aliases;
            aliases.push(Alias {
                key,
                end,
                is_on: true,
            });
        }
        let monitor = Monitor {
            reference,
            key,
            watcher: self.id(place),
            called: self.pid(child),
            tag: options.tag,
            is_on: true,
            is_late: false,
        };
        self.add_monitor(place, child, monitor);
        Ok(reference)
    }

    /// The message of a monitor.
    fn down(&mut self, monitor: &Monitor, reason: Term) -> Term {
        let elements = [
            monitor.tag,
            monitor.reference,
            atoms::PROCESS,
            monitor.called,
            reason,
        ];
        self.heap.tuple(&elements)
    }

    /// A process that was monitored has ended.
    pub(super) fn end_monitor(
        &mut self,
        place: usize,
        monitor: &Monitor,
        reason: Term,
        step: &mut Step,
    ) -> Result<(), mazurka_program::Interrupt> {
        let reason = match monitor.is_late {
            true => atoms::NOPROC,
            false => reason,
        };
        let message = self.down(monitor, reason);
        let signal = Signal::Down {
            of: self.id(place),
            key: monitor.key,
            message,
        };
        self.tell(place, monitor.watcher, signal, step)
    }

    /// The message of a monitor arrives, unless that is over.
    pub(super) fn deliver_down(
        &mut self,
        watcher: usize,
        of: ProcessId,
        key: (u32, u64),
        message: Message,
        step: &mut Step,
    ) {
        let Some(target) = self.state.place(of) else {
            return;
        };
        if self.stop_monitor(target, key, step) {
            let id = self.id(watcher);
            self.end_alias(id, key, AliasEnd::Demonitor, step);
            self.push_message(watcher, message, step);
        }
    }

    /// A monitor of the process at that place is over. Was it on?
    fn stop_monitor(&mut self, target: usize, key: (u32, u64), step: &mut Step) -> bool {
        self.set(step, Machine::of_reference(key, Object::Monitor), 0);
        let monitored_by = &self.process(target).rest.monitored_by;
        let which = monitored_by.iter().position(|of| of.key == key);
        let Some(which) = which.filter(|which| monitored_by[*which].is_on) else {
            return false;
        };
        self.change(target).rest_mut().monitored_by[which].is_on = false;
        true
    }

    /// Does `demonitor` look for a message?
    pub(super) fn flushes(&self, arguments: &Arguments) -> bool {
        let options = arguments.get(1).and_then(|list| self.heap.as_list(*list));
        let mut options = options.unwrap_or_default().into_iter();
        options.any(|option| self.heap.atom_text(option) == Some("flush"))
    }

    /// `demonitor(Reference, Options)`
    pub(super) fn demonitor(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let options = arguments.get(1).copied().unwrap_or(Term::NIL);
        let (mut flush, mut info) = (false, false);
        for option in self.heap.as_list(options).ok_or(Raise::BADARG)? {
            match self.heap.atom_text(option) {
                Some("flush") => flush = true,
                Some("info") => info = true,
                _ => return Err(Raise::BADARG.into()),
            }
        }
        let reference = arguments[0];
        let key = self.heap.as_reference(reference).ok_or(Raise::BADARG)?;
        let own = self.id(place);
        if key.0 != own.0 {
            // It is another's, and stays.
            if flush {
                self.read(step, Object::Queue(own));
                self.flush_down(place, reference);
            }
            return Ok(Machine::boolean(!info));
        }
        let rest = &self.process(place).rest;
        let watched = rest.monitors.iter().find(|(number, _)| *number == key.1);
        let target = watched.and_then(|(_, process)| self.state.place(*process));
        let was_on = match target {
            Some(target) => self.stop_monitor(target, key, step),
            None => {
                self.read(step, Machine::of_reference(key, Object::Monitor));
                false
            }
        };
        let mut aliases = self.process(place).rest.aliases.iter();
        let ends_so = |alias: &Alias| alias.key == key && alias.end == AliasEnd::Reply;
        let was_by_reply = aliases.any(ends_so) && target.is_some();
        self.end_alias(own, key, AliasEnd::Demonitor, step);
        self.no_longer_late(place, key);
        let (replied, was_told) = self.drop_unhandled(place, key);
        let was_on = was_on || was_told || replied && was_by_reply;
        if flush && !was_on {
            self.flush_down(place, reference);
        }
        // (Whether something was flushed is not told, whatever the manual says.)
        let result = was_on || !info;
        Ok(Machine::boolean(result))
    }

    /// Takes the message of a monitor out of the mailbox, if it is there.
    fn flush_down(&mut self, place: usize, reference: Term) {
        let heap = &self.heap;
        let key = heap.as_reference(reference);
        let is_it = |message: &Message| match heap.elements(message.term).as_deref() {
            Some([_, of, _, _, _]) => heap.as_reference(*of) == key,
            _ => false,
        };
        let found = self.process(place).mailbox.iter().position(is_it);
        if let Some(found) = found {
            let message = self.change(place).mailbox.remove(found);
            self.note_mail(place, message.term, false);
        }
    }

    // Aliases.

    /// `alias(Options)`
    pub(super) fn alias(&mut self, place: usize, arguments: &Arguments) -> Result<Term, Trouble> {
        let options = arguments.first().copied().unwrap_or(Term::NIL);
        let mut end = AliasEnd::Explicit;
        for option in self.heap.as_list(options).ok_or(Raise::BADARG)? {
            end = match self.heap.atom_text(option) {
                Some("explicit_unalias") => AliasEnd::Explicit,
                Some("reply") => AliasEnd::Reply,
                _ => return Err(Raise::BADARG.into()),
            };
        }
        let (reference, key) = self.reference(place);
        let alias = Alias {
            key,
            end,
            is_on: true,
        };
        self.change(place).rest_mut().aliases.push(alias);
        Ok(reference)
    }

    /// `unalias(Alias)`
    pub(super) fn unalias(
        &mut self,
        place: usize,
        reference: Term,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let key = self.heap.as_reference(reference).ok_or(Raise::BADARG)?;
        let was_on = self.end_alias(self.id(place), key, AliasEnd::Explicit, step);
        let (was_sent, _) = self.drop_unhandled(place, key);
        Ok(Machine::boolean(was_on || was_sent))
    }

    /// Ends an alias by what ends it, at the least: an explicit end ends all, the end of a
    /// monitor only those that end with it. Was it on?
    fn end_alias(
        &mut self,
        owner: ProcessId,
        key: (u32, u64),
        by: AliasEnd,
        step: &mut Step,
    ) -> bool {
        let Some(place) = self.state.place(owner) else {
            return false;
        };
        let aliases = &self.process(place).rest.aliases;
        let Some(which) = aliases.iter().position(|alias| alias.key == key) else {
            return false;
        };
        let alias = aliases[which];
        let ends = match by {
            AliasEnd::Explicit => true,
            AliasEnd::Demonitor => alias.end != AliasEnd::Explicit,
            AliasEnd::Reply => alias.end == AliasEnd::Reply,
        };
        let object = Machine::of_reference(key, Object::Alias);
        // (Zero is an alias that can be used.)
        if !ends || !alias.is_on {
            self.read(step, object);
            return alias.is_on;
        }
        self.write(step, object, 1);
        self.change(place).rest_mut().aliases[which].is_on = false;
        true
    }

    /// A message to an alias arrives at its owner.
    pub(super) fn deliver_to_alias(
        &mut self,
        owner: usize,
        key: (u32, u64),
        message: Message,
        step: &mut Step,
    ) {
        self.read(step, Machine::of_reference(key, Object::Alias));
        let find = |machine: &Machine| {
            let aliases = &machine.process(owner).rest.aliases;
            aliases.iter().find(|alias| alias.key == key).copied()
        };
        if !find(self).is_some_and(|alias| alias.is_on) {
            if self.records {
                self.remark("(it is dropped: the alias has ended)");
            }
            return;
        }
        let id = self.id(owner);
        self.end_alias(id, key, AliasEnd::Reply, step);
        if find(self).is_some_and(|alias| !alias.is_on) {
            // The reply ends the monitor as well.
            let rest = &self.process(owner).rest;
            let watched = rest.monitors.iter().find(|(number, _)| *number == key.1);
            let target = watched.and_then(|(_, process)| self.state.place(*process));
            if let Some(target) = target {
                self.stop_monitor(target, key, step);
            }
        }
        if self.actor == id {
            self.push_unhandled(owner, message, Unhandled::Alias(key), step);
            return;
        }
        self.push_message(owner, message, step);
    }
}
