//! Compiling C, and exploring it while its outcomes are written down.
//!
//! A program tells what its threads have read by printing it, one value after the
//! other, right after the operation that it comes from: so executions in which a
//! thread never ends leave their results behind as well. What memory holds in the end
//! is looked at in the interpreter.

use crate::seeds::caught;
use mazurka_explore::{
    Algorithm, Ended, EndedKind, Limits, Observer, Statistics, Verdict, explore,
};
use mazurka_llvm::clang::{self, Compile};
use mazurka_llvm::code::{Code, FunctionId};
use mazurka_llvm::machine::{Knowledge, Machine, NoteKind, Settings};
use mazurka_llvm::{library, link, lower, parse};
use mazurka_program::{
    FindingKind, Interrupt, Names, ObjectId, ProcessId, Program, Rewound, Script, Status, Step,
    Turn, replay_one,
};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What every C text begins with. `show` prints a value: a letter for what it is, and
/// its digits, the lowest first.
pub const PRELUDE: &str = r#"#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
void __VERIFIER_assert(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
void __mazurka_print(int, const char *, unsigned long);
unsigned __mazurka_choose(unsigned);
int __cxa_guard_acquire(uint64_t *);
void __cxa_guard_release(uint64_t *);
static void show(int slot, uint64_t value) {
    char text[20];
    int n = 0;
    text[n++] = (char)('A' + slot);
    do {
        text[n++] = (char)('a' + (value & 15));
        value >>= 4;
    } while (value);
    __mazurka_print(1, text, n);
}
"#;

/// How a text is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Compiler {
    /// The version of clang; if none, the one that is found.
    pub version: Option<u32>,
    /// The flag for optimisation.
    pub level: &'static str,
}

/// Compiles a text, and links what it needs of our libc.
///
/// # Errors
/// What clang or we have to say against it.
pub fn compile(text: &str, compiler: Compiler) -> Result<Code, String> {
    compile_as("c", text, compiler)
}

/// The same for a text in a file with that extension.
///
/// # Errors
/// What clang or we have to say against it.
pub(super) fn compile_as(extension: &str, text: &str, compiler: Compiler) -> Result<Code, String> {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let name = format!(
        "mazurka-c-oracle-{}-{number}.{extension}",
        std::process::id()
    );
    let path = std::env::temp_dir().join(name);
    std::fs::write(&path, text).map_err(|error| format!("{}: {error}", path.display()))?;
    let options = Compile {
        clang: compiler
            .version
            .map(|v| PathBuf::from(format!("clang-{v}"))),
        flags: vec![compiler.level.to_owned(), "-w".to_owned()],
        ..Compile::default()
    };
    let loaded = clang::load(std::slice::from_ref(&path), &options);
    // There is nothing to be done if it is gone already.
    let _ = std::fs::remove_file(&path);
    let module = loaded.map_err(|error| error.to_string())?;
    let names: Vec<String> = link::unresolved(&module).map(|n| n.to_string()).collect();
    let needed = library::extract(names.iter().map(String::as_str));
    let library = parse::parse("libc", needed.as_bytes()).map_err(|error| error.to_string())?;
    let module = link::link_library(module, library);
    lower::lower(&module).map_err(|error| error.to_string())
}

/// The code with another function as its `main`.
///
/// # Errors
/// When there is no such function.
pub fn with_main(code: &Code, name: &str) -> Result<Arc<Code>, String> {
    let place = code.functions.iter().position(|f| f.name == name);
    let place = place.ok_or_else(|| format!("there is no function {name}"))?;
    let mut code = code.clone();
    code.main = Some(FunctionId(u32::try_from(place).expect("few functions")));
    Ok(Arc::new(code))
}

/// Where something lies that is looked at in the end.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Location {
    /// The global variable,
    pub global: String,
    /// or what that points to?
    pub is_behind: bool,
    /// How far from its start.
    pub offset: u64,
    /// How many bytes, at most eight.
    pub size: usize,
}

impl Location {
    /// What it holds; none if it is not there.
    fn read(&self, code: &Code, machine: &Machine) -> Option<u64> {
        let global = code.globals.iter().find(|g| g.name == self.global)?;
        let start = match self.is_behind {
            false => global.address,
            true => number(machine.peek(global.address, 8)?),
        };
        Some(number(machine.peek(start + self.offset, self.size)?))
    }
}

/// The number that bytes are.
pub(super) fn number(bytes: &[u8]) -> u64 {
    let digits = bytes.iter().rev();
    digits.fold(0, |number, byte| number << 8 | u64::from(*byte))
}

/// What an execution leaves behind.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Outcome {
    /// What the locations held, and zero for what is not there.
    pub memory: Vec<u64>,
    /// What each thread printed last under each letter, by its name.
    pub shown: BTreeMap<String, BTreeMap<u8, u64>>,
}

