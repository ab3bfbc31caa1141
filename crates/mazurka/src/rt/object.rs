//! Objects: how an address becomes a name, and where an object's value is.
//!
//! `const fn new` cannot register anything, so an object is named when it is
//! first touched in an execution, by where it lives then: in the heap or on the
//! stack of a process, or outside, in a static. A static's value is never
//! written: the first touch in each execution copies it, and the execution
//! works on the copy. So statics start fresh every time, and explorations on
//! other threads do not meet.

use super::access::Handle;
use super::heap::{self, Heap};
use super::image;
use super::observe;
use super::spin;
use super::state::State;
use mazurka_program::{Interrupt, ObjectId, ObjectName, ProcessId};
use std::alloc::Layout;
use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::atomic::{AtomicPtr, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{ptr, slice};

/// The part of an object by which the runtime knows it: the execution in which
/// it was last resolved, and what it was resolved to. Until it has been resolved, it says
/// where the object was made, or how people call it.
pub(crate) struct Tag(AtomicPtr<()>);

const ID_BITS: u32 = 23;
const SERIAL_SHIFT: u32 = ID_BITS + 1;

/// The bit of a tag that was resolved: no address has it.
const RESOLVED: u64 = 1 << 63;

/// The bit of a tag with a name, whose length stands below it. No address is that long.
const NAMED: usize = 1 << 62;
const ABOVE_ADDRESS: u32 = 48;
const LENGTH_MAX: usize = (1 << (62 - ABOVE_ADDRESS)) - 1;

/// What stands above the address in a tag that says where its object was made. Where a program has
/// written something else over an object, that is not taken for a tag.
const MADE: usize = 0x2a5b << ABOVE_ADDRESS;

impl Tag {
    /// The tag of an object that is made by the caller.
    #[track_caller]
    pub(crate) const fn new() -> Tag {
        let made: *const Location<'static> = Location::caller();
        Tag(AtomicPtr::new(
            made.wrapping_byte_add(MADE).cast_mut().cast(),
        ))
    }

    /// The tag of an object with that name.
    pub(crate) const fn named(name: &'static str) -> Tag {
        assert!(
            name.len() <= LENGTH_MAX,
            "the name of an object is too long"
        );
        let mark = NAMED | name.len() << ABOVE_ADDRESS;
        let pointer = name.as_ptr().wrapping_add(mark);
        Tag(AtomicPtr::new(pointer.cast_mut().cast()))
    }

    #[inline]
    pub(super) fn cached(&self, serial: u64) -> Option<Object> {
        Tag::cached_in(self.bits(), serial)
    }

    /// What the bits of a tag say.
    #[inline]
    fn cached_in(bits: u64, serial: u64) -> Option<Object> {
        (bits >> SERIAL_SHIFT == serial | RESOLVED >> SERIAL_SHIFT).then_some(Object {
            id: ObjectId((bits >> 1) as u32 & ((1 << ID_BITS) - 1)),
            foreign: bits & 1 != 0,
        })
    }

    #[inline]
    fn bits(&self) -> u64 {
        self.0.load(Ordering::Relaxed).addr() as u64
    }

    /// What it says of the object, if that has not been resolved.
    fn origin(&self) -> Option<Origin> {
        let pointer = self.0.load(Ordering::Relaxed);
        let mark = pointer.addr() >> ABOVE_ADDRESS << ABOVE_ADDRESS;
        let start = pointer.wrapping_byte_sub(mark);
        if mark as u64 & RESOLVED != 0 || !image::contains(start.addr()) {
            return None;
        }
        if mark == MADE && start.cast::<Location<'_>>().is_aligned() {
            // SAFETY: `Tag::new` made it: nothing else has that mark, with an address in the
            // program below it.
            return Some(Origin::Made(unsafe { &*start.cast() }));
        }
        let length = (mark ^ NAMED) >> ABOVE_ADDRESS;
        if mark & NAMED == 0 || length == 0 || !image::contains(start.addr() + length) {
            return None;
        }
        // SAFETY: it lies in the program, which is mapped and is not written there: `Tag::named`
        // made it, of a constant, or something was written over it.
        let text = unsafe { slice::from_raw_parts(start.cast::<u8>(), length) };
        std::str::from_utf8(text).ok().map(Origin::Named)
    }

    /// What it belongs to is another object from now on.
    pub(crate) fn forget(&mut self) {
        *self.0.get_mut() = ptr::null_mut();
    }

    fn cache(&self, serial: u64, object: Object) {
        let bits = RESOLVED | serial << SERIAL_SHIFT | u64::from(object.id.0) << 1;
        let bits = bits | u64::from(object.foreign);
        self.0.store(
            ptr::without_provenance_mut(bits as usize),
            Ordering::Relaxed,
        );
    }
}

