//! Process heaps: every process of a program under test allocates from memory
//! of its own, so that an address has a name that no schedule changes.
//!
//! One large region of address space is reserved once and cut into chunks. A
//! [`Heap`] owns *segments* (runs of chunks) and hands out blocks in a row,
//! never using freed memory again within an execution. The name of an address
//! is its owner and its *logical offset*: how many bytes the owner had
//! allocated before it in this execution. Where segments begin and end is not
//! visible in it: a segment starts at an address that is congruent to the
//! logical offset modulo the largest alignment served here, so padding is the
//! same wherever a block lies.
//!
//! When an execution ends, a segment with no live block starts afresh. Blocks
//! that are still live have escaped (into a static of `std`, say) or leaked;
//! they stay valid, and the next execution goes on after them. When an execution is left in the
//! middle, its blocks are given back, but for those that can be reached from outside.
//!
//! Two bits for every sixteen bytes say where blocks begin and what has been
//! freed. They stand as long as their segment does not start afresh.

use super::{context, exceeded};
use mazurka_program::memory;
use std::alloc::Layout;
use std::ptr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicPtr, AtomicU32, AtomicU64, AtomicUsize, Ordering};

const CHUNK: usize = 64 << 10;
const REGION_MAX: usize = if cfg!(miri) { REGION_MIN } else { 64 << 30 };
const REGION_MIN: usize = 64 << 20;
/// Sizes are multiples of this.
const GRAIN: usize = 16;
/// The largest alignment that process heaps serve.
const ALIGN_MAX: usize = 128;
/// A segment with less room than this after its leftovers is given up.
const ROOM_MIN: usize = CHUNK / 4;
/// How many given-up segments are looked at before fresh chunks are taken.
const LOOKS: usize = 4;

static BASE: AtomicUsize = AtomicUsize::new(0);
static LENGTH: AtomicUsize = AtomicUsize::new(0);
static TABLE: AtomicPtr<Chunk> = AtomicPtr::new(ptr::null_mut());
static MARKS: AtomicPtr<Marks> = AtomicPtr::new(ptr::null_mut());
static POOL: Mutex<Pool> = Mutex::new(Pool::new());

/// What is known of a chunk. The fields of a segment are in its first chunk.
/// All but `remote` are written by the thread of the owning exploration only.
#[derive(Default)]
struct Chunk {
    /// The first chunk of the segment that this chunk is part of.
    head: AtomicU32,
    /// How many chunks the segment has.
    chunks: AtomicU32,
    /// The process, or [`Heap::COPIES`], that allocates here.
    owner: AtomicU32,
    /// The exploration that the owner belongs to.
    exploration: AtomicU32,
    /// Blocks handed out, given back by the exploration, and by other threads.
    allocated: AtomicU32,
    freed: AtomicU32,
    remote: AtomicU32,
    /// Where in the segment the leftovers of earlier executions end.
    leftover: AtomicU32,
    /// Where they ended when the execution began to allocate here, and `remote` then.
    leftover_before: AtomicU32,
    remote_before: AtomicU32,
    /// The execution that allocates here, where it began to, and the logical
    /// offset of that place.
    serial: AtomicU64,
    start: AtomicUsize,
    logical: AtomicU64,
}

impl Chunk {
    fn live(&self) -> u32 {
        // Acquire: who frees is done with the block before we hand it out again.
        let freed = self.freed.load(Ordering::Relaxed);
        let remote = self.remote.load(Ordering::Acquire);
        let allocated = self.allocated.load(Ordering::Relaxed);
        allocated.wrapping_sub(freed).wrapping_sub(remote)
    }

    /// Has the segment start afresh, whose first chunk this is.
    fn forget_leftovers(&self) {
        let filled = self.leftover.load(Ordering::Relaxed) as usize;
        clear_marks(self.head.load(Ordering::Relaxed), filled);
        self.allocated.store(0, Ordering::Relaxed);
        self.freed.store(0, Ordering::Relaxed);
        self.remote.store(0, Ordering::Relaxed);
        self.leftover.store(0, Ordering::Relaxed);
    }
}

