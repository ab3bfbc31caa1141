//! What executions have come to, counted.

use crate::machine::Progress;
use mazurka_explore::Statistics;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many executions have ended in which state; of several schedulers, the sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Tally {
    /// By the values of [`crate::Test`]'s keys.
    #[cfg_attr(feature = "serde", serde(with = "pairs"))]
    pub(crate) states: FxHashMap<Vec<u64>, u64>,
    /// Those where threads wait for ever, by these threads.
    #[cfg_attr(feature = "serde", serde(with = "pairs"))]
    pub(crate) stuck: BTreeMap<Vec<u64>, u64>,
    /// Has the bound on buffers kept a store out?
    pub(crate) is_bounded: bool,
    /// Why nobody can go on: there is an execution that does not end.
    pub(crate) endless: Option<String>,
    /// Everything else that was counted.
    pub(crate) statistics: Statistics,
}

impl Tally {
    /// Do the numbers agree, for a test with that number of keys and threads? Those of a file may
    /// not.
    pub(crate) fn is_sound(&self, keys: usize, threads: usize) -> bool {
        let is_waiting = |waiting: &Vec<u64>| {
            let is_thread = |thread: &u64| usize::try_from(*thread).is_ok_and(|t| t < threads);
            !waiting.is_empty()
                && waiting.iter().all(is_thread)
                && waiting.is_sorted_by(|a, b| a < b)
        };
        let mut counts = self.states.values().chain(self.stuck.values());
        let all = counts.try_fold(0_u64, |sum, count| {
            sum.checked_add(*count).filter(|_| *count > 0)
        });
        // Every execution that counts has ended in a state, or is stuck.
        let Statistics {
            complete,
            discarded,
            ..
        } = self.statistics;
        self.statistics.is_sound()
            && all == complete.checked_sub(discarded)
            && self.states.keys().all(|values| values.len() == keys)
            && self.stuck.keys().all(is_waiting)
    }

    /// Counts an execution that is complete.
    pub(crate) fn count(&mut self, progress: &mut Progress) {
        self.is_bounded |= progress.is_bounded;
        match progress.state.take() {
            Some(state) => *self.states.entry(state).or_default() += 1,
            None => *self.stuck.entry(waiting(progress)).or_default() += 1,
        }
    }
}

/// The threads that are not finished.
fn waiting(progress: &Progress) -> Vec<u64> {
    let threads = (0..).zip(&progress.finished);
    threads
        .filter_map(|(thread, finished)| (!finished).then_some(thread))
        .collect()
}

impl mazurka_parallel::exploration::Tally for Tally {
    fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn statistics_mut(&mut self) -> &mut Statistics {
        &mut self.statistics
    }

    fn add(&mut self, other: Tally) {
        for (state, count) in other.states {
            *self.states.entry(state).or_default() += count;
        }
        for (waiting, count) in other.stuck {
            *self.stuck.entry(waiting).or_default() += count;
        }
        self.is_bounded |= other.is_bounded;
        self.endless = self.endless.take().or(other.endless);
        self.statistics.add(&other.statistics);
    }
}

/// A map as a sorted list: its keys are no strings.
#[cfg(feature = "serde")]
mod pairs {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<'m, M, S: Serializer>(
        map: &'m M,
        serializer: S,
    ) -> Result<S::Ok, S::Error>
    where
        &'m M: IntoIterator<Item = (&'m Vec<u64>, &'m u64)>,
    {
        let mut pairs: Vec<_> = map.into_iter().collect();
        pairs.sort();
        pairs.serialize(serializer)
    }

    pub(super) fn deserialize<'d, M, D: Deserializer<'d>>(deserializer: D) -> Result<M, D::Error>
    where
        M: FromIterator<(Vec<u64>, u64)>,
    {
        let pairs = Vec::<(Vec<u64>, u64)>::deserialize(deserializer)?;
        Ok(pairs.into_iter().collect())
    }
}
