//! The heap.

use super::errno::ENOMEM;
use super::fault::Fault;
use super::memory::{Life, NO_OWNER, NO_TABLE, Object, ObjectIndex, Origin};
use super::spin::Looks;
use super::state::State;
use super::sync::plain;
use super::thread::{Next, Phase, Spot};
use super::{Chosen, Flow, Machine, Trouble};
use crate::address::{self, Window};
use crate::code::{Op, Reg, Word};
use mazurka_program::{Access, FindingKind, Kind, ObjectId, Operation, Program, Step, Touch};

/// What is asked of the heap.
#[derive(Clone, Copy)]
pub(super) struct Wanted {
    size: Word,
    is_zero: bool,
    /// What it comes to where it fails.
    fails: Fails,
}

/// What an allocation that fails comes to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fails {
    /// A null pointer, and `ENOMEM` in `errno`.
    Null,
    /// A null pointer: our own libc does the rest.
    NullOnly,
    /// `std::bad_alloc` is thrown.
    Throws,
    /// It never fails: the function that asks for it does not, with the real libc.
    Never,
}

impl Wanted {
    pub(super) fn new(size: Word) -> Wanted {
        Wanted {
            size,
            is_zero: false,
            fails: Fails::Null,
        }
    }

    pub(super) fn zeroed(self) -> Wanted {
        Wanted {
            is_zero: true,
            ..self
        }
    }

    pub(super) fn or_throw(self) -> Wanted {
        Wanted {
            fails: Fails::Throws,
            ..self
        }
    }

    /// What `__mazurka_alloc` asks for, with its flags.
    pub(super) fn by_library(size: Word, flags: Word) -> Wanted {
        Wanted {
            size,
            is_zero: flags.bits & 1 != 0,
            fails: match flags.bits & 2 {
                0 => Fails::NullOnly,
                _ => Fails::Never,
            },
        }
    }
}

impl State {
    /// The heap object that begins at an address.
    fn heap_at(&self, address: Word) -> Result<ObjectIndex, Fault> {
        if address.undefined != 0 {
            return Err(Fault::Undefined { what: "an address" });
        }
        let invalid = Fault::InvalidFree {
            address: address.bits,
        };
        let (index, offset) = self.memory.find(address.bits).ok_or(invalid.clone())?;
        let object = self.memory.object(index);
        if object.origin != Origin::Heap || offset != 0 {
            return Err(invalid);
        }
        Ok(index)
    }
}

impl Machine {
    /// The site of the current instruction, for heap objects made there.
    fn heap_site(&self, t: usize) -> u32 {
        let frame = self.thread(t).frame();
        self.text.heap_sites + self.text.instruction(frame.function, frame.pc)
    }

    /// Makes an object that lives until it is freed, in the arena of a thread.
    pub(super) fn heap_object(
        &mut self,
        t: usize,
        size: u64,
        site: u32,
        origin: Origin,
        is_zero: bool,
    ) -> Result<ObjectIndex, Trouble> {
        let is_large = size > address::SMALL;
        let place = match self.thread(t).frames.last() {
            Some(_) => self.place_of(t),
            None => 0,
        };
        let owner = if self.state.is_alone() {
            NO_OWNER
        } else {
            t as u32
        };
        let thread = &mut self.state.threads[t];
        let count = match is_large {
            true => &mut thread.large,
            false => &mut thread.allocations,
        };
        *count += 1;
        let window = Window {
            arena: thread.arena,
            number: *count * 2,
            is_large,
        };
        if let (Some(races), false) = (&mut self.state.races, is_large) {
            let made = self.state.threads[t].allocations;
            races.allocated(self.state.threads[t].process, u64::from(made));
        }
        if window.address().is_none() {
            return Err(Fault::TooManyObjects.into());
        }
        let object = Object {
            start: 0,
            size,
            window,
            site,
            owner,
            origin,
            life: Life::Live,
            is_shared: self.tables.shared[site as usize],
            is_constant: false,
            is_freed: self.tables.knowledge.is_freed(site),
            place,
            table: NO_TABLE,
            birth: 0,
        };
        let made = self
            .state
            .memory
            .make(object, is_zero, None, &mut Looks::default());
        made.ok_or(Trouble::Fault(Fault::TooMuchMemory))
    }

    /// `malloc` and its like: no event, since no other thread can know of the object.
    /// Whether it fails, where both are explored, is a choice of the thread.
    pub(super) fn allocate(
        &mut self,
        t: usize,
        wanted: Wanted,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let size = wanted.size;
        if self.state.phase(t) == Phase::Spurious {
            return self.fail_to_allocate(t, wanted, to, chosen, step);
        }
        if size.undefined != 0 {
            let what = "the size of a heap object";
            return Err(Fault::Undefined { what }.into());
        }
        if size.bits > address::LARGEST {
            if wanted.fails == Fails::Throws {
                let what = "exception: std::bad_alloc was thrown";
                return Err(Fault::Assertion(what.to_owned()).into());
            }
            return self.fail_to_allocate(t, wanted, to, None, step);
        }
        match self.chooses_failure(t, wanted, chosen)? {
            None => return Ok(Flow::Halt),
            Some(true) => return self.fail_to_allocate(t, wanted, to, None, step),
            Some(false) => {}
        }
        if size.bits > self.text.settings.max_allocation {
            return Ok(self.end_at_large(t, size.bits));
        }
        let site = self.heap_site(t);
        let object = self.heap_object(t, size.bits, site, Origin::Heap, wanted.is_zero)?;
        self.progress(t);
        let address = self.state.memory.address(object, 0);
        Ok(self.give(t, to, address))
    }