/// What is known of 64 pieces of [`GRAIN`] bytes. Written by the thread of the exploration that
/// owns the segment only.
#[derive(Default)]
struct Marks {
    /// A block begins here.
    starts: AtomicU64,
    /// It is part of a block that was freed.
    freed: AtomicU64,
}

/// How many bytes one [`Marks`] is for.
const MARKED: usize = 64 * GRAIN;

/// The marks of an address in the region, and its bit.
#[inline]
fn marks(address: usize) -> (&'static Marks, u64) {
    let grain = (address - BASE.load(Ordering::Relaxed)) / GRAIN;
    // SAFETY: there are marks for every piece of the region, they are zeroed (valid `Marks`) and
    // never unmapped; the address lies in the region.
    let marks = unsafe { &*MARKS.load(Ordering::Relaxed).add(grain / 64) };
    (marks, 1 << (grain % 64))
}

/// Forgets the marks of the first bytes of a segment.
fn clear_marks(head: u32, bytes: usize) {
    for nth in 0..bytes.div_ceil(MARKED) {
        let (marks, _) = marks(address(head) + nth * MARKED);
        marks.starts.store(0, Ordering::Relaxed);
        marks.freed.store(0, Ordering::Relaxed);
    }
}

/// Marks a block as freed.
fn mark_freed(block: usize, size: usize) {
    let (mut at, end) = (block, block + rounded(size));
    while at < end {
        let (marks, bit) = marks(at);
        let left = (end - at) / GRAIN;
        // As many bits as the block has in this word, from its first.
        let bits = if left >= 64 {
            u64::MAX
        } else {
            (1 << left) - 1
        };
        let freed = marks.freed.load(Ordering::Relaxed) | bits.wrapping_mul(bit);
        marks.freed.store(freed, Ordering::Relaxed);
        at += (64 - bit.trailing_zeros() as usize) * GRAIN;
    }
}

/// Does an address lie in a block of a process heap that was freed?
#[inline]
pub(crate) fn is_freed(address: usize) -> bool {
    if !contains(address) {
        return false;
    }
    let (marks, bit) = marks(address);
    marks.freed.load(Ordering::Relaxed) & bit != 0
}

struct Pool {
    fresh: u32,
    /// Segments without an owner, without live blocks: (first chunk, chunks).
    free: Vec<(u32, u32)>,
    /// Segments without an owner, with live blocks at the last look.
    leftover: Vec<u32>,
}

impl Pool {
    const fn new() -> Pool {
        Pool {
            fresh: 0,
            free: Vec::new(),
            leftover: Vec::new(),
        }
    }

    fn take(&mut self, chunks: u32) -> Option<u32> {
        for _ in 0..self.leftover.len().min(LOOKS) {
            let head = self.leftover.swap_remove(0);
            self.put(head);
        }
        if let Some(i) = self.free.iter().rposition(|(_, n)| *n == chunks) {
            return Some(self.free.swap_remove(i).0);
        }
        let total = LENGTH.load(Ordering::Relaxed) / CHUNK;
        let head = self.fresh;
        if (head + chunks) as usize > total {
            return None;
        }
        self.fresh += chunks;
        for index in head..head + chunks {
            chunk(index).head.store(head, Ordering::Relaxed);
        }
        chunk(head).chunks.store(chunks, Ordering::Relaxed);
        Some(head)
    }

    fn put(&mut self, head: u32) {
        if chunk(head).live() == 0 {
            chunk(head).forget_leftovers();
            self.free
                .push((head, chunk(head).chunks.load(Ordering::Relaxed)));
        } else {
            self.leftover.push(head);
        }
    }
}

fn pool<R>(f: impl FnOnce(&mut Pool) -> R) -> R {
    f(&mut POOL
        .lock()
        .unwrap_or_else(std::sync::PoisonError::into_inner))
}

#[inline]
fn chunk(index: u32) -> &'static Chunk {
    // SAFETY: the table has an entry for every chunk of the region, is zeroed
    // (a valid `Chunk`), and is never unmapped; `index` lies in the region.
    unsafe { &*TABLE.load(Ordering::Relaxed).add(index as usize) }
}

#[inline]
fn address(index: u32) -> usize {
    BASE.load(Ordering::Relaxed) + index as usize * CHUNK
}

