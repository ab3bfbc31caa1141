//! A document of the Static Analysis Results Interchange Format, version 2.1.0: one run.
//!
//! A kind of finding is a rule, a bug is a result of it, and the interleaving that leads there is
//! its code flow: one thread flow for each thread, with the order of all steps in
//! `executionOrder`. A program that was not explored to the end is a result, too (a warning of the
//! rule `not-exhausted`): readers show results, and seldom anything else. A file that could not be
//! checked is a notification of the tool.

use super::Item;
use super::problem::{CONDITION, NOT_EXHAUSTED, Problem, place_of_error, problems};
use crate::command::digest;
use crate::finding::Frame;
use mazurka_trace::{Event, Trace};
use serde_json::{Map, Value, json};
use std::fmt::Write;
use std::path::{Component, Path};

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";

/// The document.
pub(super) fn document(items: &[Item<'_>], exit_code: u8) -> String {
    let mut rules: Vec<&str> = Vec::new();
    let mut results = Vec::new();
    for item in items {
        let Some(Ok(checked)) = item.result else {
            continue;
        };
        for problem in &problems(checked) {
            let known = rules.iter().position(|rule| *rule == problem.kind);
            let index = known.unwrap_or(rules.len());
            if known.is_none() {
                rules.push(problem.kind);
            }
            results.push(result(item, problem, index));
        }
    }
    // The kinds borrow from the items, and these live on.
    let rules: Vec<Value> = rules.iter().map(|kind| rule(kind)).collect();
    let run = json!({
        "tool": { "driver": {
            "name": "Mazurka",
            "version": env!("CARGO_PKG_VERSION"),
            "semanticVersion": env!("CARGO_PKG_VERSION"),
            "rules": rules,
        } },
        "invocations": [invocation(items, exit_code)],
        "columnKind": "unicodeCodePoints",
        "results": results,
    });
    let document = json!({ "$schema": SCHEMA, "version": "2.1.0", "runs": [run] });
    format!("{document:#}\n")
}

fn level(kind: &str) -> &'static str {
    match kind {
        NOT_EXHAUSTED => "warning",
        _ => "error",
    }
}

fn rule(kind: &str) -> Value {
    let words = match kind {
        CONDITION => "The condition of a litmus test does not hold.".to_owned(),
        NOT_EXHAUSTED => {
            "The check ended before all executions were explored: nothing is verified.".to_owned()
        }
        kind => format!(
            "An execution of the program shows a bug: {}.",
            kind.replace('-', " ")
        ),
    };
    json!({
        "id": kind,
        "shortDescription": { "text": words },
        "defaultConfiguration": { "level": level(kind) },
    })
}

