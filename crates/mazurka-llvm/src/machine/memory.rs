//! The memory of a program: objects, each in a window of addresses of its own.
//!
//! All bytes lie in one vector, with another beside it that says which bits have
//! never been written; objects are ranges of it. So a state of memory is copied by
//! copying a few vectors, and going back to the start costs as much as was changed.

use super::fault::Fault;
use super::spin::Looks;
use super::stop::{CHUNK, Stop};
use crate::address::{self, Window};
use crate::code::{Code, Word};
use mazurka_program::memory;
use rustc_hash::FxHashMap;
use std::ops::Range;

/// An object of the current execution.
pub(crate) type ObjectIndex = u32;

/// The owner of an object that no thread has used alone.
pub(crate) const NO_OWNER: u32 = u32::MAX;

/// What an object is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Origin {
    Global,
    ThreadLocal,
    Stack,
    Heap,
}

/// The life of an object.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Life {
    Live,
    /// It has been freed: the thread, and where, as a place and one more.
    Freed(u32, u32),
    /// The function that it belonged to has returned.
    Returned,
    /// The thread that it belonged to has ended.
    Left,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Object {
    /// Where its bytes begin.
    pub(crate) start: usize,
    pub(crate) size: u64,
    pub(crate) window: Window,
    /// Where such objects come from: what is learnt of one holds for all.
    pub(crate) site: u32,
    /// The only thread that has used it, if it is not shared.
    pub(crate) owner: u32,
    pub(crate) origin: Origin,
    pub(crate) life: Life,
    pub(crate) is_shared: bool,
    pub(crate) is_constant: bool,
    /// It may be freed while others access it: all accesses must be known.
    pub(crate) is_freed: bool,
    /// Where it was made: a place and one more, or zero.
    pub(crate) place: u32,
    /// The table of its cells' identifiers, or [`NO_TABLE`].
    pub(crate) table: u32,
    /// Tells it from others that have had its place.
    pub(crate) birth: u64,
}

/// No table of cells yet.
pub(crate) const NO_TABLE: u32 = u32::MAX;

/// The objects of an arena, by number: their indices and one more, or zero.
#[derive(Clone, Debug, Default)]
struct Arena {
    small: Vec<ObjectIndex>,
    large: Vec<ObjectIndex>,
}

/// When changes are not logged, it is noted which pages of this size they are in.
const PAGE: usize = 256;

/// A change of memory, to be undone.
#[derive(Clone, Debug)]
enum Change {
    /// Up to eight bytes were these.
    Word {
        at: usize,
        size: u8,
        bits: u64,
        undefined: u64,
    },
    /// Bytes were these.
    Bytes {
        at: usize,
        data: Box<[u8]>,
        undefined: Box<[u8]>,
    },
    /// An object had no owner.
    Owner(ObjectIndex),
    /// An object was made, in fresh room or in that of a dead one; and in the place of
    /// that record.
    Made {
        index: ObjectIndex,
        is_fresh: bool,
        instead: Option<Box<Object>>,
    },
    /// An object's life ended.
    Ended(ObjectIndex),
}

/// A log of more changed words than this is given up: what made them is better run again.
const MOST_CHANGES: usize = 100_000;

#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    pub(crate) data: Vec<u8>,
    pub(crate) undefined: Vec<u8>,
    pub(crate) objects: Vec<Object>,
    arenas: Vec<Arena>,
    /// By arena: the place in `arenas`, for the deep ones.
    deep: FxHashMap<u32, usize>,
    /// Ranges of freed objects, by the binary logarithm of their sizes.
    free: Vec<Vec<usize>>,
    /// Has the page changed since the start?
    dirty: Vec<bool>,
    dirty_pages: Vec<u32>,
    used: u64,
    log: Vec<Change>,
    /// How many words the log holds in changes of many bytes.
    bulk: usize,
    follows: Follows,
    /// Is all to be taken back soon?
    is_attempt: bool,
    /// Who came to own what in something that was taken back.
    owned: Vec<(ObjectIndex, u32)>,
    /// How many objects have been made, in all executions.
    births: u64,
    /// Whether to stop.
    pub(crate) stop: Stop,
}

