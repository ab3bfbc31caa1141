//! Store buffers, and the shadow processes that empty them.

mod log;

use crate::model::Model;
pub use log::Point;
use log::{Change, Log};
use mazurka_program::{
    Access, Edge, Kind, Names, ObjectId, Operation, ProcessId, Status, StoreId, StoreName, Touch,
};
use rustc_hash::FxHashMap;

/// The store buffers of all processes in an execution. With each store, a front
/// end may keep a `T` of its own until the store is carried out.
///
/// The edges of happens-before that they make, each exactly, whichever process
/// runs first in time:
/// - all that a process did before a store happens before the flush of it;
/// - flushes of one queue happen in order (they are steps of one process);
/// - all flushes of a process happen before all that it does after a fence;
/// - under PSO, flushes of stores before a store barrier happen before those of
///   stores after it;
/// - with at most `k` stores in a queue, the flush of a store happens before all
///   that the process does from its `k`-th next store into that queue on.
#[derive(Clone, Debug)]
pub struct Buffers<T> {
    model: Model,
    /// How many stores a queue holds.
    bound: Option<u32>,
    /// By the process that stores.
    owners: Vec<Owner>,
    shadows: Vec<Shadow<T>>,
    /// Those of earlier executions, for their memory.
    spare: Vec<Shadow<T>>,
    /// By process: its number among the shadows and one more, or zero.
    shadow_of: Vec<u32>,
    /// By object: the store that was carried out there last, if nothing else has
    /// been written since.
    last: Vec<Option<StoreId>>,
    /// How many marks this execution has made.
    marks: u32,
    log: Log,
}

#[derive(Clone, Debug, Default)]
struct Owner {
    /// The point since which its counts have been logged.
    logged: u64,
    counts: OwnerCounts,
    /// Its shadows.
    shadows: Vec<u32>,
    /// What it has stored, by object.
    stored: FxHashMap<ObjectId, Stored>,
    /// Under PSO: the shadow for stores to an object, or to several from that one on.
    homes: FxHashMap<Home, u32>,
    /// If some of its stores come after others in other queues, by store: the mark after
    /// its flush.
    flushed: FxHashMap<StoreId, u32>,
    /// Under PSO: what it stored between one store barrier and the next; none is empty,
    /// but for the last.
    epochs: Vec<Epoch>,
}

#[derive(Clone, Copy, Debug, Default)]
struct OwnerCounts {
    /// How many of its stores have not been carried out.
    pending: u32,
    /// Some of its stores come after others in other queues.
    crosses: bool,
    waits: Option<Waits>,
    /// How many epochs are carried out, all of them.
    done: usize,
    epochs: usize,
}

/// An object, and how many from that one on are stored to at once.
type Home = (ObjectId, usize);

impl Owner {
    /// Leaves the epochs behind that are carried out. Are there any?
    fn advance(&mut self) -> bool {
        let before = self.counts.done;
        let done = &mut self.counts.done;
        while *done + 1 < self.epochs.len() && self.epochs[*done].counts.pending == 0 {
            *done += 1;
        }
        *done > before
    }
}

