//! Terms as the text that both sides write, and back.

use crate::heap::{Bits, Heap, Kind};
use crate::map;
use crate::print;
use crate::term::{Tag, Term};
use num_bigint::BigInt;
use std::fmt::Write as _;

/// A term as both sides write it: atoms always have quotes, and what is not plain is escaped.
pub(super) fn write(heap: &Heap, term: Term, text: &mut String) {
    let list = |items: &[Term], text: &mut String| {
        for (i, item) in items.iter().enumerate() {
            if i > 0 {
                text.push(',');
            }
            write(heap, *item, text);
        }
    };
    match term.tag() {
        Tag::Int(number) => write!(text, "{number}").expect("a string"),
        Tag::Atom(number) => {
            text.push('\'');
            for c in heap.atoms.text(number).chars() {
                match c {
                    'a'..='z' | 'A'..='Z' | '0'..='9' | '_' | '@' => text.push(c),
                    _ => write!(text, "\\x{{{:X}}}", c as u32).expect("a string"),
                }
            }
            text.push('\'');
        }
        Tag::Nil => text.push_str("[]"),
        Tag::Cons(_) => {
            text.push('[');
            let mut rest = term;
            while let Some((head, tail)) = heap.as_cons(rest) {
                if is_own_frame(heap, head) {
                    rest = Term::NIL;
                    break;
                }
                if rest != term {
                    text.push(',');
                }
                write(heap, head, text);
                rest = tail;
            }
            if !rest.is_nil() {
                text.push('|');
                write(heap, rest, text);
            }
            text.push(']');
        }
        Tag::Boxed(index) => match heap.header(index).0 {
            Kind::Tuple => {
                let items = heap.elements(term).expect("a tuple");
                text.push('{');
                match place_in_erlang(heap, &items) {
                    Some(info) => {
                        list(&items[..3], text);
                        text.push(',');
                        write(heap, info, text);
                    }
                    None => list(&items, text),
                }
                text.push('}');
            }
            Kind::Float => text.push_str(&print::float(heap.as_float(term).expect("a float"))),
            Kind::Positive | Kind::Negative => {
                text.push_str(&heap.as_big(term).expect("an integer").to_string());
            }
            Kind::Export => {
                let (module, function, arity) = heap.as_export(term).expect("a function");
                text.push_str("fun ");
                write(heap, module, text);
                text.push(':');
                write(heap, function, text);
                write!(text, "/{arity}").expect("a string");
            }
            Kind::Binary | Kind::Bits => {
                let bits = heap.as_bits(term).expect("bits");
                text.push_str("<<");
                for (i, byte) in heap.bits_to_bytes(bits).into_iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    let last = bits.size - i * 8;
                    match last < 8 {
                        true => write!(text, "{}:{last}", byte >> (8 - last)),
                        false => write!(text, "{byte}"),
                    }
                    .expect("a string");
                }
                text.push_str(">>");
            }
            Kind::FlatMap | Kind::TreeMap => {
                text.push_str("#{");
                for (i, (key, value)) in map::pairs(heap, term).into_iter().enumerate() {
                    if i > 0 {
                        text.push(',');
                    }
                    write(heap, key, text);
                    text.push_str("=>");
                    write(heap, value, text);
                }
                text.push('}');
            }
            Kind::Fun => {
                let (fun, ..) = heap.as_fun(term).expect("a function");
                text.push_str("fun ");
                write(heap, fun.module, text);
                write!(text, "/{}", fun.arity).expect("a string");
            }
            Kind::Ref => text.push_str("ref"),
            kind => write!(text, "{kind:?}").expect("a string"),
        },
        Tag::Pid(_) => text.push_str("pid"),
        tag => panic!("{tag:?}"),
    }
}

/// What an entry of a stack trace says about a function of module `erlang`, without the place
/// there. That is not compared, as more of the module is native here.
fn place_in_erlang(heap: &Heap, entry: &[Term]) -> Option<Term> {
    let [module, _, _, location] = entry else {
        return None;
    };
    let (file, rest) = heap.as_cons(*location)?;
    let file = heap.elements(file)?;
    let is_file = file.len() == 2 && heap.atom_text(file[0]) == Some("file");
    let name = heap.as_list(*file.get(1)?)?;
    let name = name
        .iter()
        .filter_map(|c| char::from_u32(c.as_small()? as u32));
    let is_own = heap.atom_text(*module) == Some("erlang") && is_file;
    (is_own && name.eq("erlang.erl".chars()))
        .then(|| heap.as_cons(rest))?
        .map(|(_, info)| info)
}

