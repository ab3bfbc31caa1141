//! A server, agents and checks, which end with the test that has begun them.

use crate::support::{code, stderr, stdout};
use mazurka_cluster::testing::TemporaryPostgres;
use serde_json::Value;
use std::ffi::OsStr;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Output, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

/// Nothing takes longer than this.
const LONGEST: Duration = Duration::from_secs(60);

/// The programs of papers, and others.
pub(crate) fn corpus(name: &str) -> String {
    let root = concat!(env!("CARGO_MANIFEST_DIR"), "/../mazurka-llvm/corpus");
    format!("{root}/{name}")
}

/// The command. It ends when the thread does that has started it.
pub(crate) fn mazurka(program: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"))
        .env_remove("MAZURKA_WORKERS")
        .env_remove("MAZURKA_CLUSTER")
        .env_remove("PGPASSWORD")
        .env("RUST_BACKTRACE", "0")
        .stdin(Stdio::null());
    // SAFETY: prctl is one call of the system, and may be made between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
    command
}

/// Runs the command of this build to its end.
pub(crate) fn run(arguments: &[&str]) -> Output {
    let mut command = mazurka(env!("CARGO_BIN_EXE_mazurka"), arguments);
    let output = command.output().expect("the command starts");
    let text = stderr(&output);
    assert!(!text.contains("panicked"), "{arguments:?}: {text}");
    output
}

pub(crate) fn signal(process: u32, signal: i32) {
    let process = libc::pid_t::try_from(process).expect("a number of a process");
    // SAFETY: no memory is involved.
    unsafe { libc::kill(process, signal) };
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !is_so() {
        assert!(begun.elapsed() < LONGEST, "{what}: not in {LONGEST:?}");
        thread::sleep(Duration::from_millis(20));
    }
}

/// A database with Mazurka's tables, in a server that tests share.
pub(crate) struct Store {
    pub(crate) server: Arc<Mutex<TemporaryPostgres>>,
    pub(crate) database: String,
    pub(crate) url: String,
}

static NEXT: AtomicU32 = AtomicU32::new(0);

impl Store {
    /// In the server of all tests, which ends with the last that uses it.
    pub(crate) fn shared() -> Option<Store> {
        static SERVER: Mutex<Weak<Mutex<TemporaryPostgres>>> = Mutex::new(Weak::new());
        let mut shared = SERVER.lock().unwrap_or_else(PoisonError::into_inner);
        let server = match shared.upgrade() {
            Some(server) => server,
            None => Arc::new(Mutex::new(TemporaryPostgres::start(&[])?)),
        };
        *shared = Arc::downgrade(&server);
        drop(shared);
        Some(Store::of(server))
    }

    /// In a server of its own.
    pub(crate) fn alone(settings: &[&str]) -> Option<Store> {
        let server = TemporaryPostgres::start(settings)?;
        Some(Store::of(Arc::new(Mutex::new(server))))
    }

    fn of(server: Arc<Mutex<TemporaryPostgres>>) -> Store {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let database = format!("mazurka_{number}");
        let own = server.lock().unwrap_or_else(PoisonError::into_inner);
        own.sql("postgres", &format!("create database {database}"));
        let url = own.url(&database);
        drop(own);
        let store = Store {
            server,
            database,
            url,
        };
        let made = store.command(&["jobs", "--init"]);
        assert_eq!(code(&made), 0, "{}", stderr(&made));
        store
    }

    pub(crate) fn server(&self) -> std::sync::MutexGuard<'_, TemporaryPostgres> {
        self.server.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn sql(&self, sql: &str) -> String {
        self.server().sql(&self.database, sql)
    }

    /// A command that gets the address of the store.
    pub(crate) fn command(&self, arguments: &[&str]) -> Output {
        run(&[arguments, &["--cluster", &self.url]].concat())
    }

    /// Runs a check here, after it was submitted at once.
    pub(crate) fn check(&self, arguments: &[&str]) -> Output {
        run(&self.checking(arguments))
    }

