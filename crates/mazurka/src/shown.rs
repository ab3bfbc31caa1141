//! One execution of a closure, run again and told: a bug as short as it can be made, an
//! execution that does not end, and what a replay string stands for.

use crate::closure::{Closure, Learnt};
use crate::command;
use crate::endless::Endless;
use crate::fibers::Fibers;
use crate::render::{self, Rendered};
use crate::replay::{self, Replayed, Trouble};
use crate::report::{Details, Limit, Verdict};
use crate::rt::{Runtime, Words};
use crate::trace::{self, Facts};
use mazurka_check::{Found, Known};
use mazurka_explore::Algorithm;
use mazurka_explore::replay::{Simplify, shown as told, simplify};
use mazurka_memory::Model;
use mazurka_program::{Finding, FindingKind, Interrupt, ProcessId, Program as _, Turn};
use std::sync::Arc;
use std::time::Instant;

/// What one execution showed, or an exploration of several.
pub(crate) struct Shown {
    pub(crate) verdict: Verdict,
    pub(crate) endless: Option<Box<Endless>>,
    /// What else is to be told of a bug.
    pub(crate) details: Option<Box<Details>>,
    /// What a replay found.
    pub(crate) findings: Vec<Finding>,
    /// How many events a replay had.
    pub(crate) events: usize,
}

impl Shown {
    fn of(verdict: Verdict) -> Shown {
        Shown {
            verdict,
            endless: None,
            details: None,
            findings: Vec::new(),
            events: 0,
        }
    }
}

/// The bug with the interleaving that shows it.
///
/// # Errors
/// When it cannot be run; a message for people.
pub(crate) fn bug(
    fibers: &mut Fibers,
    closure: &Arc<Closure>,
    known: Known<Learnt>,
    found: Found,
) -> Result<Shown, String> {
    let sought = found.clone();
    let shown = within(fibers, closure, known, move |session| session.bug(&sought))?;
    if let Some(shown) = shown {
        return Ok(shown);
    }
    // A bug of a round that was begun anew is shown by what was known then, which its replay string says.
    let sought = found.clone();
    let show = move |session: &mut Session<'_>| match session.bug(&sought)? {
        Some(shown) => Ok(Some(shown)),
        // The first execution of a worker may be another: it finds its stacks empty.
        None => session.bug(&sought),
    };
    let shown = within(&mut fibers.anew(), closure, Known::default(), show)?;
    let differed = "(the program differed when the execution was replayed)";
    Ok(shown.unwrap_or_else(|| Shown::of(unshown(closure, &found, differed))))
}

/// An execution that does not end, and was not followed further.
///
/// # Errors
/// When it cannot be run; a message for people.
pub(crate) fn endless(
    fibers: &mut Fibers,
    closure: &Arc<Closure>,
    known: Known<Learnt>,
    found: Found,
) -> Result<Shown, String> {
    within(fibers, closure, known, move |session| {
        let schedule = session.schedule(&found.replay)?;
        let replayed = session.replay(&schedule);
        let command = session.command(&found.replay);
        Ok(session.left_at(schedule.len(), replayed.as_ref().ok(), command))
    })
}

/// Runs only the execution of a replay string.
///
/// # Errors
/// When there is none; a message for people.
pub(crate) fn replayed(
    fibers: &mut Fibers,
    closure: &Arc<Closure>,
    text: String,
) -> Result<Shown, String> {
    within(fibers, closure, Known::default(), move |session| {
        session.replay_only(&text)
    })
}

/// A bug that is real, and is told without the interleaving that shows it.
pub(crate) fn unshown(closure: &Closure, found: &Found, why: &str) -> Verdict {
    Verdict::Bug {
        finding: Finding::new(found.kind, None, found.message.clone()),
        trace: vec![why.to_owned()],
        command: command(closure, &found.replay),
        replay: found.replay.clone(),
    }
}

/// The command that replays an execution.
fn command(closure: &Closure, replay: &str) -> String {
    let settings = &closure.settings;
    // It decides what a step is.
    let by_graphs = settings.algorithm == Algorithm::Graphs && settings.model.is_buffered();
    let model = (settings.model != Model::Sc).then(|| settings.model.to_string());
    command::replay(
        settings.test(),
        model.as_deref(),
        by_graphs.then_some("graphs"),
        replay,
    )
}

