//! Processes begin.

use super::process::{Process, Rest};
use super::{Argument, Arguments, Machine, Object, Trouble};
use crate::atoms;
use crate::interpreter::Core;
use crate::native::Native;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Edge, Interrupt, ProcessId, Step};
use std::rc::Rc;

/// What a process begins with.
pub(super) struct Beginning {
    /// A function without arguments, or none.
    pub(super) fun: Option<Term>,
    pub(super) module: Term,
    pub(super) function: Term,
    pub(super) arguments: Term,
}

/// What a parent wants beside the process.
#[derive(Default)]
struct Wishes {
    is_linked: bool,
    /// With these options.
    monitor: Option<Term>,
    priority: Option<Term>,
    /// A message about it comes, if `Some`: in a tuple with this tag; on success, on error.
    reply: Option<(Term, bool, bool)>,
}

impl Machine {
    /// The first process begins.
    pub(super) fn start_first(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        step.edges.push(Edge::Spawn {
            parent: None,
            child: ProcessId::ROOT,
        });
        let (module, function) = self.settings.entry.clone();
        let arguments = Argument::List(self.settings.arguments.clone()).term(&mut self.heap);
        let beginning = Beginning {
            fun: None,
            module: self.heap.atom(&module),
            function: self.heap.atom(&function),
            arguments,
        };
        let place = self.add_process(ProcessId::ROOT, None, Term::USER, &beginning);
        if self.has_system() {
            self.start_system(place, step)?;
        }
        self.ready.push_back(place);
        Ok(())
    }

