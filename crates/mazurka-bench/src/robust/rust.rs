//! Rust programs in a process of their own, for `stop` and `growth`.

use clap::Args;
use mazurka::sync::atomic::{AtomicUsize, Ordering};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, thread};

/// The name of the command.
pub(crate) const COMMAND: &str = "rust-run";

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// `mutex`, or `fib`.
    program: String,
    threads: usize,
    /// Events in all, or rounds of each thread.
    events: usize,
    /// Stop after as many executions.
    #[arg(long)]
    max_executions: Option<u64>,
}

/// Checks a program as the environment says, and prints a line of JSON.
pub(crate) fn run(arguments: &Arguments) -> Result<(), String> {
    let Arguments {
        threads, events, ..
    } = *arguments;
    let mut checker = Checker::new()
        .model(mazurka::Model::Sc)
        .max_events(10_000_000)
        .workers(1);
    if let Some(count) = arguments.max_executions {
        checker = checker.max_executions(count);
    }
    let report = match arguments.program.as_str() {
        // A lock and an unlock each round.
        "mutex" => checker.check(move || mutex(threads, (events / 2 / threads).max(1))),
        "fib" => checker.check(move || fib(events)),
        other => return Err(format!("no program {other}")),
    };
    let statistics = report.statistics();
    println!(
        "{{\"complete\":{},\"events\":{},\"verdict\":\"{}\"}}",
        statistics.complete,
        statistics.events,
        if report.is_verified() {
            "verified"
        } else {
            "unknown"
        }
    );
    Ok(())
}

fn mutex(threads: usize, rounds: usize) {
    let shared = Arc::new(Mutex::new(0));
    let threads: Vec<_> = (0..threads)
        .map(|_| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                for _ in 0..rounds {
                    *shared.lock().unwrap() += 1;
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

fn fib(rounds: usize) {
    let shared = Arc::new([const { AtomicUsize::new(1) }; 2]);
    let threads: Vec<_> = (0..2)
        .map(|own| {
            let shared = Arc::clone(&shared);
            thread::spawn(move || {
                for _ in 0..rounds {
                    let sum = shared[0].load(Ordering::SeqCst) + shared[1].load(Ordering::SeqCst);
                    shared[own].store(sum, Ordering::SeqCst);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}
