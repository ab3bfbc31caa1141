//! Those who submit, look, cancel, and go away.

use crate::rig::{Running, Store, corpus, job_of, mazurka, until};
use crate::support::{Folder, code, stderr, stdout};
use serde_json::Value;
use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt;
use std::process::Output;

/// A check that waits for a job that no agent explores yet.
fn waiting(store: &Store, more: &[&str]) -> (Running, i64) {
    let file = corpus("papers/lastzero.c");
    let arguments = [&[&*file, "--json"], more, &["--", "-DN=8"]].concat();
    let words = store.checking(&arguments);
    let running = Running::start(mazurka(env!("CARGO_BIN_EXE_mazurka"), &words));
    running.until_said("submitted to");
    let job = job_of(&running.stderr());
    (running, job)
}

fn object(output: &Output) -> Value {
    let text = stdout(output);
    serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{}", stderr(output)))
}

#[test]
fn ctrl_c_leaves_the_job_or_cancels_it() {
    let Some(store) = Store::shared() else { return };
    let (check, job) = waiting(&store, &[]);
    check.signal(libc::SIGINT);
    let output = check.end();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert_eq!(object(&output)["verdict"], "unknown");
    let reason = object(&output)["reason"].as_str().expect("text").to_owned();
    let words = format!("it was interrupted; job {job} goes on without you");
    assert!(
        reason.starts_with(&words) && reason.contains("--attach"),
        "{reason}"
    );
    // What is on a cluster is not in a file, too.
    assert!(!stderr(&output).contains("--resume"), "{}", stderr(&output));
    assert_eq!(store.status(job)["state"], "open");

    let (check, cancelled) = waiting(&store, &["--cancel-on-interrupt"]);
    check.signal(libc::SIGINT);
    let output = check.end();
    assert_eq!(
        (code(&output), &object(&output)["verdict"]),
        (3, &"unknown".into())
    );
    assert_eq!(store.status(cancelled)["state"], "cancelled");

    let (check, late) = waiting(&store, &["--max-time", "1"]);
    let output = check.end();
    assert_eq!(code(&output), 3, "{}", stderr(&output));
    assert_eq!(object(&output)["reason"], "the limit on time was reached");
    assert_eq!(store.status(late)["state"], "cancelled");

    // Another person cancels it, and the one who waits is told.
    let (check, other) = waiting(&store, &[]);
    let output = store.command(&["cancel", &other.to_string()]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = check.end();
    assert_eq!(code(&output), 3);
    assert_eq!(object(&output)["reason"], "a person has cancelled it");
    let follow = store.command(&["status", &other.to_string(), "--follow"]);
    assert_eq!(code(&follow), 3, "{}", stdout(&follow));

    // An agent comes, and the first job has a verdict for those who come back to it.
    let agent = store.agent(&["--threads", "2", "--until-idle"]);
    let attach = |more: &[&str]| {
        let (file, job) = (corpus("papers/lastzero.c"), job.to_string());
        store.check(&[&[&file, "--json", "--attach", &job], more].concat())
    };
    let output = attach(&["--", "-DN=8"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    assert_eq!(object(&output)["complete"], 704);
    for others in [
        &["--", "-DN=7"][..],
        &["--model", "tso", "--", "-DN=8"],
        &["--races", "--", "-DN=8"],
    ] {
        let output = attach(others);
        assert_eq!(code(&output), 2);
        let words = format!("job {job} is about another program, or has other options");
        assert!(stderr(&output).contains(&words), "{}", stderr(&output));
    }
    store.exact(job, 704);
    // It has ended by itself, and has not touched what was cancelled.
    let output = agent.end();
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    for job in [cancelled, late, other] {
        assert_eq!(store.status(job)["counts"]["complete"], 0);
    }
    let output = store.command(&["cancel", &job.to_string()]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("has ended"), "{}", stderr(&output));
}

/// Agents explore only what the same build has submitted.
#[test]
fn agents_of_another_build_do_nothing() {
    let Some(store) = Store::shared() else { return };
    let mut bytes = fs::read(env!("CARGO_BIN_EXE_mazurka")).expect("it is there");
    bytes.push(0);
    let folder = Folder::new("cluster-build", &[("mazurka", &bytes)]);
    let exe = folder.path("mazurka");
    fs::set_permissions(&exe, fs::Permissions::from_mode(0o755)).expect("it is ours");
    let other = store.agent_of(&exe, &["--threads", "1", "--lease", "1"]);
    let job = store.submit(&[&corpus("papers/lastzero.c")]);
    // It looks twice a second.
    std::thread::sleep(std::time::Duration::from_millis(1500));
    let status = store.status(job);
    assert_eq!(
        (&status["ready"], &status["leased"]),
        (&1.into(), &0.into()),
        "{status}"
    );
    assert_eq!(status["agents"], 0, "{status}");
    let output = store.command(&["status", &job.to_string()]);
    let text = stdout(&output);
    assert!(text.contains("no agent of its build ("), "{text}");
    let text = other.drain();
    assert!(text.contains("\n0 items, 0 executions"), "{text}");
    let agent = store.agent(&["--threads", "1"]);
    store.exact(job, 64);
    agent.drain();
    // The other build can read the certificate, but cannot explore again.
    let certify = ["certify", &job.to_string(), "--cluster", &store.url];
    let output = mazurka(&exe, &certify).output().expect("it starts");
    let text = stdout(&output);
    assert_eq!(code(&output), 3, "{text}");
    assert!(
        text.contains("no item was explored again: that takes build"),
        "{text}"
    );
}

fn get(address: &str, path: &str) -> String {
    let mut stream = TcpStream::connect(address).expect("it listens");
    write!(stream, "GET {path} HTTP/1.1\r\nHost: x\r\n\r\n").expect("it reads");
    let mut text = String::new();
    stream.read_to_string(&mut text).expect("it answers");
    text
}

#[test]
fn metrics_agree_with_status() {
    let Some(store) = Store::shared() else { return };
    let agent = store.agent(&["--threads", "2"]);
    let job = store.submit(&[&corpus("papers/lastzero.c"), "--", "-DN=9"]);
    store.exact(job, 1536);
    let idle = store.submit(&[&corpus("papers/readers.c")]);
    store.ended(idle);
    let words = [
        "status",
        "--metrics",
        "127.0.0.1:0",
        "--cluster",
        &store.url,
    ];
    let metrics = Running::start(mazurka(env!("CARGO_BIN_EXE_mazurka"), &words));
    metrics.until_said("/metrics until Ctrl-C");
    let text = metrics.stderr();
    let address = text.split("http://").nth(1).expect("an address");
    let address = address.split('/').next().expect("an address");
    until("all threads are idle", || store.status(job)["idle"] == 2);
    let text = get(address, "/metrics");
    assert!(text.starts_with("HTTP/1.1 200 OK\r\n"), "{text}");
    for job in [job, idle] {
        let status = store.status(job);
        let counts = &status["counts"];
        for (name, number) in [
            ("open_items", &status["ready"]),
            ("leased_items", &status["leased"]),
            ("done_items", &status["done"]),
            ("poisoned_items", &status["poisoned"]),
            ("lost_leases", &status["lost"]),
            ("complete_executions", &counts["complete"]),
            ("blocked_executions", &counts["blocked"]),
            ("agents", &status["agents"]),
            ("threads", &status["threads"]),
            ("idle_threads", &status["idle"]),
        ] {
            let begin = format!("mazurka_{name}{{job=\"{job}\",");
            let line = text.lines().find(|line| line.starts_with(&begin));
            let line = line.unwrap_or_else(|| panic!("no {begin}: {text}"));
            assert!(line.ends_with(&format!(" {number}")), "{line}: {number}");
        }
        let begin = format!("mazurka_ended{{job=\"{job}\",");
        assert!(
            text.lines()
                .any(|line| line.starts_with(&begin) && line.ends_with(" 1"))
        );
    }
    assert!(get(address, "/").starts_with("HTTP/1.1 404 "));
    // A client that says nothing does not stop it for long, nor does nonsense.
    let mut stream = TcpStream::connect(address).expect("it listens");
    stream.write_all(&[0xff; 20_000]).unwrap_or_default();
    drop(stream);
    assert!(get(address, "/metrics").contains("mazurka_done_items"));
    metrics.signal(libc::SIGINT);
    assert_eq!(code(&metrics.end()), 0);
    agent.drain();
}
