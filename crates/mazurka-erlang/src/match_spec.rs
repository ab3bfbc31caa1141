//! Match specifications of ETS: heads that objects must match, guards, and bodies that make
//! results. A specification is compiled to short programs: one for a head, which takes a term
//! apart by a stack, and one for guards and body, which works on a stack of values.

mod compile;
mod functions;
mod natives;
#[cfg(test)]
pub(crate) mod tests;

use crate::atoms;
use crate::compare;
use crate::heap::Heap;
use crate::map;
use crate::raise::{Raise, Result};
use crate::term::Term;
use functions::Function;

pub(crate) use compile::{has_variable, variable};
pub(crate) use natives::{BIFS, as_compiled, compiled};
#[cfg(test)]
pub(crate) use natives::{run_list, test};

/// A compiled match specification. Its terms lie in the heap, as the source does.
#[derive(Clone, Debug)]
pub(crate) struct Spec {
    clauses: Vec<Clause>,
}

#[derive(Clone, Debug)]
struct Clause {
    head: Vec<Head>,
    /// How many variables the head has. Their places are in the order of their numbers.
    variables: usize,
    guards: Vec<Code>,
    body: Vec<Code>,
}

/// What is to be done with the term on top of the stack of a head.
#[derive(Clone, Debug)]
enum Head {
    /// Whatever it is.
    Skip,
    /// It is the value of a variable.
    Bind(usize),
    /// It must be the value that a variable has.
    Same(usize),
    /// It must be this term, which has no parts.
    Equal(Term),
    /// It must be a tuple of that size; its elements come next.
    Tuple(usize),
    /// It must be a list that is not empty; its head and then its tail come next.
    Cons,
    /// It must be a map with these keys; their values come next.
    Map(Vec<Term>),
}

/// What is to be done with the stack of values.
#[derive(Clone, Debug)]
enum Code {
    Constant(Term),
    Variable(usize),
    /// The object.
    Whole,
    /// All variables, as a list.
    Bindings,
    /// The process that asks.
    Caller,
    Tuple(usize),
    Cons,
    /// N pairs: a key is above its value.
    Map(usize),
    And(usize),
    Or(usize),
    /// Goes on there with `false` if that is on top; else takes it off, as it must be `true`.
    AndAlso(usize),
    OrElse(usize),
    Call(Function),
    /// The end of a guard: it must be `true`.
    Require,
    /// Takes off a value that does not count.
    Drop,
}

impl Spec {
    /// Compiles a match specification; what does not follow the rules is `badarg`.
    pub(crate) fn compile(heap: &Heap, spec: Term) -> Result<Spec> {
        compile::compile(heap, spec).map_err(|_| Raise::BADARG)
    }

    /// The same, with messages about what is wrong.
    pub(crate) fn check(heap: &Heap, spec: Term) -> std::result::Result<Spec, Vec<String>> {
        compile::compile(heap, spec)
    }

    /// A specification without clauses, which matches nothing.
    pub(crate) fn nothing() -> Spec {
        Spec {
            clauses: Vec::new(),
        }
    }

    /// What `ets:match` and `ets:match_object` look for: a head without guards. The result is
    /// the object, or (`bindings`) the list of variables.
    pub(crate) fn of_pattern(heap: &Heap, pattern: Term, bindings: bool) -> Result<Spec> {
        compile::pattern(heap, pattern, bindings).map_err(|_| Raise::BADARG)
    }

    /// Do guards or bodies ask who calls?
    pub(crate) fn asks_caller(&self) -> bool {
        let mut codes =
            (self.clauses.iter()).flat_map(|clause| clause.guards.iter().chain(&clause.body));
        codes.any(|code| matches!(code, Code::Caller))
    }

    /// The result for a term: none if no clause matches.
    pub(crate) fn run(&self, heap: &mut Heap, object: Term, caller: u32) -> Result<Option<Term>> {
        let mut values = Vec::new();
        for clause in &self.clauses {
            if !clause.matches(heap, object, &mut values) {
                continue;
            }
            let machine = Machine {
                values: &values,
                object,
                caller,
            };
            if machine.guards(heap, &clause.guards)? {
                return machine.body(heap, &clause.body).map(Some);
            }
        }
        Ok(None)
    }

