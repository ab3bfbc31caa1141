//! Who explores: how many threads, or how many processes.

use crate::arguments::Settings;
use mazurka_check::command::Kind;
use std::env;
use std::thread;

/// More are a mistake.
const MOST_WORKERS: usize = 1024;

/// The variable that says how many threads there are, unless an option does.
const VARIABLE: &str = "MAZURKA_WORKERS";

/// What the options ask for, or the environment, or else a thread for each processor.
pub(crate) fn kind(settings: &Settings) -> Result<Kind, String> {
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

/// A number of threads or processes.
pub(crate) fn parse_workers(text: &str) -> Result<usize, String> {
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
