//! Programs that clang optimises: what a verifier knows by its name means the same.

mod support;

use std::process::Command;
use support::{Folder, stderr, stdout};

const LEVELS: [&str; 6] = ["-O0", "-O1", "-O2", "-O3", "-Os", "-Ofast"];

/// The clangs of this machine: the usual one, the oldest and the newest that are tested.
fn clangs() -> Vec<&'static str> {
    let runs = |clang: &&str| Command::new(clang).arg("--version").output().is_ok();
    ["clang", "clang-14", "clang-19"]
        .into_iter()
        .filter(runs)
        .collect()
}

/// The same verdict at all levels, with as many executions as without optimisation if that
/// is given.
fn all_levels(name: &str, program: &str, exit_code: i32, executions: Option<u64>) {
    let file = format!("{name}.c");
    let folder = Folder::new(&format!("optimised-{name}"), &[(&file, program.as_bytes())]);
    for clang in clangs() {
        for level in LEVELS {
            let output = folder.run(&[&file, "--quiet", "--clang", clang, "--", level]);
            let text = stdout(&output);
            let all = format!("{clang} {level}: {text}{}", stderr(&output));
            assert_eq!(output.status.code(), Some(exit_code), "{all}");
            let words = format!("of the code as clang optimised it with {level}");
            assert_eq!(text.contains(&words), level != "-O0", "{all}");
            if let Some(executions) = executions {
                assert!(text.contains(&format!(" {executions} complete")), "{all}");
            }
        }
    }
}

/// Sections are one step, whether `static`, to be inlined, or both.
#[test]
fn sections_stay() {
    let program = "
        #include <assert.h>
        #include <pthread.h>
        static int x, y;
        static void __VERIFIER_atomic_both(int by) { x += by; y += by; }
        static int __VERIFIER_atomic_differ(void) { return x != y; }
        static __attribute__((always_inline)) inline void __VERIFIER_atomic_in(int *p) {
            x++; *p = x; y++;
        }
        inline void __VERIFIER_atomic_plain(void) { x++; y++; }
        void *f(void *a) {
            int v;
            __VERIFIER_atomic_both(1);
            __VERIFIER_atomic_in(&v);
            return 0;
        }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            __VERIFIER_atomic_plain();
            assert(!__VERIFIER_atomic_differ());
            pthread_join(t, 0);
            assert(x == 3);
        }";
    all_levels("sections", program, 0, Some(6));
}

/// A section that only reads is not carried out once for twice.
#[test]
fn two_reads_are_two_steps() {
    let program = "
        #include <pthread.h>
        extern void reach_error(void);
        static int x;
        static int __VERIFIER_atomic_read(void) { return x; }
        static void __VERIFIER_atomic_add(void) { x = x + 1; }
        void *f(void *a) { __VERIFIER_atomic_add(); return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            int a = __VERIFIER_atomic_read();
            int b = __VERIFIER_atomic_read();
            if (a != b) reach_error();
        }";
    all_levels("reads", program, 1, None);
}

/// Nor is it taken out of a loop.
#[test]
fn a_loop_waits_for_a_section() {
    let program = "
        #include <assert.h>
        #include <pthread.h>
        static int ready, data;
        static int __VERIFIER_atomic_is_ready(void) { return ready; }
        static void __VERIFIER_atomic_set(int value) { data = value; ready = 1; }
        void *f(void *a) { __VERIFIER_atomic_set(42); return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            while (!__VERIFIER_atomic_is_ready()) {}
            assert(data == 42);
        }";
    all_levels("loop", program, 0, Some(1));
}

#[test]
fn accesses_stay_between_begin_and_end() {
    let program = "
        #include <assert.h>
        #include <pthread.h>
        void __VERIFIER_atomic_begin(void);
        void __VERIFIER_atomic_end(void);
        static int x, y;
        static void add(void) {
            __VERIFIER_atomic_begin();
            x++;
            y++;
            __VERIFIER_atomic_end();
        }
        void *f(void *a) { add(); return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            __VERIFIER_atomic_begin();
            int a = x, b = y;
            __VERIFIER_atomic_end();
            add();
            assert(a == b);
            pthread_join(t, 0);
            assert(x == 2 && y == 2);
        }";
    all_levels("between", program, 0, Some(3));
}

