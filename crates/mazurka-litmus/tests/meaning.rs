//! Files that say less than they seem to, and programs that mean nothing.

use expect_test::{Expect, expect};
use mazurka_litmus::{Model, Occurrence, Options, Report, check, parse};
use std::fmt::Write;

fn refused(text: &str, expected: &Expect) {
    let error = parse(text).expect_err("it is refused");
    expected.assert_eq(&error.to_string());
}

fn explore(text: &str, model: Model) -> Result<Report, String> {
    let test = parse(text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let options = Options {
        model,
        ..Options::default()
    };
    check(&test, &options, &mut ()).map_err(|error| error.to_string())
}

/// One thread of C, with two variables in memory.
fn thread(body: &str) -> String {
    format!("C t\n{{ y=3; }}\nP0(int *x, int *y) {{\n{body}\n}}\nexists (x=1)\n")
}

#[test]
fn a_file_without_a_condition_says_that_there_is_none() {
    let text = "X86 t\n{}\nP0 ;\nMOV [x],$1 ;\nlocations [x]\n";
    assert_eq!(parse(text).unwrap().condition(), None);
    let report = explore(text, Model::Sc).unwrap();
    assert_eq!((report.condition, report.holds), (None, None));
    assert_eq!((report.positive, report.negative), (0, 0));
    assert_eq!(report.states.len(), 1);
    // One that is always true is one.
    let report = explore(&format!("{text}forall (true)"), Model::Sc).unwrap();
    assert_eq!(report.condition, Some(Occurrence::Always));
    assert_eq!(report.holds, Some(true));
}

#[test]
fn a_division_that_means_nothing_is_refused_where_it_stands() {
    let refused = |body: &str, expected: &Expect| refused(&thread(body), expected);
    let by_zero = expect!["4:11: this is a division by zero, which has no meaning in C"];
    refused("int a = 1 / 0;", &by_zero);
    refused("int a = 1 % 0;", &by_zero);
    refused("int a = 1 / (2 - 2);", &by_zero);
    let overflow = expect!["4:25: this is a division that overflows, which has no meaning in C"];
    refused("int a = (-2147483647-1) / -1;", &overflow);
    refused("int a = (-2147483647-1) % -1;", &overflow);
}

#[test]
fn a_division_that_means_nothing_when_it_runs_is_an_error_with_its_place() {
    let run = |body: &str, expected: Expect| {
        let text = match explore(&thread(body), Model::Sc) {
            Ok(report) => report.states.keys().map(ToString::to_string).collect(),
            Err(error) => error,
        };
        expected.assert_eq(&text);
    };
    run(
        "int a = READ_ONCE(*x);\nint b = 5;\nb = b / a;",
        expect!["6:7: this is a division by zero, which has no meaning in C (in thread 0)"],
    );
    run(
        "int a = READ_ONCE(*x);\nint b = 5 % a;",
        expect!["5:11: this is a division by zero, which has no meaning in C (in thread 0)"],
    );
    run(
        "int a = 7;\na /= *x;",
        expect!["5:3: this is a division by zero, which has no meaning in C (in thread 0)"],
    );
    run(
        "int a = -2147483647;\na = a - 1;\nint b = -1;\nint c = a / b;",
        expect!["7:11: this is a division that overflows, which has no meaning in C (in thread 0)"],
    );
    // Of 64 bits that is a number.
    run(
        "long a = -2147483647;\na = a - 1;\nlong b = -1;\nif (a / b == 2147483648) *x = 1;",
        expect!["x=1;"],
    );
    run("int a = 7 / *y % 2;\n*x = a - -7 / 3 - 1;", expect!["x=1;"]);
}

/// Only what runs can be wrong: here the other thread must have been first.
#[test]
fn a_division_by_what_another_thread_stores() {
    let text = "C t\n{ x=1; }\nP0(int *x) { WRITE_ONCE(*x, 0); }\n\
                P1(int *x) {\n int r0 = READ_ONCE(*x);\n int r1 = 6 / r0;\n}\nexists (1:r1=6)\n";
    let error = explore(text, Model::Tso).unwrap_err();
    assert!(
        error.starts_with("6:13: this is a division by zero"),
        "{error}"
    );
    let guarded = text.replace("int r1 = 6", "int r1 = 0; if (r0 != 0) r1 = 6");
    assert_eq!(explore(&guarded, Model::Tso).unwrap().states.len(), 2);
}

#[test]
fn a_row_must_have_a_column_for_each_thread() {
    let refused = |rows: &str, expected: Expect| {
        refused(
            &format!("X86 t\n{{}}\n P0 | P1 | P2 ;\n{rows}exists (x=1)"),
            &expected,
        );
    };
    refused(
        " MOV [x],$1 ;\n",
        expect![
            "4:13: this row has 1 column, and there are 3 threads: separate them by `|`, also where one does nothing"
        ],
    );
    refused(
        " NOP | NOP | NOP ;\n NOP | MOV [x],$1 ;\n",
        expect![
            "5:19: this row has 2 columns, and there are 3 threads: separate them by `|`, also where one does nothing"
        ],
    );
    // Empty columns, and rows with nothing in them, are fine.
    let text = "X86 t\n{}\n P0 | P1 ;\n ;\n | MOV [x],$1 ;\n MFENCE | ;\nexists (x=1)";
    assert_eq!(explore(text, Model::Tso).unwrap().holds, Some(true));
}

#[test]
fn an_initial_state_that_is_not_closed_is_refused_where_it_was_opened() {
    refused(
        "X86 t\n{ x=0;\n  y=0;\n\n P0 | P1 ;\n NOP | NOP ;\nexists (x=1)",
        &expect![
            "2:1: this initial state is never closed: expected `}` before the program, at 5:2"
        ],
    );
    refused(
        "X86 t\n{ x=0; y=0\n P0 ;\n MOV [x],$1 ;\nexists (x=1)",
        &expect![
            "2:1: this initial state is never closed: expected `}` before the program, at 3:2"
        ],
    );
    refused(
        "C t\n\n{\n\nvoid P0(int *x) {\n  *x = 1;\n}\nexists (x=1)",
        &expect![
            "3:1: this initial state is never closed: expected `}` before the program, at 5:1"
        ],
    );
    refused(
        "C t\n{ int x = 1;\nP0(int *x) { }\nexists (x=1)",
        &expect![
            "2:1: this initial state is never closed: expected `}` before the program, at 3:1"
        ],
    );
    refused(
        "X86 t\n{ x=0;\n",
        &expect![
            "2:1: this initial state is never closed: expected `}` before the end of the file, at 3:1"
        ],
    );
}

#[test]
fn registers_that_only_the_initial_state_declares() {
    let text = "C t\n{ 0:r0=1; int 0:r1=2; 0:p=y; y=7; }\n\
                P0(int *x) {\n  int r2 = *p;\n  *x = r0 + r1;\n  r0 = r0 + 10;\n}\n\
                exists (x=3 /\\ 0:r0=11 /\\ 0:r2=7)";
    assert_eq!(
        explore(text, Model::Sc).unwrap().condition,
        Some(Occurrence::Always)
    );
    // What is declared in the thread has the type that it has there.
    let text = "C t\n{ 0:r0=-1; }\nP0(int *x) { unsigned char r0; *x = r0; }\nexists (x=255)";
    assert_eq!(explore(text, Model::Sc).unwrap().holds, Some(true));
    refused(
        "C t\n{ 1:r0=1; }\nP0(int *x) { *x = r0; }\nP1(int *x) { }\nexists (x=1)",
        &expect!["3:19: there is no variable or parameter `r0` here"],
    );
}

#[test]
fn loops_that_go_on() {
    let body = "int n = 0;\nint i;\n\
                for (i = 0; i < 4; i++) {\n  if (i == 1) continue;\n  n = n + 1;\n}\n\
                do {\n  n = n + 1;\n  if (n < 8) continue;\n  n = n + 10;\n} while (n < 8);\n\
                while (i > 0) {\n  i = i - 1;\n  if (i == 2) continue;\n  n = n + 100;\n}\n*x = n;";
    let text = thread(body).replace("exists (x=1)", "exists (x=318)");
    assert_eq!(explore(&text, Model::Sc).unwrap().holds, Some(true));
}

#[test]
fn comments_that_begin_with_a_hash() {
    let c = "C t\n# a { comment\n{ x=0; # here }\n}\n# there\nP0(int *x) {\n  # and ) here\n\
             *x = 1; # if and only if\n#pragma once\n}\n# before\nexists (x=1) # after";
    assert_eq!(explore(c, Model::Sc).unwrap().holds, Some(true));
    let x86 = "X86 t\n# a { comment\n{ x=0; # here }\n}\n P0 ; # there\n # here\n MOV [x],$1 ; # x\n\
               # before\nexists (x=1) # after";
    assert_eq!(explore(x86, Model::Sc).unwrap().holds, Some(true));
    // What the preprocessor would decide is not left out in silence.
    refused(
        &thread("#if 0\n*x = 1;\n#endif"),
        &expect!["4:1: `#if` is not supported: there is no preprocessor"],
    );
    refused(
        &thread("#define y 1\n*x = 1;"),
        &expect!["4:1: `#define` is not supported: there is no preprocessor"],
    );
}

/// `count` threads, of which the last waits for something that may not come.
fn many(count: usize) -> String {
    let mut text = "C t\n{ }\n".to_owned();
    for thread in 0..count - 2 {
        writeln!(text, "P{thread}(int *x{thread}) {{ *x{thread} = 1; }}").unwrap();
    }
    let (a, b) = (count - 2, count - 1);
    writeln!(
        text,
        "P{a}(int *y, int *z) {{ int r0 = *y; *z = 1; if (r0 == 1) *z = 2; }}"
    )
    .unwrap();
    writeln!(text, "P{b}(int *y, int *z) {{ *y = 1; while (*z != 2); }}").unwrap();
    writeln!(text, "exists ({a}:r0=1 /\\ x7=1)").unwrap();
    text
}

#[test]
fn hundreds_of_threads() {
    for model in Model::BUFFERED {
        let report = explore(&many(300), model).unwrap();
        assert_eq!(report.holds, Some(true), "{model}");
        assert_eq!(report.stopped, None, "{model}");
        let expected = ["thread 299 waits for ever, in one execution"];
        assert_eq!(report.findings, expected, "{model}");
    }
    let error = parse(&many(1025)).unwrap_err();
    assert_eq!(
        error.to_string(),
        "1027:1: there are more than 1024 functions"
    );
}
