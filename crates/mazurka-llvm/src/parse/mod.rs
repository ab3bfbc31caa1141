//! Reads textual LLVM IR, as clang 14 to 19 write it.
//!
//! One pass over the text. Values and blocks may be used before they are defined:
//! they get their numbers when they are first mentioned, and it is checked in the end
//! that all have been defined. Metadata is only looked at where something refers to
//! it: the first pass remembers where each node begins.
//!
//! What is read is well typed as far as this reader can tell (operands have the types
//! that their instructions say), so those who work with it need not check that again.

mod access;
mod body;
mod call;
mod constant;
mod instruction;
mod lexer;
mod metadata;
mod number;
mod shapes;
mod symbol;
mod types;

use std::fmt;

use rustc_hash::FxHashMap;

use crate::ir::{Module, SymbolId, Type, TypeId};
use mazurka_trace::plain;
#[cfg(feature = "command")]
pub(crate) use metadata::is_of_system;

use body::Body;
use lexer::{Failure, Lexer, Name, Result, Token};

/// How deep types and constants may be nested.
const MAX_DEPTH: u32 = 200;

/// Why a text could not be read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ParseError {
    /// The name of the text.
    pub file: String,
    /// The line, from one.
    pub line: usize,
    /// The column, from one.
    pub column: usize,
    /// What is wrong there.
    pub message: String,
}

impl fmt::Display for ParseError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ParseError {
            file,
            line,
            column,
            message,
        } = self;
        write!(out, "{file}:{line}:{column}: {message}")
    }
}

impl std::error::Error for ParseError {}

/// Reads a module. The name is that of the file, for messages.
///
/// # Errors
///
/// If the text is not LLVM IR, or says what is not supported.
pub fn parse(name: &str, text: &[u8]) -> std::result::Result<Module, ParseError> {
    let mut parser = Parser::new(name, text);
    match parser.module() {
        Ok(()) => Ok(parser.module),
        Err(failure) => Err(locate(name, text, failure)),
    }
}

/// Says in which line something went wrong.
fn locate(name: &str, text: &[u8], failure: Failure) -> ParseError {
    let before = &text[..failure.offset.min(text.len())];
    let line_start = before
        .iter()
        .rposition(|&byte| byte == b'\n')
        .map_or(0, |place| place + 1);
    ParseError {
        file: name.to_string(),
        line: 1 + before.iter().filter(|&&byte| byte == b'\n').count(),
        column: 1 + before.len() - line_start,
        message: failure.message,
    }
}

/// What is known while a module is read.
struct Parser<'a> {
    lexer: Lexer<'a>,
    /// The token that comes next.
    token: Token<'a>,
    /// Where it begins.
    start: usize,
    /// How deep types and constants are nested here.
    depth: u32,
    module: Module,
    type_ids: FxHashMap<Type, TypeId>,
    named_ids: FxHashMap<Name<'a>, u32>,
    /// Where the bodies of named structs are, for messages.
    named_starts: Vec<usize>,
    constant_ids: FxHashMap<constant::Simple, crate::ir::ConstantId>,
    symbol_ids: FxHashMap<Name<'a>, SymbolId>,
    /// For each symbol, whether it is defined, and where it was first mentioned.
    symbol_states: Vec<(bool, usize)>,
    /// Of the function that is being read.
    body: Body<'a>,
    /// Addresses of blocks, to be looked up in the end.
    block_addresses: Vec<constant::BlockReference<'a>>,
    /// Where the blocks of functions are, if anything asks for their addresses.
    block_names: FxHashMap<(SymbolId, Name<'a>), crate::ir::BlockId>,
    /// Does any constant ask for the address of a block?
    has_block_addresses: bool,
    /// Where nodes of metadata begin.
    nodes: FxHashMap<u32, usize>,
    /// Which nodes something refers to, and where.
    node_references: Vec<(u32, usize)>,
    /// What describes functions and variables.
    descriptions: Vec<(SymbolId, u32)>,
    /// What describes variables on the stack.
    local_descriptions: Vec<(SymbolId, crate::ir::LocalId, u32)>,
    common: types::Common,
}

/// What is said of assembly that is in no function.
const MODULE_ASSEMBLY: &str = "assembly outside of functions (`asm(...)` at the top level of a \
    source file) cannot be checked: leave it out, for example with #ifndef and a flag -D, or \
    define in C what it defines";

