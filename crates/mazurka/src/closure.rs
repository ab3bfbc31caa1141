//! A Rust closure, as the driver explores it.

use crate::engine::Worker;
use crate::rt::{FoundRefinements, Gate, Runtime, Watch};
use crate::settings::{Hook, Settings};
use mazurka_check::{Cutting, Knowledge, Known, Options, Outcomes, Subject};
use mazurka_explore::{Algorithm, Counterexample, Ended, EndedKind, Error};
use mazurka_memory::Model;
use mazurka_program::{Guard, Operation, memory};
use std::sync::{Arc, Mutex, PoisonError};

/// A closure, and how it is explored.
pub(crate) struct Closure {
    pub(crate) settings: Arc<Settings>,
    body: Arc<dyn Fn() + Send + Sync>,
    options: Options,
    /// What its workers pass.
    gate: Arc<Gate>,
    /// How the program differed when it was run again, in words.
    pub(crate) diverged: Mutex<Option<String>>,
}

/// How often an exploration begins anew when the program diverges: things that
/// happen once per OS process, like the initialisation of a `std` static, may
/// make the first executions differ from the later ones.
const ATTEMPTS: u32 = 3;

/// How other executions are explored when one does not end.
const CUTTING: Cutting = Cutting {
    most_rounds: 64,
    most_cut: Some(1_000),
    most_executions: Some(10_000),
};

impl Closure {
    pub(crate) fn new(settings: &Arc<Settings>, body: Arc<dyn Fn() + Send + Sync>) -> Closure {
        Closure {
            settings: Arc::clone(settings),
            body,
            gate: Arc::default(),
            options: Options {
                algorithm: settings.algorithm,
                max_events: settings.max_events,
                max_executions: settings.max_executions,
                workers: settings.workers,
                graphs: Options::graphs_for(settings.algorithm, settings.model),
                keep_going: settings.keep_going,
                cutting: match settings.unroll {
                    None if !settings.is_second => CUTTING,
                    _ => Cutting::NEVER,
                },
            },
            diverged: Mutex::new(None),
        }
    }

    /// A worker with a runtime of the closure.
    ///
    /// # Errors
    /// When there is none; a message for people.
    pub(crate) fn worker(&self, watch: &Arc<Watch>) -> Result<Worker, String> {
        let settings = Arc::clone(&self.settings);
        let (body, watch) = (Arc::clone(&self.body), Arc::clone(watch));
        let gate = Arc::clone(&self.gate);
        Worker::new(move |exploration, host| {
            let mut runtime = Runtime::new(exploration, body, settings.stack_size, watch, host)?;
            runtime.set_policies(settings.spurious_wakeups, settings.writers_first);
            runtime.set_root(Arc::as_ptr(&settings) as usize);
            runtime.set_leaks(settings.leaks);
            let model = settings.model;
            let model = (model != Model::Sc).then(|| model.to_string());
            runtime.tell(settings.test().map(str::to_owned), model);
            runtime.allow_panics(settings.allow_panics);
            runtime.set_max_memory(settings.max_memory);
            runtime.set_failures(settings.spurious_polls, settings.weak_failures);
            if settings.workers > 1 {
                runtime.share(&gate);
            }
            Ok(runtime)
        })
    }

    /// Makes a runtime ready for an exploration, or for one execution, with what is known.
    pub(crate) fn prepare(&self, runtime: &mut Runtime, known: &Known<Learnt>) {
        let settings = &self.settings;
        match settings.algorithm {
            Algorithm::Graphs => runtime.set_graphs(settings.model, settings.max_events),
            _ => {
                let bound = settings.buffer_bound;
                runtime.set_memory(settings.model, bound, settings.max_events);
            }
        }
        runtime.set_orders(settings.orders.clone());
        let rounds = runtime.rounds();
        rounds.most = settings.unroll.or(known.rounds);
        rounds.has_cut = false;
        for found in &known.knowledge.found {
            runtime.take_over(found);
        }
    }
}

/// What runtimes have found out about a closure.
#[derive(Clone, PartialEq, Default)]
pub(crate) struct Learnt {
    found: Vec<FoundRefinements>,
}

impl Knowledge for Learnt {
    fn merge(&mut self, other: &Learnt) -> bool {
        let before = self.found.len();
        for found in &other.found {
            if !self.found.contains(found) {
                self.found.push(found.clone());
            }
        }
        self.found.len() > before
    }

    /// The refinements that change the steps of an execution.
    fn to_text(&self) -> String {
        FoundRefinements::to_text(&self.found)
    }

