//! One object for each file, for machines; the fields and their order are part
//! of the interface.

use super::format::Came;
use super::program::{Bug, Group};
use super::team::Team;
use crate::section::{self, Section};
use mazurka_explore::estimate::Estimate;
use mazurka_memory::Model;
use mazurka_trace::{Event, Trace};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use serde_json::value::{RawValue, to_raw_value};
use std::path::PathBuf;

/// Fields of an object, in order.
pub type Fields = Vec<(&'static str, Box<RawValue>)>;

/// A field.
///
/// # Panics
/// When the value is nothing that JSON has.
#[must_use]
pub fn field(
    name: &'static str,
    value: &(impl Serialize + ?Sized),
) -> (&'static str, Box<RawValue>) {
    let value = to_raw_value(value);
    (
        name,
        value.expect("numbers and strings can be written as JSON"),
    )
}

/// The object of a file or program, without the end of the line. The model is that of the program,
/// if it has one.
///
/// # Panics
/// Never: all fields can be written.
#[must_use]
pub fn object(
    paths: &[PathBuf],
    test: Option<&str>,
    (team, model): (&Team, Option<Model>),
    result: Came<'_>,
) -> String {
    struct Object(Fields);

    impl Serialize for Object {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            let mut map = serializer.serialize_map(None)?;
            for (name, value) in &self.0 {
                map.serialize_entry(name, value)?;
            }
            map.end()
        }
    }

    let text = serde_json::to_string(&Object(fields(paths, test, (team, model), result)));
    text.expect("numbers and strings can be written as JSON")
}

fn fields(
    paths: &[PathBuf],
    test: Option<&str>,
    (team, model): (&Team, Option<Model>),
    result: Came<'_>,
) -> Fields {
    let mut files = paths.iter().map(|path| path.to_string_lossy());
    let mut fields = vec![field("file", &files.next())];
    if paths.len() > 1 {
        let all: Vec<_> = paths.iter().map(|path| path.to_string_lossy()).collect();
        fields.push(field("files", &all));
    }
    if let Some(test) = test {
        fields.push(field("test", test));
    }
    fields.push(field("model", &model.map(|model| model.to_string())));
    fields.push(field("algorithm", &team.algorithm.to_string()));
    let checked = match result {
        Ok(checked) => checked,
        Err(error) => {
            fields.retain(|(name, _)| *name != "files");
            fields.push(field("verdict", "error"));
            fields.push(field("error", error));
            return fields;
        }
    };
    if let Some(bound) = team.buffer_bound {
        fields.push(field("buffer_bound", &bound));
    }
    fields.extend(checked.details.settings());
    fields.push(field("verdict", &checked.verdict.to_string()));
    fields.push(field("complete", &checked.complete));
    fields.push(field("blocked", &checked.blocked));
    fields.extend(checked.details.fields(checked));
    if checked.is_partial {
        fields.push(field("reason", &checked.reason));
        fields.push(field("estimate", &checked.estimate.map(Size::new)));
    }
    if let Some(growth) = &checked.growth {
        fields.push(field("growth", growth));
    }
    if let Some(suggested) = &checked.suggested {
        fields.push(field("suggestion", &suggested.object()));
    }
    fields
}

/// How many executions there are.
#[derive(Serialize)]
struct Size {
    /// About this many.
    executions: u64,
    /// In `confidence` of a hundred cases, it is between these two.
    low: u64,
    high: u64,
    confidence: u32,
}

impl Size {
    fn new(estimate: Estimate) -> Size {
        let Estimate {
            executions,
            low,
            high,
        } = estimate;
        Size {
            executions,
            low,
            high,
            confidence: Estimate::CONFIDENCE,
        }
    }
}

/// Findings of a kind that is ignored.
#[derive(Serialize)]
pub(super) struct Ignored<'a> {
    kind: &'a str,
    /// The number of executions that show it.
    executions: u64,
}

pub(super) fn ignored(ignored: &[(String, u64)]) -> Vec<Ignored<'_>> {
    let ignored = ignored.iter().map(|(kind, executions)| Ignored {
        kind,
        executions: *executions,
    });
    ignored.collect()
}

/// Findings that are the same but for the processes.
#[derive(Serialize)]
pub(super) struct Distinct<'a> {
    kind: &'a str,
    message: &'a str,
    file: Option<&'a str>,
    line: Option<u32>,
    /// The number of executions that show one of them.
    executions: u64,
}

pub(super) fn distinct(groups: &[Group]) -> Vec<Distinct<'_>> {
    let groups = groups.iter().map(|group| Distinct {
        kind: &group.kind,
        message: &group.what,
        file: group.place.as_ref().map(|(file, _)| &**file),
        line: group.place.as_ref().map(|(_, line)| *line),
        executions: group.executions,
    });
    groups.collect()
}

#[derive(Serialize)]
pub(super) struct Finding<'a> {
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
    /// Of an execution graph: its reads, and where their values come from.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    reads: Vec<Read<'a>>,
    /// How many events are left out, so that their reads are not in the list.
    #[serde(skip_serializing_if = "is_zero")]
    left_out: usize,
    /// What is told of the end.
    #[serde(
        skip_serializing_if = "<[Section]>::is_empty",
        serialize_with = "section::serialize"
    )]
    end: &'a [Section],
}

#[derive(Serialize)]
struct Read<'a> {
    /// The number of the event, from one.
    step: usize,
    thread: &'a str,
    what: &'a str,
    place: Option<String>,
    /// The number of the event that wrote it; zero for what was there at first.
    reads_from: usize,
    /// If there was something newer: why it can be read all the same.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<&'a str>,
}

fn read<'t>(trace: &'t Trace, event: &'t Event) -> Option<Read<'t>> {
    Some(Read {
        step: event.step?,
        thread: trace.thread_name(event),
        what: &event.what,
        place: event.place(),
        reads_from: event.reads_from?,
        why: event.why.as_deref(),
    })
}

fn is_zero(number: &usize) -> bool {
    *number == 0
}

fn reads(trace: &Trace) -> Vec<Read<'_>> {
    let events = trace.events.iter();
    events.filter_map(|event| read(trace, event)).collect()
}

#[derive(Serialize)]
struct Frame<'a> {
    function: &'a str,
    file: &'a str,
    line: u32,
    column: u32,
}

pub(super) fn findings(bugs: &[Bug]) -> Vec<Finding<'_>> {
    bugs.iter().map(finding).collect()
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
        reads: bug.trace.as_deref().map_or_else(Vec::new, reads),
        left_out: bug.trace.as_deref().map_or(0, |of| of.left_out.events),
        end: &bug.sections,
    }
}
