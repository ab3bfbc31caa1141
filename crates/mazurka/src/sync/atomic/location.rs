//! A location of shared memory: what all atomic types are made of.
//!
//! Each method is one operation of the program under test: it names the
//! location, announces what it will do, waits until the process is chosen,
//! does it, and tells what it did.

use super::announced::Announced;
use crate::cell::{report_race, report_unmade, with_clocks};
use crate::rt::race::{Conflict, Place};
use crate::rt::{self, LookWord, Looked, Object, PendingStore, Plain, Tag, View, Word};
use mazurka_check::SiteKind;
use mazurka_program::{Access, Kind, ObjectId, Order};
use std::cell::UnsafeCell;
use std::fmt;
use std::mem::MaybeUninit;
use std::panic::Location as SourceLocation;
use std::sync::atomic::Ordering;

/// What a location can hold.
pub(super) trait Value: Copy + PartialEq + fmt::Debug {
    /// The value as the explorers see it: zero-extended, and the same in every
    /// execution. An address on a heap or stack of the program is not, so it
    /// becomes its stable name; a word may hold an address, so it is asked too.
    fn bits(self) -> u64;

    /// What a location of it is called in Rust.
    const ATOMIC: &'static str;
}

macro_rules! value {
    ($($int:ident as $unsigned:ident is $atomic:ident)*) => {$(
        impl Value for $int {
            const ATOMIC: &'static str = stringify!($atomic);

            fn bits(self) -> u64 {
                u64::from(self as $unsigned)
            }
        }
    )*};
    (word $($int:ident is $atomic:ident)*) => {$(
        impl Value for $int {
            const ATOMIC: &'static str = stringify!($atomic);

            fn bits(self) -> u64 {
                rt::stable_bits(self as u64)
            }
        }
    )*};
}

value!(i8 as u8 is AtomicI8 u8 as u8 is AtomicU8);
value!(i16 as u16 is AtomicI16 u16 as u16 is AtomicU16);
value!(i32 as u32 is AtomicI32 u32 as u32 is AtomicU32 bool as u8 is AtomicBool);
value!(word i64 is AtomicI64 u64 is AtomicU64 isize is AtomicIsize usize is AtomicUsize);

impl<T> Value for *mut T {
    const ATOMIC: &'static str = "AtomicPtr";

    fn bits(self) -> u64 {
        rt::stable_bits(self.addr() as u64)
    }
}

/// A location of shared memory.
pub(super) struct Location<T> {
    tag: Tag,
    value: UnsafeCell<T>,
}

// SAFETY: processes of a check run on one OS thread, one at a time, and only
// they write the value. A static or foreign location is only read in place,
// and each execution writes its own copy.
unsafe impl<T: Send> Sync for Location<T> {}

impl<T> Location<T> {
    #[track_caller]
    pub(super) const fn new(value: T) -> Location<T> {
        Location {
            tag: Tag::new(),
            value: UnsafeCell::new(value),
        }
    }

    pub(super) const fn named(mut self, name: &'static str) -> Location<T> {
        self.tag = Tag::named(name);
        self
    }
}

impl<T: Value> Location<T> {
    #[track_caller]
    pub(super) fn get_mut(&mut self) -> &mut T {
        let place = SourceLocation::caller();
        if !rt::is_active() {
            return self.value.get_mut();
        }
        if rt::is_graph() {
            if let Some(last) = self.load_last(place) {
                // What is in place counts from now on.
                *self.value.get_mut() = last;
                self.tag.forget();
            }
            return self.value.get_mut();
        }
        let object = self.object();
        let value = rt::storage(object, self.value.get());
        // SAFETY: the storage is the location's own, and `&mut self` says
        // that nobody else uses the location.
        unsafe {
            rt::bring_in_place(object.id, value, place);
            &mut *value
        }
    }

    #[track_caller]
    pub(super) fn into_inner(self) -> T {
        let place = SourceLocation::caller();
        if rt::is_active() && rt::is_graph() {
            // SAFETY: what has not been used is in place.
            return self
                .load_last(place)
                .unwrap_or_else(|| unsafe { *self.value.get() });
        }
        self.peek()
    }

