//! What comes after a finding that is to be ignored.
//!
//! A finding that counts ends its thread: what follows is not worth a word. One that is
//! ignored must hide nothing. So the thread goes on where C, POSIX or common practice
//! say what happens next; it stays where it is if the program itself ends there; and
//! where nothing says what happens next, the execution is left, and nothing is verified.

use super::errno::EPERM;
use super::fault::Fault;
use super::thread::{Next, Phase};
use super::{Machine, Settings, Trouble};
use crate::code::{Op, Src, Word};
use mazurka_check::Afterwards;
use mazurka_program::{FindingKind, Step};

/// What comes after a finding of this kind.
#[must_use]
pub fn afterwards(kind: FindingKind, settings: &Settings) -> Afterwards {
    match kind {
        FindingKind::Undefined => Afterwards::Guesses,
        // Execution graphs of these models judge what is freed by clocks, which a data race leaves
        // too early.
        FindingKind::DataRace if settings.graphs && settings.model.is_buffered() => {
            Afterwards::Left
        }
        FindingKind::UnlockNotHeld
        | FindingKind::DataRace
        | FindingKind::Leak
        | FindingKind::AbnormalExit
        | FindingKind::ExitCode => Afterwards::GoesOn,
        FindingKind::Assertion
        | FindingKind::Abort
        | FindingKind::Deadlock
        | FindingKind::Livelock => Afterwards::Ends,
        FindingKind::Panic
        | FindingKind::InvalidAccess
        | FindingKind::InvalidFree
        | FindingKind::Arithmetic
        | FindingKind::Unreachable
        | FindingKind::StackOverflow
        | FindingKind::Misuse
        | FindingKind::EventLimit => Afterwards::Left,
    }
}

impl Machine {
    pub(super) fn ignores(&self, kind: FindingKind) -> bool {
        self.text.settings.ignore.contains(&kind)
    }

    /// A finding after which the thread goes on if it is ignored.
    pub(super) fn pardon(
        &mut self,
        t: usize,
        fault: Fault,
        step: &mut Step,
    ) -> Result<(), Trouble> {
        let finding = self.explain(t, &fault);
        if !self.ignores(finding.kind) {
            return Err(fault.into());
        }
        step.findings.push(finding);
        Ok(())
    }

    /// A thread showed a finding. Does it go on, as if there had been none?
    pub(super) fn goes_on(&mut self, t: usize, fault: &Fault, step: &mut Step) -> bool {
        let is_done = match fault {
            Fault::Undefined { .. } if self.ignores(FindingKind::Undefined) => {
                if !self.define_operands(t) {
                    // What is undefined is written in the program itself.
                    let finding = self.explain(t, fault);
                    step.findings.push(finding);
                    self.cut_short(t);
                    return false;
                }
                true
            }
            Fault::NotHeld(_) if self.ignores(FindingKind::UnlockNotHeld) => true,
            _ => return false,
        };
        let finding = self.explain(t, fault);
        step.findings.push(finding);
        if let (Fault::NotHeld(_), Op::CallBuiltin { to, .. }) = (fault, self.current_op(t)) {
            self.state.set_phase(t, Phase::Start);
            self.give(t, to, EPERM);
        }
        is_done
    }

    /// Takes what the current instruction of a thread reads for what it holds. Was
    /// any of it undefined?
    fn define_operands(&mut self, t: usize) -> bool {
        let frame = *self.thread(t).frame();
        let function = self.text.function(frame.function);
        let mut op = function.ops[frame.pc as usize];
        let registers = &mut self.state.threads[t].registers;
        let mut was_undefined = false;
        let mut define = |source: Src| {
            if !source.is_constant() {
                let register = &mut registers[frame.base as usize + source.index()];
                was_undefined |= register.undefined != 0;
                *register = Word::new(register.bits);
            }
        };
        op.each_source(|source| define(*source));
        if let Some(list) = op.list() {
            function.operands[list.range()]
                .iter()
                .copied()
                .for_each(define);
        }
        was_undefined
    }

    /// A bound ends a thread.
    pub(super) fn cut_short(&mut self, t: usize) {
        self.tables.left_out.cut();
        self.thread_mut(t).next = Next::Cut;
    }
}
