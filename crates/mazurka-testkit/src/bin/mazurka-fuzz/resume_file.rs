//! Resume files of the command, changed, with their digests made right again, and gone on with as
//! `mazurka check --resume` does, in this process; one in a thousand by the command itself. There
//! is an error, or the right exit code.
//!
//! In every other case the digest of each entry is made right, too. What was explored is then
//! whatever the file claims: a wrong verdict is counted as a claim, and is no failure.

use crate::case::{Case, Outcome, Places, Target, Wrong};
use crate::command::{Checked, built, input, run, table};
use crate::corpus::Corpus;
use crate::tree;
use mazurka_cli::testing;
use mazurka_testkit::random::Random;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What is checked: a C program with its flags or a litmus test, and options.
const CHECKS: [(Checked, &[&str]); 5] = [
    (("bugs/lost_update.c", &["-g0"]), &["--keep-going"]),
    (
        ("bugs/philosophers.c", &["-g0"]),
        &["--algorithm", "source"],
    ),
    (("models/iriw.c", &["-g0"]), &["--model", "tso"]),
    (("C-peterson+fence.litmus", &[]), &[]),
    (
        ("IRIW.litmus", &[]),
        &["--model", "tso", "--algorithm", "classic"],
    ),
];

/// The variant in which the entries' digests are made right as well.
const CLAIMS: u64 = 1;
/// The variant that is given to the command.
const COMMAND: u64 = 2;
/// So many executions are enough for all.
const MOST: u64 = 3_000;

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
        let command = built(places)?.to_owned();
        let folder = places.folder.join("seeds");
        let scratch = folder.join(format!("resume-{}.json", std::process::id()));
        let fail = |error: std::io::Error| format!("{}: {error}", folder.display());
        fs::create_dir_all(&folder).map_err(fail)?;
        let mut seeds = Vec::new();
        for (checked, options) in CHECKS {
            let path = input(places, checked)?;
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

fn resume(command: &Path, file: &Path) -> Result<Output, String> {
    let mut resume = Command::new(command);
    resume.args(["check", "--resume"]).arg(file);
    let most = MOST.to_string();
    run(resume.args(["--workers", "1", "--max-executions", &most]))
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
            variant: random.below(2) as u64 | (COMMAND * u64::from(random.below(1_000) == 0)),
            expect: truth.to_string(),
        }
    }

    fn run(&mut self, case: &Case) -> Result<Outcome, Wrong> {
        let is_claim = case.variant & CLAIMS != 0;
        let (code, said) = match case.variant & COMMAND {
            0 => {
                let text = String::from_utf8_lossy(&case.input);
                let resumed = testing::resume(&text, is_claim, MOST, table);
                resumed.map_or_else(|said| (Some(2), said), |(code, said)| (Some(code), said))
            }
            _ => self.by_command(case, is_claim)?,
        };
        if said.contains("internal error") {
            return Err(Wrong::new("internal error", said));
        }
        match (code, case.expect.as_str()) {
            (Some(0), "1") | (Some(1), "0") if is_claim => Ok(Outcome::new("claimed", "")),
            (Some(2), _) => Ok(Outcome::new("refused", &said)),
            (Some(3), _) => Ok(Outcome::new("no verdict", "")),
            (Some(0), "1") => Err(Wrong::new("verified", "verified, and there is a bug")),
            (Some(1), "0") => Err(Wrong::new("a bug", "a bug, and there is none")),
            (Some(0 | 1), _) => Ok(Outcome::new("right", "")),
            (code, _) => {
                let message = format!("exit code {code:?}: {said}");
                Err(Wrong::new(message.clone(), message))
            }
        }
    }
}

impl ResumeFile {
    /// The exit code of the command, none if it died, and the first line that it says.
    fn by_command(&self, case: &Case, is_claim: bool) -> Result<(Option<u8>, String), Wrong> {
        let wrong = |error: String| Wrong::new(error.clone(), error);
        fs::write(&self.scratch, &case.input).map_err(|error| wrong(error.to_string()))?;
        let mut reseal = Command::new(&self.command);
        reseal.arg("reseal").arg(&self.scratch);
        if is_claim {
            reseal.arg("--all");
        }
        // What is no JSON stays as it is.
        run(&mut reseal).map_err(wrong)?;
        let output = resume(&self.command, &self.scratch).map_err(wrong)?;
        let said = String::from_utf8_lossy(&output.stderr);
        let said = said.lines().find(|line| !line.is_empty());
        let code = output
            .status
            .code()
            .and_then(|code| u8::try_from(code).ok());
        Ok((code, said.unwrap_or_default().to_owned()))
    }
}
