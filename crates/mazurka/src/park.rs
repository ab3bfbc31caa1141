//! Parking, with the names and signatures of [`std::thread`].
//!
//! Every thread has a token: [`Thread::unpark`] sets it, [`park`] takes it and
//! waits until it is there. Unparking twice is the same as once, and in either
//! order, so threads that unpark another one are independent.

use crate::rt::{self, OwnPlace};
use crate::thread::Thread;
use mazurka_program::{Kind, ObjectId, ProcessId};
use std::time::Duration;

/// Waits for the thread's token, and takes it. It ends for no reason if
/// [`Checker::spurious_wakeups`](crate::Checker::spurious_wakeups) says so.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn park() {
    if crate::choice::wakes_spuriously() {
        take_if_there("park()");
        return;
    }
    let token = token(rt::current_process());
    rt::waits_for("to be unparked");
    rt::operate(Kind::Acquire, token, 1, |_| 0);
    rt::acquire(token);
    rt::describe(|| "park()".to_owned());
}

/// Takes the thread's token, or times out: whatever the duration, both are
/// explored. If it times out, the [clock](crate::time) is then so much later.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn park_timeout(duration: Duration) {
    rt::clock::begin_to_wait();
    if !take_if_there("park_timeout(..)") {
        rt::clock::reach_limit(duration);
    }
}

/// The same as [`park_timeout`], in milliseconds.
///
/// # Panics
/// Outside of a check.
#[track_caller]
pub fn park_timeout_ms(ms: u32) {
    park_timeout(Duration::from_millis(u64::from(ms)));
}

#[track_caller]
fn take_if_there(call: &'static str) -> bool {
    let token = token(rt::current_process());
    let unparked = rt::operate(Kind::Swap, token, 0, |_| 0) != 0;
    if unparked {
        rt::acquire(token);
    }
    rt::describe(|| {
        let how = if unparked {
            "unparked"
        } else {
            "for no reason"
        };
        format!("{call} ends: {how}")
    });
    unparked
}

fn token(process: ProcessId) -> ObjectId {
    let token = rt::process_object(process, OwnPlace::Token);
    rt::noun(token, "token");
    token
}

impl Thread {
    /// Gives the thread its token: if it is parked, it goes on, and if it is
    /// not, its next [`park`] does not wait.
    ///
    /// # Panics
    /// Outside of a check.
    #[track_caller]
    pub fn unpark(&self) {
        rt::give_back(Kind::Set, token(self.process()), 1);
        rt::describe(|| "unpark()".to_owned());
    }
}
