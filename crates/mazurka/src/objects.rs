//! What people call the objects of an execution that is shown.
//!
//! An object that the program has named (`AtomicUsize::new(0).named("head")`) has that name. Others
//! are called as the source code calls them where they were made, or where they are used; and if
//! that cannot be told, by their type and a number.

use crate::place::{self, Shortener};
use crate::rt::{Origin, Recording};
use crate::source::{Name, Sources};
use mazurka_program::ObjectId;
use rustc_hash::FxHashMap;
use std::panic::Location;

/// The objects of an execution, in the order of their first events.
#[derive(Default)]
pub(crate) struct Objects {
    seen: Vec<Seen>,
    at: FxHashMap<ObjectId, usize>,
    sources: Sources,
}

struct Seen {
    /// The type, or what else people call it.
    kind: String,
    /// The name that the program gives it.
    given: Option<&'static str>,
    /// Where it was made.
    made: Option<&'static Location<'static>>,
    /// How the source code calls it where it is used.
    used: Option<Name>,
    /// Where it is used first.
    first: String,
    /// What it is called at last.
    name: String,
    /// Is that the name of its own, and not of its type?
    is_own: bool,
}

/// A method of an object, by whatever name.
pub(crate) const ANY_CALL: &str = "";

/// No more objects than this are listed.
const LISTED_MAX: usize = 16;

/// The kinds of objects whose methods are called on themselves. The others have several ends.
const CALLED: [&str; 10] = [
    "mutex",
    "RwLock",
    "Condvar",
    "Semaphore",
    "Barrier",
    "Once",
    "OnceLock",
    "LazyLock",
    "atomic",
    "UnsafeCell",
];

impl Objects {
    /// An event of that object is told. `call` is the method with its arguments.
    pub(crate) fn see(
        &mut self,
        recording: &Recording,
        object: ObjectId,
        kind: &str,
        call: &str,
        location: Option<&'static Location<'static>>,
        place: &str,
    ) {
        let nth = *self.at.entry(object).or_insert(self.seen.len());
        if nth == self.seen.len() {
            let origin = recording.origins.get(&object);
            let kind = recording.types.get(&object).copied().unwrap_or(kind);
            self.seen.push(Seen {
                kind: kind.to_owned(),
                given: match origin {
                    Some(Origin::Named(name)) => Some(name),
                    _ => None,
                },
                made: match origin {
                    Some(Origin::Made(at)) if place::is_in_program(at.file()) => Some(at),
                    _ => None,
                },
                used: None,
                first: String::new(),
                name: String::new(),
                is_own: false,
            });
        }
        let seen = &mut self.seen[nth];
        if seen.first.is_empty() {
            place.clone_into(&mut seen.first);
        }
        let is_better = seen.used.as_ref().is_none_or(|used| !used.is_field);
        let is_called = seen.kind.starts_with("Atomic") || CALLED.contains(&&*seen.kind);
        let Some(location) = location.filter(|_| is_called && is_better) else {
            return;
        };
        let method = call.split('(').next().unwrap_or_default();
        if let Some(name) = self.sources.receiver(location, method)
            && (seen.used.is_none() || name.is_field)
        {
            seen.used = Some(name);
        }
    }

    /// Gives every object its name.
    pub(crate) fn name_all(&mut self) {
        for seen in &mut self.seen {
            let made = seen.made.and_then(|at| self.sources.made(at));
            let used = || seen.used.as_ref().map(|name| name.text.clone());
            let own = seen.given.map(str::to_owned).or(made).or_else(used);
            seen.is_own = own.is_some();
            seen.name = own.unwrap_or_else(|| seen.kind.clone());
        }
        let mut counts: FxHashMap<String, (usize, usize)> = FxHashMap::default();
        for seen in &self.seen {
            counts.entry(seen.name.clone()).or_default().0 += 1;
        }
        for seen in &mut self.seen {
            let Some((count, nth)) = counts.get_mut(&seen.name) else {
                continue;
            };
            *nth += 1;
            if *count > 1 || !seen.is_own {
                seen.name = format!("{}#{nth}", seen.name);
            }
        }
    }

    fn get(&self, object: ObjectId) -> Option<&Seen> {
        self.seen.get(*self.at.get(&object)?)
    }

    /// What an object is called.
    pub(crate) fn name(&self, object: ObjectId) -> &str {
        self.get(object).map_or("", |seen| &seen.name)
    }

    /// What an object is called, if that is more than its type.
    pub(crate) fn own_name(&self, object: ObjectId) -> Option<String> {
        let seen = self.get(object)?;
        seen.is_own.then(|| seen.name.clone())
    }

    /// What an object is called in a sentence.
    pub(crate) fn phrase(&self, object: ObjectId) -> Option<String> {
        let seen = self.get(object)?;
        Some(match seen.is_own {
            true => format!("the {} `{}`", seen.kind, seen.name),
            false => seen.name.clone(),
        })
    }

    /// Each object with its type and where it comes from, a line each.
    pub(crate) fn lines(&self, shortener: &Shortener) -> Vec<String> {
        let told = self.seen.iter().filter_map(|seen| {
            let from = match seen.made {
                Some(at) => format!("made at {}:{}", shortener.short(at.file()), at.line()),
                None if seen.is_own && !seen.first.is_empty() => {
                    format!("first used at {}", seen.first)
                }
                None => return None,
            };
            Some(match seen.is_own {
                true => (&seen.name, format!("{}, {from}", seen.kind)),
                false => (&seen.name, from),
            })
        });
        let told: Vec<_> = told.collect();
        let width = told.iter().map(|(name, _)| name.chars().count()).max();
        let width = width.unwrap_or(0);
        let line = |(name, what): &(&String, String)| format!("{name:<width$}  {what}");
        let mut lines: Vec<String> = told.iter().take(LISTED_MAX).map(line).collect();
        if told.len() > LISTED_MAX {
            lines.push(format!("and {} others", told.len() - LISTED_MAX));
        }
        lines
    }
}
