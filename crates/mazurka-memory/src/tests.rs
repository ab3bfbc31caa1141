//! The buffers alone: what goes in, what comes out, and which edges that makes.

use crate::{Buffers, Model};
use mazurka_program::{
    Access, Edge, Kind, Names, ObjectId, ObjectName, ProcessId, Status, StoreId,
};

const X: ObjectId = ObjectId(0);
const Y: ObjectId = ObjectId(1);

/// One process, and its buffers.
struct One {
    names: Names,
    process: ProcessId,
    buffers: Buffers<&'static str>,
    edges: Vec<Edge>,
}

impl One {
    fn new(model: Model, bound: Option<u32>) -> One {
        let mut names = Names::new();
        for place in 0..2 {
            names.object(ObjectName {
                creator: None,
                place,
                generation: 0,
                part: 0,
            });
        }
        let process = names.child(ProcessId::ROOT, 0);
        let mut buffers = Buffers::new(model, bound);
        buffers.start();
        One {
            names,
            process,
            buffers,
            edges: Vec::new(),
        }
    }

    fn store(&mut self, object: ObjectId, bits: u64) {
        assert!(self.buffers.make_room(self.process, object));
        let One {
            names,
            buffers,
            edges,
            process,
        } = self;
        buffers.store(names, *process, object, bits, "kept", edges);
    }

    fn shadow(&mut self, nth: u32) -> ProcessId {
        self.names.shadow(self.process, nth)
    }

    /// The bits of what a shadow would carry out.
    fn next(&mut self, nth: u32) -> Option<u64> {
        let shadow = self.shadow(nth);
        match self.buffers.status(shadow)? {
            Status::Enabled(operation) => {
                assert_eq!(operation.kind, Kind::Flush);
                Some(operation.operand)
            }
            _ => None,
        }
    }

    fn flush(&mut self, nth: u32) -> bool {
        let shadow = self.shadow(nth);
        let flushed = self.buffers.flush(shadow, &mut self.edges);
        assert_eq!((flushed.owner, flushed.value), (self.process, "kept"));
        let touch = flushed.touch(7);
        assert_eq!((touch.access, touch.before), (Access::Write, 7));
        assert_eq!(touch.store, Some(flushed.store));
        flushed.wakes_owner
    }

    fn forwarded(&self, object: ObjectId) -> Option<u64> {
        let forwarded = self.buffers.forwarded(self.process, object);
        forwarded.map(|(bits, _)| bits)
    }

    fn load(&self, object: ObjectId) -> (Access, Option<StoreId>) {
        let touch = self.buffers.load(self.process, object, 3);
        assert_eq!((touch.before, touch.after), (3, 3));
        (touch.access, touch.store)
    }
}

#[test]
fn nothing_is_buffered_under_sc_or_without_room() {
    for (model, bound, relaxed) in [
        (Model::Sc, None, false),
        (Model::Tso, Some(0), false),
        (Model::Pso, Some(0), false),
        (Model::Tso, None, true),
        (Model::Pso, Some(1), true),
    ] {
        let one = One::new(model, bound);
        assert_eq!(one.buffers.is_relaxed(), relaxed, "{model} {bound:?}");
    }
}

#[test]
fn tso_carries_stores_out_in_order() {
    let mut one = One::new(Model::Tso, None);
    one.store(X, 1);
    one.store(Y, 2);
    one.store(X, 3);
    assert_eq!((one.forwarded(X), one.forwarded(Y)), (Some(3), Some(2)));
    assert_eq!((one.next(0), one.next(1)), (Some(1), None));
    one.flush(0);
    assert_eq!(one.forwarded(X), Some(3), "the newest");
    one.flush(0);
    assert_eq!((one.forwarded(Y), one.next(0)), (None, Some(3)));
    one.flush(0);
    assert!(one.buffers.is_drained(one.process));
    assert_eq!(one.next(0), None);
}

#[test]
fn pso_keeps_order_only_within_a_location() {
    let mut one = One::new(Model::Pso, None);
    one.store(X, 1);
    one.store(Y, 2);
    one.store(X, 3);
    assert_eq!((one.next(0), one.next(1)), (Some(1), Some(2)));
    one.flush(1);
    assert_eq!((one.next(0), one.next(1)), (Some(1), None));
}

