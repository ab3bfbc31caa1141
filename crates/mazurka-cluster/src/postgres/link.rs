//! A connection, with a limit of time for everything.
//!
//! The blocking client of the same library has none for what it asks the server, and would wait
//! for ever for one that has stopped. So this drives the other one, on a runtime of its own that
//! runs only while a caller waits for an answer.

use super::address::Address;
use super::trouble::{Trouble, ended, silence, trouble};
use crate::store::StoreError;
use std::future::Future;
use std::time::Duration;
use tokio::runtime::{Builder, Runtime};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::types::{ToSql, Type};
use tokio_postgres::{Client, Row};

/// What a connection begins with. The server gives up before we do, and compiles nothing: all is
/// short, whatever the planner thinks.
const SETTINGS: &str = "set statement_timeout = '12s'; set idle_in_transaction_session_timeout = \
                        '60s'; set client_min_messages = warning; set jit = off";

/// A parameter of a query.
pub(super) type Parameter<'a> = (&'a (dyn ToSql + Sync), Type);

pub(super) struct Link {
    runtime: Option<Runtime>,
    client: Option<Client>,
    driver: Option<JoinHandle<()>>,
    patience: Duration,
}

impl Link {
    pub(super) fn new(address: &Address, patience: Duration) -> Result<Link, StoreError> {
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| StoreError::Away(format!("no runtime can be made: {error}")))?;
        let connected = runtime.block_on(async {
            timeout(patience, address.config.connect(address.tls.clone())).await
        });
        let (client, connection) = match connected {
            Ok(Ok(connected)) => connected,
            Ok(Err(error)) => {
                runtime.shutdown_background();
                return Err(trouble(address, &error).error);
            }
            Err(_) => {
                runtime.shutdown_background();
                return Err(silence(address));
            }
        };
        let driver = runtime.spawn(async move {
            // Why it has ended is told to those who ask next.
            let _ = connection.await;
        });
        let mut link = Link {
            runtime: Some(runtime),
            client: Some(client),
            driver: Some(driver),
            patience,
        };
        link.run(address, SETTINGS)
            .map_err(|trouble| trouble.error)?;
        Ok(link)
    }

    /// Several statements without parameters.
    pub(super) fn run(&mut self, address: &Address, sql: &str) -> Result<(), Trouble> {
        self.answer(address, |client| client.batch_execute(sql))
    }

    /// One statement.
    pub(super) fn ask(
        &mut self,
        address: &Address,
        sql: &str,
        parameters: &[Parameter<'_>],
    ) -> Result<Vec<Row>, Trouble> {
        self.answer(address, |client| client.query_typed(sql, parameters))
    }

    fn answer<'a, T, F>(
        &'a mut self,
        address: &Address,
        question: impl FnOnce(&'a Client) -> F,
    ) -> Result<T, Trouble>
    where
        F: Future<Output = Result<T, tokio_postgres::Error>>,
    {
        let over = |error| Trouble {
            error,
            again: false,
            over: true,
        };
        let (Some(runtime), Some(client)) = (&self.runtime, &self.client) else {
            return Err(over(ended(address)));
        };
        match runtime.block_on(async { timeout(self.patience, question(client)).await }) {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(error)) => Err(trouble(address, &error)),
            Err(_) => Err(over(silence(address))),
        }
    }
}

impl Drop for Link {
    /// Says good-bye, but does not wait for those who do not answer.
    fn drop(&mut self) {
        drop(self.client.take());
        if let (Some(runtime), Some(driver)) = (self.runtime.take(), self.driver.take()) {
            let _ = runtime.block_on(async { timeout(Duration::from_millis(50), driver).await });
            runtime.shutdown_background();
        }
    }
}
