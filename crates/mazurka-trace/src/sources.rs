//! The lines of the program that a trace is about.

use crate::{Source, Trace};
use std::collections::BTreeMap;

/// A file of at most this many lines is taken as a whole.
const WHOLE: usize = 500;
/// Of a longer one, this many lines before and after those that are named.
const AROUND: u32 = 20;
/// And no more than this.
const MOST: usize = 5_000;

impl Trace {
    /// Adds the lines that events and calls are in. `read` has the text of a file, if there is one.
    pub fn add_sources(&mut self, read: &dyn Fn(&str) -> Option<String>) {
        let mut named: BTreeMap<String, (u32, u32)> = BTreeMap::new();
        let mut name = |file: &str, line: u32| {
            let range = named.entry(file.to_owned()).or_insert((line, line));
            *range = (range.0.min(line), range.1.max(line));
        };
        for event in &self.events {
            if let (Some(file), Some(line)) = (&event.file, event.line) {
                name(file, line);
            }
            for frame in &event.stack {
                name(&frame.file, frame.line);
            }
        }
        for frame in self.finding.iter().flat_map(|finding| &finding.stack) {
            name(&frame.file, frame.line);
        }
        for (file, (first, last)) in named {
            if let Some(text) = read(&file) {
                self.sources.push(part(file, &text, first, last));
            }
        }
    }
}

fn part(file: String, text: &str, first: u32, last: u32) -> Source {
    let lines: Vec<&str> = text.lines().collect();
    let (from, to) = match lines.len() <= WHOLE {
        true => (0, lines.len()),
        false => (
            first.saturating_sub(AROUND + 1) as usize,
            last.saturating_add(AROUND) as usize,
        ),
    };
    let to = to.min(lines.len()).min(from + MOST);
    let lines = lines.get(from..to).unwrap_or_default();
    Source {
        file,
        first: u32::try_from(from).unwrap_or(0) + 1,
        lines: lines.iter().map(|line| (*line).to_owned()).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Event;

    #[test]
    fn a_long_file_is_taken_in_part() {
        let at = |line| Event {
            file: Some("a.c".to_owned()),
            line: Some(line),
            ..Event::default()
        };
        let mut trace = Trace {
            events: vec![at(700), at(650)],
            ..Trace::default()
        };
        let text: String = (1..=1000).map(|line| format!("line {line}\n")).collect();
        trace.add_sources(&|file| (file == "a.c").then(|| text.clone()));
        let source = &trace.sources[0];
        assert_eq!((source.first, source.lines.len()), (630, 91));
        assert_eq!(trace.source("a.c", 700), Some("line 700"));
        assert_eq!(trace.source("a.c", 1), None);
        assert_eq!(trace.source("b.c", 1), None);
    }
}
