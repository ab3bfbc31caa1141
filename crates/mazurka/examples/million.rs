//! A million executions of a test with two threads in one OS process: prints
//! how fast they are, and how much memory the process has before and after.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, thread};

const EXECUTIONS: u64 = 1_000_000;

fn main() {
    // Warm up, so that what is kept for later executions is there.
    run(10_000);
    let before = resident_kib();
    let report = run(EXECUTIONS);
    let after = resident_kib();
    let seconds = report.elapsed().as_secs_f64();
    let executions = report.statistics().executions();
    let events = report.statistics().events + report.statistics().replayed;
    println!("{}", report.summary());
    println!(
        "{executions} executions, {events} events run, {:.0} executions/s, {:.0} ns per event",
        executions as f64 / seconds,
        seconds * 1e9 / events as f64
    );
    println!("resident: {before} KiB before, {after} KiB after");
    assert!(after < before + 4096, "memory has grown");
}

/// Two threads with a dozen events each on one location: more traces than are
/// asked for.
fn run(executions: u64) -> mazurka::Report {
    Checker::new()
        .algorithm(Algorithm::Optimal)
        .max_executions(executions)
        .check(|| {
            let counter = Arc::new(AtomicUsize::new(0));
            let mutex = Arc::new(Mutex::new(Vec::new()));
            let (theirs, mutex2) = (counter.clone(), mutex.clone());
            let handle = thread::spawn(move || {
                for i in 0..12 {
                    theirs.fetch_add(1, SeqCst);
                    if i == 5 {
                        mutex2.lock().unwrap().push(Box::new(i));
                    }
                }
            });
            for _ in 0..12 {
                counter.fetch_add(1, SeqCst);
            }
            mutex.lock().unwrap().push(Box::new(0));
            handle.join().unwrap();
            assert_eq!(counter.load(SeqCst), 24);
        })
}

/// The resident memory of this OS process; zero where it cannot be read.
fn resident_kib() -> u64 {
    let statm = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages = statm.split_whitespace().nth(1);
    pages
        .and_then(|pages| pages.parse::<u64>().ok())
        .unwrap_or(0)
        * 4
}
