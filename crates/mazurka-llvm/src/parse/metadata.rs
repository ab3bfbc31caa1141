//! Metadata: where nodes begin, and what those say that something refers to.

use rustc_hash::FxHashMap;

use super::Parser;
use super::lexer::{Lexer, Name, Result, Token, small_number, unescape_text};
use crate::ir::{Location, LocationId, SymbolKind};

/// How many scopes are asked for their file before it counts as unknown.
const MAX_SCOPES: usize = 16;

/// What a node says, as far as anybody asks.
#[derive(Clone, Default, Debug)]
struct Node<'a> {
    kind: &'a [u8],
    line: u32,
    column: u32,
    scope: Option<u32>,
    file: Option<u32>,
    variable: Option<u32>,
    name: Option<&'a [u8]>,
    filename: Option<&'a [u8]>,
    directory: Option<&'a [u8]>,
}

/// Looks up nodes, and remembers what it found.
struct Places<'p, 'a> {
    text: &'a [u8],
    nodes: &'p FxHashMap<u32, usize>,
    /// By the number of a node, the place that it is.
    locations: FxHashMap<u32, Option<LocationId>>,
    /// By the number of a scope, its file.
    scopes: FxHashMap<u32, u32>,
    /// By the number of a node, its file.
    files: FxHashMap<u32, u32>,
    location_ids: FxHashMap<Location, LocationId>,
    file_ids: FxHashMap<(Vec<u8>, Vec<u8>), u32>,
    found: Found,
}

/// What goes into the module.
#[derive(Default)]
struct Found {
    locations: Vec<Location>,
    files: Vec<String>,
    directories: Vec<String>,
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
            Token::MetadataNumber(_) => self.bump(),
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

    /// Looks up what instructions, functions and variables refer to.
    pub(super) fn resolve_metadata(&mut self) {
        let mut places = Places {
            text: self.lexer.text(),
            nodes: &self.nodes,
            locations: FxHashMap::default(),
            scopes: FxHashMap::default(),
            files: FxHashMap::default(),
            location_ids: FxHashMap::default(),
            file_ids: FxHashMap::default(),
            found: Found::default(),
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
            }
        }
        self.module.locations = places.found.locations;
        self.module.files = places.found.files;
        self.module.directories = places.found.directories;
    }
}

impl<'a> Places<'_, 'a> {
    /// What a node says; that of the variable, if it is an expression about one.
    fn node(&self, number: u32) -> Option<Node<'a>> {
        let node = self.read(number)?;
        match node.variable {
            Some(variable) if node.kind == b"DIGlobalVariableExpression" => self.read(variable),
            _ => Some(node),
        }
    }

    fn read(&self, number: u32) -> Option<Node<'a>> {
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
        let node = self.node(number)?;
        let file = match (node.file, node.scope) {
            (Some(file), _) => self.file(file)?,
            (None, Some(scope)) => self.file_of_scope(scope)?,
            (None, None) => return None,
        };
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
                found.files.push(unescape_text(name));
                found.directories.push(unescape_text(directory));
                found.files.len() as u32 - 1
            });
        self.files.insert(number, file);
        Some(file)
    }

    /// The name of what a node describes.
    fn name(&self, number: u32) -> Option<String> {
        let name = self.node(number)?.name?;
        (!name.is_empty()).then(|| unescape_text(name))
    }
}

impl<'a> Node<'a> {
    fn set(&mut self, field: &[u8], value: Token<'a>) {
        match (field, value) {
            (b"line", Token::Number(digits)) => self.line = small_number(digits).unwrap_or(0),
            (b"column", Token::Number(digits)) => self.column = small_number(digits).unwrap_or(0),
            (b"scope", Token::MetadataNumber(node)) => self.scope = Some(node),
            (b"file", Token::MetadataNumber(node)) => self.file = Some(node),
            (b"var", Token::MetadataNumber(node)) => self.variable = Some(node),
            (b"name", Token::Text(text)) => self.name = Some(text),
            (b"filename", Token::Text(text)) => self.filename = Some(text),
            (b"directory", Token::Text(text)) => self.directory = Some(text),
            _ => {}
        }
    }
}
