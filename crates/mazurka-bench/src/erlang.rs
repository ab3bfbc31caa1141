//! `mazurka-bench erlang`: the papers' Erlang programs by the built command, beside Concuerror's
//! figures.
//!
//! Counts are judged, times are not.

use crate::robust;
use crate::robust::programs::root;
use crate::robust::run::{Ran, Running};
use crate::table::{Table, grouped, or_dash};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

/// A program, with what must hold and what Concuerror has (on OTP 25): its executions, and the
/// processor's seconds.
struct Row {
    name: &'static str,
    module: &'static str,
    function: &'static str,
    executions: u64,
    concuerror: Option<(u64, f64)>,
}

const fn row(
    name: &'static str,
    module: &'static str,
    function: &'static str,
    executions: u64,
    concuerror: Option<(u64, f64)>,
) -> Row {
    Row {
        name,
        module,
        function,
        executions,
        concuerror,
    }
}

const ROWS: [Row; 15] = [
    row("readers(8)", "readers", "n8", 256, Some((256, 2.6))),
    row("readers(10)", "readers", "n10", 1_024, Some((1_024, 3.7))),
    row("readers(13)", "readers", "n13", 8_192, Some((8_192, 16.9))),
    row("readers(15)", "readers", "n15", 32_768, None),
    row("last_zero(8)", "lastzero", "n8", 704, Some((704, 2.8))),
    row(
        "last_zero(11)",
        "lastzero",
        "n11",
        7_168,
        Some((7_168, 25.3)),
    ),
    row("last_zero(15)", "lastzero", "n15", 147_456, None),
    row("indexer(12)", "indexer", "n12", 8, Some((8, 2.4))),
    row("indexer(15)", "indexer", "n15", 4_096, None),
    row("indexer(17)", "indexer", "n17", 262_144, None),
    row("filesystem(19)", "filesystem", "n19", 64, None),
    row("gen_server(3)", "clients", "n3", 36, Some((36, 3.6))),
    row("gen_server(4)", "clients", "n4", 576, Some((576, 4.4))),
    row(
        "gen_server(5)",
        "clients",
        "n5",
        14_400,
        Some((14_400, 34.3)),
    ),
    row("register", "messages", "names", 264, Some((2_100, 2.7))),
];

/// The module that calls some of OTP's.
const NEEDS_OTP: &str = "clients";

/// The executions of the program whose memory is looked at.
const MILLION: u64 = 1 << 20;

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Only programs whose name contains this.
    #[arg(long, value_name = "TEXT")]
    only: Option<String>,
    /// Each figure is the least of so many runs.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// Leave out the memory of readers(20), over a million executions.
    #[arg(long)]
    no_memory: bool,
    /// The `mazurka` command, if it is not beside this one.
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
}

/// Measures and prints. Is every count as it must be?
///
/// # Errors
/// When something cannot be run.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let bench = Bench {
        command: robust::command(arguments.command.as_deref())?,
        folder: root().join("target/bench-erlang"),
        sources: root().join("crates/mazurka-erlang/tests/programs"),
        runs: arguments.runs,
    };
    std::fs::create_dir_all(&bench.folder)
        .map_err(|error| format!("{}: {error}", bench.folder.display()))?;
    let mut table = Table::new(
        "Erlang programs, by one worker (optimal)",
        &[
            "program",
            "executions",
            "processor s",
            "with erlc s",
            "peak MiB",
            "Concuerror's executions",
            "its processor s",
        ],
    );
    let only = arguments.only.as_deref().unwrap_or_default();
    let mut wrong = Vec::new();
    for row in ROWS.iter().filter(|row| row.name.contains(only)) {
        if row.module == NEEDS_OTP && !has_erlc() {
            eprintln!("mazurka-bench: {} needs OTP, which is not there", row.name);
            continue;
        }
        eprintln!("mazurka-bench: {}", row.name);
        bench.measure(row, &mut table, &mut wrong)?;
    }
    table.note(
        "The processor's time (user and system) of `mazurka check FILE.beam`, from start to end; \
         and the time that `mazurka check FILE.erl` takes, where erlc compiles first. Concuerror's \
         is that of the whole command, on OTP 25 and another machine.",
    );
    table.note("register: Concuerror has other rules for which operations depend on one another.");
    println!("{table}");
    if !arguments.no_memory && "readers(20)".contains(only) {
        println!("{}", bench.memory(&mut wrong)?);
    }
    for text in &wrong {
        eprintln!("mazurka-bench: {text}");
    }
    Ok(wrong.is_empty())
}

