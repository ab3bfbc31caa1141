//! Functions of `erlang` that need the code or the stack.

use super::run::Run;
use super::unwind::Flow;
use super::{Core, Failure, Stop};
use crate::atoms;
use crate::bif::Entry;
use crate::code::instr::{REGISTERS, Special, Tail};
use crate::code::{Callee, address};
use crate::exception::{self, Class, Origin};
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;
use num_traits::ToPrimitive;

/// Native functions about functions, and what no other table has.
pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "make_fun", 3, make_fun),
    ("erlang", "is_function", 2, is_function2),
    ("io", "printable_range", 0, |_, _| Ok(atoms::LATIN1)),
];

fn make_fun(heap: &mut Heap, args: &[Term]) -> Result {
    let arity = args[2]
        .as_small()
        .and_then(|arity| u8::try_from(arity).ok());
    match (args[0].as_atom(), args[1].as_atom(), arity) {
        (Some(_), Some(_), Some(arity)) => Ok(heap.export(args[0], args[1], arity.into())),
        _ => Err(Raise::BADARG),
    }
}

fn is_function2(heap: &mut Heap, args: &[Term]) -> Result {
    let is_count = match args[1].as_small() {
        Some(count) => count >= 0,
        None => heap.as_big(args[1]).is_some_and(|big| big > 0.into()),
    };
    match is_count {
        true => Ok(boolean(is_function(heap, args[0], args[1]))),
        false => Err(Raise::BADARG),
    }
}

/// Is it a function with that many arguments?
pub(super) fn is_function(heap: &Heap, term: Term, arity: Term) -> bool {
    let takes = match heap.as_fun(term) {
        Some((fun, ..)) => fun.arity,
        None => match heap.as_export(term) {
            Some((_, _, arity)) => arity,
            None => return false,
        },
    };
    arity == Term::small(takes.into())
}

/// A number as a float, if that is one.
pub(super) fn to_float(heap: &Heap, term: Term) -> Option<f64> {
    match term.as_small() {
        Some(number) => Some(number as f64),
        None => match heap.as_float(term) {
            Some(number) => Some(number),
            None => heap
                .as_big(term)?
                .to_f64()
                .filter(|number| number.is_finite()),
        },
    }
}

fn boolean(is: bool) -> Term {
    match is {
        true => atoms::TRUE,
        false => atoms::FALSE,
    }
}

