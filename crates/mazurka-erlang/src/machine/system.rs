//! What runs in a system beside a program: the application controller, the supervisor of `kernel`,
//! global names. Most programs need none of it, so it is started when one was seen to.
//!
//! These processes start before the program, alone, so that nothing of that is an event. They
//! are what OTP has, but for the stand-ins in `standins/`.

use super::process::{Fate, Next};
use super::spawn::Beginning;
use super::{Arguments, Machine, Trouble};
use crate::atoms;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Interrupt, Step};
use std::path::Path;

/// What is learnt of a program that needs these processes: see [`crate::knowledge`].
pub(super) const SYSTEM: &str = "system";

/// Their names.
const NAMES: &[&str] = &[
    "application_controller",
    "global_name_server",
    "kernel_safe_sup",
    "kernel_sup",
    "timer_server",
];

/// Their tables.
const TABLES: &[&str] = &["ac_tab", "global_names"];

/// Names of processes that a real system has, and that are not here.
const ABSENT: &[&str] = &[
    "code_server",
    "erl_prim_loader",
    "erl_signal_server",
    "erts_code_purger",
    "file_server_2",
    "global_group",
    "inet_db",
    "init",
    "kernel_refc",
    "logger",
    "logger_handler_watcher",
    "logger_proxy",
    "logger_std_h_default",
    "logger_sup",
    "rex",
    "socket_registry",
    "standard_error",
    "standard_error_sup",
    "user",
];

/// Modules whose processes wait for ever, as a system does.
const SERVERS: &[&str] = &["application_controller", "timer"];

/// What is said of such a process.
fn absent(name: &str) -> String {
    format!("the process {name} of a real system is not here; leave out of the test what needs it")
}

impl Machine {
    /// Do the processes of a system run?
    pub(super) fn has_system(&self) -> bool {
        self.code.has_system
    }

    /// Starts them, before the program.
    pub(super) fn start_system(&mut self, root: usize, step: &mut Step) -> Result<(), Interrupt> {
        self.state.is_booting = true;
        let beginning = Beginning {
            fun: None,
            module: self.heap.atom("mazurka_system"),
            function: self.heap.atom("init"),
            arguments: Term::NIL,
        };
        let id = self.shadow(root, step);
        let leader = self.process(root).rest.leader;
        let place = self.add_process(id, None, leader, &beginning);
        self.ready.push_back(place);
        self.run_ready(step)?;
        let is_up = self.process(place).next == Next::Sleep;
        if !is_up {
            let found = step.findings.first();
            let why = found.map_or("it waits for something", |finding| &*finding.message);
            return Err(Interrupt::Error(format!(
                "the servers of OTP that this program needs (applications, timers or global names) \
                 cannot be started: {why}"
            )));
        }
        self.state.system = self.state.processes.len();
        self.state.is_booting = false;
        Ok(())
    }

    /// Is it one of these processes, and idle? One that waits in a callback of the program is not.
    pub(super) fn is_idle_server(&self, place: usize) -> bool {
        if !self.has_system() {
            return false;
        }
        if self.is_master(place) {
            let function = self.process(place).core.function(&self.code);
            let module = function.and_then(|(module, ..)| self.heap.atom_text(module));
            return module == Some("application_master");
        }
        self.is_of_system(place) || self.is_started_by(place, SERVERS)
    }

    /// Was it there before the program?
    pub(super) fn is_of_system(&self, place: usize) -> bool {
        (1..self.state.system).contains(&place)
    }

    /// Has a process begun in one of these modules, by itself or by `proc_lib`?
    pub(super) fn is_started_by(&self, place: usize, modules: &[&str]) -> bool {
        let rest = &self.process(place).rest;
        let is_one = |module| {
            let text = self.heap.atom_text(module);
            text.is_some_and(|text| modules.contains(&text))
        };
        let mut entries = rest.dictionary.iter();
        let initial = entries.find(|(key, _)| self.heap.atom_text(*key) == Some("$initial_call"));
        let initial = initial.and_then(|(_, call)| self.heap.elements(*call));
        is_one(rest.initial.0)
            || initial.is_some_and(|call| call.first().copied().is_some_and(is_one))
    }

