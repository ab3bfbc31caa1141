//! A real Erlang judges the judge: whatever it comes to, the judge must know.
//!
//! It runs on one scheduler, with `yield` in random places. So it does not show all that can
//! happen, and what it shows may still be more than the judge has: signals travel there.

use super::compare::read_final;
use super::emit::module;
use super::ended::Final;
use super::machine::Receives;
use super::program::Program;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering};

/// What every program came to, with how often.
pub type Seen = Vec<BTreeMap<Final, u64>>;

/// How to run it.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How often each program runs.
    pub rounds: usize,
    /// How many schedulers there are.
    pub schedulers: usize,
}

/// Is there an Erlang to compile and run with?
#[must_use]
pub fn is_there() -> bool {
    let version = Command::new("erl")
        .args(["-noshell", "-eval", "halt(0)."])
        .output();
    version.is_ok_and(|output| output.status.success())
}

/// A directory of its own, removed in the end.
#[derive(Debug)]
pub struct Scratch(PathBuf);

impl Scratch {
    /// Makes it.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn new() -> Result<Scratch, String> {
        static NEXT: AtomicU64 = AtomicU64::new(0);
        let number = NEXT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mazurka-erlang-oracle-{}-{number}", std::process::id());
        let path = std::env::temp_dir().join(name);
        std::fs::create_dir_all(&path).map_err(|error| format!("{}: {error}", path.display()))?;
        Ok(Scratch(path))
    }

    /// Where it is.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// How a text is compiled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Compile {
    /// As usual.
    Plainly,
    /// Without what makes code faster, which takes most of the time.
    Quickly,
    /// For a real Erlang, with yields.
    Yielding,
}

/// Compiles a text to a `.beam` file in that directory.
///
/// # Errors
/// What `erlc` has to say.
pub fn compile(directory: &Path, name: &str, text: &str, how: Compile) -> Result<PathBuf, String> {
    let file = directory.join(format!("{name}.erl"));
    std::fs::write(&file, text).map_err(|error| error.to_string())?;
    let mut erlc = Command::new("erlc");
    erlc.arg("-o").arg(directory);
    match how {
        Compile::Plainly => {}
        Compile::Quickly => {
            erlc.args(["+no_copt", "+no_ssa_opt", "+no_type_opt", "+no_bool_opt"]);
        }
        Compile::Yielding => {
            erlc.arg("-DYIELDS");
        }
    }
    let output = erlc.arg("-W0").arg(&file).output();
    let output = output.map_err(|error| format!("erlc: {error}"))?;
    if !output.status.success() {
        let said = String::from_utf8_lossy(&output.stdout);
        return Err(format!(
            "erlc: {said}{}",
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    Ok(directory.join(format!("{name}.beam")))
}

/// Runs programs.
///
/// # Errors
/// When they cannot be compiled or run.
pub fn run(programs: &[&Program], plan: &Plan) -> Result<Seen, String> {
    let scratch = Scratch::new()?;
    compile(
        scratch.path(),
        "harness",
        include_str!("harness.erl"),
        Compile::Plainly,
    )?;
    compile(
        scratch.path(),
        "programs",
        &module("programs", programs, true),
        Compile::Yielding,
    )?;
    let call = format!(
        "harness:main(programs, {}, {}, \"outcomes\").",
        programs.len(),
        plan.rounds
    );
    let schedulers = plan.schedulers.to_string();
    let output = Command::new("erl")
        .args(["+S", &schedulers, "-noshell", "-noinput", "-eval", &call])
        .current_dir(scratch.path())
        .output();
    let output = output.map_err(|error| format!("erl: {error}"))?;
    let text = std::fs::read_to_string(scratch.path().join("outcomes"));
    let text = text.map_err(|error| {
        let said = String::from_utf8_lossy(&output.stdout);
        let wrong = String::from_utf8_lossy(&output.stderr);
        format!("erl: {error}: {said}{wrong}")
    })?;
    let mut seen = vec![BTreeMap::new(); programs.len()];
    for line in text.lines() {
        let parts: Vec<&str> = line.splitn(3, '\t').collect();
        let [program, count, end] = parts[..] else {
            return Err(format!("no outcome: {line}"));
        };
        let program: usize = program.parse().map_err(|_| line.to_owned())?;
        let count: u64 = count.parse().map_err(|_| line.to_owned())?;
        seen[program].insert(read_final(end, true, Receives::Ordered)?, count);
    }
    Ok(seen)
}

/// An outcome without the logs of processes that did not end by themselves: how far they come
/// before they die is another matter there.
#[must_use]
pub fn without_victims(end: &Final) -> Final {
    let mut end = end.clone();
    for process in &mut end.processes {
        if process.ended != "normal" && process.ended != "waiting" {
            process.log.clear();
        }
    }
    end
}
