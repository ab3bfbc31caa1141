//! Who is who, in one execution: the mailboxes of actors, who watches whom, and
//! the names that actors are registered under.
//!
//! The directory is a static, so every execution begins with an empty one. It is
//! bookkeeping: what others can see goes through the values of objects, and
//! nothing here may depend on the order of independent operations.

use super::post::Post;
use super::{ActorId, Down};
use crate::rt::{self, Tag};
use mazurka_program::{ObjectId, ProcessId};
use std::any::Any;
use std::cell::UnsafeCell;
use std::sync::Arc;

struct Directory {
    tag: Tag,
    inner: UnsafeCell<Inner>,
}

// SAFETY: each execution has a copy, whose processes run one at a time.
unsafe impl Sync for Directory {}

static DIRECTORY: Directory = Directory {
    tag: Tag::new(),
    inner: UnsafeCell::new(Inner {
        actors: Vec::new(),
        names: Vec::new(),
    }),
};

struct Inner {
    /// By process.
    actors: Vec<Option<Actor>>,
    /// The names in use so far, with their parts, to notice two that share one.
    names: Vec<(u64, String)>,
}

struct Actor {
    /// The `Post` of its messages.
    post: Arc<dyn Any + Send + Sync>,
    /// The object of that.
    object: ObjectId,
    watchers: Vec<Watcher>,
    /// The names under which it is, or was, registered.
    names: Vec<ObjectId>,
    /// It was spawned as an actor, and can be ended as one.
    spawned: bool,
}

/// Who is to be told when an actor ends.
pub(super) struct Watcher {
    process: ProcessId,
    tell: Box<dyn FnOnce(Down)>,
}

impl Watcher {
    /// The process that calls is to be told; `tell` sends the notice.
    pub(super) fn new(process: ProcessId, tell: impl FnOnce(Down) + 'static) -> Watcher {
        Watcher {
            process,
            tell: Box::new(tell),
        }
    }

    /// Tells what happened.
    pub(super) fn tell(self, down: Down) {
        (self.tell)(down);
    }
}

/// Engine code: it does not switch, and calls nothing of the program's.
#[track_caller]
fn with<R>(f: impl FnOnce(&mut Inner) -> R) -> R {
    let object = rt::resolve(&DIRECTORY.tag);
    let inner = rt::storage(object, DIRECTORY.inner.get());
    // SAFETY: the copy of this execution, whose processes run one at a time;
    // `f` does not come here again.
    rt::owned(|| f(unsafe { &mut *inner }))
}

impl Drop for Inner {
    fn drop(&mut self) {
        // What is in mailboxes is the program's own, and may look in here when
        // it is dropped: it then finds nobody.
        drop(std::mem::take(&mut self.actors));
    }
}

impl Inner {
    fn actor(&mut self, process: ProcessId) -> Option<&mut Actor> {
        self.actors.get_mut(process.index())?.as_mut()
    }
}

/// Enters an actor.
#[track_caller]
pub(super) fn add<M: Send + 'static>(process: ProcessId, post: &Arc<Post<M>>, spawned: bool) {
    let object = post.object();
    let post = Arc::clone(post);
    let known = with(|inner| {
        let at = process.index();
        if inner.actors.len() <= at {
            inner.actors.resize_with(at + 1, || None);
        }
        let known = inner.actors[at].is_some();
        inner.actors[at].get_or_insert(Actor {
            post,
            object,
            watchers: Vec::new(),
            names: Vec::new(),
            spawned,
        });
        known
    });
    assert!(!known, "the thread has a mailbox already");
}

/// Was that process spawned as an actor?
#[track_caller]
pub(super) fn is_spawned(process: ProcessId) -> bool {
    with(|inner| inner.actor(process).is_some_and(|actor| actor.spawned))
}

/// The mailbox of an actor; none if it takes messages of another type.
#[track_caller]
pub(super) fn post<M: Send + 'static>(actor: ActorId) -> Option<Arc<Post<M>>> {
    let post = with(|inner| Some(Arc::clone(&inner.actor(actor.0)?.post)));
    match post {
        Some(post) => post.downcast().ok(),
        None => stale(),
    }
}

/// The object of an actor's mailbox.
#[track_caller]
pub(super) fn object(actor: ActorId) -> ObjectId {
    match with(|inner| Some(inner.actor(actor.0)?.object)) {
        Some(object) => object,
        None => stale(),
    }
}

/// An actor is to be watched.
#[track_caller]
pub(super) fn watch(actor: ActorId, watcher: Watcher) {
    with(|inner| {
        if let Some(actor) = inner.actor(actor.0) {
            actor.watchers.push(watcher);
        }
    });
}

/// An actor is registered under a name.
#[track_caller]
pub(super) fn add_name(actor: ActorId, name: ObjectId) {
    with(|inner| {
        if let Some(actor) = inner.actor(actor.0) {
            actor.names.push(name);
        }
    });
}

/// An actor has ended: who is to be told, and the names it had. Both were
/// gathered by operations that commute, so they are put in order here.
#[track_caller]
pub(super) fn end(actor: ActorId) -> (Vec<Watcher>, Vec<ObjectId>) {
    let (mut watchers, mut names) = with(|inner| match inner.actor(actor.0) {
        Some(actor) => (
            std::mem::take(&mut actor.watchers),
            std::mem::take(&mut actor.names),
        ),
        None => Default::default(),
    });
    watchers.sort_by(|a, b| rt::path_order(a.process, b.process));
    names.sort_unstable();
    names.dedup();
    (watchers, names)
}

/// Notes the part that stands for a name; is it that of another name, too?
#[track_caller]
pub(super) fn name_collides(part: u64, name: &str) -> bool {
    with(
        |inner| match inner.names.iter().find(|(other, _)| *other == part) {
            Some((_, other)) => other != name,
            None => {
                inner.names.push((part, name.to_owned()));
                false
            }
        },
    )
}

#[cold]
fn stale() -> ! {
    rt::error(STALE.to_owned());
    panic!("{STALE}")
}

const STALE: &str = "an actor of an earlier execution of the program, or of another check, is \
     used again. Every execution must start from the same state: spawn the actor inside the \
     checked closure";
