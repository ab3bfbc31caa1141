//! Objects: what processes touch, their names, and the values that they hold.

use mazurka_program::{Access, Names, ObjectId, ObjectName, ProcessId, Step, Touch};

/// An object, by what it is for people.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Object {
    /// The order of messages to a process: how many there were.
    Queue(ProcessId),
    /// Has it ended?
    Life(ProcessId),
    /// Has a signal killed it?
    Doom(ProcessId),
    /// Does it trap exits?
    Trap(ProcessId),
    /// Has it a name?
    Registered(ProcessId),
    /// Are two processes linked? (The second by a hash of its place in the spawn tree.)
    Link(ProcessId, u64),
    /// Is a monitor over? By its reference, as those below.
    Monitor(ProcessId, u64),
    Timer(ProcessId, u64),
    Alias(ProcessId, u64),
    /// A table: changes when it is made, deleted or given away.
    Table(ProcessId, u64),
    /// The objects with a key, by its hash.
    Key(ProcessId, u64, u64),
    /// What a pattern takes of a table, by the hash of the pattern.
    Scan(ProcessId, u64, u64),
    /// A cell of an array.
    Cell(ProcessId, u64, u64),
    /// Whose name that is, by its hash.
    Name(u64),
    /// The table with that name.
    TableName(u64),
    /// A persistent term, by the hash of its key.
    Term(u64),
    /// How many signals a channel has delivered.
    Channel(ProcessId),
    /// All names, or all processes.
    List(u64),
    Clock,
    /// How many messages one process has sent to another, which chooses: by a hash.
    Sends(ProcessId, u64),
    /// One of these messages.
    Message(ProcessId, u64, u64),
    /// Has it handled its last signal, since it ends by itself?
    Deaf(ProcessId),
    /// Has it handled what it has sent itself?
    Handled(ProcessId),
}

impl Object {
    fn name(self) -> ObjectName {
        let (creator, place, number, part) = match self {
            Object::Queue(process) => (Some(process), 1, 0, 0),
            Object::Life(process) => (Some(process), 2, 0, 0),
            Object::Doom(process) => (Some(process), 3, 0, 0),
            Object::Trap(process) => (Some(process), 4, 0, 0),
            Object::Registered(process) => (Some(process), 5, 0, 0),
            Object::Link(process, other) => (Some(process), 6, 0, other),
            Object::Monitor(process, number) => (Some(process), 7, number, 0),
            Object::Timer(process, number) => (Some(process), 8, number, 0),
            Object::Alias(process, number) => (Some(process), 9, number, 0),
            Object::Table(process, number) => (Some(process), 10, number, 0),
            Object::Key(process, number, key) => (Some(process), 11, number, key),
            Object::Scan(process, number, scan) => (Some(process), 12, number, scan),
            Object::Cell(process, number, cell) => (Some(process), 13, number, cell),
            Object::Name(name) => (None, 14, 0, name),
            Object::TableName(name) => (None, 15, 0, name),
            Object::Term(key) => (None, 16, 0, key),
            Object::List(list) => (None, 17, 0, list),
            Object::Clock => (None, 18, 0, 0),
            Object::Channel(process) => (Some(process), 19, 0, 0),
            Object::Sends(process, to) => (Some(process), 20, 0, to),
            Object::Message(process, number, to) => (Some(process), 21, number, to),
            Object::Deaf(process) => (Some(process), 22, 0, 0),
            Object::Handled(process) => (Some(process), 23, 0, 0),
        };
        ObjectName {
            creator,
            place: number << 8 | place,
            generation: 0,
            part,
        }
    }

    pub(super) fn id(self, names: &mut Names) -> ObjectId {
        names.object(self.name())
    }
}

/// The values of all objects. They are zero at first.
#[derive(Default)]
pub(super) struct Values {
    values: Vec<u64>,
    log: Vec<(ObjectId, u64)>,
}

impl Values {
    pub(super) fn get(&self, object: ObjectId) -> u64 {
        self.values.get(object.index()).copied().unwrap_or(0)
    }

    pub(super) fn set(&mut self, object: ObjectId, value: u64) {
        if self.values.len() <= object.index() {
            self.values.resize(object.index() + 1, 0);
        }
        let before = std::mem::replace(&mut self.values[object.index()], value);
        self.log.push((object, before));
    }

    /// How much has changed: a place to go back to.
    pub(super) fn mark(&self) -> usize {
        self.log.len()
    }

    pub(super) fn go_back(&mut self, mark: usize) {
        while self.log.len() > mark {
            let (object, value) = self.log.pop().expect("there is one");
            self.values[object.index()] = value;
        }
    }
}

/// Adds a touch to a step, in which each object is at most once.
pub(super) fn touch(step: &mut Step, object: ObjectId, access: Access, before: u64, after: u64) {
    let mut known = step.touches.iter_mut();
    match known.find(|touch| touch.object == object) {
        None => step.touches.push(Touch::new(object, access, before, after)),
        Some(touch) => {
            touch.access = match (touch.access, access) {
                (Access::Read, Access::Read) => Access::Read,
                (Access::Add, Access::Add) => Access::Add,
                _ => Access::Write,
            };
            touch.after = after;
        }
    }
}
