//! Leaving an execution: one that has come to its end, or one in the middle.

use super::buffer;
use super::escape::{self, Escaped};
use super::fiber::{self, Command, Job};
use super::heap::Heap;
use super::outside::Owner;
use super::runtime::Runtime;
use super::state::{End, Phase};
use mazurka_program::{Interrupt, ProcessId};

impl Runtime {
    /// Leaves the current execution: what still runs is abandoned, and memory is
    /// given back.
    ///
    /// # Errors
    /// When what was left to run showed that the program cannot be explored
    /// further.
    #[inline(never)]
    pub(crate) fn leave(&mut self) -> Result<(), Interrupt> {
        if !self.begun {
            return Ok(());
        }
        let ended = if self.is_over() {
            Ok(())
        } else {
            self.run_out()
        };
        self.begun = false;
        self.state().runs_out = false;
        self.state().plain = false;
        match self.has_ended_well() {
            true => self.drop_copies(),
            false => self.abandon(),
        }
        let state = self.state();
        for nth in 0..state.spawned.len() {
            let id = state.spawned[nth];
            state.processes[id].end();
        }
        state.objects.end();
        state.spawned.clear();
        state.ready.clear();
        state.conditional.clear();
        state.touches.clear();
        state.edges.clear();
        state.findings.clear();
        state.interrupt = None;
        ended
    }

    /// Is nothing left to run?
    pub(super) fn is_over(&mut self) -> bool {
        let state = self.state();
        let mut processes = state.spawned.iter();
        processes.all(|id| state.processes[*id].phase == Phase::Finished)
    }

    /// Lets an execution that is left in the middle go on, in whatever order, to
    /// where it ends or waits: that costs less than to look for what has escaped from it.
    /// Not after a finding: there is no telling what a program does after that.
    fn run_out(&mut self) -> Result<(), Interrupt> {
        /// More steps look like a loop that does not end.
        const STEPS_MAX: usize = 1_000;
        let state = self.state();
        if state.interrupt == Some(Interrupt::CameBack) && !state.tainted && !state.found {
            state.go_on_with_round();
        }
        if state.interrupt.is_some() || state.tainted || state.found {
            return Ok(());
        }
        state.runs_out = true;
        self.drain()?;
        self.evaluate()?;
        self.state().forget_step();
        for _ in 0..STEPS_MAX {
            let Some(id) = self.any_enabled() else {
                break;
            };
            let state = self.state();
            state.alternative = 0;
            state.more.push(id.into());
            state.past.begin_step(id.into());
            if state.memory.status(id).is_some() {
                buffer::flush(state, id);
            } else {
                // Conditions are told apart by that.
                state.processes[id].steps += 1;
                self.run(id)?;
            }
            self.drain()?;
            self.evaluate()?;
            let state = self.state();
            state.forget_step();
            if state.found {
                break;
            }
        }
        Ok(())
    }

    /// Has the execution come to its end, with nothing that speaks against what it left behind?
    pub(super) fn has_ended_well(&mut self) -> bool {
        let is_over = self.is_over();
        let state = self.state();
        let ended = |id: &ProcessId| state.processes[*id].end != End::GivenUp;
        is_over
            && !state.found
            && !state.tainted
            && state.interrupt.is_none()
            && state.spawned.iter().all(ended)
    }

    /// Drops the copies of statics, of an execution that has ended, and looks for leaks if that is
    /// due.
    fn drop_copies(&mut self) {
        self.state().leaving = true;
        if self.state().objects.have_destructors() {
            let root = &mut self.state().processes[ProcessId::ROOT];
            root.job = Some(Job::DropCopies);
            // Failing here means that there is no stack, and nothing to run.
            let _ = fiber::run(&mut self.owner, ProcessId::ROOT, Command::Run);
        }
        let looks_for_leaks = self.take_leaks_due();
        let state = self.state();
        state.leaving = false;
        if looks_for_leaks {
            for id in &state.spawned {
                state.processes[*id].identity = None;
            }
            state.collect_leaks();
        }
    }

    /// Abandons the fibers of an execution that is left in the middle, and gives its memory back,
    /// but for what has escaped.
    fn abandon(&mut self) {
        self.take_leaks_due();
        let state = self.state();
        for id in &state.spawned {
            state.processes[*id].identity = None;
            match state.processes[*id].phase {
                // Nothing is on its stack.
                Phase::New | Phase::Finished | Phase::GivingBack | Phase::Ending => {}
                // It is suspended, and is not resumed again.
                _ => state.fibers[id.index()] = None,
            }
        }
        let owner = Owner {
            exploration: state.exploration,
            execution: state.serial,
        };
        let mut heaps = state.spawned.iter().map(|id| &state.processes[*id].heap);
        let has_leftovers = heaps.any(Heap::has_leftovers);
        let roots = state.roots;
        let search = || escape::search(owner, &roots);
        let mut escaped = search();
        if let Some(pass) = &self.owner.pass
            && (has_leftovers || escaped.as_ref().is_some_and(Escaped::is_any))
        {
            // Others may be moving what has escaped.
            escaped = pass.alone(search).flatten();
        }
        // Where that is not known, all stays as it is.
        let Some(escaped) = escaped else {
            return;
        };
        let state = self.state();
        for id in &state.spawned {
            let heap = &mut state.processes[*id].heap;
            heap.give_back(&|block| escaped.is_kept(block));
        }
        escaped.free_others();
    }
}
