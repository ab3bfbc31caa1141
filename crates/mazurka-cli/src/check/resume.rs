//! Checks that were stopped, in a file, to be gone on with later.
//!
//! A [`Session`] is all that a command is to do and has done. The file is data: it names
//! files to read, by extensions that are known, and neither a compiler nor flags for one,
//! which the command line has to say again. It has a digest of itself and of the build that
//! wrote it, and whatever it says is checked before it is used.
//!
//! A file that was written before is kept until a newer one is on the disk.

use super::arguments::Choices;
use super::digest;
use super::files::{self, Input, Language};
use super::{Arguments, Settings};
use crate::text::quoted;
use mazurka_llvm::clang::Text;
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the file is, unless the command line says so; with a number if there is one
/// already.
const DEFAULT_FILE: &str = "mazurka-resume";

/// What files look like; to be raised when that changes.
const FORMAT: u32 = 4;

/// Everything that a command is to check, with what has come of it so far.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Session {
    pub(super) json: bool,
    pub(super) states: bool,
    pub(super) quiet: bool,
    /// One file or program, that is not in a table.
    pub(super) is_single: bool,
    choices: Choices,
    compiler: Compiler,
    pub(super) entries: Vec<Entry>,
}

/// Which compiler and flags the command line had: to compare and to show, never to use.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Compiler {
    digest: String,
    shown: String,
}

/// A file, or a program.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    /// Its files: at least one.
    #[serde(with = "paths")]
    pub(super) paths: Vec<PathBuf>,
    /// What is wrong with the path.
    pub(super) wrong: Option<String>,
    /// Is there nothing left to explore? `begun` says so, too.
    is_finished: bool,
    begun: Option<Begun>,
    /// The digest of that, with the options and the build that it belongs to.
    seal: Option<String>,
    /// Could it not be checked? It is tried again when the session is gone on with.
    #[serde(skip)]
    has_failed: bool,
    /// Has it come further than the file says that it was read from?
    #[serde(skip)]
    is_newer: bool,
}

/// Something that has been explored, to the end or not.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Begun {
    pub(super) work: Work,
    micros: u64,
}

/// What was explored, and what has come of it.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(
    clippy::large_enum_variant,
    reason = "there is one for each file, not more"
)]
pub(super) enum Work {
    Litmus {
        /// Of the text.
        digest: String,
        explored: mazurka_litmus::Explored,
    },
    Program {
        /// Of what was compiled: that depends on more files than are named.
        digest: String,
        explored: mazurka_llvm::check::Explored,
    },
}

impl Work {
    fn is_unfinished(&self) -> bool {
        match self {
            Work::Litmus { explored, .. } => explored.is_unfinished(),
            Work::Program { explored, .. } => explored.is_unfinished(),
        }
    }

    fn language(&self) -> Language {
        match self {
            Work::Litmus { .. } => Language::Litmus,
            Work::Program { .. } => Language::Program,
        }
    }

    /// Is what it says is left a tree at all?
    fn is_sound(&self) -> bool {
        let left = match self {
            Work::Litmus { explored, .. } => &explored.left,
            Work::Program { explored, .. } => &explored.left,
        };
        left.check().is_ok()
    }
}

impl Begun {
    /// How long it took so far.
    pub(super) fn time(&self) -> Duration {
        Duration::from_micros(self.micros)
    }
}

impl Entry {
    fn new(input: Input) -> Entry {
        Entry {
            paths: input.paths,
            wrong: input.wrong,
            is_finished: false,
            begun: None,
            seal: None,
            has_failed: false,
            is_newer: false,
        }
    }

    /// The first of its files, for people.
    pub(super) fn path(&self) -> &Path {
        &self.paths[0]
    }

    /// What was explored before.
    pub(super) fn before(&self) -> Option<&Begun> {
        self.begun.as_ref()
    }

    /// Takes over how far it has come; what is lost leaves what was there before.
    pub(super) fn advance(&mut self, work: Work, time: Duration) {
        self.has_failed = false;
        self.is_newer |= self.begun.as_ref().is_none_or(|begun| begun.work != work);
        self.is_finished = !work.is_unfinished();
        self.begun = Some(Begun {
            work,
            micros: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        });
    }

    /// It could not be checked: what was explored before is kept.
    pub(super) fn fail(&mut self) {
        self.has_failed = true;
    }

    /// Is there something left to explore, that this command could?
    fn is_unfinished(&self) -> bool {
        !self.has_failed && !self.is_finished
    }

