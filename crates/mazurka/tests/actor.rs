//! Actors: traces, selective receives, time limits, ends, names, planted bugs.

mod explored;

use explored::{Seen, buggy, finding_of, ignore, outcomes, traces, verified};
use mazurka::actor::{self, Builder, Down, Mailbox, Pid, Reason, RegisterError};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex, mpsc};
use mazurka::{Checker, FindingKind, thread};
use std::collections::HashSet;
use std::time::Duration;

const SOON: Duration = Duration::from_millis(1);

/// *Source Sets*, section 2: p sends two messages, q receives twice without
/// waiting, and dies if there is nothing. As many traces as messages can be
/// received: p.p.q.q, p.q.q.p and q.p.p.
#[test]
fn two_sends_and_two_receives_that_do_not_wait() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = verified(move || {
        let seen = seen.clone();
        let q = actor::spawn(move |mut mailbox| {
            let mut received = Vec::new();
            while received.len() < 2
                && let Some(message) = mailbox.receive_timeout(SOON)
            {
                received.push(message);
            }
            seen.add(received);
        });
        actor::spawn(move |_: Mailbox<()>| {
            q.send("first");
            q.send("second");
        });
    });
    assert_eq!(all.all(), [vec![], vec!["first"], vec!["first", "second"]]);
    assert_eq!(count, 3);
}

/// Two sends to one actor are ordered; a receive that waits adds nothing.
#[test]
fn n_senders_have_n_factorial_traces() {
    for (n, expected) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
        let count = traces(move || {
            let sum = actor::spawn(move |mut mailbox: Mailbox<usize>| {
                let sum: usize = (0..n).map(|_| mailbox.receive()).sum();
                assert_eq!(sum, n * (n + 1) / 2);
            });
            for i in 1..=n {
                actor::spawn(move |_: Mailbox<()>| sum.send(i));
            }
        });
        assert_eq!(count, expected, "{n} senders");
    }
}

/// Sends to different actors are independent, and a receive is independent of
/// the sends of other messages than the one it takes.
#[test]
fn a_pipeline_has_one_trace() {
    let count = verified(|| {
        let last = actor::spawn(|mut mailbox: Mailbox<u32>| {
            assert_eq!([mailbox.receive(), mailbox.receive()], [2, 3]);
        });
        let middle = actor::spawn(move |mut mailbox: Mailbox<u32>| {
            for _ in 0..2 {
                last.send(mailbox.receive() + 1);
            }
        });
        middle.send(1);
        middle.send(2);
    });
    assert_eq!(count, 1);
}

/// The first message that fits is taken, the others wait, in order.
#[test]
fn a_selective_receive_leaves_the_others() {
    let count = verified(|| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        for messages in [[1, 2], [3, 4]] {
            actor::spawn(move |_: Mailbox<()>| messages.iter().for_each(|m| me.send(*m)));
        }
        let even = [
            mailbox.receive_if(|m| m % 2 == 0),
            mailbox.receive_if(|m| m % 2 == 0),
        ];
        let odd = [mailbox.receive(), mailbox.receive()];
        assert!(even == [2, 4] || even == [4, 2]);
        assert!(odd == [1, 3] || odd == [3, 1]);
    });
    // The interleavings of two sequences of two sends.
    assert_eq!(count, 6);
}

#[test]
fn what_is_made_of_a_message() {
    enum Message {
        Text(String),
        Number(usize),
    }
    let count = verified(|| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        actor::spawn(move |_: Mailbox<()>| {
            me.send(Message::Text("four".to_owned()));
            me.send(Message::Number(4));
        });
        let number = mailbox.receive_map(|message| match message {
            Message::Number(n) => Some(*n),
            Message::Text(_) => None,
        });
        let Message::Text(text) = mailbox.receive() else {
            panic!("the number was taken");
        };
        assert_eq!(text.len(), number);
    });
    assert_eq!(count, 1);
}