/// Functions that a verifier knows although the program defines them.
#[test]
fn names_mean_more_than_bodies() {
    let program = "
        #include <pthread.h>
        #include <stdlib.h>
        void reach_error(void) {}
        static void __VERIFIER_assume(int holds) { if (!holds) abort(); }
        static void __VERIFIER_assert(int holds) { if (!holds) reach_error(); }
        static int x;
        void *f(void *a) { x = LAST; return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, f, 0);
            pthread_join(t, 0);
            int a = x;
            __VERIFIER_assume(a != 1);
            __VERIFIER_assert(a != 2);
        }";
    all_levels("error", &program.replace("LAST", "2"), 1, None);
    all_levels("assumption", &program.replace("LAST", "3"), 0, None);
}

/// Two files may have sections of the same name, if those are `static`.
#[test]
fn sections_of_two_files() {
    let main = "
        #include <assert.h>
        #include <pthread.h>
        int x, y;
        void *other(void *a);
        static void __VERIFIER_atomic_step(void) { x++; y++; }
        int __VERIFIER_atomic_same(void) { return x == y; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, other, 0);
            __VERIFIER_atomic_step();
            assert(__VERIFIER_atomic_same());
            pthread_join(t, 0);
            assert(x == 11 && y == 11);
        }";
    let other = "
        extern int x, y;
        static void __VERIFIER_atomic_step(void) { x += 10; y += 10; }
        void *other(void *a) { __VERIFIER_atomic_step(); return a; }";
    let files: [(&str, &[u8]); 2] = [("main.c", main.as_bytes()), ("other.c", other.as_bytes())];
    let folder = Folder::new("optimised-two", &files);
    for level in LEVELS {
        let output = folder.run(&["main.c", "other.c", "--quiet", "--", level]);
        let text = stdout(&output);
        assert_eq!(output.status.code(), Some(0), "{level}: {text}");
    }
}

/// What was optimised is said to be so: in JSON and tables, too, and only then.
#[test]
fn the_verdict_says_so() {
    let main: &[u8] = b"int main(void) { return 0; }\n";
    let ir: &[u8] = b"define i32 @main() {\n  ret i32 0\n}\n";
    let files = [("a.c", main), ("b.c", main), ("c.ll", ir)];
    let folder = Folder::new("optimised-said", &files);
    let optimised = |arguments: &[&str]| {
        let output = folder.run(arguments);
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        stdout(&output)
    };
    let text = optimised(&[
        "a.c", "--json", "--", "-O1", "-O2", "-Wall", "-std=c11", "-DX=1",
    ]);
    assert!(text.contains("\"optimised\":\"-O2\""), "{text}");
    let text = optimised(&["a.c", "--json", "--", "-O2", "-O0"]);
    assert!(!text.contains("optimised"), "{text}");
    let text = optimised(&["a.c", "b.c", "--each", "--", "-O"]);
    let words = "of the code as clang optimised it with -O:";
    assert!(text.contains(words), "{text}");
    // Clang has not seen this one.
    let text = optimised(&["c.ll", "--", "-O2"]);
    assert!(!text.contains("optimised"), "{text}");
}

/// Flags that are about C do no harm when LLVM IR is optimised.
#[test]
fn other_flags_may_be_there() {
    let program: &[u8] = b"#include \"given.h\"\nint main(void) { return GIVEN - 1; }\n";
    let files: [(&str, &[u8]); 2] = [("a.c", program), ("include/given.h", b"#define GIVEN 1\n")];
    let folder = Folder::new("optimised-flags", &files);
    let flags = [
        "-O2",
        "-Iinclude",
        "-include",
        "given.h",
        "-std=c11",
        "-Wall",
        "-Werror",
    ];
    for clang in clangs() {
        let output = folder.run(&[&["a.c", "--clang", clang, "--"], &flags[..]].concat());
        let all = format!("{clang}: {}{}", stdout(&output), stderr(&output));
        assert_eq!(output.status.code(), Some(0), "{all}");
    }
}
