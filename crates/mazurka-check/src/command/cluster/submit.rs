//! Submitting a program, and waiting for what comes of it.

use super::{Connect, insist};
use crate::command::terminal::say;
use crate::exploration::{Counts, Watch};
use mazurka_cluster::{JobId, JobState, NewJob, Status, Store, StoreError, Text};
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long nothing new is asked for.
const EVERY: Duration = Duration::from_millis(300);
/// For how long a job is tried to be cancelled.
const PATIENCE: Duration = Duration::from_secs(20);

/// What Ctrl-C means for the job.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum OnInterrupt {
    /// It goes on.
    Leave,
    /// It is cancelled.
    Cancel,
}

/// Where programs are submitted to.
#[derive(Clone)]
pub struct Cluster {
    /// Makes a connection.
    pub connect: Arc<Connect>,
    /// The address, as people may see it.
    pub address: String,
    /// For how long a program is explored here before it is submitted.
    pub first: Duration,
    /// What Ctrl-C means.
    pub on_interrupt: OnInterrupt,
    /// Is the job left to itself at once?
    pub detach: bool,
    /// The job, if it was submitted before.
    pub job: Option<JobId>,
}

/// How it went.
pub enum Attached {
    /// The job has ended with this state.
    Ended {
        /// What was explored, as the language has it.
        state: Text,
        /// The verdict.
        verdict: String,
        /// More words.
        reason: Option<String>,
    },
    /// The job goes on, or was cancelled, with these numbers; why, for people.
    Left(Box<Status>, String),
}

impl Cluster {
    /// Submits a job.
    ///
    /// # Errors
    /// When the store does not take it; a message for people.
    pub fn submit(&self, job: &NewJob) -> Result<JobId, String> {
        let mut store = (self.connect)().map_err(|error| error.to_string())?;
        store.submit(job).map_err(|error| error.to_string())
    }

    /// Is that job about the same program, language, options and build?
    ///
    /// # Errors
    /// When there is no such job; a message for people.
    pub fn is_same(&self, job: JobId, new: &NewJob) -> Result<bool, String> {
        let mut store = (self.connect)().map_err(|error| error.to_string())?;
        let job = store.job(job).map_err(|error| error.to_string())?;
        Ok(job.program == new.program
            && job.language == new.language
            && job.options == new.options
            && job.build == new.build)
    }

    /// How a job stands, and its outcome, if it has one.
    fn ask(
        &self,
        store: &mut Option<Box<dyn Store + Send>>,
        job: JobId,
    ) -> Result<(Status, Option<Text>), StoreError> {
        let store = match store {
            Some(store) => store,
            none => none.insert((self.connect)()?),
        };
        let status = store.status(job)?;
        let outcome = match status.state {
            JobState::Ended => store.outcome(job)?,
            _ => None,
        };
        Ok((status, outcome))
    }

    /// Waits until a job has ended, or `watch` has seen enough.
    ///
    /// # Errors
    /// When the store refuses to tell; a message for people.
    pub fn attach(&self, job: JobId, watch: &mut dyn Watch) -> Result<Attached, String> {
        let words = |error: StoreError| error.to_string();
        let mut store = None;
        let mut last: Option<Status> = None;
        let mut is_away = false;
        loop {
            let (status, outcome) = match self.ask(&mut store, job) {
                Ok(answer) => {
                    is_away = false;
                    answer
                }
                Err(StoreError::Refused(message)) => return Err(message),
                Err(StoreError::Away(message)) => {
                    // The job does not need us: it is there when the store is there again.
                    if !std::mem::replace(&mut is_away, true) {
                        say(&format!(
                            "the store does not answer, trying again: {message}"
                        ));
                    }
                    watch.elsewhere(0.0);
                    if watch.look(Counts::default()).is_break() {
                        let why = format!("{message}; when it is there again, {}", goes_on(job));
                        let status = last.map(Box::new).ok_or_else(|| why.clone())?;
                        return Ok(Attached::Left(status, why));
                    }
                    std::thread::sleep(Duration::from_secs(1));
                    continue;
                }
            };
            last = Some(status.clone());
            match status.state {
                JobState::Ended => {
                    let state = outcome.ok_or("the job has ended without an outcome")?;
                    return Ok(Attached::Ended {
                        state,
                        verdict: status.verdict.unwrap_or_default(),
                        reason: status.reason,
                    });
                }
                JobState::Cancelled => {
                    let why = status.reason.clone();
                    let why = why.unwrap_or_else(|| "the job was cancelled".to_owned());
                    return Ok(Attached::Left(Box::new(status), why));
                }
                JobState::Open | JobState::Drained => {}
            }
            watch.elsewhere(status.rate);
            let count = |count: i64| u64::try_from(count).unwrap_or(0);
            let so_far = Counts {
                complete: count(status.counts.complete),
                blocked: count(status.counts.blocked),
            };
            if self.detach {
                return Ok(Attached::Left(Box::new(status), goes_on(job)));
            }
            if watch.look(so_far) == ControlFlow::Break(()) {
                let is_time = watch.stopped() == Some(crate::until::Why::Time);
                if is_time || self.on_interrupt == OnInterrupt::Cancel {
                    let reason = match is_time {
                        true => "the limit on time was reached",
                        false => "it was interrupted",
                    };
                    let tried = Instant::now();
                    let store = store.as_mut().ok_or("there is no store")?;
                    insist(|| store.cancel(job, reason), || tried.elapsed() > PATIENCE)
                        .map_err(words)?;
                    return Ok(Attached::Left(Box::new(status), reason.to_owned()));
                }
                let why = format!("it was interrupted; {}", goes_on(job));
                return Ok(Attached::Left(Box::new(status), why));
            }
            std::thread::sleep(EVERY);
        }
    }
}

/// How to come back to a job, for people.
fn goes_on(job: JobId) -> String {
    format!("job {job} goes on without you: the same check with `--attach {job}` waits for it")
}
