//! Hand-made sequences, one for each rule of synchronisation.

use super::{ObjectId, Ordering, ProcessId};
use std::panic::Location;

type Place = &'static Location<'static>;
type Conflict = super::Conflict<Place>;
type Races = super::Races<Place>;

use Ordering::{AcqRel, Acquire, Relaxed, Release, SeqCst};

const MAIN: ProcessId = ProcessId::ROOT;
const P: ProcessId = ProcessId(1);
const Q: ProcessId = ProcessId(2);
const R: ProcessId = ProcessId(3);
/// The data, the flag, a mutex and a count.
const D: ObjectId = ObjectId(0);
const F: ObjectId = ObjectId(1);
const M: ObjectId = ObjectId(2);
const C: ObjectId = ObjectId(3);

#[track_caller]
fn here() -> Place {
    Location::caller()
}

fn ignore(_: Option<Conflict>) {}

/// Processes P, Q and R, spawned by MAIN.
fn spawned() -> Races {
    let mut races = Races::new();
    for child in [P, Q, R] {
        races.spawn(MAIN, child);
    }
    races
}

/// P writes the data and then the flag; Q reads the flag, then the data.
fn message_passing(write: Ordering, read: Ordering) -> Option<Conflict> {
    let mut races = spawned();
    assert_eq!(races.cell_write(P, D, here()), None);
    races.store(P, F, write, here());
    races.load(Q, F, read);
    races.cell_read(Q, D, here())
}

#[test]
fn message_passing_needs_both_release_and_acquire() {
    assert_eq!(message_passing(Release, Acquire), None);
    assert_eq!(message_passing(SeqCst, SeqCst), None);
    for (write, read) in [(Relaxed, Acquire), (Release, Relaxed), (Relaxed, Relaxed)] {
        let conflict = message_passing(write, read).expect("a race");
        assert_eq!((conflict.process, conflict.write), (P, true));
    }
}

#[test]
fn an_access_after_the_release_is_not_covered_by_it() {
    let mut races = spawned();
    races.store(P, F, Release, here());
    races.cell_write(P, D, here());
    races.load(Q, F, Acquire);
    assert!(races.cell_read(Q, D, here()).is_some());
}

#[test]
fn a_buffered_store_releases_what_came_before_it_once_it_is_carried_out() {
    let after = |write: Ordering, flushed: bool| {
        let mut races = spawned();
        races.cell_write(P, D, here());
        let (conflict, clock) = races.store_later(P, F, write, here());
        assert_eq!(conflict, None);
        races.cell_write(P, C, here());
        if flushed {
            races.flushed(F, &clock);
        }
        races.load(Q, F, Acquire);
        let (data, late) = (races.cell_read(Q, D, here()), races.cell_read(Q, C, here()));
        (data.is_some(), late.is_some())
    };
    assert_eq!(after(Release, true), (false, true));
    assert_eq!(after(Release, false), (true, true));
    assert_eq!(after(Relaxed, true), (true, true));
}

#[test]
fn a_buffered_store_ends_a_release_sequence() {
    let mut races = spawned();
    races.cell_write(P, D, here());
    races.store(P, F, Release, here());
    let (_, clock) = races.store_later(R, F, Relaxed, here());
    races.flushed(F, &clock);
    races.load(Q, F, Acquire);
    assert!(races.cell_read(Q, D, here()).is_some());
}

#[test]
fn a_read_modify_write_continues_a_release_sequence_and_a_store_ends_it() {
    let after = |middle: fn(&mut Races)| {
        let mut races = spawned();
        races.cell_write(P, D, here());
        races.store(P, F, Release, here());
        middle(&mut races);
        races.load(R, F, Acquire);
        races.cell_read(R, D, here())
    };
    assert_eq!(
        after(|races| ignore(races.rmw(Q, F, Relaxed, here()))),
        None
    );
    assert_eq!(
        after(|races| ignore(races.rmw(P, F, Relaxed, here()))),
        None
    );
    assert!(after(|races| ignore(races.store(Q, F, Relaxed, here()))).is_some());
    assert!(after(|races| ignore(races.store(Q, F, Release, here()))).is_some());
    assert!(after(|races| ignore(races.store(P, F, Relaxed, here()))).is_some());
}

