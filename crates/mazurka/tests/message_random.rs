//! Random programs over channels and over actors: every explorer must see the
//! same outcomes as the one that tries every schedule, and those that reduce
//! must complete the same number of executions, `optimal` with nothing blocked.
//!
//! `MAZURKA_MESSAGE_PROGRAMS` sets how many programs of each kind are tried.

use mazurka::actor::{self, Mailbox, Pid};
use mazurka::sync::atomic::{AtomicU32, Ordering::SeqCst};
use mazurka::sync::mpsc::{self, Receiver};
use mazurka::{Algorithm, Checker, thread};
use std::collections::BTreeSet;
use std::fmt::Debug;
use std::sync::{Arc, Mutex, OnceLock};
use std::time::Duration;

/// Programs with more schedules than this are left out.
const MOST_SCHEDULES: u64 = 12_000;

/// The numbers of one program.
struct Random(u64);

impl Random {
    /// SplitMix64.
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: u64) -> u64 {
        self.next() % n
    }

    fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len() as u64) as usize].clone()
    }
}

/// What each thread of one execution saw.
type Log = Arc<Mutex<Vec<Vec<u32>>>>;

fn note(log: &Log, thread: usize, what: u32) {
    log.lock().unwrap()[thread].push(what);
}

/// The outcomes of an exploration, its complete and its blocked executions.
type Explored = (BTreeSet<Vec<Vec<u32>>>, u64, u64);

/// Explores a program in which `threads` threads write a log; none, if it has
/// too many schedules.
fn explore<P: Send + Sync + 'static>(
    algorithm: Algorithm,
    program: &Arc<P>,
    threads: usize,
    run: fn(&Arc<P>, &Log),
) -> Option<Explored> {
    let log: Log = Arc::default();
    let outcomes = Arc::new(Mutex::new(Vec::new()));
    let (theirs, ended, program) = (log.clone(), outcomes.clone(), program.clone());
    let report = Checker::new()
        .algorithm(algorithm)
        .keep_going(true)
        .max_executions(MOST_SCHEDULES)
        .on_complete(move || {
            let outcome = log.lock().unwrap().clone();
            ended.lock().unwrap().push(outcome);
        })
        .check(move || {
            *theirs.lock().unwrap() = vec![Vec::new(); threads];
            run(&program, &theirs);
        });
    let text = report.to_string();
    if text.contains("not exhausted") {
        return None;
    }
    assert!(!text.contains("error"), "{text}");
    let outcomes = std::mem::take(&mut *outcomes.lock().unwrap());
    let statistics = report.statistics();
    // Those before belong to explorations that were begun anew.
    let before = outcomes.len() - statistics.complete as usize;
    let outcomes = outcomes.into_iter().skip(before).collect();
    Some((outcomes, statistics.complete, statistics.blocked))
}

/// Compares the explorers on one program; says whether it was small enough.
fn compare<P: Debug + Send + Sync + 'static>(
    program: P,
    threads: usize,
    run: fn(&Arc<P>, &Log),
) -> bool {
    let program = Arc::new(program);
    let Some((all, _, _)) = explore(Algorithm::Exhaustive, &program, threads, run) else {
        return false;
    };
    let mut complete = None;
    for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
        let (outcomes, executions, blocked) =
            explore(algorithm, &program, threads, run).expect("no more than exhaustive");
        let missing: Vec<_> = all.difference(&outcomes).collect();
        assert!(
            missing.is_empty(),
            "{algorithm} misses {missing:?} of {program:#?}"
        );
        assert_eq!(all, outcomes, "{algorithm} {program:#?}");
        let before = *complete.get_or_insert(executions);
        assert_eq!(before, executions, "{algorithm} {program:#?}");
        assert!(
            algorithm != Algorithm::Optimal || blocked == 0,
            "{program:#?}"
        );
    }
    true
}

fn programs() -> u64 {
    std::env::var("MAZURKA_MESSAGE_PROGRAMS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(150)
}

fn run_programs<P: Debug + Send + Sync + 'static>(
    generate: fn(&mut Random) -> P,
    threads: usize,
    run: fn(&Arc<P>, &Log),
) {
    let compared = (0..programs())
        .filter(|seed| compare(generate(&mut Random(*seed)), threads, run))
        .count() as u64;
    assert!(
        compared * 2 > programs(),
        "only {compared} were small enough"
    );
}

