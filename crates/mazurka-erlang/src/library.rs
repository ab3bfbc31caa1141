//! Where modules come from: the program's own, the folders that are named, and those of OTP and
//! Elixir.

use crate::code::Loader;
use rustc_hash::FxHashMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

/// Modules that stand in for parts of a real system. Sources are beside them:
/// `erlc +deterministic +no_debug_info NAME.erl`, by OTP 25.
const STAND_INS: &[(&str, &[u8])] = &[
    ("global", include_bytes!("../standins/global.beam")),
    ("mazurka_io", include_bytes!("../standins/mazurka_io.beam")),
    (
        "mazurka_system",
        include_bytes!("../standins/mazurka_system.beam"),
    ),
];

/// Modules by their names.
#[derive(Default)]
pub struct Library {
    /// The program's own: names and `.beam` files.
    own: Vec<(String, Vec<u8>)>,
    /// Folders with `.beam` files, the first of which counts.
    folders: Vec<PathBuf>,
    /// What is in the folders, when it was looked for.
    index: OnceLock<FxHashMap<String, PathBuf>>,
}

impl Library {
    /// Modules of a program, and folders for all others.
    #[must_use]
    pub fn new(own: Vec<(String, Vec<u8>)>, folders: Vec<PathBuf>) -> Library {
        Library {
            own,
            folders,
            index: OnceLock::new(),
        }
    }

    fn index(&self) -> &FxHashMap<String, PathBuf> {
        self.index.get_or_init(|| {
            let mut index = FxHashMap::default();
            for folder in &self.folders {
                for path in beams(folder) {
                    if let Some(name) = path.file_stem().and_then(|name| name.to_str()) {
                        index.entry(name.to_owned()).or_insert(path);
                    }
                }
            }
            index
        })
    }
}

impl Loader for Library {
    fn module(&self, name: &str) -> Option<Vec<u8>> {
        let mut own = self.own.iter();
        if let Some((_, bytes)) = own.find(|(known, _)| known == name) {
            return Some(bytes.clone());
        }
        if let Some((_, bytes)) = STAND_INS.iter().find(|(known, _)| *known == name) {
            return Some(bytes.to_vec());
        }
        read_file(self.index().get(name)?).ok()
    }

    fn file(&self, name: &str) -> Option<PathBuf> {
        let is_name = Path::new(name).file_name().is_some_and(|file| file == name);
        let mut places = self.folders.iter().map(|folder| folder.join(name));
        places.find(|place| is_name && place.is_file())
    }

    fn is_installed(&self, name: &str) -> bool {
        if self.own.iter().any(|(own, _)| own == name) {
            return false;
        }
        let is_stand_in = STAND_INS.iter().any(|(known, _)| *known == name);
        let folder = self.index().get(name).and_then(|path| path.parent());
        is_stand_in || folder.is_some_and(is_of_installation)
    }

    fn read(&self, path: &Path) -> Option<Vec<u8>> {
        let folder = path.parent()?;
        let is_ours = self.folders.iter().any(|known| known == folder);
        let ending = path.extension().and_then(|ending| ending.to_str());
        let is_of_modules = matches!(ending, Some("beam" | "app"));
        (is_ours && is_of_modules).then(|| read_file(path).ok())?
    }
}

/// Reads a file. What is none is not waited for.
pub(crate) fn read_file(path: &Path) -> io::Result<Vec<u8>> {
    match fs::metadata(path)?.is_file() {
        true => fs::read(path),
        false => Err(io::Error::other("it is no regular file")),
    }
}

/// The text of a file; empty if it cannot be read.
pub(crate) fn text_of(path: &Path) -> String {
    let bytes = read_file(path).unwrap_or_default();
    String::from_utf8(bytes).unwrap_or_default()
}

/// The `.beam` files of a folder, in the order of their names.
fn beams(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    let paths = entries.map(|entry| entry.path());
    let is_beam = |path: &PathBuf| path.extension().is_some_and(|end| end == "beam");
    let mut paths: Vec<PathBuf> = paths.filter(is_beam).collect();
    paths.sort();
    paths
}

/// The folders of OTP's libraries, if an Erlang is installed: by the compiler that is used, the
/// variable `ERL_ROOTDIR` or what is on the path. Of several versions of a library the newest.
#[must_use]
pub fn otp_folders(erlc: Option<&Path>) -> Vec<PathBuf> {
    let named = std::env::var_os("ERL_ROOTDIR").map(PathBuf::from);
    let compiler = erlc
        .map(Path::to_path_buf)
        .or_else(|| on_path("erlc"))
        .or_else(|| on_path("erl"));
    let root = named.filter(|root| is_root(root)).or_else(|| {
        let real = compiler?.canonicalize().ok()?;
        let mut above = real.ancestors().skip(1);
        above.find(|folder| is_root(folder)).map(Path::to_path_buf)
    });
    let Some(root) = root else {
        return Vec::new();
    };
    let mut libraries: Vec<PathBuf> = fs::read_dir(root.join("lib"))
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path().join("ebin"))
        .filter(|folder| folder.is_dir())
        .collect();
    // Versions are numbers; that a later one comes first is all that counts.
    libraries.sort_by_key(|folder| std::cmp::Reverse(version(folder)));
    libraries
}

/// The folders of Elixir's libraries, if an Elixir is installed: by the compiler that is used, or
/// what is on the path.
#[must_use]
pub fn elixir_folders(elixirc: Option<&Path>) -> Vec<PathBuf> {
    let programs = [
        elixirc.map(Path::to_path_buf),
        on_path("elixirc"),
        on_path("elixir"),
    ];
    let programs = programs.into_iter().flatten();
    let places = programs.filter_map(|program| {
        let real = program.canonicalize().ok()?;
        let mut above = real.ancestors().skip(1);
        let root = above.find(|folder| folder.join("lib/elixir/ebin").is_dir())?;
        Some(root.join("lib"))
    });
    let root = places.into_iter().next();
    let libraries = ["elixir", "logger", "ex_unit", "eex"];
    let folders = libraries.map(|name| Some(root.as_ref()?.join(name).join("ebin")));
    let folders = folders.into_iter().flatten();
    folders.filter(|folder| folder.is_dir()).collect()
}

/// The numbers in the name of a library's folder.
fn version(ebin: &Path) -> Vec<u64> {
    let name = ebin.parent().and_then(Path::file_name);
    let name = name.map(|name| name.to_string_lossy().into_owned());
    let name = name.unwrap_or_default();
    let numbers = name.rsplit_once('-').map_or("", |(_, version)| version);
    numbers
        .split('.')
        .map(|number| number.parse().unwrap_or(0))
        .collect()
}

/// Is a folder with `.beam` files one of an installed OTP or Elixir?
fn is_of_installation(ebin: &Path) -> bool {
    let libraries = ebin.parent().and_then(Path::parent);
    libraries.is_some_and(|folder| {
        folder.parent().is_some_and(is_root) || folder.join("elixir/ebin").is_dir()
    })
}

fn is_root(folder: &Path) -> bool {
    let libraries = fs::read_dir(folder.join("lib"))
        .into_iter()
        .flatten()
        .flatten();
    let mut names = libraries.map(|entry| entry.file_name());
    names.any(|name| name.to_string_lossy().starts_with("stdlib"))
}

/// The first program of that name on the path.
#[must_use]
pub fn on_path(name: &str) -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|folder| folder.join(name));
    places.find(|place| place.is_file())
}
