//! Machines, servers and networks that fail while a program is explored.

use crate::rig::{Running, Store, corpus, is_alive, mazurka, signal, until};
use crate::support::{Folder, code, stderr, stdout};
use mazurka_random::Random;
use serde_json::Value;
use std::io::Write;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

/// Long enough for some faults.
const FLAGS: [&str; 2] = ["--", "-DN=15"];
const EXECUTIONS: u64 = 147456;

fn begin(store: &Store) -> i64 {
    store.submit(&[&[&*corpus("papers/lastzero.c")], &FLAGS[..]].concat())
}

fn moment(random: &mut Random, most: u64) {
    let most = usize::try_from(most).expect("it is small");
    sleep(Duration::from_millis(random.below(most) as u64));
}

/// Waits until something of a job is done, so that a fault has something to disturb.
fn begun(store: &Store, job: i64) {
    until("it is explored", || {
        let done = "select count(*) from mazurka.item i join mazurka.job j on i.job = j.id \
                    and i.round = j.round where i.state = 'done' and j.round > 1 and j.id =";
        store.sql(&format!("{done} {job}")) != "0"
    });
}

#[test]
fn processes_and_agents_that_are_killed() {
    let Some(store) = Store::shared() else { return };
    let mut random = Random::new(1);
    let start = || store.agent(&["--threads", "2", "--lease", "1"]);
    let mut agents = vec![start(), start()];
    let job = begin(&store);
    begun(&store, job);
    let mut killed = 0;
    for _ in 0..6 {
        moment(&mut random, 300);
        let children = agents[random.below(2)].children();
        if !children.is_empty() {
            signal(children[random.below(children.len())], libc::SIGKILL);
            killed += 1;
        }
    }
    assert!(killed > 0);
    agents.remove(0).kill();
    agents.push(start());
    moment(&mut random, 300);
    // One that is told to end gives back what it has not explored.
    let text = agents.remove(0).drain();
    assert!(text.contains(" items, "), "{text}");
    agents.push(start());
    moment(&mut random, 300);
    agents.remove(0).kill();
    store.exact(job, EXECUTIONS);
    for agent in agents {
        agent.drain();
    }
}

/// Nothing is lost when all agents are told to end: no attempt counts, and nothing is leased.
#[test]
fn agents_that_drain_lose_nothing() {
    let Some(store) = Store::shared() else { return };
    let start = || store.agent(&["--threads", "2"]);
    let agents = [start(), start()];
    let job = begin(&store);
    begun(&store, job);
    for agent in agents {
        agent.drain();
    }
    let status = store.status(job);
    assert_eq!(status["state"], "open", "too fast for this test: {status}");
    assert_eq!(
        (&status["leased"], &status["lost"]),
        (&0.into(), &0.into()),
        "{status}"
    );
    let agent = start();
    store.exact(job, EXECUTIONS);
    assert_eq!(store.status(job)["lost"], 0);
    agent.drain();
}

#[test]
fn a_server_that_is_killed_and_connections_that_are_cut() {
    let Some(store) = Store::alone(&[]) else {
        return;
    };
    let mut random = Random::new(2);
    let agents = [
        store.agent(&["--threads", "2", "--lease", "2"]),
        store.agent(&["--threads", "1", "--lease", "2"]),
    ];
    // A client waits all the time, and does not notice either.
    let cluster = ["--cluster", &store.url, "--first", "0"];
    let file = corpus("papers/lastzero.c");
    let words = [&["check", &file, "--json"], &cluster[..], &FLAGS].concat();
    let waiting = Running::start(mazurka(env!("CARGO_BIN_EXE_mazurka"), &words));
    waiting.until_said("submitted to");
    let job = crate::rig::job_of(&waiting.stderr());
    begun(&store, job);
    for nth in 0..6 {
        moment(&mut random, 400);
        if nth % 3 == 1 {
            store.server().kill();
            moment(&mut random, 300);
            store.server().restart();
        } else {
            let others = "select count(pg_terminate_backend(pid)) from pg_stat_activity where \
                          application_name = 'mazurka' and pid <> pg_backend_pid() \
                          and random() < 0.7";
            store.sql(others);
        }
    }
    let output = waiting.end();
    assert_eq!(code(&output), 0, "{}{}", stdout(&output), stderr(&output));
    let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(object["complete"], EXECUTIONS, "{object}");
    store.exact(job, EXECUTIONS);
    for agent in agents {
        agent.drain();
    }
}

