//! Programs over everything that C and POSIX offer to threads, judged by the machine
//! itself: run without any reduction, it visits all executions, which fall into traces;
//! all executions of a trace must leave the same behind, and every other way to explore
//! the program must visit the same traces.
//!
//! This says nothing of what an operation does (that is for [`super::traces`],
//! [`super::bytes`] and the corpus), and everything of whether the events of the machine
//! are those that others can see, with all their accesses and edges: whatever is missed
//! there makes two executions of one trace differ, or explorers visit too much or too
//! little.

pub mod explore;
mod generate;
mod snippets;

pub use generate::{Program, generate};

use super::run::{Compiler, PRELUDE, compile, with_main};
use explore::{Explored, Failed, How, Outcome, Spot, explored};
use mazurka_explore::{Algorithm, Statistics};
use mazurka_llvm::check;
use mazurka_llvm::code::Code;
use mazurka_llvm::machine::{Knowledge, Settings};
use mazurka_memory::Model;
use mazurka_program::FindingKind;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The headers that these programs need beside those of the [`PRELUDE`].
pub const HEADERS: &str = "\
#include <sched.h>
#include <setjmp.h>
#include <stdatomic.h>
#include <threads.h>
#include <time.h>
long __mazurka_futex_wait(void *, int);
long __mazurka_futex_timedwait(void *, int, long);
long __mazurka_futex_wake(void *, int);
int usleep(unsigned);
";

/// What is ignored, if something is: what threads go on after, and one that ends them.
const IGNORED: [FindingKind; 5] = [
    FindingKind::Undefined,
    FindingKind::UnlockNotHeld,
    FindingKind::DataRace,
    FindingKind::Leak,
    FindingKind::Assertion,
];

/// What came of a program.
#[derive(Clone, Debug)]
pub enum Judged {
    /// All agree.
    Agreed(Box<Explored>),
    /// It has too many traces, or does what is not supported.
    Skipped,
    /// It does not end in some execution, which ends all explorations.
    Endless,
}

/// A program to be judged.
#[derive(Clone, Debug)]
pub struct Case {
    /// The seed that it came from.
    pub seed: u64,
    /// The program.
    pub program: Program,
}

impl Case {
    /// The program of a seed, with pieces of that name, if one is given.
    #[must_use]
    pub fn new(seed: u64, model: Option<Model>, pieces: Option<&str>) -> Case {
        Case {
            seed,
            program: generate(seed, model, pieces),
        }
    }

    /// Compiles the program by itself.
    ///
    /// # Errors
    /// What clang or we have to say against it.
    pub fn compiled(&self, compiler: Compiler) -> Result<Code, String> {
        let text = self.program.text(0);
        compile(&format!("{PRELUDE}{HEADERS}{text}"), compiler)
    }

    fn settings(&self) -> Settings {
        Settings {
            model: self.program.model,
            nondet: Some((0, 1)),
            races: self.program.races,
            leaks: self.program.leaks,
            spurious: self.program.spurious,
            ignore: match self.program.ignores {
                true => IGNORED.to_vec(),
                false => Vec::new(),
            },
            unroll: self.program.unroll,
            max_steps: 1_000_000,
            ..Settings::default()
        }
    }

