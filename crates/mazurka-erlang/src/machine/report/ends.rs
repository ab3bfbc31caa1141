//! Who ended and why: the cause first, then those who were killed by it, or ended after they had
//! heard of it.

use super::super::Machine;
use super::super::process::Message;
use super::chronicle::{Became, End, ExitSignal, Happening};
use super::waits::is_library;
use crate::atoms;
use crate::print::PREFIX;
use crate::term::Term;
use mazurka_check::{Fact, Item, Section};
use mazurka_program::ProcessId;

/// The most characters of a term.
const MOST_CHARACTERS: usize = 60;

/// How a process has ended, or heard of an end.
struct Entry {
    process: ProcessId,
    name: Option<Term>,
    /// In one word.
    how: &'static str,
    /// For people.
    what: String,
    reason: String,
    by: Option<ProcessId>,
    through: Option<&'static str>,
    after: Option<String>,
    stack: Vec<String>,
    step: usize,
}

impl Machine {
    /// Who ended and why, if some did that was not to be expected; `shown` steps were shown.
    pub(super) fn ends(&self, shown: usize) -> Option<Section> {
        let mut entries: Vec<Entry> = Vec::new();
        let mut killers: Vec<(ProcessId, ExitSignal)> = Vec::new();
        for happening in &self.chronicle.happenings {
            let is_listed =
                |process: ProcessId| entries.iter().any(|entry| entry.process == process);
            match happening {
                Happening::Signal {
                    to,
                    signal,
                    became: Became::Death,
                    ..
                } => killers.push((*to, *signal)),
                Happening::Signal {
                    to, signal, step, ..
                } => {
                    let is_known = *step <= shown || is_listed(signal.from);
                    if signal.reason != atoms::NORMAL && is_known {
                        entries.push(self.heard(*to, *signal, *step));
                    }
                }
                Happening::End(end) => {
                    let killer = killers.iter().find(|(of, _)| *of == end.process);
                    let killer = killer.map(|(_, signal)| *signal);
                    let cause = match killer {
                        Some(signal) => Some(signal.from),
                        None => end.last.and_then(|message| self.subject(message)),
                    };
                    let is_caused = cause.is_some_and(is_listed);
                    if end.step <= shown || is_caused {
                        entries.extend(self.ended(end, killer, is_caused));
                    }
                }
            }
        }
        let is_end = |entry: &Entry| entry.how != "told";
        (entries.iter().any(is_end)).then(|| Section {
            name: "ends",
            title: "Who ended and why, the cause first".to_owned(),
            lines: self.lines_of_ends(&entries, shown),
            items: entries.iter().map(|entry| self.end_item(entry)).collect(),
        })
    }

    /// A process that traps exits has got a signal.
    fn heard(&self, to: ProcessId, signal: ExitSignal, step: usize) -> Entry {
        let reason = self.short_reason(signal.reason);
        let from = self.show_pid(signal.from);
        let how = match signal.by_link {
            true => format!("through its link to {from}"),
            false => format!("by exit/2 of {from}"),
        };
        Entry {
            process: to,
            name: None,
            how: "told",
            what: format!("was told {how}, as it traps exits: {reason}"),
            reason,
            by: Some(signal.from),
            through: Some(if signal.by_link { "link" } else { "exit/2" }),
            after: None,
            stack: Vec::new(),
            step,
        }
    }

    /// A process has ended; none if that was to be expected.
    fn ended(&self, end: &End, killer: Option<ExitSignal>, is_caused: bool) -> Option<Entry> {
        let plain = self.reason(end.reason);
        let head = match self.heap.elements(end.reason).as_deref() {
            Some([head, _]) => *head,
            _ => end.reason,
        };
        let is_expected = end.reason == atoms::NORMAL || head == atoms::SHUTDOWN;
        let reason = self.short_reason(plain);
        let mut entry = Entry {
            process: end.process,
            name: end.name,
            how: "exited",
            what: String::new(),
            reason: reason.clone(),
            by: None,
            through: None,
            after: None,
            stack: Vec::new(),
            step: end.step,
        };
        if let Some(signal) = killer {
            let from = self.show_pid(signal.from);
            (entry.how, entry.by) = ("killed", Some(signal.from));
            entry.through = Some(if signal.by_link { "link" } else { "exit/2" });
            entry.what = match signal.by_link {
                true => format!("was killed through its link to {from}: {reason}"),
                false => {
                    let sent = self.short_reason(signal.reason);
                    format!("was killed by {from}, which called exit/2 with {sent}: {reason}")
                }
            };
            return Some(entry);
        }
        let place = self.state.place(end.process)?;
        if self.is_supervisor(place) && head == atoms::SHUTDOWN {
            let child = self.last_child_lost(end.process)?;
            entry.how = "gave up";
            entry.by = Some(child);
            entry.what = format!(
                "gave up, as its children ended too often (the last was {}): {reason}",
                self.show_pid(child)
            );
            return Some(entry);
        }
        if is_expected {
            return None;
        }
        entry.how = match plain == end.reason {
            true => "exited",
            false => "crashed",
        };
        entry.what = format!("{}: {reason}", entry.how);
        if is_caused && let Some(message) = end.last {
            entry.by = self.subject(message);
            entry.after = Some(self.short(message.term));
        }
        if let Some(told) = &end.report {
            let frames = || told.stack.iter();
            let is_own = |frame: &&mazurka_check::Frame| !is_library(&module_of(&frame.function));
            // What the libraries do in between is known.
            let own = match frames().any(|frame| is_own(&frame)) {
                true => frames().filter(is_own).collect(),
                false => frames().take(1).collect::<Vec<_>>(),
            };
            entry.stack = (own.iter())
                .map(|frame| format!("{}:{} in {}", frame.file, frame.line, frame.function))
                .collect();
        }
        Some(entry)
    }

