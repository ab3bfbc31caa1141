//! How a program is run.

use crate::address::MAX_ALLOCATION;
use mazurka_memory::Model;
use mazurka_program::{FindingKind, memory};

/// How a program is run.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Settings {
    /// The memory model.
    pub model: Model,
    /// Is it explored by execution graphs? Then memory is the explorer's, and nothing is
    /// buffered. Always so under the models that store buffers cannot make.
    pub graphs: bool,
    /// How many stores a buffer holds.
    pub buffer_bound: Option<u32>,
    /// Are data races findings?
    pub races: bool,
    /// Are heap objects that are lost findings?
    pub leaks: bool,
    /// Is it a finding if the program ends with a code that is not zero?
    pub check_exit: bool,
    /// Is it a finding if a thread waits for ever when the program has ended?
    pub check_threads: bool,
    /// Findings that are none: see [`afterwards`](super::afterwards).
    pub ignore: Vec<FindingKind>,
    /// How often a loop may go round again with an event in the round.
    pub unroll: Option<u32>,
    /// The least and the largest value of `__VERIFIER_nondet_*`.
    pub nondet: Option<(i64, i64)>,
    /// May each wait for a condition variable return, and each weak compare-exchange
    /// fail, without a reason, once in each thread?
    pub spurious: bool,
    /// Are threads with the same code and argument taken to be interchangeable?
    pub symmetry: bool,
    /// The most bytes that an object is given. An execution in which the program asks for a larger
    /// one ends there.
    pub max_allocation: u64,
    /// May every allocation fail? If so, how many do in each thread, at most.
    pub failures: Option<u32>,
    /// Is it wanted which code was reached?
    pub covers: bool,
    /// How many instructions a thread may run without an event.
    pub max_steps: u64,
    /// The most bytes of memory that one execution may take.
    pub max_memory: u64,
    /// Are steps that would come to nothing not taken? If not, a thread that would have to
    /// wait within an atomic block is taken to have assumed too much: for judges.
    pub waits: bool,
    /// Are rounds of loops not made that come to nothing? If not, a thread that has made one is
    /// stalled: for judges.
    pub foresees: bool,
}

impl Settings {
    /// These, with what follows from them.
    #[must_use]
    pub(super) fn settled(&self) -> Settings {
        let is_weak = !self.model.is_buffered();
        Settings {
            graphs: self.graphs || is_weak,
            // What races is undefined there.
            races: self.races || is_weak,
            symmetry: self.symmetry && !self.graphs && !is_weak,
            ..self.clone()
        }
    }

    /// What cannot be asked for together.
    pub(super) fn contradiction(&self) -> Option<&'static str> {
        if self.graphs && self.leaks {
            return Some(
                "heap objects that are lost (--leaks) are not looked for with execution graphs: \
                 check for them under sc, tso or pso, with another algorithm",
            );
        }
        if self.graphs && self.buffer_bound.is_some() {
            return Some(
                "execution graphs have no store buffers: leave the bound on them out, or use \
                 another algorithm",
            );
        }
        None
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            max_allocation: MAX_ALLOCATION,
            failures: None,
            covers: false,
            model: Model::Sc,
            graphs: false,
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
            max_memory: memory::USUAL,
            waits: true,
            foresees: true,
        }
    }
}
