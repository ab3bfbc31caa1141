//! What the command checks by itself. Times are none of that.

use super::rows::{Row, Word, ours};
use super::table::Style;
use super::tool::Tool;

/// Something that should be otherwise.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Remark {
    /// Is it Mazurka's?
    pub(super) is_error: bool,
    pub(super) text: String,
}

/// Everything that should be otherwise.
pub(super) fn judge(rows: &[Row]) -> Vec<Remark> {
    let mut remarks = Vec::new();
    for row in rows {
        remarks.extend(judge_answer(row));
        remarks.extend(judge_count(row));
        remarks.extend(judge_against_loom(row, rows));
    }
    remarks
}

/// Whoever says something must be right, and Mazurka must say something.
fn judge_answer(row: &Row) -> Option<Remark> {
    let (tool, title) = (row.tool, row.title());
    let said = match row.word() {
        Word::Missed => "missed the bug of",
        Word::FalseBug => "found a bug that is not there in",
        Word::Refused if tool == Tool::Mazurka => "refused",
        Word::Failed => "failed at",
        _ => return None,
    };
    Some(Remark {
        is_error: tool == Tool::Mazurka,
        text: format!("{tool} {said} {title}"),
    })
}

/// Mazurka's executions are the traces.
fn judge_count(row: &Row) -> Option<Remark> {
    if row.tool != Tool::Mazurka || row.word() != Word::Verified {
        return None;
    }
    let expected = row.program.traces?(row.size);
    let executions = row.measured()?.executions;
    (executions != expected).then(|| Remark {
        is_error: true,
        text: format!(
            "mazurka needed {executions} executions for {}, which has {expected} traces",
            row.title()
        ),
    })
}

/// Mazurka must not need more executions than loom.
fn judge_against_loom(row: &Row, rows: &[Row]) -> Option<Remark> {
    if row.tool != Tool::Loom || row.word() != Word::Verified {
        return None;
    }
    let ours = ours(rows, row)?;
    let (more, fewer) = (ours.measured()?.executions, row.measured()?.executions);
    (more > fewer).then(|| Remark {
        is_error: true,
        text: format!(
            "mazurka needed {more} executions for {}, loom only {fewer}",
            row.title()
        ),
    })
}

/// The remarks, or that there are none.
pub(super) fn describe(remarks: &[Remark], style: Style) -> String {
    let mut text = style.heading("Answers and counts");
    if remarks.is_empty() {
        text.push_str(&style.item("all as they should be"));
    }
    for Remark {
        is_error,
        text: remark,
    } in remarks
    {
        let mark = if *is_error { "WRONG: " } else { "" };
        text.push_str(&style.item(&format!("{mark}{remark}")));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::catalogue;
    use crate::compare::rows::Cell;
    use crate::protocol::{Ended, Measured};

    fn row(program: &str, tool: Tool, ended: Ended, executions: u64) -> Row {
        Row {
            program: catalogue::find(program).unwrap(),
            size: 3,
            tool,
            cell: Cell::Measured(Measured {
                ended,
                executions,
                seconds: 0.1,
                rounds: 1,
                rate: None,
                peak_bytes: None,
            }),
        }
    }

    fn errors(rows: &[Row]) -> Vec<bool> {
        judge(rows).iter().map(|remark| remark.is_error).collect()
    }

    #[test]
    fn right_answers_pass() {
        let bug = || Ended::Bug(String::new());
        let rows = [
            row("readers", Tool::Mazurka, Ended::Verified, 8),
            row("readers", Tool::Loom, Ended::Verified, 9),
            row("readers", Tool::Shuttle, Ended::NotDone, 9),
            row("stack_buggy", Tool::Mazurka, bug(), 8),
            row("stack_buggy", Tool::Loom, bug(), 1),
        ];
        assert!(errors(&rows).is_empty());
    }

    #[test]
    fn only_what_is_mazurkas_is_an_error() {
        let missed = |tool| row("stack_buggy", tool, Ended::Verified, 8);
        assert_eq!(errors(&[missed(Tool::Shuttle)]), [false]);
        assert_eq!(errors(&[missed(Tool::Mazurka)]), [true]);
        let wrong = row("readers", Tool::Mazurka, Ended::Bug(String::new()), 8);
        assert_eq!(errors(&[wrong]), [true]);
        let gone = Row {
            cell: Cell::Failed("it ended with signal 6".to_owned()),
            ..row("readers", Tool::Mazurka, Ended::NotDone, 0)
        };
        assert_eq!(errors(&[gone]), [true]);
    }

    #[test]
    fn counts_are_compared() {
        assert_eq!(
            errors(&[row("readers", Tool::Mazurka, Ended::Verified, 7)]),
            [true]
        );
        let rows = [
            row("stack", Tool::Mazurka, Ended::Verified, 10),
            row("stack", Tool::Loom, Ended::Verified, 9),
            row("stack", Tool::Shuttle, Ended::Verified, 9),
        ];
        assert_eq!(errors(&rows), [true]);
    }
}
