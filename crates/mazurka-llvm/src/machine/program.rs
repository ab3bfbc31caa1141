//! The machine as a program that explorers run: starting it, its threads' next operations, and
//! their steps.

use super::guard::Tried;
use super::thread::{Next, Phase, Spot};
use super::{Machine, address};
use mazurka_program::{
    Edge, Interrupt, Kind, Names, ObjectId, ProcessId, Program, Rewound, Script, Status, Step,
    Touch, Turn, memory, replay_one,
};

impl Machine {
    fn take_step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        if self.state.buffers.is_relaxed() && self.state.buffers.status(turn.process).is_some() {
            self.flush(turn.process, step)?;
            return self.run_ready(step);
        }
        let t = self.state.thread_index(turn.process);
        match self.thread(t).next {
            Next::Operation(operation)
                if operation.kind == Kind::Await
                    && self.thread(t).guard.is_none()
                    && self.state.phase(t) != Phase::Blocked =>
            {
                self.perform_await(t, step)?;
            }
            Next::Operation(operation) if self.is_before_instruction(t, &operation) => {
                self.fence_before(t, step)?;
            }
            Next::Operation(operation) => {
                let findings = step.findings.len();
                let asked = self.asked(t);
                let guard = self.thread(t).guard.as_ref();
                let operation = guard.map_or(operation, |guard| guard.operation);
                let spot = self.thread(t).spot;
                let alternative = self.thread(t).alternative(turn.alternative);
                self.act_out(t, alternative, step)?;
                self.cover_fault((operation, spot), findings, step);
                if let Some(key) = asked {
                    self.answer(t, key, step)?;
                }
            }
            _ => unreachable!("only an enabled process takes a step"),
        }
        self.run_ready(step)
    }
}

impl Program for Machine {
    fn start(&mut self, step: &mut Step) -> Result<(), Interrupt> {
        if let Some(words) = self.text.settings.contradiction() {
            return Err(Interrupt::Error(words.to_owned()));
        }
        self.state.memory.stop.begin();
        if self.tables.is_stale {
            self.tables.refresh();
        }
        if self.tables.can_go_back && self.state.memory.logged().is_none() && self.tables.has_run {
            // It changes too much: from now on the prefix is run again.
            self.tables.can_go_back = false;
            self.state.memory.set_logs(false);
        }
        self.tables.has_run = true;
        self.tables.forget_guards();
        self.state.start(&self.text.image, &self.tables.shared);
        // (Variables count as what the program has: see `Memory::make`.)
        memory::begin(self.text.settings.max_memory);
        self.look_for_stop()?;
        self.taking.ready.clear();
        self.taking.findings.clear();
        self.tables.notes.clear();
        let Some(main) = self.text.code.main else {
            let message = "there is no function `main`, where a program begins: name the file \
                           that has it, too";
            return Err(Interrupt::Error(message.to_owned()));
        };
        let t = self
            .state
            .new_thread(ProcessId::ROOT, address::MAIN, main.0);
        step.edges.push(Edge::Spawn {
            parent: None,
            child: ProcessId::ROOT,
        });
        self.enter_main(t)?;
        self.run_thread(t, None, step)?;
        self.run_ready(step)?;
        self.tables.begin_anew()?;
        step.findings.append(&mut self.taking.findings);
        self.let_begin(None, step);
        let can_go_back = self.tables.can_go_back;
        let is_on = can_go_back && !self.tables.records;
        self.state.begin_history(can_go_back, is_on, step);
        self.settle(step)?;
        self.look_for_leaks(step);
        self.look_for_stop()
    }

    fn rewind(
        &mut self,
        script: &Script,
        len: usize,
        step: &mut Step,
    ) -> Result<Option<Rewound>, Interrupt> {
        if self.tables.is_stale {
            return Ok(None);
        }
        let Some(common) = self.state.go_back(script, len, step) else {
            return Ok(None);
        };
        self.taking.ready.clear();
        for i in common..len {
            if let Some(divergence) = replay_one(self, script, i, step)? {
                return Ok(Some(Rewound::Diverged(divergence)));
            }
        }
        Ok(Some(Rewound::There))
    }

