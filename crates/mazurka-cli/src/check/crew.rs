//! Who explores: so many threads, or so many processes.

use super::Settings;
use super::interrupt::Interrupt;
use mazurka_llvm::tool::Until;
use std::env;
use std::thread;
use std::time::Instant;

/// More are a mistake.
const MOST_WORKERS: usize = 1024;

/// The variable that says how many threads there are, unless an option does.
const VARIABLE: &str = "MAZURKA_WORKERS";

/// Who explores files, and how.
pub(super) struct Crew<'a> {
    pub(super) settings: &'a Settings,
    pub(super) kind: Kind,
    pub(super) interrupt: &'a Interrupt,
}

impl Crew<'_> {
    /// How long a file may take that was begun then.
    pub(super) fn until(&self, begun: Instant) -> Until {
        until(self.settings, self.interrupt, begun)
    }
}

/// How long a file may take that was begun then.
pub(super) fn until(settings: &Settings, interrupt: &Interrupt, begun: Instant) -> Until {
    Until {
        deadline: settings
            .max_time
            .and_then(|max_time| begun.checked_add(max_time)),
        interrupt: Some(interrupt.flag()),
    }
}

/// What the schedulers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    Threads(usize),
    Processes(usize),
}

impl Kind {
    /// What the options ask for, or the environment, or else a thread for each
    /// processor.
    pub(super) fn new(settings: &Settings) -> Result<Kind, String> {
        if let Some(processes) = settings.processes {
            return Ok(Kind::Processes(processes));
        }
        if let Some(workers) = settings.workers {
            return Ok(Kind::Threads(workers));
        }
        match env::var_os(VARIABLE) {
            Some(text) => parse_workers(&text.to_string_lossy())
                .map(Kind::Threads)
                .map_err(|why| format!("{VARIABLE}: {why}")),
            None => Ok(Kind::Threads(
                thread::available_parallelism().map_or(1, |processors| processors.get()),
            )),
        }
    }

    pub(super) fn count(self) -> usize {
        match self {
            Kind::Threads(count) | Kind::Processes(count) => count,
        }
    }
}

/// A number of threads or processes.
pub(super) fn parse_workers(text: &str) -> Result<usize, String> {
    match text.trim().parse() {
        Ok(count @ 1..=MOST_WORKERS) => Ok(count),
        _ => Err(format!(
            "`{text}` is not a number of workers, from 1 to {MOST_WORKERS}"
        )),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_workers() {
        assert_eq!(parse_workers("1"), Ok(1));
        assert_eq!(parse_workers(" 1024 "), Ok(1024));
        for text in ["", "0", "1025", "-1", "two", "1.5"] {
            let why = parse_workers(text).expect_err(text);
            assert!(why.contains("is not a number of workers"), "{why}");
        }
    }
}
