//! Addresses, databases and certificates that are not what they should be: one message, the
//! documented exit code, and nothing is lost.

use crate::rig::{Running, Store, corpus, mazurka, run, until};
use crate::support::{Folder, code, stderr, stdout};
use mazurka_cluster::testing::TemporaryPostgres;
use std::ffi::CString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Output;
use std::sync::{Arc, Mutex};
use std::thread::sleep;
use std::time::Duration;

/// An error in one line, with these words.
fn refused(output: &Output, words: &str) {
    let text = stderr(output);
    assert_eq!(code(output), 2, "{text}{}", stdout(output));
    assert!(
        text.starts_with("error: ") && text.contains(words),
        "{words}: {text}"
    );
    assert_eq!(text.lines().count(), 1, "{text}");
    assert_eq!(stdout(output), "");
}

/// All commands refuse an address, in the same words.
fn all_refuse(url: &str, words: &str) {
    let file = corpus("papers/lastzero.c");
    let commands: [&[&str]; 6] = [
        &["jobs"],
        &["status"],
        &["worker", "--threads", "1"],
        &["cancel", "1"],
        &["certify", "1"],
        &["check", &file],
    ];
    for command in commands {
        refused(&run(&[command, &["--cluster", url]].concat()), words);
    }
}

#[test]
fn addresses_and_databases() {
    let Some(store) = Store::shared() else { return };
    for (url, words) in [
        ("", "not of the form postgresql://"),
        ("nonsense", "not of the form postgresql://"),
        ("http://127.0.0.1/", "not of the form postgresql://"),
        ("postgres://me@127.0.0.1:port/x", "cannot be read"),
        ("postgres://me@127.0.0.1:1/x", "cannot be reached"),
        (
            "postgres://me@127.0.0.1/x?sslmode=perhaps",
            "sslmode is one of",
        ),
    ] {
        all_refuse(url, words);
    }
    let number = std::process::id();
    let url = |user: &str, database: &str| store.server().url_of(user, database);
    all_refuse(
        &url("postgres", "nowhere"),
        "there is no database `nowhere`",
    );
    // No tables; then a schema of that name which is not ours.
    let empty = format!("empty_{number}");
    store.sql(&format!("create database {empty}"));
    all_refuse(&url("postgres", &empty), "run `mazurka jobs --init`");
    let foreign = "create schema mazurka; create table mazurka.meta (note text)";
    store.server().sql(&empty, foreign);
    let init = run(&["jobs", "--init", "--cluster", &url("postgres", &empty)]);
    refused(&init, "mazurka");
    all_refuse(&url("postgres", &empty), "mazurka");
    let tables = "select count(*) from pg_tables where schemaname = 'mazurka'";
    assert_eq!(store.server().sql(&empty, tables), "1");

    // A password that is wrong, and one that is not shown.
    let person = format!("person_{number}");
    store.sql(&format!("create role {person} login password 'right'"));
    let wrong = store
        .server()
        .url_of(&format!("{person}:secret"), &store.database);
    let words = format!("does not accept the password of user `{person}`");
    all_refuse(&wrong, &words);
    let output = run(&["jobs", "--cluster", &wrong]);
    assert!(!stderr(&output).contains("secret"));
    // A person without rights.
    let right = store
        .server()
        .url_of(&format!("{person}:right"), &store.database);
    all_refuse(&right, "may not do that");
    // What cannot be shared, and options that exclude each other.
    let file = corpus("papers/lastzero.c");
    let output = store.check(&[&file, "--algorithm", "source"]);
    refused(&output, "cannot be shared by many machines");
    for more in [
        ["--processes", "2"],
        ["--max-executions", "5"],
        ["--resume", "x"],
    ] {
        let output = store.check(&[&[&*file], &more[..]].concat());
        assert_eq!(code(&output), 2, "{more:?}: {}", stderr(&output));
    }
    // Jobs that are not there.
    for command in ["status", "cancel", "certify"] {
        refused(&store.command(&[command, "77"]), "there is no job 77");
    }
    for command in ["status", "certify"] {
        refused(
            &store.command(&[command]),
            "there are no jobs yet: submit one with ",
        );
    }
    assert_eq!(code(&store.command(&["jobs"])), 0);
    store.sql(&format!("drop database {empty}"));
    store.sql(&format!("drop role {person}"));
}