    /// Is it the master of an application?
    pub(super) fn is_master(&self, place: usize) -> bool {
        self.has_system() && self.is_started_by(place, &["application_master"])
    }

    /// Has a process started an application, and now ends? Those that it is linked to, the controller
    /// and the master, do nothing about that.
    pub(super) fn is_done_starting(&self, place: usize) -> bool {
        let process = self.process(place);
        let (module, function, _) = process.rest.initial;
        let is = |atom, text| self.heap.atom_text(atom) == Some(text);
        self.has_system()
            && process.fate == Fate::Ended(atoms::NORMAL)
            && is(module, "application_controller")
            && is(function, "init_starter")
    }

    /// The process that asks for `processes()` is the master of an application that stops, and wants
    /// those with itself as their group leader. None are left in most programs, so what others do
    /// does not matter: `None` if some are.
    pub(super) fn group_of_master(
        &mut self,
        place: usize,
        step: &mut Step,
    ) -> Result<Option<Term>, Trouble> {
        let (own, master) = (self.id(place), self.pid(place));
        let group: Vec<usize> = (0..self.state.processes.len())
            .filter(|other| *other != place)
            .filter(|other| self.process(*other).is_real())
            .filter(|other| self.process(*other).rest.leader == master)
            .collect();
        for other in group {
            if self.asks(own, other, step)? == Fate::Alive {
                return Ok(None);
            }
        }
        Ok(Some(self.heap.list(&[master])))
    }

    /// No process has this name. If one of a real system has it, it is started, or the name is an
    /// error.
    pub(super) fn is_nobody(&mut self, name: Term) -> Result<(), Trouble> {
        self.is_taken(name)?;
        let text = self.heap.atom_text(name);
        match !self.has_system() && text.is_some_and(|text| NAMES.contains(&text)) {
            true => Err(self.learn(|known, _| known.note_list(SYSTEM)).into()),
            false => Ok(()),
        }
    }

    /// Is a name taken in a real system, by a process that is not here?
    pub(super) fn is_taken(&self, name: Term) -> Result<(), Trouble> {
        match self.heap.atom_text(name) {
            Some(text) if ABSENT.contains(&text) && !self.state.is_booting => {
                Err(Raise::Unsupported(absent(text)).into())
            }
            _ => Ok(()),
        }
    }

    /// No table has one of these names: the same.
    pub(super) fn is_no_table(&mut self, names: &[Term]) -> Result<(), Interrupt> {
        let is_of_system = |name: &Term| {
            let text = self.heap.atom_text(*name);
            text.is_some_and(|text| TABLES.contains(&text))
        };
        match !self.has_system() && names.iter().any(is_of_system) {
            true => Err(self.learn(|known, _| known.note_list(SYSTEM))),
            false => Ok(()),
        }
    }

    // Other nodes.

    /// What is said of another node.
    pub(super) fn other_node(&self, node: Term) -> Raise {
        match self.heap.atom_text(node) {
            None => Raise::BADARG,
            Some(text) => Raise::Unsupported(format!(
                "the node {} is not supported: there is one node here, nonode@nohost",
                crate::print::atom(text)
            )),
        }
    }

    /// A message cannot go there: to another node, or to what is no process at all.
    pub(super) fn elsewhere(&self, to: Term) -> Raise {
        match self.heap.elements(to).as_deref() {
            Some([name, node]) if name.as_atom().is_some() => self.other_node(*node),
            _ => Raise::BADARG,
        }
    }

    /// `monitor_node(Node, Flag)`
    pub(super) fn monitor_node(&self, node: Term) -> Result<Term, Trouble> {
        match node {
            atoms::NONODE => Ok(atoms::TRUE),
            _ => Err(self.other_node(node).into()),
        }
    }

    // Files beside modules, such as `.app`.

    /// A binary or a list of characters.
    pub(super) fn text_of(&self, chars: Term) -> Option<String> {
        if let Some(bytes) = self.heap.as_bytes(chars) {
            return String::from_utf8(bytes).ok();
        }
        let chars = self.heap.as_list(chars)?;
        let chars = chars.iter().map(|char| {
            let code = u32::try_from(char.as_small()?).ok()?;
            char::from_u32(code)
        });
        chars.collect()
    }

