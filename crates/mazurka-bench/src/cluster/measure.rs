//! What a store of PostgreSQL costs here.
//!
//! A job is made up whose items have reports of the same size as those of the recorded job, and
//! whose splits leave as many items. Its build is one that no agent has. It stays in the database,
//! cancelled.

use super::costs::Costs;
use super::work::Recorded;
use crate::table::Table;
use mazurka_cluster::{
    AgentId, Counts, Done, Duty, Fate, Heartbeat, Item, JobId, Kid, NewJob, Options, PostgresStore,
    Report, Split, Step, Store, StoreError,
};
use serde::Serialize;
use std::fs;
use std::time::{Duration, Instant};

/// How many connections there are when the server is busy.
const MANY: usize = 16;
/// How often each connection does each thing.
const TIMES: usize = 60;
/// Leases of what is measured hold longer than that takes.
const LEASE: Duration = Duration::from_secs(3_600);
/// The clock of `/proc`.
const TICKS: f64 = 100.0;

/// An operation with a number of connections.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Measured {
    name: &'static str,
    connections: usize,
    /// The median, in microseconds.
    latency: f64,
    /// Of all connections.
    per_second: f64,
    /// Processor time of the server, in microseconds.
    processor: Option<f64>,
}

/// All that was measured.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Measurement {
    rows: Vec<Measured>,
    pub(super) costs: Costs,
}

impl Measurement {
    pub(super) fn table(&self) -> Table {
        let columns = [
            "operation",
            "connections",
            "latency us",
            "a second",
            "processor us",
        ];
        let mut table = Table::new("What the store costs here", &columns);
        for row in &self.rows {
            table.row([
                row.name.to_owned(),
                row.connections.to_string(),
                format!("{:.0}", row.latency),
                format!("{:.0}", row.per_second),
                row.processor
                    .map_or("-".to_owned(), |time| format!("{time:.0}")),
            ]);
        }
        table.note("Latency is the median; processor time is the server's, for one operation.");
        table
    }
}

/// Measures a store. The server's processor time is that of `server` and its children.
///
/// # Errors
/// When the store does not do its part.
pub(super) fn measure(
    url: &str,
    server: Option<u32>,
    recorded: &Recorded,
) -> Result<Measurement, String> {
    let bench = Bench {
        url,
        server,
        report: report(recorded.fan.max(1), recorded.report),
    };
    bench.measure().map_err(|error| error.to_string())
}

struct Bench<'a> {
    url: &'a str,
    server: Option<u32>,
    report: Report,
}

/// A report of an item that was split, with N items left and about N bytes.
fn report(fan: usize, bytes: usize) -> Report {
    let kid = |name: String, fate: Fate| Kid {
        step: Step {
            key: name,
            data: "{\"process\":1}".to_owned(),
        },
        fate,
    };
    let frame = |place: usize| {
        let mut kids = vec![kid(
            "open".to_owned(),
            Fate::Open("{\"process\":1}".to_owned()),
        )];
        if place + 1 < fan {
            kids.push(kid("way".to_owned(), Fate::OnWay));
        }
        kids
    };
    let mut report = Report {
        counts: Counts {
            complete: 1,
            blocked: 0,
            events: 10,
        },
        results: String::new(),
        split: Some(Split {
            path: String::new(),
            frames: (0..fan).map(frame).collect(),
        }),
        branches: Vec::new(),
        requests: Vec::new(),
        ends: false,
    };
    let missing = bytes.saturating_sub(report.text().len());
    report.results = "r".repeat(missing / 2);
    if let Some(split) = &mut report.split {
        split.path = "p".repeat(missing / 2);
    }
    report
}

/// A report of the whole, which leaves N items.
fn first(items: usize) -> Report {
    let kid = |number: usize| Kid {
        step: Step {
            key: number.to_string(),
            data: String::new(),
        },
        fate: Fate::Open(String::new()),
    };
    let mut first = report(1, 0);
    first.split = Some(Split {
        path: "{}".to_owned(),
        frames: vec![(0..items).map(kid).collect()],
    });
    first
}