    /// Explores the program, compiled with that number, in all ways.
    ///
    /// # Errors
    /// When they disagree.
    pub fn judge(&self, code: &Code, number: usize, most: u64) -> Result<Judged, String> {
        let code = with_main(code, &format!("p{number}_main"))?;
        let spots = spots(&code, number);
        let settings = self.settings();
        let explore = |algorithm, knowledge: &Knowledge, goes_back, max_executions| {
            let how = How {
                algorithm,
                knowledge: knowledge.clone(),
                goes_back,
                max_executions,
            };
            explored(&code, &settings, &how, &spots)
        };
        let nothing = Knowledge::default();
        let optimal = match explore(Algorithm::Optimal, &nothing, true, most / 4) {
            Ok(optimal) => optimal,
            Err(Failed::TooMany | Failed::Unsupported) => return Ok(Judged::Skipped),
            Err(Failed::Endless) => return Ok(Judged::Endless),
            Err(Failed::Wrong(what)) => return Err(format!("optimal: {what}")),
        };
        if optimal.statistics.blocked != 0 {
            return Err(format!("{} blocked executions", optimal.statistics.blocked));
        }
        let known = &optimal.knowledge;
        let ways = [
            ("exhaustive", Algorithm::Exhaustive, known, true),
            ("replaying", Algorithm::Optimal, known, false),
            ("source", Algorithm::Source, &nothing, true),
            ("classic", Algorithm::Classic, &nothing, false),
        ];
        for (name, algorithm, knowledge, goes_back) in ways {
            match explore(algorithm, knowledge, goes_back, most) {
                Ok(other) => agree(&optimal, &other),
                // (Only as many as there are traces: an exploration that never ends is one
                // with too many, too.)
                Err(Failed::TooMany) if algorithm != Algorithm::Optimal => Ok(()),
                Err(failed) => Err(format!("{failed:?}")),
            }
            .map_err(|what| format!("{name}: {what}"))?;
        }
        // (Which rounds of a loop others may see depends on what is shared.)
        if self.program.unroll.is_none() {
            self.assumptions(&code, &optimal, &spots, most)
                .map_err(|what| format!("assumptions that are no waits: {what}"))?;
        }
        if !self.program.copies() && self.program.unroll.is_none() {
            self.shared(&code, &optimal, &spots, most)
                .map_err(|what| format!("all is shared: {what}"))?;
        }
        self.with_workers(&code, &optimal)
            .map_err(|what| format!("three workers: {what}"))?;
        Ok(Judged::Agreed(Box::new(optimal)))
    }

    /// Where a thread that assumes too much, or would have to wait within an atomic block,
    /// just goes no further, the executions that count are the same: without reduction, and
    /// with nothing tried out.
    fn assumptions(
        &self,
        code: &Arc<Code>,
        optimal: &Explored,
        spots: &[Spot],
        most: u64,
    ) -> Result<(), String> {
        let settings = Settings {
            waits: false,
            foresees: false,
            ..self.settings()
        };
        let how = How {
            algorithm: Algorithm::Exhaustive,
            knowledge: Knowledge::default(),
            goes_back: true,
            max_executions: most,
        };
        let plain = match explored(code, &settings, &how, spots) {
            Ok(plain) => plain,
            Err(Failed::TooMany) => return Ok(()),
            Err(failed) => return Err(format!("{failed:?}")),
        };
        let (ours, theirs) = (that_count(optimal), that_count(&plain));
        if ours != theirs {
            let missing: Vec<_> = theirs.difference(&ours).take(2).collect();
            let extra: Vec<_> = ours.difference(&theirs).take(2).collect();
            return Err(format!("missing {missing:#?}, extra {extra:#?}"));
        }
        let (ours, theirs) = (found(optimal), found(&plain));
        // (What a block did before it went no further is seen by others only there.)
        let is_wrong = match self.program.has_blocks() {
            true => !ours.is_subset(&theirs),
            false => ours != theirs,
        };
        match is_wrong {
            true => Err(format!("findings {ours:?}, not {theirs:?}")),
            false => Ok(()),
        }
    }

    /// If all memory counts as shared from the start, there are more events, and nothing
    /// else comes out.
    fn shared(
        &self,
        code: &Arc<Code>,
        optimal: &Explored,
        spots: &[Spot],
        most: u64,
    ) -> Result<(), String> {
        let sites = code.globals.len() + code.sites.len();
        let sites: Vec<String> = (0..sites).map(|site| site.to_string()).collect();
        let mut knowledge: Knowledge = format!("s{}", sites.join(".")).parse()?;
        knowledge.merge(&optimal.knowledge);
        let how = How {
            algorithm: Algorithm::Optimal,
            knowledge,
            goes_back: true,
            max_executions: most,
        };
        // Whether a store reaches memory before or after its own thread leaves the function that
        // has the variable makes two traces. So do some places where a thread is cancelled.
        let has_more = self.program.model != Model::Sc || self.program.cancels_by_event();
        match explored(code, &self.settings(), &how, spots) {
            Ok(other) if has_more && other.outcomes.keys().eq(optimal.outcomes.keys()) => Ok(()),
            // Whether an assumption fails in the step that reads what it is about, so that this
            // step need not be taken, depends on what is an event.
            Ok(other) if optimal.statistics.discarded + other.statistics.discarded > 0 => {
                let same =
                    that_count(optimal) == that_count(&other) && found(optimal) == found(&other);
                if same { Ok(()) } else { agree(optimal, &other) }
            }
            Ok(other) => agree(optimal, &other),
            Err(Failed::TooMany) if has_more => Ok(()),
            Err(failed) => Err(format!("{failed:?}")),
        }
    }

