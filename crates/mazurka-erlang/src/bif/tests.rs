//! Native functions beside Erlang's own: random calls, the results of both.
//!
//! Erlang makes the calls (`tests/calls.erl`). Where there is no Erlang, nothing is compared.

use super::external::{decode, encode};
use crate::atoms;
use crate::bits::{self, Builder, Flags};
use crate::heap::{Bits, Heap};
use crate::raise::{Raise, Result};
use crate::term::Term;
use std::path::Path;
use std::process::Command;

/// Runs Erlang's side in a directory of its own; nothing if there is no Erlang.
fn calls(seed: u64, count: usize) -> Option<Vec<u8>> {
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/bif/tests/calls.erl");
    let name = format!("mazurka-erlang-calls-{}-{seed}", std::process::id());
    let directory = std::env::temp_dir().join(name);
    std::fs::create_dir_all(&directory).ok()?;
    let run = |program: &str, arguments: &[&str]| {
        let mut command = Command::new(program);
        command.args(arguments).current_dir(&directory);
        command.status().is_ok_and(|status| status.success())
    };
    let (seed, count) = (seed.to_string(), count.to_string());
    let arguments = [
        "-noshell", "-run", "calls", "main", "calls", &seed, &count, "-s", "init", "stop",
    ];
    let bytes = (run("erlc", &[source.to_str()?]) && run("erl", &arguments))
        .then(|| std::fs::read(directory.join("calls")).expect("it was written"));
    std::fs::remove_dir_all(&directory).expect("it is ours");
    bytes
}

/// The same term, whose binaries begin somewhere in the middle of others.
fn moved(heap: &mut Heap, term: Term, offset: usize) -> Term {
    if let Some(bits) = heap.as_bits(term) {
        let mut builder = Builder::default();
        let flags = Flags::default();
        builder
            .push_integer(heap, Term::small(-1), offset, flags)
            .expect("an integer");
        builder.push_bits(heap, bits);
        builder
            .push_integer(heap, Term::small(-1), 9, flags)
            .expect("an integer");
        let whole = builder.finish(heap).expect("it is small");
        let whole = heap.as_bits(whole).expect("bits");
        let size = bits.size;
        return heap.sub_bits(Bits {
            offset,
            size,
            ..whole
        });
    }
    if let Some(elements) = heap.elements(term) {
        let elements: Vec<Term> = (elements.into_iter())
            .map(|element| moved(heap, element, offset + 1))
            .collect();
        return heap.tuple(&elements);
    }
    let (mut items, mut rest) = (Vec::new(), term);
    while let Some((head, tail)) = heap.as_cons(rest) {
        items.push(moved(heap, head, offset + 3));
        rest = tail;
    }
    match items.is_empty() {
        true => term,
        false => {
            let tail = moved(heap, rest, offset);
            heap.list_before(&items, tail)
        }
    }
}

fn run(heap: &mut Heap, module: &str, function: &str, arguments: &[Term]) -> Result {
    match (module, function) {
        ("bits", "read") => read(heap, arguments),
        ("bits", "write") => write(heap, arguments[0]),
        ("bits", "md5") => {
            let parts = heap.as_list(arguments[0]).ok_or(Raise::BADARG)?;
            let mut context = native(heap, "erlang", "md5_init", &[])?;
            for part in parts {
                context = native(heap, "erlang", "md5_update", &[context, part])?;
            }
            native(heap, "erlang", "md5_final", &[context])
        }
        ("bits", "compiled") => {
            let pattern = native(heap, "binary", "compile_pattern", &arguments[1..])?;
            native(heap, "binary", "matches", &[arguments[0], pattern])
        }
        _ => native(heap, module, function, arguments),
    }
}

fn native(heap: &mut Heap, module: &str, function: &str, arguments: &[Term]) -> Result {
    let pure = super::pure(module, function, arguments.len() as u8);
    pure.unwrap_or_else(|| panic!("{module}:{function} is native"))(heap, arguments)
}

fn text(heap: &Heap, atom: Term) -> String {
    heap.atom_text(atom).expect("an atom").to_string()
}

fn number(term: Term) -> usize {
    usize::try_from(term.as_small().expect("an integer")).expect("not negative")
}

fn flags(endianness: Term, is_signed: bool) -> Flags {
    let is_little = endianness == atoms::LITTLE;
    Flags {
        is_little,
        is_signed,
    }
}

