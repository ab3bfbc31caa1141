//! Memory outside of process heaps: the blocks that the allocator behind ours has given to the
//! program.
//!
//! When an execution is left in the middle, its memory is given back as a whole, but for what can
//! still be reached from outside (see [`super::escape`]). For that it is known here which blocks
//! there are outside, but for those of the engine:
//!
//! - what the program has made before the check, or outlives an execution;
//! - what an execution has made that is still in the middle: blocks that process heaps cannot
//!   serve, and what the engine has made for objects of the program, like the queue of a channel.
//!   Nobody frees these by a destructor if the execution is left, so they are freed with it.
//!
//! To enter a block takes a lock and a look into a table. In the executions of an exploration
//! that is rare.

use super::context::{self, Allocates};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, Ordering};

/// A block outside.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Block {
    pub(super) start: usize,
    pub(super) size: usize,
    align: usize,
    pub(super) owner: Owner,
}

/// The exploration and the execution that a block was made in; zeros if it outlives executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Owner {
    pub(super) exploration: u32,
    pub(super) execution: u64,
}

impl Owner {
    /// It outlives executions.
    const NONE: Owner = Owner {
        exploration: 0,
        execution: 0,
    };
}

/// Blocks by their addresses, in a table that is never full.
struct Table {
    blocks: *mut Block,
    /// A power of two, or zero.
    capacity: usize,
    used: usize,
}

/// No block has that address.
const EMPTY: usize = 0;

impl Table {
    const NEW: Table = Table {
        blocks: ptr::null_mut(),
        capacity: 0,
        used: 0,
    };

    fn slots(&mut self) -> &mut [Block] {
        match self.capacity {
            0 => &mut [],
            // SAFETY: the table has that many blocks; zeroes are valid ones. It is borrowed.
            capacity => unsafe { std::slice::from_raw_parts_mut(self.blocks, capacity) },
        }
    }

    /// Where a block is, or the free place where it would be.
    fn place(&mut self, start: usize) -> usize {
        let mask = self.capacity - 1;
        let slots = self.slots();
        let mut at = hash(start) & mask;
        while slots[at].start != EMPTY && slots[at].start != start {
            at = (at + 1) & mask;
        }
        at
    }

    fn insert(&mut self, block: Block) {
        if (self.used + 1) * 4 > self.capacity * 3 && !self.grow() {
            // There is no memory: what allocates next will tell.
            return;
        }
        let at = self.place(block.start);
        self.used += usize::from(self.slots()[at].start == EMPTY);
        self.slots()[at] = block;
    }

    fn remove(&mut self, start: usize) -> Option<Block> {
        if self.used == 0 {
            return None;
        }
        let mut hole = self.place(start);
        let mask = self.capacity - 1;
        let slots = self.slots();
        let removed = slots[hole];
        if removed.start == EMPTY {
            return None;
        }
        // Those behind it that would not be found any more move up.
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            if slots[at].start == EMPTY {
                break;
            }
            let home = hash(slots[at].start) & mask;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                slots[hole] = slots[at];
                hole = at;
            }
        }
        slots[hole].start = EMPTY;
        self.used -= 1;
        Some(removed)
    }

    /// Doubles the table; false if there is no memory.
    fn grow(&mut self) -> bool {
        let capacity = (self.capacity * 2).max(64);
        let Ok(layout) = Layout::array::<Block>(capacity) else {
            return false;
        };
        // SAFETY: the size is not zero.
        let blocks: *mut Block = unsafe { System.alloc_zeroed(layout) }.cast();
        if blocks.is_null() {
            return false;
        }
        let mut before = std::mem::replace(
            self,
            Table {
                blocks,
                capacity,
                used: 0,
            },
        );
        for block in before.slots() {
            if block.start != EMPTY {
                self.insert(*block);
            }
        }
        if let (1.., Ok(layout)) = (before.capacity, Layout::array::<Block>(before.capacity)) {
            // SAFETY: it was allocated with that layout, and is not used any more.
            unsafe { System.dealloc(before.blocks.cast(), layout) };
        }
        true
    }
}

