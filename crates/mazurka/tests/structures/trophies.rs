//! Patterns of bugs that were found in published crates, each as small as it can be told:
//! `docs/TROPHIES.md` names the crates.

use crate::common::{Case, from_rc11, from_sc, planted, right};
use mazurka::FindingKind::{Deadlock, InvalidAccess, Panic};
use mazurka::cell::UnsafeCell;
use mazurka::future::block_on;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{
    AtomicPtr, AtomicUsize,
    Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst},
    fence,
};
use mazurka::{hint, thread};
use std::future::poll_fn;
use std::task::{Poll, Waker};

/// A lock of readers and writers that spins. A reader counts itself in before it looks, and out
/// again if there is a writer.
struct RwSpin {
    state: AtomicUsize,
    /// The writer leaves zero, whoever counts.
    forgets: bool,
}

const WRITER: usize = 1;
const READER: usize = 2;

impl RwSpin {
    fn try_read(&self) -> bool {
        if self.state.fetch_add(READER, Acquire) & WRITER == 0 {
            return true;
        }
        self.state.fetch_sub(READER, Release);
        false
    }

    fn read_done(&self) {
        self.state.fetch_sub(READER, Release);
    }

    fn try_write(&self) -> bool {
        let locked = self.state.compare_exchange(0, WRITER, Acquire, Relaxed);
        locked.is_ok()
    }

    fn write_done(&self) {
        match self.forgets {
            true => self.state.store(0, Release),
            false => drop(self.state.fetch_and(!WRITER, Release)),
        }
    }
}

fn reader_and_writer(forgets: bool) {
    let lock = Arc::new(RwSpin {
        state: AtomicUsize::new(0),
        forgets,
    });
    let other = lock.clone();
    let reader = thread::spawn(move || {
        if other.try_read() {
            other.read_done();
        }
    });
    if lock.try_write() {
        lock.write_done();
    }
    reader.join().unwrap();
    assert_eq!(lock.state.load(Relaxed), 0, "a free lock counts readers");
}

/// A cell that is written once.
struct Once {
    state: AtomicUsize,
    value: UnsafeCell<u32>,
    /// To find it written, when it was just seen not to be, is held impossible.
    is_sure: bool,
}

// SAFETY: who may use the value is decided by the state.
unsafe impl Sync for Once {}
// SAFETY: as above.
unsafe impl Send for Once {}

const NEW: usize = 0;
const WRITING: usize = 1;
const WRITTEN: usize = 2;

impl Once {
    fn get_or_write(&self, value: u32) -> u32 {
        if self.state.load(Acquire) == NEW {
            match self.state.compare_exchange(NEW, WRITING, Acquire, Acquire) {
                Ok(_) => {
                    // SAFETY: no other thread is here.
                    self.value.with_mut(|place| unsafe { *place = value });
                    self.state.store(WRITTEN, Release);
                }
                Err(WRITTEN) if self.is_sure => unreachable!("it was not written yet"),
                Err(_) => {}
            }
        }
        while self.state.load(Acquire) != WRITTEN {
            hint::spin_loop();
        }
        // SAFETY: it is written, and will not be again.
        self.value.with(|value| unsafe { *value })
    }
}

fn two_who_write_once(is_sure: bool) {
    let once = Arc::new(Once {
        state: AtomicUsize::new(NEW),
        value: UnsafeCell::new(0),
        is_sure,
    });
    let other = once.clone();
    let writer = thread::spawn(move || other.get_or_write(1));
    let own = once.get_or_write(2);
    assert_eq!(own, writer.join().unwrap());
}

/// A sender that waits until its receiver waits. Each side leaves its waker, then says so.
struct Meeting {
    state: AtomicUsize,
    sender: UnsafeCell<Option<Waker>>,
    receiver: UnsafeCell<Option<Waker>>,
    /// What the sender learns when it says that it waits is not looked at.
    looks_once: bool,
}

// SAFETY: each waker is written before its side is known to wait, and only read after.
unsafe impl Sync for Meeting {}
// SAFETY: as above.
unsafe impl Send for Meeting {}

const SENDER: usize = 1;
const RECEIVER: usize = 2;
const SENT: usize = 4;

fn leave(place: &UnsafeCell<Option<Waker>>, waker: &Waker) {
    // SAFETY: its own side only, once, before the state says that it is there.
    place.with_mut(|place| unsafe { *place = Some(waker.clone()) });
}

fn wake(place: &UnsafeCell<Option<Waker>>) {
    // SAFETY: the state says that it is there.
    let waker = place.with(|place| unsafe { (*place).clone() });
    waker.expect("a waker").wake();
}

impl Meeting {
    async fn until_receiver_waits(&self) {
        let mut is_left = false;
        poll_fn(|context| {
            let mut state = self.state.load(Acquire);
            if state & RECEIVER == 0 && !is_left {
                is_left = true;
                leave(&self.sender, context.waker());
                let before = self.state.fetch_or(SENDER, AcqRel);
                if !self.looks_once {
                    state = before;
                }
            }
            match state & RECEIVER {
                0 => Poll::Pending,
                _ => Poll::Ready(()),
            }
        })
        .await;
    }

    async fn receive(&self) {
        let mut is_left = false;
        poll_fn(|context| {
            let mut state = self.state.load(Acquire);
            if state & SENT == 0 && !is_left {
                is_left = true;
                leave(&self.receiver, context.waker());
                state = self.state.fetch_or(RECEIVER, AcqRel);
                if state & (SENT | SENDER) == SENDER {
                    wake(&self.sender);
                }
            }
            match state & SENT {
                0 => Poll::Pending,
                _ => Poll::Ready(()),
            }
        })
        .await;
    }

