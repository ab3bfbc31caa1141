#[cfg(feature = "postgres")]
mod compared;
#[cfg(feature = "postgres")]
mod served;
mod simulated;

#[cfg(feature = "postgres")]
mod support {
    use crate::testing::TemporaryPostgres;
    use crate::{Options, PostgresStore};
    use std::sync::OnceLock;

    /// One server for all tests that do not end it. It is never dropped: its watchdog ends it.
    pub(super) fn server() -> Option<&'static TemporaryPostgres> {
        static SERVER: OnceLock<Option<TemporaryPostgres>> = OnceLock::new();
        SERVER
            .get_or_init(|| {
                TemporaryPostgres::start(&[
                    "fsync=off",
                    "full_page_writes=off",
                    "max_connections=60",
                ])
            })
            .as_ref()
    }

    pub(super) fn unsafely() -> Options {
        Options {
            allow_unsafe: true,
            ..Options::default()
        }
    }

    /// A new database with the schema.
    pub(super) fn database(server: &TemporaryPostgres, name: &str) -> String {
        server.sql("postgres", &format!("create database {name}"));
        let url = server.url(name);
        let prepared = PostgresStore::prepare(&url, &unsafely()).unwrap();
        assert_eq!(prepared.before, None);
        assert_eq!(prepared.missing_roles, Vec::<String>::new());
        url
    }

    pub(super) fn connect(url: &str) -> PostgresStore {
        PostgresStore::connect(url, unsafely()).unwrap()
    }
}
