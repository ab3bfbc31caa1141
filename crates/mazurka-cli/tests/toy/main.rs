//! A new front end is one implementation of `Language` and one line in a table: then it has
//! threads, processes, going on later, JSON, reports and replays.

mod language;

use language::Toy;
use mazurka_check::command::FrontEnd;
use mazurka_cli::Choices;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Output};

fn table(choices: &Choices) -> Vec<Box<dyn FrontEnd>> {
    vec![Box::new(Toy(
        choices.algorithm(),
        choices.keep_going(),
        choices.model,
    ))]
}

/// This is the command when it is called like one, and else its tests.
fn main() -> ExitCode {
    let first = std::env::args().nth(1);
    if matches!(first.as_deref(), Some("check" | "serve")) {
        return mazurka_cli::run(table);
    }
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("toy");
    fs::create_dir_all(&folder).expect("a folder");
    for (name, test) in TESTS {
        test(&folder);
        println!("test {name} ... ok");
    }
    ExitCode::SUCCESS
}

type Test = fn(&Path);

const TESTS: [(&str, Test); 8] = [
    ("schedulers_agree", schedulers_agree),
    ("a_bug_is_shown_and_replayed", a_bug_is_shown_and_replayed),
    ("json", json),
    ("it_can_be_gone_on_with", it_can_be_gone_on_with),
    ("bad_input_is_named", bad_input_is_named),
    ("graphs_are_explored_together", graphs_are_explored_together),
    ("graphs_can_be_gone_on_with", graphs_can_be_gone_on_with),
    ("an_older_value_is_told", an_older_value_is_told),
];

/// Three processes that store twice each.
const WRITERS: &str = "x=1 y=1\nx=2 y=2\nx=3 y=3\n";
/// One looks at what the other stores.
const RACE: &str = "x=1 y=1\ny?0 x?0\n";

fn mazurka(folder: &Path, arguments: &[&str]) -> (i32, String) {
    let own = std::env::current_exe().expect("this file");
    let output = Command::new(own)
        .current_dir(folder)
        .arg("check")
        .args(arguments)
        .output();
    let Output {
        status,
        stdout,
        stderr,
    } = output.expect("it can be run");
    let text = String::from_utf8_lossy(&stdout).into_owned() + &String::from_utf8_lossy(&stderr);
    (status.code().unwrap_or(-1), text)
}

fn write(folder: &Path, name: &str, text: &str) {
    fs::write(folder.join(name), text).expect("it can be written");
}

fn schedulers_agree(folder: &Path) {
    write(folder, "writers.toy", WRITERS);
    for how in [
        "--workers=1",
        "--workers=3",
        "--processes=2",
        "--algorithm=source",
    ] {
        let (code, text) = mazurka(folder, &["writers.toy", how]);
        assert_eq!(code, 0, "{text}");
        assert!(
            text.contains("Verified: no execution shows a bug"),
            "{text}"
        );
        assert!(text.contains("36 complete"), "{how}: {text}");
    }
}

fn a_bug_is_shown_and_replayed(folder: &Path) {
    write(folder, "race.toy", RACE);
    let (code, text) = mazurka(folder, &["race.toy"]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("assertion: "), "{text}");
    assert!(text.contains("The interleaving that leads there"), "{text}");
    let (_, string) = text.split_once("--replay ").expect("a string");
    let string = string.lines().next().expect("a line");
    let (code, text) = mazurka(folder, &["race.toy", "--replay", string]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains("What happens"), "{text}");
}

fn json(folder: &Path) {
    write(folder, "race.toy", RACE);
    let (code, text) = mazurka(folder, &["race.toy", "--json", "--keep-going"]);
    assert_eq!(code, 1, "{text}");
    let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["verdict"], "bug");
    assert_eq!(object["complete"], 3);
    assert_eq!(object["findings"].as_array().map(Vec::len), Some(2));
}

fn it_can_be_gone_on_with(folder: &Path) {
    write(folder, "writers.toy", WRITERS);
    let arguments = ["writers.toy", "--max-executions=5", "--resume-file=rest"];
    let (code, text) = mazurka(folder, &arguments);
    assert_eq!(code, 3, "{text}");
    let (code, text) = mazurka(folder, &["--resume=rest", "--processes=2"]);
    assert_eq!(code, 0, "{text}");
    assert!(text.contains("36 complete"), "{text}");
}

fn bad_input_is_named(folder: &Path) {
    write(folder, "bad.toy", "x");
    let (code, text) = mazurka(folder, &["bad.toy"]);
    assert_eq!(code, 2);
    assert!(text.contains("a word is neither x=1 nor x?1"), "{text}");
    let (code, text) = mazurka(folder, &["program.c"]);
    assert_eq!(code, 2);
    assert!(text.contains("program.c"), "{text}");
}

/// Message passing, published and not, and readers beside it.
const MESSAGE: &str = "x=1 y!1\ny&1 x?1\nx?0 z=1\nz?0 x=2\n";

