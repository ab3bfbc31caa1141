//! Changing texts: by bytes, by words and by lines.

use crate::corpus::{Corpus, LONGEST};
use mazurka_testkit::random::Random;
use std::ops::Range;

/// Kinds of words, of LLVM IR, litmus tests and replay strings alike.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) enum Class {
    Number,
    /// Types like `i32`, registers like `eax`, names, keywords.
    Word,
    /// `@x`
    Global,
    /// `%x`
    Local,
    /// `!x` and `#x`
    Metadata,
    Text,
    Sign,
    Space,
    Line,
}

pub(crate) struct Token {
    pub(crate) class: Class,
    pub(crate) range: Range<usize>,
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'$') || byte >= 0x80
}

/// All words of a text, in order, with nothing between them.
pub(crate) fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let start = at;
        let byte = text[at];
        at += 1;
        let run = |mut at: usize, is: fn(u8) -> bool| {
            while at < text.len() && is(text[at]) {
                at += 1;
            }
            at
        };
        let next = text.get(at).copied().unwrap_or(0);
        let class = match byte {
            b'\n' => Class::Line,
            b' ' | b'\t' | b'\r' => {
                at = run(at, |byte| matches!(byte, b' ' | b'\t' | b'\r'));
                Class::Space
            }
            b'"' => {
                let end = text[at..]
                    .iter()
                    .position(|byte| matches!(byte, b'"' | b'\n'));
                at = end.map_or(text.len(), |end| at + end + 1);
                Class::Text
            }
            b'@' if is_word(next) => {
                at = run(at, is_word);
                Class::Global
            }
            b'%' if is_word(next) => {
                at = run(at, is_word);
                Class::Local
            }
            b'!' | b'#' if is_word(next) => {
                at = run(at, is_word);
                Class::Metadata
            }
            b'0'..=b'9' => {
                at = run(at, is_word);
                Class::Number
            }
            b'-' if next.is_ascii_digit() => {
                at = run(at, is_word);
                Class::Number
            }
            byte if is_word(byte) => {
                at = run(at, is_word);
                Class::Word
            }
            _ => Class::Sign,
        };
        tokens.push(Token {
            class,
            range: start..at,
        });
    }
    tokens
}

/// Numbers at which something often changes.
const BOUNDARIES: [&str; 36] = [
    "0",
    "1",
    "2",
    "3",
    "4",
    "7",
    "8",
    "9",
    "16",
    "31",
    "32",
    "33",
    "63",
    "64",
    "65",
    "127",
    "128",
    "255",
    "256",
    "1000",
    "32767",
    "32768",
    "65535",
    "65536",
    "2147483647",
    "2147483648",
    "4294967295",
    "4294967296",
    "9223372036854775807",
    "9223372036854775808",
    "18446744073709551615",
    "18446744073709551616",
    "-1",
    "-128",
    "-2147483648",
    "-9223372036854775808",
];

/// Odd words of all languages here.
const ODD: [&str; 24] = [
    "undef",
    "poison",
    "zeroinitializer",
    "null",
    "none",
    "true",
    "i1",
    "i128",
    "i0",
    "i8388608",
    "ptr",
    "float",
    "x86_fp80",
    "void",
    "label",
    "metadata",
    "opaque",
    "...",
    "[0 x i8]",
    "[4294967295 x i64]",
    "<4 x i32>",
    "{}",
    "blockaddress",
    "inrange",
];

/// Changes a text in some places.
pub(crate) fn mutate(text: &[u8], corpus: &Corpus, random: &mut Random) -> Vec<u8> {
    let mut text = text.to_vec();
    let changes = 1 + random.weighted(&[12, 4, 2, 1, 1]);
    for _ in 0..changes {
        match random.weighted(&[10, 7, 4, 2]) {
            0 => change_word(&mut text, corpus, random),
            1 => change_lines(&mut text, corpus, random),
            2 => change_bytes(&mut text, random),
            _ => cross(&mut text, corpus, random),
        }
        if text.len() > LONGEST {
            text.truncate(LONGEST);
        }
    }
    text
}

fn change_word(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    let tokens = tokens(text);
    if tokens.is_empty() {
        return;
    }
    let mut nth = random.below(tokens.len());
    // Words, not what is between them.
    for _ in 0..8 {
        if !matches!(tokens[nth].class, Class::Space | Class::Line) {
            break;
        }
        nth = random.below(tokens.len());
    }
    let token = &tokens[nth];
    let own = |random: &mut Random| {
        let same: Vec<&Token> = tokens
            .iter()
            .filter(|other| other.class == token.class)
            .collect();
        text[same[random.below(same.len())].range.clone()].to_vec()
    };
    let new = match random.below(10) {
        0 => Vec::new(),
        1 => [&text[token.range.clone()], b" ", &text[token.range.clone()]].concat(),
        2 => {
            let other = tokens[random.below(tokens.len())].range.clone();
            text[other].to_vec()
        }
        3 | 4 if token.class != Class::Number => own(random),
        5 if token.class == Class::Word => ODD[random.below(ODD.len())].as_bytes().to_vec(),
        3..=6 if token.class == Class::Number => number(&text[token.range.clone()], random),
        // Something that nests.
        7 if random.below(20) == 0 => {
            let word = &text[token.range.clone()];
            let times = [10, 100, 1_000, 4_000][random.below(4)];
            word.repeat(times.min(LONGEST / 2 / word.len().max(1)))
        }
        8 if random.below(10) == 0 => {
            let signs = [
                "(", "[", "{", "<{", "-", "~", "!{", "i32 (", "ptr to (", "/\\ (",
            ];
            let sign = signs[random.below(signs.len())];
            let times = [3, 100, 4_000][random.below(3)];
            sign.repeat(times).into_bytes()
        }
        _ => match corpus.word(token.class, random) {
            Some(word) => word.to_vec(),
            None => own(random),
        },
    };
    text.splice(token.range.clone(), new);
}