    /// Would something be lost with it?
    fn is_worth_keeping(&self) -> bool {
        !self.is_finished && (self.begun.is_some() || !self.has_failed)
    }

    /// The seal that it should have.
    fn sealed(&self, build: &str, choices: &Choices) -> io::Result<Option<String>> {
        let Some(begun) = &self.begun else {
            return Ok(None);
        };
        let (choices, begun) = (serde_json::to_vec(choices)?, serde_json::to_vec(begun)?);
        Ok(Some(digest::of([build.as_bytes(), &choices, &begun])))
    }

    /// Is it what this command could have written?
    fn is_sound(&self) -> bool {
        let language = |path: &PathBuf| files::language(path);
        let is_one = match self.paths.as_slice() {
            [] => return false,
            [path] => language(path).is_some(),
            paths => (paths.iter()).all(|path| language(path) == Some(Language::Program)),
        };
        match &self.begun {
            None => !self.is_finished && (is_one || self.wrong.is_some()),
            Some(Begun { work, .. }) => {
                is_one
                    && self.wrong.is_none()
                    && language(&self.paths[0]) == Some(work.language())
                    && work.is_unfinished() != self.is_finished
                    && work.is_sound()
            }
        }
    }

    /// What was wrong may be right by now.
    fn look_again(&mut self) {
        let is_there = |path: &PathBuf| files::language(path).is_some() && path.is_file();
        if self.paths.iter().all(is_there) {
            self.wrong = None;
        }
    }
}

/// The file.
#[derive(Serialize, Deserialize)]
struct Envelope<'a> {
    mazurka_resume: u32,
    version: &'a str,
    /// The digest of the command that wrote it.
    build: &'a str,
    /// Of the build and the session.
    digest: &'a str,
    #[serde(borrow)]
    session: &'a RawValue,
}

const VERSION: &str = env!("CARGO_PKG_VERSION");

impl Session {
    /// One that has not begun.
    pub(super) fn new(arguments: &Arguments, inputs: Vec<Input>, is_single: bool) -> Session {
        let choices = arguments.settings.choices.clone();
        Session {
            json: arguments.json,
            states: arguments.states,
            quiet: arguments.quiet,
            is_single,
            compiler: Compiler::new(&choices),
            choices,
            entries: inputs.into_iter().map(Entry::new).collect(),
        }
    }

    /// The settings that it was begun with; those that decide nothing are `now`, and so are
    /// the compiler and its flags.
    pub(super) fn settings(&self, now: &Settings) -> Settings {
        Settings {
            choices: Choices {
                clang: now.choices.clang.clone(),
                flags: now.choices.flags.clone(),
                ..self.choices.clone()
            },
            ..now.clone()
        }
    }

    /// How many files are not explored to the end, and could be?
    pub(super) fn unfinished(&self) -> usize {
        let entries = self.entries.iter();
        entries.filter(|entry| entry.is_unfinished()).count()
    }

    /// Would something be lost without a file?
    pub(super) fn is_worth_keeping(&self) -> bool {
        self.entries.iter().any(Entry::is_worth_keeping)
    }

    /// Has anything come further than the file says that it was read from?
    pub(super) fn is_newer(&self) -> bool {
        self.entries.iter().any(|entry| entry.is_newer)
    }

    /// The command that goes on with what is in a file.
    pub(super) fn command(&self, path: &Path) -> String {
        let path = quoted(&path.to_string_lossy());
        format!("mazurka check --resume {path}{}", self.compiler.shown)
    }

    /// Writes the file: as a whole, or not at all.
    pub(super) fn write(&mut self, path: &Path) -> io::Result<()> {
        let build = digest::of_this_build()?;
        self.seal(&build)?;
        let session = serde_json::value::to_raw_value(self)?;
        replace(path, &sealed(&session, &build)?)
    }

    /// Seals all entries.
    fn seal(&mut self, build: &str) -> io::Result<()> {
        for entry in &mut self.entries {
            entry.seal = entry.sealed(build, &self.choices)?;
        }
        Ok(())
    }

    /// Is it what this build could have written?
    fn is_sound(&self, build: &str) -> bool {
        let is_sealed = |entry: &Entry| {
            let sealed = entry.sealed(build, &self.choices);
            sealed.is_ok_and(|sealed| sealed == entry.seal)
        };
        let mut entries = self.entries.iter();
        self.choices.is_sound()
            && !self.entries.is_empty()
            && entries.all(|entry| entry.is_sound() && is_sealed(entry))
    }

