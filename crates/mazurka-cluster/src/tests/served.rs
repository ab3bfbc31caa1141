//! What only a real server can show.

use super::simulator::{Tree, certify, work};
use super::support::{connect, database, done, new_job, server, unsafely};
use crate::testing::TemporaryPostgres;
use crate::*;
use std::net::TcpListener;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

fn refused(result: Result<impl Sized, StoreError>, part: &str) {
    match result.err().expect("it is refused") {
        StoreError::Refused(message) => assert!(message.contains(part), "{message}"),
        StoreError::Away(message) => panic!("away: {message}"),
    }
}

fn away(result: Result<impl Sized, StoreError>, part: &str) {
    match result.err().expect("it is away") {
        StoreError::Away(message) => assert!(message.contains(part), "{message}"),
        StoreError::Refused(message) => panic!("refused: {message}"),
    }
}

/// A tree with enough to do.
fn large_tree(least: usize) -> Tree {
    (0..)
        .map(|seed| Tree::new(seed, 7))
        .find(|tree| {
            let tree = tree.of_round("0");
            !tree.is_small(least) && tree.is_small(least * 3)
        })
        .unwrap()
}

fn check(store: &mut PostgresStore, job: JobId, tree: &Tree) {
    let status = store.status(job).unwrap();
    assert_eq!(status.verdict.as_deref(), Some("verified"), "{status:?}");
    let mut export = Vec::new();
    store.export(job, &mut export).unwrap();
    let sums = certify(&String::from_utf8(export).unwrap()).unwrap();
    assert_eq!(sums, tree.of_round("0").sequential());
    assert_eq!(status.counts, sums.counts);
}

#[test]
fn many_connections_come_to_the_same_totals() {
    let Some(server) = server() else { return };
    let url = database(server, "many");
    let tree = large_tree(800);
    let mut store = connect(&url);
    let job = store.submit(&new_job()).unwrap();
    let commits: u64 = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..6)
            .map(|seed| {
                let (url, tree) = (&url, &tree);
                scope.spawn(move || {
                    let lease = Duration::from_secs(5);
                    work(&mut connect(url), job, tree, seed, lease).unwrap()
                })
            })
            .collect();
        workers
            .into_iter()
            .map(|worker| worker.join().unwrap())
            .sum()
    });
    check(&mut store, job, &tree);
    assert_eq!(commits as i64, store.status(job).unwrap().done);
}

/// `kill -9` of a backend in the middle of a commit restarts all of the server; then the server
/// itself is killed, and started again.
#[test]
fn totals_are_exact_though_the_server_is_killed() {
    let Some(mut server) = TemporaryPostgres::start(&["synchronous_commit=on"]) else {
        return;
    };
    server.sql("postgres", "create database killed");
    let url = server.url("killed");
    PostgresStore::prepare(&url, &Options::default()).unwrap();
    let tree = large_tree(1_200);
    let mut store = PostgresStore::connect(&url, Options::default()).unwrap();
    let job = store.submit(&new_job()).unwrap();
    let over = AtomicBool::new(false);
    let kills = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..4)
            .map(|seed| {
                let (url, tree) = (&url, &tree);
                scope.spawn(move || {
                    let mut store = PostgresStore::connect(url, Options::default()).unwrap();
                    work(&mut store, job, tree, seed, Duration::from_secs(2)).unwrap()
                })
            })
            .collect();
        let killer = {
            let (over, server) = (&over, &mut server);
            scope.spawn(move || {
                let mut kills = 0;
                while !over.load(Ordering::Relaxed) && kills < 4 {
                    std::thread::sleep(Duration::from_millis(150));
                    if kills % 2 == 0 {
                        let backend = server.sql(
                            "postgres",
                            "select pid from pg_stat_activity where application_name = 'mazurka' \
                             order by query like '%commit%' and state = 'active' desc limit 1",
                        );
                        let Ok(backend) = backend.parse::<i32>() else {
                            continue;
                        };
                        // SAFETY: no memory is involved; it is a process of our server.
                        unsafe { libc::kill(backend, libc::SIGKILL) };
                        std::thread::sleep(Duration::from_millis(300));
                    } else {
                        server.kill();
                        std::thread::sleep(Duration::from_millis(100));
                        server.restart();
                    }
                    kills += 1;
                }
                kills
            })
        };
        for worker in workers {
            worker.join().unwrap();
        }
        over.store(true, Ordering::Relaxed);
        killer.join().unwrap()
    });
    assert!(kills >= 2, "the job was over after {kills} kills");
    // The connection is gone; it is made again by itself.
    let began = Instant::now();
    while let Err(error) = store.status(job) {
        assert!(matches!(error, StoreError::Away(_)), "{error}");
        assert!(began.elapsed() < Duration::from_secs(20));
        std::thread::sleep(Duration::from_millis(50));
    }
    check(&mut store, job, &tree);
}

