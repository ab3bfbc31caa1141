//! Which lines of a program no execution reached.

use std::collections::BTreeMap;
use std::fmt::Write as _;

/// The lines of files that have code, each with whether an execution has reached it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Coverage {
    /// By file and line.
    pub files: BTreeMap<String, BTreeMap<u32, bool>>,
}

impl Coverage {
    /// How many lines were reached, and of how many.
    #[must_use]
    pub fn counts(&self) -> (usize, usize) {
        let lines = || self.files.values().flat_map(BTreeMap::values);
        (lines().filter(|reached| **reached).count(), lines().count())
    }

    /// Which lines were not reached, for people: `queue.c:31-34, 40`, a text for each file.
    #[must_use]
    pub fn unreached(&self) -> Vec<String> {
        let files = self.files.iter();
        let texts = files.filter_map(|(file, lines)| {
            let parts = ranges(lines);
            (!parts.is_empty()).then(|| format!("{file}:{}", parts.join(", ")))
        });
        texts.collect()
    }

    /// Adds what another program of the same files has reached.
    pub fn add(&mut self, other: &Coverage) {
        for (file, lines) in &other.files {
            let own = self.files.entry(file.clone()).or_default();
            for (line, reached) in lines {
                *own.entry(*line).or_default() |= reached;
            }
        }
    }

    /// As lcov and its kin read it. A line has one hit or none: how often it was run says little.
    #[must_use]
    pub fn to_lcov(&self) -> String {
        let mut text = String::new();
        for (file, lines) in &self.files {
            let _ = writeln!(text, "TN:\nSF:{file}");
            for (line, reached) in lines {
                let _ = writeln!(text, "DA:{line},{}", u8::from(*reached));
            }
            let hits = lines.values().filter(|reached| **reached).count();
            let _ = writeln!(text, "LF:{}\nLH:{hits}\nend_of_record", lines.len());
        }
        text
    }
}

/// The lines that were not reached. Lines without code between two of them do not part them.
fn ranges(lines: &BTreeMap<u32, bool>) -> Vec<String> {
    let all: Vec<(&u32, &bool)> = lines.iter().collect();
    let runs = all.chunk_by(|(_, a), (_, b)| a == b);
    let unreached = runs.filter(|run| !*run[0].1);
    unreached
        .map(|run| match run {
            [(line, _)] => line.to_string(),
            [(first, _), .., (last, _)] => format!("{first}-{last}"),
            [] => String::new(),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_were_not_reached_are_told_in_runs() {
        let lines = [(1, true), (2, false), (4, false), (5, true), (9, false)];
        let mut coverage = Coverage {
            files: BTreeMap::from([("a.c".to_owned(), BTreeMap::from(lines))]),
        };
        assert_eq!(coverage.unreached(), ["a.c:2-4, 9"]);
        assert_eq!(coverage.counts(), (2, 5));
        let lcov = coverage.to_lcov();
        let expected = "TN:\nSF:a.c\nDA:1,1\nDA:2,0\nDA:4,0\nDA:5,1\nDA:9,0\nLF:5\nLH:2\n\
                        end_of_record\n";
        assert_eq!(lcov, expected);
        let other = Coverage {
            files: BTreeMap::from([("a.c".to_owned(), BTreeMap::from([(9, true)]))]),
        };
        coverage.add(&other);
        assert_eq!(coverage.unreached(), ["a.c:2-4"]);
    }
}
