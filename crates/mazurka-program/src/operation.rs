//! Operations, what they did, and which of them depend on one another.
//!
//! A process *announces* an [`Operation`] before it runs. When it has run, the
//! step reports [`Touch`]es: which objects the operation accessed, and how.
//! Mostly that is one; a data choice touches none, a message goes into a slot
//! and takes its turn among the messages, an `await` reads all that its
//! condition looks at. Dependence is a relation between accesses of the same
//! object, kept here as one small table; accesses of different objects never
//! depend on one another.
//!
//! Every object is a location that holds a value, whatever it is for people: a
//! mutex holds zero when it is free, a semaphore its permits, a condition
//! variable the number of its waiters. So "this operation can disable that one"
//! needs no table: an operation says at which values it is enabled
//! ([`Operation::enabled_at`]), and an event disables it if it is enabled at the
//! value before and not at the value after.
//!
//! The relation has to satisfy Definition 3.2 of *Source Sets*. For the table
//! below: an access of an object that is independent of another leaves both
//! its state as seen by the other, and what the other does, unchanged; so
//! property (7) holds, since an event independent of `p` cannot change what
//! `r` does to the object that `p` and `r` conflict on. It does not hold where
//! `r` is opaque and what it accesses depends on another object: explorers look
//! at the races of such operations with all events of an execution at hand.

use crate::name::{ObjectId, StoreId};

/// The value of a read-write lock that a writer holds; below, it is the number
/// of readers.
pub const EXCLUSIVE: u64 = 1 << 63;

/// How values are compared.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Numbers {
    /// As they are.
    Unsigned,
    /// By their lowest N bits (1 to 64), of which the highest is
    /// the sign. Whatever the bits above are, they do not count.
    Signed(u8),
}

impl Numbers {
    /// Is `a` less than `b`?
    #[must_use]
    #[inline]
    pub fn is_less(self, a: u64, b: u64) -> bool {
        match self {
            Numbers::Unsigned => a < b,
            Numbers::Signed(bits) => {
                let signed = |value: u64| (value << (64 - bits)).cast_signed();
                signed(a) < signed(b)
            }
        }
    }
}

/// How an access or a fence is ordered: the memory orders of C11 and Rust.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Order {
    /// An access that is not atomic.
    Plain,
    /// Atomic, and no more.
    Relaxed,
    /// What others released before what it reads is there after it.
    Acquire,
    /// What came before it is there for those who acquire it.
    Release,
    /// Both.
    AcquireRelease,
    /// Both, and in one order with all others of this kind.
    SequentiallyConsistent,
}

impl Order {
    /// Is it an acquire, or more?
    #[must_use]
    #[inline]
    pub fn acquires(self) -> bool {
        matches!(
            self,
            Order::Acquire | Order::AcquireRelease | Order::SequentiallyConsistent
        )
    }

    /// Is it a release, or more?
    #[must_use]
    #[inline]
    pub fn releases(self) -> bool {
        matches!(
            self,
            Order::Release | Order::AcquireRelease | Order::SequentiallyConsistent
        )
    }
}