fn number(old: &[u8], random: &mut Random) -> Vec<u8> {
    let old: Option<i128> = std::str::from_utf8(old)
        .ok()
        .and_then(|text| text.parse().ok());
    match (random.below(3), old) {
        (0, Some(old)) => (old + 1).to_string().into_bytes(),
        (1, Some(old)) => (old - 1).to_string().into_bytes(),
        _ => BOUNDARIES[random.below(BOUNDARIES.len())]
            .as_bytes()
            .to_vec(),
    }
}

/// Where lines begin and end.
fn lines(text: &[u8]) -> Vec<Range<usize>> {
    let mut start = 0;
    let mut lines = Vec::new();
    for (at, byte) in text.iter().enumerate() {
        if *byte == b'\n' {
            lines.push(start..at + 1);
            start = at + 1;
        }
    }
    if start < text.len() {
        lines.push(start..text.len());
    }
    lines
}

fn change_lines(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    let lines = lines(text);
    if lines.is_empty() {
        return;
    }
    let first = random.below(lines.len());
    let count = 1 + random.weighted(&[8, 3, 2, 1]);
    let last = (first + count).min(lines.len()) - 1;
    let range = lines[first].start..lines[last].end;
    match random.below(4) {
        0 => drop(text.drain(range)),
        1 => {
            let copy = text[range.clone()].to_vec();
            let at = lines[random.below(lines.len())].start;
            text.splice(at..at, copy);
        }
        2 => {
            let other = lines[random.below(lines.len())].clone();
            if other.start >= range.end {
                let (a, b) = (text[range.clone()].to_vec(), text[other.clone()].to_vec());
                text.splice(other, a);
                text.splice(range, b);
            } else {
                text.drain(range);
            }
        }
        _ => {
            let other = corpus.pick(random);
            let theirs = self::lines(other);
            if theirs.is_empty() {
                return;
            }
            let from = random.below(theirs.len());
            let to = (from + count).min(theirs.len()) - 1;
            let copy = other[theirs[from].start..theirs[to].end].to_vec();
            let at = lines[first].start;
            text.splice(at..at, copy);
        }
    }
}

pub(crate) fn change_bytes(text: &mut Vec<u8>, random: &mut Random) {
    if text.is_empty() {
        text.push(random.below(256) as u8);
        return;
    }
    let at = random.below(text.len());
    match random.below(6) {
        0 => text[at] ^= 1 << random.below(8),
        1 => text[at] = random.below(256) as u8,
        2 => text.insert(at, random.below(256) as u8),
        3 => drop(text.remove(at)),
        4 => {
            let end = (at + 1 + random.below(40)).min(text.len());
            text.drain(at..end);
        }
        _ => text.truncate(at),
    }
}

/// The beginning of this, and the end of another.
fn cross(text: &mut Vec<u8>, corpus: &Corpus, random: &mut Random) {
    let other = corpus.pick(random);
    let (ours, theirs) = (lines(text), lines(other));
    if ours.is_empty() || theirs.is_empty() {
        return;
    }
    let cut = ours[random.below(ours.len())].start;
    let from = theirs[random.below(theirs.len())].start;
    text.truncate(cut);
    text.extend_from_slice(&other[from..]);
}

/// Makes a text smaller as long as `fails` says so: leaves out lines, then words. `fails`
/// is called at most `tries` times.
pub(crate) fn shrink(
    mut text: Vec<u8>,
    mut tries: usize,
    fails: &mut dyn FnMut(&[u8]) -> bool,
) -> Vec<u8> {
    for by_lines in [true, false] {
        let pieces = |text: &[u8]| {
            if by_lines {
                lines(text)
            } else {
                tokens(text).into_iter().map(|token| token.range).collect()
            }
        };
        let mut size = pieces(&text).len().div_ceil(2);
        while size > 0 {
            let mut at = 0;
            let mut changed = false;
            loop {
                let parts = pieces(&text);
                if at >= parts.len() {
                    break;
                }
                if tries == 0 {
                    return text;
                }
                tries -= 1;
                let end = (at + size).min(parts.len()) - 1;
                let mut less = text[..parts[at].start].to_vec();
                less.extend_from_slice(&text[parts[end].end..]);
                if fails(&less) {
                    text = less;
                    changed = true;
                } else {
                    at += size;
                }
            }
            if size == 1 && !changed {
                break;
            }
            if !changed || size > 1 {
                size = if size == 1 { 0 } else { size / 2 };
            }
        }
    }
    text
}
