//! Peterson's lock for two threads: right under sequential consistency, wrong on
//! x86 without a fence.
//!
//! A thread says that it wants to enter, lets the other go first, and then looks
//! whether the other wants to. Processors keep stores back in a buffer while they
//! go on to load, so without the fence both can find that the other does not.

use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering, fence};
use mazurka::{Checker, Model, Report, hint, thread};

struct Lock {
    /// Is there a fence between the stores and the loads?
    is_fenced: bool,
    wants: [AtomicBool; 2],
    turn: AtomicUsize,
    data: UnsafeCell<u32>,
}

// SAFETY: the data is only used under the lock, which is what is checked.
unsafe impl Sync for Lock {}

impl Lock {
    fn increment(&self, i: usize) {
        self.lock(i);
        // SAFETY: the lock is held.
        self.data.with_mut(|data| unsafe { *data += 1 });
        self.wants[i].store(false, Ordering::Release);
    }

    fn lock(&self, i: usize) {
        let other = 1 - i;
        self.wants[i].store(true, Ordering::Relaxed);
        self.turn.store(other, Ordering::Release);
        if self.is_fenced {
            fence(Ordering::SeqCst);
        }
        while self.wants[other].load(Ordering::Acquire)
            && self.turn.load(Ordering::Acquire) == other
        {
            hint::spin_loop();
        }
    }
}

/// Explores two threads that lock so often each.
pub(crate) fn explore(model: Model, is_fenced: bool, rounds: usize) -> Report {
    Checker::new().model(model).check(move || {
        let lock = Arc::new(Lock {
            is_fenced,
            wants: [const { AtomicBool::new(false) }; 2],
            turn: AtomicUsize::new(0),
            data: UnsafeCell::new(0),
        });
        let threads = [0, 1].map(|i| {
            let lock = lock.clone();
            thread::spawn(move || {
                for _ in 0..rounds {
                    lock.increment(i);
                }
            })
        });
        for thread in threads {
            thread.join().unwrap();
        }
        // SAFETY: the other threads have ended.
        let count = lock.data.with(|data| unsafe { *data });
        assert_eq!(count as usize, 2 * rounds);
    })
}

fn main() {
    for model in Model::BUFFERED {
        println!("{}", explore(model, true, 2));
    }
    println!("{}", explore(Model::Sc, false, 2));
    println!("{}", explore(Model::Tso, false, 1));
}
