//! Vector clocks, in two growing matrices.
//!
//! A clock has one entry per process: how many of that process's events are in
//! the past. Clocks are rows of a matrix that grows and shrinks like a stack,
//! along with the execution, so that pushing an event allocates nothing once
//! the matrix is warm. The clock of event number `i` is row `i` of one matrix,
//! which can therefore be read from front to back; all other clocks are in
//! another.

use mazurka_program::ProcessId;

/// A row of [`Clocks`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Row(u32);

/// Marks the rows that are not of events.
const BESIDE: u32 = 1 << 31;

impl Row {
    /// The clock of an empty past; always there.
    pub const ZERO: Row = Row(BESIDE);
}

/// Rows are as wide as a number of these, which processors compare at once.
type Block = [u32; 8];

const BLOCK: usize = size_of::<Block>() / size_of::<u32>();

/// Rows one after the other.
#[derive(Debug, Default)]
struct Matrix {
    blocks: Vec<Block>,
    rows: u32,
}

impl Matrix {
    #[inline]
    fn row(&self, number: u32, width: usize) -> &[Block] {
        &self.blocks[number as usize * width..][..width]
    }

    #[inline]
    fn get(&self, number: u32, width: usize, process: ProcessId) -> u32 {
        let (block, entry) = place(process);
        self.blocks[number as usize * width + block][entry]
    }

    fn truncate(&mut self, rows: u32, width: usize) {
        self.rows = rows;
        self.blocks.truncate(rows as usize * width);
    }

    #[inline]
    fn push_copy(&mut self, number: u32, width: usize) {
        let start = number as usize * width;
        for i in start..start + width {
            let block = self.blocks[i];
            self.blocks.push(block);
        }
        self.rows += 1;
    }

    #[inline]
    fn push(&mut self, row: &[Block]) {
        for block in row {
            self.blocks.push(*block);
        }
        self.rows += 1;
    }

    fn widen(&mut self, old: usize, new: usize) {
        let mut blocks = vec![Block::default(); self.rows as usize * new];
        for (new, old) in blocks.chunks_mut(new).zip(self.blocks.chunks(old)) {
            new[..old.len()].copy_from_slice(old);
        }
        self.blocks = blocks;
    }
}

/// Which entry of which block is that of a process.
#[inline]
fn place(process: ProcessId) -> (usize, usize) {
    (process.index() / BLOCK, process.index() % BLOCK)
}

#[inline]
fn join(into: &mut [Block], other: &[Block]) {
    for (into, other) in into.iter_mut().zip(other) {
        for (a, b) in into.iter_mut().zip(other) {
            *a = (*a).max(*b);
        }
    }
}

/// A stack of the clocks of events, and another of the other clocks.
#[derive(Debug)]
pub struct Clocks {
    events: Matrix,
    beside: Matrix,
    /// How many blocks a row has.
    width: usize,
}

impl Default for Clocks {
    fn default() -> Self {
        Clocks::new()
    }
}

impl Clocks {
    /// No event, and of the other rows only [`Row::ZERO`].
    #[must_use]
    pub fn new() -> Clocks {
        let mut beside = Matrix::default();
        beside.push(&[Block::default()]);
        Clocks {
            events: Matrix::default(),
            beside,
            width: 1,
        }
    }

    /// How many rows there are that are not of events.
    #[must_use]
    #[inline]
    pub fn rows(&self) -> u32 {
        self.beside.rows
    }

    /// How many bytes a row takes now.
    pub(crate) fn row_bytes(&self) -> usize {
        self.width * size_of::<Block>()
    }

    /// Makes room for entries of `process` in every row.
    pub fn admit(&mut self, process: ProcessId) {
        let (block, _) = place(process);
        if block < self.width {
            return;
        }
        let width = (block + 1).next_power_of_two();
        self.events.widen(self.width, width);
        self.beside.widen(self.width, width);
        self.width = width;
    }

    /// Drops all rows that are not of events from the `rows`-th on.
    #[inline]
    pub fn truncate(&mut self, rows: u32) {
        debug_assert!(rows >= 1, "the zero row stays");
        if rows < self.beside.rows {
            self.beside.truncate(rows, self.width);
        }
    }

    /// Drops the clock of the last event.
    #[inline]
    pub fn pop_event(&mut self) {
        self.events.truncate(self.events.rows - 1, self.width);
    }

    /// A clock for one more event, equal to `row`.
    #[inline]
    pub fn push_event(&mut self, row: Row) -> Row {
        let new = Row(self.events.rows);
        debug_assert!(new.0 < BESIDE, "under 2^31 events");
        if row.0 < BESIDE {
            self.events.push_copy(row.0, self.width);
        } else {
            self.events
                .push(self.beside.row(row.0 - BESIDE, self.width));
        }
        new
    }

    /// A new row, not of an event, that equals `row`.
    pub fn push_copy(&mut self, row: Row) -> Row {
        let new = Row(BESIDE | self.beside.rows);
        if row.0 < BESIDE {
            self.beside.push(self.events.row(row.0, self.width));
        } else {
            self.beside.push_copy(row.0 - BESIDE, self.width);
        }
        new
    }

    /// Joins the clock of event number `other` into that of the last event.
    #[inline]
    pub fn join_into_event(&mut self, other: u32) {
        let split = self.events.blocks.len() - self.width;
        let (below, top) = self.events.blocks.split_at_mut(split);
        join(top, &below[other as usize * self.width..][..self.width]);
    }