/// Does a line of such assembly do nothing? So it is with an empty one, a comment (`#`), a note
/// of which compiler was used (`.ident`), a name for a version of a symbol (`.symver`), which
/// is for linkers of shared libraries, and a mention of a symbol (`.globl`, with which
/// `<iostream>` of libstdc++ asks for its library).
fn says_nothing(line: &str) -> bool {
    let word = line.split_ascii_whitespace().next().unwrap_or_default();
    word.is_empty() || word.starts_with('#') || matches!(word, ".ident" | ".symver" | ".globl")
}

impl<'a> Parser<'a> {
    fn new(name: &str, text: &'a [u8]) -> Parser<'a> {
        let mut parser = Parser {
            lexer: Lexer::new(text, 0),
            token: Token::End,
            start: 0,
            depth: 0,
            module: Module {
                name: name.to_string(),
                ..Module::default()
            },
            type_ids: FxHashMap::default(),
            named_ids: FxHashMap::default(),
            named_starts: Vec::new(),
            constant_ids: FxHashMap::default(),
            symbol_ids: FxHashMap::default(),
            symbol_states: Vec::new(),
            body: Body::default(),
            block_addresses: Vec::new(),
            block_names: FxHashMap::default(),
            has_block_addresses: contains(text, b"blockaddress"),
            nodes: FxHashMap::default(),
            node_references: Vec::new(),
            descriptions: Vec::new(),
            local_descriptions: Vec::new(),
            common: types::Common::default(),
        };
        parser.common = parser.common_types();
        parser
    }

    /// Goes to the next token.
    fn bump(&mut self) -> Result<()> {
        (self.token, self.start) = self.lexer.next()?;
        Ok(())
    }

    /// A failure at the token that comes next.
    fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        self.fail_at(self.start, message)
    }

    fn fail_at<T>(&self, offset: usize, message: impl Into<String>) -> Result<T> {
        Err(Failure {
            offset,
            message: message.into(),
            is_unsupported: false,
        })
    }

    /// The text is right, but says what this reader does not know.
    fn unsupported<T>(&self, message: impl Into<String>) -> Result<T> {
        Err(Failure {
            offset: self.start,
            message: message.into(),
            is_unsupported: true,
        })
    }

    /// A failure that says what should be here instead.
    fn expected<T>(&self, what: &str) -> Result<T> {
        self.fail(format!("expected {what}, found {}", describe(self.token)))
    }

    fn is_mark(&self, mark: u8) -> bool {
        self.token == Token::Mark(mark)
    }

    fn is_word(&self, word: &str) -> bool {
        self.token == Token::Word(word.as_bytes())
    }

    /// Passes a mark if it is there.
    fn eat(&mut self, mark: u8) -> Result<bool> {
        let is_there = self.is_mark(mark);
        if is_there {
            self.bump()?;
        }
        Ok(is_there)
    }

    fn expect(&mut self, mark: u8) -> Result<()> {
        if self.eat(mark)? {
            return Ok(());
        }
        self.expected(&format!("`{}`", char::from(mark)))
    }

    /// Passes a word if it is there.
    fn eat_word(&mut self, word: &str) -> Result<bool> {
        let is_there = self.is_word(word);
        if is_there {
            self.bump()?;
        }
        Ok(is_there)
    }

    fn expect_word(&mut self, word: &str) -> Result<()> {
        if self.eat_word(word)? {
            return Ok(());
        }
        self.expected(&format!("`{word}`"))
    }

    /// Passes a comma, unless metadata follows it (which belongs to what contains
    /// the list).
    fn eat_comma(&mut self) -> Result<bool> {
        if self.is_mark(b',') && self.lexer.next_byte() != b'!' {
            self.bump()?;
            return Ok(true);
        }
        Ok(false)
    }

    /// A whole number that fits into 64 bits.
    fn count(&mut self) -> Result<u64> {
        let Token::Number(digits) = self.token else {
            return self.expected("a number");
        };
        let number = std::str::from_utf8(digits)
            .ok()
            .and_then(|digits| digits.parse().ok());
        match number {
            Some(number) => {
                self.bump()?;
                Ok(number)
            }
            None => self.fail("this number is too large"),
        }
    }

    /// `"text"`.
    fn text(&mut self) -> Result<String> {
        let Token::Text(text) = self.token else {
            return self.expected("a text in quotation marks");
        };
        self.bump()?;
        Ok(lexer::unescape_text(text))
    }

    /// Passes brackets of any kind and what is between them.
    fn skip_group(&mut self) -> Result<()> {
        let start = self.start;
        let mut depth = 0u32;
        loop {
            match self.token {
                Token::Mark(b'(' | b'[' | b'{') => depth += 1,
                Token::Mark(b')' | b']' | b'}') => depth = depth.saturating_sub(1),
                Token::End => return self.fail_at(start, "this bracket is never closed"),
                _ => {}
            }
            self.bump()?;
            if depth == 0 {
                return Ok(());
            }
        }
    }

