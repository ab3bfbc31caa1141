//! `mazurka-bench soak --cluster`: programs that are explored on a cluster in which processes,
//! agents, servers and networks fail at random moments.
//!
//! What must hold, of every program: its totals are those of one process that is not disturbed, its
//! certificate holds, and agents that are told to end do so with exit code 0. An item may be
//! poisoned only if it was lost as often as that takes; then nothing may be claimed.

use super::programs::root;
use mazurka_cluster::testing::TemporaryPostgres;
use mazurka_random::Random;
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant};

/// A job takes no longer than this.
const LONGEST: Duration = Duration::from_secs(180);
/// Every N jobs, the server has a standby, and is lost.
const JOBS_BY_STANDBY: u64 = 6;

/// Programs of the corpus, with their options, and flags for clang.
const PROGRAMS: [(&str, &[&str], &str); 7] = [
    ("papers/lastzero.c", &[], "-DN=16"),
    ("papers/lastzero.c", &["--algorithm", "graphs"], "-DN=15"),
    ("papers/readers.c", &[], "-DN=18"),
    ("papers/fib_bench.c", &[], "-DN=5"),
    ("papers/fib_bench.c", &["--model", "tso"], "-DN=5"),
    ("papers/wakeup_stress.c", &[], "-DN=8"),
    ("papers/indexer.c", &[], "-DN=16"),
];

/// Runs jobs for some time, and until there were enough faults.
///
/// # Errors
/// When something cannot be run, or something does not hold.
pub(super) fn run(command: &Path, time: Duration, least: u64, seed: u64) -> Result<(), String> {
    let Some(server) = TemporaryPostgres::start(&["listen_addresses=*"]) else {
        return Err("PostgreSQL is not installed".to_owned());
    };
    let mut soak = Soak {
        command: command.to_owned(),
        random: Random::new(seed),
        server,
        url: String::new(),
        agents: Vec::new(),
        cable: None,
        faults: BTreeMap::new(),
        violations: Vec::new(),
        poisoned: 0,
    };
    soak.url = soak.server.url("postgres");
    soak.must(&["jobs", "--init", "--cluster", &soak.url])?;
    let mut truths = BTreeMap::new();
    let (begun, mut told, mut jobs, mut executions) = (Instant::now(), Instant::now(), 0, 0);
    let all = |soak: &Soak| soak.faults.values().sum::<u64>();
    while begun.elapsed() < time || all(&soak) < least {
        let nth = soak.random.below(PROGRAMS.len());
        let truth = match truths.get(&nth) {
            Some(truth) => *truth,
            None => soak.truth(nth)?,
        };
        truths.insert(nth, truth);
        jobs += 1;
        executions += truth;
        soak.job(nth, truth, jobs % JOBS_BY_STANDBY == 0)?;
        if told.elapsed() > Duration::from_secs(30) {
            told = Instant::now();
            eprintln!("mazurka-bench: {jobs} jobs, {} faults", all(&soak));
        }
    }
    let kinds = soak
        .faults
        .iter()
        .map(|(kind, count)| format!("{count} {kind}"));
    println!(
        "{jobs} jobs, {executions} executions, {} faults in {:.0} s: {}; {} poisoned; {} violations",
        all(&soak),
        begun.elapsed().as_secs_f64(),
        kinds.collect::<Vec<_>>().join(", "),
        soak.poisoned,
        soak.violations.len()
    );
    for violation in &soak.violations {
        println!("VIOLATION: {violation}");
    }
    match soak.violations.len() {
        0 => Ok(()),
        count => Err(format!("{count} violations")),
    }
}

struct Soak {
    command: PathBuf,
    random: Random,
    server: TemporaryPostgres,
    url: String,
    agents: Vec<Agent>,
    cable: Option<Cable>,
    faults: BTreeMap<&'static str, u64>,
    violations: Vec<String>,
    /// How many jobs had an item that was lost too often.
    poisoned: u64,
}

impl Soak {
    fn mazurka(&self, arguments: &[&str]) -> Command {
        let mut command = Command::new(&self.command);
        command.args(arguments).stdin(Stdio::null());
        ends_with_us(&mut command);
        command
    }

    fn output(&self, arguments: &[&str]) -> Result<Output, String> {
        let mut command = self.mazurka(arguments);
        command.output().map_err(|error| error.to_string())
    }

    fn must(&self, arguments: &[&str]) -> Result<Output, String> {
        let output = self.output(arguments)?;
        match output.status.code() {
            Some(0) => Ok(output),
            code => Err(format!("{arguments:?}: {code:?}, {}", errors(&output))),
        }
    }

