//! Certificates that are made up, for tests: valid ones, and forged ones ([`kinds`]).
//!
//! The valid ones are what a store would record if workers made up their reports: items are split
//! and request steps at random, and each commit is carried out by the store's rules.

mod changes;
pub(crate) mod kinds;

use crate::format::{
    Counts, End, Fate, FrameFate, FrameKid, Head, Item, Kid, Node, Record, Report, Request, Split,
    Step, Totals, Trunk, digest,
};

/// Random numbers: splitmix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    pub(crate) fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    pub(crate) fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn shuffle<T>(&mut self, list: &mut [T]) {
        for last in (1..list.len()).rev() {
            list.swap(last, self.below(last + 1));
        }
    }
}

/// A certificate, in parts that can be changed.
#[derive(Clone)]
pub(crate) struct Certificate {
    pub(crate) head: Head,
    pub(crate) trunks: Vec<Trunk<'static>>,
    pub(crate) nodes: Vec<Node>,
    pub(crate) kids: Vec<Kid<'static>>,
    pub(crate) items: Vec<Item<'static>>,
}

impl Certificate {
    fn new() -> Certificate {
        let program = "{\"text\":\"P0 | P1\\n\"}".to_owned();
        Certificate {
            head: Head {
                certificate: 1,
                job: 3,
                name: "two threads".into(),
                language: "litmus".into(),
                program_sha256: digest(&program),
                program,
                options: "{}".into(),
                build: "0b".into(),
                round: 2,
                round_state: "{}".into(),
                verdict: Some("verified".into()),
                outcome: Some("{}".into()),
                totals: Totals::default(),
            },
            trunks: Vec::new(),
            nodes: Vec::new(),
            kids: Vec::new(),
            items: Vec::new(),
        }
    }

    pub(crate) fn report(&self, item: usize) -> Report<'static> {
        let text = self.items[item].report.clone().unwrap();
        owned(serde_json::from_str(&text).unwrap())
    }

    /// Changes a report, and hashes it again.
    pub(crate) fn edit(&mut self, item: usize, change: impl FnOnce(&mut Report<'static>)) {
        let mut report = self.report(item);
        change(&mut report);
        self.set_report(item, &report);
    }

    fn set_report(&mut self, item: usize, report: &Report<'_>) {
        let text = serde_json::to_string(report).unwrap();
        self.items[item].digest = Some(digest(&text).into());
        self.items[item].report = Some(text.into());
    }

    /// Makes the totals right.
    pub(crate) fn settle(&mut self) {
        let mut totals = Totals {
            items: self.items.len() as u64,
            ..Totals::default()
        };
        for item in 0..self.items.len() {
            let counts = self.report(item).counts;
            totals.complete = totals.complete.wrapping_add(counts.complete);
            totals.blocked = totals.blocked.wrapping_add(counts.blocked);
            totals.events = totals.events.wrapping_add(counts.events);
        }
        self.head.totals = totals;
    }

    pub(crate) fn node(&self, id: i64) -> usize {
        self.nodes.iter().position(|node| node.id == id).unwrap()
    }

    pub(crate) fn item(&self, id: i64) -> usize {
        self.items.iter().position(|item| item.id == id).unwrap()
    }

    /// How many kids a node was made with.
    pub(crate) fn first_kids(&self, node: i64) -> usize {
        let node = &self.nodes[self.node(node)];
        let trunk = self.trunks.iter().find(|trunk| trunk.id == node.trunk);
        let split = self.report(self.item(node.item)).split.unwrap();
        let base = trunk.unwrap().nodes.len() - split.frames.len();
        split.frames[node.depth as usize - base].len()
    }

    /// Whether `ancestor` is `item`, or above it by parents.
    pub(crate) fn descends(&self, item: usize, ancestor: usize) -> bool {
        let mut place = item;
        loop {
            match self.items[place].parent {
                _ if place == ancestor => return true,
                None => return false,
                Some(parent) => place = self.item(parent),
            }
        }
    }

    /// The lines of the file, the records in any order.
    pub(crate) fn lines(&self, random: &mut Random) -> Vec<String> {
        let mut lines = Vec::new();
        let mut push = |record: Record<'_>| lines.push(serde_json::to_string(&record).unwrap());
        self.trunks
            .iter()
            .for_each(|t| push(Record::Trunk(t.clone())));
        self.nodes
            .iter()
            .for_each(|n| push(Record::Node(n.clone())));
        self.kids.iter().for_each(|k| push(Record::Kid(k.clone())));
        self.items
            .iter()
            .for_each(|i| push(Record::Item(i.clone())));
        random.shuffle(&mut lines);
        lines.insert(0, serde_json::to_string(&self.head).unwrap());
        let records = lines.len() as u64 - 1;
        lines.push(serde_json::to_string(&Record::End(End { records })).unwrap());
        lines
    }

    /// Adds numbers to those of all records, so that two certificates can be put together.
    pub(crate) fn renumber(&mut self, by: i64) {
        let all = |id: &mut Option<i64>| *id = id.map(|id| id + by);
        for trunk in &mut self.trunks {
            trunk.id += by;
            trunk.item += by;
            trunk.nodes.iter_mut().for_each(|node| *node += by);
        }
        for node in &mut self.nodes {
            node.id += by;
            node.trunk += by;
            node.item += by;
        }
        for kid in &mut self.kids {
            kid.node += by;
            all(&mut kid.item);
            all(&mut kid.next);
        }
        for item in &mut self.items {
            item.id += by;
            all(&mut item.trunk);
            all(&mut item.node);
            all(&mut item.parent);
        }
    }
}

