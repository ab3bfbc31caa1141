//! Trace files of Rust tests, and executions that are as simple as they can be made.

use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Checker, thread};
use mazurka_trace::{EventKind, Trace};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("rust-traces-{name}"));
        let _ = fs::remove_dir_all(&path);
        Folder(path)
    }

    /// The trace file that is there.
    fn trace(&self) -> Trace {
        let entries = fs::read_dir(&self.0).expect("the folder was made");
        let paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
        let [path] = &paths[..] else {
            panic!("one file was expected: {paths:?}");
        };
        Trace::from_json(&fs::read_to_string(path).unwrap()).expect("it is a trace file")
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn locks_in_a_circle() {
    let locks = Arc::new((Mutex::new(0), Mutex::new(0)));
    let others = locks.clone();
    let other = thread::spawn(move || {
        let _second = others.1.lock().unwrap();
        let _first = others.0.lock().unwrap();
    });
    let first = locks.0.lock().unwrap();
    let second = locks.1.lock().unwrap();
    drop((first, second));
    other.join().unwrap();
}

/// Two threads that go on in turns make a trace file that says what it leaves out.
#[test]
fn a_long_execution_is_folded() {
    const COUNT: usize = 20_000;
    let folder = Folder::new("long");
    let report = Checker::new().workers(1).trace_dir(&folder.0).check(|| {
        let sum = Arc::new(AtomicUsize::new(0));
        let add = |sum: &AtomicUsize| {
            for _ in 0..COUNT {
                sum.fetch_add(1, SeqCst);
            }
        };
        let theirs = Arc::clone(&sum);
        let other = thread::spawn(move || add(&theirs));
        add(&sum);
        other.join().unwrap();
        assert_ne!(sum.load(SeqCst), 2 * COUNT);
    });
    assert!(!report.is_verified());
    let trace = folder.trace();
    assert_eq!(Some(&*trace.replay), report.replay());
    let steps = trace.events.iter().filter(|event| event.step.is_some());
    assert!(steps.count() <= 5_000 && trace.left_out.events > 30_000);
    let left_out: usize = trace.events.iter().map(|event| event.left_out).sum();
    assert_eq!(left_out, trace.left_out.events);
}

#[test]
fn a_deadlock_is_written_with_its_circle() {
    let folder = Folder::new("circle");
    let report = Checker::new().trace_dir(&folder.0).check(locks_in_a_circle);
    assert!(!report.is_verified());
    let told = report.to_string();
    assert!(told.contains("Its trace file: "), "{told}");
    let trace = folder.trace();
    assert_eq!(trace.program.language, "rust");
    assert_eq!(Some(&*trace.replay), report.replay());
    let finding = trace.finding.as_ref().expect("a bug");
    assert_eq!(finding.kind, "deadlock");
    assert!(trace.circle(finding).expect("a circle").contains("main"));
    let steps = trace.events.iter().filter(|event| event.step.is_some());
    let held: Vec<_> = steps.flat_map(|event| &event.changes).collect();
    assert!(
        held.iter()
            .all(|change| change.of == "locks" && change.adds.is_some())
    );
    assert_eq!(held.len(), 2);
    // The lines of this file.
    let place = trace.events.iter().find(|event| event.operation == "lock");
    let (file, line) = place.map(|event| (event.file.clone(), event.line)).unwrap();
    let line = trace
        .source(&file.unwrap(), line.unwrap())
        .expect("the source is there");
    assert!(line.contains(".lock()"), "{line}");
}

#[test]
fn a_panic_is_written_with_its_place() {
    let folder = Folder::new("panic");
    let report = Checker::new().trace_dir(&folder.0).check(|| {
        let count = Arc::new(AtomicUsize::new(0));
        let other = count.clone();
        let adder = thread::spawn(move || other.store(other.load(SeqCst) + 1, SeqCst));
        count.store(count.load(SeqCst) + 1, SeqCst);
        adder.join().unwrap();
        assert_eq!(count.load(SeqCst), 2);
    });
    assert!(!report.is_verified());
    let trace = folder.trace();
    let last = trace.events.last().expect("events");
    assert_eq!(last.kind, EventKind::Finding);
    let line = trace.source(last.file.as_ref().unwrap(), last.line.unwrap());
    assert!(
        line.is_some_and(|line| line.contains("assert_eq!")),
        "{line:?}"
    );
    let loads = trace
        .events
        .iter()
        .filter(|event| event.operation == "load");
    let values: Vec<_> = loads.map(|event| (event.before, event.after)).collect();
    let zero = (Some(0), Some(0));
    assert_eq!(values, [zero, zero, (Some(1), Some(1))]);
}

/// Two threads lose an update of one another, beside noise, and a third has nothing to do with it.
fn noisy() {
    let (count, noise) = (Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let add = |rounds: usize| {
        let (count, noise) = (count.clone(), noise.clone());
        thread::spawn(move || {
            for _ in 0..rounds {
                noise.fetch_add(1, SeqCst);
                let before = count.load(SeqCst);
                count.store(before + 1, SeqCst);
            }
        })
    };
    let threads = [add(3), add(3), add(0)];
    for thread in threads {
        thread.join().unwrap();
    }
    assert_eq!(count.load(SeqCst), 6);
}

#[test]
fn a_simpler_execution_shows_the_same_bug() {
    let switches = |name: &str, shorten| {
        let folder = Folder::new(name);
        let checker = Checker::new().random(100, 1).trace_dir(&folder.0);
        let report = checker.shorten(shorten).check(noisy);
        let trace = folder.trace();
        let message = trace.finding.clone().expect("a bug").message;
        // What is printed replays it.
        let replay = report.replay().expect("a bug").to_owned();
        let again = Checker::new().replay(&replay).check(noisy);
        assert!(!again.is_verified());
        (trace.switches(), message)
    };
    let (found, first) = switches("found", Duration::ZERO);
    let (shown, second) = switches("shown", Duration::from_secs(20));
    assert!(shown < found, "{shown} of {found}");
    assert!(first.contains("left == right") && second.contains("left == right"));
}

#[test]
fn a_folder_that_cannot_be_made_is_told() {
    let folder = Folder::new("file");
    fs::write(&folder.0, "a file").unwrap();
    let report = Checker::new().trace_dir(&folder.0).check(locks_in_a_circle);
    assert!(
        report
            .to_string()
            .contains("There is no trace file: cannot make")
    );
    fs::remove_file(&folder.0).unwrap();
}
