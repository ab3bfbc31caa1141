//! From match specifications to programs.

use super::functions::Function;
use super::{Clause, Code, Head, Spec};
use crate::atoms;
use crate::heap::{Heap, Kind};
use crate::map;
use crate::print;
use crate::term::Term;
use rustc_hash::FxHashMap;

/// How much of a term a message shows.
const SHOWN: usize = 1000;

/// Forms that only trace specifications have.
const TRACING: &[&str] = &[
    "message",
    "is_seq_trace",
    "set_seq_token",
    "get_seq_token",
    "return_trace",
    "exception_trace",
    "display",
    "process_dump",
    "enable_trace",
    "disable_trace",
    "trace",
    "caller",
    "caller_line",
    "current_stacktrace",
    "silent",
];

/// The number of a variable: `'$1'` has 1. None if it is none.
pub(crate) fn variable(heap: &Heap, term: Term) -> Option<i32> {
    let digits = heap.atom_text(term)?.strip_prefix('$')?.as_bytes();
    match digits {
        [b'0'] => Some(0),
        [b'1'..=b'9', ..] if digits.iter().all(u8::is_ascii_digit) => {
            // As in the real machine, whose numbers have 32 bits.
            let number = (digits.iter()).fold(0i32, |number, digit| {
                number.wrapping_mul(10).wrapping_add((digit - b'0').into())
            });
            (number >= 0).then_some(number)
        }
        _ => None,
    }
}

/// Has a term a variable or `'_'` in it, or a map, which matches more than itself?
pub(crate) fn has_variable(heap: &Heap, term: Term) -> bool {
    let mut rest = vec![term];
    while let Some(term) = rest.pop() {
        if term == atoms::UNDERSCORE || variable(heap, term).is_some() {
            return true;
        }
        if let Some((head, tail)) = heap.as_cons(term) {
            rest.extend([head, tail]);
        } else if let Some((kind, size, at)) = heap.boxed(term) {
            match kind {
                Kind::Tuple => rest.extend((at..at + size).map(|index| heap.term_at(index))),
                Kind::FlatMap | Kind::TreeMap => return true,
                _ => {}
            }
        }
    }
    false
}

/// Compiles a specification, or says what is wrong with it.
pub(super) fn compile(heap: &Heap, spec: Term) -> Result<Spec, Vec<String>> {
    let one = |message: &str| Err(vec![message.to_owned()]);
    if !spec.is_cons() {
        return one("Match programs are not in a list.");
    }
    let Some(parts) = heap.as_list(spec) else {
        return one("Match programs are not in a proper list.");
    };
    let mut triples = Vec::new();
    for part in parts {
        match heap.as_tuple(part) {
            Some((at, 3)) => triples.push([0, 1, 2].map(|i| heap.term_at(at + i))),
            _ => return one("Match program part is not a tuple of arity 3."),
        }
    }
    let mut compiler = Compiler {
        heap,
        errors: Vec::new(),
        variables: FxHashMap::default(),
        code: Vec::new(),
        ends: Vec::new(),
    };
    let mut clauses = Vec::new();
    for [head, guards, body] in triples {
        clauses.push(compiler.clause(head, guards, body));
        if !compiler.errors.is_empty() {
            return Err(compiler.errors);
        }
    }
    Ok(Spec { clauses })
}

/// Compiles what `ets:match` takes.
pub(super) fn pattern(heap: &Heap, pattern: Term, bindings: bool) -> Result<Spec, Vec<String>> {
    let mut compiler = Compiler {
        heap,
        errors: Vec::new(),
        variables: FxHashMap::default(),
        code: Vec::new(),
        ends: Vec::new(),
    };
    let head = compiler.head(pattern);
    let body = vec![match bindings {
        true => Code::Bindings,
        false => Code::Whole,
    }];
    let clause = Clause {
        head,
        variables: compiler.variables.len(),
        guards: Vec::new(),
        body,
    };
    match compiler.errors.is_empty() {
        true => Ok(Spec {
            clauses: vec![clause],
        }),
        false => Err(compiler.errors),
    }
}

struct Compiler<'a> {
    heap: &'a Heap,
    errors: Vec<String>,
    /// The places of a head's variables, by their numbers.
    variables: FxHashMap<i32, usize>,
    code: Vec<Code>,
    /// For each form that may end early: where in the code it does.
    ends: Vec<Vec<usize>>,
}

