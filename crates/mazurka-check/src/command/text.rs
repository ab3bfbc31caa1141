//! What is said of one program, for people.

use super::checked::Checked;
use super::colour::Colour;
use super::program::{Bug, Program};
use super::source;
use super::sources::Sources;
use super::terminal::quoted;
use crate::finding::Told;
use crate::report::Verdict;
use crate::section::Section;
use crate::show::Shown;
use crate::size;
use mazurka_trace::{Room, Trace};
use std::path::Path;

/// Longer strings are not printed for people.
const LONGEST_REPLAY: usize = 2_000;

/// The command that checks a program, but for the execution that it replays.
#[derive(Clone, Debug, Default)]
pub struct Command {
    /// The files and options.
    pub first: String,
    /// What comes last: flags for a compiler.
    pub last: String,
}

impl Command {
    /// The command for one execution.
    #[must_use]
    pub fn replay(&self, string: &str) -> String {
        format!("{} --replay {}{}", self.first, quoted(string), self.last)
    }
}

/// The last part of a path without its extension.
pub(super) fn stem(path: &Path) -> String {
    let name = path.file_stem().unwrap_or(path.as_os_str());
    name.to_string_lossy().into_owned()
}

pub(super) fn program(
    checked: &Checked,
    details: &Program,
    command: &Command,
    is_quiet: bool,
    colour: Colour,
) -> String {
    let mut text = String::new();
    if !is_quiet {
        for bug in &details.bugs {
            text.push_str(&finding(&bug.kind, &bug.told, &checked.sources, colour));
            if details.bugs.len() > 1 {
                text.push_str(&format!("In {}.\n", executions(bug.executions)));
            }
            let title = "The interleaving that leads there";
            text.push_str(&interleaving(title, &bug.lines));
            text.push_str(&circle(bug.trace.as_deref()));
            text.push_str(&end(&bug.sections));
            text.push_str(&replay(bug, command));
        }
        if details.unlisted > 0 {
            let more = executions(details.unlisted);
            text.push_str(&format!("There are more findings, in {more}.\n\n"));
        }
        if let Some(endless) = &details.endless {
            let title = "An execution that does not end";
            text.push_str(&interleaving(title, &endless.lines));
            if endless.replay.len() <= LONGEST_REPLAY {
                text.push_str(&replay(endless, command));
            }
        }
    }
    if !is_quiet && details.bugs.len() > 1 {
        text.push_str(&distinct(checked, details));
    }
    text + &interference(checked, is_quiet) + &verdict(checked, details, colour)
}

/// A warning, if there was nothing to explore: a test that never contends shows little.
fn interference(checked: &Checked, is_quiet: bool) -> String {
    let is_one = [
        checked.complete,
        checked.discarded,
        checked.cut,
        checked.blocked,
    ] == [1, 0, 0, 0];
    match is_one && checked.verdict == Verdict::Verified && !is_quiet {
        true => "Warning: there is one execution, so its threads never interfere. Does the test \
                 start the threads that it should, and do they share anything?\n"
            .to_owned(),
        false => String::new(),
    }
}

/// The findings that are the same but for processes, together, with how many executions show them.
fn distinct(checked: &Checked, details: &Program) -> String {
    let groups = details.groups();
    let errors: u64 = groups.iter().map(|group| group.executions).sum();
    let all = checked.complete + checked.blocked;
    let mut text = format!(
        "{} ({} distinct) in {}:\n",
        count(errors, "error"),
        groups.len(),
        count(all, "interleaving")
    );
    for group in &groups {
        let told = Told::new(&group.what);
        let place = group.place.as_ref();
        let place = place.map_or_else(String::new, |(file, line)| format!(" at {file}:{line}"));
        let what = headline(&group.kind, &told);
        text.push_str(&format!("  {:>6}  {what}{place}\n", group.executions));
    }
    text.push('\n');
    text
}

/// A bug and its place.
pub(super) fn in_one_line(bug: &Bug) -> String {
    let place = bug.told.stack.first();
    let place = place.map_or_else(String::new, |frame| {
        format!(" at {}:{}", frame.file, frame.line)
    });
    headline(&bug.kind, &bug.told) + &place
}

/// What an execution that was replayed has shown.
#[must_use]
pub fn replayed(
    shown: &Shown,
    findings: &[(String, Told)],
    endless: Option<&Told>,
    sources: &Sources,
    is_quiet: bool,
    full: bool,
    colour: Colour,
) -> String {
    let mut text = String::new();
    if !is_quiet {
        let lines = shown.trace.lines(Room::of(full));
        text.push_str(&interleaving("What happens", &lines));
        for (kind, told) in findings {
            text.push_str(&finding(kind, told, sources, colour));
        }
        text.push_str(&end(&shown.sections));
    }
    let events = count(shown.events as u64, "event");
    match findings.first() {
        Some((kind, told)) => {
            let bug = colour.paint(Some(Verdict::Bug), "Bug");
            let headline = headline(kind, told);
            text + &format!("{bug}: {headline} (one execution, {events})\n")
        }
        None => {
            let unknown = colour.paint(Some(Verdict::Unknown), "Unknown");
            let why = endless.map_or_else(String::new, |told| format!("; {}", told.what));
            text + &format!("{unknown}: no bug in this execution{why} ({events})\n")
        }
    }
}

/// What has happened, in one line.
pub(super) fn headline(kind: &str, told: &Told) -> String {
    let kind = kind.replace('-', " ");
    if told.what.starts_with(&kind) {
        return told.what.clone();
    }
    format!("{kind}: {}", told.what)
}