#[test]
fn a_schema_is_needed_and_the_message_says_how_to_make_it() {
    let Some(server) = server() else { return };
    server.sql("postgres", "create database schemas");
    let url = server.url("schemas");
    refused(
        PostgresStore::connect(&url, unsafely()),
        "mazurka jobs --init",
    );
    server.sql(
        "schemas",
        "create schema mazurka; create table mazurka.mine ()",
    );
    refused(
        PostgresStore::connect(&url, unsafely()),
        "use another database",
    );
    refused(
        PostgresStore::prepare(&url, &unsafely()),
        "use another database",
    );
    server.sql("schemas", "drop schema mazurka cascade");
    let first = PostgresStore::prepare(&url, &unsafely()).unwrap();
    assert_eq!((first.before, first.version), (None, 1));
    let again = PostgresStore::prepare(&url, &unsafely()).unwrap();
    assert_eq!((again.before, again.version), (Some(1), 1));
    server.sql("schemas", "insert into mazurka.migration values (99)");
    refused(PostgresStore::connect(&url, unsafely()), "newer");
    refused(PostgresStore::prepare(&url, &unsafely()), "newer");
    server.sql(
        "schemas",
        "update mazurka.migration set version = version - 99",
    );
    refused(PostgresStore::connect(&url, unsafely()), "needs 1");
}

#[test]
fn every_trouble_has_its_message() {
    let Some(server) = server() else { return };
    let url = database(server, "troubles");
    server.sql(
        "postgres",
        "create role anna login password 'secret'; grant mazurka_submitter to anna",
    );
    let anna = |password: &str| server.url_of(&format!("anna:{password}"), "troubles");
    let mut store = PostgresStore::connect(&anna("secret"), unsafely()).unwrap();
    assert!(store.submit(&new_job()).is_ok());
    let wrong = PostgresStore::connect(&anna("5ecret"), unsafely());
    let message = wrong.as_ref().err().unwrap().to_string();
    assert!(!message.contains("5ecret"), "{message}");
    refused(wrong, "does not accept the password of user `anna`");
    let nowhere = server.url_of("anna:secret", "nowhere");
    refused(
        PostgresStore::connect(&nowhere, unsafely()),
        "no database `nowhere`",
    );
    refused(store.status(JobId(77)), "no job 77");
    refused(store.cancel(JobId(77), "x"), "no job 77");

    // A server that is not there, and one that never answers.
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let silent = format!("postgresql://a:secret@{}/x", listener.local_addr().unwrap());
    let hasty = Options {
        allow_unsafe: true,
        patience: Duration::from_secs(1),
    };
    let began = Instant::now();
    away(
        PostgresStore::connect(&silent, hasty.clone()),
        "does not answer",
    );
    drop(listener);
    away(
        PostgresStore::connect(&silent, hasty.clone()),
        "cannot be reached",
    );
    assert!(began.elapsed() < Duration::from_secs(5));

    // One that stops to answer; the next call connects again.
    let mut stopped = PostgresStore::connect(&url, hasty).unwrap();
    let backend: i32 = server
        .sql(
            "troubles",
            "select max(pid) from pg_stat_activity where datname = 'troubles' and usename = \
             'postgres' and application_name = 'mazurka'",
        )
        .parse()
        .unwrap();
    // SAFETY: no memory is involved; it is a process of our server.
    unsafe { libc::kill(backend, libc::SIGSTOP) };
    away(stopped.jobs(), "does not answer");
    // SAFETY: as before.
    unsafe { libc::kill(backend, libc::SIGCONT) };
    assert!(stopped.jobs().is_ok());

    // What a server says in a bad state, said by a function in its place.
    let enrol = |body: &str| {
        let body = format!(
            "create or replace function mazurka.enrol(the_name text, the_build text, the_threads \
             integer) returns bigint language plpgsql as $$ begin {body} end $$"
        );
        server.sql("troubles", &body);
    };
    for (code, part) in [
        ("53100", "disk of the server"),
        ("25006", "read-only standby"),
        ("57014", "too slow"),
        ("57P01", "not there for us"),
    ] {
        enrol(&format!("raise exception 'x' using errcode = '{code}';"));
        away(stopped.enrol("a", "b", 1), part);
    }
    // In each other's way: again, but not for ever.
    server.sql("troubles", "create sequence mazurka.tries");
    enrol(
        "if nextval('mazurka.tries') < 4 then raise exception 'x' using errcode = '40P01'; end if; \
         return 5;",
    );
    assert_eq!(stopped.enrol("a", "b", 1), Ok(AgentId(5)));
    enrol("raise exception 'x' using errcode = '40001';");
    away(stopped.enrol("a", "b", 1), "too busy");

    // A real read-only server, to those who write.
    server.sql(
        "postgres",
        "alter database troubles set default_transaction_read_only = on",
    );
    let mut reads = connect(&url);
    assert!(reads.jobs().is_ok());
    away(reads.submit(&new_job()), "read-only standby");
}