    /// What the command does, with three schedulers.
    fn with_workers(&self, code: &Arc<Code>, optimal: &Explored) -> Result<(), String> {
        let options = check::Options {
            machine: self.settings(),
            max_events: 10_000,
            workers: 3,
            keep_going: true,
            ..check::Options::default()
        };
        let (report, _) = check::explore(code, &options, None, &mut ())?;
        let counts = |statistics: &Statistics, traces| {
            let Statistics { discarded, cut, .. } = statistics;
            (traces, statistics.blocked, *discarded, *cut)
        };
        let seen = counts(&report.statistics, report.statistics.complete);
        let expected = counts(&optimal.statistics, optimal.traces());
        if seen != expected {
            return Err(format!("{seen:?} executions, not {expected:?}"));
        }
        let ignores = |kind| options.machine.ignore.contains(&kind);
        let kinds: BTreeMap<String, u64> = report
            .findings
            .into_iter()
            .map(|f| (mazurka_check::words(f.kind), 1))
            .collect();
        let expected = optimal.with_findings(|kind| !ignores(kind));
        if !kinds.keys().eq(expected.keys()) {
            return Err(format!("findings {kinds:?} instead of {expected:?}"));
        }
        let ignored = report.ignored.into_iter().filter(|(_, count)| *count > 0);
        let ignored: BTreeMap<String, u64> = ignored.collect();
        let expected = optimal.with_findings(ignores);
        if ignored != expected {
            return Err(format!("{ignored:?} is ignored, not {expected:?}"));
        }
        Ok(())
    }
}

/// What executions leave behind in which no assumption failed, and nothing was found. (After a
/// finding it is none that a thread waits for ever.)
fn that_count(explored: &Explored) -> BTreeSet<&Outcome> {
    let outcomes = explored.outcomes.keys();
    let counts = |outcome: &&Outcome| !outcome.is_discarded && outcome.findings.is_empty();
    outcomes.filter(counts).collect()
}

/// The kinds of what was found, but for threads that wait for ever.
fn found(explored: &Explored) -> BTreeSet<FindingKind> {
    let findings = explored.outcomes.keys().flat_map(|o| &o.findings);
    let kinds = findings.map(|(kind, _)| *kind);
    kinds.filter(|kind| !is_wait(*kind)).collect()
}

fn is_wait(kind: FindingKind) -> bool {
    matches!(kind, FindingKind::Deadlock | FindingKind::Livelock)
}

/// Do both have the same traces?
fn agree(optimal: &Explored, other: &Explored) -> Result<(), String> {
    if optimal.outcomes == other.outcomes {
        return Ok(());
    }
    let differ = |a: &Explored, b: &Explored| {
        let count = |outcome| b.outcomes.get(outcome).copied().unwrap_or(0);
        let all = a.outcomes.iter();
        let differ = all.filter(|(outcome, n)| count(outcome) != **n);
        let differ = differ.map(|(outcome, n)| format!("{n} not {}: {outcome:?}", count(outcome)));
        differ.take(2).collect::<Vec<_>>()
    };
    Err(format!(
        "{} traces with {} outcomes, optimal has {} with {}; {:#?} and {:#?}",
        other.traces(),
        other.outcomes.len(),
        optimal.traces(),
        optimal.outcomes.len(),
        differ(other, optimal),
        differ(optimal, other),
    ))
}

/// What is looked at in the end: variables, and what the threads have noted.
fn spots(code: &Code, number: usize) -> Vec<Spot> {
    let mut spots = Vec::new();
    let mut add = |name: &str, offset, size| {
        let name = format!("p{number}_{name}");
        let global = code.globals.iter().find(|global| global.name == name);
        spots.extend(global.map(|global| Spot {
            address: global.address + offset,
            size,
        }));
    };
    for (name, offset, size) in snippets::LOOKED_AT {
        add(name, *offset, *size);
    }
    for thread in 0..4 {
        for slot in 0..generate::SLOTS {
            add(&format!("o{thread}"), 8 * slot as u64, 8);
        }
    }
    spots
}
