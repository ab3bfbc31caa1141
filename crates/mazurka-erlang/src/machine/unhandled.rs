//! Signals that a process has not handled yet.
//!
//! A signal has its effect when its process handles it: at a receive, or whenever the system
//! turns to another process. Where signals come at once, it is as if each were handled when it is
//! sent, and mostly nobody can tell. A process can tell of those that it has caused itself:
//!
//! - The monitor of a process that has ended: its message is sent when the system turns to another
//!   process. So it comes later, at any time, but after those of earlier monitors; a receive that
//!   waits gets it before it gives up.
//! - A message to an alias of its own, the message of a monitor of a name that nobody has, the
//!   exit signal of a link to a process that has ended: they are in the mailbox, and a receive
//!   finds them. `unalias`, `demonitor` and `process_info` find that they were handled, or not.

use super::process::{Channel, Fate, Message, Monitor, Next, Process, Rest, Signal, Unhandled};
use super::{Arguments, Machine, Object};
use crate::native::Native;
use crate::term::Term;
use mazurka_program::{Interrupt, Kind, ProcessId, Step};

impl Machine {
    /// The message of a monitor of a process that has ended sets out.
    pub(super) fn send_late(
        &mut self,
        place: usize,
        monitor: Monitor,
        message: Term,
        step: &mut Step,
    ) {
        let (own, key) = (monitor.watcher, monitor.key);
        let channel = self.late_channel(own).unwrap_or_else(|| {
            let id = self.shadow(place, step);
            self.add_channel(place, id, own, Vec::new())
        });
        let mark = self.mark(own, step);
        let of = self.id(channel);
        self.add_monitor(place, channel, monitor);
        let is_idle = self.process(channel).next == Next::Finished;
        let rest = self.change(channel).rest_mut();
        let signals = &mut rest.channel.as_mut().expect("it is a channel").signals;
        signals.push((Signal::Down { of, key, message }, mark));
        if is_idle {
            self.announce_delivery(channel, step);
        }
        let late = &mut self.change(place).rest_mut().late;
        late.push((key.1, message));
    }

    /// What tells a process of others that had ended: one after the other, as they were asked for.
    fn late_channel(&self, own: ProcessId) -> Option<usize> {
        let is_it = |process: &Process| {
            let channel = process.rest.channel.as_ref();
            channel.is_some_and(|channel| channel.to == own)
                && self.names.owner(process.id) == Some(own)
                && self.handled_by(process).is_none()
        };
        self.state.processes.iter().position(is_it)
    }

    /// A channel with these signals.
    fn add_channel(
        &mut self,
        place: usize,
        id: ProcessId,
        to: ProcessId,
        signals: Vec<(Signal, u32)>,
    ) -> usize {
        let rest = Rest {
            channel: Some(Channel { to, signals }),
            ..(*self.process(place).rest).clone()
        };
        self.add_shadow(id, rest)
    }

    /// Is there a message of a monitor on its way, or there, that the present receive matches? Then
    /// it comes before a time that is not zero is over.
    pub(super) fn is_awaited(&mut self, place: usize, timeout: Term) -> bool {
        if self.process(place).rest.late.is_empty() || timeout.as_small() == Some(0) {
            return false;
        }
        let late = self.process(place).rest.late.clone();
        late.iter()
            .any(|(_, message)| self.matches(place, *message))
    }

    /// The message of a monitor is taken, or will not come.
    pub(super) fn no_longer_late(&mut self, place: usize, key: (u32, u64)) {
        let process = self.process(place);
        let is_it = |(number, _): &(u64, Term)| (process.id.0, *number) == key;
        if process.rest.late.iter().any(is_it) {
            let late = &mut self.change(place).rest_mut().late;
            late.retain(|(number, _)| *number != key.1);
        }
    }

    /// A process takes a message, which may be of a monitor.
    pub(super) fn note_late(&mut self, place: usize, message: Term) {
        if self.process(place).rest.late.is_empty() {
            return;
        }
        if let Some([_, reference, ..]) = self.heap.elements(message).as_deref()
            && let Some(key) = self.heap.as_reference(*reference)
        {
            self.no_longer_late(place, key);
        }
    }

    /// A message that a process may not have handled yet is in its mailbox.
    pub(super) fn push_unhandled(
        &mut self,
        place: usize,
        message: Message,
        what: Unhandled,
        step: &mut Step,
    ) {
        let unhandled = Some(what);
        self.change(place).has_unhandled = true;
        self.push_message(
            place,
            Message {
                unhandled,
                ..message
            },
            step,
        );
    }

