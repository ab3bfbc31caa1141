//! Compiling Erlang with `erlc`, and what all compilers have in common.

use crate::library::on_path;
use mazurka_check::Until;
use mazurka_check::command::Unloaded;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

/// A folder for what is compiled, which goes when it is dropped.
struct Folder(PathBuf);

impl Folder {
    fn new() -> std::io::Result<Folder> {
        static COUNT: AtomicU64 = AtomicU64::new(0);
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let name = format!("mazurka-erlang-{}-{count}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(&path)?;
        Ok(Folder(path))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        // What cannot be removed is left to the system.
        let _ = fs::remove_dir_all(&self.0);
    }
}

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
    command.arg("-o").arg(&folder.0);
    for source in sources {
        // What begins with a dash or a plus is an option of the compiler.
        match source.is_absolute() {
            true => command.arg(source),
            false => command.arg(Path::new(".").join(source)),
        };
    }
    command.stdin(Stdio::null());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().map_err(|error| {
        let program = Path::new(command.get_program()).display();
        wrong(
            &format!("{program} does not run (name another by --erlc or --elixirc)"),
            error,
        )
    })?;
    let mut output = child.stdout.take().expect("it is piped");
    let mut errors = child.stderr.take().expect("it is piped");
    let reader = thread::spawn(move || {
        let mut text = Vec::new();
        let _ = output.read_to_end(&mut text);
        text
    });
    let other = thread::spawn(move || {
        let mut text = Vec::new();
        let _ = errors.read_to_end(&mut text);
        text
    });
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break status,
            Ok(None) => {}
            Err(error) => return Err(wrong(&format!("{name} was lost"), error)),
        }
        if let Some(why) = until.is_over() {
            let _ = child.kill();
            let _ = child.wait();
            return Err(Unloaded::Ended(format!("{why} while {first} was compiled")));
        }
        thread::sleep(Duration::from_millis(2));
    };
    let mut text = reader.join().unwrap_or_default();
    text.extend(other.join().unwrap_or_default());
    if !status.success() {
        let text = String::from_utf8_lossy(&text);
        return Err(Unloaded::Wrong(format!(
            "{first}: {name} does not compile this:\n{}",
            text.trim_end()
        )));
    }
    let mut beams = Vec::new();
    let entries = fs::read_dir(&folder.0).map_err(|error| wrong("its code", error))?;
    for entry in entries.flatten() {
        let path = entry.path();
        if path.extension().is_some_and(|end| end == "beam") {
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
