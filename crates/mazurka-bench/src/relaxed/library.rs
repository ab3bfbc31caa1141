//! What needs the Rust library: locks, Figure 9, and `fib_bench`. Each
//! exploration has a process of its own.

use super::subject::{Explored, Subject};
use crate::corpus::{self, Ended, Limits};
use crate::printer::Printer;
use crate::table::{Table, grouped, or_dash};
use mazurka::{Algorithm, Model};
use mazurka_corpus::programs::mutual_exclusion::{self, ALGORITHMS, Fences, MutualExclusion};
use mazurka_corpus::programs::relaxed::{FIGURE_9_BOUNDS, FIGURE_9_TRACES};
use std::io;

/// The size of `fib_bench`, what must be counted by model, and what was published:
/// what Nidhugg visits. The last takes long.
const FIB_BENCH: [(usize, [u64; 3], [Option<u64>; 3]); 2] = [
    (4, [19_605, 34_205, 34_205], [None, Some(171_629), None]),
    (5, [218_243, 525_630, 525_630], [None; 3]),
];

pub(super) fn figure_9(printer: &mut Printer, all: bool) -> io::Result<()> {
    let caption = "Figure 9. Dijkstra's mutual exclusion without barriers, two threads, under TSO:\n\
                   executions by entries into critical sections and buffer bound";
    let mut table = Table::new(caption, &["entries", "0", "1", "2", "3", "4", "none"]);
    let Some(dijkstra) = mutual_exclusion::find("dijkstra") else {
        printer.fails("the corpus has no dijkstra");
        return Ok(());
    };
    // The last takes long.
    let shown = FIGURE_9_TRACES.len() - usize::from(!all);
    for (entries, expected) in &FIGURE_9_TRACES[..shown] {
        let mut cells = Vec::new();
        for (bound, expected) in FIGURE_9_BOUNDS.into_iter().zip(*expected) {
            let subject = Subject {
                part: "figure9",
                program: "dijkstra",
                size: Some(*entries),
                model: Model::Tso,
                bound,
                algorithm: Algorithm::Optimal,
                published: None,
            };
            let rounds = vec![entries.div_ceil(2), entries / 2];
            let what = corpus::Subject::lock(dijkstra, rounds);
            let explored = explore(printer, &subject, what, true)?;
            cells.push(compared(printer, &subject, explored, expected));
        }
        table.labelled(entries.to_string(), cells);
    }
    printer.table(&table)
}

/// A cell of a table, and a complaint if it is not as it must be.
fn compared(
    printer: &mut Printer,
    subject: &Subject<'_>,
    explored: Option<Explored>,
    expected: u64,
) -> String {
    let runs = explored.map(|explored| explored.runs());
    if let Some(runs) = runs.filter(|runs| *runs != expected) {
        let title = subject.title();
        printer.differs(&format!("{title}: {runs} executions, expected {expected}"));
    }
    or_dash(runs.map(grouped))
}

pub(super) fn fib_bench(printer: &mut Printer, all: bool) -> io::Result<()> {
    let mut table = Table::new("fib_bench: executions by model", &["N", "sc", "tso", "pso"]);
    let Some(program) = mazurka_corpus::find("fib_bench") else {
        printer.fails("the corpus has no fib_bench");
        return Ok(());
    };
    let sizes = if all { &FIB_BENCH[..] } else { &FIB_BENCH[..1] };
    for (size, expected, published) in sizes {
        let mut cells = Vec::new();
        for (nth, model) in Model::BUFFERED.into_iter().enumerate() {
            let subject = Subject {
                part: "fib_bench",
                program: "fib_bench",
                size: Some(*size),
                model,
                bound: None,
                algorithm: Algorithm::Optimal,
                published: published[nth],
            };
            let what = corpus::Subject::program(program, *size);
            let explored = explore(printer, &subject, what, false)?;
            cells.push(compared(printer, &subject, explored, expected[nth]));
        }
        table.labelled(size.to_string(), cells);
        if published.iter().any(Option::is_some) {
            let published = published.map(|count| or_dash(count.map(grouped)));
            table.labelled("  Nidhugg 0.4", published);
        }
    }
    printer.table(&table)
}

/// Of the locks that go wrong under `model` without barriers, how many are found
/// to with each bound.
pub(super) fn locks_found_by_bound(
    printer: &mut Printer,
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
            let what = corpus::Subject::lock(lock, rounds.to_vec());
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
    printer: &mut Printer,
    subject: &Subject<'_>,
    what: corpus::Subject,
    keep_going: bool,
) -> io::Result<Option<Explored>> {
    let measured = corpus::spawn(&corpus::Arguments {
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
    subject.record(printer, &explored)?;
    Ok(Some(explored))
}
