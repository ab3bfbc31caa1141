//! Tables for people: aligned text, or Markdown.

use super::rows::{Cell, Ratio, Ratios, Row, Word, ours, ratios};
use super::tool::Tool;
use crate::catalogue::Program;
use crate::protocol::Ended;
use crate::table::{grouped, or_dash};

/// How tables are printed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Style {
    Text,
    Markdown,
}

impl Style {
    pub(super) fn new(markdown: bool) -> Style {
        if markdown {
            Style::Markdown
        } else {
            Style::Text
        }
    }

    pub(super) fn heading(self, text: &str) -> String {
        match self {
            Style::Text => format!("\n{text}\n"),
            Style::Markdown => format!("\n### {text}\n\n"),
        }
    }

    pub(super) fn item(self, text: &str) -> String {
        match self {
            Style::Text => format!("  {text}\n"),
            Style::Markdown => format!("- {text}\n"),
        }
    }
}

/// The rows of one program that have figures, and a line on each tool without.
pub(super) fn program(program: &Program, rows: &[Row], style: Style) -> String {
    let until = if program.is_buggy() {
        "until the first bug"
    } else {
        "until the verdict"
    };
    let mut text = style.heading(&format!(
        "{} (size: {}), {until}",
        program.name, program.size_is
    ));
    let heads = [
        "size",
        "tool",
        "verdict",
        "executions",
        "per second",
        "seconds",
        "peak MB",
        "executions x",
        "rate x",
        "time x",
    ];
    let lines: Vec<_> = rows.iter().filter_map(|row| line(row, rows)).collect();
    text.push_str(&grid(&heads, &lines, style));
    let remarks = remarks(rows);
    if style == Style::Markdown && !remarks.is_empty() {
        text.push('\n');
    }
    for remark in remarks {
        text.push_str(&style.item(&remark));
    }
    text
}

fn line(row: &Row, rows: &[Row]) -> Option<Vec<String>> {
    let measured = row.measured()?;
    if row.word() == Word::Refused {
        return None;
    }
    let peer = (row.tool != Tool::Mazurka).then_some(row);
    let ratios = peer.and_then(|peer| ratios(ours(rows, peer)?, peer));
    let peak = measured
        .peak_bytes
        .map(|bytes| format!("{:.1}", bytes as f64 / 1e6));
    Some(vec![
        row.size.to_string(),
        row.tool.to_string(),
        row.word().text().to_owned(),
        grouped(measured.executions),
        or_dash(row.rate().map(rounded)),
        significant(measured.seconds),
        or_dash(peak),
        or_dash(ratios.map(|ratios| factor(ratios.executions))),
        or_dash(ratios.and_then(|ratios| ratios.rate).map(plain_factor)),
        or_dash(ratios.map(|ratios| factor(ratios.time))),
    ])
}

/// Where tools have no line, and why.
fn remarks(rows: &[Row]) -> Vec<String> {
    let mut remarks: Vec<(Tool, String, Vec<usize>)> = Vec::new();
    for row in rows {
        let reason = match &row.cell {
            Cell::Skipped => "not run, since a smaller one was not done".to_owned(),
            Cell::Failed(reason) => format!("failed: {reason}"),
            Cell::Measured(measured) => match &measured.ended {
                Ended::Refused(reason) => format!("refused: {reason}"),
                _ => continue,
            },
        };
        let same =
            |(tool, known, _): &&mut (Tool, String, _)| *tool == row.tool && *known == reason;
        match remarks.iter_mut().find(same) {
            Some((_, _, sizes)) => sizes.push(row.size),
            None => remarks.push((row.tool, reason, vec![row.size])),
        }
    }
    remarks.sort_by_key(|(tool, _, sizes)| (tool.name(), sizes[0]));
    let texts = remarks
        .into_iter()
        .map(|(tool, reason, sizes)| format!("{tool} of size {}: {reason}", ranges(&sizes)));
    texts.collect()
}

/// Ascending numbers, such as "2, 4 to 6".
fn ranges(sizes: &[usize]) -> String {
    let runs = sizes.chunk_by(|before, after| before + 1 == *after);
    let texts = runs.map(|run| match run {
        [only] => only.to_string(),
        run => format!("{} to {}", run[0], run[run.len() - 1]),
    });
    texts.collect::<Vec<_>>().join(", ")
}

