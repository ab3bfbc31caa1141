//! `Arc`: clones and drops cost traces only when their order can be seen.

mod explored;

use explored::{Seen, finding_of, ignore, join, traces, traces_and_events};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex, Weak};
use mazurka::{Checker, FindingKind, thread};
use std::any::Any;

/// A destructor that does an operation.
struct Stores(Arc<AtomicUsize>);

impl Drop for Stores {
    fn drop(&mut self) {
        self.0.store(1, SeqCst);
    }
}

/// A destructor that tells which thread it runs in, to the outside.
struct Tells(Seen<String>);

impl Drop for Tells {
    fn drop(&mut self) {
        self.0.add(format!("{:?}", thread::current().name()));
    }
}

fn spawn_named(name: &str, f: impl FnOnce() + Send + 'static) -> thread::JoinHandle<()> {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(f)
        .unwrap()
}

#[test]
fn clones_and_drops_are_no_events() {
    let count = traces_and_events(|| {
        let arc = Arc::new(Mutex::new(vec![1]));
        let threads = [1, 2, 3].map(|_| {
            let arc = arc.clone();
            thread::spawn(move || {
                let more = [arc.clone(), arc.clone()];
                drop(arc);
                drop(more);
            })
        });
        drop(arc);
        join(threads);
    });
    assert_eq!(count, (1, 0));
}

/// The count is read before the other thread's drop, or after it.
#[test]
fn an_unordered_strong_count_sees_both_values() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = Arc::new(0_u32);
        let other = arc.clone();
        let thread = thread::spawn(move || drop(other));
        results.add(Arc::strong_count(&arc));
        thread.join().unwrap();
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [1, 2]);
}

/// The observation comes first in the execution, and the change after it.
#[test]
fn an_observation_is_judged_by_later_changes_too() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = Arc::new(0_u32);
        let (one, two) = (arc.clone(), arc.clone());
        let results = results.clone();
        let observer = thread::spawn(move || results.add(Arc::strong_count(&one)));
        let changer = thread::spawn(move || drop([two.clone(), two]));
        observer.join().unwrap();
        changer.join().unwrap();
    });
    // The load, and then the observer's drop, against one clone and two drops
    // that commute with each other but are in program order: 4 places.
    assert_eq!(count, 4);
    assert_eq!(seen.all(), [2, 3, 4]);
}

#[test]
fn an_ordered_observation_is_no_event() {
    let count = traces_and_events(|| {
        let arc = Arc::new(vec![1]);
        let threads = [1, 2, 3].map(|_| {
            let arc = arc.clone();
            thread::spawn(move || drop(arc))
        });
        join(threads);
        assert_eq!(Arc::strong_count(&arc), 1);
        assert_eq!(Arc::weak_count(&arc), 0);
        assert_eq!(Arc::try_unwrap(arc).unwrap(), [1]);
    });
    assert_eq!(count, (1, 0));
}

#[test]
fn try_unwrap_beside_a_drop_succeeds_in_one_of_two_traces() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = Arc::new(7);
        let other = arc.clone();
        let thread = thread::spawn(move || drop(other));
        results.add(Arc::try_unwrap(arc).map_err(drop));
        thread.join().unwrap();
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [Ok(7), Err(())]);
}

#[test]
fn into_inner_gives_the_value_to_exactly_one() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = Arc::new(7);
        let other = arc.clone();
        let thread = thread::spawn(move || Arc::into_inner(other));
        let mine = Arc::into_inner(arc);
        results.add((mine, thread.join().unwrap()));
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [(None, Some(7)), (Some(7), None)]);
}

#[test]
fn upgrade_beside_the_last_drop() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = Arc::new(7);
        let weak = Arc::downgrade(&arc);
        let thread = thread::spawn(move || drop(arc));
        results.add(weak.upgrade().map(|arc| *arc));
        thread.join().unwrap();
        assert_eq!(weak.upgrade(), None);
        assert_eq!((weak.strong_count(), weak.weak_count()), (0, 0));
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [None, Some(7)]);
}

