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
use std::num::NonZeroU32;

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

/// A store that went into a store buffer, interned by [`Names`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct StoreId(NonZeroU32);

impl StoreId {
    /// The identifier as an index into tables of stores.
    #[must_use]
    #[inline]
    pub fn index(self) -> usize {
        self.0.get() as usize - 1
    }

    /// The inverse of [`StoreId::index`].
    ///
    /// # Panics
    /// Beyond 2^32 stores.
    #[must_use]
    #[inline]
    pub fn from_index(index: usize) -> StoreId {
        let number = u32::try_from(index + 1).expect("under 2^32 stores");
        StoreId(NonZeroU32::new(number).expect("one more than an index"))
    }
}

impl fmt::Debug for StoreId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "s{}", self.index())
    }
}

/// The stable name of a buffered store.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StoreName {
    /// The process that stored.
    pub process: ProcessId,
    /// Where to.
    pub object: ObjectId,
    /// How many stores to that object it had buffered before.
    pub number: u32,
}

struct Process {
    parent: ProcessId,
    nth: u32,
    /// It carries out what its parent stores.
    is_shadow: bool,
    children: Vec<ProcessId>,
    shadows: Vec<ProcessId>,
}

impl Process {
    fn new(parent: ProcessId, nth: usize, is_shadow: bool) -> Process {
        Process {
            parent,
            nth: u32::try_from(nth).expect("under 2^32 children"),
            is_shadow,
            children: Vec::new(),
            shadows: Vec::new(),
        }
    }
}

/// One step down the tree of processes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Branch {
    /// To the child with that number.
    Child(u32),
    /// To the shadow process with that number.
    Shadow(u32),
}

/// The interner of the names of processes, objects and stores; one lives as
/// long as an exploration.
pub struct Names {
    processes: Vec<Process>,
    stores: FxHashMap<StoreName, StoreId>,
    store_names: Vec<StoreName>,
    objects: FxHashMap<ObjectName, ObjectId>,
    object_names: Vec<ObjectName>,
}

