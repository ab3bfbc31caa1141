//! From texts to a program.

use crate::address::MAX_ALLOCATION;
use crate::clang::Text;
use crate::code::Code;
use crate::ir::{Module, SymbolKind};
use crate::outside::{ARGUMENTS, ENVIRONMENT, Outside, VARIABLES};
use crate::parse::{self, ParseError};
use crate::{library, link, lower, unread};
use std::fmt;
use std::sync::Arc;

/// Why texts do not become a program.
#[derive(Debug)]
pub enum BuildError {
    /// A text that could not be read.
    Parse(ParseError),
    /// Texts that do not fit together.
    Link(link::Error),
    /// Our own C library could not be read.
    Library(ParseError),
    /// Something is not supported.
    Lower(lower::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BuildError::Parse(error) => error.fmt(f),
            BuildError::Link(error) => write!(
                f,
                "{error}: are these several programs? Then check them one by one with --each"
            ),
            BuildError::Library(error) => write!(f, "internal error: {error}"),
            BuildError::Lower(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for BuildError {}

/// The driver has errors of front ends as messages.
impl From<BuildError> for String {
    fn from(error: BuildError) -> String {
        error.to_string()
    }
}

/// Reads and links texts, adds what they need of the C library, and decodes the whole. The
/// program has no arguments, and finds neither variables of the environment nor files.
///
/// # Errors
/// When that cannot be done; its message names the file.
pub fn build(texts: &[Text]) -> Result<Arc<Code>, BuildError> {
    build_with(texts, &Outside::default().text())
}

/// The same with what the program finds outside of itself: an [`Outside`], as text.
///
/// # Errors
/// As [`build`].
pub fn build_with(texts: &[Text], outside: &str) -> Result<Arc<Code>, BuildError> {
    build_within(texts, outside, MAX_ALLOCATION)
}

/// The same for a program that has no variable of more bytes than that.
///
/// # Errors
/// As [`build`].
pub fn build_within(texts: &[Text], outside: &str, most: u64) -> Result<Arc<Code>, BuildError> {
    let modules = texts.iter().map(Text::parse).collect::<Result<Vec<_>, _>>();
    let modules = modules.map_err(BuildError::Parse)?;
    let mut program = link::link(modules).map_err(BuildError::Link)?;
    let needed = library::extract(link::unresolved(&program));
    if !needed.is_empty() {
        let library = parse::parse("libc.ll", needed.as_bytes()).map_err(BuildError::Library)?;
        program = link::link_library(program, library);
    }
    program = link_outside(program, outside)?;
    unread::settle(&mut program);
    let code = lower::lower_within(&program, most).map_err(BuildError::Lower)?;
    Ok(Arc::new(code))
}

/// Adds what a program needs of the outside. Nothing is read if that is nothing: files may be
/// long.
fn link_outside(program: Module, outside: &str) -> Result<Module, BuildError> {
    let also: &[&str] = match takes_arguments(&program) {
        true => &[ARGUMENTS, ENVIRONMENT],
        false => &[],
    };
    let is_needed = link::unresolved(&program).any(|name| VARIABLES.contains(&name));
    if !is_needed && also.is_empty() {
        return Ok(program);
    }
    let outside = parse::parse("outside", outside.as_bytes()).map_err(BuildError::Library)?;
    Ok(link::link_library_with(program, outside, also))
}

/// Does `main` have parameters?
fn takes_arguments(program: &Module) -> bool {
    program.symbols.iter().any(|symbol| {
        symbol.name == "main"
            && matches!(&symbol.kind, SymbolKind::Function(main) if !main.parameters.is_empty())
    })
}