#[test]
fn get_mut_beside_a_drop() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let mut arc = Arc::new(7);
        let other = arc.clone();
        let thread = thread::spawn(move || drop(other));
        results.add(Arc::get_mut(&mut arc).is_some());
        thread.join().unwrap();
        *Arc::get_mut(&mut arc).unwrap() += 1;
        assert_eq!(*arc, 8);
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), [false, true]);
}

/// Either thread can be the last, and it is the one that runs the destructor.
#[test]
fn a_destructor_that_can_be_seen_runs_in_either_thread() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = Arc::new(Tells(results.clone()));
        let other = arc.clone();
        let threads = [
            spawn_named("a", move || drop(arc)),
            spawn_named("b", move || drop(other)),
        ];
        join(threads);
    });
    assert_eq!(count, 2);
    assert_eq!(seen.all(), ["Some(\"a\")", "Some(\"b\")"]);
}

#[test]
fn a_destructor_that_does_an_operation_makes_drops_events() {
    let count = traces(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let arc = Arc::new(Stores(x.clone()));
        let other = arc.clone();
        let threads = [
            thread::spawn(move || drop(arc)),
            thread::spawn(move || drop(other)),
        ];
        join(threads);
        assert_eq!(x.load(SeqCst), 1);
    });
    assert_eq!(count, 2);
}

/// One store and one load, and nothing else, although the destructor does an
/// operation: who drops last is settled.
#[test]
fn a_last_drop_after_all_others_is_no_event() {
    let count = traces_and_events(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let arc = Arc::new(Stores(x.clone()));
        let threads = [1, 2, 3].map(|_| {
            let arc = arc.clone();
            thread::spawn(move || drop(arc))
        });
        join(threads);
        drop(arc);
        assert_eq!(x.load(SeqCst), 1);
    });
    assert_eq!(count, (1, 2));
}

struct Shared(UnsafeCell<u32>);
// SAFETY: the tests look for accesses that are unordered.
unsafe impl Sync for Shared {}
// SAFETY: as above.
unsafe impl Send for Shared {}

impl Shared {
    #[track_caller]
    fn add(&self) {
        // SAFETY: see `Sync`.
        self.0.with_mut(|value| unsafe { *value += 1 });
    }
}

struct AddsInDrop(Shared);

impl Drop for AddsInDrop {
    fn drop(&mut self) {
        self.0.add();
    }
}

/// Each thread uses its own cell of the two, and the destructor both.
#[test]
fn the_last_drop_happens_after_all_others() {
    struct Both(Shared, Shared);
    impl Drop for Both {
        fn drop(&mut self) {
            self.0.add();
            self.1.add();
        }
    }
    let count = traces(|| {
        let arc = Arc::new(Both(Shared(UnsafeCell::new(0)), Shared(UnsafeCell::new(0))));
        let other = arc.clone();
        let thread = thread::spawn(move || {
            other.0.add();
            drop(other);
        });
        arc.1.add();
        drop(arc);
        thread.join().unwrap();
    });
    assert_eq!(count, 2);
}

/// The drops order nothing but the destructor: which of them is the last is
/// chance, so what the threads do after them is not ordered by them.
#[test]
fn drops_do_not_hide_a_race_of_what_comes_after_them() {
    for first_drops in [false, true] {
        finding_of(FindingKind::DataRace, move || {
            let cell = std::sync::Arc::new(Shared(UnsafeCell::new(0)));
            let arc = Arc::new(vec![1]);
            let (other_cell, other) = (cell.clone(), arc.clone());
            let thread = thread::spawn(move || {
                if first_drops {
                    drop(other);
                    other_cell.add();
                } else {
                    other_cell.add();
                    drop(other);
                }
            });
            if first_drops {
                cell.add();
                drop(arc);
            } else {
                drop(arc);
                cell.add();
            }
            thread.join().unwrap();
        });
    }
}

