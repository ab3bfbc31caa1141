//! Processes that wait: where, for what, and what they are, in the words of Erlang.

use super::super::Machine;
use super::super::process::{Next, Process};
use crate::debug::{self, Known, Receive};
use crate::print::{self, Style};
use crate::term::Term;
use mazurka_program::ProcessId;
use std::rc::Rc;

/// Modules of OTP and Elixir that programs wait in: who waits is whoever called them.
const LIBRARIES: &[&str] = &[
    "application",
    "application_controller",
    "application_master",
    "gen",
    "gen_event",
    "gen_server",
    "gen_statem",
    "lists",
    "maps",
    "pg",
    "proc_lib",
    "supervisor",
    "supervisor_bridge",
    "sys",
    "timer",
    "Elixir.Agent",
    "Elixir.Agent.Server",
    "Elixir.DynamicSupervisor",
    "Elixir.GenServer",
    "Elixir.Process",
    "Elixir.Registry",
    "Elixir.Supervisor",
    "Elixir.Task",
    "Elixir.Task.Supervised",
    "Elixir.Task.Supervisor",
];

/// Is a module one of OTP's or Elixir's, in which programs wait?
pub(super) fn is_library(module: &str) -> bool {
    LIBRARIES.contains(&module)
}

/// Does a server of OTP wait there for what comes next?
fn is_loop(module: &str, function: &str) -> bool {
    matches!(
        (module, function),
        ("gen_server", "loop") | ("gen_statem", "loop_receive") | ("gen_event", "fetch_msg")
    )
}

/// A function that a process is in.
pub(in crate::machine) struct Frame {
    module: String,
    function: String,
    /// As the language of the program writes it.
    pub(in crate::machine) name: String,
    /// The same, and `fun in m:f/1` for a function of another.
    plain_name: String,
    /// File and line.
    pub(in crate::machine) line: Option<(String, u32)>,
}

impl Frame {
    /// `file:line`
    pub(in crate::machine) fn place(&self) -> Option<String> {
        let (file, line) = self.line.as_ref()?;
        Some(format!("{file}:{line}"))
    }

    pub(in crate::machine) fn is_of_library(&self) -> bool {
        is_library(&self.module)
    }
}

/// How a process waits.
pub(super) struct Wait {
    /// What it does, for people: `waits at shop.erl:12`.
    pub(super) what: String,
    /// The function and the place of the program's own code, if there is some.
    pub(super) function: Option<String>,
    pub(super) place: Option<String>,
    /// The receive, if it is one of the program's own.
    pub(super) receive: Option<Rc<Known>>,
}

impl Machine {
    /// The receive of the source that begins at an address, if one does.
    fn receive_at(&self, address: u32) -> Option<Rc<Known>> {
        let number = self.code.receive_at(address)?;
        if let Some(known) = self.receives.borrow().get(&address) {
            return Some(Rc::clone(known));
        }
        let function = *self.code.function_at(address)?;
        let name = self.heap.atom_text(function.name)?;
        // How libraries wait is told in other words, and their files are long.
        if is_library(self.heap.atom_text(function.module)?) {
            return None;
        }
        let known = match self.code.file(&self.heap, function.module) {
            Some(bytes) => debug::receive(&bytes, name, function.arity, number),
            None => Known::Nothing("the file of its module is gone"),
        };
        let known = Rc::new(known);
        let mut receives = self.receives.borrow_mut();
        receives.insert(address, Rc::clone(&known));
        Some(known)
    }

    /// The line at an address: that of the receive which begins there, if it is known.
    fn line_at(&self, address: u32) -> Option<(String, u32)> {
        if let Some(known) = self.receive_at(address)
            && let Known::Receives(receives) = &*known
            && let [receive] = &receives[..]
        {
            // The code knows where the compiler was run, the source need not.
            let file = match self.code.line_at(&self.heap, address) {
                Some((file, _)) if is_same_file(&file, &receive.file) => file,
                _ => receive.file.clone(),
            };
            return Some((file, receive.line));
        }
        self.code.line_at(&self.heap, address)
    }

