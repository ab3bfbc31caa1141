//! Which events of an execution may be beside an earlier one: neither before nor after it.
//!
//! Of each event it is known that it happens after all of the first `n` events of the
//! execution. The smallest such number of many events in a row says at once that none of
//! them is beside an event before that. So in an execution of 100,000 events, most of
//! which happen after one another, it takes some tens of steps and not 100,000 to see
//! that nothing is beside an event.

/// How many events have a common smallest number, on two levels.
const BLOCK: usize = 64;
const LARGE: usize = BLOCK * BLOCK;

/// For each event of an execution, a number of events at its beginning that all happen
/// before it.
#[derive(Debug, Default)]
pub(crate) struct Beside {
    covered: Vec<u32>,
    /// The smallest number from the beginning of the block of an event up to it.
    block: Vec<u32>,
    /// The smallest number from the beginning of the large block of an event up to it.
    large: Vec<u32>,
}

impl Beside {
    /// How many events at the beginning happen before event number `i`, at least.
    #[inline]
    pub(crate) fn covered(&self, i: usize) -> u32 {
        self.covered[i]
    }

    /// One more event, that happens after the first `covered` events.
    #[inline]
    pub(crate) fn push(&mut self, covered: u32) {
        let number = self.covered.len();
        let since = |mins: &[u32], size: usize| match number % size {
            0 => covered,
            _ => covered.min(mins[number - 1]),
        };
        let (block, large) = (since(&self.block, BLOCK), since(&self.large, LARGE));
        self.covered.push(covered);
        self.block.push(block);
        self.large.push(large);
    }

    #[inline]
    pub(crate) fn pop(&mut self) {
        self.covered.pop();
        self.block.pop();
        self.large.pop();
    }

    /// How many events at the beginning happen before all from number `start` on, at
    /// least.
    pub(crate) fn covered_by_all(&self, start: usize) -> usize {
        let all = self.covered[start..].iter().min();
        all.map_or(start, |least| *least as usize)
    }

    /// The first of the events from number `from` on, and before number `end`, that may not
    /// happen after event number `e`.
    #[inline]
    pub(crate) fn first(&self, e: usize, from: usize, end: usize) -> Option<usize> {
        let e = u32::try_from(e).expect("under 2^32 events");
        let mut at = from;
        while at < end {
            if at.is_multiple_of(BLOCK) {
                if at.is_multiple_of(LARGE) && at + LARGE <= end && self.large[at + LARGE - 1] > e {
                    at += LARGE;
                    continue;
                }
                if at + BLOCK <= end && self.block[at + BLOCK - 1] > e {
                    at += BLOCK;
                    continue;
                }
            }
            let stop = (at - at % BLOCK + BLOCK).min(end);
            if let Some(place) = self.covered[at..stop].iter().position(|least| *least <= e) {
                return Some(at + place);
            }
            at = stop;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka_random::Random;

    /// Numbers that are as those of executions: none is larger than its place.
    fn made(len: usize, seed: u64) -> Vec<u32> {
        let mut random = Random::new(seed);
        let number = |i: usize| {
            let back = match random.below(701) {
                0 => i,
                _ => random.below(3),
            };
            index(i.saturating_sub(back))
        };
        (0..len).map(number).collect()
    }

    fn index(length: usize) -> u32 {
        u32::try_from(length).expect("small")
    }

    #[test]
    fn the_first_is_what_a_search_one_by_one_finds() {
        for (len, seed) in [(1, 1), (63, 2), (64, 3), (65, 4), (5_000, 5), (13_000, 6)] {
            let numbers = made(len, seed);
            let mut beside = Beside::default();
            for (i, number) in numbers.iter().enumerate() {
                beside.push(7);
                beside.pop();
                beside.push(*number);
                assert_eq!(beside.covered(i), *number);
            }
            for e in (0..len).step_by(1 + len / 200) {
                for end in [e + 1, len / 2, len - 1, len] {
                    let mut slow = (e + 1)..end;
                    let slow = slow.find(|i| numbers[*i] <= index(e));
                    assert_eq!(beside.first(e, e + 1, end), slow, "{e} of {len}, {end}");
                }
                let least = numbers[e..].iter().min().expect("one at least");
                assert_eq!(beside.covered_by_all(e), *least as usize);
            }
            assert_eq!(beside.covered_by_all(len), len);
        }
    }
}
