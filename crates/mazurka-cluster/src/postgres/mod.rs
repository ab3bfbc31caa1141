//! A store in PostgreSQL, 13 or newer.
//!
//! Each operation is one function of the schema `mazurka`, and one round trip. The functions are
//! in the numbered files beside this one, which [`PostgresStore::prepare`] applies.

mod address;
mod link;
mod schema;
mod trouble;

use crate::export::{Head, Lines, Record, Totals};
use crate::store::*;
use address::Address;
use link::{Link, Parameter};
use std::io::Write;
use std::time::Duration;
use tokio_postgres::Row;
use tokio_postgres::types::{FromSqlOwned, Type};

pub use schema::Prepared;

/// How often something is tried that others were in the way of.
const MOST_TRIES: u32 = 8;

/// How many records a page of an export has.
const PAGE: i32 = 500;

/// How to use a server.
#[derive(Clone, Debug)]
pub struct Options {
    /// Use a server that may lose, or damage, what it has acknowledged: one with `fsync` or
    /// `full_page_writes` off.
    pub allow_unsafe: bool,
    /// How long to wait for an answer, or a connection: after that the server is away.
    pub patience: Duration,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            allow_unsafe: false,
            patience: Duration::from_secs(14),
        }
    }
}

/// A store in PostgreSQL: one connection, which is made again after it was lost.
///
/// Not to be used inside an asynchronous runtime: it blocks.
pub struct PostgresStore {
    address: Address,
    options: Options,
    link: Option<Link>,
}

impl PostgresStore {
    /// Connects to the server that a URL names, as libpq reads it: `sslmode` and `sslrootcert`
    /// included.
    ///
    /// # Errors
    /// Those of [`StoreError`]; refused if there is no schema, or another than is needed.
    pub fn connect(url: &str, options: Options) -> Result<PostgresStore, StoreError> {
        let mut store = PostgresStore {
            address: Address::new(url)?,
            options,
            link: None,
        };
        store.link()?;
        Ok(store)
    }

    /// Makes the schema in the database that a URL names, or brings it up to date, and makes the
    /// roles, if the user may.
    ///
    /// # Errors
    /// Those of [`StoreError`]; refused if there is a schema of that name that is not ours, or a
    /// newer one.
    pub fn prepare(url: &str, options: &Options) -> Result<Prepared, StoreError> {
        let address = Address::new(url)?;
        let mut link = Link::new(&address, options.patience)?;
        schema::check_server(&mut link, &address, options)?;
        schema::prepare(&mut link, &address)
    }

    /// The server and the database, as people may see it: without a password.
    #[must_use]
    pub fn address(&self) -> String {
        format!("{}/{}", self.address.name, self.address.database)
    }

    /// Deletes all there is of a job that is over.
    ///
    /// # Errors
    /// Those of [`StoreError`]; refused if it is not over.
    pub fn forget(&mut self, job: JobId) -> Result<(), StoreError> {
        self.ask("select mazurka.forget($1)", &[(&job.0, Type::INT8)])?;
        Ok(())
    }

    fn link(&mut self) -> Result<(), StoreError> {
        if self.link.is_none() {
            let mut link = Link::new(&self.address, self.options.patience)?;
            schema::check_server(&mut link, &self.address, &self.options)?;
            schema::check(&mut link, &self.address)?;
            self.link = Some(link);
        }
        Ok(())
    }