/// What an object says of itself before it is used.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    /// Where it was made.
    Made(&'static Location<'static>),
    /// How the program calls it.
    Named(&'static str),
}

/// What objects outside of executions said of themselves, by address: they are resolved in
/// executions before the one that is recorded.
static OUTSIDE_ORIGINS: Mutex<BTreeMap<usize, Origin>> = Mutex::new(BTreeMap::new());

/// Takes the objects in a block that is freed their tags, and tells which they are. A word that
/// only looks like a tag of this execution is overwritten as well, which does no harm.
pub(super) fn take_tags(block: usize, size: usize, serial: u64, objects: &mut Vec<ObjectId>) {
    let words = (block..block + size / 8 * 8).step_by(8);
    for at in words {
        // SAFETY: the block is memory of a process heap, which stays mapped, and this OS thread
        // is the only one that works on it.
        let bits = unsafe { observe::word(at) };
        if let Some(object) = Tag::cached_in(bits, serial) {
            objects.push(object.id);
            // SAFETY: the program has given the block away, and it is not handed out again
            // before the execution ends.
            unsafe { (at as *mut u64).write(0) };
        }
    }
}

/// An object of the current execution.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Object {
    pub(crate) id: ObjectId,
    /// It lives outside the execution, which has a copy of its value.
    pub(crate) foreign: bool,
}

impl Object {
    pub(super) fn word(self) -> u64 {
        u64::from(self.id.0) << 1 | u64::from(self.foreign)
    }

    pub(super) fn from_word(word: u64) -> Object {
        Object {
            id: ObjectId((word >> 1) as u32),
            foreign: word & 1 != 0,
        }
    }
}

/// What is known of the object with some identifier.
#[derive(Clone, Copy, Default)]
struct Known {
    /// The last execution in which it was touched; the rest is of that one.
    serial: u64,
    /// How many objects have been at this place.
    generations: u32,
    /// The process that holds the mutex, plus one.
    holder: u32,
    /// The copy that was asked for last.
    copy: u32,
    /// What the object holds, as explorers see it.
    value: u64,
    /// Has the value been set, or was it there from the start?
    valued: bool,
    /// When the value last changed, by [`Objects::now`].
    changed: u64,
    /// It was looked at where it should be, and its tag has not been touched.
    phantom: bool,
    /// What people call it.
    noun: Option<&'static str>,
    /// Where its tag lay when it was last used, and by whom it was ever used, a bit for each
    /// process: of cells and atomics, where clocks are kept or could be needed.
    used_at: usize,
    users: u64,
}

/// An atomic that was loaded: how to find its value in other executions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Loaded {
    pub(super) object: ObjectId,
    /// Where the value lies, from the tag, and how large it is.
    pub(super) offset: isize,
    pub(super) size: usize,
}

/// The copy of a part of a static.
struct Copy {
    original: usize,
    at: usize,
    size: usize,
    destructor: Option<Destructor>,
}

/// How to drop the value at a pointer that is kept in erased form.
struct Destructor {
    drop: unsafe fn(*const Erased),
    value: Erased,
}

/// A pointer, thin or wide.
type Erased = [usize; 2];

/// The objects of one exploration.
pub(super) struct Objects {
    known: Vec<Known>,
    copies: Vec<Copy>,
    heap: Heap,
    /// Counts the changes of values.
    changes: u64,
    /// The processes that hold locks together with others, in the order in
    /// which they took them.
    readers: Vec<(ObjectId, ProcessId)>,
    /// By process, the identifiers of the objects at the beginning of its heap,
    /// plus one: the names that programs use most, without hashing.
    ids: Vec<Vec<u32>>,
    /// By object, the identifiers of its first parts, plus one.
    parts: Vec<Vec<u32>>,
}

