//! What has an address: variables, functions, aliases.

use super::Parser;
use super::constant::is_value_word;
use super::lexer::{Name, Result, Token};
use super::types::is_type_start;
use crate::ir::{
    ConstantId, ConstantKind, Function, Linkage, Parameter, Symbol, SymbolId, SymbolKind, Type,
    TypeId, Variable,
};

/// What comes before the type of a function or variable.
#[derive(Clone, Copy, Debug)]
struct Prefix {
    linkage: Linkage,
    /// It says itself that it is defined elsewhere.
    is_external: bool,
    is_thread_local: bool,
}

/// What attributes of a parameter say that matters.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Attributes {
    pub(super) by_value: Option<TypeId>,
    pub(super) element_type: Option<TypeId>,
}

impl<'a> Parser<'a> {
    /// The symbol with that name, which may not have been defined yet.
    pub(super) fn symbol(&mut self, name: Name<'a>) -> SymbolId {
        if let Some(&symbol) = self.symbol_ids.get(&name) {
            return symbol;
        }
        let symbol = SymbolId(self.module.symbols.len() as u32);
        // A first byte of one tells LLVM to leave the name alone.
        let text = name.display();
        self.module.symbols.push(Symbol {
            name: text.strip_prefix('\u{1}').unwrap_or(&text).to_string(),
            linkage: Linkage::External,
            kind: SymbolKind::Function(Box::default()),
        });
        self.symbol_states.push((false, self.start));
        self.symbol_ids.insert(name, symbol);
        symbol
    }

    /// The symbol with that name, which is defined here.
    fn define_symbol(&mut self, name: Name<'a>, start: usize) -> Result<SymbolId> {
        let symbol = self.symbol(name);
        let state = &mut self.symbol_states[symbol.0 as usize];
        if state.0 {
            return self.fail_at(start, format!("`@{}` is defined twice", name.display()));
        }
        *state = (true, start);
        Ok(symbol)
    }

    fn set_symbol(&mut self, symbol: SymbolId, name: Name<'a>, linkage: Linkage, kind: SymbolKind) {
        let place = &mut self.module.symbols[symbol.0 as usize];
        place.kind = kind;
        // What has no name cannot be meant by others.
        place.linkage = match name {
            Name::Number(_) => Linkage::Internal,
            Name::Text(_) => linkage,
        };
    }

    /// Checks that all symbols are defined or declared.
    pub(super) fn check_symbols(&self) -> Result<()> {
        let symbols = self.module.symbols.iter().zip(&self.symbol_states);
        for (symbol, &(is_defined, start)) in symbols {
            if !is_defined && !symbol.name.starts_with("llvm.") {
                return self.fail_at(
                    start,
                    format!("`@{}` is neither defined nor declared", symbol.name),
                );
            }
        }
        Ok(())
    }

    /// Passes what comes before the type, or before `global`, `alias` and so on.
    fn prefix(&mut self) -> Result<Prefix> {
        let mut prefix = Prefix {
            linkage: Linkage::External,
            is_external: false,
            is_thread_local: false,
        };
        loop {
            match self.token {
                Token::Word(b"private" | b"internal") => prefix.linkage = Linkage::Internal,
                Token::Word(
                    b"weak"
                    | b"weak_odr"
                    | b"linkonce"
                    | b"linkonce_odr"
                    | b"common"
                    | b"available_externally",
                ) => prefix.linkage = Linkage::Weak,
                Token::Word(b"extern_weak") => {
                    prefix.linkage = Linkage::Weak;
                    prefix.is_external = true;
                }
                Token::Word(b"external") => prefix.is_external = true,
                Token::Word(b"thread_local") => prefix.is_thread_local = true,
                Token::Word(b"global" | b"constant" | b"alias" | b"ifunc") => break,
                Token::Word(_) if !is_type_start(self.token) => {}
                // `!dbg !12` of a declaration.
                Token::MetadataName(_) => {
                    self.bump()?;
                    self.skip_node()?;
                    continue;
                }
                Token::Text(_) | Token::AttributeGroup => {}
                _ => break,
            }
            self.attribute_word()?;
        }
        Ok(prefix)
    }

