//! The interleaving that leads to a bug: one line for each thing that happens.

use crate::show::{Row, RowKind};

/// How many lines of the beginning and of the end of a long trace are shown.
#[derive(Clone, Copy)]
pub(super) struct Room {
    first: usize,
    last: usize,
}

impl Room {
    /// For a bug, which every line may have to do with.
    pub(super) const LARGE: Room = Room {
        first: 40,
        last: 120,
    };
    /// For an execution without end: it does the same again and again.
    pub(super) const SMALL: Room = Room { first: 8, last: 16 };
}

/// The longest part that is recognised when it is repeated.
const LONGEST_PERIOD: usize = 16;
/// The most room that the words get; longer ones move the rest of their line.
const WIDEST: usize = 60;

/// Rows, and how often more they were repeated.
struct Block<'a> {
    rows: &'a [Row],
    more: usize,
}

pub(super) fn lines(rows: &[Row], room: Room) -> Vec<String> {
    let widths = Widths::new(rows);
    let mut lines = Vec::new();
    for block in blocks(rows) {
        for row in block.rows {
            lines.push(widths.line(row));
            lines.extend(widths.why(row));
        }
        let again = match (block.rows.len(), block.more) {
            (_, 0) => continue,
            (1, 1) => "(and once more)".to_owned(),
            (1, more) => format!("(and {more} times more)"),
            (count, 1) => format!("(these {count} lines once more)"),
            (count, more) => format!("(these {count} lines {more} times more)"),
        };
        lines.push(format!("{:1$}  {again}", "", widths.step));
    }
    shortened(lines, room)
}

fn shortened(mut lines: Vec<String>, Room { first, last }: Room) -> Vec<String> {
    if lines.len() > first + last {
        let last = lines.len() - last;
        let left_out = format!("... {} lines are left out ...", last - first);
        lines.splice(first..last, [left_out]);
    }
    lines
}

/// Takes rows that are repeated, as loops do it, together.
fn blocks(rows: &[Row]) -> Vec<Block<'_>> {
    let mut blocks = Vec::new();
    let mut at = 0;
    while at < rows.len() {
        let (period, more) = repetition(&rows[at..]);
        blocks.push(Block {
            rows: &rows[at..at + period],
            more,
        });
        at += period * (more + 1);
    }
    blocks
}

/// How many of the first rows are repeated at once, and how often. A line saves nothing
/// if it stands for fewer than two.
fn repetition(rows: &[Row]) -> (usize, usize) {
    for period in 1..=LONGEST_PERIOD.min(rows.len() / 2) {
        let first = &rows[..period];
        let mut others = rows[period..].chunks_exact(period);
        let more = others
            .position(|other| !is_alike(first, other))
            .unwrap_or((rows.len() - period) / period);
        if more * period >= 2 {
            return (period, more);
        }
    }
    (1, 0)
}

/// Are they the same, but for the numbers of the events?
fn is_alike(a: &[Row], b: &[Row]) -> bool {
    let alike = |(a, b): (&Row, &Row)| {
        let same = a.thread == b.thread && a.what == b.what && a.place == b.place;
        let same = same && a.reads_from == b.reads_from && a.why == b.why;
        same && a.kind == b.kind
    };
    a.iter().zip(b).all(alike)
}

/// How wide the columns are.
struct Widths {
    step: usize,
    thread: usize,
    what: usize,
}

impl Widths {
    fn new(rows: &[Row]) -> Widths {
        let widest = |width: &dyn Fn(&Row) -> usize| rows.iter().map(width).max().unwrap_or(0);
        Widths {
            step: widest(&|row| row.step.map_or(0, |step| step.to_string().len())),
            thread: widest(&|row| row.thread.chars().count()),
            what: widest(&|row| match row.kind {
                // The last words may be long.
                RowKind::Finding => 0,
                _ => what(row).chars().count(),
            })
            .min(WIDEST),
        }
    }

