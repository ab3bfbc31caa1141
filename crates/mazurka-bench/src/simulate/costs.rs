//! What parallel exploration costs beyond the executions.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use std::fs;
use std::path::Path;

/// Costs in nanoseconds. What a file does not name is as in [`Costs::default`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Costs {
    /// To publish pending branches of one's own,
    pub(crate) publish_base: u64,
    /// for each node of the shared tree that this makes.
    pub(crate) publish_per_node: u64,
    /// To begin with a leaf,
    pub(crate) take_base: u64,
    /// for each event before the leaf that the scheduler's last execution does not share.
    pub(crate) take_per_event: u64,
    /// To look for a sequence in a copy of a part of the shared tree, beyond what it
    /// takes to look into a wakeup tree.
    pub(crate) look: u64,
    /// To ask for a branch to be appended to a segment,
    pub(crate) claim: u64,
    /// with the segment locked for so long.
    pub(crate) lock: u64,
    /// To read a packet that others have appended,
    pub(crate) read_per_packet: u64,
    /// for each node in it.
    pub(crate) read_per_node: u64,
    /// To look into another's queue.
    pub(crate) steal: u64,
    /// Until a scheduler that had nothing to do is running again.
    pub(crate) wake: u64,
    /// The controller's time for a report,
    pub(crate) controller_report: u64,
    /// for each disputed leaf in it,
    pub(crate) controller_dispute: u64,
    /// and for each sequence that is split off.
    pub(crate) controller_partition: u64,
    /// How much slower executions become by each scheduler beyond the first, as a
    /// share of their time: the memory system is one.
    pub(crate) contention: f64,
}

impl Default for Costs {
    fn default() -> Costs {
        Costs {
            publish_base: 2_000,
            publish_per_node: 30,
            take_base: 2_000,
            take_per_event: 60,
            look: 100,
            claim: 300,
            lock: 50,
            read_per_packet: 50,
            read_per_node: 30,
            steal: 50,
            wake: 5_000,
            controller_report: 5_000,
            controller_dispute: 1_000,
            controller_partition: 500,
            contention: 0.0,
        }
    }
}

/// What a file has, as JSON.
///
/// # Errors
/// When the file cannot be read, or is something else.
pub(crate) fn read<T: DeserializeOwned>(file: &Path) -> Result<T, String> {
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let costs =
        text.and_then(|text| serde_json::from_str(&text).map_err(|error| error.to_string()));
    costs.map_err(|error| format!("{}: {error}", file.display()))
}

impl Costs {
    /// What an execution takes with so many schedulers, if it takes `alone` with one.
    pub(super) fn execution(&self, alone: u64, schedulers: u32) -> u64 {
        let more = self.contention * f64::from(schedulers - 1) * alone as f64;
        alone + more as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_only_what_differs() {
        let costs: Costs = serde_json::from_str(r#"{"claim": 7, "contention": 0.5}"#).unwrap();
        let expected = Costs {
            claim: 7,
            contention: 0.5,
            ..Costs::default()
        };
        assert_eq!(costs, expected);
        assert!(serde_json::from_str::<Costs>(r#"{"clam": 7}"#).is_err());
    }

    #[test]
    fn contention_grows_with_the_schedulers() {
        let costs = Costs {
            contention: 0.1,
            ..Costs::default()
        };
        assert_eq!(costs.execution(1_000, 1), 1_000);
        assert_eq!(costs.execution(1_000, 3), 1_200);
    }
}