#[test]
fn read_modify_writes_gather_what_all_of_them_released() {
    let mut races = spawned();
    let e = ObjectId(7);
    races.cell_write(P, D, here());
    races.rmw(P, F, Release, here());
    races.cell_write(Q, e, here());
    races.rmw(Q, F, Release, here());
    races.load(R, F, Acquire);
    assert_eq!(races.cell_read(R, D, here()), None);
    assert_eq!(races.cell_read(R, e, here()), None);
    // Q released only, so it has not seen what P did.
    assert!(races.cell_write(Q, D, here()).is_some());
}

#[test]
fn an_acquire_release_read_modify_write_does_both() {
    let mut races = spawned();
    races.cell_write(P, D, here());
    races.rmw(P, F, AcqRel, here());
    races.rmw(Q, F, AcqRel, here());
    assert_eq!(races.cell_write(Q, D, here()), None);
}

#[test]
fn fences_on_either_side() {
    let mut races = spawned();
    races.cell_write(P, D, here());
    races.fence(P, Release);
    races.store(P, F, Relaxed, here());
    races.load(Q, F, Relaxed);
    races.fence(Q, Acquire);
    assert_eq!(races.cell_read(Q, D, here()), None);

    let mut races = spawned();
    races.cell_write(P, D, here());
    races.fence(P, SeqCst);
    races.rmw(P, F, Relaxed, here());
    races.load(Q, F, Acquire);
    assert_eq!(races.cell_read(Q, D, here()), None);
}

#[test]
fn fences_in_the_wrong_place() {
    let mut races = spawned();
    races.fence(P, Release);
    races.cell_write(P, D, here());
    races.store(P, F, Relaxed, here());
    races.load(Q, F, Acquire);
    assert!(races.cell_read(Q, D, here()).is_some(), "fence too early");

    let mut races = spawned();
    races.cell_write(P, D, here());
    races.store(P, F, Release, here());
    races.fence(Q, Acquire);
    races.load(Q, F, Relaxed);
    assert!(races.cell_read(Q, D, here()).is_some(), "fence too early");
}

#[test]
fn a_mutex_orders_its_critical_sections() {
    let mut races = spawned();
    for p in [P, Q, R] {
        races.acquire(p, M);
        assert_eq!(races.cell_write(p, D, here()), None);
        races.release(p, M);
    }
    assert!(races.cell_write(P, D, here()).is_some());
}

#[test]
fn spawn_and_join_order() {
    let mut races = Races::new();
    races.cell_write(MAIN, D, here());
    races.spawn(MAIN, P);
    assert_eq!(races.cell_write(P, D, here()), None);
    races.join(MAIN, P);
    assert_eq!(races.cell_write(MAIN, D, here()), None);

    races.spawn(MAIN, Q);
    races.cell_write(MAIN, D, here());
    assert!(races.cell_read(Q, D, here()).is_some());
}

#[test]
fn a_write_races_with_a_read_that_a_later_read_does_not_cover() {
    let mut races = spawned();
    assert_eq!(races.cell_read(P, D, here()), None);
    assert_eq!(races.cell_read(Q, D, here()), None);
    races.store(Q, F, Release, here());
    races.load(R, F, Acquire);
    let conflict = races.cell_write(R, D, here()).expect("a race");
    assert_eq!((conflict.process, conflict.write), (P, false));
}

#[test]
fn reads_do_not_race_and_a_race_is_told_once() {
    let mut races = spawned();
    for p in [P, Q, R, P] {
        assert_eq!(races.cell_read(p, D, here()), None);
    }
    assert!(races.cell_write(P, D, here()).is_some());
    assert_eq!(races.cell_write(Q, D, here()), None);
    races.reset();
    races.cell_write(P, D, here());
    assert!(races.cell_write(Q, D, here()).is_some());
}

