//! Trace files: what is written for a finding, printed, and run again; and the executions that
//! are shown, which are as simple as they can be made.

mod support;

use expect_test::expect;
use mazurka_trace::Trace;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use support::{code, run, stderr, stdout};

/// A folder of its own for a test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("traces-{name}"));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("it can be made");
        Folder(path)
    }

    fn path(&self, name: &str) -> String {
        self.0.join(name).to_string_lossy().into_owned()
    }

    fn write(&self, name: &str, text: &str) -> String {
        let path = self.path(name);
        fs::write(&path, text).expect("it can be written");
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    fn files(&self) -> Vec<String> {
        let entries = fs::read_dir(&self.0).expect("it can be read");
        let names = entries.map(|entry| entry.expect("an entry").file_name());
        let mut names: Vec<String> = names.map(|name| name.to_string_lossy().into()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn mazurka(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka"));
    command.args(arguments).output().expect("it starts")
}

const LOST: &str = "\
#include <assert.h>
#include <pthread.h>
_Atomic int count;
static void *add(void *p) {
    count = count + 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, add, 0);
    add(0);
    pthread_join(t, 0);
    assert(count == 2);
}
";

const DEADLOCK: &str = "\
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *p) {
    pthread_mutex_lock(&b);
    pthread_mutex_lock(&a);
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&a);
    pthread_mutex_lock(&b);
    return 0;
}
";

fn trace_of(folder: &Folder, file: &str, arguments: &[&str]) -> Option<Trace> {
    let _ = fs::remove_dir_all(folder.path("found"));
    let found = folder.path("found");
    let fixed = [file, "--workers=1", "--quiet", "--trace-dir", &found];
    let output = run(&[&fixed[..], arguments].concat());
    let entries = fs::read_dir(&found).unwrap_or_else(|_| panic!("{}", stderr(&output)));
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    let text = fs::read_to_string(paths.first()?).expect("it can be read");
    Some(Trace::from_json(&text).expect("it is a trace file"))
}

