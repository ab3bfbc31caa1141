//! What each operation does.

use super::code::{introduces, tag, taken};
use super::exits::{link, pair};
use super::late::Unhandled;
use super::machine::{Actor, Effect, Letter, Link, Machine, Monitor, Phase, State, Timer};
use super::program::{ASK, Message, Number, Operation, Pattern, Process, Reason, Spawn};
use super::touches::{Mode, Object};
use super::travel::Signal;
use super::value::{Value, atom, boolean, tuple};

pub(super) fn reason(reason: Reason) -> Value {
    match reason {
        Reason::Normal => atom("normal"),
        Reason::Shutdown => atom("shutdown"),
        Reason::ShutdownWith => tuple([atom("shutdown"), Value::Int(1)]),
        Reason::Oops => atom("oops"),
        Reason::Kill => atom("kill"),
    }
}

impl State {
    #[allow(clippy::too_many_lines, reason = "one arm for each operation")]
    pub(super) fn operate(
        &mut self,
        machine: &Machine,
        me: Process,
        operation: &Operation,
        effect: &mut Effect,
    ) -> Result<Option<Value>, &'static str> {
        let touches = &mut effect.touches;
        let value = match *operation {
            Operation::Spawn(child, how) => {
                effect.made = Some(Actor::Process(child));
                match how {
                    Spawn::Plain => {}
                    Spawn::Link => {
                        self.links.insert(pair(me, child), Link::There);
                    }
                    Spawn::Monitor(number) => self.watch(me, child, number),
                }
                self.processes[child].phase = Phase::Ready;
                self.run_on(machine, child);
                return Ok(None);
            }
            Operation::Send(to, message) => {
                let message = self.message(me, message);
                let signal = Signal::Message(message.clone());
                self.tell(machine, (me, to), signal, touches);
                message
            }
            Operation::Tell(to, about) => {
                let message = tuple([introduces(about), Value::Pid(about)]);
                let signal = Signal::Message(message.clone());
                self.tell(machine, (me, to), signal, touches);
                message
            }
            Operation::Ask(to, number, question) => {
                let number = Value::Int(self.number(me, number));
                let reference = Value::Ref(me, question);
                let message = tuple([atom(ASK), number, Value::Pid(me), reference]);
                let signal = Signal::Message(message.clone());
                self.tell(machine, (me, to), signal, touches);
                message
            }
            Operation::Answer => {
                let (to, reference) = self.processes[me].customer.clone().expect("it is asked");
                let message = tuple([reference, Value::Int(self.processes[me].x)]);
                let signal = Signal::Message(message.clone());
                self.tell(machine, (me, to), signal, touches);
                message
            }
            Operation::QueueLength => {
                touches.read(Object::Queue(me));
                touches.read(Object::Handled(me));
                let length = i64::try_from(self.own_length(me));
                tuple([atom("message_queue_len"), Value::Int(length.expect("few"))])
            }
            Operation::SendName(name, message) => {
                touches.read(Object::Name(name));
                let to = self.names[name].ok_or("badarg")?;
                let message = self.message(me, message);
                let signal = Signal::Message(message.clone());
                self.tell(machine, (me, to), signal, touches);
                message
            }
            Operation::Register(name, process) => {
                touches.read(Object::Name(name));
                if self.names[name].is_some() {
                    return Err("badarg");
                }
                touches.read(Object::Life(process));
                touches.read(Object::Registered(process));
                if self.is_dead(process) || self.processes[process].name.is_some() {
                    return Err("badarg");
                }
                touches.write(Object::Name(name));
                touches.write(Object::Registered(process));
                self.names[name] = Some(process);
                self.processes[process].name = Some(name);
                boolean(true)
            }
            Operation::Unregister(name) => {
                touches.read(Object::Name(name));
                let process = self.names[name].ok_or("badarg")?;
                touches.write(Object::Name(name));
                touches.write(Object::Registered(process));
                self.names[name] = None;
                self.processes[process].name = None;
                boolean(true)
            }
            Operation::Whereis(name) => {
                touches.read(Object::Name(name));
                self.names[name].map_or(atom("undefined"), Value::Pid)
            }
            Operation::SendAlias(number, message) => {
                let message = self.message(me, message);
                let owner = self.aliases[&number].owner;
                let signal = Signal::Alias(number, message.clone());
                self.tell(machine, (me, owner), signal, touches);
                message
            }
            Operation::Unalias(number) => {
                touches.read(Object::Handled(me));
                boolean(self.unalias(number, touches))
            }
            Operation::QueueLengthOf(process) => {
                touches.read(Object::Life(process));
                touches.read(Object::Doom(process));
                if self.is_dead(process) || self.is_doomed(process) {
                    atom("undefined")
                } else {
                    effect.asked.counted.insert(process);
                    touches.write(Object::Doom(process));
                    let length = i64::try_from(self.processes[process].mailbox.len());
                    tuple([atom("message_queue_len"), Value::Int(length.expect("few"))])
                }
            }
            Operation::Link(to) => {
                touches.read(Object::Life(to));
                touches.read(Object::Doom(to));
                effect.asked.linked.insert(to);
                let is_new =
                    !matches!(self.links.get(&pair(me, to)), Some(l) if *l != Link::Undone);
                if !machine.travels && is_new && !self.is_dead(to) && !self.is_doomed(to) {
                    touches.read(Object::Deaf(to));
                    if let Phase::Deaf(reason) = self.processes[to].phase.clone() {
                        // Now it is seen that it ends.
                        touches.write(Object::Doom(to));
                        self.processes[to].doom = Some(reason);
                    }
                }
                if self.is_dead(to) {
                    if !self.processes[me].traps {
                        return Err("noproc");
                    }
                    let message = tuple([atom("EXIT"), Value::Pid(to), atom("noproc")]);
                    let unhandled = Some(Unhandled::Exit);
                    self.deliver_as(machine, me, (message, unhandled), touches);
                } else {
                    let new = match self.is_doomed(to) {
                        _ if machine.travels => Link::Sent(me),
                        true => Link::Late,
                        false => Link::There,
                    };
                    let old = self.links.entry(pair(me, to)).or_insert(Link::Undone);
                    touches.change(link(me, to), *old == Link::Undone);
                    if *old == Link::Undone {
                        *old = new;
                        if machine.travels {
                            self.tell(machine, (me, to), Signal::Link, touches);
                        }
                    }
                }
                boolean(true)
            }
            Operation::Unlink(from) => {
                let linked = self.links.get_mut(&pair(me, from));
                // One that is on its way to here is not known yet.
                let linked = linked.filter(|linked| **linked != Link::Sent(from));
                let was = linked.map(|linked| std::mem::replace(linked, Link::Undone));
                touches.change(link(me, from), was.is_some_and(|was| was != Link::Undone));
                boolean(true)
            }
            Operation::TrapExit(on) => {
                let old = std::mem::replace(&mut self.processes[me].traps, on);
                touches.change(Object::Trap(me), old != on);
                boolean(old)
            }
            Operation::Signal(to, why) => {
                let kills = why == Reason::Kill;
                self.tell(machine, (me, to), Signal::Exit(reason(why), kills), touches);
                boolean(true)
            }
            Operation::Monitor(target, number) => {
                touches.read(Object::Life(target));
                touches.read(Object::Doom(target));
                if machine.travels {
                    self.watch(me, target, number);
                    let monitor = self.monitors.get_mut(&number).expect("it was made");
                    monitor.arrived = false;
                    self.tell(machine, (me, target), Signal::Monitor(number), touches);
                } else if self.is_dead(target) {
                    self.watch(me, target, number);
                    // (The target does not tell of it.)
                    self.monitors.get_mut(&number).expect("it was made").gone = true;
                    self.late.insert(number, (me, target));
                    self.processes[me].expected.push(number);
                    effect.made = Some(Actor::Late(number));
                } else {
                    self.watch(me, target, number);
                }
                return Ok(None);
            }
            // It is another's.
            Operation::Demonitor(number, _, info)
                if self.monitors.get(&number).is_none_or(|m| m.watcher != me) =>
            {
                touches.read(Object::Queue(me));
                boolean(!info)
            }
            Operation::Demonitor(number, flush, info) => {
                self.processes[me].expected.retain(|of| *of != number);
                let monitor = self.monitors.get_mut(&number);
                let was = monitor.is_some_and(|m| std::mem::replace(&mut m.active, false));
                touches.change(Object::Monitor(number), was);
                if flush && !was {
                    let mailbox = &mut self.processes[me].mailbox;
                    let is_its =
                        |letter: &Letter| taken(Pattern::DownOf(number), &letter.message).is_some();
                    if let Some(place) = mailbox.iter().position(is_its) {
                        mailbox.remove(place);
                    }
                }
                boolean(was || !info)
            }
            Operation::IsAlive(process) => {
                touches.read(Object::Life(process));
                touches.read(Object::Doom(process));
                boolean(!self.is_dead(process) && !self.is_doomed(process))
            }
            Operation::TableNew(table, heir) => {
                return self.table_new(machine, me, table, heir, touches).map(Some);
            }
            Operation::TableDelete(table) => {
                return self.table_delete(machine, me, table, touches).map(Some);
            }
            Operation::Rename(table, to) => {
                return self.rename(machine, (table, to), touches).map(Some);
            }
            Operation::GiveAway(table, to) => {
                return self.give_away(machine, me, (table, to), touches).map(Some);
            }
            Operation::Table(table, operation) => {
                return self
                    .on_table(machine, me, (table, operation), touches)
                    .map(Some);
            }
            Operation::Timer {
                to,
                message,
                after,
                start,
                timer,
            } => {
                let mut message = self.message(me, message);
                if start {
                    message = tuple([atom("timeout"), Value::Ref(me, timer), message]);
                }
                let active = true;
                let made = Timer {
                    to,
                    message,
                    active,
                    due: (machine.limit)
                        .filter(|limit| after >= *limit)
                        .map(|_| self.now + after),
                };
                self.timers.insert(timer, made);
                effect.made = Some(Actor::Timer(timer));
                return Ok(None);
            }
            Operation::Cancel(number) => {
                let timer = self.timers.get_mut(&number).expect("it was started");
                let was = std::mem::replace(&mut timer.active, false);
                touches.change(Object::Timer(number), was);
                boolean(was)
            }
            Operation::ReadTimer(timer) => {
                touches.read(Object::Timer(timer));
                boolean(self.timers[&timer].active)
            }
            Operation::CellAdd(cell, by) => {
                // It does not learn what was there.
                touches.add(Object::Cell(cell), Mode::Add);
                self.cells[cell] += self.number(me, by);
                atom("ok")
            }
            Operation::CellGet(cell) => {
                touches.read(Object::Cell(cell));
                Value::Int(self.cells[cell])
            }
            Operation::CellExchange(cell, with) => {
                let with = self.number(me, with);
                touches.change(Object::Cell(cell), self.cells[cell] != with);
                Value::Int(std::mem::replace(&mut self.cells[cell], with))
            }
            Operation::CellCompare(cell, old, new) => {
                let is = self.cells[cell];
                touches.change(Object::Cell(cell), is == old);
                if is == old {
                    self.cells[cell] = self.number(me, new);
                    atom("ok")
                } else {
                    Value::Int(is)
                }
            }
            Operation::TermPut(key, value) => {
                let value = self.number(me, value);
                let old = self.terms.insert(key, value);
                touches.change(Object::Term(key), old != Some(value));
                atom("ok")
            }
            Operation::TermGet(key) => {
                touches.read(Object::Term(key));
                self.terms
                    .get(&key)
                    .map_or(atom("none"), |v| Value::Int(*v))
            }
            Operation::TermErase(key) => {
                let old = self.terms.remove(&key);
                touches.change(Object::Term(key), old.is_some());
                boolean(old.is_some())
            }
            Operation::Meet(_)
            | Operation::Alias(..)
            | Operation::Receive(..)
            | Operation::Exit(_)
            | Operation::Error
            | Operation::Put(_) => unreachable!("local code"),
        };
        Ok(Some(value))
    }

    pub(super) fn watch(&mut self, watcher: Process, target: Process, number: usize) {
        let monitor = Monitor {
            watcher,
            target,
            active: true,
            late: self.is_doomed(target),
            arrived: true,
            gone: false,
        };
        self.monitors.insert(number, monitor);
    }

    pub(super) fn message(&self, process: Process, message: Message) -> Value {
        let number = Value::Int(self.number(process, message.number));
        tuple([tag(message.tag), number])
    }

    pub(super) fn number(&self, process: Process, number: Number) -> i64 {
        match number {
            Number::Constant(value) => value,
            Number::X => self.processes[process].x,
        }
    }
}
