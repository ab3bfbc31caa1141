//! The child processes of an agent, at the end of their pipes.

use super::super::child::{Answer, Begin, Order};
use super::{Current, lock};
use crate::command::lines;
use mazurka_cluster::{Item, Job, JobId, Report, StoreError};
use serde_json::value::RawValue;
use std::fmt;
use std::io::{self, BufReader};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// A slot, as the heart sees it.
#[derive(Default)]
pub(super) struct Slot {
    pub(super) current: Mutex<Option<Current>>,
    /// The executions of its item so far.
    pub(super) running: AtomicU64,
    child: Mutex<Option<Child>>,
    input: Mutex<Option<ChildStdin>>,
}

/// Why something could not be done.
pub(super) enum Lost {
    Store(StoreError),
    Process(io::Error),
    /// There is no process.
    Start(io::Error),
}

impl fmt::Display for Lost {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Lost::Store(error) => error.fmt(f),
            Lost::Process(error) => write!(f, "a process was lost: {error}"),
            Lost::Start(error) => write!(f, "no process can be started: {error}"),
        }
    }
}

impl From<io::Error> for Lost {
    fn from(error: io::Error) -> Lost {
        Lost::Process(error)
    }
}

/// A child process, at the end of its pipes.
pub(super) struct Process {
    /// The tag of the job that it is for.
    pub(super) job: String,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub(super) fn start(slot: &Slot, job: &Job) -> Result<Process, Lost> {
        let command = this_command().map_err(Lost::Start)?;
        let mut child = Command::new(command)
            .args(["serve", "--items"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for us, and not for the child.
            .process_group(0)
            .spawn()
            .map_err(Lost::Start)?;
        let ends = child.stdin.take().zip(child.stdout.take());
        *lock(&slot.child) = Some(child);
        let (mut input, output) = ends.ok_or(io::Error::from(io::ErrorKind::BrokenPipe))?;
        let begin = Begin {
            options: raw(&job.options)?,
            language: job.language.clone(),
            program: raw(&job.program)?,
        };
        lines::write(&mut input, &begin)?;
        *lock(&slot.input) = Some(input);
        Ok(Process {
            job: job.tag.clone(),
            output: BufReader::new(output),
        })
    }

    pub(super) fn ask(&mut self, slot: &Slot, order: &Order) -> Result<Answer, Lost> {
        let mut input = lock(&slot.input);
        let input_of = input.as_mut().ok_or(io::ErrorKind::BrokenPipe);
        lines::write(input_of.map_err(io::Error::from)?, order)?;
        // Not before: an item that its process does not know of cannot be split.
        if let Some(current) = &mut *lock(&slot.current) {
            current.is_asked = true;
            if current.is_void {
                return Err(Lost::Process(io::ErrorKind::Interrupted.into()));
            }
        }
        drop(input);
        let answer = loop {
            match lines::read(&mut self.output)? {
                Some(Answer::Running(executions)) => {
                    slot.running.store(executions, Ordering::Relaxed);
                }
                answer => break answer,
            }
        };
        answer.ok_or_else(|| io::Error::from(io::ErrorKind::UnexpectedEof).into())
    }
}

/// The command that runs, also if its file has been replaced since.
fn this_command() -> io::Result<PathBuf> {
    let running = Path::new("/proc/self/exe");
    match running.exists() {
        true => Ok(running.to_owned()),
        false => std::env::current_exe(),
    }
}

fn raw(text: &str) -> io::Result<Box<RawValue>> {
    Ok(RawValue::from_string(text.to_owned())?)
}

/// Tells the child of a slot to split its item.
pub(super) fn split(slot: &Slot) {
    let mut input = lock(&slot.input);
    match &mut *lock(&slot.current) {
        Some(current) if current.is_open() => current.is_told = true,
        _ => return,
    }
    if let Some(input) = &mut *input {
        // One that is gone is noticed by its slot.
        let _ = lines::write(input, &Order::Split);
    }
}

/// Kills the child of a slot, which notices that.
pub(super) fn kill(slot: &Slot) {
    if let Some(child) = &mut *lock(&slot.child) {
        let _ = child.kill();
    }
}

/// Ends the child of a slot, if there is one.
pub(super) fn end_child(slot: &Slot) {
    *lock(&slot.input) = None;
    if let Some(mut child) = lock(&slot.child).take() {
        let _ = child.kill();
        let _ = child.wait();
    }
}

/// A process that explores items again, for those who do not trust what was said of them.
pub struct Repeater {
    slot: Slot,
    process: Process,
}

impl Repeater {
    /// Of a program, with its options.
    ///
    /// # Errors
    /// When there is no process; a message for people.
    pub fn new(options: &str, language: &str, program: &str) -> Result<Repeater, String> {
        let slot = Slot::default();
        let job = Job {
            id: JobId(0),
            tag: String::new(),
            language: language.to_owned(),
            program: program.to_owned(),
            options: options.to_owned(),
            build: String::new(),
        };
        let process = Process::start(&slot, &job).map_err(|lost| lost.to_string())?;
        Ok(Repeater { slot, process })
    }

    /// What an item comes to in that many executions.
    ///
    /// # Errors
    /// When it cannot be explored; a message for people.
    pub fn explore(&mut self, item: Item, executions: u64) -> Result<Report, String> {
        let order = Order::Explore {
            item: Box::new(item),
            budget: u64::MAX,
            executions: Some(executions),
        };
        match self.process.ask(&self.slot, &order) {
            Ok(Answer::Explored { report, .. }) => Ok(*report),
            Ok(Answer::Failed(message)) => Err(message),
            Ok(_) => Err("a process makes no sense".to_owned()),
            Err(lost) => Err(lost.to_string()),
        }
    }
}

impl Drop for Repeater {
    fn drop(&mut self) {
        end_child(&self.slot);
    }
}
