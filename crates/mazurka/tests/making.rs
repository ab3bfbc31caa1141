//! What a thread has made on its heap may be used by another only after it was made: an address
//! that is passed on without synchronisation is a data race, though nothing is written later.

use mazurka::cell::UnsafeCell;
use mazurka::future::block_on;
use mazurka::sync::atomic::Ordering::{self, Acquire, Relaxed, Release, SeqCst};
use mazurka::sync::atomic::{AtomicBool, AtomicPtr, AtomicU32, fence};
use mazurka::sync::{Arc, Barrier, Condvar, Mutex, Once, OnceLock, RwLock, Semaphore, mpsc};
use mazurka::{Checker, FindingKind, Model, Report, actor, thread};
use std::future::poll_fn;
use std::ptr;
use std::task::{Poll, Waker};

const MODELS: [Model; 5] = [Model::Sc, Model::Tso, Model::Pso, Model::Ra, Model::Rc11];

fn check(model: Model, f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().model(model).check(f)
}

/// Made by one thread and used by others, with no write after it was made.
struct Made {
    cell: UnsafeCell<u32>,
    atomic: AtomicU32,
}

// SAFETY: it is only read; if that races with its making, it is found.
unsafe impl Sync for Made {}
// SAFETY: as above.
unsafe impl Send for Made {}

impl Made {
    fn new() -> Box<Made> {
        Box::new(Made {
            cell: UnsafeCell::new(1),
            atomic: AtomicU32::new(1),
        })
    }

    fn use_cell(&self) {
        // SAFETY: it is only read.
        assert_eq!(self.cell.with(|value| unsafe { *value }), 1);
    }

    fn use_atomic(&self) {
        assert_eq!(self.atomic.load(Relaxed), 1);
    }

    fn use_all(&self) {
        self.use_cell();
        self.use_atomic();
    }
}

/// An address is stored and loaded so.
fn published(store: Ordering, load: Ordering, used: fn(&Made)) -> impl Fn() + Send + Sync {
    move || {
        let address = Arc::new(AtomicPtr::new(ptr::null_mut()));
        let theirs = address.clone();
        let other = thread::spawn(move || theirs.store(Box::into_raw(Made::new()), store));
        // SAFETY: it is freed when both are done.
        if let Some(made) = unsafe { address.load(load).as_ref() } {
            used(made);
        }
        other.join().unwrap();
        // SAFETY: made by `Box::into_raw`, and no other thread has it.
        unsafe { Box::from_raw(address.load(Relaxed)) }.use_all();
    }
}

#[test]
fn an_address_has_to_be_released_and_acquired() {
    for model in MODELS {
        for (store, load) in [(Release, Acquire), (SeqCst, SeqCst)] {
            let report = check(model, published(store, load, Made::use_all));
            assert!(report.is_verified(), "{model}: {report}");
            assert_eq!(report.statistics().complete, 2, "{model}: {report}");
        }
        for (store, load) in [(Relaxed, Relaxed), (Release, Relaxed), (Relaxed, Acquire)] {
            let report = check(model, published(store, load, Made::use_cell));
            let kind = report.finding().map(|finding| finding.kind);
            // There all accesses release and acquire.
            let found = (model != Model::Ra).then_some(FindingKind::DataRace);
            assert_eq!(kind, found, "{model}: {report}");
        }
    }
    let report = check(Model::Sc, published(Relaxed, Acquire, Made::use_cell));
    let finding = report.finding().unwrap();
    assert_eq!(finding.kind, FindingKind::DataRace);
    let message = &finding.message;
    assert!(
        message.contains("unordered with its making by 0.0"),
        "{message}"
    );
}

