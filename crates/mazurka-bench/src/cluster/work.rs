//! What is explored: a recorded job, or one that is made up from it.
//!
//! A recorded item is explored as a whole or in parts: a simulated item begins with one, and goes
//! on with those that it left open when it was recorded, the deepest first, as long as it is not
//! split. What is requested at a node that the same simulated item has made is explored inside.

use mazurka_random::Random;
use serde::Deserialize;
use std::collections::HashMap;
use std::io::BufRead;

/// Something that is divided while it is explored.
pub(super) trait Work {
    /// A part of it, which is an item.
    type Piece: Clone;

    /// All of it.
    fn whole(&mut self) -> Self::Piece;

    /// How many steps come before a piece.
    fn depth(&self, piece: &Self::Piece) -> u32;

    /// How long a piece takes without what every item costs, in microseconds.
    fn rest(&self, piece: &Self::Piece) -> f64;

    /// What is left of a piece after N microseconds, and what it has requested until then.
    fn left(&mut self, piece: &Self::Piece, explored: f64) -> Vec<Self::Piece>;

    /// What every item costs: replaying its way, and its share of the blocked executions that
    /// splits cause.
    fn each(&self) -> f64;

    /// The time of an execution.
    fn execution(&self) -> f64;
}

/// An item that was recorded.
#[derive(Clone, Debug)]
struct Atom {
    /// In microseconds, without what every item costs.
    micros: f64,
    depth: u32,
    /// What its split has left open, and its branches.
    kids: Vec<u32>,
    /// What it has requested and was granted.
    requested: Vec<u32>,
    /// The item that has made the node that it begins at.
    made_by: Option<u32>,
    /// How many such items are above it.
    level: u32,
}

/// A job that was recorded.
#[derive(Clone, Debug)]
pub(crate) struct Recorded {
    /// What people call it.
    pub(crate) name: String,
    /// Complete executions.
    pub(crate) complete: u64,
    /// Blocked ones.
    pub(crate) blocked: u64,
    /// All that its items took, in microseconds.
    pub(crate) micros: f64,
    /// How many items have requested something.
    pub(crate) requesting: usize,
    /// The mean length of a report, in bytes.
    pub(crate) report: usize,
    /// The mean number of items that a split has left.
    pub(crate) fan: usize,
    atoms: Vec<Atom>,
    /// What every item costs but for blocked executions.
    pub(crate) begin: f64,
}

#[derive(Deserialize)]
struct Head {
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Line {
    Trunk(serde::de::IgnoredAny),
    Node { id: i64, item: i64 },
    Kid(serde::de::IgnoredAny),
    Item(Item),
    End(serde::de::IgnoredAny),
}

#[derive(Deserialize)]
struct Item {
    id: i64,
    depth: u32,
    node: Option<i64>,
    parent: Option<i64>,
    micros: Option<i64>,
    report: Option<String>,
}

#[derive(Deserialize)]
struct Report {
    counts: mazurka_cluster::Counts,
    requests: Vec<serde::de::IgnoredAny>,
}

impl Recorded {
    /// Reads the certificate of a job.
    ///
    /// # Errors
    /// When it is none, or of a job that was not explored to its end.
    pub(crate) fn read(input: impl BufRead) -> Result<Recorded, String> {
        let mut lines = input.lines();
        let cannot = |error: std::io::Error| error.to_string();
        let first = lines
            .next()
            .ok_or("the certificate is empty")?
            .map_err(cannot)?;
        let head: Head = parse(&first)?;
        let mut makers = HashMap::new();
        let mut items = Vec::new();
        for line in lines {
            match parse(&line.map_err(cannot)?)? {
                Line::Node { id, item } => {
                    makers.insert(id, item);
                }
                Line::Item(item) => items.push(item),
                Line::Trunk(_) | Line::Kid(_) | Line::End(_) => {}
            }
        }
        Recorded::new(head.name, items, &makers)
    }

