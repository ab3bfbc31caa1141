//! What a cluster says of a program is what one process says.

use crate::rig::{Store, corpus, job_of, run};
use crate::support::{Folder, code, stderr, stdout};
use serde_json::Value;
use std::process::{Command, Output};

/// What must be the same: all but times, and what depends on the algorithm.
fn said(output: &Output) -> (i32, Vec<Value>) {
    let text = stdout(output);
    let lines = text.lines().map(|line| {
        let mut object: Value = serde_json::from_str(line).expect("an object a line");
        let fields = object.as_object_mut().expect("an object");
        for field in [
            "seconds",
            "algorithm",
            "events",
            "estimate",
            "discarded",
            "blocked",
        ] {
            fields.remove(field);
        }
        object
    });
    (code(output), lines.collect())
}

fn alone(arguments: &[&str]) -> Output {
    run(&[&["check", "--json", "--workers", "1"], arguments].concat())
}

/// Checks something here and there. The exit code, and what was said there.
fn same(store: &Store, arguments: &[&str]) -> (i32, Vec<Value>) {
    let here = alone(arguments);
    let there = store.check(&[&["--json"], arguments].concat());
    assert_eq!(
        said(&there),
        said(&here),
        "{arguments:?}: {}",
        stderr(&there)
    );
    for line in stdout(&there).lines() {
        let object: Value = serde_json::from_str(line).expect("an object a line");
        assert!(object["blocked"].is_u64(), "{object}");
    }
    let said = said(&there);
    // Those who look at the jobs are told the same.
    let newest = format!(
        "select verdict from mazurka.job order by id desc limit {}",
        said.1.len()
    );
    let verdicts = said.1.iter().rev().map(|object| object["verdict"].as_str());
    let verdicts: Vec<&str> = verdicts.map(|verdict| verdict.expect("text")).collect();
    assert_eq!(store.sql(&newest).lines().collect::<Vec<_>>(), verdicts);
    said
}

fn complete(said: &(i32, Vec<Value>)) -> u64 {
    said.1[0]["complete"].as_u64().expect("a number")
}

#[test]
fn totals_of_c_programs() {
    let Some(store) = Store::shared() else { return };
    let agents = [
        store.agent(&["--threads", "2"]),
        store.agent(&["--threads", "1"]),
    ];
    let checks: &[(&str, &[&str], u64)] = &[
        ("papers/lastzero.c", &["--", "-DN=11"], 7168),
        ("papers/readers.c", &["--", "-DN=12"], 4096),
        ("papers/fib_bench.c", &["--", "-DN=3"], 1698),
        (
            "papers/fib_bench.c",
            &["--model", "tso", "--", "-DN=3"],
            2258,
        ),
        ("papers/indexer.c", &["--", "-DN=14"], 512),
        ("papers/filesystem.c", &["--", "-DN=18"], 32),
        ("papers/wakeup_stress.c", &["--", "-DN=6"], 1440),
        (
            "papers/lastzero.c",
            &["--algorithm", "graphs", "--", "-DN=10"],
            3328,
        ),
    ];
    for (name, more, executions) in checks {
        let said = same(&store, &[&[&*corpus(name)], *more].concat());
        assert_eq!(
            (said.0, complete(&said)),
            (0, *executions),
            "{name} {more:?}"
        );
    }
    let bakery = corpus("rc11/bakery.c");
    let output = store.check(&[&bakery, "--model", "rc11", "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(
        (&object["complete"], &object["blocked"]),
        (&9.into(), &2.into())
    );
    same(&store, &[&bakery, "--model", "rc11"]);
    // Some of these took several rounds.
    let rounds = store.sql("select max(round) from mazurka.job");
    assert!(
        rounds.parse().is_ok_and(|rounds: u32| rounds > 2),
        "{rounds}"
    );
    // All were verified, and each can be shown to be.
    let jobs = store.sql("select id, verdict from mazurka.job order by id");
    for job in jobs.lines() {
        let (job, verdict) = job.split_once('|').expect("two columns");
        assert_eq!(verdict, "verified", "{jobs}");
        let output = store.command(&["certify", job, "--sample", "3"]);
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    }
    for agent in agents {
        let text = agent.drain();
        assert!(text.ends_with(" 0 processes lost\n"), "{text}");
    }
}

/// Two threads of which one may run for ever, after an execution that ends.
const ENDLESS: &str = "#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static void *f(void *a) {
    if (atomic_fetch_add(&x, 1) == 1)
        for (;;) atomic_fetch_add(&y, 1);
    return a;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, f, 0);
    atomic_fetch_add(&x, 1);
    atomic_fetch_add(&y, 1);
    pthread_join(t, 0);
}
";

/// Two bugs.
const TWO: &str = "#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *f(void *a) { atomic_store(&x, (int)(long)a); return 0; }
int main(void) {
    pthread_t t[4];
    for (long i = 0; i < 4; i++) pthread_create(&t[i], 0, f, (void *)i);
    int seen = atomic_load(&x);
    assert(seen != 3);
    if (seen == 2) assert(atomic_load(&x) == 2);
    for (int i = 0; i < 4; i++) pthread_join(t[i], 0);
}
";

