//! Tables that actors share, like Erlang's ETS.

use super::hash::stable_hash;
use crate::rt::{self, Tag};
use crate::sync::Arc;
use mazurka_program::{Kind, ObjectId, ProcessId};
use rustc_hash::FxHashMap;
use std::cell::UnsafeCell;
use std::fmt;
use std::hash::Hash;
use std::ops::Add;

/// A public table, in which each key is a location of its own: operations on
/// different keys are independent, and two lookups of one key are.
///
/// Clones are handles of the same table. Keys are told apart by a hash of 63
/// bits; two keys with the same hash are an error.
///
/// ```
/// use mazurka::actor::{self, Mailbox, Table};
///
/// mazurka::check(|| {
///     let table: Table<&str, u32> = Table::new();
///     for name in ["a", "b"] {
///         let table = table.clone();
///         actor::spawn(move |_: Mailbox<()>| {
///             if table.insert_new("owner", 1) {
///                 assert_eq!(table.lookup(&"owner"), Some(1), "{name} is the owner");
///             }
///         });
///     }
/// });
/// ```
pub struct Table<K, V> {
    inner: Arc<Inner<K, V>>,
}

struct Inner<K, V> {
    tag: Tag,
    state: UnsafeCell<State<K, V>>,
}

struct State<K, V> {
    /// By the part that stands for the key.
    entries: FxHashMap<u64, Entry<K, V>>,
    /// How many values each process has put here.
    written: FxHashMap<ProcessId, u32>,
}

/// Kept by reference counts, so that the program's code (comparing keys,
/// cloning values) runs on what nobody can take away meanwhile.
struct Entry<K, V> {
    key: std::sync::Arc<K>,
    value: std::sync::Arc<V>,
}

impl<K, V> Clone for Entry<K, V> {
    fn clone(&self) -> Self {
        Entry {
            key: std::sync::Arc::clone(&self.key),
            value: std::sync::Arc::clone(&self.value),
        }
    }
}

// SAFETY: what is in a table moves from thread to thread and is shared;
// processes of a check run one at a time, on one OS thread.
unsafe impl<K: Send + Sync, V: Send + Sync> Send for Inner<K, V> {}
// SAFETY: as above.
unsafe impl<K: Send + Sync, V: Send + Sync> Sync for Inner<K, V> {}

/// The location of one key.
struct Location {
    part: u64,
    object: ObjectId,
}

impl<K: Hash + Eq, V> Table<K, V> {
    /// An empty table.
    #[must_use]
    pub fn new() -> Table<K, V> {
        Table {
            inner: Arc::new(Inner {
                tag: Tag::new(),
                state: UnsafeCell::new(State {
                    entries: FxHashMap::default(),
                    written: FxHashMap::default(),
                }),
            }),
        }
    }

    /// Puts a value under a key, in place of the one that was there.
    #[track_caller]
    pub fn insert(&self, key: K, value: V) {
        let at = self.locate(&key);
        let stamp = self.stamp();
        rt::operate(Kind::Store, at.object, stamp, |_| stamp);
        rt::release(at.object);
        rt::describe(|| "insert()".to_owned());
        self.put(&at, key, value);
    }

    /// Puts a value under a key if there is none; says whether it did.
    #[track_caller]
    pub fn insert_new(&self, key: K, value: V) -> bool {
        let at = self.locate(&key);
        let stamp = self.stamp();
        let free = rt::operate(Kind::CompareExchange, at.object, 0, |_| stamp) == 0;
        rt::describe(|| format!("insert_new() = {free}"));
        if free {
            rt::release(at.object);
            self.put(&at, key, value);
        } else {
            rt::acquire(at.object);
        }
        free
    }

    /// A copy of the value under a key.
    #[must_use]
    #[track_caller]
    pub fn lookup(&self, key: &K) -> Option<V>
    where
        V: Clone,
    {
        let at = self.locate(key);
        rt::operate(Kind::Load, at.object, 0, |stamp| stamp);
        rt::acquire(at.object);
        let entry = self.entry(&at);
        rt::describe(|| match entry {
            Some(_) => "lookup() of a value".to_owned(),
            None => "lookup() of nothing".to_owned(),
        });
        entry.map(|entry| V::clone(&entry.value))
    }

