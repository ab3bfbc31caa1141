//! `mazurka check` as a person or a script meets it.

mod support;

use expect_test::{Expect, expect};
use serde_json::{Value, json};
use std::process::Stdio;
use support::{Folder, command, run, stderr, stdout, timeless};

/// Everything that the command says: output, errors, exit code.
fn check(arguments: &[&str], expect: Expect) {
    let output = run(arguments);
    let code = output.status.code().expect("not killed");
    let text = format!(
        "{}{}exit code {code}\n",
        timeless(&stdout(&output)),
        stderr(&output)
    );
    expect.assert_eq(&text);
}

fn objects(arguments: &[&str]) -> (Vec<Value>, Option<i32>) {
    let output = run(arguments);
    let lines = stdout(&output);
    let objects = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect(line));
    (objects.collect(), output.status.code())
}

#[test]
fn one_file_gives_herds_summary() {
    check(
        &["SB.litmus", "--model", "tso"],
        expect![[r#"
            Test SB Allowed
            States 4
            1     *>0:EAX=0; 1:EAX=0;
            1     :>0:EAX=0; 1:EAX=1;
            1     :>0:EAX=1; 1:EAX=0;
            1     :>0:EAX=1; 1:EAX=1;
            Ok
            Witnesses
            Positive: 1 Negative: 3
            Condition exists (0:EAX=0 /\ 1:EAX=0)
            Observation SB Sometimes 1 3
            Time SB 0.00

            Verified: the condition holds (TSO, optimal: 4 complete, 0 blocked)
            exit code 0
        "#]],
    );
}

#[test]
fn sequential_consistency_unless_asked() {
    check(
        &["SB.litmus"],
        expect![[r#"
        Test SB Allowed
        States 3
        1     :>0:EAX=0; 1:EAX=1;
        1     :>0:EAX=1; 1:EAX=0;
        1     :>0:EAX=1; 1:EAX=1;
        No
        Witnesses
        Positive: 0 Negative: 3
        Condition exists (0:EAX=0 /\ 1:EAX=0)
        Observation SB Never 0 3
        Time SB 0.00

        Bug: the condition does not hold (SC, optimal: 3 complete, 0 blocked)
        exit code 1
    "#]],
    );
}

#[test]
fn what_must_not_exist() {
    check(
        &["SB+mfences.litmus", "--model", "pso"],
        expect![[r#"
        Test SB+mfences Forbidden
        States 3
        1     :>0:EAX=0; 1:EAX=1;
        1     :>0:EAX=1; 1:EAX=0;
        1     :>0:EAX=1; 1:EAX=1;
        Ok
        Witnesses
        Positive: 3 Negative: 0
        Condition ~exists (0:EAX=0 /\ 1:EAX=0)
        Observation SB+mfences Never 0 3
        Time SB+mfences 0.00

        Verified: the condition holds (PSO, optimal: 3 complete, 0 blocked)
        exit code 0
    "#]],
    );
}

#[test]
fn what_must_always_hold() {
    check(
        &["more/MP.litmus", "--model", "pso", "--algorithm", "source"],
        expect![[r#"
            Test MP Required
            States 4
            1     *>1:EAX=0; 1:EBX=0;
            1     *>1:EAX=0; 1:EBX=1;
            1     :>1:EAX=1; 1:EBX=0;
            1     *>1:EAX=1; 1:EBX=1;
            No
            Witnesses
            Positive: 3 Negative: 1
            Condition forall (1:EAX=0 \/ 1:EBX=1)
            Observation MP Sometimes 3 1
            Time MP 0.00

            Bug: the condition does not hold (PSO, source: 4 complete, 0 blocked)
            exit code 1
        "#]],
    );
}

/// Everything that the command says in a folder.
fn said(folder: &Folder, arguments: &[&str]) -> String {
    let output = folder.run(arguments);
    let code = output.status.code().expect("not killed");
    let text = timeless(&stdout(&output));
    format!("{text}{}exit code {code}\n", stderr(&output))
}

#[test]
fn without_a_condition_nothing_is_said_to_hold() {
    let text = "X86 t\n{}\n P0 ;\n MOV [x],$1 ;\n MOV [y],$1 ;\nlocations [x;]\n";
    let files = [("a.litmus", text.as_bytes()), ("b.litmus", text.as_bytes())];
    let folder = Folder::new("no-condition", &files);
    expect![[r#"
        Test t
        States 1
        1     :>x=1;
        Condition none
        Time t 0.00

        Explored: there is no condition (SC, optimal: 1 complete, 0 blocked)
        exit code 0
    "#]]
    .assert_eq(&said(&folder, &["a.litmus"]));
    expect![[r#"
        test  model states  executions  blocked  condition  verdict   seconds
        t     sc         1           1        0  none       explored     0.00
        t     sc         1           1        0  none       explored     0.00
        2 files: 0 verified, 2 explored, 0 bug, 0 unknown, 0 error (SC, optimal: 2 complete, 0 blocked, 0.00 s)
        exit code 0
    "#]]
    .assert_eq(&said(&folder, &["."]));
    let output = folder.run(&["a.litmus", "--json"]);
    let found: Value = serde_json::from_str(&stdout(&output)).expect("an object");
    assert_eq!(found["condition"], Value::Null);
    assert_eq!(found["verdict"], json!("explored"));
    assert_eq!(output.status.code(), Some(0));
    // Not all of it was explored.
    let text = said(
        &folder,
        &["a.litmus", "--model", "tso", "--buffer-bound", "1"],
    );
    let expected = "Unknown: there is no condition; with larger buffers there are more executions";
    assert!(
        text.contains(expected) && text.ends_with("exit code 3\n"),
        "{text}"
    );
}

#[test]
fn a_division_by_zero_is_an_error_with_its_place() {
    let text = "C t\n{}\nP0(int *x) {\n  int r0 = 1 / *x;\n}\nexists (0:r0=0)\n";
    let folder = Folder::new("division", &[("t.litmus", text.as_bytes())]);
    expect![[r#"
        error: t.litmus:4:14: this is a division by zero, which has no meaning in C (in thread 0)
        exit code 2
    "#]]
    .assert_eq(&said(&folder, &["t.litmus"]));
}

#[test]
fn addresses_and_more_locations() {
    check(
        &["more/address.litmus"],
        expect![[r#"
            Test address Allowed
            States 2
            1     :>1:EAX=x; y=7;
            1     *>1:EAX=y; y=7;
            Ok
            Witnesses
            Positive: 1 Negative: 1
            Condition exists (1:EAX=y)
            Observation address Sometimes 1 1
            Time address 0.00

            Verified: the condition holds (SC, optimal: 2 complete, 0 blocked)
            exit code 0
        "#]],
    );
}

#[test]
fn directories_give_a_table() {
    check(
        &[".", "--model", "tso"],
        expect![[r#"
        test        model states  executions  blocked  condition  verdict   seconds
        SB+mfences  tso        3           3        0  Never      verified     0.00
        SB          tso        4           4        0  Sometimes  verified     0.00
        MP          tso        3           3        0  Always     verified     0.00
        address     tso        2           2        0  Sometimes  verified     0.00
        4 files: 4 verified, 0 bug, 0 unknown, 0 error (TSO, optimal: 12 complete, 0 blocked, 0.00 s)
        exit code 0
    "#]],
    );
}

#[test]
fn lists_and_states() {
    check(
        &["more/@all", "SB+mfences.litmus", "--states"],
        expect![[r#"
            test        model states  executions  blocked  condition  verdict   seconds
            MP          sc         3           3        0  Always     verified     0.00
                1     *>1:EAX=0; 1:EBX=0;
                1     *>1:EAX=0; 1:EBX=1;
                1     *>1:EAX=1; 1:EBX=1;
            address     sc         2           2        0  Sometimes  verified     0.00
                1     :>1:EAX=x; y=7;
                1     *>1:EAX=y; y=7;
            SB          sc         3           3        0  Never      bug          0.00
                1     :>0:EAX=0; 1:EAX=1;
                1     :>0:EAX=1; 1:EAX=0;
                1     :>0:EAX=1; 1:EAX=1;
            SB+mfences  sc         3           3        0  Never      verified     0.00
                1     :>0:EAX=0; 1:EAX=1;
                1     :>0:EAX=1; 1:EAX=0;
                1     :>0:EAX=1; 1:EAX=1;
            4 files: 3 verified, 1 bug, 0 unknown, 0 error (SC, optimal: 11 complete, 0 blocked, 0.00 s)
            exit code 1
        "#]],
    );
}

#[test]
fn json_is_as_documented() {
    let (objects, code) = objects(&["SB.litmus", "--model", "tso", "--json"]);
    assert_eq!(code, Some(0));
    let state = |p0: u64, p1: u64| json!({"state": {"0:EAX": p0, "1:EAX": p1}, "executions": 1});
    assert_eq!(
        objects,
        [json!({
            "file": "SB.litmus",
            "model": "tso",
            "algorithm": "optimal",
            "verdict": "verified",
            "complete": 4,
            "blocked": 0,
            "condition": "Sometimes",
            "states": [state(0, 0), state(0, 1), state(1, 0), state(1, 1)],
            "findings": []
        })]
    );
}

#[test]
fn json_has_an_object_for_each_file() {
    let (objects, code) = objects(&["more", "SB.litmus", "nowhere.litmus", "--json"]);
    assert_eq!(code, Some(2));
    let fields = |name: &str| {
        let of = |object: &Value| object[name].as_str().unwrap_or_default().to_owned();
        objects.iter().map(of).collect::<Vec<_>>()
    };
    assert_eq!(
        fields("file"),
        [
            "more/MP.litmus",
            "more/address.litmus",
            "SB.litmus",
            "nowhere.litmus"
        ]
    );
    assert_eq!(fields("verdict"), ["verified", "verified", "bug", "error"]);
    assert_eq!(fields("condition"), ["Always", "Sometimes", "Never", ""]);
    assert!(fields("error")[3].starts_with("nowhere.litmus: "));
    assert_eq!(
        objects[1]["states"][1]["state"],
        json!({"1:EAX": "y", "y": 7})
    );
}

#[test]
fn exit_codes() {
    for (arguments, code) in [
        (vec!["SB.litmus", "--model", "tso"], 0),
        (vec!["SB.litmus"], 1),
        (vec!["nowhere.litmus"], 2),
        (vec!["SB+mfences.litmus", "--max-executions", "1"], 3),
        // The worst of several.
        (
            vec!["SB.litmus", "SB+mfences.litmus", "--max-executions", "1"],
            3,
        ),
        (vec!["SB.litmus", "more/MP.litmus"], 1),
        (vec!["SB.litmus", "nowhere.litmus"], 2),
        (vec!["more", "--model", "sc"], 0),
        (vec!["more", "--model", "pso"], 1),
    ] {
        let output = run(&arguments);
        let found = output.status.code();
        assert_eq!(found, Some(code), "{arguments:?}: {}", stdout(&output));
    }
}

#[test]
fn explorers_agree() {
    for model in ["sc", "tso", "pso"] {
        for file in ["SB.litmus", "SB+mfences.litmus", "more/MP.litmus"] {
            let all: Vec<_> = ["optimal", "source", "classic", "exhaustive"]
                .map(|algorithm| {
                    objects(&[file, "--model", model, "--algorithm", algorithm, "--json"])
                })
                .into_iter()
                .map(|(mut objects, code)| {
                    let states = objects[0]["states"].take();
                    let states = states.as_array().expect("an array").clone();
                    let states: Vec<_> = states.iter().map(|of| of["state"].clone()).collect();
                    (states, code)
                })
                .collect();
            assert!(
                all.iter().all(|other| *other == all[0]),
                "{model} {file}: {all:?}"
            );
        }
    }
}

/// With a bound, a state that is reached decides; that none is does not.
#[test]
fn buffer_bounds() {
    let tso = |file: &'static str, bound: &'static str| {
        objects(&[file, "--model", "tso", "--buffer-bound", bound, "--json"])
    };
    for (file, bound, verdict, complete, code) in [
        ("SB.litmus", "0", "unknown", 3, 3),
        ("SB.litmus", "1", "verified", 4, 0),
        ("SB+mfences.litmus", "0", "unknown", 3, 3),
        // No buffer ever holds more than one store.
        ("SB+mfences.litmus", "1", "verified", 3, 0),
        // The second store waits until the first is in memory.
        ("more/MP.litmus", "1", "unknown", 3, 3),
    ] {
        let (objects, found) = tso(file, bound);
        assert_eq!(objects[0]["verdict"], verdict, "{file} {bound}");
        assert_eq!(objects[0]["complete"], complete, "{file} {bound}");
        assert_eq!(objects[0]["buffer_bound"].to_string(), bound);
        assert_eq!(found, Some(code), "{file} {bound}");
    }
    check(
        &["SB.litmus", "--model", "tso", "--buffer-bound", "0"],
        expect![[r#"
            Test SB Allowed
            States 3
            1     :>0:EAX=0; 1:EAX=1;
            1     :>0:EAX=1; 1:EAX=0;
            1     :>0:EAX=1; 1:EAX=1;
            ??
            Witnesses
            Positive: 0 Negative: 3
            Condition exists (0:EAX=0 /\ 1:EAX=0)
            Observation SB Never 0 3
            Time SB 0.00

            Unknown: the condition was not decided; with larger buffers there are more executions (TSO, buffer bound 0, optimal: 3 complete, 0 blocked)
            exit code 3
        "#]],
    );
    // SC has no buffers: the bound says nothing.
    let (objects, code) = objects(&["SB.litmus", "--buffer-bound", "0", "--json"]);
    assert_eq!((&objects[0]["verdict"], code), (&json!("bug"), Some(1)));
}

#[test]
fn limits_leave_it_open_unless_a_state_decides() {
    check(
        &["SB+mfences.litmus", "--max-executions", "1"],
        expect![[r#"
            Test SB+mfences Forbidden
            States 1
            1     :>0:EAX=0; 1:EAX=1;
            ??
            Witnesses
            Positive: 1 Negative: 0
            Condition ~exists (0:EAX=0 /\ 1:EAX=0)
            Observation SB+mfences Never 0 1
            Time SB+mfences 0.00

            Unknown: the condition was not decided; the limit on executions was reached (SC, optimal: 1 complete, 0 blocked)
            exit code 3
        "#]],
    );
    let found = run(&["SB.litmus", "--model", "tso", "--max-executions", "1"]);
    assert_eq!(found.status.code(), Some(0), "{}", stdout(&found));
    assert!(stdout(&found).contains("Verified: the condition holds; the limit on executions"));
}

#[test]
fn a_condition_about_no_state_is_not_verified() {
    let test = |condition: &str| {
        format!(
            "X86 hangs\n{{}}\n P0 ;\n L: MOV EAX,[x] ;\n CMP EAX,$1 ;\n JNE L ;\n{condition} (x=1)"
        )
    };
    for (condition, code) in [("~exists", 3), ("forall", 3), ("exists", 1)] {
        let text = test(condition);
        let folder = Folder::new(
            &format!("hangs-{code}-{condition}"),
            &[("t.litmus", text.as_bytes())],
        );
        let found = folder.run(&["t.litmus"]);
        assert_eq!(found.status.code(), Some(code), "{}", stdout(&found));
    }
}

#[test]
fn errors_name_the_place() {
    let folder = Folder::new(
        "errors",
        &[
            ("empty.litmus", b""),
            (
                "truncated.litmus",
                b"X86 T\n{ x=0; }\n P0 | P1 ;\n MOV [x],$1 |",
            ),
            (
                "unknown.litmus",
                b"X86 U\n{ x=0; }\n P0         ;\n FROB [x],1 ;\nexists (x=1)\n",
            ),
            ("binary.litmus", b"\xff\xfe\x00\x01"),
            ("arm.litmus", b"AArch64 A\n{ x=0; }\n P0 ;\nexists (x=1)\n"),
            ("program.rs", b"fn main() {}\n"),
            ("README", b"\n"),
        ],
    );
    for (file, start, words) in [
        ("empty.litmus", "error: empty.litmus:1:1: ", ""),
        ("truncated.litmus", "error: truncated.litmus:4:", "expected"),
        ("unknown.litmus", "error: unknown.litmus:4:2: ", "FROB"),
        ("binary.litmus", "error: binary.litmus:1:1: ", ""),
        ("arm.litmus", "error: arm.litmus:1:1: ", "AArch64"),
        ("program.rs", "error: program.rs: ", "only .litmus"),
        ("README", "error: README: ", "only .litmus"),
        ("nowhere", "error: nowhere: ", "No such file"),
    ] {
        let output = folder.run(&[file]);
        let message = stderr(&output);
        assert_eq!(output.status.code(), Some(2), "{file}");
        assert_eq!(stdout(&output), "", "{file}");
        assert!(message.starts_with(start), "{file}: {message}");
        assert!(message.contains(words), "{file}: {message}");
        assert_eq!(message.lines().count(), 1, "{file}: {message}");
    }
}

#[test]
fn directories_and_lists_without_files() {
    let folder = Folder::new(
        "nothing",
        &[
            ("README", b""),
            ("@none", b"# nothing\n"),
            ("@self", b"@self\n"),
        ],
    );
    for (path, words) in [
        (".", "the directory has no file that ends in .litmus"),
        ("@none", "the list names no file"),
        ("@self", "the list names itself"),
    ] {
        let output = folder.run(&[path]);
        assert_eq!(output.status.code(), Some(2), "{path}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
    }
}

#[test]
fn bad_flags_are_told_in_one_message() {
    for (arguments, words) in [
        (vec![], "mazurka init"),
        (
            vec!["SB.litmus", "--model", "arm"],
            "choose sc, tso, pso, ra or rc11",
        ),
        (
            vec!["SB.litmus", "--algorithm", "best"],
            "choose exhaustive, classic, source, optimal, hybrid, graphs, preemptions[:N], ",
        ),
        (vec!["SB.litmus", "--buffer-bound", "few"], "--buffer-bound"),
        (
            vec!["SB.litmus", "--max-time", "soon"],
            "not a number of seconds",
        ),
    ] {
        let output = run(&arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(stderr(&output).contains(words), "{}", stderr(&output));
        assert_eq!(stdout(&output), "");
    }
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let mut child = command(&[".", "--states", "--model", "tso"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the command starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the command ends");
    assert_eq!(stderr(&output), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
fn other_encodings_and_ends_of_lines() {
    let text = std::fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/litmus/SB.litmus"
    ))
    .expect("it is there");
    let windows = format!("\u{feff}{}", text.replace('\n', "\r\n"));
    // Latin-1, in a comment.
    let mut latin = text.clone().into_bytes();
    let at = text.find("{ x").expect("the initial state");
    latin.splice(at..at, b"(* J\xfcrgen *)\n".iter().copied());
    let folder = Folder::new(
        "encodings",
        &[
            ("windows.litmus", windows.as_bytes()),
            ("latin.litmus", &latin),
        ],
    );
    let output = folder.run(&[".", "--model", "tso"]);
    assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
    assert!(
        stdout(&output).contains("2 files: 2 verified"),
        "{}",
        stdout(&output)
    );
}