    fn check<'a>(
        file: &'a str,
        options: &[&'a str],
        more: &[&'a str],
        flag: &'a str,
    ) -> Vec<&'a str> {
        [&["check", file, "--json"], options, more, &["--", flag]].concat()
    }

    /// The executions of a program.
    fn truth(&self, nth: usize) -> Result<u64, String> {
        let (name, options, flag) = PROGRAMS[nth];
        let file = file(name);
        let output = self.must(&Soak::check(&file, options, &[], flag))?;
        let object: Value = serde_json::from_slice(&output.stdout).unwrap_or_default();
        object["complete"]
            .as_u64()
            .ok_or_else(|| format!("{name}: {object}"))
    }

    fn wrong(&mut self, what: String) {
        eprintln!("mazurka-bench: VIOLATION: {what}");
        self.violations.push(what);
    }

    fn fault(&mut self, kind: &'static str) {
        *self.faults.entry(kind).or_default() += 1;
    }

    /// Runs one program, with faults.
    fn job(&mut self, nth: usize, complete: u64, has_standby: bool) -> Result<(), String> {
        let standby = has_standby.then(|| self.follow());
        let whole = self.url.clone();
        if let Some(standby) = &standby {
            let (first, second) = (self.server.port(), standby.port());
            let both = format!("127.0.0.1:{first},127.0.0.1:{second}");
            self.url = whole.replace(&format!("127.0.0.1:{first}"), &both);
        }
        for _ in 0..2 + self.random.below(2) {
            self.enlist()?;
        }
        if standby.is_none() {
            self.enlist_far();
        }
        let (name, options, flag) = PROGRAMS[nth];
        let file = file(name);
        let cluster = ["--cluster", &self.url, "--first", "0", "--detach"];
        let output = self.output(&Soak::check(&file, options, &cluster, flag))?;
        let text = errors(&output);
        let job = text
            .lines()
            .find_map(|line| line.strip_prefix("job ")?.split(':').next());
        let job = job
            .ok_or_else(|| format!("{name} was not submitted: {text}"))?
            .to_owned();
        let shown = format!("job {job}, {name} {options:?} {flag}");
        let begun = Instant::now();
        let mut standby = standby;
        let mut after = 1 + self.random.below(6);
        while self.is_open(&job) {
            if begun.elapsed() > LONGEST {
                self.wrong(format!("{shown}: not done in {LONGEST:?}"));
                return Err("a job does not end".to_owned());
            }
            let pause = 20 + self.random.below(350) as u64;
            sleep(Duration::from_millis(pause));
            after = after.saturating_sub(1);
            match standby.take_if(|_| after == 0) {
                Some(other) => {
                    self.server.kill();
                    self.pause(500);
                    other.sql("postgres", "select pg_promote()");
                    self.server = other;
                    self.fault("failovers");
                }
                None => self.disturb(&shown)?,
            }
        }
        let status = self.follow_to_end(&job)?;
        let counted = status["counts"]["complete"].as_u64();
        if status["poisoned"] != 0 {
            self.poisoned += 1;
            if status["verdict"] != "unknown" || status["lost"].as_u64() < Some(5) {
                self.wrong(format!("{shown}: poisoned, and {status}"));
            }
        } else if status["verdict"] != "verified" || counted != Some(complete) {
            self.wrong(format!("{shown}: {complete} in truth, and {status}"));
        } else {
            let certify = ["certify", &job, "--sample", "5", "--cluster", &self.url];
            let output = self.output(&certify)?;
            if output.status.code() != Some(0) {
                let said = String::from_utf8_lossy(&output.stdout).into_owned();
                self.wrong(format!("{shown}: {said}{}", errors(&output)));
            }
        }
        for agent in std::mem::take(&mut self.agents) {
            self.dismiss(agent, &shown)?;
        }
        self.cable = None;
        if standby.is_some() {
            let sql = "alter system reset synchronous_standby_names";
            self.server.sql("postgres", sql);
            self.server.sql("postgres", "select pg_reload_conf()");
        }
        // The next one goes on with the server that there is.
        self.url = self.server.url("postgres");
        Ok(())
    }

    fn is_open(&self, job: &str) -> bool {
        let sql = format!("select state in ('open', 'drained') from mazurka.job where id = {job}");
        self.server.sql("postgres", &sql) == "t"
    }

    fn follow_to_end(&self, job: &str) -> Result<Value, String> {
        let output = self.output(&["status", job, "--json", "--cluster", &self.url])?;
        serde_json::from_slice(&output.stdout).map_err(|_| errors(&output))
    }

