//! All that a trace says, for people.

use crate::{Finding, Frame, Room, Trace};
use std::collections::HashMap;
use std::fmt::Write as _;

impl Trace {
    /// What was found, how it comes about, and how to see it again.
    #[must_use]
    pub fn to_text(&self, room: Room) -> String {
        let mut text = String::new();
        let program = &self.program;
        let test = program.test.as_ref();
        let test = test.map_or_else(String::new, |test| format!(", test {test}"));
        let _ = writeln!(
            text,
            "{}{test} ({}{})\n",
            program.name,
            match program.model.is_empty() {
                true => String::new(),
                false => program.model.to_uppercase() + ", ",
            },
            program.algorithm
        );
        if let Some(finding) = &self.finding {
            text.push_str(&self.found(finding));
        }
        text.push_str("What happens:\n\n");
        for line in self.lines(room) {
            let _ = writeln!(text, "  {line}");
        }
        for section in self
            .sections
            .iter()
            .filter(|section| !section.lines.is_empty())
        {
            let _ = writeln!(text, "\n{}:\n", section.title);
            for line in &section.lines {
                let _ = writeln!(text, "{}", format!("  {line}").trim_end());
            }
        }
        let circle = self
            .finding
            .as_ref()
            .and_then(|finding| self.circle(finding));
        if let Some(circle) = circle {
            let _ = writeln!(text, "\n{circle}");
        }
        if !self.command.is_empty() {
            let _ = writeln!(text, "\nReplay it with:\n\n  {}", self.command);
        } else if self.left_out.replay > 0 {
            let bytes = self.left_out.replay;
            let _ = writeln!(
                text,
                "\nIts replay string is left out, as it has {bytes} bytes; --full keeps it."
            );
        }
        text
    }

    fn found(&self, finding: &Finding) -> String {
        let mut text = String::new();
        let kind = finding.kind.replace('-', " ");
        match finding.message.starts_with(&kind) {
            true => text.push_str(&finding.message),
            false => text.push_str(&format!("{kind}: {}", finding.message)),
        }
        text.push('\n');
        for (i, frame) in finding.stack.iter().enumerate() {
            if frame.left_out > 0 {
                let _ = writeln!(text, "  ... {} calls are left out ...", frame.left_out);
            }
            let at = if i == 0 { "at" } else { "called at" };
            let _ = writeln!(text, "  {at} {}", words(frame));
            if let (0, Some(line)) = (i, self.source(&frame.file, frame.line)) {
                let _ = writeln!(text, "    {} | {line}", frame.line);
            }
        }
        for line in &finding.details {
            let _ = writeln!(text, "{line}");
        }
        text.push('\n');
        text
    }

    /// A line of the program, if the trace has it.
    #[must_use]
    pub fn source(&self, file: &str, line: u32) -> Option<&str> {
        let source = self.sources.iter().find(|source| source.file == file)?;
        let at = line.checked_sub(source.first)?;
        source.lines.get(at as usize).map(String::as_str)
    }

    /// The threads that wait for one another in a circle, in words.
    #[must_use]
    pub fn circle(&self, finding: &Finding) -> Option<String> {
        let first = finding.waits.iter().find(|wait| wait.in_cycle)?;
        let waits = finding.waits.iter().rev();
        let next: HashMap<usize, Option<usize>> =
            waits.map(|wait| (wait.thread, wait.on)).collect();
        let mut names = vec![&*self.threads.get(first.thread)?.name];
        let mut at = first.on?;
        while at != first.thread && names.len() <= finding.waits.len() {
            names.push(&self.threads.get(at)?.name);
            at = (*next.get(&at)?)?;
        }
        names.push(names[0]);
        Some(format!("They wait in a circle: {}.", names.join(" for ")))
    }
}

fn words(frame: &Frame) -> String {
    let column = match frame.column {
        0 => String::new(),
        column => format!(":{column}"),
    };
    let within = match &*frame.function {
        "" => String::new(),
        function => format!(" in {function}"),
    };
    format!("{}:{}{column}{within}", frame.file, frame.line)
}
