//! A channel for one value: one block of memory, which the last of the two sides frees.

use crate::common::{Case, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, Deadlock, InvalidAccess, Leak};
use mazurka::cell::UnsafeCell;
use mazurka::hint;
use mazurka::sync::atomic::{
    AtomicU8,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release},
};
use mazurka::thread::{self, Thread};
use std::mem::{self, MaybeUninit};
use std::ptr::NonNull;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// The receiver says by a store that it waits.
    StoresWaiting,
    /// The sender looks up the waiter when the receiver may have left already.
    WaiterLate,
    /// A sender that goes away wakes no receiver.
    NoFarewell,
    /// A receiver that was woken takes the value without a look.
    TrustsWakeup,
    /// Both sides free the block.
    BothFree,
    /// A side that finds the other gone does not free the block.
    NoneFrees,
    /// A value that no one takes is not dropped.
    NoDrop,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    send: Ordering,
    see: Ordering,
    wait: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    send: AcqRel,
    see: Acquire,
    wait: Release,
};

/// No side has done anything.
const EMPTY: u8 = 0;
/// The receiver is parked, or about to be.
const WAITING: u8 = 1;
/// The sender takes the waiter out.
const WAKING: u8 = 2;
/// The value is there; the block belongs to the receiver.
const FULL: u8 = 3;
/// One side has gone; the block belongs to the other.
const CLOSED: u8 = 4;

struct Channel<T> {
    state: AtomicU8,
    value: UnsafeCell<MaybeUninit<T>>,
    waiter: UnsafeCell<Option<Thread>>,
    plan: Plan,
}

struct Sender<T>(NonNull<Channel<T>>);

struct Receiver<T>(NonNull<Channel<T>>);

// SAFETY: who may use what is decided by the state.
unsafe impl<T: Send> Send for Sender<T> {}
// SAFETY: as above.
unsafe impl<T: Send> Send for Receiver<T> {}

fn channel<T>(plan: Plan) -> (Sender<T>, Receiver<T>) {
    let channel = NonNull::from(Box::leak(Box::new(Channel {
        state: AtomicU8::new(EMPTY),
        value: UnsafeCell::new(MaybeUninit::uninit()),
        waiter: UnsafeCell::new(None),
        plan,
    })));
    (Sender(channel), Receiver(channel))
}

impl<T> Channel<T> {
    /// The value.
    ///
    /// # Safety
    /// It is there, and belongs to the caller.
    unsafe fn take(&self) -> T {
        // SAFETY: the caller's.
        self.value
            .with(|value| unsafe { (*value).assume_init_read() })
    }

    /// Leaves the block to the receiver in that state. False if the receiver has gone.
    fn hand_over(&self, state: u8) -> bool {
        let plan = self.plan;
        if plan.bug == Bug::WaiterLate {
            return match self.state.swap(state, plan.send) {
                WAITING => {
                    // SAFETY: there is none: the receiver may have freed the block.
                    let waiter = self.waiter.with_mut(|waiter| unsafe { (*waiter).take() });
                    waiter.expect("a waiter").unpark();
                    true
                }
                before => before == EMPTY,
            };
        }
        match self
            .state
            .compare_exchange(EMPTY, state, plan.send, plan.see)
        {
            Ok(_) => true,
            Err(WAITING) if plan.bug == Bug::NoFarewell && state == CLOSED => {
                self.state.store(state, Release);
                true
            }
            Err(WAITING) => {
                self.state.store(WAKING, Relaxed);
                // SAFETY: in this state the receiver leaves its entry alone.
                let waiter = self.waiter.with_mut(|waiter| unsafe { (*waiter).take() });
                let waiter = waiter.expect("a waiter");
                self.state.store(state, plan.send_only());
                waiter.unpark();
                true
            }
            Err(_) => false,
        }
    }
}

impl Plan {
    /// The ordering of a store.
    fn send_only(self) -> Ordering {
        match self.send {
            Relaxed => Relaxed,
            _ => Release,
        }
    }
}

fn free<T>(channel: NonNull<Channel<T>>) {
    // SAFETY: made by `Box::leak`, and freed by the last that has it.
    drop(unsafe { Box::from_raw(channel.as_ptr()) });
}

impl<T> Sender<T> {
    /// The value comes back if the receiver has gone.
    fn send(self, value: T) -> Result<(), T> {
        // SAFETY: the block is there until both sides have gone.
        let channel = unsafe { self.0.as_ref() };
        let bug = channel.plan.bug;
        // SAFETY: only the sender writes the value.
        channel
            .value
            .with_mut(|place| unsafe { (*place).write(value) });
        let block = self.0;
        mem::forget(self);
        if channel.hand_over(FULL) {
            if bug == Bug::BothFree {
                free(block);
            }
            return Ok(());
        }
        // SAFETY: the receiver has gone.
        let value = unsafe { channel.take() };
        if bug != Bug::NoneFrees {
            free(block);
        }
        Err(value)
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        // SAFETY: the block is there until both sides have gone.
        let channel = unsafe { self.0.as_ref() };
        if !channel.hand_over(CLOSED) && channel.plan.bug != Bug::NoneFrees {
            free(self.0);
        }
    }
}