    /// Does an allocation fail that could succeed? None if that is yet to be chosen.
    fn chooses_failure(
        &mut self,
        t: usize,
        wanted: Wanted,
        chosen: Chosen,
    ) -> Result<Option<bool>, Trouble> {
        let Some(most) = self.text.settings.failures else {
            return Ok(Some(false));
        };
        if wanted.fails == Fails::Never {
            return Ok(Some(false));
        }
        if self.thread(t).rare().failures >= most {
            self.tables.left_out.cut();
            return Ok(Some(false));
        }
        let is_in_block = self.thread(t).atomic > 0 && !self.state.is_alone();
        // To fail comes first: a loop that tries until it has memory is then known at once to
        // have no end.
        let fails = match chosen {
            _ if is_in_block => self.pick_in_block(t, 2)? == 0,
            Some(alternative) => alternative == 0,
            None => {
                let object = self.private(t);
                self.announce(t, Operation::new(Kind::Choose, object, 2), Spot::Nowhere);
                return Ok(None);
            }
        };
        // What it does next is not what it did the last time.
        self.progress(t);
        self.thread_mut(t).rare_mut().failures += u32::from(fails);
        self.tell_allocation(t, is_in_block, fails);
        Ok(Some(fails))
    }

    /// An allocation fails. To set `errno` may be a step of its own.
    fn fail_to_allocate(
        &mut self,
        t: usize,
        wanted: Wanted,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        match wanted.fails {
            Fails::Throws => {
                let words = format!(
                    "{} fails{} and throws std::bad_alloc, and what follows an exception is not \
                     explored",
                    self.allocation_text(t),
                    self.here_in_source(t)
                );
                return Ok(self.end_execution(t, words));
            }
            Fails::Null => {
                if let Some(address) = self.errno(t)? {
                    self.state.set_phase(t, Phase::Spurious);
                    let (address, code) = (Word::new(address), Word::new(ENOMEM));
                    if let Flow::Halt = self.store_word(t, address, code, plain(4), chosen, step)? {
                        return Ok(Flow::Halt);
                    }
                }
            }
            Fails::NullOnly | Fails::Never => {}
        }
        Ok(self.give(t, to, 0))
    }

    /// A thread asks for an object that is larger than any that is given.
    pub(super) fn end_at_large(&mut self, t: usize, size: u64) -> Flow {
        let more = address::exceeded(size, self.text.settings.max_allocation);
        let place = self.here_in_source(t);
        let what = match self.current_op(t) {
            Op::Alloca { .. } => {
                let function = &self.text.function(self.thread(t).frame().function).name;
                format!("a variable of {function} on the stack that needs {size} bytes")
            }
            _ => format!("an allocation of {size} bytes"),
        };
        self.end_execution(t, format!("{what}{place} is more than {more}"))
    }

    /// A thread goes no further, and what the program does then is not known.
    fn end_execution(&mut self, t: usize, why: String) -> Flow {
        self.tables.left_out.end(why);
        self.thread_mut(t).next = Next::Cut;
        Flow::Halt
    }

    /// `free`: an operation on all cells of the object.
    pub(super) fn free(
        &mut self,
        t: usize,
        address: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        if address.bits == 0 && address.undefined == 0 {
            return Ok(self.give(t, to, 0));
        }
        let index = self.state.heap_at(address)?;
        let object = *self.state.memory.object(index);
        let is_alone = self.state.is_alone();
        if !is_alone && !object.is_shared && object.owner != t as u32 {
            if object.owner == NO_OWNER {
                self.state.memory.own(index, t as u32);
            } else {
                return Err(self.tables.share(object.site));
            }
        }
        if object.is_shared && !is_alone && !self.is_graph() {
            if chosen.is_none() && self.thread(t).atomic == 0 {
                return Ok(self.announce_change(t));
            }
            self.touch_all(index, step)?;
        }
        if object.life != Life::Live {
            return Err(Fault::DoubleFree { object: index }.into());
        }
        self.progress(t);
        self.race_free(t, index, step);
        let place = self.place_of(t);
        self.state.memory.end(index, Life::Freed(t as u32, place));
        Ok(self.give(t, to, 0))
    }

