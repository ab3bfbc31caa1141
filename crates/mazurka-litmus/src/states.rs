//! The states that executions end in, counted.

use crate::machine::{Progress, Race};
use crate::test::Test;
use mazurka_check::Outcomes;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How many executions have ended in which state; of several schedulers, the sum.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct States {
    /// By the values of [`crate::Test`]'s keys.
    #[cfg_attr(feature = "command", serde(with = "pairs"))]
    pub(crate) states: FxHashMap<Vec<u64>, u64>,
    /// Those where threads wait for ever, by these threads.
    #[cfg_attr(feature = "command", serde(with = "pairs"))]
    pub(crate) stuck: BTreeMap<Vec<u64>, u64>,
    /// Data races, with the number of executions that have them: the cell, and for each access
    /// its thread and its instruction.
    #[cfg_attr(feature = "command", serde(with = "pairs", default))]
    pub(crate) races: BTreeMap<Vec<u64>, u64>,
}

impl States {
    /// Do the numbers agree, for a test with that number of keys, and that number of
    /// executions that count? Those of a file may not.
    pub(crate) fn is_sound(&self, test: &Test, executions: Option<u64>) -> bool {
        let (keys, threads) = (test.keys.len(), test.threads.len());
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
        all.is_some()
            && all == executions
            && self.states.keys().all(|values| values.len() == keys)
            && self.stuck.keys().all(is_waiting)
            && self
                .races
                .keys()
                .all(|race| Race::from_numbers(race, test).is_some())
            && self
                .races
                .values()
                .all(|count| (1..=all.unwrap_or(0)).contains(count))
    }

    /// Counts an execution that is complete.
    pub(crate) fn count(&mut self, progress: &mut Progress) {
        progress.races.sort_unstable();
        progress.races.dedup();
        for race in &progress.races {
            *self.races.entry(race.numbers()).or_default() += 1;
        }
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

impl Outcomes for States {
    fn add(&mut self, other: States) {
        for (state, count) in other.states {
            *self.states.entry(state).or_default() += count;
        }
        for (waiting, count) in other.stuck {
            *self.stuck.entry(waiting).or_default() += count;
        }
        for (race, count) in other.races {
            *self.races.entry(race).or_default() += count;
        }
    }
}

/// A map as a sorted list: its keys are no strings.
#[cfg(feature = "command")]
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
