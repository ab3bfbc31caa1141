//! Makes one module of several.
//!
//! Declarations meet definitions by name, as a linker would have it; what is internal
//! to a module stays apart. The tables of the modules (types, constants, places in the
//! source) become one, and all that mentions their entries is renumbered.

use rustc_hash::FxHashMap;

use crate::ir::{
    ConstantId, ConstantKind, Linkage, Location, LocationId, Module, Symbol, SymbolId, SymbolKind,
    Type, TypeId,
};
use crate::remap::{Remap, types_of};
use crate::shape::{Shape, ShapeId};
use std::fmt;

/// Why modules cannot be linked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Error {
    /// There are none.
    Nothing,
    /// Two modules, each with the processor that it is for.
    Targets([(String, String); 2]),
    /// Two modules define the same name.
    Twice {
        /// The name.
        name: String,
        /// The modules.
        modules: [String; 2],
    },
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Nothing => f.write_str("there is nothing to link"),
            Error::Targets([(a, first), (b, second)]) => write!(
                f,
                "{a} is for {first}, but {b} is for {second}: compile both for the same target"
            ),
            Error::Twice {
                name,
                modules: [a, b],
            } => write!(f, "both {a} and {b} define `{name}`"),
        }
    }
}

impl std::error::Error for Error {}

/// Links modules.
///
/// # Errors
///
/// If two of them define the same name, or are for different machines.
pub fn link(modules: Vec<Module>) -> Result<Module, Error> {
    let mut modules = modules.into_iter();
    let Some(first) = modules.next() else {
        return Err(Error::Nothing);
    };
    let mut owners = vec![0; first.symbols.len()];
    let mut names = vec![first.name.clone()];
    let mut linker = Linker::new(first);
    for module in modules {
        check_target(&linker.out, &module)?;
        names.push(module.name.clone());
        let plan = linker.plan(&module, &mut owners, &names)?;
        linker.add(module, &plan);
    }
    let mut module = linker.finish();
    module.name = names.join(", ");
    Ok(module)
}

/// Takes from a library what a program refers to and does not define, and what that
/// refers to in turn.
#[must_use]
pub fn link_library(program: Module, library: Module) -> Module {
    link_library_with(program, library, &[])
}

/// The same, and takes symbols with these names as well.
#[must_use]
pub fn link_library_with(program: Module, library: Module, also: &[&str]) -> Module {
    let mut library = library;
    let wanted = wanted(&program, &mut library, also);
    if wanted.definitions.is_empty() {
        return program;
    }
    let mut linker = Linker::new(program);
    let plan = linker.plan_library(&library, &wanted);
    linker.add(library, &plan);
    linker.finish()
}

/// The names that a module refers to and does not define. (Also a few that it only
/// mentions, such as what handles exceptions.)
pub fn unresolved(module: &Module) -> impl Iterator<Item = &str> {
    let mut is_mentioned = vec![false; module.symbols.len()];
    for constant in &module.constants {
        if let ConstantKind::Symbol(symbol) = constant.kind {
            is_mentioned[symbol.0 as usize] = true;
        }
    }
    let symbols = module.symbols.iter().zip(is_mentioned);
    symbols
        .filter(|(symbol, is_mentioned)| {
            *is_mentioned && !is_defined(symbol) && !symbol.name.starts_with("llvm.")
        })
        .map(|(symbol, _)| symbol.name.as_str())
}

/// Is it defined in its module?
fn is_defined(symbol: &Symbol) -> bool {
    match &symbol.kind {
        SymbolKind::Variable(variable) => variable.initial.is_some(),
        SymbolKind::Function(function) => !function.blocks.is_empty(),
        SymbolKind::Alias(_) => true,
    }
}

/// Modules for different processors cannot run together.
fn check_target(a: &Module, b: &Module) -> Result<(), Error> {
    let processor = |module: &Module| {
        module
            .triple
            .split('-')
            .next()
            .unwrap_or_default()
            .to_string()
    };
    let (first, second) = (processor(a), processor(b));
    if first.is_empty() || second.is_empty() || first == second {
        return Ok(());
    }
    Err(Error::Targets([
        (a.name.clone(), first),
        (b.name.clone(), second),
    ]))
}

/// What becomes of the symbols of a module that is added.
struct Plan {
    /// The symbol that each becomes; none if it is left out.
    symbols: Vec<Option<SymbolId>>,
    /// Which of them bring their definitions.
    definitions: Vec<SymbolId>,
}

