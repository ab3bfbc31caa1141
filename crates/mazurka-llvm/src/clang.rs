//! From source files to modules: finds a clang, and has it write LLVM IR.
//!
//! Clang writes to a pipe. What else it may write to is a folder that goes with it, where headers
//! of other verifiers are for programs that include them.

mod headers;
mod lenient;
mod optimised;

use std::env;
use std::ffi::OsString;
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use rustc_hash::FxHashSet;

use crate::ir::Module;
use crate::link::{self, link};
use crate::parse::{ParseError, parse};
use headers::lacks_headers;
use lenient::{GCC_TYPES, PLAIN_INLINE, lacks_gcc_types, lacks_inline, names};
use mazurka_check::compiler::{self, Failure, Folder};
use mazurka_check::shortage;
use mazurka_check::{Until, Why};
pub use optimised::optimisation;
use optimised::{UNOPTIMISED, inlines_sections, restore, weaken};

/// The oldest clang whose LLVM IR is read.
pub const OLDEST: u32 = 14;
/// The newest `clang-NN` that is looked for.
const NEWEST: u32 = 30;

/// For every source file: debug information, and memory accesses as they are written.
const FLAGS: &[&str] = &[
    "-S",
    "-emit-llvm",
    "-g",
    "-O0",
    "-fno-discard-value-names",
    "-Xclang",
    "-disable-O0-optnone",
    "-fno-stack-protector",
    "-fno-vectorize",
    "-fno-slp-vectorize",
    "-fno-unroll-loops",
    "-U_FORTIFY_SOURCE",
    "-D_FORTIFY_SOURCE=0",
    // Paths in the debug information are as they were given.
    "-fdebug-compilation-dir=.",
    "-Wno-unknown-warning-option",
];

/// Makes newer versions as lenient with old C as clang 14 is, and all as gcc.
const C_FLAGS: &[&str] = &[
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=return-mismatch",
    "-Wno-error=return-type",
    // With gcc this attribute takes arguments: files that gcc has preprocessed have it.
    "-D__malloc__(...)=__malloc__",
];

/// The same C++ for every version; with assertions, libstdc++ keeps the definitions of
/// its templates in the program instead of in a library.
const CPP_FLAGS: &[&str] = &["-std=gnu++17", "-D_GLIBCXX_ASSERTIONS"];

/// How source files are compiled.
#[derive(Clone, Default, Debug)]
pub struct Compile {
    /// Which clang; if none, `clang` or the newest `clang-NN` of the PATH.
    pub clang: Option<PathBuf>,
    /// More flags for it, after all others.
    pub flags: Vec<String>,
    /// How long it may take.
    pub until: Until,
}

/// A file as LLVM IR.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Text {
    /// The path of the source, for messages.
    pub name: String,
    /// The LLVM IR.
    pub text: Vec<u8>,
}

impl Text {
    /// Reads it.
    ///
    /// # Errors
    ///
    /// As [`parse`].
    pub fn parse(&self) -> Result<Module, ParseError> {
        parse(&self.name, &self.text).map_err(|error| self.named(error))
    }

    /// Lines of what clang wrote are not those of the source.
    fn named(&self, mut error: ParseError) -> ParseError {
        if kind_of(Path::new(&self.name)) != Some(Kind::Ir) {
            error.file = format!("{} (as LLVM IR)", self.name);
        }
        error
    }
}

/// Why files could not be loaded.
#[derive(Debug)]
pub enum LoadError {
    /// A file could not be read.
    Read(PathBuf, io::Error),
    /// A file of a kind that is not known: what to do instead.
    Kind(PathBuf, String),
    /// There is no clang, or it could not be run, or it is too old.
    Clang(String),
    /// What clang has to say about the source.
    Compile(String),
    /// LLVM IR that could not be read.
    Parse(ParseError),
    /// Files that do not fit together.
    Link(link::Error),
    /// Clang was ended while it compiled this.
    Ended(Why, PathBuf),
}

impl fmt::Display for LoadError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LoadError::Read(path, error) => {
                write!(out, "{}: {}", path.display(), shortage::told(error))
            }
            LoadError::Kind(path, message) => write!(out, "{}: {message}", path.display()),
            LoadError::Clang(message) => out.write_str(message),
            LoadError::Link(error) => error.fmt(out),
            LoadError::Compile(diagnostics) => out.write_str(diagnostics.trim_end()),
            LoadError::Parse(error) => error.fmt(out),
            LoadError::Ended(why, path) => {
                write!(out, "{why} while clang compiled {}", path.display())
            }
        }
    }
}

impl std::error::Error for LoadError {}

