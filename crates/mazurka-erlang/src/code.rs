//! The code of all modules that were needed so far, and what is known of its addresses.
//!
//! A module is read when something of it is called first. All instructions lie in one list, so an
//! address is a number. Nothing of it depends on an execution: it stays over all of them.

pub(crate) mod instr;

use crate::beam;
use crate::bif::{self, Pure};
use crate::heap::Heap;
use crate::lower;
use crate::native::{self, Native};
#[cfg(test)]
use crate::print;
use crate::raise::Raise;
use crate::term::Term;
use instr::{
    AddSizes, Bif, CreateBinary, GetBits, Instr, Matching, Operands, Put, Special, Src, Table,
};
use mazurka_program::memory;
use mazurka_trace::plain;
use rustc_hash::FxHashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Where modules come from.
pub(crate) trait Loader: Send + Sync {
    /// The bytes of the `.beam` file of a module, if there is one.
    fn module(&self, name: &str) -> Option<Vec<u8>>;

    /// Where a file is that lies beside modules, by its name.
    fn file(&self, _: &str) -> Option<PathBuf> {
        None
    }

    /// What is in such a file.
    fn read(&self, _: &Path) -> Option<Vec<u8>> {
        None
    }

    /// Is a module one of an installed OTP or Elixir?
    fn is_installed(&self, _: &str) -> bool {
        false
    }
}

/// Addresses that are there before any module.
pub(crate) mod address {
    /// The first function of a process returns to it.
    pub(crate) const FINISHED: u32 = 0;
    /// Applies `x0:x1` to the list `x2`, as a tail call.
    pub(crate) const APPLY: u32 = 1;
    /// Applies the function `x0` to the list `x1`, as a tail call.
    pub(crate) const APPLY_FUN: u32 = 2;
    /// Returns.
    pub(crate) const RETURN: u32 = 3;
    /// The first that belongs to a module.
    pub(crate) const FIRST: u32 = 4;
}

/// What a function is, by its name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Callee {
    /// Its code is at that address.
    Code(u32),
    /// A native function, by its number.
    Native(u32),
    /// There is none.
    Undefined,
}

/// What a native function does.
#[derive(Clone, Copy, Debug)]
pub(crate) enum How {
    /// It depends on its arguments only.
    Pure(Pure),
    /// It depends on more, or has effects.
    Impure(Native),
    /// The interpreter knows it.
    Special(Special),
    /// It is there, but not here.
    Missing,
}

/// A native function that something calls.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NativeFunction {
    pub(crate) module: Term,
    pub(crate) function: Term,
    pub(crate) arity: u8,
    pub(crate) how: How,
}

/// A function that a module calls, and where it is once it was called.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Import {
    pub(crate) module: Term,
    pub(crate) function: Term,
    pub(crate) arity: u32,
    pub(crate) callee: Option<Callee>,
}

/// A function made by `fun`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lambda {
    pub(crate) name: Term,
    pub(crate) entry: u32,
    /// With free variables.
    pub(crate) arity: u32,
    pub(crate) free: u32,
    pub(crate) index: u32,
    pub(crate) unique: u32,
    pub(crate) module: Term,
}

/// A module that was read.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) name: Term,
    /// Its functions made by `fun`: the first of them, and how many there are.
    pub(crate) lambdas: (u32, u32),
    /// Name, arity and address.
    pub(crate) exports: Vec<(Term, u32, u32)>,
    /// All functions of the module: the first of them, and how many there are.
    pub(crate) functions: (u32, u32),
    /// A list.
    pub(crate) attributes: Term,
    /// A list.
    pub(crate) compile: Term,
}

/// A function, by where its code begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Function {
    pub(crate) start: u32,
    pub(crate) module: Term,
    pub(crate) name: Term,
    pub(crate) arity: u32,
    /// How many argument registers it uses.
    pub(crate) live: u16,
}

/// A place in a source file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Location {
    /// A list of characters.
    pub(crate) file: Term,
    pub(crate) line: u32,
    /// `[{file, File}, {line, Line}]`, once it was needed.
    term: Option<Term>,
}

/// A call of a function that there is not.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Undefined {
    pub(crate) module: String,
    pub(crate) function: String,
    pub(crate) arity: u32,
    /// Was the module not found?
    pub(crate) is_module: bool,
}