/// How each peer does over all rows.
pub(super) fn summary(rows: &[Row], tools: &[Tool], style: Style) -> String {
    if !tools.contains(&Tool::Mazurka) || tools.len() < 2 {
        return String::new();
    }
    let titles = [
        (
            false,
            "Programs without a bug, where both were done (least, median, most)",
        ),
        (
            true,
            "Programs with a bug, where both found it (least, median, most)",
        ),
    ];
    let heads = [
        "tool",
        "rows",
        "executions x",
        "rate x",
        "time x",
        "not done",
        "refused",
        "wrong",
    ];
    let mut text = String::new();
    for (buggy, title) in titles {
        let of_kind = |row: &&Row| row.program.is_buggy() == buggy;
        let kind: Vec<&Row> = rows.iter().filter(of_kind).collect();
        if kind.is_empty() {
            continue;
        }
        let peers = tools.iter().filter(|tool| **tool != Tool::Mazurka);
        let lines: Vec<_> = peers.map(|&peer| peer_line(peer, &kind, rows)).collect();
        text.push_str(&style.heading(title));
        text.push_str(&grid(&heads, &lines, style));
    }
    text
}

fn peer_line(peer: Tool, kind: &[&Row], rows: &[Row]) -> Vec<String> {
    let mine: Vec<&Row> = kind
        .iter()
        .filter(|row| row.tool == peer)
        .copied()
        .collect();
    let both: Vec<Ratios> = mine
        .iter()
        .filter(|row| row.word().is_right())
        .filter_map(|row| ratios(ours(rows, row)?, row))
        .collect();
    let count = |words: &[Word]| {
        mine.iter()
            .filter(|row| words.contains(&row.word()))
            .count()
    };
    let rates = both.iter().filter_map(|ratios| ratios.rate).collect();
    vec![
        peer.to_string(),
        both.len().to_string(),
        spread(both.iter().map(|ratios| ratios.executions.value).collect()),
        spread(rates),
        spread(both.iter().map(|ratios| ratios.time.value).collect()),
        count(&[Word::NotDone, Word::NotRun]).to_string(),
        count(&[Word::Refused, Word::Failed]).to_string(),
        count(&[Word::Missed, Word::FalseBug]).to_string(),
    ]
}

/// The least, the median and the most.
fn spread(mut values: Vec<f64>) -> String {
    values.sort_by(f64::total_cmp);
    let (Some(&least), Some(&most)) = (values.first(), values.last()) else {
        return "-".to_owned();
    };
    let median = values[values.len() / 2];
    [least, median, most].map(plain_factor).join(" / ")
}

fn factor(ratio: Ratio) -> String {
    let prefix = if ratio.at_least { ">= " } else { "" };
    format!("{prefix}{}", plain_factor(ratio.value))
}

fn plain_factor(value: f64) -> String {
    match value {
        value if value >= 99.95 => rounded(value),
        value if value >= 9.95 => format!("{value:.1}"),
        value => format!("{value:.2}"),
    }
}

/// Three digits that matter.
fn significant(value: f64) -> String {
    if value <= 0.0 || !value.is_finite() {
        return format!("{value}");
    }
    let decimals = (2.0 - value.log10().floor()).clamp(0.0, 9.0) as usize;
    format!("{value:.decimals$}")
}

/// As a whole number.
fn rounded(value: f64) -> String {
    grouped(value.round_ties_even() as u64)
}

