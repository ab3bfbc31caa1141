//! Branches as plain data, and what is learnt.

use mazurka_program::{Names, ObjectId};

/// A graph whose extensions are to be explored, as plain data: the steps of a linearisation. The
/// default is the empty graph: everything.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct Task {
    /// In an order in which they can be run; then those that have not run.
    pub steps: Vec<TaskStep>,
    /// Which branches of the next event are meant.
    pub branches: Branches,
}

/// A step of a [`Task`].
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(deny_unknown_fields))]
pub struct TaskStep {
    /// The name of the process.
    pub process: String,
    /// Which alternative, which write, or which place in `co`: see the schedules of graphs.
    pub alternative: u32,
    /// When it was added; of an update, its read.
    pub stamp: u32,
    /// When its write was added, if it has one.
    pub write_stamp: Option<u32>,
    /// Has it run?
    pub runs: Runs,
}

/// Has an event run?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Runs {
    /// Yes.
    Yes,
    /// It is an update whose write is still to come.
    Later,
    /// Its process waits there.
    Stuck,
}

/// Some of the branches of a graph.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Branches {
    /// All of them.
    #[default]
    All,
    /// Those with a lower number.
    Below(u32),
    /// Of the branch with the first number, a revisit, those with a lower number than the
    /// second.
    Within(u32, u32),
}

/// The name of an object, as plain data.
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Named {
    creator: Option<String>,
    place: u64,
    generation: u32,
    part: u64,
}

impl Named {
    /// The name of an object.
    #[must_use]
    pub fn new(object: ObjectId, names: &Names) -> Named {
        let name = names.object_name(object);
        Named {
            creator: name.creator.map(|creator| names.process_name(creator)),
            place: name.place,
            generation: name.generation,
            part: name.part,
        }
    }
}

/// Groups of strong objects: each group is accessed as if it were one object.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Together(Vec<Vec<Named>>);

impl Together {
    /// The groups.
    #[must_use]
    pub fn groups(&self) -> &[Vec<Named>] {
        &self.0
    }

    /// The group of an object.
    pub(crate) fn group_of(&self, object: &Named) -> Option<usize> {
        self.0.iter().position(|group| group.contains(object))
    }

    /// Puts these into one group. Was that new? (A group of one is a lock that is used in other
    /// ways, too.)
    pub fn join(&mut self, objects: &[Named]) -> bool {
        let is_met = |group: &Vec<Named>| objects.iter().any(|object| group.contains(object));
        let is_known = |group: &Vec<Named>| objects.iter().all(|object| group.contains(object));
        if objects.is_empty() || self.0.iter().any(is_known) {
            return false;
        }
        let (met, mut rest): (Vec<_>, Vec<_>) =
            std::mem::take(&mut self.0).into_iter().partition(is_met);
        let mut group: Vec<Named> = met.into_iter().flatten().collect();
        for object in objects {
            if !group.contains(object) {
                group.push(object.clone());
            }
        }
        rest.push(group);
        self.0 = rest;
        true
    }

    /// Adds what the other knows. Was any of it new?
    pub fn merge(&mut self, other: &Together) -> bool {
        let mut is_new = false;
        for group in &other.0 {
            is_new |= self.join(group);
        }
        is_new
    }
}
