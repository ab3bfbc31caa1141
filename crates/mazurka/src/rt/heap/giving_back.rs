//! Giving memory back as a whole, when an execution is left in the middle.

use super::{BASE, CHUNK, GRAIN, Heap, MARKED, address, chunk, contains, mark_freed, marks};
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The static that says where the memory of process heaps begins: it is no pointer to a block.
pub(crate) fn base() -> &'static AtomicUsize {
    &BASE
}

/// The block of a process heap that an address lies in, if it is not freed. Where the last block
/// of a segment in use ends is not known: the segment's end stands for it.
pub(crate) fn block_at(at: usize) -> Option<Range<usize>> {
    if !contains(at) {
        return None;
    }
    let index = (at - BASE.load(Ordering::Relaxed)) / CHUNK;
    let segment = chunk(chunk(index as u32).head.load(Ordering::Relaxed));
    let first = address(segment.head.load(Ordering::Relaxed));
    let end = first + segment.chunks.load(Ordering::Relaxed) as usize * CHUNK;
    if !(first..end).contains(&at) {
        return None;
    }
    let (place, bit) = marks(at);
    let mut starts = place.starts.load(Ordering::Relaxed) & (bit | (bit - 1));
    let mut from = at - bit.trailing_zeros() as usize * GRAIN;
    from -= from % GRAIN;
    while starts == 0 {
        if from <= first {
            return None;
        }
        from -= MARKED;
        starts = marks(from).0.starts.load(Ordering::Relaxed);
    }
    let start = from + (63 - starts.leading_zeros() as usize) * GRAIN;
    let (place, bit) = marks(start);
    if place.freed.load(Ordering::Relaxed) & bit != 0 {
        return None;
    }
    let filled = first + segment.leftover.load(Ordering::Relaxed) as usize;
    let end = if start < filled { filled } else { end };
    Some(start..next_start(start + GRAIN, end))
}

/// Where the first block at or after that address begins; `end` if none does before it.
fn next_start(at: usize, end: usize) -> usize {
    let mut at = at;
    while at < end {
        let (place, bit) = marks(at);
        let first = at - bit.trailing_zeros() as usize * GRAIN;
        let starts = place.starts.load(Ordering::Relaxed) & !(bit - 1);
        if starts != 0 {
            return (first + starts.trailing_zeros() as usize * GRAIN).min(end);
        }
        at = first + MARKED;
    }
    end
}

/// Forgets what is known of the memory between two addresses.
fn forget_marks(from: usize, to: usize) {
    let mut at = from.next_multiple_of(GRAIN);
    while at < to {
        let (place, bit) = marks(at);
        let kept = bit - 1;
        for bits in [&place.starts, &place.freed] {
            bits.store(bits.load(Ordering::Relaxed) & kept, Ordering::Relaxed);
        }
        at += MARKED - bit.trailing_zeros() as usize * GRAIN;
    }
}

impl Heap {
    /// Have blocks of earlier executions stayed where this one allocates?
    pub(crate) fn has_leftovers(&self) -> bool {
        let mut used = self.segments[..self.used].iter();
        used.any(|head| chunk(*head).leftover_before.load(Ordering::Relaxed) != 0)
    }

    /// Gives back all blocks of this execution but those that are kept: the next execution
    /// allocates where this one began to, or after what is kept.
    pub(crate) fn give_back(&mut self, is_kept: &impl Fn(usize) -> bool) {
        self.leave_segment();
        for head in &self.segments[..self.used] {
            let segment = chunk(*head);
            let remote = segment.remote.load(Ordering::Acquire);
            if segment.serial.load(Ordering::Relaxed) != self.serial
                || remote != segment.remote_before.load(Ordering::Relaxed)
            {
                // Others have freed blocks here, and it is not known which: nothing is given back.
                continue;
            }
            let filled = segment.leftover.load(Ordering::Relaxed) as usize;
            let from = segment.start.load(Ordering::Relaxed);
            let (from, to) = (from - from % GRAIN, address(*head) + filled);
            let before = address(*head) + segment.leftover_before.load(Ordering::Relaxed) as usize;
            let mut kept_until = before;
            let mut given = 0;
            let mut block = next_start(from, to);
            while block < to {
                let next = next_start(block + GRAIN, to);
                let (place, bit) = marks(block);
                if place.freed.load(Ordering::Relaxed) & bit != 0 {
                    // It is gone already.
                } else if is_kept(block) {
                    kept_until = next;
                } else {
                    mark_freed(block, next - block);
                    given += 1;
                }
                block = next;
            }
            forget_marks(kept_until.max(from), to);
            #[cfg(debug_assertions)]
            clear(kept_until.max(from), to);
            let freed = segment.freed.load(Ordering::Relaxed);
            segment
                .freed
                .store(freed.wrapping_add(given), Ordering::Relaxed);
            let left = (kept_until - address(*head)) as u32;
            segment.leftover.store(left, Ordering::Relaxed);
        }
    }
}

/// Overwrites memory that was given back, so that tests notice who still uses it.
#[cfg(debug_assertions)]
fn clear(from: usize, to: usize) {
    if let Some(size) = to.checked_sub(from) {
        // SAFETY: the memory is mapped, is given back, and belongs to a heap of the caller.
        unsafe { (from as *mut u8).write_bytes(0xD5, size) };
    }
}