#[test]
fn accesses_that_last_overlap_if_one_of_them_writes() {
    let overlap = |first: bool, second: bool, ends: bool| {
        let mut races = spawned();
        assert_eq!(races.cell_begin(P, D, first, here()), None);
        if ends {
            races.cell_end(P, D, first);
        }
        races.cell_begin(P, D, second, here())
    };
    for (first, second) in [(false, true), (true, false), (true, true)] {
        let conflict = overlap(first, second, false).expect("an overlap");
        assert_eq!((conflict.process, conflict.write), (P, first));
        assert_eq!(overlap(first, second, true), None);
    }
    assert_eq!(overlap(false, false, false), None);
    // Of two reads that last, one ends.
    let mut races = spawned();
    assert_eq!(races.cell_begin(P, D, false, here()), None);
    assert_eq!(races.cell_begin(Q, D, false, here()), None);
    races.cell_end(P, D, false);
    let conflict = races.cell_begin(R, D, true, here()).expect("an overlap");
    assert_eq!(conflict.process, Q);
}

#[test]
fn what_lasts_until_an_operation_is_covered_by_what_that_releases() {
    // P begins an access, sets the flag, does something else, and ends the access.
    let after = |writes: bool, between: fn(&mut Races)| {
        let mut races = spawned();
        match writes {
            true => assert_eq!(races.cell_write(P, D, here()), None),
            false => assert_eq!(races.cell_read(P, D, here()), None),
        }
        races.store(P, F, Release, here());
        between(&mut races);
        assert_eq!(races.cell_lasted(P, D, writes, here()), None);
        races.load(Q, F, Acquire);
        races.cell_write(Q, D, here())
    };
    for writes in [false, true] {
        assert_eq!(after(writes, |_| ()), None);
        // Operations after the flag, that release or not.
        let others: [fn(&mut Races); 6] = [
            |races| races.load(P, C, Relaxed),
            |races| races.load(P, C, Acquire),
            |races| ignore(races.store(P, C, Relaxed, here())),
            |races| ignore(races.rmw(P, C, AcqRel, here())),
            |races| races.acquire(P, M),
            |races| races.fence(P, Release),
        ];
        for other in others {
            assert!(after(writes, other).is_some());
        }
    }
    // A use that is told counts where it is.
    assert!(after(false, |races| ignore(races.cell_read(P, D, here()))).is_some());
    assert!(after(true, |races| ignore(races.cell_write(P, D, here()))).is_some());
}

#[test]
fn an_atomic_write_conflicts_with_a_read_that_is_not_atomic() {
    let mut races = spawned();
    assert_eq!(races.store(P, F, Relaxed, here()), None);
    assert_eq!(races.store(Q, F, Relaxed, here()), None, "both are atomic");
    races.join(MAIN, Q);
    let conflict = races.cell_read(MAIN, F, here()).expect("a race");
    assert_eq!((conflict.process, conflict.write), (P, true));

    races.reset();
    races.cell_read(P, F, here());
    assert!(races.store(Q, F, Relaxed, here()).is_some());
}

#[test]
fn the_place_of_the_earlier_access_is_kept() {
    let mut races = spawned();
    let place = here();
    races.cell_write(P, D, place);
    let conflict = races.cell_write(Q, D, here()).expect("a race");
    assert_eq!(conflict.place, place);
    assert_ne!(place.line(), here().line());
}

#[test]
fn counts_conflict_when_a_change_and_an_observation_are_unordered() {
    let mut races = spawned();
    assert!(races.count_change(P, C));
    assert!(races.count_change(Q, C), "changes commute");
    assert!(!races.count_observed(MAIN, C));
    races.reset();

    for child in [P, Q] {
        races.spawn(MAIN, child);
        races.count_change(child, C);
        races.join(MAIN, child);
    }
    assert!(races.count_observed(MAIN, C), "all were joined");
    races.spawn(MAIN, R);
    assert!(races.count_change(R, C), "after the observation");
    assert!(races.count_observed(MAIN, ObjectId(9)), "another count");
    assert!(!races.count_change(Q, ObjectId(9)));
}

#[test]
fn the_last_drop_happens_after_all_others() {
    let mut races = spawned();
    races.cell_write(P, D, here());
    races.count_release(P, C);
    races.count_release(Q, C);
    races.count_acquire(Q, C);
    assert_eq!(races.cell_write(Q, D, here()), None);
}