#[inline]
fn segment_of(address: usize) -> &'static Chunk {
    debug_assert!(contains(address));
    let index = (address - BASE.load(Ordering::Relaxed)) / CHUNK;
    chunk(chunk(index as u32).head.load(Ordering::Relaxed))
}

/// Does the address lie in some process heap?
#[inline]
pub(crate) fn contains(address: usize) -> bool {
    // The length is stored last, and so read first.
    let length = LENGTH.load(Ordering::Acquire);
    address.wrapping_sub(BASE.load(Ordering::Relaxed)) < length
}

/// The size of the block that serves a request of `size` bytes.
#[inline]
pub(crate) fn rounded(size: usize) -> usize {
    (size.max(1) + GRAIN - 1) & !(GRAIN - 1)
}

/// Reserves the region, if that has not been done.
///
/// # Errors
/// When the system gives no address space.
pub(crate) fn reserve() -> Result<(), String> {
    pool(|_| {
        if LENGTH.load(Ordering::Relaxed) != 0 {
            return Ok(());
        }
        let mut length = REGION_MAX;
        while length >= REGION_MIN {
            let table = length / CHUNK * size_of::<Chunk>();
            let marks = length / MARKED * size_of::<Marks>();
            if let Some(base) = map(length) {
                if let Some(entries) = map(table)
                    && let Some(marks) = map(marks)
                {
                    TABLE.store(entries.cast(), Ordering::Relaxed);
                    MARKS.store(marks.cast(), Ordering::Relaxed);
                    BASE.store(base as usize, Ordering::Relaxed);
                    LENGTH.store(length, Ordering::Release);
                    return Ok(());
                }
                // SAFETY: `map` has just given that range, and it is not used yet.
                unsafe { libc::munmap(base.cast(), length) };
            }
            length /= 2;
        }
        Err("the system gave no address space for the heaps of processes".to_owned())
    })
}

/// Sees whether the global allocator serves process heaps.
///
/// # Errors
/// When it does not.
pub(crate) fn probe(exploration: u32) -> Result<(), String> {
    let mut heap = Heap::new(0, exploration);
    heap.begin(0);
    context::enter(None, &raw mut heap);
    let block = std::hint::black_box(Box::new(0_u64));
    context::leave();
    if contains(ptr::from_ref(&*block) as usize) {
        return Ok(());
    }
    Err(
        "mazurka's allocator is not in force, and without it objects have no stable names. \
         Enable the feature `allocator` of the crate `mazurka` (it is on by default), or wrap \
         your own global allocator: `#[global_allocator] static GLOBAL: \
         mazurka::Allocator<MyAllocator> = mazurka::Allocator::new(MyAllocator);`"
            .to_owned(),
    )
}

#[cfg(miri)]
fn map(length: usize) -> Option<*mut u8> {
    let layout = Layout::from_size_align(length, CHUNK).ok()?;
    // SAFETY: the length is not zero.
    let mapped = unsafe { std::alloc::alloc_zeroed(layout) };
    (!mapped.is_null()).then_some(mapped)
}

#[cfg(not(miri))]
fn map(length: usize) -> Option<*mut u8> {
    // SAFETY: a fresh anonymous mapping touches no existing memory.
    let mapped = unsafe {
        libc::mmap(
            ptr::null_mut(),
            length,
            libc::PROT_READ | libc::PROT_WRITE,
            libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE,
            -1,
            0,
        )
    };
    (mapped != libc::MAP_FAILED).then_some(mapped.cast())
}

/// A block from the heap of the process whose code runs, if any does.
#[inline]
pub(crate) fn allocate(layout: Layout) -> Option<*mut u8> {
    let heap = context::heap();
    if heap.is_null() {
        return None;
    }
    if layout.align() > ALIGN_MAX {
        return None;
    }
    context::check_returned();
    // SAFETY: the context points to the heap of the running process, which is alive as long as
    // its code runs, and only this OS thread uses it. Nothing else borrows it: what does is
    // engine code, which runs with no heap in the context.
    let (block, notes) = unsafe {
        let block = (*heap).allocate(layout.size(), layout.align());
        (block, (*heap).notes)
    };
    match block {
        Some(block) if notes => super::leak::trace(block as usize),
        Some(_) => {}
        None => exceeded::refused(layout.size()),
    }
    block
}

