//! What a runtime has found out about a program, for other runtimes that explore the
//! same one: by names, since identifiers mean something only to the runtime itself.

use super::object::Loaded;
use super::refinement::{Filter, Refinement, Refinements};
use super::state::State;
use mazurka_program::{Branch, Names, ObjectId, ObjectName};
use std::panic::Location;

/// All that a runtime has found out about a program, for another one of the same: also
/// what a replay string need not tell, since it changes no event.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct FoundRefinements {
    text: String,
    sync_clocks: bool,
    filters: Vec<(Named, Filter)>,
    conditions: Vec<Awaited>,
}

/// The name of an object: its creator's place in the spawn tree, and which of that
/// one's objects it is.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Named {
    creator: Option<Vec<Branch>>,
    /// The place, the generation and the part.
    object: (u64, u32, u64),
}

impl Named {
    fn new(object: ObjectId, names: &Names) -> Named {
        let name = names.object_name(object);
        Named {
            creator: name.creator.map(|creator| names.path(creator)),
            object: (name.place, name.generation, name.part),
        }
    }

    fn object(&self, names: &mut Names) -> ObjectId {
        let creator = self.creator.as_ref();
        let creator = creator.map(|path| names.at_path(path));
        let (place, generation, part) = self.object;
        names.object(ObjectName {
            creator,
            place,
            generation,
            part,
        })
    }
}

/// What the condition at some point of a process was seen to load.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Awaited {
    process: Vec<Branch>,
    steps: u32,
    location: &'static Location<'static>,
    /// Objects, and how to find their values.
    loaded: Vec<(Named, isize, usize)>,
}

impl FoundRefinements {
    pub(super) fn new(state: &State) -> FoundRefinements {
        let (refinements, names) = (&state.refinements, &state.names);
        let mut filters = Vec::new();
        for (object, known) in &refinements.filters {
            let known = known.filters.iter();
            filters.extend(known.map(|filter| (Named::new(*object, names), *filter)));
        }
        let conditions = state.conditions.iter().map(|(instance, loaded)| {
            let (process, steps, location) = *instance;
            let loaded = loaded.iter();
            Awaited {
                process: names.path(process),
                steps,
                location,
                loaded: loaded
                    .map(|atomic| (Named::new(atomic.object, names), atomic.offset, atomic.size))
                    .collect(),
            }
        });
        FoundRefinements {
            text: refinements.format(),
            sync_clocks: refinements.sync_clocks,
            filters,
            conditions: conditions.collect(),
        }
    }

    /// Reads the refinements of a replay string, if it is well formed.
    pub(crate) fn from_text(text: &str) -> Option<FoundRefinements> {
        Some(FoundRefinements {
            text: FoundRefinements::merged([text])?,
            ..FoundRefinements::default()
        })
    }

    /// Writes all of them, for a replay string.
    pub(crate) fn to_text(all: &[FoundRefinements]) -> String {
        let texts = all.iter().map(|found| found.text.as_str());
        FoundRefinements::merged(texts).unwrap_or_default()
    }

    fn merged<'a>(texts: impl IntoIterator<Item = &'a str>) -> Option<String> {
        let mut refinements = Refinements::default();
        for text in texts {
            refinements.add_parsed(text)?;
        }
        Some(refinements.format())
    }

    pub(super) fn add_to(&self, state: &mut State) {
        let (refinements, names) = (&mut state.refinements, &mut state.names);
        let added = refinements.add_parsed(&self.text);
        debug_assert!(added.is_some(), "{:?}", self.text);
        refinements.sync_clocks |= self.sync_clocks;
        for (mailbox, filter) in &self.filters {
            let refinement = Refinement::Filter(mailbox.object(names), *filter);
            if !refinements.contains(&refinement) {
                refinements.insert(&refinement);
            }
        }
        for condition in &self.conditions {
            let process = names.at_path(&condition.process);
            let instance = (process, condition.steps, condition.location);
            let known = state.conditions.entry(instance).or_default();
            for (object, offset, size) in &condition.loaded {
                let atomic = Loaded {
                    object: object.object(names),
                    offset: *offset,
                    size: *size,
                };
                if !known.contains(&atomic) {
                    known.push(atomic);
                }
            }
        }
    }
}
