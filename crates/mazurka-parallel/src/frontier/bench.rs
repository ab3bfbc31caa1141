//! What only benchmarks and tests ask for: the controller of the thesis, an account of
//! what sharing the work takes, and pauses wherever work is handed over.
//!
//! It is there with the feature `bench`. Without it, `no_bench.rs` is in its place.

use super::{Frontier, Part, Scheduler, lock};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How schedulers hand work over.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Mode {
    /// Schedulers steal from one another.
    #[default]
    Stealing,
    /// As in the thesis: there is one controller, whom a scheduler asks for every
    /// leaf and about every dispute. It comes back when its budget is used up, and
    /// then the frontier is partitioned until it has twice as many leaves as there are
    /// schedulers.
    Controller {
        /// How long a scheduler may explore when all are busy. It is divided by the
        /// number of those who are not.
        budget: Duration,
    },
}

impl Mode {
    /// The controller of the thesis, with its budget of ten seconds scaled to the
    /// speed of this explorer, which is about a thousand times that of Concuerror.
    pub const CONTROLLER: Mode = Mode::Controller {
        budget: Duration::from_millis(10),
    };
}

/// What it took to share the work.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Account {
    /// Leaves that schedulers took.
    pub taken: u64,
    /// Disputed branches that were new: the scheduler that asked explores them.
    pub claimed: u64,
    /// How often others had appended something at the same place before, and the
    /// scheduler had to look again.
    pub disputed: u64,
    /// How often a scheduler gave up a part of what it owned.
    pub published: u64,
    /// The nodes of these parts.
    pub nodes: u64,
    /// How long schedulers had nothing to do.
    pub waiting: Duration,
    /// How long it took to take leaves.
    pub taking: Duration,
    /// How long it took to claim branches.
    pub claiming: Duration,
    /// How long it took to publish.
    pub publishing: Duration,
    /// How long the controller was busy, in [`Mode::Controller`].
    pub controller: Duration,
}

impl Account {
    fn add(&mut self, other: &Account) {
        self.taken += other.taken;
        self.claimed += other.claimed;
        self.disputed += other.disputed;
        self.published += other.published;
        self.nodes += other.nodes;
        self.waiting += other.waiting;
        self.taking += other.taking;
        self.claiming += other.claiming;
        self.publishing += other.publishing;
        self.controller += other.controller;
    }
}

/// What all schedulers share.
#[derive(Default)]
pub(super) struct Shared {
    /// Held while the controller is at work.
    controller: Mutex<()>,
    accounts: Mutex<Account>,
}

/// What a scheduler has of its own.
pub(super) struct Own {
    /// When it last saw the controller.
    began: Instant,
    /// Is the controller partitioning the frontier?
    partitions: bool,
    account: Account,
}

impl Shared {
    /// What a new scheduler has.
    pub(super) fn own(&self) -> Own {
        Own {
            began: Instant::now(),
            partitions: false,
            account: Account::default(),
        }
    }
}

impl Own {
    /// It takes a leaf.
    pub(super) fn takes(&mut self) {
        self.began = Instant::now();
        self.partitions = false;
        self.account.taken += 1;
    }

    /// It has claimed a branch.
    pub(super) fn claims(&mut self, is_granted: bool) {
        self.account.claimed += u64::from(is_granted);
        self.account.disputed += u64::from(!is_granted);
    }

    /// It gives up a part of what it owns.
    pub(super) fn publishes(&mut self, nodes: usize) {
        self.account.published += 1;
        self.account.nodes += nodes as u64;
    }
}

impl Frontier {
    /// What sharing has taken so far, of the schedulers that have ended.
    #[must_use]
    pub fn account(&self) -> Account {
        lock(&self.bench.accounts).clone()
    }
}

impl Scheduler<'_> {
    /// The queue that it works on.
    pub(super) fn queue(&self) -> usize {
        match self.frontier.options.mode {
            Mode::Stealing => self.number,
            Mode::Controller { .. } => 0,
        }
    }

    /// Does the mode ask for something to be given up?
    pub(super) fn is_asked(&mut self) -> bool {
        let frontier = self.frontier;
        let Mode::Controller { budget } = frontier.options.mode else {
            return self.is_hungry();
        };
        let idle = u32::try_from(frontier.pool.hungry()).unwrap_or(u32::MAX);
        if !self.bench.partitions && self.bench.began.elapsed() < budget / idle.max(1) {
            return false;
        }
        self.bench.began = Instant::now();
        let most = 2 * frontier.options.schedulers;
        self.bench.partitions = frontier.pool.queued(0) < most;
        self.bench.partitions
    }

    /// Does what has to do with others; by the controller, if there is one.
    pub(super) fn apart<T>(&mut self, part: Part, act: impl FnOnce(&mut Self) -> T) -> T {
        self.pause();
        let begun = Instant::now();
        let result = match self.frontier.options.mode {
            Mode::Stealing => act(self),
            Mode::Controller { .. } => {
                let guard = lock(&self.frontier.bench.controller);
                let entered = Instant::now();
                let result = act(self);
                self.bench.account.controller += entered.elapsed();
                drop(guard);
                result
            }
        };
        let account = &mut self.bench.account;
        *match part {
            Part::Taking => &mut account.taking,
            Part::Claiming => &mut account.claiming,
            Part::Publishing => &mut account.publishing,
        } += begun.elapsed();
        self.pause();
        result
    }

    /// Waits for something to do.
    pub(super) fn waiting<T>(&mut self, wait: impl FnOnce(&mut Self) -> T) -> T {
        let begun = Instant::now();
        let result = wait(self);
        self.bench.account.waiting += begun.elapsed();
        result
    }

    pub(super) fn pause(&self) {
        if let Some(pause) = &self.frontier.options.pause {
            pause();
        }
    }

    /// Adds what it took to the account of all.
    pub(super) fn settle(&self) {
        lock(&self.frontier.bench.accounts).add(&self.bench.account);
    }
}