/// Who waits with a time limit gets the message, or finds the time over before
/// it is sent; a message that does not fit does not matter.
#[test]
fn a_selective_receive_with_a_time_limit() {
    let seen = Seen::new();
    let all = seen.clone();
    verified(move || {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        actor::spawn(move |_: Mailbox<()>| {
            me.send(2);
            me.send(1);
        });
        let odd = mailbox.receive_if_timeout(SOON, |m| m % 2 == 1);
        seen.add(odd);
        assert_eq!(mailbox.receive(), 2);
    });
    assert_eq!(all.all(), [None, Some(1)]);
}

/// A predicate that captures nothing is known to the senders: who finds the time
/// over depends on what it could have taken, and on nothing else.
#[test]
fn a_time_limit_races_with_what_fits() {
    let time_over = |captures: bool| {
        move || {
            let q = actor::spawn(move |mut mailbox: Mailbox<u32>| {
                ignore(if captures {
                    mailbox.receive_if_timeout(SOON, |m| captures && m % 2 == 1)
                } else {
                    mailbox.receive_if_timeout(SOON, |m| m % 2 == 1)
                });
            });
            q.send(2);
            q.send(1);
            q.send(4);
        }
    };
    // The time is over before the one message that fits, or not.
    assert_eq!(verified(time_over(false)), 2);
    // It is over before the first message, before the second, or not.
    assert_eq!(verified(time_over(true)), 3);
}

/// Messages that no receive could take for one another are not ordered: a lock
/// that is released by one and wanted by another.
#[test]
fn messages_of_different_kinds_are_independent() {
    enum Request {
        Acquire(Pid<()>),
        Release,
    }
    let count = verified(|| {
        let lock = Builder::new()
            .daemon(true)
            .spawn(|mut mailbox: Mailbox<Request>| {
                loop {
                    let holder = mailbox.receive_map(|request| match request {
                        Request::Acquire(pid) => Some(*pid),
                        Request::Release => None,
                    });
                    holder.send(());
                    ignore(mailbox.receive_if(|request| matches!(request, Request::Release)));
                }
            });
        for _ in 0..2 {
            actor::spawn(move |mut mailbox| {
                lock.send(Request::Acquire(mailbox.pid()));
                mailbox.receive();
                lock.send(Request::Release);
            });
        }
    });
    // Who gets the lock first, and not whether the other one asks before or
    // after the release.
    assert_eq!(count, 2);
}

/// What one actor receives is nothing to the messages to another, even if they
/// are of the same type.
#[test]
fn filters_are_those_of_one_actor() {
    let count = verified(|| {
        let any = actor::spawn(|mut mailbox: Mailbox<u32>| {
            ignore([mailbox.receive(), mailbox.receive()]);
        });
        let both = actor::spawn(|mut mailbox: Mailbox<u32>| {
            assert_eq!(mailbox.receive_if(|m| m % 2 == 0), 2);
            assert_eq!(mailbox.receive_if(|m| m % 2 == 1), 1);
        });
        for n in [1, 2] {
            actor::spawn(move |_: Mailbox<()>| {
                any.send(n);
                both.send(n);
            });
        }
    });
    assert_eq!(count, 2);
}

#[test]
fn a_picked_message_or_none_in_time() {
    let seen = Seen::new();
    let all = seen.clone();
    verified(move || {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        actor::spawn(move |_: Mailbox<()>| me.send(Some(7)));
        seen.add(mailbox.receive_map_timeout(SOON, |message| *message));
    });
    assert_eq!(all.all(), [None, Some(7)]);
}

/// A server that nobody stops may wait for ever.
#[test]
fn a_daemon_may_wait() {
    let count =
        verified(|| {
            let server = Builder::new().name("server").daemon(true).spawn(
                |mut mailbox: Mailbox<Pid<u32>>| {
                    for n in 0.. {
                        mailbox.receive().send(n);
                    }
                },
            );
            for _ in 0..2 {
                actor::spawn(move |mut mailbox| {
                    server.send(mailbox.pid());
                    assert!(mailbox.receive() < 2);
                });
            }
        });
    // Who asks first.
    assert_eq!(count, 2);
}

