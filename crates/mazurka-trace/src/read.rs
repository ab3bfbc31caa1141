//! Reads trace files, which anything may be in.

use crate::{FORMAT, Trace, VERSION};
use serde::Deserialize;
use std::fmt;

/// Why a text is no trace file.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Unreadable(String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Unreadable {}

/// What every version has.
#[derive(Deserialize)]
struct Head {
    format: String,
    version: u32,
}

impl Trace {
    /// Reads the text of a trace file.
    ///
    /// # Errors
    /// When it is none, or of another version, or refers to what it does not have.
    pub fn from_json(text: &str) -> Result<Trace, Unreadable> {
        let head: Head = serde_json::from_str(text)
            .map_err(|error| Unreadable(format!("it is no trace file: {error}")))?;
        if head.format != FORMAT {
            return Err(Unreadable(format!(
                "it is no trace file: its format is {:?}, not {FORMAT:?}",
                head.format
            )));
        }
        if head.version != VERSION {
            return Err(Unreadable(format!(
                "it is a trace file of version {}, and this is a Mazurka for version {VERSION}: \
                 make it again with this one",
                head.version
            )));
        }
        let mut trace: Trace = serde_json::from_str(text)
            .map_err(|error| Unreadable(format!("it is a damaged trace file: {error}")))?;
        match trace.misfit() {
            Some(what) => Err(Unreadable(format!("it is a damaged trace file: {what}"))),
            None => {
                trace.make_plain();
                Ok(trace)
            }
        }
    }

    /// What refers to something that is not there.
    fn misfit(&self) -> Option<String> {
        let (threads, objects) = (self.threads.len(), self.objects.len());
        for (i, thread) in self.threads.iter().enumerate() {
            if thread.owner.is_some_and(|owner| owner >= threads) {
                return Some(format!("thread {i} has an owner that is not there"));
            }
        }
        for (i, event) in self.events.iter().enumerate() {
            let has_thread = event.thread < threads;
            let has_object = event.object.is_none_or(|object| object < objects);
            let follows = event.follows.iter().all(|before| *before < i);
            let changes = event.changes.iter().all(|change| change.thread < threads);
            let has_clock = event.clock.len() <= threads;
            if !(has_thread && has_object && follows && changes && has_clock) {
                return Some(format!("event {i} refers to what is not there"));
            }
        }
        let finding = self.finding.as_ref()?;
        let events = finding.events.iter().all(|of| *of < self.events.len());
        let waits = finding
            .waits
            .iter()
            .all(|wait| wait.thread < threads && wait.on.is_none_or(|on| on < threads));
        (!(events && waits)).then(|| "the finding refers to what is not there".to_owned())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        Change, Event, EventKind, Finding, Frame, LeftOut, Object, Program, Section, Source,
        Thread, Wait,
    };

    /// One with something in each field.
    fn full() -> Trace {
        let text = |text: &str| text.to_owned();
        let frame = Frame {
            function: text("f"),
            file: text("a.c"),
            line: 3,
            column: 5,
            left_out: 2,
        };
        Trace {
            mazurka: text("0.1.0"),
            program: Program {
                language: text("c"),
                name: text("a \"b\" \\u{1}"),
                files: vec![text("a.c")],
                test: Some(text("t")),
                model: text("tso"),
                algorithm: text("optimal"),
                options: Some(text("{\"a\":1}")),
                digest: Some(text("ff")),
            },
            finding: Some(Finding {
                kind: text("deadlock"),
                message: text("m"),
                details: vec![text("d")],
                stack: vec![frame.clone()],
                executions: 3,
                events: vec![0],
                waits: vec![Wait {
                    thread: 1,
                    what: text("waits"),
                    on: Some(0),
                    in_cycle: true,
                }],
            }),
            replay: text("1/0x1"),
            command: text("mazurka check"),
            threads: vec![
                Thread {
                    id: text("0"),
                    name: text("main"),
                    owner: None,
                },
                Thread {
                    id: text("0~0"),
                    name: text("buffer"),
                    owner: Some(0),
                },
            ],
            objects: vec![Object { name: text("x") }],
            events: vec![
                Event::default(),
                Event {
                    kind: EventKind::Flush,
                    step: Some(1),
                    thread: 1,
                    what: text("w"),
                    operation: text("flush"),
                    object: Some(0),
                    before: Some(0),
                    after: Some(u64::MAX),
                    file: Some(text("a.c")),
                    line: Some(3),
                    stack: vec![frame],
                    clock: vec![0, 1],
                    follows: vec![0],
                    reads_from: Some(0),
                    why: Some(text("because")),
                    changes: vec![Change {
                        of: text("buffer"),
                        thread: 0,
                        adds: Some(text("a")),
                        removes: Some(text("r")),
                    }],
                    left_out: 7,
                },
            ],
            sections: vec![Section {
                title: text("At the end"),
                lines: vec![text("l")],
            }],
            sources: vec![Source {
                file: text("a.c"),
                first: 1,
                lines: vec![text("int x;"), text("\t\"x\"")],
            }],
            left_out: LeftOut {
                events: 7,
                threads: 5,
                replay: 3,
            },
        }
    }

    #[test]
    fn what_is_written_is_read_again() {
        assert_eq!(Trace::from_json(&full().to_json()).unwrap(), full());
        let empty = Trace::default();
        assert_eq!(Trace::from_json(&empty.to_json()).unwrap(), empty);
    }

    #[test]
    fn other_files_are_refused_with_a_reason() {
        let written = full().to_json();
        let other = |from: &str, to: &str| {
            assert!(written.contains(from), "{from}");
            Trace::from_json(&written.replace(from, to)).unwrap_err()
        };
        for (error, reason) in [
            (Trace::from_json("").unwrap_err(), "no trace file"),
            (Trace::from_json("{}").unwrap_err(), "missing field"),
            (other("mazurka trace", "cat"), "its format is \"cat\""),
            (other("\"version\":1", "\"version\":2"), "of version 2"),
            (other("\"clock\":[", "\"clock\":[7,"), "event 1 refers"),
            (
                other("\"follows\":[0]", "\"follows\":[1]"),
                "event 1 refers",
            ),
            (other("\"owner\":0", "\"owner\":9"), "thread 1 has an owner"),
            (other("\"on\":0", "\"on\":9"), "the finding refers"),
            (other("\"step\":1", "\"step\":\"a\""), "damaged"),
        ] {
            assert!(error.to_string().contains(reason), "{error}");
        }
    }
}