    pub(super) fn add_process(
        &mut self,
        id: ProcessId,
        parent: Option<ProcessId>,
        leader: Term,
        beginning: &Beginning,
    ) -> usize {
        self.known(id);
        let path: Vec<u32> = (self.names.path(id).iter())
            .map(|branch| match branch {
                // People count from one.
                mazurka_program::Branch::Child(nth) => nth + 1,
                // The processes of the system come after the program's.
                mazurka_program::Branch::Shadow(nth) => u32::MAX - nth,
            })
            .collect();
        self.heap.name_pid(id.0, &path);
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
            leader,
            parent,
            initial: (beginning.module, beginning.function, beginning.arguments),
            stages: Vec::new(),
            end: None,
            timer: None,
            channel: None,
            priority: atoms::NORMAL,
        };
        let mut process = Process::new(id, objects, Rc::new(rest));
        process.core = match beginning.fun {
            Some(fun) => Core::with_fun(fun, Term::NIL),
            None => Core::new(beginning.module, beginning.function, beginning.arguments),
        };
        self.state.add(process)
    }

    /// All forms of `spawn`.
    pub(super) fn spawn_native(
        &mut self,
        place: usize,
        function: Native,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let has_options = match function {
            Native::SpawnOptions => true,
            Native::SpawnRequest => matches!(arguments.len(), 2 | 4),
            _ => false,
        };
        let options = match has_options {
            true => arguments[arguments.len() - 1],
            false => Term::NIL,
        };
        let count = arguments.len() - usize::from(has_options);
        let beginning = self.beginning(&arguments[..count])?;
        let mut wishes = self.wishes(options)?;
        match function {
            Native::SpawnLink => wishes.is_linked = true,
            Native::SpawnMonitor => wishes.monitor = Some(Term::NIL),
            Native::SpawnRequest => {
                let usual = (self.heap.atom("spawn_reply"), true, true);
                wishes.reply.get_or_insert(usual);
            }
            _ => {}
        }
        if self.knowledge.is_listed("processes") {
            self.add(step, Object::List(super::names::PROCESSES), 1);
        }
        let parent = self.id(place);
        let process = self.change(place);
        let nth = process.children;
        process.children += 1;
        let leader = process.rest.leader;
        let id = self.names.child(parent, nth);
        step.edges.push(Edge::Spawn {
            parent: Some(parent),
            child: id,
        });
        let child = self.add_process(id, Some(parent), leader, &beginning);
        if let Some(priority) = wishes.priority {
            self.change(child).rest_mut().priority = priority;
        }
        if wishes.is_linked {
            self.join_processes(place, child, false);
        }
        let reference = match wishes.monitor {
            Some(options) => Some(self.monitor_child(place, child, options)?),
            None => None,
        };
        self.ready.push_back(child);
        let pid = Term::pid(id.0);
        if function == Native::SpawnRequest {
            let reference = match reference {
                Some(reference) => reference,
                None => self.reference(place).0,
            };
            if let Some((tag, true, _)) = wishes.reply {
                let message = self.heap.tuple(&[tag, reference, atoms::OK, pid]);
                self.tell_self(place, message, step)?;
            }
            return Ok(reference);
        }
        Ok(match reference {
            Some(reference) => self.heap.tuple(&[pid, reference]),
            None => pid,
        })
    }

    /// The same, at a node: this one.
    pub(super) fn spawn_at(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        if arguments[0] != atoms::NONODE {
            return Err(self.other_node(arguments[0]).into());
        }
        let (_, name) = self.process(place).core.native_name(&self.code);
        let function = match self.heap.atom_text(name) {
            Some("spawn_link") => Native::SpawnLink,
            Some("spawn_monitor") => Native::SpawnMonitor,
            Some("spawn_opt") => Native::SpawnOptions,
            Some("spawn_request") => Native::SpawnRequest,
            _ => Native::Spawn,
        };
        let arguments = Arguments::from(&arguments[1..]);
        self.spawn_native(place, function, &arguments, step)
    }

    fn beginning(&mut self, arguments: &[Term]) -> Result<Beginning, Raise> {
        match *arguments {
            [fun] => {
                let arity = match (self.heap.as_fun(fun), self.heap.as_export(fun)) {
                    (Some((fun, ..)), _) => fun.arity,
                    (None, Some((_, _, arity))) => arity,
                    (None, None) => return Err(Raise::BADARG),
                };
                if arity != 0 {
                    return Err(Raise::BADARG);
                }
                let none = self.heap.list(&[fun, Term::NIL]);
                Ok(Beginning {
                    fun: Some(fun),
                    module: atoms::ERLANG,
                    function: self.heap.atom("apply"),
                    arguments: none,
                })
            }
            [module, function, list] => {
                let are_atoms = module.as_atom().is_some() && function.as_atom().is_some();
                if !are_atoms || self.heap.as_list(list).is_none() {
                    return Err(Raise::BADARG);
                }
                Ok(Beginning {
                    fun: None,
                    module,
                    function,
                    arguments: list,
                })
            }
            _ => Err(Raise::BADARG),
        }
    }

    fn wishes(&mut self, options: Term) -> Result<Wishes, Raise> {
        let mut wishes = Wishes::default();
        let options = self.heap.as_list(options).ok_or(Raise::BADARG)?;
        for option in options {
            if option.as_atom().is_some() {
                match self.heap.atom_text(option) {
                    Some("link") => wishes.is_linked = true,
                    Some("monitor") => wishes.monitor = Some(Term::NIL),
                    _ => return Err(Raise::BADARG),
                }
                continue;
            }
            let pair = self.heap.elements(option).ok_or(Raise::BADARG)?;
            let [name, value] = pair[..] else {
                return Err(Raise::BADARG);
            };
            let known = self.heap.atom_text(name).unwrap_or_default().to_owned();
            match &*known {
                "monitor" => wishes.monitor = Some(value),
                "priority" => wishes.priority = Some(value),
                "reply_tag" => {
                    let (_, on_success, on_error) = wishes.reply.unwrap_or((value, true, true));
                    wishes.reply = Some((value, on_success, on_error));
                }
                "reply" => {
                    let tag = match wishes.reply {
                        Some((tag, ..)) => tag,
                        None => self.heap.atom("spawn_reply"),
                    };
                    let (on_success, on_error) = match self.heap.atom_text(value) {
                        Some("yes") => (true, true),
                        Some("no") => (false, false),
                        Some("success_only") => (true, false),
                        Some("error_only") => (false, true),
                        _ => return Err(Raise::BADARG),
                    };
                    wishes.reply = Some((tag, on_success, on_error));
                }
                "fullsweep_after" | "min_heap_size" | "min_bin_vheap_size" | "max_heap_size"
                | "message_queue_data" | "async_dist" | "label" => {}
                _ => return Err(Raise::BADARG),
            }
        }
        Ok(wishes)
    }
}
