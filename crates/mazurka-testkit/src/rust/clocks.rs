//! The [programs with clocks](crate::clocks) as closures of Rust.

use super::{Expected, Log, Outcome, Progress, RustProgram};
use crate::clocks::judge::outcomes;
use crate::clocks::{self, Language, MUTEXES, NOTE, SLOTS, Statement, VARIABLES};
use crate::random::Random;
use mazurka::Algorithm;
use mazurka::sync::atomic::{AtomicU64, Ordering::SeqCst};
use mazurka::sync::mpsc::{self, Receiver, Sender};
use mazurka::sync::{Arc, Condvar, Mutex};
use mazurka::thread::{self, Thread};
use mazurka::time::Instant;
use std::sync::Arc as StdArc;
use std::time::Duration;

/// The most states of the judge.
const STATES: usize = 20_000;

#[derive(Clone, Debug)]
pub(super) struct Program {
    program: clocks::Program,
    /// It has loops with deadlines. How late it is after them is not fixed.
    has_polls: bool,
}

/// The objects that threads share.
struct Objects {
    begun: Instant,
    variables: [AtomicU64; VARIABLES],
    mutexes: [Mutex<()>; MUTEXES],
    condition: Condvar,
}

/// A thread of a program.
struct Runner<'a> {
    number: usize,
    objects: &'a Objects,
    /// The threads that were begun before.
    threads: &'a [Thread],
    sender: Sender<()>,
    receiver: Option<Receiver<()>>,
    log: &'a Log,
    has_polls: bool,
}

fn milliseconds(number: u64) -> Duration {
    Duration::from_millis(number)
}

impl Runner<'_> {
    fn note(&self, slot: usize, code: u64) {
        let time = match self.has_polls {
            true => 0,
            false => self.objects.begun.elapsed().as_millis() as u64,
        };
        self.log
            .keep(self.number, slot, (code * NOTE + time) as usize);
    }

    fn run(&self, statement: &Statement) {
        let objects = self.objects;
        match statement {
            Statement::Store(variable, value) => objects.variables[*variable].store(*value, SeqCst),
            Statement::Load(variable, slot) => {
                let value = objects.variables[*variable].load(SeqCst);
                self.log.keep(self.number, *slot, value as usize);
            }
            Statement::Sleep(time) => thread::sleep(milliseconds(*time)),
            Statement::Look(slot) => self.note(*slot, 0),
            Statement::Locked(mutex, body) => {
                let _guard = objects.mutexes[*mutex].lock();
                body.iter().for_each(|statement| self.run(statement));
            }
            Statement::Post => self.sender.send(()).expect("the receiver is there"),
            Statement::TakeIn(limit, slot) => {
                let receiver = self.receiver.as_ref().expect("the first thread takes");
                let is_over = receiver.recv_timeout(milliseconds(*limit)).is_err();
                self.note(*slot, is_over.into());
            }
            Statement::WaitIn(limit, slot) => {
                let guard = objects.mutexes[0].lock().expect("nothing panics");
                let waited = objects.condition.wait_timeout(guard, milliseconds(*limit));
                let (_guard, result) = waited.expect("nothing panics");
                self.note(*slot, result.timed_out().into());
            }
            Statement::WaitFor {
                variable,
                wanted,
                limit,
                slot,
            } => {
                let guard = objects.mutexes[0].lock().expect("nothing panics");
                let mut seen = 0;
                let waited =
                    objects
                        .condition
                        .wait_timeout_while(guard, milliseconds(*limit), |_| {
                            seen = objects.variables[*variable].load(SeqCst);
                            seen != *wanted
                        });
                let (_guard, result) = waited.expect("nothing panics");
                assert_eq!(result.timed_out(), seen != *wanted);
                self.note(*slot, seen);
            }
            Statement::Signal => objects.condition.notify_one(),
            Statement::Broadcast => objects.condition.notify_all(),
            Statement::Poll {
                variable,
                wanted,
                limit,
                sleep,
                slot,
            } => {
                let end = Instant::now() + milliseconds(*limit);
                let mut seen;
                loop {
                    seen = objects.variables[*variable].load(SeqCst);
                    if seen == *wanted || Instant::now() >= end {
                        break;
                    }
                    if *sleep != 0 {
                        thread::sleep(milliseconds(*sleep));
                    }
                }
                self.note(*slot, seen);
            }
            Statement::ParkIn(limit, slot) => {
                thread::park_timeout(milliseconds(*limit));
                self.note(*slot, 0);
            }
            Statement::Unpark(thread) => self.threads[*thread].unpark(),
            Statement::LockedIn(..) => unreachable!("no statement of Rust"),
        }
    }
}

impl RustProgram for Program {
    type Statement = Statement;

    fn generate(random: &mut Random) -> Program {
        let program = clocks::generate(random, Language::Rust);
        let has_polls = program.any(|statement| matches!(statement, Statement::Poll { .. }));
        Program { program, has_polls }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Statement>> {
        self.program.threads.iter_mut().collect()
    }

    fn threads(&self) -> usize {
        self.program.threads.len()
    }

    fn expected(self: &StdArc<Self>, _: u64) -> Result<Option<Expected>, String> {
        let Some(all) = outcomes(&self.program, Language::Rust, self.has_polls, STATES) else {
            return Ok(None);
        };
        let outcome = |notes: Vec<u64>| {
            let threads = notes.chunks(SLOTS).map(|notes| {
                let seen = notes.iter().map(|note| *note as usize).collect();
                (seen, Progress::Ended)
            });
            Outcome {
                threads: threads.collect(),
                variable: 0,
            }
        };
        Ok(Some(Expected::new(all.into_iter().map(outcome).collect())))
    }

    fn suits(&self, algorithm: Algorithm) -> bool {
        // A receive that gives up reads what the next message is written to, and a notification that
        // no thread waits for reads that none does.
        let only_reads = |statement: &Statement| {
            matches!(
                statement,
                Statement::TakeIn(..) | Statement::Signal | Statement::Broadcast
            )
        };
        let unordered = self.program.has_memory() || self.program.any(only_reads);
        algorithm != Algorithm::Graphs || !unordered
    }

    fn run(self: &StdArc<Self>, log: &StdArc<Log>) {
        let objects = Arc::new(Objects {
            begun: Instant::now(),
            variables: Default::default(),
            mutexes: Default::default(),
            condition: Condvar::new(),
        });
        let (sender, receiver) = mpsc::channel();
        let mut receiver = Some(receiver);
        let (mut threads, mut handles) = (Vec::new(), Vec::new());
        for number in 0..self.threads() {
            let (program, log, objects) = (self.clone(), log.clone(), objects.clone());
            let (sender, receiver) = (sender.clone(), receiver.take());
            let before = threads.clone();
            let handle = thread::spawn(move || {
                log.begin(number);
                log.keep(number, SLOTS - 1, 0);
                let runner = Runner {
                    number,
                    objects: &objects,
                    threads: &before,
                    sender,
                    receiver,
                    log: &log,
                    has_polls: program.has_polls,
                };
                for statement in &program.program.threads[number] {
                    runner.run(statement);
                }
                log.end(number);
                // They are not dropped before all threads have ended.
                (runner.sender, runner.receiver)
            });
            threads.push(handle.thread().clone());
            handles.push(handle);
        }
        let ended = handles.into_iter().map(|handle| handle.join().ok());
        drop(ended.collect::<Vec<_>>());
    }
}