    /// Passes an attribute: a word, what is in parentheses after it, a number.
    fn attribute_word(&mut self) -> Result<()> {
        let takes_number = matches!(self.token, Token::Word(b"align" | b"alignstack" | b"cc"));
        let is_text = matches!(self.token, Token::Text(_));
        self.bump()?;
        if takes_number {
            self.eat(b'=')?;
            if let Token::Number(_) = self.token {
                self.bump()?;
            }
        }
        if is_text && self.eat(b'=')? {
            self.bump()?;
        }
        self.skip_parentheses()
    }

    /// Passes flags and attributes up to a type.
    pub(super) fn skip_to_type(&mut self) -> Result<()> {
        loop {
            match self.token {
                _ if is_type_start(self.token) => return Ok(()),
                Token::Word(_) | Token::Text(_) | Token::AttributeGroup => self.attribute_word()?,
                _ => return self.expected("a type"),
            }
        }
    }

    /// Passes the attributes of a parameter or argument.
    pub(super) fn parameter_attributes(&mut self) -> Result<Attributes> {
        let mut attributes = Attributes::default();
        loop {
            match self.token {
                Token::Word(word @ (b"byval" | b"elementtype")) => {
                    self.bump()?;
                    self.expect(b'(')?;
                    let ty = self.ty()?;
                    self.expect(b')')?;
                    if word == b"byval" {
                        attributes.by_value = Some(ty);
                    } else {
                        attributes.element_type = Some(ty);
                    }
                }
                Token::Word(word) if !is_value_word(word) => self.attribute_word()?,
                Token::Text(_) | Token::AttributeGroup => self.attribute_word()?,
                _ => return Ok(attributes),
            }
        }
    }

    /// `@name = ...`.
    pub(super) fn global(&mut self, name: Name<'a>) -> Result<()> {
        let symbol = self.define_symbol(name, self.start)?;
        self.bump()?;
        self.expect(b'=')?;
        let prefix = self.prefix()?;
        let word = self.token;
        self.bump()?;
        let kind = match word {
            Token::Word(b"global" | b"constant") => {
                let is_constant = word == Token::Word(b"constant");
                self.variable(symbol, prefix, is_constant)?
            }
            Token::Word(b"alias") => {
                self.ty()?;
                self.expect(b',')?;
                let constant = self.aliased()?;
                self.skip_global_suffix(symbol)?;
                SymbolKind::Alias(constant)
            }
            Token::Word(b"ifunc") => {
                self.ty()?;
                self.expect(b',')?;
                self.aliased()?;
                self.skip_global_suffix(symbol)?;
                SymbolKind::Function(Box::default())
            }
            _ => return self.fail("expected `global`, `constant`, `alias` or `ifunc` before this"),
        };
        self.set_symbol(symbol, name, prefix.linkage, kind);
        Ok(())
    }

    /// What another name stands for: LLVM leaves out the types of expressions.
    fn aliased(&mut self) -> Result<ConstantId> {
        if is_type_start(self.token) {
            return self.typed_constant();
        }
        self.constant(self.common.pointer)
    }

    fn variable(
        &mut self,
        symbol: SymbolId,
        prefix: Prefix,
        is_constant: bool,
    ) -> Result<SymbolKind> {
        let start = self.start;
        let ty = self.ty()?;
        // Functions of other modules are declared, not variables; but a variable may
        // have any other type.
        if matches!(
            self.module.ty(ty),
            Type::Void | Type::Function { .. } | Type::Other
        ) {
            return self.fail_at(start, "a variable cannot have this type");
        }
        let initial = if prefix.is_external {
            None
        } else {
            Some(self.constant(ty)?)
        };
        let align = self.skip_global_suffix(symbol)?;
        Ok(SymbolKind::Variable(Variable {
            ty,
            initial,
            is_constant,
            is_thread_local: prefix.is_thread_local,
            align,
            source: None,
            shape: None,
        }))
    }

