//! The links of the documents: each points to a file that is there, and to a heading that it has.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Component, Path, PathBuf};

/// Where documents are: files, and folders with all that is below them.
const PLACES: [&str; 5] = ["README.md", "CONTRIBUTING.md", "docs", "crates", "compat"];

/// The chapters of the guide, and the page that lists them.
const GUIDE: &str = "docs/guide/src";
const SUMMARY: &str = "SUMMARY.md";

/// Follows the links of all documents below `root`.
///
/// # Errors
/// The links that lead nowhere and the chapters that the guide does not list, a line each.
pub(crate) fn check(root: &Path) -> Result<(), String> {
    let pages = pages(root)?;
    let mut wrong: Vec<String> = Vec::new();
    for (page, text) in &pages {
        for link in links(text) {
            if let Err(why) = follow(root, &pages, page, &link) {
                wrong.push(format!("{}: {link}: {why}", page.display()));
            }
        }
    }
    wrong.extend(unlisted(&pages));
    match wrong.is_empty() {
        true => Ok(()),
        false => Err(format!("links lead nowhere:\n  {}", wrong.join("\n  "))),
    }
}

/// The documents, by their paths from the root.
type Pages = BTreeMap<PathBuf, String>;

fn pages(root: &Path) -> Result<Pages, String> {
    let mut found = Pages::new();
    let mut left: Vec<PathBuf> = PLACES.iter().map(PathBuf::from).collect();
    while let Some(path) = left.pop() {
        let full = root.join(&path);
        let cannot = |error| format!("{}: {error}", path.display());
        if full.is_dir() {
            for entry in fs::read_dir(&full).map_err(cannot)? {
                left.push(path.join(entry.map_err(cannot)?.file_name()));
            }
        } else if path.extension().is_some_and(|ending| ending == "md") {
            let text = fs::read_to_string(&full).map_err(cannot)?;
            found.insert(path, text);
        }
    }
    Ok(found)
}

/// The lines that are not in a block of code, without what is in backticks.
fn prose(text: &str) -> impl Iterator<Item = String> {
    let mut is_code = false;
    text.lines().filter_map(move |line| {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
            return None;
        }
        let spoken = line.split('`').step_by(2);
        (!is_code).then(|| spoken.collect::<Vec<_>>().join("`"))
    })
}

/// The targets of links and pictures that are in this repository.
fn links(text: &str) -> Vec<String> {
    let lines: Vec<String> = prose(text).collect();
    let text = lines.join("\n");
    let targets = text.split("](").skip(1);
    let targets = targets.filter_map(|rest| rest.split([')', ' ', '\n']).next());
    let is_here = |target: &&str| !target.contains("://") && !target.starts_with("mailto:");
    targets.filter(is_here).map(str::to_owned).collect()
}

/// Goes where a link of a page leads.
fn follow(root: &Path, pages: &Pages, page: &Path, link: &str) -> Result<(), String> {
    let (path, heading) = link.split_once('#').unwrap_or((link, ""));
    let target = match path {
        "" => page.to_owned(),
        path => plain(&page.parent().unwrap_or(Path::new("")).join(path))
            .ok_or("it leads out of the repository")?,
    };
    if !root.join(&target).exists() {
        return Err(format!("there is no {}", target.display()));
    }
    if heading.is_empty() {
        return Ok(());
    }
    let text = pages.get(&target).ok_or("only documents have headings")?;
    match anchors(text).contains(heading) {
        true => Ok(()),
        false => Err(format!("{} has no such heading", target.display())),
    }
}

/// A path without `.` and `..`, unless it leads out of where it begins.
fn plain(path: &Path) -> Option<PathBuf> {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir if !plain.pop() => return None,
            Component::ParentDir | Component::CurDir => {}
            other => plain.push(other),
        }
    }
    Some(plain)
}

/// What links to the headings of a page are called, as code hosts and mdBook call them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    let mut is_code = false;
    for line in text.lines() {
        is_code ^= line.trim_start().starts_with("```");
        let title = line.trim_start_matches('#');
        if is_code || title == line || !title.starts_with(' ') {
            continue;
        }
        let name = anchor(title.trim());
        let again = (1..).map(|n| format!("{name}-{n}"));
        let free = std::iter::once(name.clone())
            .chain(again)
            .find(|name| !found.contains(name));
        found.extend(free);
    }
    found
}

fn anchor(title: &str) -> String {
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    let lower = kept.flat_map(char::to_lowercase);
    lower.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// The chapters of the guide that its summary does not name.
fn unlisted(pages: &Pages) -> Vec<String> {
    let summary = Path::new(GUIDE).join(SUMMARY);
    let listed: BTreeSet<PathBuf> = pages.get(&summary).map_or_else(BTreeSet::new, |text| {
        let links = links(text).into_iter();
        links.map(|link| Path::new(GUIDE).join(link)).collect()
    });
    let chapters = pages.keys().filter(|page| page.starts_with(GUIDE));
    chapters
        .filter(|page| **page != summary && !listed.contains(*page))
        .map(|page| format!("{}: {SUMMARY} does not name it", page.display()))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_links_of_this_repository_lead_somewhere() {
        check(&crate::root()).unwrap();
    }

    #[test]
    fn links_are_found_in_prose_only() {
        let text = "[a](b.md) `[c](d.md)` ![e](f.svg \"g\")\n```\n[h](i.md)\n```\n[j\nk](l.md#m) [n](https://o)";
        assert_eq!(links(text), ["b.md", "f.svg", "l.md#m"]);
    }

    #[test]
    fn headings_have_the_names_of_code_hosts() {
        let text = "# The `x`: a--b\n```sh\n# no\n```\n## Twice\n### Twice\n#no";
        let names: Vec<String> = anchors(text).into_iter().collect();
        assert_eq!(names, ["the-x-a--b", "twice", "twice-1"]);
    }

    /// A repository of these pages.
    fn told(pages: &[(&str, &str)]) -> Vec<String> {
        let place = std::env::temp_dir().join(format!("mazurka-links-{}", std::process::id()));
        let pages: Pages = pages
            .iter()
            .map(|(path, text)| (PathBuf::from(path), (*text).to_owned()))
            .collect();
        for (path, text) in &pages {
            let path = place.join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        let all = pages.iter().flat_map(|(page, text)| {
            let told = links(text).into_iter();
            told.filter_map(|link| follow(&place, &pages, page, &link).err())
        });
        let told = all.chain(unlisted(&pages)).collect();
        fs::remove_dir_all(&place).unwrap();
        told
    }

    #[test]
    fn what_is_wrong_is_told() {
        let told = told(&[
            (
                "README.md",
                "[1](docs/a.md#one) [2](#two) [3](c.md) [4](../d)",
            ),
            ("docs/a.md", "# One\n[5](../README.md#one) [6](.)"),
            ("docs/guide/src/SUMMARY.md", "[7](b.md)"),
            ("docs/guide/src/b.md", ""),
            ("docs/guide/src/c.md", ""),
        ]);
        assert_eq!(
            told,
            [
                "README.md has no such heading",
                "there is no c.md",
                "it leads out of the repository",
                "README.md has no such heading",
                "docs/guide/src/c.md: SUMMARY.md does not name it",
            ]
        );
    }
}