/// What an exploration came to.
#[derive(Clone, Debug, Default)]
pub struct Explored {
    /// What it did.
    pub statistics: Statistics,
    /// The outcomes of complete executions.
    pub outcomes: BTreeSet<Outcome>,
    /// Those of complete executions that do not count: an assumption failed, or a thread waits in
    /// a loop in vain.
    pub discarded: BTreeSet<Outcome>,
    /// The kinds of its findings, and a message for each.
    pub findings: BTreeMap<FindingKind, String>,
    /// The first lines of the messages of all data races.
    pub races: BTreeSet<String>,
    /// The messages of all assertions that failed.
    pub assertions: BTreeSet<String>,
    /// How often it was begun anew.
    pub refined: u64,
}

/// What a running program has shown so far.
#[derive(Default)]
struct Seen {
    shown: Vec<(ProcessId, u8, u64)>,
    memory: Vec<u64>,
}

/// The machine, whose notes are written down where the observer sees them.
struct Watched<'a> {
    machine: Machine,
    code: &'a Code,
    locations: &'a [Location],
    noted: usize,
    /// The steps of this execution,
    turns: Vec<Turn>,
    /// and how much had been shown before each and after the last.
    marks: Vec<usize>,
    seen: Rc<RefCell<Seen>>,
}

impl Watched<'_> {
    /// Writes down what has happened since the last look.
    fn look(&mut self) {
        let mut seen = self.seen.borrow_mut();
        for note in &self.machine.notes()[self.noted..] {
            if note.kind == NoteKind::Printed {
                let (slot, value) = parse_shown(&note.text);
                seen.shown.push((note.process, slot, value));
            }
        }
        self.noted = self.machine.notes().len();
        self.marks.push(seen.shown.len());
        drop(seen);
        self.look_at_memory();
    }

    fn look_at_memory(&mut self) {
        let mut seen = self.seen.borrow_mut();
        seen.memory.clear();
        for location in self.locations {
            let value = location.read(self.code, &self.machine);
            seen.memory.push(value.unwrap_or(0));
        }
    }
}

fn parse_shown(text: &str) -> (u8, u64) {
    let bytes = text.as_bytes();
    let digits = bytes[1..].iter().rev();
    let value = digits.fold(0, |value, digit| value << 4 | u64::from(digit - b'a'));
    (bytes[0] - b'A', value)
}

impl Program for Watched<'_> {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        self.seen.borrow_mut().shown.clear();
        self.noted = 0;
        self.turns.clear();
        self.marks.clear();
        self.machine.start(step)?;
        self.look();
        Ok(())
    }

    fn status(&self, process: ProcessId) -> Status {
        self.machine.status(process)
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        self.machine.alternatives(process)
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        self.machine.step(turn, step)?;
        self.turns.push(turn);
        self.look();
        Ok(())
    }

    fn rewind(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Rewound>, Interrupt> {
        // The machine would run what differs by itself, and we would not see it.
        let cues = script.cues()[..len].iter();
        let same = cues
            .zip(&self.turns)
            .take_while(|(cue, turn)| cue.turn == **turn);
        let common = same.count();
        match self.machine.rewind(script, common, step)? {
            Some(Rewound::There) => {}
            other => return Ok(other),
        }
        self.noted = self.machine.notes().len();
        self.turns.truncate(common);
        self.marks.truncate(common + 1);
        self.seen.borrow_mut().shown.truncate(self.marks[common]);
        for i in common..len {
            if let Some(divergence) = replay_one(self, script, i, step)? {
                return Ok(Some(Rewound::Diverged(divergence)));
            }
        }
        Ok(Some(Rewound::There))
    }

    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        self.machine.recall(object, write, value);
        self.look_at_memory();
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        self.machine.opens(number, value)
    }

    fn is_discarded(&self, process: ProcessId) -> bool {
        self.machine.is_discarded(process)
    }

    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        self.machine.awaited(process, objects);
    }

    fn is_daemon(&self, process: ProcessId) -> bool {
        self.machine.is_daemon(process)
    }

    fn names(&self) -> &Names {
        self.machine.names()
    }

    fn names_mut(&mut self) -> &mut Names {
        self.machine.names_mut()
    }

    fn describe_wait(&self, process: ProcessId) -> String {
        self.machine.describe_wait(process)
    }
}

/// Gathers what executions leave behind.
struct Gather {
    seen: Rc<RefCell<Seen>>,
    explored: Explored,
}

