//! Histories of message programs, by the definition: each receive took a message, known by its
//! sender and how many that had sent before, or timed out. A second judge of plain programs, with
//! an interpreter of its own, that goes through all orders of all steps. It judges the search in
//! [`super::brute`].

use super::code::{Code, compile, customer, introduces, tag, taken};
use super::program::{ASK, Message, Number, Operation, Process, Program};
use super::value::{Value, atom, tuple};
use std::collections::{BTreeSet, HashSet};

/// A message: who sent it, and how many it had sent before.
pub type Name = (Process, usize);

/// What the receives of one process took; nothing where one timed out.
pub type History = Vec<Option<Name>>;

#[derive(Clone, PartialEq, Eq, Hash, Default)]
struct One {
    born: bool,
    over: bool,
    at: usize,
    sent: usize,
    x: i64,
    customer: Option<(Process, Value)>,
    mailbox: Vec<(Value, Name)>,
    history: History,
}

struct Interpreter {
    code: Vec<Vec<Code>>,
}

impl Interpreter {
    /// Skips what nobody else sees, and tells whether the process can do something.
    fn settle(&self, state: &mut [One], me: Process) -> bool {
        let one = &mut state[me];
        if !one.born || one.over {
            return false;
        }
        loop {
            match self.code[me].get(one.at) {
                None | Some(Code::Do(Operation::Exit(_) | Operation::Error, _)) => {
                    one.over = true;
                    one.mailbox.clear();
                    return false;
                }
                Some(Code::Jump(to)) => one.at = *to,
                Some(Code::LogTimeout) => one.at += 1,
                Some(Code::Do(Operation::Put(number), _)) => {
                    one.x = *number;
                    one.at += 1;
                }
                Some(Code::Do(Operation::Answer, _)) if one.customer.is_none() => one.at += 1,
                Some(Code::Do(..) | Code::Receive(_, Some(_), _)) => return true,
                Some(Code::Receive(clauses, None, _)) => {
                    let mut letters = one.mailbox.iter();
                    let fits = letters.any(|(message, _)| {
                        let mut patterns = clauses.iter();
                        patterns.any(|(pattern, _)| taken(*pattern, message).is_some())
                    });
                    return fits;
                }
            }
        }
    }

    fn send(state: &mut [One], me: Process, to: Process, message: Value) {
        let name = (me, state[me].sent);
        state[me].sent += 1;
        if !state[to].over {
            state[to].mailbox.push((message, name));
        }
    }

    fn step(&self, state: &mut [One], me: Process) {
        let one = &mut state[me];
        let number = |one: &One, number| match number {
            Number::Constant(value) => value,
            Number::X => one.x,
        };
        match &self.code[me][one.at] {
            Code::Receive(clauses, after, _) => {
                let found = one
                    .mailbox
                    .iter()
                    .enumerate()
                    .find_map(|(place, (message, _))| {
                        let mut clauses = clauses.iter();
                        clauses.find_map(|(pattern, target)| {
                            let (_, x) = taken(*pattern, message)?;
                            Some((place, x, customer(*pattern, message), *target))
                        })
                    });
                if let Some((place, x, asks, target)) = found {
                    let (_, name) = one.mailbox.remove(place);
                    one.history.push(Some(name));
                    one.x = x.unwrap_or(one.x);
                    one.customer = asks.or(one.customer.take());
                    one.at = target;
                } else {
                    one.history.push(None);
                    one.at = after.expect("it has a step");
                }
            }
            Code::Do(operation, _) => {
                one.at += 1;
                match *operation {
                    Operation::Spawn(child, _) => state[child].born = true,
                    Operation::Send(
                        to,
                        Message {
                            tag: which,
                            number: of,
                        },
                    ) => {
                        let message = tuple([tag(which), Value::Int(number(one, of))]);
                        Self::send(state, me, to, message);
                    }
                    Operation::Tell(to, about) => {
                        let message = tuple([introduces(about), Value::Pid(about)]);
                        Self::send(state, me, to, message);
                    }
                    Operation::Ask(to, of, question) => {
                        let number = Value::Int(number(one, of));
                        let reference = Value::Ref(me, question);
                        let message = tuple([atom(ASK), number, Value::Pid(me), reference]);
                        Self::send(state, me, to, message);
                    }
                    Operation::Answer => {
                        let (to, reference) = one.customer.clone().expect("it is asked");
                        let message = tuple([reference, Value::Int(one.x)]);
                        Self::send(state, me, to, message);
                    }
                    _ => unreachable!("not in plain programs"),
                }
            }
            Code::Jump(_) | Code::LogTimeout => unreachable!("skipped"),
        }
    }
}

/// All histories of all processes that complete executions of a plain program have; none if it has
/// too many states. With `each`, every order of steps is gone through for itself: no state is known
/// from before.
///
/// # Panics
/// If the program is not plain.
#[must_use]
pub fn histories(program: &Program, most: usize, each: bool) -> Option<BTreeSet<Vec<History>>> {
    assert!(program.is_plain(), "it has more than messages");
    let compiled = program.processes.iter().map(|body| {
        let mut code = Vec::new();
        compile(body, &mut code);
        code
    });
    let interpreter = Interpreter {
        code: compiled.collect(),
    };
    let mut start = vec![One::default(); program.processes.len()];
    start[0].born = true;
    let mut known = HashSet::new();
    let mut all = BTreeSet::new();
    let mut count = 0;
    let mut left = vec![start];
    while let Some(mut state) = left.pop() {
        count += 1;
        if count > most {
            return None;
        }
        let mut next = Vec::new();
        for me in 0..state.len() {
            if interpreter.settle(&mut state, me) {
                next.push(me);
            }
        }
        if next.is_empty() {
            all.insert(state.iter().map(|one| one.history.clone()).collect());
        }
        for me in next {
            let mut other = state.clone();
            interpreter.step(&mut other, me);
            if each || known.insert(other.clone()) {
                left.push(other);
            }
        }
    }
    Some(all)
}
