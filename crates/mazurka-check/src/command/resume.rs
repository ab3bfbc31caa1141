//! Checks that were stopped, in a file, to be gone on with later.
//!
//! A [`Session`] is all that a command is to do and has done. The file is data: it names
//! files to read, by extensions that are known, and neither a compiler nor flags for one,
//! which the command line has to say again. It has a digest of itself and of the build that
//! wrote it, and whatever it says is checked before it is used.
//!
//! A file that was written before is kept until a newer one is on the disk.

use super::digest;
use super::format::Format;
use super::language::{FrontEnd, of_file};
use super::terminal::quoted;
use super::text::stem;
use mazurka_trace::{Place, plain};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::value::{RawValue, to_raw_value};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// Where the file is, unless the command line says so; with a number if there is one
/// already.
const DEFAULT_FILE: &str = "mazurka-resume";

/// What files look like; to be raised when that changes.
const FORMAT: u32 = 8;

/// The options of a command that decide which executions there are, and what is said of them.
pub trait Choices: Clone + Serialize + DeserializeOwned {
    /// Could a command line have said so? A file may say anything.
    fn is_sound(&self) -> bool;

    /// Those that a file must not say, like which program is to be run.
    fn again(&self) -> Again;

    /// These, with what [`Choices::again`] tells from there.
    #[must_use]
    fn with_again(&self, of: &Self) -> Self;
}

/// The table of languages that options make.
pub type TableOf<C> = fn(&C) -> Vec<Box<dyn FrontEnd>>;

/// Options that have to be given again with `--resume`: to compare and to show, never to use.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Again {
    digest: String,
    shown: String,
}

impl Again {
    /// Options with their values, in words and as bytes.
    #[must_use]
    pub fn new<'p>(shown: String, parts: impl IntoIterator<Item = &'p [u8]>) -> Again {
        Again {
            digest: digest::of(parts),
            shown,
        }
    }
}

/// Something to check.
pub struct Input {
    /// The file, or those that are linked.
    pub paths: Vec<PathBuf>,
    /// The test of these files, if they have tests that are programs of their own.
    pub test: Option<String>,
    /// What is wrong with it, if anything is.
    pub wrong: Option<String>,
}

/// Everything that a command is to check, with what has come of it so far.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields, bound = "C: Choices")]
pub struct Session<C> {
    /// How results are printed.
    pub format: Format,
    /// Are final states in the table?
    pub states: bool,
    /// Only the verdict?
    pub quiet: bool,
    /// One file or program, that is not in a table.
    pub is_single: bool,
    choices: C,
    again: Again,
    /// The files and programs.
    pub entries: Vec<Entry>,
}

/// A file, or a program.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its files: at least one.
    #[serde(with = "paths")]
    pub paths: Vec<PathBuf>,
    /// The test of these files that it is, if it is one.
    #[serde(default)]
    pub test: Option<String>,
    /// What is wrong with the path.
    pub wrong: Option<String>,
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
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Begun {
    work: Work,
    micros: u64,
}

/// What was explored, and what has come of it.
#[derive(Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Work {
    language: String,
    /// Of the program: that may depend on more files than are named.
    pub(super) digest: String,
    pub(super) explored: Box<RawValue>,
}

impl Work {
    pub(super) fn new(
        language: &str,
        digest: String,
        explored: &impl Serialize,
    ) -> serde_json::Result<Work> {
        Ok(Work {
            language: language.to_owned(),
            digest,
            explored: to_raw_value(explored)?,
        })
    }
}

impl PartialEq for Work {
    fn eq(&self, other: &Work) -> bool {
        self.language == other.language
            && self.digest == other.digest
            && self.explored.get() == other.explored.get()
    }
}

impl Entry {
    fn new(input: Input) -> Entry {
        Entry {
            paths: input.paths,
            test: input.test,
            wrong: input.wrong,
            is_finished: false,
            begun: None,
            seal: None,
            has_failed: false,
            is_newer: false,
        }
    }

