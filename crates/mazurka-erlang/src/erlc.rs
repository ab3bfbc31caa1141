//! Compiling Erlang with `erlc`, and what all compilers have in common.

use crate::library::on_path;
use mazurka_check::Until;
use mazurka_check::command::Unloaded;
use mazurka_check::compiler::{self, Failure, Folder};
use mazurka_check::shortage;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Longer files of code are not read.
const LONGEST: u64 = 256 << 20;

/// A compiler: the one that is named, or the usual one on the path.
pub(crate) fn find(
    named: Option<&Path>,
    usual: &str,
    language: &str,
    package: &str,
) -> Result<PathBuf, Unloaded> {
    match named {
        Some(named) if named.components().count() > 1 => Ok(named.to_owned()),
        Some(named) => on_path(&named.to_string_lossy()).ok_or_else(|| {
            Unloaded::Wrong(format!(
                "there is no compiler {} on the path",
                named.display()
            ))
        }),
        None => on_path(usual).ok_or_else(|| {
            Unloaded::Wrong(format!(
                "{language} sources need the compiler {usual}, and there is none on the path: \
                 install it (Debian's package {package}), name it by --{usual}, or check a .beam \
                 file"
            ))
        }),
    }
}

/// Compiles files, and returns the `.beam` files that come of them.
pub(crate) fn compile(
    erlc: Option<&Path>,
    sources: &[PathBuf],
    folders: &[PathBuf],
    flags: &[String],
    until: &Until,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Unloaded> {
    let mut command = Command::new(find(erlc, "erlc", "Erlang", "erlang-base")?);
    // Reports show the patterns of receives. (Flags that say otherwise come later, and count.)
    command.arg("+debug_info");
    for path in folders {
        command.arg("-pa").arg(path);
    }
    command.args(flags);
    run(command, "erlc", sources, until)
}

/// Compiles files with a command that takes `-o` and their names, and returns the `.beam` files
/// that come of them.
pub(crate) fn run(
    mut command: Command,
    name: &str,
    sources: &[PathBuf],
    until: &Until,
) -> Result<Vec<(PathBuf, Vec<u8>)>, Unloaded> {
    let first = sources[0].display();
    let wrong = |what: &str, error: std::io::Error| {
        Unloaded::Wrong(format!("{first}: {what}: {}", shortage::told(&error)))
    };
    let folder = Folder::new().map_err(|error| wrong("no folder for its code", error))?;
    let code = folder.path().join("code");
    fs::create_dir(&code).map_err(|error| wrong("no folder for its code", error))?;
    command.arg("-o").arg(&code);
    for source in sources {
        // What begins with a dash or a plus is an option of the compiler.
        match source.is_absolute() {
            true => command.arg(source),
            false => command.arg(Path::new(".").join(source)),
        };
    }
    // A runtime that fails leaves no file behind.
    command.env("ERL_CRASH_DUMP_SECONDS", "0");
    let output = compiler::run(&mut command, Vec::new(), &folder, until);
    let output = output.map_err(|failure| {
        let program = Path::new(command.get_program()).display();
        match failure {
            Failure::Ended(why) => Unloaded::Ended(format!("{why} while {first} was compiled")),
            Failure::Run(error) => {
                let other = || "name another by --erlc or --elixirc".to_owned();
                let way_out = shortage::way_out(&error).unwrap_or_else(other);
                Unloaded::Wrong(format!(
                    "{first}: {program} does not run: {error}: {way_out}"
                ))
            }
            Failure::Excess(_) => Unloaded::Wrong(format!(
                "{first}: {program} {failure}: compile it by hand, and check the .beam file"
            )),
        }
    })?;
    let text = [output.stdout, output.stderr].concat();
    // The runtime of Erlang writes for terminals.
    let text: Vec<u8> = text.into_iter().filter(|byte| *byte != b'\r').collect();
    if !output.status.success() {
        let why = match shortage::of_tool(output.status, &text) {
            Some(way_out) => format!("failed: {}: {way_out}", output.status),
            None => "does not compile this:".to_owned(),
        };
        let text = String::from_utf8_lossy(&text);
        let text = format!("{first}: {name} {why}\n{text}");
        return Err(Unloaded::Wrong(text.trim_end().to_owned()));
    }
    let mut beams = Vec::new();
    let entries = fs::read_dir(&code).map_err(|error| wrong("its code", error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        // (What runs while a program is compiled may leave links and devices there.)
        let is_file =
            fs::symlink_metadata(&path).is_ok_and(|data| data.is_file() && data.len() <= LONGEST);
        if is_file && path.extension().is_some_and(|end| end == "beam") {
            let bytes = fs::read(&path).map_err(|error| wrong("its code", error))?;
            beams.push((path, bytes));
        }
    }
    beams.sort();
    if beams.is_empty() {
        return Err(Unloaded::Wrong(format!(
            "{first}: {name} made no .beam file of it"
        )));
    }
    Ok(beams)
}