#[test]
fn a_message_never_received_is_a_deadlock() {
    let message = buggy(FindingKind::Deadlock, || {
        let server = Builder::new()
            .name("server")
            .spawn(|mut mailbox: Mailbox<u32>| {
                ignore(mailbox.receive_if(|n| *n == 3));
            });
        server.send(2);
    });
    assert!(message.contains("server waits"), "{message}");
    assert!(
        message.contains("for a message that nobody sends"),
        "{message}"
    );
    assert!(message.contains("actor.rs"), "{message}");
}

#[test]
fn two_actors_that_both_wait() {
    let message = buggy(FindingKind::Deadlock, || {
        let mut mailbox = actor::mailbox();
        let me: Pid<()> = mailbox.pid();
        let other = actor::spawn(move |mut mailbox: Mailbox<()>| {
            mailbox.receive();
            me.send(());
        });
        mailbox.receive();
        other.send(());
    });
    assert_eq!(message.matches("waits").count(), 2, "{message}");
}

/// The actor stops at the first message, whichever that is: the other one is
/// lost, silently.
#[test]
fn a_message_to_an_actor_that_has_ended_is_lost() {
    let count = verified(|| {
        let once = actor::spawn(|mut mailbox: Mailbox<String>| {
            assert!(mailbox.receive().len() == 1);
        });
        for text in ["a", "b"] {
            actor::spawn(move |_: Mailbox<()>| once.send(text.to_owned()));
        }
    });
    assert_eq!(count, 2);
}

/// Whether a message is dropped before the actor ends or after, others can tell
/// if its destructor does something.
#[test]
fn lost_messages_are_dropped() {
    verified(|| {
        let (sender, receiver) = mpsc::channel::<()>();
        let deaf = actor::spawn(|mailbox: Mailbox<mpsc::Sender<()>>| drop(mailbox));
        deaf.send(sender);
        // A deadlock, if the sender in the message were kept.
        assert!(receiver.recv().is_err());
    });
}

#[test]
fn who_drops_a_lost_message() {
    struct Note(Arc<AtomicUsize>, usize);
    impl Drop for Note {
        fn drop(&mut self) {
            self.0.fetch_add(self.1, SeqCst);
        }
    }
    let seen = outcomes(|seen| {
        let dropped = Arc::new(AtomicUsize::new(0));
        let deaf = actor::spawn(drop::<Mailbox<Note>>);
        deaf.send(Note(dropped.clone(), 1));
        // Unless the actor has ended, the message is still in its mailbox.
        seen.add(dropped.load(SeqCst));
    });
    assert_eq!(seen, [0, 1]);
}

#[test]
fn a_monitor_learns_of_every_end() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = verified(move || {
        let mut mailbox = actor::mailbox();
        let worker = actor::spawn(|_: Mailbox<()>| {});
        mailbox.monitor(worker, |down| down);
        let down: Down = mailbox.receive();
        assert_eq!(down.actor, worker.id());
        seen.add(format!("{:?}", down.reason));
    });
    // The worker ends after the monitor was there, or before.
    assert_eq!(all.all(), ["Normal", "Unknown"]);
    assert_eq!(count, 2);
}

#[test]
fn a_monitor_learns_why() {
    let seen = outcomes(|seen| {
        let mut mailbox = actor::mailbox();
        let worker = actor::spawn(|mut mailbox: Mailbox<()>| {
            mailbox.receive();
            actor::exit("out of paper");
        });
        mailbox.monitor(worker, |down| down.reason);
        worker.send(());
        seen.add(mailbox.receive() == Reason::Exit("out of paper".to_owned()));
    });
    assert_eq!(seen, [true]);
}

