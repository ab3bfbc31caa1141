//! A file that is written as a whole or not at all.
//!
//! Bytes go into a file beside it, `.NAME.PID-N`, which is then renamed. Such a file stays behind when the
//! command is killed while it writes; the next command that writes to the same place removes it.

use std::ffi::{OsStr, OsString};
use std::fs::{self, File, Metadata};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, SystemTime};

/// Bytes for which there has to be room when a place is opened.
const ROOM: usize = 64 << 10;

/// The error of a process that has too many open files.
const TOO_MANY_OPEN: i32 = 24;

/// A file beside another is left behind if it is older, and the process that wrote it is gone.
/// One on another machine or in another container cannot be seen.
const STRAY: Duration = Duration::from_secs(60);

/// Where a file will be written.
#[derive(Clone, Debug)]
pub struct Place {
    path: PathBuf,
}

impl Place {
    /// Tries whether a file can be written there, and removes what killed commands have left there.
    ///
    /// # Errors
    /// When it cannot; a message for people, with the file.
    pub fn open(path: &Path) -> Result<Place, String> {
        let place = Place::at(path);
        place.probe().map_err(|error| place.told(&error))?;
        Ok(place)
    }

    /// A place that is not tried before it is written to.
    #[must_use]
    pub fn at(path: &Path) -> Place {
        Place {
            path: path.to_owned(),
        }
    }

    /// Tries whether trace files can be written in a folder, which is made if need be.
    ///
    /// # Errors
    /// When the folder cannot be made, or no file can be written there; a message for people.
    pub fn try_folder(folder: &Path) -> Result<(), String> {
        fs::create_dir_all(folder)
            .map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
        sweep(folder, |name| {
            let (name, number) = name.to_str()?.rsplit_once('.')?;
            let is_ours = name.starts_with('.') && name.ends_with(".json");
            process_of(number).filter(|_| is_ours)
        });
        Place::open(&folder.join("trace.json")).map(|_| ())
    }

    /// The path that was asked for.
    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }

    fn probe(&self) -> io::Result<()> {
        let Some(target) = self.target()? else {
            return Ok(());
        };
        let beginning = beginning(&target)?;
        sweep(folder_of(&target), |name| number_behind(name, &beginning));
        let beside = Beside::new(&target)?;
        beside.fill(&[0; ROOM])
    }

    /// Puts bytes in the place of the file: when this has failed, the file is as it was.
    ///
    /// # Errors
    /// When they cannot be written; a message for people, with the file.
    pub fn write(&self, bytes: &[u8]) -> Result<(), String> {
        self.put(bytes).map_err(|error| self.told(&error))
    }

    fn put(&self, bytes: &[u8]) -> io::Result<()> {
        let Some(target) = self.target()? else {
            return File::options()
                .write(true)
                .open(&self.path)?
                .write_all(bytes);
        };
        let beside = Beside::new(&target)?;
        beside.fill(bytes)?;
        if let Ok(data) = fs::metadata(&target) {
            // Who may read it stays as it was, as far as that can be.
            let _ = fs::set_permissions(&beside.0, data.permissions());
        }
        fs::rename(&beside.0, &target)?;
        // So that the new name is on the disk, too. Not every file system can do that.
        if let Ok(folder) = File::open(folder_of(&target)) {
            let _ = folder.sync_all();
        }
        Ok(())
    }

    /// The file itself, if the path is a link to it. None: it is a terminal, a pipe or the like,
    /// which cannot be replaced.
    fn target(&self) -> io::Result<Option<PathBuf>> {
        let is_replaced = |data: &Metadata| data.is_file();
        match fs::metadata(&self.path) {
            Ok(data) if data.is_dir() => Err(io::Error::other("it is a directory")),
            Ok(data) if !is_replaced(&data) => Ok(None),
            Ok(_) => fs::canonicalize(&self.path).map(Some),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Some(self.path.clone())),
            Err(error) => Err(error),
        }
    }

    fn told(&self, error: &io::Error) -> String {
        let way_out = match error.kind() {
            io::ErrorKind::NotFound => ": make the folder, or name another",
            io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
                ": make room, or name a file on another disk"
            }
            io::ErrorKind::PermissionDenied | io::ErrorKind::ReadOnlyFilesystem => {
                ": name a file in a folder that you may write to"
            }
            io::ErrorKind::FileTooLarge => ": raise `ulimit -f`",
            // The number is the same on all systems.
            _ if error.raw_os_error() == Some(TOO_MANY_OPEN) => ": raise `ulimit -n`",
            _ => "",
        };
        format!("cannot write {}: {error}{way_out}", self.path.display())
    }
}

/// How many files beside others this process has made.
static COUNT: AtomicUsize = AtomicUsize::new(0);

/// The file beside another, removed if it is not renamed.
struct Beside(PathBuf);

impl Beside {
    fn new(target: &Path) -> io::Result<Beside> {
        let mut name = beginning(target)?;
        // Tests of one process may write files of the same name.
        let nth = COUNT.fetch_add(1, Ordering::Relaxed);
        name.push(format!("{}-{nth}", std::process::id()));
        Ok(Beside(target.with_file_name(name)))
    }