/// The stores of a process between two store barriers.
#[derive(Clone, Debug, Default)]
struct Epoch {
    counts: EpochCounts,
    /// The marks after their flushes.
    flushes: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct EpochCounts {
    stores: u32,
    pending: u32,
    flushes: usize,
}

/// The stores of a process to an object.
#[derive(Clone, Copy, Debug)]
struct Stored {
    latest: StoreId,
    count: u32,
    pending: u32,
    shadow: u32,
}

/// What a process waits for.
#[derive(Clone, Copy, Debug)]
enum Waits {
    /// For its buffers to be empty.
    Drain,
    /// For room in the queue of this shadow.
    Room(u32),
}

#[derive(Clone, Debug)]
struct Shadow<T> {
    /// The point since which its counts have been logged.
    logged: u64,
    process: ProcessId,
    owner: ProcessId,
    home: Home,
    counts: ShadowCounts,
    /// What it was given: first what it has carried out, then its queue.
    given: Vec<Entry<T>>,
    /// The marks after its flushes, with a bound.
    flushes: Vec<u32>,
}

#[derive(Clone, Copy, Debug, Default)]
struct ShadowCounts {
    /// The first of the queue can be carried out.
    ready: bool,
    /// How many stores that take room it was given; fewer of them may be remembered.
    given: u32,
    /// How many of those that are remembered it has carried out.
    done: usize,
    remembered: usize,
    flushes: usize,
}

impl<T> Shadow<T> {
    /// The stores that wait.
    #[inline]
    fn queue(&self) -> &[Entry<T>] {
        &self.given[self.counts.done..]
    }

    /// How many places of the queue are taken.
    fn taken(&self) -> usize {
        self.queue().iter().filter(|entry| entry.takes_room).count()
    }
}

#[derive(Clone, Debug)]
struct Entry<T> {
    object: ObjectId,
    store: StoreId,
    bits: u64,
    value: T,
    /// The mark of its owner when it stored.
    mark: u32,
    /// Its epoch among those of its owner.
    epoch: usize,
    /// The other objects that it writes at once.
    more: Vec<Part>,
    /// The stores in other queues that it comes after, as they write the same objects.
    after: Vec<StoreId>,
    /// Does the bound count it?
    takes_room: bool,
}

impl<T> Entry<T> {
    /// What the store writes to an object, if it does.
    fn bits_of(&self, object: ObjectId) -> Option<u64> {
        if self.object == object {
            return Some(self.bits);
        }
        let part = self.more.iter().find(|part| part.object == object);
        part.map(|part| part.bits)
    }
}

/// What a store writes to one of several objects.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// Where to.
    pub object: ObjectId,
    /// The name of the store, as one to that object.
    pub store: StoreId,
    /// The value as explorers see it.
    pub bits: u64,
}

impl Part {
    /// What the flush did to memory that held `before`.
    #[must_use]
    pub fn touch(&self, before: u64) -> Touch {
        Touch {
            store: Some(self.store),
            ..Touch::new(self.object, Access::Write, before, self.bits)
        }
    }
}

/// A store that was carried out.
#[derive(Clone, Debug)]
pub struct Flushed<T> {
    /// The process that had stored.
    pub owner: ProcessId,
    /// Where to.
    pub object: ObjectId,
    /// Its name.
    pub store: StoreId,
    /// The value as explorers see it.
    pub bits: u64,
    /// The other objects that it writes at once.
    pub more: Vec<Part>,
    /// What the front end kept with it.
    pub value: T,
    /// Did the owner wait for this, so that it goes on now, in this step?
    pub wakes_owner: bool,
    /// Did the bound count it?
    takes_room: bool,
}

impl<T> Flushed<T> {
    /// What the flush did to memory that held `before`.
    #[must_use]
    pub fn touch(&self, before: u64) -> Touch {
        Touch {
            store: Some(self.store),
            ..Touch::new(self.object, Access::Write, before, self.bits)
        }
    }
}

impl<T: Clone> Buffers<T> {
    /// Buffers of a model, with room for `bound` stores in each queue (any
    /// number, if none is given).
    #[must_use]
    pub fn new(model: Model, bound: Option<u32>) -> Buffers<T> {
        Buffers {
            model,
            bound,
            owners: Vec::new(),
            shadows: Vec::new(),
            spare: Vec::new(),
            shadow_of: Vec::new(),
            last: Vec::new(),
            marks: 0,
            log: Log::default(),
        }
    }

