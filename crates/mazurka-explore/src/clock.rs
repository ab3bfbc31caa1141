//! Vector clocks, in one growing matrix.
//!
//! A clock has one entry per process: how many of that process's events are in
//! the past. Clocks are rows of a matrix that grows and shrinks like a stack,
//! along with the execution, so that pushing an event allocates nothing once
//! the matrix is warm.

use mazurka_program::ProcessId;

/// A row of [`Clocks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(u32);

impl Row {
    /// The clock of an empty past; always there.
    pub const ZERO: Row = Row(0);
}

/// A stack of vector clocks.
#[derive(Debug)]
pub struct Clocks {
    entries: Vec<u32>,
    rows: u32,
    stride: usize,
}

impl Default for Clocks {
    fn default() -> Self {
        Clocks::new()
    }
}

impl Clocks {
    const FIRST_STRIDE: usize = 8;

    /// A stack with only [`Row::ZERO`].
    #[must_use]
    pub fn new() -> Clocks {
        Clocks {
            entries: vec![0; Clocks::FIRST_STRIDE],
            rows: 1,
            stride: Clocks::FIRST_STRIDE,
        }
    }

    /// How many rows there are.
    #[must_use]
    pub fn rows(&self) -> u32 {
        self.rows
    }

    /// Makes room for entries of `process` in every row.
    pub fn admit(&mut self, process: ProcessId) {
        if process.index() < self.stride {
            return;
        }
        let stride = (process.index() + 1).next_power_of_two();
        let mut entries = vec![0; self.rows() as usize * stride];
        for (new, old) in entries
            .chunks_mut(stride)
            .zip(self.entries.chunks(self.stride))
        {
            new[..self.stride].copy_from_slice(old);
        }
        self.entries = entries;
        self.stride = stride;
    }

    /// Drops all rows from the `rows`-th on.
    pub fn truncate(&mut self, rows: u32) {
        debug_assert!(rows >= 1, "the zero row stays");
        self.rows = rows;
        self.entries.truncate(rows as usize * self.stride);
    }

    /// A new row on top that equals `row`.
    pub fn push_copy(&mut self, row: Row) -> Row {
        let new = Row(self.rows);
        self.rows += 1;
        let start = row.0 as usize * self.stride;
        self.entries.extend_from_within(start..start + self.stride);
        new
    }

    /// Joins `other` into the top row.
    pub fn join_into_top(&mut self, other: Row) {
        let split = self.entries.len() - self.stride;
        let (below, top) = self.entries.split_at_mut(split);
        let start = other.0 as usize * self.stride;
        for (t, o) in top.iter_mut().zip(&below[start..start + self.stride]) {
            *t = (*t).max(*o);
        }
    }

    /// The row on top.
    #[must_use]
    pub fn top(&self) -> Row {
        Row(self.rows() - 1)
    }

    /// Sets one entry of the top row.
    pub fn set_top(&mut self, process: ProcessId, index: u32) {
        let split = self.entries.len() - self.stride;
        self.entries[split + process.index()] = index;
    }

    /// The entry of `process` in a row.
    #[must_use]
    #[inline]
    pub fn get(&self, row: Row, process: ProcessId) -> u32 {
        self.entries[row.0 as usize * self.stride + process.index()]
    }

    /// Lowers every entry of `meet` to that of a row.
    pub(crate) fn meet_into(&self, row: Row, meet: &mut [u32]) {
        let entries = &self.entries[row.0 as usize * self.stride..][..self.stride];
        for (m, entry) in meet.iter_mut().zip(entries) {
            *m = (*m).min(*entry);
        }
    }

    /// Is every entry of `a` at most that of `b`?
    #[must_use]
    pub fn at_most(&self, a: Row, b: Row) -> bool {
        let slice = |row: Row| &self.entries[row.0 as usize * self.stride..][..self.stride];
        slice(a).iter().zip(slice(b)).all(|(x, y)| x <= y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_join_and_survive_new_processes() {
        let mut clocks = Clocks::new();
        let (p, q) = (ProcessId(1), ProcessId(2));
        let a = clocks.push_copy(Row::ZERO);
        clocks.set_top(p, 3);
        let b = clocks.push_copy(Row::ZERO);
        clocks.set_top(q, 2);
        clocks.admit(ProcessId(20));
        let c = clocks.push_copy(b);
        clocks.join_into_top(a);
        assert_eq!((clocks.get(c, p), clocks.get(c, q)), (3, 2));
        assert_eq!(clocks.get(c, ProcessId(20)), 0);
        assert!(clocks.at_most(a, c) && clocks.at_most(b, c));
        assert!(!clocks.at_most(c, a));
        clocks.truncate(1);
        assert_eq!(clocks.rows(), 1);
    }
}