/// Each thread stores, and then loads what the other stores.
const BUFFERING: &str = "X86 buffering
{ x=0; y=0; }
 P0          | P1          ;
 MOV [x],$1  | MOV [y],$1  ;
 MOV EAX,[y] | MOV EAX,[x] ;
";

#[test]
fn findings_and_litmus_tests() {
    let Some(store) = Store::shared() else { return };
    let agent = store.agent(&["--threads", "2"]);
    let forall = format!("{BUFFERING}forall (0:EAX=1 \\/ 1:EAX=1)\n");
    let files: [(&str, &[u8]); 4] = [
        ("endless.c", ENDLESS.as_bytes()),
        ("two.c", TWO.as_bytes()),
        ("forall.litmus", forall.as_bytes()),
        ("states.litmus", BUFFERING.as_bytes()),
    ];
    let folder = Folder::new("cluster-findings", &files);
    let path = |name: &str| folder.path(name).display().to_string();

    let endless = path("endless.c");
    let said = same(&store, &[&endless, "--max-events", "60"]);
    assert_eq!((said.0, complete(&said)), (3, 1), "{said:?}");

    let deadlock = same(&store, &[&corpus("bugs/lock_order.c"), "--keep-going"]);
    assert_eq!((deadlock.0, complete(&deadlock)), (1, 3), "{deadlock:?}");
    for (file, replayed) in [
        (corpus("bugs/lock_order.c"), "deadlock"),
        (
            corpus("bugs/lost_update.c"),
            "assertion failed: counter == 2",
        ),
        (path("two.c"), "assertion failed"),
    ] {
        let said = same(&store, &[&file, "--keep-going"]);
        assert_eq!(said.0, 1);
        // One that stops at the first may find another, but it is one of these.
        let output = store.check(&[&file, "--json"]);
        assert_eq!(code(&output), 1, "{}", stderr(&output));
        let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
        let found = &object["findings"][0];
        let all = said.1[0]["findings"].as_array().expect("a list");
        assert!(
            all.iter().any(|one| one["message"] == found["message"]),
            "{object}"
        );
        let replay = found["replay"].as_str().expect("text");
        let output = run(&["check", &file, "--replay", replay]);
        let text = stdout(&output);
        assert_eq!(code(&output), 1, "{text}{}", stderr(&output));
        assert!(text.to_lowercase().contains(replayed), "{text}");
    }
    let litmus = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/litmus");
    for model in ["sc", "tso", "pso"] {
        same(&store, &[litmus, "--states", "--model", model]);
    }
    // A condition that does not hold is a bug, and without one there is nothing to verify.
    for (name, verdict, exit) in [("forall", "bug", 1), ("states", "explored", 0)] {
        let said = same(
            &store,
            &[&path(&format!("{name}.litmus")), "--model", "tso"],
        );
        assert_eq!((said.0, &said.1[0]["verdict"]), (exit, &verdict.into()));
        let job = store.sql("select max(id) from mazurka.job");
        let follow = store.command(&["status", &job, "--follow"]);
        assert_eq!(code(&follow), exit, "{}", stdout(&follow));
        let output = store.command(&["certify", &job]);
        assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    }
    let text = agent.drain();
    assert!(text.ends_with(" 0 processes lost\n"), "{text}");
}

/// What is done in a moment is not submitted, and what is not is.
#[test]
fn small_programs_stay_here() {
    let Some(store) = Store::shared() else { return };
    let program = corpus("papers/lastzero.c");
    let first = |seconds: &str, flag: &str| {
        let words = ["check", &program, "--json", "--cluster", &store.url];
        run(&[&words[..], &["--first", seconds, "--", flag]].concat())
    };
    let output = first("60", "-DN=5");
    assert_eq!((code(&output), &*stderr(&output)), (0, ""));
    assert_eq!(store.sql("select count(*) from mazurka.job"), "0");
    let agent = store.agent(&["--threads", "1"]);
    let output = first("0.001", "-DN=11");
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    store.exact(job_of(&stderr(&output)), 7168);
    agent.drain();
}

#[test]
fn erlang_programs() {
    if Command::new("erlc").arg("-help").output().is_err() {
        eprintln!("skipped: erlc is not installed");
        return;
    }
    let Some(store) = Store::shared() else { return };
    let programs = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../mazurka-erlang/tests/programs"
    );
    let folder = Folder::new("cluster-erlang", &[]);
    for name in ["clients", "lastzero"] {
        let mut erlc = Command::new("erlc");
        let made = erlc
            .args(["+debug_info", "-o"])
            .arg(folder.path("."))
            .arg(format!("{programs}/{name}.erl"))
            .status();
        assert!(made.expect("erlc starts").success(), "{name}");
    }
    let agents = [
        store.agent(&["--threads", "1"]),
        store.agent(&["--threads", "1"]),
    ];
    for (name, entry, executions) in [
        // A gen_server with five clients.
        ("clients", "--entry=n5", 14_400),
        ("lastzero", "--entry=n8", 704),
    ] {
        let beam = folder.path(&format!("{name}.beam")).display().to_string();
        let said = same(&store, &[&beam, entry, "--ignore", "deadlock"]);
        assert_eq!(complete(&said), executions, "{said:?}");
    }
    for agent in agents {
        agent.drain();
    }
}
