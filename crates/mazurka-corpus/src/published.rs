//! What the papers print: counts, times and memory, for comparison.
//!
//! Tables 1 to 4 of *Source Sets* were measured with Concuerror, on Erlang
//! versions of the programs, on an i7-3770 at 3.4 GHz; Table 6 gives the memory
//! of some of Table 3's rows. Where this crate has a program both with variables
//! and with actors, the figures stand beside either. Table 7.1 of the thesis on parallel exploration
//! (here: *Parallel*) adds larger sizes, on an Opteron 6276 at 2.3 GHz; only its
//! sequential times are here.

use mazurka::Algorithm;

/// The tables that a figure can come from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Table {
    /// *Source Sets*, Table 1.
    One,
    /// *Source Sets*, Table 2.
    Two,
    /// *Source Sets*, Table 3, with the memory of Table 6.
    Three,
    /// *Source Sets*, Table 4.
    Four,
    /// *Parallel*, Table 7.1.
    Parallel,
}

impl Table {
    /// The tables of *Source Sets*, in order.
    pub const SOURCE_SETS: [Table; 4] = [Table::One, Table::Two, Table::Three, Table::Four];

    /// Its number and caption.
    #[must_use]
    pub fn caption(self) -> &'static str {
        match self {
            Table::One => "Table 1. The program in Figure 10",
            Table::Two => {
                "Table 2. The program in Figure 12, with nodes of the largest wakeup tree"
            }
            Table::Three => "Table 3. Two benchmarks of Flanagan and Godefroid",
            Table::Four => "Table 4. More benchmarks",
            Table::Parallel => "Parallel, Table 7.1",
        }
    }
}

/// What a paper prints of one exploration.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Published {
    /// Where.
    pub table: Table,
    /// The program's name in this crate.
    pub program: &'static str,
    /// Its size.
    pub size: usize,
    /// The explorer.
    pub algorithm: Algorithm,
    /// "Traces explored": complete and sleep-set blocked executions.
    pub explored: u64,
    /// Nodes of the largest wakeup tree, or processes of the largest backtrack set.
    pub nodes: Option<u64>,
    /// The time, in seconds.
    pub seconds: f64,
    /// The memory, in megabytes.
    pub megabytes: Option<f64>,
}

/// The figure of one exploration, if a paper prints it.
#[must_use]
pub fn find(program: &str, size: usize, algorithm: Algorithm) -> Option<Published> {
    all()
        .into_iter()
        .find(|row| row.program == program && row.size == size && row.algorithm == algorithm)
}

/// Every figure, in the order of the tables.
#[must_use]
pub fn all() -> Vec<Published> {
    let mut rows = Vec::new();
    for (n, explored, seconds) in TABLE_1 {
        rows.extend(lines(Table::One, "figure10", n, &explored, &seconds));
    }
    for (n, traces, nodes, megabytes, seconds) in TABLE_2 {
        let mut lines = lines(Table::Two, "wakeup_stress", n, &[traces; 2], &seconds);
        for (at, line) in lines.iter_mut().enumerate() {
            line.nodes = Some(nodes[at]);
            line.megabytes = Some(megabytes[at]);
        }
        rows.extend(lines);
    }
    for (table, printed) in [(Table::Three, TABLE_3), (Table::Four, TABLE_4)] {
        for (program, size, explored, seconds) in printed {
            for program in versions(program) {
                rows.extend(lines(table, program, size, &explored, &seconds));
            }
        }
    }
    for (program, size, explored, seconds) in PARALLEL {
        rows.extend(lines(Table::Parallel, program, size, &explored, &seconds));
    }
    for (program, size, megabytes) in TABLE_6 {
        for program in versions(program) {
            let of_program = rows
                .iter_mut()
                .filter(|row| row.program == program && row.size == size);
            for (row, megabytes) in of_program.zip(megabytes) {
                row.megabytes = Some(megabytes);
            }
        }
    }
    rows
}