impl Observer for Gather {
    fn ended(&mut self, ended: &Ended<'_>, statistics: &Statistics) -> ControlFlow<()> {
        let before = self.explored.statistics.discarded;
        let is_discarded = statistics.discarded != before;
        self.explored.statistics.discarded = statistics.discarded;
        for finding in ended.findings {
            if finding.kind == FindingKind::DataRace {
                let first = finding.message.lines().next().unwrap_or_default();
                self.explored.races.insert(first.to_owned());
            }
            if finding.kind == FindingKind::Assertion {
                self.explored.assertions.insert(finding.message.clone());
            }
            let findings = &mut self.explored.findings;
            // Whether it waits by looking again and again is a matter of style.
            let kind = match finding.kind {
                FindingKind::Livelock => FindingKind::Deadlock,
                kind => kind,
            };
            findings
                .entry(kind)
                .or_insert_with(|| finding.message.clone());
        }
        if ended.kind == EndedKind::Complete {
            let seen = self.seen.borrow();
            let mut outcome = Outcome {
                memory: seen.memory.clone(),
                shown: BTreeMap::new(),
            };
            for (process, slot, value) in &seen.shown {
                let name = ended.names.process_name(*process);
                outcome.shown.entry(name).or_default().insert(*slot, *value);
            }
            match is_discarded {
                true => self.explored.discarded.insert(outcome),
                false => self.explored.outcomes.insert(outcome),
            };
        }
        ControlFlow::Continue(())
    }
}

/// Explores a program.
///
/// # Errors
/// When it cannot be explored, or has more than so many executions, or the
/// interpreter panics.
pub fn explored(
    code: &Arc<Code>,
    settings: &Settings,
    algorithm: Algorithm,
    locations: &[Location],
    max_executions: u64,
) -> Result<Explored, String> {
    let run = || {
        let explore = |records| {
            run(
                code,
                settings,
                algorithm,
                (locations, records),
                max_executions,
            )
        };
        let explored = explore(true)?;
        // While it keeps notes, the machine does not undo steps.
        let undoing = explore(false).map_err(|what| format!("undoing steps: {what}"))?;
        compare_undoing(&explored, &undoing)?;
        Ok(explored)
    };
    caught(run)
}

/// Is what is seen without notes the same?
fn compare_undoing(explored: &Explored, undoing: &Explored) -> Result<(), String> {
    let of = |explored: &Explored| {
        let statistics = &explored.statistics;
        let counts = (statistics.complete, statistics.blocked);
        let outcomes = explored.outcomes.iter().chain(&explored.discarded);
        let memory: BTreeSet<_> = outcomes.map(|outcome| outcome.memory.clone()).collect();
        let kinds: Vec<_> = explored.findings.keys().copied().collect();
        (counts, memory, kinds)
    };
    let (kept, undone) = (of(explored), of(undoing));
    if kept != undone {
        return Err(format!("undoing steps: {undone:?} instead of {kept:?}"));
    }
    Ok(())
}

fn run(
    code: &Arc<Code>,
    settings: &Settings,
    algorithm: Algorithm,
    (locations, records): (&[Location], bool),
    max_executions: u64,
) -> Result<Explored, String> {
    let limits = Limits {
        max_events: 10_000,
        max_executions: Some(max_executions),
        keep_going: true,
    };
    let mut knowledge = Knowledge::default();
    let mut refined = 0;
    let is_graph = algorithm == Algorithm::Graphs;
    let settings = Settings {
        graphs: is_graph,
        ..settings.clone()
    };
    let mut graphs = mazurka_graph::Options::new(settings.model);
    loop {
        let seen = Rc::default();
        let before = graphs.together.clone();
        let mut machine = Machine::new(code, &settings, knowledge.clone());
        machine.record(records);
        let mut watched = Watched {
            machine,
            code,
            locations,
            noted: 0,
            turns: Vec::new(),
            marks: Vec::new(),
            seen: Rc::clone(&seen),
        };
        let mut gather = Gather {
            seen,
            explored: Explored::default(),
        };
        let outcome = match is_graph {
            true => mazurka_graph::explore(&mut graphs, &mut watched, &limits, &mut gather),
            false => explore(algorithm, &mut watched, &limits, &mut gather),
        };
        let outcome = outcome.map_err(|error| error.to_string())?;
        match outcome.verdict {
            Verdict::Refined => {
                let is_new = knowledge.merge(watched.machine.knowledge());
                if !is_new && graphs.together == before {
                    return Err("it is refined, and nothing is learnt".to_owned());
                }
                refined += 1;
            }
            Verdict::NotExhausted(_) => return Err(too_many(&outcome.statistics)),
            // An execution that does not end ends the exploration.
            Verdict::Endless { left, .. } => {
                return Err(format!("{ENDLESS}: {}", left.finding.message));
            }
            Verdict::Verified | Verdict::Bug(_) => {
                let Statistics {
                    complete, blocked, ..
                } = outcome.statistics;
                if complete + blocked >= max_executions {
                    return Err(too_many(&outcome.statistics));
                }
                gather.explored.statistics = outcome.statistics;
                gather.explored.refined = refined;
                return Ok(gather.explored);
            }
        }
    }
}

/// What is said of an exploration that an execution without end has ended.
pub const ENDLESS: &str = "an execution does not end";

/// What is said of an exploration with more executions than there may be.
pub const TOO_MANY: &str = "there are not so many executions";

fn too_many(statistics: &Statistics) -> String {
    format!("{TOO_MANY}: {statistics:?}")
}
