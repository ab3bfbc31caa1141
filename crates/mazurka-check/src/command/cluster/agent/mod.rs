//! One machine's part in a cluster: some processes that explore, and one agent that takes items
//! for them, keeps their leases, and commits what they come to.
//!
//! Every slot is a thread with a [child process](super::child). Two connections to the store are
//! enough: the slots share one, and the heart has the other, so that a slow commit costs no lease.
//!
//! *When an item is split.* An item is explored to its end, for [`MOST_TIME`] at most, as long as
//! all have something to do: every split costs a commit, and under `hybrid` some blocked
//! executions. If this agent has idle slots, or the cluster has fewer ready items than threads,
//! items that have been explored for a while are split. That while is a floor that follows the
//! store: twenty times as long as a commit takes.

mod process;
mod work;

pub use process::Repeater;

use super::Connect;
use crate::command::terminal::say;
use mazurka_cluster::{AgentId, Duty, Heartbeat, ItemId, Job, JobId, Store, StoreError};
use process::{Process, Slot, end_child, kill, split};
use std::collections::{HashMap, VecDeque};
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest that an item is explored.
const MOST_TIME: Duration = Duration::from_secs(60);
/// The shortest time after which an item is split for this agent's own slots, and for others.
const FLOOR: Duration = Duration::from_millis(50);
const FLOOR_FOR_OTHERS: Duration = Duration::from_millis(500);
/// How many times as long as a commit takes an item is explored at least.
const COMMITS: u32 = 20;
/// How long slots that have nothing to do wait before they look again.
const IDLE: Duration = Duration::from_millis(500);
/// For how long an agent that is told to end tries to commit.
const PATIENCE: Duration = Duration::from_secs(20);

/// What an agent is told.
pub struct Settings {
    /// Makes a connection.
    pub connect: Arc<Connect>,
    /// What it is called in lists.
    pub name: String,
    /// Its build: it explores only jobs of the same.
    pub build: String,
    /// How many processes explore.
    pub threads: usize,
    /// How long a lease holds without a sign of life.
    pub lease: Duration,
    /// Ends when this is set: items are split, committed and given back.
    pub interrupt: Arc<AtomicBool>,
    /// Ends when there is nothing to do.
    pub until_idle: bool,
    /// Says what it does.
    pub is_verbose: bool,
}

/// What an agent has done.
#[derive(Clone, Copy, Debug, Default)]
pub struct Worked {
    /// Items that counted.
    pub items: u64,
    /// Their executions.
    pub executions: u64,
    /// Items that did not count any more.
    pub void: u64,
    /// Processes that were lost.
    pub lost: u64,
}

/// What a slot works on.
struct Current {
    duty: Work,
    since: Instant,
    /// Does its process know of it?
    is_asked: bool,
    /// Is it told to split?
    is_told: bool,
    /// Is what it does of no use any more?
    is_void: bool,
}