impl fmt::Debug for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Names")
            .field("processes", &self.process_count())
            .field("objects", &self.object_count())
            .finish_non_exhaustive()
    }
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
        Names {
            processes: vec![Process::new(ProcessId::ROOT, 0, false)],
            stores: FxHashMap::default(),
            store_names: Vec::new(),
            objects: FxHashMap::default(),
            object_names: Vec::new(),
        }
    }

    /// The `nth` child (from zero) of `parent`.
    #[inline]
    pub fn child(&mut self, parent: ProcessId, nth: u32) -> ProcessId {
        match self.processes[parent.index()].children.get(nth as usize) {
            Some(known) => *known,
            None => self.below(parent, Branch::Child(nth)),
        }
    }

    /// The `nth` shadow process (from zero) of `owner`: one that carries out what
    /// its owner has stored into a buffer.
    pub fn shadow(&mut self, owner: ProcessId, nth: u32) -> ProcessId {
        self.below(owner, Branch::Shadow(nth))
    }

    fn below(&mut self, parent: ProcessId, branch: Branch) -> ProcessId {
        let (nth, is_shadow) = match branch {
            Branch::Child(nth) => (nth as usize, false),
            Branch::Shadow(nth) => (nth as usize, true),
        };
        loop {
            let known = self.below_of(parent, is_shadow).len();
            if nth < known {
                return self.below_of(parent, is_shadow)[nth];
            }
            let id = ProcessId(u32::try_from(self.processes.len()).expect("under 2^32 processes"));
            self.processes.push(Process::new(parent, known, is_shadow));
            self.below_of(parent, is_shadow).push(id);
        }
    }

    fn below_of(&mut self, parent: ProcessId, is_shadow: bool) -> &mut Vec<ProcessId> {
        let process = &mut self.processes[parent.index()];
        if is_shadow {
            &mut process.shadows
        } else {
            &mut process.children
        }
    }

    /// The process whose stores `process` carries out, if it is a shadow.
    #[must_use]
    pub fn owner(&self, process: ProcessId) -> Option<ProcessId> {
        let process = &self.processes[process.index()];
        process.is_shadow.then_some(process.parent)
    }

    /// The identifier of a buffered store.
    pub fn store(&mut self, name: StoreName) -> StoreId {
        let next = StoreId::from_index(self.store_names.len());
        let id = *self.stores.entry(name).or_insert(next);
        if id == next {
            self.store_names.push(name);
        }
        id
    }

    /// The name behind a store's identifier.
    #[must_use]
    pub fn store_name(&self, store: StoreId) -> StoreName {
        self.store_names[store.index()]
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

    /// The process's parent or owner, and which of its children or shadows it is;
    /// none for the root.
    #[must_use]
    pub fn branch(&self, process: ProcessId) -> Option<(ProcessId, Branch)> {
        let node = &self.processes[process.index()];
        let branch = match node.is_shadow {
            true => Branch::Shadow(node.nth),
            false => Branch::Child(node.nth),
        };
        (process != ProcessId::ROOT).then_some((node.parent, branch))
    }

    /// The process's place in the spawn tree, as the way from the root.
    #[must_use]
    pub fn path(&self, process: ProcessId) -> Vec<Branch> {
        let mut path = Vec::new();
        let mut at = process;
        while let Some((parent, branch)) = self.branch(at) {
            path.push(branch);
            at = parent;
        }
        path.reverse();
        path
    }

    /// The process at a place of the spawn tree.
    pub fn at_path(&mut self, path: &[Branch]) -> ProcessId {
        path.iter()
            .fold(ProcessId::ROOT, |at, branch| self.below(at, *branch))
    }

    /// The process's name for people and replay strings: `0` for the root,
    /// `0.2.0` for the first child of its third, `0.2~0` for the first shadow
    /// process of that.
    #[must_use]
    pub fn process_name(&self, process: ProcessId) -> String {
        let mut name = String::new();
        // A string takes all.
        let _ = self.write_process_name(process, &mut name);
        name
    }

    /// The same, with nothing allocated: a signal handler may call it.
    ///
    /// # Errors
    /// Those of `name`.
    pub fn write_process_name(
        &self,
        process: ProcessId,
        name: &mut impl fmt::Write,
    ) -> fmt::Result {
        let Some((parent, branch)) = self.branch(process) else {
            return name.write_char('0');
        };
        self.write_process_name(parent, name)?;
        match branch {
            Branch::Child(nth) => write!(name, ".{nth}"),
            Branch::Shadow(nth) => write!(name, "~{nth}"),
        }
    }

    /// The inverse of [`Names::process_name`].
    pub fn parse_process(&mut self, name: &str) -> Option<ProcessId> {
        let mut rest = name.strip_prefix('0')?;
        let mut path = Vec::new();
        while let Some(sign) = rest.chars().next() {
            let branch = match sign {
                '.' => Branch::Child,
                '~' => Branch::Shadow,
                _ => return None,
            };
            rest = &rest[1..];
            let end = rest.find(['.', '~']).unwrap_or(rest.len());
            let digits = &rest[..end];
            if digits.starts_with('+') {
                return None;
            }
            // A replay string comes from outside: bound what it can make us allocate.
            let nth = digits.parse::<u32>().ok();
            path.push(branch(nth.filter(|nth| *nth < 1 << 20)?));
            rest = &rest[end..];
        }
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
        assert_eq!(names.path(a), [Branch::Child(0)]);
        assert_eq!(names.path(grandchild), [1, 0].map(Branch::Child));
        assert_eq!(names.at_path(&[1, 0].map(Branch::Child)), grandchild);
    }

    #[test]
    fn process_names_are_read_back() {
        let mut names = Names::new();
        let p = names.at_path(&[2, 0].map(Branch::Child));
        assert_eq!(names.process_name(p), "0.2.0");
        assert_eq!(names.parse_process("0.2.0"), Some(p));
        assert_eq!(names.parse_process("0"), Some(ProcessId::ROOT));
        let shadow = names.shadow(p, 1);
        assert_eq!(names.process_name(shadow), "0.2.0~1");
        assert_eq!(names.parse_process("0.2.0~1"), Some(shadow));
        assert_eq!((names.owner(shadow), names.owner(p)), (Some(p), None));
        for bad in [
            "",
            "1",
            "0.",
            "0~",
            "0é1",
            "0.x",
            "0.4000000000",
            "0.-1",
            "0.+1",
        ] {
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
