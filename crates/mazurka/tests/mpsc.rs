//! Channels: traces, disconnection, time limits, bounds, planted bugs.

mod explored;

use explored::{Seen, buggy, finding_of, ignore, join, outcomes, traces, verified};
use mazurka::FindingKind;
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicUsize, Ordering::Relaxed, Ordering::SeqCst};
use mazurka::sync::mpsc::{
    RecvError, RecvTimeoutError, SendError, Sender, TryRecvError, TrySendError, channel,
    sync_channel,
};
use mazurka::sync::{Arc, Mutex, OnceLock};
use mazurka::thread;
use std::time::Duration;

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

/// Sends of one channel come in every order, receives add nothing.
#[test]
fn n_senders_have_n_factorial_traces() {
    for (n, expected) in [(1, 1), (2, 2), (3, 6), (4, 24)] {
        let count = traces(move || {
            let (sender, receiver) = channel();
            for i in 0..n {
                let sender = sender.clone();
                thread::spawn(move || sender.send(i).unwrap());
            }
            drop(sender);
            let mut received: Vec<usize> = receiver.iter().collect();
            received.sort_unstable();
            assert!(received.iter().copied().eq(0..n));
        });
        assert_eq!(count, expected, "{n} senders");
    }
}

/// The second send and the first receive are independent.
#[test]
fn one_sender_and_one_receiver_have_one_trace() {
    for bound in [None, Some(0), Some(1), Some(2), Some(7)] {
        let count = traces(move || {
            let receiver = match bound {
                None => {
                    let (sender, receiver) = channel();
                    thread::spawn(move || (0..3).for_each(|i| sender.send(i).unwrap()));
                    receiver
                }
                Some(bound) => {
                    let (sender, receiver) = sync_channel(bound);
                    thread::spawn(move || (0..3).for_each(|i| sender.send(i).unwrap()));
                    receiver
                }
            };
            let received: Vec<i32> = receiver.into_iter().collect();
            assert_eq!(received, [0, 1, 2]);
        });
        assert_eq!(count, 1, "bound {bound:?}");
    }
}

/// Two messages and two receives that do not wait: as many traces as messages
/// can have come, for the paper's section 2. (The first receive that finds
/// nothing is the last.)
#[test]
fn receives_that_do_not_wait_tell_how_much_has_come() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let (sender, receiver) = channel();
        let other = thread::spawn(move || {
            sender.send("first").unwrap();
            sender.send("second").unwrap();
            sender
        });
        let mut received = 0;
        while received < 2 && receiver.try_recv().is_ok() {
            received += 1;
        }
        seen.add(received);
        // Both ends live on, so that their drops are no choices.
        let sender = other.join().unwrap();
        drop((receiver, sender));
    });
    assert_eq!(all.all(), [0, 1, 2]);
    assert_eq!(count, 3);
}

/// `try_recv` comes before the send, after it, or (empty) after the drop.
#[test]
fn try_recv_tells_empty_from_disconnected() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let (sender, receiver) = channel::<()>();
        let other = thread::spawn(move || drop(sender));
        seen.add(receiver.try_recv() == Err(TryRecvError::Disconnected));
        other.join().unwrap();
        assert_eq!(receiver.try_recv(), Err(TryRecvError::Disconnected));
    });
    assert_eq!(all.all(), [false, true]);
    assert_eq!(count, 2);
}

#[test]
fn a_time_limit_is_a_choice() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let (sender, receiver) = channel();
        let other = thread::spawn(move || sender.send(7));
        let result = receiver.recv_timeout(Duration::from_secs(1));
        seen.add(format!("{result:?}"));
        if result == Err(RecvTimeoutError::Timeout) {
            assert_eq!(receiver.recv(), Ok(7));
        }
        assert_eq!(other.join().unwrap(), Ok(()));
        let after = receiver.recv_timeout(Duration::ZERO);
        assert_eq!(after, Err(RecvTimeoutError::Disconnected));
    });
    assert_eq!(all.all(), ["Err(Timeout)", "Ok(7)"]);
    // Before the send, after it, and after the drop of the sender.
    assert_eq!(count, 3);
}

