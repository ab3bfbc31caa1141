//! What a program is seen to need treated as operations.

use super::spin;
use mazurka_program::ObjectId;
use rustc_hash::FxHashMap;
use std::any::TypeId;
use std::cell::Cell;
use std::fmt;
use std::panic::Location;
use std::ptr;

/// What a process treats as local code until it is seen to be observed.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Refinement {
    /// The reference counts of `Arc`s of that type are observed.
    ArcCount(&'static str),
    /// A thread spins at the place with that hash (see [`spin`]).
    Spin(u32),
    /// A thread that spins at the place with that hash does not always: it is
    /// not to be tried whether it does.
    Count(u32),
    /// Rounds of a loop change something and undo it.
    UndoneRounds,
    /// Others look at what such rounds change, so they are not to be left out.
    SeenRounds,
    /// There is too much memory to look for spinning threads.
    LargeMemory,
    /// Cells are accessed, so synchronisation clocks are needed.
    SyncClocks,
    /// A thread looks at a clock, so time is kept.
    Clock,
    /// A thread asks whether another has finished.
    ThreadExit,
    /// More threads use a barrier than it is for, so their order matters.
    BarrierOrder,
    /// A thread asks whether it leads at a barrier.
    BarrierLeader,
    /// A thread tries to send to a rendezvous channel, which works only while
    /// its receiver waits.
    Rendezvous,
    /// An actor looks for the ends of others.
    ActorExit,
    /// A message that is not received has a destructor that others can see, so
    /// that it matters who drops it.
    LostMessage,
    /// A free comes too early for an access: by the hash of both places (see [`super::early`]).
    /// It changes what is a finding, but not what is an event.
    Early(u32),
    /// What is allocated at the place with that hash is not freed (see [`super::leak`]). It
    /// changes what is a finding, but not what is an event.
    Leak(u32),
    /// A receive from that mailbox takes only messages that pass: it changes
    /// what depends on what, but not what is an event.
    Filter(ObjectId, Filter),
}

/// The refinements that a replay string has one letter for.
const LETTERS: [(char, Refinement); 10] = [
    ('l', Refinement::LargeMemory),
    ('t', Refinement::ThreadExit),
    ('b', Refinement::BarrierOrder),
    ('e', Refinement::BarrierLeader),
    ('r', Refinement::Rendezvous),
    ('x', Refinement::ActorExit),
    ('m', Refinement::LostMessage),
    ('u', Refinement::UndoneRounds),
    ('n', Refinement::SeenRounds),
    ('w', Refinement::Clock),
];

/// A filter for messages of one type (see [`crate::actor`]).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Filter {
    pub(crate) messages: TypeId,
    /// The address of a predicate, or zero: it is the same for one predicate in one run, which
    /// is all that is needed.
    pub(crate) fits: usize,
}

/// What is known of the receives from one mailbox.
#[derive(Default)]
pub(super) struct Filters {
    pub(super) filters: Vec<Filter>,
    /// A message was sent there, in some execution, with these filters or fewer.
    pub(super) used: bool,
}

/// How many hashes of places are kept in mind.
const PLACES: usize = 16;

/// The refinements found so far.
#[derive(Default)]
pub(super) struct Refinements {
    /// Hashes of the names of types. Should two types have the same hash, the
    /// counts of both are operations, which is right, if slower.
    arc_counts: Vec<u32>,
    pub(super) sync_clocks: bool,
    /// The addresses and hashes of places that were asked for last.
    places: [Cell<(usize, u32)>; PLACES],
    /// Hashes of the places where threads spin, and where they do not always.
    spins: Vec<u32>,
    counts: Vec<u32>,
    /// Hashes of pairs of places.
    early: Vec<u32>,
    /// Hashes of what leaks.
    leaks: Vec<u32>,
    /// By mailbox.
    pub(super) filters: FxHashMap<ObjectId, Filters>,
    /// Are there other runtimes that explore the same program? Then all of them must
    /// know the same filters and conditions.
    pub(super) is_shared: bool,
    /// Has a condition been seen that the others may not know?
    pub(super) has_new_condition: bool,
    /// Those of [`LETTERS`].
    lettered: Vec<Refinement>,
}

impl Refinements {
    pub(super) fn contains(&self, refinement: &Refinement) -> bool {
        match refinement {
            Refinement::ArcCount(name) => {
                !self.arc_counts.is_empty() && self.arc_counts.contains(&hash(name.bytes()))
            }
            Refinement::SyncClocks => self.sync_clocks,
            Refinement::Spin(place) => self.spins.contains(place),
            Refinement::Count(place) => self.counts.contains(place),
            Refinement::Early(places) => self.early.contains(places),
            Refinement::Leak(what) => self.leaks.contains(what),
            Refinement::Filter(mailbox, filter) => {
                let known = self.filters.get(mailbox);
                known.is_some_and(|known| known.filters.contains(filter))
            }
            lettered => self.lettered.contains(lettered),
        }
    }

    /// Are there any places where threads spin?
    pub(super) fn any_spin(&self) -> bool {
        !self.spins.is_empty()
    }

    /// Do threads spin at that place?
    #[inline]
    pub(super) fn spins_at(&self, location: &Location<'_>) -> bool {
        self.any_spin() && self.spins.contains(&self.place(location))
    }

