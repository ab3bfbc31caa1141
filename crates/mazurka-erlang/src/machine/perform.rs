//! Native functions that depend on more than their arguments: what each does.

use super::info::ROOT;
use super::process::{Fate, Signal};
use super::{Arguments, Done, Machine, Object, Trouble};
use crate::atoms;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{ProcessId, Step};
use std::path::Path;

impl Machine {
    /// Carries out a native function.
    pub(super) fn perform(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Done, Trouble> {
        let of = |i: usize| arguments[i];
        let value = match function {
            Native::Ets(op) => self.table_operation(place, op, arguments, step)?,

            Native::Own => self.pid(place),
            Native::Put => self.put(place, of(0), of(1)),
            Native::Get => self.get(place, arguments),
            Native::GetKeys => self.get_keys(place, arguments),
            Native::Erase => self.erase(place, arguments),
            Native::MakeReference => self.reference(place).0,
            Native::UniqueInteger => self.unique_integer(place, arguments, step)?,
            Native::GroupLeader => self.process(place).rest.leader,
            Native::SetGroupLeader => self.set_group_leader(place, arguments)?,
            Native::Hibernate => {
                let (module, function, arguments) = (of(0), of(1), of(2));
                return self.hibernate(place, module, function, arguments);
            }
            // It goes on where it is, when there is a message.
            Native::Pause => {
                self.change(place).core.finish(atoms::OK);
                return Ok(Done::Hibernates);
            }
            Native::ProcessFlag => self.process_flag(place, of(0), of(1), step)?,
            Native::Nothing => atoms::TRUE,

            Native::Spawn
            | Native::SpawnLink
            | Native::SpawnMonitor
            | Native::SpawnOptions
            | Native::SpawnRequest => self.spawn_native(place, function, arguments, step)?,
            Native::SpawnAt => self.spawn_at(place, arguments, step)?,
            Native::Send => {
                self.send(place, of(0), of(1), step)?;
                match arguments.len() {
                    3 => atoms::OK,
                    _ => of(1),
                }
            }
            Native::ExitSignal => return self.exit_other(place, of(0), of(1), step),
            Native::Link => return self.link(place, of(0), step),
            Native::Unlink => return self.unlink(place, of(0), step),
            Native::Monitor => self.monitor(place, arguments, step)?,
            Native::Demonitor => self.demonitor(place, arguments, step)?,
            Native::Alias => self.alias(place, arguments)?,
            Native::Unalias => self.unalias(place, of(0), step)?,
            Native::IsAlive => self.is_process_alive(place, of(0), step)?,
            Native::ProcessInfo => self.process_info(place, arguments, step)?,
            Native::Processes => self.processes(place, step)?,

            Native::Register => self.register(place, of(0), of(1), step)?,
            Native::Unregister => self.unregister(place, of(0), step)?,
            Native::Whereis => self.whereis(of(0), step)?,
            Native::Registered => self.registered(step)?,

            Native::SendAfter => self.start_timer(place, arguments, false, step)?,
            Native::StartTimer => self.start_timer(place, arguments, true, step)?,
            Native::CancelTimer => self.cancel_timer(place, arguments, step)?,
            Native::ReadTimer => self.read_timer(place, arguments, step)?,
            Native::MonotonicTime => self.clock(place, arguments, 0, step)?,
            Native::SystemTime => self.clock(place, arguments, super::time::EPOCH, step)?,
            Native::TimeOffset => self.time_offset(arguments)?,
            Native::Timestamp => self.timestamp(place, step)?,
            Native::LocalTime => self.local_time(place, step)?,

            Native::AtomicsNew | Native::CountersNew => {
                self.new_cells(place, function, arguments)?
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
            | Native::CountersSubtract => self.use_cell(function, arguments, step)?,
            Native::AtomicsInfo | Native::CountersInfo => self.cells_info(function, of(0))?,
            Native::TermPut | Native::TermPutNew => {
                self.put_term(of(0), of(1), function == Native::TermPutNew, step)?
            }
            Native::TermGet => self.get_term(arguments, step)?,
            Native::TermErase => self.erase_term(of(0), step)?,

            Native::Node => atoms::NONODE,
            Native::Nodes => Term::NIL,
            Native::IsNodeAlive => atoms::FALSE,
            Native::Halt => return self.halt(place, arguments, step),
            Native::SystemInfo => self.system_info(of(0))?,
            Native::Statistics => self.statistics(of(0))?,
            Native::Memory => self.memory(arguments)?,
            Native::PrintFormat | Native::PrintChars | Native::PrintTerm | Native::PrintLine => {
                if self.prints_to_process(place, function, arguments) {
                    return Ok(Done::Diverted);
                }
                self.print(place, function, arguments)?
            }
            Native::Display => self.display(place, arguments)?,
            Native::Refused => self.refused(place, arguments)?,
            Native::LogAllowed => self.is_logged(of(0), of(1)),
            Native::Log => self.log(place, arguments),
            Native::Ok => atoms::OK,
            Native::WhereIsFile => self.where_is_file(of(0))?,
            Native::Interval => {
                let text = "a timer that goes on without end is not supported: an execution could \
                            have any number of its messages; use send_after or apply_after";
                return Err(Raise::Unsupported(text.to_owned()).into());
            }
            Native::GetFile => self.read_file(of(0), true)?,
            Native::ReadFile => self.read_file(of(0), false)?,
            Native::MonitorNode => self.monitor_node(of(0))?,
            Native::StartArguments => self.start_arguments(),
            Native::StartArgument => self.start_argument(of(0)),
            Native::PlainArguments | Native::Variables => Term::NIL,
            Native::ScriptId => self.script(),
            Native::RootFolder => self.heap.text(ROOT),
            Native::Variable => atoms::FALSE,
            Native::CodeEnsureLoaded => self.ensure_loaded(of(0))?,
            Native::CodeIsLoaded => self.is_loaded(of(0))?,
            Native::ApplicationGet => match arguments.len() {
                3 => of(2),
                _ => atoms::UNDEFINED,
            },
        };
        Ok(Done::Value(value))
    }

    fn is_process_alive(
        &mut self,
        place: usize,
        process: Term,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        if process.as_pid().is_none() {
            return Err(Raise::BADARG.into());
        }
        let own = self.id(place);
        let lives = match self.place_of(process) {
            Some(other) if other == place => true,
            Some(other) => {
                let lives = self.asks(own, other, step)? == Fate::Alive;
                // Nothing is known of it yet, or all of it.
                let id = self.id(other);
                self.read(step, Object::Life(id));
                lives
            }
            None => false,
        };
        Ok(Machine::boolean(lives))
    }

    /// `erlang:halt`: it ends every process, at once.
    fn halt(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Done, Trouble> {
        let status = arguments.first().copied().unwrap_or(Term::small(0));
        if !self.state.is_lone() {
            if !self.knowledge.halts() {
                return Err(self.learn(|known, _| known.note_halt()).into());
            }
            let all: Vec<ProcessId> = self.state.processes.iter().map(|of| of.id).collect();
            for process in all {
                self.write(step, Object::Doom(process), 2);
            }
        }
        let code = status.as_small();
        if code != Some(0) {
            let message = format!(
                "{} halts the program with {}{}",
                self.show_process(place),
                crate::print::pretty(&self.heap, status, 200),
                self.where_it_is(place)
            );
            self.found(mazurka_program::FindingKind::ExitCode, place, message, step);
        }
        self.state.globals_mut().has_halted = true;
        self.change(place).next = super::process::Next::Finished;
        Ok(Done::Halted)
    }

    /// A function about what cannot be here. That there is no file in the folder of OTP is an
    /// answer, though.
    fn refused(&mut self, place: usize, arguments: &Arguments) -> Result<Term, Raise> {
        let path = arguments.first().and_then(|path| self.text_of(*path));
        let (module, _) = self.process(place).core.native_name(&self.code);
        let is_of_files = self.heap.atom_text(module) == Some("file");
        if is_of_files && path.is_some_and(|path| Path::new(&path).starts_with(ROOT)) {
            let none = self.heap.atom("enoent");
            return Ok(self.heap.tuple(&[atoms::ERROR, none]));
        }
        Err(self.refuse(place))
    }

    fn refuse(&self, place: usize) -> Raise {
        let core = &self.process(place).core;
        let (module, function) = core.native_name(&self.code);
        let arity = core.arguments().len();
        Raise::Unsupported(format!(
            "{} is not supported: there are no files, ports, other nodes or servers of the \
             system here; leave it out of the test",
            crate::print::function(&self.heap, module, function, arity)
        ))
    }

    /// A message that a process sends itself.
    pub(super) fn tell_self(
        &mut self,
        place: usize,
        message: Term,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let own = self.id(place);
        self.tell(place, own, Signal::Message(message), step)?;
        Ok(())
    }
}