fn read(heap: &mut Heap, arguments: &[Term]) -> Result {
    let kind = text(heap, arguments[0]);
    let whole = heap.as_bits(arguments[1]).expect("bits");
    let (offset, size) = (number(arguments[2]), number(arguments[3]));
    let is_signed = text(heap, arguments[5]) == "signed";
    let flags = flags(arguments[4], is_signed);
    if offset > whole.size {
        return Ok(atoms::NONE);
    }
    let rest = Bits {
        offset: whole.offset + offset,
        size: whole.size - offset,
        ..whole
    };
    let part = Bits { size, ..rest };
    let character = match kind.as_str() {
        "integer" | "float" if size > rest.size => return Ok(atoms::NONE),
        "integer" => return Ok(bits::read_integer(heap, part, flags)),
        "float" => return Ok(bits::read_float(heap, part, flags).unwrap_or(atoms::NONE)),
        "utf8" => bits::read_utf8(heap, rest),
        "utf16" => bits::read_utf16(heap, rest, flags),
        _ => bits::read_utf32(heap, rest, flags),
    };
    Ok(match character {
        Some((character, size)) => {
            let left = Term::small((rest.size - size) as i64);
            heap.tuple(&[Term::small(character.into()), left])
        }
        None => atoms::NONE,
    })
}

fn write(heap: &mut Heap, segments: Term) -> Result {
    let mut builder = Builder::default();
    for segment in heap.as_list(segments).expect("a list") {
        let segment = heap.elements(segment).expect("a tuple");
        let kind = text(heap, segment[0]);
        let flags = flags(*segment.last().expect("one"), false);
        let value = segment[1];
        match kind.as_str() {
            "integer" => builder.push_integer(heap, value, number(segment[2]), flags)?,
            "float" => builder.push_float(heap, value, number(segment[2]), flags)?,
            "bits" => builder.push_bits(heap, heap.as_bits(value).expect("bits")),
            "utf8" => builder.push_utf8(value)?,
            "utf16" => builder.push_utf16(value, flags)?,
            _ => builder.push_utf32(value, flags)?,
        }
    }
    builder.finish(heap)
}

#[derive(Debug, Default)]
struct Tally {
    same: usize,
    unsupported: usize,
    different: usize,
}

fn compare_all(bytes: &[u8]) -> Tally {
    let mut heap = Heap::new(1 << 24);
    let mut tally = Tally::default();
    let mut rest = bytes;
    let mut take = |count: usize| {
        let (taken, left) = rest.split_at(count);
        rest = left;
        taken
    };
    let mut at = 0;
    while at < bytes.len() {
        let sizes = take(8);
        let size = |i: usize| {
            let four = [sizes[i], sizes[i + 1], sizes[i + 2], sizes[i + 3]];
            u32::from_be_bytes(four) as usize
        };
        let (call_size, result_size) = (size(0), size(4));
        let (call, expected) = (take(call_size), take(result_size));
        at += 8 + call_size + result_size;
        let (call, _) = decode::decode(&mut heap, call, false).expect("a call");
        let call = heap.elements(call).expect("a tuple");
        let (module, function) = (text(&heap, call[0]), text(&heap, call[1]));
        let arguments = heap.as_list(call[2]).expect("a list");
        let arguments: Vec<Term> = (arguments.into_iter())
            .map(|argument| match module.as_str() {
                "erlang" if function.starts_with("term_to") => argument,
                _ => moved(&mut heap, argument, at % 11),
            })
            .collect();
        let result = match run(&mut heap, &module, &function, &arguments) {
            Ok(term) => heap.tuple(&[atoms::OK, term]),
            Err(Raise::Error(reason)) => heap.tuple(&[atoms::ERROR, reason]),
            Err(Raise::Unsupported(_)) => {
                tally.unsupported += 1;
                heap.clear();
                continue;
            }
            Err(other) => panic!("{other:?}"),
        };
        let found = encode::encode(&heap, result, encode::Version::Latin1Atoms).expect("bytes");
        if found == expected {
            tally.same += 1;
        } else {
            tally.different += 1;
            let shown = |heap: &mut Heap, term: Term| crate::print::pretty(heap, term, 2000);
            let arguments = heap.list(&arguments);
            let arguments = shown(&mut heap, arguments);
            let result = shown(&mut heap, result);
            let expected = match decode::decode(&mut heap, expected, false) {
                Ok((expected, _)) => shown(&mut heap, expected),
                Err(raise) => format!("{raise:?}"),
            };
            if tally.different <= 20 {
                eprintln!("{module}:{function}{arguments}\n  here {result}\n  erl  {expected}");
            }
        }
        heap.clear();
    }
    tally
}

#[test]
fn natives_do_what_erlang_does() {
    let setting = |name: &str, default| {
        let value = std::env::var(name).ok();
        value
            .and_then(|value| value.parse().ok())
            .unwrap_or(default)
    };
    let seed = setting("MAZURKA_ERLANG_SEED", 1);
    let count = setting("MAZURKA_ERLANG_CALLS", 20_000) as usize;
    let Some(bytes) = calls(seed, count) else {
        eprintln!("there is no Erlang here: nothing was compared");
        return;
    };
    let tally = compare_all(&bytes);
    eprintln!("{tally:?}");
    assert_eq!(tally.different, 0);
    assert_eq!(tally.same + tally.unsupported, count);
}
