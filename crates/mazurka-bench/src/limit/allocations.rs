//! Counting the calls that reach the system's allocator.
//!
//! Mazurka installs a global allocator itself, unless its feature `allocator` is
//! off; then this program installs one that counts, behind Mazurka's process
//! heaps. So what the threads of a program under test allocate does not count.

use super::run::{Explored, Subject};
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

thread_local! {
    /// How often this OS thread has asked for memory.
    static CALLS: Cell<u64> = const { Cell::new(0) };
}

/// Are calls counted in this build?
pub(crate) const COUNTED: bool = cfg!(not(feature = "allocator"));

#[cfg(not(feature = "allocator"))]
mod counting {
    use super::CALLS;
    use std::alloc::{GlobalAlloc, Layout, System};

    #[global_allocator]
    static GLOBAL: mazurka::Allocator<Counting> = mazurka::Allocator::new(Counting);

    /// The system's allocator, with the calls that ask for memory counted.
    struct Counting;

    fn count() {
        CALLS.set(CALLS.get() + 1);
    }

    // SAFETY: the system's allocator, and a counter that allocates nothing.
    unsafe impl GlobalAlloc for Counting {
        unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
            count();
            // SAFETY: the caller's contract, passed on.
            unsafe { System.alloc(layout) }
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            count();
            // SAFETY: as above.
            unsafe { System.alloc_zeroed(layout) }
        }

        unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
            count();
            // SAFETY: as above.
            unsafe { System.realloc(block, layout, size) }
        }

        unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
            // SAFETY: as above.
            unsafe { System.dealloc(block, layout) }
        }
    }
}

/// After so many executions, an exploration is in its steady state.
const STEADY: u64 = 1_000;

/// How many calls there are from execution 1,000 on (of shorter explorations: in
/// the second half), and in how many executions.
///
/// # Errors
/// When the program cannot be explored.
pub(super) fn in_steady_state(
    subject: &Subject,
    explored: &Explored,
) -> Result<(u64, u64), String> {
    let first = STEADY.min(explored.completed / 2).max(1);
    let last = explored.completed;
    let completed = AtomicU64::new(0);
    let calls = Arc::new([AtomicU64::new(0), AtomicU64::new(0)]);
    let seen = Arc::clone(&calls);
    subject.explore_with(None, move || {
        let nth = completed.fetch_add(1, Relaxed) + 1;
        if nth == first {
            seen[0].store(CALLS.get(), Relaxed);
        }
        if nth == last {
            seen[1].store(CALLS.get(), Relaxed);
        }
    })?;
    let [before, after] = [0, 1].map(|i| calls[i].load(Relaxed));
    Ok((after - before, last - first))
}

#[cfg(all(test, not(feature = "allocator")))]
mod tests {
    use super::*;

    #[test]
    fn what_is_allocated_is_counted() {
        let before = CALLS.get();
        drop(std::hint::black_box(Box::new(1)));
        assert_eq!(CALLS.get(), before + 1);
    }

    #[test]
    fn hardly_anything_is_allocated_in_the_steady_state_of_readers() {
        let subject = Subject::new("readers", 12).unwrap();
        let explored = subject.explore(None).unwrap();
        let (calls, executions) = in_steady_state(&subject, &explored).unwrap();
        assert_eq!(executions, 4_096 - STEADY);
        // What is kept may still have to grow, ever more rarely.
        assert!(calls <= 20, "{calls} calls in {executions} executions");
    }
}
