//! Findings of executions with very many events: what is written of them stays small, says what it
//! leaves out, and can be shown and run again.

mod support;

use mazurka_trace::{LARGEST, Trace};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{code, stderr, stdout};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("large-{name}"));
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("it can be made");
    path
}

fn mazurka(folder: &Path, arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    let command = command.current_dir(folder).args(arguments);
    command.output().expect("it starts")
}

/// All formats in which a finding is written.
const FORMATS: [&str; 8] = [
    "--trace-dir",
    "traces",
    "--html",
    "page.html",
    "--svg",
    "picture.svg",
    "--dot",
    "graph.dot",
];

fn size(path: &Path) -> usize {
    let data = fs::metadata(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    usize::try_from(data.len()).expect("it is small")
}

/// The trace of a finding, of which all files are small.
fn small_trace(folder: &Path, name: &str) -> Trace {
    let trace = folder.join("traces").join(name);
    for path in [
        trace.clone(),
        folder.join("page.html"),
        folder.join("picture.svg"),
        folder.join("graph.dot"),
    ] {
        let size = size(&path);
        assert!(
            (1_000..=LARGEST).contains(&size),
            "{}: {size}",
            path.display()
        );
    }
    let text = fs::read_to_string(&trace).expect("it is there");
    Trace::from_json(&text).expect("it is a trace file")
}

/// Does a trace say of each event that it has or leaves out?
fn is_complete(trace: &Trace, events: usize) -> bool {
    let left_out: usize = trace.events.iter().map(|event| event.left_out).sum();
    left_out == trace.left_out.events && trace.events.len() + left_out >= events
}

const TURNS: &str = "\
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int turn;

static void *other(void *unused) {
    (void)unused;
    for (int i = 0; i < COUNT; i++) {
        while (atomic_load(&turn) != 1) {
        }
        atomic_store(&turn, 0);
    }
    return 0;
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    for (int i = 0; i < COUNT; i++) {
        while (atomic_load(&turn) != 0) {
        }
        atomic_store(&turn, 1);
    }
    pthread_join(thread, 0);
    assert(atomic_load(&turn) != 0);
}
";

/// A million events, in turns of two threads: nothing of them is lonely, and each is a run of its
/// own in the replay string.
#[test]
fn a_million_events_of_c() {
    let folder = folder("c");
    fs::write(folder.join("turns.c"), TURNS).expect("it can be written");
    let flags = ["--", "-DCOUNT=250000"];
    let check = ["check", "turns.c", "--max-events", "2000000"];
    let output = mazurka(&folder, &[&check[..], &FORMATS, &flags].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("(these 4 lines 249999 times more)"), "{text}");
    assert!(
        text.contains("Replay it with:") && text.len() < 100_000,
        "{text}"
    );
    let trace = small_trace(&folder, "turns-assertion.json");
    assert!(is_complete(&trace, 1_000_000), "{:?}", trace.left_out);
    assert!(trace.left_out.events > 900_000);
    // The loop is one word.
    assert!(trace.replay.len() < 100, "{}", trace.replay);
    for (file, said) in [
        ("page.html", "\"left_out\":"),
        ("picture.svg", "events are left out ..."),
        ("graph.dot", "events are left out ..."),
    ] {
        let text = fs::read_to_string(folder.join(file)).expect("it is there");
        assert!(text.contains(said), "{file}");
    }
    let file = "traces/turns-assertion.json";
    let shown = mazurka(&folder, &["show", file, "--full"]);
    assert_eq!(code(&shown), 0, "{}", stderr(&shown));
    let gap = format!("... {} events are left out ...", trace.left_out.events);
    assert!(stdout(&shown).contains(&gap), "{gap}");
    let replayed = mazurka(&folder, &[&["replay", file][..], &flags].concat());
    assert_eq!(code(&replayed), 1, "{}", stderr(&replayed));
    assert!(stdout(&replayed).contains("It still shows the bug of the trace file"));
    let _ = fs::remove_dir_all(&folder);
}

/// With `--full` nothing is left out, in any format, and `mazurka show` folds the file.
#[test]
fn full_is_all_of_it() {
    let folder = folder("full");
    fs::write(folder.join("turns.c"), TURNS).expect("it can be written");
    let check = ["check", "turns.c", "--full", "--max-events", "100000"];
    let flags = ["--", "-DCOUNT=5000"];
    let output = mazurka(&folder, &[&check[..], &FORMATS, &flags].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(!text.contains("left out"), "all is told");
    let steps = text.lines().filter(|line| line.contains("turn = ")).count();
    assert_eq!(steps, 20_000);
    let file = "traces/turns-assertion.json";
    let read = |file: &str| fs::read_to_string(folder.join(file)).expect("it is there");
    let trace = Trace::from_json(&read(file)).expect("it is a trace file");
    assert_eq!(trace.left_out, Default::default());
    assert!(trace.events.len() > 20_000);
    for (file, mark) in [
        ("graph.dot", "[label=\"20000  "),
        ("picture.svg", ">20000</text>"),
        ("page.html", "\"step\":20000,"),
    ] {
        let text = read(file);
        assert!(
            text.contains(mark) && !text.contains("left out ..."),
            "{file}"
        );
    }
    let show = |more: &[&str]| {
        let shown = mazurka(
            &folder,
            &[&["show", file, "--svg", "shown.svg"], more].concat(),
        );
        assert_eq!(code(&shown), 0, "{}", stderr(&shown));
        (stdout(&shown).lines().count(), read("shown.svg"))
    };
    let (lines, picture) = show(&[]);
    assert!(lines < 300 && picture.contains("events are left out ..."));
    let (lines, picture) = show(&["--full"]);
    assert!(lines > 20_000 && !picture.contains("left out"));
    let _ = fs::remove_dir_all(&folder);
}

/// What a program prints, a call stack and a line of a source file may be as long as they like.
#[test]
fn long_texts_are_cut_and_say_so() {
    let folder = folder("texts");
    let line = format!("int filler[] = {{ {} }};\n", "1, ".repeat(1_000_000));
    let text = "\
#include <assert.h>
#include <stdio.h>

static void deeper(int depth) {
    assert(depth > 0);
    deeper(depth - 1);
}

int main(void) {
    for (int i = 0; i < 100000; i++)
        printf(\"line %d\\n\", i);
    deeper(2000);
}
";
    fs::write(folder.join("texts.c"), line + text).expect("it can be written");
    let output = mazurka(&folder, &[&["check", "texts.c"][..], &FORMATS].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.len() < 1_000_000, "{} bytes", text.len());
    assert!(text.contains("... 2002 calls in all"), "{text}");
    let trace = small_trace(&folder, "texts-assertion.json");
    assert!(is_complete(&trace, 100_000), "{:?}", trace.left_out);
    let long = trace.sources.iter().flat_map(|source| &source.lines);
    let cut = long.filter(|line| line.ends_with(" bytes)")).count();
    assert_eq!(cut, 1);
    let _ = fs::remove_dir_all(&folder);
}

const TABLE: &str = "\
-module(table).
-export([test/0]).

test() ->
    T = ets:new(t, [public]),
    spawn(fun() -> ets:insert(T, {other, 1}) end),
    [ets:insert(T, {k, I}) || I <- lists:seq(1, 10000)],
    true = ets:lookup(T, k) =:= [].
";

#[test]
fn ten_thousand_events_of_erlang() {
    if Command::new("erlc").arg("-help").output().is_err() {
        eprintln!("there is no erlc on the path: nothing is tested");
        return;
    }
    let folder = folder("erlang");
    fs::write(folder.join("table.erl"), TABLE).expect("it can be written");
    let output = mazurka(&folder, &[&["check", "table.erl"][..], &FORMATS].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let trace = small_trace(&folder, "table-abnormal-exit.json");
    assert!(is_complete(&trace, 10_000), "{:?}", trace.left_out);
    assert!(trace.left_out.events > 1_000);
    let replayed = mazurka(&folder, &["replay", "traces/table-abnormal-exit.json"]);
    assert_eq!(code(&replayed), 1, "{}", stderr(&replayed));
    let _ = fs::remove_dir_all(&folder);
}
