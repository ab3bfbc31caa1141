//! The command as a whole, with Mazurka alone.

use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazurka-bench"))
        .args(arguments)
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

#[test]
fn rows_are_measured_printed_and_written() {
    let directory = std::env::temp_dir().join(format!("mazurka-bench-{}", std::process::id()));
    let json = directory.join("rows.json");
    std::fs::create_dir_all(&directory).unwrap();
    let output = bench(&[
        "--tool",
        "mazurka",
        "--program",
        "readers:2..3",
        "--program",
        "stack_buggy:2",
        "--json",
        json.to_str().unwrap(),
        "--plots",
        directory.to_str().unwrap(),
    ]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}");
    assert!(
        printed.contains("readers (size: readers), until the verdict"),
        "{printed}"
    );
    assert!(printed.contains("all as they should be"), "{printed}");
    let lines = std::fs::read_to_string(&json).unwrap();
    let executions: Vec<_> = lines
        .lines()
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap())
        .map(|row| (row["verdict"].to_string(), row["executions"].as_u64()))
        .take(2)
        .collect();
    let verified = || "\"verified\"".to_owned();
    assert_eq!(executions, [(verified(), Some(4)), (verified(), Some(8))]);
    assert!(
        lines
            .lines()
            .nth(2)
            .unwrap()
            .contains("\"verdict\":\"bug\"")
    );
    // A single size is no curve.
    let plots = ["readers.svg", "stack_buggy.svg"].map(|name| directory.join(name).exists());
    assert_eq!(plots, [true, false]);
    std::fs::remove_dir_all(&directory).unwrap();
}

#[test]
fn a_row_ends_when_its_time_is_up() {
    let row = ["--tool", "mazurka", "--program", "writers:11..12"];
    let output = bench(&[&row[..], &["--time-limit", "0.2"]].concat());
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{printed}");
    assert!(printed.contains("not done"), "{printed}");
    assert!(printed.contains("size 12: not run"), "{printed}");
}

#[test]
fn bad_options_are_explained() {
    for (arguments, explained) in [
        (["--program", "reader"], "there is no such program"),
        (["--program", "readers:0"], "the sizes of readers are"),
        (["--tool", "miri"], "there is no such tool"),
        (["--time-limit", "soon"], "not a number of seconds"),
    ] {
        let output = bench(&arguments);
        let message = text(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{message}");
        assert!(message.contains(explained), "{message}");
    }
}
