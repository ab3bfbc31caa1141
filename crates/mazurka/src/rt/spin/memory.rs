//! What a process that looks may have changed: a hash of memory.

use super::super::access::Handle;
use super::super::context::off_heap;
use super::super::observe;
use super::super::refine;
use super::super::refinement::Refinement;
use super::super::state::{Phase, State};

/// Programs with more memory than this are not watched.
const MEMORY_MAX: usize = 4 << 20;

/// The runtime has written the tag of an object, which is no change.
pub(in super::super) fn tag_written(state: &mut State, address: usize, before: u64, after: u64) {
    if !state.processes.have_current() || !state.current().spin.is_active() {
        return;
    }
    let id = state.current().id;
    let own_stack = match state.stacks.locate(address) {
        Some((process, _)) => process == id.index(),
        None if state.is_in_some_heap(address) => false,
        None => return,
    };
    let spin = &mut state.current().spin;
    if own_stack {
        spin.kept().for_each(|kept| kept.write(address, after));
    } else {
        let change = hash_word(address, after).wrapping_sub(hash_word(address, before));
        spin.memory = spin.memory.wrapping_add(change);
    }
}

/// The runtime makes a copy of a static, which is no change.
pub(in super::super) fn while_copying<R>(
    state: &mut State,
    copy: impl FnOnce(&mut State) -> R,
) -> R {
    let sum = |state: &State| {
        let mut sum = 0_u64;
        state
            .objects
            .for_each_extent(&mut |from, to| sum = sum.wrapping_add(hash_range(from, to)));
        sum
    };
    if !state.processes.have_current() || !state.current().spin.is_active() {
        return copy(state);
    }
    let before = sum(state);
    let result = copy(state);
    let change = sum(state).wrapping_sub(before);
    let spin = &mut state.current().spin;
    spin.memory = spin.memory.wrapping_add(change);
    result
}

/// A hash of the memory that the running process may write to: the heaps of all
/// processes, the copies of statics, and the stacks of the others. It is a sum over all words,
/// so that the change of one can be worked into it.
pub(super) fn memory_hash(rt: Handle) -> u64 {
    let (hash, size) = off_heap(|| hash_memory(&mut rt.state()));
    if size > MEMORY_MAX {
        refine(Refinement::LargeMemory);
    }
    hash
}

fn hash_memory(state: &mut State) -> (u64, usize) {
    let own = state.current().id;
    let mut hash = 0_u64;
    let mut size = 0;
    let mut add = |from: usize, to: usize| {
        size += to.saturating_sub(from);
        if size <= MEMORY_MAX {
            hash = hash.wrapping_add(hash_range(from, to));
        }
    };
    state.objects.for_each_extent(&mut add);
    for id in &state.spawned {
        let process = &state.processes[*id];
        process.heap.for_each_extent(&mut add);
        let has_stack = !matches!(
            process.phase,
            Phase::New | Phase::Finished | Phase::GivingBack | Phase::Ending
        );
        if *id != own && has_stack {
            add(process.stack_pointer & !7, process.base & !7);
        }
    }
    (hash, size)
}

/// A hash of the words from one address to another, of memory of the execution.
fn hash_range(from: usize, to: usize) -> u64 {
    let count = to.saturating_sub(from) / 8;
    let mut hash = 0_u64;
    let mut key = key(from);
    for nth in 0..count {
        // SAFETY: the callers name memory of heaps and stacks, which is mapped, and which only
        // this OS thread uses.
        let word = unsafe { observe::word(from + 8 * nth) };
        hash = hash.wrapping_add(mix(word, key));
        key = key.wrapping_add(KEY.wrapping_mul(8));
    }
    hash
}

fn hash_word(address: usize, word: u64) -> u64 {
    mix(word, key(address))
}

const KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// What words at an address are mixed with.
#[inline]
fn key(address: usize) -> u64 {
    (address as u64).wrapping_mul(KEY)
}

/// A hash of a word: half of it by the other half, as in NH, which processors do
/// for several words at a time. The word itself is added, so that a half that
/// happens to be zero does not hide the other.
#[inline]
fn mix(word: u64, key: u64) -> u64 {
    let mixed = word.wrapping_add(key);
    let product = (mixed & 0xffff_ffff) * (mixed >> 32);
    product.wrapping_add(word.rotate_left(32))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg_attr(miri, ignore = "inline assembly")]
    fn a_hash_is_a_sum_over_words() {
        let mut memory: Vec<u64> = (0..2_000).map(|nth| nth * nth).collect();
        let from = memory.as_ptr() as usize;
        let to = from + 8 * memory.len();
        let hash = hash_range;
        let words = memory.iter().enumerate();
        let sum = words.fold(0_u64, |sum, (nth, word)| {
            sum.wrapping_add(hash_word(from + 8 * nth, *word))
        });
        assert_eq!(hash(from, to), sum);
        let middle = from + 8 * 700;
        let parts = hash(from, middle).wrapping_add(hash(middle, to));
        assert_eq!(parts, sum);
        memory[1_500] += 1;
        assert_ne!(hash(from, to), sum);
        assert_eq!(hash(to, from), 0);
    }
}
