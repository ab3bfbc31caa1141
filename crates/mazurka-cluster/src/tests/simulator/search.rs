//! The exploration of an item of a made-up tree, which may end in the middle.

use super::shuffle;
use super::tree::{Key, Sums, Tree, key_of, text_of};
use crate::store::*;
use mazurka_random::Random;

/// A frame of a search: its kids, and which of them is being explored.
struct Frame {
    kids: Vec<Key>,
    /// Those before it are explored.
    next: usize,
}

/// The exploration of an item.
pub(crate) struct Search<'a> {
    tree: &'a Tree,
    /// The steps before the first frame, and then those of the frames.
    path: Vec<Key>,
    frames: Vec<Frame>,
    /// How many nodes are above the first frame.
    base: usize,
    pub(crate) sums: Sums,
    pub(crate) executions: usize,
    pub(crate) requests: Vec<(usize, Vec<Key>)>,
    pub(crate) branches: Vec<(u64, u64)>,
    died: bool,
    learnt: bool,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        tree: &'a Tree,
        way: &[Key],
        start: Option<Key>,
        nodes_above: usize,
    ) -> Search<'a> {
        let mut search = Search {
            tree,
            path: way.to_vec(),
            frames: Vec::new(),
            base: nodes_above,
            sums: Sums::default(),
            executions: 0,
            requests: Vec::new(),
            branches: Vec::new(),
            died: false,
            learnt: false,
        };
        search.path.extend(start);
        search.sums.counts.events += i64::from(start.is_some());
        search.reach(&mut Random::new(0));
        search
    }

    fn classes(&self) -> Vec<u64> {
        self.path.iter().map(|key| key.0).collect()
    }

    /// Has reached a node: the end of an execution, or a new frame.
    fn reach(&mut self, random: &mut Random) {
        let classes = self.classes();
        let known = self.tree.known(&classes);
        if known > 0 {
            let mut kids: Vec<Key> = (0..known).map(|class| (class, 0)).collect();
            shuffle(random, &mut kids);
            self.frames.push(Frame { kids, next: 0 });
            return;
        }
        self.executions += 1;
        self.died |= self.tree.kills(&classes);
        self.learnt |= self.tree.teaches(&classes);
        self.sums.add(self.tree.execution(&classes));
        let of = self.tree.at(&classes, 10);
        self.branches.extend(self.tree.branches(of, 0));
        for depth in 0..classes.len() {
            let Some(mut keys) = self.tree.request(&classes, depth) else {
                continue;
            };
            shuffle(random, &mut keys);
            match depth.checked_sub(self.base) {
                None => self.requests.push((depth, keys)),
                Some(frame) => {
                    let kids = &mut self.frames[frame].kids;
                    if !kids.iter().any(|kid| keys.contains(kid)) {
                        kids.push(keys[0]);
                    }
                }
            }
        }
    }

    /// Steps of the path before the first frame.
    fn before(&self) -> usize {
        self.base
    }

    /// Goes on to the next execution. False if all is explored.
    pub(crate) fn step(&mut self, random: &mut Random) -> bool {
        loop {
            let Some(frame) = self.frames.last() else {
                return false;
            };
            self.path.truncate(self.before() + self.frames.len() - 1);
            if frame.next == frame.kids.len() {
                self.frames.pop();
                if let Some(frame) = self.frames.last_mut() {
                    frame.next += 1;
                }
                continue;
            }
            self.path.push(frame.kids[frame.next]);
            self.sums.counts.events += 1;
            let frames = self.frames.len();
            self.reach(random);
            if self.frames.len() == frames {
                if let Some(frame) = self.frames.last_mut() {
                    frame.next += 1;
                }
                self.path.pop();
                return true;
            }
        }
    }

    /// What is left.
    fn split(&self) -> Option<Split> {
        if !self
            .frames
            .iter()
            .any(|frame| frame.next < frame.kids.len())
        {
            return None;
        }
        let last = self.frames.len() - 1;
        let mut way = self.path[..self.before()].to_vec();
        let mut frames = Vec::new();
        for (index, frame) in self.frames.iter().enumerate() {
            let kids = frame.kids.iter().enumerate().map(|(place, key)| Kid {
                step: step_of(*key),
                fate: if place < frame.next {
                    Fate::Inside
                } else if place == frame.next && index < last {
                    Fate::OnWay
                } else {
                    Fate::Open(text_of(*key))
                },
            });
            frames.push(kids.collect());
            if index < last {
                way.push(frame.kids[frame.next]);
            }
        }
        let path = way.into_iter().map(text_of).collect::<Vec<_>>();
        Some(Split {
            path: path.join(" "),
            frames,
        })
    }
}

