//! Parts of the execution tree as plain data, that another scheduler, another
//! process or another machine can take.
//!
//! Identifiers of processes and objects mean something only to the exploration
//! that interned them. A [`Packet`] therefore carries the names of what its nodes
//! speak of, and a scheduler that takes it interns them for itself.

use crate::next::{Accesses, Lists, Next, One};
use mazurka_program::{
    Access, Branch, Names, ObjectId, ObjectName, ProcessId, StoreId, StoreName, Turn,
};
use rustc_hash::FxHashMap;

/// In the place of accesses that are not known yet.
const UNKNOWN: u32 = u32::MAX;

/// How many processes the names of a packet may stand for: what comes from a file could
/// make us allocate a lot.
const MOST_PROCESSES: u64 = 1 << 20;

/// Added to an alternative that names a process, by its place in the packet.
const SENDER: u32 = 1 << 31;

/// In the place of a node's parent: the node before it in the packet.
pub const PREVIOUS: u32 = u32::MAX;

/// Nodes of an execution tree, with the names that they use.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Packet {
    /// Each below one before it.
    processes: Vec<Process>,
    objects: Vec<Object>,
    stores: Vec<Store>,
    touched: Vec<Touched>,
    /// Where each list of accesses ends in `touched`.
    accesses: Vec<u32>,
    nodes: Vec<Node>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
enum Process {
    Root,
    Child(u32, u32),
    Shadow(u32, u32),
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Object {
    creator: Option<u32>,
    place: u64,
    generation: u32,
    part: u64,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Store {
    process: u32,
    object: u32,
    number: u32,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Touched {
    object: u32,
    access: u8,
    store: Option<u32>,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    parent: u32,
    process: u32,
    alternative: u32,
    accesses: u32,
}

/// Of these there are many: as lists without the names of their fields.
#[cfg(feature = "serde")]
mod lists {
    use super::{Node, Object, Store, Touched, UNKNOWN};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    macro_rules! as_list {
        ($type:ident, $list:ty, $read:expr, $write:expr) => {
            impl Serialize for $type {
                fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                    let write: fn(&$type) -> $list = $write;
                    write(self).serialize(serializer)
                }
            }

            impl<'d> Deserialize<'d> for $type {
                fn deserialize<D: Deserializer<'d>>(deserializer: D) -> Result<$type, D::Error> {
                    <$list>::deserialize(deserializer).map($read)
                }
            }
        };
    }

    as_list!(
        Object,
        (Option<u32>, u64, u32, u64),
        |(creator, place, generation, part)| Object {
            creator,
            place,
            generation,
            part
        },
        |object| (object.creator, object.place, object.generation, object.part)
    );
    as_list!(
        Store,
        (u32, u32, u32),
        |(process, object, number)| Store {
            process,
            object,
            number
        },
        |store| (store.process, store.object, store.number)
    );
    as_list!(
        Touched,
        (u32, u8, Option<u32>),
        |(object, access, store)| Touched {
            object,
            access,
            store
        },
        |touched| (touched.object, touched.access, touched.store)
    );
    as_list!(
        Node,
        (u32, u32, u32, Option<u32>),
        |(parent, process, alternative, accesses)| Node {
            parent,
            process,
            alternative,
            accesses: accesses.unwrap_or(UNKNOWN)
        },
        |node| (
            node.parent,
            node.process,
            node.alternative,
            (node.accesses != UNKNOWN).then_some(node.accesses)
        )
    );
}

/// What a node of the execution tree is: a step, and what it accesses as far as
/// anybody knows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Known {
    pub(crate) turn: Turn,
    pub(crate) accesses: Option<Accesses>,
}

impl From<Next> for Known {
    fn from(next: Next) -> Known {
        Known {
            turn: next.turn,
            accesses: Some(next.accesses),
        }
    }
}

impl From<Turn> for Known {
    fn from(turn: Turn) -> Known {
        Known {
            turn,
            accesses: None,
        }
    }
}