    fn fill(&self, bytes: &[u8]) -> io::Result<()> {
        let mut file = File::create(&self.0)?;
        file.write_all(bytes)?;
        file.sync_all()
    }
}

impl Drop for Beside {
    fn drop(&mut self) {
        // It may not even be there.
        let _ = fs::remove_file(&self.0);
    }
}

/// How the names of files beside another begin.
fn beginning(target: &Path) -> io::Result<OsString> {
    let name = target.file_name().ok_or(io::ErrorKind::InvalidInput)?;
    let mut beginning = OsString::from(".");
    beginning.push(name);
    beginning.push(".");
    Ok(beginning)
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Removes files of a folder whose processes are gone. `process` tells from a name which it was.
fn sweep(folder: &Path, process: impl Fn(&OsStr) -> Option<u32>) {
    let entries = fs::read_dir(folder).into_iter().flatten();
    for entry in entries.flatten() {
        let process = process(&entry.file_name());
        if process.is_some_and(is_gone) && is_old(&entry.path()) {
            // Another command may have removed it.
            let _ = fs::remove_file(entry.path());
        }
    }
}

fn number_behind(name: &OsStr, beginning: &OsStr) -> Option<u32> {
    let rest = name
        .as_encoded_bytes()
        .strip_prefix(beginning.as_encoded_bytes())?;
    process_of(std::str::from_utf8(rest).ok()?)
}

/// The process of `PID-N`.
fn process_of(text: &str) -> Option<u32> {
    let (process, nth) = text.split_once('-')?;
    nth.parse::<usize>().ok()?;
    process.parse().ok()
}

/// Is there no such process? Without `/proc` that is not known.
fn is_gone(process: u32) -> bool {
    Path::new("/proc/self").exists() && !Path::new("/proc").join(process.to_string()).exists()
}

fn is_old(path: &Path) -> bool {
    let changed = fs::symlink_metadata(path).and_then(|data| data.modified());
    let age = changed.map(|changed| SystemTime::now().duration_since(changed));
    matches!(age, Ok(Ok(age)) if age >= STRAY)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn folder(name: &str) -> PathBuf {
        let folder = std::env::temp_dir().join(format!("mazurka-place-{name}"));
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder can be made");
        folder
    }

    fn names(folder: &Path) -> Vec<OsString> {
        let entries = fs::read_dir(folder).expect("it is there").flatten();
        let mut names: Vec<OsString> = entries.map(|entry| entry.file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_replaced_as_a_whole() {
        let folder = folder("replaced");
        let path = folder.join("page.html");
        let place = Place::open(&path).expect("it can be written");
        assert!(names(&folder).is_empty(), "nothing is left of the try");
        place.write(b"one").expect("it can be written");
        std::os::unix::fs::symlink("page.html", folder.join("link")).expect("a link");
        let link = Place::open(&folder.join("link")).expect("it can be written");
        link.write(b"two").expect("it can be written");
        assert_eq!(fs::read(&path).expect("it is there"), b"two");
        assert_eq!(names(&folder), ["link", "page.html"]);
        assert!(folder.join("link").is_symlink());
        Place::open(Path::new("/dev/null"))
            .and_then(|place| place.write(b"gone"))
            .expect("what is no file is written to");
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    #[test]
    fn what_cannot_be_written_is_told_with_the_file() {
        let folder = folder("told");
        let gone = folder.join("none/page.html");
        let why = Place::open(&gone).expect_err("there is no folder");
        let named = why.contains(&gone.display().to_string());
        assert!(
            named && why.ends_with("make the folder, or name another"),
            "{why}"
        );
        let why = Place::open(&folder).expect_err("it is a folder");
        assert!(why.ends_with("it is a directory"), "{why}");
        fs::remove_dir_all(&folder).expect("it is ours");
    }

    #[test]
    fn what_killed_commands_have_left_is_removed() {
        let folder = folder("stray");
        let old = SystemTime::now() - 2 * STRAY;
        // No process has such a number.
        for (name, changed) in [
            (".page.html.4294967294-0".to_owned(), old),
            (".page.html.4294967293-0".to_owned(), SystemTime::now()),
            (".page.html.old".to_owned(), old),
            (".other.html.4294967294-0".to_owned(), old),
            (
                format!(".page.html.{}-0", std::os::unix::process::parent_id()),
                old,
            ),
        ] {
            let file = File::create(folder.join(name)).expect("a file can be made");
            file.set_modified(changed).expect("it is ours");
        }
        let before = names(&folder).len();
        Place::open(&folder.join("page.html")).expect("it can be written");
        let after = names(&folder);
        assert_eq!(after.len(), before - 1, "{after:?}");
        assert!(!after.contains(&OsString::from(".page.html.4294967294-0")));
        let left = folder.join(".a-deadlock.json.4294967294-7");
        let file = File::create(&left).expect("a file can be made");
        file.set_modified(old).expect("it is ours");
        Place::try_folder(&folder).expect("it can be written to");
        assert!(!left.exists());
        assert_eq!(names(&folder), after);
        fs::remove_dir_all(&folder).expect("it is ours");
    }
}
