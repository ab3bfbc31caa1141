//! Data races, judged by *synchronisation* happens-before.
//!
//! The happens-before of the explorers orders every conflicting pair of
//! events, and so would hide every data race. This module keeps a second
//! relation: program order, spawn and join, unlock to lock, and release to
//! acquire as the C11 model that Rust uses defines it:
//!
//! - an acquire load synchronises with the release store it reads from, and
//!   with the head of the release sequence it reads from: a read-modify-write
//!   continues a release sequence whatever its ordering, a plain store ends it;
//! - a release fence makes every later relaxed store of its process a release
//!   of what came before the fence; an acquire fence makes every earlier
//!   relaxed load of its process an acquire;
//! - `SeqCst` counts as acquire and release, for accesses and fences alike.
//!
//! Clocks are vectors over processes. The time of a process advances when it
//! releases, so that an access (process, time) happens before what a process
//! does now iff that process's clock has reached the time. A cell keeps its
//! last write and those reads since that are not ordered with one another.
//!
//! The same clocks judge reference counts: see `counts`.
//!
//! Where the last write is not what the next read takes (execution graphs), each
//! write keeps what it releases, and a read is told its write: see `messages`.
//!
//! Pure: it knows neither fibers nor explorers. Memory is kept from one
//! execution to the next. A front end that goes back to earlier states of an
//! execution has the changes logged, from [`Races::begin_log`] on.

mod counts;
mod messages;
mod table;

use counts::Count;
use mazurka_program::{ObjectId, ProcessId};
use messages::{Message, Written};
use std::sync::atomic::Ordering;
use table::{Now, Reuse, Table};

/// A vector clock over processes; what is not there is zero.
#[derive(Clone, Default, Debug)]
pub struct Clock(Vec<u32>);

impl Clock {
    fn get(&self, process: ProcessId) -> u32 {
        self.0.get(process.index()).copied().unwrap_or(0)
    }

    fn set(&mut self, process: ProcessId, time: u32) {
        if self.0.len() <= process.index() {
            self.0.resize(process.index() + 1, 0);
        }
        self.0[process.index()] = time;
    }

    fn join(&mut self, other: &Clock) {
        if self.0.len() < other.0.len() {
            self.0.resize(other.0.len(), 0);
        }
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = (*mine).max(*theirs);
        }
    }

    fn assign(&mut self, other: &Clock) {
        self.0.clear();
        self.0.extend_from_slice(&other.0);
    }

    /// Is every time of this clock also in the `other`?
    fn is_within(&self, other: &Clock) -> bool {
        self.0
            .iter()
            .enumerate()
            .all(|(i, time)| *time <= other.0.get(i).copied().unwrap_or(0))
    }
}

/// What is known of a process.
#[derive(Default, Debug)]
struct Process {
    /// What happens before its next access.
    clock: Clock,
    /// What its last release fence covers.
    fenced: Clock,
    /// What its relaxed loads have read, for an acquire fence to take.
    unacquired: Clock,
    /// Its time before its last operation, which may have released.
    before: u32,
    /// How much memory it has allocated.
    allocated: u64,
    /// Its times, each with how much it had allocated when that began.
    began: Vec<(u32, u64)>,
}

impl Process {
    /// Its time when it allocated what lies there in its memory.
    fn time_of(&self, offset: u64) -> u32 {
        let next = self.began.partition_point(|(_, from)| *from <= offset);
        match next.checked_sub(1) {
            Some(nth) => self.began[nth].0,
            None => 1,
        }
    }
}

/// An access of a cell.
#[derive(Clone, Copy, Debug)]
struct CellAccess<P> {
    process: ProcessId,
    time: u32,
    /// Where in the source it was made.
    place: P,
}

impl<P> CellAccess<P> {
    fn new(process: ProcessId, time: u32, place: P) -> CellAccess<P> {
        CellAccess {
            process,
            time,
            place,
        }
    }
}

/// A non-atomic cell: its last write, and the reads since that are not ordered
/// with one another. One entry is the common case.
#[derive(Debug)]
struct Cell<P> {
    write: Option<CellAccess<P>>,
    reads: Vec<CellAccess<P>>,
    /// Atomic writes that are not ordered with one another; only a location
    /// has them, and only an access that is not atomic conflicts with them.
    atomic_writes: Vec<CellAccess<P>>,
    /// Atomic reads; a write that is not atomic conflicts with them.
    atomic_reads: Vec<CellAccess<P>>,
    /// Accesses that last, and whether they write.
    lasting: Vec<(CellAccess<P>, bool)>,
    /// One race of a cell is enough: what follows it is undefined anyway.
    reported: bool,
}

