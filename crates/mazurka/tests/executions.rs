//! What must hold from one execution to the next: statics start fresh, memory
//! stays where it is and does not grow, threads that are left behind unwind.

use mazurka::sync::atomic::{AtomicPtr, AtomicUsize, Ordering::SeqCst};
use mazurka::sync::{Arc, Mutex};
use mazurka::{Algorithm, Checker, FindingKind, Limit, Model, Report, Verdict, thread};

#[track_caller]
fn assert_verified(report: &Report, traces: u64) {
    assert!(report.is_verified(), "{report}");
    assert_eq!(report.statistics().complete, traces, "{report}");
}

static COUNTER: AtomicUsize = AtomicUsize::new(5);
static LIST: Mutex<Vec<String>> = Mutex::new(Vec::new());

fn statics_program() {
    let handle = thread::spawn(|| {
        COUNTER.fetch_add(1, SeqCst);
        LIST.lock().unwrap().push("theirs".to_owned());
    });
    COUNTER.fetch_add(1, SeqCst);
    LIST.lock().unwrap().push("mine".to_owned());
    handle.join().unwrap();
    assert_eq!(COUNTER.load(SeqCst), 7);
    assert_eq!(LIST.lock().unwrap().len(), 2);
}

#[test]
fn statics_start_fresh_in_every_execution() {
    let report = Checker::new().check(statics_program);
    assert_verified(&report, 4);
}

#[test]
fn checks_in_parallel_do_not_share_statics() {
    let threads: Vec<_> = (0..8)
        .map(|_| {
            std::thread::spawn(|| {
                for _ in 0..50 {
                    assert_verified(&Checker::new().check(statics_program), 4);
                }
            })
        })
        .collect();
    for thread in threads {
        thread.join().unwrap();
    }
}

struct Node {
    value: AtomicUsize,
    next: AtomicPtr<Node>,
}

#[test]
fn pointers_compare_equal_between_executions_though_nodes_leak() {
    // Every execution leaks its nodes, so that their addresses move on.
    let report = Checker::new().check(|| {
        let head = Arc::new(AtomicPtr::new(std::ptr::null_mut::<Node>()));
        let push = |head: &AtomicPtr<Node>, value| {
            let node = Box::into_raw(Box::new(Node {
                value: AtomicUsize::new(value),
                next: AtomicPtr::new(std::ptr::null_mut()),
            }));
            loop {
                let first = head.load(SeqCst);
                // SAFETY: the node is never freed.
                unsafe { (*node).next.store(first, SeqCst) };
                if head.compare_exchange(first, node, SeqCst, SeqCst).is_ok() {
                    return;
                }
            }
        };
        let theirs = head.clone();
        let handle = thread::spawn(move || {
            push(&theirs, 1);
            push(&theirs, 2);
        });
        push(&head, 3);
        handle.join().unwrap();
        let (mut at, mut sum) = (head.load(SeqCst), 0);
        while !at.is_null() {
            // SAFETY: as above.
            unsafe {
                sum += (*at).value.load(SeqCst);
                at = (*at).next.load(SeqCst);
            }
        }
        assert_eq!(sum, 6);
    });
    assert!(report.is_verified(), "{report}");
    assert!(report.statistics().complete > 3, "{report}");
}

#[test]
fn memory_that_escapes_stays_valid() {
    static ESCAPED: std::sync::Mutex<Vec<Box<[usize]>>> = std::sync::Mutex::new(Vec::new());
    let report = Checker::new().model(Model::Sc).check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let handles: Vec<_> = (1..=4)
            .map(|i| {
                let x = x.clone();
                thread::spawn(move || {
                    let seen = x.fetch_add(i, SeqCst);
                    let block = vec![seen * 10 + i; 50].into_boxed_slice();
                    ESCAPED.lock().unwrap().push(block);
                })
            })
            .collect();
        for handle in handles {
            handle.join().unwrap();
        }
    });
    assert_verified(&report, 24);
    let escaped = std::mem::take(&mut *ESCAPED.lock().unwrap());
    // The first execution is replayed once.
    assert_eq!(escaped.len(), (24 + 1) * 4);
    for block in &escaped {
        assert!(block.iter().all(|item| *item == block[0]));
        assert!((1..=4).contains(&(block[0] % 10)));
    }
    // Freed on an OS thread that has nothing to do with the check.
    std::thread::spawn(move || drop(escaped)).join().unwrap();
}

