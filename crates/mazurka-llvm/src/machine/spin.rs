//! Threads that only look.
//!
//! A thread that comes back to an instruction with all registers that matter as they
//! were, and has changed nothing meanwhile, has made a round of a loop that came to nothing:
//! see [`super::guard`]. An atomic block looks at all that it touches, if it leaves that as it
//! was. A lock that is taken and given back within a round is as it was, too: others may have
//! waited for it, but as long as none of them only tries to take it, they learn nothing by that.

use super::memory::Memory;
use super::thread::{Frame, Spot};
use crate::code::{Code, Word};
use mazurka_program::ObjectId;

/// A loop with more looks than this is not noticed.
const MOST_LOOKS: usize = 32;

/// A loop that changes more bytes than this is not noticed.
const MOST_BYTES: usize = 512;

/// An access that only looked, in a loop.
#[derive(Clone, Copy, Debug)]
struct Look {
    /// Where the state begins in which it was made.
    state: Place,
    object: ObjectId,
    spot: Spot,
    value: u64,
    /// How many bytes had been changed before.
    changes: u32,
    /// It belongs to the same access as the one before: of the next of several cells.
    is_continued: bool,
    /// How many objects its thread had on the stack.
    stack: u32,
    /// How many of the locks it had that were taken since the first look.
    held: u32,
    /// The clock that it was at, or zero.
    clock: u64,
}

/// A place among the states of a thread.
#[derive(Clone, Copy, Debug)]
struct Place {
    frames: u32,
    registers: u32,
}

/// A byte of memory that belongs to the thread alone, before it was changed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Change {
    pub(crate) at: usize,
    pub(crate) before: u8,
    pub(crate) undefined: u8,
}

/// An atomic block that is not at its end.
#[derive(Clone, Debug)]
struct Block {
    /// The state in which it began.
    state: Place,
    stack: u32,
    /// How many bytes had been changed before.
    changes: u32,
    /// What it has touched, and what was there before.
    touched: Vec<(ObjectId, Spot, Word)>,
}

/// The latest accesses of a thread, as long as they only looked.
#[derive(Debug, Default)]
pub(crate) struct Looks {
    looks: Vec<Look>,
    /// The frames of the states in which they were made, one state after the other.
    frames: Vec<Frame>,
    /// The registers that matter in these.
    registers: Vec<Word>,
    changes: Vec<Change>,
    /// The locks that were taken since the first look, and not given back.
    held: Vec<ObjectId>,
    /// The atomic block that the thread is in, if it is in a loop.
    block: Option<Block>,
    /// How much time passes at the next look at that clock.
    due: Option<(u64, u64)>,
}

impl Clone for Looks {
    fn clone(&self) -> Looks {
        let mut looks = Looks::default();
        looks.clone_from(self);
        looks
    }

    #[inline]
    fn clone_from(&mut self, other: &Looks) {
        if !other.is_active() {
            return self.clear();
        }
        self.looks.clone_from(&other.looks);
        self.frames.clone_from(&other.frames);
        self.registers.clone_from(&other.registers);
        self.changes.clone_from(&other.changes);
        self.held.clone_from(&other.held);
        self.block.clone_from(&other.block);
        self.due = other.due;
    }
}

/// A state that a thread was in, as far as it matters, and what it has changed of its own
/// since.
pub(crate) struct Earlier {
    pub(crate) frames: Vec<Frame>,
    pub(crate) registers: Vec<Word>,
    pub(crate) changes: Vec<Change>,
}

/// The looks of a round of a loop.
#[derive(Debug)]
pub(crate) struct Round {
    looks: Vec<Made>,
}

/// A look that was made.
#[derive(Debug)]
struct Made {
    frames: Vec<Frame>,
    object: ObjectId,
    spot: Spot,
    value: u64,
    is_continued: bool,
    clock: u64,
}

impl Round {
    pub(crate) fn len(&self) -> usize {
        self.looks.len()
    }

