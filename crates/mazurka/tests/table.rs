//! Tables: traces, what each operation does, planted bugs.

mod explored;

use explored::{Seen, buggy, join, outcomes, traces, verified};
use mazurka::actor::Table;
use mazurka::sync::Arc;
use mazurka::{Checker, FindingKind, thread};

/// Keys are locations of their own.
#[test]
fn different_keys_are_independent() {
    let count = verified(|| {
        let table = Table::new();
        let threads = ["a", "b", "c"].map(|key| {
            let table = table.clone();
            thread::spawn(move || {
                table.insert(key, 1);
                assert_eq!(table.lookup(&key), Some(1));
            })
        });
        join(threads);
        assert_eq!(table.lookup(&"d"), None);
    });
    assert_eq!(count, 1);
}

#[test]
fn lookups_of_one_key_are_independent() {
    let count = verified(|| {
        let table = Table::new();
        table.insert(1, "one");
        let threads = [0, 1].map(|_| {
            let table = table.clone();
            thread::spawn(move || assert_eq!(table.lookup(&1), Some("one")))
        });
        join(threads);
    });
    assert_eq!(count, 1);
}

/// Inserts under one key come in every order.
#[test]
fn n_inserts_have_n_factorial_traces() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = traces(move || {
        let table = Table::new();
        let threads = [1, 2, 3].map(|n| {
            let table = table.clone();
            thread::spawn(move || table.insert("key", n))
        });
        join(threads);
        seen.add(table.lookup(&"key").unwrap());
    });
    assert_eq!(all.all(), [1, 2, 3]);
    assert_eq!(count, 6);
}

/// One succeeds, the others only read that it did: their order does not matter.
#[test]
fn insert_new_succeeds_once() {
    for (n, expected) in [(1, 1), (2, 2), (3, 3), (4, 4)] {
        let count = traces(move || {
            let table = Table::new();
            let threads: Vec<_> = (0..n)
                .map(|i| {
                    let table = table.clone();
                    thread::spawn(move || table.insert_new("owner", i))
                })
                .collect();
            let results: Vec<bool> = threads.into_iter().map(|t| t.join().unwrap()).collect();
            assert_eq!(results.iter().filter(|new| **new).count(), 1);
            let owner = table.lookup(&"owner").unwrap();
            assert!(results[owner]);
        });
        assert_eq!(count, expected, "{n} threads");
    }
}

#[test]
fn a_deleted_key_is_free() {
    let seen = outcomes(|seen| {
        let table = Table::new();
        table.insert("key", 1);
        let theirs = table.clone();
        let other = thread::spawn(move || theirs.delete(&"key"));
        let new = table.insert_new("key", 2);
        other.join().unwrap();
        seen.add((new, table.lookup(&"key")));
    });
    // The delete comes last, and finds the first value; or first.
    assert_eq!(seen, [(false, None), (true, Some(2))]);
}

#[test]
fn counters_count() {
    let seen = Seen::new();
    let all = seen.clone();
    let count = verified(move || {
        let table = Table::new();
        assert_eq!(table.update_counter(&"hits", 1), None);
        table.insert("hits", 0);
        let threads = [1, 10].map(|n| {
            let table = table.clone();
            thread::spawn(move || table.update_counter(&"hits", n).unwrap())
        });
        let [a, b] = threads.map(|thread| thread.join().unwrap());
        assert_eq!(table.lookup(&"hits"), Some(11));
        seen.add((a, b));
    });
    assert_eq!(all.all(), [(1, 11), (11, 10)]);
    assert_eq!(count, 2);
}

/// To look up and then insert is not to update.
#[test]
fn a_lost_update() {
    buggy(FindingKind::Panic, || {
        let table = Table::new();
        table.insert("hits", 0);
        let threads = [0, 1].map(|_| {
            let table = table.clone();
            thread::spawn(move || {
                let hits = table.lookup(&"hits").unwrap();
                table.insert("hits", hits + 1);
            })
        });
        join(threads);
        assert_eq!(table.lookup(&"hits"), Some(2));
    });
}

/// To look whether a key is free and then insert is not `insert_new`.
#[test]
fn a_name_given_twice() {
    let claim = |careful: bool| {
        move || {
            let table = Table::new();
            let threads = [0, 1].map(|i| {
                let table = table.clone();
                thread::spawn(move || {
                    if careful {
                        return table.insert_new("owner", i);
                    }
                    let free = table.lookup(&"owner").is_none();
                    if free {
                        table.insert("owner", i);
                    }
                    free
                })
            });
            let owners = threads.map(|thread| thread.join().unwrap());
            assert_ne!(owners, [true, true]);
        }
    };
    verified(claim(true));
    buggy(FindingKind::Panic, claim(false));
}

/// A loop that waits for another value of a key that has one all the time.
#[test]
fn a_loop_that_waits_for_a_value() {
    verified(|| {
        let table = Table::new();
        table.insert("state", 0);
        let theirs = table.clone();
        thread::spawn(move || {
            theirs.insert("state", 1);
            theirs.insert("state", 2);
        });
        while table.lookup(&"state") != Some(2) {
            mazurka::hint::spin_loop();
        }
    });
}

#[test]
fn values_are_dropped_with_the_table() {
    verified(|| {
        let value = Arc::new(5);
        let table = Table::new();
        table.insert("a", value.clone());
        table.insert("a", value.clone());
        table.insert("b", value.clone());
        assert_eq!(Arc::strong_count(&value), 3);
        table.delete(&"a");
        assert_eq!(Arc::strong_count(&value), 2);
        drop(table);
        assert_eq!(Arc::strong_count(&value), 1);
    });
}

/// Keys whose hashes do not tell them apart are an error, not a wrong answer.
#[test]
fn keys_with_one_hash_are_an_error() {
    #[derive(PartialEq, Eq)]
    struct Key(u32);
    impl std::hash::Hash for Key {
        fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
            state.write_u8(0);
        }
    }
    let report = Checker::new().check(|| {
        let table = Table::new();
        table.insert(Key(1), 1);
        assert_eq!(table.lookup(&Key(2)), None);
    });
    let text = report.to_string();
    assert!(text.contains("the same hash"), "{text}");
}

#[test]
fn a_table_from_outside_is_an_error() {
    let table = Table::new();
    let report = Checker::new().check(move || table.insert(1, 1));
    let text = report.to_string();
    assert!(text.contains("outside the checked closure"), "{text}");
}
