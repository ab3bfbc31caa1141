//! `mazurka check --symmetry`: threads that are taken to be interchangeable. These tests need a
//! clang.

mod support;

use serde_json::Value;
use std::process::Output;
use support::{Folder, stderr, stdout};

/// Each of N threads adds twice.
const ADDERS: &[u8] = br"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum;
static void *add(void *unused) {
    for (int i = 0; i < 2; i++)
        assert(atomic_fetch_add(&sum, 1) != BAD);
    return unused;
}
int main(void) {
    pthread_t threads[N];
    for (int i = 0; i < N; i++) pthread_create(&threads[i], 0, add, ARGUMENT);
    for (int i = 0; i < N; i++) pthread_join(threads[i], 0);
    return 0;
}
";

/// None of the threads takes a step: each waits for a lock that `main` holds.
const STUCK: &[u8] = br"#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *wait(void *unused) {
    pthread_mutex_lock(&lock);
    pthread_mutex_unlock(&lock);
    return unused;
}
int main(void) {
    pthread_t threads[2];
    pthread_mutex_lock(&lock);
    for (int i = 0; i < 2; i++) pthread_create(&threads[i], 0, wait, 0);
    for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
    return 0;
}
";

/// `main` joins a thread between two others, which may have ended or not: these are never alike.
const JOINED: &[u8] = br"#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum, other;
static void *add(void *unused) { atomic_fetch_add(&sum, 1); return unused; }
static void *touch(void *unused) { atomic_fetch_add(&other, 1); return unused; }
int main(void) {
    pthread_t first, second, third;
    pthread_create(&first, 0, touch, 0);
    atomic_load(&other);
    pthread_create(&second, 0, add, 0);
    pthread_join(first, 0);
    pthread_create(&third, 0, add, 0);
    pthread_join(second, 0);
    pthread_join(third, 0);
    return 0;
}
";

fn folder(name: &str) -> Folder {
    let files = [
        ("adders.c", ADDERS),
        ("stuck.c", STUCK),
        ("joined.c", JOINED),
    ];
    Folder::new(&format!("symmetry_{name}"), &files)
}

fn object(output: &Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(text.trim()).unwrap_or_else(|_| panic!("{text}{}", stderr(output)))
}

fn complete(folder: &Folder, arguments: &[&str], flags: &[&str]) -> u64 {
    let arguments = [arguments, &["--json", "--"], flags].concat();
    let object = object(&folder.run(&arguments));
    assert_eq!(object["verdict"], "verified", "{object}");
    assert_eq!(object["blocked"], 0, "{object}");
    object["complete"].as_u64().expect("a number")
}

const RIGHT: [&str; 3] = ["-DBAD=-1", "-DARGUMENT=0", "-DN=3"];

#[test]
fn a_sixth_of_the_executions_of_three_threads_are_left() {
    let folder = folder("counts");
    for model in ["sc", "tso", "pso"] {
        for more in [&[][..], &["--workers", "3"], &["--processes", "2"]] {
            let arguments = [&["adders.c", "--model", model], more].concat();
            assert_eq!(complete(&folder, &arguments, &RIGHT), 90);
            let symmetry = [&arguments[..], &["--symmetry"]].concat();
            assert_eq!(complete(&folder, &symmetry, &RIGHT), 15);
            // Threads with other arguments are others.
            let flags = ["-DBAD=-1", "-DARGUMENT=(void*)(long)i", "-DN=3"];
            assert_eq!(complete(&folder, &symmetry, &flags), 90);
        }
    }
    for algorithm in ["source", "classic", "exhaustive"] {
        let arguments = ["adders.c", "--symmetry", "--algorithm", algorithm];
        let arguments = [&arguments[..], &["--json", "--"], &RIGHT].concat();
        let object = object(&folder.run(&arguments));
        assert_eq!(object["complete"], 15, "{object}");
    }
}

#[test]
fn what_is_assumed_is_told() {
    let folder = folder("told");
    let output = folder.run(&[&["adders.c", "--symmetry", "--"], &RIGHT[..]].concat());
    let words = "with threads of the same function and argument taken to be interchangeable";
    assert!(stdout(&output).contains(words), "{}", stdout(&output));
    let symmetry = [&["adders.c", "--symmetry", "--json", "--"], &RIGHT[..]].concat();
    assert_eq!(object(&folder.run(&symmetry))["symmetry"], true);
    let plain = [&["adders.c", "--json", "--"], &RIGHT[..]].concat();
    assert_eq!(object(&folder.run(&plain)).get("symmetry"), None);
}

#[test]
fn a_bug_is_replayed_without_symmetry() {
    let folder = folder("bug");
    let flags = ["--", "-DBAD=4", "-DARGUMENT=0", "-DN=3"];
    let arguments = [&["adders.c", "--symmetry", "--json"], &flags[..]].concat();
    let bug = object(&folder.run(&arguments));
    assert_eq!(bug["verdict"], "bug", "{bug}");
    let string = bug["findings"][0]["replay"].as_str().expect("a string");
    for more in [&[][..], &["--symmetry"]] {
        let arguments = [&["adders.c", "--replay", string], more, &flags].concat();
        let output = folder.run(&arguments);
        assert_eq!(output.status.code(), Some(1), "{}", stderr(&output));
        let text = stdout(&output);
        assert!(text.contains("assertion failed"), "{text}");
        assert!(!text.contains("wakes"), "{text}");
    }
}

#[test]
fn threads_that_never_begin_wait_for_what_they_wait_for() {
    let folder = folder("stuck");
    let messages = |more: &[&str]| {
        let found = object(&folder.run(&[&["stuck.c", "--json"], more].concat()));
        let finding = &found["findings"][0];
        assert_eq!(finding["kind"], "deadlock", "{found}");
        (finding["message"].clone(), finding["details"].clone())
    };
    assert_eq!(messages(&["--symmetry"]), messages(&[]));
}

#[test]
fn a_join_between_keeps_threads_apart() {
    let folder = folder("joined");
    let plain = complete(&folder, &["joined.c"], &[]);
    assert_eq!(complete(&folder, &["joined.c", "--symmetry"], &[]), plain);
}

#[test]
fn a_check_that_is_stopped_goes_on_with_symmetry() {
    let folder = folder("resume");
    let flags = ["-DBAD=-1", "-DARGUMENT=0", "-DN=4"];
    let first = [
        &["adders.c", "--symmetry", "--json", "--resume-file", "rest"][..],
        &["--max-executions", "50", "--"][..],
        &flags[..],
    ];
    let stopped = folder.run(&first.concat());
    assert_eq!(object(&stopped)["verdict"], "unknown");
    let rest = [&["--resume", "rest", "--"], &flags[..]].concat();
    let output = folder.run(&rest);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let object = object(&output);
    assert_eq!(object["complete"], 105, "{object}");
    assert_eq!(object["symmetry"], true, "{object}");
}
