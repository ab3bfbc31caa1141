//! What an exploration must count, exactly.

use mazurka::{Algorithm, Statistics};
use std::fmt;

/// What an exploration must count, exactly; nothing where it depends on the
/// order in which processes are scheduled, or where nobody has counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Expected {
    /// The complete executions.
    pub complete: Option<u64>,
    /// The sleep-set blocked executions.
    pub blocked: Option<u64>,
}

/// What the theory says of a program of one size; [`Theory::expected`] turns it
/// into what each explorer must count.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Theory {
    /// The Mazurkiewicz traces.
    pub(crate) traces: Option<u64>,
    /// The interleavings, which `exhaustive` visits one by one.
    pub(crate) interleavings: Option<u64>,
    /// The sleep-set blocked executions of `classic`.
    pub(crate) classic_blocked: Option<u64>,
    /// The sleep-set blocked executions of `source`.
    pub(crate) source_blocked: Option<u64>,
}

impl Theory {
    /// Every reduction completes each trace once: sleep sets see to "at most",
    /// the backtrack sets to "at least". They differ in what they start in
    /// vain, which `optimal` never does; `exhaustive` has no sleep sets.
    pub(crate) fn expected(&self, algorithm: Algorithm) -> Expected {
        let (complete, blocked) = match algorithm {
            Algorithm::Exhaustive => (self.interleavings, Some(0)),
            Algorithm::Classic => (self.traces, self.classic_blocked),
            Algorithm::Source => (self.traces, self.source_blocked),
            Algorithm::Optimal | Algorithm::Graphs => (self.traces, Some(0)),
            Algorithm::Hybrid => (self.traces, None),
            Algorithm::Preemptions(u32::MAX) | Algorithm::Delays(u32::MAX) => (self.traces, None),
            Algorithm::Preemptions(_) | Algorithm::Delays(_) => (None, None),
            Algorithm::Random(_) | Algorithm::Pct { .. } => (None, None),
        };
        Expected { complete, blocked }
    }
}

/// How counts differ from what was expected.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Difference {
    what: &'static str,
    expected: u64,
    found: u64,
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Difference {
            what,
            expected,
            found,
        } = self;
        write!(f, "{found} {what} executions, expected {expected}")
    }
}

impl std::error::Error for Difference {}

impl Expected {
    /// Compares counts with what was expected.
    ///
    /// # Errors
    /// The first count that differs.
    pub fn compare(&self, complete: u64, blocked: u64) -> Result<(), Difference> {
        for (what, expected, found) in [
            ("complete", self.complete, complete),
            ("sleep-set blocked", self.blocked, blocked),
        ] {
            if let Some(expected) = expected.filter(|expected| *expected != found) {
                return Err(Difference {
                    what,
                    expected,
                    found,
                });
            }
        }
        Ok(())
    }

    /// Compares an exploration's statistics with what was expected.
    ///
    /// # Errors
    /// The first count that differs.
    pub fn compare_with(&self, statistics: &Statistics) -> Result<(), Difference> {
        self.compare(statistics.complete, statistics.blocked)
    }
}

/// `base` to the power of `exponent`, where it fits.
pub(crate) fn power(base: u64, exponent: usize) -> Option<u64> {
    base.checked_pow(u32::try_from(exponent).ok()?)
}

/// `n!`, where it fits.
pub(crate) fn factorial(n: usize) -> Option<u64> {
    (1..=n as u64).try_fold(1, |product: u64, k| product.checked_mul(k))
}

/// In how many ways sequences of these lengths interleave, where it fits.
pub(crate) fn interleavings(lengths: &[usize]) -> Option<u64> {
    let mut ways: u64 = 1;
    let mut placed: u64 = 0;
    for length in lengths {
        // Multiplying before dividing keeps each quotient a binomial coefficient.
        for k in 1..=*length as u64 {
            placed += 1;
            ways = ways.checked_mul(placed)? / k;
        }
    }
    Some(ways)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counting() {
        assert_eq!(power(3, 8), Some(6_561));
        assert_eq!(power(2, 64), None);
        assert_eq!(factorial(0), Some(1));
        assert_eq!(factorial(8), Some(40_320));
        assert_eq!(factorial(21), None);
        assert_eq!(interleavings(&[1, 2, 2]), Some(30));
        assert_eq!(interleavings(&[3, 3]), Some(20));
        assert_eq!(interleavings(&[]), Some(1));
        assert_eq!(interleavings(&[40, 40]), None);
    }

    #[test]
    fn differences_are_told() {
        let expected = Expected {
            complete: Some(4),
            blocked: Some(0),
        };
        assert_eq!(expected.compare(4, 0), Ok(()));
        let difference = expected.compare(5, 0).unwrap_err();
        assert_eq!(difference.to_string(), "5 complete executions, expected 4");
        let difference = expected.compare(4, 1).unwrap_err();
        assert_eq!(
            difference.to_string(),
            "1 sleep-set blocked executions, expected 0"
        );
        let unknown = Expected {
            complete: None,
            blocked: None,
        };
        assert_eq!(unknown.compare(7, 7), Ok(()));
    }
}
