//! `./x deb`: a Debian package with the command, for people who have no Rust.

mod licences;

use crate::{Invocation, build_command, target};
use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The folder of documents, in the package.
const DOC: &str = "usr/share/doc/mazurka";

/// Documents and examples, which are in the package as they are here: links between them hold.
const DOCUMENTS: [&str; 5] = [
    "README.md",
    "docs",
    "examples/c",
    "examples/erlang",
    "examples/elixir",
];

/// The endings of the files that are taken from these.
const ENDINGS: [&str; 10] = [
    "md", "svg", "png", "c", "erl", "ex", "exs", "litmus", "config", "src",
];

/// Litmus tests, which become examples.
const LITMUS: [&str; 3] = ["SB.litmus", "MP.litmus", "C-MP+rel+acq.litmus"];

/// Where shells look for completions.
const COMPLETIONS: [(&str, &str); 3] = [
    ("bash", "usr/share/bash-completion/completions/mazurka"),
    ("zsh", "usr/share/zsh/vendor-completions/_mazurka"),
    ("fish", "usr/share/fish/vendor_completions.d/mazurka.fish"),
];

/// The tools of Debian that are called, each with its package.
const TOOLS: [(&str, &str); 4] = [
    ("dpkg-deb", "dpkg"),
    ("dpkg-shlibdeps", "dpkg-dev"),
    ("strip", "binutils"),
    ("gzip", "gzip"),
];

/// Makes the package, and says where it is.
///
/// # Errors
/// When a tool is missing or fails, or a file cannot be read or written.
pub(crate) fn deb(root: &Path) -> Result<(), String> {
    for (tool, package) in TOOLS {
        if !Invocation::new(tool).args(["--version"]).succeeds() {
            return Err(format!(
                "{tool} is missing: `apt install {package}` adds it"
            ));
        }
    }
    build_command()?;
    let release = Release::of(root)?;
    let folder = target().join("deb");
    let tree = Tree::new(folder.join("mazurka"))?;
    let command = tree.copy(&target().join("release/mazurka"), "usr/bin/mazurka")?;
    set_mode(&command, 0o755)?;
    Invocation::new("strip")
        .args([
            "--strip-all",
            "--remove-section=.comment",
            "--remove-section=.note",
        ])
        .args([path(&command)?])
        .run()?;
    described(&tree, &folder, &command)?;
    documents(&tree, root, &release)?;
    let depends = depends(&folder, &command)?;
    tree.write("DEBIAN/control", &release.control(&depends, tree.size()?))?;
    tree.write("DEBIAN/md5sums", &sums(&tree)?)?;
    let package = folder.join(format!(
        "mazurka_{}_{}.deb",
        release.version, release.machine
    ));
    Invocation::new("dpkg-deb")
        .args([
            "--root-owner-group",
            "--build",
            path(&tree.top)?,
            path(&package)?,
        ])
        .env("SOURCE_DATE_EPOCH", &release.seconds)
        .run()?;
    eprintln!("xtask: the package is {}", package.display());
    Ok(())
}

/// What the package says of itself.
struct Release {
    version: String,
    machine: String,
    maintainer: String,
    /// The time of the last commit, for people and in seconds.
    date: String,
    seconds: String,
}

impl Release {
    fn of(root: &Path) -> Result<Release, String> {
        let manifest = read(&root.join("Cargo.toml"))?;
        let version = manifest
            .lines()
            .find_map(|line| line.strip_prefix("version = "));
        let version = version
            .ok_or("Cargo.toml has no version")?
            .trim_matches('"');
        let seconds = said("git", &["log", "-1", "--format=%ct"], root)
            .or_else(|_| said("date", &["+%s"], root))?;
        // As Debian's own tools have it.
        let name =
            env::var("DEBFULLNAME").unwrap_or_else(|_| "The Mazurka contributors".to_owned());
        let mail = env::var("DEBEMAIL").unwrap_or_else(|_| "mazurka@example.org".to_owned());
        Ok(Release {
            version: format!("{version}-1"),
            machine: said("dpkg", &["--print-architecture"], root)?,
            maintainer: format!("{name} <{mail}>"),
            date: said("date", &["-R", "-u", "-d", &format!("@{seconds}")], root)?,
            seconds,
        })
    }