fn done(item: &Item, report: &Report) -> Done {
    Done {
        item: item.id,
        job: item.job,
        round: item.round,
        tag: item.tag.clone(),
        micros: 1_000,
        digest: report.digest(),
        report: report.clone(),
        findings: Vec::new(),
    }
}

/// One connection, with what it has taken.
struct Connection {
    store: PostgresStore,
    agent: AgentId,
    items: Vec<Item>,
}

impl Bench<'_> {
    fn connect(&self, build: &str) -> Result<Connection, StoreError> {
        let mut store = PostgresStore::connect(self.url, Options::default())?;
        let agent = store.enrol("mazurka-bench", build, 1)?;
        let items = Vec::new();
        Ok(Connection {
            store,
            agent,
            items,
        })
    }

    fn measure(&self) -> Result<Measurement, StoreError> {
        let mut rows = Vec::new();
        let mut result = 0.0;
        for connections in [1, MANY] {
            let build = format!("bench-{}-{connections}", std::process::id());
            let mut all = Vec::new();
            for _ in 0..connections {
                all.push(self.connect(&build)?);
            }
            let job = self.seed(&mut all[0], &build)?;
            rows.push(self.time("round trip", &mut all, |c| c.store.outcome(job).map(drop))?);
            rows.push(self.time("take", &mut all, Connection::take)?);
            rows.push(self.time("commit", &mut all, |c| {
                let Some(item) = c.items.pop() else {
                    return Ok(());
                };
                c.store
                    .commit(c.agent, &done(&item, &self.report))
                    .map(drop)
            })?);
            rows.push(self.time("heartbeat", &mut all, |c| {
                let beat = Heartbeat {
                    agent: c.agent,
                    items: Vec::new(),
                    jobs: Vec::new(),
                    idle: 0,
                    rate: 1.0,
                };
                c.store.heartbeat(&beat, LEASE).map(drop)
            })?);
            let begun = Instant::now();
            let page = all[0].store.results(job, 1, None, 500)?;
            result = begun.elapsed().as_secs_f64() * 1e6 / page.len().max(1) as f64;
            all[0].store.cancel(job, "it was for a measurement")?;
            // With one item, which is taken, there is nothing to take.
            let job = self.submit(&mut all[0], &build)?;
            all[0].take()?;
            rows.push(self.time("empty take", &mut all, Connection::take)?);
            all[0].store.cancel(job, "it was for a measurement")?;
        }
        let costs = costs(&rows, result);
        Ok(Measurement { rows, costs })
    }

    fn submit(&self, connection: &mut Connection, build: &str) -> Result<JobId, StoreError> {
        connection.store.submit(&NewJob {
            name: "mazurka-bench".to_owned(),
            language: "none".to_owned(),
            program: "{}".to_owned(),
            options: "{}".to_owned(),
            build: build.to_owned(),
            state: "{}".to_owned(),
        })
    }

    /// A job with as many items ready as a heartbeat tells of, and more.
    fn seed(&self, connection: &mut Connection, build: &str) -> Result<JobId, StoreError> {
        let job = self.submit(connection, build)?;
        connection.take()?;
        if let Some(item) = connection.items.pop() {
            let first = done(&item, &first(12_000));
            connection.store.commit(connection.agent, &first)?;
        }
        Ok(job)
    }

    /// Does something with all connections at once.
    fn time(
        &self,
        name: &'static str,
        all: &mut [Connection],
        action: impl Fn(&mut Connection) -> Result<(), StoreError> + Sync,
    ) -> Result<Measured, StoreError> {
        let connections = all.len();
        // A clock that ticks rarely needs many.
        let times = if connections == 1 { 4 * TIMES } else { TIMES };
        let before = self.processor_time();
        let begun = Instant::now();
        let timed: Result<Vec<Vec<f64>>, StoreError> = std::thread::scope(|scope| {
            let action = &action;
            let threads: Vec<_> = all
                .iter_mut()
                .map(|connection| {
                    scope.spawn(move || {
                        let mut latencies = Vec::with_capacity(times);
                        for _ in 0..times {
                            let begun = Instant::now();
                            action(connection)?;
                            latencies.push(begun.elapsed().as_secs_f64() * 1e6);
                        }
                        Ok(latencies)
                    })
                })
                .collect();
            let joined = threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"));
            joined.collect()
        });
        let mut latencies: Vec<f64> = timed?.concat();
        let took = begun.elapsed().as_secs_f64();
        let after = self.processor_time();
        latencies.sort_by(f64::total_cmp);
        let count = latencies.len() as f64;
        Ok(Measured {
            name,
            connections,
            latency: latencies[latencies.len() / 2],
            per_second: count / took,
            processor: before
                .zip(after)
                .map(|(before, after)| (after - before) * 1e6 / count),
        })
    }

    /// The processor time of the server and its children, in seconds.
    fn processor_time(&self) -> Option<f64> {
        let server = self.server?;
        let mut ticks = 0;
        for entry in fs::read_dir("/proc").ok()?.flatten() {
            let Ok(text) = fs::read_to_string(entry.path().join("stat")) else {
                continue;
            };
            // After the name, which is in brackets: state, parent, and at 11 and 12 the times.
            let Some((first, rest)) = text.rsplit_once(") ") else {
                continue;
            };
            let fields: Vec<&str> = rest.split(' ').collect();
            let number = |at: usize| fields.get(at).and_then(|text| text.parse::<u64>().ok());
            let process = first.split(' ').next().and_then(|text| text.parse().ok());
            if process == Some(server) || number(1) == Some(u64::from(server)) {
                ticks += number(11)? + number(12)?;
            }
        }
        Some(ticks as f64 / TICKS)
    }
}

