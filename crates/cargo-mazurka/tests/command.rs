//! The command, with a cargo that only says how it was called: a script.
#![cfg(unix)]

use expect_test::expect;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What the command did.
struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
    /// How cargo was called.
    call: String,
}

/// A folder of its own for each test.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Runs the command with a cargo whose tests print `output`, report `reports` and end with that
/// code.
fn run(name: &str, arguments: &[&str], output: &str, reports: &str, code: i32) -> Ran {
    let folder = folder(name);
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        path
    };
    let output = write("output", output);
    let reports = write("reported", reports);
    let call = folder.join("call");
    let script = format!(
        "#!/bin/sh\n\
         if [ \"$1\" = metadata ]; then echo '{{\"target_directory\":\"{}\"}}'; exit 0; fi\n\
         echo \"$@\" > '{call}'\n\
         env | grep -E '^(MAZURKA_|RUSTFLAGS)' | grep -v ^MAZURKA_REPORTS= | sort >> '{call}'\n\
         cat '{}' >> \"$MAZURKA_REPORTS\"\n\
         cat '{}'\n\
         exit {code}\n",
        folder.join("target").display(),
        reports.display(),
        output.display(),
        call = call.display(),
    );
    let cargo = write("cargo", &script);
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_cargo-mazurka"));
    // What this test was called with is not to be passed on.
    let own = std::env::vars().map(|(name, _)| name);
    for name in own.filter(|name| name.starts_with("MAZURKA_")) {
        command.env_remove(name);
    }
    let output = command
        .arg("mazurka")
        .args(arguments)
        .current_dir(&folder)
        .env_remove("CARGO_ENCODED_RUSTFLAGS")
        .env("RUSTFLAGS", "-g")
        .env("CARGO", &cargo)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    let call = fs::read_to_string(call).unwrap_or_default();
    Ran {
        code: output.status.code(),
        stdout: text(&output.stdout),
        stderr: text(&output.stderr),
        call: call.replace(&*folder.to_string_lossy(), "FOLDER"),
    }
}

fn report(test: &str, verdict: &str, why: &str) -> String {
    let covered = if verdict == "verified" { "\"sc\"" } else { "" };
    format!(
        "{{\"test\":\"{test}\",\"package\":\"queue\",\"target\":\"queue\",\"decides\":true,\
         \"verdict\":\"{verdict}\",\"covered\":[{covered}],\"uncovered\":null,\"executions\":5,\
         \"blocked\":0,\"events\":9,\"seconds\":0.25,\"why\":{why},\"replay\":null,\"command\":null}}\n"
    )
}

fn output(tests: &[(&str, &str)]) -> String {
    let line = |(name, end): &(&str, &str)| format!("test {name} ... {end}\n");
    let lines: String = tests.iter().map(line).collect();
    format!(
        "\nrunning {} tests\n{lines}\ntest result: ok. etc.\n\n",
        tests.len()
    )
}

