//! Tests of the reader.

use super::*;

/// Reads all files of the folders in `MAZURKA_BEAM_FOLDERS`.
#[test]
fn all_files_of_folders() {
    let Ok(folders) = std::env::var("MAZURKA_BEAM_FOLDERS") else {
        return;
    };
    for folder in folders.split(':') {
        let mut work = vec![std::path::PathBuf::from(folder)];
        let mut ops = std::collections::BTreeSet::new();
        let (mut count, mut errors, mut largest) = (0, 0, 0);
        while let Some(path) = work.pop() {
            if path.is_dir() {
                work.extend(
                    std::fs::read_dir(&path)
                        .expect("a folder")
                        .flatten()
                        .map(|entry| entry.path()),
                );
            } else if path
                .extension()
                .is_some_and(|extension| extension == "beam")
            {
                count += 1;
                let bytes = std::fs::read(&path).expect("a file");
                largest = largest.max(bytes.len());
                match read(&bytes) {
                    Ok(module) => ops.extend(module.code.iter().map(|code| code.op)),
                    Err(error) => {
                        errors += 1;
                        println!("{}: {error}", path.display());
                    }
                }
            }
        }
        let names: Vec<_> = ops.iter().map(|op| op.name()).collect();
        println!(
            "{folder}: {count} files (largest {largest}), {errors} errors, {} opcodes: {}",
            ops.len(),
            names.join(" ")
        );
    }
}
