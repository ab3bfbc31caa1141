//! All processes at the end, as they were started: what each is and does, whom it is linked to,
//! whom it monitors, and what is in its mailbox.

use super::super::Machine;
use super::super::process::{Fate, Message, Next};
use super::waits::{Wait, clauses};
use super::{WIDTH, chronicle};
use crate::atoms;
use crate::debug::{Known, Receive};
use crate::term::Term;
use mazurka_check::{Fact, Item, Section};
use mazurka_program::ProcessId;

/// The most characters of a message.
const MOST_CHARACTERS: usize = 60;
/// The most messages of a mailbox that are shown, and the most processes.
const MOST_MESSAGES: usize = 5;
const MOST_PROCESSES: usize = 60;

/// What is told of a process.
struct Portrait {
    name: String,
    /// How deep in the tree it is.
    depth: usize,
    role: String,
    /// In one word.
    state: &'static str,
    /// For people.
    what: String,
    reason: Option<String>,
    function: Option<String>,
    place: Option<String>,
    /// What it waits for: for people, and for scripts.
    wanted: Vec<String>,
    patterns: Vec<String>,
    traps: bool,
    links: Vec<String>,
    monitors: Vec<String>,
    monitored_by: Vec<String>,
    mailbox: Vec<(String, Option<String>)>,
    parent: Option<String>,
}

impl Machine {
    /// All processes, but for those of the system that have nothing to do; `shown` steps were
    /// shown.
    pub(super) fn processes_at_end(&self, shown: usize, is_over: bool) -> Section {
        let places = 0..self.state.processes.len();
        let mut places: Vec<usize> = places
            .filter(|place| self.process(*place).is_real())
            .filter(|place| !self.is_of_system(*place) || !self.process(*place).mailbox.is_empty())
            .collect();
        places.sort_by_key(|place| self.heap.pid_path(self.id(*place).0).to_vec());
        let portraits: Vec<Portrait> = places.iter().map(|place| self.portrait(*place)).collect();
        let title = match (self.chronicle.steps > shown, is_over) {
            (false, true) => "The processes at the end".to_owned(),
            (true, true) => "The processes at the end, if it goes on from there".to_owned(),
            (_, false) => format!(
                "The processes {} events later, if it goes on from there",
                self.chronicle.steps - shown
            ),
        };
        Section {
            name: "processes",
            title,
            lines: lines(&portraits),
            items: portraits.into_iter().map(item).collect(),
        }
    }

    fn portrait(&self, place: usize) -> Portrait {
        let process = self.process(place);
        let rest = &process.rest;
        let mut portrait = Portrait {
            name: self.name_at_end(process.id),
            depth: self.heap.pid_path(process.id.0).len(),
            role: self.role(place),
            state: "running",
            what: String::new(),
            reason: None,
            function: None,
            place: None,
            wanted: Vec::new(),
            patterns: Vec::new(),
            traps: process.traps,
            links: Vec::new(),
            monitors: Vec::new(),
            monitored_by: Vec::new(),
            mailbox: Vec::new(),
            parent: rest.parent.map(|parent| self.show_pid(parent)),
        };
        let mut mailbox = &process.mailbox[..];
        if let Fate::Ended(reason) = process.fate {
            portrait.state = "ended";
            portrait.reason = Some(self.show_named(self.reason(reason), MOST_CHARACTERS));
            portrait.what = self.how_it_ended(process.id, reason);
            mailbox = self.chronicle.left_by(process.id);
        } else {
            let on = rest.links.iter().filter(|link| link.is_on);
            portrait.links = on.map(|link| self.show_pid(link.peer)).collect();
            let by = rest.monitored_by.iter().filter(|monitor| monitor.is_on);
            portrait.monitored_by = by.map(|monitor| self.show_pid(monitor.watcher)).collect();
            if !rest.monitors.is_empty() {
                portrait.monitors = self.watched_by(process.id);
            }
            self.portray_living(place, &mut portrait);
        }
        portrait.mailbox = mailbox
            .iter()
            .map(|message| self.letter(*message))
            .collect();
        portrait
    }

    fn portray_living(&self, place: usize, portrait: &mut Portrait) {
        let process = self.process(place);
        if let Fate::Doomed(reason) = process.fate {
            let reason = self.show_named(self.reason(reason), MOST_CHARACTERS);
            portrait.what = format!("is about to end: {reason}");
            portrait.reason = Some(reason);
            return;
        }
        if process.next == Next::Finished {
            portrait.state = "ended";
            portrait.what = "halted the program".to_owned();
            return;
        }
        let waits = match process.next {
            Next::Take(operation) => !self.can_take(place, &operation),
            next => matches!(next, Next::Receive | Next::Hibernate | Next::Sleep),
        };
        match waits {
            true => {
                let wait = self.wait_of(place);
                portrait.state = match process.next {
                    Next::Sleep => "sleeping",
                    _ => "waiting",
                };
                portrait.what = wait.what.clone();
                (portrait.function, portrait.place) = (wait.function.clone(), wait.place.clone());
                portray_receive(&wait, portrait);
            }
            false => {
                let action = self.action(process);
                let action = action.trim_end_matches(':');
                portrait.what = format!("is about to do this: {action}");
                portrait.place = self.location(place);
            }
        }
    }

    /// A process with the name that it has, or had when it ended.
    fn name_at_end(&self, process: ProcessId) -> String {
        let ends = self.chronicle.happenings.iter();
        let mut name = ends.filter_map(|happening| match happening {
            chronicle::Happening::End(end) if end.process == process => end.name,
            _ => None,
        });
        match name.next_back() {
            Some(name) => self.with_name(process, name),
            None => self.show_pid(process),
        }
    }

