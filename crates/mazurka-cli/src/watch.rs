//! `--watch`: the same check again whenever a file changes.
//!
//! Each check is a process of its own, in a group of its own: Ctrl-C reaches this one alone, which
//! passes it on. A check whose files change is stopped.

use crate::TableOf;
use crate::arguments::Arguments;
use crate::check::{EXIT_ERROR, EXIT_STOPPED};
use crate::config;
use crate::interrupt::Interrupt;
use mazurka_check::command::{FrontEnd, count, say};
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io::{self, IsTerminal, Write};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::{Duration, Instant, SystemTime};

/// How often files are looked at.
const EVERY: Duration = Duration::from_millis(500);
/// How often it is noticed that a check has ended, or Ctrl-C.
const TICK: Duration = Duration::from_millis(20);
/// A check that was told to stop is killed after that.
const PATIENCE: Duration = Duration::from_secs(10);
/// What sources include.
const HEADERS: [&str; 8] = ["h", "hh", "hpp", "hxx", "inc", "def", "ipp", "hrl"];
/// Folders below folders are looked at up to here.
const DEEPEST: usize = 16;

/// When each file was changed, and how long it is.
type Stamps = BTreeMap<PathBuf, (Option<SystemTime>, u64)>;

/// Checks again and again, until Ctrl-C. Returns the exit code of the last check.
///
/// # Errors
/// When no check can be started; a message for people.
pub(crate) fn run(models: &[Arguments], words: &[OsString], table: TableOf) -> Result<u8, String> {
    let interrupt = Interrupt::new().map_err(|error| format!("cannot notice Ctrl-C: {error}"))?;
    let watched = Watched::new(models, &table(&models[0].settings.choices));
    loop {
        let before = watched.stamps();
        if io::stdout().is_terminal() {
            // A terminal that is gone is no reason to stop.
            let _ = write!(io::stdout(), "\x1b[2J\x1b[H");
            let _ = io::stdout().flush();
        }
        let mut check = start(words)?;
        let last = match watched.follow(&mut check, &before, &interrupt)? {
            Ended::Itself(code) => code,
            Ended::Changed => continue,
        };
        if interrupt.is_set() {
            return Ok(last);
        }
        say(&format!(
            "watching {}: change one to check again, press Ctrl-C to end",
            count(before.len() as u64, "file")
        ));
        while watched.stamps() == before {
            let begun = Instant::now();
            while begun.elapsed() < EVERY {
                if interrupt.is_set() {
                    return Ok(last);
                }
                sleep(TICK);
            }
        }
    }
}

/// How a check has ended.
enum Ended {
    /// With that exit code, by itself or at Ctrl-C.
    Itself(u8),
    /// It was stopped, as a file has changed.
    Changed,
}

/// What is looked at.
struct Watched {
    paths: Vec<PathBuf>,
    extensions: Vec<&'static str>,
}

impl Watched {
    fn new(models: &[Arguments], table: &[Box<dyn FrontEnd>]) -> Watched {
        let arguments = &models[0];
        let mut outside = arguments.settings.choices.outside.clone();
        let more = outside.take_files(&arguments.file);
        let mut paths = [&arguments.paths[..], &more].concat();
        paths.extend(outside.paths());
        paths.extend(arguments.settings.choices.pa.iter().cloned());
        paths.extend(arguments.conventions.config.clone());
        // What --module names is in one of the folders, or here.
        if paths.is_empty() {
            paths.push(PathBuf::from("."));
        }
        let languages = table.iter().flat_map(|language| language.extensions());
        Watched {
            paths,
            extensions: languages.copied().chain(HEADERS).collect(),
        }
    }