/// The whole file.
pub(crate) fn file(lines: &[String]) -> Vec<u8> {
    let mut file = lines.join("\n").into_bytes();
    file.push(b'\n');
    file
}

fn owned(report: Report<'_>) -> Report<'static> {
    let step = |step: Step<'_>| Step {
        key: step.key.into_owned().into(),
        data: step.data.into_owned().into(),
    };
    let kid = |kid: FrameKid<'_>| FrameKid {
        step: step(kid.step),
        fate: match kid.fate {
            FrameFate::Inside => FrameFate::Inside,
            FrameFate::OnWay => FrameFate::OnWay,
            FrameFate::Open(start) => FrameFate::Open(start.into_owned().into()),
        },
    };
    Report {
        counts: report.counts,
        results: report.results.into_owned().into(),
        split: report.split.map(|split| Split {
            path: split.path.into_owned().into(),
            frames: (split.frames.into_iter())
                .map(|frame| frame.into_iter().map(kid).collect())
                .collect(),
        }),
        branches: (report.branches.into_iter())
            .map(|branch| branch.into_owned().into())
            .collect(),
        requests: (report.requests.into_iter())
            .map(|request| Request {
                depth: request.depth,
                steps: request.steps.into_iter().map(step).collect(),
            })
            .collect(),
        ends: report.ends,
    }
}

/// A step of a small alphabet.
pub(crate) fn step(random: &mut Random, letters: usize) -> Step<'static> {
    let letter = random.below(letters);
    Step {
        key: format!("p{letter}").into(),
        data: format!("{{\"process\":{letter},\"value\":\"{}\"}}", random.below(3)).into(),
    }
}

/// A report that says nothing but how much there was.
fn plain(random: &mut Random, item: i64) -> Report<'static> {
    Report {
        counts: Counts {
            complete: 1 + random.below(9) as u64,
            blocked: random.below(2) as u64,
            events: random.below(100) as u64,
        },
        results: format!("{{\"seen\":\"of {item}\"}}").into(),
        split: None,
        branches: Vec::new(),
        requests: Vec::new(),
        ends: false,
    }
}

