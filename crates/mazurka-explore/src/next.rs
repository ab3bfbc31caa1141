//! What a process does next, reduced to what dependence needs.

use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, Touch, Turn};
use std::collections::HashMap;

const OBJECT_BITS: u32 = 29;
const MANY: u32 = 7;

const _: () = assert!(Access::ALL.len() as u32 <= MANY);

/// Which objects an operation accesses and how, in 32 bits: one object and an
/// access, or the number of a list in [`Lists`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Accesses(u32);

impl Accesses {
    /// None at all.
    pub const NONE: Accesses = Accesses::pack(0, Access::None as u32);

    const fn pack(number: u32, tag: u32) -> Accesses {
        assert!(number < 1 << OBJECT_BITS, "under 2^29 objects");
        Accesses(number | tag << OBJECT_BITS)
    }

    /// An access of one object.
    #[must_use]
    pub fn one(object: ObjectId, access: Access) -> Accesses {
        Accesses::pack(object.0, access as u32)
    }

    #[inline]
    fn number(self) -> u32 {
        self.0 & ((1 << OBJECT_BITS) - 1)
    }

    #[inline]
    fn is_list(self) -> bool {
        self.0 >> OBJECT_BITS == MANY
    }

    #[inline]
    fn single(self) -> (ObjectId, Access) {
        debug_assert!(!self.is_list());
        let access = Access::ALL[(self.0 >> OBJECT_BITS) as usize];
        (ObjectId(self.number()), access)
    }
}

/// The lists of accesses of operations that access several objects.
#[derive(Debug, Default)]
pub struct Lists {
    lists: Vec<Box<[(ObjectId, Access)]>>,
    numbers: HashMap<Box<[(ObjectId, Access)]>, u32>,
}

impl Lists {
    /// What some touches amount to.
    pub fn accesses(&mut self, touches: &[Touch]) -> Accesses {
        match touches {
            [] => Accesses::NONE,
            [touch] => Accesses::one(touch.object, touch.access),
            _ => self.many(touches),
        }
    }

    fn many(&mut self, touches: &[Touch]) -> Accesses {
        let mut list: Vec<_> = touches
            .iter()
            .map(|touch| (touch.object, touch.access))
            .filter(|(_, access)| *access != Access::None)
            .collect();
        list.sort_unstable_by_key(|(object, _)| *object);
        debug_assert!(
            list.windows(2).all(|pair| pair[0].0 != pair[1].0),
            "an operation touches an object once"
        );
        match list[..] {
            [] => return Accesses::NONE,
            [(object, access)] => return Accesses::one(object, access),
            _ => {}
        }
        if let Some(number) = self.numbers.get(&list[..]) {
            return Accesses::pack(*number, MANY);
        }
        let number = u32::try_from(self.lists.len()).expect("under 2^29 lists");
        let list = list.into_boxed_slice();
        self.lists.push(list.clone());
        self.numbers.insert(list, number);
        Accesses::pack(number, MANY)
    }

    /// Do operations with these accesses depend on one another?
    #[must_use]
    #[inline]
    pub fn dependent(&self, a: Accesses, b: Accesses) -> bool {
        if a.is_list() || b.is_list() {
            return self.any_dependent(a, b);
        }
        a.number() == b.number() && a.single().1.depends_on(b.single().1)
    }

    #[cold]
    fn any_dependent(&self, a: Accesses, b: Accesses) -> bool {
        let (mut one, mut other) = (None, None);
        let a = self.slice(a, &mut one);
        let b = self.slice(b, &mut other);
        a.iter().any(|(object, access)| {
            b.iter()
                .any(|(o, other)| o == object && access.depends_on(*other))
        })
    }

    fn slice<'a>(
        &'a self,
        accesses: Accesses,
        place: &'a mut Option<(ObjectId, Access)>,
    ) -> &'a [(ObjectId, Access)] {
        if accesses.is_list() {
            &self.lists[accesses.number() as usize]
        } else {
            std::slice::from_ref(place.insert(accesses.single()))
        }
    }
}

/// The next step of a process: which alternative of its operation it takes, and
/// what that accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Next {
    /// Whose step it is.
    pub turn: Turn,
    /// What it accesses.
    pub accesses: Accesses,
}

impl Next {
    /// The process.
    #[must_use]
    #[inline]
    pub fn process(&self) -> ProcessId {
        self.turn.process
    }

    /// Do the two depend on one another? They are of different processes.
    #[must_use]
    #[inline]
    pub fn depends_on(&self, other: &Next, lists: &Lists) -> bool {
        debug_assert!(self.process() != other.process());
        lists.dependent(self.accesses, other.accesses)
    }

    /// An operation that makes these accesses: what is left of the one that was
    /// announced, for people.
    pub(crate) fn operation(&self) -> Operation {
        if self.accesses.is_list() {
            return Operation::new(Kind::Change, ObjectId(0), 0);
        }
        let (object, access) = self.accesses.single();
        let kind = match access {
            Access::None => Kind::Choose,
            Access::Read => Kind::Load,
            Access::Write => Kind::Store,
            Access::Add => Kind::Add,
            Access::Set => Kind::Set,
        };
        Operation::new(kind, object, u64::from(self.turn.alternative))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(object: u32, access: Access) -> Touch {
        Touch {
            object: ObjectId(object),
            access,
            before: 0,
            after: 0,
        }
    }

    #[test]
    fn lists_are_interned_and_depend_by_object() {
        let mut lists = Lists::default();
        let (x, y, z) = (
            touch(0, Access::Read),
            touch(1, Access::Write),
            touch(2, Access::Write),
        );
        let both = lists.accesses(&[x, y]);
        assert_eq!(lists.accesses(&[y, x]), both);
        let read_x = lists.accesses(&[x]);
        let read_y = lists.accesses(&[touch(1, Access::Read)]);
        let other = lists.accesses(&[z, touch(0, Access::Read)]);
        assert!(!lists.dependent(both, read_x) && !lists.dependent(read_x, both));
        assert!(lists.dependent(both, read_y) && lists.dependent(read_y, both));
        assert!(!lists.dependent(both, other) && lists.dependent(both, both));
        assert_eq!(lists.accesses(&[]), Accesses::NONE);
        let nothing = touch(1, Access::None);
        assert_eq!(lists.accesses(&[x, nothing]), read_x);
        assert!(!lists.dependent(Accesses::NONE, both));
    }
}
