//! Native functions: conversions of atoms, integers, processes, references and functions.

use crate::atoms;
use crate::bif::Entry;
use crate::heap::Heap;
use crate::number;
use crate::print;
use crate::raise::{Raise, Result};
use crate::term::Term;
use num_bigint::BigInt;

/// The most characters of an atom.
const MOST: usize = 255;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "atom_to_list", 1, |heap, a| {
        let text = atom_text(heap, a[0])?;
        Ok(heap.text(&text))
    }),
    ("erlang", "list_to_atom", 1, |heap, a| {
        let text = list_text(heap, a[0])?;
        new_atom(heap, &text)
    }),
    ("erlang", "list_to_existing_atom", 1, |heap, a| {
        let text = list_text(heap, a[0])?;
        heap.atoms.existing(&text).ok_or(Raise::BADARG)
    }),
    ("erlang", "atom_to_binary", 1, |heap, a| {
        let text = atom_text(heap, a[0])?;
        Ok(heap.binary(text.as_bytes()))
    }),
    ("erlang", "atom_to_binary", 2, |heap, a| {
        let text = atom_text(heap, a[0])?;
        let bytes = match a[1] {
            atoms::UTF8 | atoms::UNICODE => text.into_bytes(),
            atoms::LATIN1 => {
                let bytes = text.chars().map(|c| u8::try_from(c as u32));
                bytes
                    .collect::<std::result::Result<_, _>>()
                    .map_err(|_| Raise::BADARG)?
            }
            _ => return Err(Raise::BADARG),
        };
        Ok(heap.binary(&bytes))
    }),
    ("erlang", "binary_to_atom", 1, |heap, a| {
        let text = binary_text(heap, a[0], atoms::UTF8)?;
        new_atom(heap, &text)
    }),
    ("erlang", "binary_to_atom", 2, |heap, a| {
        let text = binary_text(heap, a[0], a[1])?;
        new_atom(heap, &text)
    }),
    ("erlang", "binary_to_existing_atom", 1, |heap, a| {
        let text = binary_text(heap, a[0], atoms::UTF8)?;
        heap.atoms.existing(&text).ok_or(Raise::BADARG)
    }),
    ("erlang", "binary_to_existing_atom", 2, |heap, a| {
        let text = binary_text(heap, a[0], a[1])?;
        heap.atoms.existing(&text).ok_or(Raise::BADARG)
    }),
    ("erlang", "integer_to_list", 1, |heap, a| {
        let text = integer_text(heap, a[0], 10)?;
        Ok(heap.text(&text))
    }),
    ("erlang", "integer_to_list", 2, |heap, a| {
        let text = integer_text(heap, a[0], base(a[1])?)?;
        Ok(heap.text(&text))
    }),
    ("erlang", "integer_to_binary", 1, |heap, a| {
        let text = integer_text(heap, a[0], 10)?;
        Ok(heap.binary(text.as_bytes()))
    }),
    ("erlang", "integer_to_binary", 2, |heap, a| {
        let text = integer_text(heap, a[0], base(a[1])?)?;
        Ok(heap.binary(text.as_bytes()))
    }),
    ("erlang", "list_to_integer", 1, |heap, a| {
        let bytes = list_bytes(heap, a[0])?;
        parse(heap, &bytes, 10)
    }),
    ("erlang", "list_to_integer", 2, |heap, a| {
        let base = base(a[1])?;
        let bytes = list_bytes(heap, a[0])?;
        parse(heap, &bytes, base)
    }),
    ("erlang", "binary_to_integer", 1, |heap, a| {
        let bytes = heap.as_bytes(a[0]).ok_or(Raise::BADARG)?;
        parse(heap, &bytes, 10)
    }),
    ("erlang", "binary_to_integer", 2, |heap, a| {
        let base = base(a[1])?;
        let bytes = heap.as_bytes(a[0]).ok_or(Raise::BADARG)?;
        parse(heap, &bytes, base)
    }),
    ("string", "list_to_integer", 1, |heap, a| {
        if !a[0].is_list() {
            return Ok(heap.tuple(&[atoms::ERROR, atoms::NOT_A_LIST]));
        }
        let (bytes, rest) = number_prefix(heap, a[0], |bytes, byte| match byte {
            b'+' | b'-' => bytes.is_empty(),
            _ => byte.is_ascii_digit(),
        });
        if !bytes.last().is_some_and(u8::is_ascii_digit) {
            return Ok(heap.tuple(&[atoms::ERROR, atoms::NO_INTEGER]));
        }
        let number = parse(heap, &bytes, 10)?;
        Ok(heap.tuple(&[number, rest]))
    }),
    // What `list_to_integer` and `binary_to_integer` are made of from OTP 26 on.
    ("erts_internal", "list_to_integer", 2, |heap, a| {
        let Ok(base) = base(a[1]) else {
            return Ok(atoms::BADARG);
        };
        if !a[0].is_list() {
            return Ok(atoms::NOT_A_LIST);
        }
        let (bytes, rest) = number_prefix(heap, a[0], |bytes, byte| match byte {
            b'+' | b'-' => bytes.is_empty(),
            _ => char::from(byte).is_digit(base),
        });
        match parse(heap, &bytes, base) {
            Ok(number) => Ok(heap.tuple(&[number, rest])),
            Err(Raise::BADARG) => Ok(atoms::NO_INTEGER),
            Err(other) => Err(other),
        }
    }),
    ("erts_internal", "binary_to_integer", 2, |heap, a| {
        let (Ok(base), Some(bytes)) = (base(a[1]), heap.as_bytes(a[0])) else {
            return Ok(atoms::BADARG);
        };
        match parse(heap, &bytes, base) {
            Err(Raise::BADARG) => Ok(atoms::BADARG),
            other => other,
        }
    }),
    ("erlang", "pid_to_list", 1, |heap, a| {
        let text = print::pid(heap, a[0].as_pid().ok_or(Raise::BADARG)?);
        Ok(heap.text(&text))
    }),
    ("erlang", "list_to_pid", 1, |heap, a| {
        let bytes = list_bytes(heap, a[0])?;
        let inner = bytes
            .strip_prefix(b"<P")
            .and_then(|rest| rest.strip_suffix(b">"));
        let path = inner.and_then(path).ok_or(Raise::BADARG)?;
        heap.pid_at(&path).ok_or(Raise::BADARG)
    }),
    ("erlang", "ref_to_list", 1, |heap, a| {
        let (creator, number) = heap.as_reference(a[0]).ok_or(Raise::BADARG)?;
        let text = print::reference(heap, creator, number);
        Ok(heap.text(&text))
    }),
    ("erlang", "list_to_ref", 1, |heap, a| {
        let bytes = list_bytes(heap, a[0])?;
        let inner = bytes
            .strip_prefix(b"#Ref<P")
            .and_then(|rest| rest.strip_suffix(b">"));
        let all = inner.and_then(path).ok_or(Raise::BADARG)?;
        let (number, creator) = all.split_last().ok_or(Raise::BADARG)?;
        let creator = heap.pid_at(creator).and_then(Term::as_pid);
        Ok(heap.reference(creator.ok_or(Raise::BADARG)?, u64::from(*number)))
    }),
    ("erlang", "fun_to_list", 1, |heap, a| {
        let text = match heap.as_export(a[0]) {
            Some((module, function, arity)) => {
                let text = |term| heap.atom_text(term).unwrap_or_default();
                print::export(text(module), text(function), arity)
            }
            None if heap.as_fun(a[0]).is_some() => print::erlang(heap, a[0], usize::MAX),
            None => return Err(Raise::BADARG),
        };
        // Bytes, even where they are parts of characters.
        let bytes = text.bytes().map(|byte| Term::small(byte.into()));
        Ok(heap.list(&bytes.collect::<Vec<_>>()))
    }),
    // There are no ports.
    ("erlang", "port_to_list", 1, |_, _| Err(Raise::BADARG)),
    ("erlang", "list_to_port", 1, |_, _| Err(Raise::BADARG)),
];