    /// A new row, not of an event, that is the join of two.
    pub fn push_join(&mut self, a: Row, b: Row) -> Row {
        let new = Row(BESIDE | self.beside.rows);
        for i in 0..self.width {
            let mut block = self.row(a)[i];
            for (entry, other) in block.iter_mut().zip(&self.row(b)[i]) {
                *entry = (*entry).max(*other);
            }
            self.beside.blocks.push(block);
        }
        self.beside.rows += 1;
        new
    }

    /// Joins `other` into the top row of those that are not of events.
    pub fn join_into_top(&mut self, other: Row) {
        let split = self.beside.blocks.len() - self.width;
        let (below, top) = self.beside.blocks.split_at_mut(split);
        if other.0 < BESIDE {
            join(top, self.events.row(other.0, self.width));
        } else {
            let start = (other.0 - BESIDE) as usize * self.width;
            join(top, &below[start..][..self.width]);
        }
    }

    /// Sets one entry of the clock of the last event.
    #[inline]
    pub fn set_event(&mut self, process: ProcessId, index: u32) {
        let split = self.events.blocks.len() - self.width;
        let (block, entry) = place(process);
        self.events.blocks[split + block][entry] = index;
    }

    /// The number of the event whose clock this is.
    #[inline]
    pub(crate) fn event(row: Row) -> Option<usize> {
        (row.0 < BESIDE).then_some(row.0 as usize)
    }

    #[inline]
    fn row(&self, row: Row) -> &[Block] {
        if row.0 < BESIDE {
            self.events.row(row.0, self.width)
        } else {
            self.beside.row(row.0 - BESIDE, self.width)
        }
    }

    /// The entry of `process` in a row.
    #[must_use]
    #[inline]
    pub fn get(&self, row: Row, process: ProcessId) -> u32 {
        if row.0 < BESIDE {
            self.events.get(row.0, self.width, process)
        } else {
            self.beside.get(row.0 - BESIDE, self.width, process)
        }
    }

    /// The entry of `process` in the clock of event number `i`.
    #[must_use]
    #[inline]
    pub fn of_event(&self, i: usize, process: ProcessId) -> u32 {
        let (block, entry) = place(process);
        self.events.blocks[i * self.width + block][entry]
    }

    /// The entries of `process` in the clocks of the events from number `start`
    /// on, in order.
    #[inline]
    pub(crate) fn of_events(
        &self,
        start: usize,
        process: ProcessId,
    ) -> impl Iterator<Item = u32> + '_ {
        let (block, entry) = place(process);
        let rows = self.events.blocks[start * self.width..].chunks_exact(self.width);
        rows.map(move |row| row[block][entry])
    }

    /// The meet of the clocks of some events, by their numbers.
    #[inline]
    pub(crate) fn meet(&self, events: impl Iterator<Item = usize>, meet: &mut Vec<u32>) {
        meet.clear();
        meet.resize(self.width * BLOCK, u32::MAX);
        let (meet, _) = meet.as_chunks_mut::<BLOCK>();
        for i in events {
            let row = &self.events.blocks[i * self.width..][..self.width];
            for (meet, block) in meet.iter_mut().zip(row) {
                for (a, b) in meet.iter_mut().zip(block) {
                    *a = (*a).min(*b);
                }
            }
        }
    }

    /// Is every entry of `a` at most that of `b`?
    #[must_use]
    pub fn at_most(&self, a: Row, b: Row) -> bool {
        let mut blocks = self.row(a).iter().zip(self.row(b));
        blocks.all(|(a, b)| a.iter().zip(b).all(|(x, y)| x <= y))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_join_and_survive_new_processes() {
        let mut clocks = Clocks::new();
        let (p, q) = (ProcessId(1), ProcessId(2));
        let a = clocks.push_event(Row::ZERO);
        clocks.set_event(p, 3);
        let b = clocks.push_event(Row::ZERO);
        clocks.set_event(q, 2);
        clocks.admit(ProcessId(20));
        let c = clocks.push_copy(b);
        clocks.join_into_top(a);
        let joined = clocks.push_join(a, b);
        assert!(clocks.at_most(joined, c) && clocks.at_most(c, joined));
        assert_eq!((clocks.get(c, p), clocks.get(c, q)), (3, 2));
        assert_eq!(clocks.get(c, ProcessId(20)), 0);
        assert!(clocks.at_most(a, c) && clocks.at_most(b, c));
        assert!(!clocks.at_most(c, a));
        let d = clocks.push_event(c);
        clocks.set_event(ProcessId(20), 1);
        assert!(clocks.at_most(c, d) && !clocks.at_most(d, c));
        clocks.pop_event();
        let d = clocks.push_event(a);
        clocks.join_into_event(1);
        assert!(clocks.at_most(c, d) && clocks.at_most(d, c));
        clocks.truncate(1);
        assert_eq!(clocks.rows(), 1);
    }

    #[test]
    fn entries_and_meets_of_events_are_read_in_order() {
        let mut clocks = Clocks::new();
        let (p, q) = (ProcessId(1), ProcessId(9));
        clocks.admit(q);
        for i in 1..4 {
            clocks.push_event(Row::ZERO);
            clocks.set_event(p, i);
            clocks.set_event(q, 10 - i);
        }
        assert_eq!(clocks.of_events(1, p).collect::<Vec<_>>(), [2, 3]);
        assert_eq!(clocks.of_events(0, q).collect::<Vec<_>>(), [9, 8, 7]);
        assert_eq!(clocks.of_events(3, q).next(), None);
        let mut meet = Vec::new();
        clocks.meet(1..3, &mut meet);
        assert_eq!((meet[p.index()], meet[q.index()]), (2, 7));
    }
}
