//! Random programs over actors. The judge is the explorer that tries every schedule.

use super::{Expected, Log, RustProgram, by_every_schedule};
use crate::random::Random;
use mazurka::actor::{self, Mailbox, Pid};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

/// What an actor does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Send(usize, u32),
    Any,
    Even,
    Odd,
    /// A predicate that captures something.
    Below(u32),
    AnyTimeout,
    EvenTimeout,
    OddTimeout,
    BelowTimeout(u32),
    Monitor(usize),
    Link(usize),
    Register(usize),
    Whereis,
    Exit,
}

/// Actors that know one another.
#[derive(Clone, Debug)]
pub(super) struct Program {
    actors: Vec<Vec<Step>>,
}

fn act(step: Step, mailbox: &mut Mailbox<u32>, all: &[Pid<u32>]) -> u32 {
    let or_time_over = |message: Option<u32>| message.unwrap_or(100);
    match step {
        Step::Send(to, message) => {
            all[to].send(message);
            0
        }
        Step::Any => mailbox.receive(),
        Step::Even => mailbox.receive_if(|m| m % 2 == 0),
        Step::Odd => mailbox.receive_map(|m| (m % 2 == 1).then_some(*m)),
        Step::Below(limit) => mailbox.receive_if(|m| *m < limit),
        Step::AnyTimeout => or_time_over(mailbox.receive_timeout(Duration::ZERO)),
        Step::EvenTimeout => {
            or_time_over(mailbox.receive_if_timeout(Duration::ZERO, |m| m % 2 == 0))
        }
        Step::OddTimeout => or_time_over(
            mailbox.receive_map_timeout(Duration::ZERO, |m| (m % 2 == 1).then_some(*m)),
        ),
        Step::BelowTimeout(limit) => {
            or_time_over(mailbox.receive_if_timeout(Duration::ZERO, |m| *m < limit))
        }
        Step::Monitor(other) => {
            mailbox.monitor(all[other], |down| match down.reason {
                actor::Reason::Normal => 50,
                actor::Reason::Exit(_) => 51,
                _ => 52,
            });
            0
        }
        Step::Link(other) => {
            mailbox.link(all[other]);
            0
        }
        Step::Register(other) => match actor::register("name", all[other]) {
            Ok(()) => 1,
            Err(actor::RegisterError::Taken) => 101,
            Err(actor::RegisterError::Ended) => 102,
        },
        Step::Whereis => actor::whereis::<u32>("name").map_or(100, |found| {
            all.iter().position(|pid| *pid == found).unwrap_or(99) as u32
        }),
        Step::Exit => actor::exit("at will"),
    }
}

impl RustProgram for Program {
    type Statement = Step;

    fn generate(random: &mut Random) -> Program {
        use Step::{
            Any, AnyTimeout, Below, BelowTimeout, Even, EvenTimeout, Exit, Link, Monitor, Odd,
            OddTimeout, Register, Send, Whereis,
        };
        // Ends of actors are events, if one looks for them: leave them out of
        // most programs, which are smaller then.
        let ends = random.below(3) == 0;
        let actors = (0..3).map(|actor: usize| {
            let steps = (0..1 + random.below(if ends { 2 } else { 3 })).map(|n| {
                let other = random.below(3);
                let message = (actor * 10 + n) as u32;
                let sends = [Send(other, message), Send(0, message), Send(0, message)];
                let receives = [
                    Any,
                    Even,
                    Odd,
                    Below(11),
                    AnyTimeout,
                    EvenTimeout,
                    OddTimeout,
                    BelowTimeout(11),
                ];
                let others = [Monitor(other), Link(other), Register(other), Whereis, Exit];
                match random.below(if ends { 6 } else { 4 }) {
                    0 | 1 => *random.pick(&sends),
                    2 | 3 => *random.pick(&receives),
                    _ => *random.pick(&others),
                }
            });
            steps.collect()
        });
        Program {
            actors: actors.collect(),
        }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Step>> {
        self.actors.iter_mut().collect()
    }

    fn threads(&self) -> usize {
        self.actors.len()
    }

    fn expected(self: &Arc<Self>, most: u64) -> Result<Option<Expected>, String> {
        by_every_schedule(self, most)
    }

    fn run(self: &Arc<Self>, log: &Arc<Log>) {
        let pids = Arc::new(OnceLock::new());
        let spawned: Vec<Pid<u32>> = (0..self.actors.len())
            .map(|nth| {
                let (log, program, pids) = (log.clone(), self.clone(), pids.clone());
                actor::spawn(move |mut mailbox| {
                    let all: &Vec<Pid<u32>> = pids.get().expect("all are spawned in one step");
                    log.begin(nth);
                    for step in &program.actors[nth] {
                        log.saw(nth, act(*step, &mut mailbox, all) as usize);
                    }
                    log.end(nth);
                })
            })
            .collect();
        pids.set(spawned).expect("set once");
    }
}

/// Actors whose receives wait, most with predicates that capture nothing: where execution graphs
/// are explored, their mailboxes are those of messages.
#[derive(Clone, Debug)]
pub(super) struct Waiting(Program);

impl RustProgram for Waiting {
    type Statement = Step;

    fn generate(random: &mut Random) -> Waiting {
        use Step::{Any, AnyTimeout, Below, Even, Link, Monitor, Odd, Send};
        let count = 2 + random.below(3);
        let rare = random.below(4) == 0;
        let actors = (0..count).map(|actor: usize| {
            let steps = (0..1 + random.below(if count == 2 { 4 } else { 3 })).map(|n| {
                let other = random.below(count);
                let message = (actor * 10 + n) as u32;
                let sends = [Send(other, message), Send(0, message), Send(0, message)];
                let others = [Below(11), AnyTimeout, Monitor(other), Link(other)];
                match random.below(8) {
                    0 if rare => *random.pick(&others),
                    0..=3 => *random.pick(&[Any, Even, Odd]),
                    _ => *random.pick(&sends),
                }
            });
            steps.collect()
        });
        Waiting(Program {
            actors: actors.collect(),
        })
    }

    fn lists(&mut self) -> Vec<&mut Vec<Step>> {
        self.0.lists()
    }

    fn threads(&self) -> usize {
        self.0.threads()
    }

    fn expected(self: &Arc<Self>, most: u64) -> Result<Option<Expected>, String> {
        by_every_schedule(self, most)
    }

    fn run(self: &Arc<Self>, log: &Arc<Log>) {
        Arc::new(self.0.clone()).run(log);
    }
}
