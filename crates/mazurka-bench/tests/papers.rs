//! `mazurka-bench papers` as a person or a script meets it.

use std::process::{Command, Output};

fn papers(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazurka-bench"))
        .arg("papers")
        .args(arguments)
        // A setting for the library must not change what a row measures.
        .env("MAZURKA_ALGORITHM", "exhaustive")
        .output()
        .expect("the command starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).expect("text")
}

fn stderr(output: &Output) -> String {
    String::from_utf8(output.stderr.clone()).expect("text")
}

/// The value of a field of a line of JSON, as it is written there.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let start = line
        .find(&format!("\"{name}\":"))
        .expect("the field is there")
        + name.len()
        + 3;
    let rest = &line[start..];
    &rest[..rest.find([',', '}']).expect("the field ends")]
}

#[test]
fn one_object_a_line() {
    let output = papers(&["--program", "readers", "--size", "8", "--json"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
    let text = stdout(&output);
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3);
    for (line, (algorithm, blocked, published)) in lines.iter().zip([
        ("classic", "3025", "3281"),
        ("source", "0", "256"),
        ("optimal", "0", "256"),
    ]) {
        let prefix = format!(
            "{{\"program\":\"readers\",\"size\":8,\"model\":\"sc\",\"algorithm\":\"{algorithm}\",\
             \"workers\":1,\"complete\":256,\"blocked\":{blocked},\"published\":{published},\
             \"seconds\":"
        );
        assert!(line.starts_with(&prefix), "{line}");
        assert!(field(line, "seconds").parse::<f64>().unwrap() > 0.0);
        let peak: u64 = field(line, "peak_bytes").parse().unwrap();
        assert!((500_000..500_000_000).contains(&peak), "{line}");
    }
}

#[test]
fn tables_for_people() {
    let output = papers(&["--program", "figure10", "--program", "filesystem"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let text = stdout(&output);
    let at = |part: &str| {
        text.find(part)
            .unwrap_or_else(|| panic!("no {part:?} in\n{text}"))
    };
    assert!(at("Table 1.") < at("figure10(1)"));
    assert!(at("figure10(9)") < at("Table 3."));
    assert!(at("Table 3.") < at("filesystem(19)"));
    assert!(!text.contains("Table 2.") && !text.contains("Not in the tables"));
}

#[test]
fn a_size_that_no_table_has() {
    let output = papers(&[
        "--program",
        "writers",
        "--size",
        "4",
        "--algorithm",
        "exhaustive",
        "--json",
    ]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    let line = stdout(&output);
    assert_eq!(field(&line, "complete"), "24");
    assert_eq!(field(&line, "published"), "null");
}

#[test]
fn a_limit_is_no_success() {
    for limit in [["--max-executions", "10"], ["--max-time", "0.05"]] {
        let mut arguments = vec![
            "--program",
            "lastzero",
            "--size",
            "20",
            "--algorithm",
            "optimal",
        ];
        arguments.extend(limit);
        arguments.push("--json");
        let output = papers(&arguments);
        assert_eq!(output.status.code(), Some(3), "{}", stderr(&output));
        assert!(
            stderr(&output).contains("not exhausted"),
            "{}",
            stderr(&output)
        );
        assert_eq!(field(&stdout(&output), "not_exhausted"), "true");
    }
}

#[test]
fn bad_use_is_told_in_one_message() {
    for (arguments, words) in [
        (
            vec!["--program", "reader"],
            "there are figure2, figure10, wakeup_stress",
        ),
        (
            vec!["--algorithm", "best"],
            "there are exhaustive, classic, source, optimal",
        ),
        (
            vec!["--program", "indexer", "--size", "33"],
            "indexer has sizes from 1 to 32, not 33",
        ),
        (
            vec!["--size", "many"],
            "invalid value 'many' for '--size <N>'",
        ),
    ] {
        let output = papers(&arguments);
        assert_eq!(output.status.code(), Some(2));
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_mazurka-bench"))
        .args(["papers", "--program", "figure10"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert_eq!(stderr(&output), "");
}
