//! The result of a check.

use crate::endless::Endless;
use mazurka_check::{plain, size};
use mazurka_explore::estimate::Estimate;
use mazurka_explore::{Algorithm, Statistics};
use mazurka_memory::Model;
use mazurka_program::Finding;
use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

/// What a check found out, and what it did for that.
///
/// Its `Display` is the text that a failing test prints.
#[derive(Clone, Debug)]
pub struct Report {
    pub(crate) verdict: Verdict,
    pub(crate) findings: Vec<Finding>,
    pub(crate) statistics: Statistics,
    pub(crate) elapsed: Duration,
    pub(crate) algorithm: Algorithm,
    pub(crate) model: Model,
    pub(crate) buffer_bound: Option<u32>,
    pub(crate) unroll: Option<u32>,
    pub(crate) endless: Option<Box<Endless>>,
    /// The models that were covered.
    pub(crate) covered: Vec<Model>,
    /// What the second part of the check did, if it had two.
    pub(crate) second: Option<Second>,
    /// Had any access of an atomic a weaker order than `SeqCst`?
    pub(crate) has_weak: bool,
    /// Were there threads, and did none of them do anything to an object of another?
    pub(crate) strangers: bool,
    /// Which orderings are too weak, if that was asked for.
    pub(crate) suggestion: Option<String>,
    /// Is it no success if not everything was explored?
    pub(crate) must_exhaust: bool,
    /// Is it no failure if an execution did not end?
    pub(crate) may_be_endless: bool,
    /// How many executions there are, if not all were explored and that can be told.
    pub(crate) estimate: Option<Estimate>,
    /// What else is to be told of a bug.
    pub(crate) details: Option<Box<Details>>,
}

/// What is told of the execution that shows a bug, beside its events.
#[derive(Clone, Debug)]
pub(crate) struct Details {
    /// How many events it has.
    pub(crate) events: usize,
    /// The objects, with their types and where they come from.
    pub(crate) objects: Vec<String>,
    /// What each thread waits for, if all do.
    pub(crate) waits: Vec<String>,
    /// The backtraces of threads, by name.
    pub(crate) backtraces: Vec<(String, Vec<String>)>,
    /// The trace file, or why it could not be written.
    pub(crate) written: Option<Result<PathBuf, String>>,
}

/// What the second part of a check did, and why it did not cover its model, if it did not.
#[derive(Clone, Debug)]
pub(crate) struct Second {
    model: Model,
    figures: String,
    /// None if there was nothing to be explored.
    statistics: Option<Statistics>,
    uncovered: Option<String>,
}

/// What a check found out.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Verdict {
    /// Every trace was visited, and none showed a bug.
    Verified,
    /// There is a bug.
    Bug {
        /// What it is.
        finding: Finding,
        /// The interleaving that shows it, one line per event.
        trace: Vec<String>,
        /// The string that replays the interleaving; empty if there is none.
        replay: String,
        /// The command that does.
        command: String,
    },
    /// A limit ended the check before every trace was visited, or Mazurka itself is
    /// at fault ([`Limit::Blocked`]); no trace so far showed a bug.
    NotExhausted(Limit),
    /// Every trace was visited, and in each an assumption did not hold: nothing
    /// was verified. See [`assume`](crate::assume).
    Vacuous,
    /// The program cannot be checked: bad use, or a bad environment.
    Error(String),
}

/// Why a check ended early.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// It had run as many executions as it was allowed to.
    Executions,
    /// It had run for as long as it was allowed to.
    Time,
    /// It was asked to replay one execution, which showed no bug.
    Replay,
    /// Every trace was visited in which a store buffer holds no more stores than
    /// it was allowed to, and there are others.
    BufferBound,
    /// An execution has more events than it may have
    /// ([`Checker::max_events`](crate::Checker::max_events)). That is no bug; but nothing is
    /// verified, so [`Checker::run`](crate::Checker::run) panics. See [`Report::endless`].
    Events,
    /// An execution takes more memory than it may
    /// ([`Checker::max_memory`](crate::Checker::max_memory)). Otherwise as [`Limit::Events`].
    Memory,
    /// A thread has run for too long without an operation
    /// ([`Checker::max_local_time`](crate::Checker::max_local_time)). Otherwise as
    /// [`Limit::Events`].
    LocalTime,
    /// Every trace was visited in which no thread comes to a place more often than it was
    /// allowed to ([`Checker::unroll`](crate::Checker::unroll)), and there are others.
    Unroll,
    /// Every trace was visited that has an execution with no more preemptions than it was
    /// allowed to have ([`Checker::preemptions`](crate::Checker::preemptions)), and there may be
    /// others.
    Preemptions,
    /// The same with delays ([`Checker::delays`](crate::Checker::delays)).
    Delays,
    /// A thread waits for a condition that N operations beside one another change, and not all of
    /// their orders were explored. Nothing is verified, so
    /// [`Checker::run`](crate::Checker::run) panics: make the test smaller.
    Orders(u64),
    /// N executions were blocked by sleep sets under
    /// [`Algorithm::Optimal`], which cannot happen: a fault of Mazurka. Nothing is
    /// claimed, and [`Checker::run`](crate::Checker::run) panics.
    Blocked(u64),
}

