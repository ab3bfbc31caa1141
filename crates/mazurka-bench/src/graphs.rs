//! `mazurka-bench graphs`: the explorer of execution graphs beside the one of executions, on C
//! programs, by the built command.
//!
//! Counts are judged, times are not. Clang compiles before anything is measured: so the
//! processor's time and the memory of the process are those of the check alone.

use crate::process::clear_settings;
use crate::robust;
use crate::robust::programs::root;
use crate::robust::run::{Ran, Running};
use crate::table::{Table, grouped, or_dash};
use clap::Args;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// Where programs of the papers are.
const PAPERS: &str = "crates/mazurka-llvm/corpus/papers";
/// Where the others are.
const OWN: &str = "crates/mazurka-bench/programs/graphs";

/// How many executions a program of some size has.
type Count = fn(u64) -> u64;

/// A program in C, with the sizes that are measured.
struct Program {
    name: &'static str,
    folder: &'static str,
    sizes: &'static [u64],
    /// Those of `--quick`.
    quick: &'static [u64],
    /// What must hold under sequential consistency, where a formula says so.
    executions: Option<Count>,
    /// Must it hold under every model?
    is_same_everywhere: bool,
    /// Is it explored under TSO, too?
    tso: bool,
}

/// Without formula, without TSO.
const fn program(name: &'static str, sizes: &'static [u64], quick: &'static [u64]) -> Program {
    Program {
        name,
        folder: OWN,
        sizes,
        quick,
        executions: None,
        is_same_everywhere: false,
        tso: false,
    }
}

impl Program {
    const fn paper(self, executions: Count) -> Program {
        Program {
            folder: PAPERS,
            ..self.counted(executions)
        }
    }

    const fn counted(self, executions: Count) -> Program {
        Program {
            executions: Some(executions),
            ..self
        }
    }

    const fn everywhere(self) -> Program {
        Program {
            is_same_everywhere: true,
            ..self
        }
    }

    const fn with_tso(self) -> Program {
        Program { tso: true, ..self }
    }
}

const PROGRAMS: [Program; 9] = [
    program("readers", &[13, 16, 18], &[4])
        .paper(|n| 1 << n)
        .everywhere()
        .with_tso(),
    program("lastzero", &[10, 12, 15], &[4]).paper(|n| (n + 3) << (n - 2)),
    program("writers", &[8], &[4])
        .paper(factorial)
        .everywhere()
        .with_tso(),
    program("wakeup_stress", &[8, 9], &[3]).paper(|n| 2 * factorial(n)),
    program("locks", &[4, 5], &[3]).counted(|n| factorial(2 * n) >> n),
    program("two_locks", &[4, 5], &[3]).counted(|n| factorial(n) * factorial(n)),
    program("ticket", &[6, 7], &[3]).counted(factorial),
    program("stack", &[3], &[2]).with_tso(),
    program("seqlock", &[3, 4], &[1]).with_tso(),
];

fn factorial(n: u64) -> u64 {
    (1..=n).product()
}

/// The processor's seconds of GenMC 0.11 under sequential consistency. They were measured once,
/// on another machine with two cores.
const GENMC: [(&str, f64); 6] = [
    ("readers(13)", 0.15),
    ("readers(16)", 1.0),
    ("lastzero(10)", 0.2),
    ("lastzero(12)", 1.1),
    ("lastzero(15)", 12.0),
    ("writers(8)", 0.25),
];
/// The most executions a second that GenMC had then, with any program.
const GENMC_RATE: u64 = 160_000;

/// An explorer, with a model.
#[derive(Clone, Copy)]
struct How {
    algorithm: &'static str,
    model: &'static str,
    /// Is it also measured with two workers?
    by_two: bool,
}

/// What the others are compared with.
const OPTIMAL: How = how("optimal", "sc", true);
const GRAPHS: [How; 3] = [
    how("graphs", "sc", false),
    how("graphs", "tso", false),
    how("graphs", "rc11", true),
];

const fn how(algorithm: &'static str, model: &'static str, by_two: bool) -> How {
    How {
        algorithm,
        model,
        by_two,
    }
}