// Channels.

#[derive(Clone, Copy, Debug)]
enum ChannelStep {
    Send(u32),
    TrySend(u32),
    Receive,
    TryReceive,
    ReceiveTimeout,
    Drop,
    Add,
    Load,
}

#[derive(Debug)]
struct ChannelProgram {
    bound: Option<usize>,
    /// The first thread has the receiver.
    threads: Vec<Vec<ChannelStep>>,
    /// Do the ends that are left live on, so that nobody can see them dropped?
    forget: bool,
}

fn channel_program(random: &mut Random) -> ChannelProgram {
    use ChannelStep::{Add, Drop, Load, Receive, ReceiveTimeout, Send, TryReceive, TrySend};
    let bound = random.pick(&[None, None, Some(1), Some(1), Some(2), Some(0)]);
    let receiver = [Receive, Receive, TryReceive, ReceiveTimeout, Drop, Load];
    let mut threads = vec![
        (0..1 + random.below(3))
            .map(|_| random.pick(&receiver))
            .collect(),
    ];
    for thread in 1..=2 {
        let steps = (0..1 + random.below(2)).map(|n| {
            let message = thread * 10 + n as u32;
            let sends = [Send(message), Send(message), Send(message)];
            let others = [TrySend(message), Drop, Add];
            let which = [sends, others][usize::from(random.below(2) == 1)];
            random.pick(&which)
        });
        threads.push(steps.collect());
    }
    let forget = random.below(2) == 0;
    ChannelProgram {
        bound,
        threads,
        forget,
    }
}

/// Either sender.
enum Sender {
    Unbounded(mpsc::Sender<u32>),
    Bounded(mpsc::SyncSender<u32>),
}

impl Sender {
    fn send(&self, message: u32) -> u32 {
        let result = match self {
            Sender::Unbounded(sender) => sender.send(message),
            Sender::Bounded(sender) => sender.send(message),
        };
        result.map_or(100, |()| 1)
    }

    fn try_send(&self, message: u32) -> u32 {
        match self {
            Sender::Unbounded(_) => self.send(message),
            Sender::Bounded(sender) => match sender.try_send(message) {
                Ok(()) => 1,
                Err(mpsc::TrySendError::Full(_)) => 101,
                Err(mpsc::TrySendError::Disconnected(_)) => 100,
            },
        }
    }
}

fn receive(receiver: &Receiver<u32>, step: ChannelStep) -> u32 {
    match step {
        ChannelStep::Receive => receiver.recv().unwrap_or(100),
        ChannelStep::TryReceive => receiver
            .try_recv()
            .unwrap_or_else(|error| 101 + u32::from(error == mpsc::TryRecvError::Empty)),
        _ => receiver
            .recv_timeout(Duration::ZERO)
            .unwrap_or_else(|error| 101 + u32::from(error == mpsc::RecvTimeoutError::Timeout)),
    }
}

fn run_channels(program: &Arc<ChannelProgram>, log: &Log) {
    let (senders, receiver) = match program.bound {
        None => {
            let (sender, receiver) = mpsc::channel();
            let other = sender.clone();
            ([sender, other].map(Sender::Unbounded), receiver)
        }
        Some(bound) => {
            let (sender, receiver) = mpsc::sync_channel(bound);
            let other = sender.clone();
            ([sender, other].map(Sender::Bounded), receiver)
        }
    };
    let counter = Arc::new(AtomicU32::new(0));
    let (theirs, steps, counted) = (log.clone(), program.clone(), counter.clone());
    thread::spawn(move || {
        let mut receiver = Some(receiver);
        for step in &steps.threads[0] {
            match (step, &receiver) {
                (ChannelStep::Drop, _) => receiver = None,
                (ChannelStep::Load, _) => note(&theirs, 0, counted.load(SeqCst)),
                (step, Some(receiver)) => note(&theirs, 0, receive(receiver, *step)),
                (_, None) => {}
            }
        }
        if steps.forget {
            std::mem::forget(receiver);
        }
    });
    for (sender, thread) in senders.into_iter().zip(1..) {
        let (theirs, steps, counter) = (log.clone(), program.clone(), counter.clone());
        thread::spawn(move || {
            let mut sender = Some(sender);
            for step in &steps.threads[thread] {
                match (step, &sender) {
                    (ChannelStep::Drop, _) => sender = None,
                    (ChannelStep::Add, _) => note(&theirs, thread, counter.fetch_add(1, SeqCst)),
                    (ChannelStep::Send(m), Some(sender)) => note(&theirs, thread, sender.send(*m)),
                    (ChannelStep::TrySend(m), Some(sender)) => {
                        note(&theirs, thread, sender.try_send(*m));
                    }
                    _ => {}
                }
            }
            if steps.forget {
                std::mem::forget(sender);
            }
        });
    }
}

