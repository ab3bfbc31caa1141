//! Samples: executions whose steps are chosen at random.
//!
//! A walk chooses among the enabled processes, all with the same chance. Probabilistic
//! concurrency testing (Burckhardt, Kothari, Musuvathi and Nagarakatte, ASPLOS 2010) gives
//! processes random priorities, and lowers that of the one which runs at some random steps: a bug
//! of depth `d` in a program with `n` processes and executions of `k` steps is found by one
//! execution with a chance of at least `1 / (n * k^(d-1))`. What `k` is, is learnt from the
//! executions before.

use crate::outcome::EndedKind;
use crate::run::{Halt, Run};
use crate::search::{Apart, enabled, explore_apart};
use crate::shared::Work;
use mazurka_program::{ProcessId, Program, Turn};

/// Takes samples until a limit says that it is enough; by priorities, for bugs of some `depth`,
/// if there is one.
pub(crate) fn explore<P: Program + ?Sized>(
    run: &mut Run<'_, P>,
    work: &mut dyn Work,
    depth: Option<u32>,
    seed: u64,
) -> Result<(), Halt> {
    let mut explorer = Explorer {
        lots: Lots(seed),
        depth,
        longest: 1,
        enabled: Vec::new(),
    };
    explore_apart(run, work, &mut explorer)
}

struct Explorer {
    lots: Lots,
    depth: Option<u32>,
    /// The number of events of the longest execution so far.
    longest: usize,
    enabled: Vec<ProcessId>,
}

impl<P: Program + ?Sized> Apart<P> for Explorer {
    fn execute(
        &mut self,
        run: &mut Run<'_, P>,
        check: &dyn Fn() -> Result<(), Halt>,
    ) -> Result<bool, Halt> {
        while !run.trace.is_empty() {
            run.trace.pop();
        }
        run.start()?;
        let mut priorities = self.depth.map(|depth| self.priorities(depth));
        loop {
            check()?;
            enabled(run, &mut self.enabled)?;
            if self.enabled.is_empty() {
                break;
            }
            let process = match &mut priorities {
                None => self.enabled[self.lots.below(self.enabled.len())],
                Some(priorities) => {
                    priorities.highest(&self.enabled, run.trace.len(), &mut self.lots)
                }
            };
            let alternatives = run.alternatives(process) as usize;
            let alternative = self.lots.below(alternatives);
            run.step(Turn {
                process,
                alternative: u32::try_from(alternative).expect("it is below a u32"),
            })?;
        }
        self.longest = self.longest.max(run.trace.len());
        run.end(EndedKind::Complete)?;
        Ok(true)
    }
}

impl Explorer {
    /// Where one execution lowers priorities.
    fn priorities(&mut self, depth: u32) -> Priorities {
        let changes = (1..depth).map(|_| self.lots.below(self.longest));
        Priorities {
            of: Vec::new(),
            changes: changes.collect(),
        }
    }
}

/// The priorities of one execution.
struct Priorities {
    /// By the numbers of processes. Those that were lowered are below all others.
    of: Vec<u64>,
    /// The steps before which one is lowered. The first gets the lowest priority of all.
    changes: Vec<usize>,
}

/// Priorities that were not lowered are at least this.
const HIGH: u64 = 1 << 32;

impl Priorities {
    /// The process of those with the highest priority that is to take step number `step`.
    fn highest(&mut self, enabled: &[ProcessId], step: usize, lots: &mut Lots) -> ProcessId {
        let most = enabled.iter().map(|process| process.index() + 1).max();
        while self.of.len() < most.unwrap_or(0) {
            self.of.push(HIGH | lots.bits());
        }
        let highest = |of: &[u64]| {
            let first = enabled.iter().max_by_key(|process| of[process.index()]);
            *first.expect("one is enabled")
        };
        for (low, change) in self.changes.iter().enumerate() {
            if *change == step {
                let process = highest(&self.of);
                self.of[process.index()] = low as u64;
            }
        }
        highest(&self.of)
    }
}

/// Random numbers: SplitMix64.
pub(crate) struct Lots(pub(crate) u64);

impl Lots {
    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut x = self.0;
        x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        x = (x ^ (x >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ (x >> 31)
    }

    /// A number from zero up to one.
    pub(crate) fn part(&mut self) -> f64 {
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// A number below `bound`, all with the same chance (but for one in 2^64 / `bound`).
    pub(crate) fn below(&mut self, bound: usize) -> usize {
        let wide = u128::from(self.bits()) * bound as u128;
        usize::try_from(wide >> 64).expect("it is below a usize")
    }
}
