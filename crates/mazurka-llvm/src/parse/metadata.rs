//! Metadata: where nodes begin, and what those say that something refers to.

use std::cell::RefCell;

use rustc_hash::FxHashMap;

use super::Parser;
use super::lexer::{Lexer, Name, Result, Token, small_number, unescape_text};
use crate::ir::{Location, LocationId, SymbolKind};
use crate::shape::{Shape, ShapeId, Shapes};
use mazurka_trace::plain;

/// How many scopes are asked for their file before it counts as unknown.
const MAX_SCOPES: usize = 16;

/// What a node says, as far as anybody asks.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Node<'a> {
    kind: &'a [u8],
    line: u32,
    column: u32,
    scope: Option<u32>,
    /// Of a place in a function that was inlined: the place that calls it.
    inlined_at: Option<u32>,
    file: Option<u32>,
    variable: Option<u32>,
    pub(super) name: Option<&'a [u8]>,
    filename: Option<&'a [u8]>,
    directory: Option<&'a [u8]>,
    /// Of a type: what kind of type.
    pub(super) tag: &'a [u8],
    /// Of a variable.
    pub(super) ty: Option<u32>,
    pub(super) base_type: Option<u32>,
    pub(super) elements: Option<u32>,
    /// In bits.
    pub(super) size: u64,
    /// In bits.
    pub(super) offset: u64,
    pub(super) count: u64,
    pub(super) is_static: bool,
}

/// Looks up nodes, and remembers what it found.
pub(super) struct Places<'p, 'a> {
    pub(super) text: &'a [u8],
    pub(super) nodes: &'p FxHashMap<u32, usize>,
    /// Nodes that have been read.
    read: RefCell<FxHashMap<u32, Option<Node<'a>>>>,
    /// By the number of a node, the place that it is.
    locations: FxHashMap<u32, Option<LocationId>>,
    /// By the number of a scope, its file.
    scopes: FxHashMap<u32, u32>,
    /// By the number of a node, its file.
    files: FxHashMap<u32, u32>,
    location_ids: FxHashMap<Location, LocationId>,
    file_ids: FxHashMap<(Vec<u8>, Vec<u8>), u32>,
    /// By the number of a type, its shape.
    pub(super) shapes: FxHashMap<u32, ShapeId>,
    /// How many elements of lists are still looked at.
    pub(super) list_budget: usize,
    pub(super) found: Found,
}

/// What goes into the module.
#[derive(Default)]
pub(super) struct Found {
    locations: Vec<Location>,
    files: Vec<String>,
    directories: Vec<String>,
    pub(super) shapes: Shapes,
}

impl<'a> Parser<'a> {
    /// `!12 = ...`.
    pub(super) fn node(&mut self, number: u32) -> Result<()> {
        self.bump()?;
        self.expect(b'=')?;
        self.nodes.insert(number, self.start);
        self.skip_node()
    }

    /// Passes a node, or a reference to one.
    pub(super) fn skip_node(&mut self) -> Result<()> {
        self.eat_word("distinct")?;
        match self.token {
            Token::MetadataNumber(number) => {
                self.node_references.push((number, self.start));
                self.bump()
            }
            Token::MetadataName(_) => {
                self.bump()?;
                self.skip_raw_group()
            }
            Token::Bang => {
                self.bump()?;
                match self.token {
                    Token::Text(_) => self.bump(),
                    _ => self.skip_raw_group(),
                }
            }
            // Some operands are written as values, such as `i32 7`.
            _ => {
                let ty = self.ty()?;
                self.value(ty).map(drop)
            }
        }
    }

    /// Passes brackets and what is between them without looking at tokens: most of a
    /// file with debug information is this.
    fn skip_raw_group(&mut self) -> Result<()> {
        if !matches!(self.token, Token::Mark(b'(' | b'{')) {
            return self.expected("a node of metadata");
        }
        let text = self.lexer.text();
        let (mut depth, mut position, mut is_text) = (0u32, self.start, false);
        while let Some(&byte) = text.get(position) {
            position += 1;
            match byte {
                b'"' => is_text = !is_text,
                _ if is_text => {}
                b'(' | b'{' => depth += 1,
                b')' | b'}' => {
                    depth -= 1;
                    if depth == 0 {
                        self.lexer.position = position;
                        return self.bump();
                    }
                }
                _ => {}
            }
        }
        self.fail("this bracket is never closed")
    }

