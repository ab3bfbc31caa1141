//! Leaks: what an execution has allocated and not freed when it has come to its end.
//!
//! An execution is looked at when all of its threads have finished, their thread locals and the
//! copies of statics have been dropped. What is left then may still be no leak: `std`, and what a
//! program keeps in statics of `std`, allocate some things once for an OS process or thread, in
//! whatever execution needs them first. So the execution is run again, in the same order, and
//! only what is left both times is a leak. It is known from then on ([`Refinement::Leak`]), also
//! in replays, which do not run anything twice.

use super::context::{self, off_heap};
use super::heap;
use super::refinement::{Refinement, hash};
use super::runtime::Runtime;
use super::state::State;
use mazurka_program::{Finding, FindingKind, Interrupt, ProcessId, Step};
use rustc_hash::FxHashMap;
use std::backtrace::Backtrace;
use std::panic::Location;

/// How many leaks of an execution are reported.
const LEAKS_MAX: usize = 4;

/// Which leaks are looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Leaks {
    /// None.
    #[default]
    Off,
    /// Those of `Arc`s of this crate, and of what `mazurka::alloc` allocates or tracks.
    Tracked,
    /// Those of all memory.
    All,
}

/// Something that is to be freed or dropped.
#[derive(Clone, Copy)]
struct Tracked {
    /// What it is, for people.
    what: &'static str,
    process: ProcessId,
    place: &'static Location<'static>,
}

/// A leak of the execution at hand.
struct Leak {
    key: u32,
    message: String,
}

/// What is known of what an execution allocates.
#[derive(Default)]
pub(super) struct Allocations {
    pub(super) leaks: Leaks,
    /// The execution that is left next is looked at.
    is_due: bool,
    /// By the address of the block.
    blocks: FxHashMap<usize, Tracked>,
    /// Values, by a number that no other value has; and that of the next.
    values: FxHashMap<u64, Tracked>,
    next: u64,
    /// Who allocated blocks where, in executions in which that is noted.
    traces: FxHashMap<usize, Backtrace>,
    found: Vec<Leak>,
}

impl Allocations {
    /// Another execution begins.
    pub(super) fn begin(&mut self) {
        if self.leaks != Leaks::Off {
            self.blocks.clear();
            self.values.clear();
            self.traces.clear();
        }
    }
}

/// Has the block at that address count as a leak if it is not freed.
#[inline]
pub(crate) fn track_block(address: usize, what: &'static str, place: &'static Location<'static>) {
    if let Some(rt) = context::handle() {
        let mut state = rt.state();
        if state.allocations.leaks != Leaks::Off && !state.leaving {
            let process = state.current().id;
            let tracked = Tracked {
                what,
                process,
                place,
            };
            off_heap(|| state.allocations.blocks.insert(address, tracked));
        }
    }
}

/// Has a value count as a leak if [`untrack`] is not called with the number.
pub(crate) fn track(what: &'static str, place: &'static Location<'static>) -> u64 {
    let Some(rt) = context::handle() else {
        return 0;
    };
    let mut state = rt.state();
    if state.allocations.leaks == Leaks::Off || state.leaving {
        return 0;
    }
    let process = state.current().id;
    let tracked = Tracked {
        what,
        process,
        place,
    };
    let allocations = &mut state.allocations;
    allocations.next += 1;
    let number = allocations.next;
    off_heap(|| allocations.values.insert(number, tracked));
    number
}

/// See [`track`].
pub(crate) fn untrack(number: u64) {
    if let Some(rt) = context::handle() {
        off_heap(|| rt.state().allocations.values.remove(&number));
    }
}

/// A block was allocated, in an execution in which it is noted where.
#[cold]
pub(super) fn trace(block: usize) {
    if let Some(rt) = context::handle() {
        off_heap(|| {
            let trace = Backtrace::force_capture();
            rt.state().allocations.traces.insert(block, trace);
        });
    }
}

