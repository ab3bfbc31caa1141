//! Names for actors, by which others find them.

use super::Pid;
use super::directory;
use super::exit::ActorId;
use super::hash::stable_hash;
use super::post::{ENDED, watchers_of};
use crate::rt::{self, Refinement, Tag};
use crate::sync::mpsc::slots::{read, write};
use mazurka_program::{Kind, ObjectId, ProcessId};
use std::error::Error;
use std::fmt;

/// What all names are parts of.
static NAMES: Tag = Tag::new();

/// Why an actor could not be registered under a name.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegisterError {
    /// Another actor, or the same, has the name.
    Taken,
    /// The actor has ended.
    Ended,
}

impl fmt::Display for RegisterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RegisterError::Taken => "the name is taken",
            RegisterError::Ended => "the actor has ended",
        })
    }
}

impl Error for RegisterError {}

/// The object of a name: it holds the actor that has the name, plus one.
#[track_caller]
fn object(name: &str) -> ObjectId {
    let part = stable_hash(name);
    if directory::name_collides(part, name) {
        rt::error(format!("the name {name:?} has the same hash as another"));
    }
    let object = rt::part(rt::resolve(&NAMES).id, part);
    rt::noun(object, "name");
    object
}

fn bits(actor: ActorId) -> u64 {
    u64::from(actor.0.0) + 1
}

/// Gives an actor a name, until it ends or the name is taken away.
///
/// # Errors
/// When the name is taken, or the actor has ended.
#[track_caller]
pub fn register<M: Send + 'static>(name: &str, pid: Pid<M>) -> Result<(), RegisterError> {
    rt::refine(Refinement::ActorExit);
    let actor = pid.id();
    let watched = watchers_of(directory::object(actor));
    let object = object(name);
    rt::announce_opaque(Kind::Change, object, &mut || true);
    rt::describe(|| format!("register({name:?}, {pid:?})"));
    // Whether this depends on the end of the actor must not change with who has
    // the name, nor the other way round (property 7 of Definition 3.2 in *Source
    // Sets*): hence the reads and writes that change nothing.
    let ended = read(watched) == ENDED;
    if ended {
        rt::acquire(watched);
    }
    if rt::value(object) != 0 {
        read(object);
        return Err(RegisterError::Taken);
    }
    if ended {
        write(object, 0);
        return Err(RegisterError::Ended);
    }
    write(object, bits(actor));
    rt::release(object);
    directory::add_name(actor, object);
    Ok(())
}

/// The actor that has a name now.
///
/// # Panics
/// When it takes messages of another type.
#[must_use]
#[track_caller]
pub fn whereis<M: Send + 'static>(name: &str) -> Option<Pid<M>> {
    let object = object(name);
    let bits = rt::operate(Kind::Load, object, 0, |bits| bits);
    rt::acquire(object);
    rt::describe(|| format!("whereis({name:?})"));
    let process = ProcessId(u32::try_from(bits.checked_sub(1)?).ok()?);
    assert!(
        directory::post::<M>(ActorId(process)).is_some(),
        "the actor named {name:?} takes messages of another type"
    );
    Some(Pid::new(process))
}

/// Takes a name away; says whether an actor had it.
#[track_caller]
pub fn unregister(name: &str) -> bool {
    let object = object(name);
    let taken = rt::operate(Kind::Swap, object, 0, |_| 0) != 0;
    rt::describe(|| format!("unregister({name:?}) = {taken}"));
    taken
}

/// Takes a name from an actor that has ended, unless another one has it by now.
pub(super) fn forget(name: ObjectId, actor: ActorId) {
    rt::operate(Kind::CompareExchange, name, bits(actor), |_| 0);
    rt::describe(|| "unregister() of an actor that has ended".to_owned());
}
