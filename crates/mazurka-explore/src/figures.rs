//! The worked examples of *Source Sets*, as tests of the trace theory.

use crate::next::{Accesses, Next};
use crate::reversal;
use crate::sequence::{Buffers, Obstacles, Sequence};
use crate::sleep::SleepSets;
use crate::trace::Trace;
use crate::wakeup::{Forest, Tree};
use mazurka_program::{Access, Edge, Kind, ObjectId, Operation, ProcessId, Touch};

/// An execution written down: `"p:Wx q:Ry"` is a write of x by p, then a read
/// of y by q. Processes and variables are single letters; `L` and `U` are the
/// lock and unlock of a mutex, `A` is an addition.
fn trace(text: &str) -> Trace {
    let mut trace = Trace::new();
    let mut processes: Vec<ProcessId> = text.split(' ').map(|e| process(&e[..1])).collect();
    processes.sort();
    processes.dedup();
    let spawn = |child| Edge::Spawn {
        parent: None,
        child,
    };
    trace.begin(&processes.into_iter().map(spawn).collect::<Vec<_>>());
    for event in text.split(' ') {
        let (kind, touch) = touched(event);
        let operation = Operation::new(kind, touch.object, 0);
        trace.push(process(&event[..1]).into(), operation, 1, &[touch], &[]);
    }
    trace
}

fn process(letter: &str) -> ProcessId {
    ProcessId(u32::from(letter.as_bytes()[0] - b'a'))
}

fn touched(event: &str) -> (Kind, Touch) {
    let (kind, access, before, after) = match &event[2..3] {
        "R" => (Kind::Load, Access::Read, 0, 0),
        "W" => (Kind::Store, Access::Write, 0, 0),
        "A" => (Kind::Add, Access::Add, 0, 1),
        "L" => (Kind::Lock, Access::Write, 0, 1),
        "U" => (Kind::Unlock, Access::Write, 1, 0),
        other => panic!("no access {other}"),
    };
    let object = ObjectId(u32::from(event.as_bytes()[3] - b'a'));
    (kind, touch(object, access, before, after))
}

fn touch(object: ObjectId, access: Access, before: u64, after: u64) -> Touch {
    Touch::new(object, access, before, after)
}

fn next(event: &str) -> Next {
    let (_, touch) = touched(event);
    Next {
        turn: process(&event[..1]).into(),
        accesses: Accesses::one(touch.object, touch.access),
    }
}

/// All the events after the first `prefix`.
fn suffix(trace: &Trace, prefix: usize) -> Sequence {
    let mut w = Sequence::default();
    w.suffix(trace, prefix);
    w
}

fn letters(processes: &[ProcessId]) -> String {
    processes
        .iter()
        .map(|p| char::from(b'a' + u8::try_from(p.0).unwrap()))
        .collect()
}

fn sequence_letters(v: &Sequence) -> String {
    letters(&v.turns().map(|turn| turn.process).collect::<Vec<_>>())
}

fn races(trace: &Trace) -> Vec<(usize, usize)> {
    (0..trace.len())
        .flat_map(|j| trace.races(j).iter().map(move |i| (i.first as usize, j)))
        .collect()
}

fn shape(forest: &Forest, tree: Tree) -> Vec<String> {
    forest.sequences(tree).iter().map(|s| letters(s)).collect()
}

const FIGURE_1: &str = "p:Wx q:Ry q:Rx r:Rz r:Rx";

#[test]
fn figure_1_has_two_races() {
    let trace = trace(FIGURE_1);
    assert_eq!(races(&trace), [(0, 2), (0, 4)]);
    assert!(trace.happens_before(0, 2) && trace.happens_before(1, 2));
    assert!(!trace.happens_before(0, 1) && !trace.happens_before(2, 4));
    assert!(!trace.happens_before(2, 2));
}

#[test]
fn figure_4_initials_and_weak_initials() {
    // w = q.q after the empty execution, and r would read z.
    let trace = trace("q:Ry q:Rx");
    let w = suffix(&trace, 0);
    assert_eq!(letters(&w.initials(&trace)), "q");
    assert!(w.is_weak_initial(&trace, &next("q:Ry")));
    assert!(w.is_weak_initial(&trace, &next("r:Rz")));
    // Had r announced a write of x, it would not be one.
    assert!(!w.is_weak_initial(&trace, &next("r:Wx")));
    // p's write of x depends on the second event of w.
    assert!(!w.is_weak_initial(&trace, &next("p:Wx")));
}

