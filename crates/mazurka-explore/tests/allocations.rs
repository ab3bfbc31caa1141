//! Once warm, an exploration by `optimal` asks for no memory.

mod machine;

use machine::Machine;
use mazurka_explore::{Algorithm, Ended, Limits, Observer, Statistics, Verdict, explore};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::ops::ControlFlow;

/// Counts the allocations of each thread: tests run beside one another.
struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more.
    let _ = ALLOCATIONS.try_with(|count| count.set(count.get() + 1));
}

// SAFETY: every call goes on to the system's allocator as it is.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: as the caller promised.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as the caller promised.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: as the caller promised.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static COUNTING: Counting = Counting;

/// Remembers how many allocations there were after some executions.
struct Watch {
    warm_after: u64,
    at_first: u64,
    when_warm: u64,
    at_the_end: u64,
}

impl Observer for Watch {
    fn ended(&mut self, _: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        let now = ALLOCATIONS.with(Cell::get);
        if statistics.executions() == 1 {
            self.at_first = now;
        }
        if statistics.executions() == self.warm_after {
            self.when_warm = now;
        }
        self.at_the_end = now;
        ControlFlow::Continue(())
    }
}

fn allocates_only_at_first(mut program: Machine, traces: u64) {
    let mut watch = Watch {
        warm_after: traces / 2,
        at_first: 0,
        when_warm: 0,
        at_the_end: 0,
    };
    let limits = Limits::default();
    let outcome = explore(Algorithm::Optimal, &mut program, &limits, &mut watch).unwrap();
    assert_eq!(outcome.verdict, Verdict::Verified);
    assert_eq!(outcome.statistics.complete, traces);
    assert!(watch.when_warm > watch.at_first, "the counter counts");
    // Wakeup trees may be largest near the end: what has to grow, doubles.
    let late = watch.at_the_end - watch.when_warm;
    assert!(late <= 2, "{late} allocations");
}

#[test]
fn readers_allocate_only_at_first() {
    allocates_only_at_first(Machine::readers(8), 1 << 8);
}

#[test]
fn lastzero_allocates_only_at_first() {
    allocates_only_at_first(Machine::lastzero(8), (1 << 6) * 11);
}

#[test]
fn locks_allocate_only_at_first() {
    allocates_only_at_first(Machine::guarded(5), 120);
}