    /// A process has handled all that it has.
    pub(super) fn handle_all(&mut self, place: usize) {
        if !self.process(place).has_unhandled {
            return;
        }
        let process = self.change(place);
        process.has_unhandled = false;
        for message in &mut process.mailbox {
            message.unhandled = None;
        }
    }

    /// Does a native function find something else if the process has handled all that it has?
    fn looks_at_unhandled(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> bool {
        if !self.process(place).has_unhandled {
            return false;
        }
        let key = arguments.first().and_then(|of| self.heap.as_reference(*of));
        let is_its =
            |of| matches!(of, Unhandled::Alias(of) | Unhandled::Down(of) if Some(of) == key);
        let is_hidden = |of| !matches!(of, Unhandled::Alias(_));
        let is_there = |machine: &Machine, is_it: &dyn Fn(Unhandled) -> bool| {
            let mut mailbox = machine.process(place).mailbox.iter();
            mailbox.any(|message| message.unhandled.is_some_and(is_it))
        };
        match function {
            Native::Unalias | Native::Demonitor => is_there(self, &is_its),
            Native::ProcessInfo if arguments[0] == self.pid(place) => {
                self.asks_for_queue(arguments) && is_there(self, &is_hidden)
            }
            _ => false,
        }
    }

    /// A process has come to a native function that may find signals handled or not: a shadow may
    /// handle them before. What it does after the function, it does not do any more.
    pub(super) fn let_handle(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        if !self.looks_at_unhandled(place, function, arguments) {
            return Ok(());
        }
        let own = self.id(place);
        if self.chooses(own) {
            // What was sent may not come.
            return Err(self.order_messages(own));
        }
        let id = self.shadow(place, step);
        let handler = self.add_channel(place, id, own, vec![(Signal::Handled, 0)]);
        let operation = self.operation(Kind::Await, Object::Handled(own), 0);
        self.change(handler).next = Next::Deliver(operation);
        self.change(place).handler = Some(id);
        Ok(())
    }

    /// Can a channel deliver what it has? A process that has gone on has no use for a handler.
    pub(super) fn can_deliver(&self, channel: &Process) -> bool {
        let of = channel.rest.channel.as_ref().expect("it is a channel");
        match of.signals.first() {
            Some((Signal::Handled, _)) => {
                let owner = self.state.place(of.to).map(|place| self.process(place));
                owner.is_some_and(|owner| {
                    owner.fate == Fate::Alive && owner.handler == Some(channel.id)
                })
            }
            _ => true,
        }
    }

    /// The owner of a handler, which waits for it.
    pub(super) fn handled_by(&self, channel: &Process) -> Option<&Process> {
        let of = channel.rest.channel.as_ref()?;
        match of.signals.first() {
            Some((Signal::Handled, _)) => self.state.place(of.to).map(|place| self.process(place)),
            _ => None,
        }
    }

    /// A shadow lets its process handle what it has.
    pub(super) fn handle(&mut self, channel: usize, step: &mut Step) {
        let owner = self.handled_by(self.process(channel));
        let owner = owner.expect("it is a handler").id;
        self.bump(step, Object::Handled(owner));
        if self.is_exposed(owner) {
            self.read(step, Object::Doom(owner));
        }
        self.change(channel).next = Next::Finished;
        let place = self.state.place(owner).expect("it is there");
        self.handle_all(place);
    }

    /// What a process has not handled of a reference will not come. Was there a message to an
    /// alias, or one of a monitor?
    pub(super) fn drop_unhandled(&mut self, place: usize, key: (u32, u64)) -> (bool, bool) {
        if !self.process(place).has_unhandled {
            return (false, false);
        }
        let (mut alias, mut down) = (false, false);
        let mut dropped = Vec::new();
        self.change(place).mailbox.retain(|message| {
            let is_alias = message.unhandled == Some(Unhandled::Alias(key));
            let is_down = message.unhandled == Some(Unhandled::Down(key));
            (alias, down) = (alias || is_alias, down || is_down);
            if is_alias || is_down {
                dropped.push(message.term);
            }
            !is_alias && !is_down
        });
        for message in dropped {
            self.note_mail(place, message, false);
        }
        (alias, down)
    }
}
