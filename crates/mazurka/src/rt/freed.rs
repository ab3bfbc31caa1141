//! Memory that was freed: who freed it, and who uses it all the same.
//!
//! Freed memory is not used again within an execution, so an object that lies in a freed block
//! when it is accessed is used after free, and the next free of a block is one too many. To
//! notice the former costs nothing while all is well: a free takes the objects of the block
//! their tags, so that their next access resolves the tag again, and that looks.
//!
//! A free is no event. Whether it comes before an access is therefore not settled by the trace
//! alone: see [`super::early`] for those that come after the access in the execution at hand.

use super::access::Handle;
use super::context::{self, off_heap};
use super::heap::{self, Given};
use super::object;
use super::observe;
use super::refinement::Refinement;
use super::state::{Mode, Phase, State};
use mazurka_program::{FindingKind, ObjectId, ProcessId};
use std::ops::Range;
use std::panic::Location;

/// A block that was freed in the current execution.
#[derive(Clone, Copy)]
struct Free {
    block: usize,
    size: usize,
    by: Whereabouts,
}

/// A process, and where it was last seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Whereabouts {
    pub(super) process: ProcessId,
    pub(super) place: Option<&'static Location<'static>>,
}

/// What was freed in the current execution.
#[derive(Default)]
pub(super) struct Freed {
    frees: Vec<Free>,
    /// The objects of the block that is being freed.
    objects: Vec<ObjectId>,
}

impl Freed {
    pub(super) fn begin(&mut self) {
        self.frees.clear();
    }

    fn find(&self, address: usize) -> Option<Free> {
        let mut frees = self.frees.iter().rev();
        let found = frees.find(|free| address.wrapping_sub(free.block) < free.size.max(1));
        found.copied()
    }
}

/// Gives a block back; false if it is no process heap's.
#[inline]
pub(crate) fn free(block: *mut u8, size: usize) -> bool {
    match heap::free(block, size) {
        Given::Elsewhere => return false,
        Given::Freed => note_free(block as usize, size),
        given => refuse(block as usize, given),
    }
    true
}

/// Code of the program has freed a block.
#[inline]
fn note_free(block: usize, size: usize) {
    if context::heap().is_null() {
        return;
    }
    if let Some(rt) = context::handle() {
        context::check_returned();
        off_heap(|| rt.state().note_free(block, size));
    }
}

/// Code of the program frees what it cannot.
#[cold]
fn refuse(block: usize, given: Given) {
    if context::heap().is_null() {
        return;
    }
    if let Some(rt) = context::handle() {
        context::check_returned();
        off_heap(|| rt.state().refuse(block, given));
    }
}

/// Reports that the running process uses an object in freed memory, if resolving it has shown
/// that, by a call at that place of the program.
pub(super) fn report(rt: Handle, place: &'static Location<'static>) {
    off_heap(|| {
        let mut state = rt.state();
        let address = std::mem::take(&mut state.current().invalid);
        if address != 0 {
            state.used_after_free(address, place);
        }
    });
}

/// [`report`], for what is no operation.
#[inline]
pub(crate) fn report_invalid(place: &'static Location<'static>) {
    if let Some(rt) = context::handle()
        && rt.state().current().invalid != 0
    {
        report(rt, place);
    }
}

/// Is what lies at an address still there? If it is not, that is a finding: the running process
/// uses it, by a call at that place of the program.
#[inline]
pub(crate) fn is_alive(address: usize, place: &'static Location<'static>) -> bool {
    !heap::is_freed(address) || is_alive_after_all(address, place)
}

#[cold]
fn is_alive_after_all(address: usize, place: &'static Location<'static>) -> bool {
    let Some(rt) = context::handle() else {
        return true;
    };
    off_heap(|| {
        let mut state = rt.state();
        let is_known = state.freed.find(address).is_some();
        if is_known && !state.is_silent() {
            state.used_after_free(address, place);
        }
        !is_known
    })
}

impl State {
    fn note_free(&mut self, block: usize, size: usize) {
        if self.leaving {
            return;
        }
        self.look_for_users(block, size);
        let process = self.current();
        let by = Whereabouts {
            process: process.id,
            place: process.location,
        };
        let mut objects = std::mem::take(&mut self.freed.objects);
        let has_counts = has_counts(block, size);
        object::take_tags(block, size, self.serial, &mut objects);
        if !objects.is_empty() {
            if !has_counts {
                self.judge_uses(&objects, block..block + size, by);
            }
            self.note_early(&objects, by);
            objects.clear();
        }
        self.freed.objects = objects;
        self.freed.frees.push(Free { block, size, by });
    }

