//! What a process has for itself: its dictionary, flags, and unique numbers.

use super::{Arguments, Done, Machine, Object, Trouble};
use crate::atoms;
use crate::compare;
use crate::raise::Raise;
use crate::term::Term;
use mazurka_program::{Access, Step};

impl Machine {
    fn entry(&self, place: usize, key: Term) -> Option<usize> {
        let mut entries = self.process(place).rest.dictionary.iter();
        entries.position(|(known, _)| compare::identical(&self.heap, *known, key))
    }

    /// `put(Key, Value)`
    pub(super) fn put(&mut self, place: usize, key: Term, value: Term) -> Term {
        let known = self.entry(place, key);
        let dictionary = &mut self.change(place).rest_mut().dictionary;
        match known {
            Some(known) => std::mem::replace(&mut dictionary[known].1, value),
            None => {
                dictionary.push((key, value));
                atoms::UNDEFINED
            }
        }
    }

    /// `get()`, `get(Key)`
    pub(super) fn get(&mut self, place: usize, arguments: &Arguments) -> Term {
        match arguments.first() {
            Some(key) => {
                let known = self.entry(place, *key);
                known.map_or(atoms::UNDEFINED, |known| {
                    self.process(place).rest.dictionary[known].1
                })
            }
            None => self.dictionary(place),
        }
    }

    /// The whole dictionary, as a list of pairs.
    pub(super) fn dictionary(&mut self, place: usize) -> Term {
        let entries = self.process(place).rest.dictionary.clone();
        let pairs: Vec<Term> = entries
            .into_iter()
            .map(|(key, value)| self.heap.tuple(&[key, value]))
            .collect();
        self.heap.list(&pairs)
    }

    /// `get_keys()`, `get_keys(Value)`
    pub(super) fn get_keys(&mut self, place: usize, arguments: &Arguments) -> Term {
        let wanted = arguments.first().copied();
        let is_wanted =
            |value: Term| wanted.is_none_or(|wanted| compare::identical(&self.heap, value, wanted));
        let entries = self.process(place).rest.dictionary.iter();
        let entries = entries.filter(|(_, value)| is_wanted(*value));
        let keys: Vec<Term> = entries.map(|(key, _)| *key).collect();
        self.heap.list(&keys)
    }

    /// `erase()`, `erase(Key)`
    pub(super) fn erase(&mut self, place: usize, arguments: &Arguments) -> Term {
        match arguments.first() {
            Some(key) => match self.entry(place, *key) {
                Some(known) => self.change(place).rest_mut().dictionary.remove(known).1,
                None => atoms::UNDEFINED,
            },
            None => {
                let all = self.dictionary(place);
                self.change(place).rest_mut().dictionary.clear();
                all
            }
        }
    }

    /// `process_flag(Flag, Value)`
    pub(super) fn process_flag(
        &mut self,
        place: usize,
        flag: Term,
        value: Term,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let id = self.id(place);
        match self.heap.atom_text(flag) {
            Some("trap_exit") => {
                let traps = match value {
                    atoms::TRUE => true,
                    atoms::FALSE => false,
                    _ => return Err(Raise::BADARG.into()),
                };
                self.set(step, Object::Trap(id), u64::from(traps));
                let before = std::mem::replace(&mut self.change(place).traps, traps);
                Ok(Machine::boolean(before))
            }
            Some("priority") => {
                let rest = self.change(place).rest_mut();
                Ok(std::mem::replace(&mut rest.priority, value))
            }
            Some("message_queue_data") => Ok(self.heap.atom("on_heap")),
            Some("min_heap_size") => Ok(Term::small(233)),
            Some("min_bin_vheap_size") => Ok(Term::small(46_422)),
            Some("fullsweep_after") => Ok(Term::small(65_535)),
            Some("max_heap_size") => Ok(Term::small(0)),
            Some("error_handler") => Ok(self.heap.atom("error_handler")),
            Some("sensitive" | "async_dist" | "save_calls") => Ok(atoms::FALSE),
            _ => Err(Raise::BADARG.into()),
        }
    }

    /// Does `unique_integer` have to be greater than all before?
    pub(super) fn is_monotonic(&self, arguments: &Arguments) -> bool {
        let options = arguments.first().and_then(|list| self.heap.as_list(*list));
        let mut options = options.unwrap_or_default().into_iter();
        options.any(|option| self.heap.atom_text(option) == Some("monotonic"))
    }

    /// `unique_integer(Options)`
    pub(super) fn unique_integer(
        &mut self,
        place: usize,
        arguments: &Arguments,
        step: &mut Step,
    ) -> Result<Term, Trouble> {
        let options = arguments.first().copied().unwrap_or(Term::NIL);
        for option in self.heap.as_list(options).ok_or(Raise::BADARG)? {
            if !matches!(self.heap.atom_text(option), Some("monotonic" | "positive")) {
                return Err(Raise::BADARG.into());
            }
        }
        if self.is_monotonic(arguments) {
            let object = self.object(Object::Clock);
            let count = self.state.values.get(object) + 1;
            self.touch(step, object, Access::Write, count);
            return Ok(self.heap.integer(count.cast_signed()));
        }
        // By the process and a count, so that it does not depend on what others do.
        let pid = self.pid(place);
        let process = self.change(place);
        let count = process.uniques;
        process.uniques += 1;
        let which = self.hash(pid) & ((1 << 39) - 1);
        let number = (which << 20).wrapping_add(count + 1).cast_signed();
        Ok(self.heap.integer(number))
    }

    /// `hibernate(Module, Function, Arguments)`
    pub(super) fn hibernate(
        &mut self,
        place: usize,
        module: Term,
        function: Term,
        arguments: Term,
    ) -> Result<Done, Trouble> {
        let are_atoms = module.as_atom().is_some() && function.as_atom().is_some();
        if !are_atoms || self.heap.as_list(arguments).is_none() {
            return Err(Raise::BADARG.into());
        }
        let process = self.change(place);
        process.core.restart(module, function, arguments);
        Ok(Done::Hibernates)
    }

    /// `group_leader(Leader, Process)`
    pub(super) fn set_group_leader(
        &mut self,
        place: usize,
        arguments: &Arguments,
    ) -> Result<Term, Trouble> {
        let (leader, process) = (arguments[0], arguments[1]);
        if leader.as_pid().is_none() {
            return Err(Raise::BADARG.into());
        }
        match self.place_of(process) {
            Some(other) if other == place => self.change(place).rest_mut().leader = leader,
            _ => {
                let text = "a group leader of another process is not supported";
                return Err(Raise::Unsupported(text.to_owned()).into());
            }
        }
        Ok(atoms::TRUE)
    }
}
