//! One object for each file, for machines; the fields and their order are part
//! of the interface.

use super::{Checked, Final, Settings};
use mazurka_litmus::{State, Value};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use std::path::Path;

#[derive(Serialize)]
struct Object<'a> {
    file: &'a str,
    model: String,
    algorithm: String,
    /// Only there when one was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    buffer_bound: Option<u32>,
    verdict: String,
    complete: u64,
    blocked: u64,
    condition: &'a str,
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

#[derive(Serialize)]
struct Failed<'a> {
    file: &'a str,
    model: String,
    algorithm: String,
    verdict: &'a str,
    error: &'a str,
}

/// The object of a file, without the end of the line.
pub(super) fn object(path: &Path, settings: &Settings, result: &Result<Checked, String>) -> String {
    let file = &*path.to_string_lossy();
    let model = settings.model.to_string();
    let algorithm = settings.algorithm.to_string();
    let text = match result {
        Ok(checked) => serde_json::to_string(&Object {
            file,
            model,
            algorithm,
            buffer_bound: settings.buffer_bound,
            verdict: checked.verdict.to_string(),
            complete: checked.complete,
            blocked: checked.blocked,
            condition: &checked.occurrence,
            states: checked.states.iter().map(final_state).collect(),
            findings: &checked.findings,
            reason: checked.is_partial.then_some(&*checked.reason),
        }),
        Err(error) => serde_json::to_string(&Failed {
            file,
            model,
            algorithm,
            verdict: "error",
            error,
        }),
    };
    text.expect("numbers and strings can be written as JSON")
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
