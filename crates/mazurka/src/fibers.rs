//! The schedulers that explore a closure, each on an engine of its own, watched by the caller.

use crate::closure::Closure;
use crate::endless::Endless;
use crate::engine::{INTERNAL, Worker};
use crate::progress::Progress;
use crate::rt::{Running, Runtime, Watch};
use mazurka_check::{Counts, Crew, Exploration, Part, Pause, TallyOf, Why};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// How often the caller looks at the exploration.
const TICK: Duration = Duration::from_millis(100);

/// How long schedulers may take to end when the time is over.
const GRACE: Duration = Duration::from_millis(400);

/// The schedulers, as the caller sees them.
pub(crate) struct Fibers {
    /// When the check began.
    begun: Instant,
    /// What the progress line calls the check.
    shown: String,
    progress: Progress,
    workers: Vec<Worker>,
    /// What can be seen of each.
    watches: Vec<Arc<Watch>>,
    /// The thread that has run for too long without an operation, if one has, and how many
    /// executions there were before.
    pub(crate) stuck: Option<(Endless, Counts)>,
}

impl Fibers {
    pub(crate) fn new(begun: Instant, shown: String) -> Fibers {
        Fibers {
            begun,
            shown,
            progress: Progress::new(),
            workers: Vec::new(),
            watches: Vec::new(),
            stuck: None,
        }
    }

    /// Others for the same check, which know nothing of the program.
    pub(crate) fn anew(&self) -> Fibers {
        Fibers::new(self.begun, self.shown.clone())
    }

    /// Has something done by a worker that has explored, or else by a new one, and waits for
    /// what comes of it: not for longer than the check may take, or code between two operations.
    ///
    /// # Errors
    /// When that cannot be done, or not in time; a message for people.
    pub(crate) fn run<T: Send + 'static>(
        &mut self,
        closure: &Closure,
        act: impl FnOnce(&mut Runtime) -> Result<T, String> + Send + 'static,
    ) -> Result<T, String> {
        if self.workers.first().is_none_or(Worker::is_abandoned) {
            let watch = Arc::new(Watch::default());
            self.workers.insert(0, closure.worker(&watch)?);
            self.watches.insert(0, watch);
        }
        let result = self.workers[0].begin(act);
        let since = Instant::now();
        let mut sample = Sample::default();
        loop {
            match result.recv_timeout(TICK) {
                Ok(result) => return result,
                Err(RecvTimeoutError::Disconnected) => return Err(INTERNAL.to_owned()),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let settings = &closure.settings;
            let is_late = settings
                .max_time
                .is_some_and(|max| self.begun.elapsed() >= max && since.elapsed() >= GRACE);
            let watch = &self.watches[0];
            if let Some(endless) = sample.stuck(watch, settings.max_local_time) {
                self.stuck = Some((endless, Counts::default()));
            }
            if is_late || self.stuck.is_some() {
                self.workers[0].abandon();
                return Err("it was not done in time".to_owned());
            }
        }
    }

    /// Waits for all schedulers.
    fn wait(
        &mut self,
        exploration: &Exploration<Closure>,
        ends: &Receiver<usize>,
    ) -> Result<Option<Why>, String> {
        let settings = &*exploration.subject().settings;
        let mut samples: Vec<Sample> = self.watches.iter().map(|_| Sample::default()).collect();
        let mut running: Vec<usize> = (0..self.watches.len()).collect();
        let mut late = None;
        while !running.is_empty() {
            let left = settings
                .max_time
                .map(|max| max.saturating_sub(self.begun.elapsed()));
            let tick = left.map_or(TICK, |left| left.clamp(Duration::from_millis(1), TICK));
            match ends.recv_timeout(tick) {
                Ok(number) => {
                    running.retain(|other| *other != number);
                    continue;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    return Err("internal error: the exploration's thread ended".to_owned());
                }
            }
            if left == Some(Duration::ZERO) {
                exploration.frontier().stop();
                let since = *late.get_or_insert_with(Instant::now);
                if since.elapsed() >= GRACE {
                    // They are in code between two operations, which cannot be interrupted.
                    // Their threads end when that does.
                    for number in &running {
                        exploration.abandon(*number);
                        self.workers[*number].abandon();
                    }
                    break;
                }
            }
            for (sample, watch) in samples.iter_mut().zip(&self.watches) {
                if let Some(endless) = sample.stuck(watch, settings.max_local_time) {
                    self.stuck = Some((endless, exploration.so_far()));
                    self.workers.iter_mut().for_each(Worker::abandon);
                    return Err(String::new());
                }
            }
            let estimate = || exploration.estimate();
            let so_far = exploration.so_far();
            self.progress.show(&self.shown, so_far, &estimate);
        }
        Ok(late.map(|_| Why::Time))
    }
}

