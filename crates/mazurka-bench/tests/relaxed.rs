//! `mazurka-bench relaxed` as a person or a script meets it.

use expect_test::{Expect, expect};
use serde_json::Value;
use std::process::{Command, Output, Stdio};

fn relaxed(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_mazurka-bench"))
        .arg("relaxed")
        .args(arguments)
        // A setting for the library must not change what is measured.
        .env("MAZURKA_MODEL", "pso")
        .stdin(Stdio::null())
        .output()
        .expect("the command starts")
}

/// All verdicts and counts are as they must be, or the command would say so.
fn check(part: &str, expect: Expect) {
    let output = relaxed(&["--only", part]);
    let complaints = String::from_utf8(output.stderr).expect("text");
    assert_eq!(complaints, "");
    assert_eq!(output.status.code(), Some(0));
    expect.assert_eq(&String::from_utf8(output.stdout).expect("text"));
}

fn objects(part: &str) -> Vec<Value> {
    let output = relaxed(&["--only", part, "--json"]);
    assert_eq!(output.status.code(), Some(0));
    let text = String::from_utf8(output.stdout).expect("text");
    let objects = text
        .lines()
        .map(|line| serde_json::from_str(line).expect(line));
    objects.collect()
}

#[test]
fn table_1() {
    check(
        "table1",
        expect![[r#"
        Table 1. 158 litmus tests from critical cycles (published: 121 of the x86-TSO suite),
        with runs relative to SC, on average
        model  passed  published  failed  published  optimal  classic  exhaustive  published
        sc        158        121       0          0     1.00     1.00        1.00       1.00
        tso       118         47      40         73     1.05     1.07        1.59       5.00
        pso        64         24      94         97     1.13     1.15        2.33      11.00
    "#]],
    );
}

#[test]
fn table_2() {
    check(
        "table2",
        expect![[r#"
            Table 2. Bugs found by buffer bound, as a share of those found without
                                            0     1     2     3  none  bugs
            tso, published               0.00  0.30  0.92  0.97  1.00
            tso, critical cycles         0.00  1.00  1.00  1.00  1.00    40
            tso, with one more store     0.00  0.00  1.00  1.00  1.00    40
            tso, with two more stores    0.00  0.00  0.00  1.00  1.00    40
            tso, locks without barriers  0.00  1.00  1.00  1.00  1.00     8
            pso, critical cycles         0.00  1.00  1.00  1.00  1.00    94
            pso, with one more store     0.00  1.00  1.00  1.00  1.00    94
            pso, with two more stores    0.00  1.00  1.00  1.00  1.00    94
            pso, locks without barriers  0.00  1.00  1.00  1.00  1.00     8
        "#]],
    );
}

#[test]
fn figures_1_and_2() {
    check(
        "figures",
        expect![[r#"
        Figure 1. Store buffering: executions by model
        algorithm    sc  tso  pso
        exhaustive    6   24   24
          published   6   24    -
        optimal       3    4    4
          published   3    4    -

        Figure 2. Message passing: executions by model
        algorithm    sc  tso  pso
        exhaustive    3    3    7
          published   3    3    7
        optimal       2    2    3
          published   -    -    3
    "#]],
    );
}

#[test]
fn figure_6() {
    check(
        "figure6",
        expect![[r#"
        Figure 6. A store against four stores and a load under TSO: executions by buffer bound
        algorithm   0   1   2   3   4  none
        exhaustive  6  12  18  24  30    30
        optimal     2   2   2   2   2     2
    "#]],
    );
}

#[test]
fn figure_9() {
    check(
        "figure9",
        expect![[r#"
            Figure 9. Dijkstra's mutual exclusion without barriers, two threads, under TSO:
            executions by entries into critical sections and buffer bound
            entries      0      1      2      3      4   none
            2           18     22     22     22     22     22
            3           52     68     99     99    103    104
            4        1,478  3,013  3,912  3,960  4,391  4,558
        "#]],
    );
}

#[test]
fn fib_bench() {
    check(
        "fib-bench",
        expect![[r#"
            fib_bench: executions by model
            N                  sc      tso     pso
            4              19,605   34,205  34,205
              Nidhugg 0.4       -  171,629       -
        "#]],
    );
}

#[test]
fn one_object_a_line() {
    let objects = objects("figure6");
    assert_eq!(objects.len(), 12);
    let mut first = objects[1].clone();
    assert!(first["seconds"].take().is_f64());
    expect![[r#"{"algorithm":"exhaustive","blocked":0,"buffer_bound":1,"bug":false,"complete":12,"model":"tso","part":"figure6","peak_bytes":null,"program":"figure6","published":null,"seconds":null,"size":null,"workers":1}"#]].assert_eq(&first.to_string());
    let complete: Vec<_> = objects.iter().map(|of| of["complete"].as_u64()).collect();
    assert_eq!(complete[..6], [6, 12, 18, 24, 30, 30].map(Some));
}

#[test]
fn summaries_of_table_1() {
    let objects = objects("table1");
    let summaries: Vec<_> = objects
        .iter()
        .filter(|of| of["programs"].is_u64())
        .collect();
    assert_eq!(summaries.len(), 3);
    for summary in summaries {
        let [programs, passed, failed] =
            ["programs", "passed", "failed"].map(|name| summary[name].as_u64().expect(name));
        assert!(programs >= 121);
        assert_eq!(passed + failed, programs);
        assert_eq!(failed == 0, summary["model"] == "sc");
    }
    // Every test, model and explorer, and the summaries.
    let programs = objects.len() - 3;
    assert!(programs >= 121 * 9, "{programs}");
}

#[test]
fn a_part_that_does_not_exist() {
    let output = relaxed(&["--only", "table3"]);
    assert_eq!(output.status.code(), Some(2));
    let message = String::from_utf8(output.stderr).expect("text");
    assert!(message.contains("possible values: table1"), "{message}");
}