/// The destructor is in a race with what one of the threads does after its
/// drop, if the other thread is the last.
#[test]
fn a_race_of_the_destructor_in_one_order_of_the_drops_is_found() {
    static CELL: Shared = Shared(UnsafeCell::new(0));
    struct Uses;
    impl Drop for Uses {
        fn drop(&mut self) {
            CELL.add();
        }
    }
    for main_uses_it in [false, true] {
        finding_of(FindingKind::DataRace, move || {
            let arc = Arc::new(Uses);
            let other = arc.clone();
            let thread = thread::spawn(move || {
                drop(other);
                if !main_uses_it {
                    CELL.add();
                }
            });
            drop(arc);
            if main_uses_it {
                CELL.add();
            }
            thread.join().unwrap();
        });
    }
}

#[test]
fn nested_arcs_are_dropped_by_the_last() {
    let count = traces_and_events(|| {
        let inner = Arc::new(AddsInDrop(Shared(UnsafeCell::new(0))));
        let outer = Arc::new(inner);
        let other = outer.clone();
        thread::spawn(move || drop(other)).join().unwrap();
        drop(outer);
    });
    assert_eq!(count, (1, 0));
}

/// Which thread drops the outer one last, and so changes the count of the inner
/// one, is chance; only one of the two has been joined.
#[test]
fn a_nested_count_is_changed_by_whoever_drops_the_outer_one_last() {
    for joined in [0, 1] {
        let seen = Seen::new();
        let results = seen.clone();
        traces(move || {
            let inner = Arc::new(7);
            let outer = Arc::new([inner.clone()]);
            let mut threads = vec![outer.clone(), outer]
                .into_iter()
                .map(|outer| thread::spawn(move || drop(outer)))
                .collect::<Vec<_>>();
            threads.remove(joined).join().unwrap();
            results.add(Arc::strong_count(&inner));
            join(threads);
        });
        assert_eq!(seen.all(), [1, 2], "joined {joined}");
    }
}

#[test]
fn an_unsized_arc_shares_its_counts_with_a_sized_one() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = std::sync::Arc::new(7_u32);
        let unsized_arc: Arc<dyn Any + Send + Sync> = Arc::from_std(arc.clone());
        let arc = Arc::from_std(arc);
        let thread = thread::spawn(move || drop(arc));
        results.add(Arc::strong_count(&unsized_arc));
        thread.join().unwrap();
        assert_eq!(*unsized_arc.downcast::<u32>().unwrap(), 7);
    });
    assert_eq!(seen.all(), [1, 2]);
    // The drop of an unknown type may run a destructor, so it is told apart
    // from the other drop; but that one was joined.
    assert_eq!(count, 2);

    let seen = Seen::new();
    let results = seen.clone();
    let count = traces(move || {
        let arc = std::sync::Arc::new(7_u32);
        let unsized_arc: Arc<dyn Any + Send + Sync> = Arc::from_std(arc.clone());
        let arc = Arc::from_std(arc);
        let thread = thread::spawn(move || drop(unsized_arc));
        results.add(Arc::strong_count(&arc));
        thread.join().unwrap();
    });
    assert_eq!(seen.all(), [1, 2]);
    assert_eq!(count, 2);
}