/// What is wanted of a library.
#[derive(Default)]
struct Wanted {
    /// Symbols whose definitions are taken.
    definitions: Vec<SymbolId>,
    /// All symbols that those mention.
    mentioned: Vec<SymbolId>,
}

/// Finds out what of a library a program needs.
fn wanted(program: &Module, library: &mut Module, also: &[&str]) -> Wanted {
    let defined: FxHashMap<&str, ()> = visible(program)
        .filter(|(symbol, _)| is_defined(symbol))
        .map(|(symbol, _)| (symbol.name.as_str(), ()))
        .collect();
    let by_name = library.by_name();
    let roots: Vec<SymbolId> = unresolved(program)
        .chain(also.iter().copied())
        .filter_map(|name| by_name.get(name).copied())
        .collect();
    let mut walk = Walk::new(library);
    walk.symbols.extend(&roots);
    let mut wanted = Wanted::default();
    let mut is_seen = vec![false; library.symbols.len()];
    while let Some(symbol) = walk.symbols.pop() {
        let place = symbol.0 as usize;
        if std::mem::replace(&mut is_seen[place], true) {
            continue;
        }
        wanted.mentioned.push(symbol);
        let found = &library.symbols[place];
        let is_overridden =
            found.linkage != Linkage::Internal && defined.contains_key(found.name.as_str());
        if is_defined(found) && !is_overridden {
            wanted.definitions.push(symbol);
            walk.follow(library, symbol);
        }
    }
    wanted.definitions.sort();
    wanted.mentioned.sort();
    wanted
}

fn visible(module: &Module) -> impl Iterator<Item = (&Symbol, SymbolId)> {
    let symbols = module.symbols.iter().zip((0..).map(SymbolId));
    symbols.filter(|(symbol, _)| symbol.linkage != Linkage::Internal)
}

/// Walks over what symbols mention, and remembers which constants it has seen.
struct Walk {
    is_seen: Vec<bool>,
    constants: Vec<ConstantId>,
    symbols: Vec<SymbolId>,
}

impl Walk {
    fn new(module: &Module) -> Walk {
        Walk {
            is_seen: vec![false; module.constants.len()],
            constants: Vec::new(),
            symbols: Vec::new(),
        }
    }

    /// All that a symbol mentions.
    fn follow(&mut self, module: &mut Module, symbol: SymbolId) {
        self.symbol_kind(&mut module.symbols[symbol.0 as usize].kind);
        while let Some(constant) = self.constants.pop() {
            self.constant_kind(&mut module.constants[constant.0 as usize].kind);
        }
    }
}

impl Remap for Walk {
    fn constant(&mut self, constant: &mut ConstantId) {
        if !std::mem::replace(&mut self.is_seen[constant.0 as usize], true) {
            self.constants.push(*constant);
        }
    }

    fn symbol(&mut self, symbol: &mut SymbolId) {
        self.symbols.push(*symbol);
    }
}

/// The module that grows.
struct Linker {
    out: Module,
    /// Symbols that others may mean.
    by_name: FxHashMap<String, SymbolId>,
    type_ids: FxHashMap<Type, TypeId>,
    location_ids: FxHashMap<Location, LocationId>,
    file_ids: FxHashMap<(String, String), u32>,
}

impl Linker {
    fn new(first: Module) -> Linker {
        let by_name = visible(&first)
            .map(|(symbol, id)| (symbol.name.clone(), id))
            .collect();
        let types = first.types.iter().cloned().zip((0..).map(TypeId)).collect();
        let locations = first
            .locations
            .iter()
            .copied()
            .zip((0..).map(LocationId))
            .collect();
        let files = first
            .files
            .iter()
            .cloned()
            .zip(first.directories.iter().cloned());
        Linker {
            by_name,
            type_ids: types,
            location_ids: locations,
            file_ids: files.zip(0..).collect(),
            out: first,
        }
    }

    /// Decides which symbols of a module are those that are there already, and whose
    /// definitions count.
    fn plan(
        &mut self,
        module: &Module,
        owners: &mut Vec<usize>,
        names: &[String],
    ) -> Result<Plan, Error> {
        let owner = names.len() - 1;
        let mut plan = Plan {
            symbols: Vec::new(),
            definitions: Vec::new(),
        };
        for (symbol, id) in module.symbols.iter().zip((0..).map(SymbolId)) {
            let (target, is_new) = self.target(symbol);
            owners.resize(self.out.symbols.len(), owner);
            plan.symbols.push(Some(target));
            let known = &mut self.out.symbols[target.0 as usize];
            if !is_new && is_defined(known) && is_defined(symbol) {
                if known.linkage == Linkage::External && symbol.linkage == Linkage::External {
                    let other = &names[owners[target.0 as usize]];
                    return Err(Error::Twice {
                        name: symbol.name.clone(),
                        modules: [other.clone(), names[owner].clone()],
                    });
                }
                if symbol.linkage != Linkage::External {
                    continue;
                }
            } else if !is_new && !is_defined(symbol) {
                // One who needs it is enough to need it.
                if !is_defined(known) && symbol.linkage == Linkage::External {
                    known.linkage = Linkage::External;
                }
                continue;
            }
            // The definition comes when the tables are there; its name is taken now.
            known.linkage = symbol.linkage;
            owners[target.0 as usize] = owner;
            plan.definitions.push(id);
        }
        Ok(plan)
    }

