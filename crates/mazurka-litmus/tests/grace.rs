//! Read-side sections and grace periods: what is read, what is refused, who waits for ever.
//! Their verdicts are in `verdicts.rs`, and `mazurka-testkit` judges random programs.

use mazurka_litmus::{Algorithm, Model, Occurrence, Options, Report, check, parse};

fn refused(text: &str, expected: &str) {
    let error = parse(text).expect_err("it is refused");
    assert_eq!(error.to_string(), expected);
}

fn explore(text: &str, model: Model, algorithm: Algorithm) -> Result<Report, String> {
    let test = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = Options {
        model,
        algorithm,
        ..Options::default()
    };
    check(&test, &options, &mut ()).map_err(|error| error.to_string())
}

/// Threads of C, with two variables and two domains of SRCU.
fn threads(bodies: &[&str], condition: &str) -> String {
    let mut text = "C t\n{}\n".to_owned();
    let parameters = "int *x, int *y, struct srcu_struct *s, struct srcu_struct *t";
    for (thread, body) in bodies.iter().enumerate() {
        text.push_str(&format!("P{thread}({parameters}) {{\n{body}\n}}\n"));
    }
    text + condition
}

#[test]
fn sections_that_are_not_balanced_are_refused() {
    let refused = |body: &str, expected: &str| refused(&threads(&[body], "exists (x=1)"), expected);
    refused(
        "rcu_read_unlock();",
        "4:1: this ends a read-side section, and none has begun",
    );
    refused(
        "rcu_read_lock();\nrcu_read_unlock();\n  rcu_read_unlock();",
        "6:3: this ends a read-side section, and none has begun",
    );
    let open = "this read-side section is not ended when the function is left";
    refused("rcu_read_lock();\n*x = 1;", &format!("4:1: {open}"));
    refused(
        "rcu_read_lock();\n rcu_read_lock();\nrcu_read_unlock();",
        &format!("5:2: {open}"),
    );
    refused(
        "rcu_read_lock();\nif (*x) return;\nrcu_read_unlock();",
        &format!("4:1: {open}"),
    );
}

#[test]
fn sections_that_turn_out_not_to_be_balanced_are_errors() {
    let failed = |body: &str, expected: &str| {
        for model in Model::BUFFERED {
            let text = threads(
                &[body, "*x = 1;\nsynchronize_rcu(); synchronize_srcu(s);"],
                "exists (x=1)",
            );
            let error = explore(&text, model, Algorithm::Optimal).unwrap_err();
            assert_eq!(error, expected, "{model}");
        }
    };
    failed(
        "if (*x) rcu_read_lock();\nif (*y) rcu_read_unlock();",
        "4:9: this read-side section is not ended when its thread ends (in thread 0)",
    );
    failed(
        "if (*y) rcu_read_lock();\nif (*x) rcu_read_unlock();",
        "5:9: this ends a read-side section, and none has begun (in thread 0)",
    );
    failed(
        "int i = srcu_read_lock(s);",
        "4:9: this read-side section is not ended when its thread ends (in thread 0)",
    );
    let not_open = "this ends a read-side section that this thread has not begun, or that has \
                    ended before (in thread 0)";
    failed(
        "int i = srcu_read_lock(s);\nsrcu_read_unlock(s, i);\nsrcu_read_unlock(s, i);",
        &format!("6:1: {not_open}"),
    );
    failed(
        "int i = srcu_read_lock(s);\nsrcu_read_unlock(t, i);",
        &format!("5:1: {not_open}"),
    );
    failed("srcu_read_unlock(s, 1);", &format!("4:1: {not_open}"));
}

#[test]
fn functions_that_are_not_modelled_are_named() {
    refused(
        &threads(&["call_rcu(x, y);"], "exists (x=1)"),
        "4:1: the function `call_rcu` is not modelled, as it runs a function later: use \
         `synchronize_rcu` or `synchronize_srcu` in a thread of its own",
    );
    refused(
        &threads(&["rcu_read_lock_bh();"], "exists (x=1)"),
        "4:1: the function `rcu_read_lock_bh` is not modelled",
    );
}

