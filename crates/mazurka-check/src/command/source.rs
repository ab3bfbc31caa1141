//! A line of the program's source, with a mark below.

use crate::finding::Frame;
use std::fs::File;
use std::io::{BufRead, BufReader};

/// Longer lines are not shown.
const LONGEST: usize = 400;

/// The line of a place and a mark at its column, if the file can be read.
pub(super) fn excerpt(frame: &Frame) -> Option<String> {
    let line = line_of(frame)?;
    let number = frame.line.to_string();
    let width = number.len();
    let mut text = format!("{:width$} |\n{number} | {}\n", "", tabless(&line));
    if frame.column > 0 {
        let before: String = line.chars().take(frame.column as usize - 1).collect();
        let indent = tabless(&before).chars().count();
        text.push_str(&format!("{:width$} | {:indent$}^\n", "", ""));
    }
    Some(text)
}

fn line_of(frame: &Frame) -> Option<String> {
    let nth = (frame.line as usize).checked_sub(1)?;
    let mut lines = BufReader::new(File::open(&frame.file).ok()?).split(b'\n');
    let line = lines.nth(nth)?.ok()?;
    let line = String::from_utf8_lossy(&line);
    let line = line.trim_end();
    (!line.is_empty() && line.len() <= LONGEST).then(|| line.to_owned())
}

/// Terminals do not agree how wide a tab is, nor what control characters do.
fn tabless(text: &str) -> String {
    let shown = text.chars().map(|c| match c {
        '\t' => "    ".to_owned(),
        c if c.is_control() => " ".to_owned(),
        c => c.to_string(),
    });
    shown.collect()
}