/// Compiles or reads files, and links them.
///
/// # Errors
///
/// If a file cannot be read or compiled, or if they do not fit together.
pub fn load(paths: &[PathBuf], options: &Compile) -> Result<Module, LoadError> {
    let texts = texts(paths, options)?;
    let modules = texts
        .iter()
        .map(Text::parse)
        .collect::<Result<Vec<Module>, ParseError>>();
    link(modules.map_err(LoadError::Parse)?).map_err(LoadError::Link)
}

/// Compiles or reads files.
///
/// # Errors
///
/// If a file cannot be read or compiled.
pub fn texts(paths: &[PathBuf], options: &Compile) -> Result<Vec<Text>, LoadError> {
    let mut clang = None;
    let mut texts = Vec::with_capacity(paths.len());
    for path in paths {
        let kind = source_kind(path)?;
        check_regular(path)?;
        let text = match kind {
            Kind::Ir => read(path)?,
            Kind::Source(language) => {
                if clang.is_none() {
                    clang = Some(find_clang(options)?);
                }
                let clang = clang.as_deref().unwrap_or(Path::new("clang"));
                compile(clang, path, language, &[], options)?
            }
        };
        let name = path.display().to_string();
        texts.push(Text { name, text });
    }
    if let Some(clang) = clang {
        add_inline(&clang, paths, &mut texts, options)?;
    }
    Ok(texts)
}

fn read(path: &Path) -> Result<Vec<u8>, LoadError> {
    std::fs::read(path).map_err(|error| LoadError::Read(path.to_path_buf(), error))
}

/// Compiles those files again that define functions only for inlining, if nobody
/// else defines them: a linker would refuse that, but what is meant is clear.
fn add_inline(
    clang: &Path,
    paths: &[PathBuf],
    texts: &mut [Text],
    options: &Compile,
) -> Result<(), LoadError> {
    let mut again = Vec::new();
    let defined = texts.iter().flat_map(|text| names(&text.text, b"define "));
    let defined: FxHashSet<&[u8]> = defined.collect();
    for (place, path) in paths.iter().enumerate() {
        if let Some(Kind::Source(language @ (Language::C | Language::PlainC))) = kind_of(path)
            && lacks_inline(&read(path)?, &texts[place].text, &defined)
        {
            again.push((place, language));
        }
    }
    for (place, language) in again {
        texts[place].text = compile(clang, &paths[place], language, PLAIN_INLINE, options)?;
    }
    Ok(())
}

/// What a file is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Kind {
    /// LLVM IR.
    Ir,
    /// Something for clang.
    Source(Language),
}

/// What a source file is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Language {
    C,
    /// C after the preprocessor, or what is called so.
    PlainC,
    Cpp,
    /// C++ after the preprocessor, or what is called so.
    PlainCpp,
}

/// What a file is, by its name.
fn kind_of(path: &Path) -> Option<Kind> {
    let kind = match path.extension()?.to_str()? {
        "ll" => Kind::Ir,
        "c" => Kind::Source(Language::C),
        "i" => Kind::Source(Language::PlainC),
        "cc" | "cpp" | "cxx" | "c++" | "C" | "CPP" => Kind::Source(Language::Cpp),
        "ii" => Kind::Source(Language::PlainCpp),
        _ => return None,
    };
    Some(kind)
}

/// What a file is; if it is nothing that can be checked, what to do.
fn source_kind(path: &Path) -> Result<Kind, LoadError> {
    if let Some(kind) = kind_of(path) {
        return Ok(kind);
    }
    let message = match path.extension().and_then(|extension| extension.to_str()) {
        Some("bc") => {
            "this is LLVM bitcode: write LLVM IR as text instead (clang -S -emit-llvm, or llvm-dis)"
        }
        Some("o" | "a" | "so") => "this is compiled already: name the source files instead",
        Some("h" | "hpp" | "hh") => "this is a header: name the source files that include it",
        _ => "not a kind of file that is known (.c, .i, .cc, .cpp, .cxx, .C or .ll)",
    };
    Err(LoadError::Kind(path.to_path_buf(), message.to_string()))
}

/// What is no file may never come to an end.
fn check_regular(path: &Path) -> Result<(), LoadError> {
    let data = std::fs::metadata(path);
    let data = data.map_err(|error| LoadError::Read(path.to_path_buf(), error))?;
    if data.is_file() {
        return Ok(());
    }
    let message = "this is no regular file: write what is to be checked to one first";
    Err(LoadError::Kind(path.to_path_buf(), message.to_string()))
}