/// What an operation does, as far as the explorers must know.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Kind {
    /// Reads a location.
    Load,
    /// Writes a location.
    Store,
    /// Carries out a store that was buffered: the step of a shadow process.
    Flush,
    /// Reads a location and writes it, whatever it holds.
    ReadModifyWrite,
    /// Learns what was there and writes, unless that was the operand: then it
    /// only reads. (An exchange for the operand.)
    Swap,
    /// Sets the bits of the operand and learns what was there; a read, if they
    /// all were set. With the operand zero, an update that never changes
    /// anything.
    Or,
    /// Clears the bits that the operand has not, and learns what was there; a
    /// read, if they all were clear.
    And,
    /// Writes the operand if it is more than what is there, compared as numbers
    /// of this form, and learns that; a read, if it is not.
    Max(Numbers),
    /// Writes the operand if it is less than what is there; likewise.
    Min(Numbers),
    /// Writes a location if it holds [`Operation::operand`], else only reads it.
    CompareExchange,
    /// Adds to a location and does not learn what it held: additions commute.
    Add,
    /// Writes the operand, as all operations of this kind on that object do:
    /// they commute (the token of a parked thread).
    Set,
    /// Takes what is free at zero: a mutex, or a read-write lock for writing.
    Lock,
    /// Takes it if it is free, else only reads that it is not.
    TryLock,
    /// Gives it back.
    Unlock,
    /// Takes a read-write lock for reading: an addition, below [`EXCLUSIVE`].
    LockShared,
    /// Takes it for reading if no writer holds it, else only reads that.
    TryLockShared,
    /// Gives a read-write lock back after reading: an addition.
    UnlockShared,
    /// Takes as many permits as the operand says, as soon as there are as many.
    Acquire,
    /// Takes them if there are as many, else only reads that there are not.
    TryAcquire,
    /// Begins what is to run once: blocked while the location holds one (it is
    /// running); writes if it holds zero (it has not run), else reads.
    Begin,
    /// Releases a mutex and adds itself to the waiters of a condition variable,
    /// at once.
    Wait,
    /// Wakes one of the waiters that the location counts, any of them: an
    /// alternative for each; reads if there is none.
    NotifyOne,
    /// Wakes all of the waiters that the location counts; reads if there are
    /// none.
    NotifyAll,
    /// Picks a number below the operand: an alternative for each. Touches
    /// nothing.
    Choose,
    /// Orders the accesses of its process. An event only where memory is the
    /// explorer's ([`Operation::order`]); touches nothing.
    Fence,
    /// A change of several objects, never blocked; what it touches depends on
    /// their values (sending, a receive with a timeout), and on nothing else.
    Change,
    /// Like [`Kind::Change`], but blocked until it can be made (a receive without
    /// a timeout). Nobody can undo that it can, and what changes something
    /// that it touches, just before, made it possible.
    Receive,
    /// Blocked until a condition over several objects holds, which others may
    /// make true and false; then changes some of them, or only reads.
    Await,
    /// Puts a message into a mailbox, never blocked. The operand is a number for what is sent.
    /// An operation only where memory is the explorer's, as the next two.
    Send,
    /// Takes the first message of a mailbox that the operand, a number for a pattern, matches
    /// ([`crate::Program::takes`]), and is blocked until there is one. Only one process takes from
    /// a mailbox. It touches the message: the same object as the send did; or, if that is the
    /// mailbox itself, its [`Touch::before`] says which of the messages sent there it was, in the
    /// order in which they were, from one.
    Take,
    /// The same, but it gives up if there is none: a read of the mailbox.
    TryTake,
}

impl Kind {
    /// The access an operation of this kind makes of its object when that holds
    /// `value`; none if that cannot be told from the value of one object.
    #[must_use]
    #[inline]
    fn access_at(self, operand: u64, value: u64) -> Option<Access> {
        use Access::{Add, Read, Set, Write};
        let if_or_read = |holds: bool, access| Some(if holds { access } else { Read });
        match self {
            Kind::Load => Some(Read),
            Kind::Store | Kind::Flush | Kind::ReadModifyWrite | Kind::Lock | Kind::Acquire => {
                Some(Write)
            }
            Kind::Swap => if_or_read(value != operand, Write),
            Kind::Or => if_or_read(operand & !value != 0, Write),
            Kind::And => if_or_read(value & !operand != 0, Write),
            Kind::Max(numbers) => if_or_read(numbers.is_less(value, operand), Write),
            Kind::Min(numbers) => if_or_read(numbers.is_less(operand, value), Write),
            Kind::CompareExchange => if_or_read(value == operand, Write),
            Kind::Add | Kind::LockShared | Kind::UnlockShared => Some(Add),
            Kind::Set => Some(Set),
            Kind::TryLock | Kind::Begin => if_or_read(value == 0, Write),
            Kind::TryLockShared => if_or_read(value < EXCLUSIVE, Add),
            Kind::TryAcquire => if_or_read(value >= operand, Write),
            Kind::NotifyOne | Kind::NotifyAll => if_or_read(value != 0, Write),
            Kind::Unlock
            | Kind::Wait
            | Kind::Choose
            | Kind::Fence
            | Kind::Change
            | Kind::Receive
            | Kind::Await
            | Kind::Send
            | Kind::Take
            | Kind::TryTake => None,
        }
    }

    /// Does an operation of this kind touch the same objects, in the same way,
    /// whatever they hold?
    #[must_use]
    #[inline]
    pub fn is_fixed(self) -> bool {
        matches!(self, Kind::Unlock | Kind::Wait | Kind::Choose | Kind::Fence)
    }

    /// Can what an operation of this kind touches, and whether it is enabled,
    /// only be found out by running it?
    #[must_use]
    #[inline]
    pub fn is_opaque(self) -> bool {
        matches!(self, Kind::Change | Kind::Receive | Kind::Await) || self.is_message()
    }

