//! What people are shown of a bug: names of objects, places, backtraces. The programs come first:
//! their lines are in what is expected.

use expect_test::{Expect, expect};
use mazurka::cell::UnsafeCell;
use mazurka::sync::atomic::Ordering::{Acquire, Relaxed, Release, SeqCst};
use mazurka::sync::atomic::{AtomicBool, AtomicUsize};
use mazurka::sync::{Arc, Condvar, Mutex, RwLock, mpsc};
use mazurka::{Checker, Model, Report, future, thread};
use std::future::Future;
use std::pin::Pin;
use std::process::Command;
use std::task::{Context, Poll, Waker};

struct Queue {
    head: AtomicUsize,
    slots: [AtomicUsize; 2],
    given: AtomicUsize,
}

static LAST: AtomicUsize = AtomicUsize::new(0);
static CALLED: AtomicUsize = AtomicUsize::new(0).named("a name");

fn names() {
    let queue = Arc::new(Queue {
        head: AtomicUsize::new(0),
        slots: [const { AtomicUsize::new(0) }; 2],
        given: AtomicUsize::new(0).named("count"),
    });
    let theirs = queue.clone();
    let other = thread::spawn(move || {
        theirs.head.store(1, SeqCst);
        theirs.slots[0].store(1, SeqCst);
        theirs.slots[1].store(1, SeqCst);
        theirs.given.store(1, SeqCst);
        LAST.store(1, SeqCst);
        CALLED.store(1, SeqCst);
    });
    other.join().unwrap();
    let local = [AtomicBool::new(false)];
    local.iter().for_each(|each| each.store(true, SeqCst));
    panic!("{:?}", queue.head.load(SeqCst));
}

struct Flag {
    is_set: AtomicBool,
    waker: Mutex<Option<Waker>>,
}

impl Future for &Flag {
    type Output = ();

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<()> {
        if self.is_set.load(SeqCst) {
            return Poll::Ready(());
        }
        *self.waker.lock().unwrap() = Some(context.waker().clone());
        Poll::Pending
    }
}

fn wakers() {
    let flag = Arc::new(Flag {
        is_set: AtomicBool::new(false),
        waker: Mutex::new(None),
    });
    let other = flag.clone();
    thread::spawn(move || {
        other.is_set.store(true, SeqCst);
        let waker = other.waker.lock().unwrap().take();
        if let Some(waker) = waker {
            waker.wake();
        }
    });
    future::block_on(&*flag);
    let is_woken = flag.waker.lock().unwrap().is_none();
    assert!(!is_woken, "it was woken");
}

struct Bell(Arc<AtomicUsize>);

impl Drop for Bell {
    fn drop(&mut self) {
        self.0.fetch_add(1, SeqCst);
    }
}

fn destructors() {
    let rung = Arc::new(AtomicUsize::new(0));
    let lock = Arc::new(RwLock::new(()));
    {
        let _reads = lock.read().unwrap();
        let _bells = Box::new([Bell(rung.clone()), Bell(rung.clone())]);
    }
    let (sender, receiver) = mpsc::channel();
    let sender = sender.named("bells");
    let other = thread::spawn(move || {
        sender.send(1).unwrap();
    });
    other.join().unwrap();
    let sum: u32 = receiver.iter().map(|number| number + 1).sum();
    panic!("{sum}");
}

fn deadlock() {
    let pair = Arc::new((Mutex::new(()).named("left"), Mutex::new(())));
    let theirs = pair.clone();
    thread::spawn(move || {
        let _right = theirs.1.lock().unwrap();
        let _left = theirs.0.lock().unwrap();
    });
    let _left = pair.0.lock().unwrap();
    lock_right(&pair.1);
}

fn lock_right(right: &Mutex<()>) {
    drop(right.lock());
}

fn livelock() {
    let is_done = Arc::new(AtomicBool::new(false));
    let other = is_done.clone();
    let waiter = thread::spawn(move || while !other.load(Acquire) {});
    waiter.join().unwrap();
    is_done.store(true, Release);
}

fn forgotten() {
    let changed = Condvar::new().named("changed");
    let lock = Mutex::new(());
    drop(changed.wait(lock.lock().unwrap()));
}

fn starved() {
    let (sender, receiver) = mpsc::channel::<u32>();
    let sum: u32 = receiver.iter().map(|number| number + 1).sum();
    drop((sender, sum));
}

struct Shared(UnsafeCell<u32>);
// SAFETY: it is not, and that is found.
unsafe impl Sync for Shared {}

fn race() {
    let shared = Arc::new(Shared(UnsafeCell::new(0)));
    let theirs = shared.clone();
    thread::spawn(move || add(&theirs));
    add(&shared);
}

fn add(shared: &Shared) {
    // SAFETY: as above.
    shared.0.with_mut(|value| unsafe { *value += 1 });
}

fn stale() {
    let flags = Arc::new((AtomicBool::new(false), AtomicBool::new(false)));
    let theirs = flags.clone();
    thread::spawn(move || {
        theirs.0.store(true, Relaxed);
        theirs.1.store(true, Relaxed);
    });
    if flags.1.load(Relaxed) {
        assert!(flags.0.load(Relaxed));
    }
}