    /// Were these looks made in the same places, and is the thread in the place of the next?
    pub(crate) fn agrees(&self, made: &Looks, frames: &[Frame]) -> bool {
        let place = |frame: &Frame| (frame.function, frame.pc);
        let is_there = |look: &Made| look.frames.iter().map(place).eq(frames.iter().map(place));
        let is_same = |(look, made): (&Made, &Look)| {
            look.object == made.object
                && look.clock == made.clock
                && look.is_continued == made.is_continued
        };
        made.len() <= self.len()
            && self.looks.iter().zip(&made.looks).all(is_same)
            && is_there(&self.looks[made.len() % self.len()])
    }

    /// What that look saw, and the others of the same access.
    pub(crate) fn seen_at_once(&self, look: usize) -> impl Iterator<Item = (Spot, u64)> + '_ {
        let mut looks = self.looks[look..].iter().enumerate();
        std::iter::from_fn(move || {
            let (i, look) = looks.next()?;
            (i == 0 || look.is_continued).then_some((look.spot, look.value))
        })
    }
}

/// Where a thread is.
#[derive(Clone, Copy)]
pub(crate) struct Whereabouts<'a> {
    pub(crate) code: &'a Code,
    pub(crate) frames: &'a [Frame],
    pub(crate) registers: &'a [Word],
    /// What it is about to call an atomic function with.
    pub(crate) arguments: &'a [Word],
    /// How many objects it has on the stack.
    pub(crate) stack: u32,
}

impl Looks {
    /// Are there any?
    #[inline]
    pub(crate) fn is_active(&self) -> bool {
        !self.looks.is_empty() || self.block.is_some()
    }

