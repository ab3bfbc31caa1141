//! What needs the Rust library: locks, Figure 9, and `fib_bench`. Each
//! exploration has a process of its own.

use super::super::measure::{self, Ended, Limits};
use super::super::table::grouped;
use super::grid::Grid;
use super::printer::{Explored, Printer, Subject, or_dash};
use mazurka::{Algorithm, Model};
use mazurka_corpus::programs::mutual_exclusion::{self, ALGORITHMS, Fences, MutualExclusion};
use std::io;

/// How often the two threads of Figure 9 enter, by size; the last takes long.
const DIJKSTRA: [[usize; 2]; 4] = [[1, 1], [2, 1], [2, 2], [3, 2]];

const BOUNDS: [Option<u32>; 5] = [Some(0), Some(1), Some(2), Some(3), None];

/// The size of `fib_bench`, what must be counted by model, and what was
/// published: under SC in *Source Sets*-like measurements, under TSO by Nidhugg.
const FIB_BENCH: [(usize, [u64; 3], [Option<u64>; 3]); 2] = [
    (4, [19_605, 34_205, 34_205], [None, Some(171_629), None]),
    (5, [218_243, 525_630, 525_630], [None; 3]),
];

pub(super) fn figure_9(printer: &mut Printer<'_>, all: bool) -> io::Result<()> {
    let mut grid = Grid::new(
        "Figure 9. Dijkstra's mutual exclusion without barriers under TSO: executions by buffer bound",
        &["entries", "0", "1", "2", "3", "none"],
    );
    let Some(dijkstra) = mutual_exclusion::find("dijkstra") else {
        printer.fails("the corpus has no dijkstra");
        return Ok(());
    };
    let sizes = if all {
        &DIJKSTRA[..]
    } else {
        &DIJKSTRA[..DIJKSTRA.len() - 1]
    };
    for rounds in sizes {
        let mut counts = Vec::new();
        for bound in BOUNDS {
            let subject = Subject {
                part: "figure9",
                program: "dijkstra",
                size: Some(rounds.iter().sum()),
                model: Model::Tso,
                bound,
                algorithm: Algorithm::Optimal,
                published: None,
            };
            let what = measure::Subject::lock(dijkstra, rounds.to_vec());
            counts.push(explore(printer, &subject, what, true)?);
        }
        let runs: Vec<_> = counts.iter().flatten().map(Explored::runs).collect();
        if !runs.is_sorted() {
            printer.differs(&format!(
                "dijkstra {rounds:?}: fewer runs with a larger buffer: {runs:?}"
            ));
        }
        let cells = counts
            .iter()
            .map(|run| or_dash(run.map(|run| grouped(run.runs()))));
        grid.row(format!("{} + {}", rounds[0], rounds[1]), cells);
    }
    printer.grid(&grid)
}

pub(super) fn fib_bench(printer: &mut Printer<'_>, all: bool) -> io::Result<()> {
    let mut grid = Grid::new("fib_bench: executions by model", &["N", "sc", "tso", "pso"]);
    let Some(program) = mazurka_corpus::find("fib_bench") else {
        printer.fails("the corpus has no fib_bench");
        return Ok(());
    };
    let sizes = if all { &FIB_BENCH[..] } else { &FIB_BENCH[..1] };
    for (size, expected, published) in sizes {
        let mut cells = Vec::new();
        for (nth, model) in Model::ALL.into_iter().enumerate() {
            let subject = Subject {
                part: "fib_bench",
                program: "fib_bench",
                size: Some(*size),
                model,
                bound: None,
                algorithm: Algorithm::Optimal,
                published: published[nth],
            };
            let what = measure::Subject::program(program, *size);
            let explored = explore(printer, &subject, what, false)?;
            let runs = explored.map(|explored| explored.runs());
            if let Some(runs) = runs.filter(|runs| *runs != expected[nth]) {
                let (title, expected) = (subject.title(), expected[nth]);
                printer.differs(&format!("{title}: {runs} executions, expected {expected}"));
            }
            cells.push(or_dash(runs.map(grouped)));
        }
        grid.row(size.to_string(), cells);
        if published.iter().any(Option::is_some) {
            let published = published.map(|count| or_dash(count.map(grouped)));
            grid.row("  published", published);
        }
    }
    printer.grid(&grid)
}

/// Of the locks that go wrong under `model` without barriers, how many are found
/// to with each bound.
pub(super) fn locks_found_by_bound(
    printer: &mut Printer<'_>,
    model: Model,
    bounds: &[Option<u32>],
) -> io::Result<Vec<usize>> {
    let mut found = vec![0; bounds.len()];
    for lock in &ALGORITHMS {
        let Some(rounds) = smallest(lock, model) else {
            continue;
        };
        for (nth, bound) in bounds.iter().copied().enumerate() {
            let subject = Subject {
                part: "table2",
                program: lock.name,
                size: Some(rounds.iter().sum()),
                model,
                bound,
                algorithm: Algorithm::Optimal,
                published: None,
            };
            let what = measure::Subject::lock(lock, rounds.to_vec());
            let explored = explore(printer, &subject, what, false)?;
            let bug = explored.is_some_and(|explored| explored.bug);
            found[nth] += usize::from(bug);
            if bound.is_none() && !bug {
                printer.differs(&format!("{}: no bug found", subject.title()));
            }
            if bound == Some(0) && bug {
                printer.differs(&format!("{}: a bug without a buffer", subject.title()));
            }
        }
    }
    Ok(found)
}

/// A smallest program that shows a missing barrier under `model`.
fn smallest(lock: &MutualExclusion, model: Model) -> Option<&'static [usize]> {
    if lock.is_right(model, Fences::None) {
        return None;
    }
    let missed = lock
        .barriers
        .iter()
        .filter(|barrier| !barrier.is_free(model));
    missed
        .map(|barrier| barrier.rounds)
        .min_by_key(|rounds| rounds.iter().sum::<usize>())
}

fn explore(
    printer: &mut Printer<'_>,
    subject: &Subject<'_>,
    what: measure::Subject,
    keep_going: bool,
) -> io::Result<Option<Explored>> {
    let measured = measure::spawn(&measure::Arguments {
        subject: what,
        model: subject.model,
        buffer_bound: subject.bound,
        algorithm: subject.algorithm,
        keep_going,
        limits: Limits::default(),
    });
    let measured = match measured {
        Ok(measured) => measured,
        Err(message) => {
            printer.fails(&format!("{}: {message}", subject.title()));
            return Ok(None);
        }
    };
    if let Ended::Error(message) | Ended::Limit(message) = &measured.ended {
        printer.fails(&format!("{}: {message}", subject.title()));
        return Ok(None);
    }
    let explored = Explored {
        complete: measured.complete,
        blocked: measured.blocked,
        bug: matches!(measured.ended, Ended::Finding(_)),
        seconds: measured.seconds,
        peak_bytes: measured.peak_bytes,
    };
    printer.record(subject, &explored)?;
    Ok(Some(explored))
}
