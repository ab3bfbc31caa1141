//! A process that is run, watched and interrupted, with what it used.

use std::cell::Cell;
use std::fs::{self, File};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A process that has been started.
pub(crate) struct Running {
    pid: libc::pid_t,
    begun: Instant,
    out: std::path::PathBuf,
    peak_kib: Cell<u64>,
    looked: Cell<Instant>,
}

/// A process that has ended.
pub(crate) struct Ran {
    /// None if a signal ended it.
    pub(crate) code: Option<i32>,
    pub(crate) wall: Duration,
    pub(crate) user: Duration,
    /// User and system time, with that of its children that it waited for.
    pub(crate) processor: Duration,
    /// The signal that did.
    pub(crate) signal: Option<i32>,
    /// The most memory that it had, with its workers, and without clang: as far as that was seen
    /// some times a second.
    pub(crate) peak_kib: u64,
    /// The most memory that it had, or one of its children that it waited for.
    pub(crate) most_kib: u64,
    /// What it printed, errors as well.
    pub(crate) said: String,
}

impl Ran {
    /// A number of the line of JSON that the command printed.
    pub(crate) fn number(&self, field: &str) -> Option<u64> {
        let line = self.said.lines().find(|line| line.starts_with('{'))?;
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        value.get(field)?.as_u64()
    }

    /// A text of that line.
    pub(crate) fn text(&self, field: &str) -> Option<String> {
        let line = self.said.lines().find(|line| line.starts_with('{'))?;
        let value: serde_json::Value = serde_json::from_str(line).ok()?;
        Some(value.get(field)?.as_str()?.to_owned())
    }

    pub(crate) fn peak_mib(&self) -> f64 {
        self.peak_kib as f64 / 1024.0
    }
}

impl Running {
    /// Starts a command; what it prints goes to the file `out`.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start(command: &mut Command, out: &Path) -> Result<Running, String> {
        let file = File::create(out).map_err(|error| format!("{}: {error}", out.display()))?;
        Running::spawn(command, out, file.try_clone().map(Stdio::from), file)
    }

    /// Starts a command; what it prints goes to `out`, and errors go to the file `said`.
    ///
    /// # Errors
    /// When it cannot be started.
    pub(crate) fn start_to(
        command: &mut Command,
        said: &Path,
        out: Stdio,
    ) -> Result<Running, String> {
        let file = File::create(said).map_err(|error| format!("{}: {error}", said.display()))?;
        Running::spawn(command, said, Ok(out), file)
    }

    fn spawn(
        command: &mut Command,
        said: &Path,
        out: std::io::Result<Stdio>,
        errors: File,
    ) -> Result<Running, String> {
        let out = out.map_err(|error| error.to_string())?;
        let begun = Instant::now();
        let child = command
            .stdin(Stdio::null())
            .stdout(out)
            .stderr(errors)
            .spawn()
            .map_err(|error| format!("cannot run {:?}: {error}", command.get_program()))?;
        Ok(Running {
            pid: child.id() as libc::pid_t,
            begun,
            out: said.to_owned(),
            peak_kib: Cell::new(0),
            looked: Cell::new(begun),
        })
    }

    pub(crate) fn elapsed(&self) -> Duration {
        self.begun.elapsed()
    }

    /// The memory that it has now.
    pub(crate) fn memory_kib(&self) -> u64 {
        field(self.pid, "VmRSS:")
    }

    pub(crate) fn signal(&self, signal: i32) {
        // SAFETY: the process is a child that was not waited for, so the number is its own.
        unsafe { libc::kill(self.pid, signal) };
    }

    /// Its children that are workers: they have its name.
    fn workers(&self) -> Vec<libc::pid_t> {
        let path = format!("/proc/{0}/task/{0}/children", self.pid);
        let children = fs::read_to_string(path).unwrap_or_default();
        let name = |pid: libc::pid_t| fs::read_to_string(format!("/proc/{pid}/comm")).ok();
        let own = name(self.pid);
        let numbers = children
            .split_whitespace()
            .filter_map(|child| child.parse().ok());
        numbers.filter(|child| name(*child) == own).collect()
    }

    /// Looks how much memory it has, twenty times a second.
    fn look(&self) {
        if self.looked.get().elapsed() < Duration::from_millis(50) {
            return;
        }
        self.looked.set(Instant::now());
        let mut sum = peak(self.pid);
        for worker in self.workers() {
            sum += peak(worker);
        }
        self.peak_kib.set(self.peak_kib.get().max(sum));
    }

    /// Kills one of its workers, if it has some.
    pub(crate) fn kill_a_worker(&self) -> bool {
        match self.workers().first() {
            Some(&child) => {
                // SAFETY: no memory is involved. The number was that of a child a moment ago;
                // a child that ends stays in the table until its parent waits for it.
                unsafe { libc::kill(child, libc::SIGKILL) };
                true
            }
            None => false,
        }
    }

    /// Waits until it ends, or until then.
    ///
    /// # Errors
    /// When it cannot be waited for.
    pub(crate) fn wait(&self, until: Duration) -> Result<Option<Ran>, String> {
        loop {
            let mut status = 0;
            // SAFETY: all-zero numbers are a valid value of the structure.
            let mut usage: libc::rusage = unsafe { std::mem::zeroed() };
            // SAFETY: both places are valid for writes.
            let ended =
                unsafe { libc::wait4(self.pid, &raw mut status, libc::WNOHANG, &raw mut usage) };
            let wall = self.begun.elapsed();
            if ended < 0 {
                return Err(std::io::Error::last_os_error().to_string());
            }
            if ended == self.pid {
                let said = fs::read(&self.out).unwrap_or_default();
                let duration = |time: libc::timeval| {
                    Duration::from_secs(time.tv_sec as u64)
                        + Duration::from_micros(time.tv_usec as u64)
                };
                return Ok(Some(Ran {
                    code: libc::WIFEXITED(status).then(|| libc::WEXITSTATUS(status)),
                    wall,
                    user: duration(usage.ru_utime),
                    processor: duration(usage.ru_utime) + duration(usage.ru_stime),
                    signal: libc::WIFSIGNALED(status).then(|| libc::WTERMSIG(status)),
                    peak_kib: self.peak_kib.get(),
                    most_kib: usage.ru_maxrss as u64,
                    said: String::from_utf8_lossy(&said).into_owned(),
                }));
            }
            if wall >= until {
                return Ok(None);
            }
            self.look();
            std::thread::sleep(Duration::from_micros(500));
        }
    }

    /// Waits until it ends; after an hour it is killed.
    ///
    /// # Errors
    /// When it cannot be waited for.
    pub(crate) fn end(&self) -> Result<Ran, String> {
        if let Some(ran) = self.wait(Duration::from_secs(3600))? {
            return Ok(ran);
        }
        self.signal(libc::SIGKILL);
        self.wait(Duration::MAX)?
            .ok_or_else(|| "it does not end".to_owned())
    }
}

/// The most memory that a process had, in KiB.
fn peak(pid: libc::pid_t) -> u64 {
    field(pid, "VmHWM:")
}

/// A field of what the system says of a process, in KiB.
fn field(pid: libc::pid_t, name: &str) -> u64 {
    let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(name));
    let number = line.and_then(|line| line.split_whitespace().next());
    number.and_then(|number| number.parse().ok()).unwrap_or(0)
}
