//! Settings that run or load code, write elsewhere, or send the program away: a file that came
//! with a program may not say them, unless a person has said that it may.
//!
//! What is harmless is listed, and nothing else is. A file that is trusted is remembered by its
//! path and its digest, in a list of this user.

use super::file::Settings;
use super::place::doubt;
use mazurka_check::command::{digest_of, say};
use mazurka_trace::Place;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::DirBuilderExt;
use std::path::{Component, Path, PathBuf};

/// Options that decide what is explored and how it is said.
const HARMLESS: &[&str] = &[
    "after-timeout",
    "algorithm",
    "allow-unsafe-store",
    "arg",
    "assertions-only",
    "attach",
    "buffer-bound",
    "cancel-on-interrupt",
    "check-exit",
    "check-threads",
    "checkpoint",
    "color",
    "coverage",
    "ct",
    "delays",
    "detach",
    "each",
    "entry",
    "env",
    "estimate",
    "eunit",
    "first",
    "first-process-errors-only",
    "format",
    "full",
    "ignore",
    "instant-delivery",
    "keep-going",
    "leaks",
    "malloc-may-fail",
    "max-allocation",
    "max-events",
    "max-executions",
    "max-memory",
    "max-time",
    "model",
    "module",
    "nondet",
    "pa",
    "preemptions",
    "print-depth",
    "processes",
    "pz",
    "quiet",
    "races",
    "receive",
    "shorten",
    "spurious",
    "states",
    "suggest-fences",
    "symmetry",
    "test",
    "treat-as-normal",
    "unroll",
    "use-receive-patterns",
    "workers",
];

/// Options with a file that is read by the program or written: harmless in the folder of the
/// settings.
const FILES: [&str; 8] = [
    "dot",
    "file",
    "html",
    "lcov",
    "resume-file",
    "stdin",
    "svg",
    "trace-dir",
];

/// Compilers are programs that are run.
const COMPILERS: [&str; 3] = ["clang", "erlc", "elixirc"];

/// The doubt about an option of a file, if there is one.
pub(super) fn of_option(key: &str, words: &[OsString], folder: &Path) -> Option<String> {
    if HARMLESS.contains(&key) {
        return None;
    }
    if COMPILERS.contains(&key) {
        return Some("it names a program that is run".to_owned());
    }
    if FILES.contains(&key) {
        let value = |word: &OsString| {
            let word = word.to_string_lossy().into_owned();
            let value = word.split_once('=').map_or("", |(_, value)| value);
            let value = match value.split_once('=') {
                Some((_, path)) if key == "file" => path,
                _ => value,
            };
            PathBuf::from(value)
        };
        let is_outside = words.iter().any(|word| !is_within(&value(word), folder));
        return is_outside.then(|| {
            "it names a file outside of the folder of the settings, or a hidden one".to_owned()
        });
    }
    Some("it may run code, or send the program elsewhere".to_owned())
}

/// True for a path in that folder or below that is not hidden there. Links count as what they lead to.
fn is_within(path: &Path, folder: &Path) -> bool {
    let real = |path: &Path| match path.as_os_str().is_empty() {
        true => Path::new(".").canonicalize(),
        false => path.canonicalize(),
    };
    let Ok(folder) = real(folder) else {
        return false;
    };
    // What is not there yet is where the nearest folder is that is there.
    let mut missing = Vec::new();
    let mut there = path;
    let place = loop {
        match real(there) {
            Ok(place) => break place,
            // A link that leads nowhere may be made to lead somewhere.
            Err(_) if fs::symlink_metadata(there).is_ok() => return false,
            Err(_) => {}
        }
        match (there.file_name(), there.parent()) {
            (Some(name), Some(parent)) => {
                missing.push(name);
                there = parent;
            }
            _ => return false,
        }
    };
    let place = missing
        .iter()
        .rev()
        .fold(place, |place, name| place.join(name));
    let is_shown = |part: Component<'_>| match part {
        Component::Normal(name) => !name.as_encoded_bytes().starts_with(b"."),
        _ => false,
    };
    place
        .strip_prefix(&folder)
        .is_ok_and(|rest| rest.components().all(is_shown))
}

