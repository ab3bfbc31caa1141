//! Exit signals, and the ends of processes.

use super::machine::{Leaving, Link, Machine, Phase, State};
use super::program::Process;
use super::touches::{Object, Touches};
use super::travel::Signal;
use super::value::{Value, atom, tuple};

pub(super) fn pair(a: Process, b: Process) -> (Process, Process) {
    (a.min(b), a.max(b))
}

pub(super) fn link(a: Process, b: Process) -> Object {
    Object::Link(a.min(b), a.max(b))
}

pub(super) fn down(watcher: Process, number: usize, target: Process, why: Value) -> Value {
    tuple([
        atom("DOWN"),
        Value::Ref(watcher, number),
        atom("process"),
        Value::Pid(target),
        why,
    ])
}

impl State {
    /// Has it made the first step of its end?
    pub(super) fn is_dead(&self, process: Process) -> bool {
        matches!(
            self.processes[process].phase,
            Phase::Leaving(..) | Phase::Dead(_)
        )
    }

    /// Has a signal killed a process?
    pub(super) fn has_killed(&self) -> bool {
        self.processes.iter().any(|process| process.doom.is_some())
    }

    pub(super) fn is_doomed(&self, process: Process) -> bool {
        self.processes[process].doom.is_some()
    }

    /// An exit signal.
    pub(super) fn signal(
        &mut self,
        machine: &Machine,
        (from, to): (Process, Process),
        why: Value,
        kills: bool,
        touches: &mut Touches,
    ) {
        touches.read(Object::Life(to));
        if self.is_dead(to) {
            return;
        }
        touches.read(Object::Doom(to));
        if self.is_doomed(to) {
            return;
        }
        if !kills {
            touches.read(Object::Trap(to));
            if self.processes[to].traps {
                let message = tuple([atom("EXIT"), Value::Pid(from), why]);
                self.deliver(machine, to, message, touches);
                return;
            }
            if why == atom("normal") && from != to {
                return;
            }
        }
        touches.write(Object::Doom(to));
        let why = if kills { atom("killed") } else { why };
        self.processes[to].doom = Some(why);
    }

    /// Skips what is left of an end where there is nothing to do.
    pub(super) fn rest_of_end(&mut self, machine: &Machine, process: Process) {
        loop {
            let Phase::Leaving(reason, leaving) = self.processes[process].phase.clone() else {
                return;
            };
            if self.next_leaving(machine, process, &leaving).is_some() {
                return;
            }
            self.processes[process].phase = match leaving {
                Leaving::Tables(_) => Phase::Leaving(reason, Leaving::Links(None)),
                Leaving::Links(_) => Phase::Leaving(reason, Leaving::Monitors(None)),
                Leaving::Monitors(_) => Phase::Dead(reason),
            };
        }
    }

    /// The next table, link or monitor that an end looks after.
    pub(super) fn next_leaving(
        &self,
        machine: &Machine,
        process: Process,
        leaving: &Leaving,
    ) -> Option<Leaving> {
        match leaving {
            Leaving::Tables(last) => {
                let next = self.tables.ever_owned(machine, process, *last);
                next.map(|table| Leaving::Tables(Some(table)))
            }
            Leaving::Links(last) => {
                let partners = self.links.keys().filter_map(|(a, b)| match process {
                    p if p == *a => Some(*b),
                    p if p == *b => Some(*a),
                    _ => None,
                });
                let path = |process: Process| &machine.paths[process];
                let left =
                    partners.filter(|partner| last.is_none_or(|last| path(last) < path(*partner)));
                let next = left.min_by_key(|partner| path(*partner));
                next.map(|partner| Leaving::Links(Some(partner)))
            }
            Leaving::Monitors(last) => {
                // By reference: who made it, and when.
                let by = |number: usize| {
                    let watcher = self.monitors[&number].watcher;
                    (&machine.paths[watcher], number)
                };
                let of = self.monitors.iter();
                let of = of.filter(|(_, of)| of.target == process && !of.gone);
                let numbers = of.map(|(number, _)| *number);
                let left = numbers.filter(|number| last.is_none_or(|last| by(last) < by(*number)));
                let next = left.min_by_key(|number| by(*number));
                next.map(|number| Leaving::Monitors(Some(number)))
            }
        }
    }

    pub(super) fn leave(
        &mut self,
        machine: &Machine,
        process: Process,
        why: &Value,
        leaving: &Leaving,
        touches: &mut Touches,
    ) {
        let next = self.next_leaving(machine, process, leaving);
        let next = next.expect("it is enabled");
        self.processes[process].phase = Phase::Leaving(why.clone(), next.clone());
        match next {
            Leaving::Tables(table) => {
                let table = table.expect("the next");
                self.leave_table(machine, process, table, touches);
            }
            Leaving::Links(partner) => {
                let partner = partner.expect("the next");
                if self.links[&pair(process, partner)] != Link::Sent(partner) {
                    let broken = Signal::Broken(why.clone());
                    self.tell(machine, (process, partner), broken, touches);
                }
            }
            Leaving::Monitors(number) => {
                let number = number.expect("the next");
                let monitor = &self.monitors[&number];
                let watcher = monitor.watcher;
                if monitor.arrived {
                    let down = Signal::Down(number, why.clone());
                    self.tell(machine, (process, watcher), down, touches);
                }
            }
        }
        self.rest_of_end(machine, process);
    }
}
