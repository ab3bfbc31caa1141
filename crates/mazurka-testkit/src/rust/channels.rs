//! Random programs over channels. The judge is the explorer that tries every schedule.

use super::{Expected, Log, RustProgram, by_every_schedule};
use crate::random::Random;
use mazurka::sync::atomic::{AtomicU32, Ordering::SeqCst};
use mazurka::sync::mpsc::{self, Receiver};
use mazurka::thread;
use std::sync::Arc;
use std::time::Duration;

/// What a thread does with its end of the channel, or with a counter.
#[derive(Clone, Copy, Debug)]
pub(super) enum Step {
    Send(u32),
    TrySend(u32),
    Receive,
    TryReceive,
    ReceiveTimeout,
    Drop,
    Add,
    Load,
}

/// Threads at the ends of one channel.
#[derive(Clone, Debug)]
pub(super) struct Program {
    bound: Option<usize>,
    /// The first thread has the receiver.
    threads: Vec<Vec<Step>>,
    /// Do the ends that are left live on, so that none can be seen to be dropped?
    forget: bool,
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

fn receive(receiver: &Receiver<u32>, step: Step) -> u32 {
    match step {
        Step::Receive => receiver.recv().unwrap_or(100),
        Step::TryReceive => receiver
            .try_recv()
            .unwrap_or_else(|error| 101 + u32::from(error == mpsc::TryRecvError::Empty)),
        _ => receiver
            .recv_timeout(Duration::ZERO)
            .unwrap_or_else(|error| 101 + u32::from(error == mpsc::RecvTimeoutError::Timeout)),
    }
}

impl RustProgram for Program {
    type Statement = Step;

    fn generate(random: &mut Random) -> Program {
        use Step::{Add, Drop, Load, Receive, ReceiveTimeout, Send, TryReceive, TrySend};
        let bound = *random.pick(&[None, None, Some(1), Some(1), Some(2), Some(0)]);
        let receiver = [Receive, Receive, TryReceive, ReceiveTimeout, Drop, Load];
        let mut threads = vec![
            (0..1 + random.below(3))
                .map(|_| *random.pick(&receiver))
                .collect(),
        ];
        for thread in 1..=2 {
            let steps = (0..1 + random.below(2)).map(|n| {
                let message = (thread * 10 + n) as u32;
                let sends = [Send(message), Send(message), Send(message)];
                let others = [TrySend(message), Drop, Add];
                let which = [sends, others][usize::from(random.below(2) == 1)];
                *random.pick(&which)
            });
            threads.push(steps.collect());
        }
        let forget = random.below(2) == 0;
        Program {
            bound,
            threads,
            forget,
        }
    }

    fn lists(&mut self) -> Vec<&mut Vec<Step>> {
        self.threads.iter_mut().collect()
    }

    fn threads(&self) -> usize {
        self.threads.len()
    }

    fn expected(self: &Arc<Self>, most: u64) -> Result<Option<Expected>, String> {
        by_every_schedule(self, most)
    }

    fn run(self: &Arc<Self>, log: &Arc<Log>) {
        let (senders, receiver) = match self.bound {
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
        let (notes, steps, counted) = (log.clone(), self.clone(), counter.clone());
        thread::spawn(move || {
            let saw = |value: u32| notes.saw(0, value as usize);
            notes.begin(0);
            let mut receiver = Some(receiver);
            for step in &steps.threads[0] {
                match (step, &receiver) {
                    (Step::Drop, _) => receiver = None,
                    (Step::Load, _) => saw(counted.load(SeqCst)),
                    (step, Some(receiver)) => saw(receive(receiver, *step)),
                    (_, None) => {}
                }
            }
            match steps.forget {
                true => std::mem::forget(receiver),
                false => drop(receiver),
            }
            notes.end(0);
        });
        for (sender, thread) in senders.into_iter().zip(1..) {
            let (notes, steps, counter) = (log.clone(), self.clone(), counter.clone());
            thread::spawn(move || {
                let saw = |value: u32| notes.saw(thread, value as usize);
                notes.begin(thread);
                let mut sender = Some(sender);
                for step in &steps.threads[thread] {
                    match (step, &sender) {
                        (Step::Drop, _) => sender = None,
                        (Step::Add, _) => saw(counter.fetch_add(1, SeqCst)),
                        (Step::Send(m), Some(sender)) => saw(sender.send(*m)),
                        (Step::TrySend(m), Some(sender)) => saw(sender.try_send(*m)),
                        _ => {}
                    }
                }
                match steps.forget {
                    true => std::mem::forget(sender),
                    false => drop(sender),
                }
                notes.end(thread);
            });
        }
    }
}