impl<P> Default for Cell<P> {
    fn default() -> Self {
        Cell {
            write: None,
            reads: Vec::new(),
            atomic_writes: Vec::new(),
            atomic_reads: Vec::new(),
            lasting: Vec::new(),
            reported: false,
        }
    }
}

/// An earlier access that is unordered with the one at hand, one of the two
/// being a write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Conflict<P> {
    /// Who made the earlier access.
    pub process: ProcessId,
    /// Where it was made.
    pub place: P,
    /// Was it a write?
    pub write: bool,
}

/// Synchronisation clocks, and the cells and counts that they judge. `P` is where in
/// the source an access was made.
#[derive(Debug)]
pub struct Races<P> {
    /// Dates the entries of the tables.
    now: Now,
    /// How many points there have been, in all executions.
    points: u64,
    processes: Table<Process>,
    /// What an acquire of a location or mutex takes, by object.
    released: Table<Clock>,
    cells: Table<Cell<P>>,
    counts: Table<Count>,
    /// Does each write keep what it releases?
    keeps_writes: bool,
    /// Every access of a location acquires and releases.
    is_ra: bool,
    /// By object: its writes, if they are kept.
    written: Table<Written>,
    /// What they release, in the order in which they were made. Beyond the first
    /// `kept` there is only memory to use again.
    messages: Vec<Message>,
    kept: usize,
}

/// A state of the clocks that can be gone back to.
#[derive(Clone, Copy, Default, Debug)]
pub struct Point {
    processes: usize,
    released: usize,
    cells: usize,
    counts: usize,
    written: usize,
    kept: usize,
}

impl Reuse for Clock {
    fn forget(&mut self) {
        self.0.clear();
    }

    fn copy_from(&mut self, other: &Clock) {
        self.assign(other);
    }
}

impl Reuse for Process {
    fn forget(&mut self) {
        self.clock.forget();
        self.fenced.forget();
        self.unacquired.forget();
        self.before = 0;
        self.allocated = 0;
        self.began.clear();
    }

    fn copy_from(&mut self, other: &Process) {
        self.clock.assign(&other.clock);
        self.fenced.assign(&other.fenced);
        self.unacquired.assign(&other.unacquired);
        self.before = other.before;
        self.allocated = other.allocated;
        self.began.clone_from(&other.began);
    }
}

impl<P: Copy> Reuse for Cell<P> {
    fn forget(&mut self) {
        self.write = None;
        self.reads.clear();
        self.atomic_writes.clear();
        self.atomic_reads.clear();
        self.lasting.clear();
        self.reported = false;
    }

    fn copy_from(&mut self, other: &Cell<P>) {
        self.write = other.write;
        self.reads.clone_from(&other.reads);
        self.atomic_writes.clone_from(&other.atomic_writes);
        self.atomic_reads.clone_from(&other.atomic_reads);
        self.lasting.clone_from(&other.lasting);
        self.reported = other.reported;
    }
}

fn acquires(ordering: Ordering) -> bool {
    matches!(
        ordering,
        Ordering::Acquire | Ordering::AcqRel | Ordering::SeqCst
    )
}

fn releases(ordering: Ordering) -> bool {
    matches!(
        ordering,
        Ordering::Release | Ordering::AcqRel | Ordering::SeqCst
    )
}

impl<P> Default for Races<P> {
    fn default() -> Self {
        Races {
            now: Now::default(),
            points: 0,
            processes: Table::default(),
            released: Table::default(),
            cells: Table::default(),
            counts: Table::default(),
            keeps_writes: false,
            is_ra: false,
            written: Table::default(),
            messages: Vec::new(),
            kept: 0,
        }
    }
}

impl<P: Copy> Races<P> {
    /// Clocks for an execution that has not begun.
    #[must_use]
    pub fn new() -> Races<P> {
        Races::default()
    }

    /// Forgets the execution, keeping the memory.
    pub fn reset(&mut self) {
        self.now.execution += 1;
        self.now.point = 0;
        self.processes.clear_log();
        self.released.clear_log();
        self.cells.clear_log();
        self.counts.clear_log();
        self.written.clear_log();
        self.kept = 0;
    }