/// Finds clang.
fn find_clang(options: &Compile) -> Result<PathBuf, LoadError> {
    if let Some(clang) = &options.clang {
        return Ok(clang.clone());
    }
    let path = env::var_os("PATH").unwrap_or_default();
    let versions = (OLDEST..=NEWEST)
        .rev()
        .map(|version| format!("clang-{version}"));
    let mut names = std::iter::once("clang".to_string()).chain(versions);
    names.find_map(|name| in_path(&path, &name)).ok_or_else(|| {
        let message = "clang was not found: install clang (Debian: apt-get install clang), or name one with --clang";
        LoadError::Clang(message.to_string())
    })
}

/// A program of the PATH.
fn in_path(path: &OsString, name: &str) -> Option<PathBuf> {
    env::split_paths(path)
        .map(|directory| directory.join(name))
        .find(|file| is_program(file))
}

#[cfg(unix)]
fn is_program(file: &Path) -> bool {
    use std::os::unix::fs::PermissionsExt;
    std::fs::metadata(file)
        .is_ok_and(|data| data.is_file() && data.permissions().mode() & 0o111 != 0)
}

#[cfg(not(unix))]
fn is_program(file: &Path) -> bool {
    file.is_file()
}

/// The LLVM IR of a source file.
fn compile(
    clang: &Path,
    path: &Path,
    language: Language,
    more: &[&str],
    options: &Compile,
) -> Result<Vec<u8>, LoadError> {
    // Clang would say this as well, but with its own flags in the message.
    let source = read(path)?;
    let mut more = more.to_vec();
    let is_optimised = optimisation(&options.flags).is_some() || inlines_sections(&source);
    if is_optimised {
        more.extend(UNOPTIMISED);
    }
    let folder = new_folder(path)?;
    let run = |more: &[&str]| {
        let mut command = Command::new(clang);
        command.args(arguments(path, language, more, options));
        run(command, Vec::new(), path, &folder, options)
    };
    let mut output = run(&more)?;
    if !output.status.success() && lacks_gcc_types(&output.stderr) {
        more.extend(GCC_TYPES);
        output = run(&more)?;
    }
    if !output.status.success() && lacks_headers(&output.stderr) {
        headers::write(&folder).map_err(|error| no_folder(path, &error))?;
        let directory = folder.path().display().to_string();
        // Messages name the headers, and not where they were for a moment.
        let renamed = format!("-fdebug-prefix-map={directory}=mazurka");
        more.extend(["-idirafter", &directory, &renamed]);
        output = run(&more)?;
    }
    if !output.status.success() {
        check_version(clang, path, &folder, options)?;
        return Err(LoadError::Compile(diagnostics(clang, path, &output)));
    }
    if output.stdout.is_empty() {
        let path = path.display();
        let message = format!(
            "{path}: clang wrote no LLVM IR: the flags after `--` must leave that to Mazurka"
        );
        return Err(LoadError::Clang(message));
    }
    match is_optimised {
        false => Ok(output.stdout),
        true => optimise(clang, path, &output.stdout, &folder, options),
    }
}