    /// The words of that.
    pub(crate) fn checking<'a>(&'a self, arguments: &[&'a str]) -> Vec<&'a str> {
        let flags = arguments.iter().position(|word| *word == "--");
        let (own, flags) = arguments.split_at(flags.unwrap_or(arguments.len()));
        let cluster = ["--cluster", &self.url, "--first", "0"];
        [&["check"], own, &cluster, flags].concat()
    }

    /// Submits a program, and does not wait; the number of its job.
    pub(crate) fn submit(&self, arguments: &[&str]) -> i64 {
        let output = self.check(&[&["--detach", "--json"], arguments].concat());
        assert_eq!(code(&output), 3, "{}", stderr(&output));
        job_of(&stderr(&output))
    }

    /// The newest job, or one.
    pub(crate) fn status(&self, job: i64) -> Value {
        let output = self.command(&["status", &job.to_string(), "--json"]);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        serde_json::from_slice(&output.stdout).expect("one object")
    }

    /// Waits until a job has ended.
    pub(crate) fn ended(&self, job: i64) -> Value {
        let follow = ["status", &job.to_string(), "--follow", "--json"];
        let output = self.command(&follow);
        let status: Value = serde_json::from_slice(&output.stdout).expect("one object");
        assert_eq!(status["state"], "ended", "{status}");
        status
    }

    /// A job has come to this many executions, nothing is poisoned, and its certificate holds.
    pub(crate) fn exact(&self, job: i64, complete: u64) {
        let status = self.ended(job);
        assert_eq!(status["verdict"], "verified", "{status}");
        assert_eq!(status["counts"]["complete"], complete, "{status}");
        assert_eq!(status["poisoned"], 0, "{status}");
        self.certified(job, complete);
    }

    pub(crate) fn certified(&self, job: i64, complete: u64) {
        let output = self.command(&["certify", &job.to_string(), "--sample", "5"]);
        let text = stdout(&output);
        assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
        let words = format!("\n{complete} complete executions");
        assert!(text.contains(&words), "{text}");
    }

    pub(crate) fn agent(&self, arguments: &[&str]) -> Running {
        self.agent_of(env!("CARGO_BIN_EXE_mazurka"), arguments)
    }

    /// An agent of a build, after it has enrolled.
    pub(crate) fn agent_of(&self, program: impl AsRef<OsStr>, arguments: &[&str]) -> Running {
        let cluster = ["--cluster", &self.url];
        let running = Running::start(mazurka(
            program,
            &[&["worker"], arguments, &cluster].concat(),
        ));
        running.until_said("Ctrl-C or SIGTERM ends it");
        running
    }
}

impl Drop for Store {
    fn drop(&mut self) {
        if thread::panicking() {
            let log = self.server().folder().join("log");
            let log = fs::read_to_string(log).unwrap_or_default();
            let last: Vec<&str> = log.lines().rev().take(15).collect();
            eprintln!("PostgreSQL said last, newest first:\n{}", last.join("\n"));
        }
    }
}

/// The number of the job that a check has submitted.
pub(crate) fn job_of(text: &str) -> i64 {
    let mut lines = text.lines();
    let job = lines.find_map(|line| line.strip_prefix("job ")?.split(':').next()?.parse().ok());
    job.unwrap_or_else(|| panic!("no job: {text}"))
}

/// A command that runs. It is killed when it is no longer needed.
pub(crate) struct Running {
    child: Child,
    /// What it says, in files.
    said: [PathBuf; 2],
}

impl Running {
    pub(crate) fn start(mut command: Command) -> Running {
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let file = |name: &str| {
            let name = format!("cluster-{}-{number}.{name}", std::process::id());
            Path::new(env!("CARGO_TARGET_TMPDIR")).join(name)
        };
        let said = ["out", "err"].map(file);
        let open = |path: &PathBuf| fs::File::create(path).expect("the folder is ours");
        command.stdout(open(&said[0])).stderr(open(&said[1]));
        Running {
            child: command.spawn().expect("the command starts"),
            said,
        }
    }

    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Its standard input, if it is piped.
    pub(crate) fn input(&mut self) -> &mut ChildStdin {
        self.child.stdin.as_mut().expect("it is piped")
    }

    /// The processes that it has started.
    pub(crate) fn children(&self) -> Vec<u32> {
        children(self.id())
    }

    pub(crate) fn stderr(&self) -> String {
        fs::read_to_string(&self.said[1]).unwrap_or_default()
    }

    pub(crate) fn until_said(&self, words: &str) {
        until(words, || self.stderr().contains(words));
    }

    pub(crate) fn signal(&self, number: i32) {
        signal(self.id(), number);
    }

    /// Waits for its end.
    pub(crate) fn end(mut self) -> Output {
        let mut status = None;
        until("the command ends", || {
            status = self.child.try_wait().expect("it is ours");
            status.is_some()
        });
        let [stdout, stderr] = self
            .said
            .clone()
            .map(|path| fs::read(path).unwrap_or_default());
        let output = Output {
            status: status.expect("it has ended"),
            stdout,
            stderr,
        };
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(!text.contains("panicked"), "{text}");
        output
    }

    /// Ends an agent in good order: its exit code is 0, and it leaves no process.
    pub(crate) fn drain(self) -> String {
        let children = self.children();
        self.signal(libc::SIGTERM);
        let output = self.end();
        assert_eq!(output.status.code(), Some(0), "{}", stderr(&output));
        assert!(!children.into_iter().any(is_alive), "{}", stderr(&output));
        stderr(&output)
    }

    /// Kills it, and what it has started ends by itself.
    pub(crate) fn kill(mut self) {
        let children = self.children();
        self.child.kill().expect("it is ours");
        self.child.wait().expect("it is ours");
        until("its processes end", || {
            children.iter().all(|child| !is_alive(*child))
        });
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("{} said:\n{}", self.id(), self.stderr());
        }
        self.signal(libc::SIGCONT);
        let _ = self.child.kill();
        let _ = self.child.wait();
        for path in &self.said {
            let _ = fs::remove_file(path);
        }
    }
}

pub(crate) fn children(process: u32) -> Vec<u32> {
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .filter(|number| state_of(*number).is_some_and(|(_, parent)| parent == process))
        .collect()
}

/// Does it run? What is dead and not yet buried does not.
pub(crate) fn is_alive(process: u32) -> bool {
    state_of(process).is_some_and(|(state, _)| state != "Z")
}

/// The state of a process, and its parent.
fn state_of(process: u32) -> Option<(String, u32)> {
    let stat = fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    let mut words = stat.rsplit(')').next()?.split_whitespace();
    Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
}
