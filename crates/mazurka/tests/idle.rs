//! Updates that write what is there only read: they commute, and loops of them wait.

use mazurka::sync::Arc;
use mazurka::sync::atomic::{
    AtomicBool, AtomicI8, AtomicI32, AtomicI64, AtomicPtr, AtomicU8, AtomicU16, AtomicU64,
    AtomicUsize,
    Ordering::{Acquire, Release, SeqCst},
};
use mazurka::{Algorithm, Checker, FindingKind, Report, cell::UnsafeCell, thread};

#[path = "idle/clocks.rs"]
mod clocks;

fn optimal(f: impl Fn() + Send + Sync + 'static) -> Report {
    Checker::new().max_events(300).check(f)
}

/// How many traces a program has that is right, under every algorithm.
fn traces(f: impl Fn() + Send + Sync + Clone + 'static) -> u64 {
    for algorithm in Algorithm::TRACES {
        let report = Checker::new()
            .algorithm(algorithm)
            .max_events(300)
            .check(f.clone());
        assert!(report.is_verified(), "{algorithm}: {report}");
    }
    let report = optimal(f);
    assert_eq!(report.statistics().blocked, 0, "{report}");
    report.statistics().complete
}

/// Two threads that do the same to what `make` makes.
fn twice<T: Send + Sync + 'static>(make: fn() -> T, update: fn(&T)) -> u64 {
    traces(move || {
        let shared = Arc::new(make());
        let theirs = shared.clone();
        let other = thread::spawn(move || update(&theirs));
        update(&shared);
        other.join().unwrap();
    })
}

macro_rules! count {
    ($atomic:ident($value:expr), $method:ident($operand:expr)) => {
        twice(
            || $atomic::new($value),
            |atomic| {
                atomic.$method($operand, SeqCst);
            },
        )
    };
}

#[test]
fn updates_that_change_nothing_commute() {
    assert_eq!(count!(AtomicBool(true), fetch_or(true)), 1);
    assert_eq!(count!(AtomicBool(false), fetch_and(false)), 1);
    assert_eq!(count!(AtomicBool(false), fetch_xor(false)), 1);
    assert_eq!(count!(AtomicBool(true), fetch_nand(false)), 1);
    assert_eq!(count!(AtomicU8(3), fetch_or(2)), 1);
    assert_eq!(count!(AtomicU8(255), fetch_nand(0)), 1);
    assert_eq!(count!(AtomicU16(0x8000), fetch_or(0x8000)), 1);
    assert_eq!(count!(AtomicU16(0x0fff), fetch_and(0x0fff)), 1);
    assert_eq!(count!(AtomicI8(-3), fetch_max(-5)), 1);
    assert_eq!(count!(AtomicI8(-3), fetch_min(5)), 1);
    assert_eq!(count!(AtomicU8(200), fetch_max(100)), 1);
    assert_eq!(count!(AtomicU8(100), fetch_min(200)), 1);
    assert_eq!(count!(AtomicI32(-70_000), fetch_max(-80_000)), 1);
    assert_eq!(count!(AtomicI64(-1), fetch_max(-2)), 1);
    assert_eq!(count!(AtomicU64(5), fetch_min(6)), 1);
    assert_eq!(count!(AtomicU64(9), fetch_or(1)), 1);
    assert_eq!(count!(AtomicUsize(8), fetch_and(!7)), 1);
    assert_eq!(count!(AtomicUsize(8), fetch_add(0)), 1);
    assert_eq!(count!(AtomicI64(8), fetch_sub(0)), 1);
}

/// The first of two that do the same writes, and the second reads: two orders.
#[test]
fn updates_that_change_something_come_in_an_order() {
    assert_eq!(count!(AtomicBool(false), fetch_or(true)), 2);
    assert_eq!(count!(AtomicU8(1), fetch_or(2)), 2);
    assert_eq!(count!(AtomicU8(3), fetch_and(1)), 2);
    assert_eq!(count!(AtomicI8(-3), fetch_max(5)), 2);
    assert_eq!(count!(AtomicI8(3), fetch_min(-5)), 2);
    assert_eq!(count!(AtomicU8(100), fetch_max(200)), 2);
    assert_eq!(count!(AtomicU64(8), fetch_or(1)), 2);
    assert_eq!(count!(AtomicU64(8), fetch_add(1)), 2);
}

/// Of what may be an address, bits that its name has not as well are not looked at.
#[test]
fn words_that_may_be_addresses() {
    assert_eq!(count!(AtomicU64(u64::MAX), fetch_or(1 << 63)), 2);
    assert_eq!(count!(AtomicI64(-9), fetch_min(5)), 2);
    assert_eq!(count!(AtomicU64(1 << 40), fetch_max(1 << 30)), 2);
}

/// A flag in an address, which is in other bits of its name where it is not.
#[test]
fn flags_in_addresses() {
    static STATIC: AtomicU8 = AtomicU8::new(0);
    let count = traces(|| {
        let mut value = 0_u64;
        let local = &raw mut value;
        let heap = Box::into_raw(Box::new(0_u64));
        let tagged = (&raw const STATIC).cast::<u64>().cast_mut();
        for pointer in [local, heap, tagged] {
            let flag = 1 & pointer.addr();
            let atomic = Arc::new(AtomicPtr::new(pointer));
            let theirs = atomic.clone();
            let other = thread::spawn(move || theirs.fetch_or(1, SeqCst).addr() & 1);
            let mine = atomic.fetch_or(1, SeqCst).addr() & 1;
            assert_eq!(mine + other.join().unwrap(), 1 + flag);
            assert_eq!(atomic.load(SeqCst).addr() & 1, 1);
            atomic.fetch_and(!1, SeqCst);
            assert_eq!(atomic.load(SeqCst).addr() | flag, pointer.addr());
        }
        // SAFETY: it came from a box.
        drop(unsafe { Box::from_raw(heap) });
    });
    assert!(count == 8 || count == 4, "{count}");
}

