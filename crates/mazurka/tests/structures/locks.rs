//! What locks protect: programs that all of them run.

use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicU32, Ordering::Relaxed};
use mazurka::thread;

/// A lock, and what its holder has to give back.
pub(crate) trait Lock: Send + Sync + 'static {
    type Held;

    fn lock(&self) -> Self::Held;

    /// Gives the lock back, which the caller holds.
    fn unlock(&self, held: Self::Held);
}

/// A counter in plain memory: every access that the lock does not order is a data race.
struct Plain(UnsafeCell<u32>);

// SAFETY: if there is a race, it is found.
unsafe impl Sync for Plain {}

/// Each of the threads adds one to a counter in plain memory.
pub(crate) fn plain<L: Lock>(threads: u32, lock: impl Fn() -> L) {
    let shared = Arc::new((lock(), Plain(UnsafeCell::new(0))));
    run(threads, shared.clone(), |(lock, counter)| {
        let held = lock.lock();
        // SAFETY: the lock keeps others out.
        counter.0.with_mut(|counter| unsafe { *counter += 1 });
        lock.unlock(held);
    });
    // SAFETY: the threads have ended.
    let count = shared.1.0.with(|counter| unsafe { *counter });
    assert_eq!(count, threads, "an increment is lost");
}

/// The same by relaxed accesses of an atomic: nothing races, but updates may get lost.
pub(crate) fn atomic<L: Lock>(threads: u32, lock: impl Fn() -> L) {
    let shared = Arc::new((lock(), AtomicU32::new(0)));
    run(threads, shared.clone(), |(lock, counter)| {
        let held = lock.lock();
        counter.store(counter.load(Relaxed) + 1, Relaxed);
        lock.unlock(held);
    });
    assert_eq!(shared.1.load(Relaxed), threads, "an increment is lost");
}

fn run<T: Send + Sync + 'static>(threads: u32, shared: Arc<T>, work: fn(&T)) {
    let others: Vec<_> = (1..threads)
        .map(|_| {
            let shared = shared.clone();
            thread::spawn(move || work(&shared))
        })
        .collect();
    work(&shared);
    for other in others {
        other.join().unwrap();
    }
}
