//! Exploring a program with any number of schedulers, with interruptions, and with
//! schedulers that are elsewhere and may be gone: the report is that of one scheduler
//! that is not disturbed. And executions that are replayed.

#[path = "../../mazurka-check/tests/support/cut_off.rs"]
mod cut_off;

use cut_off::CutOff;
use mazurka_check::{Counts, EventKind, Sought, Verdict, Watch, words};
use mazurka_llvm::check::{Explored, Options, Report, Subject, build, explore, show};
use mazurka_llvm::clang::Text;
use mazurka_llvm::code::Code;
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::time::Duration;

/// Threads that add one to a variable, by a load and a store; the program gives itself up
/// if it is another number than `expected` at the end.
fn adders(threads: usize, expected: usize) -> Arc<Code> {
    let mut text = String::from(
        "@x = global i32 0
         declare i32 @pthread_create(ptr, ptr, ptr, ptr)
         declare i32 @pthread_join(i64, ptr)
         declare void @abort()
         define ptr @add(ptr %unused) {
           %before = load i32, ptr @x
           %after = add i32 %before, 1
           store i32 %after, ptr @x
           ret ptr null
         }
         define i32 @main() {
        ",
    );
    for i in 0..threads {
        text += &format!(
            "%t{i} = alloca i64\n\
             %c{i} = call i32 @pthread_create(ptr %t{i}, ptr null, ptr @add, ptr null)\n"
        );
    }
    for i in 0..threads {
        text += &format!(
            "%h{i} = load i64, ptr %t{i}\n\
             %j{i} = call i32 @pthread_join(i64 %h{i}, ptr null)\n"
        );
    }
    text += &format!(
        "%end = load i32, ptr @x
         %is = icmp eq i32 %end, {expected}
         br i1 %is, label %good, label %bad
         good:
           ret i32 0
         bad:
           call void @abort()
           unreachable
         }}\n"
    );
    let text = Text {
        name: "adders.ll".into(),
        text: text.into_bytes(),
    };
    build(&[text]).expect("it is a program")
}

/// All of it, whatever it shows.
fn thorough(model: Model) -> Options {
    let mut options = Options {
        keep_going: true,
        ..Options::default()
    };
    options.machine.model = model;
    options
}

fn explored(code: &Arc<Code>, options: &Options, before: Option<Explored>) -> (Report, Explored) {
    explore(code, options, before, &mut ()).expect("it can be explored")
}

/// What any exploration of the same program comes to.
fn essence(report: &Report) -> (Verdict, u64, Vec<(String, u64)>, Option<String>) {
    let findings = report.findings.iter();
    (
        report.verdict,
        report.statistics.complete,
        findings
            .map(|found| (words(found.kind), found.executions))
            .collect(),
        report.unexplored.clone(),
    )
}

#[test]
fn every_execution_is_counted() {
    let (report, _) = explored(&adders(3, 3), &thorough(Model::Sc), None);
    // Of the 36, those where each thread comes after the other have the sum.
    let abort = ("abort".to_owned(), 30);
    assert_eq!(essence(&report), (Verdict::Bug, 36, vec![abort], None));
    let (report, _) = explored(&adders(1, 1), &thorough(Model::Sc), None);
    assert_eq!(essence(&report), (Verdict::Verified, 1, vec![], None));
}

#[test]
fn any_number_of_workers_reports_the_same() {
    let code = adders(3, 3);
    for model in Model::BUFFERED {
        let mut options = thorough(model);
        let alone = essence(&explored(&code, &options, None).0);
        for workers in [2, 3, 8] {
            options.workers = workers;
            let together = essence(&explored(&code, &options, None).0);
            assert_eq!(together, alone, "{model} {workers}");
        }
    }
}

#[test]
fn the_first_finding_ends_it_for_all() {
    let code = adders(4, 4);
    for workers in [1, 4] {
        let options = Options {
            workers,
            ..Options::default()
        };
        let (report, explored) = explored(&code, &options, None);
        assert_eq!(report.verdict, Verdict::Bug);
        assert_eq!(report.findings.len(), 1);
        assert!(!explored.is_unfinished());
    }
}

#[test]
fn what_is_ignored_is_no_finding() {
    let code = adders(3, 3);
    for keep_going in [false, true] {
        let mut options = Options {
            keep_going,
            ..Options::default()
        };
        options.machine.ignore = vec![FindingKind::Abort];
        let (report, _) = explored(&code, &options, None);
        assert_eq!(essence(&report), (Verdict::Verified, 36, vec![], None));
        options.machine.ignore = vec![FindingKind::Deadlock];
        let (report, _) = explored(&code, &options, None);
        assert_eq!(report.verdict, Verdict::Bug);
        let is_decided = !keep_going;
        assert_eq!(report.unexplored.is_some(), is_decided);
    }
}

