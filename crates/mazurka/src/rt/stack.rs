//! The stacks of fibers: one reserved range of address space per exploration,
//! cut into slots of one size. Slot `i` belongs to the process with identifier
//! `i`, in every execution, so that an address on a stack is the same whenever
//! the process has the same past.

use corosensei::stack::{Stack, StackPointer};
use std::ptr;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// How many slots a range has; further ranges are mapped as they are needed.
const SLOTS: usize = 256;

/// The stacks of one exploration.
pub(super) struct Stacks {
    /// The size of a slot with its guard page.
    slot: usize,
    guard: usize,
    ranges: Vec<Range>,
    /// Stacks that are larger than a slot.
    large: Vec<Large>,
}

/// The stack of a process that asked for a larger one.
struct Large {
    index: usize,
    start: usize,
    size: usize,
}

/// Places on large stacks begin here, so that none is the same as one on another stack of the
/// process.
const LARGE_PLACES: u64 = 1 << 40;

/// Mapped memory for [`SLOTS`] stacks.
struct Range {
    start: usize,
    /// Which slots have their guard page.
    guarded: [bool; SLOTS],
}

/// Ranges of explorations that are over, with the size of their slots: to map and
/// touch them again would be much of what a small check costs.
static SPARE: Mutex<Vec<(usize, Range)>> = Mutex::new(Vec::new());
/// More ranges, larger ones, and those that many processes had their stacks in
/// are given back to the system.
const SPARE_MAX: usize = 4;
const SPARE_SLOT_MAX: usize = 1 << 20;
const SPARE_USED_MAX: usize = 64;

fn spare() -> MutexGuard<'static, Vec<(usize, Range)>> {
    SPARE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A stack: the part of a slot above its guard page.
pub(super) struct Slot {
    base: StackPointer,
    limit: StackPointer,
}

// SAFETY: a slot is mapped until its `Stacks` is dropped, which happens after
// the fibers are; it has a guard page, and at least the minimal size.
unsafe impl Stack for Slot {
    fn base(&self) -> StackPointer {
        self.base
    }

    fn limit(&self) -> StackPointer {
        self.limit
    }
}

/// How far below the top of its slot the stack of the process with that index
/// begins. If all began at the same distance from a page boundary, what they have
/// on top would fall into the same few sets of the processor's first cache, and a
/// dozen processes would throw each other out.
pub(super) fn colour(index: usize) -> usize {
    const COLOURS: usize = 16;
    const LINES: usize = 256;
    index % COLOURS * LINES
}

impl Stacks {
    /// Stacks of `size` bytes each, their guard pages included.
    pub(super) fn new(size: usize) -> Stacks {
        // SAFETY: `sysconf` only reads.
        let page = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
        let guard = usize::try_from(page).unwrap_or(4096);
        Stacks {
            slot: size.next_multiple_of(guard).max(4 * guard),
            guard,
            ranges: Vec::new(),
            large: Vec::new(),
        }
    }

    /// Is a stack of that size, without its guard page, larger than others?
    pub(super) fn is_large(&self, size: usize) -> bool {
        size > self.slot - self.guard
    }

    /// The stack of the process with that index, which asked for one of `size` bytes.
    ///
    /// # Errors
    /// When the system gives no memory for it.
    pub(super) fn slot_of(&mut self, index: usize, size: usize) -> Result<Slot, String> {
        if !self.is_large(size) {
            return self.slot(index);
        }
        let known = self.large.iter().find(|large| large.index == index);
        let (start, size) = match known {
            Some(large) if large.size >= size + self.guard => (large.start, large.size),
            _ => {
                let size = (size + 2 * self.guard).next_multiple_of(self.guard);
                let start = Stacks::map(size).ok_or_else(|| refused(size))?;
                // SAFETY: the page is the lowest of a fresh mapping.
                let failed =
                    unsafe { libc::mprotect(start as *mut _, self.guard, libc::PROT_NONE) };
                if failed != 0 {
                    return Err(refused(size));
                }
                // A smaller one stays mapped until the end: a fiber may be on it.
                self.large.insert(0, Large { index, start, size });
                (start, size)
            }
        };
        let pointer = |address| StackPointer::new(address).expect("no mapping is at zero");
        Ok(Slot {
            base: pointer(start + size - colour(index)),
            limit: pointer(start),
        })
    }

    /// The size of a process's stack, its guard page included.
    pub(super) fn size(&self, index: usize, is_large: bool) -> usize {
        let mut large = self.large.iter();
        match large.find(|large| is_large && large.index == index) {
            Some(large) => large.size,
            None => self.slot,
        }
    }

    /// The large stack that an address lies on.
    fn large(&self, address: usize) -> Option<&Large> {
        let mut large = self.large.iter();
        large.find(|large| address.wrapping_sub(large.start) < large.size)
    }