/// How much of a heap [`Objects::ids`] is for, in words, and how many parts of
/// an object [`Objects::parts`].
const IDS_MAX: usize = 1 << 12;

/// The bit of a process in a word.
pub(super) fn bit_of(process: ProcessId) -> u64 {
    1 << process.index().min(63)
}

/// The bit of all processes that have none of their own.
pub(super) const SHARED: u64 = 1 << 63;

/// The identifier in such a table, if it is known there.
#[inline]
fn known_id(table: &[Vec<u32>], row: usize, column: usize) -> Option<ObjectId> {
    let id = *table.get(row)?.get(column)?;
    id.checked_sub(1).map(ObjectId)
}

fn set_id(table: &mut Vec<Vec<u32>>, row: usize, column: usize, id: ObjectId) {
    if table.len() <= row {
        table.resize(row + 1, Vec::new());
    }
    let columns = &mut table[row];
    if columns.len() <= column {
        columns.resize(column + 1, 0);
    }
    columns[column] = id.0 + 1;
}

/// Where an address lies.
enum Home {
    /// In memory of the current execution, under that creator and place.
    Inside(Option<ProcessId>, u64),
    /// In a static, or in other memory that was there before the execution.
    Outside,
    /// In the heap of an execution that is over, or of another exploration.
    Stale,
}

impl Objects {
    pub(super) fn new(exploration: u32) -> Objects {
        Objects {
            known: Vec::new(),
            copies: Vec::new(),
            heap: Heap::new(Heap::COPIES, exploration),
            changes: 0,
            readers: Vec::new(),
            ids: Vec::new(),
            parts: Vec::new(),
        }
    }

    pub(super) fn begin(&mut self, serial: u64) {
        self.heap.begin(serial);
    }

    pub(super) fn end(&mut self) {
        self.copies.clear();
        self.readers.clear();
        self.heap.end_all();
    }

    pub(super) fn have_destructors(&self) -> bool {
        self.copies.iter().any(|copy| copy.destructor.is_some())
    }

    /// The process that holds a mutex.
    #[inline]
    pub(super) fn holder(&self, object: ObjectId) -> Option<ProcessId> {
        let holder = self.known[object.index()].holder;
        (holder != 0).then(|| ProcessId(holder - 1))
    }

    #[inline]
    pub(super) fn set_holder(&mut self, object: ObjectId, holder: Option<ProcessId>) {
        self.known[object.index()].holder = holder.map_or(0, |process| process.0 + 1);
    }

    /// Tells the memory of the copies of statics, from and to.
    pub(super) fn for_each_extent(&self, f: &mut impl FnMut(usize, usize)) {
        self.heap.for_each_extent(f);
    }

    /// The value that is kept for an object.
    #[inline]
    pub(super) fn value(&self, object: ObjectId) -> u64 {
        self.known[object.index()].value
    }

    #[inline]
    pub(super) fn set_value(&mut self, object: ObjectId, value: u64) {
        let known = &mut self.known[object.index()];
        known.valued = true;
        if known.value != value {
            known.value = value;
            self.changes += 1;
            known.changed = self.changes;
        }
    }

    /// Has it been given a value in this execution?
    #[inline]
    pub(super) fn has_value(&self, object: ObjectId) -> bool {
        self.known[object.index()].valued
    }

    /// Gives an object its first value in an execution.
    #[inline]
    pub(super) fn init_value(&mut self, object: ObjectId, value: u64) {
        if !self.known[object.index()].valued {
            self.set_value(object, value);
        }
    }

    /// How many changes of values there have been: the time by which
    /// [`Objects::any_changed`] tells what is new.
    pub(super) fn now(&self) -> u64 {
        self.changes
    }

    /// Has one of the objects changed after that time?
    pub(super) fn any_changed(&self, objects: &[ObjectId], since: u64) -> bool {
        objects
            .iter()
            .any(|object| self.known[object.index()].changed > since)
    }

