//! Actors, after Erlang: threads that share nothing and send messages.
//!
//! ```
//! use mazurka::actor::{self, Mailbox, Pid};
//!
//! mazurka::check(|| {
//!     let mut mailbox: Mailbox<u32> = actor::mailbox();
//!     let doubler = actor::Builder::new()
//!         .name("doubler")
//!         .daemon(true)
//!         .spawn(|mut mailbox: Mailbox<(Pid<u32>, u32)>| {
//!             loop {
//!                 let (sender, n) = mailbox.receive();
//!                 sender.send(2 * n);
//!             }
//!         });
//!     doubler.send((mailbox.pid(), 21));
//!     assert_eq!(mailbox.receive(), 42);
//! });
//! ```
//!
//! # What depends on what
//! As in *Source Sets*, section 10. Two sends to one actor are ordered, even if
//! the messages are the same, if some receive of the program could take either
//! of them. A send happens before the receive that takes its message; the two can
//! come the other way round only if the receive has a time limit. A receive that
//! finds its time over happens before the sends of messages that it could take.
//! So a receive without a time limit adds no traces.
//!
//! What a receive could take is known of predicates that capture nothing; one
//! that captures something counts as if it could take any message, which is
//! right, if slower.
//!
//! Which actors have ended is not looked at, until an actor monitors, links or
//! registers one: then their ends are events (see [`Mailbox::monitor`]).
//!
//! # Endings
//! An actor that waits for a message that nobody sends is a deadlock, unless it
//! is a daemon ([`Builder::daemon`]). A panic is a finding, as in any thread; for
//! an end that others are meant to deal with, there is [`exit`]. A message to an
//! actor that has ended is lost.

mod directory;
mod exit;
pub(crate) mod filter;
mod hash;
mod mailbox;
mod message;
mod names;
mod pid;
mod post;
mod table;

pub use exit::{ActorId, Down, Reason, exit};
pub use mailbox::Mailbox;
pub use names::{RegisterError, register, unregister, whereis};
pub use pid::Pid;
pub use table::Table;

use crate::rt;
use crate::thread;
use post::Post;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

/// Spawns an actor that runs `f`.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn spawn<M, F>(f: F) -> Pid<M>
where
    M: Send + 'static,
    F: FnOnce(Mailbox<M>) + Send + 'static,
{
    Builder::new().spawn(f)
}

/// Makes the thread that calls an actor with a mailbox: for the first thread of
/// a program, which wants answers.
///
/// # Panics
/// When the thread has a mailbox already; outside of a check.
#[must_use]
#[track_caller]
pub fn mailbox<M: Send + 'static>() -> Mailbox<M> {
    let process = rt::current_process();
    let post = Arc::new(Post::new());
    directory::add(process, &post, false);
    Mailbox::new(process, post)
}

/// The names and kinds of actors.
#[derive(Clone, Debug, Default)]
#[must_use = "must eventually spawn the actor"]
pub struct Builder {
    name: Option<String>,
    daemon: bool,
}

impl Builder {
    /// A builder for an actor without a name.
    pub fn new() -> Builder {
        Builder::default()
    }

    /// Names the actor for people: the name is shown in failures. (For a name
    /// by which others find it, see [`register`].)
    pub fn name(mut self, name: impl Into<String>) -> Builder {
        self.name = Some(name.into());
        self
    }

    /// A daemon may wait for ever: a server that nobody stops.
    pub fn daemon(mut self, daemon: bool) -> Builder {
        self.daemon = daemon;
        self
    }

    /// Spawns the actor.
    ///
    /// # Panics
    /// Outside of a check.
    #[track_caller]
    pub fn spawn<M, F>(self, f: F) -> Pid<M>
    where
        M: Send + 'static,
        F: FnOnce(Mailbox<M>) + Send + 'static,
    {
        let Builder { name, daemon } = self;
        let post = Arc::new(Post::new());
        let theirs = Arc::clone(&post);
        let code = Box::new(move || {
            if daemon {
                rt::set_daemon();
            }
            run(f, Mailbox::new(rt::current_process(), theirs));
        });
        let process = rt::spawn(thread::identity(name), None, code);
        directory::add(process, &post, true);
        Pid::new(process)
    }
}

/// The life of an actor.
fn run<M: Send + 'static>(f: impl FnOnce(Mailbox<M>), mailbox: Mailbox<M>) {
    match catch_unwind(AssertUnwindSafe(|| f(mailbox))) {
        Ok(()) => exit::announce(&Reason::Normal),
        Err(payload) => exit::announce(&exit::reason_of(&*payload)),
    }
}
