//! What is said of a program: its bugs, and how they come about.

use super::checked::{Cells, Checked, Details};
use super::colour::Colour;
use super::json::{Fields, field};
use super::team::Team;
use super::text::{self, Command};
use crate::exploration::Counts;
use crate::finding::{Told, words};
use crate::report::{Report, Verdict};
use crate::section::Section;
use crate::show::Shown;
use crate::tally::Found;
use mazurka_explore::{Algorithm, Statistics};
use mazurka_trace::{Room, Trace};
use std::time::Duration;

/// This many bugs are shown with the interleaving that leads there, as short as it can
/// be made; the others are only named.
pub(super) const MOST_SHOWN: usize = 10;

/// What is to be said of a program.
pub struct Program {
    pub(super) bugs: Vec<Bug>,
    /// Executions with bugs that are not in the list.
    pub(super) unlisted: u64,
    /// The execution that does not end.
    pub(super) endless: Option<Box<Bug>>,
    pub(super) unexplored: Option<String>,
    pub(super) statistics: Statistics,
    /// How many executions a second this command has explored, if it took long enough.
    pub(super) rate: Option<f64>,
    /// Of each kind of findings that is ignored: how many executions showed one.
    pub(super) ignored: Vec<(String, u64)>,
    /// How it was explored.
    pub(super) described: String,
    pub(super) algorithm: Algorithm,
    /// What a person has to know of that.
    pub(super) caveat: String,
    /// Are executions told as a whole, however long they are?
    pub(super) full: bool,
    /// What JSON says of that.
    settings: Fields,
}

/// A bug, and how it comes about.
pub struct Bug {
    pub(super) kind: String,
    pub(super) told: Told,
    /// How many executions show it.
    pub(super) executions: u64,
    pub(super) replay: String,
    /// What is told of the end.
    pub(super) sections: Vec<Section>,
    /// What happens, a line each.
    pub(super) lines: Vec<String>,
    /// The same as data, with the middle of a long execution left out.
    pub(super) trace: Option<Box<Trace>>,
    /// With it, nothing is left out of a long execution.
    full: bool,
    /// The room for its lines.
    room: Room,
    /// What the exploration has found.
    pub(super) found: Found,
}

/// Bugs that are the same but for the processes that show them.
pub(super) struct Group {
    pub(super) kind: String,
    /// What happened, with `<P..>` for every process.
    pub(super) what: String,
    /// A file and a line.
    pub(super) place: Option<(String, u32)>,
    /// How many executions show one of them.
    pub(super) executions: u64,
}

/// A message without the names of processes, which are written `<P.1.2/name>`.
fn without_processes(text: &str) -> String {
    let mut rest = text;
    let mut out = String::new();
    while let Some(at) = rest.find("<P") {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        let end = from.find('>');
        let inner = end.map(|end| &from[2..end]);
        match (inner, end) {
            (Some(inner), Some(end))
                if inner.is_empty() || inner.starts_with('.') || inner.starts_with('/') =>
            {
                out.push_str("<P..>");
                rest = &from[end + 1..];
            }
            _ => {
                out.push_str("<P");
                rest = &from[2..];
            }
        }
    }
    out + rest
}

impl Bug {
    /// A bug of which nothing is known but what the exploration has found. With `full`, nothing
    /// will be left out of a long execution; `room` is for its lines.
    pub(super) fn new(found: Found, full: bool, room: Room) -> Bug {
        let mut told = Told::new(&found.message);
        if !full {
            told.shorten();
        }
        Bug {
            kind: words(found.kind),
            told,
            executions: found.executions,
            replay: found.replay.clone(),
            sections: Vec::new(),
            lines: Vec::new(),
            trace: None,
            full,
            room,
            found,
        }
    }

    /// Adds how it comes about.
    pub(super) fn show(&mut self, shown: Shown) {
        self.replay = shown.replay;
        self.sections = shown.sections;
        let trace = Trace {
            replay: self.replay.clone(),
            sections: sections(&self.sections),
            ..shown.trace
        };
        self.lines = trace.lines(self.room);
        self.trace = Some(Box::new(match self.full {
            true => trace,
            false => trace.folded(),
        }));
    }
}

/// What is told of the end, as trace files have it.
pub(super) fn sections(sections: &[Section]) -> Vec<mazurka_trace::Section> {
    let plain = |section: &Section| mazurka_trace::Section {
        title: section.title.clone(),
        lines: section.lines.clone(),
    };
    let told = sections.iter().filter(|section| !section.lines.is_empty());
    told.map(plain).collect()
}

impl Program {
    /// What is to be said before anything was explored.
    #[must_use]
    pub fn new(team: &Team) -> Program {
        Program {
            bugs: Vec::new(),
            unlisted: 0,
            endless: None,
            unexplored: None,
            statistics: Statistics::default(),
            rate: None,
            ignored: Vec::new(),
            described: team.described(true),
            algorithm: team.algorithm,
            caveat: String::new(),
            full: team.full,
            settings: Fields::new(),
        }
    }

    /// With more of how it was explored: for people, and for JSON.
    #[must_use]
    pub fn with(mut self, caveat: String, settings: Fields) -> Program {
        self.caveat = caveat;
        self.settings = settings;
        self
    }

