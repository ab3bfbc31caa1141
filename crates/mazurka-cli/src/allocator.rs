//! The allocator of the command: the system's, which tells what each OS thread has of it.

use mazurka_program::memory::{gave_back, took};
use std::alloc::{GlobalAlloc, Layout, System};

#[global_allocator]
static GLOBAL: Counting = Counting;

/// The system's allocator, with an account of the memory that executions take.
struct Counting;

// SAFETY: the system's allocator does it all; counting allocates nothing.
unsafe impl GlobalAlloc for Counting {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller's contract, passed on.
        unsafe { System.alloc(layout) }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        gave_back(layout.size());
        // SAFETY: the caller's contract, passed on.
        unsafe { System.dealloc(block, layout) }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: the caller's contract, passed on.
        unsafe { System.alloc_zeroed(layout) }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        gave_back(layout.size());
        took(size);
        // SAFETY: the caller's contract, passed on.
        unsafe { System.realloc(block, layout, size) }
    }
}