    /// The hash of a place, which was perhaps asked for a moment ago.
    fn place(&self, location: &Location<'_>) -> u32 {
        let address = ptr::from_ref(location) as usize;
        let recent = &self.places[(address >> 3) % PLACES];
        let (known, hash) = recent.get();
        if known == address {
            return hash;
        }
        let hash = spin::place(location);
        recent.set((address, hash));
        hash
    }

    #[inline]
    pub(super) fn large_memory(&self) -> bool {
        !self.lettered.is_empty() && self.lettered.contains(&Refinement::LargeMemory)
    }

    /// Are rounds looked for that change something and undo it?
    pub(super) fn undoes_rounds(&self) -> bool {
        self.lettered.contains(&Refinement::UndoneRounds)
            && !self.lettered.contains(&Refinement::SeenRounds)
    }

    /// Are the pasts of processes kept?
    pub(super) fn keeps_pasts(&self) -> bool {
        self.any_spin() || self.lettered.contains(&Refinement::Clock)
    }

    pub(super) fn any_arc_count(&self) -> bool {
        !self.arc_counts.is_empty()
    }

    pub(super) fn insert(&mut self, refinement: &Refinement) {
        match refinement {
            Refinement::ArcCount(name) => self.arc_counts.push(hash(name.bytes())),
            Refinement::SyncClocks => self.sync_clocks = true,
            Refinement::Spin(place) => self.spins.push(*place),
            Refinement::Count(place) => self.counts.push(*place),
            Refinement::Early(places) => self.early.push(*places),
            Refinement::Leak(what) => self.leaks.push(*what),
            Refinement::Filter(mailbox, filter) => {
                self.filters
                    .entry(*mailbox)
                    .or_default()
                    .filters
                    .push(*filter);
            }
            lettered => self.lettered.push(*lettered),
        }
    }

    /// The refinements that change what is an event, for a replay string: a
    /// letter of [`LETTERS`], `a` and eight digits for each type of `Arc`, or `s`
    /// and `c` and eight digits for each place where a thread spins, or does not
    /// always, or `f` and `k` and eight digits for each free that comes too early and
    /// each leak.
    pub(super) fn format(&self) -> String {
        let mut text = String::new();
        // A string takes all.
        let _ = self.write(&mut text);
        text
    }

    /// The same, with nothing allocated: a signal handler may call it.
    pub(super) fn write(&self, text: &mut impl fmt::Write) -> fmt::Result {
        for (letter, refinement) in &LETTERS {
            if self.contains(refinement) {
                text.write_char(*letter)?;
            }
        }
        let lists = [
            ('a', &self.arc_counts),
            ('s', &self.spins),
            ('c', &self.counts),
            ('f', &self.early),
            ('k', &self.leaks),
        ];
        for (letter, hashes) in lists {
            for hash in hashes {
                write!(text, "{letter}{hash:08x}")?;
            }
        }
        Ok(())
    }

    /// Adds the refinements of a replay string, if it is well formed.
    pub(super) fn add_parsed(&mut self, text: &str) -> Option<()> {
        let mut rest = text;
        for (letter, refinement) in &LETTERS {
            if let Some(more) = rest.strip_prefix(*letter) {
                if !self.contains(refinement) {
                    self.insert(refinement);
                }
                rest = more;
            }
        }
        while !rest.is_empty() {
            let kind = rest.chars().next()?;
            let (hash, more) = rest.get(1..)?.split_at_checked(8)?;
            let hash = u32::from_str_radix(hash, 16).ok()?;
            let hashes = match kind {
                'a' => &mut self.arc_counts,
                's' => &mut self.spins,
                'c' => &mut self.counts,
                'f' => &mut self.early,
                'k' => &mut self.leaks,
                _ => return None,
            };
            if !hashes.contains(&hash) {
                hashes.push(hash);
            }
            rest = more;
        }
        Some(())
    }
}

/// A hash that is the same in every run (FNV-1a).
pub(super) fn hash(bytes: impl Iterator<Item = u8>) -> u32 {
    bytes.fold(0x811c_9dc5, |hash, byte| {
        (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refinements_are_read_back() {
        let mut refinements = Refinements::default();
        assert_eq!(refinements.format(), "");
        refinements.insert(&Refinement::ThreadExit);
        refinements.insert(&Refinement::BarrierOrder);
        refinements.insert(&Refinement::ArcCount("alloc::string::String"));
        refinements.insert(&Refinement::ArcCount("i32"));
        refinements.insert(&Refinement::Spin(7));
        let mut read = Refinements::default();
        read.add_parsed(&refinements.format()).unwrap();
        assert_eq!(read.format(), refinements.format());
        assert!(read.contains(&Refinement::ArcCount("i32")));
        assert!(read.contains(&Refinement::Spin(7)) && !read.contains(&Refinement::Spin(8)));
        assert!(!read.contains(&Refinement::ArcCount("u32")));
        for bad in ["q", "a", "a123", "tt", "a1234567x", "qa12345678", "s", "at"] {
            let parsed = Refinements::default().add_parsed(bad);
            assert_eq!(parsed, None, "{bad}");
        }
    }
}