    fn from_text(text: &str) -> Option<Learnt> {
        let found = vec![FoundRefinements::from_text(text)?];
        Some(Learnt { found })
    }
}

/// What bounds have left out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Bounds {
    /// Has that on store buffers kept anything from being explored?
    pub(crate) is_bounded: bool,
    /// Has that on how often threads come to a place?
    pub(crate) is_cut: bool,
    /// Had any access of an atomic a weaker order than `SeqCst`?
    pub(crate) has_weak: bool,
    /// Had any execution more than one thread?
    pub(crate) has_threads: bool,
    /// Two threads have done something to the same object, in some execution.
    pub(crate) have_met: bool,
}

impl Outcomes for Bounds {
    fn add(&mut self, other: Bounds) {
        self.is_bounded |= other.is_bounded;
        self.is_cut |= other.is_cut;
        self.has_weak |= other.has_weak;
        self.has_threads |= other.has_threads;
        self.have_met |= other.have_met;
    }
}

impl Subject for Closure {
    type Program<'s> = Runtime;
    type View = ();
    type Knowledge = Learnt;
    type Outcomes = Bounds;

    fn options(&self) -> &Options {
        &self.options
    }

    fn attempts(&self) -> u32 {
        ATTEMPTS
    }

    #[cfg(feature = "bench")]
    fn schedulers(&self) -> mazurka_parallel::Options {
        mazurka_parallel::Options {
            mode: self.settings.mode,
            ..mazurka_parallel::Options::default()
        }
    }

    fn learnt(&self, runtime: &mut Runtime) -> Learnt {
        Learnt {
            found: vec![runtime.found()],
        }
    }

    fn refinements(&self, runtime: &mut Runtime, _: &Known<Learnt>) -> String {
        runtime.refinements()
    }

    fn concluded(&self, runtime: &mut Runtime, error: Option<&Error>, bounds: &mut Bounds) {
        bounds.is_bounded |= runtime.is_bound_reached();
        bounds.is_cut |= runtime.rounds().has_cut;
        bounds.has_weak |= runtime.has_weak();
        bounds.has_threads |= runtime.has_threads();
        bounds.have_met |= runtime.have_met();
        if let Some(error @ Error::Diverged { .. }) = error {
            let words = diverged(runtime, error);
            *self.diverged.lock().unwrap_or_else(PoisonError::into_inner) = Some(words);
        }
    }

    fn ended(&self, (): &(), ended: &Ended<'_>, _: &mut Bounds) {
        if let (EndedKind::Complete, Some(Hook(hook))) = (ended.kind, &self.settings.on_complete) {
            hook();
        }
        if let (true, Some(Hook(hook))) = (ended.is_discarded, &self.settings.on_discarded) {
            hook();
        }
    }

    fn tells_processes_apart(&self) -> bool {
        true
    }

    fn endless(&self, runtime: &Runtime, left: &Counterexample) -> String {
        let message = &left.finding.message;
        match left.finding.process {
            Some(process) if memory::is_told_in(message) => {
                let who = runtime.whereabouts(process);
                format!("{message} (max_memory): {who} goes on")
            }
            _ => message.clone(),
        }
    }
}

/// How a program differed when the same schedule was run again.
fn diverged(runtime: &mut Runtime, error: &Error) -> String {
    let Error::Diverged {
        step,
        process,
        expected,
        found,
    } = error
    else {
        return error.to_string();
    };
    let thread = runtime.thread_name(*process);
    let step = step + 1;
    let now = match found {
        Some(found) if found == expected => "the same, with another result".to_owned(),
        Some(found) => words(*found),
        None => "nothing that it could run".to_owned(),
    };
    format!(
        "it does not do the same when the same schedule is replayed. At step {step}, thread \
         {thread} first ran {}, and then {now}. Perhaps the program reads a random \
         number, or iterates over a std HashMap, or keeps something in a std static from one \
         execution to the next, or computes with addresses of memory that it does not free",
        words(*expected)
    )
}

/// An operation in a few words.
fn words(operation: Operation) -> String {
    let Operation {
        kind,
        object,
        operand,
        guard,
        ..
    } = operation;
    let unless = match guard {
        Some(Guard::Unless(value)) => format!(", unless it holds {value}"),
        Some(Guard::Learnt(_)) => ", in a loop that waits".to_owned(),
        None => String::new(),
    };
    format!(
        "{kind:?} of object {} (operand {operand}{unless})",
        object.0
    )
}
