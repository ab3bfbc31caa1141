//! Native functions beside Erlang's own: random calls, the results of both.
//!
//! Where there is no Erlang, only the results of some calls are compared that were recorded.

mod expressions;
mod generator;
mod libraries;
mod sequential;
mod text;

use crate::bif;
use crate::heap::Heap;
use crate::raise::Raise;
use crate::term::Term;
use generator::{CALLS, Generator};
use std::collections::BTreeMap;
use std::process::Command;
use text::{read, write};

/// Are two results of a function the same, up to what the last digits of a float may be?
fn is_close(call: &str, ours: &str, theirs: &str) -> bool {
    let bound = match call.contains("'erfc'") {
        true => 1e-15,
        false => 3e-16,
    };
    let number = |text: &str| -> Option<f64> {
        let text = text.strip_prefix("{'ok',")?.strip_suffix('}')?;
        text.parse().ok()
    };
    match (number(ours), number(theirs)) {
        (Some(ours), Some(theirs)) => (ours - theirs).abs() <= theirs.abs() * bound,
        _ => false,
    }
}

/// The text of a result.
fn result_text(heap: &mut Heap, result: Result<Term, Raise>) -> String {
    let (class, value) = match result {
        Ok(value) => ("ok", value),
        Err(Raise::Error(reason)) => ("error", reason),
        Err(other) => panic!("{other:?}"),
    };
    let class = heap.atom(class);
    let result = heap.tuple(&[class, value]);
    let mut text = String::new();
    write(heap, result, &mut text);
    text
}

fn run(heap: &mut Heap, module: &str, function: &str, args: &[Term]) -> String {
    let native = bif::pure(module, function, args.len() as u8);
    let result = native.expect("it is there")(heap, args);
    result_text(heap, result)
}

/// The results that Erlang has for calls; none if there is no Erlang, or another.
fn ask(calls: &str) -> Option<String> {
    let name = format!("mazurka-erlang-terms-{}", std::process::id());
    let folder = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&folder).ok()?;
    let source = include_str!("differential/other_side.erl");
    std::fs::write(folder.join("calls"), calls).expect("a file");
    std::fs::write(folder.join("other_side.erl"), source).expect("a file");
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        let output = command.args(arguments).current_dir(&folder).output();
        output.is_ok_and(|output| output.status.success())
    };
    let main = "other_side:main(\"calls\", \"results\"), halt().";
    let is_run =
        run("erlc", &["other_side.erl"]) && run("erl", &["-noshell", "-pa", ".", "-eval", main]);
    let results = is_run.then(|| std::fs::read_to_string(folder.join("results")));
    std::fs::remove_dir_all(&folder).expect("it is ours");
    results.map(|results| results.expect("it was written"))
}

#[test]
fn native_functions_do_what_they_do_in_erlang() {
    let setting = |name, default| {
        let value = std::env::var(name).ok();
        value
            .and_then(|text| text.parse::<u64>().ok())
            .unwrap_or(default)
    };
    let count = setting("MAZURKA_ERLANG_CALLS", 20_000);
    let mut generator = Generator {
        state: setting("MAZURKA_ERLANG_SEED", 1),
        heap: Heap::new(1 << 28),
    };
    let (mut calls, mut results) = (String::new(), Vec::new());
    for i in 0..count {
        let (module, function, args) = CALLS[i as usize % CALLS.len()];
        let args: Vec<Term> = args.iter().map(|arg| generator.arg(*arg, 0)).collect();
        let heap = &mut generator.heap;
        let list = heap.list(&args);
        let (name, of) = (heap.atom(function), heap.atom(module));
        let call = heap.tuple(&[of, name, list]);
        write(heap, call, &mut calls);
        calls.push_str(".\n");
        results.push(run(heap, module, function, &args));
        heap.clear();
    }
    let Some(theirs) = ask(&calls) else {
        eprintln!("there is no Erlang of OTP 25 here: nothing was compared");
        return;
    };
    assert_eq!(theirs.lines().count(), results.len());
    let (mut different, mut close) = (Vec::new(), BTreeMap::new());
    for ((call, ours), theirs) in calls.lines().zip(&results).zip(theirs.lines()) {
        // A list of keys is what later releases take there.
        let is_later = call.starts_with("{'erts_internal','map_next',[[");
        if ours == theirs || is_later {
            continue;
        }
        match call.starts_with("{'math'") && is_close(call, ours, theirs) {
            true => *close.entry(call.split(',').nth(1)).or_insert(0) += 1,
            false => different.push(format!("{call}\n  here: {ours}\n  erl:  {theirs}")),
        }
    }
    eprintln!(
        "{count} calls, {} differ; in the last digit: {close:?}",
        different.len()
    );
    different.truncate(40);
    assert!(different.is_empty(), "{}", different.join("\n"));
    if let Ok(path) = std::env::var("MAZURKA_ERLANG_RECORD") {
        let lines = calls.lines().zip(theirs.lines());
        let short = lines.filter(|(call, result)| call.len() + result.len() < 120);
        let lines: Vec<String> = short
            .map(|(call, result)| format!("{call} {result}\n"))
            .collect();
        std::fs::write(path, lines.concat()).expect("a file");
    }
}

#[test]
fn recorded_results() {
    let mut heap = Heap::new(1 << 24);
    let mut count = 0;
    for line in include_str!("differential/recorded.txt").lines() {
        let mut rest = line;
        let call = read(&mut heap, &mut rest);
        let theirs = rest.strip_prefix(". ").expect("a result");
        let call = heap.elements(call).expect("a tuple");
        let text = |term| heap.atom_text(term).expect("an atom").to_owned();
        let (module, function) = (text(call[0]), text(call[1]));
        let args = heap.as_list(call[2]).expect("a list");
        let ours = run(&mut heap, &module, &function, &args);
        let is_same = ours == theirs || module == "math" && is_close(line, &ours, theirs);
        assert!(is_same, "{line}\n  here: {ours}");
        count += 1;
        heap.clear();
    }
    assert!(count > 500);
}
