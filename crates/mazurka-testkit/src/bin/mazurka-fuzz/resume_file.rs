//! Resume files of the command, changed, with their digests made right again, and given to
//! `mazurka check --resume`: an error, or the right exit code.
//!
//! In every other case the digest of each entry is made right, too. What was explored is then
//! whatever the file claims: a wrong verdict is counted as a claim, and is no failure.

use crate::case::{Case, Outcome, Places, Target, Wrong};
use crate::corpus::Corpus;
use crate::programs::compiled;
use crate::tree;
use mazurka_testkit::random::Random;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

/// What is checked: a C program with its flags or a litmus test, and options.
const CHECKS: [(&str, &[&str], &[&str]); 5] = [
    ("bugs/lost_update.c", &["-g0"], &["--keep-going"]),
    ("bugs/philosophers.c", &["-g0"], &["--algorithm", "source"]),
    ("models/iriw.c", &["-g0"], &["--model", "tso"]),
    ("C-peterson+fence.litmus", &[], &[]),
    (
        "IRIW.litmus",
        &[],
        &["--model", "tso", "--algorithm", "classic"],
    ),
];

/// The variant in which the entries' digests are made right as well.
const CLAIMS: u64 = 1;

pub(crate) struct ResumeFile {
    command: PathBuf,
    scratch: PathBuf,
    /// Files, with the exit code of a check that was not stopped.
    seeds: Vec<(Value, i32)>,
}

impl ResumeFile {
    /// # Errors
    /// When there is no command, or it cannot be run.
    pub(crate) fn new(places: &Places) -> Result<ResumeFile, String> {
        let command = places.command.clone();
        let command = command.ok_or("which command? --command PATH says so")?;
        let folder = places.folder.join("seeds");
        let scratch = folder.join(format!("resume-{}.json", std::process::id()));
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(fail)?;
        let mut seeds = Vec::new();
        for (file, flags, options) in CHECKS {
            let path = if file.ends_with(".c") {
                let path = folder.join(format!("check-{}.ll", file.replace('/', "-")));
                let text = compiled(places, file, flags)?;
                if fs::read(&path).ok().as_ref() != Some(&text) {
                    fs::write(&path, text).map_err(fail)?;
                }
                path
            } else {
                places
                    .root
                    .join("crates/mazurka-litmus/tests/litmus")
                    .join(file)
            };
            let check = |more: &[&str]| {
                let mut check = Command::new(&command);
                check.arg("check").arg(&path).args(options).args(more);
                run(check.args(["--quiet", "--workers", "1"]))
            };
            let truth = check(&[])?.status.code().unwrap_or(-1);
            let saved = scratch.display().to_string();
            for moment in ["1", "2", "5"] {
                let _ = fs::remove_file(&scratch);
                let code = check(&["--max-executions", moment, "--resume-file", &saved])?;
                if code.status.code() == Some(3)
                    && let Ok(text) = fs::read(&scratch)
                    && let Ok(file) = serde_json::from_slice(&text)
                {
                    seeds.push((file, truth));
                }
            }
        }
        if seeds.is_empty() {
            return Err("no resume file was written".to_owned());
        }
        Ok(ResumeFile {
            command,
            scratch,
            seeds,
        })
    }
}

impl Drop for ResumeFile {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.scratch);
    }
}

/// Runs a command that must not take long.
fn run(command: &mut Command) -> Result<Output, String> {
    let command = command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command
        .spawn()
        .map_err(|error| format!("cannot run the command: {error}"))?;
    let begun = Instant::now();
    while child
        .try_wait()
        .map_err(|error| error.to_string())?
        .is_none()
    {
        if begun.elapsed() > Duration::from_secs(8) {
            let _ = child.kill();
            let _ = child.wait();
            return Err("the command takes more than 8 s".to_owned());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    child.wait_with_output().map_err(|error| error.to_string())
}

fn resume(command: &Path, file: &Path) -> Result<Output, String> {
    let mut resume = Command::new(command);
    resume.args(["check", "--resume"]).arg(file);
    run(resume.args(["--workers", "1", "--max-executions", "3000"]))
}

impl Target for ResumeFile {
    fn extension(&self) -> &'static str {
        "json"
    }

    fn seeds(&self) -> Vec<Vec<u8>> {
        let seeds = self.seeds.iter();
        seeds
            .map(|(file, truth)| json!({ "file": file, "truth": truth }))
            .map(|seed| seed.to_string().into_bytes())
            .collect()
    }

    fn next(&mut self, random: &mut Random, _: &Corpus) -> Case {
        let (file, truth) = &self.seeds[random.below(self.seeds.len())];
        let (other, _) = &self.seeds[random.below(self.seeds.len())];
        let mut file = file.clone();
        tree::mutate(&mut file["session"], &other["session"], random);
        let mut input = file.to_string().into_bytes();
        if random.below(8) == 0 {
            crate::text::change_bytes(&mut input, random);
        }
        Case {
            input,
            variant: random.below(2) as u64,
            expect: truth.to_string(),
        }
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        let written = fs::write(&self.scratch, &case.input);
        written.map_err(|error| Wrong::new("no file", error.to_string()))?;
        let mut reseal = Command::new(&self.command);
        reseal.arg("reseal").arg(&self.scratch);
        if case.variant == CLAIMS {
            reseal.arg("--all");
        }
        // What is no JSON stays as it is.
        run(&mut reseal).map_err(|error| Wrong::new(error.clone(), error))?;
        let output = resume(&self.command, &self.scratch);
        let output = output.map_err(|error| Wrong::new(error.clone(), error))?;
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said
            .lines()
            .find(|line| !line.is_empty())
            .unwrap_or_default();
        if said.contains("internal error") {
            return Err(Wrong::new("internal error", said));
        }
        let is_claim = case.variant == CLAIMS;
        match (output.status.code(), case.expect.as_str()) {
            (Some(0), "1") | (Some(1), "0") if is_claim => Ok(Outcome::new("claimed", said)),
            (Some(2), _) => Ok(Outcome::new("refused", said)),
            (Some(3), _) => Ok(Outcome::new("no verdict", said)),
            (Some(0), "1") => Err(Wrong::new("verified", "verified, and there is a bug")),
            (Some(1), "0") => Err(Wrong::new("a bug", "a bug, and there is none")),
            (Some(0 | 1), _) => Ok(Outcome::new("right", said)),
            (_, _) => {
                let message = format!("{}: {said}", output.status);
                Err(Wrong::new(message.clone(), message))
            }
        }
    }
}
