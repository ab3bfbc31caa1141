//! The clock of a simulation: what will happen, and when.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Events in the order of time; those of the same time in the order in which they
/// were added, so that a simulation does not depend on anything but its input.
#[derive(Debug)]
pub(crate) struct Agenda<E> {
    heap: BinaryHeap<Reverse<(u64, u64, E)>>,
    added: u64,
}

impl<E: Ord> Agenda<E> {
    pub(crate) fn new() -> Agenda<E> {
        Agenda {
            heap: BinaryHeap::new(),
            added: 0,
        }
    }

    pub(crate) fn add(&mut self, time: u64, event: E) {
        self.heap.push(Reverse((time, self.added, event)));
        self.added += 1;
    }

    /// The next event and its time.
    pub(crate) fn next(&mut self) -> Option<(u64, E)> {
        let Reverse((time, _, event)) = self.heap.pop()?;
        Some((time, event))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_come_in_the_order_of_time_and_then_of_addition() {
        let mut agenda = Agenda::new();
        for (time, event) in [(5, 'c'), (3, 'z'), (5, 'a'), (3, 'b')] {
            agenda.add(time, event);
        }
        let order: Vec<_> = std::iter::from_fn(|| agenda.next()).collect();
        assert_eq!(order, [(3, 'z'), (3, 'b'), (5, 'c'), (5, 'a')]);
    }
}
