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
//! Blocks are in tables by their addresses. That an address lies inside of a block is found by the
//! pages of memory that blocks begin in. To enter a block takes a lock and a look into two tables.
//! In the executions of an exploration that is rare.

use super::context::{self, Allocates};
use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::UnsafeCell;
use std::ptr;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

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

/// An entry of a table, found by a number that is not zero.
///
/// # Safety
/// All zeros are a valid entry, whose number is zero.
unsafe trait Entry: Copy {
    fn key(&self) -> usize;
}

// SAFETY: it is made of numbers; the first is the key.
unsafe impl Entry for Block {
    fn key(&self) -> usize {
        self.start
    }
}

/// Where blocks begin in a page of memory: a bit for each eight bytes.
#[derive(Clone, Copy)]
struct Page {
    number: usize,
    starts: [u64; PAGE / 8 / 64],
}

const PAGE: usize = 4096;

// SAFETY: as above.
unsafe impl Entry for Page {
    fn key(&self) -> usize {
        self.number
    }
}

impl Page {
    /// The word and the bit for an address in the page.
    fn place(address: usize) -> (usize, u64) {
        let nth = address % PAGE / 8;
        (nth / 64, 1 << (nth % 64))
    }

    /// The last block that begins in the page at or before an address in it.
    fn last_start(&self, address: usize) -> Option<usize> {
        let (last, bit) = Page::place(address);
        let words = self.starts[..=last].iter().enumerate().rev();
        let mut words = words.map(|(nth, word)| match nth == last {
            true => (nth, word & (bit | (bit - 1))),
            false => (nth, *word),
        });
        let (nth, word) = words.find(|(_, word)| *word != 0)?;
        let bit = 63 - word.leading_zeros() as usize;
        Some(self.number * PAGE + (nth * 64 + bit) * 8)
    }
}

/// Entries by their keys, in a table that is never full.
struct Table<E> {
    entries: *mut E,
    /// A power of two, or zero.
    capacity: usize,
    used: usize,
}

/// No entry has that key.
const EMPTY: usize = 0;

impl<E: Entry> Table<E> {
    const NEW: Table<E> = Table {
        entries: ptr::null_mut(),
        capacity: 0,
        used: 0,
    };

    fn slots(&mut self) -> &mut [E] {
        match self.capacity {
            0 => &mut [],
            // SAFETY: the table has that many entries; zeroes are valid ones. It is borrowed.
            capacity => unsafe { std::slice::from_raw_parts_mut(self.entries, capacity) },
        }
    }

    /// Where an entry is, or the free place where it would be.
    fn place(&mut self, key: usize) -> usize {
        let mask = self.capacity - 1;
        let slots = self.slots();
        let mut at = hash(key) & mask;
        while slots[at].key() != EMPTY && slots[at].key() != key {
            at = (at + 1) & mask;
        }
        at
    }

    fn get(&mut self, key: usize) -> Option<&mut E> {
        if self.used == 0 {
            return None;
        }
        let at = self.place(key);
        Some(&mut self.slots()[at]).filter(|entry| entry.key() == key)
    }

    fn insert(&mut self, entry: E) {
        if (self.used + 1) * 4 > self.capacity * 3 && !self.grow() {
            // There is no memory: what allocates next will tell.
            return;
        }
        let at = self.place(entry.key());
        self.used += usize::from(self.slots()[at].key() == EMPTY);
        self.slots()[at] = entry;
    }

    fn remove(&mut self, key: usize) -> Option<E> {
        if self.used == 0 {
            return None;
        }
        let mut hole = self.place(key);
        let mask = self.capacity - 1;
        let slots = self.slots();
        let removed = slots[hole];
        if removed.key() == EMPTY {
            return None;
        }
        // Those behind it that would not be found any more move up.
        let mut at = hole;
        loop {
            at = (at + 1) & mask;
            if slots[at].key() == EMPTY {
                break;
            }
            let home = hash(slots[at].key()) & mask;
            if at.wrapping_sub(home) & mask >= at.wrapping_sub(hole) & mask {
                slots[hole] = slots[at];
                hole = at;
            }
        }
        // SAFETY: zeros are an entry, which is none.
        slots[hole] = unsafe { std::mem::zeroed() };
        self.used -= 1;
        Some(removed)
    }

    fn iter(&mut self) -> impl Iterator<Item = &E> {
        let entries = self.slots().iter();
        entries.filter(|entry| entry.key() != EMPTY)
    }