    /// Is any store ever buffered? If not, nothing else here need be asked.
    #[must_use]
    #[inline]
    pub fn is_relaxed(&self) -> bool {
        self.model != Model::Sc && self.bound != Some(0)
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> Model {
        self.model
    }

    /// Begins a new execution.
    pub fn start(&mut self) {
        self.log.is_on = false;
        self.log.changes.clear();
        for owner in &mut self.owners {
            owner.shadows.clear();
            owner.stored.clear();
            owner.homes.clear();
            owner.flushed.clear();
            owner.epochs.clear();
            owner.counts = OwnerCounts::default();
        }
        for shadow in &self.shadows {
            self.shadow_of[shadow.process.index()] = 0;
        }
        self.spare.append(&mut self.shadows);
        self.last.fill(None);
        self.marks = 0;
    }

    fn owner(&mut self, process: ProcessId) -> &mut Owner {
        if self.owners.len() <= process.index() {
            self.owners.resize_with(process.index() + 1, Owner::default);
        }
        &mut self.owners[process.index()]
    }

    fn stored(&self, process: ProcessId, object: ObjectId) -> Option<&Stored> {
        self.owners.get(process.index())?.stored.get(&object)
    }

    /// The latest store of `process` to `object` in this execution, carried out
    /// or not: the [`Operation::store`] of a load.
    #[must_use]
    pub fn latest(&self, process: ProcessId, object: ObjectId) -> Option<StoreId> {
        Some(self.stored(process, object)?.latest)
    }

    /// The value that a load of `object` by `process` takes from its buffer:
    /// as explorers see it, and what the front end kept.
    #[must_use]
    pub fn forwarded(&self, process: ProcessId, object: ObjectId) -> Option<(u64, &T)> {
        let stored = self.stored(process, object)?;
        if stored.pending == 0 {
            return None;
        }
        let mut entries = self.shadows[stored.shadow as usize].queue().iter().rev();
        let found = entries.find_map(|entry| Some((entry.bits_of(object)?, &entry.value)));
        Some(found.expect("a pending store is in the queue"))
    }

    /// What a load of `object`, which holds `memory`, by `process` touches now.
    #[must_use]
    pub fn load(&self, process: ProcessId, object: ObjectId, memory: u64) -> Touch {
        let own = self.stored(process, object).filter(|stored| {
            let last = self.last.get(object.index()).copied().flatten();
            stored.pending > 0 || last == Some(stored.latest)
        });
        match own {
            Some(stored) => Touch {
                store: Some(stored.latest),
                ..Touch::new(object, Access::Own, memory, memory)
            },
            None => Touch::new(object, Access::Read, memory, memory),
        }
    }

    /// A process has written `object` in memory, not by a flush.
    #[inline]
    pub fn wrote(&mut self, object: ObjectId) {
        if object.index() < self.last.len() {
            self.set_last(object, None);
        }
    }

    /// Are all stores of `process` carried out?
    #[must_use]
    #[inline]
    pub fn is_drained(&self, process: ProcessId) -> bool {
        let owner = self.owners.get(process.index());
        owner.is_none_or(|owner| owner.counts.pending == 0)
    }

    /// A fence: may `process` go on? If not, it waits until a flush wakes it, and
    /// has passed the fence then.
    pub fn fence(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> bool {
        if self.owners.len() <= process.index() {
            return true;
        }
        if !self.is_drained(process) {
            self.change_owner(process).waits = Some(Waits::Drain);
            return false;
        }
        self.drained(process, edges);
        true
    }

    fn drained(&self, process: ProcessId, edges: &mut Vec<Edge>) {
        let owner = &self.owners[process.index()];
        edges.extend(owner.shadows.iter().map(|shadow| Edge::Join {
            process,
            target: self.shadows[*shadow as usize].process,
        }));
    }

    /// A store barrier: under PSO, the stores of `process` so far are carried out
    /// before all those that follow.
    pub fn barrier(&mut self, process: ProcessId) {
        if self.model != Model::Pso || !self.is_relaxed() {
            return;
        }
        let epochs = &self.owner(process).epochs;
        if epochs.last().is_some_and(|epoch| epoch.counts.stores > 0) {
            self.add_epoch(process);
            self.owner(process).advance();
        }
    }

    fn add_epoch(&mut self, process: ProcessId) {
        self.change_owner(process).epochs += 1;
        self.owners[process.index()].epochs.push(Epoch::default());
    }

    /// Is there room for a store to `object` by `process`? If not, it waits
    /// until a flush wakes it, and there is room then.
    pub fn make_room(&mut self, process: ProcessId, object: ObjectId) -> bool {
        debug_assert!(self.is_relaxed());
        self.make_room_for(process, object, 1)
    }

    /// The same for a store to several objects, of which this is the first.
    pub fn make_room_for(&mut self, process: ProcessId, object: ObjectId, parts: usize) -> bool {
        let queue = self.queue_for(process, object, parts);
        let (Some(bound), Some(shadow)) = (self.bound, queue) else {
            return true;
        };
        let has_room = self.shadows[shadow as usize].taken() < bound as usize;
        if !has_room {
            self.change_owner(process).waits = Some(Waits::Room(shadow));
        }
        has_room
    }

    /// The shadow that takes the stores of `process` to `object` (or to several from that
    /// one on), if there is one yet.
    fn queue_for(&self, process: ProcessId, object: ObjectId, parts: usize) -> Option<u32> {
        let owner = self.owners.get(process.index())?;
        match self.model {
            Model::Pso => owner.homes.get(&(object, parts)).copied(),
            _ => owner.shadows.first().copied(),
        }
    }

    /// Puts a store into the buffer of `process`: local code, no event. There
    /// is room for it.
    pub fn store(
        &mut self,
        names: &mut Names,
        process: ProcessId,
        object: ObjectId,
        bits: u64,
        value: T,
        edges: &mut Vec<Edge>,
    ) {
        self.store_parts(names, process, &[(object, bits)], value, edges);
    }

    /// The same for a store that is carried out after all that `process` has stored before,
    /// under PSO too. Unlike after a store barrier, later stores need not wait for those.
    /// It takes no room.
    pub fn store_last(
        &mut self,
        names: &mut Names,
        process: ProcessId,
        object: ObjectId,
        bits: u64,
        value: T,
        edges: &mut Vec<Edge>,
    ) {
        let mut before = Vec::new();
        if self.model == Model::Pso {
            let stored = self.owner(process).stored.values();
            before.extend(stored.map(|stored| stored.latest));
            // The table has no order.
            before.sort_unstable();
        }
        self.put(
            names,
            process,
            &[(object, bits)],
            value,
            (before, false),
            edges,
        );
    }

    /// The same for a store that writes several objects at once, each by its own part
    /// of the value. There is room for it. Under PSO such stores have a queue of their
    /// own, and come after those in other queues that write the same objects, and before
    /// the next of these.
    ///
    /// # Panics
    /// If there is no object.
    pub fn store_parts(
        &mut self,
        names: &mut Names,
        process: ProcessId,
        parts: &[(ObjectId, u64)],
        value: T,
        edges: &mut Vec<Edge>,
    ) {
        let before = self.stores_before(process, parts);
        self.put(names, process, parts, value, (before, true), edges);
    }

    /// Puts a store into the buffer of `process`, after these others. Does it take room?
    fn put(
        &mut self,
        names: &mut Names,
        process: ProcessId,
        parts: &[(ObjectId, u64)],
        value: T,
        (before, takes_room): (Vec<StoreId>, bool),
        edges: &mut Vec<Edge>,
    ) {
        debug_assert!(self.is_relaxed());
        if !before.is_empty() {
            self.change_owner(process).crosses = true;
        }
        let (first, others) = parts.split_first().expect("it writes something");
        let home = (first.0, parts.len());
        let shadow = match self.queue_for(process, home.0, home.1) {
            Some(shadow) => shadow,
            None => self.spawn_shadow(names, process, home, edges),
        };
        if takes_room {
            self.make_after_flush(process, shadow, edges);
        }
        let mark = self.mark(process, edges);
        let store = self.name_store(names, process, first.0, shadow);
        let more = others.iter().map(|(object, bits)| Part {
            object: *object,
            store: self.name_store(names, process, *object, shadow),
            bits: *bits,
        });
        let entry = Entry {
            object: first.0,
            store,
            bits: first.1,
            value,
            mark,
            more: more.collect(),
            epoch: self.count_store(process),
            after: before,
            takes_room,
        };
        let queue = self.change_shadow(shadow);
        queue.counts.given += u32::from(takes_room);
        queue.counts.remembered += 1;
        queue.given.push(entry);
        self.make_ready(shadow, edges);
    }

    /// Notes that `process` stores once more. In which epoch?
    fn count_store(&mut self, process: ProcessId) -> usize {
        self.change_owner(process).pending += 1;
        if self.model != Model::Pso {
            return 0;
        }
        if self.owners[process.index()].epochs.is_empty() {
            self.add_epoch(process);
        }
        let epoch = self.owners[process.index()].epochs.len() - 1;
        let counts = &mut self.change_epoch(process, epoch).counts;
        counts.stores += 1;
        counts.pending += 1;
        epoch
    }

    /// The stores in other queues than that of a store to these objects that write some of
    /// them: the latest to each.
    fn stores_before(&mut self, process: ProcessId, parts: &[(ObjectId, u64)]) -> Vec<StoreId> {
        let mut before: Vec<StoreId> = Vec::new();
        if self.model != Model::Pso {
            return before;
        }
        let first = parts.first().expect("it writes something");
        let queue = self.queue_for(process, first.0, parts.len());
        let owner = self.owner(process);
        for (object, _) in parts {
            if let Some(stored) = owner.stored.get(object)
                && Some(stored.shadow) != queue
            {
                before.push(stored.latest);
            }
        }
        before
    }

    /// The name of the next store of `process` to `object`.
    fn name_store(
        &mut self,
        names: &mut Names,
        process: ProcessId,
        object: ObjectId,
        shadow: u32,
    ) -> StoreId {
        let before = self.stored(process, object);
        let number = before.map_or(0, |stored| stored.count);
        let pending = before.map_or(0, |stored| stored.pending);
        let store = names.store(StoreName {
            process,
            object,
            number,
        });
        let stored = Stored {
            latest: store,
            count: number + 1,
            pending: pending + 1,
            shadow,
        };
        self.set_stored(process, object, stored);
        store
    }

    fn spawn_shadow(
        &mut self,
        names: &mut Names,
        owner: ProcessId,
        home: Home,
        edges: &mut Vec<Edge>,
    ) -> u32 {
        let number = u32::try_from(self.shadows.len()).expect("under 2^32 shadows");
        let record = self.owner(owner);
        let nth = u32::try_from(record.shadows.len()).expect("under 2^32 shadows");
        record.shadows.push(number);
        record.homes.insert(home, number);
        let process = names.shadow(owner, nth);
        edges.push(Edge::Spawn {
            parent: Some(owner),
            child: process,
        });
        if self.shadow_of.len() <= process.index() {
            self.shadow_of.resize(process.index() + 1, 0);
        }
        self.shadow_of[process.index()] = number + 1;
        let (mut given, mut flushes) = match self.spare.pop() {
            Some(spare) => (spare.given, spare.flushes),
            None => (Vec::new(), Vec::new()),
        };
        given.clear();
        flushes.clear();
        if self.log.is_on {
            self.log.changes.push(Change::Added);
        }
        self.shadows.push(Shadow {
            logged: self.log.point,
            process,
            owner,
            home,
            counts: ShadowCounts::default(),
            given,
            flushes,
        });
        number
    }

    /// Remembers all that `process` has done so far; the number of the mark. Front
    /// ends that have other uses for marks make them here too: all marks of an
    /// execution are numbered together.
    pub fn mark(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> u32 {
        edges.push(Edge::Mark { process });
        self.marks += 1;
        self.marks - 1
    }

    /// With a bound, the next store into a queue comes after a flush of it.
    fn make_after_flush(&self, process: ProcessId, shadow: u32, edges: &mut Vec<Edge>) {
        let Some(bound) = self.bound else {
            return;
        };
        let shadow = &self.shadows[shadow as usize];
        if let Some(flush) = shadow.counts.given.checked_sub(bound) {
            let mark = shadow.flushes[flush as usize];
            edges.push(Edge::After { process, mark });
        }
    }

    /// Makes a shadow ready if its first store can be carried out now: if all
    /// those of earlier epochs have been.
    fn make_ready(&mut self, number: u32, edges: &mut Vec<Edge>) {
        let shadow = &self.shadows[number as usize];
        let owner = &self.owners[shadow.owner.index()];
        let Some(entry) = shadow.queue().first() else {
            return;
        };
        let is_done = |store: &StoreId| owner.flushed.contains_key(store);
        if shadow.counts.ready
            || owner.counts.done < entry.epoch
            || !entry.after.iter().all(is_done)
        {
            return;
        }
        self.change_shadow(number).counts.ready = true;
        let shadow = &self.shadows[number as usize];
        let owner = &self.owners[shadow.owner.index()];
        let entry = &shadow.queue()[0];
        // What an epoch comes after, the next comes after as well.
        let before = entry.epoch.checked_sub(1).map(|epoch| &owner.epochs[epoch]);
        let flushes = before.into_iter().flat_map(|epoch| &epoch.flushes);
        let process = shadow.process;
        let after = |mark: &u32| Edge::After {
            process,
            mark: *mark,
        };
        edges.push(after(&entry.mark));
        edges.extend(flushes.map(after));
        let others = entry.after.iter().map(|store| &owner.flushed[store]);
        edges.extend(others.map(after));
    }

    /// Notes that a store of an epoch of `owner` was carried out; with the last
    /// of them, the next epoch can be.
    fn finish(&mut self, owner: ProcessId, epoch: usize, edges: &mut Vec<Edge>) {
        if self.model != Model::Pso {
            return;
        }
        self.change_epoch(owner, epoch).counts.pending -= 1;
        if self.owners[owner.index()].advance() {
            self.make_all_ready(owner, edges);
        }
    }

    fn make_all_ready(&mut self, owner: ProcessId, edges: &mut Vec<Edge>) {
        for nth in 0..self.owners[owner.index()].shadows.len() {
            self.make_ready(self.owners[owner.index()].shadows[nth], edges);
        }
    }

    fn shadow(&self, process: ProcessId) -> Option<u32> {
        self.shadow_of.get(process.index())?.checked_sub(1)
    }

    /// What `process` would do next, if it is a shadow of this execution. (One
    /// that is finished may get more to do.)
    #[must_use]
    pub fn status(&self, process: ProcessId) -> Option<Status> {
        let shadow = &self.shadows[self.shadow(process)? as usize];
        Some(match shadow.queue().first() {
            None => Status::Finished,
            Some(_) if !shadow.counts.ready => Status::Waiting,
            Some(entry) if entry.more.is_empty() => Status::Enabled(Operation {
                store: Some(entry.store),
                ..Operation::new(Kind::Flush, entry.object, entry.bits)
            }),
            Some(entry) => Status::Enabled(Operation::new(Kind::Change, entry.object, entry.bits)),
        })
    }

    /// What the front end kept with the store that a shadow carries out next.
    #[must_use]
    pub fn front(&self, process: ProcessId) -> Option<&T> {
        let shadow = &self.shadows[self.shadow(process)? as usize];
        Some(&shadow.queue().first()?.value)
    }

    /// Carries out the first store of a shadow, which is enabled.
    ///
    /// # Panics
    /// If `process` is not a shadow that is enabled.
    pub fn flush(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> Flushed<T> {
        let number = self.shadow(process).expect("a shadow process");
        let is_logged = self.log.is_on;
        let shadow = self.change_shadow(number);
        assert!(shadow.counts.ready, "an enabled shadow");
        shadow.counts.ready = false;
        let owner = shadow.owner;
        let entry = &shadow.queue()[0];
        let (epoch, takes_room) = (entry.epoch, entry.takes_room);
        let mut flushed = Flushed {
            owner,
            object: entry.object,
            store: entry.store,
            bits: entry.bits,
            more: entry.more.clone(),
            value: entry.value.clone(),
            wakes_owner: false,
            takes_room,
        };
        shadow.counts.done += 1;
        if !is_logged && shadow.queue().is_empty() {
            // Nobody goes back: it need not be remembered.
            shadow.given.clear();
            shadow.counts.done = 0;
            shadow.counts.remembered = 0;
        }
        self.mark_flush(process, (number, epoch), &flushed, edges);
        self.change_owner(owner).pending -= 1;
        self.carried_out(owner, flushed.object, flushed.store);
        for part in &flushed.more {
            self.carried_out(owner, part.object, part.store);
        }
        self.make_ready(number, edges);
        self.finish(owner, epoch, edges);
        if self.owners[owner.index()].counts.crosses {
            self.make_all_ready(owner, edges);
        }
        flushed.wakes_owner = self.wake(owner, takes_room.then_some(number), edges);
        flushed
    }

    /// Notes that a store of `owner` has reached an object.
    fn carried_out(&mut self, owner: ProcessId, object: ObjectId, store: StoreId) {
        if self.last.len() <= object.index() {
            self.last.resize(object.index() + 1, None);
        }
        self.set_last(object, Some(store));
        let stored = self.stored(owner, object);
        let mut stored = *stored.expect("its owner has stored there");
        stored.pending -= 1;
        self.set_stored(owner, object, stored);
    }

    /// Marks what comes after a flush, where something may have to.
    fn mark_flush(
        &mut self,
        process: ProcessId,
        (shadow, epoch): (u32, usize),
        flushed: &Flushed<T>,
        edges: &mut Vec<Edge>,
    ) {
        if self.model != Model::Pso && self.bound.is_none() {
            return;
        }
        let mark = self.mark(process, edges);
        if self.bound.is_some() && flushed.takes_room {
            let shadow = self.change_shadow(shadow);
            shadow.counts.flushes += 1;
            shadow.flushes.push(mark);
        }
        if self.model == Model::Pso {
            let epoch = self.change_epoch(flushed.owner, epoch);
            epoch.counts.flushes += 1;
            epoch.flushes.push(mark);
            let parts = flushed.more.iter().map(|part| part.store);
            for store in std::iter::once(flushed.store).chain(parts) {
                let owner = &mut self.owners[flushed.owner.index()];
                owner.flushed.insert(store, mark);
                if self.log.is_on {
                    let change = Change::Flushed(flushed.owner, store);
                    self.log.changes.push(change);
                }
            }
        }
    }

    /// Ends the wait of `owner`, if what it waits for has come true: there may be room in
    /// a queue.
    fn wake(&mut self, owner: ProcessId, room: Option<u32>, edges: &mut Vec<Edge>) -> bool {
        let counts = self.change_owner(owner);
        let ends = match counts.waits {
            None => false,
            Some(Waits::Drain) => counts.pending == 0,
            Some(Waits::Room(shadow)) => room == Some(shadow),
        };
        if !ends {
            return false;
        }
        if let Some(Waits::Drain) = counts.waits.take() {
            self.drained(owner, edges);
        }
        true
    }
}
