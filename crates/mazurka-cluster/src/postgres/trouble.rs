//! What to say when the server, or the way to it, does not do what it is asked for.

use super::address::Address;
use crate::store::StoreError;
use std::error::Error as _;
use std::fmt::Write as _;

/// What an error means for those who asked.
pub(super) struct Trouble {
    pub(super) error: StoreError,
    /// The same may work at once: the server has undone it, as two were in each other's way.
    pub(super) again: bool,
    /// The connection is of no more use.
    pub(super) over: bool,
}

fn away(message: String) -> Trouble {
    Trouble {
        error: StoreError::Away(message),
        again: false,
        over: true,
    }
}

fn refused(message: String) -> Trouble {
    Trouble {
        error: StoreError::Refused(message),
        again: false,
        over: false,
    }
}

/// The error of a server that did not answer in time.
pub(super) fn silence(address: &Address) -> StoreError {
    StoreError::Away(format!(
        "the server at {} does not answer: is it overloaded, or the network cut?",
        address.name
    ))
}

/// The error of a connection that has ended.
pub(super) fn ended(address: &Address) -> StoreError {
    StoreError::Away(format!("the server at {} has hung up", address.name))
}

/// What an error of the client library means.
pub(super) fn trouble(address: &Address, error: &tokio_postgres::Error) -> Trouble {
    let (server, user, database) = (&address.name, &address.user, &address.database);
    let Some(code) = error.code().map(tokio_postgres::error::SqlState::code) else {
        return without_code(address, error);
    };
    let message = error.as_db_error().map_or("", |error| error.message());
    match code {
        "MZ001" => refused(message.to_owned()),
        "40001" | "40P01" => Trouble {
            error: StoreError::Away(format!(
                "the server at {server} is too busy: {message}, again and again"
            )),
            again: true,
            over: false,
        },
        "28P01" => refused(format!(
            "the server at {server} does not accept the password of user `{user}`: is it right, in \
             the address or in PGPASSWORD?"
        )),
        "28000" => refused(format!(
            "the server at {server} does not let user `{user}` in: {message}"
        )),
        "3D000" => refused(format!(
            "there is no database `{database}` at {server}: create it (createdb {database}), then \
             run `mazurka jobs --init`"
        )),
        "42501" => refused(format!(
            "user `{user}` may not do that in database `{database}` at {server} ({message}): \
             workers need GRANT mazurka_worker, those who submit GRANT mazurka_submitter, those \
             who look GRANT mazurka_reader TO {user}"
        )),
        "42883" | "3F000" | "42P01" => refused(format!(
            "database `{database}` at {server} has no such schema as this command needs \
             ({message}): run `mazurka jobs --init`"
        )),
        "53100" => away(format!(
            "the disk of the server at {server} is full: {message}"
        )),
        "53300" => away(format!(
            "the server at {server} has too many connections: {message}"
        )),
        "25006" => away(format!(
            "the server at {server} is a read-only standby: after a failover, the address has to \
             lead to the new primary"
        )),
        "57014" => away(format!(
            "the server at {server} was too slow, and gave up: {message}"
        )),
        // Not enough of something, ended by an operator, faults of disks, connections.
        _ if ["53", "57", "58", "08"].contains(&&code[..2]) => away(format!(
            "the server at {server} is not there for us now: {message}"
        )),
        _ => refused(format!(
            "the server at {server} does not do that: {message} ({code})"
        )),
    }
}

fn without_code(address: &Address, error: &tokio_postgres::Error) -> Trouble {
    let mut causes = String::new();
    let mut cause = error.source();
    let mut fault_of_network = false;
    let mut fault_of_tls = error.to_string().contains("TLS");
    while let Some(error) = cause {
        let _ = write!(causes, ": {error}");
        if let Some(error) = error.downcast_ref::<std::io::Error>() {
            fault_of_network |= error.get_ref().is_none();
            // Errors of TLS travel in those of the network.
            let inner = error.get_ref();
            fault_of_tls |= inner.is_some_and(|inner| inner.is::<rustls::Error>());
        }
        fault_of_tls |= error.is::<rustls::Error>();
        cause = error.source();
    }
    let server = &address.name;
    if fault_of_tls && !fault_of_network {
        return refused(format!(
            "the server at {server} cannot be talked to as sslmode and sslrootcert want: \
             {error}{causes}"
        ));
    }
    if error.is_closed() || fault_of_network {
        return away(format!(
            "the server at {server} cannot be reached: {error}{causes}"
        ));
    }
    let words = error.to_string();
    if words.contains("configuration") || words.contains("authentication") {
        return refused(format!(
            "user `{}` cannot log in to the server at {server}: {error}{causes}",
            address.user
        ));
    }
    if ["error connecting", "communicating", "timeout"]
        .iter()
        .any(|part| words.contains(part))
    {
        return away(format!(
            "the server at {server} cannot be reached: {error}{causes}"
        ));
    }
    refused(format!(
        "the server at {server} gave an answer that is not understood: {error}{causes}"
    ))
}