#[test]
fn a_barrier_keeps_later_stores_back_under_pso() {
    let mut one = One::new(Model::Pso, None);
    one.store(X, 1);
    one.buffers.barrier(one.process);
    one.buffers.barrier(one.process);
    one.store(Y, 2);
    one.store(X, 3);
    assert_eq!((one.next(0), one.next(1)), (Some(1), None));
    let waiting = one.shadow(1);
    assert_eq!(one.buffers.status(waiting), Some(Status::Waiting));
    one.flush(0);
    assert_eq!((one.next(0), one.next(1)), (Some(3), Some(2)));
    // Mark 0 is the owner's at the store of x, mark 3 comes after the flush.
    let after = Edge::After {
        process: waiting,
        mark: 3,
    };
    assert!(one.edges.contains(&after), "{:?}", one.edges);
    let mut tso = One::new(Model::Tso, None);
    tso.store(X, 1);
    tso.buffers.barrier(tso.process);
    tso.store(Y, 2);
    assert!(
        tso.edges
            .iter()
            .all(|edge| !matches!(edge, Edge::After { mark: 1, .. }))
    );
}

#[test]
fn a_barrier_after_the_flushes_keeps_nothing_back() {
    let mut one = One::new(Model::Pso, None);
    one.store(X, 1);
    one.flush(0);
    one.buffers.barrier(one.process);
    one.edges.clear();
    one.store(Y, 2);
    assert_eq!(one.next(1), Some(2));
    // Mark 1 comes after the flush of x.
    let process = one.shadow(1);
    assert!(one.edges.contains(&Edge::After { process, mark: 1 }));
}

#[test]
fn a_fence_waits_for_the_last_flush() {
    let mut one = One::new(Model::Pso, None);
    one.store(X, 1);
    one.store(Y, 2);
    let process = one.process;
    assert!(!one.buffers.fence(process, &mut one.edges));
    assert!(!one.flush(1));
    one.edges.clear();
    assert!(one.flush(0));
    let joins = |one: &mut One| {
        let targets = [one.shadow(0), one.shadow(1)];
        targets.map(|target| one.edges.contains(&Edge::Join { process, target }))
    };
    assert_eq!(joins(&mut one), [true, true]);
    // One that need not wait comes after the flushes all the same.
    one.edges.clear();
    assert!(one.buffers.fence(process, &mut one.edges));
    assert_eq!(joins(&mut one), [true, true]);
}

#[test]
fn a_full_buffer_waits_for_its_oldest_store() {
    let mut one = One::new(Model::Tso, Some(2));
    one.store(X, 1);
    one.store(Y, 2);
    assert!(!one.buffers.make_room(one.process, X));
    assert!(one.flush(0));
    one.edges.clear();
    one.store(X, 3);
    // Marks 0 and 1 are the owner's, mark 2 comes after the flush.
    let after = Edge::After {
        process: one.process,
        mark: 2,
    };
    assert_eq!(one.edges[0], after);
    // Under PSO each location has a buffer of that size.
    let mut one = One::new(Model::Pso, Some(1));
    one.store(X, 1);
    one.store(Y, 2);
    assert!(!one.buffers.make_room(one.process, Y));
    assert!(!one.flush(0));
    assert!(one.flush(1));
}

#[test]
fn reads_of_ones_own_store_are_told_apart() {
    let mut one = One::new(Model::Tso, None);
    assert_eq!(one.load(X), (Access::Read, None));
    assert_eq!(one.buffers.latest(one.process, X), None);
    one.store(X, 1);
    let first = one.buffers.latest(one.process, X);
    assert!(first.is_some());
    assert_eq!(one.load(X), (Access::Own, first));
    assert_eq!(one.load(Y), (Access::Read, None));
    one.flush(0);
    assert_eq!(
        one.load(X),
        (Access::Own, first),
        "from memory, it is the same"
    );
    let other = ProcessId::ROOT;
    assert_eq!(one.buffers.load(other, X, 3).access, Access::Read);
    one.buffers.wrote(X);
    assert_eq!(one.load(X), (Access::Read, None));
    assert_eq!(one.buffers.latest(one.process, X), first);
    // The names of stores are the same in every execution.
    one.buffers.start();
    assert_eq!(one.load(X), (Access::Read, None));
    one.store(X, 5);
    assert_eq!(one.buffers.latest(one.process, X), first);
}
