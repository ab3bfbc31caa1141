//! Compilers, as programs of this machine: with a clean environment, a limit on time and output,
//! no network, and one folder to write to.
//!
//! A compiler may run what comes with the program (plug-ins, macros, parse transforms). So it
//! gets a session of its own: all that it starts is ended with it, a Ctrl-C at the terminal
//! comes to us alone, and it has no terminal.

#[cfg(unix)]
mod confine;
mod folder;

pub use folder::Folder;

use crate::{Until, Why};
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io::{self, Read, Write};
use std::process::{Child, Command, ExitStatus, Output, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::{self, Builder};
use std::time::{Duration, Instant};

/// The variables that a compiler gets; of all others it gets none.
///
/// The places of programs and their libraries, the home of the user, the language of messages, and which
/// SDK a Mac compiles for.
const VARIABLES: [&str; 11] = [
    "PATH",
    "LD_LIBRARY_PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "LANG",
    "LANGUAGE",
    "TERM",
    "SDKROOT",
    "DEVELOPER_DIR",
    "MACOSX_DEPLOYMENT_TARGET",
];

/// Others are told by how they begin: the parts of the language.
const BEGINNING: &str = "LC_";

/// The time between two looks at whether the compiler has ended.
const EVERY: Duration = Duration::from_millis(5);

/// What a compiler may use.
#[derive(Clone, Copy, Debug)]
pub struct Limits {
    /// The time that it may run.
    pub time: Duration,
    /// The most bytes for each of its two streams, and for a file.
    pub output: u64,
    /// The bytes that are kept of what it says about errors.
    pub said: usize,
    /// The most bytes of memory, where the system has such a limit.
    pub memory: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(300),
            output: 256 << 20,
            said: 1 << 20,
            memory: 4 << 30,
        }
    }
}

/// Why there is no output.
#[derive(Debug)]
pub enum Failure {
    /// The compiler could not be run.
    Run(io::Error),
    /// It was ended, as the check was.
    Ended(Why),
    /// It used more than it may: what, for people.
    Excess(String),
}

impl fmt::Display for Failure {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Failure::Run(error) => write!(out, "could not be run: {error}"),
            Failure::Ended(why) => write!(out, "was ended: {why}"),
            Failure::Excess(what) => write!(out, "{what}, and was ended"),
        }
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        Failure::Run(error)
    }
}

/// Runs a compiler that reads `input` and may write to `folder`, and collects what it writes.
///
/// # Errors
/// When it cannot be run, or was ended.
pub fn run(
    command: &mut Command,
    input: Vec<u8>,
    folder: &Folder,
    until: &Until,
) -> Result<Output, Failure> {
    run_within(command, input, folder, until, &Limits::default())
}

/// The same, within other limits.
///
/// # Errors
/// When it cannot be run, or was ended.
pub fn run_within(
    command: &mut Command,
    input: Vec<u8>,
    folder: &Folder,
    until: &Until,
    limits: &Limits,
) -> Result<Output, Failure> {
    if let Some(why) = until.is_over() {
        return Err(Failure::Ended(why));
    }
    let stdin = match input.is_empty() {
        true => Stdio::null(),
        false => Stdio::piped(),
    };
    command
        .stdin(stdin)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    clean(command, folder, std::env::vars_os());
    #[cfg(unix)]
    confine::confine(command, folder.path(), limits);
    let deadline = Instant::now() + limits.time;
    let mut child = command.spawn()?;
    // These threads are not waited for when the compiler is ended: a process that it has
    // started and that has left its session may keep the pipes open.
    if let Some(mut stdin) = child.stdin.take() {
        // One that does not read all of it says why.
        let written = Builder::new().spawn(move || drop(stdin.write_all(&input)));
        end_unless(&mut child, written)?;
    }
    let (sender, read) = channel();
    let out = collect(child.stdout.take(), Stream::Out, limits, sender.clone());
    end_unless(&mut child, out)?;
    let errors = collect(child.stderr.take(), Stream::Errors, limits, sender);
    end_unless(&mut child, errors)?;
    let result = watch(&mut child, &read, until, deadline, limits);
    if result.is_err() {
        end(&mut child);
    }
    result
}

/// Ends a compiler, and all that it has started.
fn end(child: &mut Child) {
    end_group(child);
    // One that cannot be ended is no reason to stop.
    let _ = child.kill();
    let _ = child.wait();
}

/// Ends a compiler if something that it needs could not be done.
fn end_unless<T>(child: &mut Child, done: io::Result<T>) -> io::Result<T> {
    if done.is_err() {
        end(child);
    }
    done
}