    fn plan_library(&mut self, library: &Module, wanted: &Wanted) -> Plan {
        let mut plan = Plan {
            symbols: vec![None; library.symbols.len()],
            definitions: Vec::new(),
        };
        for &id in &wanted.mentioned {
            let symbol = library.symbol(id);
            let (target, is_new) = self.target(symbol);
            plan.symbols[id.0 as usize] = Some(target);
            if is_new || wanted.definitions.binary_search(&id).is_ok() {
                self.out.symbols[target.0 as usize].linkage = symbol.linkage;
                plan.definitions.push(id);
            }
        }
        plan
    }

    /// The symbol that one of another module is, and whether it is a new one.
    fn target(&mut self, symbol: &Symbol) -> (SymbolId, bool) {
        let is_internal = symbol.linkage == Linkage::Internal;
        if let Some(&known) = self.by_name.get(&symbol.name)
            && !is_internal
        {
            return (known, false);
        }
        let id = SymbolId(self.out.symbols.len() as u32);
        self.out.symbols.push(Symbol {
            name: symbol.name.clone(),
            linkage: symbol.linkage,
            kind: SymbolKind::Function(Box::default()),
        });
        if !is_internal {
            self.by_name.insert(symbol.name.clone(), id);
        }
        (id, true)
    }

    /// Adds a module, according to the plan.
    fn add(&mut self, mut module: Module, plan: &Plan) {
        let mut walk = Walk::new(&module);
        for &id in &plan.definitions {
            walk.follow(&mut module, id);
        }
        let is_needed = walk.is_seen;
        let types = self.add_types(&mut module);
        let constants = constant_numbers(self.out.constants.len(), &is_needed);
        let files: Vec<Option<u32>> = vec![None; module.files.len()];
        let first_shape = self.add_shapes(&mut module);
        let mut import = Import {
            first_shape,
            types,
            constants,
            symbols: &plan.symbols,
            locations: &module.locations,
            file_names: &module.files,
            directories: &module.directories,
            files,
            linker: self,
        };
        let mut added = Vec::new();
        for (mut constant, is_needed) in std::mem::take(&mut module.constants)
            .into_iter()
            .zip(is_needed)
        {
            if is_needed {
                import.ty(&mut constant.ty);
                import.constant_kind(&mut constant.kind);
                added.push(constant);
            }
        }
        for &id in &plan.definitions {
            let target = plan.symbols[id.0 as usize];
            let placeholder = SymbolKind::Function(Box::default());
            let mut kind = std::mem::replace(&mut module.symbols[id.0 as usize].kind, placeholder);
            import.symbol_kind(&mut kind);
            if let Some(target) = target {
                import.linker.out.symbols[target.0 as usize].kind = kind;
            }
        }
        self.out.constants.extend(added);
        self.add_structors(&module, plan);
    }

    /// The types of a module, by their numbers in the one that grows.
    fn add_types(&mut self, module: &mut Module) -> Vec<TypeId> {
        let first_named = self.out.named.len() as u32;
        let mut types: Vec<TypeId> = Vec::with_capacity(module.types.len());
        for mut ty in std::mem::take(&mut module.types) {
            // What a type mentions comes before it, but for what names stand for.
            types_of(&mut ty, |part| *part = types[part.0 as usize]);
            if let Type::Named(named) = &mut ty {
                *named += first_named;
            }
            let out = &mut self.out.types;
            let id = *self.type_ids.entry(ty).or_insert_with_key(|ty| {
                out.push(ty.clone());
                TypeId(out.len() as u32 - 1)
            });
            types.push(id);
        }
        for mut named in std::mem::take(&mut module.named) {
            named.body = named.body.map(|body| types[body.0 as usize]);
            self.out.named.push(named);
        }
        types
    }

