//! What a slot does with an item, and with a job that is to be concluded.

use super::super::child::{Answer, Order};
use super::super::insist;
use super::process::{Lost, Process, Slot, end_child};
use super::{Agent, MOST_TIME, PATIENCE, lock};
use crate::command::terminal::say;
use mazurka_cluster::{
    Committed, Conclusion, Done, Drained, Item, ItemId, Job, JobId, MOST_ATTEMPTS, StoreError,
};
use std::io;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

/// How many results are read at once.
const PAGE: u32 = 500;

impl Agent {
    /// A job, if it is still the one with that tag.
    fn job(&self, id: JobId, tag: &str) -> Result<Arc<Job>, StoreError> {
        if let Some(job) = lock(&self.jobs).get(&id).filter(|job| job.tag == tag) {
            return Ok(Arc::clone(job));
        }
        let job = insist(|| lock(&self.store).job(id), || self.is_ending())?;
        if job.tag != tag {
            return Err(StoreError::Refused(format!("job {id} is another one now")));
        }
        let job = Arc::new(job);
        let mut jobs = lock(&self.jobs);
        if jobs.len() >= 16 {
            jobs.clear();
        }
        jobs.insert(id, Arc::clone(&job));
        Ok(job)
    }

    /// The process of a slot, for that job.
    fn process<'p>(
        &self,
        slot: &Slot,
        process: &'p mut Option<Process>,
        (id, tag): (JobId, &str),
    ) -> Result<&'p mut Process, Lost> {
        if process.as_ref().is_some_and(|process| process.job != tag) {
            end_child(slot);
            *process = None;
        }
        match process {
            Some(process) => Ok(process),
            none => {
                let job = self.job(id, tag).map_err(Lost::Store)?;
                Ok(none.insert(Process::start(slot, &job)?))
            }
        }
    }

    pub(super) fn explore(
        &self,
        slot: &Slot,
        process: &mut Option<Process>,
        item: &Item,
    ) -> Result<(), StoreError> {
        let begun = Instant::now();
        let order = Order::Explore {
            item: Box::new(item.clone()),
            budget: u64::try_from(MOST_TIME.as_millis()).unwrap_or(u64::MAX),
            executions: None,
        };
        let answer = self
            .process(slot, process, (item.job, &item.job_tag))
            .and_then(|process| process.ask(slot, &order));
        match answer {
            Ok(Answer::Explored {
                report,
                findings,
                micros,
            }) => {
                let counts = report.counts;
                let executions = u64::try_from(counts.complete + counts.blocked).unwrap_or(0);
                slot.running.store(0, Ordering::Relaxed);
                self.executions.fetch_add(executions, Ordering::Relaxed);
                let elapsed = || i64::try_from(begun.elapsed().as_micros()).unwrap_or(i64::MAX);
                let done = Done {
                    item: item.id,
                    job: item.job,
                    round: item.round,
                    tag: item.tag.clone(),
                    micros: micros.unwrap_or_else(elapsed),
                    digest: report.digest(),
                    report: *report,
                    findings,
                };
                self.commit(&done)
            }
            Ok(Answer::Failed(message)) => {
                // The next agent fails as well: the attempts end it.
                say(&format!("item {} of job {}: {message}", item.id, item.job));
                self.release(item.id, true)
            }
            Ok(Answer::Added | Answer::Concluded(_) | Answer::Running(_)) => {
                self.release(item.id, true)
            }
            Err(Lost::Store(error)) => Err(error),
            Err(lost @ Lost::Start(_)) => {
                // It is not the item's fault, and others would fare as badly here.
                self.refuse(lost.to_string());
                self.release(item.id, false)
            }
            Err(Lost::Process(error)) => {
                end_child(slot);
                *process = None;
                let current = lock(&slot.current);
                if current.as_ref().is_some_and(|current| current.is_void) {
                    return Ok(());
                }
                drop(current);
                if self.is_ending() {
                    return self.release(item.id, false);
                }
                lock(&self.worked).lost += 1;
                say(&format!(
                    "a process was lost with item {} of job {} (attempt {} of {MOST_ATTEMPTS}): \
                     {error}",
                    item.id, item.job, item.attempt
                ));
                self.release(item.id, true)
            }
        }
    }

    pub(super) fn release(&self, item: ItemId, lost: bool) -> Result<(), StoreError> {
        let id = self.id();
        insist(
            || lock(&self.store).release(id, &[item], lost),
            || self.is_ending(),
        )
    }

    fn commit(&self, done: &Done) -> Result<(), StoreError> {
        let id = self.id();
        let tried = Instant::now();
        let gives_up = || self.is_ending() && tried.elapsed() >= PATIENCE;
        let mut took = Duration::ZERO;
        let mut was_away = false;
        let committed = insist(
            || {
                let mut store = lock(&self.store);
                if gives_up() {
                    // Those before it have waited in vain.
                    return Err(StoreError::Away(String::new()));
                }
                let begun = Instant::now();
                let committed = store.commit(id, done);
                took = begun.elapsed();
                drop(store);
                // The heart may be well: it writes less.
                if let Err(StoreError::Away(message)) = &committed
                    && !std::mem::replace(&mut was_away, true)
                {
                    let (item, job) = (done.item, done.job);
                    say(&format!(
                        "item {item} of job {job} is not committed yet, trying again: {message}"
                    ));
                }
                committed
            },
            gives_up,
        )?;
        let took = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let before = self.latency.load(Ordering::Relaxed);
        // It follows slowly, so that one slow commit is not the rule.
        let latency = if before == 0 {
            took
        } else {
            before - before / 4 + took / 4
        };
        self.latency.store(latency, Ordering::Relaxed);
        let counts = done.report.counts;
        let executions = u64::try_from(counts.complete + counts.blocked).unwrap_or(0);
        let mut worked = lock(&self.worked);
        match committed {
            Committed::Counted => {
                worked.items += 1;
                worked.executions += executions;
            }
            Committed::Void => worked.void += 1,
        }
        drop(worked);
        self.say(|| {
            let open = done.report.split.as_ref().map_or(0, |split| {
                let kids = split.frames.iter().flatten();
                kids.filter(|kid| matches!(kid.fate, mazurka_cluster::Fate::Open(_)))
                    .count()
            });
            let left = open + done.report.branches.len();
            format!(
                "job {}, item {}: {} executions, {} blocked, {left} left, {} requests, {} ms{}",
                done.job,
                done.item,
                executions,
                counts.blocked,
                done.report.requests.len(),
                done.micros / 1000,
                match committed {
                    Committed::Counted => "",
                    Committed::Void => " (void)",
                }
            )
        });
        if committed == Committed::Counted {
            self.there_is_more();
        }
        Ok(())
    }

    /// Adds up the results of a round, and says how its job goes on.
    pub(super) fn conclude(
        &self,
        slot: &Slot,
        process: &mut Option<Process>,
        drained: &Drained,
    ) -> Result<(), StoreError> {
        // A process that has begun to add up another round knows too much.
        end_child(slot);
        *process = None;
        match self.concluded(slot, process, drained) {
            Ok(conclusion) => {
                let (job, round) = (drained.job, drained.round);
                insist(
                    || lock(&self.store).conclude(drained, &conclusion),
                    || self.is_ending(),
                )?;
                self.say(|| match &conclusion {
                    Conclusion::Round(_) => {
                        format!("job {job}: round {round} is over, more is known")
                    }
                    Conclusion::Ended { verdict, .. } => format!("job {job}: {verdict}"),
                });
                self.there_is_more();
                Ok(())
            }
            Err(Lost::Store(error)) => Err(error),
            Err(lost @ Lost::Start(_)) => {
                self.refuse(lost.to_string());
                Ok(())
            }
            Err(Lost::Process(error)) => {
                end_child(slot);
                *process = None;
                say(&format!(
                    "job {} could not be concluded: {error}",
                    drained.job
                ));
                Ok(())
            }
        }
    }

    fn concluded(
        &self,
        slot: &Slot,
        process: &mut Option<Process>,
        drained: &Drained,
    ) -> Result<Conclusion, Lost> {
        let process = self.process(slot, process, (drained.job, &drained.job_tag))?;
        let mut after = None;
        loop {
            let (job, round) = (drained.job, drained.round);
            let page = insist(
                || lock(&self.store).results(job, round, after, PAGE),
                || self.is_ending(),
            );
            let page = page.map_err(Lost::Store)?;
            let Some((last, _)) = page.last() else { break };
            after = Some(*last);
            let texts = page.into_iter().map(|(_, text)| text).collect();
            match process.ask(slot, &Order::Add(texts))? {
                Answer::Added => {}
                Answer::Failed(message) => return Ok(senseless(drained, message)),
                _ => return Err(Lost::Process(io::ErrorKind::InvalidData.into())),
            }
        }
        match process.ask(slot, &Order::Conclude(drained.clone()))? {
            Answer::Concluded(conclusion) => Ok(conclusion),
            Answer::Failed(message) => Ok(senseless(drained, message)),
            _ => Err(Lost::Process(io::ErrorKind::InvalidData.into())),
        }
    }
}

fn senseless(drained: &Drained, message: String) -> Conclusion {
    Conclusion::Ended {
        state: drained.state.clone(),
        verdict: "error".to_owned(),
        reason: Some(message),
    }
}