#[test]
fn channels() {
    run_programs(channel_program, 3, run_channels);
}

// Actors.

#[derive(Clone, Copy, Debug)]
enum ActorStep {
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

#[derive(Debug)]
struct ActorProgram {
    actors: Vec<Vec<ActorStep>>,
}

fn actor_program(random: &mut Random) -> ActorProgram {
    use ActorStep::{
        Any, AnyTimeout, Below, BelowTimeout, Even, EvenTimeout, Exit, Link, Monitor, Odd,
        OddTimeout, Register, Send, Whereis,
    };
    // Ends of actors are events, if anybody looks for them: leave them out of
    // most programs, which are smaller then.
    let ends = random.below(3) == 0;
    let actors = (0..3).map(|actor: usize| {
        let steps = (0..1 + random.below(if ends { 2 } else { 3 })).map(|n| {
            let other = random.below(3) as usize;
            let message = (actor * 10) as u32 + n as u32;
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
                0 | 1 => random.pick(&sends),
                2 | 3 => random.pick(&receives),
                _ => random.pick(&others),
            }
        });
        steps.collect()
    });
    ActorProgram {
        actors: actors.collect(),
    }
}

fn act(step: ActorStep, mailbox: &mut Mailbox<u32>, all: &[Pid<u32>]) -> u32 {
    let or_time_over = |message: Option<u32>| message.unwrap_or(100);
    match step {
        ActorStep::Send(to, message) => {
            all[to].send(message);
            0
        }
        ActorStep::Any => mailbox.receive(),
        ActorStep::Even => mailbox.receive_if(|m| m % 2 == 0),
        ActorStep::Odd => mailbox.receive_map(|m| (m % 2 == 1).then_some(*m)),
        ActorStep::Below(limit) => mailbox.receive_if(|m| *m < limit),
        ActorStep::AnyTimeout => or_time_over(mailbox.receive_timeout(Duration::ZERO)),
        ActorStep::EvenTimeout => {
            or_time_over(mailbox.receive_if_timeout(Duration::ZERO, |m| m % 2 == 0))
        }
        ActorStep::OddTimeout => or_time_over(
            mailbox.receive_map_timeout(Duration::ZERO, |m| (m % 2 == 1).then_some(*m)),
        ),
        ActorStep::BelowTimeout(limit) => {
            or_time_over(mailbox.receive_if_timeout(Duration::ZERO, |m| *m < limit))
        }
        ActorStep::Monitor(other) => {
            mailbox.monitor(all[other], |down| match down.reason {
                actor::Reason::Normal => 50,
                actor::Reason::Exit(_) => 51,
                _ => 52,
            });
            0
        }
        ActorStep::Link(other) => {
            mailbox.link(all[other]);
            0
        }
        ActorStep::Register(other) => match actor::register("name", all[other]) {
            Ok(()) => 1,
            Err(actor::RegisterError::Taken) => 101,
            Err(actor::RegisterError::Ended) => 102,
        },
        ActorStep::Whereis => actor::whereis::<u32>("name").map_or(100, |found| {
            all.iter().position(|pid| *pid == found).unwrap_or(99) as u32
        }),
        ActorStep::Exit => actor::exit("at will"),
    }
}

fn run_actors(program: &Arc<ActorProgram>, log: &Log) {
    let pids = Arc::new(OnceLock::new());
    let spawned: Vec<Pid<u32>> = (0..program.actors.len())
        .map(|nth| {
            let (log, program, pids) = (log.clone(), program.clone(), pids.clone());
            actor::spawn(move |mut mailbox| {
                let all: &Vec<Pid<u32>> = pids.get().expect("all are spawned in one step");
                for step in &program.actors[nth] {
                    note(&log, nth, act(*step, &mut mailbox, all));
                }
            })
        })
        .collect();
    pids.set(spawned).expect("set once");
}

#[test]
fn actors() {
    run_programs(actor_program, 3, run_actors);
}