#[derive(Args, Debug)]
pub(crate) struct Arguments {
    /// Only programs whose name contains this, like "readers" or "readers(13)".
    #[arg(long, value_name = "TEXT", default_value = "")]
    only: String,
    /// Small sizes, once each: for the counts, not for the times.
    #[arg(long)]
    quick: bool,
    /// Each time is the least of N runs.
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    runs: u32,
    /// A check is stopped after N seconds. It then counts as one with a wrong count.
    #[arg(long, value_name = "SECONDS", default_value_t = 600)]
    max_time: u64,
    /// The `mazurka` command, if it is not beside this one.
    #[arg(long, value_name = "PATH")]
    command: Option<PathBuf>,
    /// The clang that compiles; without it `clang`, or the newest `clang-NN`.
    #[arg(long, value_name = "PATH")]
    clang: Option<PathBuf>,
}

/// Measures and prints. Is every count as it must be?
///
/// # Errors
/// When something cannot be run.
pub(crate) fn run(arguments: &Arguments) -> Result<bool, String> {
    let mut bench = Bench {
        command: robust::command(arguments.command.as_deref())?,
        clang: clang(arguments.clang.as_deref())?,
        folder: root().join(format!("target/bench-graphs-{}", std::process::id())),
        runs: if arguments.quick { 1 } else { arguments.runs },
        max_time: arguments.max_time,
        table: Table::new(
            "Execution graphs beside executions, C programs",
            &[
                "program",
                "explorer",
                "executions",
                "discarded",
                "in vain",
                "processor s",
                "executions/s",
                "peak MiB",
                "two workers x",
                "GenMC s",
            ],
        ),
        wrong: Vec::new(),
    };
    let failed = |error: std::io::Error| format!("{}: {error}", bench.folder.display());
    std::fs::create_dir_all(&bench.folder).map_err(failed)?;
    let measured = bench.all(arguments);
    let _ = std::fs::remove_dir_all(&bench.folder);
    measured?;
    bench.table.note(&format!(
        "The processor's time (user and system) and the memory are those of `mazurka check`, from \
         start to end, with one worker, and without clang. \"in vain\" are executions that were \
         begun and left, \"discarded\" those in which a thread has looked in vain in a loop that \
         waits; the rate is that of all but those in vain. \"two workers x\" is the time by the \
         clock with one worker by that with two. GenMC's times are those of version 0.11 under SC \
         on another machine; its best rate there, with writers, was {} executions a second.",
        grouped(GENMC_RATE)
    ));
    println!("{}", bench.table);
    for text in &bench.wrong {
        eprintln!("mazurka-bench: {text}");
    }
    Ok(bench.wrong.is_empty())
}

struct Bench {
    command: PathBuf,
    clang: PathBuf,
    folder: PathBuf,
    runs: u32,
    max_time: u64,
    table: Table,
    wrong: Vec<String>,
}

impl Bench {
    fn all(&mut self, arguments: &Arguments) -> Result<(), String> {
        let mut is_any = false;
        for program in &PROGRAMS {
            let sizes = if arguments.quick {
                program.quick
            } else {
                program.sizes
            };
            for &size in sizes {
                let name = format!("{}({size})", program.name);
                if name.contains(&arguments.only) {
                    is_any = true;
                    self.measure(program, size, &name)?;
                }
            }
        }
        match is_any {
            true => Ok(()),
            false => Err(format!("no program has {:?} in its name", arguments.only)),
        }
    }

    /// A program with every explorer.
    fn measure(&mut self, program: &Program, size: u64, name: &str) -> Result<(), String> {
        let file = self.compile(program, size)?;
        let expected = program.executions.map(|executions| executions(size));
        let optimal = self.row(name, OPTIMAL, &file, expected)?;
        for how in GRAPHS {
            let expected = match how.model {
                "tso" if !program.tso => continue,
                "sc" => expected.or(Some(optimal)),
                _ => expected.filter(|_| program.is_same_everywhere),
            };
            self.row(name, how, &file, expected)?;
        }
        Ok(())
    }