/// The doubt about flags of a file, if there is one.
pub(super) fn of_flags(flags: &[String], folder: &Path) -> Option<String> {
    let mut flags = flags.iter().map(String::as_str);
    while let Some(flag) = flags.next() {
        let is_harmless = match flag {
            // The next word is a macro or a folder with headers.
            "-D" | "-U" | "-I" | "-isystem" | "-iquote" | "-idirafter" => flags
                .next()
                .is_some_and(|word| !word.starts_with(['@', '-'])),
            "-include" | "-imacros" => flags
                .next()
                .is_some_and(|word| is_within(&folder.join(word), folder)),
            flag => is_harmless(flag),
        };
        if !is_harmless {
            return Some(format!(
                "the flag {flag:?} may run or load code, or write files"
            ));
        }
    }
    None
}

/// Flags that are harmless as they are.
const FLAGS: [&str; 27] = [
    "-ansi",
    "-fasm",
    "-fblocks",
    "-fcommon",
    "-fexceptions",
    "-fgnu89-inline",
    "-fms-extensions",
    "-fopenmp",
    "-frtti",
    "-fshort-enums",
    "-fsigned-char",
    "-fstrict-aliasing",
    "-funsigned-char",
    "-fwrapv",
    "-m32",
    "-m64",
    "-mcx16",
    "-nostdinc",
    "-nostdinc++",
    "-pedantic",
    "-pedantic-errors",
    "-pthread",
    "-w",
    "--ignore-module-conflict",
    "--no-debug-info",
    "--no-docs",
    "--warnings-as-errors",
];

/// Flags that are harmless with a word of letters, digits, `+`, `-`, `.` and `=` behind them: what
/// it is written in, warnings, processors, optimisations, options of Erlang that are atoms.
const FLAGS_WITH_A_WORD: [&str; 13] = [
    "-std=", "-W", "-O", "-march=", "-mtune=", "-mcpu=", "-mavx", "-msse", "-fno-", "-g",
    "-stdlib=", "+warn", "+nowarn",
];

/// Flags that are harmless with anything behind them: macros, and folders with headers.
const FLAGS_WITH_A_TEXT: [&str; 6] = ["-D", "-U", "-I", "-isystem", "-iquote", "-idirafter"];

fn is_harmless(flag: &str) -> bool {
    let is_word = |text: &str| {
        let mut chars = text.chars();
        chars.all(|c| c.is_ascii_alphanumeric() || "+-._=".contains(c))
    };
    let has_word = |begin: &&str| flag.strip_prefix(*begin).is_some_and(is_word);
    // (`-gcc-toolchain` and the like name other programs.)
    let names_programs = flag.starts_with("-gcc") || flag.starts_with("-g") && flag.contains('=');
    FLAGS.contains(&flag)
        || FLAGS_WITH_A_TEXT
            .iter()
            .any(|begin| flag.starts_with(begin))
        || FLAGS_WITH_A_WORD.iter().any(has_word) && !names_programs
}

/// The list of files that are trusted.
fn list() -> Option<PathBuf> {
    let absolute = |name: &str| {
        let path = PathBuf::from(std::env::var_os(name)?);
        path.is_absolute().then_some(path)
    };
    let state = absolute("XDG_STATE_HOME").or_else(|| Some(absolute("HOME")?.join(".local/state")));
    Some(state?.join("mazurka").join("trusted"))
}

/// The line of a file in the list: its digest, and its path.
fn line(settings: &Settings) -> Option<String> {
    let place = settings.place().canonicalize().ok()?;
    let path = place.to_str().filter(|path| !path.contains('\n'))?;
    Some(format!("{} {path}", digest_of([settings.bytes()])))
}

/// True if it was trusted, as it is now.
pub(super) fn is_known(settings: &Settings) -> bool {
    let (Some(list), Some(line)) = (list(), line(settings)) else {
        return false;
    };
    // SAFETY: it only asks who this process is.
    let user = unsafe { libc::geteuid() };
    let text = fs::read_to_string(&list).unwrap_or_default();
    text.lines().any(|known| known == line) && doubt(&list, user).is_none()
}

