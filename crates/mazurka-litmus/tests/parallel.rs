//! Several schedulers, interruptions, and schedulers that are elsewhere and may be
//! gone: the report is that of one scheduler that is not disturbed.

use mazurka_litmus::{
    Algorithm, Counts, Exploration, Model, Options, Part, Report, Test, Watch, check,
    explore_elsewhere, parse,
};
use mazurka_parallel::remote::{Link, Order, Remote, Reply};
use mazurka_random::Random;
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

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
        for model in Model::ALL {
            for algorithm in Algorithm::ALL {
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
            let mut exploration = Exploration::new(&test, &options);
            let mut pieces = 0;
            let report = loop {
                exploration.run(&mut ());
                let (report, explored) = exploration.finish().unwrap();
                assert_eq!(report.stopped.is_some(), explored.is_unfinished());
                if report.stopped.is_none() {
                    break report;
                }
                pieces += 1;
                options.max_executions = Some(5 * pieces);
                exploration = Exploration::resume(&test, &options, explored).unwrap();
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

/// One end of a connection, which may be cut.
struct Cut {
    orders: Receiver<Order>,
    replies: Sender<Reply<Part>>,
    /// After so many messages.
    after: u32,
}

impl Link<Part> for Cut {
    fn receive(&mut self) -> Option<Order> {
        self.after = self.after.checked_sub(1)?;
        self.orders.recv().ok()
    }

    fn send(&mut self, reply: Reply<Part>) -> bool {
        let Some(after) = self.after.checked_sub(1) else {
            return false;
        };
        self.after = after;
        self.replies.send(reply).is_ok()
    }
}

/// Runs a scheduler elsewhere, which is cut off again and again. How often?
fn drive(
    exploration: &Exploration<'_>,
    test: &Test,
    options: &Options,
    number: usize,
    seed: u64,
) -> u32 {
    let mut remote = exploration.frontier().remote(number);
    let mut random = Random::new(seed);
    let mut lost = 0;
    loop {
        let (orders, received) = channel();
        let (replies, replied) = channel();
        // The longer it lasts, the better the connection, so that it comes to an end.
        let mut link = Cut {
            orders: received,
            replies,
            after: random.below(2 + lost as usize) as u32,
        };
        let is_over = thread::scope(|scope| {
            scope.spawn(move || explore_elsewhere(test, options, &mut link));
            converse(exploration, &mut remote, number, orders, &replied)
        });
        if is_over {
            return lost;
        }
        lost += 1;
        remote.lost();
    }
}

/// Is nothing left to do?
fn converse(
    exploration: &Exploration<'_>,
    remote: &mut Remote<'_>,
    number: usize,
    orders: Sender<Order>,
    replies: &Receiver<Reply<Part>>,
) -> bool {
    while let Some(batch) = remote.take() {
        let mut order = Order::Explore(batch);
        loop {
            if orders.send(order).is_err() {
                return false;
            }
            order = match replies.recv() {
                Ok(Reply::Claim(claim)) => remote.claim(claim).unwrap(),
                Ok(Reply::Report(report)) => {
                    exploration.add(number, remote.report(report).unwrap());
                    break;
                }
                Ok(Reply::Halted(part)) => {
                    exploration.add(number, part);
                    return true;
                }
                Err(_) => return false,
            };
        }
    }
    true
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
            let mut exploration = Exploration::new(&test, &options);
            let mut report = loop {
                lost += thread::scope(|scope| {
                    let (exploration, test, options) = (&exploration, &test, &options);
                    let spawn = |number| {
                        let seed = 3 * round + number as u64;
                        scope.spawn(move || drive(exploration, test, options, number, seed))
                    };
                    let all: Vec<_> = (0..options.workers).map(spawn).collect();
                    all.into_iter().map(|one| one.join().unwrap()).sum::<u32>()
                });
                let before = exploration.so_far().complete;
                let (report, explored) = exploration.finish().unwrap();
                assert_eq!(report.complete, before);
                if !explored.is_unfinished() {
                    break essence(&report);
                }
                assert_eq!(report.complete % max.unwrap(), 0, "all that were allowed");
                exploration = Exploration::resume(&test, &options, explored).unwrap();
            };
            if algorithm != Algorithm::Optimal {
                report.blocked = alone.blocked;
            }
            assert_eq!(report, alone, "{model} {algorithm}");
        }
    }
    lost
}