    /// The first of its files, for people.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.paths[0]
    }

    /// What it is called in a table: the test, or the file.
    #[must_use]
    pub fn name(&self) -> String {
        let name = self.test.clone().unwrap_or_else(|| stem(self.path()));
        plain(&name).into_owned()
    }

    /// The first of its files, for people.
    #[must_use]
    pub fn shown_path(&self) -> String {
        plain(&self.path().to_string_lossy()).into_owned()
    }

    /// What is wrong with its paths, if anything is. Messages and reports name files: one whose
    /// name has a line end could say anything there.
    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        let has_line_end = |path: &PathBuf| path.as_os_str().as_encoded_bytes().contains(&b'\n');
        match self.paths.iter().any(has_line_end) {
            true => Some("its name has a line end: rename it"),
            false => self.wrong.as_deref(),
        }
    }

    /// What was explored before.
    #[must_use]
    pub fn before(&self) -> Option<&Work> {
        self.begun.as_ref().map(|begun| &begun.work)
    }

    /// How long that took.
    #[must_use]
    pub fn time(&self) -> Duration {
        let begun = self.begun.as_ref();
        begun.map_or(Duration::ZERO, |begun| Duration::from_micros(begun.micros))
    }

    /// Takes over how far it has come; what is lost leaves what was there before.
    pub fn advance(&mut self, language: &dyn FrontEnd, work: Work, time: Duration) {
        self.has_failed = false;
        self.is_newer |= self.begun.as_ref().is_none_or(|begun| begun.work != work);
        self.is_finished = language.is_unfinished(&work) == Some(false);
        self.begun = Some(Begun {
            work,
            micros: u64::try_from(time.as_micros()).unwrap_or(u64::MAX),
        });
    }

    /// It could not be checked: what was explored before is kept.
    pub fn fail(&mut self) {
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
    fn sealed(&self, build: &str, choices: &impl Choices) -> io::Result<Option<String>> {
        let Some(begun) = &self.begun else {
            return Ok(None);
        };
        let (choices, begun) = (serde_json::to_vec(choices)?, serde_json::to_vec(begun)?);
        Ok(Some(digest::of([build.as_bytes(), &choices, &begun])))
    }

    /// Is it what this command could have written?
    fn is_sound(&self, table: &[Box<dyn FrontEnd>]) -> bool {
        let language = |path: &PathBuf| of_file(table, path);
        let Some(first) = self.paths.first() else {
            return false;
        };
        let name = language(first).map(FrontEnd::name);
        let is_linked = |path| {
            let language = language(path);
            language.is_some_and(|other| other.links() && Some(other.name()) == name)
        };
        let is_one = match self.paths.len() {
            1 => name.is_some(),
            _ => self.paths.iter().all(is_linked),
        };
        let Some(Begun { work, .. }) = &self.begun else {
            return !self.is_finished && (is_one || self.wrong.is_some());
        };
        let is_unfinished = language(first).and_then(|language| language.is_unfinished(work));
        is_one
            && self.wrong.is_none()
            && name == Some(&*work.language)
            && is_unfinished == Some(!self.is_finished)
    }

    /// What was wrong may be right by now.
    fn look_again(&mut self, table: &[Box<dyn FrontEnd>]) {
        let is_there = |path: &PathBuf| of_file(table, path).is_some() && path.is_file();
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

impl<C: Choices> Session<C> {
    /// One that has not begun, for one file or for a table of them.
    #[must_use]
    pub fn new(choices: &C, inputs: Vec<Input>, is_single: bool) -> Session<C> {
        Session {
            format: Format::Text,
            states: false,
            quiet: false,
            is_single,
            again: choices.again(),
            choices: choices.clone(),
            entries: inputs.into_iter().map(Entry::new).collect(),
        }
    }

    /// The options that it was begun with; those that a file must not say are `now`.
    #[must_use]
    pub fn choices(&self, now: &C) -> C {
        self.choices.with_again(now)
    }

    /// How many files are not explored to the end, and could be?
    #[must_use]
    pub fn unfinished(&self) -> usize {
        let entries = self.entries.iter();
        entries.filter(|entry| entry.is_unfinished()).count()
    }

    /// Would something be lost without a file?
    #[must_use]
    pub fn is_worth_keeping(&self) -> bool {
        self.entries.iter().any(Entry::is_worth_keeping)
    }

    /// Has anything come further than the file says that it was read from?
    #[must_use]
    pub fn is_newer(&self) -> bool {
        self.entries.iter().any(|entry| entry.is_newer)
    }

    /// The command that goes on with what is in a file.
    #[must_use]
    pub fn command(&self, path: &Path) -> String {
        let path = quoted(&path.to_string_lossy());
        format!("mazurka check --resume {path}{}", self.again.shown)
    }

    /// Writes the file: as a whole, or not at all.
    ///
    /// # Errors
    /// When it cannot be written; a message for people, with the file.
    pub fn write(&mut self, path: &Path) -> Result<(), String> {
        let bytes = self.bytes();
        let wrong = |error| format!("cannot write {}: {error}", path.display());
        Place::at(path).write(&bytes.map_err(wrong)?)
    }

    fn bytes(&mut self) -> io::Result<Vec<u8>> {
        let build = digest::of_this_build()?;
        self.seal(&build)?;
        let session = serde_json::value::to_raw_value(self)?;
        sealed(&session, &build)
    }

    /// Seals all entries.
    fn seal(&mut self, build: &str) -> io::Result<()> {
        for entry in &mut self.entries {
            entry.seal = entry.sealed(build, &self.choices)?;
        }
        Ok(())
    }

    /// Is it what this build could have written?
    fn is_sound(&self, build: &str, table: &[Box<dyn FrontEnd>]) -> bool {
        let is_sealed = |entry: &Entry| {
            let sealed = entry.sealed(build, &self.choices);
            sealed.is_ok_and(|sealed| sealed == entry.seal)
        };
        let mut entries = self.entries.iter();
        !self.entries.is_empty() && entries.all(|entry| entry.is_sound(table) && is_sealed(entry))
    }

    /// Reads a file. `now` are the options of the command line, with those that a file must
    /// not say.
    ///
    /// # Errors
    /// When it is none of this build, or of other options; a message for people.
    pub fn read(path: &Path, now: &C, table: TableOf<C>) -> Result<Session<C>, String> {
        let shown = path.display();
        let text = fs::read(path).map_err(|error| {
            format!("{shown}: {error}: name the file that the stopped check has written")
        })?;
        let text = String::from_utf8(text).unwrap_or_default();
        Session::from_text(path, &text, now, table)
    }

    /// Reads the text of a file, which has that path for people.
    ///
    /// # Errors
    /// As for [`Session::read`].
    pub fn from_text(
        path: &Path,
        text: &str,
        now: &C,
        table: TableOf<C>,
    ) -> Result<Session<C>, String> {
        let shown = path.display();
        let Ok(envelope) = serde_json::from_str::<Envelope<'_>>(text) else {
            return Err(match serde_json::from_str::<Header>(text) {
                Ok(header) if header.mazurka_resume != FORMAT => other_format(path, &header),
                _ => format!(
                    "{shown} is not a resume file of mazurka, or damaged: check the files anew"
                ),
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
        let damaged = || format!("{shown} is damaged, or was edited: please check the files anew");
        let mut session: Session<C> = read
            .filter(|_| seal(&build, session) == envelope.digest)
            .filter(|session: &Session<C>| session.choices.is_sound())
            .ok_or_else(damaged)?;
        let table = table(&session.choices);
        if !session.is_sound(&build, &table) {
            return Err(damaged());
        }
        let again = now.again();
        if session.again.digest != again.digest {
            let given = match session.again.shown.trim() {
                "" => String::from("without --clang and flags"),
                shown => format!("with `{shown}`"),
            };
            return Err(format!(
                "{shown} was begun {given}: give the same --clang and flags again, after --resume \
                 {shown}"
            ));
        }
        session.again = again;
        let entries = session.entries.iter_mut();
        entries.for_each(|entry| entry.look_again(&table));
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
///
/// # Errors
/// When it cannot be read or written; a message for people.
pub fn reseal<C: Choices>(path: &Path, all: bool) -> Result<(), String> {
    let wrong = |error: io::Error| format!("{}: {error}", path.display());
    let text = fs::read_to_string(path).map_err(wrong)?;
    let bytes = resealed::<C>(&text, all).map_err(wrong)?;
    Place::at(path).write(&bytes)
}

/// The same of the text of a file.
///
/// # Errors
/// When it is no such text.
pub fn resealed<C: Choices>(text: &str, all: bool) -> io::Result<Vec<u8>> {
    #[derive(Deserialize)]
    struct Edited<'a> {
        #[serde(borrow)]
        session: &'a RawValue,
    }
    let edited: Edited<'_> = serde_json::from_str(text)?;
    let build = digest::of_this_build()?;
    let mut session = edited.session.to_owned();
    if let (true, Ok(mut read)) = (all, serde_json::from_str::<Session<C>>(session.get())) {
        read.seal(&build)?;
        session = serde_json::value::to_raw_value(&read)?;
    }
    sealed(&session, &build)
}

/// Can a resume file be written there?
///
/// # Errors
/// When it cannot; a message for people.
pub fn look_at_place(path: &Path) -> Result<(), String> {
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
    Place::open(path).map(|_| ())
}

/// Does it begin like one?
fn is_resume_file(path: &Path) -> bool {
    const BEGINNING: &[u8] = b"{\"mazurka_resume\":";
    let mut beginning = [0; BEGINNING.len()];
    let read =
        File::open(path).and_then(|mut file| io::Read::read_exact(&mut file, &mut beginning));
    read.is_ok() && beginning == BEGINNING
}

/// An empty file of a name that no file had: others may have been left by checks of something
/// else, or belong to checks that run at the same time.
///
/// # Errors
/// When there can be none; a message for people, with the file.
pub fn free_place() -> Result<PathBuf, String> {
    let names = (1..10_000).map(|number| match number {
        1 => PathBuf::from(format!("{DEFAULT_FILE}.json")),
        number => PathBuf::from(format!("{DEFAULT_FILE}-{number}.json")),
    });
    let own = PathBuf::from(format!("{DEFAULT_FILE}-{}.json", std::process::id()));
    for path in names.chain([own]) {
        match File::create_new(&path) {
            Ok(_) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(format!("cannot write {}: {error}", path.display())),
        }
    }
    Err(format!(
        "there are too many files {DEFAULT_FILE}-N.json: remove some"
    ))
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