/// The notices of one end are sends like any other: independent, if they go to
/// different actors.
#[test]
fn many_monitors_of_one_actor() {
    let count = verified(|| {
        let worker = actor::spawn(|mut mailbox: Mailbox<()>| mailbox.receive());
        let watchers = [0, 1].map(|_| {
            actor::spawn(move |mut mailbox| {
                mailbox.monitor(worker, |_| true);
                assert!(mailbox.receive());
            })
        });
        assert_ne!(watchers[0], watchers[1]);
        worker.send(());
    });
    // Each of them comes before the end, or after it.
    assert_eq!(count, 4);
}

/// A worker may die before it answers.
fn client(watching: bool) {
    enum Message {
        Answer(u32),
        Down(Down),
    }
    let mut mailbox = actor::mailbox();
    let me = mailbox.pid();
    let worker = Builder::new()
        .name("worker")
        .spawn(move |mut mailbox: Mailbox<u32>| {
            let n = mailbox.receive();
            if n == 0 {
                actor::exit("cannot divide by zero");
            }
            me.send(Message::Answer(100 / n));
        });
    if watching {
        mailbox.monitor(worker, Message::Down);
    }
    worker.send(0);
    match mailbox.receive() {
        Message::Answer(n) => assert_eq!(n, 50),
        Message::Down(down) => assert_ne!(down.reason, Reason::Normal),
    }
}

#[test]
fn a_client_that_watches_its_worker() {
    verified(|| client(true));
}

#[test]
fn a_client_that_does_not_notice_a_dead_worker() {
    let message = buggy(FindingKind::Deadlock, || client(false));
    assert!(message.contains("main waits"), "{message}");
}

/// A notice that nobody expects is taken for something else.
#[test]
fn an_unhandled_notice() {
    buggy(FindingKind::Panic, || {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        let worker = actor::spawn(move |_: Mailbox<()>| me.send(Ok(1)));
        mailbox.monitor(worker, Err);
        // It comes first, if the worker has ended before it was watched.
        let first: Result<u32, Down> = mailbox.receive();
        assert_eq!(first, Ok(1));
        let second = mailbox.receive();
        assert_eq!(second.unwrap_err().reason, Reason::Unknown);
    });
}

/// An actor ends with the one it is linked to, and its own watcher learns why.
#[test]
fn linked_actors_end_together() {
    let seen = outcomes(|seen| {
        let mut mailbox = actor::mailbox();
        let other = actor::spawn(|mut mailbox: Mailbox<()>| {
            mailbox.receive();
            actor::exit("overheated");
        });
        let linked = actor::spawn(move |mut mailbox: Mailbox<()>| {
            mailbox.link(other);
            other.send(());
            mailbox.receive();
        });
        mailbox.monitor(linked, |down| down.reason);
        seen.add(match mailbox.receive() {
            Reason::Exit(words) => words,
            reason => format!("{reason:?}"),
        });
    });
    assert_eq!(seen, ["Unknown", "overheated"]);
}

/// To return is no reason to end for those that are linked.
#[test]
fn a_linked_actor_may_return() {
    verified(|| {
        let other = actor::spawn(|mut mailbox: Mailbox<()>| mailbox.receive());
        let linked = actor::spawn(move |mut mailbox: Mailbox<u32>| {
            mailbox.link(other);
            other.send(());
            assert_eq!(mailbox.receive(), 7);
        });
        linked.send(7);
    });
}

/// Whether a link depends on what else looks at the actor that makes it must not
/// change with the end of the other one.
#[test]
fn links_names_and_ends_at_once() {
    let count = verified(|| {
        let other = actor::spawn(|_: Mailbox<()>| {});
        let linked = actor::spawn(move |mut mailbox: Mailbox<()>| mailbox.link(other));
        ignore(actor::register("name", linked));
    });
    // The end of the other one before the link or after it; the registration
    // before the link, between the link and the end of the linking actor, or
    // after that. (A link that comes too late sends the signal in an event of its
    // own, which nobody depends on.)
    assert_eq!(count, 6);
}

