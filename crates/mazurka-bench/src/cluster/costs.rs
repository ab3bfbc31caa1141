//! What the store costs, in microseconds: measured ([`super::measure`]), or from a file.

use serde::{Deserialize, Serialize};

/// Costs in microseconds. Those of the engine are of its processors, for one operation.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Costs {
    /// From a question to its answer, without what is done for it.
    pub(crate) round_trip: f64,
    /// A take that gives something.
    pub(crate) take: f64,
    /// A take that gives nothing.
    pub(crate) empty_take: f64,
    /// A commit.
    pub(crate) commit: f64,
    /// A heartbeat.
    pub(crate) heartbeat: f64,
    /// Writing to the disk what commits wait for. All that come meanwhile share the next one.
    pub(crate) flush: f64,
    /// A result that is read when the job is concluded.
    pub(crate) result: f64,
    /// A process that begins with a job. It is not measured.
    pub(crate) start: f64,
}

impl Default for Costs {
    /// As measured, with the slower of two disks: see the section "Many machines" of
    /// docs/BENCHMARKS.md.
    fn default() -> Costs {
        Costs {
            round_trip: 70.0,
            take: 510.0,
            empty_take: 190.0,
            commit: 770.0,
            heartbeat: 170.0,
            flush: 2_710.0,
            result: 64.0,
            start: 30_000.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_names_only_what_differs() {
        let costs: Costs = serde_json::from_str(r#"{"flush": 7}"#).unwrap();
        let expected = Costs {
            flush: 7.0,
            ..Costs::default()
        };
        assert_eq!(costs, expected);
        assert!(serde_json::from_str::<Costs>(r#"{"flash": 7}"#).is_err());
    }
}
