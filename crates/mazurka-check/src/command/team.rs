//! Who explores, for how long, and what is said of how.

use super::cluster::Cluster;
use crate::until::Until;
use mazurka_explore::Algorithm;
use mazurka_memory::Model;
use serde_json::value::RawValue;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What the schedulers are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// This many threads.
    Threads(usize),
    /// This many processes.
    Processes(usize),
}

impl Kind {
    /// How many there are.
    #[must_use]
    pub fn count(self) -> usize {
        match self {
            Kind::Threads(count) | Kind::Processes(count) => count,
        }
    }
}

/// Which of many files is being checked.
#[derive(Debug, Default)]
pub struct Position {
    nth: AtomicUsize,
    of: AtomicUsize,
}

impl Position {
    /// It is that file now, from one.
    pub fn set(&self, nth: usize, of: usize) {
        self.nth.store(nth, Ordering::Relaxed);
        self.of.store(of, Ordering::Relaxed);
    }

    /// In words, if there are several.
    #[must_use]
    pub fn words(&self) -> Option<String> {
        let of = self.of.load(Ordering::Relaxed);
        let nth = self.nth.load(Ordering::Relaxed);
        (of > 1).then(|| format!("{nth} of {of}"))
    }
}

/// Who explores files, and how.
pub struct Team {
    /// The schedulers.
    pub kind: Kind,
    /// The memory model.
    pub model: Model,
    /// The rule by which executions are reduced.
    pub algorithm: Algorithm,
    /// The most stores that a buffer holds.
    pub buffer_bound: Option<u32>,
    /// What else there is to say of how programs with a memory model are explored, in words.
    pub more: String,
    /// The exploration of a file stops after this many executions.
    pub max_executions: Option<u64>,
    /// It stops after this time.
    pub max_time: Option<Duration>,
    /// It stops when this is set.
    pub interrupt: Arc<AtomicBool>,
    /// Does the user want to know which memory orders would have to be stronger?
    pub suggests: bool,
    /// Is only an estimate wanted of how long it takes?
    pub estimates: bool,
    /// For how long a simpler execution is looked for that shows a bug, for all bugs of a file.
    pub shorten: Duration,
    /// Are the first executions of an exploration wanted, for a picture of it?
    pub outlines: bool,
    /// Is all of an execution told, however long it is?
    pub full: bool,
    /// Which of the files it is.
    pub position: Position,
    /// What processes are told first, so that they have the same table of languages.
    pub preface: Box<RawValue>,
    /// Where programs are submitted to, in the place of schedulers here.
    pub cluster: Option<Cluster>,
}

impl Team {
    /// The memory model, the bound, the algorithm and more in words; without a memory model the
    /// algorithm alone.
    #[must_use]
    pub fn described(&self, has_model: bool) -> String {
        let algorithm = self.algorithm;
        if !has_model {
            return algorithm.to_string();
        }
        let model = self.model.to_string().to_uppercase();
        let bound = self.buffer_bound;
        let bound = bound.map_or_else(String::new, |bound| format!(", buffer bound {bound}"));
        format!("{model}{bound}, {algorithm}{}", self.more)
    }

    /// How long a file may take that was begun then.
    pub(crate) fn until(&self, begun: Instant) -> Until {
        Until {
            deadline: self
                .max_time
                .and_then(|max_time| begun.checked_add(max_time)),
            interrupt: Some(Arc::clone(&self.interrupt)),
        }
    }
}
