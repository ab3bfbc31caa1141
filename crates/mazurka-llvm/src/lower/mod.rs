//! From modules to register code.
//!
//! Each function goes through the same stages: which of its stack variables can be
//! registers (`promote`); its instructions, block by block, as operations on
//! registers (`function` and its neighbours); fewer and cheaper operations
//! (`optimise`); loops, and what matters in them (`loops`, `liveness`); and at
//! last one piece of code (`finish`).
//!
//! What is not supported is an error only when a program reaches it: it becomes an
//! instruction that says so.

mod allocate;
mod arithmetic;
mod assembly;
mod atomics;
mod call;
mod constant;
mod copies;
mod draft;
mod dump;
mod error;
mod finish;
mod function;
mod intrinsic;
mod layout;
mod liveness;
mod loops;
mod memory;
mod optimise;
mod promote;
mod unused;

use rustc_hash::FxHashMap;

use crate::address;
use crate::builtin::{self, Builtin};
use crate::code::{
    Code, FunctionCode, FunctionId, GlobalCode, Op, Operands, Place, Signature, Src,
};
use crate::ir::{
    ConstantId, ConstantKind, Function, Linkage, LocationId, Module, SymbolId, SymbolKind, Type,
    Value, Variable,
};
use crate::outside;

use layout::Layout;
use mazurka_trace::plain;

pub use error::{Error, Within};

/// Turns a module into code.
///
/// # Errors
/// What the module asks for and is not supported at all, in one sentence. (What is
/// not supported within a function is an instruction of the code.)
pub fn lower(module: &Module) -> Result<Code, Error> {
    lower_within(module, address::MAX_ALLOCATION)
}

/// The same for a program that has no variable of more bytes than that.
///
/// # Errors
/// As [`lower`].
pub fn lower_within(module: &Module, most: u64) -> Result<Code, Error> {
    let mut unit = Unit::new(module, most)?;
    for place in 0..module.symbols.len() {
        unit.lower_function(place);
    }
    unit.fill_globals()?;
    Ok(unit.finish())
}

/// What a symbol is for the code.
#[derive(Clone, Copy, Debug)]
enum Home {
    /// A variable: its place among the globals.
    Global(u32),
    /// A function with a body.
    Defined(FunctionId),
    /// A function that is only declared, or that the interpreter knows better; and
    /// the function that calls it, if its address is taken.
    Declared(Option<FunctionId>),
    /// A variable that is not defined; and its stand-in in initial values.
    Missing(Option<u32>),
    /// Another name.
    Alias(ConstantId),
}

/// How a function is called.
#[derive(Clone, Copy, Default, Debug)]
struct Shape {
    parameters: u32,
    results: u32,
    is_variadic: bool,
}

/// A module on its way.
struct Unit<'m> {
    module: &'m Module,
    layout: Layout<'m>,
    homes: Vec<Home>,
    shapes: Vec<Shape>,
    code: Code,
    unknown: FxHashMap<&'m str, u32>,
    messages: FxHashMap<String, u32>,
    signatures: FxHashMap<Signature, u32>,
    /// Initial values are computed: what is missing gets a stand-in.
    is_initial: bool,
    /// How many bytes a variable has at most.
    most: u64,
}

