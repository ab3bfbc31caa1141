//! A sorted list whose nodes are marked before they are taken out (Harris), with the mark in the
//! lowest bit of the pointer to the next; and a stack whose pointers share a word with a count.

use crate::common::{Case, from_rc11, from_sc, planted, right};
use mazurka::FindingKind::{DataRace, InvalidAccess, InvalidFree, Leak, Panic};
use mazurka::sync::atomic::{
    AtomicPtr, AtomicU64,
    Ordering::{self, AcqRel, Acquire, Relaxed, Release},
};
use mazurka::thread;
use std::ptr;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bug {
    None,
    /// A node is taken out without a mark.
    NoMark,
    /// A node is inserted after one that has a mark.
    IgnoresMark,
    /// The word has no count.
    NoCount,
    /// Nodes that are taken out are freed.
    Frees,
    /// Nodes are not freed.
    Forgets,
}

#[derive(Clone, Copy)]
struct Plan {
    bug: Bug,
    insert: Ordering,
}

const RIGHT: Plan = Plan {
    bug: Bug::None,
    insert: Release,
};

struct Node {
    key: u32,
    next: AtomicPtr<Node>,
}

fn node(key: u32, next: *mut Node) -> *mut Node {
    Box::into_raw(Box::new(Node {
        key,
        next: AtomicPtr::new(next),
    }))
}

fn marked(node: *mut Node) -> *mut Node {
    node.map_addr(|address| address | 1)
}

fn unmarked(node: *mut Node) -> *mut Node {
    node.map_addr(|address| address & !1)
}

fn is_marked(node: *mut Node) -> bool {
    node.addr() & 1 == 1
}

/// Nodes that were taken out are freed when no thread has the list any more.
struct List {
    first: AtomicPtr<Node>,
    plan: Plan,
}

impl List {
    fn new(keys: &[u32], plan: Plan) -> List {
        let first = keys
            .iter()
            .rev()
            .fold(ptr::null_mut(), |next, key| node(*key, next));
        List {
            first: AtomicPtr::new(first),
            plan,
        }
    }

    /// The link to the first node with at least that key, and that node. Takes out marked nodes on
    /// its way, which go to `out`.
    fn find(&self, key: u32, out: &mut Vec<usize>) -> (&AtomicPtr<Node>, *mut Node) {
        'again: loop {
            let mut link = &self.first;
            let mut here = link.load(Acquire);
            loop {
                // SAFETY: nodes stay until no thread has the list any more.
                let Some(node) = (unsafe { unmarked(here).as_ref() }) else {
                    return (link, ptr::null_mut());
                };
                let next = node.next.load(Acquire);
                if is_marked(next) {
                    let next = unmarked(next);
                    if link.compare_exchange(here, next, AcqRel, Relaxed).is_err() {
                        continue 'again;
                    }
                    self.retire(here, out);
                    here = next;
                    continue;
                }
                if node.key >= key {
                    return (link, here);
                }
                link = &node.next;
                here = next;
            }
        }
    }

    fn retire(&self, node: *mut Node, out: &mut Vec<usize>) {
        match self.plan.bug {
            // SAFETY: there is none: others may look at the node.
            Bug::Frees => drop(unsafe { Box::from_raw(node) }),
            _ => out.push(node.expose_provenance()),
        }
    }

    fn insert(&self, key: u32, out: &mut Vec<usize>) {
        let new = node(key, ptr::null_mut());
        loop {
            let (link, next) = self.find(key, out);
            // SAFETY: no other thread has the node yet.
            unsafe { (*new).next.store(next, Relaxed) };
            let mut expected = next;
            if self.plan.bug == Bug::IgnoresMark && is_marked(link.load(Relaxed)) {
                expected = marked(next);
            }
            let done = link.compare_exchange(expected, new, self.plan.insert, Relaxed);
            if done.is_ok() {
                return;
            }
        }
    }

    /// False if another thread was faster, or there is none.
    fn remove(&self, key: u32, out: &mut Vec<usize>) -> bool {
        loop {
            let (link, here) = self.find(key, out);
            // SAFETY: nodes stay until no thread has the list any more.
            let Some(node) = (unsafe { here.as_ref() }).filter(|node| node.key == key) else {
                return false;
            };
            let next = node.next.load(Acquire);
            if is_marked(next) {
                continue;
            }
            if self.plan.bug != Bug::NoMark {
                let done = node
                    .next
                    .compare_exchange(next, marked(next), AcqRel, Relaxed);
                if done.is_err() {
                    continue;
                }
            }
            if link.compare_exchange(here, next, AcqRel, Relaxed).is_ok() {
                self.retire(here, out);
            } else if self.plan.bug == Bug::NoMark {
                continue;
            }
            return true;
        }
    }

    fn keys(&mut self) -> Vec<u32> {
        let mut out = Vec::new();
        self.find(u32::MAX, &mut out);
        free(out);
        let mut keys = Vec::new();
        let mut here = *self.first.get_mut();
        // SAFETY: no other thread has the list any more.
        while let Some(node) = unsafe { here.as_mut() } {
            keys.push(node.key);
            here = *node.next.get_mut();
        }
        keys
    }
}

