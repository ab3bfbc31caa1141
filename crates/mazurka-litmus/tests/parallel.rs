//! Several schedulers, interruptions, and schedulers that are elsewhere and may be
//! gone: the report is that of one scheduler that is not disturbed.

#[path = "../../mazurka-check/tests/support/cut_off.rs"]
mod cut_off;

use cut_off::CutOff;
use mazurka_check::{Counts, Resumed, Watch};
use mazurka_litmus::{Algorithm, Model, Options, Report, Subject, Test, check, explore, parse};
use std::ops::ControlFlow;
use std::sync::Arc;

/// Threads that write one location, each twice, and read another.
fn writers(threads: usize) -> Test {
    let row = |cell: &dyn Fn(usize) -> String| {
        let cells: Vec<String> = (0..threads).map(cell).collect();
        format!(" {} ;\n", cells.join(" | "))
    };
    let text = format!(
        "X86 writers\n{{ }}\n{}{}{}{}exists (x=1)",
        row(&|i| format!("P{i}")),
        row(&|i| format!("MOV [x],${}", 2 * i + 1)),
        row(&|i| format!("MOV [y{i}],$1")),
        row(&|i| format!("MOV EAX,[y{}]", (i + 1) % threads)),
    );
    parse(&text).unwrap()
}

/// A thread that waits for another, which may have waited for it.
fn waiting() -> Test {
    parse(
        "X86 waiting
         { }
          P0          | P1          | P2         ;
          MOV [x],$1  | MOV [y],$1  | MOV [x],$2 ;
          L:          | M:          | MOV [y],$2 ;
          MOV EAX,[y] | MOV EAX,[x] |            ;
          CMP EAX,$1  | CMP EAX,$1  |            ;
          JNE L       | JNE M       |            ;
         exists (0:EAX=1)",
    )
    .unwrap()
}

/// A report without what depends on the order of exploration.
fn essence(report: &Report) -> Report {
    let mut report = report.clone();
    report.statistics = Default::default();
    report
}

#[test]
fn any_number_of_workers_reports_the_same() {
    for test in [writers(3), waiting()] {
        for model in Model::BUFFERED {
            for algorithm in Algorithm::TRACES {
                let mut options = Options {
                    model,
                    algorithm,
                    ..Options::default()
                };
                if algorithm == Algorithm::Exhaustive && model != Model::Sc {
                    options.buffer_bound = Some(0);
                }
                let alone = essence(&check(&test, &options, &mut ()).unwrap());
                for workers in [2, 3, 8] {
                    options.workers = workers;
                    let mut together = essence(&check(&test, &options, &mut ()).unwrap());
                    if algorithm != Algorithm::Optimal {
                        together.blocked = alone.blocked;
                    }
                    assert_eq!(together, alone, "{model} {algorithm} {workers}");
                }
            }
        }
    }
}

#[test]
fn an_execution_without_end_ends_the_exploration_of_all() {
    let test = parse(
        "X86 endless
         { }
          P0          | P1          | P2          ;
          MOV [x],$1  | MOV [x],$2  | MOV [x],$3  ;
          L:          | MOV [y],$1  | MOV [y],$2  ;
          INC [y]     |             |             ;
          JMP L       |             |             ;
         exists (x=1)",
    )
    .unwrap();
    for workers in [1, 2, 4] {
        let options = Options {
            workers,
            max_events: 50,
            ..Options::default()
        };
        let report = check(&test, &options, &mut ()).unwrap();
        let stopped = report.stopped.expect("it is stopped");
        assert!(stopped.contains("50 events"), "{stopped}");
    }
}

#[test]
fn a_limit_on_executions_is_kept() {
    let test = writers(4);
    for (workers, max) in [(1, 1), (1, 77), (2, 1), (2, 100), (4, 321)] {
        let options = Options {
            workers,
            max_executions: Some(max),
            ..Options::default()
        };
        let report = check(&test, &options, &mut ()).unwrap();
        assert_eq!(report.complete, max);
        assert_eq!(
            report.stopped.as_deref(),
            Some("the limit on executions was reached")
        );
    }
    let all = check(&test, &Options::default(), &mut ()).unwrap().complete;
    let options = Options {
        max_executions: Some(all),
        ..Options::default()
    };
    assert_eq!(check(&test, &options, &mut ()).unwrap().stopped, None);
}