    fn line(&self, row: &Row) -> String {
        let step = row.step.map_or_else(String::new, |step| step.to_string());
        let Widths {
            step: steps,
            thread: threads,
            what: whats,
        } = *self;
        let place = row.place.as_deref().unwrap_or_default();
        format!(
            "{step:>steps$}  {:<threads$}  {:<whats$}  {place}",
            row.thread,
            what(row)
        )
        .trim_end()
        .to_owned()
    }
}

impl Widths {
    /// The line below a row, if there is more to say.
    fn why(&self, row: &Row) -> Option<String> {
        let why = row.why.as_ref()?;
        let space = self.step + self.thread + 6;
        Some(format!("{:space$}{why}", ""))
    }
}

/// What happens, in words.
pub(super) fn what(row: &Row) -> String {
    match row.kind {
        RowKind::Event => match row.reads_from {
            None => row.what.clone(),
            Some(0) => format!("{} (as at first)", row.what),
            Some(step) => format!("{} (from step {step})", row.what),
        },
        RowKind::Flush | RowKind::Thread | RowKind::Finding => row.what.clone(),
        RowKind::Buffered => format!("{} goes into its store buffer", row.what),
        RowKind::Printed => format!("prints {:?}", row.what),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn row(step: usize, thread: &str, what: &str) -> Row {
        Row {
            step: Some(step),
            thread: thread.into(),
            what: what.into(),
            place: Some("a.c:1".into()),
            kind: RowKind::Event,
            reads_from: None,
            why: None,
        }
    }

    #[test]
    fn reads_of_graphs_tell_where_values_come_from() {
        let mut rows = [row(1, "a", "x = 1"), row(2, "b", "load x = 0")];
        rows[1].reads_from = Some(0);
        rows[1].why = Some("reads an older value".into());
        assert_eq!(
            lines(&rows, Room::LARGE),
            [
                "1  a  x = 1                     a.c:1",
                "2  b  load x = 0 (as at first)  a.c:1",
                "        reads an older value",
            ]
        );
    }

    #[test]
    fn loops_are_told_once() {
        let mut rows = vec![row(1, "main", "load x = 1")];
        for i in 0..10 {
            rows.push(row(2 + 2 * i, "main", "load x = 0"));
            rows.push(row(3 + 2 * i, "main", "load y = 0"));
        }
        rows.push(row(22, "other", "x = 1"));
        assert_eq!(
            lines(&rows, Room::LARGE),
            [
                " 1  main   load x = 1  a.c:1",
                " 2  main   load x = 0  a.c:1",
                " 3  main   load y = 0  a.c:1",
                "    (these 2 lines 9 times more)",
                "22  other  x = 1       a.c:1",
            ]
        );
    }

    #[test]
    fn two_of_a_kind_are_two() {
        let rows = [row(1, "main", "x = 1"), row(2, "main", "x = 1")];
        assert_eq!(lines(&rows, Room::LARGE).len(), 2);
        assert!(lines(&[], Room::LARGE).is_empty());
    }

    #[test]
    fn long_traces_are_shortened() {
        let rows: Vec<Row> = (0..1000)
            .map(|i| row(i, "main", &format!("x = {i}")))
            .collect();
        let lines = lines(&rows, Room::LARGE);
        assert_eq!(lines.len(), 161);
        assert_eq!(lines[40], "... 840 lines are left out ...");
        assert!(lines[160].contains("x = 999"));
    }

    #[test]
    fn buffers_and_prints_are_told_as_such() {
        let mut stored = row(1, "main", "x = 1");
        stored.step = None;
        stored.kind = RowKind::Buffered;
        let mut printed = row(1, "main", "hello\n");
        printed.kind = RowKind::Printed;
        assert_eq!(what(&stored), "x = 1 goes into its store buffer");
        assert_eq!(what(&printed), r#"prints "hello\n""#);
    }
}