/// How changes are followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
enum Follows {
    /// By the pages that they are in.
    #[default]
    Pages,
    /// Not at all: all must be made anew.
    Nothing,
    /// By a log.
    Log,
}

/// What there was before something is done that is taken back again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Attempt {
    follows: Follows,
    /// Is it within another?
    is_inner: bool,
    /// How many changes had been logged.
    pub(crate) logged: usize,
}

/// Where the first variables of the program begin in `data`, and how they were.
#[derive(Clone, Debug, Default)]
pub(crate) struct Image {
    data: Vec<u8>,
    /// Where in `data` there may be something but zeros.
    written: Vec<Range<usize>>,
    objects: Vec<Object>,
}

impl Image {
    /// The variables of a program, before it starts.
    pub(crate) fn new(code: &Code) -> Image {
        let mut image = Image::default();
        let room = |size: u64| usize::try_from(size.next_multiple_of(8));
        let room = |size: u64| room(size).expect("its size was checked");
        // All at once: pages of zeros that are not touched cost nothing.
        image.data = vec![0; code.globals.iter().map(|global| room(global.size)).sum()];
        let mut end = 0;
        for (global, number) in code.globals.iter().zip(0..) {
            let start = end;
            end += room(global.size);
            let written = start..start + global.bytes.len();
            if !written.is_empty() {
                image.data[written.clone()].copy_from_slice(&global.bytes);
                image.written.push(written);
            }
            image.objects.push(Object {
                start,
                size: global.size,
                window: Window {
                    arena: address::GLOBALS,
                    number: number + 1,
                    is_large: global.size > address::SMALL,
                },
                site: number,
                owner: NO_OWNER,
                origin: Origin::Global,
                life: Life::Live,
                is_shared: false,
                is_constant: global.is_constant,
                is_freed: false,
                place: global.place,
                table: NO_TABLE,
                birth: 0,
            });
        }
        image
    }
}

impl Memory {
    /// Goes back to the start.
    pub(crate) fn start(&mut self, image: &Image, is_shared: impl Fn(u32) -> bool) {
        let size = image.data.len();
        if self.data.len() < size || self.follows != Follows::Pages {
            self.dirty_pages.clear();
            self.begin(image);
        } else {
            for page in self.dirty_pages.drain(..) {
                let from = page as usize * PAGE;
                let to = (from + PAGE).min(size);
                self.dirty[page as usize] = false;
                if from < to {
                    self.data[from..to].copy_from_slice(&image.data[from..to]);
                    self.undefined[from..to].fill(0);
                }
            }
            self.data.truncate(size);
            self.undefined.truncate(size);
        }
        if self.follows == Follows::Log {
            self.follows = Follows::Nothing;
        }
        // Only what the variables of the program occupy is saved.
        self.dirty.clear();
        self.dirty.resize(size.div_ceil(PAGE), false);
        self.free.iter_mut().for_each(Vec::clear);
        for arena in &mut self.arenas {
            arena.small.clear();
            arena.large.clear();
        }
        self.clear_log();
        self.objects.clear();
        self.used = size as u64;
        for (object, index) in image.objects.iter().zip(0..) {
            self.objects.push(Object {
                is_shared: !object.is_constant && is_shared(object.site),
                ..*object
            });
            self.enter(object.window, index);
        }
    }

    /// Fills memory with the first values of variables.
    fn begin(&mut self, image: &Image) {
        let size = image.data.len();
        if size <= CHUNK {
            self.data.clone_from(&image.data);
            self.undefined.clear();
            self.undefined.resize(size, 0);
            return;
        }
        // New pages of zeros cost only what is touched of them.
        (self.data, self.undefined) = (Vec::new(), Vec::new());
        (self.data, self.undefined) = (vec![0; size], vec![0; size]);
        for written in &image.written {
            let (data, start) = (&mut self.data, written.start);
            self.stop.in_pieces(written.len(), |done, length| {
                let range = start + done..start + done + length;
                data[range.clone()].copy_from_slice(&image.data[range]);
            });
        }
    }