impl Drop for List {
    fn drop(&mut self) {
        let mut here = *self.first.get_mut();
        while !here.is_null() {
            // SAFETY: no other thread has the list any more.
            here = unmarked(*unsafe { Box::from_raw(unmarked(here)) }.next.get_mut());
        }
    }
}

fn free(nodes: Vec<usize>) {
    for node in nodes {
        let node: *mut Node = ptr::with_exposed_provenance_mut(node);
        // SAFETY: taken out once, and no other thread has the list any more.
        drop(unsafe { Box::from_raw(node) });
    }
}

/// Two threads, and the keys at the end.
fn run(
    keys: &[u32],
    first: fn(&List, &mut Vec<usize>),
    second: fn(&List, &mut Vec<usize>),
    plan: Plan,
) -> Vec<u32> {
    let mut list = List::new(keys, plan);
    let nodes = thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut out = Vec::new();
            first(&list, &mut out);
            out
        });
        let mut out = Vec::new();
        second(&list, &mut out);
        out.extend(other.join().unwrap());
        out
    });
    let keys = list.keys();
    free(nodes);
    keys
}

/// One thread takes 1 out, while the other inserts 2 after it.
fn insert_and_remove(plan: Plan) {
    let insert = |list: &List, out: &mut Vec<usize>| list.insert(2, out);
    let remove = |list: &List, out: &mut Vec<usize>| assert!(list.remove(1, out));
    assert_eq!(run(&[1, 3], insert, remove, plan), [2, 3], "a key is lost");
}

/// Neighbours are taken out.
fn remove_both(plan: Plan) {
    let first = |list: &List, out: &mut Vec<usize>| assert!(list.remove(1, out));
    let second = |list: &List, out: &mut Vec<usize>| assert!(list.remove(2, out));
    assert_eq!(
        run(&[1, 2, 3], first, second, plan),
        [3],
        "a key has come back"
    );
}

/// Two keys are inserted, one after the other.
fn insert_both(plan: Plan) {
    let first = |list: &List, out: &mut Vec<usize>| list.insert(2, out);
    let second = |list: &List, out: &mut Vec<usize>| list.insert(3, out);
    assert_eq!(run(&[1], first, second, plan), [1, 2, 3], "a key is lost");
}

/// A stack: the address of its top in the upper bits of a word, and a count of changes in the lower.
struct Packed {
    top: AtomicU64,
    plan: Plan,
}

impl Packed {
    fn address(word: u64) -> *mut Node {
        ptr::with_exposed_provenance_mut((word >> 16) as usize)
    }

    fn word(&self, node: *mut Node, before: u64) -> u64 {
        let count = match self.plan.bug {
            Bug::NoCount => 0,
            _ => (before & 0xffff) + 1,
        };
        (node.expose_provenance() as u64) << 16 | count
    }

