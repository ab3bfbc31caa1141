//! Trace files as JSON, by hand: a library that writes one needs no other crate for that.

use crate::{
    Change, Checked, Event, Execution, FORMAT, Finding, Frame, LeftOut, Object, Program, Report,
    Section, Source, Thread, Trace, VERSION, Wait,
};
use std::fmt::Write as _;

/// A string of JSON.
#[must_use]
pub fn string(text: &str) -> String {
    let mut string = String::with_capacity(text.len() + 2);
    string.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => string.extend(['\\', c]),
            '\n' => string.push_str("\\n"),
            c if u32::from(c) < 0x20 => {
                let _ = write!(string, "\\u{:04x}", u32::from(c));
            }
            c => string.push(c),
        }
    }
    string.push('"');
    string
}

impl Trace {
    /// The text of a trace file.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut object = Fields::new("\n  ", "\n");
        object.text("format", FORMAT);
        object.raw("version", VERSION.to_string());
        object.text("mazurka", &self.mazurka);
        object.raw("program", program(&self.program));
        object.optional("finding", self.finding.as_ref().map(finding));
        object.text("replay", &self.replay);
        object.some_text("command", &self.command);
        object.lines("threads", &self.threads, thread);
        object.lines("objects", &self.objects, named);
        object.lines("events", &self.events, event);
        object.lines("sections", &self.sections, section);
        object.lines("sources", &self.sources, source);
        object.optional("left_out", left_out(&self.left_out));
        object.end() + "\n"
    }
}

impl Report {
    /// The data of a page.
    pub(crate) fn to_json(&self) -> String {
        let mut object = Fields::small();
        object.text("mazurka", &self.mazurka);
        object.text("command", &self.command);
        object.lines("programs", &self.programs, checked);
        object.end()
    }
}

fn checked(checked: &Checked) -> String {
    let mut object = Fields::small();
    object.text("name", &checked.name);
    object.list("files", &checked.files, |file| string(file));
    object.text("verdict", &checked.verdict);
    object.some_text("reason", &checked.reason);
    object.list("statistics", &checked.statistics, |(name, value)| {
        format!("[{},{}]", string(name), string(value))
    });
    object.list("findings", &checked.findings, Trace::to_json);
    object.list("exploration", &checked.exploration, execution);
    object.some_number("left_out", checked.left_out);
    object.end()
}

/// As a list, since there are many.
fn execution(execution: &Execution) -> String {
    format!(
        "[{},{},{},{}]",
        execution.shared,
        execution.steps,
        string(&execution.turn),
        string(&execution.ending)
    )
}

/// The fields of an object.
struct Fields {
    text: String,
    before: &'static str,
    end: &'static str,
    is_empty: bool,
}

impl Fields {
    fn new(before: &'static str, end: &'static str) -> Fields {
        Fields {
            text: String::from("{"),
            before,
            end,
            is_empty: true,
        }
    }

    fn small() -> Fields {
        Fields::new("", "")
    }

    fn raw(&mut self, name: &str, value: String) {
        if !self.is_empty {
            self.text.push(',');
        }
        self.is_empty = false;
        let _ = write!(self.text, "{}{}:{value}", self.before, string(name));
    }

    fn text(&mut self, name: &str, value: &str) {
        self.raw(name, string(value));
    }

    /// A text, unless it is empty.
    fn some_text(&mut self, name: &str, value: &str) {
        self.optional(name, (!value.is_empty()).then(|| string(value)));
    }

    fn optional(&mut self, name: &str, value: Option<String>) {
        if let Some(value) = value {
            self.raw(name, value);
        }
    }

    fn number<N: ToString>(&mut self, name: &str, value: Option<N>) {
        self.optional(name, value.map(|value| value.to_string()));
    }

    /// A number, unless it is zero.
    fn some_number(&mut self, name: &str, value: usize) {
        self.number(name, (value > 0).then_some(value));
    }

    /// A list, unless it is empty.
    fn list<T>(&mut self, name: &str, items: &[T], item: impl Fn(&T) -> String) {
        if !items.is_empty() {
            let items: Vec<String> = items.iter().map(item).collect();
            self.raw(name, format!("[{}]", items.join(",")));
        }
    }