#[test]
fn roles_have_the_rights_they_need_and_no_others() {
    let Some(server) = server() else { return };
    let url = database(server, "rights");
    server.sql(
        "postgres",
        "create role wanda login password 'w'; grant mazurka_worker to wanda;
         create role simon login password 's'; grant mazurka_submitter to simon;
         create role rita login password 'r'; grant mazurka_reader to rita;
         create role nobody_at_all login password 'n'",
    );
    let as_user = |user: &str| PostgresStore::connect(&server.url_of(user, "rights"), unsafely());
    refused(as_user("nobody_at_all:n"), "GRANT mazurka_worker");
    let mut wanda = as_user("wanda:w").unwrap();
    let mut simon = as_user("simon:s").unwrap();
    let mut rita = as_user("rita:r").unwrap();
    let mut out = Vec::new();

    refused(wanda.submit(&new_job()), "may not");
    refused(rita.submit(&new_job()), "may not");
    let job = simon.submit(&new_job()).unwrap();
    refused(simon.enrol("a", "build", 1), "may not");
    refused(rita.cancel(job, "x"), "may not");
    refused(wanda.cancel(job, "x"), "may not");
    refused(wanda.jobs(), "may not");
    refused(wanda.export(job, &mut out), "may not");
    refused(rita.job(job), "may not");
    let agent = wanda.enrol("a", "build", 1).unwrap();
    refused(simon.take(agent, 1, Duration::from_secs(9)), "may not");
    assert_eq!(
        wanda.take(agent, 1, Duration::from_secs(9)).unwrap().len(),
        1
    );
    assert_eq!(wanda.job(job), simon.job(job));
    assert_eq!(rita.status(job).unwrap().leased, 1);
    assert_eq!(rita.outcome(job), Ok(None));
    rita.export(job, &mut out).unwrap();
    simon.export(job, &mut out).unwrap();

    // Nor by other means: no table, no helper.
    for what in [
        "table mazurka.job",
        "select mazurka.shard()",
        "create table mazurka.x ()",
    ] {
        let message = server.try_sql("wanda:w", "rights", what).unwrap_err();
        assert!(message.contains("permission denied"), "{what}: {message}");
    }
    drop(connect(&url));
}

#[test]
fn unsafe_servers_and_those_without_roles() {
    let Some(server) = TemporaryPostgres::start(&["fsync=off"]) else {
        return;
    };
    server.sql("postgres", "create role olga login password 'o'");
    server.sql("postgres", "create database managed owner olga");
    let url = server.url_of("olga:o", "managed");
    refused(
        PostgresStore::prepare(&url, &Options::default()),
        "fsync = off",
    );
    // She may make a schema, but no roles.
    let prepared = PostgresStore::prepare(&url, &unsafely()).unwrap();
    assert_eq!(prepared.missing_roles.len(), 3);
    refused(
        PostgresStore::connect(&url, Options::default()),
        "fsync = off",
    );
    let mut olga = connect(&url);
    assert_eq!(olga.submit(&new_job()), Ok(JobId(1)));
    // An administrator makes them, and rights are given then.
    server.sql(
        "postgres",
        "create role mazurka_worker; create role mazurka_submitter; create role mazurka_reader;
         create role wanda login password 'w'; grant mazurka_worker to wanda",
    );
    let again = PostgresStore::prepare(&url, &unsafely()).unwrap();
    assert_eq!(again.missing_roles, Vec::<String>::new());
    let mut wanda = connect(&server.url_of("wanda:w", "managed"));
    assert!(wanda.enrol("a", "build", 1).is_ok());
}