    /// `, section "x", comdat, align 4, !dbg !3`: the alignment.
    fn skip_global_suffix(&mut self, symbol: SymbolId) -> Result<u64> {
        let mut align = 0;
        while self.eat(b',')? {
            match self.token {
                Token::Word(b"align") => {
                    self.bump()?;
                    align = self.alignment()?;
                }
                Token::Word(b"section" | b"partition" | b"code_model") => {
                    self.bump()?;
                    self.text()?;
                }
                Token::Word(_) => self.attribute_word()?,
                Token::MetadataName(kind) => self.description(symbol, kind)?,
                _ => return self.expected("an attribute of the variable"),
            }
        }
        if self.token == Token::AttributeGroup {
            self.bump()?;
        }
        Ok(align)
    }

    /// The number after `align`.
    pub(super) fn alignment(&mut self) -> Result<u64> {
        let start = self.start;
        let align = self.count()?;
        if align.is_power_of_two() && align <= 1 << 32 {
            return Ok(align);
        }
        self.fail_at(start, "an alignment is a power of two, at most 2^32")
    }

    /// Metadata of a function or variable: only debug information matters.
    fn description(&mut self, symbol: SymbolId, kind: &[u8]) -> Result<()> {
        self.bump()?;
        if let (b"dbg", Token::MetadataNumber(number)) = (kind, self.token) {
            self.descriptions.push((symbol, number));
        }
        self.skip_node()
    }

    /// `declare i32 @f(i32, ...)`. With types that are not supported, only the name
    /// is kept: calls of it will not be supported either.
    pub(super) fn declare(&mut self) -> Result<()> {
        let start = self.start;
        match self.supported_declaration() {
            Err(failure) if failure.is_unsupported => self.other_declaration(start),
            result => result,
        }
    }

    fn other_declaration(&mut self, start: usize) -> Result<()> {
        self.depth = 0;
        self.lexer.position = start;
        self.bump()?;
        loop {
            self.bump()?;
            match self.token {
                Token::Global(name) => {
                    self.define_symbol(name, self.start)?;
                    return self.skip_line();
                }
                Token::End => return self.expected("the name of a function"),
                _ => {}
            }
        }
    }

    fn supported_declaration(&mut self) -> Result<()> {
        self.bump()?;
        let prefix = self.prefix()?;
        let (symbol, name, function) = self.header(false)?;
        while !self.lexer.is_new_line {
            match self.token {
                Token::Word(_) | Token::Text(_) | Token::AttributeGroup => self.suffix_word()?,
                Token::MetadataName(kind) => self.description(symbol, kind)?,
                _ => break,
            }
        }
        self.set_symbol(
            symbol,
            name,
            prefix.linkage,
            SymbolKind::Function(Box::new(function)),
        );
        Ok(())
    }

    /// `define i32 @f(i32 %x) { ... }`.
    pub(super) fn define(&mut self) -> Result<()> {
        self.bump()?;
        let prefix = self.prefix()?;
        let (symbol, name, function) = self.header(true)?;
        loop {
            match self.token {
                Token::Mark(b'{') => break,
                Token::Word(_) | Token::Text(_) | Token::AttributeGroup => self.suffix_word()?,
                Token::MetadataName(kind) => self.description(symbol, kind)?,
                _ => return self.expected("the body of the function"),
            }
        }
        self.body.result = function.result;
        let function = self.function_body(symbol, function)?;
        self.set_symbol(
            symbol,
            name,
            prefix.linkage,
            SymbolKind::Function(Box::new(function)),
        );
        Ok(())
    }

    /// Passes a word after the parameters of a function.
    fn suffix_word(&mut self) -> Result<()> {
        match self.token {
            Token::Word(b"section" | b"partition" | b"gc") => {
                self.bump()?;
                self.text().map(drop)
            }
            Token::Word(b"prefix" | b"prologue" | b"personality") => {
                self.bump()?;
                self.typed_constant().map(drop)
            }
            _ => self.attribute_word(),
        }
    }