/// The same, with a message for each write.
fn keeping() -> Races {
    let mut races = Races::new();
    races.keep_writes();
    for child in [P, Q, R] {
        races.spawn(MAIN, child);
    }
    races
}

#[test]
fn a_read_takes_what_the_write_that_was_recalled_has_released() {
    let after = |write: u32, read: Ordering| {
        let mut races = keeping();
        races.cell_write(P, D, here());
        races.store(P, F, Relaxed, here());
        races.store(P, F, Release, here());
        races.store(R, F, Release, here());
        races.recall(F, write);
        races.load(Q, F, read);
        races.cell_read(Q, D, here()).is_some()
    };
    let races = [0, 1, 2, 3].map(|write| after(write, Acquire));
    assert_eq!(races, [true, true, false, true]);
    assert!(after(2, Relaxed));
}

#[test]
fn a_read_modify_write_continues_the_release_sequence_that_was_recalled() {
    // The writes of F: 1 by P, with a release; 2 by R; 3 updates one of them.
    let after = |from: u32, to: u32| {
        let mut races = keeping();
        races.cell_write(P, D, here());
        races.store(P, F, Release, here());
        races.store(R, F, Relaxed, here());
        races.recall(F, from);
        races.rmw(R, F, Relaxed, here());
        races.recall(F, to);
        races.load(Q, F, Acquire);
        races.cell_read(Q, D, here()).is_some()
    };
    assert!(!after(1, 3), "the update of the release");
    assert!(!after(1, 1), "the release itself");
    assert!(after(1, 2), "a store between them");
    assert!(after(2, 3), "the update of that store");
    assert!(after(0, 3), "the update of what was there first");
}

#[test]
fn an_update_releases_its_own_and_what_it_continues() {
    let mut races = keeping();
    let e = ObjectId(7);
    races.cell_write(P, D, here());
    races.store(P, F, Release, here());
    races.cell_write(R, e, here());
    races.recall(F, 1);
    races.rmw(R, F, Release, here());
    races.recall(F, 2);
    races.load(Q, F, Acquire);
    assert_eq!(races.cell_read(Q, D, here()), None);
    assert_eq!(races.cell_read(Q, e, here()), None);
    // R has not acquired.
    assert!(races.cell_read(R, D, here()).is_some());
}

#[test]
fn fences_and_writes_that_are_recalled() {
    let after = |write: u32, fences: bool| {
        let mut races = keeping();
        races.cell_write(P, D, here());
        races.store(P, F, Relaxed, here());
        races.fence(P, Release);
        races.store(P, F, Relaxed, here());
        races.recall(F, write);
        races.load(Q, F, Relaxed);
        if fences {
            races.fence(Q, Acquire);
        }
        races.cell_read(Q, D, here()).is_some()
    };
    assert!(after(1, true), "the store before the fence");
    assert!(!after(2, true), "the store after the fence");
    assert!(after(2, false), "without the other fence");
    // An update of another thread's store, after a release fence: both are released.
    let mut races = keeping();
    let e = ObjectId(7);
    races.cell_write(P, D, here());
    races.store(P, F, Release, here());
    races.cell_write(R, e, here());
    races.fence(R, Release);
    races.recall(F, 1);
    races.rmw(R, F, Relaxed, here());
    races.recall(F, 2);
    races.load(Q, F, Relaxed);
    races.fence(Q, Acquire);
    assert_eq!(races.cell_read(Q, D, here()), None);
    assert_eq!(races.cell_read(Q, e, here()), None);
}

#[test]
fn a_write_that_is_not_atomic_counts_and_releases_nothing() {
    let mut races = keeping();
    races.cell_write(P, D, here());
    races.fence(P, Release);
    races.plain_write(P, F);
    races.store(P, F, Release, here());
    races.recall(F, 1);
    races.load(Q, F, Acquire);
    assert!(races.cell_read(Q, D, here()).is_some());
    let mut races = keeping();
    races.cell_write(P, D, here());
    races.plain_write(P, F);
    races.store(P, F, Release, here());
    races.recall(F, 2);
    races.load(Q, F, Acquire);
    assert_eq!(races.cell_read(Q, D, here()), None);
}

