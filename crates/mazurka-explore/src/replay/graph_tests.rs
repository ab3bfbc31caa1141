//! Schedules of execution graphs, on programs of loads, stores and updates.

use super::{Accessed, Ran, Recorder, Trouble, run_graph, shorter_of_graph};
use mazurka_program::{
    Access, Edge, Finding, FindingKind, Interrupt, Kind, Names, ObjectId, ObjectName, Operation,
    Order, ProcessId, Program, Status, Step, Touch, Turn,
};

/// What a process does, with which object, and a number: for an exchange, or to be stored; or
/// a load that finds a bug if it reads that number.
type Word = (Kind, u32, u64);

const fn store(object: u32, number: u64) -> Word {
    (Kind::Store, object, number)
}

const fn load(object: u32, bug: u64) -> Word {
    (Kind::Load, object, bug)
}

const fn swap(object: u32, number: u64) -> Word {
    (Kind::Swap, object, number)
}

/// No load reads that.
const NEVER: u64 = 99;

struct Machine {
    lines: Vec<Vec<Word>>,
    names: Names,
    at: Vec<usize>,
    values: [u64; 4],
    recalled: Vec<(u32, u32, u64)>,
}

impl Machine {
    fn new(lines: &[&[Word]]) -> Machine {
        let mut names = Names::new();
        for nth in 1..lines.len() as u32 {
            names.child(ProcessId::ROOT, nth - 1);
        }
        for place in 0..4 {
            names.object(ObjectName {
                creator: None,
                place,
                generation: 0,
                part: 0,
            });
        }
        Machine {
            lines: lines.iter().map(|line| line.to_vec()).collect(),
            names,
            at: Vec::new(),
            values: [7; 4],
            recalled: Vec::new(),
        }
    }

    fn word(&self, process: ProcessId) -> Option<Word> {
        let nth = process.index();
        self.lines[nth].get(self.at[nth]).copied()
    }
}

impl Program for Machine {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.at = vec![0; self.lines.len()];
        self.values = [7; 4];
        self.recalled.clear();
        for child in (0..self.lines.len() as u32).map(ProcessId) {
            let parent = (child != ProcessId::ROOT).then_some(ProcessId::ROOT);
            step.edges.push(Edge::Spawn { parent, child });
        }
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        match self.word(process) {
            None => Status::Finished,
            Some((kind, object, number)) => {
                let operation = Operation::new(kind, ObjectId(object), number);
                Status::Enabled(operation.ordered(Order::Relaxed))
            }
        }
    }

    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        self.values[object.index()] = value;
        self.recalled.push((object.0, write, value));
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        assert_eq!(turn.alternative, 0);
        let (kind, object, number) = self.word(turn.process).expect("it is enabled");
        let value = &mut self.values[object as usize];
        let before = *value;
        let access = match kind {
            Kind::Load => Access::Read,
            Kind::Swap if before == number => Access::Read,
            _ => Access::Write,
        };
        if access == Access::Write {
            *value = number;
        } else if kind == Kind::Load && before == number {
            let process = Some(turn.process);
            step.findings
                .push(Finding::new(FindingKind::Assertion, process, "read".into()));
        }
        let touch = Touch::new(ObjectId(object), access, before, *value);
        step.touches.push(touch);
        self.at[turn.process.index()] += 1;
        Ok(())
    }

    fn names(&self) -> &Names {
        &self.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.names
    }
}

#[derive(Default)]
struct Seen {
    start: Vec<Edge>,
    steps: Vec<Ran>,
    operations: Vec<Option<Operation>>,
    /// Of each access: which step it reads, and which is newer.
    accesses: Vec<(Option<usize>, Option<usize>)>,
}

impl Recorder<Machine> for Seen {
    fn started(&mut self, _: &mut Machine, step: &Step) {
        self.start.clone_from(&step.edges);
    }

    fn accesses(&mut self, _: &mut Machine, accessed: &Accessed) {
        self.operations.push(Some(accessed.operation));
        let newer = accessed.newer.map(|newer| newer.step);
        self.accesses.push((accessed.from, newer));
    }

    fn after(&mut self, _: &mut Machine, turn: Turn, step: &Step) {
        self.steps.push(Ran {
            turn,
            touches: step.touches.clone(),
            edges: step.edges.clone(),
        });
    }
}

/// Turns as process and alternative.
fn turns(all: &[(u32, u32)]) -> Vec<Turn> {
    let turn = |(process, alternative): &(u32, u32)| Turn {
        process: ProcessId(*process),
        alternative: *alternative,
    };
    all.iter().map(turn).collect()
}

fn ran(lines: &[&[Word]], schedule: &[(u32, u32)], idle: bool) -> (Machine, Seen, Vec<Finding>) {
    let mut machine = Machine::new(lines);
    let mut seen = Seen::default();
    let findings = run_graph(&mut machine, &turns(schedule), 100, idle, &mut seen);
    (machine, seen, findings.expect("it can be run"))
}

