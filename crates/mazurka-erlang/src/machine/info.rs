//! What processes can ask about one another, and about the system.

use super::process::{Fate, Message, Next, Unhandled};
use super::{Arguments, Machine, Object, Trouble};
use crate::atoms;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Interrupt, ProcessId, Step};

/// What `process_info/1` tells.
const USUAL: [&str; 15] = [
    "current_function",
    "initial_call",
    "status",
    "message_queue_len",
    "links",
    "dictionary",
    "trap_exit",
    "error_handler",
    "priority",
    "group_leader",
    "total_heap_size",
    "heap_size",
    "stack_size",
    "reductions",
    "suspending",
];

/// What a real system tells, too.
const ELSEWHERE: [&str; 9] = [
    "async_dist",
    "backtrace",
    "binary",
    "catchlevel",
    "garbage_collection_info",
    "last_calls",
    "magic_ref",
    "max_heap_size",
    "sequential_trace_token",
];

/// The folder of OTP, as a program is told. Nothing is in it.
pub(super) const ROOT: &str = "/otp";

/// How many schedulers there are, as a program is told. With one, those that start as many
/// workers as there are schedulers would do one thing after the other.
const SCHEDULERS: i64 = 2;

/// The release of OTP, as a program is told.
const RELEASE: &str = "25";

/// `{dictionary, Key}`
const ENTRY: &str = "an entry of the dictionary";

/// What an item depends on.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Of {
    /// On nothing that changes.
    Nothing,
    /// On the messages of a process.
    Queue,
    /// On its name.
    Name,
    /// On links and monitors.
    Links,
    /// On where it is.
    State,
}

fn of_item(item: &str) -> Option<Of> {
    Some(match item {
        "initial_call" | "error_handler" | "priority" | "group_leader" | "suspending"
        | "parent" | "min_heap_size" | "min_bin_vheap_size" | "fullsweep_after"
        | "garbage_collection" | "message_queue_data" | "label" => Of::Nothing,
        "message_queue_len" | "messages" => Of::Queue,
        "registered_name" => Of::Name,
        "links" | "monitors" | "monitored_by" => Of::Links,
        "current_function" | "current_location" | "current_stacktrace" | "status"
        | "dictionary" | ENTRY | "trap_exit" | "heap_size" | "total_heap_size" | "stack_size"
        | "memory" | "reductions" => Of::State,
        _ => return None,
    })
}

impl Machine {
    /// The items that are asked for; none if one of them is unknown.
    fn items(&mut self, arguments: &Arguments) -> Option<Vec<String>> {
        let Some(items) = arguments.get(1).copied() else {
            return Some(USUAL.map(str::to_owned).to_vec());
        };
        let items = match items.as_atom().is_some() || self.heap.elements(items).is_some() {
            true => vec![items],
            false => self.heap.as_list(items)?,
        };
        let text = |item: &Term| {
            let text = match self.heap.elements(*item).as_deref() {
                Some([tag, _]) if self.heap.atom_text(*tag) == Some("dictionary") => ENTRY,
                _ => self.heap.atom_text(*item)?,
            };
            of_item(text).map(|_| text.to_owned())
        };
        items.iter().map(text).collect()
    }

    /// What `process_info` touches first; none if no other process can notice it.
    pub(super) fn info_object(&mut self, place: usize, arguments: &Arguments) -> Option<Object> {
        let own = self.id(place);
        let process = arguments[0].as_pid().map(ProcessId)?;
        let items = self.items(arguments)?;
        let mut items = items.iter().filter_map(|item| of_item(item));
        match process == own {
            true => items
                .any(|of| matches!(of, Of::Queue | Of::Name | Of::Links))
                .then_some(Object::Queue(own)),
            false => Some(Object::Life(process)),
        }
    }

    /// Does `process_info` ask for messages, or how many there are?
    pub(super) fn asks_for_queue(&mut self, arguments: &Arguments) -> bool {
        let items = self.items(arguments).unwrap_or_default();
        items.iter().any(|item| of_item(item) == Some(Of::Queue))
    }

