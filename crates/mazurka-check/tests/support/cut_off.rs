//! Schedulers elsewhere that are cut off again and again, for tests of front ends.

use mazurka_check::{Crew, Exploration, Part, Pause, Plain, TallyOf, Why, explore_elsewhere};
use mazurka_parallel::remote::{Link, Order, Remote, Reply};
use mazurka_random::Random;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

/// Schedulers elsewhere.
pub(crate) struct CutOff {
    /// Another number, other moments.
    pub(crate) round: u64,
    /// How often a connection was cut.
    pub(crate) lost: u32,
}

impl<S: Plain> Crew<S> for CutOff {
    fn explore(
        &mut self,
        exploration: &Arc<Exploration<S>>,
        _: &mut Pause<'_, S>,
    ) -> Result<Option<Why>, String> {
        let round = self.round;
        self.lost += thread::scope(|scope| {
            let drive = |number| {
                let seed = 3 * round + number as u64;
                scope.spawn(move || drive(exploration, number, seed))
            };
            let schedulers = exploration.frontier().schedulers();
            let all: Vec<_> = (0..schedulers).map(drive).collect();
            let lost = all.into_iter().map(|one| one.join().expect("no panic"));
            lost.sum::<u32>()
        });
        Ok(None)
    }
}

/// One end of a connection, which may be cut.
struct Cut<T> {
    orders: Receiver<Order>,
    replies: Sender<Reply<Part<T>>>,
    /// After this many messages.
    after: u32,
}

impl<T> Link<Part<T>> for Cut<T> {
    fn receive(&mut self) -> Option<Order> {
        self.after = self.after.checked_sub(1)?;
        self.orders.recv().ok()
    }

    fn send(&mut self, reply: Reply<Part<T>>) -> bool {
        let Some(after) = self.after.checked_sub(1) else {
            return false;
        };
        self.after = after;
        self.replies.send(reply).is_ok()
    }
}

/// Runs a scheduler elsewhere, which is cut off again and again. How often?
fn drive<S: Plain>(exploration: &Exploration<S>, number: usize, seed: u64) -> u32 {
    let mut remote = exploration.frontier().remote(number);
    let mut random = Random::new(seed);
    let mut lost = 0;
    loop {
        let (orders, received) = channel();
        let (replies, replied) = channel();
        // The longer it lasts, the better the connection, so that it comes to an end.
        let mut link = Cut {
            orders: received,
            replies,
            after: random.below(2 + lost as usize) as u32,
        };
        let is_over = thread::scope(|scope| {
            scope.spawn(move || {
                explore_elsewhere(exploration.subject(), exploration.known(), &mut link);
            });
            converse(exploration, &mut remote, number, orders, &replied)
        });
        if is_over {
            return lost;
        }
        lost += 1;
        remote.lost();
    }
}

/// Is nothing left to do?
fn converse<S: Plain>(
    exploration: &Exploration<S>,
    remote: &mut Remote<'_>,
    number: usize,
    orders: Sender<Order>,
    replies: &Receiver<Reply<Part<TallyOf<S>>>>,
) -> bool {
    while let Some(batch) = remote.take() {
        let mut order = Order::Explore(batch);
        loop {
            if orders.send(order).is_err() {
                return false;
            }
            order = match replies.recv() {
                Ok(Reply::Claim(claim)) => remote.claim(claim).expect("a claim"),
                Ok(Reply::Report(report)) => {
                    exploration.add(number, remote.report(report).expect("a report"));
                    break;
                }
                Ok(Reply::Halted(part)) => {
                    exploration.add(number, part);
                    return true;
                }
                Err(_) => return false,
            };
        }
    }
    true
}
