//! Which programs and sizes are measured.

use crate::catalogue::{self, PROGRAMS, Program};

/// A program with sizes, ascending.
#[derive(Clone, Debug)]
pub(super) struct Selected {
    pub(super) program: &'static Program,
    pub(super) sizes: Vec<usize>,
}

impl Selected {
    fn usual(program: &'static Program) -> Selected {
        Selected {
            program,
            sizes: program.sizes.to_vec(),
        }
    }
}

/// What was asked for, or everything.
pub(super) fn or_all(asked: &[Selected]) -> Vec<Selected> {
    if asked.is_empty() {
        PROGRAMS.iter().map(Selected::usual).collect()
    } else {
        asked.to_vec()
    }
}

/// `NAME` or `NAME:SIZES`.
pub(super) fn parse(text: &str) -> Result<Selected, String> {
    let (name, sizes) = match text.split_once(':') {
        Some((name, sizes)) => (name, Some(sizes)),
        None => (text, None),
    };
    let program = catalogue::find(name).ok_or_else(|| {
        let names: Vec<_> = PROGRAMS.iter().map(|program| program.name).collect();
        format!("there is no such program; there are {}", names.join(", "))
    })?;
    let Some(sizes) = sizes else {
        return Ok(Selected::usual(program));
    };
    let mut all = Vec::new();
    for part in sizes.split(',') {
        all.extend(parse_sizes(part, program)?);
    }
    all.sort_unstable();
    all.dedup();
    Ok(Selected {
        program,
        sizes: all,
    })
}

/// The largest size of anything, so that formulas fit into 64 bits.
const MOST: usize = 18;

/// `4`, or `2..6` for 2 to 6.
fn parse_sizes(text: &str, program: &Program) -> Result<std::ops::RangeInclusive<usize>, String> {
    let (from, to) = text.split_once("..").unwrap_or((text, text));
    let number = |text: &str| {
        text.trim()
            .parse::<usize>()
            .map_err(|_| format!("sizes are like 4, 2..6 or 2,4,6, not {text:?}"))
    };
    let (from, to) = (number(from)?, number(to)?);
    let least = program.sizes[0];
    if from < least || to > MOST || from > to {
        return Err(format!(
            "the sizes of {} are {least} to {MOST}, not {text}",
            program.name
        ));
    }
    Ok(from..=to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sizes(text: &str) -> Result<Vec<usize>, String> {
        parse(text).map(|selected| selected.sizes)
    }

    #[test]
    fn sizes_are_lists_of_ranges() {
        assert_eq!(sizes("readers:4"), Ok(vec![4]));
        assert_eq!(sizes("readers:8,2..4,3"), Ok(vec![2, 3, 4, 8]));
        assert_eq!(sizes("queue"), Ok(vec![2, 3, 4]));
    }

    #[test]
    fn what_is_no_selection_is_refused() {
        for bad in [
            "reader",
            "readers:",
            "readers:x",
            "readers:4..2",
            "readers:1",
            "readers:99",
        ] {
            assert!(sizes(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn everything_is_selected_unless_asked() {
        assert_eq!(or_all(&[]).len(), PROGRAMS.len());
        assert_eq!(or_all(&[parse("readers").unwrap()]).len(), 1);
    }
}