    /// From now on every access of a location that is atomic acquires and releases, whatever its
    /// ordering says: the model [`Ra`](crate::Model::Ra). Fences are what they say. It holds for later
    /// executions, too.
    pub fn strengthen(&mut self) {
        self.is_ra = true;
    }

    /// What the ordering of an access counts as.
    fn counted(&self, ordering: Ordering) -> Ordering {
        if self.is_ra {
            Ordering::AcqRel
        } else {
            ordering
        }
    }

    /// Logs changes from now on, until the execution is forgotten.
    pub fn begin_log(&mut self) {
        self.points += 1;
        self.now.point = self.points;
    }

    /// The state now, to go back to as long as changes are logged.
    pub fn point(&mut self) -> Point {
        self.begin_log();
        Point {
            processes: self.processes.logged(),
            released: self.released.logged(),
            cells: self.cells.logged(),
            counts: self.counts.logged(),
            written: self.written.logged(),
            kept: self.kept,
        }
    }

    /// Goes back to a state.
    pub fn go_back(&mut self, point: Point) {
        self.processes.go_back(point.processes);
        self.released.go_back(point.released);
        self.cells.go_back(point.cells);
        self.counts.go_back(point.counts);
        self.written.go_back(point.written);
        self.kept = point.kept;
        self.begin_log();
    }

    /// The process, with its own time at least one.
    fn process(&mut self, p: ProcessId) -> &mut Process {
        let process = self.processes.entry(p.index(), self.now);
        if process.clock.get(p) == 0 {
            process.clock.set(p, 1);
        }
        process
    }

    /// An operation of `p` begins.
    fn operate(&mut self, p: ProcessId) {
        let process = self.process(p);
        process.before = process.clock.get(p);
    }

    /// What `p` does from here on is not covered by what it has released.
    fn tick(&mut self, p: ProcessId) {
        let process = self.process(p);
        let time = process.clock.get(p) + 1;
        process.clock.set(p, time);
        match process.began.last_mut() {
            Some(last) if last.1 == process.allocated => last.0 = time,
            _ => process.began.push((time, process.allocated)),
        }
    }

    /// `p` has allocated so much memory: to be told before anything that `p` releases.
    pub fn allocated(&mut self, p: ProcessId, bytes: u64) {
        self.process(p).allocated = bytes;
    }

    /// Accesses of `p` to an object in memory that `creator` has allocated, at that offset of all
    /// that it has allocated: is nothing there that orders them after that? What is in the memory
    /// was put there after that, so it is a race. Only the first one is told.
    pub fn is_unmade(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        creator: ProcessId,
        offset: u64,
    ) -> bool {
        let time = self.process(creator).time_of(offset);
        let (_, clock, cell) = self.clock_and_cell(p, object);
        time > clock.get(creator) && !std::mem::replace(&mut cell.reported, true)
    }

    /// The next race of an object is told, whether one was told before or not.
    pub fn tell_again(&mut self, object: ObjectId) {
        self.cells.entry(object.index(), self.now).reported = false;
    }

    /// The process and what an acquire of the object takes.
    fn process_and_released(
        &mut self,
        p: ProcessId,
        object: ObjectId,
    ) -> (&mut Process, &mut Clock) {
        self.process(p);
        (
            self.processes.entry(p.index(), self.now),
            self.released.entry(object.index(), self.now),
        )
    }

    /// The time and clock of the process, and the cell.
    fn clock_and_cell(&mut self, p: ProcessId, object: ObjectId) -> (u32, &Clock, &mut Cell<P>) {
        let time = self.process(p).clock.get(p);
        let process = self.processes.entry(p.index(), self.now);
        let cell = self.cells.entry(object.index(), self.now);
        (time, &process.clock, cell)
    }

    /// All that `parent` has done happens before all that `child` does.
    pub fn spawn(&mut self, parent: ProcessId, child: ProcessId) {
        self.operate(parent);
        let clock = std::mem::take(&mut self.process(parent).clock);
        self.process(child).clock.join(&clock);
        self.process(parent).clock = clock;
        self.tick(parent);
    }

