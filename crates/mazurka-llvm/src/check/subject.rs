//! A C program, as the driver explores it.

use super::Options;
use crate::code::Code;
use crate::machine::{Knowledge, LeftOut, Machine, NoteKind, Reached, Settings, afterwards};
use mazurka_check::{
    Afterwards, Coverage, Describe, Event, EventKind, Known, Note, Options as Explore, Outcomes,
    TallyOf, Told,
};
use mazurka_explore::{Algorithm, Counterexample, Ended, Error};
use mazurka_program::{FindingKind, ProcessId};
use std::rc::Rc;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

/// A program, and how it is explored.
pub struct Subject {
    pub(super) code: Arc<Code>,
    pub(super) machine: Settings,
    pub(super) options: Explore,
    /// What code was reached, if that is wanted.
    pub(super) reached: Mutex<Reached>,
}

impl Subject {
    /// A program that is explored with those options.
    #[must_use]
    pub fn new(code: &Arc<Code>, options: &Options) -> Subject {
        let graphs = Explore::graphs_for(options.algorithm, options.machine.model);
        Subject {
            code: Arc::clone(code),
            machine: Settings {
                graphs: graphs.is_some(),
                ..options.machine.clone()
            },
            options: Explore {
                algorithm: match graphs {
                    Some(_) => Algorithm::Graphs,
                    None => options.algorithm,
                },
                max_events: options.max_events,
                max_executions: options.max_executions,
                workers: options.workers,
                graphs,
                keep_going: options.keep_going,
                cutting: options.cutting,
            },
            reached: Mutex::default(),
        }
    }

    fn machine(
        &self,
        settings: &Settings,
        known: &Known<Knowledge>,
        stop: &Arc<AtomicBool>,
    ) -> Machine {
        let mut knowledge = known.knowledge.clone();
        knowledge.set_rounds(known.rounds);
        let mut machine = Machine::new(&self.code, settings, knowledge);
        machine.set_stop(stop);
        machine
    }

    /// The lines of the program that have code, and whether an execution has reached it; none if
    /// that was not asked for.
    pub(super) fn coverage(&self) -> Option<Coverage> {
        let reached = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |file: &str| !file.starts_with("/usr/") && !file.starts_with('<');
        let files = reached.lines(&self.code).into_iter();
        self.machine.covers.then(|| Coverage {
            files: files.filter(|(file, _)| is_own(file)).collect(),
        })
    }

    /// What has left something out, in words.
    fn bounds(&self) -> String {
        let mut reasons = Vec::new();
        if let Some(rounds) = self.machine.unroll {
            reasons.push(format!("loops were cut after {rounds} rounds"));
        }
        if let Some(most) = self.machine.failures.filter(|most| *most < u32::MAX) {
            reasons.push(format!("at most {most} allocations of each thread failed"));
        }
        if let Some(stores) = self.machine.buffer_bound {
            reasons.push(format!("store buffers held at most {stores} stores"));
        }
        match reasons.is_empty() {
            true => "something was left out".to_owned(),
            false => reasons.join(", or "),
        }
    }
}

/// Why executions ended that the program goes on with.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
#[cfg_attr(feature = "command", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "command", serde(deny_unknown_fields))]
pub struct Ends {
    /// For people; of several reasons, the first by its words.
    why: Option<String>,
}

impl Outcomes for Ends {
    fn add(&mut self, other: Ends) {
        self.why = match (self.why.take(), other.why) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
    }
}

impl mazurka_check::Subject for Subject {
    type Program<'s> = Machine;
    type View = Rc<LeftOut>;
    type Knowledge = Knowledge;
    type Outcomes = Ends;

    fn options(&self) -> &Explore {
        &self.options
    }

    fn unroll(&self) -> Option<u32> {
        self.machine.unroll
    }

    fn learnt(&self, machine: &mut Machine) -> Knowledge {
        machine.knowledge().clone()
    }

    fn has_cut(&self, view: &Self::View) -> bool {
        view.is_cut()
    }

    fn ended(&self, view: &Self::View, _: &Ended<'_>, ends: &mut Ends) {
        if let Some(why) = view.why() {
            ends.add(Ends { why: Some(why) });
        }
    }

