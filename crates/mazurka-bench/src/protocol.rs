//! What a process that measures one row tells the one that started it: a line of
//! JSON. The peers' executable compiles this file too.

use serde::{Deserialize, Serialize};
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::{Duration, Instant};

/// How a tool's work on a row ended.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(crate) enum Ended {
    /// The tool says that it has seen everything, and found no bug.
    Verified,
    /// A bug of the program, in the tool's words.
    Bug(String),
    /// The time was up.
    NotDone,
    /// The tool cannot check the program, in its words.
    Refused(String),
}

/// One row by one tool.
#[derive(Serialize, Deserialize, Clone, PartialEq, Debug)]
pub(crate) struct Measured {
    pub(crate) ended: Ended,
    /// Until the verdict, the bug or the end of the time.
    pub(crate) executions: u64,
    /// The same as time; a mean if there was more than one round.
    pub(crate) seconds: f64,
    /// How often the whole check was run for that.
    pub(crate) rounds: u32,
    /// Executions per second from the second execution on: without what a tool does
    /// once in a check. Nothing if there were too few.
    pub(crate) rate: Option<f64>,
    /// The most memory that the process ever had resident; nothing where the
    /// system does not tell.
    pub(crate) peak_bytes: Option<u64>,
}

/// Checks that end sooner than this are repeated,
pub(crate) const SHORT: Duration = Duration::from_millis(10);

/// for this long, and the time is the mean of the repetitions.
const REPEATED_FOR: Duration = Duration::from_millis(200);

/// Runs a check, which tells how it ended and how many executions that took; and
/// again if it was short and found no bug (what a bug costs is the first time only).
pub(crate) fn measure(stopwatch: &Stopwatch, mut check: impl FnMut() -> (Ended, u64)) -> Measured {
    let begun = Instant::now();
    let (ended, executions) = check();
    let mut seconds = begun.elapsed();
    // What repetitions leave behind does not count.
    let peak_bytes = peak_bytes();
    let mut pace = stopwatch.lap(executions);
    let mut rounds = 1;
    if ended == Ended::Verified && seconds < SHORT {
        let begun = Instant::now();
        rounds = 0;
        while begun.elapsed() < REPEATED_FOR {
            let (_, executions) = check();
            pace = pace.and(stopwatch.lap(executions));
            rounds += 1;
        }
        seconds = begun.elapsed() / rounds;
    }
    Measured {
        ended,
        executions,
        seconds: seconds.as_secs_f64(),
        rounds,
        rate: pace.rate(),
        peak_bytes,
    }
}

/// Counts the executions of a check, and knows when the second and the last began.
#[derive(Debug)]
pub(crate) struct Stopwatch {
    start: Instant,
    executions: AtomicU64,
    /// In nanoseconds since `start`.
    second: AtomicU64,
    last: AtomicU64,
}

impl Stopwatch {
    pub(crate) fn new() -> Stopwatch {
        Stopwatch {
            start: Instant::now(),
            executions: AtomicU64::new(0),
            second: AtomicU64::new(0),
            last: AtomicU64::new(0),
        }
    }

    /// To be called by every execution when it begins: by its tool, so that this is
    /// the same for all.
    pub(crate) fn execution_begins(&self) {
        let now = u64::try_from(self.start.elapsed().as_nanos()).unwrap_or(u64::MAX);
        if self.executions.fetch_add(1, Relaxed) == 1 {
            self.second.store(now, Relaxed);
        }
        self.last.store(now, Relaxed);
    }

    /// How many executions have begun.
    pub(crate) fn executions(&self) -> u64 {
        self.executions.load(Relaxed)
    }

    /// The pace of the check that has ended, from its second execution to its last;
    /// and begins anew. A tool that ran some executions for other purposes `counted`
    /// fewer, and has that share of the pace.
    fn lap(&self, counted: u64) -> Pace {
        let begun = self.executions.swap(0, Relaxed);
        if begun <= 2 {
            return Pace::default();
        }
        let share = counted as f64 / begun as f64;
        Pace {
            executions: (begun - 2) as f64 * share,
            nanoseconds: self.last.load(Relaxed) - self.second.load(Relaxed),
        }
    }

    /// What there is to say of a check that has not ended.
    #[allow(dead_code, reason = "only for the peers' executables")]
    pub(crate) fn so_far(&self, ended: Ended) -> Measured {
        let executions = self.executions();
        Measured {
            ended,
            executions,
            seconds: self.start.elapsed().as_secs_f64(),
            rounds: 1,
            rate: self.lap(executions).rate(),
            peak_bytes: peak_bytes(),
        }
    }
}

/// Executions and the time that they took.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    executions: f64,
    nanoseconds: u64,
}

impl Pace {
    fn and(self, other: Pace) -> Pace {
        Pace {
            executions: self.executions + other.executions,
            nanoseconds: self.nanoseconds + other.nanoseconds,
        }
    }

    /// Executions per second.
    fn rate(self) -> Option<f64> {
        (self.nanoseconds > 0).then(|| self.executions / (self.nanoseconds as f64 / 1e9))
    }
}

/// The most memory this process ever had resident, as Linux tells it. (What
/// `wait4` tells of a child begins with what its parent had.)
pub(crate) fn peak_bytes() -> Option<u64> {
    parse_peak(&std::fs::read_to_string("/proc/self/status").ok()?)
}

fn parse_peak(status: &str) -> Option<u64> {
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kibibytes: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kibibytes * 1024)
}

/// The line.
pub(crate) fn to_line(measured: &Measured) -> String {
    serde_json::to_string(measured).expect("numbers and strings can be written as JSON")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_peak_is_read_from_the_status_of_a_process() {
        let status = "Name:\tmazurka\nVmPeak:\t  9999 kB\nVmHWM:\t    2048 kB\nVmRSS:\t 1 kB\n";
        assert_eq!(parse_peak(status), Some(2 * 1024 * 1024));
        assert_eq!(parse_peak("Name:\tmazurka\n"), None);
    }

    #[test]
    fn short_checks_are_repeated_and_bugs_are_not() {
        let stopwatch = Stopwatch::new();
        let mut calls = 0;
        let mut attempt = || {
            calls = 0;
            measure(&stopwatch, || {
                calls += 1;
                for _ in 0..5 {
                    stopwatch.execution_begins();
                    std::thread::sleep(Duration::from_micros(400));
                }
                (Ended::Verified, stopwatch.executions())
            })
        };
        // On a busy machine, two milliseconds may take more than ten.
        let measured = (0..50)
            .map(|_| attempt())
            .find(|measured| measured.rounds > 1)
            .expect("one of so many attempts is short");
        assert_eq!(calls, measured.rounds + 1);
        assert!((0.002..0.3).contains(&measured.seconds), "{measured:?}");
        assert_eq!(measured.executions, 5);
        let rate = measured.rate.unwrap();
        assert!((5.0..2_500.0).contains(&rate), "{measured:?}");
        let half = measure(&stopwatch, || {
            (0..10).for_each(|_| stopwatch.execution_begins());
            (Ended::NotDone, 5)
        });
        stopwatch.executions.store(10, Relaxed);
        assert_eq!(half.rate, stopwatch.lap(5).rate(), "half of them count");
        let bug = Ended::Bug("a \"bug\"".to_owned());
        let measured = measure(&Stopwatch::new(), || (bug.clone(), 1));
        assert_eq!((measured.rounds, &measured.ended), (1, &bug));
        let line = to_line(&measured);
        assert_eq!(serde_json::from_str::<Measured>(&line).unwrap(), measured);
    }
}