    /// Does any clause match a term? Leaves nothing on the heap.
    pub(crate) fn passes(&self, heap: &mut Heap, object: Term, caller: u32) -> Result<bool> {
        let mut values = Vec::new();
        for clause in &self.clauses {
            if clause.matches(heap, object, &mut values) {
                let machine = Machine {
                    values: &values,
                    object,
                    caller,
                };
                if machine.guards(heap, &clause.guards)? {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

/// Does a match specification (a term) take that object? One that is not valid takes none.
pub(crate) fn passes(heap: &mut Heap, spec: Term, object: Term, caller: u32) -> bool {
    match Spec::compile(heap, spec) {
        // What cannot be said counts as a match: the caller then assumes a conflict.
        Ok(spec) => spec.passes(heap, object, caller).unwrap_or(true),
        Err(_) => false,
    }
}

impl Clause {
    /// Matches the head, and finds the values of its variables.
    fn matches(&self, heap: &Heap, object: Term, values: &mut Vec<Term>) -> bool {
        values.clear();
        values.resize(self.variables, Term::NONE);
        let mut rest = vec![object];
        for step in &self.head {
            let Some(term) = rest.pop() else {
                return false;
            };
            let fits = match step {
                Head::Skip => true,
                Head::Bind(variable) => {
                    values[*variable] = term;
                    true
                }
                Head::Same(variable) => compare::identical(heap, values[*variable], term),
                Head::Equal(constant) => same(heap, *constant, term),
                Head::Tuple(size) => match heap.as_tuple(term) {
                    Some((at, is)) if is == *size => {
                        rest.extend((at..at + size).rev().map(|index| heap.term_at(index)));
                        true
                    }
                    _ => false,
                },
                Head::Cons => match heap.as_cons(term) {
                    Some((head, tail)) => {
                        rest.extend([tail, head]);
                        true
                    }
                    None => false,
                },
                Head::Map(keys) => match map::size(heap, term) {
                    Some(size) if size >= keys.len() => {
                        let found = keys.iter().rev().map(|key| map::get(heap, term, *key));
                        match found.collect::<Option<Vec<Term>>>() {
                            Some(found) => {
                                rest.extend(found);
                                true
                            }
                            None => false,
                        }
                    }
                    _ => false,
                },
            };
            if !fits {
                return false;
            }
        }
        true
    }
}

/// Is it that constant? Floats are compared by their bits.
fn same(heap: &Heap, constant: Term, term: Term) -> bool {
    if constant == term {
        return true;
    }
    if constant.is_immediate() || term.is_immediate() {
        return false;
    }
    match (heap.as_float(constant), heap.as_float(term)) {
        (Some(a), Some(b)) => a.to_bits() == b.to_bits(),
        _ => compare::identical(heap, constant, term),
    }
}

/// What guards and bodies see.
struct Machine<'a> {
    values: &'a [Term],
    object: Term,
    caller: u32,
}

impl Machine<'_> {
    /// Are all guards true? One that fails is not.
    fn guards(&self, heap: &mut Heap, code: &[Code]) -> Result<bool> {
        if code.is_empty() {
            return Ok(true);
        }
        let mark = heap.mark();
        let result = self.execute(heap, code, false);
        heap.go_back(&mark);
        result.map(|result| result.is_some())
    }

    fn body(&self, heap: &mut Heap, code: &[Code]) -> Result {
        let result = self.execute(heap, code, true)?;
        Ok(result.unwrap_or(atoms::EXIT_UPPER))
    }

    /// What is on top in the end. None if something failed; but in a body (`catches`) the atom
    /// `'EXIT'` is then the value of what failed.
    fn execute(&self, heap: &mut Heap, code: &[Code], catches: bool) -> Result<Option<Term>> {
        let mut stack: Vec<Term> = Vec::new();
        let mut next = 0;
        while let Some(step) = code.get(next) {
            next += 1;
            let value = match step {
                Code::Constant(term) => Some(*term),
                Code::Variable(variable) => Some(self.values[*variable]),
                Code::Whole => Some(self.object),
                Code::Bindings => Some(heap.list(self.values)),
                Code::Caller => Some(Term::pid(self.caller)),
                Code::Tuple(size) => {
                    heap.check(*size + 1)?;
                    let mut items = stack.split_off(stack.len() - size);
                    items.reverse();
                    Some(heap.tuple(&items))
                }
                Code::Cons => {
                    let (tail, head) = (pop(&mut stack), pop(&mut stack));
                    Some(heap.cons(head, tail))
                }
                Code::Map(size) => {
                    heap.check(2 * *size + 1)?;
                    let items = stack.split_off(stack.len() - 2 * size);
                    let pairs = items.chunks(2).map(|pair| (pair[1], pair[0])).collect();
                    Some(map::from_pairs(heap, pairs))
                }
                Code::And(count) => {
                    let items = stack.split_off(stack.len() - count);
                    all(&items, atoms::TRUE, atoms::FALSE)
                }
                Code::Or(count) => {
                    let items = stack.split_off(stack.len() - count);
                    all(&items, atoms::FALSE, atoms::TRUE)
                }
                Code::AndAlso(end) | Code::OrElse(end) => {
                    let on = match matches!(step, Code::AndAlso(_)) {
                        true => atoms::TRUE,
                        false => atoms::FALSE,
                    };
                    let value = pop(&mut stack);
                    if value == on {
                        continue;
                    }
                    next = *end;
                    (value == atoms::TRUE || value == atoms::FALSE).then_some(value)
                }
                Code::Call(function) => {
                    let mut arguments = stack.split_off(stack.len() - function.arity());
                    arguments.reverse();
                    match function.call(heap, &arguments) {
                        Ok(value) => Some(value),
                        Err(Raise::Error(_) | Raise::Exit(_) | Raise::Throw(_)) => None,
                        Err(raise) => return Err(raise),
                    }
                }
                Code::Require => match pop(&mut stack) == atoms::TRUE {
                    true => continue,
                    false => return Ok(None),
                },
                Code::Drop => {
                    pop(&mut stack);
                    continue;
                }
            };
            match value {
                Some(value) => stack.push(value),
                None if catches => stack.push(atoms::EXIT_UPPER),
                None => return Ok(None),
            }
        }
        Ok(Some(stack.pop().unwrap_or(atoms::TRUE)))
    }
}

/// Takes off the top of a stack; programs are made so that there is one.
fn pop(stack: &mut Vec<Term>) -> Term {
    stack.pop().expect("programs leave enough on the stack")
}

/// `and` of many (`neutral` is `true`) and `or` of many: none if one is no boolean.
fn all(items: &[Term], neutral: Term, other: Term) -> Option<Term> {
    let mut result = neutral;
    for item in items {
        if *item == other {
            result = other;
        } else if *item != neutral {
            return None;
        }
    }
    Some(result)
}