    fn control(&self, depends: &str, size: u64) -> String {
        let Release {
            version,
            machine,
            maintainer,
            ..
        } = self;
        format!(
            "\
Package: mazurka
Version: {version}
Architecture: {machine}
Maintainer: {maintainer}
Installed-Size: {size}
Depends: {depends}
Recommends: clang
Suggests: elixir, erlang-base
Section: devel
Priority: optional
Description: checks every interleaving of a concurrent program
 Mazurka runs a concurrent program again and again, each time with another
 order of the steps of its threads, until it has seen every behaviour that
 another order can cause. Then it says \"verified\", or it shows the order that
 fails, with a string that replays it.
 .
 It checks C and C++ programs with threads (clang compiles them), Erlang and
 Elixir programs, and litmus tests in herd's format, under sequential
 consistency, TSO, PSO, release/acquire and RC11.
"
        )
    }

    fn changelog(&self) -> String {
        let Release {
            version,
            maintainer,
            date,
            ..
        } = self;
        format!(
            "mazurka ({version}) unstable; urgency=medium\n\n  \
             * Made by `./x deb`. What has changed is in changelog.gz.\n\n \
             -- {maintainer}  {date}\n"
        )
    }
}

/// The files of the package, in a folder.
struct Tree {
    top: PathBuf,
}

impl Tree {
    fn new(top: PathBuf) -> Result<Tree, String> {
        if top.exists() {
            fs::remove_dir_all(&top).map_err(|error| told(&top, &error))?;
        }
        Ok(Tree { top })
    }

    /// The place of a file, in a folder that is there.
    fn place(&self, at: &str) -> Result<PathBuf, String> {
        let mut folder = self.top.clone();
        let mut parts: Vec<&str> = at.split('/').collect();
        let name = parts.pop().unwrap_or_default();
        for part in [""].into_iter().chain(parts) {
            folder.push(part);
            fs::create_dir_all(&folder).map_err(|error| told(&folder, &error))?;
            set_mode(&folder, 0o755)?;
        }
        Ok(folder.join(name))
    }

    fn write(&self, at: &str, text: &str) -> Result<PathBuf, String> {
        let place = self.place(at)?;
        fs::write(&place, text).map_err(|error| told(&place, &error))?;
        set_mode(&place, 0o644)?;
        Ok(place)
    }

    fn copy(&self, from: &Path, at: &str) -> Result<PathBuf, String> {
        let place = self.place(at)?;
        fs::copy(from, &place).map_err(|error| told(from, &error))?;
        set_mode(&place, 0o644)?;
        Ok(place)
    }

    /// A file that is compressed: what it is named ends in `.gz` then.
    fn squeeze(&self, at: &str, text: &str) -> Result<(), String> {
        let place = self.write(at, text)?;
        Invocation::new("gzip").args(["-9n", path(&place)?]).run()
    }

    /// The files, by their paths from the top.
    fn files(&self) -> Result<Vec<String>, String> {
        let paths = files(&self.top)?;
        let paths = paths
            .iter()
            .filter_map(|path| path.strip_prefix(&self.top).ok());
        Ok(paths.map(|path| path.display().to_string()).collect())
    }

    /// In KiB, as dpkg counts: each file by itself.
    fn size(&self) -> Result<u64, String> {
        let mut size = 0;
        for file in files(&self.top)? {
            let length = fs::metadata(&file)
                .map_err(|error| told(&file, &error))?
                .len();
            size += length.div_ceil(1024);
        }
        Ok(size)
    }
}

/// Manual pages and completions for shells, which the command writes itself.
fn described(tree: &Tree, folder: &Path, command: &Path) -> Result<(), String> {
    let pages = folder.join("man");
    said(path(command)?, &["man", path(&pages)?], folder)?;
    for page in files(&pages)? {
        let name = page.file_name().unwrap_or_default().to_string_lossy();
        tree.squeeze(&format!("usr/share/man/man1/{name}"), &read(&page)?)?;
    }
    for (shell, at) in COMPLETIONS {
        let text = said(path(command)?, &["completions", shell], folder)?;
        tree.write(at, &(text + "\n"))?;
    }
    Ok(())
}