    /// The bugs, those together that are the same but for the processes.
    pub(super) fn groups(&self) -> Vec<Group> {
        let mut groups: Vec<Group> = Vec::new();
        for bug in &self.bugs {
            let what = without_processes(&bug.told.what);
            let place = bug.told.stack.first();
            let place = place.map(|frame| (frame.file.clone(), frame.line));
            let is_same = |group: &&mut Group| {
                group.kind == bug.kind && group.what == what && group.place == place
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.executions += bug.executions,
                None => groups.push(Group {
                    kind: bug.kind.clone(),
                    what,
                    place,
                    executions: bug.executions,
                }),
            }
        }
        groups
    }

    /// What is to be said of a report, before its executions are shown.
    pub(super) fn told<O>(
        mut self,
        name: String,
        report: Report<O>,
        algorithm: Algorithm,
    ) -> Checked {
        let (full, room) = (self.full, Room::of(self.full));
        let bug = |found| Bug::new(found, full, room);
        self.bugs = report.findings.into_iter().map(bug).collect();
        self.unlisted = report.unlisted;
        let endless = |found| Box::new(Bug::new(found, full, Room::SMALL));
        self.endless = report.endless.map(endless);
        self.ignored = report.ignored;
        self.unexplored = report.unexplored;
        self.statistics = report.statistics;
        self.checked(name, report.verdict, algorithm)
    }

    /// What is to be said when a bug was found, while the exploration goes on.
    pub(super) fn found(
        mut self,
        name: String,
        found: &Found,
        so_far: Counts,
        algorithm: Algorithm,
    ) -> Checked {
        let room = Room::of(self.full);
        self.bugs = vec![Bug::new(found.clone(), self.full, room)];
        self.unexplored = Some("the command ended before the exploration did".to_owned());
        self.statistics.complete = so_far.complete;
        self.statistics.blocked = so_far.blocked;
        self.checked(name, Verdict::Bug, algorithm)
    }

    pub(super) fn checked(self, name: String, verdict: Verdict, algorithm: Algorithm) -> Checked {
        Checked {
            name,
            verdict,
            reason: self.unexplored.clone().unwrap_or_default(),
            is_partial: self.unexplored.is_some(),
            complete: self.statistics.ended(),
            discarded: self.statistics.discarded,
            cut: self.statistics.cut,
            blocked: self.statistics.blocked,
            fault: self.statistics.fault(algorithm),
            estimate: None,
            growth: None,
            time: Duration::ZERO,
            suggested: None,
            digest: None,
            coverage: None,
            exploration: Vec::new(),
            sources: Box::default(),
            details: Box::new(self),
        }
    }
}

impl Details for Program {
    fn text(
        &self,
        checked: &Checked,
        _: &Team,
        command: &Command,
        is_quiet: bool,
        colour: Colour,
    ) -> String {
        text::program(checked, self, command, is_quiet, colour)
    }

    fn settings(&self) -> Fields {
        self.settings.clone()
    }

    fn fields(&self, checked: &Checked) -> Fields {
        let mut fields = vec![
            field("discarded", &checked.discarded),
            field("cut", &checked.cut),
            field("events", &self.statistics.events),
            field("findings", &super::json::findings(&self.bugs)),
        ];
        if self.bugs.len() > 1 {
            let groups = self.groups();
            fields.push(field("distinct", &super::json::distinct(&groups)));
        }
        if !self.ignored.is_empty() {
            fields.push(field("ignored", &super::json::ignored(&self.ignored)));
        }
        fields.push(field("seconds", &checked.time.as_secs_f64()));
        fields
    }

    fn bugs(&self) -> &[Bug] {
        &self.bugs
    }

    fn shown(&mut self) -> Vec<&mut Bug> {
        let bugs = self.bugs.iter_mut().take(MOST_SHOWN);
        bugs.chain(self.endless.as_deref_mut()).collect()
    }

    fn opening(&self, checked: &Checked, is_quiet: bool, colour: Colour) -> String {
        let first = self.bugs.first().filter(|_| !is_quiet);
        first.map_or_else(String::new, |bug| {
            text::finding(&bug.kind, &bug.told, &checked.sources, colour)
        })
    }

    fn last_line(&self, checked: &Checked, _: &Team, colour: Colour) -> String {
        text::verdict(checked, self, colour)
    }

    /// The kinds of bugs, in one cell of a table.
    fn cells(&self) -> Cells {
        let mut kinds: Vec<&str> = self.bugs.iter().map(|bug| &*bug.kind).collect();
        kinds.dedup();
        Cells {
            first: self.bugs.first().map(text::in_one_line),
            findings: kinds.join(", "),
            ..Cells::default()
        }
    }

    fn caveat(&self) -> String {
        self.caveat.clone()
    }

    fn traces(&self) -> Vec<&Trace> {
        let shown = self.bugs.iter().filter_map(|bug| bug.trace.as_deref());
        shown.filter(|trace| trace.finding.is_some()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn processes_are_left_out() {
        let cases = [
            (
                "process <P.1/server> exits: {a,<P>}",
                "process <P..> exits: {a,<P..>}",
            ),
            ("<Port> and a < b", "<Port> and a < b"),
            ("<P", "<P"),
            ("", ""),
        ];
        for (text, expected) in cases {
            assert_eq!(without_processes(text), expected);
        }
    }
}