    /// The thread does something that others see, or that cannot be followed.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.looks.clear();
        self.frames.clear();
        self.registers.clear();
        self.changes.clear();
        self.held.clear();
        self.block = None;
        self.due = None;
    }

    /// Bytes that belong to the thread alone are about to change.
    pub(crate) fn change(&mut self, memory: &Memory, at: usize, size: usize) {
        if self.changes.len() + size > MOST_BYTES {
            return self.clear();
        }
        self.changes.extend((at..at + size).map(|at| Change {
            at,
            before: memory.data[at],
            undefined: memory.undefined[at],
        }));
    }

    /// Adds a look, which saw `value`.
    pub(crate) fn add(
        &mut self,
        state: Whereabouts<'_>,
        (object, spot): (ObjectId, Spot),
        value: u64,
        is_continued: bool,
    ) {
        if self.looks.len() >= MOST_LOOKS {
            return self.clear();
        }
        let stack = state.stack;
        let Some(state) = self.push_state(state) else {
            return self.clear();
        };
        self.looks.push(Look {
            stack,
            held: self.held.len() as u32,
            state,
            object,
            spot,
            value,
            changes: self.changes.len() as u32,
            is_continued: is_continued && !self.looks.is_empty(),
            clock: 0,
        });
    }

    /// A look at a clock, which no other thread changes.
    pub(crate) fn look_at_clock(&mut self, state: Whereabouts<'_>, own: ObjectId, clock: u64) {
        self.add(state, (own, Spot::Nowhere), 0, false);
        if let Some(look) = self.looks.last_mut() {
            look.clock = clock;
        }
    }

    /// The first clock that the looks from that one on were at.
    pub(crate) fn clock_from(&self, first: usize) -> Option<u64> {
        let mut clocks = self.looks.get(first..)?.iter().map(|look| look.clock);
        clocks.find(|clock| *clock != 0)
    }

    /// At the next look at a clock, so much time passes.
    pub(crate) fn set_due(&mut self, clock: u64, passes: u64) {
        self.due = Some((clock, passes));
    }

    pub(crate) fn is_due(&self) -> bool {
        self.due.is_some()
    }

    /// How much, if it is that clock.
    pub(crate) fn take_due(&mut self, clock: u64) -> Option<u64> {
        let (_, passes) = self.due.take_if(|(due, _)| *due == clock)?;
        Some(passes)
    }

    /// The looks from that one on.
    pub(crate) fn round(&self, first: usize) -> Round {
        let looks = &self.looks[first..];
        let made = |(i, look): (usize, &Look)| Made {
            frames: self.earlier(first + i).frames,
            object: look.object,
            spot: look.spot,
            value: look.value,
            is_continued: look.is_continued,
            clock: look.clock,
        };
        Round {
            looks: looks.iter().enumerate().map(made).collect(),
        }
    }

    /// A lock is taken.
    pub(crate) fn take(&mut self, state: Whereabouts<'_>, lock: ObjectId) {
        self.add(state, (lock, Spot::Nowhere), 0, false);
        if !self.looks.is_empty() {
            self.held.push(lock);
        }
    }

    /// A lock is given back.
    pub(crate) fn give(&mut self, lock: ObjectId) {
        match self.held.iter().rposition(|held| *held == lock) {
            Some(place) if place + 1 == self.held.len() => {
                self.held.pop();
            }
            _ => self.clear(),
        }
    }

    /// Writes down the state of a thread as far as it matters; none if it is in no loop.
    fn push_state(&mut self, state: Whereabouts<'_>) -> Option<Place> {
        let place = Place {
            frames: self.frames.len() as u32,
            registers: self.registers.len() as u32,
        };
        let mut is_looping = false;
        for frame in state.frames {
            let function = &state.code.functions[frame.function as usize];
            let registers = &state.registers[frame.base as usize..];
            let live = function.ops[frame.pc as usize].live();
            match function.live.get(live as usize) {
                Some(live) => {
                    is_looping = true;
                    let live = live.iter().map(|reg| registers[*reg as usize]);
                    self.registers.extend(live);
                }
                None if is_looping => {
                    let all = &registers[..function.registers as usize];
                    self.registers.extend_from_slice(all);
                }
                None => {}
            }
        }
        if !is_looping {
            return None;
        }
        self.registers.extend_from_slice(state.arguments);
        self.frames.extend_from_slice(state.frames);
        Some(place)
    }

    /// An atomic block begins.
    pub(crate) fn begin_block(&mut self, state: Whereabouts<'_>) {
        if self.looks.len() >= MOST_LOOKS {
            self.clear();
        }
        let stack = state.stack;
        let Some(state) = self.push_state(state) else {
            return self.clear();
        };
        self.block = Some(Block {
            stack,
            state,
            changes: self.changes.len() as u32,
            touched: Vec::new(),
        });
    }

    /// An atomic block is about to touch a cell.
    pub(crate) fn touch(&mut self, memory: &Memory, object: ObjectId, spot: Spot) {
        let Some(block) = &mut self.block else {
            return;
        };
        if block.touched.iter().any(|(known, ..)| *known == object) {
            return;
        }
        let Spot::Memory { at, size, .. } = spot else {
            return self.clear();
        };
        if block.touched.len() >= MOST_LOOKS {
            return self.clear();
        }
        block.touched.push((object, spot, memory.read(at, size)));
    }

    /// An atomic block ends. If all that it has touched is as it was, it only looked, at
    /// these objects.
    /// (`nothing` is an object that never changes, for blocks that touch none.)
    pub(crate) fn end_block(&mut self, memory: &Memory, nothing: ObjectId) -> Vec<ObjectId> {
        let Some(mut block) = self.block.take() else {
            return Vec::new();
        };
        if block.touched.is_empty() {
            let touched = (nothing, Spot::Nowhere, Word::new(0));
            block.touched.push(touched);
        }
        let is_same = |(_, spot, before): &(ObjectId, Spot, Word)| match *spot {
            Spot::Memory { at, size, .. } => memory.read(at, size) == *before,
            _ => true,
        };
        if !block.touched.iter().all(is_same) {
            self.clear();
            return Vec::new();
        }
        for (i, (object, spot, before)) in block.touched.iter().enumerate() {
            self.looks.push(Look {
                stack: block.stack,
                held: self.held.len() as u32,
                state: block.state,
                object: *object,
                spot: *spot,
                value: before.bits,
                changes: block.changes,
                is_continued: i > 0,
                clock: 0,
            });
        }
        block.touched.iter().map(|(object, ..)| *object).collect()
    }

    fn pop_state(&mut self, place: Place) {
        self.frames.truncate(place.frames as usize);
        self.registers.truncate(place.registers as usize);
    }

    /// The look that was made in this state, if one was: all that came after it came to
    /// nothing.
    pub(crate) fn come_back_to(
        &mut self,
        state: Whereabouts<'_>,
        memory: &Memory,
    ) -> Option<usize> {
        if self.looks.is_empty() {
            return None;
        }
        let now = self.push_state(state)?;
        let last = self.latest_like(now, memory);
        self.pop_state(now);
        // An access of several cells has looked at all of them.
        let earlier = self.looks[..=last?].iter().rev();
        Some(last? - earlier.take_while(|look| look.is_continued).count())
    }

    /// The latest look before the last one at the same object, with as many objects on the
    /// stack: what came since may be another attempt.
    pub(crate) fn retried(&self, stack: u32) -> Option<usize> {
        let (last, before) = self.looks.split_last()?;
        let is_one = |look: &Look| !look.is_continued && matches!(look.spot, Spot::Memory { .. });
        let first = before.iter().rposition(|look| look.object == last.object)?;
        let is_lock = |look: &Look| look.spot == Spot::Nowhere;
        let is_alone = is_one(&self.looks[first])
            && !self.looks[first + 1].is_continued
            && !self.looks[first..].iter().any(is_lock);
        (is_one(last) && is_alone && self.looks[first].stack == stack && last.stack == stack)
            .then_some(first)
    }

    /// What a look was at.
    pub(crate) fn object(&self, number: usize) -> ObjectId {
        self.looks[number].object
    }

    /// The state before a look, and what was changed since.
    pub(crate) fn earlier(&self, number: usize) -> Earlier {
        let from = self.looks[number].state;
        let end = self.looks.get(number + 1).map_or(
            Place {
                frames: self.frames.len() as u32,
                registers: self.registers.len() as u32,
            },
            |next| next.state,
        );
        let changes = self.looks[number].changes as usize;
        Earlier {
            frames: self.frames[from.frames as usize..end.frames as usize].to_vec(),
            registers: self.registers[from.registers as usize..end.registers as usize].to_vec(),
            changes: self.changes[changes..].to_vec(),
        }
    }

    /// The state of a thread, as far as it matters; none if it is in no loop.
    pub(crate) fn now(&mut self, state: Whereabouts<'_>) -> Option<(Vec<Frame>, Vec<Word>)> {
        let now = self.push_state(state)?;
        let frames = self.frames[now.frames as usize..].to_vec();
        let registers = self.registers[now.registers as usize..].to_vec();
        self.pop_state(now);
        Some((frames, registers))
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.looks.len()
    }

    /// What was changed since the first look.
    pub(crate) fn all_changes(&self) -> &[Change] {
        &self.changes
    }

    /// What the looks from that one on saw.
    pub(crate) fn seen_from(&self, first: usize) -> impl Iterator<Item = (Spot, u64)> + '_ {
        let looks = self.looks.get(first..).unwrap_or_default();
        looks.iter().map(|look| (look.spot, look.value))
    }

    /// What the looks from that one on were at.
    pub(crate) fn objects_from(&self, first: usize) -> impl Iterator<Item = ObjectId> + '_ {
        let looks = self.looks.get(first..).unwrap_or_default().iter();
        looks.filter(|look| look.clock == 0).map(|look| look.object)
    }

    /// The latest look in the same state as the last one written down.
    fn latest_like(&self, now: Place, memory: &Memory) -> Option<usize> {
        let frames = &self.frames[now.frames as usize..];
        let registers = &self.registers[now.registers as usize..];
        let mut end = now;
        for (number, look) in self.looks.iter().enumerate().rev() {
            let from = look.state;
            if look.held as usize == self.held.len()
                && self.frames[from.frames as usize..end.frames as usize] == *frames
                && self.registers[from.registers as usize..end.registers as usize] == *registers
                && self.is_unchanged(look.changes as usize, memory)
            {
                return Some(number);
            }
            end = from;
        }
        None
    }

    /// Is all that was changed since as it was before?
    fn is_unchanged(&self, since: usize, memory: &Memory) -> bool {
        let changes = &self.changes[since..];
        changes.iter().enumerate().all(|(i, change)| {
            let is_first = !changes[..i].iter().any(|earlier| earlier.at == change.at);
            !is_first
                || memory.data.get(change.at) == Some(&change.before)
                    && memory.undefined[change.at] == change.undefined
        })
    }
}