    /// A standby that has all that was acknowledged.
    fn follow(&self) -> TemporaryPostgres {
        let standby = self.server.standby(&["listen_addresses=*"]);
        self.server.sql(
            "postgres",
            "alter system set synchronous_standby_names = '*'",
        );
        self.server.sql("postgres", "select pg_reload_conf()");
        let state = "select sync_state from pg_stat_replication";
        while self.server.sql("postgres", state) != "sync" {
            sleep(Duration::from_millis(50));
        }
        standby
    }

    fn worker(&mut self, url: &str) -> Vec<String> {
        let threads = (1 + self.random.below(2)).to_string();
        let words = [
            "worker",
            "--cluster",
            url,
            "--threads",
            &threads,
            "--lease",
            "1",
        ];
        words.map(str::to_owned).to_vec()
    }

    fn enlist(&mut self) -> Result<(), String> {
        let words = self.worker(&self.url.clone());
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        let agent = Agent::start(self.mazurka(&words))?;
        agent.until_enrolled()?;
        self.agents.push(agent);
        Ok(())
    }

    /// An agent behind a cable, if this user may lay one.
    fn enlist_far(&mut self) {
        let network = format!("10.214.{}", 1 + std::process::id() % 250);
        let words = self.worker(&self.url.replace("127.0.0.1", &format!("{network}.1")));
        let mut command = Command::new("unshare");
        let script = "sleep 0.5; exec \"$@\"";
        command.args(["-n", "sh", "-c", script, "sh"]);
        command.arg(&self.command).args(words).stdin(Stdio::null());
        ends_with_us(&mut command);
        let Ok(agent) = Agent::start(command) else {
            return;
        };
        sleep(Duration::from_millis(150));
        self.cable = Cable::new(agent.process.id(), &network);
        if self.cable.is_some() {
            let rules = self.server.folder().join("data/pg_hba.conf");
            let text = fs::read_to_string(&rules).unwrap_or_default();
            if !text.contains(&network) {
                let text = format!("{text}host all postgres {network}.0/30 trust\n");
                if fs::write(&rules, text).is_ok() {
                    self.server.sql("postgres", "select pg_reload_conf()");
                }
            }
            if agent.until_enrolled().is_ok() {
                self.agents.push(agent);
            }
        }
    }

    fn pause(&mut self, most: usize) {
        sleep(Duration::from_millis(self.random.below(most) as u64));
    }

    /// Ends an agent in good order.
    fn dismiss(&mut self, mut agent: Agent, shown: &str) -> Result<(), String> {
        signal(agent.process.id(), libc::SIGTERM);
        let begun = Instant::now();
        loop {
            match agent
                .process
                .try_wait()
                .map_err(|error| error.to_string())?
            {
                Some(status) if status.code() == Some(0) => return Ok(()),
                Some(status) => {
                    self.wrong(format!(
                        "{shown}: an agent that was to end: {status}, {}",
                        agent.said()
                    ));
                    return Ok(());
                }
                None if begun.elapsed() > Duration::from_secs(60) => {
                    self.wrong(format!("{shown}: an agent does not end: {}", agent.said()));
                    return Ok(());
                }
                None => sleep(Duration::from_millis(20)),
            }
        }
    }

    /// Something goes wrong.
    fn disturb(&mut self, shown: &str) -> Result<(), String> {
        let nth = self.random.below(self.agents.len());
        if let Ok(Some(status)) = self.agents[nth].process.try_wait() {
            let agent = self.agents.remove(nth);
            self.wrong(format!(
                "{shown}: an agent has ended: {status}, {}",
                agent.said()
            ));
            return self.enlist();
        }
        let process = self.agents[nth].process.id();
        match self.random.below(16) {
            0..4 => {
                let children = children(process);
                if !children.is_empty() {
                    let child = children[self.random.below(children.len())];
                    signal(child, libc::SIGKILL);
                    self.fault("processes killed");
                }
            }
            4 | 5 => {
                drop(self.agents.remove(nth));
                self.fault("agents killed");
                self.enlist()?;
            }
            6 | 7 => {
                let agent = self.agents.remove(nth);
                self.fault("agents told to end");
                self.enlist()?;
                self.dismiss(agent, shown)?;
            }
            8 => {
                self.server.kill();
                self.pause(400);
                self.server.restart();
                self.fault("servers killed");
            }
            9..12 => {
                let some = "select count(pg_terminate_backend(pid)) from pg_stat_activity where \
                            application_name = 'mazurka' and random() < 0.5";
                if self.server.sql("postgres", some) != "0" {
                    self.fault("connections cut by the server");
                }
            }
            12 => {
                signal(process, libc::SIGSTOP);
                self.pause(2000);
                signal(process, libc::SIGCONT);
                self.fault("agents stopped for a while");
            }
            13 => {
                let children = children(process);
                for child in &children {
                    signal(*child, libc::SIGSTOP);
                }
                self.pause(700);
                for child in &children {
                    signal(*child, libc::SIGCONT);
                }
                self.fault("processes stopped for a while");
            }
            _ => {
                let time = 200 + self.random.below(2000) as u64;
                if let Some(cable) = &self.cable
                    && cable.cut(true)
                {
                    sleep(Duration::from_millis(time));
                    cable.cut(false);
                    self.fault("network cuts");
                }
            }
        }
        Ok(())
    }
}

