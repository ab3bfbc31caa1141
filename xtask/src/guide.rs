//! `./x guide`: the guide as a book, by mdBook.

use crate::Invocation;
use std::fs;
use std::path::Path;

const GUIDE: &str = "docs/guide";

/// Builds the book, and says where it is.
///
/// # Errors
/// When mdBook is missing or fails, or a page cannot be written.
pub(crate) fn guide(root: &Path) -> Result<(), String> {
    if !Invocation::new("mdbook").args(["--version"]).succeeds() {
        return Err("mdbook is missing: `cargo install mdbook` adds it".to_owned());
    }
    Invocation::new("mdbook").args(["build", GUIDE]).run()?;
    let book = root.join(GUIDE).join("book");
    let cannot = |error| format!("{}: {error}", book.display());
    for entry in fs::read_dir(&book).map_err(cannot)? {
        let page = entry.map_err(cannot)?.path();
        if page.extension().is_some_and(|ending| ending == "html") {
            let text = fs::read_to_string(&page).map_err(cannot)?;
            fs::write(&page, mended(&text, &book)).map_err(cannot)?;
        }
    }
    eprintln!("xtask: open {}", book.join("index.html").display());
    Ok(())
}

/// A page with links to documents beside the book as they were: mdBook takes all documents for
/// chapters.
fn mended(page: &str, book: &Path) -> String {
    let mut parts = page.split("href=\"");
    let mut mended = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        mended.push_str("href=\"");
        let document = part
            .strip_prefix("../")
            .and_then(|_| part.split_once(".html"))
            .map(|(path, rest)| (format!("{path}.md"), rest))
            .filter(|(path, _)| !path.contains('"') && book.join(path).is_file());
        match document {
            Some((path, rest)) => mended.extend([path.as_str(), rest]),
            None => mended.push_str(part),
        }
    }
    mended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_documents_outside_are_mended() {
        // As deep as the book, which need not have been built.
        let book = crate::root().join(GUIDE).join("src");
        let page =
            "<a href=\"../../ARCHITECTURE.html#x\"><a href=\"c.html\"><a href=\"../none.html\">";
        let right =
            "<a href=\"../../ARCHITECTURE.md#x\"><a href=\"c.html\"><a href=\"../none.html\">";
        assert_eq!(mended(page, &book), right);
    }
}