struct Bench {
    command: PathBuf,
    folder: PathBuf,
    sources: PathBuf,
    runs: u32,
}

impl Bench {
    fn measure(&self, row: &Row, table: &mut Table, wrong: &mut Vec<String>) -> Result<(), String> {
        let beam = self.compile(row.module)?;
        let source = self.sources.join(format!("{}.erl", row.module));
        let mut best: Option<Ran> = None;
        let mut whole: Option<f64> = None;
        for _ in 0..self.runs {
            let ran = self.check(row, &beam)?;
            if best
                .as_ref()
                .is_none_or(|best| ran.processor < best.processor)
            {
                best = Some(ran);
            }
            if has_erlc() {
                let ran = self.check(row, &source)?;
                let seconds = ran.wall.as_secs_f64();
                whole = Some(whole.map_or(seconds, |least| least.min(seconds)));
            }
        }
        let best = best.expect("there is a run");
        let complete = best.number("complete").unwrap_or_default();
        let verdict = best.text("verdict").unwrap_or_default();
        if complete != row.executions || verdict != "verified" {
            wrong.push(format!(
                "{}: {complete} executions, {verdict}: expected {} and verified",
                row.name, row.executions
            ));
        }
        table.row([
            row.name.to_owned(),
            grouped(complete),
            format!("{:.3}", best.processor.as_secs_f64()),
            or_dash(whole.map(|seconds| format!("{seconds:.2}"))),
            format!("{:.1}", best.most_kib as f64 / 1024.0),
            or_dash(row.concuerror.map(|(executions, _)| grouped(executions))),
            or_dash(row.concuerror.map(|(_, seconds)| format!("{seconds:.1}"))),
        ]);
        Ok(())
    }

    /// Memory while there are more and more executions.
    fn memory(&self, wrong: &mut Vec<String>) -> Result<Table, String> {
        eprintln!("mazurka-bench: readers(20), a million executions");
        let mut table = Table::new("Memory of readers(20)", &["after s", "MiB"]);
        let mib = |kib: u64| format!("{:.1}", kib as f64 / 1024.0);
        let beam = self.compile("readers")?;
        let mut command = self.command("readers", "n20", &beam);
        let running = Running::start(&mut command, &self.folder.join("out"))?;
        let mut seconds = 1;
        let ran = loop {
            if let Some(ran) = running.wait(Duration::from_secs(seconds))? {
                break ran;
            }
            table.row([seconds.to_string(), mib(running.memory_kib())]);
            seconds *= 2;
        };
        let complete = ran.number("complete").unwrap_or_default();
        if complete != MILLION {
            wrong.push(format!("readers(20): {complete} executions, not {MILLION}"));
        }
        let end = format!("{:.1}", ran.wall.as_secs_f64());
        table.row([end, mib(ran.most_kib)]);
        table.note(&format!(
            "{} executions in {:.1} s of the processor.",
            grouped(complete),
            ran.processor.as_secs_f64()
        ));
        Ok(table)
    }

    /// The module as erlc compiles it, or as it is in the repository.
    fn compile(&self, module: &str) -> Result<PathBuf, String> {
        if !has_erlc() {
            let folder = self.sources.join("beam/25");
            return Ok(folder.join(format!("{module}.beam")));
        }
        let mut erlc = Command::new("erlc");
        erlc.arg("-o").arg(&self.folder);
        erlc.arg(self.sources.join(format!("{module}.erl")));
        let output = erlc.output().map_err(|error| format!("erlc: {error}"))?;
        match output.status.success() {
            true => Ok(self.folder.join(format!("{module}.beam"))),
            false => Err(String::from_utf8_lossy(&output.stdout).into_owned()),
        }
    }

    fn command(&self, module: &str, function: &str, file: &Path) -> Command {
        let mut command = Command::new(&self.command);
        command.arg("check").arg(file);
        command.args(["--entry", function, "--json", "--workers", "1"]);
        if ["filesystem", NEEDS_OTP].contains(&module) {
            // Locks and servers wait for ever.
            command.args(["--ignore", "deadlock"]);
        }
        command
    }

    fn check(&self, row: &Row, file: &Path) -> Result<Ran, String> {
        let mut command = self.command(row.module, row.function, file);
        let ran = Running::start(&mut command, &self.folder.join("out"))?.end()?;
        match ran.number("complete") {
            Some(_) => Ok(ran),
            None => Err(format!("{command:?}: {}", ran.said)),
        }
    }
}

fn has_erlc() -> bool {
    let mut erlc = Command::new("erlc");
    erlc.arg("-help")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    erlc.status().is_ok()
}