    /// Does an operation of this kind send a message, or take one?
    #[must_use]
    #[inline]
    pub fn is_message(self) -> bool {
        matches!(self, Kind::Send | Kind::Take | Kind::TryTake)
    }

    /// May an operation of this kind have more than one alternative?
    #[must_use]
    #[inline]
    pub fn has_alternatives(self) -> bool {
        matches!(self, Kind::Choose | Kind::NotifyOne)
    }

    /// Is an operation of this kind an update of a location that only reads
    /// where it would write what is there?
    #[must_use]
    #[inline]
    pub fn may_be_idle(self) -> bool {
        matches!(
            self,
            Kind::Swap | Kind::Or | Kind::And | Kind::Max(_) | Kind::Min(_)
        )
    }
}

/// What keeps a process from an operation that would come to nothing: a round of a loop that
/// brings it back to where it was, having changed nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Guard {
    /// The operation is blocked while its object holds this.
    Unless(u64),
    /// The front end tells for each value whether it is: [`crate::Program::opens`]. Operations
    /// with the same number are blocked at the same values, in all executions.
    Learnt(u64),
}

/// The next operation of a process: plain data, the same in every execution in
/// which the process has the same past.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Operation {
    /// What it does.
    pub kind: Kind,
    /// The object it does that to; for an operation on several objects, the one
    /// that people would name.
    pub object: ObjectId,
    /// The expected value of a compare-exchange, the value of a store, the
    /// summand of an addition, the number of permits or alternatives; zero
    /// otherwise.
    pub operand: u64,
    /// At which values of its object the operation is blocked, besides those that its
    /// kind says.
    pub guard: Option<Guard>,
    /// What a flush carries out; for a load, the latest store to its object
    /// that the process itself has buffered, whether carried out yet or not.
    pub store: Option<StoreId>,
    /// Where memory is the explorer's (see [`crate::Program::recall`]): the order of an
    /// access of memory or a fence. None for everything else, and in all other explorations.
    pub order: Option<Order>,
    /// The order of a compare-exchange that fails.
    pub failure: Order,
}

impl Operation {
    /// An operation that waits for no change, and has nothing to do with store
    /// buffers or memory that is the explorer's.
    #[must_use]
    pub fn new(kind: Kind, object: ObjectId, operand: u64) -> Operation {
        Operation {
            kind,
            object,
            operand,
            guard: None,
            store: None,
            order: None,
            failure: Order::Relaxed,
        }
    }

    /// The same as an access of memory that is the explorer's.
    #[must_use]
    #[inline]
    pub fn ordered(self, order: Order) -> Operation {
        Operation {
            order: Some(order),
            ..self
        }
    }

    /// Is the operation enabled when its object holds `value`, as far as its kind and its
    /// value say? (For operations that are not opaque.)
    #[must_use]
    #[inline]
    pub fn enabled_at(&self, value: u64) -> bool {
        let open = match self.kind {
            Kind::Lock => value == 0,
            Kind::LockShared => value < EXCLUSIVE,
            Kind::Acquire => value >= self.operand,
            Kind::Begin => value != 1,
            _ => true,
        };
        open && self.guard != Some(Guard::Unless(value))
    }

    /// Does the front end tell at which values it is enabled?
    #[must_use]
    #[inline]
    pub fn learnt_guard(&self) -> Option<u64> {
        match self.guard {
            Some(Guard::Learnt(number)) => Some(number),
            _ => None,
        }
    }

    /// Can the value of its object disable this operation?
    #[must_use]
    #[inline]
    pub fn is_guarded(&self) -> bool {
        self.guard.is_some()
            || matches!(
                self.kind,
                Kind::Lock | Kind::LockShared | Kind::Acquire | Kind::Begin
            )
    }

    /// The access this operation would make of an object that holds `value`;
    /// none if that cannot be told.
    ///
    /// Explorers ask this when they take an event out of the execution that
    /// came before it: reversing a race can turn a failed compare-exchange
    /// into one that succeeds, and the other way round.
    #[must_use]
    #[inline]
    pub fn access_at(&self, value: u64) -> Option<Access> {
        self.kind.access_at(self.operand, value)
    }
}

