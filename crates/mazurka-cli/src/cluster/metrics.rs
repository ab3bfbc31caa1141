//! All jobs as text for Prometheus, over HTTP.
//!
//! One request at a time, each answered with the jobs as they are then. There is nothing to
//! configure, and nothing to read but `/metrics`.

use super::words;
use crate::interrupt::Interrupt;
use mazurka_check::command::say;
use mazurka_cluster::{JobState, PostgresStore, Status, Store};
use std::fmt::Write as _;
use std::io::{BufRead, BufReader, Read, Write as _};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::time::Duration;

/// How long a client may take.
const PATIENCE: Duration = Duration::from_secs(5);
/// A request is not longer than this.
const MOST_BYTES: u64 = 8 << 10;

/// Serves until Ctrl-C.
pub(super) fn serve(
    store: &mut PostgresStore,
    address: SocketAddr,
    interrupt: &Interrupt,
) -> Result<(), String> {
    let listener = TcpListener::bind(address)
        .map_err(|error| format!("cannot listen at {address}: {error}"))?;
    listener
        .set_nonblocking(true)
        .map_err(|error| error.to_string())?;
    let address = listener.local_addr().map_err(|error| error.to_string())?;
    say(&format!("metrics at http://{address}/metrics until Ctrl-C"));
    while !interrupt.is_set() {
        match listener.accept() {
            // A client that does not do its part is no reason to stop.
            Ok((stream, _)) => drop(answer(stream, store)),
            Err(_) => std::thread::sleep(Duration::from_millis(50)),
        }
    }
    Ok(())
}

fn answer(mut stream: TcpStream, store: &mut PostgresStore) -> std::io::Result<()> {
    stream.set_nonblocking(false)?;
    stream.set_read_timeout(Some(PATIENCE))?;
    stream.set_write_timeout(Some(PATIENCE))?;
    let mut reader = BufReader::new(stream.try_clone()?.take(MOST_BYTES));
    let mut request = String::new();
    reader.read_line(&mut request)?;
    let mut header = String::new();
    while reader.read_line(&mut header)? > 2 {
        header.clear();
    }
    let (code, body) = match request.split(' ').nth(1) {
        Some("/metrics") if request.starts_with("GET ") => match store.jobs() {
            Ok(jobs) => ("200 OK", text(&jobs)),
            Err(error) => ("503 Service Unavailable", words(error) + "\n"),
        },
        _ => ("404 Not Found", "GET /metrics\n".to_owned()),
    };
    write!(
        stream,
        "HTTP/1.1 {code}\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: {}\r\n\
         Connection: close\r\n\r\n{body}",
        body.len()
    )
}

/// The name of a number, what it tells, and where it is.
type Metric = (&'static str, &'static str, fn(&Status) -> f64);

const METRICS: [Metric; 15] = [
    ("open_items", "Items that are ready to be taken.", |job| {
        job.ready as f64
    }),
    ("leased_items", "Items that are being explored.", |job| {
        job.leased as f64
    }),
    ("done_items", "Items of this round that are done.", |job| {
        job.done as f64
    }),
    (
        "poisoned_items",
        "Items that have killed their processes.",
        |job| job.poisoned as f64,
    ),
    (
        "lost_leases",
        "Leases that have expired, or were lost.",
        |job| job.lost as f64,
    ),
    (
        "complete_executions",
        "Complete executions of this round.",
        |job| job.counts.complete as f64,
    ),
    (
        "blocked_executions",
        "Blocked executions of this round.",
        |job| job.counts.blocked as f64,
    ),
    (
        "estimated_executions_left",
        "Executions to come, if open items are as large as those that are done.",
        |job| job.left().unwrap_or(0.0),
    ),
    (
        "executions_per_second",
        "Executions a second, of all agents.",
        |job| job.rate,
    ),
    (
        "oldest_lease_seconds",
        "For how long the oldest lease has been held.",
        |job| job.oldest.unwrap_or_default().as_secs_f64(),
    ),
    ("work_seconds", "Time that items took.", |job| {
        job.micros as f64 / 1e6
    }),
    ("agents", "Agents that can explore it.", |job| {
        job.agents as f64
    }),
    ("threads", "Their threads.", |job| job.threads as f64),
    ("idle_threads", "Those that have nothing to do.", |job| {
        job.idle as f64
    }),
    ("ended", "1 if it has ended or was cancelled.", |job| {
        let is_over = matches!(job.state, JobState::Ended | JobState::Cancelled);
        f64::from(u8::from(is_over))
    }),
];

/// All of them may fall again, in a new round: so they are gauges.
fn text(jobs: &[Status]) -> String {
    let mut text = String::new();
    for (name, help, value) in METRICS {
        writeln!(
            text,
            "# HELP mazurka_{name} {help}\n# TYPE mazurka_{name} gauge"
        )
        .expect("strings take all text");
        for job in jobs {
            writeln!(
                text,
                "mazurka_{name}{{job=\"{}\",name=\"{}\"}} {}",
                job.job,
                escaped(&job.name),
                value(job)
            )
            .expect("strings take all text");
        }
    }
    text
}

/// A label's value: quotes, backslashes and line ends are escaped.
fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_escaped() {
        assert_eq!(escaped("a\"b\\c\nd"), "a\\\"b\\\\c\\nd");
    }
}
