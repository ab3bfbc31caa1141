//! The child processes of an agent, at the end of their pipes.

use super::super::child::{Answer, Begin, Order};
use super::{Current, lock};
use crate::command::lines;
use mazurka_cluster::{Item, Job, JobId, Report, StoreError};
use serde_json::value::RawValue;
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

impl From<io::Error> for Lost {
    fn from(error: io::Error) -> Lost {
        Lost::Process(error)
    }
}

/// A child process, at the end of its pipes.
pub(super) struct Process {
    pub(super) job: JobId,
    output: BufReader<ChildStdout>,
}

impl Process {
    pub(super) fn start(slot: &Slot, job: &Job) -> io::Result<Process> {
        let mut child = Command::new(this_command()?)
            .args(["serve", "--items"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for us, and not for the child.
            .process_group(0)
            .spawn()?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let (mut input, output) = ends.ok_or(io::ErrorKind::BrokenPipe)?;
        *lock(&slot.child) = Some(child);
        let begin = Begin {
            options: raw(&job.options)?,
            language: job.language.clone(),
            program: raw(&job.program)?,
        };
        lines::write(&mut input, &begin)?;
        *lock(&slot.input) = Some(input);
        Ok(Process {
            job: job.id,
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
    /// When there is no process.
    pub fn new(options: &str, language: &str, program: &str) -> io::Result<Repeater> {
        let slot = Slot::default();
        let job = Job {
            id: JobId(0),
            language: language.to_owned(),
            program: program.to_owned(),
            options: options.to_owned(),
            build: String::new(),
        };
        let process = Process::start(&slot, &job)?;
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
            Err(Lost::Store(error)) => Err(error.to_string()),
            Err(Lost::Process(error) | Lost::Start(error)) => {
                Err(format!("a process was lost: {error}"))
            }
        }
    }
}

impl Drop for Repeater {
    fn drop(&mut self) {
        end_child(&self.slot);
    }
}