    fn arena(&mut self, arena: u32) -> &mut Arena {
        let place = if arena < address::DEEP {
            arena as usize
        } else {
            let next = self.arenas.len().max(address::DEEP as usize);
            *self.deep.entry(arena).or_insert(next)
        };
        if self.arenas.len() <= place {
            self.arenas.resize_with(place + 1, Arena::default);
        }
        &mut self.arenas[place]
    }

    fn enter(&mut self, window: Window, index: ObjectIndex) {
        let arena = self.arena(window.arena);
        let table = match window.is_large {
            true => &mut arena.large,
            false => &mut arena.small,
        };
        let number = window.number as usize;
        if table.len() <= number {
            table.resize(number + 1, 0);
        }
        table[number] = index + 1;
    }

    /// The object that an address means, and how far from its start it is.
    #[inline]
    pub(crate) fn find(&self, address: u64) -> Option<(ObjectIndex, i64)> {
        if address >> 61 == 0 {
            let arena = self
                .arenas
                .get((address >> address::WINDOW_BITS) as usize & 0x3ff)?;
            let index = arena.small.get((address >> 30) as usize)?.checked_sub(1)?;
            let within = address & ((1 << address::WINDOW_BITS) - 1);
            return Some((index, within as i64 - address::LEAD as i64));
        }
        self.find_other(address)
    }

    #[cold]
    fn find_other(&self, address: u64) -> Option<(ObjectIndex, i64)> {
        let (window, offset) = Window::of(address)?;
        let place = match window.arena < address::DEEP {
            true => window.arena as usize,
            false => *self.deep.get(&window.arena)?,
        };
        let arena = self.arenas.get(place)?;
        let table = match window.is_large {
            true => &arena.large,
            false => &arena.small,
        };
        let index = table.get(window.number as usize)?.checked_sub(1)?;
        Some((index, offset))
    }

    /// The object that has `size` bytes at `address`, and where in it they are.
    #[inline]
    pub(crate) fn resolve(&self, address: u64, size: u64) -> Result<(ObjectIndex, u64), Fault> {
        if let Some((index, offset)) = self.find(address) {
            let object = &self.objects[index as usize];
            if offset >= 0
                && (offset as u64)
                    .checked_add(size)
                    .is_some_and(|end| end <= object.size)
                && object.life == Life::Live
            {
                return Ok((index, offset as u64));
            }
        }
        Err(self.fault(address, size))
    }

    #[cold]
    fn fault(&self, address: u64, size: u64) -> Fault {
        if address < 0x1000 {
            return Fault::Null { address };
        }
        let Some((object, offset)) = self.find(address) else {
            return Fault::Wild { address };
        };
        let end = (offset as u64).checked_add(size);
        let is_inside =
            offset >= 0 && end.is_some_and(|end| end <= self.objects[object as usize].size);
        // What is outside of an object is no event, so it must not matter when that has ended.
        match is_inside {
            true => Fault::Dead { object, offset },
            false => Fault::Bounds {
                object,
                offset,
                size,
            },
        }
    }