/// Documents, examples, licences and the two changelogs.
fn documents(tree: &Tree, root: &Path, release: &Release) -> Result<(), String> {
    for place in DOCUMENTS {
        for file in files(&root.join(place))? {
            let ending = file
                .extension()
                .and_then(|ending| ending.to_str())
                .unwrap_or("");
            let is_built = file.starts_with(root.join("docs/guide/book"));
            if ENDINGS.contains(&ending) && !is_built {
                let at = file.strip_prefix(root).unwrap_or(&file).display();
                tree.copy(&file, &format!("{DOC}/{at}"))?;
            }
        }
    }
    for name in LITMUS {
        let from = root.join("crates/mazurka-litmus/tests/litmus").join(name);
        tree.copy(&from, &format!("{DOC}/examples/litmus/{name}"))?;
    }
    let linked = licences::Linked::of(root)?;
    let own = read(&root.join("LICENSE-MIT"))?;
    tree.write(
        &format!("{DOC}/copyright"),
        &licences::copyright(&own, &linked),
    )?;
    tree.squeeze(&format!("{DOC}/third-party.txt"), &linked.texts()?)?;
    tree.squeeze(
        &format!("{DOC}/changelog"),
        &read(&root.join("CHANGELOG.md"))?,
    )?;
    tree.squeeze(&format!("{DOC}/changelog.Debian"), &release.changelog())
}

/// What the executable needs, by Debian's own account.
fn depends(folder: &Path, executable: &Path) -> Result<String, String> {
    // The tool wants to be called in the source of a package.
    let source = folder.join("source");
    let debian = source.join("debian");
    fs::create_dir_all(&debian).map_err(|error| told(&debian, &error))?;
    let control = debian.join("control");
    fs::write(&control, "Source: mazurka\n").map_err(|error| told(&control, &error))?;
    let found = said("dpkg-shlibdeps", &["-O", path(executable)?], &source)?;
    let depends = found
        .lines()
        .find_map(|line| line.strip_prefix("shlibs:Depends="));
    depends
        .map(str::to_owned)
        .ok_or_else(|| "dpkg-shlibdeps names no library".to_owned())
}

/// The sums of all files, as `md5sum` writes them.
fn sums(tree: &Tree) -> Result<String, String> {
    let files = tree.files()?;
    let files: Vec<&str> = files.iter().map(String::as_str).collect();
    let shipped: Vec<&str> = files
        .into_iter()
        .filter(|file| !file.starts_with("DEBIAN/"))
        .collect();
    said("md5sum", &shipped, &tree.top).map(|sums| sums + "\n")
}

/// The files below a place, or the one that it is, in order.
fn files(place: &Path) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut left = vec![place.to_owned()];
    while let Some(at) = left.pop() {
        if at.is_dir() {
            for entry in fs::read_dir(&at).map_err(|error| told(&at, &error))? {
                left.push(entry.map_err(|error| told(&at, &error))?.path());
            }
        } else {
            found.push(at);
        }
    }
    found.sort();
    Ok(found)
}

/// What a command prints, without the end of its last line.
fn said(program: &str, arguments: &[&str], at: &Path) -> Result<String, String> {
    let output = Command::new(program)
        .args(arguments)
        .current_dir(at)
        .output();
    let output = output.map_err(|error| format!("cannot run {program}: {error}"))?;
    if !output.status.success() {
        let error = String::from_utf8_lossy(&output.stderr);
        return Err(format!(
            "{program}: {}: {}",
            output.status,
            error.trim_end()
        ));
    }
    Ok(String::from_utf8_lossy(&output.stdout)
        .trim_end()
        .to_owned())
}

fn read(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| told(path, &error))
}

fn set_mode(path: &Path, mode: u32) -> Result<(), String> {
    let permissions = fs::Permissions::from_mode(mode);
    fs::set_permissions(path, permissions).map_err(|error| told(path, &error))
}

/// A path as an argument.
fn path(path: &Path) -> Result<&str, String> {
    path.to_str()
        .ok_or_else(|| format!("{} is not Unicode", path.display()))
}

fn told(path: &Path, error: &std::io::Error) -> String {
    format!("{}: {error}", path.display())
}
