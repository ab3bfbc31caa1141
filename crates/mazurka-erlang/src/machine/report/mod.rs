//! What is told of the end of an execution that shows a bug: who ended and why, the cause first,
//! and all processes, with links, monitors, names and mailboxes.
//!
//! A bug is found at the first process that ends abnormally. What follows from that is seen if
//! the execution goes on. So it is run further here, until nothing can happen any more, or for so
//! many steps.

mod answers;
mod chronicle;
mod ends;
mod processes;
mod waits;

pub(super) use chronicle::{Became, Chronicle, ExitSignal};

use super::Machine;
use super::process::{Fate, Next};
use crate::term::Term;
use mazurka_check::Section;
use mazurka_program::{Interrupt, ProcessId, Program, Status, Step};

/// How many steps an execution is run further.
const MOST_STEPS: usize = 2_000;
/// How often a step may be begun anew since something was learnt.
const MOST_ATTEMPTS: usize = 100;
/// The columns of a terminal, but for the indentation of all lines.
const WIDTH: usize = 96;

impl Machine {
    /// Runs the execution to its end, and tells it.
    pub(super) fn tell_end(&mut self) -> Vec<Section> {
        let shown = self.chronicle.steps;
        let knowledge = self.knowledge.clone();
        self.records = true;
        let is_over = self.run_on();
        self.records = false;
        let sections = [
            self.ends(shown),
            Some(self.processes_at_end(shown, is_over)),
            self.answers(),
        ];
        // What was learnt here is of no use for the steps that were shown.
        self.knowledge = knowledge;
        self.known.clear();
        self.scans = super::table::Scans::default();
        sections.into_iter().flatten().collect()
    }

    /// Runs it on: what follows from the end of a process first, and time passes last. Is it
    /// over?
    fn run_on(&mut self) -> bool {
        let mut taken: Vec<usize> = Vec::new();
        for _ in 0..MOST_STEPS {
            let places = 0..self.state.processes.len();
            taken.resize(places.end, 0);
            let able = places.filter_map(|place| Some((self.rank(place)?, taken[place], place)));
            let Some((_, _, place)) = able.min() else {
                return true;
            };
            taken[place] += 1;
            if !self.step_on(place) {
                return false;
            }
        }
        false
    }

    /// How soon a process is to take a step; none if it cannot.
    fn rank(&self, place: usize) -> Option<u32> {
        let process = self.process(place);
        if self.state.globals.has_halted || process.next == Next::Finished {
            return None;
        }
        if matches!(process.fate, Fate::Doomed(_)) {
            return Some(0);
        }
        let Status::Enabled(_) = self.status(process.id) else {
            return None;
        };
        Some(match process.next {
            Next::End(_) => 0,
            Next::Look(_) => 2,
            Next::Take(_) if self.first_turn(place).sender().is_none() => 2,
            Next::Fire(_) => 3,
            _ => 1,
        })
    }

    /// Takes one step, whatever is to be learnt for it.
    fn step_on(&mut self, place: usize) -> bool {
        let turn = self.first_turn(place);
        for _ in 0..MOST_ATTEMPTS {
            let before = self.chronicle.length();
            match self.step(turn, &mut Step::default()) {
                Ok(()) => return true,
                Err(Interrupt::Refined) => {
                    self.state.undo_last(&mut self.heap);
                    self.chronicle.cut(before);
                    self.ready.clear();
                    self.is_silent = false;
                    self.know_anew();
                }
                Err(_) => return false,
            }
        }
        false
    }

    /// Looks up again what is known.
    fn know_anew(&mut self) {
        self.known.clear();
        let all: Vec<ProcessId> = self.state.processes.iter().map(|of| of.id).collect();
        for process in all {
            self.known(process);
        }
        self.scans = super::table::Scans::default();
        // What it refuses would have been refused when the execution began.
        let _ = self.prepare_scans();
    }

    /// A reason without the stack trace of an error.
    pub(super) fn reason(&self, reason: Term) -> Term {
        self.error_with_trace(reason)
            .map_or(reason, |(inner, _)| inner)
    }

    /// The sender of a message, for people.
    fn sender(&self, message: super::process::Message) -> Option<String> {
        let sender = self.chronicle.sender(message)?;
        let place = self.state.place(sender)?;
        let is_timer = self.process(place).rest.timer.is_some();
        let owner = self.names.owner(sender).unwrap_or(sender);
        Some(match is_timer {
            true => format!("a timer of {}", self.show_pid(owner)),
            false => self.show_pid(owner),
        })
    }
}