    /// The same, with a line for each item.
    fn lines<T>(&mut self, name: &str, items: &[T], item: impl Fn(&T) -> String) {
        let items: Vec<String> = items.iter().map(item).collect();
        let items = match items.is_empty() {
            true => String::new(),
            false => format!("\n    {}\n  ", items.join(",\n    ")),
        };
        self.raw(name, format!("[{items}]"));
    }

    fn end(self) -> String {
        self.text + self.end + "}"
    }
}

fn left_out(left_out: &LeftOut) -> Option<String> {
    let mut object = Fields::small();
    object.some_number("events", left_out.events);
    object.some_number("threads", left_out.threads);
    object.some_number("replay", left_out.replay);
    (!object.is_empty).then(|| object.end())
}

fn program(program: &Program) -> String {
    let mut object = Fields::small();
    object.text("language", &program.language);
    object.text("name", &program.name);
    object.list("files", &program.files, |file| string(file));
    object.optional("test", program.test.as_deref().map(string));
    object.text("model", &program.model);
    object.text("algorithm", &program.algorithm);
    object.optional("options", program.options.as_deref().map(string));
    object.optional("digest", program.digest.as_deref().map(string));
    object.end()
}

fn finding(finding: &Finding) -> String {
    let mut object = Fields::small();
    object.text("kind", &finding.kind);
    object.text("message", &finding.message);
    object.list("details", &finding.details, |line| string(line));
    object.list("stack", &finding.stack, frame);
    object.raw("executions", finding.executions.to_string());
    object.list("events", &finding.events, usize::to_string);
    object.list("waits", &finding.waits, wait);
    object.end()
}

fn wait(wait: &Wait) -> String {
    let mut object = Fields::small();
    object.raw("thread", wait.thread.to_string());
    object.text("what", &wait.what);
    object.number("on", wait.on);
    object.raw("in_cycle", wait.in_cycle.to_string());
    object.end()
}

fn frame(frame: &Frame) -> String {
    let mut object = Fields::small();
    object.some_text("function", &frame.function);
    object.text("file", &frame.file);
    object.raw("line", frame.line.to_string());
    object.some_number("column", frame.column as usize);
    object.some_number("left_out", frame.left_out);
    object.end()
}

fn thread(thread: &Thread) -> String {
    let mut object = Fields::small();
    object.text("id", &thread.id);
    object.text("name", &thread.name);
    object.number("owner", thread.owner);
    object.end()
}

fn named(named: &Object) -> String {
    let mut object = Fields::small();
    object.text("name", &named.name);
    object.end()
}

fn event(event: &Event) -> String {
    let mut object = Fields::small();
    object.text("kind", event.kind.word());
    object.number("step", event.step);
    object.raw("thread", event.thread.to_string());
    object.text("what", &event.what);
    object.some_text("operation", &event.operation);
    object.number("object", event.object);
    object.number("before", event.before);
    object.number("after", event.after);
    object.optional("file", event.file.as_deref().map(string));
    object.number("line", event.line);
    object.list("stack", &event.stack, frame);
    object.list("clock", &event.clock, u32::to_string);
    object.list("follows", &event.follows, usize::to_string);
    object.number("reads_from", event.reads_from);
    object.optional("why", event.why.as_deref().map(string));
    object.list("changes", &event.changes, change);
    object.some_number("left_out", event.left_out);
    object.end()
}

fn change(change: &Change) -> String {
    let mut object = Fields::small();
    object.text("of", &change.of);
    object.raw("thread", change.thread.to_string());
    object.optional("adds", change.adds.as_deref().map(string));
    object.optional("removes", change.removes.as_deref().map(string));
    object.end()
}

fn section(section: &Section) -> String {
    let mut object = Fields::small();
    object.text("title", &section.title);
    object.list("lines", &section.lines, |line| string(line));
    object.end()
}

fn source(source: &Source) -> String {
    let mut object = Fields::small();
    object.text("file", &source.file);
    object.raw("first", source.first.to_string());
    object.list("lines", &source.lines, |line| string(line));
    object.end()
}