    fn new(
        name: String,
        mut items: Vec<Item>,
        makers: &HashMap<i64, i64>,
    ) -> Result<Recorded, String> {
        items.sort_unstable_by_key(|item| item.id);
        let places: HashMap<i64, u32> = (0..).zip(&items).map(|(i, item)| (item.id, i)).collect();
        let place = |id: i64| places.get(&id).copied().ok_or("an item is missing");
        let mut made = Recorded {
            name,
            complete: 0,
            blocked: 0,
            micros: 0.0,
            requesting: 0,
            report: 0,
            fan: 0,
            atoms: Vec::with_capacity(items.len()),
            begin: 0.0,
        };
        let (mut samples, mut bytes) = (Vec::new(), 0);
        for item in &items {
            let (Some(micros), Some(text)) = (item.micros, &item.report) else {
                return Err(format!("item {} is not done", item.id));
            };
            let report: Report = parse(text)?;
            let complete = report.counts.complete as f64;
            let blocked = report.counts.blocked as f64;
            made.complete += report.counts.complete as u64;
            made.blocked += report.counts.blocked as u64;
            made.micros += micros as f64;
            made.requesting += usize::from(!report.requests.is_empty());
            bytes += text.len();
            samples.push((complete + blocked, micros as f64));
            let share = complete / (complete + blocked).max(1.0);
            let maker = item.node.and_then(|node| makers.get(&node).copied());
            let made_by = maker.or(item.parent).map(place).transpose()?;
            let parent = item.parent.map(place).transpose()?;
            let here = made.atoms.len() as u32;
            if parent.max(made_by).is_some_and(|above| above >= here) {
                return Err(format!("item {} comes before what it is below", item.id));
            }
            made.atoms.push(Atom {
                micros: micros as f64 * share,
                depth: item.depth,
                kids: Vec::new(),
                requested: Vec::new(),
                made_by,
                level: made_by.map_or(0, |above| made.atoms[above as usize].level + 1),
            });
            if let Some(parent) = parent {
                let above = &mut made.atoms[parent as usize];
                match made_by == Some(parent) {
                    true => above.kids.push(here),
                    false => above.requested.push(here),
                }
            }
        }
        if made.atoms.is_empty() {
            return Err("there are no items".to_owned());
        }
        made.report = bytes / made.atoms.len();
        let splits = made.atoms.iter().filter(|atom| !atom.kids.is_empty());
        let kids: usize = made.atoms.iter().map(|atom| atom.kids.len()).sum();
        made.fan = kids.div_ceil(splits.count().max(1));
        made.begin = begin(samples);
        for atom in &mut made.atoms {
            atom.micros = (atom.micros - made.begin).max(0.0);
        }
        Ok(made)
    }

    /// How many items it was explored in.
    pub(crate) fn items(&self) -> usize {
        self.atoms.len()
    }

    /// How many blocked executions an item has brought, but for the first.
    pub(crate) fn blocked_each(&self) -> f64 {
        self.blocked as f64 / (self.atoms.len() - 1).max(1) as f64
    }

    /// The mean time of an execution.
    fn execution_time(&self) -> f64 {
        self.micros / (self.complete + self.blocked).max(1) as f64
    }

    /// What every item costs.
    fn item_time(&self) -> f64 {
        self.begin + self.blocked_each() * self.execution_time()
    }

    /// The time of its executions: what every item costs is not in it.
    pub(crate) fn work(&self) -> f64 {
        self.atoms.iter().map(|atom| atom.micros).sum()
    }

    /// The same on a machine where all takes N times as long.
    pub(crate) fn slower(&self, times: f64) -> Recorded {
        let mut slower = self.clone();
        slower.micros *= times;
        slower.begin *= times;
        for atom in &mut slower.atoms {
            atom.micros *= times;
        }
        slower
    }

