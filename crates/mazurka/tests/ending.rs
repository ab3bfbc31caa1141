//! Memory is freed after its last use: synchronisation has to order that, for cells, which are no
//! events, and where only relaxed events say that the time has come.

use mazurka::FindingKind::{self, InvalidAccess};
use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::Ordering::{self, Acquire, Relaxed, Release};
use mazurka::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, AtomicUsize, fence};
use mazurka::sync::{Mutex, mpsc};
use mazurka::{Checker, Model, Report, thread};
use std::mem::ManuallyDrop;
use std::ptr;

const MODELS: [Model; 5] = [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11];

fn check(model: Model, f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().model(model).check(f)
}

fn kind(report: &Report) -> Option<FindingKind> {
    report.finding().map(|finding| finding.kind)
}

/// Something on the heap.
struct Thing {
    /// So that the block does not begin with zeros.
    number: usize,
    cell: UnsafeCell<u32>,
    atomic: AtomicU32,
}

// SAFETY: it is only read; what is wrong with that is found.
unsafe impl Sync for Thing {}
// SAFETY: as above.
unsafe impl Send for Thing {}

impl Thing {
    fn new() -> Thing {
        Thing {
            number: 1,
            cell: UnsafeCell::new(1),
            atomic: AtomicU32::new(1),
        }
    }

    fn use_cell(&self) {
        // SAFETY: it is only read.
        assert_eq!(self.cell.with(|value| unsafe { *value }), 1);
    }

    fn use_atomic(&self) {
        assert_eq!(self.atomic.load(Relaxed) as usize, self.number);
    }

    fn use_all(&self) {
        self.use_cell();
        self.use_atomic();
    }
}

fn free(thing: *mut Thing) {
    // SAFETY: made by `Box::into_raw`, and freed once.
    drop(unsafe { Box::from_raw(thing) });
}

/// A thread uses a thing and says that it is done; the other frees it then.
fn done(say: Ordering, see: Ordering, used: fn(&Thing)) -> impl Fn() + Send + Sync {
    move || {
        let thing = AtomicPtr::new(Box::into_raw(Box::new(Thing::new())));
        let shared = Arc::new((thing, AtomicBool::new(false)));
        let theirs = shared.clone();
        thread::spawn(move || {
            // SAFETY: it is not freed before the flag is set.
            used(unsafe { &*theirs.0.load(Relaxed) });
            theirs.1.store(true, say);
        });
        while !shared.1.load(see) {}
        free(shared.0.load(Relaxed));
    }
}

#[test]
fn that_a_thing_is_not_used_any_more_is_released_and_acquired() {
    for model in MODELS {
        let report = check(model, done(Release, Acquire, Thing::use_all));
        assert!(report.is_verified(), "{model}: {report}");
        for (say, see) in [(Relaxed, Relaxed), (Release, Relaxed), (Relaxed, Acquire)] {
            let report = check(model, done(say, see, Thing::use_cell));
            // There all accesses release and acquire.
            let found = (model != Model::Ra).then_some(InvalidAccess);
            assert_eq!(kind(&report), found, "{model}: {report}");
        }
    }
    let report = check(Model::Rc11, done(Relaxed, Acquire, Thing::use_atomic));
    assert_eq!(kind(&report), Some(InvalidAccess), "{report}");
}

#[test]
fn the_finding_names_both_and_is_replayed() {
    for model in MODELS {
        let program = || {
            let thing = Box::into_raw(Box::new(Thing::new()));
            let address = AtomicPtr::new(thing);
            let user = thread::spawn(move || {
                // SAFETY: there is none.
                unsafe { &*address.load(Relaxed) }.use_cell();
            });
            free(thing);
            user.join().unwrap();
        };
        let report = check(model, program);
        assert_eq!(kind(&report), Some(InvalidAccess), "{model}: {report}");
        let finding = report.finding().unwrap();
        assert!(finding.message.contains("thread 0.0"), "{report}");
        let checker = Checker::new().model(model);
        let again = checker.replay(report.replay().unwrap()).check(program);
        assert_eq!(kind(&again), Some(InvalidAccess), "{again}");
    }
}