impl State {
    /// Collects what the execution, which is being left, has not freed.
    #[cold]
    pub(super) fn collect_leaks(&mut self) {
        let mut found = Vec::new();
        let all = self.allocations.leaks == Leaks::All;
        for id in &self.spawned {
            let name = self.names.process_name(*id);
            self.processes[*id].heap.for_each_live(&mut |block| {
                let tracked = self.allocations.blocks.get(&block);
                if !all && tracked.is_none() {
                    return;
                }
                let offset = heap::locate(block, self.exploration, self.serial)
                    .map_or(0, |allocated| allocated.offset);
                let message = match tracked {
                    Some(tracked) => self.not_dropped(tracked),
                    None => {
                        let place = self.allocations.traces.get(&block).and_then(place_of);
                        let place = place.map_or_else(String::new, |place| format!(" at {place}"));
                        let thread = self.thread_name(*id);
                        format!("memory that thread {thread} allocated{place} is not freed")
                    }
                };
                found.push(Leak {
                    key: hash(format!("{name}+{offset}").bytes()),
                    message,
                });
            });
        }
        // The numbers of values are in the order in which they were made, by whatever threads.
        let mut values: Vec<_> = self.allocations.values.iter().collect();
        values.sort_unstable_by_key(|(number, _)| **number);
        for (_, tracked) in values {
            let name = self.names.process_name(tracked.process);
            found.push(Leak {
                key: hash(format!("{name} {}", tracked.place).bytes()),
                message: self.not_dropped(tracked),
            });
        }
        self.allocations.found = found;
    }

    fn not_dropped(&self, tracked: &Tracked) -> String {
        format!(
            "{} that thread {} made at {}:{} is not dropped",
            tracked.what,
            self.thread_name(tracked.process),
            tracked.place.file(),
            tracked.place.line()
        )
    }
}

/// Where code of the program allocated something: not in this crate, nor in the library.
fn place_of(trace: &Backtrace) -> Option<String> {
    const OWN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/");
    let text = trace.to_string();
    // Paths are told from where the process runs.
    let here = std::env::current_dir().unwrap_or_default();
    let mut places = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("at "));
    let place = places.find(|place| {
        let path = match place.strip_prefix("./") {
            Some(rest) => here.join(rest).to_string_lossy().into_owned(),
            None => (*place).to_owned(),
        };
        !path.starts_with(OWN) && !path.starts_with("/rustc/") && !path.contains("/rustlib/")
    })?;
    Some(place.strip_prefix("./").unwrap_or(place).to_owned())
}

impl Runtime {
    /// Which leaks are looked for.
    pub(crate) fn set_leaks(&mut self, leaks: Leaks) {
        self.state().allocations.leaks = leaks;
    }

    /// Is where blocks are allocated noted in the execution that begins?
    pub(super) fn notes_allocations(&mut self) -> bool {
        let state = self.state();
        let is_shown = state.recorder.is_some() || state.allocations.is_due;
        state.allocations.leaks == Leaks::All && is_shown
    }

    /// The execution has come to its end. Is it to be looked at?
    pub(super) fn may_leak(&mut self) -> bool {
        self.state().allocations.leaks != Leaks::Off && self.has_ended_well()
    }

    /// Is the execution that is being left to be looked at?
    pub(super) fn take_leaks_due(&mut self) -> bool {
        std::mem::take(&mut self.state().allocations.is_due)
    }

    /// Leaves the execution, which has come to its end, and tells what it has not freed.
    fn leave_looking(&mut self) -> Result<Vec<Leak>, Interrupt> {
        self.state().allocations.is_due = true;
        self.leave()?;
        Ok(std::mem::take(&mut self.state().allocations.found))
    }

    /// Leaves the execution, which has come to its end and was logged, and reports its leaks.
    ///
    /// # Errors
    /// When the program cannot be run again, or something else was learnt of it.
    pub(super) fn look_for_leaks(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        let schedule = self.state().log.schedule();
        let is_logged = self.state().log.is_on;
        let mut found = self.leave_looking()?;
        let is_shown = self.state().recorder.is_some();
        let refinements = &self.state().refinements;
        if !is_shown
            && found
                .iter()
                .any(|leak| !refinements.contains(&Refinement::Leak(leak.key)))
        {
            if !is_logged {
                return Ok(());
            }
            // Where things are allocated is noted this time.
            self.state().allocations.is_due = true;
            self.state().log.is_on = false;
            self.again(&schedule)?;
            if !self.is_over() {
                return self.leave();
            }
            let keys: Vec<u32> = found.iter().map(|leak| leak.key).collect();
            found = self.leave_looking()?;
            found.retain(|leak| keys.contains(&leak.key));
            for leak in &found {
                let refinement = Refinement::Leak(leak.key);
                if !self.state().refinements.contains(&refinement) {
                    self.state().refinements.insert(&refinement);
                }
            }
        }
        let refinements = &self.state().refinements;
        found.retain(|leak| refinements.contains(&Refinement::Leak(leak.key)));
        let findings = found.into_iter().take(LEAKS_MAX).map(|leak| Finding {
            kind: FindingKind::Leak,
            process: None,
            message: leak.message,
        });
        step.findings.extend(findings);
        Ok(())
    }
}
