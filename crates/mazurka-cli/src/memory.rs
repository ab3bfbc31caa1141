//! Memory: what happens when the system gives no more.
//!
//! Rust ends a program then, without a word of what was found. So there is a reserve of addresses,
//! which is not used. When memory is refused, the reserve is given back, explorations are told to
//! stop, and what was found is told with what the reserve makes free. If that is not enough, the
//! command ends with a message.

use crate::check::{EXIT_ERROR, EXIT_STOPPED};
use mazurka_check::shortage::{has_begun, last_words, set_memory_is_used_up};
use mazurka_program::memory::{gave_back, took};
use std::alloc::{GlobalAlloc, Layout, System};
use std::ptr;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};

/// The most that is reserved.
const MOST: usize = 32 << 20;
/// What is reserved of a limit: one part of this many.
const PART: u64 = 8;

static RESERVE: AtomicPtr<libc::c_void> = AtomicPtr::new(ptr::null_mut());
static SIZE: AtomicUsize = AtomicUsize::new(0);

/// Makes a reserve, if there is none and there is room for one. Then explorations may begin (again).
pub(crate) fn reserve() {
    if !RESERVE.load(Ordering::SeqCst).is_null() {
        // A worker process may have had none.
        set_memory_is_used_up(false);
        return;
    }
    let mut limit = libc::rlimit {
        rlim_cur: libc::RLIM_INFINITY,
        rlim_max: libc::RLIM_INFINITY,
    };
    // SAFETY: the place is there for the time of the call.
    unsafe { libc::getrlimit(libc::RLIMIT_AS, &mut limit) };
    let part = usize::try_from(limit.rlim_cur / PART).unwrap_or(MOST);
    let size = part.min(MOST);
    let protection = libc::PROT_READ | libc::PROT_WRITE;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS;
    // SAFETY: this is a new mapping, which nothing else has.
    let place = unsafe { libc::mmap(ptr::null_mut(), size, protection, flags, -1, 0) };
    if place != libc::MAP_FAILED {
        SIZE.store(size, Ordering::SeqCst);
        RESERVE.store(place, Ordering::SeqCst);
        set_memory_is_used_up(false);
    }
}

/// The memory of the system, until that is used up; with an account of what executions take of it.
pub struct Memory;

// SAFETY: all that is returned comes from the allocator of the system, with the same layouts.
unsafe impl GlobalAlloc for Memory {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: what the caller says of the layout.
        let place = unsafe { System.alloc(layout) };
        match place.is_null() {
            // SAFETY: the same.
            true => again(|| unsafe { System.alloc(layout) }),
            false => place,
        }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        took(layout.size());
        // SAFETY: what the caller says of the layout.
        let place = unsafe { System.alloc_zeroed(layout) };
        match place.is_null() {
            // SAFETY: the same.
            true => again(|| unsafe { System.alloc_zeroed(layout) }),
            false => place,
        }
    }

    #[inline]
    unsafe fn realloc(&self, old: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        gave_back(layout.size());
        took(size);
        // SAFETY: what the caller says of the place and the layout.
        let place = unsafe { System.realloc(old, layout, size) };
        match place.is_null() {
            // SAFETY: the same; what could not be moved is where it was.
            true => again(|| unsafe { System.realloc(old, layout, size) }),
            false => place,
        }
    }

    #[inline]
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        gave_back(layout.size());
        // SAFETY: what the caller says of the place and the layout.
        unsafe { System.dealloc(place, layout) }
    }
}

/// Asks for memory again, with the reserve given back; ends the command if there is none.
#[cold]
fn again(ask: impl Fn() -> *mut u8) -> *mut u8 {
    set_memory_is_used_up(true);
    let reserve = RESERVE.swap(ptr::null_mut(), Ordering::SeqCst);
    if !reserve.is_null() {
        // SAFETY: it is the mapping that was made, of that size, and no other place has it any more.
        unsafe { libc::munmap(reserve, SIZE.load(Ordering::SeqCst)) };
    }
    // Another thread may have given it back.
    let place = ask();
    if place.is_null() {
        end();
    }
    place
}

fn end() -> ! {
    last_words(&mut |bytes| {
        // SAFETY: the bytes are there for the time of the call.
        unsafe { libc::write(libc::STDERR_FILENO, bytes.as_ptr().cast(), bytes.len()) };
    });
    // If a verdict was settled, this is said with its exit code.
    crate::last_words::end(match has_begun() {
        true => EXIT_STOPPED,
        false => EXIT_ERROR,
    })
}