#[test]
fn tests_are_run_as_they_are_asked_for() {
    let tests = output(&[("a", "ok"), ("plain", "ok")]);
    let arguments = [
        "test",
        "a",
        "--model",
        "tso",
        "--workers",
        "2",
        "-p",
        "queue",
    ];
    let arguments = [
        &arguments[..],
        &["--features", "x y", "--", "--test-threads", "1"],
    ]
    .concat();
    let ran = run(
        "asked",
        &arguments,
        &tests,
        &report("a", "verified", "null"),
        0,
    );
    let (code, stdout, stderr) = (ran.code, ran.stdout, ran.stderr);
    assert_eq!(code, Some(0), "{stderr}");
    expect![[r#"

        test  verdict   models  executions       time
        a     verified  sc               5     0.25 s

        1 test with checks: 1 verified; 1 other test passed
    "#]]
    .assert_eq(&stdout);
    expect![[r#"
        test --no-fail-fast --package queue --tests --features x y --target-dir FOLDER/target/mazurka --config profile.test.opt-level=2 --config profile.test.debug="line-tables-only" --config profile.test.package.mazurka.opt-level=3 --config profile.test.package.mazurka.debug-assertions=false --config profile.test.package.mazurka-check.opt-level=3 --config profile.test.package.mazurka-check.debug-assertions=false --config profile.test.package.mazurka-explore.opt-level=3 --config profile.test.package.mazurka-explore.debug-assertions=false --config profile.test.package.mazurka-graph.opt-level=3 --config profile.test.package.mazurka-graph.debug-assertions=false --config profile.test.package.mazurka-memory.opt-level=3 --config profile.test.package.mazurka-memory.debug-assertions=false --config profile.test.package.mazurka-parallel.opt-level=3 --config profile.test.package.mazurka-parallel.debug-assertions=false --config profile.test.package.mazurka-program.opt-level=3 --config profile.test.package.mazurka-program.debug-assertions=false --config profile.test.package.mazurka-trace.opt-level=3 --config profile.test.package.mazurka-trace.debug-assertions=false a -- --test-threads 1
        MAZURKA_CARGO=--features 'x y'
        MAZURKA_MODEL=tso
        MAZURKA_WORKERS=2
        RUSTFLAGS=-g --cfg mazurka
    "#]].assert_eq(&ran.call);
}

#[test]
fn a_replay_runs_one_test() {
    let tests = output(&[("a::b", "FAILED")]);
    let arguments = ["replay", "a::b", "1/0x1,0~0x1", "--release", "--lib"];
    let ran = run(
        "replay",
        &arguments,
        &tests,
        &report("a::b", "bug", "\"panic\""),
        101,
    );
    assert_eq!(ran.code, Some(1), "{}", ran.stderr);
    expect![[r#"
        test --no-fail-fast --lib --release --target-dir FOLDER/target/mazurka a::b -- --exact
        MAZURKA_CARGO=--release
        MAZURKA_REPLAY=1/0x1,0~0x1
        RUSTFLAGS=-g --cfg mazurka
    "#]]
    .assert_eq(&ran.call);
}

#[test]
fn exit_codes_say_what_came_of_it() {
    let code = |name: &str, tests: &[(&str, &str)], reports: &[String], code| {
        run(name, &["test"], &output(tests), &reports.concat(), code).code
    };
    let verified = report("a", "verified", "null");
    let stopped = report("b", "not exhausted", "\"stopped\"");
    let bug = report("c", "bug", "\"panic\"");
    let error = report("d", "error", "\"it cannot be checked\"");
    let both = [("a", "ok"), ("b", "ok")];
    assert_eq!(
        code("3", &both, &[verified.clone(), stopped.clone()], 0),
        Some(3)
    );
    let failed = [("a", "ok"), ("b", "ok"), ("c", "FAILED"), ("d", "FAILED")];
    let all = [verified.clone(), stopped, bug.clone(), error.clone()];
    assert_eq!(code("1", &failed, &all, 101), Some(1));
    let failed = [("a", "ok"), ("d", "FAILED")];
    assert_eq!(code("2", &failed, &[verified.clone(), error], 101), Some(2));
    // A test that has no check, and fails.
    let failed = [("a", "ok"), ("e", "FAILED")];
    assert_eq!(code("plain", &failed, &[verified], 101), Some(1));
    // A test that is there to find a bug.
    assert_eq!(code("expected", &[("c", "ok")], &[bug], 0), Some(0));
    // Nothing was verified.
    assert_eq!(code("none", &[("e", "ok")], &[], 0), Some(2));
    assert_eq!(code("unbuilt", &[], &[], 101), Some(2));
}

#[test]
fn what_failing_tests_print_is_shown() {
    let tests = "\nrunning 2 tests\ntest a ... ok\ntest c ... FAILED\n\nfailures:\n\n\
         ---- c stdout ----\nthread 'c' panicked\n\n\nfailures:\n    c\n\ntest result: FAILED.\n\n";
    let reports = [
        report("a", "verified", "null"),
        report("c", "bug", "\"deadlock\""),
    ];
    let ran = run("failing", &["test"], tests, &reports.concat(), 101);
    expect![[r#"

        ---- c stdout ----
        thread 'c' panicked



        test  verdict         models  executions       time
        a     verified        sc               5     0.25 s
        c     bug (deadlock)  -                5     0.25 s

        2 tests with checks: 1 verified, 1 bug
    "#]]
    .assert_eq(&ran.stdout);
    // For programs, the reports alone.
    let ran = run("json", &["test", "--json"], tests, &reports.concat(), 101);
    assert_eq!(ran.stdout, reports.concat());
    assert!(ran.stderr.contains("thread 'c' panicked"), "{}", ran.stderr);
}
