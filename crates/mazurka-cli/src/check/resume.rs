//! Checks that were stopped, in a file, to be gone on with later.
//!
//! A [`Session`] is all that a command is to do and has done. The file has it with the
//! version of this program, since another may explore in another order, and a checksum:
//! a tree with a branch too few would look like one that was explored.

use super::arguments::Choices;
use super::files::Input;
use super::{Arguments, Settings};
use mazurka_llvm::clang::Text;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the file is, unless somebody says so.
pub(super) const DEFAULT_FILE: &str = "mazurka-resume.json";

/// What files look like; to be raised when that changes.
const FORMAT: u32 = 3;

/// Everything that a command is to check, with what has come of it so far.
#[derive(Serialize, Deserialize)]
pub(super) struct Session {
    pub(super) json: bool,
    pub(super) states: bool,
    pub(super) quiet: bool,
    /// One file or program, that is not in a table.
    pub(super) is_single: bool,
    choices: Choices,
    pub(super) entries: Vec<Entry>,
}

/// A file, or a program.
#[derive(Serialize, Deserialize)]
pub(super) struct Entry {
    /// Its files: at least one.
    pub(super) paths: Vec<PathBuf>,
    /// What is wrong with the path.
    pub(super) wrong: Option<String>,
    pub(super) begun: Option<Begun>,
    /// Could it not be checked? It is tried again when the session is gone on with.
    #[serde(skip)]
    pub(super) has_failed: bool,
}

/// Something that has been explored, to the end or not.
#[derive(Serialize, Deserialize)]
pub(super) struct Begun {
    pub(super) work: Work,
    micros: u64,
}

/// What was explored, and what has come of it.
#[derive(Serialize, Deserialize)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each file, not more"
)]
pub(super) enum Work {
    Litmus {
        text: String,
        explored: mazurka_litmus::Explored,
    },
    Program {
        /// Of what was compiled: that depends on more files than are named.
        checksum: u64,
        explored: mazurka_llvm::check::Explored,
    },
}

impl Begun {
    pub(super) fn new(work: Work, time: Duration) -> Begun {
        Begun {
            work,
            micros: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        }
    }

    /// How long it took so far.
    pub(super) fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

impl Entry {
    /// The first of its files, for people.
    pub(super) fn path(&self) -> &Path {
        &self.paths[0]
    }

    /// Is there something left to explore?
    fn is_unfinished(&self) -> bool {
        let is_left = |begun: &Begun| match &begun.work {
            Work::Litmus { explored, .. } => explored.is_unfinished(),
            Work::Program { explored, .. } => explored.is_unfinished(),
        };
        !self.has_failed && self.begun.as_ref().is_none_or(is_left)
    }
}

/// The file.
#[derive(Serialize, Deserialize)]
struct Envelope<'a> {
    mazurka_resume: u32,
    version: &'a str,
    checksum: u64,
    #[serde(borrow)]
    session: &'a RawValue,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Session {
    /// One that has not begun.
    pub(super) fn new(arguments: &Arguments, inputs: Vec<Input>, is_single: bool) -> Session {
        let entries = inputs.into_iter().map(|input| Entry {
            paths: input.paths,
            wrong: input.wrong,
            begun: None,
            has_failed: false,
        });
        Session {
            json: arguments.json,
            states: arguments.states,
            quiet: arguments.quiet,
            is_single,
            choices: arguments.settings.choices.clone(),
            entries: entries.collect(),
        }
    }

    /// The settings that it was begun with; those that decide nothing are `now`.
    pub(super) fn settings(&self, now: &Settings) -> Settings {
        Settings {
            choices: self.choices.clone(),
            ..now.clone()
        }
    }

    /// How many files are not explored to the end?
    pub(super) fn unfinished(&self) -> usize {
        let entries = self.entries.iter();
        entries.filter(|entry| entry.is_unfinished()).count()
    }

    /// Writes the file: as a whole, or not at all.
    pub(super) fn write(&self, path: &Path) -> io::Result<()> {
        let session = serde_json::value::to_raw_value(self)?;
        let bytes = serde_json::to_vec(&Envelope {
            mazurka_resume: FORMAT,
            version: VERSION,
            checksum: checksum([session.get().as_bytes()]),
            session: &session,
        })?;
        let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
        let name = name.to_string_lossy();
        let temporary = path.with_file_name(format!(".{name}.{}", std::process::id()));
        let written = File::create(&temporary).and_then(|mut file| {
            file.write_all(&bytes)?;
            file.sync_all()
        });
        let written = written.and_then(|()| fs::rename(&temporary, path));
        written.inspect_err(|_| {
            // It may not even be there.
            let _ = fs::remove_file(&temporary);
        })
    }

    /// Reads a file; an error is for people.
    pub(super) fn read(path: &Path) -> Result<Session, String> {
        let shown = path.display();
        let text = fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
        let text = String::from_utf8(text).unwrap_or_default();
        let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(&text) else {
            return Err(format!(
                "{shown} is not a resume file of mazurka, or damaged"
            ));
        };
        if envelope.mazurka_resume != FORMAT || envelope.version != VERSION {
            return Err(format!(
                "{shown} was written by mazurka {} (format {}), and this is {VERSION} (format \
                 {FORMAT}): please check the files anew",
                envelope.version, envelope.mazurka_resume
            ));
        }
        let session = envelope.session;
        let read = serde_json::from_str(session.get()).ok();
        let session: Session = read
            .filter(|_| checksum([session.get().as_bytes()]) == envelope.checksum)
            .filter(|session: &Session| session.entries.iter().all(|entry| !entry.paths.is_empty()))
            .ok_or_else(|| format!("{shown} is damaged"))?;
        session.look_for_changes(shown)?;
        Ok(session)
    }

    /// The litmus tests must be what they were. (Programs are looked at when they are
    /// compiled.)
    fn look_for_changes(&self, shown: impl std::fmt::Display) -> Result<(), String> {
        for entry in &self.entries {
            let Some(Work::Litmus { text, .. }) = entry.begun.as_ref().map(|begun| &begun.work)
            else {
                continue;
            };
            let path = entry.path().display();
            let now = super::read(entry.path()).map_err(|error| format!("{path}: {error}"))?;
            if now != *text {
                return Err(format!("{path} has changed since {shown} was written"));
            }
        }
        Ok(())
    }
}

/// The checksum of what was compiled.
pub(super) fn checksum_of(texts: &[Text]) -> u64 {
    checksum(texts.iter().map(|text| &*text.text))
}

/// FNV-1a.
fn checksum<'t>(texts: impl IntoIterator<Item = &'t [u8]>) -> u64 {
    let bytes = texts.into_iter().flatten();
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
