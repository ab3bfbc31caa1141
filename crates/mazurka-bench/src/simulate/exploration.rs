//! A recorded exploration, as simulations need it: which execution plans which.

use mazurka::measure::Tree;

/// One execution, and the leaf of a wakeup tree that it was begun with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Execution {
    /// In nanoseconds.
    pub(super) cost: u64,
    /// It differs after so many events from the execution before,
    pub(super) fresh: u32,
    /// and its leaf ends after so many. The subtree below is that of the leaf's owner.
    pub(super) leaf: u32,
}

/// An execution that another one plans: if nobody has planned it before, it is to be
/// explored from now on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Plan {
    pub(super) execution: u32,
    /// The sequence is inserted into the wakeup tree after so many events.
    pub(super) frame: u32,
}

/// All executions, in the order of the sequential exploration.
#[derive(Clone, Debug)]
pub(super) struct Exploration {
    executions: Vec<Execution>,
    /// What each execution plans, one after the other,
    plans: Vec<Plan>,
    /// and where that ends for each.
    ends: Vec<usize>,
    shared: Shared,
}

impl Exploration {
    /// # Errors
    /// When no execution was begun with one of the leaves: the exploration did not
    /// run to its end.
    pub(super) fn new(tree: &Tree) -> Result<Exploration, String> {
        // The execution that was begun with each leaf; the first with none.
        let mut begun = vec![0; tree.leaves.len()];
        let mut executions = Vec::with_capacity(tree.executions.len());
        for (i, recorded) in (0..).zip(&tree.executions) {
            let leaf = match i {
                0 => 0,
                _ => {
                    begun[recorded.leaf as usize] = i;
                    tree.leaves[recorded.leaf as usize].end
                }
            };
            executions.push(Execution {
                cost: u64::from(recorded.nanoseconds),
                fresh: recorded.fresh,
                leaf,
            });
        }
        if begun.contains(&0) || begun.len() + 1 != executions.len() {
            return Err("not everything that was planned was explored".to_owned());
        }
        let plans = tree.planned.iter().map(|covered| Plan {
            execution: begun[covered.leaf as usize],
            frame: covered.frame,
        });
        let ends = tree.executions.iter();
        Ok(Exploration {
            plans: plans.collect(),
            ends: ends.map(|e| e.planned_end as usize).collect(),
            shared: Shared::new(executions.iter().map(|e| e.fresh).collect()),
            executions,
        })
    }

    pub(super) fn len(&self) -> usize {
        self.executions.len()
    }

    pub(super) fn get(&self, execution: u32) -> &Execution {
        &self.executions[execution as usize]
    }

    /// What an execution plans. Something that it plans more than once is there as
    /// often: each takes a look at the tree.
    pub(super) fn plans(&self, execution: u32) -> &[Plan] {
        let i = execution as usize;
        let start = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.plans[start..self.ends[i]]
    }

    /// How many events two executions have in common at their beginning.
    pub(super) fn shared(&self, a: u32, b: u32) -> u32 {
        self.shared.length(a, b)
    }

    /// What all executions cost together.
    pub(super) fn cost(&self) -> u64 {
        self.executions.iter().map(|e| e.cost).sum()
    }

    #[cfg(test)]
    pub(super) fn by_hand(rows: &[ByHand<'_>]) -> Exploration {
        let execution = |&(cost, fresh, leaf, _)| Execution { cost, fresh, leaf };
        let executions: Vec<Execution> = rows.iter().map(execution).collect();
        let mut plans = Vec::new();
        let mut ends = Vec::new();
        for (.., row) in rows {
            plans.extend(
                row.iter()
                    .map(|&(execution, frame)| Plan { execution, frame }),
            );
            ends.push(plans.len());
        }
        Exploration {
            shared: Shared::new(executions.iter().map(|e| e.fresh).collect()),
            executions,
            plans,
            ends,
        }
    }
}

/// An execution of a tree made by hand: its cost, fresh and leaf, and its plans by
/// execution and frame.
#[cfg(test)]
pub(super) type ByHand<'a> = (u64, u32, u32, &'a [(u32, u32)]);

/// How many events executions have in common: of two, the least that any execution
/// after the one and up to the other repeats of the one before it.
#[derive(Clone, Debug)]
struct Shared {
    /// At level k, the least of the 2^k from there on.
    levels: Vec<Vec<u32>>,
}

