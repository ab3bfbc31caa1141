//! Names that must not move.
//!
//! Sleep sets, wakeup trees and replay strings compare processes and objects
//! *across* executions. A process is therefore named by its place in the spawn
//! tree ("the i-th child of q"), and an object by the process whose memory it
//! was created in and its place there; never by an address, and never by a
//! counter that several processes share.
//!
//! [`Names`] interns both kinds of names into small integers. An identifier is
//! given at first sight and then means the same name for as long as the
//! `Names` lives, which is one whole exploration. Whatever leaves the
//! exploration (a replay string, work for another machine) carries the names.

use rustc_hash::FxHashMap;
use std::fmt;

/// A process of the program under test, interned by [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ProcessId(pub u32);

impl ProcessId {
    /// The first process of every program, the root of the spawn tree.
    pub const ROOT: ProcessId = ProcessId(0);

    /// The identifier as an index into tables of processes.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ProcessId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "p{}", self.0)
    }
}

/// A shared object of the program under test, interned by [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObjectId(pub u32);

impl ObjectId {
    /// The identifier as an index into tables of objects.
    #[must_use]
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Debug for ObjectId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "o{}", self.0)
    }
}

/// The stable name of an object.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ObjectName {
    /// The process in whose memory the object was created; none for objects
    /// that exist before the first process does (statics, globals).
    pub creator: Option<ProcessId>,
    /// The object's place among those of its creator: a creation count, or an
    /// offset into memory that only the creator allocates from.
    pub place: u64,
    /// How many earlier objects of the same execution had that place.
    pub generation: u32,
    /// Which part of the object this is (a slot of a channel, a key of a
    /// table); zero for the object itself.
    pub part: u64,
}

struct Process {
    parent: ProcessId,
    nth: u32,
    children: Vec<ProcessId>,
}

/// The interner of process and object names; one lives as long as an
/// exploration.
pub struct Names {
    processes: Vec<Process>,
    objects: FxHashMap<ObjectName, ObjectId>,
    object_names: Vec<ObjectName>,
}

impl Default for Names {
    fn default() -> Self {
        Names::new()
    }
}

impl Names {
    /// An interner that knows the root process and nothing else.
    #[must_use]
    pub fn new() -> Names {
        let root = Process {
            parent: ProcessId::ROOT,
            nth: 0,
            children: Vec::new(),
        };
        Names {
            processes: vec![root],
            objects: FxHashMap::default(),
            object_names: Vec::new(),
        }
    }

    /// The `nth` child (from zero) of `parent`.
    pub fn child(&mut self, parent: ProcessId, nth: u32) -> ProcessId {
        while self.processes[parent.index()].children.len() <= nth as usize {
            let next = self.processes[parent.index()].children.len();
            let id = ProcessId(u32::try_from(self.processes.len()).expect("under 2^32 processes"));
            self.processes.push(Process {
                parent,
                nth: u32::try_from(next).expect("under 2^32 children"),
                children: Vec::new(),
            });
            self.processes[parent.index()].children.push(id);
        }
        self.processes[parent.index()].children[nth as usize]
    }

    /// How many processes have been named.
    #[must_use]
    pub fn process_count(&self) -> usize {
        self.processes.len()
    }

    /// How many objects have been named.
    #[must_use]
    pub fn object_count(&self) -> usize {
        self.object_names.len()
    }

    /// The identifier of an object name.
    pub fn object(&mut self, name: ObjectName) -> ObjectId {
        let next = ObjectId(u32::try_from(self.object_names.len()).expect("under 2^32 objects"));
        let id = *self.objects.entry(name).or_insert(next);
        if id == next {
            self.object_names.push(name);
        }
        id
    }

    /// The name behind an object's identifier.
    #[must_use]
    pub fn object_name(&self, object: ObjectId) -> ObjectName {
        self.object_names[object.index()]
    }

    /// The process's place in the spawn tree, as child numbers from the root:
    /// empty for the root itself, `[2, 0]` for the first child of its third.
    #[must_use]
    pub fn path(&self, process: ProcessId) -> Vec<u32> {
        let mut path = Vec::new();
        let mut at = process;
        while at != ProcessId::ROOT {
            let node = &self.processes[at.index()];
            path.push(node.nth);
            at = node.parent;
        }
        path.reverse();
        path
    }

    /// The process at a place of the spawn tree.
    pub fn at_path(&mut self, path: &[u32]) -> ProcessId {
        path.iter()
            .fold(ProcessId::ROOT, |at, nth| self.child(at, *nth))
    }

    /// The process's name for people and replay strings: `0` for the root,
    /// `0.2.0` for the first child of its third.
    #[must_use]
    pub fn process_name(&self, process: ProcessId) -> String {
        let mut name = String::from("0");
        for nth in self.path(process) {
            name.push('.');
            name.push_str(&nth.to_string());
        }
        name
    }

    /// The inverse of [`Names::process_name`].
    pub fn parse_process(&mut self, name: &str) -> Option<ProcessId> {
        let mut parts = name.split('.');
        if parts.next() != Some("0") {
            return None;
        }
        // A replay string comes from outside: bound what it can make us allocate.
        let path = parts
            .map(|part| part.parse::<u32>().ok().filter(|nth| *nth < 1 << 20))
            .collect::<Option<Vec<_>>>()?;
        Some(self.at_path(&path))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_child_keeps_its_name_whatever_the_order_of_spawning() {
        let mut names = Names::new();
        let b = names.child(ProcessId::ROOT, 1);
        let a = names.child(ProcessId::ROOT, 0);
        let grandchild = names.child(b, 0);
        assert_eq!(names.child(ProcessId::ROOT, 1), b);
        assert_eq!(names.path(a), [0]);
        assert_eq!(names.path(grandchild), [1, 0]);
        assert_eq!(names.at_path(&[1, 0]), grandchild);
    }

    #[test]
    fn process_names_are_read_back() {
        let mut names = Names::new();
        let p = names.at_path(&[2, 0]);
        assert_eq!(names.process_name(p), "0.2.0");
        assert_eq!(names.parse_process("0.2.0"), Some(p));
        assert_eq!(names.parse_process("0"), Some(ProcessId::ROOT));
        for bad in ["", "1", "0.", "0.x", "0.4000000000", "0.-1"] {
            assert_eq!(names.parse_process(bad), None, "{bad:?}");
        }
    }

    #[test]
    fn objects_are_told_apart_by_creator_place_and_generation() {
        let mut names = Names::new();
        let name = |creator, place, generation| ObjectName {
            creator,
            place,
            generation,
            part: 0,
        };
        let a = names.object(name(None, 1, 0));
        let b = names.object(name(Some(ProcessId::ROOT), 1, 0));
        let c = names.object(name(Some(ProcessId::ROOT), 1, 1));
        assert!(a != b && b != c && a != c);
        assert_eq!(names.object(name(None, 1, 0)), a);
        assert_eq!(names.object_name(c).generation, 1);
        assert_eq!(names.object_count(), 3);
    }
}