    /// Passes `(...)` if it is there.
    fn skip_parentheses(&mut self) -> Result<()> {
        if self.is_mark(b'(') {
            self.skip_group()?;
        }
        Ok(())
    }

    /// Goes to the first token of the next line.
    fn skip_line(&mut self) -> Result<()> {
        self.lexer.position = self.start;
        self.lexer.skip_line();
        self.bump()
    }

    /// Counts one more level of nesting.
    fn enter(&mut self) -> Result<()> {
        if self.depth >= MAX_DEPTH {
            return self.fail(format!("nested deeper than {MAX_DEPTH} levels"));
        }
        self.depth += 1;
        Ok(())
    }

    /// Reads all of it.
    fn module(&mut self) -> Result<()> {
        self.bump()?;
        while self.token != Token::End {
            self.top_level()?;
        }
        self.check_symbols()?;
        self.check_named()?;
        self.check_nodes()?;
        self.resolve_block_addresses()?;
        self.structors();
        self.resolve_metadata();
        Ok(())
    }

    fn top_level(&mut self) -> Result<()> {
        match self.token {
            Token::Word(b"define") => self.define(),
            Token::Word(b"declare") => self.declare(),
            Token::Word(b"target") => self.target(),
            Token::Word(b"source_filename") => {
                self.bump()?;
                self.expect(b'=')?;
                self.text().map(drop)
            }
            Token::Word(b"module") => {
                self.bump()?;
                self.expect_word("asm")?;
                let start = self.start;
                match self.text()? {
                    text if says_nothing(&text) => Ok(()),
                    _ => self.fail_at(start, MODULE_ASSEMBLY),
                }
            }
            Token::Word(b"attributes") => {
                self.bump()?;
                self.bump()?;
                self.expect(b'=')?;
                self.skip_group()
            }
            Token::Word(b"uselistorder" | b"uselistorder_bb") | Token::Summary => self.skip_line(),
            Token::Local(name) => self.type_definition(name),
            Token::Global(name) => self.global(name),
            Token::Comdat => {
                self.bump()?;
                self.expect(b'=')?;
                self.expect_word("comdat")?;
                self.bump()
            }
            Token::MetadataNumber(number) => self.node(number),
            Token::MetadataName(_) => {
                self.bump()?;
                self.expect(b'=')?;
                self.skip_node()
            }
            _ => {
                let message = "a definition (`@name = ...`, `define`, `declare`, ...)";
                self.expected(message)
            }
        }
    }

    /// `target triple = "..."`.
    fn target(&mut self) -> Result<()> {
        self.bump()?;
        let is_triple = self.is_word("triple");
        if !is_triple && !self.is_word("datalayout") {
            return self.expected("`triple` or `datalayout`");
        }
        self.bump()?;
        self.expect(b'=')?;
        let text = self.text()?;
        if is_triple {
            self.module.triple = text;
        } else {
            self.module.data_layout = text;
        }
        Ok(())
    }
}

fn contains(text: &[u8], part: &[u8]) -> bool {
    text.windows(part.len()).any(|window| window == part)
}

/// A token, for messages.
fn describe(token: Token<'_>) -> String {
    let text = |text: &[u8]| {
        let short = &text[..text.len().min(40)];
        plain(&lexer::unescape_text(short)).into_owned()
    };
    match token {
        Token::End => "the end of the file".to_string(),
        Token::Word(word) => format!("`{}`", text(word)),
        Token::Label(name) => format!("the label `{}:`", text(name.display().as_bytes())),
        Token::Local(name) => format!("`%{}`", text(name.display().as_bytes())),
        Token::Global(name) => format!("`@{}`", text(name.display().as_bytes())),
        Token::Comdat => "a comdat".to_string(),
        Token::AttributeGroup => "a group of attributes".to_string(),
        Token::DebugRecord(word) => format!("`#{}`", text(word)),
        Token::MetadataNumber(number) => format!("`!{number}`"),
        Token::MetadataName(name) => format!("`!{}`", text(name)),
        Token::Bang => "`!`".to_string(),
        Token::Text(_) | Token::Bytes(_) => "a text".to_string(),
        Token::Number(digits) | Token::Float(digits) => format!("`{}`", text(digits)),
        Token::Mark(mark) => format!("`{}`", char::from(mark)),
        Token::Dots => "`...`".to_string(),
        Token::Summary => "a summary".to_string(),
    }
}