#[test]
fn initials_have_no_predecessor_in_the_sequence() {
    let trace = trace("p:Wx q:Rx r:Wy q:Ry");
    let w = suffix(&trace, 0);
    assert_eq!(letters(&w.initials(&trace)), "pr");
    assert!(!w.is_initial(&trace, process("q")));
    assert!(!w.is_initial(&trace, process("s")));
}

#[test]
fn figure_2_reversing_the_race_on_x_takes_the_whole_sequence() {
    // p.r.r.s.s.s: (1) x := .. ; (3) m := y (4) z := 1 ; (5) n := z (6) l := y (7) x := 1
    let trace = trace("p:Wx r:Ry r:Wz s:Rz s:Ry s:Wx");
    assert_eq!(races(&trace), [(2, 3), (0, 5)]);
    let end = trace.len();
    let mut v = Sequence::default();
    v.notdep(&trace, 0, end);
    v.push_same(&trace, 5);
    assert_eq!(sequence_letters(&v), "rrsss");
    assert_eq!(letters(&v.initials(&trace)), "r");
    // q sleeps with y := 1: the sequence wakes it. p sleeps with its write of
    // x: only the last event of the sequence wakes it.
    assert!(!v.is_weak_initial(&trace, &next("q:Wy")));
    assert!(!v.is_weak_initial(&trace, &next("p:Wx")));
    let mut forest = Forest::default();
    let mut tree = Tree::EMPTY;
    assert_eq!(
        forest.insert(
            &trace,
            &mut v,
            &mut tree,
            &mut Obstacles::none(&mut Buffers::default())
        ),
        Ok(Some(0))
    );
    assert_eq!(shape(&forest, tree), ["rrsss", "rrss", "rrs", "rr", "r"]);
}

#[test]
fn section_6_2_a_consistent_leaf_is_enough() {
    let trace = trace(FIGURE_1);
    let mut forest = Forest::default();
    let mut tree = Tree::EMPTY;
    let only = |letter: &str| {
        let mut v = suffix(&trace, 0);
        for k in 0..trace.len() {
            if v.item(k).next.process() != process(letter) {
                v.remove(k);
            }
        }
        v
    };
    assert_eq!(
        forest.insert(
            &trace,
            &mut only("p"),
            &mut tree,
            &mut Obstacles::none(&mut Buffers::default())
        ),
        Ok(Some(0))
    );
    assert_eq!(
        forest.insert(
            &trace,
            &mut only("q"),
            &mut tree,
            &mut Obstacles::none(&mut Buffers::default())
        ),
        Ok(Some(0))
    );
    assert_eq!(shape(&forest, tree), ["p", "qq", "q"]);
    assert_eq!(
        forest.insert(
            &trace,
            &mut only("r"),
            &mut tree,
            &mut Obstacles::none(&mut Buffers::default())
        ),
        Ok(None)
    );
    assert_eq!(shape(&forest, tree), ["p", "qq", "q"]);
}

#[test]
fn figure_7_branches_are_explored_in_the_order_of_insertion() {
    // p first, then either q's write of x, or two steps of r that end with one.
    let first = trace("p:Ra q:Wx");
    let second = trace("p:Ra r:Rb r:Wx");
    let mut forest = Forest::default();
    let mut tree = Tree::EMPTY;
    assert!(
        forest
            .insert(
                &first,
                &mut suffix(&first, 0),
                &mut tree,
                &mut Obstacles::none(&mut Buffers::default())
            )
            .unwrap()
            .is_some()
    );
    assert!(
        forest
            .insert(
                &second,
                &mut suffix(&second, 0),
                &mut tree,
                &mut Obstacles::none(&mut Buffers::default())
            )
            .unwrap()
            .is_some()
    );
    assert_eq!(shape(&forest, tree), ["pq", "prr", "pr", "p"]);
    let (p, mut subtree) = forest.take_first(&mut tree).unwrap();
    assert_eq!(p, next("p:Ra"));
    assert!(tree.is_empty());
    assert_eq!(shape(&forest, subtree), ["q", "rr", "r"]);
    assert_eq!(
        forest.take_first(&mut subtree).unwrap(),
        (next("q:Wx"), Tree::EMPTY)
    );
    assert_eq!(shape(&forest, subtree), ["rr", "r"]);
    assert_eq!(forest.largest(), 4);
}