#[test]
fn a_finding_is_written_printed_and_run_again() {
    let folder = Folder::new("again");
    let file = folder.write("lost.c", LOST);
    let output = run(&[&file, "--workers=1", "--trace-dir", &folder.path("found")]);
    assert_eq!(code(&output), 1);
    let path = folder.path("found/lost-assertion.json");

    let shown = stdout(&mazurka(&["show", &path])).replace(&format!("{}/", folder.0.display()), "");
    expect![[r#"
        lost (SC, optimal)

        assertion failed: count == 2
          at lost.c:13:5 in main
            13 |     assert(count == 2);

        What happens:

             main            starts thread 0 (add)
          1  main            load count = 0  lost.c:5
          2  thread 0 (add)  load count = 0  lost.c:5
          3  thread 0 (add)  count = 1       lost.c:5
          4  main            count = 1       lost.c:5
             main            joins thread 0 (add)
          5  main            load count = 1  lost.c:13
             main            assertion failed: count == 2  lost.c:13

        Replay it with:

          mazurka check lost.c --replay 1s0.1/0x1,0.0x2,0x2
    "#]]
    .assert_eq(&shown);

    let again = mazurka(&["replay", &path]);
    assert_eq!(code(&again), 1);
    assert!(stdout(&again).ends_with("It still shows the bug of the trace file.\n"));

    // The program is mended, with the same steps.
    folder.write("lost.c", &LOST.replace("count == 2", "count >= 1"));
    let again = mazurka(&["replay", &path]);
    assert_eq!(code(&again), 3);
    let text = stdout(&again);
    let end = "It does not show the bug of the trace file any more (the program has changed \
               since).\n";
    assert!(text.ends_with(end), "{text}");

    // It has other steps now.
    folder.write("lost.c", &LOST.replace("count = count + 1", "count += 1"));
    let again = mazurka(&["replay", &path]);
    assert_eq!(code(&again), 2);
    assert!(stderr(&again).contains("does not fit this program"));
}

#[test]
fn a_trace_says_what_happened() {
    let folder = Folder::new("says");
    let file = folder.write("dead.c", DEADLOCK);
    let trace = trace_of(&folder, &file, &[]).expect("a finding");
    let finding = trace.finding.as_ref().expect("a deadlock");
    assert_eq!(finding.kind, "deadlock");
    let circle = trace.circle(finding).expect("a circle");
    assert_eq!(
        circle,
        "They wait in a circle: main for thread 0 (other) for main."
    );
    let locks = trace.events.iter().filter(|event| event.step.is_some());
    let locks: Vec<_> = locks
        .map(|event| {
            let object = event.object.map(|object| &*trace.objects[object].name);
            let taken = event.changes[0].adds.as_deref();
            assert_eq!(taken, object);
            (
                &*event.operation,
                object.unwrap(),
                event.line.unwrap(),
                &*event.clock,
            )
        })
        .collect();
    assert_eq!(
        locks,
        [("lock", "a", 11, &[1, 0][..]), ("lock", "b", 4, &[0, 1])]
    );
    assert_eq!(trace.source(&file, 4), Some("    pthread_mutex_lock(&b);"));
    assert_eq!(trace.events[1].stack[0].function, "main");

    // Store buffers, and values.
    let file = folder.write("lost.c", &LOST.replace("count = count + 1", "atomic_store_explicit(&count, atomic_load_explicit(&count, memory_order_relaxed) + 1, memory_order_relaxed)").replace("#include <pthread.h>", "#include <pthread.h>\n#include <stdatomic.h>"));
    let trace = trace_of(&folder, &file, &["--model", "tso"]).expect("a finding");
    let buffered: Vec<_> = trace
        .events
        .iter()
        .flat_map(|event| &event.changes)
        .collect();
    assert!(buffered.iter().all(|change| change.of == "buffer"));
    let comes = buffered
        .iter()
        .filter(|change| change.adds.is_some())
        .count();
    let leaves = buffered
        .iter()
        .filter(|change| change.removes.is_some())
        .count();
    assert_eq!((comes, leaves), (2, 2));
    let last = trace
        .events
        .iter()
        .rfind(|event| event.step.is_some())
        .unwrap();
    assert_eq!((last.before, last.after), (Some(1), Some(1)));
}

#[test]
fn messages_come_into_mailboxes_and_leave_them() {
    let folder = Folder::new("mail");
    let text = "-module(mail).\n-export([test/0]).\ntest() ->\n  P = self(),\n  \
                spawn(fun() -> P ! hello end),\n  receive X -> bye = X end.\n";
    let file = folder.write("mail.erl", text);
    let trace = trace_of(&folder, &file, &[]).expect("a finding");
    let changes = trace.events.iter().flat_map(|event| &event.changes);
    let changes: Vec<_> = changes
        .map(|change| {
            let (adds, removes) = (change.adds.as_deref(), change.removes.as_deref());
            (&*change.of, change.thread, adds, removes)
        })
        .collect();
    assert_eq!(
        changes,
        [
            ("mailbox", 0, Some("hello"), None),
            ("mailbox", 0, None, Some("hello"))
        ]
    );
}

#[test]
fn pages_and_pictures_are_written() {
    let folder = Folder::new("pages");
    let lost = folder.write("lost.c", LOST);
    let dead = folder.write("dead.c", DEADLOCK);
    let outputs = ["html", "dot", "svg", "lcov"].map(|kind| folder.path(&format!("out.{kind}")));
    let [html, dot, svg, lcov] = &outputs;
    let output = run(&[
        "--each", &lost, &dead, "--html", html, "--dot", dot, "--svg", svg, "--lcov", lcov,
    ]);
    assert_eq!(code(&output), 1);
    let page = folder.read("out.html");
    for part in [
        "lost.c",
        "dead.c",
        "deadlock",
        "count == 2",
        "<!DOCTYPE html>",
    ] {
        assert!(page.contains(part), "{part}");
    }
    assert!(folder.read("out.dot").starts_with("digraph"));
    assert!(folder.read("out.svg").starts_with("<svg"));
    assert!(folder.read("out.lcov").contains("DA:13,1\n"));

    // Nothing is drawn where nothing was found.
    let right = folder.write("right.c", &LOST.replace("count = count + 1", "count += 1"));
    fs::remove_file(svg).unwrap();
    let output = run(&[&right, "--svg", svg]);
    assert_eq!(code(&output), 0);
    assert!(stderr(&output).contains("there is no finding to draw"));
    assert!(!folder.files().contains(&"out.svg".to_owned()));
}

#[test]
fn lines_that_no_execution_reaches_are_told() {
    let folder = Folder::new("coverage");
    let text = "\
#include <pthread.h>
_Atomic int x;
static void *set(void *p) {
    if (x == 7)
        x = 8;
    x = 1;
    return p;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, set, 0);
    if (x == 1)
        x = 2;
    return 0;
}
";
    let file = folder.write("lines.c", text);
    let output = run(&[&file, "--coverage", "--workers=1"]);
    let text = stdout(&output).replace(&format!("{}/", folder.0.display()), "");
    let (_, coverage) = text.split_once("Coverage: ").expect("it is told");
    assert_eq!(
        coverage,
        "9 of 10 lines with code were reached. Not reached:\n  lines.c:5\n"
    );
    let output = run(&[&file, "--coverage", "--processes", "2"]);
    assert_eq!(code(&output), 2);
}

#[test]
fn threads_that_never_interfere_are_a_warning() {
    let folder = Folder::new("alone");
    let file = folder.write("alone.c", "int main(void) { return 0; }\n");
    let text = stdout(&run(&[&file]));
    assert!(text.contains("its threads never interfere"), "{text}");
    let text = stdout(&run(&[&file, "--quiet"]));
    assert!(!text.contains("interfere"), "{text}");
}

/// Two producers that overwrite one another, with a consumer that has nothing to do with it.
const QUEUE: &str = "\
#include <assert.h>
#include <pthread.h>
_Atomic int head, tail, noise, sum, cells[8];
static void *produce(void *p) {
    for (int i = 0; i < 3; i++) {
        noise++;
        int at = tail;
        cells[at % 8] = at + 1;
        tail = at + 1;
    }
    return p;
}
static void *consume(void *p) {
    for (int i = 0; i < 3; i++) {
        noise++;
        int at = head;
        if (at < tail) {
            sum += cells[at % 8];
            head = at + 1;
        }
    }
    return p;
}
int main(void) {
    pthread_t a, b, c;
    pthread_create(&a, 0, produce, 0);
    pthread_create(&b, 0, produce, 0);
    pthread_create(&c, 0, consume, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    pthread_join(c, 0);
    assert(tail == 6);
}
";

/// Ten programs whose bugs a random schedule finds: the execution that is shown never has more
/// switches than the one that was found, and never another finding.
#[test]
fn a_simpler_execution_shows_the_same_bug() {
    let folder = Folder::new("simpler");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../mazurka-llvm/corpus/bugs");
    let names = [
        "aba",
        "broken_seqlock",
        "check_then_act",
        "double_free_race",
        "late_reader",
        "lost_wakeup",
        "missed_signal",
        "philosophers",
        "refcount",
    ];
    let mut files = vec![folder.write("queue.c", QUEUE)];
    files.extend(names.map(|name| format!("{corpus}/{name}.c")));
    let mut table = String::new();
    for file in &files {
        let of = |shorten| {
            let options = ["--algorithm", "random:3", "--shorten", shorten];
            trace_of(&folder, file, &options).expect("it has a bug")
        };
        let (found, shown) = (of("0"), of("30"));
        let (was, is) = (
            found.finding.as_ref().unwrap(),
            shown.finding.as_ref().unwrap(),
        );
        assert_eq!((&was.kind, &was.message), (&is.kind, &is.message));
        assert!(shown.switches() <= found.switches(), "{file}");
        let name = Path::new(file).file_stem().unwrap().to_string_lossy();
        table.push_str(&format!(
            "{name} {} -> {}\n",
            found.switches(),
            shown.switches()
        ));
    }
    expect![[r#"
        queue 12 -> 3
        aba 3 -> 2
        broken_seqlock 1 -> 1
        check_then_act 2 -> 2
        double_free_race 1 -> 1
        late_reader 2 -> 2
        lost_wakeup 2 -> 2
        missed_signal 3 -> 3
        philosophers 2 -> 2
        refcount 3 -> 3
    "#]]
    .assert_eq(&table);
}

/// All bugs of the corpus: what is written can be printed, and shows the bug again.
#[test]
fn every_bug_of_the_corpus_can_be_run_again() {
    let folder = Folder::new("corpus");
    let corpus = concat!(env!("CARGO_MANIFEST_DIR"), "/../mazurka-llvm/corpus/bugs");
    let found = folder.path("found");
    let options = ["--races", "--leaks", "--workers=1", "--trace-dir", &found];
    let output = run(&[&["--each", corpus][..], &options].concat());
    assert_eq!(code(&output), 1, "{}", stderr(&output));
    let mut kinds = Vec::new();
    let entries = fs::read_dir(&found).expect("there are traces");
    for path in entries.map(|entry| entry.unwrap().path()) {
        let path = path.to_string_lossy().into_owned();
        let trace = Trace::from_json(&fs::read_to_string(&path).unwrap()).unwrap();
        let finding = trace.finding.clone().expect("a bug");
        let shown = mazurka(&["show", "--full", &path]);
        assert_eq!(code(&shown), 0, "{path}");
        assert!(stdout(&shown).contains(&finding.message), "{path}");
        let again = mazurka(&["replay", &path]);
        assert_eq!(code(&again), 1, "{path}: {}", stderr(&again));
        let text = stdout(&again);
        assert!(text.contains("It still shows the bug"), "{path}: {text}");
        kinds.push(finding.kind);
    }
    kinds.sort();
    kinds.dedup();
    let expected = [
        "assertion",
        "data-race",
        "deadlock",
        "invalid-access",
        "invalid-free",
        "uninitialised",
        "unlock",
    ];
    assert_eq!(kinds, expected);
}

#[test]
fn bad_trace_files_are_refused_with_a_reason() {
    let folder = Folder::new("bad");
    let empty = folder.write("empty.json", "");
    let other = folder.write("other.json", "{\"format\": \"something\", \"version\": 1}");
    let newer = folder.write(
        "newer.json",
        "{\"format\": \"mazurka trace\", \"version\": 99}",
    );
    let bare = folder.write("bare.json", &Trace::default().to_json());
    let missing = folder.path("missing.json");
    for (command, file, reason) in [
        ("show", &empty, "it is no trace file"),
        ("show", &other, "its format is \"something\""),
        ("replay", &newer, "of version 99"),
        ("replay", &bare, "it has no options"),
        ("show", &missing, "cannot read"),
    ] {
        let output = mazurka(&[command, file]);
        assert_eq!(code(&output), 2, "{file}");
        let text = stderr(&output);
        assert!(text.contains(reason) && text.contains(&**file), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let file = folder.write("lost.c", LOST);
    let output = run(&[&file, "--trace-dir", &file]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("cannot make"));
}