    /// Reads a file; an error is for people. `choices` are those of the command line, with
    /// the compiler and its flags.
    pub(super) fn read(path: &Path, choices: &Choices) -> Result<Session, String> {
        let shown = path.display();
        let text = fs::read(path).map_err(|error| format!("{shown}: {error}"))?;
        let text = String::from_utf8(text).unwrap_or_default();
        let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(&text) else {
            return Err(match serde_json::from_str::<Header>(&text) {
                Ok(header) if header.mazurka_resume != FORMAT => other_format(path, &header),
                _ => format!("{shown} is not a resume file of mazurka, or damaged"),
            });
        };
        let build = digest::of_this_build()
            .map_err(|error| format!("this command cannot read itself: {error}"))?;
        if envelope.mazurka_resume != FORMAT || envelope.version != VERSION {
            let header = Header {
                mazurka_resume: envelope.mazurka_resume,
                version: envelope.version.to_owned(),
            };
            return Err(other_format(path, &header));
        }
        if envelope.build != build {
            return Err(format!(
                "{shown} was written by another build of mazurka {VERSION}, which may explore in \
                 another order: go on with that, or check the files anew"
            ));
        }
        let session = envelope.session.get();
        let read = serde_json::from_str(session).ok();
        let mut session: Session = read
            .filter(|_| seal(&build, session) == envelope.digest)
            .filter(|session: &Session| session.is_sound(&build))
            .ok_or_else(|| {
                format!("{shown} is damaged, or was edited: please check the files anew")
            })?;
        let compiler = Compiler::new(choices);
        if session.compiler.digest != compiler.digest {
            let given = match session.compiler.shown.trim() {
                "" => String::from("without --clang and flags"),
                shown => format!("with `{shown}`"),
            };
            return Err(format!(
                "{shown} was begun {given}: give the same --clang and flags again, after --resume \
                 {shown}"
            ));
        }
        session.compiler = compiler;
        session.entries.iter_mut().for_each(Entry::look_again);
        Ok(session)
    }
}

/// What every format has.
#[derive(Deserialize)]
struct Header {
    mazurka_resume: u32,
    version: String,
}

fn other_format(path: &Path, header: &Header) -> String {
    format!(
        "{} was written by mazurka {} (format {}), and this is {VERSION} (format {FORMAT}): \
         please check the files anew",
        path.display(),
        header.version,
        header.mazurka_resume
    )
}

impl Compiler {
    fn new(choices: &Choices) -> Compiler {
        let clang = choices.clang.as_ref().map(|clang| clang.as_os_str());
        let mut shown = String::new();
        let mut parts: Vec<&[u8]> = vec![];
        if let Some(clang) = clang {
            shown.push_str(&format!(" --clang {}", quoted(&clang.to_string_lossy())));
            parts.extend([b"clang", clang.as_encoded_bytes()]);
        }
        parts.push(b"flags");
        if !choices.flags.is_empty() {
            shown.push_str(" --");
        }
        for flag in &choices.flags {
            shown.push_str(&format!(" {}", quoted(flag)));
            parts.push(flag.as_bytes());
        }
        Compiler {
            digest: digest::of(parts),
            shown,
        }
    }
}

/// The digest of a session that a build has written.
fn seal(build: &str, session: &str) -> String {
    digest::of([&b"mazurka resume"[..], build.as_bytes(), session.as_bytes()])
}

/// The bytes of a file.
fn sealed(session: &RawValue, build: &str) -> io::Result<Vec<u8>> {
    let mut bytes = serde_json::to_vec(&Envelope {
        mazurka_resume: FORMAT,
        version: VERSION,
        build,
        digest: &seal(build, session.get()),
        session,
    })?;
    bytes.push(b'\n');
    Ok(bytes)
}