impl Connection {
    /// Takes an item, if there is one.
    fn take(&mut self) -> Result<(), StoreError> {
        for duty in self.store.take(self.agent, 1, LEASE)? {
            if let Duty::Explore(item) = duty {
                self.items.push(item);
            }
        }
        Ok(())
    }
}

/// The costs for the simulation: processor times with many connections, if they were measured, and
/// what a commit waits for with one.
fn costs(rows: &[Measured], result: f64) -> Costs {
    let find = |name: &str, connections: usize| {
        let mut rows = rows.iter();
        rows.find(|row| row.name == name && row.connections == connections)
    };
    let latency = |name: &str| find(name, 1).map_or(0.0, |row| row.latency);
    let round_trip = latency("round trip");
    let processor = |name: &str| {
        let busy = find(name, MANY).and_then(|row| row.processor);
        busy.unwrap_or((latency(name) - round_trip).max(10.0))
    };
    let alone = |name: &str| {
        let measured = find(name, 1).and_then(|row| row.processor);
        measured.unwrap_or_else(|| processor(name))
    };
    Costs {
        round_trip,
        take: processor("take"),
        empty_take: processor("empty take"),
        commit: processor("commit"),
        heartbeat: processor("heartbeat"),
        flush: (latency("commit") - round_trip - alone("commit")).max(100.0),
        result,
        ..Costs::default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reports_are_as_long_as_they_shall_be() {
        let report = report(3, 5_000);
        assert!((4_990..=5_000).contains(&report.text().len()));
        assert_eq!(report.split.unwrap().frames.len(), 3);
    }

    #[test]
    fn a_commit_waits_for_the_disk() {
        let row = |name, connections, latency, processor| Measured {
            name,
            connections,
            latency,
            per_second: 1.0,
            processor: Some(processor),
        };
        let rows = [
            row("round trip", 1, 100.0, 10.0),
            row("commit", 1, 2_000.0, 400.0),
            row("commit", MANY, 9_000.0, 500.0),
        ];
        let costs = costs(&rows, 3.0);
        assert_eq!(
            [costs.round_trip, costs.commit, costs.flush],
            [100.0, 500.0, 1_500.0]
        );
    }
}
