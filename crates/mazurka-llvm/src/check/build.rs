//! From texts to a program.

use crate::clang::Text;
use crate::code::Code;
use crate::{library, link, lower, parse, unread};
use std::sync::Arc;

/// Reads and links texts, adds what they need of the C library, and decodes the whole.
///
/// # Errors
/// When that cannot be done; a message for people, that names the file.
pub fn build(texts: &[Text]) -> Result<Arc<Code>, String> {
    let modules = texts.iter().map(Text::parse).collect::<Result<Vec<_>, _>>();
    let mut program = link::link(modules.map_err(|error| error.to_string())?)?;
    let needed = library::extract(link::unresolved(&program));
    if !needed.is_empty() {
        let library = parse::parse("libc.ll", needed.as_bytes());
        let library = library.map_err(|error| format!("internal error: {error}"))?;
        program = link::link_library(program, library);
    }
    unread::settle(&mut program);
    Ok(Arc::new(lower::lower(&program)?))
}
