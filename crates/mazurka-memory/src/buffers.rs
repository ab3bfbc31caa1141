//! Store buffers, and the shadow processes that empty them.

use crate::model::Model;
use mazurka_program::{
    Access, Edge, Kind, Names, ObjectId, Operation, ProcessId, Status, StoreId, StoreName, Touch,
};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;

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
}

#[derive(Clone, Debug, Default)]
struct Owner {
    /// Its shadows.
    shadows: Vec<u32>,
    /// What it has stored, by object.
    stored: FxHashMap<ObjectId, Stored>,
    /// How many of its stores have not been carried out.
    pending: u32,
    /// For each store barrier: its shadows then, and how many stores each had.
    barriers: Vec<Vec<(u32, u32)>>,
    /// It has stored since the last barrier.
    stored_since: bool,
    waits: Option<Waits>,
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
    process: ProcessId,
    owner: ProcessId,
    queue: VecDeque<Entry<T>>,
    /// The first of the queue can be carried out.
    ready: bool,
    /// How many stores it was given.
    given: u32,
    /// The marks after its flushes, where they may be needed.
    flushes: Vec<u32>,
    flushed: u32,
}

#[derive(Clone, Debug)]
struct Entry<T> {
    object: ObjectId,
    store: StoreId,
    bits: u64,
    value: T,
    /// The mark of its owner when it stored.
    mark: u32,
    /// How many barriers its owner had made.
    barriers: u32,
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
    /// What the front end kept with it.
    pub value: T,
    /// Did the owner wait for this, so that it goes on now, in this step?
    pub wakes_owner: bool,
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

impl<T> Buffers<T> {
    /// Buffers of a model, with room for so many stores in each queue (any
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
        for owner in &mut self.owners {
            owner.shadows.clear();
            owner.stored.clear();
            owner.pending = 0;
            owner.barriers.clear();
            owner.stored_since = false;
            owner.waits = None;
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
        let queue = &self.shadows[stored.shadow as usize].queue;
        let entry = queue.iter().rev().find(|entry| entry.object == object);
        let entry = entry.expect("a pending store is in the queue");
        Some((entry.bits, &entry.value))
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

    /// Somebody has written `object` in memory, not by a flush.
    #[inline]
    pub fn wrote(&mut self, object: ObjectId) {
        if let Some(last) = self.last.get_mut(object.index()) {
            *last = None;
        }
    }

    /// Are all stores of `process` carried out?
    #[must_use]
    #[inline]
    pub fn is_drained(&self, process: ProcessId) -> bool {
        let owner = self.owners.get(process.index());
        owner.is_none_or(|owner| owner.pending == 0)
    }

    /// A fence: may `process` go on? If not, it waits until a flush wakes it, and
    /// has passed the fence then.
    pub fn fence(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> bool {
        if self.owners.len() <= process.index() {
            return true;
        }
        if !self.is_drained(process) {
            self.owner(process).waits = Some(Waits::Drain);
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
        self.owner(process);
        let Buffers {
            owners, shadows, ..
        } = self;
        let owner = &mut owners[process.index()];
        if std::mem::take(&mut owner.stored_since) {
            let given = |shadow: &u32| (*shadow, shadows[*shadow as usize].given);
            owner
                .barriers
                .push(owner.shadows.iter().map(given).collect());
        }
    }

    /// Is there room for a store to `object` by `process`? If not, it waits
    /// until a flush wakes it, and there is room then.
    pub fn make_room(&mut self, process: ProcessId, object: ObjectId) -> bool {
        debug_assert!(self.is_relaxed());
        let (Some(bound), Some(shadow)) = (self.bound, self.queue_for(process, object)) else {
            return true;
        };
        let has_room = self.shadows[shadow as usize].queue.len() < bound as usize;
        if !has_room {
            self.owner(process).waits = Some(Waits::Room(shadow));
        }
        has_room
    }

    /// The shadow that takes the stores of `process` to `object`, if there is
    /// one yet.
    fn queue_for(&self, process: ProcessId, object: ObjectId) -> Option<u32> {
        match self.model {
            Model::Pso => Some(self.stored(process, object)?.shadow),
            _ => self.owners.get(process.index())?.shadows.first().copied(),
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
        debug_assert!(self.is_relaxed());
        let shadow = match self.queue_for(process, object) {
            Some(shadow) => shadow,
            None => self.spawn_shadow(names, process, edges),
        };
        self.make_after_flush(process, shadow, edges);
        let mark = self.mark(process, edges);
        let owner = self.owner(process);
        let before = owner.stored.get(&object);
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
        owner.stored.insert(object, stored);
        owner.pending += 1;
        owner.stored_since = true;
        let barriers = u32::try_from(owner.barriers.len()).expect("under 2^32 barriers");
        let shadow = &mut self.shadows[shadow as usize];
        shadow.given += 1;
        shadow.queue.push_back(Entry {
            object,
            store,
            bits,
            value,
            mark,
            barriers,
        });
        self.make_ready(process, edges);
    }

    fn spawn_shadow(&mut self, names: &mut Names, owner: ProcessId, edges: &mut Vec<Edge>) -> u32 {
        let number = u32::try_from(self.shadows.len()).expect("under 2^32 shadows");
        let shadows = &mut self.owner(owner).shadows;
        let nth = u32::try_from(shadows.len()).expect("under 2^32 shadows");
        shadows.push(number);
        let process = names.shadow(owner, nth);
        edges.push(Edge::Spawn {
            parent: Some(owner),
            child: process,
        });
        if self.shadow_of.len() <= process.index() {
            self.shadow_of.resize(process.index() + 1, 0);
        }
        self.shadow_of[process.index()] = number + 1;
        let (mut queue, mut flushes) = match self.spare.pop() {
            Some(spare) => (spare.queue, spare.flushes),
            None => (VecDeque::new(), Vec::new()),
        };
        queue.clear();
        flushes.clear();
        self.shadows.push(Shadow {
            process,
            owner,
            queue,
            ready: false,
            given: 0,
            flushes,
            flushed: 0,
        });
        number
    }

    /// Remembers all that `process` has done so far.
    fn mark(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> u32 {
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
        if let Some(flush) = shadow.given.checked_sub(bound) {
            let mark = shadow.flushes[flush as usize];
            edges.push(Edge::After { process, mark });
        }
    }

    /// Makes those shadows of `process` ready whose first store can be carried
    /// out now.
    fn make_ready(&mut self, process: ProcessId, edges: &mut Vec<Edge>) {
        for nth in 0..self.owners[process.index()].shadows.len() {
            let owner = &self.owners[process.index()];
            let number = owner.shadows[nth] as usize;
            let shadow = &self.shadows[number];
            let Some(entry) = shadow.queue.front() else {
                continue;
            };
            if shadow.ready {
                continue;
            }
            let needed = match entry.barriers {
                0 => &[][..],
                barriers => &owner.barriers[barriers as usize - 1],
            };
            let is_done = |(other, given): &(u32, u32)| {
                *other as usize == number || self.shadows[*other as usize].flushed >= *given
            };
            if !needed.iter().all(is_done) {
                continue;
            }
            let process = shadow.process;
            edges.push(Edge::After {
                process,
                mark: entry.mark,
            });
            for (other, given) in needed {
                if *other as usize != number && *given > 0 {
                    let mark = self.shadows[*other as usize].flushes[*given as usize - 1];
                    edges.push(Edge::After { process, mark });
                }
            }
            self.shadows[number].ready = true;
        }
    }

    fn shadow(&self, process: ProcessId) -> Option<usize> {
        let number = *self.shadow_of.get(process.index())?;
        (number > 0).then(|| number as usize - 1)
    }

    /// What `process` would do next, if it is a shadow of this execution. (One
    /// that is finished may get more to do.)
    #[must_use]
    pub fn status(&self, process: ProcessId) -> Option<Status> {
        let shadow = &self.shadows[self.shadow(process)?];
        Some(match shadow.queue.front() {
            None => Status::Finished,
            Some(_) if !shadow.ready => Status::Waiting,
            Some(entry) => Status::Enabled(Operation {
                store: Some(entry.store),
                ..Operation::new(Kind::Flush, entry.object, entry.bits)
            }),
        })
    }

    /// Carries out the first store of a shadow, which is enabled.
    ///
    /// # Panics
    /// If `process` is not a shadow that is enabled.
    pub fn flush(&mut self, process: ProcessId, edges: &mut Vec<Edge>) -> Flushed<T> {
        let number = self.shadow(process).expect("a shadow process");
        if self.model == Model::Pso || self.bound.is_some() {
            let mark = self.mark(process, edges);
            self.shadows[number].flushes.push(mark);
        }
        let shadow = &mut self.shadows[number];
        assert!(shadow.ready, "an enabled shadow");
        shadow.ready = false;
        shadow.flushed += 1;
        let entry = shadow.queue.pop_front().expect("it is ready");
        let owner = shadow.owner;
        if self.last.len() <= entry.object.index() {
            self.last.resize(entry.object.index() + 1, None);
        }
        self.last[entry.object.index()] = Some(entry.store);
        let record = &mut self.owners[owner.index()];
        record.pending -= 1;
        let stored = record.stored.get_mut(&entry.object);
        stored.expect("its owner has stored there").pending -= 1;
        self.make_ready(owner, edges);
        Flushed {
            owner,
            object: entry.object,
            store: entry.store,
            bits: entry.bits,
            value: entry.value,
            wakes_owner: self.wake(owner, number, edges),
        }
    }

    /// Ends the wait of `owner`, if what it waits for has come true.
    fn wake(&mut self, owner: ProcessId, flushed: usize, edges: &mut Vec<Edge>) -> bool {
        let record = &mut self.owners[owner.index()];
        let ends = match record.waits {
            None => false,
            Some(Waits::Drain) => record.pending == 0,
            Some(Waits::Room(shadow)) => shadow as usize == flushed,
        };
        if !ends {
            return false;
        }
        if let Some(Waits::Drain) = record.waits.take() {
            self.drained(owner, edges);
        }
        true
    }
}