#[test]
fn a_link_to_an_actor_that_has_ended_ends() {
    let seen = outcomes(|seen| {
        let mut mailbox = actor::mailbox();
        let other = actor::spawn(|_: Mailbox<()>| {});
        let linked = actor::spawn(move |mut mailbox: Mailbox<()>| {
            mailbox.link(other);
            ignore(mailbox.receive_timeout(SOON));
        });
        mailbox.monitor(linked, |down| down.reason);
        seen.add(mailbox.receive() == Reason::Normal);
    });
    assert_eq!(seen, [false, true]);
}

#[test]
fn actors_are_found_by_name() {
    let seen = outcomes(|seen| {
        let printer = Builder::new()
            .daemon(true)
            .spawn(|mut mailbox: Mailbox<&str>| {
                loop {
                    assert_eq!(mailbox.receive(), "hello");
                }
            });
        let other = thread::spawn(move || actor::register("printer", printer));
        let found = actor::whereis::<&str>("printer");
        if let Some(found) = found {
            assert_eq!(found, printer);
            found.send("hello");
        }
        seen.add(found.is_some());
        assert_eq!(other.join().unwrap(), Ok(()));
        assert_eq!(actor::whereis::<&str>("plotter"), None);
    });
    assert_eq!(seen, [false, true]);
}

#[test]
fn one_of_two_gets_the_name() {
    let count = verified(|| {
        let results = [0, 1].map(|_| {
            thread::spawn(|| {
                let mailbox: Mailbox<()> = actor::mailbox();
                actor::register("king", mailbox.pid())
            })
        });
        let results = results.map(|thread| thread.join().unwrap());
        assert!(results.contains(&Ok(())) && results.contains(&Err(RegisterError::Taken)));
        assert!(actor::unregister("king"));
        assert!(!actor::unregister("king"));
    });
    assert_eq!(count, 2);
}

/// An actor that ends loses its name, before those who watch it are told.
#[test]
fn a_name_is_lost_with_its_actor() {
    verified(|| {
        let mut mailbox = actor::mailbox();
        let worker = actor::spawn(|mut mailbox: Mailbox<()>| mailbox.receive());
        mailbox.monitor(worker, |_| ());
        actor::register("worker", worker).unwrap();
        worker.send(());
        mailbox.receive();
        assert_eq!(actor::whereis::<()>("worker"), None);
        let result = actor::register("worker", worker);
        assert_eq!(result, Err(RegisterError::Ended));
    });
}

/// The server may not be registered yet when the client looks for it.
#[test]
fn a_name_looked_for_too_early() {
    buggy(FindingKind::Panic, || {
        actor::spawn(|mut mailbox: Mailbox<u32>| {
            actor::register("server", mailbox.pid()).unwrap();
            ignore(mailbox.receive());
        });
        actor::whereis::<u32>("server").unwrap().send(1);
    });
}

#[test]
fn pids_are_plain_data() {
    verified(|| {
        let a: Pid<u32> = actor::spawn(|_| {});
        let b: Pid<u32> = Builder::new().name("b").spawn(|_| {});
        let copy = a;
        assert_eq!(a, copy);
        assert_ne!(a, b);
        assert_eq!(HashSet::from([a, copy, b]).len(), 2);
        assert_eq!(format!("{a:?} {b:?}"), "Pid(0.0) Pid(b)");
    });
}

/// A number that threads share without synchronising.
struct Plain(UnsafeCell<i32>);

// SAFETY: whether its uses are ordered is what is checked.
unsafe impl Sync for Plain {}

impl Plain {
    fn add(&self, n: i32) -> i32 {
        self.0.with_mut(|value| {
            // SAFETY: threads of a check run one at a time.
            unsafe {
                *value += n;
                *value
            }
        })
    }
}