#[test]
fn try_iter_takes_what_is_there() {
    let seen = Seen::new();
    let all = seen.clone();
    traces(move || {
        let (sender, receiver) = channel();
        sender.send(1).unwrap();
        let other = sender.clone();
        let other = thread::spawn(move || other.send(2).unwrap());
        let received: Vec<i32> = receiver.try_iter().collect();
        seen.add(received);
        other.join().unwrap();
        drop(sender);
    });
    assert_eq!(all.all(), [vec![1], vec![1, 2]]);
}

#[test]
fn a_message_to_nobody_comes_back() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let (sender, receiver) = channel();
        let other = thread::spawn(move || drop(receiver));
        seen.add(sender.send(7) == Err(SendError(7)));
        other.join().unwrap();
        assert_eq!(sender.send(8), Err(SendError(8)));
    });
    // The drop comes before the send, or after it.
    assert_eq!(all.all(), [false, true]);
    assert_eq!(count, 2);
}

#[test]
fn after_the_last_sender_nothing_comes() {
    verified(|| {
        let (sender, receiver) = channel();
        let other = sender.clone();
        let a = thread::spawn(move || sender.send(1).unwrap());
        let b = thread::spawn(move || drop(other));
        assert_eq!(receiver.recv(), Ok(1));
        assert_eq!(receiver.recv(), Err(RecvError));
        join([a, b]);
    });
}

/// Drops of senders commute, but who finds the channel closed comes after all
/// of them.
#[test]
fn drops_of_senders_are_independent() {
    let count = traces(|| {
        let (sender, receiver) = channel::<()>();
        for _ in 0..3 {
            let sender = sender.clone();
            thread::spawn(move || drop(sender));
        }
        drop(sender);
        assert_eq!(receiver.recv(), Err(RecvError));
    });
    assert_eq!(count, 1);
}

/// A send into a full channel waits for room, and goes before or after another
/// one that waits too.
#[test]
fn a_bounded_channel_waits_for_room() {
    let count = traces(|| {
        let (sender, receiver) = sync_channel(1);
        let others = [1, 2].map(|i| {
            let sender = sender.clone();
            thread::spawn(move || {
                sender.send(i).unwrap();
            })
        });
        drop(sender);
        let received: Vec<i32> = receiver.iter().collect();
        assert_eq!(received.iter().sum::<i32>(), 3);
        join(others);
    });
    assert_eq!(count, 2);
}

#[test]
fn try_send_finds_room_or_none() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let (sender, receiver) = sync_channel(1);
        let other = thread::spawn(move || {
            let first = receiver.recv().unwrap();
            (first, receiver)
        });
        sender.try_send(1).unwrap();
        let second = sender.try_send(2);
        seen.add(second == Err(TrySendError::Full(2)));
        let (first, receiver) = other.join().unwrap();
        assert_eq!(first, 1);
        drop(receiver);
        assert_eq!(sender.try_send(3), Err(TrySendError::Disconnected(3)));
    });
    assert_eq!(all.all(), [false, true]);
    assert_eq!(count, 2);
}

/// A receiver that is dropped frees who waits for room.
#[test]
fn who_waits_for_room_learns_of_the_drop() {
    verified(|| {
        let (sender, receiver) = sync_channel(1);
        let other = thread::spawn(move || {
            let first = sender.send(1);
            (first, sender.send(2))
        });
        drop(receiver);
        let (_, second) = other.join().unwrap();
        assert_eq!(second, Err(SendError(2)));
    });
}

/// A send returns only when its message was taken.
#[test]
fn a_rendezvous_is_one() {
    verified(|| {
        let (sender, receiver) = sync_channel(0);
        let taken = Arc::new(AtomicUsize::new(0));
        let theirs = taken.clone();
        let other = thread::spawn(move || {
            theirs.store(1, SeqCst);
            receiver.recv().unwrap()
        });
        sender.send(5).unwrap();
        assert_eq!(taken.load(SeqCst), 1);
        assert_eq!(other.join().unwrap(), 5);
    });
}

#[test]
fn a_rendezvous_with_nobody_fails() {
    verified(|| {
        let (sender, receiver) = sync_channel(0);
        let other = thread::spawn(move || drop(receiver));
        assert_eq!(sender.send(5), Err(SendError(5)));
        other.join().unwrap();
    });
}