/// Has clang optimise LLVM IR as the flags say, but for what means something by its name.
fn optimise(
    clang: &Path,
    path: &Path,
    text: &[u8],
    folder: &Folder,
    options: &Compile,
) -> Result<Vec<u8>, LoadError> {
    let (text, weakened) = weaken(&String::from_utf8_lossy(text));
    let mut command = Command::new(clang);
    // Flags of the user that are about C mean nothing here.
    command.args(FLAGS).args(&options.flags).args([
        "-Qunused-arguments",
        "-x",
        "ir",
        "-",
        "-o",
        "-",
    ]);
    let output = run(command, text.into_bytes(), path, folder, options)?;
    if !output.status.success() {
        return Err(LoadError::Compile(diagnostics(clang, path, &output)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    Ok(restore(&text, &weakened).into_bytes())
}

/// What clang is told.
fn arguments(path: &Path, language: Language, more: &[&str], options: &Compile) -> Vec<OsString> {
    let mut arguments: Vec<OsString> = FLAGS.iter().map(OsString::from).collect();
    let (kind, flags) = match language {
        Language::C | Language::PlainC => ("c", C_FLAGS),
        Language::Cpp | Language::PlainCpp => ("c++", CPP_FLAGS),
    };
    arguments.extend(flags.iter().map(OsString::from));
    if let Language::PlainC | Language::PlainCpp = language {
        // What is left of such names is no macro.
        arguments.extend(["-Uunix", "-Ulinux"].map(OsString::from));
    }
    arguments.extend(more.iter().map(OsString::from));
    arguments.extend(options.flags.iter().map(OsString::from));
    arguments.extend(["-x", kind].map(OsString::from));
    // A name that begins with a dash is no flag.
    let is_flag = path.as_os_str().as_encoded_bytes().starts_with(b"-");
    let path = if is_flag {
        Path::new(".").join(path)
    } else {
        path.to_path_buf()
    };
    arguments.push(path.into_os_string());
    arguments.extend(["-o", "-"].map(OsString::from));
    arguments
}

/// Runs clang for a file.
fn run(
    mut clang: Command,
    input: Vec<u8>,
    path: &Path,
    folder: &Folder,
    options: &Compile,
) -> Result<Output, LoadError> {
    compiler::run(&mut clang, input, folder, &options.until).map_err(|failure| {
        let name = Path::new(clang.get_program()).display();
        LoadError::Clang(match failure {
            Failure::Ended(why) => return LoadError::Ended(why, path.to_path_buf()),
            Failure::Run(error) => {
                let install = || {
                    "install clang (Debian: apt-get install clang), or name another with --clang"
                        .to_owned()
                };
                let way_out = shortage::way_out(&error).unwrap_or_else(install);
                format!("{name} could not be run: {error}: {way_out}")
            }
            Failure::Excess(_) => format!(
                "{}: {name} {failure}: does the source include what has no end? Else compile it by \
                 hand (clang -S -emit-llvm -g) and check the .ll file",
                path.display()
            ),
        })
    })
}

/// A folder for what clang writes beside its output.
fn new_folder(path: &Path) -> Result<Folder, LoadError> {
    Folder::new().map_err(|error| no_folder(path, &error))
}

fn no_folder(path: &Path, error: &io::Error) -> LoadError {
    let message = format!(
        "{}: no folder for temporary files: {error}: name another with TMPDIR",
        path.display()
    );
    LoadError::Clang(message)
}

/// What clang said, or else that it failed.
fn diagnostics(clang: &Path, path: &Path, output: &Output) -> String {
    let text = String::from_utf8_lossy(&output.stderr);
    let way_out = shortage::of_tool(output.status, &output.stderr);
    if way_out.is_none() && !text.trim().is_empty() {
        return text.into_owned();
    }
    let (path, clang, status) = (path.display(), clang.display(), output.status);
    let way_out = way_out.map_or_else(String::new, |way_out| format!(": {way_out}"));
    let text = format!("{path}: {clang} failed: {status}{way_out}\n{text}");
    text.trim_end().to_owned()
}

/// If clang failed, it may be because it is too old for the flags.
fn check_version(
    clang: &Path,
    path: &Path,
    folder: &Folder,
    options: &Compile,
) -> Result<(), LoadError> {
    let mut command = Command::new(clang);
    command.arg("--version");
    let output = run(command, Vec::new(), path, folder, options)?;
    let version = version(&String::from_utf8_lossy(&output.stdout));
    match version {
        Some(version) if version < OLDEST => {
            let clang = clang.display();
            let message = format!(
                "{clang} is version {version}, but at least {OLDEST} is needed: name another with --clang"
            );
            Err(LoadError::Clang(message))
        }
        _ => Ok(()),
    }
}

/// The number in `clang version 14.0.6`.
fn version(text: &str) -> Option<u32> {
    let (_, rest) = text.split_once("clang version ")?;
    let digits = rest.split(|letter: char| !letter.is_ascii_digit()).next()?;
    digits.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions() {
        assert_eq!(version("Debian clang version 14.0.6\nTarget: x"), Some(14));
        assert_eq!(version("clang version 19.1.7 (3~deb12u1)"), Some(19));
        assert_eq!(version("gcc (Debian 12.2.0)"), None);
    }

    #[test]
    fn kinds() {
        assert_eq!(kind_of(Path::new("a/b.c")), Some(Kind::Source(Language::C)));
        assert_eq!(kind_of(Path::new("b.C")), Some(Kind::Source(Language::Cpp)));
        assert_eq!(kind_of(Path::new("b.ll")), Some(Kind::Ir));
        assert_eq!(kind_of(Path::new("b")), None);
        let error = source_kind(Path::new("b.bc")).unwrap_err().to_string();
        assert!(error.starts_with("b.bc: this is LLVM bitcode"), "{error}");
    }

    #[test]
    fn flags_of_the_user_come_last_and_names_are_no_flags() {
        let options = Compile {
            clang: None,
            flags: vec!["-O2".to_string()],
            ..Compile::default()
        };
        let arguments = arguments(Path::new("-x.c"), Language::C, &[], &options);
        let place = |text: &str| arguments.iter().position(|argument| argument == text);
        assert!(place("-O2") > place("-O0"));
        assert!(place("./-x.c").is_some());
        assert_eq!(arguments.last().unwrap(), "-");
    }
}