impl Report {
    pub(crate) fn error(algorithm: Algorithm, message: String) -> Report {
        Report {
            verdict: Verdict::Error(message),
            findings: Vec::new(),
            statistics: Statistics::default(),
            elapsed: Duration::ZERO,
            algorithm,
            model: Model::Sc,
            buffer_bound: None,
            unroll: None,
            endless: None,
            covered: Vec::new(),
            second: None,
            has_weak: false,
            strangers: false,
            suggestion: None,
            estimate: None,
            details: None,
            must_exhaust: false,
            may_be_endless: false,
        }
    }

    /// How many executions there are, in words.
    pub(crate) fn estimated(&self) -> Option<String> {
        let estimate = self.estimate.as_ref()?;
        let share = size::share(self.statistics.executions(), estimate.executions);
        let all = size::executions(estimate);
        Some(format!("there are {all}: {share} of them were explored"))
    }

    /// The report of a check of two parts, of which the first, this one, was verified, or explored
    /// what is within a bound.
    pub(crate) fn and(self, second: Report) -> Report {
        let uncovered = match &second.verdict {
            Verdict::Verified | Verdict::Bug { .. } => None,
            _ => Some(second.why()),
        };
        let is_bug = matches!(second.verdict, Verdict::Bug { .. });
        let mut both = self;
        both.covered = both.covered();
        if second.is_verified() {
            // What can happen under SC can happen under the second.
            both.verdict = Verdict::Verified;
            both.covered = vec![both.model, second.model];
        }
        both.elapsed = second.elapsed;
        both.second = Some(Second {
            model: second.model,
            figures: second.figures_of_part(),
            statistics: Some(second.statistics),
            uncovered,
        });
        if let Some(endless) = second.endless.filter(|_| both.endless.is_none()) {
            both.endless = Some(Box::new(endless.under(second.model)));
        }
        both.suggestion = second.suggestion;
        if is_bug {
            both.verdict = second.verdict;
            both.findings = second.findings;
            both.details = second.details;
        }
        both
    }

    /// The report of a check that was verified under SC, without a data race and with no weaker
    /// order than `SeqCst`: then that is all that happens under RC11 (DRF-SC: races between such
    /// accesses alone leave only executions of SC).
    pub(crate) fn and_also(self, model: Model) -> Report {
        Report {
            covered: vec![self.model, model],
            second: Some(Second {
                model,
                figures: format!("no more under {model}, as every access is SeqCst"),
                statistics: None,
                uncovered: None,
            }),
            ..self
        }
    }