impl<T> Receiver<T> {
    /// The value, if one was sent.
    fn receive(self) -> Option<T> {
        // SAFETY: the block is there until both sides have gone.
        let channel = unsafe { self.0.as_ref() };
        let block = self.0;
        let plan = channel.plan;
        mem::forget(self);
        let mut state = channel.state.load(plan.see);
        if state == EMPTY {
            let me = thread::current();
            // SAFETY: the sender looks here only if the state says so.
            channel
                .waiter
                .with_mut(|waiter| unsafe { *waiter = Some(me) });
            let waits = if plan.bug == Bug::StoresWaiting {
                channel.state.store(WAITING, plan.wait);
                Ok(EMPTY)
            } else {
                channel
                    .state
                    .compare_exchange(EMPTY, WAITING, plan.wait, plan.see)
            };
            state = match waits {
                Ok(_) => loop {
                    thread::park();
                    if plan.bug == Bug::TrustsWakeup {
                        break FULL;
                    }
                    match channel.state.load(plan.see) {
                        WAITING => {}
                        WAKING => hint::spin_loop(),
                        state => break state,
                    }
                },
                Err(state) => state,
            };
        }
        // SAFETY: the state says so.
        let value = (state == FULL).then(|| unsafe { channel.take() });
        free(block);
        value
    }
}

impl<T> Drop for Receiver<T> {
    fn drop(&mut self) {
        // SAFETY: the block is there until both sides have gone.
        let channel = unsafe { self.0.as_ref() };
        match channel.state.swap(CLOSED, AcqRel) {
            EMPTY => return,
            FULL if channel.plan.bug != Bug::NoDrop => {
                // SAFETY: the state says so.
                drop(unsafe { channel.take() });
            }
            _ => {}
        }
        if channel.plan.bug != Bug::NoneFrees {
            free(self.0);
        }
    }
}

/// A value is sent and received.
fn sends(plan: Plan) {
    let (sender, receiver) = channel(plan);
    let other = thread::spawn(move || sender.send(Box::new(1)).is_ok());
    assert_eq!(receiver.receive().map(|value| *value), Some(1));
    assert!(other.join().unwrap());
}

/// The sender goes away.
fn goes(plan: Plan) {
    let (sender, receiver) = channel::<Box<u32>>(plan);
    let other = thread::spawn(move || drop(sender));
    assert_eq!(receiver.receive(), None);
    other.join().unwrap();
}

/// The receiver goes away while a value is sent.
fn leaves(plan: Plan) {
    let (sender, receiver) = channel(plan);
    let other = thread::spawn(move || drop(receiver));
    if let Err(value) = sender.send(Box::new(1)) {
        assert_eq!(*value, 1);
    }
    other.join().unwrap();
}

/// Both go away.
fn parts(plan: Plan) {
    let (sender, receiver) = channel::<Box<u32>>(plan);
    let other = thread::spawn(move || drop(receiver));
    drop(sender);
    other.join().unwrap();
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("oneshot", name, expected, move || program(plan))
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("oneshot", [3, 3, 3, 3], || sends(RIGHT)),
        right("oneshot, spurious wake-ups", [7, 7, 7, 7], || sends(RIGHT)).spurious(),
        right("oneshot, sender goes", [3, 3, 3, 3], || goes(RIGHT)),
        right("oneshot, receiver goes", [2, 2, 2, 2], || leaves(RIGHT)),
        right("oneshot, both go", [2, 2, 2, 2], || parts(RIGHT)),
        with(
            "sent with Relaxed",
            from_sc(DataRace),
            Plan {
                send: Relaxed,
                ..RIGHT
            },
            sends,
        ),
        with(
            "seen with Relaxed",
            from_sc(DataRace),
            Plan {
                see: Relaxed,
                ..RIGHT
            },
            sends,
        ),
        with(
            "waits with Relaxed",
            from_sc(DataRace),
            Plan {
                wait: Relaxed,
                ..RIGHT
            },
            sends,
        ),
        with(
            "waits by a store",
            from_sc(Deadlock),
            bug(Bug::StoresWaiting),
            sends,
        ),
        with("no farewell", from_sc(Deadlock), bug(Bug::NoFarewell), goes),
        with(
            "wake-up taken for the value",
            from_sc(DataRace),
            bug(Bug::TrustsWakeup),
            sends,
        )
        .spurious(),
        with(
            "waiter looked up too late",
            from_sc(InvalidAccess),
            bug(Bug::WaiterLate),
            sends,
        )
        .spurious(),
        with(
            "both sides free",
            from_sc(InvalidAccess),
            bug(Bug::BothFree),
            sends,
        ),
        with("no side frees", from_sc(Leak), bug(Bug::NoneFrees), parts),
        with("value not dropped", from_sc(Leak), bug(Bug::NoDrop), leaves),
    ]
}
