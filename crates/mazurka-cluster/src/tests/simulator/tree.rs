//! A made-up tree, by hashing paths.

use super::search::Search;
use crate::store::Counts;
use mazurka_random::Random;

/// The first number of a seed.
fn mix(seed: u64) -> u64 {
    Random::new(seed).bits()
}

fn hash(parts: &[u64]) -> u64 {
    parts.iter().fold(0x6d61_7a75, |sum, part| {
        mix(sum ^ mix(part.wrapping_add(0x9e37)))
    })
}

/// A made-up tree. What the round began with makes another of it.
#[derive(Clone, Debug)]
pub(crate) struct Tree {
    pub(crate) seed: u64,
    pub(crate) depth: usize,
    /// Some executions kill those who run them.
    pub(crate) poison: bool,
}

/// What an exploration comes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Sums {
    /// As the store adds them up.
    pub(crate) counts: Counts,
    /// The sum of all executions' hashes: another set of executions has another.
    pub(crate) hashes: u64,
}

impl Sums {
    pub(crate) fn add(&mut self, other: Sums) {
        self.counts.complete += other.counts.complete;
        self.counts.blocked += other.counts.blocked;
        self.counts.events += other.counts.events;
        self.hashes = self.hashes.wrapping_add(other.hashes);
    }
}

/// A kid, by its class; latent ones have variants.
pub(crate) type Key = (u64, u64);

pub(crate) fn text_of(key: Key) -> String {
    format!("c{}v{}", key.0, key.1)
}

pub(crate) fn key_of(text: &str) -> Key {
    let (class, variant) = text[1..].split_once('v').expect("a key of ours");
    (
        class.parse().expect("a number"),
        variant.parse().expect("a number"),
    )
}

impl Tree {
    /// The tree of a seed, at most `depth` deep.
    pub(crate) fn new(seed: u64, depth: usize) -> Tree {
        Tree {
            seed,
            depth,
            poison: false,
        }
    }

    /// The same of a round that began with this.
    pub(crate) fn of_round(&self, state: &str) -> Tree {
        let number: u64 = state.parse().expect("a state of ours");
        Tree {
            seed: hash(&[self.seed, number]),
            ..self.clone()
        }
    }

    pub(crate) fn at(&self, path: &[u64], what: u64) -> u64 {
        hash(&[hash(&[self.seed, what]), hash(path)])
    }

    /// How many kids are known at once; none ends the execution.
    pub(crate) fn known(&self, path: &[u64]) -> u64 {
        if path.len() >= self.depth {
            return 0;
        }
        let number = self.at(path, 1) % 8;
        match number {
            0 if path.len() > 1 => 0,
            0..=3 => 1,
            4..=6 => 2,
            _ => 3,
        }
    }

    /// What an execution requests at the node after `depth` of its steps: a class that is known
    /// there, or a latent one, with all its variants; some with those of both.
    pub(crate) fn request(&self, path: &[u64], depth: usize) -> Option<Vec<Key>> {
        let above = &path[..depth];
        let roll = hash(&[self.at(path, 2), depth as u64]) % 100;
        let known = self.known(above);
        let latent = |class: u64| (0..1 + class % 3).map(move |variant| (100 + class, variant));
        match roll {
            0..6 => Some(latent(roll % 3).collect()),
            6..12 => Some(latent(roll % 3).chain([(roll % known, 0)]).collect()),
            _ => None,
        }
    }

    /// What an execution counts, the steps apart.
    pub(crate) fn execution(&self, path: &[u64]) -> Sums {
        let blocked = self.at(path, 3).is_multiple_of(7);
        Sums {
            counts: Counts {
                complete: i64::from(!blocked),
                blocked: i64::from(blocked),
                events: 0,
            },
            hashes: self.at(path, 4),
        }
    }

    /// The branches that an execution, or another branch, has.
    pub(crate) fn branches(&self, of: u64, generation: u64) -> Vec<(u64, u64)> {
        let roll = hash(&[self.seed, of, 5]) % 24;
        let number = match roll {
            0 if generation < 4 => 2,
            1 | 2 if generation < 4 => 1,
            _ => 0,
        };
        (0..number)
            .map(|index| (hash(&[of, index, 6]), generation + 1))
            .collect()
    }

    pub(crate) fn branch(&self, branch: (u64, u64)) -> Sums {
        Sums {
            counts: Counts {
                complete: 1,
                blocked: 0,
                events: 2,
            },
            hashes: hash(&[self.seed, branch.0, 7]),
        }
    }

    pub(crate) fn kills(&self, path: &[u64]) -> bool {
        self.poison && self.at(path, 8).is_multiple_of(9)
    }

    /// Whether an execution teaches something that begins a new round.
    pub(crate) fn teaches(&self, path: &[u64]) -> bool {
        self.at(path, 9).is_multiple_of(11)
    }

    /// Whether it has at most `most` executions, branches apart.
    pub(crate) fn is_small(&self, most: usize) -> bool {
        let mut search = Search::new(self, &[], None, 0);
        while search.step(&mut Random::new(0)) {
            if search.executions > most {
                return false;
            }
        }
        true
    }

    /// All of it, by one, one after another.
    pub(crate) fn sequential(&self) -> Sums {
        let mut search = Search::new(self, &[], None, 0);
        while search.step(&mut Random::new(0)) {}
        assert!(search.requests.is_empty(), "nothing is above the root");
        let mut sums = search.sums;
        let mut branches = search.branches;
        while let Some(branch) = branches.pop() {
            sums.add(self.branch(branch));
            branches.extend(self.branches(branch.0, branch.1));
        }
        sums
    }
}