/// Takes every variable away that a compiler does not need, but for those that the caller set.
fn clean(
    command: &mut Command,
    folder: &Folder,
    inherited: impl Iterator<Item = (OsString, OsString)>,
) {
    let own = command.get_envs();
    let own: Vec<(OsString, OsString)> = own
        .filter_map(|(name, value)| Some((name.to_owned(), value?.to_owned())))
        .collect();
    let is_needed = |name: &OsStr| {
        let name = name.to_str().unwrap_or_default();
        VARIABLES.contains(&name) || name.starts_with(BEGINNING)
    };
    command.env_clear();
    command.envs(inherited.filter(|(name, _)| is_needed(name)));
    command.env("TMPDIR", folder.path());
    // (A compiler that is called through ccache: its cache is elsewhere.)
    command.env("CCACHE_DISABLE", "1");
    command.envs(own);
}

/// Waits for the end of a compiler, and for all that it writes.
fn watch(
    child: &mut Child,
    read: &Receiver<(Stream, Collected)>,
    until: &Until,
    deadline: Instant,
    limits: &Limits,
) -> Result<Output, Failure> {
    let mut streams = [None, None];
    let mut has_ended = false;
    while !has_ended || streams.iter().any(Option::is_none) {
        match read.recv_timeout(EVERY) {
            Ok((_, Err(error))) => return Err(Failure::Run(error)),
            Ok((_, Ok(None))) => {
                let most = limits.output >> 20;
                return Err(Failure::Excess(format!("wrote more than {most} MiB")));
            }
            Ok((stream, Ok(bytes))) => streams[stream as usize] = bytes,
            Err(RecvTimeoutError::Timeout) => {}
            // Both are there.
            Err(RecvTimeoutError::Disconnected) => thread::sleep(Duration::from_millis(1)),
        }
        if !has_ended && is_ended(child)? {
            has_ended = true;
            // What it has left behind holds its pipes, and is not wanted any more.
            end_group(child);
        }
        if let Some(why) = until.is_over() {
            return Err(Failure::Ended(why));
        }
        if Instant::now() >= deadline {
            let time = limits.time.as_secs();
            return Err(Failure::Excess(format!("did not end in {time} s")));
        }
    }
    let status: ExitStatus = child.wait()?;
    let [stdout, stderr] = streams.map(Option::unwrap_or_default);
    Ok(Output {
        status,
        stdout,
        stderr,
    })
}

/// One of the two streams.
#[derive(Clone, Copy)]
enum Stream {
    Out,
    Errors,
}

/// What was read of a stream; nothing if there was too much of it.
type Collected = io::Result<Option<Vec<u8>>>;

/// Reads a stream to its end, on a thread of its own.
fn collect(
    stream: Option<impl Read + Send + 'static>,
    which: Stream,
    limits: &Limits,
    sender: Sender<(Stream, Collected)>,
) -> io::Result<()> {
    let most = limits.output;
    let kept = match which {
        Stream::Out => usize::MAX,
        Stream::Errors => limits.said,
    };
    let reading = Builder::new().spawn(move || {
        let result = stream.map_or(Ok(Some(Vec::new())), |stream| read(stream, most, kept));
        // The other end may have gone.
        let _ = sender.send((which, result));
    });
    reading.map(|_| ())
}

/// The first bytes of a stream that is not longer than it may be.
fn read(mut stream: impl Read, most: u64, kept: usize) -> Collected {
    let mut bytes = Vec::new();
    let mut all = 0;
    let mut buffer = [0; 1 << 16];
    loop {
        let count = match stream.read(&mut buffer) {
            Ok(0) => return Ok(Some(bytes)),
            Ok(count) => count,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        all += count as u64;
        if all > most {
            return Ok(None);
        }
        let room = kept.saturating_sub(bytes.len());
        bytes.extend_from_slice(&buffer[..count.min(room)]);
    }
}

/// True if it has ended. It is not waited for, so that its group stays its own.
#[cfg(unix)]
fn is_ended(child: &mut Child) -> io::Result<bool> {
    confine::is_ended(child)
}

#[cfg(not(unix))]
fn is_ended(child: &mut Child) -> io::Result<bool> {
    Ok(child.try_wait()?.is_some())
}

/// Ends what a compiler has started, and itself.
fn end_group(child: &Child) {
    #[cfg(unix)]
    confine::end_group(child);
    #[cfg(not(unix))]
    let _ = child;
}

#[cfg(all(test, unix))]
mod tests;
