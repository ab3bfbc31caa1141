//! What the drivers of test suites answer: the reason for which the first process ended.

use super::Machine;
use super::process::Fate;
use crate::term::Term;
use mazurka_program::ProcessId;

/// What a driver answers.
#[cfg_attr(
    not(feature = "command"),
    allow(dead_code, reason = "only commands have suites")
)]
pub(crate) enum Answer {
    /// Tests: the path of each (numbers, or names), and its title.
    Tests(Vec<(Vec<String>, String)>),
    /// Something that is not supported.
    Refused(String),
    /// The test is not to be run: why.
    Skipped(String),
}

#[cfg_attr(
    not(feature = "command"),
    allow(dead_code, reason = "only commands have suites")
)]
impl Machine {
    /// The answer of a driver, if the first process has ended with one.
    pub(crate) fn driver_answer(&self) -> Option<Answer> {
        let place = self.state.place(ProcessId::ROOT)?;
        let Fate::Ended(reason) = self.process(place).fate else {
            return None;
        };
        let pair = self.heap.elements(reason)?;
        let [tag, value] = pair[..] else {
            return None;
        };
        match self.heap.atom_text(tag)? {
            "mazurka_refused" => Some(Answer::Refused(self.binary_text(value)?)),
            "mazurka_skipped" => Some(Answer::Skipped(self.binary_text(value)?)),
            "mazurka_tests" => {
                let tests = self.heap.as_list(value)?;
                let tests = tests.into_iter().map(|test| self.test(test));
                Some(Answer::Tests(tests.collect::<Option<_>>()?))
            }
            _ => None,
        }
    }

    fn test(&self, test: Term) -> Option<(Vec<String>, String)> {
        let pair = self.heap.elements(test)?;
        let [path, title] = pair[..] else {
            return None;
        };
        let path = self.heap.as_list(path)?;
        let path = path.into_iter().map(|place| match place.as_small() {
            Some(number) => Some(number.to_string()),
            None => self.heap.atom_text(place).map(str::to_owned),
        });
        Some((path.collect::<Option<_>>()?, self.binary_text(title)?))
    }

    fn binary_text(&self, binary: Term) -> Option<String> {
        let bytes = self.heap.as_bytes(binary)?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}
