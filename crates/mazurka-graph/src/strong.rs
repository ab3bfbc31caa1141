//! Where strong operations belong: locations, groups of objects, chains of locks.

use crate::runner::{Halt, error};
use crate::task::Named;
use crate::visit::{Stop, Visit};
use mazurka_program::{Kind, ObjectId, Operation, Program};

impl<P: Program + ?Sized> Visit<'_, P> {
    /// The location of a strong object, and whether it is one of a group.
    pub(crate) fn strong(&mut self, object: ObjectId) -> (u32, bool) {
        let (first, is_grouped) = match self.groups.get(&object) {
            Some(known) => *known,
            None => {
                let named = Named::new(object, self.runner.program.names());
                let group = self.options.together.group_of(&named);
                let known = match group {
                    None => (object, false),
                    Some(group) => (*self.firsts.entry(group).or_insert(object), true),
                };
                self.groups.insert(object, known);
                known
            }
        };
        (self.graph().locate(first, true), is_grouped)
    }

    /// The location of a strong operation, and whether it is one of a group.
    ///
    /// # Errors
    /// If it is a lock that is used in another way, too: that is learnt, and the exploration
    /// begins anew.
    pub(crate) fn strong_of(&mut self, operation: &Operation) -> Result<(u32, bool), Stop> {
        let (location, is_grouped) = self.strong(operation.object);
        if is_grouped {
            return Ok((location, true));
        }
        let is_lock = matches!(operation.kind, Kind::Lock | Kind::Unlock);
        let place = &mut self.graph().locations[location as usize];
        if place.is_mailbox {
            return Err(self.is_no_chain(operation.object));
        }
        if *place.is_chain.get_or_insert(is_lock) == is_lock {
            return Ok((location, false));
        }
        Err(self.is_no_chain(operation.object))
    }

    /// An object is no lock that is only taken and given back.
    pub(crate) fn is_no_chain(&mut self, object: ObjectId) -> Stop {
        let named = Named::new(object, self.runner.program.names());
        match self.options.together.join(&[named]) {
            true => Stop::Halt(Halt::Refined),
            false => error("internal error: a lock is used in a way that is not known").into(),
        }
    }

    /// Does an operation take a lock of a chain?
    pub(crate) fn is_link(&mut self, operation: &Operation, location: u32) -> bool {
        operation.kind == Kind::Lock
            && self.graph().locations[location as usize].is_chain == Some(true)
    }

    /// These strong objects are accessed together: is that known?
    ///
    /// # Errors
    /// If not, it is learnt, and the exploration begins anew.
    pub(crate) fn check_together(&mut self, objects: &[ObjectId]) -> Result<(), Stop> {
        let Some((first, rest)) = objects.split_first() else {
            return Ok(());
        };
        let location = self.strong(*first).0;
        if rest.iter().all(|object| self.strong(*object).0 == location) {
            return Ok(());
        }
        let names = self.runner.program.names();
        let named: Vec<Named> = (objects.iter())
            .map(|object| Named::new(*object, names))
            .collect();
        match self.options.together.join(&named) {
            true => Err(Stop::Halt(Halt::Refined)),
            false => Err(error("internal error: objects that belong together do not").into()),
        }
    }
}
