//! The execution that shows a bug as a trace file, and where that is written.

use crate::render::Rendered;
use crate::replay::Replayed;
use crate::settings::Settings;
use crate::source;
use mazurka_check::{Called, Execution, Told, holders, traced, words};
use mazurka_explore::Algorithm;
use mazurka_program::{Finding, Names, ObjectId, ProcessId, Status};
use mazurka_trace::{Event, EventKind, Frame, Place, Program, Trace, Wait};
use std::collections::HashMap;
use std::path::{Path, PathBuf};

/// All that a trace file is made of.
pub(crate) struct Facts<'a> {
    pub(crate) settings: &'a Settings,
    pub(crate) finding: &'a Finding,
    pub(crate) replayed: &'a Replayed,
    pub(crate) rendered: &'a Rendered,
    pub(crate) names: &'a Names,
    /// What threads wait for, in words, if that is the bug.
    pub(crate) waits: &'a [String],
    pub(crate) replay: &'a str,
    pub(crate) command: &'a str,
}

impl Facts<'_> {
    /// The trace.
    pub(crate) fn trace(&self) -> Trace {
        let steps = self.replayed.ran();
        let operations = self.replayed.operations();
        let execution = Execution {
            lines: self.rendered.plain.clone(),
            start: &self.replayed.recording.start,
            steps: &steps,
            operations: &operations,
        };
        let called = Called {
            names: self.names,
            thread: &|process| self.thread(process),
            object: &|object| self.object(object),
            is_hidden: &|_| false,
        };
        let mut trace = traced(execution, &called);
        trace.mazurka = env!("CARGO_PKG_VERSION").to_owned();
        trace.program = self.program();
        self.replay.clone_into(&mut trace.replay);
        self.command.clone_into(&mut trace.command);
        let ids = trace.threads.iter().enumerate();
        let ids: HashMap<String, usize> = ids.map(|(i, of)| (of.id.clone(), i)).collect();
        let number = |process: ProcessId| ids.get(&self.names.process_name(process)).copied();
        let holders = holders(&steps, &operations);
        let waits: Vec<Wait> = (self.replayed.stuck.iter())
            .enumerate()
            .filter_map(|(i, (process, status))| {
                let on = match status {
                    Status::Joining(target) => Some(*target),
                    Status::Blocked(operation) => holders.get(&operation.object).copied(),
                    _ => None,
                };
                Some(Wait {
                    thread: number(*process)?,
                    what: self.waits.get(i).cloned().unwrap_or_default(),
                    on: on.and_then(number),
                    in_cycle: false,
                })
            })
            .collect();
        let stack: Vec<Frame> = panicked_at(&self.finding.message).into_iter().collect();
        if let Some(thread) = self.finding.process.and_then(number) {
            trace.events.push(Event {
                kind: EventKind::Finding,
                thread,
                what: Told::new(&self.finding.message).what,
                file: stack.first().map(|frame| frame.file.clone()),
                line: stack.first().map(|frame| frame.line),
                ..Event::default()
            });
        }
        let last = trace.events.len().checked_sub(1);
        let told = Told::new(&self.finding.message);
        let mut finding = mazurka_trace::Finding {
            kind: words(self.finding.kind),
            message: told.what,
            details: told.more,
            stack,
            executions: 0,
            events: last.into_iter().collect(),
            waits,
        };
        finding.find_cycle();
        trace.finding = Some(finding);
        let mut trace = trace.folded();
        trace.add_sources(&|file| {
            let mut files = self.rendered.files.iter();
            let known = files.find(|(short, _)| short == file);
            source::read(known.map_or(file, |(_, whole)| whole))
        });
        trace
    }

    fn thread(&self, process: ProcessId) -> String {
        let mut threads = self.replayed.threads.iter();
        let known = threads.find(|(known, _)| *known == process);
        known.map_or_else(
            || self.names.process_name(process),
            |(_, name)| name.clone(),
        )
    }

    /// The name of an object, which may be a part of another.
    fn object(&self, object: ObjectId) -> Option<String> {
        let mut steps = self.replayed.recording.steps.iter();
        let step = steps.find(|step| step.operation.object == object);
        let whole = step.map_or(object, |step| step.whole);
        let name = self.rendered.objects.name(whole);
        (!name.is_empty()).then(|| name.to_owned())
    }

    fn program(&self) -> Program {
        let settings = self.settings;
        let (package, _) = crate::command::target();
        let test = settings.test().map(str::to_owned);
        let files = self.rendered.files.iter();
        Program {
            language: "rust".to_owned(),
            name: package.or_else(|| test.clone()).unwrap_or_default(),
            files: files.map(|(short, _)| short.clone()).collect(),
            test,
            model: settings.model.to_string(),
            algorithm: Algorithm::to_string(&settings.algorithm),
            options: None,
            digest: None,
        }
    }
}

/// The place that the message of a panic names.
fn panicked_at(message: &str) -> Option<Frame> {
    let (_, rest) = message.split_once("panicked at ")?;
    let place = rest.lines().next()?.split(": ").next()?;
    let mut parts = place.trim_end_matches(':').rsplitn(3, ':');
    let column = parts.next()?.parse().ok()?;
    let line = parts.next()?.parse().ok()?;
    Some(Frame {
        function: String::new(),
        file: parts.next()?.to_owned(),
        line,
        column,
        left_out: 0,
    })
}

/// Writes a trace into a folder, which is made if need be; the path of the file.
///
/// # Errors
/// When that cannot be done; a message for people.
pub(crate) fn write(trace: &Trace, folder: &Path) -> Result<PathBuf, String> {
    let is_plain = |c: char| c.is_alphanumeric() || "._-".contains(c);
    let test = trace.program.test.as_deref().unwrap_or(&trace.program.name);
    let plain: String = test
        .replace("::", ".")
        .chars()
        .map(|c| if is_plain(c) { c } else { '_' })
        .collect();
    let kind = trace
        .finding
        .as_ref()
        .map_or("execution", |finding| &finding.kind);
    let path = folder.join(format!("{plain}-{kind}.json"));
    let text = trace.written(false, Trace::to_json);
    let place = Place::at(&path);
    let written = Place::try_folder(folder).and_then(|()| place.write(text.as_bytes()));
    match written {
        Ok(()) => Ok(path),
        Err(why) => Err(format!("{why} (MAZURKA_TRACE_DIR)")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_place_of_a_panic_is_found() {
        let frame = panicked_at("thread main panicked at tests/a.rs:16:5: assertion").unwrap();
        assert_eq!(
            (&*frame.file, frame.line, frame.column),
            ("tests/a.rs", 16, 5)
        );
        assert_eq!(panicked_at("thread main waits"), None);
        assert_eq!(panicked_at("panicked at nowhere"), None);
    }
}
