//! A counting semaphore, with the names that `tokio::sync::Semaphore` made
//! known, for threads that block.
//!
//! To take permits is an operation, blocked while there are too few; to give
//! them back is an addition, which commutes with other additions. The semaphore
//! is not fair: who waits first need not be first, and one that waits for many
//! permits does not hold up one that wants few.

use crate::rt::{self, Tag};
use mazurka_program::{Kind, ObjectId};
use std::error::Error;
use std::fmt;
use std::marker::PhantomData;
use std::mem;

/// A counting semaphore under the model checker.
///
/// ```
/// use mazurka::sync::{Arc, Semaphore};
/// use mazurka::thread;
///
/// mazurka::check(|| {
///     let semaphore = Arc::new(Semaphore::new(0));
///     let theirs = semaphore.clone();
///     let other = thread::spawn(move || theirs.add_permits(1));
///     semaphore.acquire().forget();
///     other.join().unwrap();
///     assert_eq!(semaphore.available_permits(), 0);
/// });
/// ```
pub struct Semaphore {
    tag: Tag,
    /// The permits at the start.
    permits: usize,
}

/// Permits that a thread has taken: dropping them gives them back.
#[must_use = "if unused the permits will immediately be given back"]
#[derive(Debug)]
pub struct SemaphorePermit<'a> {
    semaphore: ObjectId,
    permits: u32,
    borrow: PhantomData<&'a Semaphore>,
}

impl Semaphore {
    /// The most permits that a semaphore can be made with.
    pub const MAX_PERMITS: usize = usize::MAX >> 3;

    /// A semaphore with that many permits. It is named when it is first used in
    /// an execution.
    ///
    /// # Panics
    /// When there are more than [`Semaphore::MAX_PERMITS`].
    #[track_caller]
    #[must_use]
    pub const fn new(permits: usize) -> Semaphore {
        assert!(permits <= Semaphore::MAX_PERMITS, "too many permits");
        Semaphore {
            tag: Tag::new(),
            permits,
        }
    }

    /// The same semaphore with a name, which has to be a constant. Reports call it so. Otherwise
    /// they call it as the source code does where it was made or is used, if that can be told,
    /// or by its type.
    #[must_use]
    pub const fn named(mut self, name: &'static str) -> Semaphore {
        self.tag = Tag::named(name);
        self
    }

    /// Takes a permit, waiting until there is one.
    #[track_caller]
    pub fn acquire(&self) -> SemaphorePermit<'_> {
        self.acquire_many(1)
    }

    /// Takes `count` permits at once, waiting until there are as many.
    #[track_caller]
    pub fn acquire_many(&self, permits: u32) -> SemaphorePermit<'_> {
        let semaphore = self.object();
        let wanted = u64::from(permits);
        let before = rt::operate(Kind::Acquire, semaphore, wanted, |held| held - wanted);
        rt::acquire(semaphore);
        rt::describe(|| format!("acquire({permits}) of {before}"));
        permit(semaphore, permits)
    }

    /// Takes a permit, if there is one.
    ///
    /// # Errors
    /// When there is none.
    #[track_caller]
    #[inline(always)]
    pub fn try_acquire(&self) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        self.try_acquire_many(1)
    }

    /// Takes `count` permits at once, if there are as many.
    ///
    /// # Errors
    /// When there are not.
    #[track_caller]
    pub fn try_acquire_many(&self, permits: u32) -> Result<SemaphorePermit<'_>, TryAcquireError> {
        let semaphore = self.object();
        let wanted = u64::from(permits);
        let before = rt::operate(Kind::TryAcquire, semaphore, wanted, |held| held - wanted);
        rt::describe(|| format!("try_acquire({permits}) of {before}"));
        if before < wanted {
            return Err(TryAcquireError(()));
        }
        rt::acquire(semaphore);
        Ok(permit(semaphore, permits))
    }

    /// Adds permits: new ones, or those of a permit that was forgotten.
    #[track_caller]
    pub fn add_permits(&self, permits: usize) {
        give_back(self.object(), permits as u64);
    }

    /// How many permits there are now.
    #[must_use]
    #[track_caller]
    pub fn available_permits(&self) -> usize {
        let semaphore = self.object();
        let permits = rt::operate(Kind::Load, semaphore, 0, |permits| permits);
        rt::acquire(semaphore);
        rt::describe(|| format!("available_permits() = {permits}"));
        usize::try_from(permits).unwrap_or(usize::MAX)
    }

    #[track_caller]
    fn object(&self) -> ObjectId {
        let semaphore = rt::resolve(&self.tag).id;
        rt::noun(semaphore, "Semaphore");
        rt::init_value(semaphore, self.permits as u64);
        semaphore
    }
}

fn permit<'a>(semaphore: ObjectId, permits: u32) -> SemaphorePermit<'a> {
    SemaphorePermit {
        semaphore,
        permits,
        borrow: PhantomData,
    }
}

#[track_caller]
fn give_back(semaphore: ObjectId, permits: u64) {
    rt::give_back(Kind::Add, semaphore, permits);
    rt::describe(|| format!("add_permits({permits})"));
}

impl SemaphorePermit<'_> {
    /// How many permits these are.
    #[must_use]
    pub fn num_permits(&self) -> usize {
        self.permits as usize
    }

    /// Keeps the permits from being given back.
    pub fn forget(self) {
        mem::forget(self);
    }
}

impl Drop for SemaphorePermit<'_> {
    #[track_caller]
    fn drop(&mut self) {
        give_back(self.semaphore, u64::from(self.permits));
    }
}

impl fmt::Debug for Semaphore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Semaphore").finish_non_exhaustive()
    }
}

/// There were too few permits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TryAcquireError(());

impl fmt::Display for TryAcquireError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("no permits available")
    }
}

impl Error for TryAcquireError {}