    fn push(&self, node: *mut Node) {
        let mut word = self.top.load(Relaxed);
        loop {
            // SAFETY: nodes are freed at the end.
            unsafe { (*node).next.store(Packed::address(word), Relaxed) };
            let new = self.word(node, word);
            match self
                .top
                .compare_exchange(word, new, self.plan.insert, Relaxed)
            {
                Ok(_) => return,
                Err(now) => word = now,
            }
        }
    }

    fn pop(&self) -> Option<*mut Node> {
        let mut word = self.top.load(Acquire);
        loop {
            let node = Packed::address(word);
            // SAFETY: nodes are freed at the end.
            let next = unsafe { node.as_ref() }?.next.load(Relaxed);
            let new = self.word(next, word);
            match self.top.compare_exchange(word, new, Acquire, Acquire) {
                Ok(_) => return Some(node),
                Err(now) => word = now,
            }
        }
    }
}

/// As with the arena: one thread pops, the other pops two and pushes the first again.
fn packed(plan: Plan) {
    let stack = Packed {
        top: AtomicU64::new(0),
        plan,
    };
    for key in [2, 1] {
        stack.push(node(key, ptr::null_mut()));
    }
    let key = |node: *mut Node| {
        // SAFETY: nodes are freed at the end.
        unsafe { (*node).key }
    };
    let mut nodes = thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mine = stack.pop();
            let own = stack.pop();
            if let Some(node) = mine {
                stack.push(node);
            }
            own.map(<*mut Node>::expose_provenance)
        });
        let mine = stack.pop().map(<*mut Node>::expose_provenance);
        [
            mine,
            other.join().unwrap(),
            stack.pop().map(<*mut Node>::expose_provenance),
        ]
    })
    .into_iter()
    .flatten()
    .map(ptr::with_exposed_provenance_mut)
    .collect::<Vec<*mut Node>>();
    nodes.sort_unstable_by_key(|node| key(*node));
    let keys: Vec<_> = nodes.iter().map(|node| key(*node)).collect();
    assert_eq!(keys, [1, 2], "a node is lost, or in use twice");
    if plan.bug != Bug::Forgets {
        free(
            nodes
                .into_iter()
                .map(<*mut Node>::expose_provenance)
                .collect(),
        );
    }
}

pub(crate) fn cases() -> Vec<Case> {
    let with = |name, expected, plan: Plan, program: fn(Plan)| {
        planted("marked list", name, expected, move || program(plan))
    };
    let bug = |bug| Plan { bug, ..RIGHT };
    vec![
        right("marked list, insert and remove", [11, 11, 11, 11], || {
            insert_and_remove(RIGHT)
        }),
        right("marked list, two insertions", [4, 4, 4, 4], || {
            insert_both(RIGHT)
        }),
        right("marked list, two removals", [8, 8, 8, 8], || {
            remove_both(RIGHT)
        }),
        right(
            "stack with address and count in a word",
            [16, 16, 16, 18],
            || packed(RIGHT),
        ),
        with(
            "no mark, insert",
            from_sc(Panic),
            bug(Bug::NoMark),
            insert_and_remove,
        ),
        with(
            "no mark, removals",
            from_sc(InvalidFree),
            bug(Bug::NoMark),
            remove_both,
        ),
        with(
            "inserted after a marked node",
            from_sc(Panic),
            bug(Bug::IgnoresMark),
            insert_and_remove,
        ),
        with(
            "inserted with Relaxed",
            from_rc11(DataRace),
            Plan {
                insert: Relaxed,
                ..RIGHT
            },
            insert_both,
        ),
        with(
            "nodes freed at once",
            from_sc(InvalidAccess),
            bug(Bug::Frees),
            remove_both,
        ),
        planted(
            "stack with address and count in a word",
            "ABA: no count",
            from_sc(Panic),
            move || {
                packed(bug(Bug::NoCount));
            },
        ),
        planted(
            "stack with address and count in a word",
            "nodes not freed",
            from_sc(Leak),
            move || {
                packed(bug(Bug::Forgets));
            },
        ),
        planted(
            "stack with address and count in a word",
            "pushed with Relaxed",
            from_rc11(Panic),
            move || {
                packed(Plan {
                    insert: Relaxed,
                    ..RIGHT
                });
            },
        ),
    ]
}
