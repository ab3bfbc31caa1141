//! One object for each file, for machines; the fields and their order are part
//! of the interface.

use super::litmus::{self, Final};
use super::program::{self, Bug};
use super::{Checked, Details, Settings};
use mazurka_litmus::{State, Value};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::path::PathBuf;

/// A litmus test.
#[derive(Serialize)]
struct Test<'a> {
    file: &'a str,
    model: String,
    algorithm: String,
    /// Only there when one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer_bound: Option<u32>,
    verdict: String,
    complete: u64,
    blocked: u64,
    /// Null if the test has none.
    condition: Option<&'a str>,
    states: Vec<FinalState<'a>>,
    findings: &'a [String],
    /// Only there when not everything was explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

#[derive(Serialize)]
struct FinalState<'a> {
    #[serde(serialize_with = "serialize_state")]
    state: &'a State,
    executions: u64,
}

/// A program.
#[derive(Serialize)]
struct Program<'a> {
    file: &'a str,
    /// Only there when there are several.
    #[serde(skip_serializing_if = "Option::is_none")]
    files: Option<Vec<String>>,
    model: String,
    algorithm: String,
    /// Only there when one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer_bound: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unroll: Option<u32>,
    /// Only there if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    spurious: Option<bool>,
    /// Only there if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    check_threads: Option<bool>,
    /// Only there if it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    symmetry: Option<bool>,
    /// Only there if clang has optimised it: the flag that said so.
    #[serde(skip_serializing_if = "Option::is_none")]
    optimised: Option<&'a str>,
    verdict: String,
    /// Executions that came to their own end.
    complete: u64,
    blocked: u64,
    /// Executions in which an assumption did not hold.
    discarded: u64,
    /// Executions in which a bound ended a thread.
    cut: u64,
    events: u64,
    findings: Vec<Finding<'a>>,
    /// Only there if something is to be ignored.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    ignored: Vec<Ignored<'a>>,
    seconds: f64,
    /// Only there when not everything was explored.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'a str>,
}

/// Findings of a kind that is ignored.
#[derive(Serialize)]
struct Ignored<'a> {
    kind: &'a str,
    /// The number of executions that show it.
    executions: u64,
}

#[derive(Serialize)]
struct Finding<'a> {
    kind: &'a str,
    message: &'a str,
    /// None if it is in no place, or that is not known.
    file: Option<&'a str>,
    line: Option<u32>,
    stack: Vec<Frame<'a>>,
    /// Other lines of the message.
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    details: &'a [String],
    /// The number of executions that show it.
    executions: u64,
    replay: &'a str,
}

#[derive(Serialize)]
struct Frame<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
}

#[derive(Serialize)]
struct Failed<'a> {
    file: &'a str,
    model: String,
    algorithm: String,
    verdict: &'a str,
    error: &'a str,
}

/// The object of a file or program, without the end of the line.
pub(super) fn object(
    paths: &[PathBuf],
    settings: &Settings,
    result: &Result<Checked, String>,
) -> String {
    let file = &*paths[0].to_string_lossy();
    let text = match result {
        Ok(checked) => match &checked.details {
            Details::Litmus(details) => {
                serde_json::to_string(&test(file, settings, checked, details))
            }
            Details::Program(details) => {
                serde_json::to_string(&program(file, paths, settings, checked, details))
            }
        },
        Err(error) => serde_json::to_string(&Failed {
            file,
            model: settings.choices.model.to_string(),
            algorithm: settings.choices.algorithm.to_string(),
            verdict: "error",
            error,
        }),
    };
    text.expect("numbers and strings can be written as JSON")
}

fn test<'a>(
    file: &'a str,
    settings: &Settings,
    checked: &'a Checked,
    details: &'a litmus::Details,
) -> Test<'a> {
    Test {
        file,
        model: settings.choices.model.to_string(),
        algorithm: settings.choices.algorithm.to_string(),
        buffer_bound: settings.choices.buffer_bound,
        verdict: checked.verdict.to_string(),
        complete: checked.complete,
        blocked: checked.blocked,
        condition: details.occurrence(),
        states: details.states.iter().map(final_state).collect(),
        findings: &details.findings,
        reason: checked.is_partial.then_some(&*checked.reason),
    }
}

fn program<'a>(
    file: &'a str,
    paths: &[PathBuf],
    settings: &Settings,
    checked: &'a Checked,
    details: &'a program::Details,
) -> Program<'a> {
    let files = || {
        let files = paths.iter().map(|path| path.to_string_lossy().into_owned());
        files.collect()
    };
    Program {
        file,
        files: (paths.len() > 1).then(files),
        model: settings.choices.model.to_string(),
        algorithm: settings.choices.algorithm.to_string(),
        buffer_bound: settings.choices.buffer_bound,
        unroll: settings.choices.unroll,
        spurious: settings.choices.spurious.then_some(true),
        check_threads: settings.choices.check_threads.then_some(true),
        symmetry: settings.choices.symmetry.then_some(true),
        optimised: details.optimised.as_deref(),
        verdict: checked.verdict.to_string(),
        complete: checked.complete,
        blocked: checked.blocked,
        discarded: checked.discarded,
        cut: checked.cut,
        events: details.statistics.events,
        findings: details.bugs.iter().map(finding).collect(),
        ignored: details.ignored.iter().map(ignored).collect(),
        seconds: checked.time.as_secs_f64(),
        reason: details.unexplored.as_deref(),
    }
}

fn ignored((kind, executions): &(String, u64)) -> Ignored<'_> {
    Ignored {
        kind,
        executions: *executions,
    }
}

fn finding(bug: &Bug) -> Finding<'_> {
    let stack = bug.told.stack.iter();
    let place = bug.told.stack.first();
    Finding {
        kind: &bug.kind,
        message: &bug.told.what,
        file: place.map(|frame| &*frame.file),
        line: place.map(|frame| frame.line),
        stack: stack
            .map(|frame| Frame {
                function: &frame.function,
                file: &frame.file,
                line: frame.line,
                column: frame.column,
            })
            .collect(),
        details: &bug.told.more,
        executions: bug.executions,
        replay: &bug.replay,
    }
}

fn final_state(of: &Final) -> FinalState<'_> {
    FinalState {
        state: &of.state,
        executions: of.executions,
    }
}

/// In the order of the test; an address is a string, what else there is a number.
fn serialize_state<S: Serializer>(state: &State, serializer: S) -> Result<S::Ok, S::Error> {
    let mut map = serializer.serialize_map(None)?;
    for (name, value) in state.iter() {
        match value {
            Value::Number(number) => map.serialize_entry(name, number)?,
            Value::Address(of) => map.serialize_entry(name, of)?,
        }
    }
    map.end()
}
