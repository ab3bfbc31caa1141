//! Signals from one process to another: at once, or on their way for some time.
//!
//! If they travel, those of one process to another keep their order, and each arrives by a step of
//! its own. `link` and `monitor` are signals too, which may come too late. A link or a monitor is
//! there until the signal that ends it arrives: so nothing comes after `unlink`, or after
//! `demonitor` with `flush`. `is_process_alive` asks when all earlier signals to that process
//! have arrived, as Erlang promises.

use super::exits::{down, link, pair};
use super::machine::{Link, Machine, State};
use super::program::{Operation, Process};
use super::touches::{Object, Touches};
use super::value::{Value, atom};

/// What one process sends to another.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Signal {
    Message(Value),
    /// `exit/2`, and whether it is `kill`.
    Exit(Value, bool),
    /// A link is made.
    Link,
    /// A link breaks.
    Broken(Value),
    /// A monitor is made.
    Monitor(usize),
    /// To an alias.
    Alias(usize, Value),
    /// What a monitor tells.
    Down(usize, Value),
}

/// Whom an operation asks, so that earlier signals have to be there.
pub(super) fn asked(operation: &Operation) -> Option<Process> {
    match operation {
        Operation::IsAlive(process) | Operation::QueueLengthOf(process) => Some(*process),
        _ => None,
    }
}

impl State {
    /// Sends a signal.
    pub(super) fn tell(
        &mut self,
        machine: &Machine,
        (from, to): (Process, Process),
        signal: Signal,
        touches: &mut Touches,
    ) {
        if machine.travels && from != to {
            self.channels.entry((from, to)).or_default().push(signal);
        } else {
            self.arrive(machine, (from, to), signal, touches);
        }
    }

    /// The oldest signal arrives.
    pub(super) fn arrives(
        &mut self,
        machine: &Machine,
        (from, to): (Process, Process),
        touches: &mut Touches,
    ) {
        let channel = self.channels.get_mut(&(from, to)).expect("it is enabled");
        let signal = channel.remove(0);
        if channel.is_empty() {
            self.channels.remove(&(from, to));
        }
        self.arrive(machine, (from, to), signal, touches);
    }

    fn arrive(
        &mut self,
        machine: &Machine,
        (from, to): (Process, Process),
        signal: Signal,
        touches: &mut Touches,
    ) {
        match signal {
            Signal::Message(message) => self.deliver(machine, to, message, touches),
            Signal::Alias(number, message) => {
                self.deliver_to_alias(machine, (from, number), message, touches);
            }
            Signal::Exit(why, kills) => self.signal(machine, (from, to), why, kills, touches),
            Signal::Broken(why) => {
                let linked = self.links.get_mut(&pair(from, to)).expect("it was");
                let was = std::mem::replace(linked, Link::Undone);
                touches.change(link(from, to), was != Link::Undone);
                let why = match was {
                    Link::Undone | Link::Sent(_) => return,
                    Link::There => why,
                    Link::Late => atom("noproc"),
                };
                self.signal(machine, (from, to), why, false, touches);
            }
            Signal::Link => {
                let (dead, doomed) = (self.is_dead(to), self.is_doomed(to));
                let linked = self.links.get_mut(&pair(from, to)).expect("it was made");
                if *linked != Link::Sent(from) {
                    return;
                }
                let late = dead || doomed;
                *linked = if late { Link::Late } else { Link::There };
                if dead {
                    let broken = Signal::Broken(atom("noproc"));
                    self.tell(machine, (to, from), broken, touches);
                }
            }
            Signal::Monitor(number) => {
                let (dead, doomed) = (self.is_dead(to), self.is_doomed(to));
                let monitor = self.monitors.get_mut(&number).expect("it was made");
                monitor.late = dead || doomed;
                monitor.arrived = !dead;
                if dead {
                    let down = Signal::Down(number, atom("noproc"));
                    self.tell(machine, (to, from), down, touches);
                }
            }
            Signal::Down(number, why) => {
                let monitor = self.monitors.get_mut(&number).expect("it was");
                let was = std::mem::replace(&mut monitor.active, false);
                let why = if monitor.late { atom("noproc") } else { why };
                touches.change(Object::Monitor(number), was);
                if was {
                    let message = down(to, number, from, why);
                    self.deliver(machine, to, message, touches);
                }
            }
        }
    }
}
