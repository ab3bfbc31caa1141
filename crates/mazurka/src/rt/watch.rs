//! What the thread that waits for an exploration can see of it: relaxed
//! atomics that the exploration writes as it goes.

use mazurka_program::ProcessId;
use std::panic::Location;
use std::ptr;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicI32, AtomicPtr, AtomicU32, AtomicU64, Ordering};

/// The view from outside of one exploration.
#[derive(Default)]
pub(crate) struct Watch {
    /// Counts the runs of fibers, so that a stuck one is noticed.
    runs: AtomicU64,
    /// The process whose fiber runs, plus one; zero while engine code does.
    running: AtomicU32,
    location: AtomicPtr<Location<'static>>,
    /// The system's number of the OS thread that explores; zero if it is not known.
    thread: AtomicI32,
    names: Mutex<Vec<String>>,
}

/// A process seen running.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) struct Running {
    process: u32,
    run: u64,
}

impl Running {
    pub(crate) fn process(self) -> ProcessId {
        ProcessId(self.process - 1)
    }
}

impl Watch {
    #[inline]
    pub(super) fn running(&self, process: ProcessId, location: Option<&'static Location<'static>>) {
        let location = location.map_or(ptr::null_mut(), |place| ptr::from_ref(place).cast_mut());
        self.location.store(location, Ordering::Relaxed);
        let runs = self.runs.load(Ordering::Relaxed);
        self.runs.store(runs + 1, Ordering::Relaxed);
        self.running.store(process.0 + 1, Ordering::Relaxed);
    }

    #[inline]
    pub(super) fn paused(&self) {
        self.running.store(0, Ordering::Relaxed);
    }

    /// The OS thread that calls is the one that explores.
    pub(super) fn is_on_this_thread(&self) {
        #[cfg(target_os = "linux")]
        // SAFETY: it only asks.
        self.thread
            .store(unsafe { libc::gettid() }, Ordering::Relaxed);
    }

    /// What the OS thread waits for in a lock, a condition variable or the like of the system,
    /// without a time limit, as far as can be told: the same words as long as it is the same wait.
    #[cfg(target_os = "linux")]
    pub(crate) fn waits_in_system(&self) -> Option<String> {
        let thread = self.thread.load(Ordering::Relaxed);
        let of = |what| std::fs::read_to_string(format!("/proc/self/task/{thread}/{what}"));
        let Ok(call) = of("syscall") else {
            // Not all systems tell. Is it at least known what it sleeps in?
            return of("wchan").ok().filter(|place| place.contains("futex"));
        };
        // The number of the call and its arguments; the fourth is the time limit.
        let mut words = call.split_whitespace();
        let is_wait = words.next() == Some(&libc::SYS_futex.to_string()[..]);
        let is_endless = words.nth(3).is_some_and(|limit| limit == "0x0");
        (is_wait && is_endless).then_some(call)
    }

    /// See above; nothing is known.
    #[cfg(not(target_os = "linux"))]
    pub(crate) fn waits_in_system(&self) -> Option<String> {
        let _ = self.thread.load(Ordering::Relaxed);
        None
    }

    pub(super) fn name_process(&self, name: String) {
        let mut names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        names.push(if name == "0" { "main".to_owned() } else { name });
    }

    /// The process whose local code runs at this moment.
    pub(crate) fn sample(&self) -> Option<Running> {
        let process = self.running.load(Ordering::Relaxed);
        let run = self.runs.load(Ordering::Relaxed);
        (process != 0).then_some(Running { process, run })
    }

    /// The name of the process seen running, and where it was last seen.
    pub(crate) fn whereabouts(&self, seen: Running) -> String {
        let names = self.names.lock().unwrap_or_else(PoisonError::into_inner);
        let name = names
            .get(seen.process().index())
            .map_or("?", String::as_str);
        let location = self.location.load(Ordering::Relaxed);
        if location.is_null() {
            return format!("thread {name}, which had not performed any operation yet");
        }
        // SAFETY: only `&'static Location`s are stored.
        let location = unsafe { &*location };
        format!(
            "thread {name}, after its operation at {}:{}",
            location.file(),
            location.line()
        )
    }
}