    /// Removes a key and its value, if it is there.
    #[track_caller]
    pub fn delete(&self, key: &K) {
        let at = self.locate(key);
        rt::operate(Kind::Store, at.object, 0, |_| 0);
        rt::release(at.object);
        rt::describe(|| "delete()".to_owned());
        let entry = self.state().entries.remove(&at.part);
        // The program's own code: nothing of the table is borrowed.
        drop(entry);
    }

    /// Adds to the value under a key, at once; the value after that, or none if
    /// the key is not there.
    #[track_caller]
    pub fn update_counter(&self, key: &K, increment: V) -> Option<V>
    where
        V: Clone + Add<Output = V>,
    {
        let at = self.locate(key);
        let stamp = self.stamp();
        let keep = |before| if before == 0 { 0 } else { stamp };
        rt::operate(Kind::ReadModifyWrite, at.object, 0, keep);
        rt::acquire(at.object);
        rt::release(at.object);
        rt::describe(|| "update_counter()".to_owned());
        let before = self.entry(&at)?;
        let after = V::clone(&before.value) + increment;
        let value = std::sync::Arc::new(after.clone());
        let key = before.key;
        self.replace(&at, Entry { key, value });
        Some(after)
    }

    #[track_caller]
    fn locate(&self, key: &K) -> Location {
        let part = stable_hash(key);
        let table = rt::resolve(&self.inner.tag);
        if table.foreign {
            rt::error(OUTSIDE.to_owned());
        }
        let object = rt::part(table.id, part);
        rt::noun(object, "key of a table");
        let at = Location { part, object };
        if self.entry(&at).is_some_and(|entry| *entry.key != *key) {
            rt::error(COLLISION.to_owned());
        }
        at
    }

    /// What stands for a value that the running process puts into the table: it
    /// is unlike all others, and does not depend on what others do.
    fn stamp(&self) -> u64 {
        let process = rt::current_process();
        let count = rt::owned(|| {
            let count = self.state().written.entry(process).or_default();
            *count += 1;
            *count
        });
        u64::from(count) << 32 | u64::from(process.0)
    }

    fn entry(&self, at: &Location) -> Option<Entry<K, V>> {
        self.state().entries.get(&at.part).cloned()
    }

    fn put(&self, at: &Location, key: K, value: V) {
        let key = std::sync::Arc::new(key);
        let value = std::sync::Arc::new(value);
        self.replace(at, Entry { key, value });
    }

    fn replace(&self, at: &Location, entry: Entry<K, V>) {
        // Whose entry makes the table grow depends on the schedule: it must not
        // lie in a process's heap.
        let before = rt::owned(|| self.state().entries.insert(at.part, entry));
        // The program's own code: nothing of the table is borrowed.
        drop(before);
    }

    #[expect(clippy::mut_from_ref, reason = "processes run one at a time")]
    fn state(&self) -> &mut State<K, V> {
        // SAFETY: processes run one at a time, and nobody holds the reference
        // across a switch or while the program's own code runs.
        unsafe { &mut *self.inner.state.get() }
    }
}

impl<K, V> Clone for Table<K, V> {
    #[track_caller]
    fn clone(&self) -> Self {
        Table {
            inner: self.inner.clone(),
        }
    }
}

impl<K: Hash + Eq, V> Default for Table<K, V> {
    fn default() -> Self {
        Table::new()
    }
}

impl<K, V> fmt::Debug for Table<K, V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table").finish_non_exhaustive()
    }
}

const OUTSIDE: &str = "a table that was created outside the checked closure is used inside: \
     every execution must have its own. Create it inside the closure";

const COLLISION: &str = "two keys of a table have the same hash, so that they cannot be told \
     apart: the `Hash` of the key's type must tell keys apart that its `Eq` does";
