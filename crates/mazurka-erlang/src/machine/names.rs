//! Registered names.

use super::process::Fate;
use super::{Machine, Object, Trouble};
use crate::atoms;
use crate::compare;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{ProcessId, Step};

/// The lists of all names, of all processes, and of all persistent terms.
pub(super) const NAMES: u64 = 0;
pub(super) const PROCESSES: u64 = 1;
pub(super) const TERMS: u64 = 2;

impl Machine {
    /// `register(Name, Process)`
    pub(super) fn register(
        &mut self,
        place: usize,
        name: Term,
        process: Term,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        if name.as_atom().is_none() || name == atoms::UNDEFINED || process.as_pid().is_none() {
            return Err(Raise::BADARG.into());
        }
        let hash = self.hash(name);
        if self.state.named(name).is_some() {
            self.read(step, Object::Name(hash));
            return Err(Raise::BADARG.into());
        }
        self.is_taken(name)?;
        let own = self.id(place);
        let Some(other) = self.place_of(process) else {
            self.read(step, Object::Name(hash));
            return Err(Raise::BADARG.into());
        };
        let lives = !matches!(self.asks_for_end(own, other, step)?, Fate::Ended(_));
        let id = self.id(other);
        if !lives || self.process(other).rest.registered.is_some() {
            self.read(step, Object::Name(hash));
            if lives {
                self.read(step, Object::Registered(id));
            }
            return Err(Raise::BADARG.into());
        }
        self.write(step, Object::Name(hash), u64::from(id.0) + 1);
        self.write(step, Object::Registered(id), hash | 1);
        self.count_names(step);
        self.state.globals_mut().registered.push((name, id));
        let process = self.change(other);
        process.rest_mut().registered = Some(name);
        if other == place {
            process.was_named = true;
        }
        Ok(atoms::TRUE)
    }

    /// `unregister(Name)`
    pub(super) fn unregister(
        &mut self,
        place: usize,
        name: Term,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        if name.as_atom().is_none() {
            return Err(Raise::BADARG.into());
        }
        let Some(process) = self.state.named(name) else {
            let hash = self.hash(name);
            self.read(step, Object::Name(hash));
            return Err(Raise::BADARG.into());
        };
        let other = self.state.place(process).expect("it has a name");
        if other != place && !self.known(process).is_mortal {
            // Its end frees its name, and so must be an event.
            self.change(other).is_asked = true;
        }
        self.free_name(other, name, step);
        Ok(atoms::TRUE)
    }

    /// A name is free again.
    pub(super) fn free_name(&mut self, place: usize, name: Term, step: &mut Step) {
        let hash = self.hash(name);
        let id = self.id(place);
        self.write(step, Object::Name(hash), 0);
        self.write(step, Object::Registered(id), 0);
        self.count_names(step);
        let registered = &mut self.state.globals_mut().registered;
        registered.retain(|(known, _)| *known != name);
        self.change(place).rest_mut().registered = None;
    }

    /// A list of all names shows the difference.
    fn count_names(&mut self, step: &mut Step) {
        if self.knowledge.is_listed("names") {
            self.add(step, Object::List(NAMES), 1);
        }
    }

    /// `whereis(Name)`
    pub(super) fn whereis(&mut self, name: Term, step: &mut Step) -> Result<Term, Trouble> {
        if name.as_atom().is_none() {
            return Err(Raise::BADARG.into());
        }
        let hash = self.hash(name);
        self.read(step, Object::Name(hash));
        let process = self.state.named(name);
        if process.is_none() {
            if self.heap.atom_text(name) == Some("user") {
                return Ok(Term::USER);
            }
            self.is_nobody(name)?;
        }
        Ok(process.map_or(atoms::UNDEFINED, |process| Term::pid(process.0)))
    }

    /// `registered()`
    pub(super) fn registered(&mut self, step: &mut Step) -> Result<Term, Trouble> {
        if !self.is_silent && !self.knowledge.is_listed("names") {
            return Err(self.learn(|known, _| known.note_list("names")).into());
        }
        self.read(step, Object::List(NAMES));
        let registered = self.state.globals.registered.iter();
        let mut names: Vec<Term> = registered.map(|(name, _)| *name).collect();
        names.sort_by(|a, b| compare::compare(&self.heap, *a, *b));
        Ok(self.heap.list(&names))
    }

    /// `processes()`
    pub(super) fn processes(&mut self, place: usize, step: &mut Step) -> Result<Term, Trouble> {
        if self.is_master(place)
            && let Some(group) = self.group_of_master(place, step)?
        {
            return Ok(group);
        }
        if !self.is_silent && !self.knowledge.is_listed("processes") {
            return Err(self.learn(|known, _| known.note_list("processes")).into());
        }
        self.read(step, Object::List(PROCESSES));
        let own = self.id(place);
        let all: Vec<(ProcessId, usize)> = (self.state.processes.iter())
            .enumerate()
            .filter(|(_, process)| process.is_real())
            .map(|(place, process)| (process.id, place))
            .collect();
        let mut living = Vec::new();
        for (id, other) in all {
            if id == own || self.asks(own, other, step)? == Fate::Alive {
                living.push(Term::pid(id.0));
            }
        }
        living.sort_by(|a, b| compare::compare(&self.heap, *a, *b));
        Ok(self.heap.list(&living))
    }
}