#[test]
fn as_in_std() {
    fn check() {
        let mut arc = Arc::new(String::from("a"));
        Arc::make_mut(&mut arc).push('b');
        let other = arc.clone();
        Arc::make_mut(&mut arc).push('c');
        assert_eq!((arc.as_str(), other.as_str()), ("abc", "ab"));
        assert!(!Arc::ptr_eq(&arc, &other));
        let weak = Arc::downgrade(&arc);
        assert_eq!(Arc::weak_count(&arc), 1);
        assert_eq!(Arc::get_mut(&mut arc), None);
        Arc::make_mut(&mut arc).push('d');
        assert!(weak.upgrade().is_none(), "moved away from the weak one");
        assert_eq!(Arc::unwrap_or_clone(arc.clone()), "abcd");
        assert_eq!(Arc::try_unwrap(arc), Ok(String::from("abcd")));

        let raw = Arc::into_raw(Arc::new(5));
        // SAFETY: the pointer is from `into_raw`; one reference is added and
        // dropped, and the first is given back.
        let arc = unsafe {
            Arc::increment_strong_count(raw);
            assert_eq!(*raw, 5);
            Arc::decrement_strong_count(raw);
            Arc::from_raw(raw)
        };
        assert_eq!(Arc::strong_count(&arc), 1);
        assert_eq!(Arc::as_ptr(&arc), raw);
        assert_eq!(format!("{arc} {arc:?}"), "5 5");
        assert_eq!(format!("{arc:p}"), format!("{raw:p}"));
        assert!(arc < Arc::new(6) && arc == Arc::from(5));

        struct Cyclic(Weak<Cyclic>, u32);
        let cyclic = Arc::new_cyclic(|weak| {
            assert!(weak.upgrade().is_none());
            Cyclic(weak.clone(), 3)
        });
        assert_eq!(cyclic.0.upgrade().unwrap().1, 3);
        assert!(Weak::<u32>::new().upgrade().is_none());
        assert_eq!(Weak::<[u8; 64]>::default().clone().weak_count(), 0);

        assert_eq!(&*Arc::<str>::from("abc"), "abc");
        assert_eq!(&*Arc::<str>::from(String::from("abc")), "abc");
        assert_eq!(&*Arc::<[u8]>::from(vec![1, 2]), [1, 2]);
        assert_eq!(&*Arc::<[u8]>::from(&[1, 2][..]), [1, 2]);
        assert_eq!(&*(1..3).collect::<Arc<[u8]>>(), [1, 2]);
        let boxed: Box<dyn Fn() -> u32 + Send + Sync> = Box::new(|| 4);
        let arc: Arc<dyn Fn() -> u32 + Send + Sync> = Arc::from(boxed);
        assert_eq!(arc(), 4);
        assert_eq!(*Arc::pin(3), 3);
        assert_eq!(*Arc::<u32>::default(), 0);
    }
    check();
    assert_eq!(traces_and_events(check), (1, 0));
}

#[test]
fn an_arc_made_outside_can_be_used_inside() {
    let outside = Arc::new(AtomicUsize::new(3));
    let inside = outside.clone();
    let count = traces(move || {
        let other = inside.clone();
        let thread = thread::spawn(move || ignore(other.fetch_add(1, SeqCst)));
        inside.fetch_add(1, SeqCst);
        thread.join().unwrap();
        assert_eq!(inside.load(SeqCst), 5);
    });
    assert_eq!(count, 2);
    assert_eq!(Arc::strong_count(&outside), 1);
}

/// A count that changes while a thread unwinds cannot be scheduled: if others
/// look at it and the thread goes on, the check says that it cannot be done,
/// and not that all is well.
#[test]
fn a_count_that_others_look_at_must_not_change_in_a_caught_panic() {
    use std::panic::{AssertUnwindSafe, catch_unwind};
    let looks = |at: bool| {
        move || {
            let arc = Arc::new(1);
            let other = arc.clone();
            let thread = thread::spawn(move || {
                let caught = catch_unwind(AssertUnwindSafe(move || {
                    let _other = other;
                    panic!("on purpose");
                }));
                assert!(caught.is_err());
            });
            if at {
                let count = Arc::strong_count(&arc);
                assert!(count == 1 || count == 2);
            }
            thread.join().unwrap();
        }
    };
    let report = Checker::new().check(looks(true));
    assert!(
        report.to_string().contains("cannot be explored"),
        "{report}"
    );
    let report = Checker::new().check(looks(false));
    assert!(report.is_verified(), "{report}");
}