/// `try_send` works only while the receiver waits. It comes (full) before the
/// receiver, which then waits for the drop or comes after it, or while the
/// receiver waits.
#[test]
fn try_send_needs_a_receiver_that_waits() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let (sender, receiver) = sync_channel(0);
        let other = thread::spawn(move || receiver.recv());
        let sent = sender.try_send(5).is_ok();
        drop(sender);
        assert_eq!(other.join().unwrap().is_ok(), sent);
        seen.add(sent);
    });
    assert_eq!(all.all(), [false, true]);
    assert_eq!(count, 3);
}

#[test]
fn a_rendezvous_with_a_time_limit() {
    let seen = Seen::new();
    let all = seen.clone();
    traces(move || {
        let (sender, receiver) = sync_channel(0);
        let other = thread::spawn(move || receiver.recv_timeout(Duration::from_secs(1)));
        let sent = sender.try_send(5).is_ok();
        let received = other.join().unwrap();
        assert!(sent == received.is_ok(), "sent {sent}, {received:?}");
        seen.add(sent);
    });
    assert_eq!(all.all(), [false, true]);
}

/// What was done before the send is seen after the receive; a bounded channel
/// works the other way round, too.
#[test]
fn messages_synchronise() {
    verified(|| {
        let cell = Arc::new(Plain(UnsafeCell::new(0)));
        let (there, receiver) = channel();
        let (back, answer) = sync_channel(0);
        let theirs = cell.clone();
        let other = thread::spawn(move || {
            receiver.recv().unwrap();
            theirs.add(1);
            back.send(()).unwrap();
        });
        cell.add(1);
        there.send(()).unwrap();
        answer.recv().unwrap();
        assert_eq!(cell.add(1), 3);
        other.join().unwrap();
    });
}

#[test]
fn sends_do_not_synchronise_with_one_another() {
    finding_of(FindingKind::DataRace, || {
        let cell = Arc::new(Plain(UnsafeCell::new(0)));
        let (sender, _receiver) = channel();
        let (theirs, other) = (cell.clone(), sender.clone());
        let other = thread::spawn(move || {
            theirs.add(1);
            other.send(()).unwrap();
        });
        sender.send(()).unwrap();
        cell.add(1);
        other.join().unwrap();
    });
}

/// The messages that nobody took are dropped with the receiver.
#[test]
fn a_receiver_drops_what_it_has_not_received() {
    verified(|| {
        let (sender, receiver) = channel();
        let (inner, probe) = channel::<()>();
        sender.send(inner).unwrap();
        let other = thread::spawn(move || drop(receiver));
        // The sender in the message is gone with it.
        assert_eq!(probe.recv(), Err(RecvError));
        other.join().unwrap();
    });
}

#[test]
fn a_message_never_received() {
    let message = buggy(FindingKind::Deadlock, || {
        let (sender, receiver) = channel();
        let other = thread::spawn(move || {
            // One message short, and the sender lives on.
            sender.send(1).unwrap();
            sender
        });
        assert_eq!(receiver.recv(), Ok(1));
        ignore(receiver.recv());
        drop(other.join());
    });
    assert!(
        message.contains("for a message that nobody sends"),
        "{message}"
    );
    assert!(message.contains("mpsc.rs"), "{message}");
}

/// The worker stops at the first order to stop, and the second producer's
/// message has nowhere to go.
#[test]
fn a_channel_dropped_early() {
    buggy(FindingKind::Panic, || {
        let (sender, receiver) = channel();
        let worker = thread::spawn(move || while receiver.recv() == Ok(1) {});
        let other = sender.clone();
        let other = thread::spawn(move || other.send(1).unwrap());
        sender.send(0).unwrap();
        other.join().unwrap();
        worker.join().unwrap();
    });
}

/// Who holds a mutex and waits for room, while the receiver wants the mutex.
#[test]
fn a_full_channel_and_a_mutex_deadlock() {
    let message = buggy(FindingKind::Deadlock, || {
        let (sender, receiver) = sync_channel(1);
        let mutex = Arc::new(Mutex::new(()));
        let theirs = mutex.clone();
        let other = thread::spawn(move || {
            let _guard = theirs.lock().unwrap();
            sender.send(1).unwrap();
            sender.send(2).unwrap();
        });
        {
            let _guard = mutex.lock().unwrap();
            receiver.recv().unwrap();
        }
        receiver.recv().unwrap();
        other.join().unwrap();
    });
    assert!(message.contains("waits"), "{message}");
}