/// The code of a worker.
pub(crate) struct Code {
    pub(crate) loader: Arc<dyn Loader>,
    /// Do the servers of a real system run beside the program?
    pub(crate) has_system: bool,
    pub(crate) instrs: Vec<Instr>,
    pub(crate) operands: Vec<Src>,
    pub(crate) tables: Vec<Table>,
    pub(crate) bifs: Vec<Bif>,
    pub(crate) gets: Vec<GetBits>,
    pub(crate) matchings: Vec<Box<[Matching]>>,
    pub(crate) binaries: Vec<CreateBinary>,
    pub(crate) puts: Vec<Put>,
    pub(crate) sizes: Vec<AddSizes>,
    /// Bytes that are matched or put, and how many bits of them count.
    pub(crate) strings: Vec<(Box<[u8]>, usize)>,
    pub(crate) natives: Vec<NativeFunction>,
    pub(crate) imports: Vec<Import>,
    pub(crate) lambdas: Vec<Lambda>,
    native_numbers: FxHashMap<(Term, Term, u32), Option<u32>>,
    modules: Vec<Loaded>,
    /// By the number of an atom: 0 if not looked for, 1 if there is none, else the module + 2.
    by_atom: Vec<u32>,
    exports: FxHashMap<(Term, Term, u32), u32>,
    pub(crate) functions: Vec<Function>,
    /// From which address on which location counts; 0 is none.
    pub(crate) lines: Vec<(u32, u32)>,
    pub(crate) locations: Vec<Location>,
    /// The last call of a function that there is not.
    pub(crate) last_undefined: Option<Undefined>,
}

impl Code {
    /// Is a module one of OTP's or Elixir's own?
    pub(crate) fn is_library(&self, heap: &Heap, module: Term) -> bool {
        let name = heap.atom_text(module);
        name.is_some_and(|name| self.loader.is_installed(name))
    }

    pub(crate) fn new(loader: Arc<dyn Loader>) -> Code {
        let mut code = Code {
            loader,
            has_system: false,
            instrs: Vec::new(),
            operands: Vec::new(),
            tables: Vec::new(),
            bifs: Vec::new(),
            gets: Vec::new(),
            matchings: Vec::new(),
            binaries: Vec::new(),
            puts: Vec::new(),
            sizes: Vec::new(),
            strings: Vec::new(),
            natives: Vec::new(),
            imports: Vec::new(),
            lambdas: Vec::new(),
            native_numbers: FxHashMap::default(),
            modules: Vec::new(),
            by_atom: Vec::new(),
            exports: FxHashMap::default(),
            functions: Vec::new(),
            lines: vec![(0, 0)],
            locations: vec![Location {
                file: Term::NIL,
                line: 0,
                term: Some(Term::NIL),
            }],
            last_undefined: None,
        };
        let apply = [(Special::Apply3, "apply", 3), (Special::Apply2, "apply", 2)];
        code.instrs.push(Instr::Finished);
        for (special, _, arity) in apply {
            let native = code.natives.len() as u32;
            code.natives.push(NativeFunction {
                module: crate::atoms::ERLANG,
                function: crate::atoms::APPLY,
                arity,
                how: How::Special(special),
            });
            code.instrs.push(Instr::CallSpecial {
                special,
                native,
                tail: instr::Tail::After(0),
            });
        }
        code.instrs.push(Instr::Return);
        debug_assert_eq!(code.instrs.len(), address::FIRST as usize);
        code
    }

    /// The operands of an instruction.
    #[inline]
    pub(crate) fn operands(&self, items: Operands) -> &[Src] {
        &self.operands[items.at as usize..][..usize::from(items.len)]
    }

    // Functions.

    /// The native function of that name, if there is one.
    pub(crate) fn native(
        &mut self,
        heap: &Heap,
        module: Term,
        function: Term,
        arity: u32,
    ) -> Option<u32> {
        if let Some(known) = self.native_numbers.get(&(module, function, arity)) {
            return *known;
        }
        let found = self.find_native(heap, module, function, arity);
        let number = found.map(|how| {
            self.natives.push(NativeFunction {
                module,
                function,
                arity: arity as u8,
                how,
            });
            self.natives.len() as u32 - 1
        });
        self.native_numbers
            .insert((module, function, arity), number);
        number
    }

    fn find_native(&self, heap: &Heap, module: Term, function: Term, arity: u32) -> Option<How> {
        let few = u8::try_from(arity).ok()?;
        let (module, function) = (heap.atom_text(module)?, heap.atom_text(function)?);
        let special = || special(module, function, few).map(How::Special);
        let pure = || bif::pure(module, function, few).map(How::Pure);
        let impure = || {
            let found = native::native(module, function, few);
            let found = found.filter(|native| !self.has_system || !native.is_of_system());
            found.map(How::Impure)
        };
        special().or_else(pure).or_else(impure)
    }

    /// A number for a native function that is not here: to call it is an error that names it.
    pub(crate) fn missing_native(&mut self, module: Term, function: Term, arity: u32) -> u32 {
        self.natives.push(NativeFunction {
            module,
            function,
            arity: arity as u8,
            how: How::Missing,
        });
        self.natives.len() as u32 - 1
    }