/// Puts it into the list, in the place of what it was before. Without a list, it is trusted for
/// once.
///
/// # Errors
/// When the list cannot be written; a message for people.
pub(super) fn remember(settings: &Settings) -> Result<(), String> {
    if is_known(settings) {
        return Ok(());
    }
    let (Some(list), Some(line)) = (list(), line(settings)) else {
        say("note: there is no place for a list of what is trusted: it is trusted for once");
        return Ok(());
    };
    let folder = list.parent().unwrap_or(Path::new("/"));
    let made = fs::DirBuilder::new()
        .recursive(true)
        .mode(0o700)
        .create(folder);
    made.map_err(|error| format!("cannot make {}: {error}", folder.display()))?;
    let before = fs::read_to_string(&list).unwrap_or_default();
    let path = line.split_once(' ').map_or("", |(_, path)| path);
    let is_other = |known: &&str| known.split_once(' ').is_none_or(|(_, of)| of != path);
    let mut lines: Vec<&str> = before.lines().filter(is_other).collect();
    lines.push(&line);
    Place::open(&list)?.write((lines.join("\n") + "\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    /// A new option is in one of the lists, or needs trust for a reason.
    #[test]
    fn every_option_is_judged() {
        let command = crate::Arguments::command();
        let check = command.find_subcommand("check").expect("it is there");
        let names: Vec<&str> = check
            .get_arguments()
            .filter_map(clap::Arg::get_long)
            .collect();
        let lists = [HARMLESS, &FILES, &COMPILERS, &["cluster"]];
        let judged: Vec<&str> = lists.concat();
        let not_here = super::super::NOT_HERE;
        for name in &names {
            let is_judged = judged.contains(name) || not_here.contains(name);
            assert!(is_judged, "{name} is in no list");
        }
        #[cfg(feature = "cluster")]
        for name in judged {
            assert!(names.contains(&name), "{name} is no option");
        }
    }

    #[test]
    fn flags_that_load_code_need_trust() {
        let doubt = |text: &str| {
            let flags: Vec<String> = text.split(' ').map(str::to_owned).collect();
            of_flags(&flags, Path::new("")).is_some()
        };
        for fine in [
            "-DN=3",
            "-D N=3",
            "-U X",
            "-Iinclude",
            "-I /usr/include",
            "-isystem x",
            "-O2",
            "-Os",
            "-std=c11",
            "-std=gnu++17",
            "-Wall",
            "-Wno-error=x",
            "-Wextra -pedantic -pthread",
            "-fno-exceptions",
            "-march=x86-64-v3",
            "-g",
            "-g3",
            "+nowarn_unused_vars",
            "--warnings-as-errors",
            "-w",
        ] {
            assert!(!doubt(fine), "{fine}");
        }
        for bad in [
            "-fplugin=x.so",
            "-Xclang -load",
            "-fpass-plugin=x",
            "-mllvm -load=x",
            "-mllvm=-load=x",
            "-Bx",
            "-B x",
            "-specs=x",
            "--specs=x",
            "--gcc-toolchain=x",
            "-gcc-toolchain x",
            "-wrapper x",
            "+{parse_transform,x}",
            "@x",
            "-D @x",
            "-I @x",
            "-Wl,-x",
            "-Wa,-x",
            "-Wp,-x",
            "-o x",
            "-ox",
            "--config=x",
            "-include /etc/passwd",
            "-include ../x",
            "-save-temps",
            "-MD",
            "-MFx",
            "-ccc-gcc-name x",
            "-fuse-ld=x",
            "-resource-dir x",
            "-fmodules-cache-path=x",
            "-fprofile-use=x",
            "-pa x",
            "-e x",
            "-r x",
            "--erl x",
            "-S",
            "-x ir",
            "-grecord-command-line=x",
            "--sysroot=x",
            "-D",
            "x.c",
            "--",
            "",
        ] {
            assert!(doubt(bad), "{bad}");
        }
    }

    #[test]
    fn files_are_harmless_in_the_folder_of_the_settings() {
        let folder = mazurka_check::compiler::Folder::new().expect("a folder can be made");
        let here = folder.path();
        fs::create_dir(here.join("sub")).expect("it can be made");
        let doubt = |key: &str, value: &str| {
            let word = OsString::from(format!("--{key}={value}"));
            of_option(key, &[word], here).is_some()
        };
        let path = |name: &str| here.join(name).display().to_string();
        std::os::unix::fs::symlink("/etc", here.join("link")).expect("it can be made");
        assert!(!doubt("html", &path("report.html")));
        assert!(!doubt("html", &path("sub/new/report.html")));
        assert!(!doubt("file", &format!("a={}", path("data"))));
        for bad in [".git/config", "../x", "link/x", "sub/.x", "/etc/x"] {
            assert!(doubt("html", &path(bad).replace("//", "/")), "{bad}");
        }
        assert!(doubt("stdin", "/etc/passwd"));
        assert!(doubt("file", "x=/etc/passwd"));
        assert!(doubt("clang", "clang"));
        assert!(doubt("cluster", "postgres://x/y"));
        assert!(doubt("something-new", "x"));
        assert!(!doubt("model", "tso"));
    }
}