    /// What people call the object.
    pub(super) fn noun(&self, object: ObjectId) -> Option<&'static str> {
        self.known.get(object.index())?.noun
    }

    #[inline]
    pub(super) fn set_noun(&mut self, object: ObjectId, noun: &'static str) {
        self.known[object.index()].noun = Some(noun);
    }

    /// Where the tag of a cell or atomic lay when it was last used.
    pub(super) fn used_at(&self, object: ObjectId) -> usize {
        self.known[object.index()].used_at
    }

    /// By whom a cell or atomic was used: a bit for each process.
    pub(super) fn users(&self, object: ObjectId) -> u64 {
        self.known[object.index()].users
    }

    /// A cell or atomic is used whose tag lies there.
    #[inline]
    pub(super) fn note_use(&mut self, object: ObjectId, address: usize, by: ProcessId) {
        let known = &mut self.known[object.index()];
        known.used_at = address;
        known.users |= bit_of(by);
    }

    pub(super) fn add_reader(&mut self, object: ObjectId, process: ProcessId) {
        self.readers.push((object, process));
    }

    /// Takes a process out of those that hold a lock together; false if it was
    /// not among them.
    pub(super) fn remove_reader(&mut self, object: ObjectId, process: ProcessId) -> bool {
        let mut readers = self.readers.iter();
        let found = readers.position(|reader| *reader == (object, process));
        found.map(|nth| self.readers.remove(nth)).is_some()
    }

    /// The processes that hold an object, alone or together.
    pub(super) fn holders_of(&self, object: ObjectId) -> Vec<ProcessId> {
        let readers = self.readers.iter().filter(|(held, _)| *held == object);
        let mut holders: Vec<_> = readers.map(|(_, process)| *process).collect();
        holders.extend(self.holder(object));
        holders
    }

    fn known(&mut self, object: ObjectId) -> &mut Known {
        if self.known.len() <= object.index() {
            self.known.resize(object.index() + 1, Known::default());
        }
        &mut self.known[object.index()]
    }

    /// Where the original of an address in some copy is.
    fn original(&self, address: usize) -> Option<usize> {
        self.copies
            .iter()
            .find(|copy| address.wrapping_sub(copy.at) < copy.size.max(1))
            .map(|copy| copy.original + (address - copy.at))
    }
}

impl State {
    fn home(&self, address: usize) -> Home {
        if heap::contains(address) {
            return match heap::locate(address, self.exploration, self.serial) {
                Some(place) if place.owner == Heap::COPIES => {
                    match self.objects.original(address) {
                        Some(original) => Home::Inside(None, original as u64),
                        None => Home::Stale,
                    }
                }
                Some(place) => Home::Inside(Some(ProcessId(place.owner)), place.offset << 1),
                None => Home::Stale,
            };
        }
        match self.stacks.locate(address) {
            // Heap places are even, stack places odd.
            Some((process, offset)) => {
                Home::Inside(Some(ProcessId(process as u32)), offset << 1 | 1)
            }
            None => Home::Outside,
        }
    }

    /// What an atomic holds in this execution, which may not have touched it so
    /// far; nothing if it does not exist.
    pub(super) fn value_of(&mut self, atomic: &Loaded) -> Option<u64> {
        let name = self.names.object_name(atomic.object);
        let (tag, foreign) = self.address_of(&name)?;
        // SAFETY: it lies on a stack, in a heap or in a static, all of which stay mapped, and
        // other threads write to none of them.
        let bits = unsafe { observe::number(tag, 8) };
        match Tag::cached_in(bits, self.serial) {
            Some(object) if object.id != atomic.object => return None,
            None if name.generation != 0 => return None,
            Some(_) => {}
            None => {
                let known = self.objects.known(atomic.object);
                let is_new = known.serial != self.serial;
                self.register(atomic.object);
                self.objects.known(atomic.object).phantom |= is_new && !foreign;
            }
        }
        if self.memory.is_flushed(atomic.object) {
            return Some(self.objects.value(atomic.object));
        }
        let mut at = tag.wrapping_add_signed(atomic.offset);
        if foreign && let Some(copy) = self.objects.copies.iter().find(|copy| copy.original == at) {
            at = copy.at;
        }
        // SAFETY: the value lies beside the tag, or in a copy, which is mapped as well.
        let bits = unsafe { observe::number(at, atomic.size) };
        Some(match atomic.size {
            8 => self.stable_bits(bits),
            _ => bits,
        })
    }