impl<'m> Unit<'m> {
    fn new(module: &'m Module, most: u64) -> Result<Unit<'m>, Error> {
        let mut unit = Unit {
            module,
            layout: Layout::new(module)?,
            homes: Vec::with_capacity(module.symbols.len()),
            shapes: Vec::new(),
            code: Code {
                shapes: module.shapes.clone(),
                ..Code::default()
            },
            unknown: FxHashMap::default(),
            messages: FxHashMap::default(),
            signatures: FxHashMap::default(),
            is_initial: false,
            most,
        };
        unit.add_places();
        for symbol in &module.symbols {
            let home = unit.home(&symbol.name, &symbol.kind);
            unit.homes.push(home);
        }
        unit.number_globals()?;
        Ok(unit)
    }

    fn add_places(&mut self) {
        self.code.files.clone_from(&self.module.files);
        let places = self.module.locations.iter().map(|location| Place {
            file: location.file,
            line: location.line,
            column: location.column,
            is_assembly: false,
        });
        self.code.places = places.collect();
    }

    fn home(&mut self, name: &str, kind: &SymbolKind) -> Home {
        match kind {
            SymbolKind::Variable(_) => Home::Missing(None),
            SymbolKind::Alias(constant) => Home::Alias(*constant),
            SymbolKind::Function(function) if function.blocks.is_empty() => Home::Declared(None),
            SymbolKind::Function(_)
                if builtin::overrides(name) && builtin::find(name).is_some() =>
            {
                Home::Declared(None)
            }
            SymbolKind::Function(function) => {
                let number = self.code.functions.len() as u32;
                let shape = self.shape(function).unwrap_or_default();
                self.shapes.push(shape);
                self.code.functions.push(FunctionCode::default());
                Home::Defined(FunctionId(number))
            }
        }
    }

    fn shape(&mut self, function: &Function) -> Result<Shape, Error> {
        let mut parameters = 0;
        for parameter in &function.parameters {
            parameters += self.layout.registers(parameter.ty)?;
        }
        let results = match function.result {
            Some(ty) => self.layout.registers(ty)?,
            None => 0,
        };
        Ok(Shape {
            parameters,
            results,
            is_variadic: function.is_variadic,
        })
    }

    /// The variables that are defined, in the order of their places.
    fn variables(&self) -> Vec<(usize, &'m Variable)> {
        let symbols = self.module.symbols.iter().enumerate();
        let variables = symbols.filter_map(|(place, symbol)| match &symbol.kind {
            SymbolKind::Variable(variable) if variable.initial.is_some() => Some((place, variable)),
            _ => None,
        });
        variables.collect()
    }

    /// Gives variables their numbers: large ones first, as there are fewer windows
    /// for those.
    fn number_globals(&mut self) -> Result<(), Error> {
        let mut sized = Vec::new();
        for (place, variable) in self.variables() {
            let name = self.variable_name(place, variable);
            let info = self.layout.info(variable.ty);
            let info = info.map_err(|error| error.in_definition(Within::Variable(name.clone())))?;
            if info.size > self.most {
                return Err(format!(
                    "variable `{name}` needs {} bytes, which is more than {}",
                    info.size,
                    address::exceeded(info.size, self.most)
                )
                .into());
            }
            sized.push((info.size <= address::SMALL, place, variable, name, info));
        }
        sized.sort_by_key(|&(is_small, place, ..)| (is_small, place));
        for (_, place, variable, name, info) in sized {
            let global = GlobalCode {
                name,
                size: info.size,
                align: info.align.max(variable.align),
                bytes: Vec::new(),
                is_constant: variable.is_constant,
                is_thread_local: variable.is_thread_local,
                place: variable
                    .source
                    .as_ref()
                    .map_or(0, |(_, at)| self.place(Some(*at))),
                address: 0,
                shape: variable.shape,
            };
            self.homes[place] = Home::Global(self.add_global(global)?);
        }
        Ok(())
    }

    fn variable_name(&self, place: usize, variable: &Variable) -> String {
        match &variable.source {
            Some((name, _)) => name.clone(),
            None => plain(&self.module.symbols[place].name).into_owned(),
        }
    }

    fn add_global(&mut self, mut global: GlobalCode) -> Result<u32, Error> {
        let number = self.code.globals.len() as u32;
        let address = address::global(number, global.size);
        global.address = address.ok_or("the program has too many variables")?;
        self.code.globals.push(global);
        Ok(number)
    }

    /// A place of the code, and one more; zero if it is not known.
    fn place(&self, location: Option<LocationId>) -> u32 {
        let known = location.filter(|location| {
            let location = self.module.locations.get(location.0 as usize);
            location.is_some_and(|location| location.line > 0)
        });
        known.map_or(0, |location| location.0 + 1)
    }

    /// The same place, in assembly.
    fn assembly_place(&mut self, place: u32) -> u32 {
        let of = place
            .checked_sub(1)
            .map(|nth| self.code.places[nth as usize]);
        let Some(of) = of else {
            return 0;
        };
        self.code.places.push(Place {
            is_assembly: true,
            ..of
        });
        self.code.places.len() as u32
    }

    fn lower_function(&mut self, place: usize) {
        let Home::Defined(id) = self.homes[place] else {
            return;
        };
        let symbol = &self.module.symbols[place];
        let SymbolKind::Function(function) = &symbol.kind else {
            return;
        };
        let name = function.source_name.as_deref().unwrap_or(&symbol.name);
        let name = plain(name);
        let lowered = function::lower(self, id, function);
        let mut code = lowered.unwrap_or_else(|error| {
            let error = error.in_definition(Within::Function(name.to_string()));
            let message = self.message(&error.to_string());
            let shape = self.shapes[id.0 as usize];
            refusal(Op::Unsupported { message }, shape)
        });
        code.name = name.to_string();
        code.address = address::function(id.0);
        code.is_atomic = is_atomic(&symbol.name);
        self.code.functions[id.0 as usize] = code;
    }

    fn fill_globals(&mut self) -> Result<(), Error> {
        self.is_initial = true;
        for (place, variable) in self.variables() {
            let (Home::Global(number), Some(initial)) = (self.homes[place], variable.initial)
            else {
                continue;
            };
            let mut bytes = Vec::new();
            self.write(initial, 0, &mut bytes).map_err(|error| {
                error.in_definition(Within::Variable(self.variable_name(place, variable)))
            })?;
            let global = &mut self.code.globals[number as usize];
            bytes.truncate(global.size as usize);
            global.bytes = bytes;
        }
        Ok(())
    }

    fn finish(mut self) -> Code {
        let module = self.module;
        let run = |unit: &Self, symbols: &[SymbolId]| {
            symbols
                .iter()
                .filter_map(|&symbol| unit.function_of(symbol))
                .collect()
        };
        self.code.constructors = run(&self, &module.constructors);
        self.code.destructors = run(&self, &module.destructors);
        let main = module.by_name().get("main").copied();
        self.code.main = main.and_then(|symbol| self.function_of(symbol));
        let variable = |name| match self.homes[module.by_name().get(name)?.0 as usize] {
            Home::Global(number) => Some(number),
            _ => None,
        };
        let both = variable(outside::ARGUMENTS).zip(variable(outside::ENVIRONMENT));
        self.code.outside = both.map(|(arguments, environment)| [arguments, environment]);
        self.code.names_errors = module.symbols.iter().any(|symbol| {
            matches!(
                symbol.name.as_str(),
                "reach_error" | "__VERIFIER_error" | "__VERIFIER_assert"
            )
        });
        self.code.has_int_threads = has_int_threads(module);
        let mut functions = self.code.functions.iter();
        self.code.asks_for_serial = functions.any(|function| function.asks_for_serial);
        self.code
    }

    /// The symbol that a constant is the address of, past casts and aliases.
    fn symbol_of(&self, value: Value) -> Option<SymbolId> {
        let Value::Constant(mut constant) = value else {
            return None;
        };
        for _ in 0..100 {
            constant = match &self.module.constant(constant).kind {
                ConstantKind::Cast(_, of) => *of,
                ConstantKind::Symbol(symbol) => match self.homes[symbol.0 as usize] {
                    Home::Alias(of) => of,
                    _ => return Some(*symbol),
                },
                _ => return None,
            };
        }
        None
    }

    /// The function with a body that a symbol is.
    fn function_of(&self, symbol: SymbolId) -> Option<FunctionId> {
        match self.homes[symbol.0 as usize] {
            Home::Defined(id) => Some(id),
            Home::Alias(constant) => {
                let symbol = self.symbol_of(Value::Constant(constant))?;
                match self.homes[symbol.0 as usize] {
                    Home::Defined(id) => Some(id),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// The address of a symbol.
    fn symbol_address(&mut self, symbol: SymbolId, depth: u32) -> Result<u64, Error> {
        let place = symbol.0 as usize;
        match self.homes[place] {
            Home::Global(number) => {
                let global = &self.code.globals[number as usize];
                if global.is_thread_local {
                    return Err(format!(
                        "the address of thread-local `{}` is no constant",
                        global.name
                    )
                    .into());
                }
                Ok(global.address)
            }
            Home::Defined(id) | Home::Declared(Some(id)) => Ok(address::function(id.0)),
            Home::Declared(None) if self.is_absent(symbol) => Ok(0),
            Home::Declared(None) => {
                let id = self.add_stub(symbol);
                self.homes[place] = Home::Declared(Some(id));
                Ok(address::function(id.0))
            }
            Home::Missing(stand_in) => self.missing_address(symbol, stand_in),
            Home::Alias(constant) => self.alias_address(symbol, constant, depth),
        }
    }

    /// Is it a function that may be missing (`extern_weak`), and is?
    fn is_absent(&self, symbol: SymbolId) -> bool {
        let symbol = self.module.symbol(symbol);
        symbol.linkage == Linkage::Weak && builtin::find(&symbol.name).is_none()
    }

    fn missing_address(&mut self, symbol: SymbolId, stand_in: Option<u32>) -> Result<u64, Error> {
        let name = &self.module.symbol(symbol).name;
        if self.module.symbol(symbol).linkage == Linkage::Weak {
            return Ok(0);
        }
        if !self.is_initial {
            return Err(format!("variable `{name}` is declared, but no file defines it").into());
        }
        let number = match stand_in {
            Some(number) => number,
            None => self.add_global(GlobalCode {
                name: format!("{} (which no file defines)", plain(name)),
                align: 1,
                ..GlobalCode::default()
            })?,
        };
        self.homes[symbol.0 as usize] = Home::Missing(Some(number));
        Ok(self.code.globals[number as usize].address)
    }

    /// The address that an alias stands for. (An alias of functions is found by
    /// [`Unit::symbol_of`]; here each is computed once.)
    fn alias_address(
        &mut self,
        symbol: SymbolId,
        constant: ConstantId,
        depth: u32,
    ) -> Result<u64, Error> {
        if let Some(target) = self.symbol_of(Value::Constant(constant)) {
            return self.symbol_address(target, depth);
        }
        // Aliases of sums of aliases: the depth would bound the time only by powers.
        if depth > 20 {
            let name = &self.module.symbol(symbol).name;
            return Err(format!("alias `{name}` is nested too deep").into());
        }
        let address = self.number_below(constant, depth)?;
        Ok(address as u64)
    }

    /// A function that does nothing but call what a symbol declares.
    fn add_stub(&mut self, symbol: SymbolId) -> FunctionId {
        let symbol = self.module.symbol(symbol);
        let shape = match &symbol.kind {
            SymbolKind::Function(function) => self.shape(function).unwrap_or_default(),
            _ => Shape::default(),
        };
        let id = FunctionId(self.code.functions.len() as u32);
        let mut code = match builtin::find(&symbol.name) {
            Some(builtin) => forward(builtin, shape),
            None => refusal(
                Op::CallUnknown {
                    name: self.unknown(&symbol.name),
                },
                shape,
            ),
        };
        code.name = plain(&symbol.name).into_owned();
        code.address = address::function(id.0);
        self.shapes.push(shape);
        self.code.functions.push(code);
        id
    }

    /// The place of the name of a function that is not known.
    fn unknown(&mut self, name: &'m str) -> u32 {
        let unknown = &mut self.code.unknown;
        *self.unknown.entry(name).or_insert_with(|| {
            unknown.push(plain(name).into_owned());
            unknown.len() as u32 - 1
        })
    }

    /// The place of a message.
    fn message(&mut self, text: &str) -> u32 {
        if let Some(&place) = self.messages.get(text) {
            return place;
        }
        let place = self.code.messages.len() as u32;
        self.code.messages.push(text.to_string());
        self.messages.insert(text.to_string(), place);
        place
    }

    /// The place of a signature.
    fn signature(&mut self, signature: Signature) -> u32 {
        let signatures = &mut self.code.signatures;
        *self.signatures.entry(signature).or_insert_with(|| {
            signatures.push(signature);
            signatures.len() as u32 - 1
        })
    }

    /// Is it a vector?
    fn is_vector(&self, ty: crate::ir::TypeId) -> bool {
        matches!(self.layout.body(ty), Type::Vector(..))
    }
}

/// Does a program say that a thread is named by an int?
fn has_int_threads(module: &Module) -> bool {
    let symbol = module.by_name().get("pthread_join").copied();
    let kind = symbol.map(|symbol| &module.symbol(symbol).kind);
    let Some(SymbolKind::Function(join)) = kind else {
        return false;
    };
    let first = join.parameters.first();
    first.is_some_and(|thread| module.types[thread.ty.0 as usize] == Type::Int(32))
}

/// Does a verifier run the function with that name without interruption?
pub(crate) fn is_atomic(name: &str) -> bool {
    let rest = name.strip_prefix("__VERIFIER_atomic_");
    rest.is_some_and(|rest| rest != "begin" && rest != "end")
}

/// A function of one instruction that ends the check.
fn refusal(op: Op, shape: Shape) -> FunctionCode {
    FunctionCode {
        ops: vec![op],
        places: vec![0],
        registers: shape.parameters,
        parameters: shape.parameters,
        is_variadic: shape.is_variadic,
        results: shape.results,
        ..FunctionCode::default()
    }
}

/// A function that calls a builtin with what it was given.
fn forward(builtin: Builtin, shape: Shape) -> FunctionCode {
    let (given, to) = (shape.parameters, shape.parameters);
    let arguments = Operands {
        start: 0,
        len: given,
    };
    let values = Operands {
        start: given,
        len: shape.results,
    };
    let registers = given + shape.results.max(1);
    FunctionCode {
        ops: vec![
            Op::CallBuiltin {
                builtin,
                arguments,
                to,
                live: crate::code::NOT_LIVE,
            },
            Op::Return { values },
        ],
        places: vec![0, 0],
        registers,
        parameters: given,
        is_variadic: shape.is_variadic,
        results: shape.results,
        operands: (0..registers).map(Src::register).collect(),
        asks_for_serial: builtin == Builtin::BarrierWait,
        ..FunctionCode::default()
    }
}