fn atom_text(heap: &Heap, term: Term) -> Result<String> {
    let text = heap.atom_text(term).ok_or(Raise::BADARG)?;
    Ok(text.to_owned())
}

fn new_atom(heap: &mut Heap, text: &str) -> Result {
    match text.chars().count() > MOST {
        true => Err(Raise::SYSTEM_LIMIT),
        false => Ok(heap.atom(text)),
    }
}

/// A list of characters as a text. What is too long for an atom is cut behind that.
fn list_text(heap: &Heap, list: Term) -> Result<String> {
    let mut text = String::new();
    let mut rest = list;
    let mut count = 0;
    while let Some((head, tail)) = heap.as_cons(rest) {
        let number = head
            .as_small()
            .and_then(|number| u32::try_from(number).ok());
        let c = number.and_then(char::from_u32).ok_or(Raise::BADARG)?;
        if count <= MOST {
            text.push(c);
        }
        count += 1;
        rest = tail;
    }
    match rest.is_nil() {
        true => Ok(text),
        false => Err(Raise::BADARG),
    }
}

fn binary_text(heap: &Heap, binary: Term, encoding: Term) -> Result<String> {
    let bytes = heap.as_bytes(binary).ok_or(Raise::BADARG)?;
    match encoding {
        atoms::UTF8 | atoms::UNICODE => String::from_utf8(bytes).map_err(|_| Raise::BADARG),
        atoms::LATIN1 => Ok(bytes.into_iter().map(char::from).collect()),
        _ => Err(Raise::BADARG),
    }
}