#[test]
fn large_and_aligned_blocks() {
    #[repr(align(128))]
    struct Wide(u8);
    #[repr(align(4096))]
    struct Page(u8);
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let handle = thread::spawn({
            let x = x.clone();
            move || {
                let large = vec![1_u8; 300_000];
                x.fetch_add(large.len(), SeqCst);
                let wide = Box::new(Wide(2));
                assert_eq!(std::ptr::from_ref(&*wide) as usize % 128, 0);
                x.fetch_add(usize::from(wide.0), SeqCst);
            }
        });
        let page = Box::new(Page(3));
        assert_eq!(std::ptr::from_ref(&*page) as usize % 4096, 0);
        let mut grown = Vec::new();
        for i in 0..10_000_u32 {
            grown.push(i);
        }
        assert!(
            grown
                .iter()
                .enumerate()
                .all(|(i, item)| i == *item as usize)
        );
        assert!(vec![0_u64; 5_000].iter().all(|item| *item == 0));
        x.fetch_add(usize::from(page.0), SeqCst);
        handle.join().unwrap();
        assert_eq!(x.load(SeqCst), 300_005);
    });
    assert_verified(&report, 3);
}

/// A value that counts its life on the outside.
struct Counted;

static LIVE: std::sync::atomic::AtomicIsize = std::sync::atomic::AtomicIsize::new(0);

impl Counted {
    fn new() -> Counted {
        LIVE.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        Counted
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        LIVE.fetch_sub(1, std::sync::atomic::Ordering::Relaxed);
    }
}

#[test]
fn threads_left_behind_run_on_to_where_they_end() {
    // Source sets give sleep-set blocked executions here, and every execution
    // that is blocked is left with threads suspended.
    let report = Checker::new().algorithm(Algorithm::Source).check(|| {
        let x: Arc<Vec<AtomicUsize>> = Arc::new((0..=5).map(|_| AtomicUsize::new(0)).collect());
        let scanned = x.clone();
        thread::spawn(move || {
            let _counted = Counted::new();
            let mut i = 5;
            while i > 0 && scanned[i].load(SeqCst) != 0 {
                i -= 1;
            }
        });
        for j in 1..=5 {
            let x = x.clone();
            thread::spawn(move || {
                let _counted = Box::new(Counted::new());
                let before = x[j - 1].load(SeqCst);
                x[j].store(before + 1, SeqCst);
            });
        }
    });
    assert!(report.is_verified(), "{report}");
    assert!(report.statistics().blocked > 0, "{report}");
    assert_eq!(LIVE.load(std::sync::atomic::Ordering::Relaxed), 0);
}

#[test]
fn destructors_of_threads_left_behind_use_their_objects() {
    struct Release(Arc<AtomicUsize>, Arc<Mutex<Vec<u8>>>);
    impl Drop for Release {
        fn drop(&mut self) {
            self.0.fetch_sub(1, SeqCst);
            self.1.lock().unwrap().push(1);
        }
    }
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let list = Arc::new(Mutex::new(Vec::new()));
        let m = Arc::new(Mutex::new(()));
        for _ in 0..2 {
            let (x, list, m) = (x.clone(), list.clone(), m.clone());
            thread::spawn(move || {
                let _release = Release(x, list);
                let _first = m.lock().unwrap();
                let _second = m.lock().unwrap();
            });
        }
    });
    assert_eq!(
        report.finding().map(|f| f.kind),
        Some(FindingKind::Deadlock)
    );
}

#[test]
fn destructors_that_wait_for_ever_are_given_up() {
    struct Spin(Arc<AtomicUsize>);
    impl Drop for Spin {
        fn drop(&mut self) {
            while self.0.load(SeqCst) == 0 {
                thread::yield_now();
            }
        }
    }
    struct Join(Option<thread::JoinHandle<()>>);
    impl Drop for Join {
        fn drop(&mut self) {
            self.0.take().unwrap().join().unwrap();
        }
    }
    // Both threads are blocked in a deadlock, again and again.
    let report = Checker::new().keep_going(true).check(|| {
        let never = Arc::new(AtomicUsize::new(0));
        let m = Arc::new(Mutex::new(()));
        let (m2, m3) = (m.clone(), m.clone());
        let worker = thread::spawn(move || {
            let _a = m2.lock().unwrap();
            let _b = m2.lock().unwrap();
        });
        thread::spawn(move || {
            let _spin = Spin(never);
            let _a = m3.lock().unwrap();
            let _b = m3.lock().unwrap();
        });
        let _join = Join(Some(worker));
        let _a = m.lock().unwrap();
    });
    assert!(!report.findings().is_empty(), "{report}");
    let all = report.findings().iter();
    assert!(
        all.clone().all(|f| f.kind == FindingKind::Deadlock),
        "{report}"
    );
    assert!(report.statistics().complete >= 2, "{report}");
}

