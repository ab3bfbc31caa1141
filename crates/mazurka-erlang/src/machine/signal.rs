//! What processes tell one another: messages, exit signals, links.

use super::process::{Channel, Fate, Link, Message, Next, Process, Rest, Signal, Unhandled};
use super::report::{Became, ExitSignal};
use super::{Done, Machine, Object, Trouble};
use crate::atoms;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Access, Edge, Interrupt, ProcessId, Step};
use std::rc::Rc;

/// Where a message goes.
pub(super) enum Target {
    Process(ProcessId),
    Name(Term),
    /// A reference that may be an alias.
    Alias((u32, u64)),
}

impl Machine {
    /// Where a message to this term goes; none if it cannot go there.
    pub(super) fn target(&self, to: Term) -> Option<Target> {
        if let Some(process) = to.as_pid() {
            return Some(Target::Process(ProcessId(process)));
        }
        if to.as_atom().is_some() {
            return Some(Target::Name(to));
        }
        if let Some(key) = self.heap.as_reference(to) {
            return Some(Target::Alias(key));
        }
        match self.heap.elements(to)?[..] {
            [name, atoms::NONODE] if name.as_atom().is_some() => Some(Target::Name(name)),
            _ => None,
        }
    }

    /// `To ! Message`
    pub(super) fn send(
        &mut self,
        place: usize,
        to: Term,
        message: Term,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let Some(target) = self.target(to) else {
            return Err(self.elsewhere(to).into());
        };
        match target {
            Target::Process(process) => {
                self.tell(place, process, Signal::Message(message), step)?
            }
            Target::Name(name) => {
                let hash = self.hash(name);
                self.read(step, Object::Name(hash));
                if self.state.named(name).is_none() {
                    self.is_nobody(name)?;
                }
                match self.state.named(name) {
                    Some(process) => {
                        self.tell(place, process, Signal::Message(message), step)?;
                    }
                    // A name on this node, with the node, leaves no trace.
                    None if to.as_atom().is_none() => {}
                    None => return Err(Raise::BADARG.into()),
                }
            }
            Target::Alias(key) => {
                let signal = Signal::Alias { key, message };
                self.tell(place, ProcessId(key.0), signal, step)?;
            }
        }
        Ok(())
    }

    /// A signal from one process to another, at once or on its way.
    pub(super) fn tell(
        &mut self,
        place: usize,
        to: ProcessId,
        signal: Signal,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let from = self.id(place);
        if self.settings.instant_delivery || from == to || self.state.is_booting {
            let mark = self.mark(from, step);
            return self.deliver(to, signal, mark, step);
        }
        let mark = self.mark(from, step);
        let channel = self.channel(place, to, step);
        let is_idle = self.process(channel).next == Next::Finished;
        let rest = self.change(channel).rest_mut();
        let signals = &mut rest.channel.as_mut().expect("it is a channel").signals;
        signals.push((signal, mark));
        if is_idle {
            self.announce_delivery(channel, step);
        }
        Ok(())
    }

    /// The channel between two processes, if the first has ever sent something.
    fn existing_channel(&self, from: ProcessId, to: ProcessId) -> Option<usize> {
        if from == to {
            return None;
        }
        let is_it = |process: &Process| {
            let channel = process.rest.channel.as_ref();
            channel.is_some_and(|channel| channel.to == to)
                && self.names.owner(process.id) == Some(from)
        };
        self.state.processes.iter().position(is_it)
    }

    /// What asks another process something comes after all that was sent to it before: the
    /// channel that must have delivered that, if there is one.
    pub(super) fn channel_before(
        &self,
        from: ProcessId,
        function: Native,
        arguments: &[Term],
    ) -> Option<usize> {
        let whom = match function {
            _ if self.settings.instant_delivery => return None,
            Native::Link | Native::IsAlive | Native::ProcessInfo => arguments.first(),
            Native::Monitor => arguments.get(1),
            _ => None,
        };
        self.existing_channel(from, ProcessId(whom?.as_pid()?))
    }

    /// Does a process wait for a channel to deliver what it has sent?
    pub(super) fn waits_for_channel(&self, process: &Process) -> bool {
        let Next::Native(function, _) = process.next else {
            return false;
        };
        let channel = self.channel_before(process.id, function, process.core.arguments());
        channel.is_some_and(|channel| self.process(channel).next != Next::Finished)
    }

    /// The channel between two processes.
    fn channel(&mut self, place: usize, to: ProcessId, step: &mut Step) -> usize {
        let from = self.id(place);
        if let Some(channel) = self.existing_channel(from, to) {
            return channel;
        }
        let channel = Channel {
            to,
            signals: Vec::new(),
        };
        let id = self.shadow(place, step);
        let rest = Rest {
            channel: Some(channel),
            ..(*self.process(place).rest).clone()
        };
        self.add_shadow(id, rest)
    }