#[test]
fn reads_take_what_alternatives_say() {
    let lines: [&[Word]; 2] = [
        &[store(0, 1), store(0, 2)],
        &[load(0, NEVER), load(0, NEVER)],
    ];
    let (machine, seen, _) = ran(&lines, &[(0, 0), (0, 0), (1, 2), (1, 1)], true);
    // The last is what memory holds at the end.
    assert_eq!(machine.recalled, [(0, 0, 7), (0, 1, 1), (0, 2, 2)]);
    let accesses = [
        (None, None),
        (None, None),
        (None, Some(0)),
        (Some(0), Some(1)),
    ];
    assert_eq!(seen.accesses, accesses);
}

#[test]
fn stores_go_where_alternatives_say() {
    let lines: [&[Word]; 3] = [
        &[store(0, 1)],
        &[store(0, 2)],
        &[load(0, NEVER), load(0, NEVER)],
    ];
    let (machine, seen, _) = ran(&lines, &[(0, 0), (1, 1), (2, 1), (2, 0)], true);
    // The second to be run is the first in coherence order.
    assert_eq!(machine.recalled, [(0, 2, 2), (0, 1, 1), (0, 1, 1)]);
    assert_eq!(seen.accesses[1], (None, Some(0)));
    assert_eq!(seen.accesses[2..], [(Some(1), Some(0)), (Some(0), None)]);
}

#[test]
fn updates_come_right_after_what_they_read() {
    let lines: [&[Word]; 2] = [&[store(0, 1), store(0, 2)], &[swap(0, 5), load(0, NEVER)]];
    let (machine, _, _) = ran(&lines, &[(0, 0), (0, 0), (1, 1), (1, 1)], true);
    assert_eq!(machine.recalled, [(0, 1, 1), (0, 3, 5), (0, 2, 2)]);
}

#[test]
fn updates_that_change_nothing_write_under_some_models() {
    let lines: [&[Word]; 2] = [&[store(0, 5)], &[swap(0, 5), load(0, NEVER)]];
    let schedule = [(0, 0), (1, 0), (1, 1)];
    let (_, seen, _) = ran(&lines, &schedule, true);
    assert_eq!(seen.accesses[2], (Some(0), Some(1)));
    let (machine, seen, _) = ran(&lines, &schedule, false);
    assert_eq!(seen.accesses[2], (None, Some(0)));
    assert_eq!(machine.recalled[1], (0, 0, 7));
}

#[test]
fn there_are_not_as_many_writes() {
    let lines: [&[Word]; 2] = [&[store(0, 1)], &[load(0, NEVER)]];
    for (schedule, at) in [
        (&[(1, 1)][..], 0),
        (&[(0, 1)], 0),
        (&[(0, 0), (1, 2)], 1),
        (&[(0, 0), (0, 0)], 1),
    ] {
        let mut machine = Machine::new(&lines);
        let result = run_graph(&mut machine, &turns(schedule), 100, true, &mut ());
        let process = turns(schedule)[at].process;
        assert_eq!(result, Err(Trouble::Misfit(at, process)), "{schedule:?}");
    }
}

/// The shortest schedule that shows the finding of this one.
fn shortest(lines: &[&[Word]], schedule: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let (_, seen, findings) = ran(lines, schedule, true);
    let Seen {
        start,
        steps,
        operations,
        ..
    } = seen;
    let shorter = shorter_of_graph(&start, &steps, &operations, true, &findings[0]);
    let shortest = shorter.into_iter().min_by_key(Vec::len).expect("some");
    let mut machine = Machine::new(lines);
    let again = run_graph(&mut machine, &shortest, 100, true, &mut ());
    assert_eq!(again.as_deref(), Ok(&findings[..1]));
    let pair = |turn: &Turn| (turn.process.0, turn.alternative);
    shortest.iter().map(pair).collect()
}

#[test]
fn what_could_be_an_interleaving_is_one() {
    // The load runs after both stores, and reads what was there before.
    let lines: [&[Word]; 2] = [&[store(0, 1), store(1, 1)], &[load(0, 7), load(1, NEVER)]];
    assert_eq!(shortest(&lines, &[(0, 0), (0, 0), (1, 1)]), [(1, 0)]);
    let lines: [&[Word]; 2] = [&[store(0, 1), store(0, 2)], &[load(0, NEVER), load(1, 7)]];
    let short = shortest(&lines, &[(0, 0), (0, 0), (1, 1), (1, 0)]);
    assert_eq!(short, [(0, 0), (1, 0), (1, 0)]);
}

#[test]
fn what_cannot_be_one_stays_as_it_is() {
    // The second load reads what is older than the store before the one that is read.
    let lines: [&[Word]; 3] = [
        &[store(0, 1), store(1, 1)],
        &[load(1, NEVER), load(0, 7)],
        &[store(1, 9)],
    ];
    let short = shortest(&lines, &[(2, 0), (0, 0), (0, 0), (1, 0), (1, 1)]);
    assert_eq!(short, [(0, 0), (0, 0), (1, 0), (1, 1)]);
}