impl Current {
    /// Can it be told to split?
    fn is_open(&self) -> bool {
        self.is_asked && !self.is_told
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Work {
    Item(ItemId),
    Job(JobId),
}

/// What all slots share.
pub struct Agent {
    settings: Settings,
    id: Mutex<AgentId>,
    store: Mutex<Box<dyn Store + Send>>,
    queue: Mutex<VecDeque<Duty>>,
    slots: Vec<Slot>,
    jobs: Mutex<HashMap<JobId, Arc<Job>>>,
    idle: AtomicI64,
    /// When the store last had nothing, and nothing was heard since: one slot asks for all.
    empty: Mutex<Option<Instant>>,
    /// How long a commit took lately, in microseconds.
    latency: AtomicU64,
    /// The executions of items that were explored.
    executions: AtomicU64,
    worked: Mutex<Worked>,
    /// Set when slots are to end.
    is_over: AtomicBool,
    /// Why the agent cannot go on.
    refused: Mutex<Option<String>>,
    woken: Condvar,
    sleep: Mutex<()>,
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Agent {
    /// Enrols an agent.
    ///
    /// # Errors
    /// When the store refuses it, or does not answer; a message for people.
    pub fn new(settings: Settings) -> Result<Agent, String> {
        let mut store = (settings.connect)().map_err(|error| error.to_string())?;
        let threads = i32::try_from(settings.threads).unwrap_or(i32::MAX);
        let id = store
            .enrol(&settings.name, &settings.build, threads)
            .map_err(|error| error.to_string())?;
        Ok(Agent {
            id: Mutex::new(id),
            store: Mutex::new(store),
            queue: Mutex::default(),
            slots: (0..settings.threads).map(|_| Slot::default()).collect(),
            jobs: Mutex::default(),
            idle: AtomicI64::new(0),
            empty: Mutex::default(),
            latency: AtomicU64::new(0),
            executions: AtomicU64::new(0),
            worked: Mutex::default(),
            is_over: AtomicBool::new(false),
            refused: Mutex::default(),
            woken: Condvar::new(),
            sleep: Mutex::default(),
            settings,
        })
    }

    /// Works until it is told to end.
    ///
    /// # Errors
    /// When the store refuses to go on; a message for people.
    pub fn run(&self) -> Result<Worked, String> {
        thread::scope(|scope| {
            for slot in &self.slots {
                scope.spawn(|| {
                    self.serve(slot);
                    end_child(slot);
                });
            }
            self.beat();
        });
        self.give_back();
        match lock(&self.refused).take() {
            Some(message) => Err(message),
            None => Ok(*lock(&self.worked)),
        }
    }

    fn id(&self) -> AgentId {
        *lock(&self.id)
    }

    fn is_interrupted(&self) -> bool {
        self.settings.interrupt.load(Ordering::Relaxed)
    }

    fn is_ending(&self) -> bool {
        self.is_interrupted() || self.is_over.load(Ordering::Relaxed)
    }

    /// The agent cannot go on.
    fn refuse(&self, message: String) {
        lock(&self.refused).get_or_insert(message);
        self.is_over.store(true, Ordering::Relaxed);
        self.wake();
    }

    fn wake(&self) {
        let _guard = lock(&self.sleep);
        self.woken.notify_all();
    }

    /// The store may have something to do.
    fn there_is_more(&self) {
        *lock(&self.empty) = None;
        self.wake();
    }

    fn pause(&self, time: Duration) {
        let guard = lock(&self.sleep);
        drop(self.woken.wait_timeout(guard, time));
    }

    fn say(&self, message: impl FnOnce() -> String) {
        if self.settings.is_verbose {
            say(&message());
        }
    }

    /// Tells the store that this agent is alive, and hears what it must not go on with.
    fn beat(&self) {
        let every =
            (self.settings.lease / 8).clamp(Duration::from_millis(100), Duration::from_secs(2));
        let mut store: Option<Box<dyn Store + Send>> = None;
        let (mut last, mut counted) = (Instant::now(), 0);
        let mut ended: Option<Instant> = None;
        let mut was_away = false;
        loop {
            if self.is_ending() {
                let since = ended.get_or_insert_with(Instant::now);
                self.split_all(|_| true);
                let is_busy = self.slots.iter().any(|slot| lock(&slot.current).is_some());
                if !is_busy || since.elapsed() >= PATIENCE {
                    self.is_over.store(true, Ordering::Relaxed);
                    for slot in &self.slots {
                        kill(slot);
                    }
                    self.wake();
                    return;
                }
            }
            if last.elapsed() >= every {
                let executions = self.executed();
                // It may be less than before, if a process was lost.
                let new = executions.saturating_sub(counted);
                let rate = new as f64 / last.elapsed().as_secs_f64();
                (last, counted) = (Instant::now(), executions);
                let beat = self.heartbeat(&mut store, rate);
                match beat {
                    Ok(()) if was_away => {
                        was_away = false;
                        say("the store is there again");
                    }
                    Ok(()) => {}
                    Err(StoreError::Refused(message)) => self.refuse(message),
                    Err(StoreError::Away(message)) => {
                        store = None;
                        if !was_away {
                            say(&format!(
                                "the store does not answer, trying again: {message}"
                            ));
                        }
                        was_away = true;
                    }
                }
            }
            if self.idle.load(Ordering::Relaxed) > 0 && lock(&self.queue).is_empty() {
                let floor = self.floor(FLOOR);
                self.split_one(floor);
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// How many executions were run, also of items that are still explored.
    fn executed(&self) -> u64 {
        let running = |slot: &Slot| slot.running.load(Ordering::Relaxed);
        self.executions.load(Ordering::Relaxed) + self.slots.iter().map(running).sum::<u64>()
    }

    fn heartbeat(
        &self,
        store: &mut Option<Box<dyn Store + Send>>,
        rate: f64,
    ) -> Result<(), StoreError> {
        let store = match store {
            Some(store) => store,
            none => none.insert((self.settings.connect)()?),
        };
        let mut heartbeat = Heartbeat {
            agent: self.id(),
            items: Vec::new(),
            jobs: Vec::new(),
            idle: i32::try_from(self.idle.load(Ordering::Relaxed)).unwrap_or(0),
            rate,
        };
        for duty in &*lock(&self.queue) {
            match duty {
                Duty::Explore(item) => heartbeat.items.push(item.id),
                Duty::Conclude(drained) => heartbeat.jobs.push(drained.job),
            }
        }
        for slot in &self.slots {
            match lock(&slot.current).as_ref().map(|current| current.duty) {
                Some(Work::Item(item)) => heartbeat.items.push(item),
                Some(Work::Job(job)) => heartbeat.jobs.push(job),
                None => {}
            }
        }
        let pulse = store.heartbeat(&heartbeat, self.settings.lease)?;
        if !pulse.stop.is_empty() {
            let is_void = |item: &ItemId| pulse.stop.contains(item);
            lock(&self.queue).retain(|duty| match duty {
                Duty::Explore(item) => !is_void(&item.id),
                Duty::Conclude(_) => true,
            });
            for slot in &self.slots {
                let mut current = lock(&slot.current);
                if let Some(current) = &mut *current
                    && let Work::Item(item) = current.duty
                    && is_void(&item)
                    && !current.is_void
                {
                    // What it would say is void: it is not worth waiting for.
                    current.is_void = true;
                    kill(slot);
                }
            }
        }
        if pulse.ready < pulse.threads {
            let floor = self.floor(FLOOR_FOR_OTHERS);
            self.split_all(|current| current.since.elapsed() >= floor);
        }
        if pulse.ready > 0 {
            self.there_is_more();
        }
        Ok(())
    }

    /// How long an item is explored at least.
    fn floor(&self, least: Duration) -> Duration {
        let latency = Duration::from_micros(self.latency.load(Ordering::Relaxed));
        (latency * COMMITS).max(least)
    }

    /// Tells the slot that has worked longest on its item to split it.
    fn split_one(&self, floor: Duration) {
        let age = |slot: &&Slot| {
            let current = lock(&slot.current);
            let open = current.as_ref().filter(|current| current.is_open());
            open.map(|current| current.since.elapsed())
        };
        let oldest = self.slots.iter().max_by_key(age);
        let Some(slot) = oldest.filter(|slot| age(slot).is_some_and(|age| age >= floor)) else {
            return;
        };
        split(slot);
    }

    fn split_all(&self, is_due: impl Fn(&Current) -> bool) {
        for slot in &self.slots {
            let is_due = lock(&slot.current)
                .as_ref()
                .is_some_and(|current| current.is_open() && is_due(current));
            if is_due {
                split(slot);
            }
        }
    }

    /// Does one thing after the other, in one slot.
    fn serve(&self, slot: &Slot) {
        let mut process: Option<Process> = None;
        while let Some(duty) = self.next() {
            let work = match &duty {
                Duty::Explore(item) => Work::Item(item.id),
                Duty::Conclude(drained) => Work::Job(drained.job),
            };
            *lock(&slot.current) = Some(Current {
                duty: work,
                since: Instant::now(),
                is_asked: false,
                is_told: false,
                is_void: false,
            });
            let done = match &duty {
                Duty::Explore(item) => self.explore(slot, &mut process, item),
                Duty::Conclude(drained) => self.conclude(slot, &mut process, drained),
            };
            slot.running.store(0, Ordering::Relaxed);
            let current = lock(&slot.current).take();
            if current.is_some_and(|current| current.is_void) {
                // Its process was killed, perhaps while its item was committed. The next item must
                // not be the one to notice.
                end_child(slot);
                process = None;
            }
            match (done, work) {
                // It is about this job only: those who may not go on are told when they take.
                (Err(StoreError::Refused(message)), Work::Item(item)) => {
                    say(&format!("item {item} was refused: {message}"));
                    let _ = self.release(item, true);
                }
                (Err(StoreError::Refused(message)), Work::Job(job)) => {
                    say(&format!("job {job} could not be concluded: {message}"));
                }
                // The lease will expire, and another explores it.
                (Err(StoreError::Away(_)) | Ok(()), _) => {}
            }
        }
    }

    /// Something to do; waits for it. None if the agent is to end.
    fn next(&self) -> Option<Duty> {
        let mut is_idle = false;
        let duty = loop {
            if self.is_ending() {
                break None;
            }
            if let Some(duty) = lock(&self.queue).pop_front() {
                break Some(duty);
            }
            let is_empty = match self.take() {
                Ok(true) => continue,
                Ok(false) => true,
                Err(StoreError::Refused(message)) => {
                    self.refuse(message);
                    break None;
                }
                // The heart says so.
                Err(StoreError::Away(_)) => false,
            };
            if !std::mem::replace(&mut is_idle, true) {
                self.idle.fetch_add(1, Ordering::Relaxed);
            }
            let idle = self.idle.load(Ordering::Relaxed);
            let all = i64::try_from(self.slots.len()).unwrap_or(i64::MAX);
            // A store that does not answer may have something to do.
            if is_empty && self.settings.until_idle && idle == all {
                self.is_over.store(true, Ordering::Relaxed);
                self.wake();
            }
            self.pause(IDLE);
        };
        if is_idle {
            self.idle.fetch_sub(1, Ordering::Relaxed);
        }
        duty
    }

    /// Takes some work from the store. Is there any?
    fn take(&self) -> Result<bool, StoreError> {
        let mut store = lock(&self.store);
        // Another slot may have been faster.
        if !lock(&self.queue).is_empty() {
            return Ok(true);
        }
        if lock(&self.empty).is_some_and(|empty| empty.elapsed() < IDLE) {
            return Ok(false);
        }
        let idle = usize::try_from(self.idle.load(Ordering::Relaxed)).unwrap_or(0);
        let most = u32::try_from(idle.max(1) + self.slots.len() / 4).unwrap_or(1);
        let duties = store.take(self.id(), most, self.settings.lease)?;
        let has_some = !duties.is_empty();
        *lock(&self.empty) = (!has_some).then(Instant::now);
        lock(&self.queue).extend(duties);
        drop(store);
        if has_some {
            self.wake();
        }
        Ok(has_some)
    }

    /// Gives back what was taken and not begun.
    fn give_back(&self) {
        let mut items = Vec::new();
        for duty in lock(&self.queue).drain(..) {
            if let Duty::Explore(item) = duty {
                items.push(item.id);
            }
        }
        if !items.is_empty() {
            // If the store does not answer, the leases expire.
            let _ = lock(&self.store).release(self.id(), &items, false);
        }
    }
}
