//! What processes do, in words.

use super::Machine;
use super::process::{Fate, Next, Process};
use super::signal::Target;
use crate::native::Native;
use crate::print::{self, How};
use crate::term::Term;
use mazurka_check::{Describe, Event, Mail, Note, Section, Told};
use mazurka_program::{Kind, ProcessId};
use mazurka_trace::plain;
use std::mem;

/// The most characters of a term.
const MOST_CHARACTERS: usize = 100;

impl Machine {
    /// Where a process is: the file and the line of the innermost call that is the program's own,
    /// or else of the innermost.
    pub(super) fn location(&self, place: usize) -> Option<String> {
        let own = self.stack_of(place).find(|frame| !frame.is_of_library());
        let inner = || self.stack_of(place).next();
        own.and_then(|frame| frame.place())
            .or_else(|| inner()?.place())
    }

    /// The functions that a process is in, as lines of a message.
    pub(super) fn where_it_is(&self, place: usize) -> String {
        let mut text = String::new();
        for frame in self.stack_of(place).take(crate::exception::DEPTH) {
            if let Some((file, line)) = &frame.line {
                text.push_str(&format!("\n  at {file}:{line}:0 in {}", frame.name));
            }
        }
        text
    }

    /// The same, for a message that nothing is made of.
    pub(super) fn chain_of_calls(&self, place: usize) -> String {
        let frames = self.stack_of(place).take(crate::exception::DEPTH);
        let frames =
            frames.filter_map(|frame| Some(format!("{} in {}", frame.place()?, frame.name)));
        frames
            .enumerate()
            .map(|(nth, frame)| match nth {
                0 => format!("\n  at {frame}"),
                _ => format!("\n  called at {frame}"),
            })
            .collect()
    }

    /// A stack trace, as lines of a message.
    pub(super) fn frames(&self, trace: Term) -> Vec<String> {
        let mut frames = Vec::new();
        for entry in self.heap.as_list(trace).unwrap_or_default() {
            let Some(parts) = self.heap.elements(entry) else {
                continue;
            };
            let [module, function, arity, location] = parts[..] else {
                continue;
            };
            let arity = match self.heap.as_list(arity) {
                Some(arguments) => arguments.len() as i64,
                None => arity.as_small().unwrap_or_default(),
            };
            let name = print::function(&self.heap, module, function, arity);
            let mut file = None;
            let mut line = None;
            for item in self.heap.as_list(location).unwrap_or_default() {
                if let Some([key, value]) = self.heap.elements(item).as_deref() {
                    match self.heap.atom_text(*key) {
                        Some("file") => {
                            let chars = self.heap.as_list(*value).unwrap_or_default();
                            let chars = chars
                                .iter()
                                .filter_map(|c| char::from_u32(u32::try_from(c.as_small()?).ok()?));
                            file = Some(plain(&chars.collect::<String>()).into_owned());
                        }
                        Some("line") => line = value.as_small(),
                        _ => {}
                    }
                }
            }
            if let (Some(file), Some(line)) = (file, line) {
                frames.push(format!("\n  at {file}:{line}:0 in {name}"));
            }
        }
        frames
    }

    /// A term, for people: processes have their names.
    pub(super) fn show(&self, term: Term) -> String {
        match term.as_pid() {
            Some(process) => self.show_pid(ProcessId(process)),
            None => self.show_named(term, MOST_CHARACTERS),
        }
    }

    /// The same, of about as many characters.
    pub(super) fn show_named(&self, term: Term, most: usize) -> String {
        let name = |process: u32| self.show_pid(ProcessId(process));
        self.show_as(term, most, Some(&name))
    }

    /// A term in the message of a finding: names of processes may differ between executions that
    /// show the same.
    pub(super) fn show_within(&self, term: Term, most: usize) -> String {
        self.show_as(term, most, None)
    }

    fn show_as(&self, term: Term, most: usize, name: Option<&dyn Fn(u32) -> String>) -> String {
        let how = How {
            most,
            depth: self.settings.print_depth,
            name,
            hides_traces: true,
        };
        print::shown(&self.heap, term, &how)
    }

    /// A message comes into the mailbox of a process, or leaves it.
    pub(super) fn note_mail(&mut self, place: usize, message: Term, comes: bool) {
        if self.records {
            self.mail.push(Mail {
                process: self.id(place),
                message: self.show(message),
                comes,
            });
        }
    }