/// Messages carry what their sender did before; others do not.
#[test]
fn messages_synchronise() {
    let share = |other_order: bool| {
        move || {
            let cell = Arc::new(Plain(UnsafeCell::new(0)));
            let theirs = cell.clone();
            let other = actor::spawn(move |mut mailbox: Mailbox<()>| {
                mailbox.receive();
                assert_eq!(theirs.add(1), 2);
            });
            if other_order {
                other.send(());
                cell.add(1);
            } else {
                cell.add(1);
                other.send(());
            }
        }
    };
    verified(share(false));
    finding_of(FindingKind::DataRace, share(true));
}

/// A failure of a program with filters, ends and lost messages is shown again
/// by its replay string.
#[test]
fn failures_are_replayed() {
    let program = || {
        let mut mailbox = actor::mailbox();
        let (sender, lost) = mpsc::channel::<()>();
        let worker = actor::spawn(move |mut mailbox: Mailbox<mpsc::Sender<()>>| {
            ignore(mailbox.receive_if_timeout(SOON, |_| true));
        });
        mailbox.monitor(worker, |down| down.reason == Reason::Normal);
        worker.send(sender);
        assert!(lost.recv().is_err());
        assert!(mailbox.receive_map(|normal| Some(*normal)), "too late");
    };
    let report = Checker::new().check(program);
    let replay = report.replay().expect("a failure").to_owned();
    let again = Checker::new().replay(&replay).check(program);
    assert_eq!(report.finding(), again.finding());
    assert!(again.to_string().contains("too late"), "{again}");
}

/// An execution that is left in the middle drops nothing, nor what is in its mailboxes.
#[test]
fn left_messages_are_not_dropped() {
    use std::sync::atomic::{AtomicIsize, Ordering::Relaxed};
    struct Locking(Arc<Mutex<u32>>, std::sync::Arc<AtomicIsize>);
    impl Drop for Locking {
        fn drop(&mut self) {
            *self.0.lock().unwrap() += 1;
            self.1.fetch_sub(1, Relaxed);
        }
    }
    let alive = std::sync::Arc::new(AtomicIsize::new(0));
    let counted = alive.clone();
    finding_of(FindingKind::Deadlock, move || {
        let mutex = Arc::new(Mutex::new(0));
        let locking = || {
            counted.fetch_add(1, Relaxed);
            Locking(mutex.clone(), counted.clone())
        };
        let (sender, receiver) = mpsc::channel();
        sender.send(locking()).unwrap();
        let deaf = actor::spawn(|mut mailbox: Mailbox<Option<Locking>>| {
            ignore(mailbox.receive_if(Option::is_none));
        });
        deaf.send(Some(locking()));
        let mut mine = actor::mailbox::<Locking>();
        mine.pid().send(locking());
        ignore(mine.receive_if(|_| false));
        drop((sender, receiver));
    });
    assert!(alive.load(Relaxed) >= 3);
}

#[test]
fn a_predicate_that_panics_is_a_finding() {
    for timeout in [false, true] {
        let message = finding_of(FindingKind::Panic, move || {
            let mut mailbox = actor::mailbox();
            let me = mailbox.pid();
            actor::spawn(move |_: Mailbox<()>| me.send(0));
            let divides = |n: &u32| 6 % *n == 0;
            if timeout {
                ignore(mailbox.receive_if_timeout(SOON, divides));
            } else {
                ignore(mailbox.receive_if(divides));
            }
        });
        assert!(message.contains("divisor of zero"), "{message}");
    }
}

#[test]
fn a_predicate_that_looks_elsewhere_is_an_error() {
    for timeout in [false, true] {
        let report = Checker::new().check(move || {
            let mut mailbox = actor::mailbox();
            let me = mailbox.pid();
            let limit = Arc::new(AtomicUsize::new(0));
            let theirs = limit.clone();
            actor::spawn(move |_: Mailbox<()>| {
                me.send(1);
                theirs.store(1, SeqCst);
            });
            let fits = |n: &usize| *n <= limit.load(SeqCst);
            if timeout {
                ignore(mailbox.receive_if_timeout(SOON, fits));
            } else {
                ignore(mailbox.receive_if(fits));
            }
        });
        let text = report.to_string();
        assert!(text.contains("nothing but the message"), "{text}");
    }
}