impl Known {
    /// The step, where what it accesses is known.
    pub(crate) fn next(&self) -> Option<Next> {
        let turn = self.turn;
        self.accesses.map(|accesses| Next { turn, accesses })
    }
}

/// A packet cannot be read: it is not from this program, or damaged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Malformed;

impl Packet {
    /// How many nodes it has.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has it none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The parents of its nodes, by their numbers in the tree, or [`PREVIOUS`].
    pub fn parents(&self) -> impl Iterator<Item = u32> + '_ {
        self.nodes.iter().map(|node| node.parent)
    }

    /// Does it tell of every node what it accesses?
    #[must_use]
    pub fn is_known(&self) -> bool {
        self.nodes.iter().all(|node| node.accesses != UNKNOWN)
    }

    /// Is it as schedulers write it, if that number of nodes comes before? Only that of every
    /// number: whether the names and steps are those of a program, the program can tell.
    ///
    /// # Errors
    /// When it is not.
    pub fn check(&self, before: usize) -> Result<(), Malformed> {
        let sound = |is_sound: bool| is_sound.then_some(()).ok_or(Malformed);
        sound(before > 0)?;
        self.check_processes()?;
        let is_process = |process: u32| (process as usize) < self.processes.len();
        for object in &self.objects {
            sound(object.creator.is_none_or(is_process))?;
        }
        for store in &self.stores {
            let is_object = (store.object as usize) < self.objects.len();
            sound(is_object && is_process(store.process))?;
        }
        let mut start = 0;
        for end in &self.accesses {
            let list = self.touched.get(start..*end as usize).ok_or(Malformed)?;
            start = *end as usize;
            let mut objects: Vec<u32> = list.iter().map(|touched| touched.object).collect();
            objects.sort_unstable();
            sound(objects.windows(2).all(|pair| pair[0] != pair[1]))?;
            list.iter()
                .try_for_each(|touched| self.check_one(touched))?;
        }
        sound(start == self.touched.len())?;
        for (number, node) in (before..).zip(&self.nodes) {
            let is_access =
                node.accesses == UNKNOWN || (node.accesses as usize) < self.accesses.len();
            let is_parent = node.parent == PREVIOUS || (node.parent as usize) < number;
            let is_sender =
                node.alternative & SENDER == 0 || is_process(node.alternative & !SENDER);
            sound(is_process(node.process) && is_access && is_parent && is_sender)?;
        }
        Ok(())
    }

    /// Each process is below one before it. One name can stand for many: all with smaller
    /// numbers are interned with it.
    fn check_processes(&self) -> Result<(), Malformed> {
        let mut most: FxHashMap<(u32, bool), u32> = FxHashMap::default();
        for (number, process) in self.processes.iter().enumerate() {
            let (parent, nth, is_shadow) = match *process {
                Process::Root => continue,
                Process::Child(parent, nth) => (parent, nth, false),
                Process::Shadow(owner, nth) => (owner, nth, true),
            };
            if parent as usize >= number {
                return Err(Malformed);
            }
            let known = most.entry((parent, is_shadow)).or_default();
            *known = nth.max(*known);
        }
        let all: u64 = most.values().map(|nth| u64::from(*nth) + 1).sum();
        (all <= MOST_PROCESSES).then_some(()).ok_or(Malformed)
    }

    /// Only stores, and reads of what the process itself has stored, name a store: one to
    /// the same object.
    fn check_one(&self, touched: &Touched) -> Result<(), Malformed> {
        let access = Access::ALL.get(usize::from(touched.access));
        let is_object = (touched.object as usize) < self.objects.len();
        let is_sound = match (access, touched.store) {
            (None | Some(Access::None | Access::Own), None) => false,
            (Some(_), None) => is_object,
            (access, Some(store)) => {
                let store = self.stores.get(store as usize).ok_or(Malformed)?;
                let is_stored = matches!(access, Some(Access::Write | Access::Own));
                is_stored && is_object && store.object == touched.object
            }
        };
        is_sound.then_some(()).ok_or(Malformed)
    }

    /// The nodes of packets that come after one another, in one, with each name once.
    /// Nodes are numbered from one.
    ///
    /// # Errors
    /// When they make no sense.
    pub fn join<'p>(packets: impl IntoIterator<Item = &'p Packet>) -> Result<Packet, Malformed> {
        let (mut names, mut lists) = (Names::new(), Lists::default());
        let mut nodes = Vec::new();
        for packet in packets {
            packet.read(&mut names, &mut lists, |parent, known| {
                let parent = match parent {
                    PREVIOUS => number(nodes.len()),
                    parent => parent,
                };
                nodes.push((parent, known));
            })?;
        }
        let mut writer = Writer::new(&names, &lists);
        for (parent, known) in nodes {
            writer.node(parent, known);
        }
        Ok(writer.finish())
    }

    /// Calls `each` with every node, and the number of its parent; what it speaks of
    /// is interned in `names` and `lists`.
    pub(crate) fn read(
        &self,
        names: &mut Names,
        lists: &mut Lists,
        mut each: impl FnMut(u32, Known),
    ) -> Result<(), Malformed> {
        let mut processes: Vec<ProcessId> = Vec::with_capacity(self.processes.len());
        for process in &self.processes {
            let at = |i: u32| processes.get(i as usize).copied().ok_or(Malformed);
            // What comes from a file could make us allocate a lot.
            let bounded = |nth: u32| (nth < 1 << 20).then_some(nth).ok_or(Malformed);
            let process = match *process {
                Process::Root => ProcessId::ROOT,
                Process::Child(parent, nth) => names.child(at(parent)?, bounded(nth)?),
                Process::Shadow(owner, nth) => names.shadow(at(owner)?, bounded(nth)?),
            };
            processes.push(process);
        }
        let process = |i: u32| processes.get(i as usize).copied().ok_or(Malformed);
        let mut objects = Vec::with_capacity(self.objects.len());
        for object in &self.objects {
            objects.push(names.object(ObjectName {
                creator: object.creator.map(process).transpose()?,
                place: object.place,
                generation: object.generation,
                part: object.part,
            }));
        }
        let object = |i: u32| objects.get(i as usize).copied().ok_or(Malformed);
        let mut stores = Vec::with_capacity(self.stores.len());
        for store in &self.stores {
            stores.push(names.store(StoreName {
                process: process(store.process)?,
                object: object(store.object)?,
                number: store.number,
            }));
        }
        let store = |i: u32| stores.get(i as usize).copied().ok_or(Malformed);
        let one = |touched: &Touched| -> Result<One, Malformed> {
            let access = Access::ALL.get(usize::from(touched.access));
            Ok(One {
                object: object(touched.object)?,
                access: *access.ok_or(Malformed)?,
                store: touched.store.map(store).transpose()?,
            })
        };
        let mut accesses = Vec::with_capacity(self.accesses.len());
        let mut start = 0;
        for end in &self.accesses {
            let list = self.touched.get(start..*end as usize).ok_or(Malformed)?;
            start = *end as usize;
            accesses.push(match list {
                [touched] => lists.one(one(touched)?),
                _ => {
                    let ones = list.iter().map(one).collect::<Result<Vec<_>, _>>()?;
                    let mut objects: Vec<_> = ones.iter().map(|one| one.object).collect();
                    objects.sort_unstable();
                    if objects.windows(2).any(|pair| pair[0] == pair[1]) {
                        return Err(Malformed);
                    }
                    lists.of_ones(ones)
                }
            });
        }
        for node in &self.nodes {
            let known = match node.accesses {
                UNKNOWN => None,
                i => Some(*accesses.get(i as usize).ok_or(Malformed)?),
            };
            let of = process(node.process)?;
            let turn = match node.alternative & SENDER {
                0 => Turn {
                    process: of,
                    alternative: node.alternative,
                },
                _ => {
                    let sender = process(node.alternative & !SENDER)?;
                    Turn::from_sender(of, sender).ok_or(Malformed)?
                }
            };
            each(
                node.parent,
                Known {
                    turn,
                    accesses: known,
                },
            );
        }
        Ok(())
    }
}

