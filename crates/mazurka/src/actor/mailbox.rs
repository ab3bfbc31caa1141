//! Mailboxes: how an actor receives.

use super::directory::{self, Watcher};
use super::exit::{self, Reason};
use super::filter::Filter;
use super::post::{ENDED, Letter, Pick, Post, Taken, watchers_of};
use super::{Down, Pid, message};
use crate::rt::{self, Refinement};
use crate::sync::mpsc::slots::read;
use mazurka_program::{Access, Kind, ObjectId, ProcessId};
use std::fmt;
use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

/// Where the messages to an actor arrive, in the order in which they were sent;
/// only the actor has it.
///
/// A receive takes the first message that it accepts, and leaves the others
/// where they are. One that waits for ever is a deadlock.
pub struct Mailbox<M: Send + 'static> {
    process: ProcessId,
    post: Arc<Post<M>>,
    /// It stays with its actor.
    not_send: PhantomData<*const ()>,
}

impl<M: Send + 'static> Mailbox<M> {
    pub(super) fn new(process: ProcessId, post: Arc<Post<M>>) -> Mailbox<M> {
        Mailbox {
            process,
            post,
            not_send: PhantomData,
        }
    }

    /// The actor whose mailbox this is: where to send an answer.
    #[must_use]
    pub fn pid(&self) -> Pid<M> {
        Pid::new(self.process)
    }

    /// The next message, as soon as there is one.
    #[track_caller]
    pub fn receive(&mut self) -> M {
        self.wait_for(Filter::any::<M>(), &|_| Some(())).0
    }

    /// The first message that fits, as soon as there is one.
    ///
    /// The predicate may be called any number of times, by the actor and by those
    /// who send to it. It must depend on nothing but the message. One that
    /// captures nothing is best: a message that it refuses is then independent
    /// of this receive, and of what this receive takes.
    #[track_caller]
    pub fn receive_if(&mut self, fits: impl Fn(&M) -> bool) -> M {
        let pick = move |message: &M| fits(message).then_some(());
        self.note(&pick);
        self.wait_for(Filter::of(&pick), &pick).0
    }

    /// What `pick` makes of the first message that it makes anything of, as soon
    /// as there is one. As for [`Mailbox::receive_if`], `pick` may be called any
    /// number of times.
    ///
    /// ```
    /// use mazurka::actor::{self, Mailbox};
    ///
    /// enum Message {
    ///     Number(u32),
    ///     Stop,
    /// }
    ///
    /// mazurka::check(|| {
    ///     let adder = actor::spawn(|mut mailbox: Mailbox<Message>| {
    ///         let number = |message: &Message| match message {
    ///             Message::Number(n) => Some(*n),
    ///             Message::Stop => None,
    ///         };
    ///         let sum = mailbox.receive_map(number) + mailbox.receive_map(number);
    ///         assert_eq!(sum, 3);
    ///     });
    ///     adder.send(Message::Number(1));
    ///     adder.send(Message::Stop);
    ///     adder.send(Message::Number(2));
    /// });
    /// ```
    #[track_caller]
    pub fn receive_map<R>(&mut self, pick: impl Fn(&M) -> Option<R>) -> R {
        self.note(&pick);
        self.wait_for(Filter::of(&pick), &pick).1
    }

    /// The next message, or none if the time is over before it comes. Both are
    /// explored whenever the mailbox may be empty, whatever the time is.
    #[track_caller]
    pub fn receive_timeout(&mut self, after: Duration) -> Option<M> {
        let taken = self.look_for(after, Filter::any::<M>(), &|_| Some(()));
        taken.map(|(message, ())| message)
    }

    /// The first message that fits, or none if the time is over before it comes.
    #[track_caller]
    pub fn receive_if_timeout(&mut self, after: Duration, fits: impl Fn(&M) -> bool) -> Option<M> {
        let pick = move |message: &M| fits(message).then_some(());
        let taken = self.look_for(after, Filter::of(&pick), &pick);
        taken.map(|(message, ())| message)
    }

    /// What `pick` makes of the first message that it makes anything of, or none
    /// if the time is over before it comes.
    #[track_caller]
    pub fn receive_map_timeout<R>(
        &mut self,
        after: Duration,
        pick: impl Fn(&M) -> Option<R>,
    ) -> Option<R> {
        let taken = self.look_for(after, Filter::of(&pick), &pick);
        taken.map(|(_, picked)| picked)
    }

    /// Those who send cannot tell what a predicate takes that captures something.
    #[track_caller]
    fn note<F>(&self, pick: &F) {
        if Filter::captures(pick) {
            message::is_no_mailbox::<M>(self.post.object());
        }
    }

    #[track_caller]
    fn wait_for<R>(&self, filter: Filter, pick: Pick<'_, M, R>) -> (M, R) {
        open(self.post.receive(filter, pick))
    }

    #[track_caller]
    fn look_for<R>(&self, after: Duration, filter: Filter, pick: Pick<'_, M, R>) -> Option<(M, R)> {
        let place = Location::caller();
        rt::clock::begin_to_wait();
        message::is_no_mailbox::<M>(self.post.object());
        let taken = rt::looking(|| self.post.receive_timeout(filter, pick, place));
        if taken.is_none() {
            rt::clock::reach_limit(after);
        }
        taken.map(open)
    }

    /// Has a message sent to this actor when the other one ends, however it
    /// ends; at once, if it has ended already.
    ///
    /// ```
    /// use mazurka::actor::{self, Down, Mailbox, Reason};
    ///
    /// mazurka::check(|| {
    ///     let mut mailbox: Mailbox<Down> = actor::mailbox();
    ///     let worker = actor::spawn(|_: Mailbox<()>| actor::exit("out of paper"));
    ///     mailbox.monitor(worker, |down| down);
    ///     let down = mailbox.receive();
    ///     assert_eq!(down.actor, worker.id());
    ///     assert_ne!(down.reason, Reason::Normal);
    /// });
    /// ```
    #[track_caller]
    pub fn monitor<N: Send + 'static>(
        &mut self,
        other: Pid<N>,
        notice: impl FnOnce(Down) -> M + Send + 'static,
    ) {
        let post = Arc::clone(&self.post);
        let tell = move |down| post.send(Letter::Message(notice(down)), "notice");
        rt::refine(Refinement::ActorExit);
        let watched = watchers_of(directory::object(other.id()));
        rt::announce_opaque(Kind::Change, watched, &mut || true);
        rt::describe(|| "monitor()".to_owned());
        if watch(watched) {
            directory::watch(other.id(), Watcher::new(self.process, tell));
        } else {
            tell(Down::unknown(other.id()));
        }
    }

    /// Links the two actors: when one of them ends otherwise than by returning,
    /// the other one ends for the same reason when it next receives; at once, if
    /// the other one has ended already.
    #[track_caller]
    pub fn link<N: Send + 'static>(&mut self, other: Pid<N>) {
        if other.id() == self.pid().id() {
            return;
        }
        rt::refine(Refinement::ActorExit);
        let watched = watchers_of(directory::object(other.id()));
        let Some(theirs) = directory::post::<N>(other.id()) else {
            unreachable!("a pid says what messages its actor takes");
        };
        let ours = Arc::clone(&self.post);
        rt::announce_opaque(Kind::Change, watched, &mut || true);
        rt::describe(|| "link()".to_owned());
        let ours_watched = watchers_of(ours.object());
        if watch(watched) {
            watch(ours_watched);
            directory::watch(other.id(), exit_signal(self.process, ours));
            directory::watch(self.pid().id(), exit_signal(other.id().0, theirs));
        } else {
            // What this depends on must not change with the other one's end.
            let watchers = rt::value(ours_watched);
            rt::touch(ours_watched, Access::Add, watchers, watchers);
            let down = Down::unknown(other.id());
            ours.send(Letter::Exit(down), "exit signal");
        }
    }
}

