//! `mazurka check --suggest-fences`: which memory orders are too weak. Tests of C programs need
//! a clang.

mod support;

use expect_test::{Expect, expect};
use serde_json::Value;
use support::{Folder, code, stderr, stdout, timeless};

const MESSAGE: &str = "C MP
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
~exists (1:r0=1 /\\ 1:r1=0)
";

const BUFFERS: &str = "C SB
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
~exists (0:r0=0 /\\ 1:r0=0)
";

/// Two threads read the message.
const READERS: &str = "C MP+two
{}
P0(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_store_explicit(y, 1, memory_order_relaxed);
}
P2(atomic_int *x, atomic_int *y) {
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
  int r1 = atomic_load_explicit(x, memory_order_relaxed);
}
~exists ((0:r0=1 /\\ 0:r1=0) \\/ (2:r0=1 /\\ 2:r1=0))
";

/// Fences are there, and one of them is too weak.
const FENCES: &str = "C SB+fences
{}
P0(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  int r0 = atomic_load_explicit(y, memory_order_relaxed);
}
P1(atomic_int *x, atomic_int *y) {
  atomic_store_explicit(y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_acq_rel);
  int r0 = atomic_load_explicit(x, memory_order_relaxed);
}
~exists (0:r0=0 /\\ 1:r0=0)
";

/// Data that is not atomic, behind a flag.
const RACE: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifndef HANDS_OVER
#define HANDS_OVER memory_order_relaxed
#endif

int data;
atomic_int flag, other;

static void *writer(void *unused) {
    atomic_store_explicit(&other, 1, memory_order_relaxed);
    data = 42;
    atomic_store_explicit(&flag, 1, HANDS_OVER);
    return unused;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    atomic_fetch_add_explicit(&other, 1, memory_order_relaxed);
    if (atomic_load_explicit(&flag, memory_order_relaxed)) assert(data == 42);
    pthread_join(thread, 0);
    return 0;
}
";

/// The same in C++, where headers have the instructions.
const ATOMICS: &str = r"#include <atomic>
#include <cassert>
#include <pthread.h>

int data;
std::atomic<int> flag;
std::atomic<int *> pointer;

static void *writer(void *unused) {
    data = 42;
    pointer.store(&data, std::memory_order_relaxed);
    flag.store(1, std::memory_order_relaxed);
    return unused;
}

int main() {
    pthread_t thread;
    pthread_create(&thread, 0, writer, 0);
    int is_set = flag.load(std::memory_order_relaxed);
    int *seen = pointer.load(std::memory_order_relaxed);
    if (is_set) assert(seen != 0);
    if (seen) assert(*seen == 42);
    pthread_join(thread, 0);
}
";

/// Two threads count, and neither keeps the other out.
const COUNTER: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int counter;

static void *count(void *unused) {
    int old = atomic_load_explicit(&counter, memory_order_relaxed);
    atomic_store_explicit(&counter, old + 1, memory_order_relaxed);
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(counter == 2);
    return 0;
}
";

/// A lock that is given back with a relaxed store.
const LOCK: &str = r"#include <pthread.h>
#include <stdatomic.h>

atomic_int held;
int counter;

static void lock(void) {
    while (atomic_exchange_explicit(&held, 1, memory_order_acquire)) { }
}

static void unlock(void) {
    atomic_store_explicit(&held, 0, memory_order_relaxed);
}

static void *count(void *unused) {
    lock();
    counter++;
    unlock();
    return unused;
}

int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, count, 0);
    pthread_create(&b, 0, count, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    return 0;
}
";

/// A stack whose nodes are published with a relaxed compare-exchange.
const STACK: &str = r"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct node {
    int value;
    struct node *next;
};

_Atomic(struct node *) top;

static void *push(void *unused) {
    struct node *node = malloc(sizeof *node);
    node->value = 7;
    struct node *old = atomic_load_explicit(&top, memory_order_relaxed);
    do {
        node->next = old;
    } while (!atomic_compare_exchange_strong_explicit(
        &top, &old, node, memory_order_relaxed, memory_order_relaxed));
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, push, 0);
    struct node *seen = atomic_load_explicit(&top, memory_order_acquire);
    if (seen) assert(seen->value == 7);
    pthread_join(a, 0);
    return 0;
}
";

