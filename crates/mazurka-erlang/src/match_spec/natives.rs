//! Native functions about match specifications that need no table.

use super::Spec;
use crate::atoms;
use crate::bif::Entry;
use crate::heap::Heap;
use crate::raise::{Raise, Result};
use crate::term::Term;

/// How long messages are.
const LENGTH: usize = 99;

/// Those that depend on nothing but their arguments. `match_spec_run_r` and `match_spec_test`
/// also depend on who calls, if a specification asks for that: see [`run_list`] and [`test`].
pub(crate) const BIFS: &[Entry] = &[
    ("ets", "match_spec_compile", 1, |heap, a| {
        Spec::compile(heap, a[0])?;
        Ok(compiled(heap, a[0]))
    }),
    ("ets", "is_compiled_ms", 1, |heap, a| {
        Ok(match as_compiled(heap, a[0]) {
            Some(_) => atoms::TRUE,
            None => atoms::FALSE,
        })
    }),
    ("ets", "match_spec_run_r", 3, |heap, a| {
        let spec = as_compiled(heap, a[1]).ok_or(Raise::BADARG)?;
        forbid_caller(heap, spec)?;
        run_list(heap, a, 0)
    }),
    ("erlang", "match_spec_test", 3, |heap, a| {
        forbid_caller(heap, a[1])?;
        test(heap, a, 0)
    }),
];

/// `self` has no meaning where it is not known who calls.
fn forbid_caller(heap: &Heap, spec: Term) -> Result<()> {
    match Spec::compile(heap, spec) {
        Ok(spec) if spec.asks_caller() => {
            let message = "self() in a match specification without a table".to_owned();
            Err(Raise::Unsupported(message))
        }
        _ => Ok(()),
    }
}

/// A compiled match specification, as a term. (It is a reference in the real machine.)
pub(crate) fn compiled(heap: &mut Heap, spec: Term) -> Term {
    heap.tuple(&[atoms::COMPILED_MATCH_SPEC, spec])
}

/// The specification that was compiled.
pub(crate) fn as_compiled(heap: &Heap, term: Term) -> Option<Term> {
    match heap.as_tuple(term) {
        Some((at, 2)) if heap.term_at(at) == atoms::COMPILED_MATCH_SPEC => {
            Some(heap.term_at(at + 1))
        }
        _ => None,
    }
}

/// `ets:match_spec_run_r(List, Compiled, Results)`: the results for a list, last first, before
/// those that are there.
pub(crate) fn run_list(heap: &mut Heap, args: &[Term], caller: u32) -> Result {
    let [list, spec, results] = args else {
        return Err(Raise::BADARG);
    };
    let spec = as_compiled(heap, *spec).ok_or(Raise::BADARG)?;
    let spec = Spec::compile(heap, spec)?;
    let items = heap.as_list(*list).ok_or(Raise::BADARG)?;
    let mut results = *results;
    for item in items {
        heap.check(2)?;
        if let Some(result) = spec.run(heap, item, caller)? {
            results = heap.cons(result, results);
        }
    }
    Ok(results)
}

/// `erlang:match_spec_test(Term, Spec, table)`
pub(crate) fn test(heap: &mut Heap, args: &[Term], caller: u32) -> Result {
    let [object, spec, dialect] = args else {
        return Err(Raise::BADARG);
    };
    match *dialect {
        atoms::TABLE => {}
        atoms::TRACE => {
            let message = "match specifications of trace patterns".to_owned();
            return Err(Raise::Unsupported(message));
        }
        _ => return Err(Raise::BADARG),
    }
    match Spec::check(heap, *spec) {
        Ok(spec) => {
            let result = spec.run(heap, *object, caller)?.unwrap_or(atoms::FALSE);
            Ok(heap.tuple(&[atoms::OK, result, Term::NIL, Term::NIL]))
        }
        Err(messages) => {
            let errors = messages.iter().map(|message| {
                let message: String = message.chars().take(LENGTH).collect();
                let text = heap.text(&message);
                heap.tuple(&[atoms::ERROR, text])
            });
            let errors: Vec<Term> = errors.collect();
            let errors = heap.list(&errors);
            Ok(heap.tuple(&[atoms::ERROR, errors]))
        }
    }
}
