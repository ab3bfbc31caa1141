//! What a process does next, reduced to what dependence needs.

use crate::own;
use mazurka_program::{Access, Kind, ObjectId, Operation, ProcessId, StoreId, Touch, Turn};
use std::collections::HashMap;

const OBJECT_BITS: u32 = 29;
/// The tags that are not just an access of an object.
const OWN: u32 = Access::Own as u32;
const FLUSH: u32 = 6;
const MANY: u32 = 7;

const _: () = assert!(Access::ALL.len() as u32 == FLUSH && OWN == FLUSH - 1);

/// Which objects an operation accesses and how, in 32 bits: one object and an
/// access, or the store that it read or carries out, or the number of a list in
/// [`Lists`].
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Accesses(u32);

impl Accesses {
    /// None at all.
    pub const NONE: Accesses = Accesses::pack(0, Access::None as u32);

    #[inline]
    const fn pack(number: u32, tag: u32) -> Accesses {
        assert!(number < 1 << OBJECT_BITS, "under 2^29 objects");
        Accesses(number | tag << OBJECT_BITS)
    }

    /// An access of one object. Not to access it is the same for all objects.
    #[must_use]
    #[inline]
    pub fn one(object: ObjectId, access: Access) -> Accesses {
        let number = if access == Access::None { 0 } else { object.0 };
        Accesses::pack(number, access as u32)
    }

    #[inline]
    fn number(self) -> u32 {
        self.0 & ((1 << OBJECT_BITS) - 1)
    }

    #[inline]
    fn tag(self) -> u32 {
        self.0 >> OBJECT_BITS
    }

    #[inline]
    fn is_list(self) -> bool {
        self.tag() == MANY
    }

    /// Is it one access that has nothing to do with store buffers?
    #[inline]
    pub(crate) fn is_plain(self) -> bool {
        self.tag() < OWN
    }

    /// Is it a read of one object, in memory?
    #[inline]
    pub(crate) fn is_read(self) -> bool {
        self.tag() == Access::Read as u32
    }

    /// A set of 64 of which two plain accesses of one object have a bit in
    /// common, and what is not plain has one with everything.
    #[inline]
    pub(crate) fn mask(self) -> u64 {
        if self.is_plain() {
            1 << (self.number() % u64::BITS)
        } else {
            u64::MAX
        }
    }

    #[inline]
    pub(crate) fn plain(self) -> (ObjectId, Access) {
        debug_assert!(self.is_plain());
        (ObjectId(self.number()), Access::ALL[self.tag() as usize])
    }
}

/// One access, as far as dependence needs.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct One {
    pub(crate) object: ObjectId,
    pub(crate) access: Access,
    /// The buffered store that it read or carried out.
    pub(crate) store: Option<StoreId>,
}

impl One {
    fn new(touch: &Touch) -> One {
        One {
            object: touch.object,
            access: touch.access,
            store: touch.store,
        }
    }
}

/// What does not fit into [`Accesses`]: the lists of accesses of operations that
/// access several objects, and where buffered stores go to.
#[derive(Debug, Default)]
pub struct Lists {
    lists: Vec<Box<[One]>>,
    numbers: HashMap<Box<[One]>, u32>,
    /// By store.
    stores: Vec<ObjectId>,
}

impl Lists {
    /// What some touches amount to.
    #[inline]
    pub fn accesses(&mut self, touches: &[Touch]) -> Accesses {
        match touches {
            [] => Accesses::NONE,
            [touch] if touch.store.is_none() => Accesses::one(touch.object, touch.access),
            [touch] => self.one(One::new(touch)),
            _ => self.many(touches),
        }
    }

    /// What one access amounts to.
    #[inline]
    pub(crate) fn one(&mut self, one: One) -> Accesses {
        match one.store {
            None => Accesses::one(one.object, one.access),
            Some(store) => self.stored(one, store),
        }
    }

    fn stored(&mut self, one: One, store: StoreId) -> Accesses {
        if self.stores.len() <= store.index() {
            self.stores.resize(store.index() + 1, ObjectId(0));
        }
        self.stores[store.index()] = one.object;
        let tag = if one.access == Access::Own {
            OWN
        } else {
            FLUSH
        };
        let number = u32::try_from(store.index()).expect("under 2^29 stores");
        Accesses::pack(number, tag)
    }

    fn many(&mut self, touches: &[Touch]) -> Accesses {
        self.of_ones(touches.iter().map(One::new).collect())
    }

