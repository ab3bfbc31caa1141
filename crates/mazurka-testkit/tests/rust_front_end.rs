//! The Rust library judged by the oracle: every generated program is run as
//! real Rust closures with Mazurka's threads, atomics and mutexes, under
//! `optimal`, and must have as many traces, the same final states and the same
//! kinds of findings as brute force says.
//!
//! What a process does is written down, outside of the check, in the local code
//! right after each operation, so that executions in which some process never
//! finishes leave their state behind as well. (What the threads share is held by
//! `std`'s `Arc`: the library's own may find out in the middle of a check that
//! it is observed, and begin again, and then the records would tell of both.)

use mazurka::sync::Mutex;
use mazurka::sync::atomic::{AtomicU64, Ordering::SeqCst};
use mazurka::{Algorithm, Checker, Report};
use mazurka_testkit::generator::generate;
use mazurka_testkit::ir::{Program, REGISTERS, Statement};
use mazurka_testkit::oracle::{FinalState, Judgement, Undecided, judge};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The final states of the executions so far; the last is still being made.
type Records = std::sync::Mutex<Vec<FinalState>>;

/// What the processes of one execution share.
struct Shared {
    program: Arc<Program>,
    records: Arc<Records>,
    variables: Vec<AtomicU64>,
    mutexes: Vec<Mutex<()>>,
}

impl Shared {
    fn record(&self, write: impl FnOnce(&mut FinalState)) {
        let mut records = self.records.lock().expect("nothing panics here");
        write(records.last_mut().expect("an execution has begun"));
    }
}

/// One process: the thread that runs a body.
struct Process {
    shared: Arc<Shared>,
    name: String,
    registers: [u64; REGISTERS],
    children: u32,
    handles: Vec<(usize, mazurka::thread::JoinHandle<()>)>,
}

impl Process {
    fn new(shared: Arc<Shared>, name: String) -> Process {
        let process = Process {
            shared,
            name,
            registers: [0; REGISTERS],
            children: 0,
            handles: Vec::new(),
        };
        process.write_registers();
        process
    }

    fn write_registers(&self) {
        self.shared.record(|state| {
            state.registers.insert(self.name.clone(), self.registers);
        });
    }

    fn receive(&mut self, register: usize, value: u64) {
        self.registers[register] = value;
        self.write_registers();
    }

    fn write(&self, variable: usize, value: u64) {
        self.shared
            .record(|state| state.variables[variable] = value);
    }

    fn run_body(&mut self, body: usize) {
        let program = Arc::clone(&self.shared.program);
        self.run(&program.bodies[body]);
    }

    fn run(&mut self, block: &[Statement]) {
        for statement in block {
            if statement.is_operation() {
                self.operate(statement);
            } else {
                self.run_local(statement);
            }
        }
    }

    fn operate(&mut self, statement: &Statement) {
        let shared = Arc::clone(&self.shared);
        match *statement {
            Statement::Load { variable, register } => {
                let held = shared.variables[variable].load(SeqCst);
                self.receive(register, held);
            }
            Statement::Store { variable, value } => {
                let value = value.of(&self.registers);
                shared.variables[variable].store(value, SeqCst);
                self.write(variable, value);
            }
            Statement::FetchAdd {
                variable,
                summand,
                register,
            } => {
                let held = shared.variables[variable].fetch_add(summand, SeqCst);
                self.receive(register, held);
                self.write(variable, held.wrapping_add(summand));
            }
            Statement::CompareExchange {
                variable,
                expected,
                new,
                register,
            } => {
                let expected = expected.of(&self.registers);
                let new = new.of(&self.registers);
                let location = &shared.variables[variable];
                match location.compare_exchange(expected, new, SeqCst, SeqCst) {
                    Ok(held) => {
                        self.receive(register, held);
                        self.write(variable, new);
                    }
                    Err(held) => self.receive(register, held),
                }
            }
            // The language's locks are not tied to scopes, and stay held when
            // their holder panics.
            Statement::Lock(mutex) => {
                std::mem::forget(shared.mutexes[mutex].lock().expect("never poisoned"));
            }
            // SAFETY: there is no guard, and no data behind the mutex. That it
            // may not be held is what is tested.
            Statement::Unlock(mutex) => unsafe { shared.mutexes[mutex].force_unlock() },
            ref other => unreachable!("{other} is no operation, or was replaced"),
        }
    }

    fn run_local(&mut self, statement: &Statement) {
        match statement {
            Statement::If {
                register,
                equals,
                then,
                otherwise,
            } => {
                let holds = self.registers[*register] == *equals;
                self.run(if holds { then } else { otherwise });
            }
            Statement::Spawn(body) => {
                let handle = self.spawn(*body);
                self.handles.push((*body, handle));
            }
            Statement::Join(body) => {
                if let Some(last) = self.handles.iter().rposition(|(b, _)| b == body) {
                    // A child that panicked is a finding of its own.
                    let _ = self.handles.remove(last).1.join();
                }
            }
            Statement::Assert {
                register,
                equal,
                value,
            } => {
                let found = self.registers[*register];
                assert!((found == *value) == *equal, "{statement}: it was {found}");
            }
            other => unreachable!("{other} is not local code"),
        }
    }

