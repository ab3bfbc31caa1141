//! The addresses of actors.

use super::directory;
use super::exit::ActorId;
use super::post::Letter;
use mazurka_program::ProcessId;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::marker::PhantomData;

/// The address of an actor that takes messages of type `M`: plain data, which
/// can be copied and sent.
pub struct Pid<M> {
    process: ProcessId,
    messages: PhantomData<fn(M)>,
}

impl<M> Pid<M> {
    pub(super) fn new(process: ProcessId) -> Pid<M> {
        Pid {
            process,
            messages: PhantomData,
        }
    }

    /// The actor, whatever messages it takes.
    #[must_use]
    pub fn id(&self) -> ActorId {
        ActorId(self.process)
    }
}

impl<M: Send + 'static> Pid<M> {
    /// Sends a message; never waits. A message to an actor that has ended is
    /// lost.
    ///
    /// # Panics
    /// Outside of a check.
    #[track_caller]
    pub fn send(&self, message: M) {
        let Some(post) = directory::post::<M>(self.id()) else {
            unreachable!("a pid says what messages its actor takes");
        };
        post.send(Letter::Message(message), "send()");
    }
}

impl<M> Clone for Pid<M> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<M> Copy for Pid<M> {}

impl<M> PartialEq for Pid<M> {
    fn eq(&self, other: &Self) -> bool {
        self.process == other.process
    }
}

impl<M> Eq for Pid<M> {}

impl<M> Hash for Pid<M> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.process.hash(state);
    }
}

impl<M> fmt::Debug for Pid<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Pid({:?})", self.id())
    }
}