    /// Doubles the table; false if there is no memory.
    fn grow(&mut self) -> bool {
        let capacity = (self.capacity * 2).max(64);
        let Ok(layout) = Layout::array::<E>(capacity) else {
            return false;
        };
        // SAFETY: the size is not zero.
        let entries: *mut E = unsafe { System.alloc_zeroed(layout) }.cast();
        if entries.is_null() {
            return false;
        }
        let mut before = std::mem::replace(
            self,
            Table {
                entries,
                capacity,
                used: 0,
            },
        );
        for entry in before.iter() {
            self.insert(*entry);
        }
        if let (1.., Ok(layout)) = (before.capacity, Layout::array::<E>(before.capacity)) {
            // SAFETY: it was allocated with that layout, and is not used any more.
            unsafe { System.dealloc(before.entries.cast(), layout) };
        }
        true
    }
}

fn hash(key: usize) -> usize {
    (key >> 3).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 20
}

/// The blocks that begin in some of the pages.
struct Shard {
    blocks: Table<Block>,
    pages: Table<Page>,
}

impl Shard {
    const NEW: Shard = Shard {
        blocks: Table::NEW,
        pages: Table::NEW,
    };

    fn insert(&mut self, block: Block) {
        self.blocks.insert(block);
        let number = block.start / PAGE;
        let (nth, bit) = Page::place(block.start);
        match self.pages.get(number) {
            Some(page) => page.starts[nth] |= bit,
            None => {
                let mut starts = [0; PAGE / 8 / 64];
                starts[nth] = bit;
                self.pages.insert(Page { number, starts });
            }
        }
    }

    fn remove(&mut self, start: usize) -> Option<Block> {
        let removed = self.blocks.remove(start)?;
        let number = start / PAGE;
        let (nth, bit) = Page::place(start);
        if let Some(page) = self.pages.get(number) {
            page.starts[nth] &= !bit;
            if page.starts.iter().all(|word| *word == 0) {
                self.pages.remove(number);
            }
        }
        Some(removed)
    }
}

/// Something with a lock that allocates nothing.
struct Locked<T> {
    is_locked: AtomicBool,
    what: UnsafeCell<T>,
}

// SAFETY: it is used by who holds the lock only.
unsafe impl<T> Sync for Locked<T> {}

impl<T> Locked<T> {
    const fn new(what: T) -> Locked<T> {
        Locked {
            is_locked: AtomicBool::new(false),
            what: UnsafeCell::new(what),
        }
    }

    fn with<R>(&self, f: impl FnOnce(&mut T) -> R) -> R {
        // Engine code: it must not be given up in the middle (see `crash`).
        context::searched(|| {
            while self.is_locked.swap(true, Ordering::Acquire) {
                std::thread::yield_now();
            }
            // SAFETY: this OS thread has the lock, and `f` does not come here again.
            let result = f(unsafe { &mut *self.what.get() });
            self.is_locked.store(false, Ordering::Release);
            result
        })
    }
}

const SHARDS: usize = 32;

/// All blocks.
static SHARD: [Locked<Shard>; SHARDS] = [const { Locked::new(Shard::NEW) }; SHARDS];

/// The blocks of executions, once more.
static OWNED: Locked<Table<Block>> = Locked::new(Table::NEW);

/// The blocks of that many pages or more, once more.
static LARGE: Locked<Table<Block>> = Locked::new(Table::NEW);
const REACH: usize = 4;

/// No block has ever been outside of that.
static FIRST: AtomicUsize = AtomicUsize::new(usize::MAX);
static END: AtomicUsize = AtomicUsize::new(0);

impl Block {
    fn shard(start: usize) -> &'static Locked<Shard> {
        &SHARD[hash(start / PAGE) >> 24 & (SHARDS - 1)]
    }

    fn is_large(&self) -> bool {
        self.size >= REACH * PAGE
    }

    fn contains(&self, address: usize) -> bool {
        (self.start..self.start + self.size).contains(&address)
    }
}

