//! The source files of a program, whose lines reports may show.
//!
//! A program says by itself which files its code is from: `#line`, debug information, `-file` of
//! Erlang. It may name any, and a report may be shared. So only these are read: files that the
//! command line names, and files that are sources by their names, in the same folders and
//! repositories, in folders that flags name for headers, and among those of the system.

use std::ffi::OsStr;
use std::fs::{self, OpenOptions};
use std::io::Read;
use std::path::{Component, Path, PathBuf};

/// Larger files are not read.
const LARGEST: u64 = 16 << 20;

/// The ends of names of sources.
const ENDINGS: [&str; 35] = [
    "c", "i", "h", "cc", "cpp", "cxx", "c++", "C", "CPP", "ii", "hh", "hpp", "hxx", "h++", "H",
    "inc", "inl", "ipp", "tcc", "tpp", "def", "ll", "s", "S", "erl", "hrl", "yrl", "xrl", "ex",
    "exs", "eex", "heex", "litmus", "rs", "asm",
];

/// What repositories have at their root.
const REPOSITORY: [&str; 3] = [".git", ".hg", ".jj"];

/// The folder of headers and libraries of all users.
const SYSTEM: &str = "/usr";

/// The source files of a program.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Sources {
    /// The files that are named.
    named: Vec<PathBuf>,
    /// Folders with all below.
    trees: Vec<PathBuf>,
    /// Folders alone.
    folders: Vec<PathBuf>,
}

impl Sources {
    /// Those of a program that consists of these files, with folders for headers.
    #[must_use]
    pub fn new(paths: &[PathBuf], headers: &[PathBuf]) -> Sources {
        let home = std::env::var_os("HOME").map(PathBuf::from);
        Sources::with_home(paths, headers, home.as_deref())
    }

    fn with_home(paths: &[PathBuf], headers: &[PathBuf], home: Option<&Path>) -> Sources {
        let home = home.and_then(|home| home.canonicalize().ok());
        let real = |path: &PathBuf| path.canonicalize().ok();
        let mut sources = Sources {
            named: paths.iter().filter_map(real).collect(),
            ..Sources::default()
        };
        let beside = sources.named.clone();
        let folders = beside.iter().filter_map(|path| path.parent());
        for folder in folders
            .map(Path::to_owned)
            .chain(headers.iter().filter_map(real))
        {
            match root_of(&folder, home.as_deref()) {
                Some(root) => sources.trees.push(root),
                None => sources.folders.push(folder),
            }
        }
        sources
    }

    /// The text of a file, if reports may show it. Bytes that are no text are replaced.
    #[must_use]
    pub fn read(&self, file: &str) -> Option<String> {
        let path = Path::new(file).canonicalize().ok()?;
        if !self.has(&path) {
            return None;
        }
        let mut options = OpenOptions::new();
        options.read(true);
        // What is no file may not be waited for.
        #[cfg(unix)]
        std::os::unix::fs::OpenOptionsExt::custom_flags(
            &mut options,
            libc::O_NONBLOCK | libc::O_NOCTTY,
        );
        let file = options.open(&path).ok()?;
        let data = file.metadata().ok()?;
        if !data.is_file() || data.len() > LARGEST {
            return None;
        }
        let mut bytes = Vec::new();
        file.take(LARGEST).read_to_end(&mut bytes).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    /// True if a file, which is named without links, is one of them.
    fn has(&self, path: &Path) -> bool {
        if self.named.iter().any(|named| named == path) {
            return true;
        }
        let is_source = path
            .extension()
            .and_then(OsStr::to_str)
            .is_some_and(|ending| ENDINGS.contains(&ending));
        if path.starts_with(SYSTEM) {
            // (Headers of C++ have no endings.)
            return is_source || path.components().any(|part| part.as_os_str() == "include");
        }
        let is_below = |tree: &PathBuf| path.strip_prefix(tree).is_ok_and(|rest| !is_hidden(rest));
        let is_in = |folder: &PathBuf| path.parent() == Some(folder);
        is_source && (self.trees.iter().any(is_below) || self.folders.iter().any(is_in))
    }
}

/// True if it, or a folder on the way to it, begins with a dot.
fn is_hidden(path: &Path) -> bool {
    path.components().any(|part| match part {
        Component::Normal(name) => name.as_encoded_bytes().starts_with(b"."),
        _ => true,
    })
}

/// The folder whose files belong together: the repository, or this one. None if what is below is
/// not of one program: the home of a user, what is above, and folders that all may write to.
fn root_of(folder: &Path, home: Option<&Path>) -> Option<PathBuf> {
    let is_shared = |folder: &Path| {
        folder.parent().is_none()
            || home.is_some_and(|home| home.starts_with(folder))
            || is_writable_by_all(folder)
    };
    if is_shared(folder) {
        return None;
    }
    let mut own = folder.ancestors().take_while(|folder| !is_shared(folder));
    let repository = own.find(|folder| is_repository(folder));
    Some(repository.unwrap_or(folder).to_owned())
}

/// True for the root of a repository.
#[must_use]
pub fn is_repository(folder: &Path) -> bool {
    let mut names = REPOSITORY.iter();
    names.any(|name| fs::symlink_metadata(folder.join(name)).is_ok())
}

#[cfg(unix)]
fn is_writable_by_all(folder: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    fs::metadata(folder).is_ok_and(|data| data.permissions().mode() & 0o002 != 0)
}

#[cfg(not(unix))]
fn is_writable_by_all(_: &Path) -> bool {
    false
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use crate::compiler::Folder;
    use std::os::unix::fs::{PermissionsExt, symlink};

    /// A folder with files, each of which has its name as its text.
    fn folder(files: &[&str]) -> Folder {
        let folder = Folder::new().unwrap();
        for file in files {
            let path = folder.path().join(file);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, file).unwrap();
        }
        folder
    }

