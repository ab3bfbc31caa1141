//! The explorers of Mazurka, and the trace theory they stand on.
//!
//! After *Source Sets: A Foundation for Optimal Dynamic Partial Order
//! Reduction* (J. ACM 2017). The theory is pure and has no idea of programs:
//!
//! - [`clock`]: vector clocks;
//! - [`trace`]: an execution `E`, its happens-before relation and its races;
//! - [`next`]: what a step accesses;
//! - `own`: flushes of store buffers, and reads of own stores;
//! - [`sequence`]: `notdep`, initials, weak initials, independence;
//! - [`sleep`]: sleep sets;
//! - [`wakeup`]: wakeup trees.
//!
//! On it stand the explorers, one file each: [`Algorithm::Exhaustive`],
//! [`Algorithm::Classic`], [`Algorithm::Source`] and [`Algorithm::Optimal`]. What they
//! have in common is in `search`: the stack of frames, and one execution after the other.
//! [`Algorithm::Preemptions`] and [`Algorithm::Delays`] go by the number of switches
//! (`bounded`), [`Algorithm::Random`] and [`Algorithm::Pct`] take samples (`random`).
//! [`replay`] runs one execution that they have found, and makes it shorter.
//! They know programs only through [`mazurka_program::Program`], and no language or
//! output. Of memory models they know what `own` says, and nothing else.

mod backtrack;
mod beside;
mod bounded;
mod classic;
pub mod clock;
pub mod ending;
pub mod estimate;
mod exhaustive;
mod fault;
#[cfg(test)]
mod figures;
mod mail;
pub mod next;
mod optimal;
mod outcome;
mod own;
mod packet;
mod random;
pub mod replay;
mod reversal;
mod run;
pub mod sample;
mod search;
pub mod sequence;
pub mod shared;
mod sizes;
pub mod sleep;
mod source;
pub mod trace;
pub mod trunk;
mod verify;
pub mod wakeup;

#[cfg(debug_assertions)]
#[doc(hidden)]
pub use fault::plant as plant_fault;
pub use outcome::{
    Algorithm, Counterexample, Ended, EndedKind, Error, Limit, Limits, Observer, Outcome, Planned,
    Statistics, Verdict,
};
pub use packet::{Malformed, PREVIOUS, Packet};
pub use sizes::Sizes;
pub use trace::{Event, Trace};
pub use verify::{Part, verify};

use mazurka_program::Program;
use run::Run;
use shared::{Alone, Work};

/// Explores the executions of `program` with `algorithm`, until all of its
/// traces have been visited, a finding ends the exploration, or a limit does.
///
/// # Errors
/// When the program cannot be explored: it differs when a prefix is replayed,
/// or the front end says so.
pub fn explore<P: Program + ?Sized>(
    algorithm: Algorithm,
    program: &mut P,
    limits: &Limits,
    observer: &mut dyn Observer,
) -> Result<Outcome, Error> {
    explore_with(algorithm, program, limits, observer, &mut Alone::default())
}

/// The same as one of several schedulers, which share the `work`.
///
/// # Errors
/// When the program cannot be explored.
pub fn explore_with<P: Program + ?Sized>(
    algorithm: Algorithm,
    program: &mut P,
    limits: &Limits,
    observer: &mut dyn Observer,
    work: &mut dyn Work,
) -> Result<Outcome, Error> {
    let mut run = Run::new(program, limits, observer);
    let result = match algorithm {
        Algorithm::Exhaustive => exhaustive::explore(&mut run, work),
        Algorithm::Classic => classic::explore(&mut run, work),
        Algorithm::Source => source::explore(&mut run, work),
        Algorithm::Optimal => optimal::explore(&mut run, work, false),
        Algorithm::Hybrid => optimal::explore(&mut run, work, true),
        Algorithm::Preemptions(most) => {
            bounded::explore(&mut run, work, bounded::Price::Preemptions, most)
        }
        Algorithm::Delays(most) => bounded::explore(&mut run, work, bounded::Price::Delays, most),
        Algorithm::Random(seed) => random::explore(&mut run, work, None, seed),
        Algorithm::Pct { depth, seed } => random::explore(&mut run, work, Some(depth), seed),
        Algorithm::Graphs => Err(run::Halt::Error(Error::Program(
            "internal error: execution graphs are explored elsewhere".to_owned(),
        ))),
    };
    let mut outcome = run.finish(result)?;
    if outcome.verdict == Verdict::Verified
        && let Some(fault) = outcome.statistics.shortfall(algorithm)
    {
        outcome.verdict = Verdict::NotExhausted(fault);
    }
    Ok(outcome)
}

/// The sizes of what an exploration has many of.
#[doc(hidden)]
#[must_use]
pub fn sizes() -> Sizes {
    Sizes::new()
}