/// A database was restored: the same number is another item now, and another round is drained.
#[test]
fn numbers_that_are_given_again_are_told_apart() {
    let Some(server) = server() else { return };
    let url = database(server, "restored");
    let mut store = connect(&url);
    let lease = Duration::from_secs(60);
    store.submit(&new_job()).unwrap();
    let agent = store.enrol("a", "build", 1).unwrap();
    let take = |store: &mut PostgresStore| store.take(agent, 1, lease).unwrap().pop();
    let again = |what: &str| server.sql("restored", &format!("update mazurka.{what}"));
    let Some(Duty::Explore(old)) = take(&mut store) else {
        panic!("there is the whole tree");
    };
    again("item set tag = gen_random_uuid(), state = 'ready'");
    assert_eq!(store.commit(agent, &done(&old)), Ok(Committed::Void));
    let Some(Duty::Explore(new)) = take(&mut store) else {
        panic!("it is there again");
    };
    assert_eq!(new.id, old.id);
    assert_eq!(store.commit(agent, &done(&new)), Ok(Committed::Counted));
    let ended = Conclusion::Ended {
        state: String::new(),
        verdict: "verified".to_owned(),
        reason: None,
    };
    let Some(Duty::Conclude(old)) = take(&mut store) else {
        panic!("nothing is left");
    };
    again("job set drain_tag = gen_random_uuid(), conclude_until = null");
    assert_eq!(store.conclude(&old, &ended), Ok(Committed::Void));
    let Some(Duty::Conclude(new)) = take(&mut store) else {
        panic!("it is there again");
    };
    assert_eq!(store.conclude(&new, &ended), Ok(Committed::Counted));
}

#[test]
fn agents_of_long_ago_are_forgotten() {
    let Some(server) = server() else { return };
    let url = database(server, "agents");
    let mut store = connect(&url);
    let lease = Duration::from_secs(60);
    let [old, recent] = ["old", "recent"].map(|name| store.enrol(name, "build", 1).unwrap());
    for (agent, days) in [(old, 8), (recent, 6)] {
        server.sql(
            "agents",
            &format!(
                "update mazurka.agent set seen = seen - interval '{days} days' where id = {agent}"
            ),
        );
    }
    store.enrol("new", "build", 1).unwrap();
    refused(store.take(old, 1, lease), "start the worker again");
    assert_eq!(store.take(recent, 1, lease), Ok(Vec::new()));
}

fn openssl(folder: &Path, arguments: &str) {
    let output = Command::new("openssl")
        .args(arguments.split_whitespace())
        .current_dir(folder)
        .output()
        .expect("openssl is there");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
}

#[test]
fn tls_is_what_libpq_makes_of_it() {
    use std::os::unix::fs::PermissionsExt;
    let make = |folder: &Path| {
        for name in ["right", "wrong"] {
            openssl(
                folder,
                &format!(
                    "req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={name} -keyout {name}.key \
                     -out {name}.crt"
                ),
            );
        }
        openssl(
            folder,
            "req -newkey rsa:2048 -nodes -subj /CN=server -keyout server.key -out server.csr",
        );
        std::fs::write(folder.join("names"), "subjectAltName=IP:127.0.0.1").unwrap();
        openssl(
            folder,
            "x509 -req -in server.csr -CA right.crt -CAkey right.key -CAcreateserial -days 2 \
             -extfile names -out server.crt",
        );
        let key = folder.join("server.key");
        std::fs::set_permissions(key, std::fs::Permissions::from_mode(0o600)).unwrap();
    };
    let settings = [
        "ssl=on",
        "ssl_cert_file=../server.crt",
        "ssl_key_file=../server.key",
        "fsync=off",
    ];
    let Some(server) = TemporaryPostgres::start_with(&settings, make) else {
        return;
    };
    database(&server, "secure");
    server.sql(
        "postgres",
        "create role anna login password 'secret'; grant mazurka_reader to anna",
    );
    let url = |host: &str, rest: &str| {
        let port = server.port();
        format!("postgresql://anna:secret@{host}:{port}/secure?{rest}")
    };
    let roots = |name: &str| format!("sslrootcert={}", server.folder().join(name).display());
    let connect = |url: String| PostgresStore::connect(&url, unsafely());
    let full = |name: &str| format!("sslmode=verify-full&{}", roots(name));
    let encrypted = || {
        server.sql(
            "secure",
            "select count(*) from pg_stat_ssl join pg_stat_activity using (pid) where ssl and \
             usename = 'anna'",
        )
    };
    // With channel binding, as the certificate is known to both.
    let bound = format!("{}&channel_binding=require", full("right.crt"));
    let mut store = connect(url("127.0.0.1", &bound)).unwrap();
    assert!(store.jobs().is_ok());
    assert_eq!(encrypted(), "1");
    drop(store);
    refused(connect(url("127.0.0.1", &full("wrong.crt"))), "sslrootcert");
    // The certificate is not of that name, which verify-ca does not look at.
    refused(connect(url("localhost", &full("right.crt"))), "sslrootcert");
    let ca = |name: &str| format!("sslmode=verify-ca&{}", roots(name));
    assert!(connect(url("localhost", &ca("right.crt"))).is_ok());
    refused(connect(url("localhost", &ca("wrong.crt"))), "sslrootcert");
    // Any certificate will do, unless roots are named.
    assert!(connect(url("127.0.0.1", "sslmode=require")).is_ok());
    let named = format!("sslmode=require&{}", roots("wrong.crt"));
    refused(connect(url("127.0.0.1", &named)), "sslrootcert");
    let prefers = connect(url("127.0.0.1", "sslmode=prefer")).unwrap();
    assert_eq!(encrypted(), "1");
    drop(prefers);
    // The server's own certificate among the roots.
    assert!(connect(url("127.0.0.1", &full("server.crt"))).is_ok());
    let plain = connect(url("127.0.0.1", "sslmode=disable")).unwrap();
    assert_eq!(encrypted(), "0");
    drop(plain);
}