/// Carries out commits, as a store does.
struct Maker {
    made: Certificate,
    /// The last number that was given.
    last: i64,
    /// Items that are not done.
    open: Vec<usize>,
    /// The keys of the kids of nodes.
    keys: std::collections::HashMap<i64, Vec<String>>,
    /// The number of the last commit, if they have any.
    commits: Option<i64>,
    /// The nodes of trunks.
    ways: std::collections::HashMap<i64, Vec<i64>>,
}

impl Maker {
    fn number(&mut self, random: &mut Random) -> i64 {
        self.last += 1 + random.below(3) as i64;
        self.last
    }

    fn commit(&mut self, place: usize, report: &Report<'_>) {
        self.commits = self.commits.map(|last| last + 1);
        self.made.items[place].order = self.commits;
        self.made.set_report(place, report);
    }

    fn append(&mut self, item: Item<'static>) {
        self.open.push(self.made.items.len());
        self.made.items.push(item);
    }

    fn kid(&mut self, node: i64, step: &Step<'static>, fate: Fate, item: Option<i64>) {
        let keys = self.keys.entry(node).or_default();
        self.made.kids.push(Kid {
            node,
            position: keys.len() as u32,
            key: step.key.clone(),
            data: step.data.clone(),
            fate,
            item,
            next: None,
        });
        keys.push(step.key.clone().into_owned());
    }

    fn frames(&mut self, random: &mut Random) -> Vec<Vec<FrameKid<'static>>> {
        let length = 1 + random.below(3);
        let mut frames = Vec::new();
        for place in 0..length {
            let mut keys: Vec<usize> = (0..6).collect();
            random.shuffle(&mut keys);
            keys.truncate(1 + random.below(4));
            let way = (place + 1 < length).then(|| random.below(keys.len()));
            let kid = |(place, key): (usize, &usize)| FrameKid {
                step: Step {
                    key: format!("p{key}").into(),
                    data: format!("{{\"process\":{key},\"at\":\"{place}\"}}").into(),
                },
                fate: match random.below(3) {
                    _ if way == Some(place) => FrameFate::OnWay,
                    0 => FrameFate::Inside,
                    _ => FrameFate::Open(format!("\"begin with {key}\"").into()),
                },
            };
            frames.push(keys.iter().enumerate().map(kid).collect());
        }
        frames
    }

    fn split(&mut self, place: usize, split: &Split<'static>, random: &mut Random) {
        let item = self.made.items[place].clone();
        let trunk = self.number(random);
        let mut nodes = match item.trunk {
            Some(trunk) => self.ways[&trunk][..=item.depth as usize].to_vec(),
            None => Vec::new(),
        };
        let base = nodes.len();
        for frame in &split.frames {
            let node = self.number(random);
            self.made.nodes.push(Node {
                id: node,
                trunk,
                depth: nodes.len() as u32,
                item: item.id,
            });
            nodes.push(node);
            self.keys.insert(node, Vec::with_capacity(frame.len()));
        }
        self.ways.insert(trunk, nodes.clone());
        self.made.trunks.push(Trunk {
            id: trunk,
            item: item.id,
            nodes: nodes.clone(),
            path: split.path.clone(),
        });
        for (depth, frame) in (base..).zip(&split.frames) {
            for (position, kid) in frame.iter().enumerate() {
                match &kid.fate {
                    FrameFate::Inside => self.kid(nodes[depth], &kid.step, Fate::Inside, None),
                    FrameFate::OnWay => {
                        self.kid(nodes[depth], &kid.step, Fate::Way, None);
                        self.made.kids.last_mut().unwrap().next = Some(nodes[depth + 1]);
                    }
                    FrameFate::Open(start) => {
                        let id = self.number(random);
                        self.kid(nodes[depth], &kid.step, Fate::Item, Some(id));
                        self.append(Item {
                            trunk: Some(trunk),
                            depth: depth as u32,
                            node: Some(nodes[depth]),
                            position: Some(position as u32),
                            start: Some(start.clone()),
                            ..blank(id, Some(item.id))
                        });
                    }
                }
            }
        }
    }

    fn request(&mut self, place: usize, request: &Request<'static>, random: &mut Random) {
        let item = self.made.items[place].clone();
        let node = self.ways[&item.trunk.unwrap()][request.depth as usize];
        let there = |step: &Step<'_>| self.keys[&node].iter().any(|key| *key == step.key);
        if request.steps.iter().any(there) {
            return;
        }
        let id = self.number(random);
        let position = self.keys[&node].len() as u32;
        self.kid(node, &request.steps[0], Fate::Item, Some(id));
        // Both lead to the node: the trunk that it was made with, and that of the item that asks.
        let made_with = self.made.nodes.iter().find(|n| n.id == node);
        let trunk = match random.one_in(2) {
            true => item.trunk,
            false => made_with.map(|node| node.trunk),
        };
        self.append(Item {
            trunk,
            depth: request.depth,
            node: Some(node),
            position: Some(position),
            start: Some(request.steps[0].data.clone()),
            ..blank(id, Some(item.id))
        });
    }
}