/// Gives a file that was edited the digest that it should have, and this build: the whole,
/// and `all` entries as well, if they can be read. For tests of what happens with wrong data.
pub(crate) fn reseal(path: &Path, all: bool) -> Result<(), String> {
    #[derive(Deserialize)]
    struct Edited<'a> {
        #[serde(borrow)]
        session: &'a RawValue,
    }
    let wrong = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(|error| wrong(&error))?;
    let edited: Edited<'_> = serde_json::from_str(&text).map_err(|error| wrong(&error))?;
    let build = digest::of_this_build().map_err(|error| wrong(&error))?;
    let mut session = edited.session.to_owned();
    if let (true, Ok(mut read)) = (all, serde_json::from_str::<Session>(session.get())) {
        let again = read
            .seal(&build)
            .and_then(|()| Ok(serde_json::value::to_raw_value(&read)?));
        session = again.map_err(|error| wrong(&error))?;
    }
    let bytes = sealed(&session, &build).map_err(|error| wrong(&error))?;
    replace(path, &bytes).map_err(|error| wrong(&error))
}

/// Where a file is written before it takes its place.
fn beside(path: &Path) -> io::Result<PathBuf> {
    let name = path.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut beside = std::ffi::OsString::from(".");
    beside.push(name);
    beside.push(format!(".{}", std::process::id()));
    Ok(path.with_file_name(beside))
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Puts bytes in the place of a file: when this has failed, the file is as it was.
fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let temporary = beside(path)?;
    let written = File::create(&temporary).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let written = written.and_then(|()| fs::rename(&temporary, path));
    written.inspect_err(|_| {
        // It may not even be there.
        let _ = fs::remove_file(&temporary);
    })?;
    // So that the new name is on the disk, too. Not every file system can do that.
    if let Ok(folder) = File::open(folder(path)) {
        let _ = folder.sync_all();
    }
    Ok(())
}

/// Can a resume file be written there? An error is for people.
pub(super) fn look_at_place(path: &Path) -> Result<(), String> {
    let wrong = |why: &str| format!("cannot write {}: {why}", path.display());
    match fs::metadata(path) {
        Ok(data) if data.is_dir() => return Err(wrong("it is a directory")),
        Ok(data) if !data.is_file() => return Err(wrong("it is no regular file")),
        Ok(data) if data.len() > 0 && !is_resume_file(path) => {
            return Err(wrong(
                "there is a file of that name, and it is no resume file: name another",
            ));
        }
        _ => {}
    }
    let temporary = beside(path).map_err(|error| wrong(&error.to_string()))?;
    let made = File::create(&temporary).and_then(|_| fs::remove_file(&temporary));
    made.map_err(|error| wrong(&error.to_string()))
}

/// Does it begin like one?
fn is_resume_file(path: &Path) -> bool {
    const BEGINNING: &[u8] = b"{\"mazurka_resume\":";
    let mut beginning = [0; BEGINNING.len()];
    let read =
        File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut beginning));
    read.is_ok() && beginning == BEGINNING
}

/// A name that no file has: another one may have been left by a check of something else.
pub(super) fn free_place() -> PathBuf {
    let names = (1..).map(|number| match number {
        1 => PathBuf::from(format!("{DEFAULT_FILE}.json")),
        number => PathBuf::from(format!("{DEFAULT_FILE}-{number}.json")),
    });
    let is_free = |path: &PathBuf| fs::symlink_metadata(path).is_err();
    names
        .take(10_000)
        .find(is_free)
        .unwrap_or_else(|| PathBuf::from(format!("{DEFAULT_FILE}-{}.json", std::process::id())))
}

/// The digest of what was compiled.
pub(super) fn digest_of(texts: &[Text]) -> String {
    digest::of(texts.iter().map(|text| &*text.text))
}

/// Paths: as text, or as bytes if they are none.
mod paths {
    use serde::{Deserialize, Deserializer, Serialize, Serializer};
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt, OsStringExt};
    use std::path::PathBuf;

    #[derive(Serialize, Deserialize)]
    #[serde(untagged)]
    enum Name {
        Text(String),
        Bytes(Vec<u8>),
    }

    pub(super) fn serialize<S: Serializer>(paths: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        let name = |path: &PathBuf| match path.to_str() {
            Some(text) => Name::Text(text.to_owned()),
            None => Name::Bytes(path.as_os_str().as_bytes().to_vec()),
        };
        paths.iter().map(name).collect::<Vec<_>>().serialize(to)
    }

    pub(super) fn deserialize<'d, D: Deserializer<'d>>(from: D) -> Result<Vec<PathBuf>, D::Error> {
        let names = Vec::<Name>::deserialize(from)?.into_iter();
        let path = |name| match name {
            Name::Text(text) => PathBuf::from(text),
            Name::Bytes(bytes) => PathBuf::from(OsString::from_vec(bytes)),
        };
        Ok(names.map(path).collect())
    }
}
