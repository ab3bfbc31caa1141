//! A server of PostgreSQL for tests, which leaves nothing behind.

use std::fs::{self, File};
use std::io::Write;
use std::net::TcpListener;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Ends the server and removes its folder if the test could not: its standard input ends when the
/// process of the test does, in whatever way. It asks whether the number is still that of our
/// server before it ends it.
const WATCHDOG: &str = r#"
read -r word && [ "$word" = over ] && exit 0
server=$(head -n 1 "$1/data/postmaster.pid" 2>/dev/null)
ours() { [ -n "$server" ] && ps -o args= -p "$server" 2>/dev/null | grep -qF "$1"; }
if ours "$1"; then kill -QUIT "$server"; fi
for _ in 1 2 3 4 5 6 7 8 9 10; do ours "$1" || break; sleep 0.3; done
if ours "$1"; then kill -KILL "$server"; sleep 0.3; fi
rm -rf "$1"
"#;

/// A server with a folder of its own, on 127.0.0.1. The user `postgres` needs no password; all
/// others need theirs (SCRAM).
pub struct TemporaryPostgres {
    programs: PathBuf,
    folder: PathBuf,
    port: u16,
    settings: Vec<String>,
    user: Option<(u32, u32)>,
    server: Option<Child>,
    watchdog: Option<(Child, ChildStdin)>,
}

impl TemporaryPostgres {
    /// Starts a server with these settings. None if PostgreSQL is not installed.
    ///
    /// # Panics
    /// If it cannot be started; and without PostgreSQL, if the variable `CI` is set.
    #[must_use]
    pub fn start(settings: &[&str]) -> Option<TemporaryPostgres> {
        TemporaryPostgres::start_with(settings, |_| ())
    }

    /// The same, after something was done in its folder.
    ///
    /// # Panics
    /// As [`TemporaryPostgres::start`].
    #[must_use]
    pub fn start_with(settings: &[&str], before: impl FnOnce(&Path)) -> Option<TemporaryPostgres> {
        let mut server = TemporaryPostgres::new(settings)?;
        before(&server.folder);
        server.initialise();
        server.restart();
        Some(server)
    }

    /// Starts a hot standby of this server. `select pg_promote()` makes it a primary.
    ///
    /// # Panics
    /// If it cannot be started.
    #[must_use]
    pub fn standby(&self, settings: &[&str]) -> TemporaryPostgres {
        let mut standby = TemporaryPostgres::new(settings).expect("PostgreSQL is installed");
        if let Some((user, group)) = standby.user {
            own(&standby.folder, user, group);
        }
        let output = standby
            .command("pg_basebackup")
            .args(["--no-sync", "--write-recovery-conf", "--checkpoint=fast"])
            .args(["-h", "127.0.0.1", "-U", "postgres", "-p"])
            .arg(self.port.to_string())
            .arg("-D")
            .arg(standby.folder.join("data"))
            .output()
            .expect("pg_basebackup is there");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        standby.restart();
        standby
    }

    /// A folder for a server.
    fn new(settings: &[&str]) -> Option<TemporaryPostgres> {
        let Some(programs) = programs() else {
            assert!(
                std::env::var_os("CI").is_none(),
                "PostgreSQL is not installed, and CI is set"
            );
            eprintln!("skipped: PostgreSQL is not installed");
            return None;
        };
        static NEXT: AtomicU32 = AtomicU32::new(0);
        let folder = std::env::temp_dir().join(format!(
            "mazurka-postgres-{}-{}",
            std::process::id(),
            NEXT.fetch_add(1, Ordering::Relaxed)
        ));
        fs::create_dir(&folder).expect("the folder is new");
        let watchdog = watchdog(&folder);
        Some(TemporaryPostgres {
            programs,
            folder,
            port: 0,
            settings: settings.iter().map(ToString::to_string).collect(),
            user: other_user(),
            server: None,
            watchdog: Some(watchdog),
        })
    }

    /// Its folder.
    #[must_use]
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Its port.
    #[must_use]
    pub fn port(&self) -> u16 {
        self.port
    }