    /// Where the object of that name should be, and whether that is outside the
    /// execution.
    fn address_of(&self, name: &ObjectName) -> Option<(usize, bool)> {
        let Some(creator) = name.creator else {
            let original = name.place as usize;
            let mut copies = self.objects.copies.iter();
            let copy = copies.find(|copy| original.wrapping_sub(copy.original) < copy.size);
            return Some(match copy {
                Some(copy) => (copy.at + (original - copy.original), false),
                None => (original, true),
            });
        };
        let offset = name.place >> 1;
        let address = if name.place & 1 == 0 {
            let process = self.processes.get(creator)?;
            process.heap.address(offset)
        } else {
            self.stacks.address(creator.index(), offset)
        };
        address.map(|address| (address, false))
    }

    /// Does the address lie in the heap of some process, or in a copy?
    pub(super) fn is_in_some_heap(&self, address: usize) -> bool {
        heap::contains(address) && heap::locate(address, self.exploration, self.serial).is_some()
    }

    /// The process in whose heap an object was made, and where there.
    pub(super) fn maker(&self, object: ObjectId) -> Option<(ProcessId, u64)> {
        let name = self.names.object_name(object);
        // Heap places are even, stack places odd.
        let is_in_heap = name.place & 1 == 0;
        Some((name.creator.filter(|_| is_in_heap)?, name.place >> 1))
    }

    /// The object that a tag belongs to, at its first touch in this execution.
    #[cold]
    pub(super) fn touch(&mut self, tag: &Tag) -> Object {
        let address = std::ptr::from_ref(tag) as usize;
        let (name, foreign) = self.name(address);
        let mut id = self.identify(name);
        let serial = self.serial;
        let known = self.objects.known(id);
        if known.serial != serial {
            *known = Known {
                serial,
                generations: 1,
                ..Known::default()
            };
        } else if std::mem::take(&mut known.phantom) {
            // Its value was asked for, though it had not been touched.
        } else if !foreign && heap::is_freed(address) {
            // It has lost its tag by that, and is the same: the order of a free and an access
            // that are unordered must not change names.
            let generation = known.generations - 1;
            id = self.names.object(ObjectName { generation, ..name });
        } else if !foreign {
            // Another object was here before, or its memory was written over.
            let generation = known.generations;
            known.generations += 1;
            id = self.names.object(ObjectName { generation, ..name });
            *self.objects.known(id) = Known {
                serial,
                ..Known::default()
            };
        }
        self.check_count(id);
        if !foreign {
            self.look_for_free(address);
        }
        let object = Object { id, foreign };
        self.current().resolved = (id, address);
        let before = tag.bits();
        if foreign || self.recorder.is_some() {
            self.note_origin(object, tag);
        }
        tag.cache(serial, object);
        let after = tag.bits();
        spin::tag_written(self, address, before, after);
        object
    }

    /// Keeps in mind what an object says of itself.
    fn note_origin(&mut self, object: Object, tag: &Tag) {
        let mut origin = tag.origin();
        if object.foreign && (origin.is_some() || self.recorder.is_some()) {
            let address = ptr::from_ref(tag) as usize;
            let known = OUTSIDE_ORIGINS.lock();
            let mut known = known.unwrap_or_else(PoisonError::into_inner);
            match origin {
                Some(origin) => drop(known.insert(address, origin)),
                None => origin = known.get(&address).copied(),
            }
        }
        if let (Some(recorder), Some(origin)) = (&mut self.recorder, origin) {
            recorder.recording.origins.insert(object.id, origin);
        }
    }

    /// The identifier of an object that has an address.
    #[inline]
    fn identify(&mut self, name: ObjectName) -> ObjectId {
        let word = (name.place >> 4) as usize;
        // Heap places are even, and tags lie at whole words.
        match name.creator {
            Some(creator) if name.place & 15 == 0 && word < IDS_MAX => {
                let known = known_id(&self.objects.ids, creator.index(), word);
                known.unwrap_or_else(|| {
                    let id = self.names.object(name);
                    set_id(&mut self.objects.ids, creator.index(), word, id);
                    id
                })
            }
            _ => self.names.object(name),
        }
    }

