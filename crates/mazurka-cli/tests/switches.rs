//! `mazurka check --preemptions N`, `--delays N`, and random executions: what is found, and what is
//! said of what was left out.

mod support;

use support::{Folder, code, stderr, stdout, timeless};

/// Two threads add without a lock.
const LOST: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int count;

static void *add(void *unused) {
    atomic_store(&count, atomic_load(&count) + 1);
    return 0;
}

int main(void) {
    pthread_t threads[2];
    pthread_create(&threads[0], 0, add, 0);
    pthread_create(&threads[1], 0, add, 0);
    pthread_join(threads[0], 0);
    pthread_join(threads[1], 0);
    assert(BUG || atomic_load(&count) == 2);
}
";

fn folder(name: &str) -> Folder {
    let right = LOST.replace("BUG", "1");
    let wrong = LOST.replace("BUG", "0");
    Folder::new(
        name,
        &[("right.c", right.as_bytes()), ("wrong.c", wrong.as_bytes())],
    )
}

#[test]
fn a_bound_that_leaves_something_out_verifies_nothing() {
    let folder = folder("switches_bound");
    let output = folder.run(&["wrong.c", "--preemptions=0"]);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let words = "not everything was explored: there are executions with more than 0 preemptions";
    assert!(stdout(&output).contains(words), "{}", stdout(&output));
    let output = folder.run(&["wrong.c", "--preemptions=1", "--workers=2"]);
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    for bound in ["--preemptions=3", "--delays=9"] {
        let output = folder.run(&["right.c", bound]);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        let text = timeless(&stdout(&output));
        assert!(text.starts_with("Verified"), "{text}");
    }
}

#[test]
fn samples_end_at_their_limit() {
    let folder = folder("switches_samples");
    let arguments = ["right.c", "--algorithm=random:5", "--max-executions=30"];
    let output = folder.run(&arguments);
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    let words = "the limit on executions was reached (SC, random:5: 30 complete";
    assert!(stdout(&output).contains(words), "{}", stdout(&output));
    let output = folder.run(&["wrong.c", "--algorithm=pct:2:1"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let output = folder.run(&["wrong.c", "--algorithm=pct:x"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("pct[:DEPTH[:SEED]]"));
    let output = folder.run(&["wrong.c", "--preemptions=1", "--model=rc11"]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("preemptions:1 cannot explore the memory model rc11"));
}