    /// That no operation of one thread met one of another, if everything is verified and nothing was to be
    /// explored: perhaps the check does not see what the test does.
    #[must_use]
    pub fn warning(&self) -> Option<&'static str> {
        let Statistics {
            complete,
            discarded,
            cut,
            blocked,
            events,
            ..
        } = self.statistics;
        let is_one = [complete, discarded, cut, blocked] == [1, 0, 0, 0];
        match self.verdict {
            Verdict::Verified if is_one && events == 0 => Some(NOTHING_SEEN),
            Verdict::Verified if is_one && self.strangers => Some(NONE_MET),
            _ => None,
        }
    }

    /// What the check found out.
    #[must_use]
    pub fn verdict(&self) -> &Verdict {
        &self.verdict
    }

    /// Was every trace visited, with no bug in any?
    #[must_use]
    pub fn is_verified(&self) -> bool {
        self.verdict == Verdict::Verified
    }

    /// The memory models under which every behaviour was explored, and none showed a bug.
    #[must_use]
    pub fn covered(&self) -> Vec<Model> {
        match (&self.verdict, &self.second) {
            (_, Some(_)) => self.covered.clone(),
            (Verdict::Verified, None) => vec![self.model],
            _ => Vec::new(),
        }
    }

    /// The memory model that was to be covered beside the others and was not, and why; for
    /// people.
    #[must_use]
    pub fn uncovered(&self) -> Option<(Model, &str)> {
        let second = self.second.as_ref()?;
        Some((second.model, second.uncovered.as_deref()?))
    }

    /// The bug, if there is one.
    #[must_use]
    pub fn finding(&self) -> Option<&Finding> {
        match &self.verdict {
            Verdict::Bug { finding, .. } => Some(finding),
            _ => None,
        }
    }

    /// Every different bug that was seen: more than one only with
    /// [`Checker::keep_going`](crate::Checker::keep_going).
    #[must_use]
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The string that replays the interleaving that shows the bug.
    #[must_use]
    pub fn replay(&self) -> Option<&str> {
        match &self.verdict {
            Verdict::Bug { replay, .. } if !replay.is_empty() => Some(replay),
            _ => None,
        }
    }

    /// The execution that did not end within a limit, if there was one. (If there was a bug as
    /// well, that is the verdict.)
    #[must_use]
    pub fn endless(&self) -> Option<&Endless> {
        self.endless.as_deref()
    }

    /// What the check did: under the model that was asked for, or under sequential consistency.
    #[must_use]
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// What the check did under a memory model, if it was explored.
    #[must_use]
    pub fn statistics_under(&self, model: Model) -> Option<&Statistics> {
        match &self.second {
            Some(second) if second.model == model => second.statistics.as_ref(),
            _ => (self.model == model).then_some(&self.statistics),
        }
    }

    /// What the check did, for each memory model that was explored.
    pub(crate) fn all_statistics(&self) -> Vec<&Statistics> {
        let second = self.second.as_ref();
        let second = second.and_then(|second| second.statistics.as_ref());
        [Some(&self.statistics), second]
            .into_iter()
            .flatten()
            .collect()
    }

    /// Which orderings would have to be stronger for the check to pass, in words, if
    /// [`Checker::suggest_fences`](crate::Checker::suggest_fences) has asked for that and there is
    /// a bug.
    #[must_use]
    pub fn suggestion(&self) -> Option<&str> {
        self.suggestion.as_deref()
    }

    /// The backtrace of the thread that shows the bug, in lines, or those of all threads that
    /// wait for good. There is none without `RUST_BACKTRACE=1` in the environment. Only calls
    /// in code of the program are in it, unless that is `full`.
    #[must_use]
    pub fn backtrace(&self) -> Option<String> {
        let details = self.details.as_ref()?;
        // Without debug information there are no lines of the program.
        let threads = details.backtraces.iter();
        let told = threads.filter(|(_, lines)| !lines.is_empty());
        let told = told.map(|(thread, lines)| {
            let lines: Vec<String> = lines.iter().map(|line| format!("\n{line}")).collect();
            format!("Backtrace of thread {thread}:\n{}", lines.concat())
        });
        let told: Vec<String> = told.collect();
        (!told.is_empty()).then(|| told.join("\n\n"))
    }

    /// How long it took.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// The result in one line.
    #[must_use]
    pub fn summary(&self) -> String {
        if let Some(second) = &self.second {
            return self.summary_of_both(second);
        }
        match &self.verdict {
            Verdict::Verified => format!("verified under {}: {}", self.model, self.figures()),
            Verdict::Bug { finding, .. } => {
                format!("found a bug ({}): {}", finding.kind, self.figures())
            }
            Verdict::NotExhausted(limit) => {
                let executions = self.statistics.executions();
                match limit {
                    Limit::Executions if self.algorithm.is_random() => format!(
                        "not exhausted: no bug in {} ({}); {}",
                        counted(executions, "random execution"),
                        self.algorithm,
                        self.figures()
                    ),
                    Limit::Executions => format!(
                        "not exhausted: stopped after {} (max_executions); {}{}",
                        counted(executions, "execution"),
                        self.within(),
                        self.figures()
                    ),
                    Limit::Time => format!(
                        "not exhausted: stopped after {:.1} s (max_time); {}{}",
                        self.elapsed.as_secs_f64(),
                        self.within(),
                        self.figures()
                    ),
                    Limit::BufferBound => format!(
                        "not exhausted: no bug with at most {} in a store buffer (buffer_bound); {}",
                        counted(self.buffer_bound.unwrap_or(0), "store"),
                        self.figures()
                    ),
                    Limit::Events | Limit::Memory | Limit::LocalTime => {
                        let headline = self.endless.as_ref().map(|endless| &*endless.headline);
                        format!(
                            "not exhausted: {}; {}",
                            headline.unwrap_or("an execution did not end"),
                            self.figures()
                        )
                    }
                    Limit::Unroll => format!(
                        "not exhausted: no bug with each thread cut where it comes to a place \
                         more than {} (unroll); {}",
                        times(self.unroll.unwrap_or(0)),
                        self.figures()
                    ),
                    Limit::Preemptions | Limit::Delays => format!(
                        "not exhausted: no bug with at most {} ({}); {}",
                        self.bound().unwrap_or_default(),
                        match limit {
                            Limit::Delays => "delays",
                            _ => "preemptions",
                        },
                        self.figures()
                    ),
                    Limit::Orders(count) => format!(
                        "not exhausted: {}; {}",
                        mazurka_explore::Limit::Orders(*count),
                        self.figures()
                    ),
                    Limit::Blocked(count) => format!(
                        "unknown: {}; {}",
                        mazurka_explore::Limit::Blocked(*count),
                        self.figures()
                    ),
                    Limit::Replay => {
                        "not exhausted: one execution was replayed, and showed no bug".to_owned()
                    }
                }
            }
            Verdict::Vacuous => format!(
                "verified nothing: no execution satisfies the assumptions: {}",
                self.figures()
            ),
            Verdict::Error(message) => format!("cannot check this program: {message}"),
        }
    }

    /// The bound on switches, in words, if there is one.
    pub(crate) fn bound(&self) -> Option<String> {
        Some(match self.algorithm {
            Algorithm::Preemptions(most) => counted(most, "preemption"),
            Algorithm::Delays(most) => counted(most, "delay"),
            _ => return None,
        })
    }

    /// Up to which number of switches all executions were explored, if a check that goes by
    /// them was stopped.
    fn within(&self) -> String {
        let thing = match self.algorithm {
            Algorithm::Preemptions(_) => "preemption",
            Algorithm::Delays(_) => "delay",
            _ => return String::new(),
        };
        match self.statistics.within.checked_sub(1) {
            None => String::new(),
            Some(most) => format!("all with at most {} were explored; ", counted(most, thing)),
        }
    }

    /// The result of a check of two parts in one line.
    fn summary_of_both(&self, second: &Second) -> String {
        let verdict = match (&self.verdict, &second.uncovered) {
            (Verdict::Bug { finding, .. }, _) => {
                let first = match self.bound() {
                    Some(bound) => format!("and none under {} with at most {bound}", self.model),
                    None => format!("which is none under {}", self.model),
                };
                format!(
                    "found a bug ({}) under {}, {first}",
                    finding.kind, second.model
                )
            }
            (Verdict::NotExhausted(_), Some(why)) => format!(
                "not exhausted: no bug with at most {} ({}), nor as far as {} was explored ({why})",
                self.bound().unwrap_or_default(),
                self.model,
                second.model
            ),
            (_, None) => format!("verified under {} and {}", self.model, second.model),
            (_, Some(why)) => format!(
                "verified under {}, not under {} ({why})",
                self.model, second.model
            ),
        };
        format!(
            "{verdict}: {} and {}, {:.2} s",
            self.figures_of_part(),
            second.figures,
            self.elapsed.as_secs_f64(),
        )
    }

    /// Why nothing was verified.
    pub(crate) fn why(&self) -> String {
        match &self.verdict {
            Verdict::NotExhausted(Limit::Executions) => {
                let executions = counted(self.statistics.executions(), "execution");
                format!("stopped after {executions}")
            }
            Verdict::NotExhausted(Limit::Time) => "stopped when the time was over".to_owned(),
            Verdict::NotExhausted(Limit::Events | Limit::Memory | Limit::LocalTime) => {
                let headline = self.endless.as_ref().map(|endless| &*endless.headline);
                headline.unwrap_or("an execution did not end").to_owned()
            }
            Verdict::NotExhausted(Limit::Unroll) => "threads were cut".to_owned(),
            Verdict::Error(message) => message.clone(),
            _ => self.summary(),
        }
    }

    /// What one of two parts did.
    fn figures_of_part(&self) -> String {
        let Statistics {
            complete,
            discarded,
            events,
            ..
        } = self.statistics;
        let executions = counted(complete, "execution");
        let discarded = match discarded {
            0 => String::new(),
            discarded => format!(" ({discarded} discarded)"),
        };
        let (algorithm, model) = (self.algorithm, self.model);
        let events = self::events(events as usize);
        format!("{executions}{discarded}, {events} ({algorithm}, {model})")
    }

    fn figures(&self) -> String {
        let Statistics {
            complete,
            blocked,
            discarded,
            cut,
            events,
            ..
        } = self.statistics;
        let seconds = self.elapsed.as_secs_f64();
        let algorithm = self.algorithm;
        // A bug is shown by one execution, which has events of its own.
        let in_all = match self.verdict {
            Verdict::Bug { .. } => " in all",
            _ => "",
        };
        let traces = if complete == 1 { "trace" } else { "traces" };
        let discarded = match discarded {
            0 => String::new(),
            discarded => format!(" ({discarded} discarded)"),
        };
        let cut = match cut {
            0 => String::new(),
            cut => format!(" ({cut} cut)"),
        };
        format!(
            "{complete} {traces}{discarded}{cut}, {blocked} blocked, {}{in_all}, {seconds:.2} s \
             ({algorithm}{})",
            self::events(events as usize),
            self.memory()
        )
    }

    /// The memory model, if it is not the usual one.
    fn memory(&self) -> String {
        match (self.model, self.buffer_bound) {
            (Model::Sc, _) => String::new(),
            (model, None) => format!(", {model}"),
            (model, Some(bound)) => format!(
                ", {model} with at most {} buffered",
                counted(bound, "store")
            ),
        }
    }
}