fn step_of(key: Key) -> Step {
    Step {
        key: text_of(key),
        data: text_of(key),
    }
}

fn branch_text(branch: (u64, u64)) -> Text {
    format!("{} {}", branch.0, branch.1)
}

/// Explores an item, up to `budget` executions. None if the item kills who does.
pub(crate) fn explore(
    tree: &Tree,
    item: &Item,
    budget: usize,
    random: &mut Random,
) -> Option<Done> {
    let (report, died) = match (&item.trunk, &item.start) {
        (None, Some(start)) => (explore_branch(tree, start, random), false),
        _ => explore_tree(tree, item, budget, random),
    };
    if died {
        return None;
    }
    let digest = report.digest();
    Some(Done {
        item: item.id,
        job: item.job,
        round: item.round,
        tag: item.tag.clone(),
        micros: 7,
        findings: if report.counts.blocked > 0 {
            vec![Finding {
                key: "blocked".to_owned(),
                words: "an execution is blocked".to_owned(),
                replay: item.id.to_string(),
                executions: report.counts.blocked,
            }]
        } else {
            Vec::new()
        },
        report,
        digest,
    })
}

fn explore_branch(tree: &Tree, start: &str, random: &mut Random) -> Report {
    let (of, generation) = start.split_once(' ').expect("a branch of ours");
    let first = (
        of.parse().expect("a number"),
        generation.parse().expect("a number"),
    );
    let mut sums = Sums::default();
    let mut left = Vec::new();
    let mut inside = vec![first];
    while let Some(branch) = inside.pop() {
        sums.add(tree.branch(branch));
        for branch in tree.branches(branch.0, branch.1) {
            if random.percent(50) {
                inside.push(branch);
            } else {
                left.push(branch_text(branch));
            }
        }
    }
    Report {
        counts: sums.counts,
        results: sums.hashes.to_string(),
        split: None,
        branches: left,
        requests: Vec::new(),
        ends: false,
    }
}

fn explore_tree(tree: &Tree, item: &Item, budget: usize, random: &mut Random) -> (Report, bool) {
    let way: Vec<Key> = item.trunk.as_deref().map_or_else(Vec::new, |trunk| {
        let keys = trunk.split_whitespace().take(item.depth as usize);
        keys.map(key_of).collect()
    });
    let start = item.start.as_deref().map(key_of);
    if let Some(start) = start {
        assert!(
            item.elders.iter().all(|elder| key_of(&elder.key) != start),
            "an item is one of its elders"
        );
    }
    let nodes_above = if item.trunk.is_some() {
        way.len() + 1
    } else {
        0
    };
    let mut search = Search::new(tree, &way, start, nodes_above);
    while search.executions < budget && search.step(random) {}
    let mut requests: Vec<Request> = search
        .requests
        .iter()
        .map(|(depth, keys)| Request {
            depth: *depth as u32,
            steps: keys.iter().copied().map(step_of).collect(),
        })
        .collect();
    shuffle(random, &mut requests);
    let report = Report {
        counts: search.sums.counts,
        results: search.sums.hashes.to_string(),
        split: search.split(),
        branches: search.branches.iter().copied().map(branch_text).collect(),
        requests,
        ends: search.learnt,
    };
    (report, search.died)
}
