//! Compiling Erlang with `erlc`, and what all compilers have in common.

use crate::library::on_path;
use mazurka_check::Until;
use mazurka_check::command::Unloaded;
use mazurka_check::compiler::{self, Failure, Folder};
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
    let wrong =
        |what: &str, error: std::io::Error| Unloaded::Wrong(format!("{first}: {what}: {error}"));
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
    let output = compiler::run(&mut command, Vec::new(), &folder, until);
    let output = output.map_err(|failure| {
        let program = Path::new(command.get_program()).display();
        match failure {
            Failure::Ended(why) => Unloaded::Ended(format!("{why} while {first} was compiled")),
            Failure::Run(error) => wrong(
                &format!("{program} does not run (name another by --erlc or --elixirc)"),
                error,
            ),
            Failure::Excess(_) => Unloaded::Wrong(format!(
                "{first}: {program} {failure}: compile it by hand, and check the .beam file"
            )),
        }
    })?;
    if !output.status.success() {
        let text = [output.stdout, output.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        return Err(Unloaded::Wrong(format!(
            "{first}: {name} does not compile this:\n{}",
            text.trim_end()
        )));
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
