//! The happens-before graph for Graphviz.

use crate::lanes::{ArrowKind, Lanes, arrows, gap, name, of_bug, racing, waits, what};
use crate::{EventKind, Trace};
use std::collections::HashSet;
use std::fmt::Write as _;

const HEAD: &str = "digraph execution {
  graph [rankdir=TB, fontname=\"Helvetica\", fontsize=12, nodesep=0.3, ranksep=0.25, bgcolor=\"transparent\"];
  node [shape=box, style=\"rounded,filled\", fillcolor=\"#ffffff\", color=\"#8b9098\", fontname=\"Helvetica\", fontsize=11, margin=\"0.1,0.05\"];
  edge [color=\"#5d636b\", arrowsize=0.6];
";

impl Trace {
    /// The happens-before graph in the language of Graphviz: a cluster for each thread, with its
    /// store buffers in it. Events of the bug are red.
    #[must_use]
    pub fn to_dot(&self) -> String {
        let mut text = HEAD.to_owned();
        if let Some(finding) = &self.finding {
            let _ = writeln!(text, "  label={};\n  labelloc=t;", quoted(&finding.message));
        }
        let mut drawing = Drawing {
            trace: self,
            of_bug: of_bug(self),
            events: vec![Vec::new(); self.threads.len()],
            text,
        };
        for (i, event) in self.events.iter().enumerate() {
            drawing.events[event.thread].push(i);
        }
        for lane in &Lanes::of(self).lanes {
            drawing.cluster("  ", lane.thread, &lane.buffers);
        }
        drawing.gaps();
        drawing.arrows();
        drawing.text + "}\n"
    }
}

/// A graph that is being written.
struct Drawing<'a> {
    trace: &'a Trace,
    /// For each event: does it belong to the bug?
    of_bug: Vec<bool>,
    /// The events of each thread.
    events: Vec<Vec<usize>>,
    text: String,
}

impl Drawing<'_> {
    /// A thread, its events one below the other, and in it its store buffers.
    fn cluster(&mut self, indent: &str, thread: usize, buffers: &[usize]) {
        let style = match self.trace.threads[thread].owner {
            None => "style=\"rounded\"; color=\"#b4b8be\"",
            Some(_) => "style=\"rounded,dashed\"; color=\"#8b9098\"",
        };
        let name = quoted(name(self.trace, thread));
        let _ = writeln!(self.text, "{indent}subgraph cluster_{thread} {{");
        let _ = writeln!(self.text, "{indent}  label={name};");
        let _ = writeln!(self.text, "{indent}  {style};");
        let inner = format!("{indent}  ");
        let mut last = None;
        for i in std::mem::take(&mut self.events[thread]) {
            self.event(&inner, i);
            if let Some(last) = last {
                let _ = writeln!(
                    self.text,
                    "{inner}e{last} -> e{i} [weight=8, arrowhead=none];"
                );
            }
            last = Some(i);
        }
        self.wait(&inner, thread, last);
        for &buffer in buffers {
            self.cluster(&inner, buffer, &[]);
        }
        let _ = writeln!(self.text, "{indent}}}");
    }

    fn event(&mut self, indent: &str, i: usize) {
        let event = &self.trace.events[i];
        let step = event.step.map(|step| format!("{step}  "));
        let label = format!("{}{}", step.unwrap_or_default(), what(event));
        let place = match (&event.file, event.line) {
            (Some(file), Some(line)) => format!(", tooltip={}", quoted(&format!("{file}:{line}"))),
            _ => String::new(),
        };
        let look = match event.kind {
            _ if self.of_bug[i] => {
                ", color=\"#c02418\", fillcolor=\"#fdeeec\", fontcolor=\"#c02418\", penwidth=2"
            }
            EventKind::Buffered | EventKind::Flush => ", style=\"rounded,filled,dashed\"",
            EventKind::Printed | EventKind::Thread => ", color=\"#e3e3df\", fontcolor=\"#5d636b\"",
            EventKind::Event | EventKind::Finding => "",
        };
        let _ = writeln!(
            self.text,
            "{indent}e{i} [label={}{place}{look}];",
            quoted(&label)
        );
    }

    /// Between the events of all threads: how many are left out.
    fn gaps(&mut self) {
        for (i, event) in self.trace.events.iter().enumerate() {
            if event.left_out == 0 {
                continue;
            }
            let label = quoted(&gap(event));
            let _ = writeln!(
                self.text,
                "  g{i} [label={label}, shape=plaintext, style=\"\", fontcolor=\"#5d636b\"];"
            );
            if let Some(before) = i.checked_sub(1) {
                let _ = writeln!(
                    self.text,
                    "  e{before} -> g{i} [style=dotted, arrowhead=none];"
                );
            }
            let _ = writeln!(self.text, "  g{i} -> e{i} [style=dotted, arrowhead=none];");
        }
    }

    /// What a thread waits for at the end.
    fn wait(&mut self, indent: &str, thread: usize, last: Option<usize>) {
        let all = self.trace.finding.iter().flat_map(|finding| &finding.waits);
        for wait in all.filter(|wait| wait.thread == thread) {
            let look = match wait.in_cycle {
                true => "color=\"#c02418\", fontcolor=\"#c02418\", penwidth=2",
                false => "fontcolor=\"#5d636b\"",
            };
            let label = quoted(&waits(self.trace, wait));
            let _ = writeln!(
                self.text,
                "{indent}w{thread} [label={label}, style=\"filled\", {look}];"
            );
            if let Some(last) = last {
                let _ = writeln!(
                    self.text,
                    "{indent}e{last} -> w{thread} [weight=8, arrowhead=none];"
                );
            }
        }
    }

    fn arrows(&mut self) {
        for arrow in arrows(self.trace) {
            let look = match arrow.kind {
                ArrowKind::Follows => "",
                ArrowKind::Reads => " [style=dotted, penwidth=1.5, tooltip=\"is read by\"]",
            };
            let _ = writeln!(self.text, "  e{} -> e{}{look};", arrow.from, arrow.to);
        }
        let Some(finding) = &self.trace.finding else {
            return;
        };
        for pair in racing(self.trace).windows(2) {
            let _ = writeln!(
                self.text,
                "  e{} -> e{} [color=\"#c02418\", style=dashed, dir=none, constraint=false, penwidth=2];",
                pair[0], pair[1]
            );
        }
        let waiting: HashSet<usize> = finding.waits.iter().map(|wait| wait.thread).collect();
        for wait in &finding.waits {
            if let Some(on) = wait.on.filter(|on| wait.in_cycle && waiting.contains(on)) {
                let _ = writeln!(
                    self.text,
                    "  w{} -> w{on} [color=\"#c02418\", constraint=false, penwidth=2];",
                    wait.thread
                );
            }
        }
    }
}

/// A string of the language. A backslash begins an escape there, and is doubled.
fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\n' => quoted.push_str("\\l"),
            // Graphviz reads entities in texts.
            '&' => quoted.push_str("&amp;"),
            c if c.is_control() => quoted.push('\u{fffd}'),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn texts_stay_texts() {
        assert_eq!(quoted("a\"]; b -> c"), "\"a\\\"]; b -> c\"");
        assert_eq!(quoted("\\N \\"), "\"\\\\N \\\\\"");
        assert_eq!(quoted("<b>&lt;\u{1}\n"), "\"<b>&amp;lt;\u{fffd}\\l\"");
    }
}