fn file(name: &str) -> String {
    let path = root().join("crates/mazurka-llvm/corpus").join(name);
    path.display().to_string()
}

fn errors(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

/// The process is killed when we end, in whatever way.
fn ends_with_us(command: &mut Command) {
    // SAFETY: prctl is one call of the system, and may be made between fork and exec.
    unsafe {
        command.pre_exec(|| {
            libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL);
            Ok(())
        });
    }
}

fn signal(process: u32, signal: i32) {
    if let Ok(process) = libc::pid_t::try_from(process) {
        // SAFETY: no memory is involved.
        unsafe { libc::kill(process, signal) };
    }
}

/// The processes that a process has started.
fn children(process: u32) -> Vec<u32> {
    let parent = |number: u32| {
        let stat = fs::read_to_string(format!("/proc/{number}/stat")).ok()?;
        let mut words = stat.rsplit(')').next()?.split_whitespace();
        words.nth(1)?.parse::<u32>().ok()
    };
    let entries = fs::read_dir("/proc").into_iter().flatten().flatten();
    let numbers = entries.filter_map(|entry| entry.file_name().to_str()?.parse().ok());
    numbers
        .filter(|number| parent(*number) == Some(process))
        .collect()
}

/// An agent, which is killed when it is not needed any more.
struct Agent {
    process: Child,
    log: PathBuf,
}

impl Agent {
    fn start(mut command: Command) -> Result<Agent, String> {
        static NEXT: std::sync::atomic::AtomicU32 = std::sync::atomic::AtomicU32::new(0);
        let number = NEXT.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        let name = format!("mazurka-soak-{}-{number}", std::process::id());
        let log = std::env::temp_dir().join(name);
        let text = |error: std::io::Error| error.to_string();
        let file = fs::File::create(&log).map_err(text)?;
        command.stdout(Stdio::null()).stderr(file);
        let process = command.spawn().map_err(text)?;
        Ok(Agent { process, log })
    }

    /// One that begins while there is no server ends at once.
    fn until_enrolled(&self) -> Result<(), String> {
        let begun = Instant::now();
        while !self.said().contains("SIGTERM ends it") {
            if begun.elapsed() > Duration::from_secs(60) {
                return Err(format!("an agent does not begin: {}", self.said()));
            }
            sleep(Duration::from_millis(10));
        }
        Ok(())
    }

    /// What it said last.
    fn said(&self) -> String {
        let text = fs::read_to_string(&self.log).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        lines[lines.len().saturating_sub(4)..].join(" / ")
    }
}

impl Drop for Agent {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_file(&self.log);
    }
}

/// A cable to a process in a network of its own. It is gone with that process.
struct Cable(String);

impl Cable {
    fn new(process: u32, network: &str) -> Option<Cable> {
        let name = format!("mzs{}", process % 1_000_000);
        let (process, peer) = (process.to_string(), format!("{name}p"));
        let done = |words: &str| {
            let mut words = words.split(' ');
            let mut command = Command::new(words.next().unwrap_or_default());
            command.args(words).stderr(Stdio::null());
            command.status().is_ok_and(|status| status.success())
        };
        let inside = format!("nsenter -t {process} -n ip");
        let made = done(&format!(
            "ip link add {name} type veth peer name {peer} netns {process}"
        )) && done(&format!("ip addr add {network}.1/30 dev {name}"))
            && done(&format!("ip link set {name} up"))
            && done(&format!("{inside} addr add {network}.2/30 dev {peer}"))
            && done(&format!("{inside} link set {peer} up"));
        made.then_some(Cable(name))
    }

    fn cut(&self, is_cut: bool) -> bool {
        let state = if is_cut { "down" } else { "up" };
        let mut ip = Command::new("ip");
        ip.args(["link", "set", &self.0, state])
            .stderr(Stdio::null());
        ip.status().is_ok_and(|status| status.success())
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        let mut ip = Command::new("ip");
        let _ = ip
            .args(["link", "del", &self.0])
            .stderr(Stdio::null())
            .status();
    }
}
