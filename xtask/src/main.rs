//! `cargo xtask TASK`: the tasks of this repository, on the standard library only.

mod compat;
mod compat_crates;
mod compat_run;
mod crates;
mod deb;
mod files;
mod guide;
mod links;

use std::env;
use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

const USAGE: &str = "\
usage: cargo xtask TASK

  demo    check small programs in Rust and C, with and without bugs (builds what it needs)
  check   `mazurka check` with the arguments that follow (builds what it needs)
  bench   measure Mazurka beside other checkers; `bench --help` tells what can be
          asked for, `bench limit` and `bench growth` measure it against its limit,
          `bench papers` and `bench relaxed` print the tables of the papers,
          `bench erlang` measures Erlang programs beside Concuerror,
          `bench graphs` measures execution graphs beside executions,
          `bench cluster` simulates many machines,
          `bench estimate` measures how good the estimate of executions is,
          `bench stop` measures how soon it stops
  compat  run the loom tests of crates from the registry, by Mazurka and by loom, and print a
          table; `compat --help` tells what can be asked for
  soak    stop checks at random moments and go on with them, for an hour
          (`--minutes M`, `--hours H`); with `--cluster`, explore on a cluster that fails; with
          `--outputs`, check programs whose outputs fail
  fuzz    throw damaged inputs at it; `fuzz --help` tells which
  test    packages, formatting, lints, documentation, and all tests (builds what it needs)
  miri    run under Miri what it can run of the Rust library: the parts of the runtime that
          switch no fibers (needs rustup's nightly with `miri` and `rust-src`)
  package make packages of the crates that are published
  deb     make a Debian package of the command (needs dpkg-dev)
  guide   make a book of docs/guide (needs mdbook)
  deny    look at the licences, sources and known faults of the dependencies (needs cargo-deny)
  setup   fetch the dependencies and look for the tools that `test` uses
  ci      run .ci/run on a fresh clone of the last commit, as a CI machine does
";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let done = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["demo"] => demo(),
        ["check", ..] => return check(&arguments),
        ["bench", ..] => return bench(&arguments[1..]),
        ["compat", ..] => return compat::compat(&arguments[1..]),
        ["soak", ..] => return bench(&arguments),
        ["fuzz", ..] => return fuzz(&arguments[1..]),
        ["test"] => test(),
        ["miri"] => miri(),
        ["package"] => package(),
        ["deb"] => deb::deb(&root()),
        ["guide"] => guide::guide(&root()),
        ["deny"] => deny(),
        ["setup"] => setup(),
        ["ci"] => ci(),
        _ => {
            eprint!("{USAGE}");
            return ExitCode::from(2);
        }
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("xtask: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The quick start of the README.
fn demo() -> Result<(), String> {
    let demo = ["--package", "mazurka-corpus", "--example", "demo"];
    build("the demo", "debug/examples/demo", &demo)?;
    build("mazurka", "debug/mazurka", &["--package", "mazurka-cli"])?;
    cargo(&["run", "--quiet"]).args(demo).run()?;
    let check = |more: &[&str]| {
        cargo(&["run", "--quiet", "--package", "mazurka-cli", "--"])
            .args(["check", "examples/c/peterson.c"])
            .args(more)
    };
    // The first is there to show a bug.
    check(&["--model", "tso"]).ends_with(1)?;
    check(&["--model", "tso", "--", "-DFENCE"]).run()
}

/// `mazurka check`, with its exit code.
fn check(arguments: &[String]) -> ExitCode {
    if let Err(message) = build_command() {
        return failed(&message);
    }
    let command = run_release("mazurka-cli").args(["--"]).args(arguments);
    command.where_called()
}

/// Builds the command.
fn build_command() -> Result<(), String> {
    let package = ["--release", "--package", "mazurka-cli"];
    build("mazurka", "release/mazurka", &package)
}

/// `mazurka-bench`, with its exit code; and before it, what it runs.
fn bench(arguments: &[String]) -> ExitCode {
    let first = arguments.first().map_or("", String::as_str);
    let built = match first {
        "limit" | "papers" | "parallel" | "relaxed" | "simulate" | "--help" => Ok(()),
        // They run the command.
        "cluster" | "erlang" | "estimate" | "graphs" | "growth" | "stop" | "soak" => {
            build_command()
        }
        _ => {
            let peers = ["--release", "--package", "mazurka-bench-peers"];
            let peers = [&peers[..], &["--features", "traceforge"]].concat();
            build("other checkers", "release/mazurka-bench-traceforge", &peers)
        }
    };
    if let Err(message) = built {
        return failed(&message);
    }
    // Without default features it counts allocations.
    let package = ["--release", "--package", "mazurka-bench"];
    let package = [&package[..], &["--no-default-features"]].concat();
    if let Err(message) = build("mazurka-bench", "release/mazurka-bench", &package) {
        return failed(&message);
    }
    let command = run_release("mazurka-bench").args(["--no-default-features", "--"]);
    command.args(arguments).where_called()
}

/// `mazurka-fuzz`, with its exit code; and before it, the command.
fn fuzz(arguments: &[String]) -> ExitCode {
    match build_fuzz() {
        Ok((fuzz, command)) => {
            let command = command.display().to_string();
            let fuzz = Invocation::new(&fuzz.display().to_string());
            fuzz.args(arguments)
                .args(["--command", &command])
                .where_called()
        }
        Err(message) => failed(&message),
    }
}

/// The exit code of a task that could not be begun.
fn failed(message: &str) -> ExitCode {
    eprintln!("xtask: {message}");
    ExitCode::from(2)
}

/// How long a build may take without a word.
const SILENCE: Duration = Duration::from_secs(2);

/// Builds what is run without a word from cargo, since a build takes minutes the first time:
/// says so, and shows cargo's progress on a terminal if `executable` is not there yet.
fn build(what: &str, executable: &str, arguments: &[&str]) -> Result<(), String> {
    let executable = target().join(format!("{executable}{}", env::consts::EXE_SUFFIX));
    let mut is_told = !executable.exists();
    if is_told {
        eprintln!("x: building {what}, which takes some minutes the first time");
    }
    let mut command = cargo(&["build"]).args(arguments);
    if !is_told || !io::stderr().is_terminal() {
        command = command.args(["--quiet"]);
    }
    let shown = command.shown;
    let cannot = |error| format!("cannot run `{shown}`: {error}");
    let mut child = command.command.spawn().map_err(cannot)?;
    let begun = Instant::now();
    loop {
        match child.try_wait().map_err(cannot)? {
            Some(status) if status.success() => return Ok(()),
            Some(status) => return Err(format!("`{shown}` ended with {status}")),
            None if !is_told && begun.elapsed() > SILENCE => {
                eprintln!("x: building {what} again, since something has changed");
                is_told = true;
            }
            None => thread::sleep(Duration::from_millis(10)),
        }
    }
}

/// Builds the fuzzer with LLVM's counters of edges, assertions and checks of overflow, and the
/// command as it is. Gives their paths.
fn build_fuzz() -> Result<(PathBuf, PathBuf), String> {
    let target = target();
    build_command()?;
    let host = host()?;
    let folder = target.join("fuzz-build");
    let counters = [
        "-Cpasses=sancov-module",
        "-Cllvm-args=-sanitizer-coverage-level=3",
        "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
        "-Cllvm-args=-sanitizer-coverage-pc-table",
    ];
    // With `--target`, the flags are not those of build scripts.
    cargo(&["build", "--quiet", "--release", "--target", &host])
        .args(["--package", "mazurka-testkit", "--bin", "mazurka-fuzz"])
        .env("RUSTFLAGS", &counters.join(" "))
        .env("CARGO_TARGET_DIR", &folder.display().to_string())
        .env("CARGO_PROFILE_RELEASE_LTO", "off")
        .env("CARGO_PROFILE_RELEASE_CODEGEN_UNITS", "16")
        .env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true")
        .env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true")
        .run()?;
    let fuzz = folder.join(host).join("release").join("mazurka-fuzz");
    Ok((fuzz, target.join("release").join("mazurka")))
}

/// The kind of machine that this is, as rustc calls it.
fn host() -> Result<String, String> {
    let output = Command::new("rustc").arg("-vV").output();
    let output = output.map_err(|error| format!("cannot run rustc: {error}"))?;
    let text = String::from_utf8_lossy(&output.stdout);
    let line = text.lines().find_map(|line| line.strip_prefix("host: "));
    line.map(str::to_owned)
        .ok_or_else(|| "rustc does not say what this machine is".to_owned())
}

/// `cargo run` of an optimised executable, from any directory.
fn run_release(package: &str) -> Invocation {
    let manifest = root().join("Cargo.toml").display().to_string();
    cargo(&["run", "--quiet", "--release", "--package", package])
        .args(["--manifest-path", &manifest])
}

/// Everything that must hold before a change lands.
fn test() -> Result<(), String> {
    setup()?;
    let start = Instant::now();
    crates::check(&root())?;
    files::check(&root())?;
    links::check(&root())?;
    package()?;
    cargo(&["fmt", "--all", "--check"]).run()?;
    cargo(&["clippy", "--workspace", "--all-targets"])
        .locked()
        .args(["--", "-D", "warnings"])
        .run()?;
    // Built alone, it has none of the features that benchmarks and tests ask for.
    cargo(&["clippy", "--package", "mazurka-cli"])
        .locked()
        .args(["--", "-D", "warnings"])
        .run()?;
    cargo(&["doc", "--workspace", "--no-deps"])
        .locked()
        .env("RUSTDOCFLAGS", "-D warnings")
        .run()?;
    cargo(&["test", "--workspace"]).locked().run()?;
    // The example of a crate with checks, as its users run them. `dev` is built soonest.
    cargo(&["run", "--quiet", "--package", "cargo-mazurka"])
        .locked()
        .args(["--", "mazurka", "test", "--package", "ring"])
        .args(["--profile", "dev", "--locked"])
        .run()?;
    // Allocations are counted only where Mazurka does not install its own allocator.
    cargo(&[
        "test",
        "--package",
        "mazurka-bench",
        "--no-default-features",
    ])
    .locked()
    .args(["--bin", "mazurka-bench", "allocations"])
    .run()?;
    eprintln!("xtask: all passed in {} s", start.elapsed().as_secs());
    Ok(())
}

/// The unit tests of the runtime, but for those of inline assembly, under Miri.
fn miri() -> Result<(), String> {
    // The region of process heaps is never given back, and is known by its address.
    let flags = "-Zmiri-permissive-provenance -Zmiri-ignore-leaks";
    Invocation::new("rustup")
        .args(["run", "nightly", "cargo", "miri", "test"])
        .args(["--package", "mazurka", "--lib", "--", "rt::"])
        .env("MIRIFLAGS", flags)
        .run()
}

/// Packages all crates but those that say `publish = false`, which cargo would package as well.
fn package() -> Result<(), String> {
    let mut command = cargo(&["package", "--workspace", "--no-verify", "--allow-dirty"]);
    for name in crates::unpublished(&root())? {
        command = command.args(["--exclude", &name]);
    }
    command.args(["--quiet"]).run()
}

/// `cargo deny`, as `deny.toml` says.
fn deny() -> Result<(), String> {
    if !cargo(&["deny", "--version"]).succeeds() {
        return Err(
            "cargo-deny is missing: `cargo install cargo-deny --locked` adds it".to_owned(),
        );
    }
    cargo(&["deny", "check"]).run()
}

/// Fetches the dependencies, and the tools where they are missing.
fn setup() -> Result<(), String> {
    for (tool, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if !cargo(&[tool, "--version"]).succeeds() {
            Invocation::new("rustup")
                .args(["component", "add", component])
                .run()
                .map_err(|error| {
                    format!("`cargo {tool}` is missing, and so is a way to add it: {error}")
                })?;
        }
    }
    cargo(&["fetch"]).locked().run()
}

/// Only what is committed, in a directory of its own, with nobody at the keyboard.
fn ci() -> Result<(), String> {
    let clone = root().join("target").join("ci");
    if clone.exists() {
        std::fs::remove_dir_all(&clone)
            .map_err(|error| format!("cannot remove {}: {error}", clone.display()))?;
    }
    Invocation::new("git")
        .args(["clone", "--quiet", "--no-hardlinks", "."])
        .args([&clone.display().to_string()])
        .run()?;
    Invocation::new("bash")
        .args([".ci/run"])
        .current_dir(&clone)
        .env("CI", "true")
        // Its build must not lean on ours.
        .env_remove("CARGO_TARGET_DIR")
        .run()
}

/// The directory that cargo builds in: this is `debug/xtask` there.
fn target() -> PathBuf {
    let here = env::current_exe().unwrap_or_default();
    here.ancestors().nth(2).unwrap_or(Path::new("")).to_owned()
}

fn root() -> PathBuf {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR"));
    manifest
        .parent()
        .expect("xtask is in a directory of the repository")
        .to_path_buf()
}

/// The cargo that runs us.
fn cargo(arguments: &[&str]) -> Invocation {
    let program = env::var("CARGO").unwrap_or_else(|_| String::from("cargo"));
    Invocation::new(&program).args(arguments.iter().copied())
}

/// A command at the root of the repository, shown before it runs.
struct Invocation {
    command: Command,
    shown: String,
}

impl Invocation {
    fn new(program: &str) -> Invocation {
        let mut command = Command::new(program);
        command.current_dir(root()).stdin(Stdio::null());
        let name = Path::new(program).file_name();
        Invocation {
            command,
            shown: name.map_or(program.into(), |name| name.to_string_lossy().into_owned()),
        }
    }

    fn args<S: AsRef<str>>(mut self, arguments: impl IntoIterator<Item = S>) -> Self {
        for argument in arguments {
            self.shown.push(' ');
            self.shown.push_str(argument.as_ref());
            self.command.arg(argument.as_ref());
        }
        self
    }

    /// In CI, the lock file must be up to date; at a desk, cargo may update it.
    fn locked(self) -> Self {
        if env::var_os("CI").is_some() {
            self.args(["--locked"])
        } else {
            self
        }
    }

    fn env(mut self, name: &str, value: &str) -> Self {
        self.shown = format!("{name}='{value}' {}", self.shown);
        self.command.env(name, value);
        self
    }

    fn env_remove(mut self, name: &str) -> Self {
        self.command.env_remove(name);
        self
    }

    fn current_dir(mut self, directory: &Path) -> Self {
        self.command.current_dir(directory);
        self
    }

    /// Runs where the caller is (`./x` changes to the root of the repository first),
    /// and gives the exit code. Shows nothing.
    fn where_called(mut self) -> ExitCode {
        let called = env::var_os("MAZURKA_CALLED_FROM");
        let here = called.map_or_else(env::current_dir, |at| Ok(at.into()));
        let status = here.and_then(|here| self.command.current_dir(here).status());
        match status {
            Ok(status) => {
                let code = status.code().and_then(|code| code.try_into().ok());
                ExitCode::from(code.unwrap_or(2))
            }
            Err(error) => {
                eprintln!("xtask: cannot run cargo: {error}");
                ExitCode::from(2)
            }
        }
    }

    /// Does it end well? Shows nothing.
    fn succeeds(mut self) -> bool {
        self.command
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    }

    fn run(self) -> Result<(), String> {
        self.ends_with(0)
    }

    /// Runs it, and wants that exit code.
    fn ends_with(mut self, code: i32) -> Result<(), String> {
        eprintln!("$ {}", self.shown);
        match self.command.status() {
            Ok(status) if status.code() == Some(code) => Ok(()),
            Ok(status) => Err(format!("`{}` ended with {status}", self.shown)),
            Err(error) => Err(format!("cannot run `{}`: {error}", self.shown)),
        }
    }
}
