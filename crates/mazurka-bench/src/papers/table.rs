//! Rows as aligned text, and as one object of JSON a line.

use super::select::Row;
use crate::corpus::{Ended, Measured};
use crate::table::{grouped, or_dash};
use mazurka_corpus::published::Table;
use serde::Serialize;

/// One row for machines; the fields and their order are part of the interface.
#[derive(Serialize)]
pub(super) struct Record {
    program: &'static str,
    size: usize,
    model: &'static str,
    algorithm: String,
    workers: u32,
    complete: u64,
    blocked: u64,
    published: Option<u64>,
    seconds: f64,
    peak_bytes: Option<u64>,
    /// Only there, and then true, when a limit stopped the exploration.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    not_exhausted: bool,
}

impl Record {
    pub(super) fn new(row: &Row, measured: &Measured) -> Record {
        Record {
            program: row.program.name,
            size: row.size,
            model: "sc",
            algorithm: row.algorithm.to_string(),
            workers: 1,
            complete: measured.complete,
            blocked: measured.blocked,
            published: row.published.map(|published| published.explored),
            seconds: crate::microseconds(measured.seconds),
            peak_bytes: measured.peak_bytes,
            not_exhausted: matches!(measured.ended, Ended::Limit(_)),
        }
    }
}

/// The caption and the two lines of column heads.
pub(super) fn head(table: Option<Table>) -> String {
    let caption = table.map_or("Not in the tables", Table::caption);
    let mut groups = format!(
        "{:32}{:^48}{:^22}{:^20}",
        "", "executions", "seconds", "peak MB"
    );
    let mut heads = format!(
        "{:23}{:9}{:>12}{:>12}{:>12}{:>12}{:>11}{:>11}{:>10}{:>10}",
        "program",
        "algorithm",
        "complete",
        "blocked",
        "all",
        "published",
        "ours",
        "published",
        "ours",
        "published"
    );
    if table == Some(Table::Two) {
        groups.push_str(&format!("{:^24}", "nodes"));
        heads.push_str(&format!("{:>12}{:>12}", "ours", "published"));
    }
    format!("{caption}\n{}\n{heads}\n", groups.trim_end())
}

pub(super) fn line(row: &Row, measured: &Measured) -> String {
    let published = row.published;
    let mut line = format!(
        "{:23}{:9}{:>12}{:>12}{:>12}{:>12}{:>11.3}{:>11}{:>10}{:>10}",
        row.name(),
        row.algorithm.to_string(),
        grouped(measured.complete),
        grouped(measured.blocked),
        grouped(measured.complete + measured.blocked),
        or_dash(published.map(|p| grouped(p.explored))),
        measured.seconds,
        or_dash(published.map(|p| format!("{:.2}", p.seconds))),
        or_dash(
            measured
                .peak_bytes
                .map(|bytes| format!("{:.1}", bytes as f64 / 1e6))
        ),
        or_dash(
            published
                .and_then(|p| p.megabytes)
                .map(|m| format!("{m:.1}"))
        ),
    );
    if row.table == Some(Table::Two) {
        let ours = Some(measured.largest_wakeup_tree)
            .filter(|_| row.algorithm == mazurka::Algorithm::Optimal);
        line.push_str(&format!(
            "{:>12}{:>12}",
            or_dash(ours.map(grouped)),
            or_dash(published.and_then(|p| p.nodes).map(grouped))
        ));
    }
    if matches!(measured.ended, Ended::Limit(_)) {
        line.push_str("  not exhausted");
    }
    line
}

#[cfg(test)]
mod tests {
    use super::super::select::{Selection, select};
    use super::*;
    use expect_test::expect;
    use mazurka::Algorithm;

    fn row(program: &str, size: usize, algorithm: Algorithm) -> Row {
        let selection = Selection {
            programs: &[mazurka_corpus::find(program).unwrap()],
            sizes: &[size],
            algorithms: &[algorithm],
            all: true,
        };
        select(&selection).unwrap().0[0]
    }

    fn measured(complete: u64, blocked: u64) -> Measured {
        Measured {
            ended: Ended::Exhausted,
            complete,
            blocked,
            largest_wakeup_tree: 1_018_094,
            seconds: 0.032_187_4,
            peak_bytes: Some(5_111_808),
        }
    }

    fn json(row: &Row, measured: &Measured) -> String {
        serde_json::to_string(&Record::new(row, measured)).unwrap()
    }

    #[test]
    fn json_has_these_fields_in_this_order() {
        let line = json(&row("readers", 13, Algorithm::Optimal), &measured(8_192, 0));
        expect![[r#"{"program":"readers","size":13,"model":"sc","algorithm":"optimal","workers":1,"complete":8192,"blocked":0,"published":8192,"seconds":0.032187,"peak_bytes":5111808}"#]].assert_eq(&line);
        let line = json(&row("readers", 3, Algorithm::Optimal), &measured(8, 0));
        assert!(line.contains(r#""published":null"#), "{line}");
        let stopped = Measured {
            ended: Ended::Limit(String::new()),
            ..measured(5, 0)
        };
        let line = json(&row("readers", 3, Algorithm::Optimal), &stopped);
        assert!(line.ends_with(r#","not_exhausted":true}"#), "{line}");
    }

    #[test]
    fn tables_are_aligned() {
        let rows = [
            row("wakeup_stress", 8, Algorithm::Source),
            row("wakeup_stress", 8, Algorithm::Optimal),
        ];
        let mut text = head(Some(Table::Two));
        for row in rows {
            text.push_str(&line(&row, &measured(80_640, 0)));
            text.push('\n');
        }
        text.push('\n');
        text.push_str(&head(None));
        let stopped = Measured {
            ended: Ended::Limit(String::new()),
            ..measured(5_000, 0)
        };
        text.push_str(&line(&row("fib_bench", 5, Algorithm::Optimal), &stopped));
        text.push('\n');
        text.push_str(&line(
            &row("fib_bench", 4, Algorithm::Optimal),
            &measured(19_605, 0),
        ));
        text.push('\n');
        expect![[r#"
            Table 2. The program in Figure 12, with nodes of the largest wakeup tree
                                                               executions                          seconds              peak MB                nodes
            program                algorithm    complete     blocked         all   published       ours  published      ours published        ours   published
            wakeup_stress(8)       source         80,640           0      80,640      80,640      0.032     570.00       5.1      22.0           -           9
            wakeup_stress(8)       optimal        80,640           0      80,640      80,640      0.032     588.00       5.1     801.0   1,018,094   1,018,094

            Not in the tables
                                                               executions                          seconds              peak MB
            program                algorithm    complete     blocked         all   published       ours  published      ours published
            fib_bench(5)           optimal         5,000           0       5,000           -      0.032          -       5.1         -  not exhausted
            fib_bench(4)           optimal        19,605           0      19,605           -      0.032          -       5.1         -
        "#]].assert_eq(&text);
    }
}