fn events(count: usize) -> String {
    counted(count as u64, "event")
}

fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        count => format!("{count} times"),
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "mazurka {}", self.summary())?;
        if let Some(warning) = self.warning() {
            write!(f, "\n{warning}")?;
        }
        let is_bug = matches!(self.verdict, Verdict::Bug { .. });
        if let Some(endless) = self.endless.as_ref().filter(|_| !is_bug) {
            write!(f, "{endless}")?;
        }
        if let (Some(estimate), Verdict::NotExhausted(_)) = (self.estimated(), &self.verdict) {
            write!(f, "\n{estimate}")?;
        }
        let Verdict::Bug {
            finding,
            trace,
            replay,
            command,
        } = &self.verdict
        else {
            return Ok(());
        };
        if !trace.is_empty() {
            let count = self.details.as_ref().map(|details| details.events);
            let count = count.filter(|count| *count > 0).map(events);
            let count = count.map_or_else(String::new, |count| format!(" ({count})"));
            write!(f, "\n\nThe interleaving that shows it{count}:\n")?;
            for line in trace {
                write!(f, "\n  {}", plain(line))?;
            }
        }
        let objects = self.details.as_ref().map(|details| &details.objects);
        if let Some(objects) = objects.filter(|objects| !objects.is_empty()) {
            f.write_str("\n")?;
            for line in objects {
                write!(f, "\n  {}", plain(line))?;
            }
        }
        let waits = self
            .details
            .as_ref()
            .map_or(&[][..], |details| &details.waits);
        match waits {
            [] => write!(f, "\n\n{}: {}", finding.kind, finding.message)?,
            [one] => write!(f, "\n\n{}: {}", finding.kind, plain(one))?,
            several => {
                write!(f, "\n\n{}:", finding.kind)?;
                for wait in several {
                    write!(f, "\n  {}", plain(wait))?;
                }
            }
        }
        if let Some(backtrace) = self.backtrace() {
            write!(f, "\n\n{backtrace}")?;
        }
        if !replay.is_empty() {
            write!(f, "\n\nReplay it with:\n\n  {command}")?;
        }
        match self
            .details
            .as_ref()
            .and_then(|details| details.written.as_ref())
        {
            Some(Ok(path)) => write!(f, "\n\nIts trace file: {}", path.display())?,
            Some(Err(why)) => write!(f, "\n\nThere is no trace file: {why}")?,
            None => {}
        }
        if let Some(suggestion) = &self.suggestion {
            write!(f, "\n\n{}", suggestion.trim_end())?;
        }
        Ok(())
    }
}

const NOTHING_SEEN: &str = "warning: the check saw no operation of any thread. Threads, atomics and locks of `std`, \
     and of crates that use these (tokio, rayon), are not seen: use those of `mazurka`";

const NONE_MET: &str = "warning: there is one execution: no operation of one thread met one of another. Do the \
     threads share anything? Atomics and locks of `std`, and of crates that use these, are not seen: use those of \
     `mazurka`";

/// A number of things, in words.
fn counted(count: impl Into<u64>, thing: &str) -> String {
    match count.into() {
        1 => format!("1 {thing}"),
        count => format!("{count} {thing}s"),
    }
}
