//! A trace file that a person wants to see: as text, and as a page or a picture.

use crate::{Checked, Place, Report, Room, Trace};
use std::fs;
use std::path::{Path, PathBuf};

/// What is wanted of a trace file.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "clap", derive(clap::Args))]
pub struct Wanted {
    /// Print and write every step; else steps that no other thread meets are folded in long
    /// executions, and no file has more than 10 MB.
    #[cfg_attr(feature = "clap", arg(long))]
    pub full: bool,
    /// Write a page of it to FILE, which any browser shows.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub html: Option<PathBuf>,
    /// Write what happens before what to FILE, as a graph for Graphviz.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub dot: Option<PathBuf>,
    /// Write a picture of it to FILE.
    #[cfg_attr(feature = "clap", arg(long, value_name = "FILE"))]
    pub svg: Option<PathBuf>,
}

/// Reads a trace file.
///
/// # Errors
/// When that cannot be done; a message for people, with the file.
pub fn read(path: &Path) -> Result<Trace, String> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("cannot read {shown}: {error}"))?;
    Trace::from_json(&text).map_err(|error| format!("{shown}: {error}"))
}

/// Writes what is wanted of a trace file, and returns its text for people.
///
/// # Errors
/// When that cannot be done; a message for people, with the file.
pub fn show(path: &Path, wanted: &Wanted) -> Result<String, String> {
    let mut trace = read(path)?;
    if trace.command.is_empty() && !trace.replay.is_empty() && trace.program.language != "rust" {
        // The string is too long for a command.
        trace.command = format!("mazurka replay {}", path.display());
    }
    let full = wanted.full;
    if let Some(path) = &wanted.html {
        Place::open(path)?.write(page(&trace).written(full).as_bytes())?;
    }
    if let Some(path) = &wanted.dot {
        Place::open(path)?.write(trace.written(full, Trace::to_dot).as_bytes())?;
    }
    if let Some(path) = &wanted.svg {
        Place::open(path)?.write(trace.written(full, Trace::to_svg).as_bytes())?;
    }
    Ok(trace.written(full, |trace| trace.to_text(Room::of(full))))
}

/// A page of one execution.
fn page(trace: &Trace) -> Report {
    let finding = trace.finding.as_ref();
    Report {
        mazurka: trace.mazurka.clone(),
        command: trace.command.clone(),
        programs: vec![Checked {
            name: trace.program.name.clone(),
            files: trace.program.files.clone(),
            verdict: finding.map_or("unknown", |_| "bug").to_owned(),
            reason: finding.map_or_else(String::new, |finding| finding.message.clone()),
            findings: vec![trace.clone()],
            ..Checked::default()
        }],
    }
}