    /// The type of the result, the name and the parameters.
    fn header(&mut self, is_definition: bool) -> Result<(SymbolId, Name<'a>, Function)> {
        let start = self.start;
        let result = self.ty()?;
        self.check_result(start, result)?;
        let Token::Global(name) = self.token else {
            return self.expected("the name of a function");
        };
        let name_start = self.start;
        self.bump()?;
        self.body.clear();
        let mut function = Function {
            result: (result != self.common.void).then_some(result),
            ..Function::default()
        };
        self.expect(b'(')?;
        while !self.is_mark(b')') {
            if self.token == Token::Dots {
                self.bump()?;
                function.is_variadic = true;
                break;
            }
            function.parameters.push(self.parameter(is_definition)?);
            if !self.eat(b',')? {
                break;
            }
        }
        self.expect(b')')?;
        let symbol = self.define_symbol(name, name_start)?;
        Ok((symbol, name, function))
    }

    fn parameter(&mut self, is_definition: bool) -> Result<Parameter> {
        let start = self.start;
        let ty = self.ty()?;
        let is_right = match self.module.ty(ty) {
            Type::Void | Type::Function { .. } => false,
            // Metadata is for declarations of intrinsic functions.
            Type::Other => !is_definition,
            _ => true,
        };
        if !is_right {
            return self.fail_at(start, "a parameter cannot have this type");
        }
        let attributes = self.parameter_attributes()?;
        let name = match self.token {
            Token::Local(name) => {
                self.bump()?;
                Some(name)
            }
            _ => None,
        };
        if is_definition {
            self.define_parameter(name, ty, start)?;
        }
        Ok(Parameter {
            ty,
            by_value: attributes.by_value,
        })
    }

    /// Takes the functions that run before and after `main` from the two variables
    /// that list them.
    pub(super) fn structors(&mut self) {
        let mut constructors = self.structors_of("llvm.global_ctors");
        let mut destructors = self.structors_of("llvm.global_dtors");
        constructors.sort_by_key(|&(priority, _)| priority);
        destructors.sort_by_key(|&(priority, _)| priority);
        destructors.reverse();
        // These lists, and others such as `llvm.used`, are no variables of the program.
        for symbol in &mut self.module.symbols {
            if symbol.name.starts_with("llvm.") && matches!(symbol.kind, SymbolKind::Variable(_)) {
                symbol.kind = SymbolKind::Function(Box::default());
            }
        }
        (self.module.constructor_priorities, self.module.constructors) =
            constructors.into_iter().unzip();
        (self.module.destructor_priorities, self.module.destructors) =
            destructors.into_iter().unzip();
    }

    fn structors_of(&self, name: &str) -> Vec<(u32, SymbolId)> {
        let Some(&symbol) = self.symbol_ids.get(&Name::Text(name.as_bytes())) else {
            return Vec::new();
        };
        let SymbolKind::Variable(variable) = &self.module.symbol(symbol).kind else {
            return Vec::new();
        };
        let entries = variable
            .initial
            .map(|initial| &self.module.constant(initial).kind);
        let Some(ConstantKind::Aggregate(entries)) = entries else {
            return Vec::new();
        };
        entries
            .iter()
            .filter_map(|&entry| self.structor(entry))
            .collect()
    }

    /// `{ i32, ptr, ptr } { i32 65535, ptr @f, ptr null }`.
    fn structor(&self, entry: ConstantId) -> Option<(u32, SymbolId)> {
        let ConstantKind::Aggregate(parts) = &self.module.constant(entry).kind else {
            return None;
        };
        let priority = self.int_value(*parts.first()?)?;
        match self.module.constant(*parts.get(1)?).kind {
            ConstantKind::Symbol(function) => Some((priority as u32, function)),
            _ => None,
        }
    }
}
