//! An agent without faults, for stores that have some.

use super::search::explore;
use super::tree::Tree;
use crate::store::*;
use mazurka_random::Random;
use std::time::Duration;

/// Works as an agent does until a job is over, without faults of its own. Those of the store are
/// waited for.
///
/// # Errors
/// If the store refuses something.
pub(crate) fn work<S: Store>(
    store: &mut S,
    job: JobId,
    tree: &Tree,
    seed: u64,
    lease: Duration,
) -> Result<u64, StoreError> {
    let mut random = Random::new(seed);
    let mut commits = 0;
    let patient = |error: StoreError| match error {
        StoreError::Away(_) => {
            std::thread::sleep(Duration::from_millis(20));
            Ok(())
        }
        refused => Err(refused),
    };
    let agent = loop {
        match store.enrol("worker", "build", 1) {
            Ok(agent) => break agent,
            Err(error) => patient(error)?,
        }
    };
    loop {
        let duties = match store.take(agent, 2, lease) {
            Ok(duties) => duties,
            Err(error) => {
                patient(error)?;
                continue;
            }
        };
        if duties.is_empty() {
            if !is_open(store, job)? {
                return Ok(commits);
            }
            std::thread::sleep(Duration::from_millis(20));
        }
        for duty in duties {
            match duty {
                Duty::Explore(item) => {
                    let budget = 1 + random.below(5);
                    let tree = tree.of_round(&item.state);
                    let Some(mut done) = explore(&tree, &item, budget, &mut random) else {
                        continue;
                    };
                    done.report.ends = false;
                    done.digest = done.report.digest();
                    loop {
                        match store.commit(agent, &done) {
                            Ok(committed) => {
                                commits += u64::from(committed == Committed::Counted);
                                break;
                            }
                            Err(error) => patient(error)?,
                        }
                    }
                }
                Duty::Conclude(drained) => {
                    let conclusion = ended(drained.state.clone(), &drained);
                    loop {
                        match store.conclude(&drained, &conclusion) {
                            Ok(_) => break,
                            Err(error) => patient(error)?,
                        }
                    }
                }
            }
        }
    }
}

/// How a job ends that was drained.
pub(crate) fn ended(state: Text, drained: &Drained) -> Conclusion {
    let verdict = match drained.left {
        0 => "verified",
        _ => "unknown",
    };
    Conclusion::Ended {
        state,
        verdict: verdict.to_owned(),
        reason: None,
    }
}

/// Whether a job is still explored, or to be concluded.
fn is_open<S: Store>(store: &mut S, job: JobId) -> Result<bool, StoreError> {
    loop {
        match store.status(job) {
            Ok(status) => {
                return Ok(!matches!(
                    status.state,
                    JobState::Ended | JobState::Cancelled
                ));
            }
            Err(StoreError::Away(_)) => std::thread::sleep(Duration::from_millis(20)),
            Err(refused) => return Err(refused),
        }
    }
}