    /// A new timer or channel of a process.
    pub(super) fn shadow(&mut self, place: usize, step: &mut Step) -> ProcessId {
        let owner = self.id(place);
        let process = self.change(place);
        let nth = process.shadows;
        process.shadows += 1;
        let id = self.names.shadow(owner, nth);
        step.edges.push(Edge::Spawn {
            parent: Some(owner),
            child: id,
        });
        id
    }

    pub(super) fn add_shadow(&mut self, id: ProcessId, rest: Rest) -> usize {
        self.known(id);
        let objects = self.objects_of(id);
        let rest = Rest {
            dictionary: Vec::new(),
            links: Vec::new(),
            monitored_by: Vec::new(),
            monitors: Vec::new(),
            aliases: Vec::new(),
            late: Vec::new(),
            registered: None,
            tables: Vec::new(),
            stages: Vec::new(),
            end: None,
            ..rest
        };
        let mut process = Process::new(id, objects, Rc::new(rest));
        process.next = Next::Finished;
        self.state.add(process)
    }

    /// What a channel does next: the first of its signals, after what came before that.
    pub(super) fn announce_delivery(&mut self, channel: usize, step: &mut Step) {
        let process = self.process(channel);
        let id = process.id;
        let of = process.rest.channel.as_ref().expect("it is a channel");
        let Some((signal, mark)) = of.signals.first().copied() else {
            self.change(channel).next = Next::Finished;
            return;
        };
        let to = of.to;
        step.edges.push(Edge::After { process: id, mark });
        let operation = match signal {
            Signal::Message(_) => self.opaque(Object::Queue(to)),
            Signal::Exit { .. } => self.opaque(Object::Life(to)),
            Signal::Alias { key, .. } => self.opaque(Machine::of_reference(key, Object::Alias)),
            Signal::Down { key, .. } => self.opaque(Machine::of_reference(key, Object::Monitor)),
            Signal::Handled => unreachable!("it is announced where it is made"),
        };
        let operation = self.as_announced(id, operation);
        self.change(channel).next = Next::Deliver(operation);
    }

    /// A channel delivers the first of its signals.
    pub(super) fn deliver_first(
        &mut self,
        channel: usize,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        if self.handled_by(self.process(channel)).is_some() {
            self.handle(channel, step);
            return Ok(());
        }
        let id = self.id(channel);
        let rest = self.change(channel).rest_mut();
        let of = rest.channel.as_mut().expect("it is a channel");
        let (signal, _) = of.signals.remove(0);
        let to = of.to;
        self.bump(step, Object::Channel(id));
        let mark = self.mark(id, step);
        self.deliver(to, signal, mark, step)?;
        self.announce_delivery(channel, step);
        Ok(())
    }

    /// A signal arrives.
    pub(super) fn deliver(
        &mut self,
        to: ProcessId,
        signal: Signal,
        mark: u32,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let Some(place) = self.state.place(to) else {
            return Ok(());
        };
        match signal {
            Signal::Message(term) => {
                self.push_message(place, Message::new(term, mark), step);
                Ok(())
            }
            Signal::Exit {
                from,
                reason,
                by_link,
            } => self.exit_signal(place, from, reason, by_link, mark, step),
            Signal::Alias { key, message } => {
                let message = Message::new(message, mark);
                self.deliver_to_alias(place, key, message, step);
                Ok(())
            }
            Signal::Down { of, key, message } => {
                let message = Message::new(message, mark);
                self.deliver_down(place, of, key, message, step);
                Ok(())
            }
            Signal::Handled => unreachable!("it is no signal of another"),
        }
    }

    /// A message arrives.
    pub(super) fn push_message(&mut self, place: usize, mut message: Message, step: &mut Step) {
        let (id, queue) = (self.id(place), self.process(place).queue);
        if self.chooses(id) {
            return self.add_mail(place, message, step);
        }
        let count = self.state.values.get(queue) + 1;
        self.touch(step, queue, Access::Write, count);
        if self.is_exposed(id) {
            self.read(step, Object::Doom(id));
        }
        let process = self.process(place);
        if process.fate != Fate::Alive {
            if self.records {
                self.tell_loss(place);
            }
            return;
        }
        let next = process.next;
        if matches!(next, Next::Take(_)) {
            // While a report is made, it may be learnt that a process does not choose any more.
            message.matches = self.matches(place, message.term);
        }
        self.note_mail(place, message.term, true);
        let process = self.change(place);
        process.mailbox.push(message);
        if matches!(next, Next::Receive | Next::Hibernate) {
            process.next = Next::Run;
            self.ready.push_back(place);
        }
        if next == Next::Hibernate {
            step.edges.push(Edge::After {
                process: id,
                mark: message.mark,
            });
        }
    }