    /// `process_info(Process)`, `process_info(Process, Items)`
    pub(super) fn process_info(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let Some(process) = arguments[0].as_pid().map(ProcessId) else {
            return Err(Raise::BADARG.into());
        };
        let Some(items) = self.items(arguments) else {
            return Err(self.unknown_item(arguments).into());
        };
        let own = self.id(place);
        let Some(other) = self.state.place(process) else {
            return Ok(atoms::UNDEFINED);
        };
        if process != own && self.asks(own, other, step)? != Fate::Alive {
            return Ok(atoms::UNDEFINED);
        }
        let mut pairs = Vec::new();
        for (nth, item) in items.iter().enumerate() {
            self.touch_item(process == own, other, item, step)?;
            if item == ENTRY {
                let wanted = match self.heap.elements(arguments[1]) {
                    Some(_) => arguments[1],
                    None => self.heap.as_list(arguments[1]).unwrap_or_default()[nth],
                };
                let key = self.heap.elements(wanted).unwrap_or_default()[1];
                let value = self.get(other, &Arguments::from(&[key][..]));
                pairs.push(self.heap.tuple(&[wanted, value]));
                continue;
            }
            let value = self.item(process == own, other, item);
            let name = self.heap.atom(item);
            pairs.push(match (&**item, value) {
                ("registered_name", None)
                    if arguments.get(1).is_some_and(|of| of.as_atom().is_some()) =>
                {
                    return Ok(Term::NIL);
                }
                ("registered_name", None) => continue,
                (_, value) => self.heap.tuple(&[name, value.unwrap_or(Term::NIL)]),
            });
        }
        if let (None, Some(name)) = (arguments.get(1), self.process(other).rest.registered) {
            self.read(step, Object::Registered(process));
            let item = self.heap.atom("registered_name");
            pairs.insert(0, self.heap.tuple(&[item, name]));
        }
        let is_one =
            |items: &Term| items.as_atom().is_some() || self.heap.elements(*items).is_some();
        match arguments.get(1).is_some_and(is_one) {
            true => Ok(pairs[0]),
            false => Ok(self.heap.list(&pairs)),
        }
    }

    /// An item that is known in a real system is not supported, any other is an error.
    fn unknown_item(&self, arguments: &Arguments) -> Raise {
        let items = arguments.get(1).copied().unwrap_or(Term::NIL);
        let items = self.heap.as_list(items).unwrap_or(vec![items]);
        let texts = items.iter().filter_map(|item| self.heap.atom_text(*item));
        let mut known = texts.filter(|text| ELSEWHERE.contains(text));
        match known.next() {
            Some(text) => Raise::Unsupported(format!("process_info({text}) is not supported")),
            None => Raise::BADARG,
        }
    }

    /// What an answer depends on.
    fn touch_item(
        &mut self,
        is_own: bool,
        other: usize,
        item: &str,
        step: &mut Step,
    ) -> Result<(), Interrupt> {
        let process = self.id(other);
        match of_item(item).expect("it was looked at") {
            Of::Nothing => {}
            Of::Queue if self.chooses(process) && !self.is_silent => {
                return Err(self.order_messages(process));
            }
            Of::Queue if is_own => {
                self.read(step, Object::Queue(process));
            }
            Of::Name => {
                self.read(step, Object::Registered(process));
            }
            Of::Links if is_own && !self.is_silent => {
                if !self.known(process).is_mortal {
                    return Err(self.learn(|known, names| {
                        known.note_mortal(names.process_name(process));
                    }));
                }
                // Who links to it or monitors it asks whether it lives.
                let life = self.state.values.get(self.process_life(process));
                self.write(step, Object::Life(process), life);
                let peers: Vec<ProcessId> = {
                    let links = &self.process(other).rest.links;
                    links.iter().map(|link| link.peer).collect()
                };
                for peer in peers {
                    let object = self.link_object(process, peer);
                    self.read(step, object);
                }
            }
            Of::State if is_own => {}
            Of::Queue | Of::Links | Of::State if !self.is_silent => {
                // It depends on all that the other does.
                let is_of_queue = of_item(item) == Some(Of::Queue);
                let is_known = !is_of_queue || self.known(process).is_counted;
                if !self.is_exposed(process) || !is_known {
                    return Err(self.learn(|known, names| {
                        known.expose(names.process_name(process));
                        if is_of_queue {
                            known.note_counted(names.process_name(process));
                        }
                    }));
                }
                let doom = self.process(other).doom;
                let value = self.state.values.get(doom);
                self.touch(step, doom, mazurka_program::Access::Write, value);
            }
            _ => {}
        }
        Ok(())
    }

    fn process_life(&self, process: ProcessId) -> mazurka_program::ObjectId {
        let place = self.state.place(process).expect("it is there");
        self.process(place).life
    }