/// How many executions two threads have that take a lock: either is first.
fn locks(lock: fn(&AtomicUsize), unlock: fn(&AtomicUsize)) -> u64 {
    traces(move || {
        let word = Arc::new(AtomicUsize::new(2));
        let theirs = word.clone();
        let other = thread::spawn(move || {
            lock(&theirs);
            unlock(&theirs);
        });
        lock(&word);
        unlock(&word);
        other.join().unwrap();
    })
}

#[test]
fn loops_of_updates_that_change_nothing_wait() {
    let unlock = |word: &AtomicUsize| word.store(2, Release);
    assert_eq!(
        locks(|word| while word.fetch_or(1, Acquire) & 1 != 0 {}, unlock),
        2
    );
    assert_eq!(
        locks(|word| while word.fetch_max(3, Acquire) == 3 {}, unlock),
        2
    );
    assert_eq!(
        locks(|word| while word.fetch_and(!2, Acquire) & 2 == 0 {}, unlock),
        2
    );
    let look_first = |word: &AtomicUsize| {
        loop {
            while word.fetch_add(0, SeqCst) & 1 != 0 {}
            if word.compare_exchange(2, 3, SeqCst, SeqCst).is_ok() {
                break;
            }
        }
    };
    // What `fetch_add` found stays behind on the stack: the first failed round is an event.
    assert_eq!(locks(look_first, unlock), 6);
}

macro_rules! lock_by {
    ($atomic:ty, $free:expr, |$word:ident| $fails:expr) => {
        traces(|| {
            let lock: Arc<$atomic> = Arc::new(<$atomic>::new($free));
            let theirs = lock.clone();
            let with = |$word: &$atomic| {
                while $fails {
                    thread::yield_now();
                }
                $word.store($free, Release);
            };
            let other = thread::spawn(move || with(&theirs));
            with(&lock);
            other.join().unwrap();
        })
    };
}

/// Of what may be an address, an update that writes what is there is a write to explorers. In a
/// loop it is a look all the same.
#[test]
fn loops_of_updates_of_words_wait() {
    use std::ptr::{null_mut as null, without_provenance_mut};
    assert_eq!(
        lock_by!(AtomicI64, 0, |word| word.fetch_or(16, Acquire) != 0),
        2
    );
    assert_eq!(
        lock_by!(AtomicU64, 0, |word| word.fetch_or(1 << 63, Acquire) != 0),
        2
    );
    assert_eq!(
        lock_by!(AtomicU64, 1, |word| word.fetch_and(0, Acquire) == 0),
        2
    );
    assert_eq!(
        lock_by!(AtomicUsize, 0, |word| word.fetch_max(1 << 20, Acquire) != 0),
        2
    );
    assert_eq!(
        lock_by!(AtomicI64, 1, |word| word.fetch_min(-1, Acquire) != 1),
        2
    );
    assert_eq!(
        lock_by!(AtomicPtr<u8>, null(), |word| !word
            .swap(without_provenance_mut(8), Acquire)
            .is_null()),
        2
    );
    // What it found stays behind on the stack: the first failed round is an event.
    assert_eq!(
        lock_by!(AtomicPtr<u8>, null(), |word| word
            .fetch_or(8, Acquire)
            .addr()
            != 0),
        4
    );
}

/// An exchange of a value for itself is a look, too, whether it succeeds or not.
#[test]
fn loops_of_exchanges_that_change_nothing_wait() {
    let count = traces(|| {
        let word = Arc::new(AtomicUsize::new(0));
        let theirs = word.clone();
        thread::spawn(move || theirs.store(1, Release));
        while word.compare_exchange(0, 0, Acquire, Acquire).is_ok() {}
    });
    assert_eq!(count, 1);
    traces(|| {
        let word = Arc::new(AtomicUsize::new(0));
        let theirs = word.clone();
        thread::spawn(move || theirs.store(1, Release));
        while word.fetch_update(Acquire, Acquire, Some) == Ok(0) {}
    });
}

#[test]
fn a_lock_that_is_not_given_back_is_a_livelock() {
    let report = optimal(|| {
        let word = Arc::new(AtomicBool::new(false));
        let theirs = word.clone();
        let other = thread::spawn(move || while theirs.fetch_or(true, Acquire) {});
        while word.fetch_or(true, Acquire) {}
        other.join().unwrap();
    });
    let found = report.finding().map(|finding| finding.kind);
    assert_eq!(found, Some(FindingKind::Livelock), "{report}");
}

struct Shared(UnsafeCell<u32>, AtomicBool);
// SAFETY: whether accesses are ordered is what the tests look for.
unsafe impl Sync for Shared {}

/// What changed nothing releases nothing; what changed something does.
#[test]
fn an_update_that_changes_nothing_does_not_synchronise() {
    for (before, is_race) in [(false, false), (true, true)] {
        let report = optimal(move || {
            let shared = Arc::new(Shared(UnsafeCell::new(0), AtomicBool::new(before)));
            let theirs = shared.clone();
            let other = thread::spawn(move || {
                // SAFETY: as for `Sync`.
                theirs.0.with_mut(|value| unsafe { *value = 1 });
                theirs.1.fetch_or(true, Release);
            });
            if shared.1.load(Acquire) {
                // SAFETY: as for `Sync`.
                shared.0.with(|value| unsafe { *value });
            }
            other.join().unwrap();
        });
        let found = report.finding().map(|finding| finding.kind);
        assert_eq!(found, is_race.then_some(FindingKind::DataRace), "{report}");
    }
}