#[test]
fn ignored_garbage_is_not_verified() {
    let text = "define i32 @main() {
          %x = alloca i32
          %value = load i32, ptr %x
          %is = icmp eq i32 %value, 1
          br i1 %is, label %one, label %other
        one:
          ret i32 1
        other:
          ret i32 0
        }";
    let text = Text {
        name: "garbage.ll".into(),
        text: text.as_bytes().to_vec(),
    };
    let code = build(&[text]).expect("it is a program");
    let mut options = Options::default();
    let (report, _) = explored(&code, &options, None);
    assert_eq!(report.verdict, Verdict::Bug);
    options.machine.ignore = vec![FindingKind::Undefined];
    let (report, _) = explored(&code, &options, None);
    assert_eq!(report.verdict, Verdict::Unknown);
    let words = report.unexplored.unwrap_or_default();
    assert!(words.contains("never written"), "{words}");
}

#[test]
fn what_is_left_can_be_explored_later() {
    let code = adders(3, 3);
    for model in Model::BUFFERED {
        for workers in [1, 2, 4] {
            let mut options = thorough(model);
            let whole = essence(&explored(&code, &options, None).0);
            options.workers = workers;
            options.max_executions = Some(1);
            let mut before = None;
            let mut pieces = 0;
            let report = loop {
                let (report, left) = explored(&code, &options, before.take());
                if !left.is_unfinished() {
                    break report;
                }
                let stopped = report.unexplored.as_deref();
                assert_eq!(stopped, Some("the limit on executions was reached"));
                pieces += 1;
                options.max_executions = Some(pieces);
                before = Some(left);
            };
            assert!(pieces > 5, "{pieces}");
            assert_eq!(essence(&report), whole, "{model} {workers}");
        }
    }
}

/// Says stop when it is first asked.
struct Impatient;

impl Watch for Impatient {
    fn look(&mut self, _: Counts) -> ControlFlow<()> {
        ControlFlow::Break(())
    }
}

#[test]
fn who_watches_may_stop_it() {
    let options = Options {
        workers: 2,
        ..thorough(Model::Tso)
    };
    let explored = explore(&adders(6, 0), &options, None, &mut Impatient);
    let (report, explored) = explored.expect("it can be");
    assert_eq!(report.unexplored.as_deref(), Some("it was interrupted"));
    assert!(explored.is_unfinished());
    assert_eq!(explored.counts().complete, report.statistics.complete);
}

#[test]
fn a_finding_is_shown_by_a_short_execution() {
    let code = adders(3, 3);
    let options = thorough(Model::Tso);
    let (report, _) = explored(&code, &options, None);
    let found = &report.findings[0];
    let sought = Sought {
        found,
        time: Duration::from_secs(2),
    };
    let shown = show(
        &code,
        &options,
        &found.replay,
        Some(sought),
        &Arc::default(),
    )
    .expect("it can be shown");
    assert!(shown.events <= found.steps);
    assert_eq!(shown.findings.len(), 1);
    assert_eq!(shown.findings[0].0, FindingKind::Abort);
    let events = shown
        .trace
        .events
        .iter()
        .filter(|event| event.step.is_some());
    assert_eq!(events.count(), shown.events);
    let has = |kind| shown.trace.events.iter().any(|event| event.kind == kind);
    assert!(has(EventKind::Buffered) && has(EventKind::Flush) && has(EventKind::Finding));
    // Exactly this, and nothing else, once more.
    let again =
        show(&code, &options, &shown.replay, None, &Arc::default()).expect("it can be replayed");
    assert_eq!(again.trace.events, shown.trace.events);
    assert_eq!(
        (again.replay, again.findings),
        (shown.replay, shown.findings)
    );
    let [now, found] = shown.cost.expect("it shows the bug");
    assert!(now <= found, "{now:?}, {found:?}");
}

#[test]
fn strings_that_do_not_fit_are_refused() {
    let code = adders(2, 2);
    let options = Options::default();
    for (text, words) in [
        ("", "does not begin with `1/`"),
        ("1zz/0x1", "says nothing about what a step is"),
        ("1/0x100000000", "more than"),
        ("1/0.7x1", "at step 1, thread 0.7 cannot run"),
        ("1/0.0x9", "does not fit this program"),
    ] {
        let error = show(&code, &options, text, None, &Arc::default()).expect_err(text);
        assert!(error.contains(words), "{error}");
    }
}

#[test]
fn too_many_threads_stop_the_exploration() {
    let text = "declare i32 @pthread_create(ptr, ptr, ptr, ptr)
        define ptr @nothing(ptr %unused) {
          ret ptr null
        }
        define i32 @main() {
          %t = alloca i64
          br label %again
        again:
          %c = call i32 @pthread_create(ptr %t, ptr null, ptr @nothing, ptr null)
          br label %again
        }";
    let text = Text {
        name: "threads.ll".into(),
        text: text.as_bytes().to_vec(),
    };
    let code = build(&[text]).expect("it is a program");
    let check = |unroll| {
        let mut options = Options::default();
        options.machine.unroll = unroll;
        explored(&code, &options, None).0
    };
    let words = |report: &Report| report.unexplored.clone().unwrap_or_default();
    let report = check(None);
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(words(&report).contains("too many threads"), "{report:?}");
    let report = check(Some(3));
    assert_eq!(report.verdict, Verdict::Unknown);
    assert!(words(&report).contains("3 rounds"), "{report:?}");
}