#[test]
fn locks_have_no_writes() {
    let mut races = keeping();
    for p in [P, Q, R] {
        races.acquire(p, M);
        assert_eq!(races.cell_write(p, D, here()), None);
        races.release(p, M);
    }
    assert!(races.cell_write(P, D, here()).is_some());
}

#[test]
fn going_back_forgets_later_writes() {
    let mut races = keeping();
    races.begin_log();
    races.cell_write(P, D, here());
    races.store(P, F, Release, here());
    let point = races.point();
    races.recall(F, 1);
    races.rmw(R, F, Relaxed, here());
    races.store(R, F, Relaxed, here());
    races.go_back(point);
    races.store(R, F, Relaxed, here());
    let point = races.point();
    for (write, is_race) in [(1, false), (2, true)] {
        races.recall(F, write);
        races.load(Q, F, Acquire);
        assert_eq!(races.cell_read(Q, D, here()).is_some(), is_race);
        races.go_back(point);
    }
    assert!(races.is_written_before(P, F));
    assert!(!races.is_written_before(Q, F));
    // Another execution has none of them.
    races.reset();
    assert!(!races.is_written_before(P, F));
    races.recall(F, 0);
    races.load(Q, F, Acquire);
}

/// P makes something at that offset when it has allocated so much, and stores its address; Q loads
/// it and uses the thing.
fn is_unmade(offset: u64, store: Ordering, load: Ordering) -> bool {
    let mut races = spawned();
    races.allocated(P, 100);
    races.fence(P, Release);
    races.allocated(P, 100);
    races.release(P, M);
    races.allocated(P, 200);
    races.store(P, F, store, here());
    races.allocated(P, 300);
    races.load(Q, F, load);
    assert!(!races.is_unmade(P, D, P, offset));
    races.is_unmade(Q, D, P, offset)
}

#[test]
fn what_is_made_is_ordered_by_what_its_maker_releases() {
    for offset in [0, 99, 100, 199] {
        assert!(!is_unmade(offset, Release, Acquire), "{offset}");
        assert!(is_unmade(offset, Release, Relaxed), "{offset}");
    }
    // A fence covers what was there.
    for (offset, expected) in [(0, false), (99, false), (100, true), (199, true)] {
        assert_eq!(is_unmade(offset, Relaxed, Acquire), expected, "{offset}");
    }
    // It was made after the store.
    for offset in [200, 299] {
        assert!(is_unmade(offset, Release, Acquire), "{offset}");
    }
}

#[test]
fn what_is_made_is_ordered_by_spawn_and_join() {
    let mut races = spawned();
    // MAIN has made it after it spawned P.
    races.allocated(MAIN, 100);
    assert!(races.is_unmade(P, D, MAIN, 50));
    // Once is enough.
    assert!(!races.is_unmade(P, D, MAIN, 50));
    races.spawn(MAIN, ProcessId(4));
    assert!(!races.is_unmade(ProcessId(4), F, MAIN, 50));
    races.allocated(P, 10);
    assert!(races.is_unmade(MAIN, M, P, 5));
    races.join(MAIN, P);
    assert!(!races.is_unmade(MAIN, C, P, 5));
}

#[test]
fn memory_ends_after_its_last_use() {
    let freed = |say: Ordering, see: Ordering| {
        let mut races = spawned();
        races.cell_read(P, D, here());
        races.store(P, F, say, here());
        races.load(Q, F, see);
        races.freed(Q, D, None, false).is_some()
    };
    assert!(!freed(Release, Acquire));
    assert!(freed(Relaxed, Acquire));
    assert!(freed(Release, Relaxed));
    // What is counted ends after all have dropped theirs.
    let mut races = spawned();
    races.cell_read(P, D, here());
    races.count_ended(P, C);
    assert_eq!(races.freed(Q, D, Some(C), false), None);
    assert!(races.freed(Q, D, None, false).is_some());
    // Atomic accesses count if asked for.
    let mut races = spawned();
    races.atomic_read(P, D, here());
    assert_eq!(races.freed(Q, D, None, false), None);
    assert!(races.freed(Q, D, None, true).is_some());
}
