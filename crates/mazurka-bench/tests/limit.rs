//! `limit` and `growth` at tiny sizes: they run, and print what they say.

use std::path::Path;
use std::process::{Command, Output};

fn bench(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_mazurka-bench"));
    command.args(arguments).output().expect("it can be started")
}

#[track_caller]
fn succeed(arguments: &[&str]) -> String {
    let output = bench(arguments);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    String::from_utf8(output.stdout).unwrap()
}

/// The cells of the only row of that program below that title.
#[track_caller]
fn row<'a>(printed: &'a str, title: &str, program: &str) -> Vec<&'a str> {
    let (_, below) = printed.split_once(title).expect(title);
    let line = below.lines().find(|line| line.starts_with(program));
    line.expect(program).split_whitespace().collect()
}

#[test]
fn limit_measures_in_four_ways() {
    let printed = succeed(&[
        "limit",
        "--no-instructions",
        "--memory",
        "3",
        "--program",
        "readers:3",
    ]);
    let times = row(&printed, "The exploration factor", "readers(3)");
    assert_eq!(times[1], "8", "{printed}");
    for time in &times[2..] {
        let number: f64 = time.replace(',', "").parse().expect(time);
        assert!(number >= 0.0);
    }
    let events = row(&printed, "Per event", "readers(3)");
    assert_eq!(events[1], "63", "{printed}");
    let memory = row(&printed, "Memory", "wakeup_stress(3)");
    assert_eq!(memory[1], "12", "{printed}");
}

#[test]
fn growth_draws_curves() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth");
    let printed = succeed(&[
        "growth",
        "--max-size",
        "5",
        "--length",
        "100,200",
        "--executions",
        "0",
        "--seconds",
        "0",
        "--plots",
        folder.to_str().expect("a path in UTF-8"),
    ]);
    let readers = row(&printed, "by the number of traces", "readers(5)");
    assert_eq!(readers[1], "32", "{printed}");
    let long = row(&printed, "by the length", "hammer(200)");
    assert_eq!(long[1..3], ["100", "20,200"], "{printed}");
    for file in ["growth-traces.svg", "growth-length.svg"] {
        let svg = std::fs::read_to_string(folder.join(file)).unwrap();
        assert!(
            svg.starts_with("<svg") && svg.contains("ns per event"),
            "{svg}"
        );
    }
}

#[test]
fn bad_options_are_refused() {
    for arguments in [
        ["limit", "--program", "nothing:3"],
        ["limit", "--program", "readers"],
        ["limit", "--program", "readers:many"],
        ["growth", "--length", "long"],
        ["growth", "--length", "0"],
        ["growth", "--max-size", "-1"],
    ] {
        let output = bench(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!output.stderr.is_empty(), "{arguments:?}");
    }
}
