//! Small trees where the answer is known.

use super::costs::Costs;
use super::model::{Cluster, Simulated, simulate};
use super::work::made::job;
use super::work::{Recorded, Scaled, Work};

/// A store that costs nothing.
const FREE: Costs = Costs {
    round_trip: 0.0,
    take: 0.0,
    empty_take: 0.0,
    commit: 0.0,
    heartbeat: 0.0,
    flush: 0.0,
    result: 0.0,
    start: 0.0,
};

const SECOND: f64 = 1e6;

fn cluster(agents: usize, threads: usize, costs: Costs) -> Cluster {
    Cluster {
        agents,
        threads,
        cores: 1,
        lease: 15.0,
        costs,
    }
}

fn run(recorded: &Recorded, agents: usize, threads: usize, costs: Costs) -> Simulated {
    simulate(&mut &*recorded, &cluster(agents, threads, costs))
}

fn is_near(is: f64, expected: f64) -> bool {
    (is - expected).abs() < 1e-3
}

/// A root that leaves two items.
fn two() -> Recorded {
    job(&[
        (None, None, SECOND),
        (Some(0), Some(0), 10.0 * SECOND),
        (Some(0), Some(0), 10.0 * SECOND),
    ])
}

#[test]
fn one_worker_takes_as_long_as_the_work() {
    let told = run(&two(), 1, 1, FREE);
    assert!(is_near(told.seconds, 21.0), "{told:?}");
    assert!(is_near(told.exploring, 21.0), "{told:?}");
}

#[test]
fn two_workers_share_what_is_left() {
    let told = run(&two(), 1, 2, FREE);
    // It can be split for the second worker after a second, when both halves are there.
    assert!((11.0..11.6).contains(&told.seconds), "{told:?}");
    assert!(is_near(told.exploring, 21.0), "{told:?}");
    let told = run(&two(), 2, 1, FREE);
    // The other agent's heart sees to it, within two beats, and looks again after half a second.
    assert!((11.0..15.0).contains(&told.seconds), "{told:?}");
}

#[test]
fn nothing_is_lost_and_nothing_explored_twice() {
    let recorded = two();
    for (agents, threads) in [(1, 1), (1, 7), (3, 2), (10, 4)] {
        for costs in [FREE, Costs::default()] {
            let told = run(&recorded, agents, threads, costs);
            assert!(is_near(told.exploring, 21.0), "{told:?}");
            assert_eq!(told.commits, told.items);
        }
    }
}

#[test]
fn a_request_inside_an_item_is_explored_there() {
    // The second asks for the third at a node that the first has made.
    let recorded = job(&[
        (None, None, SECOND),
        (Some(0), Some(0), SECOND),
        (Some(1), Some(0), SECOND),
    ]);
    let mut work = &recorded;
    let whole = work.whole();
    assert!(is_near(work.rest(&whole), 3.0 * SECOND));
    assert!(work.left(&whole, f64::INFINITY).is_empty());
    // Split after the first, the second does not have it inside.
    let left = work.left(&whole, SECOND);
    assert_eq!(left.len(), 1);
    assert!(is_near(work.rest(&left[0]), SECOND));
    assert_eq!(work.left(&left[0], f64::INFINITY).len(), 1);
}

#[test]
fn an_item_that_is_split_goes_on_where_it_was() {
    let recorded = two();
    let mut work = &recorded;
    let whole = work.whole();
    let left = work.left(&whole, 3.0 * SECOND);
    let mut rests: Vec<f64> = left.iter().map(|piece| work.rest(piece) / SECOND).collect();
    rests.sort_by(f64::total_cmp);
    assert!(
        is_near(rests[0], 8.0) && is_near(rests[1], 10.0),
        "{rests:?}"
    );
}

#[test]
fn commits_wait_for_the_disk() {
    let costs = Costs {
        flush: 0.5 * SECOND,
        ..FREE
    };
    // One item, one commit, and one more for the end.
    let recorded = job(&[(None, None, 0.3 * SECOND)]);
    let told = run(&recorded, 1, 1, costs);
    assert!(is_near(told.seconds, 0.3 + 0.5 + 0.5), "{told:?}");
    assert!(is_near(told.flushing, 0.5), "{told:?}");
}

#[test]
fn long_items_end_after_a_minute() {
    let recorded = job(&[(None, None, 150.0 * SECOND)]);
    let told = run(&recorded, 1, 1, FREE);
    // Its own heart splits it when nothing is ready, after half a second at least.
    assert!(told.items >= 3, "{told:?}");
    assert!(is_near(told.exploring, 150.0), "{told:?}");
}

#[test]
fn what_is_made_up_has_as_much_work() {
    let recorded = two();
    for workers in [1, 10, 100] {
        let mut work = Scaled::new(&recorded, 1_000.0 * SECOND, 7);
        let told = simulate(&mut work, &cluster(1, workers, FREE));
        assert!(is_near(told.exploring, 1_000.0), "{told:?}");
        assert!(told.seconds >= 1_000.0 / workers as f64);
        let sum = 2.0 * 1_000.0 / workers as f64 + 5.0;
        assert!(told.seconds < sum, "{workers} workers: {told:?}");
    }
}

#[test]
fn a_slow_store_is_the_limit() {
    let recorded = two();
    let slow = Costs {
        take: 0.1 * SECOND,
        empty_take: 0.1 * SECOND,
        ..FREE
    };
    let mut work = Scaled::new(&recorded, 1_000.0 * SECOND, 7);
    let told = simulate(&mut work, &cluster(32, 32, slow));
    assert!(told.serving / told.seconds > 0.9, "{told:?}");
}

#[test]
fn a_certificate_is_read() {
    let head = r#"{"certificate":1,"name":"a.c"}"#;
    let report = |complete: u32, blocked: u32| {
        format!(
            r#"{{\"counts\":{{\"complete\":{complete},\"blocked\":{blocked},\"events\":1}},\"requests\":[]}}"#
        )
    };
    let item = |id: u32, node: &str, parent: &str, report: &str| {
        format!(
            r#"{{"item":{{"id":{id},"depth":1,"node":{node},"parent":{parent},"micros":1000,"report":"{report}"}}}}"#
        )
    };
    let lines = [
        head.to_owned(),
        r#"{"node":{"id":5,"item":1}}"#.to_owned(),
        item(1, "null", "null", &report(4, 0)),
        item(2, "5", "1", &report(1, 1)),
        item(3, "5", "2", &report(2, 0)),
    ];
    let recorded = Recorded::read(lines.join("\n").as_bytes()).unwrap();
    assert_eq!((recorded.complete, recorded.blocked), (7, 1));
    assert_eq!(recorded.items(), 3);
    assert!(is_near(recorded.work(), 2_500.0));
    assert!(is_near(recorded.blocked_each(), 0.5));
    let unfinished = lines
        .join("\n")
        .replace("\"micros\":1000", "\"micros\":null");
    assert!(Recorded::read(unfinished.as_bytes()).is_err());
}