/// Columns that look like numbers stand to the right.
fn grid(heads: &[&str], lines: &[Vec<String>], style: Style) -> String {
    let is_text = |column: usize| matches!(heads[column], "tool" | "verdict");
    if style == Style::Markdown {
        let rule: Vec<_> = (0..heads.len())
            .map(|column| if is_text(column) { "---" } else { "---:" })
            .collect();
        let mut text = format!("| {} |\n|{}|\n", heads.join(" | "), rule.join("|"));
        for line in lines {
            text.push_str(&format!("| {} |\n", line.join(" | ")));
        }
        return text;
    }
    let width = |column: usize| {
        let cells = lines.iter().map(|line| line[column].len());
        cells.max().unwrap_or(0).max(heads[column].len())
    };
    let widths: Vec<_> = (0..heads.len()).map(width).collect();
    let aligned = |cells: Vec<&str>| {
        let padded = cells.into_iter().enumerate().map(|(column, cell)| {
            let width = widths[column];
            if is_text(column) {
                format!("{cell:<width$}")
            } else {
                format!("{cell:>width$}")
            }
        });
        let line = padded.collect::<Vec<_>>().join("  ");
        format!("{}\n", line.trim_end())
    };
    let mut text = aligned(heads.to_vec());
    for line in lines {
        text.push_str(&aligned(line.iter().map(String::as_str).collect()));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::protocol::Measured;
    use expect_test::expect;

    fn row(tool: Tool, size: usize, ended: Ended, executions: u64, seconds: f64) -> Row {
        Row {
            program: catalogue::find("readers").unwrap(),
            size,
            tool,
            cell: Cell::Measured(Measured {
                ended,
                executions,
                seconds,
                rounds: 1,
                rate: Some(executions as f64 / seconds),
                peak_bytes: Some(2_900_000),
            }),
        }
    }

    fn example() -> Vec<Row> {
        let refused = Ended::Refused("more than 5 threads".to_owned());
        let skipped = Row {
            cell: Cell::Skipped,
            ..row(Tool::Shuttle, 5, Ended::NotDone, 0, 0.0)
        };
        vec![
            row(Tool::Mazurka, 2, Ended::Verified, 4, 0.000_1),
            row(Tool::Loom, 2, Ended::Verified, 146, 0.014_4),
            row(Tool::Shuttle, 2, Ended::NotDone, 1_234_567, 10.0),
            row(Tool::Mazurka, 5, Ended::Verified, 32, 0.001),
            row(Tool::Loom, 5, refused, 1, 0.000_1),
            skipped,
        ]
    }

    #[test]
    fn tables_are_aligned_and_say_what_is_missing() {
        let rows = example();
        let tools = [Tool::Mazurka, Tool::Loom, Tool::Shuttle];
        let mut text = program(rows[0].program, &rows, Style::Text);
        text.push_str(&summary(&rows, &tools, Style::Text));
        expect![[r#"

            readers (size: readers), until the verdict
            size  tool     verdict   executions  per second   seconds  peak MB  executions x  rate x      time x
               2  mazurka  verified           4      40,000  0.000100      2.9             -       -           -
               2  loom     verified         146      10,139    0.0144      2.9          36.5    3.95         144
               2  shuttle  not done   1,234,567     123,457      10.0      2.9    >= 308,642    0.32  >= 100,000
               5  mazurka  verified          32      32,000   0.00100      2.9             -       -           -
              loom of size 5: refused: more than 5 threads
              shuttle of size 5: not run, since a smaller one was not done

            Programs without a bug, where both were done (least, median, most)
            tool     rows        executions x              rate x           time x  not done  refused  wrong
            loom        1  36.5 / 36.5 / 36.5  3.95 / 3.95 / 3.95  144 / 144 / 144         0        1      0
            shuttle     0                   -                   -                -         2        0      0
        "#]].assert_eq(&text);
    }

    #[test]
    fn markdown_has_the_same_cells() {
        let rows = example();
        let text = program(rows[0].program, &rows[..2], Style::Markdown);
        expect![[r#"

            ### readers (size: readers), until the verdict

            | size | tool | verdict | executions | per second | seconds | peak MB | executions x | rate x | time x |
            |---:|---|---|---:|---:|---:|---:|---:|---:|---:|
            | 2 | mazurka | verified | 4 | 40,000 | 0.000100 | 2.9 | - | - | - |
            | 2 | loom | verified | 146 | 10,139 | 0.0144 | 2.9 | 36.5 | 3.95 | 144 |
        "#]].assert_eq(&text);
    }

    #[test]
    fn numbers_are_short() {
        let seconds = [0.000_123_4, 0.014_44, 3.009, 123.4].map(significant);
        assert_eq!(seconds, ["0.000123", "0.0144", "3.01", "123"]);
        let factors = [0.5, 9.96, 99.96, 12_345.6].map(plain_factor);
        assert_eq!(factors, ["0.50", "10.0", "100", "12,346"]);
        assert_eq!(ranges(&[2, 4, 5, 6, 8, 9]), "2, 4 to 6, 8 to 9");
    }

    #[test]
    fn wrong_answers_have_no_ratio() {
        let ours = row(Tool::Mazurka, 2, Ended::Verified, 4, 0.1);
        let bug = row(Tool::Loom, 2, Ended::Bug(String::new()), 1, 0.1);
        assert_eq!(bug.word(), Word::FalseBug);
        assert_eq!(ratios(&ours, &bug), None);
        let unfinished = row(Tool::Mazurka, 2, Ended::NotDone, 4, 0.1);
        let done = row(Tool::Loom, 2, Ended::Verified, 8, 0.1);
        assert_eq!(ratios(&unfinished, &done), None);
    }
}