    fn send(&self) {
        if self.state.fetch_or(SENT, AcqRel) & RECEIVER != 0 {
            wake(&self.receiver);
        }
    }
}

fn meet(looks_once: bool) {
    let meeting = Arc::new(Meeting {
        state: AtomicUsize::new(0),
        sender: UnsafeCell::new(None),
        receiver: UnsafeCell::new(None),
        looks_once,
    });
    let other = meeting.clone();
    let receiver = thread::spawn(move || block_on(other.receive()));
    block_on(meeting.until_receiver_waits());
    meeting.send();
    receiver.join().unwrap();
}

/// A pointer to a counted node. Readers say that they are about to count; who replaces the node
/// waits until none does.
struct Shared {
    readers: AtomicUsize,
    node: AtomicPtr<AtomicUsize>,
    /// Readers and writers have a fence between what they say and what they look at.
    has_fences: bool,
}

impl Shared {
    fn counted(&self) -> *mut AtomicUsize {
        self.readers.fetch_add(1, SeqCst);
        if self.has_fences {
            fence(SeqCst);
        }
        let node = self.node.load(SeqCst);
        // SAFETY: there is none without the fences: the writer may have freed it.
        unsafe { (*node).fetch_add(1, Relaxed) };
        self.readers.fetch_sub(1, Release);
        node
    }

    fn replace(&self, node: *mut AtomicUsize) -> *mut AtomicUsize {
        let old = self.node.swap(node, AcqRel);
        if self.has_fences {
            fence(SeqCst);
        }
        while self.readers.load(Relaxed) != 0 {}
        fence(Acquire);
        old
    }
}

/// Gives a reference back.
fn release(node: *mut AtomicUsize) {
    // SAFETY: the reference is the caller's.
    if unsafe { (*node).fetch_sub(1, AcqRel) } == 1 {
        // SAFETY: made by `Box::into_raw`, and that was the last reference.
        drop(unsafe { Box::from_raw(node) });
    }
}

fn count_and_replace(has_fences: bool) {
    let node = || Box::into_raw(Box::new(AtomicUsize::new(1)));
    let shared = Arc::new(Shared {
        readers: AtomicUsize::new(0),
        node: AtomicPtr::new(node()),
        has_fences,
    });
    let other = shared.clone();
    let reader = thread::spawn(move || release(other.counted()));
    release(shared.replace(node()));
    reader.join().unwrap();
    release(shared.node.load(Relaxed));
}

/// A channel for one value, of which only what the end of the receiver does is told. The sender
/// takes the waker of a receiver that waits, and then says that the value is there. Who comes
/// last frees the channel.
struct Ending {
    state: AtomicUsize,
    /// A receiver that goes says so at once, also while its waker is taken.
    hurries: bool,
}

const WAITING: usize = 0;
const TAKING: usize = 1;
const FULL: usize = 2;
const GONE: usize = 3;

/// The sender's side.
///
/// # Safety
/// Called once, beside one [`go`].
unsafe fn fill(channel: *mut Ending) {
    // SAFETY: the receiver frees it only when it is full; if it keeps to that.
    let state = unsafe { &(*channel).state };
    if state
        .compare_exchange(WAITING, TAKING, Acquire, Acquire)
        .is_ok()
    {
        state.swap(FULL, AcqRel);
    } else {
        // SAFETY: the receiver has gone before.
        drop(unsafe { Box::from_raw(channel) });
    }
}

/// The receiver's side.
///
/// # Safety
/// Called once, beside one [`fill`].
unsafe fn go(channel: *mut Ending) {
    // SAFETY: the sender frees it only when this side has gone.
    let Ending { state, hurries } = unsafe { &*channel };
    let before = match hurries {
        true => state.swap(GONE, AcqRel),
        false => match state.compare_exchange(WAITING, GONE, AcqRel, Acquire) {
            Ok(before) | Err(before) => before,
        },
    };
    if before == WAITING {
        return;
    }
    if before == TAKING {
        // What ends the loop, if this side has said that it has gone, is that it has.
        while state.load(Acquire) == TAKING {
            hint::spin_loop();
        }
    }
    // SAFETY: the sender is done with it; if what ended the loop was its store.
    drop(unsafe { Box::from_raw(channel) });
}

fn fill_and_go(hurries: bool) {
    let channel = Box::into_raw(Box::new(Ending {
        state: AtomicUsize::new(WAITING),
        hurries,
    }));
    let channel = Sent(channel);
    let other = Sent(channel.0);
    let sender = thread::spawn(move || {
        let Sent(channel) = { other };
        // SAFETY: once on each side.
        unsafe { fill(channel) };
    });
    // SAFETY: as above.
    unsafe { go(channel.0) };
    sender.join().unwrap();
}

/// A pointer for another thread.
struct Sent(*mut Ending);

// SAFETY: who may use it is decided by the state.
unsafe impl Send for Sent {}

pub(crate) fn cases() -> Vec<Case> {
    vec![
        right("rw spin lock", [5; 4], || reader_and_writer(false)),
        planted("rw spin lock", "unlocks by a store", from_sc(Panic), || {
            reader_and_writer(true)
        }),
        right("once", [8; 4], || two_who_write_once(false)),
        planted("once", "sure of what it saw", from_sc(Panic), || {
            two_who_write_once(true)
        }),
        right("meeting", [4; 4], || meet(false)),
        planted("meeting", "looks once", from_sc(Deadlock), || meet(true)),
        right("shared", [4; 4], || count_and_replace(true)),
        planted("shared", "no fences", from_rc11(InvalidAccess), || {
            count_and_replace(false)
        }),
        right("ending", [3; 4], || fill_and_go(false)),
        planted("ending", "hurries", from_sc(InvalidAccess), || {
            fill_and_go(true)
        }),
    ]
}