/// A lease has expired, and its agent goes on: what it commits counts, or was done by another.
#[test]
fn agents_that_are_stopped_longer_than_their_leases() {
    let Some(store) = Store::shared() else { return };
    let start = || store.agent(&["--threads", "1", "--lease", "1"]);
    let agent = start();
    let job = begin(&store);
    begun(&store, job);
    until("it has an item", || store.status(job)["leased"] != 0);
    agent.signal(libc::SIGSTOP);
    sleep(Duration::from_millis(1500));
    let expired = "select count(*) from mazurka.item where state = 'leased' and until < now()";
    assert_eq!(store.sql(expired), "1");
    agent.signal(libc::SIGCONT);
    sleep(Duration::from_millis(500));
    assert_eq!(store.status(job)["lost"], 0);
    // Now another takes what has expired.
    let other = start();
    for stopped in [&agent, &other, &agent] {
        stopped.signal(libc::SIGSTOP);
        sleep(Duration::from_millis(1500));
        stopped.signal(libc::SIGCONT);
        sleep(Duration::from_millis(200));
    }
    store.exact(job, EXECUTIONS);
    agent.drain();
    other.drain();
}

/// A cable between this machine and a process in a network of its own. It is gone with that
/// process.
struct Cable {
    name: String,
}

impl Cable {
    fn ip(arguments: &[&str]) -> bool {
        let mut ip = Command::new("ip");
        ip.args(arguments).stderr(Stdio::null());
        ip.status().is_ok_and(|status| status.success())
    }

    /// To a process, which gets the address 10.x.y.2, and we 10.x.y.1.
    fn new(process: u32, network: &str) -> Option<Cable> {
        let name = format!("mzk{}", process % 1_000_000);
        let (process, peer) = (process.to_string(), format!("{name}p"));
        let inside = |arguments: &[&str]| {
            let mut enter = Command::new("nsenter");
            enter.args(["-t", &process, "-n", "ip"]).args(arguments);
            enter.status().is_ok_and(|status| status.success())
        };
        let made = Cable::ip(&[
            "link", "add", &name, "type", "veth", "peer", "name", &peer, "netns", &process,
        ]) && Cable::ip(&["addr", "add", &format!("{network}.1/30"), "dev", &name])
            && Cable::ip(&["link", "set", &name, "up"])
            && inside(&["addr", "add", &format!("{network}.2/30"), "dev", &peer])
            && inside(&["link", "set", &peer, "up"]);
        made.then_some(Cable { name })
    }

    /// Nothing goes either way, and neither end is told.
    fn cut(&self, is_cut: bool) {
        assert!(Cable::ip(&[
            "link",
            "set",
            &self.name,
            if is_cut { "down" } else { "up" }
        ]));
    }
}

impl Drop for Cable {
    fn drop(&mut self) {
        let _ = Cable::ip(&["link", "del", &self.name]);
    }
}

#[test]
fn a_network_that_is_cut() {
    let Some(store) = Store::alone(&["listen_addresses=*"]) else {
        return;
    };
    let network = format!("10.213.{}", 1 + std::process::id() % 250);
    let url = store.url.replace("127.0.0.1", &format!("{network}.1"));
    let worker = [
        "worker",
        "--cluster",
        &url,
        "--threads",
        "2",
        "--lease",
        "1",
    ];
    // It waits until it is connected.
    let script = "read -r line; exec \"$@\"";
    let exe = env!("CARGO_BIN_EXE_mazurka");
    let mut command = mazurka("unshare", &["-n", "sh", "-c", script, "sh", exe]);
    command.args(worker).stdin(Stdio::piped());
    let mut far = Running::start(command);
    sleep(Duration::from_millis(200));
    let cable = match is_alive(far.id()) {
        true => Cable::new(far.id(), &network),
        false => None,
    };
    let Some(cable) = cable else {
        eprintln!("skipped: no rights to make a network");
        return;
    };
    {
        let server = store.server();
        let rules = server.folder().join("data/pg_hba.conf");
        let mut rules = std::fs::File::options()
            .append(true)
            .open(rules)
            .expect("it is there");
        writeln!(rules, "host all postgres {network}.0/30 trust").expect("it is ours");
        server.sql("postgres", "select pg_reload_conf()");
    }
    far.input().write_all(b"go\n").expect("it waits");
    far.until_said("Ctrl-C or SIGTERM ends it");
    let near = store.agent(&["--threads", "1", "--lease", "1"]);
    let job = begin(&store);
    begun(&store, job);
    for _ in 0..2 {
        cable.cut(true);
        sleep(Duration::from_millis(2500));
        cable.cut(false);
        sleep(Duration::from_millis(500));
    }
    store.exact(job, EXECUTIONS);
    near.drain();
    far.drain();
}

/// The server is lost, and its standby takes over.
#[test]
fn a_standby_that_takes_over() {
    let Some(mut store) = Store::alone(&[]) else {
        return;
    };
    let standby = store.server().standby(&[]);
    // What was acknowledged must not be lost.
    store.sql("alter system set synchronous_standby_names = '*'");
    store.sql("select pg_reload_conf()");
    until("it follows", || {
        store.sql("select sync_state from pg_stat_replication") == "sync"
    });
    let first = store.server().port();
    let both = format!("127.0.0.1:{first},127.0.0.1:{}", standby.port());
    store.url = store.url.replace(&format!("127.0.0.1:{first}"), &both);
    let agents = [
        store.agent(&["--threads", "1", "--lease", "2"]),
        store.agent(&["--threads", "1", "--lease", "2"]),
    ];
    let job = begin(&store);
    begun(&store, job);
    store.server().kill();
    sleep(Duration::from_millis(500));
    assert_eq!(standby.sql("postgres", "select pg_promote()"), "t");
    *store.server() = standby;
    store.exact(job, EXECUTIONS);
    for agent in agents {
        agent.drain();
    }
}

