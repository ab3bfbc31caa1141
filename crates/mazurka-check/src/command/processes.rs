//! Exploring with processes in the place of threads.
//!
//! Each process has a thread here, which takes work for it and settles its claims. One
//! that is killed is replaced; what it was exploring goes back to the frontier.

use super::language::Language;
use super::lines;
use super::team::Team;
use super::worker::Job;
use crate::driver::Crew;
use crate::exploration::{Exploration, Part, Pause, TallyOf, Watch};
use crate::shortage::{set_memory_is_used_up, told};
use crate::subject::Subject;
use crate::until::Why;
use mazurka_parallel::Frontier;
use mazurka_parallel::remote::{Batch, Order, Remote, Reply, Report};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::value::{RawValue, to_raw_value};
use std::env;
use std::io::{self, BufReader};
use std::os::unix::process::CommandExt;
use std::process::{Child, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// How long those who watch see nothing new.
const EVERY: Duration = Duration::from_millis(20);
/// How long a process may go on after all were told to stop. Most batches take less.
const PATIENCE: Duration = Duration::from_millis(400);
/// A process that was replaced this often, and has never come to anything, never will.
const MOST_DEATHS: u32 = 100;

/// The exit code of one that had no memory to go on.
const NO_MEMORY: i32 = 3;

/// Schedulers in processes of their own.
pub(super) struct Processes<'a> {
    /// What each is told before the job.
    preface: &'a RawValue,
    language: &'static str,
    source: Box<RawValue>,
    count: usize,
    watch: &'a mut dyn Watch,
}

impl<'a> Processes<'a> {
    pub(super) fn new<L: Language>(
        team: &'a Team,
        source: &L::Source,
        count: usize,
        watch: &'a mut dyn Watch,
    ) -> serde_json::Result<Processes<'a>> {
        Ok(Processes {
            preface: &team.preface,
            language: L::NAME,
            source: to_raw_value(source)?,
            count,
            watch,
        })
    }
}

impl<S> Crew<S> for Processes<'_>
where
    S: Subject<Knowledge: Serialize + DeserializeOwned, Outcomes: Serialize + DeserializeOwned>,
{
    fn explore(
        &mut self,
        exploration: &Arc<Exploration<S>>,
        pause: &mut Pause<'_, S>,
    ) -> Result<Option<Why>, String> {
        let known = to_raw_value(exploration.known()).map_err(|error| error.to_string())?;
        let job = Job {
            language: self.language.to_owned(),
            source: self.source.clone(),
            known,
        };
        let told = Told {
            preface: self.preface,
            job: &job,
        };
        let frontier = exploration.frontier();
        loop {
            explore(exploration, &told, self.count, self.watch)?;
            if !frontier.is_paused() {
                return Ok(self.watch.stopped());
            }
            pause(exploration);
            self.watch.kept();
            frontier.go_on();
        }
    }
}

/// What a process is told first.
struct Told<'a> {
    preface: &'a RawValue,
    job: &'a Job,
}

/// Explores with that many processes, until nothing is left or `watch` says so, or that it is time
/// for a pause.
fn explore<S>(
    exploration: &Exploration<S>,
    job: &Told<'_>,
    processes: usize,
    watch: &mut dyn Watch,
) -> Result<(), String>
where
    S: Subject<Knowledge: DeserializeOwned, Outcomes: DeserializeOwned>,
{
    let frontier = exploration.frontier();
    let children: Vec<Slot> = (0..processes).map(|_| Slot::default()).collect();
    let left = &AtomicUsize::new(processes);
    thread::scope(|scope| {
        let (sender, results) = channel();
        for (number, child) in children.iter().enumerate() {
            let own = sender.clone();
            let spawned = thread::Builder::new().spawn_scoped(scope, move || {
                let result = drive(exploration, job, number, child);
                if matches!(result, Err(Failed::Wrong(_))) {
                    frontier.leave();
                }
                if matches!(result, Err(Failed::NotStarted(_))) {
                    give_up(left, frontier);
                }
                // The receiver is there until all have sent something.
                let _ = own.send(result);
            });
            if let Err(error) = spawned {
                give_up(left, frontier);
                let why = format!("no thread could be started: {}", told(&error));
                // The receiver is there.
                let _ = sender.send(Err(Failed::NotStarted(why)));
            }
        }
        drop(sender);
        let mut all = Ok(());
        let mut refused = None;
        let mut stopped: Option<Instant> = None;
        loop {
            match results.recv_timeout(EVERY) {
                Ok(Ok(())) => {}
                Ok(Err(Failed::NotStarted(why))) => refused = Some(why),
                Ok(Err(Failed::Wrong(why))) => all = all.and(Err(why)),
                Err(RecvTimeoutError::Disconnected) => break,
                Err(RecvTimeoutError::Timeout) => {
                    if watch.look(exploration.so_far()).is_break() {
                        frontier.stop();
                    }
                    exploration.tell_found(watch);
                    if watch.is_due() {
                        frontier.pause();
                    }
                    if frontier.is_interrupted() {
                        let since = stopped.get_or_insert_with(Instant::now);
                        if since.elapsed() >= PATIENCE {
                            children.iter().for_each(kill);
                        }
                    }
                }
            }
        }
        // Why all has stopped, if that was just now.
        let _ = watch.look(exploration.so_far());
        match (refused, left.load(Ordering::SeqCst)) {
            (Some(why), 0) => all.and(Err(why)),
            (Some(why), count) => {
                watch.fewer(count, &why);
                all
            }
            (None, _) => all,
        }
    })
}

