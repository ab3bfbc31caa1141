//! How actors end, and how others learn of it.

use super::directory;
use super::post::{ENDED, watchers_of};
use crate::rt::{self, Refinement};
use crate::sync::mpsc::slots::write;
use mazurka_program::{Kind, ProcessId};
use std::any::Any;
use std::fmt;
use std::panic::resume_unwind;

/// An actor, whatever messages it takes; the same in every execution.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct ActorId(pub(super) ProcessId);

impl fmt::Debug for ActorId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if rt::is_active() {
            f.write_str(&rt::thread_name(self.0))
        } else {
            write!(f, "{:?}", self.0)
        }
    }
}

/// Why an actor has ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
#[non_exhaustive]
pub enum Reason {
    /// Its function returned.
    Normal,
    /// It called [`exit`], or is linked to an actor that did.
    Exit(String),
    /// It panicked (which is a finding), or is linked to an actor that did.
    Panic,
    /// It had ended already when another began to watch it.
    Unknown,
}

/// The notice that an actor has ended.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Down {
    /// Which one.
    pub actor: ActorId,
    /// Why.
    pub reason: Reason,
}

impl Down {
    /// The actor had ended before another began to watch it.
    pub(super) fn unknown(actor: ActorId) -> Down {
        let reason = Reason::Unknown;
        Down { actor, reason }
    }
}

/// The panic payload by which an actor ends itself.
struct Stop(Reason);

/// Ends the calling actor, for a reason that those who watch it are told. This
/// is no finding, as a panic would be.
///
/// What is on its stack is dropped. Locks, senders and the like are given back
/// in events of their own; destructors that do more than that make the program
/// one that cannot be explored.
///
/// # Panics
/// When the thread that calls was not spawned as an actor.
#[track_caller]
pub fn exit(reason: impl Into<String>) -> ! {
    stop(Reason::Exit(reason.into()))
}

/// Ends the running actor.
#[track_caller]
pub(super) fn stop(reason: Reason) -> ! {
    assert!(
        directory::is_spawned(rt::current_process()),
        "the first thread of a program cannot end as an actor does: {reason:?}"
    );
    resume_unwind(Box::new(Stop(reason)))
}

/// The reason why an actor has ended by a panic.
pub(super) fn reason_of(payload: &(dyn Any + Send)) -> Reason {
    match payload.downcast_ref::<Stop>() {
        Some(Stop(reason)) => reason.clone(),
        None => {
            rt::note_panic(payload);
            Reason::Panic
        }
    }
}

/// Tells of the end of the running actor, if anybody looks for the ends of
/// actors: an event of its own, then one for each name and each watcher.
pub(super) fn announce(reason: &Reason) {
    if !rt::refined(&Refinement::ActorExit) || rt::is_silent() {
        return;
    }
    if *reason == Reason::Panic && rt::was_silent() {
        // It cannot announce any more; the panic is a finding anyway.
        return;
    }
    let actor = ActorId(rt::current_process());
    let watched = watchers_of(directory::object(actor));
    rt::announce_opaque(Kind::Change, watched, &mut || true);
    write(watched, ENDED);
    rt::release(watched);
    rt::describe(|| format!("exit({reason:?})"));
    let (watchers, names) = directory::end(actor);
    for name in names {
        super::names::forget(name, actor);
    }
    for watcher in watchers {
        let reason = reason.clone();
        watcher.tell(Down { actor, reason });
    }
}