/// What is still to be compiled.
enum Work {
    Expression(Term),
    Emit(Code),
    /// The value of one part of `andalso` (or `orelse`) is there, and another part follows.
    Part(bool, usize),
    /// The last part is there.
    End(usize),
}

impl Compiler<'_> {
    fn clause(&mut self, head: Term, guards: Term, body: Term) -> Clause {
        self.variables.clear();
        let head = self.head(head);
        let variables = self.variables.len();
        if guards.is_list() {
            self.sequence(guards, &Code::Require, true);
        } else {
            self.error("Match expression is not a list.");
        }
        let guards = std::mem::take(&mut self.code);
        if body.is_cons() {
            self.sequence(body, &Code::Drop, false);
        } else {
            self.error("Body clause does not return anything.");
        }
        Clause {
            head,
            variables,
            guards,
            body: std::mem::take(&mut self.code),
        }
    }

    fn error(&mut self, message: &str) {
        self.errors.push(message.to_owned());
    }

    fn head(&mut self, head: Term) -> Vec<Head> {
        let heap = self.heap;
        let mut steps = Vec::new();
        let mut numbers = Vec::new();
        let mut rest = vec![head];
        while let Some(term) = rest.pop() {
            if term == atoms::UNDERSCORE {
                steps.push(Head::Skip);
            } else if let Some(number) = variable(heap, term) {
                match self.variables.get(&number) {
                    Some(place) => steps.push(Head::Same(*place)),
                    None => {
                        let place = numbers.len();
                        self.variables.insert(number, place);
                        numbers.push(number);
                        steps.push(Head::Bind(place));
                    }
                }
            } else if let Some((head, tail)) = heap.as_cons(term) {
                steps.push(Head::Cons);
                rest.extend([tail, head]);
            } else if let Some((at, size)) = heap.as_tuple(term) {
                steps.push(Head::Tuple(size));
                rest.extend((at..at + size).rev().map(|index| heap.term_at(index)));
            } else if is_map(heap, term) {
                let (keys, values): (Vec<Term>, Vec<Term>) =
                    map::pairs(heap, term).into_iter().unzip();
                for key in &keys {
                    if variable(heap, *key).is_some() {
                        self.error("Variable found in map key.");
                    } else if *key == atoms::UNDERSCORE {
                        self.error("Underscore found in map key.");
                    }
                }
                steps.push(Head::Map(keys));
                rest.extend(values.into_iter().rev());
            } else {
                steps.push(Head::Equal(term));
            }
        }
        self.order(&mut steps, numbers);
        steps
    }

    /// Gives variables places in the order of their numbers, as `'$$'` lists them.
    fn order(&mut self, steps: &mut [Head], mut numbers: Vec<i32>) {
        let before = self.variables.clone();
        numbers.sort_unstable();
        self.variables = (numbers.iter().copied()).zip(0..).collect();
        let mut places = vec![0; numbers.len()];
        for (number, place) in before {
            places[place] = self.variables[&number];
        }
        for step in steps {
            match step {
                Head::Bind(place) | Head::Same(place) => *place = places[*place],
                _ => {}
            }
        }
    }

    /// A list of expressions; `after` is done with the value of each (but not with that of the
    /// last, if it counts).
    fn sequence(&mut self, list: Term, after: &Code, also_last: bool) {
        let heap = self.heap;
        let mut rest = list;
        while let Some((head, tail)) = heap.as_cons(rest) {
            self.expression(head);
            if also_last || tail.is_cons() {
                self.code.push(after.clone());
            }
            rest = tail;
        }
        if !rest.is_nil() {
            self.error("Match expression is not a proper list.");
        }
    }

    fn expression(&mut self, term: Term) {
        let mut work = vec![Work::Expression(term)];
        self.ends.clear();
        while let Some(next) = work.pop() {
            match next {
                Work::Expression(term) => self.term(term, &mut work),
                Work::Emit(code) => self.code.push(code),
                Work::Part(and, end) => {
                    self.ends[end].push(self.code.len());
                    self.code.push(match and {
                        true => Code::AndAlso(0),
                        false => Code::OrElse(0),
                    });
                }
                Work::End(end) => {
                    let to = self.code.len();
                    for at in std::mem::take(&mut self.ends[end]) {
                        match &mut self.code[at] {
                            Code::AndAlso(target) | Code::OrElse(target) => *target = to,
                            _ => {}
                        }
                    }
                }
            }
        }
    }

    /// One expression. The last part is done first, so the first ends up on top.
    fn term(&mut self, term: Term, work: &mut Vec<Work>) {
        let heap = self.heap;
        if let Some((head, tail)) = heap.as_cons(term) {
            work.push(Work::Emit(Code::Cons));
            work.push(Work::Expression(tail));
            work.push(Work::Expression(head));
        } else if let Some(elements) = heap.elements(term) {
            self.form(term, &elements, work);
        } else if is_map(heap, term) {
            let pairs = map::pairs(heap, term);
            work.push(Work::Emit(Code::Map(pairs.len())));
            for (key, value) in pairs {
                work.push(Work::Expression(key));
                work.push(Work::Expression(value));
            }
        } else {
            let code = match term {
                atoms::DOLLAR_UNDERSCORE => Code::Whole,
                atoms::DOLLAR_DOLLAR => Code::Bindings,
                _ => match variable(heap, term) {
                    None => Code::Constant(term),
                    Some(number) => match self.variables.get(&number) {
                        Some(place) => Code::Variable(*place),
                        None => {
                            self.errors.push(format!("Variable ${number} is unbound."));
                            return;
                        }
                    },
                },
            };
            self.code.push(code);
        }
    }

    /// A tuple: a tuple in another, a special form, or the call of a function.
    fn form(&mut self, term: Term, elements: &[Term], work: &mut Vec<Work>) {
        let heap = self.heap;
        let shown = || print::pretty(heap, term, SHOWN);
        if let [only] = elements
            && let Some(inner) = heap.elements(*only)
        {
            work.push(Work::Emit(Code::Tuple(inner.len())));
            work.extend(inner.into_iter().map(Work::Expression));
            return;
        }
        let Some((name, arguments)) = elements.split_first() else {
            self.errors.push(neither(&shown()));
            return;
        };
        let Some(text) = heap.atom_text(*name) else {
            self.errors.push(neither(&shown()));
            return;
        };
        if variable(heap, *name).is_some() {
            self.errors.push(neither(&shown()));
            return;
        }
        match text {
            "const" => match arguments {
                [constant] => self.code.push(Code::Constant(*constant)),
                _ => self.errors.push(format!(
                    "Special form 'const' called with more than one argument in {}.",
                    shown()
                )),
            },
            "and" | "or" | "andalso" | "orelse" if arguments.is_empty() => {
                let message = format!(
                    "Special form '{text}' called without arguments in {}.",
                    shown()
                );
                self.errors.push(message);
            }
            "and" | "or" => {
                work.push(Work::Emit(match text {
                    "and" => Code::And(arguments.len()),
                    _ => Code::Or(arguments.len()),
                }));
                work.extend(arguments.iter().copied().map(Work::Expression));
            }
            "andalso" | "orelse" => {
                let end = self.ends.len();
                self.ends.push(Vec::new());
                work.push(Work::End(end));
                for (i, argument) in arguments.iter().enumerate().rev() {
                    if i + 1 < arguments.len() {
                        work.push(Work::Part(text == "andalso", end));
                    }
                    work.push(Work::Expression(*argument));
                }
            }
            "self" => match arguments {
                [] => self.code.push(Code::Caller),
                _ => self.errors.push(format!(
                    "Special form 'self' called with arguments in {}.",
                    shown()
                )),
            },
            _ if TRACING.contains(&text) => self
                .errors
                .push(format!("Special form '{text}' used in wrong dialect.")),
            "get_tcw" | "set_tcw" | "set_tcw_fake"
                if arguments.len() == usize::from(text != "get_tcw") =>
            {
                self.errors.push(format!(
                    "Function {text}/{} cannot be called in this context.",
                    arguments.len()
                ));
            }
            _ => match Function::find(text, arguments.len()) {
                Some(function) => {
                    work.push(Work::Emit(Code::Call(function)));
                    work.extend(arguments.iter().copied().map(Work::Expression));
                }
                None => self.errors.push(format!(
                    "Function {}/{} does_not_exist.",
                    print::atom(text),
                    arguments.len()
                )),
            },
        }
    }
}

fn neither(shown: &str) -> String {
    format!("{shown} is neither a function call, nor a tuple (tuples are written {{{{ ... }}}}).")
}

fn is_map(heap: &Heap, term: Term) -> bool {
    matches!(
        heap.boxed(term),
        Some((Kind::FlatMap | Kind::TreeMap, _, _))
    )
}
