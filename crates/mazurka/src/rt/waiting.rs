//! Whether a process can run what it has announced, and what it waits for.

use super::giving::with_article;
use super::state::{Process, State};
use mazurka_program::{Guard, Kind, ObjectId, Operation, ProcessId};

/// Can a process run the operation that it has announced?
#[inline]
pub(super) fn is_ready(state: &State, process: &Process) -> bool {
    let operation = &process.operation;
    if operation.kind.is_opaque() {
        process.ready
    } else {
        !operation.is_guarded() || is_open(state, process.id, operation)
    }
}

/// Does the value of its object let an operation run? One that waits for what it
/// saw to change, where that is its own store, cannot see a change before that
/// has been carried out.
fn is_open(state: &State, process: ProcessId, operation: &Operation) -> bool {
    operation.enabled_at(state.objects.value(operation.object))
        && match operation.guard {
            None => true,
            Some(Guard::Unless(_)) => !state.memory.is_own(process, operation.object),
            Some(Guard::Learnt(_)) => state.is_let_through(operation),
        }
}

/// What words call an object, given what it is called if it has no name.
pub(super) type Calls<'a> = &'a dyn Fn(ObjectId, String) -> String;
/// Would an operation be let run where its object holds that value?
pub(super) fn is_open_at(state: &State, operation: &Operation, value: u64) -> bool {
    operation.enabled_at(value)
        && match operation.guard {
            Some(Guard::Learnt(number)) => state.guards.opens(number, value) != Some(false),
            _ => true,
        }
}

/// What a process with that operation waits for, in words.
pub(super) fn waited_for(
    state: &State,
    process: &Process,
    operation: Operation,
    calls: Calls<'_>,
) -> String {
    let objects = &state.objects;
    let noun = |usual| {
        let noun = objects.noun(operation.object).unwrap_or(usual);
        calls(operation.object, with_article(noun))
    };
    let words = match (process.waits_for, operation.kind) {
        (Some(words), _) => words.to_owned() + &calls(operation.object, String::new()),
        (None, Kind::Lock) => format!("to lock {}", noun("mutex")),
        (None, Kind::LockShared) => format!("to lock {} for reading", noun("RwLock")),
        (None, Kind::Acquire) => format!(
            "for {} permits of {} that has {}",
            operation.operand,
            noun("semaphore"),
            objects.value(operation.object)
        ),
        (None, Kind::Begin) => format!("for the closure of {}", noun("Once")),
        (None, _) if operation.guard.is_some() => {
            format!("in a loop for {} to change", noun("atomic"))
        }
        (None, _) => format!("to go on with {}", noun("shared object")),
    };
    let holds = match operation.kind {
        Kind::Begin => "runs",
        _ => "holds",
    };
    let holders = objects.holders_of(operation.object);
    match holders.as_slice() {
        [] => words,
        [holder] if *holder == process.id => format!("{words} that it {holds} itself"),
        [holder] => format!("{words} that thread {} {holds}", state.thread_name(*holder)),
        holders => {
            let names: Vec<_> = holders.iter().map(|id| state.thread_name(*id)).collect();
            format!("{words} that threads {} hold", names.join(", "))
        }
    }
}
