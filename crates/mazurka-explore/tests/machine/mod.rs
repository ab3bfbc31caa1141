//! Programs that cost next to nothing to run: an interpreter without fibers,
//! names or memory, so that what is measured is the explorer.

// Each test and benchmark uses a part of it.
#![allow(dead_code)]

use mazurka_program::{
    Access, Edge, Interrupt, Kind, Names, ObjectId, ObjectName, Operation, ProcessId, Program,
    Status, Step, Touch, Turn,
};

/// What a process does.
#[derive(Clone, Copy)]
pub(crate) enum Task {
    /// Writes its number to an object so often.
    Write { object: u32, times: u32 },
    /// Loads an object so often.
    Read { object: u32, times: u32 },
    /// Loads one object, then another.
    ReadBoth(u32, u32),
    /// Loads an object and stores that and one more into the next.
    Copy { from: u32 },
    /// Loads objects from that number down, until one is zero or it is at the
    /// first.
    Scan { from: u32 },
    /// Takes a lock, writes an object, gives the lock back.
    Guarded { lock: u32, object: u32 },
    /// Takes a lock and gives it back so often.
    Lock { lock: u32, times: u32 },
    /// Fills that many slots, each the next that is free: object 0 counts them.
    Send { times: u32 },
}

#[derive(Clone, Copy, Default)]
struct State {
    /// How many operations it has run.
    steps: u32,
    /// What it loaded last.
    loaded: u64,
}

/// Some processes over some objects, all there from the start.
pub(crate) struct Machine {
    names: Names,
    processes: Vec<ProcessId>,
    tasks: Vec<Task>,
    states: Vec<State>,
    values: Vec<u64>,
}

impl Machine {
    pub(crate) fn new(tasks: Vec<Task>, objects: u32) -> Machine {
        let mut names = Names::new();
        let children = 0..u32::try_from(tasks.len()).unwrap();
        let processes = children.map(|nth| names.child(ProcessId::ROOT, nth));
        let processes = processes.collect();
        for place in 0..u64::from(objects) {
            names.object(ObjectName {
                creator: None,
                place,
                generation: 0,
                part: 0,
            });
        }
        Machine {
            names,
            processes,
            states: vec![State::default(); tasks.len()],
            tasks,
            values: vec![0; objects as usize],
        }
    }

    /// One writer of x; reader `i` reads its own `y[i]`, then x: 2^n traces.
    pub(crate) fn readers(n: u32) -> Machine {
        let mut tasks = vec![Task::Write {
            object: 0,
            times: 1,
        }];
        tasks.extend((1..=n).map(|i| Task::ReadBoth(i, 0)));
        Machine::new(tasks, n + 1)
    }

    /// Process 0 looks for the last zero of an array, the others write it:
    /// 2^(n - 2) * (n + 3) traces.
    pub(crate) fn lastzero(n: u32) -> Machine {
        let mut tasks = vec![Task::Scan { from: n }];
        tasks.extend((0..n).map(|from| Task::Copy { from }));
        Machine::new(tasks, n + 1)
    }

    /// `n` processes that write one object `times` times.
    pub(crate) fn writers(n: u32, times: u32) -> Machine {
        let task = Task::Write { object: 0, times };
        Machine::new(vec![task; n as usize], 1)
    }

    /// Two processes with `times` operations each on objects of their own, and
    /// one more on an object that they share, at their end.
    pub(crate) fn long(times: u32) -> Machine {
        let own = |object| Task::Write { object, times };
        let shared = Task::Write {
            object: 0,
            times: 1,
        };
        Machine::new(vec![own(1), own(2), shared, shared], 3)
    }

    /// Two processes that take a lock of their own `times` times, and two that
    /// write one object.
    pub(crate) fn locks(times: u32) -> Machine {
        let own = |lock| Task::Lock { lock, times };
        let shared = Task::Write {
            object: 0,
            times: 1,
        };
        Machine::new(vec![own(1), own(2), shared, shared], 3)
    }

    /// `n` processes that send `times` messages to one mailbox.
    pub(crate) fn senders(n: u32, times: u32) -> Machine {
        Machine::new(vec![Task::Send { times }; n as usize], n * times + 1)
    }

    /// Many reads of one object by several processes, and a write of it by
    /// another.
    pub(crate) fn many_reads(processes: u32, times: u32) -> Machine {
        let mut tasks = vec![Task::Read { object: 0, times }; processes as usize];
        tasks.push(Task::Write {
            object: 0,
            times: 1,
        });
        Machine::new(tasks, 1)
    }

    /// `n` processes that write an object under a lock: n! traces.
    pub(crate) fn guarded(n: u32) -> Machine {
        Machine::new(vec![Task::Guarded { lock: 0, object: 1 }; n as usize], 2)
    }

    fn number(process: ProcessId) -> usize {
        process.index() - 1
    }

    /// What a process does next, unless it is finished.
    fn next(&self, number: usize) -> Option<Operation> {
        let state = self.states[number];
        let (kind, object, operand) = match (self.tasks[number], state.steps) {
            (Task::Write { object, times }, done) if done < times => {
                (Kind::Store, object, number as u64)
            }
            (Task::Read { object, times }, done) if done < times => (Kind::Load, object, 0),
            (Task::ReadBoth(object, _), 0) | (Task::ReadBoth(_, object), 1) => {
                (Kind::Load, object, 0)
            }
            (Task::Copy { from }, 0) => (Kind::Load, from, 0),
            (Task::Copy { from }, 1) => (Kind::Store, from + 1, state.loaded + 1),
            (Task::Scan { from }, 0) => (Kind::Load, from, 0),
            (Task::Scan { from }, done) if state.loaded != 0 && done <= from => {
                (Kind::Load, from - done, 0)
            }
            (Task::Lock { lock, times }, done) if done < 2 * times => match done % 2 {
                0 => (Kind::Lock, lock, 0),
                _ => (Kind::Unlock, lock, 0),
            },
            (Task::Send { times }, done) if done < times => (Kind::Change, 0, 0),
            (Task::Guarded { lock, .. }, 0) => (Kind::Lock, lock, 0),
            (Task::Guarded { object, .. }, 1) => (Kind::Store, object, number as u64),
            (Task::Guarded { lock, .. }, 2) => (Kind::Unlock, lock, 0),
            _ => return None,
        };
        Some(Operation::new(kind, ObjectId(object), operand))
    }
}

impl Program for Machine {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.states.fill(State::default());
        self.values.fill(0);
        step.edges
            .extend(self.processes.iter().map(|child| Edge::Spawn {
                parent: None,
                child: *child,
            }));
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        match self.next(Machine::number(process)) {
            Some(operation) if operation.enabled_at(self.values[operation.object.index()]) => {
                Status::Enabled(operation)
            }
            Some(operation) => Status::Blocked(operation),
            None => Status::Finished,
        }
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        let number = Machine::number(turn.process);
        let operation = self.next(number).expect("it is enabled");
        let before = self.values[operation.object.index()];
        let (access, after) = match operation.kind {
            Kind::Load => (Access::Read, before),
            Kind::Lock => (Access::Write, 1),
            Kind::Unlock => (Access::Write, 0),
            Kind::Change => {
                let slot = ObjectId(u32::try_from(before + 1).expect("few slots"));
                step.touches.push(Touch::new(slot, Access::Write, 0, 1));
                (Access::Write, before + 1)
            }
            _ => (Access::Write, operation.operand),
        };
        self.values[operation.object.index()] = after;
        self.states[number].steps += 1;
        self.states[number].loaded = before;
        step.touches
            .push(Touch::new(operation.object, access, before, after));
        Ok(())
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}