/// The bytes of a list.
pub(crate) fn list_bytes(heap: &Heap, list: Term) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let mut rest = list;
    while let Some((head, tail)) = heap.as_cons(rest) {
        let byte = head.as_small().and_then(|number| u8::try_from(number).ok());
        bytes.push(byte.ok_or(Raise::BADARG)?);
        rest = tail;
    }
    match rest.is_nil() {
        true => Ok(bytes),
        false => Err(Raise::BADARG),
    }
}

/// The bytes that a list begins with as long as a rule takes them (by what came before), and
/// the rest.
pub(crate) fn number_prefix(
    heap: &Heap,
    list: Term,
    rule: impl Fn(&[u8], u8) -> bool,
) -> (Vec<u8>, Term) {
    let mut bytes = Vec::new();
    let mut rest = list;
    while let Some((head, tail)) = heap.as_cons(rest) {
        let byte = head.as_small().and_then(|number| u8::try_from(number).ok());
        match byte.filter(|byte| rule(&bytes, *byte)) {
            Some(byte) => bytes.push(byte),
            None => break,
        }
        rest = tail;
    }
    (bytes, rest)
}

fn base(term: Term) -> Result<u32> {
    match term.as_small() {
        Some(base) if (2..=36).contains(&base) => Ok(base as u32),
        _ => Err(Raise::BADARG),
    }
}

fn integer_text(heap: &Heap, term: Term, base: u32) -> Result<String> {
    if let Some(small) = term.as_small()
        && base == 10
    {
        return Ok(small.to_string());
    }
    let number = heap.as_integer(term).ok_or(Raise::BADARG)?;
    // Two words for each digit, if it becomes a list.
    heap.check((number.bits() as f64 / f64::from(base).log2()) as usize * 2 + 4)?;
    Ok(number.to_str_radix(base).to_uppercase())
}