    /// An exit signal arrives.
    fn exit_signal(
        &mut self,
        place: usize,
        from: ProcessId,
        reason: Term,
        by_link: bool,
        mark: u32,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let id = self.id(place);
        let signal = ExitSignal {
            from,
            reason,
            by_link,
        };
        if by_link && !self.break_link(place, from, step) {
            return Ok(());
        }
        if self.asks(from, place, step)? != Fate::Alive {
            return Ok(());
        }
        let is_kill = reason == atoms::KILL && !by_link;
        if !is_kill {
            self.read(step, Object::Trap(id));
            if self.process(place).traps {
                let from = Term::pid(from.0);
                let term = self.heap.tuple(&[atoms::EXIT_UPPER, from, reason]);
                self.push_message(place, Message::new(term, mark), step);
                if self.records {
                    self.note_exit(place, signal, Became::Message);
                }
                return Ok(());
            }
            if reason == atoms::NORMAL && from != id {
                return Ok(());
            }
        }
        if self.records {
            self.note_exit(place, signal, Became::Death);
        }
        let reason = if is_kill { atoms::KILLED } else { reason };
        self.doom(place, reason, step)
    }

    /// A signal kills a process.
    fn doom(&mut self, place: usize, reason: Term, step: &mut Step) -> Result<(), Interrupt> {
        let id = self.id(place);
        if !self.is_exposed(id) {
            return Err(self.learn(|known, names| known.expose(names.process_name(id))));
        }
        self.set(step, Object::Doom(id), 1);
        if self.process(place).fate == Fate::Alive {
            let process = self.change(place);
            process.fate = Fate::Doomed(reason);
            if process.rest.end.is_some() {
                // It does not end by itself any more.
                process.rest_mut().end = None;
            }
        }
        Ok(())
    }

    /// A process asks whether another lives.
    pub(super) fn asks(
        &mut self,
        asker: ProcessId,
        place: usize,
        step: &mut Step,
    ) -> Result<Fate, Interrupt> {
        let fate = self.asks_for_end(asker, place, step)?;
        let id = self.id(place);
        if self.is_exposed(id) {
            self.read(step, Object::Doom(id));
        }
        Ok(fate)
    }

    /// A process asks whether another has ended; it does not matter whether it is doomed.
    pub(super) fn asks_for_end(
        &mut self,
        asker: ProcessId,
        place: usize,
        step: &mut Step,
    ) -> Result<Fate, Interrupt> {
        let process = self.process(place);
        let (id, fate) = (process.id, process.fate);
        if self.known(id).is_mortal {
            self.read(step, Object::Life(id));
        } else if asker != id && !self.is_silent {
            match fate {
                Fate::Ended(_) => {
                    return Err(self.learn(|known, names| {
                        known.note_mortal(names.process_name(id));
                    }));
                }
                _ => self.change(place).is_asked = true,
            }
        }
        Ok(fate)
    }

    /// `exit(To, Reason)`
    pub(super) fn exit_other(
        &mut self,
        place: usize,
        to: Term,
        reason: Term,
        step: &mut Step,
    ) -> Result<Done, Trouble> {
        let Some(to) = to.as_pid().map(ProcessId) else {
            return Err(Raise::BADARG.into());
        };
        let own = self.id(place);
        if to == own {
            let process = self.process(place);
            if process.traps && reason != atoms::KILL {
                let from = self.pid(place);
                let term = self.heap.tuple(&[atoms::EXIT_UPPER, from, reason]);
                self.tell(place, own, Signal::Message(term), step)?;
                return Ok(Done::Value(atoms::TRUE));
            }
            let reason = match reason {
                atoms::KILL => atoms::KILLED,
                reason => reason,
            };
            return Ok(Done::Ends(reason));
        }
        let signal = Signal::Exit {
            from: own,
            reason,
            by_link: false,
        };
        self.tell(place, to, signal, step)?;
        Ok(Done::Value(atoms::TRUE))
    }

    // Links.

    /// The link of a process to another, if there ever was one.
    fn link_of(&self, place: usize, peer: ProcessId) -> Option<usize> {
        let mut links = self.process(place).rest.links.iter();
        links.position(|link| link.peer == peer)
    }

    /// Are two processes linked, as the first knows?
    pub(super) fn is_linked(&self, place: usize, peer: ProcessId) -> bool {
        let link = self.link_of(place, peer);
        link.is_some_and(|link| self.process(place).rest.links[link].is_on)
    }