/// An exit signal takes effect when the actor receives.
#[track_caller]
fn open<M, R>(taken: Taken<M, R>) -> (M, R) {
    match taken {
        Taken::Message(message, picked) => (message, picked),
        Taken::Exit(down) => exit::stop(down.reason),
    }
}

/// Sends an exit signal when the watched actor has ended otherwise than by
/// returning.
fn exit_signal<M: Send + 'static>(process: ProcessId, post: Arc<Post<M>>) -> Watcher {
    Watcher::new(process, move |down| {
        if down.reason != Reason::Normal {
            post.send(Letter::Exit(down), "exit signal");
        }
    })
}

/// Adds a watcher to an actor, if it has not ended: watchers commute.
fn watch(watched: ObjectId) -> bool {
    let before = rt::value(watched);
    if before == ENDED {
        rt::acquire(watched);
        read(watched);
        return false;
    }
    rt::set_value(watched, before + 1);
    rt::touch(watched, Access::Add, before, before + 1);
    true
}

impl<M: Send + 'static> Drop for Mailbox<M> {
    #[track_caller]
    fn drop(&mut self) {
        if rt::is_active() {
            self.post.close();
        }
    }
}

impl<M: Send + 'static> fmt::Debug for Mailbox<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Mailbox")
            .field("pid", &self.pid())
            .finish_non_exhaustive()
    }
}