    /// The last write, for a process that no other shares the location with, where memory is the
    /// explorer's; nothing if the location has not been used.
    fn load_last(&self, place: Place) -> Option<T> {
        let object = rt::peek(&self.tag)?;
        if object.foreign {
            rt::error(EXCLUSIVE.to_owned());
        }
        if !rt::is_met(object.id) {
            return None;
        }
        if !rt::in_condition() && !rt::is_silent() {
            let load = (Kind::Load, object.id, 0);
            rt::announce_access(load, (Order::Plain, Order::Plain), place);
            let value = self.view(object).seen();
            rt::touch_load(object.id, value.bits(), value.bits());
            rt::describe(|| format!("exclusive access: {value:?}"));
        }
        Some(self.view(object).seen())
    }

    /// The value for `Debug`: no event, unless memory is the explorer's, who says what there is.
    pub(super) fn shown(&self) -> T {
        if rt::is_active() && rt::is_graph() && !rt::in_condition() {
            return self.load_at(Ordering::Relaxed, SourceLocation::caller());
        }
        self.peek()
    }

    /// The value, with no event.
    fn peek(&self) -> T {
        if rt::is_active() {
            self.view(self.object()).seen()
        } else {
            // SAFETY: nobody writes it in place.
            unsafe { *self.value.get() }
        }
    }

    /// The running process is about to announce an access: where memory is the explorer's, what
    /// is in place is what the location holds at first.
    #[inline]
    fn meet(&self, object: Object) {
        if rt::is_graph() && !rt::is_met(object.id) {
            let storage = rt::storage(object, self.value.get());
            // SAFETY: the storage is the location's own and initialised, and
            // processes run one at a time.
            rt::meet(object.id, unsafe { *storage }, Value::bits);
        }
    }

    /// The object that it is in the execution at hand.
    #[inline]
    #[track_caller]
    fn object(&self) -> Object {
        let object = rt::resolve(&self.tag);
        rt::typed(object.id, T::ATOMIC);
        object
    }

    /// What the running process finds here.
    #[inline]
    fn view(&self, object: Object) -> View<T> {
        // SAFETY: the storage is the location's own and initialised, and
        // processes run one at a time.
        unsafe { rt::view(object.id, rt::storage(object, self.value.get())) }
    }

    /// Writes the value in memory, which holds `before`, and reports that.
    #[inline]
    fn write(&self, object: Object, before: T, value: T, place: Place) {
        if rt::follows_stores() {
            return self.store_later(object, value, Ordering::Relaxed, place);
        }
        // SAFETY: as for `view`.
        unsafe { rt::write(object.id, rt::storage(object, self.value.get()), value) };
        rt::touch(object.id, Access::Write, before.bits(), value.bits());
    }

    /// The value, in the common case.
    #[inline]
    fn peek_plain(&self) -> T {
        // SAFETY: the value is in place; processes run one at a time.
        unsafe { *self.value.get() }
    }

    /// Reads the value, in the common case, and reports that.
    #[inline]
    fn read_plain(&self, plain: Plain) -> T {
        let value = self.peek_plain();
        plain.read(value.bits());
        value
    }

    /// Writes the value, in the common case, and reports that: the value before.
    #[inline]
    fn write_plain(&self, plain: Plain, value: T) -> T {
        let before = self.peek_plain();
        // SAFETY: as in `peek_plain`.
        unsafe { *self.value.get() = value };
        plain.write(before.bits(), value.bits());
        before
    }

    /// Writes what may be there, in the common case, and reports that: the value before.
    #[inline]
    fn update_plain(&self, plain: Plain, value: T) -> T {
        if self.peek_plain() != value {
            return self.write_plain(plain, value);
        }
        plain.idle(value.bits());
        value
    }

    #[track_caller]
    #[inline(always)]
    pub(super) fn load(&self, order: Ordering) -> T {
        check_load(order);
        let place = SourceLocation::caller();
        let words = [word_of(0_u8), word_of(0_u8), word_of(order)];
        // SAFETY: it is given what it expects, and gives a value.
        unsafe { value_of(rt::look_framed(Self::load_framed, self.words(words, place)).0) }
    }

    /// # Safety
    /// The words are those of [`Location::words`].
    unsafe extern "C-unwind" fn load_framed(
        location: LookWord,
        _: LookWord,
        _: LookWord,
        order: LookWord,
        place: LookWord,
        frame: usize,
    ) -> Looked {
        // SAFETY: the caller's contract.
        let (location, place) = unsafe { Self::from_words(location, place) };
        // SAFETY: as above.
        let order = unsafe { value_of(order) };
        rt::in_frame(frame, || Looked(word_of(location.load_at(order, place)), 0))
    }

