//! The options: Mazurka's own, which become environment variables, and those of cargo, which
//! are handed on.

use clap::{Args, Parser, Subcommand};
use mazurka_trace::Wanted;
use std::path::PathBuf;

/// Cargo calls `cargo-mazurka mazurka ...`.
#[derive(Parser)]
#[command(name = "cargo", bin_name = "cargo", styles = clap::builder::Styles::styled())]
pub(crate) enum Cargo {
    Mazurka(Mazurka),
}

/// Checks the concurrent tests of a crate with Mazurka.
#[derive(Args)]
#[command(version, arg_required_else_help = true)]
pub(crate) struct Mazurka {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Subcommand)]
pub(crate) enum Command {
    /// Runs the tests of a crate with `--cfg mazurka`, and shows what the checks in them came to.
    ///
    /// The exit code is 0 if all is verified, 1 if there is a bug (or a test fails for another
    /// reason), 2 for an error, and 3 if a limit ended a check before its end.
    Test {
        /// Only tests with this in their names.
        filter: Option<String>,
        /// Only the test of exactly that name.
        #[arg(long, requires = "filter")]
        exact: bool,
        #[command(flatten)]
        common: Common,
        /// What follows `--` is for the tests' harness, such as `--test-threads 1`.
        #[arg(last = true)]
        harness: Vec<String>,
    },
    /// Prints a trace file, which `--trace-dir` writes: what was found, and how it comes about.
    Show {
        /// The trace file.
        file: PathBuf,
        #[command(flatten)]
        wanted: Wanted,
    },
    /// Runs one execution of one test again, as a failure prints it.
    Replay {
        /// The name of the test.
        #[arg(value_name = "TEST")]
        name: String,
        /// The string that a failure prints.
        replay: String,
        #[command(flatten)]
        common: Common,
        /// What follows `--` is for the tests' harness.
        #[arg(last = true)]
        harness: Vec<String>,
    },
}

#[derive(Args, Default)]
pub(crate) struct Common {
    #[command(flatten)]
    pub(crate) checks: Checks,
    #[command(flatten)]
    pub(crate) build: Build,
    /// Show all that the tests print, not only what those that fail print.
    #[arg(long, help_heading = "Output")]
    pub(crate) show_output: bool,
    /// Print the reports of the checks as they are, one JSON object a line, and no table.
    #[arg(long, help_heading = "Output")]
    pub(crate) json: bool,
}

/// Settings of checks, which override those of the tests.
#[derive(Args, Default)]
#[command(next_help_heading = "Checks (they override what tests say)")]
pub(crate) struct Checks {
    /// The memory model: sc, tso, pso, ra or rc11
    #[arg(long, value_name = "MODEL")]
    model: Option<String>,
    /// The explorer: exhaustive, classic, source, optimal, graphs, preemptions:N, delays:N, random:SEED or pct:DEPTH:SEED
    #[arg(long, value_name = "NAME")]
    algorithm: Option<String>,
    /// The most stores that a store buffer holds
    #[arg(long, value_name = "N")]
    buffer_bound: Option<u32>,
    /// Longer executions are not followed further
    #[arg(long, value_name = "N")]
    max_events: Option<u64>,
    /// An execution that takes more memory is not followed further
    #[arg(long, value_name = "MIB")]
    max_memory: Option<u32>,
    /// Threads are cut where they come to a place more often
    #[arg(long, value_name = "N")]
    unroll: Option<u32>,
    /// Each check stops after N executions
    #[arg(long, value_name = "N")]
    max_executions: Option<u64>,
    /// Each check stops after N seconds
    #[arg(long, value_name = "SECONDS")]
    max_time: Option<f64>,
    /// Each check explores with N threads at once
    #[arg(long, value_name = "N")]
    workers: Option<u32>,
    /// The most preemptions of an execution, or `all`: 0, 1, 2...
    #[arg(long, value_name = "N")]
    preemptions: Option<String>,
    /// The most delays of an execution, or `all`: 0, 1, 2...
    #[arg(long, value_name = "N")]
    delays: Option<String>,
    /// N random executions
    #[arg(long, value_name = "N")]
    random: Option<u64>,
    /// Random executions after PCT, for bugs of that depth
    #[arg(long, value_name = "DEPTH")]
    pct: Option<u32>,
    /// The seed of random executions
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// A check that does not come to its end fails
    #[arg(long)]
    require_exhausted: bool,
    /// After a bug under a weak model: which orderings are too weak
    #[arg(long)]
    suggest_fences: bool,
    /// Write a trace file for each bug into DIR
    #[arg(long, value_name = "DIR")]
    trace_dir: Option<PathBuf>,
    /// Look for the simplest execution that shows a bug for N seconds
    #[arg(long, value_name = "SECONDS")]
    shorten: Option<f64>,
}