    /// All that `target` did happens before all that `process` does from now on.
    pub fn join(&mut self, process: ProcessId, target: ProcessId) {
        debug_assert_ne!(process, target, "nobody joins itself");
        self.operate(process);
        let clock = std::mem::take(&mut self.process(target).clock);
        self.process(process).clock.join(&clock);
        self.process(target).clock = clock;
    }

    /// `p` has read a location.
    pub fn load(&mut self, p: ProcessId, object: ObjectId, ordering: Ordering) {
        let ordering = self.counted(ordering);
        self.operate(p);
        if self.keeps_writes {
            self.load_kept(p, object, ordering);
        } else {
            self.take(p, object, ordering);
        }
    }

    /// The process takes what was released into the object.
    fn take(&mut self, p: ProcessId, object: ObjectId, ordering: Ordering) {
        let (process, released) = self.process_and_released(p, object);
        if acquires(ordering) {
            process.clock.join(released);
        } else {
            process.unacquired.join(released);
        }
    }

    /// `p` has written a location without reading it. The conflict is with a
    /// read that was not atomic ([`Races::cell_read`]).
    pub fn store(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        ordering: Ordering,
        place: P,
    ) -> Option<Conflict<P>> {
        let conflict = self.atomic_write(p, object, place);
        self.write(p, object, ordering);
        conflict
    }

    /// `p` writes a location without reading it, by a store that is carried out
    /// later, when [`Races::flushed`] is to be told the clock. The conflict is as
    /// for [`Races::store`].
    pub fn store_later(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        ordering: Ordering,
        place: P,
    ) -> (Option<Conflict<P>>, Clock) {
        let conflict = self.atomic_write(p, object, place);
        (conflict, self.release_later(p, ordering))
    }

    /// A store that releases that clock has been carried out.
    pub fn flushed(&mut self, object: ObjectId, clock: &Clock) {
        let released = self.released.entry(object.index(), self.now);
        released.assign(clock);
    }

    /// The release of a store.
    fn write(&mut self, p: ProcessId, object: ObjectId, ordering: Ordering) {
        let ordering = self.counted(ordering);
        self.operate(p);
        if self.keeps_writes {
            return self.keep_write(p, object, Some(ordering), false);
        }
        let (process, released) = self.process_and_released(p, object);
        if releases(ordering) {
            released.assign(&process.clock);
            self.tick(p);
        } else {
            released.assign(&process.fenced);
        }
    }

    /// `p` has read and written a location in one operation; as for
    /// [`Races::store`].
    pub fn rmw(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        ordering: Ordering,
        place: P,
    ) -> Option<Conflict<P>> {
        self.load(p, object, ordering);
        // The write comes after what was acquired, and is itself released.
        let conflict = self.atomic_write(p, object, place);
        self.continue_release(p, object, ordering);
        conflict
    }

    /// `p` has run a fence.
    pub fn fence(&mut self, p: ProcessId, ordering: Ordering) {
        self.operate(p);
        let process = self.process(p);
        if acquires(ordering) {
            process.clock.join(&process.unacquired);
        }
        if releases(ordering) {
            process.fenced.assign(&process.clock);
            self.tick(p);
        }
    }

    /// What `p` does from now on happens after all that was released into an
    /// object: `p` has taken a lock, or received a message.
    pub fn acquire(&mut self, p: ProcessId, object: ObjectId) {
        self.operate(p);
        self.take(p, object, Ordering::Acquire);
    }

    /// What `p` has done happens before what others do after they acquire from
    /// the object: `p` gives a lock back, or sends a message. Releases add up,
    /// since several readers may give back one lock.
    pub fn release(&mut self, p: ProcessId, object: ObjectId) {
        self.operate(p);
        let (process, released) = self.process_and_released(p, object);
        released.join(&process.clock);
        self.tick(p);
    }

    /// `p` reads a cell, or a location without being atomic: the one has no
    /// atomic writes, the other conflicts with them.
    pub fn cell_read(&mut self, p: ProcessId, object: ObjectId, place: P) -> Option<Conflict<P>> {
        let (time, clock, cell) = self.clock_and_cell(p, object);
        read(clock, cell, CellAccess::new(p, time, place))
    }