    /// Says on one side whether two processes are linked.
    fn set_link(&mut self, place: usize, peer: ProcessId, is_on: bool, is_late: bool) {
        let known = self.link_of(place, peer);
        let heap = &self.heap;
        let before = |link: &Link| heap.pid_path(link.peer.0) < heap.pid_path(peer.0);
        let at = self.process(place).rest.links.partition_point(before);
        let links = &mut self.change(place).rest_mut().links;
        match known {
            Some(known) if links[known].is_on && is_on => {}
            Some(known) => (links[known].is_on, links[known].is_late) = (is_on, is_late),
            None if is_on => links.insert(
                at,
                Link {
                    peer,
                    is_on,
                    is_late,
                    is_by_peer: false,
                },
            ),
            None => {}
        }
    }

    /// Links two processes.
    pub(super) fn join_processes(&mut self, a: usize, b: usize, is_late: bool) {
        let (of_a, of_b) = (self.id(a), self.id(b));
        self.set_link(a, of_b, true, is_late);
        self.set_link(b, of_a, true, is_late);
        let object = self.link_object(of_a, of_b);
        let object = self.object(object);
        self.state.values.set(object, 1);
    }

    /// Two processes are linked no more: a signal has come by the link, or one does not want it.
    /// Was there one?
    fn break_link(&mut self, place: usize, from: ProcessId, step: &mut Step) -> bool {
        let id = self.id(place);
        let was_on = self.is_linked(place, from);
        let object = self.link_object(id, from);
        self.set(step, object, 0);
        if was_on {
            self.set_link(place, from, false, false);
            if let Some(other) = self.state.place(from) {
                self.set_link(other, id, false, false);
            }
        }
        was_on
    }

    /// `link(To)`
    pub(super) fn link(
        &mut self,
        place: usize,
        to: Term,
        step: &mut Step,
    ) -> Result<Done, Trouble> {
        let Some(peer) = to.as_pid().map(ProcessId) else {
            return Err(Raise::BADARG.into());
        };
        let own = self.id(place);
        if peer == own {
            return Ok(Done::Value(atoms::TRUE));
        }
        let other = self.state.place(peer);
        let fate = match other {
            Some(other) => self.asks(own, other, step)?,
            None => Fate::Ended(atoms::NOPROC),
        };
        if let Some(other) = other
            && !matches!(fate, Fate::Ended(_))
        {
            let comes_late = fate != Fate::Alive || self.comes_late(place, other, step)?;
            let object = self.link_object(own, peer);
            self.set(step, object, 1);
            self.join_processes(place, other, comes_late);
            if let Some(link) = self.link_of(other, own)
                && !self.process(other).rest.links[link].is_by_peer
            {
                self.change(other).rest_mut().links[link].is_by_peer = true;
            }
            return Ok(Done::Value(atoms::TRUE));
        }
        if other.is_some() && !self.known(peer).is_linked && !self.is_silent {
            // It could have come a little earlier.
            return Err(self
                .learn(|known, names| known.note_linked(names.process_name(peer)))
                .into());
        }
        if self.process(place).traps {
            let term = self.heap.tuple(&[atoms::EXIT_UPPER, to, atoms::NOPROC]);
            let mark = self.mark(own, step);
            self.push_unhandled(place, Message::new(term, mark), Unhandled::Exit, step);
            return Ok(Done::Value(atoms::TRUE));
        }
        Err(Raise::Error(atoms::NOPROC).into())
    }

    /// Does a link come to a process that is still there, but will not handle it any more, as it
    /// ends by itself? From now on all can see that it ends, and nothing changes why.
    fn comes_late(
        &mut self,
        place: usize,
        other: usize,
        step: &mut Step,
    ) -> Result<bool, Interrupt> {
        let peer = self.id(other);
        if !self.known(peer).is_linked || self.is_linked(place, peer) {
            return Ok(false);
        }
        let is_deaf = self.read(step, Object::Deaf(peer)) != 0;
        if is_deaf && let Some((reason, _)) = self.process(other).rest.end.clone() {
            if !self.is_exposed(peer) {
                return Err(self.learn(|known, names| known.expose(names.process_name(peer))));
            }
            self.set(step, Object::Doom(peer), 1);
            self.change(other).fate = Fate::Doomed(reason);
        }
        Ok(is_deaf)
    }

    /// `unlink(To)`
    pub(super) fn unlink(
        &mut self,
        place: usize,
        to: Term,
        step: &mut Step,
    ) -> Result<Done, Trouble> {
        let Some(peer) = to.as_pid().map(ProcessId) else {
            return Err(Raise::BADARG.into());
        };
        self.break_link(place, peer, step);
        Ok(Done::Value(atoms::TRUE))
    }
}