/// Writes a packet.
pub(crate) struct Writer<'a> {
    names: &'a Names,
    lists: &'a Lists,
    packet: Packet,
    processes: FxHashMap<ProcessId, u32>,
    objects: FxHashMap<ObjectId, u32>,
    stores: FxHashMap<StoreId, u32>,
    accesses: FxHashMap<Accesses, u32>,
}

fn number(length: usize) -> u32 {
    u32::try_from(length).expect("under 2^32")
}

impl<'a> Writer<'a> {
    pub(crate) fn new(names: &'a Names, lists: &'a Lists) -> Writer<'a> {
        Writer {
            names,
            lists,
            packet: Packet::default(),
            processes: FxHashMap::default(),
            objects: FxHashMap::default(),
            stores: FxHashMap::default(),
            accesses: FxHashMap::default(),
        }
    }

    /// Adds a node below the one with the number `parent`.
    pub(crate) fn node(&mut self, parent: u32, known: Known) {
        let process = self.process(known.turn.process);
        let alternative = match known.turn.sender() {
            Some(sender) => SENDER | self.process(sender),
            None => known.turn.alternative,
        };
        let accesses = known.accesses.map_or(UNKNOWN, |a| self.accesses(a));
        self.packet.nodes.push(Node {
            parent,
            process,
            alternative,
            accesses,
        });
    }

    pub(crate) fn finish(self) -> Packet {
        self.packet
    }

    fn process(&mut self, process: ProcessId) -> u32 {
        if let Some(known) = self.processes.get(&process) {
            return *known;
        }
        let entry = match self.names.branch(process) {
            None => Process::Root,
            Some((parent, branch)) => {
                let parent = self.process(parent);
                match branch {
                    Branch::Child(nth) => Process::Child(parent, nth),
                    Branch::Shadow(nth) => Process::Shadow(parent, nth),
                }
            }
        };
        let i = number(self.packet.processes.len());
        self.packet.processes.push(entry);
        self.processes.insert(process, i);
        i
    }

    fn object(&mut self, object: ObjectId) -> u32 {
        if let Some(known) = self.objects.get(&object) {
            return *known;
        }
        let name = self.names.object_name(object);
        let creator = name.creator.map(|creator| self.process(creator));
        let i = number(self.packet.objects.len());
        self.packet.objects.push(Object {
            creator,
            place: name.place,
            generation: name.generation,
            part: name.part,
        });
        self.objects.insert(object, i);
        i
    }

    fn store(&mut self, store: StoreId) -> u32 {
        if let Some(known) = self.stores.get(&store) {
            return *known;
        }
        let name = self.names.store_name(store);
        let (process, object) = (self.process(name.process), self.object(name.object));
        let i = number(self.packet.stores.len());
        self.packet.stores.push(Store {
            process,
            object,
            number: name.number,
        });
        self.stores.insert(store, i);
        i
    }

    fn accesses(&mut self, accesses: Accesses) -> u32 {
        if let Some(known) = self.accesses.get(&accesses) {
            return *known;
        }
        let lists = self.lists;
        let mut place = None;
        for one in lists.ones(accesses, &mut place) {
            let touched = Touched {
                object: self.object(one.object),
                access: one.access as u8,
                store: one.store.map(|store| self.store(store)),
            };
            self.packet.touched.push(touched);
        }
        let i = number(self.packet.accesses.len());
        self.packet.accesses.push(number(self.packet.touched.len()));
        self.accesses.insert(accesses, i);
        i
    }
}