/// Why a scheduler does not go on.
enum Failed {
    /// The system has no process for it. What it had to do is left to the others.
    NotStarted(String),
    /// What it did makes no sense.
    Wrong(String),
}

impl From<&str> for Failed {
    fn from(why: &str) -> Failed {
        Failed::Wrong(why.to_owned())
    }
}

/// One scheduler less: without any, nobody does what is left.
fn give_up(left: &AtomicUsize, frontier: &Frontier) {
    if left.fetch_sub(1, Ordering::SeqCst) == 1 {
        frontier.leave();
    }
}

/// Lets processes, one after the other, do the work of one scheduler.
fn drive<S>(
    exploration: &Exploration<S>,
    job: &Told<'_>,
    number: usize,
    child: &Slot,
) -> Result<(), Failed>
where
    S: Subject<Knowledge: DeserializeOwned, Outcomes: DeserializeOwned>,
{
    let mut remote = exploration.frontier().remote(number);
    let mut running = None;
    let mut deaths = 0;
    while let Some(batch) = remote.take() {
        let worker = match &mut running {
            Some(worker) => worker,
            none => match Worker::start(child) {
                Ok(worker) => none.insert(worker),
                Err(error) => {
                    remote.lost();
                    let why = format!("no worker process could be started: {}", told(&error));
                    return Err(Failed::NotStarted(why));
                }
            },
        };
        match worker.explore::<TallyOf<S>>(job, batch, &mut remote) {
            Ok(Done::Report(report)) => match remote.report(report) {
                Ok(part) => {
                    exploration.add(number, part);
                    deaths = 0;
                    continue;
                }
                Err(_) => return Err("a worker process makes no sense".into()),
            },
            Ok(Done::Halted(part)) => {
                exploration.add(number, part);
                return Ok(());
            }
            Err(_) => remote.lost(),
        }
        let status = worker.end();
        running = None;
        deaths += 1;
        match status {
            // It has said so. What is left is kept.
            Ok(status) if status.code() == Some(NO_MEMORY) => {
                set_memory_is_used_up(true);
                exploration.frontier().stop();
                return Ok(());
            }
            // It ended by itself, which it must not.
            Ok(status) if status.code().is_some() => {
                let why = format!("a worker process has ended: {status}");
                return Err(Failed::Wrong(why));
            }
            _ if deaths > MOST_DEATHS => {
                return Err("worker processes are killed again and again".into());
            }
            _ => {}
        }
    }
    Ok(())
}

/// What became of a batch.
enum Done<T> {
    Report(Report<Part<T>>),
    Halted(Part<T>),
}

/// A process, if one runs; in a lock, since others than the thread that talks with it
/// may end it.
type Slot = Mutex<Option<Child>>;

fn lock(slot: &Slot) -> MutexGuard<'_, Option<Child>> {
    slot.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends a process that does not answer. What it was exploring is lost, and left.
fn kill(slot: &Slot) {
    if let Some(child) = &mut *lock(slot) {
        // One that cannot be ended is no reason to stop.
        let _ = child.kill();
    }
}

/// A process that explores.
struct Worker<'s> {
    child: &'s Slot,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Does it know what to explore?
    is_told: bool,
}

impl Worker<'_> {
    fn start(slot: &Slot) -> io::Result<Worker<'_>> {
        let mut child = Command::new(env::current_exe()?)
            .arg("serve")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            // Ctrl-C is for us, and not for the worker.
            .process_group(0)
            .spawn()?;
        let ends = child.stdin.take().zip(child.stdout.take());
        let (input, output) = ends.ok_or(io::ErrorKind::BrokenPipe)?;
        *lock(slot) = Some(child);
        Ok(Worker {
            child: slot,
            input,
            output: BufReader::new(output),
            is_told: false,
        })
    }

    /// Lets it explore a batch. An error says that it is gone.
    fn explore<T: DeserializeOwned>(
        &mut self,
        told: &Told<'_>,
        batch: Batch,
        remote: &mut Remote<'_>,
    ) -> io::Result<Done<T>> {
        if !self.is_told {
            lines::write(&mut self.input, &told.preface)?;
            lines::write(&mut self.input, told.job)?;
            self.is_told = true;
        }
        let mut order = Order::Explore(batch);
        loop {
            lines::write(&mut self.input, &order)?;
            let reply = lines::read(&mut self.output)?;
            order = match reply.ok_or(io::ErrorKind::UnexpectedEof)? {
                Reply::Report(report) => return Ok(Done::Report(report)),
                Reply::Halted(part) => return Ok(Done::Halted(part)),
                Reply::Claim(claim) => {
                    let answer = remote.claim(claim);
                    answer.map_err(|_| io::ErrorKind::InvalidData)?
                }
            };
        }
    }

    /// Ends it, if it has not ended, and tells how it did.
    fn end(&mut self) -> io::Result<ExitStatus> {
        let child = lock(self.child).take();
        let mut child = child.ok_or(io::ErrorKind::NotFound)?;
        child.kill()?;
        child.wait()
    }
}

impl Drop for Worker<'_> {
    fn drop(&mut self) {
        // One that cannot be ended is no reason to stop.
        let _ = self.end();
    }
}