    fn how_it_ended(&self, process: ProcessId, reason: Term) -> String {
        if reason == atoms::NORMAL {
            return "ended normally".to_owned();
        }
        let plain = self.reason(reason);
        let shown = self.show_named_reason(plain, MOST_CHARACTERS);
        let mut signals = self.chronicle.happenings.iter();
        let is_killed = signals.any(|happening| {
            matches!(happening, chronicle::Happening::Signal { to, became, .. }
                if *to == process && *became == chronicle::Became::Death)
        });
        match is_killed {
            true => format!("was killed: {shown}"),
            false if plain == reason => format!("exited: {shown}"),
            false => format!("crashed: {shown}"),
        }
    }

    /// Whom a process monitors.
    fn watched_by(&self, watcher: ProcessId) -> Vec<String> {
        let all = self.state.processes.iter();
        let watched = all.filter(|process| {
            let mut by = process.rest.monitored_by.iter();
            by.any(|monitor| monitor.is_on && monitor.watcher == watcher)
        });
        watched.map(|process| self.show_pid(process.id)).collect()
    }

    /// A message, and who sent it.
    fn letter(&self, message: Message) -> (String, Option<String>) {
        let text = self.show_named(message.term, MOST_CHARACTERS);
        (text, self.sender(message))
    }
}

/// The patterns of the receive in which a process waits.
fn portray_receive(wait: &Wait, portrait: &mut Portrait) {
    let Some(known) = &wait.receive else {
        return;
    };
    match &**known {
        Known::Nothing(why) => {
            portrait.wanted = vec![format!("(its patterns are not known: {why})")];
        }
        Known::Receives(receives) => {
            portrait.patterns = receives.iter().flat_map(clauses).collect();
            portrait.wanted = match &receives[..] {
                [receive] => clauses(receive),
                several => {
                    let one = |receive: &Receive| {
                        let Receive { file, line, .. } = receive;
                        format!("{} ({file}:{line})", clauses(receive).join(" or "))
                    };
                    let mut lines = vec!["one of these receives, which are alike:".to_owned()];
                    lines.extend(several.iter().map(one));
                    lines
                }
            };
        }
    }
}

/// The lines of a tree.
fn lines(portraits: &[Portrait]) -> Vec<String> {
    if let [only] = portraits
        && only.state == "ended"
    {
        return Vec::new();
    }
    let indent = |portrait: &Portrait| 2 * portrait.depth.min(10);
    let width = |portrait: &Portrait| indent(portrait) + portrait.name.chars().count();
    let column = portraits.iter().map(width).max().unwrap_or(0).min(30) + 2;
    let mut lines = Vec::new();
    for portrait in portraits.iter().take(MOST_PROCESSES) {
        let name = format!("{:1$}{2}  ", "", indent(portrait), portrait.name);
        let Portrait { role, what, .. } = portrait;
        let whole = match what.starts_with(role.as_str()) {
            true => what.clone(),
            false => format!("{role}, {what}"),
        };
        match column + whole.chars().count() <= WIDTH {
            true => lines.push(format!("{name:<column$}{whole}")),
            false => {
                lines.push(format!("{name:<column$}{role},"));
                lines.push(format!("{:column$}{what}", ""));
            }
        }
        let mut below = |word: &str, items: &[String]| {
            for (place, item) in items.iter().enumerate() {
                let word = if place == 0 { word } else { "" };
                lines.push(format!("{:column$}  {word:<9}{item}", ""));
            }
        };
        below("for", &portrait.wanted);
        let letters = portrait.mailbox.iter().take(MOST_MESSAGES);
        let mut letters: Vec<String> = letters
            .map(|(message, from)| match from {
                Some(from) => format!("{message} from {from}"),
                None => message.clone(),
            })
            .collect();
        if portrait.mailbox.len() > MOST_MESSAGES {
            letters.push(format!(
                "and {} more",
                portrait.mailbox.len() - MOST_MESSAGES
            ));
        }
        below(
            if portrait.state == "ended" {
                "unread"
            } else {
                "mailbox"
            },
            &letters,
        );
        let ties = ties(portrait);
        if !ties.is_empty() {
            lines.push(format!("{:column$}  {ties}", ""));
        }
    }
    if portraits.len() > MOST_PROCESSES {
        lines.push(format!("and {} more", portraits.len() - MOST_PROCESSES));
    }
    lines
}

/// Links and monitors.
fn ties(portrait: &Portrait) -> String {
    let mut ties = Vec::new();
    let mut tie = |words: &str, to: &[String]| {
        if !to.is_empty() {
            ties.push(format!("{words} {}", to.join(", ")));
        }
    };
    tie("linked to", &portrait.links);
    tie("monitors", &portrait.monitors);
    tie("monitored by", &portrait.monitored_by);
    if portrait.traps && portrait.state != "ended" {
        ties.push("traps exits".to_owned());
    }
    ties.join("; ")
}

fn item(portrait: Portrait) -> Item {
    let letter = |(message, from): (String, Option<String>)| {
        vec![("message", Fact::Text(message)), ("from", from.into())]
    };
    vec![
        ("process", Fact::Text(portrait.name)),
        ("parent", portrait.parent.into()),
        ("role", Fact::Text(portrait.role)),
        ("state", Fact::Text(portrait.state.to_owned())),
        ("reason", portrait.reason.into()),
        ("function", portrait.function.into()),
        ("place", portrait.place.into()),
        ("patterns", Fact::Texts(portrait.patterns)),
        ("traps_exits", Fact::Flag(portrait.traps)),
        ("links", Fact::Texts(portrait.links)),
        ("monitors", Fact::Texts(portrait.monitors)),
        ("monitored_by", Fact::Texts(portrait.monitored_by)),
        (
            "mailbox",
            Fact::Items(portrait.mailbox.into_iter().map(letter).collect()),
        ),
    ]
}