#[test]
fn other_ways_to_write_it() {
    let reader = |begin: &str, end: &str| {
        format!("int i = 0;\n{begin}\nint r0 = READ_ONCE(*x);\nint r1 = READ_ONCE(*y);\n{end}")
    };
    let ways = [
        (
            "rcu_read_lock();",
            "rcu_read_unlock();",
            "synchronize_rcu();",
        ),
        (
            "rcu_read_lock();",
            "rcu_read_unlock();",
            "synchronize_rcu_expedited();",
        ),
        (
            "__fence{rcu-lock};",
            "__fence{rcu-unlock};",
            "__fence{sync-rcu};",
        ),
        (
            "i = srcu_read_lock(s);",
            "srcu_read_unlock(s, i);",
            "synchronize_srcu(s);",
        ),
        (
            "i = srcu_read_lock(&s);",
            "srcu_read_unlock(&s, i);",
            "synchronize_srcu_expedited(&s);",
        ),
        (
            "i = srcu_down_read(s);",
            "srcu_up_read(s, i);",
            "synchronize_srcu(s);",
        ),
        (
            "i = __srcu{srcu-lock}(s);",
            "__srcu{srcu-unlock}(s, i);",
            "__srcu{sync-srcu}(s);",
        ),
    ];
    for (begin, end, grace) in ways {
        let writer = format!("WRITE_ONCE(*x, 1);\n{grace}\nWRITE_ONCE(*y, 1);");
        let condition = "exists (0:r0=0 /\\ 0:r1=1)";
        for model in Model::BUFFERED {
            let run = |writer: &str| {
                let text = threads(&[&reader(begin, end), writer], condition);
                explore(&text, model, Algorithm::Optimal).unwrap()
            };
            assert_eq!(
                run(&writer).condition,
                Some(Occurrence::Never),
                "{begin} {model}"
            );
            let without = writer.replace(grace, "smp_mb();");
            assert_eq!(
                run(&without).condition,
                Some(Occurrence::Sometimes),
                "{begin} {model}"
            );
        }
    }
}

/// A grace period within a section of the same domain waits for itself, and two may wait
/// for one another.
#[test]
fn grace_periods_that_never_end() {
    let cases: [(&[&str], usize, &[&str]); 4] = [
        (
            &[
                "rcu_read_lock();\nsynchronize_rcu();\nrcu_read_unlock();",
                "*x = 1;",
            ],
            0,
            &["thread 0 waits for ever, in one execution"],
        ),
        (
            &["int i = srcu_read_lock(s);\nsynchronize_srcu(s);\nsrcu_read_unlock(s, i);"],
            0,
            &["thread 0 waits for ever, in one execution"],
        ),
        // Of another domain it is fine.
        (
            &["int i = srcu_read_lock(s);\nsynchronize_srcu(t);\nsrcu_read_unlock(s, i);"],
            1,
            &[],
        ),
        // Either may begin first, and then its section is over; or both have begun.
        (
            &[
                "int i = srcu_read_lock(s);\nsynchronize_srcu(t);\nsrcu_read_unlock(s, i);",
                "int i = srcu_read_lock(t);\nsynchronize_srcu(s);\nsrcu_read_unlock(t, i);",
            ],
            1,
            &["threads 0 and 1 wait for ever, in one execution"],
        ),
    ];
    for (bodies, states, findings) in cases {
        let text = threads(bodies, "exists (y=0)");
        for model in Model::BUFFERED {
            for algorithm in [Algorithm::Optimal, Algorithm::Source, Algorithm::Classic] {
                let report = explore(&text, model, algorithm).unwrap();
                assert_eq!(report.states.len(), states, "{text} {model} {algorithm}");
                assert_eq!(report.findings, findings, "{text} {model} {algorithm}");
                assert!(
                    algorithm != Algorithm::Optimal || report.blocked == 0,
                    "{text} {model}"
                );
            }
        }
    }
}

/// Readers commute, and so do grace periods; what counts is which sections each of these
/// finds begun.
#[test]
fn how_many_executions_there_are() {
    let count = |bodies: &[&str]| {
        let text = threads(bodies, "exists (x=0)");
        Model::BUFFERED.map(|model| {
            let report = explore(&text, model, Algorithm::Optimal).unwrap();
            assert_eq!(report.blocked, 0, "{text} {model}");
            report.complete
        })
    };
    let section = "rcu_read_lock();\nrcu_read_unlock();";
    let grace = "synchronize_rcu();";
    assert_eq!(count(&[section, section, section, section]), [1; 3]);
    assert_eq!(count(&[grace, grace, grace, grace]), [1; 3]);
    assert_eq!(count(&[section, grace]), [2; 3]);
    assert_eq!(count(&[section, section, section, grace]), [8; 3]);
    // Of the orders of four events, each reader before, between or after the two others.
    assert_eq!(count(&[section, grace, grace]), [4; 3]);
    let twice = &format!("{section}\n{section}");
    assert_eq!(count(&[twice, grace]), [3; 3]);
    let nested = "rcu_read_lock();\nrcu_read_lock();\nrcu_read_unlock();\nrcu_read_unlock();";
    assert_eq!(count(&[nested, grace]), [2; 3]);
    // Nothing is read by anybody: sections of other domains have nothing to do with it.
    let srcu = "int i = srcu_read_lock(s);\nsrcu_read_unlock(s, i);";
    assert_eq!(count(&[srcu, grace, "synchronize_srcu(t);"]), [1; 3]);
}