#[test]
fn a_leaf_ends_the_insertion_but_an_empty_root_does_not() {
    let trace = trace("p:Wx q:Wx r:Wx");
    let mut forest = Forest::default();
    let mut tree = Tree::EMPTY;
    let mut v = suffix(&trace, 0);
    v.remove(2);
    let inserted = forest.insert(
        &trace,
        &mut v,
        &mut tree,
        &mut Obstacles::none(&mut Buffers::default()),
    );
    assert_eq!(inserted, Ok(Some(0)), "the root is no leaf");
    // p.q.r goes through the leaf p.q, and is covered by it.
    let inserted = forest.insert(
        &trace,
        &mut suffix(&trace, 0),
        &mut tree,
        &mut Obstacles::none(&mut Buffers::default()),
    );
    assert_eq!(inserted, Ok(None));
    assert_eq!(shape(&forest, tree), ["pq", "p"]);
}

#[test]
fn a_node_independent_of_the_sequence_is_stepped_into() {
    // The branch s.p: s is not in q.p but reads something else.
    let first = trace("s:Rb p:Wx");
    let mut forest = Forest::default();
    let mut tree = Tree::EMPTY;
    assert!(
        forest
            .insert(
                &first,
                &mut suffix(&first, 0),
                &mut tree,
                &mut Obstacles::none(&mut Buffers::default())
            )
            .unwrap()
            .is_some()
    );
    let second = trace("q:Wx p:Wx");
    assert!(
        forest
            .insert(
                &second,
                &mut suffix(&second, 0),
                &mut tree,
                &mut Obstacles::none(&mut Buffers::default())
            )
            .unwrap()
            .is_some()
    );
    // The step of q is enough to differ from s.p.
    assert_eq!(shape(&forest, tree), ["sp", "sq", "s"]);
}

#[test]
fn notdep_leaves_out_what_happens_after() {
    let trace = trace("p:Wx q:Rx q:Wy r:Rz r:Ry s:Rz");
    let mut v = Sequence::default();
    v.notdep(&trace, 0, trace.len());
    assert_eq!(sequence_letters(&v), "rs");
}

#[test]
fn many_readers_race_with_the_write_after_them_and_nothing_earlier_does() {
    let trace = trace("p:Wx q:Rx r:Rx s:Wx");
    assert_eq!(races(&trace), [(0, 1), (0, 2), (2, 3), (1, 3)]);
}

#[test]
fn additions_do_not_race_but_a_read_races_with_each() {
    let trace = trace("p:Ax q:Ax r:Rx");
    assert_eq!(races(&trace), [(1, 2), (0, 2)]);
    assert!(!trace.happens_before(0, 1));
}

#[test]
fn an_unlock_and_the_lock_it_enables_are_a_race_that_is_not_reversible() {
    let trace = trace("p:Lm p:Um q:Lm");
    assert_eq!(races(&trace), [(1, 2)]);
    // Without the unlock, the mutex is held.
    let place = reversal::Without { e: 1, end: 3 };
    assert_eq!(place.value(&trace, ObjectId(12)), 1);
    assert!(trace.happens_before(0, 2));
}

#[test]
fn spawn_and_join_order_without_being_events() {
    let (main, child) = (process("m"), process("n"));
    let mut trace = Trace::new();
    trace.begin(&[Edge::Spawn {
        parent: None,
        child: main,
    }]);
    let push = |trace: &mut Trace, process: ProcessId, kind, access, edges: &[Edge]| {
        let operation = Operation::new(kind, ObjectId(0), 0);
        let touch = touch(ObjectId(0), access, 0, 0);
        trace.push(process.into(), operation, 1, &[touch], edges);
    };
    let spawn = Edge::Spawn {
        parent: Some(main),
        child,
    };
    let join = Edge::Join {
        process: main,
        target: child,
    };
    push(&mut trace, main, Kind::Store, Access::Write, &[spawn]);
    push(&mut trace, child, Kind::Store, Access::Write, &[join]);
    push(&mut trace, main, Kind::Load, Access::Read, &[]);
    assert!(trace.happens_before(0, 1) && trace.happens_before(1, 2));
    assert_eq!(races(&trace), [], "ordered by spawn and join");
    // Popping restores what pushing changed.
    trace.pop();
    trace.pop();
    assert_eq!(trace.processes(), [main, child]);
    push(&mut trace, main, Kind::Load, Access::Read, &[]);
    push(&mut trace, child, Kind::Store, Access::Write, &[]);
    assert_eq!(races(&trace), [(1, 2)], "main did not join this time");
}