/// How an operation accessed an object when it ran.
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
    /// Wrote what every access of this kind to that object writes, without
    /// learning what was there.
    Set,
    /// Read what the process itself has stored, by [`Touch::store`], from the
    /// store buffer or, where nothing else has been written since, from memory.
    /// Unordered with the flush of that store; depends on what is written after
    /// that flush, and on nothing before.
    Own,
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
/// process that it does *not* commute with. (For [`Access::Own`], with those that
/// come after the flush of the store that it read.)
const DEPENDENT: [AccessSet; Access::ALL.len()] = {
    use Access::{Add, Own, Read, Set, Write};
    [
        /* None  */ AccessSet::of(&[]),
        /* Read  */ AccessSet::of(&[Write, Add, Set]),
        /* Write */ AccessSet::of(&[Read, Write, Add, Set, Own]),
        /* Add   */ AccessSet::of(&[Read, Write, Set, Own]),
        /* Set   */ AccessSet::of(&[Read, Write, Add, Own]),
        /* Own   */ AccessSet::of(&[Write, Add, Set]),
    ]
};

impl Access {
    /// All of them, in the order of their numbers.
    pub const ALL: [Access; 6] = [
        Access::None,
        Access::Read,
        Access::Write,
        Access::Add,
        Access::Set,
        Access::Own,
    ];

    /// The accesses that depend on this one, when they are of the same object.
    #[must_use]
    #[inline]
    pub fn dependents(self) -> AccessSet {
        DEPENDENT[self as usize]
    }

    /// Do two accesses of the same object depend on one another?
    #[must_use]
    #[inline]
    pub fn depends_on(self, other: Access) -> bool {
        self.dependents().contains(other)
    }

    /// May an access of this kind change the object?
    #[must_use]
    #[inline]
    pub fn changes(self) -> bool {
        matches!(self, Access::Write | Access::Add | Access::Set)
    }
}

/// How a location holds numbers: what becomes of a sum that does not fit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Width {
    /// The number of bits, 1 to 64.
    pub bits: u8,
    /// Are the bits above copies of the highest, or zero?
    pub is_signed: bool,
}

impl Width {
    /// All 64 bits.
    pub const FULL: Width = Width {
        bits: 64,
        is_signed: false,
    };

    /// What a location holds for this value.
    #[must_use]
    #[inline]
    pub fn hold(self, value: u64) -> u64 {
        let above = 64 - self.bits;
        let high = value << above;
        match self.is_signed {
            true => (high.cast_signed() >> above).cast_unsigned(),
            false => high >> above,
        }
    }
}

/// One access of one object, by an operation that ran.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Touch {
    /// The object.
    pub object: ObjectId,
    /// How it was accessed.
    pub access: Access,
    /// What it held before.
    pub before: u64,
    /// What it holds after.
    pub after: u64,
    /// The buffered store that this write carries out, or that this
    /// [`Access::Own`] read.
    pub store: Option<StoreId>,
    /// For [`Access::Add`]: where sums wrap around.
    pub width: Width,
}

impl Touch {
    /// An access that has nothing to do with store buffers.
    #[must_use]
    #[inline]
    pub fn new(object: ObjectId, access: Access, before: u64, after: u64) -> Touch {
        Touch {
            object,
            access,
            before,
            after,
            store: None,
            width: Width::FULL,
        }
    }

    /// What an object that held `value` holds after this access, moved there.
    #[must_use]
    #[inline]
    pub fn apply(&self, value: u64) -> u64 {
        match self.access {
            Access::None | Access::Read | Access::Own => value,
            Access::Write | Access::Set => self.after,
            Access::Add => {
                let summand = self.after.wrapping_sub(self.before);
                self.width.hold(value.wrapping_add(summand))
            }
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
            (Access::Set, Access::Set),
            (Access::None, Access::Write),
            (Access::Own, Access::Read),
            (Access::Own, Access::Own),
        ] {
            assert!(!a.depends_on(b), "{a:?} {b:?}");
        }
        for (a, b) in [
            (Access::Read, Access::Write),
            (Access::Write, Access::Write),
            (Access::Add, Access::Read),
            (Access::Add, Access::Write),
            (Access::Set, Access::Read),
            (Access::Set, Access::Write),
            (Access::Set, Access::Add),
            (Access::Own, Access::Write),
        ] {
            assert!(a.depends_on(b), "{a:?} {b:?}");
        }
    }