/// What came of giving a block back.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Given {
    /// It is no process heap's.
    Elsewhere,
    /// It is freed.
    Freed,
    /// It had been freed before.
    Again,
    /// No block begins there.
    Never,
}

/// Gives a block of that size back.
#[inline]
pub(crate) fn free(block: *mut u8, size: usize) -> Given {
    let address = block as usize;
    if !contains(address) {
        return Given::Elsewhere;
    }
    let segment = segment_of(address);
    if segment.exploration.load(Ordering::Relaxed) == context::exploration() {
        let (marks, bit) = marks(address);
        if !address.is_multiple_of(GRAIN) || marks.starts.load(Ordering::Relaxed) & bit == 0 {
            return Given::Never;
        }
        if marks.freed.load(Ordering::Relaxed) & bit != 0 {
            return Given::Again;
        }
        // Whatever size is asked for, it ends where its segment does.
        let head = segment.head.load(Ordering::Relaxed);
        let end = self::address(head) + segment.chunks.load(Ordering::Relaxed) as usize * CHUNK;
        mark_freed(address, size.min(end - address));
        let freed = segment.freed.load(Ordering::Relaxed);
        segment
            .freed
            .store(freed.wrapping_add(1), Ordering::Relaxed);
    } else {
        segment.remote.fetch_add(1, Ordering::Release);
    }
    Given::Freed
}

/// Was the block, which lies in some process heap, allocated in the current
/// execution of this thread's exploration?
pub(crate) fn is_of_this_execution(address: usize) -> bool {
    let heap = context::heap();
    if heap.is_null() {
        return false;
    }
    // SAFETY: the context points to the heap of the running process, which is alive as long as
    // its code runs. Nothing else borrows it: what does is engine code, which runs with no heap
    // in the context.
    let (exploration, serial) = unsafe { ((*heap).exploration, (*heap).serial) };
    locate(address, exploration, serial).is_some()
}

/// Where an address of the current execution lies.
pub(crate) struct Allocated {
    /// The process, or [`Heap::COPIES`], that allocated it.
    pub(crate) owner: u32,
    /// How many bytes its owner had allocated before it.
    pub(crate) offset: u64,
}

/// The place of an address in a process heap, if it was allocated in this
/// execution of this exploration.
#[inline]
pub(crate) fn locate(address: usize, exploration: u32, serial: u64) -> Option<Allocated> {
    let segment = segment_of(address);
    let start = segment.start.load(Ordering::Relaxed);
    let current = segment.exploration.load(Ordering::Relaxed) == exploration
        && segment.serial.load(Ordering::Relaxed) == serial
        && address >= start;
    current.then(|| Allocated {
        owner: segment.owner.load(Ordering::Relaxed),
        offset: segment.logical.load(Ordering::Relaxed) + (address - start) as u64,
    })
}

/// The memory that one process allocates from.
pub(crate) struct Heap {
    owner: u32,
    exploration: u32,
    serial: u64,
    cursor: usize,
    end: usize,
    /// The first chunk of the segment that `cursor` is in, if `cursor` is set.
    current: u32,
    /// The logical offset of `cursor`.
    logical: u64,
    /// The segments in the order in which executions use them, and how many
    /// this execution has used.
    segments: Vec<u32>,
    used: usize,
    /// Blocks are zero when they are handed out.
    clears: bool,
    /// It is noted who allocates blocks.
    notes: bool,
    /// How many bytes of earlier segments the account of the execution's memory has.
    charged: usize,
}

impl Heap {
    /// The owner of the copies of statics, which is no process.
    pub(crate) const COPIES: u32 = u32::MAX;

    pub(crate) fn new(owner: u32, exploration: u32) -> Heap {
        Heap {
            owner,
            exploration,
            serial: 0,
            cursor: 0,
            end: 0,
            current: 0,
            logical: 0,
            segments: Vec::new(),
            used: 0,
            clears: false,
            notes: false,
            charged: 0,
        }
    }

    /// From now on, it is noted who allocates blocks, or not.
    pub(super) fn note_blocks(&mut self, yes: bool) {
        self.notes = yes;
    }

