//! The crates whose loom tests `./x compat` runs.

/// A crate of the registry.
pub(crate) struct Subject {
    pub(crate) name: &'static str,
    pub(crate) version: &'static str,
    /// What its tests are compiled with `--cfg` for.
    cfg: &'static str,
    /// The version that takes loom's place, if it asks for another than ours.
    pub(crate) loom: Option<&'static str>,
    /// What cargo is told to build.
    pub(crate) arguments: &'static [&'static str],
    /// Is it compiled with debug assertions? What it depends on is not.
    pub(crate) asserts: bool,
    /// Parts of the names of its loom tests; all of its tests are, if there are none.
    pub(crate) filter: &'static [&'static str],
    /// The settings of loom that its own CI has.
    pub(crate) environment: &'static [(&'static str, &'static str)],
    /// The manifest of a package for its tests, if they are not run in the package itself.
    pub(crate) manifest: Option<&'static str>,
    /// Tests that fail here, and why.
    pub(crate) known: &'static [Expected],
}

/// A test that fails here.
pub(crate) struct Expected {
    pub(crate) test: &'static str,
    pub(crate) why: &'static str,
}

impl Subject {
    /// The flags of the compiler.
    pub(crate) fn flags(&self) -> String {
        match self.cfg {
            // loom's tests deny warnings, and guards of locks are `#[must_use]` here.
            "" => "--cap-lints warn".to_owned(),
            cfg => format!("--cfg {cfg}"),
        }
    }

    /// How it is built, for people.
    pub(crate) fn how(&self) -> String {
        let (flags, arguments) = (self.flags(), self.arguments.join(" "));
        let variables = self.environment.iter();
        let variables: String = variables
            .map(|(name, value)| format!("{name}={value} "))
            .collect();
        format!("{variables}RUSTFLAGS=\"{flags}\" cargo test --release {arguments}")
    }

    pub(crate) fn expected(&self, test: &str) -> Option<&'static Expected> {
        self.known.iter().find(|known| known.test == test)
    }
}

const NONE: Subject = Subject {
    name: "",
    version: "",
    cfg: "loom",
    loom: None,
    arguments: &["--test", "loom"],
    asserts: false,
    filter: &[],
    environment: &[],
    manifest: None,
    known: &[],
};

/// Smaller ones first.
pub(crate) const CRATES: &[Subject] = &[
    Subject {
        name: "loom",
        version: "0.7.2",
        cfg: "",
        arguments: &["--tests"],
        manifest: Some(LOOM),
        known: &[
            Expected {
                test: "litmus::load_buffering",
                why: "needs load buffering, which RC11 does not have; loom ignores it, too",
            },
            Expected {
                test: "spec::relaxed",
                why: "needs load buffering, which RC11 does not have; loom ignores it, too",
            },
            Expected {
                test: "atomic::compare_and_swap_reads_old_values",
                why: "wants what no model of C11 allows; loom ignores it, too",
            },
            Expected {
                test: "double_panic_in_drop::double_panic_at_branch_max",
                why: "is about the limit on branches, which is none here",
            },
            Expected {
                test: "thread_local::drop",
                why: "counts the runs of its closure in a static of std",
            },
        ],
        ..NONE
    },
    Subject {
        name: "bytes",
        version: "1.12.1",
        arguments: &["--lib"],
        filter: &["fuzz::"],
        ..NONE
    },
    Subject {
        name: "oneshot",
        version: "0.1.13",
        cfg: "oneshot_loom",
        arguments: &["--test", "loom", "--features", "loom,async,std"],
        known: &[Expected {
            test: "poll_then_drop_receiver_during_send",
            why: "a bug of oneshot, its issue 87: a receiver that is dropped takes its own state \
                  for the sender's, and frees the channel too early",
        }],
        ..NONE
    },
    Subject {
        name: "event-listener",
        version: "5.4.2",
        arguments: &["--test", "loom", "--features", "loom"],
        ..NONE
    },
    Subject {
        name: "left-right",
        version: "0.11.8",
        ..NONE
    },
    Subject {
        name: "concurrent-queue",
        version: "2.5.0",
        arguments: &["--test", "loom", "--features", "loom"],
        ..NONE
    },
    Subject {
        name: "crossbeam-epoch",
        version: "0.9.21",
        cfg: "crossbeam_loom",
        arguments: &["--test", "loom", "--features", "loom"],
        environment: &[("LOOM_MAX_PREEMPTIONS", "2")],
        ..NONE
    },
    Subject {
        name: "sharded-slab",
        version: "0.1.7",
        loom: Some("0.5.6"),
        arguments: &["--lib"],
        filter: &["loom", "page::stack"],
        environment: &[("LOOM_MAX_PREEMPTIONS", "2")],
        ..NONE
    },
    Subject {
        name: "thingbuf",
        version: "0.1.6",
        loom: Some("0.5.6"),
        arguments: &["--lib"],
        // With loom it does not compile without them: a field has a value only then.
        asserts: true,
        // Those in `tests` use atomics outside of a model, and fail with loom, too.
        filter: &["mpsc::tests", "thingbuf::tests", "wait::"],
        environment: &[("LOOM_MAX_PREEMPTIONS", "2")],
        known: &[
            Expected {
                test: "mpsc::tests::mpsc_async::mpsc_send_recv_wrap",
                why: SKIPS,
            },
            Expected {
                test: "mpsc::tests::mpsc_async::spsc_send_recv_in_order_wrap",
                why: SKIPS,
            },
            Expected {
                test: "mpsc::tests::mpsc_blocking::mpsc_send_recv_wrap",
                why: SKIPS,
            },
            Expected {
                test: "mpsc::tests::mpsc_blocking::spsc_send_recv_in_order_wrap",
                why: SKIPS,
            },
            Expected {
                test: "mpsc::tests::mpsc_async::mpsc_test_skip_slot",
                why: LOGS,
            },
            Expected {
                test: "mpsc::tests::mpsc_async::mpsc_try_recv_ref",
                why: LOGS,
            },
            Expected {
                test: "mpsc::tests::mpsc_blocking::mpsc_test_skip_slot",
                why: LOGS,
            },
            Expected {
                test: "mpsc::tests::mpsc_blocking::mpsc_try_recv_ref",
                why: LOGS,
            },
            Expected {
                test: "thingbuf::tests::spsc",
                why: LOGS,
            },
            Expected {
                test: "thingbuf::tests::push_many_mpsc",
                why: "waits for a count of std's `Arc`, which is not seen",
            },
        ],
        ..NONE
    },
    Subject {
        name: "tokio",
        version: "1.54.1",
        cfg: "loom --cfg tokio_unstable",
        arguments: &["--lib", "--features", "full,test-util"],
        // Its tests want assertions of its own.
        asserts: true,
        filter: &["loom_"],
        environment: &[
            ("LOOM_MAX_PREEMPTIONS", "2"),
            ("LOOM_MAX_BRANCHES", "10000"),
        ],
        ..NONE
    },
];

/// Why tests of thingbuf do not end: there is one slot.
const SKIPS: &str = "a sender skips a slot as long as it is read, and counts that without bound";

/// Why others do not, or do not do the same again: the log is a string of the OS thread.
const LOGS: &str = "a loop that waits writes into a log, which grows";

/// loom's tests, without loom itself.
const LOOM: &str = "\
[package]
name = \"loom-tests\"
version = \"0.0.0\"
edition = \"2018\"

[dependencies]
loom = { version = \"=0.7.2\", features = [\"futures\", \"checkpoint\"] }
futures-util = \"0.3\"

[features]
default = [\"futures\"]
futures = []

[workspace]
";