/// The programs of this crate that a line of Table 3, 4 or 6 stands for: with
/// variables, and with actors and tables as Concuerror was given them.
fn versions(program: &'static str) -> Vec<&'static str> {
    let actors = match program {
        "filesystem" => Some("filesystem_actors"),
        "indexer" => Some("indexer_ets"),
        "readers" => Some("readers_ets"),
        _ => None,
    };
    std::iter::once(program).chain(actors).collect()
}

/// One table line as one row for each algorithm: the last two, or all three.
fn lines(
    table: Table,
    program: &'static str,
    size: usize,
    explored: &[u64],
    seconds: &[f64],
) -> Vec<Published> {
    const COLUMNS: [Algorithm; 3] = [Algorithm::Classic, Algorithm::Source, Algorithm::Optimal];
    debug_assert_eq!(explored.len(), seconds.len());
    COLUMNS[COLUMNS.len() - explored.len()..]
        .iter()
        .zip(explored.iter().zip(seconds))
        .map(|(algorithm, (explored, seconds))| Published {
            table,
            program,
            size,
            algorithm: *algorithm,
            explored: *explored,
            nodes: None,
            seconds: *seconds,
            megabytes: None,
        })
        .collect()
}

const fn minutes(minutes: f64, seconds: f64) -> f64 {
    minutes * 60.0 + seconds
}

/// n; traces explored and seconds, by source and optimal.
const TABLE_1: [(usize, [u64; 2], [f64; 2]); 9] = [
    (1, [8, 5], [0.03, 0.02]),
    (2, [20, 9], [0.08, 0.04]),
    (3, [41, 13], [0.20, 0.07]),
    (4, [78, 17], [0.41, 0.10]),
    (5, [145, 21], [0.81, 0.17]),
    (6, [268, 25], [1.56, 0.20]),
    (7, [373, 29], [2.38, 0.26]),
    (8, [674, 33], [4.70, 0.34]),
    (9, [1_222, 37], [8.79, 0.44]),
];

/// n, traces explored by either; nodes, megabytes, seconds by source and optimal.
type Line2 = (usize, u64, [u64; 2], [f64; 2], [f64; 2]);

const TABLE_2: [Line2; 9] = [
    (1, 2, [2, 7], [22.0, 22.0], [0.01, 0.01]),
    (2, 4, [3, 21], [22.0, 22.0], [0.02, 0.02]),
    (3, 12, [4, 79], [22.0, 22.0], [0.05, 0.06]),
    (4, 48, [5, 374], [22.0, 23.0], [0.24, 0.24]),
    (5, 240, [6, 2_159], [22.0, 27.0], [1.21, 1.23]),
    (6, 1_440, [7, 14_698], [22.0, 42.0], [8.74, 8.96]),
    (
        7,
        10_080,
        [8, 115_091],
        [22.0, 114.0],
        [minutes(1.0, 2.0), minutes(1.0, 7.0)],
    ),
    (
        8,
        80_640,
        [9, 1_018_094],
        [22.0, 801.0],
        [minutes(9.0, 30.0), minutes(9.0, 48.0)],
    ),
    (
        9,
        725_760,
        [10, 9_916_765],
        [22.0, 8_364.0],
        [minutes(89.0, 14.0), minutes(99.0, 2.0)],
    ),
];

/// A line of Tables 3 and 4: traces explored and seconds, by classic, source
/// and optimal.
type Line3 = (&'static str, usize, [u64; 3], [f64; 3]);

const TABLE_3: [Line3; 6] = [
    ("filesystem", 14, [4, 2, 2], [0.54, 0.36, 0.35]),
    ("filesystem", 16, [64, 8, 8], [8.13, 1.82, 1.78]),
    (
        "filesystem",
        18,
        [1_024, 32, 32],
        [minutes(2.0, 11.0), 8.52, 8.86],
    ),
    (
        "filesystem",
        19,
        [4_096, 64, 64],
        [minutes(8.0, 33.0), 18.62, 19.57],
    ),
    ("indexer", 12, [78, 8, 8], [0.74, 0.11, 0.10]),
    (
        "indexer",
        15,
        [341_832, 4_096, 4_096],
        [minutes(56.0, 20.0), 50.24, 52.35],
    ),
];

const TABLE_4: [Line3; 6] = [
    ("readers", 2, [5, 4, 4], [0.02, 0.02, 0.02]),
    ("readers", 8, [3_281, 256, 256], [13.98, 1.31, 1.29]),
    (
        "readers",
        13,
        [797_162, 8_192, 8_192],
        [minutes(86.0, 7.0), minutes(1.0, 26.0), minutes(1.0, 26.0)],
    ),
    ("lastzero", 5, [241, 79, 64], [1.08, 0.38, 0.32]),
    (
        "lastzero",
        10,
        [53_198, 7_204, 3_328],
        [minutes(4.0, 47.0), 45.21, 27.61],
    ),
    // The paper prints "3,025,87" for source: a misplaced separator.
    (
        "lastzero",
        15,
        [9_378_091, 302_587, 147_456],
        [
            minutes(1_539.0, 11.0),
            minutes(55.0, 4.0),
            minutes(30.0, 13.0),
        ],
    ),
];

/// Megabytes by classic, source and optimal.
const TABLE_6: [(&str, usize, [f64; 3]); 2] = [
    ("filesystem", 19, [92.98, 66.07, 76.17]),
    ("indexer", 15, [245.32, 165.23, 174.60]),
];

/// Traces explored and seconds by the sequential source and optimal.
const PARALLEL: [(&str, usize, [u64; 2], [f64; 2]); 3] = [
    (
        "lastzero",
        11,
        [60_073, 7_168],
        [minutes(49.0, 8.51), minutes(14.0, 8.266)],
    ),
    (
        "indexer",
        17,
        [262_144, 262_144],
        [minutes(186.0, 8.136), minutes(193.0, 54.32)],
    ),
    // The thesis prints "37m68.865s" for source.
    (
        "readers",
        15,
        [32_768, 32_768],
        [minutes(37.0, 68.865), minutes(51.0, 40.792)],
    ),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::PROGRAMS;

    #[test]
    fn every_row_is_of_a_program_of_the_corpus() {
        let rows = all();
        // Nine lines of Tables 3 and 4 stand for two programs.
        assert_eq!(rows.len(), 2 * 9 + 2 * 9 + 3 * 12 + 3 * 9 + 2 * 3);
        for row in rows {
            let program = crate::find(row.program).expect("a program of the corpus");
            assert!(program.sizes.contains(&row.size), "{row:?}");
            assert!(program.allowed.contains(&row.size), "{row:?}");
        }
        for program in &PROGRAMS {
            assert!(
                program
                    .sizes
                    .iter()
                    .all(|size| program.allowed.contains(size))
            );
        }
    }

    /// What must hold is what was printed, wherever both exist.
    #[test]
    fn expectations_agree_with_the_papers() {
        for row in all() {
            let program = crate::find(row.program).expect("a program of the corpus");
            let expected = (program.expected)(row.algorithm, row.size);
            let complete = expected
                .complete
                .expect("traces of the papers' sizes are known");
            assert!(complete <= row.explored, "{row:?}");
            if let Some(blocked) = expected.blocked {
                assert_eq!(complete + blocked, row.explored, "{row:?}");
            }
        }
    }

    #[test]
    fn figures_are_found() {
        let row = find("filesystem", 19, Algorithm::Source).expect("Table 3 has it");
        assert_eq!((row.explored, row.megabytes), (64, Some(66.07)));
        let row = find("filesystem_actors", 19, Algorithm::Classic).expect("Table 3 has it");
        assert_eq!((row.explored, row.megabytes), (4_096, Some(92.98)));
        let row = find("wakeup_stress", 9, Algorithm::Optimal).expect("Table 2 has it");
        assert_eq!((row.nodes, row.megabytes), (Some(9_916_765), Some(8_364.0)));
        assert_eq!(find("readers", 3, Algorithm::Optimal), None);
    }
}
