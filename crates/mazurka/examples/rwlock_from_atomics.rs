//! A readers-writer lock built from one atomic: right with a compare-exchange,
//! and a data race when a writer looks and then stores.
//!
//! Threads spin while they cannot have the lock. A loop that only repeats reads
//! which return the same values waits for one of them to change, so the
//! exploration ends.

use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering};
use mazurka::{Checker, Report, hint, thread};

/// How a writer takes the lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Write {
    /// By a compare-exchange.
    CompareExchange,
    /// By a load and then a store: wrong.
    LoadThenStore,
}

const WRITER: usize = 1 << 16;

/// The number of readers, or `WRITER`.
struct Lock {
    state: AtomicUsize,
    write: Write,
    data: UnsafeCell<u32>,
}

// SAFETY: the data is only used under the lock, which is what is checked.
unsafe impl Sync for Lock {}

impl Lock {
    fn read(&self) -> u32 {
        loop {
            let state = self.state.load(Ordering::Relaxed);
            if state < WRITER && self.change(state, state + 1) {
                break;
            }
            hint::spin_loop();
        }
        // SAFETY: readers have the lock.
        let value = self.data.with(|data| unsafe { *data });
        self.state.fetch_sub(1, Ordering::Release);
        value
    }

    fn increment(&self) {
        while !self.begin_to_write() {
            hint::spin_loop();
        }
        // SAFETY: a writer has the lock.
        self.data.with_mut(|data| unsafe { *data += 1 });
        self.state.store(0, Ordering::Release);
    }

    fn begin_to_write(&self) -> bool {
        match self.write {
            Write::CompareExchange => self.change(0, WRITER),
            Write::LoadThenStore => {
                let free = self.state.load(Ordering::Acquire) == 0;
                if free {
                    self.state.store(WRITER, Ordering::Relaxed);
                }
                free
            }
        }
    }

    fn change(&self, from: usize, to: usize) -> bool {
        let result = self
            .state
            .compare_exchange(from, to, Ordering::Acquire, Ordering::Relaxed);
        result.is_ok()
    }
}

/// Explores readers and writers, each of which uses the lock once.
pub(crate) fn explore(readers: usize, writers: usize, write: Write) -> Report {
    Checker::new().check(move || {
        let lock = Arc::new(Lock {
            state: AtomicUsize::new(0),
            write,
            data: UnsafeCell::new(0),
        });
        let threads: Vec<_> = (0..readers + writers)
            .map(|i| {
                let lock = lock.clone();
                thread::spawn(move || {
                    if i < readers {
                        assert!(lock.read() as usize <= writers);
                    } else {
                        lock.increment();
                    }
                })
            })
            .collect();
        for thread in threads {
            thread.join().unwrap();
        }
        assert_eq!(lock.read() as usize, writers);
    })
}

fn main() {
    println!("{}", explore(1, 1, Write::CompareExchange));
    println!("{}", explore(0, 2, Write::CompareExchange));
    println!("{}", explore(1, 1, Write::LoadThenStore));
}