    /// Makes an object of undefined bytes (or zeros); in the place of a dead one, if
    /// that is given. None if there is no more room.
    pub(crate) fn make(
        &mut self,
        object: Object,
        is_zero: bool,
        instead: Option<ObjectIndex>,
        looks: &mut Looks,
    ) -> Option<ObjectIndex> {
        self.used = self.used.checked_add(object.size)?;
        let size = object.size as usize;
        if self.used > memory::most() || memory::is_exceeded() {
            return None;
        }
        let class = size_class(size);
        let free = self.free.get_mut(class).and_then(Vec::pop);
        let start = match free {
            Some(start) => {
                self.log_bytes(start, size);
                start
            }
            None if !memory::has_room(2 << class) => return None,
            None => {
                let start = self.data.len();
                let Memory {
                    data,
                    undefined,
                    stop,
                    ..
                } = self;
                for bytes in [&mut *data, &mut *undefined] {
                    memory::grow(bytes, 1 << class);
                }
                stop.in_pieces(1 << class, |from, length| {
                    data.resize(start + from + length, 0);
                    undefined.resize(start + from + length, 0);
                });
                start
            }
        };
        if looks.is_active() {
            // What it is filled with at first is a change like others.
            looks.change(self, start, size);
        }
        self.put(start, size, 0, if is_zero { 0 } else { 0xff });
        if self.stop.was_seen() {
            return None;
        }
        self.births += 1;
        let birth = self.births;
        let object = Object {
            start,
            birth,
            ..object
        };
        let made = |index, instead| Change::Made {
            index,
            is_fresh: free.is_none(),
            instead,
        };
        if let Some(index) = instead {
            let dead = std::mem::replace(&mut self.objects[index as usize], object);
            if self.follows == Follows::Log {
                self.push(made(index, Some(Box::new(dead))));
            }
            return Some(index);
        }
        let index = u32::try_from(self.objects.len()).ok()?;
        self.objects.push(object);
        self.enter(object.window, index);
        if self.follows == Follows::Log {
            self.push(made(index, None));
        }
        Some(index)
    }

    /// Ends the life of an object that is not a variable of the program.
    pub(crate) fn end(&mut self, index: ObjectIndex, life: Life) {
        let object = &mut self.objects[index as usize];
        debug_assert!(object.life == Life::Live, "an object dies once");
        object.life = life;
        // Others may still look at what is shared, or store to it too late.
        if !object.is_shared {
            let object = *object;
            self.used -= object.size;
            let class = size_class(object.size as usize);
            if self.free.len() <= class {
                self.free.resize_with(class + 1, Vec::new);
            }
            self.free[class].push(object.start);
        }
        if self.follows == Follows::Log {
            self.push(Change::Ended(index));
        }
    }

    /// Gives an object its first owner.
    pub(crate) fn own(&mut self, index: ObjectIndex, owner: u32) {
        debug_assert_eq!(self.objects[index as usize].owner, NO_OWNER);
        self.objects[index as usize].owner = owner;
        if self.follows == Follows::Log {
            self.push(Change::Owner(index));
        }
    }

    /// Follows changes by pages from the next start on (which is the default), or not
    /// at all until [`Memory::begin_log`].
    pub(crate) fn set_logs(&mut self, logs: bool) {
        // What was not followed is made anew at the next start.
        self.data.clear();
        self.follows = match logs {
            true => Follows::Nothing,
            false => Follows::Pages,
        };
    }

    /// Logs changes from now on, until the next start.
    pub(crate) fn begin_log(&mut self) {
        self.clear_log();
        self.follows = Follows::Log;
    }

    fn clear_log(&mut self) {
        self.log.clear();
        self.bulk = 0;
    }

    /// How many changes have been logged; none if the log was given up.
    pub(crate) fn logged(&self) -> Option<usize> {
        (self.follows == Follows::Log).then_some(self.log.len())
    }

    /// Logs changes from now on that are to be taken back, all of them.
    pub(crate) fn begin_attempt(&mut self) -> Attempt {
        let follows = self.follows;
        if follows != Follows::Log {
            self.begin_log();
        }
        let is_inner = std::mem::replace(&mut self.is_attempt, true);
        Attempt {
            follows,
            is_inner,
            logged: self.log.len(),
        }
    }

    /// The place in the log now, and in the order in which objects are made.
    pub(crate) fn now(&self) -> (usize, u64) {
        (self.log.len(), self.births)
    }

    /// Has something changed, as far as that was logged, that a thread had for itself before?
    pub(crate) fn has_changed_own(&self, (logged, births): (usize, u64)) -> bool {
        let was_own = |object: &Object| !object.is_shared && object.birth <= births;
        let has_changed = |at: usize| {
            let is_in = |object: &&Object| {
                let range = object.start..object.start + object.size as usize;
                object.life == Life::Live && range.contains(&at)
            };
            self.objects.iter().filter(is_in).any(was_own)
        };
        let mut changes = self.log[logged..].iter();
        changes.any(|change| match change {
            _ if self.stop.is_set() => true,
            Change::Word { at, .. } | Change::Bytes { at, .. } => has_changed(*at),
            Change::Ended(index) => was_own(&self.objects[*index as usize]),
            Change::Owner(_) | Change::Made { .. } => false,
        })
    }

