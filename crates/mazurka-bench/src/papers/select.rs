//! Which rows to run.

use mazurka::Algorithm;
use mazurka_corpus::published::{self, Published, Table};
use mazurka_corpus::{PROGRAMS, Program};

/// An exploration of more executions than this is left out unless asked for.
const MANY_EXECUTIONS: u64 = 300_000;

/// What the command line selects; an empty list stands for all.
#[derive(Default)]
pub(super) struct Selection<'a> {
    pub(super) programs: &'a [&'static Program],
    pub(super) sizes: &'a [usize],
    pub(super) algorithms: &'a [Algorithm],
    pub(super) all: bool,
}

/// One exploration to run.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    pub(super) program: &'static Program,
    pub(super) size: usize,
    pub(super) algorithm: Algorithm,
    /// The table of *Source Sets* that has this program and size, if one has.
    pub(super) table: Option<Table>,
    pub(super) published: Option<Published>,
}

impl Row {
    fn new(program: &'static Program, size: usize, algorithm: Algorithm) -> Row {
        let table = published::all()
            .iter()
            .find(|row| row.program == program.name && row.size == size)
            .map(|row| row.table)
            .filter(|table| Table::SOURCE_SETS.contains(table));
        Row {
            program,
            size,
            algorithm,
            table,
            published: published::find(program.name, size, algorithm),
        }
    }

    /// The program and its size.
    pub(super) fn name(&self) -> String {
        format!("{}({})", self.program.name, self.size)
    }

    /// With the explorer.
    pub(super) fn title(&self) -> String {
        format!("{} {}", self.name(), self.algorithm)
    }

    /// Would the exploration take long, as far as one can know? The number of
    /// interleavings, where it is not known, is large.
    fn is_long(&self) -> bool {
        let expected = (self.program.expected)(self.algorithm, self.size);
        let executions = match self.published {
            Some(published) => Some(published.explored),
            None => expected.complete,
        };
        executions.map_or(self.algorithm == Algorithm::Exhaustive, |executions| {
            executions > MANY_EXECUTIONS
        })
    }
}

/// The rows to run, table by table, and those left out because they take long.
///
/// # Errors
/// One clear message, when a size is not one of the program's, or nothing is
/// selected.
pub(super) fn select(selection: &Selection<'_>) -> Result<(Vec<Row>, Vec<Row>), String> {
    let mut rows = Vec::new();
    for program in &PROGRAMS {
        let named = selection.programs.iter().any(|p| p.name == program.name);
        if !named && !selection.programs.is_empty() {
            continue;
        }
        for size in sizes(program, named, selection.sizes)? {
            for algorithm in algorithms(program, size, selection.algorithms) {
                rows.push(Row::new(program, size, algorithm));
            }
        }
    }
    if rows.is_empty() {
        return Err(format!(
            "no program is listed with size {:?}; with --program, any size can be run",
            selection.sizes
        ));
    }
    // What is in no table comes last; within a table, the order stays.
    rows.sort_by_key(|row| (row.table.is_none(), row.table));
    let asked_for = selection.all || !selection.sizes.is_empty();
    Ok(rows
        .into_iter()
        .partition(|row| asked_for || !row.is_long()))
}

/// A program that was named runs in any size; the others only in those listed.
fn sizes(program: &Program, named: bool, wanted: &[usize]) -> Result<Vec<usize>, String> {
    if wanted.is_empty() {
        return Ok(program.sizes.to_vec());
    }
    if !named {
        let listed = wanted.iter().filter(|size| program.sizes.contains(size));
        return Ok(listed.copied().collect());
    }
    let (least, most) = (program.allowed.start(), program.allowed.end());
    match wanted.iter().find(|size| !program.allowed.contains(size)) {
        Some(size) if least == most => Err(format!(
            "{} has only the size {least}, not {size}",
            program.name
        )),
        Some(size) => Err(format!(
            "{} has sizes from {least} to {most}, not {size}: {}",
            program.name, program.summary
        )),
        None => Ok(wanted.to_vec()),
    }
}

/// Those that a paper reports for this program and size, unless some are wanted.
fn algorithms(program: &Program, size: usize, wanted: &[Algorithm]) -> Vec<Algorithm> {
    if !wanted.is_empty() {
        return wanted.to_vec();
    }
    let reported: Vec<_> = published::all()
        .iter()
        .filter(|row| row.program == program.name && row.size == size)
        .map(|row| row.algorithm)
        .collect();
    if reported.is_empty() {
        vec![Algorithm::Source, Algorithm::Optimal]
    } else {
        reported
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn titles(rows: &[Row]) -> Vec<String> {
        rows.iter().map(Row::title).collect()
    }

    #[test]
    fn without_flags_every_table_in_order() {
        let (rows, left_out) = select(&Selection::default()).unwrap();
        let tables: Vec<_> = rows.iter().map(|row| row.table).collect();
        let mut sorted = tables.clone();
        sorted.sort_by_key(|table| (table.is_none(), *table));
        assert_eq!(tables, sorted);
        for table in Table::SOURCE_SETS {
            assert!(tables.contains(&Some(table)));
        }
        assert_eq!(
            titles(&left_out),
            [
                "wakeup_stress(9) source",
                "wakeup_stress(9) optimal",
                "indexer(15) classic",
                "indexer_ets(15) classic",
                "readers(13) classic",
                "readers_ets(13) classic",
                "lastzero(15) classic",
                "lastzero(15) source",
            ]
        );
    }

    #[test]
    fn all_leaves_nothing_out() {
        let (rows, left_out) = select(&Selection {
            all: true,
            ..Selection::default()
        })
        .unwrap();
        assert!(left_out.is_empty());
        let in_tables = rows.iter().filter(|row| row.table.is_some()).count();
        // Nine lines of Tables 3 and 4 stand for two programs.
        assert_eq!(in_tables, 2 * 9 + 2 * 9 + 3 * 12 + 3 * 9);
    }

    #[test]
    fn a_named_program_runs_in_any_size() {
        let readers = mazurka_corpus::find("readers").unwrap();
        let selection = Selection {
            programs: &[readers],
            sizes: &[3, 13],
            algorithms: &[Algorithm::Optimal],
            all: false,
        };
        let (rows, left_out) = select(&selection).unwrap();
        assert_eq!(titles(&rows), ["readers(13) optimal", "readers(3) optimal"]);
        assert!(left_out.is_empty());
        assert_eq!(rows[0].published.unwrap().explored, 8_192);
        assert_eq!(rows[1].published, None);
    }

    #[test]
    fn bad_sizes_are_told() {
        let filesystem = mazurka_corpus::find("filesystem").unwrap();
        let message = select(&Selection {
            programs: &[filesystem],
            sizes: &[27],
            ..Selection::default()
        })
        .unwrap_err();
        assert!(message.starts_with("filesystem has sizes from 1 to 26, not 27"));
        let message = select(&Selection {
            sizes: &[1_000],
            ..Selection::default()
        })
        .unwrap_err();
        assert!(message.contains("with --program"), "{message}");
    }
}