    /// What a process waits for.
    pub(super) fn words_for_wait(&self, process: ProcessId) -> String {
        let Some(place) = self.state.place(process) else {
            return format!("process {process:?} is not there");
        };
        let of = self.process(place);
        let mut text = format!("{}{}", self.show_process(place), self.waiting(place));
        let count = of.mailbox.len();
        if count == 0 {
            text.push_str(", and has no message");
        } else {
            let most = 5;
            let messages = of.mailbox.iter().take(most);
            let shown: Vec<String> = messages.map(|message| self.show(message.term)).collect();
            let more = if count > most { ", ..." } else { "" };
            text.push_str(&format!(
                ", and what it has does not match: {}{more}",
                shown.join(", ")
            ));
        }
        text
    }

    pub(super) fn action(&self, process: &Process) -> String {
        if let Fate::Doomed(reason) = process.fate
            && process.rest.end.is_none()
        {
            return format!("ends, killed for the reason {}", self.show(reason));
        }
        match process.next {
            Next::Native(function, ..) => self.call_in_words(function, process),
            Next::Look(_) => "receive with after:".to_owned(),
            Next::Take(operation) => match operation.kind {
                Kind::TryTake => "receive with after:".to_owned(),
                _ => "receive:".to_owned(),
            },
            Next::Pick(_) => "receive:".to_owned(),
            Next::End(_) => match process.rest.stages.first() {
                Some(super::process::Stage::Deaf) => "is about to end".to_owned(),
                Some(super::process::Stage::Life) => "ends".to_owned(),
                Some(super::process::Stage::Table(_)) => "its table goes".to_owned(),
                Some(super::process::Stage::Link(peer)) => {
                    format!("tells {}, to which it is linked", self.show_pid(*peer))
                }
                Some(super::process::Stage::Monitor(which)) => {
                    let monitor = &process.rest.monitored_by[*which as usize];
                    format!(
                        "tells {}, which monitors it",
                        self.show_pid(monitor.watcher)
                    )
                }
                None => "ends".to_owned(),
            },
            Next::Fire(_) => {
                let timer = process.rest.timer.as_ref().expect("it is a timer");
                format!(
                    "a timer ends: {} ! {}",
                    self.show(timer.to),
                    self.show(timer.message)
                )
            }
            Next::Deliver(_) => {
                let channel = process.rest.channel.as_ref().expect("it is a channel");
                let to = self.show_pid(channel.to);
                match channel.signals.first() {
                    Some((super::process::Signal::Message(message), _)) => {
                        format!("{} arrives at {to}", self.show(*message))
                    }
                    Some((
                        super::process::Signal::Alias { message, .. }
                        | super::process::Signal::Down { message, .. },
                        _,
                    )) => {
                        format!("{} arrives at {to}", self.show(*message))
                    }
                    Some((super::process::Signal::Handled, _)) => {
                        format!("{to} handles the signals that it has")
                    }
                    _ => format!("an exit signal arrives at {to}"),
                }
            }
            Next::Run | Next::Receive | Next::Hibernate | Next::Sleep | Next::Finished => {
                "waits".to_owned()
            }
        }
    }

    /// Whom a message goes to.
    fn receiver(&self, to: Term) -> String {
        match self.target(to) {
            Some(Target::Name(name)) => match self.state.named(name) {
                Some(process) => self.show_pid(process),
                None => self.show(to),
            },
            Some(Target::Alias(key)) => {
                let owner = self.show_pid(ProcessId(key.0));
                format!("{owner} (alias {})", self.show(to))
            }
            _ => self.show(to),
        }
    }

    fn call_in_words(&self, function: Native, process: &Process) -> String {
        let arguments = process.core.arguments();
        let mut shown: Vec<String> = arguments.iter().map(|term| self.show(*term)).collect();
        if function == Native::Send && shown.len() >= 2 {
            shown[0] = self.receiver(arguments[0]);
        }
        let is_erlang = self.heap.style == print::Style::Erlang;
        if is_erlang && function == Native::Send && shown.len() >= 2 {
            return format!("{} ! {}", shown[0], shown[1]);
        }
        let (module, name) = match function {
            Native::Send => {
                // Its options say nothing about the message.
                shown.truncate(2);
                ("erlang", "send")
            }
            _ => function.name(),
        };
        print::call(&self.heap, module, name, &shown)
    }
}