    /// All files as they are now.
    fn stamps(&self) -> Stamps {
        let mut stamps = Stamps::new();
        for path in &self.paths {
            if path.is_dir() {
                self.look_below(path, DEEPEST, &mut stamps);
                continue;
            }
            add(path, &mut stamps);
            let folder = match path.parent() {
                Some(folder) if !folder.as_os_str().is_empty() => folder,
                _ => Path::new("."),
            };
            self.look_below(folder, 0, &mut stamps);
        }
        stamps
    }

    /// The sources and headers of a folder, and of those below.
    fn look_below(&self, folder: &Path, depth: usize, stamps: &mut Stamps) {
        let entries = fs::read_dir(folder).into_iter().flatten().flatten();
        for entry in entries {
            let path = entry.path();
            let is_hidden = entry.file_name().as_encoded_bytes().starts_with(b".");
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                if depth > 0 && !is_hidden {
                    self.look_below(&path, depth - 1, stamps);
                }
            } else if self.is_source(&path) {
                add(&path, stamps);
            }
        }
    }

    /// Only these: a report that is written beside the sources is no reason to check again.
    fn is_source(&self, path: &Path) -> bool {
        let name = path.file_name().unwrap_or_default();
        let extension = path.extension().and_then(OsStr::to_str);
        extension.is_some_and(|extension| self.extensions.contains(&extension))
            || name == config::NAME
            || name.as_encoded_bytes().starts_with(b"@")
    }

    /// Waits until a check ends, a file changes, or Ctrl-C.
    fn follow(
        &self,
        check: &mut Child,
        before: &Stamps,
        interrupt: &Interrupt,
    ) -> Result<Ended, String> {
        let mut looked = Instant::now();
        loop {
            let ended = check.try_wait();
            if let Some(status) = ended.map_err(|error| format!("the check: {error}"))? {
                let code = status.code().and_then(|code| u8::try_from(code).ok());
                return Ok(Ended::Itself(code.unwrap_or(EXIT_ERROR)));
            }
            if interrupt.is_set() {
                return stop(check).map(Ended::Itself);
            }
            if looked.elapsed() >= EVERY {
                looked = Instant::now();
                if self.stamps() != *before {
                    return stop(check).map(|_| Ended::Changed);
                }
            }
            sleep(TICK);
        }
    }
}

fn add(path: &Path, stamps: &mut Stamps) {
    // One file has one name.
    let path = path.strip_prefix(".").unwrap_or(path);
    let data = fs::metadata(path).ok();
    let stamp = data.map_or((None, 0), |data| (data.modified().ok(), data.len()));
    stamps.insert(path.to_owned(), stamp);
}

/// Starts the check.
fn start(words: &[OsString]) -> Result<Child, String> {
    let command = std::env::current_exe().map_err(|error| format!("this command: {error}"))?;
    let flags = words.iter().position(|word| word == "--");
    let (own, flags) = words.split_at(flags.unwrap_or(words.len()));
    let own = own.iter().skip(1).filter(|word| *word != "--watch");
    let mut check = Command::new(command);
    check.args(own).arg("--watched").args(flags);
    check.stdin(Stdio::null()).process_group(0);
    let started = check.spawn();
    started.map_err(|error| format!("the check cannot be started: {error}"))
}

/// Tells a check to stop in good order, and waits for that.
fn stop(check: &mut Child) -> Result<u8, String> {
    let id = i32::try_from(check.id()).map_err(|error| error.to_string())?;
    // SAFETY: `kill` takes numbers only, and this child has not been waited for, so that the
    // number is its own.
    unsafe { libc::kill(id, libc::SIGTERM) };
    let begun = Instant::now();
    loop {
        let ended = check.try_wait();
        if let Some(status) = ended.map_err(|error| format!("the check: {error}"))? {
            let code = status.code().and_then(|code| u8::try_from(code).ok());
            return Ok(code.unwrap_or(EXIT_STOPPED));
        }
        if begun.elapsed() > PATIENCE {
            check
                .kill()
                .map_err(|error| format!("the check: {error}"))?;
        }
        sleep(TICK);
    }
}