/// Nobody sees the rounds of the first loop; the second is cut, or never ends.
#[test]
fn rounds_that_nobody_sees_are_not_counted() {
    let text = |second: &str| {
        format!(
            "@x = global i32 0
            declare i32 @pthread_create(ptr, ptr, ptr, ptr)
            define ptr @store(ptr %unused) {{
              store atomic i32 1, ptr @x seq_cst, align 4
              ret ptr null
            }}
            define i32 @main() {{
              %t = alloca i64
              %i = alloca i32
              store i32 0, ptr %i
              %c = call i32 @pthread_create(ptr %t, ptr null, ptr @store, ptr null)
              %look = load atomic i32, ptr @x seq_cst, align 4
              br label %first
            first:
              %n = load i32, ptr %i
              %m = add i32 %n, 1
              store i32 %m, ptr %i
              %more = icmp slt i32 %m, 100
              br i1 %more, label %first, label %second
            second:
              {second}
            end:
              ret i32 0
            }}"
        )
    };
    let check = |second: &str, unroll| {
        let text = Text {
            name: "rounds.ll".into(),
            text: text(second).into_bytes(),
        };
        let code = build(&[text]).expect("it is a program");
        let mut options = Options::default();
        options.machine.unroll = Some(unroll);
        explored(&code, &options, None).0
    };
    let report = check("br label %end", 3);
    assert_eq!(report.verdict, Verdict::Verified, "{report:?}");
    let adds = "%old = atomicrmw add ptr @x, i32 1 seq_cst
        br label %second";
    let report = check(adds, 3);
    assert_eq!(report.verdict, Verdict::Unknown);
    let words = report.unexplored.unwrap_or_default();
    assert!(words.contains("3 rounds"), "{words}");
}

/// Noticed at once, not after very many rounds.
#[test]
fn who_waits_alone_waits_for_ever() {
    let text = "@x = global i32 0
        define i32 @main() {
          br label %again
        again:
          %seen = load atomic i32, ptr @x seq_cst, align 4
          %done = icmp eq i32 %seen, 42
          br i1 %done, label %end, label %again
        end:
          ret i32 0
        }";
    let text = Text {
        name: "alone.ll".into(),
        text: text.as_bytes().to_vec(),
    };
    let code = build(&[text]).expect("it is a program");
    let (report, _) = explored(&code, &Options::default(), None);
    let findings = format!("{:?}", report.findings);
    assert!(findings.contains("never ends"), "{report:?}");
}

#[test]
fn loops_without_end_stop_the_exploration() {
    let text = "@x = global i32 0
        declare i32 @pthread_create(ptr, ptr, ptr, ptr)
        define ptr @add(ptr %unused) {
          %first = load atomic i32, ptr @x seq_cst, align 4
          br label %again
        again:
          %old = atomicrmw add ptr @x, i32 1 seq_cst
          br label %again
        }
        define i32 @main() {
          %t = alloca i64
          %c = call i32 @pthread_create(ptr %t, ptr null, ptr @add, ptr null)
          store atomic i32 1, ptr @x seq_cst, align 4
          ret i32 0
        }";
    let text = Text {
        name: "endless.ll".into(),
        text: text.as_bytes().to_vec(),
    };
    let code = build(&[text]).expect("it is a program");
    for workers in [1, 3] {
        let mut options = Options {
            workers,
            max_events: 30,
            ..Options::default()
        };
        let (report, left) = explored(&code, &options, None);
        assert_eq!(report.verdict, Verdict::Unknown);
        assert_eq!(report.endless.as_ref().map(|found| found.steps), Some(30));
        assert!(!left.is_unfinished());
        options.max_events = 1_000;
        options.machine.unroll = Some(2);
        let (report, _) = explored(&code, &options, None);
        let why = report.unexplored.as_deref();
        assert_eq!(why, Some("loops were cut after 2 rounds"));
        assert_eq!(report.verdict, Verdict::Unknown);
    }
}

/// Explores with three schedulers elsewhere that are cut off again and again. How often?
fn cut_off(code: &Arc<Code>, options: &Options, round: u64) -> (Report, u32) {
    let mut crew = CutOff { round, lost: 0 };
    let subject = Arc::new(Subject::new(code, options));
    let explored = mazurka_check::explore(&subject, None, &mut crew);
    (explored.expect("it can be explored").0, crew.lost)
}

#[test]
fn schedulers_elsewhere_may_be_cut_off_at_any_moment() {
    let code = adders(4, 4);
    for model in Model::BUFFERED {
        let mut options = thorough(model);
        let alone = essence(&explored(&code, &options, None).0);
        options.workers = 3;
        let mut lost = 0;
        // One round may be over before the second scheduler has begun: so there are several.
        for round in 0..200 {
            let (report, more) = cut_off(&code, &options, round);
            assert_eq!(essence(&report), alone, "{model}");
            lost += more;
            if lost > 10 {
                break;
            }
        }
        assert!(lost > 10, "only {lost}");
    }
}
