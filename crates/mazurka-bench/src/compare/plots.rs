//! A plot for each program: time until the verdict or the bug, against size.

use super::rows::{Row, Word};
use super::tool::Tool;
use crate::plot::{Plot, Series};
use std::fs;
use std::path::Path;

/// Writes `NAME.svg` for each program with more than one size.
pub(super) fn write(rows: &[Row], tools: &[Tool], directory: &Path) -> Result<(), String> {
    let failed = |error| format!("cannot write to {}: {error}", directory.display());
    fs::create_dir_all(directory).map_err(failed)?;
    let mut names: Vec<_> = rows.iter().map(|row| row.program.name).collect();
    names.dedup();
    for name in names {
        let of_program = |row: &&Row| row.program.name == name;
        let rows: Vec<&Row> = rows.iter().filter(of_program).collect();
        if rows.iter().all(|row| row.size == rows[0].size) {
            continue;
        }
        let svg = plot(&rows, tools).to_svg();
        fs::write(directory.join(format!("{name}.svg")), svg).map_err(failed)?;
    }
    Ok(())
}

fn plot(rows: &[&Row], tools: &[Tool]) -> Plot {
    let program = rows[0].program;
    let until = if program.is_buggy() {
        "first bug"
    } else {
        "verdict"
    };
    Plot {
        title: format!("{}: time until the {until}", program.name),
        x_label: program.size_is.to_owned(),
        y_label: "seconds".to_owned(),
        x_log: false,
        y_log: true,
        series: tools.iter().map(|&tool| series(rows, tool)).collect(),
    }
}

/// A tool has a place in the legend even if it has no point.
fn series(rows: &[&Row], tool: Tool) -> Series {
    let counts =
        |row: &&&Row| row.tool == tool && (row.word().is_right() || row.word() == Word::NotDone);
    let shown: Vec<_> = rows.iter().filter(counts).collect();
    let points = shown
        .iter()
        .filter_map(|row| Some((row.size as f64, row.measured()?.seconds)))
        .collect();
    let open_end = shown.last().is_some_and(|row| row.word() == Word::NotDone);
    let name = match shown.is_empty() {
        true => format!("{tool}: none"),
        false => tool.to_string(),
    };
    Series {
        name,
        points,
        open_end,
    }
}
