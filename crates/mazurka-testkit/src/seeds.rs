//! Many seeds, in several threads: what all campaigns and their commands share.

use std::fmt;
use std::io::{IsTerminal, Write};
use std::ops::Range;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::str::FromStr;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

/// Which seeds to judge, and for how long.
#[derive(Clone, Debug)]
pub struct Seeds {
    /// The seeds.
    pub range: Range<u64>,
    /// How many threads work on them.
    pub jobs: usize,
    /// No seed is begun after this.
    pub deadline: Option<Instant>,
    /// After this many failures, no further seed is begun.
    pub max_failures: usize,
}

impl Seeds {
    /// One thread, no deadline.
    #[must_use]
    pub fn new(range: Range<u64>) -> Seeds {
        Seeds {
            range,
            jobs: 1,
            deadline: None,
            max_failures: 3,
        }
    }

    /// Takes the value of `--seeds`, `--jobs` or `--seconds`.
    ///
    /// # Errors
    /// When the value makes no sense.
    pub fn set(&mut self, option: &str, value: &str) -> Result<(), String> {
        match option {
            "--seeds" => self.range = range(value)?,
            "--jobs" => self.jobs = number(option, value)?,
            "--seconds" => {
                let seconds = Duration::from_secs(number(option, value)?);
                self.deadline = Some(Instant::now() + seconds);
            }
            _ => return Err(format!("unknown option {option:?}")),
        }
        Ok(())
    }
}

/// The value of an option that wants a number.
///
/// # Errors
/// When it is none.
pub fn number<T: FromStr>(option: &str, value: &str) -> Result<T, String> {
    let error = |_| format!("{option} wants a number, not {value:?}");
    value.parse().map_err(error)
}

fn range(value: &str) -> Result<Range<u64>, String> {
    let range = value.split_once("..");
    let range = range.and_then(|(a, b)| Some(a.parse().ok()?..b.parse().ok()?));
    range.ok_or_else(|| format!("--seeds wants a range like 0..1000, not {value:?}"))
}

/// What many judgements add up to.
pub trait Tally: Default + Send + fmt::Display {
    /// What comes of one seed.
    type Judged;
    /// A seed whose program is not judged alike by all.
    type Failure: fmt::Display;

    /// Adds what came of a seed.
    fn add(&mut self, judged: Self::Judged);

    /// The disagreements so far.
    fn failures(&self) -> &[Self::Failure];

    /// What was done so far, in a few words.
    fn progress(&self) -> String;
}

/// Judges all seeds; `progress` is called after each with the sum so far.
pub fn run<T: Tally>(
    seeds: &Seeds,
    judge: impl Fn(u64) -> T::Judged + Sync,
    progress: impl Fn(&T) + Sync,
) -> T {
    let next = AtomicU64::new(seeds.range.start);
    let tally = Mutex::new(T::default());
    let lock = || tally.lock().expect("no worker panics while it adds");
    let work = || {
        loop {
            let late = seeds.deadline.is_some_and(|at| Instant::now() >= at);
            if late || lock().failures().len() >= seeds.max_failures {
                return;
            }
            let seed = next.fetch_add(1, Ordering::Relaxed);
            if seed >= seeds.range.end {
                return;
            }
            let judged = judge(seed);
            let mut tally = lock();
            tally.add(judged);
            progress(&tally);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..seeds.jobs {
            scope.spawn(work);
        }
        work();
    });
    tally.into_inner().expect("no worker panicked")
}

/// What comes of it; a panic is an error like others.
///
/// # Errors
/// Those of `run`, and panics.
pub fn caught<T>(run: impl FnOnce() -> Result<T, String>) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(run)).unwrap_or_else(|panic| {
        let message = panic.downcast_ref::<String>().map(String::as_str);
        let message = message.or_else(|| panic.downcast_ref::<&str>().copied());
        Err(format!("panicked: {}", message.unwrap_or("(no message)")))
    })
}

/// Runs a campaign for a command, with a progress line: live on a terminal, else
/// one line every ten seconds. A disagreement is printed when it is found.
pub fn report<T: Tally>(campaign: impl FnOnce(&(dyn Fn(&T) + Sync)) -> T) -> ExitCode {
    // A panic of an explorer is a disagreement and is reported as such; while
    // its program is shrunk there may be hundreds.
    std::panic::set_hook(Box::new(|_| ()));
    let live = std::io::stderr().is_terminal();
    let period = Duration::from_secs(if live { 1 } else { 10 });
    let start = Instant::now();
    let shown = Mutex::new((start, 0));
    let tally = campaign(&|tally: &T| {
        let mut shown = shown.lock().expect("nothing panics here");
        let (last, printed) = &mut *shown;
        let (begin, end) = if live { ("\r\x1b[K", "") } else { ("", "\n") };
        for failure in &tally.failures()[*printed..] {
            let _ = write!(std::io::stderr(), "{begin}");
            println!("DISAGREEMENT: {failure}\n");
        }
        *printed = tally.failures().len();
        if last.elapsed() < period {
            return;
        }
        *last = Instant::now();
        let seconds = start.elapsed().as_secs();
        let (done, failures) = (tally.progress(), tally.failures().len());
        let _ = write!(
            std::io::stderr(),
            "{begin}{seconds} s: {done}, {failures} disagreements{end}"
        );
    });
    if live {
        eprint!("\r\x1b[K");
    }
    println!("{tally} in {:.1} s", start.elapsed().as_secs_f64());
    if tally.failures().is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    }
}