#[test]
fn an_event_that_is_moved_meets_another_value() {
    let mut trace = Trace::new();
    let [p, q, r, s] = ["p", "q", "r", "s"].map(process);
    trace.begin(&[p, q, r, s].map(|child| Edge::Spawn {
        parent: None,
        child,
    }));
    let x = ObjectId(0);
    let mut push = |process: ProcessId, kind, operand, access, before, after| {
        let operation = Operation::new(kind, x, operand);
        let touch = touch(x, access, before, after);
        trace.push(process.into(), operation, 1, &[touch], &[]);
    };
    // x = 1; three additions, of which the middle one is taken out of the way.
    push(p, Kind::Add, 2, Access::Add, 1, 3);
    push(q, Kind::Add, 4, Access::Add, 3, 7);
    push(r, Kind::Add, 8, Access::Add, 7, 15);
    push(s, Kind::CompareExchange, 11, Access::Read, 15, 15);
    assert_eq!(reversal::Without { e: 1, end: 4 }.value(&trace, x), 11);
    let operation = trace.events()[3].operation;
    assert_eq!(operation.access_at(15), Some(Access::Read));
    assert_eq!(operation.access_at(11), Some(Access::Write), "it succeeds");
    // The clock of what it would be comes from the events that are left.
    let rows = trace.clocks().rows();
    let mut v = Sequence::default();
    v.notdep(&trace, 1, 4);
    let next = Next {
        turn: s.into(),
        accesses: Accesses::one(x, Access::Write),
    };
    v.push_new(&mut trace, next, 1, crate::clock::Row::ZERO);
    assert_eq!(sequence_letters(&v), "rs");
    assert!(!v.has_no_predecessor(&trace, 1), "r adds before it");
    let reader = Next {
        turn: p.into(),
        accesses: Accesses::one(x, Access::Read),
    };
    assert!(!v.is_weak_initial(&trace, &reader), "and it wakes readers");
    v.release(&mut trace, rows);
    assert_eq!(trace.clocks().rows(), rows);
}

#[test]
fn an_event_on_two_objects_races_with_the_latest_on_each() {
    let mut trace = trace("p:Wx p:Wy q:Wx r:Wz s:Rw");
    let two = [
        touch(ObjectId(23), Access::Write, 0, 0),
        touch(ObjectId(24), Access::Read, 0, 0),
    ];
    let operation = Operation::new(Kind::Change, ObjectId(23), 0);
    trace.push(process("s").into(), operation, 1, &two, &[]);
    // q's write of x happens after p's first event only, so p's write of y is
    // in a race of its own.
    assert_eq!(races(&trace), [(0, 2), (2, 5), (1, 5)]);
    assert!(trace.happens_before(0, 5) && !trace.happens_before(3, 5));
    trace.pop();
    trace.push(process("s").into(), operation, 1, &two[..1], &[]);
    assert_eq!(races(&trace), [(0, 2), (2, 5)]);
}

#[test]
fn alternatives_are_events_of_their_own() {
    let mut choice = next("p:Wx");
    let trace = trace("p:Wx q:Ry");
    let v = suffix(&trace, 0);
    assert!(v.is_weak_initial(&trace, &choice));
    choice.turn.alternative = 1;
    assert!(!v.is_weak_initial(&trace, &choice));
    let mut forest = Forest::default();
    let mut tree = Tree::EMPTY;
    let insert = |forest: &mut Forest, tree: &mut Tree| {
        forest
            .insert(
                &trace,
                &mut suffix(&trace, 0),
                tree,
                &mut Obstacles::none(&mut Buffers::default()),
            )
            .expect("deterministic")
            .is_some()
    };
    assert!(insert(&mut forest, &mut tree));
    assert!(!insert(&mut forest, &mut tree));
    let mut sleep = SleepSets::default();
    sleep.push_empty();
    sleep.add(next("p:Wx"));
    assert!(sleep.contains(next("p:Wx").turn) && !sleep.contains(choice.turn));
    // When the other alternative runs, the operation is gone.
    let mut other = self::trace("p:Wx");
    let event = other.pop().expect("one event");
    let touches = [touched("p:Wx").1];
    other.push(choice.turn, event.operation, 2, &touches, &[]);
    sleep.push_after(&other, &[]);
    assert!(sleep.top().is_empty());
}

#[test]
fn sleepers_wake_by_what_they_depend_on() {
    let mut sleep = SleepSets::default();
    sleep.push_empty();
    sleep.add(next("p:Wx"));
    sleep.add(next("q:Ry"));
    sleep.push_after(&trace("r:Ry"), &[]);
    assert_eq!(sleep.top(), [next("p:Wx"), next("q:Ry")]);
    sleep.push_after(&trace("r:Ry r:Rx"), &[]);
    assert_eq!(sleep.top(), [next("q:Ry")]);
    assert_eq!(sleep.at(0).len(), 2);
    sleep.pop();
    sleep.add(next("s:Wz"));
    assert!(sleep.contains_process(process("s")) && !sleep.contains_process(process("r")));
}