    fn shown(folder: &Folder, sources: &Sources, file: &str) -> Option<String> {
        sources.read(folder.path().join(file).to_str().unwrap())
    }

    #[test]
    fn sources_of_the_program_are_shown_and_nothing_else() {
        let files = [
            "p/main.c",
            "p/a.h",
            "p/sub/b.hpp",
            "p/key.pem",
            "p/.ssh/k.c",
            "q/c.c",
            "inc/d.h",
        ];
        let folder = folder(&files);
        let of = |name: &str| folder.path().join(name);
        let sources = Sources::with_home(&[of("p/main.c")], &[of("inc")], None);
        for name in ["p/main.c", "p/a.h", "p/sub/b.hpp", "inc/d.h"] {
            assert_eq!(shown(&folder, &sources, name).as_deref(), Some(name));
        }
        symlink(of("q/c.c"), of("p/link.c")).unwrap();
        for name in [
            "p/key.pem",
            "p/.ssh/k.c",
            "q/c.c",
            "p/link.c",
            "p/../q/c.c",
            "p/none.c",
        ] {
            assert_eq!(shown(&folder, &sources, name), None, "{name}");
        }
        assert_eq!(sources.read("/etc/passwd"), None);
        assert_eq!(sources.read("/dev/zero"), None);
        // In a repository, all of it.
        fs::create_dir(of(".git")).unwrap();
        let sources = Sources::with_home(&[of("p/main.c")], &[], None);
        assert_eq!(shown(&folder, &sources, "q/c.c").as_deref(), Some("q/c.c"));
        // Nobody's home is one.
        let sources = Sources::with_home(&[of("p/main.c")], &[], Some(folder.path()));
        assert_eq!(shown(&folder, &sources, "q/c.c"), None);
    }

    #[test]
    fn a_folder_that_is_shared_counts_without_what_is_below() {
        let folder = folder(&["a.c", "b.c", "sub/c.c"]);
        let path = folder.path().join("a.c");
        fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o777)).unwrap();
        let sources = Sources::with_home(&[path], &[], None);
        assert!(shown(&folder, &sources, "b.c").is_some());
        assert_eq!(shown(&folder, &sources, "sub/c.c"), None);
    }

    #[test]
    fn what_is_no_file_or_too_large_is_not_read() {
        let folder = folder(&["a.c"]);
        let path = folder.path().join("pipe.c");
        let name = std::ffi::CString::new(path.to_str().unwrap()).unwrap();
        // SAFETY: the name ends with a zero, and lives for the call.
        assert_eq!(unsafe { libc::mkfifo(name.as_ptr(), 0o600) }, 0);
        let large = fs::File::create(folder.path().join("large.c")).unwrap();
        large.set_len(LARGEST + 1).unwrap();
        let sources = Sources::with_home(&[folder.path().join("a.c")], &[], None);
        assert_eq!(shown(&folder, &sources, "pipe.c"), None);
        assert_eq!(shown(&folder, &sources, "large.c"), None);
    }
}
