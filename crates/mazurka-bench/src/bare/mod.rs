//! A runtime that only runs: fibers, the atomics of `std`, and a recorded
//! schedule. Nothing is analysed, named or checked, so its time is what the
//! executions of an exploration cost at least.
//!
//! The types have the names and signatures of the facade that the programs are
//! written against.

pub(crate) mod driver;

pub(crate) use driver::{Driver, Switches};

/// As `std::sync`.
pub(crate) mod sync {
    use super::driver;
    use std::cell::{Cell, UnsafeCell};
    use std::ops::{Deref, DerefMut};
    pub(crate) use std::sync::Arc;
    use std::sync::LockResult;

    /// As `std::sync::atomic`.
    pub(crate) mod atomic {
        use super::super::driver::operation;
        pub(crate) use std::sync::atomic::Ordering;

        /// An integer whose operations are steps.
        #[derive(Default, Debug)]
        pub(crate) struct AtomicUsize(std::sync::atomic::AtomicUsize);

        impl AtomicUsize {
            pub(crate) const fn new(value: usize) -> AtomicUsize {
                AtomicUsize(std::sync::atomic::AtomicUsize::new(value))
            }

            #[inline]
            pub(crate) fn load(&self, ordering: Ordering) -> usize {
                operation();
                self.0.load(ordering)
            }

            #[inline]
            pub(crate) fn store(&self, value: usize, ordering: Ordering) {
                operation();
                self.0.store(value, ordering);
            }

            #[inline]
            pub(crate) fn fetch_add(&self, value: usize, ordering: Ordering) -> usize {
                operation();
                self.0.fetch_add(value, ordering)
            }

            #[inline]
            pub(crate) fn fetch_sub(&self, value: usize, ordering: Ordering) -> usize {
                operation();
                self.0.fetch_sub(value, ordering)
            }

            #[inline]
            pub(crate) fn compare_exchange(
                &self,
                current: usize,
                new: usize,
                success: Ordering,
                failure: Ordering,
            ) -> Result<usize, usize> {
                operation();
                self.0.compare_exchange(current, new, success, failure)
            }
        }
    }

    /// A mutex whose lock and unlock are steps.
    #[derive(Default, Debug)]
    pub(crate) struct Mutex<T> {
        locked: Cell<bool>,
        value: UnsafeCell<T>,
    }

    // SAFETY: all fibers of a driver run on one OS thread, one at a time, and
    // outside of a driver a mutex cannot be locked.
    unsafe impl<T: Send> Sync for Mutex<T> {}

    impl<T> Mutex<T> {
        pub(crate) const fn new(value: T) -> Mutex<T> {
            Mutex {
                locked: Cell::new(false),
                value: UnsafeCell::new(value),
            }
        }

        /// Never fails; the signature is that of `std`.
        #[inline]
        pub(crate) fn lock(&self) -> LockResult<MutexGuard<'_, T>> {
            driver::operation();
            assert!(
                !self.locked.replace(true),
                "the schedule does not fit: locked twice"
            );
            Ok(MutexGuard { mutex: self })
        }
    }

    /// The right to use what a mutex guards.
    pub(crate) struct MutexGuard<'a, T> {
        mutex: &'a Mutex<T>,
    }

    impl<T> Deref for MutexGuard<'_, T> {
        type Target = T;

        fn deref(&self) -> &T {
            // SAFETY: there is one guard at a time.
            unsafe { &*self.mutex.value.get() }
        }
    }

    impl<T> DerefMut for MutexGuard<'_, T> {
        fn deref_mut(&mut self) -> &mut T {
            // SAFETY: as above.
            unsafe { &mut *self.mutex.value.get() }
        }
    }

    impl<T> Drop for MutexGuard<'_, T> {
        #[inline]
        fn drop(&mut self) {
            if !std::thread::panicking() {
                driver::operation();
            }
            self.mutex.locked.set(false);
        }
    }
}

/// As `std::thread`.
pub(crate) mod thread {
    use super::driver;
    use std::cell::Cell;
    use std::rc::Rc;

    /// Begins a process.
    pub(crate) fn spawn<T: 'static>(code: impl FnOnce() -> T + 'static) -> JoinHandle<T> {
        let result = Rc::new(Cell::new(None));
        let theirs = Rc::clone(&result);
        let process = driver::spawn(move || theirs.set(Some(code())));
        JoinHandle { process, result }
    }

    /// The handle of a process.
    pub(crate) struct JoinHandle<T> {
        process: usize,
        result: Rc<Cell<Option<T>>>,
    }

    impl<T> JoinHandle<T> {
        /// Waits for the process to finish. Never fails: a panic ends the run.
        pub(crate) fn join(self) -> std::thread::Result<T> {
            driver::join(self.process);
            Ok(self
                .result
                .take()
                .expect("a finished process has left its result"))
        }
    }
}

/// As `std::hint`.
pub(crate) mod hint {
    /// No step: a process that spins does so at its next operation.
    pub(crate) fn spin_loop() {}
}