    /// The process whose end a message tells of: `{'EXIT', Pid, _}`, `{'DOWN', _, process, _, _}`.
    fn subject(&self, message: Message) -> Option<ProcessId> {
        match self.heap.elements(message.term).as_deref()? {
            [atoms::EXIT_UPPER, process, _] => Some(ProcessId(process.as_pid()?)),
            [atoms::DOWN_UPPER, _, atoms::PROCESS, process, _] => match process.as_pid() {
                Some(process) => Some(ProcessId(process)),
                // It was monitored by a name: its end is what the message comes from.
                None => self.chronicle.sender(message),
            },
            _ => None,
        }
    }

    /// The child whose end made a supervisor give up: the last thing it has heard, but for the
    /// ends of the other children, which it ends itself then.
    fn last_child_lost(&self, supervisor: ProcessId) -> Option<ProcessId> {
        let parent = self.process(self.state.place(supervisor)?).rest.parent;
        let mut taken = self.chronicle.taken_by(supervisor).rev();
        let last = taken.find(|message| {
            let elements = self.heap.elements(message.term);
            elements.is_none_or(|elements| elements.first() != Some(&atoms::DOWN_UPPER))
        });
        match self.heap.elements(last?.term).as_deref()? {
            [atoms::EXIT_UPPER, process, _] => {
                let process = ProcessId(process.as_pid()?);
                let is_parent = |message: Message| match self.heap.elements(message.term).as_deref()
                {
                    Some([atoms::EXIT_UPPER, process, _]) => {
                        process.as_pid().map(ProcessId) == parent
                    }
                    _ => false,
                };
                let was_told = self.chronicle.taken_by(supervisor).any(is_parent);
                (!was_told).then_some(process)
            }
            _ => None,
        }
    }

    /// A reason, without the stack trace of an error.
    fn short_reason(&self, reason: Term) -> String {
        self.show_named_reason(self.reason(reason), MOST_CHARACTERS)
    }

    fn short(&self, term: Term) -> String {
        self.show_named(term, MOST_CHARACTERS)
    }

    fn name_of(&self, entry: &Entry) -> String {
        match entry.name {
            Some(name) => self.with_name(entry.process, name),
            None => self.show_pid(entry.process),
        }
    }

    fn lines_of_ends(&self, entries: &[Entry], shown: usize) -> Vec<String> {
        // What is said of the bug says that already.
        if let [entry] = entries
            && matches!(entry.how, "crashed" | "exited")
        {
            return Vec::new();
        }
        let names: Vec<String> = entries.iter().map(|entry| self.name_of(entry)).collect();
        let width = names.iter().map(|name| name.chars().count()).max();
        let width = width.unwrap_or(0);
        let mut lines = Vec::new();
        for (entry, name) in entries.iter().zip(&names) {
            let what = match (entry.step > shown, entry.what.strip_prefix("was ")) {
                (false, _) => entry.what.clone(),
                (true, Some(what)) => format!("was then {what}"),
                (true, None) => format!("then {}", entry.what),
            };
            lines.push(format!("{name:<width$}  {what}"));
            let mut below = |text: String| lines.push(format!("{:width$}    {text}", ""));
            for frame in &entry.stack {
                below(format!("at {frame}"));
            }
            if let Some(message) = &entry.after {
                below(format!("after it had received {message}"));
            }
        }
        lines
    }

    fn end_item(&self, entry: &Entry) -> Item {
        let by = entry.by.map(|process| self.show_pid(process));
        vec![
            ("process", Fact::Text(self.name_of(entry))),
            ("how", Fact::Text(entry.how.to_owned())),
            ("reason", Fact::Text(entry.reason.clone())),
            ("by", by.into()),
            ("through", entry.through.map(str::to_owned).into()),
            ("after", entry.after.clone().into()),
            ("stack", Fact::Texts(entry.stack.clone())),
            ("step", Fact::Number(entry.step as u64)),
        ]
    }
}

/// The module of a function, as Erlang or Elixir writes that: `m:f/1`, `M.f/1`, `:m.f/1`,
/// `anonymous fn/0 in M.f/1`.
fn module_of(function: &str) -> String {
    let function = function.rsplit(" in ").next().unwrap_or_default();
    let before = |text: &str, sign: char| {
        let module = text.rsplit_once(sign).map_or("", |(module, _)| module);
        module.to_owned()
    };
    if let Some(plain) = function.strip_prefix(':') {
        return before(plain, '.');
    }
    match function.contains(':') {
        true => before(function, ':').replace('\'', ""),
        false => format!("{PREFIX}{}", before(function, '.')),
    }
}
