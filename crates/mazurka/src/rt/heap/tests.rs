use super::*;
use crate::rt::next_exploration;

const SIZES: [(usize, usize); 9] = [
    (1, 1),
    (40, 8),
    (100, 64),
    (60_000, 16),
    (7, 128),
    (10_000, 1),
    (200_000, 128),
    (16, 16),
    (65_000, 32),
];

/// Allocates blocks of all sizes: their addresses and their names.
fn allocate_all(heap: &mut Heap, serial: u64) -> Vec<(usize, u64)> {
    heap.begin(serial);
    let block = |(size, align): (usize, usize)| {
        let at = heap.allocate(size, align).unwrap() as usize;
        assert_eq!(at % align, 0);
        // SAFETY: the block has that many bytes.
        unsafe { (at as *mut u8).write_bytes(0xA5, size) };
        let place = locate(at, heap.exploration, serial).unwrap();
        assert_eq!(place.owner, heap.owner);
        (at, place.offset)
    };
    SIZES.into_iter().map(block).collect()
}

fn names(blocks: &[(usize, u64)]) -> Vec<u64> {
    blocks.iter().map(|(_, name)| *name).collect()
}

#[test]
fn names_are_the_same_whatever_was_left_over() {
    reserve().unwrap();
    let mut heap = Heap::new(3, next_exploration());
    let first = allocate_all(&mut heap, 1);
    // Nothing is live any more: the same addresses come again.
    first
        .iter()
        .zip(SIZES)
        .for_each(|((at, _), (size, _))| assert_eq!(free(*at as *mut u8, size), Given::Freed));
    heap.end();
    let second = allocate_all(&mut heap, 2);
    assert_eq!(first, second);
    // One block of each segment is left over: other addresses, same names.
    heap.end();
    for serial in 3..20 {
        let again = allocate_all(&mut heap, serial);
        assert_ne!(again, first);
        assert_eq!(names(&again), names(&first));
        assert!(locate(second[0].0, heap.exploration, serial).is_none());
        heap.end();
    }
}

#[test]
fn what_is_freed_is_known() {
    reserve().unwrap();
    let exploration = next_exploration();
    let _bound = context::bind(exploration);
    let mut heap = Heap::new(5, exploration);
    let live = |heap: &Heap| {
        let mut live = Vec::new();
        heap.for_each_live(&mut |block| live.push(block));
        live
    };
    for serial in 1..4 {
        let blocks = allocate_all(&mut heap, serial);
        let all: Vec<usize> = blocks.iter().map(|(at, _)| *at).collect();
        assert_eq!(live(&heap), all);
        for (nth, (at, (size, _))) in all.iter().zip(SIZES).enumerate() {
            let last = at + size - 1;
            assert!(!is_freed(*at) && !is_freed(last));
            if size > 16 {
                assert_eq!(free((at + 16) as *mut u8, 1), Given::Never);
            }
            assert_eq!(free(*at as *mut u8, size), Given::Freed);
            assert_eq!(free(*at as *mut u8, size), Given::Again);
            assert!(is_freed(*at) && is_freed(last));
            assert_eq!(live(&heap), all[nth + 1..]);
        }
        assert!(!is_freed(all[8] + rounded(SIZES[8].0)));
        heap.end();
        assert!(all.iter().all(|at| !is_freed(*at)));
    }
    assert_eq!(free((&raw mut heap).cast(), 8), Given::Elsewhere);
}

#[test]
fn blocks_do_not_overlap() {
    reserve().unwrap();
    let mut heap = Heap::new(4, next_exploration());
    let mut blocks = allocate_all(&mut heap, 1);
    heap.end();
    blocks.extend(allocate_all(&mut heap, 2));
    let sizes = SIZES.iter().chain(&SIZES).map(|(size, _)| *size);
    let mut ranges: Vec<_> = blocks.iter().map(|(at, _)| *at).zip(sizes).collect();
    ranges.sort_unstable();
    assert!(ranges.windows(2).all(|w| w[0].0 + w[0].1 <= w[1].0));
}

#[test]
fn what_is_given_back_is_used_again() {
    reserve().unwrap();
    let exploration = next_exploration();
    let _bound = context::bind(exploration);
    let mut heap = Heap::new(6, exploration);
    let first = allocate_all(&mut heap, 1);
    for ((at, _), (size, _)) in first.iter().zip(SIZES) {
        for inside in [0, size / 2, size - 1] {
            let block = block_at(at + inside).unwrap();
            assert_eq!(block.start, *at);
            assert!(block.end >= at + size);
        }
    }
    assert_eq!(free(first[1].0 as *mut u8, SIZES[1].0), Given::Freed);
    assert_eq!(block_at(first[1].0), None);
    heap.give_back(&|_| false);
    heap.end();
    assert!(first.iter().all(|(at, _)| block_at(*at).is_none()));
    let second = allocate_all(&mut heap, 2);
    assert_eq!(first, second);
    // One has escaped. The next execution goes on after it, where it lies, and nowhere else.
    let kept = second[2].0;
    heap.give_back(&|block| block == kept);
    heap.end();
    assert_eq!(block_at(kept + 8).unwrap().start, kept);
    assert!(block_at(second[0].0).is_none());
    for serial in 3..6 {
        let again = allocate_all(&mut heap, serial);
        assert_eq!(names(&again), names(&first));
        let beside = |(at, size): (usize, usize)| at + size <= kept || kept + SIZES[2].0 <= at;
        let ranges = again
            .iter()
            .zip(SIZES)
            .map(|((at, _), (size, _))| (*at, size));
        assert!(ranges.into_iter().all(beside));
        assert_ne!(again[0], first[0]);
        heap.give_back(&|_| false);
        heap.end();
        assert_eq!(block_at(kept).unwrap().start, kept);
    }
    // It is freed at last.
    assert_eq!(free(kept as *mut u8, SIZES[2].0), Given::Freed);
    allocate_all(&mut heap, 6);
    heap.give_back(&|_| false);
    heap.end();
    assert_eq!(allocate_all(&mut heap, 7), first);
    heap.give_back(&|_| false);
    heap.end();
}