    /// The process of the server, if it runs.
    #[must_use]
    pub fn process(&self) -> Option<u32> {
        self.server.as_ref().map(Child::id)
    }

    /// The URL of a database, for the user `postgres`.
    #[must_use]
    pub fn url(&self, database: &str) -> String {
        self.url_of("postgres", database)
    }

    /// The URL of a database for a user, who may be `NAME:PASSWORD`.
    #[must_use]
    pub fn url_of(&self, user: &str, database: &str) -> String {
        let port = self.port;
        format!("postgresql://{user}@127.0.0.1:{port}/{database}?sslmode=disable")
    }

    /// Runs statements as `postgres`, and gives what they answer, a row a line.
    ///
    /// # Panics
    /// If the server does not run them.
    pub fn sql(&self, database: &str, sql: &str) -> String {
        match self.try_sql("postgres", database, sql) {
            Ok(answer) => answer,
            Err(message) => panic!("{sql}: {message}"),
        }
    }

    /// The same for a user, who may be `NAME:PASSWORD`.
    ///
    /// # Errors
    /// What the server says.
    ///
    /// # Panics
    /// If there is no `psql`.
    pub fn try_sql(&self, user: &str, database: &str, sql: &str) -> Result<String, String> {
        let output = self
            .command("psql")
            .args(["-XAtq", "-v", "ON_ERROR_STOP=1", "-c", sql, "-d"])
            .arg(self.url_of(user, database))
            .output()
            .expect("psql is there");
        if !output.status.success() {
            return Err(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        let answer = String::from_utf8_lossy(&output.stdout);
        Ok(answer.trim_end().to_owned())
    }

    /// Kills the server as if its machine had lost power, but for the disk's cache.
    ///
    /// # Panics
    /// If it does not run.
    pub fn kill(&mut self) {
        let mut server = self.server.take().expect("the server runs");
        server.kill().expect("the server is ours");
        server.wait().expect("the server is ours");
    }

    /// Does as if the process of the test were killed: all is left to the watchdog.
    #[cfg(test)]
    pub(crate) fn abandon(&mut self) {
        let mut server = self.server.take().expect("the server runs");
        let (_, input) = self.watchdog.take().expect("it runs");
        // The parent has to wait for it, or it stays as a zombie.
        std::thread::spawn(move || server.wait());
        drop(input);
        let folder = std::mem::take(&mut self.folder);
        while folder.exists() {
            std::thread::sleep(Duration::from_millis(20));
        }
    }

    /// Starts it, at the same port if it had one. Waits until it answers.
    ///
    /// # Panics
    /// If it cannot be started.
    pub fn restart(&mut self) {
        for _ in 0..20 {
            if self.port == 0 {
                let listener = TcpListener::bind("127.0.0.1:0").expect("there are free ports");
                self.port = listener.local_addr().expect("it is bound").port();
            }
            let mut server = self.launch();
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(30) {
                if self.answers() {
                    self.server = Some(server);
                    return;
                }
                // The port was taken, or processes of the last one still end.
                if server.try_wait().expect("it is ours").is_some() {
                    break;
                }
                std::thread::sleep(Duration::from_millis(20));
            }
            let _ = server.kill();
            let _ = server.wait();
            std::thread::sleep(Duration::from_millis(200));
        }
        let log = fs::read_to_string(self.folder.join("log")).unwrap_or_default();
        panic!("PostgreSQL does not start:\n{log}");
    }

    fn launch(&self) -> Child {
        let log = File::options()
            .append(true)
            .create(true)
            .open(self.folder.join("log"))
            .expect("the folder is ours");
        let mut command = self.command("postgres");
        command.arg("-D").arg(self.folder.join("data"));
        command.args(["-p", &self.port.to_string()]);
        for setting in ["listen_addresses=127.0.0.1", "unix_socket_directories="] {
            command.args(["-c", setting]);
        }
        for setting in &self.settings {
            command.args(["-c", setting]);
        }
        command
            .stdin(Stdio::null())
            .stdout(log.try_clone().expect("it is open"))
            .stderr(log)
            .process_group(0)
            .spawn()
            .expect("the program is there")
    }

    fn answers(&self) -> bool {
        self.command("pg_isready")
            .args(["-q", "-h", "127.0.0.1", "-p", &self.port.to_string()])
            .status()
            .is_ok_and(|status| status.success())
    }

    /// One of PostgreSQL's programs, as a user who may run it: not as root.
    fn command(&self, program: &str) -> Command {
        let mut command = Command::new(self.programs.join(program));
        if let Some((user, group)) = self.user {
            command.uid(user).gid(group);
        }
        command.current_dir("/");
        command
    }

    fn initialise(&self) {
        if let Some((user, group)) = self.user {
            own(&self.folder, user, group);
        }
        let output = self
            .command("initdb")
            .args(["--no-sync", "--auth=trust", "--username=postgres"])
            .args(["--encoding=UTF8", "--locale=C", "-D"])
            .arg(self.folder.join("data"))
            .output()
            .expect("initdb is there");
        assert!(
            output.status.success(),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        let rules = "host all,replication postgres 127.0.0.1/32 trust\n\
                     host all all 127.0.0.1/32 scram-sha-256\n";
        fs::write(self.folder.join("data/pg_hba.conf"), rules).expect("the folder is ours");
    }
}

impl Drop for TemporaryPostgres {
    fn drop(&mut self) {
        if let Some(mut server) = self.server.take() {
            // At once, and without a checkpoint.
            if let Ok(process) = libc::pid_t::try_from(server.id()) {
                // SAFETY: no memory is involved; the process is our child, and not waited for yet.
                unsafe { libc::kill(process, libc::SIGQUIT) };
            }
            let began = Instant::now();
            while began.elapsed() < Duration::from_secs(10)
                && !matches!(server.try_wait(), Ok(Some(_)) | Err(_))
            {
                std::thread::sleep(Duration::from_millis(10));
            }
            let _ = server.kill();
            let _ = server.wait();
        }
        // Processes of a server that was killed may write for a moment.
        for _ in 0..50 {
            if fs::remove_dir_all(&self.folder).is_ok() || !self.folder.exists() {
                break;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
        if let Some((mut watchdog, mut input)) = self.watchdog.take() {
            let _ = input.write_all(b"over\n");
            drop(input);
            let _ = watchdog.wait();
        }
    }
}

fn watchdog(folder: &Path) -> (Child, ChildStdin) {
    let mut watchdog = Command::new("sh")
        .args(["-c", WATCHDOG, "mazurka-watchdog"])
        .arg(folder)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .current_dir("/")
        // What ends the tests does not end it.
        .process_group(0)
        .spawn()
        .expect("there is a shell");
    let input = watchdog.stdin.take().expect("it is piped");
    (watchdog, input)
}

/// Where PostgreSQL's programs are: those of the newest version, as Debian installs them, or those
/// of the path.
fn programs() -> Option<PathBuf> {
    let versions = fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let newest = versions
        .flatten()
        .filter_map(|entry| {
            let version: u32 = entry.file_name().to_str()?.parse().ok()?;
            Some((version, entry.path().join("bin")))
        })
        .filter(|(_, programs)| programs.join("postgres").exists())
        .max();
    if let Some((_, programs)) = newest {
        return Some(programs);
    }
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path).find(|folder| folder.join("initdb").exists())
}

/// Whom to run the server as, if we are root.
fn other_user() -> Option<(u32, u32)> {
    // SAFETY: it only asks.
    if unsafe { libc::geteuid() } != 0 {
        return None;
    }
    let users = fs::read_to_string("/etc/passwd").unwrap_or_default();
    ["postgres", "nobody"].iter().find_map(|name| {
        let line = users
            .lines()
            .find(|line| line.split(':').next() == Some(*name))?;
        let mut fields = line.split(':').skip(2);
        Some((fields.next()?.parse().ok()?, fields.next()?.parse().ok()?))
    })
}

fn own(path: &Path, user: u32, group: u32) {
    std::os::unix::fs::chown(path, Some(user), Some(group)).expect("we are root");
    for entry in fs::read_dir(path).into_iter().flatten().flatten() {
        own(&entry.path(), user, group);
    }
}