/// What is shown of a bug, without times, the backtrace and the command.
#[track_caller]
fn shows(report: &Report, expected: &Expect) {
    let text = report.to_string();
    let backtrace = report.backtrace().map(|text| format!("{text}\n\n"));
    let text = text.replace(&backtrace.unwrap_or_default(), "");
    let (_, text) = text.split_once("\n\n").expect("there is a bug");
    let (text, _) = text
        .split_once("\n\nReplay it with")
        .expect("it can be replayed");
    expected.assert_eq(&text.replace("crates/mazurka/tests/", ""));
}

#[track_caller]
fn sc_shows(program: fn(), expected: &Expect) {
    shows(&Checker::new().model(Model::Sc).check(program), expected);
}

#[test]
fn objects_have_the_names_of_the_program() {
    sc_shows(
        names,
        &expect![[r#"
        The interleaving that shows it (8 events):

             main  spawns 0.0                 shown.rs:31
          1  0.0   head.store(1, SeqCst)      shown.rs:32
          2  0.0   slots[0].store(1, SeqCst)  shown.rs:33
          3  0.0   slots[1].store(1, SeqCst)  shown.rs:34
          4  0.0   count.store(1, SeqCst)     shown.rs:35
          5  0.0   LAST.store(1, SeqCst)      shown.rs:36
          6  0.0   a name.store(1, SeqCst)    shown.rs:37
             main  joins 0.0                  shown.rs:39
          7  main  each.store(true, SeqCst)   shown.rs:41
          8  main  head.load(SeqCst) = 1      shown.rs:42

          head      AtomicUsize, made at shown.rs:26
          slots[0]  AtomicUsize, made at shown.rs:27
          slots[1]  AtomicUsize, made at shown.rs:27
          count     AtomicUsize, first used at shown.rs:35
          LAST      AtomicUsize, made at shown.rs:21
          a name    AtomicUsize, first used at shown.rs:37
          each      AtomicBool, made at shown.rs:40

        panic: thread main panicked at shown.rs:42:5: 1"#]],
    );
}

#[test]
fn what_wakes_has_a_place() {
    // In a simpler execution nothing wakes.
    let checker = Checker::new()
        .model(Model::Sc)
        .shorten(std::time::Duration::ZERO);
    shows(
        &checker.check(wakers),
        &expect![[r#"
            The interleaving that shows it (11 events):

                  main  spawns 0.0                                  shown.rs:68
               1  main  is_set.load(SeqCst) = false                 shown.rs:54
               2  main  waker#1.lock()                              shown.rs:57
               3  main  waker#1.unlock()                            shown.rs:57
               4  0.0   is_set.store(true, SeqCst)                  shown.rs:69
               5  0.0   waker#1.lock()                              shown.rs:70
               6  0.0   waker#1.unlock()                            shown.rs:70
               7  0.0   waker#2.wake()                              shown.rs:72
               8  main  waker#2: woken, its future is polled again  shown.rs:75
               9  main  is_set.load(SeqCst) = true                  shown.rs:54
              10  main  waker#1.lock()                              shown.rs:76
              11  main  waker#1.unlock()                            shown.rs:76

              is_set   AtomicBool, made at shown.rs:64
              waker#1  mutex, made at shown.rs:65
              waker#2  made at shown.rs:75

            panic: thread main panicked at shown.rs:77:5: it was woken"#]],
    );
}

#[test]
fn destructors_and_iterators_have_places() {
    sc_shows(
        destructors,
        &expect![[r#"
            The interleaving that shows it (8 events):

              1  main  lock.read()                    shown.rs:92
              2  main  rung.fetch_add(1, SeqCst) = 0  shown.rs:84
              3  main  rung.fetch_add(1, SeqCst) = 1  shown.rs:84
              4  main  lock.unlock() after reading    shown.rs:94
                 main  spawns 0.0                     shown.rs:97
              5  0.0   bells.send() of message 0      shown.rs:98
              6  0.0   bells.drop()                   shown.rs:99
                 main  joins 0.0                      shown.rs:100
              7  main  bells.recv() = message 0       shown.rs:101
              8  main  bells.recv() = disconnected    shown.rs:101

              lock   RwLock, made at shown.rs:90
              rung   AtomicUsize, made at shown.rs:89
              bells  channel, first used at shown.rs:98

            panic: thread main panicked at shown.rs:102:5: 2"#]],
    );
}

#[test]
fn who_waits_says_for_what() {
    sc_shows(
        deadlock,
        &expect![[r#"
            The interleaving that shows it (2 events):

                 main  spawns 0.0       shown.rs:108
              1  main  left.lock()      shown.rs:112
              2  0.0   theirs.1.lock()  shown.rs:109

              left      mutex, first used at shown.rs:112
              theirs.1  mutex, made at shown.rs:106

            deadlock:
              thread main waits at shown.rs:117 to lock the mutex `theirs.1` that thread 0.0 holds
              thread 0.0 waits at shown.rs:110 to lock the mutex `left` that thread main holds"#]],
    );
    sc_shows(
        livelock,
        &expect![[r#"
            The interleaving that shows it:

                main  spawns 0.0  shown.rs:123

              is_done  AtomicBool, made at shown.rs:121

            livelock:
              thread main waits at shown.rs:124 for thread 0.0 to finish
              thread 0.0 waits at shown.rs:123 in a loop for the AtomicBool `is_done` to change"#]],
    );
    sc_shows(
        forgotten,
        &expect![[r#"
            The interleaving that shows it (2 events):

              1  main  lock.lock()     shown.rs:131
              2  main  changed.wait()  shown.rs:131

              lock     mutex, made at shown.rs:130
              changed  Condvar, first used at shown.rs:131

            deadlock: thread main waits at shown.rs:131 to be notified by a Condvar (`changed`)"#]],
    );
}

#[test]
fn who_waits_in_an_iterator_has_a_place() {
    sc_shows(
        starved,
        &expect!["deadlock: thread main waits at shown.rs:136 for a message that nobody sends"],
    );
}

#[test]
fn a_data_race_names_what_races() {
    sc_shows(
        race,
        &expect![[r#"
            The interleaving that shows it:

                main  spawns 0.0  shown.rs:147

              shared  UnsafeCell, made at shown.rs:145

            data race: 0.0 writes at shown.rs:153:14, unordered with the write by main at shown.rs:153:14"#]],
    );
}

#[test]
fn a_trace_of_a_weak_model_has_names() {
    shows(
        &Checker::new().model(Model::Rc11).check(stale),
        &expect![[r#"
            The interleaving that shows it (4 events):

                 main  spawns 0.0                                    shown.rs:159
              1  0.0   theirs.0.store(true, Relaxed)                 shown.rs:160
              2  0.0   theirs.1.store(true, Relaxed)                 shown.rs:161
              3  main  theirs.1.load(Relaxed) = true (from step 2)   shown.rs:163
              4  main  theirs.0.load(Relaxed) = false (as at first)  shown.rs:164
                         reads an older value: nothing orders the write of thread 0.0 at shown.rs:160 (step 1) before it

              theirs.0  AtomicBool, made at shown.rs:157
              theirs.1  AtomicBool, made at shown.rs:157

            panic: thread main panicked at shown.rs:164:9: assertion failed: flags.0.load(Relaxed)"#]],
    );
}

/// Runs a test that is ignored otherwise, in a process of its own.
fn run(test: &str, variables: &[(&str, &str)]) -> String {
    let program = std::env::current_exe().unwrap();
    let output = Command::new(program)
        .args(["--exact", test, "--ignored", "--nocapture"])
        .envs(variables.iter().copied())
        .output()
        .unwrap();
    assert!(!output.status.success());
    String::from_utf8(output.stderr).unwrap()
}

#[test]
#[ignore = "a process of its own"]
fn child_deadlock() {
    Checker::new().model(Model::Sc).run(deadlock);
}

#[test]
#[ignore = "a process of its own"]
fn child_race() {
    Checker::new().model(Model::Sc).run(race);
}

/// The places of the backtraces in a text, each with the name of its thread.
fn backtraces(text: &str) -> Vec<String> {
    let mut thread = "";
    let mut places = Vec::new();
    for line in text.lines() {
        if let Some(name) = line.strip_prefix("Backtrace of thread ") {
            thread = name.trim_end_matches(':');
        } else if let Some(place) = line.trim().strip_prefix("at ") {
            places.push(format!(
                "{thread} {}",
                place.replace("crates/mazurka/tests/", "")
            ));
        }
    }
    places
}

#[test]
fn backtraces_are_of_the_program_alone() {
    let off = ("RUST_BACKTRACE", "0");
    let on = ("RUST_BACKTRACE", "1");
    assert!(!run("child_race", &[off]).contains("Backtrace of"));
    let text = run("child_race", &[on]);
    let expected = expect![[r#"
        [
            "0.0 shown.rs:153",
            "0.0 shown.rs:147",
        ]
    "#]];
    expected.assert_debug_eq(&backtraces(&text));
    // One of the harness does not follow.
    assert!(!text.contains("stack backtrace:"), "{text}");
    // All threads that wait.
    let text = run("child_deadlock", &[on]);
    let expected = expect![[r#"
        [
            "main shown.rs:117",
            "main shown.rs:113",
            "0.0 shown.rs:110",
        ]
    "#]];
    expected.assert_debug_eq(&backtraces(&text));
    // The same in a replay.
    let replay = text.split_once("MAZURKA_REPLAY=").unwrap().1;
    let (replay, _) = replay.split_once(' ').unwrap();
    let again = run("child_deadlock", &[on, ("MAZURKA_REPLAY", replay)]);
    assert_eq!(backtraces(&again), backtraces(&text));
    // And with all that is called.
    let text = run("child_deadlock", &[("RUST_BACKTRACE", "full")]);
    assert!(text.contains("mazurka::"), "{text}");
}