impl Shared {
    fn new(fresh: Vec<u32>) -> Shared {
        let mut levels = vec![fresh];
        let mut width = 1;
        while 2 * width <= levels[0].len() {
            let below = &levels[levels.len() - 1];
            let pairs = below.iter().zip(&below[width..]);
            let level = pairs.map(|(a, b)| *a.min(b)).collect();
            levels.push(level);
            width *= 2;
        }
        Shared { levels }
    }

    fn length(&self, a: u32, b: u32) -> u32 {
        let (first, last) = (a.min(b) as usize + 1, a.max(b) as usize);
        if first > last {
            return u32::MAX;
        }
        let level = (last + 1 - first).ilog2();
        let least = &self.levels[level as usize];
        least[first].min(least[last + 1 - (1 << level)])
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use mazurka::measure::{Covered, Execution as Recorded, Leaf, record_tree};
    use mazurka::{Algorithm, Checker};
    use std::collections::HashSet;

    #[test]
    fn executions_share_the_least_that_lies_between_them() {
        let fresh = vec![0, 5, 3, 4, 1, 6];
        let shared = Shared::new(fresh.clone());
        for a in 0..fresh.len() {
            for b in a + 1..fresh.len() {
                let least = fresh[a + 1..=b].iter().min().unwrap();
                assert_eq!(shared.length(a as u32, b as u32), *least, "{a} {b}");
                assert_eq!(shared.length(b as u32, a as u32), *least, "{b} {a}");
            }
        }
        assert_eq!(shared.length(2, 2), u32::MAX);
    }

    fn recorded(leaf: u32, fresh: u32, planned_end: u32) -> Recorded {
        Recorded {
            leaf,
            fresh,
            length: 9,
            nanoseconds: 7,
            planned_end,
        }
    }

    #[test]
    fn plans_name_the_executions_that_were_begun_with_their_leaves() {
        let leaf = |depth, end| Leaf { depth, end };
        let covered = |leaf, frame| Covered { leaf, frame };
        let mut tree = Tree {
            executions: vec![recorded(0, 0, 2), recorded(1, 3, 3), recorded(0, 2, 3)],
            leaves: vec![leaf(2, 5), leaf(3, 6)],
            planned: vec![covered(0, 2), covered(1, 1), covered(0, 2)],
        };
        let exploration = Exploration::new(&tree).unwrap();
        let plan = |execution, frame| Plan { execution, frame };
        assert_eq!(exploration.plans(0), [plan(2, 2), plan(1, 1)]);
        assert_eq!(exploration.plans(1), [plan(2, 2)]);
        assert_eq!(exploration.plans(2), []);
        assert_eq!([1, 2].map(|i| exploration.get(i).leaf), [6, 5]);
        assert_eq!(exploration.cost(), 21);
        tree.executions.pop();
        assert!(Exploration::new(&tree).is_err(), "a leaf is left");
    }

    #[test]
    fn what_is_planned_is_what_is_explored_in_programs_of_the_corpus() {
        let programs = [
            ("readers", 6),
            ("lastzero", 7),
            ("indexer", 13),
            ("wakeup_stress", 5),
            ("filesystem", 16),
            ("filesystem_actors", 16),
            ("fib_bench", 2),
            ("writers", 5),
            ("figure10", 4),
        ];
        for (name, size) in programs {
            let program = mazurka_corpus::find(name).unwrap();
            let (report, tree) = record_tree(
                Checker::new().model(mazurka::Model::Sc),
                (program.build)(size),
            );
            assert!(report.is_verified(), "{name}: {report}");
            let exploration = Exploration::new(&tree).unwrap();
            let expected = (program.expected)(Algorithm::Optimal, size);
            let executions = exploration.len() as u64;
            assert_eq!(expected.compare(executions, 0), Ok(()), "{name}");
            check(name, &tree, &exploration);
        }
    }

    /// Each execution is planned by one before it that differs from it exactly where
    /// the sequence was inserted.
    fn check(name: &str, tree: &Tree, exploration: &Exploration) {
        let mut planned = HashSet::from([0]);
        for i in 0..exploration.len() as u32 {
            assert!(
                planned.contains(&i),
                "{name}: execution {i} was not planned"
            );
            for Plan { execution, frame } in exploration.plans(i) {
                let j = *execution;
                assert!(j > i, "{name}: {i} plans {j}");
                assert_eq!(exploration.shared(i, j), *frame, "{name}: {i} plans {j}");
                planned.insert(j);
            }
            if i > 0 {
                let leaf = tree.leaves[tree.executions[i as usize].leaf as usize];
                let fresh = exploration.get(i).fresh;
                assert_eq!(leaf.depth, fresh, "{name}: execution {i}");
                assert!(leaf.end > fresh, "{name}: execution {i}");
            }
        }
    }
}
