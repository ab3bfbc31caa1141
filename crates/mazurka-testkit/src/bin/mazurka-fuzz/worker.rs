//! The process that runs cases, one after the other.

use crate::case::{Case, Counts, Outcome, Target, Wrong};
use crate::corpus::Corpus;
use crate::coverage::Coverage;
use crate::current::Current;
use crate::{failure, text};
use mazurka_testkit::random::Random;
use std::collections::BTreeSet;
use std::io::Write;
use std::panic::{self, AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// What a worker is to do.
pub(crate) struct Task {
    pub(crate) cases: u64,
    pub(crate) seconds: u64,
    pub(crate) seed: u64,
    pub(crate) current: PathBuf,
    pub(crate) failures: PathBuf,
    /// Not where stacks of modelled threads take much room that is never used.
    pub(crate) limits_memory: bool,
}

/// The first panic of a case: where, and its message.
static PANIC: Mutex<Option<(String, String)>> = Mutex::new(None);

/// Notes panics and prints nothing. Must come before the first check of a Rust program: then
/// panics of modelled threads do not come here.
pub(crate) fn install_hook() {
    panic::set_hook(Box::new(|info| {
        let place = info.location().map_or_else(String::new, |location| {
            format!("{}:{}", location.file(), location.line())
        });
        let payload = info.payload();
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        let mut first = PANIC.lock().unwrap_or_else(PoisonError::into_inner);
        first.get_or_insert((place, message));
    }));
}

/// Runs a case; a panic is wrong, wherever it is caught.
pub(crate) fn guarded(target: &mut dyn Target, case: &Case) -> Result<Outcome, Wrong> {
    let take = || PANIC.lock().unwrap_or_else(PoisonError::into_inner).take();
    take();
    let result = catch_unwind(AssertUnwindSafe(|| target.run(case)));
    match (take(), result) {
        (Some((place, message)), _) => {
            let message = message.lines().next().unwrap_or_default();
            Err(Wrong::new(
                format!("panic {place}"),
                format!("panic at {place}: {message}"),
            ))
        }
        (None, Ok(result)) => result,
        (None, Err(_)) => Err(Wrong::new("panic", "a panic without a place")),
    }
}

/// Runs cases until there were enough; tells of them on standard output.
///
/// # Errors
/// When something cannot be read or written.
pub(crate) fn run(target: &mut dyn Target, task: &Task) -> Result<(), String> {
    if task.limits_memory {
        limit_memory();
    }
    let begun = Instant::now();
    let mut random = Random::new(task.seed);
    let mut current = Current::open(&task.current)?;
    let mut coverage = Coverage::new();
    let mut corpus = Corpus::new(target.seeds());
    let mut skeletons = BTreeSet::new();
    let mut known = BTreeSet::new();
    let mut counts = Counts::new();
    let mut told = Instant::now();
    for nth in 1..=task.cases {
        let case = target.next(&mut random, &corpus);
        current.begin(nth, &case);
        coverage.reset();
        let result = guarded(target, &case);
        current.end();
        match result {
            Ok(outcome) => {
                let is_new = coverage.is_new() | skeletons.insert(outcome.skeleton);
                // What was refused mostly leads to more that is refused.
                let is_kept = outcome.kind != "refused" || random.below(5) == 0;
                if is_new && is_kept && target.may_shrink(&case) {
                    corpus.keep(&case.input, &mut random);
                }
                *counts.entry(outcome.kind.to_owned()).or_default() += 1;
                if let Some(aside) = outcome.aside {
                    *counts.entry(format!("({aside})")).or_default() += 1;
                }
            }
            Err(wrong) => {
                *counts.entry("FAILED".to_owned()).or_default() += 1;
                if known.insert(wrong.key.clone()) {
                    tell_failure(target, &case, &wrong, &task.failures, &mut current)?;
                }
            }
        }
        if told.elapsed() > Duration::from_secs(1) {
            tell(&mut counts, &coverage, &corpus);
            told = Instant::now();
            if begun.elapsed().as_secs() >= task.seconds {
                break;
            }
        }
    }
    tell(&mut counts, &coverage, &corpus);
    println!("done");
    Ok(())
}

fn tell(counts: &mut Counts, coverage: &Coverage, corpus: &Corpus) {
    let mut out = std::io::stdout().lock();
    for (kind, count) in std::mem::take(counts) {
        let _ = writeln!(out, "count\t{kind}\t{count}");
    }
    if coverage.is_on() {
        let _ = writeln!(out, "edges\t{}", coverage.edges());
    }
    let _ = writeln!(out, "inputs\t{}", corpus.inputs.len());
    let _ = out.flush();
}

fn tell_failure(
    target: &mut dyn Target,
    case: &Case,
    wrong: &Wrong,
    folder: &Path,
    current: &mut Current,
) -> Result<(), String> {
    let path = failure::path(folder, target.extension(), wrong);
    let is_known = path.exists();
    if !is_known {
        // As it is, in case that making it smaller never ends.
        failure::write(&path, case, wrong)?;
    }
    if !is_known && target.may_shrink(case) {
        let until = Instant::now() + Duration::from_secs(2);
        let mut smaller = case.clone();
        let input = text::shrink(case.input.clone(), 2_000, &mut |input| {
            smaller.input = input.to_vec();
            current.begin(current.nth(), &smaller);
            let result = (Instant::now() < until).then(|| guarded(target, &smaller));
            matches!(result, Some(Err(other)) if other.key == wrong.key)
        });
        current.end();
        smaller.input = input;
        failure::write(&path, &smaller, wrong)?;
    }
    let message = wrong.message.replace(['\n', '\t'], " ");
    println!("failure\t{}\t{message}", path.display());
    Ok(())
}

/// A case that asks for all memory is to fail, and not the machine.
fn limit_memory() {
    let limit = libc::rlimit {
        rlim_cur: 16 << 30,
        rlim_max: 16 << 30,
    };
    // SAFETY: the structure is valid, and lives as long as the call.
    unsafe { libc::setrlimit(libc::RLIMIT_AS, &raw const limit) };
}