#[test]
fn an_actor_that_panics_is_a_finding() {
    let message = buggy(FindingKind::Panic, || {
        let mut mailbox = actor::mailbox();
        let worker = actor::spawn(|_: Mailbox<()>| panic!("out of memory"));
        mailbox.monitor(worker, |down| down);
        ignore(mailbox.receive());
    });
    assert!(message.contains("out of memory"), "{message}");
}

#[test]
fn the_first_thread_is_no_actor_that_can_end() {
    let message = finding_of(FindingKind::Panic, || actor::exit("bored"));
    assert!(message.contains("bored"), "{message}");
}

#[test]
fn an_actor_of_another_execution_is_an_error() {
    let kept = Arc::new(std::sync::Mutex::new(None::<Pid<u32>>));
    let report = Checker::new().check(move || {
        if let Some(pid) = *kept.lock().unwrap() {
            pid.send(1);
        }
        let ready = Arc::new(AtomicUsize::new(0));
        let theirs = ready.clone();
        thread::spawn(move || theirs.store(1, SeqCst));
        if ready.load(SeqCst) == 0 {
            *kept.lock().unwrap() = Some(actor::spawn(|_| {}));
        }
    });
    let text = report.to_string();
    assert!(text.contains("an actor of an earlier execution"), "{text}");
}

/// Actors that answer, watch and give up, under all explorers.
#[test]
fn the_algorithms_see_the_same() {
    let seen = outcomes(|seen| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        for n in 1..=2 {
            let worker = actor::spawn(move |mut mailbox: Mailbox<u32>| {
                let Some(order) = mailbox.receive_timeout(SOON) else {
                    actor::exit("bored");
                };
                me.send(order * n);
            });
            mailbox.monitor(worker, move |_| 0);
            worker.send(10);
        }
        let first = mailbox.receive();
        let second = mailbox.receive_if_timeout(SOON, |n| *n > 0);
        seen.add((first, second));
    });
    assert!(seen.len() > 4, "{seen:?}");
}

/// A loop that only looks again waits for what it looks at.
#[test]
fn polling_loops_end() {
    verified(|| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        actor::spawn(move |_: Mailbox<()>| {
            me.send(1);
            me.send(2);
        });
        let even = loop {
            if let Some(message) = mailbox.receive_if_timeout(SOON, |m| m % 2 == 0) {
                break message;
            }
        };
        assert_eq!(even, 2);
    });
    buggy(FindingKind::Livelock, || {
        let mut mailbox = actor::mailbox::<()>();
        while mailbox.receive_timeout(SOON).is_none() {}
    });
}

/// Who learns that an actor has ended comes after all that it did.
#[test]
fn a_monitor_of_an_actor_that_has_ended_sees_what_it_did() {
    let report = Checker::new().check(|| {
        let cell = std::sync::Arc::new(Shared(UnsafeCell::new(0)));
        let theirs = cell.clone();
        let mut mailbox: Mailbox<Down> = actor::mailbox();
        let writer = actor::spawn(move |_: Mailbox<()>| {
            theirs.0.with_mut(|value| {
                // SAFETY: who reads waits for the end of this actor.
                unsafe { *value = 1 };
            });
        });
        mailbox.monitor(writer, |down| down);
        mailbox.receive();
        // SAFETY: the actor that wrote has ended.
        let value = cell.0.with(|value| unsafe { *value });
        assert_eq!(value, 1);
    });
    assert!(report.is_verified(), "{report}");
}

struct Shared(UnsafeCell<u32>);
// SAFETY: the test orders all accesses.
unsafe impl Sync for Shared {}
