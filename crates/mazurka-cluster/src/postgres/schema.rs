//! The schema: whether it is there, and how it is made.

use super::Options;
use super::address::Address;
use super::link::Link;
use super::{get, strange};
use crate::store::StoreError;

/// What makes each version of the schema from the one before.
const MIGRATIONS: [&str; 1] = [include_str!("0001.sql")];

/// Who may do what.
const ROLES: &str = include_str!("roles.sql");

/// What [`super::PostgresStore::prepare`] has done.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Prepared {
    /// The version of the schema that was there.
    pub before: Option<i32>,
    /// The version that is there now.
    pub version: i32,
    /// The roles that could not be made, as the user may not.
    pub missing_roles: Vec<String>,
}

/// What is there of the schema.
enum Found {
    Nothing,
    /// A schema of that name that is not ours.
    Foreign,
    Version(i32),
}

fn newest() -> i32 {
    MIGRATIONS.len() as i32
}

fn refuse<T>(message: String) -> Result<T, StoreError> {
    Err(StoreError::Refused(message))
}

/// Refuses a server that is too old, or may lose what it has acknowledged.
pub(super) fn check_server(
    link: &mut Link,
    address: &Address,
    options: &Options,
) -> Result<(), StoreError> {
    let rows = link
        .ask(
            address,
            "select current_setting('server_version_num')::integer, current_setting('fsync'), \
             current_setting('full_page_writes'), current_setting('server_version')",
            &[],
        )
        .map_err(|trouble| trouble.error)?;
    let row = rows.first().ok_or_else(|| strange(&"no row"))?;
    let number: i32 = get(row, 0)?;
    let version: String = get(row, 3)?;
    if number < 130_000 {
        return refuse(format!(
            "the server at {} is PostgreSQL {version}: 13 or newer is needed",
            address.name
        ));
    }
    for (column, setting) in [(1, "fsync"), (2, "full_page_writes")] {
        let value: String = get(row, column)?;
        if value != "on" && !options.allow_unsafe {
            return refuse(format!(
                "the server at {} has {setting} = {value}: after a crash, what was acknowledged \
                 may be lost or damaged, and totals would be wrong. Set it to on, or allow unsafe \
                 servers",
                address.name
            ));
        }
    }
    Ok(())
}

fn find(link: &mut Link, address: &Address) -> Result<Found, StoreError> {
    // The catalogue, as those without rights on the schema may read it.
    let rows = link
        .ask(
            address,
            "select exists (select from pg_catalog.pg_namespace where nspname = 'mazurka'), \
             exists (select from pg_catalog.pg_proc p join pg_catalog.pg_namespace n \
             on n.oid = p.pronamespace where n.nspname = 'mazurka' and p.proname = 'version' \
             and p.pronargs = 0 and p.prorettype = 'integer'::regtype)",
            &[],
        )
        .map_err(|trouble| trouble.error)?;
    let row = rows.first().ok_or_else(|| strange(&"no row"))?;
    if !get::<bool>(row, 0)? {
        return Ok(Found::Nothing);
    }
    if !get::<bool>(row, 1)? {
        return Ok(Found::Foreign);
    }
    let rows = link
        .ask(address, "select mazurka.version()", &[])
        .map_err(|trouble| trouble.error)?;
    let row = rows.first().ok_or_else(|| strange(&"no row"))?;
    Ok(match get(row, 0)? {
        Some(version) => Found::Version(version),
        None => Found::Foreign,
    })
}

fn foreign<T>(address: &Address) -> Result<T, StoreError> {
    refuse(format!(
        "database `{}` at {} has a schema `mazurka` that is not of Mazurka: use another database",
        address.database, address.name
    ))
}

fn newer<T>(address: &Address, version: i32) -> Result<T, StoreError> {
    refuse(format!(
        "the schema in database `{}` at {} has version {version}, and this command knows versions \
         up to {}: use the newer command that made it",
        address.database,
        address.name,
        newest()
    ))
}

/// Refuses to go on without the schema that is needed.
pub(super) fn check(link: &mut Link, address: &Address) -> Result<(), StoreError> {
    match find(link, address)? {
        Found::Nothing => refuse(format!(
            "database `{}` at {} has no schema `mazurka`: run `mazurka jobs --init` once, as a user \
             who may create it",
            address.database, address.name
        )),
        Found::Foreign => foreign(address),
        Found::Version(version) if version > newest() => newer(address, version),
        Found::Version(version) if version < newest() => refuse(format!(
            "the schema in database `{}` at {} has version {version}, and this command needs {}: \
             run `mazurka jobs --init`",
            address.database,
            address.name,
            newest()
        )),
        Found::Version(_) => Ok(()),
    }
}

/// Makes the schema, or brings it up to date: all of it, or nothing.
pub(super) fn prepare(link: &mut Link, address: &Address) -> Result<Prepared, StoreError> {
    let run = |link: &mut Link, sql: &str| link.run(address, sql).map_err(|trouble| trouble.error);
    // One at a time. What is not committed is undone when the connection ends.
    run(
        link,
        "begin; select pg_advisory_xact_lock(1298234997, 0); set local statement_timeout = '5min'",
    )?;
    let before = match find(link, address)? {
        Found::Nothing => {
            run(link, "create schema mazurka")?;
            None
        }
        Found::Foreign => return foreign(address),
        Found::Version(version) if version > newest() => return newer(address, version),
        Found::Version(version) => Some(version),
    };
    for (version, sql) in (1..).zip(MIGRATIONS) {
        if before.is_none_or(|before| before < version) {
            run(link, sql)?;
            run(
                link,
                &format!("insert into mazurka.migration (version) values ({version})"),
            )?;
        }
    }
    run(link, ROLES)?;
    let rows = link
        .ask(
            address,
            "select r from unnest(array['mazurka_worker', 'mazurka_submitter', 'mazurka_reader']) r \
             where r not in (select rolname::text from pg_catalog.pg_roles)",
            &[],
        )
        .map_err(|trouble| trouble.error)?;
    let missing_roles = rows
        .iter()
        .map(|row| get(row, 0))
        .collect::<Result<_, _>>()?;
    run(link, "commit")?;
    Ok(Prepared {
        before,
        version: newest(),
        missing_roles,
    })
}