    /// Touches all cells of an object, and one that stands for its life. All accesses
    /// of such objects must be known before, so that it is always the same cells.
    pub(super) fn touch_all(&mut self, index: ObjectIndex, step: &mut Step) -> Result<(), Trouble> {
        let object = *self.state.memory.object(index);
        let layout = &self.tables.layouts[object.site as usize];
        let cells: Vec<(u64, u8)> = layout.cells().collect();
        if !object.is_freed {
            self.tables.knowledge.free(object.site, cells);
            return Err(self.tables.refined());
        }
        let life = self.life(index);
        self.touch(Touch::new(life, Access::Write, 0, 0), step);
        for (offset, size) in cells {
            self.look_for_stop().map_err(Trouble::Interrupt)?;
            if offset + u64::from(size) <= object.size {
                let id = self.cell_id(index, offset);
                let value = self
                    .state
                    .memory
                    .read(object.start + offset as usize, size)
                    .bits;
                self.touch(Touch::new(id, Access::Write, value, value), step);
            }
        }
        Ok(())
    }

    /// The size of the heap object that begins at an address: an operation, if
    /// another thread may free it.
    pub(super) fn heap_size(
        &mut self,
        t: usize,
        address: Word,
        to: Reg,
        chosen: Chosen,
        step: &mut Step,
    ) -> Result<Flow, Trouble> {
        let index = self.state.heap_at(address)?;
        let object = *self.state.memory.object(index);
        let is_others = object.owner != NO_OWNER && object.owner != t as u32;
        if is_others && !object.is_shared && !self.state.is_alone() {
            return Err(self.tables.share(object.site));
        }
        if object.is_shared && object.is_freed && !self.state.is_alone() {
            let life = self.life(index);
            if chosen.is_none() && self.thread(t).atomic == 0 {
                let operation = Operation::new(Kind::Load, life, 0);
                return Ok(self.announce(t, operation, Spot::Nowhere));
            }
            self.touch(Touch::new(life, Access::Read, 0, 0), step);
        }
        if object.life != Life::Live {
            return Err(Fault::Dead {
                object: index,
                offset: 0,
            }
            .into());
        }
        self.progress(t);
        Ok(self.give(t, to, object.size))
    }

    /// What stands for the life of an object.
    fn life(&mut self, index: ObjectIndex) -> ObjectId {
        let window = self.state.memory.object(index).window;
        self.tables.names.object(self.state.part_of(window, 2, 0))
    }

    /// Looks for leaks when no thread goes on after the end of the program: before, what other
    /// threads have done is in no order with it.
    pub(super) fn look_for_leaks(&mut self, step: &mut Step) {
        let Some(t) = self
            .state
            .course
            .exited_by
            .filter(|_| self.text.settings.leaks)
        else {
            return;
        };
        let mut processes = self.state.threads.iter().map(|thread| thread.process);
        let is_over = processes.all(|process| {
            !self.is_enabled(process)
                && !self.is_discarded(process)
                && self.state.buffers.is_drained(process)
        });
        if !is_over {
            return;
        }
        let Some(fault) = self.find_leaks() else {
            return;
        };
        let from = step.findings.len();
        step.findings.push(self.explain(t as usize, &fault));
        self.state.course.has_failed |= !self.ignores(FindingKind::Leak);
        self.state.note_findings(step, from);
    }

    /// Heap objects that no variable leads to, and nothing that a thread which has not ended
    /// works with.
    fn find_leaks(&self) -> Option<Fault> {
        let mut is_reached = vec![false; self.state.memory.objects.len()];
        let mut queue: Vec<usize> = Vec::new();
        let unfinished = self
            .state
            .threads
            .iter()
            .filter(|t| t.next != Next::Finished);
        for word in unfinished.flat_map(|thread| &thread.registers) {
            if let Some((found, _)) = self.state.memory.find(word.bits) {
                is_reached[found as usize] = true;
                queue.push(found as usize);
            }
        }
        for (i, object) in self.state.memory.objects.iter().enumerate() {
            if object.origin != Origin::Heap && object.life == Life::Live {
                is_reached[i] = true;
                // What never changes has no address of the heap.
                if !object.is_constant {
                    queue.push(i);
                }
            }
        }
        while let Some(i) = queue.pop() {
            if self.state.memory.stop.is_set() {
                return None;
            }
            let object = &self.state.memory.objects[i];
            let end = object.start + object.size as usize;
            for at in (object.start..end.saturating_sub(7)).step_by(8) {
                let word = self.state.memory.read(at, 8);
                // A pointer may carry a tag in its lowest bits.
                if let Some((found, _)) = self.state.memory.find(word.bits)
                    && !is_reached[found as usize]
                {
                    is_reached[found as usize] = true;
                    queue.push(found as usize);
                }
            }
        }
        let objects = self.state.memory.objects.iter().zip(&is_reached);
        let lost = objects.filter(|(object, reached)| {
            object.origin == Origin::Heap && object.life == Life::Live && !**reached
        });
        // The first by name: the order in which threads made them is no event.
        let lost = lost.min_by_key(|(object, _)| object.window);
        lost.map(|(object, _)| {
            let place = self.place_words(object.place);
            Fault::Leak(format!(
                "{} bytes that were allocated{place} are never freed",
                object.size
            ))
        })
    }
}
