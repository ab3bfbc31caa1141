//! Exceptions, and the stack traces that they carry.
//!
//! While an exception is on its way its trace is *raw*: a tuple that no program sees, with
//! addresses only. It is made into a list for those who look at it.
//!
//! | element | holds |
//! |---|---|
//! | 0 | the class, an atom |
//! | 1 | the first entry if it is no address, else `[]` |
//! | 2 | a list of arguments for the first entry that is an address, else `none` |
//! | 3 | a term `{error_info, _}` for it, else `[]` |
//! | 4 | the whole trace if a program gave one, else `none` |
//! | 5.. | addresses |

use crate::atoms;
use crate::code::Code;
use crate::heap::Heap;
use crate::raise::Raise;
use crate::term::Term;

/// How many entries a stack trace has at the most.
pub(crate) const DEPTH: usize = 8;

/// The class of an exception.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Error,
    Exit,
    Throw,
}

impl Class {
    pub(crate) fn atom(self) -> Term {
        match self {
            Class::Error => atoms::ERROR,
            Class::Exit => atoms::EXIT,
            Class::Throw => atoms::THROW,
        }
    }

    pub(crate) fn from_atom(term: Term) -> Option<Class> {
        match term {
            atoms::ERROR => Some(Class::Error),
            atoms::EXIT => Some(Class::Exit),
            atoms::THROW => Some(Class::Throw),
            _ => None,
        }
    }
}

/// An exception that nothing caught.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Exception {
    pub(crate) class: Class,
    pub(crate) reason: Term,
    /// A list, as a program sees it.
    pub(crate) trace: Term,
}

/// What a raw trace is made of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Origin {
    /// An entry, or `[]`.
    pub(crate) first: Term,
    /// Where the exception was raised, if the function there has an entry.
    pub(crate) at: Option<usize>,
    /// A list of arguments for that entry, or `none`.
    pub(crate) args: Term,
    /// `{error_info, _}` for that entry, or `[]`.
    pub(crate) info: Term,
}

impl Origin {
    /// It was raised there.
    pub(crate) fn at(address: usize) -> Origin {
        Origin {
            first: Term::NIL,
            at: Some(address),
            args: atoms::NONE,
            info: Term::NIL,
        }
    }

    /// Another function comes before the one at that place.
    pub(crate) fn entry(first: Term, at: Option<usize>) -> Origin {
        Origin {
            first,
            at,
            ..Origin::at(0)
        }
    }
}

/// The raw trace of an exception that comes from there.
pub(crate) fn raw(heap: &mut Heap, class: Class, origin: Origin, stack: &[Term]) -> Term {
    let mut items = vec![
        class.atom(),
        origin.first,
        origin.args,
        origin.info,
        atoms::NONE,
    ];
    let most = items.len() + DEPTH - usize::from(!origin.first.is_nil());
    items.extend(origin.at.map(|at| Term::small(at as i64)));
    let mut last = 0;
    for word in stack.iter().rev() {
        if items.len() >= most {
            break;
        }
        // What is called again and again from one place is there once.
        if let Some(to) = word.as_return()
            && to != last
            && to != 0
        {
            last = to;
            items.push(Term::small(to as i64 - 1));
        }
    }
    heap.tuple(&items)
}

/// The raw trace that a program gave.
pub(crate) fn given(heap: &mut Heap, class: Class, trace: Term) -> Term {
    heap.tuple(&[class.atom(), Term::NIL, atoms::NONE, Term::NIL, trace])
}

/// The class that a raw trace notes.
pub(crate) fn class_of(heap: &Heap, raw: Term) -> Option<Class> {
    let (at, size) = heap.as_tuple(raw)?;
    (size >= 5).then(|| Class::from_atom(heap.term_at(at)))?
}

/// The raw trace of an exception that is raised again, perhaps with another class. As in OTP, the
/// place of a function none of whose clauses matched is forgotten.
pub(crate) fn with_class(heap: &mut Heap, raw: Term, class: Class) -> Term {
    match heap.elements(raw) {
        Some(mut items) if items.len() >= 5 => {
            items[0] = class.atom();
            if let Some(mut entry) = heap.elements(items[1])
                && let [_, _, _, location] = entry.as_mut_slice()
                && is_place(heap, *location)
            {
                *location = Term::NIL;
                items[1] = heap.tuple(&entry);
            }
            heap.tuple(&items)
        }
        _ => given(heap, class, raw),
    }
}

/// Does the location of an entry begin with a file?
fn is_place(heap: &Heap, location: Term) -> bool {
    let first = heap.as_cons(location).and_then(|(first, _)| heap.elements(first));
    first.is_some_and(|first| first.first() == Some(&atoms::FILE))
}

/// A raw trace as a program sees it.
pub(crate) fn cook(heap: &mut Heap, code: &mut Code, raw: Term) -> Result<Term, Raise> {
    let Some(items) = heap.elements(raw) else {
        return Ok(raw);
    };
    let [_, first, args, info, given, addresses @ ..] = items.as_slice() else {
        return Ok(Term::NIL);
    };
    if *given != atoms::NONE {
        return Ok(*given);
    }
    let mut entries = Vec::with_capacity(DEPTH);
    let mut args = *args;
    let mut info = *info;
    if !first.is_nil() {
        entries.push(*first);
    }
    for address in addresses {
        let address = address.as_small().unwrap_or_default() as u32;
        let Some(function) = code.function_at(address).copied() else {
            continue;
        };
        let location = code.location_at(address);
        let mut location = code.location_term(heap, location)?;
        if !info.is_nil() {
            let mut parts = heap.as_list(location).unwrap_or_default();
            parts.push(info);
            location = heap.list(&parts);
        }
        let called = match args.is_list() {
            true => args,
            false => Term::small(function.arity.into()),
        };
        entries.push(heap.tuple(&[function.module, function.name, called, location]));
        (args, info) = (atoms::NONE, Term::NIL);
    }
    Ok(heap.list(&entries))
}

/// A stack trace that a program gives to `erlang:raise/3`, as it is kept; none if it is none.
pub(crate) fn check(heap: &mut Heap, trace: Term) -> Option<Term> {
    let items = heap.as_list(trace)?;
    let mut entries = Vec::with_capacity(items.len().min(DEPTH));
    for item in items {
        let parts = heap.elements(item)?;
        let is_count = |term: Term| term.as_small().is_some_and(|n| n >= 0) || term.is_list();
        let is_fun =
            |heap: &Heap, term| heap.as_fun(term).is_some() || heap.as_export(term).is_some();
        let entry = match parts.as_slice() {
            [module, function, args] if module.as_atom().is_some() => {
                if function.as_atom().is_none() || !is_count(*args) {
                    return None;
                }
                heap.tuple(&[*module, *function, *args, Term::NIL])
            }
            [module, function, args, location] if module.as_atom().is_some() => {
                if function.as_atom().is_none() || !is_count(*args) || !location.is_list() {
                    return None;
                }
                item
            }
            [fun, args] if is_fun(heap, *fun) && is_count(*args) => {
                heap.tuple(&[*fun, *args, Term::NIL])
            }
            [fun, args, location]
                if is_fun(heap, *fun) && is_count(*args) && location.is_list() =>
            {
                item
            }
            _ => return None,
        };
        if entries.len() < DEPTH {
            entries.push(entry);
        }
    }
    Some(heap.list(&entries))
}