    /// Adds all shapes: what has to be added to their numbers.
    fn add_shapes(&mut self, module: &mut Module) -> u32 {
        let first = self.out.shapes.0.len() as u32;
        for mut shape in std::mem::take(&mut module.shapes.0) {
            match &mut shape {
                Shape::Scalar => {}
                Shape::Struct(members) => members
                    .iter_mut()
                    .for_each(|member| member.shape.0 += first),
                Shape::Array { element, .. } => element.0 += first,
            }
            self.out.shapes.0.push(shape);
        }
        first
    }

    /// Adds what runs before and after `main`.
    fn add_structors(&mut self, module: &Module, plan: &Plan) {
        let target = |symbol: &SymbolId| plan.symbols[symbol.0 as usize];
        let constructors = module
            .constructors
            .iter()
            .zip(&module.constructor_priorities);
        for (symbol, priority) in
            constructors.filter_map(|(symbol, priority)| Some((target(symbol)?, priority)))
        {
            self.out.constructors.push(symbol);
            self.out.constructor_priorities.push(*priority);
        }
        let destructors = module.destructors.iter().zip(&module.destructor_priorities);
        for (symbol, priority) in
            destructors.filter_map(|(symbol, priority)| Some((target(symbol)?, priority)))
        {
            self.out.destructors.push(symbol);
            self.out.destructor_priorities.push(*priority);
        }
    }

    /// Sorts what runs before and after `main`, now that all are there.
    fn finish(mut self) -> Module {
        let out = &mut self.out;
        sort_together(
            &mut out.constructors,
            &mut out.constructor_priorities,
            |priority| priority,
        );
        sort_together(
            &mut out.destructors,
            &mut out.destructor_priorities,
            |priority| !priority,
        );
        self.out
    }
}

/// Sorts by priority, and leaves equals in their order.
fn sort_together(symbols: &mut Vec<SymbolId>, priorities: &mut Vec<u32>, key: impl Fn(u32) -> u32) {
    let mut pairs: Vec<(u32, SymbolId)> = priorities.drain(..).zip(symbols.drain(..)).collect();
    pairs.sort_by_key(|&(priority, _)| key(priority));
    (*priorities, *symbols) = pairs.into_iter().unzip();
}

/// The new numbers of constants that are needed; others keep theirs, as nobody asks.
fn constant_numbers(first: usize, is_needed: &[bool]) -> Vec<ConstantId> {
    let mut next = first as u32;
    let number = |&is_needed: &bool| {
        let number = next;
        next += u32::from(is_needed);
        ConstantId(number)
    };
    is_needed.iter().map(number).collect()
}

/// Renumbers what a module mentions while it is added to another.
struct Import<'l, 'm> {
    /// What is added to the numbers of shapes.
    first_shape: u32,
    types: Vec<TypeId>,
    constants: Vec<ConstantId>,
    symbols: &'m [Option<SymbolId>],
    locations: &'m [Location],
    file_names: &'m [String],
    directories: &'m [String],
    /// The new numbers of files that have been needed so far.
    files: Vec<Option<u32>>,
    linker: &'l mut Linker,
}

impl Import<'_, '_> {
    fn file(&mut self, file: u32) -> u32 {
        let place = file as usize;
        if let Some(known) = self.files[place] {
            return known;
        }
        let name = self.file_names[place].clone();
        let directory = self.directories.get(place).cloned().unwrap_or_default();
        let out = &mut self.linker.out;
        let entry = self.linker.file_ids.entry((name, directory));
        let id = *entry.or_insert_with_key(|(name, directory)| {
            out.files.push(name.clone());
            out.directories.push(directory.clone());
            out.files.len() as u32 - 1
        });
        self.files[place] = Some(id);
        id
    }
}

impl Remap for Import<'_, '_> {
    fn ty(&mut self, ty: &mut TypeId) {
        *ty = self.types[ty.0 as usize];
    }

    fn constant(&mut self, constant: &mut ConstantId) {
        *constant = self.constants[constant.0 as usize];
    }

    fn symbol(&mut self, symbol: &mut SymbolId) {
        // All that is needed is in the plan.
        if let Some(target) = self.symbols[symbol.0 as usize] {
            *symbol = target;
        }
    }

    fn shape(&mut self, shape: &mut ShapeId) {
        shape.0 += self.first_shape;
    }

    fn location(&mut self, location: &mut LocationId) {
        let mut found = self.locations[location.0 as usize];
        found.file = self.file(found.file);
        let out = &mut self.linker.out.locations;
        *location = *self.linker.location_ids.entry(found).or_insert_with(|| {
            out.push(found);
            LocationId(out.len() as u32 - 1)
        });
    }
}