fn folder(name: &str, files: &[(&str, &str)]) -> Folder {
    let files: Vec<(&str, &[u8])> = files
        .iter()
        .map(|(name, text)| (*name, text.as_bytes()))
        .collect();
    Folder::new(&format!("suggest-{name}"), &files)
}

/// What is said from the verdict on. With one worker: several may find a bug another way.
fn says(folder: &Folder, arguments: &[&str], expect: Expect) {
    let all = [&["--suggest-fences", "--workers=1"], arguments].concat();
    let output = folder.run(&all);
    let text = timeless(&stdout(&output));
    let from = ["Bug:", "Verified:", "Unknown:"];
    let from = from.iter().filter_map(|word| text.find(word)).min();
    let (text, error) = (&text[from.unwrap_or(0)..], stderr(&output));
    expect.assert_eq(&format!("{text}{error}exit code {}\n", code(&output)));
}

#[test]
fn litmus_tests() {
    let folder = folder(
        "litmus",
        &[
            ("MP.litmus", MESSAGE),
            ("SB.litmus", BUFFERS),
            ("fences.litmus", FENCES),
        ],
    );
    says(
        &folder,
        &["MP.litmus", "--model=rc11"],
        expect![[r#"
            Bug: the condition does not hold (RC11, graphs: 4 executions, 0 in vain)

            Suggestion: with these 2 changes the check passes (3 executions, rc11):

              MP.litmus:5:3: store relaxed -> release
              MP.litmus:8:12: load relaxed -> acquire

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (10 attempts).
            exit code 1
        "#]],
    );
    says(
        &folder,
        &["SB.litmus", "--model=rc11"],
        expect![[r#"
            Bug: the condition does not hold (RC11, graphs: 4 executions, 0 in vain)

            Suggestion: with these 4 changes the check passes (3 executions, rc11):

              SB.litmus:4:3: store relaxed -> seq_cst
              SB.litmus:5:12: load relaxed -> seq_cst
              SB.litmus:8:3: store relaxed -> seq_cst
              SB.litmus:9:12: load relaxed -> seq_cst

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (12 attempts).
            The alternative to seq_cst accesses is a seq_cst fence between the accesses, in each thread.
            exit code 1
        "#]],
    );
    says(
        &folder,
        &["fences.litmus", "--model=rc11"],
        expect![[r#"
            Bug: the condition does not hold (RC11, graphs: 4 executions, 0 in vain)

            Suggestion: with this change the check passes (3 executions, rc11):

              fences.litmus:10:3: fence acq_rel -> seq_cst

            It can neither be made weaker nor left out; other changes may do as well (7 attempts).
            exit code 1
        "#]],
    );
    // Release and acquire have no more than that.
    says(
        &folder,
        &["SB.litmus", "--model=ra"],
        expect![[r#"
        Bug: the condition does not hold (RA, graphs: 4 executions, 0 in vain)

        Suggestion: no memory order helps under ra, though the bug is not there under sequential consistency: ra takes every access for release or acquire, and no more; under rc11 there is seq_cst
        exit code 1
    "#]],
    );
    // Store buffers need less.
    says(
        &folder,
        &["SB.litmus", "--model=tso", "--algorithm=graphs"],
        expect![[r#"
            Bug: the condition does not hold (TSO, graphs: 4 executions, 0 in vain)

            Suggestion: with these 2 changes the check passes (3 executions, tso):

              SB.litmus:4:3: store relaxed -> seq_cst
              SB.litmus:8:3: store relaxed -> seq_cst

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (13 attempts).
            The alternative to seq_cst accesses is a seq_cst fence between the accesses, in each thread.
            exit code 1
        "#]],
    );
    says(
        &folder,
        &["SB.litmus", "--model=tso"],
        expect![[r#"
            Bug: the condition does not hold (TSO, optimal: 4 complete, 0 blocked)

            Suggestion: with these 2 changes the check passes (3 executions, tso):

              SB.litmus:4:3: store relaxed -> seq_cst
              SB.litmus:8:3: store relaxed -> seq_cst

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (13 attempts).
            The alternative to seq_cst accesses is a seq_cst fence between the accesses, in each thread.
            exit code 1
        "#]],
    );
    says(
        &folder,
        &["MP.litmus", "--model=pso", "--algorithm=graphs"],
        expect![[r#"
            Bug: the condition does not hold (PSO, graphs: 4 executions, 0 in vain)

            Suggestion: with this change the check passes (3 executions, pso):

              MP.litmus:5:3: store relaxed -> release

            It can neither be made weaker nor left out; other changes may do as well (5 attempts).
            exit code 1
        "#]],
    );
    // In a table.
    says(
        &folder,
        &["MP.litmus", "SB.litmus", "--model=rc11"],
        expect![[r#"
            test  model states  executions  in vain  condition  verdict   seconds
            MP    rc11       4           4        0  Sometimes  bug          0.00

                Suggestion: with these 2 changes the check passes (3 executions, rc11):

                  MP.litmus:5:3: store relaxed -> release
                  MP.litmus:8:12: load relaxed -> acquire

                This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (10 attempts).
            SB    rc11       4           4        0  Sometimes  bug          0.00

                Suggestion: with these 4 changes the check passes (3 executions, rc11):

                  SB.litmus:4:3: store relaxed -> seq_cst
                  SB.litmus:5:12: load relaxed -> seq_cst
                  SB.litmus:8:3: store relaxed -> seq_cst
                  SB.litmus:9:12: load relaxed -> seq_cst

                This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (12 attempts).
                The alternative to seq_cst accesses is a seq_cst fence between the accesses, in each thread.
            2 files: 0 verified, 2 bug, 0 unknown, 0 error (RC11, graphs: 8 executions, 0 in vain, 0.00 s)
            exit code 1
        "#]],
    );
}

#[test]
fn a_data_race() {
    let folder = folder("race", &[("race.c", RACE)]);
    says(
        &folder,
        &["race.c", "--model=rc11"],
        expect![[r#"
            Bug: data race: main reads data, and nothing orders that with thread 0 (writer), which writes it at race.c:14 (RC11, graphs: 2 executions, 0 in vain, 6 events, 0.00 s)

            Suggestion: with these 2 changes the check passes (4 executions, rc11):

              race.c:15:5: store relaxed -> release
              race.c:23:9: load relaxed -> acquire

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (10 attempts).
            exit code 1
        "#]],
    );
    says(
        &folder,
        &[
            "race.c",
            "--model=rc11",
            "--quiet",
            "--",
            "-DHANDS_OVER=memory_order_release",
        ],
        expect![[r#"
            Bug: data race: main reads data, and nothing orders that with thread 0 (writer), which writes it at race.c:14 (RC11, graphs: 2 executions, 0 in vain, 6 events, 0.00 s)

            Suggestion: with this change the check passes (4 executions, rc11):

              race.c:23:9: load relaxed -> acquire

            It can neither be made weaker nor left out; other changes may do as well (5 attempts).
            exit code 1
        "#]],
    );
}

#[test]
fn what_headers_do_is_their_callers() {
    let folder = folder("header", &[("atomics.cpp", ATOMICS)]);
    says(
        &folder,
        &["atomics.cpp", "--model=rc11"],
        expect![[r#"
            Bug: data race: main reads data, and nothing orders that with thread 0 (writer), which writes it at atomics.cpp:10 (RC11, graphs: 2 executions, 0 in vain, 6 events, 0.00 s)

            Suggestion: with these 4 changes the check passes (3 executions, rc11):

              atomics.cpp:11:13: store relaxed -> release
              atomics.cpp:12:10: store relaxed -> release
              atomics.cpp:19:23: load relaxed -> acquire
              atomics.cpp:20:25: load relaxed -> acquire

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (14 attempts).
            exit code 1
        "#]],
    );
}

#[test]
fn a_bug_of_any_order() {
    let folder = folder("counter", &[("counter.c", COUNTER)]);
    says(
        &folder,
        &["counter.c", "--model=rc11"],
        expect![[r#"
        Bug: assertion failed: counter == 2 (RC11, graphs: 2 executions, 0 in vain, 8 events, 0.00 s)

        Suggestion: no memory order helps: the bug is there under sequential consistency as well
        exit code 1
    "#]],
    );
}

#[test]
fn a_lock() {
    let folder = folder("lock", &[("lock.c", LOCK)]);
    says(
        &folder,
        &["lock.c", "--model=rc11"],
        expect![[r#"
            Bug: data race: thread 1 (count) reads counter, and nothing orders that with thread 0 (count), which writes it at lock.c:17 (RC11, graphs: 1 execution, 0 in vain, 3 events, 0.00 s)

            Suggestion: with this change the check passes (2 executions, rc11):

              lock.c:12:5: store relaxed -> release

            It can neither be made weaker nor left out; other changes may do as well (3 attempts).
            exit code 1
        "#]],
    );
}

#[test]
fn a_stack() {
    let folder = folder("stack", &[("stack.c", STACK)]);
    says(
        &folder,
        &["stack.c", "--model=rc11"],
        expect![[r#"
            Bug: data race: main reads [heap object at stack.c:14], and nothing orders that with thread 0 (push), which writes it at stack.c:15 (RC11, graphs: 2 executions, 0 in vain, 5 events, 0.00 s)

            Suggestion: with this change the check passes (2 executions, rc11):

              stack.c:19:15: update relaxed -> release

            It can neither be made weaker nor left out; other changes may do as well (7 attempts).
            exit code 1
        "#]],
    );
}

/// Known algorithms, each with one order weakened: what the corpus of C programs has.
#[test]
fn known_algorithms() {
    let read = |name: &str| {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../mazurka-llvm/corpus/rc11/");
        std::fs::read_to_string(format!("{folder}{name}")).expect("it is there")
    };
    let names = [
        "threads.h",
        "chase_lev.c",
        "dekker.c",
        "failure_order.c",
        "freed.c",
        "michael_scott.c",
        "peterson.c",
        "rcu.c",
        "seqlock.c",
        "ticket_lock.c",
        "treiber.c",
    ];
    let texts = names.map(read);
    let files: Vec<(&str, &str)> = names
        .into_iter()
        .zip(texts.iter().map(|text| &**text))
        .collect();
    let folder = folder("known", &files);
    let mut all = String::new();
    for (name, flag) in [
        ("chase_lev.c", "-DTAKE=acq_rel"),
        ("chase_lev.c", "-DPUSH=acquire"),
        ("dekker.c", "-DWEAK=acq_rel"),
        ("failure_order.c", "-DFAILURE=relaxed"),
        ("freed.c", "-DRELAXED"),
        ("michael_scott.c", "-DLINK=relaxed"),
        ("peterson.c", "-DWEAK=release"),
        ("rcu.c", "-DLEAVE=relaxed"),
        ("seqlock.c", "-DREAD=relaxed"),
        ("ticket_lock.c", "-DTAKE=relaxed"),
        ("treiber.c", "-DPOP=relaxed"),
    ] {
        let output = folder.run(&[name, "--model=rc11", "--suggest-fences", "-q", "--", flag]);
        assert_eq!(code(&output), 1, "{name} {flag}");
        all.push_str(&format!("{flag}\n"));
        let text = stdout(&output);
        let changes = text.lines().filter(|line| line.contains(" -> "));
        changes.for_each(|line| all.push_str(&format!("{line}\n")));
    }
    expect![[r#"
        -DTAKE=acq_rel
          chase_lev.c:38:5: fence acq_rel -> seq_cst
        -DPUSH=acquire
          chase_lev.c:26:5: fence acquire -> acq_rel
        -DWEAK=acq_rel
          dekker.c:16:5: fence acq_rel -> seq_cst
        -DFAILURE=relaxed
          failure_order.c:23:10: failing compare-exchange relaxed -> acquire
        -DRELAXED
          freed.c:16:5: store relaxed -> release
        -DLINK=relaxed
          michael_scott.c:41:20: update relaxed -> release
        -DWEAK=release
          peterson.c:15:5: store release -> seq_cst
        -DLEAVE=relaxed
          rcu.c:27:5: store relaxed -> release
        -DREAD=relaxed
          seqlock.c:45:13: load relaxed -> acquire
          seqlock.c:46:13: load relaxed -> acquire
        -DTAKE=relaxed
          ticket_lock.c:22:12: load relaxed -> acquire
        -DPOP=relaxed
          treiber.c:37:25: load relaxed -> acquire
          treiber.c:40:13: failing compare-exchange relaxed -> acquire
    "#]]
    .assert_eq(&all);
}

#[test]
fn nothing_to_suggest() {
    let verified = COUNTER.replace("assert(counter == 2)", "assert(counter <= 2)");
    let plain = "#include <assert.h>
#include <pthread.h>

int x, y, r1, r2;

static void *left(void *unused) {
    x = 1;
    r1 = y;
    return unused;
}

int main(void) {
    pthread_t a;
    pthread_create(&a, 0, left, 0);
    y = 1;
    r2 = x;
    pthread_join(a, 0);
    assert(r1 == 1 || r2 == 1);
    return 0;
}
";
    let files = [("verified.c", &*verified), ("plain.c", plain)];
    let folder = folder("nothing", &files);
    says(
        &folder,
        &["verified.c", "--model=rc11"],
        expect![[r#"
        Verified: no execution shows a bug (RC11, graphs: 4 executions, 0 in vain, 14 events, 0.00 s)

        Suggestion: none, as no bug was found
        exit code 0
    "#]],
    );
    says(
        &folder,
        &["plain.c", "--model=tso"],
        expect![[r#"
        Bug: assertion failed: r1 == 1 || r2 == 1 (TSO, optimal: 0 complete, 0 blocked, 4 events, 0.00 s)

        Suggestion: none, as there is no atomic access or fence whose memory order could be stronger
        exit code 1
    "#]],
    );
    says(
        &folder,
        &["verified.c"],
        expect![[r#"
        error: --suggest-fences is for weaker memory models, as nothing is stronger than sc: say --model rc11 (or ra, tso, pso), or leave it out
        exit code 2
    "#]],
    );
}

#[test]
fn limits() {
    let folder = folder("limits", &[("race.c", RACE), ("readers.litmus", READERS)]);
    // The bug is found within the limit, and what would have no bug has more executions.
    says(
        &folder,
        &["race.c", "--model=rc11", "--max-executions=2", "--quiet"],
        expect![[r#"
            Bug: data race: main reads data, and nothing orders that with thread 0 (writer), which writes it at race.c:14 (RC11, graphs: 2 executions, 0 in vain, 6 events, 0.00 s)

            Suggestion: none was found, and there may be one: with every access seq_cst the check was not exhausted: the limit on executions was reached
            2 attempts were not exhausted, and count as failing (larger limits may show more):
              every access acquire or release (the limit on executions was reached)
              every access seq_cst (the limit on executions was reached)
            exit code 1
        "#]],
    );
    // Attempts that are not exhausted count as failing.
    says(
        &folder,
        &["readers.litmus", "--model=rc11", "--max-executions=9"],
        expect![[r#"
            Bug: the condition does not hold; the limit on executions was reached (RC11, graphs: 3 executions, 0 in vain)

            Suggestion: with these 2 changes the check passes (3 executions, rc11):

              MP.litmus:5:3: store relaxed -> release
              MP.litmus:8:12: load relaxed -> acquire

            This is one of possibly several weakest sets: none of these changes alone can be made weaker, or left out (10 attempts).
            exit code 1
        "#]],
    );
}

#[test]
fn machines_are_told() {
    let folder = folder(
        "json",
        &[
            ("MP.litmus", MESSAGE),
            ("race.c", RACE),
            ("counter.c", COUNTER),
        ],
    );
    let object = |arguments: &[&str]| {
        let all = [arguments, &["--model=rc11", "--suggest-fences", "--json"]].concat();
        let output = folder.run(&all);
        let object: Value = serde_json::from_str(&stdout(&output)).expect("an object");
        assert_eq!(code(&output), 1);
        format!("{:#}\n", object["suggestion"])
    };
    expect![[r#"
        {
          "attempts": 10,
          "changes": [
            {
              "column": 3,
              "file": "MP.litmus",
              "from": "relaxed",
              "line": 5,
              "to": "release",
              "what": "store"
            },
            {
              "column": 12,
              "file": "MP.litmus",
              "from": "relaxed",
              "line": 8,
              "to": "acquire",
              "what": "load"
            }
          ],
          "executions": 3,
          "found": true,
          "is_weakest": true
        }
    "#]]
    .assert_eq(&object(&["MP.litmus", "--workers=1"]));
    expect![[r#"
        {
          "attempts": 3,
          "changes": [],
          "found": false,
          "reason": "no memory order helps: the bug is there under sequential consistency as well"
        }
    "#]]
    .assert_eq(&object(&["counter.c", "--workers=1"]));
    // It is the same with other schedulers.
    let alone = object(&["race.c", "--workers=1"]);
    assert_eq!(object(&["race.c", "--workers=3"]), alone);
    assert_eq!(object(&["race.c", "--processes=2"]), alone);
    assert_eq!(object(&["race.c", "--keep-going"]), alone);
    let output = folder.run(&["MP.litmus", "--model=rc11", "--json"]);
    assert!(!stdout(&output).contains("suggestion"));
}