fn hash(start: usize) -> usize {
    (start >> 4).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

/// A part of the blocks, with a lock that allocates nothing.
struct Shard {
    is_locked: AtomicBool,
    table: UnsafeCell<Table>,
}

// SAFETY: the table is used by who holds the lock only.
unsafe impl Sync for Shard {}

const SHARDS: usize = 32;

static SHARD: [Shard; SHARDS] = [const {
    Shard {
        is_locked: AtomicBool::new(false),
        table: UnsafeCell::new(Table::NEW),
    }
}; SHARDS];

impl Shard {
    fn of(start: usize) -> &'static Shard {
        &SHARD[hash(start) >> 24 & (SHARDS - 1)]
    }

    fn with<R>(&self, f: impl FnOnce(&mut Table) -> R) -> R {
        // Engine code: it must not be given up in the middle (see `crash`).
        context::searched(|| {
            while self.is_locked.swap(true, Ordering::Acquire) {
                std::thread::yield_now();
            }
            // SAFETY: this OS thread has the lock, and `f` does not come here again.
            let result = f(unsafe { &mut *self.table.get() });
            self.is_locked.store(false, Ordering::Release);
            result
        })
    }
}

fn enter(start: *mut u8, layout: Layout, owner: Owner) {
    let block = Block {
        start: start as usize,
        size: layout.size(),
        align: layout.align(),
        owner,
    };
    if !start.is_null() {
        Shard::of(block.start).with(|table| table.insert(block));
    }
}

/// The allocator behind ours has made a block.
pub(crate) fn made(block: *mut u8, layout: Layout) -> *mut u8 {
    match context::allocates() {
        Allocates::Engine => {}
        Allocates::Outside => enter(block, layout, Owner::NONE),
        Allocates::Execution(exploration, execution) => {
            let owner = Owner {
                exploration,
                execution,
            };
            enter(block, layout, owner);
        }
    }
    block
}

/// A block is there that takes the place of one that outlives executions.
pub(crate) fn escaped(block: *mut u8, layout: Layout) {
    enter(block, layout, Owner::NONE);
}

/// A block is about to be freed or moved: whose it is, if that is known.
pub(crate) fn gone(block: *mut u8) -> Option<Owner> {
    if context::is_searched() {
        return None;
    }
    let removed = Shard::of(block as usize).with(|table| table.remove(block as usize));
    removed.map(|block| block.owner)
}

/// A block has been moved, or is where it was. What code of the program moves is not the engine's.
pub(crate) fn moved(block: *mut u8, layout: Layout, owner: Option<Owner>) {
    match owner {
        Some(owner) => enter(block, layout, owner),
        None if context::allocates() != Allocates::Engine => enter(block, layout, Owner::NONE),
        None => {}
    }
}

/// Tells all blocks. None of them is freed while `f` looks at it.
pub(super) fn for_each(mut f: impl FnMut(&Block)) {
    for shard in &SHARD {
        shard.with(|table| {
            let blocks = table.slots().iter();
            blocks.filter(|block| block.start != EMPTY).for_each(&mut f);
        });
    }
}

/// Calls `f` if the block is still there: it is not freed meanwhile.
pub(super) fn look(block: &Block, f: impl FnOnce()) {
    Shard::of(block.start).with(|table| {
        if table.used != 0 {
            let at = table.place(block.start);
            if table.slots()[at] == *block {
                f();
            }
        }
    });
}

/// Frees a block of an execution that is left, unless that has been done.
pub(super) fn free(block: &Block) {
    let mut layout = None;
    look(block, || {
        layout = Layout::from_size_align(block.size, block.align).ok();
    });
    if let Some(layout) = layout {
        // SAFETY: the global allocator is ours (see `heap::probe`), and has made the block with
        // that layout. What was to free it is abandoned.
        unsafe { std::alloc::dealloc(block.start as *mut u8, layout) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_are_found_until_they_are_gone() {
        let mut table = Table::NEW;
        let block = |nth: usize| Block {
            start: 16 + nth * 4096 % 1_000_003 * 16,
            size: nth,
            align: 8,
            owner: Owner::NONE,
        };
        for nth in 0..1_000 {
            table.insert(block(nth));
            assert_eq!(table.used, nth + 1);
        }
        for nth in (0..1_000).step_by(3) {
            assert_eq!(table.remove(block(nth).start), Some(block(nth)));
            assert_eq!(table.remove(block(nth).start), None);
        }
        for nth in 0..1_000 {
            let found = table.remove(block(nth).start);
            assert_eq!(found, (nth % 3 != 0).then(|| block(nth)));
        }
        assert_eq!(table.used, 0);
    }
}
