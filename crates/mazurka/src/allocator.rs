//! The global allocator: process heaps inside a check, another allocator
//! everywhere else.

use crate::rt::{self, heap, outside};
use mazurka_program::memory::{gave_back, took};
use std::alloc::{GlobalAlloc, Layout, System};

/// A global allocator that gives every thread of a program under test a heap
/// of its own, so that objects have names that do not change with the schedule.
///
/// Outside of a check, and for the checker itself, it is the allocator behind
/// it: the system's, or any other.
///
/// With the feature `allocator` (the default) the crate installs it. Without:
///
/// ```ignore
/// #[global_allocator]
/// static GLOBAL: mazurka::Allocator<MyAllocator> = mazurka::Allocator::new(MyAllocator);
/// ```
#[derive(Debug, Default)]
pub struct Allocator<A = System> {
    behind: A,
}

impl<A> Allocator<A> {
    /// Process heaps in front of the allocator `behind`.
    pub const fn new(behind: A) -> Allocator<A> {
        Allocator { behind }
    }
}

#[cfg(feature = "allocator")]
#[global_allocator]
static GLOBAL: Allocator = Allocator::new(System);

// SAFETY: a block comes either from a process heap, which hands out disjoint,
// aligned ranges of mapped memory, or from the allocator behind; `dealloc` and
// `realloc` tell the two apart by address.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Allocator<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        match heap::allocate(layout) {
            Some(block) => block,
            None => {
                took(layout.size());
                // SAFETY: the caller's contract, passed on.
                outside::made(unsafe { self.behind.alloc(layout) }, layout)
            }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        if !rt::free(block, layout.size()) {
            outside::gone(block);
            gave_back(layout.size());
            // SAFETY: it is not a process heap's, so `behind` allocated it.
            unsafe { self.behind.dealloc(block, layout) }
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        match heap::allocate(layout) {
            Some(block) => {
                // SAFETY: the block has `layout.size()` bytes; the memory of a
                // process heap is used again by later executions, so not zero.
                unsafe { block.write_bytes(0, layout.size()) };
                block
            }
            None => {
                took(layout.size());
                // SAFETY: the caller's contract, passed on.
                outside::made(unsafe { self.behind.alloc_zeroed(layout) }, layout)
            }
        }
    }

    unsafe fn realloc(&self, block: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        if !heap::contains(block as usize) {
            // Containers of the world outside grow there.
            let owner = outside::gone(block);
            gave_back(layout.size());
            took(size);
            // SAFETY: it is not a process heap's, so `behind` allocated it.
            let moved = unsafe { self.behind.realloc(block, layout, size) };
            match moved.is_null() {
                true => outside::moved(block, layout, owner),
                // SAFETY: `realloc`'s contract makes the new layout valid.
                false => outside::moved(
                    moved,
                    unsafe { Layout::from_size_align_unchecked(size, layout.align()) },
                    owner,
                ),
            }
            return moved;
        }
        if heap::rounded(size) <= heap::rounded(layout.size()) {
            return block;
        }
        // SAFETY: `realloc`'s contract makes the new layout valid.
        let new = unsafe { Layout::from_size_align_unchecked(size, layout.align()) };
        let moved = if heap::is_of_this_execution(block as usize) {
            // SAFETY: the new size is not zero, by `realloc`'s contract.
            unsafe { self.alloc(new) }
        } else {
            // The block escaped from an earlier execution: whether it grows now
            // has nothing to do with the program's own allocations.
            took(size);
            // SAFETY: as above.
            let block = unsafe { self.behind.alloc(new) };
            outside::escaped(block, new);
            block
        };
        if !moved.is_null() {
            // SAFETY: both blocks have at least the old size and are disjoint.
            unsafe { moved.copy_from_nonoverlapping(block, layout.size().min(size)) };
            rt::free(block, layout.size());
        }
        moved
    }
}