    /// A row of the table; its executions.
    fn row(
        &mut self,
        name: &str,
        how: How,
        file: &Path,
        expected: Option<u64>,
    ) -> Result<u64, String> {
        let title = format!("{} {}", how.algorithm, how.model.to_uppercase());
        eprintln!("mazurka-bench: {name}, {title}");
        let mut alone = self.check(how, file, 1)?;
        let mut clock = alone.wall;
        let mut by_two = None;
        for run in 0..self.runs {
            if run > 0 {
                let ran = self.check(how, file, 1)?;
                clock = clock.min(ran.wall);
                if ran.processor < alone.processor {
                    alone = ran;
                }
            }
            if how.by_two {
                let ran = self.check(how, file, 2)?;
                let same = expected.or(alone.number("complete"));
                self.judge(&format!("{name}, {title}, two workers"), &ran, same);
                by_two = Some(by_two.map_or(ran.wall, |least| ran.wall.min(least)));
            }
        }
        self.judge(&format!("{name}, {title}"), &alone, expected);
        let count = |field| alone.number(field).unwrap_or_default();
        let (complete, discarded) = (count("complete"), count("discarded"));
        let seconds = alone.processor.as_secs_f64();
        let genmc = GENMC.iter().find(|row| row.0 == name && how.model == "sc");
        self.table.row([
            name.to_owned(),
            title,
            grouped(complete),
            grouped(discarded),
            grouped(count("blocked")),
            format!("{seconds:.3}"),
            grouped(((complete + discarded) as f64 / seconds) as u64),
            format!("{:.1}", alone.most_kib as f64 / 1024.0),
            or_dash(by_two.map(|two| format!("{:.2}", clock.as_secs_f64() / two.as_secs_f64()))),
            or_dash(genmc.map(|row| format!("{:.2}", row.1))),
        ]);
        Ok(complete)
    }

    fn judge(&mut self, what: &str, ran: &Ran, expected: Option<u64>) {
        let complete = ran.number("complete").unwrap_or_default();
        let verdict = ran.text("verdict").unwrap_or_default();
        if verdict != "verified" || expected.is_some_and(|expected| expected != complete) {
            let expected = or_dash(expected.map(grouped));
            self.wrong.push(format!(
                "{what}: {} executions, {verdict}: expected {expected} and verified",
                grouped(complete)
            ));
        }
    }

    /// The program as LLVM IR, as the command has clang write it.
    fn compile(&self, program: &Program, size: u64) -> Result<PathBuf, String> {
        let source = root()
            .join(program.folder)
            .join(format!("{}.c", program.name));
        let file = self.folder.join(format!("{}-{size}.ll", program.name));
        let mut clang = Command::new(&self.clang);
        clang.args(["-S", "-emit-llvm", "-g", "-O0", "-fno-discard-value-names"]);
        clang.args(["-Xclang", "-disable-O0-optnone", "-fno-stack-protector"]);
        clang.arg(format!("-DN={size}")).arg(source);
        let output = clang.arg("-o").arg(&file).output();
        let output = output.map_err(|error| format!("{}: {error}", self.clang.display()))?;
        match output.status.success() {
            true => Ok(file),
            false => Err(String::from_utf8_lossy(&output.stderr).into_owned()),
        }
    }

    fn check(&self, how: How, file: &Path, workers: u32) -> Result<Ran, String> {
        let mut command = Command::new(&self.command);
        command.arg("check").arg(file).arg("--json");
        command.args(["--algorithm", how.algorithm, "--model", how.model]);
        command.args(["--workers", &workers.to_string()]);
        command.args(["--max-time", &self.max_time.to_string()]);
        clear_settings(&mut command);
        let ran = Running::start(&mut command, &self.folder.join("out"))?.end()?;
        match ran.number("complete") {
            Some(_) => Ok(ran),
            None => Err(format!("{command:?}: {}", ran.said)),
        }
    }
}

/// The clang that compiles: as said, or as the command looks for it.
fn clang(said: Option<&Path>) -> Result<PathBuf, String> {
    if let Some(path) = said {
        return Ok(path.to_owned());
    }
    let newest = (14..=30)
        .rev()
        .map(|version| PathBuf::from(format!("clang-{version}")));
    let mut names = std::iter::once(PathBuf::from("clang")).chain(newest);
    let is_there = |name: &PathBuf| {
        let mut clang = Command::new(name);
        clang
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null());
        clang.status().is_ok()
    };
    names.find(is_there).ok_or_else(|| {
        "clang was not found: install clang (Debian: apt-get install clang), or name one with \
         --clang"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn programs_are_there_and_published_figures_have_rows() {
        let mut names = Vec::new();
        for program in &PROGRAMS {
            let file = format!("{}/{}.c", program.folder, program.name);
            assert!(root().join(&file).is_file(), "{file}");
            names.extend(
                program
                    .sizes
                    .iter()
                    .map(|size| format!("{}({size})", program.name)),
            );
        }
        for (name, _) in GENMC {
            assert!(names.iter().any(|row| row == name), "{name}");
        }
    }
}