/// The integer that a text is.
fn parse(heap: &mut Heap, text: &[u8], base: u32) -> Result {
    let (is_negative, digits) = match text {
        [b'-', digits @ ..] => (true, digits),
        [b'+', digits @ ..] => (false, digits),
        digits => (false, digits),
    };
    let is_digit = |byte: &u8| char::from(*byte).is_digit(base);
    if digits.is_empty() || !digits.iter().all(is_digit) {
        return Err(Raise::BADARG);
    }
    if digits.len() <= 11 {
        let digits = digits
            .iter()
            .filter_map(|byte| char::from(*byte).to_digit(base));
        let number = digits.fold(0, |sum, digit| sum * i64::from(base) + i64::from(digit));
        return Ok(heap.integer(if is_negative { -number } else { number }));
    }
    let first = digits.iter().position(|byte| *byte != b'0');
    let digits = first.map_or(&b"0"[..], |first| &digits[first..]);
    let bits = (digits.len() - 1) as f64 * f64::from(base).log2();
    if bits > number::MOST_BITS as f64 {
        return Err(Raise::SYSTEM_LIMIT);
    }
    heap.check(bits as usize / 64 + 2)?;
    let number = BigInt::parse_bytes(digits, base).ok_or(Raise::BADARG)?;
    number::big(heap, &if is_negative { -number } else { number })
}

/// The numbers of `.1.2.3`.
fn path(text: &[u8]) -> Option<Vec<u32>> {
    let text = std::str::from_utf8(text).ok()?;
    let mut parts = text.split('.');
    if parts.next() != Some("") {
        return None;
    }
    let number = |part: &str| match part.bytes().all(|byte| byte.is_ascii_digit()) {
        true => part.parse().ok(),
        false => None,
    };
    parts.map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bif::pure;
    use crate::compare::identical;

    fn call(heap: &mut Heap, function: &str, argument: Term) -> Result {
        pure("erlang", function, 1).expect("it is native")(heap, &[argument])
    }

    #[test]
    fn names_of_processes_and_references_are_read_back() {
        let mut heap = Heap::new(10_000);
        heap.name_pid(0, &[]);
        heap.name_pid(1, &[3, 12]);
        for (number, text) in [(0, "<P>"), (1, "<P.3.12>")] {
            let list = call(&mut heap, "pid_to_list", Term::pid(number)).expect("a list");
            assert_eq!(list_text(&heap, list), Ok(text.into()));
            assert_eq!(call(&mut heap, "list_to_pid", list), Ok(Term::pid(number)));
            let reference = heap.reference(number, 5);
            let list = call(&mut heap, "ref_to_list", reference).expect("a list");
            let again = call(&mut heap, "list_to_ref", list).expect("a reference");
            assert!(identical(&heap, reference, again));
        }
        for text in ["", "<P", "<P.>", "<P.3>", "<P.+3.12>", "<0.1.0>", "<P3.12>"] {
            let list = heap.text(text);
            assert_eq!(call(&mut heap, "list_to_pid", list), Err(Raise::BADARG));
        }
    }

    #[test]
    fn atoms_have_a_limit() {
        let mut heap = Heap::new(100_000);
        let list = heap.text(&"λ".repeat(255));
        assert!(call(&mut heap, "list_to_atom", list).is_ok());
        let list = heap.text(&"λ".repeat(256));
        let result = call(&mut heap, "list_to_atom", list);
        assert_eq!(result, Err(Raise::SYSTEM_LIMIT));
        let result = call(&mut heap, "list_to_existing_atom", list);
        assert_eq!(result, Err(Raise::BADARG));
    }

    #[test]
    fn long_numbers() {
        let mut heap = Heap::new(10_000_000);
        let list = heap.text(&"9".repeat(100_000));
        let number = call(&mut heap, "list_to_integer", list).expect("a number");
        let again = call(&mut heap, "integer_to_list", number).expect("a list");
        assert!(identical(&heap, list, again));
        let mut small = Heap::new(1000);
        let number = heap.as_integer(number).expect("an integer");
        let number = small.big(&number);
        assert_eq!(
            call(&mut small, "integer_to_list", number),
            Err(Raise::Memory)
        );
    }
}