    /// What several accesses amount to.
    pub(crate) fn of_ones(&mut self, mut list: Vec<One>) -> Accesses {
        list.retain(|one| one.access != Access::None);
        list.sort_unstable_by_key(|one| one.object);
        debug_assert!(
            list.windows(2).all(|pair| pair[0].object != pair[1].object),
            "an operation touches an object once"
        );
        match list[..] {
            [] => return Accesses::NONE,
            [one] => return self.one(one),
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

    /// Do operations with these accesses depend on one another, where `flushed`
    /// says of a store whether it was carried out before the later of them?
    #[must_use]
    #[inline]
    pub(crate) fn dependent(
        &self,
        a: Accesses,
        b: Accesses,
        flushed: impl Fn(StoreId) -> bool,
    ) -> bool {
        if a.is_plain() && b.is_plain() {
            return a.number() == b.number() && a.plain().1.depends_on(b.plain().1);
        }
        self.any_dependent(a, b, flushed)
    }

    #[cold]
    fn any_dependent(&self, a: Accesses, b: Accesses, flushed: impl Fn(StoreId) -> bool) -> bool {
        let (mut one, mut other) = (None, None);
        let a = self.slice(a, &mut one);
        let b = self.slice(b, &mut other);
        a.iter()
            .any(|one| b.iter().any(|other| own::depend(one, other, &flushed)))
    }

    fn slice<'a>(&'a self, accesses: Accesses, place: &'a mut Option<One>) -> &'a [One] {
        if accesses.is_list() {
            &self.lists[accesses.number() as usize]
        } else {
            std::slice::from_ref(place.insert(self.single(accesses)))
        }
    }

    /// The accesses, one by one.
    pub(crate) fn ones<'a>(&'a self, accesses: Accesses, place: &'a mut Option<One>) -> &'a [One] {
        if accesses == Accesses::NONE {
            return &[];
        }
        self.slice(accesses, place)
    }

    fn single(&self, accesses: Accesses) -> One {
        if accesses.is_plain() {
            let (object, access) = accesses.plain();
            return One {
                object,
                access,
                store: None,
            };
        }
        let store = accesses.number() as usize;
        One {
            object: self.stores[store],
            access: match accesses.tag() {
                OWN => Access::Own,
                _ => Access::Write,
            },
            store: Some(StoreId::from_index(store)),
        }
    }

    /// An operation that makes these accesses: what is left of the one that was
    /// announced, for people.
    pub(crate) fn operation(&self, next: &Next) -> Operation {
        if next.accesses.is_list() {
            return Operation::new(Kind::Change, ObjectId(0), 0);
        }
        let one = self.single(next.accesses);
        let kind = match one.access {
            Access::None => Kind::Choose,
            Access::Read | Access::Own => Kind::Load,
            Access::Write if one.store.is_some() => Kind::Flush,
            Access::Write => Kind::Store,
            Access::Add => Kind::Add,
            Access::Set => Kind::Set,
        };
        Operation {
            store: one.store,
            ..Operation::new(kind, one.object, u64::from(next.turn.alternative))
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

    /// May it be a receive that chooses among messages, or gives up?
    #[inline]
    pub(crate) fn is_choice(&self) -> bool {
        self.turn.sender().is_some() || self.accesses == Accesses::NONE
    }

    /// Do the two depend on one another, where `flushed` says of a store whether
    /// it was carried out before the later of them? They are of different
    /// processes.
    #[must_use]
    #[inline]
    pub(crate) fn depends_on(
        &self,
        other: &Next,
        lists: &Lists,
        flushed: impl Fn(StoreId) -> bool,
    ) -> bool {
        debug_assert!(self.process() != other.process());
        lists.dependent(self.accesses, other.accesses, flushed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn touch(object: u32, access: Access) -> Touch {
        Touch::new(ObjectId(object), access, 0, 0)
    }

    #[test]
    fn lists_are_interned_and_depend_by_object() {
        let mut lists = Lists::default();
        let (x, y, z) = (
            touch(0, Access::Read),
            touch(1, Access::Write),
            touch(2, Access::Write),
        );
        let dependent = |lists: &Lists, a, b| lists.dependent(a, b, |_| panic!("no store"));
        let both = lists.accesses(&[x, y]);
        assert_eq!(lists.accesses(&[y, x]), both);
        let read_x = lists.accesses(&[x]);
        let read_y = lists.accesses(&[touch(1, Access::Read)]);
        let other = lists.accesses(&[z, touch(0, Access::Read)]);
        assert!(!dependent(&lists, both, read_x) && !dependent(&lists, read_x, both));
        assert!(dependent(&lists, both, read_y) && dependent(&lists, read_y, both));
        assert!(!dependent(&lists, both, other) && dependent(&lists, both, both));
        assert_eq!(lists.accesses(&[]), Accesses::NONE);
        let nothing = touch(1, Access::None);
        assert_eq!(lists.accesses(&[x, nothing]), read_x);
        assert!(!dependent(&lists, Accesses::NONE, both));
    }
}