#[test]
fn what_is_left_can_be_explored_later() {
    let test = writers(4);
    for algorithm in [Algorithm::Source, Algorithm::Optimal] {
        for workers in [1, 2, 4] {
            let mut options = Options {
                algorithm,
                model: Model::Tso,
                ..Options::default()
            };
            let whole = essence(&check(&test, &options, &mut ()).unwrap());
            options.workers = workers;
            options.max_executions = Some(1);
            let mut before = None;
            let mut pieces = 0;
            let report = loop {
                let (report, explored) = explore(&test, &options, before.take(), &mut ()).unwrap();
                assert_eq!(report.stopped.is_some(), explored.is_unfinished());
                if report.stopped.is_none() {
                    break report;
                }
                pieces += 1;
                options.max_executions = Some(5 * pieces);
                before = Some(explored);
            };
            assert!(pieces > 5);
            let mut report = essence(&report);
            if algorithm != Algorithm::Optimal {
                report.blocked = whole.blocked;
            }
            assert_eq!(report, whole, "{algorithm} {workers}");
        }
    }
}

/// Says stop when it is first asked.
struct Impatient(Counts);

impl Watch for Impatient {
    fn look(&mut self, so_far: Counts) -> ControlFlow<()> {
        self.0 = so_far;
        ControlFlow::Break(())
    }
}

#[test]
fn who_watches_may_stop_it() {
    // With five, it is sometimes done before it is looked at.
    let test = writers(6);
    let options = Options {
        workers: 2,
        ..Options::default()
    };
    let mut impatient = Impatient(Counts::default());
    let report = check(&test, &options, &mut impatient).unwrap();
    assert_eq!(report.stopped.as_deref(), Some("it was interrupted"));
    assert!(report.complete >= impatient.0.complete);
}

#[test]
fn schedulers_elsewhere_may_be_cut_off_at_any_moment() {
    let mut lost = 0;
    // One round may be over before the second scheduler has begun: so there are several.
    for round in 0..200 {
        lost += cut_off(round);
        if lost > 50 {
            return;
        }
    }
    panic!("only {lost}");
}

/// Explores with three schedulers elsewhere that are cut off again and again. How often?
fn cut_off(round: u64) -> u32 {
    let mut lost = 0;
    for (test, model) in [
        (writers(4), Model::Pso),
        (writers(5), Model::Sc),
        (waiting(), Model::Tso),
    ] {
        for (algorithm, max) in [
            (Algorithm::Optimal, None),
            (Algorithm::Optimal, Some(100)),
            (Algorithm::Source, None),
        ] {
            let mut options = Options {
                model,
                algorithm,
                ..Options::default()
            };
            let alone = essence(&check(&test, &options, &mut ()).unwrap());
            options.workers = 3;
            options.max_executions = max;
            let mut crew = CutOff { round, lost: 0 };
            let mut left = None;
            let mut report = loop {
                let subject = Arc::new(Subject::new(Arc::new(test.clone()), &options));
                let before = left
                    .take()
                    .map(|before| Resumed::new(&*subject, before).unwrap());
                let explored = mazurka_check::explore(&subject, before, &mut crew);
                let (report, explored) = explored.unwrap();
                let report = Report::new(&test, report);
                if !explored.is_unfinished() {
                    break essence(&report);
                }
                assert_eq!(report.complete % max.unwrap(), 0, "all that were allowed");
                left = Some(explored);
            };
            lost += crew.lost;
            if algorithm != Algorithm::Optimal {
                report.blocked = alone.blocked;
            }
            assert_eq!(report, alone, "{model} {algorithm}");
        }
    }
    lost
}
