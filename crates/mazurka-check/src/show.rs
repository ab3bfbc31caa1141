//! One execution, run again and told.

mod recording;

use crate::events::{Called, Execution, Mail, traced};
use crate::finding::{Told, words};
use crate::section::Section;
use crate::subject::{Knowledge, Known, Options, Plain, Subject};
use crate::tally::Found;
use mazurka_explore::replay::{self, Cost, Reader, Simplify, Trouble};
use mazurka_program::{Finding, FindingKind, Interrupt, Names, ProcessId, Program, Turn};
use mazurka_trace::{EventKind, Frame, Trace, plain};
use recording::Recording;
use std::mem;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How the steps of a program are told to a person.
pub trait Describe: Program {
    /// Keeps notes from now on, or no longer.
    fn record(&mut self, on: bool) {
        let _ = on;
    }

    /// The name of a thread, for people.
    fn thread_name(&self, process: ProcessId) -> String {
        match process {
            ProcessId::ROOT => "main".to_owned(),
            process => self.names().process_name(process),
        }
    }

    /// Does a process belong to what runs beside the program, so that nobody wants to see it start?
    fn is_beside(&self, process: ProcessId) -> bool {
        let _ = process;
        false
    }

    /// What a process is about to do, and where.
    fn event(&self, process: ProcessId) -> Event;

    /// What the last step learnt or left: to be put behind the text of its event.
    fn touched(&self) -> &str {
        ""
    }

    /// What has come into mailboxes and left them since that was last asked.
    fn mail(&mut self) -> Vec<Mail> {
        Vec::new()
    }

    /// What happened in this execution beside events, after that many notes.
    fn notes(&self, after: usize) -> Vec<Note> {
        let _ = after;
        Vec::new()
    }

    /// What is to be told of the end of this execution, which shows a bug. It may be run further
    /// for that; what comes next is another execution.
    fn epilogue(&mut self) -> Vec<Section> {
        Vec::new()
    }
}

/// What a process is about to do.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Event {
    /// What.
    pub text: String,
    /// Where: the file and the line.
    pub place: Option<String>,
    /// What people call the object that it accesses, if they have a name for it.
    pub object: Option<String>,
    /// The calls that led there, the innermost first.
    pub stack: Vec<Frame>,
}

/// One whose place is not known.
impl From<String> for Event {
    fn from(text: String) -> Event {
        Event {
            text,
            ..Event::default()
        }
    }
}

/// A bug that is looked for in the execution that is shown.
#[derive(Clone, Copy, Debug)]
pub struct Sought<'f> {
    /// The bug.
    pub found: &'f Found,
    /// For how long a simpler execution that shows it is looked for.
    pub time: Duration,
}

/// Something that happened beside events.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Note {
    /// Who did it.
    pub process: ProcessId,
    /// What.
    pub text: String,
    /// Where: the file and the line.
    pub place: Option<String>,
    /// What kind of thing it is.
    pub kind: EventKind,
}

/// What an execution did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Shown {
    /// The bugs that it shows: kinds and messages.
    pub findings: Vec<(FindingKind, String)>,
    /// The string that replays it.
    pub replay: String,
    /// How many events it has.
    pub events: usize,
    /// What is to be told of its end, if it shows a bug.
    pub sections: Vec<Section>,
    /// What happened: threads, objects, events, what races and who waits.
    pub trace: Trace,
    /// How hard it is to understand, if it shows the bug that was looked for; and how hard the
    /// execution was that was found first.
    pub cost: Option<[Cost; 2]>,
}

/// Runs the execution of a replay string again, or a shorter one that shows the same
/// bug as it did, if that is given. When `stop` is set, it shows what it has by then.
///
/// # Errors
/// When the string is none, or does not fit the program, or `stop` was set before there was
/// something to show.
pub fn show<'s, S>(
    subject: &'s S,
    text: &str,
    bug: Option<Sought<'_>>,
    stop: &Arc<AtomicBool>,
) -> Result<Shown, String>
where
    S: Plain<Program<'s>: Describe>,
{
    let mut known = Known::default();
    let mut reading = Reading {
        names: &mut Names::new(),
        knowledge: Some(&mut known.knowledge),
    };
    replay::parse(text, subject.options().max_events, &mut reading)?;
    loop {
        let mut session = Session {
            subject,
            program: subject.shown(&known, stop),
            bug: bug.map(|bug| bug.found),
            until: Instant::now() + bug.map_or(Duration::ZERO, |bug| bug.time),
            stop,
            attempts: 1_000,
        };
        match session.show(text) {
            Ok(shown) => return Ok(shown),
            Err(Trouble::Interrupt(Interrupt::Refined)) => {
                let learnt = subject.learnt(&mut session.program);
                if !known.knowledge.merge(&learnt) {
                    return Err("internal error: nothing is learnt by running it".to_owned());
                }
            }
            Err(Trouble::Interrupt(Interrupt::Error(message))) => return Err(message),
            Err(Trouble::Interrupt(Interrupt::Stopped)) => return Err("it was stopped".to_owned()),
            Err(Trouble::Interrupt(Interrupt::CameBack)) => {
                return Err("internal error: a step was foreseen wrongly".to_owned());
            }
            Err(Trouble::Misfit(step, process)) => {
                let name = session.program.names().process_name(process);
                return Err(format!(
                    "the replay string {} does not fit this program: at step {}, thread {name} \
                     cannot run. Was it printed for other files, flags or another memory model, \
                     or has the program changed since?",
                    replay::shown(text),
                    step + 1
                ));
            }
        }
    }
}

