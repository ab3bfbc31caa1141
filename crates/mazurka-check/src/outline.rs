//! The first executions of an exploration, for a picture of it: each goes its own way somewhere.

use crate::show::Describe;
use crate::subject::{Known, Plain};
use mazurka_explore::{Ended, EndedKind, Limits, Observer, Statistics};
use mazurka_program::{ProcessId, Program as _, Turn};
use mazurka_trace::Execution;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// How many executions are told.
const MOST: usize = 500;
/// For how long they are looked for.
const TIME: Duration = Duration::from_secs(1);

/// Explores a program once more from the beginning, for at most a second, and tells its first
/// executions. Of execution graphs, which have no order of steps, it tells none.
pub fn outline<'s, S>(
    subject: &'s S,
    known: &Known<S::Knowledge>,
    stop: &Arc<AtomicBool>,
) -> Vec<Execution>
where
    S: Plain<Program<'s>: Describe>,
{
    let options = subject.options();
    if options.graphs.is_some() {
        return Vec::new();
    }
    let (mut program, _) = subject.program(known, stop);
    let limits = Limits {
        max_events: options.max_events,
        max_executions: Some(MOST as u64),
        keep_going: true,
    };
    let mut outline = Outline {
        before: Vec::new(),
        told: Vec::new(),
        until: Instant::now() + TIME,
        stop,
    };
    // What was told before it had to stop is right.
    let _ = mazurka_explore::explore(options.algorithm, &mut program, &limits, &mut outline);
    let told = outline.told.into_iter().map(|(mut execution, process)| {
        if let Some(process) = process {
            let owner = program.names().owner(process);
            execution.turn = match owner {
                Some(owner) => format!("the store buffer of {}", program.thread_name(owner)),
                None => program.thread_name(process),
            };
        }
        execution
    });
    told.collect()
}

struct Outline<'a> {
    /// The steps of the execution before.
    before: Vec<Turn>,
    /// Each with whose step comes next where it goes its own way.
    told: Vec<(Execution, Option<ProcessId>)>,
    until: Instant,
    stop: &'a AtomicBool,
}

impl Observer for Outline<'_> {
    fn ended(&mut self, ended: &Ended<'_>, _: &Statistics) -> ControlFlow<()> {
        let turns = ended.turns();
        let both = turns.iter().zip(&self.before);
        let shared = both.take_while(|(now, before)| now == before).count();
        let ending = match ended.kind {
            _ if !ended.findings.is_empty() => "bug",
            EndedKind::Blocked => "blocked",
            EndedKind::Complete if ended.is_discarded => "discarded",
            EndedKind::Complete => "complete",
        };
        let execution = Execution {
            shared,
            steps: turns.len(),
            turn: String::new(),
            ending: ending.to_owned(),
        };
        let process = turns.get(shared).map(|turn| turn.process);
        self.told.push((execution, process));
        self.before = turns;
        match Instant::now() < self.until && !self.stop.load(Ordering::Relaxed) {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    }
}