    fn status(&self, process: ProcessId) -> Status {
        if self.state.buffers.is_relaxed()
            && let Some(status) = self.state.buffers.status(process)
        {
            return status;
        }
        let t = self.state.thread_index(process);
        let thread = &self.state.threads[t];
        let operation = match thread.next {
            Next::Finished | Next::Failed => return Status::Finished,
            Next::Discarded => return Status::Discarded,
            Next::Cut => return Status::Cut,
            Next::Join(target) => return Status::Joining(target),
            Next::Stalled(_) => return Status::Stalled,
            Next::Run | Next::Buffer | Next::Notified(_) | Next::Stuck(_) => {
                return Status::Waiting;
            }
            Next::Operation(_) if thread.likeness.is_held => return Status::Waiting,
            Next::Operation(operation) => operation,
        };
        let is_open = match operation.kind {
            // The explorer judges by what it lets it read; this is for the end of an execution.
            _ if operation.order.is_some() => {
                let tried = self.tried_with_value(t);
                tried.is_none_or(|tried| tried == Tried::Through)
            }
            Kind::Choose => true,
            _ if thread.guard.is_some() => thread.is_let_through(),
            Kind::Await => self.state.sees_change(t),
            Kind::Receive => self.state.has_arrived(t),
            _ if operation.is_guarded() => operation.enabled_at(self.state.value_at(thread.spot)),
            _ => true,
        };
        if is_open {
            Status::Enabled(operation)
        } else {
            Status::Blocked(thread.spinning(operation))
        }
    }

    fn opens(&self, number: u64, value: u64) -> Option<bool> {
        self.tables.opened.get(&(number, value)).copied()
    }

    fn alternatives(&self, process: ProcessId) -> u32 {
        match self.status(process) {
            Status::Enabled(operation) if operation.kind == Kind::Choose => {
                u32::try_from(operation.operand).unwrap_or(u32::MAX)
            }
            Status::Enabled(operation) if operation.kind == Kind::NotifyOne => {
                self.state.waiting_at_signal(process).max(1)
            }
            _ => 1,
        }
    }

    fn recall(&mut self, object: ObjectId, write: u32, value: u64) {
        self.state.recall(object, write, value);
    }

    fn step(&mut self, turn: Turn, step: &mut Step) -> Result<(), Interrupt> {
        self.tables.told.clear();
        self.tables.told_in_block.clear();
        self.state.mark(turn);
        self.note_beginning(turn);
        let findings = step.findings.len();
        self.take_step(turn, step)?;
        self.tables.begin_anew()?;
        self.let_begin(Some(turn.process), step);
        if self.state.buffers.is_relaxed() {
            // (Only what counts in the end: an atomic block may have written what was there.)
            let changes = |touch: &&Touch| touch.access.changes() && touch.store.is_none();
            for touch in step.touches.iter().filter(changes) {
                self.state.buffers.wrote(touch.object);
            }
        }
        if self.is_graph() {
            let changes = step.touches.iter().filter(|touch| touch.access.changes());
            for touch in changes {
                self.state.keep_write(touch.object);
            }
            step.findings.append(&mut self.taking.findings);
        }
        self.state.note_findings(step, findings);
        self.settle(step)?;
        self.look_for_leaks(step);
        self.look_for_stop()
    }

    fn awaited(&self, process: ProcessId, objects: &mut Vec<ObjectId>) {
        let thread = &self.state.threads[self.state.thread_index(process)];
        match thread.next {
            Next::Operation(_) if thread.guard.is_some() => {
                objects.extend(thread.looked_at());
            }
            Next::Operation(operation) if operation.kind == Kind::Await => {
                objects.extend(thread.awaited.iter().map(|(object, ..)| *object));
            }
            Next::Operation(operation) if operation.kind == Kind::Receive => {
                if let Spot::Beside(object) = thread.spot {
                    objects.push(object);
                }
            }
            Next::Operation(operation) => objects.push(operation.object),
            _ => {}
        }
    }

    fn is_discarded(&self, process: ProcessId) -> bool {
        // (Shadow processes assume nothing.)
        self.state.thread_at(process).is_some_and(|t| {
            let thread = self.thread(t);
            let tried = self.tried_with_value(t).or_else(|| thread.tried());
            thread.next == Next::Discarded
                || tried == Some(Tried::Assumes)
                || self.state.is_in_vain_for(thread, tried)
        })
    }

    fn is_daemon(&self, process: ProcessId) -> bool {
        let _ = process;
        self.state.course.exited_by.is_some() && !self.text.settings.check_threads
            || self.state.course.has_failed
    }

    fn names(&self) -> &Names {
        &self.tables.names
    }

    fn names_mut(&mut self) -> &mut Names {
        &mut self.tables.names
    }

    fn describe_wait(&self, process: ProcessId) -> String {
        self.words_for_wait(process)
    }
}