    /// What `M:F/A` is. A module that cannot be read is an error.
    pub(crate) fn resolve(
        &mut self,
        heap: &mut Heap,
        module: Term,
        function: Term,
        arity: u32,
    ) -> Result<Callee, String> {
        if let Some(native) = self.native(heap, module, function, arity) {
            return Ok(Callee::Native(native));
        }
        if let Some(entry) = self.exports.get(&(module, function, arity)) {
            return Ok(Callee::Code(*entry));
        }
        let is_found = self.module(heap, module)?.is_some();
        if is_found && let Some(entry) = self.exports.get(&(module, function, arity)) {
            return Ok(Callee::Code(*entry));
        }
        let text = |term| heap.atom_text(term).unwrap_or_default().to_owned();
        self.last_undefined = Some(Undefined {
            module: text(module),
            function: text(function),
            arity,
            is_module: !is_found,
        });
        Ok(Callee::Undefined)
    }

    /// What the function is that a module imports.
    #[inline]
    pub(crate) fn resolve_import(
        &mut self,
        heap: &mut Heap,
        import: u32,
    ) -> Result<Callee, String> {
        let Import {
            module,
            function,
            arity,
            callee,
        } = self.imports[import as usize];
        match callee {
            Some(callee @ (Callee::Code(_) | Callee::Native(_))) => Ok(callee),
            _ => {
                let callee = self.resolve(heap, module, function, arity)?;
                self.imports[import as usize].callee = Some(callee);
                Ok(callee)
            }
        }
    }

    /// A module, which is read if it was not yet. None if there is none.
    pub(crate) fn module(
        &mut self,
        heap: &mut Heap,
        name: Term,
    ) -> Result<Option<&Loaded>, String> {
        let Some(number) = name.as_atom() else {
            return Ok(None);
        };
        let number = number as usize;
        if self.by_atom.len() <= number {
            self.by_atom.resize(number + 1, 0);
        }
        if self.by_atom[number] == 0 {
            let text = heap.atom_text(name).unwrap_or_default().to_owned();
            self.by_atom[number] = match self.loader.module(&text) {
                None => 1,
                Some(bytes) => {
                    let before = memory::so_far();
                    let of_module = |error: String| format!("module {text}: {error}");
                    let module =
                        beam::read(&bytes).map_err(|error| of_module(error.to_string()))?;
                    let loaded = lower::lower(self, heap, &module).map_err(of_module)?;
                    if loaded.name != name {
                        let is = heap.atom_text(loaded.name).unwrap_or_default();
                        return Err(of_module(format!("its file has module {is}")));
                    }
                    for (function, arity, entry) in &loaded.exports {
                        self.exports.insert((name, *function, *arity), *entry);
                    }
                    self.modules.push(loaded);
                    // It stays over executions.
                    memory::go_back(before);
                    self.modules.len() as u32 + 1
                }
            };
        }
        Ok(self.loaded(name))
    }

    /// A module that was read.
    #[inline]
    pub(crate) fn loaded(&self, name: Term) -> Option<&Loaded> {
        let number = name.as_atom()? as usize;
        let index = self.by_atom.get(number)?.checked_sub(2)?;
        Some(&self.modules[index as usize])
    }

    /// A function made by `fun`, by its module and number. The module is read if need be.
    #[inline]
    pub(crate) fn lambda(
        &mut self,
        heap: &mut Heap,
        module: Term,
        index: u32,
    ) -> Result<Option<Lambda>, String> {
        let loaded = match self.loaded(module) {
            Some(loaded) => loaded,
            None => match self.module(heap, module)? {
                Some(loaded) => loaded,
                None => return Ok(None),
            },
        };
        let (first, count) = loaded.lambdas;
        Ok((index < count).then(|| self.lambdas[(first + index) as usize]))
    }

    /// The name of a function made by `fun`, of a module that was read.
    pub(crate) fn lambda_name(&self, module: Term, index: u32) -> Option<Term> {
        let (first, count) = self.loaded(module)?.lambdas;
        (index < count).then(|| self.lambdas[(first + index) as usize].name)
    }

    // Addresses.

    /// The function whose code is at an address.
    pub(crate) fn function_at(&self, address: u32) -> Option<&Function> {
        let behind = self.functions.partition_point(|f| f.start <= address);
        self.functions.get(behind.checked_sub(1)?)
    }

    /// If a receive begins at an address: the how many-th of its function that is, from zero.
    pub(crate) fn receive_at(&self, address: u32) -> Option<usize> {
        let is_receive = |instr: &Instr| matches!(instr, Instr::LoopRec { .. });
        let start = self.function_at(address)?.start as usize;
        let before = self.instrs.get(start..address as usize)?;
        let own = self.instrs.get(address as usize)?;
        is_receive(own).then(|| before.iter().filter(|instr| is_receive(instr)).count())
    }