    /// From now on, blocks are zero or not: what earlier executions left there
    /// must not be taken for a part of the state of a process (see `spin`).
    pub(super) fn clear_blocks(&mut self, yes: bool) {
        self.clears = yes;
    }

    /// How much was allocated in this execution: the logical offset of what comes next.
    #[inline]
    pub(super) fn allocated(&self) -> u64 {
        self.logical
    }

    /// Begins the execution with that serial number.
    pub(crate) fn begin(&mut self, serial: u64) {
        debug_assert_eq!(self.used, 0, "the last execution has been ended");
        self.serial = serial;
        self.logical = 0;
    }

    /// A block of this heap; none if address space has run out, or the execution may take no more
    /// memory.
    #[inline]
    pub(crate) fn allocate(&mut self, size: usize, align: usize) -> Option<*mut u8> {
        let size = rounded(size);
        let mask = align.max(GRAIN) - 1;
        let at = (self.cursor + mask) & !mask;
        if at + size > self.end {
            return self.allocate_in_next_segment(size, mask);
        }
        let block = at;
        if self.clears {
            // SAFETY: the block is mapped, has that size, and has not been handed out yet.
            unsafe { (block as *mut u8).write_bytes(0, size) };
        }
        self.logical += (at + size - self.cursor) as u64;
        self.cursor = at + size;
        let segment = chunk(self.current);
        let allocated = segment.allocated.load(Ordering::Relaxed);
        segment
            .allocated
            .store(allocated.wrapping_add(1), Ordering::Relaxed);
        let (marks, bit) = marks(block);
        let starts = marks.starts.load(Ordering::Relaxed);
        marks.starts.store(starts | bit, Ordering::Relaxed);
        Some(block as *mut u8)
    }

    #[cold]
    fn allocate_in_next_segment(&mut self, size: usize, mask: usize) -> Option<*mut u8> {
        // The bookkeeping below allocates, and not from this heap.
        context::off_heap(|| {
            self.leave_segment();
            if exceeded::is_reached(size) && exceeded::may_give_up() {
                return None;
            }
            let logical = (self.logical + mask as u64) & !(mask as u64);
            // Heaps begin in different sets of the processor's caches, as stacks do.
            let colour = super::stack::colour(self.owner as usize);
            let head = self.next_segment(size + 2 * ALIGN_MAX + colour)?;
            let segment = chunk(head);
            let leftover = segment.leftover.load(Ordering::Relaxed);
            segment.leftover_before.store(leftover, Ordering::Relaxed);
            let remote = segment.remote.load(Ordering::Acquire);
            segment.remote_before.store(remote, Ordering::Relaxed);
            let from = address(head) + (leftover as usize).max(colour);
            let start = from.next_multiple_of(ALIGN_MAX) + (logical as usize & (ALIGN_MAX - 1));
            segment.serial.store(self.serial, Ordering::Relaxed);
            segment.start.store(start, Ordering::Relaxed);
            segment.logical.store(logical, Ordering::Relaxed);
            self.current = head;
            self.cursor = start;
            self.end = address(head) + segment.chunks.load(Ordering::Relaxed) as usize * CHUNK;
            self.logical = logical;
            debug_assert!(start + size <= self.end);
            Some(())
        })?;
        self.allocate(size, mask + 1)
    }

    /// Tells the memory that was handed out in this execution, from and to.
    #[inline]
    pub(crate) fn for_each_extent(&self, f: &mut impl FnMut(usize, usize)) {
        for head in &self.segments[..self.used] {
            let segment = chunk(*head);
            if segment.serial.load(Ordering::Relaxed) != self.serial {
                continue;
            }
            let filled = segment.leftover.load(Ordering::Relaxed) as usize;
            let to = if self.end != 0 && *head == self.current {
                self.cursor
            } else {
                address(*head) + filled
            };
            f(segment.start.load(Ordering::Relaxed) & !7, to & !7);
        }
    }