/// How many steps a replay string has, if it is one of at most `most`.
///
/// # Errors
/// When it is none.
pub(crate) fn steps<K: Knowledge>(text: &str, most: usize) -> Result<usize, String> {
    let mut reading = Reading {
        names: &mut Names::new(),
        knowledge: Some(&mut K::default()),
    };
    replay::parse(text, most, &mut reading).map(|schedule| schedule.len())
}

/// Reads a replay string.
struct Reading<'a, K> {
    names: &'a mut Names,
    /// Where what is known goes to, if it is not known already.
    knowledge: Option<&'a mut K>,
}

impl<K: Knowledge> Reader for Reading<'_, K> {
    fn refine(&mut self, text: &str) -> Option<()> {
        if let Some(knowledge) = &mut self.knowledge {
            **knowledge = K::from_text(text)?;
        }
        Some(())
    }

    fn process(&mut self, name: &str) -> Option<ProcessId> {
        self.names.parse_process(name)
    }
}

/// Sections whose lines are lines, whatever is named there.
fn plain_sections(mut sections: Vec<Section>) -> Vec<Section> {
    for line in sections.iter_mut().flat_map(|section| &mut section.lines) {
        *line = plain(line).into_owned();
    }
    sections
}

struct Session<'s, 'b, S: Subject> {
    subject: &'s S,
    program: S::Program<'s>,
    bug: Option<&'b Found>,
    /// A simpler execution is looked for until then.
    until: Instant,
    stop: &'b Arc<AtomicBool>,
    /// How often an execution may be begun again because of something that the program has
    /// learnt.
    attempts: u32,
}