    /// A block with these objects is freed. An access by another process that synchronisation does
    /// not order before that may as well come after it. That of an atomic is an event, and so left to
    /// [`super::early`], but where memory is the explorer's.
    fn judge_uses(&mut self, objects: &[ObjectId], block: Range<usize>, by: Whereabouts) {
        if self.is_silent() || self.current().mode != Mode::Code {
            return;
        }
        let is_graph = self.memory.graph.is_some();
        if !self.refinements.sync_clocks {
            let others = !self.processes[by.process].bits_of_joined();
            let is_used = |object: &ObjectId| self.objects.users(*object) & others != 0;
            if is_graph && objects.iter().any(is_used) {
                self.refine(&Refinement::SyncClocks);
            }
            return;
        }
        for object in objects {
            // One that was moved has left its tag behind.
            if !block.contains(&self.objects.used_at(*object)) {
                continue;
            }
            let counted = self.current().counted;
            let races = self.races_of(by.process);
            if let Some(conflict) = races.freed(by.process, *object, counted, is_graph) {
                let (user, place) = (conflict.process, conflict.place);
                let user_name = self.thread_name(user);
                let freed = self.freed_by(by, user);
                let (file, line) = (place.file(), place.line());
                let message = format!(
                    "thread {user_name} uses memory at {file}:{line} that {freed}, and nothing \
                     orders the use before that"
                );
                self.finding(FindingKind::InvalidAccess, message);
                return;
            }
        }
    }

    /// The running process resolves an object at that address. Is it in freed memory?
    pub(super) fn look_for_free(&mut self, address: usize) {
        if heap::is_freed(address)
            && !self.is_silent()
            && matches!(self.current().mode, Mode::Code | Mode::Performing)
        {
            self.current().invalid = address;
        }
    }

    /// A block is freed. Who is about to run an operation there uses it after that.
    fn look_for_users(&mut self, block: usize, size: usize) {
        let current = self.current().id;
        for nth in 0..self.spawned.len() {
            let process = &mut self.processes[self.spawned[nth]];
            let (object, address) = process.resolved;
            if process.id != current
                && process.phase == Phase::Announced
                && process.operation.object == object
                && address.wrapping_sub(block) < size
            {
                process.invalid = address;
            }
        }
    }

    fn used_after_free(&mut self, address: usize, place: &'static Location<'static>) {
        let user = self.current().id;
        let Some(free) = self.freed.find(address) else {
            return;
        };
        self.note_confirmed();
        let message = self.after_free(user, place, free.by);
        self.finding(FindingKind::InvalidAccess, message);
    }

    fn refuse(&mut self, block: usize, given: Given) {
        if self.is_silent() {
            return;
        }
        let process = self.current();
        let by = Whereabouts {
            process: process.id,
            place: process.location,
        };
        let who = format!("thread {}", self.thread_name(by.process));
        let after = after(by.place);
        let earlier = self.freed.find(block).filter(|_| given == Given::Again);
        let message = match earlier {
            Some(earlier) => {
                let earlier = self.freed_by(earlier.by, by.process);
                format!("{who} frees{after} memory that {earlier}")
            }
            None => format!("{who} frees{after} what was not allocated"),
        };
        self.finding(FindingKind::InvalidFree, message);
    }

    /// Says that a process uses memory that was freed.
    pub(super) fn after_free(
        &self,
        user: ProcessId,
        place: &'static Location<'static>,
        by: Whereabouts,
    ) -> String {
        let user_name = self.thread_name(user);
        let freed = self.freed_by(by, user);
        // Destructors are called from the library.
        if place.file().starts_with("/rustc/") {
            let last = after(self.processes.get(user).and_then(|user| user.location));
            return format!("thread {user_name} uses memory{last} that {freed}");
        }
        let (file, line) = (place.file(), place.line());
        format!("thread {user_name} uses memory at {file}:{line} that {freed}")
    }

    /// Who has freed something, in words that follow "memory that", of what `user` did.
    pub(super) fn freed_by(&self, by: Whereabouts, user: ProcessId) -> String {
        let who = match by.process == user {
            true => "it".to_owned(),
            false => format!("thread {}", self.thread_name(by.process)),
        };
        format!("{who} has freed{}", after(by.place))
    }
}

/// May the block be that of a `std::sync::Arc` whose counts have come to zero? They order its users
/// before its end, which clocks do not see.
fn has_counts(block: usize, size: usize) -> bool {
    // SAFETY: the block is memory of a process heap, which stays mapped, and this OS thread is the
    // only one that works on it.
    let is_zero = |at: usize| unsafe { observe::word(at) } == 0;
    size >= 16 && is_zero(block) && is_zero(block + 8)
}

/// When something was done by a process that was last seen at that place.
pub(super) fn after(place: Option<&'static Location<'static>>) -> String {
    match place {
        Some(place) => {
            let (file, line) = (place.file(), place.line());
            format!(" (after its operation at {file}:{line})")
        }
        None => " (before its first operation)".to_owned(),
    }
}