    fn concluded(&self, machine: &mut Machine, _: Option<&Error>, ends: &mut Ends) {
        ends.add(Ends {
            why: machine.left_out().why(),
        });
        if let Some(reached) = machine.reached() {
            let mut all = self.reached.lock().unwrap_or_else(PoisonError::into_inner);
            all.add(reached);
        }
    }

    fn ignored(&self) -> &[FindingKind] {
        &self.machine.ignore
    }

    fn afterwards(&self, kind: FindingKind) -> Afterwards {
        afterwards(kind, &self.machine)
    }

    /// What happened, and where; not which call led there.
    fn essence<'m>(&self, message: &'m str) -> &'m str {
        let mut ends = message.match_indices('\n').map(|(place, _)| place);
        ends.nth(1).map_or(message, |end| &message[..end])
    }

    fn endless(&self, machine: &Machine, left: &Counterexample) -> String {
        match left.finding.process {
            None => left.finding.message.clone(),
            Some(process) => format!(
                "{}, {}: likely a loop without end (one that waits for another thread is \
                 recognised if it changes nothing){}",
                left.finding.message,
                machine.whereabouts(process),
                mazurka_check::Options::way_out(left)
            ),
        }
    }

    fn unexplored(&self, tally: &TallyOf<Subject>) -> Option<String> {
        match (&tally.outcomes.why, tally.is_cut) {
            (Some(why), true) => return Some(format!("{why}; also, {}", self.bounds())),
            (Some(why), false) => return Some(why.clone()),
            (None, true) => return Some(self.bounds()),
            (None, false) => {}
        }
        // Programs that name an error location often assume at their end what would lead to
        // it: that all executions end there is what was to be shown.
        let statistics = &tally.statistics;
        let is_vacuous = statistics.discarded != 0 && statistics.discarded == statistics.complete;
        (is_vacuous && !self.code.names_errors)
            .then(|| "no execution satisfies the assumptions of the program".to_owned())
    }
}

impl mazurka_check::Plain for Subject {
    fn program(&self, known: &Known<Knowledge>, stop: &Arc<AtomicBool>) -> (Machine, Self::View) {
        let machine = self.machine(&self.machine, known, stop);
        let left_out = machine.left_out();
        (machine, left_out)
    }

    /// What is left of executions by symmetry are executions of the program as it is.
    fn shown(&self, known: &Known<Knowledge>, stop: &Arc<AtomicBool>) -> Machine {
        let settings = Settings {
            symmetry: false,
            ..self.machine.clone()
        };
        self.machine(&settings, known, stop)
    }

    fn is_sound(&self, knowledge: &Knowledge, _: &TallyOf<Subject>) -> bool {
        let instructions = self
            .code
            .functions
            .iter()
            .map(|function| function.ops.len());
        let instructions: usize = instructions.sum();
        let sites = self.code.globals.len() + self.code.sites.len() + instructions;
        knowledge.is_sound(sites, instructions)
    }
}

impl mazurka_check::Knowledge for Knowledge {
    fn merge(&mut self, other: &Knowledge) -> bool {
        Knowledge::merge(self, other)
    }

    fn to_text(&self) -> String {
        self.to_string()
    }

    fn from_text(text: &str) -> Option<Knowledge> {
        text.parse().ok()
    }
}

impl Describe for Machine {
    fn record(&mut self, on: bool) {
        Machine::record(self, on);
    }

    fn thread_name(&self, process: ProcessId) -> String {
        Machine::thread_name(self, process)
    }

    fn event(&self, process: ProcessId) -> Event {
        let event = Machine::event(self, process);
        Event {
            text: event.text,
            place: event.place.as_ref().map(line),
            object: Some(event.object).filter(|name| !name.is_empty()),
            stack: Told::new(&event.stack).stack,
        }
    }

    fn touched(&self) -> &str {
        Machine::touched(self)
    }

    fn notes(&self, after: usize) -> Vec<Note> {
        let notes = Machine::notes(self)[after..].iter();
        let note = |note: &crate::machine::Note| Note {
            process: note.process,
            text: note.text.clone(),
            place: note.place.as_ref().map(line),
            kind: match note.kind {
                NoteKind::Printed => EventKind::Printed,
                NoteKind::Buffered => EventKind::Buffered,
            },
        };
        notes.map(note).collect()
    }
}

/// A place, without its column.
fn line((file, line, _): &(String, u32, u32)) -> String {
    format!("{file}:{line}")
}
