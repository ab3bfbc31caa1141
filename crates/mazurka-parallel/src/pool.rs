//! How schedulers hand work over: a queue each, from which the others steal.
//!
//! A scheduler that has work touches nothing but its own queue. Only one that has
//! none looks at the queues of others, says that it is hungry, and sleeps; only then
//! do those who have work take the lock that wakes it.
//!
//! This file uses the primitives of `sync`, so that the tests of Mazurka can
//! compile it against Mazurka's own, and explore it.

use super::sync::{AtomicBool, AtomicUsize, Condvar, Mutex, MutexGuard, Ordering};
use std::collections::VecDeque;

/// Pieces of work that some schedulers share.
pub(crate) struct Pool<T> {
    queues: Vec<Mutex<VecDeque<T>>>,
    /// How many schedulers have no work.
    hungry: AtomicUsize,
    /// How many pieces are in a queue, or are being worked on.
    outstanding: AtomicUsize,
    is_stopped: AtomicBool,
    /// How often there was a reason to wake up.
    calls: Mutex<u64>,
    called: Condvar,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // What panicked elsewhere is told there; a queue is never left half changed.
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl<T> Pool<T> {
    pub(crate) fn new(schedulers: usize) -> Pool<T> {
        Pool {
            queues: (0..schedulers)
                .map(|_| Mutex::new(VecDeque::new()))
                .collect(),
            hungry: AtomicUsize::new(0),
            outstanding: AtomicUsize::new(0),
            is_stopped: AtomicBool::new(false),
            calls: Mutex::new(0),
            called: Condvar::new(),
        }
    }

    /// How many schedulers have no work.
    #[inline]
    pub(crate) fn hungry(&self) -> usize {
        self.hungry.load(Ordering::Relaxed)
    }

    /// How many pieces are in the queue of a scheduler.
    pub(crate) fn queued(&self, scheduler: usize) -> usize {
        lock(&self.queues[scheduler]).len()
    }

    /// Adds pieces to the queue of a scheduler, which takes the last one first; the
    /// others steal from the front.
    pub(crate) fn push(&self, scheduler: usize, pieces: impl ExactSizeIterator<Item = T>) {
        if pieces.len() == 0 {
            return;
        }
        self.outstanding.fetch_add(pieces.len(), Ordering::SeqCst);
        lock(&self.queues[scheduler]).extend(pieces);
        self.wake();
    }

    /// Wakes those who sleep, if there are any.
    fn wake(&self) {
        // One that is hungry said so before looking at the queues for the last time.
        if self.hungry.load(Ordering::SeqCst) != 0 {
            self.call();
        }
    }

    fn call(&self) {
        *lock(&self.calls) += 1;
        self.called.notify_all();
    }

    /// A piece of work for a scheduler, its own or a stolen one; waits until there is
    /// one. None when all work is done, or the pool has been stopped.
    pub(crate) fn take(&self, scheduler: usize) -> Option<T> {
        if let Some(piece) = self.find(scheduler) {
            return Some(piece);
        }
        self.hungry.fetch_add(1, Ordering::SeqCst);
        let piece = self.wait(scheduler);
        self.hungry.fetch_sub(1, Ordering::SeqCst);
        piece
    }

    fn wait(&self, scheduler: usize) -> Option<T> {
        loop {
            let seen = *lock(&self.calls);
            if self.is_over() {
                return None;
            }
            if let Some(piece) = self.find(scheduler) {
                return Some(piece);
            }
            let mut calls = lock(&self.calls);
            while *calls == seen {
                calls = match self.called.wait(calls) {
                    Ok(calls) => calls,
                    Err(poisoned) => poisoned.into_inner(),
                };
            }
        }
    }

    /// Is all work done, or has it been stopped?
    pub(crate) fn is_over(&self) -> bool {
        self.is_stopped() || self.outstanding.load(Ordering::SeqCst) == 0
    }

    /// Up to `most` more pieces of a scheduler's own queue, and at most half of it.
    /// Does not wait.
    pub(crate) fn take_more(&self, scheduler: usize, most: usize) -> Vec<T> {
        if self.is_stopped() {
            return Vec::new();
        }
        let mut own = lock(&self.queues[scheduler]);
        let rest = own.len() - own.len().div_ceil(2).min(most);
        own.drain(rest..).collect()
    }

    fn find(&self, scheduler: usize) -> Option<T> {
        if self.is_stopped() {
            return None;
        }
        let own = lock(&self.queues[scheduler]).pop_back();
        own.or_else(|| self.steal(scheduler))
    }

    /// Takes the front half of another scheduler's queue.
    fn steal(&self, thief: usize) -> Option<T> {
        let count = self.queues.len();
        for i in 1..count {
            let mut victim = lock(&self.queues[(thief + i) % count]);
            let half = victim.len().div_ceil(2);
            let mut stolen: VecDeque<T> = victim.drain(..half).collect();
            drop(victim);
            if let Some(piece) = stolen.pop_back() {
                if !stolen.is_empty() {
                    lock(&self.queues[thief]).append(&mut stolen);
                    // Meanwhile they were in no queue, and another may have looked.
                    self.wake();
                }
                return Some(piece);
            }
        }
        None
    }

    /// A piece that was taken is done.
    pub(crate) fn done(&self) {
        if self.outstanding.fetch_sub(1, Ordering::SeqCst) == 1 {
            self.call();
        }
    }

    /// Schedulers get something again, after [`Pool::stop`]. None of them is at work.
    pub(crate) fn go_on(&self) {
        self.is_stopped.store(false, Ordering::SeqCst);
    }

    /// From now on, no scheduler gets anything.
    pub(crate) fn stop(&self) {
        self.is_stopped.store(true, Ordering::SeqCst);
        self.call();
    }

    #[inline]
    pub(crate) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Ordering::Relaxed)
    }

    /// Forgets all pieces, those that are being worked on too: there is no scheduler but
    /// the caller.
    pub(crate) fn clear(&self) {
        self.queues.iter().for_each(|queue| lock(queue).clear());
        self.outstanding.store(0, Ordering::SeqCst);
    }

    /// Copies of what is left in the queues.
    pub(crate) fn left(&self) -> Vec<T>
    where
        T: Clone,
    {
        let queues = self.queues.iter().map(|queue| lock(queue).clone());
        queues.flatten().collect()
    }
}