    /// Explores from a piece on, for so long. What is left, and what was requested elsewhere.
    fn walk(&self, piece: &Part, most: f64) -> (f64, Vec<Part>) {
        let root = self.atoms[piece.atom as usize].level;
        let mut stack = vec![*piece];
        let mut out = Vec::new();
        let mut time = 0.0;
        while let Some(part) = stack.pop() {
            let atom = &self.atoms[part.atom as usize];
            let rest = (atom.micros - part.done).max(0.0);
            if time + rest > most {
                let done = part.done + (most - time);
                stack.push(Part { done, ..part });
                time = most;
                break;
            }
            time += rest;
            stack.extend(atom.kids.iter().map(|kid| Part::new(*kid)));
            for requested in &atom.requested {
                let node = self.atoms[*requested as usize].made_by;
                let is_inside = node.is_some_and(|node| self.atoms[node as usize].level >= root);
                match is_inside {
                    true => stack.push(Part::new(*requested)),
                    false => out.push(Part::new(*requested)),
                }
            }
        }
        stack.append(&mut out);
        (time, stack)
    }
}

/// What every item costs: what those with few executions take beyond their executions.
fn begin(mut samples: Vec<(f64, f64)>) -> f64 {
    samples.sort_by(|a, b| a.0.total_cmp(&b.0));
    let quarter = samples.len().div_ceil(4);
    let large = &samples[samples.len() - quarter..];
    let sum = |of: fn(&(f64, f64)) -> f64| large.iter().map(of).sum::<f64>();
    let rate = sum(|sample| sample.1) / sum(|sample| sample.0).max(1.0);
    let mut beyond: Vec<f64> = samples[..quarter]
        .iter()
        .map(|s| s.1 - rate * s.0)
        .collect();
    beyond.sort_by(f64::total_cmp);
    match samples.len() {
        0..8 => 0.0,
        _ => beyond[beyond.len() / 2].max(0.0),
    }
}

fn parse<'a, T: Deserialize<'a>>(line: &'a str) -> Result<T, String> {
    serde_json::from_str(line).map_err(|error| format!("not a certificate: {error}"))
}

/// A part of a recorded job: a recorded item, of which some was explored, and all below it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Part {
    atom: u32,
    done: f64,
}

impl Part {
    fn new(atom: u32) -> Part {
        Part { atom, done: 0.0 }
    }
}

impl Work for &Recorded {
    type Piece = Part;

    fn whole(&mut self) -> Part {
        Part::new(0)
    }

    fn depth(&self, piece: &Part) -> u32 {
        self.atoms[piece.atom as usize].depth
    }

    fn rest(&self, piece: &Part) -> f64 {
        self.walk(piece, f64::INFINITY).0
    }

    fn left(&mut self, piece: &Part, explored: f64) -> Vec<Part> {
        self.walk(piece, explored).1
    }

    fn each(&self) -> f64 {
        self.item_time()
    }

    fn execution(&self) -> f64 {
        self.execution_time()
    }
}

/// A job that is made up: so much work, divided as a recorded one was.
///
/// A piece is an amount of work. When it is split, what is left of it is divided as that of
/// a recorded split was, which is chosen at random; and each piece has requests as a recorded
/// item had, which is chosen at random.
pub(crate) struct Scaled {
    micros: f64,
    /// For each recorded split: the shares of what it left.
    splits: Vec<Vec<f64>>,
    /// For each recorded item: the share of what it requested in all that came of it.
    requests: Vec<f64>,
    each: f64,
    execution: f64,
    random: Random,
}

