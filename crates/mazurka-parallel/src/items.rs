//! Items that stand alone: a scheduler that has one needs nothing from the others, and says at
//! the end what it came to and what is left.
//!
//! What the explorers count is up to their observers, as everywhere. An item that is explored
//! again with as many executions comes to the same: nothing is looked at but the item.

use mazurka_explore::shared::{Claim, Claimed, Published, Taken, Wish, Work};
use mazurka_explore::trunk::Trunk;
use mazurka_explore::{Packet, Statistics};
use mazurka_graph::Task;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// For how long an item is explored.
#[derive(Clone, Copy, Debug)]
pub struct Budget<'b> {
    /// Until this time has passed, and at least one execution.
    pub time: Duration,
    /// Until this many executions, if that is said, whatever the time.
    pub executions: Option<u64>,
    /// Until this is set, and at least one execution.
    pub end: &'b AtomicBool,
}

/// Is the budget used up?
struct Clock<'b> {
    budget: Budget<'b>,
    began: Instant,
}

impl<'b> Clock<'b> {
    fn new(budget: Budget<'b>) -> Clock<'b> {
        Clock {
            budget,
            began: Instant::now(),
        }
    }

    fn is_over(&self, executions: u64) -> bool {
        match self.budget.executions {
            Some(most) => executions >= most,
            // An item must come to something, however busy the machine is.
            None => {
                let is_told = self.budget.end.load(Ordering::Relaxed);
                executions > 0 && (is_told || self.began.elapsed() >= self.budget.time)
            }
        }
    }
}

/// An item of an execution tree, as the explorer sees it.
pub struct Errand<'t> {
    trunk: &'t Trunk,
    clock: Clock<'t>,
    is_taken: bool,
    requests: Vec<(usize, Packet)>,
    left: Option<Published>,
}

impl<'t> Errand<'t> {
    /// What begins with that.
    #[must_use]
    pub fn new(trunk: &'t Trunk, budget: Budget<'t>) -> Errand<'t> {
        Errand {
            trunk,
            clock: Clock::new(budget),
            is_taken: false,
            requests: Vec::new(),
            left: None,
        }
    }

    /// What is asked for at nodes above it, by the number of steps before them, in the order in
    /// which it was; and what is left of it.
    #[must_use]
    pub fn end(self) -> (Vec<(usize, Packet)>, Option<Published>) {
        (self.requests, self.left)
    }
}

impl Work for Errand<'_> {
    fn take(&mut self, _: &dyn Fn(u64) -> usize) -> Option<Taken> {
        let is_first = !std::mem::replace(&mut self.is_taken, true);
        is_first.then(|| self.trunk.taken())
    }

    fn claim(&mut self, _: Claim) -> Claimed {
        unreachable!("it stands apart")
    }

    fn is_apart(&self) -> bool {
        true
    }

    fn note(&mut self, place: u32, steps: Packet) {
        let depth = self.trunk.depth_of(place);
        self.requests
            .push((depth.expect("it is on the way"), steps));
    }

    fn wish(&mut self, statistics: &Statistics) -> Wish {
        match self.clock.is_over(statistics.executions()) {
            true => Wish::Stop,
            false => Wish::GoOn,
        }
    }

    fn put_back(&mut self, _: bool) {
        unreachable!("nothing interrupts it")
    }

    fn publish(&mut self, published: Published) -> u64 {
        debug_assert!(self.left.is_none(), "it is split once");
        self.left = Some(published);
        u64::MAX
    }

    fn done(&mut self, _: &Statistics) {}
}

/// A branch of execution graphs, as the explorer sees it.
pub struct Branch<'b> {
    task: Option<Task>,
    clock: Clock<'b>,
    executions: u64,
    is_over: bool,
    left: Vec<Task>,
}

impl<'b> Branch<'b> {
    /// That one.
    #[must_use]
    pub fn new(task: Task, budget: Budget<'b>) -> Branch<'b> {
        Branch {
            task: Some(task),
            clock: Clock::new(budget),
            executions: 0,
            is_over: false,
            left: Vec::new(),
        }
    }

    /// What is left of it.
    #[must_use]
    pub fn end(self) -> Vec<Task> {
        self.left
    }
}

impl mazurka_graph::Work for Branch<'_> {
    fn take(&mut self) -> Option<Task> {
        self.task.take()
    }

    fn is_hungry(&mut self) -> bool {
        false
    }

    fn give(&mut self, tasks: Vec<Task>) {
        self.left.extend(tasks);
    }

    fn is_interrupted(&mut self) -> bool {
        self.is_over
    }

    /// It ends before an execution, and nowhere else: so it can be explored again.
    fn may_count(&mut self) -> bool {
        self.is_over |= self.clock.is_over(self.executions);
        self.executions += u64::from(!self.is_over);
        !self.is_over
    }
}
