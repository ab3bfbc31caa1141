//! What the explorer alone costs: `cargo bench -p mazurka-explore`, over
//! programs that cost next to nothing to run. Words given after `--` pick the
//! rows whose names contain one of them.

#[path = "../tests/machine/mod.rs"]
mod machine;

use machine::Machine;
use mazurka_explore::{Algorithm, Limits, Verdict, explore};
use std::time::Instant;

fn rows() -> Vec<(String, Machine)> {
    let mut rows: Vec<(String, Machine)> = Vec::new();
    for n in [8, 12, 15] {
        rows.push((format!("readers({n})"), Machine::readers(n)));
    }
    for n in [8, 10, 12] {
        rows.push((format!("lastzero({n})"), Machine::lastzero(n)));
    }
    rows.push(("writers(2, 4)".into(), Machine::writers(2, 4)));
    rows.push(("writers(2, 8)".into(), Machine::writers(2, 8)));
    rows.push(("writers(7, 1)".into(), Machine::writers(7, 1)));
    rows.push(("guarded(6)".into(), Machine::guarded(6)));
    rows.push(("senders(4, 2)".into(), Machine::senders(4, 2)));
    for times in [500, 5000] {
        rows.push((format!("long({times})"), Machine::long(times)));
        rows.push((format!("locks({times})"), Machine::locks(times)));
    }
    for times in [100, 1000] {
        let name = format!("many_reads(2, {times})");
        rows.push((name, Machine::many_reads(2, times)));
    }
    rows
}

fn main() {
    let words: Vec<String> = std::env::args()
        .skip(1)
        .filter(|word| !word.starts_with("--"))
        .collect();
    println!(
        "{:<22} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9}",
        "program", "traces", "events", "replayed", "races", "probes", "ns/trace", "ns/event"
    );
    for (name, mut program) in rows() {
        if !words.is_empty() && !words.iter().any(|word| name.contains(word)) {
            continue;
        }
        let limits = Limits {
            max_executions: Some(200_000),
            ..Limits::default()
        };
        let start = Instant::now();
        let outcome = explore(Algorithm::Optimal, &mut program, &limits, &mut ());
        let time = start.elapsed();
        let outcome = outcome.expect("the programs are deterministic");
        assert!(!matches!(outcome.verdict, Verdict::Bug(_)), "{name}");
        let statistics = outcome.statistics;
        let run = statistics.events + statistics.replayed;
        #[allow(clippy::cast_precision_loss)]
        let per = |count: u64| time.as_nanos() as f64 / count as f64;
        println!(
            "{name:<22} {:>9} {:>9} {:>9} {:>9} {:>9} {:>9.0} {:>9.1}",
            statistics.complete,
            statistics.events,
            statistics.replayed,
            statistics.races,
            statistics.probes,
            per(statistics.complete),
            per(run)
        );
    }
}