    /// The stack of the process with that index.
    ///
    /// # Errors
    /// When the system gives no memory for it.
    pub(super) fn slot(&mut self, index: usize) -> Result<Slot, String> {
        while self.ranges.len() <= index / SLOTS {
            let range = self.range()?;
            self.ranges.push(range);
        }
        let range = &mut self.ranges[index / SLOTS];
        let limit = range.start + index % SLOTS * self.slot;
        if !range.guarded[index % SLOTS] {
            // SAFETY: the page is the lowest of a slot that no fiber runs on yet.
            let failed = unsafe { libc::mprotect(limit as *mut _, self.guard, libc::PROT_NONE) };
            if failed != 0 {
                return Err(refused(self.slot));
            }
            range.guarded[index % SLOTS] = true;
        }
        let pointer = |address| StackPointer::new(address).expect("no mapping is at zero");
        Ok(Slot {
            base: pointer(limit + self.slot - colour(index)),
            limit: pointer(limit),
        })
    }

    /// The index of the process on whose stack an address lies, and where.
    pub(super) fn locate(&self, address: usize) -> Option<(usize, u64)> {
        if let Some(large) = self.large(address) {
            let offset = address - large.start + colour(large.index);
            return Some((large.index, LARGE_PLACES + offset as u64));
        }
        let length = self.slot * SLOTS;
        let nth = self
            .ranges
            .iter()
            .position(|range| address.wrapping_sub(range.start) < length)?;
        let offset = address - self.ranges[nth].start;
        let process = nth * SLOTS + offset / self.slot;
        Some((process, (offset % self.slot + colour(process)) as u64))
    }

    /// The address at that place of the stack of the process with that index,
    /// the inverse of [`Stacks::locate`].
    pub(super) fn address(&self, index: usize, offset: u64) -> Option<usize> {
        if let Some(offset) = offset.checked_sub(LARGE_PLACES) {
            let mut large = self.large.iter();
            let large = large.find(|large| large.index == index)?;
            return Some(large.start + offset as usize - colour(index));
        }
        let range = self.ranges.get(index / SLOTS)?;
        Some(range.start + index % SLOTS * self.slot + offset as usize - colour(index))
    }

    /// The lowest address that the process with that index may use as stack, if it is at
    /// `address` now.
    pub(super) fn limit(&self, index: usize, address: usize) -> usize {
        if let Some(large) = self.large(address) {
            return large.start + self.guard;
        }
        self.ranges[index / SLOTS].start + index % SLOTS * self.slot + self.guard
    }

    /// Does the address lie in the guard page of a stack?
    pub(super) fn is_guard(&self, address: usize) -> bool {
        if let Some(large) = self.large(address) {
            return address < large.start + self.guard;
        }
        self.locate(address)
            .is_some_and(|(process, offset)| offset < (self.guard + colour(process)) as u64)
    }

    fn range(&self) -> Result<Range, String> {
        let mut spare = spare();
        if let Some(nth) = spare.iter().position(|(slot, _)| *slot == self.slot) {
            return Ok(spare.swap_remove(nth).1);
        }
        Ok(Range {
            start: Stacks::map(self.slot * SLOTS).ok_or_else(|| refused(self.slot))?,
            guarded: [false; SLOTS],
        })
    }

    fn map(size: usize) -> Option<usize> {
        // SAFETY: a fresh anonymous mapping touches no existing memory.
        let mapped = unsafe {
            libc::mmap(
                ptr::null_mut(),
                size,
                libc::PROT_READ | libc::PROT_WRITE,
                libc::MAP_PRIVATE | libc::MAP_ANON | libc::MAP_NORESERVE,
                -1,
                0,
            )
        };
        (mapped != libc::MAP_FAILED).then_some(mapped as usize)
    }
}

fn refused(size: usize) -> String {
    let error = std::io::Error::last_os_error();
    format!("no memory for stacks of {size} bytes ({error}); lower `Checker::stack_size`")
}

impl Drop for Stacks {
    fn drop(&mut self) {
        for large in self.large.drain(..) {
            // SAFETY: mapped by `map` with this length; the fibers are gone.
            unsafe { libc::munmap(large.start as *mut _, large.size) };
        }
        for range in self.ranges.drain(..) {
            let used = range.guarded.iter().filter(|guarded| **guarded).count();
            let mut spare = spare();
            if spare.len() < SPARE_MAX && self.slot <= SPARE_SLOT_MAX && used <= SPARE_USED_MAX {
                spare.push((self.slot, range));
                continue;
            }
            // SAFETY: mapped by `map` with this length; the fibers are gone.
            unsafe { libc::munmap(range.start as *mut _, self.slot * SLOTS) };
        }
    }
}
