//! Operations, what they did, and which of them depend on one another.
//!
//! A process *announces* an [`Operation`] before it runs. When it has run, the
//! step reports an [`Effect`]: how the operation accessed its object, which may
//! be less than what was announced (a compare-exchange that failed was only a
//! read). Dependence is a relation between accesses of the same object, kept
//! here as one small table; accesses of different objects never depend on one
//! another.
//!
//! The relation has to satisfy Definition 3.2 of *Source Sets*. For the table
//! below: an access of an object that is independent of another leaves both
//! its state as seen by the other, and what the other does, unchanged; so
//! property (7) holds, since an event independent of `p` cannot change what
//! `r` does to the object that `p` and `r` conflict on.

use crate::name::ObjectId;

/// What an operation does, as far as the explorers must know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Reads a location.
    Load,
    /// Writes a location.
    Store,
    /// Reads a location and writes it, whatever it holds.
    ReadModifyWrite,
    /// Writes a location if it holds [`Operation::operand`], else only reads it.
    CompareExchange,
    /// Adds to a location and does not learn what it held: additions commute.
    Add,
    /// Takes a mutex; blocked while somebody holds it.
    Lock,
    /// Gives a mutex back.
    Unlock,
}

impl Kind {
    /// Can an operation of this kind disable an operation of the `other` kind
    /// on the same object, when another process was about to run it?
    #[must_use]
    pub fn disables(self, other: Kind) -> bool {
        matches!((self, other), (Kind::Lock, Kind::Lock))
    }

    /// The access that an operation of this kind makes whenever it is enabled,
    /// if it is one that others can disable.
    #[must_use]
    pub fn disablable_access(self) -> Option<Access> {
        match self {
            Kind::Lock => Some(Access::Lock),
            _ => None,
        }
    }
}

/// The next operation of a process: plain data, the same in every execution in
/// which the process has the same past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// What it does.
    pub kind: Kind,
    /// The object it does that to.
    pub object: ObjectId,
    /// The expected value of a compare-exchange, the value of a store, the
    /// summand of an addition; zero otherwise.
    pub operand: u64,
}

impl Operation {
    /// The access this operation would make of a location that holds `value`,
    /// given the access it `made` in some other state.
    ///
    /// Explorers ask this when they take an event out of the execution that
    /// came before it: reversing a race can turn a failed compare-exchange
    /// into one that succeeds, and the other way round.
    #[must_use]
    pub fn access_given(&self, value: u64, made: Access) -> Access {
        match self.kind {
            Kind::CompareExchange if value == self.operand => Access::Write,
            Kind::CompareExchange => Access::Read,
            _ => made,
        }
    }
}

/// How an operation accessed its object when it ran.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Access {
    /// Not at all: independent of everything (an unlock of a mutex that the
    /// process does not hold changes nothing, and nobody can change that).
    None,
    /// Read a location.
    Read,
    /// Wrote a location, having read it or not.
    Write,
    /// Added to a location without learning its value.
    Add,
    /// Took a mutex.
    Lock,
    /// Gave a mutex back.
    Unlock,
}

/// A set of [`Access`]es.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AccessSet(u8);

impl AccessSet {
    const fn of(accesses: &[Access]) -> AccessSet {
        let mut bits = 0;
        let mut i = 0;
        while i < accesses.len() {
            bits |= 1 << accesses[i] as u8;
            i += 1;
        }
        AccessSet(bits)
    }

    /// Is `access` in the set?
    #[must_use]
    pub fn contains(self, access: Access) -> bool {
        self.0 & (1 << access as u8) != 0
    }

    /// The accesses of this set that are not in the `other`.
    #[must_use]
    pub fn without(self, other: AccessSet) -> AccessSet {
        AccessSet(self.0 & !other.0)
    }

    /// Is nothing in the set?
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// The commutation table: for each access, those of the same object by another
/// process that it does *not* commute with.
const DEPENDENT: [AccessSet; Access::ALL.len()] = {
    use Access::{Add, Lock, Read, Unlock, Write};
    [
        /* None   */ AccessSet::of(&[]),
        /* Read   */ AccessSet::of(&[Write, Add]),
        /* Write  */ AccessSet::of(&[Read, Write, Add]),
        /* Add    */ AccessSet::of(&[Read, Write]),
        /* Lock   */ AccessSet::of(&[Lock, Unlock]),
        /* Unlock */ AccessSet::of(&[Lock]),
    ]
};

impl Access {
    /// All of them, in the order of their numbers.
    pub const ALL: [Access; 6] = [
        Access::None,
        Access::Read,
        Access::Write,
        Access::Add,
        Access::Lock,
        Access::Unlock,
    ];

    /// The accesses that depend on this one, when they are of the same object.
    #[must_use]
    pub fn dependents(self) -> AccessSet {
        DEPENDENT[self as usize]
    }

    /// Do two accesses of the same object depend on one another?
    #[must_use]
    pub fn depends_on(self, other: Access) -> bool {
        self.dependents().contains(other)
    }

    /// When this access was made just before the dependent access `next`, could
    /// `next` have been made without it? A lock that follows the unlock it
    /// waited for could not: that race is not reversible.
    #[must_use]
    pub fn reversible_with(self, next: Access) -> bool {
        !matches!((self, next), (Access::Unlock, Access::Lock))
    }
}

/// What an operation did when it ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effect {
    /// How it accessed its object.
    pub access: Access,
    /// What a location held before; zero for other objects.
    pub before: u64,
    /// What a location holds after; zero for other objects.
    pub after: u64,
}

impl Default for Effect {
    fn default() -> Self {
        Effect {
            access: Access::None,
            before: 0,
            after: 0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accesses_are_numbered_in_order() {
        for (i, access) in Access::ALL.into_iter().enumerate() {
            assert_eq!(access as usize, i);
        }
    }

    #[test]
    fn dependence_is_symmetric() {
        for a in Access::ALL {
            for b in Access::ALL {
                assert_eq!(a.depends_on(b), b.depends_on(a), "{a:?} {b:?}");
            }
        }
    }

    #[test]
    fn what_commutes() {
        for (a, b) in [
            (Access::Read, Access::Read),
            (Access::Add, Access::Add),
            (Access::Unlock, Access::Unlock),
            (Access::None, Access::Write),
        ] {
            assert!(!a.depends_on(b), "{a:?} {b:?}");
        }
        for (a, b) in [
            (Access::Read, Access::Write),
            (Access::Write, Access::Write),
            (Access::Add, Access::Read),
            (Access::Add, Access::Write),
            (Access::Lock, Access::Lock),
            (Access::Lock, Access::Unlock),
        ] {
            assert!(a.depends_on(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn a_compare_exchange_is_judged_by_the_value_it_meets() {
        let operation = Operation {
            kind: Kind::CompareExchange,
            object: ObjectId(0),
            operand: 3,
        };
        assert_eq!(operation.access_given(3, Access::Read), Access::Write);
        assert_eq!(operation.access_given(4, Access::Write), Access::Read);
        let load = Operation {
            kind: Kind::Load,
            ..operation
        };
        assert_eq!(load.access_given(3, Access::Read), Access::Read);
    }
}