/// What has happened; if it is that threads wait, a line for each.
fn title(kind: &str, told: &Told, colour: Colour) -> String {
    let paint = |text: &str| colour.paint(Some(Verdict::Bug), text);
    if kind != "deadlock" && kind != "livelock" {
        return paint(&headline(kind, told)) + "\n";
    }
    let mut text = paint(&format!("{kind}:")) + "\n";
    for thread in told.what.split("; ") {
        text.push_str(&format!("  {thread}\n"));
    }
    text
}

/// What has happened, and where.
pub(super) fn finding(kind: &str, told: &Told, sources: &Sources, colour: Colour) -> String {
    let mut text = title(kind, told, colour);
    for (i, frame) in told.stack.iter().enumerate() {
        if frame.left_out > 0 {
            text.push_str(&format!(
                "  ... {} calls are left out ...\n",
                frame.left_out
            ));
        }
        let at = if i == 0 { "at" } else { "called at" };
        let column = match frame.column {
            0 => String::new(),
            column => format!(":{column}"),
        };
        let within = match frame.function.as_str() {
            "" => String::new(),
            function => format!(" in {function}"),
        };
        text.push_str(&format!(
            "  {at} {}:{}{column}{within}\n",
            frame.file, frame.line
        ));
        if i == 0
            && let Some(excerpt) = source::excerpt(frame, sources)
        {
            for line in excerpt.lines() {
                text.push_str(&format!("    {line}\n"));
            }
        }
    }
    for line in &told.more {
        text.push_str(&format!("{line}\n"));
    }
    text.push('\n');
    text
}

/// How to see it again.
fn replay(bug: &Bug, command: &Command) -> String {
    if bug.replay.len() > LONGEST_REPLAY {
        return format!(
            "Its replay string has {} characters: see `findings` of --json, or write a trace file \
             with --trace-dir, which `mazurka replay` runs again.\n\n",
            bug.replay.len()
        );
    }
    format!("Replay it with:\n\n  {}\n\n", command.replay(&bug.replay))
}

/// How it comes about.
fn interleaving(title: &str, lines: &[String]) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let mut text = format!("{title}:\n\n");
    for line in lines {
        text.push_str(&format!("  {line}\n"));
    }
    text.push('\n');
    text
}

/// Which threads wait for one another.
fn circle(trace: Option<&Trace>) -> String {
    let circle = trace.and_then(|trace| trace.circle(trace.finding.as_ref()?));
    circle.map_or_else(String::new, |circle| circle + "\n\n")
}

/// What is told of the end.
fn end(sections: &[Section]) -> String {
    let mut text = String::new();
    for section in sections.iter().filter(|section| !section.lines.is_empty()) {
        text.push_str(&format!("{}:\n\n", section.title));
        for line in &section.lines {
            text.push_str(format!("  {line}").trim_end());
            text.push('\n');
        }
        text.push('\n');
    }
    text
}

/// The last line.
pub(super) fn verdict(checked: &Checked, details: &Program, colour: Colour) -> String {
    let (word, reason) = match checked.verdict {
        Verdict::Verified | Verdict::Explored => {
            ("Verified", String::from("no execution shows a bug"))
        }
        Verdict::Bug => ("Bug", bugs(details)),
        Verdict::Unknown => (
            "Unknown",
            format!(
                "no bug was found, but not everything was explored: {}",
                checked.reason
            ),
        ),
    };
    let word = colour.paint(Some(checked.verdict), word);
    let ignored = ignored(details);
    format!(
        "{}{word}: {reason}{ignored} ({})\n",
        estimated(checked),
        figures(checked, details)
    )
}

/// How many executions there are, if not all were explored.
fn estimated(checked: &Checked) -> String {
    if let Some(growth) = &checked.growth {
        return growth.text(checked.estimate.as_ref());
    }
    let Some(estimate) = &checked.estimate else {
        return String::new();
    };
    let explored = checked.complete + checked.discarded + checked.cut + checked.blocked;
    let share = size::share(explored, estimate.executions);
    let all = size::executions(estimate);
    format!("There are {all}: {share} of them were explored.\n")
}

/// Which findings were ignored, and in how many executions.
fn ignored(details: &Program) -> String {
    let kinds = details.ignored.iter().map(|(kind, number)| match number {
        0 => format!("{kind} in no execution"),
        number => format!("{kind} in {}", executions(*number)),
    });
    let kinds: Vec<String> = kinds.collect();
    match kinds.is_empty() {
        true => String::new(),
        false => format!("; ignored: {}", kinds.join(", ")),
    }
}

fn bugs(details: &Program) -> String {
    match &details.bugs[..] {
        [bug] => headline(&bug.kind, &bug.told),
        bugs => count(bugs.len() as u64, "different finding"),
    }
}

/// What was done.
fn figures(checked: &Checked, details: &Program) -> String {
    let seconds = checked.time.as_secs_f64();
    let rate = details
        .rate
        .map_or_else(String::new, |rate| format!(", {rate:.0}/s"));
    format!(
        "{}{}: {}, {}, {seconds:.2} s{rate}",
        details.described,
        details.caveat,
        checked.counts(details.algorithm),
        count(details.statistics.events, "event"),
    )
}

fn executions(number: u64) -> String {
    count(number, "execution")
}

/// A number of things.
#[must_use]
pub fn count(number: u64, what: &str) -> String {
    let plural = if number == 1 { "" } else { "s" };
    format!("{number} {what}{plural}")
}
