//! What the expansion of `#[mazurka::test]` needs; no part of the interface.
//!
//! Bad uses of the attribute do not compile (its messages say why):
//!
//! ```compile_fail
//! #[mazurka::test]
//! async fn asynchronous() {}
//! ```
//! ```compile_fail
//! #[mazurka::test]
//! fn with_an_argument(n: usize) {}
//! ```
//! ```compile_fail
//! #[mazurka::test]
//! fn generic<T>() {}
//! ```
//! ```compile_fail
//! #[mazurka::test]
//! struct NotAFunction;
//! ```
//! ```compile_fail
//! #[mazurka::test]
//! #[test]
//! fn twice_a_test() {}
//! ```
//! ```compile_fail
//! #[mazurka::test(algorithm = "fastest")]
//! fn of_an_unknown_algorithm() {}
//! ```
//! ```compile_fail
//! #[mazurka::test(model = "arm")]
//! fn of_an_unknown_model() {}
//! ```
//! ```compile_fail
//! #[mazurka::test(max_event = 3)]
//! fn with_an_unknown_setting() {}
//! ```
//! ```compile_fail
//! #[mazurka::test(max_events = "3")]
//! fn with_a_value_of_the_wrong_type() {}
//! ```
//! ```compile_fail
//! #[mazurka::test(max_events = 3, max_events = 4)]
//! fn with_a_setting_twice() {}
//! ```
//! ```compile_fail
//! #[mazurka::test(workers = 0)]
//! fn without_workers() {}
//! ```
//!
//! while this does:
//!
//! ```
//! #[mazurka::test(algorithm = "source", max_events = 3, workers = 2)]
//! fn good() {}
//! ```

use std::fmt;

/// What a test may return.
pub trait Outcome {
    /// Panics, and so makes a finding, if it is a failure.
    fn check(self);
}

impl Outcome for () {
    fn check(self) {}
}

impl<E: fmt::Debug> Outcome for Result<(), E> {
    #[track_caller]
    fn check(self) {
        if let Err(error) = self {
            panic!("the test returned an error: {error:?}");
        }
    }
}

/// Checks what a test returned.
#[track_caller]
pub fn outcome(outcome: impl Outcome) {
    outcome.check();
}