/// A server that may lose what it has acknowledged is refused, unless that is accepted.
#[test]
fn a_server_that_forgets() {
    let Some(server) = TemporaryPostgres::start(&["fsync=off"]) else {
        return;
    };
    let url = server.url("postgres");
    refused(&run(&["jobs", "--init", "--cluster", &url]), "fsync");
    let accepted = run(&["jobs", "--init", "--cluster", &url, "--allow-unsafe-store"]);
    assert_eq!(code(&accepted), 0, "{}", stderr(&accepted));
    all_refuse(&url, "fsync");
}

/// A server that disappears in the middle, and does not come back.
#[test]
fn a_server_that_is_gone() {
    let Some(store) = Store::alone(&[]) else {
        return;
    };
    let agent = store.agent(&["--threads", "1"]);
    let file = corpus("papers/lastzero.c");
    let words = store.checking(&[&file, "--json", "--", "-DN=15"]);
    let check = Running::start(mazurka(env!("CARGO_BIN_EXE_mazurka"), &words));
    check.until_said("submitted to");
    until("it is explored", || {
        store.sql("select count(*) from mazurka.item where state = 'done'") != "0"
    });
    store.server().kill();
    agent.until_said("the store does not answer, trying again");
    check.until_said("the store does not answer, trying again");
    check.signal(libc::SIGINT);
    agent.signal(libc::SIGTERM);
    let output = check.end();
    let text = stderr(&output);
    assert_eq!(code(&output), 3, "{text}");
    let said = stdout(&output);
    assert!(
        said.contains("\"verdict\":\"unknown\"") && said.contains("--attach 1"),
        "{said}"
    );
    // An agent tries for some seconds to commit what it has.
    let output = agent.end();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    refused(&store.command(&["jobs"]), "cannot be reached");
    // It was only a rumour: nothing is lost.
    store.server().restart();
    let agent = store.agent(&["--threads", "2"]);
    store.exact(1, 147456);
    agent.drain();
}

/// A disk of a server, which only its processes see, and this thread.
struct Disk(PathBuf);

impl Disk {
    fn new(path: PathBuf) -> Option<Disk> {
        let text = |text: &str| CString::new(text).expect("no zero in it");
        let (tmpfs, size, root) = (text("tmpfs"), text("size=24m,mode=0777"), text("/"));
        let target = text(path.to_str().expect("a name in UTF-8"));
        // SAFETY: the texts live through the calls; only this thread gets another view of files.
        let made = unsafe {
            libc::unshare(libc::CLONE_NEWNS) == 0
                && libc::mount(
                    std::ptr::null(),
                    root.as_ptr(),
                    std::ptr::null(),
                    libc::MS_REC | libc::MS_PRIVATE,
                    std::ptr::null(),
                ) == 0
                && libc::mount(
                    tmpfs.as_ptr(),
                    target.as_ptr(),
                    tmpfs.as_ptr(),
                    0,
                    size.as_ptr().cast(),
                ) == 0
        };
        made.then_some(Disk(path))
    }

    /// Leaves no room on it.
    fn fill(&self) {
        let mut file = fs::File::create(self.filler()).expect("it is ours");
        while std::io::Write::write_all(&mut file, &[0; 4096]).is_ok() {}
    }

    fn filler(&self) -> PathBuf {
        self.0.join("filler")
    }
}

impl Drop for Disk {
    fn drop(&mut self) {
        if let Some(path) = self.0.to_str().and_then(|path| CString::new(path).ok()) {
            // SAFETY: the text lives through the call.
            unsafe { libc::umount2(path.as_ptr(), libc::MNT_DETACH) };
        }
    }
}