    /// `p` begins to read or write a cell, until [`Races::cell_end`]. Returns an access that
    /// lasts meanwhile, whether of another process or of its own, if one of the two writes. What
    /// is unordered is judged at both ends, by [`Races::cell_read`] and [`Races::cell_write`].
    pub fn cell_begin(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        writes: bool,
        place: P,
    ) -> Option<Conflict<P>> {
        let (time, _, cell) = self.clock_and_cell(p, object);
        let mut lasting = cell.lasting.iter();
        let other = lasting.find(|(_, other)| writes || *other);
        let conflict = other.map(|(access, write)| Conflict {
            process: access.process,
            place: access.place,
            write: *write,
        });
        cell.lasting.push((CellAccess::new(p, time, place), writes));
        first_report(cell, conflict)
    }

    /// An access that `p` began ends.
    pub fn cell_end(&mut self, p: ProcessId, object: ObjectId, writes: bool) {
        let (_, _, cell) = self.clock_and_cell(p, object);
        let is_own =
            |(access, write): &(CellAccess<P>, bool)| access.process == p && *write == writes;
        if let Some(at) = cell.lasting.iter().rposition(is_own) {
            cell.lasting.remove(at);
        }
    }

    /// An access of `p` has lasted until now, and its uses have been told, by
    /// [`Races::cell_read`] and [`Races::cell_write`]. What was done with it since the last of
    /// them counts as done before the last operation of `p`, and so what that has released
    /// covers it.
    pub fn cell_lasted(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        writes: bool,
        place: P,
    ) -> Option<Conflict<P>> {
        let before = self.process(p).before;
        let (_, clock, cell) = self.clock_and_cell(p, object);
        let told = match writes {
            true => cell.write.as_slice(),
            false => &cell.reads,
        };
        let own = told.iter().filter(|access| access.process == p);
        let time = own.map(|access| access.time).max();
        let time = time.map_or(before, |time| time.max(before));
        let access = CellAccess::new(p, time, place);
        match writes {
            true => write(clock, cell, access),
            false => read(clock, cell, access),
        }
    }

    fn atomic_write(&mut self, p: ProcessId, object: ObjectId, place: P) -> Option<Conflict<P>> {
        let (time, clock, cell) = self.clock_and_cell(p, object);
        let conflict = conflict_with(clock, &cell.reads, false);
        let access = CellAccess::new(p, time, place);
        add_to_latest(&mut cell.atomic_writes, clock, access);
        first_report(cell, conflict)
    }

    /// `p` accesses a location that others may access in any way, atomically or not.
    /// Of two accesses that are unordered, a write and another, both must be atomic.
    pub fn mixed_access(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        (writes, is_atomic): (bool, bool),
        place: P,
    ) -> Option<Conflict<P>> {
        let (time, clock, cell) = self.clock_and_cell(p, object);
        let access = CellAccess::new(p, time, place);
        let mut conflict = conflict_with(clock, &cell.write, true);
        if writes {
            conflict = conflict.or_else(|| conflict_with(clock, &cell.reads, false));
        }
        if !is_atomic {
            conflict = conflict.or_else(|| conflict_with(clock, &cell.atomic_writes, true));
        }
        if writes && !is_atomic {
            conflict = conflict.or_else(|| conflict_with(clock, &cell.atomic_reads, false));
        }
        match (writes, is_atomic) {
            (false, false) => add_to_latest(&mut cell.reads, clock, access),
            (false, true) => add_to_latest(&mut cell.atomic_reads, clock, access),
            (true, true) => add_to_latest(&mut cell.atomic_writes, clock, access),
            (true, false) => {
                cell.reads.clear();
                cell.write = Some(access);
            }
        }
        first_report(cell, conflict)
    }

    /// What `p` does to the clocks when it reads a location and has judged that
    /// itself.
    pub fn synchronise(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        (reads, writes): (bool, bool),
        ordering: Ordering,
    ) {
        if reads {
            self.load(p, object, ordering);
        }
        if !writes {
            return;
        }
        match reads {
            true => self.continue_release(p, object, ordering),
            false => self.write(p, object, ordering),
        }
    }

    /// The release of a read-modify-write: it continues what is released already.
    fn continue_release(&mut self, p: ProcessId, object: ObjectId, ordering: Ordering) {
        let ordering = self.counted(ordering);
        self.operate(p);
        if self.keeps_writes {
            return self.keep_write(p, object, Some(ordering), true);
        }
        let (process, released) = self.process_and_released(p, object);
        if releases(ordering) {
            released.join(&process.clock);
            self.tick(p);
        } else {
            released.join(&process.fenced);
        }
    }