    #[test]
    fn what_an_operation_does_depends_on_the_value_it_meets() {
        let at = |kind, operand, value| {
            let operation = Operation::new(kind, ObjectId(0), operand);
            (operation.enabled_at(value), operation.access_at(value))
        };
        use Access::{Add, Read, Write};
        assert_eq!(at(Kind::CompareExchange, 3, 3), (true, Some(Write)));
        assert_eq!(at(Kind::CompareExchange, 3, 4), (true, Some(Read)));
        assert_eq!(at(Kind::Swap, 3, 3), (true, Some(Read)));
        assert_eq!(at(Kind::Or, 2, 3), (true, Some(Read)));
        assert_eq!(at(Kind::Or, 2, 1), (true, Some(Write)));
        assert_eq!(at(Kind::Or, 0, 7), (true, Some(Read)));
        assert_eq!(at(Kind::And, 3, 1), (true, Some(Read)));
        assert_eq!(at(Kind::And, 3, 4), (true, Some(Write)));
        assert_eq!(at(Kind::Load, 0, 3), (true, Some(Read)));
        assert!(!at(Kind::Lock, 0, 1).0 && at(Kind::Lock, 0, 0).0);
        assert_eq!(at(Kind::TryLock, 0, 1), (true, Some(Read)));
        assert!(at(Kind::LockShared, 0, 2).0 && !at(Kind::LockShared, 0, EXCLUSIVE).0);
        assert_eq!(at(Kind::TryLockShared, 0, 2), (true, Some(Add)));
        assert_eq!(at(Kind::TryLockShared, 0, EXCLUSIVE), (true, Some(Read)));
        assert!(at(Kind::Acquire, 2, 2).0 && !at(Kind::Acquire, 2, 1).0);
        assert_eq!(at(Kind::TryAcquire, 2, 1), (true, Some(Read)));
        assert_eq!(at(Kind::Begin, 0, 0), (true, Some(Write)));
        assert!(!at(Kind::Begin, 0, 1).0);
        assert_eq!(at(Kind::Begin, 0, 2), (true, Some(Read)));
        assert_eq!(at(Kind::NotifyOne, 0, 0), (true, Some(Read)));
        assert_eq!(at(Kind::NotifyAll, 0, 2), (true, Some(Write)));
        assert_eq!(at(Kind::Choose, 2, 0), (true, None));
        let waiting = Operation {
            guard: Some(Guard::Unless(7)),
            ..Operation::new(Kind::Load, ObjectId(0), 0)
        };
        assert!(waiting.is_guarded() && waiting.enabled_at(6) && !waiting.enabled_at(7));
    }

    /// For all bytes, with signs and without; the bits above do not matter for signs.
    #[test]
    fn the_greater_and_the_lesser_are_those_of_their_numbers() {
        let reads = |kind, operand, value| {
            let operation = Operation::new(kind, ObjectId(0), operand);
            operation.access_at(value) == Some(Access::Read)
        };
        let signed = Numbers::Signed(8);
        for a in 0..=u8::MAX {
            for b in 0..=u8::MAX {
                let (value, operand) = (u64::from(a), u64::from(b));
                let (x, y) = (a.cast_signed(), b.cast_signed());
                let (wide, other) = (i64::from(x).cast_unsigned(), i64::from(y).cast_unsigned());
                assert_eq!(
                    reads(Kind::Max(Numbers::Unsigned), operand, value),
                    a.max(b) == a
                );
                assert_eq!(
                    reads(Kind::Min(Numbers::Unsigned), operand, value),
                    a.min(b) == a
                );
                assert_eq!(reads(Kind::Max(signed), operand, value), x.max(y) == x);
                assert_eq!(reads(Kind::Min(signed), operand, value), x.min(y) == x);
                assert_eq!(reads(Kind::Max(signed), other, wide), x.max(y) == x);
                assert_eq!(
                    reads(Kind::Min(Numbers::Signed(64)), other, wide),
                    x.min(y) == x
                );
            }
        }
    }

    #[test]
    fn accesses_that_commute_can_be_moved() {
        let touch = |access, before, after| Touch::new(ObjectId(0), access, before, after);
        assert_eq!(touch(Access::Read, 3, 3).apply(5), 5);
        assert_eq!(touch(Access::Write, 3, 4).apply(5), 4);
        assert_eq!(touch(Access::Add, 3, 5).apply(1), 3);
        assert_eq!(touch(Access::Set, 1, 1).apply(0), 1);
        // One less, where it was zero and where it was not, in 32 bits.
        let narrow = |before, after, is_signed| Touch {
            width: Width {
                bits: 32,
                is_signed,
            },
            ..touch(Access::Add, before, after)
        };
        let most = u64::from(u32::MAX);
        assert_eq!(narrow(0, most, false).apply(1), 0);
        assert_eq!(narrow(1, 0, false).apply(0), most);
        assert_eq!(narrow(0, u64::MAX, true).apply(1), 0);
        assert_eq!(narrow(1, 0, true).apply(0), u64::MAX);
        assert_eq!(narrow(most >> 1, (1 << 31) | !most, true).apply(1), 2);
    }
}
