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
        choices.keep_going,
        choices.model,
    ))]
}

/// This is the command when it is called like one, and else its tests.
fn main() -> ExitCode {
    let first = std::env::args().nth(1);
    if matches!(first.as_deref(), Some("check" | "worker")) {
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

const TESTS: [(&str, Test); 5] = [
    ("schedulers_agree", schedulers_agree),
    ("a_bug_is_shown_and_replayed", a_bug_is_shown_and_replayed),
    ("json", json),
    ("it_can_be_gone_on_with", it_can_be_gone_on_with),
    ("bad_input_is_named", bad_input_is_named),
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
