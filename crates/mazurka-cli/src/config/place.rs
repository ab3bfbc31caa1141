//! Where a file with settings is looked for, and whose it must be.

use super::NAME;
use mazurka_check::command::{is_repository, say};
use std::fs;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

/// The file of this folder, or of the nearest above that has one: up to the root of the
/// repository, or the home of the user.
///
/// # Errors
/// When there is none, or it may be another's; a message for people.
pub(super) fn nearest() -> Result<PathBuf, String> {
    let here = std::env::current_dir().map_err(|error| format!("this folder: {error}"))?;
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let home = home.and_then(|home| home.canonicalize().ok());
    let mut up = PathBuf::new();
    for folder in here.ancestors() {
        if folder.join(NAME).is_file() {
            let place = up.join(NAME);
            // SAFETY: it only asks who this process is.
            let user = unsafe { libc::geteuid() };
            if let Some(why) = doubt(&folder.join(NAME), user) {
                return Err(format!(
                    "{}: {why}: look at it, and name it with --config if you want its settings",
                    place.display()
                ));
            }
            if !up.as_os_str().is_empty() {
                say(&format!("note: with the settings of {}", place.display()));
            }
            return Ok(place);
        }
        if is_repository(folder) || home.as_deref() == Some(folder) {
            break;
        }
        up.push("..");
    }
    Err(format!(
        "there is no program to check: name files (`mazurka check FILE...`), or write a {NAME} with \
         `mazurka init`"
    ))
}

/// Why a file may not be what this user has put there, if so.
pub(super) fn doubt(place: &Path, user: u32) -> Option<String> {
    // The link, if it is one, and what it leads to: each with its folder.
    let real = place.canonicalize().ok()?;
    let of_file = |path: &Path| {
        let (link, folder) = (fs::symlink_metadata(path).ok()?, path.parent()?);
        let data = fs::metadata(path).ok()?;
        let beside = fs::metadata(folder).ok()?;
        for owner in [link.uid(), data.uid(), beside.uid()] {
            if owner != user && owner != 0 {
                return Some(format!(
                    "it or its folder belongs to another user (number {owner})"
                ));
            }
        }
        if !data.is_file() {
            return Some("it is no regular file".to_owned());
        }
        writers(data.mode(), data.gid(), data.uid()).map(|who| format!("{who} may write to it"))
    };
    let of_folders = |path: &Path| {
        let mut above = path.ancestors().skip(1);
        let open = above.find(|folder| {
            // In a sticky folder, nobody can take the place of what is another's.
            fs::metadata(folder).is_ok_and(|data| data.mode() & 0o1002 == 0o002)
        })?;
        Some(format!("everybody may write to {}", open.display()))
    };
    let paths = [place, &real];
    let mut doubts = paths
        .iter()
        .filter_map(|path| of_file(path).or_else(|| of_folders(path)));
    doubts.next()
}

/// Those who may write to a file beside its owner. The group that has the number of the user is that of
/// this user alone, as systems have it where files are made with the mask 002.
fn writers(mode: u32, group: u32, user: u32) -> Option<&'static str> {
    if mode & 0o002 != 0 {
        return Some("everybody");
    }
    (mode & 0o020 != 0 && group != user).then_some("a group")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_may_write() {
        assert_eq!(writers(0o100_644, 100, 1000), None);
        assert_eq!(writers(0o100_664, 1000, 1000), None);
        assert_eq!(writers(0o100_664, 100, 1000), Some("a group"));
        assert_eq!(writers(0o100_646, 1000, 1000), Some("everybody"));
    }
}
