//! Vector clocks over processes: how many events of each are in the past.

use smallvec::SmallVec;

/// A vector clock; what is not there is zero.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Clock(SmallVec<[u32; 8]>);

impl Clock {
    #[inline]
    pub(crate) fn get(&self, process: usize) -> u32 {
        self.0.get(process).copied().unwrap_or(0)
    }

    #[inline]
    pub(crate) fn set(&mut self, process: usize, events: u32) {
        if self.0.len() <= process {
            self.0.resize(process + 1, 0);
        }
        self.0[process] = events;
    }

    /// Is there nothing but the first events of one process?
    pub(crate) fn is_only(&self, process: usize) -> bool {
        let mut entries = self.0.iter().enumerate();
        entries.all(|(other, events)| other == process || *events == 0)
    }

    #[inline]
    pub(crate) fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }
}