impl Run<'_> {
    /// `apply/2` and `apply/3`, which may be tail calls.
    pub(super) fn apply_special(
        &mut self,
        core: &mut Core,
        special: Special,
        native: u32,
        tail: Tail,
        next: usize,
    ) -> Flow {
        let (count, list) = match special {
            Special::Apply2 => (2, self.x[1]),
            Special::Apply3 => (3, self.x[2]),
            _ => return Err(self.missing(native)),
        };
        let given: [Term; 3] = [self.x[0], self.x[1], self.x[2]];
        let given = &given[..count];
        let Some(args) = self.heap.as_list(list) else {
            return self.bad_apply(given, next);
        };
        if args.len() > 255 {
            return self.raised(next - 1, Raise::SYSTEM_LIMIT);
        }
        let names = match special {
            Special::Apply3 => {
                if given[0].as_atom().is_none() || given[1].as_atom().is_none() {
                    return self.bad_apply(given, next);
                }
                Some((given[0], given[1]))
            }
            _ => None,
        };
        self.x[..args.len()].copy_from_slice(&args);
        match names {
            Some((module, function)) => self.apply(core, module, function, args.len(), tail, next),
            None => self.call_fun(core, given[0], args.len(), tail, next),
        }
    }

    /// A function that needs the code or the stack. Its arguments are in registers.
    pub(super) fn special(&mut self, special: Special, native: u32, at: u32, next: usize) -> Flow {
        let from = (at != 0).then_some(at as usize);
        let origin = Origin::entry(Term::NIL, from);
        let badarg = || Failure {
            raise: Raise::BADARG,
            cause: None,
        };
        let [a, b, c] = [self.x[0], self.x[1], self.x[2]];
        let value = match special {
            Special::Apply2 | Special::Apply3 => {
                if next != address::RETURN as usize {
                    self.stack.push(Term::return_to(next as u64));
                }
                return Ok(match special {
                    Special::Apply2 => address::APPLY_FUN as usize,
                    _ => address::APPLY as usize,
                });
            }
            Special::Error1 => return self.raise(Class::Error, a, origin),
            Special::Exit1 => return self.raise(Class::Exit, a, origin),
            Special::Throw1 => return self.raise(Class::Throw, a, origin),
            Special::Error2 | Special::Error3 => {
                let args = match b.is_list() {
                    true => b,
                    false => atoms::NONE,
                };
                let info = match special {
                    Special::Error3 => self.error_info(c),
                    _ => Term::NIL,
                };
                return self.raise(
                    Class::Error,
                    a,
                    Origin {
                        args,
                        info,
                        ..origin
                    },
                );
            }
            Special::Raise3 => {
                let class = Class::from_atom(a);
                match (class, exception::check(self.heap, c)) {
                    (Some(class), Some(trace)) => {
                        let raw = exception::given(self.heap, class, trace);
                        return self.unwind(class, b, raw);
                    }
                    _ => atoms::BADARG,
                }
            }
            Special::NifError => return Err(self.nif_error(from)),
            Special::SelfPid => self.pid,
            Special::FunInfo1 => match self.fun_info_all(a) {
                Ok(Some(list)) => list,
                Ok(None) => return self.native_raised(native, at, &[a], badarg()),
                Err(stop) => return Err(stop),
            },
            Special::FunInfo2 => match self.fun_info(a, b) {
                Ok(Some(value)) => self.heap.tuple(&[b, value]),
                Ok(None) => return self.native_raised(native, at, &[a, b], badarg()),
                Err(stop) => return Err(stop),
            },
            Special::FunInfoMfa => match self.fun_info_mfa(a) {
                Ok(Some(value)) => value,
                Ok(None) => return self.native_raised(native, at, &[a], badarg()),
                Err(stop) => return Err(stop),
            },
            Special::FunctionExported | Special::IsBuiltin => {
                let arity = c.as_small().and_then(|arity| u8::try_from(arity).ok());
                let (Some(_), Some(_), Some(arity)) = (a.as_atom(), b.as_atom(), arity) else {
                    return self.native_raised(native, at, &[a, b, c], badarg());
                };
                let known = self.code.last_undefined.clone();
                let callee = self.code.resolve(self.heap, a, b, arity.into());
                self.code.last_undefined = known;
                match (callee, special) {
                    (Ok(callee), Special::IsBuiltin) => {
                        boolean(matches!(callee, Callee::Native(_)))
                    }
                    (Ok(callee), _) => boolean(callee != Callee::Undefined),
                    (Err(message), _) => return Err(Stop::Error(message)),
                }
            }
            Special::ModuleLoaded => {
                if a.as_atom().is_none() {
                    return self.native_raised(native, at, &[a], badarg());
                }
                match self.code.module(self.heap, a) {
                    Ok(module) => boolean(module.is_some()),
                    Err(message) => return Err(Stop::Error(message)),
                }
            }
            Special::FunToList => match self.fun_to_list(a) {
                Ok(Ok(text)) => text,
                Ok(Err(raise)) => {
                    let failure = Failure { raise, cause: None };
                    return self.native_raised(native, at, &[a], failure);
                }
                Err(stop) => return Err(stop),
            },
            Special::FeatureKeywords => {
                let module = self.heap.atom("erl_features");
                if let Err(message) = self.code.module(self.heap, module) {
                    return Err(Stop::Error(message));
                }
                // `maybe` is part of the language from OTP 27 on.
                let words: &[&str] = match self.code.compiler_of(self.heap, module) < (8, 5) {
                    true => &[],
                    false => &["maybe", "else"],
                };
                let words: Vec<Term> = words.iter().map(|word| self.heap.atom(word)).collect();
                self.heap.list(&words)
            }
            Special::GetModuleInfo1 => match self.module_info_all(a) {
                Ok(Some(list)) => list,
                Ok(None) => return self.native_raised(native, at, &[a], badarg()),
                Err(stop) => return Err(stop),
            },
            Special::GetModuleInfo2 => match self.module_info(a, b) {
                Ok(Some(value)) => value,
                Ok(None) => return self.native_raised(native, at, &[a, b], badarg()),
                Err(stop) => return Err(stop),
            },
        };
        self.x[0] = value;
        Ok(next)
    }

    /// What the options of `error/3` say about the entry: `{error_info, Map}` or `[]`.
    fn error_info(&self, options: Term) -> Term {
        let items = self.heap.as_list(options).unwrap_or_default();
        let is_info = |item: &Term| {
            let parts = self.heap.elements(*item).unwrap_or_default();
            let is_map = |term| crate::map::size(self.heap, term).is_some();
            parts.len() == 2 && parts[0] == atoms::ERROR_INFO && is_map(parts[1])
        };
        items.into_iter().find(is_info).unwrap_or(Term::NIL)
    }

    /// The body of a function that should be native was called.
    #[cold]
    fn nif_error(&self, from: Option<usize>) -> Stop {
        let function = from.and_then(|at| self.code.function_at(at as u32));
        let text = |term| self.heap.atom_text(term).unwrap_or_default();
        Stop::Error(match function {
            Some(function) => format!(
                "the native function {}:{}/{} is not supported",
                text(function.module),
                text(function.name),
                function.arity
            ),
            None => "a native function is not supported".to_owned(),
        })
    }

    // What is known of functions.

    fn fun_info_all(&mut self, fun: Term) -> std::result::Result<Option<Term>, Stop> {
        let is_local = self.heap.as_fun(fun).is_some();
        let names: &[&str] = match is_local {
            true => &[
                "pid",
                "module",
                "new_index",
                "new_uniq",
                "index",
                "uniq",
                "name",
                "arity",
                "env",
                "type",
            ],
            false => &["module", "name", "arity", "env", "type"],
        };
        let mut items = Vec::new();
        for name in names {
            let name = self.heap.atom(name);
            match self.fun_info(fun, name)? {
                Some(value) => items.push(self.heap.tuple(&[name, value])),
                None => return Ok(None),
            }
        }
        Ok(Some(self.heap.list(&items)))
    }

    fn fun_info(&mut self, fun: Term, item: Term) -> std::result::Result<Option<Term>, Stop> {
        let Some(item) = self.heap.atom_text(item).map(str::to_owned) else {
            return Ok(None);
        };
        if let Some((module, function, arity)) = self.heap.as_export(fun) {
            return Ok(Some(match item.as_str() {
                "type" => self.heap.atom("external"),
                "module" => module,
                "name" => function,
                "arity" => Term::small(arity.into()),
                "env" => Term::NIL,
                "pid" | "new_index" | "new_uniq" | "index" | "uniq" => atoms::UNDEFINED,
                _ => return Ok(None),
            }));
        }
        let Some((fun, first, count)) = self.heap.as_fun(fun) else {
            return Ok(None);
        };
        let lambda = self.code.lambda(self.heap, fun.module, fun.index);
        let lambda = lambda.map_err(Stop::Error)?;
        Ok(Some(match item.as_str() {
            "type" => self.heap.atom("local"),
            "module" => fun.module,
            "name" => lambda.map_or(atoms::UNDEFINED, |lambda| lambda.name),
            "arity" => Term::small(fun.arity.into()),
            "env" => {
                let free: Vec<Term> = (0..count).map(|i| self.heap.term_at(first + i)).collect();
                self.heap.list(&free)
            }
            "index" | "new_index" => Term::small(fun.index.into()),
            "uniq" => Term::small(lambda.map_or(0, |lambda| lambda.unique).into()),
            "new_uniq" => self.heap.binary(&[0; 16]),
            // Who made it is not noted.
            "pid" => self.pid,
            _ => return Ok(None),
        }))
    }

    /// A function as text; one that is made by `fun` is `#Fun<module.index.unique>`.
    fn fun_to_list(&mut self, term: Term) -> std::result::Result<Result, Stop> {
        let text = crate::bif::pure("erlang", "fun_to_list", 1).map(|pure| pure(self.heap, &[term]));
        let text = text.unwrap_or(Err(Raise::BADARG));
        let (Ok(list), Some((fun, ..))) = (&text, self.heap.as_fun(term)) else {
            return Ok(text);
        };
        let lambda = self.code.lambda(self.heap, fun.module, fun.index);
        let unique = lambda.map_err(Stop::Error)?.map_or(0, |lambda| lambda.unique);
        let mut chars = self.heap.as_list(*list).unwrap_or_default();
        chars.pop();
        let more = format!(".{unique}>");
        chars.extend(more.bytes().map(|byte| Term::small(byte.into())));
        Ok(Ok(self.heap.list(&chars)))
    }

    fn fun_info_mfa(&mut self, fun: Term) -> std::result::Result<Option<Term>, Stop> {
        let [module, name, arity] = ["module", "name", "arity"].map(|name| self.heap.atom(name));
        let items = [module, name, arity].map(|item| self.fun_info(fun, item));
        let [Ok(Some(module)), Ok(Some(name)), Ok(Some(arity))] = items else {
            return Ok(None);
        };
        Ok(Some(self.heap.tuple(&[module, name, arity])))
    }

    fn module_info_all(&mut self, module: Term) -> std::result::Result<Option<Term>, Stop> {
        let mut items = Vec::new();
        for name in ["module", "exports", "attributes", "compile", "md5"] {
            let name = self.heap.atom(name);
            match self.module_info(module, name)? {
                Some(value) => items.push(self.heap.tuple(&[name, value])),
                None => return Ok(None),
            }
        }
        Ok(Some(self.heap.list(&items)))
    }

    fn module_info(&mut self, module: Term, item: Term) -> std::result::Result<Option<Term>, Stop> {
        let Some(loaded) = self.code.module(self.heap, module).map_err(Stop::Error)? else {
            return Ok(None);
        };
        let loaded = loaded.clone();
        let Some(item) = self.heap.atom_text(item).map(str::to_owned) else {
            return Ok(None);
        };
        let pairs = |heap: &mut Heap, functions: &mut dyn Iterator<Item = (Term, u32)>| {
            let items: Vec<Term> = functions
                .map(|(name, arity)| heap.tuple(&[name, Term::small(arity.into())]))
                .collect();
            heap.list(&items)
        };
        Ok(Some(match item.as_str() {
            "module" => module,
            "exports" => {
                let mut names = loaded
                    .exports
                    .iter()
                    .map(|(name, arity, _)| (*name, *arity));
                pairs(self.heap, &mut names)
            }
            "functions" => {
                let (first, count) = loaded.functions;
                let all = &self.code.functions[first as usize..][..count as usize];
                let mut names = all.iter().map(|function| (function.name, function.arity));
                pairs(self.heap, &mut names)
            }
            "attributes" => loaded.attributes,
            "compile" => loaded.compile,
            "md5" => self.heap.binary(&[0; 16]),
            "native" => atoms::FALSE,
            "native_addresses" | "nifs" => Term::NIL,
            _ => return Ok(None),
        }))
    }
}

const _: () = assert!(REGISTERS > 256 + 3, "arguments of any call have room");