    /// What a look is given: the location, three words, the place of the call.
    #[inline(always)]
    fn words(&self, [a, b, c]: [LookWord; 3], place: Place) -> [LookWord; 5] {
        [word_of(self), a, b, c, word_of(place)]
    }

    /// # Safety
    /// The words are the first and the last of [`Location::words`], of a location that is
    /// borrowed meanwhile.
    unsafe fn from_words<'a>(location: LookWord, place: LookWord) -> (&'a Self, Place) {
        // SAFETY: the caller's contract.
        unsafe { (value_of(location), value_of(place)) }
    }

    fn load_at(&self, order: Ordering, place: Place) -> T {
        if let Some(plain) = rt::plain(&self.tag) {
            plain.announce(Kind::Load, 0, is_weak(order), place);
            return self.read_plain(plain);
        }
        let order = rt::ordered(SiteKind::Load, order, place);
        let object = self.object();
        let in_condition = rt::in_condition();
        if !in_condition {
            self.meet(object);
            rt::foresee(object.id, || self.view(object).memory.bits());
            announce((Kind::Load, object, 0), (order, order), place);
            judge_use(object.id, "reads an atomic", place);
        }
        let view = self.view(object);
        let memory = view.memory.bits();
        let seen = view.own.map_or(memory, Value::bits);
        if in_condition {
            let offset = (self.value.get() as isize) - (&raw const self.tag as isize);
            rt::loaded(object, offset, size_of::<T>(), memory, seen);
        } else {
            rt::touch_load(object.id, memory, seen);
        }
        let value = view.seen();
        if view.own.is_some() {
            // From itself it has nothing to acquire.
            rt::describe(|| format!("load({order:?}) = {value:?}, from its store buffer"));
        } else {
            rt::with_races(|races, p| races.load(p, object.id, order));
            rt::describe(|| format!("load({order:?}) = {value:?}"));
        }
        value
    }

    #[track_caller]
    pub(super) fn store(&self, value: T, order: Ordering) {
        check_store(order);
        let place = SourceLocation::caller();
        if let Some(plain) = rt::plain(&self.tag) {
            plain.announce(Kind::Store, value.bits(), is_weak(order), place);
            self.write_plain(plain, value);
            return;
        }
        let order = rt::ordered(SiteKind::Store, order, place);
        let object = self.object();
        if rt::is_buffered(order) {
            return self.store_later(object, value, order, place);
        }
        self.meet(object);
        announce((Kind::Store, object, value.bits()), (order, order), place);
        judge_use(object.id, "writes an atomic", place);
        // Where memory is the explorer's, it is the same in whatever order steps are run.
        // SAFETY: it is of this type.
        let first = unsafe { rt::first(object.id) };
        let before = first.unwrap_or_else(|| self.view(object).seen());
        self.write(object, before, value, place);
        let conflict = rt::with_races(|races, p| races.store(p, object.id, order, place));
        rt::describe(|| format!("store({value:?}, {order:?})"));
        report_race(conflict.flatten(), "writes an atomic", place);
    }

    /// A store that goes into the buffer of the process: no operation.
    fn store_later(&self, object: Object, value: T, order: Ordering, place: Place) {
        rt::make_room(object.id, order, place);
        judge_use(object.id, "writes an atomic", place);
        let later = rt::with_races(|races, p| races.store_later(p, object.id, order, place));
        let (conflict, clock) = later.unzip();
        let memory = self.view(object).memory.bits();
        let pending = PendingStore {
            value: Word::new(value),
            bits: value.bits(),
            place,
            clock,
            text: rt::recorded(|| format!("{value:?}")),
        };
        rt::store(object.id, memory, pending, || {
            format!("store({value:?}, {order:?})")
        });
        report_race(conflict.flatten(), "writes an atomic", place);
    }

    /// A read-modify-write: `how` it is announced, and `describe` says the call,
    /// without its result.
    #[track_caller]
    #[inline]
    pub(super) fn modify(
        &self,
        how: Announced,
        order: Ordering,
        describe: impl Fn() -> String,
        f: impl Fn(T) -> T,
    ) -> T {
        let place = SourceLocation::caller();
        if !how.may_idle {
            return self.modify_at(how, order, place, &describe, &f);
        }
        let mut before = MaybeUninit::zeroed();
        rt::framed(|| {
            before.write(self.modify_at(how, order, place, &describe, &f));
            0
        });
        // SAFETY: just written.
        unsafe { before.assume_init() }
    }

    fn modify_at(
        &self,
        how: Announced,
        order: Ordering,
        place: Place,
        describe: &impl Fn() -> String,
        f: &impl Fn(T) -> T,
    ) -> T {
        if let Some(plain) = rt::plain(&self.tag) {
            plain.announce(how.kind, how.operand, is_weak(order), place);
            let before = self.peek_plain();
            return if how.is_idle_at(before.bits()) {
                debug_assert!(f(before) == before, "it changes {before:?}");
                self.read_plain(plain)
            } else {
                self.update_plain(plain, f(before))
            };
        }
        let order = rt::ordered(SiteKind::Update, order, place);
        let object = self.object();
        self.meet(object);
        rt::foresee(object.id, || self.view(object).memory.bits());
        let is_weak = rt::is_weak();
        let Announced { kind, operand, .. } = if is_weak { Announced::WRITES } else { how };
        announce((kind, object, operand), (order, order), place);
        judge_use(object.id, "updates an atomic", place);
        let before = self.view(object).seen();
        let after = f(before);
        let mut conflict = None;
        if !is_weak && how.is_idle_at(before.bits()) {
            debug_assert!(after == before, "it changes {before:?}");
            // Others may as well read before it: so it releases nothing.
            rt::touch(object.id, Access::Read, before.bits(), before.bits());
            rt::with_races(|races, p| races.load(p, object.id, order));
        } else {
            conflict = self.update(object, before, after, order, place);
        }
        rt::describe(|| format!("{} = {before:?}", describe()));
        report_race(conflict.flatten(), "writes an atomic", place);
        before
    }

    /// An update that is a write, also if it leaves what is there: for a loop it has only looked
    /// then.
    fn update(
        &self,
        object: Object,
        before: T,
        after: T,
        order: Ordering,
        place: Place,
    ) -> Option<Option<Conflict>> {
        if before == after && !rt::follows_stores() {
            // SAFETY: as for `view`.
            unsafe { rt::write(object.id, rt::storage(object, self.value.get()), after) };
            rt::touch_idle(object.id, after.bits());
        } else {
            self.write(object, before, after, place);
        }
        rt::with_races(|races, p| races.rmw(p, object.id, order, place))
    }

    #[track_caller]
    #[inline(always)]
    pub(super) fn swap(&self, value: T, order: Ordering) -> T {
        let place = SourceLocation::caller();
        let words = [word_of(value), word_of(0_u8), word_of(order)];
        // SAFETY: it is given what it expects, and gives a value.
        unsafe { value_of(rt::look_framed(Self::swap_framed, self.words(words, place)).0) }
    }

    /// # Safety
    /// The words are those of [`Location::words`].
    unsafe extern "C-unwind" fn swap_framed(
        location: LookWord,
        value: LookWord,
        _: LookWord,
        order: LookWord,
        place: LookWord,
        frame: usize,
    ) -> Looked {
        // SAFETY: the caller's contract.
        let (location, place) = unsafe { Self::from_words(location, place) };
        // SAFETY: as above.
        let (value, order) = unsafe { (value_of(value), value_of(order)) };
        rt::in_frame(frame, || {
            Looked(word_of(location.swap_at(value, order, place)), 0)
        })
    }

    fn swap_at(&self, value: T, order: Ordering, place: Place) -> T {
        if let Some(plain) = rt::plain(&self.tag) {
            plain.announce(Kind::Swap, value.bits(), is_weak(order), place);
            return if self.peek_plain() == value {
                self.read_plain(plain)
            } else {
                self.write_plain(plain, value)
            };
        }
        let order = rt::ordered(SiteKind::Update, order, place);
        let object = self.object();
        self.meet(object);
        rt::foresee(object.id, || self.view(object).memory.bits());
        let is_weak = rt::is_weak();
        let (kind, operand) = match is_weak {
            true => (Kind::ReadModifyWrite, 0),
            false => (Kind::Swap, value.bits()),
        };
        announce((kind, object, operand), (order, order), place);
        judge_use(object.id, "updates an atomic", place);
        let before = self.view(object).seen();
        let mut conflict = None;
        if is_weak {
            conflict = self.update(object, before, value, order, place);
        } else if before == value {
            // Others may as well read before it: so it releases nothing.
            rt::touch(object.id, Access::Read, before.bits(), before.bits());
            rt::with_races(|races, p| races.load(p, object.id, order));
        } else {
            self.write(object, before, value, place);
            conflict = rt::with_races(|races, p| races.rmw(p, object.id, order, place));
        }
        rt::describe(|| format!("swap({value:?}, {order:?}) = {before:?}"));
        report_race(conflict.flatten(), "writes an atomic", place);
        before
    }

    #[track_caller]
    #[inline(always)]
    pub(super) fn compare_exchange(
        &self,
        current: T,
        new: T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<T, T> {
        self.exchange_if::<false>(current, new, (success, failure))
    }

    /// [`Location::compare_exchange`], which may fail for no reason if the settings say so.
    #[track_caller]
    #[inline(always)]
    pub(super) fn compare_exchange_weak(
        &self,
        current: T,
        new: T,
        success: Ordering,
        failure: Ordering,
    ) -> Result<T, T> {
        self.exchange_if::<true>(current, new, (success, failure))
    }

    #[track_caller]
    #[inline(always)]
    fn exchange_if<const WEAK: bool>(
        &self,
        current: T,
        new: T,
        orders: (Ordering, Ordering),
    ) -> Result<T, T> {
        check_failure(orders.1);
        let place = SourceLocation::caller();
        let words = [word_of(current), word_of(new), word_of(orders)];
        // SAFETY: it is given what it expects, and gives a value.
        unsafe {
            let words = self.words(words, place);
            let Looked(before, succeeded) = rt::look_framed(Self::exchange_framed::<WEAK>, words);
            let before = value_of(before);
            if succeeded == 1 {
                Ok(before)
            } else {
                Err(before)
            }
        }
    }

    /// # Safety
    /// The words are those of [`Location::words`].
    unsafe extern "C-unwind" fn exchange_framed<const WEAK: bool>(
        location: LookWord,
        current: LookWord,
        new: LookWord,
        orders: LookWord,
        place: LookWord,
        frame: usize,
    ) -> Looked {
        // SAFETY: the caller's contract.
        let (location, place) = unsafe { Self::from_words(location, place) };
        // SAFETY: as above.
        let (current, new, orders): (T, T, (Ordering, Ordering)) =
            unsafe { (value_of(current), value_of(new), value_of(orders)) };
        if WEAK && rt::in_frame(frame, || crate::choice::fails_weakly(place)) {
            // To fail is to load.
            let found = location.load_at(orders.1, place);
            if found != current && !rt::is_silent() {
                // It fails anyway, and for that there is another execution.
                rt::discard();
            }
            return Looked(word_of(found), 0);
        }
        rt::in_frame(frame, || {
            let result = location.compare_exchange_at(current, new, orders, place);
            let before = result.unwrap_or_else(|value| value);
            Looked(word_of(before), u64::from(result.is_ok()))
        })
    }

    fn compare_exchange_at(
        &self,
        current: T,
        new: T,
        (success, failure): (Ordering, Ordering),
        place: Place,
    ) -> Result<T, T> {
        if let Some(plain) = rt::plain(&self.tag) {
            let is_weak = is_weak(success) || is_weak(failure);
            plain.announce(Kind::CompareExchange, current.bits(), is_weak, place);
            return if self.peek_plain() == current {
                Ok(self.update_plain(plain, new))
            } else {
                Err(self.read_plain(plain))
            };
        }
        let success = rt::ordered(SiteKind::Update, success, place);
        let failure = rt::ordered(SiteKind::Failure, failure, place);
        let object = self.object();
        self.meet(object);
        rt::foresee(object.id, || self.view(object).memory.bits());
        let update = (Kind::CompareExchange, object, current.bits());
        announce(update, (success, failure), place);
        judge_use(object.id, "updates an atomic", place);
        let before = self.view(object).seen();
        let mut conflict = None;
        let result = if before == current {
            conflict = self.update(object, before, new, success, place);
            Ok(before)
        } else {
            debug_assert_ne!(before.bits(), current.bits(), "bits tell values apart");
            rt::touch(object.id, Access::Read, before.bits(), before.bits());
            rt::with_races(|races, p| races.load(p, object.id, failure));
            Err(before)
        };
        rt::describe(|| {
            format!("compare_exchange({current:?}, {new:?}, {success:?}, {failure:?}) = {result:?}")
        });
        report_race(conflict.flatten(), "writes an atomic", place);
        result
    }

    /// A load and then compare-exchanges until one succeeds, as in `std`.
    #[track_caller]
    pub(super) fn fetch_update(
        &self,
        set_order: Ordering,
        fetch_order: Ordering,
        mut f: impl FnMut(T) -> Option<T>,
    ) -> Result<T, T> {
        let mut previous = self.load(fetch_order);
        while let Some(next) = f(previous) {
            match self.compare_exchange(previous, next, set_order, fetch_order) {
                Ok(value) => return Ok(value),
                Err(value) => previous = value,
            }
        }
        Err(previous)
    }

    /// A read that is not atomic: no event, and a data race if a write of the
    /// location is unordered with it.
    #[track_caller]
    pub(super) fn unsync_load(&self) -> T {
        let object = self.object();
        let place = SourceLocation::caller();
        rt::observe();
        if rt::is_graph() {
            self.meet(object);
            let load = (Kind::Load, object.id, 0);
            rt::announce_access(load, (Order::Plain, Order::Plain), place);
            let found = self.view(object).seen().bits();
            rt::touch_load(object.id, found, found);
            rt::describe(|| "unsync_load()".to_owned());
        }
        let conflict = with_clocks(|races, p| races.cell_read(p, object.id, place));
        let value = self.view(object).seen();
        report_race(
            conflict.flatten(),
            "reads an atomic without synchronisation",
            place,
        );
        value
    }
}

