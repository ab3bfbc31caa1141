//! A line of the program's source, with a mark below.

use super::sources::Sources;
use crate::finding::Frame;
use mazurka_trace::is_wild;

/// Longer lines are not shown.
const LONGEST: usize = 400;

/// The line of a place and a mark at its column, if reports may show the file.
pub(super) fn excerpt(frame: &Frame, sources: &Sources) -> Option<String> {
    let line = line_of(frame, sources)?;
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

fn line_of(frame: &Frame, sources: &Sources) -> Option<String> {
    let nth = (frame.line as usize).checked_sub(1)?;
    let text = sources.read(&frame.file)?;
    let line = text.lines().nth(nth)?.trim_end();
    (!line.is_empty() && line.len() <= LONGEST).then(|| line.to_owned())
}

/// Terminals do not agree how wide a tab is, nor what control characters do.
fn tabless(text: &str) -> String {
    let shown = text.chars().map(|c| match c {
        '\t' => "    ".to_owned(),
        c if is_wild(c) => " ".to_owned(),
        c => c.to_string(),
    });
    shown.collect()
}
