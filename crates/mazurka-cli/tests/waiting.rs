//! Loops that wait, as a person sees them who runs `mazurka check`. These tests need a clang.

mod support;

use support::{Folder, code, stdout};

/// Two threads change `x` by compare-exchange, until it works; together they make it five.
const PAIR: &[u8] = br"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *add(void *unused) {
    int h = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &h, h + 2)) {}
    return unused;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, add, 0);
    int h = atomic_load(&x);
    while (!atomic_compare_exchange_weak(&x, &h, h * 2 + 1)) {}
    pthread_join(thread, 0);
    assert(x != 5);
    return 0;
}
";

/// A reader that looks until what it has read is whole.
const SEQLOCK: &[u8] = br"#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int turn, a, b;
static void *write(void *unused) {
    turn = 1; a = 1; b = 1; turn = 2;
    return unused;
}
int main(void) {
    pthread_t thread;
    int before, x, y;
    pthread_create(&thread, 0, write, 0);
    do {
        while ((before = turn) % 2) {}
        x = a; y = b;
    } while (turn != before);
    assert(x == y);
    pthread_join(thread, 0);
    return 0;
}
";

#[test]
fn a_load_and_what_exchanges_it_are_one_step() {
    let folder = Folder::new("waiting-pair", &[("pair.c", PAIR)]);
    let output = folder.run(&["pair.c"]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let text = stdout(&output);
    assert!(
        text.contains("load x = 2, and exchanges it at once"),
        "{text}"
    );
    let replay = text.split("--replay ").nth(1).expect("there is one");
    let replay = replay.split_whitespace().next().expect("it is not empty");
    let output = folder.run(&["pair.c", "--replay", replay]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    let all = folder.run(&["pair.c", "--keep-going", "--quiet"]);
    assert!(
        stdout(&all).contains("2 complete, 0 blocked"),
        "{}",
        stdout(&all)
    );
}

#[test]
fn what_was_in_vain_is_told_apart() {
    let folder = Folder::new("waiting-seqlock", &[("seqlock.c", SEQLOCK)]);
    for crew in ["--workers=1", "--workers=3", "--processes=2"] {
        let output = folder.run(&["seqlock.c", crew, "--json"]);
        assert_eq!(code(&output), 0, "{}", stdout(&output));
        let text = stdout(&output);
        for count in ["\"complete\":2", "\"discarded\":4", "\"blocked\":0"] {
            assert!(text.contains(count), "{crew}: {text}");
        }
    }
}