    /// The address of the byte with that logical offset, if it was allocated in this
    /// execution.
    pub(crate) fn address(&self, logical: u64) -> Option<usize> {
        let mut found = None;
        let mut at = 0;
        self.for_each_extent(&mut |from, to| {
            let begin = chunk(self.segments[at]).logical.load(Ordering::Relaxed);
            if let Some(offset) = logical.checked_sub(begin)
                && offset < (to - from) as u64
            {
                found = Some(from + offset as usize);
            }
            at += 1;
        });
        found
    }

    /// Tells the blocks of this execution that have not been freed, in the order in which they
    /// were allocated.
    pub(crate) fn for_each_live(&self, f: &mut impl FnMut(usize)) {
        self.for_each_extent(&mut |from, to| {
            let mut at = from - from % GRAIN;
            while at < to {
                let (marks, bit) = marks(at);
                let rest = !(bit - 1);
                let starts = marks.starts.load(Ordering::Relaxed);
                let mut live = starts & !marks.freed.load(Ordering::Relaxed) & rest;
                let first = at - bit.trailing_zeros() as usize * GRAIN;
                while live != 0 {
                    let block = first + live.trailing_zeros() as usize * GRAIN;
                    if (from..to).contains(&block) {
                        f(block);
                    }
                    live &= live - 1;
                }
                at = first + MARKED;
            }
        });
    }

    /// Notes how far the current segment is filled.
    fn leave_segment(&mut self) {
        if self.end != 0 {
            let bytes = self.cursor - chunk(self.current).start.load(Ordering::Relaxed);
            memory::took(bytes);
            self.charged += bytes;
            let filled = self.cursor - address(self.current);
            let filled = u32::try_from(filled).unwrap_or(u32::MAX);
            chunk(self.current)
                .leftover
                .store(filled, Ordering::Relaxed);
            self.cursor = 0;
            self.end = 0;
        }
    }

    /// The next segment with room for `need` bytes after its leftovers.
    fn next_segment(&mut self, need: usize) -> Option<u32> {
        if let Some(head) = self.segments.get(self.used)
            && room(*head) >= need
        {
            self.used += 1;
            return Some(*head);
        }
        let chunks = u32::try_from(need.div_ceil(CHUNK)).ok()?;
        let head = pool(|pool| pool.take(chunks))?;
        chunk(head).owner.store(self.owner, Ordering::Relaxed);
        chunk(head)
            .exploration
            .store(self.exploration, Ordering::Relaxed);
        self.segments.insert(self.used, head);
        self.used += 1;
        Some(head)
    }

    /// Ends the execution: segments without live blocks start afresh, those
    /// full of leftovers are given up.
    pub(crate) fn end(&mut self) {
        self.leave_segment();
        memory::gave_back(std::mem::take(&mut self.charged));
        let mut full = false;
        for head in &self.segments[..self.used] {
            if chunk(*head).live() == 0 {
                chunk(*head).forget_leftovers();
            }
            full |= room(*head) < ROOM_MIN;
        }
        if full {
            self.give_up_full_segments();
        }
        self.used = 0;
    }

    /// Ends the execution, and with it the life of every block.
    pub(crate) fn end_all(&mut self) {
        self.leave_segment();
        memory::gave_back(std::mem::take(&mut self.charged));
        for head in &self.segments[..self.used] {
            chunk(*head).forget_leftovers();
        }
        self.used = 0;
    }

    #[cold]
    fn give_up_full_segments(&mut self) {
        self.segments.retain(|head| {
            let keep = room(*head) >= ROOM_MIN;
            if !keep {
                release(*head);
            }
            keep
        });
    }
}

fn room(head: u32) -> usize {
    let segment = chunk(head);
    let length = segment.chunks.load(Ordering::Relaxed) as usize * CHUNK;
    length - (segment.leftover.load(Ordering::Relaxed) as usize).min(length)
}

/// Gives a segment to the heap that needs one next, once its blocks are freed.
fn release(head: u32) {
    // From here on, all threads free its blocks in the same way.
    chunk(head).exploration.store(0, Ordering::Relaxed);
    pool(|pool| pool.put(head));
}

impl Drop for Heap {
    fn drop(&mut self) {
        self.end();
        for head in self.segments.drain(..) {
            release(head);
        }
    }
}

mod giving_back;
pub(crate) use giving_back::{base, block_at};

#[cfg(test)]
mod tests;
