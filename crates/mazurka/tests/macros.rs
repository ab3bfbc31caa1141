//! `#[mazurka::test]`.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::thread;
use std::sync::atomic::{AtomicBool as StdAtomicBool, AtomicUsize as StdAtomicUsize};
use std::time::Duration;

/// Two threads that add; in which of two ways is the caller's choice.
fn add_twice(add: fn(&AtomicUsize)) -> usize {
    let n = Arc::new(AtomicUsize::new(0));
    let m = n.clone();
    let other = thread::spawn(move || add(&m));
    add(&n);
    other.join().unwrap();
    n.load(SeqCst)
}

fn add(n: &AtomicUsize) {
    n.fetch_add(1, SeqCst);
}

fn broken(n: &AtomicUsize) {
    n.store(n.load(SeqCst) + 1, SeqCst);
}

#[mazurka::test]
fn every_execution_passes() {
    assert_eq!(add_twice(add), 2);
}

#[mazurka::test]
#[should_panic(expected = "lost")]
fn a_bad_execution_fails_the_test() {
    assert_eq!(add_twice(broken), 2, "lost");
}

#[mazurka::test]
#[ignore = "to see that the attribute is kept"]
fn an_ignored_test_is_not_run() {
    panic!("it was run");
}

#[mazurka::test]
fn a_test_can_return_a_result() -> Result<(), std::num::ParseIntError> {
    assert_eq!("2".parse::<usize>()?, add_twice(add));
    Ok(())
}

#[mazurka::test]
#[should_panic(expected = "InvalidDigit")]
fn an_error_fails_the_test() -> Result<(), std::num::ParseIntError> {
    "x".parse::<usize>()?;
    Ok(())
}

/// How often the bodies below were run.
static RUNS: [StdAtomicUsize; 2] = [const { StdAtomicUsize::new(0) }; 2];

#[mazurka::test(algorithm = "exhaustive", max_events = 1_000)]
fn arguments_reach_the_checker_exhaustive() {
    RUNS[0].fetch_add(1, SeqCst);
    add_twice(broken);
    // Two loads and two stores in C(4, 2) interleavings; the load at the end
    // is after both joins. The first execution is replayed once.
    assert!(RUNS[0].load(SeqCst) <= 6 + 1);
}

#[mazurka::test(
    algorithm = "optimal",
    max_executions = 2,
    max_time = 60,
    max_local_time = 10.5,
    stack_size = 262144,
    keep_going = false,
    name = "a name"
)]
fn arguments_reach_the_checker_bounded() {
    RUNS[1].fetch_add(1, SeqCst);
    add_twice(broken);
    // The first execution is replayed once.
    assert!(
        RUNS[1].load(SeqCst) <= 2 + 1,
        "stopped after two executions"
    );
}

#[mazurka::test(max_events = 3)]
#[should_panic(expected = "an execution has 3 events and still goes on (max_events)")]
fn the_limit_on_events_reaches_the_checker() {
    add_twice(broken);
}

/// How many executions of the body below run now.
static RUNNING: StdAtomicUsize = StdAtomicUsize::new(0);
/// Two of them have run at once.
static MET: StdAtomicBool = StdAtomicBool::new(false);

#[mazurka::test(workers = 2)]
#[ignore = "only the test below calls it"]
fn with_two_workers() {
    RUNNING.fetch_add(1, SeqCst);
    add_twice(broken);
    add_twice(broken);
    for _ in 0..100 {
        if RUNNING.load(SeqCst) > 1 {
            MET.store(true, SeqCst);
        }
        if MET.load(SeqCst) {
            break;
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    RUNNING.fetch_sub(1, SeqCst);
}

#[test]
fn the_number_of_workers_reaches_the_checker() {
    with_two_workers();
    assert!(MET.load(SeqCst));
}

mod inner {
    /// Names are those of the place of the test.
    const ANSWER: u32 = 42;

    #[mazurka::test]
    pub(super) fn a_test_in_a_module() {
        assert_eq!(ANSWER, 42);
    }
}