/// Nothing is wrong with it, under any model.
#[track_caller]
fn right(f: fn()) {
    for model in MODELS {
        let report = check(model, f);
        assert!(report.is_verified(), "{model}: {report}");
    }
}

#[test]
fn joins_locks_and_channels_order_it() {
    right(|| {
        let thing = Box::new(Thing::new());
        thread::scope(|scope| {
            scope.spawn(|| thing.use_all());
            scope.spawn(|| thing.use_all());
            thing.use_all();
        });
        drop(thing);
    });
    right(|| {
        let slot = Arc::new(Mutex::new(Some(Box::new(Thing::new()))));
        let others = [slot.clone(), slot.clone()].map(|slot| {
            thread::spawn(move || {
                let mut slot = slot.lock().unwrap();
                if let Some(thing) = &*slot {
                    thing.use_all();
                }
                *slot = None;
            })
        });
        drop(slot);
        drop(others);
    });
    right(|| {
        let (sender, receiver) = mpsc::channel();
        let thing = Box::new(Thing::new());
        thing.use_all();
        thread::spawn(move || {
            thing.use_all();
            sender.send(thing).unwrap();
        });
        let thing: Box<Thing> = receiver.recv().unwrap();
        thing.use_all();
    });
}

#[test]
fn counts_order_it() {
    // Of the crate,
    right(|| {
        let thing = Arc::new(Thing::new());
        let theirs = thing.clone();
        thread::spawn(move || theirs.use_all());
        thing.use_all();
    });
    right(|| {
        let thing = Arc::new(Box::new(Thing::new()));
        let theirs = thing.clone();
        thread::spawn(move || theirs.use_all());
        thing.use_all();
    });
    // of `std`, which are not seen,
    right(|| {
        let thing = std::sync::Arc::new(Thing::new());
        let theirs = thing.clone();
        let flag = Arc::new(AtomicBool::new(false));
        let other = flag.clone();
        thread::spawn(move || {
            theirs.use_all();
            other.store(true, Relaxed);
        });
        thing.use_all();
        flag.load(Relaxed);
    });
    // and by hand.
    right(|| {
        let thing = AtomicPtr::new(Box::into_raw(Box::new(Thing::new())));
        let shared = Arc::new((thing, AtomicUsize::new(2)));
        let leave = |shared: &(AtomicPtr<Thing>, AtomicUsize)| {
            let thing = shared.0.load(Relaxed);
            // SAFETY: the last frees it.
            unsafe { &*thing }.use_all();
            if shared.1.fetch_sub(1, Release) == 1 {
                fence(Acquire);
                free(thing);
            }
        };
        let theirs = shared.clone();
        thread::spawn(move || leave(&theirs));
        leave(&shared);
    });
}

/// A thing is moved out of its memory, which is freed while the thing is used elsewhere.
#[test]
fn what_was_moved_is_somewhere_else() {
    right(|| {
        let mut slot = Box::new((1, ManuallyDrop::new(Thing::new())));
        slot.1.use_all();
        // SAFETY: it is not used there any more.
        let thing = Arc::new(unsafe { ManuallyDrop::take(&mut slot.1) });
        let theirs = thing.clone();
        thread::spawn(move || theirs.use_all());
        thing.use_all();
        drop(slot);
    });
    right(|| {
        let things = Arc::new(Mutex::new(vec![Thing::new()]));
        let theirs = things.clone();
        thread::spawn(move || {
            let mut things = theirs.lock().unwrap();
            things[0].use_all();
            (0..4).for_each(|_| things.push(Thing::new()));
        });
        things.lock().unwrap().iter().for_each(Thing::use_all);
    });
}

/// An address that is published, taken out, and freed at once.
#[test]
fn a_thing_that_is_taken_out_may_be_in_use() {
    for model in MODELS {
        let report = check(model, || {
            let shared = Arc::new(AtomicPtr::new(Box::into_raw(Box::new(Thing::new()))));
            let theirs = shared.clone();
            thread::spawn(move || {
                // SAFETY: there is none.
                if let Some(thing) = unsafe { theirs.load(Acquire).as_ref() } {
                    thing.use_cell();
                }
            });
            free(shared.swap(ptr::null_mut(), Ordering::AcqRel));
        });
        assert_eq!(kind(&report), Some(InvalidAccess), "{model}: {report}");
    }
}
