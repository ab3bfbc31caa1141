//! What Mazurka does, on three small programs: an update that gets lost, a
//! message published with the wrong ordering, and the same message published
//! rightly.

use mazurka::cell::UnsafeCell;
use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use mazurka::{Checker, Report, Verdict, thread};
use std::process::ExitCode;

/// Two threads add one each, by a load and a store: an update can get lost.
fn lost_update() {
    let counter = Arc::new(AtomicUsize::new(0));
    let adders: Vec<_> = (0..2)
        .map(|_| {
            let counter = counter.clone();
            thread::spawn(move || {
                let before = counter.load(Ordering::SeqCst);
                counter.store(before + 1, Ordering::SeqCst);
            })
        })
        .collect();
    for adder in adders {
        adder.join().unwrap();
    }
    assert_eq!(counter.load(Ordering::SeqCst), 2, "an update was lost");
}

/// A message in plain memory, and a flag that says that it is there.
struct Mailbox {
    message: UnsafeCell<u32>,
    ready: AtomicBool,
}

// SAFETY: the message is read only after `ready` was seen to be set; whether
// that is enough is what the demonstration asks.
unsafe impl Sync for Mailbox {}

fn publish(set: Ordering, see: Ordering) {
    let mailbox = Arc::new(Mailbox {
        message: UnsafeCell::new(0),
        ready: AtomicBool::new(false),
    });
    let sender = mailbox.clone();
    let sending = thread::spawn(move || {
        // SAFETY: the pointer is valid for as long as the mailbox is.
        sender.message.with_mut(|message| unsafe { *message = 42 });
        sender.ready.store(true, set);
    });
    if mailbox.ready.load(see) {
        // SAFETY: as above.
        let message = mailbox.message.with(|message| unsafe { *message });
        assert_eq!(message, 42);
    }
    sending.join().unwrap();
}

/// The programs by name, and whether they are right.
const PROGRAMS: [(&str, bool, fn()); 3] = [
    ("lost_update", false, lost_update),
    ("relaxed", false, || {
        publish(Ordering::Relaxed, Ordering::Relaxed)
    }),
    ("release_acquire", true, || {
        publish(Ordering::Release, Ordering::Acquire)
    }),
];

/// Prints what a failing test would print, but for how to run it again.
fn show(name: &str, report: &Report) {
    println!("--- {name}\n{}", report.summary());
    if let Verdict::Bug {
        finding,
        trace,
        replay,
        ..
    } = report.verdict()
    {
        println!(
            "\nThe interleaving that shows it:\n\n  {}",
            trace.join("\n  ")
        );
        println!("\n{}: {}", finding.kind, finding.message);
        println!("\nReplay it with:\n\n  MAZURKA_REPLAY={replay} {COMMAND} {name}");
    }
    println!();
}

const COMMAND: &str = "cargo run --package mazurka-corpus --example demo";

/// Checks the programs named as arguments, or all of them.
fn main() -> ExitCode {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let mut exit = ExitCode::SUCCESS;
    for (name, is_right, program) in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|wanted| wanted == name) {
            continue;
        }
        let report = Checker::new().name(name).check(program);
        show(name, &report);
        let as_told = match report.verdict() {
            Verdict::Verified => is_right,
            Verdict::Bug { .. } => !is_right,
            _ => false,
        };
        if !as_told {
            eprintln!("{name}: this is not what was to be shown");
            exit = ExitCode::FAILURE;
        }
    }
    exit
}