    fn item(&mut self, is_own: bool, other: usize, item: &str) -> Option<Term> {
        let process = &self.state.processes[other];
        // (Who is asked by another handles what it has.)
        let is_seen = |message: &&Message| {
            !is_own || matches!(message.unhandled, None | Some(Unhandled::Alias(_)))
        };
        Some(match item {
            "registered_name" => process.rest.registered?,
            "message_queue_len" => {
                Term::small(process.mailbox.iter().filter(is_seen).count() as i64)
            }
            "messages" => {
                let messages: Vec<Term> = {
                    let seen = process.mailbox.iter().filter(is_seen);
                    seen.map(|of| of.term).collect()
                };
                self.heap.list(&messages)
            }
            "links" => {
                let links = process.rest.links.iter().filter(|link| link.is_on);
                let peers: Vec<Term> = links.map(|link| Term::pid(link.peer.0)).collect();
                self.heap.list(&peers)
            }
            "monitors" => self.monitors(other),
            "monitored_by" => {
                let by = process.rest.monitored_by.iter().filter(|of| of.is_on);
                let watchers: Vec<Term> = by.map(|of| Term::pid(of.watcher.0)).collect();
                self.heap.list(&watchers)
            }
            "dictionary" => self.dictionary(other),
            "trap_exit" => Machine::boolean(process.traps),
            "group_leader" => process.rest.leader,
            "priority" => process.rest.priority,
            "parent" => match process.rest.parent {
                Some(parent) => Term::pid(parent.0),
                None => atoms::UNDEFINED,
            },
            "initial_call" => {
                let (module, function, arguments) = process.rest.initial;
                let count = self.heap.as_list(arguments).map_or(0, |list| list.len());
                let arity = Term::small(count as i64);
                self.heap.tuple(&[module, function, arity])
            }
            "status" => {
                let status = match process.next {
                    Next::Receive
                    | Next::Hibernate
                    | Next::Sleep
                    | Next::Look(_)
                    | Next::Take(_) => "waiting",
                    _ => "running",
                };
                self.heap.atom(status)
            }
            "current_function" => match process.core.function(&self.code) {
                Some((module, function, arity)) => {
                    let arity = Term::small(arity.into());
                    self.heap.tuple(&[module, function, arity])
                }
                None => atoms::UNDEFINED,
            },
            "current_location" | "current_stacktrace" => Term::NIL,
            "error_handler" => self.heap.atom("error_handler"),
            "message_queue_data" => self.heap.atom("on_heap"),
            "label" => atoms::UNDEFINED,
            "heap_size" | "total_heap_size" | "min_heap_size" => Term::small(233),
            "memory" => Term::small(2688),
            "stack_size" | "reductions" => Term::small(1),
            "fullsweep_after" => Term::small(65_535),
            _ => Term::NIL,
        })
    }

    /// Whom a process monitors.
    fn monitors(&mut self, place: usize) -> Term {
        let process = &self.state.processes[place];
        let mut watched = Vec::new();
        for (number, target) in &process.rest.monitors {
            let key = (process.id.0, *number);
            let target = self.state.place(*target);
            let of = target.map(|target| self.state.processes[target].rest.monitored_by.iter());
            let monitor = of.and_then(|mut of| of.find(|of| of.key == key && of.is_on));
            watched.extend(monitor.map(|monitor| monitor.called));
        }
        let pairs: Vec<Term> = watched
            .into_iter()
            .map(|called| self.heap.tuple(&[atoms::PROCESS, called]))
            .collect();
        self.heap.list(&pairs)
    }

    // The system.

    /// `system_info(Item)`
    pub(super) fn system_info(&mut self, item: Term) -> Result<Term, Trouble> {
        let Some(text) = self.heap.atom_text(item) else {
            return Err(Raise::BADARG.into());
        };
        Ok(match text {
            "schedulers"
            | "schedulers_online"
            | "logical_processors"
            | "logical_processors_available"
            | "logical_processors_online"
            | "dirty_cpu_schedulers"
            | "dirty_cpu_schedulers_online" => Term::small(SCHEDULERS),
            "dirty_io_schedulers" => Term::small(10),
            "schedulers_state" => {
                let all = [SCHEDULERS; 3].map(Term::small);
                self.heap.tuple(&all)
            }
            "multi_scheduling" => self.heap.atom("enabled"),
            "scheduler_id" => Term::small(1),
            "otp_release" => self.heap.text(RELEASE),
            "version" => self.heap.text("13.1"),
            "endian" => self.heap.atom("little"),
            "wordsize" => Term::small(8),
            "process_limit" => Term::small(262_144),
            "process_count" => Term::small(1),
            "atom_limit" => Term::small(1_048_576),
            "atom_count" => Term::small(10_000),
            "ets_limit" => Term::small(8192),
            "port_limit" => Term::small(65_536),
            "system_architecture" => self.heap.text("x86_64-pc-linux-gnu"),
            "machine" => self.heap.text("BEAM"),
            "os_type" => {
                let names = ["unix", "linux"].map(|name| self.heap.atom(name));
                self.heap.tuple(&names)
            }
            "smp_support" | "threads" => atoms::TRUE,
            "trap_on_process_exit" | "debug_compiled" => atoms::FALSE,
            "emu_flavor" => self.heap.atom("emu"),
            "emu_type" | "build_type" => self.heap.atom("opt"),
            "backtrace_depth" => Term::small(8),
            "end_time" => Term::small(i64::MAX >> 4),
            "start_time" => Term::small(0),
            other => {
                let text = format!("erlang:system_info({other}) is not supported");
                return Err(Raise::Unsupported(text).into());
            }
        })
    }