fn enter(start: *mut u8, layout: Layout, owner: Owner) {
    let block = Block {
        start: start as usize,
        size: layout.size(),
        align: layout.align(),
        owner,
    };
    if start.is_null() {
        return;
    }
    if block.start < FIRST.load(Ordering::Relaxed) {
        FIRST.fetch_min(block.start, Ordering::Relaxed);
    }
    let end = block.start + block.size;
    if end > END.load(Ordering::Relaxed) {
        END.fetch_max(end, Ordering::Relaxed);
    }
    Block::shard(block.start).with(|shard| shard.insert(block));
    if owner != Owner::NONE {
        OWNED.with(|blocks| blocks.insert(block));
    }
    if block.is_large() {
        LARGE.with(|blocks| blocks.insert(block));
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
    let start = block as usize;
    let block = Block::shard(start).with(|shard| shard.remove(start))?;
    if block.owner != Owner::NONE {
        OWNED.with(|blocks| blocks.remove(start));
    }
    if block.is_large() {
        LARGE.with(|blocks| blocks.remove(start));
    }
    Some(block.owner)
}

/// A block has been moved, or is where it was. What code of the program moves is not the engine's.
pub(crate) fn moved(block: *mut u8, layout: Layout, owner: Option<Owner>) {
    match owner {
        Some(owner) => enter(block, layout, owner),
        None if context::allocates() != Allocates::Engine => enter(block, layout, Owner::NONE),
        None => {}
    }
}

/// Tells the blocks that are left of those that an execution has made.
pub(super) fn owned(owner: Owner, mut f: impl FnMut(&Block)) {
    OWNED.with(|blocks| {
        let blocks = blocks.iter().filter(|block| block.owner == owner);
        blocks.for_each(&mut f);
    });
}

/// Tells whether there may be a block with that address inside.
#[inline]
pub(super) fn may_contain(address: usize) -> bool {
    FIRST.load(Ordering::Relaxed) <= address && address < END.load(Ordering::Relaxed)
}

/// The block with that address inside, if there is one.
pub(super) fn block_at(address: usize) -> Option<Block> {
    for back in 0..=REACH {
        let number = (address / PAGE).checked_sub(back)?;
        let last = match back {
            0 => address,
            _ => number * PAGE + PAGE - 1,
        };
        let before = Block::shard(number * PAGE).with(|shard| {
            let start = shard.pages.get(number)?.last_start(last)?;
            shard.blocks.get(start).copied()
        });
        if let Some(block) = before {
            // None begins between the two.
            return Some(block).filter(|block| block.contains(address));
        }
    }
    LARGE.with(|blocks| blocks.iter().find(|block| block.contains(address)).copied())
}

/// Calls `f` if the block is still there: it is not freed meanwhile.
pub(super) fn look(block: &Block, f: impl FnOnce()) {
    Block::shard(block.start).with(|shard| {
        if shard.blocks.get(block.start).is_some_and(|it| it == block) {
            f();
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

    fn block(nth: usize) -> Block {
        Block {
            start: (1 << 16) + nth * 4096 % 1_000_003 * 16,
            size: 8,
            align: 8,
            owner: Owner::NONE,
        }
    }

    #[test]
    fn blocks_are_found_until_they_are_gone() {
        let mut shard = Shard::NEW;
        for nth in 0..1_000 {
            shard.insert(block(nth));
            assert_eq!(shard.blocks.used, nth + 1);
        }
        for nth in (0..1_000).step_by(3) {
            assert_eq!(shard.remove(block(nth).start), Some(block(nth)));
            assert_eq!(shard.remove(block(nth).start), None);
        }
        for nth in 0..1_000 {
            let found = shard.remove(block(nth).start);
            assert_eq!(found, (nth % 3 != 0).then(|| block(nth)));
        }
        assert_eq!((shard.blocks.used, shard.pages.used), (0, 0));
    }

    #[test]
    fn the_block_of_an_address_is_found() {
        let bytes = |size| vec![0_u8; size].into_boxed_slice();
        // Under the allocator of the crate all that tests make is entered.
        let all: Vec<_> = [1, 8, 24, 100, 5_000, 20_000, 3_000_000]
            .into_iter()
            .map(bytes)
            .collect();
        for bytes in &all {
            let (start, size) = (bytes.as_ptr() as usize, bytes.len());
            for at in [start, start + size / 2, start + size - 1] {
                assert!(may_contain(at));
                let found = block_at(at).map(|block| (block.start, block.size));
                assert_eq!(found, Some((start, size)), "{at}");
            }
            let behind = block_at(start + size).map(|block| block.start);
            assert_ne!(behind, Some(start));
        }
        let large = all.last().expect("there are some").as_ptr() as usize;
        drop(all);
        assert_ne!(
            block_at(large + 1_000_000).map(|block| block.start),
            Some(large)
        );
    }

    #[test]
    fn the_last_start_before_an_address() {
        let mut page = Page {
            number: 3,
            starts: [0; PAGE / 8 / 64],
        };
        let at = |address| 3 * PAGE + address;
        for start in [16, 512, 1000, 4088] {
            let (nth, bit) = Page::place(at(start));
            page.starts[nth] |= bit;
        }
        for (address, start) in [
            (0, None),
            (15, None),
            (16, Some(16)),
            (511, Some(16)),
            (513, Some(512)),
            (1007, Some(1000)),
            (4087, Some(1000)),
            (4095, Some(4088)),
        ] {
            assert_eq!(page.last_start(at(address)), start.map(at), "{address}");
        }
    }
}