impl Crew<Closure> for Fibers {
    fn explore(
        &mut self,
        exploration: &Arc<Exploration<Closure>>,
        _: &mut Pause<'_, Closure>,
    ) -> Result<Option<Why>, String> {
        let (sender, ends) = channel();
        let schedulers = exploration.frontier().schedulers();
        if schedulers > 1 {
            // All are to know the same, and what one has seen last it may not have told.
            self.workers.clear();
            self.watches.clear();
        }
        while self.workers.len() < schedulers {
            let watch = Arc::new(Watch::default());
            self.workers.push(exploration.subject().worker(&watch)?);
            self.watches.push(watch);
        }
        for (number, worker) in self.workers.iter().enumerate() {
            let ending = Ending {
                exploration: Arc::clone(exploration),
                number,
                ends: sender.clone(),
                error: Some(INTERNAL.to_owned()),
            };
            worker.launch(move |runtime| ending.schedule(runtime));
        }
        drop(sender);
        let waited = self.wait(exploration, &ends);
        #[cfg(feature = "bench")]
        if let Some(account) = &exploration.subject().settings.account {
            *crate::measure::lock(account) = exploration.frontier().account();
        }
        waited.inspect_err(|_| exploration.frontier().leave())
    }
}

/// One scheduler of an exploration. However it ends, the others and the caller are told.
struct Ending {
    exploration: Arc<Exploration<Closure>>,
    number: usize,
    ends: Sender<usize>,
    /// Why it could not explore.
    error: Option<String>,
}

impl Ending {
    fn schedule(mut self, runtime: Result<&mut Runtime, &str>) {
        match runtime {
            Ok(runtime) => {
                let closure = self.exploration.subject();
                closure.prepare(runtime, self.exploration.known());
                self.exploration.schedule(self.number, runtime, &());
                // What is left to run does not matter any more.
                let _ = runtime.leave();
                self.error = None;
            }
            Err(message) => self.error = Some(message.to_owned()),
        }
    }
}

impl Drop for Ending {
    fn drop(&mut self) {
        if let Some(message) = self.error.take() {
            let tally = TallyOf::<Closure>::default();
            let error = Some(message);
            self.exploration.add(self.number, Part { tally, error });
        }
        // The caller may have given up waiting.
        let _ = self.ends.send(self.number);
    }
}

/// Notices local code that never reaches an operation.
#[derive(Default)]
struct Sample {
    seen: Option<(Running, Instant)>,
    /// What it waits for in the system, since when, and how often that was seen.
    wait: Option<(String, Instant, u32)>,
}

/// How long, and how often, a thread is seen in the same wait of the system before it is given
/// up: no thread of the check can end that wait.
const WAITS: (Duration, u32) = (Duration::from_secs(1), 5);

impl Sample {
    /// What is to be said of the process that has been running for longer than `max`, or waits
    /// where it cannot be woken.
    fn stuck(&mut self, watch: &Watch, max: Duration) -> Option<Endless> {
        let now = watch.sample();
        match (self.seen, now) {
            (Some((before, since)), Some(now)) if before == now => {
                if since.elapsed() > max {
                    return Some(Endless::local(&watch.whereabouts(now), max));
                }
                let waits = self.waits(watch);
                waits.then(|| Endless::blocked(&watch.whereabouts(now)))
            }
            _ => {
                self.seen = now.map(|now| (now, Instant::now()));
                self.wait = None;
                None
            }
        }
    }

    /// Has it been in the same wait for long?
    fn waits(&mut self, watch: &Watch) -> bool {
        let Some(now) = watch.waits_in_system() else {
            self.wait = None;
            return false;
        };
        match &mut self.wait {
            Some((before, since, times)) if *before == now => {
                *times += 1;
                since.elapsed() >= WAITS.0 && *times >= WAITS.1
            }
            _ => {
                self.wait = Some((now, Instant::now(), 1));
                false
            }
        }
    }
}