    /// The identifier of a part of an object.
    #[inline]
    pub(super) fn identify_part(&mut self, object: ObjectId, part: u64) -> ObjectId {
        let known = known_id(&self.objects.parts, object.index(), part as usize);
        known.unwrap_or_else(|| {
            let whole = self.names.object_name(object);
            debug_assert_eq!(whole.part, 0, "parts have no parts");
            let id = self.names.object(ObjectName { part, ..whole });
            if (part as usize) < IDS_MAX {
                set_id(&mut self.objects.parts, object.index(), part as usize, id);
            }
            id
        })
    }

    /// The object at an address without a tag.
    pub(super) fn touch_address(&mut self, address: usize) -> ObjectId {
        let (name, _) = self.name(address);
        let id = self.names.object(name);
        self.register(id);
        id
    }

    /// Makes an object known that is named by other means than an address.
    pub(super) fn register(&mut self, id: ObjectId) {
        let serial = self.serial;
        let known = self.objects.known(id);
        if known.serial != serial {
            *known = Known {
                serial,
                generations: 1,
                ..Known::default()
            };
        }
        self.check_count(id);
    }

    fn name(&mut self, address: usize) -> (ObjectName, bool) {
        let (creator, place, foreign) = match self.home(address) {
            Home::Inside(creator, place) => (creator, place, false),
            Home::Outside => (None, address as u64, true),
            Home::Stale => {
                self.interrupt(Interrupt::Error(STALE.to_owned()));
                (None, address as u64, true)
            }
        };
        let name = ObjectName {
            creator,
            place,
            generation: 0,
            part: 0,
        };
        (name, foreign)
    }

    fn check_count(&mut self, id: ObjectId) {
        if id.0 >> ID_BITS != 0 {
            let message = "the program has more than 8 million objects".to_owned();
            self.interrupt(Interrupt::Error(message));
        }
    }

    /// A value that does not depend on where memory happens to be: an address
    /// of the current execution becomes its name.
    pub(super) fn stable_bits(&self, value: u64) -> u64 {
        let address = value as usize;
        match self.home(address) {
            Home::Inside(None, original) => original,
            Home::Inside(Some(owner), place) => {
                // The low bits stay as they are: programs keep flags in them.
                let (offset, stack) = (place >> 1, place & 1);
                1 << 63 | stack << 62 | u64::from(owner.0) << 40 | offset
            }
            Home::Outside | Home::Stale => value,
        }
    }

    /// Where the value of a part of a foreign object is in this execution.
    pub(super) fn copy<T: ?Sized>(&mut self, object: ObjectId, in_place: *mut T) -> *mut T {
        let original = in_place.cast::<u8>() as usize;
        let copies = &self.objects.copies;
        let last = self.objects.known[object.index()].copy as usize;
        if let Some(copy) = copies.get(last).filter(|copy| copy.original == original) {
            return redirected(in_place, copy.at);
        }
        if let Some(nth) = copies.iter().position(|copy| copy.original == original) {
            self.objects.known[object.index()].copy = nth as u32;
            return redirected(in_place, copies[nth].at);
        }
        spin::while_copying(self, |state| state.make_copy(in_place))
    }

    #[cold]
    fn make_copy<T: ?Sized>(&mut self, in_place: *mut T) -> *mut T {
        let original = in_place.cast::<u8>() as usize;
        // SAFETY: it is a part of an object that the caller has a reference to, and only its
        // layout is asked for.
        let layout = Layout::for_value(unsafe { &*in_place });
        let drops = std::mem::needs_drop::<T>();
        if drops && !image::contains(original) {
            self.interrupt(Interrupt::Error(OUTSIDE.to_owned()));
        }
        let room = layout.size() + layout.align().max(16) + 16;
        let Some(block) = self.objects.heap.allocate(room, 16) else {
            let message = "no address space is left for copies of statics".to_owned();
            self.interrupt(Interrupt::Error(message));
            return in_place;
        };
        // The low bits are those of the original: programs keep flags beside addresses.
        let at = (block as usize).next_multiple_of(layout.align().max(16)) + original % 16;
        // SAFETY: the block has room for the value at `at`, and is fresh. The original is a
        // value of that layout, and no execution writes to it: all work on copies.
        unsafe { (at as *mut u8).copy_from_nonoverlapping(original as *const u8, layout.size()) };
        let copy = redirected(in_place, at);
        self.objects.copies.push(Copy {
            original,
            at,
            size: layout.size(),
            destructor: (drops && self.interrupt.is_none()).then(|| Destructor {
                drop: drop_erased::<T>,
                value: erase(copy),
            }),
        });
        copy
    }
}

