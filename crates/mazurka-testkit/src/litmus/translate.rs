//! Litmus programs in our own language.

use crate::ir::{Program, REGISTERS, Statement, Value};
use mazurka_cycles::program as litmus;

/// The same program, in which all variables are zero at the start; none if it has more
/// registers than there are, or waits in loops: ours have an event for each look. Nor do
/// ours have grace periods.
#[must_use]
pub fn translated(program: &litmus::Program) -> Option<Program> {
    let mut threads = 0..program.threads.len();
    let fits = threads.all(|thread| program.registers(thread) <= REGISTERS);
    let bodies = program.threads.iter().map(|thread| block(thread));
    (fits && !program.waits() && program.domains() == 0).then(|| Program {
        roots: program.threads.len(),
        bodies: bodies.collect(),
        ..Program::default()
    })
}

/// The name of the process that a thread of a litmus program is.
#[must_use]
pub fn process_name(thread: usize) -> String {
    match thread {
        0 => "0".to_owned(),
        thread => format!("0.{}", thread - 1),
    }
}

fn value(value: litmus::Value) -> Value {
    match value {
        litmus::Value::Constant(constant) => Value::Constant(constant),
        litmus::Value::Register(register) => Value::Register { register, plus: 0 },
    }
}

fn block(statements: &[litmus::Statement]) -> Vec<Statement> {
    statements.iter().flat_map(in_our_language).collect()
}

fn in_our_language(statement: &litmus::Statement) -> Vec<Statement> {
    use litmus::Order;
    let translated = match *statement {
        litmus::Statement::Store {
            order,
            location: variable,
            value: v,
        } => {
            let value = value(v);
            match order {
                Order::Plain => Statement::Store { variable, value },
                Order::Release => Statement::StoreRelease { variable, value },
                Order::SeqCst => Statement::StoreSeqCst { variable, value },
            }
        }
        litmus::Statement::Load { register, location } => Statement::Load {
            variable: location,
            register,
        },
        litmus::Statement::Until { .. }
        | litmus::Statement::SectionBegin { .. }
        | litmus::Statement::SectionEnd { .. }
        | litmus::Statement::GracePeriod { .. } => unreachable!("it is left out"),
        litmus::Statement::Fence => Statement::Fence,
        litmus::Statement::StoreBarrier => Statement::StoreBarrier,
        litmus::Statement::Exchange {
            register,
            location,
            value: v,
        } => Statement::Swap {
            variable: location,
            value: value(v),
            register,
        },
        litmus::Statement::FetchAdd {
            register,
            location,
            addend,
        } => Statement::FetchAdd {
            variable: location,
            summand: addend,
            register,
        },
        litmus::Statement::CompareExchange {
            register,
            location,
            expected,
            new,
        } => Statement::CompareExchange {
            variable: location,
            expected: Value::Constant(expected),
            new: Value::Constant(new),
            register,
        },
        litmus::Statement::If {
            register,
            equals,
            ref then,
            ref otherwise,
        } => Statement::If {
            register,
            equals,
            then: block(then),
            otherwise: block(otherwise),
        },
        litmus::Statement::Repeat { times, ref body } => {
            return (0..times).flat_map(|_| block(body)).collect();
        }
    };
    vec![translated]
}