impl Describe for Machine {
    fn record(&mut self, on: bool) {
        self.records = on;
        self.mail.clear();
    }

    fn thread_name(&self, process: ProcessId) -> String {
        match self.names.owner(process) {
            Some(owner) => self.show_pid(owner),
            None => self.show_pid(process),
        }
    }

    fn is_beside(&self, process: ProcessId) -> bool {
        let place = self.state.place(process);
        place.is_some_and(|place| self.is_of_system(place))
    }

    fn event(&self, process: ProcessId) -> Event {
        let Some(place) = self.state.place(process) else {
            return Event::default();
        };
        let of = self.process(place);
        Event {
            text: self.action(of),
            place: self.location(place),
            object: None,
            stack: Told::new(&self.where_it_is(place)).stack,
        }
    }

    fn mail(&mut self) -> Vec<Mail> {
        mem::take(&mut self.mail)
    }

    fn touched(&self) -> &str {
        &self.told
    }

    fn notes(&self, after: usize) -> Vec<Note> {
        let end = self.state.notes.min(self.notes.len());
        self.notes[after.min(end)..end].to_vec()
    }

    fn epilogue(&mut self) -> Vec<Section> {
        self.tell_end()
    }
}

impl Machine {
    /// Where a process is, for people.
    pub(crate) fn whereabouts(&self, process: ProcessId) -> String {
        let Some(place) = self.state.place(process) else {
            return "which is not there".to_owned();
        };
        let mut text = self.show_process(place);
        if let Some(location) = self.location(place) {
            text.push_str(&format!(" at {location}"));
        }
        text
    }

    /// All that can be seen of an execution at its end, as a term: of each process its place in
    /// the spawn tree, how it ended, what it has in its dictionary under `log`, and its messages;
    /// and what is in tables. Stack traces are left out.
    pub(super) fn final_state(&mut self) -> String {
        let log = self.heap.atom("log");
        let mut processes = Vec::new();
        for process in self
            .state
            .processes
            .iter()
            .filter(|process| process.is_real())
        {
            let end = match (process.fate, process.next) {
                (Fate::Ended(reason), _) => self.bare(reason),
                (Fate::Alive, Next::Receive | Next::Hibernate | Next::Sleep | Next::Take(_)) => {
                    "waiting".to_owned()
                }
                _ => "running".to_owned(),
            };
            let kept = process.rest.dictionary.iter().find(|(key, _)| *key == log);
            let kept = kept.map_or_else(|| "undefined".to_owned(), |(_, kept)| self.bare(*kept));
            let messages = process
                .mailbox
                .iter()
                .map(|message| self.bare(message.term));
            let messages: Vec<String> = messages.collect();
            let name = print::pid(&self.heap, process.id.0);
            processes.push(format!("{{{name},{end},{kept},[{}]}}", messages.join(",")));
        }
        processes.sort();
        let mut tables: Vec<String> = (self.state.tables.contents().into_iter())
            .map(|(name, objects)| {
                let name = name.map_or_else(|| "ref".to_owned(), |name| self.bare(name));
                let objects: Vec<String> = objects.iter().map(|of| self.bare(*of)).collect();
                format!("{{{name},[{}]}}", objects.join(","))
            })
            .collect();
        tables.sort();
        format!("{{[{}],[{}]}}", processes.join(","), tables.join(","))
    }

    /// A term as `io:format("~w")` writes it, without stack traces.
    fn bare(&self, term: Term) -> String {
        if let Some(elements) = self.heap.elements(term) {
            let mut shown: Vec<String> = elements.iter().map(|of| self.bare(*of)).collect();
            if let [_, trace] = elements[..] {
                let entries = self.heap.as_list(trace).unwrap_or_default();
                let is_entry =
                    |entry: &Term| self.heap.elements(*entry).is_some_and(|of| of.len() == 4);
                if !entries.is_empty() && entries.iter().all(is_entry) {
                    shown[1] = "[]".to_owned();
                }
            }
            return format!("{{{}}}", shown.join(","));
        }
        match self.heap.as_list(term) {
            Some(items) => {
                let items: Vec<String> = items.iter().map(|item| self.bare(*item)).collect();
                format!("[{}]", items.join(","))
            }
            None => print::pretty(&self.heap, term, usize::MAX),
        }
    }
}
