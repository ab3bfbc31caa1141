//! Barriers: traces, leaders, generations, too few and too many threads.

mod explored;

use explored::{Seen, buggy, join, traces, verified};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::{AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Barrier};
use mazurka::{FindingKind, thread};

/// `threads` threads that wait `rounds` times at a barrier for `size`; what
/// each execution says of who led is noted.
fn rounds(size: usize, threads: usize, rounds: usize) -> (u64, Vec<Vec<bool>>) {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let barrier = Arc::new(Barrier::new(size));
        let threads: Vec<_> = (0..threads)
            .map(|_| {
                let barrier = barrier.clone();
                thread::spawn(move || {
                    let leads = (0..rounds).map(|_| barrier.wait().is_leader());
                    leads.collect::<Vec<_>>()
                })
            })
            .collect();
        let leads = threads.into_iter().map(|thread| thread.join().unwrap());
        results.add(leads.collect::<Vec<_>>().concat());
    });
    (count, seen.all())
}

/// Arrivals commute, and each thread may be the leader.
#[test]
fn a_barrier_for_n_has_n_traces() {
    for n in 1..=4 {
        let (count, leads) = rounds(n, n, 1);
        assert_eq!(count, n as u64);
        assert_eq!(leads.len(), n, "{leads:?}");
        for lead in leads {
            assert_eq!(lead.iter().filter(|leads| **leads).count(), 1);
        }
    }
}

/// The leader of each generation may be any thread.
#[test]
fn a_barrier_is_used_again() {
    assert_eq!(rounds(2, 2, 2).0, 2 * 2);
    assert_eq!(rounds(2, 2, 3).0, 2 * 2 * 2);
    let leads = Seen::new();
    let results = leads.clone();
    let count = traces(move || {
        let barrier = Arc::new(Barrier::new(3));
        let threads = [0, 1, 2].map(|_| {
            let barrier = barrier.clone();
            thread::spawn(move || (barrier.wait().is_leader(), barrier.wait().is_leader()))
        });
        results.add(threads.map(|thread| thread.join().unwrap()));
    });
    assert_eq!(count, 3 * 3);
    assert_eq!(leads.all().len(), 3 * 3);
}

/// Then who meets whom depends on the order of arrivals, of which there are
/// `4!`; in each, two of the four lead.
#[test]
fn more_threads_than_the_barrier_is_for() {
    let (count, leads) = rounds(2, 4, 1);
    assert_eq!(count, 24);
    assert_eq!(leads.len(), 6, "{leads:?}");
    for lead in leads {
        assert_eq!(lead.iter().filter(|leads| **leads).count(), 2);
    }
}

/// The thread that comes for the second round only belongs to the second
/// generation, and nobody else can lead there but those two.
#[test]
fn a_thread_that_comes_late() {
    let count = verified(|| {
        let barrier = Arc::new(Barrier::new(2));
        let theirs = barrier.clone();
        let first = thread::spawn(move || theirs.wait());
        barrier.wait();
        first.join().unwrap();
        let theirs = barrier.clone();
        let second = thread::spawn(move || theirs.wait());
        barrier.wait();
        second.join().unwrap();
    });
    assert_eq!(count, 2 * 2);
}

/// Where no thread asks who leads, there is nothing to tell executions apart.
#[test]
fn a_barrier_whose_leader_is_not_asked_for_has_one_trace() {
    let count = traces(|| {
        let barrier = Arc::new(Barrier::new(8));
        let threads = [(); 7].map(|()| {
            let barrier = barrier.clone();
            thread::spawn(move || {
                barrier.wait();
                barrier.wait();
            })
        });
        barrier.wait();
        barrier.wait();
        join(threads);
    });
    assert_eq!(count, 1);
}

/// If one thread asks, it may lead or not, though the others never say that they do.
#[test]
fn one_thread_asks_who_leads() {
    let seen = Seen::new();
    let results = seen.clone();
    let count = verified(move || {
        let barrier = Arc::new(Barrier::new(3));
        let threads = [(); 2].map(|()| {
            let barrier = barrier.clone();
            thread::spawn(move || {
                barrier.wait();
            })
        });
        let mine = barrier.wait();
        join(threads);
        results.add(mine.is_leader());
    });
    assert_eq!(count, 3);
    assert_eq!(seen.all().len(), 2);
}

#[test]
fn too_few_threads_deadlock() {
    let message = buggy(FindingKind::Deadlock, || {
        let barrier = Arc::new(Barrier::new(3));
        let theirs = barrier.clone();
        let other = thread::spawn(move || theirs.wait());
        barrier.wait();
        other.join().unwrap();
    });
    assert!(message.contains("to arrive at a Barrier"), "{message}");
    assert!(message.contains("barrier.rs"), "{message}");
}

/// Of three threads at a barrier for two, one is left alone.
#[test]
fn a_thread_too_many_deadlocks() {
    buggy(FindingKind::Deadlock, || {
        let barrier = Arc::new(Barrier::new(2));
        let threads = [0, 1, 2].map(|_| {
            let barrier = barrier.clone();
            thread::spawn(move || barrier.wait())
        });
        join(threads);
    });
}

/// What was done before the barrier is seen after it; what is done after it is
/// not seen before.
#[test]
fn nobody_passes_before_all_have_arrived() {
    let count = verified(|| {
        let barrier = Arc::new((Barrier::new(2), AtomicUsize::new(0)));
        let threads = [0, 1].map(|_| {
            let barrier = barrier.clone();
            thread::spawn(move || {
                barrier.1.fetch_add(1, SeqCst);
                barrier.0.wait();
                assert_eq!(barrier.1.load(SeqCst), 2);
            })
        });
        join(threads);
    });
    // The additions come in two orders.
    assert_eq!(count, 2);
}

struct Shared(UnsafeCell<u32>, Barrier);
// SAFETY: whether accesses are ordered is what the tests look for.
unsafe impl Sync for Shared {}

fn ordered(size: usize) -> impl Fn() + Send + Sync + 'static {
    move || {
        let shared = Arc::new(Shared(UnsafeCell::new(0), Barrier::new(size)));
        let theirs = shared.clone();
        let other = thread::spawn(move || {
            // SAFETY: as for `Sync`.
            theirs.0.with_mut(|value| unsafe { *value = 1 });
            theirs.1.wait();
        });
        shared.1.wait();
        // SAFETY: as for `Sync`.
        shared.0.with(|value| unsafe { *value });
        other.join().unwrap();
    }
}

#[test]
fn a_barrier_orders_what_is_done_before_and_after() {
    assert_eq!(verified(ordered(2)), 1);
    // A barrier for one thread holds nobody up.
    buggy(FindingKind::DataRace, ordered(1));
}

static MEETING: Barrier = Barrier::new(2);

#[test]
fn a_static_barrier_starts_anew_in_every_execution() {
    let count = verified(|| {
        let other = thread::spawn(|| MEETING.wait());
        MEETING.wait();
        other.join().unwrap();
    });
    assert_eq!(count, 1);
}

#[test]
fn what_is_shown() {
    verified(|| {
        let barrier = Barrier::new(0);
        assert_eq!(format!("{barrier:?}"), "Barrier { .. }");
        let shown = format!("{:?}", barrier.wait());
        assert_eq!(shown, "BarrierWaitResult { is_leader: true }");
    });
}