    /// The clock that a store of `p` releases, which is carried out later, when
    /// [`Races::flushed`] is to be told.
    pub fn release_later(&mut self, p: ProcessId, ordering: Ordering) -> Clock {
        let ordering = self.counted(ordering);
        self.operate(p);
        let process = self.process(p);
        if !releases(ordering) {
            return process.fenced.clone();
        }
        let clock = process.clock.clone();
        self.tick(p);
        clock
    }

    /// `p` reads or writes a location atomically, for what follows if that is freed
    /// ([`Races::freed`]). It conflicts with nothing here.
    pub fn atomic_read(&mut self, p: ProcessId, object: ObjectId, place: P) {
        let (time, clock, cell) = self.clock_and_cell(p, object);
        add_to_latest(
            &mut cell.atomic_reads,
            clock,
            CellAccess::new(p, time, place),
        );
    }

    /// `p` frees the memory that a cell or location lies in, perhaps in the destructor of what is
    /// `counted`. The conflict is with an access that does not happen before that, atomic ones
    /// included or not.
    pub fn freed(
        &mut self,
        p: ProcessId,
        object: ObjectId,
        counted: Option<ObjectId>,
        with_atomic: bool,
    ) -> Option<Conflict<P>> {
        let mut clock = self.process(p).clock.clone();
        if let Some(counted) = counted {
            clock.join(&self.counts.entry(counted.index(), self.now).released);
        }
        let cell = self.cells.entry(object.index(), self.now);
        let mut conflict = conflict_with(&clock, &cell.write, true)
            .or_else(|| conflict_with(&clock, &cell.reads, false));
        if with_atomic {
            conflict = conflict
                .or_else(|| conflict_with(&clock, &cell.atomic_writes, true))
                .or_else(|| conflict_with(&clock, &cell.atomic_reads, false));
        }
        first_report(cell, conflict)
    }

    /// `p` writes a cell.
    pub fn cell_write(&mut self, p: ProcessId, object: ObjectId, place: P) -> Option<Conflict<P>> {
        let (time, clock, cell) = self.clock_and_cell(p, object);
        write(clock, cell, CellAccess::new(p, time, place))
    }
}

/// A process with this clock reads a cell.
fn read<P: Copy>(clock: &Clock, cell: &mut Cell<P>, access: CellAccess<P>) -> Option<Conflict<P>> {
    let writes = cell.write.iter().chain(&cell.atomic_writes);
    let conflict = conflict_with(clock, writes, true);
    add_to_latest(&mut cell.reads, clock, access);
    first_report(cell, conflict)
}

/// A process with this clock writes a cell.
fn write<P: Copy>(clock: &Clock, cell: &mut Cell<P>, access: CellAccess<P>) -> Option<Conflict<P>> {
    let conflict = conflict_with(clock, &cell.write, true)
        .or_else(|| conflict_with(clock, &cell.reads, false));
    cell.reads.clear();
    cell.write = Some(access);
    first_report(cell, conflict)
}

/// The first of the accesses that does not happen before a process with this
/// clock.
fn conflict_with<'a, P: Copy + 'a>(
    clock: &Clock,
    accesses: impl IntoIterator<Item = &'a CellAccess<P>>,
    write: bool,
) -> Option<Conflict<P>> {
    accesses
        .into_iter()
        .find(|access| access.time > clock.get(access.process))
        .map(|access| Conflict {
            process: access.process,
            place: access.place,
            write,
        })
}

/// Adds an access of a process with this clock to accesses that do not
/// conflict with one another. One that happens before it can go: what does not
/// happen after that one does not happen after this one either.
fn add_to_latest<P>(accesses: &mut Vec<CellAccess<P>>, clock: &Clock, access: CellAccess<P>) {
    accesses.retain(|earlier| earlier.time > clock.get(earlier.process));
    accesses.push(access);
}

/// The conflict, if it is the first of its cell.
fn first_report<P>(cell: &mut Cell<P>, conflict: Option<Conflict<P>>) -> Option<Conflict<P>> {
    let conflict = conflict?;
    if std::mem::replace(&mut cell.reported, true) {
        return None;
    }
    Some(conflict)
}

#[cfg(test)]
mod oracle;

#[cfg(test)]
mod tests;