#[test]
fn a_server_that_has_no_tls_is_refused_if_tls_is_required() {
    let Some(server) = server() else { return };
    let url = format!("postgresql://postgres@127.0.0.1:{}/postgres", server.port());
    let required = PostgresStore::connect(&format!("{url}?sslmode=require"), unsafely());
    refused(required, "sslmode");
    // By default TLS is used only if it is there.
    refused(
        PostgresStore::connect(&url, unsafely()),
        "mazurka jobs --init",
    );
}

/// Nothing is left, even if the process is killed.
#[test]
fn nothing_is_left_behind() {
    let Some(mut server) = TemporaryPostgres::start(&["fsync=off"]) else {
        return;
    };
    let folder = server.folder().to_owned();
    let process = server.process().unwrap();
    server.abandon();
    drop(server);
    let began = Instant::now();
    while folder.exists() || Path::new(&format!("/proc/{process}")).exists() {
        assert!(
            began.elapsed() < Duration::from_secs(15),
            "{}",
            folder.display()
        );
        std::thread::sleep(Duration::from_millis(50));
    }
}

/// Commits and what changes the state of a job keep out of each other's way: a commit that is under
/// way keeps a job from being drained, and waits for one that is being concluded.
#[test]
fn a_job_is_not_drained_while_a_commit_is_under_way() {
    let Some(server) = server() else { return };
    let url = database(server, "locked");
    let mut store = connect(&url);
    let job = store.submit(&new_job()).unwrap();
    let agent = store.enrol("a", "build", 1).unwrap();
    let lease = Duration::from_secs(60);
    let Some(Duty::Explore(item)) = store.take(agent, 1, lease).unwrap().pop() else {
        panic!("there is the whole tree");
    };
    let done = done(&item);
    let hold = |function: &str| {
        let sql = format!("select {function}(1298234997, {job}), pg_sleep(1)");
        server.sql("locked", &sql);
    };
    let held = || {
        let locks = "select count(*) from pg_locks where classid = 1298234997 and granted and \
                     database = (select oid from pg_database where datname = 'locked')";
        while server.sql("locked", locks) == "0" {}
    };
    std::thread::scope(|scope| {
        let holder = scope.spawn(|| hold("pg_advisory_xact_lock"));
        held();
        let began = Instant::now();
        assert_eq!(store.commit(agent, &done), Ok(Committed::Counted));
        assert!(began.elapsed() > Duration::from_millis(300));
        holder.join().unwrap();
        let holder = scope.spawn(|| hold("pg_advisory_xact_lock_shared"));
        held();
        assert_eq!(store.take(agent, 1, lease), Ok(Vec::new()));
        holder.join().unwrap();
    });
    let duties = store.take(agent, 1, lease).unwrap();
    assert!(matches!(duties[..], [Duty::Conclude(_)]), "{duties:?}");
}
