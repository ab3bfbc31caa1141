#[cfg(feature = "postgres")]
mod compared;
#[cfg(feature = "postgres")]
mod served;
mod simulated;
mod simulator;

#[cfg(feature = "postgres")]
mod support {
    use crate::testing::TemporaryPostgres;
    use crate::{Counts, Done, Item, NewJob, Options, PostgresStore, Report};
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

    pub(super) fn new_job() -> NewJob {
        NewJob {
            name: "a tree".to_owned(),
            language: "trees".to_owned(),
            program: "the program".to_owned(),
            options: "{}".to_owned(),
            build: "build".to_owned(),
            state: "0".to_owned(),
        }
    }

    /// An item that came to nothing.
    pub(super) fn done(item: &Item) -> Done {
        let report = Report {
            counts: Counts::default(),
            results: "0".to_owned(),
            split: None,
            branches: Vec::new(),
            requests: Vec::new(),
            ends: false,
        };
        Done {
            item: item.id,
            job: item.job,
            round: item.round,
            tag: item.tag.clone(),
            micros: 0,
            digest: report.digest(),
            report,
            findings: Vec::new(),
        }
    }
}