/// How the command went. It was successful if every file could be checked, whatever was found.
fn invocation(items: &[Item<'_>], exit_code: u8) -> Value {
    let mut notifications = Vec::new();
    for item in items {
        let (level, message) = match item.result {
            Some(Ok(_)) => continue,
            Some(Err(message)) => ("error", message.clone()),
            None => {
                let why = "the command was stopped before it was the turn of this program";
                ("warning", format!("{}: {why}", item.file()))
            }
        };
        let file = item.file();
        let at = place_of_error(&message).unwrap_or((&file, 0, 0));
        notifications.push(json!({
            "level": level,
            "message": { "text": message },
            "locations": [{ "physicalLocation": physical(at.0, at.1, at.2) }],
        }));
    }
    json!({
        "executionSuccessful": notifications.is_empty(),
        "exitCode": exit_code,
        "toolExecutionNotifications": notifications,
    })
}

fn result(item: &Item<'_>, problem: &Problem<'_>, index: usize) -> Value {
    let location = match problem.stack.first() {
        Some(frame) => of_frame(frame),
        None => json!({ "physicalLocation": physical(&item.file(), 0, 0) }),
    };
    let mut text = problem.message.clone();
    for line in problem.more {
        text.push('\n');
        text.push_str(line);
    }
    let mut result = json!({
        "ruleId": problem.kind,
        "ruleIndex": index,
        "level": level(problem.kind),
        "message": { "text": text },
        "locations": [location],
        "partialFingerprints": { "mazurkaFinding/v1": fingerprint(item, problem) },
        "properties": properties(item, problem),
    });
    if problem.stack.len() > 1 {
        let frames: Vec<Value> = problem
            .stack
            .iter()
            .map(|frame| json!({ "location": of_frame(frame) }))
            .collect();
        result["stacks"] = json!([{ "frames": frames }]);
    }
    if let Some(trace) = problem.trace.filter(|trace| !trace.events.is_empty()) {
        let flows = thread_flows(trace, &item.file());
        result["codeFlows"] = json!([{
            "message": { "text": "The interleaving that leads there" },
            "threadFlows": flows,
        }]);
    }
    result
}

/// The same for the same finding of another run. Lines are no part of it: they move.
fn fingerprint(item: &Item<'_>, problem: &Problem<'_>) -> String {
    let file = item.file();
    let test = item.test.unwrap_or_default();
    let function = problem.stack.first().map_or("", |frame| &*frame.function);
    let parts = [
        &*file,
        test,
        // One without a memory model has kept the number that it had.
        item.model.unwrap_or("sc"),
        problem.kind,
        &problem.message,
        function,
    ];
    digest::of(parts.map(str::as_bytes))
}

fn properties(item: &Item<'_>, problem: &Problem<'_>) -> Value {
    let mut properties = Map::new();
    properties.insert("program".to_owned(), json!(item.name));
    if item.paths.len() > 1 {
        let all: Vec<_> = item
            .paths
            .iter()
            .map(|path| path.to_string_lossy())
            .collect();
        properties.insert("files".to_owned(), json!(all));
    }
    if let Some(model) = &item.model {
        properties.insert("model".to_owned(), json!(model));
    }
    if let Some((replay, executions)) = problem.replay {
        properties.insert("executions".to_owned(), json!(executions));
        properties.insert("replay".to_owned(), json!(item.command.replay(replay)));
    }
    Value::Object(properties)
}

/// One for each thread, in the order of their first steps.
fn thread_flows(trace: &Trace, file: &str) -> Vec<Value> {
    let mut threads: Vec<(&str, Vec<Value>)> = Vec::new();
    for (order, event) in trace.events.iter().enumerate() {
        let name = trace.thread_name(event);
        let step = step(event, name, file, order + 1);
        match threads.iter_mut().find(|(thread, _)| *thread == name) {
            Some((_, steps)) => steps.push(step),
            None => threads.push((name, vec![step])),
        }
    }
    let flows = threads.into_iter().map(|(thread, steps)| {
        json!({ "id": thread, "message": { "text": thread }, "locations": steps })
    });
    flows.collect()
}

/// One thing that happens. Where its place is not known, it is somewhere in the program.
fn step(event: &Event, thread: &str, file: &str, order: usize) -> Value {
    let file = event.file.as_deref().unwrap_or(file);
    let line = event.line.unwrap_or(0);
    let mut text = match event.left_out {
        0 => event.words(),
        count => format!("... {count} events are left out ...\n{}", event.words()),
    };
    if let Some(why) = &event.why {
        write!(text, "; {why}").expect("strings take all text");
    }
    json!({
        "executionOrder": order,
        "location": {
            "physicalLocation": physical(file, line, 0),
            "message": { "text": format!("{thread}: {text}") },
        },
    })
}

fn of_frame(frame: &Frame) -> Value {
    let mut location = json!({
        "physicalLocation": physical(&frame.file, frame.line, frame.column),
    });
    if !frame.function.is_empty() {
        location["logicalLocations"] = json!([{ "name": frame.function, "kind": "function" }]);
    }
    location
}

/// A place in a file; lines and columns are from one, zero if they are not known.
fn physical(file: &str, line: u32, column: u32) -> Value {
    let mut place = json!({ "artifactLocation": { "uri": uri(file) } });
    if line > 0 {
        place["region"] = json!({ "startLine": line });
        if column > 0 {
            place["region"]["startColumn"] = json!(column);
        }
    }
    place
}

/// A path as a URI: relative ones stay so.
fn uri(file: &str) -> String {
    let path = Path::new(file);
    let mut uri = String::new();
    for part in path.components() {
        match part {
            Component::RootDir => {
                uri.push_str("file:///");
                continue;
            }
            Component::CurDir => continue,
            _ => {}
        }
        if !uri.is_empty() && !uri.ends_with('/') {
            uri.push('/');
        }
        for byte in part.as_os_str().as_encoded_bytes() {
            match byte {
                b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'+' => {
                    uri.push(char::from(*byte));
                }
                byte => write!(uri, "%{byte:02X}").expect("strings take all text"),
            }
        }
    }
    uri
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_are_uris() {
        assert_eq!(uri("./a/b c.c"), "a/b%20c.c");
        assert_eq!(uri("/tmp/é:#.c"), "file:///tmp/%C3%A9%3A%23.c");
        assert_eq!(uri("../SB+mfences.litmus"), "../SB+mfences.litmus");
    }

    #[test]
    fn a_document_without_programs_is_whole() {
        let document: Value = serde_json::from_str(&document(&[], 0)).expect("JSON");
        assert_eq!(document["version"], "2.1.0");
        assert_eq!(document["runs"][0]["results"], json!([]));
        assert_eq!(
            document["runs"][0]["invocations"][0]["executionSuccessful"],
            true
        );
    }
}