    /// They have been taken back. Who has used what no other thread had, owns that all the
    /// same: what it waits for depends on it, so another thread must be noticed.
    pub(crate) fn end_attempt(&mut self, attempt: Attempt) {
        if attempt.is_inner {
            return;
        }
        self.is_attempt = false;
        self.follows = attempt.follows;
        for (index, owner) in std::mem::take(&mut self.owned) {
            let object = self.objects.get(index as usize);
            if object.is_some_and(|object| object.owner == NO_OWNER) {
                self.own(index, owner);
            }
        }
    }

    #[inline]
    fn push(&mut self, change: Change) {
        if self.has_room(0) {
            return self.log.push(change);
        }
        self.give_up_log();
    }

    /// Is there room in the log for a change of that many words?
    #[inline]
    fn has_room(&self, words: usize) -> bool {
        self.log.len() + self.bulk + words < MOST_CHANGES || self.is_attempt
    }

    fn give_up_log(&mut self) {
        self.log = Vec::new();
        self.bulk = 0;
        self.follows = Follows::Nothing;
    }

    fn log_bytes(&mut self, at: usize, size: usize) {
        if self.follows == Follows::Log && !self.has_room(size / 8) {
            self.give_up_log();
        }
        if self.follows == Follows::Log {
            self.bulk += size / 8;
            let range = at..at + size;
            let (data, undefined) = (&self.data[range.clone()], &self.undefined[range]);
            let change = Change::Bytes {
                at,
                data: data.into(),
                undefined: undefined.into(),
            };
            self.push(change);
        }
    }

    /// Undoes all changes but the first `keep`.
    pub(crate) fn undo(&mut self, keep: usize) {
        while self.log.len() > keep {
            match self.log.pop().expect("there is one") {
                Change::Word {
                    at,
                    size,
                    bits,
                    undefined,
                } => {
                    write(&mut self.data, at, size, bits);
                    write(&mut self.undefined, at, size, undefined);
                }
                Change::Bytes {
                    at,
                    data,
                    undefined,
                } => {
                    self.bulk -= data.len() / 8;
                    self.data[at..at + data.len()].copy_from_slice(&data);
                    self.undefined[at..at + data.len()].copy_from_slice(&undefined);
                }
                Change::Owner(index) => {
                    let owner = &mut self.objects[index as usize].owner;
                    let was = std::mem::replace(owner, NO_OWNER);
                    if self.is_attempt {
                        self.owned.push((index, was));
                    }
                }
                Change::Made {
                    index,
                    is_fresh,
                    instead,
                } => self.unmake(index, is_fresh, instead),
                Change::Ended(index) => {
                    let object = &mut self.objects[index as usize];
                    object.life = Life::Live;
                    if !object.is_shared {
                        self.used += object.size;
                        self.free[size_class(object.size as usize)].pop();
                    }
                }
            }
        }
    }

    fn unmake(&mut self, index: ObjectIndex, is_fresh: bool, instead: Option<Box<Object>>) {
        let object = self.objects[index as usize];
        self.used -= object.size;
        if is_fresh {
            self.data.truncate(object.start);
            self.undefined.truncate(object.start);
        } else {
            let class = size_class(object.size as usize);
            self.free[class].push(object.start);
        }
        match instead {
            Some(dead) => self.objects[index as usize] = *dead,
            None => {
                self.objects.pop();
                let arena = self.arena(object.window.arena);
                let table = match object.window.is_large {
                    true => &mut arena.large,
                    false => &mut arena.small,
                };
                table[object.window.number as usize] = 0;
            }
        }
    }

    pub(crate) fn object(&self, index: ObjectIndex) -> &Object {
        &self.objects[index as usize]
    }

