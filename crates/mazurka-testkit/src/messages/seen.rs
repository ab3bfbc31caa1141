//! What the machine has seen in an execution, and which one it was.

use crate::graphs::identity::{INITIAL, Id, Identity};

/// What the machine has seen in the execution so far.
#[derive(Clone, Debug, Default)]
pub struct Seen {
    /// Of each event of each thread: what it read or received.
    pub threads: Vec<Vec<Id>>,
    /// Of each location: its writes in the order in which they were run, and what they left.
    pub writes: Vec<Vec<(Id, u64)>>,
    /// Of each mutex: its changes.
    pub mutexes: Vec<Vec<Id>>,
    /// What memory is said to hold, by location: the number of a write, and its value.
    pub held: Vec<(u32, u64)>,
    /// What the explorer did that it should not.
    pub complaint: Option<String>,
    /// What each step did.
    pub steps: Vec<Did>,
}

/// What a step did, as schedules count it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Did {
    /// Read a location: its number, and the write that it took.
    Read(usize, Id),
    /// Wrote a location.
    Wrote(usize, Id),
    /// Both: where, what it took, itself.
    Updated(usize, Id, Id),
    /// Something else.
    Other,
}

impl Seen {
    /// The execution that has ended, whose steps had these alternatives.
    ///
    /// # Errors
    /// When something does not fit.
    pub fn identity(&self, alternatives: &[u32]) -> Result<Identity, String> {
        if alternatives.len() != self.steps.len() {
            let (said, run) = (alternatives.len(), self.steps.len());
            return Err(format!("a schedule of {said} steps, and {run} were run"));
        }
        let co = self.order(alternatives)?;
        for (location, writes) in co.iter().enumerate() {
            let held = match self.held[location].0 {
                0 => None,
                number => Some(self.writes[location][number as usize - 1].0),
            };
            if held != writes.last().copied() {
                return Err(format!(
                    "what location {location} is said to hold at the end is not the last write"
                ));
            }
        }
        Ok(Identity {
            threads: self.threads.clone(),
            co,
            strong: self.mutexes.clone(),
            stuck: vec![false; self.threads.len()],
        })
    }

    /// The order of the writes, from the alternatives of the steps.
    fn order(&self, alternatives: &[u32]) -> Result<Vec<Vec<Id>>, String> {
        let mut co: Vec<Vec<Id>> = vec![Vec::new(); self.writes.len()];
        for (did, alternative) in self.steps.iter().zip(alternatives) {
            let back = *alternative as usize;
            let (location, rf, own) = match *did {
                Did::Read(location, rf) => (location, Some(rf), None),
                Did::Updated(location, rf, own) => (location, Some(rf), Some(own)),
                Did::Wrote(location, own) => (location, None, Some(own)),
                Did::Other => continue,
            };
            let writes = &mut co[location];
            let place = writes.len().checked_sub(back);
            let place = place.ok_or("an access before all writes, and further")?;
            if let Some(rf) = rf {
                let found = match place {
                    0 => INITIAL,
                    _ => writes[place - 1],
                };
                if found != rf {
                    return Err(format!(
                        "a read of location {location} has the alternative {back}, and read \
                         another write"
                    ));
                }
            }
            if let Some(own) = own {
                writes.insert(place, own);
            }
        }
        Ok(co)
    }
}
