//! Programs as the machine runs them: statements in a row, with jumps.

use super::program::{ASK, Operation, Pattern, Process, Statement, TAGS};
use super::value::{Value, atom, tuple};

/// An instruction.
#[derive(Clone, Debug)]
pub(super) enum Code {
    /// An operation, and whether its errors are caught.
    Do(Operation, bool),
    /// A receive: patterns, and where they go; where it goes after a time.
    /// Does some time pass before?
    Receive(Vec<(Pattern, usize)>, Option<usize>, bool),
    Jump(usize),
    LogTimeout,
}

pub(super) fn compile(body: &[Statement], code: &mut Vec<Code>) {
    for statement in body {
        match &statement.operation {
            Operation::Receive(clauses, after) => {
                let receive = code.len();
                code.push(Code::Jump(0));
                let mut jumps = Vec::new();
                let mut targets = Vec::new();
                for clause in clauses {
                    targets.push((clause.pattern, code.len()));
                    compile(&clause.body, code);
                    jumps.push(code.len());
                    code.push(Code::Jump(0));
                }
                let waits = after.as_ref().is_some_and(|(time, _)| *time > 0);
                let after = after.as_ref().map(|(_, body)| {
                    let target = code.len();
                    code.push(Code::LogTimeout);
                    compile(body, code);
                    target
                });
                let end = code.len();
                for jump in jumps {
                    code[jump] = Code::Jump(end);
                }
                code[receive] = match after {
                    // Nothing can come.
                    Some(after) if targets.is_empty() => Code::Jump(after),
                    after => Code::Receive(targets, after, waits),
                };
            }
            Operation::Meet(process) => {
                let next = code.len() + 1;
                let patterns = vec![(Pattern::Pid(*process), next)];
                code.push(Code::Receive(patterns, None, false));
            }
            operation => code.push(Code::Do(operation.clone(), statement.guarded)),
        }
    }
}

/// The tag of a pair.
pub(super) fn tag(tag: usize) -> Value {
    atom(TAGS[tag])
}

/// The tag of the message that tells of a process.
pub(super) fn introduces(process: Process) -> Value {
    Value::Atom(format!("p{process}").into())
}

/// Who is to be answered with which reference, if the message is a question that was taken.
pub(super) fn customer(pattern: Pattern, message: &Value) -> Option<(Process, Value)> {
    match (pattern, message) {
        (Pattern::Ask, Value::Tuple(parts)) => match parts.as_slice() {
            [_, _, Value::Pid(from), reference] => Some((*from, reference.clone())),
            _ => None,
        },
        _ => None,
    }
}

/// What is logged of a message that a pattern takes, and the new `x`.
pub(super) fn taken(pattern: Pattern, message: &Value) -> Option<(Value, Option<i64>)> {
    let parts = match message {
        Value::Tuple(parts) => parts.as_slice(),
        _ => &[],
    };
    match (pattern, parts) {
        (Pattern::Any, _) => Some((message.clone(), None)),
        (Pattern::Tag(wanted), [first, Value::Int(number)]) if *first == tag(wanted) => {
            Some((message.clone(), Some(*number)))
        }
        (Pattern::Exactly(wanted, value), [first, Value::Int(number)])
            if *first == tag(wanted) && *number == value =>
        {
            Some((message.clone(), None))
        }
        (Pattern::Pair, [_, Value::Int(number)]) => Some((message.clone(), Some(*number))),
        (Pattern::Exit, [first, _, _]) if *first == atom("EXIT") => Some((message.clone(), None)),
        (Pattern::Down, [first, _, _, process, reason]) if *first == atom("DOWN") => {
            let logged = tuple([atom("DOWN"), process.clone(), reason.clone()]);
            Some((logged, None))
        }
        (Pattern::DownOf(monitor), [first, Value::Ref(_, number), _, process, reason])
            if *first == atom("DOWN") && *number == monitor =>
        {
            let logged = tuple([atom("DOWN"), process.clone(), reason.clone()]);
            Some((logged, None))
        }
        (Pattern::Timeout, [first, _, Value::Tuple(pair)]) if *first == atom("timeout") => {
            let [_, Value::Int(number)] = pair.as_slice() else {
                return None;
            };
            let logged = tuple([atom("timeout"), parts[2].clone()]);
            Some((logged, Some(*number)))
        }
        (Pattern::Ask, [first, Value::Int(number), Value::Pid(_), Value::Ref(..)])
            if *first == atom(ASK) =>
        {
            let logged = tuple([atom(ASK), Value::Int(*number)]);
            Some((logged, Some(*number)))
        }
        (Pattern::Answer(question), [Value::Ref(_, of), Value::Int(number)]) if *of == question => {
            let logged = tuple([atom("answer"), Value::Int(*number)]);
            Some((logged, Some(*number)))
        }
        (Pattern::Pid(about), [first, _]) if *first == introduces(about) => {
            Some((message.clone(), None))
        }
        _ => None,
    }
}