/// Judges an access of an atomic by the clocks, if they are kept.
fn judge_use(object: ObjectId, verb: &str, place: Place) {
    report_unmade(object, verb, place);
    rt::note_use(object);
    rt::with_races(|races, p| races.atomic_read(p, object, place));
}

/// Is an order weaker than the strongest?
#[inline(always)]
fn is_weak(order: Ordering) -> bool {
    order != Ordering::SeqCst
}

/// Announces an access, with its order and that of a compare-exchange that fails.
#[inline]
fn announce(
    (kind, object, operand): (Kind, Object, u64),
    (order, failure): (Ordering, Ordering),
    place: Place,
) {
    let orders = (rt::order(order), rt::order(failure));
    rt::announce_access((kind, object.id, operand), orders, place);
}

const EXCLUSIVE: &str = "an atomic that was created outside the checked closure is accessed \
     exclusively (`get_mut`, `with_mut` or `into_inner`). With execution graphs (the models ra and \
     rc11, and the algorithm `graphs`) that cannot be checked: create it inside the closure";

/// A value as a word, in which nothing else is.
#[inline(always)]
fn word_of<V: Copy>(value: V) -> LookWord {
    const { assert!(size_of::<V>() <= 8 && align_of::<V>() <= 8) };
    let mut word = MaybeUninit::zeroed();
    // SAFETY: there is room for the value.
    unsafe { (&raw mut word).cast::<V>().write(value) };
    word
}

/// The value that a word was made of.
///
/// # Safety
/// It was made of a `V`.
#[inline(always)]
unsafe fn value_of<V: Copy>(word: LookWord) -> V {
    // SAFETY: the caller's contract.
    unsafe { (&raw const word).cast::<V>().read() }
}

#[track_caller]
fn check_load(order: Ordering) {
    match order {
        Ordering::Release => panic!("there is no such thing as a release load"),
        Ordering::AcqRel => panic!("there is no such thing as an acquire-release load"),
        _ => {}
    }
}

#[track_caller]
fn check_store(order: Ordering) {
    match order {
        Ordering::Acquire => panic!("there is no such thing as an acquire store"),
        Ordering::AcqRel => panic!("there is no such thing as an acquire-release store"),
        _ => {}
    }
}

#[track_caller]
fn check_failure(order: Ordering) {
    match order {
        Ordering::Release => panic!("there is no such thing as a release failure ordering"),
        Ordering::AcqRel => {
            panic!("there is no such thing as an acquire-release failure ordering")
        }
        _ => {}
    }
}