    /// Is every node there that something refers to? If not, the end of the file is missing.
    pub(super) fn check_nodes(&self) -> Result<()> {
        let mut references = self.node_references.iter();
        match references.find(|(number, _)| !self.nodes.contains_key(number)) {
            Some((number, start)) => self.fail_at(*start, format!("`!{number}` is not defined")),
            None => Ok(()),
        }
    }

    /// Looks up what instructions, functions and variables refer to.
    pub(super) fn resolve_metadata(&mut self) {
        let mut places = Places {
            text: self.lexer.text(),
            nodes: &self.nodes,
            read: RefCell::default(),
            locations: FxHashMap::default(),
            scopes: FxHashMap::default(),
            files: FxHashMap::default(),
            location_ids: FxHashMap::default(),
            file_ids: FxHashMap::default(),
            shapes: FxHashMap::default(),
            list_budget: self.nodes.len(),
            found: Found {
                // The first is for all that is one value.
                shapes: Shapes(vec![Shape::Scalar]),
                ..Found::default()
            },
        };
        for symbol in &mut self.module.symbols {
            let SymbolKind::Function(function) = &mut symbol.kind else {
                continue;
            };
            for instruction in function
                .blocks
                .iter_mut()
                .flat_map(|block| &mut block.instructions)
            {
                instruction.location = instruction
                    .location
                    .and_then(|node| places.location(node.0));
            }
        }
        for &(symbol, number) in &self.descriptions {
            let symbol = &mut self.module.symbols[symbol.0 as usize];
            match &mut symbol.kind {
                SymbolKind::Function(function) => {
                    function.location = places.location(number);
                    function.source_name = places.name(number).filter(|name| *name != symbol.name);
                }
                SymbolKind::Variable(variable) if variable.source.is_none() => {
                    let name = places.name(number);
                    variable.source = name.zip(places.location(number));
                    variable.shape = places.shape_of_variable(number);
                }
                _ => {}
            }
        }
        for &(symbol, local, number) in &self.local_descriptions {
            let symbol = &mut self.module.symbols[symbol.0 as usize];
            if let (SymbolKind::Function(function), Some(name)) =
                (&mut symbol.kind, places.name(number))
            {
                function.local_names[local.0 as usize] = Some(name);
                function.local_shapes.resize(function.locals.len(), None);
                function.local_shapes[local.0 as usize] = places.shape_of_variable(number);
            }
        }
        self.module.locations = places.found.locations;
        self.module.files = places.found.files;
        self.module.directories = places.found.directories;
        self.module.shapes = places.found.shapes;
    }
}

