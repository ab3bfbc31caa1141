//! The programs of [`crate::graphs`] as litmus tests of C: branches, loops that wait, locks. So
//! the front end is judged under release/acquire and RC11 by that judge as well.

use crate::graphs::brute::executions;
use crate::graphs::program::{Access, Action, Program, Statement, Wait};
use mazurka_litmus::{Algorithm, Model, Options, Value, check, parse};
use mazurka_program::Order;
use std::collections::BTreeMap;
use std::fmt::Write as _;

const LOCATIONS: [&str; 6] = ["x", "y", "z", "a", "b", "c"];

fn order(order: Order) -> &'static str {
    match order {
        Order::Plain | Order::Relaxed => "memory_order_relaxed",
        Order::Acquire => "memory_order_acquire",
        Order::Release => "memory_order_release",
        Order::AcquireRelease => "memory_order_acq_rel",
        Order::SequentiallyConsistent => "memory_order_seq_cst",
    }
}

/// As a file; none if the language of litmus tests has no words for it.
#[must_use]
pub fn text(program: &Program) -> Option<String> {
    let code = program.code();
    let mut parameters: Vec<String> = LOCATIONS[..code.locations]
        .iter()
        .map(|name| format!("atomic_int* {name}"))
        .collect();
    parameters.extend((0..code.mutexes).map(|mutex| format!("mtx_t* m{mutex}")));
    let mut text = "C t\n{}\n".to_owned();
    for (number, thread) in program.threads.iter().enumerate() {
        let _ = writeln!(text, "P{number}({}) {{", parameters.join(", "));
        text.push_str("int r0 = 0;\nint s = 0;\n");
        block(thread, &mut text)?;
        text.push_str("}\n");
    }
    let registers = (0..program.threads.len()).map(|thread| format!("{thread}:r0;"));
    let memory = LOCATIONS[..code.locations]
        .iter()
        .map(|name| format!("{name};"));
    let names: Vec<String> = registers.chain(memory).collect();
    let _ = writeln!(text, "locations [{}]", names.join(" "));
    Some(text)
}

fn block(statements: &[Statement], text: &mut String) -> Option<()> {
    let mut is_after_skip = false;
    for statement in statements {
        let guarded = std::mem::replace(&mut is_after_skip, statement.skips());
        if guarded {
            text.push_str("if (s == 0) {\n");
        }
        match statement {
            Statement::Access(access) => text.push_str(&line(access)?),
            Statement::Fence(fence) => {
                let _ = writeln!(text, "atomic_thread_fence({});", order(*fence));
            }
            Statement::Section {
                mutex,
                is_try: false,
                body,
            } => {
                let _ = writeln!(text, "mtx_lock(m{mutex});");
                block(body, text)?;
                let _ = writeln!(text, "mtx_unlock(m{mutex});");
            }
            _ => return None,
        }
        if statement.skips() {
            text.push_str("s = r0 & 1;\n");
        }
        if guarded {
            text.push_str("} else { s = 0; }\n");
        }
    }
    Some(())
}

fn line(access: &Access) -> Option<String> {
    let x = LOCATIONS[access.location];
    let how = order(access.order);
    let act = match access.action {
        Action::Load => format!("r0 = atomic_load_explicit({x}, {how});"),
        Action::Store(value) => format!("atomic_store_explicit({x}, {value}, {how});"),
        Action::StoreNext => format!("atomic_store_explicit({x}, r0 + 1, {how});"),
        Action::Add(value) => format!("r0 = atomic_fetch_add_explicit({x}, {value}, {how});"),
        Action::Swap(value) => format!("r0 = atomic_exchange_explicit({x}, {value}, {how});"),
        Action::Exchange(old, new) => format!(
            "r0 = {old}; atomic_compare_exchange_strong_explicit({x}, &r0, {new}, {how}, {});",
            order(access.failure)
        ),
    };
    Some(match (access.wait, access.action) {
        (None, _) => format!("{act}\n"),
        (Some(Wait::Unless(value)), Action::Load) => {
            format!("do {{ {act} }} while (r0 == {value});\n")
        }
        (Some(Wait::Until(value)), Action::Load) => {
            format!("do {{ {act} }} while (r0 != {value});\n")
        }
        // Trying again has written what was there.
        (Some(Wait::Unless(value)), Action::Swap(new)) if value == new => {
            format!("do {{ {act} }} while (r0 == {value});\n")
        }
        _ => return None,
    })
}

/// Judges the front end on a program under a model: how many executions there are; none if it
/// cannot be judged.
///
/// # Errors
/// What differs.
pub fn judge(program: &Program, model: Model, max: usize) -> Result<Option<u64>, String> {
    let Some(text) = text(program) else {
        return Ok(None);
    };
    let Ok(expected) = executions(&program.code(), model, max) else {
        return Ok(None);
    };
    let test = parse(&text).map_err(|error| format!("{error}:\n{text}"))?;
    let options = Options {
        model,
        algorithm: Algorithm::Graphs,
        ..Options::default()
    };
    let report = check(&test, &options, &mut ()).map_err(|error| format!("{error:?}\n{text}"))?;
    let mut states: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
    let mut stuck = false;
    for end in expected.values() {
        stuck |= end.stuck.is_some();
        if end.stuck.is_none() {
            let last = |reads: &Vec<u64>| reads.last().copied().unwrap_or(0);
            let state = end.reads.iter().map(last);
            let state = state.chain(end.memory.iter().copied()).collect();
            *states.entry(state).or_default() += 1;
        }
    }
    let value = |value: &Value| match value {
        Value::Number(number) => u64::try_from(*number).unwrap_or(u64::MAX),
        Value::Address(_) => u64::MAX,
    };
    let mut found: BTreeMap<Vec<u64>, u64> = BTreeMap::new();
    let locations = program.code().locations;
    let names = (0..program.threads.len()).map(|thread| format!("{thread}:r0"));
    let names = names.chain(LOCATIONS[..locations].iter().map(ToString::to_string));
    let names: Vec<String> = names.collect();
    for (state, count) in &report.states {
        let held = |name: &String| state.iter().find(|(other, _)| other == name);
        let values = names
            .iter()
            .map(|name| held(name).map_or(u64::MAX, |(_, held)| value(held)));
        *found.entry(values.collect()).or_default() += count;
    }
    if found != states || stuck == report.findings.is_empty() || report.stopped.is_some() {
        return Err(format!(
            "{model}: found {found:?}, and there are {states:?}; stuck: {stuck}, {:?} {:?}\n\
             {program}\n{text}",
            report.findings, report.stopped
        ));
    }
    Ok(Some(report.complete))
}