impl Scaled {
    /// `micros` of work, as `recorded` divides it.
    pub(crate) fn new(recorded: &Recorded, micros: f64, seed: u64) -> Scaled {
        let atoms = &recorded.atoms;
        let mut weights: Vec<f64> = atoms.iter().map(|atom| atom.micros).collect();
        for (i, atom) in atoms.iter().enumerate().rev() {
            let below = atom.kids.iter().chain(&atom.requested);
            weights[i] += below.map(|kid| weights[*kid as usize]).sum::<f64>();
        }
        let sum = |kids: &[u32]| kids.iter().map(|kid| weights[*kid as usize]).sum::<f64>();
        let splits = atoms.iter().filter_map(|atom| {
            let all = sum(&atom.kids);
            let shares = atom.kids.iter().map(|kid| weights[*kid as usize] / all);
            (all > 0.0).then(|| shares.collect::<Vec<f64>>())
        });
        let mut splits: Vec<Vec<f64>> = splits.collect();
        if splits.is_empty() {
            splits.push(vec![0.5, 0.5]);
        }
        let requests = atoms.iter().zip(&weights);
        let requests = requests.map(|(atom, weight)| match *weight > 0.0 {
            true => sum(&atom.requested) / weight,
            false => 0.0,
        });
        Scaled {
            micros,
            splits,
            requests: requests.collect(),
            each: recorded.item_time(),
            execution: recorded.execution_time(),
            random: Random::new(seed),
        }
    }

    fn piece(&mut self, micros: f64, depth: u32) -> Amount {
        let share = self.requests[self.random.below(self.requests.len())];
        let requested = match share * micros >= self.execution {
            true => share * micros,
            false => 0.0,
        };
        Amount {
            inside: micros - requested,
            requested,
            depth,
        }
    }
}

/// A part of a job that is made up.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct Amount {
    inside: f64,
    requested: f64,
    depth: u32,
}

impl Work for Scaled {
    type Piece = Amount;

    fn whole(&mut self) -> Amount {
        Amount {
            inside: self.micros,
            requested: 0.0,
            depth: 0,
        }
    }

    fn depth(&self, piece: &Amount) -> u32 {
        piece.depth
    }

    fn rest(&self, piece: &Amount) -> f64 {
        piece.inside
    }

    fn left(&mut self, piece: &Amount, explored: f64) -> Vec<Amount> {
        let mut pieces = Vec::new();
        let left = piece.inside - explored;
        if left > 0.0 {
            let shares = self.splits[self.random.below(self.splits.len())].clone();
            // What is less than an execution is no item.
            let mut spare = 0.0;
            let mut amounts = Vec::new();
            for share in &shares {
                match share * left >= self.execution {
                    true => amounts.push(share * left),
                    false => spare += share * left,
                }
            }
            match amounts.iter_mut().max_by(|a, b| a.total_cmp(b)) {
                Some(largest) => *largest += spare,
                None => amounts.push(left),
            }
            for (i, micros) in (1..).zip(amounts) {
                let made = self.piece(micros, piece.depth + i);
                pieces.push(made);
            }
        }
        if piece.requested > 0.0 {
            // It begins somewhere above.
            let made = self.piece(piece.requested, piece.depth / 2);
            pieces.push(made);
        }
        pieces
    }

    fn each(&self) -> f64 {
        self.each
    }

    fn execution(&self) -> f64 {
        self.execution
    }
}

#[cfg(test)]
pub(super) mod made {
    use super::*;

    /// A job with these items: the one whose split or request made it, the one that made its node,
    /// and the time in microseconds.
    pub(in super::super) fn job(items: &[(Option<u32>, Option<u32>, f64)]) -> Recorded {
        let mut atoms: Vec<Atom> = Vec::new();
        for (here, (parent, made_by, micros)) in (0..).zip(items) {
            atoms.push(Atom {
                micros: *micros,
                depth: here,
                kids: Vec::new(),
                requested: Vec::new(),
                made_by: *made_by,
                level: made_by.map_or(0, |above| atoms[above as usize].level + 1),
            });
            if let Some(parent) = parent {
                let above = &mut atoms[*parent as usize];
                match made_by == &Some(*parent) {
                    true => above.kids.push(here),
                    false => above.requested.push(here),
                }
            }
        }
        let micros = atoms.iter().map(|atom| atom.micros).sum();
        Recorded {
            name: "made".to_owned(),
            complete: (micros / 1_000.0) as u64,
            blocked: 0,
            micros,
            requesting: 0,
            report: 1_000,
            fan: 2,
            atoms,
            begin: 0.0,
        }
    }
}