impl<'a> Places<'_, 'a> {
    /// What a node says; that of the variable, if it is an expression about one.
    pub(super) fn node(&self, number: u32) -> Option<Node<'a>> {
        let node = self.read(number)?;
        match node.variable {
            Some(variable) if node.kind == b"DIGlobalVariableExpression" => self.read(variable),
            _ => Some(node),
        }
    }

    /// What a node says itself.
    pub(super) fn read(&self, number: u32) -> Option<Node<'a>> {
        let known = self.read.borrow().get(&number).copied();
        known.unwrap_or_else(|| {
            let node = self.read_first(number);
            self.read.borrow_mut().insert(number, node);
            node
        })
    }

    fn read_first(&self, number: u32) -> Option<Node<'a>> {
        let mut lexer = Lexer::new(self.text, *self.nodes.get(&number)?);
        let mut next = || lexer.next().map_or(Token::End, |(token, _)| token);
        let mut token = next();
        if token == Token::Word(b"distinct") {
            token = next();
        }
        let Token::MetadataName(kind) = token else {
            return None;
        };
        let mut node = Node {
            kind,
            ..Node::default()
        };
        let mut depth = 0u32;
        loop {
            match next() {
                Token::Mark(b'(') => depth += 1,
                Token::Mark(b')') if depth <= 1 => return Some(node),
                Token::Mark(b')') => depth -= 1,
                Token::End => return None,
                Token::Label(Name::Text(field)) => node.set(field, next()),
                _ => {}
            }
        }
    }

    /// The place that a node is, or describes.
    fn location(&mut self, number: u32) -> Option<LocationId> {
        if let Some(&location) = self.locations.get(&number) {
            return location;
        }
        let location = self.find_location(number);
        self.locations.insert(number, location);
        location
    }

    fn find_location(&mut self, number: u32) -> Option<LocationId> {
        let mut node = self.node(number)?;
        let mut file = self.file_of(&node)?;
        // What a header of the system does inline, such as `std::atomic`, its caller does.
        for _ in 0..MAX_SCOPES {
            if !is_of_system(&self.found.files[file as usize]) {
                break;
            }
            let caller = node.inlined_at.and_then(|at| self.node(at));
            let Some((caller, of)) = caller.and_then(|at| Some((at, self.file_of(&at)?))) else {
                break;
            };
            (node, file) = (caller, of);
        }
        let location = Location {
            file,
            line: node.line,
            column: node.column,
        };
        let locations = &mut self.found.locations;
        let id = self.location_ids.entry(location).or_insert_with(|| {
            locations.push(location);
            LocationId(locations.len() as u32 - 1)
        });
        Some(*id)
    }

    fn file_of(&mut self, node: &Node<'_>) -> Option<u32> {
        match (node.file, node.scope) {
            (Some(file), _) => self.file(file),
            (None, Some(scope)) => self.file_of_scope(scope),
            (None, None) => None,
        }
    }

    fn file_of_scope(&mut self, scope: u32) -> Option<u32> {
        if let Some(&file) = self.scopes.get(&scope) {
            return Some(file);
        }
        let mut node = self.read(scope)?;
        for _ in 0..MAX_SCOPES {
            if node.file.is_some() {
                break;
            }
            node = self.read(node.scope?)?;
        }
        let file = self.file(node.file?)?;
        self.scopes.insert(scope, file);
        Some(file)
    }

    fn file(&mut self, number: u32) -> Option<u32> {
        if let Some(&file) = self.files.get(&number) {
            return Some(file);
        }
        let node = self.read(number)?;
        let (name, directory) = (node.filename?, node.directory.unwrap_or_default());
        let found = &mut self.found;
        let file = *self
            .file_ids
            .entry((name.to_vec(), directory.to_vec()))
            .or_insert_with(|| {
                found.files.push(shown(name));
                found.directories.push(shown(directory));
                found.files.len() as u32 - 1
            });
        self.files.insert(number, file);
        Some(file)
    }

    /// The name of what a node describes.
    fn name(&self, number: u32) -> Option<String> {
        let name = self.node(number)?.name?;
        (!name.is_empty()).then(|| shown(name))
    }
}

/// A name of the source, for people: files and functions may be called anything.
pub(super) fn shown(text: &[u8]) -> String {
    plain(&unescape_text(text)).into_owned()
}

/// Is it a header of the system, of which a user has no say?
pub(crate) fn is_of_system(file: &str) -> bool {
    file.starts_with("/usr/") || file.contains("/include/c++/") || file.contains("/c++/v1/")
}

/// A number that is not negative; else zero.
fn number(digits: &[u8]) -> u64 {
    let text = std::str::from_utf8(digits).unwrap_or_default();
    text.parse().unwrap_or(0)
}

impl<'a> Node<'a> {
    fn set(&mut self, field: &[u8], value: Token<'a>) {
        match (field, value) {
            (b"line", Token::Number(digits)) => self.line = small_number(digits).unwrap_or(0),
            (b"column", Token::Number(digits)) => self.column = small_number(digits).unwrap_or(0),
            (b"scope", Token::MetadataNumber(node)) => self.scope = Some(node),
            (b"inlinedAt", Token::MetadataNumber(node)) => self.inlined_at = Some(node),
            (b"file", Token::MetadataNumber(node)) => self.file = Some(node),
            (b"var", Token::MetadataNumber(node)) => self.variable = Some(node),
            (b"name", Token::Text(text)) => self.name = Some(text),
            (b"filename", Token::Text(text)) => self.filename = Some(text),
            (b"directory", Token::Text(text)) => self.directory = Some(text),
            (b"tag", Token::Word(tag)) => self.tag = tag,
            (b"type", Token::MetadataNumber(node)) => self.ty = Some(node),
            (b"baseType", Token::MetadataNumber(node)) => self.base_type = Some(node),
            (b"elements", Token::MetadataNumber(node)) => self.elements = Some(node),
            (b"size", Token::Number(digits)) => self.size = number(digits),
            (b"offset", Token::Number(digits)) => self.offset = number(digits),
            (b"count", Token::Number(digits)) => self.count = number(digits),
            (b"flags", Token::Word(b"DIFlagStaticMember")) => self.is_static = true,
            _ => {}
        }
    }
}
