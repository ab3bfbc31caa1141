//! What a front end came to against what the judge says, on one program.

use super::generate::Features;
use super::judge::{Ends, Expected, Stuck};
use super::program::{LOCATIONS, NAMES, Program};
use super::rust::{execute, failure, recorded};
use super::text::{DONE, litmus};
use crate::c::run::{ENDLESS, Location, TOO_MANY, explored, with_main};
use crate::seeds::caught;
use mazurka::{Checker, Limit, Verdict};
use mazurka_explore::Algorithm;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::Settings;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::collections::BTreeSet;
use std::fmt::{self, Write as _};
use std::str::FromStr;
use std::sync::{Arc, Mutex};

/// An execution with more events is taken for endless. The longest that are not have some
/// hundred.
const MAX_EVENTS: usize = 3_000;

/// A front end.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Front {
    /// C, compiled by clang.
    C,
    /// Rust.
    Rust,
    /// Litmus tests.
    Litmus,
}

impl Front {
    /// All of them.
    pub const ALL: [Front; 3] = [Front::C, Front::Rust, Front::Litmus];

    /// What an assertion that fails ends.
    #[must_use]
    pub fn ends(self) -> Ends {
        match self {
            Front::Rust => Ends::Thread,
            Front::C | Front::Litmus => Ends::All,
        }
    }

    /// What can be said there.
    #[must_use]
    pub fn features(self) -> Features {
        let is_litmus = self == Front::Litmus;
        Features {
            mutexes: !is_litmus,
            assertions: !is_litmus,
            keeps: !is_litmus,
        }
    }
}

impl fmt::Display for Front {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Front::C => "c",
            Front::Rust => "rust",
            Front::Litmus => "litmus",
        })
    }
}

impl FromStr for Front {
    type Err = String;

    fn from_str(name: &str) -> Result<Front, String> {
        let named = Front::ALL
            .into_iter()
            .find(|front| front.to_string() == name);
        named.ok_or_else(|| format!("no front end is called {name:?}"))
    }
}

/// What a front end found.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Found {
    /// What the locations held when all threads had ended.
    pub states: BTreeSet<Vec<u32>>,
    /// The assertions that failed.
    pub failed: BTreeSet<u32>,
    /// Did threads wait for ever?
    pub stuck: bool,
    /// Complete executions,
    pub complete: u64,
    /// and those that sleep sets ended.
    pub blocked: u64,
}

/// How an exploration ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ran {
    /// Everything was explored.
    All(Found),
    /// An execution did not end, so not all was explored.
    Endless,
    /// There were too many executions.
    Large,
}

/// Runs a program as Rust.
///
/// # Errors
/// When it cannot be explored.
pub fn run_rust(
    program: &Program,
    model: Model,
    algorithm: Algorithm,
    max_executions: u64,
) -> Result<Ran, String> {
    let program = Arc::new(program.clone());
    let states = Arc::new(Mutex::new(BTreeSet::new()));
    let all = Arc::clone(&states);
    let report = Checker::new()
        .model(model)
        .algorithm(algorithm)
        .keep_going(true)
        .max_events(MAX_EVENTS)
        .max_executions(max_executions)
        .on_complete(move || {
            let mut all = all.lock().expect("nothing panics here");
            all.extend(recorded());
        })
        .check(move || execute(&program));
    if report.endless().is_some() {
        // (A bug that was found all the same is the verdict.)
        return Ok(Ran::Endless);
    }
    let statistics = report.statistics();
    let mut found = Found {
        complete: statistics.complete,
        blocked: statistics.blocked,
        ..Found::default()
    };
    for finding in report.findings().iter().chain(report.finding()) {
        match finding.kind {
            FindingKind::Deadlock | FindingKind::Livelock => found.stuck = true,
            FindingKind::Panic => {
                let mut numbers = 0..100;
                let number = numbers.find(|n| finding.message.contains(&failure(*n)));
                let number = number.ok_or_else(|| format!("it panics: {}", finding.message))?;
                found.failed.insert(number);
            }
            _ => return Err(format!("a finding: {finding:?}")),
        }
    }
    match report.verdict() {
        Verdict::NotExhausted(Limit::Executions) => return Ok(Ran::Large),
        Verdict::NotExhausted(_) | Verdict::Vacuous | Verdict::Error(_) => {
            return Err(report.to_string());
        }
        _ if found.complete + found.blocked >= max_executions => return Ok(Ran::Large),
        _ => {}
    }
    found.states = states.lock().expect("nothing panicked there").clone();
    Ok(Ran::All(found))
}