#[test]
fn a_disk_that_is_full() {
    let mut disk = None;
    let before = |folder: &Path| {
        let place = folder.join("small");
        fs::create_dir(&place).expect("the folder is ours");
        disk = Disk::new(place);
    };
    let Some(server) = TemporaryPostgres::start_with(&[], before) else {
        return;
    };
    let Some(disk) = disk else {
        eprintln!("skipped: no rights to make a disk");
        return;
    };
    let place = disk.0.display();
    server.sql(
        "postgres",
        &format!("create tablespace small location '{place}'"),
    );
    server.sql("postgres", "create database small tablespace small");
    let url = server.url("small");
    let made = run(&["jobs", "--init", "--cluster", &url]);
    assert_eq!(code(&made), 0, "{}", stderr(&made));
    let store = Store {
        server: Arc::new(Mutex::new(server)),
        database: "small".to_owned(),
        url,
    };
    // It is taken away before the folder of the server.
    let disk = disk;
    let agent = store.agent(&["--threads", "2", "--verbose"]);
    let job = store.submit(&[&corpus("papers/lastzero.c"), "--", "-DN=15"]);
    until("it is explored", || store.status(job)["done"] != 0);
    disk.fill();
    agent.until_said("is full");
    sleep(Duration::from_millis(300));
    fs::remove_file(disk.filler()).expect("it is ours");
    store.exact(job, 147456);
    agent.drain();
}

#[test]
fn certificates_that_were_changed() {
    let Some(store) = Store::shared() else { return };
    let agents = [
        store.agent(&["--threads", "2"]),
        store.agent(&["--threads", "1"]),
    ];
    let job = store.submit(&[&corpus("papers/lastzero.c"), "--", "-DN=15"]);
    store.exact(job, 147456);
    for agent in agents {
        agent.drain();
    }
    let folder = Folder::new("cluster-certificate", &[]);
    let whole = folder.path("whole").display().to_string();
    let output = store.command(&["certify", &job.to_string(), "--output", &whole]);
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let text = fs::read_to_string(&whole).expect("it was written");
    let lines: Vec<&str> = text.lines().collect();
    let judged = |lines: &[String]| {
        let path = folder.path("changed");
        fs::write(&path, lines.join("\n") + "\n").expect("it is ours");
        let output = run(&["certify", "--file", path.to_str().expect("UTF-8")]);
        (code(&output), stdout(&output), stderr(&output))
    };
    let own: Vec<String> = lines.iter().map(ToString::to_string).collect();
    assert_eq!(judged(&own).0, 0);
    let must_refuse = |lines: &[String], what: &str| {
        let (code, text, errors) = judged(lines);
        assert_eq!((code, &*errors), (1, ""), "{what}: {text}{errors}");
        assert!(text.starts_with("refused: "), "{what}: {text}");
        assert_eq!(text.lines().count(), 1, "{what}: {text}");
    };
    // Any line that is missing.
    for nth in (0..lines.len()).step_by(1 + lines.len() / 12) {
        let mut fewer = own.clone();
        fewer.remove(nth);
        must_refuse(&fewer, &format!("without line {}", nth + 1));
    }
    // A sum that is not that of the items.
    let mut other = own.clone();
    assert!(other[0].contains("\"complete\":147456"), "{}", other[0]);
    other[0] = other[0].replace("\"complete\":147456", "\"complete\":147457");
    must_refuse(&other, "another sum");
    // A kid that is missing, among kids that there are several of.
    let kid = own
        .iter()
        .rposition(|line| line.contains("\"fate\":\"item\""));
    let mut fewer = own.clone();
    fewer.remove(kid.expect("there are some"));
    must_refuse(&fewer, "without a kid");
    // Bytes that make no sense.
    for nonsense in ["", "{}", "[1, 2]", "\u{0}"] {
        let mut other = own.clone();
        other[0] = nonsense.to_owned();
        must_refuse(&other, nonsense);
    }
    refused(
        &run(&["certify", "--file", "nowhere.jsonl"]),
        "nowhere.jsonl",
    );
}