#[test]
fn a_thread_that_panics_drops_its_sender() {
    let report = mazurka::Checker::new().check(|| {
        let (sender, receiver) = channel::<u32>();
        let other = thread::spawn(move || {
            let _sender = sender;
            panic!("no message");
        });
        assert_eq!(receiver.recv(), Err(RecvError));
        ignore(other.join());
    });
    let text = report.to_string();
    assert!(text.contains("no message"), "{text}");
}

#[test]
fn a_channel_from_outside_is_an_error() {
    let (sender, receiver) = channel::<u32>();
    let receiver = std::sync::Mutex::new(receiver);
    let report = mazurka::Checker::new().check(move || {
        sender.send(1).unwrap();
        ignore(receiver.lock().unwrap().recv());
    });
    let text = report.to_string();
    assert!(text.contains("outside the checked closure"), "{text}");
}

/// Several channels, atomics and time limits in one program: the explorers
/// agree on what can be seen.
#[test]
fn the_algorithms_see_the_same() {
    let outcomes = outcomes(|seen| {
        let (sender, receiver) = channel();
        let flag = Arc::new(AtomicUsize::new(0));
        for i in 1..=2 {
            let (sender, flag) = (sender.clone(), flag.clone());
            thread::spawn(move || {
                sender.send(i).unwrap();
                flag.fetch_add(i, Relaxed);
            });
        }
        drop(sender);
        let first = receiver.recv_timeout(Duration::ZERO).unwrap_or(9);
        let at = flag.load(Relaxed);
        let rest: Vec<usize> = receiver.iter().collect();
        seen.add((first, at, rest));
    });
    assert_eq!(outcomes.len(), 16, "{outcomes:?}");
}

/// A loop that only looks again waits for what it looks at.
#[test]
fn polling_loops_end() {
    verified(|| {
        let (sender, receiver) = channel();
        thread::spawn(move || sender.send(1).unwrap());
        let message = loop {
            if let Ok(message) = receiver.try_recv() {
                break message;
            }
        };
        assert_eq!(message, 1);
    });
    verified(|| {
        let (sender, receiver) = sync_channel(1);
        let other = thread::spawn(move || [receiver.recv(), receiver.recv()]);
        sender.send(1).unwrap();
        while sender.try_send(2).is_err() {
            thread::yield_now();
        }
        assert_eq!(other.join().unwrap(), [Ok(1), Ok(2)]);
    });
}

#[test]
fn a_polling_loop_that_nobody_ends() {
    buggy(FindingKind::Livelock, || {
        let (_sender, receiver) = channel::<()>();
        while receiver.recv_timeout(Duration::from_secs(1)).is_err() {}
    });
}

/// The ends go where those of `std` go.
#[test]
fn the_ends_can_be_sent() {
    fn is_send<T: Send>() {}
    fn is_sync<T: Sync>() {}
    is_send::<mazurka::sync::mpsc::Sender<std::cell::Cell<u32>>>();
    is_sync::<mazurka::sync::mpsc::Sender<std::cell::Cell<u32>>>();
    is_send::<mazurka::sync::mpsc::SyncSender<std::cell::Cell<u32>>>();
    is_sync::<mazurka::sync::mpsc::SyncSender<std::cell::Cell<u32>>>();
    is_send::<mazurka::sync::mpsc::Receiver<std::cell::Cell<u32>>>();
}

/// A static channel is made anew in every execution.
#[test]
fn a_static_channel() {
    static SENDER: OnceLock<Sender<u32>> = OnceLock::new();
    let count = traces(|| {
        let (sender, receiver) = channel();
        SENDER.set(sender).expect("set once");
        for i in 1..=2 {
            thread::spawn(move || SENDER.get().unwrap().send(i).unwrap());
        }
        let sum = receiver.recv().unwrap() + receiver.recv().unwrap();
        assert_eq!(sum, 3);
    });
    assert_eq!(count, 2);
}