/// An item that is done, but for its report.
pub(crate) fn blank(id: i64, parent: Option<i64>) -> Item<'static> {
    Item {
        id,
        trunk: None,
        depth: 0,
        node: None,
        position: None,
        parent,
        start: None,
        state: "done".into(),
        attempts: 1,
        agent: Some(1),
        order: None,
        micros: Some(7),
        digest: None,
        report: None,
    }
}

fn maker(random: &mut Random) -> Maker {
    let mut maker = Maker {
        made: Certificate::new(),
        last: random.below(50) as i64,
        open: Vec::new(),
        commits: random.one_in(2).then_some(0),
        keys: std::collections::HashMap::new(),
        ways: std::collections::HashMap::new(),
    };
    let root = maker.number(random);
    maker.append(blank(root, None));
    maker
}

/// A valid certificate of a tree, with at least `items` items if it has more than one.
pub(crate) fn tree(random: &mut Random, items: usize) -> Certificate {
    let mut maker = maker(random);
    while !maker.open.is_empty() {
        let place = random.below(maker.open.len());
        let place = maker.open.swap_remove(place);
        let item = maker.made.items[place].clone();
        let mut report = plain(random, item.id);
        let few = maker.made.items.len() < items;
        if few && (maker.open.is_empty() || random.one_in(2)) {
            let split = Split {
                path: format!("[\"way of {}\"]", item.id).into(),
                frames: maker.frames(random),
            };
            maker.split(place, &split, random);
            report.split = Some(split);
        }
        if item.trunk.is_some() && random.one_in(2) {
            for _ in 0..=random.below(2) {
                // Letters that frames have not are new, but not for long.
                let letters = if few { 9 } else { 6 };
                let mut steps = vec![step(random, letters)];
                while random.one_in(2) {
                    steps.push(step(random, letters));
                }
                let request = Request {
                    depth: random.below(item.depth as usize + 1) as u32,
                    steps,
                };
                maker.request(place, &request, random);
                report.requests.push(request);
            }
        }
        maker.commit(place, &report);
    }
    maker.made.settle();
    maker.made
}

/// A valid certificate of execution graphs.
pub(crate) fn graph(random: &mut Random, items: usize) -> Certificate {
    let mut maker = maker(random);
    while !maker.open.is_empty() {
        let place = random.below(maker.open.len());
        let place = maker.open.swap_remove(place);
        let item = maker.made.items[place].id;
        let mut report = plain(random, item);
        if maker.made.items.len() < items && (maker.open.is_empty() || random.one_in(2)) {
            for _ in 0..=random.below(4) {
                let id = maker.number(random);
                // Some are equal.
                let text = format!("{{\"graph\":\"{}\"}}", random.below(20));
                report.branches.push(text.clone().into());
                maker.append(Item {
                    start: Some(text.into()),
                    ..blank(id, Some(item))
                });
            }
        }
        maker.commit(place, &report);
    }
    maker.made.settle();
    maker.made
}