    /// Asks the server, again if others were in the way.
    fn ask(&mut self, sql: &str, parameters: &[Parameter<'_>]) -> Result<Vec<Row>, StoreError> {
        let mut tries = 0;
        loop {
            tries += 1;
            self.link()?;
            let Some(link) = &mut self.link else {
                return Err(trouble::ended(&self.address));
            };
            match link.ask(&self.address, sql, parameters) {
                Ok(rows) => return Ok(rows),
                Err(trouble) if trouble.again && tries < MOST_TRIES => {
                    // Not all at the same moment again.
                    let spread = 1 + std::process::id() % 7;
                    std::thread::sleep(Duration::from_millis(u64::from(tries * spread)));
                }
                Err(trouble) => {
                    if trouble.over {
                        self.link = None;
                    }
                    return Err(trouble.error);
                }
            }
        }
    }

    fn ask_one(&mut self, sql: &str, parameters: &[Parameter<'_>]) -> Result<Row, StoreError> {
        let rows = self.ask(sql, parameters)?;
        rows.into_iter().next().ok_or_else(|| strange(&"no row"))
    }

    fn statuses(&mut self, job: Option<JobId>) -> Result<Vec<Status>, StoreError> {
        let job = job.map(|job| job.0);
        let rows = self.ask(
            "select * from mazurka.statuses($1, $2)",
            &[(&job, Type::INT8), (&micros(LATELY), Type::INT8)],
        )?;
        rows.iter().map(status).collect()
    }

    fn export_in_transaction(&mut self, job: JobId, out: &mut dyn Write) -> Result<(), StoreError> {
        let head = self.ask_one(
            "select * from mazurka.export_head($1)",
            &[(&job.0, Type::INT8)],
        )?;
        let mut lines = Lines::begin(out, &read_head(job, &head)?)?;
        for (sql, read) in [
            (
                "select * from mazurka.export_trunks($1, $2, $3)",
                read_trunk as fn(&Row) -> Result<Record, StoreError>,
            ),
            ("select * from mazurka.export_nodes($1, $2, $3)", read_node),
            ("select * from mazurka.export_kids($1, $2, $3)", read_kid),
            ("select * from mazurka.export_items($1, $2, $3)", read_item),
        ] {
            let mut after = 0_i64;
            loop {
                let rows = self.ask(
                    sql,
                    &[
                        (&job.0, Type::INT8),
                        (&after, Type::INT8),
                        (&PAGE, Type::INT4),
                    ],
                )?;
                let Some(last) = rows.last() else { break };
                after = get(last, 0)?;
                for row in &rows {
                    lines.record(&read(row)?)?;
                }
            }
        }
        lines.end()
    }
}

fn strange(what: &dyn std::fmt::Display) -> StoreError {
    StoreError::Refused(format!(
        "the server's answer is not understood ({what}): is the schema of another version? Run \
         `mazurka jobs --init`"
    ))
}

fn get<T: FromSqlOwned>(row: &Row, column: usize) -> Result<T, StoreError> {
    row.try_get(column).map_err(|error| strange(&error))
}

fn micros(duration: Duration) -> i64 {
    i64::try_from(duration.as_micros()).unwrap_or(i64::MAX)
}

fn unsigned(number: i64) -> u64 {
    u64::try_from(number).unwrap_or(0)
}

fn clamp(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Text for people may have zero bytes, which PostgreSQL does not keep.
fn printable(text: &str) -> String {
    text.replace('\0', "\u{fffd}")
}

fn json<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, StoreError> {
    serde_json::from_str(text).map_err(|error| strange(&error))
}

fn committed(counted: bool) -> Committed {
    if counted {
        Committed::Counted
    } else {
        Committed::Void
    }
}

fn duty(row: &Row) -> Result<Duty, StoreError> {
    let kind: String = get(row, 0)?;
    let job = JobId(get(row, 2)?);
    let round = get(row, 3)?;
    let state = get(row, 9)?;
    let job_tag = get(row, 13)?;
    if kind == "job" {
        return Ok(Duty::Conclude(Drained {
            job,
            round,
            state,
            left: unsigned(get(row, 10)?),
            poisoned: unsigned(get(row, 11)?),
            tag: get(row, 12)?,
            job_tag,
        }));
    }
    let elders: Option<String> = get(row, 7)?;
    Ok(Duty::Explore(Item {
        id: ItemId(get(row, 1)?),
        job,
        round,
        attempt: get(row, 4)?,
        tag: get(row, 12)?,
        job_tag,
        trunk: get(row, 5)?,
        depth: unsigned(i64::from(get::<i32>(row, 6)?)) as u32,
        elders: elders.map_or(Ok(Vec::new()), |elders| json(&elders))?,
        start: get(row, 8)?,
        state,
    }))
}

fn status(row: &Row) -> Result<Status, StoreError> {
    let state: String = get(row, 2)?;
    let findings: String = get(row, 22)?;
    let oldest: Option<i64> = get(row, 16)?;
    let leased: i64 = get(row, 8)?;
    Ok(Status {
        job: JobId(get(row, 0)?),
        name: get(row, 1)?,
        state: match state.as_str() {
            "open" => JobState::Open,
            "drained" => JobState::Drained,
            "ended" => JobState::Ended,
            "cancelled" => JobState::Cancelled,
            _ => return Err(strange(&state)),
        },
        build: get(row, 3)?,
        round: get(row, 4)?,
        verdict: get(row, 5)?,
        reason: get(row, 6)?,
        ready: get(row, 7)?,
        leased,
        done: get(row, 9)?,
        poisoned: get(row, 10)?,
        lost: get(row, 11)?,
        counts: Counts {
            complete: get(row, 12)?,
            blocked: get(row, 13)?,
            events: get(row, 14)?,
        },
        micros: get(row, 15)?,
        oldest: oldest
            .filter(|_| leased > 0)
            .map(|oldest| Duration::from_micros(unsigned(oldest))),
        age: Duration::from_micros(unsigned(get(row, 17)?)),
        agents: get(row, 18)?,
        threads: get(row, 19)?,
        idle: get(row, 20)?,
        rate: get(row, 21)?,
        findings: json(&findings)?,
    })
}

fn read_head(job: JobId, row: &Row) -> Result<Head, StoreError> {
    Ok(Head {
        certificate: 1,
        job: job.0,
        name: get(row, 0)?,
        language: get(row, 1)?,
        program_sha256: get(row, 2)?,
        program: get(row, 3)?,
        options: get(row, 4)?,
        build: get(row, 5)?,
        round: get(row, 6)?,
        round_state: get(row, 7)?,
        verdict: get(row, 8)?,
        outcome: get(row, 9)?,
        totals: Totals {
            complete: get(row, 10)?,
            blocked: get(row, 11)?,
            events: get(row, 12)?,
            items: get(row, 13)?,
        },
    })
}

fn read_trunk(row: &Row) -> Result<Record, StoreError> {
    Ok(Record::Trunk {
        id: get(row, 0)?,
        item: get(row, 1)?,
        nodes: get(row, 2)?,
        path: get(row, 3)?,
    })
}

fn read_node(row: &Row) -> Result<Record, StoreError> {
    Ok(Record::Node {
        id: get(row, 0)?,
        trunk: get(row, 1)?,
        depth: get(row, 2)?,
        item: get(row, 3)?,
    })
}

fn read_kid(row: &Row) -> Result<Record, StoreError> {
    Ok(Record::Kid {
        node: get(row, 0)?,
        position: get(row, 1)?,
        key: get(row, 2)?,
        data: get(row, 3)?,
        fate: get(row, 4)?,
        item: get(row, 5)?,
        next: get(row, 6)?,
    })
}

fn read_item(row: &Row) -> Result<Record, StoreError> {
    Ok(Record::Item {
        id: get(row, 0)?,
        trunk: get(row, 1)?,
        depth: get(row, 2)?,
        node: get(row, 3)?,
        position: get(row, 4)?,
        parent: get(row, 5)?,
        start: get(row, 6)?,
        state: get(row, 7)?,
        attempts: get(row, 8)?,
        agent: get(row, 9)?,
        order: get(row, 10)?,
        micros: get(row, 11)?,
        digest: get(row, 12)?,
        report: get(row, 13)?,
    })
}

impl Store for PostgresStore {
    fn submit(&mut self, job: &NewJob) -> Result<JobId, StoreError> {
        let row = self.ask_one(
            "select mazurka.submit($1, $2, $3, $4, $5, $6)",
            &[
                (&job.name, Type::TEXT),
                (&job.language, Type::TEXT),
                (&job.program, Type::TEXT),
                (&job.options, Type::TEXT),
                (&job.build, Type::TEXT),
                (&job.state, Type::TEXT),
            ],
        )?;
        get(&row, 0).map(JobId)
    }

    fn enrol(&mut self, name: &str, build: &str, threads: i32) -> Result<AgentId, StoreError> {
        let row = self.ask_one(
            "select mazurka.enrol($1, $2, $3)",
            &[
                (&name, Type::TEXT),
                (&build, Type::TEXT),
                (&threads, Type::INT4),
            ],
        )?;
        get(&row, 0).map(AgentId)
    }

    fn take(
        &mut self,
        agent: AgentId,
        most: u32,
        lease: Duration,
    ) -> Result<Vec<Duty>, StoreError> {
        let rows = self.ask(
            "select * from mazurka.take($1, $2, $3)",
            &[
                (&agent.0, Type::INT8),
                (&clamp(most), Type::INT4),
                (&micros(lease), Type::INT8),
            ],
        )?;
        rows.iter().map(duty).collect()
    }

    fn heartbeat(&mut self, heartbeat: &Heartbeat, lease: Duration) -> Result<Pulse, StoreError> {
        let items: Vec<i64> = heartbeat.items.iter().map(|item| item.0).collect();
        let jobs: Vec<i64> = heartbeat.jobs.iter().map(|job| job.0).collect();
        let row = self.ask_one(
            "select * from mazurka.heartbeat($1, $2, $3, $4, $5, $6, $7)",
            &[
                (&heartbeat.agent.0, Type::INT8),
                (&items, Type::INT8_ARRAY),
                (&jobs, Type::INT8_ARRAY),
                (&heartbeat.idle, Type::INT4),
                (&heartbeat.rate, Type::FLOAT8),
                (&micros(lease), Type::INT8),
                (&micros(LATELY), Type::INT8),
            ],
        )?;
        let stop: Vec<i64> = get(&row, 0)?;
        Ok(Pulse {
            stop: stop.into_iter().map(ItemId).collect(),
            ready: get(&row, 1)?,
            threads: get(&row, 2)?,
        })
    }

    fn release(&mut self, agent: AgentId, items: &[ItemId], lost: bool) -> Result<(), StoreError> {
        let items: Vec<i64> = items.iter().map(|item| item.0).collect();
        self.ask(
            "select mazurka.release($1, $2, $3)",
            &[
                (&agent.0, Type::INT8),
                (&items, Type::INT8_ARRAY),
                (&lost, Type::BOOL),
            ],
        )?;
        Ok(())
    }

    fn commit(&mut self, agent: AgentId, done: &Done) -> Result<Committed, StoreError> {
        let findings: Vec<Finding> = done
            .findings
            .iter()
            .map(|finding| Finding {
                key: printable(&finding.key),
                words: printable(&finding.words),
                replay: printable(&finding.replay),
                executions: finding.executions,
            })
            .collect();
        let findings = serde_json::to_string(&findings).map_err(|error| strange(&error))?;
        let row = self.ask_one(
            "select mazurka.commit($1, $2, $3, $4, $5, $6, $7, $8, $9)",
            &[
                (&agent.0, Type::INT8),
                (&done.item.0, Type::INT8),
                (&done.job.0, Type::INT8),
                (&done.round, Type::INT4),
                (&done.micros, Type::INT8),
                (&done.digest, Type::TEXT),
                (&findings, Type::TEXT),
                (&done.report.text(), Type::TEXT),
                (&done.tag, Type::TEXT),
            ],
        )?;
        get(&row, 0).map(committed)
    }

    fn job(&mut self, job: JobId) -> Result<Job, StoreError> {
        let row = self.ask_one("select * from mazurka.job($1)", &[(&job.0, Type::INT8)])?;
        Ok(Job {
            id: job,
            tag: get(&row, 4)?,
            language: get(&row, 0)?,
            program: get(&row, 1)?,
            options: get(&row, 2)?,
            build: get(&row, 3)?,
        })
    }

    fn results(
        &mut self,
        job: JobId,
        round: i32,
        after: Option<ItemId>,
        most: u32,
    ) -> Result<Vec<(ItemId, Text)>, StoreError> {
        let after = after.map_or(0, |item| item.0);
        let rows = self.ask(
            "select * from mazurka.results($1, $2, $3, $4)",
            &[
                (&job.0, Type::INT8),
                (&round, Type::INT4),
                (&after, Type::INT8),
                (&clamp(most), Type::INT4),
            ],
        )?;
        rows.iter()
            .map(|row| Ok((ItemId(get(row, 0)?), get(row, 1)?)))
            .collect()
    }

    fn conclude(
        &mut self,
        drained: &Drained,
        conclusion: &Conclusion,
    ) -> Result<Committed, StoreError> {
        let (state, verdict, reason) = match conclusion {
            Conclusion::Round(state) => (state, None, None),
            Conclusion::Ended {
                state,
                verdict,
                reason,
            } => (state, Some(verdict), reason.as_deref().map(printable)),
        };
        let row = self.ask_one(
            "select mazurka.conclude($1, $2, $3, $4, $5, $6)",
            &[
                (&drained.job.0, Type::INT8),
                (&drained.round, Type::INT4),
                (&drained.tag, Type::TEXT),
                (state, Type::TEXT),
                (&verdict, Type::TEXT),
                (&reason, Type::TEXT),
            ],
        )?;
        get(&row, 0).map(committed)
    }

    fn status(&mut self, job: JobId) -> Result<Status, StoreError> {
        let status = self.statuses(Some(job))?.pop();
        status.ok_or_else(|| StoreError::Refused(format!("there is no job {job}")))
    }

    fn outcome(&mut self, job: JobId) -> Result<Option<Text>, StoreError> {
        let row = self.ask_one("select mazurka.outcome($1)", &[(&job.0, Type::INT8)])?;
        get(&row, 0)
    }

    fn jobs(&mut self) -> Result<Vec<Status>, StoreError> {
        self.statuses(None)
    }

    fn cancel(&mut self, job: JobId, reason: &str) -> Result<(), StoreError> {
        self.ask(
            "select mazurka.cancel($1, $2)",
            &[(&job.0, Type::INT8), (&printable(reason), Type::TEXT)],
        )?;
        Ok(())
    }

    /// All of it is of one moment.
    fn export(&mut self, job: JobId, out: &mut dyn Write) -> Result<(), StoreError> {
        self.ask("begin isolation level repeatable read read only", &[])?;
        let exported = self.export_in_transaction(job, out);
        if exported.is_err() || self.ask("commit", &[]).is_err() {
            // The transaction ends with the connection.
            self.link = None;
        }
        exported
    }
}