    /// `code:where_is_file(Name)`
    pub(super) fn where_is_file(&mut self, name: Term) -> Result<Term, Trouble> {
        let name = self.text_of(name).ok_or(Raise::BADARG)?;
        let path = self.code.loader.file(&name);
        let path = path.and_then(|path| path.to_str().map(str::to_owned));
        Ok(match path {
            Some(path) => self.heap.text(&path),
            None => self.heap.atom("non_existing"),
        })
    }

    /// `erl_prim_loader:get_file(Path)`, `erl_prim_loader:read_file(Path)`
    pub(super) fn read_file(&mut self, path: Term, with_path: bool) -> Result<Term, Trouble> {
        let text = self.text_of(path).ok_or(Raise::BADARG)?;
        let Some(bytes) = self.code.loader.read(Path::new(&text)) else {
            return Err(Raise::Unsupported(format!(
                "the file {text} cannot be read: there are no files here, but those beside modules"
            ))
            .into());
        };
        let bytes = self.heap.binary(&bytes);
        Ok(match with_path {
            true => self.heap.tuple(&[atoms::OK, bytes, path]),
            false => self.heap.tuple(&[atoms::OK, bytes]),
        })
    }

    // The group leader.

    /// The process `user` is not here: what it would have to do is an error.
    pub(super) fn is_about_user(
        &self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> Result<(), Interrupt> {
        let whom = match function {
            Native::Monitor | Native::Register => arguments.get(1),
            Native::Send
            | Native::ExitSignal
            | Native::Link
            | Native::Unlink
            | Native::IsAlive
            | Native::ProcessInfo => arguments.first(),
            _ => None,
        };
        match whom.copied() == Some(Term::USER) {
            true => Err(Interrupt::Error(format!(
                "{}{}",
                absent("user"),
                self.chain_of_calls(place)
            ))),
            false => Ok(()),
        }
    }

    /// Something is printed: does it go to a process of the program, as a group leader or a device?
    /// Then a function of Erlang sends it there.
    pub(super) fn prints_to_process(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
    ) -> bool {
        let usual = self.process(place).rest.leader;
        let all = &arguments[..];
        let (device, rest) = match (function, all) {
            (Native::PrintFormat, [device, _, _])
            | (Native::PrintChars, [device, _, ..])
            | (Native::PrintTerm, [device, _])
            | (Native::PrintLine, [device]) => (*device, &all[1..]),
            (Native::PrintFormat, [device, list])
                if device.as_pid().is_some() && self.heap.as_list(*list).is_some() =>
            {
                (*device, &all[1..])
            }
            _ => (usual, all),
        };
        let device = match self.heap.atom_text(device) {
            Some("standard_io") => usual,
            Some("user" | "standard_error") => return false,
            Some(_) => device,
            None => device,
        };
        let is_master = self
            .place_of(device)
            .is_some_and(|place| self.is_master(place));
        if device == Term::USER || is_master {
            return false;
        }
        let tag = |machine: &mut Machine, text| machine.heap.atom(text);
        let request = match (function, rest) {
            (Native::PrintFormat, [format]) => {
                let tag = tag(self, "format");
                self.heap.tuple(&[tag, *format, Term::NIL])
            }
            (Native::PrintFormat, [format, list]) => {
                let tag = tag(self, "format");
                self.heap.tuple(&[tag, *format, *list])
            }
            (Native::PrintChars, [chars]) => {
                let (tag, encoding) = (tag(self, "put_chars"), tag(self, "unicode"));
                self.heap.tuple(&[tag, encoding, *chars])
            }
            (Native::PrintChars, [encoding, chars]) => {
                let tag = tag(self, "put_chars");
                self.heap.tuple(&[tag, *encoding, *chars])
            }
            (Native::PrintTerm, [term]) => {
                let tag = tag(self, "write");
                self.heap.tuple(&[tag, *term])
            }
            _ => tag(self, "nl"),
        };
        let (module, name) = (tag(self, "mazurka_io"), tag(self, "output"));
        let list = self.heap.list(all);
        let list = self.heap.list(&[device, request, list]);
        self.change(place).core.divert(module, name, list);
        true
    }
}