impl<'s, S: Plain<Program<'s>: Describe>> Session<'s, '_, S> {
    fn show(&mut self, text: &str) -> Result<Shown, Trouble> {
        let mut reading = Reading::<S::Knowledge> {
            names: self.program.names_mut(),
            knowledge: None,
        };
        let error = |message| Trouble::Interrupt(Interrupt::Error(message));
        let most = self.subject.options().max_events;
        let mut schedule = replay::parse(text, most, &mut reading).map_err(error)?;
        let (mut recording, mut findings) = self.run(&schedule)?;
        let chooses = recording.chooses;
        if chooses {
            // What the program remembers of a run is that of the last.
            schedule = replay::arrange(&mut self.program, &schedule);
            (recording, findings) = self.run(&schedule)?;
        }
        // A limit that was reached is no bug, and may be reached later in other executions.
        let Some(bug) = self.bug.filter(|bug| bug.kind != FindingKind::EventLimit) else {
            return Ok(self.shown(&mut recording, &findings, &schedule));
        };
        let first = schedule.len();
        if let Some(end) = recording.seen.filter(|end| *end < first) {
            let shown = self.shown(&mut recording, &findings, &schedule);
            schedule.truncate(end);
            match self.run(&schedule) {
                Err(Trouble::Interrupt(Interrupt::Stopped)) => return Ok(shown),
                ran => (recording, findings) = ran?,
            }
        }
        let is_bug = |finding: &Finding, program: &S::Program<'s>| {
            bug.is(finding, program.names(), self.subject)
        };
        let mut found = findings.iter();
        let Some(finding) = found
            .find(|finding| is_bug(finding, &self.program))
            .cloned()
        else {
            return Ok(self.shown(&mut recording, &findings, &schedule));
        };
        let cost = Cost::of(&schedule, finding.process, self.program.names());
        let candidates = recording.shorter(&finding);
        let mut shown = self.shown(&mut recording, &findings, &schedule);
        for candidate in candidates {
            let candidate = match chooses {
                true => replay::arrange(&mut self.program, &candidate),
                false => candidate,
            };
            if candidate == schedule {
                break;
            }
            if let Some(shorter) = self.again(&candidate, bug) {
                (shown, schedule) = (shorter, candidate);
                break;
            }
        }
        if let Some((simpler, of)) = self.simpler(&schedule, finding.process, bug) {
            (shown, schedule) = (simpler, of);
        }
        let now = Cost::of(&schedule, finding.process, self.program.names());
        shown.cost = Some([now, cost]);
        Ok(shown)
    }

    /// What a schedule shows, if that is the bug.
    fn again(&mut self, schedule: &[Turn], bug: &Found) -> Option<Shown> {
        let (mut recording, found) = self.run(schedule).ok()?;
        let mut found_here = found.iter();
        let is_it = found_here.any(|finding| bug.is(finding, self.program.names(), self.subject));
        is_it.then(|| self.shown(&mut recording, &found, schedule))
    }

    /// A simpler execution that shows the bug, if there is one and it is found in time. Not of an
    /// execution graph: a schedule says there which writes are read.
    fn simpler(
        &mut self,
        schedule: &[Turn],
        process: Option<ProcessId>,
        bug: &Found,
    ) -> Option<(Shown, Vec<Turn>)> {
        if self.subject.options().graphs.is_some() {
            return None;
        }
        let subject = self.subject;
        let until = self.until;
        let stop = self.stop;
        let wanted = Simplify {
            max_events: subject.options().max_events,
            is_bug: &|finding, names| bug.is(finding, names, subject),
            has_time: &|| Instant::now() < until && !stop.load(Ordering::Relaxed),
        };
        let simpler = replay::simplify(&mut self.program, schedule, process, &wanted);
        let simpler = simpler.ok().flatten()?;
        let shown = self.again(&simpler, bug)?;
        Some((shown, simpler))
    }

    fn run(&mut self, schedule: &[Turn]) -> Result<(Recording<'s, S>, Vec<Finding>), Trouble> {
        let Options {
            max_events, graphs, ..
        } = self.subject.options();
        let idle_updates_write = graphs.is_some_and(|model| !model.is_buffered());
        loop {
            let mut recording = Recording::new(self.subject, self.bug.cloned());
            self.program.record(true);
            let result = replay::run_graph(
                &mut self.program,
                schedule,
                *max_events,
                idle_updates_write,
                &mut recording,
            );
            self.program.record(false);
            match result {
                // The program knows more now.
                Err(Trouble::Interrupt(Interrupt::CameBack)) if self.attempts > 0 => {
                    self.attempts -= 1;
                }
                result => return Ok((recording, result?)),
            }
        }
    }

    /// What was recorded, which is no longer in the recording.
    fn shown(
        &mut self,
        recording: &mut Recording<'s, S>,
        findings: &[Finding],
        schedule: &[Turn],
    ) -> Shown {
        let trace = self.traced(recording, findings);
        let knowledge = self.subject.learnt(&mut self.program).to_text();
        let replay = replay::format(schedule, self.program.names(), &knowledge);
        let is_bug = |finding: &Finding| finding.kind != FindingKind::EventLimit;
        let sections = match findings.iter().any(is_bug) {
            true => plain_sections(self.program.epilogue()),
            false => Vec::new(),
        };
        Shown {
            trace,
            findings: (findings.iter())
                .map(|finding| (finding.kind, finding.message.clone()))
                .collect(),
            replay,
            events: schedule.len(),
            sections,
            cost: None,
        }
    }

    /// The threads, objects and events of a recording, and what its finding has to do with them.
    fn traced(&mut self, recording: &mut Recording<'s, S>, findings: &[Finding]) -> Trace {
        let finding = findings
            .iter()
            .find(|finding| finding.kind != FindingKind::EventLimit);
        if let Some(finding) = finding.filter(|finding| finding.kind == FindingKind::DataRace) {
            recording.mark_race(finding);
        }
        let program = &self.program;
        let all = recording.lines.iter().enumerate();
        let of_it =
            all.filter(|(i, line)| recording.raced.contains(i) || line.kind == EventKind::Finding);
        let events = of_it.map(|(i, _)| i).collect();
        let execution = Execution {
            lines: mem::take(&mut recording.lines),
            start: &recording.start,
            steps: &recording.steps,
            operations: &recording.announced,
        };
        let called = Called {
            names: program.names(),
            thread: &|process| program.thread_name(process),
            object: &|object| recording.objects.get(&object).cloned(),
            is_hidden: &|process| program.is_beside(process),
        };
        let mut trace = traced(execution, &called);
        trace.finding = finding.map(|finding| {
            let told = Told::new(&finding.message);
            mazurka_trace::Finding {
                kind: words(finding.kind),
                message: told.what,
                details: told.more,
                stack: told.stack,
                executions: self.bug.map_or(0, |bug| bug.executions),
                events,
                waits: Vec::new(),
            }
        });
        if let Some(finding) = &mut trace.finding
            && matches!(&*finding.kind, "deadlock" | "livelock")
        {
            finding.waits = recording.waits(program, &trace.threads);
            finding.find_cycle();
        }
        trace.make_plain();
        trace
    }
}