/// Stack traces end where the module begins that runs the calls of the tests.
fn is_own_frame(heap: &Heap, term: Term) -> bool {
    let first = heap.as_tuple(term).filter(|(_, size)| *size > 0);
    first.is_some_and(|(at, _)| heap.atom_text(heap.term_at(at)) == Some("sequential"))
}

/// Reads a term from a text, of which the rest remains.
pub(super) fn read(heap: &mut Heap, text: &mut &str) -> Term {
    if eat(text, "fun ") {
        let module = read(heap, text);
        assert!(eat(text, ":"));
        let function = read(heap, text);
        assert!(eat(text, "/"));
        let arity = read(heap, text).as_small().expect("an arity");
        return heap.export(module, function, arity as u32);
    }
    if eat(text, "'") {
        let mut name = String::new();
        while !eat(text, "'") {
            match eat(text, "\\x{") {
                true => {
                    let (hex, rest) = text.split_once('}').expect("an end");
                    let code = u32::from_str_radix(hex, 16).expect("a number");
                    name.push(char::from_u32(code).expect("a character"));
                    *text = rest;
                }
                false => {
                    name.extend(text.chars().next());
                    *text = &text[1..];
                }
            }
        }
        return heap.atom(&name);
    }
    if eat(text, "{") {
        let (items, _) = items(heap, text, "}");
        return heap.tuple(&items);
    }
    if eat(text, "#{") {
        let (items, _) = items(heap, text, "}");
        let pairs = items.chunks(2).map(|pair| (pair[0], pair[1])).collect();
        return map::from_pairs(heap, pairs);
    }
    if eat(text, "[") {
        let (items, tail) = items(heap, text, "]");
        return heap.list_before(&items, tail);
    }
    if eat(text, "<<") {
        return bits(heap, text);
    }
    number(heap, text)
}

fn eat(text: &mut &str, start: &str) -> bool {
    match text.strip_prefix(start) {
        Some(rest) => {
            *text = rest;
            true
        }
        None => false,
    }
}

/// Items up to an end, and what is behind a bar.
fn items(heap: &mut Heap, text: &mut &str, end: &str) -> (Vec<Term>, Term) {
    let mut items = Vec::new();
    let mut tail = Term::NIL;
    while !eat(text, end) {
        if eat(text, "|") {
            tail = read(heap, text);
            continue;
        }
        let _ = eat(text, ",") || eat(text, "=>");
        items.push(read(heap, text));
    }
    (items, tail)
}

fn bits(heap: &mut Heap, text: &mut &str) -> Term {
    let (inner, rest) = text.split_once(">>").expect("an end");
    *text = rest;
    let (mut bytes, mut size) = (Vec::new(), 0);
    for part in inner.split(',').filter(|part| !part.is_empty()) {
        let (value, bits) = part.split_once(':').unwrap_or((part, "8"));
        let bits: usize = bits.parse().expect("a number");
        bytes.push(value.parse::<u8>().expect("a byte") << (8 - bits));
        size += bits;
    }
    let whole = heap.binary(&bytes);
    let bits = heap.as_bits(whole).expect("bits");
    heap.sub_bits(Bits { size, ..bits })
}

fn number(heap: &mut Heap, text: &mut &str) -> Term {
    let end = text.find([',', '|', '}', ']', '=', ':', '/', '>', ' ', '.']);
    let end = end.unwrap_or(text.len());
    // A point is part of it if digits are behind, and so is an exponent.
    let is_float =
        text[end..].starts_with('.') && text[end + 1..].starts_with(|c: char| c.is_ascii_digit());
    let end = match is_float {
        true => {
            let behind = text[end + 1..].find([',', '|', '}', ']', '=', ':', '/', '>', ' ', '.']);
            behind.map_or(text.len(), |behind| end + 1 + behind)
        }
        false => end,
    };
    let (number, rest) = text.split_at(end);
    *text = rest;
    match is_float {
        true => heap.float(number.parse().expect("a float")),
        false => heap.big(&number.parse::<BigInt>().expect("an integer")),
    }
}
