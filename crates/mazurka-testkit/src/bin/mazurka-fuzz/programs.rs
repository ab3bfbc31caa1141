//! C programs of the corpus as LLVM IR: compiled once, and kept in a folder.

use crate::case::Places;
use mazurka_llvm::clang::{Compile, texts};
use std::fs;
use std::path::{Path, PathBuf};

/// Compiles a file of the corpus, or takes what was compiled before.
///
/// # Errors
/// When there is no clang, or it does not like the file.
pub(crate) fn compiled(places: &Places, file: &str, flags: &[&str]) -> Result<Vec<u8>, String> {
    let source = places.root.join("crates/mazurka-llvm/corpus").join(file);
    let name = format!("{file}{}", flags.concat());
    let name: String = name
        .chars()
        .map(|char| {
            if char.is_ascii_alphanumeric() {
                char
            } else {
                '-'
            }
        })
        .collect();
    let kept = places.folder.join("seeds").join(format!("{name}.ll"));
    let is_newer = |kept: &Path| {
        let time = |path: &Path| fs::metadata(path).and_then(|data| data.modified()).ok();
        time(kept) > time(&source)
    };
    if is_newer(&kept)
        && let Ok(text) = fs::read(&kept)
    {
        return Ok(text);
    }
    // Paths of this machine would only make seeds longer.
    let paths = format!("-ffile-prefix-map={}/=", places.root.display());
    let options = Compile {
        clang: None,
        flags: [&*paths]
            .iter()
            .chain(flags)
            .map(|flag| (*flag).to_owned())
            .collect(),
        ..Compile::default()
    };
    let texts = texts(&[source], &options).map_err(|error| error.to_string())?;
    let text = texts.into_iter().next().ok_or("nothing was compiled")?.text;
    // Several workers may do the same: each writes beside it, and the last one stays.
    let temporary = kept.with_extension(std::process::id().to_string());
    let written = fs::create_dir_all(places.folder.join("seeds"))
        .and_then(|()| fs::write(&temporary, &text))
        .and_then(|()| fs::rename(&temporary, &kept));
    written.map_err(|error| format!("cannot write {}: {error}", kept.display()))?;
    Ok(text)
}

/// All C programs of the corpus, as paths below its folder.
pub(crate) fn files(places: &Places) -> Vec<String> {
    let corpus = places.root.join("crates/mazurka-llvm/corpus");
    let mut files = Vec::new();
    let read = |path: &Path| -> Vec<PathBuf> {
        let entries = fs::read_dir(path).into_iter().flatten().flatten();
        entries.map(|entry| entry.path()).collect()
    };
    for folder in read(&corpus) {
        for path in read(&folder) {
            let is_c = path.extension().is_some_and(|extension| extension == "c");
            if let (true, Ok(path)) = (is_c, path.strip_prefix(&corpus)) {
                files.push(path.display().to_string());
            }
        }
    }
    files.sort();
    files
}
