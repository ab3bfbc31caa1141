//! Options, subcommands and settings that there are not: what is said of them.

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::process::{Command, Output, Stdio};
use support::{Folder, code, stderr};

const C: &str = "int main(void) { return 0; }\n";

fn mazurka(folder: &Folder, line: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazurka"))
        .args(line.split_whitespace())
        .current_dir(folder.path(""))
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

/// The command line, and the end of what is said of it.
const LINES: &[(&str, &str)] = &[
    // Letters.
    ("check a.c --modle tso", "did you mean --model?"),
    ("check a.c --mdoel tso", "did you mean --model?"),
    ("check a.c --modeltso", "did you mean --model?"),
    ("check a.c --max-tiem 3", "did you mean --max-time?"),
    ("check a.c --maxtime 3", "did you mean --max-time?"),
    (
        "check a.c --max-executons 3",
        "did you mean --max-executions?",
    ),
    ("check a.c --unrol 3", "did you mean --unroll?"),
    ("check a.c --worker 3", "did you mean --workers?"),
    ("check a.c --proceses 3", "did you mean --processes?"),
    ("check a.c --keepgoing", "did you mean --keep-going?"),
    ("check a.c --keep", "did you mean --keep-going?"),
    ("check a.c --race", "did you mean --races?"),
    ("check a.c --laeks", "did you mean --leaks?"),
    ("check a.c --suggest", "did you mean --suggest-fences?"),
    ("check a.c --jason", "did you mean --json?"),
    ("check a.c --check-threds", "did you mean --check-threads?"),
    ("check a.c --entyr test", "did you mean --entry?"),
    (
        "check a.erl --after_timout 3",
        "did you mean --after-timeout?",
    ),
    (
        "check a.erl --treat_as_norml x",
        "did you mean --treat-as-normal?",
    ),
    ("check a.erl --recieve take", "did you mean --receive?"),
    ("check a.erl --depthbound 3", "did you mean --depth-bound?"),
    ("worker --theads 3", "did you mean --threads?"),
    ("check a.c --treat", "did you mean --treat-as-normal?"),
    ("check a.c --instant", "did you mean --instant-delivery?"),
    (
        "check a.c --res x",
        "did you mean --resume or --resume-file?",
    ),
    (
        "check a.c --nothing-like-it",
        "`mazurka check --help` lists those that there are",
    ),
    // What is hidden is not suggested.
    ("check a.c --watche", "did you mean --watch?"),
    // One dash.
    (
        "check a.c -model tso",
        "did you mean --model, with two dashes?",
    ),
    (
        "check a.c -modle tso",
        "did you mean --model, with two dashes?",
    ),
    (
        "check a.c -unroll=4",
        "did you mean --unroll, with two dashes?",
    ),
    ("check a.c -races", "did you mean --races, with two dashes?"),
    // Of other subcommands.
    ("check a.c --until-idle", "`mazurka worker` has"),
    ("check a.c --follow", "`mazurka status` has"),
    ("check a.c --version", "`mazurka --version`"),
    // Of Nidhugg and GenMC.
    ("check a.c --tso", "say --model tso"),
    ("check a.c -tso", "say --model tso"),
    ("check a.c -sc", "say --model sc, which is so without it"),
    ("check a.c -rc11", "say --model rc11"),
    ("check a.c --source", "say --algorithm source"),
    ("check a.c --n-threads=3", "say --workers N"),
    ("check a.c -nthreads=3", "say --workers N"),
    ("check a.c --threads 3", "say --workers N"),
    ("check a.c -j 3", "say --workers N"),
    (
        "check a.c --max-search-depth=4",
        "say --max-events N, of the whole execution",
    ),
    (
        "check a.c -check-liveness",
        "it is always so; --ignore livelock turns it off",
    ),
    (
        "check a.c -disable-race-detection",
        "say --ignore data-race",
    ),
    ("check a.c -dump-error-graph=F", "say --dot FILE"),
    // Of Concuerror.
    (
        "check a.erl --scheduling_bound 3",
        "the bounds here are --preemptions N and --delays N",
    ),
    ("check a.erl -o out", "or say --json"),
    // Of compilers.
    (
        "check a.c -DN=3",
        "flags for the compiler come last, after `--`: mazurka check FILE -- -DN=3",
    ),
    ("check a.c -O2", "mazurka check FILE -- -O2"),
    ("check a.c -I include", "mazurka check FILE -- -I"),
    // Values.
    ("check a.c --model sparc", "choose sc, tso, pso, ra or rc11"),
    ("check a.c --unroll=x", "write a number"),
    ("check a.c --max-memory lots", "write a number"),
    ("check a.c --max-executions ten", "not a number"),
    ("check a.erl --receive taken", "choose ordered or take"),
    ("check a.c --ignore deadlok", "unlock"),
    ("check a.c --workers 0", "from 1 to 1024"),
    // Subcommands.
    ("chekc a.c", "did you mean `mazurka check`?"),
    ("chck a.c", "did you mean `mazurka check`?"),
    ("verify a.c", "did you mean `mazurka check`?"),
    ("run a.c", "did you mean `mazurka check`?"),
    ("certfy 3", "did you mean `mazurka certify`?"),
    (
        "a.c --races",
        "to check it, say `mazurka check a.c --races`",
    ),
    ("b.erl", "to check it, say `mazurka check b.erl`"),
    (
        "--model tso a.c",
        "options stand behind a subcommand: `mazurka check --model tso a.c`",
    ),
    ("nothing", "worker, jobs, status, cancel, certify"),
];

#[test]
fn what_was_meant_is_said() {
    let folder = Folder::new("misspelt", &[("a.c", C.as_bytes()), ("a.erl", b"")]);
    for (line, end) in LINES {
        let output = mazurka(&folder, line);
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{line}: {said}");
        assert!(said.starts_with("error: "), "{line}: {said}");
        // The parser may say where help is, below.
        let first = said.lines().next().unwrap_or_default();
        assert!(first.ends_with(end), "{line}: {said}");
        assert!(!said.contains("tip:"), "{line}: {said}");
    }
}

/// Short options may have their value without a space.
#[test]
fn short_options_are_none_of_these() {
    let text = b"-module(m).\n-export([test/0, other/0]).\ntest() -> ok.\nother() -> ok.\n";
    let folder = Folder::new("misspelt-short", &[("m.erl", text)]);
    for line in [
        "check -fm.erl -mm -ttest",
        "check -f m.erl -m m -t other -d100 -i5",
        "check m.erl -kq",
        "check m.erl -q -a1000",
    ] {
        let output = mazurka(&folder, line);
        assert_eq!(code(&output), 0, "{line}: {}", stderr(&output));
    }
}

#[test]
fn keys_of_settings() {
    for (key, way_out) in [
        ("modle", "did you mean `model`?"),
        ("max_time", "write `max-time`"),
        ("Races", "write `races`"),
        ("unrol", "did you mean `unroll`?"),
        ("file-s", "did you mean `files`?"),
        ("treat-as-norml", "did you mean `treat-as-normal`?"),
        ("watched", "remove it"),
        ("resume", "did you mean `resume-file`?"),
        ("something", "remove it"),
    ] {
        let settings = format!("{key} = \"x\"\n");
        let files = [("mazurka.toml", settings.as_bytes()), ("a.c", C.as_bytes())];
        let folder = Folder::new("misspelt-keys", &files);
        let output = mazurka(&folder, "check --config mazurka.toml a.c");
        let said = stderr(&output);
        assert_eq!(code(&output), 2, "{key}: {said}");
        let begin = format!("error: mazurka.toml:1: {key}: there is no such key: ");
        assert!(said.starts_with(&begin), "{said}");
        assert!(said.trim_end().ends_with(way_out), "{said}");
    }
}

/// Those that the guide has for people who come from other checkers are known.
#[test]
fn options_of_the_guide() {
    let guide = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/guide/src");
    let folder = Folder::new("misspelt-guide", &[("a.c", C.as_bytes())]);
    let mut seen = BTreeSet::new();
    for page in ["from-nidhugg.md", "from-genmc.md"] {
        let text = std::fs::read_to_string(guide.join(page)).expect("the guide is there");
        let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
        let rows = rows.filter_map(|line| line.split_once(" | "));
        let cells = rows.filter(|(_, here)| !here.starts_with("no equivalent"));
        let cells = cells.map(|(cell, _)| cell);
        let words = cells.flat_map(|cell| cell.split('`').skip(1).step_by(2));
        let options = words.filter(|word| word.starts_with('-'));
        for option in options.filter(|option| !option.contains(' ')) {
            let output = mazurka(&folder, &format!("check a.c {option}"));
            let said = stderr(&output);
            assert!(!said.contains("--help` lists"), "{page}: {option}: {said}");
            seen.insert(option.to_owned());
        }
    }
    assert!(seen.len() > 20, "{seen:?}");
}
