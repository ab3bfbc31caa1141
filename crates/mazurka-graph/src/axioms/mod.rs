//! The memory models, behind one trait.
//!
//! The search adds events one by one, so a model is asked only what a new event may do. An event
//! that reads the last write, or writes behind it, is always allowed: nothing comes after it.

mod c11;
mod total;

use crate::graph::{Graph, Id};
use mazurka_memory::Model;

/// What a memory model allows.
pub(crate) trait Axioms {
    /// The first place in `co` of a location that an event may read, and behind which it may
    /// write: what it read or wrote before, or knows of, may not be older. The event need not be
    /// in the graph: then it is the next of its process.
    fn bound(&self, graph: &Graph, location: u32, id: Id) -> usize;

    /// Is the graph consistent, if it was without this event, and this is the last in program
    /// order and reads-from?
    fn is_consistent(&self, graph: &Graph, id: Id) -> bool;

    /// Does one of these events come before that one, in every order that the graph has?
    fn comes_before(&self, graph: &Graph, events: &[Id], id: Id) -> bool;

    /// Computes the clocks of an event that reads what it reads now, but for `porf`.
    fn set_clocks(&self, graph: &mut Graph, id: Id);

    /// Is an update that leaves a value as it was a write all the same?
    fn idle_updates_write(&self) -> bool;
}

/// The axioms of a model.
pub(crate) fn of(model: Model) -> Box<dyn Axioms> {
    match model {
        Model::Sc | Model::Tso | Model::Pso => Box::new(total::Total::new(model)),
        Model::Ra | Model::Rc11 => Box::new(c11::C11::new(model)),
    }
}