impl Checks {
    /// The variables that say the same to checks.
    pub(crate) fn variables(&self) -> Vec<(&'static str, String)> {
        fn text<T: ToString>(value: Option<&T>) -> Option<String> {
            value.map(T::to_string)
        }
        // Tests run in the folders of their packages.
        let trace_dir = self.trace_dir.as_ref().map(|folder| {
            let whole = std::path::absolute(folder).unwrap_or_else(|_| folder.clone());
            whole.to_string_lossy().into_owned()
        });
        let on = |is_on: bool| is_on.then(|| "1".to_owned());
        let variables = [
            ("MAZURKA_MODEL", text(self.model.as_ref())),
            ("MAZURKA_ALGORITHM", text(self.algorithm.as_ref())),
            ("MAZURKA_BUFFER_BOUND", text(self.buffer_bound.as_ref())),
            ("MAZURKA_MAX_EVENTS", text(self.max_events.as_ref())),
            ("MAZURKA_MAX_MEMORY", text(self.max_memory.as_ref())),
            ("MAZURKA_UNROLL", text(self.unroll.as_ref())),
            ("MAZURKA_MAX_EXECUTIONS", text(self.max_executions.as_ref())),
            ("MAZURKA_MAX_TIME", text(self.max_time.as_ref())),
            ("MAZURKA_WORKERS", text(self.workers.as_ref())),
            ("MAZURKA_PREEMPTIONS", text(self.preemptions.as_ref())),
            ("MAZURKA_DELAYS", text(self.delays.as_ref())),
            ("MAZURKA_RANDOM", text(self.random.as_ref())),
            ("MAZURKA_PCT", text(self.pct.as_ref())),
            ("MAZURKA_SEED", text(self.seed.as_ref())),
            ("MAZURKA_REQUIRE_EXHAUSTED", on(self.require_exhausted)),
            ("MAZURKA_SUGGEST_FENCES", on(self.suggest_fences)),
            ("MAZURKA_TRACE_DIR", trace_dir),
            ("MAZURKA_SHORTEN", text(self.shorten.as_ref())),
        ];
        let said = variables.into_iter();
        said.filter_map(|(name, value)| Some((name, value?)))
            .collect()
    }
}

/// Options of `cargo test`, which mean what they mean there.
#[derive(Args, Default)]
#[command(next_help_heading = "Cargo (as for `cargo test`)")]
pub(crate) struct Build {
    /// The package to test
    #[arg(short, long, value_name = "SPEC")]
    package: Vec<String>,
    /// Test all packages of the workspace
    #[arg(long, alias = "all")]
    workspace: bool,
    /// All packages but this
    #[arg(long, value_name = "SPEC")]
    exclude: Vec<String>,
    /// The library's tests
    #[arg(long)]
    lib: bool,
    /// The tests of a binary
    #[arg(long, value_name = "NAME")]
    bin: Vec<String>,
    /// The tests of all binaries
    #[arg(long)]
    bins: bool,
    /// An integration test
    #[arg(long, value_name = "NAME")]
    test: Vec<String>,
    /// All targets that have tests
    #[arg(long)]
    tests: bool,
    /// The tests of an example
    #[arg(long, value_name = "NAME")]
    example: Vec<String>,
    /// The tests of all examples
    #[arg(long)]
    examples: bool,
    /// Features to turn on
    #[arg(short = 'F', long, value_name = "FEATURES")]
    features: Vec<String>,
    /// Turn on all features
    #[arg(long)]
    all_features: bool,
    /// Turn off the default features
    #[arg(long)]
    no_default_features: bool,
    /// Build in release mode
    #[arg(short, long)]
    release: bool,
    /// Build with that profile as it is
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Build for that kind of machine
    #[arg(long, value_name = "TRIPLE")]
    target: Option<String>,
    /// Build there, and not in `mazurka` of the usual directory
    #[arg(long, value_name = "PATH")]
    pub(crate) target_dir: Option<String>,
    /// The Cargo.toml of the package
    #[arg(long, value_name = "PATH")]
    pub(crate) manifest_path: Option<String>,
    /// How many jobs build at once
    #[arg(short, long, value_name = "N")]
    jobs: Option<String>,
    /// A setting of cargo
    #[arg(long, value_name = "KEY=VALUE")]
    config: Vec<String>,
    /// Cargo.lock must be up to date
    #[arg(long)]
    locked: bool,
    /// Nothing is fetched
    #[arg(long)]
    offline: bool,
    /// Both of these
    #[arg(long)]
    frozen: bool,
    /// Say more about the build
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
    /// Say nothing about the build
    #[arg(short, long)]
    quiet: bool,
}