#[test]
fn so_has_that_of_an_atomic_where_loads_find_older_values() {
    let program = published(Relaxed, Acquire, Made::use_atomic);
    let report = check(Model::Rc11, program);
    let finding = report.finding().unwrap_or_else(|| panic!("{report}"));
    assert_eq!(finding.kind, FindingKind::DataRace);
    let replay = report.replay().unwrap();
    let checker = Checker::new().model(Model::Rc11).replay(replay);
    let again = checker.check(published(Relaxed, Acquire, Made::use_atomic));
    assert_eq!(again.finding(), Some(finding), "{again}");
    let report = check(Model::Rc11, published(Release, Acquire, Made::use_atomic));
    assert!(report.is_verified(), "{report}");
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
fn what_is_inherited_was_made_before() {
    right(|| {
        let made = Arc::new(*Made::new());
        let others: Vec<_> = (0..2)
            .map(|_| {
                let made = made.clone();
                thread::spawn(move || {
                    made.use_all();
                    thread::spawn(move || made.use_all()).join().unwrap();
                    Made::new()
                })
            })
            .collect();
        others
            .into_iter()
            .for_each(|other| other.join().unwrap().use_all());
        let made = thread::scope(|scope| scope.spawn(Made::new).join().unwrap());
        made.use_all();
        let mut slot = None;
        thread::scope(|scope| {
            scope.spawn(|| slot = Some(Made::new()));
        });
        slot.unwrap().use_all();
    });
}

#[test]
fn fences_and_release_sequences_order_it() {
    right(|| {
        let address = Arc::new((AtomicPtr::new(ptr::null_mut()), AtomicU32::new(0)));
        let theirs = address.clone();
        thread::spawn(move || {
            let made = Box::into_raw(Made::new());
            fence(Release);
            theirs.0.store(made, Relaxed);
            theirs.1.store(1, Release);
            theirs.1.fetch_add(1, Relaxed);
        });
        let made = address.0.load(Relaxed);
        fence(Acquire);
        // SAFETY: it is not freed.
        if let Some(made) = unsafe { made.as_ref() } {
            made.use_all();
        }
        if address.1.load(Acquire) == 2 {
            // SAFETY: as above.
            unsafe { &*address.0.load(Relaxed) }.use_all();
        }
    });
}

#[test]
fn locks_and_channels_order_it() {
    right(|| {
        let slot = Arc::new((Mutex::new(None), Condvar::new(), RwLock::new(None)));
        let theirs = slot.clone();
        let other = thread::spawn(move || {
            *theirs.2.write().unwrap() = Some(Made::new());
            *theirs.0.lock().unwrap() = Some(Made::new());
            theirs.1.notify_one();
        });
        let mut made = slot.0.lock().unwrap();
        while made.is_none() {
            made = slot.1.wait(made).unwrap();
        }
        made.as_ref().unwrap().use_all();
        slot.2.read().unwrap().as_ref().unwrap().use_all();
        other.join().unwrap();
    });
    right(|| {
        let (sender, receiver) = mpsc::channel();
        let (bounded, limited) = mpsc::sync_channel(1);
        thread::spawn(move || {
            sender.send(Made::new()).unwrap();
            bounded.send(Made::new()).unwrap();
        });
        receiver.recv().unwrap().use_all();
        limited.recv().unwrap().use_all();
    });
    right(|| {
        let mut mailbox = actor::mailbox();
        let me = mailbox.pid();
        actor::spawn(move |_: actor::Mailbox<()>| me.send(Made::new()));
        mailbox.receive().use_all();
    });
}

/// A slot that what is tested orders the uses of.
struct Slot(UnsafeCell<Option<Box<Made>>>);

// SAFETY: if there is a race, it is found.
unsafe impl Sync for Slot {}
// SAFETY: as above.
unsafe impl Send for Slot {}

impl Slot {
    fn new() -> Slot {
        Slot(UnsafeCell::new(None))
    }

    fn fill(&self) {
        // SAFETY: the pointer is good.
        self.0.with_mut(|slot| unsafe { *slot = Some(Made::new()) });
    }

    fn use_all(&self) {
        // SAFETY: the pointer is good.
        self.0
            .with(|slot| unsafe { (*slot).as_ref().unwrap().use_all() });
    }
}

#[test]
fn other_ways_to_wait_order_it() {
    right(|| {
        let shared = Arc::new((Slot::new(), Barrier::new(2), Semaphore::new(0), Slot::new()));
        let theirs = shared.clone();
        thread::spawn(move || {
            theirs.0.fill();
            theirs.1.wait();
            theirs.3.fill();
            theirs.2.add_permits(1);
        });
        shared.1.wait();
        shared.0.use_all();
        shared.2.acquire().forget();
        shared.3.use_all();
    });
    right(|| {
        let shared = Arc::new((Slot::new(), AtomicBool::new(false)));
        let theirs = shared.clone();
        let me = thread::current();
        thread::spawn(move || {
            theirs.0.fill();
            theirs.1.store(true, Relaxed);
            me.unpark();
        });
        thread::park();
        shared.0.use_all();
    });
    right(|| {
        let shared = Arc::new((
            Slot::new(),
            Mutex::new(None::<Waker>),
            AtomicBool::new(false),
        ));
        let theirs = shared.clone();
        thread::spawn(move || {
            theirs.0.fill();
            theirs.2.store(true, Release);
            if let Some(waker) = theirs.1.lock().unwrap().take() {
                waker.wake();
            }
        });
        block_on(poll_fn(|context| {
            *shared.1.lock().unwrap() = Some(context.waker().clone());
            match shared.2.load(Acquire) {
                true => Poll::Ready(()),
                false => Poll::Pending,
            }
        }));
        shared.0.use_all();
    });
    right(|| {
        let shared = Arc::new((OnceLock::new(), Once::new(), Slot::new()));
        let theirs = shared.clone();
        let used = |shared: &(OnceLock<Box<Made>>, Once, Slot)| {
            shared.0.get_or_init(Made::new).use_all();
            shared.1.call_once(|| shared.2.fill());
            shared.2.use_all();
        };
        let other = thread::spawn(move || used(&theirs));
        if let Some(made) = shared.0.get() {
            made.use_all();
        }
        used(&shared);
        other.join().unwrap();
    });
    right(|| {
        let slot = Arc::new(Slot::new());
        let theirs = slot.clone();
        let other = thread::spawn(move || {
            theirs.fill();
            drop(theirs);
        });
        // The thread with the last one has what the others did.
        match Arc::try_unwrap(slot) {
            Ok(slot) => slot.use_all(),
            Err(slot) => {
                other.join().unwrap();
                slot.use_all();
            }
        }
    });
}

/// It is passed on twice, by different threads.
#[test]
fn what_is_passed_on_is_ordered_by_the_whole_way() {
    let program = |first: Ordering, second: Ordering| {
        move || {
            let shared = Arc::new((
                AtomicPtr::new(ptr::null_mut()),
                AtomicPtr::new(ptr::null_mut()),
            ));
            let (maker, middle) = (shared.clone(), shared.clone());
            thread::spawn(move || maker.0.store(Box::into_raw(Made::new()), first));
            thread::spawn(move || {
                let made = middle.0.load(Acquire);
                middle.1.store(made, second);
            });
            // SAFETY: it is not freed.
            if let Some(made) = unsafe { shared.1.load(Acquire).as_ref() } {
                made.use_cell();
            }
        }
    };
    for model in [Model::Sc, Model::Pso, Model::Rc11] {
        let report = check(model, program(Release, Release));
        assert!(report.is_verified(), "{report}");
        assert!(check(model, program(Relaxed, Release)).finding().is_some());
        assert!(check(model, program(Release, Relaxed)).finding().is_some());
    }
}