    /// What the flags of `erl` are: name and value.
    fn start_flags(&mut self) -> [(Term, Term); 3] {
        [("root", ROOT), ("progname", "erl"), ("home", "/home")].map(|(name, value)| {
            let value = self.heap.text(value);
            (self.heap.atom(name), self.heap.list(&[value]))
        })
    }

    /// `init:get_arguments()`
    pub(super) fn start_arguments(&mut self) -> Term {
        let flags = self.start_flags();
        let flags = flags.map(|(name, values)| self.heap.tuple(&[name, values]));
        self.heap.list(&flags)
    }

    /// `init:get_argument(Flag)`
    pub(super) fn start_argument(&mut self, flag: Term) -> Term {
        let flags = self.start_flags();
        match flags.into_iter().find(|(name, _)| *name == flag) {
            None => atoms::ERROR,
            Some((_, values)) => {
                let all = self.heap.list(&[values]);
                self.heap.tuple(&[atoms::OK, all])
            }
        }
    }

    /// `init:script_id()`
    pub(super) fn script(&mut self) -> Term {
        let parts = ["Erlang/OTP", RELEASE].map(|text| self.heap.text(text));
        self.heap.tuple(&parts)
    }

    /// `statistics(Item)`: nothing has happened yet.
    pub(super) fn statistics(&mut self, item: Term) -> Result<Term, Trouble> {
        let zero = Term::small(0);
        match self.heap.atom_text(item) {
            Some("runtime" | "wall_clock" | "reductions" | "exact_reductions") => {
                Ok(self.heap.tuple(&[zero, zero]))
            }
            Some("run_queue" | "total_run_queue_lengths" | "total_active_tasks") => Ok(zero),
            Some("context_switches") => Ok(self.heap.tuple(&[zero, zero])),
            Some("garbage_collection") => Ok(self.heap.tuple(&[zero, zero, zero])),
            _ => Err(Raise::BADARG.into()),
        }
    }

    /// `memory()`, `memory(Kind)`
    pub(super) fn memory(&mut self, arguments: &Arguments) -> Result<Term, Trouble> {
        let size = Term::small(1 << 20);
        if !arguments.is_empty() {
            return Ok(size);
        }
        let kinds = [
            "total",
            "processes",
            "processes_used",
            "system",
            "atom",
            "atom_used",
            "binary",
            "code",
            "ets",
        ];
        let pairs: Vec<Term> = kinds
            .into_iter()
            .map(|kind| {
                let kind = self.heap.atom(kind);
                self.heap.tuple(&[kind, size])
            })
            .collect();
        Ok(self.heap.list(&pairs))
    }

    /// `code:ensure_loaded(Module)`
    pub(super) fn ensure_loaded(&mut self, module: Term) -> Result<Term, Trouble> {
        let loaded = self.code.module(&mut self.heap, module);
        let is_there = loaded.map_err(Raise::Unsupported)?.is_some();
        let nofile = self.heap.atom("nofile");
        Ok(match is_there {
            true => self.heap.tuple(&[atoms::MODULE, module]),
            false => self.heap.tuple(&[atoms::ERROR, nofile]),
        })
    }

    /// `code:is_loaded(Module)`
    pub(super) fn is_loaded(&mut self, module: Term) -> Result<Term, Trouble> {
        let loaded = self.code.module(&mut self.heap, module);
        let is_there = loaded.map_err(Raise::Unsupported)?.is_some();
        Ok(match is_there {
            true => {
                let path = self.heap.atom("preloaded");
                self.heap.tuple(&[atoms::FILE, path])
            }
            false => atoms::FALSE,
        })
    }
}