fn graphs_are_explored_together(folder: &Path) {
    write(folder, "writers.toy", WRITERS);
    write(folder, "message.toy", MESSAGE);
    for model in ["sc", "tso", "pso", "ra", "rc11"] {
        let all = |file: &str, how: &str| {
            let arguments = [
                file,
                "--algorithm=graphs",
                "--keep-going",
                "--json",
                "--model",
                model,
                how,
            ];
            let (_, text) = mazurka(folder, &arguments);
            let object: serde_json::Value = serde_json::from_str(&text).expect(&text);
            let count = |name: &str| object[name].as_u64().expect(&text);
            let findings = object["findings"].as_array().map(Vec::len);
            (count("complete"), count("blocked"), findings)
        };
        for file in ["writers.toy", "message.toy"] {
            let one = all(file, "--workers=1");
            for how in [
                "--workers=2",
                "--workers=4",
                "--processes=2",
                "--processes=3",
            ] {
                assert_eq!(all(file, how), one, "{file} {model} {how}");
            }
        }
    }
    let (code, text) = mazurka(folder, &["writers.toy", "--algorithm=graphs"]);
    assert_eq!(code, 0, "{text}");
    let words = "(SC, graphs: 36 executions, 0 in vain";
    assert!(text.contains(words), "{text}");
}

fn graphs_can_be_gone_on_with(folder: &Path) {
    write(folder, "message.toy", MESSAGE);
    let how = ["message.toy", "--model=rc11", "--keep-going", "--json"];
    let complete = |text: &str| {
        let object: serde_json::Value = serde_json::from_str(text).expect(text);
        object["complete"].as_u64().expect(text)
    };
    let (_, text) = mazurka(folder, &how);
    let all = complete(&text);
    for kind in ["--workers=1", "--workers=3", "--processes=2"] {
        let mut first = how.to_vec();
        first.extend([kind, "--max-executions=7", "--resume-file=graphs"]);
        let (code, text) = mazurka(folder, &first);
        assert_eq!(code, 1, "{text}");
        assert_eq!(complete(text.lines().next().expect("a line")), 7, "{text}");
        let mut rounds = 0;
        let last = loop {
            let more = ["--resume=graphs", kind, "--max-executions=9"];
            let (_, text) = mazurka(folder, &more);
            rounds += 1;
            let line = text.lines().next().expect("a line");
            let object: serde_json::Value = serde_json::from_str(line).expect(&text);
            if object.get("reason").is_none() {
                break complete(line);
            }
            assert_eq!(complete(line), 7 + 9 * rounds, "{kind}: {text}");
        };
        assert_eq!(last, all, "{kind}");
    }
}

fn an_older_value_is_told(folder: &Path) {
    write(folder, "stale.toy", "x=1 y=1\ny?0 x?1\n");
    // Which of the executions with a finding is shown depends on which worker is faster.
    let all = ["stale.toy", "--model=rc11", "--keep-going", "--workers=1"];
    let (code, text) = mazurka(folder, &all);
    assert_eq!(code, 1, "{text}");
    let rows = "  3  0.0   y?0 (from step 2)
     0.0   y is 1, not 0
  4  0.0   x?1 (as at first)
             reads an older value: nothing orders `x=1` of main (step 1) before it
     0.0   x is 0, not 1
";
    assert!(text.contains(rows), "{text}");
    let string = "1/0x2,0.0x1,0.0:1x1";
    assert!(
        text.contains(&format!("--model rc11 --replay {string}")),
        "{text}"
    );
    let (code, text) = mazurka(folder, &["stale.toy", "--model=rc11", "--replay", string]);
    assert_eq!(code, 1, "{text}");
    assert!(text.contains(rows), "{text}");
    // There are not as many writes.
    for wrong in ["1/0x2,0.0x1,0.0:2x1", "1/0.0:1x1", "1/0:1x1"] {
        let (code, text) = mazurka(folder, &["stale.toy", "--model=rc11", "--replay", wrong]);
        assert_eq!(code, 2, "{text}");
        assert!(text.contains("does not fit this program"), "{text}");
    }
    let (_, text) = mazurka(folder, &[&all[..], &["--json"]].concat());
    let object: serde_json::Value = serde_json::from_str(&text).expect(&text);
    let reads = serde_json::json!([
        { "step": 3, "thread": "0.0", "what": "y?0", "place": null, "reads_from": 2 },
        { "step": 4, "thread": "0.0", "what": "x?1", "place": null, "reads_from": 0,
          "why": "reads an older value: nothing orders `x=1` of main (step 1) before it" },
    ]);
    assert_eq!(object["findings"][0]["reads"], reads, "{text}");
    // Under SC the same bug is an interleaving in which nothing is older.
    let (_, text) = mazurka(folder, &["stale.toy", "--algorithm=graphs", "--keep-going"]);
    assert!(!text.contains("older"), "{text}");
}