/// Calls `act` with the runtime of a worker.
fn within<A, T>(
    fibers: &mut Fibers,
    closure: &Arc<Closure>,
    known: Known<Learnt>,
    act: A,
) -> Result<T, String>
where
    A: FnOnce(&mut Session<'_>) -> Result<T, String> + Send + 'static,
    T: Send + 'static,
{
    let own = Arc::clone(closure);
    fibers.run(closure, move |runtime| {
        let closure = own;
        // What is cut in an exploration is not to be cut here.
        let known = Known {
            rounds: None,
            ..known
        };
        closure.prepare(runtime, &known);
        act(&mut Session { closure, runtime })
    })
}

struct Session<'r> {
    closure: Arc<Closure>,
    runtime: &'r mut Runtime,
}

impl Session<'_> {
    fn schedule(&mut self, text: &str) -> Result<Vec<Turn>, String> {
        let max = self.closure.settings.max_events;
        replay::parse(text, max, self.runtime)
    }

    /// The bug with the interleaving that shows it; none if the program differed when it was
    /// replayed.
    fn bug(&mut self, found: &Found) -> Result<Option<Shown>, String> {
        let schedule = self.schedule(&found.replay)?;
        let is_it = |finding: &Finding, runtime: &Runtime| {
            let process = finding.process;
            let process = process.map(|process| runtime.names().process_name(process));
            finding.kind == found.kind
                && finding.message == found.message
                && process == found.process
        };
        let Ok(first) = self.replay(&schedule) else {
            return Ok(None);
        };
        let mut seen = first.findings.iter();
        let Some(finding) = seen.find(|finding| is_it(finding, self.runtime)).cloned() else {
            // The bug is real all the same.
            return Ok(None);
        };
        // A use after free is best told in that order.
        let early = match finding.kind {
            FindingKind::InvalidAccess => Some(self.runtime.early_schedule()),
            _ => None,
        };
        let early = early.filter(|schedule| !schedule.is_empty());
        let is_early = early.is_some();
        let (mut best, mut replayed) = (schedule, first);
        for candidate in early
            .into_iter()
            .chain(replay::shorter(&replayed, &finding))
        {
            if candidate == best {
                break;
            }
            if let Ok(shorter) = self.replay(&candidate)
                && shorter.findings.contains(&finding)
            {
                (best, replayed) = (candidate, shorter);
                break;
            }
        }
        // What is learnt from here on is not what these steps were taken with.
        let refinements = self.runtime.refinements();
        if !is_early && let Some((simpler, again)) = self.simpler(&best, &finding) {
            (best, replayed) = (simpler, again);
        }
        Ok(Some(self.shown(finding, &best, &replayed, &refinements)))
    }

    /// A simpler execution that shows the bug, if one is found in time. Not of an execution graph:
    /// a schedule says there which writes are read.
    fn simpler(&mut self, schedule: &[Turn], finding: &Finding) -> Option<(Vec<Turn>, Replayed)> {
        let settings = &self.closure.settings;
        if settings.algorithm == Algorithm::Graphs {
            return None;
        }
        let until = Instant::now() + settings.shorten;
        let refinements = self.runtime.refinements();
        let wanted = Simplify {
            max_events: settings.max_events,
            is_bug: &|other, _| other == finding,
            has_time: &|| Instant::now() < until,
        };
        let simpler = simplify(self.runtime, schedule, finding.process, &wanted);
        let simpler = simpler.ok().flatten()?;
        let replayed = self.replay(&simpler).ok()?;
        let is_same = self.runtime.refinements() == refinements;
        let shows = is_same && replayed.findings.contains(finding);
        shows.then_some((simpler, replayed))
    }

    /// Runs that schedule, again if the program has learnt on the way that a step is none.
    fn replay(&mut self, schedule: &[Turn]) -> Result<Replayed, Trouble> {
        let max = self.closure.settings.max_events;
        loop {
            match replay::replay(self.runtime, schedule, max) {
                Err(Trouble::Interrupt(Interrupt::CameBack | Interrupt::Refined)) => {}
                result => return result,
            }
        }
    }

    fn left_at(&mut self, events: usize, replayed: Option<&Replayed>, command: String) -> Shown {
        Shown {
            endless: Some(Box::new(Endless::events(events, replayed, command))),
            ..Shown::of(Verdict::NotExhausted(Limit::Events))
        }
    }

    fn shown(
        &mut self,
        mut finding: Finding,
        schedule: &[Turn],
        replayed: &Replayed,
        refinements: &str,
    ) -> Shown {
        if finding.kind == FindingKind::Panic
            && let Some(process) = finding.process
            && let Some((_, name)) = replayed.threads.iter().find(|(id, _)| *id == process)
        {
            finding.message = format!("thread {name} {}", finding.message);
        }
        let rendered = render::render(replayed);
        let Rendered {
            objects, shortener, ..
        } = &rendered;
        let usual: Vec<String> = replayed.waits.iter().map(Words::usual).collect();
        let mut waits = Vec::new();
        if usual.join("; ") == finding.message {
            let call = |object, usual: &str| match usual {
                "" => objects
                    .own_name(object)
                    .map_or_else(String::new, |name| format!(" (`{name}`)")),
                usual => objects.phrase(object).unwrap_or_else(|| usual.to_owned()),
            };
            let named = replayed.waits.iter().map(|words| {
                let text = words.with(call);
                let place = words.calls.as_ref();
                match place.and_then(|calls| shortener.place(calls)) {
                    Some(place) => text.replacen(" waits", &format!(" waits at {place}"), 1),
                    None => text,
                }
            });
            waits = named.collect();
        }
        let thread = |process: ProcessId| {
            let mut threads = replayed.threads.iter();
            threads.find_map(|(id, name)| (*id == process).then(|| name.clone()))
        };
        let traces = replayed.recording.traces.iter();
        let of_finding =
            |(process, _): &&(ProcessId, _)| finding.process.is_none_or(|of| of == *process);
        let backtraces = traces.filter(of_finding).map(|(process, calls)| {
            let lines = shortener.backtrace(calls);
            (thread(*process).unwrap_or_default(), lines)
        });
        let replay = replay::format(schedule, self.runtime.names(), refinements);
        let command = self.command(&replay);
        let facts = Facts {
            settings: &self.closure.settings,
            finding: &finding,
            replayed,
            rendered: &rendered,
            names: self.runtime.names(),
            waits: &waits,
            replay: &replay,
            command: &command,
        };
        let folder = self.closure.settings.trace_dir.as_deref();
        let written = folder.map(|folder| trace::write(&facts.trace(), folder));
        let details = Details {
            events: replayed.recording.steps.len(),
            objects: objects.lines(shortener),
            backtraces: backtraces.collect(),
            waits,
            written,
        };
        let verdict = Verdict::Bug {
            finding,
            trace: rendered.lines,
            command,
            replay,
        };
        Shown {
            details: Some(Box::new(details)),
            ..Shown::of(verdict)
        }
    }

    fn command(&self, replay: &str) -> String {
        command(&self.closure, replay)
    }

    /// Runs only the execution of a replay string.
    fn replay_only(&mut self, text: &str) -> Result<Shown, String> {
        let schedule = self.schedule(text)?;
        let mut replayed = self.replay(&schedule);
        if matches!(&replayed, Ok(replayed) if replayed.findings.is_empty()) {
            // The first execution of a worker may be another: it finds its stacks empty.
            replayed = self.replay(&schedule);
        }
        match replayed {
            Ok(replayed) => {
                let is_bug = |finding: &&Finding| finding.kind != FindingKind::EventLimit;
                let shown = match replayed.findings.first() {
                    Some(finding) if !is_bug(&finding) => {
                        self.left_at(schedule.len(), Some(&replayed), String::new())
                    }
                    Some(finding) => {
                        let refinements = self.runtime.refinements();
                        self.shown(finding.clone(), &schedule, &replayed, &refinements)
                    }
                    None => Shown::of(Verdict::NotExhausted(Limit::Replay)),
                };
                Ok(Shown {
                    findings: replayed.findings.iter().filter(is_bug).cloned().collect(),
                    events: schedule.len(),
                    ..shown
                })
            }
            Err(Trouble::Interrupt(Interrupt::Error(message))) => Err(message),
            Err(Trouble::Interrupt(_)) => Err("it was stopped".to_owned()),
            Err(Trouble::Misfit(step, process)) => {
                let name = self.runtime.names().process_name(process);
                Err(format!(
                    "the replay string {} does not fit this program: at step {}, \
                     thread {name} cannot run. Was it printed by another test or under \
                     another memory model (MAZURKA_MODEL), or has the program changed since?",
                    told(text),
                    step + 1
                ))
            }
        }
    }
}
