//! Native functions: texts of floats.

use crate::atoms;
use crate::bif::Entry;
use crate::bif::convert::{list_bytes, number_prefix};
use crate::heap::Heap;
use crate::print;
use crate::raise::{Raise, Result};
use crate::term::Term;

pub(crate) const BIFS: &[Entry] = &[
    ("erlang", "float_to_list", 1, |heap, a| {
        let text = format(heap, a[0], Term::NIL)?;
        Ok(heap.text(&text))
    }),
    ("erlang", "float_to_list", 2, |heap, a| {
        let text = format(heap, a[0], a[1])?;
        Ok(heap.text(&text))
    }),
    ("erlang", "float_to_binary", 1, |heap, a| {
        let text = format(heap, a[0], Term::NIL)?;
        Ok(heap.binary(text.as_bytes()))
    }),
    ("erlang", "float_to_binary", 2, |heap, a| {
        let text = format(heap, a[0], a[1])?;
        Ok(heap.binary(text.as_bytes()))
    }),
    ("erlang", "list_to_float", 1, |heap, a| {
        let bytes = list_bytes(heap, a[0])?;
        whole(heap, &bytes)
    }),
    ("erlang", "binary_to_float", 1, |heap, a| {
        let bytes = heap.as_bytes(a[0]).ok_or(Raise::BADARG)?;
        whole(heap, &bytes)
    }),
    ("string", "list_to_float", 1, |heap, a| {
        if !a[0].is_list() {
            return Ok(heap.tuple(&[atoms::ERROR, atoms::NOT_A_LIST]));
        }
        let may_be = |_: &[u8], byte: u8| byte.is_ascii_digit() || b"+-.,eE".contains(&byte);
        let (bytes, _) = number_prefix(heap, a[0], may_be);
        let Some((number, length)) = parse(&bytes) else {
            return Ok(heap.tuple(&[atoms::ERROR, atoms::NO_FLOAT]));
        };
        let mut rest = a[0];
        for _ in 0..length {
            rest = heap.as_cons(rest).ok_or(Raise::BADARG)?.1;
        }
        let number = heap.float(number);
        Ok(heap.tuple(&[number, rest]))
    }),
];

/// The float that all of a text is.
fn whole(heap: &mut Heap, text: &[u8]) -> Result {
    match parse(text) {
        Some((number, length)) if length == text.len() => Ok(heap.float(number)),
        _ => Err(Raise::BADARG),
    }
}

/// The float that a text begins with, and how long that is: `1.5`, `-1.5e+7`; a comma will do.
fn parse(text: &[u8]) -> Option<(f64, usize)> {
    let digits = |from: usize| {
        let rest = text.get(from..).unwrap_or_default();
        rest.iter().take_while(|byte| byte.is_ascii_digit()).count()
    };
    let is_sign = |at: usize| matches!(text.get(at), Some(b'+' | b'-'));
    let point = usize::from(is_sign(0)) + digits(usize::from(is_sign(0)));
    let before = digits(usize::from(is_sign(0)));
    let behind = digits(point + 1);
    if before == 0 || behind == 0 || !matches!(text.get(point), Some(b'.' | b',')) {
        return None;
    }
    let mut length = point + 1 + behind;
    if matches!(text.get(length), Some(b'e' | b'E')) {
        let sign = usize::from(is_sign(length + 1));
        let exponent = digits(length + 1 + sign);
        if exponent > 0 {
            length += 1 + sign + exponent;
        }
    }
    let text = std::str::from_utf8(&text[..length]).ok()?.replace(',', ".");
    let number: f64 = text.parse().ok()?;
    number.is_finite().then_some((number, length))
}

/// How a float is written.
enum Form {
    Scientific(usize),
    Decimals(usize),
    Short,
}

/// The most characters there may be; one more than in OTP is for a zero.
const ROOM: usize = 255;

fn format(heap: &Heap, term: Term, options: Term) -> Result<String> {
    let number = heap.as_float(term).ok_or(Raise::BADARG)?;
    let mut form = Form::Scientific(20);
    let mut is_compact = false;
    for option in heap.as_list(options).ok_or(Raise::BADARG)? {
        let pair = match heap.as_tuple(option) {
            Some((at, 2)) => Some((heap.term_at(at), heap.term_at(at + 1))),
            _ => None,
        };
        let count = pair.and_then(|pair| usize::try_from(pair.1.as_small()?).ok());
        match (option, pair.map(|pair| pair.0), count) {
            (atoms::COMPACT, ..) => is_compact = true,
            (atoms::SHORT, ..) => form = Form::Short,
            (_, Some(atoms::DECIMALS), Some(count)) => form = Form::Decimals(count),
            (_, Some(atoms::SCIENTIFIC), Some(count)) => form = Form::Scientific(count),
            _ => return Err(Raise::BADARG),
        }
    }
    let text = match form {
        Form::Short => print::float(number),
        Form::Scientific(count) if count <= ROOM => scientific(number, count),
        Form::Decimals(count) if count <= ROOM => decimals(number, count),
        _ => return Err(Raise::BADARG),
    };
    if text.len() > ROOM {
        return Err(Raise::BADARG);
    }
    match form {
        // As OTP does it: large numbers lose zeros even where there is no point.
        Form::Decimals(1..) if is_compact => Ok(without_zeros(&text)),
        Form::Decimals(0) if is_compact && number.abs() > EXACT => Ok(without_zeros(&text)),
        _ => Ok(text),
    }
}

/// Up to this, fractions are rounded by floats.
const EXACT: f64 = 9_007_199_254_740_992.0;

/// As C writes it: a sign and at least two digits of the exponent.
fn scientific(number: f64, count: usize) -> String {
    let text = format!("{number:.count$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.unsigned_abs())
}

/// As OTP writes it: fractions of small numbers are rounded as floats, half of them upwards.
fn decimals(number: f64, count: usize) -> String {
    let size = number.abs();
    if size > EXACT || count > 18 {
        return format!("{number:.count$}");
    }
    let sign = if number.is_sign_negative() { "-" } else { "" };
    if count == 0 {
        return format!("{sign}{}", size.round() as u64);
    }
    let scale = 10_u64.pow(count as u32) as f64;
    let fraction = ((size - size.floor()) * scale).round();
    let (whole, fraction) = match fraction >= scale {
        true => (size.floor() as u64 + 1, 0),
        false => (size.floor() as u64, fraction as u64),
    };
    format!("{sign}{whole}.{fraction:0count$}")
}

/// Without zeros at the end, but one behind a point.
fn without_zeros(text: &str) -> String {
    let short = text.trim_end_matches('0');
    match short.ends_with('.') {
        true => format!("{short}0"),
        false => short.into(),
    }
}