    fn spawn(&mut self, body: usize) -> mazurka::thread::JoinHandle<()> {
        let name = format!("{}.{}", self.name, self.children);
        self.children += 1;
        let shared = Arc::clone(&self.shared);
        mazurka::thread::spawn(move || Process::new(shared, name).run_body(body))
    }
}

/// One execution: the main thread is the first root, and spawns the others.
fn execute(program: &Arc<Program>, records: &Arc<Records>) {
    records
        .lock()
        .expect("nothing panics here")
        .push(FinalState {
            variables: vec![0; program.variables()],
            registers: BTreeMap::new(),
        });
    let shared = Arc::new(Shared {
        program: Arc::clone(program),
        records: Arc::clone(records),
        variables: (0..program.variables())
            .map(|_| AtomicU64::new(0))
            .collect(),
        mutexes: (0..program.mutexes()).map(|_| Mutex::new(())).collect(),
    });
    let mut main = Process::new(shared, "0".into());
    for root in 1..program.roots {
        drop(main.spawn(root));
    }
    main.run_body(0);
}

/// Runs a program with the library; gives the state in which each execution
/// ended as well, in order.
fn check(program: &Program, algorithm: Algorithm) -> (Report, Vec<FinalState>) {
    let program = Arc::new(program.clone());
    // With a first block from outside, it grows outside: an allocation in only
    // one of the executions would make them differ, and the check begin again.
    let records = Arc::new(Records::new(Vec::with_capacity(1)));
    let kept = Arc::clone(&records);
    let report = Checker::new()
        .algorithm(algorithm)
        .keep_going(true)
        .check(move || execute(&program, &records));
    let mut states = kept.lock().expect("nothing panicked there").clone();
    // The first execution is replayed, to see whether it is deterministic.
    assert_eq!(states[0], states[1], "a replay ends in another state");
    states.remove(1);
    // Whatever runs after the exploration (to render a finding) comes last.
    let executions = usize::try_from(report.statistics().executions()).expect("few");
    assert!(states.len() >= executions, "an execution has no record");
    assert!(
        states.len() == executions || !report.is_verified(),
        "one has two"
    );
    states.truncate(executions);
    (report, states)
}

fn compare(seed: u64, program: &Program, judgement: &Judgement, algorithm: Algorithm) {
    let (report, states) = check(program, algorithm);
    let context = format!("seed {seed}\n{program}\n{report}");
    let traces = judgement.classes.len() as u64;
    let expected = match algorithm {
        Algorithm::Exhaustive => judgement.executions,
        Algorithm::Classic | Algorithm::Source | Algorithm::Optimal => traces,
    };
    assert_eq!(report.statistics().complete, expected, "{context}");
    let kinds: BTreeSet<_> = judgement.findings().iter().map(|f| f.kind).collect();
    let found: BTreeSet<_> = report.findings().iter().map(|f| f.kind).collect();
    assert_eq!(found, kinds, "{context}");
    assert_eq!(report.is_verified(), kinds.is_empty(), "{context}");
    if matches!(algorithm, Algorithm::Exhaustive | Algorithm::Optimal) {
        // Nothing is blocked, so every record is of a complete execution.
        assert_eq!(report.statistics().blocked, 0, "{context}");
        let states: BTreeSet<_> = states.iter().collect();
        assert_eq!(states, judgement.final_states(), "{context}");
    }
}

/// Judges the library on the programs with these seeds.
fn judge_seeds(seeds: Range<u64>, algorithms: &[Algorithm], max_executions: usize) {
    let programs = seeds.end - seeds.start;
    let (mut traces, mut skipped) = (0, 0);
    for seed in seeds {
        // The library cannot know that nobody uses a result.
        let program = generate(seed).without_additions();
        match judge(&program, max_executions) {
            Ok(judgement) => {
                traces += judgement.classes.len();
                for algorithm in algorithms {
                    compare(seed, &program, &judgement, *algorithm);
                }
            }
            Err(Undecided::TooLarge) => skipped += 1,
            Err(broken) => panic!("seed {seed}: {broken}"),
        }
    }
    println!("{programs} programs, {skipped} of them skipped, {traces} traces");
    assert!(skipped * 4 < programs, "too few programs are judged");
}

#[test]
fn optimal_0() {
    judge_seeds(0..1000, &[Algorithm::Optimal], 10_000);
}

/// With `MAZURKA_FRONT_END_SEEDS=n`, of `n` programs.
#[test]
fn optimal_10_000() {
    let more = std::env::var("MAZURKA_FRONT_END_SEEDS");
    let programs = more.map_or(1000, |n| n.parse().expect("a number of programs"));
    judge_seeds(10_000..10_000 + programs, &[Algorithm::Optimal], 10_000);
}

#[test]
fn every_explorer() {
    judge_seeds(2000..2500, &Algorithm::ALL, 1000);
}
