//! How a program is run.

use mazurka_memory::Model;
use mazurka_program::FindingKind;

/// How a program is run.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Settings {
    /// The memory model.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub model: Model,
    /// How many stores a buffer holds.
    pub buffer_bound: Option<u32>,
    /// Are data races findings?
    pub races: bool,
    /// Are heap objects that are lost findings?
    pub leaks: bool,
    /// Is it a finding if the program ends with a code that is not zero?
    pub check_exit: bool,
    /// Is it a finding if a thread waits for ever when the program has ended?
    #[cfg_attr(feature = "serde", serde(default))]
    pub check_threads: bool,
    /// Findings that are none: see [`super::Afterwards`].
    #[cfg_attr(feature = "serde", serde(skip))]
    pub ignore: Vec<FindingKind>,
    /// How often a loop may go round again with an event in the round.
    pub unroll: Option<u32>,
    /// The least and the largest value of `__VERIFIER_nondet_*`.
    pub nondet: Option<(i64, i64)>,
    /// May each wait for a condition variable return, and each weak compare-exchange
    /// fail, without a reason, once in each thread?
    pub spurious: bool,
    /// Are threads with the same code and argument taken to be interchangeable?
    #[cfg_attr(feature = "serde", serde(default))]
    pub symmetry: bool,
    /// How many instructions a thread may run without an event.
    pub max_steps: u64,
    /// Are steps that would come to nothing not taken? If not, a thread that would have to
    /// wait within an atomic block is taken to have assumed too much: for judges.
    pub waits: bool,
    /// Are rounds of loops not made that come to nothing? If not, a thread that has made one is
    /// stalled: for judges.
    #[cfg_attr(feature = "serde", serde(default = "yes"))]
    pub foresees: bool,
}

#[cfg(feature = "serde")]
fn yes() -> bool {
    true
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            model: Model::Sc,
            buffer_bound: None,
            races: false,
            leaks: false,
            check_exit: false,
            check_threads: false,
            ignore: Vec::new(),
            unroll: None,
            nondet: None,
            spurious: false,
            symmetry: false,
            max_steps: 1_000_000_000,
            waits: true,
            foresees: true,
        }
    }
}
