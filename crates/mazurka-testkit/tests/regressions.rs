//! Programs that some version of an explorer, possibly one broken on purpose,
//! got wrong; shrunk. Each was printed by `mazurka-oracle` and pasted here, with
//! its number of traces counted by hand where that is feasible (up to 13).

use mazurka_explore::Algorithm;
use mazurka_testkit::campaign::MAX_EXECUTIONS;
use mazurka_testkit::compare::{Judged, check};

/// All explorers do as they should on the program, which has so many traces.
fn kept(text: &str, traces: usize) {
    let program = text.parse().expect("a program");
    match check(&program, &Algorithm::TRACES, &[], MAX_EXECUTIONS) {
        Judged::Agreed(judgement, _) => assert_eq!(judgement.classes.len(), traces),
        Judged::Skipped => panic!("a kept program is small"),
        Judged::Disagreed(disagreement) => panic!("{disagreement}"),
    }
}

/// Optimal lost a trace when it looked only at races whose second event was new
/// in the execution: `notdep` of an old pair can contain new events.
#[test]
fn races_between_replayed_events_count_again() {
    kept(
        "root 0
            r0 = x0
        root 1
            x0 = 0
        root 2
            x1 = 1
        root 3
            x1 = 0
            r0 = x1
            if r0 == 0
                r0 = x0
            end",
        10,
    );
    kept(
        "root 0
            x0 = 0
        root 1
            r0 = x0
        root 2
            x1 = 1
            x1 = 0
        root 3
            r0 = x1
            assert r0 != 0
            r0 = x0",
        8,
    );
    kept(
        "root 0
            spawn 2
            r0 = x0
            spawn 2
            x1 = 0
        root 1
            r0 = x0
        body 2
            spawn 3
            x1 += 0
            x1 += 0
        body 3
            x0 = 0",
        81,
    );
}

/// Sleeping processes are looked for among the *weak* initials of `v`: also
/// those that `v` does not contain.
#[test]
fn sleeping_processes_that_v_does_not_contain_can_cover_it() {
    kept(
        "root 0
            r0 = x1
        root 1
            x0 += 1
        root 2
            r1 = x0
            if r1 == 0
                x1 = 0
            end",
        3,
    );
}

/// A sleeping process covers `v` only if it can come first, and only one race
/// filtered by another may be left out.
#[test]
fn a_process_that_comes_later_in_v_covers_nothing() {
    kept(
        "root 0
            x0 = 0
        root 1
            r0 = x0
        root 2
            r0 = x0",
        4,
    );
}

/// Insertion into a wakeup tree ends at a leaf, not at every child.
#[test]
fn a_child_with_children_is_no_leaf() {
    kept(
        "root 0
            spawn 3
            spawn 2
            spawn 1
            join 1
            r0 = x2
        body 1
            x0 = 0
        body 2
            x2 = 0
        body 3
            r0 = x2",
        4,
    );
}

/// Insertion steps into a child that `v` does not contain, if it is independent.
#[test]
fn insertion_steps_into_independent_children() {
    kept(
        "root 0
            x1 = 0
        root 1
            r0 = x0
        root 2
            x0 = 0
        root 3
            x1 = 0",
        4,
    );
}

/// `notdep(e, E)` ranges over the whole execution, also past `e'`.
#[test]
fn notdep_goes_to_the_end_of_the_execution() {
    kept(
        "root 0
            r0 = x1
        root 1
            x0 = 0
            x0 = 0
        root 2
            r0 = x2
            x1 += 0
        root 3
            r0 = x0
            x2 += 0",
        12,
    );
}

/// An unlock and the lock that waited for it are not reversible.
#[test]
fn an_unlock_and_the_next_lock_are_not_reversible() {
    kept(
        "root 0
            lock m0
        root 1
            lock m0
            unlock m0",
        2,
    );
}

/// A compare-exchange that failed may succeed when its race is reversed.
#[test]
fn a_reversed_compare_exchange_changes_its_access() {
    kept(
        "root 0
            x0 = 1
        root 1
            r0 = x0
        root 2
            r0 = x0
        root 3
            r0 = cas x0 1 0",
        13,
    );
}

/// A lock that is blocked at the end of the execution is in a race.
#[test]
fn locks_that_are_blocked_at_the_end_are_reversed() {
    kept(
        "root 0
            lock m0
        root 1
            lock m0",
        2,
    );
}

/// Two locks are reversed although an unlock lies between them.
#[test]
fn locks_are_reversed_across_unlocks() {
    kept(
        "root 0
            lock m0
            unlock m0
        root 1
            lock m0",
        2,
    );
}

/// A process of the backtrack set must be an initial of `v`, not just occur.
#[test]
fn only_initials_in_the_backtrack_set_count() {
    kept(
        "root 0
            x1 += 0
        root 1
            r0 = x0
            r0 = x1
        root 2
            r0 = x1",
        4,
    );
}

/// A process that joins cannot stand for those that it waits for.
#[test]
fn what_is_added_to_the_backtrack_set_is_an_initial() {
    kept(
        "root 0
            spawn 2
            join 2
            lock m0
        root 1
            lock m0
        body 2
            r0 = x0",
        2,
    );
}

/// A child comes after what its parent has joined, though the parent has made
/// no event of its own.
#[test]
fn a_child_inherits_what_its_parent_has_joined() {
    kept(
        "root 0
            spawn 2
            join 2
            spawn 1
        body 1
            r0 = x0
        body 2
            r0 = x0",
        1,
    );
}

/// An `await` that writes is in a race with those who only read what it writes.
#[test]
fn an_await_is_in_a_race_with_reads_of_what_it_writes() {
    kept(
        "channel h0 senders 1 capacity 1
        root 0
            r0 = try-recv h0
        root 1
            send h0 0",
        2,
    );
}

/// Who only reads what a receive changes has not made it possible.
#[test]
fn a_receive_is_in_a_race_with_a_send_that_found_no_room() {
    kept(
        "channel h0 senders 1 capacity 1
        root 0
            send h0 1
            r0 = try-send h0 2
        root 1
            r0 = recv h0",
        2,
    );
}

/// Whether a receive that does not wait depends on the drop of a sender must not
/// depend on a message: it does, also when it finds one (Definition 3.2 (7)).
#[test]
fn what_a_receive_depends_on_is_not_changed_by_what_is_independent() {
    kept(
        "channel h0 senders 2
        root 0
            r0 = try-recv h0
        root 1
            x0 = 0
            send h0 0
        root 2
            close h0",
        4,
    );
}

/// An `await` that reads the store of its own process depends on nothing before
/// it, also where a sequence has the flush of that store.
#[test]
fn what_reads_its_own_store_comes_after_nothing() {
    kept(
        "model tso
        root 0
            x0 = 1
        root 1
            x1 = 0
            await x0 != 1 x1 == 0
        root 2
            await x0 == 1 then x1 = 0",
        4,
    );
}