    /// The address of a place in an object.
    pub(crate) fn address(&self, index: ObjectIndex, offset: u64) -> u64 {
        let window = self.objects[index as usize].window;
        window.address().expect("it was made there") + offset
    }

    /// Up to eight bytes at a place in `data`.
    #[inline]
    pub(crate) fn read(&self, at: usize, size: u8) -> Word {
        Word {
            bits: read(&self.data, at, size),
            undefined: read(&self.undefined, at, size),
        }
    }

    /// Writes up to eight bytes.
    #[inline]
    pub(crate) fn write(&mut self, at: usize, size: u8, word: Word) {
        if self.follows == Follows::Log {
            let before = self.read(at, size);
            self.push(Change::Word {
                at,
                size,
                bits: before.bits,
                undefined: before.undefined,
            });
        }
        self.touch(at, size as usize);
        write(&mut self.data, at, size, word.bits);
        write(&mut self.undefined, at, size, word.undefined);
    }

    /// Notes that bytes are about to change.
    #[inline]
    fn touch(&mut self, at: usize, size: usize) {
        if self.follows != Follows::Pages {
            return;
        }
        let last = (at + size.max(1) - 1) / PAGE;
        for page in at / PAGE..=last {
            if let Some(is_dirty) = self.dirty.get_mut(page)
                && !*is_dirty
            {
                *is_dirty = true;
                self.dirty_pages.push(page as u32);
            }
        }
    }

    /// Copies bytes, with their definedness.
    pub(crate) fn copy(&mut self, from: usize, to: usize, size: usize) {
        self.log_bytes(to, size);
        self.touch(to, size);
        let Memory {
            data,
            undefined,
            stop,
            ..
        } = self;
        stop.in_pieces(size, |done, length| {
            // Of ranges that overlap, no byte is written before it was read.
            let offset = if to > from {
                size - done - length
            } else {
                done
            };
            let source = from + offset..from + offset + length;
            data.copy_within(source.clone(), to + offset);
            undefined.copy_within(source, to + offset);
        });
    }

    /// Fills bytes.
    pub(crate) fn fill(&mut self, to: usize, size: usize, byte: u8, undefined: u8) {
        self.log_bytes(to, size);
        self.touch(to, size);
        self.put(to, size, byte, undefined);
    }

    fn put(&mut self, to: usize, size: usize, byte: u8, undefined: u8) {
        let Memory {
            data,
            undefined: beside,
            stop,
            ..
        } = self;
        stop.in_pieces(size, |done, length| {
            let range = to + done..to + done + length;
            data[range.clone()].fill(byte);
            beside[range].fill(undefined);
        });
    }
}

/// The binary logarithm of the room that an object of that size gets.
fn size_class(size: usize) -> usize {
    size.max(8).next_power_of_two().trailing_zeros() as usize
}

#[inline]
fn read(bytes: &[u8], at: usize, size: u8) -> u64 {
    match size {
        1 => u64::from(bytes[at]),
        2 => u64::from(u16::from_le_bytes(take(bytes, at))),
        4 => u64::from(u32::from_le_bytes(take(bytes, at))),
        8 => u64::from_le_bytes(take(bytes, at)),
        _ => {
            let mut value = [0; 8];
            value[..size as usize].copy_from_slice(&bytes[at..at + size as usize]);
            u64::from_le_bytes(value)
        }
    }
}

#[inline]
fn take<const N: usize>(bytes: &[u8], at: usize) -> [u8; N] {
    *bytes[at..].first_chunk().expect("it is in bounds")
}

#[inline]
fn write(bytes: &mut [u8], at: usize, size: u8, value: u64) {
    let value = value.to_le_bytes();
    match size {
        1 => bytes[at] = value[0],
        2 => bytes[at..at + 2].copy_from_slice(&value[..2]),
        4 => bytes[at..at + 4].copy_from_slice(&value[..4]),
        8 => bytes[at..at + 8].copy_from_slice(&value),
        _ => bytes[at..at + size as usize].copy_from_slice(&value[..size as usize]),
    }
}
