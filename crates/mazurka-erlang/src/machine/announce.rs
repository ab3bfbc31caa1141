//! Which operation a process announces for what it is about to do.
//!
//! An operation on one object is announced as what it is. Explorers then know what it would do
//! at other places of an execution. One on several objects is opaque.

use super::signal::Target;
use super::{Arguments, Machine, Object};
use crate::atoms;
use crate::native::Native;
use mazurka_program::{Interrupt, Kind, Operation, ProcessId};

impl Machine {
    /// The operation of a native function; none if no other process can notice when it is done.
    ///
    /// A process that can be killed may be so before whatever it does that leaves something
    /// behind: processes, timers, tables, messages on their way.
    pub(super) fn announce(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> Result<Option<Operation>, Interrupt> {
        let operation = self.announce_as_such(place, function, arguments)?;
        let own = self.id(place);
        if let Some(channel) = self.channel_before(own, function, arguments) {
            let channel = Object::Channel(self.id(channel));
            return Ok(Some(self.operation(Kind::Await, channel, 0)));
        }
        let leaves_something = matches!(
            function,
            Native::Ets(_)
                | Native::Spawn
                | Native::SpawnLink
                | Native::SpawnMonitor
                | Native::SpawnOptions
                | Native::SpawnRequest
                | Native::SpawnAt
                | Native::SendAfter
                | Native::StartTimer
                | Native::Send
        ) || function == Native::ExitSignal
            && arguments[0] != self.pid(place);
        if operation.is_none() && leaves_something && self.is_exposed(own) && !self.state.is_lone()
        {
            return Ok(Some(self.opaque(Object::Doom(own))));
        }
        Ok(operation)
    }

    fn announce_as_such(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> Result<Option<Operation>, Interrupt> {
        if self.state.is_lone() {
            return Ok(None);
        }
        let own = self.id(place);
        let first = arguments.first().copied().unwrap_or(atoms::OK);
        let reference = |machine: &Machine| machine.heap.as_reference(first);
        let operation = match function {
            Native::Ets(op) => return self.announce_table(place, op, arguments),
            Native::Send => match self.target(first) {
                Some(Target::Process(process)) => {
                    if !self.settings.instant_delivery && process != own {
                        return Ok(None);
                    }
                    self.message_operation(own, process)
                }
                Some(Target::Name(name)) => {
                    let name = Object::Name(self.hash(name));
                    self.opaque(name)
                }
                Some(Target::Alias(key)) => {
                    if !self.settings.instant_delivery && key.0 != own.0 {
                        return Ok(None);
                    }
                    self.opaque(Machine::of_reference(key, Object::Alias))
                }
                None => return Ok(None),
            },
            Native::Spawn
            | Native::SpawnLink
            | Native::SpawnMonitor
            | Native::SpawnOptions
            | Native::SpawnRequest
                if self.knowledge.is_listed("processes") =>
            {
                self.opaque(Object::List(super::names::PROCESSES))
            }
            Native::SpawnRequest | Native::SpawnAt => self.opaque(Object::Queue(own)),
            Native::ExitSignal => match first.as_pid().map(ProcessId) {
                Some(to) if to == own => {
                    let is_message = self.process(place).traps && arguments[1] != atoms::KILL;
                    if !is_message {
                        return Ok(None);
                    }
                    self.message_operation(own, own)
                }
                Some(_) if !self.settings.instant_delivery => return Ok(None),
                Some(to) => self.opaque(Object::Life(to)),
                None => return Ok(None),
            },
            Native::Link | Native::Monitor => match self.watched(function, arguments) {
                Some(object) => self.opaque(object),
                None => return Ok(None),
            },
            Native::Unlink => match first.as_pid().map(ProcessId) {
                Some(peer) => {
                    let object = self.link_object(own, peer);
                    self.operation(Kind::Swap, object, 0)
                }
                None => return Ok(None),
            },
            Native::Demonitor => match reference(self) {
                Some(key) if key.0 == own.0 => {
                    self.opaque(Machine::of_reference(key, Object::Monitor))
                }
                // Another's monitor stays; but its message may have been sent on to here.
                Some(_) if self.flushes(arguments) => {
                    if self.chooses(own) {
                        return Err(self.order_messages(own));
                    }
                    self.operation(Kind::Load, Object::Queue(own), 0)
                }
                _ => return Ok(None),
            },
            Native::Unalias => match reference(self) {
                Some(key) if key.0 == own.0 => {
                    self.opaque(Machine::of_reference(key, Object::Alias))
                }
                _ => return Ok(None),
            },
            Native::IsAlive => match first.as_pid().map(ProcessId) {
                Some(process) if process == own => return Ok(None),
                Some(process) if self.is_exposed(process) => self.opaque(Object::Life(process)),
                Some(process) => self.operation(Kind::Load, Object::Life(process), 0),
                None => return Ok(None),
            },
            Native::ProcessFlag if first == self.heap.atom("trap_exit") => {
                let value = u64::from(arguments[1] == atoms::TRUE);
                self.operation(Kind::Swap, Object::Trap(own), value)
            }
            Native::ProcessInfo => match self.info_object(place, arguments) {
                Some(object) => self.opaque(object),
                None => return Ok(None),
            },
            Native::Register | Native::Unregister | Native::Whereis => {
                if first.as_atom().is_none() {
                    return Ok(None);
                }
                let name = Object::Name(self.hash(first));
                match function {
                    Native::Whereis => self.operation(Kind::Load, name, 0),
                    _ => self.opaque(name),
                }
            }
            Native::Registered => self.opaque(Object::List(super::names::NAMES)),
            Native::Processes => self.opaque(Object::List(super::names::PROCESSES)),
            Native::CancelTimer | Native::ReadTimer => match reference(self) {
                Some(key) => self.opaque(Machine::of_reference(key, Object::Timer)),
                None => return Ok(None),
            },
            Native::MonotonicTime | Native::SystemTime | Native::Timestamp | Native::LocalTime => {
                self.operation(Kind::ReadModifyWrite, Object::Clock, 0)
            }
            Native::UniqueInteger if self.is_monotonic(arguments) => {
                self.operation(Kind::ReadModifyWrite, Object::Clock, 0)
            }
            Native::AtomicsPut
            | Native::AtomicsGet
            | Native::AtomicsAdd
            | Native::AtomicsAddGet
            | Native::AtomicsSubtract
            | Native::AtomicsSubtractGet
            | Native::AtomicsExchange
            | Native::AtomicsCompareExchange
            | Native::CountersPut
            | Native::CountersGet
            | Native::CountersAdd
            | Native::CountersSubtract => match self.cell_operation(function, arguments) {
                Some(operation) => operation,
                None => return Ok(None),
            },
            Native::TermGet if arguments.is_empty() => {
                self.opaque(Object::List(super::names::TERMS))
            }
            Native::TermPut | Native::TermPutNew | Native::TermGet | Native::TermErase => {
                let key = Object::Term(self.hash(first));
                match function {
                    Native::TermGet => self.operation(Kind::Load, key, 0),
                    _ => self.opaque(key),
                }
            }
            Native::Halt => self.opaque(Object::Doom(own)),
            _ => return Ok(None),
        };
        Ok(Some(operation))
    }

    /// Whom a process links to or monitors: the object of its life, or of its name.
    fn watched(&mut self, function: Native, arguments: &Arguments) -> Option<Object> {
        let whom = match function {
            Native::Link => arguments[0],
            _ => arguments[1],
        };
        match self.target(whom)? {
            Target::Process(process) => Some(Object::Life(process)),
            Target::Name(name) if function == Native::Monitor => {
                Some(Object::Name(self.hash(name)))
            }
            _ => None,
        }
    }

    pub(super) fn operation(&mut self, kind: Kind, object: Object, operand: u64) -> Operation {
        Operation::new(kind, self.object(object), operand)
    }

    /// An operation on several objects.
    pub(super) fn opaque(&mut self, object: Object) -> Operation {
        self.operation(Kind::Change, object, 0)
    }

    /// A message from one process to another.
    pub(super) fn message_operation(&mut self, from: ProcessId, to: ProcessId) -> Operation {
        if self.chooses(to) {
            return self.send_operation(from, to);
        }
        match self.is_exposed(to) {
            true => self.opaque(Object::Queue(to)),
            false => self.operation(Kind::ReadModifyWrite, Object::Queue(to), 0),
        }
    }

    /// What a process announces for an operation. One that can be killed may have to end in
    /// place of what it is about to do: that is one operation.
    pub(super) fn as_announced(&mut self, process: ProcessId, operation: Operation) -> Operation {
        match self.is_exposed(process) {
            true => self.operation(Kind::Await, Object::Doom(process), 0),
            false => operation,
        }
    }
}