    /// The file of a module.
    pub(crate) fn file(&self, heap: &Heap, module: Term) -> Option<Vec<u8>> {
        self.loader.module(heap.atom_text(module)?)
    }

    /// The version of the compiler of the module whose code is at an address.
    pub(crate) fn compiler_at(&self, heap: &Heap, address: u32) -> (u32, u32) {
        let function = self.function_at(address);
        function.map_or((0, 0), |function| self.compiler_of(heap, function.module))
    }

    /// The version of the compiler of a module that was read.
    pub(crate) fn compiler_of(&self, heap: &Heap, module: Term) -> (u32, u32) {
        let version = || {
            let items = heap.as_list(self.loaded(module)?.compile)?;
            let mut pairs = items.into_iter().filter_map(|item| heap.elements(item));
            let version =
                pairs.find(|pair| pair.len() == 2 && heap.atom_text(pair[0]) == Some("version"))?;
            let chars = heap.as_list(version[1])?;
            let chars = chars
                .iter()
                .filter_map(|c| c.as_small())
                .map(|c| c as u8 as char);
            let text: String = chars.collect();
            let mut numbers = text.split('.').map(|number| number.parse().unwrap_or(0));
            Some((numbers.next()?, numbers.next()?))
        };
        version().unwrap_or((0, 0))
    }

    /// The location that counts at an address, by its number.
    pub(crate) fn location_at(&self, address: u32) -> u32 {
        let behind = self.lines.partition_point(|(start, _)| *start <= address);
        self.lines[behind - 1].1
    }

    /// File and line at an address.
    pub(crate) fn line_at(&self, heap: &Heap, address: u32) -> Option<(String, u32)> {
        let location = self.location_at(address);
        let location = (location != 0).then(|| &self.locations[location as usize])?;
        let file = heap.as_list(location.file)?;
        let chars = file.iter().filter_map(|c| c.as_small());
        let file: String = chars.filter_map(|c| char::from_u32(c as u32)).collect();
        Some((plain(&file).into_owned(), location.line))
    }

    /// An address for people: `module:function/arity (file:line)`.
    #[cfg(test)]
    pub(crate) fn place(&self, heap: &Heap, address: u32) -> String {
        let Some(function) = self.function_at(address) else {
            return "no function".to_owned();
        };
        let text = |term| print::atom(heap.atom_text(term).unwrap_or_default());
        let (module, name) = (text(function.module), text(function.name));
        let place = format!("{module}:{name}/{}", function.arity);
        match self.line_at(heap, address) {
            Some((file, line)) => format!("{place} ({file}:{line})"),
            None => place,
        }
    }

    pub(crate) fn add_location(&mut self, file: Term, line: u32) -> u32 {
        self.locations.push(Location {
            file,
            line,
            term: None,
        });
        self.locations.len() as u32 - 1
    }

    /// What a stack trace says about a location: `[{file, File}, {line, Line}]`.
    pub(crate) fn location_term(&mut self, heap: &mut Heap, location: u32) -> Result<Term, Raise> {
        let Location { file, line, term } = self.locations[location as usize];
        if let Some(term) = term {
            return Ok(term);
        }
        let file = heap.tuple(&[crate::atoms::FILE, file]);
        let line = heap.tuple(&[crate::atoms::LINE, Term::small(line.into())]);
        let list = heap.list(&[file, line]);
        let term = heap.persist(list)?;
        self.locations[location as usize].term = Some(term);
        Ok(term)
    }
}

/// The functions that the interpreter knows.
fn special(module: &str, function: &str, arity: u8) -> Option<Special> {
    if (module, function, arity) == ("erl_features", "keywords", 0) {
        return Some(Special::FeatureKeywords);
    }
    if module != "erlang" {
        return None;
    }
    Some(match (function, arity) {
        ("apply", 2) => Special::Apply2,
        ("apply", 3) => Special::Apply3,
        ("error", 1) => Special::Error1,
        ("error", 2) => Special::Error2,
        ("error", 3) => Special::Error3,
        ("exit", 1) => Special::Exit1,
        ("throw", 1) => Special::Throw1,
        ("raise", 3) => Special::Raise3,
        ("nif_error", 1 | 2) => Special::NifError,
        ("fun_info", 1) => Special::FunInfo1,
        ("fun_info", 2) => Special::FunInfo2,
        ("fun_info_mfa", 1) => Special::FunInfoMfa,
        ("function_exported", 3) => Special::FunctionExported,
        ("module_loaded", 1) => Special::ModuleLoaded,
        ("get_module_info", 1) => Special::GetModuleInfo1,
        ("get_module_info", 2) => Special::GetModuleInfo2,
        ("is_builtin", 3) => Special::IsBuiltin,
        ("fun_to_list", 1) => Special::FunToList,
        ("self", 0) => Special::SelfPid,
        _ => return None,
    })
}