/// One part of this needs more memory than there is.
const HEAVY: &str = "#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int order[9], next;
static void *run(void *argument) {
    order[atomic_fetch_add(&next, 1)] = (int)(long)argument;
    return NULL;
}
int main(void) {
    pthread_t threads[8];
    for (long i = 0; i < 8; i++) pthread_create(&threads[i], NULL, run, (void *)i);
    for (int i = 0; i < 8; i++) pthread_join(threads[i], NULL);
    if (order[0] == 7 && order[1] == 6) {
        char *much[64];
        for (int i = 0; i < 64; i++) much[i] = calloc(16 << 20, 1);
        for (int i = 0; i < 64; i++) free(much[i]);
    }
}
";

#[test]
fn an_item_that_kills_its_process_is_poisoned() {
    let Some(store) = Store::shared() else { return };
    let folder = Folder::new("cluster-heavy", &[("heavy.c", HEAVY.as_bytes())]);
    let file = folder.path("heavy.c").display().to_string();
    let exe = env!("CARGO_BIN_EXE_mazurka");
    let script = "ulimit -v 600000; exec \"$@\"";
    let worker = ["-c", script, "sh", exe, "worker", "--cluster", &store.url];
    let agent = Running::start(mazurka(
        "bash",
        &[&worker[..], &["--threads", "2"]].concat(),
    ));
    agent.until_said("Ctrl-C or SIGTERM ends it");
    let output = store.check(&[&file, "--json"]);
    let object: Value = serde_json::from_slice(&output.stdout).expect("one object");
    assert_eq!(code(&output), 3, "{object}{}", agent.stderr());
    assert_eq!(object["verdict"], "unknown", "{object}");
    let reason = object["reason"].as_str().expect("text");
    assert!(reason.contains("given up after 5 attempts"), "{reason}");
    let job = crate::rig::job_of(&stderr(&output));
    let status = store.ended(job);
    assert_eq!(
        (&status["poisoned"], &status["verdict"]),
        (&1.into(), &"unknown".into())
    );
    assert_eq!(status["lost"], 5, "{status}");
    // The others were explored: all but those that begin with 7 and 6, and some beside them.
    let complete = status["counts"]["complete"].as_u64().expect("a number");
    assert!((1000..40320 - 720).contains(&complete), "{status}");
    let output = store.command(&["certify", &job.to_string()]);
    assert_eq!(code(&output), 1, "{}", stdout(&output));
    assert!(
        stdout(&output).starts_with("refused: "),
        "{}",
        stdout(&output)
    );
    agent.drain();
}

/// A job is deleted while it is explored: its agent says so, and goes on with others.
#[test]
fn a_job_that_is_deleted_ends_no_agent() {
    let Some(store) = Store::shared() else { return };
    let agent = store.agent(&["--threads", "2"]);
    // It takes far longer than to delete it.
    let job = store.submit(&[&*corpus("papers/lastzero.c"), "--", "-DN=20"]);
    begun(&store, job);
    let job = job.to_string();
    for command in [["cancel", &job].as_slice(), &["jobs", "--forget", &job]] {
        let output = store.command(command);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
    }
    let small = store.submit(&[&*corpus("papers/lastzero.c"), "--", "-DN=8"]);
    store.exact(small, 704);
    agent.drain();
}

/// The store has given the number of a job again: agents that know the old one explore the new one.
#[test]
fn a_number_of_a_job_that_is_given_again() {
    let Some(store) = Store::shared() else { return };
    let agent = store.agent(&["--threads", "1"]);
    let program = corpus("papers/lastzero.c");
    let old = store.submit(&[&program, "--", "-DN=8"]);
    store.exact(old, 704);
    let new = store.submit(&[&corpus("papers/readers.c"), "--", "-DN=8"]);
    // As if the first one had never been: before the agent takes it, or after.
    store.sql(&format!(
        "begin;
         lock table mazurka.job, mazurka.item in access exclusive mode;
         delete from mazurka.job where id = {old};
         delete from mazurka.item where job in ({old}, {new});
         insert into mazurka.job (id, name, language, program, options, build, state, round, began_with)
             overriding system value
             select {old}, name, language, program, options, build, 'open', 1, began_with
             from mazurka.job where id = {new};
         delete from mazurka.job where id = {new};
         delete from mazurka.tally where job in ({old}, {new});
         insert into mazurka.item (job, round, depth, state, attempts)
             values ({old}, 1, 0, 'ready', 0);
         commit"
    ));
    let status = store.ended(old);
    assert_eq!(status["verdict"], "verified", "{status}");
    assert_eq!(status["counts"]["complete"], 256, "{status}");
    agent.drain();
}