/// Runs a program as a litmus test.
///
/// # Errors
/// When it cannot be explored.
pub fn run_litmus(
    program: &Program,
    model: Model,
    algorithm: Algorithm,
    max_executions: u64,
) -> Result<Ran, String> {
    let test = mazurka_litmus::parse(&litmus(program)).map_err(|error| error.to_string())?;
    let options = mazurka_litmus::Options {
        model,
        algorithm,
        max_executions: Some(max_executions),
        max_events: MAX_EVENTS,
        ..mazurka_litmus::Options::default()
    };
    let report = caught(|| {
        let report = mazurka_litmus::check(&test, &options, &mut ());
        report.map_err(|error| format!("{error:?}"))
    })?;
    if report.complete + report.blocked >= max_executions {
        return Ok(Ran::Large);
    }
    if let Some(reason) = report.stopped {
        return match reason.contains("events") {
            true => Ok(Ran::Endless),
            false => Err(format!("stopped: {reason}")),
        };
    }
    let mut found = Found {
        complete: report.complete,
        blocked: report.blocked,
        stuck: !report.findings.is_empty(),
        ..Found::default()
    };
    for state in report.states.keys() {
        let value = |name: &&str| match state.iter().find(|(known, _)| known == name) {
            Some((_, mazurka_litmus::Value::Number(number))) => {
                u32::try_from(*number).map_err(|_| format!("{name} is {number}"))
            }
            other => Err(format!("{name} is {other:?}")),
        };
        let values: Result<_, _> = NAMES.iter().map(value).collect();
        found.states.insert(values?);
    }
    Ok(Ran::All(found))
}

/// Runs a program as C, compiled with that number.
///
/// # Errors
/// When it cannot be explored.
pub fn run_c(
    code: &Code,
    number: usize,
    model: Model,
    algorithm: Algorithm,
    max_executions: u64,
) -> Result<Ran, String> {
    let code = with_main(code, &format!("p{number}_main"))?;
    let settings = Settings {
        model,
        max_steps: 100_000,
        ..Settings::default()
    };
    let location = |name: &&str| Location {
        global: format!("p{number}_{name}"),
        is_behind: false,
        offset: 0,
        size: 4,
    };
    let locations: Vec<Location> = NAMES.iter().chain([&DONE]).map(location).collect();
    let explored = match explored(&code, &settings, algorithm, &locations, max_executions) {
        Ok(explored) => explored,
        Err(what) if what.contains(ENDLESS) => return Ok(Ran::Endless),
        Err(what) if what.contains(TOO_MANY) => return Ok(Ran::Large),
        Err(what) => return Err(what),
    };
    let mut found = Found {
        complete: explored.statistics.complete,
        blocked: explored.statistics.blocked,
        ..Found::default()
    };
    for outcome in explored.outcomes {
        if outcome.memory[LOCATIONS] == 1 {
            let values = outcome.memory[..LOCATIONS].iter();
            let values = values.map(|value| u32::try_from(*value).expect("four bytes"));
            found.states.insert(values.collect());
        }
    }
    for (kind, message) in explored.findings {
        match kind {
            FindingKind::Deadlock => found.stuck = true,
            FindingKind::Assertion => {}
            _ => return Err(format!("a finding, {kind}: {message}")),
        }
    }
    for message in explored.assertions {
        let number = message.split("&& ").nth(1).and_then(|rest| {
            let digits = rest.split(|c: char| !c.is_ascii_digit()).next()?;
            digits.parse::<u32>().ok()
        });
        let number = number.ok_or_else(|| format!("which assertion? {message}"))?;
        found.failed.insert(number - 100);
    }
    Ok(Ran::All(found))
}

/// Is what was found what must be?
///
/// # Errors
/// What differs.
pub fn compare(expected: &Expected, found: &Found, algorithm: Algorithm) -> Result<(), String> {
    let mut text = String::new();
    let missed: Vec<_> = expected.states.difference(&found.states).collect();
    let wrong: Vec<_> = found.states.difference(&expected.states).collect();
    if !missed.is_empty() {
        let _ = writeln!(text, "final states that are missed: {}", shown(&missed));
    }
    if !wrong.is_empty() {
        let _ = writeln!(text, "final states that there are not: {}", shown(&wrong));
    }
    if expected.failed != found.failed {
        let (should, is) = (&expected.failed, &found.failed);
        let _ = writeln!(text, "assertions fail: {is:?} instead of {should:?}");
    }
    let is_right = match expected.stuck {
        Stuck::Never => !found.stuck,
        // One that changes memory for ever is no execution that ends.
        Stuck::Still | Stuck::Restless => found.stuck,
    };
    if !is_right {
        let (should, is) = (expected.stuck, found.stuck);
        let _ = writeln!(text, "threads wait for ever: {should:?}, and it says {is}");
    }
    if algorithm == Algorithm::Optimal && found.blocked > 0 {
        let _ = writeln!(text, "{} executions were blocked", found.blocked);
    }
    if text.is_empty() {
        return Ok(());
    }
    let (all, there): (Vec<_>, Vec<_>) = (
        expected.states.iter().collect(),
        found.states.iter().collect(),
    );
    let _ = write!(
        text,
        "all that there are: {}\nall that were found: {}\n{} complete and {} blocked executions",
        shown(&all),
        shown(&there),
        found.complete,
        found.blocked
    );
    Err(text)
}

/// Final states in a line, without what is zero.
fn shown(states: &[&Vec<u32>]) -> String {
    let one = |state: &&Vec<u32>| {
        let values = NAMES.iter().zip(state.iter());
        let values = values.filter(|(_, value)| **value != 0);
        let values: Vec<String> = values.map(|(x, value)| format!("{x}={value}")).collect();
        format!("[{}]", values.join(" "))
    };
    states.iter().map(one).collect::<Vec<_>>().join(" ")
}