/// The same pointer, wide or thin, to another address.
fn redirected<T: ?Sized>(pointer: *mut T, address: usize) -> *mut T {
    let mut redirected = pointer;
    // SAFETY: the address is the first word of a pointer, wide or thin.
    unsafe { (&raw mut redirected).cast::<usize>().write(address) };
    redirected
}

fn erase<T: ?Sized>(pointer: *mut T) -> Erased {
    let mut erased = [0; 2];
    debug_assert!(size_of::<*mut T>() <= size_of::<Erased>());
    // SAFETY: a pointer, wide or thin, is at most two words.
    unsafe { (&raw mut erased).cast::<*mut T>().write(pointer) };
    erased
}

/// # Safety
/// `erased` is a pointer to a live `T`, made by [`erase`].
unsafe fn drop_erased<T: ?Sized>(erased: *const Erased) {
    // SAFETY: `erase` wrote a pointer to a `T` there, and the `T` is alive, says the caller. It
    // is dropped once, since its destructor is taken before it is called.
    unsafe { erased.cast::<*mut T>().read().drop_in_place() }
}

/// Drops the copies of statics, the last first. User code: runs on a fiber.
pub(super) fn drop_copies(rt: Handle) {
    loop {
        let mut state = rt.state();
        let mut copies = state.objects.copies.iter_mut().rev();
        let Some(Destructor { drop, value }) = copies.find_map(|copy| copy.destructor.take())
        else {
            return;
        };
        std::mem::drop(copies);
        std::mem::drop(state);
        // SAFETY: the copy is alive until its execution has ended. The destructor was taken out
        // of it, so it has not been dropped before, and is not again.
        unsafe { drop(&raw const value) };
    }
}

const STALE: &str = "an object that was created in an earlier execution of the program, or by \
     another check, is used again. Every execution must start from the same state: create the \
     object inside the checked closure, or use `mazurka::lazy_static!`";

const OUTSIDE: &str = "an object whose value has a destructor was created outside the checked \
     closure, so that an execution cannot have a copy of it. Create it inside the closure";

#[cfg(test)]
mod tests {
    use super::*;

    static NAMED_ONE: Tag = Tag::named("head");
    static MADE_ONE: Tag = Tag::new();

    #[test]
    fn a_tag_says_where_its_object_comes_from() {
        assert_eq!(NAMED_ONE.origin(), Some(Origin::Named("head")));
        for tag in [&MADE_ONE, &Tag::new()] {
            let Some(Origin::Made(at)) = tag.origin() else {
                panic!("it was made");
            };
            assert_eq!(at.file(), file!());
        }
        assert_eq!(NAMED_ONE.cached(7), None);
        let mut tag = Tag::new();
        let object = Object {
            id: ObjectId(3),
            foreign: true,
        };
        tag.cache(7, object);
        assert_eq!((tag.cached(7), tag.cached(8)), (Some(object), None));
        assert_eq!(tag.origin(), None);
        tag.forget();
        assert_eq!((tag.cached(0), tag.origin()), (None, None));
    }

    /// What a program writes over an object is not taken for a tag.
    #[test]
    fn what_is_no_tag_says_nothing() {
        let text = "some text";
        let function = Tag::origin as *const () as usize;
        let words = [
            1,
            2.0_f64.to_bits() as usize,
            usize::MAX >> 1,
            text.as_ptr() as usize,
            function,
            NAMED,
            NAMED | function,
            MADE,
            MADE | 4096,
            (&raw const text) as usize | MADE,
        ];
        for word in words {
            let tag = Tag(AtomicPtr::new(ptr::without_provenance_mut(word)));
            assert_eq!(tag.origin(), None, "{word:x}");
        }
    }
}