    /// The functions that a process is in, the innermost first.
    pub(in crate::machine) fn stack_of(&self, place: usize) -> impl Iterator<Item = Frame> + '_ {
        let core = &self.process(place).core;
        let addresses = std::iter::once(core.address()).chain(core.callers());
        addresses.filter_map(|address| {
            let function = self.code.function_at(address)?;
            let text = |atom| self.heap.atom_text(atom).unwrap_or_default().to_owned();
            let (module, name, arity) = (function.module, function.name, function.arity);
            Some(Frame {
                module: text(module),
                function: text(name),
                name: print::function(&self.heap, module, name, arity),
                plain_name: self.plain_name(module, name, arity),
                line: self.line_at(address),
            })
        })
    }

    /// A function; one that is a part of another is called so.
    fn plain_name(&self, module: Term, name: Term, arity: u32) -> String {
        let text = |atom| self.heap.atom_text(atom).unwrap_or_default();
        let is_erlang = self.heap.style == Style::Erlang;
        let inner = is_erlang.then(|| inner_name(text(module), text(name)));
        let whole = || print::function(&self.heap, module, name, arity);
        inner.flatten().unwrap_or_else(whole)
    }

    /// How a process waits that waits for a message.
    pub(super) fn wait_of(&self, place: usize) -> Wait {
        let process = self.process(place);
        let role = self.role(place);
        let mut wait = Wait {
            what: String::new(),
            function: None,
            place: None,
            receive: None,
        };
        if process.next == Next::Hibernate {
            wait.what = match self.behaviour(process) {
                Some(_) => format!("{role} hibernates"),
                None => "hibernates".to_owned(),
            };
            return wait;
        }
        let inner = self.stack_of(place).next();
        // Most processes of a deadlock are servers, and every execution may end with them.
        if matches!(process.next, Next::Receive | Next::Take(_))
            && let Some(inner) = &inner
            && is_loop(&inner.module, &inner.function)
        {
            wait.what = format!("{role} is idle in its loop");
            return wait;
        }
        let own = self.stack_of(place).find(|frame| !frame.is_of_library());
        wait.function = own.as_ref().map(|frame| frame.plain_name.clone());
        wait.place = own.as_ref().and_then(Frame::place);
        let mut by = String::new();
        if let Some(place) = &wait.place {
            by = format!(" at {place}");
        }
        if let Some(function) = wait.function.as_ref().filter(|name| **name != role) {
            by.push_str(&format!(" in {function}"));
        }
        if process.next == Next::Sleep {
            wait.what = format!("sleeps for ever{by}");
            return wait;
        }
        let Some(inner) = inner.filter(Frame::is_of_library) else {
            wait.what = format!("waits{by}");
            wait.receive = self.receive_at(process.core.address());
            return wait;
        };
        wait.what = match (&*inner.module, &*inner.function) {
            ("gen", "do_call") => {
                let whom = self.last_watched(process);
                let whom =
                    whom.map_or_else(String::new, |whom| format!(" of {}", self.show_pid(whom)));
                let caller = self.stack_of(place).skip(1);
                let caller = caller
                    .filter(Frame::is_of_library)
                    .find(|frame| frame.module != "gen");
                let caller = caller.map_or_else(|| "gen:call".to_owned(), |frame| frame.name);
                format!("waits for a reply{whom} to {caller}{by}")
            }
            ("proc_lib", _) if inner.function.starts_with("sync_") => {
                format!("waits for a process that it starts{by}")
            }
            ("proc_lib", "stop") => format!("waits for a process to stop{by}"),
            ("supervisor", _) => format!("{role} waits for a child to end"),
            ("timer", "sleep") => format!("sleeps{by}"),
            _ => format!("waits in {}{by}", inner.name),
        };
        wait
    }

    /// How a process waits, for the message of a deadlock.
    pub(in crate::machine) fn waiting(&self, place: usize) -> String {
        let what = self.wait_of(place).what;
        match what.starts_with(&self.role(place)) {
            true => format!(": {what}"),
            false => format!(" {what}"),
        }
    }

    /// Whom a process monitors, the last of them.
    fn last_watched(&self, process: &Process) -> Option<ProcessId> {
        let (number, whom) = process.rest.monitors.last()?;
        let place = self.state.place(*whom)?;
        let mut monitors = self.process(place).rest.monitored_by.iter();
        let key = (process.id.0, *number);
        monitors
            .any(|monitor| monitor.key == key && monitor.is_on)
            .then_some(*whom)
    }

    /// The behaviour of a process and its module, if it is one of OTP's.
    fn behaviour(&self, process: &Process) -> Option<(String, String)> {
        let (module, _, arguments) = process.rest.initial;
        if self.heap.atom_text(module) != Some("proc_lib") {
            return None;
        }
        // proc_lib:init_p(Parent, Ancestors, gen, init_it, [Behaviour, Starter, Parent, ..])
        let arguments = self.heap.as_list(arguments)?;
        let [_, _, generic, _, given] = arguments[..] else {
            return None;
        };
        if self.heap.atom_text(generic) != Some("gen") {
            return None;
        }
        let given = self.heap.as_list(given)?;
        let behaviour = self.heap.atom_text(*given.first()?)?.to_owned();
        // With a name or without.
        let module = match given[..] {
            [_, _, _, module, _, _] | [_, _, _, _, module, _, _] => module,
            _ => return Some((behaviour, String::new())),
        };
        let text = self.heap.atom_text(module)?.to_owned();
        if text == "supervisor" {
            // supervisor:init({Name, Module, Arguments})
            let start = given[given.len() - 2];
            if let Some([_, module, _]) = self.heap.elements(start).as_deref() {
                let module = self.heap.atom_text(*module)?.to_owned();
                return Some(("supervisor".to_owned(), module));
            }
        }
        Some((behaviour, text))
    }

    /// Is it a supervisor?
    pub(super) fn is_supervisor(&self, place: usize) -> bool {
        let behaviour = self.behaviour(self.process(place));
        behaviour.is_some_and(|(behaviour, _)| behaviour == "supervisor")
    }

    /// What a process is: `gen_server counter`, `shop:client/2`, `fun in shop:test/0`.
    pub(super) fn role(&self, place: usize) -> String {
        let process = self.process(place);
        if let Some((behaviour, module)) = self.behaviour(process) {
            let behaviour = match (self.heap.style, &*behaviour) {
                (Style::Elixir, "gen_server") => "GenServer",
                (Style::Elixir, "supervisor") => "Supervisor",
                (_, other) => other,
            };
            // (A gen_event has handlers in the place of a module.)
            return match module.is_empty() || module == "no callback module" {
                true => behaviour.to_owned(),
                false => format!("{behaviour} {}", print::name(&self.heap, &module)),
            };
        }
        let (mut module, mut function, mut arguments) = process.rest.initial;
        let mut list = self.heap.as_list(arguments).unwrap_or_default();
        if self.heap.atom_text(module) == Some("proc_lib") {
            match list[..] {
                [_, _, of, name, given] => (module, function, arguments) = (of, name, given),
                [_, _, fun] => return self.fun_role(fun),
                _ => {}
            }
            list = self.heap.as_list(arguments).unwrap_or_default();
        }
        let text = |atom| self.heap.atom_text(atom).unwrap_or_default();
        if (text(module), text(function)) == ("erlang", "apply") && !list.is_empty() {
            return self.fun_role(list[0]);
        }
        self.plain_name(module, function, list.len() as u32)
    }

    fn fun_role(&self, fun: Term) -> String {
        if let Some((module, function, arity)) = self.heap.as_export(fun) {
            return self.plain_name(module, function, arity);
        }
        match self.heap.as_fun(fun) {
            Some((fun, ..)) => match self.code.lambda_name(fun.module, fun.index) {
                Some(of) => self.plain_name(fun.module, of, fun.arity),
                None => "a fun".to_owned(),
            },
            None => "a fun".to_owned(),
        }
    }
}

/// `-start/1-fun-0-` is a fun in `start/1`.
fn inner_name(module: &str, function: &str) -> Option<String> {
    let (outer, _) = function.strip_prefix('-')?.split_once("-fun-")?;
    Some(format!("fun in {}:{outer}", print::atom(module)))
}

/// Is a file the same, but for the folder?
fn is_same_file(a: &str, b: &str) -> bool {
    let last = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    last(a) == last(b)
}

/// A receive as it is written, one line for each clause.
pub(super) fn clauses(receive: &Receive) -> Vec<String> {
    let mut lines = receive.clauses.clone();
    if let Some(after) = &receive.after {
        lines.push(format!("after {after}"));
    }
    lines
}