impl Build {
    /// Is one of cargo's profiles asked for?
    pub(crate) fn has_profile(&self) -> bool {
        self.release || self.profile.is_some()
    }

    /// Those that decide which targets are tested.
    fn targets(&self) -> Vec<String> {
        let mut words = Words::default();
        words.flag("--lib", self.lib);
        words.each("--bin", &self.bin);
        words.flag("--bins", self.bins);
        words.each("--test", &self.test);
        words.flag("--tests", self.tests);
        words.each("--example", &self.example);
        words.flag("--examples", self.examples);
        words.0
    }

    /// Those that decide how things are built.
    pub(crate) fn options(&self) -> Vec<String> {
        let mut words = Words::default();
        words.each("--features", &self.features);
        words.flag("--all-features", self.all_features);
        words.flag("--no-default-features", self.no_default_features);
        words.flag("--release", self.release);
        words.each("--profile", &self.profile);
        words.each("--target", &self.target);
        words.each("--target-dir", &self.target_dir);
        words.each("--manifest-path", &self.manifest_path);
        words.each("--config", &self.config);
        words.flag("--locked", self.locked);
        words.flag("--offline", self.offline);
        words.flag("--frozen", self.frozen);
        words.0
    }

    /// All of them, for cargo. Where no target is named, these are all that have tests, but for
    /// those in documentation: flags of the compiler do not reach them.
    pub(crate) fn all(&self) -> Vec<String> {
        let mut words = Words::default();
        words.each("--package", &self.package);
        words.flag("--workspace", self.workspace);
        words.each("--exclude", &self.exclude);
        let targets = self.targets();
        words.flag("--tests", targets.is_empty());
        words.0.extend(targets);
        words.0.extend(self.options());
        words.each("--jobs", &self.jobs);
        for _ in 0..self.verbose {
            words.flag("--verbose", true);
        }
        words.flag("--quiet", self.quiet);
        words.0
    }
}

/// Words of a command line.
#[derive(Default)]
struct Words(Vec<String>);

impl Words {
    fn flag(&mut self, name: &str, is_on: bool) {
        self.0.extend(is_on.then(|| name.to_owned()));
    }

    fn each<'a>(&mut self, name: &str, values: impl IntoIterator<Item = &'a String>) {
        for value in values {
            self.0.extend([name.to_owned(), value.clone()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory as _;

    fn test(words: &[&str]) -> Command {
        let words = ["cargo", "mazurka"].iter().chain(words);
        let Cargo::Mazurka(arguments) = Cargo::try_parse_from(words).unwrap();
        arguments.command
    }

    #[test]
    fn options_are_well_formed() {
        Cargo::command().debug_assert();
    }

    #[test]
    fn checks_are_told_by_variables() {
        let words = "test fifo --model tso --workers 2 --preemptions 2 --max-time 1.5 -- -q";
        let words: Vec<&str> = words.split(' ').collect();
        let Command::Test {
            filter,
            common,
            harness,
            ..
        } = test(&words)
        else {
            panic!("it is a test");
        };
        assert_eq!(filter.as_deref(), Some("fifo"));
        assert_eq!(harness, ["-q"]);
        let text = |(name, value)| format!("{name}={value}");
        let variables: Vec<String> = common.checks.variables().into_iter().map(text).collect();
        let expected = [
            "MAZURKA_MODEL=tso",
            "MAZURKA_MAX_TIME=1.5",
            "MAZURKA_WORKERS=2",
            "MAZURKA_PREEMPTIONS=2",
        ];
        assert_eq!(variables, expected);
        assert_eq!(common.build.all(), ["--tests"]);
    }

    #[test]
    fn the_options_of_cargo_are_handed_on() {
        let words = ["replay", "a::b", "1/0x1", "-p", "queue", "--test", "fifo"];
        let words = [&words[..], &["-F", "x,y", "--locked"]].concat();
        let Command::Replay {
            name,
            replay,
            common,
            ..
        } = test(&words)
        else {
            panic!("it is a replay");
        };
        assert_eq!((&*name, &*replay), ("a::b", "1/0x1"));
        let all = ["--package", "queue", "--test", "fifo"];
        let options = ["--features", "x,y", "--locked"];
        assert_eq!(common.build.all(), [&all[..], &options].concat());
        assert_eq!(common.build.options(), options);
    }
}
