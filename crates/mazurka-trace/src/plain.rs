//! Names and texts of programs, as parts of lines that people read.
//!
//! A program may have any characters in its names, and a file with a `#line` in those of others.
//! A line end would begin a line that looks like ours, a terminal obeys control characters, and
//! some characters change the direction of those around them. So all of these are written out.

use crate::{Event, EventKind, Finding, Frame, Trace};
use std::borrow::Cow;
use std::fmt::Write as _;

/// True for what a terminal or a browser obeys, in the place of showing it.
#[must_use]
pub fn is_wild(c: char) -> bool {
    let is_direction = matches!(
        c,
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}'
    );
    let is_line_end = matches!(c, '\u{2028}' | '\u{2029}');
    c.is_control() || is_direction || is_line_end
}

/// A character in ASCII: `\u{1b}`.
pub fn write_out(to: &mut String, c: char) {
    write!(to, "\\u{{{:x}}}", u32::from(c)).expect("strings take all text");
}

/// The text as a part of one line: characters that are obeyed and not shown are written out.
#[must_use]
pub fn plain(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_wild) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        match is_wild(c) {
            true => write_out(&mut shown, c),
            false => shown.push(c),
        }
    }
    Cow::Owned(shown)
}

fn make_plain(text: &mut String) {
    if let Cow::Owned(shown) = plain(text) {
        *text = shown;
    }
}

fn make_all_plain<'a>(texts: impl IntoIterator<Item = &'a mut String>) {
    texts.into_iter().for_each(make_plain);
}

impl Trace {
    /// Writes out what is obeyed and not shown, in all names and lines for people. The lines of
    /// sources and the names of the files to be checked stay as they are.
    pub fn make_plain(&mut self) {
        let program = &mut self.program;
        make_all_plain([&mut self.mazurka, &mut program.language, &mut program.name]);
        make_all_plain([&mut program.model, &mut program.algorithm]);
        make_all_plain([&mut self.replay, &mut self.command]);
        make_all_plain(&mut program.test);
        for thread in &mut self.threads {
            make_all_plain([&mut thread.id, &mut thread.name]);
        }
        make_all_plain(self.objects.iter_mut().map(|object| &mut object.name));
        self.events.iter_mut().for_each(of_event);
        if let Some(finding) = &mut self.finding {
            of_finding(finding);
        }
        for section in &mut self.sections {
            make_plain(&mut section.title);
            make_all_plain(&mut section.lines);
        }
    }
}

fn of_event(event: &mut Event) {
    // (What a program prints is shown in quotes, as a string of a language.)
    if event.kind != EventKind::Printed {
        make_plain(&mut event.what);
    }
    make_plain(&mut event.operation);
    make_all_plain(event.file.iter_mut().chain(&mut event.why));
    event.stack.iter_mut().for_each(of_frame);
    for change in &mut event.changes {
        make_plain(&mut change.of);
        make_all_plain(change.adds.iter_mut().chain(&mut change.removes));
    }
}

fn of_finding(finding: &mut Finding) {
    make_all_plain([&mut finding.kind, &mut finding.message]);
    make_all_plain(&mut finding.details);
    finding.stack.iter_mut().for_each(of_frame);
    make_all_plain(finding.waits.iter_mut().map(|wait| &mut wait.what));
}

fn of_frame(frame: &mut Frame) {
    make_all_plain([&mut frame.function, &mut frame.file]);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Change, Object, Section, Thread, Wait};

    #[test]
    fn what_is_obeyed_is_written_out() {
        assert_eq!(plain("a é 日 \\n"), "a é 日 \\n");
        assert!(matches!(plain("a b"), Cow::Borrowed(_)));
        let text = "a\nb\tc\x1b[2J\u{9b}\u{202e}d\u{2028}\x7f";
        let shown = "a\\u{a}b\\u{9}c\\u{1b}[2J\\u{9b}\\u{202e}d\\u{2028}\\u{7f}";
        assert_eq!(plain(text), shown);
        assert_eq!(plain(shown), shown);
    }

    #[test]
    fn no_name_of_a_trace_has_a_line_end() {
        let bad = || "x\nVerified: \x1b[2J\u{202e}".to_owned();
        let frame = Frame {
            function: bad(),
            file: bad(),
            ..Frame::default()
        };
        let mut trace = Trace {
            finding: Some(Finding {
                kind: bad(),
                message: bad(),
                details: vec![bad()],
                stack: vec![frame.clone()],
                waits: vec![Wait {
                    what: bad(),
                    ..Wait::default()
                }],
                ..Finding::default()
            }),
            threads: vec![Thread {
                id: bad(),
                name: bad(),
                owner: None,
            }],
            objects: vec![Object { name: bad() }],
            events: vec![Event {
                what: bad(),
                file: Some(bad()),
                why: Some(bad()),
                stack: vec![frame],
                changes: vec![Change {
                    of: bad(),
                    adds: Some(bad()),
                    removes: Some(bad()),
                    ..Change::default()
                }],
                ..Event::default()
            }],
            sections: vec![Section {
                title: bad(),
                lines: vec![bad()],
            }],
            ..Trace::default()
        };
        trace.program.name = bad();
        trace.command = bad();
        trace.replay = bad();
        trace.program.test = Some(bad());
        trace.make_plain();
        let text = format!("{trace:?}");
        assert!(!text.contains("\\nVerified"), "{text}");
        let lines = trace.to_text(crate::Room::ALL);
        assert!(
            lines.lines().all(|line| !line.starts_with("Verified")),
            "{lines}"
        );
        assert!(!lines.chars().any(|c| is_wild(c) && c != '\n'), "{lines}");
    }
}