#[test]
fn a_destructor_that_panics_in_a_thread_left_behind_does_not_abort() {
    struct Bomb(Arc<AtomicUsize>);
    impl Drop for Bomb {
        fn drop(&mut self) {
            assert_eq!(self.0.load(SeqCst), 7, "not what the destructor expects");
        }
    }
    let report = Checker::new().keep_going(true).check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let m = Arc::new(Mutex::new(()));
        for _ in 0..2 {
            let (x, m) = (x.clone(), m.clone());
            thread::spawn(move || {
                let _bomb = Bomb(x);
                let _first = m.lock().unwrap();
                let _second = m.lock().unwrap();
            });
        }
    });
    let all = report.findings().iter();
    assert!(
        all.clone().all(|f| f.kind == FindingKind::Deadlock),
        "{report}"
    );
    assert_eq!(report.statistics().complete, 2, "{report}");
    // The OS process is as good as before.
    assert!(std::panic::catch_unwind(|| panic!("one")).is_err());
    let report = Checker::new().check(|| panic!("another"));
    assert!(
        report.finding().unwrap().message.contains("another"),
        "{report}"
    );
}

#[test]
fn programs_that_catch_everything_are_left_all_the_same() {
    let report = Checker::new().keep_going(true).check(|| {
        let m = Arc::new(Mutex::new(()));
        let _first = m.lock().unwrap();
        loop {
            let m = m.clone();
            let caught = std::panic::catch_unwind(std::panic::AssertUnwindSafe(move || {
                let _second = m.lock();
            }));
            if caught.is_ok() {
                break;
            }
        }
    });
    assert_eq!(
        report.finding().map(|f| f.kind),
        Some(FindingKind::Deadlock)
    );
}

#[test]
fn a_lock_of_std_held_across_an_operation_fails_the_test() {
    let report = Checker::new()
        .max_local_time(std::time::Duration::from_millis(300))
        .check(|| {
            let outer = std::sync::Arc::new(std::sync::Mutex::new(()));
            let x = Arc::new(AtomicUsize::new(0));
            for _ in 0..2 {
                let (outer, x) = (outer.clone(), x.clone());
                thread::spawn(move || {
                    let _guard = outer.lock().unwrap();
                    x.fetch_add(1, SeqCst);
                });
            }
        });
    let verdict = report.verdict();
    assert_eq!(
        verdict,
        &Verdict::NotExhausted(Limit::LocalTime),
        "{report}"
    );
    let text = report.to_string();
    assert!(text.contains("thread 0.1"), "{report}");
    assert!(text.contains("of `std` is not seen"), "{report}");
}

#[test]
fn an_object_from_an_earlier_execution_is_refused() {
    static KEPT: std::sync::Mutex<Option<Arc<AtomicUsize>>> = std::sync::Mutex::new(None);
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let x2 = x.clone();
        let kept = KEPT
            .lock()
            .unwrap()
            .get_or_insert_with(|| x.clone())
            .clone();
        thread::spawn(move || x2.store(1, SeqCst));
        x.store(2, SeqCst);
        kept.store(3, SeqCst);
    });
    assert!(report.to_string().contains("earlier execution"), "{report}");
    KEPT.lock().unwrap().take();
}

#[test]
fn an_object_made_before_the_check_is_copied_if_that_is_possible() {
    let outer = std::sync::Arc::new(AtomicUsize::new(3));
    let report = Checker::new().check(move || {
        let theirs = outer.clone();
        let handle = thread::spawn(move || theirs.fetch_add(1, SeqCst));
        outer.fetch_add(1, SeqCst);
        handle.join().unwrap();
        assert_eq!(outer.load(SeqCst), 5);
    });
    assert_verified(&report, 2);
    let outer = std::sync::Arc::new(Mutex::new(vec![1]));
    let report = Checker::new().check(move || outer.lock().unwrap().push(1));
    assert!(report.to_string().contains("created outside"), "{report}");
}

#[test]
fn an_outer_list_may_grow_inside_executions() {
    static SEEN: std::sync::Mutex<Vec<usize>> = std::sync::Mutex::new(Vec::new());
    // Growing happens in some executions only, before objects are allocated.
    let report = Checker::new().check(|| {
        let x = Arc::new(AtomicUsize::new(0));
        let handles: Vec<_> = (0..4)
            .map(|i| {
                let x = x.clone();
                thread::spawn(move || {
                    let seen = x.fetch_add(1, SeqCst);
                    SEEN.lock().unwrap().push(seen);
                    let own = Arc::new(AtomicUsize::new(i));
                    own.fetch_add(1, SeqCst);
                })
            })
            .collect();
        for handle in handles {
            handle.join().unwrap();
        }
    });
    assert_verified(&report, 24);
    assert!(SEEN.lock().unwrap().len() >= 96);
}
