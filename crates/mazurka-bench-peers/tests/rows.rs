//! The peers still run the programs: small rows, so that CI notices when they do not.

use std::process::Command;

fn row(executable: &str, arguments: [&str; 3]) -> serde_json::Value {
    let output = Command::new(executable).args(arguments).output().unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{printed}");
    serde_json::from_str(printed.lines().last().unwrap()).unwrap()
}

const LOOM: &str = env!("CARGO_BIN_EXE_mazurka-bench-loom");
const SHUTTLE: &str = env!("CARGO_BIN_EXE_mazurka-bench-shuttle");

#[test]
fn readers_are_verified() {
    for executable in [LOOM, SHUTTLE] {
        let row = row(executable, ["readers", "2", "60"]);
        assert_eq!(row["ended"], "Verified", "{row}");
        // There are four traces, and neither finds the fewest executions.
        assert!(row["executions"].as_u64().unwrap() >= 4, "{row}");
    }
}

#[test]
fn bugs_and_deadlocks_are_found() {
    for executable in [LOOM, SHUTTLE] {
        for program in ["stack_buggy", "philosophers_buggy"] {
            let row = row(executable, [program, "2", "60"]);
            assert!(row["ended"]["Bug"].is_string(), "{program}: {row}");
        }
    }
}

#[test]
fn the_time_is_up_and_refusals_are_told() {
    let late = row(LOOM, ["readers", "4", "0.05"]);
    assert_eq!(late["ended"], "NotDone", "{late}");
    let refused = row(LOOM, ["readers", "5", "60"]);
    assert_eq!(
        refused["ended"]["Refused"], "more than 5 threads",
        "{refused}"
    );
}

#[test]
fn bad_arguments_are_refused() {
    for arguments in [
        ["reader", "2", "1"],
        ["readers", "two", "1"],
        ["readers", "2", "-1"],
    ] {
        let output = Command::new(LOOM).args(arguments).output().unwrap();
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    }
}
